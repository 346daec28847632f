//! The fingerprint of a run: a 64-bit hash of every drop and departure at a bottleneck. It is part of the simulation
//! and so independent of observers. Runs with the same digest did the same things. Not here: when an event is added.

use crate::units::Time;

/// Version within every digest, raised whenever the meaning of a scenario's numbers or the random-number scheme changes
/// on purpose.
pub const VERSION: u64 = 2;

/// Drop or departure of a packet at a bottleneck.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// Time.
    pub at: Time,
    /// Bottleneck: 0 is the forward one.
    pub bottleneck: u8,
    /// Whether it is an ACK, not data.
    pub ack: bool,
    /// Whether it belongs to cross traffic, not to a flow.
    pub cross: bool,
    /// Whether it departed; otherwise it was dropped by the queue or lost at random.
    pub departed: bool,
    /// Stream number of its flow or cross traffic.
    pub stream: u64,
    /// Sequence number: in segments; for cross traffic, its n-th packet.
    pub sequence: u64,
    /// The sender's congestion window in packets; 0 for cross traffic.
    pub cwnd: f64,
}

/// Hash so far. Each 64-bit word is xored in, multiplied by an odd constant and folded, so that every step is one to
/// one and each bit affects all others within two steps; SplitMix64's finaliser ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        let mut digest = Digest(0xCBF2_9CE4_8422_2325);
        digest.word(VERSION);
        digest
    }
}

impl Digest {
    #[inline]
    fn word(&mut self, word: u64) {
        let h = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = h ^ (h >> 32);
    }

    /// Adds a drop or a departure.
    #[inline]
    pub fn add(&mut self, record: &Record) {
        let flags = u64::from(record.bottleneck)
            | u64::from(record.ack) << 8
            | u64::from(record.cross) << 9
            | u64::from(record.departed) << 10;
        self.word(record.at.0);
        self.word(flags);
        self.word(record.stream);
        self.word(record.sequence);
        self.word(record.cwnd.to_bits());
    }

    /// Its value.
    pub fn value(&self) -> u64 {
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_counts_and_so_does_the_order() {
        let record = Record {
            at: Time(5),
            bottleneck: 0,
            ack: false,
            cross: false,
            departed: true,
            stream: 0,
            sequence: 7,
            cwnd: 3.5,
        };
        let of = |records: &[Record]| {
            let mut digest = Digest::default();
            records.iter().for_each(|r| digest.add(r));
            digest.value()
        };
        let variations = [
            Record { at: Time(6), ..record },
            Record { bottleneck: 1, ..record },
            Record { ack: true, ..record },
            Record { cross: true, ..record },
            Record { departed: false, ..record },
            Record { stream: 1, ..record },
            Record { sequence: 8, ..record },
            Record { cwnd: 3.500_000_000_000_001, ..record },
        ];
        let mut seen = vec![of(&[record]), of(&[])];
        for other in variations {
            seen.extend([of(&[other]), of(&[record, other]), of(&[other, record])]);
        }
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }
}
