//! The contract of a loss recovery engine, and the list of all of them. An engine finds losses and says what is sent
//! while they are repaired; the new ssthresh comes from the congestion control. Inflation of the window stays inside the
//! engine, apart from cwnd. Not here: the timeout (`sender`), which is the same for all.

use crate::cc::Window;
use crate::tcp::scoreboard::Scoreboard;

/// What recovery sends next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A segment of the past.
    Retransmit {
        /// Which.
        sequence: u64,
        /// It counts in RFC 6675's pipe (a rescue retransmission does not).
        counts: bool,
    },
    /// The next new segment.
    New,
}

/// A loss recovery engine.
pub trait RecoveryEngine {
    /// It reads SACK: duplicates without news in SACK are none, and SACKed segments give RTT samples.
    fn uses_sack(&self) -> bool;
    /// Whether fast recovery begins, after `duplicates` duplicate acknowledgements in a row.
    fn detects(&self, board: &Scoreboard, duplicates: u32) -> bool;
    /// Fast recovery begins; cwnd is the new ssthresh already.
    fn enter(&mut self, board: &Scoreboard);
    /// A further duplicate acknowledgement arrives in recovery.
    fn on_duplicate(&mut self);
    /// An acknowledgement of `acked` segments, but not of all up to the recovery point. `true`: restart the timer.
    fn on_partial(&mut self, acked: u64, board: &Scoreboard) -> bool;
    /// What may be sent now, in recovery. `may_send_new`: the receiver's window has room.
    fn next(&mut self, window: &Window, board: &Scoreboard, recovery_point: u64, may_send_new: bool) -> Option<Next>;
    /// Recovery ends: sets cwnd.
    fn exit(&mut self, window: &mut Window, board: &Scoreboard);
}

/// Declares the engines: modules, the enum that holds any of them, dispatch and the list of words. A file has the named
/// type with `Default`.
macro_rules! engines {
    ($($(#[$doc:meta])+ $module:ident => $Type:ident = $word:literal),+ $(,)?) => {
        $($(#[$doc])+ pub mod $module;)+

        crate::choices! {
            /// Loss recovery engine.
            pub enum Recovery { $($(#[$doc])+ $Type = $word),+ }
        }

        /// Any engine; plain data, so that a clone is a fork.
        #[derive(Clone, Debug)]
        #[allow(missing_docs)]
        pub enum Engine { $($Type($module::$Type)),+ }

        impl Engine {
            /// The engine of a name.
            pub fn new(which: Recovery) -> Engine {
                match which { $(Recovery::$Type => Engine::$Type($module::$Type::default())),+ }
            }
        }

        impl RecoveryEngine for Engine {
            fn uses_sack(&self) -> bool {
                match self { $(Engine::$Type(e) => e.uses_sack()),+ }
            }
            fn detects(&self, board: &Scoreboard, duplicates: u32) -> bool {
                match self { $(Engine::$Type(e) => e.detects(board, duplicates)),+ }
            }
            fn enter(&mut self, board: &Scoreboard) {
                match self { $(Engine::$Type(e) => e.enter(board)),+ }
            }
            fn on_duplicate(&mut self) {
                match self { $(Engine::$Type(e) => e.on_duplicate()),+ }
            }
            fn on_partial(&mut self, acked: u64, board: &Scoreboard) -> bool {
                match self { $(Engine::$Type(e) => e.on_partial(acked, board)),+ }
            }
            fn next(&mut self, window: &Window, board: &Scoreboard, point: u64, may_send_new: bool) -> Option<Next> {
                match self { $(Engine::$Type(e) => e.next(window, board, point, may_send_new)),+ }
            }
            fn exit(&mut self, window: &mut Window, board: &Scoreboard) {
                match self { $(Engine::$Type(e) => e.exit(window, board)),+ }
            }
        }
    };
}

engines! {
    /// RFC 6675.
    sack => Sack = "sack",
    /// RFC 6582, no SACK.
    newreno => NewReno = "newreno",
}
