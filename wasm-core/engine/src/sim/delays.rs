//! Delays of the path. Flows with the same delay share one lane, so that the event queue has one entry for each
//! distinct delay and not for each flow. Not here: the length of a flow's delay.

use super::shared::Shared;
use crate::event_queue::{Event, EventQueue, Lane};
use crate::units::{Span, Time};

/// A place in `Delays`, and the length of its delay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delay {
    lane: u32,
    span: Span,
    /// Whether what has a shorter delay overtakes.
    overtakes: bool,
    /// Whether the lane belongs to this flow alone, because its delay was changed while packets were in flight.
    own: bool,
}

impl Delay {
    /// Length of the delay.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The same, but longer for what enters now: it is not overtaken by what follows on the same path (`Lane`).
    #[inline]
    pub fn longer(self, more: Span) -> Delay {
        Delay { span: self.span + more, ..self }
    }

    /// The same with another length for what enters now.
    #[inline]
    pub fn of_length(self, span: Span) -> Delay {
        Delay { span, ..self }
    }
}

/// All delays of one kind of items (data, or ACKs).
#[derive(Clone, Debug)]
pub(super) struct Delays<T: Copy> {
    lanes: Vec<Lane<T>>,
    shared: Shared<(Span, usize)>,
    event: fn(u32) -> Event,
}

impl<T: Copy> Delays<T> {
    /// No delays yet; the head of lane n is `event(n)`.
    pub fn new(event: fn(u32) -> Event) -> Delays<T> {
        Delays { lanes: Vec::new(), shared: Shared::default(), event }
    }

    fn add(lanes: &mut Vec<Lane<T>>, event: fn(u32) -> Event, events: &mut EventQueue) -> u32 {
        let lane = lanes.len() as u32;
        lanes.push(Lane::new(events.add_frequent(event(lane))));
        lane
    }

    /// The delay of this length, shared by what passes the same `path` (`Network::path`), on which packets may overtake.
    pub fn of(&mut self, span: Span, (path, overtakes): (usize, bool), events: &mut EventQueue) -> Delay {
        let lane = self.shared.of((span, path), || Delays::add(&mut self.lanes, self.event, events));
        Delay { lane, span, overtakes, own: false }
    }

    /// Changes a flow's delay. Its packets in flight are never overtaken (contract 1.5), so the flow now has its own
    /// lane. `theirs` recognises the flow's items.
    pub fn change(&mut self, delay: Delay, span: Span, events: &mut EventQueue, theirs: &dyn Fn(&T) -> bool) -> Delay {
        if delay.own || span == delay.span {
            return Delay { span, ..delay };
        }
        let last = self.lanes[delay.lane as usize].iter().filter(|(_, item)| theirs(item)).map(|(at, _)| at).last();
        self.own(Delay { span, ..delay }, last.unwrap_or(Time::ZERO), events)
    }

    /// A separate lane for a flow, with the same length, which nothing leaves before `last`.
    pub fn own(&mut self, delay: Delay, last: Time, events: &mut EventQueue) -> Delay {
        let lane = if delay.own { delay.lane } else { Delays::add(&mut self.lanes, self.event, events) };
        self.lanes[lane as usize].not_before(last);
        Delay { lane, own: true, ..delay }
    }

    /// Adds an item that is already in flight and leaves at `at`.
    pub fn push_until(&mut self, delay: Delay, at: Time, events: &mut EventQueue, item: T) {
        self.lanes[delay.lane as usize].push(events, at, item);
    }

    /// Adds an item now.
    #[inline(always)]
    pub fn push(&mut self, delay: Delay, now: Time, events: &mut EventQueue, item: T) {
        let lane = &mut self.lanes[delay.lane as usize];
        if delay.overtakes {
            lane.insert(events, now + delay.span, item);
        } else {
            lane.push(events, now + delay.span, item);
        }
    }

    /// Removes the head of a lane, which is due.
    #[inline]
    pub fn pop(&mut self, lane: u32, events: &mut EventQueue) -> T {
        self.lanes[lane as usize].pop(events)
    }

    /// Number of items in flight.
    pub fn len(&self) -> usize {
        self.lanes.iter().map(Lane::len).sum()
    }

    /// Items in flight, with the time when they leave.
    pub fn iter(&self) -> impl Iterator<Item = (Time, &T)> {
        self.lanes.iter().flat_map(Lane::iter)
    }
}
