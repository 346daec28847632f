//! Cost of merely pushing and popping as many events as a run has: two delays as long as asked, a link between them, and
//! timers that lie far ahead and are moved now and then; nothing happens at any event. Arguments: events, packets under
//! way, timers. Prints seconds, the shortest of five. Not here: what a run costs (`bench/`).

use std::time::{Duration, Instant};

use sawtooth_engine::event_queue::{Event, EventQueue, Lane};
use sawtooth_engine::units::{Span, Time};

/// Service of a packet: 1500 bytes at 100 Mbit/s.
const SERVICE: Span = Span(120_000);
/// How far ahead a timer lies.
const AHEAD: Span = Span(1_000_000_000);

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|word| word.parse().expect("a number")).collect();
    let [events, under_way, timers] = numbers[..] else { panic!("events, packets under way, timers") };
    let best = (0..5).map(|_| turn(events, under_way, timers)).min().unwrap_or(Duration::MAX);
    println!("{}", best.as_secs_f64());
}

#[expect(clippy::disallowed_methods, reason = "a benchmark has a wall clock; the engine has none")]
fn turn(events: u64, under_way: u64, timers: u64) -> Duration {
    let mut queue = EventQueue::default();
    let link = queue.add(Event::LinkFree(0));
    let mut there = Lane::new(queue.add(Event::PacketArrives(0)));
    let mut back = Lane::new(queue.add(Event::AckArrives(0)));
    let timers: Vec<_> = (0..timers).map(|n| queue.add(Event::SenderTimer(n as u32))).collect();
    for (n, timer) in timers.iter().enumerate() {
        queue.schedule(*timer, Time::ZERO + AHEAD + Span(n as u64));
    }
    // As many as the path holds, each one service after the other.
    let delay = Span(under_way.max(2) / 2 * SERVICE.0);
    let mut queued = 0u64;
    for n in 0..under_way {
        back.push(&mut queue, Time(n * SERVICE.0) + Span(1), n);
    }
    let begun = Instant::now();
    for n in 0..events {
        let Some((now, event)) = queue.peek() else { break };
        match event {
            Event::LinkFree(_) => {
                there.push(&mut queue, now + delay, n);
                queued -= 1;
                if queued > 0 { queue.schedule(link, now + SERVICE) } else { queue.clear(link) }
            }
            Event::PacketArrives(_) => {
                let packet = there.pop(&mut queue);
                back.push(&mut queue, now + delay, packet);
            }
            Event::SenderTimer(timer) => queue.schedule(timers[timer as usize], now + AHEAD),
            _ => {
                back.pop(&mut queue);
                queued += 1;
                if queued == 1 {
                    queue.schedule(link, now + SERVICE);
                }
            }
        }
    }
    begun.elapsed()
}
