//! A bench for algorithms: a flow's window, TCP stack and clock without a network, so that a rule's test vectors can be fed
//! by hand. Compiled for tests only.

use super::discriminators::Label;
use super::{Ack, CongestionControl, Context, Delivery, Draws, Ended, Loss, RateSample, RttSample, Trigger, Window};
use crate::host::{self, FlowSettings};
use crate::observe::{Emitter, Interests, Signal};
use crate::params::Value;
use crate::random::Stream;
use crate::slow_start::Growth;
use crate::units::{Span, Time};

/// Fails unless `a` and `b` are within `tolerance`.
#[track_caller]
pub fn assert_close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} is not {b} +- {tolerance}");
}

/// The delivery of one packet with a rate sample (packets/s) and an RTT of 41.3 ms; `prior`: packets delivered when it left.
pub fn delivery(rate: f64, (prior, total): (u64, u64), in_flight: u64) -> Delivery {
    Delivery {
        acked: 1,
        lost: 0,
        total,
        total_lost: 0,
        sample: Some(RateSample {
            prior_delivered: prior,
            delivered: 1,
            rate: Some(rate),
            interval: Span::from_ms(40.0),
            app_limited: false,
            sent_in_flight: in_flight,
            lost_since: 0,
        }),
        rtt: Some(Span::from_ms(41.3)),
        in_flight_before: in_flight,
        in_flight,
    }
}

/// All that a `Context` refers to.
#[allow(missing_docs)]
pub struct Bench {
    pub now: Time,
    pub window: Window,
    pub in_flight: f64,
    pub srtt: Option<Span>,
    pub min_rtt: Option<Span>,
    pub in_recovery: bool,
    pub open: bool,
    pub round: u64,
    pub ack: u64,
    pub host: FlowSettings,
    pub growth: Growth,
    pub gradual: bool,
    pub emitter: Emitter,
    pub draws: Draws,
    pub label: Option<Label>,
}

impl Bench {
    /// A flow of FreeBSD's TCP stack with this window and ssthresh, everything of it in flight.
    pub fn new(cwnd: f64, ssthresh: f64) -> Bench {
        Bench {
            now: Time::from_seconds(10.0),
            window: Window { cwnd, ssthresh },
            in_flight: cwnd,
            srtt: Some(Span::from_ms(50.0)),
            min_rtt: Some(Span::from_ms(40.0)),
            in_recovery: false,
            open: true,
            round: 0,
            ack: 0,
            host: FlowSettings::read(&host::SECTION.defaults(None)),
            growth: Growth::Standard,
            gradual: false,
            emitter: Emitter { interests: Interests::ALL, ..Emitter::default() },
            draws: Draws::new(1, Stream::Flow(0)),
            label: None,
        }
    }

    /// Context that a call of the algorithm gets.
    pub fn cx(&mut self) -> Context<'_> {
        Context {
            now: self.now,
            window: &mut self.window,
            in_flight: self.in_flight,
            srtt: self.srtt,
            min_rtt: self.min_rtt,
            in_recovery: self.in_recovery,
            open: self.open && !self.in_recovery,
            round: self.round,
            ack: self.ack,
            mss: 1460,
            host: &self.host,
            draws: &self.draws,
            growth: self.growth,
            gradual: &mut self.gradual,
            emitter: &mut self.emitter,
        }
    }

    /// An ACK of `newly_acked` segments.
    pub fn ack(&mut self, algorithm: &mut impl CongestionControl, newly_acked: f64) {
        self.ack += 1;
        algorithm.on_ack(&Ack { newly_acked, cwnd_limited: true, after_timeout: false }, &mut self.cx());
    }

    /// A round-trip time sample that ends now.
    pub fn sample(&mut self, algorithm: &mut impl CongestionControl, rtt_ms: f64, covers: u32) {
        self.sample_one_way(algorithm, rtt_ms, rtt_ms / 2.0, covers);
    }

    /// A round-trip time sample that ends now, with the true delay of its packet.
    pub fn sample_one_way(
        &mut self,
        algorithm: &mut impl CongestionControl,
        rtt_ms: f64,
        one_way_ms: f64,
        covers: u32,
    ) {
        let (sent, one_way) = (self.now - Span::from_ms(rtt_ms), Span::from_ms(one_way_ms));
        let sample = RttSample { sent, acked: self.now, covers, sacked: false, one_way };
        algorithm.on_rtt_sample(&sample, &mut self.cx());
    }

    /// A measured interval ends.
    pub fn round(&mut self, algorithm: &mut impl CongestionControl) {
        algorithm.on_round_end(&mut self.cx());
        self.round += 1;
    }

    /// Fast recovery begins and ends at ssthresh: returns it.
    pub fn lose(&mut self, algorithm: &mut impl CongestionControl) -> f64 {
        let loss = self.loss();
        let ssthresh = algorithm.ssthresh_on_loss(&loss, &mut self.cx());
        self.window = Window { cwnd: ssthresh, ssthresh };
        algorithm.on_end(Ended::Recovery, &mut self.cx());
        ssthresh
    }

    /// The first timeout of a segment.
    pub fn time_out(&mut self, algorithm: &mut impl CongestionControl) -> f64 {
        let loss = self.loss();
        let ssthresh = algorithm.on_timeout(true, &loss, &mut self.cx());
        self.window = Window { cwnd: 1.0, ssthresh };
        ssthresh
    }

    fn loss(&self) -> Loss {
        Loss { trigger: Trigger::Loss, in_flight: self.in_flight, base: self.window.cwnd, label: self.label }
    }

    /// The last value said of a signal.
    pub fn said(&self, signal: &'static Signal) -> Option<f64> {
        self.emitter.signals.iter().rev().find(|(s, _)| std::ptr::eq(*s, signal)).map(|(_, value)| *value)
    }

    /// Number of times that a signal was emitted.
    pub fn count(&self, signal: &'static Signal) -> usize {
        self.emitter.signals.iter().filter(|(s, _)| std::ptr::eq(*s, signal)).count()
    }

    /// The last decision: its key and numbers.
    pub fn decided(&self) -> Option<(&'static str, &[f64])> {
        let (rule, count) = self.emitter.decisions.last()?;
        Some((rule.key, &self.emitter.numbers[self.emitter.numbers.len() - count..]))
    }
}

/// Sets a parameter of an algorithm by name.
pub fn set(bench: &mut Bench, algorithm: &mut impl CongestionControl, row: usize, value: Value) {
    algorithm.set(row, &value, &mut bench.cx());
}
