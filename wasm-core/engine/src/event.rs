//! Pending events and their order: by (time, order), where `order` decides within one instant. A fixed delay is a FIFO
//! `Lane` of which only the head is in the event queue (`Agenda`). Not here: the effect of an event.

use crate::units::Time;
use std::collections::VecDeque;

/// Event at an instant; the number is the index of its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The next intervention takes effect.
    Intervention,
    /// The link of a bottleneck (0 is the forward one) has transmitted the last bit of a packet.
    LinkFree(u32),
    /// The head of a lane of data arrives at its receiver.
    PacketArrives(u32),
    /// The head of a lane of ACKs arrives at its sender.
    AckArrives(u32),
    /// The first packet of a lane of round trips that has not yet arrived does so.
    TripArrives(u32),
    /// The first round trip of a lane ends at its sender.
    TripEnds(u32),
    /// A flow starts, or stops.
    FlowSpan(u32),
    /// A data packet leaves its sender, after its send jitter.
    PacketLeaves(u32),
    /// The timer of a flow's sender may expire.
    SenderTimer(u32),
    /// The timer of a flow's receiver may expire.
    ReceiverTimer(u32),
    /// Packets of a flow that were held after a link, out of order, are released.
    FlowHoldEnds(u32),
    /// Cross traffic starts, or stops.
    CrossSpan(u32),
    /// Cross traffic sends its next packet, or begins its next transfer.
    CrossSends(u32),
    /// Packets of cross traffic that were held after the link, out of order, are released.
    CrossHoldEnds(u32),
}

/// Order of the events of one instant. Interventions come first, then stops and starts by their index in the scenario
/// (so that a flow added later is ordered as if it had always existed), then everything else in the order of
/// scheduling.
pub mod order {
    /// Interventions.
    pub const INTERVENTION: u64 = 0;
    /// Stops of flows; add the flow's index.
    pub const FLOW_STOP: u64 = 1 << 32;
    /// Stops of cross traffic.
    pub const CROSS_STOP: u64 = 2 << 32;
    /// Starts of flows.
    pub const FLOW_START: u64 = 3 << 32;
    /// Starts of cross traffic.
    pub const CROSS_START: u64 = 4 << 32;
    /// First number of events in the order of scheduling.
    pub const FIRST_SCHEDULED: u64 = 1 << 48;
}

/// Place in the event queue: one lane's head or one timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(u32);

/// Due time of an event, and its order within the instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Due {
    time: Time,
    order: u64,
}

impl Due {
    const NEVER: Due = Due { time: Time::NEVER, order: u64::MAX };

    /// Both as one number, so that comparing takes no branch.
    #[inline(always)]
    fn key(self) -> u128 {
        u128::from(self.time.0) << 64 | u128::from(self.order)
    }
}

/// Node of the heap. Its order within the instant is stored with its slot: it is rarely needed, and four nodes without
/// it fit one cache line.
#[derive(Clone, Copy, Debug)]
struct Entry {
    time: Time,
    slot: u32,
}

const ABSENT: u32 = u32::MAX;
/// Children of a node. Four halve the depth of a binary heap, and fit two cache lines.
const ARITY: usize = 4;
/// Flag in the number of a slot that is in the front row.
const FRONT: u32 = 1 << 31;
/// Places in the front row: the links, and the lanes of the first delay of either direction. More would slow down every
/// event.
const FRONT_ROW: usize = 4;

/// Event queue. Links and lanes, which move with every packet, are in a front row that is searched linearly. Timers and
/// the rest are in a heap in which each slot knows its place, so that it can be moved or removed.
#[derive(Clone, Debug)]
pub struct Agenda {
    front: [Due; FRONT_ROW],
    front_events: [Event; FRONT_ROW],
    front_used: usize,
    /// First event of all except the front row's two ends, which move with every packet.
    others: Time,
    heap: Vec<Entry>,
    places: Vec<u32>,
    orders: Vec<u64>,
    events: Vec<Event>,
    next_order: u64,
}

impl Default for Agenda {
    fn default() -> Agenda {
        Agenda {
            front: [Due::NEVER; FRONT_ROW],
            front_events: [Event::Intervention; FRONT_ROW],
            front_used: 0,
            others: Time::NEVER,
            heap: Vec::new(),
            places: Vec::new(),
            orders: Vec::new(),
            events: Vec::new(),
            next_order: order::FIRST_SCHEDULED,
        }
    }
}

