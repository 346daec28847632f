//! True state of the queue, beside the one that a delay-based sender infers: for each measured RTT interval of each
//! flow, from the real queue. Full: the limit was reached within the interval. Empty: never more than two packets.
//! Otherwise rising or falling by the change of the queue's mean since the previous interval; if that is under one
//! packet, the last true state is kept (`empty` at first). Not here: what CDG infers (`cc/cdg`).

use crate::host::Direction;
use crate::math::float;
use crate::observe::{Interests, Observer, QueueLevel, Rule, Signal, Source, Value, signals};
use crate::params::FromValue;
use crate::path::queue::Limit;
use crate::scenario::{Scenario, Side};
use crate::units::Time;

/// Maximum occupancy of an empty queue, in packets: one flow's own bursts reach it.
const EMPTY_PACKETS: u64 = 2;

/// Signals needed beside the queues.
const MARKS: Interests = Interests::these(&[&signals::DROP_QUEUE, &signals::ROUND]);

#[derive(Clone, Copy, Debug)]
struct Interval {
    /// Bottleneck of the flow.
    side: usize,
    /// Start of the interval; `None` before the flow's first round ended.
    since: Option<Time>,
    /// Integral of the queue at that moment, packets x ns.
    integral: f64,
    /// Mean of the previous interval.
    mean: Option<f64>,
    state: usize,
}

/// A bottleneck's queue.
#[derive(Clone, Debug)]
struct Queue {
    /// Limits in packets and bytes with their start times, in order.
    limits: Vec<(Time, u64, u64)>,
    /// The present limit, the index of the next one, and its start.
    limit: (u64, u64),
    next: usize,
    next_at: Time,
    packets: u64,
    bytes: u64,
    integral: f64,
    changed: Time,
    /// Last moments at which the queue had reached its limit, and at which it had more than `EMPTY_PACKETS`. If never,
    /// the start of the run, where no interval begins, since none ends before a round trip is over.
    last_full: Time,
    last_more: Time,
}

impl Queue {
    fn new() -> Queue {
        Queue {
            limits: Vec::new(),
            limit: (u64::MAX, u64::MAX),
            next: 0,
            next_at: Time::NEVER,
            packets: 0,
            bytes: 0,
            integral: 0.0,
            changed: Time::ZERO,
            last_full: Time::ZERO,
            last_more: Time::ZERO,
        }
    }

    fn set_limits(&mut self, limits: &[(Time, Limit)]) {
        let both = |(at, limit): &(Time, Limit)| match limit {
            Limit::Packets(packets) => (*at, packets.ceil() as u64, u64::MAX),
            Limit::Bytes(bytes) => (*at, u64::MAX, bytes.ceil() as u64),
        };
        self.limits = limits.iter().map(both).collect();
        (self.next, self.next_at) = (0, self.limits.first().map_or(Time::NEVER, |first| first.0));
    }

    #[cold]
    fn move_limit(&mut self, at: Time) {
        self.look(self.next_at);
        while let Some((_, packets, bytes)) = self.limits.get(self.next).filter(|(from, ..)| *from <= at) {
            self.limit = (*packets, *bytes);
            self.next += 1;
        }
        self.next_at = self.limits.get(self.next).map_or(Time::NEVER, |next| next.0);
    }

    /// Accounts for the queue since its last change, up to this moment. Its new value is accounted for at its end.
    #[inline(always)]
    fn note(&mut self, at: Time) {
        if at >= self.next_at {
            self.move_limit(at);
        }
        self.look(at);
    }

    #[inline(always)]
    fn look(&mut self, at: Time) {
        let full = (self.packets >= self.limit.0) | (self.bytes >= self.limit.1);
        self.last_full = if full { at } else { self.last_full };
        self.last_more = if self.packets > EMPTY_PACKETS { at } else { self.last_more };
    }

    #[inline(always)]
    fn change(&mut self, at: Time, packets: u64, bytes: u64) {
        self.note(at);
        self.integral = self.integral_at(at);
        self.changed = at;
        (self.packets, self.bytes) = (packets, bytes);
    }

    #[inline]
    fn integral_at(&self, at: Time) -> f64 {
        self.integral + float(self.packets) * float(at.since(self.changed).0)
    }
}

/// Tracker of the queues that emits the true state at the end of each round of each flow. Plain data; costs O(1) per
/// event.
#[derive(Clone, Debug)]
pub struct Truth {
    queues: [Queue; 2],
    flows: Vec<Interval>,
}

impl Truth {
    /// A tracker at the start of a run.
    pub fn new(scenario: &Scenario) -> Truth {
        let mut truth = Truth { queues: [Queue::new(), Queue::new()], flows: Vec::new() };
        truth.adopt(scenario);
        truth
    }

    /// Continues with a changed document.
    pub fn adopt(&mut self, scenario: &Scenario) {
        for (queue, side) in self.queues.iter_mut().zip([Side::Forward, Side::Reverse]) {
            queue.set_limits(&scenario.limits(side));
        }
        let fresh = Interval { side: 0, since: None, integral: 0.0, mean: None, state: 1 };
        self.flows.resize(scenario.flows.len().max(self.flows.len()), fresh);
        for (interval, flow) in self.flows.iter_mut().zip(&scenario.flows) {
            interval.side = usize::from(Direction::from_value(&flow.settings.get("direction")) == Direction::Reverse);
        }
    }

