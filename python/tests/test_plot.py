"""Still figures: panels, lines as steps, thinning, what is refused; colours, dashes and names in them."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path
from typing import Any

import pytest

import sawtooth_lab as sl
from sawtooth_lab import _signs, plots

np = pytest.importorskip("numpy", reason="matplotlib is not installed")
pytest.importorskip("matplotlib", reason="matplotlib is not installed")
pa = pytest.importorskip("pyarrow")

PAGE = Path(__file__).parents[2] / "web" / "src"


def lines(axes: Any) -> list[tuple[list[float], list[float]]]:
    return [(list(line.get_xdata()), list(line.get_ydata())) for line in axes.lines]


def trace_of(run: sl.Run, source: str, signal: str) -> tuple[list[float], list[float]]:
    rows = [row for row in pa.table(run.trace).to_pylist() if row["source"] == source and row["signal"] == signal]
    return [row["time_s"] for row in rows], [row["value"] for row in rows]


def test_each_chart_has_a_panel_with_the_pages_title_and_unit(document: dict[str, Any]) -> None:
    document["cross_traffic"] = [{"kind": "voip"}]
    figure = sl.plot(document, *plots.CHARTS)
    words = json.loads((PAGE / "i18n" / "en" / "charts.json").read_text(encoding="utf-8"))
    assert [axes.get_ylabel() for axes in figure.axes] == [
        f"{words[f'chart.{name}']}, {chart.unit}" for name, chart in plots.CHARTS.items()
    ]
    assert figure.axes[-1].get_xlabel() == "time, s" and figure.axes[0].get_xlim() == (0, 10)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["a", "b", "voip1"]


def test_a_level_is_drawn_as_steps_to_its_end(document: dict[str, Any]) -> None:
    document["flows"][1]["stop_s"] = 6
    run = sl.run(document, trace=True)
    (axes,) = sl.plot(run, "cwnd").axes
    assert {line.get_drawstyle() for line in axes.lines} == {"steps-post"}
    for line, (name, end) in zip(lines(axes), (("a", 10), ("b", 6)), strict=True):
        t, v = trace_of(run, name, "cwnd_packets")
        assert line == ([*t, end], [*v, v[-1]])


def test_a_run_without_the_rows_is_run_again(document: dict[str, Any]) -> None:
    expected = lines(sl.plot(sl.run(document, trace=True), "queue").axes[0])
    for run in (
        sl.run(document),
        sl.run(document, signals=["rtt_ms"]),
        sl.run(document, trace=True, every=0.5),
        document,
    ):
        assert lines(sl.plot(run, "queue").axes[0]) == expected
    # A part of the sources lacks the others.
    assert lines(sl.plot(sl.run(document, signals=["queue_packets"], sources=["a"]), "queue").axes[0]) == expected
    again = sl.plot(sl.run(document, start=2, stop=4, signals=["rtt_ms"]), "cwnd")
    assert again.axes[0].get_xlim() == (2, 4)


def test_a_trace_that_has_the_rows_is_used(document: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    run = sl.run(document, signals=["cwnd_packets", "rate_packets", "rtt_ms"])
    monkeypatch.setattr(plots, "run", None)
    assert len(sl.plot(run, "cwnd", "rtt").axes) == 2
    with pytest.raises(TypeError):
        sl.plot(run, "queue")


def test_goodput_is_what_was_delivered_in_the_last_second(document: dict[str, Any]) -> None:
    run = sl.run(document, trace=True)
    (axes,) = sl.plot(run, "goodput").axes
    t, total = trace_of(run, "a", "delivered_bytes")
    at, rate = lines(axes)[0]
    assert at[0] == pytest.approx(t[0] + 1) and at[-1] == 10
    before = [bytes for when, bytes in zip(t, total, strict=True) if when <= 9][-1]
    assert rate[-1] == pytest.approx((total[-1] - before) * 8 / 1e6)


def test_marks_are_a_share_of_the_packets(document: dict[str, Any]) -> None:
    document["packet_bytes"] = 1000
    document["bottleneck"]["queue"] = {"limit_packets": 40, "step_mark_packets": 8}
    document["flows"] = [{"name": "a", "ecn": True}, {"name": "b", "algorithm": {"kind": "dctcp"}}]
    run = sl.run(document, trace=True)
    (axes,) = sl.plot(run, "marks").axes
    alpha = trace_of(run, "b", "marked_share")[1]
    drawn = lines(axes)
    assert len(drawn) == 3 and drawn[2][1][:-1] == pytest.approx([100 * value for value in alpha])

    def grown(signal: str) -> float:
        t, total = trace_of(run, "a", signal)
        before = [0.0, *(value for at, value in zip(t, total, strict=True) if at <= 9.5)]
        return total[-1] - before[-1]

    assert drawn[0][1][-1] == pytest.approx(100 * grown("marked_packets") / (grown("delivered_bytes") / 960))


def test_two_queues_have_two_delays() -> None:
    (axes,) = sl.plot(sl.Scenario.preset("prague_beside_cubic"), "queue_delay").axes
    legend = axes.get_legend()
    assert legend and [text.get_text() for text in legend.get_texts()] == ["L queue", "C queue"]
    assert len(axes.lines) == 2


def test_transfers_are_dots_at_their_completion() -> None:
    fetch = {"kind": "fetch", "name": "pages", "transfer_bytes": 20_000, "interval_s": 2}
    document = sl.Scenario.preset("new_scenario").document | {"duration_s": 11, "cross_traffic": [fetch]}
    (axes,) = sl.plot(document, "transfers").axes
    times, durations = axes.lines[0].get_data()
    assert len(times) == 6
    assert all(abs(t - d - 2 * i) < 1e-6 for i, (t, d) in enumerate(zip(times, durations, strict=True)))
    (empty,) = sl.plot(sl.Scenario.preset("new_scenario"), "transfers").axes
    assert empty.texts[0].get_text() == "No transfer of this run is complete."


def test_a_chart_without_data_says_so(document: dict[str, Any]) -> None:
    (axes,) = sl.plot(document, "delay").axes
    assert axes.texts[0].get_text() == "This run has no real-time traffic."


def test_an_unknown_chart_is_refused_with_the_nearest(document: dict[str, Any]) -> None:
    with pytest.raises(sl.SelectionError, match=r"Allowed: cwnd, queue, .*delay\. Did you mean `cwnd`\?$") as caught:
        sl.plot(document, "queue", "cwdn")
    assert caught.value.nearest == "cwnd"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    with pytest.raises(sl.SelectionError, match=r"delay\.$"):
        sl.plot(document, "xyz")
    for given in ("cwnd_packets", "CWND_packets"):
        with pytest.raises(sl.SelectionError, match=r"Did you mean `cwnd`\?$"):
            sl.plot(document, given)
    with pytest.raises(TypeError, match="names one by one"):
        sl.plot(document, ["cwnd", "queue"])  # type: ignore[arg-type]


@pytest.mark.parametrize("library", ["matplotlib", "pyarrow"])
def test_without_a_library_a_sentence_says_so(
    document: dict[str, Any], monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    for module in [name for name in sys.modules if name.split(".")[0] == library]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ModuleNotFoundError, match=rf"`plot` needs {library}.*`pip install matplotlib pyarrow`"):
        sl.plot(document)


def test_a_thinned_line_keeps_its_extremes() -> None:
    t = np.linspace(0, 10, 200_000)
    v = np.sin(40 * t)
    v[77_777], v[123_456], v[5] = 9, -9, np.nan
    few, values = plots._thinned((t, v), 100)
    assert len(few) <= 400 and (np.diff(few) > 0).all()
    assert few[0] == 0 and few[-1] == 10
    assert np.nanmax(values) == 9 and np.nanmin(values) == -9
    assert set(zip(few, np.nan_to_num(values), strict=True)) <= set(zip(t, np.nan_to_num(v), strict=True))
    short = (t[:400], v[:400])
    assert plots._thinned(short, 100) is short


def test_a_figure_is_saved_and_shown_without_a_screen(document: dict[str, Any], tmp_path: Path) -> None:
    figure = sl.plot(document, "cwnd", "rtt", start=1, stop=3, width=5)
    for kind, begin in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
        figure.savefig(tmp_path / f"run.{kind}")
        assert (tmp_path / f"run.{kind}").read_bytes().startswith(begin)
    assert getattr(figure, "_repr_png_")().startswith(b"\x89PNG")  # noqa: B009 (a method of the subclass)
    assert figure.get_figwidth() == 5
    # Without pyplot no figure is kept until it is closed.
    assert "matplotlib.pyplot" not in sys.modules or not sys.modules["matplotlib.pyplot"].get_fignums()


def test_colours_follow_the_ground(document: dict[str, Any]) -> None:
    import matplotlib as mpl
    from matplotlib import style

    document["flows"] = [{"algorithm": {"kind": "cdg"}}, {"algorithm": {"kind": "newreno"}}]
    assert [line.get_color() for line in sl.plot(document, "cwnd").axes[0].lines] == list(_signs.LIGHT[:2])
    with style.context("dark_background"):
        assert [line.get_color() for line in sl.plot(document, "cwnd").axes[0].lines] == list(_signs.DARK[:2])
    assert mpl.rcParams["axes.facecolor"] == "white"
