//! Theory beside a sweep: what closed formulas say of a measure, or of a setting, in a cell. The formulas themselves are the engine's
//! (`formulas`). Not here: drawing them, words about them.

use crate::document::Sweep;
use crate::measures::What;
use crate::scale::{base_rtt_ms, bdp_packets, bytes, flow};
use sawtooth_engine::formulas::{
    bbr_probe, bits_per_second, dctcp_threshold, mathis, reno_friendly_loss, reno_friendly_rtt, small_buffer,
};
use sawtooth_engine::host::{Direction, FlowSettings};
use sawtooth_engine::params::Value;
use sawtooth_engine::scenario::Scenario;

sawtooth_engine::choices! {
    /// A theory.
    pub enum Theory {
        /// The law of the inverse root without delayed ACKs (`formulas::mathis`), of a flow's goodput, throughput or mean window.
        Mathis = "mathis",
        /// The same with delayed ACKs.
        MathisDelayedAcks = "mathis_delayed_acks",
        /// The rule of thumb: a queue of one BDP.
        Bdp = "bdp",
        /// BDP / √n, n flows (`formulas::small_buffer`).
        SmallBuffer = "small_buffer",
        /// Queue that BBR's probe adds (`formulas::bbr_probe`).
        BbrProbe = "bbr_probe",
        /// DCTCP's threshold (`formulas::dctcp_threshold`).
        DctcpThreshold = "dctcp_threshold",
        /// Where CUBIC's Reno-friendly region ends (`formulas::reno_friendly_loss`): the random loss above which, or the rate or base RTT below
        /// which, it follows Reno.
        CubicRenoFriendly = "cubic_reno_friendly",
    }
}

/// Every theory, in the order of lists.
pub const ALL: &[Theory] = &[
    Theory::Mathis,
    Theory::MathisDelayedAcks,
    Theory::Bdp,
    Theory::SmallBuffer,
    Theory::BbrProbe,
    Theory::DctcpThreshold,
    Theory::CubicRenoFriendly,
];

impl Theory {
    /// Its name.
    pub fn name(self) -> &'static str {
        Theory::WORDS[self as usize]
    }

    /// Its value for a measure (path of a field) or a setting (by its path) in this scenario, in its unit; none where it has none.
    pub fn value(self, path: &str, scenario: &Scenario) -> Option<f64> {
        let found = match self {
            Theory::Mathis => inverse_root(path, scenario, false),
            Theory::MathisDelayedAcks => inverse_root(path, scenario, true),
            Theory::Bdp => limit(path, scenario, &|bdp| bdp),
            Theory::SmallBuffer => {
                let flows = forward(scenario) as f64;
                limit(path, scenario, &|bdp| small_buffer(bdp, flows)).filter(|_| flows > 1.0)
            }
            Theory::BbrProbe => limit(path, scenario, &bbr_probe).filter(|_| runs(scenario, &["bbr"])),
            Theory::DctcpThreshold => (path == "bottleneck.queue.step_mark_packets" && runs(scenario, &["dctcp"]))
                .then(|| dctcp_threshold(bdp_packets(scenario))),
            Theory::CubicRenoFriendly => reno_friendly(path, scenario).filter(|_| runs(scenario, &["cubic"])),
        };
        found.filter(|value| value.is_finite() && *value > 0.0)
    }
}

/// C / √p of a flow, as a rate or as a window.
fn inverse_root(path: &str, scenario: &Scenario, delayed_acks: bool) -> Option<f64> {
    let flow = flow(path, scenario)?;
    let loss = &scenario.bottleneck.loss;
    let Value::Number(p) = loss.get("probability") else { return None };
    if p <= 0.0 || FlowSettings::read(&flow.settings.values).direction != Direction::Forward {
        return None;
    }
    let packets = mathis(p, delayed_acks);
    if path.ends_with(".cwnd_packets.mean") {
        return Some(packets);
    }
    Some(bits_per_second(packets, bytes(path, scenario)?, base_rtt_ms(flow) / 1e3))
}

/// A limit of the queue that is a function of the BDP, in the unit of the field.
fn limit(path: &str, scenario: &Scenario, of: &dyn Fn(f64) -> f64) -> Option<f64> {
    let packets = bdp_packets(scenario);
    match path.strip_prefix("bottleneck.queue.")? {
        "limit_packets" => Some(of(packets)),
        "limit_bytes" => Some(of(packets * f64::from(scenario.packet_bytes))),
        "limit_bdp" => Some(of(1.0)),
        "limit_ms" => Some(of(scenario.largest_base_rtt_ms())),
        _ => None,
    }
}

/// The random loss above which CUBIC follows Reno, the base RTT at which a random loss is that one, or the rate at which it is the loss of
/// flows which share it equally.
fn reno_friendly(path: &str, scenario: &Scenario) -> Option<f64> {
    let rtt_s = scenario.largest_base_rtt_ms() / 1e3;
    let p = reno_friendly_loss(rtt_s);
    match path {
        "bottleneck.loss.probability" => Some(p),
        _ if path.ends_with(".base_rtt_ms") => {
            let Value::Number(p) = scenario.bottleneck.loss.get("probability") else { return None };
            flow(path, scenario).map(|_| reno_friendly_rtt(p) * 1e3)
        }
        "bottleneck.rate_bps" => {
            let each = bits_per_second(mathis(p, false), f64::from(scenario.packet_bytes), rtt_s);
            Some(each * forward(scenario) as f64)
        }
        _ => None,
    }
}

