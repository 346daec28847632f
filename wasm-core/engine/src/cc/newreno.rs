//! NewReno adds one packet to its window per RTT and halves the window at a loss. Its only signal is packet loss, so
//! it fills any queue before it reduces its window. The window law is Reno's; strictly, NewReno is the name of a loss
//! recovery (RFC 6582). We follow FreeBSD, whose module of this law is called newreno; which recovery a flow uses is
//! the setting `recovery`.
//!
//! Not here: fast recovery (`tcp/recovery/newreno.rs`), which gave the algorithm its name.
//!
//! # Equations
//!
//! ```tex
//! % slow start, each acknowledged packet | RFC 5681, section 3.1
//! w \leftarrow w + 1
//! % congestion avoidance, each acknowledged packet | RFC 5681, section 3.1
//! w \leftarrow w + \frac{1}{w}
//! % loss, timeout | RFC 5681, equation 4, with w for F
//! \text{ssthresh} \leftarrow \max\left(\frac{w}{2},\; 2\right)
//! % ECN mark, with abe | RFC 8511, section 3.1
//! \text{ssthresh} \leftarrow \max(0.8\, w,\; 2)
//! % loss that the discriminator calls random, with discriminator | as equation 8 of the CDG paper
//! \text{ssthresh} \leftarrow w
//! ```
//!
//! $w$ is the congestion window in packets; F is what is in flight.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: one more packet per RTT
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! Slow start -> Fast recovery: loss, ssthresh = w/2
//! Congestion avoidance -> Fast recovery: loss, ssthresh = w/2
//! Fast recovery -> Congestion avoidance: all acknowledged, w = ssthresh
//! any -> Slow start: timeout, ssthresh = w/2, w = 1
//! ```
//!
//! # Choices
//!
//! - All TCP stacks here halve $w$, as the systems do, where the RFC halves what is in flight; FreeBSD and Linux
//!   halve in whole packets. FreeBSD and ns-2 halve at each timeout, so that a second one leaves ssthresh at 2, where
//!   the RFC keeps it.
//! - While Linux 2.6 halves its rate during recovery (`rate_halving`), the window may go down to half of ssthresh.
//! - How ACKs are counted depends on the TCP stack as well (`byte_counting`): with `delayed_ack` and without byte
//!   counting, growth takes twice as long.
//! - With `discriminator` (default {discriminator}) a rule labels each loss, and NewReno keeps its window at one that the rule calls random;
//!   the packet is resent. One label holds for a whole recovery: that of the loss that begins it. As in CDG, a loss in slow
//!   start, a timeout and an ECN mark are always congestion; so is a loss without a label.
//! - `vegas_rate`, `ntg`, `ndg`, `veno_backlog` and `cdg_queue` judge by the sender's own RTT samples. The other rules judge at the receiver,
//!   by true one-way delays and arrival times of new packets, and each ACK reports the latest label. No TCP has
//!   such an option; it is the best that these rules could have. They count an overtaken packet as missing.
//! - WMTA cannot be chosen: it compares the losses of large and small packets, and a flow has none but large ones.
//!
//! # Look for
//!
//! - The sawtooth: the window grows by one packet per RTT until the queue drops a packet; then it is halved. The
//!   growth slows down, because a filling queue makes each RTT longer.
//! - With a queue limit of one BDP, half of a full window still fills the link: goodput does not fall after a loss.
//! - NewReno cannot tell a random loss from a full queue: raise the random loss, and the window stays small. Then choose a
//!   discriminator: the window grows again, and what others lose by it shows what its errors cost.

use super::discriminators::Label;
use super::discriminators::driver::{Driver, Driving};
use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Loss, PacketEvents, RttSample, Wants};
use crate::observe::{Inference, Outcome, Rule};
use crate::params::{FromValue, Group, Section, Value};
use crate::units::{Span, Time};

crate::params! {
    /// NewReno's parameters.
    pub struct Settings {
        /// Rule that labels each loss; NewReno ignores those that it calls random.
        discriminator: Driving = word("none", Driving::WORDS).live(), "choice: RFC 5681 takes every loss for congestion";
    }
}

/// Settings of NewReno as scenario and screen know them.
pub static SECTION: Section = Section::new("newreno", "NewReno", Settings::PARAMS)
    .ignores(&[])
    .group(Group::LossBased)
    .about("Adds one packet per RTT and halves its window at a loss.", "RFC 5681, RFC 6582")
    .fills_queue()
    .rules(&[&HALVE, &ABE, &IGNORE, &JUDGED]);

/// Half is left.
pub(super) static HALVE: Rule = Rule {
    key: "newreno.halve",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};

/// Share of the window that is left after a mark with ABE (RFC 8511, section 3.1; FreeBSD: `beta_ecn`).
const ABE_SHARE: f64 = 0.8;

/// An ECN mark takes less than a loss does.
pub(super) static ABE: Rule = Rule {
    key: "newreno.abe",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "share", "ssthresh"],
};

/// A loss that the discriminator calls random: the window stays.
static IGNORE: Rule =
    Rule { key: "newreno.ignore_random", outcome: Outcome::Kept, infers: Inference::RandomLoss, numbers: &["before"] };

/// With a discriminator, any other loss, or a mark: half is left.
static JUDGED: Rule = Rule {
    key: "newreno.halve_judged",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};

/// State of NewReno.
#[derive(Clone, Debug)]
pub struct NewReno {
    growth: RenoGrowth,
    /// The discriminator, if one drives it.
    driver: Option<Box<Driver>>,
}

impl NewReno {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> NewReno {
        NewReno { growth: RenoGrowth::default(), driver: Driver::new(Settings::read(values).discriminator) }
    }

