//! Scoreboard of a sender: for each segment from the first unacknowledged to the last sent, when it left, and whether
//! it was retransmitted, SACKed or marked lost. It implements RFC 6675's IsLost and pipe incrementally. Not here: when
//! to retransmit (`recovery`), the window, losses detected by time (`rack`).

mod lost_again;
mod rack;

use crate::ring::Ring;
use crate::tcp::delivery::DeliveryRate;
use crate::units::Time;
use lost_again::LostAgain;
use rack::Rack;

/// Duplicate ACKs, or SACKed segments above it, that mark a segment as lost (RFC 6675: DupThresh).
pub const DUPLICATE_THRESHOLD: u32 = 3;
/// Maximum of a threshold that adapts to reordering (Linux 2.6.25: `TCP_MAX_REORDERING`).
const MAX_THRESHOLD: u64 = 127;

const SACKED: u8 = 1;
const LOST: u8 = 2;
/// Retransmitted in the present recovery: counts in pipe.
const RESENT: u8 = 4;
/// Sent more than once: no RTT sample (Karn).
const REPEATED: u8 = 8;
/// Its retransmission in the present recovery is lost, by FACK's rule: it leaves again before all others.
const LOST_AGAIN: u8 = 16;

#[derive(Clone, Copy, Debug)]
struct Segment {
    left: Time,
    flags: u8,
}

/// Segments that a cumulative ACK covers.
#[derive(Clone, Copy, Debug)]
pub struct Covered {
    /// Segments newly covered.
    pub segments: u64,
    /// Those of them that no SACK had reported.
    pub delivered: u64,
    /// Whether one of them was sent more than once.
    pub repeated: bool,
    /// When the first of them left last: the time that the ACK's timestamp echoes (RFC 7323, 4.3), since that segment
    /// was the missing one.
    pub first_left: Time,
    /// When the last of them left last.
    pub last_left: Time,
}

/// Rule for detecting losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossRule {
    /// Three SACKed segments lie above a hole (RFC 6675, IsLost).
    Sacked,
    /// The highest SACKed segment lies three or more above a hole, whatever else is SACKed between them (FACK); a retransmission is lost
    /// when a segment is SACKed that was sent for the first time after it.
    Forward,
    /// The same until a segment comes late; then as many SACKed ones must lie above a hole as one has been overtaken by (Linux 2.6.25,
    /// `tcp_update_reordering`).
    Adaptive,
    /// A segment that left later was delivered, and a reordering window has passed (RFC 8985, RACK).
    Time,
}

/// The segments in flight.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    una: u64,
    next: u64,
    max: u64,
    /// New segments sent while earlier ones are sent again after a timeout; these end below them.
    beyond: u64,
    /// One past the segments in flight at the last timeout.
    timed_out_below: u64,
    /// Whether one of them was delivered that had been sent only once, since this was last asked.
    original_arrived: bool,
    segments: Ring<Segment>,
    sacked: u64,
    sacked_before_next: u64,
    lost: u64,
    resent: u64,
    /// One past each of the three highest SACKed segments, the highest first; 0 = none.
    highest: [u64; DUPLICATE_THRESHOLD as usize],
    /// Segments below are marked if they are lost.
    marked_below: u64,
    /// Whether losses are detected by FACK's rule instead of RFC 6675's.
    forward: bool,
    /// Whether reordering raises the threshold.
    adapts: bool,
    /// Duplicate ACKs, or SACKed segments above it, that mark a segment as lost.
    threshold: u64,
    /// Retransmissions that may be lost, if FACK's rule detects the losses.
    lost_again: Option<Box<LostAgain>>,
    /// State of RACK, if it detects the losses.
    rack: Option<Box<Rack>>,
    /// Losses detected so far, including those of retransmissions.
    found: u64,
    /// Delivery-rate samples, where the algorithm models the path.
    delivery: Option<Box<DeliveryRate>>,
}

