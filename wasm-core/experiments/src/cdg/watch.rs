//! Follows one CDG flow instant by instant: its levels before and after, and what happened between. All signals of an instant
//! are put together first, so that "before" does not depend on the order of the signals. Not here: what is made of it.

use sawtooth_engine::cc::DELAY_BACKOFF;
use sawtooth_engine::cc::cdg::signals as cdg_signals;
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::units::Time;
use std::ptr;

/// State that a flow keeps.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    /// w, in packets.
    pub cwnd: f64,
    /// Infinite until it is emitted.
    pub ssthresh: f64,
    /// s, in packets.
    pub shadow: f64,
    /// Inferred state of the queue, a place among `signals::QUEUE_STATES`.
    pub state: usize,
    /// Smoothed gradients of the smallest and the largest RTT.
    pub gradients: [f64; 2],
}

impl Levels {
    /// CDG's variant `paper` has it so on any host.
    pub fn slow_start(&self) -> bool {
        self.cwnd < self.ssthresh
    }
}

/// Why a packet was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The queue was full.
    Queue,
    /// At random.
    Random,
}

/// A draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Draw {
    /// X.
    pub draw: f64,
    /// P as emitted.
    pub probability: f64,
    /// The gradient that it is compared with, in ms per RTT.
    pub gradient_ms: f64,
    /// s at that moment, before any backoff.
    pub shadow: f64,
}

impl Draw {
    /// X < P: an indication of congestion.
    pub fn indicates(&self) -> bool {
        self.draw < self.probability
    }
}

/// Events of an instant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// A delay backoff, from this window.
    pub backoff: Option<f64>,
    /// An RTT interval ended.
    pub round: bool,
    /// It gave gradients.
    pub gradients: bool,
    /// A draw was made.
    pub draw: Option<Draw>,
    /// The inferred state changed.
    pub state: bool,
    /// Fast recovery began, from this window.
    pub loss: Option<f64>,
    /// It ended.
    pub recovered: bool,
    /// The retransmission timer fired.
    pub timeout: bool,
    /// The first of its packets that were dropped.
    pub dropped: Option<Kind>,
}

/// Listener to a flow's instants.
pub trait Follow {
    /// An instant is over. `in_recovery`: at its beginning.
    fn instant(&mut self, at_s: f64, before: &Levels, after: &Levels, marks: &Marks, in_recovery: bool);
}

/// Listens to one flow on behalf of a follower.
pub struct Watch<F: Follow> {
    source: Source,
    at: Time,
    before: Levels,
    now: Levels,
    marks: Marks,
    in_recovery: bool,
    follower: F,
}

impl<F: Follow> Watch<F> {
    /// Of a flow, by its place.
    pub fn new(flow: u32, follower: F) -> Watch<F> {
        let start = Levels { cwnd: 0.0, ssthresh: f64::INFINITY, shadow: 0.0, state: 4, gradients: [0.0; 2] };
        Watch {
            source: Source::Flow(flow),
            at: Time::ZERO,
            before: start,
            now: start,
            marks: Marks::default(),
            in_recovery: false,
            follower,
        }
    }
    /// The run is over.
    pub fn finish(mut self) -> F {
        self.close();
        self.follower
    }
    fn close(&mut self) {
        let marks = std::mem::take(&mut self.marks);
        self.follower.instant(self.at.seconds(), &self.before, &self.now, &marks, self.in_recovery);
        if marks.loss.is_some() {
            self.in_recovery = true;
        }
        if marks.recovered || marks.timeout {
            self.in_recovery = false;
        }
        self.before = self.now;
    }
    fn record(&mut self, signal: &'static Signal, value: f64) {
        let is = |known: &'static Signal| ptr::eq(signal, known);
        let draw = || Draw::default();
        if is(&signals::CWND) {
            self.now.cwnd = value;
        } else if is(&signals::SSTHRESH) {
            self.now.ssthresh = value;
        } else if is(&cdg_signals::SHADOW) {
            self.now.shadow = value;
        } else if is(&cdg_signals::QUEUE_STATE) {
            self.now.state = value as usize;
            self.marks.state = true;
        } else if is(&cdg_signals::G_MIN_SMOOTHED) {
            self.now.gradients[0] = value;
        } else if is(&cdg_signals::G_MAX_SMOOTHED) {
            self.now.gradients[1] = value;
            self.marks.gradients = true;
        } else if is(&cdg_signals::SIGNAL_GRADIENT) {
            self.marks.draw.get_or_insert_with(draw).gradient_ms = value;
        } else if is(&cdg_signals::PROBABILITY) {
            self.marks.draw.get_or_insert_with(draw).probability = value;
        } else if is(&cdg_signals::DRAW) {
            let shadow = self.now.shadow;
            let made = self.marks.draw.get_or_insert_with(draw);
            (made.draw, made.shadow) = (value, shadow);
        } else if is(&DELAY_BACKOFF) {
            self.marks.backoff = Some(value);
        } else if is(&signals::ROUND) {
            self.marks.round = true;
        } else if is(&signals::RECOVERY_START) {
            self.marks.loss = Some(value);
        } else if is(&signals::RECOVERY_END) {
            self.marks.recovered = true;
        } else if is(&signals::TIMEOUT) {
            self.marks.timeout = true;
        } else if is(&signals::DROP_QUEUE) {
            self.marks.dropped.get_or_insert(Kind::Queue);
        } else if is(&signals::DROP_RANDOM) {
            self.marks.dropped.get_or_insert(Kind::Random);
        }
    }
}

impl<F: Follow> Observer for Watch<F> {
    const INTERESTS: Interests = Interests::these(&[
        &signals::CWND,
        &signals::SSTHRESH,
        &signals::ROUND,
        &signals::RECOVERY_START,
        &signals::RECOVERY_END,
        &signals::TIMEOUT,
        &signals::DROP_QUEUE,
        &signals::DROP_RANDOM,
    ])
    .and(Interests::OTHERS);
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if source != self.source {
            return;
        }
        if at != self.at {
            self.close();
            self.at = at;
        }
        self.record(signal, value);
    }
}
