//! Pacing: when the next packet of a sender may leave (draft-ietf-ccwg-bbr, section 5.6.2): one gap after the one before, or at
//! once if that has passed; time that went unused is no credit. The window still limits. Not here: the rate (the algorithm's own, or
//! Linux's from the window), send jitter, which follows.
//!
//! Where an algorithm has no rate of its own, it is Linux's (`tcp_update_pacing_rate`): 2 cwnd/SRTT while cwnd < ssthresh/2,
//! 1.2 cwnd/SRTT otherwise, and no pacing before the first RTT sample, which may be the handshake's.

use crate::cc::Window;
use crate::units::{Carry, NANOS_PER_SECOND, Span, Time};

/// Linux: `tcp_pacing_ss_ratio`, `tcp_pacing_ca_ratio`.
const SLOW_START_GAIN: f64 = 2.0;
const AVOIDANCE_GAIN: f64 = 1.2;
/// Longest gap, so that a tiny rate does not silence a flow for good.
const LONGEST_GAP: Span = Span(64 * NANOS_PER_SECOND);

/// State of a paced sender.
#[derive(Clone, Copy, Debug)]
pub struct Pacer {
    /// When the next packet may leave, and what its rounding left over.
    next: Time,
    carry: Carry,
    /// When a packet that waits is due; `NEVER` if none does.
    due: Time,
}

impl Default for Pacer {
    fn default() -> Pacer {
        Pacer { next: Time::ZERO, carry: Carry::default(), due: Time::NEVER }
    }
}

impl Pacer {
    /// Whether a packet may leave now; if not, it waits, and `due` says until when.
    pub fn may_leave(&mut self, now: Time) -> bool {
        let may = self.next <= now;
        self.due = if may { Time::NEVER } else { self.next };
        may
    }

    /// A packet leaves, at this many packets per second.
    pub fn on_send(&mut self, now: Time, rate: f64) {
        let gap = self.carry.next(NANOS_PER_SECOND as f64 / rate).min(LONGEST_GAP);
        self.next = self.next.max(now) + gap;
    }

    /// When a packet that waits may leave; `NEVER` if none waits.
    pub fn due(&self) -> Time {
        self.due
    }

    /// Whether a waiting packet may leave by now; it waits no longer.
    pub fn expires(&mut self, now: Time) -> bool {
        let due = self.due <= now;
        if due {
            self.due = Time::NEVER;
        }
        due
    }

    /// Nothing waits any more.
    pub fn stop(&mut self) {
        self.due = Time::NEVER;
    }
}

/// Linux's pacing rate of a window, in packets/s; none before the first RTT sample.
pub fn rate_of_window(window: &Window, srtt: Option<Span>) -> Option<f64> {
    let srtt = srtt.filter(|srtt| *srtt > Span::ZERO)?;
    let gain = if window.cwnd < window.ssthresh / 2.0 { SLOW_START_GAIN } else { AVOIDANCE_GAIN };
    Some(gain * window.cwnd / srtt.seconds())
}

#[cfg(test)]
mod tests {
    use super::*;

    // 833.33 packets/s: 1.2 ms apart, without drift; after 100 ms of silence the next one leaves at once and the one after it
    // 1.2 ms later, since what was not used is lost
    #[test]
    fn packets_leave_a_gap_apart_and_time_gone_by_is_no_credit() {
        let mut pacer = Pacer::default();
        let mut now = Time::ZERO;
        for n in 0..1000 {
            assert!(pacer.may_leave(now));
            pacer.on_send(now, 10e6 / 12_000.0);
            assert!(!pacer.may_leave(now));
            assert_eq!(pacer.due(), Time(1_200_000 * (n + 1)));
            assert!(!pacer.expires(Time(pacer.due().0 - 1)));
            now = pacer.due();
            assert!(pacer.expires(now) && pacer.due() == Time::NEVER);
        }
        now += Span::from_ms(100.0);
        assert!(pacer.may_leave(now));
        pacer.on_send(now, 10e6 / 12_000.0);
        assert!(!pacer.may_leave(now));
        assert_eq!(pacer.due().since(now), Span(1_200_000));
    }

    #[test] // 7 packets/s: 142857142.86 ns; the sum of 7 gaps is a second
    fn gaps_do_not_drift() {
        let mut pacer = Pacer::default();
        for _ in 0..7 {
            pacer.on_send(Time::ZERO, 7.0);
        }
        assert!(!pacer.may_leave(Time::ZERO));
        assert_eq!(pacer.due(), Time(NANOS_PER_SECOND));
    }

    #[test] // Linux: 200 % below ssthresh/2, 120 % from there on
    fn the_rate_of_a_window_is_that_of_linux() {
        let srtt = Some(Span::from_ms(50.0));
        let of = |cwnd, ssthresh| rate_of_window(&Window { cwnd, ssthresh }, srtt);
        assert_eq!(of(10.0, 21.0), Some(400.0));
        assert_eq!(of(10.0, 20.0), Some(240.0));
        assert_eq!(of(10.0, f64::INFINITY), Some(400.0));
        assert_eq!(rate_of_window(&Window { cwnd: 10.0, ssthresh: 5.0 }, None), None);
    }
}
