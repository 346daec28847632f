//! Notices about settings that a document gives and that cannot act in its scenario. The needs of a setting are
//! declared in its row (`Param::needs`), with its section (`Section::needs`) or with the algorithm that ignores it
//! (`Section::ignores`); here they are looked up in the scenario as it is at its start and after each of its interventions.
//! `tests/it/no_effect.rs` changes every setting and compares the runs. Not here: entries without time to run (`life.rs`).

use super::marks::{marking_remedy, may_mark};
use super::part::{self, Part};
use super::{Notice, Setting, of_algorithm, sides, time_to_run};
use sawtooth_engine::cc::uses_exit_rules;
use sawtooth_engine::ecn::EcnCodepoint;
use sawtooth_engine::host::{Direction, FlowSettings, Handshake};
use sawtooth_engine::params::{Choice, Need, Param, Section, Value};
use sawtooth_engine::random::Stream;
use sawtooth_engine::scenario::{Change, Intervention, Scenario, Side};
use sawtooth_engine::traffic::has_replies;
use sawtooth_engine::units::{Time, sort_by_time};
use sawtooth_scenario::{Document, Json, tables, value_json};

/// A flow with an application whose algorithm sets a rate, and always sends at it.
pub(super) fn always_sends(document: &Document, notices: &mut Vec<Notice>) {
    for (index, flow) in document.scenario.flows.iter().enumerate() {
        if flow.algorithm.section.rate_based && flow.application.section.kind != "bulk" {
            notices.push(of_algorithm("always_sends", index, flow, "application"));
        }
    }
}

/// A setting that is given: its place in the document, its table, and its row; without a row the whole table.
struct Given {
    place: String,
    part: Part,
    section: &'static Section,
    row: Option<usize>,
}

/// Settings that the document gives, other than their defaults, and those of its interventions, that have no effect from then on.
pub(super) fn without_effect(document: &Document, notices: &mut Vec<Notice>) {
    let mut stand = document.scenario.clone();
    let mut crossings = crossings(&stand);
    let mut idle = Circumstances { stand: &stand, crossings }.idle(given(document));
    let mut places = in_order_of_effect(&document.raw).into_iter();
    for Intervention { at, change } in &document.scenario.interventions {
        // Whether its packets can be marked depends on the algorithm.
        let sender = match *change {
            Change::Kind(flow, _) => Some(Part::Flow(flow)),
            Change::TransfersKind(cross, _) => Some(Part::Traffic(cross)),
            _ => None,
        };
        sender.iter().for_each(|part| count(&mut crossings, &stand, *part, -1));
        stand.apply(change);
        sender.iter().for_each(|part| count(&mut crossings, &stand, *part, 1));
        let place = places.next().map(|index| format!("interventions[{index}].path"));
        let set = part::changed(change).filter(|_| *at < document.scenario.duration).zip(place);
        if idle.is_empty() && set.is_none() {
            continue;
        }
        let circumstances = Circumstances { stand: &stand, crossings };
        idle.retain(|(given, _)| !circumstances.has_effect(given));
        idle.extend(circumstances.idle(set.into_iter().filter_map(|((part, row), place)| {
            let section = part.choice(&stand)?.section;
            Some(Given { place, part, section, row: Some(row) })
        })));
    }
    // One notice is enough for a place.
    idle.retain(|(given, _)| !notices.iter().any(|other| other.place == given.place));
    notices.extend(idle.into_iter().map(|(_, notice)| notice));
}

/// Indices of the document's interventions in the order in which they occur.
fn in_order_of_effect(document: &Json) -> Vec<usize> {
    let entries = document.get("interventions").and_then(Json::elements).unwrap_or(&[]);
    let at = |index: &usize| Time::from_seconds(entries[*index].get("at_s").and_then(Json::number).unwrap_or(0.0));
    let mut indices: Vec<usize> = (0..entries.len()).collect();
    sort_by_time(&mut indices, |index| Some(at(index)));
    indices
}

