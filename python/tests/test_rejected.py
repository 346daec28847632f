"""Whatever is rejected is a `SawtoothError`, with the place where that is known."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sawtooth_lab as sl

NAN, INF = float("nan"), float("inf")


def deep(levels: int) -> Any:
    """Lists in lists."""
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def within_itself() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    ("value", "error", "reason"),
    [
        (NAN, sl.ScenarioError, "is nan. Allowed: a finite number."),
        (INF, sl.ScenarioError, "is inf. Allowed: a finite number."),
        (-INF, sl.ScenarioError, "is -inf. Allowed: a finite number."),
        (10**5000, sl.ScenarioError, "is a number of 16610 bits. Allowed: a number up to 1.8e308."),
        (-(10**400), sl.ScenarioError, "is a number of 1329 bits. Allowed: a number up to 1.8e308."),
        (deep(5000), sl.ScenarioError, "is 65 levels. Allowed: up to 64 levels."),
        (within_itself(), sl.ScenarioError, "is 65 levels. Allowed: up to 64 levels."),
        ("\ud800", sl.ScenarioError, r"is '\ud800'. Allowed: a text without lone surrogates."),
        ({"\udfff": 1}, sl.ScenarioError, r"is '\udfff'. Allowed: a text without lone surrogates."),
        (object(), sl.WrongTypeError, "is <object object"),
        (b"x", sl.WrongTypeError, "is b'x': a document cannot contain bytes."),
        ({1: 2}, sl.WrongTypeError, "has the field 1. Allowed: names, which are texts."),
        ({1, 2}, sl.WrongTypeError, "a document cannot contain set."),
    ],
    ids=["nan", "inf", "-inf", "huge", "-huge", "deep", "cyclic", "surrogate", "name", "object", "bytes", "key", "set"],
)
def test_a_value_that_no_document_contains_is_rejected_with_its_place(
    document: dict[str, Any], value: Any, error: type[Exception], reason: str
) -> None:
    scenario = sl.Scenario(document)
    document["flows"][1]["base_rtt_ms"] = value
    plan = {"schema": 1, "scenario": document, "measures": ["jain_index"]}
    axis = {"path": "flows.a.base_rtt_ms", "values": [value]}
    cases: list[tuple[str, Callable[[], object]]] = [
        ("flows[1].base_rtt_ms", lambda: sl.Scenario(document)),
        ("flows[1].base_rtt_ms", lambda: sl.run(document)),
        ("flows[1].base_rtt_ms", lambda: sl.link(document)),
        ("flows.b.base_rtt_ms", lambda: scenario.set({"flows.b.base_rtt_ms": value})),
        ("scenario.flows[1].base_rtt_ms", lambda: sl.sweep(plan)),
        ("axes[0].values[0]", lambda: sl.sweep({**plan, "scenario": scenario, "axes": [axis]})),
    ]
    for place, call in cases:
        with pytest.raises(error) as caught:
            call()
        assert isinstance(caught.value, sl.SawtoothError) and reason in str(caught.value)
        assert f"`{place}" in str(caught.value), place
        if isinstance(caught.value, sl.ScenarioError):
            assert caught.value.problems[0].place.startswith(place)
            assert len(pickle.loads(pickle.dumps(caught.value)).problems) == 1


def test_arguments_that_are_rejected(document: dict[str, Any]) -> None:
    run: Any = sl.run
    sweep: Any = sl.sweep
    lone = "\ud800"
    plan = {"schema": 1, "scenario": document, "measures": ["jain_index"]}
    cases: list[tuple[Callable[[], object], type[Exception]]] = [
        (lambda: run(document, trace=True, max_bytes=-1), ValueError),
        (lambda: run(document, trace=True, max_bytes=1 << 70), ValueError),
        (lambda: run(document, trace=True, max_bytes="1"), TypeError),
        (lambda: run(document, trace=True, max_bytes=1.5), TypeError),
        (lambda: run(document, sources=[1]), TypeError),
        (lambda: run(document, signals=5), TypeError),
        (lambda: run(document, signals=[lone]), ValueError),
        (lambda: run(document, sources=[lone]), ValueError),
        (lambda: run(document, start="1"), TypeError),
        (lambda: run(document, stop=10**400), ValueError),
        (lambda: run(document, every=[1]), TypeError),
        (lambda: run(5), TypeError),
        (lambda: sl.Scenario(5), TypeError),  # type: ignore[arg-type]
        (lambda: sl.Scenario(document).set(5), TypeError),  # type: ignore[arg-type]
        (lambda: sl.Scenario.preset(lone), ValueError),
        (lambda: sl.Scenario.preset(5), TypeError),  # type: ignore[arg-type]
        (lambda: sl.Scenario.parse(lone), ValueError),
        (lambda: sl.Scenario.parse(b"{}"), TypeError),  # type: ignore[arg-type]
        (lambda: sl.Scenario.parse("[" * 100_000), ValueError),
        (lambda: sl.Scenario.parse(json.dumps(document).replace("10", "1" + "0" * 5000, 1)), ValueError),
        (lambda: sl.from_link(lone), ValueError),
        (lambda: sl.from_link(5), TypeError),  # type: ignore[arg-type]
        (lambda: sl.link(document, 5), TypeError),  # type: ignore[arg-type]
        (lambda: sl.schema(lone), ValueError),
        (lambda: sl.schema([]), TypeError),  # type: ignore[arg-type]
        (lambda: sl.median_interval(["x"]), TypeError),  # type: ignore[list-item]
        (lambda: sl.plot(document, lone), ValueError),
        (lambda: sl.plot(document, 5), TypeError),  # type: ignore[arg-type]
        (lambda: sweep(plan, in_flight="1"), TypeError),
        (lambda: sweep(plan, in_flight=1.5), TypeError),
        (lambda: sweep(plan, in_flight=-(10**5000)), ValueError),
        (lambda: sweep(plan, store=10**5000), TypeError),
        (lambda: run(document, sources=10**5000), TypeError),
        (lambda: run(10**5000), TypeError),
        (lambda: sweep(plan, store=5), TypeError),
        (lambda: sweep(plan, store=""), ValueError),
        (lambda: sweep(plan, store="a\0b"), ValueError),
        (lambda: sweep(plan, store="file://[/x"), ValueError),
        (lambda: sweep(5), TypeError),
        (lambda: sweep("a\0b"), ValueError),
        (lambda: sweep(lone), ValueError),
        (lambda: sweep(plan, store=lone), ValueError),
        (lambda: sl.Scenario.read(5), TypeError),  # type: ignore[arg-type]
        (lambda: sl.Scenario.read("a\0b"), ValueError),
        (lambda: sl.Scenario.read(Path(lone)), ValueError),
        (lambda: sl.Scenario(document).write(None), TypeError),  # type: ignore[arg-type]
        (lambda: sl.Scenario(document).write(lone), ValueError),
        (lambda: sweep([plan]), TypeError),
    ]
    for place, (call, kind) in enumerate(cases):
        with pytest.raises(sl.SawtoothError) as caught:
            call()
        assert isinstance(caught.value, kind), (place, caught.value)
        assert "Wanted" not in str(caught.value), "an internal name"
        copied = pickle.loads(pickle.dumps(caught.value))
        assert (type(copied), str(copied)) == (type(caught.value), str(caught.value))


class Whole:
    """A whole number of NumPy's, without NumPy."""

    def tolist(self) -> int:
        return 3


def test_numbers_of_numpy_are_numbers(document: dict[str, Any]) -> None:
    own: Any = Whole()
    assert sl.Scenario(document).set(seed=own) == sl.Scenario(document).set(seed=3)
    np = pytest.importorskip("numpy")
    expected = sl.Scenario(document).set({"duration_s": 5, "flows.a.pacing": True}, seed=3)
    for seed in (np.int64(3), np.int8(3), np.uint64(3), np.array(3)):
        for duration in (np.float64(5), np.float32(5), np.longdouble(5)):
            settings = {"duration_s": duration, "flows.a.pacing": np.bool_(True)}
            assert sl.Scenario(document).set(settings, seed=seed) == expected
            assert sl.Scenario({**document, "seed": seed, "duration_s": duration}).document["duration_s"] == 5
    with pytest.raises(sl.ScenarioError, match="`seed` is .*nan"):
        sl.Scenario(document).set(seed=np.float32("nan"))
