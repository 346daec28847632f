//! Smallest and largest values of a time that ends now. Not here: how long that time is, nor what is measured.

use crate::ring::Ring;
use crate::units::{Span, Time};

/// The smallest value (`LARGEST`: the largest one) of a time that ends now.
#[derive(Clone, Debug, Default)]
pub(super) struct Extreme<const LARGEST: bool> {
    /// Values that none after them exceeds in what is looked for, oldest first.
    candidates: Ring<(Time, Span)>,
}

impl<const LARGEST: bool> Extreme<LARGEST> {
    /// A value is measured, and those older than `window` count no longer.
    pub fn add(&mut self, now: Time, value: Span, window: Span) {
        let exceeded = |old: Span| if LARGEST { old <= value } else { old >= value };
        while self.candidates.back().is_some_and(|(_, old)| exceeded(*old)) {
            self.candidates.pop_back();
        }
        self.candidates.push_back((now, value));
        while self.candidates.front().is_some_and(|(at, _)| *at + window < now) {
            self.candidates.pop_front();
        }
    }
    /// The extreme, once there is a value.
    pub fn get(&self) -> Option<Span> {
        self.candidates.front().map(|(_, value)| *value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // within 20 ms: 5, 5, 3, 3, 4; and 5, 7, 7, 4, 6
    fn old_values_are_forgotten() {
        let (mut least, mut most) = (Extreme::<false>::default(), Extreme::<true>::default());
        let samples = [
            (0.0, 5.0, 5.0, 5.0),
            (10.0, 7.0, 5.0, 7.0),
            (20.0, 3.0, 3.0, 7.0),
            (40.0, 4.0, 3.0, 4.0),
            (41.0, 6.0, 4.0, 6.0),
        ];
        for (at_ms, value, smallest, largest) in samples {
            let (now, value) = (Time::ZERO + Span::from_ms(at_ms), Span::from_ms(value));
            least.add(now, value, Span::from_ms(20.0));
            most.add(now, value, Span::from_ms(20.0));
            assert_eq!(least.get(), Some(Span::from_ms(smallest)), "{at_ms}");
            assert_eq!(most.get(), Some(Span::from_ms(largest)), "{at_ms}");
        }
    }
}
