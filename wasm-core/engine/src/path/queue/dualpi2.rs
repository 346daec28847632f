//! DualPI2, a dual-queue coupled AQM: packets of flows that expect frequent ECN marks, ECT(1), have a short queue of their
//! own beside the queue of all other packets. One controller determines the ECN marks of the first and the drops of the
//! second, so that flows of both kinds get similar shares of one link.
//!
//! # Equations
//!
//! ```tex
//! % each update: the longer time that the first packet of a queue has waited | Linux, sch_dualpi2.c
//! q = \max\bigl(q_L,\; q_C\bigr)
//! % base probability, at most 1 and not below 0 | Linux, sch_dualpi2.c; RFC 9332
//! p' \leftarrow p' + \alpha\,(q - q_{\text{target}}) + \beta\,(q - q_{\text{old}})
//! % probability that a packet of the classic queue (C) is dropped, or marked if it is ECT(0) | Linux, sch_dualpi2.c; RFC 9332
//! p_C = p'^{\,2}
//! % probability that a packet of the low-latency queue (L) is marked: the coupling | Linux, sch_dualpi2.c; RFC 9332
//! p_{CL} = k\, p'
//! % a packet of L is always marked if it has waited longer than the step | Linux, sch_dualpi2.c
//! \text{now} - \text{arrival} > \text{step}
//! % credit while packets wait in both queues, after each packet of L and each packet of C; L is next while the credit is at most 0 | Linux, sch_dualpi2.c
//! c \leftarrow c + w_C\,\text{bytes},\qquad c \leftarrow c - (100 - w_C)\,\text{bytes}
//! ```
//!
//! The window of a NewReno flow is about $1.22/\sqrt{p_C}$ packets and that of a scalable one $2/p_{CL}$, so $k = 2$ makes
//! them similar at equal RTTs.
//!
//! # Choices
//!
//! - This is the form of Linux (sch_dualpi2.c, 2025) with its defaults. RFC 9332 itself was not read: its basic controller uses
//!   the delay of C alone, and its marks in L begin with a ramp from 0.8 to 1.2 ms. Both statements come from accounts of
//!   the RFC. Here the step takes the place of the ramp.
//! - The decision is made when a packet leaves its queue. After a drop the next packet is tried, and the credit does not
//!   change. While fewer bytes wait than two packets of the largest size that has arrived, the probability decides
//!   nothing; the step always applies.
//! - Overload ($k\,p' > 1$): packets of both queues are dropped with probability $p_C$, ECN-capable or not, and all other
//!   packets of L are marked.
//! - Each packet has one random draw, made at its arrival. Linux compares two draws with $p'$, which has the same
//!   probability. A packet that another discipline queued has no draw: it is never dropped, and marked only by the step
//!   or in overload.
//! - The first update comes `tupdate_ms` after the first arrival. Updates are computed at arrivals and departures: the
//!   first packet of each queue does not change between them, so the result is the same.
//! - ACKs and packets without an ECN codepoint join C. The limit applies to both queues together, and a full queue drops
//!   the arriving packet. When both queues have been empty, the credit is $2\,w_C - 100$ times the largest packet, so L
//!   begins.
//!
//! # Look for
//!
//! - NewReno flows: after slow start, the delay of the classic queue swings around its target, far below the limit.
//! - The delays of the two queues, drawn together: L stays near or below the step while C is at its target.
//! - At 10 Mbit/s one full packet takes 1.2 ms, so each packet of L that waits for another one is marked. Such a link
//!   needs a larger `step_ms`.

use super::fifo::Fifo;
use super::{Limit, Moment, QueueDiscipline, Refused};
use crate::ecn::EcnCodepoint;
use crate::math;
use crate::observe::{Kind, Signal};
use crate::params::{Section, Value};
use crate::path::Packet;
use crate::ring::Ring;
use crate::units::{Span, Time};

