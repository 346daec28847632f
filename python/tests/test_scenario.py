"""Scenarios: reading, setting by path, files, presets, registries; addresses."""

from __future__ import annotations

import base64
import copy
import pickle
import zlib
from pathlib import Path
from typing import Any

import pytest

import sawtooth_lab as sl


def test_a_scenario_keeps_what_it_was_given(document: dict[str, Any], tmp_path: Path) -> None:
    scenario = sl.Scenario(document)
    assert scenario.document == document
    scenario.document["duration_s"] = 3  # a copy
    assert scenario.document == document and sl.Scenario(**document) == scenario
    scenario.write(tmp_path / "s.json")
    assert sl.Scenario.read(tmp_path / "s.json") == scenario
    assert pickle.loads(pickle.dumps(scenario)) == scenario and copy.deepcopy(scenario) == scenario
    assert len({scenario, sl.Scenario(document)}) == 1


def test_fields_are_set_by_path(document: dict[str, Any]) -> None:
    scenario = sl.Scenario(document)
    changed = scenario.set({"bottleneck.loss.probability": 0.01, "flows.b.algorithm.kind": "htcp"}, seed=7)
    assert changed.document["bottleneck"]["loss"] == {"probability": 0.01}
    assert changed.document["seed"] == 7
    assert changed.document["flows"][1]["algorithm"] == {"kind": "htcp"}
    assert scenario.document == document
    with pytest.raises(sl.ScenarioError, match="flows.c"):
        scenario.set({"flows.c.base_rtt_ms": 10})
    with pytest.raises(sl.ScenarioError, match="probability"):
        scenario.set({"bottleneck.loss.probability": 2})
    with pytest.raises(ValueError, match="JSON"):
        scenario.set({"bottleneck.loss.probability": float("nan")})


def test_registries_list_what_there_is() -> None:
    kinds = {algorithm["kind"] for algorithm in sl.algorithms()}
    assert {"cdg", "cubic", "bbr3", "prague"} <= kinds
    assert "cdg_beside_newreno" in sl.presets()
    assert any(experiment["id"] == "cdg_fig4" for experiment in sl.experiments())
    assert sl.schema()["type"] == "object"
    for id in sl.presets():
        assert sl.Scenario.preset(id).document["schema"] == 1
    assert sl.schema("sweep")["properties"]["measures"]
    with pytest.raises(sl.SelectionError, match="Allowed: scenario, sweep"):
        sl.schema("trace")
    with pytest.raises(sl.SelectionError, match=r"`preset` is 'cdg_fig44'.*Did you mean `cdg_fig4`\?$"):
        sl.Scenario.preset("cdg_fig44")
    with pytest.raises(TypeError, match="'cdg_fig4'. Allowed: a mapping"):
        sl.run("cdg_fig4")  # type: ignore[arg-type]


def test_a_path_has_names_and_no_indices(document: dict[str, Any]) -> None:
    with pytest.raises(sl.ScenarioError, match=r"no `flows\[0\]`. Allowed in its place: flows.a"):
        sl.Scenario(document).set({"flows[0].base_rtt_ms": 20})


def test_a_link_opens_the_same_scenario(document: dict[str, Any]) -> None:
    scenario = sl.Scenario(document)
    for base in (None, "https://lab.example/", "https://lab.example/index.html#old"):
        address = sl.link(scenario, base)
        assert address.startswith("s=1" if base is None else base.split("#")[0] + "#s=1")
        assert sl.from_link(address) == scenario
    assert sl.from_link(sl.link(sl.run(document))) == scenario
    plain = base64.urlsafe_b64encode(
        b'{"schema":1,"duration_s":9,"bottleneck":{"rate_bps":1e7,"queue":{"limit_packets":9}},"flows":[{}]}'
    )
    assert sl.from_link(f"https://lab.example/#autoplay=0&s=0{plain.decode().rstrip('=')}").document["duration_s"] == 9
    assert sl.from_link("https://lab.example/#preset=cdg_fig4&t=3") == sl.Scenario.preset("cdg_fig4")


def bomb() -> str:
    """Ten megabytes of blanks, packed."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.urlsafe_b64encode(squeeze.compress(b" " * 10_000_000) + squeeze.flush()).rstrip(b"=").decode()


@pytest.mark.parametrize(
    "address",
    [
        "",
        "https://lab.example/",
        "#t=3",
        "#s=",
        "#s=9abc",
        "#s=1abc",
        "#s=1!!",
        "#s=0_w",
        f"#s=1{bomb()}",
        "#s=0e30",
        "#s=0NDI",
        "#s=0W1tb",
        "#preset=nobody",
    ],
)
def test_a_broken_link_is_refused(address: str) -> None:
    with pytest.raises(sl.SawtoothError) as caught:
        sl.from_link(address)
    assert isinstance(caught.value, ValueError)
