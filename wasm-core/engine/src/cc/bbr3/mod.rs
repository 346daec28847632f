//! BBR, version 3, estimates the rate of the bottleneck and the delay of the empty path as version 1 does, and learns from loss how
//! much may be in flight: a long-term bound from the loss that its own probes cause, short-term ones from all other loss. It probes
//! for bandwidth every two to three seconds (on short paths every 63 round trips, or fewer with a small window), for the delay every
//! five seconds, and leaves headroom in between.
//!
//! # Equations
//!
//! ```tex
//! % bottleneck bandwidth: the largest delivery rate of this and the previous cycle | draft-ietf-ccwg-bbr, 5.5.5
//! B_{\max} = \max_{2\ \text{cycles}} \frac{\text{delivered}}{\Delta t}
//! % bandwidth used: at most the short-term bound | draft-ietf-ccwg-bbr, 5.5.10.3
//! B = \min(B_{\max},\; B_{\text{st}})
//! % delay of the empty path: the smallest RTT of 10 s | draft-ietf-ccwg-bbr, 5.3.4.3
//! R_{\min} = \min_{10\ \text{s}} \text{RTT}
//! % pacing rate, 1 % below the estimate | draft-ietf-ccwg-bbr, 5.6.2
//! \text{rate} = 0.99\, g_{\text{pacing}}\, B
//! % window, each acknowledged packet, once the pipe is full | draft-ietf-ccwg-bbr, 5.6.4.6
//! w \leftarrow \min(w + 1,\; g_{\text{cwnd}}\, B\, R_{\min} + \text{extra},\; \text{bound})
//! % bound while it probes | draft-ietf-ccwg-bbr, 5.6.4.7
//! \text{bound} = I_{\text{lt}}
//! % bound while it cruises and in Probe RTT | draft-ietf-ccwg-bbr, 5.6.4.7
//! \text{bound} = \min(0.85\, I_{\text{lt}},\; I_{\text{st}})
//! % a probe loses more than 2 %: n packets were in flight before the lost one, l of them lost | draft-ietf-ccwg-bbr, 5.5.10.2
//! I_{\text{lt}} \leftarrow \max\Bigl(n + \frac{0.02\, n - l}{0.98},\; 0.7 \min(B\, R_{\min},\, w)\Bigr)
//! % at the bound without such loss, in the k-th round of a probe | draft-ietf-ccwg-bbr, 5.3.3.9
//! I_{\text{lt}} \leftarrow I_{\text{lt}} + 2^{k-1}
//! % round trip with a loss, not while it probes | draft-ietf-ccwg-bbr, 5.5.10.3
//! B_{\text{st}} \leftarrow \max(B_{\text{latest}},\; 0.7\, B_{\text{st}}), \qquad I_{\text{st}} \leftarrow \max(I_{\text{latest}},\; 0.7\, I_{\text{st}})
//! % next probe: U uniform in [0, 1), r drawn from 0 and 1 | draft-ietf-ccwg-bbr, 5.3.3.8
//! \text{after } 2\ \text{s} + U\ \text{or}\ \min(B\, R_{\min},\, w,\, 63) - r\ \text{round trips}
//! ```
//!
//! $I_{\text{lt}}$ and $I_{\text{st}}$ bound the packets in flight in the long and in the short term, $B_{\text{st}}$ the bandwidth;
//! all three begin without a limit. *Latest* is the maximum of the round, *extra* the amount acknowledged beyond $B$ times
//! the elapsed time in 10 rounds.
//!
//! # States
//!
//! ```states
//! Startup: gains 2.77 and 2, the rate doubles per round trip
//! Drain: pacing gain 0.5, empties the queue of Startup
//! Probe down: pacing gain 0.9, empties the queue of a probe
//! Cruise: pacing gain 1, with headroom, until the next probe
//! Refill: pacing gain 1 without short-term bounds, for a round trip
//! Probe up: pacing gain 1.25, cwnd gain 2.25, raises the long-term bound
//! Probe RTT: cwnd gain 0.5 for 200 ms
//! Repair: beside the phases; a loss or a timeout is repaired
//! Startup -> Drain: the rate grew by less than 25 % in each of 3 rounds, or much loss for a round
//! Drain -> Probe down: in flight at most B Rmin, or more than 3 rounds
//! Probe down -> Cruise: in flight at most B Rmin, and at most 0.85 of the long-term bound
//! Probe down -> Refill: a probe is due, or the last one was a precaution and lost little
//! Cruise -> Refill: a probe is due
//! Refill -> Probe up: one round trip
//! Probe up -> Probe down: the rate grew by less than 25 % in each of 3 rounds, more than 2 % loss, or the bound is reached as a precaution
//! any -> Probe RTT: no smaller RTT for 5 s
//! Probe RTT -> Cruise: 200 ms and a round trip with half of B Rmin, or 4 packets
//! Probe RTT -> Startup: the same, before the pipe was full
//! any -> Repair: loss or timeout
//! Repair -> Cruise: all acknowledged, w is restored within the bounds; each phase goes on where it was
//! ```
//!
//! # Choices
//!
//! - It follows draft-ietf-ccwg-bbr, the editors' copy of August 3, 2026 (after version 06), not an implementation: pseudocode with the
//!   draft's constants. Volumes are packets and real numbers where the draft has bytes.
//! - **The draft against itself.** Where its parts differ, the pseudocode decides, except in the cases marked †, where it cannot be
//!   meant.
//! - Drain †: the table bounds the window by both bounds, the pseudocode by the short-term one only. Here both.
//! - Gains of Probe down, Cruise, Refill and Probe up: only in table and prose; the pseudocode never sets them.
//! - Probe RTT: the text speaks of at most 4 packets in two places; the rule is half of the BDP, and at least 4.
//! - Drain's limit: "after 3 round trips" in prose and test; the pseudocode ends it when the fourth begins. Here the latter.
//! - Full pipe: described as a plateau of $B_{\max}$, computed from the delivery rate of the ACK that begins a round. Here the latter.
//! - Full pipe †: a sample that is shorter than the smallest RTT has no rate, which the pseudocode would count as a rate of 0, hence as
//!   no growth; here its round is not judged.
//! - Startup by loss exists in prose only. Here: at the end of a round that began in recovery, by the same loss rate as a probe's, with 6
//!   separate ranges. A test case wants *full_bw_now* set as well; the prose does not.
//! - Excess loss ends Probe up as soon as a packet is found lost; the list of exit conditions and a test case name the check of the
//!   next ACK, which does not contain it.
//! - Excess loss of packets that the application limited leaves the bound as it is in prose and pseudocode; a test case wants it reduced.
//! - A test case says that the bound falls by the factor 0.7; in the rule 0.7 only limits the fall.
//! - Precaution †: "in flight reaches the bound". After an ACK, less is in flight than the window that the bound limits, and the bound is a
//!   fraction; here it is reached if, before the ACK, not one more packet did fit.
//! - The filter of $B_{\max}$ has window length 2 in the algorithm that the draft cites, which keeps three cycles; "two slots" and
//!   "a single bit" in the text. Here two: the present cycle and the one before. It advances once per probe; the pseudocode, not the
//!   text, adds: unless the application limits.
//! - Filter of *extra*: 10 rounds, the present one included, likewise; in Startup the present round.
//! - Target of Probe down: $B_{\max} R_{\min}$ as the call has it, though the function is defined with $B$ and the prose says BDP.
//! - Pacing at first †: the pseudocode takes 1 ms where no RTT is known, and never replaces it; here the first RTT does, as in the prose.
//! - Restart after silence: "exactly at $B$" in the text, 1 % below it in the rule. Its counter of excess † is set to 0, which the
//!   pseudocode forgets. A Probe RTT that ended meanwhile ends with the first ACK, not before the first packet.
//! - State for an undo †: saved at the start of a recovery as in prose; the pseudocode saves it again in every round with a loss, and
//!   then forgets what it is to restore.
//! - Timeout: the window becomes "in flight + 1", one packet here, as all is taken for lost. The bound that excess loss gives is
//!   computed with the window before it. A window of one packet makes a probe due at once, as the pseudocode has it: min(BDP, w) rounds.
//! - Values before the first packet that the draft does not give: no smallest RTT, no losses, rounds from 0.
//! - Targets contain three bursts of 1 ms, at least 2 packets each, as for TCP with offload; so 6 packets, not 4, are the least target. Packets
//!   leave one by one here all the same.
//! - The draft leaves the response to ECN open, but a mark must count as congestion. Here one per window of data counts as a loss in its
//!   round, ends Startup, and ends a probe as excess loss. By default no packet asks for marks.
//! - No receiver here reports duplicates, so no recovery is found to be needless; what would be restored then is there all the same.
//!
//! # Look for
//!
//! - Alone: long flat cruises with an empty queue, a pulse of up to one BDP in the queue at each probe, and a dip to half of the BDP every
//!   5 s, where BBR v1 has a comb and a notch to 4 packets.
//! - With a short queue a probe loses packets; then the long-term bound is set, the cruise stays 15 % below it, and the next probe is a
//!   precaution. Far less is lost than with BBR v1.
//! - With random loss above 2 % every probe is taken to go too high, and the rate falls far below that of BBR v1.
//! - Beside NewReno and a queue of one BDP it gets less than BBR v1; with a queue of several BDP, where no probe loses anything, no less.
//! - Of two BBR v3 flows with RTTs of 20 and 120 ms at 10 Mbit/s, the shorter RTT gets twice as much with a queue of 17 packets, both get
//!   the same with 33, and with 100 packets or more the longer RTT gets most, as with BBR v1.

