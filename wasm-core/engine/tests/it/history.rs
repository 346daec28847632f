//! The run computed ahead and its past: any moment simulated again is the same moment; a change in the past gives the run of
//! the changed document; a stretch that was thinned is shown exactly once it is simulated again; memory stays bounded.

use sawtooth_engine::observe::{NullObserver, Source};
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::path::{loss, queue};
use sawtooth_engine::scenario::{Bottleneck, Change, Flow, Intervention, Scenario, Side, row};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::history::{History, Series};
use sawtooth_engine::telemetry::recording::Recording;
use sawtooth_engine::telemetry::view::Mode;
use sawtooth_engine::units::{Span, Time};
use sawtooth_engine::{cc, host};

fn flow(stream: u64, algorithm: Choice, start_s: f64) -> Flow {
    let settings = Choice::of(&host::SECTION).with("start_s", Value::Number(start_s));
    Flow::bulk(format!("flow{}", stream + 1), stream, algorithm, settings)
}

fn scenario(seconds: f64) -> Scenario {
    Scenario {
        seed: 7,
        duration: Time::from_seconds(seconds),
        packet_bytes: 1500,
        bottleneck: Bottleneck::new(
            10e6,
            Choice::of(&queue::drop_tail::SECTION).with("limit_packets", Value::Number(84.0)),
            Choice::of(&loss::bernoulli::SECTION).with("probability", Value::Number(0.002)),
        ),
        reverse_bottleneck: None,
        flows: vec![flow(0, Choice::of(&cc::cdg::SECTION), 0.0), flow(1, Choice::of(&cc::newreno::SECTION), 3.0)],
        cross_traffic: vec![],
        interventions: vec![],
    }
}

fn with_loss(mut scenario: Scenario, at_s: f64, probability: f64) -> Scenario {
    let change =
        Change::Loss(Side::Forward, row(loss::bernoulli::SECTION.params, "probability"), Value::Number(probability));
    scenario.interventions.push(Intervention { at: Time::from_seconds(at_s), change });
    scenario
}

fn finished(mut history: History) -> History {
    while history.busy() {
        history.advance(3000);
    }
    history
}

fn digest(scenario: &Scenario) -> u64 {
    let mut sim = Simulation::new(scenario);
    sim.run_until(scenario.duration, &mut NullObserver);
    sim.digest()
}

type Points = Vec<(Time, f64)>;

/// Every point of every column, in an order that does not hang on when a column was first heard of.
fn everything(recording: &Recording) -> Vec<(Source, &'static str, Points)> {
    let points = |c: &sawtooth_engine::telemetry::column::Column| -> Points {
        c.range(Time::ZERO, Time::NEVER).map(|p| (p.at, p.value)).collect()
    };
    let all = recording.columns().map(|(source, signal, column)| (source, signal.name, points(column)));
    let mut all: Vec<_> = all.filter(|(_, _, points)| !points.is_empty()).collect();
    all.sort_by_key(|(source, name, _)| (*source, *name));
    all
}

#[test]
fn recording_changes_nothing() {
    let s = scenario(12.0);
    assert_eq!(finished(History::new(s.clone())).digest(), Some(digest(&s)));
}

#[test]
fn a_change_in_the_past_gives_the_run_of_the_changed_document() {
    let old = with_loss(scenario(12.0), 9.0, 0.05);
    for at_s in [0.0, 0.7, 3.0, 6.123_456_789, 11.99] {
        // Later changes of the same setting are deleted, earlier ones stay.
        let kept = if at_s > 9.0 { old.clone() } else { scenario(12.0) };
        let new = with_loss(kept, at_s, 0.01);
        let mut changed = finished(History::new(old.clone()));
        changed.change(new.clone(), Time::from_seconds(at_s));
        let (changed, fresh) = (finished(changed), finished(History::new(new)));
        assert_eq!(changed.digest(), fresh.digest(), "at {at_s} s");
        assert_eq!(everything(changed.recording()), everything(fresh.recording()), "at {at_s} s");
    }
}

