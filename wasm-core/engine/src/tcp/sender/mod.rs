//! TCP's sender: ACKs in, transmissions out. It has the window, the scoreboard, the timer and the rounds, calls the
//! congestion control and lets the recovery engine repair losses. Not here: processing of an ACK (`acks`), congestion
//! events (`congestion`), losses detected by time (`rack`), reductions that are taken back (`undo`), probes of the last packets (`probe`),
//! what the window allows (`sending`), data that come at times (`application`), the states of recovery (`state`), growth of the window (`cc`), repair of losses (`recovery`), the path of a transmission (`sim`).

mod acks;
mod application;
mod congestion;
mod handshake;
mod lost_acks;
mod probe;
mod rack;
mod sending;
mod state;
mod undo;

use super::application::{Writer, bulk};
use super::jitter::SendJitter;
use super::pacing::{Pacer, rate_of_window};
use super::recovery::{Engine, Entry, RecoveryEngine};
use super::rtt::RttEstimator;
use super::scoreboard::{LossRule, Scoreboard};
use super::window_limit::WindowLimit;
use super::{Segment, Transmission};
use crate::cc::{
    Algorithm, CongestionControl, Context, Draws, Ended, Label, MarkedPackets, PACING_RATE, PacketEvents, Wants, Window,
};
use crate::ecn::Ecn;
use crate::host::{FlowSettings, Recovery, RtoRestart};
use crate::math::{float, greater};
use crate::observe::{Emitter, Interests, Observer, Source, signals};
use crate::params::{Choice, Value};
use crate::random::Stream;
use crate::slow_start::{Exit, ExitRule, Growth};
use crate::units::{HEADER_BYTES, Span, Time};
use handshake::Opening;
use lost_acks::LostAcks;
use probe::Probe;
use sending::Bounds;
use state::State;
use undo::Undo;

/// Counters of a sender.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SenderCounters {
    /// Number of fast recoveries.
    pub fast_recoveries: u64,
    /// Number of retransmission timeouts.
    pub timeouts: u64,
    /// Window reductions by delay alone, as reported by the algorithm.
    pub delay_backoffs: u64,
    /// Reductions that were taken back, because what seemed lost was only late.
    pub window_undos: u64,
    /// Number of tail loss probes.
    pub loss_probes: u64,
}

impl SenderCounters {
    /// The counts of two senders together.
    pub fn and(self, other: SenderCounters) -> SenderCounters {
        SenderCounters {
            fast_recoveries: self.fast_recoveries + other.fast_recoveries,
            timeouts: self.timeouts + other.timeouts,
            delay_backoffs: self.delay_backoffs + other.delay_backoffs,
            window_undos: self.window_undos + other.window_undos,
            loss_probes: self.loss_probes + other.loss_probes,
        }
    }
}

/// Levels that a sender emits when they change; the pacing rate is among `OTHERS`.
const LEVELS: Interests =
    Interests::these(&[&signals::CWND, &signals::SSTHRESH, &signals::IN_FLIGHT]).and(Interests::OTHERS);

/// Levels emitted last, so that only changes are emitted.
#[derive(Clone, Copy, Debug, Default)]
struct Levels {
    cwnd: f64,
    ssthresh: f64,
    in_flight: u64,
    /// Pacing rate in packets/s; 0 before there is one.
    pacing: f64,
}

/// When timers expire; `NEVER` if they are off.
#[derive(Clone, Copy, Debug)]
struct Timers {
    retransmission: Time,
    /// Whether a tail loss probe is due then, not a timeout.
    probes: bool,
    /// Whether the TCP stack sends probes.
    sends_probes: bool,
    /// The segment whose retransmission timer expired last.
    expired_for: Option<u64>,
    restart: RtoRestart,
    /// RACK's.
    reordering: Time,
    /// The reordering timer, or when the application wants to be asked, whichever is first: one comparison for both.
    wake: Time,
}

/// RTT samples of the last ACK.
#[derive(Clone, Copy, Debug, Default)]
struct Samples {
    latest: Option<Span>,
    /// If SACK gave one before it, that one, with the smoothed RTT after it.
    earlier: Option<(Span, Span)>,
}

/// Rounds, which end with the ACK of a segment sent after they began.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    number: u64,
    /// The segment whose ACK ends the present one.
    end: u64,
}