/// Number of forward flows.
fn forward(scenario: &Scenario) -> usize {
    let is_forward = |choice: &[Value]| FlowSettings::read(choice).direction == Direction::Forward;
    scenario.flows.iter().filter(|flow| is_forward(&flow.settings.values)).count()
}

/// Whether a flow has one of these algorithms.
fn runs(scenario: &Scenario, kinds: &[&str]) -> bool {
    scenario.flows.iter().any(|flow| kinds.contains(&flow.algorithm.section.kind))
}

/// Subject of a theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// A measure.
    Measure,
    /// A setting of an axis.
    Axis,
}

impl Sweep {
    /// Subject of a column: the path of a setting, or that of a field of the summary; none for other columns.
    pub fn path_of(&self, name: &str) -> Option<(&str, Of)> {
        let mut tracks = self.axes.iter().flat_map(|axis| &axis.tracks);
        if let Some(track) = tracks.find(|track| track.path == name) {
            return Some((&track.path, Of::Axis));
        }
        let measure = self.measures.iter().find(|measure| measure.column.name == name)?;
        match &measure.what {
            What::Field(path) => Some((path, Of::Measure)),
            What::Signal(_) => None,
        }
    }

    /// Theories of columns that say something in at least one cell of these.
    pub fn theories(&self, cells: &[Option<Scenario>]) -> Vec<(Theory, &str, Of)> {
        let mut found = Vec::new();
        for column in &self.columns {
            let Some((path, of)) = self.path_of(&column.name) else { continue };
            let says = |theory: &Theory| cells.iter().flatten().any(|scenario| theory.value(path, scenario).is_some());
            found.extend(ALL.iter().copied().filter(says).map(|theory| (theory, column.name.as_str(), of)));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(theory: Theory, path: &str, kind: &str, flows: usize) -> Option<f64> {
        let flow =
            |n: usize| format!(r#"{{ "name": "f{n}", "base_rtt_ms": 28, "algorithm": {{ "kind": {kind:?} }} }}"#);
        let flows: Vec<String> = (0..flows).map(flow).collect();
        let text = format!(
            r#"{{ "schema": 1, "duration_s": 1, "packet_bytes": 1240, "bottleneck": {{ "rate_bps": 12400000, "queue": {{ "limit_packets": 9 }},
            "loss": {{ "model": "bernoulli", "probability": 0.0006 }} }}, "flows": [{}] }}"#,
            flows.join(", ")
        );
        theory.value(path, &sawtooth_scenario::read(&text).unwrap().scenario)
    }

    /// A BDP of 35 packets; √(3/2 / 0.0006) = 50 packets per RTT.
    #[test]
    fn theories_are_computed_by_hand() {
        let near =
            |found: Option<f64>, right: f64| assert!((found.unwrap() / right - 1.0).abs() < 1e-12, "{found:?} {right}");
        near(value(Theory::Mathis, "flows.f0.goodput_bps", "newreno", 1), 50.0 * 1200.0 * 8.0 / 0.028);
        near(value(Theory::Mathis, "flows.f0.throughput_bps", "newreno", 1), 50.0 * 1240.0 * 8.0 / 0.028);
        near(value(Theory::Mathis, "flows.f0.cwnd_packets.mean", "newreno", 1), 50.0);
        near(value(Theory::MathisDelayedAcks, "flows.f0.cwnd_packets.mean", "newreno", 1), 50.0 / 2.0_f64.sqrt());
        let limit = "bottleneck.queue.limit_packets";
        near(value(Theory::Bdp, limit, "newreno", 1), 35.0);
        near(value(Theory::SmallBuffer, limit, "newreno", 4), 17.5);
        near(value(Theory::BbrProbe, limit, "bbr", 1), 8.75);
        near(value(Theory::DctcpThreshold, "bottleneck.queue.step_mark_packets", "dctcp", 1), 5.0);
        // 1.4 (37/30)... by hand: (C (3 + β) / (4 (1 - β))) / 1.5² RTT³.
        near(
            value(Theory::CubicRenoFriendly, "bottleneck.loss.probability", "cubic", 1),
            1.48 / 1.2 / 2.25 * 0.028 * 0.028 * 0.028,
        );
        // 0.0006 = 1.48 / 1.2 / 2.25 RTT³.
        let rtt_s = value(Theory::CubicRenoFriendly, "flows.f0.base_rtt_ms", "cubic", 1).unwrap() / 1e3;
        near(Some(1.48 / 1.2 / 2.25 * rtt_s * rtt_s * rtt_s), 0.0006);
        let rate = value(Theory::CubicRenoFriendly, "bottleneck.rate_bps", "cubic", 2);
        let window = (1.5 / (1.48 / 1.2 / 2.25 * 0.028 * 0.028 * 0.028_f64)).sqrt();
        near(rate, 2.0 * window * 1240.0 * 8.0 / 0.028);
    }

    #[test]
    fn a_theory_says_nothing_of_what_it_is_not_about() {
        assert_eq!(value(Theory::SmallBuffer, "bottleneck.queue.limit_packets", "newreno", 1), None);
        assert_eq!(value(Theory::BbrProbe, "bottleneck.queue.limit_packets", "newreno", 1), None);
        assert_eq!(value(Theory::Mathis, "flows.f0.rtt_ms.mean", "newreno", 1), None);
        assert_eq!(value(Theory::Mathis, "flows.f9.goodput_bps", "newreno", 1), None);
        assert_eq!(value(Theory::Bdp, "bottleneck.rate_bps", "newreno", 1), None);
        assert_eq!(ALL.iter().map(|theory| theory.name()).collect::<Vec<_>>(), Theory::WORDS);
    }
}
