//! The SlowCC paper: its list of experiments, and the dumbbell that all of them have in common. Not here: any one figure.

use crate::experiment::Paper;

crate::experiments! {}

/// The paper.
pub static PAPER: Paper = Paper {
    id: "slowcc",
    name: "SlowCC paper",
    citation: "D. Bansal, H. Balakrishnan, S. Floyd, S. Shenker, Dynamic Behavior of Slowly-Responsive Congestion Control \
               Algorithms, SIGCOMM 2001",
};
