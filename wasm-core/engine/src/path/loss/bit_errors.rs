//! Bit errors: each bit of a packet is wrong at random, independently of all others, and one wrong bit loses the packet. A
//! large packet is lost more often than a small one.
//!
//! # Equations
//!
//! ```tex
//! % loss probability of a packet of L bytes |
//! p = 1 - (1 - e)^{8 L}, \qquad e = \text{bit error rate}
//! % for small e |
//! p \approx 8 L\,e
//! ```
//!
//! # Choices
//!
//! - The bytes are those on the wire, headers included. A link layer that corrects errors or retransmits is not modelled.
//! - The displayed probability is that of a full packet.
//!
//! # Look for
//!
//! - A call with small packets loses far fewer of them than TCP beside it: a packet of 200 bytes about 2/15 as often as
//!   one of 1500.
//!
//! ```run
//! bottleneck.loss.model = "bit_errors"
//! bottleneck.loss.bit_error_rate = 1e-6
//! ```

use super::{Arrival, LinkView, LossModel};
use crate::math::{exp_m1, ln};
use crate::params::{Need, Section, Value};
use crate::units::Time;

loss_params! {
    /// Settings of bit errors.
    pub struct Settings {
        /// Probability that a bit is wrong, which loses the packet.
        bit_error_rate: f64 = number(0.0, 0.0, 1.0).log().live(), "choice";
    }
    loses: &[Need::Above("bit_error_rate", 0.0)]
}

/// Settings of bit errors as scenario and screen know them.
pub static SECTION: Section = Section::new("bit_errors", "bit errors", Settings::PARAMS)
    .needs(&[Need::Data])
    .about("Loses a packet if one of its bits is wrong: large packets more often than small ones.", "choice");

/// Bit errors.
#[derive(Clone, Debug)]
pub struct BitErrors {
    settings: Settings,
    /// ln(1 - e).
    log: f64,
    /// Loss probability of a full packet, as of the last packet.
    full: f64,
}

impl BitErrors {
    /// With its settings.
    pub fn new(values: &[Value]) -> BitErrors {
        let settings = Settings::read(values);
        BitErrors { log: ln(1.0 - settings.bit_error_rate), settings, full: 0.0 }
    }

    /// Loss probability of a packet of this size.
    fn of(&self, bytes: u32) -> f64 {
        if self.settings.bit_error_rate > 0.0 { -exp_m1(8.0 * f64::from(bytes) * self.log) } else { 0.0 }
    }
}

impl LossModel for BitErrors {
    fn loses(&mut self, arrival: &Arrival) -> bool {
        arrival.draw.uniform() < self.of(arrival.bytes)
    }
    fn loses_handshake(&mut self, arrival: &Arrival) -> bool {
        self.loses(arrival)
    }
    fn configure(&mut self, values: &[Value]) {
        *self = BitErrors::new(values);
    }
    fn follow(&mut self, _now: Time, link: &LinkView) {
        self.full = self.of(link.packet_bytes);
    }
    fn probability(&self) -> f64 {
        self.full
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{arrival, link};
    use super::*;
    use crate::params::Choice;

    fn model(bit_error_rate: f64) -> BitErrors {
        BitErrors::new(&Choice::of(&SECTION).with("bit_error_rate", Value::Number(bit_error_rate)).values)
    }

    #[test] // the facts sheet, A.6: 1 - (1 - e)^bits
    fn the_probability_depends_on_the_size() {
        for (rate, bytes, p) in [
            (1e-6, 1500, 0.011928293066503672),
            (1e-6, 200, 0.001598721481115243),
            (1e-5, 1500, 0.1130800954384926),
            (1e-9, 1500, 1.1999928006287929e-5),
            (0.0, 1500, 0.0),
            (1.0, 40, 1.0),
        ] {
            let found = model(rate).of(bytes);
            assert!((found - p).abs() <= 1e-7 * p, "{rate} {bytes}: {found}");
        }
    }

    #[test]
    fn large_packets_are_lost_more_often() {
        let mut model = model(1e-5);
        let mut lost = |bytes: u32| (0..100_000).filter(|n| model.loses(&Arrival { bytes, ..arrival(0, *n) })).count();
        let (large, small) = (lost(1500), lost(200));
        assert!((large as f64 / 11_308.0 - 1.0).abs() < 0.04, "{large}"); // 4 sigma: 400
        assert!((small as f64 / 1587.0 - 1.0).abs() < 0.1, "{small}"); // 4 sigma: 158
    }

    #[test]
    fn the_displayed_probability_is_that_of_a_full_packet() {
        let mut model = model(1e-6);
        model.follow(Time::ZERO, &link(0.0012));
        assert!((model.probability() - 0.0119283).abs() < 1e-6);
    }
}
