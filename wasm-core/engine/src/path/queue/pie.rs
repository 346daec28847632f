//! PIE, proportional-integral controller enhanced: it drops arriving packets with a probability that a controller
//! sets by the queueing delay. The controller runs at intervals, not at each packet.
//!
//! # Equations
//!
//! ```tex
//! % each update: the queueing delay, by Little's law | RFC 8033, section 4.3
//! q = \frac{\text{bytes waiting}}{\text{rate}}
//! % change of the probability (α and β per second) | RFC 8033, section 4.2
//! d = \alpha\,(q - q_{\text{ref}}) + \beta\,(q - q_{\text{old}})
//! % smaller steps at small probabilities | RFC 8033, section 4.2
//! d \leftarrow \frac{d}{2048},\ \frac{d}{512},\ \frac{d}{128},\ \frac{d}{32},\ \frac{d}{8},\ \frac{d}{2} \quad\text{if}\quad p < 10^{-6},\ 10^{-5},\ 10^{-4},\ 10^{-3},\ 10^{-2},\ 10^{-1}
//! % probability; d is at most 0.02 where p ≥ 0.1, and p is multiplied by 0.98 while the queue stays empty | RFC 8033, section 4.2
//! p \leftarrow \min\bigl(\max(p + d,\; 0),\; 1\bigr)
//! % an arriving packet is kept below 0.85, dropped from 8.5 on, and dropped with probability p between; a drop sets accu to 0 | RFC 8033, section 5.4
//! \text{accu} \leftarrow \text{accu} + p
//! ```
//!
//! An arriving packet is also kept during the burst allowance, while the delay was below half of $q_{\text{ref}}$ and
//! $p < 0.2$, and while at most two mean packets are in the queue.
//!
//! # Choices
//!
//! - The rate is the link's own, to which the RFC's estimate of the departure rate (section 5.2) converges while
//!   packets wait; it is known from the last arrival. The first update comes T_UPDATE after the first arrival.
//!   Updates are computed at arrivals and departures: the queue does not change between them, so the result is the
//!   same.
//! - A full queue drops the arriving packet. Left out: switching PIE off while the queue is short (section 5.3,
//!   optional).
//! - With `ecn`, packets that can carry an ECN mark are marked instead of dropped while p is at most
//!   `mark_probability`, and dropped above (section 5.1: 0.1); a mark sets accu to 0.
//!
//! # Look for
//!
//! - After slow start the queueing delay swings around its target, far below the limit.
//! - The first slow start overflows the queue: the burst allowance admits it, and it is faster than the controller.

use super::fifo::Fifo;
use super::{LIMITS, Limit, MOST_BYTES, Moment, QueueDiscipline, Refused};
use crate::math;
use crate::observe::{Kind, Signal};
use crate::params::{OneOf, Section, Value};
use crate::path::Packet;
use crate::units::{Rate, Span, Time};

crate::params! {
    /// Settings of PIE.
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
        /// Target queueing delay (QDELAY_REF).
        target_ms: f64 = number(15.0, 0.001, 1e5).unit("ms").log().live(), "RFC 8033, section 4.2: 15 ms";
        /// Time between updates of the drop probability (T_UPDATE).
        update_ms: f64 = number(15.0, 0.1, 1e5).unit("ms").log().live(), "RFC 8033, section 4.2: 15 ms";
        /// Gain of the difference between queueing delay and target (alpha).
        alpha: f64 = number(0.125, 0.0, 1e3).unit("1/s").live(), "RFC 8033, section 4.2: 1/8";
        /// Gain of the change of the queueing delay (beta).
        beta: f64 = number(1.25, 0.0, 1e3).unit("1/s").live(), "RFC 8033, section 4.2: 1 1/4";
        /// Time for which a burst into an empty queue is admitted without drops (MAX_BURST).
        max_burst_ms: f64 = number(150.0, 0.0, 1e5).unit("ms").live(), "RFC 8033, section 4.4: 150 ms";
        /// Nothing is dropped at random while at most two packets of this size are in the queue.
        mean_packet_bytes: f64 = whole(1500.0, 1.0, 65535.0).unit("bytes").live(), "choice: a full packet";
        /// Marks ECN-capable packets instead of dropping them.
        ecn: bool = switch(false).live().needs(&[Need::EcnData, Need::Above("mark_probability", 0.0)]), "RFC 8033, section 5.1";
        /// Maximum drop probability at which packets are ECN-marked instead; above it they are dropped.
        mark_probability: f64 = number(0.1, 0.0, 1.0).live().needs(&[Need::On("ecn"), Need::EcnData]), "RFC 8033, section 5.1: 10 %";
    }
}