mod cycle;
mod losses;
mod parts;
mod settings;
#[cfg(test)]
mod tests;
mod window;

use super::delivery::{BANDWIDTH, DELIVERY_RATE, MIN_RTT, PACING_RATE};
use super::path_model::{Dwell, Excess, KeptWindow, MaxFilter, Pace, Rounds};
use super::{
    Ack, CongestionControl, Context, Delivery, Ended, Loss, LostPacket, PacketEvents, SentPacket, Trigger, Wants,
};
use crate::params::Value;
use parts::{FullPipe, FullWindow, LossRound, MinRtt, Probes, Repair, ShortTerm, State, Undo};
pub use settings::SECTION;
use settings::{LONG_TERM, PHASE, REPAIR, SHORT_TERM, Settings, TIMEOUT};

/// Least window: BBR.MinPipeCwnd.
const LEAST_WINDOW: f64 = 4.0;
/// Part of the estimate at which it paces: BBR.PacingMarginPercent is 1.
const PACING_MARGIN: f64 = 0.99;
/// Probing cycles of the filter of the rate: the present one and the one before (BBR.MaxBwFilterLen).
const CYCLES: usize = 2;
/// Rounds of the filter of aggregation, the present one included (BBR.ExtraAckedFilterLen).
const EXTRA_ROUNDS: usize = 10;

