//! Binomial congestion control, the family of AIMD(b), MIMD, AIAD, MIAD, SQRT and IIAD: growth and decrease are powers of the window.
//!
//!   each RTT       w <- w + alpha / w^k       D. Bansal, H. Balakrishnan, INFOCOM 2001, section 2
//!   loss event     w <- w - beta w^l, at least 1
//!
//! Response function, for small decreases: w = (alpha / (beta p))^(1/(k + l + 1)) packets per RTT. With k + l = 1 that is
//! sqrt(alpha / (beta p)): as much as TCP's sqrt(1.5 / p) if alpha = 1.5 beta. Of AIMD (k = 0, l = 1) exactly, without
//! timeouts: sqrt(alpha (2 - beta) / (2 beta p)).
//!
//! As ns-2's TCP, on which the SlowCC paper ran: slow start, timeouts and self-clocking are TCP's; the first loss, one in
//! slow start (w < ssthresh), and one whose last reduction before it was a timeout halve the window whatever beta is
//! (`first_loss_halves` turns that off); ssthresh is truncated to whole packets, the window is not.
//! Departures: ns-2 grows by alpha / w^(k+1) per ACK; here the TCP stack says how ACKs are counted
//! (the same on the TCP stack `ns2`). ns-2 may leave the law's own ssthresh after a timeout; here it is half, as TCP's.
//! Not here: the members' parameters (`aimd.rs`, `sqrt.rs` and others), loss recovery (`tcp/`).

use super::growth::RenoGrowth;
use super::htcp::ALPHA;
use super::{Ack, CongestionControl, Context, Ended, Loss, Wants};
use crate::observe::{Inference, Outcome, Rule};
use crate::params::Value;

/// An exponent of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Power {
    /// -1.
    MinusOne,
    /// 0.
    Zero,
    /// 1/2.
    Half,
    /// 1.
    One,
}

impl Power {
    fn of(self, w: f64) -> f64 {
        match self {
            Power::MinusOne => 1.0 / w,
            Power::Zero => 1.0,
            Power::Half => w.sqrt(),
            Power::One => w,
        }
    }
}

/// One law of growth and decrease.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    /// Scale of growth.
    pub alpha: f64,
    /// Exponent of growth.
    pub k: Power,
    /// Scale of the decrease.
    pub beta: f64,
    /// Exponent of the decrease.
    pub l: Power,
}

impl Law {
    /// Packets gained per RTT.
    pub fn gain(&self, w: f64) -> f64 {
        self.alpha / self.k.of(w)
    }
    /// The window after a loss event.
    pub fn reduced(&self, w: f64) -> f64 {
        (w - self.beta * self.l.of(w)).max(1.0)
    }
}

/// The rules that a member emits.
#[derive(Debug)]
pub struct Rules {
    /// The law's decrease: beta, the window before and after.
    pub give_up: &'static Rule,
    /// Half, whatever the law: why (0 or 1 each), the window before and after.
    pub halve: &'static Rule,
    /// The retransmission timer fired.
    pub timeout: &'static Rule,
}

/// `Rules::give_up` of a member.
pub const fn give_up(key: &'static str) -> Rule {
    Rule { key, outcome: Outcome::Cut, infers: Inference::Congestion, numbers: &["beta", "before", "after"] }
}
/// `Rules::halve` of a member.
pub const fn halve(key: &'static str) -> Rule {
    let numbers = &["first", "slow_start", "after_timeout", "before", "after"];
    Rule { key, outcome: Outcome::Cut, infers: Inference::Congestion, numbers }
}
/// `Rules::timeout` of a member.
pub const fn timeout(key: &'static str) -> Rule {
    Rule { key, outcome: Outcome::Timeout, infers: Inference::Nothing, numbers: &["cwnd", "base", "ssthresh"] }
}

/// A member of the family: its settings.
pub trait Member {
    /// Rules that it emits.
    const RULES: Rules;
    /// From the values of its table.
    fn of(values: &[Value]) -> Self;
    /// Its law as it is set now.
    fn law(&self) -> Law;
    /// The first loss, one in slow start and one after a timeout halve.
    fn first_loss_halves(&self) -> bool;
    /// A parameter changes.
    fn change(&mut self, row: usize, value: &Value);
}

