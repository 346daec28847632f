//! Epochs of a flow: the intervals between its congestion events, once it has settled.

use super::Definition;
use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::units::Time;
use std::ptr;

/// Definition.
pub static DEFINITION: Definition = Definition {
    name: "epochs",
    unit: "s",
    text: "Intervals between congestion events (losses or timeouts that shrink the window). The first one counted begins \
           at the second event, and not before the flow has settled.",
    source: "VoIP report, section VI; contract, section 3",
};

/// Minimum distance from the mean, as a share of it, at which an epoch counts as longer or shorter.
const SIDE: f64 = 0.01;

/// One epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Event that begins it.
    pub begin: Time,
    /// Event that ends it.
    pub end: Time,
    /// cwnd just before the event that begins it, in packets.
    pub from_packets: f64,
    /// cwnd after the recovery that begins it; `None` after a timeout.
    pub kept_packets: Option<f64>,
    /// cwnd just before the event that ends it.
    pub top_packets: f64,
}

/// Start and end of a flow's whole epochs.
#[derive(Clone, Debug)]
pub struct Bounds {
    flow: u32,
    settled: Time,
    events: u64,
    /// Number of bounds so far: one more than whole epochs.
    bounds: u64,
}

impl Bounds {
    /// Bounds of the flow with this index; epochs begin at `settled` at the earliest.
    pub fn new(flow: u32, settled: Time) -> Bounds {
        Bounds { flow, settled, events: 0, bounds: 0 }
    }

    /// Processes a signal; at a bound, returns the number of whole epochs so far.
    pub fn record(&mut self, at: Time, source: Source, signal: &'static Signal) -> Option<u64> {
        if source != Source::Flow(self.flow) || !ptr::eq(signal, &signals::WINDOW_CUT) {
            return None;
        }
        self.events += 1;
        if self.events < 2 || at < self.settled {
            return None;
        }
        self.bounds += 1;
        Some(self.bounds - 1)
    }

    /// Whether the first epoch has begun.
    pub fn begun(&self) -> bool {
        self.bounds > 0
    }
}

/// Observer of one flow's congestion events.
#[derive(Clone, Debug)]
pub struct Epochs {
    bounds: Bounds,
    open: Option<Epoch>,
    whole: Vec<Epoch>,
}

impl Epochs {
    /// Observer of the flow with this index; epochs begin at `settled` at the earliest.
    pub fn new(flow: u32, settled: Time) -> Epochs {
        Epochs { bounds: Bounds::new(flow, settled), open: None, whole: Vec::new() }
    }

    /// The whole epochs, in order.
    pub fn whole(&self) -> &[Epoch] {
        &self.whole
    }

    /// Their lengths in seconds.
    pub fn lengths_s(&self) -> Vec<f64> {
        self.whole.iter().map(|epoch| epoch.end.since(epoch.begin).seconds()).collect()
    }

    /// Their mean length in seconds.
    pub fn mean_s(&self) -> Option<f64> {
        let (first, last) = (self.whole.first()?, self.whole.last()?);
        Some(last.end.since(first.begin).seconds() / self.whole.len() as f64)
    }

    /// Share of neighbouring pairs on different sides of the mean, each by more than a hundredth of it: near 1 where
    /// long and short epochs alternate, 0 where all are equal except for random variation.
    pub fn alternation(&self) -> Option<f64> {
        let (lengths, mean) = (self.lengths_s(), self.mean_s()?);
        let pairs = lengths.len().checked_sub(1).filter(|pairs| *pairs > 0)?;
        let side = |length: f64| i8::from(length > mean * (1.0 + SIDE)) - i8::from(length < mean * (1.0 - SIDE));
        let changes = lengths.windows(2).filter(|pair| side(pair[0]) * side(pair[1]) < 0).count();
        Some(changes as f64 / pairs as f64)
    }
}

impl Observer for Epochs {
    const INTERESTS: Interests = Interests::these(&[&signals::WINDOW_CUT, &signals::RECOVERY_END]);

    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        let recovered = source == Source::Flow(self.bounds.flow) && ptr::eq(signal, &signals::RECOVERY_END);
        if let Some(open) = self.open.as_mut().filter(|_| recovered) {
            open.kept_packets.get_or_insert(value);
        }
        if self.bounds.record(at, source, signal).is_some() {
            let next = Epoch { begin: at, end: at, from_packets: value, kept_packets: None, top_packets: value };
            if let Some(open) = self.open.replace(next) {
                self.whole.push(Epoch { end: at, top_packets: value, ..open });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epochs(events: &[(f64, &'static Signal, f64)], settled_s: f64) -> Epochs {
        let mut epochs = Epochs::new(1, Time::from_seconds(settled_s));
        for (at, signal, value) in events {
            epochs.emit(Time::from_seconds(*at), Source::Flow(1), signal, *value);
            epochs.emit(Time::from_seconds(*at), Source::Flow(0), signal, 1e6);
        }
        epochs
    }

    #[test]
    fn the_first_one_begins_at_the_second_event() {
        let cut = &signals::WINDOW_CUT;
        let end = &signals::RECOVERY_END;
        let events = [(1.0, cut, 70.0), (4.0, cut, 60.0), (4.5, end, 30.0), (10.0, cut, 62.0), (13.0, cut, 64.0)];
        let found = epochs(&events, 0.0);
        let at = Time::from_seconds;
        let first =
            Epoch { begin: at(4.0), end: at(10.0), from_packets: 60.0, kept_packets: Some(30.0), top_packets: 62.0 };
        assert_eq!(found.whole()[0], first);
        assert_eq!((found.lengths_s(), found.mean_s()), (vec![6.0, 3.0], Some(4.5)));
        assert_eq!(found.whole()[1].kept_packets, None, "a timeout has no recovery");
        // Settled later, fewer remain; an epoch that is open at the end does not count.
        assert_eq!(epochs(&events, 5.0).lengths_s(), [3.0]);
        assert_eq!(epochs(&events, 11.0).mean_s(), None);
    }

    #[test]
    fn long_and_short_ones_alternate() {
        let cuts: Vec<(f64, &'static Signal, f64)> =
            [0.0, 1.0, 3.0, 9.0, 11.0, 17.0, 19.0].map(|at| (at, &signals::WINDOW_CUT, 9.0)).to_vec();
        assert_eq!(epochs(&cuts, 0.0).alternation(), Some(1.0));
        let even: Vec<(f64, &'static Signal, f64)> =
            [0.0, 1.0, 3.0, 5.0, 7.0, 9.0, 21.0].map(|at| (at, &signals::WINDOW_CUT, 9.0)).to_vec();
        assert_eq!(epochs(&even, 0.0).alternation(), Some(0.25));
        assert_eq!(epochs(&even[..3], 0.0).alternation(), None);
        // Equal but for a hair, now longer, now shorter: that is no cycle.
        let alike: Vec<(f64, &'static Signal, f64)> =
            [0.0, 2.0, 5.0, 8.01, 11.0, 14.01, 17.0].map(|at| (at, &signals::WINDOW_CUT, 9.0)).to_vec();
        assert_eq!(epochs(&alike, 0.0).alternation(), Some(0.0));
    }
}
