//! A flow's settings other than its algorithm: its start and stop, its path's delay, and the options of its TCP stack
//! (contract 1.2). A TCP stack (`host`) is a named set of defaults, plus a few rules that are not options. Not here:
//! the effect of the options (sender, receiver, recovery).
//!
//! Departures: Linux's receiver adapts the delay of its ACKs and does not delay the first few; here each has the same
//! delay. `docs/hosts.md` compares each stack with its system's sources.

use crate::decisions;
use crate::ecn::{Ecn, EcnCodepoint, EcnFeedback};
use crate::observe::Rule;
use crate::params::{Choice, FromValue, Need, Section, Value, Variant};
use crate::slow_start::{self, SlowStart};
use crate::units::Span;

crate::choices! {
    /// Named sets of TCP options.
    pub enum HostKind {
        /// FreeBSD 7 to 9, as configured in the papers.
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
    /// Whether it is a Linux, of today or before.
    pub fn is_linux(self) -> bool {
        matches!(self, HostKind::Linux | HostKind::Linux26)
    }

    /// Maximum retransmission timeout (RFC 6298, 2.5: at least 60 s).
    pub fn max_rto(self) -> Span {
        Span::from_seconds(match self {
            HostKind::FreeBsd => 64.0,
            HostKind::Linux26 | HostKind::Linux => 120.0,
            HostKind::Ns2 => 60.0,
        })
    }

    /// Maximum number of doublings of the timeout: FreeBSD's `tcp_backoff` ends at 512; Linux and ns-2 (with
    /// `rfc2988_`, its default) limit only the timeout.
    pub fn most_backoffs(self) -> u32 {
        match self {
            HostKind::FreeBsd => 9,
            HostKind::Linux26 | HostKind::Linux | HostKind::Ns2 => 32,
        }
    }

    /// Granularity G of the clock that times segments (RFC 6298): a kernel's tick at 1000 Hz, ns-2's `tcpTick_`.
    pub fn clock_granularity(self) -> Span {
        Span::from_ms(if self == HostKind::Ns2 { 10.0 } else { 1.0 })
    }

    /// When the system restarts the retransmission timer in a recovery, if the flow does not state it
    /// (`docs/hosts.md`). ns-2's NewReno agent waits after the first partial ACK, its Sack1 agent restarts at each.
    pub fn rto_restart(self, recovery: Recovery) -> RtoRestart {
        match self {
            HostKind::FreeBsd => RtoRestart::EachPartial,
            HostKind::Linux26 | HostKind::Linux => RtoRestart::HeadRetransmission,
            HostKind::Ns2 if recovery == Recovery::NewReno => RtoRestart::FirstPartial,
            HostKind::Ns2 => RtoRestart::EachPartial,
        }
    }

    /// Number of a SYN's timeouts before one is doubled: FreeBSD's `tcp_syn_backoff`, Linux's `tcp_syn_linear_timeouts` (since 6.5).
    pub fn equal_syn_timeouts(self) -> u64 {
        match self {
            HostKind::FreeBsd | HostKind::Linux => 4,
            HostKind::Linux26 | HostKind::Ns2 => 0,
        }
    }

    /// Number of SYNs that may be sent again without the first window becoming one packet (RFC 5681, 3.1: none): in Linux one
    /// (`tcp_init_transfer`), in 2.6.25 any number.
    pub fn lost_syns_forgiven(self) -> u64 {
        match self {
            HostKind::FreeBsd | HostKind::Ns2 => 0,
            HostKind::Linux => 1,
            HostKind::Linux26 => u64::MAX,
        }
    }

    /// Whether each timeout reduces ssthresh, so that the second one in a row leaves 2: FreeBSD and ns-2. RFC 5681,
    /// section 3.1, keeps it. Linux also keeps it for the same segment, and for a window that a recovery has already
    /// reduced.
    pub fn cuts_at_each_timeout(self) -> bool {
        matches!(self, HostKind::FreeBsd | HostKind::Ns2)
    }
}

crate::choices! {
    /// Loss recovery algorithm (`tcp/recovery`).
    pub enum Recovery {
        /// RFC 6675.
        Sack = "sack",
        /// RFC 6582, no SACK.
        NewReno = "newreno",
        /// RFC 2581, no SACK, no partial ACKs.
        Reno = "reno",
        /// 4.3BSD Tahoe: fast retransmit and slow start, no recovery.
        Tahoe = "tahoe",
        /// FreeBSD 7 to 9, with SACK.
        FreeBsdSack = "freebsd_sack",
        /// Linux 2.6.25.
        RateHalving = "rate_halving",
        /// RFC 6937; Linux today.
        Prr = "prr",
    }
}

crate::choices! {
    /// The exchange that opens a connection (RFC 9293, section 3.5).
    pub enum Handshake {
        /// There is none: the sender knows nothing of the path.
        None = "none",
        /// It was over before the start, on an empty path: the sender knows its RTT.
        Assumed = "assumed",
        /// Its two packets cross the path before the first data, and can be lost.
        Simulated = "simulated",
    }
}

crate::choices! {
    /// Direction of a flow's data.
    pub enum Direction {
        /// Through the forward bottleneck.
        Forward = "forward",
        /// Through the reverse bottleneck.
        Reverse = "reverse",
    }
}

crate::choices! {
    /// When the retransmission timer is restarted while losses are repaired. Outside recovery every ACK of new data
    /// restarts it (RFC 6298, 5.3) under each of these rules.
    pub enum RtoRestart {
        /// At each ACK of new data, and at no retransmission (RFC 6298, 5.3).
        Ack = "ack",
        /// When recovery begins and at its first partial ACK (RFC 6582's impatient variant).
        FirstPartial = "first_partial",
        /// When recovery begins and at each partial ACK (RFC 6582's slow-but-steady variant).
        EachPartial = "each_partial",
        /// At each ACK of new data, and whenever the first unacknowledged segment is retransmitted.
        HeadRetransmission = "head_retransmission",
        /// At each ACK of new data, and at each retransmission (RFC 6675, section 6, allows it).
        EachRetransmission = "each_retransmission",
    }
}

impl RtoRestart {
    /// Whether the beginning of a recovery restarts the timer. It always retransmits the first unacknowledged segment.
    pub fn at_entry(self) -> bool {
        self != RtoRestart::Ack
    }
    /// Whether a partial ACK restarts it; `first`: the recovery has had none before.
    pub fn at_partial(self, first: bool) -> bool {
        first || self != RtoRestart::FirstPartial
    }
    /// Whether a later retransmission restarts it; `head`: of the first unacknowledged segment.
    pub fn at_retransmission(self, head: bool) -> bool {
        match self {
            RtoRestart::HeadRetransmission => head,
            RtoRestart::EachRetransmission => true,
            RtoRestart::Ack | RtoRestart::FirstPartial | RtoRestart::EachPartial => false,
        }
    }
}

/// Values of `recovery` with which a sender reads SACK.
const WITH_SACK: &[&str] = &["sack", "freebsd_sack", "rate_halving", "prr"];
/// Values of `recovery` with which a sender repairs losses before it sends new data.
const REPAIRS: &[&str] = &["sack", "newreno", "reno", "freebsd_sack", "rate_halving", "prr"];

/// Data is sent before there is an RTT sample; or the timer forgets its samples after timeouts, as ns-2's does.
const BEFORE_A_SAMPLE: Need = Need::Any(&[Need::Is("handshake", &["none", "simulated"]), Need::Is("host", &["ns2"])]);

/// Settings of a flow that mean nothing to a sender that sets a rate: it has no window, no ACKs and no handshake.
pub const NOT_OF_RATES: &[&str] = &[
    "ecn_feedback",
    "abe",
    "pacing",
    "host",
    "recovery",
    "delayed_ack",
    "delayed_ack_ms",
    "byte_counting",
    "byte_counting_limit_packets",
    "whole_byte_growth",
    "initial_window_packets",
    "initial_ssthresh_packets",
    "initial_rto_ms",
    "min_rto_ms",
    "peak_rttvar",
    "timestamps",
    "handshake",
    "rto_restart",
    "rack",
    "dsack",
    "eifel",
    "f_rto",
    "bad_retransmit",
    "adaptive_reordering",
    "tail_loss_probe",
    "limited_transmit",
    "slow_start_at_ssthresh",
    "slow_start",
    "receive_window_packets",
    "ack_loss",
    "ack_thinning",
    "ack_thinning_ms",
    "receive_offload_packets",
    "receive_offload_ms",
];

crate::params! {
    /// A flow's settings.
    #[derive(Copy)]
    pub struct FlowSettings {
        /// Two-way propagation delay, without transmission times: half of it after the link, half on the reverse path.
        /// The minimum RTT is longer by one packet's transmission time.
        base_rtt_ms: f64 = above(40.0, 0.0, 1e5).unit("ms").log().live(), "CDG paper, section 4";
        /// When the flow starts.
        start_s: f64 = number(0.0, 0.0, f64::MAX).unit("s"), "choice";
        /// When the flow stops sending; at the end of the run if not given.
        stop_s: Option<f64> = number(0.0, 0.0, f64::MAX).unit("s").absent(), "choice";
        /// A uniform random delay of up to this is added to the start time.
        start_jitter_s: f64 = number(0.0, 0.0, 1e6).unit("s"), "choice";
        /// Each data packet leaves up to this much later, uniformly at random; the order is kept.
        send_jitter_ms: f64 = number(0.1, 0.0, 1e5).unit("ms").live(), "noise of a test-bed's machines; at 0, phase effects appear";
        /// Direction of its data; the ACKs go the other way.
        direction: Direction = word("forward", Direction::WORDS), "choice";
        /// Number of payload bytes to send; unlimited if not given.
        transfer_bytes: Option<f64> = whole(0.0, 1.0, MAX_TRANSFER_BYTES).unit("bytes").log().absent(), "choice";
        /// Its data packets can carry an ECN mark; queue disciplines that support ECN then mark them instead of
        /// dropping them. If not given, as its algorithm needs it.
        ecn: Option<bool> = switch(false).absent().needs(&[Need::MarkingQueue]), "RFC 3168; off in the papers' TCP stacks, on for DCTCP and Prague";
        /// Codepoint of its ECN-capable packets: `ect1` asks an L4S queue for the queue of short delay. If not given, as its
        /// algorithm has it.
        ecn_codepoint: Option<EcnCodepoint> = word("ect0", EcnCodepoint::WORDS).absent().needs(&[Need::EcnCapable, Need::L4sQueue]), "RFC 9331: ect1 for L4S; else RFC 3168: ect0";
        /// How the receiver reports marks: `classic` repeats one bit until the sender has reduced its window, `accurate` counts
        /// marked packets. If not given, as its algorithm needs it.
        ecn_feedback: Option<EcnFeedback> = word("classic", EcnFeedback::WORDS).absent().needs(&[Need::EcnCapable, Need::MarkingQueue]), "RFC 9768, RFC 8257: accurate for DCTCP and Prague; else RFC 3168: classic";
        /// Reduces the window less for an ECN mark than for a loss: NewReno to 80 %, CUBIC to 85 %.
        abe: bool = switch(false).needs(&[Need::EcnCapable, Need::MarkingQueue]), "RFC 8511 (ABE); off in FreeBSD and Linux";
        /// Spreads packets over the round trip instead of sending them as ACKs arrive. If not given, as its algorithm needs it.
        pacing: Option<bool> = switch(false).absent(), "Linux: off without the queue discipline fq; on for BBR and Prague";
        /// Operating system whose TCP behaviour and default options are used.
        host: HostKind = word("freebsd", HostKind::WORDS), "TCP stack of the CDG and VoIP papers";
        /// Loss recovery algorithm.
        recovery: Recovery = word("sack", Recovery::WORDS), "RFC 6675; RFC 6582";
        /// The receiver sends an ACK for every second segment, or after `delayed_ack_ms`.
        delayed_ack: bool = switch(false), "VoIP report: off on its FreeBSD machines";
        /// Maximum time for which the receiver delays an ACK.
        delayed_ack_ms: f64 = number(100.0, 1e-6, 1e4).unit("ms").needs(&[Need::On("delayed_ack")]), "FreeBSD";
        /// Growth counts acknowledged bytes instead of ACKs.
        byte_counting: bool = switch(false), "RFC 3465";
        /// Maximum number of packets that one ACK counts for in slow start (L); 0: no limit.
        byte_counting_limit_packets: f64 = whole(2.0, 0.0, 1000.0).unit("packets").needs(&[Need::On("byte_counting")]), "RFC 3465: L = 2";
        /// Truncates window increments to whole bytes, as FreeBSD 7 does.
        whole_byte_growth: bool = switch(false).needs(&[Need::Off("byte_counting")]), "FreeBSD 7";
        /// Initial congestion window (IW).
        initial_window_packets: f64 = number(3.0, 1.0, 1e6).unit("packets"), "RFC 3390";
        /// Initial slow-start threshold; none: unlimited.
        initial_ssthresh_packets: Option<f64> = number(0.0, 2.0, 1e7).unit("packets").or_none(), "RFC 5681: arbitrarily high";
        /// Retransmission timeout before the first RTT sample.
        initial_rto_ms: f64 = number(3000.0, 1e-6, 1e6).unit("ms").needs(&[BEFORE_A_SAMPLE]), "RFC 2988";
        /// Minimum RTO. Linux adds it to the smoothed RTT; FreeBSD's value includes 200 ms of slop.
        min_rto_ms: f64 = number(230.0, 1e-6, 1e6).unit("ms"), "FreeBSD: 30 ms and 200 ms of slop";
        /// RTTVAR is the largest mean deviation of a round trip: it rises at once, and after each round trip falls by a quarter of its distance
        /// to that one's.
        peak_rttvar: bool = switch(false), "tcp_rtt_estimator; on in Linux";
        /// Each segment carries its sending time, and its ACK echoes it. Retransmitted data then also gives the
        /// retransmission timer an RTT sample, which ends its backoff. The 12 bytes of the option are not counted.
        timestamps: bool = switch(true), "RFC 7323; on in FreeBSD and Linux, off in ns-2";
        /// The handshake before the first data. It leaves the sender an RTT, from which its timeout and its pacing rate follow: `assumed` that of
        /// the empty path, in no time; `simulated` that of a SYN and its answer, which cross the path and can be lost. `none` leaves it nothing.
        handshake: Handshake = word("assumed", Handshake::WORDS), "RFC 9293, section 3.5; RFC 6298, section 2.2";
        /// When the retransmission timer restarts during loss recovery; if not given, as in the TCP stack.
        rto_restart: Option<RtoRestart> = word("ack", RtoRestart::WORDS).absent().needs(&[Need::Is("recovery", REPAIRS)]), "FreeBSD: each_partial; Linux: head_retransmission; ns-2: each_partial, without SACK first_partial";
        /// Treats a segment as lost when one sent later was delivered and a reordering window has passed; this also
        /// detects a lost retransmission. No effect without SACK (`recovery`: `newreno`).
        rack: bool = switch(false).needs(&[Need::Is("recovery", WITH_SACK)]), "RFC 8985; Linux: tcp_recovery.c";
        /// The receiver reports segments that came twice (D-SACK). Once all retransmissions of a recovery are reported, its reduction is taken
        /// back; and RACK waits longer from then on before it takes a late segment for lost.
        dsack: bool = switch(false).needs(&[Need::Is("recovery", WITH_SACK)]), "RFC 2883, RFC 3708; RFC 8985, section 6.2; on in Linux";
        /// An ACK that echoes a time before the first retransmission shows that an original has arrived: the reduction is taken back (Eifel).
        eifel: bool = switch(false).needs(&[Need::On("timestamps")]), "RFC 3522, RFC 4015; on in Linux";
        /// After a timeout two new segments leave before any more are sent again; if a segment is then acknowledged that was not sent again,
        /// the timeout was spurious, and the reduction is taken back.
        f_rto: bool = switch(false), "RFC 5682; on in Linux, from 2.6.24 on";
        /// An ACK within half of the smoothed RTT after a first timeout takes its reduction back.
        bad_retransmit: bool = switch(true), "FreeBSD: tcp_input.c, t_badrxtwin";
        /// The number of duplicates that mean a loss grows with the reordering seen.
        adaptive_reordering: bool = switch(false).needs(&[Need::Is("recovery", &["rate_halving"]), Need::Off("rack")]), "Linux 2.6.25: tcp_update_reordering";
        /// Two smoothed RTTs after the last transmission or ACK a packet is sent that shows whether the last ones were lost, before the
        /// timer expires.
        tail_loss_probe: bool = switch(false).needs(&[Need::Is("recovery", WITH_SACK)]), "RFC 8985, section 7; on in Linux";
        /// The first two duplicate ACKs each allow one new segment to be sent.
        limited_transmit: bool = switch(true), "RFC 3042";
        /// Slow start lasts while cwnd <= ssthresh (on) or cwnd < ssthresh (off).
        slow_start_at_ssthresh: bool = switch(true), "FreeBSD: <=";
        /// How slow start may end before a loss: by delay and trains of ACKs (`hystart`; `hystart_for_cubic`: for CUBIC
        /// only, as in Linux), by delay after a slower phase (`hystart_pp`), or when deliveries stop doubling (`search`).
        slow_start: SlowStart = word("standard", SlowStart::WORDS).needs(&[Need::ExitRules]), "RFC 5681, section 3.1";
        /// Receive window; none: only TCP's own limit of 2^30 bytes.
        receive_window_packets: Option<f64> = whole(0.0, 1.0, 1e7).unit("packets").live().or_none(), "choice";
        /// Probability that an ACK is lost on its way, beside what a bottleneck of the ACKs drops.
        ack_loss: f64 = number(0.0, 0.0, 1.0).log().live(), "choice";
        /// Of this many ACKs in order only the last is passed on; 1: all are. One that carries SACK, is a duplicate or reports a mark is passed
        /// on at once.
        ack_thinning: u32 = whole(1.0, 1.0, 1000.0).live(), "RFC 3449, section 5.3; off";
        /// Maximum time for which thinning withholds an ACK.
        ack_thinning_ms: f64 = above(5.0, 0.0, 1e4).unit("ms").live().needs(&[Need::Above("ack_thinning", 1.0)]), "choice";
        /// Number of segments in order that the receiver merges at most before TCP sees them, with one ACK for all; 1: none.
        receive_offload_packets: u32 = whole(1.0, 1.0, 64.0).unit("packets").live(), "off; Linux's GRO: up to 64 KB, 44 segments";
        /// Maximum time for which the receiver waits for further segments to merge.
        receive_offload_ms: f64 = above(0.05, 0.0, 100.0).unit("ms").live().needs(&[Need::Above("receive_offload_packets", 1.0)]), "choice; ethtool: rx-usecs, gro_flush_timeout";
    }
}

impl FlowSettings {
    /// Whether its receiver acknowledges several segments by one ACK, or some of its ACKs do not reach the sender.
    pub fn spares_acks(&self) -> bool {
        self.withholds_acks() || self.receive_offload_packets > 1
    }

    /// Whether some of its ACKs are lost or thinned out on their way.
    pub fn withholds_acks(&self) -> bool {
        self.ack_loss > 0.0 || self.ack_thinning > 1
    }

    /// How many segments its receiver merges at most, and how long it waits for them; `None` if it merges none.
    pub fn receive_offload(&self) -> Option<(u32, Span)> {
        (self.receive_offload_packets > 1)
            .then(|| (self.receive_offload_packets, Span::from_ms(self.receive_offload_ms)))
    }

    /// Whether the sender reads SACK.
    pub fn has_sack(&self) -> bool {
        !matches!(self.recovery, Recovery::NewReno | Recovery::Reno | Recovery::Tahoe)
    }

    /// Whether the sender learns of segments that came twice.
    pub fn reads_dsack(&self) -> bool {
        self.dsack && self.has_sack()
    }

    /// Whether time stamps show it that a retransmission was needless.
    pub fn reads_time_stamps(&self) -> bool {
        self.eifel && self.timestamps
    }

    /// Whether it sends tail loss probes.
    pub fn sends_probes(&self) -> bool {
        self.tail_loss_probe && self.has_sack()
    }

    /// Whether it can take a reduction back.
    pub fn takes_back(&self) -> bool {
        self.reads_dsack() || self.reads_time_stamps() || self.f_rto || self.bad_retransmit
    }

    /// Whether a flow with this algorithm paces its packets.
    pub fn paces(&self, algorithm: &Section) -> bool {
        self.pacing.unwrap_or(bool::from_value(&algorithm.flow_default("pacing")))
    }

    /// ECN of a flow with this algorithm.
    pub fn ecn_use(&self, algorithm: &Section) -> Ecn {
        let used = self.ecn.unwrap_or(bool::from_value(&algorithm.flow_default("ecn")));
        let codepoint = EcnCodepoint::from_value(&algorithm.flow_default("ecn_codepoint"));
        let feedback = EcnFeedback::from_value(&algorithm.flow_default("ecn_feedback"));
        Ecn {
            codepoint: used.then_some(self.ecn_codepoint.unwrap_or(codepoint)),
            feedback: self.ecn_feedback.unwrap_or(feedback),
        }
    }
}

/// Maximum length of a transfer: the whole numbers that JSON represents exactly.
const MAX_TRANSFER_BYTES: f64 = 9_007_199_254_740_991.0;

/// Section of a flow's settings; TCP stacks are its variants.
pub static SECTION: Section = Section::new("flow", "Flow", FlowSettings::PARAMS)
    .variants(
        "host",
        &[
            Variant::new(
                "freebsd",
                "windows are halved in whole packets; each timeout takes ssthresh down; the timeout has 200 ms of slop on top of what \
                 is doubled",
            ),
            Variant::new(
                "linux_2_6",
                "windows are halved in whole packets; the timeout lies at least min_rto_ms above SRTT; a timeout in a recovery does \
                 not take ssthresh down again",
            )
            .defaults(LINUX_2_6),
            Variant::new(
                "linux",
                "windows are halved in whole packets; the timeout lies at least min_rto_ms above SRTT; a timeout in a recovery does \
                 not take ssthresh down again",
            )
            .defaults(LINUX),
            Variant::new(
                "ns2",
                "each timeout takes ssthresh down; the timer times one segment per round trip, in ticks of 10 ms",
            )
            .defaults(NS2),
        ],
    )
    .rules(&RULES);

/// The decisions of every sender: those that end slow start, and its own.
static RULES: [&Rule; slow_start::RULES.len() + decisions::RULES.len()] = {
    let (mut all, mut n) = ([decisions::RULES[0]; slow_start::RULES.len() + decisions::RULES.len()], 0);
    while n < all.len() {
        let own = n < decisions::RULES.len();
        all[n] = if own { decisions::RULES[n] } else { slow_start::RULES[n - decisions::RULES.len()] };
        n += 1;
    }
    all
};

/// Option of a sender that only some TCP stacks have, and what it cannot do without.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Its name among the flow's settings.
    pub name: &'static str,
    /// The TCP stacks that have it.
    pub hosts: &'static [&'static str],
    /// The information that it reads.
    pub needs: Needs,
}

