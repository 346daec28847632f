//! A listener that keeps the books of a run, and compares them with what the simulation holds: nothing is lost or made on the
//! way, windows keep their floors, time goes on. It panics with what is wrong. Not here: which runs are tried.

use sawtooth_engine::observe::{Kind, Observer, Signal, Source, signals};
use sawtooth_engine::picture::Place;
use sawtooth_engine::scenario::Side;
use sawtooth_engine::sim::{Phase, Simulation};
use sawtooth_engine::units::Time;
use std::collections::BTreeMap;
use std::ptr;

/// Marks that are counted by source.
static COUNTED: [&Signal; 11] = [
    &signals::ARRIVE,
    &signals::DROP_QUEUE,
    &signals::DROP_RANDOM,
    &signals::LOST_AFTER_QUEUE,
    &signals::DEPART,
    &signals::ONE_WAY_DELAY,
    &signals::ACK_ARRIVE,
    &signals::ACK_DROP_QUEUE,
    &signals::ACK_DEPART,
    &signals::ACK_LOST,
    &signals::ACK,
];

/// Account of one source.
#[derive(Clone, Copy, Default)]
struct Account {
    counts: [u64; COUNTED.len()],
    delivered: f64,
    queued: f64,
}

impl Account {
    fn of(&self, signal: &'static Signal) -> u64 {
        let place = COUNTED.iter().position(|counted| ptr::eq(*counted, signal));
        self.counts[place.expect("a mark that is counted")]
    }
}

/// Where a source's packets are now.
#[derive(Clone, Copy, Default)]
struct Stock {
    queued: u64,
    in_service: u64,
    acks_queued: u64,
    acks_in_service: u64,
    on_link: u64,
    acks_on_link: u64,
}

/// The books.
#[derive(Default)]
pub struct Ledger {
    now: Time,
    accounts: BTreeMap<Source, Account>,
}

impl Observer for Ledger {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        assert!(at >= self.now, "time goes back from {:?} to {at:?}: {} of {source:?}", self.now, signal.name);
        assert!(value.is_finite(), "{} of {source:?} is {value} at {at:?}", signal.name);
        if signal.kind == Kind::State {
            assert!((value as usize) < signal.words.len(), "{} has no word {value}", signal.name);
        }
        self.now = at;
        let account = self.accounts.entry(source).or_default();
        if let Some(place) = COUNTED.iter().position(|counted| ptr::eq(*counted, signal)) {
            account.counts[place] += 1;
        } else if ptr::eq(signal, &signals::DELIVERED) {
            assert!(
                value >= account.delivered,
                "{source:?}: delivered bytes fall from {} to {value}",
                account.delivered
            );
            account.delivered = value;
        } else if ptr::eq(signal, &signals::QUEUE_PACKETS) {
            account.queued = value;
        } else if ptr::eq(signal, &signals::CWND) {
            assert!(value >= 1.0, "{source:?}: cwnd {value} at {at:?}");
        } else if ptr::eq(signal, &signals::SSTHRESH) {
            assert!(value >= 2.0, "{source:?}: ssthresh {value} at {at:?}");
        } else if ptr::eq(signal, &signals::RATE) {
            assert!(value > 0.0, "{source:?}: rate {value} at {at:?}");
        }
    }
}

impl Ledger {
    /// At every hop what went in has come out or is still there. To be called between instants.
    pub fn balances(&self, simulation: &Simulation) {
        let now = simulation.now();
        let mut stocks = BTreeMap::<Source, Stock>::new();
        simulation.packets(|packet| {
            let stock = stocks.entry(packet.source).or_default();
            match (packet.place, packet.ack) {
                (Place::Queued { .. }, false) => stock.queued += 1,
                (Place::Queued { .. }, true) => stock.acks_queued += 1,
                (Place::InService { entered, .. }, ack) => {
                    // Where the link serves in ticks a packet stays until the tick that follows its last bit.
                    assert!(entered <= now, "{packet:?} at {now:?}");
                    *(if ack { &mut stock.acks_in_service } else { &mut stock.in_service }) += 1;
                }
                (Place::Link { entered, arrives }, _) => {
                    assert!(entered <= now && now <= arrives, "{packet:?} at {now:?}");
                    stock.on_link += 1;
                }
                (Place::Ack { entered, arrives }, _) => {
                    assert!(entered <= now && now <= arrives, "{packet:?} at {now:?}");
                    stock.acks_on_link += 1;
                }
                (Place::Leaving { leaves }, _) => assert!(leaves >= now, "{packet:?} at {now:?}"),
            }
        });
        let flows = (0..simulation.flow_count() as u32).map(Source::Flow);
        let sources: Vec<Source> = flows.chain((0..simulation.cross_count() as u32).map(Source::Cross)).collect();
        for source in &sources {
            let account = self.accounts.get(source).copied().unwrap_or_default();
            source_balances(simulation, *source, &account, &stocks.get(source).copied().unwrap_or_default());
        }
        self.bottlenecks_balance(simulation, &stocks);
    }

