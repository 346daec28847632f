//! CDG paper, section 4.3, figure 8: two CDG and two NewReno flows together, (a) without and (b) with 1 % random loss.

use super::counts::Counts;
use super::watch::{Kind, Watch};
use super::{CAPACITY_BPS, CHOICES, HOSTS, Host, JUDGED, PAPER, RATE_BPS, bars_of_bins, cdg, fig4, mixed, with};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, difference, least, most, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_measures::measures::goodput;
use sawtooth_measures::measures::tally::{Grid, Tally};
use sawtooth_scenario::Json;

const BIN_S: f64 = 20.0;
const LISTS: [&str; 4] = ["cdg1_bps", "newreno1_bps", "newreno2_bps", "cdg2_bps"];
/// The bins that a CDG flow (its place) shares with NewReno flows.
const SHARED: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (3, 3), (3, 4), (3, 5)];
/// Variants of CDG for comparison: other readings of the paper, and parts left out.
const VARIANTS: [(&str, &str); 6] = [
    ("freebsd", "CDG of FreeBSD"),
    ("freebsd_both", "CDG of FreeBSD, both gradients"),
    ("both", "Count restarts when both gradients turn negative"),
    ("g_6", "G = 6 ms"),
    ("no_detection", "No detection of ineffectual backoffs"),
    ("no_shadow", "No shadow window"),
];

