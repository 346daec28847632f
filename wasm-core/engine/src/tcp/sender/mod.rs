//! TCP's sender of bulk data: acknowledgements in, transmissions out. It keeps the window, the scoreboard, the timer and
//! the rounds, calls the congestion control and lets the recovery engine repair losses. Not here: how the window grows
//! (`cc`), how losses are repaired (`recovery`), what the window lets leave (`sending`), what happens to it then (`sim`).

mod sending;

use super::jitter::SendJitter;
use super::recovery::{Engine, RecoveryEngine};
use super::rtt::RttEstimator;
use super::scoreboard::{Covered, Scoreboard};
use super::{Acknowledgement, Transmission};
use crate::cc::{Ack, Algorithm, CongestionControl, Context, Loss, RttSample, Trigger, Window};
use crate::observe::{Tell, Wants, signals};
use crate::params::{Choice, Value};
use crate::random::{Draws, Purpose, Stream};
use crate::tcp::host::FlowSettings;
use crate::units::{Span, Time};
use sending::Bounds;

/// Most segments that limited transmit adds (RFC 3042).
const LIMITED_TRANSMIT: u64 = 2;

/// What is counted of a sender.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SenderCounters {
    /// Times that fast recovery began.
    pub fast_recoveries: u64,
    /// Times that the retransmission timer fired.
    pub timeouts: u64,
    /// Reductions that delay alone caused, as the algorithm reports them.
    pub delay_backoffs: u64,
}

/// What a sender tells whenever it has changed.
const LEVELS: Wants = Wants::these(&[&signals::CWND, &signals::SSTHRESH, &signals::IN_FLIGHT]);

impl SenderCounters {
    /// Both together.
    pub fn and(self, other: SenderCounters) -> SenderCounters {
        SenderCounters {
            fast_recoveries: self.fast_recoveries + other.fast_recoveries,
            timeouts: self.timeouts + other.timeouts,
            delay_backoffs: self.delay_backoffs + other.delay_backoffs,
        }
    }
}

/// The levels last told, so that only changes are.
#[derive(Clone, Copy, Debug, Default)]
struct Told {
    cwnd: f64,
    ssthresh: f64,
    in_flight: u64,
}

/// State of a sender. Plain data: a clone is a fork.
#[derive(Clone, Debug)]
pub struct Sender {
    settings: FlowSettings,
    mss: u32,
    algorithm: Algorithm,
    engine: Engine,
    board: Scoreboard,
    window: Window,
    rtt: RttEstimator,
    counters: SenderCounters,
    /// Recovery point, while in fast recovery.
    recovery: Option<u64>,
    /// After a timeout: where its repair ends. Until then no fast retransmit.
    repair: Option<u64>,
    /// The segment whose timer fired last.
    timed_out: Option<u64>,
    after_timeout: bool,
    duplicates: u32,
    /// Segments of limited transmit in flight.
    limited: u64,
    /// Number of the present round, and the segment whose acknowledgement ends it.
    round: u64,
    mark: u64,
    cwnd_limited: bool,
    deadline: Time,
    /// Acknowledgements that have arrived, the present one included.
    acks: u64,
    algorithm_draws: Draws,
    ack_draws: Draws,
    phase_draws: Draws,
    jitter: SendJitter,
    bounds: Bounds,
    /// ECN: the window was cut, and no packet has said so yet.
    cut_untold: bool,
    told: Told,
}

impl Sender {
    /// A sender that has not started.
    pub fn new(seed: u64, stream: Stream, algorithm: &Choice, settings: FlowSettings, mss: u32) -> Sender {
        let window = Window {
            cwnd: settings.initial_window_packets.max(1.0),
            ssthresh: settings.initial_ssthresh_packets.unwrap_or(f64::INFINITY),
        };
        Sender {
            mss,
            algorithm: Algorithm::new(algorithm.section, &algorithm.values),
            engine: Engine::new(settings.recovery),
            board: Scoreboard::default(),
            window,
            rtt: RttEstimator::new(&settings),
            counters: SenderCounters::default(),
            recovery: None,
            repair: None,
            timed_out: None,
            after_timeout: false,
            duplicates: 0,
            limited: 0,
            round: 0,
            mark: 0,
            cwnd_limited: true,
            deadline: Time::NEVER,
            acks: 0,
            algorithm_draws: Draws::new(seed, Purpose::Algorithm, stream),
            ack_draws: Draws::new(seed, Purpose::AlgorithmAck, stream),
            phase_draws: Draws::new(seed, Purpose::ClockPhase, stream),
            jitter: SendJitter::new(seed, stream),
            bounds: Bounds::new(&settings, mss),
            cut_untold: false,
            told: Told { ssthresh: f64::INFINITY, ..Told::default() },
            settings,
        }
    }

