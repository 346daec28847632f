"""One run: its summary, its digest, and its trace's columns. Not here: many runs (`sweep`), what a summary contains (`summary`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Union

from . import _engine
from ._json import as_text
from .errors import SelectionError, WrongTypeError, shown
from .scenario import Document, Scenario, text_of
from .summary import Summary

__all__ = ["Run", "run"]

#: Bytes of memory that a trace may take unless more is allowed.
MAX_BYTES = 1 << 30


@dataclass(frozen=True)
class _Wanted:
    """Which rows are wanted, as the engine reads it."""

    sources: Union[list[str], None]
    signals: Union[list[str], None]
    start: Union[float, None]
    stop: Union[float, None]
    every: Union[float, None]
    max_bytes: int


@dataclass(frozen=True, eq=False)
class Run:
    """A run that is complete."""

    scenario: Scenario
    summary: Summary
    trace: Union[_engine.Table, None]
    """Columns `time_s`, `source`, `signal`, `value` and `state` (contract, section 4), never thinned. Any library with Arrow's PyCapsule
    interface takes them without a copy: `pyarrow.table(run.trace)`, `polars.DataFrame(run.trace)`."""
    _wanted: Union[_Wanted, None] = None

    def keeps(self, signals: Sequence[str]) -> bool:
        """Whether the trace has all rows of these signals in the run's span: of every source, and each change of a level."""
        wanted = self._wanted
        if wanted is None or wanted.sources is not None or wanted.every is not None:
            return False
        return wanted.signals is None or set(signals) <= set(wanted.signals)

    @property
    def digest(self) -> str:
        """The run's digest: that of the page and of the command `sawtooth`."""
        return self.summary.digest

    def __repr__(self) -> str:
        rows = "no trace" if self.trace is None else f"{len(self.trace)} rows"
        return f"<sawtooth_lab run {self.digest}: {self.summary.simulated_s:g} s, {rows}>"


def run(
    scenario: Document,
    *,
    trace: bool = False,
    signals: Union[Sequence[str], None] = None,
    sources: Union[Sequence[str], None] = None,
    start: Union[float, None] = None,
    stop: Union[float, None] = None,
    every: Union[float, None] = None,
    max_bytes: int = MAX_BYTES,
) -> Run:
    """Runs a scenario.

    With `trace=True`, or if anything of it is chosen, the run keeps its trace: the given `signals` of the given `sources` (names of
    flows and cross traffic, `bottleneck`, `reverse_bottleneck`), or all; from `start` to `stop`, in seconds, which are also the
    span of the summary; levels every `every` seconds instead of at each change. A trace of more than `max_bytes` of memory is refused
    before the run with `TooLargeError`. Python's lock is released while the engine computes.
    """
    checked = scenario if isinstance(scenario, Scenario) else Scenario(scenario)
    wanted = None
    if trace or any(choice is not None for choice in (signals, sources, start, stop, every)):
        wanted = _Wanted(
            names("sources", sources),
            names("signals", signals),
            seconds("start", start),
            seconds("stop", stop),
            seconds("every", every),
            _bytes(max_bytes),
        )
    text, table = _engine.run(text_of(checked), checked._files, wanted)
    summary: dict[str, Any] = json.loads(text)
    return Run(checked, Summary(summary), table, wanted)


def names(name: str, given: Union[Sequence[str], None]) -> Union[list[str], None]:
    """An argument that must be a list of names, if it is given."""
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, Iterable):
        what = "a string" if isinstance(given, str) else shown(given)
        raise WrongTypeError(f"`{name}` is {what}. Allowed: a list of names.")
    return [as_text(name, each) for each in given]


def seconds(name: str, value: Union[float, None]) -> Union[float, None]:
    """An argument that must be a number of seconds, if it is given."""
    if value is None:
        return None
    if not isinstance(value, Real):
        raise WrongTypeError(f"`{name}` is {shown(value)}. Allowed: a number of seconds.")
    try:
        return float(value)
    except OverflowError:
        raise SelectionError(name, "a number beyond 1.8e308", "seconds within the run") from None


def _bytes(value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise WrongTypeError(f"`max_bytes` is {shown(value)}. Allowed: a whole number of bytes.")
    if not 0 <= value < 1 << 64:
        raise SelectionError("max_bytes", f"a number of {int(value).bit_length()} bits" if value > 0 else value, "0 to 2^64 - 1")
    return int(value)
