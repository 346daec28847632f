"""A run: its digest, summary and trace; what is refused. The trace's libraries are tested where they are installed."""

from __future__ import annotations

import csv
import gc
import json
import math
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import sawtooth_lab as sl


def test_digest_and_summary_are_those_of_the_command(command: Callable[..., str], tmp_path: Path) -> None:
    scenario = sl.Scenario.preset("codel_and_call")
    scenario.write(tmp_path / "scenario.json")
    expected = json.loads(command("run", str(tmp_path / "scenario.json"), "--summary", "json"))
    found = dict(sl.run(scenario).summary.json)
    del expected["build"], found["build"]
    assert found == expected


def test_the_interval_of_a_median_is_that_of_the_command(
    command: Callable[..., str], document: dict[str, Any], tmp_path: Path
) -> None:
    scenario = sl.Scenario(document)
    values = [sl.run(scenario.set(seed=seed)).summary.json["bottleneck"]["utilisation"] for seed in range(1, 10)]
    scenario.write(tmp_path / "scenario.json")
    table = command("run", str(tmp_path / "scenario.json"), "--seeds", "1-9")
    line = next(line for line in table.splitlines() if line.startswith("bottleneck.utilisation "))
    low, high = sl.median_interval(values)
    assert f" {low:.5f} to {high:.5f} " in line


def test_what_is_missing_has_no_part_in_an_interval_and_too_few_values_have_none() -> None:
    # Of nine values the second and the eighth.
    assert sl.median_interval([None, *range(1, 10), float("nan")]) == (2.0, 8.0)
    assert sl.median_interval(range(6)) == (0.0, 5.0)
    assert all(math.isnan(end) for end in sl.median_interval([3.0] * 5 + [None]))


def test_the_summary_has_a_field_for_everything(document: dict[str, Any]) -> None:
    document["cross_traffic"] = [{"kind": "flash_crowd", "transfer_packets": 5, "arrivals_per_s": 2}, {"kind": "voip"}]
    document["reverse_bottleneck"] = {"rate_bps": 1e6, "queue": {"limit_packets": 20}}
    summary = sl.run(document).summary

    def compare(part: Any, entry: dict[str, Any]) -> None:
        for name, value in entry.items():
            own = getattr(part, name)
            if isinstance(value, dict):
                compare(own, value)
            else:
                assert own == value, name

    for kind in ("flows", "cross_traffic"):
        for entry in summary.json[kind]:
            compare(getattr(summary, kind)[entry["name"]], entry)
    for kind in ("bottleneck", "reverse_bottleneck"):
        compare(getattr(summary, kind), summary.json[kind])
    assert list(summary.flows) == ["a", "b"] and summary.flows[1].algorithm == "cubic"
    assert summary.jain_index == summary.json["jain_index"]


def test_the_trace_is_that_of_the_command(
    document: dict[str, Any], command: Callable[..., str], tmp_path: Path
) -> None:
    pa = pytest.importorskip("pyarrow")
    (tmp_path / "scenario.json").write_text(json.dumps(document))
    out = tmp_path / "trace.csv"
    command("run", str(tmp_path / "scenario.json"), "--trace", str(out))
    table = pa.table(sl.run(document, trace=True).trace)
    # A file ends with the number of its rows, which is no value of a signal.
    *rows, end = list(csv.reader(out.open()))[1:]
    assert end[2] == "end" and table.num_rows == len(rows) == int(end[3])
    columns = [table[name].to_pylist() for name in table.column_names]
    for row, (at, source, name, value, state) in zip(rows, zip(*columns, strict=True), strict=True):
        assert (float(row[0]), row[1], row[2]) == (at, source, name)
        assert row[3] == state if state is not None else float(row[3]) == value


def test_a_selection_has_only_what_is_chosen(document: dict[str, Any]) -> None:
    pa = pytest.importorskip("pyarrow")
    run = sl.run(document, signals=["cwnd_packets"], sources=["b"], start=3, stop=7)
    table = pa.table(run.trace)
    assert set(table["source"].to_pylist()) == {"b"} and set(table["signal"].to_pylist()) == {"cwnd_packets"}
    at = table["time_s"].to_pylist()
    assert min(at) >= 3 and max(at) < 7
    assert run.summary.span_s == (3, 7) and run.digest == sl.run(document).digest
    every = pa.table(sl.run(document, signals=["cwnd_packets"], sources=["a"], every=0.5).trace)
    assert every["time_s"].to_pylist() == [0.5 * n for n in range(20)]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_other_libraries_take_the_columns(document: dict[str, Any], library: str) -> None:
    module = pytest.importorskip(library)
    trace = sl.run(document, trace=True).trace
    assert trace is not None
    frame = module.DataFrame(trace) if library == "polars" else module.DataFrame.from_arrow(trace)
    assert list(frame.columns) == trace.column_names and len(frame) == len(trace)


def test_columns_outlive_their_run_and_are_not_copied(document: dict[str, Any]) -> None:
    pa = pytest.importorskip("pyarrow")
    run = sl.run(document, trace=True)
    before = pa.total_allocated_bytes()
    one, other = pa.table(run.trace), pa.table(run.trace)
    assert one["value"].chunk(0).buffers()[1].address == other["value"].chunk(0).buffers()[1].address
    assert pa.total_allocated_bytes() == before
    rows = one.num_rows
    del run, other
    gc.collect()
    assert 9 < one["time_s"].to_pylist()[-1] <= 10 and one.num_rows == rows


