//! Distributions over time of a queue's length and of its delay, and the share of the time above a share of its limit.

use super::Definition;
use crate::distribution::{Real, Whole};
use sawtooth_engine::math::float;
use sawtooth_engine::observe::{Interests, Observer, QueueLevel, Signal, Source, signals, wait_ms};
use sawtooth_engine::path::queue::Limit;
use sawtooth_engine::scenario::{Scenario, Side};
use sawtooth_engine::units::{Rate, Span, Time};

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "occupancy",
    unit: "",
    text: "Share of the time in which a queue holds more than a share of its limit, in the limit's unit; the packet in \
           transmission is not counted.",
    source: "VoIP report, section VII: more than three quarters full; contract, section 3",
};

/// Observer of one queue over a span.
#[derive(Clone, Debug)]
pub struct Occupancy {
    source: Source,
    limits: Vec<(Time, Limit)>,
    /// Maximum of packets, and of bytes, within the share of the present limit; the index of the next limit, and when
    /// that or the span's end comes.
    most: (u64, u64),
    next: usize,
    next_at: Time,
    share: f64,
    begin: Time,
    since: Time,
    until: Time,
    /// Bytes of a full packet, and the link rate at first: the usual waiting packet and its link.
    usual: (u64, Rate),
    packets: u64,
    bytes: u64,
    rate: Rate,
    /// Lengths in the usual case, from which delays follow; lengths and delays otherwise.
    usual_lengths: Whole,
    lengths: Whole,
    waits: Real,
    time_above: Span,
}

impl Occupancy {
    /// Occupancy of a direction's queue, over a span; empty in a run without a bottleneck in that direction.
    pub fn of(scenario: &Scenario, side: Side, share: f64, span: (Time, Time)) -> Occupancy {
        let source = if side == Side::Forward { Source::Bottleneck } else { Source::ReverseBottleneck };
        let limits = scenario.limits(side);
        let limit = limits.first().map_or(Limit::Packets(f64::INFINITY), |(_, limit)| *limit);
        let rate = scenario.side(side).map_or(Rate(f64::INFINITY), |bottleneck| Rate(bottleneck.rate_bps()));
        Occupancy {
            source,
            most: most(limit, share),
            next_at: limits.get(1).map_or(span.1, |(at, _)| span.1.min(*at)),
            limits,
            next: 1,
            share,
            begin: span.0,
            since: span.0,
            until: span.1,
            usual: (u64::from(scenario.packet_bytes), rate),
            packets: 0,
            bytes: 0,
            rate,
            usual_lengths: Whole::default(),
            lengths: Whole::default(),
            waits: Real::default(),
            time_above: Span::ZERO,
        }
    }

    /// Sets the length from now on.
    #[inline(always)]
    pub fn change(&mut self, at: Time, level: &QueueLevel) {
        self.advance(at);
        (self.packets, self.bytes, self.rate) = (level.packets, level.bytes, level.rate);
    }

    /// Ends the span.
    pub fn close(&mut self) {
        self.advance(self.until);
    }

    /// Its length in packets, weighted by time.
    pub fn packets(&self) -> Whole {
        let mut all = self.lengths.clone();
        self.usual_lengths.each(|packets, span| all.add(packets, span));
        all
    }

    /// Queueing delay of an arriving packet at the link rate of that moment, in ms, weighted by time.
    pub fn waits(&self) -> Real {
        let (mut all, (packet_bytes, rate)) = (self.waits.clone(), self.usual);
        self.usual_lengths.each(|packets, span| all.add(wait_ms(packets * packet_bytes, rate), float(span.0)));
        all
    }

    /// Share of the span so far in which it held more than the share of its limit.
    pub fn time_above(&self) -> f64 {
        self.time_above.seconds() / self.since.since(self.begin).seconds()
    }

