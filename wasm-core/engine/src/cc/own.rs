//! An algorithm from outside: whoever embeds the engine answers its calls, such as the page with a reader's program in
//! JavaScript. The state is plain data all the same, numbers by place, which the host is handed with each call and hands
//! back: so a clone is a fork here too, and a run rewinds. Behind the feature `own`, since no scenario of ours names it.
//! Not here: any program, nor how it is run and kept in bounds (`web/src/own`).
//!
//! # Departures
//!
//! - What the host does not answer is NewReno's: half at a loss, and one packet more per round trip.
//! - The sender moves the window in recovery, so what `on_loss` sets says where to: to a window that was set, else to an
//!   ssthresh that was. Of both set, ssthresh holds from the end of recovery on. What was left as it was lets the window be.
//! - A host that is at fault is asked no more by this flow, which goes on as NewReno.

use super::newreno::{self, NewReno};
use super::{Ack, CongestionControl, Context, Loss, RttSample, Trigger, Window};
use crate::params::{Section, Value};
use crate::units::Span;
use std::cell::Cell;

crate::params! {
    /// The program is the host's, and so are its settings.
    pub struct Settings {}
}

/// What a scenario and the screen know of it.
pub static SECTION: Section = Section::new("own", "Own", Settings::PARAMS)
    .about("Asks a program outside of the engine for each of its steps.", "the reader")
    .rules(&[&newreno::HALVE]);

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
/// The first place of a call's own numbers.
const OF_CALL: usize = 9;
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

/// What is asked.
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

/// What the host answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It has set what it wanted.
    Done,
    /// It has nothing to say to that: NewReno has.
    Absent,
    /// It cannot go on.
    Fault,
}

/// Answers a call: may set cwnd, ssthresh and the slots. Anything else it writes is ignored.
pub type Host = fn(Hook, &mut Numbers) -> Answer;

thread_local! {
    static HOST: Cell<Host> = const { Cell::new(|_, _| Answer::Absent) };
}

/// Who answers from now on, on this thread. It must hang on nothing but the numbers, or runs are no longer deterministic.
pub fn set_host(host: Host) {
    HOST.set(host);
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
    slots: [f64; SLOTS],
    rtt: Span,
    one_way: Span,
    round: Round,
    rounds: u64,
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
            slots: [0.0; SLOTS],
            rtt: Span(0),
            one_way: Span(0),
            round: Round::default(),
            rounds: 0,
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
        ];
        numbers[..OF_CALL].copy_from_slice(&head);
        numbers[OF_CALL..SET].copy_from_slice(&of_call);
        numbers[FIELDS.len()..].copy_from_slice(&self.slots);
        let answer = HOST.get()(hook, &mut numbers);
        self.failed = answer == Answer::Fault;
        if answer != Answer::Done {
            return None;
        }
        // What no window can be changes nothing: the host tells of it.
        let good = [numbers[CWND] > 0.0 && numbers[CWND].is_finite(), numbers[SSTHRESH] > 0.0];
        for (place, window) in [&mut cx.window.cwnd, &mut cx.window.ssthresh].into_iter().enumerate() {
            if good[place] {
                *window = numbers[place];
            }
        }
        self.slots.copy_from_slice(&numbers[FIELDS.len()..]);
        Some([CWND, SSTHRESH].map(|n| good[n] && (numbers[SET + n] == 1.0 || numbers[n] != before[n])))
    }
}

impl CongestionControl for Own {
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

    fn on_recovery_exit(&mut self, cx: &mut Context) {
        if let Some(Window { cwnd, ssthresh }) = self.after.take() {
            *cx.window = Window { cwnd: cx.window.cwnd.min(cwnd), ssthresh };
        }
    }

    fn set(&mut self, _row: usize, _value: Value, _cx: &mut Context) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::{Bench, assert_close};
    use crate::observe::Silence;
    use crate::params::Choice;
    use crate::path::{loss, queue};
    use crate::scenario::{Bottleneck, Flow, Scenario};
    use crate::sim::Simulation;
    use crate::tcp::host;
    use crate::units::Time;

