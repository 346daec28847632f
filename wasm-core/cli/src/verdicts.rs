//! Verdicts on claims as text: a line each. Not here: explanations (`claims`), any claim (crate `experiments`).

use crate::table::{Align, Column, grid};
use sawtooth_experiments::claim::Verdict;
use sawtooth_experiments::{Band, Experiment, Table};

/// An experiment's verdicts.
pub fn judge(experiment: &'static Experiment, tables: &[Table]) -> Vec<Verdict<'static>> {
    let results = experiment.results(&tables.iter().collect::<Vec<_>>());
    experiment.claims.iter().map(|claim| claim.judge(&results)).collect()
}

/// One line per claim: id, tolerance, measured value, verdict.
pub fn text(verdicts: &[Verdict]) -> String {
    let column = |title| Column { title, align: Align::Left };
    let rows: Vec<Vec<String>> = verdicts.iter().map(line).collect();
    grid(&[column("claim"), column("expected"), column("measured"), column("")], &rows)
}

fn line(verdict: &Verdict) -> Vec<String> {
    let mut bands: Vec<String> = verdict.measured.iter().map(|one| band(&one.band)).collect();
    bands.dedup();
    let values = verdict.measured.iter().map(|one| {
        let value = number(one.value);
        if one.of.is_empty() { value } else { format!("{}: {value}", one.of) }
    });
    let word = match (verdict.holds, verdict.claim.account.is_some()) {
        (true, false) => "reproduced",
        (true, true) => "reproduced, although it has an explanation",
        (false, true) => "not reproduced (explained)",
        (false, false) => "not reproduced",
    };
    vec![verdict.claim.id.into(), bands.join("; "), values.collect::<Vec<_>>().join("; "), word.into()]
}

fn band(band: &Band) -> String {
    let number = |value| number(Some(value));
    match (band.least, band.most) {
        (Some(least), Some(most)) if least == most => number(least),
        (Some(least), Some(most)) if band.strict => format!("between {} and {}", number(least), number(most)),
        (Some(least), Some(most)) => format!("{} to {}", number(least), number(most)),
        (Some(least), None) => format!("{} {}", if band.strict { ">" } else { ">=" }, number(least)),
        (None, Some(most)) => format!("{} {}", if band.strict { "<" } else { "<=" }, number(most)),
        (None, None) => "any".into(),
    }
}

/// A number with four significant digits.
pub fn number(value: Option<f64>) -> String {
    let Some(value) = value else { return "-".into() };
    let text = format!("{value:.3e}").parse::<f64>().unwrap_or(value);
    let size = text.abs();
    if size != 0.0 && !(1e-4..1e7).contains(&size) { format!("{text:e}") } else { format!("{text}") }
}