/// Information of a receiver that an option reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// None beyond the ACKs.
    Nothing,
    /// Selective acknowledgements: any `recovery` but `newreno`.
    Sack,
    /// Time stamps: `timestamps`.
    TimeStamps,
}

/// The options by which a sender takes a reduction back, probes for a loss or waits longer for one. A flow's document may turn on only
/// those of its TCP stack whose needs are met; a default whose needs are not has no effect.
pub static MEANS: [Means; 7] = [
    Means { name: "peak_rttvar", hosts: &["linux_2_6", "linux"], needs: Needs::Nothing },
    Means { name: "dsack", hosts: &["linux_2_6", "linux"], needs: Needs::Sack },
    Means { name: "eifel", hosts: &["linux_2_6", "linux"], needs: Needs::TimeStamps },
    Means { name: "f_rto", hosts: &["linux_2_6", "linux"], needs: Needs::Nothing },
    Means { name: "bad_retransmit", hosts: &["freebsd"], needs: Needs::Nothing },
    Means { name: "adaptive_reordering", hosts: &["linux_2_6"], needs: Needs::Sack },
    Means { name: "tail_loss_probe", hosts: &["linux"], needs: Needs::Sack },
];

impl Needs {
    /// Whether a flow with these settings has it.
    pub fn are_met(self, settings: &FlowSettings) -> bool {
        match self {
            Needs::Nothing => true,
            Needs::Sack => settings.has_sack(),
            Needs::TimeStamps => settings.timestamps,
        }
    }
}

