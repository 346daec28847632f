//! ACKs that do not reach their sender: some are lost at random, and of those in order only every n-th is passed on, as by a filter of ACKs in a
//! modem or a router (RFC 3449, section 5.3). Not here: segments that a receiver acknowledges together (`receiver`), a bottleneck of
//! the ACKs (`path`), when a timer expires (`sim`).
//!
//! An ACK is *usual* if it acknowledges new data and says nothing else: neither it nor the one before has a SACK block, it reports no
//! duplicate, and neither its echo of a mark nor its report of marks or labels differs from the one before. Of usual ACKs the n-th since one was passed on is passed on, and what
//! the others said is in it, since they are cumulative; the last one waits for `ack_thinning_ms` at most, so that none is withheld for good.
//! Any other ACK is passed on at once, and the one that waits goes before it: so no duplicate is missing in a sender's count.

use super::Acknowledgement;
use crate::cc::Label;
use crate::host::FlowSettings;
use crate::random::{Purpose, RandomStream, Stream};
use crate::units::{Span, Time};

/// Loss and thinning of a flow's ACKs before the reverse path.
#[derive(Clone, Copy, Debug)]
pub struct AckPath {
    /// Probability that an ACK is lost.
    loss: f64,
    /// Of this many usual ACKs one is passed on.
    every: u32,
    /// How long the first of those that are withheld waits at most.
    wait: Span,
    draws: RandomStream,
    /// The last one that is withheld, how many are since one was passed on, and until when it waits.
    held: Option<Acknowledgement>,
    count: u32,
    due: Time,
    last: Last,
    /// ACKs lost at random.
    pub lost: u64,
    /// ACKs that were not passed on because a later one says the same, or the flow stopped.
    pub thinned: u64,
}

/// The part of the last ACK that a usual one does not change.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    next: u64,
    echo: bool,
    marked: u32,
    /// Whether the one before reported new marks.
    marks: bool,
    label: Option<Label>,
    /// Whether something was missing before what had arrived.
    gap: bool,
}

impl AckPath {
    /// That of a flow.
    pub fn new(seed: u64, stream: Stream, settings: &FlowSettings) -> AckPath {
        let mut path = AckPath {
            loss: 0.0,
            every: 1,
            wait: Span::ZERO,
            draws: RandomStream::new(seed, Purpose::AckPathLoss, stream),
            held: None,
            count: 0,
            due: Time::NEVER,
            last: Last::default(),
            lost: 0,
            thinned: 0,
        };
        path.configure(settings);
        path
    }

    /// Settings change, from the next ACK on.
    pub fn configure(&mut self, settings: &FlowSettings) {
        (self.loss, self.every) = (settings.ack_loss, settings.ack_thinning);
        self.wait = Span::from_ms(settings.ack_thinning_ms);
    }

    /// An ACK leaves the receiver: those that are passed on now, in order.
    #[inline(never)]
    pub fn take(&mut self, now: Time, ack: Acknowledgement) -> [Option<Acknowledgement>; 2] {
        let usual = self.is_usual(&ack);
        let before = if usual { None } else { self.release(now) };
        if usual {
            self.count += 1;
            // Either it waits in the place of the one before, or it goes in that one's place.
            self.thinned += u64::from(self.held.take().is_some());
            if self.count < self.every {
                self.held = Some(ack);
                self.due = self.due.min(now + self.wait);
                return [None, None];
            }
        }
        (self.count, self.due) = (0, Time::NEVER);
        [before, self.survives(ack)]
    }

    /// When the one that is withheld is passed on at the latest; `NEVER` if none is.
    pub fn deadline(&self) -> Time {
        self.due
    }

    /// The one that has waited long enough, if it is not lost.
    #[inline(never)]
    pub fn expire(&mut self, now: Time) -> Option<Acknowledgement> {
        if self.due <= now { self.release(now) } else { None }
    }

    /// Its flow has stopped: nothing is passed on any more.
    pub fn stop(&mut self) {
        self.thinned += u64::from(self.held.take().is_some());
        (self.count, self.due) = (0, Time::NEVER);
    }

    fn release(&mut self, now: Time) -> Option<Acknowledgement> {
        (self.count, self.due) = (0, Time::NEVER);
        let held = self.held.take()?;
        self.survives(Acknowledgement { entered: now, ..held })
    }

    /// The ACK, unless it is lost. Its draw is that of its ordinal, whatever happens to others.
    fn survives(&mut self, ack: Acknowledgement) -> Option<Acknowledgement> {
        let lost = self.loss > 0.0 && self.draws.uniform(u64::from(ack.ordinal)) < self.loss;
        self.lost += u64::from(lost);
        (!lost).then_some(ack)
    }