def test_a_damaged_pickle_of_a_trace_ends_no_process(document: dict[str, Any]) -> None:
    trace = sl.run(document, signals=["window_cut"]).trace
    assert trace is not None
    reduced: Any = trace.__reduce__()
    make, (data,) = reduced
    rejected = 0
    for place in range(min(len(data), 1500)):
        damaged = data[:place] + bytes([data[place] ^ 0x80]) + data[place + 1 :]
        try:
            make(damaged)
        except ValueError:
            rejected += 1
    assert rejected > 100


def test_a_run_goes_through_a_pickle(document: dict[str, Any]) -> None:
    pa = pytest.importorskip("pyarrow")
    for run in (sl.run(document), sl.run(document, trace=True), sl.run(document, signals=["rtt_ms"], stop=3)):
        copied = pickle.loads(pickle.dumps(run))
        assert copied.scenario == run.scenario and copied.summary.json == run.summary.json
        assert copied.keeps(["rtt_ms"]) == run.keeps(["rtt_ms"])
        if run.trace is None:
            assert copied.trace is None
        else:
            one, other = pa.table(run.trace), pa.table(copied.trace)
            assert one.equals(other) and one.schema.equals(other.schema, check_metadata=True) and one.num_rows > 100


def test_a_process_pool_returns_runs_with_their_traces(document: dict[str, Any]) -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        run = pool.submit(partial(sl.run, document, signals=["cwnd_packets"])).result()
    own = sl.run(document, signals=["cwnd_packets"])
    assert run.trace is not None and own.trace is not None
    assert run.digest == own.digest and len(run.trace) == len(own.trace)


def test_errors_have_every_place(document: dict[str, Any]) -> None:
    document["flows"][0]["algorithm"] = {"kind": "cubics"}
    document["bottleneck"]["rate_bps"] = -1
    with pytest.raises(sl.ScenarioError) as caught:
        sl.run(document)
    problems = {problem.place: problem for problem in caught.value.problems}
    assert set(problems) == {"flows[0].algorithm.kind", "bottleneck.rate_bps"}
    assert problems["flows[0].algorithm.kind"].nearest == "cubic"
    assert problems["bottleneck.rate_bps"].found == "-1" and "bottleneck.rate_bps" in str(caught.value)
    assert isinstance(caught.value, ValueError)
    copied = pickle.loads(pickle.dumps(caught.value))
    assert copied.problems == caught.value.problems


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"signals": ["cwnd"]}, "signals"),
        ({"sources": ["c"]}, "sources"),
        ({"start": -1}, "start"),
        ({"start": 10}, "start"),
        ({"start": 5, "stop": 5}, "stop"),
        ({"stop": float("nan")}, "stop"),
        ({"every": 0}, "every"),
    ],
)
def test_a_selection_of_what_is_not_there_is_refused(
    document: dict[str, Any], arguments: dict[str, Any], name: str
) -> None:
    with pytest.raises(sl.SelectionError, match="Allowed") as caught:
        sl.run(document, **arguments)
    assert caught.value.name == name
    assert caught.value.nearest == ("cwnd_packets" if name == "signals" else "")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_string_is_no_list_of_names(document: dict[str, Any]) -> None:
    with pytest.raises(sl.WrongTypeError, match="`signals` is a string"):
        sl.run(document, signals="cwnd_packets")


def test_a_trace_that_is_too_large_is_refused_with_its_size(document: dict[str, Any]) -> None:
    trace = sl.run(document, trace=True).trace
    assert trace is not None
    with pytest.raises(sl.TooLargeError) as caught:
        sl.run(document, trace=True, max_bytes=trace.nbytes // 2)
    assert 0.3 < caught.value.estimate / trace.nbytes < 1.1
    # To the byte: rounded, an estimate just above the limit would read like the limit.
    assert f"Allowed: {trace.nbytes // 2:,} (`max_bytes`)" in str(caught.value)
    # A long run is refused after its first events.
    long = {**document, "duration_s": 100_000}
    begun = time.monotonic()
    with pytest.raises(MemoryError):
        sl.run(long, trace=True)
    assert time.monotonic() - begun < 60


def test_other_threads_go_on_while_the_engine_computes(document: dict[str, Any]) -> None:
    document["duration_s"] = 2000
    done = threading.Event()
    turns = 0

    def compute() -> None:
        sl.run(document)
        done.set()

    thread = threading.Thread(target=compute)
    thread.start()
    while not done.wait(0.001):
        turns += 1
    thread.join()
    assert turns > 10


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a process")
def test_an_interrupt_ends_a_run() -> None:
    program = (
        "import sawtooth_lab as sl\n"
        "print('begun', flush=True)\n"
        "sl.run({'schema': 1, 'duration_s': 1e6, 'bottleneck': {'rate_bps': 1e8, 'queue': {'limit_packets': 100}}, 'flows': [{}]})"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    process.send_signal(signal.SIGINT)
    try:
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode != 0 and "KeyboardInterrupt" in said
