//! Copa moves its window towards a target rate that falls as the queueing delay grows, so that a few packets of each flow are in the
//! queue. The queue empties every few round trips, by which flows measure the path, and recognise senders that do not let
//! it empty.
//!
//! Not here: loss recovery (`tcp/`).
//!
//! # Equations
//!
//! ```tex
//! % queueing delay: standing RTT, the smallest of SRTT/2, less the smallest of 10 s | NSDI 2018
//! d_q = R_{\text{standing}} - R_{\min}
//! % rate and target rate | NSDI 2018
//! \lambda = \frac{w}{R_{\text{standing}}},\qquad \lambda_t = \frac{1}{\delta\, d_q}
//! % each acknowledged packet: up where the rate is at most the target rate, else down | NSDI 2018
//! w \leftarrow w \pm \frac{v}{\delta\, w}
//! % each RTT: three RTTs in one direction, or another direction | NSDI 2018
//! v \leftarrow 2v, \qquad v \leftarrow 1
//! % pacing | NSDI 2018
//! \text{rate} = \frac{2w}{R_{\text{standing}}}
//! % competitive mode, each RTT and each loss | NSDI 2018
//! \frac{1}{\delta} \leftarrow \frac{1}{\delta} + 1, \qquad \frac{1}{\delta} \leftarrow \max\left(\frac{1}{2\delta},\; 2\right)
//! ```
//!
//! $\delta$ is the setting `delta`, {delta}; $1/\delta$ is the number of packets in the queue at which the two rates agree.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Default mode: δ is the setting
//! Competitive mode: 1/δ grows by 1 per RTT, a loss halves it
//! Slow start -> Default mode: the rate is above the target rate, or loss of over 30 %
//! Default mode -> Competitive mode: the queue did not empty within 5 SRTT
//! Competitive mode -> Default mode: the queue emptied
//! Default mode -> Default mode: loss, the window stays
//! Competitive mode -> Competitive mode: loss, 1/δ halves
//! any -> Default mode: timeout, w = 2
//! ```
//!
//! # Choices
//!
//! - The queue counts as empty where the smallest RTT of 5 SRTT (`empties_within_rtts`) is within a tenth of the range from the
//!   minimum RTT to the largest one of 4 SRTT. It is judged once per RTT, from 5 SRTT after slow start on. The authors' code has 4 for both.
//! - With the equation alone, a velocity that has grown on the way down drives the window past its target on the way up: with
//!   `velocity_reset` `rtt` it overshoots both ways, and Copa alone leaves more than a fifth of the link unused. Here the first step in the
//!   other direction returns $v$ to 1, as in mvfst.
//! - As in the authors' code, $v$ is at most $\delta w$, so that one ACK moves the window by at most the packets that it acknowledges,
//!   and the window is cut to 0.7 where more than 30 % of more than 20 packets of the last two RTTs were lost. Otherwise a loss moves
//!   nothing in the default mode. The paper's own rules for losses and pacing were not read again for this page, and are not certain.
//! - The authors' code doubles $v$ from the second RTT on, and keeps the minimum RTT for 20 times that, if that is longer than 10 s;
//!   mvfst has no competitive mode. None of that is here.
//! - The window grows only if at least half of it was in flight, so that a sender without data does not build it up. ECN marks are
//!   ignored, which no source settles. After a timeout one packet leaves; with its ACK the window is 2.
//!
//! # Look for
//!
//! - Alone in a long queue, window and queue are small waves: the queue touches zero every few round trips, and its mean is about 2.7
//!   packets.
//! - When NewReno joins and fills the queue, Copa enters the competitive mode: 1/δ climbs until a packet is lost. In the
//!   laboratory, set a queue limit of 330 packets: Copa gets nearly two fifths of the link.
//! - In the laboratory, two Copa flows that start together take each other for such a sender most of the time: the mean of a queue
//!   of 330 packets is about 110 packets; with `competitive` off it is about 4. The paper reports that its flows share a short queue. The cause of the difference
//!   is open.

mod extremes;
mod settings;
#[cfg(test)]
mod tests;

