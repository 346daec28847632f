//! A retransmission timeout in whole ticks of a coarse clock, as in ns-2 for TCP and TFRC (V. Jacobson, Congestion
//! avoidance and control, SIGCOMM 1988, appendix A). Not here: which RTTs are sampled (`sender`, `rate/tfrc`), the
//! exact estimator (`rtt`).

use crate::units::Span;

/// SRTT and RTTVAR in eighths and quarters of a tick. Integers throughout, so that RTTVAR never falls below 3/4 tick.
#[derive(Clone, Copy, Debug)]
pub struct CoarseRtt {
    tick: Span,
    /// Eight times the smoothed RTT, in ticks; 0 before the first sample.
    srtt8: i64,
    /// Four times its mean deviation, in ticks.
    rttvar4: i64,
    /// SRTT + 4 RTTVAR, in ticks; 0 before the first sample.
    timeout: i64,
}

impl CoarseRtt {
    /// An estimator before its first sample, with a clock of this tick (at least a nanosecond).
    pub fn new(tick: Span) -> CoarseRtt {
        CoarseRtt { tick: tick.max(Span(1)), srtt8: 0, rttvar4: 0, timeout: 0 }
    }

    /// Length of a tick.
    pub fn tick(&self) -> Span {
        self.tick
    }

    /// Adds an RTT of this number of ticks; less than one counts as one.
    pub fn sample(&mut self, ticks: u64) {
        let ticks = (ticks as i64).max(1);
        if self.srtt8 == 0 {
            (self.srtt8, self.rttvar4) = (ticks * 8, ticks * 2);
        } else {
            let error = ticks - self.srtt8 / 8;
            self.srtt8 = (self.srtt8 + error).max(1);
            self.rttvar4 = (self.rttvar4 + error.abs() - self.rttvar4 / 4).max(1);
        }
        self.timeout = (self.rttvar4 * 8 + self.srtt8) / 8;
    }

    /// Distrusts the smoothed RTT: it is added to the deviation, and the next sample starts again.
    pub fn distrust(&mut self) {
        self.rttvar4 += self.srtt8 / 8;
        self.srtt8 = 0;
    }

    /// SRTT + 4 RTTVAR; none before the first sample.
    pub fn timeout(&self) -> Option<Span> {
        (self.timeout > 0).then(|| Span(self.timeout as u64 * self.tick.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Timeouts in ticks after each of these samples.
    fn timeouts(samples: &[u64]) -> Vec<u64> {
        let mut rtt = CoarseRtt::new(Span(1));
        let after = |&ticks: &u64| {
            rtt.sample(ticks);
            rtt.timeout().unwrap().0
        };
        samples.iter().map(after).collect()
    }

    #[test] // tcp.cc, rtt_update: (8 SRTT, 4 RTTVAR) = (32, 8) (32, 6) (34, 7) (34, 6) (34, 5) (34, 4) (34, 3)
    fn it_truncates_as_ns2_does() {
        assert_eq!(timeouts(&[4, 4, 6, 4, 4, 4, 4]), [12, 10, 11, 10, 9, 8, 7]);
    }

    #[test] // tfrc.cc, update_rtt, with its tick of 100 ms: RTTs of 41 to 149 ms are one tick, 260 ms are three
    fn a_path_within_a_tick_has_three_ticks_of_timeout() {
        assert_eq!(timeouts(&[1; 6]), [3; 6]);
        assert_eq!(timeouts(&[0; 6]), [3; 6], "less than a tick is one");
        assert_eq!(timeouts(&[3; 6]), [9, 8, 7, 6, 6, 6]);
    }
}
