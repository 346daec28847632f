//! Scores of loss discriminators for the page: the counts of one run of a scenario, and what counts make, which may be sums over runs
//! or flows. Numbers only. Not here: the discriminators and their scores (`sawtooth_measures::discriminators`).

use crate::{Meter, seeded};
use sawtooth_measures::discriminators::DEFINITIONS;
use sawtooth_measures::discriminators::observer::Discriminators;
use sawtooth_measures::discriminators::scores::{Score, Share};
use wasm_bindgen::prelude::wasm_bindgen;

/// Counts of a score, and numbers that they make.
const COUNTS: usize = 4;
const SHARES: usize = 3;

/// Names of the discriminators, in the order of all counts, separated by blanks.
#[wasm_bindgen]
pub fn discriminators() -> String {
    DEFINITIONS.iter().map(|definition| definition.name).collect::<Vec<_>>().join(" ")
}

/// Losses of one run of a scenario with this seed that are judged in a span (seconds, its end excluded): by flow, then by
/// discriminator, congestion losses, those of them labelled so, random losses, those of them labelled so. Nothing if the scenario is
/// rejected.
#[wasm_bindgen(js_name = discriminatorCounts)]
pub fn discriminator_counts(
    scenario: &str,
    file: &[u8],
    seed: f64,
    from_s: f64,
    to_s: f64,
    meter: &Meter,
) -> Option<Vec<f64>> {
    counts(scenario, file, seed, (from_s, to_s), &|share| meter.tell(share))
}

/// Scores of counts of that form, for each four of them: A_c, A_w and J, each with the ends of its 95 % interval; not a number where
/// there is nothing to count.
#[wasm_bindgen(js_name = discriminatorShares)]
pub fn discriminator_shares(counts: &[f64]) -> Vec<f64> {
    let mut all = Vec::with_capacity(counts.len() / COUNTS * 3 * SHARES);
    for four in counts.chunks_exact(COUNTS) {
        let [congestion, congestion_right, random, random_right] = std::array::from_fn(|place| four[place] as u64);
        let score = Score { congestion, congestion_right, random, random_right };
        for share in [score.of_congestion(), score.of_random(), score.j_interval()] {
            all.extend(share.map_or([f64::NAN; SHARES], |Share { value, low, high }| [value, low, high]));
        }
    }
    all
}

fn counts(scenario: &str, file: &[u8], seed: f64, span: (f64, f64), tell: &dyn Fn(f64)) -> Option<Vec<f64>> {
    let document = seeded(scenario, file, seed)?;
    let judged = Discriminators::run(&document.scenario, span, tell);
    let of = |score: &Score| [score.congestion, score.congestion_right, score.random, score.random_right];
    Some(judged.flows().flatten().flat_map(of).map(|count| count as f64).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NewReno with both kinds of loss, and a flow that never starts. `sawtooth run --discriminators` has the same counts (e2e).
    fn scenario(seed: u64) -> String {
        format!(
            r#"{{ "schema": 1, "duration_s": 60, "seed": {seed}, "flows": [{{ "name": "a", "algorithm": {{ "kind": "newreno" }} }},
            {{ "name": "late", "start_s": 90 }}], "bottleneck": {{ "rate_bps": 1e7, "queue": {{ "limit_packets": 33 }},
            "loss": {{ "model": "bernoulli", "probability": 0.001 }} }} }}"#
        )
    }

    #[test]
    fn counts_are_those_of_the_seed_and_the_span() {
        let of = |own: u64, seed: f64, span: (f64, f64)| counts(&scenario(own), &[], seed, span, &|_| ()).unwrap();
        let whole = of(1, 7.0, (0.0, 60.0));
        assert_eq!(whole, of(2, 7.0, (0.0, 60.0)));
        assert_ne!(whole, of(1, 8.0, (0.0, 60.0)));
        let rules = DEFINITIONS.len();
        assert_eq!(whole.len(), 2 * rules * COUNTS);
        assert!(whole[rules * COUNTS..].iter().all(|count| *count == 0.0), "the second flow never runs");
        let spike = DEFINITIONS.iter().position(|rule| rule.name == "spike").unwrap() * COUNTS;
        assert_eq!(
            whole[spike..spike + COUNTS],
            [78.0, 78.0, 43.0, 31.0],
            "as `sawtooth run --discriminators` counts them"
        );
        // Halves of a run are the run.
        let halves = [(0.0, 30.0), (30.0, 60.0)].map(|span| of(1, 7.0, span));
        let sums: Vec<f64> = halves[0].iter().zip(&halves[1]).map(|(first, second)| first + second).collect();
        assert_eq!(sums, whole);
        assert!(halves[0] != whole && counts("{}", &[], 1.0, (0.0, 60.0), &|_| ()).is_none());
    }

    #[test]
    fn counts_make_shares_with_intervals() {
        let all = discriminator_shares(&[183.0, 151.0, 97.0, 41.0, 0.0, 0.0, 5.0, 5.0]);
        let expected = [0.82514, 0.76358, 0.87333, 0.42268, 0.32916, 0.52209, 0.24782, 0.13586, 0.35830];
        assert!(all.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 2e-5), "{all:?}");
        assert!(all[9..12].iter().chain(&all[15..]).all(|number| number.is_nan()) && all[12] == 1.0, "{all:?}");
        assert_eq!((all.len(), discriminators().split(' ').count()), (2 * 3 * SHARES, DEFINITIONS.len()));
    }
}
