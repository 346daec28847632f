//! CHD, CAIA's Hamilton delay: HD's curve, evaluated once per RTT with the largest delay of that RTT. CHD tolerates
//! losses while the delay is small, and where it assumes loss-based competitors a shadow window remembers the window
//! before its backoffs. It is the forerunner of CDG.
//!
//! Not here: loss recovery (`tcp/`).
//!
//! # Equations
//!
//! ```tex
//! % estimated queueing delay of the interval | LCN 2010
//! q = \text{RTT}_{\text{largest of the interval}} - \text{RTT}_{\min}
//! % backoff probability, one random draw per interval: HD's curve | LCN 2010
//! p = \begin{cases} 0 & q \le q_{\min} \\ p_{\max}\,\dfrac{q - q_{\min}}{q_{\text{th}} - q_{\min}} & q \le q_{\text{th}} \\ p_{\max}\,\dfrac{Q - q}{Q - q_{\text{th}}} & q > q_{\text{th}} \end{cases}
//! % a draw below p: the shadow window, then the window | LCN 2010
//! s \leftarrow \begin{cases} \max(w, s) & \text{it competes, or } q \text{ grew since the last backoff} \\ 0 & \text{otherwise} \end{cases} \qquad w \leftarrow \frac{w}{2}
//! % no draw below p | LCN 2010
//! w \leftarrow w + 1, \qquad s \leftarrow s + 1 \;\text{if}\; s > 0
//! % loss | LCN 2010
//! \text{ssthresh} \leftarrow \begin{cases} \dfrac{\max(w, s)}{2} & q > q_{\text{th}},\ \text{it competes} \\ \dfrac{w}{2} & q > q_{\text{th}} \\ w & q \le q_{\text{th}} \end{cases}
//! ```
//!
//! It enters competing mode when it backs off with $q > q_{\text{th}}$ and leaves it when $q \le q_{\text{th}}$. A
//! loss halves $s$ in all cases.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Alone: backs off, tolerates losses at short queues
//! Competing: assumes competitors, keeps a shadow window
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Alone: backoff, or w reaches ssthresh
//! Alone -> Competing: backoff while q > q_th
//! Competing -> Alone: q ≤ q_th
//! any -> Fast recovery: loss, ssthresh as above
//! Fast recovery -> Alone: all acknowledged; or Competing, as before
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - Numbers and order of steps follow FreeBSD's cc_chd.c. Slow start is NewReno's and s grows with it; s starts as
//!   w; a timeout leaves s. A loss among the packets in flight at a backoff does not reduce the window again. The q
//!   of a loss is that of the current interval, or of the latest sample if that is larger. At a window of 2 packets
//!   or fewer CHD does not back off but grows.
//! - With `loss_fair` off it never competes; with `use_max` off it uses the latest sample instead of the largest of
//!   the interval.
//! - Departure: FreeBSD's q is in ticks of 1 ms; here times are exact.
//!
//! # Look for
//!
//! - With random loss and a short queue, CHD tolerates the losses and keeps its window.
//! - When NewReno joins, CHD enters competing mode: a loss then leaves half of the shadow window, if that is larger
//!   than the window.

use super::cdg::signals::{DRAW, PROBABILITY, SHADOW};
use super::growth::RenoGrowth;
use super::hd::{LEAST_WINDOW, QUEUEING_DELAY, curve};
use super::{Ack, CongestionControl, Context, DELAY_BACKOFF, Loss, RttSample, Trigger};
use crate::observe::{Inference, Outcome, Rule, Signal};
use crate::params::{Group, Ordered, Section, Value};

