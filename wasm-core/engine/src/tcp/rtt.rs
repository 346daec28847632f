//! Smoothed round-trip time and retransmission timeout (RFC 6298). Not here: which samples are valid, and the timer.

use super::host::{FlowSettings, HostKind};
use crate::math::{float, greater, whole};
use crate::units::Span;

/// The maximum in round trips of the empty path, as who sets up a host for such a path would set it.
const MAX_RTO_IN_BASE_RTTS: f64 = 4.0;
/// The maximum in timeouts as measured: a path slower than expected leaves room for one doubling.
const MAX_RTO_IN_MEASURED: f64 = 2.0;

/// What FreeBSD adds to every timeout, in ns (`net.inet.tcp.rexmit_slop`).
const SLOP: f64 = 200e6;

/// How hosts keep the timeout from being too short: RFC 6298 (2.4) and ns-2 bound it as a whole; Linux bounds the part that the
/// variance adds, so that it always lies so much above the smoothed RTT; FreeBSD bounds the whole by little and adds slop.
/// On paths longer than the least timeout only the last two leave room for a round trip that is a little longer.
#[derive(Clone, Copy, Debug)]
struct Floor {
    /// Least of 4 RTTVAR: the clock's granularity, or more.
    variance: f64,
    /// Least of the whole.
    whole: f64,
    /// Added to it.
    slop: f64,
}

impl Floor {
    /// So that the least timeout of a very short path is `min_rto`, in ns.
    fn of(host: HostKind, min_rto: f64, granularity: f64) -> Floor {
        match host {
            HostKind::Linux26 | HostKind::Linux => Floor { variance: min_rto.max(granularity), whole: 0.0, slop: 0.0 },
            HostKind::FreeBsd => {
                let slop = min_rto.min(SLOP);
                Floor { variance: granularity, whole: min_rto - slop, slop }
            }
            HostKind::Ns2 => Floor { variance: granularity, whole: min_rto, slop: 0.0 },
        }
    }
}

/// RFC 6298's estimator; all in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct RttEstimator {
    srtt: Option<f64>,
    rttvar: f64,
    /// `NONE` before the first.
    min: Span,
    initial_rto: f64,
    /// Least timeout, as the host means it.
    floor: Floor,
    /// Greatest timeout on paths that it suits. One below the path's RTT would never let a segment be acknowledged before
    /// it is sent again, and so never give a sample (Karn).
    max_rto: f64,
    base_rtt: f64,
    backoffs: u32,
    /// Kept ready: it is asked for more often than it changes.
    rto: Span,
}

/// Longer than any sample.
const NONE: Span = Span(u64::MAX);

impl RttEstimator {
    /// Before the first sample, with a host's timers on a flow's path.
    pub fn new(settings: &FlowSettings) -> RttEstimator {
        let ns = |ms: f64| Span::from_ms(ms).0 as f64;
        let mut new = RttEstimator {
            srtt: None,
            rttvar: 0.0,
            min: NONE,
            initial_rto: ns(settings.initial_rto_ms),
            floor: Floor::of(settings.host, ns(settings.min_rto_ms), settings.host.clock_granularity().0 as f64),
            max_rto: settings.host.max_rto().0 as f64,
            base_rtt: ns(settings.base_rtt_ms),
            backoffs: 0,
            rto: Span::ZERO,
        };
        new.renew();
        new
    }

    /// A valid sample (RFC 6298, 2.2 and 2.3). It ends the timer's backoff (Karn).
    #[cfg_attr(feature = "whole", inline(always))]
    pub fn sample(&mut self, rtt: Span) {
        let r = float(rtt.0);
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
        self.min = self.min.min(rtt);
        self.backoffs = 0;
        self.renew();
    }

    /// The timer fired: the next timeout is twice as long (RFC 6298, 5.5).
    pub fn back_off(&mut self) {
        self.backoffs = (self.backoffs + 1).min(32);
        self.renew();
    }

    /// The path's round-trip time changes.
    pub fn set_base_rtt(&mut self, base_rtt: Span) {
        self.base_rtt = base_rtt.0 as f64;
        self.renew();
    }

    /// Computes what is kept ready (RFC 6298, 2.3 to 2.5).
    #[cfg_attr(feature = "whole", inline(always))]
    fn renew(&mut self) {
        let Floor { variance, whole: floor, slop } = self.floor;
        let measured = self.srtt.map_or(0.0, |srtt| srtt + greater(4.0 * self.rttvar, variance));
        // Most often no bound but the least one is near.
        let least = greater(measured, floor) + slop;
        if self.backoffs == 0 && self.srtt.is_some() && (1.0..=self.max_rto).contains(&least) {
            self.rto = Span(whole(least + 0.5));
        } else {
            self.renew_by_all_bounds(measured, least);
        }
    }