impl Scoreboard {
    /// A scoreboard with nothing in flight; the first segment to be sent is number `first`.
    pub fn new(first: u64, rule: LossRule) -> Scoreboard {
        let rack = (rule == LossRule::Time).then(|| Box::new(Rack::new(first)));
        let (adapts, threshold) = (rule == LossRule::Adaptive, u64::from(DUPLICATE_THRESHOLD));
        let forward = adapts || rule == LossRule::Forward;
        let lost_again = forward.then(Box::default);
        Scoreboard {
            una: first,
            next: first,
            max: first,
            forward,
            adapts,
            threshold,
            lost_again,
            rack,
            ..Scoreboard::default()
        }
    }

    /// Keeps delivery-rate samples from now on, or no longer.
    pub fn measure_delivery(&mut self, measures: bool, now: Time) {
        if measures != self.delivery.is_some() {
            let in_flight = self.segments.iter().map(|segment| segment.left);
            self.delivery = measures.then(|| Box::new(DeliveryRate::new(now, self.una, in_flight)));
        }
    }

    /// The delivery-rate samples, where they are kept.
    pub fn delivery(&mut self) -> Option<&mut DeliveryRate> {
        self.delivery.as_deref_mut()
    }

    /// The first segment that is not cumulatively acknowledged.
    pub fn una(&self) -> u64 {
        self.una
    }
    /// The segment to be sent next: below `max` only while segments are retransmitted after a timeout.
    pub fn next(&self) -> u64 {
        self.next
    }
    /// One past the segments that are sent again after a timeout; `max` otherwise.
    pub fn repair_end(&self) -> u64 {
        self.max - self.beyond
    }
    /// Whether it was sent, after a timeout since that.
    fn is_sent(&self, sequence: u64) -> bool {
        sequence < self.next || sequence >= self.repair_end()
    }
    /// The first segment that was never sent.
    pub fn max(&self) -> u64 {
        self.max
    }
    /// FlightSize: sent (again, after a timeout) and not cumulatively acknowledged.
    pub fn in_flight(&self) -> u64 {
        self.next - self.una + self.beyond
    }
    /// `in_flight` without SACKed segments, which counts while segments are retransmitted after a timeout.
    pub fn in_flight_unsacked(&self) -> u64 {
        self.in_flight() - self.sacked_before_next
    }
    /// RFC 6675's pipe: neither SACKed nor lost, plus retransmitted segments.
    pub fn pipe(&self) -> u64 {
        self.max - self.una - self.sacked - self.lost + self.resent
    }
    /// Packets that are believed to be in the network: pipe, or after a timeout what was sent since.
    #[inline(always)]
    pub fn outstanding(&self) -> u64 {
        if self.next < self.max { self.in_flight_unsacked() } else { self.pipe() }
    }
    /// Losses detected so far, including those of retransmissions.
    pub fn found(&self) -> u64 {
        self.found
    }
    /// Segments marked as lost and not delivered, retransmitted or not.
    pub fn lost(&self) -> u64 {
        self.lost
    }
    /// Segments retransmitted in the present recovery, and not acknowledged since.
    pub fn resent(&self) -> u64 {
        self.resent
    }
    /// Segments that are SACKed and not cumulatively acknowledged.
    pub fn sacked(&self) -> u64 {
        self.sacked
    }
    /// One past the highest SACKed segment; 0 if none was ever SACKed.
    pub fn sacked_below(&self) -> u64 {
        self.highest[0]
    }
    /// Duplicate ACKs that mean a loss.
    pub fn threshold(&self) -> u64 {
        self.threshold
    }
    /// Every segment below this that is not SACKed is lost: it has three SACKed ones above it (RFC 6675, IsLost; with
    /// full segments the byte rule is the stricter of its two), or more where reordering was seen. Without meaning where losses are
    /// detected by time.
    pub fn lost_below(&self) -> u64 {
        let [highest, .., third] = self.highest;
        if self.threshold > u64::from(DUPLICATE_THRESHOLD) {
            return self.last_sacked(self.threshold);
        }
        if self.forward { highest.saturating_sub(u64::from(DUPLICATE_THRESHOLD)) } else { third.saturating_sub(1) }
    }
    /// The `n`th of the SACKed segments from the highest one down; 0 if there are fewer.
    fn last_sacked(&self, n: u64) -> u64 {
        let sacked = (self.una..self.highest[0]).rev().filter(|&sequence| self.is_sacked(sequence));
        sacked
            .take(n as usize)
            .enumerate()
            .last()
            .filter(|&(i, _)| i as u64 + 1 == n)
            .map_or(0, |(_, sequence)| sequence)
    }
    /// A segment came late, not again: it was overtaken by all up to the highest SACKed one.
    #[cold]
    pub fn note_reordering(&mut self, sequence: u64) {
        let overtaken = self.highest[0].saturating_sub(sequence).min(MAX_THRESHOLD);
        if self.adapts && self.next == self.max && overtaken > self.threshold {
            self.threshold = overtaken;
        }
        if let Some(rack) = &mut self.rack {
            rack.note_reordering();
        }
    }
    /// The receiver reports that a segment came twice: if it was sent again and is SACKed, the first one was late (Linux: `tcp_sacktag_one`).
    #[cold]
    pub fn note_duplicate(&mut self, sequence: u64) {
        let segment = sequence.checked_sub(self.una).and_then(|n| self.segments.get(n as usize));
        if segment.is_some_and(|segment| segment.flags & (REPEATED | SACKED) == REPEATED | SACKED) {
            self.note_reordering(sequence);
        }
    }
    /// Whether a segment in flight is SACKed.
    pub fn is_sacked(&self, sequence: u64) -> bool {
        self.segments[(sequence - self.una) as usize].flags & SACKED != 0
    }
    /// When a segment in flight left last, unless it was sent more than once.
    pub fn left_once(&self, sequence: u64) -> Option<Time> {
        let segment = self.segments.get(sequence.checked_sub(self.una)? as usize)?;
        (segment.flags & REPEATED == 0).then_some(segment.left)
    }
    /// The first segment in `from..to` that is not SACKed.
    pub fn first_hole(&self, from: u64, to: u64) -> Option<u64> {
        (from.max(self.una)..to.min(self.max)).find(|&s| !self.is_sacked(s))
    }
    /// The highest segment in flight that is not SACKed.
    pub fn last_hole(&self) -> Option<u64> {
        (self.una..self.max).rev().find(|&s| !self.is_sacked(s))
    }

