//! CDG's parameters: the table with each one's unit, range and source, and what the three variants make of it.
//! Not here: what the parameters do.

use super::tell;
use crate::params::{Section, Value, Variant as Preset};

crate::choices! {
    /// Whose CDG.
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
    /// How a loss in slow start is answered.
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
    /// What a loss that counts as congestion makes of the shadow window.
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

crate::params! {
    /// CDG's parameters.
    pub struct Settings {
        /// Whose CDG: the paper's, FreeBSD's or Linux's.
        variant: Variant = word("paper", Variant::WORDS).live(), "choice";
        /// Gradients that are averaged (a).
        smoothing: u32 = whole(8.0, 1.0, 256.0).unit("RTTs").log().live(), "CDG paper, section 4";
        /// Gradient at which a backoff has 63 chances in 100 (G).
        g_ms: f64 = above(3.0, 0.0, 1e6).unit("ms per RTT").log().live(), "CDG paper, section 4; its unit is FreeBSD's tick of 1 ms";
        /// What a delay backoff leaves of the window.
        beta_delay: f64 = above(0.7, 0.0, 1.0).live(), "CDG paper, section 4";
        /// What a loss from congestion leaves of the window.
        beta_loss: f64 = above(0.5, 0.0, 1.0).live(), "CDG paper, equation 8";
        /// Delay backoffs in a row after which further indications are held to be ineffectual (b).
        ineffectual_backoffs: u32 = whole(5.0, 1.0, 1000.0).live(), "CDG paper, section 4";
        /// Indications that are then ignored (b').
        ignored_backoffs: u32 = whole(5.0, 1.0, 1000.0).live(), "CDG paper, section 4";
        /// Tick of the host's clock in which round trips are counted; 0 = exact.
        rtt_tick_ms: f64 = number(1.0, 0.0, 1000.0).unit("ms").log().live(), "FreeBSD: kern.hz 1000";
        /// The count of backoffs restarts when either smoothed gradient is negative, or only when both are.
        ineffectual_reset: IneffectualReset = word("either", IneffectualReset::WORDS).live(), "CDG paper, section 3.6; FreeBSD";
        /// The window backs off by chance as the delay grows.
        delay_backoff: bool = switch(true).live(), "CDG paper, equation 6";
        /// A shadow window remembers what delay backoffs gave up.
        shadow_window: bool = switch(true).live(), "CDG paper, equation 7";
        /// A loss while the queue is not full is not taken as congestion.
        loss_tolerance: bool = switch(true).live(), "CDG paper, equation 8";
        /// After b backoffs in vain the next b' indications are ignored.
        ineffectual_detection: bool = switch(true).live(), "CDG paper, section 3.6";
        /// A loss while nothing is known of the queue yet is congestion.
        unknown_is_congestion: bool = switch(true).live(), "FreeBSD";
        /// A loss in slow start is congestion, or judged by the queue's state.
        slow_start_loss: SlowStartLoss = word("newreno", SlowStartLoss::WORDS).live(), "CDG paper, section 3.5";
        /// The shadow window takes the window before the backoff, or after it.
        shadow_at_backoff: ShadowAtBackoff = word("before", ShadowAtBackoff::WORDS).live(), "CDG paper, equation 7";
        /// A loss from congestion halves the shadow window, or keeps it.
        shadow_at_loss: ShadowAtLoss = word("halve", ShadowAtLoss::WORDS).live(), "FreeBSD, Linux";
        /// The shadow window at the start: the window, or none.
        shadow_initial: ShadowInitial = word("window", ShadowInitial::WORDS), "FreeBSD, Linux";
        /// The window grows in rounds whose indication is ignored.
        grow_while_held: bool = switch(false).live(), "FreeBSD";
        /// The window grows during a recovery whose loss is not taken as congestion.
        grow_in_recovery: bool = switch(false).live(), "CDG paper, section 5: further work";
        /// RTTs without a backoff after which growth gains one packet per RTT; 0 = never.
        alpha_increase_rtts: u32 = whole(0.0, 0.0, 1e6).unit("RTTs").live(), "FreeBSD: alpha_inc";
        /// Gradients missing at the start count as zero, or are extrapolated.
        window_fill: WindowFill = word("zero", WindowFill::WORDS).live(), "FreeBSD: zero; Linux: extrapolate";
    }
}

/// What a scenario and the screen know of CDG.
pub static SECTION: Section = Section::new("cdg", "CDG", Settings::PARAMS)
    .about(
        "Backs off by chance when the round-trip time grows, and tells random losses from a full queue.",
        "D. A. Hayes, G. Armitage, Revisiting TCP Congestion Control using Delay Gradients, NETWORKING 2011",
    )
    .variants(
        "variant",
        &[
            Preset::new("paper", "real numbers; slow start while the window is below ssthresh, on any host"),
            Preset::new(
                "freebsd",
                "gradients in 1/128 tick, a table for the probability; losses among the data of a backoff are tolerated",
            )
            .defaults(&[("slow_start_loss", Value::Word("by_queue")), ("shadow_at_backoff", Value::Word("after"))]),
            Preset::new(
                "linux",
                "gradients in microseconds, a table for the probability; a backoff spread over a round trip; no empty state; \
                 once ineffectual, indications are ignored until a gradient falls",
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
    .signals(tell::SIGNALS)
    .rules(tell::RULES);
