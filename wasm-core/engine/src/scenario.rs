//! The typed scenario: what a run is, without JSON. Built and checked by the crate `scenario`, which reads the tables
//! declared here; code and tests may build one directly. All of it is plain data.

use crate::cc;
use crate::math::clamp;
use crate::params::{Choice, FromValue, List, Need, Param, Section, Value, whole};
use crate::path::bottleneck::{self, Models};
use crate::path::opportunities::{Origin, Trace};
use crate::path::queue::{Limit, MOST_BYTES};
use crate::path::rate_steps::{Step, Steps};
use crate::path::wifi;
use crate::rate::RATES;
use crate::tcp::application::bulk;
use crate::units::{HEADER_BYTES, Rate, Span, Time};

/// Everything about a run (contract, section 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Seed of all random draws.
    pub seed: u64,
    /// Length of the run. Events at its end do not occur.
    pub duration: Time,
    /// A full data packet on the wire, in bytes.
    pub packet_bytes: u32,
    /// The forward bottleneck.
    pub bottleneck: Bottleneck,
    /// The bottleneck of the other direction; without one, that direction only delays.
    pub reverse_bottleneck: Option<Bottleneck>,
    /// TCP flows, in the document's order.
    pub flows: Vec<Flow>,
    /// Traffic without congestion control, in the document's order.
    pub cross_traffic: Vec<CrossTraffic>,
    /// Changes during the run, in order of effect.
    pub interventions: Vec<Intervention>,
}

/// Direction. Forward data passes the forward bottleneck, its ACKs the reverse one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// `bottleneck`.
    Forward,
    /// `reverse_bottleneck`.
    Reverse,
}

/// Random loss, policer, queue, link, reordering and varying delay of one direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Bottleneck {
    /// Its own settings: a row of `BOTTLENECK`.
    pub settings: Choice,
    /// The discipline and its parameters.
    pub queue: Choice,
    /// The model of random loss and its parameters.
    pub loss: Choice,
    /// The policer before the queue; without one, all packets that are not lost reach the queue.
    pub policer: Option<Choice>,
    /// The reordering model and its parameters; without one, order is kept.
    pub reordering: Option<Choice>,
    /// The delay after the link that varies; without one it is the flow's.
    pub delay_variation: Option<Choice>,
    /// The model of the link's rate and its parameters; without one, and without a trace, the link serves at its rate.
    pub rate_model: Option<Choice>,
}

/// One TCP flow.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// Unique name, for people only.
    pub name: String,
    /// Index of its random stream among those of the flows.
    pub stream: u64,
    /// Congestion control.
    pub algorithm: Choice,
    /// All other settings, including those of its TCP stack: a row of `crate::host::SECTION`.
    pub settings: Choice,
    /// The application above the sender. No effect while the algorithm is rate-based.
    pub application: Choice,
}

/// One source of cross traffic.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossTraffic {
    /// Unique name, for people only.
    pub name: String,
    /// Index of its random stream among those of cross traffic.
    pub stream: u64,
    /// The kind and its parameters, those that all kinds share included.
    pub traffic: Choice,
    /// Transfers of a flash crowd, or of a client that fetches; none for every other kind.
    pub transfers: Option<Transfers>,
}

/// Common properties of the transfers of a source of cross traffic.
#[derive(Clone, Debug, PartialEq)]
pub struct Transfers {
    /// Congestion control.
    pub algorithm: Choice,
    /// A row of `crate::host::SECTION`: options of the TCP stack. Those of `crate::traffic::NOT_OF_TRANSFERS` have
    /// no effect here.
    pub settings: Choice,
}

/// A change during the run (contract 1.5). Occurs before all other events of its instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Intervention {
    /// Time.
    pub at: Time,
    /// Change.
    pub change: Change,
}