    /// Where a slot lies among a call's numbers.
    const SLOT: usize = FIELDS.len();

    /// TCP, as a reader would write it: AIMD with one packet and a half, in whole packets as FreeBSD has it.
    fn tcp(hook: Hook, numbers: &mut Numbers) -> Answer {
        let [base, limited] = [numbers[OF_CALL], numbers[OF_CALL + 1]];
        match hook {
            Hook::Ack if limited == 0.0 => {}
            Hook::Ack => numbers[CWND] += if numbers[2] == 1.0 { 1.0 } else { 1.0 / numbers[CWND] },
            Hook::Loss | Hook::Timeout => numbers[SSTHRESH] = (base / 2.0).floor().max(2.0),
            Hook::Start | Hook::Round => {}
        }
        Answer::Done
    }

    /// AIMD(1/8) with all that ours does (`binomial.rs`): first loss, one in slow start and one after a timeout halve.
    fn eighth(hook: Hook, numbers: &mut Numbers) -> Answer {
        let base = numbers[OF_CALL];
        match hook {
            Hook::Start => numbers[SLOT] = 1.0,
            Hook::Ack if numbers[OF_CALL + 1] == 0.0 => {}
            Hook::Ack if numbers[2] == 1.0 => numbers[CWND] += 1.0,
            Hook::Ack => numbers[CWND] += 0.3125 * (1.0 / numbers[CWND]),
            Hook::Loss => {
                let halves = numbers[SLOT] == 1.0 || numbers[CWND] < numbers[SSTHRESH];
                numbers[SLOT] = 0.0;
                numbers[CWND] = (numbers[CWND] - if halves { 0.5 } else { 0.125 } * numbers[CWND]).max(1.0);
                (numbers[SSTHRESH], numbers[SET + 1]) = (numbers[CWND].floor(), 1.0);
            }
            Hook::Timeout => (numbers[SLOT], numbers[SSTHRESH]) = (1.0, (base / 2.0).floor().max(2.0)),
            Hook::Round => {}
        }
        Answer::Done
    }

    /// Halves, and one packet more for each eighth of its own count.
    fn counting(hook: Hook, numbers: &mut Numbers) -> Answer {
        match hook {
            Hook::Start => numbers[SLOT] = 3.0,
            Hook::Ack => {
                numbers[SLOT] += numbers[OF_CALL];
                if numbers[SLOT] >= 8.0 {
                    numbers[SLOT] -= 8.0;
                    numbers[CWND] += 1.0;
                }
            }
            Hook::Loss => numbers[CWND] *= 0.5,
            Hook::Timeout => return Answer::Absent,
            Hook::Round => numbers[SLOT + 63] += 1.0,
        }
        Answer::Done
    }

