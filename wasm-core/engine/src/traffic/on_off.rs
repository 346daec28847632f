//! A square wave: constant rate for a while, then silence, in turns, beginning with the rate. Packet n leaves when n packets
//! have been filled while on: a packet half full when silence begins leaves in the next turn (`wave`).
//! D. Bansal et al., SIGCOMM 2001, section 4.2, for which ns-2's CBR source was switched on and off.

use super::TrafficKind;
use super::wave::{self, Wave};
use crate::params::{Section, Value};
use crate::random::Draw;
use crate::units::{NANOS_PER_SECOND, Span};

traffic_params! {
    /// Settings of a square wave.
    pub struct Settings {
        /// Packet size on the wire, headers included.
        packet_bytes: u32 = whole(1500.0, 41.0, 65535.0).unit("bytes").live(), "Ethernet's MTU";
        /// Rate of the sending part, in bits on the wire.
        rate_bps: f64 = number(5e6, 1e3, 1e12).unit("bit/s").log().live(), "choice: half of the default link";
        /// Length of the sending part.
        on_s: f64 = number(1.0, 1e-6, 1e6).unit("s").log().live().needs(&[Need::Above("off_s", 0.0)]), "SIGCOMM 2001, section 4.2: 0.025 to 25.6 s";
        /// Length of the silence that follows.
        off_s: f64 = number(1.0, 0.0, 1e6).unit("s").log().live(), "SIGCOMM 2001, section 4.2: as long as the sending part";
    }
}

/// Settings of on-off sources as scenario and screen know them.
pub static SECTION: Section = Section::new("on_off", "on and off", Settings::PARAMS).about(
    "A square wave: alternates between a constant rate and silence.",
    "D. Bansal et al., SIGCOMM 2001, section 4.2",
);

/// A square wave.
#[derive(Clone, Debug)]
pub struct OnOff {
    settings: Settings,
}

impl OnOff {
    /// With its settings.
    pub fn new(values: &[Value]) -> OnOff {
        OnOff { settings: Settings::read(values) }
    }

    fn bits_per_ns(&self) -> f64 {
        self.settings.rate_bps / NANOS_PER_SECOND as f64
    }
}

impl Wave for OnOff {
    fn period(&self) -> Span {
        self.sending() + Span::from_seconds(self.settings.off_s)
    }
    fn sending(&self) -> Span {
        Span::from_seconds(self.settings.on_s)
    }
    fn bits(&self, time: f64) -> f64 {
        time * self.bits_per_ns()
    }
    fn when(&self, bits: f64) -> f64 {
        bits / self.bits_per_ns()
    }
}

impl TrafficKind for OnOff {
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
    use super::super::wave::testing::departures;
    use super::*;
    use crate::params::Choice;

    fn square(changes: &[(&str, f64)]) -> OnOff {
        let choice =
            changes.iter().fold(Choice::of(&SECTION), |choice, (name, n)| choice.with(name, Value::Number(*n)));
        OnOff::new(&choice.values)
    }

    /// 1500 bytes at 12 Mbit/s: a packet each millisecond. On for 3.5 ms, off for 2 ms: the fourth packet leaves at 3 ms, the
    /// fifth is half full then and leaves half a millisecond after the next turn has begun.
    #[test]
    fn what_is_left_of_a_turn_is_sent_in_the_next() {
        let wave = square(&[("rate_bps", 12e6), ("on_s", 0.0035), ("off_s", 0.002)]);
        let us: Vec<u64> = departures(&wave, 0.0141).iter().map(|ns| ns / 1000).collect();
        assert_eq!(us, [0, 1000, 2000, 3000, 6000, 7000, 8000, 11_000, 12_000, 13_000, 14_000]);
    }

    /// A packet that is full as silence begins leaves when it is over; also where its interval is no whole number of
    /// nanoseconds: 9 Mbit/s and 6 ms, four and a half packets of 1 333 333.3 ns.
    #[test]
    fn no_packet_leaves_in_the_silence_and_the_mean_rate_is_exact() {
        for (rate_bps, on_ms, off_ms) in
            [(12e6, 3, 7), (9e6, 4, 1), (9e6, 6, 6), (10e6, 25, 25), (1e6, 1, 9), (7.3e6, 100, 1), (1e12, 1, 1)]
        {
            let (on_s, off_s) = (f64::from(on_ms) / 1e3, f64::from(off_ms) / 1e3);
            let wave = square(&[("rate_bps", rate_bps), ("on_s", on_s), ("off_s", off_s)]);
            let periods = if rate_bps < 1e11 { 200 } else { 2 };
            let left = departures(&wave, f64::from(periods) * (on_s + off_s));
            let silent = |ns: &u64| ns % (1_000_000 * (on_ms + off_ms) as u64) >= 1_000_000 * on_ms as u64;
            assert_eq!(left.iter().filter(|ns| silent(ns)).count(), 0, "{rate_bps} {on_ms} {off_ms}");
            let exact = rate_bps * on_s * f64::from(periods) / 12_000.0;
            assert!((left.len() as f64 - exact).abs() <= 1.0, "{} packets for {exact}", left.len());
        }
    }

    #[test]
    fn without_silence_it_is_a_constant_rate() {
        let wave = square(&[("rate_bps", 12e6), ("on_s", 0.0035), ("off_s", 0.0)]);
        assert!(departures(&wave, 1.0).iter().enumerate().all(|(n, ns)| *ns == n as u64 * 1_000_000));
    }
}
