//! TEAR's receiver: TCP's window, emulated on the packets that arrive, and the mean rate of its epochs. The one number of
//! its reports: the rate in packets per second, 0 while it is not known. Each reduction of the window is marked as TCP's
//! would be, since it ends an epoch; the rate itself hardly moves. Not here: what the sender makes of it (`mod`), the
//! weights (`history`).

use super::{EPOCH, HALVE, STATE, Settings, TIMEOUT, WINDOW};
use crate::observe::Rule;
use crate::params::Value;
use crate::rate::history::History;
use crate::rate::receiver::EachRtt;
use crate::rate::{Arrival, Context, Feedback};
use crate::units::{Span, Time};

/// Round trips in which packets after a gap must come.
const GAP_RTTS: u64 = 2;

/// Phase of the emulated sender.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// Nothing has arrived.
    New,
    /// No header has carried an RTT.
    Waiting,
    /// It counts the packets of the first round trip of a flow that goes on, until then.
    Joining { until: Time, packets: f64 },
    /// It grows.
    Open,
    /// Packets from `first` to before `end` are missing, so many still; it waits for some after the gap.
    Gap { first: u64, end: u64, missing: u64, later: u64, until: Time },
    /// It has cut its window: until this packet, and for a round trip at least, no loss counts and nothing grows.
    Recovery { until: u64, earliest: Time },
}

/// Arrivals since the last reduction: packets, and the time that the window's rounds give them.
#[derive(Clone, Copy, Debug, Default)]
struct Epoch {
    packets: f64,
    seconds: f64,
}

impl Epoch {
    /// In packets per second.
    fn rate(&self) -> f64 {
        if self.seconds > 0.0 { self.packets / self.seconds } else { 0.0 }
    }
}

/// How fast packets arrive, measured over each round trip.
#[derive(Clone, Copy, Debug)]
struct Arrivals {
    since: Time,
    packets: f64,
    /// In packets per second; infinite before the first round trip is over.
    rate: f64,
}

impl Arrivals {
    fn count(&mut self, now: Time, rtt: Span) {
        let elapsed = now.since(self.since);
        if elapsed >= rtt {
            let rate = if self.since > Time::ZERO { self.packets / elapsed.seconds() } else { f64::INFINITY };
            *self = Arrivals { since: now, packets: 0.0, rate };
        }
        self.packets += 1.0;
    }
}

/// State of TEAR's receiver.
#[derive(Clone, Debug)]
pub struct TearReceiver {
    settings: Settings,
    /// The next packet after all that have arrived.
    next: u64,
    rtt: Option<Span>,
    phase: Phase,
    window: f64,
    ssthresh: f64,
    /// w at the start of the present round, and the packets of it that have arrived.
    round_window: f64,
    arrived: f64,
    arrivals: Arrivals,
    epoch: Epoch,
    history: History,
    /// The rate as reported last.
    reported: f64,
    reports: EachRtt,
    /// Window and state as last emitted.
    emitted: (f64, f64),
}

impl TearReceiver {
    /// Before the first packet, which is number `first`.
    pub fn new(values: &[Value], first: u64) -> TearReceiver {
        TearReceiver {
            settings: Settings::read(values),
            next: first,
            rtt: None,
            phase: Phase::New,
            window: 1.0,
            ssthresh: f64::INFINITY,
            round_window: 1.0,
            arrived: 0.0,
            arrivals: Arrivals { since: Time::ZERO, packets: 0.0, rate: f64::INFINITY },
            epoch: Epoch::default(),
            history: History::default(),
            reported: 0.0,
            reports: EachRtt::new(),
            emitted: (0.0, -1.0),
        }
    }

    /// The rate that a TCP sender would have had of late, in packets per second; 0 while it is not known.
    pub(super) fn rate(&self) -> f64 {
        let Some(rtt) = self.rtt.filter(|_| self.emulates()) else { return 0.0 };
        let mean = self.history.mean(self.epoch.rate(), self.settings.epochs as usize, None);
        mean.unwrap_or(self.window / rtt.seconds())
    }

    /// The window means something.
    fn emulates(&self) -> bool {
        !matches!(self.phase, Phase::New | Phase::Waiting | Phase::Joining { .. })
    }

    /// The emulated window, in packets.
    pub fn window(&self) -> f64 {
        self.window
    }

    /// A packet arrives: of the present round, or the first of the next.
    fn count(&mut self, rtt: Span) {
        if self.arrived >= self.round_window {
            self.arrived -= self.round_window;
            self.round_window = self.window;
        }
        self.arrived += 1.0;
        self.epoch.packets += 1.0;
        self.epoch.seconds += rtt.seconds() / self.round_window;
    }

    fn grow(&mut self) {
        self.window += if self.window < self.ssthresh { 1.0 } else { 1.0 / self.round_window };
    }

    /// Packet `first` was lost: the window is reduced and an epoch ends.
    fn reduce(&mut self, rule: &'static Rule, first: u64, rtt: Span, cx: &mut Context) {
        let before = self.window;
        self.phase = Phase::Recovery { until: first + before as u64, earliest: cx.now + rtt };
        let overshoot = self.history.is_empty();
        let base = if overshoot { before.min(self.arrivals.rate * rtt.seconds()) } else { before };
        self.ssthresh = (base / 2.0).max(2.0);
        self.window = if std::ptr::eq(rule, &HALVE) { (base / 2.0).max(1.0) } else { 1.0 };
        let rate = if overshoot { self.ssthresh / rtt.seconds() } else { self.epoch.rate() };
        self.history.close(rate, self.settings.epochs as usize, None);
        (self.round_window, self.arrived, self.epoch) = (self.window, 0.0, Epoch::default());
        cx.cut(before);
        cx.signal_rate(&EPOCH, rate);
        let [epoch, mean] = [rate, self.rate()].map(|rate| rate * cx.packet_bits);
        cx.decide(rule, &[before, self.window, self.ssthresh, epoch, mean]);
    }

