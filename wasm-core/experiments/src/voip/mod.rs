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

/// What the report does not say of the test-bed, common to all figures.
pub const CHOICES: &[Choice] = &[
    Choice {
        what: "Whether the packet in service counts towards the queue's limit",
        chosen: "no",
        why: "One rule for all papers; FreeBSD 7 counted it. One packet: the largest x would be 1.015 instead of 1, epochs \
              2 % longer.",
    },
    Choice {
        what: "Clock of the router",
        chosen: "none",
        why: "Its frequency is not given. At 10 Mbps and 80 ms a tick of 0.5 ms changes mean epochs by 2 % at most \
              and medians of x by 0.02 at most. At 100 Mbps four packets leave in a tick; at 16 ms CUBIC's epochs \
              change by less than 0.1 % (figure 6 shows it).",
    },
    Choice {
        what: "Recovery engine on FreeBSD",
        chosen: "RFC 6675 (sack); FreeBSD's own, freebsd_sack, beside it in figures 2, 4 and 5",
        why: "SACK was on by default. One standard engine for every paper, so that epochs compare algorithms. Without \
              SACK H-TCP, which loses a dozen packets at each overflow, takes 0.12 s more for each epoch of 2.35 s.",
    },
    Choice {
        what: "FreeBSD's growth in whole bytes",
        chosen: "on",
        why: "FreeBSD 7.0 adds MSS²/cwnd rounded down, in bytes. Its epoch is 3.6 % longer for it at 10 Mbps and 80 ms, 39 % \
              longer at 100 Mbps and 80 ms.",
    },
    Choice {
        what: "Linux's delayed acknowledgements and byte counting",
        chosen: "on, off",
        why: "The report lists what it changed; the rest stood at its defaults. Linux 2.6.25 has byte counting, but ships with \
              it off.",
    },
    Choice {
        what: "Linux's H-TCP in figures 9 to 14",
        chosen: "the fault of that kernel, set off by neighbours that change places with probability 0.0001",
        why: "The fault (the clock restarts on every return to the open state) is known from the kernel's history; \
              what set it off in the test-bed is our assumption. The mixture in figure 14 hangs on it: 29 % of the \
              epochs are fast and 29 % slow; with half of that probability 60 % and 10 %, with 1.2 times as much 27 % \
              and 40 %.",
    },
    Choice {
        what: "Start of the flows, noise of the sender",
        chosen: "both at 0; the call's phase is drawn from one interval; no send jitter",
        why: "Bands are closed forms of a path without noise. Luck enters by the call's phase alone.",
    },
    Choice {
        what: "Start-up",
        chosen: "only whole epochs after the second congestion event and after 20 s; of CUBIC an even number of them",
        why: "The report leaves out start and end of a run. Its three typical epochs are drawn; claims use all of them.",
    },
    Choice {
        what: "Repetitions",
        chosen: "2",
        why: "Each test was done at least twice. Epochs of a path without noise are equal to 1 %.",
    },
];