/// Tables and settings that the document gives other than their defaults.
fn given(document: &Document) -> Vec<Given> {
    let scenario = &document.scenario;
    let mut all = Vec::new();
    for part in part::all(scenario) {
        let (Some(choice), Some(fields)) = (part.choice(scenario), part.given(document).and_then(Json::fields)) else {
            continue;
        };
        let section = choice.section;
        if is_more_than_default(part, choice) {
            all.push(Given { place: part.place(), part, section, row: None });
        }
        let algorithm = match part {
            Part::Flow(index) => scenario.flows.get(index).map(|flow| &flow.algorithm),
            Part::Transfers(index) => {
                scenario.cross_traffic.get(index).and_then(|cross| cross.transfers.as_ref()).map(|own| &own.algorithm)
            }
            _ => None,
        };
        let defaults = defaults(choice);
        for (name, _) in fields.iter().filter(|(name, _)| part.has(name)) {
            let Some(row) = choice.section.index(name) else { continue };
            let default = match algorithm.map(|algorithm| algorithm.section.flow_default(name)) {
                None | Some(Value::Null) => defaults[row].clone(),
                Some(own) => own,
            };
            // ECN and pacing, which are off if neither the flow nor its algorithm has them.
            let is_off = algorithm.is_some() && default == Value::Null && choice.values[row] == Value::Bool(false);
            if choice.values[row] != default && !is_off {
                all.push(Given { place: format!("{}.{name}", part.place()), part, section, row: Some(row) });
            }
        }
    }
    all
}

/// The values of a table that are not given: those of its variant, and the first variant.
fn defaults(choice: &Choice) -> Vec<Value> {
    let section = choice.section;
    let Value::Word(variant) = choice.get(section.selector) else { return section.defaults(None) };
    let mut values = section.defaults(Some(variant));
    if let (Some(row), Some(first)) = (section.index(section.selector), section.variants.first()) {
        values[row] = Value::Word(first.name);
    }
    values
}

/// Whether a table that is given does something by itself, where it can.
fn is_more_than_default(part: Part, choice: &Choice) -> bool {
    match part {
        Part::Loss(_) => *choice != Choice::of(tables::default_model()),
        Part::Reordering(_) => *choice != Choice::of(tables::default_reordering()),
        _ => true,
    }
}

/// Traffic of a bottleneck: how many entries of the scenario have a part in it.
#[derive(Clone, Copy, Default)]
struct Crossing {
    /// Sources of packets; a flash crowd counts as two.
    sources: i64,
    /// Data of flows and cross traffic.
    data: i64,
    /// Packets of handshakes.
    handshakes: i64,
    /// Packets that can be marked.
    ecn: i64,
    /// Packets with ECT(1), and without.
    l4s: i64,
    classic: i64,
}

/// Traffic of both bottlenecks.
type Crossings = [Crossing; 2];

/// All that crosses the bottlenecks of a scenario.
fn crossings(scenario: &Scenario) -> Crossings {
    let mut all = Crossings::default();
    let flows = (0..scenario.flows.len()).map(Part::Flow);
    let traffic = (0..scenario.cross_traffic.len()).map(Part::Traffic);
    flows.chain(traffic).for_each(|part| count(&mut all, scenario, part, 1));
    all
}

