//! Random scenarios. Sections come from the engine's registries and values from their tables, so that a new algorithm,
//! discipline, model, kind of traffic or setting is drawn without an edit here. Not here: what is done with them.
//!
//! A run is to be short and full of events: rates, delays and durations are drawn from a part of their range in which that is
//! so (`MILD`), other numbers from around their defaults. `wild` draws the ends of the ranges instead.

use crate::draw::Draw;
use sawtooth_engine::host::{FlowSettings, Means};
use sawtooth_engine::params::{Choice, Domain, List, Param, Section, Value};
use sawtooth_engine::path::{delay_variation, loss, policer, queue, rate_model, reordering};
use sawtooth_engine::scenario::{
    ALGORITHMS, BOTTLENECK, Bottleneck, Change, CrossTraffic, Flow, Intervention, Scenario, Side, Transfers,
};
use sawtooth_engine::tcp::application;
use sawtooth_engine::units::OPPORTUNITY_BYTES;
use sawtooth_engine::units::Time;
use sawtooth_engine::{host, traffic};

/// Length of a random run, at most, in seconds.
pub const LONGEST_S: f64 = 4.0;

/// Settings whose range is too wide for a short run, or means too little in it: name, least, most, evenly (else by its
/// logarithm).
const MILD: &[(&str, f64, f64, bool)] = &[
    ("base_rtt_ms", 1.0, 200.0, false),
    ("start_s", 0.0, LONGEST_S, true),
    ("stop_s", 0.0, 1.5 * LONGEST_S, true),
    ("start_jitter_s", 0.0, 0.5, true),
    ("duration_s", 0.05, 2.0, false),
    ("on_s", 0.01, 1.0, false),
    ("off_s", 0.01, 1.0, false),
    ("period_s", 0.02, 2.0, false),
    ("segment_bytes", 1.0, 3e5, false),
    ("transfer_bytes", 1.0, 1e6, false),
    ("interval_s", 0.02, 2.0, false),
    ("tick_ms", 0.0, 20.0, true),
    ("probability", 1e-4, 0.3, false),
    ("mean_ms", 0.0, 50.0, true),
    ("delay_target_ms", 0.1, 50.0, false),
    ("bit_error_rate", 1e-8, 1e-5, false),
];

/// Settings of a section that are drawn beside those of `choice`: when something runs and for how long.
const LIFE: &[&str] = &["start_s", "stop_s", "start_jitter_s", "transfer_bytes", "direction"];

/// A scenario of everything that there is, with changes while it runs.
pub fn scenario(draw: &mut Draw) -> Scenario {
    let mut scenario = still(draw);
    let duration = scenario.duration;
    let mut moments: Vec<Time> = (0..draw.below(7)).map(|_| moment(draw, duration)).collect();
    moments.sort_unstable();
    // Each change is one of the document as it stands then.
    let mut stand = scenario.clone();
    for at in moments {
        if let Some(change) = change(draw, &stand) {
            stand.apply(&change);
            scenario.interventions.push(Intervention { at, change });
        }
    }
    scenario
}

/// Some moment of a run.
pub fn moment(draw: &mut Draw, duration: Time) -> Time {
    Time((draw.between(0.0, 1.0) * duration.0 as f64) as u64)
}

/// A scenario without changes while it runs.
pub fn still(draw: &mut Draw) -> Scenario {
    let duration_s = draw.between(0.25, LONGEST_S);
    let mut scenario = empty(draw, Time::from_seconds(duration_s));
    let most = most_bytes(&scenario);
    scenario.packet_bytes = if draw.chance(0.3) { draw.between(41.0, most.min(9000.0)) as u32 } else { 1500 };
    let (flows, cross) = (draw.below(5), draw.below(4));
    for index in 0..flows.max(usize::from(cross == 0)) {
        let flow = flow(draw, index as u64, scenario.reverse_bottleneck.is_some());
        scenario.flows.push(flow);
    }
    for index in 0..cross {
        let entry = fitting(cross_traffic(draw, index as u64), most);
        scenario.cross_traffic.push(entry);
    }
    // A limit in any unit of a document is bytes in the engine.
    scenario.settle_limits();
    if draw.chance(0.2) {
        // Streams of random draws need not be places.
        scenario.flows.iter_mut().for_each(|flow| flow.stream = 7 * flow.stream + 3);
        scenario.cross_traffic.iter_mut().for_each(|cross| cross.stream = 1_000_000 - cross.stream);
    }
    scenario
}

