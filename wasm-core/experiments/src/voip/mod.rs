//! The VoIP report: its list of experiments, and what it leaves unstated about the test-bed that all of them have in common.
//! Not here: any one figure, the test-bed itself (`bed`), runs that several figures read (`runs`, `teeth`).

use crate::experiment::{Choice, Paper};

mod bed;
mod cdf;
mod modes;
mod pairs;
mod runs;
mod teeth;

crate::experiments! {
    fig1,
    fig2,
    fig3,
    fig4,
    fig5,
    fig6,
    fig7,
    fig8,
    fig9,
    fig10,
    fig10b,
    fig11,
    fig12,
    fig13,
    fig14,
    table1,
    table2,
    table3,
}

/// The report.
pub static PAPER: Paper = Paper {
    id: "voip",
    name: "VoIP report",
    citation: "CAIA Technical Report 080818A, Experimental evaluation of latency induced in real-time traffic by TCP \
               congestion control algorithms, 2008",
};

/// Choices where the report does not specify the test-bed, common to all figures.
pub const CHOICES: &[Choice] = &[
    Choice {
        what: "Whether the packet in transmission counts towards the queue limit",
        chosen: "no",
        why: "All three papers are run by one rule; FreeBSD 7 counted it. The difference is one packet: the maximum \
              of x would be 1.015 instead of 1, and epochs would be 2 % longer.",
    },
    Choice {
        what: "Clock of the router",
        chosen: "none",
        why: "Its frequency is not given. At 10 Mbit/s and 80 ms a tick of 0.5 ms changes mean epochs by at most 2 \
              %, and medians of x by at most 0.02. At 100 Mbit/s four packets leave in each tick; with 16 ms CUBIC's \
              epochs change by less than 0.1 % (figure 6 shows it).",
    },
    Choice {
        what: "Recovery engine on FreeBSD",
        chosen: "RFC 6675 (sack). FreeBSD's own engine, freebsd_sack, is shown for comparison in figures 2, 4 and 5",
        why: "SACK was on by default. All papers are run with one standard engine, so that epochs compare \
              algorithms. H-TCP loses a dozen packets at each overflow; without SACK its epoch of 2.35 s would be \
              0.12 s longer.",
    },
    Choice {
        what: "FreeBSD's growth in whole bytes",
        chosen: "on",
        why: "FreeBSD 7.0 adds MSS²/cwnd, in bytes and rounded down. This makes its epoch 3.6 % longer at 10 Mbit/s \
              and 80 ms. At 100 Mbit/s and 80 ms the epoch is 39 % longer.",
    },
    Choice {
        what: "Linux's delayed ACKs and byte counting",
        chosen: "on, off",
        why: "The report lists the settings that it changed; we assume that the others had their defaults. Linux \
              2.6.25 has byte counting but ships with it off.",
    },
    Choice {
        what: "Linux's H-TCP in figures 9 to 14",
        chosen: "the bug of that kernel, triggered by neighbouring packets that change places with probability \
                 0.0001",
        why: "The bug is known from the kernel's history: H-TCP's clock restarts on every return to the open state. \
              The trigger in the test-bed is our assumption, and the mixture of epochs in figure 14 depends \
              strongly on it. With half of that probability 60 % of the epochs are fast and 10 % slow; with 1.2 \
              times as much it is 27 % and 40 %.",
    },
    Choice {
        what: "Start of the flows and jitter of the sender",
        chosen: "TCP and the call both start at 0 s; the phase of the call is drawn from one interval; there is no \
                 send jitter",
        why: "The tolerances are closed forms for a path without noise. Only the phase of the call is random.",
    },
    Choice {
        what: "Start-up",
        chosen: "only whole epochs after the second congestion event and after 20 s count; of CUBIC an even number \
                 of them",
        why: "The report leaves out the start and the end of a run. We draw three typical epochs, as it does; claims \
              use all of them.",
    },
    Choice {
        what: "Repetitions",
        chosen: "2",
        why: "The report did each test at least twice. On a path without noise the epochs of a run are equal to \
              within 1 %.",
    },
];
