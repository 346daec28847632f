//! Pending events and their order: by (time, order), where `order` decides within one instant. A fixed delay is a FIFO
//! `Lane` of which only the head is in the event queue; a `Timer` is armed lazily. Not here: the effect of an event.

mod heap;
mod hot_slots;
mod lane;
mod timer;

use crate::units::Time;
use heap::Heap;
use hot_slots::{HOT, HotSlots};

pub use lane::Lane;
pub use timer::Timer;

/// Event at an instant; the number is the index of its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The next intervention takes effect.
    Intervention,
    /// The link of a bottleneck (0 is the forward one) has transmitted the last bit of a packet.
    LinkFree(u32),
    /// A link that serves in opportunities may send, or its shown rate changes.
    Opportunity(u32),
    /// A Wi-Fi link may send, or its aggregate ends.
    Access(u32),
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

/// Order of the events of one instant. Interventions come first, then opportunities of links, then stops and starts by their index in the scenario
/// (so that a flow added later is ordered as if it had always existed), then everything else in the order of
/// scheduling.
pub mod order {
    /// Interventions.
    pub const INTERVENTION: u64 = 0;
    /// Opportunities of a link, and what a Wi-Fi link does: before whatever arrives; add the bottleneck's number.
    pub const OPPORTUNITY: u64 = 1 << 16;
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

/// Flag in the number of a hot slot.
const IS_HOT: u32 = 1 << 31;

/// Event queue: what moves with every packet in hot slots, timers and the rest in a heap.
#[derive(Clone, Debug)]
pub struct EventQueue {
    hot: HotSlots,
    hot_events: [Event; HOT],
    heap: Heap,
    events: Vec<Event>,
    /// First time of all except the outer hot slots, which move with every packet.
    others: Time,
    next_order: u64,
}

impl Default for EventQueue {
    fn default() -> EventQueue {
        EventQueue {
            hot: HotSlots::default(),
            hot_events: [Event::Intervention; HOT],
            heap: Heap::default(),
            events: Vec::new(),
            others: Time::NEVER,
            next_order: order::FIRST_SCHEDULED,
        }
    }
}

impl EventQueue {
    /// A new slot, empty at first, for this event.
    pub fn add(&mut self, event: Event) -> Slot {
        self.events.push(event);
        Slot(self.heap.add())
    }

    /// The same for an event that moves with every packet: a hot slot, while there is one.
    pub fn add_frequent(&mut self, event: Event) -> Slot {
        match self.hot.add() {
            Some(slot) => {
                self.hot_events[slot as usize] = event;
                Slot(IS_HOT | slot)
            }
            None => self.add(event),
        }
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
    #[inline(never)]
    pub fn set(&mut self, slot: Slot, time: Time, order: u64) {
        self.set_inline(slot, time, order);
    }

    /// The same without a call, for what each packet moves.
    #[inline(always)]
    pub fn set_inline(&mut self, slot: Slot, time: Time, order: u64) {
        if slot.0 & IS_HOT != 0 {
            self.set_hot(slot, Due { time, order });
        } else {
            self.set_other(slot, Due { time, order });
        }
    }

    #[inline(never)]
    fn set_other(&mut self, slot: Slot, due: Due) {
        self.heap.set(slot.0, due);
        self.renew_others();
    }

    /// Schedules the slot's event at `time`, after everything already scheduled for then.
    #[inline]
    pub fn schedule(&mut self, slot: Slot, time: Time) {
        let order = self.next_order();
        self.set(slot, time, order);
    }

    /// Empties the slot.
    #[inline(never)]
    pub fn clear(&mut self, slot: Slot) {
        if slot.0 & IS_HOT != 0 {
            self.set_hot(slot, Due::NEVER);
        } else {
            self.heap.clear(slot.0);
            self.renew_others();
        }
    }

    #[inline(always)]
    fn set_hot(&mut self, slot: Slot, due: Due) {
        if self.hot.set(slot.0 & !IS_HOT, due) {
            self.renew_others();
        }
    }

    #[inline]
    fn renew_others(&mut self) {
        self.others = self.hot.inner().min(self.heap.first_time());
    }

    /// The next event and its due time.
    #[inline(always)]
    pub fn peek(&self) -> Option<(Time, Event)> {
        // The outer hot slots (a link, and the first lane of round trips, where there are any) are most often the first
        // of all, by their time alone.
        let (a, d) = self.hot.outer();
        if a < d {
            if a < self.others {
                return Some((a, self.hot_events[0]));
            }
        } else if d < self.others && d < a {
            return Some((d, self.hot_events[HOT - 1]));
        }
        self.first()
    }

    /// The same by time and order.
    #[inline(never)]
    fn first(&self) -> Option<(Time, Event)> {
        let (hot, place) = self.hot.first();
        match self.heap.first() {
            Some((due, slot)) if due.key() < hot.key() => Some((due.time, self.events[slot as usize])),
            _ if hot == Due::NEVER => None,
            _ => Some((hot.time, self.hot_events[place as usize % HOT])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, RandomStream, Stream};

    #[test]
    fn the_queue_sorts_moves_and_forgets() {
        let draw = RandomStream::new(3, Purpose::Arrival, Stream::Flow(0));
        let mut queue = EventQueue::default();
        let add = |i| if i % 4 == 0 { queue.add_frequent(Event::FlowSpan(i)) } else { queue.add(Event::FlowSpan(i)) };
        let slots: Vec<Slot> = (0..50).map(add).collect();
        let mut due: Vec<Option<(Time, u64)>> = vec![None; slots.len()];
        for n in 0..5000 {
            let i = draw.bits(3 * n) as usize % slots.len();
            if draw.bits(3 * n + 1).is_multiple_of(4) {
                queue.clear(slots[i]);
                due[i] = None;
            } else {
                let time = Time(draw.bits(3 * n + 2) % 100);
                queue.set(slots[i], time, n);
                due[i] = Some((time, n));
            }
            let first = (0..).zip(&due).filter_map(|(i, due)| due.map(|due| (due, i))).min();
            assert_eq!(queue.peek(), first.map(|((time, _), i)| (time, Event::FlowSpan(i))));
        }
    }
}
