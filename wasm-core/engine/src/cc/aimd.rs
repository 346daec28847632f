//! AIMD(b), called TCP(b) when it has TCP's slow start and timeouts: at a loss it removes a chosen share b of its
//! window, and the smaller b is, the more slowly it grows. It is the binomial law with k = 0, l = 1.
//!
//! Not here: what it shares with its family, ns-2's ways among it (`binomial.rs`).
//!
//! # Equations
//!
//! ```tex
//! % each RTT |
//! w \leftarrow w + a
//! % loss event |
//! w \leftarrow (1 - b)\, w
//! % slowcc: equal rates by Padhye's equation, including timeouts | SIGCOMM 2001, section 3
//! a = \frac{4\,(2b - b^2)}{3}
//! % deterministic: equal rates by the sawtooth alone |
//! a = \frac{3b}{2 - b}
//! % packets per RTT at loss rate p, without timeouts |
//! w = \sqrt{\frac{a\,(2 - b)}{2\,b\,p}}
//! ```
//!
//! $b = 1/2$ is standard TCP with both relations. With `slowcc` and $b = 1/8$, the last equation gives 1.25 times
//! TCP's rate. $b = 1$ leaves one packet.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Congestion avoidance: a more packets per RTT
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Congestion avoidance: w reaches ssthresh
//! Slow start -> Fast recovery: loss, w/2 is left
//! Congestion avoidance -> Fast recovery: loss, (1 - b) w is left
//! Fast recovery -> Congestion avoidance: all acknowledged
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - The relation of the SlowCC paper, which is that of Yang and Lam (ICNP 2000), is the default; `deterministic` is
//!   the other one. They agree only at b = 1/2. `a` may be given instead of a relation.
//! - As in ns-2, which the SlowCC paper used, three losses halve the window whatever b is: the first loss, a loss in
//!   slow start, and the first loss after a timeout. `first_loss_halves` turns that off.
//!
//! # Look for
//!
//! - A small b gives a shallow sawtooth that rises slowly. This run has b = 1/8; with b = 0.5 it is NewReno.
//! - When NewReno joins, it takes far longer than with b = 1/2 until both have the same share.
//!
//! ```run
//! flows.0.algorithm.b = 0.125
//! ```

use super::binomial::{self, Binomial, Law, Member, Power};
use crate::formulas;
use crate::observe::Rule;
use crate::params::{Group, OneOf, Section, Value};

crate::choices! {
    /// How a follows from b.
    pub enum Relation {
        /// The SlowCC paper's.
        SlowCc = "slowcc",
        /// That of a sawtooth without timeouts.
        Deterministic = "deterministic",
    }
}

crate::params! {
    /// AIMD's parameters.
    pub struct Settings {
        /// Share of the window removed at a loss (b).
        b: f64 = number(0.5, 0.001, 1.0).log().live().on_card(), "SIGCOMM 2001, section 3: 1/2 is standard TCP";
        /// Which formula derives a from b. "slowcc" matches TCP's rate including timeouts, "deterministic" without
        /// them.
        relation: Relation = word("slowcc", Relation::WORDS).live().needs(&[Need::Not("b", 0.5)]), "SIGCOMM 2001, section 3";
        /// Additive increase in packets per RTT (a), instead of a relation.
        a: Option<f64> = above(1.0, 0.0, 100.0).unit("packets per RTT").log().live(), "RFC 5681: 1";
        /// The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever b is.
        first_loss_halves: bool = switch(true).live().needs(&[Need::Not("b", 0.5)]), "ns-2, tcp.cc";
    }
}

/// Settings of AIMD as scenario and screen know them.
pub static SECTION: Section = Section::new("aimd", "AIMD", Settings::PARAMS)
    .group(Group::SlowlyResponsive)
    .about(
        "Removes a chosen share b of its window at a loss; the smaller b, the more slowly it grows.",
        "D. Bansal, H. Balakrishnan, S. Floyd, S. Shenker, Dynamic Behavior of Slowly-Responsive Congestion Control Algorithms, SIGCOMM 2001",
    )
    .one_of(&[OneOf { fields: &["relation", "a"], required: false }])
    .signals(&[&super::htcp::ALPHA])
    .fills_queue()
    .rules(&[&GIVE_UP, &HALVE, &TIMEOUT]);

static GIVE_UP: Rule = binomial::give_up("aimd.give_up");
static HALVE: Rule = binomial::halve("aimd.halve");
static TIMEOUT: Rule = binomial::timeout("aimd.timeout");

/// State of AIMD.
pub type Aimd = Binomial<Settings>;

impl Settings {
    /// Packets gained per RTT.
    fn gain(&self) -> f64 {
        match (self.a, self.relation) {
            (Some(a), _) => a,
            (None, Relation::SlowCc) => formulas::aimd_increase_slowcc(self.b),
            (None, Relation::Deterministic) => formulas::aimd_increase_deterministic(self.b),
        }
    }
}

impl Member for Settings {
    const RULES: binomial::Rules = binomial::Rules { give_up: &GIVE_UP, halve: &HALVE, timeout: &TIMEOUT };

