//! CDG paper, sections 3.6 and 3.7, figure 2: the shadow window. The paper's figure is a sketch; here a real run shows it, and
//! its rules are checked at every event of ten runs.

use super::watch::{Follow, Levels, Marks, Watch};
use super::{CHOICES, HOSTS, Host, JUDGED, PAPER, cdg, mixed, with};
use crate::account::Number;
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Choice, Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks as Drawn, Panel, Plot, Series};
use crate::results::{Results, Rows};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_measures::measures::envelope::{EMPTY, FULL, UNKNOWN};
use sawtooth_scenario::object;

/// Rounds drawn before the first backoff and after the loss.
const BEFORE: usize = 8;
const AFTER: usize = 14;
/// Rounds drawn at most.
const MOST: usize = 160;

/// Choices where this figure is open.
const OPEN: &[Choice] = &[
    Choice {
        what: "Order of s and w at a backoff",
        chosen: "s takes the larger of w and s, then w falls",
        why: "This is the text of figure 2; FreeBSD does it in the reverse order. The difference is within the noise.",
    },
    Choice {
        what: "Value of s at the start, at a loss and at a timeout",
        chosen: "w at the start; halved with w at a loss; 1 at a timeout",
        why: "This is the window that NewReno would have.",
    },
    CHOICES[0],
    CHOICES[1],
    CHOICES[2],
    CHOICES[5],
    CHOICES[6],
];

/// Figure 2.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_fig2",
    paper: &PAPER,
    label: "Figure 2",
    title: "The shadow window",
    words: Words {
        summary: "The shadow window remembers the window that the flow would have had without delay backoffs. CDG uses \
                  it at the next loss with a full queue.",
        caption: "The first CDG flow of figure 8 (a), RTT by RTT: its window and its shadow window, from before a \
                  delay backoff to after a loss that CDG treats as congestion; and the window of the same run without \
                  a shadow window from the start of the plot on. The plot shows the first seed that has such a \
                  stretch. Below: what was checked at every event of ten runs.",
        states: &[
            "1: w grows by one packet per RTT (section 3.6).",
            "2: at an indication of congestion s takes the value of w, then w falls to 0.7 w (equations 6 and 7).",
            "3: further indications reduce only w, since s is the larger of the two (equation 7).",
            "4: s keeps growing as NewReno's window would (section 3.6).",
            "5: at a loss with a full queue w becomes half of the larger of s and w (equation 8); an empty queue sets s to 0 (equation 7).",
            "The packets that were not sent in between are not made up for (section 3.7).",
        ],
        learn: "After a delay backoff, the shadow window s (upper line) keeps the old window and grows like NewReno's. \
                At a loss with a full queue, CDG takes half of s instead of half of w. In ten runs this happened \
                {full} times, against {tolerated} losses that CDG tolerated.",
        choices: OPEN,
        notes: &[
            "If s were never reset, it would count the flow's whole life, and w would jump upwards at a later loss.",
            "Losses for which CDG infers a full queue are rare. At most overflows CDG still infers a rising queue and \
             tolerates the loss (figure 8).",
        ],
        numbers: &[Number::new("full", 0, |results| judged(results).of("full").sum()),
Number::new("tolerated", 0, |results| judged(results).of("tolerated").sum())],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,gradient",
};

/// The runs of figure 8 (a), by engine.
pub static SWEEP: Sweep = Sweep { id: "cdg_fig2", cells, repetitions: 10, quick: 3, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let algorithm = with(with(cdg(), "shadow_initial", "window"), "shadow_at_loss", "halve");
    let cell = |(place, host): (usize, Host)| {
        let at = point!(recovery: host.recovery);
        let cell = mixed::cell(at, "The shadow window: CDG paper, figure 2", &algorithm, 0.0, host);
        if place == 0 { cell } else { cell.beside() }
    };
    HOSTS.into_iter().enumerate().map(cell).collect()
}

/// Least and most of what must be one and the same at every event.
#[derive(Clone, Copy, Debug, Default)]
struct Range(Option<(f64, f64)>, u32);

impl Range {
    fn add(&mut self, value: f64) {
        let (least, most) = self.0.unwrap_or((value, value));
        (self.0, self.1) = (Some((least.min(value), most.max(value))), self.1 + 1);
    }
}

/// An interval's end.
#[derive(Clone, Copy, Debug)]
struct Round {
    at_s: f64,
    cwnd: f64,
    shadow: f64,
}

