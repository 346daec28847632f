//! Every preset can be read and run; its nudge leads to a setting that may change. The opening keeps its promise.

use sawtooth_engine::observe::{Observer, Signal, Source, signals};
use sawtooth_engine::scenario::Side;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use sawtooth_measures::measures::occupancy::Occupancy;
use sawtooth_measures::presets::PRESETS;
use sawtooth_measures::summary::Summary;
use sawtooth_scenario::{Document, Json, check, parse};

fn preset(id: &str) -> Document {
    let (_, text) = PRESETS.iter().find(|(name, _)| *name == id).unwrap();
    check(parse(text).unwrap().get("scenario").unwrap().clone()).unwrap()
}

#[test]
fn every_preset_reads_and_its_nudge_is_an_intervention() {
    for (id, text) in PRESETS {
        let preset = parse(text).unwrap();
        let mut scenario = preset.get("scenario").expect("a scenario").clone();
        let document = check(scenario.clone()).unwrap_or_else(|errors| panic!("{id}: {errors:?}"));
        if let Some(still) = preset.get("still_t_s").and_then(Json::number) {
            assert!(Time::from_seconds(still) < document.scenario.duration, "{id}");
        }
        if let Some(nudge) = preset.get("nudge") {
            let mut change = nudge.clone();
            change.set("at_s", 1.0);
            scenario.set("interventions", Json::Array(vec![change]));
            check(scenario).unwrap_or_else(|errors| panic!("{id}: {errors:?}"));
        }
    }
}

/// Presets on a path of the papers say their send jitter: another default moves none of them.
#[test]
fn the_papers_presets_say_their_send_jitter() {
    let others = [
        "full_home_router",
        "lossy_radio_link",
        "cellular",
        "satellite",
        "vegas_beside_newreno",
        "bbr_beside_cubic",
        "prague_beside_cubic",
        "codel_and_call",
        "new_scenario",
    ];
    for (id, text) in PRESETS.iter().filter(|(id, _)| !id.starts_with("course_")) {
        let preset = parse(text).unwrap();
        let flows = preset.get("scenario").and_then(|scenario| scenario.get("flows")).and_then(Json::elements).unwrap();
        let said = flows.iter().all(|flow| flow.get("send_jitter_ms").is_some());
        assert_eq!(said, !others.contains(id), "{id}");
    }
}

#[test]
fn every_preset_runs() {
    for (id, _) in PRESETS {
        let scenario = preset(id).scenario;
        let rate_bps = scenario.bottleneck.rate_bps();
        let summary = Summary::of(&scenario);
        for flow in summary.get("flows").unwrap().elements().unwrap() {
            let goodput = flow.get("goodput_bps").and_then(Json::number).unwrap_or(0.0);
            assert!((1e5..rate_bps).contains(&goodput), "{id}: {flow}");
        }
    }
}

/// When the queue drops its first packet after a moment.
struct FirstDrop(Time, Option<Time>);

impl Observer for FirstDrop {
    fn signal(&mut self, at: Time, _: Source, signal: &'static Signal, _: f64) {
        if std::ptr::eq(signal, &signals::DROP_QUEUE) && at >= self.0 {
            self.1.get_or_insert(at);
        }
    }
}

#[test] // product: CDG alone keeps the queue short; NewReno joins at 12 s, and the first drop falls before 12.4 s
fn the_opening_shows_its_first_drop_in_time() {
    let document = preset("cdg_beside_newreno");
    let mut simulation = Simulation::new(&document.scenario);
    let mut first = FirstDrop(Time::from_seconds(12.0), None);
    simulation.run_until(Time::from_seconds(13.0), &mut Listener::of_decisions(&mut first));
    let drop = first.1.expect("a drop").seconds();
    assert!((12.2..12.4).contains(&drop), "{drop}");
}

/// Bytes of one source that left the link in a span of seconds.
struct Left(Source, f64, f64, f64);

impl Observer for Left {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, bytes: f64) {
        let Left(of, begin, end, sum) = self;
        if source == *of && std::ptr::eq(signal, &signals::DEPART) && (*begin..*end).contains(&at.seconds()) {
            *sum += bytes;
        }
    }
}

