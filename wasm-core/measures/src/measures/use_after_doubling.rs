//! f(k): utilisation by the remaining flows after the bandwidth has doubled. The formulas to compare it with are
//! `sawtooth_engine::formulas::{use_after_doubling, use_from_windows}`.

use super::Definition;
use super::tally::Tally;
use super::utilisation;

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "use_after_doubling",
    unit: "",
    text: "f(k): utilisation of the link by the flows that remain, over the first k RTTs after the others have stopped.",
    source: "SlowCC, section 3 and 4.2.3",
};

/// f(k) of the remaining groups: `since_s` is the moment of the doubling, bins are one RTT long.
#[track_caller]
pub fn f(k: usize, tally: &Tally, remaining: &[usize], since_s: f64, rate_bps: f64) -> f64 {
    let until_s = since_s + k as f64 * tally.grid().width.seconds();
    utilisation::between(tally, remaining, since_s, until_s, rate_bps)
}

#[cfg(test)]
mod tests {
    use super::super::tally::{Count, testing::tally};
    use super::*;

    /// 100 bytes a bin are the whole link; two flows grow from 25 to 45 bytes each.
    #[test]
    fn only_the_remaining_flows_count() {
        let grows: Vec<Count> =
            [25, 25, 30, 35, 40, 45].map(|departed_bytes| Count { departed_bytes, ..Count::default() }).to_vec();
        let stops: Vec<Count> =
            [50, 50, 20, 0, 0, 0].map(|departed_bytes| Count { departed_bytes, ..Count::default() }).to_vec();
        let tally = tally(&[&grows, &stops, &grows]);
        assert_eq!(f(1, &tally, &[0, 2], 2.0, 800.0), 0.6);
        assert_eq!(f(4, &tally, &[0, 2], 2.0, 800.0), 0.75);
    }
}
