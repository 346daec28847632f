//! Share of the available bandwidth that is used.

use super::Definition;
use super::tally::Tally;

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "utilisation",
    unit: "",
    text: "Wire bits of the groups that left the bottleneck, over the mean available rate times the span. May exceed 1 a \
           little: a queue carries packets from one span into the next.",
    source: "SlowCC, section 3",
};

/// Utilisation by some groups over a span in seconds, whose ends are on bins' edges; `available_bps` is the bandwidth
/// available to them on average.
#[track_caller]
pub fn between(tally: &Tally, groups: &[usize], from_s: f64, until_s: f64, available_bps: f64) -> f64 {
    let bytes = |group: &usize| tally.between(*group, from_s, until_s).departed_bytes;
    groups.iter().map(bytes).sum::<u64>() as f64 * 8.0 / ((until_s - from_s) * available_bps)
}

/// Utilisation by some groups in each bin.
pub fn per_bin(tally: &Tally, groups: &[usize], available_bps: f64) -> Vec<f64> {
    let bits = |bin: usize| groups.iter().map(|group| tally.bins(*group)[bin].departed_bytes).sum::<u64>() as f64 * 8.0;
    (0..tally.grid().bins).map(|bin| bits(bin) / (tally.grid().width.seconds() * available_bps)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tally::{Count, testing::tally};
    use super::*;

    #[test] // 10 kbit/s available to two groups
    fn the_groups_share_what_there_is() {
        let of = |departed_bytes| Count { departed_bytes, ..Count::default() };
        let tally = tally(&[&[of(500), of(1000)], &[of(250), of(0)], &[of(9999), of(9999)]]);
        assert_eq!(per_bin(&tally, &[0, 1], 10e3), [0.6, 0.8]);
        assert_eq!(between(&tally, &[0, 1], 0.0, 2.0, 10e3), 0.7);
    }
}
