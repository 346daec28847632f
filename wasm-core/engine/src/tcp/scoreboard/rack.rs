//! RACK: losses detected by time (RFC 8985, section 6.2; Linux `tcp_recovery.c`). RACK.segment is the delivered segment
//! that left last. An earlier segment that has not been delivered is lost once RACK.segment's round-trip time and the
//! reordering window have passed since it left. This also holds for retransmissions, so that lost ones are detected.
//!
//! Segments sent once are already in the order of their sending; retransmitted ones have a row of their own. Each row
//! is evaluated from its front up to RACK.segment, so that no ACK visits the whole window.
//!
//! Departures: a retransmission is distinguished from the original by the minimum RTT, and by the time stamp only if the option `eifel`
//! is on, and then, as in Linux, only where the ACK is cumulative; a waiting segment is lost when its own window ends, where the RFC waits for the last
//! one's; an older segment than RACK.segment does not set RACK.rtt. Not here: the length of the reordering window, its timer, the response to a loss
//! (`sender`).

use super::{LOST, REPEATED, RESENT, SACKED, Scoreboard, Segment};
use crate::ring::Ring;
use crate::units::{Span, Time, sort_by_time};

/// State of RACK beside the segments.
#[derive(Clone, Debug, Default)]
pub(super) struct Rack {
    /// RACK.segment: departure time and number.
    newest: (Time, u64),
    /// RACK.rtt.
    rtt: Span,
    /// Arrival time of the present ACK.
    now: Time,
    /// Minimum RTT before it.
    min_rtt: Option<Span>,
    /// The time that it echoes, if that is read.
    echoed: Option<Time>,
    /// RACK.fack: one past the highest segment that was delivered before it.
    delivered_below: u64,
    reordering_seen: bool,
    /// How far D-SACK has widened the reordering window.
    wider: Wider,
    /// Bound of the segments sent once that have been evaluated.
    judged_below: u64,
    /// Retransmitted segments in order: departure time and number. An entry is stale once the segment was delivered or
    /// sent again.
    again: Ring<(Time, u64)>,
    /// Segments that are lost and not in flight again.
    awaiting: u64,
    /// Lower bound of them.
    awaiting_from: u64,
}

/// The reordering window's length in quarters of the minimum RTT (RFC 8985, section 6.2, step 4): one more in each round trip in
/// which a segment came twice, until sixteen recoveries have ended without that.
#[derive(Clone, Copy, Debug)]
struct Wider {
    /// RACK.reo_wnd_mult.
    quarters: u64,
    /// RACK.reo_wnd_persist: recoveries that may end before it is one again.
    persist: u32,
    /// RACK.dsack_round: duplicates count again once all before this is acknowledged.
    round: u64,
}

/// RACK.reo_wnd_persist after a duplicate.
const PERSIST: u32 = 16;

impl Default for Wider {
    fn default() -> Wider {
        Wider { quarters: 1, persist: PERSIST, round: 0 }
    }
}

impl Segment {
    /// Whether a segment is lost, and neither in flight again nor SACKed.
    fn is_awaiting(self) -> bool {
        self.flags & (LOST | RESENT | SACKED) == LOST
    }
}

impl Rack {
    pub fn new(first: u64) -> Rack {
        Rack { judged_below: first, awaiting_from: first, ..Rack::default() }
    }

    /// A segment is covered by a cumulative ACK, which echoes when it left.
    pub fn on_covered(&mut self, sequence: u64, segment: Segment) {
        let earlier = |echoed: Time| segment.flags & REPEATED != 0 && echoed.is_before(segment.left);
        if self.echoed.is_some_and(earlier) {
            self.awaiting -= u64::from(segment.is_awaiting());
        } else {
            self.on_delivery(sequence, segment);
        }
    }

    /// A segment is delivered (steps 2 and 3).
    pub fn on_delivery(&mut self, sequence: u64, segment: Segment) {
        self.awaiting -= u64::from(segment.is_awaiting());
        let rtt = self.now.since(segment.left);
        if segment.flags & REPEATED == 0 {
            self.reordering_seen |= sequence < self.delivered_below;
        } else if self.min_rtt.is_none_or(|least| rtt < least) {
            return; // an earlier transmission of it was delivered
        }
        if (segment.left, sequence) > self.newest {
            (self.newest, self.rtt) = ((segment.left, sequence), rtt);
        }
    }

