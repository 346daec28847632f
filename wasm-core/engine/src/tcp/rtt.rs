//! Smoothed round-trip time and retransmission timeout (RFC 6298). Not here: which samples are valid, and the timer.

use super::coarse_rtt::CoarseRtt;
use crate::host::{FlowSettings, HostKind};
use crate::math::{float, greater, whole};
use crate::units::{Span, Time};

/// Maximum timeout in round trips of the empty path, as an administrator of such a path would set it.
const MAX_RTO_IN_BASE_RTTS: f64 = 4.0;
/// Maximum timeout in measured timeouts: on a path slower than expected there is room for one doubling.
const MAX_RTO_IN_MEASURED: f64 = 2.0;

/// Slop that FreeBSD adds to every timeout, in ns (`net.inet.tcp.rexmit_slop`).
const SLOP: f64 = 200e6;

/// How TCP stacks keep the timeout from being too short. RFC 6298 (2.4) and ns-2 limit the whole; Linux limits the
/// variance term, so that the timeout always exceeds the smoothed RTT by this much; FreeBSD has a low limit for the
/// whole and adds slop. On paths longer than the minimum timeout only the last two allow a slightly longer round trip.
#[derive(Clone, Copy, Debug)]
struct Floor {
    /// Minimum of 4 RTTVAR: the clock's granularity, or more.
    variance: f64,
    /// Minimum of the whole.
    whole: f64,
    /// Slop added to the whole.
    slop: f64,
}

impl Floor {
    /// Limits for which the minimum timeout of a very short path is `min_rto`, in ns.
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

/// Source of an RTTVAR that is the largest mean deviation of a round trip (`peak_rttvar`), in ns. It rises at once, and
/// after each round trip falls by a quarter of its distance to that one's (`tcp_rtt_estimator`; Sarolahti and Kuznetsov, "Congestion Control in Linux TCP", USENIX 2002, section 4).
#[derive(Clone, Copy, Debug)]
struct PeakDeviation {
    /// Mean deviation.
    mean: f64,
    /// Largest mean deviation of this round trip, at least a quarter of the minimum variance term.
    largest: f64,
}

impl PeakDeviation {
    /// RTTVAR after a sample with this error. In the mean an RTT that falls by more than usual has an eighth of the weight: such a fall
    /// is no reason for a longer timeout.
    #[inline(never)]
    fn after(&mut self, error: f64, rttvar: f64) -> f64 {
        let excess = error.abs() - self.mean;
        self.mean += excess * if error < 0.0 && excess > 0.0 { 1.0 / 32.0 } else { 0.25 };
        self.largest = greater(self.largest, self.mean);
        greater(rttvar, self.largest)
    }
}

/// RFC 6298's estimator; all in nanoseconds. ns-2's timer has its own estimator beside it.
#[derive(Clone, Copy, Debug)]
pub struct RttEstimator {
    srtt: Option<f64>,
    rttvar: f64,
    /// Source of RTTVAR, if it is a peak.
    peak: Option<PeakDeviation>,
    /// `NONE` before the first.
    min: Span,
    /// That of the handshake; `NONE` without one.
    handshake: Span,
    initial_rto: f64,
    /// Minimum timeout, as the TCP stack defines it.
    floor: Floor,
    /// Maximum timeout on paths that it suits. A maximum below the path's RTT would retransmit every segment before it
    /// is acknowledged, and so never give a sample (Karn).
    max_rto: f64,
    base_rtt: f64,
    backoffs: u32,
    most_backoffs: u32,
    /// ns-2's estimator, which decides the timeout there, and how far its clock is ahead of the simulation's, in ns.
    coarse: Option<(CoarseRtt, u64)>,
    /// Cached timeout: it is read more often than it changes.
    rto: Span,
}

/// Longer than any sample.
const NONE: Span = Span(u64::MAX);
/// Timeouts in a row after which ns-2 no longer trusts its SRTT.
const NS2_DISTRUSTS: u32 = 4;

impl RttEstimator {
    /// An estimator before its first sample, with a TCP stack's timers on a flow's path. `phase`: of a coarse clock,
    /// from 0 to 1.
    pub fn new(settings: &FlowSettings, phase: f64) -> RttEstimator {
        let ns = |ms: f64| Span::from_ms(ms).0 as f64;
        let granularity = settings.host.clock_granularity();
        let coarse = (CoarseRtt::new(granularity), (phase * float(granularity.0)) as u64);
        let mut new = RttEstimator {
            srtt: None,
            rttvar: 0.0,
            peak: settings.peak_rttvar.then_some(PeakDeviation { mean: 0.0, largest: 0.0 }),
            min: NONE,
            handshake: NONE,
            initial_rto: ns(settings.initial_rto_ms),
            floor: Floor::of(settings.host, ns(settings.min_rto_ms), float(granularity.0)),
            max_rto: settings.host.max_rto().0 as f64,
            base_rtt: ns(settings.base_rtt_ms),
            backoffs: 0,
            most_backoffs: settings.host.most_backoffs(),
            coarse: (settings.host == HostKind::Ns2).then_some(coarse),
            rto: Span::ZERO,
        };
        new.renew();
        new
    }