/// Beginning or end of a drawn stretch, by the round in which it lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    Backoff,
    /// A loss with the queue believed full.
    Full,
    Other,
}

#[derive(Default)]
struct Shadows {
    rounds: Vec<Round>,
    events: Vec<(usize, Event)>,
    backoff: Range,
    keeps: Range,
    parallel: Range,
    redeemed: Range,
    tolerated: Range,
    emptied: Range,
    gain: Range,
    /// s must stay 0 until the next indication or timeout.
    empty: bool,
}

impl Shadows {
    fn loss(&mut self, from: f64, before: &Levels, after: &Levels) {
        let larger = before.shadow.max(from);
        if before.state == FULL {
            self.events.push((self.rounds.len(), Event::Full));
            self.gain.add(after.ssthresh - from / 2.0);
            if larger > 4.0 {
                self.redeemed.add(after.ssthresh / (larger / 2.0));
            }
            return;
        }
        self.events.push((self.rounds.len(), Event::Other));
        if before.state != UNKNOWN && !before.slow_start() {
            self.tolerated.add(after.ssthresh / from);
        }
    }
}

impl Follow for Shadows {
    fn instant(&mut self, at_s: f64, before: &Levels, after: &Levels, marks: &Marks, in_recovery: bool) {
        let indicated = marks.draw.is_some_and(|draw| draw.indicates());
        if let (Some(from), Some(draw)) = (marks.backoff, marks.draw) {
            self.events.push((self.rounds.len(), Event::Backoff));
            if from >= 3.0 {
                self.backoff.add(after.cwnd / from);
            }
            self.keeps.add(after.shadow - from.max(draw.shadow));
        }
        if let Some(from) = marks.loss {
            self.loss(from, before, after);
        }
        if marks.timeout {
            self.events.push((self.rounds.len(), Event::Other));
        }
        let quiet = marks.backoff.is_none() && marks.loss.is_none() && !marks.timeout && !marks.recovered;
        let (grown, shadow_grown) = (after.cwnd - before.cwnd, after.shadow - before.shadow);
        if quiet && !indicated && !in_recovery && before.shadow > 0.0 && after.shadow > 0.0 && grown != 0.0 {
            self.parallel.add(shadow_grown / grown);
        }
        if marks.state {
            self.empty = after.state == EMPTY;
        }
        self.empty &= !indicated && !marks.timeout;
        if self.empty && (marks.state || after.shadow != before.shadow) {
            self.emptied.add(after.shadow);
        }
        if marks.round {
            self.rounds.push(Round { at_s, cwnd: after.cwnd, shadow: after.shadow });
        }
    }
}

/// Backoffs that follow each other and end with a loss with a full queue: the round at which the drawing begins (after
/// whatever was before), those of the first two backoffs, and that of the loss.
fn stretch(shadows: &Shadows) -> Option<[usize; 4]> {
    let (mut backoffs, mut begin) = (Vec::new(), 0);
    for (round, event) in &shadows.events {
        match event {
            Event::Backoff => backoffs.push(*round),
            // The paper's sketch: a full queue after at least two backoffs, and a shadow window to redeem.
            Event::Full if backoffs.len() >= 2 && round - backoffs[0] < MOST => {
                let before = shadows.rounds.get(round.checked_sub(1)?)?;
                if before.shadow > before.cwnd {
                    return Some([begin.max(backoffs[0].saturating_sub(BEFORE)), backoffs[0], backoffs[1], *round]);
                }
                (backoffs, begin) = (Vec::new(), round + 1);
            }
            Event::Full | Event::Other => (backoffs, begin) = (Vec::new(), round + 1),
        }
    }
    None
}

/// Measures of a run, in order.
const NAMES: &[&str] = &[
    "backoff_least",
    "backoff_most",
    "backoffs",
    "keeps_least",
    "keeps_most",
    "kept",
    "parallel_least",
    "parallel_most",
    "grown",
    "redeemed_least",
    "redeemed_most",
    "redeemed",
    "tolerated_least",
    "tolerated_most",
    "tolerated",
    "emptied_least",
    "emptied_most",
    "emptied",
    "gain_least",
    "gain_most",
    "full",
    "drawn_from_s",
    "first_backoff",
    "second_backoff",
    "loss",
    "cwnd",
    "shadow",
    "without",
];

