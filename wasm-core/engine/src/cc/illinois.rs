//! Illinois treats every loss as congestion, as Reno does, but delay sets how much it grows and how much it cuts: with a
//! short queue it grows by up to 10 packets per RTT and a loss removes an eighth; with a long one it grows by 0.3 packets
//! and a loss removes half.
//!
//! Not here: recovery.
//!
//! # Equations
//!
//! ```tex
//! % delay: mean of the round, and the largest ever | Perf. Eval. 2008
//! d_a = \overline{\text{RTT}} - \text{RTT}_{\min}, \qquad d_m = \text{RTT}_{\max} - \text{RTT}_{\min}
//! % growth per RTT | Perf. Eval. 2008; tcp_illinois.c
//! \alpha = \begin{cases} 10 & d_a \le d_1 = d_m / 100 \\ \dfrac{10\,(d_m - d_1)}{d_m - d_1 + (d_a - d_1)\,(10 - 0.3) / 0.3} & \text{otherwise} \end{cases}
//! % share that a loss removes, linear in between | Perf. Eval. 2008; tcp_illinois.c
//! \beta = \begin{cases} 1/8 & d_a \le 0.1\, d_m \\ 1/2 & d_a \ge 0.8\, d_m \end{cases}
//! % each acknowledged packet |
//! w \leftarrow w + \frac{\alpha}{w}
//! % loss, timeout |
//! \text{ssthresh} \leftarrow (1 - \beta)\, w
//! ```
//!
//! Below 15 packets $\alpha$ is 1 and $\beta$ is 1/2.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Reno: w below 15 packets, one more packet per RTT
//! Adaptive: α and β follow the delay
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Adaptive: w reaches ssthresh
//! Reno -> Adaptive: w reaches 15 packets, at the end of a round
//! Adaptive -> Reno: w below 15 packets, at the end of a round
//! any -> Fast recovery: loss, (1 - β) w is left
//! Fast recovery -> Adaptive: all acknowledged
//! any -> Slow start: timeout, α = 1 and β = 1/2
//! ```
//!
//! # Choices
//!
//! - α and β are the kernel's (tcp_illinois.c) in real numbers, without its fixed point. Not certain: the paper's window
//!   threshold, 10 packets as we remember it, where the kernel has 15.
//! - After a round above d₁ it takes 5 rounds below it before α is 10 again (`low_rounds`); until then it stays.
//! - The smallest and the largest RTT are those of the whole connection. A single outlier makes every later delay look small.
//! - Rounds in a recovery leave α and β. A timeout keeps both RTTs.
//!
//! # Look for
//!
//! - Sawtooth cycles that bend: fast to the edge of the queue, then slower and slower.
//! - A loss from the full queue halves the window. A random loss while the queue is short removes an eighth.

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Loss, RttSample};
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value};

crate::params! {
    /// Illinois' parameters.
    pub struct Settings {
        /// Largest growth in packets per RTT, without delay (α_max).
        alpha_max: f64 = number(10.0, 1.0, 1000.0).live().slider(1.0, 50.0, &[1.0, 10.0, 50.0]).on_card(), "Perf. Eval. 2008: 10";
        /// Smallest growth in packets per RTT, at the largest delay (α_min).
        alpha_min: f64 = number(0.3, 0.01, 1.0).live(), "Perf. Eval. 2008: 0.3";
        /// Smallest share of the window that a loss removes (β_min).
        beta_min: f64 = number(0.125, 0.01, 0.5).live(), "Perf. Eval. 2008: 1/8";
        /// Largest share of the window that a loss removes (β_max).
        beta_max: f64 = number(0.5, 0.5, 0.9).live(), "Perf. Eval. 2008: 1/2";
        /// Window below which it is Reno.
        low_window_packets: f64 = number(15.0, 0.0, 1e5).unit("packets").log().live(), "tcp_illinois.c: win_thresh 15";
        /// Rounds of little delay before α is at its largest again (θ).
        low_rounds: u32 = whole(5.0, 1.0, 1000.0).unit("RTTs").live(), "tcp_illinois.c: theta 5";
    }
}