    /// A segment is retransmitted; `segment`: its earlier state.
    pub fn on_resend(&mut self, sequence: u64, segment: Segment, leaves: Time) {
        if segment.is_awaiting() {
            self.awaiting -= 1;
            self.awaiting_from = sequence + 1; // the lowest is always sent first
        }
        self.again.push_back((leaves, sequence));
    }

    /// A timeout: all segments below `max` except the SACKed ones are lost, `lost` of them.
    pub fn on_timeout(&mut self, una: u64, max: u64, lost: u64) {
        (self.awaiting, self.awaiting_from, self.judged_below) = (lost, una, max);
        self.again.clear();
    }

    /// A segment came late: the order of packets changed on the way.
    pub fn note_reordering(&mut self) {
        self.reordering_seen = true;
    }

    fn found(&mut self, sequence: u64) {
        self.awaiting += 1;
        self.awaiting_from = self.awaiting_from.min(sequence);
    }
}

impl Scoreboard {
    /// Whether losses are detected by time.
    pub fn finds_by_time(&self) -> bool {
        self.rack.is_some()
    }

    /// Whether a delivery may now reveal a loss, or is a sample: not while nothing is SACKed, retransmitted or lost.
    pub fn is_watched(&self) -> bool {
        let watches = |rack: &Rack| self.sacked > 0 || rack.awaiting > 0 || !rack.again.is_empty();
        self.delivery.is_some() || self.rack.as_deref().is_some_and(watches)
    }

    /// Whether lost segments wait to be retransmitted; known only where losses are detected by time.
    pub fn awaits(&self) -> bool {
        self.rack.as_deref().is_some_and(|rack| rack.awaiting > 0)
    }

    /// The first of them; where losses are not detected by time, the first whose retransmission is lost.
    pub fn first_awaiting(&self) -> Option<u64> {
        if self.rack.is_none() {
            return self.first_lost_again();
        }
        let rack = self.rack.as_deref().filter(|rack| rack.awaiting > 0)?;
        (rack.awaiting_from.max(self.una)..self.max).find(|&s| self.segments[(s - self.una) as usize].is_awaiting())
    }

    /// Whether a segment sent once was delivered after one with a higher number.
    pub fn reordering_seen(&self) -> bool {
        self.rack.as_deref().is_some_and(|rack| rack.reordering_seen)
    }

    /// The reordering window in quarters of the minimum RTT.
    pub fn reordering_quarters(&self) -> u64 {
        self.rack.as_deref().map_or(1, |rack| rack.wider.quarters)
    }

    /// A segment came twice, so that one of its retransmissions was needless: the reordering window grows, once in a round trip.
    #[cold]
    pub fn widen_reordering_window(&mut self) {
        let (una, max) = (self.una, self.max);
        if let Some(rack) = &mut self.rack
            && rack.reordering_seen
            && una >= rack.wider.round
        {
            rack.wider = Wider { quarters: rack.wider.quarters + 1, persist: PERSIST, round: max };
        }
    }

    /// A recovery, or a timeout's repair, has ended, and was not needless.
    pub fn end_recovery(&mut self) {
        if let Some(rack) = &mut self.rack {
            rack.wider.persist = rack.wider.persist.saturating_sub(1);
            if rack.wider.persist == 0 {
                rack.wider.quarters = 1;
            }
        }
    }

    /// An ACK arrives, and is about to be processed. `min_rtt`: the minimum RTT so far; `echoed`: the time that it echoes, if that is read.
    pub fn expect(&mut self, now: Time, min_rtt: Option<Span>, echoed: Option<Time>) {
        if let Some(delivery) = &mut self.delivery {
            delivery.expect(now);
        }
        if let Some(rack) = &mut self.rack {
            (rack.now, rack.min_rtt, rack.echoed) = (now, min_rtt, echoed);
            rack.delivered_below = self.una.max(self.highest[0]);
        }
    }

