//! Round trips. Where a receiver acknowledges each segment at once and the ACK passes nothing but a delay, nothing can
//! change either between link and sender: a packet enters one lane for both directions, and takes one event instead of
//! two. Its receiver processes it on arrival if an observer needs events in order, else at the trip's end or when the
//! run pauses, in each case as of its arrival. Not here: which flows do so (`Simulation::takes_round_trips`), what receiver
//! and sender do (`return_path`), separate delays (`delays`).

use super::shared::Shared;
use crate::event_queue::{Event, EventQueue, Slot};
use crate::observe::Source;
use crate::path::Packet;
use crate::ring::Ring;
use crate::tcp::Acknowledgement;
use crate::units::{Span, Time};

/// A packet on its way to the receiver, then its ACK on the reverse path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trip {
    /// It entered its delay when it left the link.
    pub packet: Packet,
    /// Order of the arrival within its instant; the end's order is the next one.
    order: u64,
}

impl Trip {
    /// The flow whose packet it is.
    #[inline]
    pub fn flow(&self) -> u32 {
        match self.packet.source {
            Source::Flow(index) => index,
            _ => unreachable!("only flows' packets go on round trips"),
        }
    }
}

/// A place in `round_trips`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route(u32);

/// RoundTrips with the same delays, in order.
#[derive(Clone, Debug)]
struct Lane {
    there: Span,
    back: Span,
    trips: Ring<Trip>,
    /// Receivers' ACKs for the first of them; `None` for a flow that had stopped.
    acks: Ring<Option<Acknowledgement>>,
    ends: Slot,
    arrives: Slot,
}

impl Lane {
    /// Arrival time of a trip's packet.
    #[inline(always)]
    fn arrival(&self, trip: &Trip) -> Time {
        trip.packet.entered + self.there
    }

    /// Arrival time of its ACK.
    #[inline(always)]
    fn end(&self, trip: &Trip) -> Time {
        self.arrival(trip) + self.back
    }

    #[inline(always)]
    fn set_end(&self, events: &mut EventQueue) {
        match self.trips.front() {
            Some(trip) => events.set_inline(self.ends, self.end(trip), trip.order + 1),
            None => events.clear(self.ends),
        }
    }

    /// The first trip whose packet has not been processed by its receiver.
    #[inline]
    fn next(&self) -> Option<&Trip> {
        self.trips.get(self.acks.len())
    }

    #[inline]
    fn set_arrival(&self, events: &mut EventQueue) {
        match self.next() {
            Some(trip) => events.set_inline(self.arrives, self.arrival(trip), trip.order),
            None => events.clear(self.arrives),
        }
    }
}

/// All round trips.
#[derive(Clone, Debug, Default)]
pub(super) struct RoundTrips {
    lanes: Vec<Lane>,
    shared: Shared<(Span, Span)>,
    /// Whether arrivals have events of their own.
    in_order: bool,
}

impl RoundTrips {
    /// The route with these delays.
    pub fn of(&mut self, (there, back): (Span, Span), events: &mut EventQueue) -> Route {
        let lane = self.shared.of((there, back), || {
            let lane = self.lanes.len() as u32;
            let (ends, arrives) = (Event::TripEnds(lane), Event::TripArrives(lane));
            let (ends, arrives) = (events.add_frequent(ends), events.add_frequent(arrives));
            self.lanes.push(Lane { there, back, trips: Ring::default(), acks: Ring::default(), ends, arrives });
            lane
        });
        Route(lane)
    }

    /// Starts the trip of a packet that leaves the link now.
    #[inline(always)]
    pub fn begin(&mut self, route: Route, events: &mut EventQueue, packet: &Packet) {
        let lane = &mut self.lanes[route.0 as usize];
        let order = events.next_two_orders();
        let before = lane.trips.len();
        lane.trips.push_back(Trip { packet: *packet, order });
        if before == 0 {
            lane.set_end(events);
        }
        if self.in_order && before == lane.acks.len() {
            lane.set_arrival(events);
        }
    }

