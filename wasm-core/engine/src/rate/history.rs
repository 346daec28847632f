//! The weighted average over what has been between congestion events, newest first, that TFRC makes of loss intervals (in
//! packets) and TEAR of its epochs' rates. RFC 5348, 5.4 and 5.5; S. Floyd et al., SIGCOMM 2000. For n values:
//!
//!   w_i = 1 for i < n/2, else 1 - (i - (n/2 - 1)) / (n/2 + 1)                    n = 8: 1, 1, 1, 1, .8, .6, .4, .2
//!   mean = max(sum_{i=0}^{n-1} w_i I_i, sum_{i=1}^{n} w_{i-1} I_i) / sum w      I_0 is open: it counts only if it helps
//!
//! History discounting: while I_0 > 2 M, with M the mean of the closed ones, the weights of all older values are multiplied
//! by max(2 M / I_0, floor), and keep that factor when I_0 is closed. Not here: what an interval or an epoch is.

use crate::ring::Ring;

/// The weight of the i-th of n values, newest first.
pub fn weight(i: usize, n: usize) -> f64 {
    let (i, half) = (i as f64, n as f64 / 2.0);
    if i < half { 1.0 } else { 1.0 - (i - (half - 1.0)) / (half + 1.0) }
}

/// A closed value and the factor that discounting has left of its weight.
#[derive(Clone, Copy, Debug)]
struct Closed {
    value: f64,
    factor: f64,
}

/// The closed values, newest first.
#[derive(Clone, Debug, Default)]
pub struct History {
    closed: Ring<Closed>,
}

impl History {
    /// Nothing has been closed yet.
    pub fn is_empty(&self) -> bool {
        self.closed.is_empty()
    }

    /// Closes the open value; of closed ones n are kept. `floor`: that of discounting, if it is on.
    pub fn close(&mut self, open: f64, n: usize, floor: Option<f64>) {
        let factor = self.factor(open, n, floor);
        if factor < 1.0 {
            self.closed.iter_mut().for_each(|closed| closed.factor *= factor);
        }
        self.closed.push_front(Closed { value: open, factor: 1.0 });
        self.closed.truncate(n);
    }

    /// The mean with an open value so far, over n at most; `None` before the first was closed.
    pub fn mean(&self, open: f64, n: usize, floor: Option<f64>) -> Option<f64> {
        let closed = self.mean_of_closed(n)?;
        let factor = self.factor(open, n, floor);
        let (mut sum, mut weights) = (open, 1.0);
        // With fewer closed values than n the oldest gives way to the open one, too.
        for (i, old) in self.closed.iter().enumerate().take(self.closed.len().min(n) - 1) {
            let weight = weight(i + 1, n) * old.factor * factor;
            sum += weight * old.value;
            weights += weight;
        }
        Some(closed.max(sum / weights))
    }

    fn mean_of_closed(&self, n: usize) -> Option<f64> {
        let (mut sum, mut weights) = (0.0, 0.0);
        for (i, closed) in self.closed.iter().enumerate().take(n) {
            let weight = weight(i, n) * closed.factor;
            sum += weight * closed.value;
            weights += weight;
        }
        (weights > 0.0).then(|| sum / weights)
    }

    /// Factor by which discounting reduces the closed values' weights.
    fn factor(&self, open: f64, n: usize, floor: Option<f64>) -> f64 {
        match (floor, self.mean_of_closed(n)) {
            (Some(floor), Some(mean)) if open > 2.0 * mean => (2.0 * mean / open).max(floor),
            _ => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_close;
    use super::*;

    fn history(newest_first: &[f64], n: usize, floor: Option<f64>) -> History {
        let mut history = History::default();
        newest_first.iter().rev().for_each(|value| history.close(*value, n, floor));
        history
    }

    const EIGHT: [f64; 8] = [100.0, 100.0, 100.0, 100.0, 50.0, 50.0, 50.0, 50.0];

    #[test]
    fn weights_fall_in_the_older_half() {
        for (n, expected) in [
            (8, vec![1.0, 1.0, 1.0, 1.0, 0.8, 0.6, 0.4, 0.2]),
            (6, vec![1.0, 1.0, 1.0, 0.75, 0.5, 0.25]),
            (2, vec![1.0, 0.5]),
            (1, vec![1.0]),
        ] {
            let weights: Vec<f64> = (0..n).map(|i| weight(i, n)).collect();
            weights.iter().zip(&expected).for_each(|(a, b)| assert_close(*a, *b, 1e-12));
        }
        assert_close((0..8).map(|i| weight(i, 8)).sum(), 6.0, 1e-12);
    }

    #[test] // sums 460 and 500 over 6; with I_0 = 300: 740
    fn the_open_interval_counts_only_if_it_raises_the_mean() {
        let history = history(&EIGHT, 8, None);
        assert_close(history.mean(20.0, 8, None).unwrap(), 83.333_333, 1e-6);
        assert_close(history.mean(300.0, 8, None).unwrap(), 123.333_333, 1e-6);
        assert_close(1.0 / history.mean(300.0, 8, None).unwrap(), 0.008_108_1, 1e-7);
    }

    #[test]
    fn fewer_intervals_than_weights_are_used_as_they_are() {
        assert_eq!(History::default().mean(50.0, 8, None), None);
        // One closed: it, or the open one in its place.
        let one = history(&[40.0], 8, None);
        assert_eq!((one.mean(10.0, 8, None), one.mean(70.0, 8, None)), (Some(40.0), Some(70.0)));
        // Two: (40 + 60) / 2, or (100 + 40) / 2.
        let two = history(&[40.0, 60.0], 8, None);
        assert_eq!((two.mean(10.0, 8, None), two.mean(100.0, 8, None)), (Some(50.0), Some(70.0)));
        // No more than n are kept: 7 pushes the 60 out.
        let mut last = history(&[40.0, 60.0], 2, None);
        last.close(7.0, 2, None);
        assert_close(last.mean(0.0, 2, None).unwrap(), (7.0 + 0.5 * 40.0) / 1.5, 1e-12);
    }

    /// M = 83.333: from I_0 = 166.67 on the old weights are multiplied by 2 M / I_0; for I_0 = 300 by 0.5556: (300 + 0.5556
    /// x 440) / (1 + 0.5556 x 5) = 544.44 / 3.7778 = 144.118. For I_0 = 1000 by the floor, a half or a quarter: 1220 / 3.5
    /// and 1110 / 2.25.
    #[test]
    fn discounting_forgets_the_past_while_nothing_is_lost() {
        let history = history(&EIGHT, 8, Some(0.5));
        assert_close(history.mean(150.0, 8, Some(0.5)).unwrap(), (150.0 + 440.0) / 6.0, 1e-9);
        assert_close(history.mean(300.0, 8, Some(0.5)).unwrap(), 144.117_647, 1e-6);
        assert_close(history.mean(1000.0, 8, Some(0.5)).unwrap(), 1220.0 / 3.5, 1e-9);
        assert_close(history.mean(1000.0, 8, Some(0.25)).unwrap(), 1110.0 / 2.25, 1e-9);
    }

    /// Closing I_0 = 1000 with floor 0.5 halves the weight of the others for ever: (1000 + 0.5 x 440) / (1 + 0.5 x 5).
    #[test]
    fn a_discount_stays_when_the_interval_closes() {
        let mut history = history(&EIGHT, 8, Some(0.5));
        history.close(1000.0, 8, Some(0.5));
        assert_close(history.mean(0.0, 8, Some(0.5)).unwrap(), 1220.0 / 3.5, 1e-9);
    }
}
