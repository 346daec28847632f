//! The state of a sender's congestion control: one of four, each with its own data. They are those of Linux, whose fifth (Disorder) is
//! a count of duplicates here, since a reduction without a loss counts them, too. Not here: transitions (`congestion`, `acks`, `rack`).

use crate::tcp::recovery::prr::Proportional;
use crate::tcp::recovery::rate_halving::Halving;

/// State of congestion control and loss recovery.
#[derive(Clone, Copy, Debug)]
pub(super) enum State {
    /// No reduction of the window is in progress.
    Open(Disorder),
    /// The window is reduced without a loss to repair: after an ECN mark, or as the algorithm requests.
    Cwr(Reduction),
    /// Fast recovery repairs losses.
    Recovery(Recovery),
    /// A timeout is repaired: there is no fast retransmit until all before `end` is acknowledged.
    Loss { end: u64, f_rto: FRto },
}

/// How far F-RTO (RFC 5682, section 3.1) has come in finding out whether a timeout was spurious.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FRto {
    /// It does not try, or the loss was real.
    Off,
    /// The first segment was sent again: the next ACK that advances lets new segments leave.
    Waits,
    /// New segments leave at this ACK, and no old ones.
    Sends,
    /// They have left.
    Sent,
}

/// Duplicate ACKs or SACKs, too few for a recovery so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Disorder {
    pub duplicates: u32,
    /// Segments of limited transmit in flight.
    pub limited: u32,
}

/// A fast recovery.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recovery {
    /// It ends when all before this is acknowledged.
    pub point: u64,
    /// Whether it has had a partial ACK.
    pub partial_seen: bool,
}

/// A reduction without a loss to repair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reduction {
    /// It ends with an ACK beyond this: the first packet sent after it informs the receiver of the reduction.
    pub point: u64,
    pub way: Way,
    pub disorder: Disorder,
}

/// How the window is reduced.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    AtOnce,
    Halving(Halving),
    Proportional(Proportional),
}

impl State {
    /// Nothing is amiss.
    pub const CALM: State = State::Open(Disorder { duplicates: 0, limited: 0 });

    /// Whether neither a recovery nor the repair after a timeout is in progress.
    pub fn is_undisturbed(&self) -> bool {
        matches!(self, State::Open(_) | State::Cwr(_))
    }

    /// Whether nothing is reduced or repaired, and no duplicates are counted.
    #[inline(always)]
    pub fn is_calm(&self) -> bool {
        matches!(self, State::Open(Disorder { duplicates: 0, .. }))
    }

    /// Whether the window is being reduced, with or without a loss.
    #[inline(always)]
    pub fn is_reducing(&self) -> bool {
        matches!(self, State::Cwr(_) | State::Recovery(_))
    }

    /// The duplicates counted; none while losses are repaired.
    pub fn disorder(&self) -> Disorder {
        match self {
            State::Open(disorder) | State::Cwr(Reduction { disorder, .. }) => *disorder,
            State::Recovery(_) | State::Loss { .. } => Disorder::default(),
        }
    }

    /// The data advances: duplicates are counted from 0 again.
    pub fn end_disorder(&mut self) {
        if let State::Open(disorder) | State::Cwr(Reduction { disorder, .. }) = self {
            *disorder = Disorder::default();
        }
    }

    /// A segment leaves by limited transmit.
    pub fn count_limited(&mut self) {
        if let State::Open(disorder) | State::Cwr(Reduction { disorder, .. }) = self {
            disorder.limited += 1;
        }
    }
}