/// Figure 8.
pub static EXPERIMENT: Experiment = Experiment {
    id: "cdg_fig8",
    paper: &PAPER,
    label: "Figure 8",
    title: "CDG and NewReno together",
    words: Words {
        summary: "Beside NewReno, a CDG flow keeps a small share of the link. With 1 % random loss the result reverses.",
        caption: "Goodput of four flows of 80 s each that start 20 s apart, in bins of 20 s drawn at their middles. Marks are \
                  medians of ten runs, bars the 20th to 80th percentile. Left: congestion losses only. Right: 1 % random loss. \
                  Dashed: the fair share. Small panels: other TCP stacks. Below: what CDG's first flow keeps beside the first \
                  NewReno flow, for each stack and each variant of CDG.",
        states: &[
            "The first CDG flow keeps about 24 % of the capacity when the first NewReno flow starts, and NewReno takes the rest (section 4.3).",
            "It does slightly better as further flows join, and never quite gets its fair share (section 4.3).",
            "With 1 % random loss NewReno cannot use the capacity. CDG uses more of what NewReno leaves, and not at its expense (section 4.3).",
            "CDG backs off at most once in two RTT intervals (section 3.5). After five ineffectual backoffs it ignores the next five indications (section 3.6).",
            "CDG is more likely to take a random loss for congestion than the reverse (section 4.1).",
        ],
        learn: "Backing off on delay costs CDG most of its share beside NewReno: it keeps {kept} % of the link rate. The shadow \
                window was meant to limit that. Here it is almost never used, and without it CDG keeps {no_shadow} %. With \
                random loss the result reverses: CDG keeps {random} %.",
        choices: CHOICES,
        notes: &[
            "The slow start of a joining flow overshoots and makes all flows lose packets at once. The bin from 20 to 40 s contains it.",
            "NewReno's flow alone at 1 % random loss is the run of figure 4.",
        ],
        numbers: &[
            Number::new("kept", 0, |results| kept(results, "paper", JUDGED)).percent(),
            Number::new("no_shadow", 0, |results| kept(results, "no_shadow", JUDGED)).percent(),
            Number::new("random", 0, |results| ratio(bin_median(&judged(results, 0.01), 0, 1), Some(RATE_BPS))).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,goodput",
};

/// The four flows by loss, CDG and TCP stack; and NewReno alone.
pub static SWEEP: Sweep = Sweep { id: "cdg_fig8", cells, repetitions: 10, quick: 2, names: &[NAMES], measure };

fn cells() -> Vec<Cell> {
    let mut cells: Vec<Cell> = [0.0, 0.01].map(|loss| cell("paper", loss, JUDGED)).to_vec();
    let mut alone = fig4::cell("newreno", 0.01, JUDGED);
    alone.at = point!(cdg: "none", loss: 0.01, recovery: JUDGED.recovery, acks: JUDGED.acks());
    cells.push(alone);
    for host in others() {
        cells.extend([0.0, 0.01].map(|loss| cell("paper", loss, host).quoted()));
    }
    for host in [JUDGED, JUDGED.plain()] {
        cells.extend(VARIANTS.map(|(variant, _)| cell(variant, 0.0, host).quoted()));
    }
    // The joining NewReno flow alone repairs one packet per RTT, or CDG alone does.
    for part in ["newreno1", "cdg"] {
        let mut cell = cell("paper", 0.0, JUDGED);
        cell.at = point!(cdg: "paper", loss: 0.0, recovery: format!("newreno for {part}"), acks: JUDGED.acks());
        for (place, (name, _, _)) in mixed::FLOWS.into_iter().enumerate() {
            if name.starts_with(part) {
                crate::sweep::set(&mut cell.document, &format!("flows.{place}.recovery"), "newreno");
            }
        }
        cells.push(cell.quoted());
    }
    cells
}

fn others() -> impl Iterator<Item = Host> {
    HOSTS.into_iter().chain(HOSTS.map(Host::plain)).skip(1)
}

fn cell(variant: &str, loss: f64, host: Host) -> Cell {
    let at = point!(cdg: variant, loss: loss, recovery: host.recovery, acks: host.acks());
    let title = format!("CDG and NewReno together, {} % random loss: CDG paper, figure 8", loss * 100.0);
    mixed::cell(at, &title, &algorithm(variant), loss, host)
}

fn algorithm(variant: &str) -> Json {
    match variant {
        "freebsd" => with(cdg(), "variant", "freebsd"),
        "freebsd_both" => with(algorithm("freebsd"), "ineffectual_reset", "both"),
        "both" => with(cdg(), "ineffectual_reset", "both"),
        "g_6" => with(cdg(), "g_ms", 6.0),
        "no_detection" => with(cdg(), "ineffectual_detection", false),
        "no_shadow" => with(cdg(), "shadow_window", false),
        _ => cdg(),
    }
}

/// Measures of a run, in order.
const NAMES: &[&str] = &[
    "alone_bps",
    "first_two_bps",
    "in_a_row",
    "longest_series",
    "least_ignored",
    "most_ignored",
    "draws_excess",
    "draws_variance",
    "losses_queue",
    "tolerated_queue",
    "losses_random",
    "tolerated_random",
    "cdg1_bps",
    "newreno1_bps",
    "newreno2_bps",
    "cdg2_bps",
];

fn measure(run: &Run) -> Row {
    if run.cell.at.word("cdg") == "none" {
        return Row::new().number("alone_bps", goodput::of_flow(&run.silent(), 0));
    }
    let mut tally = Tally::of_each(Grid::new(0.0, mixed::END_S, 4.0), &run.scenario);
    let (mut first, mut last) = (Watch::new(0, Counts::default()), Watch::new(3, Counts::default()));
    run.listen(&mut (&mut (&mut first, &mut last), &mut tally));
    let counts = [first.finish(), last.finish()];
    let sum = |of: fn(&Counts) -> f64| counts.iter().map(of).sum::<f64>();
    let both: f64 = (0..2).map(|flow| goodput::between(&tally, flow, 24.0, 40.0)).sum();
    let longest = counts.iter().map(|one| one.longest).max();
    let row = Row::new()
        .number("first_two_bps", both)
        .number("in_a_row", sum(|one| f64::from(one.in_a_row)))
        .number("longest_series", longest.map(f64::from))
        .number("least_ignored", counts.iter().filter_map(|one| one.least_ignored).min().map(f64::from))
        .number("most_ignored", counts.iter().filter_map(|one| one.most_ignored).max().map(f64::from))
        .number("draws_excess", sum(|one| one.excess))
        .number("draws_variance", sum(|one| one.variance))
        .number("losses_queue", sum(|one| f64::from(one.losses[Kind::Queue as usize])))
        .number("tolerated_queue", sum(|one| f64::from(one.tolerated[Kind::Queue as usize])))
        .number("losses_random", sum(|one| f64::from(one.losses[Kind::Random as usize])))
        .number("tolerated_random", sum(|one| f64::from(one.tolerated[Kind::Random as usize])));
    LISTS.iter().enumerate().fold(row, |row, (flow, list)| {
        let bins = (0..(mixed::END_S / BIN_S) as usize).map(|bin| {
            let from_s = bin as f64 * BIN_S;
            goodput::between(&tally, flow, from_s, from_s + BIN_S)
        });
        row.list(*list, bins.collect())
    })
}

fn figure(results: &Results) -> Figure {
    let (mut panels, mut table) = (Vec::new(), Vec::new());
    for (place, host) in [JUDGED].into_iter().chain(others()).enumerate() {
        for (loss, title) in [(0.0, "Congestion losses only"), (0.01, "1 % random loss")] {
            let rows = results.all(&point!(cdg: "paper", loss: loss, recovery: host.recovery, acks: host.acks()));
            let row = if place == 0 { String::new() } else { host.title() };
            table.push(line(title, host, &rows));
            let panel = Panel::cell(&row, title, plot(&rows, loss, place == 0));
            panels.push(if place == 0 { panel } else { panel.beside() });
        }
    }
    for host in [JUDGED, JUDGED.plain()] {
        for (variant, title) in VARIANTS {
            let rows = results.all(&point!(cdg: variant, recovery: host.recovery, acks: host.acks()));
            table.push(line(title, host, &rows));
        }
    }
    let heads = [
        "Case",
        "Recovery",
        "ACK for",
        "CDG 1, 20 to 40 s, of the rate",
        "Fair shares, 20 to 40 s",
        "40 to 60 s",
        "60 to 80 s",
        "Overflows tolerated",
        "Random losses tolerated",
    ];
    panels.push(Panel::table("What CDG's first flow keeps", &heads, table));
    Figure::new(panels).columns(2)
}

fn line(title: &str, host: Host, rows: &Rows) -> Vec<Entry> {
    let fair = |bin| Entry::Number(in_fair_shares(rows, 0, bin), 2);
    vec![
        Entry::text(title),
        Entry::text(host.recovery),
        Entry::text(if host.delayed { "every second packet" } else { "every packet" }),
        Entry::Number(ratio(bin_median(rows, 0, 1), Some(RATE_BPS)), 3),
        fair(1),
        fair(2),
        fair(3),
        Entry::Number(pooled(rows, "tolerated_queue", "losses_queue"), 2),
        Entry::Number(pooled(rows, "tolerated_random", "losses_random"), 2),
    ]
}

fn plot(rows: &Rows, loss: f64, main: bool) -> Plot {
    let mut plot = Plot::new(
        Axis::new("Time", "s").range(0.0, mixed::END_S),
        Axis::new("Goodput", "Mbit/s").range(0.0, RATE_BPS / 1e6),
    );
    let inks = [1, 0, 6, 4];
    for (flow, (name, from, until)) in mixed::FLOWS.into_iter().enumerate() {
        let name = name.replace("cdg", "CDG ").replace("newreno", "NewReno ");
        plot = plot.with(Series::new(name, inks[flow], bars_of_bins(rows, LISTS[flow], BIN_S, (from, until))));
    }
    let fair = (0..7).map(|bin| {
        let from_s = f64::from(bin) * BIN_S;
        [from_s, CAPACITY_BPS / mixed::active(from_s, from_s + BIN_S) as f64 / 1e6]
    });
    let fair: Vec<[f64; 2]> = fair.chain([[mixed::END_S, CAPACITY_BPS / 1e6]]).collect();
    plot = plot.with(Series::new("fair share", 7, Marks::Steps(fair)).stated());
    if main && loss == 0.0 {
        plot = plot.with(Series::new("stated: 24 %", 7, Marks::Dots(vec![[30.0, 2.4]])).stated());
    }
    plot
}

/// Median goodput of a flow in a bin, in bit/s.
fn bin_median(rows: &Rows, flow: usize, bin: usize) -> Option<f64> {
    rows.each(|row| row.values(LISTS[flow]).get(bin).copied()).median()
}

/// A flow's part of all flows' goodput in a bin, in fair shares, of one run.
fn of_run(row: &Row, flow: usize, bin: usize) -> Option<f64> {
    let all: Option<f64> = LISTS.iter().map(|list| row.values(list).get(bin)).sum();
    let from_s = bin as f64 * BIN_S;
    let flows = mixed::active(from_s, from_s + BIN_S) as f64;
    ratio(row.values(LISTS[flow]).get(bin).copied(), all).map(|part| part * flows)
}

/// The same, median over the repetitions.
fn in_fair_shares(rows: &Rows, flow: usize, bin: usize) -> Option<f64> {
    rows.each(|row| of_run(row, flow, bin)).median()
}

fn pooled(rows: &Rows, part: &str, whole: &str) -> Option<f64> {
    ratio(rows.of(part).sum(), rows.of(whole).sum())
}

fn judged<'a>(results: &Results<'a>, loss: f64) -> Rows<'a> {
    results.at(&point!(cdg: "paper", loss: loss))
}

