//! A Wi-Fi station's link: it waits for the medium, then sends many packets as one aggregate, which arrive together. Here: when it may
//! send, how many packets fit, which of them fail and are sent again. Not here: the queue that it takes them from (`bottleneck`), and
//! the order of events (`sim`).
//!
//! The times are those of 802.11n at 5 GHz: DIFS 34 us, slots of 9 us and 0 to 15 of them, SIFS 16 us, 32 us for the block
//! acknowledgement. No other station contends, so that no aggregate collides.

use crate::params::{Section, Value};
use crate::path::Packet;
use crate::random::{Purpose, RandomStream};
use crate::units::{OPPORTUNITY_BYTES, Rate, Span, Time};

/// Before the backoff.
const DIFS: Span = Span(34_000);
/// A unit of the backoff, and how many values their number has (from 0).
const SLOT: Span = Span(9_000);
const SLOTS: u64 = 16;
/// Before an aggregate's packets.
const PREAMBLE: Span = Span(40_000);
/// After them: SIFS and the block acknowledgement.
const BLOCK_ACK: Span = Span(16_000 + 32_000);
/// Headers of the link layer, of each packet.
const FRAME_BYTES: u32 = 40;

crate::params! {
    /// Settings of a Wi-Fi link.
    pub struct Settings {
        /// Probability that a packet of an aggregate fails, each independently.
        error_probability: f64 = number(0.05, 0.0, 1.0), "choice";
        /// Number of times that a packet that fails is sent again; then it is lost.
        retries: u64 = whole(7.0, 0.0, 7.0).needs(&[Need::Above("error_probability", 0.0)]), "IEEE 802.11: 7";
        /// How many packets an aggregate has at most, and how far the newest is ahead of the oldest that has not arrived.
        aggregate_packets: u64 = whole(64.0, 1.0, 64.0).unit("packets"), "IEEE 802.11n: the block acknowledgement's 64";
        /// How long an aggregate lasts at most; it has at least one packet.
        aggregate_ms: f64 = number(5.484, 0.1, 5.484).unit("ms"), "IEEE 802.11n: 5.484 ms";
    }
}

/// Settings of Wi-Fi as scenario and screen know them.
pub static SECTION: Section = Section::new("wifi", "Wi-Fi", Settings::PARAMS).about(
    "Waits for the medium, then sends what waits as one aggregate; the link's rate is that of the physical layer.",
    "IEEE 802.11n; the error probability is ours",
);

/// Activity of the station.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// Nothing waits; the medium is free from then on.
    Rests(Time),
    /// It may send at this time.
    Waits(Time),
    /// Its aggregate ends at this time.
    Sends(Time),
}

/// A packet that has left the queue and not the link.
#[derive(Clone, Copy, Debug)]
struct Held {
    packet: Packet,
    /// Number of times that it was sent.
    sent: u64,
    /// It is part of the present aggregate.
    on_air: bool,
    /// It has arrived, or is given up (`false`), and leaves when those before it have left; none before that.
    arrived: Option<bool>,
}

/// The station.
#[derive(Clone, Debug)]
pub struct Wifi {
    settings: Settings,
    /// Rate of the physical layer.
    rate: Rate,
    phase: Phase,
    /// Draws of the backoff, and how many have been used.
    backoffs: RandomStream,
    accesses: u64,
    /// Draws of the packets' errors, and how many have been used.
    errors: RandomStream,
    transmissions: u64,
    /// From the oldest packet that has not arrived to the newest that has left the queue.
    window: Vec<Held>,
    /// Bytes of the present aggregate; of the next one, while it is put together.
    bytes: u32,
    /// A packet has been found not to fit into it.
    full: bool,
}

impl Wifi {
    /// At rest, at this rate of the physical layer. `draws`: those of `Purpose::LinkRate`.
    #[inline(never)]
    pub fn new(values: &[Value], rate: Rate, draws: RandomStream) -> Wifi {
        Wifi {
            settings: Settings::read(values),
            rate,
            phase: Phase::Rests(Time::ZERO),
            backoffs: draws.beside(Purpose::Backoff),
            accesses: 0,
            errors: draws.beside(Purpose::FrameError),
            transmissions: 0,
            window: Vec::new(),
            bytes: 0,
            full: false,
        }
    }

    /// Another rate, from the next aggregate on.
    pub fn set_rate(&mut self, rate: Rate) {
        self.rate = rate;
    }

    /// Rate of full packets that always wait, in aggregates as long as allowed, after a mean backoff and without errors: in bits of
    /// packets, not of frames.
    #[inline(never)]
    pub fn capacity(&self) -> Rate {
        let frame_s = self.rate.nanoseconds_of(OPPORTUNITY_BYTES + FRAME_BYTES) / 1e9;
        let fits = (self.settings.aggregate_ms / 1e3 - PREAMBLE.seconds()) / frame_s;
        let packets = fits.min(self.settings.aggregate_packets as f64).max(1.0);
        let backoff_s = SLOT.seconds() * (SLOTS - 1) as f64 / 2.0;
        let around_s = (DIFS + PREAMBLE + BLOCK_ACK).seconds() + backoff_s;
        Rate(packets * f64::from(OPPORTUNITY_BYTES) * 8.0 / (packets * frame_s + around_s))
    }

