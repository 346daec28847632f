//! An algorithm supplied by the program that embeds the engine, such as the page with a reader's JavaScript: it handles the
//! algorithm's calls. The state is plain data all the same, numbers by place, which are passed with each call and returned:
//! so a clone is a fork here too, and a run rewinds. A scenario may name it only where a host program handles the calls
//! (`set_host`); no list has it.
//! Not here: any program, nor how it is run and kept in bounds (`web/src/own_algorithm/sandbox`).
//!
//! # Departures
//!
//! - Calls that the program does not handle are NewReno's: half at a loss, and one more packet per RTT.
//! - The sender moves the window in recovery, so what `on_loss` sets is the target: a window that was set, otherwise an
//!   ssthresh that was. If both were set, ssthresh holds from the end of recovery on. Without either the window stays.
//! - The flow is paced once the program has set a rate; a rate of 0 then sends packets as ACKs arrive. `pacing` in the scenario comes
//!   first: with false no rate is used, with true Linux's rate from the window holds until the program sets one.
//! - After an error in the program this flow no longer calls it and goes on as NewReno.

use super::newreno::{self, NewReno};
use super::{Ack, CongestionControl, Context, Ended, Loss, RttSample, Trigger, Wants, Window};
use crate::params::{Section, Value};
use crate::units::Span;
use std::cell::Cell;

crate::params! {
    /// The program is the host's, and so are its settings.
    pub struct Settings {}
}

/// Settings of a reader's own algorithm as scenario and screen know them.
pub static SECTION: Section = Section::new("own", "Own", Settings::PARAMS)
    .ignores(&[])
    .about("Asks a program outside of the engine for each of its steps.", "the reader")
    .rules(&[&newreno::HALVE, &newreno::ABE]);

/// Numbers that a program may keep for itself.
pub const SLOTS: usize = 64;

/// The numbers of a call by name, before the slots; those of `of_call` are each call's own (`OF_ACK` and so on). The last two
/// are 1 once the host has set the window, to the same value too.
pub const FIELDS: &[&str] = &[
    "cwnd",
    "ssthresh",
    "slow_start",
    "in_recovery",
    "in_flight",
    "rtt_ms",
    "srtt_ms",
    "min_rtt_ms",
    "now_s",
    "pacing_bps",
    "of_call_0",
    "of_call_1",
    "of_call_2",
    "of_call_3",
    "cwnd_set",
    "ssthresh_set",
];
/// The places of what a call sets.
const CWND: usize = 0;
const SSTHRESH: usize = 1;
const PACING: usize = 9;
/// The first place of a call's own numbers.
const OF_CALL: usize = 10;
/// The first place after them.
const SET: usize = OF_CALL + 4;

/// An acknowledgement's own numbers.
pub const OF_ACK: &[&str] = &["newly_acked", "cwnd_limited", "after_timeout", "one_way_delay_ms"];
/// A loss's.
pub const OF_LOSS: &[&str] = &["base", "ecn"];
/// A timeout's.
pub const OF_TIMEOUT: &[&str] = &["base", "first"];
/// A round's.
pub const OF_ROUND: &[&str] = &["number", "min_rtt_ms", "max_rtt_ms", "newly_acked"];

/// All numbers of a call: the fields, then the slots.
pub type Numbers = [f64; FIELDS.len() + SLOTS];

/// Question to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hook {
    /// The flow begins: set the slots.
    Start,
    /// `on_ack`.
    Ack,
    /// `on_loss`.
    Loss,
    /// `on_timeout`.
    Timeout,
    /// `on_round`.
    Round,
}

/// Answer of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It has set what it wanted.
    Done,
    /// It has nothing to say to that: NewReno has.
    Absent,
    /// It cannot go on.
    Fault,
}

/// Answers a call: may set cwnd, ssthresh, the pacing rate and the slots. Anything else it writes is ignored.
pub type Host = fn(Hook, &mut Numbers) -> Answer;

thread_local! {
    static HOST: Cell<Option<Host>> = const { Cell::new(None) };
}

/// Sets this thread's handler of calls. It must be a pure function of the numbers, or runs are not deterministic.
pub fn set_host(host: Host) {
    HOST.set(Some(host));
}

/// Whether this thread has a handler of calls, so that a scenario may name the algorithm.
pub fn is_hosted() -> bool {
    HOST.get().is_some()
}

/// The round-trip times of a round.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    least: Option<Span>,
    most: Span,
    newly_acked: f64,
}

/// State of an algorithm from outside.
#[derive(Clone, Debug)]
pub struct Own {
    /// Boxed, so that other algorithms do not carry its size.
    slots: Box<[f64; SLOTS]>,
    rtt: Span,
    one_way: Span,
    round: Round,
    rounds: u64,
    /// Pacing rate as set, in bit/s on the wire; 0 for none. In packets/s from the first one on.
    pacing_bps: f64,
    pacing_rate: Option<f64>,
    /// Where the recovery under way goes, and ssthresh from then on.
    after: Option<Window>,
    /// Does what the host does not.
    otherwise: NewReno,
    failed: bool,
}

impl Own {
    /// With its (empty) settings.
    pub fn new(values: &[Value]) -> Own {
        Own {
            slots: Box::new([0.0; SLOTS]),
            rtt: Span(0),
            one_way: Span(0),
            round: Round::default(),
            rounds: 0,
            pacing_bps: 0.0,
            pacing_rate: None,
            after: None,
            otherwise: NewReno::new(values),
            failed: false,
        }
    }