fn shared_name(flow: usize, bin: usize) -> String {
    let from_s = bin as f64 * BIN_S;
    format!("{}, {from_s} to {} s", mixed::FLOWS[flow].0, from_s + BIN_S)
}

/// Goodput of a CDG flow over the mean of the NewReno flows beside it, in a bin of one run.
fn over_newreno(row: &Row, flow: usize, bin: usize) -> Option<f64> {
    let (from_s, until_s) = (bin as f64 * BIN_S, (bin + 1) as f64 * BIN_S);
    let there = |place: &usize| {
        let (name, from, until) = mixed::FLOWS[*place];
        !mixed::is_cdg(name) && from <= from_s && until >= until_s
    };
    let beside: Vec<usize> = (0..4).filter(there).collect();
    let sum: Option<f64> = beside.iter().map(|place| row.values(LISTS[*place]).get(bin)).sum();
    ratio(row.values(LISTS[flow]).get(bin).copied(), sum).map(|part| part * beside.len() as f64)
}

/// Share of its rate that the first CDG flow keeps beside the first NewReno flow.
fn kept(results: &Results, variant: &str, host: Host) -> Option<f64> {
    kept_with(results, variant, host.recovery, host.acks())
}

fn kept_with(results: &Results, variant: &str, recovery: &str, acks: &str) -> Option<f64> {
    let at = point!(cdg: variant, loss: 0.0, recovery: recovery, acks: acks);
    ratio(bin_median(&results.all(&at), 0, 1), Some(RATE_BPS))
}

