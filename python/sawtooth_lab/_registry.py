"""Contents of the engine: algorithms, presets, experiments, the schema. Each call returns a copy of its own."""

from __future__ import annotations

import json
from typing import Any

from . import _engine
from ._json import as_text
from .errors import SelectionError

__all__ = ["algorithms", "experiments", "presets", "schema"]


def algorithms() -> list[dict[str, Any]]:
    """Every algorithm with its settings, as `sawtooth algorithms --json` prints them."""
    found: list[dict[str, Any]] = json.loads(_engine.algorithms())
    return found


def presets() -> list[str]:
    """Ids of the presets; `Scenario.preset(id)` gives the scenario."""
    return _engine.preset_ids()


def experiments() -> list[dict[str, str]]:
    """Id and title of every experiment. The command runs one (`sawtooth experiments run ID`), which this package does not contain."""
    found: list[dict[str, str]] = json.loads(_engine.experiments())
    return found


def schema(of: str = "scenario") -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of a `"scenario"` or of the document of a `"sweep"`, with help, units, defaults and bounds."""
    schemas = {"scenario": _engine.json_schema, "sweep": _engine.sweep_schema}
    if as_text("of", of) not in schemas:
        raise SelectionError("of", of, ", ".join(schemas))
    found: dict[str, Any] = json.loads(schemas[of]())
    return found
