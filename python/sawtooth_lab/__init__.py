"""Sawtooth: a deterministic packet-level simulator of TCP congestion control on one bottleneck.

>>> import sawtooth_lab as sl
>>> run = sl.run(sl.Scenario.preset("cdg_beside_newreno"))
>>> run.summary.flows["CDG"].goodput_bps
"""

from __future__ import annotations

from . import _engine
from ._registry import algorithms, experiments, presets, schema
from .errors import HaltedError, Problem, SawtoothError, ScenarioError, SelectionError, TooLargeError
from .links import from_link, link
from .runs import Run, run
from .scenario import Scenario
from .summary import Summary

__all__ = [
    "HaltedError",
    "Problem",
    "Run",
    "SawtoothError",
    "Scenario",
    "ScenarioError",
    "SelectionError",
    "Summary",
    "TooLargeError",
    "algorithms",
    "experiments",
    "from_link",
    "link",
    "presets",
    "run",
    "schema",
]

__version__: str = _engine.VERSION