fn measure(run: &Run) -> Row {
    let mut watch = Watch::new(0, Shadows::default());
    run.listen(&mut watch);
    let shadows = watch.finish();
    let mut row = Row::new();
    for (least, most, count, range) in [
        ("backoff_least", "backoff_most", "backoffs", &shadows.backoff),
        ("keeps_least", "keeps_most", "kept", &shadows.keeps),
        ("parallel_least", "parallel_most", "grown", &shadows.parallel),
        ("redeemed_least", "redeemed_most", "redeemed", &shadows.redeemed),
        ("tolerated_least", "tolerated_most", "tolerated", &shadows.tolerated),
        ("emptied_least", "emptied_most", "emptied", &shadows.emptied),
        ("gain_least", "gain_most", "full", &shadows.gain),
    ] {
        row = row
            .number(least, range.0.map(|range| range.0))
            .number(most, range.0.map(|range| range.1))
            .number(count, f64::from(range.1));
    }
    let Some([from, first, second, loss]) = stretch(&shadows) else { return row };
    let drawn = &shadows.rounds[from..shadows.rounds.len().min(loss + AFTER)];
    let without = without_shadow(run, drawn[0].at_s, from, drawn.len());
    let at = |place: usize| (place - from) as f64;
    row.number("drawn_from_s", drawn[0].at_s)
        .number("first_backoff", at(first))
        .number("second_backoff", at(second))
        .number("loss", at(loss))
        .list("cwnd", drawn.iter().map(|round| round.cwnd).collect())
        .list("shadow", drawn.iter().map(|round| round.shadow).collect())
        .list("without", without)
}

/// The windows of the same run, its shadow window switched off at a moment.
fn without_shadow(run: &Run, at_s: f64, from: usize, rounds: usize) -> Vec<f64> {
    let scenario = run.variant(|document| {
        let off = object! { "at_s" => at_s, "path" => "flows.cdg1.algorithm.shadow_window", "value" => false };
        document.set("interventions", vec![off]);
    });
    let mut watch = Watch::new(0, Shadows::default());
    let mut simulation = sawtooth_engine::sim::Simulation::new(&scenario);
    run.advance(&mut simulation, scenario.duration, &mut watch);
    let other = watch.finish();
    other.rounds.iter().skip(from).take(rounds).map(|round| round.cwnd).collect()
}

fn figure(results: &Results) -> Figure {
    let rows = results.at(&point!(recovery: JUDGED.recovery));
    let row = rows.0.iter().find(|row| !row.values("cwnd").is_empty()).copied();
    let list = |name: &str| row.map_or(&[][..], |row| row.values(name));
    let line = |name: &str| list(name).iter().enumerate().map(|(round, w)| [round as f64, *w]).collect::<Vec<_>>();
    let mut plot = Plot::new(Axis::new("Time", "RTTs"), Axis::new("Window", "packets"))
        .with(Series::new("w", 1, Drawn::Line(line("cwnd"))))
        .with(Series::new("s", 4, Drawn::Line(line("shadow").into_iter().filter(|point| point[1] > 0.0).collect())))
        .with(Series::new("w without s", 6, Drawn::Line(line("without"))));
    let place = |name: &str| row.and_then(|row| row.get(name));
    let height = |name: &str, at: f64| list(name).get(at as usize).copied().unwrap_or(0.0);
    if let (Some(first), Some(second), Some(loss)) = (place("first_backoff"), place("second_backoff"), place("loss")) {
        let up = 1.5;
        let (growth, last) = ((first / 2.0).floor(), (loss - 1.0).max(0.0));
        plot = plot
            .note(growth, height("cwnd", growth) + up, "1")
            .note(first, height("shadow", first) + up, "2")
            .note(second, height("cwnd", second) - up, "3")
            .note(((second + last) / 2.0).floor(), height("shadow", ((second + last) / 2.0).floor()) + up, "4")
            .note(loss, height("cwnd", loss) + up, "5");
    }
    let title = row.map_or("Window".into(), |row| {
        format!("Window (seed {}, from {:.1} s)", row.seed(), row.get("drawn_from_s").unwrap_or(0.0))
    });
    let areas = vec![
        vec![Entry::text("Lost between the first backoff and the loss"), Entry::Number(row.and_then(lost), 0)],
        vec![Entry::text("Gained after the loss, as far as drawn"), Entry::Number(row.and_then(gained), 0)],
    ];
    Figure::new(vec![
        Panel::plot(title, plot),
        Panel::table("Opportunities to send", &["", "Packets"], areas),
        Panel::table("At every event, ten runs", &CHECKED, HOSTS.map(|host| checked(results, host)).to_vec()),
    ])
}

