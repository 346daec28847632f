//! TCP's receiver: orders segments and decides when to acknowledge (RFC 5681, 4.2): each segment, or with delayed ACKs
//! every second one or after a delay; at once what is out of order or fills a hole. With accurate ECN feedback also at once
//! where marks begin or end, so that the sender learns of them without delay; RFC 8257, 3.2, would acknowledge only what came
//! before the change, which the counts make needless. A receiver with offload acknowledges a burst by one ACK. Not here: the ACK's path, the timer itself.

use super::reassembly::Reassembly;
use super::{Acknowledgement, Segment};
use crate::cc::Label;
use crate::ecn::EcnFeedback;
use crate::units::{Span, Time};

/// Effect of an arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received {
    /// Segments that could now be delivered in order.
    pub delivered: u64,
    /// Whether an ACK leaves now.
    pub acknowledge: bool,
    /// Whether all of its bytes were already here (RFC 2883: a duplicate segment).
    pub needless: bool,
}

/// State of a receiver.
#[derive(Clone, Debug)]
pub struct Receiver {
    held: Reassembly,
    /// The segment that arrived last.
    last: Segment,
    /// Whether it was already here.
    duplicate: bool,
    /// In-order segments that are not yet acknowledged.
    pending: u32,
    /// Number of ACKs sent, wrapping around.
    acknowledgements: u32,
    /// TS.Recent (RFC 7323, 4.3): the latest time at which a segment left that reached `acknowledged` and began no later.
    recent: Time,
    /// Last.ACK.sent: the next segment expected when the last ACK left.
    acknowledged: u64,
    /// Whether an ECN mark has arrived that the sender has not yet responded to.
    echo: bool,
    feedback: EcnFeedback,
    /// Packets that have arrived while feedback was accurate, and those of them that were marked.
    received: u32,
    marked: u32,
    deadline: Time,
    /// Segments of the present burst, with offload, and when it ends at the latest.
    burst: u32,
    burst_ends: Time,
    /// Whether the sender reads what ACKs echo.
    stamps: bool,
    /// Feedback is accurate, or it judges: an arrival takes a longer way.
    observes: bool,
    judges: bool,
    /// Latest label of what was missing.
    label: Option<Label>,
}

impl Default for Receiver {
    fn default() -> Receiver {
        Receiver::starting_at(0)
    }
}

impl Receiver {
    /// A receiver that expects segment `first` first, with classic feedback.
    pub fn starting_at(first: u64) -> Receiver {
        Receiver {
            held: Reassembly::starting_at(first),
            last: Segment::default(),
            duplicate: false,
            pending: 0,
            acknowledgements: 0,
            recent: Time::ZERO,
            acknowledged: first,
            echo: false,
            feedback: EcnFeedback::Classic,
            received: 0,
            marked: 0,
            deadline: Time::NEVER,
            burst: 0,
            burst_ends: Time::NEVER,
            stamps: false,
            observes: false,
            judges: false,
            label: None,
        }
    }

    /// The next segment expected.
    pub fn next(&self) -> u64 {
        self.held.next()
    }

    /// Whether something is missing before what has arrived.
    #[inline(always)]
    pub fn has_gap(&self) -> bool {
        self.held.has_gap()
    }

    /// When a delayed ACK is due, or a burst ends; `NEVER` if nothing waits.
    pub fn deadline(&self) -> Time {
        self.deadline.min(self.burst_ends)
    }

    /// A segment arrives. `delay`: maximum delay of its ACK, if it may be delayed.
    #[inline(always)]
    pub fn on_segment(&mut self, now: Time, segment: &Segment, delay: Option<Span>) -> Received {
        if self.stamps && self.rejects(now - segment.one_way, segment.sequence) {
            self.duplicate = false;
            return Received { delivered: 0, acknowledge: true, needless: false };
        }
        let changed = if self.observes { self.observe(segment) } else { self.echoes(segment) };
        self.last = *segment;
        let had_gap = self.held.has_gap();
        let taken = self.held.take(segment.sequence);
        let (delivered, needless) = (taken.unwrap_or(0), taken.is_none());
        self.duplicate = needless;
        let mut acknowledge = true;
        if let Some(delay) = delay
            && delivered > 0
            && !had_gap
        {
            self.pending += 1;
            acknowledge = self.pending >= 2 || changed;
            self.deadline = self.deadline.min(now + delay);
        }
        Received { delivered, acknowledge, needless }
    }

