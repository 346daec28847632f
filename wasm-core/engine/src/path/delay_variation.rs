//! Delay after the link that varies without a queue, as netem's (`man 8 tc-netem`: `delay TIME JITTER CORRELATION distribution NAME`).
//! Not here: the delay of a flow to which it is added (`sim/delays`), and reordering of single packets (`reordering`).
//!
//! Each packet is delayed by `mean_ms + deviation_ms * x` more, at least by nothing in all. x has mean 0 and standard deviation 1:
//! x = F(z), where z is standard normal, and of one packet of a stream to the next z' = r z + sqrt(1 - r^2) g with a fresh g, an
//! autoregressive process of first order; F makes a uniform or Pareto number of it (Cario and Nelson, Autoregressive to anything, Operations
//! Research Letters 19, 1996). netem correlates uniform numbers, u' = r u + (1 - r) v, which makes the deviation smaller by
//! sqrt((1 - r) / (1 + r)); here it is as stated, whatever r is.

use crate::math::{cbrt, erfc, ln};
use crate::params::{Choice, Section, Value};
use crate::random::{Draw, Purpose};
use crate::units::{Span, Time};

crate::choices! {
    /// How the delays are distributed.
    pub enum Distribution {
        /// Normal.
        Normal = "normal",
        /// Uniform: from the mean by the square root of 3 deviations to either side.
        Uniform = "uniform",
        /// Pareto's: most are shorter than the mean, few are much longer.
        Pareto = "pareto",
    }
}

crate::params! {
    /// Settings of a delay that varies.
    pub struct Settings {
        /// Distribution of the delays: `pareto` has a long tail, up to 12 deviations above the mean.
        distribution: Distribution = word("normal", Distribution::WORDS).live().needs(&[Need::Above("deviation_ms", 0.0)]), "Linux's netem: tables of the normal and Pareto distribution";
        /// Delay that every packet has beside its flow's.
        mean_ms: f64 = number(0.0, 0.0, 1e5).unit("ms").log().slider(0.0, 1000.0, &[0.0, 1.0, 10.0, 100.0, 1000.0]).live(), "choice";
        /// Standard deviation of the delay. A delay that would be negative is none.
        deviation_ms: f64 = number(5.0, 0.0, 1e5).unit("ms").log().slider(0.0, 1000.0, &[0.0, 1.0, 10.0, 100.0, 1000.0]).live(), "choice";
        /// Correlation of the delays of successive packets of a flow.
        correlation: f64 = number(0.0, 0.0, 0.9999).live().needs(&[Need::Above("deviation_ms", 0.0)]), "Linux's netem: none";
        /// Packets of a flow arrive in order, the later ones together with a late one. Otherwise a packet with a shorter delay overtakes.
        keep_order: bool = switch(false).live().needs(&[Need::Above("deviation_ms", 0.0)]), "Linux's netem: overtakes";
    }
}

/// Settings of delay variation as scenario and screen know them.
pub static SECTION: Section = Section::new("delay_variation", "Delay variation", Settings::PARAMS)
    .about("Delays each packet after the link by another amount, without a queue.", "Linux's netem")
    .needs(&[crate::params::Need::Packets]);

/// A delay that varies.
#[derive(Clone, Debug)]
pub struct DelayVariation {
    choice: Choice,
    settings: Settings,
}

/// State that a stream's packets leave behind for those that follow.
#[derive(Clone, Copy, Debug, Default)]
pub struct Past {
    /// The last one's z; none before the first.
    z: Option<f64>,
    /// When the last of them arrives.
    last: Time,
}

impl DelayVariation {
    /// As a scenario has it.
    pub fn new(choice: &Choice) -> DelayVariation {
        DelayVariation { choice: choice.clone(), settings: Settings::read(&choice.values) }
    }

    /// A parameter changes, from the next packet on.
    pub fn set(&mut self, row: usize, value: &Value) {
        self.choice.set(row, value.clone());
        self.settings = Settings::read(&self.choice.values);
    }

