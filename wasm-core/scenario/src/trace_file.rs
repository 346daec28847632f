//! A trace of opportunities as a file, as Mahimahi's are: one whole number of milliseconds a line. Read piece by piece, known by
//! its name and the digest of its entries. Not here: what a document says of its trace (`traces.rs`).

use crate::error::{Code, Error, Errors, shorten};
use crate::json::shortest;
use sawtooth_engine::math::clamp;
use sawtooth_engine::units::OPPORTUNITY_BYTES;
use std::sync::Arc;

/// Maximum number of entries.
pub const MAX_OPPORTUNITIES: usize = 1_000_000;
/// Maximum number of entries of a trace that a document in an address contains; a longer one names its file.
pub const MAX_IN_ADDRESS: usize = 20_000;

/// Maximum time of an entry, in ms, and the number of its digits.
const LATEST_MS: u64 = 10_000_000_000;
const DIGITS: usize = 11;
/// Bytes of a line that are kept: more than an error shows.
const KEPT: usize = 80;

/// Whether a text names a file in the folder of a document: no path, so that a document from elsewhere reaches no other folder.
pub fn is_name(text: &str) -> bool {
    let fits = |c: char| !c.is_control() && !matches!(c, '/' | '\\');
    (1..=255).contains(&text.len()) && text.chars().all(fits) && !matches!(text, "." | "..")
}

/// A trace that was read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceFile {
    /// Name of the file, without a folder.
    pub name: String,
    /// Its entries: whole numbers of ms, none less than the one before, the last above 0.
    pub times_ms: Arc<[f64]>,
    /// 64-bit FNV-1a hash of the entries as 64-bit little-endian integers, in 16 hexadecimal digits.
    pub digest: String,
}

impl TraceFile {
    /// Reads a whole file.
    pub fn read(name: &str, bytes: &[u8]) -> Result<TraceFile, Errors> {
        let mut reader = TraceReader::default();
        reader.push(bytes)?;
        reader.finish(name)
    }

    /// Mean rate in bit/s, as a document may have it.
    pub fn mean_bps(&self) -> u64 {
        let last_ms = self.times_ms.last().copied().unwrap_or(1.0);
        let bps = self.times_ms.len() as f64 * f64::from(OPPORTUNITY_BYTES) * 8.0 / (last_ms / 1e3);
        clamp(bps + 0.5, 1e3, 1e12) as u64
    }
}

/// Reader of a trace's text, piece by piece.
#[derive(Clone, Debug, Default)]
pub struct TraceReader {
    times_ms: Vec<f64>,
    /// Lines so far, those beyond the maximum included.
    lines: usize,
    /// Beginning of the line that the last piece has not ended.
    begun: Vec<u8>,
}

impl TraceReader {
    /// The next piece. The place of an error is its line.
    pub fn push(&mut self, mut bytes: &[u8]) -> Result<(), Errors> {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            if self.begun.is_empty() {
                self.line(&bytes[..end])?;
            } else {
                self.begin(&bytes[..end]);
                let line = std::mem::take(&mut self.begun);
                self.line(&line)?;
            }
            bytes = &bytes[end + 1..];
        }
        self.begin(bytes);
        Ok(())
    }

    /// The trace, once all pieces are read. `name`: the file's.
    pub fn finish(mut self, name: &str) -> Result<TraceFile, Errors> {
        if !self.begun.is_empty() {
            let line = std::mem::take(&mut self.begun);
            self.line(&line)?;
        }
        if self.lines > MAX_OPPORTUNITIES {
            let most = format!("<= {MAX_OPPORTUNITIES}");
            return Err(refused(Code::TooMany, MAX_OPPORTUNITIES, &self.lines.to_string(), &most));
        }
        match self.times_ms.last() {
            None => Err(refused(Code::MissingField, 0, "", &allowed())),
            Some(0.0) => Err(refused(Code::OutOfRange, self.lines - 1, "0", "0 < x")),
            Some(_) => {
                let digest = format!("{:016x}", digest(&self.times_ms));
                Ok(TraceFile { name: name.into(), times_ms: self.times_ms.into(), digest })
            }
        }
    }

    /// More of a line: no more of it than an error shows.
    fn begin(&mut self, bytes: &[u8]) {
        let room = KEPT - self.begun.len().min(KEPT);
        self.begun.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn line(&mut self, line: &[u8]) -> Result<(), Errors> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let at = self.lines;
        self.lines += 1;
        // The rest is only counted.
        if at >= MAX_OPPORTUNITIES {
            return Ok(());
        }
        let digits = (1..=DIGITS).contains(&line.len()) && line.iter().all(u8::is_ascii_digit);
        let ms = line.iter().take(DIGITS).fold(0, |ms, byte| 10 * ms + u64::from(byte.wrapping_sub(b'0')));
        if !digits || ms > LATEST_MS {
            let line = &line[..line.len().min(KEPT)];
            // Where the maximum cuts a character, or the file is no text, each byte is shown.
            let text =
                str::from_utf8(line).map_or_else(|_| line.iter().map(|byte| char::from(*byte)).collect(), String::from);
            let found = format!("{text:?}");
            return Err(refused(Code::NotWhole, at, &found, &allowed()));
        }
        let ms = ms as f64;
        if let Some(before) = self.times_ms.last().filter(|before| ms < **before) {
            return Err(refused(Code::OutOfRange, at, &shortest(ms), &format!("{} <= x", shortest(*before))));
        }
        self.times_ms.push(ms);
        Ok(())
    }
}

