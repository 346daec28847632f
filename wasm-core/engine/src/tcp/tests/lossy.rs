//! Senders and receivers joined by a path that loses and overtakes data and acknowledgements: whatever it does, all is
//! delivered, once and in order; no window falls below its floor; nothing is acknowledged that was not sent.

use super::*;
use crate::tcp::Segment;
use crate::tcp::receiver::Receiver;

/// Chances of a packet on the path, in percent.
#[derive(Clone, Copy, Debug, Default)]
struct Draw {
    data_lost: u64,
    acks_lost: u64,
    /// Overtaken by up to 2 ms of others.
    data_late: u64,
    acks_late: u64,
    marked: u64,
    /// Acknowledgements hide their ordinals, so that the sender always reads all blocks.
    unnumbered: bool,
    /// Packets that the queue before the link takes; 0 = any number.
    queue: u64,
}

/// Time of a packet on the link.
const PACKET: Span = Span(100_000);

/// A transfer over such a path of 20 ms.
struct Path {
    sender: Sender,
    receiver: Receiver,
    delay: Option<Span>,
    draw: Draw,
    draws: u64,
    now: Time,
    link_free: Time,
    data: Vec<(Time, Segment)>,
    acks: Vec<(Time, Acknowledgement)>,
    delivered: u64,
    /// By the queue.
    refused: u64,
    out: Vec<Transmission>,
    emitter: Emitter,
    /// Everything that was sent, and when.
    log: Vec<(Time, u64)>,
}

impl Path {
    fn new(settings: &[(&str, Value)], segments: u64, draw: Draw, seed: u64) -> Path {
        let mut all = vec![("transfer_bytes", Value::Number(segments as f64 * 1460.0)), ("ecn", Value::Bool(true))];
        all.extend_from_slice(settings);
        Path::with(&with_settings(10.0, &all), &Choice::of(&cc::newreno::SECTION), draw, seed)
    }

    fn with(settings: &Choice, algorithm: &Choice, draw: Draw, seed: u64) -> Path {
        let settings = FlowSettings::read(&settings.values);
        let delay = settings.delayed_ack.then(|| Span::from_ms(settings.delayed_ack_ms));
        Path {
            sender: Sender::new(seed, Stream::Flow(0), algorithm, settings, 1460),
            receiver: Receiver::default(),
            delay,
            draw,
            draws: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            now: Time::ZERO,
            link_free: Time::ZERO,
            data: Vec::new(),
            acks: Vec::new(),
            delivered: 0,
            refused: 0,
            out: Vec::new(),
            emitter: Emitter::default(),
            log: Vec::new(),
        }
    }

