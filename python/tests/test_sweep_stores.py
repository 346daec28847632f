"""Sweeps whose finished runs are objects at an address of fsspec."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import sawtooth_lab as sl
from sawtooth_lab import _stores

RUNS = 24


@pytest.fixture
def plan(document: dict[str, Any]) -> dict[str, Any]:
    """24 short runs."""
    return {
        "schema": 1,
        "scenario": {**document, "duration_s": 3},
        "axes": [{"path": "bottleneck.loss.probability", "from": 0, "to": 0.1, "steps": 6}],
        "seeds": {"from": 1, "to": 4},
        "measures": ["flows.a.goodput_bps", "flows.b.goodput_bps"],
    }


@pytest.fixture
def memory() -> Iterator[Any]:
    """fsspec's files in memory, empty."""
    fsspec = pytest.importorskip("fsspec")
    files = fsspec.filesystem("memory")
    files.store.clear()
    yield files
    files.store.clear()


def expected(plan: dict[str, Any], folder: Path) -> bytes:
    path = sl.sweep(plan, store=folder).path
    assert path is not None
    return Path(path).read_bytes()


def interrupt(done: int, _: int) -> None:
    if done >= 7:
        raise KeyboardInterrupt


def test_objects_keep_finished_runs_and_the_table(
    plan: dict[str, Any], memory: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each task's rows become an object at once.
    monkeypatch.setattr(_stores, "WAIT_S", 0.0)
    with pytest.raises(KeyboardInterrupt):
        sl.sweep(plan, store="memory://bucket/sweep", progress=interrupt)
    objects = memory.ls("/bucket/sweep/finished", detail=False)
    assert len(objects) >= 2
    begun: list[int] = []
    results = sl.sweep(plan, store="memory://bucket/sweep/", progress=lambda done, _: begun.append(done))
    assert 7 <= begun[0] <= RUNS and results.path == "memory://bucket/sweep/results.parquet"
    assert memory.cat("/bucket/sweep/results.parquet") == expected(plan, tmp_path / "folder")
    rows = [memory.cat(name).count(b"\n") - 1 for name in memory.ls("/bucket/sweep/finished", detail=False)]
    assert sum(rows) == RUNS
    # The same call again runs nothing, and its table can be read without the address.
    again = sl.sweep(plan, store="memory://bucket/sweep", progress=lambda done, _: begun.append(done))
    memory.store.clear()
    assert begun[-1] == RUNS and len(again) == RUNS and again.digest == results.digest


def test_what_waits_is_written_in_the_end(plan: dict[str, Any], memory: Any) -> None:
    for progress in (interrupt, None):
        memory.store.clear()
        try:
            sl.sweep(plan, store="memory://one", progress=progress)
        except KeyboardInterrupt:
            pass
        assert len(memory.ls("/one/finished", detail=False)) == 1


def test_rows_do_not_wait_for_a_long_run(plan: dict[str, Any], memory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_stores, "WAIT_S", 0.1)
    found: list[str] = []

    class Slow(ThreadPoolExecutor):
        """Tasks behind the first one end when its rows are an object."""

        tasks = 0

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.tasks += 1
            return super().submit(fn, *args) if self.tasks == 1 else super().submit(self.slow, fn, *args)

        def slow(self, fn: Callable[..., Any], *args: Any) -> Any:
            end = time.monotonic() + 20
            while not found and time.monotonic() < end:
                if memory.exists("/long/finished"):
                    found.extend(memory.ls("/long/finished", detail=False))
                time.sleep(0.01)
            assert found
            return fn(*args)

    with Slow(2) as executor:
        sl.sweep(plan, executor=executor, store="memory://long")


def test_two_writers_of_one_sweep_agree(plan: dict[str, Any], memory: Any, tmp_path: Path) -> None:
    def other(done: int, _: int) -> None:
        if done == 0:
            sl.sweep(plan, store="memory://shared")

    sl.sweep(plan, store="memory://shared", progress=other)
    assert len(memory.ls("/shared/finished", detail=False)) == 2
    sl.sweep(plan, store="memory://shared")
    assert memory.cat("/shared/results.parquet") == expected(plan, tmp_path)


def test_a_damaged_object_is_an_error_with_its_place(plan: dict[str, Any], memory: Any, tmp_path: Path) -> None:
    sl.sweep(plan, store="memory://damaged")
    name = memory.ls("/damaged/finished", detail=False)[0]
    whole = memory.cat(name)
    lines = whole.splitlines(keepends=True)

    def refused(text: bytes, reason: str, plan: dict[str, Any] = plan) -> None:
        memory.pipe_file(name, text)
        with pytest.raises(sl.StoreError, match=reason) as caught:
            sl.sweep(plan, store="memory://damaged")
        assert f"memory://damaged/finished/{name.rsplit('/', 1)[-1]}, line" in str(caught.value)
        assert memory.cat(name) == text

    flipped = bytearray(whole)
    flipped[len(lines[0]) + len(lines[1]) + 30] ^= 1
    refused(bytes(flipped), "line 3: found .* Allowed: a row with its checksum")
    refused(b"something else\n", "line 1: found .* Allowed: the head of a sweep's finished runs")
    refused(whole, "line 1: found sweep_sha256", {**plan, "title": "another"})
    # An object whose writing was cut off: what is whole counts.
    memory.pipe_file(name, whole[:-5])
    begun: list[int] = []
    sl.sweep(plan, store="memory://damaged", progress=lambda done, _: begun.append(done))
    assert begun[0] == RUNS - 1
    assert memory.cat("/damaged/results.parquet") == expected(plan, tmp_path)


def test_a_files_address_is_a_folder(plan: dict[str, Any], tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    results = sl.sweep(plan, store=folder.as_uri())
    assert results.path == str(folder / "results.parquet") and (folder / "finished.jsonl").exists()


def test_an_address_of_another_host_is_refused(plan: dict[str, Any], tmp_path: Path) -> None:
    for address in (f"file://host{tmp_path}/x", f"local://host{tmp_path}/x", "file://~/x"):
        with pytest.raises(sl.StoreError, match="is on the host '(host|~)'. Allowed: a folder of this machine"):
            sl.sweep(plan, store=address)
    assert not list(tmp_path.iterdir())
    sl.sweep(plan, store=f"file://localhost{tmp_path}/x")
    assert (tmp_path / "x" / "results.parquet").exists()


def test_a_home_is_expanded(plan: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert sl.sweep(plan, store="~/x").path == str(tmp_path / "x" / "results.parquet")
    assert not (tmp_path / "~").exists()
    with pytest.raises(sl.StoreError, match="who is not known here"):
        sl.sweep(plan, store="~nobody-of-this-name/x")


def test_a_table_of_something_else_is_not_replaced(plan: dict[str, Any], memory: Any) -> None:
    memory.pipe_file("/foreign/results.parquet", b"precious")
    with pytest.raises(sl.StoreError, match="memory://foreign/results.parquet: found a table that is not of this sweep"):
        sl.sweep(plan, store="memory://foreign")
    assert memory.cat("/foreign/results.parquet") == b"precious" and not memory.exists("/foreign/finished")
    sl.sweep(plan, store="memory://foreign", force=True)
    sl.sweep(plan, store="memory://foreign")
    assert memory.cat("/foreign/results.parquet") != b"precious"


def test_an_address_needs_fsspec(plan: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(ImportError, match=r"the store 's3://bucket/x' is an address, which needs the package fsspec"):
        sl.sweep(plan, store="s3://bucket/x")