impl Agenda {
    /// A new slot, empty at first, for this event.
    pub fn add(&mut self, event: Event) -> Slot {
        self.events.push(event);
        self.places.push(ABSENT);
        self.orders.push(u64::MAX);
        self.heap.reserve(1);
        Slot(self.events.len() as u32 - 1)
    }

    /// The same for an event that moves with every packet: in the front row, while there is space.
    pub fn add_frequent(&mut self, event: Event) -> Slot {
        if self.front_used == FRONT_ROW {
            return self.add(event);
        }
        self.front_events[self.front_used] = event;
        self.front_used += 1;
        Slot(FRONT | (self.front_used as u32 - 1))
    }

    /// The order of an event that is scheduled now.
    #[inline]
    pub fn next_order(&mut self) -> u64 {
        self.next_order += 1;
        self.next_order - 1
    }

    /// Two successive orders for two events that are scheduled now; returns the first.
    #[inline]
    pub fn next_two_orders(&mut self) -> u64 {
        self.next_order += 2;
        self.next_order - 2
    }

    /// Schedules the slot's event at `time`, wherever it was before.
    #[inline]
    pub fn set(&mut self, slot: Slot, time: Time, order: u64) {
        if slot.0 & FRONT != 0 {
            self.set_in_front(slot, Due { time, order });
        } else {
            self.set_in_heap(Entry { time, slot: slot.0 }, order);
            self.renew_others();
        }
    }

    #[inline(always)]
    fn set_in_front(&mut self, slot: Slot, due: Due) {
        let place = (slot.0 & !FRONT) as usize % FRONT_ROW;
        self.front[place] = due;
        if place != 0 && place != FRONT_ROW - 1 {
            self.renew_others();
        }
    }

    /// Updates the cached values.
    #[inline]
    fn renew_others(&mut self) {
        let [_, b, c, _] = self.front.map(|due| due.time);
        self.others = b.min(c).min(self.heap.first().map_or(Time::NEVER, |entry| entry.time));
    }

    fn set_in_heap(&mut self, entry: Entry, order: u64) {
        let place = self.places[entry.slot as usize];
        let before = std::mem::replace(&mut self.orders[entry.slot as usize], order);
        if place == ABSENT {
            self.heap.push(entry);
            self.sift_up(self.heap.len() - 1, entry);
        } else {
            let place = place as usize;
            if (entry.time, order) < (self.heap[place].time, before) {
                self.sift_up(place, entry);
            } else {
                self.sift_down(place, entry);
            }
        }
    }

    /// Schedules the slot's event at `time`, after everything already scheduled for then.
    #[inline]
    pub fn schedule(&mut self, slot: Slot, time: Time) {
        let order = self.next_order();
        self.set(slot, time, order);
    }

    /// Empties the slot.
    #[inline]
    pub fn clear(&mut self, slot: Slot) {
        if slot.0 & FRONT != 0 {
            self.set_in_front(slot, Due::NEVER);
        } else {
            self.clear_in_heap(slot);
            self.renew_others();
        }
    }

    fn clear_in_heap(&mut self, slot: Slot) {
        let place = std::mem::replace(&mut self.places[slot.0 as usize], ABSENT);
        if place == ABSENT {
            return;
        }
        let last = self.heap.pop().expect("a slot in the heap");
        let place = place as usize;
        if place < self.heap.len() {
            if place > 0 && self.before(&last, &self.heap[(place - 1) / ARITY]) {
                self.sift_up(place, last);
            } else {
                self.sift_down(place, last);
            }
        }
    }

    /// The next event and its due time.
    #[inline(always)]
    pub fn peek(&self) -> Option<(Time, Event)> {
        // The first and the last of the front row (a link, and the first lane of round trips, where there are any) are
        // most often the first of all, by their time alone.
        let (a, d) = (self.front[0].time, self.front[FRONT_ROW - 1].time);
        if a < d {
            if a < self.others {
                return Some((a, self.front_events[0]));
            }
        } else if d < self.others && d < a {
            return Some((d, self.front_events[FRONT_ROW - 1]));
        }
        let (time, slot) = self.first();
        (slot != ABSENT).then(|| (time, self.event(slot)))
    }

