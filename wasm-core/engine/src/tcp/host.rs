//! A flow's settings other than its algorithm: when it runs, its path's delay, and the TCP options of its host
//! (contract 1.2). A host is a named set of defaults. Not here: what the options do (sender, receiver, recovery).

use crate::params::{Section, Variant};
pub use crate::tcp::recovery::Recovery;

crate::choices! {
    /// Named sets of TCP options.
    pub enum HostKind {
        /// FreeBSD 7 to 9, as the papers' hosts were set.
        FreeBsd = "freebsd",
    }
}

crate::params! {
    /// A flow's settings.
    pub struct FlowSettings {
        /// Round-trip time of the empty path, transmission not counted; half of it after the link, half on the way back.
        base_rtt_ms: f64 = above(40.0, 0.0, 1e5).unit("ms").log().live(), "CDG paper, section 4";
        /// When the flow starts.
        start_s: f64 = number(0.0, 0.0, f64::MAX).unit("s"), "choice";
        /// When the flow stops sending; the end of the run if absent.
        stop_s: Option<f64> = number(0.0, 0.0, f64::MAX).unit("s").absent(), "choice";
        /// A uniform draw up to this is added to the start.
        start_jitter_s: f64 = number(0.0, 0.0, 1e6).unit("s"), "choice";
        /// Each data packet leaves up to this much later, order kept.
        send_jitter_ms: f64 = number(0.1, 0.0, 1e5).unit("ms").live(), "noise of a test-bed's hosts; 0 lets phase effects appear";
        /// Set of TCP options.
        host: HostKind = word("freebsd", HostKind::WORDS), "the CDG and VoIP papers' hosts";
        /// Loss recovery engine.
        recovery: Recovery = word("sack", Recovery::WORDS), "RFC 6675; RFC 6582";
        /// The receiver acknowledges every second segment, or after `delayed_ack_ms`.
        delayed_ack: bool = switch(false), "VoIP report: off on its FreeBSD hosts";
        /// Longest wait of a delayed acknowledgement.
        delayed_ack_ms: f64 = number(100.0, 1e-6, 1e4).unit("ms"), "FreeBSD";
        /// Growth counts acknowledged bytes instead of acknowledgements.
        byte_counting: bool = switch(false), "RFC 3465";
        /// Most packets that one acknowledgement counts for in slow start; 0 = no bound.
        byte_counting_limit_packets: f64 = whole(2.0, 0.0, 1000.0).unit("packets"), "RFC 3465: L = 2";
        /// Increments are truncated to whole bytes, as FreeBSD 7 does.
        whole_byte_growth: bool = switch(false), "FreeBSD 7";
        /// Initial congestion window.
        initial_window_packets: f64 = number(3.0, 1.0, 1e6).unit("packets"), "RFC 3390";
        /// Initial slow-start threshold; none = unlimited.
        initial_ssthresh_packets: Option<f64> = number(0.0, 2.0, 1e7).unit("packets").or_none(), "RFC 5681: arbitrarily high";
        /// Retransmission timeout before the first RTT sample.
        initial_rto_ms: f64 = number(3000.0, 1e-6, 1e6).unit("ms"), "RFC 2988";
        /// Least retransmission timeout.
        min_rto_ms: f64 = number(230.0, 1e-6, 1e6).unit("ms"), "FreeBSD: 30 ms and 200 ms of slop";
        /// The first two duplicate acknowledgements each send a new segment.
        limited_transmit: bool = switch(true), "RFC 3042";
        /// Slow start while cwnd <= ssthresh (true) or < (false).
        slow_start_at_ssthresh: bool = switch(true), "FreeBSD: <=";
        /// Receiver's window; none = no limit but TCP's own of 2^30 bytes.
        receive_window_packets: Option<f64> = whole(0.0, 1.0, 1e7).unit("packets").live().or_none(), "choice";
    }
}

/// Section of a flow's settings; hosts are its variants.
pub static SECTION: Section = Section::new("flow", "Flow", FlowSettings::PARAMS)
    .variants("host", &[Variant { name: "freebsd", defaults: &[], lacks: &[] }]);
