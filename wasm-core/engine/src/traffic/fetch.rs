//! A client that fetches a page again and again, as `wget` in a loop does: each fetch is a finite TCP transfer on a connection of its own,
//! and the next one begins an interval after the last one began, or when that is complete, if it takes longer. All of them count under one
//! name. A fetch lasts from the moment when the client's first packet leaves until it has the whole page: the request takes half of the base
//! RTT to the server, which then begins to send; with a handshake that is `simulated`, that first packet is the SYN, and the server's answer
//! and the request follow. Not here: the flows (`tcp`), and what they have in common (`scenario::Transfers`).

use super::TrafficKind;
use crate::params::{FromValue, Section, Value};
use crate::random::Draw;
use crate::units::{NANOS_PER_SECOND, Span};

traffic_params! {
    /// Settings of a client that fetches.
    pub struct Settings {
        /// Size of the page: payload of each fetch.
        transfer_bytes: f64 = whole(100_000.0, 1.0, 1e12).unit("bytes").log().live(), "choice";
        /// Time from the start of a fetch to the start of the next one, which waits until the last one is complete.
        interval_s: f64 = above(5.0, 0.0, 1e6).unit("s").log().live(), "Stanford CS244, Bufferbloat lab: a fetch every 5 s";
    }
}

/// Settings of fetching clients as scenario and screen know them.
pub static SECTION: Section = Section::new("fetch", "fetch", Settings::PARAMS).about(
    "A client that fetches a page again and again, each time over a new TCP connection.",
    "Stanford CS244, Bufferbloat lab",
);

/// A client that fetches.
#[derive(Clone, Debug)]
pub struct Fetch {
    interval_s: f64,
}

impl Fetch {
    /// With its settings.
    pub fn new(values: &[Value]) -> Fetch {
        let row = SECTION.index("interval_s").expect("a row of its table");
        Fetch { interval_s: f64::from_value(&values[row]) }
    }
}

impl TrafficKind for Fetch {
    fn packet_bytes(&self, _elapsed: Span) -> u32 {
        0
    }
    fn wait(&self, _elapsed: Span, _luck: Draw) -> f64 {
        self.interval_s * NANOS_PER_SECOND as f64
    }
    fn configure(&mut self, values: &[Value]) {
        *self = Fetch::new(values);
    }
    fn one_by_one(&self) -> bool {
        true
    }
}
