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

use crate::observe::{Emitter, Rule, Signal, signals};
use crate::params::{Section, Value};
use crate::units::{Rate, Span, Time};
use ambassador::delegatable_trait;

/// Longest gap between two packets: RFC 5348's t_mbi (4.3). However much is lost, the path is tried again.
pub const LONGEST_GAP_S: f64 = 64.0;

/// Feedback that a receiver sends.
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

/// State that a rate-based sender takes over from a window when a flow changes its kind (contract 1.5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Takeover {
    /// cwnd x packet / SRTT, in wire bits.
    pub rate: Rate,
    /// The smoothed RTT so far.
    pub srtt: Span,
}

/// Context of a half during a call: what it may see and say.
pub struct Context<'a> {
    /// The present.
    pub now: Time,
    /// A packet on the wire, in bits.
    pub packet_bits: f64,
    /// Feedback has been missing for too long: counted as a timeout.
    timeouts: u64,
    /// Where signals and decisions are emitted.
    emitter: &'a mut Emitter,
}

impl<'a> Context<'a> {
    /// For one call.
    pub fn new(now: Time, packet_bytes: u32, emitter: &'a mut Emitter) -> Context<'a> {
        Context { now, packet_bits: 8.0 * f64::from(packet_bytes), timeouts: 0, emitter }
    }
    /// Says a signal's new value.
    pub fn signal(&mut self, signal: &'static Signal, value: f64) {
        self.emitter.signal(signal, value);
    }
    /// Says a rate, given in packets per second, in bits per second.
    pub fn signal_rate(&mut self, signal: &'static Signal, packets_per_s: f64) {
        self.emitter.signal(signal, packets_per_s * self.packet_bits);
    }
    /// Says which rule fired, with its numbers.
    pub fn decide(&mut self, rule: &'static Rule, numbers: &[f64]) {
        self.emitter.decide(rule, numbers);
    }
    /// A congestion event reduced the rate, which was so many packets per round trip: the end of an epoch.
    pub fn cut(&mut self, packets_per_rtt: f64) {
        self.emitter.signal(&signals::WINDOW_CUT, packets_per_rtt);
    }
    /// No feedback came in the time in which it must: counted, and emitted as a timeout.
    pub fn no_feedback(&mut self) {
        self.timeouts += 1;
        self.emitter.signal(&signals::TIMEOUT, 1.0);
    }
}

/// The sender's half of a rate-based algorithm. All rates are in packets per second.
#[delegatable_trait]
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
    fn set(&mut self, row: usize, value: &Value);
}

/// The receiver's half of a rate-based algorithm. What it returns are the numbers of a report that leaves now.
#[delegatable_trait]
pub trait Feedback {
    /// A packet arrives.
    fn on_packet(&mut self, arrival: &Arrival, cx: &mut Context) -> Option<[f64; 3]>;
    /// Its own deadline has come.
    fn on_timer(&mut self, cx: &mut Context) -> Option<[f64; 3]>;
    /// When `on_timer` is due; `NEVER` if it is off.
    fn deadline(&self) -> Time;
    /// A parameter changes while the run goes on: its row in the section's table.
    fn set(&mut self, row: usize, value: &Value);
}

/// Declares the rate-based algorithms: a registry of the senders' halves, and the receivers' halves beside it. A file
/// `rate/<kind>.rs` has `pub static SECTION: Section` and the two named types: the sender's as `registry!` wants it, the receiver's with
/// `pub fn new(values: &[Value], first: u64) -> Self`, where `first` is the first packet that it may expect.
macro_rules! rates {
    ($($module:ident => $Sender:ident + $Receiver:ident),+ $(,)?) => {
        registry! {
            /// The sender's half of a rate-based algorithm.
            #[delegate(RateControl)]
            pub enum RateAlgorithm in RATES { $($module => $Sender),+ }
        }

        /// The receiver's half of a rate-based algorithm.
        #[derive(Clone, Debug, ambassador::Delegate)]
        #[delegate(Feedback)]
        #[allow(missing_docs, clippy::large_enum_variant)]
        pub enum RateFeedback { $($Sender($module::$Receiver)),+ }

        impl RateFeedback {
            /// The receiver's half for a section with its values, for packets from `first` on.
            pub fn new(section: &'static Section, values: &[Value], first: u64) -> RateFeedback {
                $(if section.kind == $module::SECTION.kind {
                    return RateFeedback::$Sender($module::$Receiver::new(values, first));
                })+
                unreachable!("a scenario names only what is registered")
            }
        }
    };
}

rates! {
    rap => Rap + RapReceiver,
    tfrc => Tfrc + TfrcReceiver,
    tear => Tear + TearReceiver,
}
