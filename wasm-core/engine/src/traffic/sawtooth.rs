//! A sawtooth: the rate rises evenly from nothing to a peak, then the source falls silent (`rising`); or it starts at the
//! peak and falls evenly to nothing. The ramp lasts `period_s` - `off_s`; without silence one jump follows the next.
//!
//!   ramp of length L, packet of B bits:   rate(t) = peak t / L               bits(t) = peak t^2 / 2L
//!   falling                               rate(t) = peak (1 - t / L)         bits(t) = peak (t - t^2 / 2L)
//!
//! The first packet leaves at the start, packet n when bits(t) reaches n B (`wave`): in a rise from nothing the second one
//! at sqrt(2 L B / peak). A silence as long as the period leaves only the first.
//! D. Bansal et al., SIGCOMM 2001, section 4.2.1 (sawtooth and reverse sawtooth).

use super::TrafficKind;
use super::wave::{self, Wave};
use crate::params::{Section, Value};
use crate::random::Draw;
use crate::units::{NANOS_PER_SECOND, Span};

traffic_params! {
    /// Settings of a sawtooth.
    pub struct Settings {
        /// Packet size on the wire, headers included.
        packet_bytes: u32 = whole(1500.0, 41.0, 65535.0).unit("bytes").live(), "Ethernet's MTU";
        /// Maximum rate, in bits on the wire.
        peak_bps: f64 = number(5e6, 1e3, 1e12).unit("bit/s").log().live(), "choice: half of the default link";
        /// Time from one jump to the next.
        period_s: f64 = number(1.6, 1e-6, 1e6).unit("s").log().live(), "SIGCOMM 2001, section 4.2.1: as the square wave's";
        /// Length of the silent part of the period.
        off_s: f64 = number(0.0, 0.0, 1e6).unit("s").log().live(), "choice";
        /// On: the rate rises to the peak and then stops. Off: it starts at the peak and falls.
        rising: bool = switch(true).live(), "SIGCOMM 2001, section 4.2.1";
    }
}

/// Settings of sawtooth sources as scenario and screen know them.
pub static SECTION: Section = Section::new("sawtooth", "sawtooth", Settings::PARAMS).about(
    "A rate that rises linearly to its peak and stops, or starts at the peak and falls linearly.",
    "D. Bansal et al., SIGCOMM 2001, section 4.2.1",
);

/// A sawtooth.
#[derive(Clone, Debug)]
pub struct Sawtooth {
    settings: Settings,
}

impl Sawtooth {
    /// With its settings.
    pub fn new(values: &[Value]) -> Sawtooth {
        Sawtooth { settings: Settings::read(values) }
    }

    /// Length of the ramp in ns, and the peak in bits per ns.
    fn ramp(&self) -> (f64, f64) {
        (self.sending().0 as f64, self.settings.peak_bps / NANOS_PER_SECOND as f64)
    }
}

impl Wave for Sawtooth {
    fn period(&self) -> Span {
        Span::from_seconds(self.settings.period_s)
    }
    fn sending(&self) -> Span {
        Span(self.period().0.saturating_sub(Span::from_seconds(self.settings.off_s).0))
    }
    fn bits(&self, time: f64) -> f64 {
        let (length, peak) = self.ramp();
        if length == 0.0 {
            return 0.0;
        }
        let half = time * time / (2.0 * length);
        peak * if self.settings.rising { half } else { time - half }
    }
    fn when(&self, bits: f64) -> f64 {
        let (length, peak) = self.ramp();
        if self.settings.rising {
            (2.0 * length * bits / peak).sqrt()
        } else {
            let left = length * length - 2.0 * length * bits / peak;
            length - if left > 0.0 { left.sqrt() } else { 0.0 }
        }
    }
}

impl TrafficKind for Sawtooth {
    fn packet_bytes(&self, _elapsed: Span) -> u32 {
        self.settings.packet_bytes
    }
    fn wait(&self, elapsed: Span, _luck: Draw) -> f64 {
        wave::wait(self, elapsed, self.settings.packet_bytes)
    }
    fn configure(&mut self, values: &[Value]) {
        self.settings = Settings::read(values);
    }
}

#[cfg(test)]
mod tests {
    use super::super::wave::testing::{departures, draw};
    use super::*;
    use crate::cc::testing::assert_close;
    use crate::params::Choice;

    fn sawtooth(rising: bool, changes: &[(&str, f64)]) -> Sawtooth {
        let choice = Choice::of(&SECTION).with("rising", Value::Bool(rising));
        Sawtooth::new(&changes.iter().fold(choice, |choice, (name, n)| choice.with(name, Value::Number(*n))).values)
    }

    /// 12 Mbit/s peak, 16 ms, 1500 bytes: a ramp holds eight packets, the n-th is full after 16 sqrt(n / 8) ms; falling, after
    /// 16 (1 - sqrt(1 - n / 8)) ms. The ninth leaves with the next period.
    #[test]
    fn packets_leave_when_the_integral_fills_them() {
        let changes = [("peak_bps", 12e6), ("period_s", 0.02), ("off_s", 0.004)];
        for rising in [true, false] {
            let left = departures(&sawtooth(rising, &changes), 0.04);
            assert_eq!(left.len(), 16, "{left:?}");
            for (n, ns) in left.iter().enumerate() {
                let (period, n) = ((n / 8) as f64, (n % 8) as f64);
                let in_ramp = if rising { (n / 8.0).sqrt() } else { 1.0 - (1.0 - n / 8.0).sqrt() };
                assert_close(*ns as f64, 20e6 * period + 16e6 * in_ramp, 2.0);
            }
        }
    }

    #[test]
    fn no_packet_leaves_in_the_silence_and_the_mean_rate_is_exact() {
        for (peak_bps, period_ms, off_ms) in
            [(10e6, 1600, 0), (10e6, 1600, 400), (7.3e6, 50, 13), (1e6, 5, 1), (1e5, 7, 2), (3.3e9, 10, 5)]
        {
            for rising in [true, false] {
                let (period_s, off_s) = (f64::from(period_ms) / 1e3, f64::from(off_ms) / 1e3);
                let wave = sawtooth(rising, &[("peak_bps", peak_bps), ("period_s", period_s), ("off_s", off_s)]);
                let periods = 100;
                let left = departures(&wave, f64::from(periods) * period_s);
                let silent = |ns: &u64| ns % (1_000_000 * period_ms as u64) >= 1_000_000 * (period_ms - off_ms) as u64;
                assert_eq!(left.iter().filter(|ns| silent(ns)).count(), 0, "{peak_bps} {period_ms} {off_ms} {rising}");
                let exact = peak_bps * (period_s - off_s) / 2.0 * f64::from(periods) / 12_000.0;
                assert!((left.len() as f64 - exact).abs() <= 1.0, "{} packets for {exact}", left.len());
            }
        }
    }

    #[test]
    fn a_silence_as_long_as_the_period_leaves_only_the_first_packet() {
        assert_eq!(sawtooth(true, &[("period_s", 1.0), ("off_s", 1.0)]).wait(Span(0), draw()), f64::INFINITY);
        assert_eq!(sawtooth(false, &[("period_s", 1.0), ("off_s", 2.0)]).wait(Span(0), draw()), f64::INFINITY);
    }
}