    /// Adds a valid sample (RFC 6298, 2.2 and 2.3). It ends the timer's backoff (Karn); ns-2's timer ignores it.
    #[inline(always)]
    pub fn sample(&mut self, rtt: Span) {
        let r = float(rtt.0);
        match self.srtt {
            None => {
                self.srtt = Some(r);
                self.rttvar = r / 2.0;
                if let Some(peak) = &mut self.peak {
                    self.rttvar = self.rttvar.max(self.floor.variance / 4.0);
                    *peak = PeakDeviation { mean: r / 2.0, largest: self.rttvar };
                }
            }
            Some(srtt) => {
                self.rttvar = match &mut self.peak {
                    None => 0.75 * self.rttvar + 0.25 * (srtt - r).abs(),
                    Some(peak) => peak.after(r - srtt, self.rttvar),
                };
                self.srtt = Some(0.875 * srtt + 0.125 * r);
            }
        }
        self.min = self.min.min(rtt);
        if self.coarse.is_none() {
            self.backoffs = 0;
            self.renew();
        }
    }

    /// A round trip is over: an RTTVAR that is a peak falls.
    pub fn end_round(&mut self) {
        let Some(peak) = &mut self.peak else { return };
        self.rttvar -= (self.rttvar - peak.largest) / 4.0;
        peak.largest = self.floor.variance / 4.0;
        self.renew();
    }

    /// The handshake took this long: the first sample (RFC 6298, 2.2). ns-2's timer ignores it.
    pub fn shake_hands(&mut self, rtt: Span) {
        let before = self.min;
        self.sample(rtt);
        (self.min, self.handshake) = (before, rtt);
    }

    /// ns-2: the one segment that its timer times was acknowledged `rtt` after it left at `sent`.
    pub fn timed(&mut self, sent: Time, rtt: Span) {
        if let Some((coarse, phase)) = &mut self.coarse {
            let tick = coarse.tick().0;
            // Ticks of the clock within that time.
            coarse.sample((rtt.0 + (sent.0 + *phase) % tick) / tick);
            self.end_backoff();
        }
    }

    /// An ACK of retransmitted data echoes the time when that left (RFC 7323): at `sent`, `rtt` ago. If that is shorter
    /// than any RTT before, an earlier transmission was acknowledged: this ends the backoff too, and gives no sample.
    /// ns-2 with timestamps (tcp.cc, newack: `ts_option_`) uses the echoed time as a sample of its timer.
    pub fn echoed(&mut self, sent: Time, rtt: Span) {
        if self.min == NONE || rtt >= self.min {
            self.sample(rtt);
            self.timed(sent, rtt);
        } else {
            self.end_backoff();
        }
    }

    /// The timeout for the answer to a SYN; `resent`: how many have had none. FreeBSD adds its slop to all but the first.
    pub fn syn_timeout(&mut self, resent: u64, host: HostKind) -> Span {
        if resent > host.equal_syn_timeouts() {
            self.back_off();
        }
        let slop = if resent > 0 && self.backoffs == 0 { self.floor.slop } else { 0.0 };
        self.rto + Span(whole(slop))
    }

    /// No answer to a SYN has given a sample: the timeout starts again, at least this long.
    pub fn forget_backoff(&mut self, least: Span) {
        self.initial_rto = self.initial_rto.max(float(least.0));
        self.end_backoff();
    }

