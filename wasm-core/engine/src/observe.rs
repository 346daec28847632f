//! Signals and decisions of a simulation, and their observers. A *signal* is a number over time or at an instant; a
//! *decision* is a rule that fired, with the numbers from which it can be recomputed by hand. An observer's type states
//! which signals it wants; emitting another one compiles to nothing. The simulation calls `emit`, `emit_packet`,
//! `emit_queue`, and an observer implements `signal`, `packet`, `queue`. Nothing is stored here (`telemetry` and the
//! crates above record), and a run without an observer costs nothing and is the same.

use crate::math::float;
use crate::units::{Rate, Time};

/// How to read a signal between its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Level: keeps its value until the next one (a window, a queue).
    Level,
    /// Sample: a value at its instant only (an RTT sample).
    Sample,
    /// Event; its value is 1 or its own (bytes).
    Mark,
    /// Total: only grows (delivered bytes).
    Total,
    /// State: a word that lasts until the next; the value is its index in `words`.
    State,
}

impl Kind {
    /// Whether a value lasts until the next one.
    pub fn holds(self) -> bool {
        matches!(self, Kind::Level | Kind::Total | Kind::State)
    }
}

/// One entry of the catalogue of signals. Always a `static`: its address is its identity.
#[derive(Debug)]
pub struct Signal {
    /// Its name in traces and frames, unit included.
    pub name: &'static str,
    /// Unit as shown on the screen.
    pub unit: &'static str,
    /// How to read it.
    pub kind: Kind,
    /// Words of a `State`.
    pub words: &'static [&'static str],
    /// Its place in a set of wanted signals: each of the engine's has its own, all others share one.
    class: u8,
}

impl Signal {
    /// A signal of an algorithm or a discipline, without words.
    pub const fn new(name: &'static str, unit: &'static str, kind: Kind) -> Signal {
        Signal { name, unit, kind, words: &[], class: Interests::OTHERS_CLASS }
    }
    /// A state of an algorithm or a discipline, with its words.
    pub const fn state(name: &'static str, words: &'static [&'static str]) -> Signal {
        Signal { name, unit: "", kind: Kind::State, words, class: Interests::OTHERS_CLASS }
    }
    /// Its place among `Interests::CLASSES`; signals of algorithms and disciplines share a place.
    pub fn class(&self) -> usize {
        usize::from(self.class)
    }
    /// Whether it is one of the engine's own.
    pub fn is_engines(&self) -> bool {
        self.class != Interests::OTHERS_CLASS
    }
    /// A signal of the engine.
    const fn engine(self, class: u8) -> Signal {
        assert!(class < Interests::SENT_CLASS, "a set of signals has 64 bits");
        Signal { class, ..self }
    }
}

/// Set of signals that an observer wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interests(u64);

impl Interests {
    /// Number of places in a set.
    pub const CLASSES: usize = 64;
    const OTHERS_CLASS: u8 = 63;
    const DECISIONS_CLASS: u8 = 62;
    const SENT_CLASS: u8 = 61;
    /// The empty set.
    pub const NOTHING: Interests = Interests(0);
    /// Every signal and decision.
    pub const ALL: Interests = Interests(u64::MAX);
    /// Signals of algorithms and disciplines.
    pub const OTHERS: Interests = Interests(1 << Interests::OTHERS_CLASS);
    /// Decisions.
    pub const DECISIONS: Interests = Interests(1 << Interests::DECISIONS_CLASS);
    /// Packets that leave their senders, as they are: no signal, and part of no trace.
    pub const SENT: Interests = Interests(1 << Interests::SENT_CLASS);

