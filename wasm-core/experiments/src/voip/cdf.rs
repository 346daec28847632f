//! Common part of figures 9, 10 and 11: the distribution of the call's delay on one link, all senders, one BDP of
//! queue. Delays are x: what the queue adds, over the delay of a full queue. Not here: which link (`fig9` and its like).

use super::bed::{Link, Sender, rows, sender_of};
use super::runs::GRID_STEP;
use crate::account::{Account, Number};
use crate::claim::{Band, Measured};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, difference};

/// The claims that figures 9, 10 and 11 share, under a figure's name, and more of its own; `three_quarters` is the account
/// of the one that differs in all of them.
macro_rules! shared_claims {
    ($figure:literal, $($own:expr),* $(,)?) => {
        &[
            $crate::claim::Claim::new(
                concat!("voip.", $figure, ".newreno_uniform"),
                "Maximum distance of the distribution with Linux's NewReno from its closed form, and from a uniform \
                 distribution.",
                "The report says approximately uniform (section VII). Derived: 0 from the closed form, 0.083 from \
                 uniform.",
                $crate::voip::cdf::claims::newreno_uniform,
            ),
            $crate::claim::Claim::new(
                concat!("voip.", $figure, ".newreno_median"),
                "Median of x with NewReno, on both systems.",
                "Derived: 0.581. Tolerance: 0.03 for the time of overflow; on long fast links FreeBSD's growth in \
                 whole bytes lowers it.",
                $crate::voip::cdf::claims::newreno_median,
            ),
            $crate::claim::Claim::new(
                concat!("voip.", $figure, ".htcp_low"),
                "Median of x with H-TCP on FreeBSD.",
                "The report says towards the minimum (section VII). Derived: 0.17 to 0.32 from growth alone, plus \
                 the time with a full queue.",
                $crate::voip::cdf::claims::htcp_low,
            ),
            $crate::claim::Claim::new(
                concat!("voip.", $figure, ".cubic_high"),
                "Median of x with CUBIC.",
                "The report says towards the maximum (section VII). Derived: 0.81 if short and long epochs \
                 alternate, 0.95 if all are short.",
                $crate::voip::cdf::claims::cubic_high,
            ),
            $crate::claim::Claim::new(
                concat!("voip.", $figure, ".order_everywhere"),
                "At a quarter, a half and three quarters of a full queue, H-TCP has more voice packets below that \
                 delay than NewReno, and NewReno more than CUBIC: the smaller of the two differences.",
                "The report gives this order of the algorithms (section VII).",
                $crate::voip::cdf::claims::order_everywhere,
            ),
            $crate::claim::Claim::new(
                concat!("voip.", $figure, ".fills"),
                "Maximum of x with each sender.",
                "The report says that all of them reach the maximum (section VII).",
                $crate::voip::cdf::claims::fills,
            ),
            $crate::claim::Claim::new(
                concat!("voip.", $figure, ".drains"),
                "Minimum of x after the start-up.",
                "The report says that NewReno and H-TCP drain the queue and CUBIC rarely does (section VII). \
                 Derived: a factor of 0.8 leaves x = 0.6.",
                $crate::voip::cdf::claims::drains,
            ),
            $crate::claim::Claim::new(
                concat!("voip.", $figure, ".cubic_three_quarters"),
                "Fraction of the time in which CUBIC's queue is more than three quarters full.",
                "The report says 90 % (section VII). Tolerance: 0.05.",
                $crate::voip::cdf::claims::cubic_three_quarters,
            )
            .account($crate::voip::cdf::THE_90_PERCENT),
            $crate::claim::Claim::new(
                concat!("voip.", $figure, ".cubic_three_quarters_derived"),
                "The same fraction, compared with the closed form.",
                "Derived: 0.830 if both kinds of epoch have their full length, 0.855 with short ones alone. Early \
                 overflow and recovery make it less.",
                $crate::voip::cdf::claims::cubic_three_quarters_derived,
            ),
            $crate::claim::Claim::new(
                concat!("voip.", $figure, ".cubic_owd_three_quarters"),
                "With CUBIC, fraction of the voice packets whose one-way delay is more than three quarters of the \
                 maximum.",
                "Derived: the other reading of the report's 90 %. The closed form gives 0.978.",
                $crate::voip::cdf::claims::cubic_owd_three_quarters,
            ),
            $($own),*
        ]
    };
}
pub(crate) use shared_claims;

