//! Round trips. Where a receiver answers each segment at once, and its acknowledgement meets nothing but a delay, nobody can
//! meddle with either between the link and the sender: a packet enters one lane for both ways, and takes one event instead of
//! two. Its receiver hears of it when it arrives if somebody listens who wants to hear in order, else at the trip's end, or
//! when the run comes to a pause: in each case as of the moment of its arrival. Not here: who travels so
//! (`Simulation::goes_round`), what receiver and sender do then (`packets`), and all other ways (`delays`).

use std::collections::{BTreeMap, VecDeque};

use crate::event::{Agenda, Event, Slot};
use crate::observe::Source;
use crate::path::Packet;
use crate::tcp::Acknowledgement;
use crate::units::{Span, Time};

/// A packet on its way to the receiver, then its acknowledgement on its way back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trip {
    pub packet: Packet,
    /// When the packet arrives, and when its acknowledgement does.
    pub arrives: Time,
    pub ends: Time,
    /// The arrival's order within its instant; the end's is the next one.
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

/// A place in `Trips`, and how long things take there and back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    lane: u32,
    there: Span,
    back: Span,
}

/// Trips of the same delays, in order.
#[derive(Clone, Debug)]
struct Lane {
    trips: VecDeque<Trip>,
    /// What the receivers said of the first of them; `None` from a flow that had stopped.
    acks: VecDeque<Option<Acknowledgement>>,
    ends: Slot,
    arrives: Slot,
}

impl Lane {
    #[inline]
    fn set_end(&self, agenda: &mut Agenda) {
        match self.trips.front() {
            Some(trip) => agenda.set(self.ends, trip.ends, trip.order + 1),
            None => agenda.clear(self.ends),
        }
    }

    /// The first trip whose packet has not been received.
    #[inline]
    fn next(&self) -> Option<&Trip> {
        self.trips.get(self.acks.len())
    }

    #[inline]
    fn set_arrival(&self, agenda: &mut Agenda) {
        match self.next() {
            Some(trip) => agenda.set(self.arrives, trip.arrives, trip.order),
            None => agenda.clear(self.arrives),
        }
    }
}

/// All round trips.
#[derive(Clone, Debug, Default)]
pub(super) struct Trips {
    lanes: Vec<Lane>,
    shared: BTreeMap<(Span, Span), u32>,
    /// Arrivals have events of their own.
    in_order: bool,
}

impl Trips {
    /// The way of all that take so long there and back.
    pub fn of(&mut self, (there, back): (Span, Span), agenda: &mut Agenda) -> Route {
        let lane = *self.shared.entry((there, back)).or_insert_with(|| {
            let lane = self.lanes.len() as u32;
            let (ends, arrives) = (Event::TripEnds(lane), Event::TripArrives(lane));
            let (ends, arrives) = (agenda.add_frequent(ends), agenda.add_frequent(arrives));
            self.lanes.push(Lane { trips: VecDeque::new(), acks: VecDeque::new(), ends, arrives });
            lane
        });
        Route { lane, there, back }
    }

    /// A packet that leaves the link now begins its trip.
    #[inline]
    pub fn begin(&mut self, route: Route, now: Time, agenda: &mut Agenda, packet: Packet) {
        let lane = &mut self.lanes[route.lane as usize];
        let arrives = now + route.there;
        let trip = Trip { packet, arrives, ends: arrives + route.back, order: agenda.next_two_orders() };
        if lane.trips.is_empty() {
            agenda.set(lane.ends, trip.ends, trip.order + 1);
        }
        if self.in_order && lane.trips.len() == lane.acks.len() {
            agenda.set(lane.arrives, trip.arrives, trip.order);
        }
        lane.trips.push_back(trip);
    }

    /// The trip that ends now; what its receiver said, if it has heard of it.
    #[inline]
    pub fn end(&mut self, lane: u32, agenda: &mut Agenda) -> (Trip, Option<Option<Acknowledgement>>) {
        let lane = &mut self.lanes[lane as usize];
        let trip = lane.trips.pop_front().expect("an event for each head");
        let said = lane.acks.pop_front();
        lane.set_end(agenda);
        (trip, said)
    }

    /// The first trip of a lane whose packet has not been received.
    #[inline]
    pub fn arriving(&self, lane: u32) -> Trip {
        *self.lanes[lane as usize].next().expect("an event for each arrival")
    }

    /// The first packet that arrived before `until` and has not been received, and its lane.
    pub fn due(&self, until: Time) -> Option<(u32, Trip)> {
        let due = |(place, lane): (usize, &Lane)| Some((place as u32, *lane.next()?));
        self.lanes.iter().enumerate().filter_map(due).find(|(_, trip)| trip.arrives < until)
    }

    /// The receiver has heard of the packet that was arriving.
    #[inline]
    pub fn received(&mut self, lane: u32, agenda: &mut Agenda, said: Option<Acknowledgement>) {
        let lane = &mut self.lanes[lane as usize];
        lane.acks.push_back(said);
        if self.in_order {
            lane.set_arrival(agenda);
        }
    }

    /// From now on arrivals have events of their own, or not.
    pub fn set_in_order(&mut self, in_order: bool, agenda: &mut Agenda) {
        if in_order != self.in_order {
            self.in_order = in_order;
            for lane in &self.lanes {
                if in_order { lane.set_arrival(agenda) } else { agenda.clear(lane.arrives) }
            }
        }
    }

    /// When the next packet arrives, if no event of its own says so.
    pub fn next_arrival(&self) -> Option<Time> {
        let lanes = self.lanes.iter().filter(|_| !self.in_order);
        lanes.filter_map(Lane::next).map(|trip| trip.arrives).min()
    }

    /// Takes out a flow's packets that have not been received, with the times when they arrive; and when the last of its
    /// acknowledgements under way arrives.
    pub fn withdraw(
        &mut self,
        route: Route,
        agenda: &mut Agenda,
        theirs: impl Fn(&Packet) -> bool,
    ) -> (Vec<(Time, Packet)>, Time) {
        let lane = &mut self.lanes[route.lane as usize];
        let last = lane.trips.range(..lane.acks.len()).rfind(|trip| theirs(&trip.packet));
        let last = last.map_or(Time::ZERO, |trip| trip.ends);
        let (mut place, received, mut out) = (0, lane.acks.len(), Vec::new());
        lane.trips.retain(|trip| {
            place += 1;
            let goes = place > received && theirs(&trip.packet);
            if goes {
                out.push((trip.arrives, trip.packet));
            }
            !goes
        });
        lane.set_end(agenda);
        if self.in_order {
            lane.set_arrival(agenda);
        }
        (out, last)
    }

    /// How many are under way.
    pub fn len(&self) -> usize {
        self.lanes.iter().map(|lane| lane.trips.len()).sum()
    }

    /// What is under way; with an acknowledgement, once the receiver has said something.
    pub fn iter(&self) -> impl Iterator<Item = (&Trip, Option<&Acknowledgement>)> {
        self.lanes.iter().flat_map(|lane| {
            lane.trips.iter().enumerate().filter_map(|(place, trip)| match lane.acks.get(place) {
                None => Some((trip, None)),
                Some(Some(ack)) => Some((trip, Some(ack))),
                Some(None) => None,
            })
        })
    }
}