    /// Ends the trip that is due; returns when its packet arrived, and its receiver's ACK, if it was processed.
    #[inline(always)]
    pub fn end(&mut self, lane: u32, events: &mut EventQueue) -> (Trip, Time, Option<Option<Acknowledgement>>) {
        let lane = &mut self.lanes[lane as usize];
        let trip = lane.trips.pop_front().expect("an event for each head");
        lane.set_end(events);
        (trip, lane.arrival(&trip), lane.acks.pop_front())
    }

    /// The first trip of a lane whose packet has not been processed, and when it arrives.
    #[inline]
    pub fn arriving(&self, lane: u32) -> (Trip, Time) {
        let lane = &self.lanes[lane as usize];
        let trip = lane.next().expect("an event for each arrival");
        (*trip, lane.arrival(trip))
    }

    /// A lane whose first unprocessed packet arrived before `until`.
    #[inline(always)]
    pub fn due(&self, until: Time) -> Option<u32> {
        let due = |lane: &Lane| lane.next().is_some_and(|trip| lane.arrival(trip) < until);
        self.lanes.iter().position(due).map(|place| place as u32)
    }

    /// Notes that the receiver has processed the arriving packet.
    #[inline]
    pub fn received(&mut self, lane: u32, events: &mut EventQueue, said: Option<Acknowledgement>) {
        let lane = &mut self.lanes[lane as usize];
        lane.acks.push_back(said);
        if self.in_order {
            lane.set_arrival(events);
        }
    }

    /// Switches events for arrivals on or off.
    pub fn set_in_order(&mut self, in_order: bool, events: &mut EventQueue) {
        if in_order != self.in_order {
            self.in_order = in_order;
            for lane in &self.lanes {
                if in_order { lane.set_arrival(events) } else { events.clear(lane.arrives) }
            }
        }
    }

    /// When the next packet arrives that has no event of its own.
    pub fn next_arrival(&self) -> Option<Time> {
        let lanes = self.lanes.iter().filter(|_| !self.in_order);
        lanes.filter_map(|lane| lane.next().map(|trip| lane.arrival(trip))).min()
    }

    /// Removes a flow's unprocessed packets with their arrival times; also returns when the last of its ACKs in flight
    /// arrives.
    pub fn withdraw(
        &mut self,
        route: Route,
        events: &mut EventQueue,
        theirs: impl Fn(&Packet) -> bool,
    ) -> (Vec<(Time, Packet)>, Time) {
        let lane = &mut self.lanes[route.0 as usize];
        let last = lane.trips.iter().take(lane.acks.len()).rfind(|trip| theirs(&trip.packet));
        let last = last.map_or(Time::ZERO, |trip| lane.end(trip));
        let (mut place, received, mut out) = (0, lane.acks.len(), Vec::new());
        lane.trips.retain(|trip| {
            place += 1;
            let goes = place > received && theirs(&trip.packet);
            if goes {
                out.push((trip.packet.entered + lane.there, trip.packet));
            }
            !goes
        });
        lane.set_end(events);
        if self.in_order {
            lane.set_arrival(events);
        }
        (out, last)
    }

    /// Number of items in flight.
    pub fn len(&self) -> usize {
        self.lanes.iter().map(|lane| lane.trips.len()).sum()
    }

    /// Items in flight: packets and ACKs with their arrival times.
    pub fn each(&self, mut packet: impl FnMut(&Packet, Time), mut ack: impl FnMut(&Trip, &Acknowledgement, Time)) {
        for lane in &self.lanes {
            for (place, trip) in lane.trips.iter().enumerate() {
                match lane.acks.get(place) {
                    None => packet(&trip.packet, lane.arrival(trip)),
                    Some(Some(said)) => ack(trip, said, lane.end(trip)),
                    Some(None) => {}
                }
            }
        }
    }
}