#[test]
fn flows_come_and_go_while_the_run_goes_on() {
    let mut history = finished(History::new(scenario(10.0)));
    let mut added = scenario(10.0);
    added.flows.push(flow(2, Choice::of(&cc::newreno::SECTION), 4.0));
    history.change(added.clone(), Time::from_seconds(4.0));
    history.advance(5000);
    let mut stopped = added.clone();
    stopped.flows[0].settings = stopped.flows[0].settings.clone().with("stop_s", Value::Number(4.1));
    history.change(stopped.clone(), Time::from_seconds(4.1));
    assert_eq!(finished(history).digest(), Some(digest(&stopped)));
}

/// Its last window is no level of what comes after it, and the rate of its last second no rate.
#[test]
fn the_values_of_a_finished_transfer_end_with_it() {
    let mut one = scenario(10.0);
    one.flows[1].settings = one.flows[1].settings.clone().with("transfer_bytes", Value::Number(100_000.0));
    let mut history = finished(History::new(one));
    let (Some(start), Some(end)) = history.own_time(1) else { panic!("it is complete") };
    assert!(start == Time::from_seconds(3.0) && end < Time::from_seconds(5.0), "{end:?}");
    assert_eq!(history.own_time(0), (Some(Time::ZERO), None));
    let wanted = [("cwnd_packets", Mode::Line), ("delivered_bytes", Mode::Rate(Span::from_seconds(1.0)))];
    for (signal, mode) in wanted {
        let series = [0, 1].map(|flow| Series { source: Source::Flow(flow), signal: signal.into(), mode });
        let frame = history.view(Time::ZERO, Time::from_seconds(10.0), 1000, &series);
        let (first, second) = frame.values.split_at(frame.counts[0]);
        let last = |points: &[f64]| points[points.len() - 2];
        assert!(last(first) > 9.9 && last(second) <= end.seconds(), "{signal}: {} {}", last(first), last(second));
    }
}

#[test]
fn a_document_with_another_past_begins_anew() {
    let others: [fn(&mut Scenario); 7] = [
        |s| s.seed = 8,
        |s| s.flows[0].settings = s.flows[0].settings.clone().with("base_rtt_ms", Value::Number(60.0)),
        |s| s.flows[0].algorithm = Choice::of(&cc::newreno::SECTION),
        |s| s.flows[1].settings = s.flows[1].settings.clone().with("stop_s", Value::Number(3.5)),
        |s| *s = with_loss(s.clone(), 2.0, 0.1),
        |s| s.flows.push(flow(2, Choice::of(&cc::newreno::SECTION), 1.0)),
        |s| s.bottleneck.queue = s.bottleneck.queue.clone().with("limit_packets", Value::Number(20.0)),
    ];
    for change in others {
        let mut other = scenario(6.0);
        change(&mut other);
        let mut history = finished(History::new(scenario(6.0)));
        history.change(other.clone(), Time::from_seconds(4.0));
        assert_eq!(history.computed(), Time::ZERO);
        assert_eq!(finished(history).digest(), Some(digest(&other)));
    }
}

#[test]
fn a_finished_run_goes_on_when_its_duration_is_raised() {
    let mut history = finished(History::new(scenario(5.0)));
    history.change(scenario(10.0), Time::from_seconds(5.0));
    assert!(!history.complete());
    assert_eq!(finished(history).digest(), Some(digest(&scenario(10.0))));
}

#[test]
fn a_change_ahead_of_what_is_computed_is_taken_without_a_jump() {
    let mut history = History::new(scenario(8.0));
    history.advance(5000);
    let new = with_loss(scenario(8.0), 6.0, 0.03);
    history.change(new.clone(), Time::from_seconds(6.0));
    assert_eq!(finished(history).digest(), Some(digest(&new)));
}

/// The run under its own document, listened to by nothing but exact columns.
fn exact(scenario: &Scenario) -> History {
    finished(History::with_budget(scenario.clone(), 1 << 22))
}

#[test]
fn what_holds_at_a_change_is_what_held_there_however_thin_the_columns() {
    let old = scenario(20.0);
    let truth = exact(&old);
    for tenths in (21..190).step_by(13) {
        let t = Time::from_seconds(f64::from(tenths) / 10.0);
        let mut history = finished(History::with_budget(old.clone(), 1 << 12));
        history.change(with_loss(old.clone(), f64::from(tenths) / 10.0, 0.01), t);
        assert_eq!(history.computed(), t);
        for (source, signal, column) in truth.recording().columns().filter(|(_, signal, _)| signal.kind.holds()) {
            let held = |recording: &Recording| recording.column(source, signal.name)?.before(t).map(|p| p.value);
            let before = column.before(t).map(|p| p.value);
            assert_eq!(held(history.recording()), before, "{source:?} {} at {t:?}", signal.name);
        }
    }
}

