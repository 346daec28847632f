//! Text of the page's generated files: schema, tables of settings, types of a scenario, catalogue of signals and rules,
//! list of algorithms. `cargo xtask generate` writes them; a test fails when they are stale. Not here: where the files
//! are.

use crate::describe;
use crate::json::Json;
use crate::schema::schema;
use crate::tables;
use crate::trace_file::MAX_IN_ADDRESS;
use sawtooth_engine::formulas::{backoff_probability, jain_index, mathis, small_buffer};
use sawtooth_engine::host;
use sawtooth_engine::observe::{Kind, Rule, Signal, signals};
use sawtooth_engine::params::{Domain, Param, Section};
use sawtooth_engine::scenario::{BOTTLENECK, RUN};
use sawtooth_engine::telemetry::drawn::{DrawnPlace, Picture};
use sawtooth_engine::telemetry::history::Frame;
use sawtooth_engine::telemetry::recording::RECORDED_SOURCES;
use sawtooth_engine::telemetry::steps::Unit;
use sawtooth_engine::telemetry::view::Reduction;
use std::fmt::Write;

const HEAD: &str = "Written by `npm run generate` from the engine's tables; never by hand.";

/// Every file with its text.
pub fn files() -> Vec<(&'static str, String)> {
    vec![
        ("schema.json", schema().pretty()),
        ("settings.ts", settings()),
        ("settings-words.json", settings_words().pretty()),
        ("scenario.ts", scenario()),
        ("signals.ts", signals_file()),
        ("rules.ts", rules()),
        ("picture.ts", picture()),
        ("formulas.json", formulas().pretty()),
        ("algorithms.json", algorithms().pretty()),
    ]
}

/// Every algorithm with its parameters: `sawtooth algorithms --json`.
pub fn algorithms() -> Json {
    Json::Array(tables::algorithms().iter().map(|section| describe::section(section)).collect())
}

/// Effects of one change of a document on its other fields, and the words of the page's requests.
fn rules() -> String {
    let words = |names: &[&str]| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let selectors: Vec<String> =
        tables::SELECTORS.iter().map(|(field, kept)| format!("[\"{field}\", [{}]]", words(kept))).collect();
    let (absent, added) = tables::MODEL_OF_A_PROBABILITY;
    let lacking = tables::disciplines().iter().filter_map(|section| {
        let lacked: Vec<&str> = tables::LIMITS.iter().copied().filter(|limit| section.index(limit).is_none()).collect();
        (!lacked.is_empty()).then(|| format!("[\"{}\", [{}]]", section.kind, words(&lacked)))
    });
    let lacking: Vec<String> = lacking.collect();
    format!(
        "/** {HEAD} */\n\n\
         /** Fields that choose a section, each with the fields that a change of it keeps; all others take defaults (contract 1.5). */\n\
         export const SELECTORS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([{}]);\n\n\
         /** Fields of a queue's limit, of which a document has one. */\n\
         export const LIMITS: readonly string[] = [{}];\n\n\
         /** Limits that a discipline does not have. */\n\
         export const LACKED_LIMITS: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([{}]);\n\n\
         /** A probability given to the first of these loss models makes it the second (contract 1.1). */\n\
         export const MODEL_OF_A_PROBABILITY = {{ absent: \"{absent}\", added: \"{added}\" }} as const;\n\n\
         /** Maximum number of entries of a trace in an address; a longer one is a file that the document names (contract 1.1). */\n\
         export const MOST_IN_ADDRESS = {MAX_IN_ADDRESS};\n\n\
         /** Number of flows, and of cross traffic, that the engine records: the first of each have series (`telemetry/recording.rs`). */\n\
         export const RECORDED_SOURCES = {RECORDED_SOURCES};\n\n\
         /** Targets of a step of the playhead. */\n\
         export const STEP_UNITS = [{}] as const;\n\n\
         /** How a series is reduced to what the screen can show (`telemetry/view.rs`). */\n\
         export const REDUCTIONS = [{}] as const;\n",
        selectors.join(", "),
        words(tables::LIMITS),
        lacking.join(", "),
        words(Unit::WORDS),
        words(Reduction::WORDS),
    )
}