    /// The same with offload, which merges what arrives in order, `most` segments at most and within `span` of the first: the burst is
    /// acknowledged by one ACK, a burst of one segment like any other segment. Whatever else arrives is acknowledged at once; `breaks`
    /// says whether the burst's own ACK goes before.
    #[inline(never)]
    pub fn on_segment_offloaded(
        &mut self,
        now: Time,
        segment: &Segment,
        delay: Option<Span>,
        (most, span): (u32, Span),
    ) -> Received {
        let before = (self.held.has_gap(), self.echo, self.last.marked);
        let received = self.on_segment(now, segment, None);
        let marks = if self.feedback == EcnFeedback::Accurate { segment.marked } else { before.2 };
        if received.delivered == 0 || before != (false, self.echo, marks) {
            return received;
        }
        self.pending += 1;
        self.burst += 1;
        if let Some(delay) = delay {
            self.deadline = self.deadline.min(now + delay);
        }
        self.burst_ends = self.burst_ends.min(now + span);
        Received { acknowledge: self.burst >= most && self.end_burst(delay.is_some()), ..received }
    }

    /// Whether a segment is none of the burst before it, whose ACK then goes first.
    pub fn breaks_burst(&self, sequence: u64) -> bool {
        self.burst > 0 && sequence != self.held.next()
    }

    /// The burst ends; returns whether an ACK leaves now. One segment alone may be waiting for a second one.
    fn end_burst(&mut self, delays: bool) -> bool {
        (self.burst, self.burst_ends) = (0, Time::NEVER);
        !delays || self.pending >= 2
    }

    /// The timer expires; returns whether an ACK leaves now. `delays`: it may be delayed.
    #[inline(never)]
    pub fn on_timer(&mut self, now: Time, delays: bool) -> bool {
        (self.burst_ends <= now && self.end_burst(delays)) || self.deadline <= now
    }

    /// PAWS (RFC 7323, 5.3): a segment whose time stamp is older than TS.Recent is discarded, as if it came from another time, and the last ACK
    /// repeated. So what is late is of no use once a retransmission has filled a hole. A duplicate is reported all the same.
    fn rejects(&mut self, left: Time, sequence: u64) -> bool {
        if left.is_before(self.recent) {
            return !self.held.has(sequence);
        }
        // A segment wholly before the window sets nothing (R2 comes before R3; Linux: `tcp_sequence`, with its edge).
        if (self.acknowledged..=self.acknowledged + 1).contains(&(sequence + 1)) {
            self.recent = self.recent.max(left);
        }
        false
    }

    /// Classic feedback: a mark is echoed until the sender says that it has reduced its window. Returns that nothing is to be reported
    /// at once.
    #[inline(always)]
    fn echoes(&mut self, segment: &Segment) -> bool {
        self.echo = segment.marked || (self.echo && !segment.cwr);
        false
    }

    /// The longer way of an arrival; returns whether marks begin or end with it.
    #[inline(never)]
    fn observe(&mut self, segment: &Segment) -> bool {
        if self.feedback == EcnFeedback::Accurate { self.count(segment) } else { self.echoes(segment) }
    }

    /// Counts a segment for accurate feedback; returns whether marks begin or end with it.
    fn count(&mut self, segment: &Segment) -> bool {
        self.received = self.received.wrapping_add(1);
        self.marked = self.marked.wrapping_add(u32::from(segment.marked));
        self.last.marked != segment.marked
    }

    /// The ACK that leaves now.
    #[inline(always)]
    pub fn acknowledge(&mut self, now: Time) -> Acknowledgement {
        self.settle();
        let ordinal = self.acknowledgements;
        self.acknowledgements = ordinal.wrapping_add(1);
        self.acknowledged = self.held.next();
        Acknowledgement {
            next: self.acknowledged,
            echoed: self.recent,
            arrived: self.last.sequence,
            duplicate: self.duplicate,
            blocks: self.held.blocks(),
            ordinal,
            echo: self.echo,
            received: self.received,
            marked: self.marked,
            label: self.label,
            serial: self.last.serial,
            one_way: self.last.one_way,
            entered: now,
        }
    }

    /// From now on it reports marks so.
    pub fn set_feedback(&mut self, feedback: EcnFeedback) {
        (self.feedback, self.echo) = (feedback, false);
        self.observes = feedback == EcnFeedback::Accurate || self.judges;
    }

    /// From now on ACKs echo when a segment left, or no more: the sender would not read it.
    pub fn set_stamps(&mut self, stamps: bool) {
        self.stamps = stamps;
    }

    /// From now on the algorithm judges here what is missing, or no more.
    pub fn set_judges(&mut self, judges: bool) {
        (self.judges, self.label) = (judges, None);
        self.observes = self.feedback == EcnFeedback::Accurate || judges;
    }

    /// Whether the algorithm judges here. `observes` comes first: every arrival asks for it anyway.
    #[inline(always)]
    pub fn judges(&self) -> bool {
        self.observes && self.judges
    }

    /// Takes the label of what was missing; each ACK reports it until the next one.
    pub fn report(&mut self, label: Label) {
        self.label = Some(label);
    }

    /// Cancels a delayed ACK.
    pub fn settle(&mut self) {
        (self.pending, self.burst) = (0, 0);
        (self.deadline, self.burst_ends) = (Time::NEVER, Time::NEVER);
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
        assert_eq!(receiver.deadline(), Time(102));
        let got = arrivals(&mut receiver, delay, &[4, 3, 5, 6]);
        assert_eq!(got, [(0, true), (2, true), (1, false), (1, true)]);
        assert_eq!(receiver.deadline(), Time::NEVER);
    }