/// The probability of a drop.
pub static PROBABILITY: Signal = Signal::new("pie_probability", "", Kind::Level);
/// The queueing delay of the last update.
pub static DELAY: Signal = Signal::new("pie_delay_ms", "ms", Kind::Level);

/// Settings of PIE as scenario and screen know them.
pub static SECTION: Section = Section::new("pie", "PIE", Settings::PARAMS)
    .about(
        "Drops packets with a probability that a controller sets by the queueing delay.",
        "R. Pan et al., IEEE HPSR 2013; RFC 8033",
    )
    .one_of(&[OneOf { fields: LIMITS, required: false }])
    .signals(&[&PROBABILITY, &DELAY]);

/// The controller, apart from the queue: small, so that it can be looked at as it will be.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Controller {
    /// p.
    probability: f64,
    /// q_old, in seconds.
    delay_s: f64,
    burst: Span,
    accumulated: f64,
    /// The next update; none before the first arrival.
    update: Option<Time>,
}

impl Controller {
    /// Makes up for all updates up to `now`; the queue has had so much delay since the last time.
    fn advance(&mut self, settings: &Settings, delay_s: f64, now: Time) {
        let period = Span::from_ms(settings.update_ms);
        let mut next = *self.update.get_or_insert(now + period);
        while next <= now {
            let before = *self;
            self.adapt(settings, delay_s);
            next += period;
            if *self == before && next <= now {
                // At rest: all further updates leave it as it is.
                next += Span((now.since(next).0 / period.0 + 1) * period.0);
            }
        }
        self.update = Some(next);
    }

    fn adapt(&mut self, settings: &Settings, delay_s: f64) {
        let target_s = settings.target_ms / 1e3;
        self.probability = adapted(settings, self.probability, delay_s, self.delay_s);
        self.burst = Span(self.burst.0.saturating_sub(Span::from_ms(settings.update_ms).0));
        if self.probability == 0.0 && delay_s < target_s / 2.0 && self.delay_s < target_s / 2.0 {
            self.burst = Span::from_ms(settings.max_burst_ms);
        }
        self.delay_s = delay_s;
    }

    /// Whether the random draw picks the arrival; `bytes` wait.
    fn picks(&mut self, settings: &Settings, bytes: u64, moment: &Moment) -> bool {
        let calm = self.delay_s < settings.target_ms / 2e3 && self.probability < 0.2;
        if self.burst > Span::ZERO || calm || bytes as f64 <= 2.0 * settings.mean_packet_bytes {
            return false;
        }
        self.accumulated = if self.probability == 0.0 { 0.0 } else { self.accumulated + self.probability };
        self.accumulated >= 0.85 && (self.accumulated >= 8.5 || moment.draw.uniform() < self.probability)
    }
}

/// p after an update (RFC 8033, section 4.2).
fn adapted(settings: &Settings, p: f64, delay_s: f64, old_s: f64) -> f64 {
    let mut d = settings.alpha * (delay_s - settings.target_ms / 1e3) + settings.beta * (delay_s - old_s);
    let scale = [(1e-6, 2048.0), (1e-5, 512.0), (1e-4, 128.0), (1e-3, 32.0), (1e-2, 8.0), (1e-1, 2.0)];
    match scale.iter().find(|(below, _)| p < *below) {
        Some((_, divisor)) => d /= divisor,
        None => d = d.min(0.02),
    }
    let idle = if delay_s == 0.0 && old_s == 0.0 { 0.98 } else { 1.0 };
    math::clamp((p + d) * idle, 0.0, 1.0)
}

/// A PIE queue.
#[derive(Clone, Debug)]
pub struct Pie {
    settings: Settings,
    limit: Limit,
    fifo: Fifo,
    controller: Controller,
    /// The link's rate as the last arrival found it.
    rate: Rate,
    /// CE marks that it has set.
    marked: u64,
}

impl Pie {
    /// An empty queue.
    pub fn new(values: &[Value]) -> Pie {
        let settings = Settings::read(values);
        let burst = Span::from_ms(settings.max_burst_ms);
        Pie {
            limit: Limit::of(settings.limit_packets, settings.limit_bytes),
            settings,
            fifo: Fifo::default(),
            controller: Controller { probability: 0.0, delay_s: 0.0, burst, accumulated: 0.0, update: None },
            rate: Rate(f64::INFINITY),
            marked: 0,
        }
    }

    fn delay_s(&self) -> f64 {
        self.fifo.bytes() as f64 * 8.0 / self.rate.0
    }
}

