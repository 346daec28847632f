"""A run's summary as an object (contract, section 3; docs/measurements.md explains every field). Not here: how it is measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Generic, TypeVar, Union

__all__ = ["Bottleneck", "Change", "CrossTraffic", "Distribution", "Epochs", "Flow", "Named", "Notice", "Summary"]

Part = TypeVar("Part")


@dataclass(frozen=True)
class Distribution:
    """A distribution in the unit of its name; a field is None where there is nothing to measure."""

    min: Union[float, None] = None
    p10: Union[float, None] = None
    p20: Union[float, None] = None
    p50: Union[float, None] = None
    p80: Union[float, None] = None
    p90: Union[float, None] = None
    p95: Union[float, None] = None
    p99: Union[float, None] = None
    max: Union[float, None] = None
    mean: Union[float, None] = None


@dataclass(frozen=True)
class Epochs:
    """Congestion epochs: from one reduction of the window to the next."""

    count: int = 0
    mean: Union[float, None] = None
    """Mean length, in seconds."""


@dataclass(frozen=True)
class Flow:
    """Measures of a flow. Counts are packets unless they say otherwise."""

    name: str
    algorithm: str
    goodput_bps: Union[float, None]
    throughput_bps: Union[float, None]
    packets_sent: int
    packets_retransmitted: int
    packets_delivered: int
    needless_retransmissions: int
    dropped_queue: int
    dropped_random: int
    lost_after_queue: int
    marked: int
    fast_recoveries: int
    timeouts: int
    delay_backoffs: int
    window_undos: int
    loss_probes: int
    rtt_ms: Distribution
    cwnd_packets: Distribution
    epoch_s: Epochs
    acks_lost: int = 0
    acks_thinned: int = 0
    completed_s: Union[float, None] = None
    duration_s: Union[float, None] = None
    of_capacity: Union[float, None] = None
    loss_rate: Union[float, None] = None


@dataclass(frozen=True)
class CrossTraffic:
    """Measures of a source of cross traffic; the last three only of a flash crowd."""

    name: str
    sent: int
    delivered: int
    lost: int
    dropped_queue: int
    dropped_random: int
    lost_after_queue: int
    marked: int
    one_way_delay_ms: Distribution
    needless_retransmissions: int = 0
    transfers_begun: int = 0
    transfers_completed: int = 0
    completion_s: Distribution = Distribution()


@dataclass(frozen=True)
class Bottleneck:
    """Measures of a bottleneck. Counts are packets."""

    capacity_bps: Union[float, None]
    """Rate at which the link could have sent, in bit/s."""
    utilisation: Union[float, None]
    queued_at_start: int
    arrived: int
    dropped_queue: int
    dropped_random: int
    lost_after_queue: int
    departed: int
    queued_at_end: int
    marked: int
    queue_packets: Distribution
    queue_ms: Distribution
    time_above_three_quarters: Union[float, None]


@dataclass(frozen=True)
class Change:
    """Path and value of a setting, as `Scenario.set` accepts them."""

    path: str
    value: Any


@dataclass(frozen=True)
class Notice:
    """A legal part of the scenario that was perhaps not meant. `remedy`: the changes that end it; empty if there is no clear one."""

    code: str
    place: str
    text: str
    remedy: tuple[Change, ...] = ()


class Named(Mapping[str, Part], Generic[Part]):
    """Parts by name, in the document's order; `[0]` gives the first one."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        self._parts = dict(parts)

    def __getitem__(self, name: Union[str, int]) -> Part:
        return list(self._parts.values())[name] if isinstance(name, int) else self._parts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def __repr__(self) -> str:
        return repr(self._parts)


_PARTS = {
    "rtt_ms": Distribution,
    "cwnd_packets": Distribution,
    "epoch_s": Epochs,
    "one_way_delay_ms": Distribution,
    "completion_s": Distribution,
    "queue_packets": Distribution,
    "queue_ms": Distribution,
}


def _made(kind: type[Part], entry: Mapping[str, Any]) -> Part:
    """A part from JSON. A field of a later version is left out; `Summary.json` has it."""
    known = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    given = {name: value for name, value in entry.items() if name in known}
    for name, part in _PARTS.items():
        if name in given:
            given[name] = _made(part, given[name] or {})
    return kind(**given)


def _notice(entry: Mapping[str, Any]) -> Notice:
    """A notice with its remedy."""
    notice: Notice = _made(Notice, entry)
    return replace(notice, remedy=tuple(_made(Change, change) for change in entry.get("remedy", ())))


class Summary:
    """Measures of a run; `json` holds all of them, as `sawtooth run --summary json` prints it."""

    def __init__(self, json: Mapping[str, Any]) -> None:
        self.json = json
        self.version: str = json["version"]
        self.build: str = json["build"]
        self.digest: str = json["digest"]
        self.simulated_s: float = json["simulated_s"]
        self.events: int = json["events"]
        self.span_s: tuple[float, float] = (json["span_s"][0], json["span_s"][1])
        self.flows: Named[Flow] = Named({flow["name"]: _made(Flow, flow) for flow in json["flows"]})
        self.bottleneck: Bottleneck = _made(Bottleneck, json["bottleneck"])
        reverse = json["reverse_bottleneck"]
        self.reverse_bottleneck: Union[Bottleneck, None] = reverse and _made(Bottleneck, reverse)
        self.cross_traffic: Named[CrossTraffic] = Named(
            {cross["name"]: _made(CrossTraffic, cross) for cross in json["cross_traffic"]}
        )
        self.jain_index: Union[float, None] = json["jain_index"]
        self.notices: tuple[Notice, ...] = tuple(_notice(notice) for notice in json["notices"])

    def __repr__(self) -> str:
        return f"<summary of {self.digest}: {self.simulated_s:g} s, flows {', '.join(self.flows)}>"
