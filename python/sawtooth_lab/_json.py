"""Documents of Python as JSON: what a document cannot contain is rejected with its place. Not here: what is legal in a scenario, which the
engine knows."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from math import isfinite
from numbers import Integral, Real
from typing import Any

from .errors import ScenarioError, SelectionError, WrongTypeError, is_unicode, shown

__all__ = ["as_place", "as_text", "json_of"]

#: Levels of a document, as the engine's reader of JSON allows.
LEVELS = 64
UNICODE = "a text without lone surrogates"


def json_of(document: Any) -> str:
    """The JSON of a document of mappings, lists, texts and numbers, those of NumPy included."""
    return json.dumps(_plain(document, "", 0), ensure_ascii=False)


def as_text(name: str, value: object) -> str:
    """An argument that must be a text."""
    if not isinstance(value, str):
        raise WrongTypeError(f"`{name}` is {shown(value)}. Allowed: a text.")
    if not is_unicode(value):
        raise SelectionError(name, value[:60], UNICODE)
    return value


def as_place(name: str, value: Any) -> str:
    """An argument that must be a path or an address."""
    try:
        text = os.fsdecode(value)
        if not text or b"\0" in os.fsencode(text):
            raise ValueError
    except TypeError:
        raise WrongTypeError(f"`{name}` is {shown(value)}. Allowed: a path.") from None
    except ValueError:
        raise SelectionError(name, value, "a path without a null character or lone surrogates") from None
    return text


def _plain(value: Any, place: str, depth: int) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _unicode(value, place)
    if isinstance(value, Integral):
        number = int(value)
        try:
            float(number)
        except OverflowError:
            found = f"a number of {number.bit_length()} bits"
            raise _rejected("out_of_range", place, found, "a number up to 1.8e308") from None
        return number
    if isinstance(value, Real):
        if not isfinite(value):
            raise _rejected("out_of_range", place, shown(value), "a finite number")
        return float(value)
    if depth >= LEVELS:
        raise _rejected("too_deep", place, f"{LEVELS + 1} levels", f"up to {LEVELS} levels")
    if isinstance(value, Mapping):
        return {_key(key, place): _plain(each, _within(place, key), depth + 1) for key, each in value.items()}
    if isinstance(value, (list, tuple, range)):
        return [_plain(each, f"{place}[{index}]", depth + 1) for index, each in enumerate(value)]
    if hasattr(value, "document"):
        return _plain(value.document, place, depth)
    if hasattr(value, "tolist"):
        return _plain(value.tolist(), place, depth + 1)
    raise WrongTypeError(f"{_at(place)} is {shown(value)}: a document cannot contain {type(value).__name__}.")


def _key(key: object, place: str) -> str:
    if not isinstance(key, str):
        raise WrongTypeError(f"{_at(place)} has the field {shown(key)}. Allowed: names, which are texts.")
    return _unicode(key, place)


def _unicode(text: str, place: str) -> str:
    if not is_unicode(text):
        raise _rejected("out_of_range", place, shown(text), UNICODE)
    return text


def _within(place: str, key: object) -> str:
    return f"{place}.{key}" if place else str(key)


def _at(place: str) -> str:
    return f"`{place}`" if place else "the document"


def _rejected(code: str, place: str, found: str, allowed: str) -> ScenarioError:
    message = f"{_at(place)} is {found}. Allowed: {allowed}."
    problem = {"code": code, "place": place, "found": found, "allowed": allowed, "nearest": "", "message": message}
    return ScenarioError(json.dumps([problem]))
