//! What a simulation tells, and how one listens. A *signal* is a number over time or an instant; a *decision* is a rule
//! that fired, with the numbers that let it be recomputed by hand. A listener says beforehand, as part of its type, which
//! signals it wants; telling another one compiles to nothing. So the simulation calls `tell`, `tell_packet`, `tell_queue`,
//! and a listener implements `signal`, `packet`, `queue`. Nothing is stored here: recording lives in `telemetry` and in the
//! crates above, and a run without a listener costs nothing and goes the same way.

use crate::math::float;
use crate::units::{Rate, Time};

/// How a signal is to be read between its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Holds its value until the next one (a window, a queue).
    Level,
    /// A value of its instant only (an RTT sample).
    Sample,
    /// Something that happened; the value is 1 or the event's own (bytes).
    Mark,
    /// Grows only (delivered bytes).
    Total,
    /// A word that holds until the next; the value is its place in `words`.
    State,
}

impl Kind {
    /// A value stands until the next one.
    pub fn holds(self) -> bool {
        matches!(self, Kind::Level | Kind::Total | Kind::State)
    }
}

/// One entry of the catalogue of signals. Always a `static`: its address is its identity.
#[derive(Debug)]
pub struct Signal {
    /// Its name in traces and frames, unit included.
    pub name: &'static str,
    /// Unit in the words of the screen.
    pub unit: &'static str,
    /// How to read it.
    pub kind: Kind,
    /// The words of a `State`.
    pub words: &'static [&'static str],
    /// Its place in a set of wanted signals: the engine's have one each, all others share one.
    class: u8,
}

impl Signal {
    /// A signal without words, of an algorithm or a discipline.
    pub const fn new(name: &'static str, unit: &'static str, kind: Kind) -> Signal {
        Signal { name, unit, kind, words: &[], class: Wants::OTHERS_CLASS }
    }
    /// A state with its words, likewise.
    pub const fn state(name: &'static str, words: &'static [&'static str]) -> Signal {
        Signal { name, unit: "", kind: Kind::State, words, class: Wants::OTHERS_CLASS }
    }
    /// Its place among `Wants::CLASSES`; one that is not the engine's shares its place with others.
    pub fn class(&self) -> usize {
        usize::from(self.class)
    }
    /// It is one of the engine's own.
    pub fn is_engines(&self) -> bool {
        self.class != Wants::OTHERS_CLASS
    }
    /// One of the engine's own.
    const fn engine(self, class: u8) -> Signal {
        assert!(class < Wants::OTHERS_CLASS, "a set of signals has 64 bits");
        Signal { class, ..self }
    }
}

/// A set of signals: what a listener wants to hear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants(u64);

impl Wants {
    /// Places in a set.
    pub const CLASSES: usize = 64;
    const OTHERS_CLASS: u8 = 63;
    const DECISIONS_CLASS: u8 = 62;
    /// None at all.
    pub const NOTHING: Wants = Wants(0);
    /// Every signal and decision.
    pub const ALL: Wants = Wants(u64::MAX);
    /// What algorithms and disciplines tell beside the engine's own signals.
    pub const OTHERS: Wants = Wants(1 << Wants::OTHERS_CLASS);
    /// The rules that fire.
    pub const DECISIONS: Wants = Wants(1 << Wants::DECISIONS_CLASS);