    fn end_backoff(&mut self) {
        self.backoffs = 0;
        self.renew();
    }

    /// The timer expired: the next timeout is twice as long (RFC 6298, 5.5).
    pub fn back_off(&mut self) {
        self.backoffs = (self.backoffs + 1).min(self.most_backoffs);
        self.renew();
        if let Some((coarse, _)) = &mut self.coarse
            && self.backoffs >= NS2_DISTRUSTS
        {
            coarse.distrust();
        }
    }

    /// The path's round-trip time changes.
    pub fn set_base_rtt(&mut self, base_rtt: Span) {
        self.base_rtt = base_rtt.0 as f64;
        self.renew();
    }

    /// SRTT + 4 RTTVAR as in the TCP stack's timer, in ns; none before the first sample.
    #[inline(always)]
    fn measured(&self) -> Option<f64> {
        match &self.coarse {
            None => self.srtt.map(|srtt| srtt + greater(4.0 * self.rttvar, self.floor.variance)),
            Some((coarse, _)) => coarse.timeout().map(|timeout| float(timeout.0)),
        }
    }

    /// Updates the cached timeout (RFC 6298, 2.3 to 2.5).
    #[inline(always)]
    fn renew(&mut self) {
        let measured = self.measured();
        // Usually only the minimum is near.
        let least = greater(measured.unwrap_or(0.0), self.floor.whole);
        let rto = least + self.floor.slop;
        if self.backoffs == 0 && measured.is_some() && (1.0..=self.max_rto).contains(&rto) {
            self.rto = Span(whole(rto + 0.5));
        } else {
            self.renew_by_all_bounds(measured, least);
        }
    }

    /// FreeBSD adds its slop once, regardless of doublings, and none to the first timeout.
    #[cold]
    fn renew_by_all_bounds(&mut self, measured: Option<f64>, least: f64) {
        let slop = if measured.is_some() || self.backoffs > 0 { self.floor.slop } else { 0.0 };
        let base = if measured.is_some() { least } else { self.initial_rto };
        let measured = measured.unwrap_or(0.0);
        let path = (MAX_RTO_IN_BASE_RTTS * self.base_rtt).max(MAX_RTO_IN_MEASURED * measured);
        let most = self.max_rto.max(self.initial_rto).max(self.floor.whole + self.floor.slop).max(path);
        let doubled = base * (1u64 << self.backoffs) as f64 + slop;
        self.rto = Span((crate::math::clamp(doubled, 1.0, most) + 0.5) as u64);
    }

    /// The present timeout.
    pub fn rto(&self) -> Span {
        self.rto
    }

    /// Smoothed RTT, once there is a sample.
    #[inline]
    pub fn srtt(&self) -> Option<Span> {
        // Adding a half and truncating rounds to the nearest, without a function call on any target.
        self.srtt.map(|ns| Span(whole(ns + 0.5)))
    }

    /// The minimum RTT of data.
    pub fn min(&self) -> Option<Span> {
        (self.min != NONE).then_some(self.min)
    }