    /// Processes a cumulative ACK of all before `acknowledged`, which is above `una`.
    #[inline(always)]
    pub fn advance(&mut self, acknowledged: u64) -> Covered {
        debug_assert!(self.una < acknowledged && acknowledged <= self.max, "no acknowledgement of what was not sent");
        // Usually it covers one segment without anything special.
        if acknowledged == self.una + 1
            && let Some(&Segment { left, flags: 0 }) = self.segments.front()
        {
            self.segments.pop_front();
            self.una = acknowledged;
            self.next = self.next.max(acknowledged);
            return Covered { segments: 1, delivered: 1, repeated: false, first_left: left, last_left: left };
        }
        self.advance_over(acknowledged)
    }

    /// `advance` over several segments, or over a special one.
    #[inline(never)]
    pub(super) fn advance_over(&mut self, acknowledged: u64) -> Covered {
        let watched = self.is_watched();
        let timed_out_below = self.timed_out_below;
        let segments = acknowledged - self.una;
        let first_left = self.segments.front().map_or(Time::ZERO, |segment| segment.left);
        let mut covered = Covered { segments, delivered: segments, repeated: false, first_left, last_left: Time::ZERO };
        for sequence in self.una..acknowledged {
            let Some(segment) = self.segments.pop_front() else { break };
            covered.last_left = segment.left;
            if watched && segment.flags & SACKED == 0 {
                if let Some(rack) = &mut self.rack {
                    rack.on_covered(sequence, segment);
                }
                if let Some(delivery) = &mut self.delivery {
                    delivery.on_delivery(sequence, segment.left);
                }
            }
            if segment.flags & (SACKED | REPEATED) == 0 {
                self.original_arrived |= sequence < timed_out_below;
                if self.adapts && sequence < self.highest[0] {
                    self.note_reordering(sequence);
                }
            }
            if segment.flags == 0 {
                continue;
            }
            covered.repeated |= segment.flags & REPEATED != 0;
            if segment.flags & SACKED != 0 {
                covered.delivered -= 1;
                self.sacked -= 1;
                self.sacked_before_next -= u64::from(self.is_sent(sequence));
            } else {
                self.take_off(segment.flags);
            }
        }
        self.una = acknowledged;
        self.next = self.next.max(acknowledged);
        self.end_repair();
        if let Some(delivery) = &mut self.delivery {
            delivery.forget_below(acknowledged);
        }
        covered
    }