use super::delivery::{MIN_RTT, PACING_RATE};
use super::path_model::Rounds;
use super::{Ack, CongestionControl, Context, Delivery, Loss, PacketEvents, Trigger, Wants};
use crate::observe::signals::WINDOW_CUT;
use crate::params::Value;
use crate::units::{Span, Time};
use extremes::Extreme;
pub use settings::SECTION;
use settings::{
    COMPETE, DOWN, HALVE, HEAVY_LOSS, INVERSE_DELTA, KEEP, MODE, RELAX, SLOW_START_EXIT, STANDING_RTT, Settings,
    TIMEOUT, UP, VELOCITY, VelocityReset,
};

const LEAST_WINDOW: f64 = 2.0;
/// Rounds in one direction after which the velocity doubles.
const STEADY_ROUNDS: u32 = 3;
/// Least 1/δ of the competitive mode.
const LEAST_INVERSE_DELTA: f64 = 2.0;
/// Part of the range of RTTs within which the queue counts as empty.
const NEARLY_EMPTY: f64 = 0.1;
/// SRTTs of which the largest RTT counts for that.
const RANGE_SRTTS: u64 = 4;
/// Authors' code: share of losses above which the window is cut, of more packets than this, and what is left.
const HEAVY_SHARE: f64 = 0.3;
const HEAVY_LEAST: u64 = 20;
const HEAVY_LEFT: f64 = 0.7;

/// Mode of Copa.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    SlowStart,
    Default,
    /// With this 1/δ.
    Competitive(f64),
}

/// Delivered and lost packets of a round.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    delivered: u64,
    lost: u64,
}

/// Quantities that an ACK is judged by, rates in packets/s.
#[derive(Clone, Copy, Debug)]
struct Judged {
    standing: Span,
    least: Span,
    rate: f64,
    target: f64,
}

/// State of Copa.
#[derive(Clone, Debug)]
pub struct Copa {
    settings: Settings,
    mode: Mode,
    /// When slow start ended.
    settled: Time,
    least: Extreme<false>,
    standing: Extreme<false>,
    recent_least: Extreme<false>,
    recent_most: Extreme<true>,
    rounds: Rounds,
    velocity: f64,
    /// Window at the end of the last round; whether it had grown, and for how many rounds it has done the same.
    round_window: f64,
    upwards: bool,
    steady: u32,
    /// Packets of the present and the last round.
    counted: [Counted; 2],
    rate: f64,
}

impl Copa {
    /// With its settings.
    pub fn new(values: &[Value]) -> Copa {
        Copa {
            settings: Settings::read(values),
            mode: Mode::SlowStart,
            settled: Time::ZERO,
            least: Extreme::default(),
            standing: Extreme::default(),
            recent_least: Extreme::default(),
            recent_most: Extreme::default(),
            rounds: Rounds::default(),
            velocity: 1.0,
            round_window: 0.0,
            upwards: true,
            steady: 0,
            counted: [Counted::default(); 2],
            rate: 0.0,
        }
    }

    /// 1/δ.
    fn inverse_delta(&self) -> f64 {
        if let Mode::Competitive(packets) = self.mode { packets } else { 1.0 / self.settings.delta }
    }

    /// The time within which the queue must empty.
    fn judged_span(&self, srtt: Span) -> Span {
        Span::from_ms(self.settings.empties_within_rtts * srtt.ms())
    }

    fn measure(&mut self, rtt: Span, cx: &Context) {
        let srtt = cx.srtt.unwrap_or(rtt);
        let now = cx.now;
        self.least.add(now, rtt, Span::from_ms(1000.0 * self.settings.min_rtt_window_s));
        self.standing.add(now, rtt, Span(srtt.0 / 2));
        self.recent_least.add(now, rtt, self.judged_span(srtt));
        self.recent_most.add(now, rtt, Span(RANGE_SRTTS * srtt.0));
    }

    fn judge(&self, cwnd: f64) -> Option<Judged> {
        let (standing, least) = (self.standing.get()?, self.least.get()?);
        let queueing = standing.seconds() - least.seconds();
        let target = if queueing > 0.0 { self.inverse_delta() / queueing } else { f64::INFINITY };
        Some(Judged { standing, least, rate: cwnd / standing.seconds(), target })
    }

