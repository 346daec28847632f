//! Hybla grows as fast on a long path as Reno would on a short one: it multiplies its growth by a factor that follows from how much
//! longer its RTT is than a reference of 25 ms. It is meant for satellite links.
//!
//! Not here: recovery.
//!
//! # Equations
//!
//! ```tex
//! % factor: never below 1 | Caini and Firrincieli 2004; tcp_hybla.c
//! \rho = \max\left(\frac{\text{RTT}}{\text{RTT}_0},\; 1\right)
//! % slow start, each ACK | Caini and Firrincieli 2004
//! w \leftarrow w + 2^\rho - 1
//! % congestion avoidance, each ACK | Caini and Firrincieli 2004
//! w \leftarrow w + \frac{\rho^2}{w}
//! % loss, timeout | RFC 5681, equation 4, with w for F
//! \text{ssthresh} \leftarrow \max\left(\frac{w}{2},\; 2\right)
//! ```
//!
//! $\text{RTT}_0$ is the setting `rtt0_ms`. Per RTT the window grows by $\rho^2$ packets, so per second its rate grows as that of a Reno flow with
//! an RTT of $\text{RTT}_0$.
//!
//! # States
//!
//! ```states
//! Slow start: 2^ρ - 1 more packets per ACK
//! Congestion avoidance: ρ² more packets per RTT
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! Slow start -> Fast recovery: loss, ssthresh = w/2
//! Congestion avoidance -> Fast recovery: loss, ssthresh = w/2
//! Fast recovery -> Congestion avoidance: all acknowledged, w = ssthresh
//! any -> Slow start: timeout, ssthresh = w/2, w = 1
//! ```
//!
//! # Choices
//!
//! - RTT is the smallest smoothed RTT so far, as in Linux, so that a queue does not make it grow faster. Until the first sample, while
//!   duplicates are counted and until a timeout is repaired, it grows as Reno.
//! - Slow start never passes ssthresh, and the window ends at 65,535 packets, both as in Linux. Real numbers, where the kernel has eighths and
//!   128ths.
//! - The paper and the kernel begin with ρ packets; here the initial window is that of the TCP stack. The paper also sends packets evenly
//!   and takes ssthresh from an estimate of the bandwidth: `pacing` is a setting here, the estimate is not part of it.
//!
//! # Look for
//!
//! - This run has a base RTT of 100 ms, NewReno one of 40 ms: where NewReno in Hybla's place has less than half of the link, Hybla has more
//!   than three quarters. Its factor follows from the base RTT, and not from the queue, which lengthens both RTTs by as much.
//! - The price: it grows by 16 packets per RTT, so that far more packets are dropped each time the queue is full.
//! - With a base RTT of 25 ms it is Reno.
//! - With a base RTT of 200 ms and no `initial_ssthresh_packets`, each ACK of slow start brings 255 packets: they are lost in hundreds at
//!   once, and most of this run passes before Hybla has repaired that: it gets less than half of what it has with that setting.
//!
//! ```run
//! duration_s = 60
//! flows.0.base_rtt_ms = 100
//! flows.0.initial_ssthresh_packets = 64
//! flows.0.send_jitter_ms = 1.2
//! flows.1.send_jitter_ms = 1.2
//! ```

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Loss, Wants};
use crate::math::pow;
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};
use crate::slow_start::HyStartUse;
use crate::units::Span;

crate::params! {
    /// Hybla's parameters.
    pub struct Settings {
        /// RTT of the connection whose growth it copies (RTT₀).
        rtt0_ms: f64 = number(25.0, 1.0, 10_000.0).unit("ms").log().live().slider(5.0, 500.0, &[5.0, 25.0, 100.0, 500.0]).on_card(), "Caini and Firrincieli 2004; tcp_hybla.c: 25 ms";
    }
}

/// Settings of Hybla as scenario and screen know them.
pub static SECTION: Section = Section::new("hybla", "Hybla", Settings::PARAMS)
    .group(Group::LossBased)
    .about(
        "Grows on a long path as fast as Reno would on one of 25 ms.",
        "C. Caini, R. Firrincieli, TCP Hybla: a TCP enhancement for heterogeneous networks, Int. J. Satellite Communications and Networking 22, 2004",
    )
    .signals(&[&RHO])
    .fills_queue()
    .rules(&[&FACTOR, &HALVE]);

/// ρ: how much longer its RTT is than the reference.
pub static RHO: Signal = Signal::new("hybla_rho", "", Kind::Level);

/// A smaller smoothed RTT, the first one included, gives another factor.
static FACTOR: Rule = Rule {
    key: "hybla.factor",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["srtt_ms", "rtt0_ms", "rho"],
};
/// Half is left.
static HALVE: Rule = Rule {
    key: "hybla.halve",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "base", "ssthresh"],
};

/// Largest window, in packets (tcp_hybla.c).
const LARGEST_WINDOW: f64 = 65_535.0;

/// State of Hybla.
#[derive(Clone, Debug)]
pub struct Hybla {
    settings: Settings,
    growth: RenoGrowth,
    /// Smallest smoothed RTT.
    least: Option<Span>,
    /// Value emitted last; 0 before the first sample.
    rho: f64,
}