    /// A segment is delivered: it counts as lost or retransmitted no longer.
    fn take_off(&mut self, flags: u8) {
        self.lost -= u64::from(flags & LOST != 0);
        self.resent -= u64::from(flags & RESENT != 0);
        if flags & LOST_AGAIN != 0
            && let Some(again) = &mut self.lost_again
        {
            again.end_wait();
        }
    }

    /// Marks a segment as SACKed; returns whether that is new.
    pub fn sack(&mut self, sequence: u64) -> bool {
        if sequence < self.una || sequence >= self.max {
            return false;
        }
        let flags = self.segments[(sequence - self.una) as usize].flags;
        if flags & SACKED != 0 {
            return false;
        }
        self.take_off(flags);
        let segment = &mut self.segments[(sequence - self.una) as usize];
        if let Some(rack) = &mut self.rack {
            rack.on_delivery(sequence, *segment);
        }
        if let Some(delivery) = &mut self.delivery {
            delivery.on_delivery(sequence, segment.left);
        }
        let once = segment.flags & REPEATED == 0;
        segment.flags |= SACKED;
        self.original_arrived |= sequence < self.timed_out_below && once;
        if self.adapts && once && sequence < self.highest[0] {
            self.note_reordering(sequence);
        }
        self.sacked += 1;
        self.sacked_before_next += u64::from(self.is_sent(sequence));
        let mut above = sequence + 1;
        for place in &mut self.highest {
            if above > *place {
                std::mem::swap(place, &mut above);
            }
        }
        if self.rack.is_some() {
            return true;
        }
        for lost in self.marked_below.max(self.una)..self.lost_below() {
            let segment = &mut self.segments[(lost - self.una) as usize];
            if segment.flags & (SACKED | LOST) == 0 {
                segment.flags |= LOST;
                self.lost += 1;
                self.found += 1;
                if let Some(delivery) = &mut self.delivery {
                    delivery.on_loss(lost);
                }
            }
        }
        self.marked_below = self.marked_below.max(self.lost_below());
        if self.resent > 0 {
            self.find_lost_again();
        }
        true
    }

    /// Marks a range of segments as SACKed; returns how many of them are new.
    pub fn sack_range(&mut self, start: u64, end: u64) -> u64 {
        (start.max(self.una)..end.min(self.max)).map(|sequence| u64::from(self.sack(sequence))).sum()
    }

    /// Sends a new segment when there is nothing to retransmit.
    #[inline(always)]
    pub fn send_new(&mut self, leaves: Time) {
        debug_assert_eq!(self.next, self.max);
        self.send_next(leaves);
    }

    /// Sends the segment `next` and advances; returns whether it was sent before.
    #[inline(always)]
    pub fn send_next(&mut self, leaves: Time) -> bool {
        let sequence = self.next;
        self.next += 1;
        if sequence == self.max {
            self.append(leaves);
            return false;
        }
        self.resend(sequence, leaves, self.rack.is_some());
        self.end_repair();
        true
    }

    /// Adds a new segment.
    #[inline(always)]
    fn append(&mut self, leaves: Time) {
        let (sequence, idle) = (self.max, self.max == self.una);
        self.max += 1;
        self.segments.push_back(Segment { left: leaves, flags: 0 });
        if self.delivery.is_some() {
            self.note_sent(sequence, leaves, idle);
        }
    }

