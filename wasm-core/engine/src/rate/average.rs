//! A round-trip time's average and variation, with the gains that an algorithm wants. Not here: TCP's timer (`tcp/rtt.rs`).

use crate::units::Span;

/// Exponentially weighted averages in seconds; the variation is updated first (RFC 6298, 2.3), and begins with half the
/// first sample.
#[derive(Clone, Copy, Debug)]
pub struct RttAverage {
    gain: f64,
    variation_gain: f64,
    mean: Option<f64>,
    variation: f64,
}

impl RttAverage {
    /// Before the first sample.
    pub fn new(gain: f64, variation_gain: f64) -> RttAverage {
        RttAverage { gain, variation_gain, mean: None, variation: 0.0 }
    }

    /// With TCP's gains (RFC 6298, 2.3).
    pub fn of_tcp() -> RttAverage {
        RttAverage::new(0.125, 0.25)
    }

    /// Takes a sample; returns the mean.
    pub fn sample(&mut self, rtt: Span) -> f64 {
        let rtt = rtt.seconds();
        let mean = match self.mean {
            None => {
                self.variation = rtt / 2.0;
                rtt
            }
            Some(mean) => {
                self.variation += self.variation_gain * ((rtt - mean).abs() - self.variation);
                mean + self.gain * (rtt - mean)
            }
        };
        self.mean = Some(mean);
        mean
    }

    /// The mean, once there is a sample.
    pub fn mean(&self) -> Option<f64> {
        self.mean
    }

    /// The mean as it is emitted and carried in headers.
    pub fn span(&self) -> Option<Span> {
        self.mean.map(Span::from_seconds)
    }

    /// The variation.
    pub fn variation(&self) -> f64 {
        self.variation
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_close;
    use super::*;

    #[test] // RFC 6298, section 2: samples of 100, 140, 100 ms
    fn averages_follow_rfc_6298() {
        let mut average = RttAverage::of_tcp();
        for (ms, mean, variation) in [(100.0, 0.1, 0.05), (140.0, 0.105, 0.0475), (100.0, 0.104_375, 0.036_875)] {
            assert_close(average.sample(Span::from_ms(ms)), mean, 1e-12);
            assert_close(average.variation(), variation, 1e-12);
        }
        assert_eq!(average.span(), Some(Span::from_ms(104.375)));
    }
}
