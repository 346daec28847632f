"""Sweeps: many runs of one scenario by any executor, and their table. Not here: where finished runs are kept (`_stores`), the document,
the rows and the table, which the engine shares with the command `sawtooth sweep`."""

from __future__ import annotations

import json
import sys
import time
import warnings
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from math import inf
from numbers import Integral
from os import PathLike
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any, Union

from . import _engine
from ._json import as_place, json_of
from ._stores import Kept
from .errors import SelectionError, StoreError, WorkerError, WrongTypeError, shown
from .scenario import Files, Scenario, bytes_of

__all__ = ["Line", "Results", "sweep"]

SweepDocument = Union[Mapping[str, Any], str, PathLike[str]]
Progress = Union[bool, Callable[[int, int], object], None]

#: Runs from a first one up to another, which is excluded.
Spans = list[tuple[int, int]]

#: Result of a task: digest of the engine's sources, seconds that the runs took, rows.
Rows = tuple[str, float, bytes]

#: Seconds that a task is to take.
TASK_S = 1.0
#: Tasks that are in flight at first; each that is finished adds one, up to `in_flight`.
FIRST = 8
#: Growth of a task's number of runs over that of recent ones, so that one quick run does not decide.
GROWTH = 4


#: Scales of `Results.fit`.
SCALES = ["as_is", "logarithm", "inverse", "inverse_root", "of_bdp", "of_rtt"]


@dataclass(frozen=True)
class Line:
    """A straight line by least squares."""

    n: int
    """Number of points."""
    slope: float
    intercept: float
    r: Union[float, None]
    """Pearson's correlation; None if all y are equal."""
    interval: tuple[float, float]
    """95 % interval of the slope, by Student's t."""


class Results:
    """The table of a sweep: one row for each run, sorted by cell and seed (docs/sweeps.md describes its columns).

    Any library with Arrow's PyCapsule interface takes it: `pyarrow.table(results)`, `polars.DataFrame(results)`,
    `pandas.DataFrame.from_arrow(results)`.
    """

    def __init__(
        self, path: Union[str, None], file: Path, runs: int, failed: int, folder: Union[TemporaryDirectory[str], None]
    ) -> None:
        self.path = path
        """Path or address of `results.parquet`; None without a store."""
        self.runs = runs
        """Number of runs, which is that of the rows."""
        self.failed = failed
        """Number of runs that have an error instead of results."""
        self._table = _engine.TableFile(file)
        if folder is not None:
            weakref.finalize(self, folder.cleanup)

    @property
    def digest(self) -> str:
        """SHA-256 of the digests or errors of all runs, as in the file's metadata."""
        return self._table.metadata()["sawtooth.digest"]

    @property
    def column_names(self) -> list[str]:
        """Names of the columns."""
        return self._table.column_names()

    def csv(self) -> str:
        """The table as CSV, with the bytes that the command `sawtooth sweep --csv` writes; the page opens it."""
        return self._table.csv()

    def fit(self, x: str, y: str, *, x_scale: str = "as_is", y_scale: str = "as_is") -> Line:
        """The straight line through two columns, each on its scale, with a point for each run: `as_is`, `logarithm` (base 10), `inverse`,
        `inverse_root`, `of_bdp`, `of_rtt` (docs/sweeps.md). Of at most 100,000 runs.

        Raises `SelectionError` for a column or a scale that there is not, and where there are fewer than three points with different x.
        """
        names = self.column_names
        for argument, name, known in (("x", x, names), ("y", y, names), ("x_scale", x_scale, SCALES), ("y_scale", y_scale, SCALES)):
            if name not in known:
                raise SelectionError(argument, name, ", ".join(known))
        line = self._table.fit((x, x_scale), (y, y_scale))
        if line is None:
            raise SelectionError("x", x, "a column of numbers with at least three points that have different x")
        numbers = json.loads(line)
        interval = (numbers.pop("low"), numbers.pop("high"))
        return Line(**numbers, interval=interval)

    def __len__(self) -> int:
        return self.runs

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Arrow's stream of the rows, in batches that are read when they are asked for."""
        return self._table.stream()

    def __arrow_c_schema__(self) -> Any:
        """Arrow's schema of the columns."""
        return self._table.schema()

    def __repr__(self) -> str:
        where = "not stored" if self.path is None else self.path
        return (
            f"<sawtooth_lab results: {self.runs} runs, {self.failed} failed, digest {self.digest[:16]}, {where}>\n"
            f"columns: {', '.join(self.column_names)}"
        )