#[test]
fn a_thinned_stretch_is_exact_once_it_is_simulated_again() {
    let s = scenario(20.0);
    let series = |signal: &str, mode| Series { source: Source::Flow(0), signal: signal.into(), mode };
    let wanted = [
        series("cwnd_packets", Mode::Line),
        series("delivered_bytes", Mode::Rate(Span::from_ms(500.0))),
        series("shadow_window_packets", Mode::Line),
        series("ssthresh_packets", Mode::Line),
        series("tau_min_ms", Mode::Line),
        series("g_max_smoothed_ms", Mode::Line),
        series("queue_state", Mode::State),
        series("true_state", Mode::State),
    ];
    let mut exact = finished(History::new(s.clone()));
    let mut thinned = finished(History::with_budget(s, 1 << 14));
    let (from, to) = (Time::from_seconds(5.0), Time::from_seconds(5.4));
    let first = thinned.view(from, to, 1000, &wanted);
    if first.coarse {
        while thinned.busy() {
            thinned.advance(2000);
        }
    }
    let (fine, truth) = (thinned.view(from, to, 1000, &wanted), exact.view(from, to, 1000, &wanted));
    assert!(!fine.coarse && !truth.coarse);
    assert_eq!((fine.counts, fine.values), (truth.counts, truth.values));
}

#[test]
fn memory_is_bounded_and_so_is_the_way_back() {
    let mut history = finished(History::with_budget(scenario(120.0), 1 << 15));
    assert!(history.recording().points() <= 1 << 15);
    assert!(history.clones() <= 64);
    let frame = history.view(
        Time::ZERO,
        Time::from_seconds(120.0),
        1000,
        &[Series { source: Source::Bottleneck, signal: "queue_packets".into(), mode: Mode::Line }],
    );
    assert!(frame.counts[0] <= 2 * (4 * 1000 + 2) && frame.values.contains(&84.0));
}

/// Fifty flows: more columns than the recording of a stretch has blocks.
fn many(seconds: f64) -> Scenario {
    Scenario {
        bottleneck: Bottleneck::new(
            500e6,
            Choice::of(&queue::drop_tail::SECTION).with("limit_packets", Value::Number(4200.0)),
            Choice::of(&loss::none::SECTION),
        ),
        flows: (0..50).map(|n| flow(n, Choice::of(&cc::cdg::SECTION), 0.0)).collect(),
        ..scenario(seconds)
    }
}

#[test]
fn a_stretch_that_would_have_fewer_points_is_not_simulated_again() {
    let mut history = finished(History::new(many(8.0)));
    let series = Series { source: Source::Flow(0), signal: "rtt_ms".into(), mode: Mode::Line };
    let frame = history.view(Time::ZERO, Time::from_seconds(8.0), 1000, std::slice::from_ref(&series));
    assert!(!frame.coarse && !history.busy() && frame.counts[0] > 100, "{:?}", frame.counts);
}

#[test]
fn a_level_of_one_of_many_flows_is_exact_at_any_instant() {
    let mut history = finished(History::new(many(12.0)));
    let mut truth = finished(History::with_budget(many(12.0), 1 << 28));
    let series =
        [(Source::Bottleneck, "queue_packets"), (Source::Flow(7), "queue_packets"), (Source::Flow(7), "rtt_ms")];
    let series = series.map(|(source, signal)| Series { source, signal: signal.into(), mode: Mode::Line });
    for step in 0..40 {
        let t = Time::from_seconds(11.98 - 0.009 * f64::from(step));
        let at = |history: &mut History| {
            while history.view(t - Span(1), t + Span(1), 1, &series).coarse {
                history.advance(50_000);
            }
            history.view(t - Span(1), t + Span(1), 1, &series).values
        };
        assert_eq!(at(&mut history), at(&mut truth), "{t:?}");
    }
}
