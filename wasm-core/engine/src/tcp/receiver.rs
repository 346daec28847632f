//! TCP's receiver: puts segments in order, and says when to acknowledge (RFC 5681, 4.2): each segment, or with delayed
//! acknowledgements every second one or after a while; at once what is out of order or fills a hole.
//! Not here: the acknowledgement's way back, and the timer itself.

use std::collections::VecDeque;

use crate::units::{Span, Time};

/// What an arrival does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received {
    /// Segments that could now be delivered in order.
    pub delivered: u64,
    /// An acknowledgement leaves now.
    pub acknowledge: bool,
}

/// State of a receiver.
#[derive(Clone, Debug, Default)]
pub struct Receiver {
    next: u64,
    /// Whether segment `next + n` is here; the first never is.
    early: VecDeque<bool>,
    /// In-order segments that wait for their acknowledgement.
    pending: u32,
    deadline: Option<Time>,
    last: (u64, u64),
}

impl Receiver {
    /// The next segment expected.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// When a delayed acknowledgement is due.
    pub fn deadline(&self) -> Option<Time> {
        self.deadline
    }

    /// Sequence and serial number of the segment that arrived last.
    pub fn last(&self) -> (u64, u64) {
        self.last
    }

    /// A segment arrives. `delay`: how long its acknowledgement may wait, if at all.
    pub fn on_segment(&mut self, now: Time, sequence: u64, serial: u64, delay: Option<Span>) -> Received {
        self.last = (sequence, serial);
        let mut received = Received { delivered: 0, acknowledge: true };
        if sequence == self.next {
            let fills_hole = !self.early.is_empty();
            received.delivered = self.deliver();
            if let (Some(delay), false) = (delay, fills_hole) {
                self.pending += 1;
                received.acknowledge = self.pending >= 2;
                self.deadline.get_or_insert(now + delay);
            }
        } else if sequence > self.next {
            let place = (sequence - self.next) as usize;
            if self.early.len() <= place {
                self.early.resize(place + 1, false);
            }
            self.early[place] = true;
        }
        if received.acknowledge {
            self.acknowledged();
        }
        received
    }

    /// An acknowledgement leaves: nothing waits for one any more.
    pub fn acknowledged(&mut self) {
        self.pending = 0;
        self.deadline = None;
    }

    /// Delivers the segment `next` and all that follow it without a gap.
    fn deliver(&mut self) -> u64 {
        let before = self.next;
        self.next += 1;
        self.early.pop_front();
        while self.early.front() == Some(&true) {
            self.early.pop_front();
            self.next += 1;
        }
        self.next - before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrivals(receiver: &mut Receiver, delay: Option<Span>, sequences: &[u64]) -> Vec<(u64, bool)> {
        let arrive = |&s: &u64| {
            let received = receiver.on_segment(Time(s), s, s, delay);
            (received.delivered, received.acknowledge)
        };
        sequences.iter().map(arrive).collect()
    }

    #[test]
    fn segments_are_delivered_in_order_and_once() {
        let mut receiver = Receiver::default();
        let got = arrivals(&mut receiver, None, &[0, 2, 3, 5, 2, 1, 0, 4, 6]);
        assert_eq!(got.iter().map(|g| g.0).collect::<Vec<_>>(), [1, 0, 0, 0, 0, 3, 0, 2, 1]);
        assert!(got.iter().all(|g| g.1));
        assert_eq!(receiver.next(), 7);
    }

    #[test] // RFC 5681, 4.2
    fn every_second_segment_is_acknowledged_but_gaps_at_once() {
        let mut receiver = Receiver::default();
        let delay = Some(Span(100));
        let got = arrivals(&mut receiver, delay, &[0, 1, 2]);
        assert_eq!(got, [(1, false), (1, true), (1, false)]);
        assert_eq!(receiver.deadline(), Some(Time(102)));
        let got = arrivals(&mut receiver, delay, &[4, 3, 5, 6]);
        assert_eq!(got, [(0, true), (2, true), (1, false), (1, true)]);
        assert_eq!(receiver.deadline(), None);
    }
}
