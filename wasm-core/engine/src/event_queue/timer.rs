//! Timers that are armed lazily. Not here: what a timer does when it expires.

use super::{EventQueue, Slot};
use crate::units::Time;

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
    pub fn arm(&mut self, queue: &mut EventQueue, deadline: Time) {
        if deadline < self.at {
            self.at = deadline;
            queue.schedule(self.slot, deadline);
        }
    }

    /// Reschedules the event, which came too early, for this deadline.
    pub fn put_off(&mut self, queue: &mut EventQueue, deadline: Time) {
        self.at = deadline;
        queue.schedule(self.slot, deadline);
    }

    /// Switches the timer off.
    pub fn clear(&mut self, queue: &mut EventQueue) {
        self.at = Time::NEVER;
        queue.clear(self.slot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event_queue::Event;

    #[test]
    fn an_event_comes_no_later_than_the_deadline() {
        let mut queue = EventQueue::default();
        let mut timer = Timer::new(queue.add(Event::SenderTimer(0)));
        for (deadline, due) in [(50, 50), (80, 50), (30, 30)] {
            timer.arm(&mut queue, Time(deadline));
            assert_eq!(queue.peek(), Some((Time(due), Event::SenderTimer(0))));
        }
        timer.put_off(&mut queue, Time(80));
        assert_eq!(queue.peek(), Some((Time(80), Event::SenderTimer(0))));
        timer.clear(&mut queue);
        assert_eq!(queue.peek(), None);
        timer.arm(&mut queue, Time(90));
        assert_eq!(queue.peek(), Some((Time(90), Event::SenderTimer(0))));
    }
}
