//! The queue's true state beside the one that a delay-based sender infers: decided for each measured RTT interval of each
//! flow, from the real queue. Full: the limit was reached within the interval. Empty: never more than two packets.
//! Otherwise rising or falling by the change of the queue's mean since the interval before; where that is under one packet,
//! the last true state stays (`empty` at first). Not here: what CDG infers (`cc/cdg.rs`).

use crate::observe::{Observer, Rule, Signal, Source, signals};
use crate::path::queue::Limit;
use crate::scenario::{Scenario, Side};
use crate::units::Time;

/// Occupancy of an empty queue, in packets: what one flow's own bursts leave behind.
const EMPTY_PACKETS: f64 = 2.0;

#[derive(Clone, Copy, Debug)]
struct Interval {
    /// When it began; `None` before the flow's first round ended.
    since: Option<Time>,
    /// The queue's integral at that moment, packets x ns.
    integral: f64,
    /// Mean of the interval before.
    mean: Option<f64>,
    state: usize,
}

/// Follows the queue and says the true state at the end of each round of each flow. Plain data; costs O(1) an event.
#[derive(Clone, Debug)]
pub struct Truth {
    /// Limits in packets and bytes (infinite where there is none) from an instant on, in order.
    limits: Vec<(Time, f64, f64)>,
    packets: f64,
    bytes: f64,
    integral: f64,
    changed: Time,
    /// Last moment at which the queue had reached its limit, and at which it held more than `EMPTY_PACKETS`.
    last_full: Option<Time>,
    last_more: Option<Time>,
    flows: Vec<Interval>,
}

impl Truth {
    /// At the start of a run.
    pub fn new(scenario: &Scenario) -> Truth {
        let mut truth = Truth {
            limits: Vec::new(),
            packets: 0.0,
            bytes: 0.0,
            integral: 0.0,
            changed: Time::ZERO,
            last_full: None,
            last_more: None,
            flows: Vec::new(),
        };
        truth.adopt(scenario);
        truth
    }

    /// Goes on under a changed document.
    pub fn adopt(&mut self, scenario: &Scenario) {
        self.limits.clear();
        self.limits.extend(scenario.limits(Side::Forward).iter().map(|(at, limit)| match limit {
            Limit::Packets(packets) => (*at, *packets, f64::INFINITY),
            Limit::Bytes(bytes) => (*at, f64::INFINITY, *bytes),
        }));
        let fresh = Interval { since: None, integral: 0.0, mean: None, state: 1 };
        self.flows.resize(scenario.flows.len().max(self.flows.len()), fresh);
    }

    /// Hears a signal; at the end of a flow's round returns its state, as its place in `signals::QUEUE_STATES`.
    pub fn hear(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) -> Option<usize> {
        if source == Source::Bottleneck {
            if std::ptr::eq(signal, &signals::QUEUE_PACKETS) {
                self.note(at);
                self.integral += self.packets * at.since(self.changed).0 as f64;
                self.changed = at;
                self.packets = value;
                self.note(at);
            } else if std::ptr::eq(signal, &signals::QUEUE_BYTES) {
                self.note(at);
                self.bytes = value;
                self.note(at);
            }
        } else if std::ptr::eq(signal, &signals::DROP_QUEUE) {
            self.last_full = Some(at);
        } else if std::ptr::eq(signal, &signals::ROUND)
            && let Source::Flow(flow) = source
        {
            return self.round(at, flow as usize);
        }
        None
    }

    /// Writes down what the queue is at this moment.
    fn note(&mut self, at: Time) {
        let present = self.limits.partition_point(|(from, _, _)| *from <= at).max(1) - 1;
        let (_, packets, bytes) = self.limits[present];
        if self.packets >= packets || self.bytes >= bytes {
            self.last_full = Some(at);
        }
        if self.packets > EMPTY_PACKETS {
            self.last_more = Some(at);
        }
    }

    fn round(&mut self, at: Time, flow: usize) -> Option<usize> {
        self.note(at);
        let integral = self.integral + self.packets * at.since(self.changed).0 as f64;
        let interval = self.flows.get_mut(flow)?;
        let began = interval.since.replace(at);
        let before = std::mem::replace(&mut interval.integral, integral);
        let began = began.filter(|began| *began < at)?;
        let mean = (integral - before) / at.since(began).0 as f64;
        let slope = interval.mean.replace(mean).map_or(0.0, |last| mean - last);
        let within = |moment: Option<Time>| moment.is_some_and(|moment| moment >= began);
        interval.state = if within(self.last_full) {
            0
        } else if !within(self.last_more) {
            1
        } else if slope >= 1.0 {
            2
        } else if slope <= -1.0 {
            3
        } else {
            interval.state
        };
        Some(interval.state)
    }
}

/// Hands everything on to `listener`, the true states added.
pub struct WithTruth<'a, O: Observer> {
    /// Follows the queue.
    pub truth: &'a mut Truth,
    /// Who hears it.
    pub listener: &'a mut O,
}

impl<O: Observer> Observer for WithTruth<'_, O> {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.listener.signal(at, source, signal, value);
        if let Some(state) = self.truth.hear(at, source, signal, value) {
            self.listener.signal(at, source, &signals::TRUE_STATE, state as f64);
        }
    }
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        self.truth.hear(at, source, signal, f64::from(bytes));
        self.listener.packet(at, source, signal, bytes, serial);
    }
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        self.listener.decision(at, source, rule, numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truth(limit: f64) -> Truth {
        Truth {
            limits: vec![(Time::ZERO, limit, f64::INFINITY)],
            packets: 0.0,
            bytes: 0.0,
            integral: 0.0,
            changed: Time::ZERO,
            last_full: None,
            last_more: None,
            flows: vec![Interval { since: None, integral: 0.0, mean: None, state: 1 }],
        }
    }

    /// Queue values told every 10 ns, a round ending after each list; the words of the rounds.
    fn words(limit: f64, rounds: &[&[f64]]) -> Vec<&'static str> {
        let mut t = truth(limit);
        let (mut now, mut words) = (0, Vec::new());
        t.hear(Time(0), Source::Flow(0), &signals::ROUND, 0.0);
        for round in rounds {
            for value in *round {
                t.hear(Time(now), Source::Bottleneck, &signals::QUEUE_PACKETS, *value);
                now += 10;
            }
            let state = t.hear(Time(now), Source::Flow(0), &signals::ROUND, 1.0);
            words.push(signals::QUEUE_STATES[state.unwrap()]);
        }
        words
    }

    #[test]
    fn the_five_rules_in_turn() {
        let rounds: &[&[f64]] = &[
            &[0.0, 2.0, 1.0],
            &[3.0, 6.0, 7.0],
            &[7.0, 6.0, 6.5],
            &[5.0, 4.0, 3.0],
            &[8.0, 10.0, 9.0],
            &[1.0, 2.0, 0.0],
        ];
        // The last round begins with the nine packets that the one before left, so it is not empty yet; but it falls.
        assert_eq!(words(10.0, rounds), ["empty", "rising", "rising", "falling", "full", "falling"]);
    }

    #[test]
    fn a_queue_that_stands_at_its_limit_stays_full() {
        assert_eq!(words(5.0, &[&[5.0], &[5.0], &[5.0]]), ["full", "full", "full"]);
    }
}
