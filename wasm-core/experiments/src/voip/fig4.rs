//! VoIP report, sections VI and VI-B, figure 4: H-TCP on FreeBSD, cwnd and queue.

use super::teeth::{self, TEETH};
use super::{CHOICES, PAPER};
use crate::claim::{Band, Claim, Measured};
use crate::experiment::{Experiment, Words};
use crate::results::{Results, ratio};

/// Figure 4.
pub static EXPERIMENT: Experiment = Experiment {
    id: "voip_fig4",
    paper: &PAPER,
    label: "Figure 4",
    title: "H-TCP on FreeBSD: cwnd and queue",
    words: Words {
        summary: "Quiet for a second, then ever steeper: H-TCP's window is a function of the time since congestion.",
        caption: "cwnd and queue of H-TCP on FreeBSD, 10 Mbps, 80 ms, a queue of one BDP, three epochs from the middle of a \
                  run of 180 s. Right: with FreeBSD's own recovery engine.",
        states: &[
            "One packet each round trip for the first second after congestion, then a parabola in time; the factor kept is \
             the least over the largest RTT, within 0.5 and 0.8 (section II-B).",
            "After a loss cwnd is raised step by step, yet rapidly, to the value kept; the queue sees small bursts \
             (section VI-B).",
            "Slow growth first, fast growth then (section VII).",
        ],
        learn: "The queue is low most of the time, then overflows hard: a dozen packets at once.",
        choices: CHOICES,
        notes: &[
            "RFC 6675 sets cwnd to its new value at once and leaves it there. The staircase that the report describes is what \
             FreeBSD's own SACK engine does: down to one packet, one more for each duplicate acknowledgement. So the right \
             column is judged for the climb, the left one for the rest.",
        ],
        numbers: &[],
    }
    .kept(),
    sweeps: &[&TEETH],
    figure: |results| teeth::figure(results, &["htcp_fbsd", "htcp_fbsd_own"]),
    claims: CLAIMS,
    view: "path,cwnd,queue",
};

fn one(results: &Results, name: &str, band: Band) -> Vec<Measured> {
    vec![Measured::new("", teeth::number(results, "htcp_fbsd", name), band)]
}

fn over(results: &Results, name: &str) -> Option<f64> {
    ratio(teeth::number(results, "htcp_fbsd", name), teeth::number(results, "nr_fbsd", name))
}

static CLAIMS: &[Claim] = &[
    Claim::new(
        "voip.fig4.epoch",
        "Mean epoch, in seconds.",
        "derived: growth 2.08, detection 0.16, recovery 0.1 to 0.35",
        |results| one(results, "epoch_s", Band::within(2.15, 2.75)),
    ),
    Claim::new(
        "voip.fig4.shorter_than_newreno",
        "Mean epoch over NewReno's on the same system.",
        "derived: 2.37 / 8.69 = 0.27",
        |results| vec![Measured::new("", over(results, "epoch_s"), Band::within(0.24, 0.33))],
    ),
    Claim::new(
        "voip.fig4.beta",
        "cwnd after recovery over cwnd before.",
        "derived: 81.2 / 161 = 0.504, with the largest RTT relaxed by 5 % 0.52",
        |results| one(results, "kept", Band::within(0.48, 0.56)),
    ),
    Claim::new(
        "voip.fig4.low_speed",
        "Seconds from the congestion event to the first increment of more than 1.5 packets a round trip.",
        "section II-B: one second",
        |results| one(results, "low_speed_s", Band::within(0.95, 1.2)),
    ),
    Claim::new(
        "voip.fig4.alpha_2s",
        "Packets a round trip that cwnd grows by, from 1.9 to 2.1 s after the event.",
        "derived: 11, 10 to 12 over one round trip, less what whole bytes take",
        |results| one(results, "alpha_2s", Band::within(9.0, 12.5)),
    ),
    Claim::new(
        "voip.fig4.convex",
        "Growth a second in the last third of an epoch's growth over that in the first.",
        "derived: 11 against 1 packet a round trip, which has doubled: about 5",
        |results| one(results, "convex", Band::at_least(3.0)),
    ),
    Claim::new(
        "voip.fig4.overshoot",
        "TCP's drops an epoch over NewReno's.",
        "derived: as many packets too many as cwnd grows by in the round trip of overflow",
        |results| vec![Measured::new("", over(results, "drops_per_epoch"), Band::at_least(3.0))],
    ),
    Claim::new(
        "voip.fig4.staircase",
        "Climb from the smallest cwnd of a recovery to the value kept, with FreeBSD's own engine, medians.",
        "section VI-B: step by step, rapidly; derived: one packet for each duplicate acknowledgement",
        |results| {
            let value = |name| teeth::number(results, "htcp_fbsd_own", name);
            vec![
                Measured::new("largest step, packets", value("climb_step"), Band::at_most(2.0)),
                Measured::new("steps", value("climb_steps"), Band::at_least(10.0)),
                Measured::new("time, s", value("climb_s"), Band::at_most(0.33)),
            ]
        },
    ),
];
