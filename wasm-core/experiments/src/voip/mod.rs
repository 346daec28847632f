//! The VoIP report: its list of experiments, and the test-bed that all of them have in common. Not here: any one figure.

use crate::experiment::Paper;

crate::experiments! {}

/// The report.
pub static PAPER: Paper = Paper {
    id: "voip",
    name: "VoIP report",
    citation: "CAIA Technical Report 080818A, Experimental evaluation of latency induced in real-time traffic by TCP \
               congestion control algorithms, 2008",
};