crate::params! {
    /// CHD's parameters.
    pub struct Settings {
        /// Queueing delay above which it may back off (q_min).
        q_min_ms: f64 = number(5.0, 0.0, 1e5).unit("ms").log().live().needs(&[Need::Above("max_probability", 0.0)]), "FreeBSD, cc_chd.c: 5 ticks of 1 ms";
        /// Queueing delay with the maximum backoff probability; above it a loss is treated as congestion (q_th).
        q_threshold_ms: f64 = number(20.0, 0.0, 1e5).unit("ms").log().live().slider(1.0, 200.0, &[1.0, 10.0, 100.0, 200.0]).on_card(), "FreeBSD, cc_chd.c: 20 ticks";
        /// Maximum backoff probability per interval (p_max).
        max_probability: f64 = number(0.5, 0.0, 1.0).live(), "FreeBSD, cc_chd.c: 50 %";
        /// Competes with flows that fill the queue: a loss then leaves half of the shadow window.
        loss_fair: bool = switch(true).live().needs(&[Need::Above("max_probability", 0.0)]), "FreeBSD, cc_chd.c: on";
        /// Uses the maximum RTT of the interval instead of the latest sample.
        use_max: bool = switch(true).live(), "FreeBSD, cc_chd.c: on";
    }
}

/// Settings of CHD as scenario and screen know them.
pub static SECTION: Section = Section::new("chd", "CHD", Settings::PARAMS)
    .ignores(&["abe", "whole_byte_growth"])
    .group(Group::DelayBased)
    .about(
        "Backs off at random and tolerates losses at short queues; competes with a shadow window at long ones.",
        "D. A. Hayes, G. Armitage, Improved Coexistence and Loss Tolerance for Delay Based TCP Congestion Control, LCN 2010",
    )
    .ordered(&[Ordered { less: "q_min_ms", more: "q_threshold_ms" }])
    .signals(&[&SHADOW, &QUEUEING_DELAY, &PROBABILITY, &DRAW, &COMPETES, &DELAY_BACKOFF])
    .rules(&[&BACKOFF, &NO_BACKOFF, &LOSS_CONGESTION, &LOSS_TOLERATED, &LOSS_IN_BACKOFF, &TIMEOUT]);

/// Whether others are believed to fill the queue.
pub static COMPETES: Signal = Signal::state("chd_competition", &["alone", "competing"]);
/// The draw fell under p: half. `competes`: 0 or 1.
pub static BACKOFF: Rule = Rule {
    key: "chd.delay_backoff",
    outcome: Outcome::Backoff,
    infers: Inference::Queue,
    numbers: &["delay_ms", "max_delay_ms", "probability", "draw", "competes", "before", "after", "shadow"],
};
/// It did not.
pub static NO_BACKOFF: Rule = Rule {
    key: "chd.no_backoff",
    outcome: Outcome::NoBackoff,
    infers: Inference::Queue,
    numbers: &["delay_ms", "max_delay_ms", "probability", "draw", "cwnd"],
};
/// A loss at a long queue, or an ECN mark: half, of the shadow window where it competes.
pub static LOSS_CONGESTION: Rule = Rule {
    key: "chd.loss_congestion",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["delay_ms", "competes", "cwnd", "shadow_before", "ssthresh", "shadow"],
};
/// A loss at a short queue: the window stays.
pub static LOSS_TOLERATED: Rule = Rule {
    key: "chd.loss_tolerated",
    outcome: Outcome::Kept,
    infers: Inference::RandomLoss,
    numbers: &["delay_ms", "threshold_ms", "cwnd", "shadow"],
};
/// A loss among the data of a backoff: no second cut.
pub static LOSS_IN_BACKOFF: Rule = Rule {
    key: "chd.loss_in_backoff",
    outcome: Outcome::Kept,
    infers: Inference::Nothing,
    numbers: &["delay_ms", "cwnd", "shadow"],
};
/// The retransmission timer fired.
pub static TIMEOUT: Rule = Rule {
    key: "chd.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Nothing,
    numbers: &["cwnd", "base", "ssthresh", "shadow"],
};

/// State of CHD. Times in ms.
#[derive(Clone, Debug)]
pub struct Chd {
    settings: Settings,
    latest: Option<f64>,
    /// Largest RTT of the interval in progress (0 = none), and ever.
    interval: f64,
    greatest: f64,
    /// q at the backoff before.
    backoff_delay: f64,
    competes: bool,
    /// Shadow window s; 0 = none.
    shadow: f64,
    /// Packets still to be acknowledged of those in flight at the latest backoff.
    unheard: f64,
    /// The latest ACK found the window to be what limits sending, and was one of congestion avoidance.
    grows: bool,
}

