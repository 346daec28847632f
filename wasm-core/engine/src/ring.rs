//! The standard library's double-ended queue with a small and quick clone: it copies memory, where the library's extends
//! item by item, in 1 KB of code for each type. Not here: what is kept in it.

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};

/// A queue of plain data.
#[derive(Debug)]
pub struct Ring<T>(VecDeque<T>);

impl<T> Default for Ring<T> {
    fn default() -> Ring<T> {
        Ring(VecDeque::new())
    }
}

impl<T: Copy> Clone for Ring<T> {
    #[inline(never)]
    fn clone(&self) -> Ring<T> {
        let (first, second) = self.0.as_slices();
        Ring([first, second].concat().into())
    }
}

impl<T> FromIterator<T> for Ring<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Ring<T> {
        Ring(items.into_iter().collect())
    }
}

impl<T> Deref for Ring<T> {
    type Target = VecDeque<T>;
    fn deref(&self) -> &VecDeque<T> {
        &self.0
    }
}

impl<T> DerefMut for Ring<T> {
    fn deref_mut(&mut self) -> &mut VecDeque<T> {
        &mut self.0
    }
}
