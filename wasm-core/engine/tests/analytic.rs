//! Runs whose outcome is known by calculation: the sawtooth of one NewReno flow, and the law of 1/sqrt(p).

use sawtooth_engine::observe::{Observer, Signal, Silence, Source, signals};
use sawtooth_engine::params::{Choice, Value};
use sawtooth_engine::path::{loss, queue};
use sawtooth_engine::scenario::{Bottleneck, Flow, Scenario};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_engine::{cc, math, tcp};

fn scenario(seconds: f64, limit_packets: f64, base_rtt_ms: f64, loss_probability: f64, seed: u64) -> Scenario {
    Scenario {
        seed,
        duration: Time::from_seconds(seconds),
        packet_bytes: 1500,
        bottleneck: Bottleneck::new(
            10e6,
            Choice::of(&queue::drop_tail::SECTION).with("limit_packets", Value::Number(limit_packets)),
            Choice::of(&loss::bernoulli::SECTION).with("probability", Value::Number(loss_probability)),
        ),
        reverse_bottleneck: None,
        flows: vec![Flow {
            name: "newreno".into(),
            stream: 0,
            algorithm: Choice::of(&cc::newreno::SECTION),
            settings: Choice::of(&tcp::host::SECTION).with("base_rtt_ms", Value::Number(base_rtt_ms)),
        }],
        cross_traffic: vec![],
        interventions: vec![],
    }
}

/// Times of window cuts, and the extremes of cwnd between them.
#[derive(Default)]
struct Sawtooth {
    cuts: Vec<f64>,
    tops: Vec<f64>,
    bottoms: Vec<f64>,
    least: f64,
}

impl Observer for Sawtooth {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        if source != Source::Flow(0) || at < Time::from_seconds(60.0) {
            return;
        }
        if std::ptr::eq(signal, &signals::WINDOW_CUT) {
            if !self.cuts.is_empty() {
                self.bottoms.push(self.least);
            }
            self.cuts.push(at.seconds());
            self.tops.push(value);
            self.least = f64::INFINITY;
        } else if std::ptr::eq(signal, &signals::CWND) {
            self.least = self.least.min(value);
        }
    }
}

/// 10 Mbps, 80 ms, 67 packets: the window holds W = 66.7 + 67 + 1 packets when the queue is full. One packet more per
/// round from W/2 to W, each round as long as its window takes to be sent (1.2 ms a packet): 3/8 W^2 s = 8.15 s; then
/// one full-queue RTT until the loss is detected and one in recovery: 8.47 s.
#[test]
fn newreno_saws_as_calculated() {
    let mut sawtooth = Sawtooth::default();
    let mut simulation = Simulation::new(&scenario(240.0, 67.0, 80.0, 0.0, 1));
    simulation.run_until(Time::NEVER, &mut sawtooth);
    let epochs: Vec<f64> = sawtooth.cuts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let period = epochs.iter().sum::<f64>() / epochs.len() as f64;
    assert!(epochs.len() > 15, "{epochs:?}");
    assert!((period / 8.47 - 1.0).abs() < 0.03, "period {period} s");
    assert!(sawtooth.tops.iter().all(|top| (134.0..=138.0).contains(top)), "{:?}", sawtooth.tops);
    assert!(sawtooth.bottoms.iter().all(|bottom| (66.0..=69.0).contains(bottom)), "{:?}", sawtooth.bottoms);
}

/// Mathis et al. 1997: goodput is proportional to 1/sqrt(p), a slope of -1/2; timeouts make it a little steeper.
#[test]
fn goodput_falls_with_the_root_of_the_loss_rate() {
    let mut points = Vec::new();
    for p in [0.002, 0.005, 0.01, 0.02] {
        for seed in 1..=6 {
            let mut simulation = Simulation::new(&scenario(120.0, 84.0, 40.0, p, seed));
            simulation.run_until(Time::NEVER, &mut Silence);
            points.push((math::ln(p), math::ln(simulation.flow_counters(0).delivered_bytes as f64)));
        }
    }
    let n = points.len() as f64;
    let (mx, my) = (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
    let slope = points.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum::<f64>()
        / points.iter().map(|p| (p.0 - mx) * (p.0 - mx)).sum::<f64>();
    println!("slope {slope}");
    assert!((-0.62..=-0.46).contains(&slope), "slope {slope}");
}
