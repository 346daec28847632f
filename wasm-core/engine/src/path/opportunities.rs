//! A link that serves in opportunities, as Mahimahi's does: each lets 1500 bytes go at one instant, and the link sends at no
//! other time. Here: when they come, how many bytes are left of the packet that has been begun, the rate that is shown, and when what
//! waits will have been sent.
//! Not here: the packets (`bottleneck`), and the order of events (`sim`).
//!
//! The rules are those of Mahimahi's link_queue.cc (Netravali et al., USENIX ATC 2015): what an opportunity finds no bytes for is
//! lost; a packet goes on its way at the opportunity that sends its last byte; opportunities come before the arrivals of their instant.

use crate::params::List;
use crate::path::rate_model::Generator;
use crate::path::rate_steps::Steps;
use crate::units::{OPPORTUNITY_BYTES, Rate, Span, Time};

/// The rate that is shown is the mean over a window of this length, the last one that is over.
const WINDOW: Span = Span(200_000_000);
/// It is at least one opportunity in a window, in bit/s, also where there was none.
const LEAST_RATE: f64 = 60e3;
/// So far the opportunities to come are looked at, for when what waits will have been sent.
const LOOKS_AHEAD: Span = Span(60_000_000_000);
/// So many of them are kept though they are past.
const FEW: usize = 128;
const MILLISECOND: u64 = 1_000_000;

/// A list of opportunities, once or over and over.
#[derive(Clone, Debug)]
pub struct Trace {
    times_ms: List,
    repeat: bool,
    /// The place of the next entry, and what is added to its time.
    place: usize,
    base_ms: u64,
}

impl Trace {
    /// From its start. The entries are whole, none less than the one before, the last above 0.
    pub fn new(times_ms: List, repeat: bool) -> Trace {
        Trace { times_ms, repeat, place: 0, base_ms: 0 }
    }

    /// The mean rate over the whole list.
    fn mean(&self) -> Rate {
        let last_s = self.times_ms.last().map_or(0.0, |last| last / 1e3);
        Rate(self.times_ms.len() as f64 * f64::from(OPPORTUNITY_BYTES) * 8.0 / last_s.max(1e-3))
    }

    /// When the next entry is due; `NEVER` after the last one of a list that does not repeat.
    fn due(&self) -> Time {
        match self.times_ms.get(self.place) {
            Some(ms) => Time((self.base_ms + *ms as u64).saturating_mul(MILLISECOND)),
            None => Time::NEVER,
        }
    }

    /// The instant of the next entry, and how many there are at it. After the last entry the list starts again: its first entry
    /// counts from the time of the last.
    fn next(&mut self) -> (Time, u64) {
        let at = self.due();
        let mut count = 0;
        while at != Time::NEVER && self.due() == at {
            // Any number of entries of one instant is passed at once.
            let here = self.times_ms[self.place];
            let same = match self.times_ms.get(self.place + 1) {
                Some(next) if *next == here => self.times_ms[self.place..].partition_point(|ms| *ms == here),
                _ => 1,
            };
            count += same as u64;
            self.place += same;
            if self.repeat && self.place == self.times_ms.len() {
                self.place = 0;
                self.base_ms += self.times_ms.last().map_or(1, |last| (*last as u64).max(1));
            }
        }
        (at, count)
    }
}

/// Where opportunities come from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A list.
    Trace(Trace),
    /// A list of rates.
    Steps(Steps),
    /// A model of the link's rate.
    Model(Box<Generator>),
}

impl Origin {
    /// The next instant with opportunities, and how many there are at it.
    fn next(&mut self) -> (Time, u64) {
        match self {
            Origin::Trace(trace) => trace.next(),
            Origin::Steps(steps) => (steps.next_time(), 1),
            Origin::Model(generator) => (generator.next_time(), 1),
        }
    }

    /// By how much the delay after the link is longer than the flow's, of the last ones.
    fn delay(&self) -> Span {
        match self {
            Origin::Trace(_) | Origin::Steps(_) => Span::ZERO,
            Origin::Model(generator) => generator.delay(),
        }
    }
}

