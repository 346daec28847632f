//! CDG's parameters: the table with each one's unit, range and source, and what the three variants make of it.
//! Not here: what the parameters do.

use super::signals;
use crate::params::{Group, Need, Section, Value, Variant as Preset};

crate::choices! {
    /// Implementation of CDG.
    pub enum Variant {
        /// The paper's text, in real numbers.
        Paper = "paper",
        /// FreeBSD's cc_cdg, in the kernel's integers.
        FreeBsd = "freebsd",
        /// Linux's tcp_cdg: sums in microseconds, gradual reduction, tolerance off.
        Linux = "linux",
    }
}

crate::choices! {
    /// When the count of consecutive backoffs restarts.
    pub enum IneffectualReset {
        /// When either smoothed gradient is negative.
        Either = "either",
        /// Only when both are.
        Both = "both",
    }
}

crate::choices! {
    /// How a loss in slow start is treated.
    pub enum SlowStartLoss {
        /// As congestion, whatever the queue's state.
        NewReno = "newreno",
        /// By the queue's state, like any other.
        ByQueue = "by_queue",
    }
}

crate::choices! {
    /// Which window the shadow window remembers at a delay backoff.
    pub enum ShadowAtBackoff {
        /// The window before the cut.
        Before = "before",
        /// The window after it.
        After = "after",
    }
}

crate::choices! {
    /// Effect on the shadow window of a loss that counts as congestion.
    pub enum ShadowAtLoss {
        /// Halves it, as a NewReno window would be.
        Halve = "halve",
        /// Leaves it.
        Keep = "keep",
    }
}

crate::choices! {
    /// The shadow window before the first delay backoff.
    pub enum ShadowInitial {
        /// The window itself.
        Window = "window",
        /// None.
        Zero = "zero",
    }
}

crate::choices! {
    /// How gradients are averaged before the smoothing window is full.
    pub enum WindowFill {
        /// Missing ones count as zero.
        Zero = "zero",
        /// The sum is extrapolated from those there are.
        Extrapolate = "extrapolate",
    }
}

/// Linux's variant grows with every ACK outside recovery, and only then.
const NOT_OF_LINUX: Need = Need::Is("variant", &["paper", "freebsd"]);
/// Some loss is not taken as congestion: in FreeBSD those among the data of a backoff, too.
const TOLERATES: Need = Need::Any(&[Need::On("loss_tolerance"), Need::Is("variant", &["freebsd"])]);

