//! Prague makes DCTCP fit for the Internet: it paces its packets, keeps growing while it reduces, gives flows with different short
//! RTTs the same rate, and halves its window at a loss. With a queue of its own that marks early (L4S, DualPI2) it fills a link at a
//! queueing delay below a millisecond.
//!
//! # Equations
//!
//! ```tex
//! % share of marked packets, each round trip from the first mark on | draft-briscoe-iccrg-prague-congestion-control; RFC 8257
//! \alpha \leftarrow (1 - g)\,\alpha + g\,\frac{\text{marked}}{\text{acked}}
//! % mark, at most once per round trip | draft-briscoe-iccrg-prague-congestion-control
//! w \leftarrow w\left(1 - \frac{\alpha}{2}\right)
//! % congestion avoidance, each acknowledged packet that was not marked; κ is 1 at first | draft-briscoe-iccrg-prague-congestion-control
//! w \leftarrow w + \frac{\kappa}{w},\quad \kappa = \min\left(\left(\frac{R}{25\,\text{ms}}\right)^2,\; 1\right)
//! % pacing rate; twice that while w < ssthresh/2 | Linux tcp_prague.c
//! \text{rate} = \frac{w}{\text{SRTT}}
//! % loss, timeout | RFC 5681, equation 4
//! \text{ssthresh} \leftarrow \max\left(\frac{w}{2},\; 2\right)
//! ```
//!
//! $w$ is the congestion window in packets, $R$ the smoothed RTT; $g$ is 1/16, and $\alpha$ begins at 1.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: κ more packets per RTT, less α/2 of w per RTT with marks
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: mark, w (1 - α/2)
//! Slow start -> Fast recovery: loss, ssthresh = w/2
//! Congestion avoidance -> Fast recovery: loss, ssthresh = w/2
//! Fast recovery -> Congestion avoidance: all acknowledged, w = ssthresh
//! any -> Slow start: timeout, ssthresh = w/2, w = 1
//! ```
//!
//! # Choices
//!
//! - Its flows are paced and use ECN with the codepoint ECT(1) and accurate feedback unless they state otherwise. Without marks it is
//!   Reno with pacing.
//! - It follows Linux's tcp_prague.c 0.6 in that α begins at 1, so that the first mark halves the window. Windows are real numbers.
//! - κ is 1 until 500 round trips after slow start; from then on a flow whose RTT is below 25 ms grows, cuts and averages as if it had
//!   25 ms.
//! - Detection of queues with classic ECN, which Linux's module has switched off, is left out.
//!
//! # Look for
//!
//! - On DualPI2 beside CUBIC, Prague waits less than 1 ms and CUBIC about 15 ms. Their windows are about equal, so that Prague, with
//!   the shorter RTT, gets more of the link: on a base RTT of 20 ms, nearly twice as much. On a link of 10 Mbit/s a packet takes longer
//!   than the 1 ms at which DualPI2 marks, and Prague gets a quarter.
//! - In one RED queue with ECN it takes most of the link: its α stays small where CUBIC reduces its window for each mark.
//! - On drop tail it fills the queue and halves at a loss, as Reno does.
//!
//! ```run
//! bottleneck.queue.discipline = "dualpi2"
//! bottleneck.rate_bps = 20000000
//! ```

use super::dctcp::{ALPHA, MarkedShare};
use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Loss, MarkedPackets, PACING_RATE, PacketEvents, RttSample, Wants};
use crate::observe::{Inference, Outcome, Rule, signals};
use crate::params::{Group, Section, Value};
use crate::units::{Span, Time};

crate::params! {
    /// Settings of Prague.
    pub struct Settings {
        /// Weight of the last round trip in the share of marked packets (g).
        gain: f64 = number(0.0625, 0.001, 1.0).log().live().slider(0.01, 1.0, &[0.01, 0.1, 1.0]).on_card(), "RFC 8257, section 4.1: 1/16";
        /// Share of marked packets that it assumes at the start (α).
        initial_alpha: f64 = number(1.0, 0.0, 1.0), "Linux tcp_prague 0.6: 1";
        /// Flows with an RTT below this behave as if they had it; 0: none do.
        rtt_target_ms: f64 = number(25.0, 0.0, 1000.0).unit("ms").live(), "Linux tcp_prague: 25 ms";
        /// Round trips after slow start from which that holds.
        rtt_target_rounds: f64 = whole(500.0, 0.0, 1e6).unit("round trips").live().needs(&[Need::Above("rtt_target_ms", 0.0)]), "Linux tcp_prague: 500";
    }
}

