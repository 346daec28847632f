//! The contract between a TCP sender and its congestion control, and the list of all algorithms. An algorithm sees its
//! window, the round-trip times and the random stream that belong to it (`context.rs`), and nothing of packets, queues or
//! events. Loss recovery is not here (`tcp/recovery`): it detects losses, asks the algorithm for the new ssthresh, and moves the
//! window meanwhile.

pub mod binomial;
mod context;
mod delay_history;
pub mod delivery;
pub mod discriminators;
pub mod growth;
mod path_model;
#[cfg(test)]
pub mod testing;

use crate::observe::{Kind, Signal};
use crate::params::{Choice, Value};
use crate::slow_start::HyStartUse;
use crate::units::{Span, Time};
use ambassador::delegatable_trait;
pub use context::{Ack, Context, Draws, Loss, RttSample, Trigger, Window};
pub use delivery::{BANDWIDTH, Delivery, LostPacket, MIN_RTT, MarkedPackets, PACING_RATE, RateSample, SentPacket};
pub use discriminators::Label;

/// A delay backoff; value: the window just before. The same mark for every algorithm that listens to delay.
pub static DELAY_BACKOFF: Signal = Signal::new("delay_backoff", "packets", Kind::Mark);

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
    /// How its slow start goes together with an exit rule (HyStart and others).
    fn hystart_use(&self) -> HyStartUse {
        HyStartUse::OnRequest
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
    /// It counts what arrives: it gets `on_arrivals` for each ACK.
    fn counts_arrivals(&self) -> bool {
        false
    }
    /// An ACK reports packets as arrived, in a recovery or not, each packet once: cumulatively, by SACK or, without SACK, one
    /// by each duplicate. Before a loss that the ACK reveals.
    fn on_arrivals(&mut self, packets: f64, cx: &mut Context) {
        let _ = (packets, cx);
    }
    /// It models the path: it gets every delivery, loss and transmission by `on_delivery`, `on_packet_lost` and `on_packet_sent`,
    /// and sets cwnd itself, in a recovery and after a timeout too, where the engine only chooses what is sent again.
    fn models_path(&self) -> bool {
        false
    }
    /// It gets every delivery by `on_delivery`, whether or not it models the path.
    fn samples_delivery(&self) -> bool {
        self.models_path()
    }
    /// An ACK delivered packets or revealed losses: after every other call for it, before anything is sent.
    fn on_delivery(&mut self, delivery: &Delivery, cx: &mut Context) {
        let _ = (delivery, cx);
    }
    /// A packet is marked as lost: one call for each, before `on_delivery` of the same ACK.
    fn on_packet_lost(&mut self, packet: &LostPacket, cx: &mut Context) {
        let _ = (packet, cx);
    }
    /// A packet leaves.
    fn on_packet_sent(&mut self, packet: &SentPacket) {
        let _ = packet;
    }
    /// The application has data again after it had none and nothing was in flight.
    fn on_idle_end(&mut self, now: Time) {
        let _ = now;
    }
    /// It judges losses at the receiver: it gets `on_arrival` there, and each ACK reports the latest label (`Loss::label`).
    fn judges_arrivals(&self) -> bool {
        false
    }
    /// A segment arrives at the receiver: labels those missing before it.
    fn on_arrival(&mut self, at: Time, sequence: u64, one_way: Span) -> Option<Label> {
        let _ = (at, sequence, one_way);
        None
    }
    /// Its pacing rate in packets/s, asked before each packet of a paced flow; none: Linux's rate from the window.
    fn pacing_rate(&self) -> Option<f64> {
        None
    }
    /// It has set a rate, and its flow is paced from now on, unless the flow's setting says otherwise.
    fn begins_pacing(&self) -> bool {
        false
    }
    /// It keeps the rate low on purpose: rate samples count as limited by the application meanwhile.
    fn limits_samples(&self) -> bool {
        false
    }
    /// Accurate ECN feedback arrives, on every ACK: before everything else that the ACK brings about.
    fn on_ecn_feedback(&mut self, feedback: &MarkedPackets, cx: &mut Context) {
        let _ = (feedback, cx);
    }
    /// Marks are its own business: no mark reduces the window as a loss does (`ssthresh_on_loss`).
    fn handles_marks(&self) -> bool {
        false
    }
    /// The recovery in progress, or the last one, turns out to have been needless: what was taken for lost has arrived. No sender
    /// calls it yet, since no receiver reports duplicates.
    fn on_spurious_recovery(&mut self, cx: &mut Context) {
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
        bbr => Bbr,
        bbr3 => Bbr3,
        dctcp => Dctcp,
        prague => Prague,
        bic => Bic,
        westwood => Westwood,
        ledbat => Ledbat,
        ledbat_pp => LedbatPp,
        copa => Copa,
        nv => Nv,
        highspeed => Highspeed,
        scalable => Scalable,
        veno => Veno,
        illinois => Illinois,
        yeah => Yeah,
    }
    unlisted { own => Own }
}

/// Whether the setting `slow_start` can have an effect on a flow with this algorithm: not if its slow start has rules of its own,
/// or if it sets a rate.
#[cold]
pub fn uses_exit_rules(algorithm: &Choice) -> bool {
    let section = algorithm.section;
    !section.rate_based && Algorithm::new(section, &algorithm.values).hystart_use() != HyStartUse::Never
}
