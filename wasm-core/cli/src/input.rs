//! Content of files and of standard input, up to a limit. Not here: what it means.

use crate::Failure;
use sawtooth_scenario::Errors;
use sawtooth_scenario::parse::too_large;
use sawtooth_scenario::words::Words;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Content of a file, but no more than is needed to detect that it is too large.
pub fn input(path: &Path, limit: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let most = limit as u64 + 1;
    let read = if path == Path::new("-") {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::refused(format_args!("{}: {error}", path.display())))?;
    if bytes.len() > limit {
        // The size of a file is known; a stream may be endless.
        let size = std::fs::metadata(path).ok().filter(|file| file.is_file()).map(|file| file.len());
        let size = size.map_or(format!("> {limit} bytes"), |size| format!("{size} bytes"));
        let errors = Errors::from(too_large(size, limit));
        return Err(Failure::Refused(Words::errors().list(&errors)));
    }
    Ok(bytes)
}