/// Slow start.
#[derive(Clone, Debug)]
struct SlowStart {
    /// The rule that may end it, if the TCP stack and the algorithm use one.
    exit: Option<Exit>,
    /// How it grows at present, by that rule.
    growth: Growth,
    /// It is the first one after a timeout.
    after_timeout: bool,
}

/// The flow's marks.
#[derive(Clone, Copy, Debug)]
struct Marks {
    ecn: Ecn,
    /// Packets that the receiver has reported, and those of them that were marked (accurate ECN feedback).
    reported: MarkedPackets,
    /// Whether the window was reduced and no packet has reported it yet.
    cwr_pending: bool,
}

/// State of a sender. Plain data: a clone is a fork.
#[derive(Clone, Debug)]
pub struct Sender {
    window: Window,
    /// State of recovery.
    state: State,
    timers: Timers,
    /// The tail loss probe on its way.
    probe: Option<Probe>,
    round: Round,
    /// Number of ACKs that have arrived, including the present one.
    acks: u64,
    mss: u32,
    /// Whether the algorithm has requested a reduction.
    gradual: bool,
    /// Whether the window limits it.
    limit: WindowLimit,
    slow_start: SlowStart,
    rtt: RttEstimator,
    samples: Samples,
    /// ns-2: the one segment that its timer times, and when it left.
    timed: Option<(u64, Time)>,
    bounds: Bounds,
    jitter: SendJitter,
    /// If the flow is paced.
    pacer: Option<Pacer>,
    marks: Marks,
    /// Services that the algorithm requests.
    wants: Wants,
    /// If the algorithm counts arrivals: how many duplicates without SACK it has counted and no ACK covers yet.
    arrivals: Option<u64>,
    /// The receiver's latest label of what is missing, if it judges.
    label: Option<Label>,
    board: Scoreboard,
    settings: FlowSettings,
    algorithm: Algorithm,
    counters: SenderCounters,
    engine: Engine,
    draws: Draws,
    lost_acks: LostAcks,
    /// The application; none if it always has data.
    application: Option<Box<Writer>>,
    emitted: Levels,
    /// The last reduction for a loss, while it can be taken back.
    undo: Option<Undo>,
    /// When the first retransmission of the present repair left (Linux: `retrans_stamp`).
    first_resent: Option<Time>,
    /// Its handshake, while that is in progress or before it.
    opening: Option<Opening>,
}

impl Sender {
    /// A sender that has not started.
    pub fn new(seed: u64, stream: Stream, algorithm: &Choice, settings: FlowSettings, mss: u32) -> Sender {
        let window = Window {
            cwnd: settings.initial_window_packets.max(1.0),
            ssthresh: settings.initial_ssthresh_packets.unwrap_or(f64::INFINITY),
        };
        let (section, control) = (algorithm.section, Algorithm::new(algorithm.section, &algorithm.values));
        let wants = control.wants();
        let draws = Draws::new(seed, stream);
        Sender {
            mss,
            state: State::CALM,
            samples: Samples::default(),
            engine: Engine::new(settings.recovery, wants.path_model),
            pacer: settings.paces(section).then(Pacer::default),
            marks: Marks {
                ecn: settings.ecn_use(section),
                reported: MarkedPackets { arrived: 0, marked: 0 },
                cwr_pending: false,
            },
            wants,
            arrivals: wants.arrivals.then_some(0),
            algorithm: control,
            label: None,
            board: Scoreboard::new(0, loss_rule(&settings)),
            undo: None,
            first_resent: None,
            opening: Opening::of(settings.handshake),
            probe: None,
            lost_acks: LostAcks::default(),
            slow_start: SlowStart { exit: None, growth: Growth::Standard, after_timeout: false },
            window,
            rtt: RttEstimator::new(&settings, draws.clock_phase()),
            timed: None,
            counters: SenderCounters::default(),
            gradual: false,
            round: Round::default(),
            limit: WindowLimit::FRESH,
            timers: Timers {
                retransmission: Time::NEVER,
                probes: false,
                sends_probes: settings.sends_probes(),
                expired_for: None,
                restart: settings.rto_restart.unwrap_or(settings.host.rto_restart(settings.recovery)),
                reordering: Time::NEVER,
                wake: Time::NEVER,
            },
            application: None,
            acks: 0,
            draws,
            jitter: SendJitter::new(seed, stream),
            bounds: Bounds::new(&settings, mss),
            emitted: Levels { ssthresh: f64::INFINITY, ..Levels::default() },
            settings,
        }
    }

