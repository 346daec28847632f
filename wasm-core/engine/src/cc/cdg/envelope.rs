//! The envelope of round-trip times and what CDG reads from it: the extremes of each interval, their gradients, the
//! moving average (CDG paper, equations 1 to 4) and the inferred state of the queue (section 3.3). All in whole units of
//! the host's clock, so that "exactly zero" means what it means in a kernel. Not here: what is done about it.

use super::settings::{Settings, Variant, WindowFill};
use crate::cc::RttSample;

/// The TCP stack's clock, in which round trips are counted.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// One unit in nanoseconds: the tick, or 1 if times are exact.
    unit: u64,
    phase: u64,
    ticked: bool,
}

impl Clock {
    /// A clock that ticks every `tick_ms` (0 = exact), the fraction `phase` of a tick after the run's zero.
    pub fn new(tick_ms: f64, phase: f64) -> Clock {
        let tick = (tick_ms * 1e6).round() as u64;
        if tick == 0 {
            return Clock { unit: 1, phase: 0, ticked: false };
        }
        Clock { unit: tick, phase: (phase * tick as f64) as u64, ticked: true }
    }

    /// A round trip in units: ticks between the two readings, and one more, as FreeBSD counts.
    pub fn rtt(&self, sample: &RttSample) -> i64 {
        if !self.ticked {
            return sample.rtt().0 as i64;
        }
        let ticks = (sample.acked.0 + self.phase) / self.unit - (sample.sent.0 + self.phase) / self.unit + 1;
        ticks as i64
    }

    /// Milliseconds of so many units.
    pub fn ms(&self, units: f64) -> f64 {
        units * self.unit as f64 / 1e6
    }
}

/// CDG's belief about the queue. The numbers are the places in the list of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueState {
    /// The largest RTT has stopped growing, the smallest still grows.
    Full = 0,
    /// The smallest RTT has stopped falling, the largest still falls.
    Empty = 1,
    /// Both grow.
    Rising = 2,
    /// Both fall.
    Falling = 3,
    /// Nothing is known yet.
    Unknown = 4,
}

impl QueueState {
    /// The state that the signs of the smoothed gradients give, tested in this order; otherwise it stays.
    pub fn judge(self, min: i64, max: i64) -> QueueState {
        if min > 0 && max <= 0 {
            QueueState::Full
        } else if min >= 0 && max < 0 {
            QueueState::Empty
        } else if min > 0 && max > 0 {
            QueueState::Rising
        } else if min < 0 && max < 0 {
            QueueState::Falling
        } else {
            self
        }
    }
}

/// Smallest and largest RTT of an interval, in units of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extremes {
    /// Smallest.
    pub min: i64,
    /// Largest.
    pub max: i64,
}

/// A pair of gradients, of the smallest and of the largest RTT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// Of the smallest RTT.
    pub min: i64,
    /// Of the largest RTT.
    pub max: i64,
}

/// An interval that ended with at least one sample.
#[derive(Clone, Copy, Debug)]
pub struct Closed {
    /// Its extremes.
    pub extremes: Extremes,
    /// A gradient came of it (there was a previous interval to compare with).
    pub gradient: bool,
}

/// The envelope's state.
#[derive(Clone, Debug)]
pub struct Envelope {
    current: Option<Extremes>,
    previous: Option<Extremes>,
    ring: Vec<Pair>,
    next: usize,
    filled: usize,
    raw: Pair,
    /// Sum of the ring.
    sum: Pair,
    /// FreeBSD's average in 1/128 unit.
    average: Pair,
}

/// FreeBSD keeps gradients in 1/128 tick.
const FRACTION: i64 = 128;

impl Envelope {
    /// Empty, averaging over `smoothing` gradients.
    pub fn new(smoothing: u32) -> Envelope {
        Envelope {
            current: None,
            previous: None,
            ring: vec![Pair::default(); smoothing.max(1) as usize],
            next: 0,
            filled: 0,
            raw: Pair::default(),
            sum: Pair::default(),
            average: Pair::default(),
        }
    }

    /// A sample of the present interval.
    pub fn sample(&mut self, rtt: i64) {
        let known = self.current.unwrap_or(Extremes { min: rtt, max: rtt });
        self.current = Some(Extremes { min: known.min.min(rtt), max: known.max.max(rtt) });
    }

    /// A sample that may only lower the minimum of an interval that has one.
    pub fn sample_minimum(&mut self, rtt: i64) {
        if let Some(current) = &mut self.current {
            current.min = current.min.min(rtt);
        }
    }

    /// Smallest RTT of the present interval.
    pub fn minimum(&self) -> Option<i64> {
        self.current.map(|extremes| extremes.min)
    }

