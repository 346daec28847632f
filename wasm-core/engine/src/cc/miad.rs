//! MIAD, multiplicative increase and additive decrease: growth is a share of the window, and a loss costs the same few
//! packets at any window. It is the binomial law with k = -1, l = 0.
//!
//! Not here: what it shares with its family, ns-2's ways among it (`binomial.rs`).
//!
//! # Equations
//!
//! ```tex
//! % each RTT | INFOCOM 2001, section 2
//! w \leftarrow w + \alpha\, w
//! % loss event | INFOCOM 2001, section 2
//! w \leftarrow w - \beta
//! % two flows that find each loss together | Chiu and Jain 1989
//! \frac{w_1}{w_2} \leftarrow \frac{w_1 - \beta}{w_2 - \beta}
//! ```
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: α w more packets per RTT
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
//! - Increase and decrease are those of the binomial paper. Chiu and Jain have one controller for all users, who learn together and
//!   at once whether the resource is overloaded; here each flow learns it from its own losses.
//! - The first loss, a loss in slow start, and the first loss after a timeout halve the window, as in ns-2
//!   (`first_loss_halves`).
//!
//! # Look for
//!
//! - Two MIAD flows, the second 15 s later: it gets about a twentieth of the link. The lead of the first grows by itself in each RTT,
//!   and a loss takes the same from both.
//! - The queue is full nearly all of the time: growth fills at once what a loss has freed.
//!
//! ```run
//! duration_s = 100
//! bottleneck.queue.limit_packets = 34
//! flows.0.send_jitter_ms = 1.2
//! flows.1.name = "miad-2"
//! flows.1.algorithm.kind = "miad"
//! flows.1.send_jitter_ms = 1.2
//! ```

use super::binomial::{self, Binomial};
use crate::observe::Rule;
use crate::params::{Group, Section, Value};

crate::params! {
    /// MIAD's parameters.
    pub struct Settings {
        /// Growth (α): share of the window gained per RTT.
        alpha: f64 = above(0.05, 0.0, 1.0).unit("of w per RTT").log().live().slider(0.01, 1.0, &[0.01, 0.1, 1.0]), "choice";
        /// Decrease (β): packets removed at a loss.
        beta: f64 = above(5.0, 0.0, 1000.0).unit("packets").log().live().slider(1.0, 50.0, &[1.0, 5.0, 50.0]).on_card(), "choice";
        /// The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever β is.
        first_loss_halves: bool = switch(true).live(), "ns-2, tcp.cc";
    }
}

/// Settings of MIAD as scenario and screen know them.
pub static SECTION: Section = Section::new("miad", "MIAD", Settings::PARAMS)
    .group(Group::LossBased)
    .about(
        "Grows by a share of its window and removes the same few packets at every loss.",
        "D.-M. Chiu, R. Jain, Analysis of the Increase and Decrease Algorithms for Congestion Avoidance in Computer Networks, 1989",
    )
    .signals(&[&super::htcp::ALPHA])
    .fills_queue()
    .rules(&[&GIVE_UP, &HALVE, &TIMEOUT]);

static GIVE_UP: Rule = binomial::give_up("miad.give_up");
static HALVE: Rule = binomial::halve("miad.halve");
static TIMEOUT: Rule = binomial::timeout("miad.timeout");

/// State of MIAD.
pub type Miad = Binomial<Settings>;

binomial::member!(Settings, MinusOne, Zero, |settings: &Settings| settings.alpha);

#[cfg(test)]
mod tests {
    use super::super::binomial::testing::{after_round, settled};
    use super::super::testing::{Bench, assert_close};
    use super::*;

    #[test] // alpha = 0.05, beta = 5, w = 20: 21 after a round, 15 after a loss
    fn growth_and_decrease() {
        let mut miad: Miad = settled(&SECTION, &[]);
        assert_close(after_round(&mut miad, 20.0), 21.0, 1e-12);
        assert_close(Bench::new(20.0, 10.0).lose(&mut miad), 15.0, 1e-12);
    }

    #[test] // a loss puts the smaller one further behind: 10 and 20 are 5 and 15 after it
    fn a_loss_widens_a_ratio() {
        let mut miad: Miad = settled(&SECTION, &[]);
        assert_close(Bench::new(20.0, 5.0).lose(&mut miad) / Bench::new(10.0, 5.0).lose(&mut miad), 3.0, 1e-12);
    }
}
