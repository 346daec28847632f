//! Rate-based senders: one packet each gap, whatever comes back. An algorithm has two halves that share nothing but
//! reports: its sender's half chooses the rate, its receiver's half measures and reports. Neither sees queues or events,
//! and nothing is ever sent again: what is lost is the application's business. Here is the contract between halves and
//! their carriers (`sender`, `receiver`), and the list of the algorithms. Not here: the way of packets and reports (`sim`).

pub mod average;
pub mod history;
pub mod receiver;
pub mod sender;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use crate::observe::{Rule, Signal, Tell, signals};
use crate::params::{Section, Value};
use crate::units::{Rate, Span, Time};

/// Longest gap between two packets: RFC 5348's t_mbi (4.3). However much is lost, the path is tried again.
pub const LONGEST_GAP_S: f64 = 64.0;

/// What a receiver sends back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// The packet that arrived last.
    pub sequence: u64,
    /// Its number among all transmissions of the run.
    pub serial: u64,
    /// When it left its sender (RFC 5348, 3.2.2: t_recvdata).
    pub echo: Time,
    /// How long the receiver held the report back since that packet's arrival (t_delay).
    pub held: Span,
    /// That packet was marked by a queue (RFC 3168: CE).
    pub marked: bool,
    /// Numbers whose meaning is the algorithm's.
    pub numbers: [f64; 3],
    /// When it left the receiver.
    pub entered: Time,
}

/// A data packet arrives at its receiver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival {
    /// Which.
    pub sequence: u64,
    /// Its number among all transmissions of the run.
    pub serial: u64,
    /// When it left its sender, after the jitter.
    pub left: Time,
    /// The sender's smoothed RTT as the packet's header has it (RFC 5348, 3.2.1), once there is one.
    pub srtt: Option<Span>,
    /// Marked by a queue.
    pub marked: bool,
}

/// What a rate-based sender takes over from a window when a flow changes its kind (contract 1.5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Takeover {
    /// cwnd x packet / SRTT, in wire bits.
    pub rate: Rate,
    /// The smoothed RTT so far.
    pub srtt: Span,
}

/// What a half may see and say during a call.
pub struct Context<'a> {
    /// The present.
    pub now: Time,
    /// A packet on the wire, in bits.
    pub packet_bits: f64,
    /// Feedback has been missing for too long: counted as a timeout.
    timeouts: u64,
    /// Where signals and decisions are emitted.
    tell: &'a mut Tell,
}

