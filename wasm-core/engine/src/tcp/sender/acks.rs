//! Processing of an ACK at its sender: it covers segments or reports some beyond a gap, gives RTT samples, ends rounds,
//! and lets the window grow. Not here: losses and ECN marks that it reveals (`congestion`).

use super::state::{Disorder, Recovery, Reduction, State};
use super::{Samples, Sender};
use crate::cc::{Ack, CongestionControl, Ended, RttSample, Window};
use crate::host::HostKind;
use crate::math::float;
use crate::observe::{Emitter, signals};
use crate::slow_start::{ExitRule, Sample, Verdict};
use crate::tcp::recovery::RecoveryEngine;
use crate::tcp::scoreboard::Covered;
use crate::tcp::{Acknowledgement, Transmission};
use crate::units::{Span, Time};

/// Maximum number of segments of limited transmit (RFC 3042).
const LIMITED_TRANSMIT: u32 = 2;

impl Sender {
    /// Processes an ACK; what may be sent then is in `out`.
    #[inline(never)]
    pub fn on_ack(&mut self, now: Time, ack: &Acknowledgement, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        self.acks += 1;
        let missed = self.lost_acks.note(ack, &self.board);
        self.samples = Samples::default();
        self.label = ack.label;
        self.read_marks(now, ack, emitter);
        let in_flight = self.board.outstanding();
        let uses_sack = self.engine.uses_sack();
        // The time of a newly SACKed segment is read before anything changes.
        let left = self.board.left_once(ack.arrived);
        self.board.expect(now, self.rtt.least(), self.settings.reads_time_stamps().then_some(ack.echoed));
        if ack.duplicate {
            self.on_duplicate_report(ack.arrived);
        }
        let found = self.board.found();
        let mut sacked = 0;
        if uses_sack {
            if ack.arrived >= ack.next && self.board.sack(ack.arrived) {
                sacked = 1;
                if let Some(left) = left {
                    self.sample(now, left, 1, true, ack.one_way, emitter);
                }
            }
            // Its blocks may contain news.
            if missed {
                sacked += self.lost_acks.read(ack, &mut self.board);
            }
        }
        let mut delivered = sacked;
        let (advances, repeats) = (ack.next > self.board.una(), ack.next == self.board.una());
        let mut waits = false;
        if advances {
            let covered;
            (covered, waits) = self.on_advance(now, ack, left, emitter);
            delivered += covered;
        }
        if self.arrivals.is_some() {
            let duplicate = repeats && !uses_sack && self.board.in_flight() > 0;
            self.report_arrivals(now, delivered, duplicate, emitter);
        }
        if self.probe.is_some() {
            self.judge_probe(now, ack, advances || sacked > 0, emitter);
        }
        if self.undo.is_some() {
            self.reconsider_by_reports(now, emitter);
            let duplicate = sacked > 0 || (repeats && !uses_sack);
            self.try_f_rto(now, advances, duplicate, emitter);
        }
        if !waits {
            self.look_for_losses(now, (advances, repeats), sacked, out, emitter);
        }
        self.on_delivered(delivered, advances && self.board.found() == found);
        if self.wants.deliveries {
            self.report_delivery(now, in_flight, emitter);
        }
        if waits { self.send_new_in_recovery(now, out) } else { self.send(now, out) }
    }

    /// Looks for losses after an ACK: by time, or by duplicates. `advances`, `repeats`: whether it advanced, or said the same as the one before;
    /// `sacked`: segments that it newly reported beyond a gap.
    fn look_for_losses(
        &mut self,
        now: Time,
        (advances, repeats): (bool, bool),
        sacked: u64,
        out: &mut Vec<Transmission>,
        emitter: &mut Emitter,
    ) {
        let lost_again = self.find_lost(now);
        if advances {
            // With delayed ACKs one may advance and also report a segment beyond a hole. RFC 6675, section 2: that is a
            // duplicate too.
            if sacked > 0 {
                if !self.detects(1) {
                    self.send(now, out); // limited transmit exceeds the window
                }
                self.on_duplicate(now, out, emitter);
            }
        } else if repeats && self.board.in_flight() > 0 {
            if sacked > 0 || !self.engine.uses_sack() {
                self.on_duplicate(now, out, emitter);
            }
        } else if sacked > 0 && self.state.is_undisturbed() && self.detects(self.state.disorder().duplicates) {
            // It was overtaken, so it is not a duplicate, but it may report a loss.
            self.enter_recovery(now, emitter);
        }
        self.repair_lost(lost_again, now, emitter);
    }

