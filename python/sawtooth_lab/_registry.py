"""What the engine contains: algorithms, presets, experiments, the schema. Each call returns a copy of its own."""

from __future__ import annotations

import json
from typing import Any

from . import _engine

__all__ = ["algorithms", "experiments", "presets", "schema"]


def algorithms() -> list[dict[str, Any]]:
    """Every algorithm with its settings, as `sawtooth algorithms --json` prints them."""
    found: list[dict[str, Any]] = json.loads(_engine.algorithms())
    return found


def presets() -> list[str]:
    """Ids of the presets; `Scenario.preset(id)` gives the scenario."""
    return _engine.preset_ids()


def experiments() -> list[dict[str, str]]:
    """Id and title of every experiment; `sawtooth experiments run ID` runs it."""
    found: list[dict[str, str]] = json.loads(_engine.experiments())
    return found


def schema() -> dict[str, Any]:
    """JSON Schema of a scenario (draft 2020-12), with help, units, defaults and bounds."""
    found: dict[str, Any] = json.loads(_engine.json_schema())
    return found
