//! Links whose rate is drawn at random: what a model says of rate and delay, and the opportunities that come of it. Not here: what is sent at
//! an opportunity (`bottleneck`), traces (`opportunities`), and a link that sends aggregates instead (`wifi`).

use crate::math::ln;
use crate::params::{Choice, Section};
use crate::path::wifi;
use crate::random::{Purpose, RandomStream};
use crate::units::{OPPORTUNITY_BYTES, Rate, Span, Time};
use ambassador::delegatable_trait;

/// A span of time with one rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// How long it lasts.
    pub length: Span,
    /// Opportunities per second in it; 0: none.
    pub per_s: f64,
    /// By how much the delay after the link is longer than the flow's.
    pub delay: Span,
}

/// A model of a link's rate.
#[delegatable_trait]
pub trait RateModel {
    /// The next piece of time. `per_s`: opportunities per second at the bottleneck's rate. Draws are the model's own.
    fn next_piece(&mut self, per_s: f64, draws: &RandomStream) -> Piece;
    /// Whether opportunities come at random with the piece's rate, instead of evenly.
    fn is_poisson(&self) -> bool;
    /// Whether pieces differ in their delay.
    fn changes_delay(&self) -> bool;
}

registry! {
    /// A model that draws opportunities.
    #[delegate(RateModel)]
    pub enum Model in DRAWN {
        cellular => Cellular,
        leo => Leo,
    }
}

/// Sections of all that a scenario may name: those that draw opportunities, then Wi-Fi.
pub const MODELS: &[&Section] = &{
    let mut all = [&wifi::SECTION; DRAWN.len() + 1];
    let mut place = 0;
    while place < DRAWN.len() {
        all[place] = DRAWN[place];
        place += 1;
    }
    all
};

/// The opportunities of a model, one after another.
#[derive(Clone, Debug)]
pub struct Generator {
    model: Model,
    /// Draws of the rate.
    rates: RandomStream,
    /// Draws of the gaps between opportunities, and how many of them have been used.
    gaps: RandomStream,
    used: u64,
    rate: Rate,
    /// Opportunities are known up to here; the present piece's rate and end.
    at: Time,
    per_s: f64,
    ends: Time,
    delay: Span,
}

impl Generator {
    /// From time 0, at this rate of the bottleneck. `draws`: those of `Purpose::LinkRate`.
    pub fn new(choice: &Choice, rate: Rate, draws: RandomStream) -> Generator {
        let model = Model::new(choice.section, &choice.values);
        let gaps = draws.beside(Purpose::LinkGap);
        Generator {
            model,
            rates: draws,
            gaps,
            used: 0,
            rate,
            at: Time::ZERO,
            per_s: 0.0,
            ends: Time::ZERO,
            delay: Span::ZERO,
        }
    }

    /// The bottleneck's rate.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// By how much the delay after the link is longer than the flow's, of the last opportunity.
    pub fn delay(&self) -> Span {
        self.delay
    }

    /// Whether that changes.
    pub fn changes_delay(&self) -> bool {
        self.model.changes_delay()
    }

    /// Another rate: the present piece's changes with it.
    pub fn set_rate(&mut self, rate: Rate) {
        self.per_s *= rate.0 / self.rate.0;
        self.rate = rate;
    }

    /// When the next opportunity comes: where the integral of the rate has grown by one, or by an exponential draw of mean one.
    pub fn next_time(&mut self) -> Time {
        let mut lacks = if self.model.is_poisson() { -ln(1.0 - self.gaps.uniform(self.used)) } else { 1.0 };
        self.used += 1;
        loop {
            let room = self.ends.since(self.at).seconds() * self.per_s;
            if lacks < room {
                self.at = (self.at + Span::from_seconds(lacks / self.per_s)).min(self.ends);
                return self.at;
            }
            lacks -= room;
            let piece = self.model.next_piece(per_s(self.rate), &self.rates);
            (self.at, self.ends, self.per_s) = (self.ends, self.ends + piece.length, piece.per_s);
            self.delay = piece.delay;
        }
    }
}

/// Opportunities per second of a rate.
fn per_s(rate: Rate) -> f64 {
    rate.0 / (8.0 * f64::from(OPPORTUNITY_BYTES))
}

/// A draw of the standard normal distribution, as a sum of twelve uniform ones: its tails end at 6.
fn normal(draws: &RandomStream, ordinal: u64) -> f64 {
    (0..12).map(|k| draws.uniform(12 * ordinal + k)).sum::<f64>() - 6.0
}

