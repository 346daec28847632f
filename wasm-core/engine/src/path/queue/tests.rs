//! Invariants of every discipline, whatever its settings: nothing is made or lost, the link never starves beside a queue,
//! and pictures show the packets that will leave.

use super::testing::{moment, packet};
use super::*;
use crate::ecn::EcnCodepoint;
use crate::params::{Choice, Domain, Param, Section};
use crate::random::{Purpose, RandomStream, Stream};

/// A legal value at one end of a setting's range, or the default.
fn extreme(param: &Param, which: u64) -> Value {
    match (param.domain, which % 4) {
        (_, 0) if param.nullable => Value::Null,
        (Domain::Switch, end) => Value::Bool(end % 2 == 0),
        (Domain::Number { min, .. }, 1) => Value::Number(min),
        (Domain::Number { max, .. }, 2) => Value::Number(max),
        _ => param.default.clone(),
    }
}

/// Settings of which each is at one of its ends or at its default.
fn settings(section: &'static Section, draw: &mut impl FnMut() -> u64) -> Vec<Value> {
    let mut choice = Choice::of(section);
    for (row, param) in section.params.iter().enumerate() {
        choice.set(row, extreme(param, draw()));
    }
    if choice.get("limit_packets") == Value::Null && choice.get("limit_bytes") == Value::Null {
        choice = choice.with("limit_packets", Value::Number(20.0));
    }
    choice.values
}

fn leaving(queue: &Discipline) -> Vec<u64> {
    let mut serials = Vec::new();
    queue.each(&mut |packet| serials.push(packet.serial));
    serials
}

#[test]
fn every_discipline_keeps_its_books_and_feeds_the_link() {
    for (number, section) in DISCIPLINES.iter().enumerate() {
        for run in 0..40 {
            let draws = RandomStream::new(run, Purpose::Queue, Stream::Flow(number as u64));
            let mut place = 0;
            let mut draw = || {
                place += 1;
                draws.bits(place)
            };
            let mut queue = Discipline::new(section, &settings(section, &mut draw));
            let (mut now_ms, mut busy) = (0.0, false);
            let (mut arrived, mut left, mut dropped) = (0, 0, Vec::new());
            for step in 0..600 {
                now_ms += [0.0, 0.3, 1.2, 40.0][(draw() % 4) as usize];
                if draw() % 100 < 55 {
                    let (flow, bytes) = ((draw() % 5) as u32, 41 + (draw() % 1460) as u32);
                    let arrival = Packet {
                        serial: step,
                        ecn: [Some(EcnCodepoint::Ect0), Some(EcnCodepoint::Ect1), None][flow.min(2) as usize],
                        ..packet(flow, bytes, now_ms)
                    };
                    let before = dropped.len();
                    let now = Moment { link_idle: !busy, ..moment(now_ms, step) };
                    arrived += 1;
                    let kept = queue.enqueue(&arrival, &now, &mut dropped);
                    assert!(busy || (kept.is_ok() && dropped.len() == before), "{}: an idle link", section.kind);
                    dropped.extend(kept.err().map(|_| arrival));
                }
                if !busy || draw() % 100 < 50 {
                    let waiting = queue.packets();
                    let sent = queue.dequeue(moment(now_ms, 0).now, &mut dropped);
                    assert_eq!(sent.is_some(), waiting > 0, "{}: starves the link", section.kind);
                    assert!(sent.is_none_or(|sent| !sent.marked || sent.ecn.is_some()));
                    busy = sent.is_some();
                    left += u64::from(busy);
                }
                if draw() % 50 == 0 {
                    let before = queue.packets();
                    queue.configure(&settings(section, &mut draw));
                    assert_eq!(queue.packets(), before, "{}: a setting drops nothing", section.kind);
                }
                assert_eq!(arrived, left + dropped.len() as u64 + queue.packets(), "{}", section.kind);
                queue.levels(moment(now_ms, 0).now, &mut |_, value| assert!(value.is_finite() && value >= 0.0));
            }
            let mut bytes = 0;
            queue.each(&mut |packet| bytes += u64::from(packet.bytes));
            assert_eq!(bytes, queue.bytes(), "{}", section.kind);
            let expected = leaving(&queue);
            let given: Vec<u64> = std::iter::from_fn(|| queue.give_up()).map(|packet| packet.serial).collect();
            assert_eq!(given, expected, "{}", section.kind);
            assert_eq!((queue.packets(), queue.bytes()), (0, 0), "{}", section.kind);
        }
    }
}

#[test] // contract 1.5: a new discipline takes over the queued packets in order
fn packets_are_handed_from_discipline_to_discipline_in_order() {
    let mut queue = Discipline::new(DISCIPLINES[0], &Choice::of(DISCIPLINES[0]).values);
    (0..30).for_each(|serial| queue.take_over(Packet { serial, ..packet(0, 1500, 0.0) }));
    for section in DISCIPLINES {
        let mut next = Discipline::new(section, &Choice::of(section).values);
        while let Some(packet) = queue.give_up() {
            next.take_over(packet);
        }
        queue = next;
        assert_eq!(leaving(&queue), (0..30).collect::<Vec<_>>(), "{}", section.kind);
    }
}