/// The caption of figures 9, 10 and 11, which say what part of a run they show.
macro_rules! caption {
    ($part:literal) => {
        concat!(
            "Distribution of the one-way delay of the voice packets, ",
            $part,
            "; a queue of one BDP. Dashed: NewReno in closed form. In the table x is the queueing delay, divided by the \
             delay of a full queue; lost packets have no delay and are counted in the last column."
        )
    };
}
pub(crate) use caption;

/// The report's statement on all of them.
pub const SHAPES: &str = "NewReno's delay is about uniform, H-TCP's lies towards the minimum, CUBIC's towards the \
                          maximum; all of them reach the maximum (section VII).";
/// Likewise.
pub const DRAINS: &str = "NewReno and H-TCP drain the queue. CUBIC rarely does, and its queue is more than three \
                          quarters full 90 % of the time (section VII).";
/// A caution for all of them.
pub const WEIGHTS: &str = "The distribution counts delivered packets: those that meet a full queue are lost, so they \
                           are missing at the top.";

/// Where CUBIC's share of a nearly full queue differs from the report's.
pub const THE_90_PERCENT: Account = Account {
    says: "CUBIC's queue is more than three quarters full 90 % of the time (section VII).",
    measured: "It is more than three quarters full {time} % of the time.",
    tried: "We read the report in two ways and compared both with the closed form of epochs that have their full \
                length.",
    table: &[
        &["Reading", "Closed form", "Measured here"],
        &["time with the queue more than three quarters full", "83.0 %", "{time} %"],
        &["voice packets with more than three quarters of the maximum delay", "97.8 %", "{delay} %"],
    ],
    explanation: "A queue that restarts at x = 0.6 and rises concavely is below three quarters for 14.5 % of a \
                      short and 18.5 % of a long epoch. Early overflow and recovery add to that, so the first \
                      reading cannot give 90 %; this is shown by the closed form. At one BDP a third of the maximum \
                      delay is propagation, so the second reading asks only for x = 0.625. We think that the stated \
                      value is a rough reading of a plot, between the two.",
    numbers: &[
        Number::own("time", 0, 0).percent(),
        Number::new("delay", 0, |r| number(r, "cubic_linux", "owd_above")).percent(),
    ],
};

/// The six of the figure; Linux's H-TCP with the bug, as the report measured it, comes before the clean one.
pub fn drawn() -> [Sender; 6] {
    ["nr_fbsd", "nr_linux", "htcp_fbsd", "htcp_linux_fault", "htcp_linux", "cubic_linux"].map(sender_of)
}

/// Rows of a sender on the figure's link: every experiment of this family lists it first.
pub fn of<'a>(results: &Results<'a>, sender: &str) -> Rows<'a> {
    results.at(&point!(sender: sender))
}

/// A number of a sender, the mean of its repetitions.
pub fn number(results: &Results, sender: &str, name: &str) -> Option<f64> {
    of(results, sender).of(name).mean()
}

/// NewReno in closed form at one BDP: the time per packet of window is proportional to the RTT.
pub fn diagonal(x: f64) -> f64 {
    (x + x * x / 2.0) / 1.5
}

/// The distribution at the places of the grid, the mean of the repetitions.
fn cdf(rows: &Rows) -> Vec<f64> {
    rows.columns("cdf").iter().filter_map(crate::results::Values::mean).collect()
}

/// Share of packets at or below x, which lies on the grid.
fn below(results: &Results, sender: &str, x: f64) -> Option<f64> {
    cdf(&of(results, sender)).get((x / GRID_STEP).round() as usize).copied()
}