/// Ordinals of the draws beside `normal`'s, which take the lower half.
fn beside(ordinal: u64) -> u64 {
    (1 << 63) + ordinal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Value;
    use crate::random::Stream;

    pub(super) fn generator(choice: Choice, rate_bps: f64, seed: u64) -> Generator {
        Generator::new(&choice, Rate(rate_bps), RandomStream::new(seed, Purpose::LinkRate, Stream::Link(0)))
    }

    fn times(generator: &mut Generator, until_s: f64) -> Vec<f64> {
        let mut times = Vec::new();
        loop {
            let at = generator.next_time().seconds();
            if at >= until_s {
                return times;
            }
            times.push(at);
        }
    }

    /// Without Brownian motion: 500 packets/s, the variance of the counts of 100 ms is their mean, 50.
    #[test] // Winstein et al., NSDI 2013: deliveries are a Poisson process
    fn cellular_deliveries_are_poisson() {
        let still = Choice::of(&cellular::SECTION).with("sigma_packets", Value::Number(0.0));
        let times = times(&mut generator(still, 6e6, 1), 400.0);
        let mut counts = vec![0.0; 4000];
        times.iter().for_each(|at| counts[(at * 10.0) as usize] += 1.0);
        let mean = counts.iter().sum::<f64>() / 4000.0;
        let variance = counts.iter().map(|n| (n - mean) * (n - mean)).sum::<f64>() / 4000.0;
        assert!((mean / 50.0 - 1.0).abs() < 0.01, "{mean}");
        assert!((variance / 50.0 - 1.0).abs() < 0.1, "{variance}");
    }

    /// A step of 20 ms is 200 sqrt(0.02) = 28.28 packets/s; outages last 1 s on average.
    #[test] // the facts sheet, F.3
    fn cellular_rate_is_brownian_with_outages() {
        let mut model = cellular::Cellular::new(&Choice::of(&cellular::SECTION).values);
        let draws = RandomStream::new(3, Purpose::LinkRate, Stream::Link(0));
        let rates: Vec<f64> = (0..200_000).map(|_| model.next_piece(500.0, &draws).per_s).collect();
        assert_eq!(rates[0], 500.0);
        assert!(rates.iter().all(|rate| (0.0..=1000.0).contains(rate)));
        // From here no step of at most six deviations reaches an end.
        let free = |rate: f64| (200.0..800.0).contains(&rate);
        let steps: Vec<f64> = rates.windows(2).filter(|pair| free(pair[0])).map(|pair| pair[1] - pair[0]).collect();
        let deviation = (steps.iter().map(|step| step * step).sum::<f64>() / steps.len() as f64).sqrt();
        assert!((deviation / 28.284 - 1.0).abs() < 0.01, "{deviation}");
        let silent = rates.iter().filter(|rate| **rate == 0.0).count();
        let outages = rates.windows(2).filter(|w| w[0] > 0.0 && w[1] == 0.0).count();
        let mean_s = silent as f64 * 0.02 / outages as f64;
        assert!((mean_s - 1.0).abs() < 0.15, "{outages} outages of {mean_s} s");
    }

    /// 12 Mbit/s without spread: an opportunity each ms, none in the 100 ms after 15 s and 30 s.
    #[test]
    fn leo_is_silent_at_each_handover() {
        let even = Choice::of(&leo::SECTION).with("rate_spread", Value::Number(0.0));
        let times = times(&mut generator(even, 12e6, 1), 31.0);
        assert!((30_798..=30_800).contains(&times.len()), "{}", times.len());
        for (from, to) in [(15.0, 15.1), (30.0, 30.1)] {
            assert!(!times.iter().any(|at| from < *at && *at < to));
        }
        let spread = Choice::of(&leo::SECTION).with("rate_spread", Value::Number(0.5));
        let times = self::times(&mut generator(spread, 12e6, 1), 600.0);
        let mut counts = vec![0.0_f64; 40];
        times.iter().for_each(|at| counts[(at / 15.0) as usize] += 1.0 / 14.9);
        assert!(counts.iter().all(|n| (499.0..1502.0 * 15.0 / 14.9).contains(n)), "{counts:?}");
        let different = counts.windows(2).filter(|w| (w[0] - w[1]).abs() > 10.0).count();
        assert!(different > 30, "{counts:?}");
    }

    #[test]
    fn a_changed_rate_holds_at_once_and_all_is_a_function_of_the_seed() {
        let even = || Choice::of(&leo::SECTION).with("rate_spread", Value::Number(0.0));
        let mut changed = generator(even(), 12e6, 1);
        assert_eq!((changed.next_time(), changed.next_time()), (Time(1_000_000), Time(2_000_000)));
        changed.set_rate(Rate(6e6));
        assert_eq!((changed.next_time(), changed.next_time()), (Time(4_000_000), Time(6_000_000)));
        for section in DRAWN {
            let of = |seed| times(&mut generator(Choice::of(section), 8e6, seed), 40.0);
            assert_eq!(of(1), of(1));
            assert_ne!(of(1), of(2));
        }
    }
}