    /// A sender that takes the place of one that sent by a rate: its segments go on from `first`. `window`: what the rate amounts
    /// to; none if no RTT is known.
    pub fn taking_over(
        choice: &Choice,
        settings: FlowSettings,
        mss: u32,
        (first, jitter): (u64, SendJitter),
        (seed, stream): (u64, Stream),
        window: Option<Window>,
    ) -> Sender {
        let mut sender = Sender::new(seed, stream, choice, settings, mss);
        sender.board = Scoreboard::starting_at(first);
        sender.window = window.unwrap_or(sender.window);
        (sender.jitter, sender.mark) = (jitter, first);
        sender
    }

    /// The flow starts: the initial window leaves.
    pub fn start(&mut self, now: Time, out: &mut Vec<Transmission>, tell: &mut Tell) {
        self.call(now, tell, |algorithm, cx| algorithm.on_start(cx));
        self.send(now, out);
        self.tell_levels(tell);
    }

    /// An acknowledgement arrives.
    pub fn on_ack(&mut self, now: Time, ack: &Acknowledgement, out: &mut Vec<Transmission>, tell: &mut Tell) {
        self.acks += 1;
        // The time of the newly SACKed segment is looked up before anything moves.
        let left = self.board.left_once(ack.arrived);
        let news = self.engine.uses_sack() && ack.arrived >= ack.next && self.board.sack(ack.arrived);
        if ack.next > self.board.una() {
            // With delayed acknowledgements one may advance and tell of a segment beyond a hole at once. RFC 6675, section 2:
            // that is a duplicate too.
            if let (true, Some(left)) = (news, left) {
                self.sample(now, left, 1, true, ack.one_way, tell);
            }
            self.on_advance(now, ack, tell);
            if news {
                if !self.engine.detects(&self.board, 1) {
                    self.send(now, out); // limited transmit goes beyond what the window lets leave
                }
                self.on_duplicate(now, out, tell);
            }
        } else if ack.next == self.board.una() && self.board.in_flight() > 0 {
            if let (true, Some(left)) = (news, left) {
                self.sample(now, left, 1, true, ack.one_way, tell);
            }
            if news || !self.engine.uses_sack() {
                self.on_duplicate(now, out, tell);
            }
        }
        self.send(now, out);
        self.tell_levels(tell);
    }

    /// The retransmission timer is looked at; it fires if its deadline has come (it is re-armed lazily).
    pub fn on_timer(&mut self, now: Time, out: &mut Vec<Transmission>, tell: &mut Tell) {
        if self.deadline > now {
            return;
        }
        self.counters.timeouts += 1;
        tell.signal(&signals::TIMEOUT, 1.0);
        let first = self.timed_out != Some(self.board.una());
        let (before, loss) = (self.window.cwnd, self.loss());
        let ssthresh = self.call(now, tell, |algorithm, cx| algorithm.on_timeout(first, &loss, cx));
        if first {
            self.window.ssthresh = ssthresh.max(2.0);
        }
        self.window.cwnd = 1.0;
        if before > 1.0 {
            tell.signal(&signals::WINDOW_CUT, before);
        }
        self.cut_untold = true;
        if self.recovery.take().is_some() {
            tell.signal(&signals::RECOVERY_END, 1.0);
        }
        self.timed_out = Some(self.board.una());
        self.after_timeout = true;
        self.repair = Some(self.board.max());
        (self.duplicates, self.limited) = (0, 0);
        self.board.go_back();
        self.rtt.back_off();
        self.deadline = Time::NEVER;
        self.send(now, out);
        self.tell_levels(tell);
    }

