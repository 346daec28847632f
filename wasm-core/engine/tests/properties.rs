//! What must hold in every run, tried on random scenarios: nothing is lost or made on the way, windows keep their floors,
//! time goes on, equal seeds give equal runs, and nobody's luck hangs on another's.
//! `SAWTOOTH_CASES` sets how many scenarios are tried (64 by default).

mod common;

use std::collections::BTreeMap;

use common::*;
use proptest::prelude::*;
use sawtooth_engine::observe::{Observer, Signal, Silence, Source, signals};
use sawtooth_engine::params::{Choice, Domain, List, Param, Section, Value};
use sawtooth_engine::path::{loss, queue};
use sawtooth_engine::picture::Place;
use sawtooth_engine::scenario::{BOTTLENECK, Change, Intervention, Scenario, Side};
use sawtooth_engine::sim::{Phase, Simulation};
use sawtooth_engine::tcp::recovery::Recovery;
use sawtooth_engine::units::Time;
use sawtooth_engine::{cc, math, tcp, traffic};

fn config() -> ProptestConfig {
    let cases = std::env::var("SAWTOOTH_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(64);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

const DURATION_S: f64 = 4.0;

/// A legal value of a setting: its default, or one drawn from its range (of which a sensible part, where it is huge).
fn legal(param: &'static Param) -> BoxedStrategy<Value> {
    let drawn = match param.domain {
        Domain::Switch => any::<bool>().prop_map(Value::Bool).boxed(),
        Domain::Words(words) => proptest::sample::select(words).prop_map(Value::Word).boxed(),
        Domain::Number { min, max, integer, .. } => {
            let around = if let Value::Number(default) = param.default { default } else { min.max(1.0) };
            let (low, high) = ((around / 8.0).max(min), (around * 8.0 + 1.0).min(max));
            let round = move |n: f64| Value::Number(if integer { n.round().max(min).min(max) } else { n });
            (low..=high).prop_map(round).boxed()
        }
        Domain::List(fields) => {
            let entry: Vec<BoxedStrategy<Value>> = fields.iter().map(legal).collect();
            let number =
                |value: Value| if let Value::Number(n) = value { n } else { unreachable!("a list of numbers") };
            proptest::collection::vec(entry, 1..5)
                .prop_map(move |entries| Value::List(List::Given(entries.into_iter().flatten().map(number).collect())))
                .boxed()
        }
    };
    if param.nullable { prop_oneof![Just(Value::Null), drawn].boxed() } else { drawn }
}

/// A section with some of its settings drawn. Starts, stops and variants are chosen elsewhere.
fn choice(section: &'static Section) -> BoxedStrategy<Choice> {
    let rows: Vec<usize> = (0..section.params.len())
        .filter(|&row| {
            let name = section.params[row].name;
            !["start_s", "stop_s", "start_jitter_s", "direction"].contains(&name) && name != section.selector
        })
        .collect();
    if rows.is_empty() {
        return Just(Choice::of(section)).boxed();
    }
    let names: Vec<&'static str> = section.variants.iter().map(|variant| variant.name).collect();
    let variant =
        if names.is_empty() { Just(None).boxed() } else { proptest::sample::select(names).prop_map(Some).boxed() };
    let some = proptest::collection::vec(
        proptest::sample::select(rows).prop_flat_map(move |row| (Just(row), legal(&section.params[row]))),
        0..4,
    );
    (variant, some)
        .prop_map(move |(variant, some)| {
            let mut choice = Choice { section, values: section.defaults(variant) };
            let lacks = section.variant(variant).map_or(&[][..], |variant| variant.lacks);
            for (row, value) in some {
                if !lacks.contains(&section.params[row].name) {
                    choice.set(row, value);
                }
            }
            choice
        })
        .boxed()
}

/// The ends of a setting's range, or anything between by its logarithm.
fn extreme(param: &'static Param) -> BoxedStrategy<Value> {
    let Domain::Number { min, max, above, integer } = param.domain else { return legal(param) };
    let least = if above { min + 1e-9 } else { min };
    let between = (0.0..1.0f64).prop_map(move |u| {
        let low = least.max(1e-6);
        let n = low * math::pow(max / low, u);
        if integer { n.round() } else { n }.max(least).min(max)
    });
    prop_oneof![Just(least), Just(max), between].prop_map(Value::Number).boxed()
}

/// All settings of a section at their extremes, alternatives and variants aside.
fn extremes(section: &'static Section) -> BoxedStrategy<Choice> {
    let rows: Vec<usize> = (0..section.params.len())
        .filter(|&row| section.params[row].name != section.selector && section.defaults(None)[row] != Value::Null)
        .collect();
    let values: Vec<BoxedStrategy<Value>> = rows.iter().map(|&row| extreme(&section.params[row])).collect();
    values
        .prop_map(move |values| {
            let mut choice = Choice::of(section);
            for (row, value) in rows.iter().zip(values) {
                choice.values[*row] = value;
            }
            choice
        })
        .boxed()
}

prop_compose! {
    fn wild()(
        rate in extreme(&BOTTLENECK.params[0]),
        queue in proptest::sample::select(queue::DISCIPLINES).prop_flat_map(extremes),
        loss in proptest::sample::select(loss::MODELS).prop_flat_map(extremes),
        flows in proptest::collection::vec(
            (proptest::sample::select(cc::ALGORITHMS).prop_flat_map(extremes), extremes(&tcp::host::SECTION), 0.0..1.0),
            0..3,
        ),
        cross in proptest::sample::select(traffic::KINDS).prop_flat_map(extremes),
        packet_bytes in prop_oneof![Just(41u32), Just(65535)],
    ) -> Scenario {
        let mut scenario = path(1e7);
        scenario.packet_bytes = packet_bytes;
        let Value::Number(rate_bps) = rate else { unreachable!() };
        scenario.bottleneck.set_rate(rate_bps);
        (scenario.bottleneck.queue, scenario.bottleneck.loss) = (queue, loss);
        for (algorithm, settings, start_s) in flows {
            scenario = with_flow(scenario, algorithm.section, &[]);
            let flow = scenario.flows.last_mut().expect("a flow");
            // Windows of a million packets are legal, but take their time.
            let Value::Number(window) = settings.get("initial_window_packets") else { unreachable!() };
            let settings = settings.with("initial_window_packets", number(window.min(1e3)));
            let settings = settings.with("receive_window_packets", number(2e3));
            (flow.algorithm, flow.settings) = (algorithm, settings.with("start_s", number(start_s)));
        }
        let mut scenario = with_cross(scenario, cross.section, &[]);
        scenario.cross_traffic[0].traffic = cross.with("start_s", number(0.5));
        scenario
    }
}

fn one_of(sections: &'static [&'static Section]) -> impl Strategy<Value = Choice> {
    proptest::sample::select(sections).prop_flat_map(choice)
}

/// When something starts and stops (perhaps never).
fn life() -> impl Strategy<Value = (f64, Option<f64>, f64)> {
    (0.0..DURATION_S, proptest::option::of(0.0..DURATION_S * 1.5), prop_oneof![Just(0.0), 0.0..0.5])
}

fn alive(choice: Choice, (start_s, stop_s, jitter_s): (f64, Option<f64>, f64)) -> Choice {
    let choice = choice.with("start_s", number(start_s)).with("start_jitter_s", number(jitter_s));
    stop_s.map_or(choice.clone(), |stop_s| choice.with("stop_s", number(stop_s)))
}

prop_compose! {
    fn flow()(
        algorithm in one_of(sawtooth_engine::scenario::ALGORITHMS),
        settings in choice(&tcp::host::SECTION),
        recovery in proptest::sample::select(Recovery::WORDS),
        base_rtt_ms in 1.0..200.0,
        life in life(),
    ) -> (Choice, Choice) {
        let settings = settings.with("recovery", Value::Word(recovery)).with("base_rtt_ms", number(base_rtt_ms));
        (algorithm, alive(settings, life))
    }
}

/// A change of anything live, of a scenario with so many flows and sources of cross traffic.
fn change(scenario: &Scenario) -> BoxedStrategy<Change> {
    fn live(section: &'static Section) -> Vec<usize> {
        (0..section.params.len()).filter(|&row| section.params[row].live).collect()
    }
    fn setting(
        section: &'static Section,
        make: impl Fn(usize, Value) -> Change + Clone + 'static,
    ) -> BoxedStrategy<Change> {
        let rows = live(section);
        if rows.is_empty() {
            return Just(make(0, Value::Null)).prop_filter("nothing is live", |_| false).boxed();
        }
        proptest::sample::select(rows)
            .prop_flat_map(move |row| legal(&section.params[row]).prop_map(move |value| (row, value)))
            .prop_map(move |(row, value)| make(row, value))
            .boxed()
    }
    let mut all = vec![
        setting(&BOTTLENECK, |row, value| Change::Bottleneck(Side::Forward, row, value)),
        setting(scenario.bottleneck.queue.section, |row, value| Change::Queue(Side::Forward, row, value)),
        one_of(queue::DISCIPLINES).prop_map(|choice| Change::Discipline(Side::Forward, choice)).boxed(),
        one_of(loss::MODELS).prop_map(|choice| Change::LossModel(Side::Forward, choice)).boxed(),
    ];
    for flow in 0..scenario.flows.len() {
        all.push(setting(&tcp::host::SECTION, move |row, value| Change::Flow(flow, row, value)));
        all.push(
            one_of(sawtooth_engine::scenario::ALGORITHMS).prop_map(move |choice| Change::Kind(flow, choice)).boxed(),
        );
    }
    for (cross, entry) in scenario.cross_traffic.iter().enumerate() {
        all.push(setting(entry.traffic.section, move |row, value| Change::Traffic(cross, row, value)));
    }
    proptest::strategy::Union::new(all).boxed()
}

prop_compose! {
    fn still()(
        seed in any::<u32>(),
        rate_bps in 2e5..2e7f64,
        queue in one_of(queue::DISCIPLINES),
        probability in prop_oneof![Just(0.0), 0.0..0.3],
        flows in proptest::collection::vec(flow(), 0..4),
        cross in proptest::collection::vec((one_of(traffic::KINDS), life()), 0..3),
        packet_bytes in prop_oneof![Just(1500u32), 41..9000u32],
    ) -> Scenario {
        let mut scenario = with_loss(path(DURATION_S), probability);
        (scenario.seed, scenario.packet_bytes) = (u64::from(seed), packet_bytes);
        scenario.bottleneck.set_rate(rate_bps);
        scenario.bottleneck.queue = queue;
        for (algorithm, settings) in flows {
            scenario = with_flow(scenario, algorithm.section, &[]);
            let flow = scenario.flows.last_mut().expect("a flow");
            (flow.algorithm, flow.settings) = (algorithm, settings);
        }
        for (traffic, life) in cross {
            scenario = with_cross(scenario, traffic.section, &[]);
            scenario.cross_traffic.last_mut().expect("cross traffic").traffic = alive(traffic, life);
        }
        scenario
    }
}

/// A scenario with interventions.
fn scenario() -> impl Strategy<Value = Scenario> {
    still().prop_flat_map(|scenario| {
        let changes = proptest::collection::vec((0.0..DURATION_S, change(&scenario)), 0..6);
        (Just(scenario), changes).prop_map(|(mut scenario, changes)| {
            scenario.interventions =
                changes.into_iter().map(|(at_s, change)| Intervention { at: seconds(at_s), change }).collect();
            scenario
        })
    })
}

/// Counts what is told of each source, and checks the floors and the clock.
#[derive(Default)]
struct Ledger {
    now: Time,
    arrived: BTreeMap<Source, u64>,
    dropped: BTreeMap<Source, u64>,
    departed: BTreeMap<Source, u64>,
    received: BTreeMap<Source, u64>,
    delivered: BTreeMap<Source, f64>,
    queued: BTreeMap<Source, f64>,
}

impl Observer for Ledger {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        assert!(at >= self.now, "time goes back");
        assert!(value.is_finite(), "{} {value}", signal.name);
        self.now = at;
        let is = |other: &'static Signal| std::ptr::eq(signal, other);
        if is(&signals::ARRIVE) {
            *self.arrived.entry(source).or_default() += 1;
        } else if is(&signals::DROP_QUEUE) || is(&signals::DROP_RANDOM) {
            *self.dropped.entry(source).or_default() += 1;
        } else if is(&signals::DEPART) {
            *self.departed.entry(source).or_default() += 1;
        } else if is(&signals::ONE_WAY_DELAY) {
            *self.received.entry(source).or_default() += 1;
        } else if is(&signals::DELIVERED) {
            let before = self.delivered.insert(source, value).unwrap_or(0.0);
            assert!(value >= before, "delivered bytes fall");
        } else if is(&signals::QUEUE_PACKETS) {
            self.queued.insert(source, value);
        } else if is(&signals::CWND) {
            assert!(value >= 1.0, "cwnd {value}");
        } else if is(&signals::SSTHRESH) {
            assert!(value >= 2.0, "ssthresh {value}");
        }
    }
}