/// Change of an intervention. Rows are those of the section's table.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A setting of a bottleneck itself (its rate).
    Bottleneck(Side, usize, Value),
    /// A parameter of the queue discipline (its limit).
    Queue(Side, usize, Value),
    /// Another discipline at its defaults, with the present limit.
    Discipline(Side, Choice),
    /// A parameter of the loss model.
    Loss(Side, usize, Value),
    /// Another loss model with a new state.
    LossModel(Side, Choice),
    /// A parameter of the policer.
    Policer(Side, usize, Value),
    /// A policer with a full bucket where there was none.
    NewPolicer(Side, Choice),
    /// A parameter of the model of reordering.
    Reordering(Side, usize, Value),
    /// A reordering model with a new state, in place of another or none.
    ReorderingModel(Side, Choice),
    /// A parameter of the delay that varies.
    DelayVariation(Side, usize, Value),
    /// A setting of a flow or of its TCP stack.
    Flow(usize, usize, Value),
    /// A parameter of a flow's algorithm.
    Algorithm(usize, usize, Value),
    /// Another algorithm (or variant) with a new private state; cwnd and ssthresh are kept.
    Kind(usize, Choice),
    /// A parameter of a flow's application.
    Application(usize, usize, Value),
    /// Another kind of application, which starts at once.
    ApplicationKind(usize, Choice),
    /// A parameter of cross traffic.
    Traffic(usize, usize, Value),
    /// A setting of the transfers of cross traffic.
    Transfers(usize, usize, Value),
    /// A parameter of the algorithm of the transfers of cross traffic.
    TransfersAlgorithm(usize, usize, Value),
    /// Another algorithm (or variant) of the transfers of cross traffic.
    TransfersKind(usize, Choice),
}

crate::params! {
    /// The scenario's own settings.
    pub struct RunSettings {
        /// Seed of all random draws of the run.
        seed: u64 = whole(1.0, 0.0, 9_007_199_254_740_991.0), "choice";
        /// Length of the run.
        duration_s: f64 = above(80.0, 0.0, 1e7).unit("s").required(), "choice";
        /// Size of a full data packet on the wire, including 40 bytes of headers.
        packet_bytes: u32 = whole(1500.0, 41.0, 65535.0).unit("bytes"), "Ethernet's MTU";
    }
}

/// An entry of a trace.
const OPPORTUNITY: &[Param] = &[whole(0.0, 0.0, 1e10).unit("ms")];

crate::params! {
    /// A bottleneck's own settings.
    pub struct BottleneckSettings {
        /// Link rate, in bits on the wire.
        rate_bps: f64 = number(10e6, 1e3, 1e12).unit("bit/s").log().live().required(), "CDG paper, section 4: 10 Mbit/s";
        /// Tick of the link's clock, as in dummynet: a packet leaves at the next tick; 0: at once.
        tick_ms: f64 = number(0.0, 0.0, 1000.0).unit("ms").needs(&[Need::ConstantLink]), "FreeBSD's dummynet: 1 ms at hz = 1000";
        /// Opportunities of the link in ms, in order: at each it may send 1500 bytes, and at no other time. The rate and the tick then do not count.
        rate_trace_ms: Option<List> = list(&[], OPPORTUNITY).most(10_000_000).unit("ms").absent(),
            "Netravali et al., USENIX ATC 2015: Mahimahi";
        /// Whether the trace begins again at its last entry; true if absent. Otherwise the link is silent after it.
        rate_trace_repeat: Option<bool> = switch(true).absent().needs(&[Need::Given("rate_trace_ms")]), "Mahimahi";
        /// The link's rate over time: that of each row until the next one. It then sends 1500 bytes whenever the rate has provided for them; its
        /// rate and tick do not count.
        rate_steps: Option<List> = list(&[], Step::PARAMS).most(100_000).absent(), "Mao et al., SIGCOMM 2017: traces of seconds and Mbit/s";
        /// Whether the rows begin again at the time of the last one; false if absent. Otherwise its rate stays.
        rate_steps_repeat: Option<bool> = switch(false).absent().needs(&[Need::Given("rate_steps")]), "choice";
    }
}

/// Section of the scenario's own settings.
pub static RUN: Section = Section::new("run", "Run", RunSettings::PARAMS);
/// Section of a bottleneck's own settings.
pub static BOTTLENECK: Section =
    Section::new("bottleneck", "Bottleneck", BottleneckSettings::PARAMS).needs(&[Need::Packets]);

/// Number of congestion controls that every scenario may name.
const LISTED: usize = cc::ALGORITHMS.len() + RATES.len();

