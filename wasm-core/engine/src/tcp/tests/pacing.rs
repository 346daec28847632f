//! A paced sender: packets leave a gap apart, the timer sends what waits, the window still limits and still grows.

use super::*;
use crate::cc::PACING_RATE;

const PACED: (&str, Value) = ("pacing", Value::Bool(true));

/// The pacing timer fires; the segments that leave.
fn wake(hand: &mut Hand) -> Vec<u64> {
    hand.now = hand.sender.deadline();
    hand.out.clear();
    hand.sender.on_timer(hand.now, &mut hand.out, &mut hand.emitter);
    hand.out.iter().map(|transmission| transmission.sequence).collect()
}

#[test] // Linux does not pace before the first RTT sample
fn the_initial_window_leaves_at_once() {
    let hand = Hand::new(10.0, &[PACED]);
    assert_eq!(hand.out.len(), 10);
}

// After a handshake of 100 ms: slow start, 2 x 10 packets per 100 ms, a packet each 5 ms; and the algorithm knows no RTT of data
#[test]
fn a_paced_flow_paces_its_first_window() {
    let settings = with_settings(10.0, &[PACED, ("initial_ssthresh_packets", Value::Null)]);
    let settings = FlowSettings::read(&settings.values);
    let algorithm = Choice::of(&cc::newreno::SECTION);
    let mut sender = Sender::new(1, Stream::Flow(0), &algorithm, settings, 1460);
    let (mut out, mut emitter) = (Vec::new(), Emitter::default());
    sender.shake_hands(Span::from_ms(100.0));
    sender.start(Time::ZERO, &mut out, &mut emitter);
    assert_eq!((out.len(), sender.srtt()), (1, Some(Span::from_ms(100.0))));
    while out.len() < 10 {
        let due = sender.deadline();
        assert_eq!(due, Time::ZERO + Span::from_ms(5.0 * out.len() as f64));
        sender.on_timer(due, &mut out, &mut emitter);
    }
}

#[test] // RTT 1 ms, then 2 ms (SRTT 1.125 ms): 1.2 x 20 packets per SRTT are 21333/s, a gap of 46.875 us
fn packets_wait_for_their_turn() {
    let mut hand = Hand::new(20.0, &[PACED]);
    assert_eq!(hand.ack(1, 0), [20], "no packet has been paced yet");
    assert_eq!(hand.ack(5, 4), [21], "three more may leave, one by one");
    for sequence in 22..25 {
        let before = hand.now;
        assert_eq!(wake(&mut hand), [sequence]);
        let gap = hand.now.since(before).0;
        assert!((45_000..50_000).contains(&gap), "{gap} ns");
    }
    assert!(
        hand.sender.deadline() > hand.now + Span::from_ms(100.0),
        "nothing waits: the retransmission timer is next"
    );
}

#[test] // the window was full within the last window of data: it grows, though it is not full at each ACK
fn a_paced_window_grows() {
    let mut hand = Hand::new(20.0, &[PACED]);
    let before = hand.cwnd();
    for next in 1..=40 {
        hand.ack(next, next - 1);
        while hand.sender.deadline() < hand.now + Span::from_ms(1.0) {
            wake(&mut hand);
        }
    }
    assert!(hand.cwnd() > before + 1.0, "{} after {before}", hand.cwnd());
}

#[test] // RTT 1 ms: 1.2 x 20 packets per ms of 1500 bytes each are 288 Mbit/s
fn its_rate_is_emitted_when_it_changes() {
    let mut hand = Hand::new(20.0, &[PACED]);
    hand.ack(1, 0);
    let rates = hand.told(&PACING_RATE);
    assert_eq!(rates.len(), 1);
    assert!((rates[0] / 288e6 - hand.cwnd() / 20.0).abs() < 1e-9, "{rates:?}");
    let mut hand = Hand::new(20.0, &[]);
    hand.ack(1, 0);
    assert_eq!(hand.told(&PACING_RATE), []);
}

#[test]
fn without_pacing_all_leave_at_once() {
    let mut hand = Hand::new(20.0, &[]);
    hand.ack(1, 0);
    assert_eq!(hand.ack(5, 4), [21, 22, 23, 24]);
}