/// Adds the packets of a flow or of cross traffic, or removes them, if it runs.
fn count(all: &mut Crossings, scenario: &Scenario, part: Part, by: i64) {
    let add_data = |side: &mut Crossing, ecn: Option<EcnCodepoint>| {
        let l4s = ecn == Some(EcnCodepoint::Ect1);
        side.data += by;
        side.ecn += by * i64::from(ecn.is_some());
        side.l4s += by * i64::from(l4s);
        side.classic += by * i64::from(!l4s);
    };
    // The sender of a flow or of transfers: neither ACKs nor the packets of a handshake can be marked.
    let add_sender = |all: &mut Crossings, settings: &Choice, algorithm: &Choice, sources: i64| {
        let settings = FlowSettings::read(&settings.values);
        let (own, back) = if settings.direction == Direction::Forward { (0, 1) } else { (1, 0) };
        let handshake = by * i64::from(settings.handshake == Handshake::Simulated && !algorithm.section.rate_based);
        add_data(&mut all[own], settings.ecn_use(algorithm.section).codepoint);
        all[own].classic += handshake;
        all[back].classic += by;
        for side in all {
            side.sources += by * sources;
            side.handshakes += handshake;
        }
    };
    match part {
        Part::Flow(index) => {
            let flow = &scenario.flows[index];
            if time_to_run(scenario, &flow.settings, Stream::Flow(flow.stream)).is_some() {
                add_sender(all, &flow.settings, &flow.algorithm, 1);
            }
        }
        Part::Traffic(index) => {
            let cross = &scenario.cross_traffic[index];
            if time_to_run(scenario, &cross.traffic, Stream::Cross(cross.stream)).is_none() {
                return;
            }
            match &cross.transfers {
                Some(transfers) => add_sender(all, &transfers.settings, &transfers.algorithm, 2),
                None => {
                    add_data(&mut all[0], None);
                    all[0].sources += by;
                    if has_replies(cross.traffic.section) {
                        all[1].sources += by;
                        all[1].classic += by;
                    }
                }
            }
        }
        _ => {}
    }
}

/// The scenario at one time of the run, and the traffic of its bottlenecks.
struct Circumstances<'a> {
    stand: &'a Scenario,
    crossings: Crossings,
}

/// A flow, or the transfers of a flash crowd.
struct Owner<'a> {
    name: &'a str,
    settings: &'a Choice,
    algorithm: &'a Choice,
    side: Side,
    /// Path of its settings.
    path: String,
}

/// Why a setting cannot act.
enum Lack {
    /// The algorithm ignores it.
    Algorithm,
    /// A need is not met.
    Need(Need),
}

impl<'a> Circumstances<'a> {
    /// Those of the settings that have no effect, with their notices.
    fn idle(&self, given: impl IntoIterator<Item = Given>) -> Vec<(Given, Notice)> {
        let mut idle = Vec::new();
        for given in given {
            if let Some(notice) = self.lack(&given).map(|lack| self.notice(&given, &lack)) {
                idle.push((given, notice));
            }
        }
        idle
    }

    /// Whether a setting that was given before acts now: it is still there, and lacks nothing.
    fn has_effect(&self, given: &Given) -> bool {
        let choice = given.part.choice(self.stand);
        choice.is_some_and(|choice| std::ptr::eq(choice.section, given.section)) && self.lack(given).is_none()
    }

    /// The need that the setting, or the whole table, lacks; none if it can act, or if the notice about its table is enough.
    fn lack(&self, given: &Given) -> Option<Lack> {
        let choice = given.part.choice(self.stand)?;
        if given.part != Part::Link(Side::Reverse) && self.crossing_of(given.part).is_some_and(|side| side.sources == 0)
        {
            return None;
        }
        let unmet = |need: &&Need| !self.met(need, given.part, choice);
        let section = choice.section.needs.iter().find(unmet).map(|need| Lack::Need(*need));
        let Some(row) = given.row else { return section };
        let is_change = given.place.starts_with("interventions");
        if section.is_some() && (is_change || is_more_than_default(given.part, choice)) {
            return section.filter(|_| is_change);
        }
        let param = choice.section.params.get(row)?;
        let of_flow = matches!(given.part, Part::Flow(_) | Part::Transfers(_));
        if of_flow && self.owner(given.part).is_some_and(|owner| owner.algorithm.ignores(param.name)) {
            return Some(Lack::Algorithm);
        }
        param.needs.iter().find(unmet).map(|need| Lack::Need(*need))
    }