    /// Present activity.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// When it acts next by itself.
    pub fn due(&self) -> Option<Time> {
        match self.phase {
            Phase::Rests(_) => None,
            Phase::Waits(at) | Phase::Sends(at) => Some(at),
        }
    }

    /// Waits for the medium, which is free from `free` on.
    pub fn wait(&mut self, free: Time) {
        let slots = self.backoffs.bits(self.accesses) % SLOTS;
        self.accesses += 1;
        self.phase = Phase::Waits(free + DIFS + Span(SLOT.0 * slots));
    }

    /// Begins to put an aggregate together: with what failed in the last ones, as far as it fits.
    #[inline(never)]
    pub fn gather(&mut self) {
        (self.bytes, self.full) = (0, false);
        for place in 0..self.window.len() {
            self.join(place);
        }
    }

    /// Whether another packet from the queue may join: those held fit, and it is not too far ahead of the oldest.
    pub fn has_room(&self) -> bool {
        !self.full && self.window.len() < self.settings.aggregate_packets as usize
    }

    /// A packet leaves the queue: it joins the aggregate, or waits for the next one if it does not fit.
    #[inline(never)]
    pub fn hold(&mut self, now: Time, packet: &Packet) {
        let packet = Packet { entered: now, ..*packet };
        self.window.push(Held { packet, sent: 0, on_air: false, arrived: None });
        self.join(self.window.len() - 1);
    }

    /// A held packet joins the aggregate, if it has not arrived and all before it fit.
    #[inline(never)]
    fn join(&mut self, place: usize) {
        let held = &mut self.window[place];
        if self.full || held.arrived.is_some() {
            return;
        }
        let bytes = self.bytes + held.packet.bytes + FRAME_BYTES;
        let most = Span::from_ms(self.settings.aggregate_ms);
        let lasts = PREAMBLE + Span(self.rate.nanoseconds_of(bytes) as u64);
        if self.bytes > 0 && lasts > most {
            self.full = true;
            return;
        }
        (held.on_air, self.bytes) = (true, bytes);
    }

    /// Sends the aggregate, if a packet has joined; rests otherwise.
    #[inline(never)]
    pub fn send(&mut self, now: Time) {
        let lasts = PREAMBLE + Span::from_seconds(self.rate.nanoseconds_of(self.bytes) / 1e9);
        self.phase = if self.bytes > 0 { Phase::Sends(now + lasts) } else { Phase::Rests(now) };
    }

    /// The aggregate ends: each of its packets has arrived or failed. It rests until `wait`.
    #[inline(never)]
    pub fn end(&mut self, now: Time) {
        for held in self.window.iter_mut().filter(|held| held.on_air) {
            held.on_air = false;
            let failed = self.errors.uniform(self.transmissions) < self.settings.error_probability;
            self.transmissions += 1;
            held.sent += 1;
            if !failed || held.sent > self.settings.retries {
                held.arrived = Some(!failed);
            }
        }
        self.phase = Phase::Rests(now + BLOCK_ACK);
    }

    /// The next packet that leaves, in the order in which they left the queue, and whether it has arrived.
    #[inline(always)]
    pub fn next_to_leave(&mut self) -> Option<(Packet, bool)> {
        let arrived = self.window.first()?.arrived?;
        Some((self.window.remove(0).packet, arrived))
    }

    /// Packets that it holds.
    pub fn packets(&self) -> usize {
        self.window.len()
    }

