"""Exceptions of the package. Not here: their sentences, which come from the engine's catalogue."""

from __future__ import annotations

import json
from dataclasses import dataclass

from . import _engine

__all__ = [
    "ExistsError",
    "HaltedError",
    "LinkError",
    "Problem",
    "SawtoothError",
    "ScenarioError",
    "SelectionError",
    "StoreError",
    "TooLargeError",
    "WorkerError",
    "WrongTypeError",
]


#: Characters of a value that an error shows.
SHOWN = 60


class SawtoothError(Exception):
    """Base of what is raised when a document, an argument, a link or a store is rejected, or a run or sweep cannot be finished."""


@dataclass(frozen=True)
class Problem:
    """A mistake at one place of a document (contract 1.6)."""

    code: str
    place: str
    """Path of the field, such as `flows[0].base_rtt_ms`."""
    found: str
    allowed: str
    nearest: str
    """The nearest allowed name; empty if none is near."""
    message: str


class ScenarioError(SawtoothError, ValueError):
    """A document is rejected: `problems` has every error at once, up to 100; `more` counts the rest."""

    def __init__(self, problems: str, more: int = 0) -> None:
        self.problems = tuple(Problem(**entry) for entry in json.loads(problems))
        self.more = more
        lines = [problem.message for problem in self.problems]
        if more:
            lines.append(f"{more} more errors are not listed.")
        super().__init__("\n".join(lines))
        self._arguments = (problems, more)

    def __reduce__(self) -> tuple[type[ScenarioError], tuple[str, int]]:
        return type(self), self._arguments


class SelectionError(SawtoothError, ValueError):
    """An argument is rejected: `allowed` says what it may be, `nearest` is the nearest allowed name, or empty."""

    def __init__(self, name: str, found: object, allowed: str) -> None:
        nearest = _nearest(found, allowed.split(", ")) if isinstance(found, str) and is_unicode(found) else ""
        hint = f" Did you mean `{nearest}`?" if nearest else ""
        given = repr(found) if isinstance(found, str) else shown(found)
        super().__init__(f"`{name}` is {given}. Allowed: {allowed}.{hint}")
        self.name, self.found, self.allowed, self.nearest = name, found, allowed, nearest

    def __reduce__(self) -> tuple[type[SelectionError], tuple[str, object, str]]:
        return type(self), (self.name, self.found, self.allowed)


def shown(value: object) -> str:
    """A value in a sentence: no more of it than is read."""
    try:
        text = ascii(value) if isinstance(value, str) else repr(value)
    except Exception:  # whatever a foreign type raises
        text = f"a {type(value).__name__}"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def is_unicode(text: str) -> bool:
    """Whether a text can be written: it has no surrogate alone."""
    return not any("\ud800" <= each <= "\udfff" for each in text)


def _nearest(given: str, names: list[str]) -> str:
    """The name of which the given one is a part (`cwnd` of `cwnd_packets`, or the other way round), else the engine's nearest."""
    given = given.lower()
    parts = (name for name in names if name.startswith(f"{given}_") or given.startswith(f"{name}_"))
    return next(parts, None) or _engine.nearest(given, names) or ""


class LinkError(SawtoothError, ValueError):
    """An address is damaged, has no run, or would be too long."""


class TooLargeError(SawtoothError, MemoryError):
    """A trace would take more memory than `max_bytes`; the run is not made."""

    def __init__(self, estimate: float, max_bytes: int) -> None:
        super().__init__(
            f"the trace would take about {estimate:,.0f} bytes of memory. Allowed: {max_bytes:,} (`max_bytes`). "
            "`signals`, `sources`, `start`, `stop` and `every` make it smaller."
        )
        self.estimate, self.max_bytes = estimate, max_bytes

    def __reduce__(self) -> tuple[type[TooLargeError], tuple[float, int]]:
        return type(self), (self.estimate, self.max_bytes)


class HaltedError(SawtoothError, RuntimeError):
    """The engine ended the run, because its numbers left what can be counted."""


class StoreError(SawtoothError, ValueError):
    """The store of a sweep cannot be used: it is in use, damaged, or of another sweep or program. Nothing in it was changed."""


class WorkerError(SawtoothError, RuntimeError):
    """A worker of a sweep has another version of this package than the caller, or returned something else than the rows of its runs."""


class WrongTypeError(SawtoothError, TypeError):
    """An argument, or something in a document, has a type that it cannot have."""


class ExistsError(SawtoothError, FileExistsError):
    """A file is there already, and is not replaced without `force=True`."""
