//! An observer that collects decisions, each with what had been heard of its flow, and with the window after its instant. Not
//! here: what the numbers should be.

use sawtooth_engine::observe::{Observer, Rule, Signal, Source, signals};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use std::collections::BTreeMap;

/// State of a flow, as heard so far.
#[derive(Clone, Debug, Default)]
pub struct Heard {
    /// The last value of each signal.
    pub last: BTreeMap<&'static str, f64>,
    /// Those of the present instant, and those before it.
    pub present: BTreeMap<&'static str, f64>,
    pub earlier: BTreeMap<&'static str, f64>,
    /// RTT samples: the smallest, the largest, those of the present round and of the one before it, all of them.
    pub least_rtt: f64,
    pub most_rtt: f64,
    pub round: Vec<f64>,
    pub last_round: Vec<f64>,
    pub rtts: Vec<f64>,
    /// Arrivals of ACKs or reports, newest last; smoothed RTTs.
    pub acks: Vec<Time>,
    pub sent: Vec<Time>,
    pub srtts: Vec<f64>,
    pub one_way: Vec<f64>,
    /// Ends of recoveries; rates of TEAR's epochs.
    pub recovered: Vec<Time>,
    pub epochs: Vec<f64>,
    /// Numbers of the last decision by each rule, and when it fired.
    pub decided: BTreeMap<&'static str, (Time, Vec<f64>)>,
    pub timeouts: Vec<Time>,
}

/// A decision, what was heard before it, and the window after its instant.
pub struct Decision {
    pub at: Time,
    pub flow: usize,
    pub rule: &'static Rule,
    pub numbers: Vec<f64>,
    pub heard: Heard,
    pub cwnd: f64,
    pub ssthresh: f64,
    /// Rules that fired after it at its instant.
    pub followed: Vec<&'static Rule>,
}

/// Collects the decisions of all flows.
pub struct Watch {
    pub flows: Vec<(Time, Heard)>,
    pub open: Vec<Decision>,
    pub decisions: Vec<Decision>,
}

impl Watch {
    pub fn of(scenario: &Scenario) -> Vec<Decision> {
        let first = Heard { least_rtt: f64::INFINITY, ..Heard::default() };
        let mut watch =
            Watch { flows: vec![(Time::ZERO, first); scenario.flows.len()], open: vec![], decisions: vec![] };
        Simulation::new(scenario).run_until(scenario.duration, &mut Listener::of_decisions(&mut watch));
        watch.close(Time::NEVER, None);
        watch.decisions
    }

    /// Ends decisions of earlier instants: the window is what it was told to be last.
    pub fn close(&mut self, now: Time, flow: Option<usize>) {
        let (done, open) = std::mem::take(&mut self.open)
            .into_iter()
            .partition(|decision: &Decision| decision.at < now && flow.is_none_or(|flow| flow == decision.flow));
        self.open = open;
        for mut decision in done {
            let last = &self.flows[decision.flow].1.last;
            let level = |name: &str| last.get(name).copied();
            decision.cwnd = level("cwnd_packets").unwrap_or(f64::NAN);
            decision.ssthresh = level("ssthresh_packets").unwrap_or(f64::INFINITY);
            self.decisions.push(decision);
        }
    }

    pub fn advance(&mut self, at: Time, flow: usize) {
        self.close(at, Some(flow));
        let (now, heard) = &mut self.flows[flow];
        if *now < at {
            *now = at;
            heard.earlier = heard.last.clone();
            heard.present.clear();
        }
    }
}

impl Observer for Watch {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        let Source::Flow(flow) = source else { return };
        self.advance(at, flow as usize);
        let heard = &mut self.flows[flow as usize].1;
        if std::ptr::eq(signal, &signals::RTT) {
            heard.least_rtt = heard.least_rtt.min(value);
            heard.most_rtt = heard.most_rtt.max(value);
            // The round ends with the ACK of this sample, which still belongs to it.
            if heard.last.contains_key("round ended") {
                heard.last.remove("round ended");
                heard.last_round = std::mem::take(&mut heard.round);
            }
            heard.round.push(value);
            heard.rtts.push(value);
        } else if std::ptr::eq(signal, &signals::ROUND) {
            heard.last.insert("round ended", 1.0);
        } else if std::ptr::eq(signal, &signals::ARRIVE) {
            heard.sent.push(at);
        } else if std::ptr::eq(signal, &signals::RECOVERY_END) {
            heard.recovered.push(at);
        } else if signal.name == "tear_epoch_rate_bps" {
            heard.epochs.push(value);
        } else if std::ptr::eq(signal, &signals::ACK) {
            heard.acks.push(at);
        } else if std::ptr::eq(signal, &signals::SRTT) {
            heard.srtts.push(value);
        } else if std::ptr::eq(signal, &signals::TIMEOUT) {
            heard.timeouts.push(at);
        } else if std::ptr::eq(signal, &signals::ONE_WAY_DELAY) {
            heard.one_way.push(value);
        }
        heard.last.insert(signal.name, value);
        heard.present.insert(signal.name, value);
    }

    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        let Source::Flow(flow) = source else { return };
        self.advance(at, flow as usize);
        let heard = &mut self.flows[flow as usize].1;
        let numbers = numbers.to_vec();
        let decision = Decision {
            at,
            flow: flow as usize,
            rule,
            numbers: numbers.clone(),
            heard: heard.clone(),
            cwnd: f64::NAN,
            ssthresh: f64::NAN,
            followed: Vec::new(),
        };
        let earlier = self.open.iter_mut().filter(|earlier| earlier.flow == decision.flow);
        earlier.for_each(|earlier| earlier.followed.push(rule));
        heard.decided.insert(rule.key, (at, numbers));
        self.open.push(decision);
    }
}