/// Settings of Illinois as scenario and screen know them.
pub static SECTION: Section = Section::new("illinois", "Illinois", Settings::PARAMS)
    .group(Group::DelayBased)
    .about(
        "Loss decides when it reduces its window; delay decides by how much, and how fast it grows.",
        "S. Liu, T. Başar, R. Srikant, TCP-Illinois: A Loss- and Delay-Based Congestion Control Algorithm for High-Speed Networks, Performance Evaluation 65, 2008",
    )
    .signals(&[&ALPHA, &BETA, &DELAY])
    .fills_queue()
    .rules(&[&ADAPT, &REDUCE, &TIMEOUT]);

/// Growth in packets per RTT.
pub static ALPHA: Signal = Signal::new("illinois_alpha", "packets per RTT", Kind::Level);
/// Share that a loss removes.
pub static BETA: Signal = Signal::new("illinois_beta", "", Kind::Level);
/// Mean queueing delay of the round.
pub static DELAY: Signal = Signal::new("illinois_delay_ms", "ms", Kind::Level);

/// The delay of a round sets growth and cut.
pub static ADAPT: Rule = Rule {
    key: "illinois.adapt",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["delay_ms", "largest_delay_ms", "alpha", "beta"],
};
/// A loss.
pub static REDUCE: Rule = Rule {
    key: "illinois.reduce",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "beta", "ssthresh"],
};
/// A timeout.
pub static TIMEOUT: Rule = Rule {
    key: "illinois.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Nothing,
    numbers: &["before", "beta", "ssthresh"],
};

/// State of Illinois.
#[derive(Clone, Debug)]
pub struct Illinois {
    settings: Settings,
    growth: RenoGrowth,
    alpha: f64,
    beta: f64,
    /// In ms, of the connection.
    min_rtt: f64,
    max_rtt: f64,
    /// Sum in ms and number of the round's RTT samples.
    rtts: (f64, u32),
    /// The delay has been above its low threshold; rounds below it since.
    above: bool,
    low: u32,
}

impl Illinois {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Illinois {
        let settings = Settings::read(values);
        Illinois {
            alpha: settings.alpha_max,
            beta: settings.beta_max,
            settings,
            growth: RenoGrowth::default(),
            min_rtt: f64::INFINITY,
            max_rtt: 0.0,
            rtts: (0.0, 0),
            above: false,
            low: 0,
        }
    }

    /// Growth after a round of mean delay `mean`, when the largest delay is `largest`.
    fn next_alpha(&mut self, mean: f64, largest: f64) -> f64 {
        let Settings { alpha_max: most, alpha_min: least, low_rounds, .. } = self.settings;
        let first = largest / 100.0;
        if mean <= first {
            self.low += u32::from(self.above);
            if self.above && self.low < low_rounds {
                return self.alpha;
            }
            (self.above, self.low) = (false, 0);
            return most;
        }
        self.above = true;
        let span = largest - first;
        most * span / (span + (mean - first) * (most - least) / least)
    }

    /// Share that a loss removes then.
    fn next_beta(&self, mean: f64, largest: f64) -> f64 {
        let Settings { beta_min: least, beta_max: most, .. } = self.settings;
        let (second, third) = (0.1 * largest, 0.8 * largest);
        if mean <= second {
            return least;
        }
        if mean >= third {
            return most;
        }
        least + (most - least) * (mean - second) / (third - second)
    }

    fn adopt(&mut self, alpha: f64, beta: f64, cx: &mut Context) {
        if alpha != self.alpha {
            cx.signal(&ALPHA, alpha);
        }
        if beta != self.beta {
            cx.signal(&BETA, beta);
        }
        (self.alpha, self.beta) = (alpha, beta);
    }
}

impl CongestionControl for Illinois {
    fn on_start(&mut self, cx: &mut Context) {
        cx.signal(&ALPHA, self.alpha);
        cx.signal(&BETA, self.beta);
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, _cx: &mut Context) {
        let rtt = sample.rtt().ms();
        (self.min_rtt, self.max_rtt) = (self.min_rtt.min(rtt), self.max_rtt.max(rtt));
        self.rtts = (self.rtts.0 + rtt, self.rtts.1 + 1);
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if !ack.cwnd_limited {
            return;
        }
        cx.window.cwnd += if cx.in_slow_start() {
            RenoGrowth::slow_start(ack, cx)
        } else {
            self.alpha * self.growth.congestion_avoidance(ack, cx)
        };
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        let (sum, samples) = std::mem::take(&mut self.rtts);
        if cx.in_recovery {
            return;
        }
        if cx.window.cwnd < self.settings.low_window_packets {
            return self.adopt(1.0, self.settings.beta_max, cx);
        }
        if samples == 0 {
            return;
        }
        let (mean, largest) = (sum / f64::from(samples) - self.min_rtt, self.max_rtt - self.min_rtt);
        let (alpha, beta) = (self.next_alpha(mean, largest), self.next_beta(mean, largest));
        cx.signal(&DELAY, mean);
        let changes = (alpha, beta) != (self.alpha, self.beta);
        self.adopt(alpha, beta, cx);
        if changes && !cx.in_slow_start() {
            cx.decide(&ADAPT, &[mean, largest, alpha, beta]);
        }
    }

