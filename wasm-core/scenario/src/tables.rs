//! Lists of the engine's sections, by which a document's words are looked up. The only place that names them.

use sawtooth_engine::host;
use sawtooth_engine::params::{Param, Section};
use sawtooth_engine::path::{delay_variation, loss, policer, queue, rate_model, reordering};
use sawtooth_engine::scenario;
use sawtooth_engine::tcp::application;
use sawtooth_engine::traffic;

/// Congestion controls, by `kind`.
pub fn algorithms() -> &'static [&'static Section] {
    scenario::ALGORITHMS
}
/// Those that a document may name here: `own`, too, where a host program handles its calls.
pub fn nameable_algorithms() -> &'static [&'static Section] {
    scenario::nameable_algorithms()
}
/// Queue disciplines, by `discipline`.
pub fn disciplines() -> &'static [&'static Section] {
    queue::DISCIPLINES
}
/// Loss models, by `model`.
pub fn models() -> &'static [&'static Section] {
    loss::MODELS
}
/// The policer before a queue.
pub fn policer() -> &'static Section {
    &policer::SECTION
}
/// The delay after a link that varies.
pub fn delay_variation() -> &'static Section {
    &delay_variation::SECTION
}
/// Models of reordering, by `model`.
pub fn reorderings() -> &'static [&'static Section] {
    reordering::MODELS
}
/// Models of a link's rate, by `model`.
pub fn rate_models() -> &'static [&'static Section] {
    rate_model::MODELS
}
/// Applications of flows, by `kind`.
pub fn applications() -> &'static [&'static Section] {
    application::KINDS
}
/// Kinds of cross traffic, by `kind`.
pub fn traffic() -> &'static [&'static Section] {
    traffic::KINDS
}

/// The default algorithm of a flow.
pub fn default_algorithm() -> &'static Section {
    default_of(algorithms(), "newreno")
}
/// The default queue discipline.
pub fn default_discipline() -> &'static Section {
    default_of(disciplines(), "drop_tail")
}
/// The default loss model: Bernoulli with probability 0 (contract 1.1).
pub fn default_model() -> &'static Section {
    default_of(models(), MODEL_OF_A_PROBABILITY.1)
}
/// The default application of a flow: it always has data.
pub fn default_application() -> &'static Section {
    default_of(applications(), "bulk")
}
/// The default reordering model.
pub fn default_reordering() -> &'static Section {
    default_of(reorderings(), "bernoulli")
}

/// The ink of an algorithm, which every drawing makes the same colour, dash and marker of (design 2.2). None: it has none of
/// its own. Two algorithms share one where no paper compares them.
pub fn ink(kind: &str) -> Option<u8> {
    match kind {
        "newreno" | "aimd" => Some(0),
        "cdg" | "tfrc" => Some(1),
        "vegas" | "rap" => Some(2),
        "cubic" | "sqrt" => Some(3),
        "htcp" | "iiad" => Some(4),
        "compound" => Some(5),
        "bbr3" => Some(6),
        "bbr" => Some(7),
        _ => None,
    }
}

/// Fields of a queue's limit, of which a document has one.
pub use sawtooth_engine::path::queue::LIMITS;
/// The fields that choose a section, each with the fields that keep their values when it changes; all others take the new
/// section's defaults (contract 1.5).
pub const SELECTORS: &[(&str, &[&str])] = &[("kind", &[]), ("discipline", LIMITS), ("model", &[])];
/// A probability given to the first of these loss models makes it the second (contract 1.1).
pub const MODEL_OF_A_PROBABILITY: (&str, &str) = ("none", "bernoulli");

/// Whether a kind of cross traffic consists of transfers, which have an algorithm and options of a TCP stack.
pub fn has_transfers(kind: &Section) -> bool {
    traffic::has_transfers(kind)
}
/// Options of a TCP stack that transfers have, as rows of a flow's settings.
pub fn transfer_options() -> impl Iterator<Item = &'static Param> {
    host::SECTION.params.iter().filter(|p| is_transfer_option(p.name))
}
/// Whether a flow's setting is also an option of transfers.
pub fn is_transfer_option(name: &str) -> bool {
    host::SECTION.index(name).is_some() && !traffic::NOT_OF_TRANSFERS.contains(&name)
}

fn default_of(sections: &'static [&'static Section], kind: &str) -> &'static Section {
    find(sections, kind).unwrap_or(sections[0])
}

/// Its name among sections.
pub fn find(sections: &'static [&'static Section], kind: &str) -> Option<&'static Section> {
    sections.iter().find(|s| s.kind == kind).copied()
}

/// Names of the fields of a table.
pub fn names(params: &'static [Param]) -> impl Iterator<Item = &'static str> {
    params.iter().map(|p| p.name)
}

/// Maximum number of flows, and of sources of cross traffic, copies included.
pub const MAX_FLOWS: usize = 10_000;
/// Maximum number of a random stream.
pub(crate) const MAX_STREAM: u64 = 9_007_199_254_740_991;

sawtooth_engine::params! {
    /// Fields of a flow or of cross traffic in the document itself, beside name and kind.
    pub struct EntrySettings {
        /// Index of its random stream; its position in the list if absent. Each entry of a list needs its own.
        stream: u64 = whole(0.0, 0.0, MAX_STREAM as f64).absent(), "choice";
        /// Number of copies. With more than one, NAME stands for NAME 1, NAME 2 and so on, with streams in order.
        count: u64 = whole(1.0, 1.0, MAX_FLOWS as f64), "choice";
    }
}

/// Fields of an entry beside its settings.
pub static ENTRY: Section = Section::new("entry", "entry", EntrySettings::PARAMS);

sawtooth_engine::params! {
    /// Fields of an intervention in the document, beside path and value.
    pub struct InterventionSettings {
        /// When it happens, before all other events of that instant.
        at_s: f64 = number(0.0, 0.0, f64::MAX).unit("s").required(), "choice";
    }
}

sawtooth_engine::params! {
    /// Fields of a trace's file in a bottleneck, beside name and digest.
    pub struct TraceFileSettings {
        /// Number of its entries.
        entries: Option<u64> = whole(1.0, 1.0, 10_000_000.0).absent(), "choice";
    }
}

/// The file of a trace, as a bottleneck names it.
pub static TRACE_FILE: Section = Section::new("rate_trace_file", "trace file", TraceFileSettings::PARAMS);