    fn scenario(kinds: &[&'static Section]) -> Scenario {
        let losses = Choice::of(&loss::bernoulli::SECTION).with("probability", Value::Number(0.005));
        let flow = |(n, section): (usize, &&'static Section)| Flow {
            name: format!("flow{n}"),
            stream: n as u64,
            algorithm: Choice::of(section),
            settings: Choice::of(&host::SECTION),
        };
        Scenario {
            seed: 1,
            duration: Time::from_seconds(20.0),
            packet_bytes: 1500,
            bottleneck: Bottleneck::new(10e6, Choice::of(&queue::drop_tail::SECTION), losses),
            reverse_bottleneck: None,
            flows: kinds.iter().enumerate().map(flow).collect(),
            cross_traffic: vec![],
            interventions: vec![],
        }
    }

    fn digest(kinds: &[&'static Section]) -> String {
        let mut simulation = Simulation::new(&scenario(kinds));
        simulation.run_until(Time::NEVER, &mut Silence);
        simulation.digest_hex()
    }

    #[test]
    fn tcp_from_outside_is_newreno_to_the_bit() {
        let newreno = &newreno::SECTION;
        set_host(tcp);
        assert_eq!(digest(&[&SECTION, newreno]), digest(&[newreno, newreno]));
    }

    #[test]
    fn aimd_from_outside_is_ours_to_the_bit() {
        set_host(eighth);
        let mut scenario = scenario(&[&crate::cc::aimd::SECTION, &newreno::SECTION]);
        scenario.flows[0].algorithm = Choice::of(&crate::cc::aimd::SECTION).with("b", Value::Number(0.125));
        let mut ours = Simulation::new(&scenario);
        ours.run_until(Time::NEVER, &mut Silence);
        assert_eq!(digest(&[&SECTION, &newreno::SECTION]), ours.digest_hex());
    }

    #[test]
    fn without_a_host_it_is_newreno_to_the_bit() {
        for host in [(|_, _| Answer::Absent) as Host, |_, _| Answer::Fault] {
            set_host(host);
            assert_eq!(digest(&[&SECTION]), digest(&[&newreno::SECTION]));
        }
    }

    #[test]
    fn a_clone_of_any_moment_goes_the_same_way() {
        set_host(counting);
        let whole = digest(&[&SECTION, &SECTION]);
        let mut cut = Simulation::new(&scenario(&[&SECTION, &SECTION]));
        for n in 1..40 {
            cut.run_until(Time::from_seconds(0.5 * f64::from(n)), &mut Silence);
            let mut clone = cut.clone();
            clone.run_until(Time::NEVER, &mut Silence);
            assert_eq!(clone.digest_hex(), whole);
        }
    }

    #[test]
    fn a_call_has_its_numbers_and_keeps_the_slots() {
        set_host(counting);
        let (mut own, mut bench) = (Own::new(&[]), Bench::new(20.0, 10.0));
        own.on_start(&mut bench.cx());
        bench.sample(&mut own, 50.0, 1);
        bench.sample(&mut own, 70.0, 1);
        bench.ack(&mut own, 2.0);
        assert_eq!((own.slots[0], bench.window.cwnd), (5.0, 20.0));
        bench.ack(&mut own, 3.5);
        assert_eq!((own.slots[0], bench.window.cwnd), (0.5, 21.0));
        set_host(|hook, numbers| {
            let own = &numbers[OF_CALL..SET];
            match hook {
                Hook::Round => assert_eq!(*own, [0.0, 50.0, 70.0, 5.5]),
                Hook::Ack => assert_eq!(*own, [1.0, 1.0, 0.0, 35.0]),
                _ => unreachable!(),
            }
            assert_eq!(numbers[..OF_CALL], [21.0, 10.0, 0.0, 0.0, 20.0, 70.0, 50.0, 40.0, 10.0]);
            Answer::Done
        });
        bench.round(&mut own);
        bench.ack(&mut own, 1.0);
        assert_eq!((own.rounds, own.round.newly_acked), (1, 1.0));
    }

    #[test]
    fn a_window_set_at_a_loss_is_ssthresh_and_one_left_alone_stays() {
        let lose = |host: Host| {
            set_host(host);
            let mut bench = Bench::new(20.0, f64::INFINITY);
            bench.lose(&mut Own::new(&[]))
        };
        assert_close(lose(counting), 10.0, 0.0);
        assert_close(lose(tcp), 10.0, 0.0);
        assert_close(lose(|_, _| Answer::Done), 20.0, 0.0);
        set_host(counting);
        assert_close(Bench::new(21.0, 30.0).time_out(&mut Own::new(&[])), 10.0, 0.0);
    }

    #[test]
    fn what_no_window_can_be_changes_nothing() {
        for wrong in [f64::NAN, -1.0, 0.0] {
            thread_local!(static WRONG: Cell<f64> = const { Cell::new(0.0) });
            WRONG.set(wrong);
            set_host(|_, numbers| {
                (numbers[CWND], numbers[SSTHRESH]) = (WRONG.get(), WRONG.get());
                Answer::Done
            });
            let mut bench = Bench::new(20.0, 10.0);
            bench.ack(&mut Own::new(&[]), 1.0);
            assert_eq!((bench.window.cwnd, bench.window.ssthresh), (20.0, 10.0));
        }
    }
}
