"""Still figures of a run, with matplotlib: the page's charts over time. Not here: colours and dashes (`_signs`), the interactive charts (`lab`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, Union, cast

from ._signs import DARK, LIGHT, dash_of, signs_of
from .errors import SelectionError, WrongTypeError, shown
from .runs import Run, run
from .scenario import Document

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    Numbers = npt.NDArray[np.float64]
    Points = tuple[Numbers, Numbers]

__all__ = ["plot"]

#: Columns into which a drawing's width is divided: more points than the least, the greatest, the first and the last of each are not seen.
COLUMNS = 2000
#: Columns of a line of medians through samples.
MEDIANS = 250
#: More flows than this are not listed in the legend.
LISTED = 12
#: Lengths over which the page takes goodput and the share of marks, in seconds.
GOODPUT_S, SHARE_S = 1.0, 0.5
MBIT, PERCENT = 1e-6, 100.0
#: Bytes of IP and TCP headers.
HEADERS = 40
BOTTLENECK = "bottleneck"
INSTALL = "`pip install matplotlib pyarrow` installs what it needs."


@dataclass(frozen=True)
class _Source:
    """A flow or cross traffic as it is drawn."""

    name: str
    kind: Union[str, None]
    """Its algorithm; None for cross traffic."""
    color: str
    dash: tuple[float, ...]
    stop_s: float


class _Rows:
    """Series of a run's trace, and what a chart needs to draw them."""

    def __init__(self, of: Run, sources: Sequence[_Source], axes: tuple[float, float], ink: str) -> None:
        import pyarrow as pa

        self.sources, self.axes, self.ink = sources, axes, ink
        self.document = of.scenario.document
        self._table = pa.table(of.trace)

    @property
    def flows(self) -> list[_Source]:
        return [source for source in self.sources if source.kind is not None]

    def points(self, source: str, signal: str) -> Points:
        """Times in s and values."""
        import pyarrow.compute as pc

        rows = self._table.filter(
            pc.and_(pc.equal(self._table["signal"], signal), pc.equal(self._table["source"], source))
        )
        return rows["time_s"].to_numpy(), rows["value"].to_numpy()

    def level(self, source: _Source, signal: str, scale: float = 1.0) -> Points:
        """A level up to the end of its source or of the axis."""
        return _held(self.points(source.name, signal), min(self.axes[1], source.stop_s), scale)

    def rate(self, source: _Source, signal: str, window_s: float) -> Points:
        """Growth per second of a total, over the last `window_s`."""
        import numpy as np

        t, total = self.points(source.name, signal)
        if len(t) == 0:
            return t, total
        stop = min(self.axes[1], source.stop_s)
        at = np.linspace(max(self.axes[0], t[0] + window_s), stop, COLUMNS) if t[0] + window_s < stop else t[:0]
        now, then = (total[np.maximum(np.searchsorted(t, x, side="right") - 1, 0)] for x in (at, at - window_s))
        return at, (now - then) / window_s


@dataclass(frozen=True)
class _Chart:
    """A chart by the page's name."""

    title: str
    unit: str
    signals: tuple[str, ...]
    draw: Callable[[Axes, _Rows], bool]
    """Draws it; false if the run has nothing for it."""
    none: str = "Nothing of this is in the span."
    flows: bool = True
    """Whether its lines are those of flows."""
    from_zero: bool = True


def _thinned(points: Points, columns: int = COLUMNS) -> Points:
    """For drawing only: the first, the last, the least and the greatest point of each column."""
    import numpy as np

    t, v = points
    if len(t) <= 4 * columns:
        return points
    column = np.minimum(((t - t[0]) * (columns / (t[-1] - t[0]))).astype(np.int64), columns - 1)
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    counts = np.diff(starts, append=len(t))
    kept = [starts, starts + counts - 1]
    for extreme in (np.minimum, np.maximum):
        hits = np.flatnonzero(v == np.repeat(extreme.reduceat(v, starts), counts))
        kept.append(hits[np.unique(column[hits], return_index=True)[1]])
    index = np.unique(np.concatenate(kept))
    return t[index], v[index]


def _held(points: Points, stop: float, scale: float = 1.0) -> Points:
    import numpy as np

    t, v = points
    if len(t) == 0 or t[-1] >= stop:
        return t, v * scale
    return np.append(t, stop), np.append(v, v[-1]) * scale


