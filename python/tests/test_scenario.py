"""Scenarios: reading, setting by path, files, presets, registries; addresses."""

from __future__ import annotations

import base64
import copy
import json
import os
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


def test_a_file_is_not_replaced_unless_it_is_forced(document: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    file.write_text("precious")
    for where in (file, tmp_path / "link"):
        if where != file:
            where.symlink_to(tmp_path / "nowhere")
        with pytest.raises(sl.ExistsError, match=f"{where.name} is there already. Allowed: another name, or `force=True`"):
            sl.Scenario(document).write(where)
    assert file.read_text() == "precious" and not (tmp_path / "nowhere").exists()
    with pytest.raises(FileExistsError):
        sl.Scenario(document).write(file)
    sl.Scenario(document).write(file, force=True)
    assert sl.Scenario.read(file) == sl.Scenario(document)


@pytest.fixture
def traced(document: dict[str, Any], tmp_path: Path) -> Path:
    """A scenario's file that names a trace beside it."""
    document["bottleneck"]["rate_trace_file"] = {"name": "lte.down"}
    (tmp_path / "lte.down").write_text("1\n2\n2\n5\n")
    (tmp_path / "s.json").write_text(json.dumps(document))
    return tmp_path / "s.json"


def test_a_trace_is_read_beside_its_document(traced: Path, document: dict[str, Any], tmp_path: Path) -> None:
    scenario = sl.Scenario.read(traced)
    named: Any = scenario.document["bottleneck"]
    assert named["rate_trace_file"]["entries"] == 4 and len(named["rate_trace_file"]["digest"]) == 16
    del document["bottleneck"]["rate_trace_file"]
    document["bottleneck"]["rate_trace_ms"] = [1, 2, 2, 5]
    digest = sl.run(document).digest
    (tmp_path / "lte.down").unlink()
    # It stays with the scenario, however that is copied or changed.
    for copied in (scenario, pickle.loads(pickle.dumps(scenario)), copy.deepcopy(scenario), scenario.set(seed=1)):
        assert sl.run(copied).digest == digest
    assert sl.run(scenario.set(seed=5)).digest != digest
    # It is written beside the document, and replaces no other file.
    other = tmp_path / "other"
    other.mkdir()
    (other / "lte.down").write_text("another")
    with pytest.raises(sl.ExistsError, match="lte.down is there already"):
        scenario.write(other / "s.json")
    assert not (other / "s.json").exists() and (other / "lte.down").read_text() == "another"
    scenario.write(other / "s.json", force=True)
    scenario.write(other / "again.json")
    assert sl.Scenario.read(other / "again.json") == scenario
    with pytest.raises(sl.ExistsError, match="is the trace"):
        scenario.write(other / "lte.down", force=True)


def test_no_file_that_is_read_is_written(traced: Path, document: dict[str, Any], tmp_path: Path) -> None:
    scenario = sl.Scenario.read(traced)
    ((name, text),) = scenario._files
    (tmp_path / "link.json").symlink_to(name)
    os.link(tmp_path / name, tmp_path / "hard.json")
    for alias in (name, "link.json", "hard.json"):
        with pytest.raises(sl.ExistsError, match="is the trace that the scenario names"):
            scenario.write(tmp_path / alias, force=True)
    plan = {"schema": 1, "scenario": scenario.document, "seeds": {"from": 1, "to": 1}, "measures": ["bottleneck.utilisation"]}
    for read in ("sweep.json", name):
        store = tmp_path / f"store of {read}"
        store.mkdir()
        (tmp_path / "sweep.json").write_text(json.dumps(plan))
        os.link(tmp_path / read, store / "results.parquet")
        with pytest.raises(sl.StoreError, match="is read for this sweep"):
            sl.sweep(tmp_path / "sweep.json", store=store, force=True)
    assert (tmp_path / name).read_bytes() == text


def test_no_more_of_a_file_is_read_than_a_document_may_have(tmp_path: Path) -> None:
    for read in (sl.Scenario.read, sl.sweep):
        huge = tmp_path / "huge.json"
        with huge.open("wb") as file:
            file.truncate(1 << 40)
        with pytest.raises(sl.ScenarioError, match="too large"):
            read(huge)


def test_a_trace_that_is_not_there_is_an_error_in_words(traced: Path, document: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(sl.ScenarioError, match=r"`Scenario.read\(path\)` and `sweep\(path\)` read it beside the document; a mapping"):
        sl.Scenario(document)
    (tmp_path / "lte.down").write_text("1\nx\n")
    with pytest.raises(sl.ScenarioError, match=r"bottleneck.rate_trace_file: .*lte.down: `line 2`") as caught:
        sl.Scenario.read(traced)
    assert caught.value.problems[0].place == "bottleneck.rate_trace_file"
    (tmp_path / "lte.down").unlink()
    with pytest.raises(sl.ScenarioError, match="lte.down does not exist. Put the file beside the document."):
        sl.Scenario.read(traced)
    (tmp_path / "lte.down").symlink_to("/etc/passwd")
    with pytest.raises(sl.ScenarioError, match="is a link to another folder") as caught:
        sl.Scenario.read(traced)
    assert "root:" not in str(caught.value)


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
    with pytest.raises(sl.ScenarioError, match=r"`bottleneck.loss.probability` is nan. Allowed: a finite number."):
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
