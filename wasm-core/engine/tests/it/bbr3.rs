//! BBR v3 in whole runs: the test cases of draft-ietf-ccwg-bbr, appendix A, that a path can bring about; and marks, which
//! only version 3 heeds. Not here: cases of single
//! steps and of limited applications (`cc/bbr3/tests.rs`); docs/results/bbr3.md lists all 22.

use crate::common::{number, path, seconds, with_change, with_flow};
use sawtooth_engine::cc;
use sawtooth_engine::observe::{Observer, Rule, Signal, Source};
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::path::{policer, queue};
use sawtooth_engine::scenario::{BOTTLENECK, Change, Scenario, Side};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;

const PAYLOAD: f64 = 1460.0 / 1500.0;

/// Decisions of the flow, and its signals.
#[derive(Default)]
struct Diary {
    decisions: Vec<(f64, &'static str, Vec<f64>)>,
    levels: Vec<(f64, &'static str, f64)>,
}

impl Observer for Diary {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if source == Source::Flow(0) {
            self.levels.push((at.seconds(), signal.name, value));
        }
    }
    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        if source == Source::Flow(0) {
            self.decisions.push((at.seconds(), rule.key.trim_start_matches("bbr3."), numbers.to_vec()));
        }
    }
}

impl Diary {
    fn of(&self, rule: &str) -> Vec<&(f64, &'static str, Vec<f64>)> {
        self.decisions.iter().filter(|decision| decision.1 == rule).collect()
    }
    fn times(&self, rule: &str) -> Vec<f64> {
        self.of(rule).into_iter().map(|decision| decision.0).collect()
    }
    /// Values of a signal from one time to another.
    fn values(&self, signal: &str, from_s: f64, to_s: f64) -> Vec<f64> {
        let within = |level: &&(f64, &str, f64)| level.1 == signal && (from_s..to_s).contains(&level.0);
        self.levels.iter().filter(within).map(|level| level.2).collect()
    }
    fn greatest(&self, signal: &str, from_s: f64, to_s: f64) -> f64 {
        self.values(signal, from_s, to_s).into_iter().fold(0.0, f64::max)
    }
    fn least(&self, signal: &str, from_s: f64, to_s: f64) -> f64 {
        self.values(signal, from_s, to_s).into_iter().fold(f64::INFINITY, f64::min)
    }
}

/// One flow with a queue of this limit.
fn alone(duration_s: f64, limit: f64) -> Scenario {
    let mut scenario = with_flow(path(duration_s), &cc::bbr3::SECTION, &[]);
    scenario.bottleneck.queue = scenario.bottleneck.queue.clone().with("limit_packets", number(limit));
    scenario
}

fn with_setting(mut scenario: Scenario, name: &str, value: f64) -> Scenario {
    scenario.bottleneck.settings = scenario.bottleneck.settings.with(name, number(value));
    scenario
}

/// The link's rate changes.
fn with_rate(scenario: Scenario, at_s: f64, rate_bps: f64) -> Scenario {
    let row = BOTTLENECK.index("rate_bps").expect("a rate");
    with_change(scenario, at_s, Change::Bottleneck(Side::Forward, row, number(rate_bps)))
}

fn run(scenario: &Scenario) -> (Simulation, Diary) {
    let (mut simulation, mut diary) = (Simulation::new(scenario), Diary::default());
    simulation.run_until(scenario.duration, &mut Listener::of_decisions(&mut diary));
    (simulation, diary)
}

/// Goodput in Mbit/s from one time to another.
fn goodput(scenario: &Scenario, from_s: f64, to_s: f64) -> f64 {
    let mut simulation = Simulation::new(scenario);
    let mut bytes_until = |at_s: f64| {
        simulation.run_until(seconds(at_s), &mut Listener::of_decisions(&mut Diary::default()));
        simulation.flow_counters(0).delivered_bytes as f64
    };
    let before = bytes_until(from_s);
    (bytes_until(to_s) - before) * 8e-6 / (to_s - from_s)
}

/// A.1, A.3, A.5, A.8: the bandwidth is found within 2 %, three rounds of a plateau end Startup and Probe up, and what is in flight
/// ends Drain and Probe down; the pacing gains are 0.5 and 0.9.
#[test]
fn a_flow_alone_goes_through_its_states() {
    let (simulation, diary) = run(&alone(20.0, 330.0));
    let [(full_at, _, full)] = diary.of("full_pipe")[..] else { panic!("one end of Startup") };
    assert_eq!(full[2], 3.0);
    let [(drained_at, _, drained)] = diary.of("drained")[..] else { panic!("one end of Drain") };
    assert!(drained[0] <= drained[1] && drained_at > full_at);
    let estimate = diary.greatest("bandwidth_estimate_bps", *full_at, 20.0);
    assert!((0.98..=1.02).contains(&(estimate / 10e6)), "{estimate}");
    let pace = diary.least("pacing_rate_bps", *full_at, *drained_at);
    assert!((pace / (0.5 * 0.99 * 10e6) - 1.0).abs() < 0.02, "Drain at {pace}");
    let plateaus = diary.of("plateau");
    assert!(plateaus.len() >= 3 && plateaus.iter().all(|decision| decision.2[2] == 3.0));
    for pair in plateaus.iter().zip(diary.of("cruise").iter().skip(1)).take(3) {
        let ((down_at, ..), (cruise_at, _, numbers)) = pair;
        assert!(cruise_at > down_at && numbers[0] <= numbers[1]);
        let pace = diary.least("pacing_rate_bps", *down_at, *cruise_at);
        assert!((pace / (0.9 * 0.99 * 10e6) - 1.0).abs() < 0.02, "Probe down at {pace}");
    }
    assert_eq!(simulation.bottleneck_counters().dropped_queue, 0);
}

