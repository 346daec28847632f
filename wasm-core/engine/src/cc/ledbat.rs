//! LEDBAT (low extra delay background transport) is for transfers that can wait. It keeps the queueing delay that it measures at a
//! target, 100 ms. Any sender that fills the queue beyond the target pushes it aside.
//!
//! Not here: loss recovery (`tcp/`), the record of delays (`delay_history`).
//!
//! # Equations
//!
//! ```tex
//! % queueing delay: smallest of the latest one-way delays, less that of the last minutes | RFC 6817, section 2.4.2
//! q = \min_{\text{latest}} d - \min_{\text{minutes}} d
//! % each ACK of n packets | RFC 6817, section 2.4.2
//! w \leftarrow w + \text{gain}\,\frac{\text{target} - q}{\text{target}}\,\frac{n}{w}
//! % bounds: F packets in flight before the ACK | RFC 6817, section 2.4.2
//! 2 \le w \le F + \text{allowed}
//! % loss, at most once per RTT | RFC 6817, section 2.4.2
//! w \leftarrow \frac{w}{2}
//! ```
//!
//! $d$ is the delay from the bottleneck to the receiver, gain is {gain}, target is {target_ms}. The latest are {current_filter}
//! samples, the minutes {base_history}.
//!
//! # States
//!
//! ```states
//! Below target: grows, by at most a packet per RTT
//! Above target: shrinks
//! Fast recovery: resends lost packets, does not grow
//! Repair: resends after a timeout
//! Below target -> Above target: q is above the target
//! Above target -> Below target: q is below the target
//! any -> Fast recovery: loss, w/2
//! Fast recovery -> Below target: all acknowledged
//! any -> Repair: timeout, w = 1
//! Repair -> Below target: all acknowledged
//! ```
//!
//! # Choices
//!
//! - It begins with 2 packets on every TCP stack, and without slow start, which the RFC leaves open. With `begin_in_slow_start` it
//!   doubles per RTT as TCP does, until a loss.
//! - We have the numbers of `current_filter` and `base_history` from two ports of the RFC, not from its text: that they are the
//!   RFC's own is not certain. Kühlewind's module for Linux has 2 and 2.
//! - The decrease has no bound in the equation. Here one ACK removes at most the number of packets that it acknowledges.
//! - The one-way delay is the true one; clocks that drift or jump are not modelled. Minutes are those of the run's clock.
//! - A timeout is that of the TCP stack, and leaves one packet, as the RFC's own timer does. An ECN mark counts as a loss.
//!
//! # Look for
//!
//! - Alone in a long queue, the window climbs by a packet per RTT, slower and slower, and settles. From about 40 s on, the queue is a
//!   flat line at 100 ms.
//! - At 45 s NewReno joins and fills the queue, and LEDBAT backs off to two packets.
//! - In the laboratory, replace NewReno by a second LEDBAT flow: it takes the first one's 100 ms for the empty path, and aims at
//!   200 ms. The first flow measures a queue that is too long, shrinks to two packets and stays there (late-comer advantage).
//! - In the laboratory, set a queue limit of 42 packets, 50 ms: the target is never reached, and LEDBAT competes like Reno.
//!
//! ```run
//! bottleneck.queue.limit_packets = 400
//! flows.1.start_s = 45
//! duration_s = 75
//! ```

use super::delay_history::{BASE, DelayHistory, QUEUEING};
use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Loss, RttSample, Wants};
use crate::observe::{Inference, Outcome, Rule};
use crate::params::{Group, Section, Value};
use crate::slow_start::HyStartUse;

crate::params! {
    /// Settings of LEDBAT.
    pub struct Settings {
        /// Queueing delay at which LEDBAT holds the queue.
        target_ms: f64 = number(100.0, 1.0, 1000.0).unit("ms").log().live().slider(10.0, 1000.0, &[10.0, 100.0, 1000.0]).on_card(), "RFC 6817: at most 100 ms";
        /// Growth in packets per RTT with an empty queue.
        gain: f64 = above(1.0, 0.0, 10.0).live(), "RFC 6817: at most 1";
        /// Number of packets by which the window may exceed what was in flight.
        allowed_increase: f64 = number(1.0, 0.0, 1000.0).unit("packets").live(), "RFC 6817: 1";
        /// Number of latest delay samples of which the smallest counts.
        current_filter: f64 = whole(4.0, 1.0, 1000.0).live(), "two ports of RFC 6817: 4; Kühlewind's Linux module: 2";
        /// Number of minutes whose smallest delay counts as that of the empty path.
        base_history: f64 = whole(10.0, 1.0, 1000.0).live(), "two ports of RFC 6817: 10; Kühlewind's Linux module: 2";
        /// Slow start at the beginning and after a timeout.
        begin_in_slow_start: bool = switch(false), "RFC 6817: optional";
    }
}