    /// These signals of the engine.
    pub const fn these(signals: &[&'static Signal]) -> Wants {
        let (mut set, mut i) = (0, 0);
        while i < signals.len() {
            set |= 1 << signals[i].class;
            i += 1;
        }
        Wants(set)
    }
    /// Both.
    pub const fn and(self, other: Wants) -> Wants {
        Wants(self.0 | other.0)
    }
    /// All but those.
    pub const fn without(self, other: Wants) -> Wants {
        Wants(self.0 & !other.0)
    }
    /// Whether a signal is among them.
    #[cfg_attr(feature = "whole", inline(always))]
    pub const fn has(self, signal: &'static Signal) -> bool {
        self.0 >> signal.class & 1 != 0
    }
    /// Whether any of those is among them.
    #[cfg_attr(feature = "whole", inline(always))]
    pub const fn any(self, other: Wants) -> bool {
        self.0 & other.0 != 0
    }
}

/// Whom a signal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The forward bottleneck.
    Bottleneck,
    /// The reverse bottleneck.
    ReverseBottleneck,
    /// A flow, by its place in the scenario.
    Flow(u32),
    /// Cross traffic, by its place in the scenario.
    Cross(u32),
}

impl Source {
    /// The part of the path that a name means, if any.
    pub fn path(name: &str) -> Option<Source> {
        match name {
            "bottleneck" => Some(Source::Bottleneck),
            "reverse_bottleneck" => Some(Source::ReverseBottleneck),
            _ => None,
        }
    }
}

/// A rule of an algorithm, as *Why?* words it. Always a `static`.
#[derive(Debug)]
pub struct Rule {
    /// Unique key, `algorithm.rule`; the catalogue of words has its sentence.
    pub key: &'static str,
    /// The names of its numbers, in order.
    pub numbers: &'static [&'static str],
}

/// A bottleneck's queue after a packet came or went. Told as one, since all of it changes at once.
#[derive(Clone, Copy, Debug)]
pub struct QueueLevel {
    /// Whose queue.
    pub bottleneck: Source,
    /// Whose packet it was, and how many that source now has in the queue; none at the start of a run.
    pub owner: Option<(Source, u64)>,
    /// Packets that wait, the one in transmission not counted.
    pub packets: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Rate of the link.
    pub rate: Rate,
}

/// How long so many bytes take a link of this rate, in ms.
pub fn wait_ms(bytes: u64, rate: Rate) -> f64 {
    float(bytes) * 8000.0 / rate.0
}

impl QueueLevel {
    /// What an arriving packet would wait for those queued, in ms.
    pub fn delay_ms(&self) -> f64 {
        wait_ms(self.bytes, self.rate)
    }
    /// All that is told of a queue.
    pub const SIGNALS: Wants = Wants::these(&[&signals::QUEUE_PACKETS, &signals::QUEUE_BYTES, &signals::QUEUE_DELAY]);
}