/// Layouts of the numbers that the engine hands to the page, by name.
fn picture() -> String {
    let comment = |doc: &str| doc.trim().to_owned();
    let mut out = format!(
        "/** {HEAD} */\n\n/** The path at one instant. Colour and drawing are the page's. */\nexport interface Picture {{\n"
    );
    for (name, doc) in Picture::VALUES {
        let _ = writeln!(out, "  /** {} */\n  {name}: number;", comment(doc));
    }
    for (name, stride, doc) in Picture::LISTS {
        let _ = writeln!(out, "  /** {} Numbers of a record: {stride}. */\n  {name}: Float64Array;", comment(doc));
    }
    out.push_str("}\n");
    let names = |names: Vec<&str>| Json::Array(names.into_iter().map(Json::from).collect());
    let values = names(Picture::VALUES.iter().map(|(name, _)| *name).collect());
    let lists = names(Picture::LISTS.iter().map(|(name, ..)| *name).collect());
    let _ =
        writeln!(out, "\n/** Its numbers in their order: the values, then the length of each list, then the lists. */");
    let _ = writeln!(out, "export const PICTURE_VALUES = {values} as const;");
    let _ = writeln!(out, "export const PICTURE_LISTS = {lists} as const;");
    let _ = writeln!(out, "\n/** Length of a record of each list. */\nexport const STRIDES = {{");
    for (name, stride, _) in Picture::LISTS {
        let _ = writeln!(out, "  {name}: {stride},");
    }
    let _ = writeln!(out, "}} as const;\n\n/** Place of a packet. */\nexport const Place = {{");
    for (number, (name, doc)) in DrawnPlace::NAMES.iter().enumerate() {
        let _ = writeln!(out, "  /** {} */\n  {name}: {number},", comment(doc));
    }
    let head = names(Frame::HEAD.to_vec());
    let _ = writeln!(
        out,
        "}} as const;\n\n/** Head of a view's numbers; the length of each series follows, then the series. */"
    );
    let _ = writeln!(out, "export const VIEW_HEAD = {head} as const;");
    out
}

/// Values of the formulas that the page has again, for its tests: arguments, then the value.
fn formulas() -> Json {
    let row = |arguments: &[f64], value: f64| {
        Json::Array(arguments.iter().chain([&value]).map(|number| Json::from(*number)).collect())
    };
    let gradients = [(-1.0, 3.0), (0.0, 3.0), (0.5, 3.0), (3.0, 3.0), (6.0, 3.0), (1.0, 0.2), (40.0, 9.0)];
    let backoff = gradients.iter().map(|(gradient, g)| row(&[*gradient, *g], backoff_probability(*gradient, *g)));
    let shares: [&[f64]; 5] = [&[5.0, 5.0], &[8.0, 0.0, 0.0, 0.0], &[9.0, 1.0], &[1.5, 2.25, 3.5], &[4.0]];
    let jain = shares.iter().map(|x| row(x, jain_index(x.iter().copied()).expect("some are above zero")));
    let losses = [1e-4, 0.01, 0.05, 0.375].map(|p| row(&[p], mathis(p, false)));
    let queues =
        [(67.0, 2.0), (166.5, 16.0), (33.0, 1.0)].map(|(bdp, flows)| row(&[bdp, flows], small_buffer(bdp, flows)));
    object! {
        "backoff_probability" => Json::Array(backoff.collect()),
        "jain_index" => Json::Array(jain.collect()),
        "mathis" => Json::Array(losses.to_vec()),
        "small_buffer" => Json::Array(queues.to_vec()),
    }
}

const SETTING_TYPES: &str = r#"
export type Value = number | boolean | string | null;

/** A value of a list: bare numbers, or objects of numbers. */
export type Entries = readonly number[] | readonly Readonly<Record<string, number>>[];

/** Values of a setting. `above`: `min` itself is rejected. */
export type Domain =
  | { type: "switch" }
  | { type: "number"; min: number; max: number; above: boolean; integer: boolean }
  | { type: "words"; words: readonly string[] }
  /** One field without a name: the entries are bare numbers. */
  | { type: "list"; most: number; fields: readonly Field[] };

/** A field of a list's entries. */
export interface Field {
  name: string;
  min: number;
  max: number;
  above: boolean;
  integer: boolean;
  unit: string;
  help: string;
}

/** Ends and ticks of a slider. */
export interface Span {
  min: number;
  max: number;
  ticks: readonly number[];
}

