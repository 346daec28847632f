"""A scenario: everything about a run, as a document (contract, section 1). Not here: what is legal, which the engine knows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Union, cast

from . import _engine
from ._scenario import ScenarioDocument
from .errors import SelectionError

__all__ = ["Document", "Scenario", "text_of"]

Document = Union["Scenario", ScenarioDocument, Mapping[str, Any]]


def text_of(scenario: Document) -> str:
    """The JSON of a scenario or of a mapping of the same form."""
    document = scenario.document if isinstance(scenario, Scenario) else scenario
    return json.dumps(document, allow_nan=False, ensure_ascii=False)


class Scenario:
    """A scenario that the engine has accepted.

    Takes a mapping as the contract describes it, or the fields as keywords; raises `ScenarioError` with every error at once.

    >>> Scenario(schema=1, duration_s=20, bottleneck={"rate_bps": 1e7, "queue": {"limit_packets": 84}}, flows=[{}])
    """

    __slots__ = ("_document",)

    def __init__(self, document: Union[ScenarioDocument, Mapping[str, Any], None] = None, /, **fields: Any) -> None:
        if document is not None and not isinstance(document, Mapping):
            raise TypeError(
                f"the scenario is {document!r}. Allowed: a mapping; `Scenario.preset(id)` gives that of a preset."
            )
        given = {**(document or {}), **fields}
        self._document: ScenarioDocument = json.loads(_engine.checked(json.dumps(given, allow_nan=False)))

    @classmethod
    def preset(cls, id: str) -> Scenario:
        """The scenario of a preset (`presets()` lists the ids)."""
        text = _engine.preset(id)
        if text is None:
            raise SelectionError("preset", id, ", ".join(_engine.preset_ids()))
        return cls(json.loads(text))

    @classmethod
    def read(cls, path: Union[str, PathLike[str]]) -> Scenario:
        """The scenario of a file."""
        return cls.parse(Path(path).read_text(encoding="utf-8"))

    @classmethod
    def parse(cls, text: str) -> Scenario:
        """The scenario of a JSON text."""
        return cls(json.loads(_engine.checked(text)))

    @property
    def document(self) -> ScenarioDocument:
        """A copy of the document, as it was given: a change of it changes no scenario (`set` gives a changed one)."""
        return cast(ScenarioDocument, json.loads(json.dumps(self._document)))

    def set(self, settings: Union[Mapping[str, Any], None] = None, /, **fields: Any) -> Scenario:
        """A scenario with other values, by path: `scenario.set({"bottleneck.loss.probability": 0.01}, seed=2)`.

        Any field can be set, also one that cannot change during a run. Setting a kind removes the other settings of its section.
        """
        changed = _engine.with_settings(text_of(self), json.dumps({**(settings or {}), **fields}, allow_nan=False))
        return Scenario(json.loads(changed))

    def write(self, path: Union[str, PathLike[str]]) -> None:
        """Writes the document as JSON."""
        Path(path).write_text(json.dumps(self._document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and self._document == other._document

    def __hash__(self) -> int:
        return hash(json.dumps(self._document, sort_keys=True))

    def __repr__(self) -> str:
        return f"Scenario({self._document!r})"

    def __reduce__(self) -> tuple[type[Scenario], tuple[ScenarioDocument]]:
        return Scenario, (self._document,)
