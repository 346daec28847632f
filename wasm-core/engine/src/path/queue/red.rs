//! RED, random early detection: it drops packets early, with a probability that grows with the average queue length,
//! so that senders slow down before the queue is full. This is the form of ns-2.
//!
//! # Equations
//!
//! ```tex
//! % average queue length, at each arrival | ToN 1993
//! \text{avg} \leftarrow (1 - w_q)\,\text{avg} + w_q\, q
//! % the same after an idle time in which m packets of mean size could have left | ToN 1993
//! \text{avg} \leftarrow (1 - w_q)^m\,\text{avg}
//! % drop probability by the average | ToN 1993; ns-2
//! p_b = \begin{cases} 0 & \text{avg} < \text{min} \\ p_{\max}\,\dfrac{\text{avg} - \text{min}}{\text{max} - \text{min}} & \text{avg} < \text{max} \\ p_{\max} + (1 - p_{\max})\,\dfrac{\text{avg} - \text{max}}{\text{max}} & \text{avg} < 2\,\text{max} \;\text{(gentle)} \\ 1 & \text{above} \end{cases}
//! % the same spread evenly, with wait | ns-2
//! p = \begin{cases} 0 & n\, p_b < 1 \\ \dfrac{p_b}{2 - n\, p_b} & n\, p_b < 2 \\ 1 & \text{otherwise} \end{cases}
//! % the same spread evenly, without wait | ToN 1993
//! p = \min\left(\frac{p_b}{1 - n\, p_b},\; 1\right)
//! ```
//!
//! $q$ is the number of packets in the queue, without the arriving packet and the one in transmission; $n$ is the
//! number of arrivals since the last drop, including this one.
//!
//! # Choices
//!
//! - An arriving packet is dropped with probability p, with two exceptions: while at most one packet is in the queue,
//!   and at the first arrival that finds the average above min (n is then 1). A full queue drops the arriving packet;
//!   each drop sets n to 0.
//! - The paper has neither `wait` (without it, drops are spread over 1 to 1/p_b arrivals, with it over 1/p_b to
//!   2/p_b) nor `gentle` (ns-2's default since April 2001). Lengths are in packets, whatever their size (ns-2's
//!   packet mode, the only one before 2004). The limit counts as dummynet's does: ns-2's own would hold one packet
//!   fewer.
//! - With `ecn`, packets that can carry an ECN mark are marked instead of dropped while avg is below max (RFC 3168,
//!   section 7: beyond, they are dropped). The average starts at 0, also when RED takes over from another discipline.
//!
//! # Look for
//!
//! - After slow start, packets are dropped long before the queue is full, and the queue stays far below its limit.
//! - The first slow start still fills the queue: the average follows too slowly.
//! - An early drop usually hits one flow only, so the sawtooths of two flows need not be in step.

use super::fifo::Fifo;
use super::{LIMITS, Limit, MOST_BYTES, Moment, QueueDiscipline, Refused};
use crate::math;
use crate::observe::{Kind, Signal};
use crate::params::{OneOf, Ordered, Section, Value};
use crate::path::Packet;
use crate::units::Time;

