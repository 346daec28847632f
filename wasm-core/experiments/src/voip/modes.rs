//! Runs of Linux's H-TCP with and without the bug of its kernel: what figures 13 and 14 of the VoIP report have in common.
//! Not here: what is drawn and claimed of them.

use super::bed::{Link, document, reordering, set};
use super::runs::{SETTLED_S, of_epochs};
use super::teeth::{thinned, with_line};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::Cell;
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::delay::Delays;
use sawtooth_measures::measures::epochs::{Bounds, Epoch, Epochs};
use std::ptr;

/// Length of a run, in seconds.
pub const DURATION_S: f64 = 600.0;
/// Growth is fast above so many packets in a round trip, slow up to so many.
const FAST: f64 = 3.0;
const SLOW: f64 = 1.5;
/// Rounds after a retransmission in which nothing is a fall-back.
const QUIET_ROUNDS: u32 = 2;

/// A cell: a link with a kind of run: `fault` (the variant with the bug, and reordering), `clean` (neither), `fixed`
/// (reordering, but the variant without the bug).
pub fn cell(link: &str, kind: &str) -> Cell {
    let sender = if kind == "fault" { "htcp_linux_fault" } else { "htcp_linux" };
    let mut document = document(Link::of(link), 1.0, Some(sender), true, DURATION_S);
    if kind == "fixed" {
        set(&mut document, "bottleneck", "reordering", reordering());
    }
    Cell::new(point!(link: link, kind: kind), document).moment(SETTLED_S)
}

/// cwnd as it changes, and falls from fast to slow growth that no loss explains.
struct Modes {
    bounds: Bounds,
    /// Seconds and packets.
    cwnd: Vec<[f64; 2]>,
    /// cwnd at the last round's end.
    before: f64,
    quiet: u32,
    fast: bool,
    fallbacks: u64,
}

impl Observer for Modes {
    const INTERESTS: Interests =
        Interests::these(&[&signals::WINDOW_CUT, &signals::CWND, &signals::ROUND, &signals::RETRANSMIT]);

    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        self.bounds.record(at, source, signal);
        if source != Source::Flow(0) {
            return;
        }
        if ptr::eq(signal, &signals::CWND) {
            self.cwnd.push([at.seconds(), value]);
        } else if ptr::eq(signal, &signals::RETRANSMIT) {
            (self.quiet, self.fast) = (QUIET_ROUNDS + 1, false);
        } else if ptr::eq(signal, &signals::ROUND) {
            let now = self.cwnd.last().map_or(0.0, |last| last[1]);
            let grown = now - self.before;
            self.before = now;
            if self.quiet > 0 {
                self.quiet -= 1;
            } else if grown > FAST {
                self.fast = true;
            } else if grown <= SLOW && self.fast {
                self.fast = false;
                self.fallbacks += u64::from(self.bounds.begun());
            }
        }
    }
}

/// Measures of a run besides its cycle, in order.
pub const NAMES: &[&str] = &["fallbacks", "x_p50", "lengths_s", "cwnd_at_s", "cwnd"];

/// Epochs (as a list, too), fall-backs for each, the median of x, and cwnd over the stretch that is drawn.
pub fn measure(run: &Run, drawn: fn(&[Epoch]) -> Option<(f64, f64)>) -> Row {
    let link = Link::of(run.cell.at.word("link"));
    let settled = Time::from_seconds(SETTLED_S);
    let bounds = Bounds::new(0, settled);
    let mut epochs = Epochs::new(0, settled);
    let mut delays = Delays::in_whole_epochs(Source::Cross(0), link.unloaded_ms() - 1e-9, bounds.clone(), 1);
    let mut modes = Modes { bounds, cwnd: Vec::new(), before: 0.0, quiet: 0, fast: false, fallbacks: 0 };
    let mut both = (&mut epochs, &mut delays);
    run.listen(&mut (&mut both, &mut modes));
    let whole = epochs.whole();
    let per_epoch = (!whole.is_empty()).then(|| modes.fallbacks as f64 / whole.len() as f64);
    let (from, until) = drawn(whole).unwrap_or((0.0, 0.0));
    let row = of_epochs(whole)
        .number("fallbacks", per_epoch)
        .number("x_p50", delays.distribution().percentile(0.5).map(|ms| ms / link.rtt_ms))
        .list("lengths_s", epochs.lengths_s());
    with_line(row, "cwnd", &thinned(&modes.cwnd, from, until))
}
