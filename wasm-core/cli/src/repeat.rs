//! `sawtooth run --seeds`: one scenario with many seeds on several threads; medians over the runs with their intervals. Not
//! here: a single run (`run.rs`), many scenarios (sweeps).

use crate::execution::{Execution, Limits};
use crate::job::{Job, summarised};
use crate::options::RunOptions;
use crate::output::{self, Out};
use crate::pool::{self, Work};
use crate::table::{Align, Column, grid};
use crate::{Failure, print};
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::percentiles;
use sawtooth_scenario::{Document, Json};
use sawtooth_sweep::{Value, fields};

/// Fields of a summary in the table, by the end of their names.
const SHOWN: &[&str] = &[
    ".goodput_bps",
    ".packets_sent",
    ".packets_retransmitted",
    ".fast_recoveries",
    ".timeouts",
    ".delay_backoffs",
    ".rtt_ms.p50",
    ".rtt_ms.p90",
    ".rtt_ms.p99",
    ".cwnd_packets.p50",
    ".completed_s",
    ".duration_s",
    ".lost",
    ".one_way_delay_ms.p50",
    ".one_way_delay_ms.p99",
    ".completion_s.p50",
    "bottleneck.utilisation",
    "bottleneck.dropped_queue",
    "bottleneck.dropped_random",
    "bottleneck.marked",
    "bottleneck.queue_packets.p50",
    "bottleneck.queue_ms.p50",
    "bottleneck.queue_ms.p99",
    "jain_index",
];

/// Runs a checked document with each seed, writes and prints.
///
/// # Errors
/// The first run that ends early, with its seed; nothing is written then.
pub fn run(
    options: &RunOptions,
    document: &Document,
    span: (Time, Time),
    notices: &[Json],
    seeds: (u64, u64),
    out: Option<Out>,
) -> Result<(), Failure> {
    let limits = Limits::new(options.limit_events, options.limit_seconds);
    let make = |run: usize, progress: &dyn Fn(f64)| {
        let seed = seeds.0 + run as u64;
        let mut document = document.clone();
        document.scenario.seed = seed;
        document.raw.set("seed", seed);
        let job = Job { document: &document, span, notices: notices.to_vec(), discriminators: options.discriminators };
        summarised(job, &mut Execution::new(span, limits.clone(), false), progress).map_err(|failure| match failure {
            Failure::Broken(reason) => Failure::Broken(format!("seed {seed}: {reason}")),
            other => other,
        })
    };
    let work = Work {
        runs: (seeds.1 - seeds.0 + 1) as usize,
        before: 0,
        cost: &|_| 1.0,
        name: &|run| format!("seed {}", seeds.0 + run as u64),
        make: &make,
    };
    let mut runs: Vec<(u64, Json)> = Vec::new();
    pool::each(options.jobs, &work, |run, summary| {
        runs.push((seeds.0 + run as u64, summary?));
        Ok(())
    })?;
    runs.sort_by_key(|(seed, _)| *seed);
    if let Some(out) = out {
        out.write(document, &runs)?;
    }
    print(&if options.json { output::several(&runs).pretty() } else { text(document, &runs, seeds) })
}

fn text(document: &Document, runs: &[(u64, Json)], (first, last): (u64, u64)) -> String {
    let mut out = String::new();
    if let Some(title) = &document.title {
        out.push_str(&format!("{}\n", title.replace(char::is_control, " ")));
    }
    out.push_str(&format!(
        "{} runs, seeds {first} to {last}: medians with their 95 % intervals, and extremes\n\n",
        runs.len()
    ));
    let columns = runs.first().map(|(_, summary)| fields::columns(summary)).unwrap_or_default();
    let shown = columns.iter().filter(|column| SHOWN.iter().any(|end| column.name.ends_with(end)));
    let rows: Vec<Vec<String>> = shown
        .filter_map(|column| {
            let values: Vec<f64> = runs
                .iter()
                .filter_map(|(_, summary)| match fields::value(summary, &column.name, column.kind) {
                    Value::Number(value) => Some(value),
                    Value::Whole(value) => Some(value as f64),
                    _ => None,
                })
                .collect();
            let median = percentiles::median(&values)?;
            let interval = percentiles::median_interval(&values);
            let interval = interval.map_or("-".into(), |(low, high)| format!("{} to {}", number(low), number(high)));
            let extremes = [0.0, 1.0].map(|share| percentiles::percentile(&values, share).map_or("-".into(), number));
            let runs = if values.len() == runs.len() { String::new() } else { values.len().to_string() };
            let [least, most] = extremes;
            Some(vec![column.name.clone(), column.unit.clone(), number(median), interval, least, most, runs])
        })
        .collect();
    let column = |title, align| Column { title, align };
    let mut heads = vec![column("quantity", Align::Left), column("unit", Align::Left)];
    heads.extend(
        ["median", "95 % interval", "min", "max", "runs that have it"].map(|title| column(title, Align::Right)),
    );
    if rows.iter().all(|row| row[6].is_empty()) {
        heads.pop();
        let rows: Vec<Vec<String>> = rows.into_iter().map(|row| row[..6].to_vec()).collect();
        return out + &grid(&heads, &rows);
    }
    out + &grid(&heads, &rows)
}

/// A number with five significant digits or all of its whole ones.
fn number(value: f64) -> String {
    let size = value.abs();
    let decimals = match size {
        s if s >= 1e4 || value.fract() == 0.0 => 0,
        s if s >= 100.0 => 2,
        s if s >= 1.0 => 3,
        _ => 5,
    };
    format!("{value:.decimals$}")
}
