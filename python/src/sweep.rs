//! Sweeps for Python: a checked document, rows of its runs, the folder of finished ones, and the table as Arrow's columns. Python's
//! lock is released while runs are computed. Not here: who computes which runs, progress, other stores than folders
//! (`sawtooth_lab/sweeps.py`).

use crate::errors::{no_trace, raised, refused};
use crate::table::{capsule, failed};
use crate::{Files, texts, traces};
use arrow_array::RecordBatchReader;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};
use sawtooth_scenario::parse_bytes;
use sawtooth_sweep::store::{self, Failed};
use sawtooth_sweep::traces::traces_of_sweep;
use sawtooth_sweep::{Form, Grown, Part, SOURCES, Scale, csv, parquet};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;

/// Number of threads that the machine runs at once.
#[pyfunction]
pub fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Reason for which the table at a place is not replaced.
#[pyfunction]
pub fn occupied(table: &str) -> String {
    store::occupied(table)
}

/// A sweep that has been checked.
#[pyclass(frozen, module = "sawtooth_lab._engine")]
pub struct Sweep {
    sweep: Arc<sawtooth_sweep::Sweep>,
    stopped: AtomicBool,
}

/// Reason why a run was not completed.
enum Ended {
    /// `stop` was called.
    Stopped,
    /// An exception of Python, such as an interrupt.
    Raised(PyErr),
}

impl Sweep {
    /// Lines of the rows of these runs, in order; if it is stopped, of those that are finished.
    fn lines(&self, spans: &[(usize, usize)]) -> PyResult<String> {
        let mut lines = String::new();
        for run in spans.iter().flat_map(|(start, end)| *start..*end) {
            let mut between = |_| {
                if self.stopped.load(Ordering::Relaxed) {
                    return Err(Ended::Stopped);
                }
                Python::attach(|py| py.check_signals()).map_err(Ended::Raised)
            };
            // A bug of the engine ends this call, not the process.
            let row = catch_unwind(AssertUnwindSafe(|| self.sweep.run_unless(run, &mut between)));
            match row {
                Ok(Ok(row)) => lines += &store::row_line(&self.sweep, run, &row),
                Ok(Err(Ended::Stopped)) => break,
                Ok(Err(Ended::Raised(error))) => return Err(error),
                Err(_) => {
                    let reason = format!("internal error in a run: {}", self.sweep.name(run));
                    return Err(Python::attach(|py| raised(py, "SawtoothError", (reason,))));
                }
            }
            if self.stopped.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(lines)
    }
}

#[pymethods]
impl Sweep {
    /// Checks a document, whose traces are these files or lie in its folder. Raises `ScenarioError` with every error at once.
    #[new]
    #[pyo3(signature = (document, files, folder=None))]
    fn new(py: Python<'_>, document: &[u8], files: Files, folder: Option<PathBuf>) -> PyResult<Sweep> {
        let mut tree = parse_bytes(document).map_err(|error| refused(py, &error.into()))?;
        let mut files = traces(py, &files)?;
        if let Some(folder) = folder {
            files.extend(traces_of_sweep(&mut tree, &folder).map_err(|refused| no_trace(py, refused))?);
        }
        let sweep = py.detach(|| sawtooth_sweep::Sweep::check_with(tree, &files));
        let sweep = sweep.map_err(|errors| refused(py, &errors))?;
        Ok(Sweep { sweep: Arc::new(sweep), stopped: AtomicBool::new(false) })
    }

    /// The document, with the digests of its traces, and these: enough to check it elsewhere.
    fn parts<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Vec<(String, Bound<'py, PyBytes>)>) {
        let files = texts(&self.sweep.files).into_iter().map(|(name, text)| (name, PyBytes::new(py, &text)));
        (PyBytes::new(py, self.sweep.text().as_bytes()), files.collect())
    }

    /// Number of runs.
    #[getter]
    fn runs(&self) -> usize {
        self.sweep.runs()
    }

