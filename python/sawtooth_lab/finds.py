"""Searches: the smallest or the largest value of a setting for which a measure keeps a bound. Not here: which runs that takes, which
the engine shares with the command `sawtooth find` and the page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Union

from . import _engine
from ._json import as_place, json_of
from .errors import WrongTypeError, shown
from .scenario import Scenario, bytes_of

__all__ = ["Answer", "find"]

FindDocument = Union[Mapping[str, Any], str, PathLike[str]]


@dataclass(frozen=True)
class Answer:
    """The answer of a search (docs/sweeps.md)."""

    outcome: str
    """`found`; `first`: the first value of the axis already, so that others may lie beyond it; `nothing`: no value, for at least half of
    the seeds."""
    value: Union[float, None]
    """The value, at which the measure keeps its bound with at least half of the seeds; None if there is none."""
    interval: Union[tuple[Union[float, None], Union[float, None]], None]
    """95 % interval of the median of the seeds' answers; an end is None where it reaches beyond the axis. None for fewer than six seeds."""
    seeds: tuple[Union[float, None], ...]
    """The answer of each seed."""
    not_monotone: int
    """Number of seeds with which a value behind the answer does not keep the bound."""
    runs: int
    """Number of runs."""
    undefined: int
    """Number of runs in which the measure is not defined, or that failed; they do not keep the bound."""


def find(document: FindDocument) -> Answer:
    """The smallest or the largest value of a setting for which a measure keeps a bound, by bisection with several seeds, from one document
    (docs/sweeps.md), given as a mapping or as the path of its file. The answer is that of the command `sawtooth find`.

    The runs are computed by threads of this process, one for each core. A trace that the document names (`rate_trace_file`) is a file
    beside it; a mapping has no folder, but may contain a scenario of `Scenario.read`.

    Raises `ScenarioError` with every error of the document at once.
    """
    if isinstance(document, (str, PathLike)):
        file = Path(as_place("document", document))
        found = _engine.find(bytes_of(file), (), file.parent, _engine.cores())
    elif isinstance(document, Mapping):
        scenario = document.get("scenario")
        files = scenario._files if isinstance(scenario, Scenario) else ()
        found = _engine.find(json_of(document).encode(), files, None, _engine.cores())
    else:
        raise WrongTypeError(f"the search is {shown(document)}. Allowed: a mapping, or the path of a file.")
    answer = json.loads(found)
    interval = answer["interval"]
    answer["interval"] = None if interval is None else (interval["low"], interval["high"])
    return Answer(**{**answer, "seeds": tuple(answer["seeds"])})