    /// The flow of a table, or the transfers.
    fn owner(&self, part: Part) -> Option<Owner<'a>> {
        match part {
            Part::Flow(index) | Part::Algorithm(index) | Part::Application(index) => {
                let flow = self.stand.flows.get(index)?;
                let forward = flow.settings.get("direction") == Value::Word("forward");
                let side = if forward { Side::Forward } else { Side::Reverse };
                let path = Part::Flow(index).path(self.stand);
                Some(Owner { name: &flow.name, settings: &flow.settings, algorithm: &flow.algorithm, side, path })
            }
            Part::Transfers(index) | Part::TransfersAlgorithm(index) => {
                let cross = self.stand.cross_traffic.get(index)?;
                let transfers = cross.transfers.as_ref()?;
                let path = Part::Transfers(index).path(self.stand);
                let (settings, algorithm) = (&transfers.settings, &transfers.algorithm);
                Some(Owner { name: &cross.name, settings, algorithm, side: Side::Forward, path })
            }
            _ => None,
        }
    }

    /// Traffic of the bottleneck of a table.
    fn crossing_of(&self, part: Part) -> Option<Crossing> {
        match part {
            Part::Link(side)
            | Part::Queue(side)
            | Part::Loss(side)
            | Part::Policer(side)
            | Part::Reordering(side)
            | Part::DelayVariation(side)
            | Part::RateModel(side) => Some(self.crossings[side as usize]),
            _ => None,
        }
    }

    fn met(&self, need: &Need, part: Part, choice: &Choice) -> bool {
        let number = |name: &str| if let Value::Number(number) = choice.get(name) { Some(number) } else { None };
        let crossing = || self.crossing_of(part).unwrap_or_default();
        let owner = || self.owner(part);
        let queue = || owner().and_then(|owner| self.stand.side(owner.side)).map(|bottleneck| &bottleneck.queue);
        match *need {
            Need::On(name) => choice.get(name) == Value::Bool(true),
            Need::Off(name) => choice.get(name) != Value::Bool(true),
            Need::Is(name, words) => matches!(choice.get(name), Value::Word(word) if words.contains(&word)),
            Need::Given(name) => choice.get(name) != Value::Null,
            Need::Unset(name) => choice.get(name) == Value::Null,
            Need::Above(name, least) => number(name).is_some_and(|number| number > least),
            Need::Not(name, other) => number(name) != Some(other),
            Need::Differ(one, other) => number(one) != number(other),
            Need::Any(needs) => needs.iter().any(|need| self.met(need, part, choice)),
            Need::All(needs) => needs.iter().all(|need| self.met(need, part, choice)),
            Need::ExitRules => owner().is_some_and(|owner| uses_exit_rules(owner.algorithm)),
            Need::EcnCapable => owner().is_some_and(|owner| {
                FlowSettings::read(&owner.settings.values).ecn_use(owner.algorithm.section).codepoint.is_some()
            }),
            Need::MarkingQueue => queue().is_some_and(may_mark),
            Need::L4sQueue => queue().is_some_and(|queue| queue.section.kind == "dualpi2"),
            Need::Packets => crossing().sources > 0,
            Need::Data => crossing().data > 0 || crossing().handshakes > 0,
            Need::OwnData => crossing().data > 0,
            Need::EcnData => crossing().ecn > 0,
            Need::L4sData => crossing().l4s > 0,
            Need::ClassicPackets => crossing().classic > 0,
            Need::SeveralFlows => crossing().sources > 1,
            Need::ConstantLink => {
                sides(self.stand).any(|(side, link)| part == Part::Link(side) && !link.sends_by_itself())
            }
        }
    }

    fn notice(&self, given: &Given, lack: &Lack) -> Notice {
        let choice = given.part.choice(self.stand);
        let param = given.row.zip(choice).map(|(row, choice)| &choice.section.params[row]);
        let table = given.part.path(self.stand);
        let path = param.map_or(table.clone(), |param| format!("{table}.{}", param.name));
        let owner = self.owner(given.part);
        let algorithm = owner.as_ref().map_or("", |owner| owner.algorithm.section.title);
        let name = owner.as_ref().map_or("", |owner| owner.name);
        let of_flow =
            |code| Notice::new(code, given.place.clone(), vec![("name", name.into()), ("algorithm", algorithm.into())]);
        let own = |code| Notice::new(code, given.place.clone(), vec![("path", path.as_str().into())]);
        let with = |code, arguments: Vec<(&'static str, Json)>| {
            let mut notice = own(code);
            notice.arguments.extend(arguments);
            notice
        };
        match (param.map(|param| param.name), lack) {
            (Some("slow_start"), Lack::Algorithm | Lack::Need(Need::ExitRules)) => of_flow("slow_start_unused"),
            (Some("pacing"), Lack::Algorithm) => of_flow("pacing_unused"),
            (_, Lack::Algorithm) => with("no_effect_algorithm", vec![("algorithm", algorithm.into())]),
            (_, Lack::Need(need)) => {
                let need = self.first(*need, given.part);
                let notice = match need {
                    Need::ExitRules => with("no_effect_algorithm", vec![("algorithm", algorithm.into())]),
                    Need::EcnCapable => with("no_effect_not_ecn", vec![("name", name.into())]),
                    Need::MarkingQueue => with("no_effect_unmarked", vec![("name", name.into())]),
                    Need::L4sQueue => own("no_effect_one_queue"),
                    Need::Packets => own("no_effect_no_packets"),
                    Need::Data | Need::OwnData => own("no_effect_acks"),
                    Need::EcnData => own("no_effect_ecn_data"),
                    Need::L4sData => own("no_effect_l4s_data"),
                    Need::ClassicPackets => own("no_effect_l4s_only"),
                    Need::SeveralFlows => own("no_effect_one_flow"),
                    Need::ConstantLink => own("no_effect_link"),
                    Need::On(other)
                    | Need::Off(other)
                    | Need::Is(other, _)
                    | Need::Given(other)
                    | Need::Unset(other)
                    | Need::Above(other, _)
                    | Need::Not(other, _) => with("no_effect_beside", self.beside(&table, other, choice)),
                    Need::Differ(one, other) => {
                        let other = format!("{table}.{other}");
                        let mut arguments = self.beside(&table, one, choice);
                        arguments.push(("equal", other.into()));
                        with("no_effect_equal", arguments)
                    }
                    Need::Any(_) | Need::All(_) => own("no_effect_acks"),
                };
                notice.with_remedy(self.remedy(given, param).unwrap_or_default())
            }
        }
    }

    /// The setting beside which another one has no effect, and its value.
    fn beside(&self, table: &str, name: &str, choice: Option<&Choice>) -> Vec<(&'static str, Json)> {
        let row = choice.and_then(|choice| choice.section.index(name).map(|row| (choice, row)));
        let value =
            row.map_or(Json::Null, |(choice, row)| value_json(&choice.section.params[row], &choice.values[row]));
        vec![("beside", format!("{table}.{name}").into()), ("value", value)]
    }

    /// The first need that is not met within one that has several.
    fn first(&self, need: Need, part: Part) -> Need {
        match need {
            Need::Any(needs) | Need::All(needs) => {
                let unmet = |need: &&Need| part.choice(self.stand).is_some_and(|choice| !self.met(need, part, choice));
                needs.iter().find(unmet).map_or(need, |need| self.first(*need, part))
            }
            _ => need,
        }
    }

    /// The changes with which a setting acts, if each of its needs has only one.
    fn remedy(&self, given: &Given, param: Option<&Param>) -> Option<Vec<Setting>> {
        let (param, choice) = (param?, given.part.choice(self.stand)?);
        let table = given.part.path(self.stand);
        let mut changes = Vec::new();
        for need in param.needs.iter().filter(|need| !self.met(need, given.part, choice)) {
            let owner = self.owner(given.part);
            changes.extend(match *need {
                Need::On(switch) => vec![(format!("{table}.{switch}"), true.into())],
                Need::Off(switch) => vec![(format!("{table}.{switch}"), false.into())],
                Need::EcnCapable => vec![(format!("{}.ecn", owner?.path), true.into())],
                Need::MarkingQueue => {
                    let side = owner?.side;
                    marking_remedy(side, &self.stand.side(side)?.queue)?
                }
                _ => return None,
            });
        }
        Some(changes)
    }
}