    /// Accounts for the present length until now, across changes of the limit.
    #[inline(always)]
    fn advance(&mut self, at: Time) {
        if at >= self.next_at {
            self.move_limit(at);
        } else {
            self.stand(at);
        }
    }

    #[cold]
    fn move_limit(&mut self, at: Time) {
        while let Some((from, limit)) = self.limits.get(self.next).copied().filter(|(from, _)| *from <= at) {
            self.stand(from.min(self.until));
            self.most = most(limit, self.share);
            self.next += 1;
        }
        self.next_at = self.limits.get(self.next).map_or(self.until, |(at, _)| self.until.min(*at));
        self.stand(at.min(self.until));
    }

    /// The same up to a moment within the span, while the limit does not change.
    #[inline(always)]
    fn stand(&mut self, at: Time) {
        if at > self.since {
            let span = at.since(self.since);
            if self.bytes == self.packets * self.usual.0 && self.rate == self.usual.1 {
                self.usual_lengths.add(self.packets, span);
            } else {
                self.lengths.add(self.packets, span);
                self.waits.add(wait_ms(self.bytes, self.rate), float(span.0));
            }
            if self.packets > self.most.0 || self.bytes > self.most.1 {
                self.time_above = Span(self.time_above.0 + span.0);
            }
            self.since = at;
        }
    }
}

/// Maximum of packets, and of bytes, within a share of a limit, which is in one of the two units.
fn most(limit: Limit, share: f64) -> (u64, u64) {
    match limit {
        Limit::Packets(limit) => ((share * limit) as u64, u64::MAX),
        Limit::Bytes(limit) => (u64::MAX, (share * limit) as u64),
    }
}

impl Observer for Occupancy {
    const INTERESTS: Interests = Interests::these(&[&signals::QUEUE_PACKETS]);

    fn signal(&mut self, _: Time, _: Source, _: &'static Signal, _: f64) {}

    #[inline(always)]
    fn queue(&mut self, at: Time, level: &QueueLevel) {
        if level.bottleneck == self.source {
            self.change(at, level);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sawtooth_scenario::Json;

    fn at(s: f64) -> Time {
        Time::from_seconds(s)
    }

    /// A limit of 80 packets, of 20 from 6 s on: above half of it from 3 to 4 s and from 6 to 8 s.
    fn measured(begin: f64, until: f64) -> Occupancy {
        let text = r#"{ "schema": 1, "duration_s": 20, "bottleneck": { "rate_bps": 1e7, "queue": { "limit_packets": 80 } },
                 "flows": [{}], "interventions": [{ "at_s": 6, "path": "bottleneck.queue.limit_packets", "value": 20 }] }"#;
        let scenario = sawtooth_scenario::read(text).unwrap().scenario;
        let mut queue = Occupancy::of(&scenario, Side::Forward, 0.5, (at(begin), at(until)));
        for (time, packets) in [(1.0, 40), (3.0, 41), (4.0, 15), (8.0, 10), (12.0, 30)] {
            let rate = Rate(1e7);
            let level = |bottleneck| QueueLevel { bottleneck, owner: None, packets, bytes: 1500 * packets, rate };
            queue.emit_queue(at(time), &level(Source::Bottleneck));
            queue.emit_queue(at(time), &level(Source::ReverseBottleneck));
        }
        queue.close();
        queue
    }

    #[test]
    fn the_limit_of_that_moment_counts() {
        assert_eq!(measured(0.0, 10.0).time_above(), 0.3);
        assert_eq!(measured(3.5, 10.0).time_above(), 2.5 / 6.5);
        assert_eq!(measured(0.0, 5.0).time_above(), 0.2);
    }

    #[test]
    fn lengths_are_weighted_by_time() {
        let mean = measured(0.0, 10.0).packets().json().get("mean").and_then(Json::number);
        assert_eq!(mean, Some((2.0 * 40.0 + 41.0 + 4.0 * 15.0 + 2.0 * 10.0) / 10.0));
    }
}