/// A.4: with a tenth less bandwidth the pacing gain of 0.5 still drains the queue; with half of it Drain ends by time, in its fourth
/// round.
#[test]
fn drain_ends_by_time_where_the_bandwidth_has_fallen() {
    let full_at = run(&alone(3.0, 330.0)).1.times("full_pipe")[0];
    let ends = |rate_bps| run(&with_rate(alone(3.0, 330.0), full_at, rate_bps)).1;
    let tenth = ends(9e6);
    assert_eq!((tenth.of("drained").len(), tenth.of("drain_late").len()), (1, 0));
    let half = ends(5e6);
    let [(_, _, late)] = half.of("drain_late")[..] else { panic!("by time") };
    assert!(late[2] == 4.0 && late[0] > late[1], "{late:?}");
}

/// A.9: a tenth less bandwidth keeps the flight above its target, so Probe down lasts until the next probe is due.
#[test]
fn probe_down_ends_by_time_where_the_bandwidth_has_fallen() {
    let down_at = run(&alone(4.0, 330.0)).1.times("plateau")[0];
    let (_, diary) = run(&with_rate(alone(7.0, 330.0), down_at, 9e6));
    let refill_at = diary.times("refill").into_iter().find(|at| *at > down_at).expect("a probe");
    assert!(diary.times("cruise").into_iter().all(|at| at < down_at || at > refill_at));
}

/// A.10: 5 s after the last smaller RTT, for 200 ms and a round trip, with half of the BDP; then it cruises.
#[test]
fn probe_rtt_halves_what_is_in_flight() {
    let (_, diary) = run(&alone(20.0, 330.0));
    let (starts, ends) = (diary.times("probe_rtt"), diary.times("probe_rtt_done"));
    assert!(starts.len() >= 3, "{starts:?}");
    for (start, end) in starts.iter().zip(&ends) {
        assert!((0.2..0.5).contains(&(end - start)), "{start} to {end}");
        let window = diary.least("cwnd_packets", *start, *end);
        assert!((window - 34.3 / 2.0).abs() < 1.0, "{window}");
        let after = diary.values("bbr3_phase", *end, end + 0.01);
        assert_eq!(after.first(), Some(&3.0), "it cruises");
    }
    assert!(starts.windows(2).all(|pair| pair[1] - pair[0] > 5.0));
}

/// A.12, A.13: a link that transmits in slots of 20 ms delivers half a round trip's packets at once. The window has room for them,
/// and the rate is found and kept.
#[test]
fn aggregation_widens_the_window() {
    let scenario = with_setting(alone(20.0, 330.0), "tick_ms", 20.0);
    let (_, diary) = run(&scenario);
    let least = diary.least("min_rtt_estimate_ms", 5.0, 20.0) / 1000.0;
    let bdp = 10e6 / 12_000.0 * least;
    let startup = diary.greatest("cwnd_packets", 0.0, diary.times("full_pipe")[0]);
    assert!(startup > 2.0 * bdp, "{startup} of {bdp}");
    let cruise = diary.greatest("cwnd_packets", 10.0, 10.5);
    assert!(cruise > 2.0 * bdp, "{cruise} of {bdp}");
    let share = goodput(&scenario, 5.0, 20.0) / (10.0 * PAYLOAD);
    assert!(share > 0.94, "{share}");
}

/// A.14: 64 kbit/s and 10 ms hold a twentieth of a packet; 4 packets are kept in flight at least, and the link is busy.
#[test]
fn a_tiny_path_is_kept_busy() {
    let mut scenario = with_setting(alone(120.0, 20.0), "rate_bps", 64e3);
    let settings = scenario.flows[0].settings.clone();
    scenario.flows[0].settings = settings.with("base_rtt_ms", number(10.0));
    let (_, diary) = run(&scenario);
    assert!(diary.least("cwnd_packets", 20.0, 120.0) >= 4.0);
    let pace = diary.values("pacing_rate_bps", 20.0, 120.0);
    let mean = pace.iter().sum::<f64>() / pace.len() as f64;
    assert!((0.9..1.1).contains(&(mean / 64e3)), "{mean}");
    let share = goodput(&scenario, 20.0, 120.0) / (0.064 * PAYLOAD);
    assert!(share > 0.97, "{share}");
}