/// A path with nobody who sends.
fn empty(draw: &mut Draw, duration: Time) -> Scenario {
    Scenario {
        seed: draw.below(1 << 16) as u64,
        duration,
        packet_bytes: 1500,
        bottleneck: bottleneck(draw),
        reverse_bottleneck: draw.chance(0.4).then(|| bottleneck(draw)),
        flows: Vec::new(),
        cross_traffic: Vec::new(),
        interventions: Vec::new(),
    }
}

fn bottleneck(draw: &mut Draw) -> Bottleneck {
    let mut settings = choice(draw, &BOTTLENECK);
    let rate = Value::Number(draw.by_logarithm(5e5, 3e7).round());
    settings = settings.with("rate_bps", rate);
    // Most links have a rate.
    let trace = if draw.chance(0.15) { trace(draw) } else { Value::Null };
    let rate_model = (trace == Value::Null && draw.chance(0.15)).then(|| one_of(draw, rate_model::MODELS));
    settings = settings.with("rate_trace_ms", trace);
    if settings.get("rate_trace_ms") == Value::Null && rate_model.is_none() && draw.chance(0.1) {
        settings = settings.with("rate_steps", steps(draw));
    } else {
        settings = settings.with("rate_steps", Value::Null);
    }
    Bottleneck {
        settings,
        queue: one_of(draw, queue::DISCIPLINES),
        loss: one_of(draw, loss::MODELS),
        policer: draw.chance(0.2).then(|| choice(draw, &policer::SECTION)),
        reordering: draw.chance(0.3).then(|| one_of(draw, reordering::MODELS)),
        delay_variation: draw.chance(0.2).then(|| choice(draw, &delay_variation::SECTION)),
        rate_model,
    }
}

/// Opportunities of some milliseconds, in order, the last one not at 0.
fn trace(draw: &mut Draw) -> Value {
    let most_ms = draw.between(1.0, 60.0);
    let mut times_ms: Vec<f64> = (0..1 + draw.below(60)).map(|_| draw.between(0.0, most_ms).round()).collect();
    times_ms.sort_by(f64::total_cmp);
    if let Some(last) = times_ms.last_mut() {
        *last = last.max(1.0);
    }
    Value::List(List::Given(times_ms.into()))
}

/// Steps of a rate, in order, the first one not silent.
fn steps(draw: &mut Draw) -> Value {
    let (mut numbers, mut at_s) = (Vec::new(), 0.0);
    for n in 0..1 + draw.below(9) {
        let rate = if n > 0 && draw.chance(0.2) { 0.0 } else { draw.by_logarithm(5e5, 3e7).round() };
        numbers.extend([at_s, rate]);
        at_s += draw.between(0.0, 0.6);
    }
    Value::List(List::Given(numbers.into()))
}

/// Bytes that every packet of a path has at most.
fn most_bytes(scenario: &Scenario) -> f64 {
    let opportunities = |side: Side| scenario.side(side).is_some_and(Bottleneck::sends_by_itself);
    let short = opportunities(Side::Forward) || opportunities(Side::Reverse);
    if short { f64::from(OPPORTUNITY_BYTES) } else { f64::INFINITY }
}

/// Cross traffic whose packets are not longer than that.
fn fitting(mut cross: CrossTraffic, most: f64) -> CrossTraffic {
    if let (Value::Number(bytes), Some(row)) =
        (cross.traffic.get("packet_bytes"), cross.traffic.section.index("packet_bytes"))
    {
        cross.traffic.set(row, Value::Number(bytes.min(most)));
    }
    cross
}

/// A flow whose stream is its place; only a reverse bottleneck lets it go the other way.
pub fn flow(draw: &mut Draw, index: u64, reverse: bool) -> Flow {
    let algorithm = one_of(draw, ALGORITHMS);
    flow_of(draw, index, reverse, algorithm)
}

/// The same with a given algorithm.
pub fn flow_of(draw: &mut Draw, index: u64, reverse: bool, algorithm: Choice) -> Flow {
    let settings = allowed(choice(draw, &host::SECTION), algorithm.section);
    let mut settings = life(draw, settings);
    if !reverse {
        settings = settings.with("direction", Value::Word("forward"));
    }
    let application =
        if draw.chance(0.4) { one_of(draw, application::KINDS) } else { Choice::of(&application::bulk::SECTION) };
    Flow { name: format!("flow{}", index + 1), stream: index, algorithm, settings, application }
}