    /// A packet with none missing before it, or with those from `next` on missing.
    fn on_next(&mut self, arrival: &Arrival, next: u64, rtt: Span, cx: &mut Context) {
        let sequence = arrival.sequence;
        self.count(rtt);
        self.arrivals.count(cx.now, rtt);
        if let Phase::Recovery { until, earliest } = self.phase
            && sequence >= until
            && cx.now >= earliest
        {
            self.phase = Phase::Open;
            // Packets missing from now on count.
            return self.on_open(arrival, sequence, rtt, cx);
        }
        match &mut self.phase {
            Phase::Gap { later, first, .. } => {
                *later += 1;
                let (later, first) = (*later, *first);
                if later >= self.settings.packets_after_gap {
                    self.reduce(&HALVE, first, rtt, cx);
                }
            }
            Phase::Open => self.on_open(arrival, next, rtt, cx),
            _ => {}
        }
    }

    fn on_open(&mut self, arrival: &Arrival, next: u64, rtt: Span, cx: &mut Context) {
        if arrival.marked {
            self.reduce(&HALVE, arrival.sequence, rtt, cx);
        } else if arrival.sequence > next {
            let until = cx.now + Span(GAP_RTTS * rtt.0);
            let end = arrival.sequence;
            self.phase = Phase::Gap { first: next, end, missing: end - next, later: 1, until };
            if self.settings.packets_after_gap <= 1 {
                self.reduce(&HALVE, next, rtt, cx);
            }
        } else {
            self.grow();
        }
    }

    /// One that was missing arrives after all: the gap may be none.
    fn on_late(&mut self, sequence: u64) {
        if let Phase::Gap { first, end, missing, .. } = &mut self.phase
            && (*first..*end).contains(&sequence)
        {
            *missing -= 1;
            if *missing == 0 {
                self.phase = Phase::Open;
            }
        }
    }

    /// A packet arrives before the window means something.
    fn on_early(&mut self, cx: &mut Context) {
        self.phase = match (self.phase, self.rtt) {
            (_, None) => Phase::Waiting,
            (Phase::New, Some(rtt)) => Phase::Joining { until: cx.now + rtt, packets: 1.0 },
            (Phase::Joining { until, packets }, _) if cx.now < until => {
                Phase::Joining { until, packets: packets + 1.0 }
            }
            (Phase::Joining { packets, .. }, _) => {
                (self.window, self.ssthresh, self.round_window) = (packets, packets, packets);
                Phase::Open
            }
            _ => Phase::Open,
        };
    }

    fn report(&mut self, cx: &mut Context) -> [f64; 3] {
        self.reports.reported(cx.now, self.rtt);
        self.reported = self.rate();
        [self.reported, 0.0, 0.0]
    }

    fn emit_state(&mut self, cx: &mut Context) {
        let state = match self.phase {
            Phase::New | Phase::Waiting | Phase::Joining { .. } => return,
            Phase::Open if self.window < self.ssthresh => 0.0,
            Phase::Open => 1.0,
            Phase::Gap { .. } => 2.0,
            Phase::Recovery { .. } => 3.0,
        };
        if self.window != self.emitted.0 {
            cx.signal(&WINDOW, self.window);
        }
        if state != self.emitted.1 {
            cx.signal(&STATE, state);
        }
        self.emitted = (self.window, state);
    }
}

impl Feedback for TearReceiver {
    fn on_packet(&mut self, arrival: &Arrival, cx: &mut Context) -> Option<[f64; 3]> {
        let (next, phase) = (self.next, self.phase);
        self.rtt = arrival.srtt.or(self.rtt);
        self.next = next.max(arrival.sequence + 1);
        match self.rtt.filter(|_| self.emulates()) {
            None => self.on_early(cx),
            Some(_) if arrival.sequence < next => self.on_late(arrival.sequence),
            Some(rtt) => self.on_next(arrival, next, rtt, cx),
        }
        self.emit_state(cx);
        let reduced = matches!(self.phase, Phase::Recovery { .. }) && self.phase != phase;
        let lower = reduced && self.rate() < self.reported;
        (self.reports.on_packet() || lower).then(|| self.report(cx))
    }

    fn on_timer(&mut self, cx: &mut Context) -> Option<[f64; 3]> {
        let mut lower = false;
        if let (Phase::Gap { first, until, .. }, Some(rtt)) = (self.phase, self.rtt)
            && until <= cx.now
        {
            self.reduce(&TIMEOUT, first, rtt, cx);
            self.emit_state(cx);
            lower = self.rate() < self.reported;
        }
        let due = self.reports.due() <= cx.now && self.reports.on_timer();
        (due || lower).then(|| self.report(cx))
    }

    fn deadline(&self) -> Time {
        match self.phase {
            Phase::Gap { until, .. } => until.min(self.reports.due()),
            _ => self.reports.due(),
        }
    }

    fn set(&mut self, row: usize, value: &Value) {
        self.settings.set(row, value);
    }
}