/// The listed ones, then the host program's own.
static EVERY: [&Section; LISTED + 1] = {
    let mut every = [&cc::own::SECTION; LISTED + 1];
    let mut i = 0;
    while i < LISTED {
        every[i] = if i < cc::ALGORITHMS.len() { cc::ALGORITHMS[i] } else { RATES[i - cc::ALGORITHMS.len()] };
        i += 1;
    }
    every
};

/// Every algorithm of ours, in the order of lists: window-based ones, then rate-based ones.
pub static ALGORITHMS: &[&Section] = EVERY.split_at(LISTED).0;

/// Every algorithm that a scenario may name on this thread: `own` only where a host program handles its calls (`cc/own.rs`).
pub fn nameable_algorithms() -> &'static [&'static Section] {
    if cc::own::is_hosted() { &EVERY } else { ALGORITHMS }
}

impl Scenario {
    /// Payload of a full packet, in bytes.
    pub fn payload_bytes(&self) -> u32 {
        self.packet_bytes - HEADER_BYTES
    }

    /// The bottleneck of a direction.
    pub fn side(&self, side: Side) -> Option<&Bottleneck> {
        match side {
            Side::Forward => Some(&self.bottleneck),
            Side::Reverse => self.reverse_bottleneck.as_ref(),
        }
    }

    fn side_mut(&mut self, side: Side) -> Option<&mut Bottleneck> {
        match side {
            Side::Forward => Some(&mut self.bottleneck),
            Side::Reverse => self.reverse_bottleneck.as_mut(),
        }
    }

    /// Applies one more change. Targets that do not exist are ignored.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Bottleneck(side, ..)
            | Change::Queue(side, ..)
            | Change::Discipline(side, _)
            | Change::Loss(side, ..)
            | Change::LossModel(side, _)
            | Change::Policer(side, ..)
            | Change::NewPolicer(side, _)
            | Change::Reordering(side, ..)
            | Change::ReorderingModel(side, _)
            | Change::DelayVariation(side, ..) => {
                if let Some(bottleneck) = self.side_mut(*side) {
                    bottleneck.apply(change);
                }
            }
            Change::Flow(flow, row, value) => self.flows[*flow].settings.set(*row, value.clone()),
            Change::Algorithm(flow, row, value) => self.flows[*flow].algorithm.set(*row, value.clone()),
            Change::Kind(flow, choice) => self.flows[*flow].algorithm = choice.clone(),
            Change::Application(flow, row, value) => self.flows[*flow].application.set(*row, value.clone()),
            Change::ApplicationKind(flow, choice) => self.flows[*flow].application = choice.clone(),
            Change::Traffic(cross, row, value) => self.cross_traffic[*cross].traffic.set(*row, value.clone()),
            Change::Transfers(cross, ..) | Change::TransfersAlgorithm(cross, ..) | Change::TransfersKind(cross, _) => {
                if let Some(transfers) = &mut self.cross_traffic[*cross].transfers {
                    transfers.apply(change);
                }
            }
        }
    }

    /// Gives each queue whose limit is a time or a number of BDPs that limit in bytes, at the rate of its link at the start: that of a trace is
    /// its mean, that of a Wi-Fi link what full aggregates carry. A BDP is of the largest base RTT of a flow, or of cross traffic where
    /// there is no flow. Returns the direction, the field, its value and the bytes of each.
    pub fn settle_limits(&mut self) -> Vec<(Side, &'static str, f64, f64)> {
        let mut settled = Vec::new();
        for side in [Side::Forward, Side::Reverse] {
            let Some(at) = self.side(side) else { continue };
            let value = |field: &str| if let Value::Number(n) = at.queue.get(field) { Some(n) } else { None };
            let (field, number, seconds) = match (value("limit_ms"), value("limit_bdp")) {
                (Some(ms), _) => ("limit_ms", ms, ms / 1e3),
                (None, Some(bdps)) => ("limit_bdp", bdps, bdps * self.largest_base_rtt_ms() / 1e3),
                (None, None) => continue,
            };
            let (rate, tick) = (Rate(at.rate_bps()), at.tick());
            let link = bottleneck::Bottleneck::new(rate, tick, at.models(), 0, self.seed, self.packet_bytes);
            let bytes = (link.rate().0 * seconds / 8.0).round();
            settled.push((side, field, number, bytes));
            if let Some(bottleneck) = self.side_mut(side)
                && let Some(row) = bottleneck.queue.section.index("limit_bytes")
            {
                bottleneck.queue.set(row, Value::Number(clamp(bytes, 1.0, MOST_BYTES)));
            }
        }
        settled
    }

    /// The largest base RTT of a flow in ms; of cross traffic where there is no flow. A BDP is of it.
    pub fn largest_base_rtt_ms(&self) -> f64 {
        let rtt = |choice: &Choice| f64::from_value(&choice.get("base_rtt_ms"));
        let flows = self.flows.iter().map(|flow| rtt(&flow.settings)).fold(0.0, f64::max);
        let crossing = self.cross_traffic.iter().map(|cross| rtt(&cross.traffic)).fold(0.0, f64::max);
        if self.flows.is_empty() { crossing } else { flows }
    }

    /// Limits of a direction's queue with their start times, the first at time 0; empty without a queue. They are known
    /// in advance, since only interventions change them.
    pub fn limits(&self, side: Side) -> Vec<(Time, Limit)> {
        let of = |bottleneck: &Bottleneck| {
            let number = |name: &str| FromValue::from_value(&bottleneck.queue.get(name));
            Limit::of(number("limit_packets"), number("limit_bytes"))
        };
        let Some(mut bottleneck) = self.side(side).cloned() else { return Vec::new() };
        let mut limits = vec![(Time::ZERO, of(&bottleneck))];
        for Intervention { at, change } in &self.interventions {
            if let Change::Queue(to, ..) | Change::Discipline(to, _) = change
                && *to == side
            {
                bottleneck.apply(change);
                limits.push((*at, of(&bottleneck)));
            }
        }
        limits
    }
}