impl Chd {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Chd {
        Chd {
            settings: Settings::read(values),
            latest: None,
            interval: 0.0,
            greatest: 0.0,
            backoff_delay: 0.0,
            competes: false,
            shadow: 0.0,
            unheard: 0.0,
            grows: false,
        }
    }

    fn set_shadow(&mut self, shadow: f64, cx: &mut Context) {
        if shadow != self.shadow {
            self.shadow = shadow;
            cx.signal(&SHADOW, shadow);
        }
    }

    fn set_competes(&mut self, competes: bool, cx: &mut Context) {
        if competes != self.competes {
            self.competes = competes;
            cx.signal(&COMPETES, f64::from(u8::from(competes)));
        }
    }

    fn grow(&mut self, packets: f64, cx: &mut Context) {
        cx.window.cwnd += packets;
        if self.shadow > 0.0 {
            self.set_shadow(self.shadow + packets, cx);
        }
    }

    /// The end of an interval with samples: whether it makes the window back off.
    fn judge(&mut self, rtt: f64, cx: &mut Context) -> bool {
        let Some(min) = cx.min_rtt else { return false };
        let (q, greatest) = (rtt - min.ms(), self.greatest - min.ms());
        let Settings { q_min_ms, q_threshold_ms, max_probability, loss_fair, .. } = self.settings;
        cx.signal(&QUEUEING_DELAY, q);
        if q <= q_threshold_ms {
            self.set_competes(false, cx);
        }
        let probability = curve(q, greatest, q_min_ms, q_threshold_ms, max_probability);
        if probability <= 0.0 || cx.in_recovery || self.unheard > 0.0 {
            return false;
        }
        let (draw, before) = (cx.draw(), cx.window.cwnd);
        cx.signal(&PROBABILITY, probability);
        cx.signal(&DRAW, draw);
        if draw >= probability {
            cx.decide(&NO_BACKOFF, &[q, greatest, probability, draw, before]);
            return false;
        }
        if q > q_threshold_ms && loss_fair {
            self.set_competes(true, cx);
        }
        if before <= LEAST_WINDOW {
            return false;
        }
        let keeps = self.competes || q > self.backoff_delay;
        self.set_shadow(if keeps { self.shadow.max(before) } else { 0.0 }, cx);
        self.backoff_delay = q;
        self.unheard = cx.in_flight;
        let after = cx.halved(before);
        cx.window.cwnd = after;
        cx.window.ssthresh = after;
        cx.delay_backoff(before);
        let competes = f64::from(u8::from(self.competes));
        cx.decide(&BACKOFF, &[q, greatest, probability, draw, competes, before, after, self.shadow]);
        true
    }
}