/// Wire bits per second of a source in a span.
fn rate(document: &Document, source: Source, begin: f64, end: f64) -> f64 {
    let mut left = Left(source, begin, end, 0.0);
    Simulation::new(&document.scenario).run_until(Time::from_seconds(end), &mut Listener::of_decisions(&mut left));
    left.3 * 8.0 / (end - begin)
}

/// Length of the forward queue over a span.
fn queue(document: &Document, begin: f64, end: f64) -> Json {
    let span = (Time::from_seconds(begin), Time::from_seconds(end));
    let mut occupancy = Occupancy::of(&document.scenario, Side::Forward, 0.75, span);
    Simulation::new(&document.scenario).run_until(span.1, &mut Listener::of_decisions(&mut occupancy));
    occupancy.close();
    occupancy.packets().json()
}

#[test]
fn what_the_hooks_say_is_so() {
    let number = |json: &Json, name: &str| json.get(name).and_then(Json::number).unwrap();
    let [flow, other] = [Source::Flow(0), Source::Flow(1)];
    // Unloaded a packet of the call takes 21.6 ms; the queue of 30 kB is 240 ms, and one packet is in service.
    let adsl = Summary::of(&preset("adsl").scenario);
    let call = adsl.get("cross_traffic").unwrap().elements().unwrap()[0].get("one_way_delay_ms").unwrap();
    assert!((261.0..274.0).contains(&number(call, "max")) && number(call, "p50") > 150.0, "{call}");

    let vegas = preset("vegas_beside_newreno");
    let (alone, beside) = (queue(&vegas, 5.0, 15.0), queue(&vegas, 15.0, 20.0));
    assert!((2.0..=4.0).contains(&number(&alone, "p50")) && number(&alone, "max") <= 5.0, "{alone}");
    assert_eq!(number(&beside, "max"), 84.0);
    assert!(rate(&vegas, flow, 20.0, 60.0) < 0.2 * rate(&vegas, flow, 5.0, 15.0));

    let tfrc = preset("tfrc_beside_tcp");
    let share = rate(&tfrc, flow, 20.0, 120.0) / rate(&tfrc, other, 20.0, 120.0);
    assert!((0.8..1.25).contains(&share), "{share}");

    let crowd = preset("flash_crowd");
    let kept = [flow, other].map(|source| rate(&crowd, source, 16.0, 20.0) / rate(&crowd, source, 12.0, 15.0));
    assert!(kept[0] < 0.25 && (0.4..0.7).contains(&kept[1]), "{kept:?}");
    assert!(rate(&crowd, Source::Cross(0), 16.0, 20.0) > 5e6);

    let both = preset("two_way_red");
    let summary = Summary::of(&both.scenario);
    let acks = number(summary.get("bottleneck").unwrap(), "arrived")
        - summary.get("flows").unwrap().elements().unwrap()[..2].iter().map(|f| number(f, "packets_sent")).sum::<f64>();
    assert!(acks > 10_000.0, "{acks} acknowledgements among the data");

    // Both have the link to themselves, at rates whose means are alike.
    let cellular = Summary::of(&preset("cellular").scenario);
    let of = |index: usize| cellular.get("flows").unwrap().elements().unwrap()[index].clone();
    let median = |flow: &Json| number(flow.get("rtt_ms").unwrap(), "p50");
    assert!((1650.0..1750.0).contains(&median(&of(0))) && (46.5..47.5).contains(&median(&of(1))), "{cellular}");
    let goodput = number(&of(0), "goodput_bps") / number(&of(1), "goodput_bps");
    assert!((0.9..1.1).contains(&goodput), "{goodput}");

    // Silent in the first 100 ms after each handover; between two of them BBR has more than twice CUBIC's rate.
    let satellite = preset("satellite");
    for begin in [15.0, 30.0, 45.0, 60.0] {
        let [bbr, cubic] = [flow, other].map(|source| rate(&satellite, source, begin, begin + 15.0));
        let silent = [flow, other].map(|source| rate(&satellite, source, begin + 0.001, begin + 0.1));
        assert!(bbr > 2.0 * cubic && silent == [0.0, 0.0], "{begin}: {bbr} {cubic} {silent:?}");
    }

    let codel = queue(&preset("codel_and_call"), 10.0, 60.0);
    assert!(number(&codel, "p50") <= 8.0 && number(&codel, "p90") <= 15.0, "{codel}");
}
