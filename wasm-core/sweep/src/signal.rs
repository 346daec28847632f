//! Statistics of signals over spans, gathered during a run in bounded memory. A level counts for the time that it lasts, from its
//! first value to the end of the span or of its flow; samples and events count once each. Not here: the document (`measures.rs`).

use crate::measures::{Of, Statistic};
use crate::span::{Outside, Window};
use crate::table::Value;
use sawtooth_engine::host::FlowSettings;
use sawtooth_engine::math::{clamp, float};
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::units::Time;
use sawtooth_measures::distribution::Real;
use sawtooth_measures::trace;
use std::ptr;

/// Observer of a run for some statistics.
pub struct Gauges {
    gauges: Vec<Gauge>,
    interests: Interests,
}

impl Gauges {
    /// Gauges for these statistics, in their order; `window` is the span of those that have none of their own.
    ///
    /// # Errors
    /// A span that is empty or beyond the run's end.
    pub fn new<'m>(
        measures: impl Iterator<Item = &'m Of>,
        window: Window,
        scenario: &Scenario,
    ) -> Result<Gauges, Outside> {
        let sources = trace::sources(scenario);
        let mut gauges = Vec::new();
        let mut interests = Interests::NOTHING;
        for of in measures {
            let own = Window { from_s: of.window.from_s.or(window.from_s), to_s: of.window.to_s.or(window.to_s) };
            let (from_s, to_s) = own.within(scenario.duration.seconds())?;
            let source = sources.iter().find(|(name, _)| *name == of.source).map(|(_, source)| *source);
            let wanted = if of.signal.is_engines() { Interests::these(&[of.signal]) } else { Interests::OTHERS };
            interests = interests.and(wanted).and(Interests::these(&[&signals::COMPLETED]));
            let stop_s = match source {
                Some(Source::Flow(index)) => FlowSettings::read(&scenario.flows[index as usize].settings.values).stop_s,
                _ => None,
            };
            let to = Time::from_seconds(to_s);
            gauges.push(Gauge {
                source,
                signal: of.signal,
                statistic: of.statistic,
                share: of.share,
                from: Time::from_seconds(from_s),
                to,
                end: stop_s.map_or(to, |stop_s| Time::from_seconds(stop_s).min(to)),
                level: None,
                spread: Spread::default(),
                count: 0,
            });
        }
        Ok(Gauges { gauges, interests })
    }

    /// The statistics, at the end of the run.
    pub fn finish(self) -> Vec<Value> {
        self.gauges.into_iter().map(Gauge::finish).collect()
    }
}

impl Observer for Gauges {
    fn interests(&self) -> Interests {
        self.interests
    }
    // Each value counts at its own time, whenever it is received.
    fn in_order(&self) -> bool {
        self.gauges.iter().any(|gauge| gauge.signal.kind.holds())
    }
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        for gauge in self.gauges.iter_mut().filter(|gauge| gauge.source == Some(source)) {
            gauge.take(at, signal, value);
        }
    }
}

/// One statistic.
struct Gauge {
    /// None if the scenario has no such source.
    source: Option<Source>,
    signal: &'static Signal,
    statistic: Statistic,
    share: f64,
    /// Span, half open.
    from: Time,
    to: Time,
    /// End of levels: that of the span or of the flow.
    end: Time,
    /// Present level, with its start.
    level: Option<(Time, f64)>,
    spread: Spread,
    count: u64,
}

impl Gauge {
    fn take(&mut self, at: Time, signal: &'static Signal, value: f64) {
        if ptr::eq(signal, &signals::COMPLETED) && matches!(self.source, Some(Source::Flow(_))) {
            self.end = self.end.min(at);
        }
        // Algorithms share names of signals.
        if !ptr::eq(signal, self.signal) && signal.name != self.signal.name {
            return;
        }
        if self.from <= at && at < self.to {
            self.count += 1;
            if !self.signal.kind.holds() {
                self.spread.add(value, 1.0, self.statistic);
            }
        }
        if self.signal.kind.holds() {
            self.weigh(at);
            self.level = Some((at, value));
        }
    }

    /// Adds the time of the present level until now.
    fn weigh(&mut self, now: Time) {
        if let Some((since, value)) = self.level {
            let lasted = now.min(self.end).since(since.max(self.from));
            self.spread.add(value, float(lasted.0), self.statistic);
        }
    }

    fn finish(mut self) -> Value {
        self.weigh(self.end);
        match self.statistic {
            Statistic::Count => Value::Whole(self.count),
            _ if self.spread.weight == 0.0 => Value::None,
            Statistic::Mean => Value::number(Some(self.spread.sum / self.spread.weight)),
            Statistic::Min => Value::number(Some(self.spread.min)),
            Statistic::Max => Value::number(Some(self.spread.max)),
            Statistic::Quantile => Value::number(self.spread.quantile(self.share)),
        }
    }
}

