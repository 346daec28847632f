//! A constant rate: the application writes a packet whenever a packet's bits have gone by, as a live stream does. Data that TCP has not
//! sent yet wait at the sender and are sent as fast as the window allows.

use super::written::Written;
use super::{ApplicationKind, Moment, Offer};
use crate::params::{Section, Value};
use crate::units::Time;

crate::params! {
    /// Settings of a constant rate.
    pub struct Settings {
        /// Rate at which the application writes, in payload bits.
        rate_bps: u64 = whole(1e6, 1e3, 1e12).unit("bit/s").log().live(), "choice: a live video of low resolution";
    }
}

/// Section of this kind in scenarios and on the screen.
pub static SECTION: Section = Section::new("rate", "constant rate", Settings::PARAMS)
    .about("Writes data at a constant rate; what TCP cannot send yet waits at the sender.", "choice");

/// A constant rate.
#[derive(Clone, Debug)]
pub struct Rate {
    settings: Settings,
    written: Written,
}

impl Rate {
    /// With its settings.
    pub fn new(values: &[Value]) -> Rate {
        let nothing = Moment { now: Time::ZERO, acknowledged: 0, sent: 0, mss: 1 };
        Rate { settings: Settings::read(values), written: Written::new(&nothing) }
    }
}

impl ApplicationKind for Rate {
    fn start(&mut self, at: &Moment) {
        self.written = Written::new(at);
    }

    fn offer(&mut self, at: &Moment) -> Offer {
        let rate_bps = self.settings.rate_bps;
        self.written.add(at.now, rate_bps);
        Offer { end: self.written.end(at.mss), due: at.now + self.written.wait(at.mss, rate_bps) }
    }

    fn configure(&mut self, values: &[Value], at: &Moment) {
        self.written.add(at.now, self.settings.rate_bps);
        self.settings = Settings::read(values);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{choice, departures};
    use super::*;

    /// 1460 bytes at 1 Mbit/s take 11.68 ms: in 1.168 s the first packet and 99 more, 146 000 bytes.
    #[test]
    fn a_packet_is_written_whenever_its_bits_have_gone_by() {
        let left = departures(&choice(&SECTION, &[("rate_bps", 1e6)]), 1460, 1.168);
        let expected: Vec<u64> = (0..100).map(|n| n * 11_680_000).collect();
        assert_eq!(left, expected);
    }

    /// 1460 bytes at 7 Mbit/s take 1 668 571.43 ns: rounded up for each packet, and no drift after 7000.
    #[test]
    fn no_bit_is_lost_by_rounding() {
        let left = departures(&choice(&SECTION, &[("rate_bps", 7e6)]), 1460, 11.69);
        assert_eq!(left[..3], [0, 1_668_572, 3_337_143]);
        assert_eq!(left[7000], 11_680_000_000);
    }

    /// Half a packet at 1 Mbit/s, then the other half at 2 Mbit/s.
    #[test]
    fn what_is_written_counts_at_the_rate_of_its_time() {
        let mut rate = Rate::new(&choice(&SECTION, &[]).values);
        let at = |ns| Moment { now: Time(ns), acknowledged: 0, sent: 40, mss: 1460 };
        rate.start(&at(0));
        assert_eq!(rate.offer(&at(0)), Offer { end: 41, due: Time(11_680_000) });
        rate.configure(&choice(&SECTION, &[("rate_bps", 2e6)]).values, &at(5_840_000));
        assert_eq!(rate.offer(&at(5_840_000)), Offer { end: 41, due: Time(8_760_000) });
        assert_eq!(rate.offer(&at(8_760_000)).end, 42);
    }
}
