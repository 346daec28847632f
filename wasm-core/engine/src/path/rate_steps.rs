//! A link whose rate is a list of steps, as traces of `time, rate` have it: constant from each row to the next. It serves in
//! opportunities of 1500 bytes, each when the rate has provided for one, as a trace of opportunities made from the list would. Not here: what
//! is sent at an opportunity (`bottleneck`), and what is shown of the rate (`opportunities`).

use crate::params::List;
use crate::units::{OPPORTUNITY_BYTES, Rate, Span, Time};

crate::params! {
    /// One step of a rate.
    pub struct Step {
        /// When the rate begins; the first one's holds from the start of the run on.
        at_s: f64 = number(0.0, 0.0, 1e7).unit("s").required(), "choice";
        /// The rate; 0: the link is silent.
        rate_bps: f64 = number(10e6, 0.0, 1e12).unit("bit/s").required(), "choice";
    }
}

/// Bits of an opportunity.
const BITS: f64 = 8.0 * OPPORTUNITY_BYTES as f64;

/// The opportunities of such a list, one after another.
#[derive(Clone, Debug)]
pub struct Steps {
    rows: List,
    repeat: bool,
    /// The present row, what is added to its time, and how far the rate has been followed.
    place: usize,
    base: Span,
    at: Time,
}

impl Steps {
    /// From the start of the run. Rows are in order of time; one of those that last has a rate above 0. With `repeat` the list begins again
    /// at the time of its last row, whose own rate then never holds.
    pub fn new(rows: List, repeat: bool) -> Steps {
        let repeat = repeat && rows.len() > 2 && rows[rows.len() - 2] > 0.0;
        Steps { rows, repeat, place: 0, base: Span::ZERO, at: Time::ZERO }
    }

    fn count(&self) -> usize {
        self.rows.len() / 2
    }

    fn rate(&self, row: usize) -> f64 {
        self.rows[2 * row + 1]
    }

    fn begins(&self, row: usize) -> Span {
        Span::from_seconds(self.rows[2 * row])
    }

    /// When the present row ends; `NEVER`: it is the last one.
    fn ends(&self) -> Time {
        if self.place + 1 < self.count() { Time::ZERO + self.base + self.begins(self.place + 1) } else { Time::NEVER }
    }

    /// The mean rate until the last row; of a single row, its own.
    pub fn mean(&self) -> Rate {
        let last = self.count() - 1;
        let whole_s = self.begins(last).seconds();
        if whole_s == 0.0 {
            return Rate(self.rate(last));
        }
        let seconds = |row: usize| {
            let from = if row == 0 { 0.0 } else { self.begins(row).seconds() };
            self.begins(row + 1).seconds() - from
        };
        Rate((0..last).map(|row| self.rate(row) * seconds(row)).sum::<f64>() / whole_s)
    }

    /// When the next opportunity comes: where the integral of the rate has grown by its bits; `NEVER` if it does not.
    pub fn next_time(&mut self) -> Time {
        let (mut lacks, mut silent) = (BITS, 0);
        loop {
            let (rate, ends) = (self.rate(self.place), self.ends());
            let room = if ends == Time::NEVER { f64::INFINITY } else { ends.since(self.at).seconds() * rate };
            if rate > 0.0 && lacks <= room {
                self.at = (self.at + Span::from_seconds(lacks / rate)).min(ends);
                return self.at;
            }
            if ends == Time::NEVER || silent > self.count() {
                return Time::NEVER;
            }
            silent = if rate > 0.0 { 0 } else { silent + 1 };
            lacks -= room;
            (self.at, self.place) = (ends, self.place + 1);
            if self.repeat && self.place + 1 == self.count() {
                self.base = self.base + self.begins(self.place);
                self.place = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times_us(rows: &'static [f64], repeat: bool, count: usize) -> Vec<u64> {
        let mut steps = Steps::new(List::Fixed(rows), repeat);
        (0..count).map(|_| steps.next_time()).take_while(|at| *at != Time::NEVER).map(|at| at.0 / 1000).collect()
    }

    #[test] // by hand: 12 Mbit/s is one in 1 ms, 6 Mbit/s one in 2 ms; half of one is left over at 2.5 ms
    fn opportunities_come_where_the_integral_of_the_rate_has_grown_by_one() {
        let rows = &[0.0, 12e6, 0.0025, 6e6, 0.0065, 0.0, 0.01, 24e6];
        assert_eq!(times_us(rows, false, 7), [1000, 2000, 3500, 5500, 10250, 10750, 11250]);
        // The first row holds from the start.
        assert_eq!(times_us(&[5.0, 12e6], false, 2), [1000, 2000]);
        assert_eq!(times_us(&[0.0, 12e6, 0.002, 0.0], false, 9), [1000, 2000]);
    }

    #[test]
    fn a_list_begins_again_at_its_last_row() {
        assert_eq!(times_us(&[0.0, 12e6, 0.002, 0.0, 0.005, 1e9], true, 5), [1000, 2000, 6000, 7000, 11000]);
        // Nothing that lasts has a rate.
        assert_eq!(times_us(&[0.0, 0.0, 1.0, 1e6], true, 1), []);
    }

    #[test]
    fn the_mean_weighs_rows_by_their_time() {
        let mean = |rows: &'static [f64]| Steps::new(List::Fixed(rows), false).mean().0;
        assert_eq!(mean(&[0.0, 4e6, 1.0, 1e6, 4.0, 9e9]), 1.75e6);
        assert_eq!(mean(&[0.0, 4e6]), 4e6);
    }
}
