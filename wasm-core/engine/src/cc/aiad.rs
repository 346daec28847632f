//! AIAD, additive increase and additive decrease: the window gains the same few packets per RTT and gives up the same few
//! at a loss, whatever its size. It is the binomial law with k = l = 0.
//!
//! Not here: what it shares with its family, ns-2's ways among it (`binomial.rs`).
//!
//! # Equations
//!
//! ```tex
//! % each RTT | INFOCOM 2001, section 2
//! w \leftarrow w + \alpha
//! % loss event | INFOCOM 2001, section 2
//! w \leftarrow w - \beta
//! % two flows that find each loss together | Chiu and Jain 1989
//! w_1 - w_2 \leftarrow w_1 - w_2
//! ```
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: α more packets per RTT
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
//! - Two AIAD flows, the second 15 s later: a minute and more after it came, the first still has more than four times as much. With AIMD in place
//!   of both they are even before half a minute has passed.
//! - A loss takes 5 packets of a window of 60: the queue hardly ever empties, and the link is always busy.
//!
//! ```run
//! duration_s = 100
//! bottleneck.queue.limit_packets = 34
//! flows.0.send_jitter_ms = 1.2
//! flows.1.name = "aiad-2"
//! flows.1.algorithm.kind = "aiad"
//! flows.1.send_jitter_ms = 1.2
//! ```

use super::binomial::{self, Binomial};
use crate::observe::Rule;
use crate::params::{Group, Section, Value};

crate::params! {
    /// AIAD's parameters.
    pub struct Settings {
        /// Growth (α): increase per RTT.
        alpha: f64 = above(1.0, 0.0, 100.0).unit("packets per RTT").log().live().slider(0.1, 10.0, &[0.1, 1.0, 10.0]), "RFC 5681: 1";
        /// Decrease (β): packets removed at a loss.
        beta: f64 = above(5.0, 0.0, 1000.0).unit("packets").log().live().slider(1.0, 50.0, &[1.0, 5.0, 50.0]).on_card(), "choice";
        /// The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever β is.
        first_loss_halves: bool = switch(true).live(), "ns-2, tcp.cc";
    }
}

/// Settings of AIAD as scenario and screen know them.
pub static SECTION: Section = Section::new("aiad", "AIAD", Settings::PARAMS)
    .group(Group::LossBased)
    .about(
        "Grows by the same few packets per RTT and removes the same few at every loss.",
        "D.-M. Chiu, R. Jain, Analysis of the Increase and Decrease Algorithms for Congestion Avoidance in Computer Networks, 1989",
    )
    .signals(&[&super::htcp::ALPHA])
    .fills_queue()
    .rules(&[&GIVE_UP, &HALVE, &TIMEOUT]);

static GIVE_UP: Rule = binomial::give_up("aiad.give_up");
static HALVE: Rule = binomial::halve("aiad.halve");
static TIMEOUT: Rule = binomial::timeout("aiad.timeout");

/// State of AIAD.
pub type Aiad = Binomial<Settings>;

binomial::member!(Settings, Zero, Zero, |settings: &Settings| settings.alpha);

#[cfg(test)]
mod tests {
    use super::super::binomial::testing::{after_round, settled};
    use super::super::testing::{Bench, assert_close};
    use super::*;

    #[test] // alpha = 1, beta = 5, w = 20: 21 after a round, 15 after a loss
    fn growth_and_decrease() {
        let mut aiad: Aiad = settled(&SECTION, &[]);
        assert_close(after_round(&mut aiad, 20.0), 21.0, 1e-12);
        assert_close(Bench::new(20.0, 10.0).lose(&mut aiad), 15.0, 1e-12);
    }

    #[test] // 3 - 5 would be below one packet
    fn one_packet_is_the_floor() {
        let mut aiad: Aiad = settled(&SECTION, &[]);
        let mut bench = Bench::new(3.0, 1.0);
        bench.lose(&mut aiad);
        assert_close(bench.window.cwnd, 1.0, 0.0);
    }
}