/// Without accurate feedback about marks, if the flow does not use ECN, and without what its TCP stack has not, or cannot use.
fn allowed(mut settings: Choice, algorithm: &Section) -> Choice {
    let read = FlowSettings::read(&settings.values);
    if read.ecn_use(algorithm).codepoint.is_none() {
        settings = settings.with("ecn_feedback", Value::Null);
    }
    let lacks = |means: &&Means| !means.hosts.contains(&host::name(&settings)) || !means.needs.are_met(&read);
    let off: Vec<_> = host::MEANS.iter().filter(lacks).map(|means| means.name).collect();
    off.into_iter().fold(settings, |settings, name| settings.with(name, Value::Bool(false)))
}

/// Cross traffic whose stream is its place.
pub fn cross_traffic(draw: &mut Draw, index: u64) -> CrossTraffic {
    let traffic = one_of(draw, traffic::KINDS);
    let traffic = life(draw, traffic);
    let transfers = traffic::has_transfers(traffic.section).then(|| {
        let algorithm = one_of(draw, ALGORITHMS);
        let mut settings = allowed(choice(draw, &host::SECTION), algorithm.section);
        let plain = Choice::of(settings.section);
        for name in traffic::NOT_OF_TRANSFERS {
            settings = settings.with(name, plain.get(name));
        }
        Transfers { algorithm, settings }
    });
    CrossTraffic { name: format!("cross{}", index + 1), stream: index, traffic, transfers }
}

/// When something runs, how much it sends and which way, with a good chance that it runs at once and to the end.
fn life(draw: &mut Draw, mut choice: Choice) -> Choice {
    for name in LIFE {
        if let Some(row) = choice.section.index(name)
            && draw.chance(0.3)
        {
            let value = value(draw, &choice.section.params[row]);
            choice.set(row, value);
        }
    }
    choice
}

/// Some section of a registry, with some of its settings drawn.
fn one_of(draw: &mut Draw, sections: &'static [&'static Section]) -> Choice {
    let section = draw.one_of(sections);
    choice(draw, section)
}

/// A section with a variant and some of its settings drawn.
pub fn choice(draw: &mut Draw, section: &'static Section) -> Choice {
    let mut choice = Choice { section, values: section.defaults(variant(draw, section)) };
    let rows: Vec<usize> = free_rows(&choice).collect();
    if !rows.is_empty() {
        for _ in 0..draw.below(rows.len().min(6) + 1) {
            let row = draw.one_of(&rows);
            let value = value(draw, &section.params[row]);
            choice.set(row, value);
            order(&mut choice, row);
        }
    }
    choice
}

/// Every algorithm, in each of its variants, with one of its settings each: switches turned, other values drawn.
pub fn each_setting(draw: &mut Draw) -> Vec<Choice> {
    let mut all = Vec::new();
    for section in ALGORITHMS {
        let variants: Vec<_> = section.variants.iter().map(|variant| Some(variant.name)).collect();
        for variant in if variants.is_empty() { vec![None] } else { variants } {
            let plain = Choice { section, values: section.defaults(variant) };
            for row in free_rows(&plain) {
                let mut choice = plain.clone();
                choice.set(
                    row,
                    match plain.values[row] {
                        Value::Bool(on) => Value::Bool(!on),
                        _ => value(draw, &section.params[row]),
                    },
                );
                order(&mut choice, row);
                all.push(choice);
            }
        }
    }
    all
}

/// A setting on the wrong side of another one is moved up to that.
fn order(choice: &mut Choice, row: usize) {
    if let Some(bound) = choice.misplaced(choice.section.params[row].name) {
        choice.values[row] = Value::Number(bound.value);
    }
}

fn variant(draw: &mut Draw, section: &'static Section) -> Option<&'static str> {
    (!section.variants.is_empty()).then(|| section.variants[draw.below(section.variants.len())].name)
}

/// Rows of a choice that may be given any value: not its variant, nor what that lacks, nor when it runs.
fn free_rows(choice: &Choice) -> impl Iterator<Item = usize> + '_ {
    let section = choice.section;
    let variant = if let Value::Word(name) = choice.get(section.selector) { section.variant(Some(name)) } else { None };
    let lacks = variant.map_or(&[][..], |variant| variant.lacks);
    (0..section.params.len()).filter(move |row| {
        let name = section.params[*row].name;
        name != section.selector && !lacks.contains(&name) && !LIFE.contains(&name)
    })
}

/// A legal value of a setting.
pub fn value(draw: &mut Draw, param: &'static Param) -> Value {
    if param.nullable && draw.chance(0.3) {
        return Value::Null;
    }
    match param.domain {
        Domain::Switch => Value::Bool(draw.chance(0.5)),
        Domain::Words(words) => Value::Word(draw.one_of(words)),
        Domain::Number { .. } => Value::Number(number(draw, param)),
        Domain::List(fields) => {
            let entries = 1 + draw.below(6);
            let numbers = (0..entries).flat_map(|_| fields).map(|field| number(draw, field)).collect::<Vec<f64>>();
            Value::List(List::Given(numbers.into()))
        }
    }
}