/// Largest distance of a sender's distribution from another function of x within 0 to 1.
fn distance(results: &Results, sender: &str, other: impl Fn(usize) -> Option<f64>) -> Option<f64> {
    let own = cdf(&of(results, sender));
    let places = own.iter().enumerate().take((1.0 / GRID_STEP).round() as usize + 1);
    let gaps: Option<Vec<f64>> = places.map(|(place, share)| Some((share - other(place)?).abs())).collect();
    gaps?.into_iter().reduce(f64::max)
}

/// Largest distance between two senders' distributions.
fn between(results: &Results, sender: &str, other: &str) -> Option<f64> {
    let theirs = cdf(&of(results, other));
    distance(results, sender, |place| theirs.get(place).copied())
}

/// The drawing: distributions over the one-way delay, the upper axis' x in a table below.
pub fn figure(results: &Results, link: Link, largest_delay_ms: f64) -> Figure {
    let offset = link.unloaded_ms();
    let axes = || {
        Plot::new(
            Axis::new("One-way delay", "ms").range(0.45 * link.rtt_ms, 1.6 * link.rtt_ms),
            Axis::new("Share of packets", "").range(0.0, 1.0),
        )
    };
    let line = |rows: &Rows| {
        let shares = cdf(rows);
        let points =
            shares.iter().enumerate().map(|(at, share)| [offset + at as f64 * GRID_STEP * link.rtt_ms, *share]);
        Marks::Line(points.filter(|point| point[0] <= offset + largest_delay_ms).collect())
    };
    let mut plot = axes();
    for sender in drawn() {
        plot = plot.with(Series::new(sender.title, sender.ink, line(&of(results, sender.name))));
    }
    let closed = (0..=50).map(|n| f64::from(n) / 50.0).map(|x| [offset + x * link.rtt_ms, diagonal(x)]);
    plot = plot
        .with(Series::new("NewReno in closed form", 7, Marks::Line(closed.collect())).stated())
        .place(offset, "no queue")
        .place(offset + link.rtt_ms, "full queue");
    let table = drawn().into_iter().map(|sender| {
        let value = |name, digits| Entry::Number(number(results, sender.name, name), digits);
        vec![
            Entry::text(sender.title),
            value("epoch_s", 2),
            value("epochs", 0),
            value("x_p10", 3),
            value("x_p50", 3),
            value("x_p90", 3),
            value("x_least", 3),
            value("x_most", 3),
            value("time_above", 3),
            value("owd_above", 3),
            value("call_drops_per_epoch", 2),
        ]
    });
    let heads = [
        "Sender",
        "epoch, s",
        "epochs",
        "x p10",
        "x p50",
        "x p90",
        "x minimum",
        "x maximum",
        "time above 3/4",
        "delay above 3/4 of the maximum",
        "voice packets lost per epoch",
    ];
    Figure::new(vec![
        Panel::plot(link.title(), plot),
        Panel::table("x: queueing delay divided by the delay of a full queue", &heads, table.collect()),
    ])
}

/// Measures of the claims, and their bands.
pub mod claims {
    use super::*;

