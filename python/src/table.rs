//! A trace's columns for other libraries, by Arrow's PyCapsule interface: nothing is copied. Not here: which rows (`run.rs`), tables of
//! sweeps (`sweep.rs`).

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};
use std::panic::catch_unwind;

/// Columns `time_s`, `source`, `signal`, `value` and `state`, in chunks.
#[pyclass(frozen, module = "sawtooth_lab")]
pub struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    /// These chunks of one schema.
    pub fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Table {
        Table { schema, batches }
    }
}

/// The table of a pickle. Raises `ValueError` if it is damaged.
#[pyfunction]
pub fn table_of(bytes: &[u8]) -> PyResult<Table> {
    let read = || {
        let reader = StreamReader::try_new(bytes, None)?;
        Ok(Table::new(reader.schema(), reader.collect::<Result<_, ArrowError>>()?))
    };
    // Arrow's reader panics at some lengths that do not fit.
    let read = catch_unwind(read).unwrap_or_else(|_| Err(ArrowError::IpcError("a damaged trace".into())));
    read.map_err(failed)
}

/// A `ValueError` for an error of Arrow's.
pub fn failed(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Arrow's stream of some batches, for Python.
pub fn capsule<'py>(py: Python<'py>, batches: Box<dyn RecordBatchReader + Send>) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(batches), c"arrow_array_stream")
}

#[pymethods]
impl Table {
    /// Arrow's stream of the chunks (`ArrowArrayStream`). The consumer shares the memory.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface allows a producer to leave the request aside: the consumer casts.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        capsule(py, Box::new(RecordBatchIterator::new(batches, self.schema.clone())))
    }

    /// Arrow's schema of the columns (`ArrowSchema`).
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(failed)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// Names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Number of chunks.
    #[getter]
    fn num_chunks(&self) -> usize {
        self.batches.len()
    }

    /// Bytes of memory that the columns take.
    #[getter]
    fn nbytes(&self) -> usize {
        self.batches.iter().map(RecordBatch::get_array_memory_size).sum()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// For pickles: an equal table.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let written = || -> Result<Vec<u8>, ArrowError> {
            let mut out = StreamWriter::try_new(Vec::new(), &self.schema)?;
            self.batches.iter().try_for_each(|batch| out.write(batch))?;
            out.into_inner()
        };
        let bytes = PyBytes::new(py, &py.detach(written).map_err(failed)?);
        Ok((py.import("sawtooth_lab._engine")?.getattr("table_of")?, (bytes,)))
    }

    fn __repr__(&self) -> String {
        format!("<sawtooth_lab trace: {} rows, {}>", self.__len__(), self.column_names().join(", "))
    }
}
