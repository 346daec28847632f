//! HD, the Hamilton delay-based control, backs off at random when its packets queue. Beyond a threshold the
//! probability falls again, because HD assumes that a long queue is caused by loss-based competitors, to whom backing
//! off would only lose more of the link.
//!
//! Not here: loss recovery (`tcp/`), CAIA's variant (`chd.rs`).
//!
//! # Equations
//!
//! ```tex
//! % estimated queueing delay of the latest sample, and the largest so far |
//! q = \text{RTT} - \text{RTT}_{\min}, \qquad Q = \text{RTT}_{\max} - \text{RTT}_{\min}
//! % backoff probability, one random draw per ACK | IEEE CL 2009
//! p = \begin{cases} 0 & q \le q_{\min} \\ p_{\max}\,\dfrac{q - q_{\min}}{q_{\text{th}} - q_{\min}} & q \le q_{\text{th}} \\ p_{\max}\,\dfrac{Q - q}{Q - q_{\text{th}}} & q > q_{\text{th}} \end{cases}
//! % a draw below p, at most once per RTT |
//! w \leftarrow \frac{w}{2}, \qquad \text{ssthresh} \leftarrow w
//! ```
//!
//! Otherwise the window is NewReno's.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: one more packet per RTT
//! Backed off: one RTT without another backoff
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! Slow start -> Backed off: draw below p, w/2
//! Congestion avoidance -> Backed off: draw below p, w/2
//! Backed off -> Congestion avoidance: one RTT is over
//! any -> Fast recovery: loss, w/2; after a backoff, w
//! Fast recovery -> Congestion avoidance: all acknowledged, w = ssthresh
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - The numbers are FreeBSD's: a probability of at most {max_probability} per ACK (`max_probability`), between
//!   {q_min_ms} and {q_threshold_ms} (`q_min_ms`, `q_threshold_ms`). FreeBSD's q is in ticks of 1 ms; here times are
//!   exact.
//! - A loss among the packets in flight at a backoff does not reduce the window again, as in FreeBSD after ECN. At a
//!   window of 2 packets or fewer HD does not back off but grows.
//!
//! # Look for
//!
//! - Alone, HD stays at a short queue, where the probability rises with the delay. Beside NewReno the queue is beyond
//!   the threshold, where HD backs off the less, the longer the queue is.

use super::cdg::signals::{DRAW, PROBABILITY};
use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, DELAY_BACKOFF, Loss, RttSample};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Ordered, Section, Value};

crate::params! {
    /// HD's parameters.
    pub struct Settings {
        /// Queueing delay above which it may back off (q_min).
        q_min_ms: f64 = number(5.0, 0.0, 1e5).unit("ms").log().live().needs(&[Need::Above("max_probability", 0.0)]), "FreeBSD, cc_hd.c: 5 ticks of 1 ms";
        /// Queueing delay with the maximum backoff probability (q_th).
        q_threshold_ms: f64 = number(20.0, 0.0, 1e5).unit("ms").log().live().slider(1.0, 200.0, &[1.0, 10.0, 100.0, 200.0]).on_card().needs(&[Need::Above("max_probability", 0.0)]), "FreeBSD, cc_hd.c: 20 ticks";
        /// Maximum backoff probability per ACK (p_max).
        max_probability: f64 = number(0.05, 0.0, 1.0).log().live(), "FreeBSD, cc_hd.c: 5 %";
    }
}

/// Settings of HD as scenario and screen know them.
pub static SECTION: Section = Section::new("hd", "HD", Settings::PARAMS)
    .group(Group::DelayBased)
    .about(
        "Backs off at random when its packets queue, but less often at long queues, which it attributes to loss-based flows.",
        "L. Budzisz, R. Stanojevic, R. Shorten, F. Baker, A Strategy for Fair Coexistence of Loss and Delay-Based Congestion Control Algorithms, IEEE Communications Letters 13(7), 2009",
    )
    .ordered(&[Ordered { less: "q_min_ms", more: "q_threshold_ms" }])
    .signals(&[&QUEUEING_DELAY, &PROBABILITY, &DRAW, &DELAY_BACKOFF])
    .rules(&[&BACKOFF, &LOSS, &LOSS_IN_BACKOFF]);

