//! BBR, version 1, does not wait for loss: it estimates the rate of the bottleneck and the delay of the empty path, paces at that
//! rate, and keeps about as much in flight as the two give. It cannot measure both at once, so it probes for one after the other: a
//! little faster every eighth round trip, and with almost nothing in flight every ten seconds.
//!
//! # Equations
//!
//! ```tex
//! % bottleneck bandwidth: the largest delivery rate of 10 round trips | Linux tcp_bbr.c
//! B = \max_{10\ \text{rounds}} \frac{\text{delivered}}{\Delta t}
//! % delay of the empty path: the smallest RTT of 10 s | Linux tcp_bbr.c
//! R_{\min} = \min_{10\ \text{s}} \text{RTT}
//! % pacing rate, 1 % below the estimate | Linux tcp_bbr.c
//! \text{rate} = 0.99\, g_{\text{pacing}}\, B
//! % target of what is in flight, q packets of a burst | Linux tcp_bbr.c
//! \text{target}(g) = \lceil g\, B\, R_{\min} \rceil + 3 q,\ \text{rounded up to even}
//! % window, each acknowledged packet, once the pipe is full | Linux tcp_bbr.c
//! w \leftarrow \min(w + 1,\; \text{target}(g_{\text{cwnd}}) + \text{extra})
//! % loss | Linux tcp_bbr.c
//! w \leftarrow w - \text{lost}
//! ```
//!
//! $g_{\text{pacing}}$ and $g_{\text{cwnd}}$ are the gains of the phase; *extra* is the amount acknowledged beyond $B$ times the
//! elapsed time, at most what $B$ delivers in 100 ms.
//!
//! # States
//!
//! ```states
//! Startup: gains 2.89, the rate doubles per round trip
//! Drain: pacing gain 0.34, empties the queue of Startup
//! Probe up: pacing gain 1.25 for one round trip
//! Probe down: pacing gain 0.75 for one round trip
//! Cruise: pacing gain 1 for six round trips
//! Probe RTT: at most 4 packets in flight for 200 ms
//! Repair: beside the phases; for a round trip sends as much as arrives
//! Startup -> Drain: B grew by less than 25 % in each of 3 rounds
//! Drain -> Cruise: in flight at most target(1); at random, Probe up instead
//! Probe up -> Probe down: Rmin has passed and target(1.25) is in flight, or a loss
//! Probe down -> Cruise: Rmin has passed, or in flight at most target(1)
//! Cruise -> Probe up: six times Rmin has passed
//! any -> Probe RTT: no smaller RTT for 10 s
//! any -> Repair: loss or timeout
//! Repair -> Cruise: all acknowledged, w is restored; each phase goes on where it was
//! Probe RTT -> Cruise: 200 ms and a round trip at 4 packets; at random, Probe up instead
//! Probe RTT -> Startup: the same, before the pipe was full
//! ```
//!
//! # Choices
//!
//! - It follows Linux's tcp_bbr.c (5.10 to 6.x) with its constants. Rates and windows are real numbers where Linux has fixed-point
//!   ones; the filter of the rate is exact where Linux keeps three samples.
//! - Linux adds three bursts $q$ to every target, for the offload of network cards: a burst is 1 ms of data and at least 2 packets,
//!   below 1.2 Mbit/s one. Packets leave one by one here; the target is Linux's all the same.
//! - The phase after Drain is drawn at random from all but Probe down, as in Linux; so is the one after Probe RTT.
//! - Where losses reveal a policer (two intervals of 4 to 16 rounds with 20 % loss and the same rate), it keeps to their mean rate
//!   for 48 rounds.
//! - Linux's own pacing counts payload where this one counts packets on the wire; the kernel therefore sends up to 2.7 % faster.
//! - A loss is no signal of congestion: the window falls by what was lost, and for the first round of a recovery as much is sent as
//!   was delivered. A timeout leaves one packet, and the window is restored afterwards. ECN is ignored. There is no undo of a
//!   needless recovery, since no receiver here reports duplicates.
//!
//! # Look for
//!
//! - Alone on a path with a long queue, the window is flat and the queue a comb: one bump in eight round trips, and a notch to 4 packets
//!   every 10 s.
//! - With a queue below 1/4 BDP each probe loses packets, and BBR does not care.
//! - Beside NewReno or CUBIC in a deep queue, the minimum RTT contains their queue: BBR is limited by its window, 2 B Rmin, and its
//!   share hardly depends on how many rivals there are.
//! - Of two BBR flows, the one with the longer RTT gets more: what a flow has in flight is proportional to its RTT.

mod filters;
mod policer;
mod settings;
#[cfg(test)]
mod tests;