/// The opportunities of a link up to now.
#[derive(Clone, Debug)]
pub struct Opportunities {
    origin: Origin,
    /// The instant of the next ones, and their number.
    next: (Time, u64),
    /// By how much the delay after the link is longer than the flow's: after the last ones, after the next.
    delays: (Span, Span),
    /// How many there were.
    past: u64,
    /// Bytes that the packet in transit lacks.
    pub left: u32,
    /// The present window: when it ends, and how many opportunities there were before it.
    window_ends: Time,
    before_window: u64,
    shown: Rate,
    /// Opportunities to come, which do not depend on the traffic, as far as anybody has asked for them: their instants, each with the
    /// number of opportunities since time 0 up to it; and what comes after them.
    known: Vec<(Time, u64)>,
    after_known: Origin,
}

impl Opportunities {
    /// From time 0. The first window shows the mean of the whole trace, or the rate of the model's bottleneck.
    pub fn new(mut origin: Origin) -> Opportunities {
        let shown = match &origin {
            Origin::Trace(trace) => trace.mean(),
            Origin::Steps(steps) => Rate(steps.mean().0.max(LEAST_RATE)),
            Origin::Model(generator) => generator.rate(),
        };
        let next = origin.next();
        let after_known = origin.clone();
        let delays = (Span::ZERO, origin.delay());
        Opportunities {
            origin,
            next,
            delays,
            past: 0,
            left: 0,
            window_ends: Time::ZERO + WINDOW,
            before_window: 0,
            shown,
            known: Vec::new(),
            after_known,
        }
    }

    /// When something happens next: an opportunity, or the end of a window.
    pub fn due(&self) -> Time {
        self.next.0.min(self.window_ends)
    }

    /// When the next opportunity is.
    pub fn next(&self) -> Time {
        self.next.0
    }

    /// Takes the opportunities of this instant; returns their bytes.
    pub fn take(&mut self, now: Time) -> u64 {
        let mut count = 0;
        if self.next.0 == now {
            count = self.next.1;
            self.next = self.origin.next();
            self.delays = (self.delays.1, self.origin.delay());
        }
        if self.window_ends == now {
            // An opportunity at the end of a window belongs to the next.
            let bytes = (self.past - self.before_window) * u64::from(OPPORTUNITY_BYTES);
            self.shown = Rate((bytes as f64 * 8.0 / WINDOW.seconds()).max(LEAST_RATE));
            self.before_window = self.past;
            self.window_ends += WINDOW;
        }
        self.past += count;
        count * u64::from(OPPORTUNITY_BYTES)
    }

    /// By how much the delay after the link is longer than the flow's, for what the last opportunity has sent.
    pub fn delay(&self) -> Span {
        self.delays.0
    }

    /// Whether that changes.
    pub fn changes_delay(&self) -> bool {
        matches!(&self.origin, Origin::Model(generator) if generator.changes_delay())
    }

    /// Another rate of the bottleneck: for models, after the next opportunity.
    pub fn set_rate(&mut self, rate: Rate) {
        if let Origin::Model(generator) = &mut self.origin {
            generator.set_rate(rate);
            self.known.clear();
        }
    }

    /// The mean rate at which this many waiting bytes will be sent from now on: they over the time until the opportunities that they
    /// take have come, as far as it is looked ahead.
    pub fn drain_rate(&mut self, bytes: u64, now: Time) -> Rate {
        if bytes == 0 {
            return self.shown;
        }
        let middle = self.known.len() / 2;
        // Begun again where most are past, so that they do not grow with the run.
        if self.known.get(middle).is_none_or(|(_, total)| middle > FEW && *total <= self.past) {
            self.known.clear();
            self.known.push((self.next.0, self.past + self.next.1));
            self.after_known = self.origin.clone();
        }
        let needed = self.past + bytes.div_ceil(u64::from(OPPORTUNITY_BYTES));
        let end = now + LOOKS_AHEAD;
        let (mut last, mut total) = self.known[self.known.len() - 1];
        while total < needed && last < end {
            let (at, count) = self.after_known.next();
            (last, total) = (at, total + count);
            self.known.push((last, total));
        }
        let place = self.known.partition_point(|(_, total)| *total < needed);
        let sent = self.known.get(place).map_or(end, |(at, _)| end.min(*at));
        Rate(bytes as f64 * 8.0 / sent.since(now).seconds())
    }

    /// The mean rate over the last window.
    pub fn rate(&self) -> Rate {
        self.shown
    }

