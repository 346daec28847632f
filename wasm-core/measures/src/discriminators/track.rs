//! The data packets of one source between sender and receiver, without retransmissions: which of them are missing when a later one
//! arrives. Not here: the rules that judge why.

use sawtooth_engine::cc::discriminators::Label;
use sawtooth_engine::units::Time;
use std::collections::VecDeque;

/// A packet that was sent.
#[derive(Clone, Copy, Debug)]
struct Sent {
    serial: u64,
    bytes: u32,
    /// True cause of its loss, if it is lost.
    lost: Option<Label>,
    /// When it arrived, and its one-way delay in ms.
    arrived: Option<(Time, f64)>,
}

/// A packet that has arrived, with those missing before it.
#[derive(Clone, Debug, Default)]
pub struct Passed {
    /// One-way delay, in ms.
    pub delay_ms: f64,
    /// Time since the packet before it arrived, in ms; infinite for the first one.
    pub between_ms: f64,
    /// Its size, and that of the packet before it, in bytes.
    pub bytes: u32,
    /// Size of the packet before it.
    pub bytes_before: u32,
    /// Packets missing between the two, and what took each: nothing, if it is only late.
    pub missing: Vec<Option<Label>>,
}

/// The packets of a source.
#[derive(Clone, Debug)]
pub struct Track {
    /// Later arrivals after which a packet counts as missing.
    patience: usize,
    sent: VecDeque<Sent>,
    /// Arrival time and size of the last packet that passed.
    last: Option<(Time, u32)>,
}

impl Track {
    /// Without packets. `patience`: later arrivals after which a packet counts as missing; 1 where order is kept.
    pub fn new(patience: usize) -> Track {
        Track { patience, sent: VecDeque::new(), last: None }
    }

    fn find(&mut self, serial: u64) -> Option<&mut Sent> {
        let place = self.sent.binary_search_by_key(&serial, |sent| sent.serial).ok()?;
        self.sent.get_mut(place)
    }

    /// A packet is sent. Serial numbers grow.
    pub fn send(&mut self, serial: u64, bytes: u32) {
        self.sent.push_back(Sent { serial, bytes, lost: None, arrived: None });
    }

    /// A packet is lost; false if it is none of these (a retransmission).
    pub fn lose(&mut self, serial: u64, cause: Label) -> bool {
        let found = self.find(serial);
        found.map(|sent| sent.lost = Some(cause)).is_some()
    }

    /// A packet arrives.
    pub fn arrive(&mut self, at: Time, serial: u64, delay_ms: f64) {
        if let Some(sent) = self.find(serial) {
            sent.arrived = Some((at, delay_ms));
        }
    }

    /// The next packet in the order of sending, once it is known which ones before it are missing. To be called until it has none.
    pub fn pass(&mut self) -> Option<Passed> {
        let place = self.sent.iter().position(|sent| sent.arrived.is_some())?;
        if place > 0 {
            let later = self.sent.range(place..).filter(|sent| sent.arrived.is_some()).take(self.patience).count();
            if later < self.patience {
                return None;
            }
        }
        let missing = self.sent.drain(..place).map(|sent| sent.lost).collect();
        let Sent { bytes, arrived, .. } = self.sent.pop_front()?;
        let (at, delay_ms) = arrived?;
        let last = self.last.replace((at, bytes));
        Some(Passed {
            delay_ms,
            between_ms: last.map_or(f64::INFINITY, |(before, _)| at.since(before).ms()),
            bytes,
            bytes_before: last.map_or(0, |(_, bytes)| bytes),
            missing,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Time {
        Time(ms * 1_000_000)
    }

    /// Packets 0 to 9 sent; these arrive in this order, one each ms from 1 ms on. Missing before each that passes.
    fn missing(patience: usize, arrivals: &[u64]) -> Vec<(f64, usize)> {
        let mut track = Track::new(patience);
        (0..10).for_each(|serial| track.send(serial, 1500));
        let mut passed = Vec::new();
        for (n, serial) in (1..).zip(arrivals) {
            track.arrive(ms(n), *serial, *serial as f64);
            passed.extend(std::iter::from_fn(|| track.pass()).map(|one| (one.delay_ms, one.missing.len())));
        }
        passed
    }

    #[test]
    fn a_gap_is_known_when_the_packet_after_it_arrives() {
        assert_eq!(missing(1, &[0, 1, 4, 5, 7]), [(0.0, 0), (1.0, 0), (4.0, 2), (5.0, 0), (7.0, 1)]);
        assert_eq!(missing(1, &[2, 1, 3]), [(2.0, 2), (3.0, 0)], "what counts as missing comes too late");
    }

    #[test]
    fn with_patience_a_late_packet_is_not_missing() {
        // 2 comes after 3 and 4, 6 never: three later ones show that.
        let order = [0, 1, 3, 4, 2, 5, 7, 8, 9];
        let expected = [0, 1, 2, 3, 4, 5].map(|serial| (f64::from(serial), 0));
        let gap = [(7.0, 1), (8.0, 0), (9.0, 0)];
        assert_eq!(missing(3, &order), [&expected[..], &gap[..]].concat());
        assert_eq!(missing(3, &order[..8]), expected, "two later ones do not");
    }

    #[test]
    fn times_sizes_and_causes_are_those_of_the_packets() {
        let mut track = Track::new(1);
        for (serial, bytes) in [(3, 1500), (8, 1500), (9, 700)] {
            track.send(serial, bytes);
        }
        assert!(track.lose(8, Label::Random) && !track.lose(5, Label::Congestion));
        track.arrive(ms(20), 3, 20.0);
        assert_eq!(track.pass().map(|one| (one.between_ms, one.bytes_before)), Some((f64::INFINITY, 0)));
        track.arrive(ms(23), 9, 21.0);
        let passed = track.pass().expect("it passes");
        assert_eq!((passed.between_ms, passed.bytes, passed.bytes_before), (3.0, 700, 1500));
        assert_eq!(passed.missing, [Some(Label::Random)]);
        assert!(track.pass().is_none());
    }
}
