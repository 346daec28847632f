//! Decisions that a sender takes back: a reduction of its window turns out to have been needless, since what it took for lost was only
//! late. It learns that from ACKs alone:
//!
//!   Eifel (RFC 3522, 4015)   an ACK echoes a time stamp before the first retransmission: an original has arrived
//!   D-SACK (RFC 3708)        every retransmission has been reported to have come twice
//!   F-RTO (RFC 5682)         after a timeout a segment is acknowledged that was not sent again
//!   bad retransmit           an ACK comes within half an SRTT of a first timeout (M. Allman, V. Paxson, On estimating end-to-end
//!                            network path properties, SIGCOMM 1999, section 3; FreeBSD: `t_badrxtwin`)
//!
//! Window and ssthresh are what they were before the reduction, or more if they have grown; the algorithm restores what its source
//! restores (`on_spurious_recovery`). Linux 2.6.25 keeps a reduction that F-RTO finds needless, but spreads it over a round trip; after any other
//! the window is at most three packets above what is in flight. Departure: its window becomes twice ssthresh, or what the module
//! remembers; here it is what it was.
//! Not here: marks on segments (`scoreboard`), the reordering window (`rack`).

use super::Sender;
use super::state::{FRto, Recovery, Reduction, State};
use crate::cc::{CongestionControl, Ended, Window};
use crate::decisions::{BAD_RETRANSMIT, DSACK, EIFEL, F_RTO, F_RTO_HALVES};
use crate::host::HostKind;
use crate::observe::{Emitter, signals};
use crate::tcp::Acknowledgement;
use crate::tcp::recovery::RecoveryEngine;
use crate::tcp::recovery::rate_halving::MAX_BURST;
use crate::units::{Span, Time};

/// Window with which a repair goes on that F-RTO has interrupted, without SACK (RFC 5682, section 2.1, step 3a).
const REAL_LOSS_WINDOW: f64 = 3.0;

/// A reduction that may be taken back, in Linux's terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    /// The first unacknowledged segment when the window was reduced (`undo_marker`).
    from: u64,
    /// The window to be restored (`prior_cwnd`, `prior_ssthresh`); none if another reduction was in progress, which stays.
    before: Option<Window>,
    /// Retransmissions since, and those that were in flight then.
    resent: u64,
    /// Those of them that have not been reported twice (`undo_retrans`).
    unreported: u64,
    /// FreeBSD: when a timeout made the reduction, half of the SRTT then, and the recovery that it broke off.
    timeout: Option<(Time, Span, Option<Recovery>)>,
}

/// Evidence that a reduction was needless.
#[derive(Clone, Copy, Debug)]
enum Evidence {
    Eifel { echoed: Time, first: Time },
    Dsack,
    FRto,
    BadRetransmit { waited: Span, half_srtt: Span, recovery: Option<Recovery> },
}

impl Undo {
    /// Whether every retransmission has been reported twice.
    fn is_reported(&self) -> bool {
        self.resent > 0 && self.unreported == 0
    }
}

impl Sender {
    /// The window is about to be reduced for a loss: remembers what it is. `new`: no other reduction is in progress.
    pub(super) fn remember(&mut self, new: bool) {
        if !self.settings.takes_back() {
            return;
        }
        let Window { cwnd, ssthresh } = self.window;
        // Linux: tcp_current_ssthresh, so that three quarters of the window are kept even if it lies below ssthresh.
        let ssthresh = if self.settings.host.is_linux() { ssthresh.max((0.75 * cwnd).trunc()) } else { ssthresh };
        let probes = u64::from(self.probe.is_some_and(|probe| probe.again));
        let (from, resent) = (self.board.una(), self.board.resent() + probes);
        let before = new.then_some(Window { cwnd, ssthresh });
        self.undo = Some(Undo { from, before, resent, unreported: resent, timeout: None });
        // A retransmission that is still on its way may fill the first hole: what it echoes is no sign of an original.
        if self.state.is_undisturbed() && !self.board.is_being_repaired() {
            self.first_resent = None;
        }
    }