    /// The set of these signals of the engine.
    pub const fn these(signals: &[&'static Signal]) -> Interests {
        let (mut set, mut i) = (0, 0);
        while i < signals.len() {
            set |= 1 << signals[i].class;
            i += 1;
        }
        Interests(set)
    }
    /// Union.
    pub const fn and(self, other: Interests) -> Interests {
        Interests(self.0 | other.0)
    }
    /// Difference.
    pub const fn without(self, other: Interests) -> Interests {
        Interests(self.0 & !other.0)
    }
    /// Whether a signal is in the set.
    #[inline(always)]
    pub const fn has(self, signal: &'static Signal) -> bool {
        self.0 >> signal.class & 1 != 0
    }
    /// Whether the sets have a common signal.
    #[inline(always)]
    pub const fn any(self, other: Interests) -> bool {
        self.0 & other.0 != 0
    }
}

/// Source of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The forward bottleneck.
    Bottleneck,
    /// The reverse bottleneck.
    ReverseBottleneck,
    /// A flow, by its index in the scenario.
    Flow(u32),
    /// Cross traffic, by its index in the scenario.
    Cross(u32),
}

impl Source {
    /// The part of the path with this name, if any.
    pub fn path(name: &str) -> Option<Source> {
        match name {
            "bottleneck" => Some(Source::Bottleneck),
            "reverse_bottleneck" => Some(Source::ReverseBottleneck),
            _ => None,
        }
    }
}

/// Effect of a rule on congestion: the question that *Why?* asks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Delay made the sender reduce its window or rate.
    Backoff,
    /// Delay grew, or seemed to, and no backoff followed.
    NoBackoff,
    /// A loss or a mark made it reduce its window or rate.
    Cut,
    /// It kept its window in spite of a loss.
    Kept,
    /// Its timer ran out.
    Timeout,
    /// It took a reduction back: what had seemed lost was only late.
    Undo,
    /// Anything else: growth, the end of slow start, a new estimate.
    Change,
}

impl Outcome {
    /// Name in the catalogue (`why.title.<name>`).
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Backoff => "backoff",
            Outcome::NoBackoff => "no_backoff",
            Outcome::Cut => "cut",
            Outcome::Kept => "kept",
            Outcome::Timeout => "timeout",
            Outcome::Undo => "undo",
            Outcome::Change => "change",
        }
    }
}

/// Inference of a rule about the path, which the simulator knows: *Why?* says beside the decision how it really was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inference {
    /// It infers nothing that could be held against the truth.
    Nothing,
    /// That a loss or a mark means congestion.
    Congestion,
    /// That a loss means no congestion.
    RandomLoss,
    /// From delay, the queue or the flow's own packets in it.
    Queue,
    /// That others fill the queue whatever it does.
    Rivals,
}

impl Inference {
    /// Name in the page's tables.
    pub fn name(self) -> &'static str {
        match self {
            Inference::Nothing => "nothing",
            Inference::Congestion => "congestion",
            Inference::RandomLoss => "random_loss",
            Inference::Queue => "queue",
            Inference::Rivals => "rivals",
        }
    }
}

/// Rule of an algorithm, as worded by *Why?*. Always a `static`.
#[derive(Debug)]
pub struct Rule {
    /// Unique key, `algorithm.rule`; the catalogue has its sentence.
    pub key: &'static str,
    /// Its effect.
    pub outcome: Outcome,
    /// Its assumption about the path.
    pub infers: Inference,
    /// Names of its numbers, in order.
    pub numbers: &'static [&'static str],
}

/// A bottleneck's queue after a packet came or went. Emitted as one value, since all of it changes at once.
#[derive(Clone, Copy, Debug)]
pub struct QueueLevel {
    /// Bottleneck of the queue.
    pub bottleneck: Source,
    /// Owner of the packet, and the number of its packets in the queue now; none at the start of a run.
    pub owner: Option<(Source, u64)>,
    /// Waiting packets, without the one in transmission.
    pub packets: u64,
    /// Their bytes.
    pub bytes: u64,
    /// The rate at which they will be sent: that of the link; of one that serves in opportunities the mean until all have been sent.
    pub rate: Rate,
}