    /// Uniform below `n` (SplitMix64).
    fn below(&mut self, n: u64) -> u64 {
        self.draws = self.draws.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.draws ^ (self.draws >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    fn happens(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// When something that leaves now arrives.
    fn arrival(&mut self, leaves: Time, late: u64) -> Time {
        let late = if self.happens(late) { self.below(2_000_000) } else { 0 };
        leaves + Span(10_000_000 + late)
    }

    fn send(&mut self) {
        for transmission in std::mem::take(&mut self.out) {
            let Transmission { sequence, cwr, ecn, .. } = transmission;
            self.log.push((self.now, sequence));
            if self.draw.queue > 0 && self.link_free > self.now + Span(self.draw.queue * PACKET.0) {
                self.refused += 1;
                continue;
            }
            self.link_free = self.link_free.max(self.now) + PACKET;
            let marked = self.happens(self.draw.marked) && ecn.is_some();
            let arrival = self.arrival(self.link_free, self.draw.data_late);
            if !self.happens(self.draw.data_lost) {
                self.data.push((arrival, Segment { sequence, cwr, marked, ..Segment::default() }));
            }
        }
        let window = self.sender.window();
        assert!(window.cwnd >= 1.0 && window.ssthresh >= 2.0, "{window:?}");
    }

    fn acknowledge(&mut self) {
        let mut ack = self.receiver.acknowledge(self.now);
        assert!(ack.next <= self.sender.board().max(), "no acknowledgement of what was not sent");
        if self.draw.unnumbered {
            ack.ordinal = ack.ordinal.wrapping_mul(0x9e37_79b1) ^ 0x5555;
        }
        let arrival = self.arrival(self.now, self.draw.acks_late);
        if !self.happens(self.draw.acks_lost) {
            self.acks.push((arrival, ack));
        }
    }

    /// Lets the next thing happen; false when nothing is left to happen.
    fn step(&mut self) -> bool {
        let first = |times: &mut dyn Iterator<Item = Time>| times.zip(0_usize..).min();
        let data = first(&mut self.data.iter().map(|entry| entry.0));
        let ack = first(&mut self.acks.iter().map(|entry| entry.0));
        let [timer, delayed] = [self.sender.deadline(), self.receiver.deadline()]
            .map(|deadline| Some((deadline, 0)).filter(|timer| timer.0 < Time::NEVER));
        let due = [data, ack, timer, delayed];
        let Some(kind) = (0..4).filter(|&kind| due[kind].is_some()).min_by_key(|&kind| due[kind]) else { return false };
        let (time, place) = due[kind].expect("is due");
        self.now = time;
        match kind {
            0 => {
                let segment = self.data.remove(place).1;
                let received = self.receiver.on_segment(time, &segment, self.delay);
                self.delivered += received.delivered;
                if received.acknowledge {
                    self.acknowledge();
                }
            }
            1 => {
                let ack = self.acks.remove(place).1;
                self.sender.on_ack(time, &ack, &mut self.out, &mut self.emitter);
            }
            2 => self.sender.on_timer(time, &mut self.out, &mut self.emitter),
            _ => self.acknowledge(),
        }
        self.send();
        true
    }

    /// The whole transfer.
    fn run(mut self) -> Path {
        self.sender.start(self.now, &mut self.out, &mut self.emitter);
        self.send();
        let mut steps = 0;
        while self.step() {
            steps += 1;
            assert!(steps < 100_000, "it ends: {:?} at {:?}", self.draw, self.now);
        }
        let segments = self.sender.transfer_segments().expect("a finite transfer");
        assert_eq!((self.delivered, self.sender.board().una()), (segments, segments), "{:?}", self.draw);
        self
    }
}

const HOSTS: [&str; 4] = ["freebsd", "linux_2_6", "linux", "ns2"];
const ENGINES: [&str; 5] = ["sack", "newreno", "freebsd_sack", "rate_halving", "prr"];

#[test]
fn every_engine_delivers_everything_over_any_path() {
    let kinds = [
        Draw::default(),
        Draw { data_lost: 5, ..Draw::default() },
        Draw { acks_lost: 30, ..Draw::default() },
        Draw { data_lost: 5, acks_lost: 30, ..Draw::default() },
        Draw { data_lost: 40, acks_lost: 60, ..Draw::default() },
        Draw { data_lost: 2, data_late: 20, acks_late: 20, ..Draw::default() },
        Draw { data_lost: 2, acks_lost: 20, data_late: 10, acks_late: 40, marked: 5, ..Draw::default() },
        Draw { marked: 10, acks_lost: 10, ..Draw::default() },
    ];
    for host in HOSTS {
        for engine in ENGINES {
            for (draw, seed) in kinds.iter().zip(0..) {
                let settings = [("host", Value::Word(host)), ("recovery", Value::Word(engine))];
                Path::new(&settings, 300, *draw, seed).run();
            }
        }
    }
}

#[test] // blocks tell nothing more than the segments that caused the acknowledgements, unless one of those was missed
fn blocks_are_news_only_after_a_missed_acknowledgement() {
    for host in HOSTS {
        for engine in ["sack", "freebsd_sack", "rate_halving", "prr"] {
            let log = |unnumbered| {
                let draw = Draw { data_lost: 8, data_late: 5, marked: 1, unnumbered, ..Draw::default() };
                let settings = [("host", Value::Word(host)), ("recovery", Value::Word(engine))];
                Path::new(&settings, 400, draw, 3).run().log
            };
            let numbered = log(false);
            assert!(numbered.len() > 430, "segments were lost");
            assert_eq!(log(true), numbered, "{engine}");
        }
    }
}

/// An acknowledgement as it comes from a receiver to which these segments went; only the last one arrives.
fn last_of(arrivals: &[u64]) -> Acknowledgement {
    let mut receiver = Receiver::default();
    let acknowledge = |&sequence: &u64| {
        receiver.on_segment(Time::ZERO, &Segment { sequence, ..Segment::default() }, None);
        receiver.acknowledge(Time::ZERO)
    };
    arrivals.iter().map(acknowledge).last().expect("an arrival")
}

#[test] // RFC 2018: three blocks make up for what was lost on the way back
fn one_acknowledgement_tells_of_those_that_were_lost() {
    let mut hand = Hand::new(20.0, &[NO_LIMITED_TRANSMIT]);
    assert_eq!(hand.take(last_of(&[1, 2, 3, 4])), [0], "four arrived beyond the hole: it is lost");
    assert!(hand.sender.in_recovery());
    let mut hand = Hand::new(20.0, &[NO_LIMITED_TRANSMIT]);
    hand.take(last_of(&[1, 3, 5, 7, 9]));
    let sacked: Vec<u64> = (0..20).filter(|&sequence| hand.sender.board().is_sacked(sequence)).collect();
    assert_eq!(sacked, [5, 7, 9], "there is room for three");
    assert!(hand.sender.in_recovery());
}

#[test] // one that was overtaken is no duplicate, though it may bring news
fn an_old_acknowledgement_is_no_duplicate() {
    let old = Acknowledgement { ordinal: 3, ..last_of(&[0, 1, 2, 4]) };
    for recovery in ["sack", "newreno"] {
        let mut hand = Hand::new(20.0, &[("recovery", Value::Word(recovery)), NO_LIMITED_TRANSMIT]);
        hand.take(Acknowledgement { ordinal: 4, ..last_of(&[0, 1, 2, 4, 3]) });
        let before = (hand.cwnd(), hand.sender.board().max());
        (0..5).for_each(|_| assert!(hand.take(old).is_empty()));
        assert!(!hand.sender.in_recovery());
        assert_eq!((hand.cwnd(), hand.sender.board().max()), before);
    }
    let mut hand = Hand::new(20.0, &[NO_LIMITED_TRANSMIT]);
    hand.take(Acknowledgement { ordinal: 9, blocks: Blocks::NONE, ..last_of(&[0, 1, 2, 5, 6, 7, 3]) });
    assert!(!hand.sender.in_recovery());
    hand.take(Acknowledgement { ordinal: 8, ..last_of(&[0, 1, 2, 5, 6, 7]) });
    assert!(hand.sender.board().is_sacked(6), "all of its block is news");
    assert!(hand.sender.in_recovery(), "4 has three SACKed segments above it");
}

#[test] // 200 packets fit into the path and 150 into the queue: a train of half the RTT, 100 packets, is what HyStart waits for
fn hystart_ends_slow_start_before_the_path_overflows() {
    let start = |slow_start: &'static str, algorithm: Choice| {
        let choice = Choice::of(&host::SECTION)
            .with("host", Value::Word("linux"))
            .with("slow_start", Value::Word(slow_start))
            .with("send_jitter_ms", Value::Number(0.0))
            .with("transfer_bytes", Value::Number(1200.0 * 1460.0));
        let path = Path::with(&choice, &algorithm, Draw { queue: 150, ..Draw::default() }, 1).run();
        (path.refused, path.sender.window().ssthresh)
    };
    let cubic = || Choice::of(&cc::cubic::SECTION);
    let (lost, _) = start("standard", cubic());
    assert!(lost > 50, "slow start overshoots by nearly a window: {lost}");
    for (slow_start, algorithm) in
        [("hystart_for_cubic", cubic()), ("hystart", cubic()), ("hystart", Choice::of(&cc::newreno::SECTION))]
    {
        let (lost, ssthresh) = start(slow_start, algorithm);
        assert_eq!(lost, 0, "{slow_start}");
        assert!((200.0..=300.0).contains(&ssthresh), "{ssthresh}");
    }
    assert!(start("hystart_for_cubic", Choice::of(&cc::newreno::SECTION)).0 > 50);
}