    /// Bits that they could have carried so far.
    pub fn capacity_bits(&self) -> f64 {
        self.past as f64 * f64::from(OPPORTUNITY_BYTES) * 8.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(times_ms: &'static [f64], repeat: bool, count: usize) -> Vec<u64> {
        let mut trace = Trace::new(List::Fixed(times_ms), repeat);
        let mut times = Vec::new();
        while times.len() < count {
            let (at, n) = trace.next();
            if at == Time::NEVER {
                break;
            }
            times.extend((0..n).map(|_| at.0 / MILLISECOND));
        }
        times
    }

    #[test] // the facts sheet, F.1
    fn a_trace_starts_again_at_its_last_entry() {
        assert_eq!(first(&[3.0, 3.0, 7.0, 10.0], true, 9), [3, 3, 7, 10, 13, 13, 17, 20, 23, 23]);
        assert_eq!(first(&[3.0, 3.0, 7.0, 10.0], false, 9), [3, 3, 7, 10]);
        assert_eq!(
            first(&[0.0, 4.0], true, 4),
            [0, 4, 4, 8, 8],
            "a first entry of 0 coincides with the last one's instant"
        );
        assert_eq!(Trace::new(List::Fixed(&[3.0, 3.0, 7.0, 10.0]), true).mean(), Rate(4.8e6));
    }

    /// A hundred thousand instants of a million entries each: one by one they would take minutes.
    #[test]
    fn entries_of_one_instant_are_passed_at_once() {
        let mut trace = Trace::new(List::Given(vec![1.0; 1_000_000].into()), true);
        for ms in 1..=100_000 {
            assert_eq!(trace.next(), (Time(ms * MILLISECOND), 1_000_000));
        }
        // A first entry of 0 adds to the last of the list before; the others come a millisecond later.
        let mut trace = Trace::new(List::Given([vec![0.0; 300], vec![1.0; 500]].concat().into()), true);
        assert_eq!([trace.next().1, trace.next().1, trace.next().1], [300, 800, 800]);
    }

    #[test] // the facts sheet, F.1: queueing delay is departure less arrival
    fn what_waits_leaves_at_the_opportunities_to_come() {
        let waits_ms = |all: &mut Opportunities, now_ms: u64, packets: &[u64]| -> Vec<f64> {
            let now = Time(now_ms * MILLISECOND);
            let mut rate = |n: &u64| all.drain_rate(1500 * n, now).0;
            packets.iter().map(|n| (12_000_000.0 * *n as f64 / rate(n)).round()).collect()
        };
        let all = |repeat| Opportunities::new(Origin::Trace(Trace::new(List::Fixed(&[3.0, 3.0, 7.0, 10.0]), repeat)));
        let mut again = all(true);
        assert_eq!(waits_ms(&mut again, 0, &[6, 1, 2, 3, 4, 5]), [13.0, 3.0, 3.0, 7.0, 10.0, 13.0]);
        again.take(Time(3 * MILLISECOND));
        assert_eq!(waits_ms(&mut again, 5, &[1, 2, 3, 5]), [2.0, 5.0, 8.0, 12.0]);
        assert_eq!(again.drain_rate(0, Time(5 * MILLISECOND)), again.rate(), "nothing waits");
        // Small packets share an opportunity; a list that has ended sends nothing more.
        let mut once = all(false);
        let tenths = |bytes: f64, rate: Rate| (bytes * 8e4 / rate.0).round();
        assert_eq!(tenths(1600.0, once.drain_rate(1600, Time(2 * MILLISECOND))), 10.0);
        assert_eq!(waits_ms(&mut once, 0, &[4, 5]), [10.0, 60_000.0]);
    }

    /// 4.8 Mbit/s: 80 opportunities in the 200 ms from 0 on, that at 200 ms not among them but in the next window.
    #[test]
    fn the_rate_shown_is_the_mean_of_a_window() {
        let mut all = Opportunities::new(Origin::Trace(Trace::new(List::Fixed(&[3.0, 3.0, 7.0, 10.0]), false)));
        assert_eq!(all.rate(), Rate(4.8e6));
        let mut shown = Vec::new();
        while all.due() <= Time(600_000_000) {
            let now = all.due();
            all.take(now);
            if now.0.is_multiple_of(WINDOW.0) {
                shown.push(all.rate().0);
            }
        }
        assert_eq!(shown, [4.0 * 12_000.0 / 0.2, LEAST_RATE, LEAST_RATE]);
        assert_eq!(all.capacity_bits(), 48_000.0);
    }
}