crate::params! {
    /// Settings of RED.
    pub struct Settings {
        /// Maximum number of packets in the queue, without the one in transmission.
        limit_packets: Option<f64> = whole(50.0, 1.0, 1e7).unit("packets").log().live(), "ns-2: 50 packets";
        /// Maximum number of bytes in the queue, without the packet in transmission.
        limit_bytes: Option<f64> = whole(75000.0, 1.0, MOST_BYTES).unit("bytes").log().live(), "ns-2: 50 packets, in bytes";
        /// Maximum size of the queue, as the time that its link takes to send it at its rate at the start. It becomes `limit_bytes`.
        limit_ms: Option<f64> = above(100.0, 0.0, 1e7).unit("ms").log(), "choice";
        /// Maximum size of the queue, in bandwidth-delay products of the link's rate and the largest base RTT of a flow at the start. It
        /// becomes `limit_bytes`.
        limit_bdp: Option<f64> = above(1.0, 0.0, 1e6).log(), "Villamizar and Song, CCR 24(5), 1994: 1 BDP";
        /// Average queue length above which packets are dropped at random.
        min_threshold_packets: f64 = number(5.0, 0.0, 1e7).unit("packets").log().live(), "ns-2: 5";
        /// Average queue length at which the drop probability reaches `max_probability`.
        max_threshold_packets: f64 = number(15.0, 0.0, 1e7).unit("packets").log().live(), "ns-2: 15";
        /// Drop probability at the upper threshold, before drops are spread (max_p).
        max_probability: f64 = number(0.1, 0.0, 1.0).live(), "ns-2: 0.1";
        /// Weight of the present queue length in the moving average, at each arrival (w_q).
        weight: f64 = number(0.002, 1e-6, 1.0).log().live(), "Floyd, Jacobson 1993, section 6; ns-2 until 2001";
        /// Above the upper threshold, the probability rises linearly from `max_probability` to 1 at twice the
        /// threshold, instead of jumping to 1.
        gentle: bool = switch(true).live(), "ns-2 since April 2001";
        /// Spreads early drops: at least 1 / p_b arrivals lie between two of them.
        wait: bool = switch(true).live(), "ns-2";
        /// Assumed packet size for the idle-time correction of the average.
        mean_packet_bytes: f64 = whole(500.0, 1.0, 65535.0).unit("bytes").live(), "ns-2: 500 bytes";
        /// Marks ECN-capable packets instead of dropping them.
        ecn: bool = switch(false).live().needs(&[Need::EcnData]), "RFC 3168, section 7";
    }
}

/// The average by which RED decides.
pub static AVERAGE: Signal = Signal::new("red_average_packets", "packets", Kind::Level);
/// p_b at that average, before drops are spread.
pub static PROBABILITY: Signal = Signal::new("red_probability", "", Kind::Level);

/// Settings of RED as scenario and screen know them.
pub static SECTION: Section = Section::new("red", "RED", Settings::PARAMS)
    .about(
        "Drops packets early, with a probability that grows with the average queue length.",
        "S. Floyd, V. Jacobson, IEEE/ACM Transactions on Networking 1(4), 1993; ns-2",
    )
    .one_of(&[OneOf { fields: LIMITS, required: false }])
    .ordered(&[Ordered { less: "min_threshold_packets", more: "max_threshold_packets" }])
    .signals(&[&AVERAGE, &PROBABILITY]);

/// A RED queue.
#[derive(Clone, Debug)]
pub struct Red {
    settings: Settings,
    limit: Limit,
    fifo: Fifo,
    average: f64,
    /// Arrivals since the last drop.
    count: u64,
    /// The last arrival found the average above the lower threshold and more than one packet waiting.
    above: bool,
    /// The link has had nothing to send since then.
    idle_since: Option<Time>,
    /// CE marks that it has set.
    marked: u64,
}

/// RED's decision about an arrival.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Keep,
    /// Chosen at random: marked if it can be.
    Early,
    /// The average is beyond what a random draw may decide.
    Forced,
}

impl Red {
    /// An empty queue.
    pub fn new(values: &[Value]) -> Red {
        let settings = Settings::read(values);
        Red {
            limit: Limit::of(settings.limit_packets, settings.limit_bytes),
            settings,
            fifo: Fifo::default(),
            average: 0.0,
            count: 0,
            above: false,
            idle_since: None,
            marked: 0,
        }
    }

    /// Takes the queue as an arrival finds it into the average.
    fn measure(&mut self, moment: &Moment) {
        let w = self.settings.weight;
        if let Some(since) = self.idle_since.take() {
            let packet_seconds = self.settings.mean_packet_bytes * 8.0 / moment.rate.0;
            let missed = (moment.now.since(since).seconds() / packet_seconds).floor();
            self.average *= math::pow(1.0 - w, missed);
        }
        self.average = (1.0 - w) * self.average + w * self.fifo.packets() as f64;
    }

    fn judge(&mut self, moment: &Moment) -> Verdict {
        self.count += 1;
        if self.average < self.settings.min_threshold_packets || self.fifo.packets() <= 1 {
            self.above = false;
            return Verdict::Keep;
        }
        let p_b = self.settings.probability(self.average);
        if p_b >= 1.0 {
            return Verdict::Forced;
        }
        if !self.above {
            self.above = true;
            self.count = 1;
            return Verdict::Keep;
        }
        let chosen = moment.draw.uniform() < spread(p_b, self.count, self.settings.wait);
        if chosen { Verdict::Early } else { Verdict::Keep }
    }
}

