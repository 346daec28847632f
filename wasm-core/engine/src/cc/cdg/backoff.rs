//! CDG's delay backoff: the signal, the draw that is compared with its probability, and the reaction to an indication
//! (CDG paper, equations 5 to 7 and section 3.6). Not here: the gradients (`envelope.rs`), nor losses (`mod.rs`).

use super::settings::{Settings, ShadowAtBackoff, Variant};
use super::{Cdg, Verdict, freebsd_decrease, probability, signals};
use crate::cc::{Context, Window};
use crate::formulas::backoff_probability;

/// A draw with what it was held against.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    signal: DelaySignal,
    draw: f64,
}

/// Delay gradient held against a draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct DelaySignal {
    /// ms per round trip.
    pub gradient_ms: f64,
    /// It is the gradient of the largest RTT, since the smallest does not grow.
    pub of_max: bool,
    /// G, in ms per round trip.
    pub g_ms: f64,
    pub probability: f64,
}

impl Cdg {
    /// Chooses the signal and draws, if the delay grows at all (equations 5 and 6).
    pub(super) fn draw(&mut self, slow_start: bool, cx: &mut Context) -> Option<Judged> {
        if !self.settings.delay_backoff {
            return None;
        }
        let g_ms = self.g_ms(slow_start)?;
        let signal = match self.settings.variant {
            Variant::Paper => self.signal_of_paper(slow_start, g_ms),
            Variant::FreeBsd => self.signal_of_freebsd(slow_start, g_ms),
            Variant::Linux => self.signal_of_linux(g_ms),
        };
        let DelaySignal { gradient_ms, of_max, probability, .. } = signal;
        if gradient_ms <= 0.0 {
            return None;
        }
        let draw = match self.settings.variant {
            Variant::Linux => self.linux.draw(cx),
            Variant::Paper | Variant::FreeBsd => cx.draw(),
        };
        cx.signal(&signals::SIGNAL_GRADIENT, gradient_ms);
        cx.signal(&signals::PROBABILITY, probability);
        cx.signal(&signals::DRAW, draw);
        if draw >= probability {
            let numbers = [gradient_ms, g_ms, probability, draw, cx.window.cwnd, f64::from(of_max)];
            cx.decide(&signals::NO_BACKOFF, &numbers);
            return None;
        }
        Some(Judged { signal, draw })
    }

    /// G at the present queueing delay; none if that is 0 while it counts. Slow start goes by the gradient alone.
    fn g_ms(&self, slow_start: bool) -> Option<f64> {
        let Settings { g_ms, delay_target_ms, .. } = self.settings;
        if delay_target_ms == 0.0 || slow_start {
            return Some(g_ms);
        }
        let queued = self.tau_min - self.base;
        (queued > 0).then(|| g_ms * delay_target_ms / self.clock.ms(queued as f64))
    }

    fn signal_of_paper(&self, slow_start: bool, g_ms: f64) -> DelaySignal {
        let ((min, max), (times, over)) = if slow_start {
            let raw = self.envelope.raw();
            ((raw.min as f64, raw.max as f64), (1, 1))
        } else {
            (self.envelope.smoothed(&self.settings), self.envelope.extrapolation(self.settings.window_fill))
        };
        let of_max = min <= 0.0;
        let gradient_ms = self.clock.ms(if of_max { max } else { min }) * times as f64 / over as f64;
        DelaySignal { gradient_ms, of_max, g_ms, probability: backoff_probability(gradient_ms, g_ms) }
    }

    fn signal_of_freebsd(&self, slow_start: bool, g_ms: f64) -> DelaySignal {
        let (raw, average) = (self.envelope.raw(), self.envelope.average());
        let (times, over) = self.envelope.extrapolation(self.settings.window_fill);
        let (raw_min, raw_max) = (raw.min * 128, raw.max * 128);
        let (min, max) = (average.min * times / over, average.max * times / over);
        let (gradient, of_max) = match slow_start {
            true if raw_min > 0 => (raw_min, false),
            _ if min > 0 => (min, false),
            true if raw_max > 0 => (raw_max, true),
            _ => (max, true),
        };
        let g_ticks = g_ms / self.clock.ms(1.0);
        let gradient_ms = self.clock.ms(gradient as f64 / 128.0);
        DelaySignal { gradient_ms, of_max, g_ms, probability: probability::freebsd(gradient, g_ticks) }
    }

