"""Sweeps: the same bytes as the command's, whoever computes the runs, however they are interrupted, wherever they are kept."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from queue import LifoQueue
from threading import Thread
from typing import Any

import pytest

import sawtooth_lab as sl
from sawtooth_lab import sweeps

MALFORMED = json.loads(
    (Path(__file__).parents[2] / "wasm-core" / "sweep" / "tests" / "malformed.json").read_text(encoding="utf-8")
)

RUNS, FAILED = 24, 4

#: The plan of most tests has runs that fail; one test expects the warning.
pytestmark = pytest.mark.filterwarnings("ignore:.* runs failed:RuntimeWarning")


@pytest.fixture
def plan() -> dict[str, Any]:
    """24 short runs in twelve cells; in two of them the thresholds are in the wrong order, so that their runs fail."""
    return {
        "schema": 1,
        "title": "Schwellen",
        "scenario": {
            "schema": 1,
            "duration_s": 2,
            "bottleneck": {
                "rate_bps": 2e6,
                "loss": {"probability": 0.01},
                "queue": {
                    "discipline": "red",
                    "limit_packets": 40,
                    "min_threshold_packets": 4,
                    "max_threshold_packets": 30,
                },
            },
            "flows": [{"name": "a", "start_s": 0.1}],
        },
        "axes": [
            {"path": "bottleneck.queue.min_threshold_packets", "values": [2, 8, 14]},
            {"path": "bottleneck.queue.max_threshold_packets", "values": [25, 10]},
            {"path": "flows.a.algorithm.kind", "values": ["newreno", "cubic"]},
        ],
        "seeds": {"from": 3, "to": 4},
        "measures": ["flows.a.goodput_bps", {"signal": "queue_packets", "source": "bottleneck"}],
    }


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    """Two processes, which import the package themselves."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        yield pool


def table(results: sl.Results) -> bytes:
    assert results.path is not None
    return Path(results.path).read_bytes()


@pytest.fixture
def expected(plan: dict[str, Any], tmp_path: Path) -> bytes:
    """The bytes of the table of an uninterrupted sweep by one thread."""
    with ThreadPoolExecutor(1) as one:
        return table(sl.sweep(plan, executor=one, store=tmp_path / "expected"))


class Heard(list[tuple[int, int]]):
    """A progress that notes what it is called with."""

    def __call__(self, done: int, runs: int) -> None:
        self.append((done, runs))


class After:
    """A progress that raises when this many runs are finished."""

    def __init__(self, runs: int) -> None:
        self.runs = runs

    def __call__(self, done: int, _: int) -> None:
        if done >= self.runs:
            raise KeyboardInterrupt


