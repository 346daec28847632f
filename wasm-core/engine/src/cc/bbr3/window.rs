//! BBR v3's window and pacing rate (draft-ietf-ccwg-bbr, 5.6). Not here: the model from which they follow.

use super::parts::State;
use super::{Bbr3, LEAST_WINDOW, PACING_MARGIN};
use crate::cc::{Context, Delivery};

/// Bytes of the largest burst, and packets of the smallest (SetSendQuantum).
const LARGEST_BURST: f64 = 65_536.0;
const LEAST_BURST: f64 = 2.0;
/// Bursts that a target has room for, as with TCP's offload (UpdateOffloadBudget).
const BURSTS: f64 = 3.0;
/// Length of a burst at the pacing rate.
const BURST_S: f64 = 0.001;
/// Packets added to every target in Up (QuantizationBudget).
const EXTRA_UP: f64 = 2.0;

impl Bbr3 {
    /// BDPMultiple of BBR.bw.
    pub(super) fn bdp(&self, gain: f64, cx: &Context) -> f64 {
        self.bdp_at(self.bandwidth, gain, cx)
    }

    fn bdp_at(&self, rate: f64, gain: f64, cx: &Context) -> f64 {
        match self.min_rtt.rtt {
            Some(least) => gain * rate * least.seconds(),
            None => cx.host.initial_window_packets,
        }
    }

    /// TargetInflight with this window.
    pub(super) fn target(&self, cwnd: f64, cx: &Context) -> f64 {
        self.bdp(1.0, cx).min(cwnd)
    }

    /// QuantizationBudget.
    pub(super) fn with_bursts(&self, packets: f64, cx: &Context) -> f64 {
        let largest = LARGEST_BURST * 8.0 / cx.packet_bits();
        let burst = (self.pace.rate * BURST_S).min(largest).max(LEAST_BURST);
        let extra = if self.state == State::Up { EXTRA_UP } else { 0.0 };
        packets.max(BURSTS * burst).max(LEAST_WINDOW) + extra
    }

    /// Inflight(1.0) at this rate.
    pub(super) fn inflight(&self, rate: f64, cx: &Context) -> f64 {
        self.with_bursts(self.bdp_at(rate, 1.0, cx), cx)
    }

    /// InflightWithHeadroom.
    pub(super) fn with_headroom(&self) -> f64 {
        if self.long_term.is_infinite() {
            return self.long_term;
        }
        let headroom = (self.settings.headroom * self.long_term).max(1.0);
        (self.long_term - headroom).max(LEAST_WINDOW)
    }

    /// BoundCwndForModel, with what the draft's table has for Drain.
    pub(super) fn bound(&self) -> f64 {
        let long_term = match self.state {
            State::Startup => f64::INFINITY,
            State::Drain | State::Down | State::Refill | State::Up => self.long_term,
            State::Cruise | State::ProbeRtt => self.with_headroom(),
        };
        long_term.min(self.short_term.in_flight).max(LEAST_WINDOW)
    }

    /// SetPacingRate. The first RTT replaces the millisecond that stood for it.
    pub(super) fn set_pace(&mut self, cx: &Context) {
        if !self.pace.seen_rtt && cx.srtt.is_some() {
            self.pace_by_window(cx);
        }
        self.pace.follow(self.state.gains().0 * self.bandwidth * PACING_MARGIN, self.pipe.reached);
    }

    /// InitPacingRate.
    pub(super) fn pace_by_window(&mut self, cx: &Context) {
        self.pace.rate = self.pace.of_window(State::Startup.gains().0, cx);
    }

    /// SetCwnd.
    pub(super) fn set_window(&mut self, delivery: &Delivery, cx: &mut Context) {
        let acked = delivery.acked as f64;
        let extra = if self.pipe.reached { self.extra.max() } else { self.extra.present() };
        let most = self.with_bursts(self.bdp(self.state.gains().1, cx) + extra, cx);
        let mut cwnd = cx.window.cwnd;
        if self.pipe.reached {
            cwnd = (cwnd + acked).min(most);
        } else if cwnd < most || (delivery.total as f64) < cx.host.initial_window_packets {
            cwnd += acked;
        }
        cwnd = cwnd.max(LEAST_WINDOW);
        if self.state == State::ProbeRtt {
            cwnd = cwnd.min(self.probe_rtt_window(cx));
        }
        cx.window.cwnd = cwnd.min(self.bound());
    }
}