    /// A cumulative acknowledgement advances.
    fn on_advance(&mut self, now: Time, ack: &Acknowledgement, tell: &mut Tell) {
        let next = ack.next;
        let Covered { segments, repeated, last_left } = self.board.advance(next);
        // Karn, and more: what fills a hole also covers segments that arrived a round trip earlier.
        if !repeated {
            self.sample(now, last_left, segments as u32, false, ack.one_way, tell);
        }
        if self.duplicates > 0 && self.recovery.is_none() {
            self.call(now, tell, |algorithm, cx| algorithm.on_disorder_exit(cx));
        }
        (self.duplicates, self.limited) = (0, 0);
        if self.repair.is_some_and(|end| if self.engine.uses_sack() { next >= end } else { next > end }) {
            self.repair = None;
            self.call(now, tell, |algorithm, cx| algorithm.on_loss_exit(cx));
        }
        let mut restart = true;
        match self.recovery {
            Some(point) if next >= point => self.leave_recovery(now, tell),
            Some(_) => restart = self.engine.on_partial(segments, &self.board),
            None => self.grow(now, segments, tell),
        }
        if next > self.mark {
            self.call(now, tell, |algorithm, cx| algorithm.on_round_end(cx));
            tell.signal(&signals::ROUND, self.round as f64);
            self.round += 1;
            self.mark = self.board.max();
        }
        if self.board.max() == self.board.una() {
            self.deadline = Time::NEVER;
        } else if restart {
            self.deadline = now + self.rtt.rto();
        }
    }

    fn grow(&mut self, now: Time, segments: u64, tell: &mut Tell) {
        let ack =
            Ack { newly_acked: segments as f64, cwnd_limited: self.cwnd_limited, after_timeout: self.after_timeout };
        self.call(now, tell, |algorithm, cx| algorithm.on_ack(&ack, cx));
        let Window { cwnd, ssthresh } = self.window;
        self.after_timeout &= if self.settings.slow_start_at_ssthresh { cwnd <= ssthresh } else { cwnd < ssthresh };
    }

    /// A valid RTT sample: of a segment that was sent once, `covers` being covered at once.
    fn sample(&mut self, now: Time, sent: Time, covers: u32, sacked: bool, one_way: Span, tell: &mut Tell) {
        let sample = RttSample { sent, acked: now, covers, sacked, one_way };
        self.rtt.sample(sample.rtt());
        tell.signal(&signals::RTT, sample.rtt().ms());
        tell.signal(&signals::SRTT, self.rtt.srtt().map_or(0.0, Span::ms));
        self.call(now, tell, |algorithm, cx| algorithm.on_rtt_sample(&sample, cx));
    }

    /// An acknowledgement that tells of a segment out of order while segments are in flight.
    fn on_duplicate(&mut self, now: Time, out: &mut Vec<Transmission>, tell: &mut Tell) {
        if self.recovery.is_some() {
            self.engine.on_duplicate();
            return;
        }
        if self.repair.is_some() {
            return;
        }
        self.duplicates += 1;
        if self.engine.detects(&self.board, self.duplicates) {
            self.enter_recovery(now, tell);
        } else if self.settings.limited_transmit && self.limited < LIMITED_TRANSMIT {
            let room = self.board.in_flight() < self.window.cwnd as u64 + LIMITED_TRANSMIT;
            if room && self.may_send_new() {
                self.limited += 1;
                self.transmit_next(now, out);
            }
        }
    }

    fn enter_recovery(&mut self, now: Time, tell: &mut Tell) {
        self.counters.fast_recoveries += 1;
        let (before, loss) = (self.window.cwnd, self.loss());
        tell.signal(&signals::RECOVERY_START, before);
        let ssthresh = self.call(now, tell, |algorithm, cx| algorithm.ssthresh_on_loss(&loss, cx)).max(2.0);
        let tolerated = ssthresh >= before;
        tell.signal(if tolerated { &signals::LOSS_TOLERATED } else { &signals::WINDOW_CUT }, before);
        self.window = Window { cwnd: ssthresh, ssthresh };
        self.cut_untold = true;
        self.recovery = Some(self.board.max());
        self.after_timeout = false;
        self.engine.enter(&self.board);
        (self.duplicates, self.limited) = (0, 0);
    }

    fn leave_recovery(&mut self, now: Time, tell: &mut Tell) {
        self.recovery = None;
        self.engine.exit(&mut self.window, &self.board);
        self.window.cwnd = self.window.cwnd.max(1.0);
        self.call(now, tell, |algorithm, cx| algorithm.on_recovery_exit(cx));
        tell.signal(&signals::RECOVERY_END, self.window.cwnd);
    }

    /// The congestion event as it is found now.
    fn loss(&self) -> Loss {
        let in_flight = (self.board.in_flight() - self.limited) as f64;
        let cwnd = self.window.cwnd;
        // F may exceed the window, by what is SACKed or after a cut; a congestion event never raises it.
        let base = if self.settings.host.halves_window() { cwnd } else { in_flight.min(cwnd) };
        Loss { trigger: Trigger::Loss, in_flight, base }
    }