/// State of BBR v3.
#[derive(Clone, Debug)]
pub struct Bbr3 {
    settings: Settings,
    state: State,
    rounds: Rounds,
    /// C.delivered.
    delivered: u64,
    full_window: FullWindow,
    /// RS.delivery_rate of the present ACK, in packets/s; 0 without one.
    rate: f64,
    /// BBR.max_bw and BBR.bw, in packets/s.
    rates: MaxFilter<CYCLES>,
    bandwidth: f64,
    pipe: FullPipe,
    /// Round in which Drain began.
    drain_since: u64,
    probes: Probes,
    losses: LossRound,
    /// BBR.inflight_longterm, in packets.
    long_term: f64,
    short_term: ShortTerm,
    excess: Excess,
    extra: MaxFilter<EXTRA_ROUNDS>,
    min_rtt: MinRtt,
    dwell: Dwell,
    idle_restart: bool,
    pace: Pace,
    kept: KeptWindow,
    repair: Repair,
    /// Packets delivered when fast recovery began.
    repair_since: u64,
    undo: Undo,
}

impl Bbr3 {
    /// With its settings.
    pub fn new(values: &[Value]) -> Bbr3 {
        Bbr3 {
            settings: Settings::read(values),
            state: State::Startup,
            rounds: Rounds::default(),
            delivered: 0,
            full_window: FullWindow::default(),
            rate: 0.0,
            rates: MaxFilter::default(),
            bandwidth: 0.0,
            pipe: FullPipe::default(),
            drain_since: 0,
            probes: Probes::default(),
            losses: LossRound::default(),
            long_term: f64::INFINITY,
            short_term: ShortTerm::NONE,
            excess: Excess::default(),
            extra: MaxFilter::default(),
            min_rtt: MinRtt::default(),
            dwell: Dwell::default(),
            idle_restart: false,
            pace: Pace::default(),
            kept: KeptWindow::default(),
            repair: Repair::Open,
            repair_since: 0,
            undo: Undo { state: None, short: ShortTerm::NONE, long: f64::INFINITY },
        }
    }

    /// UpdateLatestDeliverySignals and UpdateMaxBw.
    fn take_rate(&mut self, delivery: &Delivery, cx: &mut Context) {
        (self.delivered, self.rate) = (delivery.total, 0.0);
        (self.rounds.started, self.losses.started) = (false, false);
        if self.repair == Repair::Recovery && self.repair_since == u64::MAX {
            self.repair_since = delivery.total;
        }
        let Some(sample) = &delivery.sample else { return };
        self.losses.look(sample, delivery.total);
        self.rounds.look(sample.prior_delivered, delivery.total);
        if self.rounds.started {
            self.probes.rounds += 1;
            self.full_window.start_round();
            self.extra.advance();
        }
        if let Some(rate) = sample.rate {
            self.rate = rate;
            if rate >= self.rates.max() || !sample.app_limited {
                self.rates.add(rate);
            }
            cx.signal(&DELIVERY_RATE, rate * cx.packet_bits());
        }
    }

