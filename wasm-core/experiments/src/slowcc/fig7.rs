//! SlowCC paper, section 4.2.1, figure 7: TCP beside TFRC while the available bandwidth goes up and down as a square wave.

use super::bed::{Bed, FAST_BPS, WARM_UP_S};
use super::counts::{self, MeanWindow};
use super::schemes::{TCP, TFRC};
use super::square::{self, EXTREMES_S, PERIODS_S, Wave, mean, q, q_extreme};
use super::{CHOICES, PAPER};
use crate::account::{Account, Number};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::figure::{Axis, Figure, Marks, Panel, Plot, Series};
use crate::results::{self, Results, least, ratio};
use crate::row::Row;
use crate::run::Run;
use crate::sweep::{Cell, Sweep};
use sawtooth_measures::measures::loss_rate::Losses;
use sawtooth_measures::measures::tally::Grid;

/// Until then the ten TCP flows by themselves are run, in seconds.
const STILL_S: f64 = 220.0;
/// Periods at which the sawtooth forms are run.
const SAWTOOTH_S: [f64; 2] = [1.6, 3.2];

/// Figure 7.
pub static EXPERIMENT: Experiment = Experiment {
    id: "slowcc_fig7",
    paper: &PAPER,
    label: "Figure 7",
    title: "TCP beside TFRC, bandwidth as a square wave",
    words: Words {
        summary: "Five TCP and five TFRC flows while the available bandwidth jumps between 15 and 5 Mbit/s: who gets \
                  more, and at which period.",
        caption: "Throughput relative to the fair share of 1 Mbit/s, against the period of the square wave: a dot \
                  for each flow of the first seed, lines for the means of all five seeds. Small: 10:1 (fair share \
                  0.825 Mbit/s), and the throughput of TFRC divided by that of TCP in the ten RTTs after each \
                  reduction.",
        states: &[
            "In a long phase of high bandwidth the loss rate is about 0.7 % and TCP's mean window 14.4 packets \
             (section 4.2.1).",
            "Utilisation is high at a short period and lower at 0.2 s, which is four RTTs (section 4.2.1).",
            "TCP is ahead at periods between 1 and 3 s; the authors found no pattern with which TFRC wins in the \
             long run (section 4.2.1).",
            "Just after a reduction TFRC may get more than TCP (section 4.2.1).",
            "Sawtooth forms give the same with a smaller difference; with 10:1 the difference is much larger \
             (section 4.2.1).",
            "At periods of 4 to 8 s TFRC does poorly (section 4.3).",
        ],
        learn: "At periods below a second the two get about the same. At a period of a few seconds TCP gets up to \
                {most} times as much: it takes new bandwidth sooner than TFRC does, and that outweighs TFRC's slower \
                reduction.",
        choices: CHOICES,
        notes: &[
            "The fair share is a tenth of the mean available bandwidth, 10 Mbit/s, not of the link's rate.",
            "Each run is measured over whole periods: at least 200 s and at least 20 periods.",
            "The sawtooth lasts for its whole period, so that its mean is that of the square wave. In the paper a \
             pause of unstated length follows it.",
        ],
        numbers: &[Number::new("most", 1, |r| results::most(PERIODS_S.map(|period_s| q(r, Wave::Square, period_s))))],
    }
    .kept(),
    sweeps: &[&SWEEP],
    figure,
    claims: CLAIMS,
    view: "path,queue,goodput",
};

/// By period and wave; and ten TCP flows by themselves.
pub static SWEEP: Sweep = Sweep {
    id: "slowcc_fig7",
    cells,
    repetitions: 5,
    quick: 1,
    names: &[square::NAMES, &["window_packets", "loss"]],
    measure,
};

fn cells() -> Vec<Cell> {
    let mut cells = square::cells("figure 7", TFRC);
    for wave in [Wave::Rising, Wave::Falling] {
        cells.extend(SAWTOOTH_S.map(|period_s| square::cell("figure 7", TFRC, wave, period_s)));
    }
    let title = "Ten TCP flows alone: SlowCC paper, figure 7";
    let still = Bed::new(title, FAST_BPS, STILL_S).bare().flows(10, &[TCP]);
    cells.push(Cell::new(crate::point!(other: "none"), still.document()).moment(WARM_UP_S));
    cells
}

fn measure(run: &Run) -> Row {
    if run.cell.at.word("other") != "none" {
        return square::measure(run);
    }
    let mut all = counts::together(Grid::new(WARM_UP_S, STILL_S, STILL_S - WARM_UP_S), &run.scenario);
    let mut window = MeanWindow::new(&run.scenario, WARM_UP_S, STILL_S);
    run.listen(&mut (&mut all, &mut window));
    let loss = all.between(0, WARM_UP_S, STILL_S).loss_rate(Losses::Queue);
    Row::new().number("window_packets", window.packets()).number("loss", loss)
}

