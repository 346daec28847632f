//! Which packets are lost, and which of them begin a loss event, as TFRC's receiver finds it (RFC 5348, 5.1 to 5.3): a
//! packet is lost when enough later ones have arrived; it is taken to have been lost at a moment interpolated between the
//! arrivals around it; losses within one RTT of the first one of an event belong to that event. Not here: the average of
//! intervals.

use crate::units::{Span, Time};

/// Packets missing between two that arrived.
#[derive(Clone, Copy, Debug)]
struct Hole {
    /// The missing ones: from, and up to but without.
    first: u64,
    end: u64,
    /// The last packet that arrived before them and when, the first one after them and when.
    before: (u64, Time),
    after: (u64, Time),
    /// Packets after the hole that have arrived.
    later: u64,
}

impl Hole {
    /// When a packet of the hole would have arrived.
    fn time_of(&self, sequence: u64) -> Time {
        let share = (sequence - self.before.0) as f64 / (self.after.0 - self.before.0) as f64;
        self.before.1 + Span((self.after.1.since(self.before.1).0 as f64 * share) as u64)
    }
}

/// A packet that was lost, and when it would have arrived.
pub type Lost = (u64, Time);

/// Finds lost packets.
#[derive(Clone, Debug)]
pub struct Losses {
    /// The next packet after all that have arrived; when the last of them did.
    next: u64,
    newest: Time,
    /// In order of sequence: the first has had most arrivals since. Few, since each arrival ripens them all.
    holes: Vec<Hole>,
}

impl Losses {
    /// Before any arrival; the first packet is number `first`.
    pub fn new(first: u64) -> Losses {
        Losses { next: first, newest: Time::NEVER, holes: Vec::new() }
    }

    /// The next packet after all that have arrived.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// A packet arrives. Those missing before the very first of a flow are not known to be missing.
    pub fn on_arrival(&mut self, sequence: u64, now: Time) {
        if sequence < self.next {
            return self.on_late(sequence);
        }
        self.holes.iter_mut().for_each(|hole| hole.later += 1);
        if sequence > self.next && self.next > 0 {
            let before = (self.next - 1, self.newest.min(now));
            self.holes.push(Hole { first: self.next, end: sequence, before, after: (sequence, now), later: 1 });
        }
        (self.next, self.newest) = (sequence + 1, now);
    }

    /// One that was missing arrives after all.
    fn on_late(&mut self, sequence: u64) {
        self.holes.iter_mut().filter(|hole| hole.end <= sequence).for_each(|hole| hole.later += 1);
        let Some(index) = self.holes.iter().position(|hole| hole.first <= sequence && sequence < hole.end) else {
            return;
        };
        let hole = self.holes.remove(index);
        let above = Hole { first: sequence + 1, ..hole };
        let below = Hole { end: sequence, later: hole.later + 1, ..hole };
        for part in [above, below] {
            if part.first < part.end {
                self.holes.insert(index, part);
            }
        }
    }

    /// Takes the next packet after which so many have arrived.
    pub fn next_lost(&mut self, lost_after: u64) -> Option<Lost> {
        let hole = self.holes.first_mut().filter(|hole| hole.later >= lost_after)?;
        let lost = (hole.first, hole.time_of(hole.first));
        hole.first += 1;
        if hole.first == hole.end {
            self.holes.remove(0);
        }
        Some(lost)
    }
}

/// The present loss event.
#[derive(Clone, Copy, Debug)]
pub struct LossEvent {
    /// Its first packet.
    pub sequence: u64,
    /// When that would have arrived.
    pub at: Time,
}

impl LossEvent {
    /// Whether a packet lost at that moment belongs to it.
    pub fn covers(&self, at: Time, rtt: Span) -> bool {
        at <= self.at + rtt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arrivals 1 ms apart; what is lost after each.
    fn lost(lost_after: u64, arrivals: &[u64]) -> Vec<Vec<u64>> {
        let mut losses = Losses::new(0);
        let mut all = Vec::new();
        for (i, sequence) in arrivals.iter().enumerate() {
            losses.on_arrival(*sequence, Time(1_000_000 * i as u64));
            all.push(std::iter::from_fn(|| losses.next_lost(lost_after)).map(|(lost, _)| lost).collect());
        }
        all
    }

    #[test]
    fn a_packet_is_lost_when_one_or_three_later_ones_have_arrived() {
        let none = Vec::new;
        assert_eq!(lost(1, &[0, 1, 4, 5]), [none(), none(), vec![2, 3], none()]);
        assert_eq!(lost(3, &[0, 1, 4, 5, 6]), [none(), none(), none(), none(), vec![2, 3]]);
        // Two holes ripen one after the other.
        assert_eq!(lost(3, &[0, 2, 4, 5, 6]), [none(), none(), none(), vec![1], vec![3]]);
    }

    #[test]
    fn one_that_comes_late_was_not_lost() {
        let none = Vec::new;
        assert_eq!(lost(3, &[0, 2, 1, 3, 4]), [none(), none(), none(), none(), none()]);
        // 1 and 3 are missing still; the late 2 counts as later than 1 only.
        assert_eq!(lost(3, &[0, 4, 2, 5, 6]), [none(), none(), none(), vec![1], vec![3]]);
        // After it was given up, it is nothing.
        assert_eq!(lost(1, &[0, 2, 1]), [none(), vec![1], none()]);
    }

    /// Packets 1 to 3 between arrivals at 10 and 50 ms: lost at 20, 30 and 40 ms.
    #[test]
    fn moments_of_losses_are_interpolated() {
        let mut losses = Losses::new(0);
        losses.on_arrival(0, Time(10_000_000));
        losses.on_arrival(4, Time(50_000_000));
        let found: Vec<Lost> = std::iter::from_fn(|| losses.next_lost(1)).collect();
        assert_eq!(found, [(1, Time(20_000_000)), (2, Time(30_000_000)), (3, Time(40_000_000))]);
    }

    #[test]
    fn losses_within_a_round_trip_of_the_first_are_one_event() {
        let event = LossEvent { sequence: 7, at: Time(100) };
        assert!(event.covers(Time(100), Span(50)) && event.covers(Time(150), Span(50)));
        assert!(!event.covers(Time(151), Span(50)));
    }
}