    /// Shortcut for an ACK that covers segments in order while nothing is missing and the window is open: the same as
    /// `on_ack`, without what cannot happen then. For any other ACK it does nothing and returns false.
    #[inline(always)]
    pub fn on_ack_in_order(
        &mut self,
        now: Time,
        ack: &Acknowledgement,
        out: &mut Vec<Transmission>,
        emitter: &mut Emitter,
    ) -> bool {
        let in_order = ack.arrived + 1 == ack.next
            && ack.next > self.board.una()
            && !(ack.echo | ack.duplicate | self.probe.is_some());
        if !in_order
            || self.marks.ecn.is_accurate()
            || self.arrivals.is_some()
            || !self.state.is_calm()
            || self.board.is_watched()
            || !self.lost_acks.pass(ack)
        {
            return false;
        }
        self.acks += 1;
        self.samples = Samples::default();
        let Covered { segments, repeated, first_left, last_left, .. } = self.board.advance(ack.next);
        if !repeated {
            self.only_sample(now, last_left, segments as u32, false, ack.one_way, emitter);
        } else if self.settings.timestamps {
            self.rtt.echoed(first_left, now.since(first_left));
        }
        self.grow(now, segments, emitter);
        self.on_covered(now, ack.next, true, emitter);
        self.obey();
        self.send_outside_recovery(now, out);
        self.arm(now);
        true
    }

    /// Processes a cumulative ACK that advances; `left`: when the segment that caused it left, if it was sent once.
    /// Returns how many segments it newly reports, and whether a recovery waits for what is on the way.
    fn on_advance(
        &mut self,
        now: Time,
        ack: &Acknowledgement,
        left: Option<Time>,
        emitter: &mut Emitter,
    ) -> (u64, bool) {
        let (next, before) = (ack.next, self.board.una());
        let Covered { segments, delivered, repeated, first_left, last_left } = self.board.advance_over(next);
        // Karn, and more: a segment that fills a hole also covers segments that arrived a round trip earlier. Of
        // several segments the one that caused the ACK is timed; if that is beyond a gap, the last one covered.
        let timed = if ack.arrived < next { left } else { Some(last_left) };
        match timed {
            Some(left) if !repeated => self.sample(now, left, segments as u32, false, ack.one_way, emitter),
            _ if self.settings.timestamps && repeated => self.rtt.echoed(first_left, now.since(first_left)),
            _ => {}
        }
        if self.state.disorder().duplicates > 0 {
            self.end_disturbance(Ended::Disorder, now, emitter);
        }
        self.state.end_disorder();
        if self.undo.is_some() {
            self.reconsider_timeout(now, ack, emitter);
        }
        if let State::Loss { end, .. } = self.state
            && next >= end + u64::from(!self.engine.uses_sack())
        {
            self.state = State::CALM;
            self.board.end_recovery();
            self.end_disturbance(Ended::Repair, now, emitter);
        }
        let (mut restart, mut waits) = (true, false);
        match &mut self.state {
            State::Recovery(Recovery { point, .. }) if next >= *point || self.engine.ends_early() => {
                if !self.reconsider_end(now, ack, emitter) {
                    self.leave_recovery(now, emitter);
                }
                self.grow_after_reduction(now, delivered, emitter);
            }
            State::Recovery(Recovery { partial_seen, .. }) => {
                let first = !std::mem::replace(partial_seen, true);
                restart = self.timers.restart.at_partial(first);
                self.engine.on_partial(segments, &mut self.window, &self.board);
                waits = self.reconsider_partial(now, ack, before, emitter);
                if !self.in_recovery() {
                    self.grow_after_reduction(now, delivered, emitter);
                }
            }
            State::Cwr(reduction) if next > reduction.point => {
                let way = reduction.way;
                self.end_reduction(way, now, emitter);
                self.grow_after_reduction(now, delivered, emitter);
            }
            State::Cwr(_) => {}
            State::Open(_) | State::Loss { .. } => self.grow(now, segments, emitter),
        }
        self.on_covered(now, next, restart, emitter);
        (delivered, waits)
    }

    /// Reports to an algorithm that counts them how many packets have arrived: those that an ACK newly reports, but for the ones that
    /// duplicates without SACK were counted for.
    fn report_arrivals(&mut self, now: Time, delivered: u64, duplicate: bool, emitter: &mut Emitter) {
        let Some(counted) = &mut self.arrivals else { return };
        let earlier = (*counted).min(delivered.saturating_sub(1));
        *counted = *counted - earlier + u64::from(duplicate);
        let packets = delivered - earlier + u64::from(duplicate);
        if packets > 0 {
            self.report(now, emitter, |events, cx| events.on_arrivals(float(packets), cx));
        }
    }

    /// Processes that all before `next` is covered: a round may have ended, and the timer is restarted if so asked, or
    /// off if nothing is left.
    #[inline(always)]
    fn on_covered(&mut self, now: Time, next: u64, restart: bool, emitter: &mut Emitter) {
        if next > self.round.end {
            self.on_round_end(now, emitter);
        }
        if let Some((sequence, left)) = self.timed
            && next > sequence
        {
            self.rtt.timed(left, now.since(left));
            self.timed = None;
        }
        if self.board.max() == self.board.una() {
            self.timers.retransmission = Time::NEVER;
        } else if restart {
            self.restart_timer(now);
        }
    }

