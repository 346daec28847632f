//! Results so far, as drawings and claims ask for it: rows by their point, then values over repetitions. Any part
//! may be missing. Not here: files (`store`).

use crate::row::Row;
use crate::sweep::{Amount, Cell, Job, Point, Sweep};
use sawtooth_measures::measures::percentiles;
use std::collections::BTreeMap;
use std::ptr;

/// The rows of a sweep.
#[derive(Debug)]
pub struct Table {
    /// Which sweep.
    pub sweep: &'static Sweep,
    /// Its cells.
    pub cells: Vec<Cell>,
    rows: BTreeMap<(usize, u32), Row>,
}

impl Table {
    /// Without rows.
    pub fn new(sweep: &'static Sweep) -> Table {
        Table { sweep, cells: (sweep.cells)(), rows: BTreeMap::new() }
    }

    /// Takes a row in; true if it was not there and its cell exists.
    pub fn add(&mut self, row: Row) -> bool {
        row.cell < self.cells.len() && self.rows.insert((row.cell, row.repetition), row).is_none()
    }

    /// By cell, then by repetition.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.values()
    }

    /// Whether a run of it is there.
    pub fn has(&self, job: &Job) -> bool {
        self.rows.contains_key(&(job.cell, job.repetition))
    }

    /// Runs of it that are not there.
    pub fn missing(&self, amount: Amount) -> Vec<Job> {
        let jobs = crate::sweep::jobs(&[self.sweep], amount);
        jobs.into_iter().filter(|job| !self.has(job)).collect()
    }

    /// Those of one cell.
    pub fn of_cell(&self, cell: usize) -> Rows<'_> {
        Rows(self.rows.range((cell, 0)..=(cell, u32::MAX)).map(|(_, row)| row).collect())
    }

    /// The same table of other runs: in place of each run one of its cell, drawn with replacement. All cells have the same draws, so that
    /// pairs of runs stay pairs; `sample` numbers the draws.
    pub fn resampled(&self, sample: u64) -> Table {
        let mut table = Table { sweep: self.sweep, cells: self.cells.clone(), rows: BTreeMap::new() };
        for cell in 0..self.cells.len() {
            let own = self.of_cell(cell).0;
            for row in &own {
                let mut drawn = own[draw(sample, row.repetition) as usize % own.len()].clone();
                drawn.repetition = row.repetition;
                table.add(drawn);
            }
        }
        table
    }

    fn select(&self, wanted: impl Fn(&Cell) -> bool) -> Rows<'_> {
        let wanted: Vec<bool> = self.cells.iter().map(wanted).collect();
        Rows(self.rows.values().filter(|row| wanted[row.cell]).collect())
    }
}

/// A number for a run of a sample: the finaliser of SplitMix64.
fn draw(sample: u64, repetition: u32) -> u64 {
    let mut z = (sample << 32 | u64::from(repetition)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The tables that an experiment reads.
#[derive(Debug)]
pub struct Results<'a> {
    /// Id of the experiment.
    pub id: &'static str,
    /// Its sweeps, its own first.
    pub sweeps: &'static [&'static Sweep],
    tables: Vec<Option<&'a Table>>,
}

impl<'a> Results<'a> {
    /// Of an experiment with these sweeps, with those of the tables that it uses.
    pub fn new(id: &'static str, sweeps: &'static [&'static Sweep], tables: &[&'a Table]) -> Results<'a> {
        let find = |sweep: &&'static Sweep| tables.iter().copied().find(|table| ptr::eq(table.sweep, *sweep));
        Results { id, sweeps, tables: sweeps.iter().map(find).collect() }
    }

    /// Evaluated rows of the experiment's own sweep whose point agrees with this one, pooled.
    pub fn at(&self, point: &Point) -> Rows<'a> {
        self.of(0, |cell| !cell.beside && cell.at.agrees(point))
    }

    /// As `at`, but comparison runs included.
    pub fn all(&self, point: &Point) -> Rows<'a> {
        self.of(0, |cell| cell.at.agrees(point))
    }

    /// Evaluated rows of another sweep that the experiment lists.
    ///
    /// # Panics
    /// If it does not list it: a bug of the experiment.
    pub fn within(&self, sweep: &'static Sweep, point: &Point) -> Rows<'a> {
        self.of(self.place(sweep), |cell| !cell.beside && cell.at.agrees(point))
    }

    /// As `within`, but comparison runs included.
    ///
    /// # Panics
    /// If it does not list it: a bug of the experiment.
    pub fn all_within(&self, sweep: &'static Sweep, point: &Point) -> Rows<'a> {
        self.of(self.place(sweep), |cell| cell.at.agrees(point))
    }

    fn place(&self, sweep: &'static Sweep) -> usize {
        let place = self.sweeps.iter().position(|one| ptr::eq(*one, sweep));
        place.unwrap_or_else(|| panic!("{} does not list the sweep {}", self.id, sweep.id))
    }

    fn of(&self, place: usize, wanted: impl Fn(&Cell) -> bool) -> Rows<'a> {
        self.tables.get(place).copied().flatten().map_or(Rows(Vec::new()), |table| table.select(wanted))
    }
}