    /// The delay that every packet has beside its flow's.
    pub fn mean(&self) -> Span {
        Span::from_ms(self.settings.mean_ms)
    }

    /// The delay of a packet that leaves the link now, whose draw of reordering this is. `mean`: what it is without deviation. `past`: that of
    /// its stream; a packet of a handshake has none.
    #[inline(never)]
    pub fn delay(&self, now: Time, mean: Span, draw: Draw, past: Option<&mut Past>) -> Span {
        let settings = &self.settings;
        if settings.deviation_ms == 0.0 {
            return mean;
        }
        let draws = draw.draws.beside(Purpose::DelayVariation);
        // The middle of what 53 bits stand for: neither 0 nor 1.
        let mut u = ((draws.bits(draw.ordinal) >> 11) as f64 + 0.5) * (1.0 / 9_007_199_254_740_992.0);
        let mut z = normal(u);
        let r = settings.correlation;
        if let Some(before) = past.as_ref().and_then(|past| past.z)
            && r > 0.0
        {
            z = r * before + (1.0 - r * r).sqrt() * z;
            u = 0.5 * erfc(-z * std::f64::consts::FRAC_1_SQRT_2);
        }
        let x = match settings.distribution {
            Distribution::Normal => z,
            Distribution::Uniform => 12.0_f64.sqrt() * (u - 0.5),
            Distribution::Pareto => pareto(u),
        };
        let delay = Span(((mean.0 as f64 + 1e6 * settings.deviation_ms * x).max(0.0)).round() as u64);
        let Some(past) = past else { return delay };
        past.z = Some(z);
        let arrives = if settings.keep_order { past.last.max(now + delay) } else { now + delay };
        past.last = past.last.max(arrives);
        arrives.since(now)
    }
}

/// Quantile of the standard normal distribution, to 7 digits (Wichura, Algorithm AS 241: The percentage points of the normal distribution,
/// Applied Statistics 37, 1988: PPND7). `u` lies between 0 and 1.
fn normal(u: f64) -> f64 {
    let polynomial = |r: f64, of: &[f64]| of.iter().rev().fold(0.0, |sum, c| sum * r + c);
    let q = u - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        return q * polynomial(r, &[3.387_132_717_9, 50.434_271_938, 159.291_132_02, 59.109_374_720])
            / polynomial(r, &[1.0, 17.895_169_469, 78.757_757_664, 67.187_563_600]);
    }
    let r = (-ln(if q < 0.0 { u } else { 1.0 - u })).sqrt();
    let size = if r <= 5.0 {
        polynomial(r - 1.6, &[1.423_437_277_7, 2.756_815_390_0, 1.306_728_481_6, 0.170_238_211_03])
            / polynomial(r - 1.6, &[1.0, 0.737_001_642_50, 0.120_211_329_75])
    } else {
        polynomial(r - 5.0, &[6.657_905_115_0, 3.081_226_386_0, 0.428_682_943_37, 0.017_337_203_997])
            / polynomial(r - 5.0, &[1.0, 0.241_978_942_25, 0.012_258_202_635])
    };
    if q < 0.0 { -size } else { size }
}

