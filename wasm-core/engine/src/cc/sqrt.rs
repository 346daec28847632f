//! SQRT: growth and decrease depend on the square root of the window, so that a loss costs a large window only a
//! small part of itself. It is the binomial law with k = l = 1/2.
//!
//! Not here: what it shares with its family, ns-2's ways among it (`binomial.rs`).
//!
//! # Equations
//!
//! ```tex
//! % each RTT | INFOCOM 2001, section 4
//! w \leftarrow w + \frac{\alpha}{\sqrt{w}}
//! % loss event | INFOCOM 2001, section 4
//! w \leftarrow w - \beta\sqrt{w}
//! % packets per RTT at loss rate p, for small decreases | INFOCOM 2001, section 2
//! w = \sqrt{\frac{\alpha}{\beta\, p}}
//! ```
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: α/√w more packets per RTT
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! Slow start -> Fast recovery: loss, w/2 is left
//! Congestion avoidance -> Fast recovery: loss, w - β√w is left
//! Fast recovery -> Congestion avoidance: all acknowledged
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - SQRT(1/γ) of the SlowCC paper is β = 1/γ; the paper does not give α. We use α = 1.5 β, which gives TCP's rate,
//!   unless `alpha` is given. ns-2's test suite has 1 and 0.67, the same ratio.
//! - The first loss, a loss in slow start, and the first loss after a timeout halve the window, as in ns-2
//!   (`first_loss_halves`).
//!
//! # Look for
//!
//! - The larger the window, the flatter the sawtooth in proportion: compare a link of 10 Mbit/s with one of 100 Mbit/s.

use super::binomial::{self, Binomial};
use crate::observe::Rule;
use crate::params::{Group, Section, Value};

crate::params! {
    /// SQRT's parameters.
    pub struct Settings {
        /// Decrease (β): packets removed at a loss, at a window of 1.
        beta: f64 = above(0.5, 0.0, 100.0).log().live(), "SIGCOMM 2001, section 3: 1/gamma";
        /// Growth factor (α): increase in packets per RTT at a window of 1. If not given: 1.5 β, which gives TCP's
        /// rate.
        alpha: Option<f64> = above(0.75, 0.0, 100.0).log().live().absent(), "equal response functions: alpha = 1.5 beta";
        /// The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever β is.
        first_loss_halves: bool = switch(true).live(), "ns-2, tcp.cc";
    }
}

/// Settings of SQRT as scenario and screen know them.
pub static SECTION: Section = Section::new("sqrt", "SQRT", Settings::PARAMS)
    .group(Group::SlowlyResponsive)
    .about(
        "Grows and shrinks with the square root of its window.",
        "D. Bansal, H. Balakrishnan, Binomial Congestion Control Algorithms, INFOCOM 2001",
    )
    .signals(&[&super::htcp::ALPHA])
    .fills_queue()
    .rules(&[&GIVE_UP, &HALVE, &TIMEOUT]);

static GIVE_UP: Rule = binomial::give_up("sqrt.give_up");
static HALVE: Rule = binomial::halve("sqrt.halve");
static TIMEOUT: Rule = binomial::timeout("sqrt.timeout");

/// State of SQRT.
pub type Sqrt = Binomial<Settings>;

binomial::member!(Settings, Half, Half);

#[cfg(test)]
mod tests {
    use super::super::binomial::testing::{after_round, settled};
    use super::super::testing::{Bench, assert_close};
    use super::*;

    #[test] // alpha = 0.75, beta = 0.5, w = 16: 0.1875 more after a round, 14 after a loss
    fn growth_and_decrease() {
        for given in [&[("alpha", 0.75), ("beta", 0.5)][..], &[]] {
            let mut sqrt: Sqrt = settled(&SECTION, given);
            assert_close(after_round(&mut sqrt, 16.0), 16.1875, 1e-12);
            assert_close(Bench::new(16.0, 8.0).lose(&mut sqrt), 14.0, 1e-12);
        }
    }

    #[test] // SQRT(1/8): alpha = 1.5/8 without being said
    fn growth_follows_beta() {
        let mut sqrt: Sqrt = settled(&SECTION, &[("beta", 0.125)]);
        assert_close(after_round(&mut sqrt, 16.0), 16.0 + 0.1875 / 4.0, 1e-12);
    }

    #[test] // 1 - 0.5 and 1.2 - 2 sqrt(1.2) would be below one packet
    fn one_packet_is_the_floor() {
        for (beta, w) in [(0.5, 1.0), (2.0, 1.2)] {
            let mut sqrt: Sqrt = settled(&SECTION, &[("beta", beta)]);
            let mut bench = Bench::new(w, 1.0);
            bench.lose(&mut sqrt);
            assert_close(bench.window.cwnd, 1.0, 0.0);
        }
    }
}
