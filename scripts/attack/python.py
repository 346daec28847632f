"""Attacks on the Python package: `python python.py SECONDS FOLDER`, with strangers' scenarios and links as lines of JSON on standard
input. Each attack prints a line of JSON: its name, how its inputs ended, the harm that they did. Not here: who makes the inputs
(python.mjs)."""

from __future__ import annotations

import json
import os
import pickle
import random
import signal
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import fsspec
import sawtooth_lab as sl
import traitlets
from sawtooth_lab import sweeps

SECONDS, FOLDER = float(sys.argv[1]), Path(sys.argv[2])
#: Seconds after which a run is ended, and within which it must have ended then.
LONG_S, PATIENCE_S = 0.5, 3

luck = random.Random(1)
GOOD: dict[str, Any] = {
    "schema": 1,
    "duration_s": 5,
    "bottleneck": {"rate_bps": 2e6, "loss": {"probability": 0.01}, "queue": {"limit_packets": 20}},
    "flows": [{"name": "a"}, {"name": "b", "start_s": 1}],
}
PLAN: dict[str, Any] = {
    "schema": 1,
    "scenario": {**GOOD, "duration_s": 2},
    "axes": [{"path": "bottleneck.queue.limit_packets", "values": [5, 10, 20]}],
    "seeds": {"from": 1, "to": 8},
    "measures": ["flows.a.goodput_bps"],
}


def ring() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


class Rude:
    """A value whose methods raise, which is then what the call raises."""

    def __repr__(self, *_: object) -> str:
        raise ZeroDivisionError

    __len__ = __iter__ = __float__ = __hash__ = __eq__ = __repr__  # type: ignore[assignment]


AWKWARD: list[Any] = [
    *(None, True, 0, -1, 1 << 70, 10**400, 10**5000, 1e308, float("nan"), -float("inf"), 1j),
    *("", "x" * 100_000, "\0", "\ud800", "__proto__", "../..", b"\xff", bytearray(5), memoryview(b"x")),
    *([], [[]], {}, {1: 2}, {None: 1}, {1, 2}, (), ring(), iter([]), object(), Rude(), Rude, len, ...),
]


#: Reports that a page may send.
REPORTED: list[Any] = [None, True, 0, -1, 1e308, "", "\0", "__proto__", [], [[]], {}, 2.5, "play", GOOD]


class Long(BaseException):
    """A run was ended."""


def end(*_: object) -> None:
    raise Long


signal.signal(signal.SIGALRM, end)


class Attack:
    """How the inputs of an attack ended, and what they did."""

    def __init__(self, name: str, seconds: float) -> None:
        self.name, self.over = name, time.monotonic() + seconds
        self.ends: Counter[str] = Counter()
        self.harm: list[tuple[str, str]] = []

    def hurt(self, fault: str, what: object) -> None:
        self.harm.append((fault, repr(what)[:500]))

    @contextmanager
    def input(self, what: object, *allowed: type[BaseException]) -> Iterator[None]:
        """Whatever is done with one input: it ends well or with an exception that is allowed, and not much later than it should."""
        begun = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, LONG_S)
        try:
            yield
            end = "taken"
        except Long:
            end = "ended as too long"
            if time.monotonic() - begun > LONG_S + PATIENCE_S:
                self.hurt("hung", what)
        except (sl.SawtoothError, *allowed) as error:
            end = type(error).__name__
        except Exception as error:
            end = f"a bare {type(error).__name__}"
            self.hurt("crashed", (error, shown(what)))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.ends[end] += 1

    def left(self) -> Iterator[int]:
        number = 0
        while number == 0 or time.monotonic() < self.over:
            yield number
            number += 1


def shown(value: object) -> str:
    try:
        return repr(value)[:400]
    except Exception:
        return "something rude"


def lines() -> Iterator[dict[str, str]]:
    for line in sys.stdin:
        yield json.loads(line)


strangers = lines()


def spoilt(value: Any) -> Any:
    """A copy of a document with something in one place that no document contains."""
    if not isinstance(value, (dict, list)) or not value or luck.random() < 0.2:
        return luck.choice(AWKWARD)
    copy: Any = value.copy()
    key = luck.choice(list(copy) if isinstance(copy, dict) else range(len(copy)))
    copy[key] = spoilt(copy[key])
    return copy