    /// The first timeout in a row reduces the window.
    pub(super) fn remember_timeout(&mut self, now: Time) {
        let recovery = if let State::Recovery(recovery) = self.state { Some(recovery) } else { None };
        self.remember(true);
        let half = self.rtt.srtt().map(|srtt| Span(srtt.0 / 2));
        if let Some(undo) = &mut self.undo {
            undo.timeout = half.map(|half| (now, half, recovery));
        }
    }

    /// A segment leaves again.
    #[inline]
    pub(super) fn count_retransmission(&mut self, leaves: Time) {
        if let Some(undo) = &mut self.undo {
            (undo.resent, undo.unreported) = (undo.resent + 1, undo.unreported + 1);
            self.first_resent.get_or_insert(leaves);
        }
    }

    /// The receiver reports that a segment came twice.
    #[cold]
    pub(super) fn on_duplicate_report(&mut self, sequence: u64) {
        if !self.settings.reads_dsack() {
            return;
        }
        // As in Linux a probe that was needless says nothing about reordering.
        if self.probe.is_none_or(|probe| probe.end != sequence + 1) {
            self.board.widen_reordering_window();
        }
        self.board.note_duplicate(sequence);
        if let Some(undo) = &mut self.undo
            && sequence >= undo.from
        {
            undo.unreported = undo.unreported.saturating_sub(1);
        }
    }

    /// Eifel's evidence in an ACK.
    fn eifel(&self, ack: &Acknowledgement) -> Option<Evidence> {
        let first = self.first_resent.filter(|_| self.undo.is_some() && self.settings.reads_time_stamps())?;
        ack.echoed.is_before(first).then_some(Evidence::Eifel { echoed: ack.echoed, first })
    }

    /// The evidence that every retransmission was reported twice.
    fn reported(&self) -> Option<Evidence> {
        self.undo.filter(|undo| undo.is_reported() && self.settings.reads_dsack()).map(|_| Evidence::Dsack)
    }

    /// An ACK advances in a recovery, but not to its end. Returns whether the recovery waits: something was late, and there are still
    /// retransmissions on the way, so that this ACK makes nothing else leave again.
    pub(super) fn reconsider_partial(
        &mut self,
        now: Time,
        ack: &Acknowledgement,
        before: u64,
        emitter: &mut Emitter,
    ) -> bool {
        let Some(evidence) = self.eifel(ack) else { return false };
        self.board.note_reordering(before);
        if self.board.resent() > 0 {
            return true;
        }
        self.take_back(evidence, now, true, emitter);
        false
    }

    /// An ACK covers the end of a recovery. Returns whether it was taken back.
    pub(super) fn reconsider_end(&mut self, now: Time, ack: &Acknowledgement, emitter: &mut Emitter) -> bool {
        let evidence = self.reported().or_else(|| self.eifel(ack));
        evidence.map(|evidence| self.take_back(evidence, now, false, emitter)).is_some()
    }

    /// An ACK advances after a timeout.
    pub(super) fn reconsider_timeout(&mut self, now: Time, ack: &Acknowledgement, emitter: &mut Emitter) {
        let State::Loss { f_rto, .. } = self.state else { return };
        // In Linux 2.6.25 a timeout that F-RTO is to judge is judged by it alone (`tcp_process_frto`).
        let by_f_rto_only = f_rto != FRto::Off && self.settings.host == HostKind::Linux26;
        let bad = self.undo.and_then(|undo| undo.timeout).filter(|_| self.settings.bad_retransmit).and_then(
            |(at, half_srtt, recovery)| {
                let waited = now.since(at);
                (waited < half_srtt).then_some(Evidence::BadRetransmit { waited, half_srtt, recovery })
            },
        );
        let evidence = bad
            .or_else(|| self.reported())
            .or_else(|| self.eifel(ack))
            .filter(|_| !by_f_rto_only)
            .or_else(|| (f_rto != FRto::Off && self.board.take_original()).then_some(Evidence::FRto));
        if let Some(evidence) = evidence {
            self.take_back(evidence, now, true, emitter);
        } else if let Some(undo) = &mut self.undo {
            undo.timeout = None; // only the first ACK after it counts
        }
    }

    /// After an ACK that may have reported duplicates: whether a recovery, or one that is over, was needless.
    pub(super) fn reconsider_by_reports(&mut self, now: Time, emitter: &mut Emitter) {
        if matches!(self.state, State::Open(_) | State::Recovery(_))
            && let Some(evidence) = self.reported()
        {
            self.take_back(evidence, now, false, emitter);
        }
    }

