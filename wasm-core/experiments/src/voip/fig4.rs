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
        summary: "Slow for a second, then ever steeper: H-TCP's growth is a function of the time since the last \
                  congestion.",
        caption: "cwnd and queue of H-TCP on FreeBSD, 10 Mbit/s, 80 ms, a queue of one BDP: three congestion epochs \
                  from the middle of a run of 180 s. Right: with FreeBSD's own recovery engine.",
        states: &[
            "For the first second after congestion the window grows by one packet per round trip, then as a parabola \
             in time. At congestion H-TCP keeps the minimum RTT divided by the maximum RTT of its window, within 0.5 \
             and 0.8 (section II-B).",
            "After a loss cwnd is raised step by step, yet rapidly, to its reduced value; the queue sees small \
             bursts (section VI-B).",
            "The queue grows slowly at first, then fast (section VII).",
        ],
        learn: "The queue is short for most of an epoch. Then the window grows so fast that the queue overflows by \
                several packets, where NewReno loses one.",
        choices: CHOICES,
        notes: &["RFC 6675 sets cwnd to its new value at once and leaves it there. The staircase that the report \
             describes comes from FreeBSD's own SACK engine: it goes down to one packet and adds one for each \
             duplicate ACK. So the climb is measured in the right column, everything else in the left one."],
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
        "Mean length of a congestion epoch, in seconds.",
        "Derived: growth takes 2.08 s, detection 0.16 s. Recovery takes 0.1 to 0.35 s.",
        |results| one(results, "epoch_s", Band::within(2.15, 2.75)),
    ),
    Claim::new(
        "voip.fig4.shorter_than_newreno",
        "Mean epoch, divided by that of NewReno on the same system.",
        "Derived: 2.37 / 8.69 = 0.27.",
        |results| vec![Measured::new("", over(results, "epoch_s"), Band::within(0.24, 0.33))],
    ),
    Claim::new(
        "voip.fig4.beta",
        "cwnd after recovery, divided by cwnd before the loss.",
        "Derived: 81.2 / 161 = 0.504. If the maximum RTT has decayed by 5 %, it is 0.52.",
        |results| one(results, "kept", Band::within(0.48, 0.56)),
    ),
    Claim::new(
        "voip.fig4.low_speed",
        "Seconds from the congestion event to the first growth of more than 1.5 packets per round trip.",
        "The report says one second (section II-B).",
        |results| one(results, "low_speed_s", Band::within(0.95, 1.2)),
    ),
    Claim::new(
        "voip.fig4.alpha_2s",
        "Growth of cwnd in packets per round trip, from 1.9 to 2.1 s after the congestion event.",
        "Derived: 11 packets, or 10 to 12 over one round trip, minus what rounding to whole bytes takes.",
        |results| one(results, "alpha_2s", Band::within(9.0, 12.5)),
    ),
    Claim::new(
        "voip.fig4.convex",
        "Growth per second in the last third of an epoch's growth, divided by that in the first third.",
        "Derived: growth rises from 1 to 11 packets per round trip, while the round trip doubles: about 5.",
        |results| one(results, "convex", Band::at_least(3.0)),
    ),
    Claim::new(
        "voip.fig4.overshoot",
        "TCP packets dropped per epoch, divided by NewReno's.",
        "Derived: in the round trip of the overflow the queue receives as many packets too many as cwnd grows by.",
        |results| vec![Measured::new("", over(results, "drops_per_epoch"), Band::at_least(3.0))],
    ),
    Claim::new(
        "voip.fig4.staircase",
        "Climb from the smallest cwnd of a recovery to the reduced window, with FreeBSD's own engine, medians.",
        "The report says step by step, rapidly (section VI-B). Derived: one packet for each duplicate ACK.",
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
