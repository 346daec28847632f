//! Delivery-rate samples of a sender whose algorithm models the path (draft-ietf-ccwg-bbr, section 4.1; the same as Linux's
//! `tcp_rate.c`): how many packets were delivered between the sending of a packet and its ACK, and how long that took. Each packet
//! in flight keeps what was known when it left; flows of other algorithms keep nothing. Not here: what is done with a sample (`cc`),
//! which packets are delivered or lost (`scoreboard`).

use crate::cc::{Delivery, LostPacket, RateSample};
use crate::ring::Ring;
use crate::units::{Span, Time};

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
    /// It has been marked as lost since then.
    marked: bool,
}

const _: () = assert!(std::mem::size_of::<Record>() <= 48);

/// State of the samples.
#[derive(Clone, Debug)]
pub struct DeliveryRate {
    /// One for each segment of the scoreboard, in order.
    records: Ring<Record>,
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
            marked: false,
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
            marked: false,
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

    /// A packet is marked as lost: counted once for each time that it was sent, though a second timeout finds it again.
    pub fn on_loss(&mut self, sequence: u64) {
        let record = &mut self.records[(sequence - self.first) as usize];
        if std::mem::replace(&mut record.marked, true) {
            return;
        }
        let record = *record;
        self.lost += 1;
        self.newly_lost += 1;
        self.untold.push(LostPacket {
            sequence,
            delivered: self.delivered,
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
            total_lost: self.lost,
            sample,
            rtt,
            in_flight_before: in_flight.0,
            in_flight: in_flight.1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: f64) -> Time {
        Time::from_seconds(seconds)
    }

    // The packet's 412 delivered before are 449 now; between ACKs 44.4 ms have passed, between sendings 42.7 ms: 37 packets in the
    // longer of the two
    #[test]
    fn a_sample_is_what_was_delivered_in_the_longer_interval() {
        let mut rates = DeliveryRate::new(at(3.0), 0, std::iter::empty());
        rates.delivered = 412;
        (rates.delivered_at, rates.first_sent) = (at(3.1102), at(3.0700));
        rates.on_send(0, at(3.1127), 33, false);
        rates.delivered = 448;
        rates.expect(at(3.1546));
        rates.on_delivery(0, at(3.1127));
        let delivery = rates.sample(None, Some(Span::from_ms(40.0)), (34, 33));
        let sample = delivery.sample.expect("a sample");
        assert_eq!((sample.prior_delivered, sample.delivered, delivery.total), (412, 37, 449));
        assert_eq!(sample.interval, Span::from_ms(44.4));
        assert!((sample.rate.expect("a rate") - 37.0 / 0.0444).abs() < 1e-9);
        // Shorter than the smallest RTT: the packets count, the rate does not.
        rates.on_send(1, at(3.1600), 34, false);
        rates.expect(at(3.1650));
        rates.on_delivery(1, at(3.1600));
        let short = rates.sample(None, Some(Span::from_ms(60.0)), (34, 33));
        assert_eq!((short.total, short.sample.and_then(|sample| sample.rate)), (450, None));
    }

    #[test] // of several packets that an ACK delivers, the one that left last is the sample
    fn the_packet_that_left_last_counts() {
        let mut rates = DeliveryRate::new(at(0.0), 0, std::iter::empty());
        rates.on_send(0, at(1.0), 1, true);
        rates.on_send(1, at(1.1), 2, false);
        rates.expect(at(1.2));
        rates.on_delivery(0, at(1.0));
        rates.sample(None, None, (2, 1));
        rates.on_send(0, at(1.25), 2, false);
        rates.expect(at(1.3));
        rates.on_delivery(1, at(1.1));
        rates.on_delivery(0, at(1.25));
        let sample = rates.sample(None, None, (2, 0)).sample.expect("a sample");
        assert_eq!((sample.prior_delivered, sample.delivered), (1, 2));
    }

    #[test] // until all that was in flight is delivered
    fn samples_are_limited_by_the_application_for_a_flight() {
        let mut rates = DeliveryRate::new(at(0.0), 0, std::iter::empty());
        (0..3).for_each(|n| rates.on_send(n, at(0.1), n + 1, n == 0));
        rates.limit_by_application(3);
        rates.expect(at(0.2));
        for n in 0..3 {
            assert!(rates.is_app_limited());
            rates.on_delivery(n, at(0.1));
        }
        rates.on_send(3, at(0.2), 1, true);
        rates.on_delivery(3, at(0.2));
        assert!(!rates.is_app_limited());
        assert!(rates.sample(None, None, (1, 0)).sample.expect("a sample").app_limited);
    }

    #[test] // a lost packet comes with what was in flight when it left, and what has been lost since
    fn losses_are_reported_one_by_one() {
        let mut rates = DeliveryRate::new(at(0.0), 7, std::iter::empty());
        (0..5).for_each(|n| rates.on_send(7 + n, at(0.1), n + 1, n == 0));
        rates.on_loss(7);
        rates.on_send(12, at(0.2), 5, false);
        rates.on_loss(9);
        rates.on_loss(12);
        rates.on_loss(9);
        let told: Vec<_> = std::iter::from_fn(|| rates.next_loss()).collect();
        let of = |sequence, sent_in_flight, lost_since| LostPacket {
            sequence,
            delivered: 0,
            sent_in_flight,
            lost_since,
            app_limited: false,
        };
        assert_eq!(told, [of(7, 1, 1), of(9, 3, 2), of(12, 5, 2)]);
        // No ACK has reported them, as where a timer marks them: they count all the same.
        rates.expect(at(0.3));
        let delivery = rates.sample(None, None, (5, 5));
        assert_eq!((delivery.lost, delivery.total_lost), (0, 3));
    }
}