/// Quantile of a Pareto distribution of shape 3, as netem's table has it, cut at 10 times its least value, less its mean and over its
/// deviation: with the least value 1 these are 55/37 and 15 sqrt(3)/37.
fn pareto(u: f64) -> f64 {
    let y = 1.0 / cbrt(1.0 - 0.999 * u);
    (37.0 * y - 55.0) / (15.0 * 3.0_f64.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{RandomStream, Stream};

    #[test] // tables of the normal distribution; the Pareto quantile by hand: 1 / cbrt(1 - 0.999 * 0.875) = 1.9930...
    fn quantiles_are_those_of_tables() {
        let table = [(0.5, 0.0), (0.975, 1.959_964), (0.84134475, 1.0), (0.001, -3.090_232), (1e-9, -5.997_807)];
        for (u, x) in [(1.0 - 1e-12, 7.034_487)].into_iter().chain(table) {
            assert!((normal(u) - x).abs() < 1e-5 * (1.0 + x.abs()), "{u}: {}", normal(u));
        }
        let deviation = 15.0 * 3.0_f64.sqrt() / 37.0;
        for (u, y) in [(0.0, 1.0), (1.0, 10.0), (875.0 / 999.0, 2.0), (962.962_962_962_963 / 999.0, 3.0)] {
            assert!((pareto(u) - (y - 55.0 / 37.0) / deviation).abs() < 1e-9, "{u}: {}", pareto(u));
        }
    }

    fn variation(word: &'static str, mean_ms: f64, deviation_ms: f64, correlation: f64, keep: bool) -> DelayVariation {
        let number = Value::Number;
        DelayVariation::new(
            &Choice::of(&SECTION)
                .with("distribution", Value::Word(word))
                .with("mean_ms", number(mean_ms))
                .with("deviation_ms", number(deviation_ms))
                .with("correlation", number(correlation))
                .with("keep_order", Value::Bool(keep)),
        )
    }

    /// The delays in ms of packets that leave 0.1 ms apart, beside 300 ms.
    fn delays(variation: &DelayVariation, count: u64) -> Vec<f64> {
        let draws = RandomStream::new(1, Purpose::Reordering, Stream::Flow(0));
        let mut past = Past::default();
        (0..count)
            .map(|n| {
                let draw = Draw { draws, ordinal: n };
                variation.delay(Time(100_000 * n), Span::from_ms(300.0), draw, Some(&mut past)).ms()
            })
            .collect()
    }

    /// Mean, deviation, and correlation of neighbours.
    fn moments(x: &[f64]) -> (f64, f64, f64) {
        let n = x.len() as f64;
        let mean = x.iter().sum::<f64>() / n;
        let variance = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
        let beside = x.windows(2).map(|w| (w[0] - mean) * (w[1] - mean)).sum::<f64>() / n;
        (mean, variance.sqrt(), beside / variance)
    }

    #[test]
    fn samples_have_the_stated_mean_deviation_and_correlation() {
        for (word, least, greatest) in
            [("normal", 200.0, 400.0), ("uniform", 274.01, 325.99), ("pareto", 289.60, 481.9)]
        {
            let x = delays(&variation(word, 0.0, 15.0, 0.0, false), 200_000);
            let (mean, deviation, correlation) = moments(&x);
            // Four standard errors of the mean are 0.13.
            assert!((mean - 300.0).abs() < 0.14 && (deviation - 15.0).abs() < 0.3, "{word}: {mean} {deviation}");
            assert!(correlation.abs() < 0.01, "{word}: {correlation}");
            assert!(x.iter().all(|x| (least..greatest).contains(x)), "{word}");
            let x = delays(&variation(word, 0.0, 15.0, 0.8, false), 400_000);
            let (mean, deviation, correlation) = moments(&x);
            assert!((mean - 300.0).abs() < 0.3 && (deviation - 15.0).abs() < 0.5, "{word}: {mean} {deviation}");
            // Uniform: 6/pi asin(0.8/2) = 0.786; Pareto's is less still.
            let expected = if word == "normal" { 0.79..0.81 } else { 0.70..0.80 };
            assert!(expected.contains(&correlation), "{word}: {correlation}");
        }
    }

    #[test]
    fn order_is_kept_or_not_and_no_delay_is_negative() {
        let arrivals = |x: &[f64]| (0..).zip(x).map(|(n, x)| 0.1 * f64::from(n) + x).collect::<Vec<_>>();
        let sorted = |x: &[f64]| arrivals(x).windows(2).all(|w| w[1] >= w[0] - 1e-9);
        assert!(!sorted(&delays(&variation("normal", 0.0, 15.0, 0.0, false), 1000)));
        assert!(sorted(&delays(&variation("normal", 0.0, 15.0, 0.0, true), 1000)));
        let far = delays(&variation("normal", 0.0, 600.0, 0.0, false), 1000);
        // 31 % lie half a deviation below the mean or more.
        let none = far.iter().filter(|x| **x == 0.0).count();
        assert!((250..370).contains(&none), "{none}");
    }
}