impl CongestionControl for Chd {
    fn on_start(&mut self, cx: &mut Context) {
        self.set_shadow(cx.window.cwnd, cx);
        cx.signal(&COMPETES, 0.0);
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, _cx: &mut Context) {
        let rtt = sample.rtt().ms();
        self.latest = Some(rtt);
        self.interval = self.interval.max(rtt);
        self.greatest = self.greatest.max(rtt);
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        self.unheard -= ack.newly_acked;
        let slow_start = cx.in_slow_start();
        self.grows = ack.cwnd_limited && !slow_start;
        if ack.cwnd_limited && slow_start {
            self.grow(RenoGrowth::slow_start(ack, cx), cx);
        }
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        let interval = std::mem::take(&mut self.interval);
        let Some(latest) = self.latest.filter(|_| interval > 0.0) else { return };
        let backed_off = self.judge(if self.settings.use_max { interval } else { latest }, cx);
        if !backed_off && self.grows && !cx.in_recovery {
            self.grow(1.0, cx);
        }
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        let (cwnd, before) = (cx.window.cwnd, self.shadow);
        let rtt = self.latest.map_or(0.0, |latest| latest.max(self.interval));
        let q = (rtt - cx.min_rtt.map_or(0.0, |min| min.ms())).max(0.0);
        self.grows = false;
        if before > 0.0 {
            self.set_shadow(cx.halved(before), cx);
        }
        if self.unheard > 0.0 {
            self.unheard = 0.0;
            cx.decide(&LOSS_IN_BACKOFF, &[q, cwnd, self.shadow]);
            return cwnd;
        }
        if loss.trigger == Trigger::Loss && q <= self.settings.q_threshold_ms {
            cx.decide(&LOSS_TOLERATED, &[q, self.settings.q_threshold_ms, cwnd, self.shadow]);
            return cwnd;
        }
        if self.competes && loss.trigger == Trigger::Loss {
            cx.window.cwnd = cwnd.max(before);
        }
        let ssthresh = cx.halved(cx.window.cwnd);
        let competes = f64::from(u8::from(self.competes));
        cx.decide(&LOSS_CONGESTION, &[q, competes, cwnd, before, ssthresh, self.shadow]);
        ssthresh
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        (self.unheard, self.grows) = (0.0, false);
        let ssthresh = cx.halved(loss.base);
        cx.decide(&TIMEOUT, &[cx.window.cwnd, loss.base, ssthresh, self.shadow]);
        ssthresh
    }