    /// `newreno_uniform`.
    pub fn newreno_uniform(results: &Results) -> Vec<Measured> {
        let form = distance(results, "nr_linux", |place| Some(diagonal(place as f64 * GRID_STEP)));
        let uniform = distance(results, "nr_linux", |place| Some(place as f64 * GRID_STEP));
        vec![
            Measured::new("from the closed form", form, Band::at_most(0.03)),
            Measured::new("from uniform", uniform, Band::within(0.05, 0.12)),
        ]
    }
    /// `newreno_median`.
    pub fn newreno_median(results: &Results) -> Vec<Measured> {
        let one = |of, sender, band| Measured::new(of, number(results, sender, "x_p50"), band);
        vec![one("Linux", "nr_linux", Band::within(0.55, 0.62)), one("FreeBSD", "nr_fbsd", Band::within(0.48, 0.62))]
    }
    /// `htcp_low`.
    pub fn htcp_low(results: &Results) -> Vec<Measured> {
        vec![Measured::new("", number(results, "htcp_fbsd", "x_p50"), Band::within(0.17, 0.40))]
    }
    /// `cubic_high`.
    pub fn cubic_high(results: &Results) -> Vec<Measured> {
        vec![Measured::new("", number(results, "cubic_linux", "x_p50"), Band::within(0.77, 0.93))]
    }
    /// `order_everywhere`.
    pub fn order_everywhere(results: &Results) -> Vec<Measured> {
        let of = |sender, x| below(results, sender, x);
        let one = |x: f64| {
            Measured::decreasing(format!("x = {x}"), &[of("htcp_fbsd", x), of("nr_linux", x), of("cubic_linux", x)])
        };
        [0.25, 0.5, 0.75].map(one).to_vec()
    }
    /// `fills`.
    pub fn fills(results: &Results) -> Vec<Measured> {
        let most = |sender: Sender| of(results, sender.name).of("x_most").least();
        let one = |sender: Sender| Measured::new(sender.title, most(sender), Band::at_least(0.97));
        drawn().map(one).to_vec()
    }
    /// `drains`.
    pub fn drains(results: &Results) -> Vec<Measured> {
        let band = |sender: Sender| match sender.name {
            "nr_fbsd" | "nr_linux" => Band::at_most(0.05),
            "cubic_linux" => Band::at_least(0.5),
            _ => Band::at_most(0.10),
        };
        let worst = |sender: Sender| {
            let values = of(results, sender.name).of("x_least");
            if sender.name == "cubic_linux" { values.least() } else { values.most() }
        };
        drawn().map(|sender| Measured::new(sender.title, worst(sender), band(sender))).to_vec()
    }
    /// `cubic_three_quarters`.
    pub fn cubic_three_quarters(results: &Results) -> Vec<Measured> {
        vec![Measured::new("", number(results, "cubic_linux", "time_above"), Band::within(0.85, 0.95))]
    }
    /// `cubic_three_quarters_derived`.
    pub fn cubic_three_quarters_derived(results: &Results) -> Vec<Measured> {
        vec![Measured::new("", number(results, "cubic_linux", "time_above"), Band::within(0.75, 0.88))]
    }
    /// `cubic_owd_three_quarters`.
    pub fn cubic_owd_three_quarters(results: &Results) -> Vec<Measured> {
        vec![Measured::new("", number(results, "cubic_linux", "owd_above"), Band::within(0.88, 0.99))]
    }
    /// `same_shape`: over the four links of figures 9 to 11.
    pub fn same_shape(results: &Results) -> Vec<Measured> {
        let spread = |sender: &str| {
            let links = ["100/16", "10/80", "100/80", "100/160"];
            let medians = links.map(|link| rows(results, link, 1.0, sender).of("x_p50").mean());
            difference(crate::results::most(medians), crate::results::least(medians))
        };
        let one = |of, sender, most| Measured::new(of, spread(sender), Band::at_most(most));
        vec![
            one("NewReno, Linux", "nr_linux", 0.05),
            one("H-TCP, FreeBSD", "htcp_fbsd", 0.16),
            one("CUBIC", "cubic_linux", 0.12),
        ]
    }
    /// `fault_like_newreno`.
    pub fn fault_like_newreno(results: &Results) -> Vec<Measured> {
        let one = |of, sender, band| Measured::new(of, between(results, sender, "nr_linux"), band);
        vec![
            one("with the bug", "htcp_linux_fault", Band::at_most(0.16)),
            one("without the bug", "htcp_linux", Band::at_least(0.22)),
        ]
    }
    /// Median of x of one sender less that of another.
    pub fn shift(results: &Results, sender: &str, other: &str) -> Option<f64> {
        difference(number(results, sender, "x_p50"), number(results, other, "x_p50"))
    }
}