/// Settings of Prague as scenario and screen know them.
pub static SECTION: Section = Section::new("prague", "Prague", Settings::PARAMS)
    .ignores(&["abe", "whole_byte_growth"])
    .group(Group::MarkBased)
    .about(
        "Paces, and reduces its window in proportion to the share of marked packets; made for L4S.",
        "B. Briscoe, K. De Schepper, O. Tilmans, A. Ahmed, Implementing the ‘TCP Prague’ Requirements for L4S, Netdev 0x13, 2019; draft-briscoe-iccrg-prague-congestion-control; RFC 9331",
    )
    .flow_defaults(&[
        ("pacing", Value::Bool(true)),
        ("ecn", Value::Bool(true)),
        ("ecn_codepoint", Value::Word("ect1")),
        ("ecn_feedback", Value::Word("accurate")),
    ])
    .signals(&[&ALPHA, &PACING_RATE])
    .rules(&[&MARK, &HALVE]);

/// Marks of a round trip take the share of marked packets, halved.
static MARK: Rule = Rule {
    key: "prague.mark",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["alpha", "before", "after"],
};
/// A loss takes half.
static HALVE: Rule = Rule {
    key: "prague.halve",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};

/// State of Prague.
#[derive(Clone, Debug)]
pub struct Prague {
    settings: Settings,
    share: MarkedShare,
    /// Whether a mark has arrived: α is not updated before.
    marked: bool,
    /// Packets of the present ACK that were marked, and do not let the window grow.
    marked_now: f64,
    /// When the window was reduced for marks last, and α updated.
    reduced_at: Option<Time>,
    updated_at: Time,
    /// Round trips since slow start.
    rounds: u64,
    /// In packets/s.
    pacing_rate: Option<f64>,
}

impl Prague {
    /// With its settings.
    pub fn new(values: &[Value]) -> Prague {
        let settings = Settings::read(values);
        Prague {
            share: MarkedShare::new(settings.initial_alpha),
            settings,
            marked: false,
            marked_now: 0.0,
            reduced_at: None,
            updated_at: Time::ZERO,
            rounds: 0,
            pacing_rate: None,
        }
    }

    /// The RTT that the flow behaves as if it had, if that is longer than its own.
    fn longer_rtt(&self, rtt: Span) -> Option<Span> {
        let target = Span::from_ms(self.settings.rtt_target_ms);
        (self.rounds >= self.settings.rtt_target_rounds as u64 && rtt < target).then_some(target)
    }

    /// κ at this RTT.
    fn growth(&self, rtt: Option<Span>) -> f64 {
        let Some(rtt) = rtt else { return 1.0 };
        self.longer_rtt(rtt).map_or(1.0, |target| {
            let part = rtt.seconds() / target.seconds();
            part * part
        })
    }

    fn set_pacing_rate(&mut self, cx: &Context) {
        let Some(srtt) = cx.srtt.filter(|srtt| *srtt > Span::ZERO) else { return };
        let gain = if cx.window.cwnd < cx.window.ssthresh / 2.0 { 2.0 } else { 1.0 };
        self.pacing_rate = Some(gain * cx.window.cwnd / srtt.seconds());
    }

    fn update_share(&mut self, cx: &mut Context) {
        self.updated_at = cx.now;
        if self.marked {
            self.share.update(self.settings.gain);
            cx.signal(&ALPHA, self.share.alpha());
        }
    }

    /// Reduces the window for marks, at most once per round trip.
    fn reduce(&mut self, cx: &mut Context) {
        let rtt = cx.srtt.unwrap_or(Span::ZERO);
        let round = self.longer_rtt(rtt).unwrap_or(rtt);
        if cx.in_recovery || self.reduced_at.is_some_and(|at| cx.now.since(at) < round) {
            return;
        }
        self.reduced_at = Some(cx.now);
        let before = cx.window.cwnd;
        let after = (before * (1.0 - self.share.alpha() / 2.0)).max(2.0).min(before);
        (cx.window.cwnd, cx.window.ssthresh) = (after, after);
        cx.signal(&signals::WINDOW_CUT, before);
        cx.decide(&MARK, &[self.share.alpha(), before, after]);
    }
}

impl CongestionControl for Prague {
    fn wants(&self) -> Wants {
        Wants { own_marks: true, ..Wants::STANDARD }
    }

    fn on_start(&mut self, cx: &mut Context) {
        self.updated_at = cx.now;
        self.set_pacing_rate(cx);
        cx.signal(&ALPHA, self.share.alpha());
    }

    fn on_rtt_sample(&mut self, _sample: &RttSample, cx: &mut Context) {
        self.set_pacing_rate(cx);
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        let unmarked = (ack.newly_acked - std::mem::take(&mut self.marked_now)).max(0.0);
        if ack.cwnd_limited && unmarked > 0.0 {
            let ack = Ack { newly_acked: unmarked, ..*ack };
            cx.window.cwnd += if cx.below_ssthresh() {
                RenoGrowth::slow_start(&ack, cx)
            } else {
                self.growth(cx.srtt) * unmarked / cx.window.cwnd
            };
        }
        self.set_pacing_rate(cx);
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        self.rounds += u64::from(!cx.below_ssthresh());
        let rtt = cx.srtt.unwrap_or(Span::ZERO);
        let waits = self.longer_rtt(rtt).is_some_and(|target| cx.now.since(self.updated_at) < target);
        if !waits {
            self.update_share(cx);
        }
    }

