//! The lists that a document's words are looked up in, all of them the engine's. The only place that names them.

use sawtooth_engine::cc;
use sawtooth_engine::params::{Param, Section};

mod pending {
    //! Stands in for the engine's tables of queues, losses and cross traffic.
    use sawtooth_engine::params::{OneOf, Param, Section};
    sawtooth_engine::params! {
        /// Drop tail.
        pub struct DropTail {
            /// Most packets.
            limit_packets: Option<f64> = whole(84.0, 1.0, 1e7).unit("packets").log().live(), "CDG paper, section 4";
            /// Most bytes.
            limit_bytes: Option<f64> = whole(126000.0, 1.0, 1e7).unit("bytes").log().live().absent(), "choice";
            /// How it counts.
            counting: bool = word("dummynet", &["dummynet", "ns2"]), "dummynet";
        }
    }
    pub static DROP_TAIL: Section = Section::new("drop_tail", "drop tail", DropTail::PARAMS)
        .one_of(&[OneOf { fields: &["limit_packets", "limit_bytes"], required: true }]);
    sawtooth_engine::params! {
        /// Bernoulli.
        pub struct Bernoulli {
            /// Probability.
            probability: f64 = number(0.0, 0.0, 1.0).log().live(), "choice";
        }
    }
    pub static NONE: Section = Section::new("none", "none", NOTHING);
    const NOTHING: &[Param] = &[];
    pub static BERNOULLI: Section = Section::new("bernoulli", "bernoulli", Bernoulli::PARAMS);
    sawtooth_engine::params! {
        /// VoIP.
        pub struct Voip {
            /// Base RTT.
            base_rtt_ms: f64 = above(40.0, 0.0, 1e5).unit("ms").log().live(), "choice";
            /// Start.
            start_s: f64 = number(0.0, 0.0, 1e12).unit("s"), "choice";
            /// Stop.
            stop_s: Option<f64> = number(0.0, 0.0, 1e12).unit("s").absent(), "choice";
            /// Size.
            packet_bytes: f64 = whole(200.0, 1.0, 65535.0).unit("bytes"), "G.711";
            /// Interval.
            interval_ms: f64 = above(20.0, 0.0, 1e6).unit("ms").live(), "G.711";
        }
    }
    pub static D: &[&Section] = &[&DROP_TAIL];
    pub static M: &[&Section] = &[&NONE, &BERNOULLI];
    pub static K: &[&Section] = &[&VOIP];
    pub static VOIP: Section = Section::new("voip", "VoIP", Voip::PARAMS);
}

/// Congestion controls, by `kind`.
pub fn algorithms() -> &'static [&'static Section] {
    cc::ALGORITHMS
}
/// Queue disciplines, by `discipline`.
pub fn disciplines() -> &'static [&'static Section] {
    pending::D
}
/// Loss models, by `model`.
pub fn models() -> &'static [&'static Section] {
    pending::M
}
/// Kinds of cross traffic, by `kind`.
pub fn traffic() -> &'static [&'static Section] {
    pending::K
}

/// The algorithm of a flow that names none.
pub fn default_algorithm() -> &'static Section {
    default_of(algorithms(), "newreno")
}
/// The discipline of a queue that names none.
pub fn default_discipline() -> &'static Section {
    default_of(disciplines(), "drop_tail")
}
/// The model of a path that names none: Bernoulli, of probability 0 (contract 1.1).
pub fn default_model() -> &'static Section {
    default_of(models(), "bernoulli")
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

sawtooth_engine::params! {
    /// What the document itself says of a flow or cross traffic, beside name and kind.
    pub struct EntrySettings {
        /// Number of its stream of luck; its position in the list if absent. Two alike in one list are refused.
        stream: u64 = whole(0.0, 0.0, 9_007_199_254_740_991.0).absent(), "choice";
    }
}

sawtooth_engine::params! {
    /// What the document says of an intervention, beside path and value.
    pub struct InterventionSettings {
        /// When it happens, before all other events of that instant.
        at_s: f64 = number(0.0, 0.0, 1e12).unit("s").required(), "choice";
    }
}
