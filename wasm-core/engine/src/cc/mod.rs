//! The contract between a TCP sender and its congestion control, and the list of all algorithms. An algorithm sees its
//! window, the round-trip times and the random stream that belong to it, and nothing of packets, queues or events. Loss recovery
//! is not here (`tcp/recovery`): it detects losses, asks the algorithm for the new ssthresh, and moves the window meanwhile.

pub mod binomial;
pub mod growth;
#[cfg(test)]
pub mod testing;

use crate::host::{FlowSettings, HostKind};
use crate::hystart::TakesHyStart;
use crate::observe::{Emitter, Kind, Rule, Signal};
use crate::params::Value;
use crate::random::RandomStream;
use crate::units::{Span, Time};
use ambassador::delegatable_trait;

/// A delay backoff; value: the window just before. The same mark for every algorithm that listens to delay.
pub static DELAY_BACKOFF: Signal = Signal::new("delay_backoff", "packets", Kind::Mark);

/// The two windows of a sender, in packets (real numbers, as in the equations). The sender owns it, since recovery moves it too.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Congestion window.
    pub cwnd: f64,
    /// Slow-start threshold; infinite at first unless the TCP stack says otherwise.
    pub ssthresh: f64,
}

/// A valid round-trip time sample (Karn: never from a retransmitted packet).
#[derive(Clone, Copy, Debug)]
pub struct RttSample {
    /// When the sampled packet left (after its send jitter).
    pub sent: Time,
    /// When its ACK arrived.
    pub acked: Time,
    /// Segments that the ACK newly covers; of several the last one is timed.
    pub covers: u32,
    /// The sampled packet was acknowledged out of order, by SACK: at once, never by a receiver's delay timer.
    pub sacked: bool,
    /// True one-way delay of the sampled packet, from its arrival at the bottleneck to its arrival at the receiver: what
    /// synchronised clocks and time stamps would give.
    pub one_way: Span,
}

impl RttSample {
    /// The round-trip time: a nanosecond at least, so that whoever divides by it may.
    pub fn rtt(&self) -> Span {
        self.acked.since(self.sent).max(Span(1))
    }
}

/// A cumulative ACK that advances, outside recovery.
#[derive(Clone, Copy, Debug)]
pub struct Ack {
    /// Segments newly acknowledged.
    pub newly_acked: f64,
    /// The window, not the application or the receiver, limited sending (RFC 7661's sense): only then may it grow.
    pub cwnd_limited: bool,
    /// The first slow start after a timeout (RFC 3465: L = 1).
    pub after_timeout: bool,
}

/// Why the window must be reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// A lost packet, found by fast retransmit.
    Loss,
    /// An ECN mark.
    Ecn,
}

/// A congestion event, as recovery found it.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    /// What revealed it.
    pub trigger: Trigger,
    /// F: segments sent and not cumulatively acknowledged, those of limited transmit excepted.
    pub in_flight: f64,
    /// What the TCP stack halves: cwnd on every TCP stack, where RFC 5681, equation 4, has F.
    pub base: f64,
}

/// What an algorithm may see and move during a call.
pub struct Context<'a> {
    /// The present.
    pub now: Time,
    /// Its window. After the call the sender applies the floor (1 packet; ssthresh 2).
    pub window: &'a mut Window,
    /// F, in packets.
    pub in_flight: f64,
    /// Smoothed RTT, once there is a sample.
    pub srtt: Option<Span>,
    /// Smallest RTT sample so far.
    pub min_rtt: Option<Span>,
    /// Inside fast recovery, or another reduction that takes a round trip (for an ECN mark, `reduce_gradually`); the
    /// ACK that ends it is already outside.
    pub in_recovery: bool,
    /// Linux's state Open, as the ACK found it: no duplicates are counted, no recovery, reduction or timeout's
    /// repair is in progress.
    pub open: bool,
    /// The present round ("measured RTT interval") of the flow, counted from 0: the ordinal of `draw`.
    pub round: u64,
    /// The ACK in progress, counted from 1: the ordinal of `draw_of_ack`.
    pub ack: u64,
    /// Payload of a full packet, in bytes.
    pub mss: u32,
    /// The flow's and its TCP stack's settings.
    pub host: &'a FlowSettings,
    /// The flow's random stream for its algorithm; use `draw`.
    pub draws: RandomStream,
    /// The same for each ACK; use `draw_of_ack`.
    pub ack_draws: RandomStream,
    /// Random stream for the phase of the TCP stack's coarse clock; ordinal 0.
    pub clock_phase: RandomStream,
    /// The sender is to reduce the window gradually; use `reduce_gradually`.
    pub gradual: &'a mut bool,
    /// Where signals and decisions are emitted.
    pub emitter: &'a mut Emitter,
}

