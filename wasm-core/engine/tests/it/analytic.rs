//! Runs whose outcome is known by calculation: the sawtooth of one NewReno flow, and the law of 1/sqrt(p) for NewReno and
//! Vegas. Growth curves are in `growth.rs`, response functions in `slow.rs` and `rate.rs`, queues in `queues.rs`.

use crate::common::*;
use sawtooth_engine::formulas::{Epoch, bits_per_second, mathis};
use sawtooth_engine::observe::{NullObserver, Observer, Signal, Source, signals};
use sawtooth_engine::params::Section;
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use sawtooth_engine::{cc, math};

/// One flow alone on 10 Mbps.
fn alone(algorithm: &'static Section, duration_s: f64, limit_packets: f64, base_rtt_ms: f64) -> Scenario {
    let mut scenario = with_flow(path(duration_s), algorithm, &[("base_rtt_ms", number(base_rtt_ms))]);
    let queue = scenario.bottleneck.queue.clone();
    scenario.bottleneck.queue = queue.with("limit_packets", number(limit_packets));
    scenario
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
    let epoch = Epoch::of_aimd(1.0, 0.5, 0.08 * 10e6 / 12e3, 67.0, 0.0012);
    let mut sawtooth = Sawtooth::default();
    let mut simulation = Simulation::new(&alone(&cc::newreno::SECTION, 240.0, 67.0, 80.0));
    simulation.run_until(Time::NEVER, &mut Listener::of_decisions(&mut sawtooth));
    let epochs: Vec<f64> = sawtooth.cuts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let period = epochs.iter().sum::<f64>() / epochs.len() as f64;
    println!("period {period:.3} s, calculated {:.3} s", epoch.period_s());
    assert!(epochs.len() > 15, "{epochs:?}");
    assert!((period / epoch.period_s() - 1.0).abs() < 0.03, "period {period} s");
    // It grows for one round more until it knows.
    let top = epoch.top_packets.floor()..=epoch.top_packets + 3.7;
    assert!(sawtooth.tops.iter().all(|found| top.contains(found)), "{:?}", sawtooth.tops);
    let bottom = epoch.top_packets / 2.0 - 1.5..=epoch.top_packets / 2.0 + 1.7;
    assert!(sawtooth.bottoms.iter().all(|found| bottom.contains(found)), "{:?}", sawtooth.bottoms);
}

/// Goodput in bit/s against random loss on the CDG paper's path: mean of six seeds for each probability.
fn against_loss(algorithm: &'static Section, probabilities: &[f64]) -> Vec<(f64, f64)> {
    let mean = |p: f64| {
        let goodput = (1..=6).map(|seed| {
            let scenario = with_loss(alone(algorithm, 120.0, 84.0, 40.0), p);
            let mut simulation = Simulation::new(&Scenario { seed, ..scenario });
            simulation.run_until(Time::NEVER, &mut NullObserver);
            simulation.flow_counters(0).delivered_bytes as f64 * 8.0 / 120.0
        });
        (p, goodput.sum::<f64>() / 6.0)
    };
    probabilities.iter().map(|p| mean(*p)).collect()
}

/// Slope of the line of least squares through the logarithms.
fn slope(points: &[(f64, f64)]) -> f64 {
    let points: Vec<(f64, f64)> = points.iter().map(|(p, goodput)| (math::ln(*p), math::ln(*goodput))).collect();
    let n = points.len() as f64;
    let (mx, my) = (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
    let covariance = points.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum::<f64>();
    covariance / points.iter().map(|p| (p.0 - mx) * (p.0 - mx)).sum::<f64>()
}

/// Mathis et al. 1997: goodput is proportional to 1/sqrt(p), a slope of -1/2; timeouts make it a little steeper. Vegas loses
/// as NewReno does, and with an empty queue it grows as NewReno does.
#[test]
fn goodput_falls_with_the_root_of_the_loss_rate() {
    for algorithm in [&cc::newreno::SECTION, &cc::vegas::SECTION] {
        let points = against_loss(algorithm, &[0.005, 0.01, 0.02]);
        let slope = slope(&points);
        // Payload at an RTT of 41.2 ms.
        let law = |p: f64| bits_per_second(mathis(p, false), 1460.0, 0.0412);
        let shares: Vec<f64> = points.iter().map(|(p, goodput)| goodput / law(*p)).collect();
        println!("{}: slope {slope:.3}, of the law {shares:.3?}", algorithm.kind);
        assert!((-0.62..=-0.46).contains(&slope), "{}: slope {slope}", algorithm.kind);
        assert!(shares.iter().all(|share| (0.75..=1.1).contains(share)), "{}: {shares:?}", algorithm.kind);
    }
}