impl Settings {
    /// p_b of an average.
    fn probability(&self, average: f64) -> f64 {
        let (min, max, max_p) = (self.min_threshold_packets, self.max_threshold_packets, self.max_probability);
        if average < min {
            0.0
        } else if average < max {
            max_p * (average - min) / (max - min)
        } else if self.gentle && average < 2.0 * max {
            max_p + (1.0 - max_p) * (average - max) / max
        } else {
            1.0
        }
    }
}

/// p: spreads the drops of probability `p_b` evenly over arrivals.
fn spread(p_b: f64, count: u64, wait: bool) -> f64 {
    let counted = count as f64 * p_b;
    if wait && counted < 1.0 {
        return 0.0;
    }
    let rest = if wait { 2.0 - counted } else { 1.0 - counted };
    if p_b < rest { p_b / rest } else { 1.0 }
}

impl QueueDiscipline for Red {
    fn enqueue(&mut self, packet: &Packet, moment: &Moment, _dropped: &mut Vec<Packet>) -> Result<(), Refused> {
        let mut packet = *packet;
        self.measure(moment);
        let verdict = self.judge(moment);
        let full = !moment.link_idle && self.limit.reached(self.fifo.packets(), self.fifo.bytes());
        let below = self.average < self.settings.max_threshold_packets;
        if full || verdict != Verdict::Keep {
            self.count = 0;
            let marks = self.settings.ecn && packet.ecn.is_some() && below && verdict == Verdict::Early;
            if full || !marks {
                return Err(Refused);
            }
            packet.marked = true;
            self.marked += 1;
        }
        self.fifo.push(&packet);
        Ok(())
    }