    /// The first event of all, and its due time.
    #[inline(never)]
    fn first(&self) -> (Time, u32) {
        let [a, b, c, d] = self.front.map(|due| due.key());
        let heap = self.heap.first().map_or(Due::NEVER.key(), |entry| self.due(entry).key());
        let first = a.min(b).min(c.min(d)).min(heap);
        let slot = match first {
            _ if first == Due::NEVER.key() => ABSENT,
            _ if first == heap => self.heap[0].slot,
            _ => FRONT | (u32::from(first == b) + 2 * u32::from(first == c) + 3 * u32::from(first == d)),
        };
        (Time((first >> 64) as u64), slot)
    }

    #[inline(always)]
    fn event(&self, slot: u32) -> Event {
        if slot & FRONT != 0 {
            self.front_events[(slot & !FRONT) as usize % FRONT_ROW]
        } else {
            self.events[slot as usize]
        }
    }

    #[inline(always)]
    fn due(&self, entry: &Entry) -> Due {
        Due { time: entry.time, order: self.orders[entry.slot as usize] }
    }

    #[inline(always)]
    fn before(&self, one: &Entry, other: &Entry) -> bool {
        one.time < other.time || one.time == other.time && self.due(one).order < self.due(other).order
    }

    fn sift_up(&mut self, mut place: usize, entry: Entry) {
        while place > 0 {
            let parent = (place - 1) / ARITY;
            if !self.before(&entry, &self.heap[parent]) {
                break;
            }
            self.put(place, self.heap[parent]);
            place = parent;
        }
        self.put(place, entry);
    }

    fn sift_down(&mut self, mut place: usize, entry: Entry) {
        loop {
            let first = place * ARITY + 1;
            if first >= self.heap.len() {
                break;
            }
            let mut least = first;
            for child in first + 1..(first + ARITY).min(self.heap.len()) {
                if self.before(&self.heap[child], &self.heap[least]) {
                    least = child;
                }
            }
            if !self.before(&self.heap[least], &entry) {
                break;
            }
            self.put(place, self.heap[least]);
            place = least;
        }
        self.put(place, entry);
    }

    fn put(&mut self, place: usize, entry: Entry) {
        self.heap[place] = entry;
        self.places[entry.slot as usize] = place as u32;
    }
}

/// Lazy timer: its event may come too early, and is then rescheduled.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    slot: Slot,
    /// Due time of its event; `NEVER` without one.
    at: Time,
}

impl Timer {
    /// A timer that is off, for the slot's event.
    pub fn new(slot: Slot) -> Timer {
        Timer { slot, at: Time::NEVER }
    }

    /// Sets the deadline; the event comes no later.
    #[inline(always)]
    pub fn arm(&mut self, agenda: &mut Agenda, deadline: Time) {
        if deadline < self.at {
            self.at = deadline;
            agenda.schedule(self.slot, deadline);
        }
    }

    /// Reschedules the event, which came too early, for this deadline.
    pub fn put_off(&mut self, agenda: &mut Agenda, deadline: Time) {
        self.at = deadline;
        agenda.schedule(self.slot, deadline);
    }

    /// Switches the timer off.
    pub fn clear(&mut self, agenda: &mut Agenda) {
        self.at = Time::NEVER;
        agenda.clear(self.slot);
    }
}

/// Fixed delay: items leave in the order in which they entered, and only the first is in the event queue.
#[derive(Clone, Debug)]
pub struct Lane<T: Copy> {
    items: VecDeque<(Time, u64, T)>,
    slot: Slot,
    last: Time,
}

impl<T: Copy> Lane<T> {
    /// An empty lane whose head is the slot's event.
    pub fn new(slot: Slot) -> Lane<T> {
        Lane { items: VecDeque::new(), slot, last: Time::ZERO }
    }

    /// Enters an item that leaves at `at`, but not before earlier items.
    #[inline]
    pub fn push(&mut self, agenda: &mut Agenda, at: Time, item: T) {
        self.last = self.last.max(at);
        let order = agenda.next_order();
        if self.items.is_empty() {
            agenda.set(self.slot, self.last, order);
        }
        self.items.push_back((self.last, order, item));
    }

