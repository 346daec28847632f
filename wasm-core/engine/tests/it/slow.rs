//! Runs of the slowly responsive and of the smaller delay-based algorithms whose outcome is known by calculation, or in
//! its direction. Not here: their rules (beside the code), the formulas' own vectors.

use crate::common::{number, path, seconds, with_flow, with_loss, word};
use sawtooth_engine::observe::{NullObserver, Observer, Signal, Source, signals};
use sawtooth_engine::params::{Section, Value};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use sawtooth_engine::{cc, formulas};

/// With one more flow, and parameters of its algorithm.
fn with(scenario: Scenario, kind: &'static Section, algorithm: &[(&str, Value)], flow: &[(&str, Value)]) -> Scenario {
    let mut scenario = with_flow(scenario, kind, flow);
    let flow = scenario.flows.last_mut().expect("the flow just added");
    for (name, value) in algorithm {
        flow.algorithm = flow.algorithm.clone().with(name, value.clone());
    }
    scenario
}

/// Packets per RTT of a flow alone on a path that never limits it: 1 Gbps, 50 ms, this loss; mean over seeds.
fn packets_per_rtt(kind: &'static Section, algorithm: &[(&str, Value)], p: f64) -> f64 {
    let (rtt_s, duration_s, seeds) = (0.05, 400.0, 3);
    let mut sum = 0.0;
    for seed in 1..=seeds {
        let mut scenario = with_loss(path(duration_s), p);
        scenario.seed = seed;
        scenario.bottleneck.settings = scenario.bottleneck.settings.with("rate_bps", number(1e9));
        let scenario = with(scenario, kind, algorithm, &[("base_rtt_ms", number(rtt_s * 1000.0))]);
        let mut simulation = Simulation::new(&scenario);
        simulation.run_until(Time::NEVER, &mut NullObserver);
        sum += simulation.flow_counters(0).delivered_bytes as f64 / 1460.0 / (duration_s / rtt_s);
    }
    sum / seeds as f64
}

/// AIMD(b) by both relations, against sqrt(a (2 - b) / (2b p)). Losses by chance instead of evenly spaced, timeouts and
/// the round trips of recovery move it by a few per cent.
#[test]
fn aimd_follows_its_response_function() {
    for p in [0.001, 0.005] {
        for (b, relation, a) in [
            (0.5, "slowcc", formulas::aimd_increase_slowcc(0.5)),
            (0.125, "slowcc", formulas::aimd_increase_slowcc(0.125)),
            (0.125, "deterministic", formulas::aimd_increase_deterministic(0.125)),
        ] {
            let rate = packets_per_rtt(&cc::aimd::SECTION, &[("b", number(b)), ("relation", word(relation))], p);
            let ratio = rate / formulas::aimd_response(a, b, p);
            println!("b {b}, {relation}, p {p}: {rate} packets per RTT, {ratio} of the formula");
            assert!((0.92..=1.06).contains(&ratio), "b {b}, {relation}, p {p}: {ratio}");
        }
    }
}

/// SQRT and IIAD, against sqrt(alpha / (beta p)). The less a loss takes, the longer lasts what slow start left behind: IIAD,
/// which gives up a sixtieth of its window at p = 0.001, is 9 % above for that.
#[test]
fn binomial_algorithms_follow_their_response_function() {
    for (kind, beta) in [(&cc::sqrt::SECTION, 0.5), (&cc::sqrt::SECTION, 0.125), (&cc::iiad::SECTION, 2.0 / 3.0)] {
        for p in [0.001, 0.005] {
            let rate = packets_per_rtt(kind, &[("beta", number(beta))], p);
            let ratio = rate / formulas::binomial_response(1.5 * beta, beta, p);
            println!("{}, beta {beta}, p {p}: {rate} packets per RTT, {ratio} of the formula", kind.kind);
            assert!((0.92..=1.11).contains(&ratio), "{}, beta {beta}, p {p}: {ratio}", kind.kind);
        }
    }
}

/// Times at which the window was cut.
#[derive(Default)]
struct Cuts(Vec<f64>);

impl Observer for Cuts {
    fn signal(&mut self, at: Time, _: Source, signal: &'static Signal, _: f64) {
        if std::ptr::eq(signal, &signals::WINDOW_CUT) && at >= seconds(60.0) {
            self.0.push(at.seconds());
        }
    }
}

/// Seconds from one cut to the next, of a flow alone at 10 Mbps, 80 ms and 67 packets.
fn epoch(kind: &'static Section) -> f64 {
    let mut scenario = path(240.0);
    scenario.bottleneck.queue = scenario.bottleneck.queue.with("limit_packets", number(67.0));
    let scenario = with_flow(scenario, kind, &[("base_rtt_ms", number(80.0))]);
    let mut cuts = Cuts::default();
    Simulation::new(&scenario).run_until(Time::NEVER, &mut Listener::of_decisions(&mut cuts));
    (cuts.0[cuts.0.len() - 1] - cuts.0[0]) / (cuts.0.len() - 1) as f64
}

/// 3/8 W^2 s and two round trips: 8.47 s (W = 134.3 packets of 1.2 ms).
#[test]
fn half_given_up_is_newreno() {
    let (aimd, newreno) = (epoch(&cc::aimd::SECTION), epoch(&cc::newreno::SECTION));
    assert!((aimd / newreno - 1.0).abs() < 0.01, "{aimd} s, NewReno {newreno} s");
    assert!((aimd / 8.47 - 1.0).abs() < 0.03, "{aimd} s");
}

