//! MulTCP behaves like N Reno flows at once: it grows by N packets per RTT, and a loss halves only one of its N parts.
//!
//! Not here: loss recovery, the timeout itself (`tcp/`).
//!
//! # Equations
//!
//! ```tex
//! % each acknowledged packet | CCR 28(3), 1998, section 3
//! w \leftarrow w + \frac{N}{w}
//! % loss event | CCR 28(3), 1998, section 3
//! w \leftarrow \left(1 - \frac{1}{2N}\right) w
//! ```
//!
//! # States
//!
//! ```states
//! Slow start: one packet per acknowledged packet
//! Congestion avoidance: N packets per RTT
//! Fast recovery: repairs, does not grow
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! any -> Fast recovery: loss, 1 - 1/(2N) of the window is left
//! Fast recovery -> Congestion avoidance: all acknowledged
//! any -> Slow start: timeout
//! ```
//!
//! # Choices
//!
//! - The paper's slow start grows faster, too; here it is standard TCP's, and `flows_emulated` is {flows_emulated}.
//!
//! # Look for
//!
//! - Window: steeper and shallower sawtooth cycles than NewReno's.

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Loss};
use crate::observe::{Inference, Outcome, Rule};
use crate::params::{Group, Section, Value};

crate::params! {
    /// MulTCP's parameters.
    pub struct Settings {
        /// Number of Reno flows as which it behaves (N).
        flows_emulated: f64 = number(2.0, 1.0, 100.0).live().on_card(), "CCR 28(3), 1998, section 3";
    }
}

/// Section of MulTCP in scenarios and on the screen.
pub static SECTION: Section = Section::new("multcp", "MulTCP", Settings::PARAMS)
    .about(
        "Grows and shrinks like several Reno flows at once.",
        "J. Crowcroft, P. Oechslin, Differentiated End-to-End Internet Services using a Weighted Proportional Fair Sharing TCP, ACM SIGCOMM CCR 28(3), 1998",
    )
    .group(Group::LossBased)
    .fills_queue()
    .rules(&[&DECREASE]);

static DECREASE: Rule = Rule {
    key: "multcp.decrease",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["n", "before", "after"],
};

/// State of MulTCP.
#[derive(Clone, Debug)]
pub struct Multcp {
    settings: Settings,
    growth: RenoGrowth,
}

impl Multcp {
    /// A flow's algorithm with these settings.
    pub fn new(values: &[Value]) -> Multcp {
        Multcp { settings: Settings::read(values), growth: RenoGrowth::default() }
    }
}

impl CongestionControl for Multcp {
    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if !ack.cwnd_limited {
            return;
        }
        cx.window.cwnd += if cx.in_slow_start() {
            RenoGrowth::slow_start(ack, cx)
        } else {
            self.settings.flows_emulated * self.growth.congestion_avoidance(ack, cx)
        };
    }

    fn ssthresh_on_loss(&mut self, _loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        let (before, n) = (cx.window.cwnd, self.settings.flows_emulated);
        let after = (1.0 - 1.0 / (2.0 * n)) * before; // the sender applies the floor
        cx.decide(&DECREASE, &[n, before, after]);
        after
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, assert_close};
    use super::*;

    /// At w = 230 an ACK adds 2/230 packets; a loss removes a quarter of 230.
    #[test]
    fn two_flows_in_one() {
        let mut bench = Bench::new(230.0, 10.0);
        let mut multcp = Multcp::new(&SECTION.defaults(None));
        bench.ack(&mut multcp, 1.0);
        assert_close(bench.window.cwnd, 230.0 + 2.0 / 230.0, 1e-9);
        bench.window.cwnd = 230.0;
        assert_close(bench.lose(&mut multcp), 172.5, 1e-9);
        assert_eq!(bench.decided(), Some(("multcp.decrease", &[2.0, 230.0, 172.5][..])));
    }
}