    /// UpdateACKAggregation.
    fn take_excess(&mut self, delivery: &Delivery, cx: &Context) {
        if delivery.acked > 0 {
            let acked = delivery.acked as f64;
            let extra = self.excess.add(cx.now, acked, self.bandwidth, cx.window.cwnd, f64::INFINITY);
            self.extra.add(extra);
        }
    }

    fn emit(&self, cx: &mut Context) {
        let bits = cx.packet_bits();
        cx.signal(&BANDWIDTH, self.bandwidth * bits);
        cx.signal(&PACING_RATE, self.pace.rate * bits);
        if let Some(least) = self.min_rtt.rtt {
            cx.signal(&MIN_RTT, least.ms());
        }
        let or_none = |bound: f64| if bound.is_finite() { bound } else { 0.0 };
        cx.signal(&LONG_TERM, or_none(self.long_term));
        cx.signal(&SHORT_TERM, or_none(self.short_term.in_flight));
        cx.signal(&PHASE, f64::from(self.state as u8));
    }
}

impl CongestionControl for Bbr3 {
    fn wants(&self) -> Wants {
        Wants::PATH_MODEL
    }

    fn on_start(&mut self, cx: &mut Context) {
        self.min_rtt = MinRtt { rtt: cx.srtt, at: cx.now, recent_at: cx.now, ..MinRtt::default() };
        self.excess.start(cx.now);
        cx.window.ssthresh = f64::INFINITY;
        self.pace_by_window(cx);
        self.emit(cx);
    }

    fn on_ack(&mut self, _ack: &Ack, _cx: &mut Context) {}

    fn pacing_rate(&self) -> Option<f64> {
        (self.pace.rate > 0.0).then_some(self.pace.rate)
    }

    /// OnEnterFastRecovery, or a mark.
    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        match loss.trigger {
            Trigger::Ecn => self.take_mark(cx),
            Trigger::Loss => {
                self.save_for_undo(cx);
                (self.repair, self.repair_since) = (Repair::Recovery, u64::MAX);
                cx.decide(&REPAIR, &[cx.window.cwnd, self.bandwidth * cx.packet_bits() / 1e6]);
            }
        }
        cx.window.ssthresh
    }

    /// OnEnterRTO.
    fn on_timeout(&mut self, _first: bool, _loss: &Loss, cx: &mut Context) -> f64 {
        if self.repair == Repair::Loss {
            self.save_window(cx);
        } else {
            self.save_for_undo(cx);
        }
        self.repair = Repair::Loss;
        cx.decide(&TIMEOUT, &[cx.window.cwnd, self.kept.0]);
        cx.window.ssthresh
    }

    fn on_spurious_recovery(&mut self, cx: &mut Context) {
        self.undo(cx);
    }

    fn on_end(&mut self, ended: Ended, cx: &mut Context) {
        if ended != Ended::Disorder {
            self.end_repair(cx);
        }
    }

    fn packet_events(&mut self) -> Option<&mut dyn PacketEvents> {
        Some(self)
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        self.settings.set(row, value);
    }
}

impl PacketEvents for Bbr3 {
    fn on_packet_sent(&mut self, packet: &SentPacket) {
        self.full_window.note(packet.fills_window);
        if packet.idle && packet.app_limited {
            self.idle_restart = true;
            self.excess.start(packet.now);
            if self.state.is_probe_bw() {
                self.pace.follow(self.bandwidth * PACING_MARGIN, self.pipe.reached);
            } else if self.state == State::ProbeRtt {
                self.dwell.excuse_round();
            }
        }
    }

    fn on_packet_lost(&mut self, packet: &LostPacket, cx: &mut Context) {
        self.take_loss(packet, cx);
    }

    /// UpdateModelAndState and UpdateControlParameters.
    fn on_delivery(&mut self, delivery: &Delivery, cx: &mut Context) {
        self.take_rate(delivery, cx);
        self.adapt_short_term(cx);
        self.take_excess(delivery, cx);
        self.look_for_full_pipe(delivery);
        self.end_startup(delivery, cx);
        self.end_drain(delivery, cx);
        self.cycle_on(delivery, cx);
        self.probe_rtt(delivery, cx);
        self.losses.advance(delivery.sample.as_ref());
        self.bandwidth = self.rates.max().min(self.short_term.rate);
        self.set_pace(cx);
        self.set_window(delivery, cx);
        self.emit(cx);
    }

    fn limits_samples(&self) -> bool {
        self.state == State::ProbeRtt
    }
}

impl Bbr3 {
    /// A recovery, a timeout's repair or a round trip after a mark is over.
    fn end_repair(&mut self, cx: &mut Context) {
        if std::mem::replace(&mut self.repair, Repair::Open) != Repair::Open {
            cx.window.cwnd = self.kept.restored(cx.window.cwnd);
        }
    }
}