    /// Change of the window by an ACK of this number of packets.
    fn step(&self, judged: &Judged, acked: f64, cwnd: f64) -> f64 {
        let size = self.velocity.min(cwnd / self.inverse_delta()) * self.inverse_delta() / cwnd * acked;
        if judged.rate <= judged.target { size } else { -size }
    }

    /// A step in the other direction may return the velocity to 1 at once.
    fn turn(&mut self, upwards: bool) {
        let turns = self.velocity > 1.0 && upwards != self.upwards;
        if turns && self.settings.velocity_reset == VelocityReset::Step {
            (self.velocity, self.steady) = (1.0, 0);
        }
    }

    fn move_window(&mut self, delivery: &Delivery, cx: &mut Context) {
        let w = cx.window.cwnd.max(LEAST_WINDOW);
        cx.window.cwnd = w;
        let Some(judged) = self.judge(w) else { return };
        let acked = delivery.acked as f64;
        let Judged { standing, least, rate, target } = judged;
        let used = 2.0 * delivery.in_flight_before as f64 >= w;
        if self.mode == Mode::SlowStart {
            if rate <= target {
                cx.window.cwnd += if used { acked } else { 0.0 };
                return;
            }
            (self.mode, self.settled) = (Mode::Default, cx.now);
            cx.window.ssthresh = w;
            cx.decide(&SLOW_START_EXIT, &[standing.ms(), least.ms(), self.inverse_delta(), w, rate, target]);
        }
        self.turn(rate <= target);
        let step = self.step(&judged, acked, w);
        if step > 0.0 && !used {
            return;
        }
        cx.window.cwnd = (w + step).max(LEAST_WINDOW);
        if self.rounds.started {
            let rule = if step > 0.0 { &UP } else { &DOWN };
            let numbers =
                [standing.ms(), least.ms(), self.inverse_delta(), self.velocity, acked, w, rate, target, step];
            cx.decide(rule, &numbers);
        }
    }

    /// Once per RTT: velocity, mode.
    fn end_round(&mut self, cx: &mut Context) {
        self.counted = [Counted::default(), self.counted[0]];
        if self.mode == Mode::SlowStart {
            return;
        }
        let upwards = cx.window.cwnd > self.round_window;
        self.round_window = cx.window.cwnd;
        if upwards != self.upwards || self.steady == 0 {
            (self.upwards, self.steady, self.velocity) = (upwards, 1, 1.0);
        } else {
            self.steady += 1;
            if self.steady >= STEADY_ROUNDS {
                self.velocity = (2.0 * self.velocity).min((cx.window.cwnd / self.inverse_delta()).max(1.0));
            }
        }
        self.choose_mode(cx);
    }

    fn choose_mode(&mut self, cx: &mut Context) {
        let extremes = (self.recent_least.get(), self.recent_most.get(), self.least.get());
        let (Some(recent), Some(most), Some(least)) = extremes else { return };
        let [recent, most, least] = [recent, most, least].map(Span::ms);
        let threshold = least + NEARLY_EMPTY * (most - least);
        let srtt = cx.srtt.unwrap_or(Span::ZERO);
        let known = cx.now >= self.settled + self.judged_span(srtt);
        // Where all RTTs are the same, there is no queue.
        let fills = recent > threshold && known && self.settings.competitive;
        match self.mode {
            Mode::Competitive(packets) if fills => self.mode = Mode::Competitive(packets + 1.0),
            Mode::Competitive(packets) => {
                self.mode = Mode::Default;
                cx.decide(&RELAX, &[recent, most, least, threshold, packets]);
            }
            _ if fills => {
                self.mode = Mode::Competitive((1.0 / self.settings.delta).max(LEAST_INVERSE_DELTA));
                cx.decide(&COMPETE, &[recent, most, least, threshold]);
            }
            _ => {}
        }
    }

