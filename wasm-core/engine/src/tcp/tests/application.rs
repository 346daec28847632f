//! The sender whose application has data at times: when it sends, when its window grows, and what an idle time leaves of it.

use super::*;
use crate::params::Section;
use crate::tcp::application::{on_off, rate, segments};

/// A sender with this application, in congestion avoidance unless the settings say otherwise.
fn hand(window: f64, settings: &[(&str, Value)], kind: &'static Section, changes: &[(&str, f64)]) -> Hand {
    let settings = FlowSettings::read(&with_settings(window, settings).values);
    let application = changes.iter().fold(Choice::of(kind), |choice, (name, n)| choice.with(name, Value::Number(*n)));
    let mut sender = Sender::new(1, Stream::Flow(0), &Choice::of(&cc::newreno::SECTION), settings, 1460);
    sender.replace_application(Time::ZERO, &application, false);
    let emitter = Emitter { interests: Interests::ALL, ..Emitter::default() };
    let mut hand = Hand { sender, now: Time::ZERO, ordinal: 0, out: Vec::new(), emitter };
    hand.sender.start(hand.now, &mut hand.out, &mut hand.emitter);
    hand
}

fn ms(ms: f64) -> Time {
    Time::ZERO + Span::from_ms(ms)
}

const SLOW_START: (&str, Value) = ("initial_ssthresh_packets", Value::Null);

/// 1460 bytes at 1.168 Mbit/s: a packet per 10 ms, and the window of 10 is never full.
#[test]
fn a_rate_below_the_window_sends_one_packet_at_a_time_and_the_window_stays() {
    let mut hand = hand(10.0, &[SLOW_START], &rate::SECTION, &[("rate_bps", 1.168e6)]);
    assert_eq!((hand.out.len(), hand.sender.deadline()), (1, ms(10.0)));
    for n in 1..50 {
        assert_eq!(hand.timeout(), [n], "the application wakes the sender");
        assert_eq!(hand.now, ms(10.0 * n as f64));
        assert!(hand.ack(n + 1, n).is_empty());
    }
    assert_eq!((hand.cwnd(), hand.sender.counters().timeouts), (10.0, 0));
}

/// Where the window is the limit, what is written waits, and no timer but the retransmission timer runs.
#[test]
fn a_rate_above_the_window_is_sent_as_acknowledgements_arrive() {
    let mut hand = hand(2.0, &[SLOW_START], &rate::SECTION, &[("rate_bps", 116.8e6)]);
    assert_eq!(hand.timeout(), [1], "the second packet is written after 0.1 ms");
    assert_eq!(hand.sender.deadline(), ms(3000.0));
    hand.now = ms(40.0);
    assert_eq!(hand.ack(1, 0), [2, 3], "a full window grows");
    assert_eq!(hand.cwnd(), 3.0);
}

/// On for 100 ms: the data end with the last packet that was sent by then, and begin again after 50 ms.
#[test]
fn a_pause_ends_the_data_where_the_sender_is() {
    let mut hand = hand(4.0, &[], &on_off::SECTION, &[("on_s", 0.1), ("off_s", 0.05)]);
    assert_eq!((hand.out.len(), hand.sender.deadline()), (4, ms(100.0)));
    hand.now = ms(50.0);
    assert_eq!(hand.ack(1, 0), [4]);
    assert!(hand.timeout().is_empty() && hand.now == ms(100.0), "the pause begins");
    assert_eq!(hand.sender.deadline(), ms(150.0));
    assert!((2..=5).all(|next| hand.ack(next, next - 1).is_empty()));
    assert_eq!(hand.timeout(), [5, 6, 7, 8], "not idle for an RTO: the window is what it was");
    assert_eq!((hand.now, hand.sender.deadline()), (ms(150.0), ms(250.0)));
}

/// Segments of 10 packets and a buffer of one. While a segment's last packets leave the window open, FreeBSD's does not grow: from 3 to 7 with
/// the first one, to 9 with the second, whose last packet leaves at 12 ms. Linux's was full until the packets sent by then are
/// acknowledged, and then grows to twice the 10 packets in flight. The third is fetched when the first, complete at 10 ms, has been played
/// for 400 ms.
#[test] // RFC 5681, section 4.1; RFC 2861 in Linux
fn an_idle_time_longer_than_the_rto_reduces_the_window() {
    let player = [("segment_bytes", 14_600.0), ("period_s", 0.4), ("buffer_segments", 1.0)];
    for (host, grown, left) in [("freebsd", 9.0, 3.0), ("linux", 20.0, 10.0)] {
        let settings = [("host", Value::Word(host)), SLOW_START];
        let mut hand = hand(3.0, &settings, &segments::SECTION, &player);
        let sent = (1..=20).map(|next| hand.ack(next, next - 1).len()).sum::<usize>();
        assert_eq!((hand.out.len(), sent), (0, 17), "{host}: two segments");
        let (full, rto) = (hand.cwnd(), hand.rto().ms());
        assert_eq!(full, grown, "{host}");
        hand.timeout();
        let idle = hand.now.since(ms(12.0)).ms();
        assert_eq!(hand.now, ms(410.0));
        assert!(idle > rto && idle < 2.0 * rto, "{host}: {idle} ms, {rto} ms");
        assert_eq!(hand.cwnd(), left, "{host}");
        assert_eq!(hand.out.len(), left as usize);
    }
}