    /// Ends the interval. Without a sample it does not end: `None`, and what was known stays known.
    pub fn close(&mut self) -> Option<Closed> {
        let extremes = self.current.take()?;
        let previous = self.previous.replace(extremes);
        if let Some(previous) = previous {
            self.push(Pair { min: extremes.min - previous.min, max: extremes.max - previous.max });
        }
        Some(Closed { extremes, gradient: previous.is_some() })
    }

    fn push(&mut self, gradient: Pair) {
        let a = self.ring.len() as i64;
        let oldest = std::mem::replace(&mut self.ring[self.next], gradient);
        self.next = (self.next + 1) % self.ring.len();
        self.filled = (self.filled + 1).min(self.ring.len());
        self.raw = gradient;
        self.sum =
            Pair { min: self.sum.min + gradient.min - oldest.min, max: self.sum.max + gradient.max - oldest.max };
        // Division truncates, as the kernel's does; with a = 8 nothing is lost.
        self.average.min += FRACTION * (gradient.min - oldest.min) / a;
        self.average.max += FRACTION * (gradient.max - oldest.max) / a;
    }

    /// The interval that ended last is not to be compared with: one gradient is left out.
    pub fn skip(&mut self) {
        self.previous = None;
    }

    /// The interval ends unjudged (Linux, after a reduction): the next gradient starts from it.
    pub fn restart(&mut self) {
        self.previous = self.current.take();
    }

    /// The latest gradients, not smoothed (equations 1 and 2).
    pub fn raw(&self) -> Pair {
        self.raw
    }

    /// Sums of the last `smoothing` gradients: what Linux calls its smoothed gradients.
    pub fn sum(&self) -> Pair {
        self.sum
    }

    /// FreeBSD's averages, in 1/128 unit.
    pub fn average(&self) -> Pair {
        self.average
    }

    /// Gradients averaged (a).
    pub fn smoothing(&self) -> usize {
        self.ring.len()
    }

    /// By what a smoothed gradient is to be multiplied while the window is not full.
    pub fn extrapolation(&self, fill: WindowFill) -> (i64, i64) {
        match fill {
            WindowFill::Zero => (1, 1),
            WindowFill::Extrapolate => (self.ring.len() as i64, self.filled.max(1) as i64),
        }
    }

    /// Smoothed gradients of the smallest and largest RTT, in units of the clock (equation 4).
    pub fn smoothed(&self, settings: &Settings) -> (f64, f64) {
        let (pair, divisor) = match settings.variant {
            Variant::FreeBsd => (self.average, FRACTION as f64),
            Variant::Paper | Variant::Linux => (self.sum, self.ring.len() as f64),
        };
        (pair.min as f64 / divisor, pair.max as f64 / divisor)
    }

