"""The package's lists of signs, charts and panels are those of the page, from whose sources they are read. Needs no library."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sawtooth_lab import _signs, plots

PAGE = Path(__file__).parents[2] / "web" / "src"


def source(*path: str) -> str:
    return PAGE.joinpath(*path).read_text(encoding="utf-8")


def listed(kinds: str) -> list[str]:
    """Charts of the page's registry by the kind of their axis."""
    found = re.findall(rf"^ +(?:{kinds})\(\"(\w+)\"", source("charts", "registry.ts"), re.M)
    assert found
    return found


def test_signs() -> None:
    found = re.findall(r"--flow-\d: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", source("design", "tokens.css"))
    assert (tuple(light for light, _ in found), tuple(dark for _, dark in found)) == (_signs.LIGHT, _signs.DARK)
    dashes = source("design", "dashes.ts").split("= [\n")[1].split("];")[0]
    assert tuple(tuple(row) for row in json.loads(f"[{dashes.strip().rstrip(',')}]")) == _signs.DASHES
    signs = source("design", "signs.ts")
    for name, expected in (("SIGNS", _signs.SIGNS), ("SPARE", _signs.SPARE)):
        one = re.search(rf"const {name} = \[([\d, ]+)\]", signs)
        assert one and tuple(int(n) for n in one[1].split(",")) == expected
    shades = signs.split("new Map([")[1].split("])")[0]
    assert {int(a): int(b) for a, b in re.findall(r"\[(\d), (\d)\]", shades)} == _signs.SHADES
    # As in the page's own tests (session/facts.test.ts).
    assert _signs.signs_of(["cdg", "cdg", "newreno", None]) == [0, 5, 1, 7]
    assert _signs.signs_of(["fast"] * 9) == [7, 5, 6, 4, 3, 2, 1, 0, 8]
    assert _signs.dash_of(8) == _signs.DASHES[1] and _signs.dash_of(0) == ()


def test_plots_are_the_charts_over_time() -> None:
    # Without those that are no lines: words, and marks in rows.
    assert [name for name in listed("overTime") if name not in ("state", "losses")] == list(plots.CHARTS)
    words = json.loads(source("i18n", "en", "charts.json"))
    assert all(f"chart.{name}" in words for name in plots.CHARTS)


def test_panels_are_the_charts_of_the_widget() -> None:
    pytest.importorskip("anywidget", reason="not run: anywidget is not installed")
    from sawtooth_lab.lab import PANELS

    # Discriminators are the laboratory's alone.
    assert ("path", *listed("overTime|ownAxis")) == (*PANELS, "discriminators")