    /// Marks segments that are lost by now (step 5). Returns whether a retransmission is lost, and when the next
    /// segment will be unless it is delivered before; `NEVER` if none left before RACK.segment.
    pub fn find_lost(&mut self, now: Time, reordering_window: Span) -> (bool, Time) {
        let Some(rack) = self.rack.as_deref_mut() else { return (false, Time::NEVER) };
        let (wait, mut due, mut again) = (rack.rtt + reordering_window, Time::NEVER, false);
        let mut sequence = rack.judged_below.max(self.una);
        while sequence < self.max {
            let segment = &mut self.segments[(sequence - self.una) as usize];
            if segment.flags == 0 {
                if (segment.left, sequence) >= rack.newest {
                    break;
                }
                if segment.left + wait > now {
                    due = segment.left + wait;
                    break;
                }
                segment.flags = LOST;
                self.lost += 1;
                self.found += 1;
                rack.found(sequence);
                if let Some(delivery) = &mut self.delivery {
                    delivery.on_loss(sequence);
                }
            }
            sequence += 1;
        }
        rack.judged_below = sequence;
        while let Some(&(left, sequence)) = rack.again.front() {
            let segment = sequence.checked_sub(self.una).and_then(|n| self.segments.get_mut(n as usize));
            if let Some(segment) = segment
                && segment.left == left
                && segment.flags & SACKED == 0
                && !segment.is_awaiting()
            {
                if (left, sequence) >= rack.newest {
                    break;
                }
                if left + wait > now {
                    due = due.min(left + wait);
                    break;
                }
                self.resent -= u64::from(segment.flags & RESENT != 0);
                self.lost += u64::from(segment.flags & LOST == 0);
                segment.flags = (segment.flags | LOST) & !RESENT;
                self.found += 1;
                rack.found(sequence);
                if let Some(delivery) = &mut self.delivery {
                    delivery.on_loss(sequence);
                }
                again = true;
            }
            rack.again.pop_front();
        }
        (again, due)
    }

    /// No segment is lost any more, and none is in flight again. None that counted as lost is judged a second time (Linux: it has left
    /// `tsorted_sent_queue`, and comes back only if it is sent again).
    pub(super) fn trust(&mut self) {
        if let Some(rack) = &mut self.rack {
            (rack.awaiting, rack.awaiting_from) = (0, self.una);
            rack.again.clear();
        }
    }

    /// No segment is lost any more after a timeout: those sent once are judged from the first again, the others in the order in which they left.
    /// It is unknown which transmissions were delivered, so that only what is delivered from now on shows a loss.
    pub(super) fn judge_again(&mut self) {
        let Some(rack) = &mut self.rack else { return };
        (rack.newest, rack.rtt) = ((Time::ZERO, 0), Span::ZERO);
        (rack.awaiting, rack.awaiting_from, rack.judged_below) = (0, self.una, self.una);
        let repeated = |(segment, _): &(&Segment, u64)| segment.flags & (REPEATED | SACKED) == REPEATED;
        let left = |(segment, sequence): (&Segment, u64)| (segment.left, sequence);
        let mut again: Vec<_> = self.segments.iter().zip(self.una..).filter(repeated).map(left).collect();
        sort_by_time(&mut again, |(left, _)| Some(*left));
        rack.again.clear();
        again.into_iter().for_each(|entry| rack.again.push_back(entry));
    }
}

#[cfg(test)]
mod tests {
    use super::super::LossRule;
    use super::*;
    use crate::random::{Purpose, RandomStream, Stream};

    /// State of a segment, from the definitions.
    #[derive(Clone, Copy)]
    struct Plain {
        left: Time,
        delivered: bool,
        repeated: bool,
        /// Its last transmission is lost.
        lost: bool,
    }

