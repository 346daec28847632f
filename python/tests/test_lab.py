"""The notebook's laboratory without a notebook: its state, what it asks of a page, what it rejects. Not here: a page (`walks`)."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import sawtooth_lab as sl

ROOT = Path(__file__).parents[2]


class Page:
    """A page that keeps what it is asked, and reports as `static/lab.js` does."""

    def __init__(self, lab: Any) -> None:
        self.lab = lab
        self.asked: list[dict[str, Any]] = []
        self.files: list[bytes] = []
        lab.send = self.take

    def take(self, message: dict[str, Any], buffers: list[bytes] | None = None) -> None:
        self.asked.append({name: value for name, value in message.items() if name not in ("sawtooth", "id")})
        self.files += buffers or []

    def report(self, **state: Any) -> None:
        self.lab.set_state(json.loads(json.dumps(state)))

    def say(self, **message: Any) -> None:
        self.lab._handle_custom_msg(message, [])


@pytest.fixture
def page(document: dict[str, Any]) -> Page:
    pytest.importorskip("anywidget", reason="not run: anywidget is not installed")
    return Page(sl.Lab(document))


def test_a_trace_goes_to_the_page_with_its_entries(page: Page, document: dict[str, Any], tmp_path: Path) -> None:
    document["bottleneck"]["rate_trace_file"] = {"name": "lte.down"}
    (tmp_path / "lte.down").write_text("1\n2\n2\n5\n")
    (tmp_path / "s.json").write_text(json.dumps(document))
    scenario = sl.Scenario.read(tmp_path / "s.json")
    page.lab.scenario = scenario
    del document["bottleneck"]["rate_trace_file"]
    document["bottleneck"]["rate_trace_ms"] = [1, 2, 2, 5]
    assert page.lab.scenario.document == sl.Scenario(document).document
    assert sl.run(page.lab.scenario).digest == sl.run(scenario).digest


def test_what_is_set_in_python_is_asked_of_the_page(page: Page, document: dict[str, Any]) -> None:
    lab = page.lab
    lab.seek(4)
    lab.set("bottleneck.loss.probability", 0.01)
    lab.play()
    lab.pause()
    lab.time = 6
    lab.playing = True
    lab.set("speed", 2)
    assert page.asked == [
        {"type": "seek", "t": 4},
        {"type": "set", "path": "bottleneck.loss.probability", "value": 0.01},
        {"type": "play"},
        {"type": "pause"},
        {"type": "seek", "t": 6},
        {"type": "play"},
        {"type": "set", "path": "speed", "value": 2},
    ]
    change = {"at_s": 4, "path": "bottleneck.loss.probability", "value": 0.01}
    assert lab.scenario == sl.Scenario({**document, "interventions": [change]})


def test_every_message_has_the_envelope_and_a_number_of_its_own(document: dict[str, Any]) -> None:
    pytest.importorskip("anywidget", reason="not run: anywidget is not installed")
    lab = sl.Lab(document)
    sent: list[dict[str, Any]] = []
    lab.send = sent.append
    lab.play()
    lab.seek(1)
    assert [(each["sawtooth"], each["id"]) for each in sent] == [(1, 1), (1, 2)]


def test_a_setting_that_is_not_live_begins_again(page: Page) -> None:
    page.report(time=5, digest="0123456789abcdef")
    page.lab.set("seed", 9)
    assert page.asked == [{"type": "set", "path": "seed", "value": 9}]
    assert page.lab.scenario.document["seed"] == 9 and page.lab.time == 0 and page.lab.digest is None


def test_what_the_page_reports_arrives_and_is_not_sent_back(page: Page, document: dict[str, Any]) -> None:
    lab = page.lab
    seen: list[tuple[str, Any]] = []
    lab.observe(lambda change: seen.append((change.name, change.new)), ["scenario", "time", "playing", "digest"])
    changed = {**document, "interventions": [{"at_s": 3.5, "path": "bottleneck.rate_bps", "value": 2e6}]}
    page.report(scenario=changed, time=3.5, playing=True, digest="0123456789abcdef")
    assert page.asked == []
    assert dict(seen) == {
        "scenario": sl.Scenario(changed),
        "time": 3.5,
        "playing": True,
        "digest": "0123456789abcdef",
    }
    assert lab.scenario == sl.Scenario(changed)
    # A value set then is asked for, though the page has just reported the opposite.
    lab.playing = False
    lab.playing = True
    assert [each["type"] for each in page.asked] == ["pause", "play"]


def test_a_listener_may_ask_while_it_hears(page: Page) -> None:
    page.lab.observe(lambda change: page.lab.pause() if change.new >= 5 else None, "time")
    page.report(playing=True, time=4)
    assert page.asked == []
    page.report(time=5)
    assert page.asked == [{"type": "pause"}] and page.lab.playing is False


def test_another_scenario_is_loaded_from_its_start(page: Page, document: dict[str, Any]) -> None:
    page.report(time=5, playing=True)
    other = sl.Scenario({**document, "seed": 3})
    page.lab.scenario = other.document
    assert page.asked == [{"type": "load", "scenario": other.document}, {"type": "play"}]
    assert page.lab.scenario == other and page.lab.time == 0
    page.asked.clear()
    page.lab.scenario = other
    assert page.asked == []


def test_a_run_is_taken_and_time_stays_within_it(document: dict[str, Any]) -> None:
    pytest.importorskip("anywidget", reason="not run: anywidget is not installed")
    lab = sl.Lab(sl.run(document), time=99)
    assert lab.scenario == sl.Scenario(document) and lab.time == 10
    lab.time = -1
    assert lab.time == 0


def test_what_is_wrong_is_rejected_before_the_page_is_asked(page: Page) -> None:
    lab = page.lab
    before = lab.scenario
    for path, wrong in [("bottleneck.loss.probability", 7), ("seed", -1), ("flows.nobody.base_rtt_ms", 3)]:
        with pytest.raises(sl.ScenarioError) as caught:
            lab.set(path, wrong)
        assert caught.value.problems[0].place == path
    with pytest.raises(sl.ScenarioError):
        lab.scenario = {"schema": 1}
    for name, value in (("speed", 0), ("theme", "green"), ("time", "soon"), ("scenario", 3)):
        with pytest.raises(Exception, match=f"'{name}' trait|{name}|could not convert"):
            setattr(lab, name, value)
    assert page.asked == [] and lab.scenario == before


HUGE = 10**5000


def test_what_no_page_is_asked_is_a_sawtooth_error(page: Page) -> None:
    lab = page.lab
    for value in ("soon", None, [], object(), HUGE, float("nan")):
        with pytest.raises(sl.SawtoothError):
            lab.seek(value)
    changes: list[Any] = [
        *(("speed", HUGE), ("theme", HUGE), ("speed", float("nan")), ("theme", "\ud800"), (5, 5), ("seed", HUGE))
    ]
    for path, value in changes:
        with pytest.raises(sl.SawtoothError):
            lab.set(path, value)
    with pytest.raises(Exception, match="`speed` is nan. Allowed: 0.001 to 1000."):
        lab.speed = float("nan")
    with pytest.raises(sl.SelectionError, match="`time` is nan. Allowed: seconds within the run."):
        lab.time = float("nan")
    for name in ("scenario", "time", "playing", "speed", "theme"):
        with pytest.raises((sl.SawtoothError, pytest.importorskip("traitlets").TraitError)):
            setattr(lab, name, HUGE)
    messages: list[Any] = [None, 5, "page", []]
    for message in messages:
        lab._handle_custom_msg(message, [])
    assert page.asked == [] and (lab.time, lab.speed) == (0, 1)


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"view": ["cwnd", "windows"]}, "'windows'"),
        ({"view": []}, "''"),
        ({"lang": "fr"}, "Allowed: en, de"),
        ({"height": 5}, "Allowed: 100 to 10000"),
        ({"height": HUGE}, "Allowed: 100 to 10000"),
        ({"height": "tall"}, "`height` is 'tall'. Allowed: a whole number"),
        ({"view": 5}, "`view` is 5. Allowed: a list of names"),
        ({"controls": "\ud800"}, "without lone surrogates"),
        ({"controls": [5]}, "`controls` is 5. Allowed: a text"),
        ({"controls": ["\ud800"]}, "without lone surrogates"),
        ({"lang": []}, "`lang` is .*. Allowed: a text"),
        ({"theme": HUGE}, "Allowed: a text"),
        ({"time": "soon"}, "`time` is 'soon'. Allowed: a number of seconds"),
    ],
)
def test_what_no_laboratory_has_is_rejected(document: dict[str, Any], choice: dict[str, Any], said: str) -> None:
    pytest.importorskip("anywidget", reason="not run: anywidget is not installed")
    with pytest.raises(sl.SawtoothError, match=said):
        sl.Lab(document, **choice)


def test_what_the_page_rejects_is_said(page: Page) -> None:
    page.say(error="`flows` has too many entries.")
    assert page.lab.error == "`flows` has too many entries."


def test_events_come_to_those_who_ask_for_them(page: Page) -> None:
    heard: list[dict[str, Any]] = []
    assert page.lab._events is False
    page.lab.on_event(heard.append)
    assert page.lab._events is True
    page.say(event={"t": 1.5, "source": "a", "signal": "window_cut", "more": 0})
    assert heard == [{"t": 1.5, "source": "a", "signal": "window_cut", "more": 0}]


def test_the_page_is_sent_when_it_is_asked_for(document: dict[str, Any]) -> None:
    pytest.importorskip("anywidget", reason="not run: anywidget is not installed")
    page = Page(sl.Lab(document, lang="de"))
    page.say(page=page.lab._page)
    assert page.asked == [{"page": page.lab._page}]
    text = gzip.decompress(page.files[0]).decode()
    assert '<html lang="de">' in text
    # The state, which a notebook may keep, has no page in it.
    state = {name: value for name, value in page.lab.get_state().items() if name != "_esm"}
    assert len(json.dumps(state)) < 10_000


def contract() -> str:
    return (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")


def test_without_anywidget_the_rest_works_and_lab_says_what_to_do() -> None:
    code = """
import sys
sys.modules["anywidget"] = None
import sawtooth_lab as sl
from sawtooth_lab import *
try:
    sl.Lab({})
except ModuleNotFoundError as error:
    print(error)
assert "ipywidgets" not in sys.modules
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "`Lab` needs the package anywidget: `pip install anywidget`\n"


def test_the_laboratory_as_one_file_is_there_and_opens_a_run(document: dict[str, Any]) -> None:
    address = sl.link(document, sl.laboratory())
    assert re.fullmatch(r"file:///.*/sawtooth-laboratory\.html#s=1[\w-]+", address)
    assert sl.from_link(address) == sl.Scenario(document)


def test_the_licences_of_what_is_within_the_package_are_there() -> None:
    held = files("sawtooth_lab").joinpath("static/licences.txt").read_text(encoding="utf-8")
    for name in ("pyo3 (crate)", "parquet (crate)", "d3-scale", "Rust's standard library"):
        assert f"\n{name}" in held