impl Bottleneck {
    /// A bottleneck at its defaults except for the link rate, the discipline and the loss model.
    pub fn new(rate_bps: f64, queue: Choice, loss: Choice) -> Bottleneck {
        let settings = Choice::of(&BOTTLENECK).with("rate_bps", Value::Number(rate_bps));
        Bottleneck { settings, queue, loss, policer: None, reordering: None, delay_variation: None, rate_model: None }
    }

    /// Rate of the link at the start.
    pub fn rate_bps(&self) -> f64 {
        FromValue::from_value(&self.settings.get("rate_bps"))
    }

    /// Its models.
    pub fn models(&self) -> Models<'_> {
        let Bottleneck { queue, loss, .. } = self;
        let (policer, reordering) = (self.policer.as_ref(), self.reordering.as_ref());
        let (delay_variation, rate_model) = (self.delay_variation.as_ref(), self.rate_model.as_ref());
        Models { queue, loss, policer, reordering, delay_variation, trace: self.trace(), rate_model }
    }

    /// The trace of a link that serves in opportunities, or its steps of rate.
    pub fn trace(&self) -> Option<Origin> {
        let BottleneckSettings { rate_trace_ms, rate_trace_repeat, rate_steps, rate_steps_repeat, .. } =
            BottleneckSettings::read(&self.settings.values);
        let trace = |times_ms| Origin::Trace(Trace::new(times_ms, rate_trace_repeat.unwrap_or(true)));
        let steps = |rows| Origin::Steps(Steps::new(rows, rate_steps_repeat.unwrap_or(false)));
        rate_trace_ms.map(trace).or(rate_steps.map(steps))
    }

    /// Whether its link serves in opportunities or aggregates instead of at its rate.
    pub fn sends_by_itself(&self) -> bool {
        let lists = ["rate_trace_ms", "rate_steps"];
        self.rate_model.is_some() || lists.iter().any(|list| self.settings.get(list) != Value::Null)
    }

    /// Whether it sends aggregates, as a Wi-Fi station does.
    pub fn sends_aggregates(&self) -> bool {
        self.rate_model.as_ref().is_some_and(|choice| choice.section.kind == wifi::SECTION.kind)
    }

    /// The tick of the link; zero without one.
    pub fn tick(&self) -> Span {
        Span::from_ms(FromValue::from_value(&self.settings.get("tick_ms")))
    }

    /// Sets the link rate at the start.
    pub fn set_rate(&mut self, rate_bps: f64) {
        self.settings.set(row(self.settings.section.params, "rate_bps"), Value::Number(rate_bps));
    }
}

