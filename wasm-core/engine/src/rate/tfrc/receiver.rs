//! TFRC's receiver: the loss event rate p, the rate X_recv at which packets arrive, and when to report both (RFC 5348, 5
//! and 6). The numbers of its reports: p (0 before the first loss event), X_recv in packets per second (negative until a
//! round trip has been seen), loss events so far. Reports leave once per RTT, with the RTT that the packets' headers carry,
//! and at once with a new loss event; where a round trip brings no packet, with the next one.

use crate::ring::Ring;

use super::losses::{LossEvent, Losses};
use super::{FIRST_LOSS, INTERVAL, LOSS_EVENT, Settings};
use crate::formulas::Padhye;
use crate::params::Value;
use crate::rate::history::History;
use crate::rate::receiver::EachRtt;
use crate::rate::{Arrival, Context, Feedback};
use crate::units::{Span, Time};

/// State of TFRC's receiver.
#[derive(Clone, Debug)]
pub struct TfrcReceiver {
    settings: Settings,
    losses: Losses,
    event: Option<LossEvent>,
    events: u64,
    history: History,
    /// The sender's smoothed RTT, as headers carried it last.
    rtt: Option<Span>,
    /// When the packets of the last round trip (a few more, perhaps) arrived, and the first of all.
    arrivals: Ring<Time>,
    began: Time,
    reports: EachRtt,
}

impl TfrcReceiver {
    /// Before the first packet, which is number `first` unless it is lost.
    pub fn new(values: &[Value], first: u64) -> TfrcReceiver {
        TfrcReceiver {
            settings: Settings::read(values),
            losses: Losses::new(first),
            event: None,
            events: 0,
            history: History::default(),
            rtt: None,
            arrivals: Ring::default(),
            began: Time::NEVER,
            reports: EachRtt::new(),
        }
    }

    /// A packet was lost, or marked: true if it begins a loss event.
    fn on_lost(&mut self, sequence: u64, at: Time, rtt: Span, cx: &mut Context) -> bool {
        if self.event.is_some_and(|event| event.covers(at, rtt)) {
            return false;
        }
        let (n, floor) = (self.settings.intervals(), self.settings.discounting());
        let interval = match self.event {
            Some(event) => sequence.saturating_sub(event.sequence).max(1) as f64,
            None => self.first_interval(rtt, cx),
        };
        self.history.close(interval, n, floor);
        self.event = Some(LossEvent { sequence, at });
        self.events += 1;
        let mean = self.mean();
        cx.signal(&INTERVAL, mean);
        cx.decide(&LOSS_EVENT, &[sequence as f64, interval, mean]);
        true
    }

    /// The interval for which the equation gives the rate at which packets arrive now (RFC 5348, 6.3.1).
    fn first_interval(&self, rtt: Span, cx: &mut Context) -> f64 {
        let receive = self.arrival_rate(cx.now, rtt.min(cx.now.since(self.began)).max(Span(1)));
        let equation = Padhye { bounded: self.settings.bounded_timeouts, ..Padhye::of(rtt.seconds()) };
        let interval = 1.0 / equation.loss_event_rate(receive);
        cx.decide(&FIRST_LOSS, &[receive * cx.packet_bits, rtt.ms(), interval]);
        interval
    }

    /// The average loss interval, infinite before the first event.
    pub(super) fn mean(&self) -> f64 {
        let open = self.event.map_or(0.0, |event| self.losses.next().saturating_sub(event.sequence) as f64);
        let mean = self.history.mean(open, self.settings.intervals(), self.settings.discounting());
        mean.map_or(f64::INFINITY, |mean| mean.max(1.0))
    }

    /// Packets per second over the last `span`: half open, so that of two packets just that far apart one counts. That is the
    /// later one, or the earlier if the later is still to come at this very instant: a timer may be looked at first, and
    /// packets that keep step with it would otherwise never be counted in full.
    fn arrival_rate(&self, now: Time, span: Span) -> f64 {
        let begun = if self.arrivals.back() == Some(&now) { Span(1) } else { Span::ZERO };
        let old = self.arrivals.partition_point(|at| *at + span < now + begun);
        (self.arrivals.len() - old) as f64 / span.seconds()
    }

    fn report(&mut self, cx: &mut Context) -> [f64; 3] {
        self.reports.reported(cx.now, self.rtt);
        let receive = match self.rtt {
            Some(rtt) if cx.now.since(self.began) >= rtt => self.arrival_rate(cx.now, rtt),
            _ => -1.0,
        };
        let mean = self.mean();
        if mean.is_finite() {
            cx.signal(&INTERVAL, mean);
        }
        [1.0 / mean, receive, self.events as f64]
    }
}

impl Feedback for TfrcReceiver {
    fn on_packet(&mut self, arrival: &Arrival, cx: &mut Context) -> Option<[f64; 3]> {
        self.rtt = arrival.srtt.or(self.rtt);
        self.began = self.began.min(cx.now);
        self.losses.on_arrival(arrival.sequence, cx.now);
        let mut news = false;
        if let Some(rtt) = self.rtt {
            // The RTT may grow from report to report: twice of it is kept.
            while self.arrivals.front().is_some_and(|at| *at + rtt + rtt < cx.now) {
                self.arrivals.pop_front();
            }
            self.arrivals.push_back(cx.now);
            while let Some((sequence, at)) = self.losses.next_lost(self.settings.lost_after_packets) {
                news |= self.on_lost(sequence, at, rtt, cx);
            }
            if arrival.marked {
                news |= self.on_lost(arrival.sequence, cx.now, rtt, cx);
            }
        }
        (self.reports.on_packet() || news).then(|| self.report(cx))
    }

    fn on_timer(&mut self, cx: &mut Context) -> Option<[f64; 3]> {
        self.reports.on_timer().then(|| self.report(cx))
    }

    fn deadline(&self) -> Time {
        self.reports.due()
    }

    fn set(&mut self, row: usize, value: &Value) {
        self.settings.set(row, value);
    }
}