def _medians(points: Points) -> Points:
    """A line through samples: the median of each column."""
    import numpy as np

    t, v = points
    if len(t) < 2 * MEDIANS:
        return points
    edges = np.searchsorted(t, np.linspace(t[0], t[-1], MEDIANS + 1)[1:-1])
    parts = [(a, b) for a, b in zip((0, *edges), (*edges, len(t)), strict=True) if b > a]
    return np.array([t[a:b].mean() for a, b in parts]), np.array([np.median(v[a:b]) for a, b in parts])


def _dashes(source: _Source) -> Any:
    """The page's dashes are for lines of 2 px; matplotlib's are multiples of the line's width."""
    return (0, [part / 2 for part in source.dash]) if source.dash else "-"


def _line(axes: Axes, points: Points, source: _Source, *, step: bool = True, width: float = 1.4, **style: Any) -> bool:
    """A line in its source's colour and dash; false without a point."""
    if len(points[0]) == 0:
        return False
    look = {"color": source.color, "linestyle": _dashes(source), "linewidth": width, **style}
    axes.plot(*_thinned(points), drawstyle="steps-post" if step else "default", **look)
    return True


def _levels(*signals: str, scale: float = 1.0) -> Callable[[Axes, _Rows], bool]:
    """Draws a level of each flow, the first signal that it has."""

    def draw(axes: Axes, rows: _Rows) -> bool:
        drawn = [any(_line(axes, rows.level(flow, signal, scale), flow) for signal in signals) for flow in rows.flows]
        return any(drawn)

    return draw


def _samples(axes: Axes, rows: _Rows, sources: Sequence[_Source], signal: str) -> bool:
    """Draws samples as dots, and a line of their medians."""
    drawn = False
    for source in sources:
        points = rows.points(source.name, signal)
        # Thousands of dots are a picture, also in a file of lines.
        dots = {"marker": ".", "markersize": 1.5, "alpha": 0.35, "color": source.color, "rasterized": True}
        axes.plot(*_thinned(points), linestyle="none", **cast(Any, dots))
        drawn |= _line(axes, _medians(points), source, step=False)
    return drawn


def _bottleneck(*signals: str, area: bool = False) -> Callable[[Axes, _Rows], bool]:
    """Draws a level of the bottleneck: that of each signal it has."""

    def draw(axes: Axes, rows: _Rows) -> bool:
        names = {"dualpi2_low_latency_delay_ms": "L queue", "dualpi2_classic_delay_ms": "C queue"}
        drawn = [
            (signal, points)
            for signal in signals
            if len((points := _held(rows.points(BOTTLENECK, signal), rows.axes[1]))[0]) > 0
        ]
        # DualPI2 has a delay of each queue; then that of both together is not drawn.
        own = [each for each in drawn if each[0] in names] or drawn
        for n, (signal, points) in enumerate(own):
            style = {"color": rows.ink, "linewidth": 1.0, "linestyle": "--" if n else "-"}
            t, v = _thinned(points)
            axes.plot(t, v, drawstyle="steps-post", label=names.get(signal), **cast(Any, style))
            if area:
                axes.fill_between(t, v, step="post", color=rows.ink, alpha=0.15, linewidth=0)
        if len(own) > 1:
            axes.legend(loc="upper right")
        if area:
            _limit(axes, rows)
        return bool(own)

    return draw


def _limit(axes: Axes, rows: _Rows) -> None:
    """Draws the queue's limit, if it is a number of packets that stays."""
    queue: Any = rows.document.get("bottleneck", {}).get("queue", {})
    limit = queue.get("limit_packets")
    changes: Any = rows.document.get("interventions", [])
    if limit is not None and not any("queue" in change.get("path", "") for change in changes):
        axes.axhline(limit, color=rows.ink, linewidth=0.8, linestyle=":")
        axes.set_ylim(top=1.2 * max(limit, axes.dataLim.y1))
        at = {"xycoords": ("axes fraction", "data"), "ha": "right", "va": "bottom", "fontsize": "small"}
        axes.annotate("limit", (0.995, limit), **cast(Any, at))


def _gradient(axes: Axes, rows: _Rows) -> bool:
    drawn = False
    for flow in rows.flows:
        # One flow names both lines in the panel's legend.
        names = ("_", "_") if drawn else ("g max", "g min")
        _line(axes, rows.level(flow, "g_min_smoothed_ms"), flow, width=0.7, label=names[1])
        drawn |= _line(axes, rows.level(flow, "g_max_smoothed_ms"), flow, label=names[0])
    if drawn:
        axes.axhline(0, color=rows.ink, linewidth=0.5)
        axes.legend(loc="upper right", ncols=2)
    return drawn


