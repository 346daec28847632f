//! A trace's columns for other libraries, by Arrow's PyCapsule interface: nothing is copied. Not here: which rows (`run.rs`), tables of
//! sweeps (`sweep.rs`).

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::SchemaRef;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

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

    fn __repr__(&self) -> String {
        format!("<sawtooth_lab trace: {} rows, {}>", self.__len__(), self.column_names().join(", "))
    }
}
