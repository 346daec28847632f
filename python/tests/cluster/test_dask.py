"""A sweep on a Dask cluster of four worker processes, one of which is killed: `npm test -- python`, not part of the unit tests."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import sawtooth_lab as sl

distributed = pytest.importorskip("distributed")

RUNS, WORKERS = 10_000, 4


@pytest.fixture
def plan() -> dict[str, Any]:
    """10,000 runs of some milliseconds."""
    return {
        "schema": 1,
        "scenario": {
            "schema": 1,
            "duration_s": 2,
            "bottleneck": {"rate_bps": 1e6, "queue": {"limit_packets": 20}},
            "flows": [{"name": "a"}],
        },
        "axes": [
            {"path": "bottleneck.loss.probability", "from": 0, "to": 0.1, "steps": 50},
            {"path": "flows.a.algorithm.kind", "values": ["newreno", "cubic"]},
        ],
        "seeds": {"from": 1, "to": 100},
        "measures": ["flows.a.goodput_bps", "flows.a.timeouts"],
    }


@pytest.fixture
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(
            n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.mark.skipif(sys.platform == "win32", reason="a worker is killed by a signal")
def test_a_killed_worker_changes_no_byte(plan: dict[str, Any], client: Any, tmp_path: Path) -> None:
    workers: dict[str, int] = client.run(os.getpid)
    assert len(workers) == WORKERS
    killed: list[int] = []

    def kill(done: int, runs: int) -> None:
        assert runs == RUNS
        if done >= RUNS // 2 and not killed:
            # One with tasks of its own.
            busy = next(worker for worker, tasks in client.processing().items() if tasks)
            killed.append(workers[busy])
            os.kill(workers[busy], signal.SIGKILL)

    results = sl.sweep(plan, executor=client.get_executor(), store=tmp_path / "dask", progress=kill)
    assert killed and results.runs == RUNS and results.failed == 0
    assert killed[0] not in client.run(os.getpid).values()
    with ThreadPoolExecutor(1) as one:
        alone = sl.sweep(plan, executor=one, store=tmp_path / "alone")
    assert results.path is not None and alone.path is not None
    assert Path(results.path).read_bytes() == Path(alone.path).read_bytes()
