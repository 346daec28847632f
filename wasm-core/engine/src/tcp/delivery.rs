//! Delivery-rate samples of a sender whose algorithm models the path (draft-ietf-ccwg-bbr, section 4.1; the same as Linux's
//! `tcp_rate.c`): how many packets were delivered between the sending of a packet and its ACK, and how long that took. Each packet
//! in flight keeps what was known when it left; flows of other algorithms keep nothing. Not here: what is done with a sample (`cc`),
//! which packets are delivered or lost (`scoreboard`).

use crate::cc::{Delivery, LostPacket, RateSample};
use crate::units::{Span, Time};
use std::collections::VecDeque;

/// State of a sender when a packet left last: at most 48 bytes a packet.
#[derive(Clone, Copy, Debug)]
struct Record {
    /// Packets delivered by then (P.delivered).
    delivered: u64,
    /// When the last of those was (P.delivered_time).
    delivered_at: Time,
    /// When the packet left that had been delivered last (P.first_send_time).
    first_sent: Time,
    /// Packets in flight, this one included (P.tx_in_flight).
    in_flight: u32,
    /// Packets lost by then, counted around (P.lost).
    lost: u32,
    /// The application, not the window, limited sending (P.is_app_limited).
    app_limited: bool,
}

const _: () = assert!(std::mem::size_of::<Record>() <= 48);

/// State of the samples.
#[derive(Clone, Debug)]
pub struct DeliveryRate {
    /// One for each segment of the scoreboard, in order.
    records: VecDeque<Record>,
    first: u64,
    /// C.delivered, C.delivered_time, C.first_send_time.
    delivered: u64,
    delivered_at: Time,
    first_sent: Time,
    lost: u64,
    /// Until this number is delivered, samples count as limited by the application (C.app_limited); 0: none do.
    limited_until: u64,
    /// When the present ACK arrived, and how many it has reported by now.
    now: Time,
    newly_delivered: u64,
    newly_lost: u64,
    /// The packet among those that left last: when, which, and what it kept.
    newest: Option<(Time, u64, Record)>,
    /// Losses that the algorithm does not know yet.
    untold: Vec<LostPacket>,
}

impl DeliveryRate {
    /// Nothing is known yet. `in_flight`: when the segments from `first` on left that are in flight already; what they deliver
    /// counts from now on.
    pub fn new(now: Time, first: u64, in_flight: impl Iterator<Item = Time>) -> DeliveryRate {
        let record = |(n, left): (u32, Time)| Record {
            delivered: 0,
            delivered_at: now,
            first_sent: left,
            in_flight: n,
            lost: 0,
            app_limited: false,
        };
        DeliveryRate {
            records: (1..).zip(in_flight).map(record).collect(),
            first,
            delivered: 0,
            delivered_at: now,
            first_sent: now,
            lost: 0,
            limited_until: 0,
            now,
            newly_delivered: 0,
            newly_lost: 0,
            newest: None,
            untold: Vec::new(),
        }
    }

    /// An ACK arrives and is about to be processed.
    pub fn expect(&mut self, now: Time) {
        (self.now, self.newest, self.newly_delivered, self.newly_lost) = (now, None, 0, 0);
    }

    /// A packet leaves, for the first time or again. `in_flight` includes it; `idle`: nothing was in flight before.
    pub fn on_send(&mut self, sequence: u64, leaves: Time, in_flight: u64, idle: bool) {
        if idle {
            (self.first_sent, self.delivered_at) = (leaves, leaves);
        }
        let record = Record {
            delivered: self.delivered,
            delivered_at: self.delivered_at,
            first_sent: self.first_sent,
            in_flight: in_flight as u32,
            lost: self.lost as u32,
            app_limited: self.limited_until > 0,
        };
        match self.records.get_mut((sequence - self.first) as usize) {
            Some(place) => *place = record,
            None => self.records.push_back(record),
        }
    }

    /// A packet that left at `left` is newly reported as delivered.
    pub fn on_delivery(&mut self, sequence: u64, left: Time) {
        self.delivered += 1;
        self.newly_delivered += 1;
        self.delivered_at = self.now;
        if self.limited_until > 0 && self.delivered > self.limited_until {
            self.limited_until = 0;
        }
        if self.newest.is_none_or(|(other, number, _)| (left, sequence) > (other, number)) {
            self.newest = Some((left, sequence, self.records[(sequence - self.first) as usize]));
        }
    }

    /// A packet is marked as lost.
    pub fn on_loss(&mut self, sequence: u64) {
        self.lost += 1;
        self.newly_lost += 1;
        let record = self.records[(sequence - self.first) as usize];
        self.untold.push(LostPacket {
            sent_in_flight: u64::from(record.in_flight),
            lost_since: u64::from((self.lost as u32).wrapping_sub(record.lost)),
            app_limited: record.app_limited,
        });
    }

    /// All segments before `una` are acknowledged.
    pub fn forget_below(&mut self, una: u64) {
        let gone = ((una - self.first) as usize).min(self.records.len());
        self.records.drain(..gone);
        self.first = una;
    }

    /// The application has nothing more to send while this number of packets is in flight, and the window is open.
    pub fn limit_by_application(&mut self, in_flight: u64) {
        self.limited_until = (self.delivered + in_flight).max(1);
    }

    /// Whether samples of packets that leave now count as limited by the application.
    pub fn is_app_limited(&self) -> bool {
        self.limited_until > 0
    }

    /// Packets delivered so far.
    pub fn delivered(&self) -> u64 {
        self.delivered
    }

    /// The next loss that the algorithm does not know yet.
    pub fn next_loss(&mut self) -> Option<LostPacket> {
        (!self.untold.is_empty()).then(|| self.untold.remove(0))
    }

    /// Report of the present ACK, once it has been processed. `min_rtt`: an interval below it is no measurement. `in_flight`:
    /// before the ACK and after it.
    pub fn sample(&mut self, rtt: Option<Span>, min_rtt: Option<Span>, in_flight: (u64, u64)) -> Delivery {
        let sample = self.newest.map(|(left, _, record)| {
            let ack_elapsed = self.delivered_at.since(record.delivered_at);
            let send_elapsed = left.since(record.first_sent);
            self.first_sent = left;
            let interval = ack_elapsed.max(send_elapsed);
            let valid = interval > Span::ZERO && min_rtt.is_none_or(|least| interval >= least);
            let delivered = self.delivered - record.delivered;
            RateSample {
                prior_delivered: record.delivered,
                delivered,
                rate: valid.then(|| delivered as f64 / interval.seconds()),
                interval,
                app_limited: record.app_limited,
                sent_in_flight: u64::from(record.in_flight),
                lost_since: u64::from((self.lost as u32).wrapping_sub(record.lost)),
            }
        });
        Delivery {
            acked: self.newly_delivered,
            lost: self.newly_lost,
            total: self.delivered,
            sample,
            rtt,
            in_flight_before: in_flight.0,
            in_flight: in_flight.1,
        }
    }
}