crate::params! {
    /// Settings of DualPI2.
    pub struct Settings {
        /// Maximum number of packets in both queues together, without the one in transmission.
        limit_packets: f64 = whole(10000.0, 1.0, 1e7).unit("packets").log().live(), "Linux, sch_dualpi2.c: 10000 packets";
        /// Target queueing delay of the classic queue.
        target_ms: f64 = number(15.0, 0.1, 1e4).unit("ms").log().live(), "RFC 9332; Linux: 15 ms";
        /// Time between updates of the probability (Tupdate).
        tupdate_ms: f64 = number(16.0, 1.0, 1e4).unit("ms").log().live(), "RFC 9332; Linux: 16 ms";
        /// Gain of the difference between queueing delay and target, at each update (alpha).
        alpha: f64 = number(0.16, 0.001, 1e3).unit("1/s").log().live(), "RFC 9332; Linux: 0.16";
        /// Gain of the change of the queueing delay, at each update (beta).
        beta: f64 = number(3.2, 0.0, 1e3).unit("1/s").live(), "Linux: 3.2; RFC 9332's formula: 0.3 / RTT_max";
        /// Factor by which marks in the low-latency queue are more probable than the square root of the drop probability in
        /// the classic one (k).
        coupling: f64 = number(2.0, 0.0, 100.0).live().needs(&[Need::EcnData]), "RFC 9332; Linux: 2";
        /// A packet that has waited longer than this in the low-latency queue is marked.
        step_ms: f64 = number(1.0, 0.0, 1e4).unit("ms").log().live().needs(&[Need::L4sData]), "Linux, sch_dualpi2.c: 1 ms";
        /// Share of the link, in bytes, that the classic queue gets while packets wait in both queues.
        classic_share_percent: u32 = whole(10.0, 0.0, 100.0).unit("%").live().needs(&[Need::L4sData, Need::ClassicPackets]), "Linux, sch_dualpi2.c: 10 %";
    }
}

/// The base probability p'.
pub static PROBABILITY: Signal = Signal::new("dualpi2_probability", "", Kind::Level);
/// How long the first packet of the low-latency queue has waited.
pub static LOW_LATENCY_DELAY: Signal = Signal::new("dualpi2_low_latency_delay_ms", "ms", Kind::Level);
/// How long the first packet of the classic queue has waited.
pub static CLASSIC_DELAY: Signal = Signal::new("dualpi2_classic_delay_ms", "ms", Kind::Level);

/// Settings of DualPI2 as scenario and screen know them.
pub static SECTION: Section = Section::new("dualpi2", "DualPI2", Settings::PARAMS)
    .about(
        "Gives ECT(1) packets a short queue of their own and couples its ECN marks to the drops of the other packets.",
        "K. De Schepper, B. Briscoe, G. White, RFC 9332; Linux, sch_dualpi2.c",
    )
    .signals(&[&PROBABILITY, &LOW_LATENCY_DELAY, &CLASSIC_DELAY]);

/// The draw of a packet that another discipline took in: no probability is above it.
const NO_DRAW: f64 = 1.0;

/// The controller, apart from the queues: small, so that it can be looked at as it will be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Controller {
    /// p'.
    probability: f64,
    /// q_old, in seconds.
    delay_s: f64,
    /// The next update; none before the first arrival.
    update: Option<Time>,
}

impl Controller {
    /// Makes up for all updates up to `now`. The packet that has waited longest arrived at `oldest`, and nothing has left
    /// since the last time.
    fn advance(&mut self, settings: &Settings, oldest: Option<Time>, now: Time) {
        let period = Span::from_ms(settings.tupdate_ms);
        let mut next = *self.update.get_or_insert(now + period);
        while next <= now {
            let before = (self.probability, self.delay_s);
            let delay_s = oldest.map_or(0.0, |arrived| next.since(arrived).seconds());
            self.probability = adapted(settings, self.probability, delay_s, self.delay_s);
            self.delay_s = delay_s;
            next += period;
            if oldest.is_none() && (self.probability, self.delay_s) == before && next <= now {
                // At rest: all further updates leave it as it is.
                next += Span((now.since(next).0 / period.0 + 1) * period.0);
            }
        }
        self.update = Some(next);
    }
}