/// Name of a flow's TCP stack.
pub fn name(settings: &Choice) -> &'static str {
    if let Value::Word(name) = settings.get("host") { name } else { "" }
}

const LINUX_2_6: &[(&str, Value)] = &[
    ("delayed_ack", Value::Bool(true)),
    ("delayed_ack_ms", Value::Number(40.0)),
    ("recovery", Value::Word("rate_halving")),
    ("min_rto_ms", Value::Number(200.0)),
    ("peak_rttvar", Value::Bool(true)),
    ("dsack", Value::Bool(true)),
    ("eifel", Value::Bool(true)),
    ("f_rto", Value::Bool(true)),
    ("adaptive_reordering", Value::Bool(true)),
    ("bad_retransmit", Value::Bool(false)),
];

const LINUX: &[(&str, Value)] = &[
    ("recovery", Value::Word("prr")),
    ("rack", Value::Bool(true)),
    ("peak_rttvar", Value::Bool(true)),
    ("dsack", Value::Bool(true)),
    ("eifel", Value::Bool(true)),
    ("f_rto", Value::Bool(true)),
    ("tail_loss_probe", Value::Bool(true)),
    ("bad_retransmit", Value::Bool(false)),
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
    ("timestamps", Value::Bool(false)),
    ("bad_retransmit", Value::Bool(false)),
    ("initial_window_packets", Value::Number(2.0)),
    ("min_rto_ms", Value::Number(200.0)),
    ("slow_start_at_ssthresh", Value::Bool(false)),
    ("handshake", Value::Word("none")),
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
        assert_eq!(hosts.each_ref().map(|h| h.rack), [false, false, true, false]);
        assert_eq!(
            hosts.each_ref().map(|h| h.slow_start),
            [SlowStart::Standard, SlowStart::Standard, SlowStart::HyStartByDefault, SlowStart::Standard]
        );
        let means = hosts.each_ref().map(|h| {
            [h.peak_rttvar, h.dsack, h.eifel, h.f_rto, h.bad_retransmit, h.adaptive_reordering, h.tail_loss_probe]
        });
        for (host, on) in ["freebsd", "linux_2_6", "linux", "ns2"].iter().zip(means) {
            assert_eq!(MEANS.each_ref().map(|means| means.hosts.contains(host)), on, "{host}: on where it exists");
        }
        for host in &hosts {
            assert!(host.limited_transmit && !host.whole_byte_growth && host.ecn.is_none());
            assert_eq!(
                (host.initial_ssthresh_packets, host.receive_window_packets, host.transfer_bytes),
                (None, None, None)
            );
        }
    }
}
