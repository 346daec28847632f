//! Random draws. Every draw is a function of (seed, purpose, stream, ordinal) and of nothing else, so that draws are
//! independent of other flows (contract 1.4). The generator is SplitMix64 read at an index: element `n` of the sequence
//! that starts at the key. Not here: the callers, which keep the ordinals.

/// Purpose of a draw. The numbers are part of the digest's version: never reuse or change one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// Random loss before the queue: the stream's n-th packet to arrive.
    Loss = 1,
    /// A queue discipline's own draw: the stream's n-th packet to arrive.
    Queue = 2,
    /// Reordering after the link: the stream's n-th packet to leave it.
    Reordering = 3,
    /// Send jitter of a data packet: the stream's n-th packet sent.
    SendJitter = 4,
    /// Start jitter of a flow: one draw.
    StartJitter = 5,
    /// A congestion control's draw: the flow's n-th RTT interval.
    Algorithm = 6,
    /// Phase of a TCP stack's coarse clock: one draw.
    ClockPhase = 7,
    /// Arrival of the next transfer of a flash crowd.
    Arrival = 8,
    /// As `Loss`, for ACKs.
    AckLoss = 9,
    /// As `Queue`, for ACKs.
    AckQueue = 10,
    /// State changes of a loss model: the stream's n-th packet to arrive; for a link, its n-th sojourn or packet.
    LossState = 12,
    /// Hash queue of a flow: one draw for each flow.
    FlowHash = 13,
    /// A congestion control's draw at an ACK: the flow's n-th to arrive.
    AlgorithmAck = 11,
    /// Rate of a link by a model: the link's n-th piece of time.
    LinkRate = 14,
    /// Time between opportunities of a link by a model: the link's n-th.
    LinkGap = 15,
    /// Backoff of a Wi-Fi link: its n-th access to the medium.
    Backoff = 16,
    /// Error of a packet on a Wi-Fi link: the link's n-th transmission of one.
    FrameError = 17,
    /// Delay of a link by a model: the link's n-th piece of time that has one.
    LinkDelay = 18,
    /// As `Reordering`, for ACKs.
    AckReordering = 20,
    /// Any of these for a packet of a handshake: the flow's n-th.
    Handshake = 21,
    /// Delay after the link that varies: as `Reordering` or `AckReordering`, beside it.
    DelayVariation = 22,
    /// Loss of an ACK beside that of a bottleneck: the receiver's n-th.
    AckPathLoss = 23,
}

/// Owner of a draw: flows and cross traffic have separate stream numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// A flow's stream number.
    Flow(u64),
    /// A cross traffic's stream number.
    Cross(u64),
    /// A flash crowd's stream number, and the index of one of its transfers.
    Transfer(u64, u64),
    /// A bottleneck's link (0 forward, 1 reverse), for draws that belong to no flow.
    Link(u64),
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The draws of one purpose and stream; plain data, no counter.
#[derive(Clone, Copy, Debug)]
pub struct RandomStream {
    key: u64,
}

impl RandomStream {
    /// The draws that belong to `seed`, `purpose` and `stream`.
    pub fn new(seed: u64, purpose: Purpose, stream: Stream) -> RandomStream {
        let step = |key: u64, part: u64| mix(key.wrapping_add(GOLDEN) ^ part.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        let of = |class, number| [purpose as u64, class, number].into_iter().fold(mix(seed.wrapping_add(GOLDEN)), step);
        let key = match stream {
            Stream::Flow(n) => of(1, n),
            Stream::Cross(n) => of(2, n),
            Stream::Transfer(n, i) => step(of(3, n), i),
            Stream::Link(n) => of(4, n),
        };
        RandomStream { key }
    }

    /// Draws of another purpose of the same owner, for a rule that receives one purpose and needs two.
    pub fn beside(&self, purpose: Purpose) -> RandomStream {
        RandomStream { key: mix(self.key.wrapping_add(GOLDEN) ^ (purpose as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93)) }
    }

    /// 64 random bits of ordinal `n`.
    pub fn bits(&self, n: u64) -> u64 {
        mix(self.key.wrapping_add(n.wrapping_add(1).wrapping_mul(GOLDEN)))
    }

    /// Uniform in [0, 1) of ordinal `n`, 53 bits.
    pub fn uniform(&self, n: u64) -> f64 {
        (self.bits(n) >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }
}

/// Draw of one packet at one place, by its ordinal, whether or not it is used.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// The draws of the purpose and the packet's stream.
    pub draws: RandomStream,
    /// The packet's ordinal.
    pub ordinal: u64,
}

impl Draw {
    /// Uniform in [0, 1).
    pub fn uniform(&self) -> f64 {
        self.draws.uniform(self.ordinal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // published SplitMix64 vectors: state 1234567
    fn sequence_is_split_mix_64() {
        let draws = RandomStream { key: 1_234_567 };
        assert_eq!(draws.bits(0), 6_457_827_717_110_365_317);
        assert_eq!(draws.bits(1), 3_203_168_211_198_807_973);
        assert_eq!(draws.bits(2), 9_817_491_932_198_370_423);
    }

    #[test]
    fn purposes_streams_and_seeds_are_apart() {
        let a = RandomStream::new(1, Purpose::Loss, Stream::Flow(0));
        for other in [
            RandomStream::new(2, Purpose::Loss, Stream::Flow(0)),
            RandomStream::new(1, Purpose::SendJitter, Stream::Flow(0)),
            RandomStream::new(1, Purpose::Loss, Stream::Flow(1)),
            RandomStream::new(1, Purpose::Loss, Stream::Cross(0)),
            RandomStream::new(1, Purpose::Loss, Stream::Link(0)),
        ] {
            assert_ne!(a.bits(0), other.bits(0));
            assert_ne!(a.beside(Purpose::LossState).bits(0), other.beside(Purpose::LossState).bits(0));
        }
        assert_ne!(a.beside(Purpose::LossState).bits(0), a.bits(0));
    }

    #[test]
    fn uniform_has_the_right_mean_and_bounds() {
        let draws = RandomStream::new(7, Purpose::Algorithm, Stream::Flow(3));
        let values: Vec<f64> = (0..100_000).map(|n| draws.uniform(n)).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        assert!((mean - 0.5).abs() < 0.004, "{mean}"); // 4 sigma = 0.0037
        assert!(values.iter().all(|u| (0.0..1.0).contains(u)));
    }
}
