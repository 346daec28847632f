//! Distribution of a source's delays over packets: one-way delays, or the part that a queue adds.

use super::Definition;
use super::epochs::Bounds;
use crate::distribution::Real;
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::units::Time;
use std::ptr;

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "delay",
    unit: "ms",
    text: "One-way delays of the packets that arrive, each with weight 1, from the arrival at the bottleneck to the \
           receiver; less a constant, if only what is above it counts (propagation and the packet's own transmission: \
           the induced delay).",
    source: "VoIP report, sections V-B and VII-A; contract 1.2",
};

/// Packets that count.
#[derive(Clone, Debug)]
enum When {
    /// Those that arrive within a span.
    Within(Time, Time),
    /// Those that arrive within whole epochs of a flow, in groups of epochs.
    WholeEpochs(Bounds, u64),
}

/// Observer of one source's one-way delays.
#[derive(Clone, Debug)]
pub struct Delays {
    source: Source,
    less_ms: f64,
    when: When,
    /// Delays of epochs that are not complete yet.
    open: Real,
    whole: Real,
}

impl Delays {
    /// Delays of packets that arrive within a span.
    pub fn within(source: Source, less_ms: f64, from: Time, until: Time) -> Delays {
        Delays { source, less_ms, when: When::Within(from, until), open: Real::default(), whole: Real::default() }
    }

    /// Delays of packets that arrive within whole epochs of a flow (`epochs`); `at_once`: number of epochs that count
    /// only together, for cycles of several.
    pub fn in_whole_epochs(source: Source, less_ms: f64, bounds: Bounds, at_once: u64) -> Delays {
        let when = When::WholeEpochs(bounds, at_once);
        Delays { source, less_ms, when, open: Real::default(), whole: Real::default() }
    }

    /// Distribution, in ms.
    pub fn distribution(&self) -> &Real {
        &self.whole
    }
}

impl Observer for Delays {
    const INTERESTS: Interests = Interests::these(&[&signals::ONE_WAY_DELAY, &signals::WINDOW_CUT]);

    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if let When::WholeEpochs(bounds, at_once) = &mut self.when
            && let Some(epochs) = bounds.record(at, source, signal)
            && epochs % *at_once == 0
        {
            if epochs > 0 {
                self.whole.merge(&self.open);
            }
            self.open = Real::default();
        }
        if source != self.source || !ptr::eq(signal, &signals::ONE_WAY_DELAY) {
            return;
        }
        let delay = value - self.less_ms;
        match &self.when {
            When::Within(from, until) if (*from..*until).contains(&at) => self.whole.add(delay, 1.0),
            When::WholeEpochs(bounds, _) if bounds.begun() => self.open.add(delay, 1.0),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(delays: &mut Delays, at_s: f64, source: Source, signal: &'static Signal, value: f64) {
        delays.emit(Time::from_seconds(at_s), source, signal, value);
    }

    #[test]
    fn a_span_is_half_open_and_a_constant_is_taken_off() {
        let at = Time::from_seconds;
        let mut delays = Delays::within(Source::Cross(0), 40.0, at(1.0), at(2.0));
        for (time, delay) in [(0.9, 999.0), (1.0, 41.0), (1.5, 43.0), (1.6, 45.0), (1.7, 60.0), (2.0, 999.0)] {
            record(&mut delays, time, Source::Cross(0), &signals::ONE_WAY_DELAY, delay);
            record(&mut delays, time, Source::Cross(1), &signals::ONE_WAY_DELAY, 777.0);
        }
        let found = delays.distribution();
        assert_eq!((found.percentile(0.5), found.percentile(1.0)), (Some(3.0), Some(20.0)));
        assert_eq!(found.share_above(4.0), Some(0.5));
    }

    #[test] // the first event does not count; epochs begin at 2, 3, 4, 5 s
    fn only_whole_epochs_count() {
        let of = |at_once| {
            let mut delays = Delays::in_whole_epochs(Source::Cross(0), 0.0, Bounds::new(0, Time::ZERO), at_once);
            for n in 1..=5 {
                let at = f64::from(n);
                record(&mut delays, at, Source::Flow(0), &signals::WINDOW_CUT, 30.0);
                record(&mut delays, at + 0.1, Source::Flow(1), &signals::WINDOW_CUT, 30.0);
                record(&mut delays, at + 0.5, Source::Cross(0), &signals::ONE_WAY_DELAY, 10.0 * at);
            }
            [0.0, 1.0].map(|share| delays.distribution().percentile(share))
        };
        assert_eq!(of(1), [Some(20.0), Some(40.0)]);
        assert_eq!(of(2), [Some(20.0), Some(30.0)]);
    }
}