    /// Calls the algorithm with what it may see; then applies the floors.
    fn call<R>(&mut self, now: Time, tell: &mut Tell, f: impl FnOnce(&mut Algorithm, &mut Context) -> R) -> R {
        let mut cx = Context {
            now,
            window: &mut self.window,
            in_flight: self.board.in_flight() as f64,
            srtt: self.rtt.srtt(),
            min_rtt: self.rtt.min(),
            in_recovery: self.recovery.is_some(),
            open: self.recovery.is_none() && self.repair.is_none() && self.duplicates == 0,
            round: self.round,
            mss: self.mss,
            host: &self.settings,
            ack: self.acks,
            draws: self.algorithm_draws,
            ack_draws: self.ack_draws,
            clock_phase: self.phase_draws,
            tell: &mut *tell,
        };
        let result = f(&mut self.algorithm, &mut cx);
        self.window.cwnd = self.window.cwnd.max(1.0);
        self.window.ssthresh = self.window.ssthresh.max(2.0);
        self.counters.delay_backoffs += std::mem::take(&mut tell.delay_backoffs);
        result
    }

    /// A setting of the flow or its host changes.
    pub fn set(&mut self, row: usize, value: Value) {
        self.settings.set(row, value);
        self.bounds = Bounds::new(&self.settings, self.mss);
        self.rtt.set_base_rtt(Span::from_ms(self.settings.base_rtt_ms));
    }

    /// After a setting changed while running: more may be sent than before.
    pub fn refresh(&mut self, now: Time, out: &mut Vec<Transmission>, tell: &mut Tell) {
        self.send(now, out);
        self.tell_levels(tell);
    }

    /// A parameter of the algorithm changes.
    pub fn set_algorithm(&mut self, now: Time, row: usize, value: Value, tell: &mut Tell) {
        self.call(now, tell, |algorithm, cx| algorithm.set(row, value, cx));
    }

    /// Another algorithm takes over, with a new private state; the window stays what it is.
    pub fn replace_algorithm(&mut self, now: Time, choice: &Choice, running: bool, tell: &mut Tell) {
        self.algorithm = Algorithm::new(choice.section, &choice.values);
        if running {
            self.call(now, tell, |algorithm, cx| algorithm.on_start(cx));
        }
    }

    /// Stops: the timer is off.
    pub fn stop(&mut self) {
        self.deadline = Time::NEVER;
    }

    /// Tells the levels that have changed since they were told last.
    fn tell_levels(&mut self, tell: &mut Tell) {
        if !tell.wants.any(LEVELS) {
            return;
        }
        let now = Told { cwnd: self.window.cwnd, ssthresh: self.window.ssthresh, in_flight: self.board.in_flight() };
        if now.cwnd != self.told.cwnd {
            tell.signal(&signals::CWND, now.cwnd);
        }
        if now.ssthresh != self.told.ssthresh && now.ssthresh.is_finite() {
            tell.signal(&signals::SSTHRESH, now.ssthresh);
        }
        if now.in_flight != self.told.in_flight {
            tell.signal(&signals::IN_FLIGHT, now.in_flight as f64);
        }
        self.told = now;
    }

    /// The flow's settings.
    pub fn settings(&self) -> &FlowSettings {
        &self.settings
    }
    /// The congestion control.
    pub fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }
    /// cwnd and ssthresh.
    pub fn window(&self) -> Window {
        self.window
    }
    /// The segments in flight.
    pub fn board(&self) -> &Scoreboard {
        &self.board
    }
    /// The send jitter as it stands, for the sender that takes this one's place.
    pub fn jitter(&self) -> SendJitter {
        self.jitter
    }
    /// What was counted.
    pub fn counters(&self) -> SenderCounters {
        self.counters
    }
    /// Smoothed RTT, once there is a sample.
    pub fn srtt(&self) -> Option<Span> {
        self.rtt.srtt()
    }
    /// In fast recovery.
    pub fn in_recovery(&self) -> bool {
        self.recovery.is_some()
    }
    /// Number of the present round.
    pub fn round(&self) -> u64 {
        self.round
    }
    /// When the retransmission timer fires unless it is moved; `NEVER` if it is off.
    pub fn deadline(&self) -> Time {
        self.deadline
    }
}
