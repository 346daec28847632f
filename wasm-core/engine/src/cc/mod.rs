//! The contract between a TCP sender and its congestion control, and the list of all algorithms. An algorithm sees its
//! window, the round-trip times and the random stream that belong to it (`context.rs`), and nothing of queues or events; single
//! packets only if it asks for them (`packet_events.rs`). Loss recovery is not here (`tcp/recovery`): it detects losses, asks the algorithm for the new ssthresh, and moves the
//! window meanwhile.

pub mod binomial;
mod context;
mod delay_history;
pub mod delivery;
pub mod discriminators;
pub mod growth;
mod packet_events;
mod path_model;
#[cfg(test)]
pub mod testing;

use crate::observe::{Kind, Signal};
use crate::params::{Choice, Value};
use crate::slow_start::HyStartUse;
use ambassador::delegatable_trait;
pub use context::{Ack, Context, Draws, Ended, Loss, RttSample, Trigger, Window};
pub use delivery::{BANDWIDTH, Delivery, LostPacket, MIN_RTT, MarkedPackets, PACING_RATE, RateSample, SentPacket};
pub use discriminators::Label;
pub use packet_events::{PacketEvents, Wants};

/// A delay backoff; value: the window just before. The same mark for every algorithm that listens to delay.
pub static DELAY_BACKOFF: Signal = Signal::new("delay_backoff", "packets", Kind::Mark);

/// A congestion control. Only `on_ack`, `ssthresh_on_loss` and `set` are required.
#[delegatable_trait]
pub trait CongestionControl {
    /// Services that it requests beyond these calls: asked for when it is created, and after `set`.
    fn wants(&self) -> Wants {
        Wants::STANDARD
    }
    /// The flow starts, or takes this algorithm over from another: the window is what it is.
    fn on_start(&mut self, cx: &mut Context) {
        let _ = cx;
    }
    /// Each ACK that yields a valid sample; before `on_ack` and `on_round_end` of the same one.
    fn on_rtt_sample(&mut self, sample: &RttSample, cx: &mut Context) {
        let _ = (sample, cx);
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
    /// otherwise ssthresh is kept whatever is returned, but for FreeBSD and ns-2. The sender then sets cwnd to 1. Without a rule
    /// of its own, a timeout is a loss.
    fn on_timeout(&mut self, first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        let _ = first;
        self.ssthresh_on_loss(loss, cx)
    }
    /// The minimum window, in packets, to which an engine that halves the rate may go in a recovery: `min_cwnd` of the algorithm's module in
    /// Linux 2.6.25, and ssthresh where it has none.
    fn recovery_floor(&self, ssthresh: f64) -> f64 {
        ssthresh
    }
    /// A disturbance is over.
    fn on_end(&mut self, ended: Ended, cx: &mut Context) {
        let _ = (ended, cx);
    }
    /// The reduction for the last loss or timeout turns out to have been needless: what was taken for lost has arrived. The window is what
    /// it was before already; `on_end` follows if a recovery or a repair ends with it.
    fn on_spurious_recovery(&mut self, cx: &mut Context) {
        let _ = cx;
    }
    /// Its pacing rate in packets/s, asked before each packet of a paced flow; none: Linux's rate from the window.
    fn pacing_rate(&self) -> Option<f64> {
        None
    }
    /// Itself, if it has calls for single packets.
    fn packet_events(&mut self) -> Option<&mut dyn PacketEvents> {
        None
    }
    /// A parameter changes while the run goes on: its row in the section's table.
    fn set(&mut self, row: usize, value: &Value, cx: &mut Context);
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
        mimd => Mimd,
        aiad => Aiad,
        miad => Miad,
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
        hybla => Hybla,
        fixed => Fixed,
    }
    unlisted { own => Own }
}

/// Whether the setting `slow_start` can have an effect on a flow with this algorithm: not if its slow start has rules of its own,
/// or if it sets a rate.
#[cold]
pub fn uses_exit_rules(algorithm: &Choice) -> bool {
    let section = algorithm.section;
    !section.rate_based && Algorithm::new(section, &algorithm.values).wants().exit_rules != HyStartUse::Never
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // Linux 2.6.25, `min_cwnd` of each module: Reno's half, Westwood's BDP (2 at least), none in the others and in what came later
    fn floors_of_a_recovery_are_those_of_linuxs_modules() {
        let halves = ["newreno", "compound", "highspeed", "hybla", "illinois", "lp", "scalable", "vegas", "yeah"];
        for section in ALGORITHMS {
            let floor = Algorithm::new(section, &section.defaults(None)).recovery_floor(30.0);
            assert_eq!(floor, if halves.contains(&section.kind) { 15.0 } else { 30.0 }, "{}", section.kind);
        }
        let section = &westwood::SECTION;
        let linux = Algorithm::new(section, &section.defaults(Some("linux")));
        assert_eq!(linux.recovery_floor(30.0), 2.0, "nothing is estimated yet");
    }
}