def test_the_bytes_are_those_of_the_command_and_each_goes_on_with_the_others_folder(
    plan: dict[str, Any], command: Callable[..., str], tmp_path: Path, expected: bytes
) -> None:
    document = tmp_path / "sweep.json"
    document.write_text(json.dumps(plan, indent=1))
    theirs = tmp_path / "theirs"
    command("sweep", str(document), "--out", str(theirs), code=3)
    if not (theirs / "results.parquet").exists():
        # `npm test` builds it with Parquet; a plain build has none, so that it stays small.
        pytest.skip("the command was built without Parquet")
    assert (theirs / "results.parquet").read_bytes() == expected

    def halve(folder: Path) -> None:
        lines = (folder / "finished.jsonl").read_bytes().splitlines(keepends=True)
        (folder / "finished.jsonl").write_bytes(b"".join(lines[: len(lines) // 2]))

    halve(theirs)
    results = sl.sweep(document, store=theirs)
    assert table(results) == expected and results.failed == FAILED
    halve(theirs)
    command("sweep", str(document), "--out", str(theirs), code=3)
    assert (theirs / "results.parquet").read_bytes() == expected


def test_wheel_and_command_are_built_with_the_same_crates() -> None:
    root = Path(__file__).parents[2]

    def versions(lock: Path) -> list[tuple[str, str]]:
        found = re.findall(r'name = "(.+)"\nversion = "(.+)"', lock.read_text())
        # Those that decide numbers and bytes.
        return [(name, version) for name, version in found if re.match("arrow|parquet|snap|libm|sha2", name)]

    ours = versions(root / "python" / "Cargo.lock")
    assert len(ours) > 8 and ours == versions(root / "Cargo.lock")


def test_results_are_a_table_for_other_libraries(plan: dict[str, Any]) -> None:
    results = sl.sweep(plan)
    assert (results.path, results.runs, results.failed, len(results)) == (None, RUNS, FAILED, RUNS)
    assert "24 runs, 4 failed" in repr(results) and results.digest[:16] in repr(results)
    assert results.column_names[:2] == ["cell", "seed"] and results.column_names[-2:] == ["digest", "error"]
    pa = pytest.importorskip("pyarrow")
    one, other = pa.table(results), pa.table(results)
    assert one.equals(other) and one.num_rows == RUNS and one.column_names == results.column_names
    assert pa.schema(results).field("flows.a.goodput_bps").metadata == {b"unit": b"bit/s"}
    errors = one["error"].to_pylist()
    assert sum(error is not None for error in errors) == FAILED
    # A row is that of a single run.
    row = one.slice(5, 1).to_pylist()[0]
    scenario = sl.Scenario(plan["scenario"]).set(
        {name: row[name] for name in results.column_names[2:5]}, seed=row["seed"]
    )
    run = sl.run(scenario)
    assert run.digest == row["digest"] and run.summary.flows["a"].goodput_bps == row["flows.a.goodput_bps"]


def test_a_document_may_contain_scenarios_and_numbers_of_numpy(
    plan: dict[str, Any], expected: bytes, tmp_path: Path
) -> None:
    plan["scenario"] = sl.Scenario(plan["scenario"])
    assert table(sl.sweep(plan, store=tmp_path / "scenario")) == expected
    numpy = pytest.importorskip("numpy")
    plan["axes"][0]["values"] = numpy.arange(2, 20, 6)
    plan["seeds"]["to"] = numpy.int64(4)
    assert table(sl.sweep(plan, store=tmp_path / "numpy")) == expected
    with pytest.raises(sl.WrongTypeError, match="`title` is <object.*cannot contain object"):
        sl.sweep({**plan, "title": object()})


class OnlySubmit(Executor):
    """The least that an executor is. It computes the last task first, and counts those in flight."""

    def __init__(self) -> None:
        self.tasks: LifoQueue[Callable[[], None]] = LifoQueue()
        self.now = self.most = 0
        Thread(target=self.work, daemon=True).start()

    def work(self) -> None:
        while True:
            self.tasks.get()()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def task() -> None:
            running = future.set_running_or_notify_cancel()
            result = fn(*args, **kwargs) if running else None
            self.now -= 1
            if running:
                future.set_result(result)

        self.now += 1
        self.most = max(self.most, self.now)
        self.tasks.put(task)
        return future


def test_any_executor_computes_it(plan: dict[str, Any], pool: Executor, expected: bytes, tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as threads:
        for name, executor in {"threads": threads, "processes": pool, "least": OnlySubmit()}.items():
            assert table(sl.sweep(plan, executor=executor, store=tmp_path / name)) == expected, name
        # It stays open for more.
        assert threads.submit(int).result() == 0


@pytest.mark.skipif("fork" not in get_all_start_methods(), reason="processes that are forked")
def test_forked_workers_do_not_keep_the_lock(plan: dict[str, Any], expected: bytes, tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, get_context("fork")) as forked:
        for _ in range(2):
            assert table(sl.sweep(plan, executor=forked, store=tmp_path / "forked")) == expected


def test_no_more_tasks_are_in_flight_than_allowed(plan: dict[str, Any]) -> None:
    executor = OnlySubmit()
    sl.sweep(plan, executor=executor, in_flight=3)
    assert executor.most == 3
    with pytest.raises(sl.SelectionError, match="`in_flight` is 0. Allowed: 1 or more."):
        sl.sweep(plan, in_flight=0)
    with pytest.raises(sl.WrongTypeError, match="`executor` is 2, which has no `submit`"):
        sl.sweep(plan, executor=2)  # type: ignore[arg-type]


def test_failed_runs_are_warned_of(plan: dict[str, Any]) -> None:
    with pytest.warns(RuntimeWarning, match=f"{FAILED} of {RUNS} runs failed"):
        sl.sweep(plan)


def test_a_store_that_is_a_file_is_refused(plan: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text("{}")
    with pytest.raises(sl.StoreError, match=r"results.json' is a file\. Allowed: a folder"):
        sl.sweep(plan, store=file)
    assert file.read_text() == "{}"


def test_a_table_of_something_else_is_not_replaced(plan: dict[str, Any], expected: bytes, tmp_path: Path) -> None:
    store = tmp_path / "foreign"
    store.mkdir()
    (store / "results.parquet").write_text("precious")
    with pytest.raises(sl.StoreError, match="results.parquet: found a table that is not of this sweep"):
        sl.sweep(plan, store=store)
    assert [path.name for path in store.iterdir()] == ["results.parquet"]
    assert (store / "results.parquet").read_text() == "precious"
    assert table(sl.sweep(plan, store=store, force=True)) == expected
    # Its own table is replaced.
    assert table(sl.sweep(plan, store=store)) == expected


def test_drafts_of_killed_runs_are_removed(plan: dict[str, Any], expected: bytes, tmp_path: Path) -> None:
    store = tmp_path / "expected"
    for name in (".results.parquet.0a1b2c3d.part", ".other.parquet.0a1b2c3d.part"):
        (store / name).write_text("draft")
    assert table(sl.sweep(plan, store=store)) == expected
    assert sorted(path.name for path in store.iterdir()) == [
        ".other.parquet.0a1b2c3d.part",
        "finished.jsonl",
        "results.parquet",
    ]


def test_traces_lie_beside_the_document_and_go_to_the_workers(
    plan: dict[str, Any], pool: Executor, command: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "fast.down").write_text("1\n2\n3\n")
    (tmp_path / "slow.down").write_text("5\n40\n")
    names = [{"name": "fast.down"}, {"name": "slow.down"}]
    plan["scenario"]["bottleneck"]["rate_trace_file"] = {"name": "slow.down"}
    plan["axes"][0] = {"path": "bottleneck.rate_trace_file", "values": names}
    document = tmp_path / "sweep.json"
    document.write_text(json.dumps(plan))
    ours = table(sl.sweep(document, store=tmp_path / "ours"))
    assert table(sl.sweep(document, executor=pool, store=tmp_path / "pool")) == ours
    command("sweep", str(document), "--out", str(tmp_path / "theirs"))
    finished = [(tmp_path / name / "finished.jsonl").read_text().splitlines() for name in ("ours", "theirs")]
    assert sorted(finished[0]) == sorted(finished[1])
    # A scenario brings its trace into a mapping; a mapping alone has none.
    (tmp_path / "scenario.json").write_text(json.dumps(plan["scenario"]))
    scenario = sl.Scenario.read(tmp_path / "scenario.json")
    alone = {**plan, "scenario": scenario, "axes": plan["axes"][2:]}
    results = sl.sweep(alone, executor=pool)
    assert results.failed == 0
    with pytest.raises(sl.ScenarioError, match="slow.down has not been read.*a mapping has no folder"):
        sl.sweep(plan)
    (tmp_path / "slow.down").write_text("5\n41\n")
    with pytest.raises(sl.StoreError, match="found sweep_sha256"):
        sl.sweep(document, store=tmp_path / "ours")


def test_a_task_grows_to_about_a_second() -> None:
    pace = sweeps._Pace()
    sizes = []
    for _ in range(8):
        sizes.append(pace.size)
        pace.learn(pace.size, pace.size * 0.01)
    assert sizes == [1, 4, 16, 64, 100, 100, 100, 100]
    for _ in range(8):
        pace.learn(1, 3)
    assert pace.size == 1


@pytest.mark.parametrize("workers", ["threads of its own", "a pool"])
def test_an_interrupted_sweep_goes_on_to_the_same_bytes(
    plan: dict[str, Any], pool: Executor, expected: bytes, tmp_path: Path, workers: str
) -> None:
    executor = pool if workers == "a pool" else None
    for runs in (0, 1, 7, 24):
        store = tmp_path / f"after-{runs}"
        # An exception that is kept, as a notebook keeps it, does not keep the lock.
        with pytest.raises(KeyboardInterrupt) as caught:
            sl.sweep(plan, executor=executor, store=store, progress=After(runs))
        lines = (store / "finished.jsonl").read_text().splitlines()
        assert runs <= len(lines) - 1 <= RUNS and not (store / "results.parquet").exists()
        heard = Heard()
        results = sl.sweep(plan, executor=executor, store=store, progress=heard)
        assert heard[0] == (len(lines) - 1, RUNS) and heard[-1] == (RUNS, RUNS)
        assert table(results) == expected and caught.tb is not None
    assert sorted(path.name for path in store.iterdir()) == ["finished.jsonl", "results.parquet"]


class AtOnce(Executor):
    """Tasks are done when they are submitted."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_tasks_that_were_done_at_an_interrupt_are_kept(plan: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        sl.sweep(plan, executor=AtOnce(), store=tmp_path, progress=After(1))
    assert len((tmp_path / "finished.jsonl").read_text().splitlines()) == 1 + sweeps.FIRST


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a process")
def test_ctrl_c_ends_long_runs_and_keeps_what_is_finished(plan: dict[str, Any], tmp_path: Path) -> None:
    # The first cell is short, the second would take hours.
    plan["axes"] = [{"path": "duration_s", "values": [0.5, 1e6]}]
    program = (
        "import json, sys, sawtooth_lab as sl\n"
        f"plan = json.loads({json.dumps(plan)!r})\n"
        f"sl.sweep(plan, store={str(tmp_path)!r}, progress=lambda done, _: print(done, flush=True))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(3)] == ["0\n", "1\n", "2\n"]
    process.send_signal(signal.SIGINT)
    try:
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert "KeyboardInterrupt" in said
    assert len((tmp_path / "finished.jsonl").read_text().splitlines()) == 3


def test_nothing_temporary_is_left(plan: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        with pytest.raises(KeyboardInterrupt):
            sl.sweep(plan, progress=After(3))
        assert not list(tmp_path.iterdir())
        results = sl.sweep(plan)
        assert len(list(tmp_path.iterdir())) == 1
        del results
        gc.collect()
    assert not list(tmp_path.iterdir())
    assert not [one for one in warned if issubclass(one.category, ResourceWarning)]


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by a signal")
def test_a_killed_worker_loses_nothing_that_was_finished(plan: dict[str, Any], expected: bytes, tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as broken:
        broken.submit(int).result()

        def kill(done: int, _: int) -> None:
            if done >= 5:
                for process in broken._processes:
                    os.kill(process, signal.SIGKILL)

        with pytest.raises(BrokenProcessPool):
            sl.sweep(plan, executor=broken, store=tmp_path / "killed", progress=kill, in_flight=2)
    kept = len((tmp_path / "killed" / "finished.jsonl").read_text().splitlines()) - 1
    assert 5 <= kept < RUNS
    assert table(sl.sweep(plan, store=tmp_path / "killed")) == expected


class Other(OnlySubmit):
    """Workers whose package has other sources, or that return less than they should."""

    def __init__(self, spoil: Callable[[sweeps.Rows], Any]) -> None:
        super().__init__()
        self.spoil = spoil

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return super().submit(lambda: self.spoil(fn(*args, **kwargs)))


def forged(rows: bytes, cell: int, *values: Any) -> bytes:
    """The first of some rows with another value, and the checksum of that."""
    row = json.loads(rows.splitlines()[0][17:])
    row[cell] = values[-1]
    text = json.dumps(row).encode()
    return b"%s %s\n" % (hashlib.sha256(text).hexdigest()[:16].encode(), text)


class OneFuture(Executor):
    """The same future for every task, which is never done, or done with the rows of the first one."""

    def __init__(self, is_done: bool) -> None:
        self.future: Future[Any] = Future()
        self.is_done = is_done

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.is_done and not self.future.done():
            self.future.set_result(fn(*args, **kwargs))
        return self.future


@pytest.mark.parametrize(("is_done", "in_flight"), [(False, 100), (True, 100), (True, 1)])
def test_one_future_for_all_tasks_is_refused(plan: dict[str, Any], is_done: bool, in_flight: int) -> None:
    with pytest.raises(sl.WorkerError, match="one future for two tasks|other rows than those of the runs"):
        sl.sweep(plan, executor=OneFuture(is_done), in_flight=in_flight)


def test_a_worker_with_another_version_or_other_rows_is_refused(
    plan: dict[str, Any], expected: bytes, tmp_path: Path
) -> None:
    # No run of the first tasks.
    foreign = sweeps._checked(plan)[0].rows([(RUNS - 1, RUNS)])
    cases: list[tuple[Callable[[sweeps.Rows], Any], type[Exception], str]] = [
        (lambda rows: ("0123456789abcdef", *rows[1:]), sl.WorkerError, "found sources 0123456789abcdef. Allowed: "),
        (lambda rows: (*rows[:2], b""), sl.WorkerError, "returned other rows than those of the runs "),
        (lambda rows: (*rows[:2], rows[2].replace(b"null", b"7")), sl.WorkerError, "rows of a worker, line 1: found"),
        (lambda rows: (*rows[:2], foreign), sl.WorkerError, 'found "run 23". Allowed: run '),
        (lambda rows: (*rows[:2], rows[2] + foreign), sl.WorkerError, 'line 2: found "run 23". Allowed: the end.'),
        (lambda rows: (*rows[:2], forged(rows[2], 1, "x")), sl.WorkerError, "each value of its column's type"),
        (lambda rows: (*rows[:2], forged(rows[2], 1, None, 10**400)), sl.WorkerError, "each value of its column's type"),
        (lambda rows: (*rows[:2], forged(rows[2], -2, "zz")), sl.WorkerError, "each value of its column's type"),
        (lambda rows: (rows[0], float("nan"), rows[2]), sl.WorkerError, "returned nan seconds for the runs "),
        (lambda rows: (rows[0], -1.0, rows[2]), sl.WorkerError, "returned -1.0 seconds for the runs "),
        (lambda rows: rows[:2], sl.WorkerError, "Allowed: sources, seconds, rows."),
        (lambda rows: None, sl.WorkerError, "returned None for the runs "),
        (lambda rows: (*rows[:2], rows[2].decode()), sl.WorkerError, "Allowed: sources"),
    ]
    for spoil, error, reason in cases:
        with pytest.raises(error, match=reason):
            sl.sweep(plan, executor=Other(spoil), store=tmp_path / "other")
    assert len((tmp_path / "other" / "finished.jsonl").read_text().splitlines()) == 1
    assert table(sl.sweep(plan, store=tmp_path / "other")) == expected


def test_a_folder_in_use_or_of_something_else_is_refused(plan: dict[str, Any], expected: bytes, tmp_path: Path) -> None:
    store = tmp_path / "expected"

    def again(*_: int) -> None:
        with pytest.raises(sl.StoreError, match="found in use by another program. Allowed: one at a time"):
            sl.sweep(plan, store=store)

    sl.sweep(plan, store=store, progress=again)
    other = {**plan, "title": "other"}
    with pytest.raises(sl.StoreError, match="line 1: found sweep_sha256"):
        sl.sweep(other, store=store)
    lines = (store / "finished.jsonl").read_bytes().splitlines(keepends=True)
    damaged = b"".join([*lines[:3], lines[3].replace(b"[", b"(", 1), *lines[4:]])
    (store / "finished.jsonl").write_bytes(damaged)
    with pytest.raises(sl.StoreError, match="finished.jsonl, line 4: found .* Allowed: a row with its checksum"):
        sl.sweep(plan, store=store)
    assert (store / "finished.jsonl").read_bytes() == damaged
    (store / "finished.jsonl").write_bytes(b"".join(lines[:3] + lines[4:]))
    assert table(sl.sweep(plan, store=store)) == expected
    with pytest.raises(OSError, match="results.parquet"):
        sl.sweep(plan, store=store / "results.parquet" / "folder")


def changed(case: dict[str, Any]) -> dict[str, Any]:
    """The document with the change of a case."""
    document = json.loads(json.dumps(MALFORMED["document"]))
    at = document
    for step in case["at"][:-1]:
        at = at[int(step)] if isinstance(at, list) else at[step]
    last = case["at"][-1]
    if "value" not in case:
        del at[last]
    elif isinstance(at, list):
        at[int(last)] = case["value"]
    else:
        at[last] = case["value"]
    return document  # type: ignore[no-any-return]


def test_malformed_documents_are_refused_with_every_place(tmp_path: Path) -> None:
    assert len(MALFORMED["cases"]) >= 50
    for case in MALFORMED["cases"]:
        with pytest.raises(sl.ScenarioError) as caught:
            sl.sweep(changed(case), store=tmp_path / "store")
        problem = caught.value.problems[0]
        assert (problem.place, problem.found) == (case["place"], case["found"]) and problem.message, case
        assert case["allowed"] in ("…", problem.allowed), case
    several = {**MALFORMED["document"], "schema": 2, "title": 5, "seeds": []}
    with pytest.raises(sl.ScenarioError) as caught:
        sl.sweep(several, store=tmp_path / "store")
    assert [problem.place for problem in caught.value.problems] == ["schema", "title", "seeds"]
    (tmp_path / "broken.json").write_text("{")
    with pytest.raises(sl.ScenarioError, match="line 1, column 2"):
        sl.sweep(tmp_path / "broken.json", store=tmp_path / "store")
    assert not (tmp_path / "store").exists()


def test_progress_is_a_bar_where_tqdm_is_installed(
    plan: dict[str, Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sl.sweep(plan)
    sl.sweep(plan, progress=False)
    assert capsys.readouterr().err == ""
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "tqdm.auto", None)
        sl.sweep(plan, progress=True)
        assert capsys.readouterr().err == ""
    pytest.importorskip("tqdm")
    sl.sweep(plan, progress=True)
    assert "24/24" in capsys.readouterr().err