    /// A sender that replaces a rate-based one: its segments continue from `first`. `window`: equivalent of the rate;
    /// none if no RTT is known.
    pub fn taking_over(
        choice: &Choice,
        settings: FlowSettings,
        mss: u32,
        (first, jitter): (u64, SendJitter),
        (seed, stream): (u64, Stream),
        window: Option<Window>,
    ) -> Sender {
        let mut sender = Sender::new(seed, stream, choice, settings, mss);
        sender.board = Scoreboard::new(first, loss_rule(&sender.settings));
        sender.window = window.unwrap_or(sender.window);
        (sender.jitter, sender.round.end, sender.opening) = (jitter, first, None);
        sender
    }

    /// The handshake was over before the start, and took this long.
    pub fn shake_hands(&mut self, rtt: Span) {
        self.rtt.shake_hands(rtt);
    }

    /// Starts the flow: a SYN leaves, or the initial window.
    pub fn start(&mut self, now: Time, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        if self.send_syn(now, out) {
            return;
        }
        self.renew_exit();
        self.board.measure_delivery(self.wants.deliveries, now);
        self.start_application(now);
        self.call(now, emitter, |algorithm, cx| algorithm.on_start(cx));
        self.send(now, out);
    }

    /// A new rule for the end of slow start, if the TCP stack and the algorithm use one.
    fn renew_exit(&mut self) {
        let initial = self.settings.initial_ssthresh_packets.unwrap_or(f64::INFINITY);
        let first = self.window.ssthresh == initial;
        self.slow_start.exit = Exit::of(self.settings.slow_start, self.wants.exit_rules, first);
        self.set_growth(self.slow_start.exit.as_ref().map_or(Growth::Standard, Exit::growth));
    }

    /// Slow start grows so from now on; a paced sender's grows as HyStart++ wants it for those.
    fn set_growth(&mut self, growth: Growth) {
        self.slow_start.growth = if self.pacer.is_some() { growth.paced() } else { growth };
    }

    /// The first slow start is over, and with it a rule that was for it only.
    fn end_first_slow_start(&mut self) {
        self.slow_start.exit = self.slow_start.exit.take().filter(|exit| !exit.first_only());
        self.slow_start.growth = Growth::Standard;
    }

    /// Whether the TCP stack counts this as slow start.
    fn in_slow_start(&self) -> bool {
        let Window { cwnd, ssthresh } = self.window;
        if self.settings.slow_start_at_ssthresh { cwnd <= ssthresh } else { cwnd < ssthresh }
    }

    /// Calls the algorithm with its context, then applies the minimum window and ssthresh, and adds to the counters.
    #[inline]
    fn call<R>(&mut self, now: Time, emitter: &mut Emitter, f: impl FnOnce(&mut Algorithm, &mut Context) -> R) -> R {
        let mut cx = Context {
            open: self.state.is_calm(),
            in_recovery: self.state.is_reducing(),
            now,
            window: &mut self.window,
            in_flight: float(self.board.in_flight()),
            srtt: self.rtt.srtt(),
            min_rtt: self.rtt.min(),
            round: self.round.number,
            mss: self.mss,
            host: &self.settings,
            ack: self.acks,
            draws: &self.draws,
            growth: self.slow_start.growth,
            gradual: &mut self.gradual,
            emitter,
        };
        let result = f(&mut self.algorithm, &mut cx);
        self.window.cwnd = greater(self.window.cwnd, 1.0);
        self.window.ssthresh = greater(self.window.ssthresh, 2.0);
        if emitter.delay_backoffs > 0 {
            self.counters.delay_backoffs += std::mem::take(&mut emitter.delay_backoffs);
        }
        self.begin_pacing();
        result
    }

    /// Reports to the algorithm that a disturbance is over. One copy for all places, since each would have that of every algorithm.
    #[inline(never)]
    fn end_disturbance(&mut self, ended: Ended, now: Time, emitter: &mut Emitter) {
        self.call(now, emitter, |algorithm, cx| algorithm.on_end(ended, cx));
    }

    /// Calls the algorithm for single packets, if it has such calls.
    fn report(&mut self, now: Time, emitter: &mut Emitter, f: impl FnOnce(&mut dyn PacketEvents, &mut Context)) {
        self.call(now, emitter, |algorithm, cx| algorithm.packet_events().map(|events| f(events, cx)));
    }