impl QueueDiscipline for Pie {
    fn enqueue(&mut self, packet: &Packet, moment: &Moment, _dropped: &mut Vec<Packet>) -> Result<(), Refused> {
        let mut packet = *packet;
        self.rate = moment.rate;
        self.controller.advance(&self.settings, self.delay_s(), moment.now);
        let full = self.limit.reached(self.fifo.packets(), self.fifo.bytes());
        if !moment.link_idle && (full || self.controller.picks(&self.settings, self.fifo.bytes(), moment)) {
            self.controller.accumulated = 0.0;
            let marks = self.settings.ecn && self.controller.probability <= self.settings.mark_probability;
            if full || !marks || packet.ecn.is_none() {
                return Err(Refused);
            }
            packet.marked = true;
            self.marked += 1;
        }
        self.fifo.push(&packet);
        Ok(())
    }

    fn dequeue(&mut self, now: Time, _dropped: &mut Vec<Packet>) -> Option<Packet> {
        self.controller.advance(&self.settings, self.delay_s(), now);
        self.fifo.pop()
    }

    fn take_over(&mut self, packet: Packet) {
        self.fifo.push(&packet);
    }

    fn give_up(&mut self) -> Option<Packet> {
        self.fifo.pop()
    }

    fn configure(&mut self, values: &[Value]) {
        self.settings = Settings::read(values);
        self.limit = Limit::of(self.settings.limit_packets, self.settings.limit_bytes);
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
        self.marked
    }

    fn each(&self, look: &mut dyn FnMut(&Packet)) {
        self.fifo.iter().for_each(look);
    }