    fn bottlenecks_balance(&self, simulation: &Simulation, stocks: &BTreeMap<Source, Stock>) {
        let mut arrived = 0;
        let mut queued = 0;
        for side in [Side::Forward, Side::Reverse] {
            let Some(counters) = simulation.counters_of(side) else { continue };
            let lost = counters.dropped_queue + counters.dropped_random + counters.lost_after_queue;
            let gone = lost + counters.departed + counters.queued;
            assert_eq!(counters.arrived, gone, "{side:?}: arrived = dropped + lost + departed + queued");
            assert!(counters.busy.0 <= simulation.now().0, "{side:?}: busy for longer than the run");
            assert!(
                counters.sent_bytes as f64 * 8.0 <= counters.capacity_bits * (1.0 + 1e-9) + 8.0 * 65536.0,
                "{side:?}: more than the link can send"
            );
            arrived += counters.arrived;
            queued += counters.queued;
        }
        let told = |account: &Account| account.of(&signals::ARRIVE) + account.of(&signals::ACK_ARRIVE);
        assert_eq!(arrived, self.accounts.values().map(told).sum::<u64>(), "arrivals told and counted");
        let held = |stock: &Stock| stock.queued + stock.in_service + stock.acks_queued + stock.acks_in_service;
        assert_eq!(queued, stocks.values().map(held).sum::<u64>(), "packets waiting and counted");
    }
}

/// One source's packets: what it sent has arrived at its bottleneck; what arrived is lost there, waits or has departed; what
/// departed is on its way, held, or at its receiver. Likewise its acknowledgements.
fn source_balances(simulation: &Simulation, source: Source, account: &Account, stock: &Stock) {
    let of = |signal| account.of(signal);
    let dropped = of(&signals::DROP_QUEUE) + of(&signals::DROP_RANDOM) + of(&signals::LOST_AFTER_QUEUE);
    let departed = of(&signals::DEPART);
    let waiting = stock.queued + stock.in_service;
    assert_eq!(of(&signals::ARRIVE), dropped + departed + waiting, "{source:?} at its bottleneck");
    let acks_waiting = stock.acks_queued + stock.acks_in_service;
    let acks_gone = of(&signals::ACK_DROP_QUEUE) + of(&signals::ACK_LOST) + of(&signals::ACK_DEPART);
    assert_eq!(of(&signals::ACK_ARRIVE), acks_gone + acks_waiting, "{source:?}: acknowledgements at the bottleneck");
    assert_eq!(account.queued, stock.queued as f64, "{source:?}: packets in the queue, told and there");
    let (held, acks_held) = simulation.held(source);
    let (received, under_way) = (of(&signals::ONE_WAY_DELAY), stock.on_link + held as u64);
    let running = match source {
        Source::Flow(index) => {
            let counters = simulation.flow_counters(index as usize);
            assert_eq!(counters.packets_sent, of(&signals::ARRIVE), "{source:?}: sent");
            assert_eq!(counters.lost_after_queue, of(&signals::LOST_AFTER_QUEUE), "{source:?}: lost after the queue");
            // In order and once: no more than was sent for the first time.
            let first = counters.packets_sent.checked_sub(counters.packets_retransmitted);
            assert!(first.is_some_and(|first| counters.packets_delivered <= first), "{source:?}: {counters:?}");
            let running = simulation.flow_state(index as usize).phase == Phase::Running;
            let two_ways = simulation.counters_of(Side::Reverse).is_some();
            if running && two_ways {
                let back = of(&signals::ACK) + stock.acks_on_link + acks_held as u64;
                assert_eq!(of(&signals::ACK_DEPART), back, "{source:?}: acknowledgements after the link");
            }
            running
        }
        Source::Cross(index) => {
            let counters = simulation.cross_counters(index as usize);
            assert_eq!(counters.sent, of(&signals::ARRIVE), "{source:?}: sent");
            assert_eq!(counters.lost, dropped, "{source:?}: lost");
            let replies = counters.replies_received + counters.replies_lost;
            assert!(replies <= counters.delivered, "{source:?}: more replies than requests: {counters:?}");
            if counters.replies_received + counters.replies_lost > 0 && counters.transfers_begun == 0 {
                let lost = of(&signals::ACK_DROP_QUEUE) + of(&signals::ACK_LOST);
                assert_eq!(counters.replies_lost, lost, "{source:?}: replies lost");
            }
            assert!(counters.transfers_completed <= counters.transfers_begun, "{source:?}: {counters:?}");
            let accounted = counters.lost + counters.delivered + waiting + under_way;
            assert!(counters.sent >= accounted, "{source:?}: {counters:?}, under way {waiting} and {under_way}");
            counters.sent == accounted
        }
        _ => unreachable!("a bottleneck sends nothing"),
    };
    assert!(departed >= received + under_way, "{source:?} after the link");
    if running {
        assert_eq!(departed, received + under_way, "{source:?} after the link");
    }
}