/// p' after an update.
fn adapted(settings: &Settings, p: f64, delay_s: f64, old_s: f64) -> f64 {
    let change = settings.alpha * (delay_s - settings.target_ms / 1e3) + settings.beta * (delay_s - old_s);
    math::clamp(p + change, 0.0, 1.0)
}

/// One of the two queues: its packets and the random draw of each.
#[derive(Clone, Debug, Default)]
struct Half {
    fifo: Fifo,
    draws: Ring<f64>,
}

impl Half {
    fn push(&mut self, packet: &Packet, draw: f64) {
        self.fifo.push(packet);
        self.draws.push_back(draw);
    }

    fn pop(&mut self) -> Option<(Packet, f64)> {
        Some((self.fifo.pop()?, self.draws.pop_front().unwrap_or(NO_DRAW)))
    }

    /// How long its first packet has waited.
    fn delay_ms(&self, now: Time) -> f64 {
        self.fifo.get(0).map_or(0.0, |first| now.since(first.arrived).seconds() * 1e3)
    }
}

/// A turn: a packet leaves one of the two queues.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Turn {
    /// The low-latency queue's.
    low: bool,
    /// Its packet changes the credit by this.
    change: i64,
}

/// The next turn, from the first packet of each queue; none if nothing waits. `share` is that of the classic queue, in %.
fn turn(share: i64, credit: i64, low: Option<&Packet>, classic: Option<&Packet>) -> Option<Turn> {
    Some(match (low, classic) {
        (None, None) => return None,
        (Some(packet), Some(_)) if credit <= 0 => Turn { low: true, change: share * i64::from(packet.bytes) },
        (Some(_), Some(packet)) => Turn { low: false, change: (share - 100) * i64::from(packet.bytes) },
        (low, _) => Turn { low: low.is_some(), change: 0 },
    })
}

/// Fate of a packet that leaves its queue.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Keep,
    Mark,
    Drop,
}

/// A DualPI2 queue.
#[derive(Clone, Debug)]
pub struct DualPi2 {
    settings: Settings,
    low: Half,
    classic: Half,
    controller: Controller,
    /// How far the packets that have left have moved the credit since both queues were empty.
    moved: i64,
    /// Size of the largest packet that has arrived.
    largest: u32,
    /// CE marks that it has set.
    marked: u64,
}

impl DualPi2 {
    /// An empty queue.
    pub fn new(values: &[Value]) -> DualPi2 {
        DualPi2 {
            settings: Settings::read(values),
            low: Half::default(),
            classic: Half::default(),
            controller: Controller::default(),
            moved: 0,
            largest: 0,
            marked: 0,
        }
    }

    fn put(&mut self, packet: &Packet, draw: f64) {
        self.largest = self.largest.max(packet.bytes);
        let low = packet.marked || packet.ecn == Some(EcnCodepoint::Ect1);
        if low { &mut self.low } else { &mut self.classic }.push(packet, draw);
    }

    /// Arrival of the packet that has waited longest.
    fn oldest(&self) -> Option<Time> {
        let firsts = [&self.low, &self.classic].into_iter().filter_map(|half| half.fifo.get(0));
        firsts.map(|packet| packet.arrived).min()
    }

    fn advance(&mut self, now: Time) {
        self.controller.advance(&self.settings, self.oldest(), now);
    }

    /// The classic queue's share, in %.
    fn share(&self) -> i64 {
        i64::from(self.settings.classic_share_percent)
    }

    /// Above 0 it is the classic queue's turn, if packets wait in both.
    fn credit(&self) -> i64 {
        (2 * self.share() - 100) * i64::from(self.largest) + self.moved
    }

    /// Takes the next packet in turn, with its draw.
    fn take(&mut self) -> Option<(Turn, Packet, f64)> {
        let (low, classic) = (self.low.fifo.get(0), self.classic.fifo.get(0));
        let Some(turn) = turn(self.share(), self.credit(), low, classic) else {
            self.moved = 0;
            return None;
        };
        let (packet, draw) = if turn.low { &mut self.low } else { &mut self.classic }.pop()?;
        Some((turn, packet, draw))
    }