impl Bottleneck {
    fn apply(&mut self, change: &Change) {
        match change {
            Change::Bottleneck(_, row, value) => self.settings.set(*row, value.clone()),
            Change::Queue(_, row, value) => self.queue.set(*row, value.clone()),
            Change::Discipline(_, choice) => self.queue = choice.clone(),
            Change::Loss(_, row, value) => self.loss.set(*row, value.clone()),
            Change::LossModel(_, choice) => self.loss = choice.clone(),
            Change::Policer(_, row, value) => {
                if let Some(policer) = &mut self.policer {
                    policer.set(*row, value.clone());
                }
            }
            Change::NewPolicer(_, choice) => self.policer = Some(choice.clone()),
            Change::Reordering(_, row, value) => {
                if let Some(reordering) = &mut self.reordering {
                    reordering.set(*row, value.clone());
                }
            }
            Change::ReorderingModel(_, choice) => self.reordering = Some(choice.clone()),
            Change::DelayVariation(_, row, value) => {
                if let Some(variation) = &mut self.delay_variation {
                    variation.set(*row, value.clone());
                }
            }
            _ => {}
        }
    }
}

impl Flow {
    /// A flow that always has data.
    pub fn bulk(name: String, stream: u64, algorithm: Choice, settings: Choice) -> Flow {
        Flow { name, stream, algorithm, settings, application: Choice::of(&bulk::SECTION) }
    }
}

impl Transfers {
    /// One transfer as a flow: with its source's base RTT and length, and without jitter, as for all cross traffic.
    pub fn flow(&self, stream: u64, source: &Choice, payload_bytes: u32) -> Flow {
        let number = |name: &str| -> f64 { FromValue::from_value(&source.get(name)) };
        let bytes = match source.section.index("transfer_packets") {
            Some(_) => number("transfer_packets") * f64::from(payload_bytes),
            None => number("transfer_bytes"),
        };
        let mut settings = self.settings.clone();
        for (name, value) in [
            ("base_rtt_ms", source.get("base_rtt_ms")),
            ("send_jitter_ms", Value::Number(0.0)),
            ("transfer_bytes", Value::Number(bytes)),
        ] {
            settings.set(row(settings.section.params, name), value);
        }
        Flow::bulk(String::new(), stream, self.algorithm.clone(), settings)
    }

    /// Applies one more change.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Transfers(_, row, value) => self.settings.set(*row, value.clone()),
            Change::TransfersAlgorithm(_, row, value) => self.algorithm.set(*row, value.clone()),
            Change::TransfersKind(_, choice) => self.algorithm = choice.clone(),
            _ => {}
        }
    }
}

/// The two halves of a base RTT: after the link (rounded down to ns), and on the reverse path (the rest).
pub fn halves(base_rtt_ms: f64) -> (Span, Span) {
    let whole = Span::from_ms(base_rtt_ms);
    (Span(whole.0 / 2), Span(whole.0 - whole.0 / 2))
}

/// The row of a parameter by name, for code that builds changes directly.
pub fn row(params: &[Param], name: &str) -> usize {
    params.iter().position(|p| p.name == name).expect("a field of this table")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host;

    #[test] // contract 1.2, 1.3: a crowd's own base RTT and length, its host's options, no jitter
    fn a_transfer_is_a_flow_as_its_crowd_says() {
        let number = Value::Number;
        let crowd = Choice::of(&crate::traffic::flash_crowd::SECTION)
            .with("base_rtt_ms", number(70.0))
            .with("transfer_packets", number(12.0));
        let settings = Choice::of(&host::SECTION).with("host", Value::Word("linux"));
        let transfers = Transfers { algorithm: Choice::of(&crate::cc::cdg::SECTION), settings };
        let flow = transfers.flow(3, &crowd, 1460);
        let settings = host::FlowSettings::read(&flow.settings.values);
        assert_eq!((flow.stream, flow.algorithm.section.kind), (3, "cdg"));
        assert_eq!((settings.base_rtt_ms, settings.send_jitter_ms), (70.0, 0.0));
        assert_eq!((settings.transfer_bytes, settings.initial_window_packets), (Some(17520.0), 10.0));
    }
}
