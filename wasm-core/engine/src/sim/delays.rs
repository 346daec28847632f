//! The delays of the path. Flows whose delay is the same share one lane, so that the agenda holds one entry for each
//! distinct delay and not for each flow. Not here: how long a flow's delay is.

use super::shared::Shared;
use crate::event::{Agenda, Event, Lane};
use crate::units::{Span, Time};

/// A place in `Delays`, and how long things stay there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delay {
    lane: u32,
    span: Span,
    /// The lane is this flow's own, since its delay was changed while things were under way.
    own: bool,
}

impl Delay {
    /// How long things stay.
    pub fn span(&self) -> Span {
        self.span
    }
}

/// All delays of one kind of things (data, or acknowledgements).
#[derive(Clone, Debug)]
pub(super) struct Delays<T: Copy> {
    lanes: Vec<Lane<T>>,
    shared: Shared<Span>,
    event: fn(u32) -> Event,
}

impl<T: Copy> Delays<T> {
    /// None yet; the head of lane n is `event(n)`.
    pub fn new(event: fn(u32) -> Event) -> Delays<T> {
        Delays { lanes: Vec::new(), shared: Shared::default(), event }
    }

    fn add(lanes: &mut Vec<Lane<T>>, event: fn(u32) -> Event, agenda: &mut Agenda) -> u32 {
        let lane = lanes.len() as u32;
        lanes.push(Lane::new(agenda.add_frequent(event(lane))));
        lane
    }

    /// The delay of all that take so long.
    pub fn of(&mut self, span: Span, agenda: &mut Agenda) -> Delay {
        let lane = self.shared.of(span, || Delays::add(&mut self.lanes, self.event, agenda));
        Delay { lane, span, own: false }
    }

    /// A flow's delay changes while things of its own are under way, which are never overtaken (contract 1.5): from now on
    /// it has a lane of its own. `theirs` tells the flow's things.
    pub fn change(&mut self, delay: Delay, span: Span, agenda: &mut Agenda, theirs: impl Fn(&T) -> bool) -> Delay {
        if delay.own || span == delay.span {
            return Delay { span, ..delay };
        }
        let last = self.lanes[delay.lane as usize].iter().filter(|(_, item)| theirs(item)).map(|(at, _)| at).last();
        self.own(Delay { span, ..delay }, last.unwrap_or(Time::ZERO), agenda)
    }

    /// A lane of a flow's own, with the same span, which nothing leaves before `last`.
    pub fn own(&mut self, delay: Delay, last: Time, agenda: &mut Agenda) -> Delay {
        let lane = if delay.own { delay.lane } else { Delays::add(&mut self.lanes, self.event, agenda) };
        self.lanes[lane as usize].not_before(last);
        Delay { lane, own: true, ..delay }
    }

    /// Something is under way already, and leaves at `at`.
    pub fn push_until(&mut self, delay: Delay, at: Time, agenda: &mut Agenda, item: T) {
        self.lanes[delay.lane as usize].push(agenda, at, item);
    }

    /// Something enters now.
    #[inline]
    pub fn push(&mut self, delay: Delay, now: Time, agenda: &mut Agenda, item: T) {
        self.lanes[delay.lane as usize].push(agenda, now + delay.span, item);
    }

    /// The head of a lane, which is due.
    #[inline]
    pub fn pop(&mut self, lane: u32, agenda: &mut Agenda) -> T {
        self.lanes[lane as usize].pop(agenda)
    }

    /// How many are under way.
    pub fn len(&self) -> usize {
        self.lanes.iter().map(Lane::len).sum()
    }

    /// What is under way, with the time when it leaves.
    pub fn iter(&self) -> impl Iterator<Item = (Time, &T)> {
        self.lanes.iter().flat_map(Lane::iter)
    }
}