/// A number of a setting's range: of its mild part, or around its default.
fn number(draw: &mut Draw, param: &Param) -> f64 {
    let Domain::Number { min, max, above, integer } = param.domain else { unreachable!("a row of numbers") };
    let around = if let Value::Number(default) = param.default { default } else { min.max(1.0) };
    let n = match MILD.iter().find(|mild| mild.0 == param.name) {
        Some((_, least, most, true)) => draw.between(*least, *most),
        Some((_, least, most, false)) => draw.by_logarithm(*least, *most),
        None => draw.between((around / 8.0).max(min), (around * 8.0 + 1.0).min(max)),
    };
    let n = if integer { n.round() } else { n }.max(min).min(max);
    if above && n == min { max.min(around) } else { n }
}

/// Some change of the document as it stands: of anything live, of any kind that may be switched.
pub fn change(draw: &mut Draw, stand: &Scenario) -> Option<Change> {
    let sides = if stand.reverse_bottleneck.is_some() { 2 } else { 1 };
    let entries = stand.flows.len() + stand.cross_traffic.len();
    // As many turns for each bottleneck as a flow has.
    let place = draw.below(sides + entries);
    if place < sides {
        let side = [Side::Forward, Side::Reverse][place];
        return of_bottleneck(draw, stand.side(side)?, side);
    }
    let place = place - sides;
    match stand.flows.get(place) {
        Some(flow) => of_flow(draw, flow, place),
        None => {
            let index = place - stand.flows.len();
            let change = of_cross(draw, &stand.cross_traffic[index], index)?;
            let mut changed = stand.clone();
            changed.apply(&change);
            let fits = fitting(changed.cross_traffic[index].clone(), most_bytes(stand)) == changed.cross_traffic[index];
            fits.then_some(change)
        }
    }
}

fn of_bottleneck(draw: &mut Draw, bottleneck: &Bottleneck, side: Side) -> Option<Change> {
    let (queue, loss) = (&bottleneck.queue, &bottleneck.loss);
    Some(match draw.below(9) {
        0 => live(draw, &bottleneck.settings)
            .map(|(row, value)| Change::Bottleneck(side, row, mild_rate(draw, row, value)))?,
        1 => live(draw, queue).map(|(row, value)| Change::Queue(side, row, value))?,
        2 => {
            let mut new = Choice::of(draw.one_of(queue::DISCIPLINES));
            // The limit stays, in its unit (contract 1.5).
            for name in ["limit_packets", "limit_bytes"] {
                if let (value @ Value::Number(_), Some(row)) = (queue.get(name), new.section.index(name)) {
                    new.set(row, value);
                }
            }
            Change::Discipline(side, new)
        }
        3 => live(draw, loss).map(|(row, value)| Change::Loss(side, row, value))?,
        4 => Change::LossModel(side, Choice::of(draw.one_of(loss::MODELS))),
        5 => match &bottleneck.policer {
            Some(policer) => live(draw, policer).map(|(row, value)| Change::Policer(side, row, value))?,
            None => {
                // One setting adds it, the other is at its default.
                let new = Choice::of(&policer::SECTION);
                let (row, value) = live(draw, &new)?;
                let mut added = new;
                added.set(row, value);
                Change::NewPolicer(side, added)
            }
        },
        6 => live(draw, bottleneck.reordering.as_ref()?).map(|(row, value)| Change::Reordering(side, row, value))?,
        7 => live(draw, bottleneck.delay_variation.as_ref()?)
            .map(|(row, value)| Change::DelayVariation(side, row, value))?,
        _ => Change::ReorderingModel(side, Choice::of(draw.one_of(reordering::MODELS))),
    })
}

/// A link's rate stays one at which something happens; other values are as they are.
fn mild_rate(draw: &mut Draw, row: usize, value: Value) -> Value {
    if BOTTLENECK.params[row].name == "rate_bps" { Value::Number(draw.by_logarithm(1e5, 2e7).round()) } else { value }
}

fn of_flow(draw: &mut Draw, flow: &Flow, index: usize) -> Option<Change> {
    Some(match draw.below(5) {
        0 => live(draw, &flow.settings).map(|(row, value)| Change::Flow(index, row, value))?,
        1 => live(draw, &flow.algorithm).map(|(row, value)| Change::Algorithm(index, row, value))?,
        2 => live(draw, &flow.application).map(|(row, value)| Change::Application(index, row, value))?,
        3 => Change::ApplicationKind(index, Choice::of(draw.one_of(application::KINDS))),
        _ => Change::Kind(index, other(draw, &flow.algorithm, host::name(&flow.settings))),
    })
}