    /// Asks the host, who may move the window: which of cwnd and ssthresh it has set, if it has answered.
    fn ask(&mut self, hook: Hook, of_call: [f64; 4], cx: &mut Context) -> Option<[bool; 2]> {
        if self.failed {
            return None;
        }
        let before = [cx.window.cwnd, cx.window.ssthresh];
        let ms = |span: Option<Span>| span.map_or(0.0, Span::ms);
        let flag = |yes: bool| f64::from(u8::from(yes));
        let mut numbers = [0.0; FIELDS.len() + SLOTS];
        let head = [
            cx.window.cwnd,
            cx.window.ssthresh,
            flag(cx.in_slow_start()),
            flag(cx.in_recovery),
            cx.in_flight,
            self.rtt.ms(),
            ms(cx.srtt),
            ms(cx.min_rtt),
            cx.now.seconds(),
            self.pacing_bps,
        ];
        numbers[..OF_CALL].copy_from_slice(&head);
        numbers[OF_CALL..SET].copy_from_slice(&of_call);
        numbers[FIELDS.len()..].copy_from_slice(&*self.slots);
        let answer = HOST.get().map_or(Answer::Absent, |host| host(hook, &mut numbers));
        self.failed = answer == Answer::Fault;
        if answer != Answer::Done {
            return None;
        }
        // An impossible window changes nothing: the host tells of it.
        let good = [numbers[CWND] > 0.0 && numbers[CWND].is_finite(), numbers[SSTHRESH] > 0.0];
        for (place, window) in [&mut cx.window.cwnd, &mut cx.window.ssthresh].into_iter().enumerate() {
            if good[place] {
                *window = numbers[place];
            }
        }
        self.slots.copy_from_slice(&numbers[FIELDS.len()..]);
        self.pace(numbers[PACING], cx.packet_bits());
        Some([CWND, SSTHRESH].map(|n| good[n] && (numbers[SET + n] == 1.0 || numbers[n] != before[n])))
    }

    /// Takes a rate over, in bit/s. What no rate can be changes nothing, like a window.
    fn pace(&mut self, bps: f64, packet_bits: f64) {
        if bps == self.pacing_bps || !(bps >= 0.0 && bps.is_finite()) {
            return;
        }
        self.pacing_bps = bps;
        self.pacing_rate = Some(if bps > 0.0 { bps / packet_bits } else { f64::INFINITY });
    }
}

impl CongestionControl for Own {
    fn wants(&self) -> Wants {
        Wants { begins_pacing: true, ..Wants::STANDARD }
    }

    fn on_start(&mut self, cx: &mut Context) {
        let before = *cx.window;
        self.ask(Hook::Start, [0.0; 4], cx);
        *cx.window = before;
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, _cx: &mut Context) {
        let rtt = sample.rtt();
        (self.rtt, self.one_way) = (rtt, sample.one_way);
        self.round.least = Some(self.round.least.map_or(rtt, |least| least.min(rtt)));
        self.round.most = self.round.most.max(rtt);
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        self.round.newly_acked += ack.newly_acked;
        let flag = |yes: bool| f64::from(u8::from(yes));
        let numbers = [ack.newly_acked, flag(ack.cwnd_limited), flag(ack.after_timeout), self.one_way.ms()];
        if self.ask(Hook::Ack, numbers, cx).is_none() {
            self.otherwise.on_ack(ack, cx);
        }
    }

    fn on_round_end(&mut self, cx: &mut Context) {
        let Round { least, most, newly_acked } = std::mem::take(&mut self.round);
        let numbers = [self.rounds as f64, least.map_or(0.0, Span::ms), most.ms(), newly_acked];
        self.rounds += 1;
        self.ask(Hook::Round, numbers, cx);
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        let before = *cx.window;
        let ecn = f64::from(u8::from(loss.trigger == Trigger::Ecn));
        self.after = None;
        let Some(set) = self.ask(Hook::Loss, [loss.base, ecn, 0.0, 0.0], cx) else {
            return self.otherwise.ssthresh_on_loss(loss, cx);
        };
        let Window { cwnd, ssthresh } = std::mem::replace(cx.window, before);
        match set {
            [false, false] => ssthresh.min(cwnd),
            [false, true] => ssthresh.min(f64::MAX),
            [true, false] => cwnd,
            [true, true] => {
                self.after = Some(Window { cwnd, ssthresh });
                cwnd
            }
        }
    }

    fn on_timeout(&mut self, first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        let before = *cx.window;
        self.after = None;
        if self.ask(Hook::Timeout, [loss.base, f64::from(u8::from(first)), 0.0, 0.0], cx).is_none() {
            return self.otherwise.on_timeout(first, loss, cx);
        }
        std::mem::replace(cx.window, before).ssthresh
    }

    fn on_end(&mut self, ended: Ended, cx: &mut Context) {
        if ended != Ended::Recovery {
            return;
        }
        if let Some(Window { cwnd, ssthresh }) = self.after.take() {
            *cx.window = Window { cwnd: cx.window.cwnd.min(cwnd), ssthresh };
        }
    }

    fn pacing_rate(&self) -> Option<f64> {
        self.pacing_rate
    }

    fn set(&mut self, _row: usize, _value: &Value, _cx: &mut Context) {}
}

#[cfg(test)]
mod tests;
