//! The page before anything is run there: drawing and claims of an experiment, computed beforehand, with a
//! fingerprint by which a test sees that they are no longer this program's. Not here: where these files lie.

use crate::experiment::Experiment;
use crate::results::Table;
use crate::store;
use crate::sweep::{Amount, Cell, Job, jobs};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_scenario::{Json, check, object};

/// A run that costs more (in packets of its link, `Cell::cost`) is not done whole for a fingerprint.
const DEAR: f64 = 100_000.0;
/// Number of cells of each sweep that are looked at, and packets of each: a change of the engine may touch any.
const LOOKS: usize = 6;
const LOOK: f64 = 30_000.0;

/// The file of an experiment: its drawing, its claims' values and which runs they are of. Texts stand in `experiments.json`.
pub fn page(experiment: &Experiment, tables: &[Table]) -> String {
    let claims = store::verdicts(experiment, tables, false).into_iter().map(|mut claim| {
        if let Json::Object(fields) = &mut claim {
            fields.retain(|(name, _)| ["id", "measured", "holds", "numbers"].contains(&name.as_str()));
        }
        claim
    });
    let claims: Vec<Json> = claims.collect();
    let runs: usize = store::own(experiment, tables).iter().map(|table| table.rows().count()).sum();
    let mut head = object! {
        "format" => store::FORMAT,
        "experiment" => experiment.id,
        "version" => env!("CARGO_PKG_VERSION"),
        "fingerprint" => fingerprint(experiment),
        "runs" => runs as u64,
    };
    if let Some(numbers) = store::numbers(experiment, tables) {
        head.set("numbers", numbers);
    }
    let head = head.to_string();
    let claims: Vec<String> = claims.iter().map(Json::to_string).collect();
    format!(
        "{},\n\"claims\":[\n{}],\n\"figure\":{}}}\n",
        head.strip_suffix('}').unwrap_or(&head),
        claims.join(",\n"),
        store::figure(experiment, tables)
    )
}

/// Differs as soon as an experiment's scenarios do, or what the engine makes of some of them, or what is measured, drawn and
/// claimed of the cheapest run.
pub fn fingerprint(experiment: &Experiment) -> String {
    let mut hash = Hash::EMPTY;
    hash.add(&format!("{} {} {}", store::FORMAT, env!("CARGO_PKG_VERSION"), experiment.id));
    let mut tables: Vec<Table> = experiment.sweeps.iter().map(|sweep| Table::new(sweep)).collect();
    for table in &mut tables {
        hash.add(table.sweep.id);
        for cell in &table.cells {
            hash.add(&format!("{} {} {}", cell.at.json(), cell.document, Amount::Full.of(table.sweep, cell)));
        }
        for cell in spread(&table.cells) {
            hash.add(&beginning(cell));
        }
        if let Some(job) = cheapest(table).filter(|job| job.cost <= DEAR) {
            let row = job.run(&table.cells[job.cell], &|_| ());
            hash.add(&row.json().to_string());
            table.add(row);
        }
    }
    hash.add(&store::figure(experiment, &tables).to_string());
    for claim in &store::verdicts(experiment, &tables, false) {
        hash.add(&format!("{:?} {:?}", claim.get("id"), claim.get("measured").map(Json::to_string)));
        if let Some(numbers) = claim.get("numbers") {
            hash.add(&numbers.to_string());
        }
    }
    if let Some(numbers) = store::numbers(experiment, &tables) {
        hash.add(&numbers.to_string());
    }
    format!("{:016x}", hash.0)
}

/// Digest of what the file of an experiment shows: its claims' values and its drawing, not the program that made them.
pub fn digest(page: &str) -> String {
    let mut hash = Hash::EMPTY;
    hash.add(page.split_once('\n').map_or(page, |(_, shown)| shown));
    format!("{:016x}", hash.0)
}

/// Some cells, from the first to the last in equal steps.
fn spread(cells: &[Cell]) -> impl Iterator<Item = &Cell> {
    let count = LOOKS.min(cells.len());
    (0..count).map(move |look| &cells[look * (cells.len() - 1) / count.saturating_sub(1).max(1)])
}

/// The first run of the first of the cheapest cells.
fn cheapest(table: &Table) -> Option<Job> {
    let jobs = jobs(&[table.sweep], Amount::Exactly(1));
    jobs.into_iter().reduce(|a, b| if b.cost < a.cost { b } else { a })
}

/// The digest of a cell's run, or of its first part.
fn beginning(cell: &Cell) -> String {
    let scenario = match check(cell.seeded(1)) {
        Ok(document) => document.scenario,
        Err(errors) => panic!("{}: {:?}", cell.at.json(), errors.list),
    };
    let part = if cell.cost() > LOOK { LOOK / cell.cost() } else { 1.0 };
    let mut simulation = Simulation::new(&scenario);
    simulation.run_silently(Time::from_seconds(scenario.duration.seconds() * part));
    simulation.digest_hex()
}

/// FNV-1a of texts, each closed by a byte that no text has.
struct Hash(u64);

impl Hash {
    const EMPTY: Hash = Hash(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}