    fn pacing_rate(&self) -> Option<f64> {
        self.pacing_rate
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        let ssthresh = cx.halved(loss.base);
        cx.decide(&HALVE, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }

    fn packet_events(&mut self) -> Option<&mut dyn PacketEvents> {
        Some(self)
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

impl PacketEvents for Prague {
    fn on_ecn_feedback(&mut self, feedback: &MarkedPackets, cx: &mut Context) {
        self.share.count(feedback);
        self.marked_now = f64::from(feedback.marked);
        if feedback.marked > 0 {
            self.marked = true;
            self.reduce(cx);
            self.set_pacing_rate(cx);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::{Bench, assert_close};
    use crate::params::Choice;

    fn prague(alpha: f64) -> Prague {
        Prague::new(&Choice::of(&SECTION).with("initial_alpha", Value::Number(alpha)).values)
    }

    fn acked(newly_acked: f64) -> Ack {
        Ack { newly_acked, cwnd_limited: true, after_timeout: false }
    }

    #[test] // R 8.4 ms: κ = (8.4/25)² = .112896; .112896/21.3 = .00530028 for each ACK
    fn short_round_trips_grow_as_those_of_25_ms() {
        let mut bench = Bench::new(21.3, 10.0);
        bench.srtt = Some(Span::from_ms(8.4));
        let mut prague = prague(0.2);
        prague.on_ack(&acked(1.0), &mut bench.cx());
        assert_close(bench.window.cwnd, 21.3 + 1.0 / 21.3, 1e-12);
        (bench.window.cwnd, prague.rounds) = (21.3, 500);
        prague.on_ack(&acked(1.0), &mut bench.cx());
        assert_close(bench.window.cwnd - 21.3, 0.00530028, 5e-9);
    }

    #[test] // α .2: 21.3 x .9 = 19.17; not again within a round trip of 50 ms
    fn marks_reduce_the_window_once_per_round_trip() {
        let mut bench = Bench::new(21.3, 10.0);
        let mut prague = prague(0.2);
        let marks = MarkedPackets { arrived: 2, marked: 1 };
        prague.on_ecn_feedback(&marks, &mut bench.cx());
        assert_close(bench.window.cwnd, 19.17, 1e-12);
        bench.now += Span::from_ms(49.0);
        prague.on_ecn_feedback(&marks, &mut bench.cx());
        assert_close(bench.window.cwnd, 19.17, 1e-12);
        bench.now += Span::from_ms(1.0);
        prague.on_ecn_feedback(&marks, &mut bench.cx());
        assert_close(bench.window.cwnd, 19.17 * 0.9, 1e-12);
    }

    #[test] // 2 packets acknowledged, one of them marked: one counts
    fn only_unmarked_packets_let_it_grow() {
        let mut bench = Bench::new(20.0, 10.0);
        let mut prague = prague(0.0);
        prague.on_ecn_feedback(&MarkedPackets { arrived: 2, marked: 1 }, &mut bench.cx());
        prague.on_ack(&acked(2.0), &mut bench.cx());
        assert_close(bench.window.cwnd, 20.05, 1e-12);
        prague.on_ack(&acked(2.0), &mut bench.cx());
        assert_close(bench.window.cwnd, 20.05 + 2.0 / 20.05, 1e-12);
    }

    #[test] // 15/16 x .2 + 3/21/16 = .196429; before the first mark nothing changes
    fn the_share_is_updated_from_the_first_mark_on() {
        let mut bench = Bench::new(21.0, 10.0);
        let mut prague = prague(0.2);
        prague.on_ecn_feedback(&MarkedPackets { arrived: 21, marked: 0 }, &mut bench.cx());
        prague.on_round_end(&mut bench.cx());
        assert_eq!(prague.share.alpha(), 0.2);
        prague.share = MarkedShare::new(0.2);
        prague.on_ecn_feedback(&MarkedPackets { arrived: 21, marked: 3 }, &mut bench.cx());
        prague.on_round_end(&mut bench.cx());
        assert_close(prague.share.alpha(), 0.196429, 5e-7);
    }

    #[test] // w/SRTT: 20 packets in 50 ms are 400/s; twice that far below ssthresh
    fn it_paces_a_window_per_round_trip() {
        let mut bench = Bench::new(20.0, 10.0);
        let mut prague = prague(0.2);
        prague.on_start(&mut bench.cx());
        assert_close(prague.pacing_rate().expect("a rate"), 400.0, 1e-9);
        bench.window.ssthresh = 41.0;
        prague.on_start(&mut bench.cx());
        assert_close(prague.pacing_rate().expect("a rate"), 800.0, 1e-9);
    }
}