    /// The minimum RTT, the handshake's included (Linux: `tcp_min_rtt`).
    pub fn least(&self) -> Option<Span> {
        let least = self.min.min(self.handshake);
        (least != NONE).then_some(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host;
    use crate::params::{Choice, Value};

    fn estimator(host: &'static str, initial: f64, min: f64, base: f64) -> RttEstimator {
        let choice = Choice::of(&host::SECTION)
            .with("host", Value::Word(host))
            .with("initial_rto_ms", Value::Number(initial))
            .with("min_rto_ms", Value::Number(min))
            .with("peak_rttvar", Value::Bool(host.starts_with("linux")))
            .with("base_rtt_ms", Value::Number(base));
        RttEstimator::new(&FlowSettings::read(&choice.values), 0.0)
    }

    // tcp_rtt_estimator: 162 ms of a handshake, where a kernel's timeout is 488 ms (486 and its clock), then of packets.
    // RTTVAR falls by a quarter of what it has above 50 ms after each round trip, and rises at once; a fall of the RTT by more than the mean
    // deviation counts an eighth.
    #[test]
    fn rttvar_is_the_largest_deviation_of_a_round_trip() {
        for host in ["linux", "linux_2_6"] {
            let mut rtt = estimator(host, 1000.0, 200.0, 162.0);
            let mut take = |ms: f64, ends_round: bool| {
                rtt.sample(Span::from_ms(ms));
                if ends_round {
                    rtt.end_round();
                }
                rtt.rto().ms()
            };
            let rise = |mean: f64, error: f64| mean + (error - mean) / 4.0;
            assert_eq!(
                [take(162.0, false), take(162.0, true)],
                [486.0; 2],
                "the first round trip ends with the first data"
            );
            let quiet = 81.0 * 0.75 * 0.75 * 0.75;
            assert_eq!([take(162.0, false), take(162.0, false)], [486.0; 2]);
            assert_eq!([take(162.0, true), take(162.0, true)], [162.0 + 4.0 * 73.25, 162.0 + 4.0 * 67.4375]);
            // Of 562 ms: SRTT 212, mean deviation 107.51 ms
            let mean = rise(quiet * 0.75 * 0.75, 400.0);
            let risen = take(562.0, false);
            assert!((risen - (212.0 + 4.0 * mean)).abs() < 1e-5, "{risen}");
            // Back to 12 ms, 200 below SRTT: the mean deviation takes 1/32 of 200 - 107.51, and RTTVAR is that much more.
            let mean = mean + (200.0 - mean) / 32.0;
            let fallen = take(12.0, false);
            assert!((fallen - (187.0 + 4.0 * mean)).abs() < 1e-5, "{fallen}");
        }
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

    // RFC 6298, 2.2, and a kernel beside it: an RTT of 162 ms gives an RTO of 488 ms (486 and its clock), one of 1 ms 204. It is no RTT
    // of data: the least one of those is unknown
    #[test]
    fn a_handshake_gives_the_first_timeout() {
        for (host, handshake, rto) in [
            ("linux", 162.0, 162.0 + 4.0 * 81.0),
            ("linux", 1.0, 1.0 + 200.0),
            ("linux_2_6", 162.0, 162.0 + 4.0 * 81.0),
            ("freebsd", 162.0, 162.0 + 4.0 * 81.0 + 200.0),
            ("ns2", 162.0, 3000.0),
        ] {
            let mut rtt = estimator(host, 3000.0, if host == "freebsd" { 230.0 } else { 200.0 }, handshake);
            assert_eq!(rtt.least(), None);
            rtt.shake_hands(Span::from_ms(handshake));
            assert_eq!((rtt.rto(), rtt.min()), (Span::from_ms(rto), None), "{host}");
            assert_eq!(rtt.least(), Some(Span::from_ms(handshake)));
            rtt.sample(Span::from_ms(300.0));
            assert_eq!((rtt.min(), rtt.least()), (Some(Span::from_ms(300.0)), Some(Span::from_ms(handshake))));
        }
    }

    #[test]
    fn the_timer_backs_off_to_the_hosts_maximum_until_a_sample() {
        // FreeBSD's slop comes on top of what is doubled, but for the first timeout.
        for (host, most, slop) in
            [("freebsd", 64e3, 200.0), ("linux_2_6", 120e3, 0.0), ("linux", 120e3, 0.0), ("ns2", 60e3, 0.0)]
        {
            let mut rtt = estimator(host, 3000.0, 230.0, 40.0);
            for doubled in [3e3, 6e3, 12e3, 24e3, 48e3, 96e3, 192e3] {
                let slop = if doubled > 3e3 { slop } else { 0.0 };
                assert_eq!(rtt.rto(), Span::from_ms(f64::min(doubled + slop, most)), "{host}");
                rtt.back_off();
            }
            let rtt_now = Span::from_ms(50.0);
            rtt.sample(rtt_now);
            rtt.timed(Time::ZERO, rtt_now);
            // SRTT 50, 4 RTTVAR 100 ms
            let rto = match host {
                "freebsd" => 350.0,
                "ns2" => 230.0,
                _ => 280.0,
            };
            assert_eq!(rtt.rto(), Span::from_ms(rto), "{host}");
        }
    }

    #[test] // tcp_timer.c: TCP_REXMTVAL x tcp_backoff, and rexmit_slop of 200 ms on top; tcp_backoff ends at 512
    fn freebsd_doubles_the_timeout_without_its_slop() {
        let mut rtt = estimator("freebsd", 3000.0, 230.0, 40.0);
        (0..100).for_each(|_| rtt.sample(Span::from_ms(50.0)));
        let doubled: Vec<f64> = (0..12)
            .map(|_| {
                let rto = rtt.rto().ms();
                rtt.back_off();
                rto
            })
            .collect();
        // SRTT 50 and the clock's granularity of 1 ms: 51 ms.
        let most = 51.0 * 512.0 + 200.0;
        let expected = [251.0, 302.0, 404.0, 608.0, 1016.0, 1832.0, 3464.0, 6728.0, 13256.0, most, most, most];
        assert_eq!(doubled, expected);
    }

    #[test] // tcp.cc, rtt_update: how many ticks of 10 ms fell into the time, counted by a clock
    fn ns2_counts_whole_ticks() {
        let mut rtt = estimator("ns2", 3000.0, 1e-6, 40.0);
        let mut timeouts = Vec::new();
        // Sent at 3 ms after a tick: 45 ms reach into the 5th tick after it (3 + 45 = 48: 4 ticks), 57 ms into the 6th.
        for (ms, ticks) in [(45.0, 4), (45.0, 4), (57.0, 6), (45.0, 4), (45.0, 4), (45.0, 4), (45.0, 4)] {
            assert_eq!((3 + ms as u64) / 10, ticks);
            rtt.timed(Time::from_seconds(1.003), Span::from_ms(ms));
            timeouts.push(rtt.rto().ms());
        }
        // (8 SRTT, 4 RTTVAR): (32, 8) (32, 6) (34, 7) (34, 6) (34, 5) (34, 4) (34, 3); timeout (8 * 4 RTTVAR + 8 SRTT)/8.
        assert_eq!(timeouts, [120.0, 100.0, 110.0, 100.0, 90.0, 80.0, 70.0]);
    }

    #[test] // tcp.cc, rtt_backoff: beyond 8 the smoothed RTT is moved into the deviation, and the next sample begins anew
    fn ns2_begins_anew_after_four_timeouts() {
        let mut rtt = estimator("ns2", 3000.0, 200.0, 40.0);
        for _ in 0..20 {
            rtt.timed(Time::ZERO, Span::from_ms(100.0));
        }
        (0..4).for_each(|_| rtt.back_off());
        rtt.timed(Time::ZERO, Span::from_ms(300.0));
        assert_eq!(rtt.rto(), Span::from_ms(900.0), "SRTT 30 and RTTVAR 15 ticks, as after a first sample");
    }

    #[test] // RFC 7323: an echoed time ends the backoff; one of an earlier transmission is no sample
    fn an_echoed_time_ends_the_backoff() {
        for (echoed, srtt) in [(90.0, 55.0), (49.0, 50.0)] {
            let mut rtt = estimator("linux", 1000.0, 200.0, 40.0);
            (0..100).for_each(|_| rtt.sample(Span::from_ms(50.0)));
            rtt.back_off();
            assert_eq!(rtt.rto(), Span::from_ms(500.0));
            rtt.echoed(Time::ZERO, Span::from_ms(echoed));
            assert_eq!(rtt.srtt(), Some(Span::from_ms(srtt)));
            assert_eq!(rtt.rto(), Span::from_ms(srtt + 200.0));
        }
    }

    // RFC 6298, 2.3: SRTT + max(G, 4 RTTVAR) once the RTT no longer varies; FreeBSD's slop, Linux's least variance; ns-2's
    // RTTVAR stays at 3/4 of a tick, since a quarter of three quarters of a tick is nothing in whole numbers
    #[test]
    fn the_timeout_lies_above_a_constant_rtt_as_hosts_have_it() {
        for (host, rto) in [("freebsd", 501.0), ("linux_2_6", 500.0), ("linux", 500.0), ("ns2", 330.0)] {
            let mut rtt = estimator(host, 3000.0, 200.0, 40.0);
            for _ in 0..100 {
                rtt.sample(Span::from_ms(300.0));
                rtt.end_round();
                rtt.timed(Time::ZERO, Span::from_ms(300.0));
            }
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
