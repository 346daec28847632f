"""One run: its summary, its digest, and its trace's columns. Not here: many runs (`sweep`), what a summary contains (`summary`)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Union

from . import _engine
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
        for name, names in (("signals", signals), ("sources", sources)):
            if isinstance(names, str):
                raise TypeError(f"`{name}` is a string. Allowed: a list of names.")
        wanted = _Wanted(
            None if sources is None else list(sources),
            None if signals is None else list(signals),
            start,
            stop,
            every,
            max_bytes,
        )
    text, table = _engine.run(text_of(checked), wanted)
    summary: dict[str, Any] = json.loads(text)
    return Run(checked, Summary(summary), table, wanted)
