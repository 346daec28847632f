//! Exercises of courses and textbooks that the laboratory offers (`presets/course_*.json`), each with its right value and where that comes
//! from; what the page's sentence says of it is within the same bounds. Not here: documents without a preset (`cases`).

use crate::cases::{Row, field, log, wrong};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::units::Time;
use sawtooth_measures::presets::{self, PRESETS};
use sawtooth_measures::summary::Summary;
use sawtooth_scenario::{Json, check, set_all};

/// Exercises by their ids without `course_`. A bound without another reason has the last digit of the sentence on the page.
const RIGHT: &[Row] = &[
    (
        "bufferbloat_20",
        "CS244, CSE461, CSC458: a full queue is 20 x 12 kbit at 1.5 Mbit/s",
        &[
            ("bottleneck.queue_ms.max", 160.0..=160.0),
            ("cross_traffic.0.rtt_ms.mean", 127.5..=128.5),
            ("cross_traffic.1.completion_s.mean", 1.75..=1.85),
        ],
    ),
    (
        "bufferbloat_100",
        "the same: 800 ms, and a page takes longer",
        &[
            ("bottleneck.queue_ms.max", 800.0..=800.0),
            ("cross_traffic.0.rtt_ms.mean", 450.0..=500.0),
            ("cross_traffic.1.completion_s.mean", 2.35..=2.45),
        ],
    ),
    (
        "three_reno",
        "NYU, teaching on testbeds: 0.1 MB is 66 to 67 packets, at 1 Mbit/s 804 ms; equal flows share evenly",
        &[
            ("bottleneck.queue_packets.max", 66.0..=67.0),
            ("bottleneck.queue_ms.max", 780.0..=804.0),
            ("jain_index", 0.95..=1.0),
        ],
    ),
    (
        "fixed_window",
        "UCLouvain LINFO1341: 8 x 1250 bytes in 41.25 ms, no loss",
        &[("flows.0.throughput_bps", 1.935e6..=1.945e6), ("flows.0.dropped_queue", 0.0..=0.0)],
    ),
    (
        // About three fifths, as the page says: the course's own implementation, which resends in another way, has more.
        "selfish_sender",
        "the same: more than 2 : 1 for the sender that never yields",
        &[("flows.0.goodput_bps", 4.6e6..=4.9e6), ("flows.1.goodput_bps", 2.9e6..=3.2e6)],
    ),
    (
        // No source has a number: a window of 50 packets is five times a tenth of link and queue, 32 + 64, so at most 4/5 are dropped.
        "no_control",
        "textbooks: nobody sends less after a loss, so most packets are dropped, and the link stays busy",
        &[("bottleneck.utilisation", 0.99..=1.0), ("dropped share", 0.5..=0.8)],
    ),
    (
        "rtt_fairness",
        "MIT 6.829 (2005): 62 : 38; Kurose and Ross: the shorter RTT has 1.5 to 2 times as much",
        &[("flows.0.goodput_bps", 5.6e6..=6.3e6), ("flows.1.goodput_bps", 3.3e6..=3.9e6)],
    ),
    (
        // Two packets wait, which the book's link without a buffer does not have: 2 % of 127; a tooth begins at half of it.
        "kurose_p46",
        "Kurose and Ross: 125 packets, 7.5 Mbit/s, 9.4 s a tooth",
        &[
            ("flows.0.cwnd_packets.max", 125.0..=130.0),
            ("flows.0.epoch_s.mean", 9.4..=10.4),
            ("bottleneck.utilisation", 0.72..=0.77),
        ],
    ),
    (
        "incast",
        "CS244; a kernel over 100 Mbit/s: 0.25 to 0.26 s, one least RTO of 200 ms",
        &[("last completed_s", 0.2..=0.3)],
    ),
];

/// Exercises with a test of their own.
const OTHERS: &[&str] = &["kurose_p40", "chiu_jain"];

/// An exercise with these settings instead of its own.
fn exercise(id: &str, settings: &[(&str, Json)]) -> Scenario {
    let mut document = presets::scenario(&format!("course_{id}")).unwrap();
    set_all(&mut document, settings.iter().map(|(path, value)| (*path, value))).unwrap();
    check(document).unwrap().scenario
}

/// Its summary, with the share of what arrives that is dropped.
fn summary(id: &str, settings: &[(&str, Json)]) -> Json {
    let mut summary = Summary::of(&exercise(id, settings));
    let [dropped, arrived] = ["dropped_queue", "arrived"].map(|name| field(&summary, &format!("bottleneck.{name}")));
    summary.set("dropped share", dropped / arrived);
    summary
}

#[test]
fn every_exercise_has_its_right_value() {
    let found: Vec<String> = RIGHT.iter().flat_map(|row| wrong(row, &summary(row.0, &[]))).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    let mut named: Vec<&str> = RIGHT.iter().map(|row| row.0).chain(OTHERS.iter().copied()).collect();
    let mut all: Vec<&str> = PRESETS.iter().filter_map(|(id, _)| id.strip_prefix("course_")).collect();
    named.sort_unstable();
    all.sort_unstable();
    assert_eq!(named, all);
}

