//! Bernoulli loss: each packet is lost at random, independently of all others, as with dummynet's loss rate.
//!
//! # Equations
//!
//! ```tex
//! % loss probability of each packet |
//! p = \text{probability}
//! % gap between losses: its mean, and the probability of n packets |
//! E[n] = \frac{1}{p}, \qquad P(n) = p\,(1 - p)^{n - 1}
//! % window that standard TCP reaches on average, at best | Mathis et al., CCR 27(3), 1997
//! w = \sqrt{\frac{3}{2p}}
//! ```
//!
//! # Choices
//!
//! - As in dummynet and in the CDG paper's test-bed, a packet is lost before it reaches the queue and takes none of
//!   its buffer space. With `position` `after_queue` it is lost after the link has sent it, as on a radio link behind
//!   the queue: it has delayed the packets behind it.
//!
//! # Look for
//!
//! - The marks "random loss": packets lost while the queue is not full. NewReno halves its window at each, and the
//!   link idles.
//!
//! ```run
//! bottleneck.loss.probability = 0.01
//! ```

use super::{Arrival, LossModel};
use crate::params::{Need, Section, Value};

loss_params! {
    /// Settings of Bernoulli loss.
    pub struct Settings {
        /// Probability that a packet is lost.
        probability: f64 = number(0.0, 0.0, 1.0).log().live(), "CDG paper, section 4: 0 to 5 %";
    }
    loses: &[Need::Above("probability", 0.0)]
}

/// Settings of Bernoulli loss as scenario and screen know them.
pub static SECTION: Section = Section::new("bernoulli", "Bernoulli", Settings::PARAMS)
    .needs(&[Need::Data])
    .about("Loses each packet at random, independently of all others.", "FreeBSD's dummynet");

/// Bernoulli loss.
#[derive(Clone, Debug)]
pub struct Bernoulli {
    settings: Settings,
}

impl Bernoulli {
    /// With its settings.
    pub fn new(values: &[Value]) -> Bernoulli {
        Bernoulli { settings: Settings::read(values) }
    }

    /// It loses nothing.
    #[inline(always)]
    pub fn is_off(&self) -> bool {
        self.settings.probability <= 0.0
    }
}

impl LossModel for Bernoulli {
    #[inline]
    fn loses(&mut self, arrival: &Arrival) -> bool {
        self.settings.probability > 0.0 && arrival.draw.uniform() < self.settings.probability
    }
    fn loses_handshake(&mut self, arrival: &Arrival) -> bool {
        self.loses(arrival)
    }
    fn configure(&mut self, values: &[Value]) {
        self.settings = Settings::read(values);
    }
    fn probability(&self) -> f64 {
        self.settings.probability
    }
}