/// The least of its fair shares in bins with a NewReno flow.
fn least_share(results: &Results, variant: &str) -> Option<f64> {
    let rows = results.all(&point!(cdg: variant, loss: 0.0, recovery: JUDGED.recovery, acks: JUDGED.acks()));
    least(SHARED.map(|(flow, bin)| in_fair_shares(&rows, flow, bin)))
}

/// Over all variants and hosts: the smallest and the largest part of the overflow losses that were tolerated.
fn tolerated(results: &Results) -> [Option<f64>; 2] {
    let hosts = || [JUDGED].into_iter().chain(others()).map(|host| ("paper", host));
    let variants = || [JUDGED, JUDGED.plain()].into_iter().flat_map(|host| VARIANTS.map(|(name, _)| (name, host)));
    let all = || {
        hosts().chain(variants()).map(|(name, host)| {
            let at = point!(cdg: name, loss: 0.0, recovery: host.recovery, acks: host.acks());
            pooled(&results.all(&at), "tolerated_queue", "losses_queue")
        })
    };
    [least(all()), most(all())]
}

/// Goodput of a CDG flow over NewReno's from 60 to 80 s, with random loss.
fn late(results: &Results, flow: usize, host: Host) -> Option<f64> {
    let at = point!(cdg: "paper", loss: 0.01, recovery: host.recovery, acks: host.acks());
    results.all(&at).each(|row| over_newreno(row, flow, 3)).median()
}