/// A.15: ten times the rate. Without a long-term bound every probe multiplies the estimate; with one it is raised by 1, 2, 4 ...
/// packets per round trip.
#[test]
fn ten_times_the_rate_is_found() {
    let (_, diary) = run(&with_rate(alone(40.0, 330.0), 10.0, 100e6));
    let found = diary.levels.iter().find(|level| level.1 == "bandwidth_estimate_bps" && level.2 > 95e6);
    let found_s = found.expect("the rate").0 - 10.0;
    println!("without a bound: {found_s} s");
    assert!(found_s < 15.0, "{found_s}");
    // A queue of 8 packets sets the bound before.
    let (_, diary) = run(&with_rate(alone(60.0, 8.0), 10.0, 100e6));
    let raised: Vec<f64> = diary.of("raise").iter().filter(|d| d.0 > 10.0).map(|d| d.2[0]).collect();
    let run_up = raised.windows(4).any(|four| four == [2.0, 4.0, 8.0, 16.0]);
    assert!(run_up, "{raised:?}");
    let found = diary.levels.iter().find(|level| level.1 == "bandwidth_estimate_bps" && level.2 > 80e6);
    println!("with a bound: {:?} s", found.map(|level| level.0 - 10.0));
    assert!(found.is_some(), "{}", diary.greatest("bandwidth_estimate_bps", 10.0, 60.0));
}

/// A.16: a tenth of the rate. The losses lower the short-term bounds; after two cycles the estimate is the new rate.
#[test]
fn a_tenth_of_the_rate_is_found() {
    let scenario = with_rate(with_setting(alone(40.0, 330.0), "rate_bps", 100e6), 10.0, 10e6);
    let (_, diary) = run(&scenario);
    let slow = diary.times("slow_down").into_iter().find(|at| *at > 10.0).expect("losses");
    let adapted =
        diary.levels.iter().find(|level| level.0 > 10.0 && level.1 == "bandwidth_estimate_bps" && level.2 < 12e6);
    println!(
        "short-term bound after {} s, below 12 Mbit/s after {:?} s",
        slow - 10.0,
        adapted.map(|level| level.0 - 10.0)
    );
    assert!(slow - 10.0 < 1.5, "{slow}");
    let greatest = diary.greatest("bandwidth_estimate_bps", 25.0, 40.0);
    assert!(greatest < 11e6, "{greatest}");
}

/// A.17: a policer of 5 Mbit/s with a burst of 20 packets on a link of 10. The bounds fall, and the flow keeps to the rate; its probes,
/// due every 20 round trips or so at this BDP, lose 6 % of the packets.
#[test]
fn a_policer_lowers_the_bounds() {
    let mut scenario = alone(60.0, 330.0);
    let policer = Choice::of(&policer::SECTION);
    scenario.bottleneck.policer = Some(policer.with("rate_bps", number(5e6)).with("burst_bytes", number(30_000.0)));
    let (_, diary) = run(&scenario);
    assert!(diary.of("slow_down").len() + diary.of("high_loss").len() > 0);
    let mut simulation = Simulation::new(&scenario);
    let mut counts_until = |at_s: f64| {
        simulation.run_until(seconds(at_s), &mut Listener::of_decisions(&mut Diary::default()));
        let dropped = simulation.bottleneck_counters().dropped_queue;
        [dropped, simulation.flow_counters(0).packets_sent].map(|count| count as f64)
    };
    let [before, after] = [counts_until(20.0), counts_until(60.0)];
    let dropped = (after[0] - before[0]) / (after[1] - before[1]);
    let goodput = goodput(&scenario, 20.0, 60.0);
    println!("{:.2} % dropped, {goodput:.2} Mbit/s", 100.0 * dropped);
    assert!(dropped < 0.08, "{dropped}");
    assert!(goodput > 0.85 * 5.0 * PAYLOAD, "{goodput}");
}

/// Marks are no business of version 1, whatever the feedback: its window stays what the model says.
#[test]
fn marks_leave_version_1_alone() {
    let mut scenario = with_flow(path(10.0), &cc::bbr::SECTION, &[("ecn", Value::Bool(true))]);
    scenario.bottleneck.queue = Choice::of(&queue::codel::SECTION).with("ecn", Value::Bool(true));
    let (simulation, diary) = run(&scenario);
    let marked = simulation.bottleneck_counters().marked;
    assert!(marked > 10, "{marked}");
    assert!(diary.values("window_cut", 0.0, 10.0).is_empty());
    assert!(diary.greatest("cwnd_packets", 0.0, 10.0) < 150.0);
}

/// A.21: a short queue has set the bound. A probe that loses more than 2 % ends at once, and the bound falls.
#[test]
fn excess_loss_ends_a_probe() {
    let (_, diary) = run(&alone(40.0, 8.0));
    let (loss, state) = (diary.of("too_high"), |at: f64| diary.values("bbr3_phase", at, at + 0.001));
    assert!(loss.len() >= 3, "{}", loss.len());
    for (at, _, numbers) in loss {
        assert!(numbers[0] > 0.02 * numbers[1] && numbers[2].is_finite());
        assert!(!state(*at).contains(&5.0), "Probe up is over");
    }
}
