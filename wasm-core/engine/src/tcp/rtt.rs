//! Smoothed round-trip time and retransmission timeout (RFC 6298). Not here: which samples are valid, and the timer.

use crate::units::Span;

/// Granularity G of the sender's clock: FreeBSD's tick at kern.hz 1000.
const GRANULARITY: f64 = 1e6;
/// Greatest timeout (FreeBSD: 64 s; RFC 6298 asks for at least 60 s).
const MAX_RTO: f64 = 64e9;

/// RFC 6298's estimator; all in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct RttEstimator {
    srtt: Option<f64>,
    rttvar: f64,
    min: Option<Span>,
    initial_rto: f64,
    min_rto: f64,
    backoffs: u32,
    /// Kept ready: they are asked for more often than they change.
    rounded: Option<Span>,
    rto: Span,
}

impl RttEstimator {
    /// Before the first sample.
    pub fn new(initial_rto: Span, min_rto: Span) -> RttEstimator {
        let (initial_rto, min_rto) = (initial_rto.0 as f64, min_rto.0 as f64);
        let (rounded, rto) = (None, Span::ZERO);
        let mut new =
            RttEstimator { srtt: None, rttvar: 0.0, min: None, initial_rto, min_rto, backoffs: 0, rounded, rto };
        new.renew();
        new
    }

    /// A valid sample (RFC 6298, 2.2 and 2.3). It ends the timer's backoff (Karn).
    pub fn sample(&mut self, rtt: Span) {
        let r = rtt.0 as f64;
        match self.srtt {
            None => {
                self.srtt = Some(r);
                self.rttvar = r / 2.0;
            }
            Some(srtt) => {
                self.rttvar = 0.75 * self.rttvar + 0.25 * (srtt - r).abs();
                self.srtt = Some(0.875 * srtt + 0.125 * r);
            }
        }
        self.min = Some(self.min.map_or(rtt, |min| min.min(rtt)));
        self.backoffs = 0;
        self.renew();
    }

    /// The timer fired: the next timeout is twice as long (RFC 6298, 5.5).
    pub fn back_off(&mut self) {
        self.backoffs = (self.backoffs + 1).min(32);
        self.renew();
    }

    /// Computes what is kept ready (RFC 6298, 2.3 to 2.5).
    fn renew(&mut self) {
        let base = match self.srtt {
            None => self.initial_rto,
            Some(srtt) => (srtt + (4.0 * self.rttvar).max(GRANULARITY)).max(self.min_rto),
        };
        let doubled = base * (1u64 << self.backoffs) as f64;
        // Adding a half and cutting off rounds to the nearest, without a call on any target.
        self.rto = Span((crate::math::clamp(doubled, 1.0, MAX_RTO) + 0.5) as u64);
        self.rounded = self.srtt.map(|ns| Span((ns + 0.5) as u64));
    }

    /// The timeout that is due now.
    pub fn rto(&self) -> Span {
        self.rto
    }

    /// Smoothed RTT, once there is a sample.
    pub fn srtt(&self) -> Option<Span> {
        self.rounded
    }

    /// Smallest sample.
    pub fn min(&self) -> Option<Span> {
        self.min
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // RFC 6298, section 2: samples of 100, 140, 100 ms, no minimum
    fn rto_follows_rfc_6298() {
        let mut rtt = RttEstimator::new(Span::from_ms(3000.0), Span::ZERO);
        assert_eq!(rtt.rto(), Span::from_ms(3000.0));
        for (sample, srtt, rto) in [(100.0, 100.0, 300.0), (140.0, 105.0, 295.0), (100.0, 104.375, 251.875)] {
            rtt.sample(Span::from_ms(sample));
            assert_eq!((rtt.srtt(), rtt.rto()), (Some(Span::from_ms(srtt)), Span::from_ms(rto)));
        }
    }

    #[test]
    fn the_timer_backs_off_to_64_s_until_a_sample() {
        let mut rtt = RttEstimator::new(Span::from_ms(3000.0), Span::from_ms(230.0));
        for expected in [3000.0, 6000.0, 12000.0, 24000.0, 48000.0, 64000.0, 64000.0] {
            assert_eq!(rtt.rto(), Span::from_ms(expected));
            rtt.back_off();
        }
        rtt.sample(Span::from_ms(50.0));
        assert_eq!(rtt.rto(), Span::from_ms(230.0));
    }
}
