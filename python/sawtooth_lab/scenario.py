"""A scenario: everything about a run, as a document (contract, section 1). Not here: what is legal, which the engine knows, JSON of
Python's values (`_json`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Union, cast

from . import _engine
from ._json import as_place, as_text, json_of
from ._scenario import ScenarioDocument
from .errors import ExistsError, SelectionError, WrongTypeError, shown

__all__ = ["Document", "Scenario", "bytes_of", "text_of"]

Document = Union["Scenario", ScenarioDocument, Mapping[str, Any]]


#: Traces that a document names: name and text of each file.
Files = tuple[tuple[str, bytes], ...]


#: Bytes of a document, as the engine's reader of JSON allows.
MOST_BYTES = 8_000_000


def bytes_of(file: Path) -> bytes:
    """A document's file, but no more of it than shows that it is too large."""
    with file.open("rb") as opened:
        return opened.read(MOST_BYTES + 1)


def text_of(scenario: Document) -> str:
    """The JSON of a scenario or of a mapping of the same form."""
    return json_of(scenario)


class Scenario:
    """A scenario that the engine has accepted.

    Takes a mapping as the contract describes it, or the fields as keywords; raises `ScenarioError` with every error at once.

    >>> Scenario(schema=1, duration_s=20, bottleneck={"rate_bps": 1e7, "queue": {"limit_packets": 84}}, flows=[{}])
    """

    __slots__ = ("_document", "_files")

    def __init__(self, document: Union[ScenarioDocument, Mapping[str, Any], None] = None, /, **fields: Any) -> None:
        if document is not None and not isinstance(document, Mapping):
            raise WrongTypeError(
                f"the scenario is {shown(document)}. Allowed: a mapping; `Scenario.preset(id)` gives that of a preset."
            )
        self._take(json_of({**(document or {}), **fields}), ())

    def _take(self, text: str, files: Files) -> None:
        self._document: ScenarioDocument = json.loads(_engine.checked(text, files))
        self._files = files

    @classmethod
    def _of(cls, text: str, files: Files) -> Scenario:
        """The scenario of a JSON text that names these traces."""
        made = cls.__new__(cls)
        made._take(text, files)
        return made

    @classmethod
    def preset(cls, id: str) -> Scenario:
        """The scenario of a preset (`presets()` lists the ids)."""
        text = _engine.preset(as_text("preset", id))
        if text is None:
            raise SelectionError("preset", id, ", ".join(_engine.preset_ids()))
        return cls(json.loads(text))

    @classmethod
    def read(cls, path: Union[str, PathLike[str]]) -> Scenario:
        """The scenario of a file. A trace that it names (`rate_trace_file`) is a file beside it, which the scenario keeps."""
        file = Path(as_place("path", path))
        read = bytes_of(file)
        try:
            text = read.decode("utf-8", "strict" if len(read) <= MOST_BYTES else "ignore")
        except UnicodeDecodeError as error:
            raise SelectionError("path", str(path), f"a file in UTF-8 ({error})") from None
        text, files = _engine.beside(text, file.parent)
        return cls._of(text, tuple(files))

    @classmethod
    def parse(cls, text: str) -> Scenario:
        """The scenario of a JSON text."""
        return cls._of(as_text("text", text), ())

    @property
    def document(self) -> ScenarioDocument:
        """A copy of the document, as it was given: a change of it changes no scenario (`set` gives a changed one)."""
        return cast(ScenarioDocument, json.loads(json.dumps(self._document)))

    def set(self, settings: Union[Mapping[str, Any], None] = None, /, **fields: Any) -> Scenario:
        """A scenario with other values, by path: `scenario.set({"bottleneck.loss.probability": 0.01}, seed=2)`.

        Any field can be set, also one that cannot change during a run. Setting a kind removes the other settings of its section.
        """
        if settings is not None and not isinstance(settings, Mapping):
            raise WrongTypeError(f"`settings` is {shown(settings)}. Allowed: a mapping of paths and values.")
        changed = _engine.with_settings(text_of(self), json_of({**(settings or {}), **fields}))
        return Scenario._of(changed, self._files)

    def write(self, path: Union[str, PathLike[str]], *, force: bool = False) -> None:
        """Writes the document as JSON, and beside it the traces that it names. A file that is there already is replaced only with
        `force=True`; a trace that is there already, with the same text, is kept."""
        file = Path(as_place("path", path))
        beside = {file.parent / name: text for name, text in self._files}
        texts = {where: text for where, text in beside.items() if not (where.is_file() and where.read_bytes() == text)}
        texts[file] = (json.dumps(self._document, indent=2, ensure_ascii=False) + "\n").encode()
        if any(file == where or (file.exists() and where.exists() and file.samefile(where)) for where in beside):
            raise ExistsError(f"{file} is the trace that the scenario names. Allowed: another name.")
        for where in texts:
            if not force and (where.exists() or where.is_symlink()):
                raise ExistsError(f"{where} is there already. Allowed: another name, or `force=True`, which replaces it.")
        for where, text in texts.items():
            with where.open("wb" if force else "xb") as out:
                out.write(text)

    @property
    def _inline(self) -> Scenario:
        """The same run with the entries of its traces in the document, for a page, which has no files."""
        document: Any = self.document
        texts = dict(self._files)
        for side in ("bottleneck", "reverse_bottleneck"):
            named = (document.get(side) or {}).pop("rate_trace_file", None)
            if named is not None:
                document[side]["rate_trace_ms"] = [int(line) for line in texts[named["name"]].split()]
        return Scenario(document) if self._files else self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and self._document == other._document

    def __hash__(self) -> int:
        return hash(json.dumps(self._document, sort_keys=True))

    def __repr__(self) -> str:
        return f"Scenario({self._document!r})"

    def __reduce__(self) -> tuple[Any, tuple[str, Files]]:
        return Scenario._of, (json.dumps(self._document), self._files)