    fn set(&mut self, row: usize, value: &Value, cx: &mut Context) {
        self.settings.set(row, value);
        if !self.settings.loss_fair {
            self.set_competes(false, cx);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, assert_close};
    use super::*;
    use crate::params::Choice;

    /// That backs off for certain at the top of the curve, with a shadow window, on a path where Q = 100 ms.
    fn chd(shadow: f64) -> Chd {
        let values = Choice::of(&SECTION).with("max_probability", Value::Number(1.0)).values;
        Chd { shadow, greatest: 140.0, ..Chd::new(&values) }
    }

    /// An interval of congestion avoidance whose largest queueing delay is `q` ms (base RTT 40 ms), its latest 1 ms less.
    fn interval(bench: &mut Bench, chd: &mut Chd, q: f64) {
        bench.sample(chd, 40.0 + q, 1);
        bench.sample(chd, 39.0 + q, 1);
        bench.ack(chd, bench.in_flight);
        bench.round(chd);
    }

    #[test] // Q = 100 ms, p_max = 50 %
    fn the_curve_of_an_interval() {
        for (q, p) in [(12.0, 0.2333), (20.0, 0.5), (60.0, 0.25)] {
            assert_close(curve(q, 100.0, 5.0, 20.0, 0.5), p, 5e-5);
        }
    }

    #[test] // w = 30, s = 50
    fn losses_at_long_and_short_queues() {
        for (q, competes, cwnd, ssthresh) in
            [(60.0, true, 50.0, 25.0), (60.0, false, 30.0, 15.0), (15.0, true, 30.0, 30.0), (15.0, false, 30.0, 30.0)]
        {
            let (mut bench, mut chd) = (Bench::new(30.0, 10.0), Chd { competes, ..chd(50.0) });
            bench.sample(&mut chd, 40.0 + q, 1);
            let loss = Loss { trigger: Trigger::Loss, in_flight: 30.0, base: 30.0, label: None };
            assert_close(chd.ssthresh_on_loss(&loss, &mut bench.cx()), ssthresh, 0.0);
            assert_close(bench.window.cwnd, cwnd, 0.0);
            assert_eq!(bench.said(&SHADOW), Some(25.0));
            let rule = bench.decided().unwrap().0;
            assert_eq!(rule, if q > 20.0 { "chd.loss_congestion" } else { "chd.loss_tolerated" });
        }
    }

    #[test]
    fn an_ecn_mark_is_congestion_at_any_queue() {
        let (mut bench, mut chd) = (Bench::new(30.0, 10.0), chd(50.0));
        bench.sample(&mut chd, 41.0, 1);
        let mark = Loss { trigger: Trigger::Ecn, in_flight: 30.0, base: 30.0, label: None };
        assert_close(chd.ssthresh_on_loss(&mark, &mut bench.cx()), 15.0, 0.0);
    }

    #[test] // at q_th the draw is certain: s keeps 40, or nothing where the delay has not grown since the last backoff
    fn the_shadow_window_keeps_what_a_growing_delay_took() {
        for (before, shadow) in [(19.0, 40.0), (20.0, 0.0)] {
            let (mut bench, mut chd) = (Bench::new(40.0, 10.0), Chd { backoff_delay: before, ..chd(30.0) });
            interval(&mut bench, &mut chd, 20.0);
            assert_eq!((bench.window.cwnd, bench.window.ssthresh), (20.0, 20.0));
            assert_eq!(bench.said(&SHADOW), Some(shadow));
            assert_eq!(bench.emitter.delay_backoffs, 1);
            assert_eq!(bench.said(&COMPETES), None);
        }
    }

    #[test] // p next to 1 just above q_th
    fn competes_from_a_draw_at_a_long_queue_until_it_is_short() {
        for loss_fair in [true, false] {
            let (mut bench, mut chd) = (Bench::new(40.0, 10.0), chd(30.0));
            chd.settings.loss_fair = loss_fair;
            interval(&mut bench, &mut chd, 20.001);
            assert_eq!((bench.emitter.delay_backoffs, chd.competes), (1, loss_fair));
            interval(&mut bench, &mut chd, 20.0);
            assert!(!chd.competes);
        }
    }

    #[test]
    fn grows_by_a_packet_a_round_and_the_shadow_window_with_it() {
        for (shadow, after) in [(50.0, 51.0), (0.0, 0.0)] {
            let (mut bench, mut chd) = (Bench::new(30.0, 10.0), chd(shadow));
            interval(&mut bench, &mut chd, 5.0);
            assert_eq!((bench.window.cwnd, chd.shadow), (31.0, after));
        }
        let (mut bench, mut chd) = (Bench::new(3.0, f64::INFINITY), Chd::new(&SECTION.defaults(None)));
        chd.on_start(&mut bench.cx());
        interval(&mut bench, &mut chd, 5.0);
        assert_eq!((bench.window.cwnd, chd.shadow), (4.0, 4.0)); // slow start, by ACKs only
    }

    #[test] // 20.5 is above q_th, the latest sample of 19.5 below
    fn judges_the_greatest_or_the_latest_sample() {
        for (use_max, said) in [(true, 20.5), (false, 19.5)] {
            let (mut bench, mut chd) = (Bench::new(30.0, 10.0), chd(0.0));
            chd.settings.use_max = use_max;
            interval(&mut bench, &mut chd, 20.5);
            assert_eq!(bench.said(&QUEUEING_DELAY), Some(said));
        }
    }

    #[test]
    fn the_least_window_grows() {
        let (mut bench, mut chd) = (Bench::new(2.0, 1.0), chd(30.0));
        interval(&mut bench, &mut chd, 20.001);
        assert_eq!((bench.window.cwnd, bench.emitter.delay_backoffs, chd.competes), (3.0, 0, true));
    }

    #[test]
    fn recovery_decides_nothing() {
        let (mut bench, mut chd) = (Bench::new(40.0, 10.0), chd(30.0));
        bench.in_recovery = true;
        interval(&mut bench, &mut chd, 20.0);
        assert_eq!((bench.window.cwnd, bench.count(&DRAW)), (40.0, 0));
    }

    #[test]
    fn a_loss_among_the_data_of_a_backoff_cuts_no_second_time() {
        let (mut bench, mut chd) = (Bench::new(40.0, 10.0), chd(30.0));
        interval(&mut bench, &mut chd, 20.0);
        bench.sample(&mut chd, 100.0, 1);
        assert_close(bench.lose(&mut chd), 20.0, 0.0);
        assert_close(bench.lose(&mut chd), 10.0, 0.0);
        assert_close(bench.time_out(&mut chd), 5.0, 0.0);
    }
}
