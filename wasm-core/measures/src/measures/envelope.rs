//! Measured RTT intervals of a CDG flow: the envelope of its RTTs, the gradients, the inferred and the true state of
//! the queue. Its memory grows with intervals, not with packets. Not here: what is derived from them.

use super::Definition;
use sawtooth_engine::cc::cdg::signals as cdg_signals;
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::units::Time;
use std::ptr;

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "envelope",
    unit: "",
    text: "Of each measured RTT interval: smallest and largest RTT as the sender's clock counts them, their smoothed \
           gradients, the inferred state of the queue and the true one.",
    source: "CDG paper, sections 3.2 and 3.3; trace signals of the contract, section 4",
};

/// Index of a state in `signals::QUEUE_STATES`.
pub const FULL: usize = 0;
/// Likewise.
pub const EMPTY: usize = 1;
/// Likewise.
pub const RISING: usize = 2;
/// Likewise.
pub const FALLING: usize = 3;
/// Likewise.
pub const UNKNOWN: usize = 4;

/// One interval at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// End, in seconds.
    pub end_s: f64,
    /// Minimum RTT, in ms.
    pub tau_min_ms: f64,
    /// Maximum RTT, in ms.
    pub tau_max_ms: f64,
    /// Raw gradients of both, in ms per RTT.
    pub raw_ms: [f64; 2],
    /// Smoothed gradients of both, in ms per RTT.
    pub smoothed_ms: [f64; 2],
    /// The inferred state.
    pub state: usize,
    /// True state, if observed with `sawtooth_engine::telemetry::truth::WithTruth`; else unknown.
    pub truth: usize,
}

/// Observer of one CDG flow.
#[derive(Clone, Debug)]
pub struct Envelope {
    source: Source,
    now: Interval,
    /// Whether the present interval had samples.
    sampled: bool,
    intervals: Vec<Interval>,
}

impl Envelope {
    /// Observer of the flow with this index.
    pub fn new(flow: u32) -> Envelope {
        let now = Interval {
            end_s: 0.0,
            tau_min_ms: 0.0,
            tau_max_ms: 0.0,
            raw_ms: [0.0; 2],
            smoothed_ms: [0.0; 2],
            state: UNKNOWN,
            truth: UNKNOWN,
        };
        Envelope { source: Source::Flow(flow), now, sampled: false, intervals: Vec::new() }
    }

    /// The intervals that had samples, in order.
    pub fn intervals(&self) -> &[Interval] {
        &self.intervals
    }
}

impl Observer for Envelope {
    const INTERESTS: Interests = Interests::these(&[&signals::ROUND, &signals::TRUE_STATE]).and(Interests::OTHERS);

    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if source != self.source {
            return;
        }
        let [raw_min, raw_max] = &mut self.now.raw_ms;
        let [smoothed_min, smoothed_max] = &mut self.now.smoothed_ms;
        let levels: [(&'static Signal, &mut f64); 6] = [
            (&cdg_signals::TAU_MIN, &mut self.now.tau_min_ms),
            (&cdg_signals::TAU_MAX, &mut self.now.tau_max_ms),
            (&cdg_signals::G_MIN, raw_min),
            (&cdg_signals::G_MAX, raw_max),
            (&cdg_signals::G_MIN_SMOOTHED, smoothed_min),
            (&cdg_signals::G_MAX_SMOOTHED, smoothed_max),
        ];
        for (known, level) in levels {
            if ptr::eq(signal, known) {
                *level = value;
                self.sampled = true;
            }
        }
        if ptr::eq(signal, &cdg_signals::QUEUE_STATE) {
            self.now.state = value as usize;
        } else if ptr::eq(signal, &signals::ROUND) && std::mem::take(&mut self.sampled) {
            self.intervals.push(Interval { end_s: at.seconds(), ..self.now });
        } else if ptr::eq(signal, &signals::TRUE_STATE)
            && let Some(ended) = self.intervals.last_mut()
        {
            // Emitted right after the round's end, for the interval that it ended.
            ended.truth = value as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sawtooth_engine::sim::Simulation;
    use sawtooth_engine::telemetry::truth::{Truth, WithTruth};
    use sawtooth_scenario::read;

    /// A queue that one NewReno flow fills: the states follow, an interval is an RTT long, and every number is in it.
    #[test]
    fn intervals_follow_a_filling_queue() {
        let text = r#"{ "schema": 1, "duration_s": 8,
            "bottleneck": { "rate_bps": 1e7, "queue": { "limit_packets": 84 } },
            "flows": [{ "algorithm": { "kind": "cdg", "delay_backoff": false }, "receive_window_packets": 4 },
                      { "initial_ssthresh_packets": 20, "start_s": 1 }] }"#;
        let scenario = read(text).unwrap().scenario;
        let (mut envelope, mut truth) = (Envelope::new(0), Truth::new(&scenario));
        let mut both = WithTruth { truth: &mut truth, listener: &mut envelope };
        Simulation::new(&scenario).run_until(scenario.duration, &mut both);
        let intervals = envelope.intervals();
        let early = intervals.iter().find(|one| one.end_s > 0.9).unwrap();
        assert!(early.tau_max_ms < 50.0 && early.truth == EMPTY, "{early:?}");
        let late = intervals.iter().rfind(|one| one.end_s < 4.0).unwrap();
        assert!(late.tau_min_ms > 50.0 && (late.state, late.truth) == (RISING, RISING), "{late:?}");
        assert!(late.smoothed_ms.iter().all(|g| *g > 0.0), "{late:?}");
        for pair in intervals.windows(2) {
            let length = (pair[1].end_s - pair[0].end_s) * 1e3;
            assert!(length > 0.5 * pair[0].tau_min_ms && length < 2.5 * pair[1].tau_max_ms, "{pair:?}");
        }
    }
}
