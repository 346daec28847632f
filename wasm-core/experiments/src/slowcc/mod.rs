//! The SlowCC paper: its list of experiments, and everything that it leaves unstated about all of them, chosen once
//! (`CHOICES`). Its dumbbell stands in `bed`, the schemes that it compares in `schemes`, what its figures count in `counts`.
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

/// What the paper does not say of its simulations, common to all figures.
pub const CHOICES: &[Choice] = &[
    Choice {
        what: "Packet size",
        chosen: "1000 bytes on the wire",
        why: "ns-2's default, and the only one with which the paper's own f(20) = 75 % for TCP(1/8) follows from its model.",
    },
    Choice {
        what: "Traffic in the reverse direction",
        chosen: "for each forward flow one TCP(1/2) flow the other way, begun with it and never stopped, through a queue like \
                 the forward one",
        why: "The paper only says that there is some. RED counts packets: acknowledgements of reverse data take half of the \
              places in the forward queue. Much hangs on it.",
    },
    Choice {
        what: "RED: largest probability, weight, gentle slope",
        chosen: "0.1, 0.002, gentle",
        why: "ns-2's defaults of that year. Without the gentle slope the worst RTT of figure 3 loses 68 % with \
              TFRC(256) instead of 31 %, where the paper has 40 %. The largest probability moves the use of short \
              bursts a good deal.",
    },
    Choice {
        what: "TCP's base",
        chosen: "SACK, first timeout 3 s, least timeout 200 ms, initial window 2, every segment acknowledged, no receiver's window",
        why: "The paper's appendix sets SACK apart from Reno; four RTTs are the usual timeout; its analysis has no delayed \
              acknowledgements. ns-2's receiver's window of 20 packets would cap every figure.",
    },
    Choice {
        what: "Start times and noise",
        chosen: "flow i starts at 0.2 i s; each data packet leaves up to 0.1 ms late",
        why: "Avoids slow starts in step; little hangs on it once 20 s are past.",
    },
    Choice {
        what: "α of SQRT and IIAD",
        chosen: "1.5 β",
        why: "Gives them TCP's rate in steady state; the paper leaves the ratio free.",
    },
    Choice {
        what: "Repetitions",
        chosen: "seeds 1 to 5, their mean; the first 20 s left out",
        why: "The paper names neither. Seeds move packets by 0.1 ms and decide RED's drops.",
    },
];