/// Weighted values of either sign.
struct Spread {
    weight: f64,
    sum: f64,
    min: f64,
    max: f64,
    /// Distributions of the values from 0 on, and of the others without their sign; for quantiles only.
    above: Real,
    below: Real,
}

impl Default for Spread {
    fn default() -> Spread {
        let (min, max) = (f64::INFINITY, f64::NEG_INFINITY);
        Spread { weight: 0.0, sum: 0.0, min, max, above: Real::default(), below: Real::default() }
    }
}

impl Spread {
    fn add(&mut self, value: f64, weight: f64, statistic: Statistic) {
        if weight <= 0.0 || !value.is_finite() {
            return;
        }
        self.weight += weight;
        self.sum += value * weight;
        self.min = if value < self.min { value } else { self.min };
        self.max = if value > self.max { value } else { self.max };
        match statistic {
            Statistic::Quantile if value < 0.0 => self.below.add(-value, weight),
            Statistic::Quantile => self.above.add(value, weight),
            _ => {}
        }
    }

    fn quantile(&self, share: f64) -> Option<f64> {
        let below = self.below.buckets().into_iter().rev().map(|(value, weight)| (-value, weight));
        let buckets: Vec<(f64, f64)> = below.chain(self.above.buckets()).collect();
        // Sums of weights have rounding errors.
        let needed = share * self.weight * (1.0 - 1e-12);
        let mut sum = 0.0;
        let reaches = |(_, weight): &&(f64, f64)| {
            sum += weight;
            sum >= needed
        };
        let value = buckets.iter().find(reaches).or(buckets.last())?.0;
        Some(clamp(value, self.min, self.max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(f64) -> Time = Time::from_seconds;

    fn gauge(signal: &'static Signal, statistic: Statistic, share: f64) -> Gauge {
        let source = Some(Source::Flow(0));
        let (from, to) = (S(1.0), S(5.0));
        Gauge { source, signal, statistic, share, from, to, end: to, level: None, spread: Spread::default(), count: 0 }
    }

    fn of(
        signal: &'static Signal,
        statistic: Statistic,
        share: f64,
        values: &[(f64, f64)],
        completed: Option<f64>,
    ) -> Value {
        let mut gauge = gauge(signal, statistic, share);
        for (at, value) in values {
            gauge.take(S(*at), signal, *value);
        }
        if let Some(at) = completed {
            gauge.take(S(at), &signals::COMPLETED, 1.0);
        }
        gauge.finish()
    }

    /// From 1 to 5 s the level is 4 for 1 s, -2 for 2 s and 10 for 1 s; what is before or after it does not count.
    #[test]
    fn a_level_counts_for_the_time_that_it_lasts_in_the_span() {
        let values = [(0.0, 99.0), (0.5, 4.0), (2.0, -2.0), (4.0, 10.0), (5.0, 77.0), (6.0, 1.0)];
        let of = |statistic, share| of(&signals::CWND, statistic, share, &values, None);
        assert_eq!(of(Statistic::Mean, 0.0), Value::Number(2.5));
        assert_eq!(of(Statistic::Min, 0.0), Value::Number(-2.0));
        assert_eq!(of(Statistic::Max, 0.0), Value::Number(10.0));
        assert_eq!(of(Statistic::Count, 0.0), Value::Whole(2));
        for (share, value) in [(0.0, -2.0), (0.5, -2.0), (0.51, 4.0), (0.75, 4.0), (0.76, 10.0), (1.0, 10.0)] {
            assert_eq!(of(Statistic::Quantile, share), Value::Number(value), "{share}");
        }
    }

    #[test]
    fn a_level_ends_with_its_flow() {
        let values = [(0.0, 4.0), (2.0, 8.0)];
        assert_eq!(of(&signals::CWND, Statistic::Mean, 0.0, &values, Some(3.0)), Value::Number(6.0));
        assert_eq!(of(&signals::CWND, Statistic::Mean, 0.0, &[], Some(3.0)), Value::None);
    }

    #[test]
    fn samples_count_once_each() {
        let values = [(0.9, 50.0), (1.0, 40.0), (2.0, 42.0), (2.1, 47.0), (5.0, 90.0)];
        let of = |statistic| of(&signals::RTT, statistic, 0.5, &values, None);
        assert_eq!(of(Statistic::Mean), Value::Number(43.0));
        assert_eq!(of(Statistic::Quantile), Value::Number(42.0));
        assert_eq!(of(Statistic::Count), Value::Whole(3));
        assert_eq!(of(Statistic::Max), Value::Number(47.0));
    }
}
