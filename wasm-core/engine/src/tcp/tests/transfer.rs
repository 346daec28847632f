//! Finite transfers: where the data ends, in segments and in bytes.

use super::*;

fn transfer(window: f64, bytes: f64, settings: &[(&str, Value)]) -> Hand {
    let mut all = vec![("transfer_bytes", Value::Number(bytes))];
    all.extend_from_slice(settings);
    Hand::new(window, &all)
}

#[test] // 10,000 bytes are 6 segments of 1460 and one of 1240
fn the_last_segment_carries_the_rest() {
    let hand = transfer(3.0, 10_000.0, &[]);
    assert_eq!(hand.sender.transfer_segments(), Some(7));
    assert_eq!([0, 5, 6].map(|sequence| hand.sender.wire_bytes(sequence)), [1500, 1500, 1280]);
    assert_eq!((0..7).map(|sequence| hand.sender.payload_bytes(sequence)).sum::<u32>(), 10_000);
    for (bytes, segments, last) in [(1.0, 1, 1), (1460.0, 1, 1460), (1461.0, 2, 1), (2920.0, 2, 1460)] {
        let sender = transfer(3.0, bytes, &[]).sender;
        assert_eq!((sender.transfer_segments(), sender.payload_bytes(segments - 1)), (Some(segments), last));
    }
    assert_eq!(Hand::new(3.0, &[]).sender.transfer_segments(), None);
}

#[test]
fn nothing_is_sent_beyond_the_end_and_the_window_stands_still_there() {
    let mut hand = transfer(4.0, 7.0 * 1460.0, &[]);
    let left: Vec<Vec<u64>> = (1..=7).map(|next| hand.ack(next, next - 1)).collect();
    // The data ends with the third. The window was full until the fourth came; from then on it stands still.
    assert_eq!(left[..3], [vec![4], vec![5], vec![6]]);
    assert!(left[3..].iter().all(Vec::is_empty));
    let grown = (0..4).fold(4.0, |w, _| w + 1.0 / w);
    assert!((hand.cwnd() - grown).abs() < 1e-12, "{}", hand.cwnd());
    assert_eq!(hand.sender.deadline(), Time::NEVER, "all is acknowledged");
}

#[test] // RFC 3042 and RFC 6675 at the end of data: no new segment, so the holes, and once the last one as a rescue
fn losses_near_the_end_are_repaired_without_new_data() {
    let mut hand = transfer(10.0, 10.0 * 1460.0, &[]);
    let left: Vec<Vec<u64>> = [1, 2, 3, 4, 5, 6, 8].iter().map(|&arrived| hand.ack(0, arrived)).collect();
    assert_eq!(left, [vec![], vec![], vec![0], vec![], vec![], vec![9], vec![7]]);
    let mut hand = transfer(10.0, 10.0 * 1460.0, &[NEWRENO]);
    assert!(hand.ack(0, 1).is_empty() && hand.ack(0, 2).is_empty());
    assert_eq!(hand.ack(0, 3), [0]);
    assert!((4..10).all(|arrived| hand.ack(0, arrived).is_empty()), "inflation finds nothing to send");
}