/// Settings of LEDBAT as scenario and screen know them.
pub static SECTION: Section = Section::new("ledbat", "LEDBAT", Settings::PARAMS)
    .ignores(&["abe", "whole_byte_growth"])
    .ignores_without(
        "begin_in_slow_start",
        &["byte_counting", "byte_counting_limit_packets", "initial_ssthresh_packets", "slow_start_at_ssthresh"],
    )
    .group(Group::DelayBased)
    .about(
        "Holds the queueing delay at 100 ms and leaves the link to senders that fill the queue further.",
        "S. Shalunov, G. Hazel, J. Iyengar, M. Kuehlewind, Low Extra Delay Background Transport (LEDBAT), RFC 6817, 2012",
    )
    .signals(&[&QUEUEING, &BASE])
    .rules(&[&GROW, &SHRINK, &LOSS]);

/// Below the target: numbers of the ACK that ended a round.
static GROW: Rule = Rule {
    key: "ledbat.grow",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["queueing_ms", "base_ms", "target_ms", "gain", "acked", "cwnd", "step"],
};
/// Above it.
static SHRINK: Rule = Rule {
    key: "ledbat.shrink",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["queueing_ms", "base_ms", "target_ms", "gain", "acked", "cwnd", "step"],
};
/// A loss, an ECN mark or a timeout.
static LOSS: Rule = Rule {
    key: "ledbat.loss",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};

/// Least window, and the initial one.
pub(super) const LEAST_WINDOW: f64 = 2.0;

/// State of LEDBAT.
#[derive(Clone, Debug)]
pub struct Ledbat {
    settings: Settings,
    delays: DelayHistory,
    /// Packets and window of the latest ACK that moved the window, and by how much.
    moved: Option<(f64, f64, f64)>,
}

impl Ledbat {
    /// With its settings.
    pub fn new(values: &[Value]) -> Ledbat {
        Ledbat { settings: Settings::read(values), delays: DelayHistory::default(), moved: None }
    }

    /// Change of the window by an ACK of this number of packets.
    fn step(&self, queueing_ms: f64, acked: f64, cwnd: f64) -> f64 {
        let Settings { target_ms, gain, .. } = self.settings;
        (gain * (target_ms - queueing_ms) / target_ms * acked / cwnd).max(-acked)
    }
}

/// A flow begins with 2 packets; one that goes on with another algorithm keeps its window.
pub(super) fn start(cx: &mut Context) {
    if cx.min_rtt.is_none() {
        cx.window.cwnd = LEAST_WINDOW;
    }
}

impl CongestionControl for Ledbat {
    fn wants(&self) -> Wants {
        let exit_rules = if self.settings.begin_in_slow_start { HyStartUse::OnRequest } else { HyStartUse::Never };
        Wants { exit_rules, ..Wants::STANDARD }
    }