    fn ssthresh_on_loss(&mut self, _loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        let w = cx.window.cwnd;
        let ssthresh = ((1.0 - self.beta) * w).max(2.0);
        cx.decide(&REDUCE, &[w, self.beta, ssthresh]);
        ssthresh
    }

    fn on_timeout(&mut self, _first: bool, _loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        let w = cx.window.cwnd;
        let ssthresh = ((1.0 - self.beta) * w).max(2.0);
        cx.decide(&TIMEOUT, &[w, self.beta, ssthresh]);
        (self.above, self.low, self.rtts) = (false, 0, (0.0, 0));
        self.adopt(1.0, self.settings.beta_max, cx);
        ssthresh
    }

    /// Half of ssthresh, as for Reno (`tcp_reno_min_cwnd`).
    fn recovery_floor(&self, ssthresh: f64) -> f64 {
        ssthresh / 2.0
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, assert_close};
    use super::*;

    fn illinois() -> Illinois {
        Illinois::new(&SECTION.defaults(None))
    }

    #[test] // the largest delay is 62 ms
    fn growth_and_cut_by_the_delay() {
        for (delay, alpha, beta) in [
            (0.62, 10.0, 0.125),
            (6.2, 2.5385, 0.125),
            (12.4, 1.3879, 0.1786),
            (17.3, 1.02181, 0.22091),
            (31.0, 0.5881, 0.3393),
            (49.6, 0.3731, 0.5),
            (62.0, 0.3, 0.5),
        ] {
            let mut illinois = illinois();
            assert_close(illinois.next_alpha(delay, 62.0), alpha, 5e-5);
            assert_close(illinois.next_beta(delay, 62.0), beta, 5e-5);
        }
    }

    /// A round with a mean delay over 40 ms, where the largest is 62 ms.
    fn round(bench: &mut Bench, illinois: &mut Illinois, delay_ms: f64) {
        bench.sample(illinois, 40.0 + delay_ms, 1);
        (illinois.min_rtt, illinois.max_rtt) = (40.0, 102.0);
        bench.round(illinois);
    }

    #[test] // 58 (1 - 0.22091)
    fn a_loss_after_a_round() {
        let (mut bench, mut illinois) = (Bench::new(58.0, 2.0), illinois());
        round(&mut bench, &mut illinois, 17.3);
        bench.ack(&mut illinois, 1.0);
        assert_close(bench.window.cwnd, 58.0 + 1.02181 / 58.0, 1e-6);
        bench.window.cwnd = 58.0;
        assert_close(bench.lose(&mut illinois), 45.187, 5e-4);
    }

    #[test]
    fn the_fifth_low_round_gives_the_largest_growth() {
        let (mut bench, mut illinois) = (Bench::new(58.0, 2.0), illinois());
        round(&mut bench, &mut illinois, 31.0);
        for _ in 0..4 {
            round(&mut bench, &mut illinois, 0.5);
            assert_close(illinois.alpha, 0.5881, 5e-5);
        }
        round(&mut bench, &mut illinois, 0.5);
        assert_close(illinois.alpha, 10.0, 0.0);
    }

    #[test]
    fn reno_in_small_windows_and_after_a_timeout() {
        let (mut bench, mut illinois) = (Bench::new(14.0, 2.0), illinois());
        round(&mut bench, &mut illinois, 0.5);
        assert_eq!((illinois.alpha, illinois.beta), (1.0, 0.5));
        bench.window.cwnd = 58.0;
        round(&mut bench, &mut illinois, 6.2);
        assert_close(bench.time_out(&mut illinois), 50.75, 1e-9);
        assert_eq!((illinois.alpha, illinois.beta), (1.0, 0.5));
    }
}
