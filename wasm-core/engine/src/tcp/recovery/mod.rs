//! Interface of loss recovery engines, and the list of all of them. An engine detects losses, chooses what is sent
//! while they are repaired, and changes cwnd meanwhile; the new ssthresh comes from the congestion control. Not here:
//! the timeout (`sender`), which is the same for all.

pub mod freebsd_sack;
pub mod model;
pub mod newreno;
mod next_segment;
pub mod prr;
pub mod rate_halving;
pub mod reno;
pub mod sack;

use crate::cc::Window;
use crate::host::Recovery;
use crate::tcp::scoreboard::Scoreboard;
use ambassador::delegatable_trait;

/// Next transmission of a recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A retransmission.
    Retransmit {
        /// Segment.
        sequence: u64,
        /// Whether it counts in RFC 6675's pipe (a rescue retransmission does not).
        counts: bool,
    },
    /// The next new segment.
    New,
}

/// Start of a recovery.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Target of the window: ssthresh, but at most the earlier window unless the algorithm wants more.
    pub target: f64,
    /// Minimum window of an engine that may go below ssthresh.
    pub floor: f64,
    /// Duplicate ACKs that led here.
    pub duplicates: u32,
    /// Window before.
    pub window: f64,
}

/// A loss recovery engine.
#[delegatable_trait]
pub trait RecoveryEngine {
    /// Whether it reads SACK: duplicates without new SACK information do not count, and SACKed segments give RTT
    /// samples.
    fn uses_sack(&self) -> bool {
        true
    }
    /// Whether fast recovery begins, after `duplicates` duplicate ACKs in a row.
    fn detects(&self, board: &Scoreboard, duplicates: u32) -> bool {
        u64::from(duplicates) >= board.threshold() || board.una() < board.lost_below()
    }
    /// Fast recovery begins: ssthresh is new, cwnd is still the earlier one.
    fn enter(&mut self, entry: &Entry, window: &mut Window, board: &Scoreboard);
    /// A duplicate ACK arrives in recovery, other than the one that began it.
    fn on_duplicate(&mut self, window: &mut Window, board: &Scoreboard) {
        let _ = (window, board);
    }
    /// An ACK of `acked` segments arrives, but not of all up to the recovery point.
    fn on_partial(&mut self, acked: u64, window: &mut Window, board: &Scoreboard) {
        let _ = (acked, window, board);
    }
    /// Any ACK in recovery that newly reports `delivered` segments, cumulatively or by SACK, after the two calls above.
    /// The one that began recovery is included. `safe`: it advances, and shows no further loss.
    fn on_ack(&mut self, delivered: u64, safe: bool, window: &mut Window, board: &Scoreboard) {
        let _ = (delivered, safe, window, board);
    }
    /// Whether any ACK of new data ends it, even if not all up to the recovery point has arrived.
    fn ends_early(&self) -> bool {
        false
    }
    /// The next transmission allowed in recovery; it is sent. `may_send_new`: there is data, and space in the
    /// receiver's window.
    fn next(&mut self, window: &Window, board: &Scoreboard, recovery_point: u64, may_send_new: bool) -> Option<Next>;
    /// A new segment is sent in recovery without having been asked for.
    fn on_new_sent(&mut self) {}
    /// Recovery ends: sets cwnd.
    fn exit(&mut self, window: &mut Window, board: &Scoreboard);
}

/// Any engine; plain data, so that a clone is a fork.
#[derive(Clone, Debug, ambassador::Delegate)]
#[delegate(RecoveryEngine)]
#[allow(missing_docs)]
pub enum Engine {
    Sack(sack::Sack),
    NewReno(newreno::NewReno),
    Reno(reno::Reno),
    FreeBsdSack(freebsd_sack::FreeBsdSack),
    RateHalving(rate_halving::RateHalving),
    Prr(prr::Prr),
    Model(model::Model),
}

impl Engine {
    /// The engine of a name; that of an algorithm that models the path has none.
    pub fn new(which: Recovery, models_path: bool) -> Engine {
        match which {
            _ if models_path => Engine::Model(Default::default()),
            Recovery::Sack => Engine::Sack(Default::default()),
            // Tahoe finds losses as NewReno does, and has no recovery.
            Recovery::NewReno | Recovery::Tahoe => Engine::NewReno(Default::default()),
            Recovery::Reno => Engine::Reno(Default::default()),
            Recovery::FreeBsdSack => Engine::FreeBsdSack(Default::default()),
            Recovery::RateHalving => Engine::RateHalving(Default::default()),
            Recovery::Prr => Engine::Prr(Default::default()),
        }
    }
}