    /// Averages over another number of gradients from now on, keeping the latest.
    pub fn resize(&mut self, smoothing: u32) {
        let mut latest: Vec<Pair> = (0..self.filled)
            .map(|back| self.ring[(self.next + self.ring.len() - 1 - back) % self.ring.len()])
            .take(smoothing.max(1) as usize)
            .collect();
        latest.reverse();
        let mut other = Envelope::new(smoothing);
        for gradient in latest {
            other.push(gradient);
        }
        (other.current, other.previous, other.raw) = (self.current, self.previous, self.raw);
        *self = other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Value;
    use crate::units::{Span, Time};

    fn interval(envelope: &mut Envelope, min: i64, max: i64) -> Closed {
        envelope.sample(min);
        envelope.sample(max);
        envelope.close().expect("has samples")
    }

    fn settings(variant: &'static str) -> Settings {
        Settings::read(&super::super::SECTION.defaults(Some(variant)))
    }

    #[test] // sent at 10.0004 s, acknowledged at 10.0512 s
    fn round_trips_are_counted_in_ticks() {
        let sent = Time::from_seconds(10.0004);
        let sample =
            RttSample { sent, acked: sent + Span::from_ms(50.8), covers: 1, sacked: false, one_way: Span::ZERO };
        assert_eq!(Clock::new(1.0, 0.0).rtt(&sample), 52);
        // Half a tick of phase moves both readings over a tick's edge or neither: 10.0009 and 10.0517.
        assert_eq!(Clock::new(1.0, 0.5).rtt(&sample), 52);
        assert_eq!(Clock::new(1.0, 0.7).rtt(&sample), 51);
        assert_eq!(Clock::new(0.0, 0.7).rtt(&sample), 50_800_000);
        assert_eq!(Clock::new(10.0, 0.0).ms(6.0), 60.0);
    }

    #[test] // smallest RTT of 40, 41, 42 … ms: equation 4 with a = 8
    fn moving_average_rises_and_falls_by_an_eighth() {
        for variant in ["paper", "freebsd"] {
            let (settings, mut envelope) = (settings(variant), Envelope::new(8));
            assert!(!interval(&mut envelope, 40, 100).gradient);
            for k in 1..=8 {
                assert!(interval(&mut envelope, 40 + k, 100).gradient);
                assert_eq!(envelope.smoothed(&settings), (k as f64 / 8.0, 0.0));
            }
            for k in (0..8).rev() {
                interval(&mut envelope, 48, 100);
                assert_eq!(envelope.smoothed(&settings).0, k as f64 / 8.0);
            }
        }
    }

    #[test] // 128 is no multiple of 3: +1, 0, 0, 0 leaves 128/3 - 128/3 = 0, but +2, then +1, then 0 drifts
    fn freebsd_truncates_its_average() {
        let mut envelope = Envelope::new(3);
        for min in [40, 41, 43] {
            interval(&mut envelope, min, 60);
        }
        assert_eq!(envelope.average().min, 42 + 85);
        assert_eq!(envelope.sum().min, 3);
        for min in [43, 43, 43] {
            interval(&mut envelope, min, 60); // 0 - 0, then (0 - 1) 128 / 3 = -42, then (0 - 2) 128 / 3 = -85
        }
        assert_eq!(envelope.average().min, 0);
        interval(&mut envelope, 44, 60);
        interval(&mut envelope, 45, 60);
        interval(&mut envelope, 46, 60);
        interval(&mut envelope, 46, 60);
        assert_eq!(envelope.average().min, 3 * 42 - 42);
        assert_eq!(envelope.sum().min, 2);
    }

    #[test] // the nine pairs of signs, each from rising
    fn queue_state_from_the_signs() {
        use QueueState::*;
        for (min, max, state) in [
            (1, -1, Full),
            (1, 0, Full),
            (1, 1, Rising),
            (0, -1, Empty),
            (-1, -1, Falling),
            (-1, 0, Rising),
            (-1, 1, Rising),
            (0, 0, Rising),
            (0, 1, Rising),
        ] {
            assert_eq!(Rising.judge(min, max), state, "{min} {max}");
        }
        assert_eq!(Unknown.judge(0, 0), Unknown);
    }

    #[test] // largest RTT 50, 56 (indication), 45, 44, 47: +6, none, -1, +3; the fall of 11 is never seen
    fn one_gradient_is_left_out_after_an_indication() {
        let mut envelope = Envelope::new(8);
        let mut gradients = Vec::new();
        for max in [50, 56, 45, 44, 47] {
            let closed = interval(&mut envelope, 40, max);
            gradients.push(closed.gradient.then(|| envelope.raw().max));
            if max == 56 {
                envelope.skip();
            }
        }
        assert_eq!(gradients, [None, Some(6), None, Some(-1), Some(3)]);
    }

    #[test]
    fn an_interval_without_samples_does_not_end() {
        let mut envelope = Envelope::new(8);
        interval(&mut envelope, 40, 50);
        assert!(envelope.close().is_none());
        assert!(interval(&mut envelope, 41, 53).gradient);
        assert_eq!(envelope.raw(), Pair { min: 1, max: 3 });
    }

    #[test]
    fn missing_gradients_are_zero_or_extrapolated() {
        let mut envelope = Envelope::new(8);
        interval(&mut envelope, 40, 50);
        interval(&mut envelope, 42, 50);
        assert_eq!(envelope.extrapolation(WindowFill::Zero), (1, 1));
        assert_eq!(envelope.extrapolation(WindowFill::Extrapolate), (8, 1));
    }

    #[test]
    fn another_smoothing_keeps_the_latest_gradients() {
        let mut envelope = Envelope::new(8);
        for min in [40, 41, 43, 46] {
            interval(&mut envelope, min, 50);
        }
        envelope.resize(2);
        assert_eq!(envelope.sum().min, 2 + 3);
        envelope.resize(4);
        assert_eq!(envelope.sum().min, 2 + 3);
        assert!(interval(&mut envelope, 47, 50).gradient);
        assert_eq!(envelope.sum().min, 2 + 3 + 1);
    }

    #[test]
    fn variants_bring_their_defaults() {
        let linux = settings("linux");
        assert!(!linux.loss_tolerance && linux.grow_while_held);
        assert_eq!(linux.rtt_tick_ms, 0.0);
        assert!((linux.g_ms - 2.976).abs() < 0.0005);
        let section = &super::super::SECTION;
        let defaults = section.defaults(Some("linux"));
        assert_eq!(defaults[section.index("ignored_backoffs").unwrap()], Value::Null);
    }
}