    /// Rows for `Store.take` of the runs in these spans, whose ends are excluded. After `stop`, only those of runs that are finished.
    fn rows<'py>(&self, py: Python<'py>, spans: Vec<(usize, usize)>) -> PyResult<Bound<'py, PyBytes>> {
        if let Some((_, end)) = spans.iter().find(|(_, end)| *end > self.sweep.runs()) {
            return Err(PyValueError::new_err(format!("found runs up to {end}. Allowed: {}.", self.sweep.runs())));
        }
        let lines = py.detach(|| self.lines(&spans))?;
        Ok(PyBytes::new(py, lines.as_bytes()))
    }

    /// Ends all calls of `rows` soon.
    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// The folder of a sweep, with its finished runs; locked until it is closed.
#[pyclass(frozen, module = "sawtooth_lab._engine")]
pub struct Store {
    sweep: Arc<sawtooth_sweep::Sweep>,
    store: Mutex<Option<store::Store>>,
}

fn unusable(py: Python<'_>, failed: Failed) -> PyErr {
    match failed {
        Failed::Refused(reason) => raised(py, "StoreError", (reason,)),
        Failed::Broken(path, error) => io::Error::new(error.kind(), format!("{}: {error}", path.display())).into(),
    }
}

impl Store {
    /// Performs something on the open store without Python's lock.
    fn on<T: Send>(
        &self,
        py: Python<'_>,
        what: impl FnOnce(&mut store::Store, &sawtooth_sweep::Sweep) -> Result<T, Failed> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| {
            let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
            store.as_mut().map(|store| what(store, &self.sweep))
        });
        done.ok_or_else(|| PyValueError::new_err("the store is closed"))?.map_err(|failed| unusable(py, failed))
    }
}

#[pymethods]
impl Store {
    /// Opens a folder, to begin or to go on. Raises `StoreError` if it is in use, damaged or of something else, or has a table of
    /// something else, unless that is to be replaced.
    #[new]
    fn new(py: Python<'_>, sweep: &Sweep, folder: PathBuf, table: PathBuf, force: bool) -> PyResult<Store> {
        let sweep = sweep.sweep.clone();
        let store = py.detach(|| {
            store::accept(&folder, &table, force)?;
            store::Store::open(&folder, &sweep, Part::WHOLE, SOURCES)
        });
        let store = store.map_err(|failed| unusable(py, failed))?;
        Ok(Store { sweep, store: Mutex::new(Some(store)) })
    }

    /// Number of finished runs, and of those that have an error.
    fn finished(&self, py: Python<'_>) -> PyResult<(usize, usize)> {
        self.on(py, |store, _| Ok((store.finished(), store.failed())))
    }

    /// The next runs from this one on that are not finished, at most `most`, as spans whose ends are excluded.
    fn left(&self, py: Python<'_>, from: usize, most: usize) -> PyResult<Vec<(usize, usize)>> {
        let mut spans: Vec<(usize, usize)> = Vec::new();
        self.on(py, |store, sweep| {
            for run in (from..sweep.runs()).filter(|run| !store.has(*run)).take(most) {
                match spans.last_mut() {
                    Some((_, end)) if *end == run => *end += 1,
                    _ => spans.push((run, run + 1)),
                }
            }
            Ok(())
        })?;
        Ok(spans)
    }

    /// Adds the rows of the runs in these spans, which `Sweep.rows` made; `name` is their place in an error.
    fn take(&self, py: Python<'_>, spans: Vec<(usize, usize)>, rows: &[u8], name: &str) -> PyResult<()> {
        let runs = spans.into_iter().flat_map(|(start, end)| start..end);
        self.on(py, |store, sweep| store.take(sweep, runs, rows, name))
    }