impl Ledger {
    /// At every hop what went in has come out or is still there.
    fn balances(&self, simulation: &Simulation) {
        let of = |book: &BTreeMap<Source, u64>, source| book.get(&source).copied().unwrap_or(0);
        let (mut waiting, mut on_link) = (BTreeMap::<Source, u64>::new(), BTreeMap::<Source, u64>::new());
        let mut queued = BTreeMap::<Source, u64>::new();
        simulation.packets(|packet| match packet.place {
            Place::Queued { .. } => {
                *queued.entry(packet.source).or_default() += 1;
                *waiting.entry(packet.source).or_default() += 1;
            }
            Place::InService { entered, ends } => {
                assert!(entered <= simulation.now() && simulation.now() <= ends);
                *waiting.entry(packet.source).or_default() += 1;
            }
            Place::Link { entered, arrives } => {
                assert!(entered <= simulation.now() && simulation.now() <= arrives);
                *on_link.entry(packet.source).or_default() += 1;
            }
            Place::Leaving { leaves } => assert!(leaves >= simulation.now()),
            Place::Ack { entered, arrives } => assert!(entered <= arrives && arrives >= simulation.now()),
        });
        let sources = (0..simulation.flow_count() as u32).map(Source::Flow);
        let sources: Vec<Source> = sources.chain((0..simulation.cross_count() as u32).map(Source::Cross)).collect();
        for &source in &sources {
            let at_bottleneck = of(&self.arrived, source) - of(&self.dropped, source) - of(&self.departed, source);
            assert_eq!(at_bottleneck, of(&waiting, source), "{source:?} at the bottleneck");
            assert_eq!(self.queued.get(&source).copied().unwrap_or(0.0), of(&queued, source) as f64);
            let (sent, running) = match source {
                Source::Flow(i) => {
                    let counters = simulation.flow_counters(i as usize);
                    assert!(counters.packets_retransmitted <= counters.packets_sent);
                    assert!(counters.packets_delivered + counters.packets_retransmitted <= counters.packets_sent);
                    (counters.packets_sent, simulation.flow_state(i as usize).phase == Phase::Running)
                }
                Source::Cross(i) => {
                    let counters = simulation.cross_counters(i as usize);
                    assert_eq!(counters.lost, of(&self.dropped, source));
                    let under_way = of(&waiting, source) + of(&on_link, source);
                    assert!(counters.sent >= counters.lost + counters.delivered + under_way);
                    (counters.sent, counters.sent == counters.lost + counters.delivered + under_way)
                }
                Source::Bottleneck | Source::ReverseBottleneck => unreachable!(),
            };
            assert_eq!(sent, of(&self.arrived, source), "{source:?} sent");
            let gone = of(&self.received, source) + of(&on_link, source);
            if running {
                assert_eq!(of(&self.departed, source), gone, "{source:?} after the link");
            }
            assert!(of(&self.departed, source) >= gone);
        }
        let counters = simulation.bottleneck_counters();
        assert_eq!(counters.arrived, sources.iter().map(|&source| of(&self.arrived, source)).sum::<u64>());
        assert_eq!(counters.queued, waiting.values().sum::<u64>());
        let gone = counters.dropped_queue + counters.dropped_random + counters.departed + counters.queued;
        assert_eq!(counters.arrived, gone);
        assert!(counters.busy.0 <= simulation.now().0);
    }
}