/// A signal with its new value.
pub type Value = (&'static Signal, f64);

/// Listens to a simulation. Values of one (source, signal) come in order of time; all of them do if it is `in_order`.
pub trait Observer {
    /// What listeners of this type may want.
    const WANTS: Wants = Wants::ALL;
    /// False for the listener that hears nothing: the engine then skips the work.
    const LISTENS: bool = Self::WANTS.any(Wants::ALL);
    /// What this one wants: no more than `WANTS`, and always the same.
    #[cfg_attr(feature = "whole", inline(always))]
    fn wants(&self) -> Wants {
        Self::WANTS
    }
    /// False for one that does not mind to hear of a packet's arrival at its receiver late, though always with the time at
    /// which it was: by the return of its acknowledgement. The engine then saves an event for most packets.
    #[cfg_attr(feature = "whole", inline(always))]
    fn in_order(&self) -> bool {
        true
    }

    /// A wanted signal has a new value.
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64);
    /// Several signals of one source at one instant have new values; not all of them need be wanted. One after the other,
    /// for most listeners.
    #[inline]
    fn signals(&mut self, at: Time, source: Source, signals: &[Value]) {
        for (signal, value) in signals {
            self.tell(at, source, signal, *value);
        }
    }
    /// Something happened to one packet (it arrives, is dropped, departs): a mark of so many bytes, for most listeners.
    /// `serial` is the packet's number among all transmissions of the run.
    #[inline]
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        let _ = serial;
        self.signal(at, source, signal, f64::from(bytes));
    }
    /// A queue has changed: `queue_packets` of the packet's owner, then what is told of the queue itself, for most listeners.
    #[inline]
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        if let Some((owner, own)) = level.owner {
            self.tell(at, owner, &signals::QUEUE_PACKETS, float(own));
        }
        self.tell(at, level.bottleneck, &signals::QUEUE_PACKETS, float(level.packets));
        self.tell(at, level.bottleneck, &signals::QUEUE_BYTES, float(level.bytes));
        self.tell(at, level.bottleneck, &signals::QUEUE_DELAY, level.delay_ms());
    }
    /// A rule fired.
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        let _ = (at, source, rule, numbers);
    }

    /// Tells a signal's new value, if it is wanted.
    #[cfg_attr(feature = "whole", inline(always))]
    fn tell(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if Self::WANTS.has(signal) && self.wants().has(signal) {
            self.signal(at, source, signal, value);
        }
    }
    /// Tells several signals of one instant, those that are wanted.
    #[cfg_attr(feature = "whole", inline(always))]
    fn tell_all(&mut self, at: Time, source: Source, signals: &[Value]) {
        if Self::LISTENS {
            self.signals(at, source, signals);
        }
    }
    /// Tells what happened to a packet, if it is wanted.
    #[cfg_attr(feature = "whole", inline(always))]
    fn tell_packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        if Self::WANTS.has(signal) && self.wants().has(signal) {
            self.packet(at, source, signal, bytes, serial);
        }
    }
    /// Tells a queue's change, if any of it is wanted.
    #[cfg_attr(feature = "whole", inline(always))]
    fn tell_queue(&mut self, at: Time, level: &QueueLevel) {
        if Self::WANTS.any(QueueLevel::SIGNALS) && self.wants().any(QueueLevel::SIGNALS) {
            self.queue(at, level);
        }
    }
    /// Tells of a rule that fired, if that is wanted.
    #[cfg_attr(feature = "whole", inline(always))]
    fn tell_decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        if Self::WANTS.any(Wants::DECISIONS) && self.wants().any(Wants::DECISIONS) {
            self.decision(at, source, rule, numbers);
        }
    }
}

/// Nobody listens.
pub struct Silence;
impl Observer for Silence {
    const WANTS: Wants = Wants::NOTHING;
    fn in_order(&self) -> bool {
        false
    }
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
}

/// Two listeners at once.
impl<A: Observer, B: Observer> Observer for (&mut A, &mut B) {
    const WANTS: Wants = A::WANTS.and(B::WANTS);
    fn wants(&self) -> Wants {
        self.0.wants().and(self.1.wants())
    }
    fn in_order(&self) -> bool {
        self.0.in_order() || self.1.in_order()
    }
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.0.tell(at, source, signal, value);
        self.1.tell(at, source, signal, value);
    }
    fn signals(&mut self, at: Time, source: Source, signals: &[Value]) {
        self.0.tell_all(at, source, signals);
        self.1.tell_all(at, source, signals);
    }
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        self.0.tell_packet(at, source, signal, bytes, serial);
        self.1.tell_packet(at, source, signal, bytes, serial);
    }
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        self.0.tell_queue(at, level);
        self.1.tell_queue(at, level);
    }
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        self.0.tell_decision(at, source, rule, numbers);
        self.1.tell_decision(at, source, rule, numbers);
    }
}

/// What an algorithm says during one call: the sender hands it on to the observer with time and source.
/// Keeps its memory between calls, so that nothing is allocated once a run goes.
#[derive(Clone, Debug, Default)]
pub struct Tell {
    /// What is wanted; nothing else is kept.
    pub wants: Wants,
    /// Signals said.
    pub signals: Vec<Value>,
    /// Rules that fired, each with how many of `numbers` are its own.
    pub decisions: Vec<(&'static Rule, usize)>,
    /// The decisions' numbers, one after the other.
    pub numbers: Vec<f64>,
    /// Delay backoffs reported, listening or not: a flow's counter, not a signal.
    pub delay_backoffs: u64,
}

impl Tell {
    /// Says a signal's new value.
    #[inline]
    pub fn signal(&mut self, signal: &'static Signal, value: f64) {
        if self.wants.has(signal) {
            self.signals.push((signal, value));
        }
    }
    /// Says which rule fired, with its numbers in the rule's order.
    pub fn decide(&mut self, rule: &'static Rule, numbers: &[f64]) {
        debug_assert_eq!(rule.numbers.len(), numbers.len(), "{}", rule.key);
        if self.wants.any(Wants::DECISIONS) {
            self.decisions.push((rule, numbers.len()));
            self.numbers.extend_from_slice(numbers);
        }
    }
    /// Hands everything on and forgets it.
    #[cfg_attr(feature = "whole", inline(always))]
    pub fn flush<O: Observer>(&mut self, at: Time, source: Source, observer: &mut O) {
        if !self.signals.is_empty() || !self.decisions.is_empty() {
            self.flush_all(at, source, observer);
        }
    }