/// Makes settings with `beta`, `alpha` and `first_loss_halves` those of the member with the exponents k and l. Without the last argument, which
/// is alpha's value, it is 1.5 beta unless given, which gives TCP's rate.
macro_rules! member {
    ($Settings:ident, $k:ident, $l:ident) => {
        $crate::cc::binomial::member!($Settings, $k, $l, |settings: &$Settings| settings
            .alpha
            .unwrap_or(1.5 * settings.beta));
    };
    ($Settings:ident, $k:ident, $l:ident, $alpha:expr) => {
        impl $crate::cc::binomial::Member for $Settings {
            const RULES: $crate::cc::binomial::Rules =
                $crate::cc::binomial::Rules { give_up: &GIVE_UP, halve: &HALVE, timeout: &TIMEOUT };

            fn of(values: &[Value]) -> $Settings {
                $Settings::read(values)
            }
            fn law(&self) -> $crate::cc::binomial::Law {
                use $crate::cc::binomial::{Law, Power};
                Law { alpha: ($alpha)(self), k: Power::$k, beta: self.beta, l: Power::$l }
            }
            fn first_loss_halves(&self) -> bool {
                self.first_loss_halves
            }
            fn change(&mut self, row: usize, value: &Value) {
                self.set(row, value);
            }
        }
    };
}
pub(super) use member;

/// State of a member.
#[derive(Clone, Debug)]
pub struct Binomial<M> {
    settings: M,
    growth: RenoGrowth,
    /// There was a reduction before.
    cut: bool,
    /// The last one was a timeout.
    timed_out: bool,
    /// The window after the loss under repair: it may lie below TCP's minimum ssthresh.
    reduced: f64,
    /// The gain last emitted.
    told: f64,
}

impl<M: Member> Binomial<M> {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Binomial<M> {
        Binomial {
            settings: M::of(values),
            growth: RenoGrowth::default(),
            cut: false,
            timed_out: false,
            reduced: f64::INFINITY,
            told: 0.0,
        }
    }

    fn emit_gain(&mut self, cx: &mut Context) {
        let gain = self.settings.law().gain(cx.window.cwnd);
        if gain != self.told {
            self.told = gain;
            cx.signal(&ALPHA, gain);
        }
    }

    fn reduce(&mut self, cx: &mut Context) -> f64 {
        let (w, first, timed_out) = (cx.window.cwnd, !self.cut, self.timed_out);
        let slow_start = w < cx.window.ssthresh;
        if self.settings.first_loss_halves() && (first || slow_start || timed_out) {
            let [first, slow_start, timed_out] = [first, slow_start, timed_out].map(|why| f64::from(u8::from(why)));
            cx.decide(M::RULES.halve, &[first, slow_start, timed_out, w, w / 2.0]);
            return w / 2.0;
        }
        let law = self.settings.law();
        let after = law.reduced(w);
        cx.decide(M::RULES.give_up, &[law.beta, w, after]);
        after
    }
}

impl<M: Member> CongestionControl for Binomial<M> {
    fn wants(&self) -> Wants {
        Wants { rtt_samples: false, ..Wants::STANDARD }
    }

    fn on_start(&mut self, cx: &mut Context) {
        self.emit_gain(cx);
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        if !ack.cwnd_limited {
            return;
        }
        cx.window.cwnd += if cx.in_slow_start() {
            RenoGrowth::slow_start(ack, cx)
        } else {
            self.settings.law().gain(cx.window.cwnd) * self.growth.congestion_avoidance(ack, cx)
        };
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        self.emit_gain(cx);
    }

    fn ssthresh_on_loss(&mut self, _loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        self.reduced = self.reduce(cx).max(1.0);
        (self.cut, self.timed_out) = (true, false);
        self.reduced
    }

    fn on_timeout(&mut self, _first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        self.growth.reset();
        (self.cut, self.timed_out) = (true, true);
        let ssthresh = cx.halved(loss.base).floor();
        cx.decide(M::RULES.timeout, &[cx.window.cwnd, loss.base, ssthresh]);
        ssthresh
    }

    fn on_end(&mut self, ended: Ended, cx: &mut Context) {
        if ended == Ended::Recovery {
            cx.window.cwnd = cx.window.cwnd.min(self.reduced);
            cx.window.ssthresh = cx.window.ssthresh.floor();
        }
    }

    fn set(&mut self, row: usize, value: &Value, cx: &mut Context) {
        self.settings.change(row, value);
        self.emit_gain(cx);
    }
}

#[cfg(test)]
pub mod testing {
    //! Helpers that the members' tests share.

    use super::*;
    use crate::cc::testing::Bench;
    use crate::params::Section;

    /// A member with some parameters changed, and its first loss behind it.
    pub fn settled<M: Member>(section: &'static Section, changes: &[(&str, f64)]) -> Binomial<M> {
        let mut values = section.defaults(None);
        for (name, value) in changes {
            values[section.index(name).expect("a parameter")] = Value::Number(*value);
        }
        let mut member = Binomial::<M>::new(&values);
        Bench::new(40.0, 2.0).lose(&mut member);
        member
    }

    /// Window of w after a round without loss.
    pub fn after_round<M: Member>(member: &mut Binomial<M>, w: f64) -> f64 {
        let mut bench = Bench::new(w, 2.0);
        let mut grown = 0.0;
        for _ in 0..w as u32 {
            bench.window.cwnd = w; // the law's w is that of the round's beginning
            bench.ack(member, 1.0);
            grown += bench.window.cwnd - w;
        }
        w + grown
    }
}
