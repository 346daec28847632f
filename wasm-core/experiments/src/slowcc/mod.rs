//! The SlowCC paper: its list of experiments, and everything that it leaves unstated about all of them, chosen once
//! (`CHOICES`). Its dumbbell is in `bed`, the schemes that it compares in `schemes`, what its figures count in `counts`.
//! Not here: any one figure.

pub mod alone;
pub mod bed;
pub mod counts;
pub mod doubling;
pub mod halving;
pub mod lossy;
pub mod pair;
pub mod schemes;
pub mod square;
pub mod transient;

use crate::experiment::{Choice, Paper};
pub use schemes::{TCP, TFRC};

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
    fig11,
    fig12,
    fig13,
    fig14,
    fig15,
    fig16,
    fig17,
    fig18,
    fig19,
    fig20,
}

/// The paper.
pub static PAPER: Paper = Paper {
    id: "slowcc",
    name: "SlowCC paper",
    citation: "D. Bansal, H. Balakrishnan, S. Floyd, S. Shenker, Dynamic Behavior of Slowly-Responsive Congestion Control \
               Algorithms, SIGCOMM 2001",
};

/// Choices where the paper does not specify its simulations, common to all figures.
pub const CHOICES: &[Choice] = &[
    Choice {
        what: "Packet size",
        chosen: "1000 bytes on the wire",
        why: "This is ns-2's default. It is also the only size with which the paper's f(20) = 75 % for TCP(1/8) \
              follows from its own model.",
    },
    Choice {
        what: "Traffic on the reverse path",
        chosen: "for each forward flow one TCP(1/2) flow on the reverse path, which starts with it, never stops, and \
                 passes a queue like the forward one",
        why: "The paper says only that there is some. RED counts packets, so the ACKs of the reverse data take half \
              of the places in the forward queue. The results depend strongly on this.",
    },
    Choice {
        what: "RED: maximum probability, weight, gentle RED",
        chosen: "0.1; 0.002; on",
        why: "These are ns-2's defaults of that year. Without gentle RED the worst RTT of figure 3 loses 68 % with \
              TFRC(256) instead of 31 %, where the paper has 40 %. The maximum probability changes the utilisation \
              with short bursts a good deal.",
    },
    Choice {
        what: "TCP's options",
        chosen: "SACK, initial RTO 3 s, minimum RTO 200 ms, initial window 2, an ACK for every packet, no receiver \
                 window",
        why: "The paper's appendix distinguishes SACK from Reno; four RTTs are the usual timeout; its analysis has \
              no delayed ACKs. ns-2's receiver window of 20 packets would limit every figure.",
    },
    Choice {
        what: "Start times and jitter",
        chosen: "flow i starts at 0.2 i s; each data packet leaves up to 0.1 ms late",
        why: "This keeps slow starts from running in step. After the first 20 s the results hardly depend on it.",
    },
    Choice {
        what: "α of SQRT and IIAD",
        chosen: "1.5 β",
        why: "This gives them TCP's rate in steady state; the paper leaves the ratio open.",
    },
    Choice {
        what: "Repetitions",
        chosen: "seeds 1 to 5 and their mean; the first 20 s are left out",
        why: "The paper states neither. A seed changes the jitter of up to 0.1 ms and RED's random drops.",
    },
];