def sweep(
    document: SweepDocument,
    *,
    executor: Union[Executor, None] = None,
    store: Union[str, PathLike[str], None] = None,
    progress: Progress = None,
    in_flight: int = 1000,
    force: bool = False,
) -> Results:
    """Runs a sweep: a scenario with many settings and seeds, from one document (docs/sweeps.md), given as a mapping or as the path of
    its file. The table has the bytes that the command `sawtooth sweep` writes.

    The runs are computed by `executor`, any executor of `concurrent.futures` (Dask's `client.get_executor()`, MPI's, loky's, the
    standard pools); without one by threads of this process, one for each core. A task is a number of runs that take about a second
    together; at most `in_flight` tasks are submitted and not finished, which is enough for that many workers.

    `store` is a folder, in the format of the command, so that each goes on with what the other has begun; or an address of fsspec
    (`s3://bucket/folder`, `memory://folder`). Finished runs are kept there as they come. After an interrupt, a lost worker or any
    other exception the same call runs what is left. Without a store, they are lost with this call. A table that is there without
    finished runs of this sweep is of something else, and is replaced only with `force=True`.

    A trace that the document names (`rate_trace_file`) is a file beside it; a mapping has no folder, but may contain a scenario of
    `Scenario.read`.

    `progress` shows a bar of tqdm if that is installed: always with True, never with False, by default on a terminal and in a
    notebook. A function is called with the number of finished runs and of all runs.

    A run that fails has its error in the column `error` and no results; a `RuntimeWarning` says how many did.

    Raises `ScenarioError` with every error of the document at once, `StoreError` for a store that is in use, damaged or of something
    else, `WorkerError` for a worker with another version of this package or with other rows, and what the executor raises.
    """
    if isinstance(in_flight, bool) or not isinstance(in_flight, Integral):
        raise WrongTypeError(f"`in_flight` is {shown(in_flight)}. Allowed: a whole number.")
    if in_flight < 1:
        raise SelectionError("in_flight", in_flight, "1 or more")
    if executor is not None and not hasattr(executor, "submit"):
        raise WrongTypeError(
            f"`executor` is {shown(executor)}, which has no `submit`. Allowed: an executor of concurrent.futures, such as "
            "`ProcessPoolExecutor(2)`."
        )
    checked, read = _checked(document)
    with Kept(checked, store, force, read) as kept:
        done, _ = kept.store.finished()
        with _meter(progress, done, checked.runs) as advance, _tasks(executor, checked) as (submit, stop):
            _perform(submit, stop, kept, advance, in_flight)
        path, file, folder = kept.table()
        failed = kept.store.finished()[1]
    results = Results(path, file, checked.runs, failed, folder)
    if failed:
        said = f"{failed} of {checked.runs} runs failed: their column `error` says why."
        warnings.warn(said, RuntimeWarning, stacklevel=2)
    return results


def _checked(document: SweepDocument) -> tuple[_engine.Sweep, list[Path]]:
    """The sweep of a document, with the traces that it names, and the files that were read for it."""
    if isinstance(document, (str, PathLike)):
        file = Path(as_place("document", document))
        checked = _engine.Sweep(bytes_of(file), (), file.parent)
        return checked, [file, *(file.parent / name for name, _ in checked.parts()[1])]
    if not isinstance(document, Mapping):
        raise WrongTypeError(f"the sweep is {shown(document)}. Allowed: a mapping, or the path of a file.")
    scenario = document.get("scenario")
    return _engine.Sweep(json_of(document).encode(), scenario._files if isinstance(scenario, Scenario) else ()), []


@lru_cache(maxsize=2)
def _read(text: bytes, files: Files) -> _engine.Sweep:
    """A worker's sweep, which is checked once in each process."""
    return _engine.Sweep(text, files)


def _rows(checked: _engine.Sweep, spans: Spans) -> Rows:
    begun = time.perf_counter()
    rows = checked.rows(spans)
    return _engine.SOURCES, time.perf_counter() - begun, rows


def _task(text: bytes, files: Files, spans: Spans) -> Rows:
    """Runs a worker's share: arguments and result are small, but for long traces, and can be pickled."""
    return _rows(_read(text, files), spans)


Submit = Callable[[Spans], "Future[Rows]"]


@contextmanager
def _tasks(
    executor: Union[Executor, None], checked: _engine.Sweep
) -> Iterator[tuple[Submit, Union[Callable[[], None], None]]]:
    """How a task is submitted, and how running ones are ended, which only our own threads allow."""
    if executor is not None:
        text, files = checked.parts()
        yield partial(executor.submit, _task, text, tuple(files)), None
        return
    with ThreadPoolExecutor(_engine.cores(), "sawtooth") as threads:
        yield partial(threads.submit, _rows, checked), checked.stop


