//! A CDG flow's actions, interval by interval and loss by loss, counted for figure 8 of the CDG paper: backoffs in a row and
//! ineffectual ones, draws against equation 5, losses and whether they reduced the window. Not here: what is claimed of it.

use super::watch::{Follow, Kind, Levels, Marks};
use sawtooth_engine::math;

/// G, as the flows have it.
const G_MS: f64 = 3.0;

/// Counts what a CDG flow does.
#[derive(Default)]
pub struct Counts {
    /// Backoffs that follow another one at the very next interval's end.
    pub in_a_row: u32,
    backed_off: bool,
    /// Backoffs with nothing between that restarts the count, and the longest such series.
    series: u32,
    pub longest: u32,
    /// Indications ignored after a series of five, if one is on; least and most of those that ended with a backoff.
    ignored: Option<u32>,
    pub least_ignored: Option<u32>,
    pub most_ignored: Option<u32>,
    /// Sums over draws: I - P and P (1 - P).
    pub excess: f64,
    pub variance: f64,
    /// Why packets were lost that no recovery has seen yet; the first one's.
    lost: Option<Kind>,
    /// Losses outside slow start by kind, and those of them that were tolerated.
    pub losses: [u32; 2],
    pub tolerated: [u32; 2],
}

/// b and b' of the paper.
const INEFFECTUAL: u32 = 5;

impl Counts {
    fn interval(&mut self, after: &Levels, marks: &Marks, in_recovery: bool) {
        self.in_a_row += u32::from(marks.backoff.is_some() && self.backed_off);
        self.backed_off = marks.backoff.is_some();
        if marks.gradients && after.gradients.iter().any(|gradient| *gradient < 0.0) {
            (self.series, self.ignored) = (0, None);
        }
        let Some(draw) = marks.draw else { return };
        let p = 1.0 - math::exp(-draw.gradient_ms / G_MS);
        self.excess += f64::from(u8::from(draw.indicates())) - p;
        self.variance += p * (1.0 - p);
        if !draw.indicates() || in_recovery {
            return;
        }
        if marks.backoff.is_none() {
            if self.series == INEFFECTUAL {
                self.ignored = Some(0);
            }
            self.series = 0;
            self.ignored = self.ignored.map(|ignored| ignored + 1);
            return;
        }
        if let Some(ignored) = self.ignored.take() {
            self.least_ignored = Some(self.least_ignored.map_or(ignored, |least| least.min(ignored)));
            self.most_ignored = Some(self.most_ignored.map_or(ignored, |most| most.max(ignored)));
        }
        self.series += 1;
        self.longest = self.longest.max(self.series);
    }
}

impl Follow for Counts {
    fn instant(&mut self, _: f64, before: &Levels, after: &Levels, marks: &Marks, in_recovery: bool) {
        if marks.round {
            self.interval(after, marks, in_recovery && !marks.recovered);
        }
        if let Some(from) = marks.loss
            && let Some(kind) = self.lost.take()
            && !before.slow_start()
        {
            self.losses[kind as usize] += 1;
            self.tolerated[kind as usize] += u32::from(after.ssthresh == from);
        }
        if marks.timeout {
            self.lost = None;
        }
        self.lost = self.lost.or(marks.dropped);
    }
}
