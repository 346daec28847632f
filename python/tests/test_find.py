"""Searches, and what is computed from a sweep's table: the same as the command's."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

import sawtooth_lab as sl

TESTS = Path(__file__).parents[2] / "wasm-core" / "sweep" / "tests"


@pytest.fixture
def search() -> dict[str, Any]:
    return {
        "schema": 1,
        "find": "smallest",
        "measure": "bottleneck.utilisation",
        "at_least": 0.9,
        "scenario": {
            "schema": 1,
            "duration_s": 10,
            "bottleneck": {"rate_bps": 4e6, "queue": {"limit_packets": 20}},
            "flows": [{"name": "a", "base_rtt_ms": 60}],
        },
        "axis": {"path": "bottleneck.queue.limit_packets", "from": 1, "to": 64, "steps": 64, "whole": True},
        "seeds": {"from": 1, "to": 6},
    }


def test_the_answer_is_the_commands(search: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "find.json"
    file.write_text(json.dumps(search), encoding="utf-8")
    answer = sl.find(file)
    assert answer == sl.find(search)
    command = json.loads(subprocess.run([os.environ["SAWTOOTH"], "find", file, "--json"], capture_output=True, check=True).stdout)
    assert answer.outcome == "found"
    assert (answer.value, list(answer.seeds), answer.runs) == (command["value"], command["seeds"], command["runs"])
    assert answer.interval == (command["interval"]["low"], command["interval"]["high"])
    assert sl.find({**search, "seeds": {"from": 1, "to": 2}}).interval is None
    assert sl.find({**search, "at_least": 2}).outcome == "nothing"


def test_a_wrong_search_is_refused_with_its_places(search: dict[str, Any]) -> None:
    with pytest.raises(sl.ScenarioError) as caught:
        sl.find({**search, "find": "least", "axis": {**search["axis"], "path": "bottleneck.colour"}})
    assert [problem.place for problem in caught.value.problems[:2]] == ["find", "axis: bottleneck.colour"]
    with pytest.raises(sl.WrongTypeError, match="the search is 7. Allowed: a mapping"):
        sl.find(7)  # type: ignore[arg-type]


def test_the_table_as_csv_has_the_commands_bytes() -> None:
    for name in ["small", "harm"]:
        results = sl.sweep(TESTS / f"{name}.json")
        assert results.csv() == (TESTS / f"{name}.csv").read_text(encoding="utf-8")


def test_a_line_is_the_commands() -> None:
    line = sl.sweep(TESTS / "small.json").fit(
        "bottleneck.loss.probability", "flows.a.goodput_bps", x_scale="inverse_root", y_scale="of_rtt"
    )
    columns = ["--x", "bottleneck.loss.probability:inverse_root", "--y", "flows.a.goodput_bps:of_rtt", "--json"]
    fit = [os.environ["SAWTOOTH"], "fit", str(TESTS / "small.json"), str(TESTS / "small.csv"), *columns]
    command = json.loads(subprocess.run(fit, capture_output=True, check=True).stdout)
    assert (line.n, line.slope, line.intercept, line.r) == tuple(command[name] for name in ("n", "slope", "intercept", "r"))
    assert line.interval == (command["low"], command["high"])


def test_what_there_is_not_is_refused() -> None:
    results = sl.sweep(TESTS / "small.json")
    with pytest.raises(sl.SelectionError, match="`x_scale` is 'root'. Allowed: as_is, logarithm, inverse"):
        results.fit("seed", "flows.a.goodput_bps", x_scale="root")
    with pytest.raises(sl.SelectionError, match="Did you mean `flows.a.goodput_bps`?"):
        results.fit("flows.a.goodput", "seed")
    with pytest.raises(sl.SelectionError, match="at least three points"):
        results.fit("digest", "seed")