use super::delivery::{BANDWIDTH, DELIVERY_RATE, MIN_RTT, PACING_RATE};
use super::path_model::{Dwell, KeptWindow, MaxFilter, Pace, Rounds};
use super::{
    Ack, CongestionControl, Context, Delivery, Ended, Loss, PacketEvents, RateSample, SentPacket, Trigger, Wants,
};
use crate::math::{clamp, greater};
use crate::params::Value;
use crate::units::{Span, Time};
use filters::Aggregation;
use policer::{Policer, Seen};
pub use settings::SECTION;
use settings::{
    DRAINED, FULL_PIPE, KEEP_AFTER_LOSS, PHASE, POLICED, PROBE_RTT, PROBE_RTT_DONE, Settings, TIMEOUT, UNPOLICED,
};

/// Linux's fixed-point numbers: 2885/1000 and its inverse in 256ths.
const HIGH_GAIN: f64 = 739.0 / 256.0;
const DRAIN_GAIN: f64 = 88.0 / 256.0;
/// Part of the estimate at which it paces.
const PACING_MARGIN: f64 = 0.99;
/// Growth of the rate that shows that the pipe is not full, and rounds without it after which it is.
const FULL_GROWTH: f64 = 1.25;
const FULL_ROUNDS: u32 = 3;
/// Rounds of the rate filter: the present one and 10 before it, as in Linux.
const RATE_ROUNDS: usize = 11;
/// Pacing gains of the phases of a cycle.
const CYCLE: [f64; 8] = [1.25, 0.75, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
/// Least window, and the one that Probe RTT keeps.
const LEAST_WINDOW: f64 = 4.0;
/// Initial window of Linux (TCP_INIT_CWND): this number is delivered before the target limits the window.
const INITIAL_WINDOW: u64 = 10;

/// Mode of BBR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Startup,
    Drain,
    ProbeBandwidth,
    ProbeRtt,
}

/// State of the sender's loss recovery, as Linux's `icsk_ca_state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Repair {
    Open,
    Recovery,
    Loss,
}

/// State of BBR.
#[derive(Clone, Debug)]
pub struct Bbr {
    settings: Settings,
    mode: Mode,
    /// Place in the cycle, since when, and how many cycles were begun at a random place.
    cycle: usize,
    cycle_since: Time,
    cycles: u64,
    rates: MaxFilter<RATE_ROUNDS>,
    rounds: Rounds,
    /// Rate by which a full pipe is judged, and rounds in which it hardly grew.
    full_rate: f64,
    full_rounds: u32,
    full: bool,
    min_rtt: Option<Span>,
    min_rtt_at: Time,
    dwell: Dwell,
    pace: Pace,
    idle_restart: bool,
    kept: KeptWindow,
    repair: Repair,
    /// The same as the previous ACK left it.
    repaired: Repair,
    conserves: bool,
    aggregation: Aggregation,
    policer: Policer,
}

impl Bbr {
    /// With its settings.
    pub fn new(values: &[Value]) -> Bbr {
        Bbr {
            settings: Settings::read(values),
            mode: Mode::Startup,
            cycle: 0,
            cycle_since: Time::ZERO,
            cycles: 0,
            rates: MaxFilter::default(),
            rounds: Rounds::default(),
            full_rate: 0.0,
            full_rounds: 0,
            full: false,
            min_rtt: None,
            min_rtt_at: Time::ZERO,
            dwell: Dwell::default(),
            pace: Pace::default(),
            idle_restart: false,
            kept: KeptWindow::default(),
            repair: Repair::Open,
            repaired: Repair::Open,
            conserves: false,
            aggregation: Aggregation::default(),
            policer: Policer::default(),
        }
    }

    /// The estimate of the bandwidth, in packets/s: the policer's, if it has found one.
    fn rate(&self) -> f64 {
        self.policer.rate().unwrap_or(self.rates.max())
    }

    /// Pacing gain and cwnd gain of the phase.
    fn gains(&self) -> (f64, f64) {
        match self.mode {
            Mode::Startup => (HIGH_GAIN, HIGH_GAIN),
            Mode::Drain => (DRAIN_GAIN, HIGH_GAIN),
            Mode::ProbeBandwidth if self.policer.rate().is_some() => (1.0, 2.0),
            Mode::ProbeBandwidth => (CYCLE[self.cycle], 2.0),
            Mode::ProbeRtt => (1.0, 1.0),
        }
    }