/** One row: a setting of the scenario. */
export interface Setting {
  name: string;
  domain: Domain;
  nullable: boolean;
  required: boolean;
  default: Value | Entries;
  unit: string;
  scale: "linear" | "log";
  live: boolean;
  /** Ends and labelled places of its slider, in its unit, where they are not the domain's. */
  slider?: Span;
  /** Its slider is on the flow's card. */
  on_card?: true;
  /** The setting beside it that it may not exceed, or may not be below. */
  at_most?: string;
  at_least?: string;
  /** Description, and source of the default: once `settings-words.json` has come (`session/setting-tables.ts`). */
  help?: string;
  source?: string;
}

/** A named set of defaults (a CDG variant, a host) and what it lacks. */
export interface Variant {
  name: string;
  defaults: Readonly<Record<string, Value>>;
  lacks: readonly string[];
  /** The host whose flows take it where they name none. */
  default_on?: string;
}

/** Settings of which a document gives one only. */
export interface OneOf {
  fields: readonly string[];
  required: boolean;
}

/** A kind of thing with its settings. */
export interface Section {
  kind: string;
  title: string;
  /** Its description: from `settings-words.json`, too. */
  about?: string;
  params: readonly Setting[];
  selector: string;
  variants: readonly Variant[];
  one_of: readonly OneOf[];
  /** An algorithm that sets a rate, no window. */
  rate_based: boolean;
  /** An algorithm that fills the queue until a packet is lost. */
  fills_queue?: true;
  /** Defaults of a flow's own settings that an algorithm brings along. */
  flow_defaults?: Readonly<Record<string, Value>>;
  /** Group of a window-based algorithm in lists. */
  group?: "loss" | "delay" | "model" | "mark" | "slow" | "none";
  /** The ink of an algorithm that has one of its own (design/signs.ts). */
  ink?: number;
}
"#;

/// Tables of one section: the constant's name, its description, the section.
fn single_tables() -> [(&'static str, &'static str, &'static Section); 6] {
    [
        ("RUN", "The run's own settings.", &RUN),
        ("BOTTLENECK", "The bottleneck's own settings.", &BOTTLENECK),
        ("POLICER", "Settings of the policer before a queue.", tables::policer()),
        ("DELAY_VARIATION", "Settings of the delay after a link that varies.", tables::delay_variation()),
        ("FLOW", "A flow's settings; hosts are its variants.", &host::SECTION),
        ("ENTRY", "Fields of an entry of flows or cross traffic, beside its settings.", &tables::ENTRY),
    ]
}

/// Tables of many sections, by kind.
fn listed_tables() -> [(&'static str, &'static str, &'static [&'static Section]); 7] {
    [
        ("ALGORITHMS", "Congestion controls, by `kind`.", tables::algorithms()),
        ("DISCIPLINES", "Queue disciplines, by `discipline`.", tables::disciplines()),
        ("MODELS", "Models of random loss, by `model`.", tables::models()),
        ("REORDERINGS", "Models of reordering, by `model`.", tables::reorderings()),
        ("RATE_MODELS", "Models of a link's rate, by `model`.", tables::rate_models()),
        ("TRAFFIC", "Kinds of cross traffic, by `kind`.", tables::traffic()),
        ("APPLICATIONS", "Applications of flows, by `kind`.", tables::applications()),
    ]
}

/// Descriptions of each section, and help and source of each setting. They are separate from the tables because the
/// page draws its first picture without them.
fn settings_words() -> Json {
    let words = |section: &Section| {
        let mut params = Json::Object(Vec::new());
        for param in section.params {
            let row = describe::param(param);
            let said = ["help", "source"].map(|name| row.get(name).cloned().unwrap_or(Json::Null));
            params.set(param.name, Json::Array(said.into()));
        }
        object! { "about" => describe::section(section).get("about").cloned().unwrap_or(Json::Null), "params" => params }
    };
    let mut out = Json::Object(Vec::new());
    for (name, _, section) in single_tables() {
        out.set(name, words(section));
    }
    for (name, _, sections) in listed_tables() {
        let mut kinds = Json::Object(Vec::new());
        for section in sections {
            kinds.set(section.kind, words(section));
        }
        out.set(name, kinds);
    }
    out
}

