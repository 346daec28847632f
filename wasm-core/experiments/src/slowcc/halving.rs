//! Responsiveness: how many losses, one a round trip, halve a scheme's rate. The losses cannot be written down beforehand, as
//! each is the first new packet that leaves after the reaction to the one before: they are found one by one, each by a run
//! of its own. Not here: the rate under steady loss.

use super::bed::RTT_S;
use super::lossy::periodic;
use super::schemes::{Family, Scheme};
use crate::row::Row;
use crate::run::Run;
use sawtooth_engine::formulas::Padhye;
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::smoothness::responsiveness;
use std::ptr;

/// Packets in a round trip when the losses begin.
const FROM_PACKETS: f64 = 20.0;
/// As many losses as are looked at.
const LOSSES: usize = 10;
/// The packet whose loss ends slow start, well below `FROM_PACKETS` once the window is halved.
const FIRST_GAP: f64 = 30.0;
/// Equal intervals that TFRC is given before, more than it remembers.
const REMEMBERED: usize = 12;
/// A gap that no run comes to the end of.
const NEVER: f64 = 1e9;
/// The timeout of TFRC's equation: three ticks of ns-2's clock of 100 ms on any path as short as this, in seconds.
const TFRC_TIMEOUT_S: f64 = 0.3;
/// Signal of TFRC's sender at each feedback.
const FEEDBACK: &str = "tfrc_loss_event_rate";

/// The gaps before the losses that count: a start into a steady state near 20 packets in a round trip.
pub fn start(scheme: Scheme) -> Vec<f64> {
    if scheme.family == Family::Tfrc {
        let equation = Padhye { rto_s: TFRC_TIMEOUT_S, ..Padhye::of(RTT_S) };
        let interval = 1.0 / equation.loss_event_rate(FROM_PACKETS / RTT_S);
        return vec![interval.round(); REMEMBERED];
    }
    vec![FIRST_GAP]
}

/// With nothing more lost after them.
pub fn ended(mut gaps: Vec<f64>) -> Vec<f64> {
    gaps.push(NEVER);
    gaps
}

/// Events of a run: new packets and all packets, losses, reactions, the level of window or rate.
#[derive(Default)]
struct Course {
    arrived: u64,
    /// Of each packet that is sent for the first time: its number among all, and its instant.
    new: Vec<(u64, f64)>,
    repeated: Vec<f64>,
    lost_s: Vec<f64>,
    cuts_s: Vec<f64>,
    feedback_s: Vec<f64>,
    /// Window, or rate in packets a round trip.
    level: Vec<(f64, f64)>,
}

impl Observer for Course {
    const INTERESTS: Interests = Interests::these(&[
        &signals::ARRIVE,
        &signals::DROP_RANDOM,
        &signals::RETRANSMIT,
        &signals::WINDOW_CUT,
        &signals::CWND,
        &signals::RATE_PACKETS,
    ])
    .and(Interests::OTHERS);

    fn signal(&mut self, at: Time, _: Source, signal: &'static Signal, value: f64) {
        let at = at.seconds();
        if ptr::eq(signal, &signals::ARRIVE) {
            self.arrived += 1;
            // A segment that is sent again arrives at the bottleneck in the instant in which it is sent.
            if self.repeated.last() == Some(&at) {
                self.repeated.pop();
            } else {
                self.new.push((self.arrived, at));
            }
        } else if ptr::eq(signal, &signals::DROP_RANDOM) {
            self.lost_s.push(at);
        } else if ptr::eq(signal, &signals::RETRANSMIT) {
            self.repeated.push(at);
        } else if ptr::eq(signal, &signals::WINDOW_CUT) {
            self.cuts_s.push(at);
        } else if ptr::eq(signal, &signals::CWND) || ptr::eq(signal, &signals::RATE_PACKETS) {
            self.level.push((at, value));
        } else if signal.name == FEEDBACK {
            self.feedback_s.push(at);
        }
    }
}