/// Transmission time of this many bytes at this rate, in ms.
pub fn wait_ms(bytes: u64, rate: Rate) -> f64 {
    float(bytes) * 8000.0 / rate.0
}

impl QueueLevel {
    /// Queueing delay of an arriving packet, in ms.
    pub fn delay_ms(&self) -> f64 {
        wait_ms(self.bytes, self.rate)
    }
    /// Signals emitted for a queue.
    pub const SIGNALS: Interests =
        Interests::these(&[&signals::QUEUE_PACKETS, &signals::QUEUE_BYTES, &signals::QUEUE_DELAY]);
}

/// A signal with its new value.
pub type Value = (&'static Signal, f64);

/// Observer of a simulation. Values of one (source, signal) come in order of time; all of them do if it is `in_order`.
pub trait Observer {
    /// Signals that observers of this type may want.
    const INTERESTS: Interests = Interests::ALL;
    /// False for the observer that receives nothing: the engine then skips the work.
    const LISTENS: bool = Self::INTERESTS.any(Interests::ALL);
    /// Signals that this observer wants: at most `INTERESTS`, and always the same.
    #[inline(always)]
    fn interests(&self) -> Interests {
        Self::INTERESTS
    }
    /// False for an observer that accepts a packet's arrival at its receiver late (with the time of the arrival), by
    /// the return of its ACK. The engine then saves an event for most packets.
    #[inline(always)]
    fn in_order(&self) -> bool {
        true
    }

    /// Receives a wanted signal's new value.
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64);
    /// Receives new values of several signals of one source at one instant, not all of which need be wanted. By default
    /// one after the other.
    #[inline]
    fn signals(&mut self, at: Time, source: Source, signals: &[Value]) {
        for (signal, value) in signals {
            self.emit(at, source, signal, *value);
        }
    }
    /// Receives an event of one packet (arrival, drop, departure), by default as an event with its size in bytes.
    /// `serial` is the packet's number among all transmissions of the run.
    #[inline]
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        let _ = serial;
        self.signal(at, source, signal, f64::from(bytes));
    }
    /// Receives a change of a queue, by default as `queue_packets` of the packet's owner followed by the queue's own
    /// signals.
    #[inline]
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        if let Some((owner, own)) = level.owner {
            self.emit(at, owner, &signals::QUEUE_PACKETS, float(own));
        }
        self.emit(at, level.bottleneck, &signals::QUEUE_PACKETS, float(level.packets));
        self.emit(at, level.bottleneck, &signals::QUEUE_BYTES, float(level.bytes));
        self.emit(at, level.bottleneck, &signals::QUEUE_DELAY, level.delay_ms());
    }
    /// Receives a data packet's arrival at its receiver, by default as the signal `one_way_delay_ms`. `serial` as for `packet`.
    #[inline]
    fn received(&mut self, at: Time, source: Source, delay_ms: f64, serial: u64) {
        let _ = serial;
        self.signal(at, source, &signals::ONE_WAY_DELAY, delay_ms);
    }
    /// Receives a flow's data packet that leaves its sender, but for SYNs: `serial` as for `packet`; the segment that it carries (`again`: a
    /// retransmission of it); its size.
    #[inline]
    fn sent(&mut self, at: Time, source: Source, serial: u64, (sequence, again): (u64, bool), bytes: u32) {
        let _ = (at, source, serial, sequence, again, bytes);
    }
    /// Receives a decision.
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        let _ = (at, source, rule, numbers);
    }

    /// Emits a signal's new value, if it is wanted.
    #[inline(always)]
    fn emit(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if Self::INTERESTS.has(signal) && self.interests().has(signal) {
            self.signal(at, source, signal, value);
        }
    }
    /// Emits several signals of one instant, those that are wanted.
    #[inline(always)]
    fn emit_all(&mut self, at: Time, source: Source, signals: &[Value]) {
        if Self::LISTENS {
            self.signals(at, source, signals);
        }
    }
    /// Emits an event of a packet, if it is wanted.
    #[inline(always)]
    fn emit_packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        if Self::INTERESTS.has(signal) && self.interests().has(signal) {
            self.packet(at, source, signal, bytes, serial);
        }
    }
    /// Emits a queue's change, if any of it is wanted.
    #[inline(always)]
    fn emit_queue(&mut self, at: Time, level: &QueueLevel) {
        if Self::INTERESTS.any(QueueLevel::SIGNALS) && self.interests().any(QueueLevel::SIGNALS) {
            self.queue(at, level);
        }
    }
    /// Emits a packet's arrival at its receiver, if it is wanted.
    #[inline(always)]
    fn emit_received(&mut self, at: Time, source: Source, delay_ms: f64, serial: u64) {
        if Self::INTERESTS.has(&signals::ONE_WAY_DELAY) && self.interests().has(&signals::ONE_WAY_DELAY) {
            self.received(at, source, delay_ms, serial);
        }
    }
    /// Emits a packet that leaves its sender, if that is wanted.
    #[inline(always)]
    fn emit_sent(&mut self, at: Time, source: Source, serial: u64, segment: (u64, bool), bytes: u32) {
        if Self::INTERESTS.any(Interests::SENT) && self.interests().any(Interests::SENT) {
            self.sent(at, source, serial, segment, bytes);
        }
    }
    /// Emits a decision, if it is wanted.
    #[inline(always)]
    fn emit_decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        if Self::INTERESTS.any(Interests::DECISIONS) && self.interests().any(Interests::DECISIONS) {
            self.decision(at, source, rule, numbers);
        }
    }
}

