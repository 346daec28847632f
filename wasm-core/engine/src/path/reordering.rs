//! Reordering after the link, within one flow: at random a packet is held until a given number of its followers have passed, or
//! for one base RTT (contract 1.1). Held packets are released in their order of arrival. Not here: the delay that follows,
//! and the timers.

use std::collections::VecDeque;

use crate::params::{Choice, Section, Value};
use crate::random::Draw;
use crate::units::Time;

/// Reordering at random.
pub mod bernoulli {
    use crate::params::Section;

    crate::params! {
        /// Settings of reordering at random.
        pub struct Settings {
            /// Probability that a packet is delayed and overtaken.
            probability: f64 = number(0.0, 0.0, 1.0).log().live(), "choice";
            /// Number of later packets of the flow that overtake it. Three or more trigger a fast retransmit.
            depth_packets: u64 = whole(3.0, 1.0, 1e6).unit("packets").live().needs(&[Need::Above("probability", 0.0)]), "RFC 5681, section 3.2: three duplicates";
        }
    }

    /// Settings of reordering as scenario and screen know them.
    pub static SECTION: Section = Section::new("bernoulli", "Bernoulli", Settings::PARAMS)
        .about("Holds packets at random until a number of later packets have overtaken them.", "choice");
}

/// Every model of reordering that a scenario may name, the default first.
pub static MODELS: &[&Section] = &[&bernoulli::SECTION];

/// Which packets are held, and how long.
#[derive(Clone, Debug)]
pub struct Reordering {
    choice: Choice,
    settings: bernoulli::Settings,
}

impl Reordering {
    /// As a scenario has it.
    pub fn new(choice: &Choice) -> Reordering {
        Reordering { choice: choice.clone(), settings: bernoulli::Settings::read(&choice.values) }
    }
    /// A parameter changes, from the next packet on.
    pub fn set(&mut self, row: usize, value: &Value) {
        self.choice.set(row, value.clone());
        self.settings = bernoulli::Settings::read(&self.choice.values);
    }
    /// Whether the packet with this random draw (the stream's n-th to leave the link) is held.
    pub fn holds(&self, draw: Draw) -> bool {
        self.settings.probability > 0.0 && draw.uniform() < self.settings.probability
    }
    /// So many of its followers pass a packet that is held.
    pub fn depth_packets(&self) -> u64 {
        self.settings.depth_packets
    }
}

/// Packets held of one flow in one direction.
#[derive(Clone, Debug)]
pub struct Held<T> {
    items: VecDeque<(u64, Time, T)>,
    passed: u64,
}

impl<T> Default for Held<T> {
    fn default() -> Held<T> {
        Held { items: VecDeque::new(), passed: 0 }
    }
}

impl<T> Held<T> {
    /// Holds something until `depth` have passed, at the latest until `until`.
    pub fn hold(&mut self, item: T, depth: u64, until: Time) {
        self.items.push_back((self.passed + depth, until, item));
    }
    /// One that is not held passes.
    pub fn pass(&mut self) {
        self.passed += 1;
    }
    /// Takes the first of those whose time has come.
    pub fn release(&mut self, now: Time) -> Option<T> {
        let (passed, until, _) = self.items.front()?;
        let due = *passed <= self.passed || *until <= now;
        due.then(|| self.items.pop_front().expect("the front").2)
    }
    /// When the first is let go at the latest; `NEVER` if nothing is held.
    pub fn deadline(&self) -> Time {
        self.items.front().map_or(Time::NEVER, |(_, until, _)| *until)
    }
    /// How many are held.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Nothing is held.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_goes_after_its_followers_or_its_time() {
        let mut held = Held::default();
        held.hold('a', 2, Time(100));
        held.pass();
        held.hold('b', 2, Time(110));
        assert_eq!(held.release(Time(10)), None);
        held.pass();
        assert_eq!((held.release(Time(20)), held.release(Time(20))), (Some('a'), None));
        assert_eq!((held.deadline(), held.release(Time(109))), (Time(110), None));
        assert_eq!((held.release(Time(110)), held.deadline(), held.is_empty()), (Some('b'), Time::NEVER, true));
    }
}