impl Hybla {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Hybla {
        Hybla { settings: Settings::read(values), growth: RenoGrowth::default(), least: None, rho: 0.0 }
    }

    /// ρ follows the smallest smoothed RTT.
    fn refresh(&mut self, cx: &mut Context) {
        let Some(least) = self.least else { return };
        let rho = (least.ms() / self.settings.rtt0_ms).max(1.0);
        if rho != self.rho {
            self.rho = rho;
            cx.signal(&RHO, rho);
            cx.decide(&FACTOR, &[least.ms(), self.settings.rtt0_ms, rho]);
        }
    }

    fn observe(&mut self, cx: &mut Context) {
        if cx.srtt.is_some_and(|srtt| self.least.is_none_or(|least| srtt < least)) {
            self.least = cx.srtt;
            self.refresh(cx);
        }
    }
}

impl CongestionControl for Hybla {
    fn wants(&self) -> Wants {
        Wants { rtt_samples: false, exit_rules: HyStartUse::Never, ..Wants::STANDARD }
    }

    fn on_start(&mut self, cx: &mut Context) {
        self.observe(cx);
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        self.observe(cx);
        if !ack.cwnd_limited {
            return;
        }
        let (w, ssthresh) = (cx.window.cwnd, cx.window.ssthresh);
        cx.window.cwnd = if !cx.open || self.rho == 0.0 {
            w + self.growth.of(ack, cx)
        } else if w < ssthresh {
            (w + pow(2.0, self.rho) - 1.0).min(ssthresh)
        } else {
            w + self.rho * self.rho / w
        }
        .min(LARGEST_WINDOW.max(w));
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        let ssthresh = cx.halved(loss.base);
        cx.decide(&HALVE, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }

    fn recovery_floor(&self, ssthresh: f64) -> f64 {
        ssthresh / 2.0
    }

    fn set(&mut self, row: usize, value: &Value, cx: &mut Context) {
        self.settings.set(row, value);
        self.refresh(cx);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, assert_close};
    use super::*;

    /// A window with this smoothed RTT, after an ACK.
    fn after_ack(cwnd: f64, ssthresh: f64, srtt_ms: f64) -> (Bench, Hybla) {
        let (mut bench, mut hybla) = (Bench::new(cwnd, ssthresh), Hybla::new(&SECTION.defaults(None)));
        bench.srtt = Some(Span::from_ms(srtt_ms));
        bench.ack(&mut hybla, 1.0);
        (bench, hybla)
    }

    #[test] // rho = 2, 2.5, 4 and, below the reference, 1
    fn growth_by_the_factor() {
        for (srtt_ms, slow_start, avoidance) in
            [(50.0, 3.0, 4.0), (62.5, 4.656854, 6.25), (100.0, 15.0, 16.0), (10.0, 1.0, 1.0)]
        {
            assert_close(after_ack(20.0, f64::INFINITY, srtt_ms).0.window.cwnd, 20.0 + slow_start, 5e-7);
            assert_close(after_ack(20.0, 10.0, srtt_ms).0.window.cwnd, 20.0 + avoidance / 20.0, 1e-12);
        }
    }

    #[test]
    fn slow_start_ends_at_ssthresh_and_every_window_at_the_largest() {
        assert_close(after_ack(20.0, 25.0, 100.0).0.window.cwnd, 25.0, 0.0);
        assert_close(after_ack(20.0, f64::INFINITY, 600.0).0.window.cwnd, 65_535.0, 0.0);
        assert_close(after_ack(70_000.0, 10.0, 100.0).0.window.cwnd, 70_000.0, 0.0);
    }

    #[test] // a queue lengthens the smoothed RTT: rho stays 2, and falls to 1.6 with 40 ms
    fn only_a_smaller_rtt_changes_the_factor() {
        let (mut bench, mut hybla) = after_ack(20.0, 10.0, 50.0);
        assert_eq!(bench.decided().unwrap(), ("hybla.factor", &[50.0, 25.0, 2.0][..]));
        for (srtt_ms, rho, times) in [(90.0, 2.0, 1), (40.0, 1.6, 2)] {
            bench.srtt = Some(Span::from_ms(srtt_ms));
            bench.ack(&mut hybla, 1.0);
            assert_eq!((bench.said(&RHO), bench.count(&RHO)), (Some(rho), times));
        }
        hybla.set(0, &Value::Number(20.0), &mut bench.cx());
        assert_eq!(bench.said(&RHO), Some(2.0));
    }

    #[test]
    fn reno_without_a_sample_and_in_disorder() {
        let (mut bench, mut hybla) = (Bench::new(20.0, 10.0), Hybla::new(&SECTION.defaults(None)));
        bench.srtt = None;
        bench.ack(&mut hybla, 1.0);
        assert_close(bench.window.cwnd, 20.05, 1e-12);
        (bench.srtt, bench.open) = (Some(Span::from_ms(50.0)), false);
        bench.window.cwnd = 20.0;
        bench.ack(&mut hybla, 1.0);
        assert_close(bench.window.cwnd, 20.05, 1e-12);
        bench.window.cwnd = 20.0;
        assert_close(bench.lose(&mut hybla), 10.0, 0.0);
    }
}