    /// The line with which texts for `join` begin.
    fn head<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let head = self.on(py, |store, _| Ok(store.head()))?;
        Ok(PyBytes::new(py, head.as_bytes()))
    }

    /// Adds the rows of a text that begins with the head, and returns their number; `name` is its place in an error.
    fn join(&self, py: Python<'_>, text: &[u8], name: &str) -> PyResult<usize> {
        self.on(py, |store, sweep| store.join(sweep, text, name))
    }

    /// Writes the table as Parquet to a new file, once every run is finished.
    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.on(py, |store, sweep| {
            let write = || -> io::Result<()> {
                let file = File::create_new(&path)?;
                // So that no other program takes it for one that was left behind.
                file.lock()?;
                let out = BufWriter::with_capacity(1 << 16, file);
                let mut out = store::write(sweep, &[(Part::WHOLE, store)], Form::Parquet, out)?;
                out.flush()?;
                out.get_ref().sync_all()
            };
            write().map_err(|error| Failed::Broken(path.clone(), error))
        })
    }

    /// Closes it, so that others may use it.
    fn close(&self) {
        *self.store.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// A sweep's table in a Parquet file.
#[pyclass(frozen, module = "sawtooth_lab._engine")]
pub struct TableFile {
    path: PathBuf,
}

#[pymethods]
impl TableFile {
    #[new]
    fn new(path: PathBuf) -> TableFile {
        TableFile { path }
    }

    /// Entries of the file's metadata, by name.
    fn metadata(&self) -> PyResult<BTreeMap<String, String>> {
        let reader = parquet::read(&self.path)?;
        let entries = reader.metadata().file_metadata().key_value_metadata();
        let entries = entries.into_iter().flatten().cloned();
        Ok(entries.map(|entry| (entry.key, entry.value.unwrap_or_default())).collect())
    }

    /// Names of the columns.
    fn column_names(&self) -> PyResult<Vec<String>> {
        let reader = parquet::read(&self.path)?;
        Ok(reader.schema().fields().iter().map(|field| field.name().clone()).collect())
    }

    /// The table as CSV, as `sawtooth sweep --csv` writes it.
    fn csv(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            let reader = parquet::read(&self.path)?;
            let mut out = csv::Writer::new(Vec::new(), &parquet::columns(reader.schema()))?;
            for batch in reader.build().map_err(failed)? {
                for row in parquet::rows(&batch.map_err(failed)?) {
                    out.row(&row)?;
                }
            }
            String::from_utf8(out.finish()?).map_err(failed)
        })
    }

    /// The straight line through two columns, each on its scale, as JSON; None where there is none. Raises `ScenarioError` for a table of
    /// too many rows, `KeyError` for an unknown scale.
    fn fit(&self, py: Python<'_>, x: (String, String), y: (String, String)) -> PyResult<Option<String>> {
        let scale = |word: &str| Scale::named(word).ok_or_else(|| PyKeyError::new_err(word.to_owned()));
        let (x_scale, y_scale) = (scale(&x.1)?, scale(&y.1)?);
        let document = self.metadata()?.remove("sawtooth.sweep").unwrap_or_default();
        let tree = parse_bytes(document.as_bytes()).map_err(|error| refused(py, &error.into()))?;
        let table = self.csv(py)?;
        let grown = py.detach(|| Grown::of_table(tree, &table)).map_err(|errors| refused(py, &errors))?;
        Ok(grown.fit((&x.0, x_scale), (&y.0, y_scale)).map(|line| line.json().to_string()))
    }

    /// Arrow's stream of the rows (`ArrowArrayStream`), which reads the file batch by batch.
    fn stream<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let reader = parquet::read(&self.path)?.build().map_err(failed)?;
        capsule(py, Box::new(reader))
    }

    /// Arrow's schema of the columns (`ArrowSchema`).
    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let reader = parquet::read(&self.path)?.build().map_err(failed)?;
        let schema = FFI_ArrowSchema::try_from(reader.schema().as_ref()).map_err(failed)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}
