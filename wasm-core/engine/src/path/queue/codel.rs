//! CoDel, controlled delay: it drops packets at the head of the queue when they have waited longer than a target for
//! a whole interval. It measures time, not length, so the same settings fit links of very different rates. On slow
//! links the target must be at least the transmission time of one packet.
//!
//! Not here: FQ-CoDel, which has a `Control` for each of its queues (`fq_codel.rs`).
//!
//! # Equations
//!
//! ```tex
//! % at each dequeue | RFC 8289, section 5
//! \text{sojourn} = \text{now} - \text{arrival}
//! % drops are allowed once the sojourn time has not been below the target for one interval | RFC 8289, section 5
//! \text{now} \ge t_{\text{first above}} + \text{interval}
//! % time of the next drop while this lasts | RFC 8289, section 5
//! t_{\text{next}} \leftarrow t_{\text{next}} + \frac{\text{interval}}{\sqrt{\text{count}}}
//! % count when dropping starts again soon, otherwise 1 | RFC 8289, section 5
//! \text{count} \leftarrow \text{count} - \text{count}_{\text{last}} \quad\text{if}\quad \text{now} - t_{\text{next}} < 16\,\text{interval}
//! ```
//!
//! "Soon" means less than 16 intervals after the next drop was due; the difference must also be above 1.
//!
//! # States
//!
//! ```states
//! Good: sojourn time below the target, or almost empty
//! Above: at or above the target for less than an interval
//! Dropping: drops packets, closer and closer together
//! Good -> Above: sojourn time ≥ target
//! Above -> Good: sojourn time < target
//! Above -> Dropping: an interval is over, first drop
//! Dropping -> Good: sojourn time < target
//! Dropping -> Dropping: next drop is due: drop, count + 1
//! ```
//!
//! # Choices
//!
//! - This is section 5 of the RFC; nothing is random. The RFC allows one packet of the link's MTU to wait at any
//!   time; here it is one packet of the largest size that has arrived.
//! - With `ecn`, a packet that can carry an ECN mark is marked and sent instead of being dropped (RFC 3168), and
//!   that dequeue ends with it. A full queue drops the arriving packet, and CoDel's state does not change.
//!
//! # Look for
//!
//! - A burst passes: for up to 100 ms the queueing delay may exceed the target. A standing queue is cut to 5 ms.
//! - Drops come closer and closer together until the senders reduce their windows, then they stop.
//! - The price: with one NewReno flow the queue empties after each drop, and the link idles for a while.

use super::fifo::Fifo;
use super::{LIMITS, Limit, MOST_BYTES, Moment, QueueDiscipline, Refused};
use crate::observe::{Kind, Signal};
use crate::params::{OneOf, Section, Value};
use crate::path::Packet;
use crate::units::{Span, Time};

crate::params! {
    /// Settings of CoDel.
    pub struct Settings {
        /// Maximum number of packets in the queue, without the one in transmission.
        limit_packets: Option<f64> = whole(1000.0, 1.0, 1e7).unit("packets").log().live(), "Linux: 1000 packets";
        /// Maximum number of bytes in the queue, without the packet in transmission.
        limit_bytes: Option<f64> = whole(1500000.0, 1.0, MOST_BYTES).unit("bytes").log().live(), "Linux: 1000 packets, in bytes";
        /// Maximum size of the queue, as the time that its link takes to send it at its rate at the start. It becomes `limit_bytes`.
        limit_ms: Option<f64> = above(100.0, 0.0, 1e7).unit("ms").log(), "choice";
        /// Maximum size of the queue, in bandwidth-delay products of the link's rate and the largest base RTT of a flow at the start. It
        /// becomes `limit_bytes`.
        limit_bdp: Option<f64> = above(1.0, 0.0, 1e6).log(), "Villamizar and Song, CCR 24(5), 1994: 1 BDP";
        /// Acceptable queueing delay (TARGET).
        target_ms: f64 = number(5.0, 0.001, 1e5).unit("ms").log().live(), "RFC 8289: TARGET, 5 ms";
        /// Packets must have waited longer than the target for this long before one is dropped; about the largest usual
        /// RTT.
        interval_ms: f64 = number(100.0, 0.001, 1e6).unit("ms").log().live(), "RFC 8289: INTERVAL, 100 ms";
        /// Marks ECN-capable packets instead of dropping them.
        ecn: bool = switch(false).live().needs(&[Need::EcnData]), "RFC 3168";
    }
}