impl Context<'_> {
    /// Whether the TCP stack counts this as slow start: cwnd <= ssthresh or < (`slow_start_at_ssthresh`).
    #[inline]
    pub fn in_slow_start(&self) -> bool {
        if self.host.slow_start_at_ssthresh {
            self.window.cwnd <= self.window.ssthresh
        } else {
            self.window.cwnd < self.window.ssthresh
        }
    }
    /// The draw of the present round, uniform in [0, 1): the same whether or not earlier rounds drew (contract 1.4).
    pub fn draw(&self) -> f64 {
        self.draws.uniform(self.round)
    }
    /// The draw of the present ACK, uniform in [0, 1), whether or not earlier ones drew. Not for calls that no
    /// ACK brings about.
    pub fn draw_of_ack(&self) -> f64 {
        self.ack_draws.uniform(self.ack)
    }
    /// Half of the TCP stack's base, as TCP halves: FreeBSD and Linux in whole packets. At least 2.
    pub fn halved(&self, base: f64) -> f64 {
        let half = base / 2.0;
        let half = if self.host.host == HostKind::Ns2 { half } else { half.floor() };
        half.max(2.0)
    }
    /// Lowers ssthresh at once and cwnd to it within a round trip, as Linux's state CWR does; growth stops until then, and
    /// `on_recovery_exit` reports the end. Losses found meanwhile are repaired without a further cut.
    pub fn reduce_gradually(&mut self, ssthresh: f64) {
        self.window.ssthresh = ssthresh;
        *self.gradual = true;
    }
    /// Says a signal's new value.
    pub fn signal(&mut self, signal: &'static Signal, value: f64) {
        self.emitter.signal(signal, value);
    }
    /// A reduction of the window, which was `before`, that delay alone caused: marked, and counted (the summary's
    /// `delay_backoffs`), heard or not. The algorithm's section lists `DELAY_BACKOFF` among its signals.
    pub fn delay_backoff(&mut self, before: f64) {
        self.emitter.delay_backoffs += 1;
        self.signal(&DELAY_BACKOFF, before);
    }
    /// Says which rule fired, with its numbers.
    pub fn decide(&mut self, rule: &'static Rule, numbers: &[f64]) {
        self.emitter.decide(rule, numbers);
    }
}

/// A congestion control. Only `on_ack`, `ssthresh_on_loss` and `set` are required.
#[delegatable_trait]
pub trait CongestionControl {
    /// The flow starts, or takes this algorithm over from another: the window is what it is.
    fn on_start(&mut self, cx: &mut Context) {
        let _ = cx;
    }
    /// Each ACK that yields a valid sample; before `on_ack` and `on_round_end` of the same one.
    fn on_rtt_sample(&mut self, sample: &RttSample, cx: &mut Context) {
        let _ = (sample, cx);
    }
    /// It uses `on_rtt_sample`; an algorithm that does not saves a call per ACK.
    fn samples_rtt(&self) -> bool {
        true
    }
    /// A cumulative ACK advanced, not in recovery: grow.
    fn on_ack(&mut self, ack: &Ack, cx: &mut Context);
    /// A measured RTT interval ended (the first ACK that covers data sent after it began), in recovery or not;
    /// after `on_ack` of the same ACK.
    fn on_round_end(&mut self, cx: &mut Context) {
        let _ = cx;
    }
    /// Fast recovery begins, or an ECN mark is acted on: returns the new ssthresh, in packets. cwnd is still what it was.
    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64;
    /// The retransmission timer fired: returns the new ssthresh. `first` of this segment and, on Linux, not in a recovery;
    /// otherwise ssthresh is kept whatever is returned, but for FreeBSD and ns-2. The sender then sets cwnd to 1.
    fn on_timeout(&mut self, first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        let _ = first;
        cx.halved(loss.base)
    }
    /// The minimum window to which an engine that halves the rate may go in a recovery; for Linux's Reno it is ssthresh/2.
    fn recovery_floor(&self, ssthresh: f64) -> f64 {
        ssthresh
    }
    /// How its slow start goes together with HyStart.
    fn takes_hystart(&self) -> TakesHyStart {
        TakesHyStart::OnRequest
    }
    /// Recovery, or another reduction, has ended and cwnd is set (to ssthresh, or burst-safe below it).
    fn on_recovery_exit(&mut self, cx: &mut Context) {
        let _ = cx;
    }
    /// What a timeout left to be sent again has been acknowledged. The window is that of slow start by then.
    fn on_loss_exit(&mut self, cx: &mut Context) {
        let _ = cx;
    }
    /// Duplicate ACKs or SACKs, too few for recovery, are over: the data arrived in order after all.
    fn on_disorder_exit(&mut self, cx: &mut Context) {
        let _ = cx;
    }
    /// A parameter changes while the run goes on: its row in the section's table.
    fn set(&mut self, row: usize, value: Value, cx: &mut Context);
}

registry! {
    /// An algorithm that moves a window.
    #[delegate(CongestionControl)]
    pub enum Algorithm in ALGORITHMS {
        newreno => NewReno,
        cdg => Cdg,
        cubic => Cubic,
        htcp => Htcp,
        vegas => Vegas,
        aimd => Aimd,
        sqrt => Sqrt,
        iiad => Iiad,
        card => Card,
        dual => Dual,
        fast => Fast,
        africa => Africa,
        compound => Compound,
        lp => Lp,
        pert => Pert,
        hd => Hd,
        chd => Chd,
        #[cfg(feature = "own")] own => Own,
    }
}