    /// An indication: backs off, unless that has proved ineffectual or recovery is in progress.
    pub(super) fn answer(&mut self, judged: Judged, slow_start: bool, cx: &mut Context) -> Verdict {
        let Judged { signal: DelaySignal { gradient_ms, of_max, g_ms, probability }, draw } = judged;
        let settings = &self.settings;
        if cx.in_recovery || self.backoff_left > 0.0 {
            // FreeBSD counts the indication although it does not act on it; the paper counts backoffs.
            if settings.variant == Variant::FreeBsd && settings.ineffectual_detection {
                // The count goes beyond b + b' here; the first indication outside then starts it anew (`hold`).
                self.count = self.count.saturating_add(1);
            }
            cx.decide(&signals::SUPPRESSED, &[gradient_ms, g_ms, probability, draw, cx.window.cwnd]);
            // FreeBSD grows only in rounds without an indication, acted on or not.
            return if self.settings.variant == Variant::FreeBsd { Verdict::Hold } else { Verdict::Grow };
        }
        self.count = self.count.saturating_add(1);
        if settings.ineffectual_detection && self.count > settings.ineffectual_backoffs {
            return self.hold(judged, cx);
        }
        let (before, shadow_before) = (cx.window.cwnd, self.shadow);
        let after = self.backed_off(before, cx);
        let remembered = match self.settings.shadow_at_backoff {
            ShadowAtBackoff::Before => before,
            ShadowAtBackoff::After => after,
        };
        self.set_shadow(self.shadow.max(remembered), cx);
        (self.increment, self.rtts) = (1.0, 0);
        match self.settings.variant {
            Variant::Linux => cx.reduce_gradually(after),
            Variant::Paper | Variant::FreeBsd => {
                *cx.window = Window { cwnd: after, ssthresh: after };
                self.envelope.skip();
            }
        }
        if self.settings.variant == Variant::FreeBsd {
            self.backoff_left = cx.in_flight;
        }
        cx.delay_backoff(before);
        let (beta, count) = (self.settings.beta_delay, f64::from(self.count));
        let of_max = f64::from(of_max);
        let numbers =
            [gradient_ms, g_ms, probability, draw, before, after, shadow_before, self.shadow, count, beta, of_max];
        cx.decide(if slow_start { &signals::SLOW_START_EXIT } else { &signals::DELAY_BACKOFF }, &numbers);
        Verdict::BackedOff
    }

    /// The window after a delay backoff.
    pub(super) fn backed_off(&self, before: f64, cx: &Context) -> f64 {
        let beta = self.settings.beta_delay;
        match self.settings.variant {
            Variant::Paper => (beta * before).max(2.0),
            Variant::FreeBsd => freebsd_decrease(before, beta, cx),
            Variant::Linux => (before.floor() * beta).floor().max(2.0),
        }
    }

    /// An indication that is ignored: the last b backoffs did not make the delay fall (section 3.6).
    fn hold(&mut self, judged: Judged, cx: &mut Context) -> Verdict {
        let settings = &self.settings;
        let (b, ignored_limit) = (settings.ineffectual_backoffs, settings.ignored_backoffs);
        let numbers = [
            judged.signal.gradient_ms,
            judged.signal.g_ms,
            judged.signal.probability,
            judged.draw,
            cx.window.cwnd,
            f64::from(self.count),
            f64::from(self.count - b),
            f64::from(ignored_limit),
        ];
        let grows = settings.grow_while_held;
        if settings.variant != Variant::Linux {
            if self.count >= b + ignored_limit {
                self.count = 0;
            }
            self.envelope.skip();
            self.set_shadow(self.shadow.max(cx.window.cwnd), cx);
        }
        cx.signal(&signals::HELD, cx.window.cwnd);
        cx.decide(&signals::HELD_INDICATION, &numbers);
        if grows { Verdict::Grow } else { Verdict::Hold }
    }
}