/// How long the packet that was last taken from the queue had waited.
pub static SOJOURN: Signal = Signal::new("codel_sojourn_ms", "ms", Kind::Level);
/// Whether CoDel is in its dropping state.
pub static DROPPING: Signal = Signal::state("codel_dropping", &["no", "yes"]);

/// Settings of CoDel as scenario and screen know them.
pub static SECTION: Section = Section::new("codel", "CoDel", Settings::PARAMS)
    .about(
        "Drops packets when they have waited longer than a target for a whole interval.",
        "K. Nichols, V. Jacobson, ACM Queue 10(5), 2012; RFC 8289",
    )
    .one_of(&[OneOf { fields: LIMITS, required: false }])
    .signals(&[&SOJOURN, &DROPPING]);

/// The settings of the control, in the engine's units.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    target: Span,
    interval: Span,
    ecn: bool,
}

impl Law {
    /// From milliseconds.
    pub fn new(target_ms: f64, interval_ms: f64, ecn: bool) -> Law {
        Law { target: Span::from_ms(target_ms), interval: Span::from_ms(interval_ms), ecn }
    }

    /// From one drop to the next: INTERVAL / sqrt(count).
    fn gap(&self, count: u64) -> Span {
        Span((self.interval.0 as f64 / (count as f64).sqrt()).round() as u64)
    }
}

/// The control's state for one queue.
#[derive(Clone, Debug, Default)]
pub struct Control {
    first_above: Option<Time>,
    drop_next: Time,
    count: u64,
    last_count: u64,
    dropping: bool,
    sojourn: Span,
    marked: u64,
}

impl Control {
    /// The next packet of `queue` to be sent. Those that are dropped before it go to `dropped`. `largest` is the size of
    /// the largest packet.
    pub fn dequeue(
        &mut self,
        queue: &mut Fifo,
        law: &Law,
        largest: u64,
        now: Time,
        dropped: &mut Vec<Packet>,
    ) -> Option<Packet> {
        let (mut packet, droppable) = self.take(queue, law, largest, now)?;
        if !self.dropping {
            if !droppable {
                return Some(packet);
            }
            let kept = self.marks(law, &mut packet);
            self.enter(law, now);
            if kept {
                return Some(packet);
            }
            dropped.push(packet);
            return self.take(queue, law, largest, now).map(|(packet, _)| packet);
        }
        self.dropping = droppable;
        while self.dropping && now >= self.drop_next {
            self.count += 1;
            let next = self.drop_next + law.gap(self.count);
            if self.marks(law, &mut packet) {
                self.drop_next = next;
                break;
            }
            dropped.push(packet);
            (packet, self.dropping) = self.take(queue, law, largest, now)?;
            if self.dropping {
                self.drop_next = next;
            }
        }
        Some(packet)
    }

    /// CE marks that it has set so far.
    pub fn marked(&self) -> u64 {
        self.marked
    }

    /// Marks the packet, if both can.
    fn marks(&mut self, law: &Law, packet: &mut Packet) -> bool {
        let can = law.ecn && packet.ecn.is_some();
        self.marked += u64::from(can && !packet.marked);
        packet.marked |= can;
        can
    }

    /// The first packet, and whether it may be dropped. An empty queue ends dropping.
    fn take(&mut self, queue: &mut Fifo, law: &Law, largest: u64, now: Time) -> Option<(Packet, bool)> {
        let Some(packet) = queue.pop() else {
            self.first_above = None;
            self.dropping = false;
            return None;
        };
        self.sojourn = now.since(packet.arrived);
        if self.sojourn < law.target || queue.bytes() <= largest {
            self.first_above = None;
            return Some((packet, false));
        }
        let from = *self.first_above.get_or_insert(now + law.interval);
        Some((packet, now >= from))
    }

    /// Begins to drop, with the count of the last time if that is not long ago.
    fn enter(&mut self, law: &Law, now: Time) {
        self.dropping = true;
        let delta = self.count - self.last_count;
        let recent = now.since(self.drop_next) < Span(law.interval.0.saturating_mul(16));
        self.count = if delta > 1 && recent { delta } else { 1 };
        self.drop_next = now + law.gap(self.count);
        self.last_count = self.count;
    }
}

/// A CoDel queue.
#[derive(Clone, Debug)]
pub struct CoDel {
    limit: Limit,
    law: Law,
    fifo: Fifo,
    control: Control,
    largest: u64,
}

impl CoDel {
    /// An empty queue.
    pub fn new(values: &[Value]) -> CoDel {
        let settings = Settings::read(values);
        CoDel {
            limit: Limit::of(settings.limit_packets, settings.limit_bytes),
            law: Law::new(settings.target_ms, settings.interval_ms, settings.ecn),
            fifo: Fifo::default(),
            control: Control::default(),
            largest: 0,
        }
    }
}

