//! A policer before the queue: a token bucket that drops a data packet for which it has too few tokens, and delays none
//! (contract 1.1). All of it is in whole numbers, so that a burst passes to the last bit. Not here: random loss before it,
//! the queue behind it, and how its drops are counted (`bottleneck`).

use crate::params::{Choice, Need, Section, Value};
use crate::units::Time;

crate::params! {
    /// Settings of a policer.
    pub struct Settings {
        /// Rate at which tokens are added, in bits on the wire.
        rate_bps: u64 = whole(10e6, 1e3, 1e12).unit("bit/s").log().live().required(), "choice";
        /// Size of the token bucket: a burst of this length passes at the rate of its arrival after an idle time.
        burst_bytes: u64 = whole(150000.0, 1.0, 1e9).unit("bytes").log().live(), "choice: 100 full packets";
    }
}

/// Settings of the policer as scenario and screen know them.
pub static SECTION: Section = Section::new("policer", "Policer", Settings::PARAMS)
    .needs(&[Need::Data])
    .about("Drops data packets before the queue that exceed a rate by more than a burst.", "choice");

/// Tokens per bit: what a rate of 1 bit/s adds in a second of nanoseconds.
const PER_BIT: u64 = 1_000_000_000;

/// A token bucket.
#[derive(Clone, Debug)]
pub struct Policer {
    choice: Choice,
    settings: Settings,
    tokens: u64,
    /// Tokens are counted up to here.
    counted: Time,
}

impl Policer {
    /// A full bucket.
    pub fn new(choice: &Choice, now: Time) -> Policer {
        let settings = Settings::read(&choice.values);
        Policer { choice: choice.clone(), tokens: tokens_of(settings.burst_bytes), settings, counted: now }
    }

    /// Whether a packet of so many bytes that arrives now passes. Its tokens are then taken.
    pub fn passes(&mut self, now: Time, bytes: u32) -> bool {
        self.fill(now);
        let needed = tokens_of(u64::from(bytes));
        let passes = self.tokens >= needed;
        self.tokens -= if passes { needed } else { 0 };
        passes
    }

    /// A parameter changes. A smaller bucket loses what it cannot hold, a larger one fills at the rate.
    pub fn set(&mut self, row: usize, value: &Value, now: Time) {
        self.fill(now);
        self.choice.set(row, value.clone());
        self.settings = Settings::read(&self.choice.values);
        self.fill(now);
    }

    /// Adds the tokens up to `now`. A product too large for 64 bits is more than any bucket holds.
    fn fill(&mut self, now: Time) {
        let added = self.settings.rate_bps.saturating_mul(now.since(self.counted).0);
        self.tokens = self.tokens.saturating_add(added).min(tokens_of(self.settings.burst_bytes));
        self.counted = now;
    }
}

/// Tokens of so many bytes; those of the largest bucket fit into 64 bits.
fn tokens_of(bytes: u64) -> u64 {
    bytes * 8 * PER_BIT
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policer(rate_bps: f64, burst_bytes: f64) -> Policer {
        let choice = Choice::of(&SECTION).with("rate_bps", Value::Number(rate_bps));
        Policer::new(&choice.with("burst_bytes", Value::Number(burst_bytes)), Time::ZERO)
    }

    /// Packets of 1500 bytes at 10 Mbit/s, 1.2 ms apart, against 3 Mbit/s: 1 - 3/10 are dropped, from ten in a row seven, once
    /// the first tokens are used up. These are 120 000 bits, those added in 9999 gaps 35 996 400: 3009.7 packets.
    #[test] // the facts sheet, F.5
    fn a_steady_source_loses_what_exceeds_the_rate() {
        let steady = |rate_bps: f64| {
            let mut policer = policer(rate_bps, 15_000.0);
            (0..10_000).map(|n| policer.passes(Time(n * 1_200_000), 1500)).collect::<Vec<bool>>()
        };
        let passed = |all: &[bool]| all.iter().filter(|passed| **passed).count();
        let all = steady(3e6);
        assert_eq!(passed(&all), 3009);
        assert!(all[..13].iter().all(|passed| *passed) && !all[13], "10, and 0.3 for each gap: 13.9 for 14");
        assert!(all[20..].windows(10).all(|ten| passed(ten) == 3));
        assert_eq!(passed(&steady(10e6)), 10_000);
    }

    #[test] // the facts sheet, F.5: a burst of b passes at line rate after an idle time
    fn a_burst_passes_after_an_idle_time() {
        let burst = |policer: &mut Policer, now: Time| (0..30).take_while(|_| policer.passes(now, 1500)).count();
        let mut policer = policer(1e6, 15_000.0);
        assert_eq!(burst(&mut policer, Time::ZERO), 10);
        assert_eq!(burst(&mut policer, Time::ZERO), 0);
        // 15000 bytes at 1 Mbit/s take 120 ms; a longer silence adds nothing.
        assert_eq!(burst(&mut policer, Time(60_000_000)), 5);
        assert_eq!(burst(&mut policer, Time(10_000_000_000)), 10);
        assert_eq!(burst(&mut policer, Time(u64::MAX)), 10);
    }

    /// 1500 bytes at 1 Mbit/s take 12 ms: to the nanosecond, and without a rest however often it is asked.
    #[test]
    fn tokens_are_exact() {
        let mut policer = policer(1e6, 1500.0);
        assert!(!policer.passes(Time::ZERO, 1501) && policer.passes(Time::ZERO, 1500));
        (0..1000).for_each(|n| assert!(!policer.passes(Time(n * 11_999), 1500)));
        assert!(!policer.passes(Time(11_999_999), 1500));
        assert!(policer.passes(Time(12_000_000), 1500));
        assert!(!policer.passes(Time(12_000_000), 1));
        // 7 bit/s less than a whole bit per nanosecond step: no rounding at 999 999 993 bit/s.
        let mut odd = self::policer(999_999_993.0, 1.0);
        assert!(odd.passes(Time(0), 1) && !odd.passes(Time(8), 1) && odd.passes(Time(9), 1));
    }

    #[test] // contract 1.5: what was added so far was added at the old rate
    fn settings_change_while_it_runs() {
        let mut policer = policer(1e6, 3000.0);
        assert!(policer.passes(Time::ZERO, 3000));
        policer.set(0, &Value::Number(2e6), Time(6_000_000)); // half a packet
        assert!(!policer.passes(Time(8_999_999), 1500) && policer.passes(Time(9_000_000), 1500));
        policer.set(1, &Value::Number(1000.0), Time(30_000_000));
        assert!(!policer.passes(Time(30_000_000), 1001) && policer.passes(Time(30_000_000), 1000));
        policer.set(1, &Value::Number(5000.0), Time(30_000_000));
        assert!(!policer.passes(Time(33_999_999), 1000) && policer.passes(Time(34_000_000), 1000));
    }
}