    /// Arrivals, each at its time in ms, with offload: how far an ACK reaches, and when it leaves.
    fn offloaded(delay: Option<Span>, most: u32, arrivals: &[(u64, u64)]) -> Vec<(u64, u64)> {
        let (mut receiver, mut acks) = (Receiver::default(), Vec::new());
        let mut arrivals = arrivals.iter().copied().peekable();
        while let Some(&(ms, sequence)) = arrivals.peek() {
            let deadline = receiver.deadline();
            if deadline <= Time(1_000_000 * ms) {
                if receiver.on_timer(deadline, delay.is_some()) {
                    acks.push((deadline.0 / 1_000_000, receiver.acknowledge(deadline).next));
                }
                continue;
            }
            arrivals.next();
            let now = Time(1_000_000 * ms);
            if receiver.breaks_burst(sequence) {
                acks.push((ms, receiver.acknowledge(now).next));
            }
            let segment = Segment { sequence, ..Segment::default() };
            if receiver.on_segment_offloaded(now, &segment, delay, (most, Span(3_000_000))).acknowledge {
                acks.push((ms, receiver.acknowledge(now).next));
            }
        }
        acks
    }

    #[test]
    fn a_burst_is_acknowledged_at_once_and_a_single_segment_as_ever() {
        // Four at most; a burst of three ends after 3 ms; one segment alone.
        let row = [(0, 0), (0, 1), (1, 2), (1, 3), (10, 4), (11, 5), (12, 6), (20, 7), (90, 8)];
        assert_eq!(offloaded(None, 4, &row), [(1, 4), (13, 7), (23, 8)]);
        let delayed = Some(Span(40_000_000));
        assert_eq!(offloaded(delayed, 4, &row), [(1, 4), (13, 7), (60, 8)]);
        // The single one and the next burst together.
        assert_eq!(offloaded(delayed, 4, &[(0, 0), (10, 1), (90, 2)]), [(13, 2)]);
    }

    #[test] // segment 2 is missing: the burst before it has its own ACK, so that the three behind it are three duplicates
    fn what_is_out_of_order_ends_a_burst() {
        let row = [(0, 0), (0, 1), (1, 3), (1, 4), (2, 5), (3, 2), (4, 6), (5, 7), (90, 8)];
        assert_eq!(offloaded(None, 8, &row), [(1, 2), (1, 2), (1, 2), (2, 2), (3, 6), (7, 8)]);
    }

    #[test]
    fn an_acknowledgement_tells_of_the_segment_that_arrived_last() {
        let mut receiver = Receiver::default();
        for (sequence, one_way) in [(0, Span(30)), (1, Span(40)), (3, Span(50))] {
            let segment = Segment { sequence, serial: 7 + sequence, one_way, ..Segment::default() };
            receiver.on_segment(Time(1), &segment, Some(Span(100)));
        }
        for ordinal in 0..2 {
            let ack = receiver.acknowledge(Time(2));
            assert_eq!((ack.next, ack.arrived, ack.serial, ack.ordinal), (2, 3, 10, ordinal));
            assert_eq!((ack.one_way, ack.entered, ack.duplicate), (Span(50), Time(2), false));
            assert_eq!(ack.blocks.ranges(2).map(|range| (range.start, range.end)).collect::<Vec<_>>(), [(3, 4)]);
            assert_eq!(receiver.deadline(), Time::NEVER);
        }
    }

    #[test] // RFC 2883, section 4: the first block of an ACK names a duplicate, and no later ACK does
    fn a_duplicate_is_reported_once() {
        let mut receiver = Receiver::default();
        let duplicates = [0, 2, 2, 0, 1, 3].map(|sequence| {
            receiver.on_segment(Time(1), &Segment { sequence, ..Segment::default() }, None);
            receiver.acknowledge(Time(1)).duplicate
        });
        assert_eq!(duplicates, [false, false, true, true, false, false]);
    }

    #[test] // RFC 3168, 6.1.3: from a mark until a CWR; a packet with both sets it again
    fn a_mark_is_echoed_until_the_sender_has_answered() {
        let mut receiver = Receiver::default();
        let steps = [
            (false, false),
            (true, false),
            (false, false),
            (false, true),
            (false, false),
            (true, true),
            (false, false),
        ];
        let echoes: Vec<bool> = steps
            .iter()
            .zip(0..)
            .map(|(&(marked, cwr), sequence)| {
                receiver.on_segment(Time(1), &Segment { sequence, marked, cwr, ..Segment::default() }, None);
                receiver.acknowledge(Time(1)).echo
            })
            .collect();
        assert_eq!(echoes, [false, true, true, false, false, true, true]);
    }
}