/// Observer that wants nothing.
pub struct NullObserver;
impl Observer for NullObserver {
    const INTERESTS: Interests = Interests::NOTHING;
    fn in_order(&self) -> bool {
        false
    }
    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}
}

/// Two observers at once.
impl<A: Observer, B: Observer> Observer for (&mut A, &mut B) {
    const INTERESTS: Interests = A::INTERESTS.and(B::INTERESTS);
    fn interests(&self) -> Interests {
        self.0.interests().and(self.1.interests())
    }
    fn in_order(&self) -> bool {
        self.0.in_order() || self.1.in_order()
    }
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.0.emit(at, source, signal, value);
        self.1.emit(at, source, signal, value);
    }
    fn signals(&mut self, at: Time, source: Source, signals: &[Value]) {
        self.0.emit_all(at, source, signals);
        self.1.emit_all(at, source, signals);
    }
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        self.0.emit_packet(at, source, signal, bytes, serial);
        self.1.emit_packet(at, source, signal, bytes, serial);
    }
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        self.0.emit_queue(at, level);
        self.1.emit_queue(at, level);
    }
    fn received(&mut self, at: Time, source: Source, delay_ms: f64, serial: u64) {
        self.0.emit_received(at, source, delay_ms, serial);
        self.1.emit_received(at, source, delay_ms, serial);
    }
    fn sent(&mut self, at: Time, source: Source, serial: u64, segment: (u64, bool), bytes: u32) {
        self.0.emit_sent(at, source, serial, segment, bytes);
        self.1.emit_sent(at, source, serial, segment, bytes);
    }
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        self.0.emit_decision(at, source, rule, numbers);
        self.1.emit_decision(at, source, rule, numbers);
    }
}