/// Queueing delay as the flow estimates it, by its own kind of averaging.
pub static QUEUEING_DELAY: Signal = Signal::new("queueing_delay_ms", "ms", Kind::Level);
/// The draw fell under p: half.
pub static BACKOFF: Rule = Rule {
    key: "hd.delay_backoff",
    outcome: Outcome::Backoff,
    infers: Inference::Queue,
    numbers: &["delay_ms", "max_delay_ms", "probability", "draw", "before", "after"],
};
/// A loss or timeout, as NewReno.
pub static LOSS: Rule = Rule {
    key: "hd.loss",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};
/// A loss among the data of a backoff: no second cut.
pub static LOSS_IN_BACKOFF: Rule =
    Rule { key: "hd.loss_in_backoff", outcome: Outcome::Kept, infers: Inference::Nothing, numbers: &["cwnd"] };

/// A window of so many packets has nothing to give up to a delay: PERT, HD and CHD let it grow.
pub const LEAST_WINDOW: f64 = 2.0;

/// The curve of HD and CHD, in ms: up to p_max at q_th, and down to 0 at Q. Where Q is no more than q_th nothing lies above.
pub fn curve(q: f64, greatest: f64, q_min: f64, q_threshold: f64, p_max: f64) -> f64 {
    if q <= q_min {
        0.0
    } else if q < q_threshold {
        p_max * (q - q_min) / (q_threshold - q_min)
    } else if q == q_threshold {
        p_max
    } else if greatest > q {
        p_max * (greatest - q) / (greatest - q_threshold)
    } else {
        0.0
    }
}

/// State of HD. Times in ms.
#[derive(Clone, Debug)]
pub struct Hd {
    settings: Settings,
    growth: RenoGrowth,
    latest: Option<f64>,
    greatest: f64,
    /// Packets still to be acknowledged of those in flight at the latest backoff.
    unheard: f64,
}

impl Hd {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Hd {
        Hd {
            settings: Settings::read(values),
            growth: RenoGrowth::default(),
            latest: None,
            greatest: 0.0,
            unheard: 0.0,
        }
    }

    /// A draw, and the backoff if it falls under p.
    fn backs_off(&mut self, cx: &mut Context) -> bool {
        let (Some(rtt), Some(min)) = (self.latest, cx.min_rtt) else { return false };
        let (q, greatest) = (rtt - min.ms(), self.greatest - min.ms());
        cx.signal(&QUEUEING_DELAY, q);
        let Settings { q_min_ms, q_threshold_ms, max_probability } = self.settings;
        let probability = curve(q, greatest, q_min_ms, q_threshold_ms, max_probability);
        if probability <= 0.0 || self.unheard > 0.0 || cx.window.cwnd <= LEAST_WINDOW {
            return false;
        }
        let draw = cx.draw_of_ack();
        cx.signal(&PROBABILITY, probability);
        cx.signal(&DRAW, draw);
        if draw >= probability {
            return false;
        }
        let before = cx.window.cwnd;
        let after = cx.halved(before);
        cx.window.cwnd = after;
        cx.window.ssthresh = after;
        self.growth.reset();
        self.unheard = cx.in_flight;
        cx.delay_backoff(before);
        cx.decide(&BACKOFF, &[q, greatest, probability, draw, before, after]);
        true
    }

    fn reduce(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        self.unheard = 0.0;
        let ssthresh = cx.halved(loss.base);
        cx.decide(&LOSS, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }
}

impl CongestionControl for Hd {
    fn on_rtt_sample(&mut self, sample: &RttSample, _cx: &mut Context) {
        let rtt = sample.rtt().ms();
        self.latest = Some(rtt);
        self.greatest = self.greatest.max(rtt);
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        self.unheard -= ack.newly_acked;
        if self.backs_off(cx) || !ack.cwnd_limited {
            return;
        }
        cx.window.cwnd += self.growth.of(ack, cx);
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        if self.unheard > 0.0 {
            self.unheard = 0.0;
            cx.decide(&LOSS_IN_BACKOFF, &[cx.window.cwnd]);
            return cx.window.cwnd;
        }
        self.reduce(loss, cx)
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        self.reduce(loss, cx)
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, assert_close};
    use super::*;
    use crate::params::Choice;

