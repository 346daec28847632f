//! IIAD, inverse increase and additive decrease: the larger the window, the more slowly it grows, and a loss costs
//! the same few packets at any window. It is the binomial law with k = 1, l = 0.
//!
//! Not here: what it shares with its family, ns-2's ways among it (`binomial.rs`).
//!
//! # Equations
//!
//! ```tex
//! % each RTT | INFOCOM 2001, section 4
//! w \leftarrow w + \frac{\alpha}{w}
//! % loss event | INFOCOM 2001, section 4
//! w \leftarrow w - \beta
//! % packets per RTT at loss rate p, for small decreases | INFOCOM 2001, section 2
//! w = \sqrt{\frac{\alpha}{\beta\, p}}
//! ```
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: α/w more packets per RTT
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! Slow start -> Fast recovery: loss, w/2 is left
//! Congestion avoidance -> Fast recovery: loss, w - β is left
//! Fast recovery -> Congestion avoidance: all acknowledged
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - α = 1.5 β gives TCP's rate and is the default unless `alpha` is given; with β = 2/3 it is 1 (ns-2's test suite
//!   has 0.67 and 1).
//! - The first loss, a loss in slow start, and the first loss after a timeout halve the window, as in ns-2
//!   (`first_loss_halves`).
//!
//! # Look for
//!
//! - Hardly any sawtooth: after the first loss the window stays at the limit and the queue stays full.
//! - The cost: when NewReno joins, a loss costs IIAD less than a packet, and the queue stays full meanwhile.

use super::binomial::{self, Binomial};
use crate::observe::Rule;
use crate::params::{Group, Section, Value};

crate::params! {
    /// IIAD's parameters.
    pub struct Settings {
        /// Number of packets given up at a loss (β).
        beta: f64 = above(2.0 / 3.0, 0.0, 100.0).unit("packets").log().live(), "ns-2's test suite: 0.67";
        /// Growth factor (α): increase in packets per RTT at a window of 1. If not given: 1.5 β, which gives TCP's
        /// rate.
        alpha: Option<f64> = above(1.0, 0.0, 100.0).log().live().absent(), "equal response functions: alpha = 1.5 beta";
        /// The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever β is.
        first_loss_halves: bool = switch(true).live(), "ns-2, tcp.cc";
    }
}

/// Settings of IIAD as scenario and screen know them.
pub static SECTION: Section = Section::new("iiad", "IIAD", Settings::PARAMS)
    .group(Group::SlowlyResponsive)
    .about(
        "Grows inversely to its window and removes the same few packets at every loss.",
        "D. Bansal, H. Balakrishnan, Binomial Congestion Control Algorithms, INFOCOM 2001",
    )
    .signals(&[&super::htcp::ALPHA])
    .fills_queue()
    .rules(&[&GIVE_UP, &HALVE, &TIMEOUT]);

static GIVE_UP: Rule = binomial::give_up("iiad.give_up");
static HALVE: Rule = binomial::halve("iiad.halve");
static TIMEOUT: Rule = binomial::timeout("iiad.timeout");

/// State of IIAD.
pub type Iiad = Binomial<Settings>;

binomial::member!(Settings, One, Zero);

#[cfg(test)]
mod tests {
    use super::super::binomial::testing::{after_round, settled};
    use super::super::testing::{Bench, assert_close};
    use super::*;

    #[test] // alpha = 1, beta = 2/3, w = 10: 0.1 more after a round, 9.333 after a loss
    fn growth_and_decrease() {
        for given in [&[("alpha", 1.0), ("beta", 2.0 / 3.0)][..], &[]] {
            let mut iiad: Iiad = settled(&SECTION, given);
            assert_close(after_round(&mut iiad, 10.0), 10.1, 1e-12);
            assert_close(Bench::new(10.0, 5.0).lose(&mut iiad), 9.333333, 5e-7);
        }
    }

    #[test] // 1.5 - 2/3 would be below one packet
    fn one_packet_is_the_floor() {
        let mut iiad: Iiad = settled(&SECTION, &[]);
        let mut bench = Bench::new(1.5, 1.0);
        bench.lose(&mut iiad);
        assert_close(bench.window.cwnd, 1.0, 0.0);
    }
}