    /// An algorithm from outside has set a rate: the flow is paced from then on, unless its setting says otherwise.
    #[inline(always)]
    fn begin_pacing(&mut self) {
        let begins = self.wants.begins_pacing && self.pacer.is_none() && self.settings.pacing.is_none();
        if begins && self.algorithm.pacing_rate().is_some() {
            self.pacer = Some(Pacer::default());
        }
    }

    /// A segment arrives at the receiver, where the algorithm judges.
    pub fn judge(&mut self, at: Time, segment: &Segment) -> Option<Label> {
        self.algorithm.packet_events()?.on_arrival(at, segment.sequence, segment.one_way)
    }

    /// Changes a setting of the flow or its TCP stack.
    pub fn set(&mut self, row: usize, value: &Value) {
        self.settings.set(row, value);
        let end = self.bounds.end;
        self.bounds = Bounds::new(&self.settings, self.mss);
        self.bounds.end = end;
        self.rtt.set_base_rtt(Span::from_ms(self.settings.base_rtt_ms));
    }

    /// Called after a setting changed during the run: more may be sent than before.
    pub fn refresh(&mut self, now: Time, out: &mut Vec<Transmission>) {
        if self.is_open() {
            self.send(now, out);
        }
    }

    /// Changes a parameter of the algorithm.
    pub fn set_algorithm(&mut self, now: Time, row: usize, value: &Value, emitter: &mut Emitter) {
        self.call(now, emitter, |algorithm, cx| algorithm.set(row, value, cx));
        (self.wants, self.label) = (self.algorithm.wants(), None);
    }

    /// Replaces the algorithm, with a new private state; the window is kept.
    pub fn replace_algorithm(&mut self, now: Time, choice: &Choice, running: bool, emitter: &mut Emitter) {
        let running = running && self.is_open();
        self.algorithm = Algorithm::new(choice.section, &choice.values);
        let before = std::mem::replace(&mut self.wants, self.algorithm.wants());
        self.arrivals = self.wants.arrivals.then_some(0);
        self.label = None;
        self.marks.ecn = self.settings.ecn_use(choice.section);
        if self.settings.paces(choice.section) != self.pacer.is_some() {
            self.pacer = self.pacer.is_none().then(Pacer::default);
        }
        self.take_window_over(before, now, running);
        self.renew_exit();
        if running {
            self.call(now, emitter, |algorithm, cx| algorithm.on_start(cx));
        }
    }

    /// An algorithm that sets its own window follows one that does not, or the other way round: another engine repairs what is
    /// lost, and a window without ssthresh does not begin with slow start.
    fn take_window_over(&mut self, before: Wants, now: Time, running: bool) {
        let Wants { deliveries, path_model, .. } = self.wants;
        if deliveries != before.deliveries {
            self.board.measure_delivery(deliveries && running, now);
        }
        if path_model == before.path_model {
            return;
        }
        self.engine = Engine::new(self.settings.recovery, path_model);
        let cwnd = self.window.cwnd;
        if path_model {
            self.leave_reduction_to_model();
        }
        if !path_model && running {
            self.window.ssthresh = self.window.ssthresh.min(cwnd.max(2.0));
        }
        if self.in_recovery() {
            let entry = Entry { target: cwnd, floor: cwnd, duplicates: 0, window: cwnd };
            self.engine.enter(&entry, &mut self.window, &self.board);
        }
    }

    /// Stops: the timers are off.
    pub fn stop(&mut self) {
        let Timers { retransmission, reordering, wake, .. } = &mut self.timers;
        (*retransmission, *reordering, *wake) = (Time::NEVER, Time::NEVER, Time::NEVER);
        if let Some(pacer) = &mut self.pacer {
            pacer.stop();
        }
    }

    /// Emits the RTT samples of the last ACK, once.
    #[inline(always)]
    pub fn emit_samples<O: Observer>(&mut self, at: Time, source: Source, observer: &mut O) {
        if let Some((rtt, srtt)) = self.samples.earlier.take() {
            observer.emit(at, source, &signals::RTT, rtt.ms());
            observer.emit(at, source, &signals::SRTT, srtt.ms());
        }
        if let (Some(rtt), Some(srtt)) = (self.samples.latest.take(), self.rtt.srtt()) {
            observer.emit(at, source, &signals::RTT, rtt.ms());
            observer.emit(at, source, &signals::SRTT, srtt.ms());
        }
    }