const CHECKED: [&str; 7] = [
    "Recovery",
    "Delay backoffs",
    "Losses tolerated",
    "Losses with a full queue",
    "Minimum gain (packets)",
    "Maximum gain (packets)",
    "Empty queues",
];

fn checked(results: &Results, host: Host) -> Vec<Entry> {
    let rows = results.all(&point!(recovery: host.recovery));
    let sum = |name: &str| Entry::Number(rows.of(name).sum(), 0);
    vec![
        Entry::text(host.recovery),
        sum("backoffs"),
        sum("tolerated"),
        sum("full"),
        Entry::Number(rows.of("gain_least").least(), 2),
        Entry::Number(rows.of("gain_most").most(), 2),
        sum("emptied"),
    ]
}

/// Packets that s would have sent beyond w from the first backoff to the loss: one RTT is one window.
fn lost(row: &Row) -> Option<f64> {
    let (from, until) = (row.get("first_backoff")? as usize, row.get("loss")? as usize);
    let rounds = row.values("shadow").iter().zip(row.values("cwnd")).take(until).skip(from);
    Some(rounds.map(|(s, w)| (s - w).max(0.0)).sum())
}

/// Packets that w sends after the loss beyond those that it would have sent without s.
fn gained(row: &Row) -> Option<f64> {
    let loss = row.get("loss")? as usize;
    Some(row.values("cwnd").iter().zip(row.values("without")).skip(loss).map(|(with, without)| with - without).sum())
}

fn judged<'a>(results: &Results<'a>) -> Rows<'a> {
    results.at(&point!(recovery: JUDGED.recovery))
}

/// Least and greatest of every event of all runs, both in the band.
fn every(results: &Results, least: &str, most: &str, band: Band) -> Vec<Measured> {
    let rows = judged(results);
    vec![
        Measured::new("minimum of all events", rows.of(least).least(), band),
        Measured::new("maximum of all events", rows.of(most).most(), band),
    ]
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "cdg.fig2.delay_backoff",
        "w after a delay backoff divided by w before it, where w was at least 3.",
        "Equation 6, section 3.5.",
        |results| every(results, "backoff_least", "backoff_most", Band::about(0.7, 0.001)),
    ),
    Claim::new(
        "cdg.fig2.shadow_keeps_max",
        "s after a delay backoff minus the larger of w and s before it, in packets.",
        "Equation 7.",
        |results| every(results, "keeps_least", "keeps_most", Band::about(0.0, 0.001)),
    ),
    Claim::new(
        "cdg.fig2.shadow_parallel",
        "Growth of s divided by growth of w between events, outside recovery.",
        "Section 3.6; figure 2, label 4.",
        |results| every(results, "parallel_least", "parallel_most", Band::about(1.0, 0.001)),
    ),
    Claim::new(
        "cdg.fig2.loss_recovers_shadow",
        "ssthresh after a loss with a full queue divided by half of the larger of s and w before it, where that half \
         is over 2.",
        "Equation 8.",
        |results| every(results, "redeemed_least", "redeemed_most", Band::about(1.0, 0.001)),
    ),
    Claim::new(
        "cdg.fig2.loss_tolerated",
        "ssthresh after a loss with the queue rising, falling or empty, divided by w before it, outside slow start.",
        "Equation 8.",
        |results| every(results, "tolerated_least", "tolerated_most", Band::about(1.0, 0.001)),
    ),
    Claim::new(
        "cdg.fig2.empty_zeroes_shadow",
        "s from each moment at which CDG infers an empty queue to the next indication or timeout, in packets; and how \
         often that happens.",
        "Equation 7.",
        |results| {
            let mut all = every(results, "emptied_least", "emptied_most", Band::exactly(0.0));
            all.push(Measured::new("events", judged(results).of("emptied").sum(), Band::at_least(1.0)));
            all
        },
    ),
    Claim::new(
        "cdg.fig2.gain",
        "ssthresh after a loss with a full queue minus half of w before it, in packets: the minimum and the maximum.",
        "Section 3.7: never less than NewReno would have, and more at least once.",
        |results| {
            let rows = judged(results);
            vec![
                Measured::new("minimum of all events", rows.of("gain_least").least(), Band::at_least(0.0)),
                Measured::new("maximum of all events", rows.of("gain_most").most(), Band::above(0.0)),
            ]
        },
    ),
];
