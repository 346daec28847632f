//! The typed scenario: what a run is, without JSON. Built and checked by the crate `scenario`, which reads the tables
//! declared here; code and tests may build one directly. All of it is plain data.

use crate::params::{Choice, FromValue, Param, Section, Value};
use crate::path::queue::Limit;
use crate::units::{Span, Time};

/// Everything about a run (contract, section 1).
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Seed of all luck.
    pub seed: u64,
    /// Length of the run. Nothing that falls on it happens.
    pub duration: Time,
    /// A full data packet on the wire, in bytes.
    pub packet_bytes: u32,
    /// The forward bottleneck.
    pub bottleneck: Bottleneck,
    /// TCP flows, in the document's order.
    pub flows: Vec<Flow>,
    /// Traffic without congestion control, in the document's order.
    pub cross_traffic: Vec<CrossTraffic>,
    /// Changes while the run goes on, in order of effect.
    pub interventions: Vec<Intervention>,
}

/// Queue, link and random loss of one direction.
#[derive(Clone, Debug)]
pub struct Bottleneck {
    /// Its own settings (`BottleneckSettings`).
    pub settings: BottleneckSettings,
    /// The discipline and its parameters.
    pub queue: Choice,
    /// The model of random loss and its parameters.
    pub loss: Choice,
}

/// One TCP flow.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Unique name, for people only.
    pub name: String,
    /// Its number among the flows' streams of luck.
    pub stream: u64,
    /// Congestion control.
    pub algorithm: Choice,
    /// Everything else about it, host options included: a row of `crate::tcp::host::SECTION`.
    pub settings: Choice,
}

/// One source of cross traffic.
#[derive(Clone, Debug)]
pub struct CrossTraffic {
    /// Unique name, for people only.
    pub name: String,
    /// Its number among the cross traffic's streams of luck.
    pub stream: u64,
    /// The kind and its parameters, those that all kinds share included.
    pub traffic: Choice,
}

/// A change while the run goes on (contract 1.5). Happens before all other events of its instant.
#[derive(Clone, Debug)]
pub struct Intervention {
    /// When.
    pub at: Time,
    /// What.
    pub change: Change,
}

/// What an intervention changes. Rows are those of the section's table.
#[derive(Clone, Debug)]
pub enum Change {
    /// A setting of the bottleneck itself (its rate).
    Bottleneck(usize, Value),
    /// A parameter of the queue discipline (its limit).
    Queue(usize, Value),
    /// Another discipline at its defaults, but for the limit, which stays.
    Discipline(Choice),
    /// A parameter of the loss model.
    Loss(usize, Value),
    /// Another loss model with a new state.
    LossModel(Choice),
    /// A setting of a flow or of its host.
    Flow(usize, usize, Value),
    /// A parameter of a flow's algorithm.
    Algorithm(usize, usize, Value),
    /// Another algorithm (or variant) with a new private state; cwnd and ssthresh stay.
    Kind(usize, Choice),
    /// A parameter of cross traffic.
    Traffic(usize, usize, Value),
}

crate::params! {
    /// The scenario's own settings.
    pub struct RunSettings {
        /// Seed of every random draw of the run.
        seed: u64 = whole(1.0, 0.0, 9_007_199_254_740_991.0), "choice";
        /// Length of the run.
        duration_s: f64 = above(80.0, 0.0, 1e7).unit("s").required(), "choice";
        /// A full data packet on the wire; 40 bytes of it are headers.
        packet_bytes: u32 = whole(1500.0, 41.0, 65535.0).unit("bytes"), "Ethernet's MTU";
    }
}

crate::params! {
    /// A bottleneck's own settings.
    pub struct BottleneckSettings {
        /// Rate of the link; wire bits.
        rate_bps: f64 = number(10e6, 1e3, 1e12).unit("bit/s").log().live().required(), "CDG paper, section 4: 10 Mbps";
    }
}

/// Section of the scenario's own settings.
pub static RUN: Section = Section::new("run", "Run", RunSettings::PARAMS);
/// Section of a bottleneck's own settings.
pub static BOTTLENECK: Section = Section::new("bottleneck", "Bottleneck", BottleneckSettings::PARAMS);

/// Bytes of TCP and IP header in each packet, and of a whole acknowledgement (contract, section 1).
pub const HEADER_BYTES: u32 = 40;

impl Scenario {
    /// Payload of a full packet, in bytes.
    pub fn payload_bytes(&self) -> u32 {
        self.packet_bytes - HEADER_BYTES
    }

    /// The queue's limit from each instant on at which it is set, the first at time 0. Known beforehand, since nothing
    /// but interventions changes it.
    pub fn limits(&self) -> Vec<(Time, Limit)> {
        let of = |queue: &Choice| {
            let number = |name: &str| FromValue::from_value(queue.get(name));
            Limit::of(number("limit_packets"), number("limit_bytes"))
        };
        let mut queue = self.bottleneck.queue.clone();
        let mut limits = vec![(Time::ZERO, of(&queue))];
        for intervention in &self.interventions {
            match &intervention.change {
                Change::Queue(row, value) => queue.set(*row, *value),
                Change::Discipline(choice) => queue = choice.clone(),
                _ => continue,
            }
            limits.push((intervention.at, of(&queue)));
        }
        limits
    }
}

/// The two halves of a base RTT: after the link (rounded down to ns), and on the way back (the rest).
pub fn halves(base_rtt_ms: f64) -> (Span, Span) {
    let whole = Span::from_ms(base_rtt_ms);
    (Span(whole.0 / 2), Span(whole.0 - whole.0 / 2))
}

/// The row of a parameter by name, for code that builds changes directly.
pub fn row(params: &[Param], name: &str) -> usize {
    params.iter().position(|p| p.name == name).expect("a field of this table")
}
