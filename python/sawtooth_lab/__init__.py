"""Sawtooth: a deterministic packet-level simulator of TCP congestion control on one bottleneck.

>>> import sawtooth_lab as sl
>>> run = sl.run(sl.Scenario.preset("cdg_beside_newreno"))
>>> run.summary.flows["CDG"].goodput_bps
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _engine
from ._registry import algorithms, experiments, presets, schema
from .errors import (
    ExistsError,
    HaltedError,
    LinkError,
    Problem,
    SawtoothError,
    ScenarioError,
    SelectionError,
    StoreError,
    TooLargeError,
    WorkerError,
    WrongTypeError,
)
from .finds import Answer, find
from .intervals import median_interval
from .links import from_link, laboratory, link
from .plots import plot
from .runs import Run, run
from .scenario import Scenario
from .summary import Summary
from .sweeps import Line, Results, sweep

if TYPE_CHECKING:
    from .lab import Lab

__all__ = [
    "Answer",
    "ExistsError",
    "HaltedError",
    "Lab",
    "Line",
    "LinkError",
    "Problem",
    "Results",
    "Run",
    "SawtoothError",
    "Scenario",
    "ScenarioError",
    "SelectionError",
    "StoreError",
    "Summary",
    "TooLargeError",
    "WorkerError",
    "WrongTypeError",
    "algorithms",
    "experiments",
    "find",
    "from_link",
    "laboratory",
    "link",
    "median_interval",
    "plot",
    "presets",
    "run",
    "schema",
    "sweep",
]

__version__: str = _engine.VERSION


def __getattr__(name: str) -> Any:
    """`Lab` is loaded when it is asked for: it needs anywidget, which runs and sweeps do not."""
    if name != "Lab":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module, util

    return import_module(".lab" if util.find_spec("anywidget") else ".without_anywidget", __name__).Lab


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
