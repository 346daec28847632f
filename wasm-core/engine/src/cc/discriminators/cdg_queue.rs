//! CDG's inferred state of the queue: a full one means congestion. Of a CDG flow it is the flow's own state; of any other flow what
//! CDG would infer from the same RTT samples, in ticks of 1 ms, over 8 gradients, without backoffs of its own.

use super::{Definition, Discriminator, Label, Sample};
use crate::cc::RttSample;
use crate::cc::cdg::envelope::{Clock, Envelope, QueueState};
use crate::units::{Span, Time};

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "cdg_queue",
    text: "Congestion if CDG infers a full queue, or nothing yet, from the smoothed gradients of the smallest and largest RTT of each \
           round.",
    source: "CDG paper, section 3.3",
};

/// Gradients averaged, and the tick of the clock in ms: CDG's defaults.
const SMOOTHING: u32 = 8;
const TICK_MS: f64 = 1.0;

/// The discriminator.
#[derive(Clone)]
pub struct CdgQueue {
    clock: Clock,
    envelope: Envelope,
    state: QueueState,
    own: bool,
}

/// Before a run.
pub fn new() -> CdgQueue {
    CdgQueue {
        clock: Clock::new(TICK_MS, 0.0),
        envelope: Envelope::new(SMOOTHING),
        state: QueueState::Unknown,
        own: false,
    }
}

impl Discriminator for CdgQueue {
    fn sample(&mut self, sample: &Sample) {
        let sent = Time(sample.at.0.saturating_sub(Span::from_ms(sample.rtt_ms).0));
        let sample = RttSample { sent, acked: sample.at, covers: 1, sacked: false, one_way: Span::ZERO };
        self.envelope.sample(self.clock.rtt(&sample));
    }
    fn round(&mut self, _: &Sample) {
        if !self.own && self.envelope.close().is_some_and(|closed| closed.gradient) {
            let sum = self.envelope.sum();
            self.state = self.state.judge(sum.min, sum.max);
        }
    }
    fn own_state(&mut self, state: QueueState) {
        (self.own, self.state) = (true, state);
    }
    fn loss(&self) -> Option<Label> {
        Some(Label::random_if(!matches!(self.state, QueueState::Full | QueueState::Unknown)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::sample;
    use super::*;

    /// A round with these RTTs, in ms.
    fn round(cdg: &mut CdgQueue, rtts: [f64; 2]) -> QueueState {
        rtts.iter().for_each(|rtt| cdg.sample(&sample(20.0, *rtt)));
        cdg.round(&sample(20.0, rtts[1]));
        cdg.state
    }

    #[test] // facts sheet, 1.4
    fn the_signs_of_both_gradients_give_the_state() {
        let mut cdg = new();
        assert_eq!(cdg.loss(), Some(Label::Congestion), "unknown");
        assert_eq!(round(&mut cdg, [45.0, 60.0]), QueueState::Unknown, "one round has no gradient");
        assert_eq!(round(&mut cdg, [47.0, 66.0]), QueueState::Rising);
        assert_eq!(cdg.loss(), Some(Label::Random));
        assert_eq!(round(&mut cdg, [49.0, 60.0]), QueueState::Full, "sums +4 and 0");
        assert_eq!(cdg.loss(), Some(Label::Congestion));
        assert_eq!(round(&mut cdg, [41.0, 50.0]), QueueState::Falling, "sums -4 and -10");
        assert_eq!(round(&mut cdg, [45.0, 50.0]), QueueState::Empty, "sums 0 and -10");
        assert_eq!(cdg.loss(), Some(Label::Random));
    }

    #[test]
    fn a_cdg_flow_has_its_own_state() {
        let mut cdg = new();
        cdg.own_state(QueueState::Full);
        assert_eq!(cdg.loss(), Some(Label::Congestion));
        for rtts in [[45.0, 60.0], [47.0, 66.0]] {
            round(&mut cdg, rtts);
        }
        assert_eq!(cdg.loss(), Some(Label::Congestion), "what is measured beside it does not count");
        cdg.own_state(QueueState::Rising);
        assert_eq!(cdg.loss(), Some(Label::Random));
    }
}