crate::params! {
    /// CDG's parameters.
    pub struct Settings {
        /// Which CDG: that of the paper, of FreeBSD or of Linux.
        variant: Variant = word("paper", Variant::WORDS).live(), "choice";
        /// Number of gradients in the moving average (a).
        smoothing: u32 = whole(8.0, 1.0, 256.0).unit("RTTs").log().live(), "CDG paper, section 4";
        /// Gradient at which the backoff probability is 63 % (G).
        g_ms: f64 = above(3.0, 0.0, 1e6).unit("ms per RTT").log().live().slider(0.5, 50.0, &[0.5, 10.0, 50.0]).on_card().needs(&[Need::On("delay_backoff")]), "CDG paper, section 4; its unit is FreeBSD's tick of 1 ms";
        /// Share of the window that a delay backoff leaves (β).
        beta_delay: f64 = above(0.7, 0.0, 1.0).live().needs(&[Need::On("delay_backoff")]), "CDG paper, section 4";
        /// Share of the window that a congestion loss leaves.
        beta_loss: f64 = above(0.5, 0.0, 1.0).live(), "CDG paper, equation 8";
        /// Number of delay backoffs in a row, with no gradient falling, after which CDG treats backoffs as ineffectual
        /// (b).
        ineffectual_backoffs: u32 = whole(5.0, 1.0, 1000.0).live().needs(&[Need::On("delay_backoff"), Need::On("ineffectual_detection")]), "CDG paper, section 4";
        /// Number of indications that are then ignored (b').
        ignored_backoffs: u32 = whole(5.0, 1.0, 1000.0).live().needs(&[Need::On("delay_backoff"), Need::On("ineffectual_detection")]), "CDG paper, section 4";
        /// Tick of the clock in which RTTs are measured; 0: exact.
        rtt_tick_ms: f64 = number(1.0, 0.0, 1000.0).unit("ms").log().live(), "FreeBSD: kern.hz 1000";
        /// When the count of ineffectual backoffs restarts.
        ineffectual_reset: IneffectualReset = word("either", IneffectualReset::WORDS).live().needs(&[Need::On("delay_backoff"), Need::On("ineffectual_detection")]), "CDG paper, section 3.6; FreeBSD";
        /// Backs off at random as the delay grows.
        delay_backoff: bool = switch(true).live(), "CDG paper, equation 6";
        /// Remembers the window before delay backoffs and uses half of it at a congestion loss, if that is larger.
        shadow_window: bool = switch(true).live(), "CDG paper, equation 7";
        /// Treats a loss as congestion only while CDG infers a full queue.
        loss_tolerance: bool = switch(true).live(), "CDG paper, equation 8";
        /// After b ineffectual backoffs, ignores the next b' indications.
        ineffectual_detection: bool = switch(true).live().needs(&[Need::On("delay_backoff")]), "CDG paper, section 3.6";
        /// Treats a loss as congestion while the inferred state of the queue is still unknown.
        unknown_is_congestion: bool = switch(true).live().needs(&[Need::On("loss_tolerance")]), "FreeBSD";
        /// How a loss in slow start is treated: as congestion, as in NewReno, or by the inferred state of the queue.
        slow_start_loss: SlowStartLoss = word("newreno", SlowStartLoss::WORDS).live().needs(&[Need::On("loss_tolerance")]), "CDG paper, section 3.5";
        /// Which window the shadow window takes at a delay backoff.
        shadow_at_backoff: ShadowAtBackoff = word("before", ShadowAtBackoff::WORDS).live().needs(&[Need::On("delay_backoff"), Need::On("shadow_window")]), "CDG paper, equation 7";
        /// Effect of a congestion loss on the shadow window: halve it, or leave it.
        shadow_at_loss: ShadowAtLoss = word("halve", ShadowAtLoss::WORDS).live().needs(&[Need::On("shadow_window")]), "FreeBSD, Linux";
        /// Initial value of the shadow window.
        shadow_initial: ShadowInitial = word("window", ShadowInitial::WORDS).needs(&[Need::On("shadow_window")]), "FreeBSD, Linux";
        /// The window grows in rounds whose indication is ignored.
        grow_while_held: bool = switch(false).live().needs(&[NOT_OF_LINUX, Need::On("delay_backoff"), Need::On("ineffectual_detection")]), "FreeBSD";
        /// The window grows during a recovery whose loss CDG tolerates.
        grow_in_recovery: bool = switch(false).live().needs(&[NOT_OF_LINUX, TOLERATES]), "CDG paper, section 5: further work";
        /// Number of RTTs without a backoff after which growth rises by one packet per RTT; 0: never.
        alpha_increase_rtts: u32 = whole(0.0, 0.0, 1e6).unit("RTTs").live(), "FreeBSD: alpha_inc";
        /// Queueing delay for which G holds: with a longer one G is smaller in proportion, so that the same gradient makes a
        /// backoff more likely; 0: G is the same at any delay.
        delay_target_ms: f64 = number(0.0, 0.0, 1e6).unit("ms").log().live().slider(0.0, 100.0, &[0.0, 5.0, 100.0]).needs(&[Need::On("delay_backoff")]), "ours, for the further work of CDG paper, section 5";
        /// How gradients that are missing at the start are treated.
        window_fill: WindowFill = word("zero", WindowFill::WORDS).live().needs(&[Need::On("delay_backoff")]), "FreeBSD: zero; Linux: extrapolate";
    }
}

/// Settings of CDG as scenario and screen know them.
pub static SECTION: Section = Section::new("cdg", "CDG", Settings::PARAMS)
    .ignores(&["abe", "whole_byte_growth"])
    .group(Group::DelayBased)
    .about(
        "Backs off at random, more likely the faster the RTT grows, and tries to tell random losses from congestion.",
        "D. A. Hayes, G. Armitage, Revisiting TCP Congestion Control using Delay Gradients, NETWORKING 2011",
    )
    .variants(
        "variant",
        &[
            Preset::new("paper", "real numbers; slow start while the window is below ssthresh, on any host")
                .ignores(&["slow_start_at_ssthresh"]),
            Preset::new(
                "freebsd",
                "gradients in 1/128 tick, a table for the probability; losses among the data of a backoff are tolerated",
            )
            .defaults(&[("slow_start_loss", Value::Word("by_queue")), ("shadow_at_backoff", Value::Word("after"))]),
            Preset::new(
                "linux",
                "gradients in microseconds, a table for the probability; a backoff spread over a round trip; no empty state; \
                 once ineffectual, indications are ignored until a gradient is negative",
            )
            .defaults(&[
                ("g_ms", Value::Number(1000.0 / (8.0 * 42.0))),
                ("beta_delay", Value::Number(724.0 / 1024.0)),
                ("rtt_tick_ms", Value::Number(0.0)),
                ("loss_tolerance", Value::Bool(false)),
                ("slow_start_loss", Value::Word("by_queue")),
                ("grow_while_held", Value::Bool(true)),
                ("window_fill", Value::Word("extrapolate")),
            ])
            .lacks(&["ignored_backoffs", "alpha_increase_rtts"]),
        ],
    )
    .signals(signals::SIGNALS)
    .rules(signals::RULES);
