"""Tables of sweeps in other libraries: each column is read, and counters can be subtracted. The libraries are those of the second level."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sawtooth_lab as sl

COUNTER = "flows.a.packets_retransmitted"
#: A row's difference to the other algorithm's row of the same seed is of either sign.
SEEDS = 6


@pytest.fixture
def results(document: dict[str, Any], tmp_path: Path) -> sl.Results:
    """Two algorithms with six seeds, and columns of every type."""
    axes = [
        {"path": "flows.a.algorithm.kind", "values": ["cdg", "cubic"]},
        {"path": "flows.a.pacing", "values": [False]},
        {"path": "flows.a.base_rtt_ms", "values": [40]},
    ]
    plan = {
        "schema": 1,
        "scenario": {**document, "duration_s": 5},
        "axes": axes,
        "seeds": {"from": 1, "to": SEEDS},
        "measures": [COUNTER, "flows.a.goodput_bps", "flows.a.algorithm"],
    }
    return sl.sweep(plan, store=tmp_path / "store")


def by_pyarrow(path: str, name: str) -> list[Any]:
    return list(pytest.importorskip("pyarrow.parquet").read_table(path)[name].to_pylist())


def differences_by_pyarrow(path: str, name: str) -> list[Any]:
    pc = pytest.importorskip("pyarrow.compute")
    column = pytest.importorskip("pyarrow.parquet").read_table(path)[name]
    return list(pc.subtract(column.slice(0, SEEDS), column.slice(SEEDS)).to_pylist())


def by_pandas(path: str, name: str) -> list[Any]:
    column = pytest.importorskip("pandas").read_parquet(path)[name]
    return [None if value is None or value != value else value for value in column.tolist()]


def differences_by_pandas(path: str, name: str) -> list[Any]:
    column = pytest.importorskip("pandas").read_parquet(path)[name].to_numpy()
    return list((column[:SEEDS] - column[SEEDS:]).tolist())


def by_polars(path: str, name: str) -> list[Any]:
    return list(pytest.importorskip("polars").read_parquet(path)[name].to_list())


def differences_by_polars(path: str, name: str) -> list[Any]:
    column = pytest.importorskip("polars").read_parquet(path)[name]
    return list((column[:SEEDS] - column[SEEDS:]).to_list())


def by_duckdb(path: str, name: str) -> list[Any]:
    rows = pytest.importorskip("duckdb").sql(f"select \"{name}\" from '{path}' order by cell, seed").fetchall()
    return [value for (value,) in rows]


def differences_by_duckdb(path: str, name: str) -> list[Any]:
    rows = pytest.importorskip("duckdb").sql(
        f"select a.\"{name}\" - b.\"{name}\" from '{path}' a join '{path}' b using (seed) "
        "where a.cell = 0 and b.cell = 1 order by seed"
    )
    return [value for (value,) in rows.fetchall()]


@pytest.mark.parametrize(
    ("column", "differences"),
    [
        (by_pyarrow, differences_by_pyarrow),
        (by_pandas, differences_by_pandas),
        (by_polars, differences_by_polars),
        (by_duckdb, differences_by_duckdb),
    ],
)
def test_every_column_is_read_and_can_be_subtracted(
    results: sl.Results, column: Callable[[str, str], list[Any]], differences: Callable[[str, str], list[Any]]
) -> None:
    pa = pytest.importorskip("pyarrow")
    path = results.path
    assert path is not None
    table = pa.table(results)
    for name in results.column_names:
        expected = table[name].to_pylist()
        assert column(path, name) == expected, name
        if name not in ("error", "digest") and not any(isinstance(value, (str, bool)) for value in expected):
            own = [one - other for one, other in zip(expected[:SEEDS], expected[SEEDS:], strict=True)]
            assert differences(path, name) == own, name
    counts = table[COUNTER].to_pylist()
    assert min(a - b for a, b in zip(counts[:SEEDS], counts[SEEDS:], strict=True)) < 0, "a difference below 0"