fn figure(results: &Results) -> Figure {
    let ahead = PERIODS_S.iter().filter_map(|&period_s| {
        let rows = results.at(&square::at(TFRC, Wave::Square, period_s));
        let ahead = rows.of("ahead_after_cut");
        Some([period_s, ahead.least()?, ahead.mean()?, ahead.most()?])
    });
    let at_once = Plot::new(Axis::new("Period (on plus off)", "s").log(), Axis::new("TFRC divided by TCP", ""))
        .with(Series::new("TFRC divided by TCP", TFRC.family.ink(), Marks::Medians(ahead.collect())))
        .level(1.0, "equal");
    Figure::new(vec![
        Panel::plot("", square::plot(results, TFRC, Wave::Square, &PERIODS_S)),
        Panel::plot("10:1", square::plot(results, TFRC, Wave::Extreme, &EXTREMES_S)).beside(),
        Panel::plot("The first ten RTTs after a reduction", at_once).beside(),
    ])
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "slowcc.fig7.static_window",
        "Mean window of ten TCP flows alone, in packets, without reverse traffic.",
        "The paper says 14.4, as an expectation (section 4.2.1). Tolerance: a fifth, because RED's maximum \
         probability decides it.",
        |results| vec![Measured::new("", still(results, "window_packets"), Band::within(11.5, 17.3))],
    ),
    Claim::new(
        "slowcc.fig7.static_loss",
        "Loss rate of that run.",
        "The paper says 0.7 % (section 4.2.1). Tolerance: 1.5 / W² over the tolerance of the window W.",
        |results| vec![Measured::new("", still(results, "loss"), Band::within(0.005, 0.0113))],
    ),
    Claim::new(
        "slowcc.fig7.tcp_ahead",
        "Throughput of a TCP flow, divided by that of a TFRC flow, at periods of 1.6 s and of 1, 2 and 3 s.",
        "The paper says that TCP is ahead between 1 and 3 s (section 4.2.1). A tenth is what a plot can show.",
        |results| {
            let one =
                |period_s: f64, band| Measured::new(format!("{period_s} s"), q(results, Wave::Square, period_s), band);
            let mut all = vec![one(1.6, Band::within(1.15, 3.5))];
            all.extend([1.0, 2.0, 3.0].map(|period_s| one(period_s, Band::at_least(1.1))));
            all
        },
    )
    .account(Account {
        says: "TCP is ahead of TFRC at periods between 1 and 3 s (section 4.2.1).",
        measured: "At a period of 1 s TCP gets {at_1} times what TFRC gets. From 1.6 s on it gets at least {more} \
                   times as much.",
        tried: "We ran the shortest of these periods with one reverse flow instead of ten (separate runs, three \
                seeds). There TCP gets 1.21 times what TFRC gets.",
        table: &[],
        explanation: "TCP's lead begins between 1 and 1.6 s here. We think that the number of reverse flows, which \
                      the paper does not state, moves this point, as shown by the runs with one reverse flow.",
        numbers: &[
            Number::own("at_1", 2, 1),
            Number::new("more", 2, |r| least([1.6, 2.0, 3.0].map(|period_s| q(r, Wave::Square, period_s)))),
        ],
    }),
    Claim::new(
        "slowcc.fig7.tfrc_ahead_after_cut",
        "Throughput of a TFRC flow, divided by that of a TCP flow, in the first ten RTTs after each reduction, at a \
         period of 6.4 s.",
        "The paper says that TFRC may get more (section 4.2.1). TCP halves its rate in one RTT, TFRC in four to six.",
        |results| vec![Measured::new("", mean(results, Wave::Square, 6.4, "ahead_after_cut"), Band::above(1.0))],
    )
    .account(Account {
        says: "Just after a reduction TFRC may get more than TCP (section 4.2.1).",
        measured: "At a period of 6.4 s TFRC gets {at_6} times what TCP gets in the ten RTTs after each reduction. \
                   At longer periods it gets more than TCP.",
        tried: "We looked at longer periods, and ran the shortest with one reverse flow instead of ten.",
        table: &[
            &["Period", "TFRC divided by TCP"],
            &["6.4 s", "{at_6}"],
            &["12.8 s", "{at_12}"],
            &["25.6 s", "{at_25}"],
            &["51.2 s", "{at_51}"],
            &["6.4 s, one reverse flow (separate runs, three seeds)", "0.87"],
        ],
        explanation: "TFRC does reduce its rate later than TCP, as shown by the longer periods. At 6.4 s TCP has \
                      {share} times TFRC's share of a whole period, so it begins each reduction far ahead. We think \
                      that ten RTTs are too few for TFRC to make up for that. The reverse traffic has little effect on \
                      this.",
        numbers: &[
            Number::new("at_6", 2, |r| mean(r, Wave::Square, 6.4, "ahead_after_cut")),
            Number::new("at_12", 2, |r| mean(r, Wave::Square, 12.8, "ahead_after_cut")),
            Number::new("at_25", 2, |r| mean(r, Wave::Square, 25.6, "ahead_after_cut")),
            Number::new("at_51", 2, |r| mean(r, Wave::Square, 51.2, "ahead_after_cut")),
            Number::new("share", 2, |r| q(r, Wave::Square, 6.4)),
        ],
    }),
    Claim::new(
        "slowcc.fig7.tcp_ahead_long",
        "Throughput of a TCP flow, divided by that of a TFRC flow, at a period of 6.4 s.",
        "The paper says that TFRC does poorly at 4 to 8 s (section 4.3).",
        |results| vec![Measured::new("", q(results, Wave::Square, 6.4), Band::within(1.1, 2.5))],
    ),
    Claim::new(
        "slowcc.fig7.tfrc_never_wins",
        "Throughput of a TCP flow, divided by that of a TFRC flow: the minimum over all periods.",
        "The paper knows no pattern with which TCP is behind (section 4.2.1). Tolerance: 5 % for the spread of five \
         seeds.",
        |results| {
            let all = least(PERIODS_S.map(|period_s| q(results, Wave::Square, period_s)));
            vec![Measured::new("", all, Band::at_least(0.95))]
        },
    )
    .account(Account {
        says: "No pattern was found in which TFRC gets more than TCP in the long run (section 4.2.1).",
        measured: "Over all periods the minimum of TCP's throughput divided by TFRC's is {least}. At a period of 0.8 \
                   s it is {short}.",
        tried: "With one reverse flow instead of ten (separate runs, three seeds) the minimum is 1.00.",
        table: &[],
        explanation: "We think that the reverse traffic is the reason, as shown by the runs with one reverse flow. \
                      TFRC is not clocked by ACKs, so it suffers less from ACKs that are lost or bunched in the \
                      reverse queue. The paper does not state how many reverse flows there are.",
        numbers: &[Number::own("least", 2, 0), Number::new("short", 2, |r| q(r, Wave::Square, 0.8))],
    }),
    Claim::new(
        "slowcc.fig7.util_short",
        "Utilisation of the mean available bandwidth at a period of 0.05 s.",
        "The paper says high (section 4.2.1). The ACKs of the reverse data take 4 to 6 %.",
        |results| vec![Measured::new("", mean(results, Wave::Square, 0.05, "use"), Band::at_least(0.9))],
    ),
    Claim::new(
        "slowcc.fig7.util_dip",
        "Utilisation at a period of 0.2 s, divided by that at 0.05 s.",
        "The paper says that it suffers at four RTTs (section 4.2.1).",
        |results| {
            let at = |period_s| mean(results, Wave::Square, period_s, "use");
            vec![Measured::new("", ratio(at(0.2), at(0.05)), Band::at_most(0.96))]
        },
    ),
    Claim::new(
        "slowcc.fig7.extreme",
        "Throughput of a TCP flow, divided by that of a TFRC flow: this ratio at 10:1, divided by that at 3:1.",
        "The paper says that the difference is much larger (section 4.2.1).",
        |results| {
            let one = |period_s: f64| {
                Measured::new(format!("{period_s} s"), q_extreme(results, period_s), Band::at_least(1.15))
            };
            EXTREMES_S.map(one).to_vec()
        },
    ),
    Claim::new(
        "slowcc.fig7.sawtooth_milder",
        "TCP's lead (its throughput divided by TFRC's, minus 1) with a sawtooth, divided by that with the square \
         wave, mean of the periods of 1.6 and 3.2 s.",
        "The paper says the same with a smaller difference (section 4.2.1).",
        |results| {
            let lead = |wave, period_s| q(results, wave, period_s).map(|q| q - 1.0);
            let milder = |wave| {
                results::mean(SAWTOOTH_S.map(|period_s| ratio(lead(wave, period_s), lead(Wave::Square, period_s))))
            };
            let band = Band::within(0.0, 0.95);
            vec![
                Measured::new("rising", milder(Wave::Rising), band),
                Measured::new("falling", milder(Wave::Falling), band),
            ]
        },
    ),
];

fn still(results: &Results, name: &str) -> Option<f64> {
    results.at(&crate::point!(other: "none")).of(name).mean()
}