    /// Each packet that it holds, and when the present aggregate ends, or may begin.
    pub fn each(&self, look: &mut dyn FnMut(&Packet, Time)) {
        let (Phase::Rests(at) | Phase::Waits(at) | Phase::Sends(at)) = self.phase;
        self.window.iter().for_each(|held| look(&held.packet, at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Choice;
    use crate::path::queue::testing::packet;
    use crate::random::Stream;

    fn station(choice: Choice, rate_bps: f64) -> Wifi {
        Wifi::new(&choice.values, Rate(rate_bps), RandomStream::new(1, Purpose::LinkRate, Stream::Link(0)))
    }

    fn without_errors() -> Choice {
        Choice::of(&SECTION).with("error_probability", Value::Number(0.0))
    }

    /// Holds packets of 1500 bytes as long as there is room, at most `waiting`; returns how many are sent and how long that takes.
    fn aggregate(wifi: &mut Wifi, waiting: usize) -> (usize, f64) {
        wifi.gather();
        while wifi.has_room() && wifi.packets() < waiting {
            wifi.hold(Time::ZERO, &packet(0, 1500, 0.0));
        }
        wifi.send(Time::ZERO);
        let Phase::Sends(ends) = wifi.phase() else { panic!("nothing is sent") };
        (wifi.window.iter().filter(|held| held.on_air).count(), ends.seconds() * 1e6)
    }

    /// Around an aggregate: DIFS, the mean backoff of 7.5 slots, the block acknowledgement.
    const AROUND_US: f64 = 34.0 + 67.5 + 48.0;

    #[test] // the facts sheet, F.4
    fn exchanges_last_as_long_as_the_vectors_say() {
        for (n, lasts_us, mbps) in [(1, 379.0, 31.66), (4, 947.7, 50.65), (16, 3222.1, 59.59)] {
            let (sent, aggregate_us) = aggregate(&mut station(without_errors(), 65e6), n);
            let cycle_us = aggregate_us + AROUND_US;
            assert_eq!(sent, n);
            assert!((cycle_us - lasts_us).abs() < 0.06, "{cycle_us}");
            let rate = n as f64 * 12_000.0 / cycle_us;
            assert!((rate - mbps).abs() < 0.006, "{rate}");
        }
        // 32 would take 6254.7 us, and the aggregate more than 5.484 ms: 28 fit. The 29th has left the queue and waits.
        let mut wifi = station(without_errors(), 65e6);
        let (sent, aggregate_us) = aggregate(&mut wifi, 32);
        assert_eq!((sent, wifi.packets()), (28, 29));
        assert!((aggregate_us - (40.0 + 28.0 * 1540.0 * 8.0 / 65.0)).abs() < 0.01, "{aggregate_us}");
        // At 600 Mbit/s the block acknowledgement is the limit; at 1 Mbit/s one packet is more than 5.484 ms long, and is sent.
        assert_eq!(aggregate(&mut station(without_errors(), 600e6), 100).0, 64);
        assert_eq!(aggregate(&mut station(without_errors(), 1e6), 100).0, 1);
    }

    #[test]
    fn the_capacity_is_what_full_aggregates_carry() {
        // 28.7 packets of 1500 bytes would fill 5.444 ms; 64 packets of 600 Mbit/s take 1314.1 us.
        let of = |rate_bps| station(without_errors(), rate_bps).capacity().0 / 1e6;
        let (fits, frame_us) = (5444.0 * 65.0 / 12_320.0, 12_320.0 / 65.0);
        assert!((of(65e6) - fits * 12_000.0 / (fits * frame_us + AROUND_US + 40.0)).abs() < 1e-6, "{}", of(65e6));
        assert!((of(65e6) - 61.2).abs() < 0.1, "{}", of(65e6));
        assert!((of(600e6) - 64.0 * 12_000.0 / (1314.13 + 189.5)).abs() < 0.01, "{}", of(600e6));
        assert!((of(1e6) - 12_000.0 / (12_320.0 + 189.5)).abs() < 1e-6, "{}", of(1e6));
    }

    #[test]
    fn backoffs_have_the_mean_of_the_vectors() {
        let mut wifi = station(without_errors(), 65e6);
        let mut slots = [0; 16];
        for _ in 0..16_000 {
            wifi.wait(Time::ZERO);
            let Phase::Waits(until) = wifi.phase() else { panic!("{:?}", wifi.phase()) };
            assert_eq!((until.0 - 34_000) % 9_000, 0);
            slots[((until.0 - 34_000) / 9_000) as usize] += 1;
        }
        assert!(slots.iter().all(|count| (900..1100).contains(count)), "{slots:?}");
    }

    /// Packets leave in order, each that fails delays those behind it, and is sent at most eight times.
    #[test]
    fn what_fails_is_sent_again_in_order() {
        let choice = Choice::of(&SECTION).with("error_probability", Value::Number(0.5));
        let mut wifi = station(choice, 65e6);
        let (mut next, mut left, mut lost, mut held_up) = (0, 0, 0, 0);
        while left < 20_000 {
            wifi.gather();
            while wifi.has_room() {
                wifi.hold(Time::ZERO, &Packet { sequence: next, ..packet(0, 1500, 0.0) });
                next += 1;
            }
            wifi.send(Time::ZERO);
            assert!(wifi.packets() <= 64);
            wifi.end(Time::ZERO);
            while let Some((packet, arrived)) = wifi.next_to_leave() {
                assert_eq!(packet.sequence, left);
                left += 1;
                lost += u64::from(!arrived);
            }
            held_up += wifi.window.iter().filter(|held| held.arrived.is_some()).count();
            assert!(wifi.window.iter().all(|held| held.sent < 8));
        }
        // 1/256 is lost: 78 of 20,000, with a deviation of 9.
        assert!((50..107).contains(&lost), "{lost}");
        assert!(held_up > 1000, "{held_up}");
    }
}