class _Pace:
    """Number of runs of the next task, by the time that recent ones took."""

    def __init__(self) -> None:
        self.size = 1
        self._recent: deque[tuple[int, float]] = deque(maxlen=8)

    def learn(self, runs: int, seconds: float) -> None:
        self._recent.append((runs, seconds))
        each = sum(seconds for _, seconds in self._recent) / sum(runs for runs, _ in self._recent)
        most = GROWTH * max(runs for runs, _ in self._recent)
        self.size = max(1, min(most, int(TASK_S / max(each, 1e-9))))


def _count(spans: Spans) -> int:
    return sum(end - start for start, end in spans)


def _perform(
    submit: Submit,
    stop: Union[Callable[[], None], None],
    kept: Kept,
    advance: Callable[[int], None],
    in_flight: int,
) -> None:
    """Runs what is left. However it ends, what is finished is kept."""
    finished: SimpleQueue[Future[Rows]] = SimpleQueue()
    pending: dict[Future[Rows], Spans] = {}
    pace = _Pace()
    window = min(FIRST, in_flight)
    start: Union[int, None] = 0
    try:
        while True:
            while start is not None and len(pending) < window:
                spans = kept.store.left(start, pace.size)
                if not spans:
                    start = None
                    break
                start = spans[-1][1]
                future = submit(spans)
                if future in pending:
                    raise WorkerError("the executor returned one future for two tasks. Allowed: one for each.")
                pending[future] = spans
                future.add_done_callback(finished.put)
            if not pending:
                break
            future = _next(finished, kept)
            spans = pending.pop(future)
            seconds = _keep(kept, spans, future.result())
            pace.learn(_count(spans), seconds)
            window = min(window + 1, in_flight)
            advance(_count(spans))
        kept.flush()
    except BaseException:
        _salvage(pending, stop, kept)
        raise


def _next(finished: SimpleQueue[Future[Rows]], kept: Kept) -> Future[Rows]:
    """The next future that is done. Waits in short spells, between which every system delivers an interrupt."""
    while True:
        try:
            return finished.get(timeout=1.0)
        except Empty:
            kept.flush(only_due=True)


def _keep(kept: Kept, spans: Spans, result: object) -> float:
    """Keeps the rows that a worker returned for some runs, if they are theirs. Returns the seconds that it took."""
    if not (isinstance(result, tuple) and [type(each) for each in result] == [str, float, bytes]):
        raise WorkerError(f"a worker returned {shown(result)} for the runs {_named(spans)}. Allowed: sources, seconds, rows.")
    sources, seconds, rows = result
    if sources != _engine.SOURCES:
        raise WorkerError(
            f"a worker has another version of sawtooth-lab: found sources {sources}. Allowed: {_engine.SOURCES}, "
            "which is the caller's; a table would mix their results. Install the same wheel everywhere."
        )
    if not 0 <= seconds < inf:
        raise WorkerError(f"a worker returned {seconds} seconds for the runs {_named(spans)}. Allowed: a finite number from 0 on.")
    try:
        kept.add(spans, rows)
    except StoreError as error:
        raise WorkerError(f"a worker returned other rows than those of the runs {_named(spans)}: {error}") from None
    return float(seconds)


def _named(spans: Spans) -> str:
    """Some runs in words, not too many."""
    named = ", ".join(str(start) if end == start + 1 else f"{start} to {end - 1}" for start, end in spans[:5])
    return f"{named}, …" if len(spans) > 5 else named


def _salvage(pending: dict[Future[Rows], Spans], stop: Union[Callable[[], None], None], kept: Kept) -> None:
    """Ends what is pending and keeps what is finished of it."""
    if stop is not None:
        stop()
    for future, spans in pending.items():
        if future.cancel() or (stop is None and not future.done()) or future.exception() is not None:
            continue
        # The exception that ends the sweep matters more than one of a further worker.
        with suppress(WorkerError):
            _keep(kept, spans, future.result())
    kept.flush()


@contextmanager
def _meter(progress: Progress, done: int, runs: int) -> Iterator[Callable[[int], None]]:
    """The callable that hears of finished runs."""
    if callable(progress):
        hear = progress
        hear(done, runs)

        def count(more: int) -> None:
            nonlocal done
            done += more
            hear(done, runs)

        yield count
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        tqdm = None
    visible = (sys.stderr.isatty() or "ipykernel" in sys.modules) if progress is None else progress
    if tqdm is None or not visible:
        yield lambda _: None
        return
    with tqdm(total=runs, initial=done, unit="run") as bar:
        yield bar.update
