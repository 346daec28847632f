//! NewReno: probe with one packet more per round trip, halve at a loss.
//!
//!   slow start             w <- w + 1 per acknowledged packet        RFC 5681, 3.1
//!   congestion avoidance   w <- w + 1/w per acknowledged packet      RFC 5681, 3.1
//!   loss, timeout          ssthresh <- max(F/2, 2)                   RFC 5681, equation (4)
//!
//! While Linux 2.6 halves the rate in a recovery, the window may go down to ssthresh/2 (`recovery_floor`).
//! Departures: FreeBSD halves w, in whole packets, instead of F (`Loss::base`, `Context::halved`).
//! Not here: fast recovery (`tcp/recovery/newreno.rs`), which gave the algorithm its name.

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Loss};
use crate::observe::Rule;
use crate::params::{Section, Value};

crate::params! {
    /// NewReno has no settings of its own.
    pub struct Settings {}
}

/// What a scenario and the screen know of NewReno.
pub static SECTION: Section = Section::new("newreno", "NewReno", Settings::PARAMS)
    .about("Adds one packet per round trip and halves its window at each loss.", "RFC 5681, RFC 6582")
    .rules(&[&HALVE]);

static HALVE: Rule = Rule { key: "newreno.halve", numbers: &["before", "base", "ssthresh"] };

/// State of NewReno.
#[derive(Clone, Debug)]
pub struct NewReno {
    growth: RenoGrowth,
}

impl NewReno {
    /// With its (empty) settings.
    pub fn new(_values: &[Value]) -> NewReno {
        NewReno { growth: RenoGrowth::default() }
    }
}

impl CongestionControl for NewReno {
    fn samples_rtt(&self) -> bool {
        false
    }

    #[inline(always)]
    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if !ack.cwnd_limited {
            return;
        }
        cx.window.cwnd += if cx.in_slow_start() {
            RenoGrowth::slow_start(ack, cx)
        } else {
            self.growth.congestion_avoidance(ack, cx)
        };
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        let ssthresh = cx.halved(loss.base);
        cx.decide(&HALVE, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        self.ssthresh_on_loss(loss, cx)
    }

    fn recovery_floor(&self, ssthresh: f64) -> f64 {
        ssthresh / 2.0
    }

    fn set(&mut self, _row: usize, _value: Value, _cx: &mut Context) {}
}