    /// Processes a signal; at the end of a flow's round returns its state, as index of `signals::QUEUE_STATES`.
    #[inline(always)]
    fn record(&mut self, at: Time, source: Source, signal: &'static Signal) -> Option<usize> {
        if !MARKS.has(signal) {
            return None;
        }
        self.mark(at, source, signal)
    }

    #[inline(never)]
    fn mark(&mut self, at: Time, source: Source, signal: &'static Signal) -> Option<usize> {
        let flow = if let Source::Flow(flow) = source { Some(flow as usize) } else { None };
        if std::ptr::eq(signal, &signals::ROUND) {
            return self.round(at, flow?);
        }
        let side = flow.and_then(|flow| self.flows.get(flow)).map_or(0, |interval| interval.side);
        self.queues[side].last_full = at;
        None
    }

    #[inline(always)]
    fn record_queue(&mut self, at: Time, level: &QueueLevel) {
        self.queues[usize::from(level.bottleneck != Source::Bottleneck)].change(at, level.packets, level.bytes);
    }

    fn round(&mut self, at: Time, flow: usize) -> Option<usize> {
        let interval = self.flows.get_mut(flow)?;
        let queue = &mut self.queues[interval.side];
        queue.note(at);
        let integral = queue.integral_at(at);
        let began = interval.since.replace(at);
        let before = std::mem::replace(&mut interval.integral, integral);
        let began = began.filter(|began| *began < at)?;
        let mean = (integral - before) / at.since(began).0 as f64;
        let slope = interval.mean.replace(mean).map_or(0.0, |last| mean - last);
        let within = |moment: Time| moment >= began;
        interval.state = if within(queue.last_full) {
            0
        } else if !within(queue.last_more) {
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

/// Observer that passes everything on to `listener` and adds the true states.
pub struct WithTruth<'a, O: Observer> {
    /// Tracker of the queues.
    pub truth: &'a mut Truth,
    /// Observer that receives everything.
    pub listener: &'a mut O,
}

impl<O: Observer> Observer for WithTruth<'_, O> {
    const INTERESTS: Interests = O::INTERESTS.and(MARKS).and(QueueLevel::SIGNALS);
    #[inline(always)]
    fn interests(&self) -> Interests {
        self.listener.interests().and(MARKS).and(QueueLevel::SIGNALS)
    }
    #[inline(always)]
    fn in_order(&self) -> bool {
        self.listener.in_order()
    }
    #[inline(always)]
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.listener.emit(at, source, signal, value);
        if let Some(state) = self.truth.record(at, source, signal) {
            self.listener.emit(at, source, &signals::TRUE_STATE, state as f64);
        }
    }
    #[inline]
    fn signals(&mut self, at: Time, source: Source, signals: &[Value]) {
        if !signals.iter().any(|(signal, _)| MARKS.has(signal)) {
            return self.listener.emit_all(at, source, signals);
        }
        for (signal, value) in signals {
            self.signal(at, source, signal, *value);
        }
    }
    #[inline]
    fn packet(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: u32, serial: u64) {
        self.truth.record(at, source, signal);
        self.listener.emit_packet(at, source, signal, bytes, serial);
    }
    #[inline(always)]
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        self.truth.record_queue(at, level);
        self.listener.emit_queue(at, level);
    }
    fn sent(&mut self, at: Time, source: Source, serial: u64, segment: (u64, bool), bytes: u32) {
        self.listener.emit_sent(at, source, serial, segment, bytes);
    }
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        self.listener.emit_decision(at, source, rule, numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truth(limit: f64) -> Truth {
        let mut queues = [Queue::new(), Queue::new()];
        queues[0].set_limits(&[(Time::ZERO, Limit::Packets(limit))]);
        Truth { queues, flows: vec![Interval { side: 0, since: None, integral: 0.0, mean: None, state: 1 }] }
    }

    /// Queue values told every 10 ns, a round ending after each list; the words of the rounds.
    fn words(limit: f64, rounds: &[&[u64]]) -> Vec<&'static str> {
        let mut t = truth(limit);
        let (mut now, mut words) = (10, Vec::new());
        t.record(Time(now), Source::Flow(0), &signals::ROUND);
        for round in rounds {
            for value in *round {
                t.queues[0].change(Time(now), *value, 1500 * *value);
                now += 10;
            }
            let state = t.record(Time(now), Source::Flow(0), &signals::ROUND);
            words.push(signals::QUEUE_STATES[state.unwrap()]);
        }
        words
    }

    #[test]
    fn the_five_rules_in_turn() {
        let rounds: &[&[u64]] = &[&[0, 2, 1], &[3, 6, 7], &[7, 6, 6], &[5, 4, 3], &[8, 10, 9], &[1, 2, 0]];
        // The last round begins with the nine packets that the one before left, so it is not empty yet; but it falls.
        assert_eq!(words(10.0, rounds), ["empty", "rising", "rising", "falling", "full", "falling"]);
    }

    #[test]
    fn a_queue_that_stands_at_its_limit_stays_full() {
        assert_eq!(words(5.0, &[&[5], &[5], &[5]]), ["full", "full", "full"]);
    }
}