    #[test] // RFC 8985, section 6.2: RACK.reo_wnd_persist is 16
    fn sixteen_recoveries_without_a_duplicate_end_a_wider_reordering_window() {
        let mut board = Scoreboard::new(0, LossRule::Time);
        board.note_reordering(0);
        let widen = |board: &mut Scoreboard| {
            board.send_new(Time(board.max()));
            board.widen_reordering_window();
            board.widen_reordering_window();
            board.advance(board.max());
        };
        widen(&mut board);
        (0..10).for_each(|_| board.end_recovery());
        widen(&mut board);
        for recoveries in 0..16 {
            assert_eq!(board.reordering_quarters(), 3, "after {recoveries}");
            board.end_recovery();
        }
        assert_eq!(board.reordering_quarters(), 1);
    }

    // RFC 8985, section 6.2, by looking at the whole window each time: pipe is what was sent last and is neither delivered nor
    // lost, whatever was lost again, and however often
    #[test]
    fn losses_and_pipe_are_those_of_the_definitions() {
        let least = Span(30);
        let (mut relost, mut waited, mut timeouts) = (0, 0, 0);
        for seed in 0..20 {
            let draws = RandomStream::new(seed, Purpose::Arrival, Stream::Flow(0));
            let mut board = Scoreboard::new(0, LossRule::Time);
            let mut all: Vec<Plain> = Vec::new();
            let (mut newest, mut rtt) = ((Time::ZERO, 0), Span::ZERO);
            for n in 0..2000 {
                let (draw, now) = (draws.bits(n), Time(1 + n));
                let una = board.una();
                match draw % 16 {
                    0..6 => {
                        board.send_new(now);
                        all.push(Plain { left: now, delivered: false, repeated: false, lost: false });
                    }
                    6..10 => {
                        if let Some(sequence) = board.first_awaiting() {
                            let first = all.iter().position(|segment| !segment.delivered && segment.lost);
                            assert_eq!(first, Some(sequence as usize), "the lowest");
                            board.resend(sequence, now, true);
                            let segment = &mut all[sequence as usize];
                            (segment.left, segment.repeated, segment.lost) = (now, true, false);
                        }
                    }
                    10 if draw >> 60 == 0 => {
                        board.go_back();
                        board.stop_going_back();
                        all.iter_mut().for_each(|segment| segment.lost = true);
                        timeouts += 1;
                    }
                    _ if una < board.max() => {
                        board.expect(now, Some(least), None);
                        // Most often what left long ago, sometimes the first.
                        let room = (board.max() - una).min(20);
                        let sequence = if draw >> 58 < 6 { una } else { una + (draw >> 8) % room };
                        let segment = &mut all[sequence as usize];
                        if !std::mem::replace(&mut segment.delivered, true) {
                            let took = now.since(segment.left);
                            if (!segment.repeated || took >= least) && (segment.left, sequence) > newest {
                                (newest, rtt) = ((segment.left, sequence), took);
                            }
                            if sequence > una {
                                assert!(board.sack(sequence));
                            } else {
                                let next = all.iter().position(|segment| !segment.delivered).unwrap_or(all.len());
                                board.advance_over(next as u64);
                            }
                        }
                    }
                    _ => {}
                }
                let window = Span(draw >> 32 & 8);
                let (again, due) = board.find_lost(now, window);
                let (mut again_too, mut next) = (false, Time::NEVER);
                for (segment, sequence) in
                    all.iter_mut().zip(0..).filter(|(segment, _)| !segment.delivered && !segment.lost)
                {
                    if (segment.left, sequence) < newest {
                        segment.lost = segment.left + rtt + window <= now;
                        again_too |= segment.lost && segment.repeated;
                        next = if segment.lost { next } else { next.min(segment.left + rtt + window) };
                    }
                }
                assert_eq!((again, due), (again_too, next));
                let open = || all.iter().filter(|segment| !segment.delivered);
                assert_eq!(board.pipe(), open().filter(|segment| !segment.lost).count() as u64);
                assert_eq!(board.awaits(), open().any(|segment| segment.lost));
                assert_eq!(board.resent(), open().filter(|segment| segment.repeated && !segment.lost).count() as u64);
                (relost, waited) = (relost + u64::from(again), waited + u64::from(due < Time::NEVER));
            }
        }
        assert!(relost > 100 && waited > 100 && timeouts > 10, "all kinds occurred: {relost}, {waited}, {timeouts}");
    }
}