    /// Packets of a burst of Linux at the present pacing rate.
    fn burst(&self, cx: &Context) -> f64 {
        let bits = self.pace.rate * cx.packet_bits();
        let least = if bits < 1.2e6 { 1.0 } else { 2.0 };
        // A millisecond, as 1/1024 s.
        clamp((self.pace.rate / 1024.0).floor(), least, 127.0)
    }

    /// B Rmin times a gain, in whole packets, at this rate.
    fn bdp(&self, rate: f64, gain: f64, cx: &Context) -> f64 {
        match self.min_rtt {
            Some(least) => (rate * least.seconds() * gain).ceil(),
            None => cx.host.initial_window_packets,
        }
    }

    /// A target with what Linux adds for bursts.
    fn with_bursts(&self, target: f64, cx: &Context) -> f64 {
        let target = target + 3.0 * self.burst(cx);
        let even = 2.0 * (target / 2.0).ceil();
        if self.mode == Mode::ProbeBandwidth && self.cycle == 0 { even + 2.0 } else { even }
    }

    /// target(g) of the greatest rate.
    fn target(&self, gain: f64, cx: &Context) -> f64 {
        self.with_bursts(self.bdp(self.rates.max(), gain, cx), cx)
    }

    /// Takes a rate sample: rounds, the policer, the filter.
    fn take_rate(&mut self, sample: &RateSample, delivery: &Delivery, cx: &mut Context) {
        let Some(rate) = sample.rate else { return };
        self.rounds.look(sample.prior_delivered, delivery.total);
        if self.rounds.started {
            self.rates.advance();
            self.conserves = false;
        }
        self.look_for_policer(sample.app_limited, delivery, cx);
        if !sample.app_limited || rate >= self.rates.max() {
            self.rates.add(rate);
        }
        cx.signal(&DELIVERY_RATE, rate * cx.packet_bits());
    }

    fn look_for_policer(&mut self, app_limited: bool, delivery: &Delivery, cx: &mut Context) {
        let seen = Seen {
            now: cx.now,
            round_start: self.rounds.started,
            probing: self.mode == Mode::ProbeBandwidth,
            app_limited,
            lost: delivery.lost,
            delivered: delivery.total,
            total_lost: delivery.total_lost,
        };
        let before = self.policer.rate();
        let least_difference = 4000.0 / cx.packet_bits();
        self.policer.look(&seen, least_difference);
        match (before, self.policer.rate()) {
            (None, Some(rate)) => {
                cx.decide(&POLICED, &[rate * cx.packet_bits() / 1e6, self.rates.max() * cx.packet_bits() / 1e6])
            }
            (Some(rate), None) => {
                cx.decide(&UNPOLICED, &[rate * cx.packet_bits() / 1e6]);
                if self.mode == Mode::ProbeBandwidth {
                    self.start_cycle(cx);
                }
            }
            _ => {}
        }
    }

    /// Moves on in the cycle when the phase is over.
    fn cycle_on(&mut self, delivery: &Delivery, cx: &Context) {
        if self.mode != Mode::ProbeBandwidth {
            return;
        }
        let passed = self.min_rtt.is_none_or(|least| cx.now.since(self.cycle_since) > least);
        let in_flight = delivery.in_flight_before as f64;
        let over = match self.gains().0 {
            1.0 => passed,
            gain if gain > 1.0 => passed && (delivery.lost > 0 || in_flight >= self.target(gain, cx)),
            _ => passed || in_flight <= self.target(1.0, cx),
        };
        if over {
            self.cycle = (self.cycle + 1) % CYCLE.len();
            self.cycle_since = cx.now;
        }
    }

    /// Begins a cycle at a random place, but not with Probe down.
    fn start_cycle(&mut self, cx: &Context) {
        self.mode = Mode::ProbeBandwidth;
        let place = (cx.draw_of_interval(self.cycles) * 7.0) as usize;
        self.cycles += 1;
        self.cycle = (CYCLE.len() - place) % CYCLE.len();
        self.cycle_since = cx.now;
    }

    /// Judges once a round whether the pipe is full.
    fn look_for_full_pipe(&mut self, app_limited: bool, cx: &mut Context) {
        if self.full || !self.rounds.started || app_limited {
            return;
        }
        if self.rates.max() >= self.full_rate * FULL_GROWTH {
            (self.full_rate, self.full_rounds) = (self.rates.max(), 0);
            return;
        }
        self.full_rounds += 1;
        self.full = self.full_rounds >= FULL_ROUNDS;
        if self.full {
            let bits = cx.packet_bits() / 1e6;
            cx.decide(&FULL_PIPE, &[self.rates.max() * bits, self.full_rate * bits, f64::from(self.full_rounds)]);
        }
    }