    /// Decides by the probability about a packet that has been taken from its queue.
    fn judge(&self, low: bool, ecn: bool, draw: f64) -> Verdict {
        if self.bytes() < 2 * u64::from(self.largest) {
            return Verdict::Keep;
        }
        let p = self.controller.probability;
        let coupled = self.settings.coupling * p;
        let (squared, overload) = (draw < p * p, coupled > 1.0);
        match (low, overload) {
            (true, true) if squared => Verdict::Drop,
            (true, true) => Verdict::Mark,
            (true, false) if draw < coupled => Verdict::Mark,
            (false, false) if squared && ecn => Verdict::Mark,
            (false, _) if squared => Verdict::Drop,
            _ => Verdict::Keep,
        }
    }

    fn mark(&mut self, packet: &mut Packet) {
        self.marked += u64::from(!packet.marked);
        packet.marked = true;
    }
}

impl QueueDiscipline for DualPi2 {
    fn enqueue(&mut self, packet: &Packet, moment: &Moment, _dropped: &mut Vec<Packet>) -> Result<(), Refused> {
        self.advance(moment.now);
        if !moment.link_idle && self.limit().reached(self.packets(), self.bytes()) {
            return Err(Refused);
        }
        self.put(packet, moment.draw.uniform());
        Ok(())
    }

    fn dequeue(&mut self, now: Time, dropped: &mut Vec<Packet>) -> Option<Packet> {
        self.advance(now);
        loop {
            let (turn, mut packet, draw) = self.take()?;
            match self.judge(turn.low, packet.ecn.is_some(), draw) {
                Verdict::Drop => {
                    dropped.push(packet);
                    continue;
                }
                Verdict::Mark => self.mark(&mut packet),
                Verdict::Keep => {}
            }
            if turn.low && now.since(packet.arrived) > Span::from_ms(self.settings.step_ms) {
                self.mark(&mut packet);
            }
            self.moved += turn.change;
            return Some(packet);
        }
    }

    fn take_over(&mut self, packet: Packet) {
        self.put(&packet, NO_DRAW);
    }

    fn give_up(&mut self) -> Option<Packet> {
        let (turn, packet, _) = self.take()?;
        self.moved += turn.change;
        Some(packet)
    }

    fn configure(&mut self, values: &[Value]) {
        let share = self.share();
        self.settings = Settings::read(values);
        if self.share() != share {
            self.moved = 0;
        }
    }

    fn packets(&self) -> u64 {
        self.low.fifo.packets() + self.classic.fifo.packets()
    }

    fn bytes(&self) -> u64 {
        self.low.fifo.bytes() + self.classic.fifo.bytes()
    }

    fn limit(&self) -> Limit {
        Limit::Packets(self.settings.limit_packets)
    }

    fn marked(&self) -> u64 {
        self.marked
    }

    fn each(&self, look: &mut dyn FnMut(&Packet)) {
        let (mut low, mut classic, mut credit) = (0, 0, self.credit());
        loop {
            let firsts = (self.low.fifo.get(low), self.classic.fifo.get(classic));
            let Some(turn) = turn(self.share(), credit, firsts.0, firsts.1) else { break };
            let (place, first) = if turn.low { (&mut low, firsts.0) } else { (&mut classic, firsts.1) };
            *place += 1;
            credit += turn.change;
            first.into_iter().for_each(&mut *look);
        }
    }

    fn levels(&self, now: Time, emit: &mut dyn FnMut(&'static Signal, f64)) {
        let mut controller = self.controller;
        controller.advance(&self.settings, self.oldest(), now);
        emit(&PROBABILITY, controller.probability);
        emit(&LOW_LATENCY_DELAY, self.low.delay_ms(now));
        emit(&CLASSIC_DELAY, self.classic.delay_ms(now));
    }
}

#[cfg(test)]
mod tests;