/// Some rows, by cell, then by repetition.
#[derive(Clone, Debug)]
pub struct Rows<'a>(pub Vec<&'a Row>);

impl<'a> Rows<'a> {
    /// Those of the first so many repetitions.
    pub fn first(&self, repetitions: u32) -> Rows<'a> {
        Rows(self.0.iter().copied().filter(|row| row.repetition < repetitions).collect())
    }
    /// A number of each row that has it.
    pub fn of(&self, name: &str) -> Values {
        self.each(|row| row.get(name))
    }
    /// Value that `make` gives for each row, where it gives a finite one.
    pub fn each(&self, make: impl Fn(&Row) -> Option<f64>) -> Values {
        Values(self.0.iter().filter_map(|row| make(row)).filter(|value| value.is_finite()).collect())
    }
    /// Place by place the values of a list, over the rows that have it.
    pub fn columns(&self, name: &str) -> Vec<Values> {
        let length = self.0.iter().map(|row| row.values(name).len()).max().unwrap_or(0);
        (0..length).map(|place| self.each(|row| row.values(name).get(place).copied())).collect()
    }
    /// The first row, in which drawings of a single run are found.
    pub fn one(&self) -> Option<&'a Row> {
        self.0.first().copied()
    }
}

/// Values over repetitions.
#[derive(Clone, Debug, PartialEq)]
pub struct Values(pub Vec<f64>);

impl Values {
    /// The median (`lab::measures::percentiles`).
    pub fn median(&self) -> Option<f64> {
        percentiles::median(&self.0)
    }
    /// A percentile; the share is from 0 to 1.
    pub fn percentile(&self, share: f64) -> Option<f64> {
        percentiles::percentile(&self.0, share)
    }
    /// 20th percentile, median, 80th percentile: marker and bar of the CDG paper.
    pub fn bar(&self) -> Option<[f64; 3]> {
        Some([self.percentile(0.2)?, self.median()?, self.percentile(0.8)?])
    }
    /// The mean.
    pub fn mean(&self) -> Option<f64> {
        (!self.0.is_empty()).then(|| self.0.iter().sum::<f64>() / self.0.len() as f64)
    }
    /// The sum; none of nothing.
    pub fn sum(&self) -> Option<f64> {
        (!self.0.is_empty()).then(|| self.0.iter().sum())
    }
    /// The least.
    pub fn least(&self) -> Option<f64> {
        self.percentile(0.0)
    }
    /// The greatest.
    pub fn most(&self) -> Option<f64> {
        self.percentile(1.0)
    }
    /// How many.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// a / b where both are known and b is not 0.
pub fn ratio(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.zip(b).filter(|(_, b)| *b != 0.0).map(|(a, b)| a / b)
}

/// a - b where both are known.
pub fn difference(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.zip(b).map(|(a, b)| a - b)
}

/// The least of values of which none may be missing.
pub fn least(values: impl IntoIterator<Item = Option<f64>>) -> Option<f64> {
    let values: Option<Vec<f64>> = values.into_iter().collect();
    Values(values?).least()
}

/// The greatest of values of which none may be missing.
pub fn most(values: impl IntoIterator<Item = Option<f64>>) -> Option<f64> {
    let values: Option<Vec<f64>> = values.into_iter().collect();
    Values(values?).most()
}

/// The mean of values of which none may be missing.
pub fn mean(values: impl IntoIterator<Item = Option<f64>>) -> Option<f64> {
    let values: Option<Vec<f64>> = values.into_iter().collect();
    Values(values?).mean()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_runs_of_each_cell_in_place_of_its_runs() {
        let mut table = Table::new(crate::find("cdg_fig4").unwrap().sweeps[0]);
        for (cell, repetition) in (0..2).flat_map(|cell| (0..10).map(move |repetition| (cell, repetition))) {
            let value = f64::from(repetition) + 100.0 * cell as f64;
            let mut row = Row::new().number("goodput_bps", value);
            (row.cell, row.repetition) = (cell, repetition);
            assert!(table.add(row));
        }
        let of = |table: &Table, cell: usize| table.of_cell(cell).of("goodput_bps").0;
        let samples = [table.resampled(1), table.resampled(2)];
        for sample in &samples {
            assert_eq!((of(sample, 0).len(), sample.rows().count()), (10, 20));
            // The same draws in each cell, some of them twice.
            assert_eq!(of(sample, 1), of(sample, 0).iter().map(|value| value + 100.0).collect::<Vec<f64>>());
            assert!(of(sample, 0).iter().all(|value| of(&table, 0).contains(value)) && of(sample, 0) != of(&table, 0));
        }
        assert_ne!(of(&samples[0], 0), of(&samples[1], 0));
    }
}