    fn is_usual(&mut self, ack: &Acknowledgement) -> bool {
        let before = self.last;
        let marks = ack.marked != before.marked;
        let gap = ack.blocks.ranges(ack.next).next().is_some();
        self.last = Last { next: ack.next, echo: ack.echo, marked: ack.marked, marks, label: ack.label, gap };
        ack.next > before.next
            && !ack.duplicate
            && !gap
            && !before.gap
            && ack.echo == before.echo
            && marks == before.marks
            && ack.label == before.label
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{Choice, Value};
    use crate::tcp::Segment;
    use crate::tcp::receiver::Receiver;

    fn path(loss: f64, every: f64, wait_ms: f64) -> AckPath {
        let number = Value::Number;
        let settings = Choice::of(&crate::host::SECTION)
            .with("ack_loss", number(loss))
            .with("ack_thinning", number(every))
            .with("ack_thinning_ms", number(wait_ms));
        AckPath::new(1, Stream::Flow(0), &FlowSettings::read(&settings.values))
    }

    /// ACKs passed on of these segments, of which one arrives each ms: time in ms and next segment expected.
    fn passed(path: &mut AckPath, segments: &[Segment]) -> Vec<(u64, u64)> {
        let (mut receiver, mut all) = (Receiver::default(), Vec::new());
        for (ms, segment) in (1..).zip(segments) {
            let now = Time(1_000_000 * ms);
            all.extend(path.expire(now).map(|ack| (ms, ack.next)));
            receiver.on_segment(now, segment, None);
            let ack = receiver.acknowledge(now);
            all.extend(path.take(now, ack).into_iter().flatten().map(|ack| (ms, ack.next)));
        }
        all
    }

    fn segments(sequences: &[u64]) -> Vec<Segment> {
        sequences.iter().map(|&sequence| Segment { sequence, ..Segment::default() }).collect()
    }

    #[test]
    fn every_nth_is_passed_on_and_the_last_waits_for_the_timer() {
        let mut path = path(0.0, 3.0, 5.0);
        assert_eq!(passed(&mut path, &segments(&[0, 1, 2, 3, 4, 5, 6])), [(3, 3), (6, 6)]);
        assert_eq!((path.thinned, path.deadline()), (4, Time(12_000_000)));
        assert_eq!(path.expire(Time(11_999_999)), None);
        let last = path.expire(Time(12_000_000)).expect("the seventh");
        assert_eq!((last.next, last.entered, path.deadline()), (7, Time(12_000_000), Time::NEVER));
    }

    #[test] // the wait begins with the first that is withheld
    fn no_more_than_the_wait_passes_without_an_ack() {
        assert_eq!(passed(&mut path(0.0, 100.0, 2.5), &segments(&[0, 1, 2, 3, 4, 5, 6])), [(4, 3), (7, 6)]);
    }

    #[test] // segment 3 is missing: three duplicates, each at once, after the ACK that waited; then the ACK that fills the gap
    fn duplicates_and_sack_are_passed_on_at_once() {
        let all = passed(&mut path(0.0, 4.0, 50.0), &segments(&[0, 1, 2, 4, 5, 6, 3, 7, 8, 9, 10]));
        assert_eq!(all, [(4, 3), (4, 3), (5, 3), (6, 3), (7, 7), (11, 11)]);
        // A segment that came twice is reported at once.
        assert_eq!(passed(&mut path(0.0, 4.0, 50.0), &segments(&[0, 1, 1])), [(3, 2), (3, 2)]);
    }

    #[test] // RFC 3168: the echo begins with 2 and ends with 4, whose sender has answered
    fn a_change_of_the_echo_is_passed_on_at_once() {
        let mut row = segments(&[0, 1, 2, 3, 4, 5, 6]);
        (row[2].marked, row[4].cwr) = (true, true);
        assert_eq!(passed(&mut path(0.0, 100.0, 50.0), &row), [(3, 2), (3, 3), (5, 4), (5, 5)]);
    }

    #[test]
    fn as_many_are_lost_as_the_probability_says() {
        let mut path = path(0.3, 1.0, 5.0);
        let count = 20_000;
        let kept = passed(&mut path, &segments(&(0..count).collect::<Vec<_>>()));
        assert_eq!(kept.len() as u64 + path.lost, count);
        // Four standard deviations are 260.
        assert!((5740..=6260).contains(&path.lost), "{}", path.lost);
    }
}