    #[inline(never)]
    fn on_round_end(&mut self, now: Time, emitter: &mut Emitter) {
        self.call(now, emitter, |algorithm, cx| algorithm.on_round_end(cx));
        emitter.signal(&signals::ROUND, self.round.number as f64);
        self.round.number += 1;
        self.round.end = self.board.max();
        self.rtt.end_round();
        if self.window.cwnd >= self.window.ssthresh {
            self.end_first_slow_start(); // perhaps the algorithm ended it
        }
        if let Some(exit) = &mut self.slow_start.exit {
            let verdict = exit.start_round(now, self.window.cwnd, emitter);
            self.follow(verdict);
        }
    }

    /// Growth at the ACK that ends a recovery or another reduction: Linux today grows the window by what it newly
    /// reports.
    fn grow_after_reduction(&mut self, now: Time, delivered: u64, emitter: &mut Emitter) {
        if self.settings.host == HostKind::Linux && delivered > 0 {
            self.grow(now, delivered, emitter);
        }
    }

    /// Lets the algorithm grow the window.
    #[inline]
    fn grow(&mut self, now: Time, segments: u64, emitter: &mut Emitter) {
        let after_timeout = self.slow_start.after_timeout;
        let cwnd_limited = self.limit.lets_grow(self.window.cwnd, self.in_slow_start());
        let ack = Ack { newly_acked: float(segments), cwnd_limited, after_timeout };
        self.call(now, emitter, |algorithm, cx| algorithm.on_ack(&ack, cx));
        if after_timeout {
            self.slow_start.after_timeout = self.in_slow_start();
        }
    }

    /// Adds a valid RTT sample of a segment that was sent once; the ACK covers `covers` segments.
    fn sample(&mut self, now: Time, sent: Time, covers: u32, sacked: bool, one_way: Span, emitter: &mut Emitter) {
        if self.samples.latest.is_some() {
            self.samples.earlier = self.samples.latest.zip(self.rtt.srtt());
        }
        self.only_sample(now, sent, covers, sacked, one_way, emitter);
    }

    /// The same for the first sample of this ACK.
    #[inline(always)]
    fn only_sample(&mut self, now: Time, sent: Time, covers: u32, sacked: bool, one_way: Span, emitter: &mut Emitter) {
        let sample = RttSample { sent, acked: now, covers, sacked, one_way };
        self.rtt.sample(sample.rtt());
        self.samples.latest = Some(sample.rtt());
        if self.slow_start.exit.is_some() {
            self.look_for_exit(now, sample.rtt(), emitter);
        }
        if self.wants.rtt_samples {
            self.pass_rtt_sample(sample, emitter);
        }
    }

    /// Passes a sample to the algorithm.
    #[inline(never)]
    fn pass_rtt_sample(&mut self, sample: RttSample, emitter: &mut Emitter) {
        self.call(sample.acked, emitter, |algorithm, cx| algorithm.on_rtt_sample(&sample, cx));
    }

    /// Ends slow start when the ACKs indicate that the path is full, by the flow's rule.
    #[inline(never)]
    fn look_for_exit(&mut self, now: Time, rtt: Span, emitter: &mut Emitter) {
        if self.window.cwnd >= self.window.ssthresh || !self.state.is_undisturbed() {
            return;
        }
        let (Some(exit), Some(base)) = (&mut self.slow_start.exit, self.rtt.min()) else { return };
        let (cwnd, initial_window) = (self.window.cwnd, self.settings.initial_window_packets);
        let sample = Sample { now, rtt, base, cwnd, initial_window, acknowledged: self.board.una() };
        let verdict = exit.sample(&sample, emitter);
        self.follow(verdict);
    }

    /// Does what the rule for the end of slow start wants.
    fn follow(&mut self, verdict: Option<Verdict>) {
        match verdict {
            None => {}
            Some(Verdict::Grow(growth)) => self.set_growth(growth),
            Some(Verdict::End(window)) => {
                self.window = Window { cwnd: window, ssthresh: window };
                self.end_first_slow_start();
            }
        }
    }

    /// Processes an ACK of a segment out of order while segments are in flight.
    fn on_duplicate(&mut self, now: Time, out: &mut Vec<Transmission>, emitter: &mut Emitter) {
        let disorder = match &mut self.state {
            State::Recovery(_) => return self.engine.on_duplicate(&mut self.window, &self.board),
            State::Loss { .. } => return,
            State::Open(disorder) | State::Cwr(Reduction { disorder, .. }) => disorder,
        };
        disorder.duplicates += 1;
        let Disorder { duplicates, limited } = *disorder;
        // Where RACK waits for possible reordering, Linux sends a new segment for each SACKed one.
        let by_time = self.board.finds_by_time();
        let most = if by_time { self.board.sacked() } else { u64::from(LIMITED_TRANSMIT) };
        if self.detects(duplicates) {
            self.enter_recovery(now, emitter);
        } else if self.settings.limited_transmit && u64::from(limited) < most {
            let room = self.board.in_flight() < self.window.cwnd as u64 + most;
            if room && self.finds_new(now) && self.may_leave(now) {
                self.state.count_limited();
                self.on_packet_sent(now);
                self.transmit_next(now, out);
            }
        }
    }
}