    #[cold]
    fn renew_by_all_bounds(&mut self, measured: f64, least: f64) {
        let base = if self.srtt.is_some() { least } else { self.initial_rto };
        let path = (MAX_RTO_IN_BASE_RTTS * self.base_rtt).max(MAX_RTO_IN_MEASURED * measured);
        let most = self.max_rto.max(self.initial_rto).max(self.floor.whole + self.floor.slop).max(path);
        let doubled = base * (1u64 << self.backoffs) as f64;
        self.rto = Span((crate::math::clamp(doubled, 1.0, most) + 0.5) as u64);
    }

    /// The timeout that is due now.
    pub fn rto(&self) -> Span {
        self.rto
    }

    /// Smoothed RTT, once there is a sample.
    #[inline]
    pub fn srtt(&self) -> Option<Span> {
        // Adding a half and cutting off rounds to the nearest, without a call on any target.
        self.srtt.map(|ns| Span(whole(ns + 0.5)))
    }

    /// Smallest sample.
    pub fn min(&self) -> Option<Span> {
        (self.min != NONE).then_some(self.min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{Choice, Value};
    use crate::tcp::host;

    fn estimator(host: &'static str, initial: f64, min: f64, base: f64) -> RttEstimator {
        let choice = Choice::of(&host::SECTION)
            .with("host", Value::Word(host))
            .with("initial_rto_ms", Value::Number(initial))
            .with("min_rto_ms", Value::Number(min))
            .with("base_rtt_ms", Value::Number(base));
        RttEstimator::new(&FlowSettings::read(&choice.values))
    }

    #[test] // RFC 6298, section 2: samples of 100, 140, 100 ms, no minimum
    fn rto_follows_rfc_6298() {
        let mut rtt = estimator("freebsd", 3000.0, 0.0, 100.0);
        assert_eq!(rtt.rto(), Span::from_ms(3000.0));
        for (sample, srtt, rto) in [(100.0, 100.0, 300.0), (140.0, 105.0, 295.0), (100.0, 104.375, 251.875)] {
            rtt.sample(Span::from_ms(sample));
            assert_eq!((rtt.srtt(), rtt.rto()), (Some(Span::from_ms(srtt)), Span::from_ms(rto)));
        }
    }

    #[test]
    fn the_timer_backs_off_to_the_hosts_maximum_until_a_sample() {
        for (host, most) in [("freebsd", 64e3), ("linux_2_6", 120e3), ("linux", 120e3), ("ns2", 60e3)] {
            let mut rtt = estimator(host, 3000.0, 230.0, 40.0);
            for doubled in [3e3, 6e3, 12e3, 24e3, 48e3, 96e3, 192e3] {
                assert_eq!(rtt.rto(), Span::from_ms(f64::min(doubled, most)), "{host}");
                rtt.back_off();
            }
            rtt.sample(Span::from_ms(50.0));
            // SRTT 50, 4 RTTVAR 100 ms
            let rto = match host {
                "freebsd" => 350.0,
                "ns2" => 230.0,
                _ => 280.0,
            };
            assert_eq!(rtt.rto(), Span::from_ms(rto), "{host}");
        }
    }

    #[test] // RFC 6298, 2.3: SRTT + max(G, 4 RTTVAR) once the RTT no longer varies; FreeBSD's slop, Linux's least variance
    fn the_timeout_lies_above_a_constant_rtt_as_hosts_have_it() {
        for (host, rto) in [("freebsd", 501.0), ("linux_2_6", 500.0), ("linux", 500.0), ("ns2", 310.0)] {
            let mut rtt = estimator(host, 3000.0, 200.0, 40.0);
            (0..100).for_each(|_| rtt.sample(Span::from_ms(300.0)));
            assert_eq!(rtt.rto(), Span::from_ms(rto));
        }
    }

    #[test] // RFC 6298, 2.5: a maximum of at least 60 s
    fn no_setting_and_no_path_lies_beyond_the_greatest_timeout() {
        let most = |initial: f64, min: f64, base: f64, sample: Option<f64>| {
            let mut rtt = estimator("freebsd", initial, min, base);
            sample.into_iter().for_each(|ms| rtt.sample(Span::from_ms(ms)));
            let first = rtt.rto().ms();
            (0..40).for_each(|_| rtt.back_off());
            (first, rtt.rto().ms())
        };
        assert_eq!(most(1e6, 230.0, 40.0, None), (1e6, 1e6));
        assert_eq!(most(3000.0, 1e6, 40.0, Some(40.0)), (1e6, 1e6));
        assert_eq!(most(3000.0, 230.0, 9e4, None), (3000.0, 36e4));
        assert_eq!(most(3000.0, 230.0, 40.0, Some(1e5)), (3e5 + 200.0, 6e5), "a queue of 100 s");
    }
}
