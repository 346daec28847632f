//! CDG's emissions: its signals and the rules whose firing *Why?* explains, each with the numbers that let the decision
//! be recomputed by hand. Not here: when they are emitted.

use crate::cc;
use crate::observe::Kind::{Level, Mark, Sample};
use crate::observe::signals::QUEUE_STATES;
use crate::observe::{Inference, Outcome, Rule, Signal};

/// Shadow window s (equation 7).
pub static SHADOW: Signal = Signal::new("shadow_window_packets", "packets", Level);
/// Smallest RTT of the interval that ended.
pub static TAU_MIN: Signal = Signal::new("tau_min_ms", "ms", Level);
/// Largest RTT of the interval that ended.
pub static TAU_MAX: Signal = Signal::new("tau_max_ms", "ms", Level);
/// Gradient of the smallest RTT, raw (equation 1).
pub static G_MIN: Signal = Signal::new("g_min_ms", "ms per RTT", Level);
/// Gradient of the largest RTT, raw (equation 2).
pub static G_MAX: Signal = Signal::new("g_max_ms", "ms per RTT", Level);
/// Gradient of the smallest RTT, smoothed (equation 4).
pub static G_MIN_SMOOTHED: Signal = Signal::new("g_min_smoothed_ms", "ms per RTT", Level);
/// Gradient of the largest RTT, smoothed (equation 4).
pub static G_MAX_SMOOTHED: Signal = Signal::new("g_max_smoothed_ms", "ms per RTT", Level);
/// The gradient by which a draw is judged.
pub static SIGNAL_GRADIENT: Signal = Signal::new("signal_gradient_ms", "ms per RTT", Sample);
/// Probability of backing off, P (equation 5).
pub static PROBABILITY: Signal = Signal::new("backoff_probability", "", Sample);
/// The draw X that is held against P (equation 6).
pub static DRAW: Signal = Signal::new("backoff_draw", "", Sample);
/// An indication that was ignored as ineffectual; value: the window.
pub static HELD: Signal = Signal::new("held_indication", "packets", Mark);
/// The inferred state of the queue.
pub static QUEUE_STATE: Signal = Signal::state("queue_state", QUEUE_STATES);

/// All of CDG's signals.
pub static SIGNALS: &[&Signal] = &[
    &SHADOW,
    &TAU_MIN,
    &TAU_MAX,
    &G_MIN,
    &G_MAX,
    &G_MIN_SMOOTHED,
    &G_MAX_SMOOTHED,
    &SIGNAL_GRADIENT,
    &PROBABILITY,
    &DRAW,
    &cc::DELAY_BACKOFF,
    &HELD,
    &QUEUE_STATE,
];

/// The draw fell under P: the window is cut to its share `beta_delay` (equations 5 to 7). `count`: backoffs in a row, this one
/// included; `of_max`: 1 where the gradient is that of the largest RTT, since the smallest does not grow.
pub static DELAY_BACKOFF: Rule = Rule {
    key: "cdg.delay_backoff",
    outcome: Outcome::Backoff,
    infers: Inference::Queue,
    numbers: &[
        "gradient_ms",
        "g_ms",
        "probability",
        "draw",
        "before",
        "after",
        "shadow_before",
        "shadow",
        "count",
        "beta_delay",
        "of_max",
    ],
};
/// The same in slow start, which it ends; the gradient is not smoothed there.
pub static SLOW_START_EXIT: Rule = Rule {
    key: "cdg.slow_start_exit",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &[
        "gradient_ms",
        "g_ms",
        "probability",
        "draw",
        "before",
        "after",
        "shadow_before",
        "shadow",
        "count",
        "beta_delay",
        "of_max",
    ],
};
/// The draw was not under P.
pub static NO_BACKOFF: Rule = Rule {
    key: "cdg.no_backoff",
    outcome: Outcome::NoBackoff,
    infers: Inference::Queue,
    numbers: &["gradient_ms", "g_ms", "probability", "draw", "cwnd", "of_max"],
};
/// An indication, ignored as ineffectual: number `ignored` of `ignored_limit` (0 = until a gradient is negative).
pub static HELD_INDICATION: Rule = Rule {
    key: "cdg.held",
    outcome: Outcome::NoBackoff,
    infers: Inference::Rivals,
    numbers: &["gradient_ms", "g_ms", "probability", "draw", "cwnd", "count", "ignored", "ignored_limit"],
};
/// An indication during recovery: the window has been judged already.
pub static SUPPRESSED: Rule = Rule {
    key: "cdg.suppressed",
    outcome: Outcome::NoBackoff,
    infers: Inference::Nothing,
    numbers: &["gradient_ms", "g_ms", "probability", "draw", "cwnd"],
};
/// A loss while the queue is believed full, or nothing is known of it, or with tolerance off (equation 8).
/// `state`: place in the list of queue states.
pub static LOSS_CONGESTION: Rule = Rule {
    key: "cdg.loss_congestion",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["state", "cwnd", "shadow_before", "beta_loss", "ssthresh", "shadow"],
};
/// A loss in slow start, treated as NewReno would.
pub static LOSS_SLOW_START: Rule = Rule {
    key: "cdg.loss_slow_start",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["state", "cwnd", "shadow_before", "beta_loss", "ssthresh", "shadow"],
};
/// A loss while the queue is not believed full: the window stays (equation 8).
pub static LOSS_TOLERATED: Rule = Rule {
    key: "cdg.loss_tolerated",
    outcome: Outcome::Kept,
    infers: Inference::RandomLoss,
    numbers: &["state", "cwnd", "ssthresh"],
};
/// A loss among the data of a delay backoff (FreeBSD, Linux): no second cut.
pub static LOSS_IN_BACKOFF: Rule = Rule {
    key: "cdg.loss_in_backoff",
    outcome: Outcome::Kept,
    infers: Inference::Nothing,
    numbers: &["state", "cwnd", "ssthresh"],
};
/// The retransmission timer fired.
pub static TIMEOUT: Rule = Rule {
    key: "cdg.timeout",
    outcome: Outcome::Timeout,
    infers: Inference::Nothing,
    numbers: &["cwnd", "base", "ssthresh", "shadow"],
};
/// Linux: ACKs came in one train longer than half the base RTT.
pub static TRAIN_EXIT: Rule = Rule {
    key: "cdg.slow_start_exit_by_train",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["train_ms", "base_rtt_ms", "ssthresh"],
};
/// Linux: the round's smallest RTT exceeds the base by more than an eighth.
pub static DELAY_EXIT: Rule = Rule {
    key: "cdg.slow_start_exit_by_delay",
    outcome: Outcome::Change,
    infers: Inference::Queue,
    numbers: &["tau_min_ms", "base_rtt_ms", "ssthresh"],
};

/// All of CDG's rules.
pub static RULES: &[&Rule] = &[
    &DELAY_BACKOFF,
    &SLOW_START_EXIT,
    &NO_BACKOFF,
    &HELD_INDICATION,
    &SUPPRESSED,
    &LOSS_CONGESTION,
    &LOSS_SLOW_START,
    &LOSS_TOLERATED,
    &LOSS_IN_BACKOFF,
    &TIMEOUT,
    &TRAIN_EXIT,
    &DELAY_EXIT,
];