fn run(scenario: &Scenario) -> Simulation {
    let mut simulation = Simulation::new(scenario);
    simulation.run_until(Time::NEVER, &mut Silence);
    simulation
}

/// Which of a source's packets, by their number of arrival, were lost by chance.
#[derive(Default)]
struct Luck(BTreeMap<Source, Vec<bool>>);
impl Observer for Luck {
    fn signal(&mut self, _: Time, source: Source, signal: &'static Signal, _: f64) {
        if std::ptr::eq(signal, &signals::ARRIVE) {
            self.0.entry(source).or_default().push(false);
        } else if std::ptr::eq(signal, &signals::DROP_RANDOM) {
            *self.0.get_mut(&source).and_then(|fates| fates.last_mut()).expect("it has arrived") = true;
        }
    }
}

fn luck(scenario: &Scenario) -> Luck {
    let (mut simulation, mut luck) = (Simulation::new(scenario), Luck::default());
    simulation.run_until(Time::NEVER, &mut luck);
    luck
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn packets_are_conserved_and_windows_keep_their_floors(scenario in scenario()) {
        let (mut simulation, mut ledger) = (Simulation::new(&scenario), Ledger::default());
        for n in 1..=16 {
            simulation.run_until(seconds(DURATION_S * f64::from(n) / 16.0), &mut ledger);
            ledger.balances(&simulation);
        }
        prop_assert!(simulation.finished());
    }

    #[test]
    fn nothing_panics_at_the_ends_of_the_ranges(scenario in wild()) {
        let (mut simulation, mut ledger) = (Simulation::new(&scenario), Ledger::default());
        simulation.advance(Time::NEVER, 3000, &mut ledger);
        prop_assert!(simulation.events() <= 3000);
        let mut before = simulation.now();
        while simulation.events() < 6000 && simulation.step(&mut ledger).is_some() {
            prop_assert!(simulation.now() >= before);
            before = simulation.now();
        }
    }

    #[test]
    fn equal_seeds_give_equal_runs_however_they_are_cut(scenario in scenario(), at in 0.0..DURATION_S, slice in 1..2000u64) {
        let whole = run(&scenario);
        let mut heard = Simulation::new(&scenario);
        heard.run_until(seconds(at), &mut Ledger::default());
        let mut fork = heard.clone();
        heard.run_until(Time::NEVER, &mut Silence);
        while !fork.advance(Time::NEVER, slice, &mut Log::default()) {}
        for other in [heard, fork, run(&scenario)] {
            prop_assert_eq!((other.digest_hex(), other.events()), (whole.digest_hex(), whole.events()));
        }
    }

    #[test]
    fn a_document_taken_over_is_as_if_it_had_been_there(
        scenario in scenario(), at in 0.0..DURATION_S, added in flow(), life in life(), call in one_of(traffic::KINDS),
    ) {
        // Without what takes effect later, and then with it.
        let mut before = scenario.clone();
        before.interventions.retain(|intervention| intervention.at < seconds(at));
        let later = |choice: Choice| {
            let start_s = choice.get("start_s");
            let Value::Number(start_s) = start_s else { unreachable!() };
            choice.with("start_s", number(at + start_s)).with("stop_s", number(100.0))
        };
        let mut after = with_flow(scenario, added.0.section, &[]);
        let flow = after.flows.last_mut().expect("a flow");
        (flow.algorithm, flow.settings) = (added.0, later(added.1));
        let mut after = with_cross(after, call.section, &[]);
        after.cross_traffic.last_mut().expect("cross traffic").traffic = later(alive(call, life));
        let mut simulation = Simulation::new(&before);
        simulation.run_until(seconds(at), &mut Silence);
        simulation.adopt(&after);
        simulation.run_until(Time::NEVER, &mut Silence);
        let whole = run(&after);
        prop_assert_eq!((simulation.digest_hex(), simulation.events()), (whole.digest_hex(), whole.events()));
    }

    #[test]
    fn nobodys_luck_hangs_on_another(scenario in still(), other in flow()) {
        let scenario = with_loss(scenario, 0.1);
        let mut changed = scenario.clone();
        let Some(flow) = changed.flows.first_mut() else { return Ok(()) };
        (flow.algorithm, flow.settings) = other;
        let (a, b) = (luck(&scenario), luck(&changed));
        for (source, fates) in &a.0 {
            let Some(others) = b.0.get(source) else { continue };
            let common = fates.len().min(others.len());
            prop_assert_eq!(&fates[..common], &others[..common], "{:?}", source);
        }
    }
}