/// Goodput of each flow from 20 to 80 s, as a share of the capacity, and the mean queue in packets.
fn shares(scenario: &Scenario) -> (Vec<f64>, f64) {
    /// Sums queue length over time.
    #[derive(Default)]
    struct Queue {
        sum: f64,
        last: (f64, f64),
    }
    impl Observer for Queue {
        fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
            if source == Source::Bottleneck && std::ptr::eq(signal, &signals::QUEUE_PACKETS) {
                self.sum += self.last.1 * (at.seconds() - self.last.0);
                self.last = (at.seconds(), value);
            }
        }
    }
    let mut simulation = Simulation::new(scenario);
    simulation.run_until(seconds(20.0), &mut NullObserver);
    let before: Vec<u64> = (0..scenario.flows.len()).map(|i| simulation.flow_counters(i).delivered_bytes).collect();
    let mut queue = Queue { last: (20.0, 0.0), ..Queue::default() };
    simulation.run_until(seconds(80.0), &mut Listener::of_decisions(&mut queue));
    let capacity = 10e6 / 8.0 * 60.0 * 1460.0 / 1500.0;
    let share = |(i, before)| (simulation.flow_counters(i).delivered_bytes - before) as f64 / capacity;
    (before.into_iter().enumerate().map(share).collect(), queue.sum / 60.0)
}

/// Low priority: nearly all of an empty link, nearly nothing beside NewReno, whoever came first.
#[test]
fn tcp_lp_uses_what_others_leave() {
    let lp = || with_flow(path(80.0), &cc::lp::SECTION, &[]);
    let (alone, queue) = shares(&lp());
    assert!(alone[0] > 0.85 && queue < 10.0, "{alone:?}, {queue} packets");
    let late = [("start_s", number(10.0))];
    let (first, _) = shares(&with_flow(lp(), &cc::newreno::SECTION, &late));
    assert!(first[0] < 0.03 && first[1] > 0.95, "{first:?}");
    let newreno = with_flow(path(80.0), &cc::newreno::SECTION, &[]);
    let (last, _) = shares(&with_flow(newreno, &cc::lp::SECTION, &late));
    assert!(last[1] < 0.03 && last[0] > 0.95, "{last:?}");
}

/// The delay window fills a long fat path between losses; on a short path Compound TCP is Reno.
#[test]
fn compound_is_fast_on_long_fat_paths_and_fair_on_short_ones() {
    let long = |kind| {
        let mut scenario = with_loss(path(80.0), 1e-4);
        scenario.bottleneck.settings = scenario.bottleneck.settings.with("rate_bps", number(100e6));
        shares(&with_flow(scenario, kind, &[("base_rtt_ms", number(100.0))])).0[0]
    };
    let (compound, newreno) = (long(&cc::compound::SECTION), long(&cc::newreno::SECTION));
    println!("{compound} {newreno}");
    assert!(compound > 2.0 * newreno, "{compound}, NewReno {newreno}");
    let both = with_flow(with_flow(path(80.0), &cc::compound::SECTION, &[]), &cc::newreno::SECTION, &[]);
    let (both, _) = shares(&both);
    assert!((0.4..=0.6).contains(&both[0]), "{both:?}");
}

/// A flow alone uses the link with a queue of a few packets, where NewReno's fills 84.
#[test]
fn responders_to_delay_keep_the_queue_short() {
    let adaptive: &[(&str, Value)] = &[("adaptive", Value::Bool(true))];
    let none: &[(&str, Value)] = &[];
    for (kind, algorithm) in [
        (&cc::pert::SECTION, none),
        (&cc::pert::SECTION, adaptive),
        (&cc::hd::SECTION, none),
        (&cc::chd::SECTION, none),
    ] {
        let scenario = with(path(80.0), kind, algorithm, &[]);
        let (share, queue) = shares(&scenario);
        println!("{}: {share:?} of the capacity, {queue} packets queue", kind.kind);
        assert!(share[0] > 0.85 && queue < 8.0, "{}: {share:?}, {queue} packets", kind.kind);
        let mut simulation = Simulation::new(&scenario);
        simulation.run_until(Time::NEVER, &mut NullObserver);
        assert!(simulation.flow_counters(0).delay_backoffs > 20, "{}", kind.kind);
    }
}

/// Random loss of 1 %: CHD finds its queue short and keeps its window; HD and PERT halve like NewReno, near Mathis' law (0.37
/// of the link).
#[test]
fn chd_tolerates_losses_at_a_short_queue() {
    let lossy = |kind| shares(&with_flow(with_loss(path(80.0), 0.01), kind, &[])).0[0];
    let [chd, hd, pert] = [&cc::chd::SECTION, &cc::hd::SECTION, &cc::pert::SECTION].map(lossy);
    println!("CHD {chd}, HD {hd}, PERT {pert}");
    assert!(chd > 0.8, "{chd}");
    assert!((0.28..=0.40).contains(&hd) && (0.28..=0.40).contains(&pert), "{hd}, {pert}");
}

/// Beside NewReno, which fills the queue, HD's and CHD's curves back off less and less, so that they keep a share of the
/// link where PERT's keeps almost none.
#[test]
fn hamilton_curves_coexist_with_newreno() {
    let beside = |kind| {
        let scenario = with_flow(path(80.0), kind, &[]);
        shares(&with_flow(scenario, &cc::newreno::SECTION, &[("start_s", number(10.0))])).0[0]
    };
    let [hd, chd, pert] = [&cc::hd::SECTION, &cc::chd::SECTION, &cc::pert::SECTION].map(beside);
    println!("HD {hd}, CHD {chd}, PERT {pert}");
    assert!(hd > 0.06 && chd > 0.06, "{hd}, {chd}");
    assert!(pert < 0.03, "{pert}");
}
