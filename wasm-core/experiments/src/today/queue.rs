//! One BBR flow against the queue limit, and against random loss with each of these limits.

use super::shares::{self, NAMES};
use super::{BDP_PACKETS, CHOICES, FROM_S, RATE_BPS, capacity_bps, drop_tail, flow, group, ink, link, medians};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Entry, Figure, Marks, Panel, Plot, Series};
use crate::results::{Results, Rows, ratio};
use crate::row::{Row, Value};
use crate::run::Run;
use crate::sweep::{Cell, Sweep, set};
use sawtooth_engine::observe::{Interests, Observer, Signal, Source};
use sawtooth_engine::units::Time;

const LIMITS: [f64; 5] = [2.0, 8.0, 33.0, 84.0, 330.0];
const LOSSES: [f64; 6] = [0.0, 0.01, 0.03, 0.05, 0.1, 0.15];

/// Queue limits.
pub static EXPERIMENT: Experiment = Experiment {
    id: "today_queue",
    paper: &group(
        "N. Cardwell et al., BBR: Congestion-Based Congestion Control, ACM Queue 14(5), 2016; M. Hock, R. Bless, \
         M. Zitterbart, Experimental Evaluation of BBR Congestion Control, ICNP 2017",
    ),
    label: "Queue limits",
    title: "BBR v1 and the queue limit",
    words: Words {
        summary: "One BBR flow needs almost no queue for its goodput. With a queue below a quarter of the BDP it loses \
                  {drop_2} % of its packets; with a deep queue it loses none and leaves the queue almost empty.",
        caption: "One BBR v1 flow at 10 Mbit/s and 40 ms, 120 s, measured from 20 s. Marks are medians of ten runs, \
                  bars the 20th to 80th percentile. Dashed: (1/4 - x) / 8, where x is the queue limit in BDPs.",
        states: &[
            "BBR probes for more bandwidth by a pacing gain of 1.25 for one round trip, once in eight. The quarter that \
             is too much needs room in the queue (Cardwell et al. 2016).",
            "With shallow buffers, BBR keeps on sending at its rate and loses many packets (Hock et al. 2017).",
            "With deep buffers, a lone BBR flow keeps the queue short (Hock et al. 2017).",
        ],
        learn: "Loss is no signal of congestion for BBR v1. With 2 packets of queue a part of each probe is lost, and \
                it still has {good_2} % of the payload capacity. Random losses hardly matter either, up to 10 %. From 33 \
                packets on, the limit makes no difference: BBR does not use the rest.",
        choices: CHOICES,
        notes: &["The tables have the medians of ten runs for each queue limit and each random loss."],
        numbers: &[
            Number::new("drop_2", 1, |results| median(results, 2.0, 0.0, "dropped_share")).percent(),
            Number::new("good_2", 0, |results| of_capacity(results, 2.0)).percent(),
        ],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,cwnd,queue,rtt",
};

/// One flow by queue limit and random loss.
pub static SWEEP: Sweep =
    Sweep { id: "today_queue", cells, repetitions: 10, quick: 1, names: &[NAMES, &["up_rounds"]], measure };

fn cells() -> Vec<Cell> {
    let one = |limit, loss| {
        let title = format!("One BBR flow, a queue of {limit} packets, {} % random loss", loss * 100.0);
        let mut document = link(&title, 120.0, RATE_BPS, drop_tail(limit), vec![flow("bbr", "bbr", 40.0, 0.0)]);
        if loss > 0.0 {
            set(&mut document, "bottleneck.loss.model", "bernoulli");
            set(&mut document, "bottleneck.loss.probability", loss);
        }
        Cell::new(point!(limit_packets: limit, loss: loss), document).moment(FROM_S)
    };
    LOSSES.iter().flat_map(|&loss| LIMITS.map(|limit| one(limit, loss))).collect()
}

/// How long the phases last in which BBR probes for bandwidth, from a moment on.
struct Probes {
    from: Time,
    since: Option<Time>,
    total_s: f64,
    count: u32,
}

/// Place of `probe_up` among the words of BBR's phase.
const PROBE_UP: f64 = 2.0;

impl Observer for Probes {
    const INTERESTS: Interests = Interests::OTHERS;
    fn signal(&mut self, at: Time, _: Source, signal: &'static Signal, value: f64) {
        if signal.name != "bbr_phase" {
            return;
        }
        let (probing, since) = (value == PROBE_UP, self.since);
        if probing && since.is_none() && at >= self.from {
            self.since = Some(at);
        } else if let Some(since) = since
            && !probing
        {
            self.total_s += at.since(since).seconds();
            self.count += 1;
            self.since = None;
        }
    }
}

fn measure(run: &Run) -> Row {
    let mut probes = Probes { from: Time::from_seconds(FROM_S), since: None, total_s: 0.0, count: 0 };
    let mut row = shares::measure_with(run, 1, FROM_S, &mut probes);
    // A round on the empty path: 40 ms and a packet's transmission.
    let rounds = (probes.count > 0).then(|| probes.total_s / f64::from(probes.count) / 0.0412);
    row.put("up_rounds", Value::Number(rounds));
    row
}

fn rows<'a>(results: &Results<'a>, limit: f64, loss: f64) -> Rows<'a> {
    results.at(&point!(limit_packets: limit, loss: loss))
}