    fn dequeue(&mut self, now: Time, _dropped: &mut Vec<Packet>) -> Option<Packet> {
        let packet = self.fifo.pop();
        if packet.is_none() && self.idle_since.is_none() {
            self.idle_since = Some(now);
        }
        packet
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

    fn levels(&self, _now: Time, emit: &mut dyn FnMut(&'static Signal, f64)) {
        emit(&AVERAGE, self.average);
        emit(&PROBABILITY, self.settings.probability(self.average));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{level, moment, ordinal_of, packet};
    use super::*;
    use crate::cc::testing::assert_close;
    use crate::ecn::EcnCodepoint;
    use crate::params::Choice;

    fn red(changes: &[(&str, Value)]) -> Red {
        let mut choice = Choice::of(&SECTION);
        for (name, value) in
            [("limit_packets", 1000.0), ("min_threshold_packets", 25.0), ("max_threshold_packets", 125.0)]
        {
            choice = choice.with(name, Value::Number(value));
        }
        Red::new(&changes.iter().fold(choice, |choice, (name, value)| choice.with(name, value.clone())).values)
    }

    /// Fills it to a length with an average of the same.
    fn standing(mut queue: Red, packets: u32) -> Red {
        (0..packets).for_each(|_| queue.take_over(packet(0, 1500, 0.0)));
        queue.average = f64::from(packets);
        queue
    }

    /// min 25, max 125, max_p 0.1.
    #[test]
    fn probability_grows_with_the_average() {
        let gentle = red(&[]).settings;
        for (average, p_b) in [(20.0, 0.0), (50.0, 0.025), (100.0, 0.075), (125.0, 0.1), (150.0, 0.28), (250.0, 1.0)] {
            assert_close(gentle.probability(average), p_b, 1e-12);
        }
        let steep = red(&[("gentle", Value::Bool(false))]).settings;
        assert_close(steep.probability(100.0), 0.075, 1e-12);
        assert_eq!(steep.probability(125.0), 1.0);
    }

    /// p_b = 0.05.
    #[test]
    fn drops_are_spread_by_the_count() {
        for (count, p) in [(19, 0.0), (20, 0.05), (21, 0.052_632), (30, 0.1), (39, 1.0), (40, 1.0), (60, 1.0)] {
            assert_close(spread(0.05, count, true), p, 1e-6);
        }
        for (count, p) in [(0, 0.05), (10, 0.1), (19, 1.0), (25, 1.0)] {
            assert_close(spread(0.05, count, false), p, 1e-12);
        }
    }

    /// 500 arrivals that find 40 packets: 40 (1 - 0.998^500) = 25.299. Then the link has nothing to send for 10 ms, in which
    /// it could have sent 25 packets of 500 bytes at 10 Mbit/s: 25.299 * 0.998^25 = 24.065, and the arrival finds none.
    #[test]
    fn the_average_follows_the_exponential_formula_over_idle_time() {
        let mut queue = red(&[("min_threshold_packets", Value::Number(1e6))]);
        (0..40).for_each(|_| queue.take_over(packet(0, 1500, 0.0)));
        for n in 0..500 {
            assert!(queue.enqueue(&packet(0, 1500, 0.0), &moment(0.0, n), &mut Vec::new()).is_ok());
            queue.dequeue(Time(0), &mut Vec::new());
        }
        let before = 40.0 * (1.0 - math::pow(0.998, 500.0));
        assert_close(level(&queue, 0.0, &AVERAGE), before, 1e-9);
        while queue.dequeue(Time(1_000_000), &mut Vec::new()).is_some() {}
        queue.dequeue(Time(4_000_000), &mut Vec::new()); // asked again: the idle time began before
        let idle = Moment { link_idle: true, ..moment(11.1, 500) };
        queue.enqueue(&packet(0, 1500, 11.1), &idle, &mut Vec::new()).unwrap();
        assert_close(level(&queue, 11.1, &AVERAGE), before * math::pow(0.998, 26.0), 1e-9);
    }

    /// avg = 75: p_b = 0.05. The first arrival above min is kept and counts 1; with `wait` none is dropped before the 20th,
    /// where p = 0.05, and a drop begins the count anew.
    #[test]
    fn nothing_is_dropped_before_the_count_allows() {
        let mut queue = standing(red(&[("weight", Value::Number(1e-6))]), 75);
        let unlucky = ordinal_of(0.0, 0.02);
        for n in 1..=19 {
            assert!(queue.enqueue(&packet(0, 1500, 0.0), &moment(0.0, unlucky), &mut Vec::new()).is_ok(), "{n}");
            queue.dequeue(Time(0), &mut Vec::new());
        }
        assert_eq!(queue.count, 19);
        assert!(queue.enqueue(&packet(0, 1500, 0.0), &moment(0.0, ordinal_of(0.06, 1.0)), &mut Vec::new()).is_ok());
        queue.dequeue(Time(0), &mut Vec::new());
        assert!(queue.enqueue(&packet(0, 1500, 0.0), &moment(0.0, unlucky), &mut Vec::new()).is_err());
        assert_eq!(queue.count, 0);
    }

    #[test]
    fn one_waiting_packet_is_never_joined_by_an_early_drop() {
        let mut queue = standing(red(&[]), 1);
        queue.average = 200.0;
        assert!(queue.enqueue(&packet(0, 1500, 0.0), &moment(0.0, 0), &mut Vec::new()).is_ok());
        queue.average = 300.0;
        assert!(queue.enqueue(&packet(0, 1500, 0.0), &moment(0.0, 0), &mut Vec::new()).is_err(), "forced: avg > 2 max");
    }

    #[test]
    fn a_full_queue_drops_and_begins_the_count_anew() {
        let mut queue = standing(red(&[("limit_packets", Value::Number(10.0))]), 10);
        queue.average = 0.0;
        queue.count = 7;
        assert!(queue.enqueue(&packet(0, 1500, 0.0), &moment(0.0, 0), &mut Vec::new()).is_err());
        assert_eq!((queue.count, queue.packets()), (0, 10));
    }

    /// RFC 3168, section 7: a mark below the upper threshold, a drop beyond it, and a drop where the packet or RED cannot.
    #[test]
    fn marks_below_the_upper_threshold_and_drops_beyond() {
        let arrives = |ecn: bool, capable: bool, length: u32| {
            let mut queue = standing(red(&[("ecn", Value::Bool(ecn)), ("weight", Value::Number(1e-6))]), length);
            (queue.above, queue.count) = (true, 1000);
            let arrival = Packet { ecn: capable.then_some(EcnCodepoint::Ect0), ..packet(0, 1500, 0.0) };
            queue.enqueue(&arrival, &moment(0.0, 0), &mut Vec::new()).ok()?;
            queue.fifo.iter().last().map(|packet| packet.marked)
        };
        assert_eq!(arrives(true, true, 75), Some(true));
        assert_eq!(arrives(true, false, 75), None);
        assert_eq!(arrives(false, true, 75), None);
        assert_eq!(arrives(true, true, 130), None);
        assert_eq!(arrives(true, true, 20), Some(false));
    }
}