fn settings() -> String {
    let mut out = format!("/** The tables of all settings. {HEAD} */\n{SETTING_TYPES}");
    for (name, about, section) in single_tables() {
        let _ = writeln!(out, "\n/** {about} */\nexport const {name}: Section = {};", rows(section, ""));
    }
    for (name, about, sections) in listed_tables() {
        let _ = writeln!(out, "\n/** {about} */\nexport const {name}: readonly Section[] = [");
        for section in sections {
            let _ = writeln!(out, "  {},", rows(section, "  "));
        }
        out.push_str("];\n");
    }
    let options: Vec<Json> = tables::transfer_options().map(|p| Json::from(p.name)).collect();
    let about = "A flow's settings that the transfers of cross traffic have, too.";
    let _ =
        writeln!(out, "\n/** {about} */\nexport const TRANSFER_OPTIONS: readonly string[] = {};", Json::Array(options));
    let kinds = tables::traffic().iter().filter(|section| tables::has_transfers(section));
    let kinds: Vec<Json> = kinds.map(|section| Json::from(section.kind)).collect();
    let about = "Kinds of cross traffic that are made of transfers.";
    let _ = writeln!(out, "\n/** {about} */\nexport const OF_TRANSFERS: readonly string[] = {};", Json::Array(kinds));
    out
}

/// A section with one line per setting.
fn rows(section: &Section, indent: &str) -> String {
    let described = describe::section(section);
    let field = |name: &str| described.get(name).cloned().unwrap_or(Json::Null);
    let mut out = String::from("{\n");
    for name in ["kind", "title", "selector"] {
        let _ = writeln!(out, "{indent}  {name}: {},", field(name));
    }
    // The page draws its first picture without words.
    let variants = section.variants.iter().map(|variant| describe::differences(section, variant));
    let _ = writeln!(out, "{indent}  variants: {},", Json::Array(variants.collect()));
    let _ = writeln!(out, "{indent}  one_of: {},", field("one_of"));
    let _ = writeln!(out, "{indent}  rate_based: {},", section.rate_based);
    if section.fills_queue {
        let _ = writeln!(out, "{indent}  fills_queue: true,");
    }
    if !section.flow_defaults.is_empty() {
        let _ = writeln!(out, "{indent}  flow_defaults: {},", describe::flow_defaults(section));
    }
    if let Some(group) = section.group {
        let _ = writeln!(out, "{indent}  group: {:?},", group.name());
    }
    if let Some(ink) = tables::ink(section.kind) {
        let _ = writeln!(out, "{indent}  ink: {ink},");
    }
    let _ = writeln!(out, "{indent}  params: [");
    for param in section.params {
        let row = describe::param(param);
        let domain = match param.domain {
            Domain::Switch => object! { "type" => "switch" },
            Domain::Words(words) => {
                let words: Vec<Json> = words.iter().map(|w| Json::from(*w)).collect();
                object! { "type" => "words", "words" => words }
            }
            Domain::Number { min, max, above, integer } => {
                object! { "type" => "number", "min" => min, "max" => max, "above" => above, "integer" => integer }
            }
            Domain::List(fields) => {
                let wanted = ["name", "min", "max", "above", "integer", "unit", "help"];
                let fields = fields.iter().map(|field| {
                    let described = describe::param(field);
                    let mut own = Json::Object(Vec::new());
                    for name in wanted {
                        own.set(name, described.get(name).cloned().unwrap_or(Json::Null));
                    }
                    own
                });
                let fields: Vec<Json> = fields.collect();
                object! { "type" => "list", "most" => param.most as f64, "fields" => fields }
            }
        };
        let mut line = object! { "name" => param.name, "domain" => domain };
        for name in ["nullable", "required", "default", "unit", "scale", "live"] {
            line.set(name, row.get(name).cloned().unwrap_or(Json::Null));
        }
        if let Some((min, max, ticks)) = param.slider {
            let ticks: Vec<Json> = ticks.iter().map(|tick| Json::from(*tick)).collect();
            line.set("slider", object! { "min" => min, "max" => max, "ticks" => Json::Array(ticks) });
        }
        if param.on_card {
            line.set("on_card", Json::from(true));
        }
        for pair in section.ordered {
            if pair.less == param.name {
                line.set("at_most", Json::from(pair.more));
            } else if pair.more == param.name {
                line.set("at_least", Json::from(pair.less));
            }
        }
        let _ = writeln!(out, "{indent}    {line},");
    }
    let _ = write!(out, "{indent}  ],\n{indent}}}");
    out
}

