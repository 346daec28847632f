"""The laboratory in a notebook's output cell. Not here: the page that it shows (`web/src/widget`), the frame around it (`static/lab.js`)."""

from __future__ import annotations

import gzip
import hashlib
import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import isnan
from numbers import Integral
from pathlib import Path
from typing import Any, Union
from urllib.parse import quote

import anywidget
import traitlets

from ._json import as_text, json_of
from .errors import SawtoothError, ScenarioError, SelectionError, WrongTypeError, shown
from .links import page_file
from .runs import Run, names, seconds
from .scenario import Document, Scenario

__all__ = ["Lab"]

Value = Union[float, str, bool, None]

#: Panels that a laboratory may show (contract 5.1).
PANELS = (
    "path",
    "cwnd",
    "queue",
    "rtt",
    "gradient",
    "backoff",
    "goodput",
    "losses",
    "rates",
    "in_flight",
    "marks",
    "queue_delay",
    "transfers",
    "delay",
    "delay_cdf",
    "phase",
    "teeth",
    "state",
    "log",
)
#: Panels and controls, unless the call says otherwise.
VIEW = ("path", "cwnd", "queue")
CONTROLS = ("loss", "rate", "queue")
#: Height of the frame until it knows its own, px.
HEIGHT = 520


class _Strict:
    """A trait that rejects in traitlets' way also what traitlets can neither convert nor show, such as an endless number."""

    def _validate(self, obj: Any, value: Any) -> Any:
        try:
            return super()._validate(obj, value)  # type: ignore[misc]
        except (OverflowError, RecursionError, ValueError) as error:
            if isinstance(error, SawtoothError):
                raise
            raise traitlets.TraitError(f"`{self.name}` is {shown(value)}: {error}.") from None  # type: ignore[attr-defined]


class _Float(_Strict, traitlets.Float[float, Any]):
    pass


class _Bool(_Strict, traitlets.Bool[bool, Any]):
    pass


class _Enum(_Strict, traitlets.Enum[Any]):
    pass


class _ScenarioTrait(_Strict, traitlets.TraitType[Scenario, Any]):
    """A scenario that the engine has accepted; takes a run and a mapping, too."""

    default_value = traitlets.Undefined
    info_text = "a scenario, a mapping of the same form, or a run"

    def validate(self, obj: Any, value: Any) -> Scenario:
        if isinstance(value, Run):
            return value.scenario._inline
        if isinstance(value, Scenario):
            return value._inline
        if isinstance(value, Mapping):
            return Scenario(value)
        self.error(obj, value)