def scenarios(attack: Attack) -> None:
    for number in attack.left():
        text = next(strangers)["document"].encode("latin1").decode("utf8", "replace")
        if number % 3 == 0:
            document = spoilt(GOOD)
            with attack.input(document):
                sl.run(document)
            continue
        with attack.input(text):
            run = sl.run(sl.Scenario.parse(text))
            if len(run.digest) != 16:
                attack.hurt("accepted wrongly", text)


def addresses(attack: Attack) -> None:
    for _ in attack.left():
        link = next(strangers)["link"]
        if luck.random() < 0.05:
            link = luck.choice(AWKWARD)
        with attack.input(link):
            sl.Scenario(sl.from_link(link).document)


def arguments(attack: Attack) -> None:
    run = sl.run(GOOD)
    calls: list[Callable[[Any], object]] = [
        *(sl.run, sl.Scenario, sl.Scenario.parse, sl.Scenario.preset, sl.from_link),
        *(lambda value, name=name: sl.run(GOOD, **{name: value}) for name in ("sources", "signals", "start", "stop", "every")),
        lambda value: sl.run(GOOD, trace=True, max_bytes=value),
        lambda value: sl.link(run, value),
        lambda value: sl.link(value),
        lambda value: sl.schema(value),
        lambda value: sl.plot(GOOD, value),
        lambda value: sl.median_interval(value),
        lambda value: sl.median_interval([1, value, 2]),
        lambda value: sl.Scenario(GOOD).set(value),
        lambda value: sl.Scenario(GOOD).set({"seed": value}),
        lambda value: sl.Scenario(GOOD).set(seed=value),
        lambda value: sl.sweep(value),
        lambda value: sl.sweep(spoilt({**PLAN, "title": value})),
        lambda value: sl.sweep(PLAN, in_flight=value),
        lambda value: sl.sweep(PLAN, executor=value),
    ]
    for _ in attack.left():
        value, call = luck.choice(AWKWARD), luck.choice(calls)
        # A path of a file that is not there is an OSError, as everywhere in Python; a package that is not installed, an ImportError.
        with attack.input((call, shown(value)), OSError, ImportError, ZeroDivisionError):
            call(value)