impl Course {
    /// The reaction to a loss: a cut; TFRC's is the feedback that tells of it, as a loss at an interval like all others
    /// need not lower its rate.
    fn reaction_s(&self, loss: usize) -> Option<f64> {
        let lost_s = *self.lost_s.get(loss)?;
        if self.feedback_s.is_empty() {
            return self.cuts_s.iter().copied().find(|at| *at > lost_s);
        }
        // As in ns-2 the next packet shows the loss, and is answered at once: a round trip after it the sender knows.
        let shown_s = self.new.iter().map(|(_, at)| *at).find(|at| *at > lost_s)? + RTT_S;
        self.feedback_s.iter().copied().find(|at| *at >= shown_s)
    }

    /// The level before an instant, and after all of its events.
    fn level(&self, at_s: f64) -> Option<(f64, f64)> {
        let before = self.level.iter().rev().find(|(at, _)| *at < at_s)?.1;
        let after = self.level.iter().rev().find(|(at, _)| *at <= at_s)?.1;
        Some((before, after))
    }

    /// The first new packet that leaves after an instant: its number among all.
    fn next(&self, after_s: f64) -> Option<u64> {
        self.new.iter().find(|(_, at)| *at > after_s).map(|(number, _)| *number)
    }
}

/// Measures of a run, in order.
pub const NAMES: &[&str] = &["responsiveness_rtts", "before_packets", "after_packets", "gaps_packets"];

/// Finds the losses and counts those that halve the rate.
pub fn measure(run: &Run, scheme: Scheme) -> Row {
    let mut gaps = start(scheme);
    let first = if scheme.family == Family::Tfrc { REMEMBERED - 1 } else { gaps.len() };
    let mut after = Vec::new();
    let mut before = None;
    while after.len() < LOSSES {
        let course = course(run, &gaps);
        let series = gaps.len() > first;
        let reaction = gaps.len().checked_sub(1).and_then(|loss| course.reaction_s(loss)).filter(|_| series);
        if let Some((from, to)) = reaction.and_then(|at| course.level(at)) {
            before.get_or_insert(from);
            after.push(to);
        } else if series {
            break;
        }
        let number = match reaction {
            Some(at_s) => course.next(at_s),
            // The loss whose reaction comes when 20 packets are reached.
            None => {
                let cut_s = course.cuts_s.first().copied().unwrap_or(f64::INFINITY);
                let there = course.level.iter().find(|(at, level)| *at > cut_s && *level >= FROM_PACKETS);
                there.and_then(|(at, _)| course.next(at - RTT_S * (1.0 + 3.0 / FROM_PACKETS)))
            }
        };
        let gap = number.map_or(0.0, |number| number as f64 - gaps.iter().sum::<f64>());
        if gap < 1.0 {
            break; // nothing new left any more: the window is down to what has to be repeated
        }
        gaps.push(gap);
    }
    let halved = before.and_then(|before| responsiveness(before, &after));
    Row::new()
        .number("responsiveness_rtts", halved.map(|losses| losses as f64))
        .number("before_packets", before)
        .list("after_packets", after)
        .list("gaps_packets", gaps)
}

fn course(run: &Run, gaps: &[f64]) -> Course {
    let scenario = run.variant(|document| {
        let mut bottleneck = document.get("bottleneck").cloned().unwrap_or(sawtooth_scenario::Json::Null);
        bottleneck.set("loss", periodic(&ended(gaps.to_vec())));
        document.set("bottleneck", bottleneck);
    });
    let mut course = Course::default();
    run.advance(&mut Simulation::new(&scenario), scenario.duration, &mut course);
    course
}

#[cfg(test)]
mod tests {
    use super::super::schemes::TFRC;
    use super::*;

    /// 1 / (√(2p/3) + 6 · 3 √(3p/8) p (1 + 32 p²)) is 20 at p = 1/291.9: t_RTO is 0.3 s, six RTTs. With four it were 283.9.
    #[test]
    fn tfrc_begins_where_its_own_equation_gives_twenty_packets() {
        assert_eq!(start(TFRC), [292.0; REMEMBERED]);
    }
}