fn scenario() -> String {
    let mut out = format!("/** Types of a scenario document. {HEAD} */\n");
    let nothing = |_: &Section| String::new();
    let kind = tables::default_discipline().kind;
    let queue = union(&mut out, "Queue", "discipline", tables::disciplines(), kind, nothing);
    let loss = union(&mut out, "Loss", "model", tables::models(), tables::default_model().kind, nothing);
    let kind = tables::default_reordering().kind;
    let reordering = union(&mut out, "Reordering", "model", tables::reorderings(), kind, nothing);
    let rate_model = union(&mut out, "RateModel", "model", tables::rate_models(), "", nothing);
    let kind = tables::default_algorithm().kind;
    let algorithm = union(&mut out, "Algorithm", "kind", tables::algorithms(), kind, nothing);
    let kind = tables::default_application().kind;
    let application = union(&mut out, "Application", "kind", tables::applications(), kind, nothing);
    let entry = format!("  name?: string;\n{}", fields(tables::EntrySettings::PARAMS));
    let options = format!("  algorithm?: {algorithm};\n{}", fields(tables::transfer_options()));
    union(&mut out, "CrossTraffic", "kind", tables::traffic(), "", |section| {
        if tables::has_transfers(section) { format!("{entry}{options}") } else { entry.clone() }
    });
    let _ = write!(
        out,
        "\n/** A token bucket before the queue. */\nexport interface Policer {{\n{}}}\n",
        fields(tables::policer().params)
    );
    let _ = write!(
        out,
        "\n/** A delay after the link that varies. */\nexport interface DelayVariation {{\n{}}}\n",
        fields(tables::delay_variation().params)
    );
    let _ = write!(
        out,
        "\n/** The file of a trace of opportunities. */\nexport interface TraceFile {{\n  name: string;\n{}  digest?: string;\n}}\n",
        fields(tables::TraceFileSettings::PARAMS)
    );
    let _ = write!(
        out,
        "\n/** Random loss, policer, queue, link and reordering. */\nexport interface Bottleneck {{\n{}  queue: {queue};\n  loss?: {loss};\n  \
         policer?: Policer;\n  reordering?: {reordering};\n  delay_variation?: DelayVariation;\n  rate_model?: {rate_model};\n  rate_trace_file?: TraceFile;\n}}\n",
        fields(BOTTLENECK.params)
    );
    let _ = write!(
        out,
        "\n/** One TCP flow. */\nexport interface Flow {{\n{entry}  algorithm?: {algorithm};\n  \
         application?: {application};\n{}}}\n",
        fields(host::SECTION.params)
    );
    let _ = write!(
        out,
        "\n/** A change during the run. */\nexport interface Intervention {{\n{}  path: string;\n  value: \
         number | boolean | string | null;\n}}\n",
        fields(tables::InterventionSettings::PARAMS)
    );
    let _ = write!(
        out,
        "\n/** Everything about a run. */\nexport interface Scenario {{\n  schema: 1;\n  title?: string;\n{}  bottleneck: \
         Bottleneck;\n  reverse_bottleneck?: Bottleneck;\n  flows?: Flow[];\n  cross_traffic?: CrossTraffic[];\n  interventions?: Intervention[];\n}}\n",
        fields(RUN.params)
    );
    out
}

/// An interface for each section and the union of them; returns its name.
fn union(
    out: &mut String,
    name: &'static str,
    selector: &str,
    sections: &[&Section],
    default: &str,
    others: impl Fn(&Section) -> String,
) -> &'static str {
    let mut names = Vec::new();
    for section in sections {
        let own: String = section.kind.split('_').map(capital).collect();
        let optional = if section.kind == default { "?" } else { "" };
        let _ = write!(
            out,
            "\n/** {} */\nexport interface {name}{own} {{\n  {selector}{optional}: {:?};\n{}{}}}\n",
            section.title,
            section.kind,
            others(section),
            fields(section.params)
        );
        names.push(format!("{name}{own}"));
    }
    let _ = write!(out, "\nexport type {name} = {};\n", names.join(" | "));
    name
}