    fn drain(&mut self, delivery: &Delivery, cx: &mut Context) {
        if self.mode == Mode::Startup && self.full {
            self.mode = Mode::Drain;
            cx.window.ssthresh = self.target(1.0, cx);
        }
        let target = self.target(1.0, cx);
        if self.mode == Mode::Drain && delivery.in_flight as f64 <= target {
            cx.decide(&DRAINED, &[delivery.in_flight as f64, target]);
            self.start_cycle(cx);
        }
    }

    /// Takes the RTT sample, and begins and ends Probe RTT.
    fn take_min_rtt(&mut self, delivery: &Delivery, cx: &mut Context) {
        let window = Span::from_ms(self.settings.min_rtt_window_s * 1000.0);
        let expired = self.min_rtt.is_some() && cx.now > self.min_rtt_at + window;
        let age = cx.now.since(self.min_rtt_at);
        if let Some(rtt) = delivery.rtt
            && (expired || self.min_rtt.is_none_or(|least| rtt < least))
        {
            (self.min_rtt, self.min_rtt_at) = (Some(rtt), cx.now);
        }
        if expired && !self.idle_restart && self.mode != Mode::ProbeRtt {
            self.mode = Mode::ProbeRtt;
            self.save_window(cx);
            self.dwell = Dwell::default();
            cx.decide(&PROBE_RTT, &[self.min_rtt.unwrap_or_default().ms(), age.seconds(), cx.window.cwnd]);
        }
        if self.mode == Mode::ProbeRtt {
            let lasts = Span::from_ms(self.settings.probe_rtt_ms);
            let little = delivery.in_flight as f64 <= LEAST_WINDOW;
            if self.dwell.look(cx.now, little, lasts, &mut self.rounds, delivery.total) {
                self.end_probe_rtt(cx);
            }
        }
        if delivery.acked > 0 {
            self.idle_restart = false;
        }
    }

    fn end_probe_rtt(&mut self, cx: &mut Context) {
        self.min_rtt_at = cx.now;
        cx.window.cwnd = self.kept.restored(cx.window.cwnd);
        if self.full {
            self.start_cycle(cx);
        } else {
            self.mode = Mode::Startup;
        }
        cx.decide(&PROBE_RTT_DONE, &[self.min_rtt.unwrap_or_default().ms(), cx.window.cwnd]);
    }

    /// Remembers the window before a recovery or Probe RTT.
    fn save_window(&mut self, cx: &Context) {
        let cwnd = cx.window.cwnd;
        let undisturbed = self.repaired == Repair::Open && self.mode != Mode::ProbeRtt;
        self.kept.save(cwnd, undisturbed);
    }

    fn set_pacing_rate(&mut self, cx: &Context) {
        if !self.pace.seen_rtt && cx.srtt.is_some() {
            self.pace_by_window(cx);
        }
        self.pace.follow(self.rate() * self.gains().0 * PACING_MARGIN, self.full);
    }

    /// Before the first rate sample.
    fn pace_by_window(&mut self, cx: &Context) {
        self.pace.rate = self.pace.of_window(HIGH_GAIN, cx) * PACING_MARGIN;
    }

    fn set_window(&mut self, delivery: &Delivery, cx: &mut Context) {
        let acked = delivery.acked as f64;
        if acked > 0.0 && !self.recover_or_restore(delivery, cx) {
            let bdp = self.bdp(self.rate(), self.gains().1, cx);
            let extra = if self.full { self.aggregation.extra(self.rate()) } else { 0.0 };
            let target = self.with_bursts(bdp + extra, cx);
            let cwnd = &mut cx.window.cwnd;
            if self.full {
                *cwnd = (*cwnd + acked).min(target);
            } else if *cwnd < target || delivery.total < INITIAL_WINDOW {
                *cwnd += acked;
            }
            *cwnd = greater(*cwnd, LEAST_WINDOW);
        }
        if self.mode == Mode::ProbeRtt {
            cx.window.cwnd = cx.window.cwnd.min(LEAST_WINDOW);
        }
    }

    /// Takes what is lost from the window, conserves packets in the first round of a recovery, restores the window after it. Returns
    /// whether that decides the window.
    fn recover_or_restore(&mut self, delivery: &Delivery, cx: &mut Context) -> bool {
        let conserved = (delivery.in_flight + delivery.acked) as f64;
        if delivery.lost > 0 {
            cx.window.cwnd = (cx.window.cwnd - delivery.lost as f64).max(1.0);
        }
        let before = std::mem::replace(&mut self.repaired, self.repair);
        if self.repair == Repair::Recovery && before != Repair::Recovery {
            self.conserves = true;
            self.rounds.next = delivery.total;
            cx.window.cwnd = conserved;
        } else if before >= Repair::Recovery && self.repair == Repair::Open {
            cx.window.cwnd = self.kept.restored(cx.window.cwnd);
            self.conserves = false;
        }
        if self.conserves {
            cx.window.cwnd = cx.window.cwnd.max(conserved);
        }
        self.conserves
    }

