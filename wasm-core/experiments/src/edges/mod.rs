//! Knife edges: values that depend on a setting which the paper does not state. Every evaluated or quoted cell of an experiment is run
//! again with each such setting moved by its smallest step (`STEPS`); a value that enters or leaves the band of its claim, or that moves
//! by more than a third, and farther than its seeds scatter it, is an edge. The table of an experiment is kept (docs/results/knife-edges). Not here: running (crate `cli`), files as
//! such, words (the page's catalogue).

mod judge;
mod step;

pub use step::{STEPS, Step};

use crate::experiment::Experiment;
use crate::fresh;
use crate::results::Table;
use crate::store;
use crate::sweep::{Amount, Cell, Job, Sweep, jobs};
use judge::Found;
use sawtooth_scenario::{Json, object};

/// Number of samples drawn from the runs after a step, to tell a move from scatter.
const SAMPLES: u64 = 20;

/// Drawing and claims of an experiment.
pub struct Outcome {
    /// The drawing, as `store::figure` has it.
    pub figure: Json,
    /// The claims, as `store::verdicts` has them.
    pub claims: Vec<Json>,
}

impl Outcome {
    fn of(experiment: &Experiment, tables: &[Table]) -> Outcome {
        Outcome { figure: store::figure(experiment, tables), claims: store::verdicts(experiment, tables, false) }
    }
}

/// Outcome of an experiment after a step.
pub struct Moved {
    /// Which step.
    pub step: &'static Step,
    /// Of the runs after the step.
    pub outcome: Outcome,
    /// Of samples of these runs, drawn with replacement: how far the seeds alone scatter each value.
    pub samples: Vec<Outcome>,
}

impl Moved {
    /// Judges an experiment by the rows after a step.
    pub fn of(step: &'static Step, experiment: &Experiment, tables: &[Table]) -> Moved {
        let sample = |sample: u64| {
            let tables: Vec<Table> =
                store::own(experiment, tables).iter().map(|table| table.resampled(sample)).collect();
            Outcome::of(experiment, &tables)
        };
        Moved { step, outcome: Outcome::of(experiment, tables), samples: (1..=SAMPLES).map(sample).collect() }
    }
}

/// Whether a cell is run: comparison runs that no explanation quotes are not.
fn counts(cell: &Cell) -> bool {
    !cell.beside || cell.quoted
}

/// The table of a sweep whose cells a step has moved, without rows; none where it moves no cell that is run.
pub fn moved(sweep: &'static Sweep, step: &Step) -> Option<Table> {
    let mut table = Table::new(sweep);
    let mut changed = false;
    for cell in table.cells.iter_mut().filter(|cell| counts(cell)) {
        if let Some(document) = step.moved(cell) {
            cell.document = document;
            changed = true;
        }
    }
    changed.then_some(table)
}

/// The runs of some sweeps that are made after a step.
pub fn runs(sweeps: &[&'static Sweep]) -> Vec<Job> {
    jobs(sweeps, Amount::Full).into_iter().filter(|job| !job.beside || job.quoted).collect()
}

/// Ids of the steps that move a run of an experiment.
pub fn steps(experiment: &Experiment) -> Vec<&'static Step> {
    STEPS.iter().filter(|step| experiment.sweeps.iter().any(|sweep| moved(sweep, step).is_some())).collect()
}

/// Head of an experiment's file: which results it belongs to, and which steps were tried.
fn head(experiment: &Experiment, kept: &str) -> Json {
    let steps = steps(experiment).into_iter().map(|step| Json::from(step.id));
    let cells: Vec<Cell> = experiment.sweeps.iter().flat_map(|sweep| (sweep.cells)()).filter(counts).collect();
    object! {
        "format" => store::FORMAT,
        "experiment" => experiment.id,
        "version" => env!("CARGO_PKG_VERSION"),
        "results" => fresh::digest(kept),
        "steps" => steps.collect::<Vec<Json>>(),
        "initial_window_packets" => step::initial_window(&cells),
    }
}

