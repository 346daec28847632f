//! How TCP's window grows on an ACK, by the TCP stack's way of counting: per ACK (RFC 5681),
//! or by acknowledged bytes (RFC 3465). Shared by every algorithm that grows like Reno in slow start or congestion avoidance.
//! Not here: when to grow (the sender says `cwnd_limited`), nor any other growth law.
//!
//! Without a bound (`byte_counting_limit_packets` 0) this is Linux's counting of acknowledged packets. Departure: in the slow
//! start after a timeout one packet for each ACK stays the bound there too (RFC 3465, L = 1), since what SACK reported
//! of before is acknowledged all at once then; Linux leaves exactly that out.

use super::{Ack, Context};

/// State of Reno's growth: what byte counting has accumulated towards the next packet.
#[derive(Clone, Copy, Debug, Default)]
pub struct RenoGrowth {
    acked: f64,
}

impl RenoGrowth {
    /// Packets that Reno adds for this ACK, in slow start or congestion avoidance.
    #[inline(always)]
    pub fn of(&mut self, ack: &Ack, cx: &Context) -> f64 {
        if cx.in_slow_start() { Self::slow_start(ack, cx) } else { self.congestion_avoidance(ack, cx) }
    }

    /// Packets that slow start adds for this ACK: what the TCP stack counts, or less in HyStart++'s slow start.
    #[inline(never)]
    pub fn slow_start(ack: &Ack, cx: &Context) -> f64 {
        cx.growth.of(Self::counted(ack, cx))
    }

    /// Packets that the TCP stack counts for this ACK in slow start.
    #[inline]
    fn counted(ack: &Ack, cx: &Context) -> f64 {
        if !cx.host.byte_counting {
            return 1.0;
        }
        let limit = if ack.after_timeout { 1.0 } else { cx.host.byte_counting_limit_packets };
        if limit > 0.0 { ack.newly_acked.min(limit) } else { ack.newly_acked }
    }

    /// Packets that congestion avoidance adds for this ACK: one per window's worth.
    #[inline(always)]
    pub fn congestion_avoidance(&mut self, ack: &Ack, cx: &Context) -> f64 {
        let cwnd = cx.window.cwnd;
        if cx.host.byte_counting {
            self.acked += ack.newly_acked;
            if self.acked < cwnd {
                return 0.0;
            }
            self.acked -= cwnd;
            return 1.0;
        }
        if cx.host.whole_byte_growth {
            // FreeBSD 7: max(SMSS^2 / cwnd, 1) bytes, in whole bytes.
            let mss = f64::from(cx.mss);
            return (mss / cwnd).floor().max(1.0) / mss;
        }
        1.0 / cwnd
    }

    /// Packets that an algorithm adds for this ACK that moves its window only once a round: slow start's, and NewReno's in the repair
    /// of a timeout.
    pub fn between_rounds(&mut self, ack: &Ack, cx: &Context) -> f64 {
        if cx.below_ssthresh() {
            Self::slow_start(ack, cx)
        } else if cx.open {
            0.0
        } else {
            self.congestion_avoidance(ack, cx)
        }
    }

    /// Forgets what was accumulated (after a reduction).
    pub fn reset(&mut self) {
        self.acked = 0.0;
    }
}

/// Linux's count of acknowledged packets towards the next one of a window (tcp_cong_avoid_ai).
#[derive(Clone, Copy, Debug, Default)]
pub struct PacketCount {
    acked: f64,
}

impl PacketCount {
    /// Packets that the window gains if each `per` acknowledged packets give one. What was counted towards a larger number
    /// gives one packet and is gone.
    pub fn earn(&mut self, newly_acked: f64, per: f64) -> f64 {
        let per = per.max(1.0);
        let before = f64::from(u8::from(self.acked >= per));
        if before > 0.0 {
            self.acked = 0.0;
        }
        self.acked += newly_acked;
        let gained = (self.acked / per).floor();
        self.acked -= gained * per;
        before + gained
    }

    /// Forgets what was counted (after a reduction).
    pub fn reset(&mut self) {
        self.acked = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::PacketCount;
    use crate::cc::testing::Bench;
    use crate::cc::{ALGORITHMS, Algorithm, CongestionControl};
    use crate::params::Choice;
    use crate::slow_start::{Growth, HyStartUse};

    #[test] // 5 of 7, then 9 of 7; 5 counted towards 7 give one at 4
    fn packets_are_counted_towards_the_next_one() {
        let mut count = PacketCount::default();
        assert_eq!([count.earn(5.0, 7.0), count.earn(9.0, 7.0), count.earn(5.0, 7.0)], [0.0, 2.0, 0.0]);
        assert_eq!([count.earn(3.0, 4.0), count.earn(1.0, 4.0)], [1.0, 1.0]);
    }

    #[test] // whatever else an algorithm does in slow start
    fn every_algorithm_that_takes_an_exit_rule_grows_as_the_rule_wants() {
        let mut asked = 0;
        for section in ALGORITHMS {
            let grown = |growth: Growth, newly_acked: f64| {
                let mut algorithm = Algorithm::new(section, &Choice::of(section).values);
                let mut bench = Bench { growth, ..Bench::new(20.0, f64::INFINITY) };
                (bench.host.byte_counting, bench.host.byte_counting_limit_packets) = (true, 0.0);
                algorithm.on_start(&mut bench.cx());
                bench.ack(&mut algorithm, newly_acked);
                (algorithm.wants().exit_rules != HyStartUse::Never).then_some(bench.window.cwnd - 20.0)
            };
            if grown(Growth::Standard, 1.0).is_none() {
                continue;
            }
            asked += 1;
            let all = [(Growth::Standard, 12.0), (Growth::Limited, 12.0), (Growth::Conservative, 2.0)];
            let all = all.map(|(growth, newly_acked)| grown(growth, newly_acked));
            assert_eq!(all, [Some(12.0), Some(8.0), Some(0.5)], "{}", section.kind);
        }
        assert!(asked > 5);
    }
}