#[test]
fn the_right_value_is_the_median_of_five_seeds_too() {
    let found = RIGHT.iter().flat_map(|(id, source, values)| {
        let seeds: Vec<Json> = (1..=5).map(|seed| summary(id, &[("seed", Json::from(f64::from(seed)))])).collect();
        values.iter().filter_map(move |(path, range)| {
            let mut found: Vec<f64> = seeds.iter().map(|seed| field(seed, path)).collect();
            found.sort_by(f64::total_cmp);
            (!range.contains(&found[2])).then(|| format!("{id}: {path} is {found:?}, right: {range:?} ({source})"))
        })
    });
    let found: Vec<String> = found.collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test] // the bufferbloat lab's last question: BBR leaves the long queue nearly empty
fn with_bbr_a_page_does_not_wait_behind_a_long_queue() {
    let page_s = |kind: &str| {
        let bbr = [("flows.download.algorithm.kind", Json::from(kind))];
        field(&summary("bufferbloat_100", &bbr), "cross_traffic.1.completion_s.mean")
    };
    assert!(page_s("bbr") < 0.5 * page_s("newreno"));
}

#[test] // at ten packets the fixed window takes no more than its half
fn a_small_fixed_window_is_not_selfish() {
    let small = summary("selfish_sender", &[("flows.selfish.algorithm.window_packets", Json::from(10.0))]);
    let [fixed, cubic] = [0, 1].map(|flow| field(&small, &format!("flows.{flow}.goodput_bps")));
    assert!(fixed < cubic, "{fixed} {cubic}");
}

#[test] // Kurose and Ross, P40 a to i: the window of each round, three duplicates after round 16, a timeout after round 22. The book adds three
// packets while it repairs the loss (24 in round 17), RFC 6582 takes them off when that is done
fn the_book_s_window_goes_round_by_round() {
    let seen = log(&exercise("kurose_p40", &[]));
    let rounds: Vec<usize> = (1..=24).map(|round| in_round(&seen.sent, round)).collect();
    assert_eq!(rounds[..16], [1, 2, 4, 8, 16, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42]);
    assert_eq!(rounds[16..], [21, 22, 23, 24, 25, 26, 1, 2]);
    assert_eq!(seen.ssthresh[..2], [32.0, 21.0]);
    assert_eq!(seen.sent[69].0 / 1_000_000_000 + 1, 7);
}

#[test] // P40 j and k: with Tahoe 1, 2, 4, 8, 16 and 21 packets from round 17 to 22; ours gains one more within the last of these
fn tahoe_begins_again_at_one() {
    let seen = log(&exercise("kurose_p40", &[("flows.newreno.recovery", Json::from("tahoe"))]));
    let rounds: Vec<usize> = (17..=22).map(|round| in_round(&seen.sent, round)).collect();
    assert_eq!(rounds, [1, 2, 4, 8, 16, 22]);
}

/// Packets that are sent in a round of 1 s, the first of which is round 1.
fn in_round(sent: &[Time], round: u64) -> usize {
    sent.iter().filter(|at| at.0 / 1_000_000_000 == round - 1).count()
}

#[test] // Kurose and Ross, P47: with a buffer of one BDP the link is always busy
fn a_buffer_of_one_bdp_keeps_the_link_busy() {
    let full = summary("kurose_p46", &[("bottleneck.queue.limit_packets", Json::from(125.0))]);
    assert!(field(&full, "bottleneck.utilisation") >= 0.98);
}

#[test] // room for all that is under way: nobody waits for a timeout
fn incast_needs_a_queue() {
    let full = summary("incast", &[("bottleneck.queue.limit_packets", Json::from(400.0))]);
    assert!(field(&full, "last completed_s") < 0.012);
    let alone = summary("incast", &[]);
    let mut answers: Vec<f64> = (0..20).map(|flow| field(&alone, &format!("flows.{flow}.completed_s"))).collect();
    answers.sort_unstable_by(f64::total_cmp);
    assert!(answers[18] < 0.011, "{answers:?}");
}

#[test] // Chiu and Jain 1989, figure 5: additive increase and multiplicative decrease leads to equal shares, the three others do not
fn of_the_four_only_aimd_becomes_fair() {
    let ratio = |settings: &[(&str, Json)]| {
        let scenario = exercise("chiu_jain", settings);
        let late = Summary::of_span(&scenario, (Time::from_seconds(20.0), scenario.duration));
        let [first, second] = [0, 1].map(|flow| field(&late, &format!("flows.{flow}.goodput_bps")));
        first / second
    };
    assert!((0.95..1.05).contains(&ratio(&[])));
    for kind in ["mimd", "aiad", "miad"] {
        let both = ["flows.aimd 1.algorithm.kind", "flows.aimd 2.algorithm.kind"].map(|path| (path, Json::from(kind)));
        assert!(ratio(&both) > 1.5, "{kind}");
    }
}