impl QueueDiscipline for CoDel {
    fn enqueue(&mut self, packet: &Packet, moment: &Moment, _dropped: &mut Vec<Packet>) -> Result<(), Refused> {
        if !moment.link_idle && self.limit.reached(self.fifo.packets(), self.fifo.bytes()) {
            return Err(Refused);
        }
        self.take_over(*packet);
        Ok(())
    }

    fn dequeue(&mut self, now: Time, dropped: &mut Vec<Packet>) -> Option<Packet> {
        self.control.dequeue(&mut self.fifo, &self.law, self.largest, now, dropped)
    }

    fn take_over(&mut self, packet: Packet) {
        self.largest = self.largest.max(u64::from(packet.bytes));
        self.fifo.push(&packet);
    }

    fn give_up(&mut self) -> Option<Packet> {
        self.fifo.pop()
    }

    fn configure(&mut self, values: &[Value]) {
        let settings = Settings::read(values);
        self.limit = Limit::of(settings.limit_packets, settings.limit_bytes);
        self.law = Law::new(settings.target_ms, settings.interval_ms, settings.ecn);
    }

    fn packets(&self) -> u64 {
        self.fifo.packets()
    }

    fn bytes(&self) -> u64 {
        self.fifo.bytes()
    }

    fn limit(&self) -> Limit {
        self.limit
    }

    fn marked(&self) -> u64 {
        self.control.marked()
    }

    fn each(&self, look: &mut dyn FnMut(&Packet)) {
        self.fifo.iter().for_each(look);
    }

