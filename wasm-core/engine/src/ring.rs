//! FIFO of plain values, which every packet passes several times. It is like the standard library's double-ended queue,
//! but its capacity is a power of two, so that an index is found by one mask, and values are copied in memory, not
//! through registers. Not here: its content.

use std::ops::{Index, IndexMut};

/// First in, first out.
#[derive(Debug)]
pub struct Ring<T> {
    /// Slots, a power of two of them; none before the first push.
    places: Vec<T>,
    /// Numbers of all values that have ever left and entered, wrapping around.
    left: usize,
    entered: usize,
}

impl<T> Default for Ring<T> {
    fn default() -> Ring<T> {
        Ring { places: Vec::new(), left: 0, entered: 0 }
    }
}

/// A copy with the capacity for its content only.
impl<T: Copy> Clone for Ring<T> {
    fn clone(&self) -> Ring<T> {
        let mut places: Vec<T> = Vec::with_capacity(self.len().next_power_of_two());
        places.extend(self.iter());
        if let Some(&filler) = places.first() {
            places.resize(self.len().next_power_of_two(), filler);
        }
        Ring { places, left: 0, entered: self.len() }
    }
}

impl<T: Copy> Ring<T> {
    #[inline(always)]
    fn place(&self, number: usize) -> usize {
        number & self.places.len().wrapping_sub(1)
    }

    /// Appends a value.
    #[inline(always)]
    pub fn push(&mut self, item: &T) {
        *self.add(|| *item) = *item;
    }

    /// A slot at the end with any content, to be overwritten. `filler` is called only if the capacity grows.
    #[inline(always)]
    pub fn add(&mut self, filler: impl FnOnce() -> T) -> &mut T {
        if self.len() == self.places.len() {
            self.grow(filler());
        }
        let place = self.place(self.entered);
        self.entered = self.entered.wrapping_add(1);
        &mut self.places[place]
    }

    /// Doubles the capacity; new slots hold copies of `filler`.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, filler: T) {
        let (len, room) = (self.len(), (2 * self.len()).max(4));
        let mut places = Vec::with_capacity(room);
        places.extend(self.iter());
        places.resize(room, filler);
        *self = Ring { places, left: 0, entered: len };
    }

    /// Removes the first value, which may be read in its slot until a value is added.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<&T> {
        if self.is_empty() {
            return None;
        }
        let place = self.place(self.left);
        self.left = self.left.wrapping_add(1);
        Some(&self.places[place])
    }

    /// The first.
    #[inline(always)]
    pub fn front(&self) -> Option<&T> {
        if self.is_empty() { None } else { Some(&self.places[self.place(self.left)]) }
    }

    /// The n-th from the front, from 0.
    #[inline(always)]
    pub fn get(&self, n: usize) -> Option<&T> {
        if n < self.len() { Some(&self.places[self.place(self.left.wrapping_add(n))]) } else { None }
    }

    /// The same, mutable.
    #[inline(always)]
    pub fn get_mut(&mut self, n: usize) -> Option<&mut T> {
        let place = self.place(self.left.wrapping_add(n));
        if n < self.len() { Some(&mut self.places[place]) } else { None }
    }

    /// Number of values.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.entered.wrapping_sub(self.left)
    }

    /// Whether it is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.entered == self.left
    }

    /// From the first to the last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        (0..self.len()).map(|n| &self.places[self.place(self.left.wrapping_add(n))])
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.left = self.entered;
    }

    /// Keeps the values for which `keeps` is true, in their order.
    pub fn retain(&mut self, mut keeps: impl FnMut(&T) -> bool) {
        for _ in 0..self.len() {
            let Some(&item) = self.pop() else { return };
            if keeps(&item) {
                self.push(&item);
            }
        }
    }
}

impl<T: Copy> Index<usize> for Ring<T> {
    type Output = T;
    #[inline]
    fn index(&self, n: usize) -> &T {
        self.get(n).expect("a place in the row")
    }
}

impl<T: Copy> IndexMut<usize> for Ring<T> {
    #[inline]
    fn index_mut(&mut self, n: usize) -> &mut T {
        self.get_mut(n).expect("a place in the row")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Draws, Purpose, Stream};
    use std::collections::VecDeque;

    #[test]
    fn it_does_what_the_standard_librarys_does() {
        let luck = Draws::new(5, Purpose::Arrival, Stream::Flow(0));
        let (mut ring, mut other) = (Ring::default(), VecDeque::new());
        for n in 0..5000u64 {
            // Now it grows, now it shrinks, so that it wraps with much and with little in it.
            match luck.bits(n) % 8 {
                0 if n % 50 == 0 => {
                    ring.retain(|item| item % 3 > 0);
                    other.retain(|item| item % 3 > 0);
                }
                0 | 1 => ring = ring.clone(),
                kind if (kind < 5) == (n / 100 % 2 == 0) => assert_eq!(ring.pop().copied(), other.pop_front()),
                _ => {
                    ring.push(&n);
                    other.push_back(n);
                }
            }
            assert_eq!((ring.len(), ring.is_empty(), ring.front()), (other.len(), other.is_empty(), other.front()));
            assert!(ring.iter().eq(&other) && ring.iter().rev().eq(other.iter().rev()));
            let place = (luck.bits(n) >> 32) as usize % (other.len() + 2);
            assert_eq!(ring.get(place), other.get(place));
            assert_eq!(ring.get_mut(place), other.get_mut(place));
        }
        ring.clear();
        assert_eq!(ring.pop(), None);
        assert_eq!(ring.len(), 0);
    }
}