fn median(results: &Results, limit: f64, loss: f64, number: &str) -> Option<f64> {
    rows(results, limit, loss).of(number).median()
}

fn of_capacity(results: &Results, limit: f64) -> Option<f64> {
    ratio(median(results, limit, 0.0, "first_bps"), Some(capacity_bps(RATE_BPS)))
}

/// The share of packets for which the quarter of a BDP has no room, once in eight rounds.
fn derived(limit: f64) -> f64 {
    (0.25 - limit / BDP_PACKETS).max(0.0) / 8.0
}

/// Drops over what is derived.
fn of_derived(results: &Results, limit: f64) -> Option<f64> {
    ratio(median(results, limit, 0.0, "dropped_share"), Some(derived(limit)))
}

fn figure(results: &Results) -> Figure {
    let limits = || Axis::new("Queue limit", "packets").range(1.5, 400.0).log();
    let formula = (0..=40).map(|n| 1.5 + 8.0 * f64::from(n) / 40.0).map(|limit| [limit, derived(limit) * 100.0]);
    let drops = medians(LIMITS, |limit| rows(results, limit, 0.0), "dropped_share", 100.0);
    let drops = Plot::new(limits(), Axis::new("Dropped by the queue", "%").range(0.0, 5.0))
        .with(Series::new("BBR v1", ink("bbr"), drops))
        .with(Series::new("(1/4 - x) / 8", 7, Marks::Line(formula.collect())).stated());
    let mut goodput = Plot::new(limits(), Axis::new("Goodput", "Mbit/s").range(0.0, 10.0));
    for (loss, ink) in LOSSES.into_iter().zip([2, 0, 1, 3, 4, 5]) {
        let marks = medians(LIMITS, |limit| rows(results, limit, loss), "first_bps", 1e-6);
        goodput = goodput.with(Series::new(format!("{} % random loss", loss * 100.0), ink, marks));
    }
    let mut panels = vec![Panel::plot("Drops without random loss", drops), Panel::plot("Goodput", goodput)];
    for (title, number, times, digits) in [
        ("Goodput (Mbit/s)", "first_bps", 1e-6, 2),
        ("Mean queue (packets)", "queue_packets", 1.0, 1),
        ("Dropped by the queue (%)", "dropped_share", 100.0, 2),
    ] {
        panels.push(table(results, title, number, times, digits));
    }
    Figure::new(panels).columns(2)
}