class Lab(anywidget.AnyWidget):
    """The laboratory in a notebook: path, charts and controls of a run, which the page computes itself.

    >>> lab = sl.Lab(sl.Scenario.preset("cdg_beside_newreno"))
    >>> lab  # in a cell: shows it
    >>> lab.set("bottleneck.loss.probability", 0.01)  # changes the run from here on
    >>> lab.observe(lambda change: print(change.new), "time")

    `view` names panels (contract 5.1: `path`, `cwnd`, `queue`, ...), `controls` what the reader may change: any setting's path, or a
    short name (`loss`, `rate`, `queue`, `rtt`, `g`, `algorithm`, `seed`, `speed`); an empty list means nothing. The frame is at least
    `height` pixels high and grows with its content. `lang` is `"en"` or `"de"`; `theme` is `"light"`, `"dark"` or `"auto"`, which
    follows the notebook.

    State goes both ways: what is set here changes the page, and what the reader does there arrives here, within about half a second
    and only while no cell runs. Of a laboratory that is shown twice, the output that came last is open. It needs no network.
    """

    _esm = Path(__file__).parent / "static" / "lab.js"

    scenario = _ScenarioTrait().tag(
        sync=True,
        to_json=lambda value, _: value.document,
        from_json=lambda value, _: Scenario(value),
    )
    """The run's scenario, with every change by hand or by `set` as an intervention. Setting it opens another run at 0 s."""
    time = _Float(0.0).tag(sync=True)
    """The playhead, in seconds of the run; reported at most five times a second. Setting it seeks, within the run."""
    playing = _Bool(False).tag(sync=True)
    """Whether the playhead moves."""
    speed = _Float(1.0, min=0.001, max=1000).tag(sync=True)
    """Seconds of the run in one second on the screen."""
    theme = _Enum(("auto", "light", "dark"), "auto").tag(sync=True)
    """Colours: `"light"`, `"dark"`, or `"auto"`, which follows the notebook."""
    digest = traitlets.Unicode(None, allow_none=True, read_only=True).tag(sync=True)
    """The run's digest, once a page has computed it to its end: that of `run(lab.scenario)`."""
    error = traitlets.Unicode("", read_only=True)
    """The page's last rejection, in words; the page shows it under the laboratory's cell, too."""

    _address = traitlets.Unicode().tag(sync=True)
    _events = traitlets.Bool(False).tag(sync=True)
    _height = traitlets.Int(HEIGHT).tag(sync=True)
    _page = traitlets.Unicode().tag(sync=True)
    _title = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        scenario: Union[Run, Document],
        *,
        view: Union[str, Sequence[str], None] = None,
        controls: Union[str, Sequence[str], None] = None,
        height: int = HEIGHT,
        lang: str = "en",
        theme: str = "auto",
        time: float = 0.0,
        playing: bool = False,
    ) -> None:
        self._numbers = itertools.count(1)
        self._listeners: list[Callable[[dict[str, Any]], object]] = []
        #: State of the page once it has read all messages.
        self._known: dict[str, Any] = {}
        if isinstance(height, bool) or not isinstance(height, Integral):
            raise WrongTypeError(f"`height` is {shown(height)}. Allowed: a whole number of px.")
        if not 100 <= height <= 10_000:
            raise SelectionError("height", height, "100 to 10000 px")
        panels, wanted = _names("view", view, VIEW), _names("controls", controls, CONTROLS)
        for panel in panels or [""]:
            if panel not in PANELS:
                raise SelectionError("view", panel, ", ".join(PANELS))
        as_text("theme", theme)
        _packed(as_text("lang", lang))
        fields = {"view": panels, "controls": wanted or ["none"], "lang": [lang], "autoplay": ["0"]}
        super().__init__(scenario=scenario, theme=theme, playing=playing)
        self.time = self._within(time)
        self._height, self._page = int(height), lang + " " + _packed(lang)[0]
        self._address = "&".join(
            f"{name}={','.join(quote(each) for each in values)}" for name, values in fields.items()
        )
        self._title = f"Sawtooth: {self.scenario.document.get('title', 'laboratory')}"
        self._known = {"scenario": self.scenario.document, "time": self.time, "playing": playing, "speed": self.speed}
        self.on_msg(self._heard)

    def set(self, path: str, value: Value) -> None:
        """Changes a setting by its path: one that can change during a run at the playhead, any other from 0 s on.

        `"speed"` and `"theme"` are paths, too. Raises `ScenarioError` where the engine does not take the change.
        """
        if as_text("path", path) in ("speed", "theme"):
            json_of({path: value})
            setattr(self, path, value)
            return
        changed, is_live = _with_change(self.scenario, self.time, path, value)
        self._take(changed, self.time if is_live else 0.0)
        self._ask("set", path=path, value=value)

    def play(self) -> None:
        """Lets the playhead move; at the run's end the run goes on."""
        self._known["playing"] = self.playing = True
        self._ask("play")

    def pause(self) -> None:
        """Stops the playhead."""
        self._known["playing"] = self.playing = False
        self._ask("pause")

    def seek(self, time: float) -> None:
        """Puts the playhead to a moment, in seconds, within the run."""
        self._known["time"] = self._within(time)
        self.time = self._known["time"]
        self._ask("seek", t=self.time)

    def on_event(self, listener: Callable[[dict[str, Any]], object]) -> None:
        """Calls `listener` for each loss, window cut, timeout and delay backoff that the playhead passes (contract 5.2).

        It gets `t` in seconds, `source`, `signal` and `more`, the number of events before this one that were not reported.
        """
        self._listeners.append(listener)
        self._events = True

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Takes a report of the page (called by ipywidgets)."""
        self._known.update({name: value for name, value in sync_data.items() if name in self._known})
        super().set_state(sync_data)

    def __repr__(self) -> str:
        document = self.scenario.document
        return (
            f"<sawtooth_lab laboratory: {document.get('title', 'no title')}, {document['duration_s']:g} s; "
            "run the cell to open it>"
        )

    @traitlets.validate("time")
    def _clamped(self, proposal: Any) -> float:
        return self._within(proposal.value)

    @traitlets.validate("speed")
    def _finite(self, proposal: Any) -> float:
        if isnan(proposal.value):
            raise traitlets.TraitError("`speed` is nan. Allowed: 0.001 to 1000.")
        return float(proposal.value)

    @traitlets.observe("scenario", "time", "playing", "speed")
    def _changed(self, change: Any) -> None:
        """Asks the page for what it does not have yet."""
        new = change.new.document if change.name == "scenario" else change.new
        if change.name not in self._known or self._known[change.name] == new:
            return
        self._known[change.name] = new
        if change.name == "scenario":
            self._take(change.new, 0.0)
            self._ask("load", scenario=new)
            if self.playing:
                self._ask("play")
        elif change.name == "time":
            self._ask("seek", t=new)
        elif change.name == "speed":
            self._ask("set", path="speed", value=new)
        else:
            self._ask("play" if new else "pause")

    def _take(self, scenario: Scenario, time: float) -> None:
        """The page is about to have this run, at this moment."""
        self._known["scenario"], self._known["time"] = scenario.document, time
        self.set_trait("digest", None)
        self.scenario = scenario
        self.time = time

    def _within(self, time: float) -> float:
        number = seconds("time", time)
        if number is None or isnan(number):
            raise SelectionError("time", time, "seconds within the run")
        return min(max(0.0, number), float(self.scenario.document["duration_s"]))

    def _ask(self, type: str, **fields: Any) -> None:
        """A message of the contract to the page; an output that is not open yet begins with the state instead."""
        self.send({"sawtooth": 1, "type": type, "id": next(self._numbers), **fields})

    def _heard(self, _: object, message: Any, buffers: object) -> None:
        if not isinstance(message, Mapping):
            return
        if "page" in message:
            lang, name = self._page.split(" ")
            self.send({"page": self._page}, [_packed(lang)[1]])
        elif "error" in message:
            self.set_trait("error", str(message["error"]))
        elif "event" in message:
            for listener in self._listeners:
                listener(message["event"])


def _names(name: str, given: Union[str, Sequence[str], None], default: Sequence[str]) -> list[str]:
    if isinstance(given, str):
        return [name.strip() for name in as_text(name, given).split(",") if name.strip() not in ("", "none")]
    return names(name, default if given is None else given) or []


def _with_change(scenario: Scenario, time: float, path: str, value: Value) -> tuple[Scenario, bool]:
    """The scenario with a setting changed, and whether that is an intervention at `time`, as on the page."""
    document: dict[str, Any] = dict(scenario.document)
    change = {"at_s": time, "path": path, "value": value}
    before = [each for each in document.get("interventions", []) if (each["at_s"], each["path"]) != (time, path)]
    try:
        return Scenario({**document, "interventions": [*before, change]}), True
    except ScenarioError as error:
        if all(problem.code == "not_live" for problem in error.problems):
            return scenario.set({path: value}), False
        # The same, with the setting as its place instead of one in a list of interventions.
        scenario.set({path: value})
        raise


@cache
def _packed(lang: str) -> tuple[str, bytes]:
    """The widget's page in a language: a name that changes with it, and its text, compressed."""
    packed = gzip.compress(page_file(lang).read_bytes(), mtime=0)
    return hashlib.sha256(packed).hexdigest()[:16], packed