/// Output of an algorithm during one call, which the sender passes to the observer with time and source. Its memory is
/// kept between calls, so that nothing is allocated during a run.
#[derive(Clone, Debug, Default)]
pub struct Emitter {
    /// Wanted signals; nothing else is kept.
    pub interests: Interests,
    /// Signals emitted.
    pub signals: Vec<Value>,
    /// Decisions, each with the number of `numbers` that belong to it.
    pub decisions: Vec<(&'static Rule, usize)>,
    /// The decisions' numbers, one after the other.
    pub numbers: Vec<f64>,
    /// Delay backoffs, with or without an observer: a flow's counter, not a signal.
    pub delay_backoffs: u64,
}

impl Emitter {
    /// Emits a signal's new value.
    #[inline]
    pub fn signal(&mut self, signal: &'static Signal, value: f64) {
        if self.interests.has(signal) {
            self.keep(signal, value);
        }
    }
    /// Not inlined, like `decide`: the algorithms call both at hundreds of places.
    #[inline(never)]
    fn keep(&mut self, signal: &'static Signal, value: f64) {
        self.signals.push((signal, value));
    }
    /// Emits a decision, with its numbers in the rule's order.
    #[inline(never)]
    pub fn decide(&mut self, rule: &'static Rule, numbers: &[f64]) {
        debug_assert_eq!(rule.numbers.len(), numbers.len(), "{}", rule.key);
        if self.interests.any(Interests::DECISIONS) {
            self.decisions.push((rule, numbers.len()));
            self.numbers.extend_from_slice(numbers);
        }
    }
    /// Passes everything on and empties itself.
    #[inline(always)]
    pub fn flush<O: Observer>(&mut self, at: Time, source: Source, observer: &mut O) {
        if !self.signals.is_empty() || !self.decisions.is_empty() {
            self.flush_all(at, source, observer);
        }
    }

