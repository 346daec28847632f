//! Traffic whose rate repeats with a period: when its next packet leaves. Packet n leaves when the integral of the rate
//! since the start reaches n packets, so that mean rates are exact, whatever is left over at the end of a period. Not here:
//! the shapes of the waves.

use crate::units::Span;

/// A rate that repeats: a sending part, then silence. Times are nanoseconds since the period began.
pub trait Wave {
    /// From one beginning to the next.
    fn period(&self) -> Span;
    /// How much of it is the sending part; the rest is silent.
    fn sending(&self) -> Span;
    /// Bits that go out in the first `time` of the sending part: the integral of the rate.
    fn bits(&self, time: f64) -> f64;
    /// When so many bits have gone out: the inverse of `bits`.
    fn when(&self, bits: f64) -> f64;
}

/// So near to the end of a sending part, or beyond it, a packet counts as full at that end: rounding puts none into the
/// silence, and none a little after the next beginning. In packets and in nanoseconds.
const SLACK_PACKETS: f64 = 1e-6;
const SLACK_NS: f64 = 1.0;

/// Nanoseconds from a packet that left `elapsed` after the start to the next one. A packet that is full at the end of the
/// sending part leaves when the next one begins: the silence begins at its first instant. Infinite if nothing is ever sent.
pub fn wait(wave: &impl Wave, elapsed: Span, packet_bytes: u32) -> f64 {
    let (period, sending) = (wave.period(), wave.sending().0 as f64);
    let packet = f64::from(packet_bytes) * 8.0;
    let whole = wave.bits(sending);
    if whole <= 0.0 {
        return f64::INFINITY;
    }
    let now = (elapsed.0 % period.0) as f64;
    let goal = wave.bits(now.min(sending)) + packet;
    let within = |bits: f64| {
        let time = wave.when(bits);
        (bits < whole - SLACK_PACKETS * packet && time < sending - SLACK_NS).then_some(time)
    };
    if let Some(time) = within(goal) {
        return time - now;
    }
    // Packets missing when this period ends, and how many whole periods they take.
    let over = if goal - whole > SLACK_PACKETS * packet { goal - whole } else { 0.0 };
    let periods = (over / whole).floor();
    let (periods, time) = match within(over - periods * whole) {
        Some(time) => (periods, time),
        None => (periods + 1.0, 0.0),
    };
    (1.0 + periods) * period.0 as f64 - now + time
}

#[cfg(test)]
pub mod testing {
    use crate::random::Draw;
    use crate::random::{Purpose, RandomStream, Stream};
    use crate::traffic::TrafficKind;
    use crate::units::{Carry, Span};

    /// Any random stream: a wave draws nothing.
    pub fn draw() -> Draw {
        Draw { draws: RandomStream::new(1, Purpose::Arrival, Stream::Cross(0)), ordinal: 0 }
    }

    /// When packets leave in the first `seconds`, in nanoseconds, as a source of the simulation sends them.
    pub fn departures(traffic: &impl TrafficKind, seconds: f64) -> Vec<u64> {
        let (mut carry, mut time, end) = (Carry::default(), 0, Span::from_seconds(seconds).0);
        let mut all = Vec::new();
        while time < end {
            all.push(time);
            time += carry.next(traffic.wait(Span(time), draw())).0;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::testing::draw;
    use crate::params::{Choice, Domain, Value};
    use crate::traffic::{Traffic, TrafficKind, on_off, sawtooth};
    use crate::units::Span;

    /// Each setting at one of its ends, the others at theirs, at any moment: a wait is a length of time, or endless.
    #[test]
    fn a_wait_is_never_negative() {
        for section in [&on_off::SECTION, &sawtooth::SECTION] {
            for ends in 0..64 {
                let mut choice = Choice::of(section);
                for (row, param) in section.params.iter().enumerate().take(5) {
                    let high = ends >> row & 1 == 1;
                    match param.domain {
                        Domain::Number { min, max, .. } => choice.set(row, Value::Number(if high { max } else { min })),
                        _ => choice.set(row, Value::Bool(high)),
                    }
                }
                let traffic = Traffic::new(section, &choice.values);
                for elapsed in [0, 1, 999, 1_000, 1_001, 123_456_789, 1_000_000_000_000_001, u64::MAX / 2] {
                    let wait = traffic.wait(Span(elapsed), draw());
                    assert!(wait >= -1e-3, "{}: {wait} ns at {elapsed} with ends {ends:b}", section.kind);
                }
            }
        }
    }
}