    /// Sends a new segment, even while earlier ones have yet to be sent again after a timeout.
    pub fn send_beyond(&mut self, leaves: Time) {
        if self.next == self.max {
            self.next += 1;
        } else {
            self.beyond += 1;
        }
        self.append(leaves);
    }

    /// Once all that was in flight at a timeout was sent again, new segments follow.
    #[inline]
    fn end_repair(&mut self) {
        if self.beyond > 0 && self.next >= self.repair_end() {
            (self.next, self.beyond) = (self.max, 0);
        }
    }

    /// Skips SACKed segments during retransmissions after a timeout.
    pub fn skip_sacked(&mut self) {
        while self.next < self.repair_end() && self.is_sacked(self.next) {
            self.next += 1;
            self.sacked_before_next += 1;
        }
        self.end_repair();
    }

    /// Retransmits a segment. `counts`: in pipe, as for all retransmissions except the rescue.
    pub fn resend(&mut self, sequence: u64, leaves: Time, counts: bool) {
        let segment = &mut self.segments[(sequence - self.una) as usize];
        if let Some(rack) = &mut self.rack {
            rack.on_resend(sequence, *segment, leaves);
        }
        segment.left = leaves;
        segment.flags |= REPEATED;
        if counts && segment.flags & (RESENT | SACKED) == 0 {
            if let Some(again) = &mut self.lost_again {
                again.on_resend(sequence, segment.flags & LOST_AGAIN != 0, self.max);
            }
            segment.flags = (segment.flags | RESENT) & !LOST_AGAIN;
            self.resent += 1;
        }
        if self.delivery.is_some() {
            self.note_sent(sequence, leaves, false);
        }
    }

    /// A packet has left whose delivery will be a sample.
    #[cold]
    fn note_sent(&mut self, sequence: u64, leaves: Time, idle: bool) {
        let in_flight = self.outstanding();
        if let Some(delivery) = &mut self.delivery {
            delivery.on_send(sequence, leaves, in_flight, idle);
        }
    }

    /// A timeout: everything in flight is retransmitted from the first (except SACKed segments); pipe starts from zero.
    /// Where losses are detected by time, all of it is lost.
    pub fn go_back(&mut self) {
        (self.lost, self.resent, self.sacked_before_next) = (0, 0, 0);
        (self.next, self.beyond) = (self.una, 0);
        (self.timed_out_below, self.original_arrived) = (self.max, false);
        self.threshold = u64::from(DUPLICATE_THRESHOLD); // Linux 2.6.25: tcp_enter_loss
        for n in 0..self.segments.len() {
            let segment = &mut self.segments[n];
            let in_flight = segment.flags & SACKED == 0 && segment.flags & (LOST | RESENT) != LOST;
            if in_flight && let Some(delivery) = &mut self.delivery {
                delivery.on_loss(self.una + n as u64);
            }
            segment.flags &= !(LOST | RESENT | LOST_AGAIN);
            if self.rack.is_some() && segment.flags & SACKED == 0 {
                segment.flags |= LOST;
                self.lost += 1;
            }
        }
        if let Some(again) = &mut self.lost_again {
            again.clear();
        }
        if let Some(rack) = &mut self.rack {
            rack.on_timeout(self.una, self.max, self.lost);
        }
    }

    /// Whether a retransmission is on its way, or the first segment in flight was ever sent again (Linux: `tcp_any_retrans_done`).
    pub fn is_being_repaired(&self) -> bool {
        self.resent > 0 || self.segments.front().is_some_and(|segment| segment.flags & REPEATED != 0)
    }

    /// Whether a segment that was in flight at the last timeout, and sent only once, was delivered since this was last asked: the timeout was
    /// spurious then (RFC 5682, section 3.1).
    pub fn take_original(&mut self) -> bool {
        std::mem::take(&mut self.original_arrived)
    }

    /// When the first segment in flight left last; none if nothing is in flight.
    #[inline]
    pub fn first_left(&self) -> Option<Time> {
        self.segments.front().map(|segment| segment.left)
    }