fn of_cross(draw: &mut Draw, cross: &CrossTraffic, index: usize) -> Option<Change> {
    let own = |draw: &mut Draw| live(draw, &cross.traffic).map(|(row, value)| Change::Traffic(index, row, value));
    let Some(transfers) = &cross.transfers else { return own(draw) };
    Some(match draw.below(4) {
        0 => own(draw)?,
        1 => live(draw, &transfers.settings)
            .filter(|(row, _)| !traffic::NOT_OF_TRANSFERS.contains(&transfers.settings.section.params[*row].name))
            .map(|(row, value)| Change::Transfers(index, row, value))?,
        2 => live(draw, &transfers.algorithm).map(|(row, value)| Change::TransfersAlgorithm(index, row, value))?,
        _ => Change::TransfersKind(index, other(draw, &transfers.algorithm, host::name(&transfers.settings))),
    })
}

/// Another kind at its defaults on the host, or another variant.
fn other(draw: &mut Draw, present: &Choice, host: &str) -> Choice {
    if draw.chance(0.7) {
        return Choice::on_host(draw.one_of(ALGORITHMS), host);
    }
    let section = present.section;
    Choice { section, values: section.defaults(variant(draw, section)) }
}

/// A value for one of the rows that may change while a run goes on.
fn live(draw: &mut Draw, choice: &Choice) -> Option<(usize, Value)> {
    let params = choice.section.params;
    let rows: Vec<usize> = free_rows(choice).filter(|row| params[*row].live).collect();
    let row = *rows.get(draw.below(rows.len().max(1)))?;
    let mut changed = choice.clone();
    changed.set(row, value(draw, &params[row]));
    order(&mut changed, row);
    Some((row, changed.values.swap_remove(row)))
}

/// A scenario at the ends of the ranges: all numbers at their least, their greatest, or anywhere between by their
/// logarithm. Such a run may be endless; only its first events are of interest.
pub fn wild(draw: &mut Draw) -> Scenario {
    let mut scenario = empty(draw, Time::from_seconds(1e7));
    let most = most_bytes(&scenario);
    scenario.packet_bytes = f64::from(draw.one_of(&[41_u32, 1500, 65535])).min(most) as u32;
    let both = [Some(&mut scenario.bottleneck), scenario.reverse_bottleneck.as_mut()];
    for bottleneck in both.into_iter().flatten() {
        let Bottleneck { settings, queue, loss, policer, reordering, delay_variation, rate_model } = bottleneck;
        let parts = [policer, reordering, delay_variation, rate_model].into_iter().flatten();
        for choice in [settings, queue, loss].into_iter().chain(parts) {
            stretch(draw, choice);
        }
    }
    for index in 0..draw.below(3) {
        let mut flow = flow(draw, index as u64, scenario.reverse_bottleneck.is_some());
        stretch(draw, &mut flow.algorithm);
        stretch(draw, &mut flow.settings);
        stretch(draw, &mut flow.application);
        scenario.flows.push(flow);
    }
    let mut cross = cross_traffic(draw, 0);
    stretch(draw, &mut cross.traffic);
    if let Some(transfers) = &mut cross.transfers {
        stretch(draw, &mut transfers.algorithm);
    }
    scenario.cross_traffic.push(fitting(cross, most));
    scenario.settle_limits();
    scenario
}

/// Settings that a run at the ends of the ranges bounds, since a million packets at once are legal, but take their time, and
/// what never starts shows nothing.
const BOUNDED: &[(&str, f64)] = &[("initial_window_packets", 1e3), ("receive_window_packets", 2e3), ("start_s", 1.0)];

/// Draws every number of a choice that has one from its whole range.
fn stretch(draw: &mut Draw, choice: &mut Choice) {
    for (row, param) in choice.section.params.iter().enumerate() {
        let (Domain::Number { min, max, above, integer }, Value::Number(_)) = (param.domain, &choice.values[row])
        else {
            continue;
        };
        let most = BOUNDED.iter().find(|bound| bound.0 == param.name).map_or(max, |bound| bound.1);
        let least = if above { min + 1e-9 } else { min };
        let n = match draw.below(3) {
            0 => least,
            1 => most,
            _ => draw.by_logarithm(least.max(1e-6), most),
        };
        choice.values[row] = Value::Number(if integer { n.round() } else { n }.max(least).min(most));
    }
    for row in 0..choice.values.len() {
        order(choice, row);
    }
}
