//! A flow's settings other than its algorithm: when it runs, its path's delay, and the TCP options of its host
//! (contract 1.2). A host is a named set of defaults, and a few habits that are not options. Not here: what the options do
//! (sender, receiver, recovery).
//!
//! Departures: Linux's receiver, which adapts the delay of its acknowledgements and delays none of the first few, delays
//! each by the same time; Linux's special rule for a falling RTT (the timeout shrinks more slowly) is left out.

use crate::cc::hystart;
use crate::params::{Section, Value, Variant};
pub use crate::tcp::recovery::Recovery;
use crate::units::Span;

crate::choices! {
    /// Named sets of TCP options.
    pub enum HostKind {
        /// FreeBSD 7 to 9, as the papers' hosts were set.
        FreeBsd = "freebsd",
        /// Linux 2.6.25.
        Linux26 = "linux_2_6",
        /// Linux today.
        Linux = "linux",
        /// ns-2.
        Ns2 = "ns2",
    }
}

impl HostKind {
    /// The greatest retransmission timeout (RFC 6298, 2.5: at least 60 s).
    pub fn max_rto(self) -> Span {
        Span::from_seconds(match self {
            HostKind::FreeBsd => 64.0,
            HostKind::Linux26 | HostKind::Linux => 120.0,
            HostKind::Ns2 => 60.0,
        })
    }

    /// Granularity G of the clock that times segments (RFC 6298): a kernel's tick at 1000 Hz, ns-2's `tcpTick_`.
    pub fn clock_granularity(self) -> Span {
        Span::from_ms(if self == HostKind::Ns2 { 10.0 } else { 1.0 })
    }

    /// It halves its window at a loss, as FreeBSD and ns-2 do, rather than what is in flight (RFC 5681, equation 4).
    pub fn halves_window(self) -> bool {
        matches!(self, HostKind::FreeBsd | HostKind::Ns2)
    }
}

crate::choices! {
    /// Which way a flow's data goes.
    pub enum Direction {
        /// Through the forward bottleneck.
        Forward = "forward",
        /// Through the reverse bottleneck.
        Reverse = "reverse",
    }
}

crate::choices! {
    /// How slow start may end before a loss.
    pub enum SlowStart {
        /// It does not.
        Standard = "standard",
        /// HyStart ends it, for every algorithm whose slow start is TCP's own.
        HyStart = "hystart",
        /// HyStart ends it for algorithms that bring it along on Linux: CUBIC.
        HyStartForCubic = "hystart_for_cubic",
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
        /// Which way its data goes; the acknowledgements go the other way.
        direction: Direction = word("forward", Direction::WORDS), "choice";
        /// Payload that it has to send; endless if absent.
        transfer_bytes: Option<f64> = whole(0.0, 1.0, MAX_TRANSFER_BYTES).unit("bytes").log().absent(), "choice";
        /// Its data packets may be marked instead of dropped, where the queue's discipline does so.
        ecn: bool = switch(false), "RFC 3168; off on the papers' hosts";
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
        /// Least retransmission timeout. Linux adds it to the smoothed RTT; FreeBSD's holds 200 ms that are added to every timeout.
        min_rto_ms: f64 = number(230.0, 1e-6, 1e6).unit("ms"), "FreeBSD: 30 ms and 200 ms of slop";
        /// The first two duplicate acknowledgements each send a new segment.
        limited_transmit: bool = switch(true), "RFC 3042";
        /// Slow start while cwnd <= ssthresh (true) or < (false).
        slow_start_at_ssthresh: bool = switch(true), "FreeBSD: <=";
        /// How slow start may end before a loss; `hystart_for_cubic`: for CUBIC only, as Linux has it.
        slow_start: SlowStart = word("standard", SlowStart::WORDS), "RFC 5681, section 3.1";
        /// Receiver's window; none = no limit but TCP's own of 2^30 bytes.
        receive_window_packets: Option<f64> = whole(0.0, 1.0, 1e7).unit("packets").live().or_none(), "choice";
    }
}

/// Longest transfer: the whole numbers that JSON carries exactly.
const MAX_TRANSFER_BYTES: f64 = 9_007_199_254_740_991.0;

/// Section of a flow's settings; hosts are its variants.
pub static SECTION: Section = Section::new("flow", "Flow", FlowSettings::PARAMS)
    .variants(
        "host",
        &[
            Variant::new("freebsd", "a loss leaves half of the window"),
            Variant::new("linux_2_6", "a loss leaves half of what is in flight").defaults(LINUX_2_6),
            Variant::new("linux", "a loss leaves half of what is in flight").defaults(LINUX),
            Variant::new("ns2", "a loss leaves half of the window").defaults(NS2),
        ],
    )
    .rules(&[&hystart::TRAIN, &hystart::DELAY]);

const LINUX_2_6: &[(&str, Value)] = &[
    ("delayed_ack", Value::Bool(true)),
    ("delayed_ack_ms", Value::Number(40.0)),
    ("recovery", Value::Word("rate_halving")),
    ("min_rto_ms", Value::Number(200.0)),
];

const LINUX: &[(&str, Value)] = &[
    ("recovery", Value::Word("prr")),
    ("delayed_ack", Value::Bool(true)),
    ("delayed_ack_ms", Value::Number(40.0)),
    // Growth per acknowledged packet, without a bound.
    ("byte_counting", Value::Bool(true)),
    ("byte_counting_limit_packets", Value::Number(0.0)),
    ("initial_window_packets", Value::Number(10.0)),
    ("initial_rto_ms", Value::Number(1000.0)),
    ("min_rto_ms", Value::Number(200.0)),
    ("slow_start_at_ssthresh", Value::Bool(false)),
    ("slow_start", Value::Word("hystart_for_cubic")),
];

const NS2: &[(&str, Value)] = &[
    ("initial_window_packets", Value::Number(2.0)),
    ("min_rto_ms", Value::Number(200.0)),
    ("slow_start_at_ssthresh", Value::Bool(false)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // contract 1.2, the table of hosts
    fn hosts_are_sets_of_options() {
        let of = |name| FlowSettings::read(&SECTION.defaults(Some(name)));
        let hosts = ["freebsd", "linux_2_6", "linux", "ns2"].map(of);
        assert_eq!(
            hosts.each_ref().map(|h| (h.delayed_ack, h.delayed_ack_ms)),
            [(false, 100.0), (true, 40.0), (true, 40.0), (false, 100.0)]
        );
        let counting = hosts.each_ref().map(|h| (h.byte_counting, h.byte_counting_limit_packets));
        assert_eq!(counting, [(false, 2.0), (false, 2.0), (true, 0.0), (false, 2.0)]);
        assert_eq!(hosts.each_ref().map(|h| h.initial_window_packets), [3.0, 3.0, 10.0, 2.0]);
        let timers = hosts.each_ref().map(|h| (h.initial_rto_ms, h.min_rto_ms));
        assert_eq!(timers, [(3000.0, 230.0), (3000.0, 200.0), (1000.0, 200.0), (3000.0, 200.0)]);
        assert_eq!(hosts.each_ref().map(|h| h.slow_start_at_ssthresh), [true, true, false, false]);
        assert_eq!(
            hosts.each_ref().map(|h| h.slow_start),
            [SlowStart::Standard, SlowStart::Standard, SlowStart::HyStartForCubic, SlowStart::Standard]
        );
        for host in &hosts {
            assert!(host.limited_transmit && !host.whole_byte_growth && !host.ecn);
            assert_eq!(
                (host.initial_ssthresh_packets, host.receive_window_packets, host.transfer_bytes),
                (None, None, None)
            );
        }
    }
}