/// All four flows' goodput from 60 to 80 s, with random loss, over the capacity.
fn filled(results: &Results) -> Option<f64> {
    let all = |row: &Row| LISTS.iter().map(|list| row.values(list).get(3).copied()).sum::<Option<f64>>();
    ratio(judged(results, 0.01).each(all).median(), Some(CAPACITY_BPS))
}

/// The part of the random losses that after which CDG reduced its window.
fn answered(results: &Results) -> Option<f64> {
    pooled(&judged(results, 0.01), "tolerated_random", "losses_random").map(|part| 1.0 - part)
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "cdg.fig8a.first_keeps",
        "Goodput of the first CDG flow divided by the link rate, 20 to 40 s, beside the first NewReno flow.",
        "The paper says about 24 % (section 4.3). Tolerance: 0.01 for rounding, 0.01 because \"capacity\" may mean rate or payload, \
         and 20 % for the unknown TCP stack, added in quadrature.",
        |results| vec![Measured::new("", ratio(bin_median(&judged(results, 0.0), 0, 1), Some(RATE_BPS)), Band::within(0.19, 0.29))],
    )
    .account(Account {
        says: "The first CDG flow keeps about 24 % of the capacity when the first NewReno flow starts (section 4.3).",
        measured: "The first CDG flow keeps {kept} of the link rate. The tolerance begins at 0.19.",
        tried: "We changed the recovery engine, the receiver and CDG, one thing at a time, and ran ten seeds of each.",
        table: &[
            &["Variant", "ACK for every second packet", "ACK for every packet"],
            &["as evaluated", "{kept}", "{kept_each}"],
            &["recovery freebsd_sack", "{fbsd}", "{fbsd_each}"],
            &["recovery newreno", "{nr}", "{nr_each}"],
            &["recovery newreno for the first NewReno flow only", "{nr_first}", ""],
            &["recovery newreno for CDG only", "{nr_cdg}", ""],
            &["G = 6 ms", "{g}", "{g_each}"],
            &["FreeBSD's variant of CDG", "{freebsd}", "{freebsd_each}"],
            &["the count restarts only when both gradients turn negative", "{both}", "{both_each}"],
            &["both of the above", "{freebsd_both}", "{freebsd_both_each}"],
            &["no detection of ineffectual backoffs", "{blind}", "{blind_each}"],
            &["no shadow window", "{no_shadow}", "{no_shadow_each}"],
        ],
        explanation: "Two changes bring the share into the tolerance, as shown by the first column. First, with the \
                      recovery engine newreno, the joining flow repairs the losses of its slow start at one packet per \
                      RTT, which leaves more to CDG. Second, section 3.6 does not say whether the count of ineffectual \
                      backoffs restarts when either gradient turns negative or only when both do. FreeBSD restarts on \
                      either, and we follow FreeBSD. The shadow window changes nothing: CDG tolerates {tolerated} % of \
                      the overflow losses, so it is almost never used. We think that the authors' kernel of 2010 was \
                      closer to restarting on both.",
        numbers: &[
            Number::own("kept", 2, 0),
            Number::new("kept_each", 2, |results| kept(results, "paper", JUDGED.plain())),
            Number::new("fbsd", 2, |results| kept(results, "paper", HOSTS[1])),
            Number::new("fbsd_each", 2, |results| kept(results, "paper", HOSTS[1].plain())),
            Number::new("nr", 2, |results| kept(results, "paper", HOSTS[2])),
            Number::new("nr_each", 2, |results| kept(results, "paper", HOSTS[2].plain())),
            Number::new("nr_first", 2, |results| kept_with(results, "paper", "newreno for newreno1", JUDGED.acks())),
            Number::new("nr_cdg", 2, |results| kept_with(results, "paper", "newreno for cdg", JUDGED.acks())),
            Number::new("g", 2, |results| kept(results, "g_6", JUDGED)),
            Number::new("g_each", 2, |results| kept(results, "g_6", JUDGED.plain())),
            Number::new("freebsd", 2, |results| kept(results, "freebsd", JUDGED)),
            Number::new("freebsd_each", 2, |results| kept(results, "freebsd", JUDGED.plain())),
            Number::new("both", 2, |results| kept(results, "both", JUDGED)),
            Number::new("both_each", 2, |results| kept(results, "both", JUDGED.plain())),
            Number::new("freebsd_both", 2, |results| kept(results, "freebsd_both", JUDGED)),
            Number::new("freebsd_both_each", 2, |results| kept(results, "freebsd_both", JUDGED.plain())),
            Number::new("blind", 2, |results| kept(results, "no_detection", JUDGED)),
            Number::new("blind_each", 2, |results| kept(results, "no_detection", JUDGED.plain())),
            Number::new("no_shadow", 2, |results| kept(results, "no_shadow", JUDGED)),
            Number::new("no_shadow_each", 2, |results| kept(results, "no_shadow", JUDGED.plain())),
            Number::new("tolerated", 0, |results| pooled(&judged(results, 0.0), "tolerated_queue", "losses_queue")).percent(),
        ],
    }),
    Claim::new(
        "cdg.fig8a.rest_taken",
        "Goodput of the first CDG and the first NewReno flow together, divided by the payload capacity, 24 to 40 s.",
        "The paper says that NewReno takes the rest (section 4.3).",
        |results| {
            let both = ratio(judged(results, 0.0).of("first_two_bps").median(), Some(CAPACITY_BPS));
            vec![Measured::new("", both, Band::at_least(0.97))]
        },
    ),
    Claim::new(
        "cdg.fig8a.below_fair",
        "A CDG flow's share of all goodput, in fair shares, in each bin that it shares with a NewReno flow.",
        "The paper says that CDG never quite gets its fair share (section 4.3).",
        |results| {
            let one = |(flow, bin)| {
                let part = in_fair_shares(&judged(results, 0.0), flow, bin);
                Measured::new(shared_name(flow, bin), part, Band::below(1.0))
            };
            SHARED.map(one).to_vec()
        },
    ),
    Claim::new(
        "cdg.fig8a.relative_gain",
        "The first CDG flow's share of all goodput, in fair shares: 60 to 80 s minus 20 to 40 s.",
        "The paper says that CDG does slightly better as further flows join (section 4.3). We read this as relative to the fair share.",
        |results| {
            let more = |row: &Row| difference(of_run(row, 0, 3), of_run(row, 0, 1));
            vec![Measured::new("", judged(results, 0.0).each(more).median(), Band::above(0.0))]
        },
    ),
    Claim::new(
        "cdg.fig8a.not_starved",
        "The minimum share of all goodput, in fair shares, that a CDG flow has in a bin that it shares with a NewReno flow.",
        "The paper says that CDG coexists reasonably (abstract). The bound is ours: a flow that only backs off on delay falls \
         further.",
        |results| {
            let all = SHARED.map(|(flow, bin)| in_fair_shares(&judged(results, 0.0), flow, bin));
            vec![Measured::new("", least(all), Band::at_least(0.25))]
        },
    )
    .account(Account {
        says: "CDG coexists reasonably with NewReno (abstract). The bound of a quarter of the fair share is ours.",
        measured: "The minimum is {least} of the fair share, just below our bound.",
        tried: "We changed CDG, one thing at a time, and ran ten seeds of each.",
        table: &[
            &["CDG", "minimum, in fair shares"],
            &["as evaluated", "{least}"],
            &["the count restarts only when both gradients turn negative", "{both}"],
            &["FreeBSD's variant of CDG", "{freebsd}"],
            &["no detection of ineffectual backoffs", "{blind}"],
        ],
        explanation: "We think that the cause is the same as for cdg.fig8a.first_keeps. The detection of ineffectual backoffs \
                      helps CDG here, as shown by the last row, and the other reading of section 3.6 helps it more.",
        numbers: &[
            Number::own("least", 2, 0),
            Number::new("both", 2, |results| least_share(results, "both")),
            Number::new("freebsd", 2, |results| least_share(results, "freebsd")),
            Number::new("blind", 2, |results| least_share(results, "no_detection")),
        ],
    }),
    Claim::new(
        "cdg.fig8a.conservative",
        "The part of the overflow losses that CDG tolerated, minus the part of the random losses that it did not; all runs, outside slow start.",
        "The paper says that CDG is more likely to take a random loss for congestion than the reverse (section 4.1).",
        |results| {
            let tolerated = pooled(&judged(results, 0.0), "tolerated_queue", "losses_queue");
            vec![Measured::new("", difference(tolerated, answered(results)), Band::at_most(0.0))]
        },
    )
    .account(Account {
        says: "CDG is more likely to mistake a random loss for congestion than congestion for a random loss (section \
               4.1).",
        measured: "CDG tolerated {tolerated} % of the overflow losses. It reduced its window for {answered} % of the random losses.",
        tried: "We changed G, the reading of section 3.6, the variant, the recovery engine and the receiver. CDG tolerates {low} to \
                {high} % of the overflow losses in all of these runs.",
        table: &[],
        explanation: "NewReno halves its window at once, so the queue is full for about one RTT only, while CDG's averages \
                      cover eight. CDG then still finds the maximum RTT rising, so it infers that the queue is not full. It reduces its window for a random loss when \
                      1 ms of clock quantisation makes the two gradients look like a full queue. We think that with these averages \
                      CDG errs in the opposite direction to section 4.1: it misses congestion more often than it mistakes \
                      random loss for it.",
        numbers: &[
            Number::new("tolerated", 0, |results| pooled(&judged(results, 0.0), "tolerated_queue", "losses_queue")).percent(),
            Number::new("answered", 0, answered).percent(),
            Number::new("low", 0, |results| tolerated(results)[0]).percent(),
            Number::new("high", 0, |results| tolerated(results)[1]).percent(),
        ],
    }),
    Claim::new(
        "cdg.fig8a.at_most_every_second",
        "Delay backoffs that follow another one of the same flow at the end of the very next RTT interval, all flows and runs.",
        "Section 3.5.",
        |results| vec![Measured::new("", judged(results, 0.0).of("in_a_row").sum(), Band::exactly(0.0))],
    ),
    Claim::new(
        "cdg.fig8a.ineffectual",
        "The longest series of delay backoffs with neither a negative gradient nor an ignored indication in between; and the indications \
         ignored after each series of five, before the next backoff.",
        "Section 3.6: b = b' = 5.",
        |results| {
            let rows = judged(results, 0.0);
            vec![
                Measured::new("longest series", rows.of("longest_series").most(), Band::exactly(5.0)),
                Measured::new("minimum ignored", rows.of("least_ignored").least(), Band::exactly(5.0)),
                Measured::new("maximum ignored", rows.of("most_ignored").most(), Band::exactly(5.0)),
            ]
        },
    ),
    Claim::new(
        "cdg.fig8a.draws_calibrated",
        "Observed minus expected number of backoff indications (equation 5), in standard deviations, over all draws of all runs.",
        "Equation 5. The value has a standard normal distribution if each indication has its own probability.",
        |results| {
            let rows = judged(results, 0.0);
            let z = ratio(rows.of("draws_excess").sum(), rows.of("draws_variance").sum().map(f64::sqrt));
            vec![Measured::new("", z, Band::within(-3.0, 3.0))]
        },
    ),
    Claim::new(
        "cdg.fig8b.cdg_ahead",
        "With random loss: a CDG flow's goodput divided by the mean of the NewReno flows beside it, in each bin with both.",
        "The paper says that CDG uses more of the capacity (section 4.3). Single flows differ by a factor of 1.86.",
        |results| {
            let one = |(flow, bin)| {
                let times = judged(results, 0.01).each(|row| over_newreno(row, flow, bin)).median();
                Measured::new(shared_name(flow, bin), times, Band::above(1.0))
            };
            SHARED.map(one).to_vec()
        },
    )
    .account(Account {
        says: "With 1 % random loss CDG uses more of the capacity that NewReno leaves (section 4.3).",
        measured: "CDG is ahead in four of the six bins. From 60 to 80 s both CDG flows are behind: the first has \
                   {first} of NewReno's goodput. The second, which has just started, has {second}.",
        tried: "We changed the recovery engine and the receiver and ran ten seeds of each.",
        table: &[
            &["60 to 80 s, CDG's goodput divided by NewReno's", "first CDG flow", "second CDG flow"],
            &["as evaluated", "{first}", "{second}"],
            &["recovery freebsd_sack", "{fbsd_first}", "{fbsd_second}"],
            &["recovery newreno", "{nr_first}", "{nr_second}"],
            &["ACK for every packet", "{each_first}", "{each_second}"],
        ],
        explanation: "From 60 to 80 s four flows fill {filled} % of the payload capacity, so there is a queue. A fair share is \
                      then less than the 35 % of the link rate that 1 % loss leaves a NewReno flow. We think that CDG backs off \
                      because of this queue and NewReno does not. With two or three flows NewReno cannot fill the link, and the \
                      claim is reproduced in every such bin.",
        numbers: &[
            Number::own("first", 2, 2),
            Number::own("second", 2, 3),
            Number::new("fbsd_first", 2, |results| late(results, 0, HOSTS[1])),
            Number::new("fbsd_second", 2, |results| late(results, 3, HOSTS[1])),
            Number::new("nr_first", 2, |results| late(results, 0, HOSTS[2])),
            Number::new("nr_second", 2, |results| late(results, 3, HOSTS[2])),
            Number::new("each_first", 2, |results| late(results, 0, JUDGED.plain())),
            Number::new("each_second", 2, |results| late(results, 3, JUDGED.plain())),
            Number::new("filled", 1, filled).percent(),
        ],
    }),
    Claim::new(
        "cdg.fig8b.no_expense",
        "With random loss: the first NewReno flow's goodput beside CDG, 20 to 40 s, divided by that of a NewReno flow alone.",
        "The paper says that this is not at NewReno's expense (section 4.3). CDG's queue of 5 ms lengthens NewReno's RTT by 12 %, \
         and 4 % are for sampling.",
        |results| {
            let alone = results.at(&point!(cdg: "none")).of("alone_bps").median();
            let kept = ratio(bin_median(&judged(results, 0.01), 1, 1), alone);
            vec![Measured::new("", kept, Band::at_least(0.85))]
        },
    ),
    Claim::new(
        "cdg.fig8b.cdg1_drop",
        "With random loss: the first CDG flow's goodput divided by the link rate, 20 to 40 s.",
        "NewReno leaves at most 0.65. The lower bound is 0.20 less: CDG must give up less than NewReno has.",
        |results| {
            let kept = ratio(bin_median(&judged(results, 0.01), 0, 1), Some(RATE_BPS));
            vec![Measured::new("", kept, Band::within(0.45, 0.65))]
        },
    ),
];