class Bad(Executor):
    """Workers that lie, fail or lose what they should do."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(2)
        self.first: Future[Any] | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        how = luck.randrange(10)
        if how == 0:
            raise RuntimeError("no more tasks")
        if how == 1 and self.first is not None:
            return self.first

        def work() -> Any:
            sources, seconds, rows = fn(*args, **kwargs)
            if how == 2:
                raise RuntimeError("a worker is gone")
            place = luck.randrange(len(rows))
            lies: dict[int, Any] = {
                3: (sources, seconds, rows[:place] + bytes([luck.randrange(256)]) + rows[place + 1 :]),
                4: (sources, seconds, rows[:place]),
                5: (luck.choice(AWKWARD), seconds, rows),
                6: (sources, luck.choice(AWKWARD), rows),
                7: (sources, seconds, luck.choice(AWKWARD)),
                8: luck.choice(AWKWARD),
            }
            # Most are honest, so that some rows are kept.
            return lies.get(how, (sources, seconds, rows)) if luck.random() < 0.5 else (sources, seconds, rows)

        self.first = self.threads.submit(work)
        return self.first


def executors(attack: Attack) -> None:
    expected = bytes_of(sl.sweep(PLAN, store=FOLDER / "expected"))
    for number in attack.left():
        store: Any = FOLDER / f"bad {number}" if number % 2 else f"memory://bad{number}"
        bad = Bad()
        with attack.input("a bad executor", RuntimeError):
            results = sl.sweep(PLAN, executor=bad, store=store, in_flight=luck.randint(1, 5))
            if bytes_of(results) != expected:
                attack.hurt("accepted wrongly", "another table")
        bad.threads.shutdown()
        with attack.input("the same store, resumed"):
            if bytes_of(sl.sweep(PLAN, store=store)) != expected:
                attack.hurt("lost", "another table, resumed")


def bytes_of(results: sl.Results) -> bytes:
    assert results.path is not None
    with fsspec.open(results.path) as file:
        return bytes(file.read())


def objects(attack: Attack) -> None:
    memory = fsspec.filesystem("memory")
    expected = bytes_of(sl.sweep(PLAN, store="memory://objects"))
    (name,) = memory.ls("/objects/finished", detail=False)
    whole = memory.cat(name)
    for _ in attack.left():
        place, length = luck.randrange(len(whole)), luck.choice([0, 1, 40])
        damaged = whole[:place] + luck.randbytes(luck.choice([0, 1, 40])) + whole[place + length :]
        memory.pipe_file(name, damaged)
        with attack.input(f"{place} {length}"):
            if bytes_of(sl.sweep(PLAN, store="memory://objects")) != expected:
                attack.hurt("accepted wrongly", f"another table: {place} {length}")
        for other in memory.ls("/objects/finished", detail=False):
            if other != name:
                memory.rm(other)
        if memory.cat(name) != damaged:
            attack.hurt("lost", "a foreign object was changed")


def pickles(attack: Attack) -> None:
    run = sl.run(GOOD, signals=["cwnd_packets"])
    make, (data,) = run.trace.__reduce__()  # type: ignore[union-attr]
    for number in attack.left():
        if number % 10 == 0:
            with attack.input("a pickle of a run"):
                again = pickle.loads(pickle.dumps(run))
                if again.digest != run.digest or len(again.trace) != len(run.trace):
                    attack.hurt("lost", "another run")
            continue
        place = luck.randrange(len(data))
        damaged = data[:place] + luck.randbytes(luck.choice([0, 1, 8])) + data[place + luck.choice([0, 1, 8]) :]
        with attack.input(f"a damaged trace, {place}", ValueError):
            # A value that is taken can be read.
            len(make(damaged))


def processes(attack: Attack) -> None:
    digest = sl.run(GOOD).digest
    with ThreadPoolExecutor(16) as threads:
        for _ in attack.left():
            running = [threads.submit(lambda: sl.run(GOOD).digest) for _ in range(16)]
            child = os.fork()
            if child == 0:
                os._exit(0 if sl.run(GOOD).digest == digest else 1)
            with attack.input("a forked process"):
                if os.waitpid(child, 0)[1] != 0:
                    attack.hurt("lost", "another digest, or none, in a forked process")
            for one in running:
                with attack.input("a thread"):
                    if one.result() != digest:
                        attack.hurt("lost", "another digest in a thread")


def notebook(attack: Attack) -> None:
    lab: Any = sl.Lab(GOOD)
    sent: list[Any] = []
    lab.send = lambda message, buffers=None: sent.append(message)
    names = ["scenario", "time", "playing", "speed", "theme", "digest", "error", "x"]
    for _ in attack.left():
        value, reported = luck.choice([*AWKWARD, spoilt(GOOD)]), luck.choice(REPORTED)
        acts: list[Callable[[], object]] = [
            lambda: lab._handle_custom_msg(reported, []),
            lambda: lab._handle_custom_msg({luck.choice(["page", "error", "event"]): reported}, [b"x"]),
            lambda: lab.set_state({luck.choice(names): reported}),
            lambda: setattr(lab, luck.choice(names[:5]), value),
            lambda: lab.seek(value),
            lambda: lab.set(luck.choice(["seed", "speed", "bottleneck.rate_bps", "__class__", value]), value),
            lambda: sl.Lab(GOOD, **{luck.choice(["view", "controls", "height", "lang", "theme", "time"]): value}),
        ]
        with attack.input((shown(value), reported), traitlets.TraitError, ZeroDivisionError):
            luck.choice(acts)()
        with attack.input("afterwards"):
            lab.scenario = GOOD
            lab.set("bottleneck.loss.probability", 0.02)
            if sl.run(lab.scenario).digest == "" or not 0 <= lab.time <= 5 or sent[-1]["type"] != "set":
                attack.hurt("lost", "the laboratory's state")
            sent.clear()


ATTACKS = {
    "scenarios by Python": (scenarios, 4),
    "links by Python": (addresses, 2),
    "arguments of Python": (arguments, 2),
    "lying and failing executors": (executors, 2),
    "damaged objects of a store": (objects, 2),
    "pickles": (pickles, 1),
    "threads and forked processes": (processes, 1),
    "messages to Lab": (notebook, 2),
}

warnings.simplefilter("ignore")
for name, (act, share) in ATTACKS.items():
    attack = Attack(name, SECONDS * share / sum(share for _, share in ATTACKS.values()))
    act(attack)
    print(json.dumps({"name": name, "ends": attack.ends, "harm": attack.harm}), flush=True)
