//! CDG's delay backoff: the signal, the draw that is held against its probability, and the answer to an indication
//! (CDG paper, equations 5 to 7 and section 3.6). Not here: the gradients (`envelope.rs`), nor losses (`mod.rs`).

use super::settings::{ShadowAtBackoff, Variant};
use super::{Cdg, Verdict, freebsd_decrease, probability, tell};
use crate::cc::{Context, Window};

/// A draw with what it was held against.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    gradient_ms: f64,
    probability: f64,
    draw: f64,
}

impl Cdg {
    /// Chooses the signal and draws, if the delay grows at all (equations 5 and 6).
    pub(super) fn draw(&mut self, slow_start: bool, cx: &mut Context) -> Option<Judged> {
        if !self.settings.delay_backoff {
            return None;
        }
        let (gradient_ms, probability) = match self.settings.variant {
            Variant::Paper => self.signal_of_paper(slow_start),
            Variant::FreeBsd => self.signal_of_freebsd(slow_start),
            Variant::Linux => self.signal_of_linux(),
        };
        if gradient_ms <= 0.0 {
            return None;
        }
        let draw = match self.settings.variant {
            Variant::Linux => self.linux.draw(cx),
            Variant::Paper | Variant::FreeBsd => cx.draw(),
        };
        cx.signal(&tell::SIGNAL_GRADIENT, gradient_ms);
        cx.signal(&tell::PROBABILITY, probability);
        cx.signal(&tell::DRAW, draw);
        if draw >= probability {
            let numbers = [gradient_ms, self.settings.g_ms, probability, draw, cx.window.cwnd];
            cx.decide(&tell::NO_BACKOFF, &numbers);
            return None;
        }
        Some(Judged { gradient_ms, probability, draw })
    }

    fn signal_of_paper(&self, slow_start: bool) -> (f64, f64) {
        let first_positive = |min: f64, max: f64| if min > 0.0 { min } else { max };
        let gradient = if slow_start {
            let raw = self.envelope.raw();
            self.clock.ms(first_positive(raw.min as f64, raw.max as f64))
        } else {
            let (min, max) = self.envelope.smoothed(&self.settings);
            let (times, over) = self.envelope.extrapolation(self.settings.window_fill);
            self.clock.ms(first_positive(min, max)) * times as f64 / over as f64
        };
        (gradient, probability::exact(gradient, self.settings.g_ms))
    }

    fn signal_of_freebsd(&self, slow_start: bool) -> (f64, f64) {
        let (raw, average) = (self.envelope.raw(), self.envelope.average());
        let (times, over) = self.envelope.extrapolation(self.settings.window_fill);
        let (raw_min, raw_max) = (raw.min * 128, raw.max * 128);
        let (min, max) = (average.min * times / over, average.max * times / over);
        let gradient = match slow_start {
            true if raw_min > 0 => raw_min,
            _ if min > 0 => min,
            true if raw_max > 0 => raw_max,
            _ => max,
        };
        let g_ticks = self.settings.g_ms / self.clock.ms(1.0);
        (self.clock.ms(gradient as f64 / 128.0), probability::freebsd(gradient, g_ticks))
    }

    /// An indication: backs off, unless that has proved ineffectual or recovery is under way.
    pub(super) fn answer(&mut self, judged: Judged, slow_start: bool, cx: &mut Context) -> Verdict {
        let Judged { gradient_ms, probability, draw } = judged;
        let settings = &self.settings;
        if cx.in_recovery || self.backoff_left > 0.0 {
            // FreeBSD counts the indication although it does not answer it; the paper counts backoffs.
            if settings.variant == Variant::FreeBsd && settings.ineffectual_detection {
                // The count goes beyond b + b' here; the first indication outside then starts it anew (`hold`).
                self.count = self.count.saturating_add(1);
            }
            cx.decide(&tell::SUPPRESSED, &[gradient_ms, self.settings.g_ms, probability, draw, cx.window.cwnd]);
            // FreeBSD grows only in rounds without an indication, answered or not.
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
        let g_ms = self.settings.g_ms;
        let count = f64::from(self.count);
        let numbers = [gradient_ms, g_ms, probability, draw, before, after, shadow_before, self.shadow, count];
        cx.decide(if slow_start { &tell::SLOW_START_EXIT } else { &tell::DELAY_BACKOFF }, &numbers);
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
            judged.gradient_ms,
            settings.g_ms,
            judged.probability,
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
        cx.signal(&tell::HELD, cx.window.cwnd);
        cx.decide(&tell::HELD_INDICATION, &numbers);
        if grows { Verdict::Grow } else { Verdict::Hold }
    }
}
