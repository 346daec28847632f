//! Retransmissions that are lost, as Linux 2.6.25 finds them within a recovery (`tcp_mark_lost_retrans`; the idea is of the rate-halving
//! algorithm): a segment is SACKed whose first transmission left after the retransmission. Once reordering was seen, as many segments as the
//! threshold must lie between them. Not here: losses of first transmissions (`scoreboard`), when a segment leaves again
//! (`recovery`).

use super::{DUPLICATE_THRESHOLD, LOST, LOST_AGAIN, RESENT, SACKED, Scoreboard};
use crate::ring::Ring;

/// The retransmissions of a recovery, and those of them that are lost.
#[derive(Clone, Debug, Default)]
pub(super) struct LostAgain {
    /// In order: the first segment that had never been sent when the retransmission left, and the retransmitted one. An entry is stale once
    /// the segment was delivered.
    sent: Ring<(u64, u64)>,
    /// Segments whose retransmission is lost, and that have not left again.
    waiting: u64,
    /// Lower bound of them.
    waiting_from: u64,
}

impl LostAgain {
    /// A segment is retransmitted while `max` is the first that was never sent; `waited`: its last retransmission was lost.
    pub fn on_resend(&mut self, sequence: u64, waited: bool, max: u64) {
        if waited {
            self.end_wait();
            self.waiting_from = sequence + 1; // the lowest is always sent first
        }
        self.sent.push_back((max, sequence));
    }

    /// A segment that waited was delivered, or leaves again.
    pub fn end_wait(&mut self) {
        self.waiting -= 1;
    }

    /// The recovery is over by a timeout or an undo.
    pub fn clear(&mut self) {
        self.sent.clear();
        self.waiting = 0;
    }
}

impl Scoreboard {
    /// The first segment whose retransmission is lost, by FACK's rule, and that has not left again.
    pub(super) fn first_lost_again(&self) -> Option<u64> {
        let again = self.lost_again.as_deref().filter(|again| again.waiting > 0)?;
        let waits = |&s: &u64| self.segments[(s - self.una) as usize].flags & (LOST_AGAIN | SACKED) == LOST_AGAIN;
        (again.waiting_from.max(self.una)..self.max).find(waits)
    }