pub(crate) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn fields<'a>(params: impl IntoIterator<Item = &'a Param>) -> String {
    let mut out = String::new();
    for param in params {
        let kind = match param.domain {
            Domain::Switch => "boolean".into(),
            Domain::Number { .. } => "number".into(),
            Domain::Words(words) => words.iter().map(|w| format!("{w:?}")).collect::<Vec<_>>().join(" | "),
            Domain::List([bare]) if bare.name.is_empty() => "number[]".into(),
            Domain::List(fields) => {
                let each: Vec<String> = fields.iter().map(|f| format!("{}: number", f.name)).collect();
                format!("{{ {} }}[]", each.join("; "))
            }
        };
        let null = if param.nullable { " | null" } else { "" };
        let optional = if param.required { "" } else { "?" };
        let unit = if param.unit.is_empty() { String::new() } else { format!(" [{}]", param.unit) };
        let _ = writeln!(out, "  /** {}{unit} */\n  {}{optional}: {kind}{null};", param.help.trim(), param.name);
    }
    out
}

const SIGNAL_TYPES: &str = r#"
/** How a signal is read between its values. */
export type SignalKind = "level" | "sample" | "mark" | "total" | "state";

export interface Signal {
  name: string;
  unit: string;
  kind: SignalKind;
  /** The words of a state; its values are places in this list. */
  words: readonly string[];
}
"#;

fn signals_file() -> String {
    let mut out =
        format!("/** The catalogue of signals, and the numbers of each rule in *Why?*. {HEAD} */\n{SIGNAL_TYPES}");
    out.push_str(
        "\n/** Signals of the engine that do not depend on the algorithm. */\nexport const SIGNALS: readonly Signal[] = [\n",
    );
    for signal in signals::ALL {
        let _ = writeln!(out, "  {},", signal_json(signal));
    }
    out.push_str("];\n");
    for (name, about, sections) in [
        ("ALGORITHM_SIGNALS", "Signals of each algorithm, by kind.", tables::algorithms()),
        ("DISCIPLINE_SIGNALS", "Signals of each queue discipline, emitted for its bottleneck.", tables::disciplines()),
    ] {
        let _ = write!(
            out,
            "\n/** {about} */\nexport const {name}: ReadonlyMap<string, readonly Signal[]> = new Map<string, Signal[]>([\n"
        );
        for section in sections.iter().filter(|s| !s.signals.is_empty()) {
            let _ = writeln!(out, "  [{:?}, [", section.kind);
            for signal in section.signals {
                let _ = writeln!(out, "    {},", signal_json(signal));
            }
            out.push_str("  ]],\n");
        }
        out.push_str("]);\n");
    }
    out.push_str(RULE_TYPES);
    let sections = tables::algorithms().iter().copied().chain([&host::SECTION]);
    let mut rules: Vec<&Rule> = sections.flat_map(|section| section.rules.iter().copied()).collect();
    rules.sort_by_key(|rule| rule.key);
    rules.dedup_by_key(|rule| rule.key);
    for rule in rules {
        let numbers: Vec<Json> = rule.numbers.iter().map(|n| Json::from(*n)).collect();
        let told = object! {
            "outcome" => rule.outcome.name(), "infers" => rule.infers.name(), "numbers" => Json::Array(numbers),
        };
        let _ = writeln!(out, "  [{:?}, {told}],", rule.key);
    }
    out.push_str("]);\n");
    out
}

const RULE_TYPES: &str = r#"
/** A rule's effect on congestion, its inference about the path, and the names of the numbers that it shows. */
export interface Rule {
  outcome: "backoff" | "no_backoff" | "cut" | "kept" | "timeout" | "undo" | "change";
  infers: "nothing" | "congestion" | "random_loss" | "queue" | "rivals";
  numbers: readonly string[];
}

/** Every rule, by its key. */
export const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
"#;

fn signal_json(signal: &Signal) -> Json {
    let kind = match signal.kind {
        Kind::Level => "level",
        Kind::Sample => "sample",
        Kind::Mark => "mark",
        Kind::Total => "total",
        Kind::State => "state",
    };
    let words: Vec<Json> = signal.words.iter().map(|w| Json::from(*w)).collect();
    object! { "name" => signal.name, "unit" => signal.unit, "kind" => kind, "words" => words }
}
