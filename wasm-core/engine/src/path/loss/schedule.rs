//! Scheduled loss: phases follow each other in time, and in each phase every n-th arriving packet is lost.
//!
//! # Equations
//!
//! ```tex
//! % loss rate in phase i |
//! p_i = \begin{cases} \dfrac{1}{n_i} & n_i > 0 \\ 0 & n_i = 0 \end{cases}
//! ```
//!
//! # Choices
//!
//! - The count restarts with each phase, and the first phase follows the last. Time runs from 0 s, also for a model
//!   that is set later. A packet that arrives exactly at the end of a phase belongs to the next. The data packets of
//!   all streams are counted together, and nothing is random.
//! - The default is the more bursty pattern of the SlowCC paper, section 4.3.
//!
//! # Look for
//!
//! - A second of heavy loss every seven: how long does recovery take?

use super::{Arrival, LossModel};
use crate::params::{List, Need, Section, Value};
use crate::units::{Span, Time};

crate::params! {
    /// One phase of the schedule.
    pub struct Phase {
        /// Length of the phase.
        duration_s: f64 = number(1.0, 1e-6, 1e7).unit("s").required(), "choice";
        /// Every n-th arriving packet is lost; 0: none.
        every: u64 = whole(0.0, 0.0, 1e9).unit("packets").required(), "choice";
    }
}

loss_params! {
    /// Settings of loss by a schedule.
    pub struct Settings {
        /// The phases in order; the list repeats.
        phases: List = list(&[6.0, 200.0, 1.0, 4.0], Phase::PARAMS), "SIGCOMM 2001, section 4.3: 6 s of 1/200, 1 s of 1/4";
    }
    loses: &[]
}

/// Settings of loss by a schedule as scenario and screen know them.
pub static SECTION: Section = Section::new("schedule", "schedule", Settings::PARAMS).needs(&[Need::OwnData]).about(
    "Loses every n-th packet, with its own n in each phase of time.",
    "D. Bansal et al., SIGCOMM 2001, section 4.3",
);

/// Loss by a schedule.
#[derive(Clone, Debug)]
pub struct Schedule {
    settings: Settings,
    /// The phase of the last arrival, and when it ends.
    place: usize,
    ends: Time,
    /// Packets in this phase since its beginning or its last loss.
    count: u64,
}

impl Schedule {
    /// At 0 s.
    pub fn new(values: &[Value]) -> Schedule {
        let mut schedule = Schedule { settings: Settings::read(values), place: 0, ends: Time::ZERO, count: 0 };
        schedule.ends = Time::ZERO + schedule.duration(0);
        schedule
    }

    fn duration(&self, place: usize) -> Span {
        Span::from_seconds(self.settings.phases[2 * place])
    }

    fn every(&self) -> f64 {
        self.settings.phases[2 * self.place + 1]
    }

    /// Goes on to the phase of `now`.
    fn follow(&mut self, now: Time) {
        if now < self.ends {
            return;
        }
        let phases = self.settings.phases.len() / 2;
        let cycle: u64 = (0..phases).map(|place| self.duration(place).0).sum();
        self.ends += Span(now.since(self.ends).0 / cycle * cycle);
        while now >= self.ends {
            self.place = (self.place + 1) % phases;
            self.ends += self.duration(self.place);
        }
        self.count = 0;
    }
}

impl LossModel for Schedule {
    fn loses(&mut self, arrival: &Arrival) -> bool {
        self.follow(arrival.now);
        self.count += 1;
        let lost = self.count as f64 == self.every();
        if lost {
            self.count = 0;
        }
        lost
    }

    fn loses_handshake(&mut self, _arrival: &Arrival) -> bool {
        false
    }

    /// Another schedule is followed as if it had stood from 0 s.
    fn configure(&mut self, values: &[Value]) {
        *self = Schedule::new(values);
    }

    /// The share of packets that are lost in the phase of the last arrival.
    fn probability(&self) -> f64 {
        if self.every() > 0.0 { 1.0 / self.every() } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::arrival;
    use super::*;
    use crate::params::Choice;

    fn lost(phases: &'static [f64], arrivals_s: impl IntoIterator<Item = f64>) -> Vec<f64> {
        let phases = Value::List(List::Fixed(phases));
        let mut model = Schedule::new(&Choice::of(&SECTION).with("phases", phases).values);
        let mut loses = |at_s: &f64| model.loses(&Arrival { now: Time::from_seconds(*at_s), ..arrival(0, 0) });
        arrivals_s.into_iter().filter(|at_s| loses(at_s)).collect()
    }

    /// A packet each 0.25 s; two seconds of every third, one second without loss, then from the beginning: the count restarts
    /// at 0, 3 and 6 s, though one packet had been counted since the last loss.
    #[test]
    fn each_phase_counts_anew_and_all_repeat() {
        let found = lost(&[2.0, 3.0, 1.0, 0.0], (0..30).map(|n| f64::from(n) * 0.25));
        assert_eq!(found, [0.5, 1.25, 3.5, 4.25, 6.5, 7.25]);
        // One phase alone: its count restarts with each repetition.
        assert_eq!(lost(&[1.0, 3.0], (0..9).map(|n| f64::from(n) * 0.25)), [0.5, 1.5]);
    }

    /// After a silence, or set in the middle of a run: the phase is that of the time since 0 s. 1 000 005.5 s are 142 857
    /// cycles of 7 s and 6.5 s.
    #[test]
    fn time_runs_from_zero() {
        let found = lost(&[6.0, 200.0, 1.0, 2.0], [1_000_005.4, 1_000_005.5, 1_000_005.6, 1_000_006.1, 1_000_006.2]);
        assert_eq!(found, [1_000_005.5]);
        let phases = Value::List(List::Fixed(&[6.0, 200.0, 1.0, 2.0]));
        let mut model = Schedule::new(&Choice::of(&SECTION).with("phases", phases).values);
        model.loses(&Arrival { now: Time::from_seconds(6.0), ..arrival(0, 0) });
        assert_eq!(model.probability(), 0.5);
    }
}
