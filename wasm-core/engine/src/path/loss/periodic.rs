//! Periodic loss: packets are counted, and a repeating list of gaps determines which are lost. It is meant for
//! patterns that a paper gives in packets.
//!
//! # Equations
//!
//! ```tex
//! % numbers of the lost packets, for a repeating list of gaps n |
//! n_1,\quad n_1 + n_2,\quad n_1 + n_2 + n_3,\ \ldots
//! % mean loss rate of m gaps |
//! p = \frac{m}{\sum_{i=1}^{m} n_i}
//! ```
//!
//! # Choices
//!
//! - A gap n means that the n-th packet after the previous loss is lost. The data packets of all streams are counted
//!   together, and nothing is random.
//! - The default is the mildly bursty pattern of the SlowCC paper, section 4.3.
//!
//! # Look for
//!
//! - The same sawtooth cycle again and again, whatever the seed.

use super::{Arrival, LossModel};
use crate::params::{List, Need, Param, Section, Value, whole};

/// One gap.
const GAP: &[Param] = &[whole(1.0, 1.0, 1e9).unit("packets")];

loss_params! {
    /// Settings of periodic loss.
    pub struct Settings {
        /// Gaps between losses in packets, the lost one included; the list repeats.
        gaps: List = list(&[50.0, 50.0, 50.0, 400.0, 400.0, 400.0], GAP), "SIGCOMM 2001, section 4.3";
    }
    loses: &[]
}

/// Settings of periodic loss as scenario and screen know them.
pub static SECTION: Section = Section::new("periodic", "periodic", Settings::PARAMS)
    .needs(&[Need::OwnData])
    .about("Loses packets at the gaps of a repeating list.", "D. Bansal et al., SIGCOMM 2001, section 4.3");

/// Periodic loss.
#[derive(Clone, Debug)]
pub struct Periodic {
    settings: Settings,
    place: usize,
    /// Packets since the last loss.
    count: u64,
}

impl Periodic {
    /// At the beginning of its list.
    pub fn new(values: &[Value]) -> Periodic {
        Periodic { settings: Settings::read(values), place: 0, count: 0 }
    }
}

impl LossModel for Periodic {
    fn loses(&mut self, _arrival: &Arrival) -> bool {
        self.count += 1;
        if (self.count as f64) < self.settings.gaps[self.place] {
            return false;
        }
        self.count = 0;
        self.place = (self.place + 1) % self.settings.gaps.len();
        true
    }

    fn loses_handshake(&mut self, _arrival: &Arrival) -> bool {
        false
    }

    /// Another list begins at its beginning.
    fn configure(&mut self, values: &[Value]) {
        *self = Periodic::new(values);
    }

    /// The share of packets that are lost.
    fn probability(&self) -> f64 {
        self.settings.gaps.len() as f64 / self.settings.gaps.iter().sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::arrival;
    use super::*;
    use crate::params::Choice;

    #[test]
    fn each_gap_loses_its_last_packet() {
        let gaps = Value::List(List::Fixed(&[2.0, 1.0, 1.0, 4.0]));
        let mut model = Periodic::new(&Choice::of(&SECTION).with("gaps", gaps).values);
        assert_eq!(model.probability(), 0.5);
        let lost: Vec<u64> = (1..=16).filter(|n| model.loses(&arrival((n % 3) as usize, *n))).collect();
        assert_eq!(lost, [2, 3, 4, 8, 10, 11, 12, 16]);
    }
}