    /// F-RTO after an ACK (RFC 5682, section 3.1, as in `tcp_process_loss`): an original that arrives shows that the timeout was spurious;
    /// until that is known two new segments leave instead of old ones. `duplicate`: the ACK reports a segment beyond a gap.
    pub(super) fn try_f_rto(&mut self, now: Time, advances: bool, duplicate: bool, emitter: &mut Emitter) {
        let State::Loss { end, f_rto } = self.state else { return };
        if f_rto == FRto::Off {
            return;
        }
        let next = if self.board.take_original() {
            return self.take_back(Evidence::FRto, now, true, emitter);
        } else if self.board.max() > end {
            // Step 3a. Without SACK the window would still be full of what is new (RFC 5682, section 2.1).
            if duplicate && !self.engine.uses_sack() {
                self.window.cwnd = self.window.cwnd.max(REAL_LOSS_WINDOW);
            }
            if duplicate { FRto::Off } else { FRto::Sent }
        } else if advances {
            if self.finds_new(now) { FRto::Sends } else { FRto::Off } // step 2b
        } else {
            f_rto
        };
        self.state = State::Loss { end, f_rto: next };
    }

    /// Takes the last reduction back. `unmarks`: nothing counts as lost any more.
    fn take_back(&mut self, evidence: Evidence, now: Time, unmarks: bool, emitter: &mut Emitter) {
        let Some(undo) = self.undo.take() else { return };
        let reduced = self.window.cwnd;
        let ended = match self.state {
            State::Loss { .. } => Some(Ended::Repair),
            State::Recovery(_) => Some(Ended::Recovery),
            _ => None,
        };
        if ended.is_some() {
            self.state = State::CALM;
        }
        if unmarks {
            self.board.unmark(ended == Some(Ended::Repair));
        }
        self.slow_start.after_timeout = false;
        let older = self.settings.host == HostKind::Linux26;
        let halves = older && matches!(evidence, Evidence::FRto);
        if let Some(before) = undo.before {
            if matches!(evidence, Evidence::BadRetransmit { .. }) {
                self.window = before;
            } else if halves {
                self.window.cwnd = before.cwnd.min(self.board.pipe() as f64 + 1.0).max(1.0);
            } else if !self.wants.path_model {
                self.window.cwnd = self.window.cwnd.max(before.cwnd);
            }
            if !halves && before.ssthresh > self.window.ssthresh {
                self.window.ssthresh = before.ssthresh;
                self.marks.cwr_pending = false;
            }
            if older && !halves {
                self.window.cwnd = self.window.cwnd.min(self.board.pipe() as f64 + MAX_BURST);
            }
            if !halves {
                self.call(now, emitter, |algorithm, cx| algorithm.on_spurious_recovery(cx));
            }
        }
        if let Some(ended) = ended {
            self.end_disturbance(ended, now, emitter);
        }
        if ended == Some(Ended::Recovery) {
            emitter.signal(&signals::RECOVERY_END, self.window.cwnd);
        }
        self.counters.window_undos += 1;
        let (after, ssthresh) = (self.window.cwnd, self.window.ssthresh);
        emitter.signal(&signals::WINDOW_UNDO, after);
        match evidence {
            Evidence::Eifel { echoed, first } => {
                emitter.decide(&EIFEL, &[echoed.seconds(), first.seconds(), reduced, after]);
            }
            Evidence::Dsack => emitter.decide(&DSACK, &[undo.resent as f64, reduced, after]),
            Evidence::FRto if halves => emitter.decide(&F_RTO_HALVES, &[after, ssthresh]),
            Evidence::FRto => emitter.decide(&F_RTO, &[reduced, after]),
            Evidence::BadRetransmit { waited, half_srtt, recovery } => {
                self.state = recovery.map_or(self.state, State::Recovery);
                emitter.decide(&BAD_RETRANSMIT, &[waited.ms(), half_srtt.ms(), reduced, after]);
            }
        }
        if halves && undo.before.is_some() {
            let (point, way) = (self.board.max(), self.halving());
            self.state = State::Cwr(Reduction { point, way, disorder: Default::default() });
        }
    }
}
