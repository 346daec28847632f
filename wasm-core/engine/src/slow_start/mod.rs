//! How slow start may end before a loss: the words of the setting `slow_start`, and the exit rules, one file each. The sender
//! asks the flow's rule at each RTT sample in slow start and at the beginning of each round, beside any algorithm that takes
//! part (`Wants::exit_rules`), which need not know of it. A rule ends slow start, or changes its growth:
//! `Context::growth` has that, and `RenoGrowth::slow_start` applies it, so that all of an algorithm's state grows alike.
//!
//! To add one: its file, its line in `exits!`, and its decisions in `RULES`.
//! Not here: the growth itself (`cc/growth.rs`), slow starts that end by an algorithm's own rules (`cc`).

use crate::observe::{Emitter, Rule};
use crate::units::{Span, Time};
use ambassador::{Delegate, delegatable_trait};

/// Declares the exit rules: their modules, the words of the setting, and the list of them.
macro_rules! exits {
    ($($(#[$doc:meta])+ $Exit:ident = $word:literal in $module:ident;)+) => {
        $(pub mod $module;)+

        crate::choices! {
            /// How slow start may end before a loss.
            pub enum SlowStart {
                /// It does not.
                Standard = "standard",
                $($(#[$doc])+ $Exit = $word,)+
                /// HyStart ends it for algorithms that include it on Linux: CUBIC.
                HyStartByDefault = "hystart_for_cubic",
            }
        }

        /// An exit rule with its state. Plain data: a clone is a fork.
        #[derive(Clone, Debug, Delegate)]
        #[delegate(ExitRule)]
        pub enum Exit { $($(#[$doc])+ $Exit($module::$Exit)),+ }

        impl Exit {
            /// The rule that a word names.
            fn named(slow_start: SlowStart) -> Option<Exit> {
                match slow_start {
                    SlowStart::Standard => None,
                    $(SlowStart::$Exit => Some(Exit::$Exit($module::$Exit::default())),)+
                    SlowStart::HyStartByDefault => Exit::named(SlowStart::HyStart),
                }
            }
        }
    };
}

exits! {
    /// HyStart ends it, for every algorithm that uses TCP's slow start.
    HyStart = "hystart" in hystart;
    /// HyStart++ slows it down and ends it, for the same algorithms.
    HyStartPp = "hystart_pp" in hystart_pp;
    /// SEARCH ends it, for the same algorithms.
    Search = "search" in search;
}

/// The decisions of all exit rules.
pub const RULES: &[&Rule] = &[
    &hystart::TRAIN,
    &hystart::DELAY,
    &hystart_pp::CONSERVATIVE,
    &hystart_pp::RESUME,
    &hystart_pp::EXIT,
    &search::EXIT,
];

/// How an algorithm's slow start goes together with an exit rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HyStartUse {
    /// Its slow start has rules of its own.
    Never,
    /// Where a TCP stack has it for all.
    OnRequest,
    /// It brings HyStart along on Linux.
    ByDefault,
}

/// How slow start grows the window at present.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Growth {
    /// As the TCP stack counts.
    #[default]
    Standard,
    /// HyStart++: no more than L packets for an ACK.
    Limited,
    /// HyStart++'s conservative slow start: of the same, a quarter.
    Conservative,
    /// That of a paced sender, which needs no L.
    PacedConservative,
}

impl Growth {
    /// The same for a sender that paces its packets.
    pub fn paced(self) -> Growth {
        match self {
            Growth::Standard | Growth::Limited => Growth::Standard,
            Growth::Conservative | Growth::PacedConservative => Growth::PacedConservative,
        }
    }
    /// Packets that an ACK adds to the window, where the TCP stack counts `packets`.
    #[inline]
    pub fn of(self, packets: f64) -> f64 {
        match self {
            Growth::Standard => packets,
            Growth::Limited => packets.min(hystart_pp::LIMIT),
            Growth::Conservative => packets.min(hystart_pp::LIMIT) / hystart_pp::GROWTH_DIVISOR,
            Growth::PacedConservative => packets / hystart_pp::GROWTH_DIVISOR,
        }
    }
}

/// An ACK that gives an RTT sample, as an exit rule knows it.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The present.
    pub now: Time,
    /// The sample.
    pub rtt: Span,
    /// The smallest RTT so far, this one included.
    pub base: Span,
    /// The window in packets, before the ACK's growth.
    pub cwnd: f64,
    /// The sender's initial window, in packets.
    pub initial_window: f64,
    /// Segments acknowledged cumulatively so far, this ACK's included.
    pub acknowledged: u64,
}

/// Decision of an exit rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Slow start ends: this is the window, in packets, and ssthresh.
    End(f64),
    /// Slow start continues with this growth.
    Grow(Growth),
}

/// A rule that may end slow start. It emits its decisions itself, with the window as its verdict leaves it.
#[delegatable_trait]
pub trait ExitRule {
    /// It is for the first slow start only: a loss, a mark or a timeout ends it, whenever they come.
    fn first_only(&self) -> bool {
        true
    }
    /// Growth until its first verdict.
    fn growth(&self) -> Growth {
        Growth::Standard
    }
    /// A round begins, with this window in packets; in slow start or not.
    fn start_round(&mut self, now: Time, cwnd: f64, emitter: &mut Emitter) -> Option<Verdict> {
        let _ = (now, cwnd, emitter);
        None
    }
    /// An RTT sample in slow start.
    fn sample(&mut self, sample: &Sample, emitter: &mut Emitter) -> Option<Verdict>;
}

impl Exit {
    /// The rule that a TCP stack's setting and the algorithm agree on. `first`: no slow start has ended yet.
    pub fn of(slow_start: SlowStart, algorithm: HyStartUse, first: bool) -> Option<Exit> {
        let takes = match slow_start {
            SlowStart::HyStartByDefault => algorithm == HyStartUse::ByDefault,
            _ => algorithm != HyStartUse::Never,
        };
        Exit::named(slow_start).filter(|exit| takes && (first || !exit.first_only()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_and_an_algorithm_agree_on_a_rule() {
        let has = |word: &str, algorithm, first| {
            Exit::of(SlowStart::named(word).expect("a word"), algorithm, first).is_some()
        };
        for word in ["hystart", "hystart_pp", "search"] {
            assert!(has(word, HyStartUse::OnRequest, true) && has(word, HyStartUse::ByDefault, true));
            assert!(!has(word, HyStartUse::Never, true), "{word}");
        }
        assert!(has("hystart_for_cubic", HyStartUse::ByDefault, true));
        assert!(!has("hystart_for_cubic", HyStartUse::OnRequest, true));
        assert!(!has("standard", HyStartUse::ByDefault, true));
        assert!(has("hystart", HyStartUse::OnRequest, false), "it ends later slow starts, too");
        assert!(!has("hystart_pp", HyStartUse::OnRequest, false) && !has("search", HyStartUse::OnRequest, false));
    }

    #[test] // RFC 9406, section 4.2: min(N, L), and a quarter of that
    fn growth_is_limited_and_divided() {
        assert_eq!([2.0, 20.0].map(|n| Growth::Standard.of(n)), [2.0, 20.0]);
        assert_eq!([2.0, 20.0].map(|n| Growth::Limited.of(n)), [2.0, 8.0]);
        assert_eq!([2.0, 20.0].map(|n| Growth::Conservative.of(n)), [0.5, 2.0]);
        // RFC 9406, section 4.3: a paced sender needs no L.
        assert_eq!([2.0, 20.0].map(|n| Growth::Limited.paced().of(n)), [2.0, 20.0]);
        assert_eq!([2.0, 20.0].map(|n| Growth::Conservative.paced().of(n)), [0.5, 5.0]);
    }
}