/// Medians of a number: a row for each queue limit, a column for each random loss.
fn table(results: &Results, title: &str, number: &str, times: f64, digits: usize) -> Panel {
    let lines = LIMITS.map(|limit| {
        let mut line = vec![Entry::Number(Some(limit), 0)];
        line.extend(LOSSES.map(|loss| {
            let value = median(results, limit, loss, number).map(|value| value * times);
            Entry::Number(value, digits)
        }));
        line
    });
    let heads = ["Queue limit", "no loss", "1 % loss", "3 % loss", "5 % loss", "10 % loss", "15 % loss"];
    Panel::table(title, &heads, lines.to_vec())
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "today.queue.drops_fall",
        "The share of packets that the queue drops falls with the queue limit, to nothing at 84 packets.",
        "A quarter of the BDP, 8.3 packets, is what a probe adds: (1/4 - x) / 8 is 0 from there on (derived from \
         Cardwell et al. 2016; direction as in Hock et al. 2017). At most \
         0.05 % for nothing is ours.",
        |results| {
            let share = |limit| median(results, limit, 0.0, "dropped_share");
            vec![
                Measured::decreasing("smallest step down from 2 over 8 to 33 packets", &[2.0, 8.0, 33.0].map(share)),
                Measured::new("84 packets", share(84.0), Band::at_most(0.0005)),
                Measured::new("330 packets", share(330.0), Band::at_most(0.0005)),
            ]
        },
    )
    .ours(),
    Claim::new(
        "today.queue.drops_derived",
        "The share of packets that the queue drops, divided by (1/4 - x) / 8, with 2 packets of queue.",
        "Derived from the pacing gains of Cardwell et al. 2016, for a probe of one round trip. A factor of 1.33 either \
         way is ours.",
        |results| vec![Measured::new("", of_derived(results, 2.0), Band::within(0.75, 1.33))],
    )
    .ours()
    .account(Account {
        says: "BBR probes for one round trip in eight, at 1.25 times its rate (Cardwell et al. 2016). A quarter of the BDP \
               less the queue limit has no room.",
        measured: "With 2 packets of queue, {times} times as many packets are dropped as derived.",
        tried: "We measured how long a probe lasts, in round trips of the empty path.",
        table: &[
            &["Queue limit (packets)", "round trips of a probe", "dropped (%)", "derived (%)"],
            &["2", "{up_2}", "{drop_2}", "{derived_2}"],
            &["8", "{up_8}", "{drop_8}", "{derived_8}"],
            &["84", "{up_84}", "{drop_84}", "{derived_84}"],
        ],
        explanation: "In Linux's BBR a probe lasts until a loss is noticed or until 1.25 BDP and the allowance for bursts \
                      are in flight. A loss is noticed a round trip after the queue has filled, so each probe drops about a \
                      quarter of the BDP, whatever the limit. This is shown by the length of the probes. With 84 packets, \
                      a probe ends by itself, and nothing is dropped.",
        numbers: &[
            Number::own("times", 2, 0),
            Number::new("up_2", 2, |results| median(results, 2.0, 0.0, "up_rounds")),
            Number::new("up_8", 2, |results| median(results, 8.0, 0.0, "up_rounds")),
            Number::new("up_84", 2, |results| median(results, 84.0, 0.0, "up_rounds")),
            Number::new("drop_2", 2, |results| median(results, 2.0, 0.0, "dropped_share")).percent(),
            Number::new("drop_8", 2, |results| median(results, 8.0, 0.0, "dropped_share")).percent(),
            Number::new("drop_84", 2, |results| median(results, 84.0, 0.0, "dropped_share")).percent(),
            Number::new("derived_2", 2, |_| Some(derived(2.0))).percent(),
            Number::new("derived_8", 2, |_| Some(derived(8.0))).percent(),
            Number::new("derived_84", 2, |_| Some(derived(84.0))).percent(),
        ],
    }),
    Claim::new(
        "today.queue.goodput",
        "Goodput divided by the payload capacity, with each queue limit.",
        "BBR does not reduce its rate after a loss, so it keeps the link busy but for a short pause every 10 s \
         (Cardwell et al. 2016). 5 % for that and for sent-again packets is ours.",
        |results| {
            LIMITS
                .map(|limit| Measured::new(format!("{limit} packets"), of_capacity(results, limit), Band::at_least(0.95)))
                .to_vec()
        },
    )
    .ours(),
    Claim::new(
        "today.queue.stays_low",
        "Mean queue in packets, with a limit of 330 packets.",
        "A probe adds a quarter of the BDP, 8.3 packets, at most (derived from Cardwell et al. 2016).",
        |results| {
            let queue = median(results, 330.0, 0.0, "queue_packets");
            vec![Measured::new("", queue, Band::at_most(BDP_PACKETS / 4.0))]
        },
    ),
];