    #[inline(never)]
    fn flush_all<O: Observer>(&mut self, at: Time, source: Source, observer: &mut O) {
        observer.tell_all(at, source, &self.signals);
        self.signals.clear();
        let mut start = 0;
        for (rule, count) in self.decisions.drain(..) {
            observer.tell_decision(at, source, rule, &self.numbers[start..start + count]);
            start += count;
        }
        self.numbers.clear();
    }
}

/// Declares the engine's own signals, each with its own place in `Wants`, and the list of all of them.
macro_rules! catalogue {
    ($($(#[$doc:meta])+ $NAME:ident = $signal:expr;)+) => {
        #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
        #[repr(u8)]
        enum Class { $($NAME),+ }

        $($(#[$doc])+ pub static $NAME: Signal = $signal.engine(Class::$NAME as u8);)+

        /// All of the above: traces, generated files and tests walk this list. An algorithm's own stand in its `Section`.
        pub static ALL: &[&Signal] = &[$(&$NAME),+];
    };
}

/// The signals that the engine itself tells, whatever the algorithm. Algorithms declare their own beside their rules.
pub mod signals {
    use super::{Kind, Signal};
    use Kind::{Level, Mark, Sample, Total};

    /// The words of a queue's state, as an algorithm infers it and as it is in truth (contract, section 4).
    pub static QUEUE_STATES: &[&str] = &["full", "empty", "rising", "falling", "unknown"];

    catalogue! {
        /// Congestion window.
        CWND = Signal::new("cwnd_packets", "packets", Level);
        /// Slow-start threshold; not told while it is infinite.
        SSTHRESH = Signal::new("ssthresh_packets", "packets", Level);
        /// Sent and not yet acknowledged.
        IN_FLIGHT = Signal::new("in_flight_packets", "packets", Level);
        /// Rate of a rate-based sender, in wire bits.
        RATE = Signal::new("rate_bps", "bit/s", Level);
        /// Packets in a round trip that this rate amounts to: rate x smoothed RTT. Told from the first sample on.
        RATE_PACKETS = Signal::new("rate_packets", "packets", Level);
        /// One measured round-trip time.
        RTT = Signal::new("rtt_ms", "ms", Sample);
        /// Smoothed round-trip time (RFC 6298).
        SRTT = Signal::new("srtt_ms", "ms", Level);
        /// Payload delivered in order to the application, cumulative.
        DELIVERED = Signal::new("delivered_bytes", "bytes", Total);
        /// Occupancy of the queue; for a flow or cross traffic: its own packets in the queue.
        QUEUE_PACKETS = Signal::new("queue_packets", "packets", Level);
        /// Occupancy of the queue in bytes; likewise.
        QUEUE_BYTES = Signal::new("queue_bytes", "bytes", Level);
        /// What an arriving packet would wait: bytes queued over the rate.
        QUEUE_DELAY = Signal::new("queue_delay_ms", "ms", Level);
        /// A packet arrives at its bottleneck; value: bytes.
        ARRIVE = Signal::new("arrive", "bytes", Mark);
        /// Dropped by the queue; value: bytes.
        DROP_QUEUE = Signal::new("drop_queue", "bytes", Mark);
        /// Lost by chance before the queue; value: bytes.
        DROP_RANDOM = Signal::new("drop_random", "bytes", Mark);
        /// Marked by the queue as having met congestion (RFC 3168: CE), when it arrives or when it is taken out; value: bytes.
        MARK = Signal::new("mark", "bytes", Mark);
        /// Leaves the link (its last bit); value: bytes.
        DEPART = Signal::new("depart", "bytes", Mark);
        /// One of its acknowledgements arrives at the other direction's bottleneck; value: bytes.
        ACK_ARRIVE = Signal::new("ack_arrive", "bytes", Mark);
        /// One of its acknowledgements is dropped by that queue; value: bytes.
        ACK_DROP_QUEUE = Signal::new("ack_drop_queue", "bytes", Mark);
        /// One of its acknowledgements leaves that link (its last bit); value: bytes.
        ACK_DEPART = Signal::new("ack_depart", "bytes", Mark);
        /// An acknowledgement arrives at its sender.
        ACK = Signal::new("ack", "", Mark);
        /// A finite transfer has been delivered entirely; value: how long it took.
        COMPLETED = Signal::new("completed", "s", Mark);
        /// A segment is sent again.
        RETRANSMIT = Signal::new("retransmit", "", Mark);
        /// Fast recovery begins; value: cwnd just before.
        RECOVERY_START = Signal::new("recovery_start", "packets", Mark);
        /// Fast recovery ends; value: cwnd after.
        RECOVERY_END = Signal::new("recovery_end", "packets", Mark);
        /// The congestion event shrank the window; value: cwnd just before.
        WINDOW_CUT = Signal::new("window_cut", "packets", Mark);
        /// Fast recovery began, but the algorithm kept its window; value: cwnd.
        LOSS_TOLERATED = Signal::new("loss_tolerated", "packets", Mark);
        /// The retransmission timer fired.
        TIMEOUT = Signal::new("timeout", "", Mark);
        /// A measured RTT interval ended; value: its number.
        ROUND = Signal::new("round", "", Mark);
        /// From the arrival at the bottleneck to the receiver.
        ONE_WAY_DELAY = Signal::new("one_way_delay_ms", "ms", Sample);
        /// The true state of the queue over a flow's last RTT interval; told when the interval ends (`telemetry::truth`).
        TRUE_STATE = Signal::state("true_state", QUEUE_STATES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wants one signal of its own type's two.
    struct Picky(Vec<&'static str>);
    impl Observer for Picky {
        const WANTS: Wants = Wants::these(&[&signals::CWND, &signals::QUEUE_BYTES]);
        fn wants(&self) -> Wants {
            Wants::these(&[&signals::QUEUE_BYTES])
        }
        fn signal(&mut self, _: Time, _: Source, signal: &'static Signal, _: f64) {
            self.0.push(signal.name);
        }
    }

    #[test]
    fn only_what_is_wanted_is_told() {
        static OWN: Signal = Signal::new("own", "", Kind::Level);
        let level = QueueLevel {
            bottleneck: Source::Bottleneck,
            owner: Some((Source::Flow(0), 1)),
            packets: 3,
            bytes: 4500,
            rate: Rate(1e7),
        };
        let (mut one, mut other) = (Picky(Vec::new()), Picky(Vec::new()));
        let mut both = (&mut one, &mut other);
        for signal in [&signals::CWND, &signals::QUEUE_BYTES, &signals::ACK, &OWN] {
            both.tell(Time(1), Source::Flow(0), signal, 1.0);
            both.tell_packet(Time(1), Source::Flow(0), signal, 1500, 0);
        }
        both.tell_queue(Time(1), &level);
        assert_eq!(one.0, ["queue_bytes"; 3]);
        assert_eq!(one.0, other.0);
        assert_eq!(level.delay_ms(), 3.6);
        assert!(!Silence::LISTENS && Picky::LISTENS && Wants::ALL.has(&OWN));
        assert!(!Wants::ALL.without(Wants::OTHERS).has(&OWN) && Wants::OTHERS.has(&OWN));
    }
}