def _goodput(axes: Axes, rows: _Rows) -> bool:
    drawn = False
    for flow in rows.flows:
        t, rate = rows.rate(flow, "delivered_bytes", GOODPUT_S)
        drawn |= _line(axes, (t, rate * 8 * MBIT), flow, step=False)
    return drawn


def _rates(axes: Axes, rows: _Rows) -> bool:
    drawn = _levels("rate_bps", "pacing_rate_bps", scale=MBIT)(axes, rows)
    for flow in rows.flows:
        drawn |= _line(axes, rows.level(flow, "bandwidth_estimate_bps", MBIT), flow, width=0.7)
    return drawn


def _marks(axes: Axes, rows: _Rows) -> bool:
    payload = rows.document.get("packet_bytes", 1500) - HEADERS
    drawn = False
    for flow in rows.flows:
        alpha = rows.level(flow, "marked_share", PERCENT)
        t, marked = rows.rate(flow, "marked_packets", SHARE_S)
        _, delivered = rows.rate(flow, "delivered_bytes", SHARE_S)
        if len(t) == len(delivered) and (marked > 0).any():
            drawn = True
            share = (marked / (delivered / payload).clip(1e-9)).clip(0, 1) * PERCENT
            _line(axes, (t, share), flow, step=False, width=0.7 if len(alpha[0]) else 1.4)
        drawn |= _line(axes, alpha, flow)
    return drawn


def _delay(axes: Axes, rows: _Rows) -> bool:
    calls = [source for source in rows.sources if source.kind is None]
    return _samples(axes, rows, calls, "one_way_delay_ms")


def _transfers(axes: Axes, rows: _Rows) -> bool:
    drawn = False
    for source in rows.sources:
        times, durations = rows.points(source.name, "completed")
        if len(times) > 0:
            axes.plot(times, durations, linestyle="none", marker="o", markersize=4, color=source.color, label=source.name)
            drawn = True
    return drawn


#: By the page's names (`web/src/charts/registry.ts`), in its order.
CHARTS: dict[str, _Chart] = {
    "cwnd": _Chart("Window", "packets", ("cwnd_packets", "rate_packets"), _levels("rate_packets", "cwnd_packets")),
    "queue": _Chart("Queue", "packets", ("queue_packets",), _bottleneck("queue_packets", area=True), flows=False),
    "rtt": _Chart("RTT", "ms", ("rtt_ms",), lambda axes, rows: _samples(axes, rows, rows.flows, "rtt_ms")),
    "gradient": _Chart(
        "Gradient",
        "ms per RTT",
        ("g_max_smoothed_ms", "g_min_smoothed_ms"),
        _gradient,
        "No flow of this run measures a delay gradient; CDG does.",
        from_zero=False,
    ),
    "goodput": _Chart("Goodput", "Mbit/s", ("delivered_bytes",), _goodput),
    "rates": _Chart(
        "Rates",
        "Mbit/s",
        ("rate_bps", "pacing_rate_bps", "bandwidth_estimate_bps"),
        _rates,
        "No flow of this run is paced or estimates a rate.",
    ),
    "in_flight": _Chart("In flight", "packets", ("in_flight_packets",), _levels("in_flight_packets")),
    "marks": _Chart(
        "ECN marks",
        "%",
        ("marked_share", "marked_packets", "delivered_bytes"),
        _marks,
        "No packet of this run was marked.",
    ),
    "queue_delay": _Chart(
        "Queueing delay",
        "ms",
        ("queue_delay_ms", "dualpi2_low_latency_delay_ms", "dualpi2_classic_delay_ms"),
        _bottleneck("queue_delay_ms", "dualpi2_low_latency_delay_ms", "dualpi2_classic_delay_ms"),
        flows=False,
    ),
    "transfers": _Chart("Transfer times", "s", ("completed",), _transfers, "No transfer of this run is complete."),
    "delay": _Chart("Delay", "ms", ("one_way_delay_ms",), _delay, "This run has no real-time traffic."),
}


