//! The few slots that move with every packet, searched linearly: links, and the lanes of the first delay of either
//! direction. More of them would slow down every event. Not here: the events of the slots.

use super::Due;
use crate::units::Time;

/// How many.
pub(super) const HOT: usize = 4;

/// When each is due; `Due::NEVER` if it is empty.
#[derive(Clone, Debug)]
pub(super) struct HotSlots {
    due: [Due; HOT],
    used: usize,
}

impl Default for HotSlots {
    fn default() -> HotSlots {
        HotSlots { due: [Due::NEVER; HOT], used: 0 }
    }
}

impl HotSlots {
    /// A new slot, empty at first; none if all are used.
    pub fn add(&mut self) -> Option<u32> {
        if self.used == HOT {
            return None;
        }
        self.used += 1;
        Some(self.used as u32 - 1)
    }

    /// Sets a slot; returns whether it is one of the inner ones.
    #[inline(always)]
    pub fn set(&mut self, slot: u32, due: Due) -> bool {
        let place = slot as usize % HOT;
        self.due[place] = due;
        place != 0 && place != HOT - 1
    }

    /// Times of the first slot and of the last.
    #[inline(always)]
    pub fn outer(&self) -> (Time, Time) {
        (self.due[0].time, self.due[HOT - 1].time)
    }

    /// The first time of the other two.
    #[inline(always)]
    pub fn inner(&self) -> Time {
        self.due[1].time.min(self.due[2].time)
    }

    /// The first slot of all, and when it is due.
    #[inline(always)]
    pub fn first(&self) -> (Due, u32) {
        let [a, b, c, d] = self.due.map(Due::key);
        let first = a.min(b).min(c.min(d));
        let slot = u32::from(first == b) + 2 * u32::from(first == c) + 3 * u32::from(first == d);
        if first == Due::NEVER.key() { (Due::NEVER, 0) } else { (self.due[slot as usize % HOT], slot) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, RandomStream, Stream};

    #[test]
    fn the_first_is_found_among_four() {
        let draw = RandomStream::new(7, Purpose::Arrival, Stream::Flow(0));
        let (mut hot, mut due) = (HotSlots::default(), [Due::NEVER; HOT]);
        let slots: Vec<u32> = std::iter::from_fn(|| hot.add()).collect();
        assert_eq!(slots, [0, 1, 2, 3]);
        assert_eq!(hot.first().0, Due::NEVER);
        for n in 0..2000 {
            let slot = draw.bits(3 * n) as usize % HOT;
            let time = Time(draw.bits(3 * n + 1) % 5);
            due[slot] = if draw.bits(3 * n + 2).is_multiple_of(3) { Due::NEVER } else { Due { time, order: n } };
            assert_eq!(hot.set(slot as u32, due[slot]), slot == 1 || slot == 2);
            let (first, place) =
                due.iter().zip(0..).map(|(due, slot)| (*due, slot)).min_by_key(|one| one.0.key()).unwrap();
            assert_eq!(hot.first().0, first);
            assert!(first == Due::NEVER || hot.first().1 == place);
            assert_eq!(hot.outer(), (due[0].time, due[3].time));
            assert_eq!(hot.inner(), due[1].time.min(due[2].time));
        }
    }
}
