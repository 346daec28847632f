//! The runs of an experiment: a sweep is a list of cells, all measured in one way, and a job one run of one of them. Not here: a
//! cell (`cell`), what happens in a run (`run`).

pub use crate::cell::{Cell, Coordinate, Point, Setting, set};
use crate::row::Row;
use crate::run::Run;

/// A list of cells, all measured in one way.
#[derive(Debug)]
pub struct Sweep {
    /// Its name, unique among all; the experiment's id where only one has it.
    pub id: &'static str,
    /// Its cells, always the same and in the same order.
    pub cells: fn() -> Vec<Cell>,
    /// Runs of each cell, as in the paper.
    pub repetitions: u32,
    /// Runs of each cell for a quick look.
    pub quick: u32,
    /// Names of all that may be measured of a run, in their order: of a row read from a file no other is taken.
    pub names: &'static [&'static [&'static str]],
    /// Lets one run happen and measures it.
    pub measure: fn(&Run) -> Row,
}

impl Sweep {
    /// The first of a row's names that is not one of the sweep's, or not in its place; none if it has the sweep's, or some.
    pub fn foreign<'a>(&self, row: &'a Row) -> Option<&'a str> {
        let mut names = self.names.iter().flat_map(|group| *group);
        row.all().map(|(name, _)| name).find(|name| !names.any(|known| known == name))
    }
}

/// How many runs of each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// As many as the paper has.
    Full,
    /// A few, for a look.
    Quick,
    /// So many.
    Exactly(u32),
}

impl Amount {
    /// Runs of a cell.
    pub fn of(self, sweep: &Sweep, cell: &Cell) -> u32 {
        let full = cell.repetitions.unwrap_or(sweep.repetitions);
        match self {
            Amount::Full => full,
            Amount::Quick => sweep.quick.min(full),
            Amount::Exactly(count) => count,
        }
    }
}

/// One run to be done.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// Of which sweep.
    pub sweep: &'static Sweep,
    /// Which of its cells.
    pub cell: usize,
    /// Which run of it, from 0; its seed is one more.
    pub repetition: u32,
    /// Its cell is published for comparison only.
    pub beside: bool,
    /// Beside, and quoted by an explanation.
    pub quoted: bool,
    /// About how long it takes (`Cell::cost`).
    pub cost: f64,
}

/// All runs of some sweeps: first what is evaluated, by repetition, then by cell; then comparison runs.
pub fn jobs(sweeps: &[&'static Sweep], amount: Amount) -> Vec<Job> {
    let mut all = Vec::new();
    for &sweep in sweeps {
        for (index, cell) in (sweep.cells)().iter().enumerate() {
            let (beside, quoted, cost) = (cell.beside, cell.quoted, cell.cost());
            let runs = 0..amount.of(sweep, cell);
            all.extend(runs.map(|repetition| Job { sweep, cell: index, repetition, beside, quoted, cost }));
        }
    }
    all.sort_by_key(|job| (job.beside, job.repetition));
    all
}

impl Job {
    /// Does the run, of this cell, and measures it; `progress` hears how far it is, from 0 to 1.
    ///
    /// # Panics
    /// If the cell's document is refused, or (in debug builds) something is measured that the sweep does not name: a bug of the
    /// experiment, which a test finds.
    pub fn run(&self, cell: &Cell, progress: &dyn Fn(f64)) -> Row {
        let run = Run::new(cell, u64::from(self.repetition) + 1, progress);
        let mut row = (self.sweep.measure)(&run);
        debug_assert_eq!(
            self.sweep.foreign(&row),
            None,
            "{}: names of a row are the sweep's, in its order",
            self.sweep.id
        );
        (row.cell, row.repetition, row.digest) = (self.cell, self.repetition, run.digest());
        row
    }
}