def plot(
    of: Union[Run, Document],
    *charts: str,
    start: Union[float, None] = None,
    stop: Union[float, None] = None,
    width: float = 8.0,
) -> Figure:
    """A still figure of a run: a panel for each chart, over a common axis of time.

    `charts` are the page's names: `cwnd`, `queue`, `rtt`, `gradient`, `goodput`, `rates`, `in_flight`, `marks`, `queue_delay`, `delay`;
    without a name `cwnd` and `queue`. `start` and `stop`, in seconds, are the ends of the axis, `width` is in inches.

    Where the run has kept no trace, or not all of the signals that the charts need, `plot` runs the scenario again and keeps these
    alone: the same run, because a scenario has only one. The figure is matplotlib's own: `savefig("run.svg")` saves it, and
    `matplotlib.style` and `rcParams` change its looks.
    """
    chosen = [(name, _chart(name)) for name in charts or ("cwnd", "queue")]
    figure_class = _figure_class()
    signals = list(dict.fromkeys(signal for _, chart in chosen for signal in chart.signals))
    shown = _with_rows(of, signals, start, stop)
    axes_span = (shown.summary.span_s[0] if start is None else start, shown.summary.span_s[1] if stop is None else stop)
    import matplotlib as mpl
    from matplotlib.colors import to_rgb

    dark = sum(to_rgb(mpl.rcParams["axes.facecolor"])) < 1.5
    rows = _Rows(shown, _sources(shown, DARK if dark else LIGHT), axes_span, mpl.rcParams["axes.labelcolor"])
    figure = figure_class(figsize=(width, 0.6 + 1.9 * len(chosen)), layout="constrained")
    panels = figure.subplots(len(chosen), 1, sharex=True, squeeze=False)[:, 0]
    for axes, (_, chart) in zip(panels, chosen, strict=True):
        axes.set_ylabel(f"{chart.title}, {chart.unit}")
        if not chart.draw(axes, rows):
            axes.text(0.5, 0.5, chart.none, transform=axes.transAxes, ha="center", va="center")
            axes.set_yticks([])
        elif chart.from_zero:
            axes.set_ylim(bottom=0)
    panels[-1].set_xlabel("time, s")
    panels[-1].set_xlim(*axes_span)
    if any(chart.flows for _, chart in chosen):
        _legend(figure, rows, calls=any(name == "delay" for name, _ in chosen))
    return figure


def _chart(name: str) -> _Chart:
    if not isinstance(name, str):
        raise WrongTypeError(f"a chart is {shown(name)}. Allowed: names one by one, such as `plot(run, 'cwnd', 'queue')`.")
    if name in CHARTS:
        return CHARTS[name]
    raise SelectionError("charts", name, ", ".join(CHARTS))


def _figure_class() -> type[Figure]:
    """A figure that a notebook shows without pyplot, and that therefore needs no closing."""
    try:
        import pyarrow  # noqa: F401
        from matplotlib.figure import Figure as Base
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            f"`plot` needs {missing.name}, which is not installed. {INSTALL}", name=missing.name
        ) from None

    class Figure(Base):
        def _repr_png_(self) -> bytes:
            picture = BytesIO()
            self.savefig(picture, format="png")
            return picture.getvalue()

    return Figure


def _with_rows(
    of: Union[Run, Document], signals: list[str], start: Union[float, None], stop: Union[float, None]
) -> Run:
    """A run whose trace has all signals: the given one, or its scenario run again."""
    if not isinstance(of, Run):
        return run(of, signals=signals, start=start, stop=stop)
    if of.keeps(signals):
        return of
    first, last = of.summary.span_s
    return run(
        of.scenario, signals=signals, start=first if start is None else start, stop=last if stop is None else stop
    )


def _sources(of: Run, colors: Sequence[str]) -> list[_Source]:
    document = of.scenario.document
    flows: Any = document.get("flows", [])
    crosses: Any = document.get("cross_traffic", [])
    names = [*of.summary.flows, *of.summary.cross_traffic]
    kinds = [
        entry.get("algorithm", {}).get("kind", flow.algorithm)
        for entry, flow in zip(flows, of.summary.flows.values(), strict=True)
    ]
    signs = signs_of([*kinds, *(None for _ in crosses)])
    stops = [entry.get("stop_s") for entry in (*flows, *crosses)]
    return [
        _Source(name, kind, colors[sign % len(colors)], dash_of(sign), of.summary.simulated_s if stop is None else stop)
        for name, kind, sign, stop in zip(names, [*kinds, *(None for _ in crosses)], signs, stops, strict=True)
    ]


def _legend(figure: Figure, rows: _Rows, calls: bool) -> None:
    from matplotlib.lines import Line2D

    shown = rows.sources if calls else rows.flows
    handles = [
        Line2D([], [], color=source.color, linestyle=_dashes(source), label=source.name) for source in shown[:LISTED]
    ]
    if len(shown) > LISTED:
        handles.append(Line2D([], [], linestyle="none", label=f"and {len(shown) - LISTED} more"))
    figure.legend(
        handles=handles, loc="outside upper center", ncols=min(len(handles), 6), handlelength=3, frameon=False
    )