    /// Sets the time before which nothing leaves.
    pub fn not_before(&mut self, at: Time) {
        self.last = self.last.max(at);
    }

    /// Takes the head, which is due.
    #[inline]
    pub fn pop(&mut self, agenda: &mut Agenda) -> T {
        let (_, _, item) = self.items.pop_front().expect("an event for each head");
        match self.items.front() {
            Some(&(time, order, _)) => agenda.set(self.slot, time, order),
            None => agenda.clear(self.slot),
        }
        item
    }

    /// Whether nothing is in flight.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Number of items in flight.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Items in flight with the time when they leave, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Time, &T)> {
        self.items.iter().map(|(time, _, item)| (*time, item))
    }

    /// Removes everything in flight.
    pub fn clear(&mut self, agenda: &mut Agenda) {
        self.items.clear();
        agenda.clear(self.slot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Draws, Purpose, Stream};
    use crate::units::Span;

    /// So many steps of random settings and clearings, of which it knows the first at each step.
    fn sorts(slots: u32, steps: u64, times: impl Fn(u64, u64) -> u64) {
        let luck = Draws::new(3, Purpose::Arrival, Stream::Flow(0));
        let mut agenda = Agenda::default();
        let add = |i| if i % 4 == 0 { agenda.add_frequent(Event::FlowSpan(i)) } else { agenda.add(Event::FlowSpan(i)) };
        let places: Vec<Slot> = (0..slots).map(add).collect();
        let mut due: Vec<Option<(Time, u64)>> = vec![None; slots as usize];
        for n in 0..steps {
            let i = (luck.bits(3 * n) % u64::from(slots)) as usize;
            if luck.bits(3 * n + 1).is_multiple_of(4) {
                agenda.clear(places[i]);
                due[i] = None;
            } else {
                let time = Time(times(n, luck.bits(3 * n + 2)));
                agenda.set(places[i], time, n);
                due[i] = Some((time, n));
            }
            let first = due.iter().enumerate().filter_map(|(i, d)| d.map(|d| (d, i))).min();
            let expected = first.map(|((time, _), i)| (time, Event::FlowSpan(i as u32)));
            assert_eq!(agenda.peek(), expected);
        }
    }

    #[test]
    fn the_agenda_sorts_moves_and_forgets() {
        sorts(50, 5000, |_, luck| luck % 100);
    }

    #[test]
    fn an_agenda_of_very_many_does_so_too() {
        sorts(2000, 20_000, |_, luck| luck % 100);
        sorts(2000, 20_000, |n, luck| n + luck % 3000); // time goes on
        sorts(2000, 20_000, |_, luck| 1 << (luck % 60)); // any scale
    }

    #[test] // as timers do: the first of all is put off
    fn an_agenda_of_very_many_puts_off() {
        let luck = Draws::new(5, Purpose::Arrival, Stream::Flow(0));
        let mut agenda = Agenda::default();
        let slots: Vec<Slot> = (0..3000).map(|i| agenda.add(Event::SenderTimer(i))).collect();
        let mut due = std::collections::BTreeSet::new();
        for (i, &slot) in slots.iter().enumerate() {
            agenda.schedule(slot, Time(i as u64 % 7));
            due.insert((Time(i as u64 % 7), i as u64, i));
        }
        for n in 3000..100_000 {
            let (at, _, i) = due.pop_first().unwrap();
            assert_eq!(agenda.peek(), Some((at, Event::SenderTimer(i as u32))));
            let later = at + Span(luck.bits(n) % 1000);
            agenda.schedule(slots[i], later);
            due.insert((later, n, i));
        }
    }

    #[test]
    fn a_lane_never_reorders() {
        let mut agenda = Agenda::default();
        let slot = agenda.add(Event::LinkFree(0));
        let mut lane = Lane::new(slot);
        lane.push(&mut agenda, Time(10), 'a');
        lane.push(&mut agenda, Time(4), 'b');
        assert_eq!(lane.iter().map(|(t, _)| t.0).collect::<Vec<_>>(), [10, 10]);
        assert_eq!((lane.pop(&mut agenda), lane.pop(&mut agenda)), ('a', 'b'));
        assert_eq!(agenda.peek(), None);
    }
}