    /// Authors' code: many losses cut the window even so.
    fn look_for_heavy_loss(&mut self, cx: &mut Context) {
        let [present, last] = self.counted;
        let (lost, delivered) = (present.lost + last.lost, present.delivered + last.delivered);
        let all = lost + delivered;
        if all <= HEAVY_LEAST || lost as f64 <= HEAVY_SHARE * all as f64 {
            return;
        }
        self.counted = [Counted::default(); 2];
        let before = cx.window.cwnd;
        let after = (HEAVY_LEFT * before).max(LEAST_WINDOW);
        (self.velocity, self.steady) = (1.0, 0);
        if self.mode == Mode::SlowStart {
            (self.mode, self.settled) = (Mode::Default, cx.now);
            cx.window.ssthresh = after;
        }
        cx.window.cwnd = after;
        cx.signal(&WINDOW_CUT, before);
        cx.decide(&HEAVY_LOSS, &[lost as f64, delivered as f64, before, after]);
    }

    fn pace(&mut self, cx: &mut Context) {
        if let Some(standing) = self.standing.get() {
            self.rate = 2.0 * cx.window.cwnd / standing.seconds();
            cx.signal(&PACING_RATE, self.rate * cx.packet_bits());
            cx.signal(&STANDING_RTT, standing.ms());
        }
        if let Some(least) = self.least.get() {
            cx.signal(&MIN_RTT, least.ms());
        }
    }

    fn emit_state(&self, cx: &mut Context) {
        cx.signal(&VELOCITY, self.velocity);
        cx.signal(&INVERSE_DELTA, self.inverse_delta());
        let mode = match self.mode {
            Mode::SlowStart => 0.0,
            Mode::Default => 1.0,
            Mode::Competitive(_) => 2.0,
        };
        cx.signal(&MODE, mode);
    }
}

impl CongestionControl for Copa {
    fn wants(&self) -> Wants {
        Wants { own_marks: true, ..Wants::PATH_MODEL }
    }

    fn on_start(&mut self, cx: &mut Context) {
        if cx.min_rtt.is_some() {
            // It takes the window of another algorithm over.
            (self.mode, self.settled) = (Mode::Default, cx.now);
        }
        self.round_window = cx.window.cwnd;
        self.emit_state(cx);
    }

    fn on_ack(&mut self, _ack: &Ack, _cx: &mut Context) {}

    fn pacing_rate(&self) -> Option<f64> {
        (self.rate > 0.0).then_some(self.rate)
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        let cwnd = cx.window.cwnd;
        match self.mode {
            _ if loss.trigger == Trigger::Ecn => {}
            Mode::Competitive(before) => {
                let after = (before / 2.0).max(LEAST_INVERSE_DELTA);
                self.mode = Mode::Competitive(after);
                cx.decide(&HALVE, &[cwnd, before, after]);
                self.emit_state(cx);
            }
            _ => cx.decide(&KEEP, &[cwnd]),
        }
        cx.window.ssthresh
    }

    fn on_timeout(&mut self, _first: bool, _loss: &Loss, cx: &mut Context) -> f64 {
        cx.decide(&TIMEOUT, &[cx.window.cwnd]);
        (self.mode, self.settled) = (Mode::Default, cx.now);
        (self.velocity, self.steady, self.counted) = (1.0, 0, [Counted::default(); 2]);
        self.emit_state(cx);
        cx.window.ssthresh
    }

    fn packet_events(&mut self) -> Option<&mut dyn PacketEvents> {
        Some(self)
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

impl PacketEvents for Copa {
    fn on_delivery(&mut self, delivery: &Delivery, cx: &mut Context) {
        self.rounds.started = false;
        if let Some(sample) = &delivery.sample {
            self.rounds.look(sample.prior_delivered, delivery.total);
        }
        if let Some(rtt) = delivery.rtt {
            self.measure(rtt.max(Span(1)), cx);
        }
        if self.rounds.started {
            self.end_round(cx);
        }
        self.counted[0].delivered += delivery.acked;
        self.counted[0].lost += delivery.lost;
        if delivery.acked > 0 {
            self.move_window(delivery, cx);
        }
        self.look_for_heavy_loss(cx);
        self.pace(cx);
        self.emit_state(cx);
    }
}