    /// A timeout's repair is over before its end: new segments follow, and what was lost stays so.
    pub fn stop_going_back(&mut self) {
        (self.next, self.beyond) = (self.max, 0);
        self.sacked_before_next = self.sacked;
    }

    /// Nothing was lost after all (Linux: `tcp_undo_cwnd_reduction` with `unmark_loss`): no segment is marked any more. `again`: after a timeout, all
    /// are judged again.
    pub fn unmark(&mut self, again: bool) {
        self.stop_going_back();
        self.lost = 0;
        for n in 0..self.segments.len() {
            self.segments[n].flags &= !(LOST | LOST_AGAIN);
        }
        if let Some(again) = &mut self.lost_again {
            again.clear();
        }
        self.marked_below = self.una;
        if again { self.judge_again() } else { self.trust() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(count: u64) -> Scoreboard {
        let mut board = Scoreboard::new(0, LossRule::Sacked);
        for n in 0..count {
            board.send_next(Time(n));
        }
        board
    }

    #[test] // RFC 6675, section 4: IsLost and SetPipe, recomputed from their definitions
    fn lost_and_pipe_are_those_of_rfc_6675() {
        let mut board = sent(40);
        let mut sacked = [false; 40];
        let mut resent = [false; 40];
        for (n, &sequence) in [3, 5, 9, 4, 20, 21, 13, 7, 39, 38, 30].iter().enumerate() {
            assert!(board.sack(sequence as u64));
            assert!(!board.sack(sequence as u64));
            sacked[sequence] = true;
            if n % 3 == 2 {
                let hole = board.first_hole(n as u64 / 3, 40).unwrap();
                board.resend(hole, Time(100), true);
                resent[hole as usize] = true;
            }
            let lost = |s: usize| !sacked[s] && sacked[s + 1..].iter().filter(|&&x| x).count() >= 3;
            let pipe: usize =
                (0..40).filter(|&s| !sacked[s]).map(|s| usize::from(!lost(s)) + usize::from(resent[s])).sum();
            assert_eq!(board.pipe(), pipe as u64);
            for s in (0..40).filter(|&s| !sacked[s]) {
                assert_eq!(lost(s), (s as u64) < board.lost_below());
            }
        }
        let covered = board.advance(40);
        assert_eq!((covered.segments, covered.delivered, board.pipe()), (40, 29, 0));
    }

    #[test] // Mathis and Mahdavi, SIGCOMM 1996: the highest SACK three above a hole makes it lost
    fn forward_acknowledgements_find_losses_by_the_highest_one() {
        let mut board = Scoreboard::new(0, LossRule::Forward);
        (0..20).for_each(|n| assert!(!board.send_next(Time(n))));
        board.sack(3);
        assert_eq!((board.lost_below(), board.pipe()), (1, 18)); // 0 is lost, 3 is SACKed
        board.sack(8);
        assert_eq!((board.lost_below(), board.pipe()), (6, 13)); // 0, 1, 2, 4, 5 are lost
        board.resend(0, Time(30), true);
        assert_eq!((board.pipe(), board.resent()), (14, 1));
    }

    #[test] // Karn: nothing that was sent twice gives a sample, nor does an acknowledgement that covers it
    fn repeated_segments_are_remembered() {
        let mut board = sent(4);
        board.resend(1, Time(50), true);
        assert_eq!((board.left_once(0), board.left_once(1)), (Some(Time(0)), None));
        assert!(!board.advance(1).repeated);
        assert!(board.advance(4).repeated);
    }

    #[test]
    fn going_back_skips_what_is_sacked() {
        let mut board = sent(6);
        board.sack(1);
        board.sack(2);
        board.go_back();
        assert!(board.send_next(Time(9)));
        board.skip_sacked();
        assert_eq!((board.next(), board.in_flight(), board.in_flight_unsacked()), (3, 3, 1));
        board.advance(5);
        assert_eq!((board.next(), board.in_flight_unsacked()), (5, 0));
    }
}
