//! MIMD, multiplicative increase and multiplicative decrease: growth and decrease are shares of the window. It is the
//! binomial law with k = -1, l = 1.
//!
//! Not here: what it shares with its family, ns-2's ways among it (`binomial.rs`).
//!
//! # Equations
//!
//! ```tex
//! % each RTT | INFOCOM 2001, section 2
//! w \leftarrow w + \alpha\, w
//! % loss event | INFOCOM 2001, section 2
//! w \leftarrow (1 - \beta)\, w
//! % two flows that find each loss together | Chiu and Jain 1989
//! \frac{w_1}{w_2} \leftarrow \frac{w_1}{w_2}
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
//! Congestion avoidance -> Fast recovery: loss, (1 - β) w is left
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
//! - Scalable TCP is of this kind: a hundredth of a packet for each ACK, and an eighth of the window at a loss.
//!
//! # Look for
//!
//! - Two MIMD flows, the second 15 s later: a minute and more after it came, the first still has about twice as much. With AIMD in place of both
//!   they are even before half a minute has passed.
//! - The larger a window, the more packets it gains in an RTT: drops come in bursts when the queue is full.
//!
//! ```run
//! duration_s = 100
//! bottleneck.queue.limit_packets = 34
//! flows.0.send_jitter_ms = 1.2
//! flows.1.name = "mimd-2"
//! flows.1.algorithm.kind = "mimd"
//! flows.1.send_jitter_ms = 1.2
//! ```

use super::binomial::{self, Binomial};
use crate::observe::Rule;
use crate::params::{Group, Section, Value};

crate::params! {
    /// MIMD's parameters.
    pub struct Settings {
        /// Growth (α): share of the window gained per RTT.
        alpha: f64 = above(0.05, 0.0, 1.0).unit("of w per RTT").log().live().slider(0.01, 1.0, &[0.01, 0.1, 1.0]), "choice";
        /// Decrease (β): share of the window removed at a loss.
        beta: f64 = number(0.5, 0.001, 1.0).log().live().on_card(), "TCP: 1/2";
        /// The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever β is.
        first_loss_halves: bool = switch(true).live().needs(&[Need::Not("beta", 0.5)]), "ns-2, tcp.cc";
    }
}

/// Settings of MIMD as scenario and screen know them.
pub static SECTION: Section = Section::new("mimd", "MIMD", Settings::PARAMS)
    .group(Group::LossBased)
    .about(
        "Grows by a share of its window and removes a share of it at every loss.",
        "D.-M. Chiu, R. Jain, Analysis of the Increase and Decrease Algorithms for Congestion Avoidance in Computer Networks, 1989",
    )
    .signals(&[&super::htcp::ALPHA])
    .fills_queue()
    .rules(&[&GIVE_UP, &HALVE, &TIMEOUT]);

static GIVE_UP: Rule = binomial::give_up("mimd.give_up");
static HALVE: Rule = binomial::halve("mimd.halve");
static TIMEOUT: Rule = binomial::timeout("mimd.timeout");

/// State of MIMD.
pub type Mimd = Binomial<Settings>;

binomial::member!(Settings, MinusOne, One, |settings: &Settings| settings.alpha);

#[cfg(test)]
mod tests {
    use super::super::binomial::testing::{after_round, settled};
    use super::super::testing::{Bench, assert_close};
    use super::*;

    #[test] // alpha = 0.05, beta = 0.5, w = 20: 21 after a round, 10 after a loss
    fn growth_and_decrease() {
        let mut mimd: Mimd = settled(&SECTION, &[]);
        assert_close(after_round(&mut mimd, 20.0), 21.0, 1e-12);
        assert_close(Bench::new(20.0, 10.0).lose(&mut mimd), 10.0, 1e-12);
    }

    #[test] // what one has more than the other stays in proportion: 10 and 40 are 1 : 4 after a round and after a loss
    fn a_ratio_stays() {
        let mut mimd: Mimd = settled(&SECTION, &[("alpha", 0.1), ("beta", 0.25)]);
        assert_close(after_round(&mut mimd, 40.0) / after_round(&mut mimd, 10.0), 4.0, 1e-12);
        assert_close(Bench::new(40.0, 5.0).lose(&mut mimd) / Bench::new(10.0, 5.0).lose(&mut mimd), 4.0, 1e-12);
    }
}
