//! A d-ary heap of slots by due time, in which each slot knows its place, so that it can be moved or removed. Not here: the
//! events of the slots.

use super::Due;
use crate::units::Time;

/// Node of the heap. Its order within the instant is stored with its slot: it is rarely needed, and four nodes without
/// it fit one cache line.
#[derive(Clone, Copy, Debug)]
struct Entry {
    time: Time,
    slot: u32,
}

/// Place of a slot that is empty.
const ABSENT: u32 = u32::MAX;
/// Children of a node. Four halve the depth of a binary heap, and fit two cache lines.
const ARITY: usize = 4;

/// The heap, and its slots, of which some are empty.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    entries: Vec<Entry>,
    places: Vec<u32>,
    orders: Vec<u64>,
}

impl Heap {
    /// A new slot, empty at first.
    pub fn add(&mut self) -> u32 {
        self.places.push(ABSENT);
        self.orders.push(u64::MAX);
        self.entries.reserve(1);
        self.places.len() as u32 - 1
    }

    /// Sets a slot, wherever it was before.
    pub fn set(&mut self, slot: u32, due: Due) {
        let entry = Entry { time: due.time, slot };
        let place = self.places[slot as usize];
        let before = std::mem::replace(&mut self.orders[slot as usize], due.order);
        if place == ABSENT {
            self.entries.push(entry);
            self.sift_up(self.entries.len() - 1, entry);
        } else {
            let place = place as usize;
            if (due.time, due.order) < (self.entries[place].time, before) {
                self.sift_up(place, entry);
            } else {
                self.sift_down(place, entry);
            }
        }
    }

    /// Empties a slot.
    pub fn clear(&mut self, slot: u32) {
        let place = std::mem::replace(&mut self.places[slot as usize], ABSENT);
        if place == ABSENT {
            return;
        }
        let last = self.entries.pop().expect("a slot in the heap");
        let place = place as usize;
        if place < self.entries.len() {
            if place > 0 && self.before(&last, &self.entries[(place - 1) / ARITY]) {
                self.sift_up(place, last);
            } else {
                self.sift_down(place, last);
            }
        }
    }

    /// The first slot and when it is due.
    #[inline(always)]
    pub fn first(&self) -> Option<(Due, u32)> {
        self.entries.first().map(|entry| (self.due(entry), entry.slot))
    }

    /// When the first is due; `NEVER` if all are empty.
    #[inline(always)]
    pub fn first_time(&self) -> Time {
        self.entries.first().map_or(Time::NEVER, |entry| entry.time)
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
            if !self.before(&entry, &self.entries[parent]) {
                break;
            }
            self.put(place, self.entries[parent]);
            place = parent;
        }
        self.put(place, entry);
    }

    fn sift_down(&mut self, mut place: usize, entry: Entry) {
        loop {
            let first = place * ARITY + 1;
            if first >= self.entries.len() {
                break;
            }
            let mut least = first;
            for child in first + 1..(first + ARITY).min(self.entries.len()) {
                if self.before(&self.entries[child], &self.entries[least]) {
                    least = child;
                }
            }
            if !self.before(&self.entries[least], &entry) {
                break;
            }
            self.put(place, self.entries[least]);
            place = least;
        }
        self.put(place, entry);
    }

    fn put(&mut self, place: usize, entry: Entry) {
        self.entries[place] = entry;
        self.places[entry.slot as usize] = place as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, RandomStream, Stream};
    use std::collections::BTreeSet;

    #[test]
    fn the_first_of_all_is_first_whatever_is_set_moved_and_cleared() {
        let draw = RandomStream::new(3, Purpose::Arrival, Stream::Flow(0));
        let mut heap = Heap::default();
        let mut due: Vec<Option<(Time, u64)>> = (0..200).map(|_| None).collect();
        due.iter().for_each(|_| _ = heap.add());
        for n in 0..20_000 {
            let slot = (draw.bits(3 * n) % 200) as u32;
            if draw.bits(3 * n + 1).is_multiple_of(4) {
                heap.clear(slot);
                due[slot as usize] = None;
            } else {
                // Few times, so that their order decides.
                let time = Time(draw.bits(3 * n + 2) % 50);
                heap.set(slot, Due { time, order: n });
                due[slot as usize] = Some((time, n));
            }
            let first = (0..).zip(&due).filter_map(|(slot, due)| due.map(|due| (due, slot))).min();
            assert_eq!(heap.first().map(|(due, slot)| ((due.time, due.order), slot)), first);
            assert_eq!(heap.first_time(), first.map_or(Time::NEVER, |first| first.0.0));
        }
    }

    #[test] // as timers do: the first of all is put off
    fn thousands_of_slots_are_put_off() {
        let draw = RandomStream::new(5, Purpose::Arrival, Stream::Flow(0));
        let (mut heap, mut due) = (Heap::default(), BTreeSet::new());
        for n in 0..3000 {
            let slot = heap.add();
            heap.set(slot, Due { time: Time(n % 7), order: n });
            due.insert((Time(n % 7), n, slot));
        }
        for n in 3000..100_000 {
            let (time, order, slot) = due.pop_first().unwrap();
            assert_eq!(heap.first(), Some((Due { time, order }, slot)));
            let later = Time(time.0 + draw.bits(n) % 1000);
            heap.set(slot, Due { time: later, order: n });
            due.insert((later, n, slot));
        }
    }
}
