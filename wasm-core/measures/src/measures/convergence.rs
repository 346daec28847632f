//! Time until two unequal flows share fairly.

use super::Definition;
use super::tally::Tally;

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "convergence",
    unit: "s",
    text: "From the start of a second flow, which begins with next to nothing, to the first moment at which it has had \
           (1 - δ)/2 of what both sent through the bottleneck within a trailing window.",
    source: "SlowCC, section 4.2.2: δ-fair convergence time, δ = 0.1; the window is a choice",
};

/// δ of the paper.
pub const DELTA: f64 = 0.1;

/// δ-fair convergence time in seconds of the group `second` beside `first`, from `start_s` (on a bin's edge); the
/// trailing window has this number of bins and lies wholly after the start. `None` if never.
#[track_caller]
pub fn fair_after(tally: &Tally, first: usize, second: usize, start_s: f64, window: usize, delta: f64) -> Option<f64> {
    let start = tally.grid().bins(start_s, start_s).start;
    let pairs = tally.sliding(first, window).zip(tally.sliding(second, window));
    for ((end, one), (_, other)) in pairs.skip(start) {
        let both = (one.departed_bytes + other.departed_bytes) as f64;
        if both > 0.0 && other.departed_bytes as f64 >= (1.0 - delta) / 2.0 * both {
            return Some(tally.grid().start(end).since(tally.grid().start(start)).seconds());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::tally::{Count, testing::tally};
    use super::*;

    fn bins(departed: &[u64]) -> Vec<Count> {
        departed.iter().map(|&departed_bytes| Count { departed_bytes, ..Count::default() }).collect()
    }

    /// The second flow starts at 2 s with 0, 30, 44, 46 of 100 bytes a bin. In a window of two bins it has 37 % after four
    /// bins and exactly 45 % after five.
    #[test]
    fn the_share_of_a_trailing_window_decides() {
        let (first, second) = (bins(&[100, 100, 100, 70, 56, 54, 50]), bins(&[0, 0, 0, 30, 44, 46, 50]));
        let tally = tally(&[&first, &second]);
        assert_eq!(fair_after(&tally, 0, 1, 2.0, 2, DELTA), Some(4.0));
        assert_eq!(fair_after(&tally, 0, 1, 2.0, 1, DELTA), Some(4.0));
        assert_eq!(fair_after(&tally, 0, 1, 2.0, 1, 0.4), Some(2.0));
        assert_eq!(fair_after(&tally, 0, 1, 2.0, 2, 0.0), None);
    }

    #[test] // an older window would hold what was before the start
    fn the_window_lies_after_the_start() {
        let (first, second) = (bins(&[0, 0, 50, 50]), bins(&[50, 50, 50, 50]));
        assert_eq!(fair_after(&tally(&[&first, &second]), 0, 1, 2.0, 2, DELTA), Some(2.0));
    }
}
