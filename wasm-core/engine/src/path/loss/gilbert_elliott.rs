//! Gilbert-Elliott loss: a good and a bad state, each with a chance of loss of its own, so that losses come in bursts,
//! as on a radio link that fades.
//!
//! # Equations
//!
//! ```tex
//! % share of packets in the bad state |
//! \pi_{\text{bad}} = \frac{p_{\text{good} \to \text{bad}}}{p_{\text{good} \to \text{bad}} + p_{\text{bad} \to \text{good}}}
//! % packets of a stay there, on average |
//! E[n] = \frac{1}{p_{\text{bad} \to \text{good}}}
//! % mean loss rate |
//! p = \pi_{\text{bad}}\, p_{\text{bad}} + (1 - \pi_{\text{bad}})\, p_{\text{good}}
//! ```
//!
//! # States
//!
//! ```states
//! Good: a packet is lost with loss_good
//! Bad: a packet is lost with loss_bad
//! Good -> Bad: p_good_bad, after each packet
//! Bad -> Good: p_bad_good, after each packet
//! ```
//!
//! # Choices
//!
//! - Each stream has a chain of its own, begun in the good state, that moves with the stream's own packets: what the
//!   n-th packet meets hangs on nothing else. The loss draw is the one that Bernoulli loss would take; moves have their
//!   own.
//! - Gilbert's own model has `loss_good` 0 and, in its simplest form, `loss_bad` 1; the order of parameters is netem's.
//!
//! # Look for
//!
//! - Several packets of one window lost at once: recovery takes longer, and a burst may end in a timeout.

use super::{Arrival, LossModel};
use crate::params::{Section, Value};
use crate::random::Purpose;

crate::params! {
    /// Settings of Gilbert-Elliott loss.
    pub struct Settings {
        /// Chance that the bad state follows the good one, at each packet.
        p_good_bad: f64 = number(0.004, 0.0, 1.0).log().live(), "choice: one burst in 250 packets";
        /// Chance that the good state follows the bad one, at each packet.
        p_bad_good: f64 = number(0.31, 0.0, 1.0).log().live(), "choice: bursts of 3.2 packets";
        /// Chance that a packet is lost in the good state.
        loss_good: f64 = number(0.0, 0.0, 1.0).log().live(), "E. N. Gilbert 1960";
        /// Chance that a packet is lost in the bad state.
        loss_bad: f64 = number(1.0, 0.0, 1.0).live(), "E. N. Gilbert 1960, in its simplest form";
    }
}

/// What a scenario and the screen know of Gilbert-Elliott loss.
pub static SECTION: Section = Section::new("gilbert_elliott", "Gilbert-Elliott", Settings::PARAMS).about(
    "Losses in bursts: a good and a bad state, each with its own chance of loss.",
    "E. N. Gilbert 1960; E. O. Elliott 1963",
);

/// Gilbert-Elliott loss.
#[derive(Clone, Debug)]
pub struct GilbertElliott {
    settings: Settings,
    /// Of each stream: in the bad state.
    bad: Vec<bool>,
}

impl GilbertElliott {
    /// With its settings, every chain in the good state.
    pub fn new(values: &[Value]) -> GilbertElliott {
        GilbertElliott { settings: Settings::read(values), bad: Vec::new() }
    }
}

impl LossModel for GilbertElliott {
    fn loses(&mut self, arrival: &Arrival) -> bool {
        if arrival.source >= self.bad.len() {
            self.bad.resize(arrival.source + 1, false);
        }
        let bad = &mut self.bad[arrival.source];
        if arrival.luck.ordinal == 0 {
            *bad = false; // another stream may have had this place before
        }
        let (loss, moves) = if *bad {
            (self.settings.loss_bad, self.settings.p_bad_good)
        } else {
            (self.settings.loss_good, self.settings.p_good_bad)
        };
        let state = arrival.luck.draws.beside(Purpose::LossState);
        *bad ^= state.uniform(arrival.luck.ordinal) < moves;
        arrival.luck.uniform() < loss
    }

    fn configure(&mut self, values: &[Value]) {
        self.settings = Settings::read(values);
    }

    /// The mean over both states.
    fn probability(&self) -> f64 {
        let Settings { p_good_bad, p_bad_good, loss_good, loss_bad } = self.settings;
        let moves = p_good_bad + p_bad_good;
        let bad = if moves > 0.0 { p_good_bad / moves } else { 0.0 };
        bad * loss_bad + (1.0 - bad) * loss_good
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::arrival;
    use super::*;
    use crate::cc::testing::assert_close;
    use crate::params::Choice;

    fn model(changes: &[(&str, f64)]) -> GilbertElliott {
        let choice =
            changes.iter().fold(Choice::of(&SECTION), |choice, (name, n)| choice.with(name, Value::Number(*n)));
        GilbertElliott::new(&choice.values)
    }

    /// p 0.004, r 0.31, all lost in the bad state: a share of 0.0127389 is lost, in runs of 3.22581 packets; with losses of
    /// 0.01 and 0.6 in the two states, 0.01 * 0.98726 + 0.6 * 0.012739 = 0.0175159.
    #[test]
    fn share_and_runs_of_losses_are_those_of_the_chain() {
        let packets = 2_000_000;
        let run = |mut model: GilbertElliott| {
            let lost: Vec<bool> = (0..packets).map(|n| model.loses(&arrival(0, n))).collect();
            let runs = lost.windows(2).filter(|pair| !pair[0] && pair[1]).count();
            let losses = lost.iter().filter(|lost| **lost).count();
            (losses as f64 / packets as f64, losses as f64 / runs as f64)
        };
        assert_close(model(&[]).probability(), 0.012_738_9, 1e-7);
        let (share, length) = run(model(&[]));
        assert_close(share, 0.012_738_9, 0.0006); // 3 sigma: 7900 runs
        assert_close(length, 3.225_81, 0.1);
        let both = [("loss_good", 0.01), ("loss_bad", 0.6)];
        assert_close(model(&both).probability(), 0.017_515_9, 1e-7);
        assert_close(run(model(&both)).0, 0.017_515_9, 0.0005);
    }

    /// Contract 1.4: the n-th packet of a stream meets the same, whatever the others do; a chain begins in the good state.
    #[test]
    fn each_stream_has_a_chain_of_its_own() {
        let mut alone = model(&[("p_good_bad", 0.3)]);
        let expected: Vec<bool> = (0..1000).map(|n| alone.loses(&arrival(3, n))).collect();
        let mut among = model(&[("p_good_bad", 0.3)]);
        let mut others = 0;
        let found: Vec<bool> = (0..1000)
            .map(|n| {
                for _ in 0..n % 3 {
                    among.loses(&arrival(5, others));
                    others += 1;
                }
                among.loses(&arrival(3, n))
            })
            .collect();
        assert_eq!(found, expected);
        let sure = [("p_good_bad", 1.0), ("p_bad_good", 0.0)];
        let mut sure = model(&sure);
        let first: Vec<bool> = (0..4).map(|n| sure.loses(&arrival(0, n))).collect();
        assert_eq!(first, [false, true, true, true]);
        assert!(!sure.loses(&arrival(0, 0)), "another stream in the same place");
    }

    /// With one chance of loss in both states it is Bernoulli loss, draw for draw.
    #[test]
    fn the_loss_draw_is_that_of_bernoulli_loss() {
        let mut model = model(&[("loss_good", 0.1), ("loss_bad", 0.1), ("p_good_bad", 0.5)]);
        for n in 0..1000 {
            let arrival = arrival(0, n);
            assert_eq!(model.loses(&arrival), arrival.luck.uniform() < 0.1);
        }
    }
}