    /// That backs off for certain where the curve is at its top.
    fn hd() -> Hd {
        Hd::new(&Choice::of(&SECTION).with("max_probability", Value::Number(1.0)).values)
    }

    /// An ACK at a queueing delay of `q` ms (base RTT 40 ms).
    fn ack(bench: &mut Bench, hd: &mut Hd, q: f64) {
        bench.sample(hd, 40.0 + q, 1);
        bench.ack(hd, 1.0);
    }

    #[test] // Q = 100 ms
    fn the_curve() {
        for (q, p) in [(5.0, 0.0), (12.5, 0.025), (20.0, 0.05), (60.0, 0.025), (100.0, 0.0)] {
            assert_close(curve(q, 100.0, 5.0, 20.0, 0.05), p, 1e-12);
        }
        assert_close(curve(20.0, 20.0, 5.0, 20.0, 0.05), 0.05, 0.0);
        assert_close(curve(20.5, 20.5, 5.0, 20.0, 0.05), 0.0, 0.0);
    }

    #[test]
    fn backs_off_by_half_once_in_a_round_trip() {
        let (mut bench, mut hd) = (Bench::new(40.0, 10.0), hd());
        ack(&mut bench, &mut hd, 20.0);
        assert_eq!((bench.window.cwnd, bench.window.ssthresh), (20.0, 20.0));
        assert_eq!((bench.emitter.delay_backoffs, bench.count(&DELAY_BACKOFF)), (1, 1));
        for _ in 0..39 {
            ack(&mut bench, &mut hd, 20.0); // of the 40 in flight then
        }
        assert_eq!(bench.count(&DRAW), 1);
        ack(&mut bench, &mut hd, 20.0);
        assert_eq!(bench.emitter.delay_backoffs, 2);
    }

    #[test] // each ACK has its own draw: at p = 1/2 about half of them would back off
    fn draws_at_each_acknowledgement() {
        let (mut bench, mut backoffs) = (Bench::new(40.0, 10.0), 0);
        for _ in 0..1000 {
            let mut hd = hd();
            hd.greatest = 40.0 + 100.0;
            bench.window.cwnd = 40.0;
            ack(&mut bench, &mut hd, 60.0);
            backoffs += u32::from(hd.unheard > 0.0);
        }
        assert!((450..550).contains(&backoffs), "{backoffs}");
    }

    #[test]
    fn grows_as_newreno_at_a_short_queue() {
        let (mut bench, mut hd) = (Bench::new(40.0, 10.0), hd());
        ack(&mut bench, &mut hd, 5.0);
        assert_close(bench.window.cwnd, 40.025, 1e-12);
        assert_eq!(bench.said(&QUEUEING_DELAY), Some(5.0));
    }

    #[test] // one packet per round trip would never grow if each ACK backed off
    fn the_least_window_grows() {
        let (mut bench, mut hd) = (Bench::new(2.0, 1.0), hd());
        ack(&mut bench, &mut hd, 20.0);
        assert_eq!((bench.window.cwnd, bench.emitter.delay_backoffs), (2.5, 0));
    }

    #[test]
    fn a_loss_among_the_data_of_a_backoff_cuts_no_second_time() {
        let (mut bench, mut hd) = (Bench::new(40.0, 10.0), hd());
        ack(&mut bench, &mut hd, 20.0);
        assert_close(bench.lose(&mut hd), 20.0, 0.0);
        assert_close(bench.lose(&mut hd), 10.0, 0.0);
        assert_close(bench.time_out(&mut hd), 5.0, 0.0);
    }
}
