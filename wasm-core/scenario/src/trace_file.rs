//! A trace of opportunities as a file, as Mahimahi's are: one whole number of milliseconds a line. Read piece by piece, known by
//! its name and the digest of its entries. A file with two columns is another thing: seconds and Mbit/s, as Pensieve's traces and tables have
//! them, which become steps of a rate (`rate_steps`). Not here: what a document says of its trace (`traces.rs`).

use crate::error::{Code, Error, Errors, shorten};
use crate::json::{Json, shortest};
use sawtooth_engine::math::clamp;
use sawtooth_engine::units::OPPORTUNITY_BYTES;
use std::sync::Arc;

/// Maximum number of entries.
pub const MAX_OPPORTUNITIES: usize = 10_000_000;
/// Maximum number of rows of a file with two columns.
pub const MAX_STEPS: usize = 100_000;
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
    /// Rows of a file with two columns, one number after another: seconds since the first row, and bit/s.
    rows: Option<Vec<f64>>,
    /// Time of the first row.
    first_s: f64,
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
        if self.rows.is_some() {
            return Err(refused(Code::NotWhole, 0, "2", &allowed()));
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

    /// Whether the lines so far have two columns.
    pub fn has_columns(&self) -> bool {
        self.rows.is_some()
    }

    /// The steps of a file with two columns, as a document has them, once all pieces are read; `None` of a file that has one column.
    pub fn finish_steps(&mut self) -> Result<Option<Json>, Errors> {
        if !self.begun.is_empty() {
            let line = std::mem::take(&mut self.begun);
            self.line(&line)?;
        }
        let Some(rows) = self.rows.take() else { return Ok(None) };
        if rows.len() > 2 * MAX_STEPS {
            let most = format!("<= {MAX_STEPS}");
            return Err(refused(Code::TooMany, self.lines - 1, &(rows.len() / 2).to_string(), &most));
        }
        if rows.is_empty() {
            return Err(refused(Code::MissingField, self.lines, "", ROW));
        }
        let row = |row: &[f64]| crate::object! { "at_s" => row[0], "rate_bps" => row[1] };
        Ok(Some(Json::Array(rows.chunks(2).map(row).collect())))
    }

    /// Whether a line is one of two columns; the first line may name them.
    fn takes_row(&mut self, line: &[u8]) -> Result<bool, Errors> {
        let text = str::from_utf8(line).unwrap_or("");
        let columns: Vec<&str> =
            text.split([',', ';', '\t', ' ']).map(str::trim).filter(|column| !column.is_empty()).collect();
        let (at, is_row) = (self.lines, columns.len() == 2);
        if self.rows.is_none() && (at > 0 || !is_row) {
            return Ok(false);
        }
        self.lines += 1;
        let numbers: Vec<f64> = columns.iter().filter_map(|column| decimal(column)).collect();
        let rows = self.rows.get_or_insert_default();
        if at == 0 && numbers.is_empty() {
            return Ok(true);
        }
        let [at_s, mbps] = numbers[..] else {
            return Err(refused(Code::NotWhole, at, &Json::from(text).to_string(), ROW));
        };
        let first_s = if rows.is_empty() { at_s } else { self.first_s };
        self.first_s = first_s;
        let (since_s, bps) = (at_s - first_s, mbps * 1e6);
        let before = rows.len().checked_sub(2).map_or(0.0, |place| rows[place]);
        if !(before..=1e7).contains(&since_s) {
            let (least, most) = (shortest(before + first_s), shortest(1e7 + first_s));
            return Err(refused(Code::OutOfRange, at, &shortest(at_s), &format!("{least} <= x <= {most}")));
        }
        if !(0.0..=1e12).contains(&bps) {
            return Err(refused(Code::OutOfRange, at, &shortest(mbps), "0 <= x <= 1000000"));
        }
        if rows.len() <= 2 * MAX_STEPS {
            rows.extend([since_s, bps]);
        }
        Ok(true)
    }

    /// More of a line: no more of it than an error shows.
    fn begin(&mut self, bytes: &[u8]) {
        let room = KEPT - self.begun.len().min(KEPT);
        self.begun.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn line(&mut self, line: &[u8]) -> Result<(), Errors> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if (self.lines == 0 || self.rows.is_some()) && self.takes_row(line)? {
            return Ok(());
        }
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
            return Err(refused(Code::NotWhole, at, &Json::from(text).to_string(), &allowed()));
        }
        let ms = ms as f64;
        if let Some(before) = self.times_ms.last().filter(|before| ms < **before) {
            return Err(refused(Code::OutOfRange, at, &shortest(ms), &format!("{} <= x", shortest(*before))));
        }
        self.times_ms.push(ms);
        Ok(())
    }
}

/// A decimal number, in any notation of a table.
fn decimal(text: &str) -> Option<f64> {
    let fits = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E');
    if text.bytes().all(fits) { crate::number::from_text(text) } else { None }
}

/// A row of a file with two columns.
const ROW: &str = "s, Mbit/s";

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
        assert_eq!(refused(&"1\n".repeat(10_000_002)), of(Code::TooMany, "line 10000001", "10000002"));
        let long = format!("3\n{}", "7".repeat(10_000_000));
        assert_eq!(refused(&long).1, "line 2");
        assert_eq!(times(&"1\n".repeat(MAX_OPPORTUNITIES)).len(), MAX_OPPORTUNITIES);
    }

    fn steps(text: &str) -> Result<String, (Code, String, String, String)> {
        let mut reader = TraceReader::default();
        let steps = reader.push(text.as_bytes()).and_then(|()| reader.finish_steps());
        steps.map(|json| json.map_or(String::new(), |json| json.to_string())).map_err(|errors| {
            let error = errors.list.into_iter().next().expect("one");
            (error.code, error.place, error.found, error.allowed)
        })
    }

    #[test] // Pensieve's form, and a table with names
    fn two_columns_are_seconds_and_mbps() {
        let rows = r#"[{"at_s":0,"rate_bps":1500000},{"at_s":0.5,"rate_bps":0},{"at_s":2,"rate_bps":40000000}]"#;
        assert_eq!(steps("10.5 1.5\n11.0\t0\n12.5 40\n").as_deref(), Ok(rows));
        assert_eq!(steps("time,mbps\r\n0,1.5\r\n0.5, 0\r\n2;40").as_deref(), Ok(rows));
        assert_eq!(steps("3\n7\n").as_deref(), Ok(""), "one column is a trace");
        let error = |code, line: &str, found: &str, allowed: &str| {
            Err((code, line.to_string(), found.to_string(), allowed.to_string()))
        };
        assert_eq!(steps("0 1\n2 1\n1 1\n"), error(Code::OutOfRange, "line 3", "1", "2 <= x <= 10000000"));
        assert_eq!(steps("0 1\n1 -3\n"), error(Code::OutOfRange, "line 2", "-3", "0 <= x <= 1000000"));
        assert_eq!(steps("0 1\n1 fast\n"), error(Code::NotWhole, "line 2", "\"1 fast\"", ROW));
        assert_eq!(steps("0 1\n1\n"), error(Code::NotWhole, "line 2", "\"1\"", ROW));
        assert_eq!(steps("time mbps\n").unwrap_err().0, Code::MissingField);
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