impl<'a> Context<'a> {
    /// For one call.
    pub fn new(now: Time, packet_bytes: u32, tell: &'a mut Tell) -> Context<'a> {
        Context { now, packet_bits: 8.0 * f64::from(packet_bytes), timeouts: 0, tell }
    }
    /// Says a signal's new value.
    pub fn signal(&mut self, signal: &'static Signal, value: f64) {
        self.tell.signal(signal, value);
    }
    /// Says a rate, given in packets per second, in bits per second.
    pub fn signal_rate(&mut self, signal: &'static Signal, packets_per_s: f64) {
        self.tell.signal(signal, packets_per_s * self.packet_bits);
    }
    /// Says which rule fired, with its numbers.
    pub fn decide(&mut self, rule: &'static Rule, numbers: &[f64]) {
        self.tell.decide(rule, numbers);
    }
    /// A congestion event reduced the rate, which was so many packets per round trip: the end of an epoch.
    pub fn cut(&mut self, packets_per_rtt: f64) {
        self.tell.signal(&signals::WINDOW_CUT, packets_per_rtt);
    }
    /// No feedback came in the time in which it must: counted, and emitted as a timeout.
    pub fn no_feedback(&mut self) {
        self.timeouts += 1;
        self.tell.signal(&signals::TIMEOUT, 1.0);
    }
}

/// The sender's half of a rate-based algorithm. All rates are in packets per second.
pub trait RateControl {
    /// The flow starts; or it takes over from a window with its rate and RTT, and then does not begin anew.
    fn on_start(&mut self, takeover: Option<(f64, Span)>, cx: &mut Context);
    /// A report arrives; `rtt` is its sample.
    fn on_report(&mut self, report: &Report, rtt: Span, cx: &mut Context);
    /// A gap is over and a packet is about to leave: the moment to look for what is overdue.
    fn before_sending(&mut self, cx: &mut Context) {
        let _ = cx;
    }
    /// A packet was sent and leaves its host at `leaves`.
    fn on_sent(&mut self, sequence: u64, leaves: Time) {
        let _ = (sequence, leaves);
    }
    /// The algorithm's own deadline has come.
    fn on_timer(&mut self, cx: &mut Context);
    /// When `on_timer` is due; `NEVER` if it is off.
    fn deadline(&self) -> Time;
    /// The rate that was chosen.
    fn rate(&self) -> f64;
    /// Seconds from one packet to the next, where they differ from the rate's.
    fn gap(&self) -> f64 {
        1.0 / self.rate()
    }
    /// Smoothed RTT, once there is a sample.
    fn srtt(&self) -> Option<Span>;
    /// Its receiver reads the smoothed RTT in the packets' headers.
    fn header_has_rtt(&self) -> bool {
        true
    }
    /// A parameter changes while the run goes on: its row in the section's table.
    fn set(&mut self, row: usize, value: Value);
}

/// The receiver's half of a rate-based algorithm. What it returns are the numbers of a report that leaves now.
pub trait Feedback {
    /// A packet arrives.
    fn on_packet(&mut self, arrival: &Arrival, cx: &mut Context) -> Option<[f64; 3]>;
    /// Its own deadline has come.
    fn on_timer(&mut self, cx: &mut Context) -> Option<[f64; 3]>;
    /// When `on_timer` is due; `NEVER` if it is off.
    fn deadline(&self) -> Time;
    /// A parameter changes while the run goes on: its row in the section's table.
    fn set(&mut self, row: usize, value: Value);
}

/// Declares the rate-based algorithms: modules, the enums that hold either half of any of them, dispatch and the list. A
/// file `rate/<kind>.rs` has `pub static SECTION: Section` and the two named types: the sender's with `pub fn new(values:
/// &[Value]) -> Self`, the receiver's with `pub fn new(values: &[Value], first: u64) -> Self`, where `first` is the first
/// packet that it may expect.
macro_rules! rates {
    ($($module:ident => $Sender:ident + $Receiver:ident),+ $(,)?) => {
        $(pub mod $module;)+

        /// The sender's half of any rate-based algorithm; plain data, so that a clone is a fork.
        #[derive(Clone, Debug)]
        #[allow(missing_docs, clippy::large_enum_variant)]
        pub enum RateAlgorithm { $($Sender($module::$Sender)),+ }

        /// The receiver's half of any rate-based algorithm.
        #[derive(Clone, Debug)]
        #[allow(missing_docs, clippy::large_enum_variant)]
        pub enum RateFeedback { $($Sender($module::$Receiver)),+ }

        /// Every rate-based algorithm that a scenario may name, in the order of lists.
        pub const RATES: &[&Section] = &[$(&$module::SECTION),+];

        impl RateAlgorithm {
            /// The sender's half for a section with its values (one for each row).
            pub fn new(section: &'static Section, values: &[Value]) -> RateAlgorithm {
                $(if section.kind == $module::SECTION.kind {
                    return RateAlgorithm::$Sender($module::$Sender::new(values));
                })+
                unreachable!("the scenario names registered algorithms only")
            }
        }

        impl RateFeedback {
            /// The receiver's half for a section with its values, for packets from `first` on.
            pub fn new(section: &'static Section, values: &[Value], first: u64) -> RateFeedback {
                $(if section.kind == $module::SECTION.kind {
                    return RateFeedback::$Sender($module::$Receiver::new(values, first));
                })+
                unreachable!("the scenario names registered algorithms only")
            }
        }

        impl RateControl for RateAlgorithm {
            fn on_start(&mut self, takeover: Option<(f64, Span)>, cx: &mut Context) {
                match self { $(RateAlgorithm::$Sender(a) => a.on_start(takeover, cx)),+ }
            }
            fn on_report(&mut self, report: &Report, rtt: Span, cx: &mut Context) {
                match self { $(RateAlgorithm::$Sender(a) => a.on_report(report, rtt, cx)),+ }
            }
            fn before_sending(&mut self, cx: &mut Context) {
                match self { $(RateAlgorithm::$Sender(a) => a.before_sending(cx)),+ }
            }
            fn on_sent(&mut self, sequence: u64, leaves: Time) {
                match self { $(RateAlgorithm::$Sender(a) => a.on_sent(sequence, leaves)),+ }
            }
            fn on_timer(&mut self, cx: &mut Context) {
                match self { $(RateAlgorithm::$Sender(a) => a.on_timer(cx)),+ }
            }
            fn deadline(&self) -> Time {
                match self { $(RateAlgorithm::$Sender(a) => a.deadline()),+ }
            }
            fn rate(&self) -> f64 {
                match self { $(RateAlgorithm::$Sender(a) => a.rate()),+ }
            }
            fn gap(&self) -> f64 {
                match self { $(RateAlgorithm::$Sender(a) => a.gap()),+ }
            }
            fn srtt(&self) -> Option<Span> {
                match self { $(RateAlgorithm::$Sender(a) => a.srtt()),+ }
            }
            fn header_has_rtt(&self) -> bool {
                match self { $(RateAlgorithm::$Sender(a) => a.header_has_rtt()),+ }
            }
            fn set(&mut self, row: usize, value: Value) {
                match self { $(RateAlgorithm::$Sender(a) => a.set(row, value)),+ }
            }
        }

        impl Feedback for RateFeedback {
            fn on_packet(&mut self, arrival: &Arrival, cx: &mut Context) -> Option<[f64; 3]> {
                match self { $(RateFeedback::$Sender(a) => a.on_packet(arrival, cx)),+ }
            }
            fn on_timer(&mut self, cx: &mut Context) -> Option<[f64; 3]> {
                match self { $(RateFeedback::$Sender(a) => a.on_timer(cx)),+ }
            }
            fn deadline(&self) -> Time {
                match self { $(RateFeedback::$Sender(a) => a.deadline()),+ }
            }
            fn set(&mut self, row: usize, value: Value) {
                match self { $(RateFeedback::$Sender(a) => a.set(row, value)),+ }
            }
        }
    };
}

rates! {
    rap => Rap + RapReceiver,
    tfrc => Tfrc + TfrcReceiver,
    tear => Tear + TearReceiver,
}