    #[inline(never)]
    fn flush_all<O: Observer>(&mut self, at: Time, source: Source, observer: &mut O) {
        observer.emit_all(at, source, &self.signals);
        self.signals.clear();
        let mut start = 0;
        for (rule, count) in self.decisions.drain(..) {
            observer.emit_decision(at, source, rule, &self.numbers[start..start + count]);
            start += count;
        }
        self.numbers.clear();
    }
}

/// Declares the engine's own signals, each with its own place in `Interests`, and the list of all of them.
macro_rules! catalogue {
    ($($(#[$doc:meta])+ $NAME:ident = $signal:expr;)+) => {
        #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
        #[repr(u8)]
        enum Class { $($NAME),+ }

        $($(#[$doc])+ pub static $NAME: Signal = $signal.engine(Class::$NAME as u8);)+

        /// All of the above, for traces, generated files and tests. An algorithm's own signals are in its `Section`.
        pub static ALL: &[&Signal] = &[$(&$NAME),+];
    };
}

/// Signals that the engine emits, whatever the algorithm. Algorithms declare their own beside their rules.
pub mod signals {
    use super::{Kind, Signal};
    use Kind::{Level, Mark, Sample, Total};

    /// Words of a queue's state, both as inferred by an algorithm and as true (contract, section 4).
    pub static QUEUE_STATES: &[&str] = &["full", "empty", "rising", "falling", "unknown"];

    catalogue! {
        /// Congestion window.
        CWND = Signal::new("cwnd_packets", "packets", Level);
        /// Slow-start threshold; emitted only while it is finite.
        SSTHRESH = Signal::new("ssthresh_packets", "packets", Level);
        /// Sent and not yet acknowledged.
        IN_FLIGHT = Signal::new("in_flight_packets", "packets", Level);
        /// Rate of a rate-based sender, in wire bits.
        RATE = Signal::new("rate_bps", "bit/s", Level);
        /// Packets in a round trip that this rate amounts to: rate x smoothed RTT. Emitted from the first sample on.
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
        /// Queueing delay of an arriving packet: bytes queued over the rate.
        QUEUE_DELAY = Signal::new("queue_delay_ms", "ms", Level);
        /// A packet arrives at its bottleneck; value: bytes.
        ARRIVE = Signal::new("arrive", "bytes", Mark);
        /// Dropped by the queue; value: bytes.
        DROP_QUEUE = Signal::new("drop_queue", "bytes", Mark);
        /// Lost at random before the queue; value: bytes.
        DROP_RANDOM = Signal::new("drop_random", "bytes", Mark);
        /// Lost at random after the link has sent it; value: bytes.
        LOST_AFTER_QUEUE = Signal::new("lost_after_queue", "bytes", Mark);
        /// ECN-marked by the queue (RFC 3168: CE), when it arrives or when it leaves the queue; value: bytes.
        MARK = Signal::new("mark", "bytes", Mark);
        /// Data packets that the queue ECN-marked so far: of crowded marks their rate, however much a recording was thinned.
        MARKED = Signal::new("marked_packets", "packets", Total);
        /// Leaves the link (its last bit); value: bytes.
        DEPART = Signal::new("depart", "bytes", Mark);
        /// An ACK of its data arrives at the other direction's bottleneck; value: bytes.
        ACK_ARRIVE = Signal::new("ack_arrive", "bytes", Mark);
        /// An ACK of its data is dropped by that queue; value: bytes.
        ACK_DROP_QUEUE = Signal::new("ack_drop_queue", "bytes", Mark);
        /// An ACK of its data is lost on that link, if it is a Wi-Fi link, or the answer to its SYN is lost at random; value: bytes.
        ACK_LOST = Signal::new("ack_lost_after_queue", "bytes", Mark);
        /// An ACK of its data leaves that link (its last bit); value: bytes.
        ACK_DEPART = Signal::new("ack_depart", "bytes", Mark);
        /// An ACK arrives at its sender.
        ACK = Signal::new("ack", "", Mark);
        /// A finite transfer is complete; value: its duration.
        COMPLETED = Signal::new("completed", "s", Mark);
        /// A packet is retransmitted.
        RETRANSMIT = Signal::new("retransmit", "", Mark);
        /// Fast recovery begins; value: cwnd just before.
        RECOVERY_START = Signal::new("recovery_start", "packets", Mark);
        /// Fast recovery ends; value: cwnd after.
        RECOVERY_END = Signal::new("recovery_end", "packets", Mark);
        /// A congestion event reduced the window; value: cwnd just before.
        WINDOW_CUT = Signal::new("window_cut", "packets", Mark);
        /// Fast recovery began, but the algorithm kept its window; value: cwnd.
        LOSS_TOLERATED = Signal::new("loss_tolerated", "packets", Mark);
        /// A reduction turned out to have been needless, and was taken back; value: cwnd after.
        WINDOW_UNDO = Signal::new("window_undo", "packets", Mark);
        /// A tail loss probe leaves.
        LOSS_PROBE = Signal::new("loss_probe", "", Mark);
        /// The retransmission timer fired.
        TIMEOUT = Signal::new("timeout", "", Mark);
        /// A measured RTT interval ended; value: its number.
        ROUND = Signal::new("round", "", Mark);
        /// Time from the arrival at the bottleneck to the receiver.
        ONE_WAY_DELAY = Signal::new("one_way_delay_ms", "ms", Sample);
        /// True state of the queue over a flow's last RTT interval; emitted when the interval ends
        /// (`telemetry::truth`).
        TRUE_STATE = Signal::state("true_state", QUEUE_STATES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wants one signal of its own type's two.
    struct Picky(Vec<&'static str>);
    impl Observer for Picky {
        const INTERESTS: Interests = Interests::these(&[&signals::CWND, &signals::QUEUE_BYTES]);
        fn interests(&self) -> Interests {
            Interests::these(&[&signals::QUEUE_BYTES])
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
            both.emit(Time(1), Source::Flow(0), signal, 1.0);
            both.emit_packet(Time(1), Source::Flow(0), signal, 1500, 0);
        }
        both.emit_queue(Time(1), &level);
        assert_eq!(one.0, ["queue_bytes"; 3]);
        assert_eq!(one.0, other.0);
        assert_eq!(level.delay_ms(), 3.6);
        assert!(!NullObserver::LISTENS && Picky::LISTENS && Interests::ALL.has(&OWN));
        assert!(!Interests::ALL.without(Interests::OTHERS).has(&OWN) && Interests::OTHERS.has(&OWN));
    }
}