    fn on_start(&mut self, cx: &mut Context) {
        start(cx);
        if !self.settings.begin_in_slow_start {
            cx.window.ssthresh = cx.window.ssthresh.min(cx.window.cwnd);
        }
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, cx: &mut Context) {
        let Settings { current_filter, base_history, .. } = self.settings;
        self.delays.add(cx.now, sample.one_way.ms(), current_filter, base_history);
        cx.signal(&BASE, self.delays.base());
        cx.signal(&QUEUEING, self.delays.queueing().unwrap_or(0.0));
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        let Some(queueing_ms) = self.delays.queueing() else { return };
        let (w, acked) = (cx.window.cwnd, ack.newly_acked);
        if self.settings.begin_in_slow_start && cx.in_slow_start() {
            if ack.cwnd_limited {
                cx.window.cwnd += RenoGrowth::slow_start(ack, cx);
            }
            return;
        }
        let step = self.step(queueing_ms, acked, w);
        let most = cx.in_flight + acked + self.settings.allowed_increase;
        cx.window.cwnd = (w + step).min(most).max(LEAST_WINDOW);
        self.moved = Some((acked, w, step));
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        let Some((acked, w, step)) = self.moved.take() else { return };
        let Settings { target_ms, gain, .. } = self.settings;
        let queueing_ms = self.delays.queueing().unwrap_or(0.0);
        let rule = if queueing_ms > target_ms { &SHRINK } else { &GROW };
        cx.decide(rule, &[queueing_ms, self.delays.base(), target_ms, gain, acked, w, step]);
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.moved = None;
        let ssthresh = cx.halved(loss.base);
        cx.decide(&LOSS, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::{Bench, assert_close};
    use crate::params::Choice;

    fn ledbat() -> Ledbat {
        Ledbat::new(&SECTION.defaults(None))
    }

    /// With an empty path of 20 ms and this queueing delay.
    fn measured(bench: &mut Bench, ledbat: &mut Ledbat, queueing_ms: f64) {
        bench.sample_one_way(ledbat, 60.0, 20.0, 1);
        for _ in 0..4 {
            bench.sample_one_way(ledbat, 60.0, 20.0 + queueing_ms, 1);
        }
    }

    #[test] // w 12.7: (100 - 37)/100/12.7 = .0496063; (100 - 137)/100/12.7 = -.0291339
    fn an_ack_moves_the_window_by_its_distance_from_the_target() {
        for (queueing_ms, step, rule) in [(37.0, 0.0496063, "ledbat.grow"), (137.0, -0.0291339, "ledbat.shrink")] {
            let (mut bench, mut ledbat) = (Bench::new(12.7, 2.0), ledbat());
            measured(&mut bench, &mut ledbat, queueing_ms);
            bench.ack(&mut ledbat, 1.0);
            assert_close(bench.window.cwnd - 12.7, step, 5e-8);
            bench.round(&mut ledbat);
            let (decided, numbers) = bench.decided().expect("a decision");
            assert_eq!(decided, rule);
            assert_close(numbers[0], queueing_ms, 1e-9);
            assert_close(numbers[6], step, 5e-8);
        }
    }

    #[test] // 10 s beyond the target: (.1 - 10)/.1/5 = -19.8 per packet, but not more than what is acknowledged
    fn the_decrease_of_an_ack_is_bounded() {
        let (mut bench, mut ledbat) = (Bench::new(5.0, 2.0), ledbat());
        measured(&mut bench, &mut ledbat, 10_000.0);
        bench.ack(&mut ledbat, 2.0);
        assert_close(bench.window.cwnd, 3.0, 1e-12);
        bench.ack(&mut ledbat, 2.0);
        assert_close(bench.window.cwnd, LEAST_WINDOW, 0.0);
    }

    #[test] // 5 packets are left in flight after an ACK of 2: 5 + 2 + 1
    fn the_window_does_not_outgrow_what_is_in_flight() {
        let (mut bench, mut ledbat) = (Bench::new(12.7, 2.0), ledbat());
        measured(&mut bench, &mut ledbat, 0.0);
        bench.in_flight = 5.0;
        bench.ack(&mut ledbat, 2.0);
        assert_close(bench.window.cwnd, 8.0, 0.0);
    }

    #[test]
    fn it_begins_with_two_packets_and_without_slow_start_unless_asked_for() {
        for (asked, after) in [(false, 2.5), (true, 3.0)] {
            let choice = Choice::of(&SECTION).with("begin_in_slow_start", Value::Bool(asked));
            let (mut bench, mut ledbat) = (Bench::new(10.0, f64::INFINITY), Ledbat::new(&choice.values));
            bench.min_rtt = None; // whatever a handshake has given
            ledbat.on_start(&mut bench.cx());
            assert_close(bench.window.cwnd, 2.0, 0.0);
            bench.sample_one_way(&mut ledbat, 60.0, 20.0, 1);
            bench.ack(&mut ledbat, 1.0);
            assert_close(bench.window.cwnd, after, 0.0);
        }
    }

    #[test]
    fn a_loss_and_a_timeout_halve() {
        let (mut bench, mut ledbat) = (Bench::new(40.0, 20.0), ledbat());
        assert_close(bench.lose(&mut ledbat), 20.0, 0.0);
        assert_close(bench.time_out(&mut ledbat), 10.0, 0.0);
    }
}