/// The file of an experiment's edges; `kept` is the text of its kept results, of which `results` is made.
pub fn file(experiment: &Experiment, kept: &str, results: &Json, moved: &[Moved]) -> String {
    let Found { claims, points, entries } = judge::edges(results, moved);
    let head = head(experiment, kept).to_string();
    let mut out = head.trim_end_matches('}').to_owned();
    for (name, list) in [("claims", claims), ("points", points), ("entries", entries)] {
        let lines: Vec<String> = list.iter().map(|one| format!("\n{one}")).collect();
        out.push_str(&format!(",\n\"{name}\":[{}]", lines.join(",")));
    }
    out + "}\n"
}

/// Whether a file of edges belongs to these kept results, and tried what would be tried today.
pub fn belongs(file: &Json, experiment: &Experiment, kept: &str) -> bool {
    let today = head(experiment, kept);
    ["format", "experiment", "results", "steps"].iter().all(|name| file.get(name) == today.get(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use sawtooth_scenario::{check, parse};
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    fn folder(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
    }

    fn kept(id: &str) -> String {
        std::fs::read_to_string(folder("public/figures").join(id).with_extension("json")).unwrap()
    }

    #[test]
    fn every_moved_cell_is_a_sound_scenario() {
        let mut seen = BTreeSet::new();
        for sweep in registry::all().flat_map(|one| one.sweeps).filter(|sweep| seen.insert(sweep.id)) {
            for table in STEPS.iter().filter_map(|step| moved(sweep, step)) {
                for cell in &table.cells {
                    let errors = check(cell.seeded(1)).err().map(|errors| errors.list);
                    assert_eq!(errors, None, "{} {}", sweep.id, cell.at.json());
                }
            }
        }
    }

    /// Those of figures that nobody has moved yet are missing; none belongs to other results.
    #[test]
    fn kept_edges_belong_to_the_kept_results() {
        let mut stale = Vec::new();
        for entry in std::fs::read_dir(folder("docs/results/knife-edges")).unwrap() {
            let path = entry.unwrap().path();
            let id = path.file_stem().unwrap().to_string_lossy().into_owned();
            let there = parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
            let belongs = registry::find(&id).is_some_and(|one| belongs(&there, one, &kept(&id)));
            stale.extend((!belongs).then_some(id));
        }
        assert!(stale.is_empty(), "docs/results/knife-edges is stale: {stale:?}; `npm run edges -- ID` computes it");
    }

    #[test]
    fn edges_of_other_results_or_of_fewer_steps_do_not_belong() {
        let experiment = registry::find("cdg_fig4").unwrap();
        let text = kept("cdg_fig4");
        let written = file(experiment, &text, &parse(&text).unwrap(), &[]);
        let there = parse(&written).unwrap();
        assert!(belongs(&there, experiment, &text), "{written}");
        assert_eq!(there.get("initial_window_packets").and_then(Json::number), Some(3.0));
        // The first line is about the engine, not about values.
        assert!(belongs(&there, experiment, &text.replacen("\"fingerprint\":\"", "\"fingerprint\":\"0", 1)));
        assert!(!belongs(&there, experiment, &text.replacen("\"holds\":true", "\"holds\":false", 1)));
        assert!(!belongs(&there, registry::find("cdg_fig5").unwrap(), &text));
        let fewer = written.replacen("\"start_later\",", "", 1);
        assert!(fewer != written && !belongs(&parse(&fewer).unwrap(), experiment, &text));
    }

    /// Moved by nothing, an experiment has no edges: one value is compared with itself.
    #[test]
    fn the_kept_results_have_no_edges_of_their_own() {
        for one in registry::all() {
            let text = kept(one.id);
            let results = parse(&text).unwrap();
            let claims = results.get("claims").and_then(Json::elements).unwrap().to_vec();
            let outcome = Outcome { figure: results.get("figure").cloned().unwrap(), claims };
            let same = Moved { step: &STEPS[0], outcome, samples: Vec::new() };
            let Found { claims, points, entries } = judge::edges(&results, &[same]);
            assert_eq!(claims.len() + points.len() + entries.len(), 0, "{}", one.id);
        }
    }
}