    fn of(values: &[Value]) -> Settings {
        Settings::read(values)
    }
    fn law(&self) -> Law {
        Law { alpha: self.gain(), k: Power::Zero, beta: self.b, l: Power::One }
    }
    fn first_loss_halves(&self) -> bool {
        self.first_loss_halves
    }
    fn change(&mut self, row: usize, value: &Value) {
        if SECTION.params[row].name == "relation" {
            self.a = None;
        }
        self.set(row, value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::binomial::testing::{after_round, settled};
    use super::super::testing::{Bench, assert_close, set};
    use super::super::{Window, htcp::ALPHA};
    use super::*;
    use crate::params::Choice;

    fn aimd(changes: &[(&str, f64)]) -> Aimd {
        settled(&SECTION, changes)
    }

    #[test]
    fn growth_from_the_share_given_up() {
        for (b, slowcc, deterministic) in [
            (1.0 / 2.0, 1.0, 1.0),
            (1.0 / 4.0, 0.583333, 0.428571),
            (1.0 / 8.0, 0.312500, 0.200000),
            (1.0 / 16.0, 0.161458, 0.096774),
            (1.0 / 64.0, 0.041341, 0.023622),
            (1.0 / 256.0, 0.010396, 0.005871),
            (1.0, 4.0 / 3.0, 3.0),
        ] {
            let of = |relation| Settings { b, relation, a: None, first_loss_halves: true }.gain();
            assert_close(of(Relation::SlowCc), slowcc, 5e-7);
            assert_close(of(Relation::Deterministic), deterministic, 5e-7);
        }
    }

    #[test] // TCP(1/8), w = 20: 20.3125 after a round, 17.5 after a loss that is not the first
    fn tcp_of_an_eighth() {
        let mut aimd = aimd(&[("b", 0.125)]);
        assert_close(after_round(&mut aimd, 20.0), 20.3125, 1e-12);
        let mut bench = Bench::new(20.0, 10.0);
        assert_close(bench.lose(&mut aimd), 17.5, 1e-12);
        assert_close(bench.window.cwnd, 17.5, 1e-12);
        assert_close(bench.window.ssthresh, 17.0, 0.0);
        assert_eq!(bench.decided().unwrap().1, [0.125, 20.0, 17.5]);
    }

    #[test] // b = 1/8: half of 20 each time, and 7/8 of it at the loss that follows
    fn the_first_loss_one_in_slow_start_and_one_after_a_timeout_halve() {
        let mut bench = Bench::new(20.0, 10.0);
        let mut aimd = Aimd::new(&Choice::of(&SECTION).with("b", Value::Number(0.125)).values);
        let mut lose = |ssthresh: f64, timeout: bool| {
            if timeout {
                bench.time_out(&mut aimd);
            }
            bench.window = Window { cwnd: 20.0, ssthresh };
            let after = bench.lose(&mut aimd);
            let (rule, numbers) = bench.decided().unwrap();
            (after, rule, numbers[..3].to_vec())
        };
        let given_up = (17.5, "aimd.give_up", vec![0.125, 20.0, 17.5]);
        assert_eq!(lose(10.0, false), (10.0, "aimd.halve", vec![1.0, 0.0, 0.0]));
        assert_eq!(lose(10.0, false), given_up);
        assert_eq!(lose(21.0, false), (10.0, "aimd.halve", vec![0.0, 1.0, 0.0]));
        assert_eq!(lose(10.0, false), given_up);
        assert_eq!(lose(10.0, true), (10.0, "aimd.halve", vec![0.0, 0.0, 1.0]));
        assert_eq!(lose(10.0, false), given_up);
    }

    #[test]
    fn the_first_loss_gives_up_its_share_if_so_chosen() {
        let eighth = Choice::of(&SECTION).with("b", Value::Number(0.125));
        let mut aimd = Aimd::new(&eighth.with("first_loss_halves", Value::Bool(false)).values);
        assert_close(Bench::new(20.0, 30.0).lose(&mut aimd), 17.5, 1e-12);
    }

    #[test] // a loss takes the whole window: 1 packet is left, below TCP's minimum ssthresh of 2
    fn all_given_up_leaves_a_packet() {
        let mut aimd = aimd(&[("b", 1.0)]);
        let mut bench = Bench::new(20.0, 10.0);
        bench.lose(&mut aimd);
        assert_close(bench.window.cwnd, 1.0, 0.0);
    }

    #[test]
    fn a_timeout_halves() {
        let mut aimd = aimd(&[("b", 0.125)]);
        assert_close(Bench::new(21.0, 10.0).time_out(&mut aimd), 10.0, 0.0);
    }

    #[test]
    fn a_relation_takes_the_place_of_a_and_the_other_way_round() {
        let (mut bench, mut aimd) = (Bench::new(20.0, 10.0), aimd(&[("b", 0.25), ("a", 0.41)]));
        set(&mut bench, &mut aimd, 0, Value::Number(0.25));
        assert_eq!(bench.said(&ALPHA), Some(0.41));
        set(&mut bench, &mut aimd, 1, Value::Word("deterministic"));
        assert_close(bench.said(&ALPHA).unwrap(), 0.428571, 5e-7);
        set(&mut bench, &mut aimd, 2, Value::Number(0.5));
        assert_eq!(bench.said(&ALPHA), Some(0.5));
    }
}