    /// Half is left, or more after a mark with ABE.
    fn reduce(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        if cx.is_alternative_backoff(loss) {
            let ssthresh = cx.reduced(loss.base, ABE_SHARE);
            cx.decide(&ABE, &[cx.window.cwnd, loss.base, ABE_SHARE, ssthresh]);
            return ssthresh;
        }
        let ssthresh = cx.halved(loss.base);
        let rule = if self.driver.is_some() { &JUDGED } else { &HALVE };
        cx.decide(rule, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }
}

impl CongestionControl for NewReno {
    fn wants(&self) -> Wants {
        let judges = |at_receiver| self.driver.as_ref().is_some_and(|driver| driver.is_receivers() == at_receiver);
        Wants { rtt_samples: judges(false), labels: judges(true), ..Wants::STANDARD }
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, cx: &mut Context) {
        if let Some(driver) = &mut self.driver {
            driver.sample(sample, cx);
        }
    }

    fn on_round_end(&mut self, _cx: &mut Context) {
        if let Some(driver) = &mut self.driver {
            driver.round();
        }
    }

    #[inline(always)]
    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if !ack.cwnd_limited {
            return;
        }
        cx.window.cwnd += self.growth.of(ack, cx);
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        if self.driver.as_mut().is_some_and(|driver| driver.tolerates(loss, cx)) {
            cx.decide(&IGNORE, &[cx.window.cwnd]);
            return cx.window.cwnd;
        }
        self.reduce(loss, cx)
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        self.reduce(loss, cx)
    }

    /// A recovery without a reduction has no lower floor than ssthresh, which is the window.
    fn recovery_floor(&self, ssthresh: f64) -> f64 {
        if self.driver.as_ref().is_some_and(|driver| driver.tolerated) { ssthresh } else { ssthresh / 2.0 }
    }

    fn packet_events(&mut self) -> Option<&mut dyn PacketEvents> {
        Some(self)
    }

    fn set(&mut self, _row: usize, value: &Value, _cx: &mut Context) {
        self.driver = Driver::new(FromValue::from_value(value));
    }
}

impl PacketEvents for NewReno {
    fn on_arrival(&mut self, at: Time, sequence: u64, one_way: Span) -> Option<Label> {
        self.driver.as_mut()?.arrival(at, sequence, one_way)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Trigger;
    use super::super::testing::{Bench, assert_close};
    use super::*;

    fn driven(word: &'static str) -> NewReno {
        NewReno::new(&[Value::Word(word)])
    }

    /// Window 26, as in the vectors of `veno_backlog`: 2.734 packets queued at 44.7 ms, 3.440 at 46.1 ms.
    fn at(newreno: &mut NewReno, rtt_ms: f64) -> Bench {
        let mut bench = Bench::new(26.0, 13.0);
        for rtt_ms in [40.0, 40.0, rtt_ms] {
            bench.sample(newreno, rtt_ms, 1);
        }
        bench
    }

    #[test]
    fn a_loss_that_is_called_random_costs_nothing() {
        for (rtt_ms, after, rule) in [(44.7, 26.0, "newreno.ignore_random"), (46.1, 13.0, "newreno.halve_judged")] {
            let mut newreno = driven("veno_backlog");
            let mut bench = at(&mut newreno, rtt_ms);
            assert_close(bench.lose(&mut newreno), after, 0.0);
            assert_eq!(bench.decided().unwrap().0, rule);
            // Linux 2.6 may go below ssthresh in a recovery that reduces the window.
            assert_close(newreno.recovery_floor(26.0), if after == 26.0 { 26.0 } else { 13.0 }, 0.0);
        }
        let mut plain = driven("none");
        let mut bench = at(&mut plain, 44.7);
        assert_close(bench.lose(&mut plain), 13.0, 0.0);
        assert_eq!((bench.decided().unwrap().0, plain.wants().rtt_samples), ("newreno.halve", false));
    }

    #[test]
    fn slow_start_a_timeout_and_a_mark_are_congestion() {
        let mut newreno = driven("veno_backlog");
        let mut bench = at(&mut newreno, 44.7);
        assert_close(bench.time_out(&mut newreno), 13.0, 0.0);
        bench.window.cwnd = 12.0;
        assert_close(bench.lose(&mut newreno), 6.0, 0.0);
        bench.window.cwnd = 26.0;
        let mark = Loss { trigger: Trigger::Ecn, in_flight: 26.0, base: 26.0, label: None };
        assert_close(newreno.ssthresh_on_loss(&mark, &mut bench.cx()), 13.0, 0.0);
        // A tolerated loss leaves cwnd = ssthresh; the next one is tolerated as well.
        assert_close(bench.lose(&mut newreno), 26.0, 0.0);
        assert_close(bench.lose(&mut newreno), 26.0, 0.0);
    }

    #[test]
    fn the_receiver_has_the_say_by_its_rules() {
        let mut newreno = driven("spike");
        assert!(newreno.wants().labels && !driven("ndg").wants().labels);
        for (label, after) in [(None, 13.0), (Some(Label::Congestion), 13.0), (Some(Label::Random), 26.0)] {
            let mut bench = at(&mut newreno, 44.7);
            bench.label = label;
            assert_close(bench.lose(&mut newreno), after, 0.0);
        }
        newreno.set(0, &Value::Word("none"), &mut Bench::new(26.0, 13.0).cx());
        let mut bench = at(&mut newreno, 44.7);
        bench.label = Some(Label::Random);
        assert_close(bench.lose(&mut newreno), 13.0, 0.0);
    }
}