    /// Emits the levels that have changed since they were emitted last.
    #[inline(always)]
    pub fn emit_levels<O: Observer>(&mut self, at: Time, source: Source, observer: &mut O) {
        if !(O::INTERESTS.any(LEVELS) && observer.interests().any(LEVELS)) {
            return;
        }
        let Window { cwnd, ssthresh } = self.window;
        let now = Levels { cwnd, ssthresh, in_flight: self.board.in_flight(), pacing: self.emitted.pacing };
        if now.cwnd != self.emitted.cwnd {
            observer.emit(at, source, &signals::CWND, now.cwnd);
        }
        if now.ssthresh != self.emitted.ssthresh && now.ssthresh.is_finite() {
            observer.emit(at, source, &signals::SSTHRESH, now.ssthresh);
        }
        if now.in_flight != self.emitted.in_flight {
            observer.emit(at, source, &signals::IN_FLIGHT, float(now.in_flight));
        }
        self.emitted = now;
        if self.pacer.is_some() || now.pacing > 0.0 {
            self.emit_pacing_rate(at, source, observer);
        }
    }

    /// Emits a pacing rate that has changed, in bit/s on the wire; an algorithm that models the path emits its own.
    #[inline(never)]
    fn emit_pacing_rate<O: Observer>(&mut self, at: Time, source: Source, observer: &mut O) {
        let rate = self.pacing_rate().filter(|rate| !self.wants.path_model && rate.is_finite()).unwrap_or(0.0);
        if rate != self.emitted.pacing {
            observer.emit(at, source, &PACING_RATE, rate * f64::from(8 * (self.mss + HEADER_BYTES)));
            self.emitted.pacing = rate;
        }
    }

    /// The flow's settings.
    pub fn settings(&self) -> &FlowSettings {
        &self.settings
    }
    /// The application above it.
    pub fn application(&self) -> Choice {
        self.application.as_ref().map_or(Choice::of(&bulk::SECTION), |application| application.choice().clone())
    }
    /// The congestion control.
    pub fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }
    /// Services that its algorithm requests.
    pub fn wants(&self) -> Wants {
        self.wants
    }
    /// cwnd and ssthresh.
    pub fn window(&self) -> Window {
        self.window
    }
    /// The segments in flight.
    pub fn board(&self) -> &Scoreboard {
        &self.board
    }
    /// The present send jitter, for the sender that replaces this one.
    pub fn jitter(&self) -> SendJitter {
        self.jitter
    }
    /// The counters.
    pub fn counters(&self) -> SenderCounters {
        self.counters
    }
    /// Smoothed RTT, once there is a sample.
    pub fn srtt(&self) -> Option<Span> {
        self.rtt.srtt()
    }
    /// The retransmission timeout with which the timer would be restarted now.
    pub fn rto(&self) -> Span {
        self.rtt.rto()
    }
    /// In fast recovery.
    pub fn in_recovery(&self) -> bool {
        matches!(self.state, State::Recovery(_))
    }
    /// Number of the present round.
    pub fn round(&self) -> u64 {
        self.round.number
    }
    /// When the retransmission timer, the reordering timer or the pacing timer expires or the application wants to be asked,
    /// whichever is first, unless it is moved; `NEVER` if all are off.
    pub fn deadline(&self) -> Time {
        let timers = self.timers.retransmission.min(self.timers.wake);
        self.pacer.as_ref().map_or(timers, |pacer| timers.min(pacer.due()))
    }
    /// The flow's use of ECN with its present algorithm.
    pub fn ecn(&self) -> Ecn {
        self.marks.ecn
    }
    /// Its pacing rate now, in packets/s; none without pacing, or before it has one.
    pub fn pacing_rate(&self) -> Option<f64> {
        self.pacer.as_ref()?;
        self.algorithm.pacing_rate().or_else(|| rate_of_window(&self.window, self.rtt.srtt()))
    }
}

/// Rule by which the TCP stack detects losses.
fn loss_rule(settings: &FlowSettings) -> LossRule {
    match settings.recovery {
        _ if !settings.has_sack() => LossRule::Sacked,
        _ if settings.rack => LossRule::Time,
        Recovery::RateHalving if settings.adaptive_reordering => LossRule::Adaptive,
        Recovery::RateHalving => LossRule::Forward,
        _ => LossRule::Sacked,
    }
}