    fn levels(&self, _now: Time, emit: &mut dyn FnMut(&'static Signal, f64)) {
        emit(&SOJOURN, self.control.sojourn.ms());
        emit(&DROPPING, f64::from(u8::from(self.control.dropping)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{level, moment, packet};
    use super::*;
    use crate::cc::testing::assert_close;
    use crate::ecn::EcnCodepoint;
    use crate::params::Choice;

    fn codel(changes: &[(&str, Value)]) -> CoDel {
        CoDel::new(
            &changes.iter().fold(Choice::of(&SECTION), |choice, (name, value)| choice.with(name, value.clone())).values,
        )
    }

    fn at(ms: f64) -> Time {
        Time::from_seconds(ms / 1e3)
    }

    #[test] // RFC 8289, section 5: the control law
    fn gaps_shrink_with_the_root_of_the_count() {
        let law = Law::new(5.0, 100.0, false);
        for (count, ms) in [(1, 100.0), (2, 70.711), (3, 57.735), (4, 50.0), (5, 44.721)] {
            assert_close(law.gap(count).ms(), ms, 0.0005);
        }
    }

    /// A standing queue: a packet arrives and one leaves each millisecond, so that all wait for 50 ms. The first that is
    /// found late leaves at 50 ms; 100 ms later the first drop, the others at 250, 320.7, 378.4, 428.4 ms: the gaps are
    /// those of the control law, each drop at the first dequeue after its time.
    #[test]
    fn a_standing_queue_is_dropped_from_at_the_times_of_the_law() {
        let mut queue = codel(&[]);
        (0..50).for_each(|_| queue.take_over(packet(0, 1500, 0.0)));
        let mut drops = Vec::new();
        for ms in 50..440 {
            let now = f64::from(ms);
            while queue.packets() < 50 {
                queue.enqueue(&packet(0, 1500, now - 50.0), &moment(now, 0), &mut Vec::new()).unwrap();
            }
            let mut dropped = Vec::new();
            queue.dequeue(at(now), &mut dropped).unwrap();
            drops.extend(dropped.iter().map(|_| ms));
        }
        assert_eq!(drops, [150, 250, 321, 379, 429]);
        assert_eq!(level(&queue, 439.0, &DROPPING), 1.0);
        assert!(level(&queue, 439.0, &SOJOURN) >= 50.0);
    }

    /// Below the target once, and all is forgotten; so with one packet's worth left. Back within 16 intervals the count
    /// goes on from what it had gained (5 - 1 = 4 drops: next one after 50 ms), later it begins at 1.
    #[test]
    fn a_packet_in_time_ends_dropping_and_the_count_is_remembered_for_16_intervals() {
        for (pause_ms, gap_ms) in [(1000.0, 50.0), (2000.0, 100.0)] {
            let mut queue = codel(&[]);
            let mut control =
                Control { count: 5, last_count: 1, dropping: true, drop_next: at(500.0), ..Control::default() };
            control.first_above = Some(at(100.0));
            queue.control = control;
            (0..9).for_each(|_| queue.take_over(packet(0, 1500, 447.0)));
            queue.dequeue(at(450.0), &mut Vec::new()).unwrap();
            assert!(!queue.control.dropping && queue.control.first_above.is_none(), "3 ms are in time");
            let late = 500.0 + pause_ms;
            queue.control.first_above = Some(at(late));
            let mut dropped = Vec::new();
            queue.dequeue(at(late), &mut dropped).unwrap();
            assert_eq!((dropped.len(), queue.control.drop_next), (1, at(late + gap_ms)));
            while queue.packets() > 1 {
                queue.dequeue(at(late), &mut dropped).unwrap();
            }
            assert_eq!(dropped.len(), 1);
            assert!(!queue.control.dropping, "1500 bytes or less are left");
        }
    }

    #[test] // RFC 3168: marked where it would be dropped, and sent; the next one after the law's gap
    fn marks_instead_of_dropping() {
        let mut queue = codel(&[("ecn", Value::Bool(true))]);
        (0..300).for_each(|_| queue.take_over(Packet { ecn: Some(EcnCodepoint::Ect0), ..packet(0, 1500, 0.0) }));
        let mut marks = Vec::new();
        for ms in 10..290 {
            let mut dropped = Vec::new();
            let packet = queue.dequeue(at(f64::from(ms)), &mut dropped).unwrap();
            assert!(dropped.is_empty());
            marks.extend(packet.marked.then_some(ms));
        }
        assert_eq!(marks, [110, 210, 281]);
        assert_eq!(queue.marked(), 3);
        // Packets that another discipline has marked are kept, too, but not counted again.
        let mut queue = codel(&[("ecn", Value::Bool(true))]);
        (0..300).for_each(|_| {
            queue.take_over(Packet { ecn: Some(EcnCodepoint::Ect0), marked: true, ..packet(0, 1500, 0.0) })
        });
        let mut dropped = Vec::new();
        (10..290).for_each(|ms| assert!(queue.dequeue(at(f64::from(ms)), &mut dropped).is_some()));
        assert_eq!((queue.marked(), dropped.len()), (0, 0));
    }

    /// A closed loop of one window on 10 Mbit/s (1.2 ms a packet) and 40 ms: a packet more each round trip, half of them after
    /// a loss, at most once a round trip. Behind drop tail of 1000 packets its queue would grow without bound for seconds;
    /// CoDel holds the mean wait of a minute near 5 ms, and never lets it stay high for long.
    #[test]
    fn holds_a_standing_queue_near_its_target() {
        let mut queue = codel(&[]);
        let (service, base) = (Span(1_200_000), Span::from_ms(40.0));
        // When each of the window's packets comes back to the sender, first to last; a lost one as soon as it is dropped.
        let mut returns: std::collections::VecDeque<(Time, bool)> = (0..10).map(|_| (Time::ZERO, false)).collect();
        let (mut window, mut cut_until, mut free) = (10.0_f64, Time::ZERO, Time::ZERO);
        let (mut waits, mut longest, mut flying) = (Vec::new(), 0.0_f64, 10_u32);
        while free < Time::from_seconds(60.0) {
            while returns.front().is_some_and(|(time, _)| *time <= free) {
                let (time, lost) = returns.pop_front().unwrap();
                flying -= 1;
                if lost && time >= cut_until {
                    (window, cut_until) = (window / 2.0, time + base);
                } else if !lost {
                    window += 1.0 / window;
                }
                while f64::from(flying) < window.floor() {
                    flying += 1;
                    queue.take_over(Packet { arrived: time, ..packet(0, 1500, 0.0) });
                }
            }
            let mut dropped = Vec::new();
            let packet = queue.dequeue(free, &mut dropped);
            returns.extend(dropped.iter().map(|_| (free + base, true)));
            let Some(packet) = packet else {
                free = returns.front().map_or(Time::NEVER, |(time, _)| *time).max(free);
                continue;
            };
            let wait = free.since(packet.arrived).ms();
            longest = longest.max(if free > Time::from_seconds(5.0) { wait } else { 0.0 });
            waits.push(wait);
            free += service;
            returns.push_back((free + base, false));
        }
        let mean = waits.iter().sum::<f64>() / waits.len() as f64;
        let share = waits.len() as f64 * service.seconds() / 60.0;
        assert!((2.0..8.0).contains(&mean), "mean wait {mean} ms");
        assert!(longest < 40.0, "longest wait {longest} ms");
        assert!(share > 0.85, "{share} of the link");
    }
}
