//! Fixed delays. Not here: how long they are.

use super::{EventQueue, Slot};
use crate::ring::Ring;
use crate::units::Time;

/// Fixed delay: items leave in the order in which they entered, and only the first is in the event queue.
#[derive(Clone, Debug)]
pub struct Lane<T: Copy> {
    items: Ring<(Time, u64, T)>,
    slot: Slot,
    last: Time,
}

impl<T: Copy> Lane<T> {
    /// An empty lane whose head is the slot's event.
    pub fn new(slot: Slot) -> Lane<T> {
        Lane { items: Ring::default(), slot, last: Time::ZERO }
    }

    /// Enters an item that leaves at `at`, but not before earlier items.
    #[inline(always)]
    pub fn push(&mut self, queue: &mut EventQueue, at: Time, item: T) {
        self.last = self.last.max(at);
        let order = queue.next_order();
        if self.items.is_empty() {
            queue.set(self.slot, self.last, order);
        }
        self.items.push_back((self.last, order, item));
    }

    /// Enters an item that leaves at `at`, before all that leave later. Whatever enters such a lane enters it so.
    #[cold]
    #[inline(never)]
    pub fn insert(&mut self, queue: &mut EventQueue, at: Time, item: T) {
        let order = queue.next_order();
        // Few of them overtake many: it is moved forward one by one.
        let mut place = self.items.len();
        self.items.push_back((at, order, item));
        while place > 0 && self.items[place - 1].0 > at {
            self.items.swap(place - 1, place);
            place -= 1;
        }
        if place == 0 {
            queue.set(self.slot, at, order);
        }
    }

    /// Sets the time before which nothing leaves.
    pub fn not_before(&mut self, at: Time) {
        self.last = self.last.max(at);
    }

    /// Takes the head, which is due.
    #[inline]
    pub fn pop(&mut self, queue: &mut EventQueue) -> T {
        let (_, _, item) = self.items.pop_front().expect("an event for each head");
        match self.items.front() {
            Some(&(time, order, _)) => queue.set(self.slot, time, order),
            None => queue.clear(self.slot),
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
    pub fn clear(&mut self, queue: &mut EventQueue) {
        self.items.clear();
        queue.clear(self.slot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event_queue::Event;

    #[test]
    fn a_lane_never_reorders() {
        let mut queue = EventQueue::default();
        let slot = queue.add(Event::LinkFree(0));
        let mut lane = Lane::new(slot);
        lane.push(&mut queue, Time(10), 'a');
        lane.push(&mut queue, Time(4), 'b');
        assert_eq!(lane.iter().map(|(t, _)| t.0).collect::<Vec<_>>(), [10, 10]);
        assert_eq!((lane.pop(&mut queue), lane.pop(&mut queue)), ('a', 'b'));
        assert_eq!(queue.peek(), None);
    }

    #[test]
    fn an_item_with_a_shorter_delay_overtakes() {
        let mut queue = EventQueue::default();
        let slot = queue.add(Event::LinkFree(0));
        let mut lane = Lane::new(slot);
        for (at, item) in [(10, 'a'), (4, 'b'), (7, 'c'), (4, 'd'), (12, 'e')] {
            lane.insert(&mut queue, Time(at), item);
        }
        let order: Vec<_> = std::iter::from_fn(|| queue.peek().map(|(at, _)| (at.0, lane.pop(&mut queue)))).collect();
        assert_eq!(order, [(4, 'b'), (4, 'd'), (7, 'c'), (10, 'a'), (12, 'e')]);
    }
}