/// Values that a line may have.
fn allowed() -> String {
    format!("0 <= x <= {LATEST_MS}, whole")
}

#[cold]
fn refused(code: Code, line: usize, found: &str, allowed: &str) -> Errors {
    Error::new(code, format!("line {}", line + 1), shorten(found), allowed.into()).into()
}

/// 64-bit FNV-1a hash of the entries.
fn digest(times_ms: &[f64]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325;
    for ms in times_ms {
        for byte in (*ms as u64).to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (Code, String, String) {
        let error = TraceFile::read("x", text.as_bytes()).expect_err("refused").list.remove(0);
        (error.code, error.place, error.found)
    }

    fn times(text: &str) -> Vec<f64> {
        TraceFile::read("x", text.as_bytes()).expect("a trace").times_ms.to_vec()
    }

    #[test] // the facts sheet, F.1, and the issue: refused with its line
    fn a_trace_is_refused_with_its_line() {
        assert_eq!(times("3\n3\n7\n10\n"), [3.0, 3.0, 7.0, 10.0]);
        assert_eq!(times("0\r\n10000000000"), [0.0, 1e10]);
        let of = |code, line: &str, found: &str| (code, line.to_string(), found.to_string());
        assert_eq!(refused(""), of(Code::MissingField, "line 1", ""));
        assert_eq!(refused("3\n\n7\n"), of(Code::NotWhole, "line 2", "\"\""));
        assert_eq!(refused("3\n4.5\n"), of(Code::NotWhole, "line 2", "\"4.5\""));
        assert_eq!(refused("3\n-4\n"), of(Code::NotWhole, "line 2", "\"-4\""));
        assert_eq!(refused("3\n+4\n"), of(Code::NotWhole, "line 2", "\"+4\""));
        assert_eq!(refused("3\n10000000001\n"), of(Code::NotWhole, "line 2", "\"10000000001\""));
        assert_eq!(refused("3\n7\n5\n"), of(Code::OutOfRange, "line 3", "5"));
        assert_eq!(refused("0\n0\n"), of(Code::OutOfRange, "line 2", "0"));
        assert_eq!(refused(&"1\n".repeat(1_000_002)), of(Code::TooMany, "line 1000001", "1000002"));
        let long = format!("3\n{}", "7".repeat(10_000_000));
        assert_eq!(refused(&long).1, "line 2");
        assert_eq!(times(&"1\n".repeat(MAX_OPPORTUNITIES)).len(), MAX_OPPORTUNITIES);
    }

    #[test]
    fn pieces_make_the_same_trace_wherever_they_are_cut() {
        let text = b"3\n17\r\n17\n1000\n20000";
        let whole = TraceFile::read("x", text).expect("a trace");
        for first in 0..=text.len() {
            for second in first..=text.len() {
                let mut reader = TraceReader::default();
                for piece in [&text[..first], &text[first..second], &text[second..]] {
                    reader.push(piece).expect("no error");
                }
                assert_eq!(reader.finish("x").as_ref(), Ok(&whole), "{first} {second}");
            }
        }
        assert_ne!(whole.digest, TraceFile::read("x", b"3\n17\n17\n1000\n20001").expect("a trace").digest);
        // FNV-1a of one entry, computed by hand with Python's integers.
        assert_eq!(TraceFile::read("x", b"1").expect("a trace").digest, DIGEST_OF_ONE);
    }

    const DIGEST_OF_ONE: &str = "89cd31291d2aefa4";

    #[test]
    fn the_mean_rate_counts_1500_bytes_an_entry() {
        let mean = |text: &str| TraceFile::read("x", text.as_bytes()).expect("a trace").mean_bps();
        assert_eq!([mean("3\n3\n7\n10"), mean("7"), mean("10000000000")], [4_800_000, 1_714_286, 1000]);
        assert_eq!(mean(&"1\n".repeat(MAX_OPPORTUNITIES)), 1_000_000_000_000);
    }

    #[test]
    fn a_name_is_no_path() {
        assert!(is_name("Verizon-LTE driving.down") && is_name("Züge.txt") && is_name("..a"));
        for wrong in ["", ".", "..", "a/b", "/etc/passwd", "a\\b", "a\nb"] {
            assert!(!is_name(wrong), "{wrong}");
        }
        assert!(!is_name(&"a".repeat(256)));
    }
}
