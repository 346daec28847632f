//! A ping: echo requests of equal size at equal intervals, each answered at once by a reply of the same size. A request takes the data's way
//! through the bottleneck, its reply that of the ACKs, through the reverse bottleneck if there is one; what `ping` shows is the time from
//! one to the other. Not here: both ways (`sim`).

use crate::params::Section;

traffic_params! {
    /// Settings of a ping.
    pub struct Settings {
        /// Size of a request and of its reply on the wire, headers included.
        packet_bytes: u32 = whole(84.0, 28.0, 65535.0).unit("bytes").live(), "iputils: 56 bytes of data, 8 of ICMP, 20 of IP";
        /// Time from one request to the next.
        interval_ms: f64 = number(1000.0, 0.001, 1e6).unit("ms").log().live(), "iputils: 1 s";
    }
}

/// Settings of pings as scenario and screen know them.
pub static SECTION: Section = Section::new("ping", "ping", Settings::PARAMS)
    .about("Echo requests at a fixed interval and their replies, as `ping` measures the RTT.", "RFC 792");

/// A ping: what it sends, and when, is as of a voice call, whose settings have the same names in the same order.
pub use super::voip::Voip as Ping;