    /// Marks the retransmissions that the highest SACKed segment shows to be lost.
    #[inline(never)]
    pub(super) fn find_lost_again(&mut self) {
        let Some(again) = self.lost_again.as_deref_mut() else { return };
        let beyond = if self.threshold > u64::from(DUPLICATE_THRESHOLD) { self.threshold } else { 1 };
        while let Some(&(max, sequence)) = again.sent.front()
            && self.highest[0] >= max + beyond
        {
            again.sent.pop_front();
            let Some(n) = sequence.checked_sub(self.una) else { continue };
            let segment = &mut self.segments[n as usize];
            if segment.flags & (RESENT | SACKED) != RESENT {
                continue;
            }
            self.resent -= 1;
            self.lost += u64::from(segment.flags & LOST == 0);
            self.found += 1;
            segment.flags = (segment.flags | LOST | LOST_AGAIN) & !RESENT;
            again.waiting_from = if again.waiting == 0 { sequence } else { again.waiting_from.min(sequence) };
            again.waiting += 1;
            if let Some(delivery) = &mut self.delivery {
                delivery.on_loss(sequence);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::LossRule;
    use super::*;
    use crate::random::{Purpose, RandomStream, Stream};
    use crate::units::Time;

    /// Twenty segments in flight, of which 0 is lost and has left again; 4 is SACKed.
    fn repairing(rule: LossRule) -> Scoreboard {
        let mut board = Scoreboard::new(0, rule);
        (0..20).for_each(|n| board.send_new(Time(n)));
        board.sack(4);
        board.resend(0, Time(30), true);
        board
    }

    #[test] // the retransmission left when 20 had never been sent: 19 says nothing of it, 20 does
    fn a_segment_sent_for_the_first_time_after_a_retransmission_shows_its_loss() {
        let mut board = repairing(LossRule::Forward);
        board.send_new(Time(31));
        board.sack(19);
        assert_eq!((board.first_awaiting(), board.resent()), (None, 1));
        let (pipe, found) = (board.pipe(), board.found());
        board.sack(20);
        assert_eq!((board.first_awaiting(), board.resent()), (Some(0), 0));
        // 20 has arrived, and 17 is lost, too: it lies three below.
        assert_eq!((board.pipe(), board.found()), (pipe - 3, found + 2));
        board.resend(0, Time(60), true);
        assert_eq!((board.first_awaiting(), board.resent(), board.pipe()), (None, 1, pipe - 2));
        board.send_new(Time(61));
        board.sack(21);
        assert_eq!(board.first_awaiting(), Some(0), "and again");
        board.advance_over(1);
        assert_eq!(board.first_awaiting(), None);
    }

    #[test] // tcp_mark_lost_retrans: without FACK as many segments as `reordering`
    fn where_packets_change_places_as_many_segments_as_the_threshold_must_lie_between() {
        let mut board = repairing(LossRule::Adaptive);
        (20..30).for_each(|n| board.send_new(Time(n)));
        board.sack(9);
        board.note_reordering(4);
        assert_eq!(board.threshold(), 6);
        board.sack(24);
        assert_eq!(board.first_awaiting(), None, "24 is the fifth after 19");
        board.sack(25);
        assert_eq!(board.first_awaiting(), Some(0));
    }

    #[test]
    fn a_timeout_and_an_undo_begin_with_none() {
        for end in [|board: &mut Scoreboard| board.go_back(), |board: &mut Scoreboard| board.unmark(false)] {
            let mut board = repairing(LossRule::Forward);
            board.resend(1, Time(31), true);
            board.send_new(Time(32));
            board.sack(20);
            assert_eq!(board.first_awaiting(), Some(0));
            end(&mut board);
            assert_eq!(board.first_awaiting(), None);
            board.advance_over(board.max());
        }
    }

    // From the definition, looking at all segments each time: a retransmission is lost when one is SACKed that was first sent after it.
    #[test]
    fn lost_retransmissions_and_pipe_are_those_of_the_definition() {
        let mut again = 0;
        for seed in 0..20 {
            let draws = RandomStream::new(seed, Purpose::Arrival, Stream::Flow(0));
            let mut board = Scoreboard::new(0, LossRule::Forward);
            // Of each segment: whether it is SACKed, and the first that had not been sent when it was last retransmitted.
            let (mut sacked, mut resent): (Vec<bool>, Vec<Option<u64>>) = (Vec::new(), Vec::new());
            // One past the highest SACKed segment.
            let mut highest = 0;
            for n in 0..3000 {
                let draw = draws.bits(n);
                let (una, max) = (board.una(), board.max());
                let open = |sacked: &[bool]| (una..max).filter(|&s| !sacked[s as usize]).collect::<Vec<_>>();
                match draw % 8 {
                    0..3 => {
                        board.send_new(Time(n));
                        sacked.push(false);
                        resent.push(None);
                    }
                    3..5 => {
                        let lost_again = |&s: &u64| resent[s as usize].is_some_and(|at| highest > at);
                        let first = open(&sacked).into_iter().find(lost_again);
                        assert_eq!(board.first_awaiting(), first, "the lowest");
                        let lost = |&s: &u64| s + 3 < highest && resent[s as usize].is_none();
                        if let Some(sequence) = first.or_else(|| open(&sacked).into_iter().find(lost)) {
                            again += u64::from(first.is_some());
                            board.resend(sequence, Time(n), true);
                            resent[sequence as usize] = Some(max);
                        }
                    }
                    5..7 if una < max => {
                        let near = (draw >> 8) % (max - una).min(12);
                        let sequence = if draw >> 63 == 0 { una + near } else { max - 1 - near };
                        if sequence > una && !sacked[sequence as usize] {
                            board.sack(sequence);
                            sacked[sequence as usize] = true;
                            highest = highest.max(sequence + 1);
                        }
                    }
                    7 if draw >> 61 == 0 && una < max => {
                        sacked[una as usize] = true;
                        let next = sacked.iter().position(|&is| !is).unwrap_or(sacked.len());
                        board.advance_over(next as u64);
                    }
                    _ => {}
                }
                let una = board.una();
                let in_network = |&s: &u64| match resent[s as usize] {
                    Some(at) => u64::from(highest <= at) + u64::from(s + 3 >= highest && highest <= at),
                    None => u64::from(s + 3 >= highest),
                };
                let pipe: u64 = (una..board.max()).filter(|&s| !sacked[s as usize]).map(|s| in_network(&s)).sum();
                assert_eq!(board.pipe(), pipe);
            }
        }
        assert!(again > 1000, "retransmissions were lost {again} times");
    }
}