/// Two segments of 100 packets make the window large. Of the packet per 10 ms that follows one is in flight: each RTO the window goes halfway to
/// the initial window of 10, which counts as used. FreeBSD keeps it.
#[test] // RFC 2861 in Linux: tcp_cwnd_application_limited
fn linux_reduces_a_window_that_is_used_in_part() {
    for host in ["linux", "freebsd"] {
        let settings = [("host", Value::Word(host)), SLOW_START];
        let mut hand =
            hand(10.0, &settings, &segments::SECTION, &[("segment_bytes", 146_000.0), ("buffer_segments", 1.0)]);
        let slow = Choice::of(&rate::SECTION).with("rate_bps", Value::Number(1.168e6));
        let mut next = 200;
        (1..=next).for_each(|next| drop(hand.ack(next, next - 1)));
        hand.sender.replace_application(hand.now, &slow, true);
        hand.sender.refresh(hand.now, &mut hand.out);
        let (full, mut seen) = (hand.cwnd(), vec![(hand.now, hand.cwnd())]);
        for _ in 0..100 {
            next += 1;
            hand.ack(next, next - 1);
            hand.timeout();
            if hand.cwnd() != seen[seen.len() - 1].1 {
                seen.push((hand.now, hand.cwnd()));
            }
        }
        if host == "freebsd" {
            assert_eq!(seen.len(), 1);
            continue;
        }
        let expected = std::iter::successors(Some(full), |w: &f64| Some(((w + 10.0) / 2.0).trunc()));
        assert!(seen.len() >= 4 && full > 40.0, "{seen:?}");
        assert!(seen.iter().map(|(_, w)| *w).eq(expected.take(seen.len())), "{seen:?}");
        let apart = seen.windows(2).map(|pair| pair[1].0.since(pair[0].0));
        assert!(apart.clone().all(|span| span >= Span::from_ms(200.0) && span <= Span::from_ms(320.0)), "{seen:?}");
        assert_eq!(hand.sender.window().ssthresh, f64::INFINITY);
        assert_eq!(hand.sender.counters().timeouts, 0);
    }
}

#[test] // the next segment is requested with the last ACK of the one before, after a loss of its last packet too
fn a_segment_ends_with_its_last_acknowledgement() {
    let player = [("segment_bytes", 5840.0), ("period_s", 1.0)];
    let mut hand = hand(8.0, &[], &segments::SECTION, &player);
    assert_eq!(hand.out.len(), 4);
    assert!((1..=3).all(|next| hand.ack(next, next - 1).is_empty()));
    assert_eq!(hand.timeout(), [3], "no second segment before");
    assert_eq!(hand.ack(4, 3), [4, 5]);
}

#[test]
fn kinds_and_parameters_change_while_it_runs() {
    let mut hand = hand(4.0, &[], &rate::SECTION, &[("rate_bps", 1.168e6)]);
    let mut with = |change: &dyn Fn(&mut Sender, Time), at: f64| {
        hand.now = ms(at);
        hand.out.clear();
        change(&mut hand.sender, hand.now);
        hand.sender.refresh(hand.now, &mut hand.out);
        (hand.out.len(), hand.sender.deadline())
    };
    let row = rate::SECTION.index("rate_bps").expect("a setting");
    // Half a packet is written; the other half takes 2.5 ms at twice the rate.
    let faster = |sender: &mut Sender, now: Time| sender.set_application(now, row, &Value::Number(2.336e6), true);
    assert_eq!(with(&faster, 5.0), (0, ms(7.5)));
    let pauses = |sender: &mut Sender, now: Time| sender.replace_application(now, &Choice::of(&on_off::SECTION), true);
    assert_eq!(with(&pauses, 6.0), (3, ms(1006.0)));
    let bulk = Choice::of(&crate::tcp::application::bulk::SECTION);
    let (len, deadline) = with(&|sender, now| sender.replace_application(now, &bulk, true), 7.0);
    assert_eq!((len, deadline), (0, ms(3000.0)), "only the retransmission timer is left");
}