    fn levels(&self, now: Time, emit: &mut dyn FnMut(&'static Signal, f64)) {
        let mut controller = self.controller;
        controller.advance(&self.settings, self.delay_s(), now);
        emit(&PROBABILITY, controller.probability);
        emit(&DELAY, controller.delay_s * 1e3);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{level, moment, ordinal_of, packet};
    use super::*;
    use crate::cc::testing::assert_close;
    use crate::ecn::EcnCodepoint;
    use crate::params::Choice;

    fn pie(changes: &[(&str, Value)]) -> Pie {
        Pie::new(
            &changes.iter().fold(Choice::of(&SECTION), |choice, (name, value)| choice.with(name, value.clone())).values,
        )
    }

    /// A queue of so many packets (1.2 ms each at 10 Mbit/s) whose burst is over, with p and q_old.
    fn standing(mut queue: Pie, packets: u32, probability: f64, old_ms: f64) -> Pie {
        queue.rate = Rate(10e6);
        (0..packets).for_each(|_| queue.take_over(packet(0, 1500, 0.0)));
        queue.controller = Controller {
            probability,
            delay_s: old_ms / 1e3,
            burst: Span::ZERO,
            accumulated: 0.0,
            update: Some(Time::from_seconds(0.015)),
        };
        queue
    }

    #[test] // RFC 8033, section 4.2; (p, q and q_old in ms, p afterwards)
    fn the_probability_is_adapted() {
        let settings = pie(&[]).settings;
        let rows: [(f64, f64, f64, f64); 3] =
            [(0.0, 30.0, 0.0, 1.9226e-5), (0.05, 30.0, 20.0, 0.057_187_5), (0.2, 100.0, 20.0, 0.22)];
        for (p, q_ms, old_ms, after) in rows {
            assert_close(adapted(&settings, p, q_ms / 1e3, old_ms / 1e3), after, 1e-9);
        }
        // d = -0.001875 + 1.25 (-0.02) = -0.026875: not below 0; and from 0.5 with an empty queue: (0.5 - 0.001875) 0.98.
        assert_close(adapted(&settings, 0.005, 0.0, 0.02), 0.005 - 0.026_875 / 8.0, 1e-12);
        assert_eq!(adapted(&settings, 0.001, 0.0, 0.2), 0.0);
        assert_close(adapted(&settings, 0.5, 0.0, 0.0), 0.488_162_5, 1e-12);
    }

    /// Each divisor by itself: d = 0.125 * 0.016 = 0.002 with q = q_old = 31 ms.
    #[test]
    fn small_probabilities_change_slowly() {
        let settings = pie(&[]).settings;
        for (p, divisor) in
            [(5e-7, 2048.0), (5e-6, 512.0), (5e-5, 128.0), (5e-4, 32.0), (5e-3, 8.0), (5e-2, 2.0), (0.5, 1.0)]
        {
            assert_close(adapted(&settings, p, 0.031, 0.031) - p, 0.002 / divisor, 1e-15);
        }
    }

    /// 25 packets of 1.2 ms wait: q = 30 ms, as in the first vector, then twice d = 0.001875 over 128. Made up for at once or
    /// one by one, it is the same.
    #[test]
    fn updates_are_made_up_for() {
        let mut queue = standing(pie(&[]), 25, 0.0, 0.0);
        let expected = 0.039_375 / 2048.0 + 0.001_875 / 128.0 + 0.001_875 / 128.0;
        assert_close(level(&queue, 14.9, &PROBABILITY), 0.0, 0.0);
        assert_close(level(&queue, 15.0, &PROBABILITY), 1.9226e-5, 1e-9);
        assert_close(level(&queue, 50.0, &PROBABILITY), expected, 1e-12);
        assert_eq!(level(&queue, 50.0, &DELAY), 30.0);
        let mut once = queue.clone();
        once.dequeue(Time::from_seconds(0.05), &mut Vec::new());
        for ms in [20.0, 33.0, 44.0, 50.0] {
            queue.controller.advance(&queue.settings, 0.03, Time::from_seconds(ms / 1e3));
        }
        assert_eq!(once.controller, queue.controller);
    }

    /// After a long silence p is 0 again and a burst of 150 ms is let in; the clock's beat is kept.
    #[test]
    fn an_idle_queue_comes_to_rest() {
        let mut queue = standing(pie(&[]), 0, 0.3, 40.0);
        queue.dequeue(Time::from_seconds(1e6 + 0.001), &mut Vec::new());
        assert_eq!(queue.controller.probability, 0.0);
        assert_eq!(queue.controller.burst, Span::from_ms(150.0));
        assert_eq!(queue.controller.update, Some(Time::from_seconds(1e6 + 0.005))); // 15 ms times 66 666 667
    }

    #[test]
    fn a_burst_into_an_empty_queue_is_let_in_for_150_ms() {
        let mut queue = pie(&[]);
        let mut first_drop = None;
        for n in 0..400 {
            let now = f64::from(n); // a packet each millisecond, one leaves each 1.2 ms
            if queue.enqueue(&packet(0, 1500, now), &moment(now, ordinal_of(0.0, 1e-5)), &mut Vec::new()).is_err() {
                first_drop = first_drop.or(Some(now));
            }
            if n % 6 != 0 {
                queue.dequeue(Time::from_seconds(now / 1e3), &mut Vec::new());
            }
        }
        let first_drop = first_drop.expect("a queue that grows without end is dropped from");
        assert!(first_drop > 150.0, "{first_drop} ms");
    }

    /// p = 0.2: of arrivals in a row the first four are kept (accu 0.2 to 0.8), the fifth is dropped if its draw is below p.
    /// Without a draw that keeps it the 43rd is dropped (accu 8.6 >= 8.5; 42 times 0.2 = 8.4).
    #[test]
    fn drops_are_neither_too_near_nor_too_far_apart() {
        let count = |ordinal: u64| {
            let mut queue = standing(pie(&[]), 25, 0.2, 30.0);
            (1..)
                .find(|_| queue.enqueue(&packet(0, 1500, 0.0), &moment(0.0, ordinal), &mut Vec::new()).is_err())
                .unwrap()
        };
        assert_eq!(count(ordinal_of(0.0, 0.1)), 5);
        assert_eq!(count(ordinal_of(0.3, 1.0)), 43);
    }

    #[test]
    fn a_short_or_calm_queue_is_not_dropped_from() {
        let kept = |queue: &mut Pie| queue.enqueue(&packet(0, 1500, 0.0), &moment(0.0, 0), &mut Vec::new()).is_ok();
        let mut short = standing(pie(&[]), 2, 1.0, 30.0);
        assert!(kept(&mut short) && !kept(&mut short), "3000 bytes are two mean packets, 4500 are more");
        assert!(kept(&mut standing(pie(&[]), 25, 0.19, 7.4)));
        let mut calm = standing(pie(&[]), 25, 0.19, 7.4);
        assert!((0..50).all(|_| kept(&mut calm)));
        let mut high = standing(pie(&[]), 25, 0.2, 7.4);
        assert!(!(0..50).all(|_| kept(&mut high)));
    }

    #[test]
    fn marks_up_to_a_tenth_and_drops_above_or_when_full() {
        let arrives = |changes: &[(&str, Value)], p: f64| {
            let mut queue = standing(pie(changes), 25, p, 30.0);
            queue.controller.accumulated = 8.5;
            let arrival = Packet { ecn: Some(EcnCodepoint::Ect0), ..packet(0, 1500, 0.0) };
            queue.enqueue(&arrival, &moment(0.0, 0), &mut Vec::new()).ok()?;
            assert_eq!(queue.controller.accumulated, 0.0);
            queue.fifo.iter().last().map(|packet| packet.marked)
        };
        let ecn = [("ecn", Value::Bool(true))];
        assert_eq!(arrives(&ecn, 0.1), Some(true));
        assert_eq!(arrives(&ecn, 0.11), None);
        assert_eq!(arrives(&[], 0.1), None);
        assert_eq!(arrives(&[("ecn", Value::Bool(true)), ("limit_packets", Value::Number(25.0))], 0.1), None);
    }
}
