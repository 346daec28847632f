//! TCP's receiver: puts segments in order, and says when to acknowledge (RFC 5681, 4.2): each segment, or with delayed
//! acknowledgements every second one or after a while; at once what is out of order or fills a hole.
//! Not here: the acknowledgement's way back, and the timer itself.

use std::collections::VecDeque;

use super::{Acknowledgement, Segment};
use crate::units::{Span, Time};

/// What an arrival does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received {
    /// Segments that could now be delivered in order.
    pub delivered: u64,
    /// An acknowledgement is to leave now.
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
    /// The segment that arrived last.
    last: Segment,
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

    /// A segment arrives. `delay`: how long its acknowledgement may wait, if at all.
    pub fn on_segment(&mut self, now: Time, segment: &Segment, delay: Option<Span>) -> Received {
        self.last = *segment;
        let sequence = segment.sequence;
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
        received
    }

    /// The acknowledgement that leaves now.
    pub fn acknowledge(&mut self, now: Time) -> Acknowledgement {
        self.settle();
        let Segment { sequence: arrived, serial, one_way } = self.last;
        Acknowledgement { next: self.next, arrived, serial, one_way, entered: now }
    }

    /// Nothing waits for an acknowledgement any more.
    pub fn settle(&mut self) {
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
            let received = receiver.on_segment(Time(s), &Segment { sequence: s, ..Segment::default() }, delay);
            if received.acknowledge {
                receiver.acknowledge(Time(s));
            }
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

    #[test]
    fn an_acknowledgement_tells_of_the_segment_that_arrived_last() {
        let mut receiver = Receiver::default();
        for (sequence, one_way) in [(0, Span(30)), (1, Span(40)), (3, Span(50))] {
            receiver.on_segment(Time(1), &Segment { sequence, serial: 7 + sequence, one_way }, Some(Span(100)));
        }
        let expected = Acknowledgement { next: 2, arrived: 3, serial: 10, one_way: Span(50), entered: Time(2) };
        assert_eq!(receiver.acknowledge(Time(2)), expected);
        assert_eq!(receiver.deadline(), None);
    }
}