    fn emit(&self, cx: &mut Context) {
        let bits = cx.packet_bits();
        cx.signal(&BANDWIDTH, self.rate() * bits);
        cx.signal(&PACING_RATE, self.pace.rate * bits);
        if let Some(least) = self.min_rtt {
            cx.signal(&MIN_RTT, least.ms());
        }
        let phase = match (self.mode, self.cycle) {
            (Mode::Startup, _) => 0,
            (Mode::Drain, _) => 1,
            (Mode::ProbeBandwidth, 0) => 2,
            (Mode::ProbeBandwidth, 1) => 3,
            (Mode::ProbeBandwidth, _) => 4,
            (Mode::ProbeRtt, _) => 5,
        };
        cx.signal(&PHASE, f64::from(phase));
    }
}

impl CongestionControl for Bbr {
    fn wants(&self) -> Wants {
        Wants { own_marks: true, ..Wants::PATH_MODEL }
    }

    fn on_start(&mut self, cx: &mut Context) {
        // At a flow's start the smoothed RTT is the handshake's (Linux: tcp_min_rtt has that, too).
        self.min_rtt = cx.min_rtt.or(cx.srtt);
        self.min_rtt_at = cx.now;
        self.aggregation.start(cx.now);
        self.policer.start(cx.now);
        cx.window.ssthresh = f64::INFINITY;
        self.pace_by_window(cx);
        self.emit(cx);
    }

    fn on_ack(&mut self, _ack: &Ack, _cx: &mut Context) {}

    fn pacing_rate(&self) -> Option<f64> {
        (self.pace.rate > 0.0).then_some(self.pace.rate)
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        if loss.trigger == Trigger::Loss {
            self.save_window(cx);
            self.repair = Repair::Recovery;
            cx.decide(&KEEP_AFTER_LOSS, &[cx.window.cwnd, self.rate() * cx.packet_bits() / 1e6]);
        }
        cx.window.ssthresh
    }

    fn on_timeout(&mut self, _first: bool, _loss: &Loss, cx: &mut Context) -> f64 {
        self.save_window(cx);
        (self.repair, self.repaired) = (Repair::Loss, Repair::Loss);
        self.full_rate = 0.0;
        self.rounds.started = true;
        let (delivered, lost) = self.policer.seen();
        self.look_for_policer(false, &Delivery::of_timeout(delivered, lost), cx);
        cx.decide(&TIMEOUT, &[cx.window.cwnd, self.kept.0]);
        cx.window.ssthresh
    }

    /// Linux (`bbr_undo_cwnd`): the pipe may not be full after all, and losses that reveal a policer are counted from the start again.
    fn on_spurious_recovery(&mut self, cx: &mut Context) {
        (self.full_rate, self.full_rounds) = (0.0, 0);
        self.policer.start(cx.now);
    }

    fn on_end(&mut self, ended: Ended, _cx: &mut Context) {
        if ended != Ended::Disorder {
            self.repair = Repair::Open;
        }
    }

    fn packet_events(&mut self) -> Option<&mut dyn PacketEvents> {
        Some(self)
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

impl PacketEvents for Bbr {
    fn on_packet_sent(&mut self, packet: &SentPacket) {
        if packet.idle && packet.app_limited {
            self.idle_restart = true;
            self.aggregation.start(packet.now);
            if self.mode == Mode::ProbeBandwidth {
                self.pace.follow(self.rate() * PACING_MARGIN, self.full);
            }
        }
    }

    fn on_delivery(&mut self, delivery: &Delivery, cx: &mut Context) {
        self.rounds.started = false;
        let app_limited = delivery.sample.is_some_and(|sample| sample.app_limited);
        if let Some(sample) = &delivery.sample {
            self.take_rate(sample, delivery, cx);
            if sample.rate.is_some() {
                self.aggregation.add(cx.now, delivery.acked as f64, self.rate(), cx.window.cwnd, self.rounds.started);
            }
        }
        self.cycle_on(delivery, cx);
        self.look_for_full_pipe(app_limited, cx);
        self.drain(delivery, cx);
        self.take_min_rtt(delivery, cx);
        self.set_pacing_rate(cx);
        self.set_window(delivery, cx);
        self.emit(cx);
    }

    fn limits_samples(&self) -> bool {
        self.mode == Mode::ProbeRtt
    }
}
