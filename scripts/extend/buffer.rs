//! Goodput of one NewReno flow on the test-bed's link against the queue limit. An example: not a figure of the paper.

use super::{CAPACITY_BPS, JUDGED, PAPER, flow, kind, test_bed};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series, ink};
use crate::results::{Results, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_measures::measures::goodput;

const LIMITS: [f64; 6] = [2.0, 5.0, 10.0, 20.0, 40.0, 80.0]; // packets

/// Experiment on one flow and its queue.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_buffer", // the paper, then the file name
    paper: &PAPER,
    label: "Example",
    title: "How much queue one flow needs",
    // Texts in our own words. WebAssembly omits them; the page reads them from the generated files.
    words: Words {
        summary: "With a queue of one bandwidth-delay product, one NewReno flow keeps the link busy although it halves its window.",
        caption: "Goodput of one NewReno flow over 60 s against the queue limit. Bars: median and 20th to 80th percentile of five runs.",
        states: &["Nothing about this: the paper uses one queue limit, 84 packets."],
        learn: "After a loss half of the window must still fill the path, so the queue must hold one bandwidth-delay product.",
        choices: &[], // what the paper does not state, our choice, the reason: `Choice { what, chosen, why }`
        notes: &[],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&SWEEP], // its own first; sweeps of other experiments may follow, and their runs are shared
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue",
};

/// Runs: a list of cells (configurations), the number of runs of each (seeds 1, 2, …), the names of the measurements and their code.
pub static SWEEP: Sweep =
    Sweep { id: "cdg_buffer", cells, repetitions: 5, quick: 2, names: &[&["goodput_bps"]], measure };

/// Cells: a point with a name for each coordinate, and its scenario. A cell that no claim needs (another TCP stack, for example) is
/// marked `.beside()`, for comparison.
fn cells() -> Vec<Cell> {
    let cell = |limit: f64| {
        let flow = flow("newreno", kind("newreno"), 0.0, 60.0, JUDGED);
        let mut document = test_bed("One flow and its queue", 60.0, 0.0, vec![flow]);
        crate::sweep::set(&mut document, "bottleneck.queue.limit_packets", limit);
        Cell::new(point!(limit_packets: limit), document)
    };
    LIMITS.map(cell).to_vec()
}

/// Measurements of one run: a few numbers or short lists, never a record of packets. `run.silent()` runs it without an observer,
/// `run.listen(&mut observer)` with a measure of `measures/src/measures` or one of its own.
fn measure(run: &Run) -> Row {
    Row::new().number("goodput_bps", goodput::of_flow(&run.silent(), 0))
}

/// Drawing of the results so far; every value may be missing.
fn figure(results: &Results) -> Figure {
    let points = LIMITS.iter().filter_map(|&limit| {
        let [low, middle, high] = results.at(&point!(limit_packets: limit)).of("goodput_bps").bar()?;
        Some([limit, low / 1e6, middle / 1e6, high / 1e6])
    });
    let plot = Plot::new(Axis::new("Queue limit", "packets").log(), Axis::new("Goodput", "Mbit/s"))
        .with(Series::new("NewReno", ink("newreno"), Marks::Medians(points.collect())))
        .level(CAPACITY_BPS / 1e6, "payload capacity");
    Figure::new(vec![Panel::plot("", plot)])
}

/// Expectations, with reasons given before anything is measured. If a claim is not reproduced, its tolerance stays and an
/// explanation is added (`.account(Account { says, measured, tried, table, explanation, numbers })`, as in `fig4.rs`).
static CLAIMS: &[Claim] = &[Claim::new(
    "cdg.buffer.one_bdp",
    "Goodput divided by the payload capacity, with a queue limit of 40 packets.",
    "33 packets fill the path of 40 ms, and half of 33 + 40 is more than that; 2 % for slow start",
    |results| {
        let goodput = results.at(&point!(limit_packets: 40.0)).of("goodput_bps").median();
        vec![Measured::new("", ratio(goodput, Some(CAPACITY_BPS)), Band::within(0.98, 1.0))]
    },
)];
