//! On and off periods: the application writes for a while and then pauses, in turns, beginning with writing. While on it writes as fast
//! as TCP sends, or at a rate. Data that TCP has not sent when a pause begins are sent during it.

use super::written::Written;
use super::{ApplicationKind, Moment, Offer};
use crate::params::{Section, Value};
use crate::units::{Span, Time};

crate::params! {
    /// Settings of on and off periods.
    pub struct Settings {
        /// Length of an on period, in which the application writes.
        on_s: f64 = number(1.0, 1e-3, 1e6).unit("s").log().live(), "choice";
        /// Length of the off period that follows, in which it writes nothing.
        off_s: f64 = number(1.0, 1e-3, 1e6).unit("s").log().live(), "choice: as long as the on period";
        /// Rate at which the application writes in an on period, in payload bits; none: as fast as TCP sends.
        rate_bps: Option<u64> = whole(1e6, 1e3, 1e12).unit("bit/s").log().live().or_none(), "choice";
    }
}

/// Section of this kind in scenarios and on the screen.
pub static SECTION: Section = Section::new("on_off", "on and off", Settings::PARAMS)
    .about("Alternates between periods with data and periods without.", "choice");

/// On and off periods.
#[derive(Clone, Debug)]
pub struct OnOff {
    settings: Settings,
    on: bool,
    /// When the present period began.
    began: Time,
    /// Data written at a rate.
    written: Written,
}

impl OnOff {
    /// With its settings.
    pub fn new(values: &[Value]) -> OnOff {
        let nothing = Moment { now: Time::ZERO, acknowledged: 0, sent: 0, mss: 1 };
        let settings = Settings::read(values);
        OnOff { settings, on: true, began: Time::ZERO, written: Written::new(&nothing) }
    }

    fn length(&self) -> Span {
        Span::from_seconds(if self.on { self.settings.on_s } else { self.settings.off_s })
    }

    /// When the present period ends.
    fn until(&self) -> Time {
        self.began + self.length()
    }

    fn write(&mut self, until: Time) {
        self.written.add(until, self.settings.rate_bps.unwrap_or(0));
    }

    /// Writes up to now, and changes periods.
    fn advance(&mut self, now: Time) {
        let on = Span::from_seconds(self.settings.on_s);
        let both = on + Span::from_seconds(self.settings.off_s);
        let cycles = now.since(self.began).0 / both.0;
        let whole = Span(cycles * both.0);
        self.written.add_periods((cycles, on), whole, self.settings.rate_bps.unwrap_or(0));
        self.began += whole;
        while self.until() <= now {
            let until = self.until();
            if self.on {
                self.write(until);
            }
            (self.began, self.on) = (until, !self.on);
            self.written.skip(until);
        }
        if self.on {
            self.write(now);
        }
    }
}

impl ApplicationKind for OnOff {
    fn start(&mut self, at: &Moment) {
        (self.on, self.began) = (true, at.now);
        self.written = Written::new(at);
    }

    fn offer(&mut self, at: &Moment) -> Offer {
        self.advance(at.now);
        let until = self.until();
        match self.settings.rate_bps {
            None => Offer { end: if self.on { u64::MAX } else { at.sent }, due: until },
            Some(rate_bps) if self.on => {
                let next = at.now + self.written.wait(at.mss, rate_bps);
                Offer { end: self.written.end(at.mss), due: next.min(until) }
            }
            Some(_) => Offer { end: self.written.end_before(at.mss), due: until },
        }
    }

    /// A period that is longer than the new length ends now.
    fn configure(&mut self, values: &[Value], at: &Moment) {
        self.advance(at.now);
        let had_rate = self.settings.rate_bps.is_some();
        self.settings = Settings::read(values);
        if had_rate != self.settings.rate_bps.is_some() {
            self.written = Written::new(at);
        }
        if self.until() < at.now {
            self.began = at.now - self.length();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{choice, departures};
    use super::*;

    fn offers(changes: &[(&str, f64)], moments: &[(u64, u64)]) -> Vec<Offer> {
        let mut kind = OnOff::new(&choice(&SECTION, changes).values);
        let at = |ms: u64, sent| Moment { now: Time(ms * 1_000_000), acknowledged: 0, sent, mss: 1460 };
        kind.start(&at(0, 0));
        moments.iter().map(|&(ms, sent)| kind.offer(&at(ms, sent))).collect()
    }

    #[test] // on for 300 ms, off for 200 ms; asked late, it is in the period of that time
    fn it_has_data_in_turns() {
        let seen = offers(&[("on_s", 0.3), ("off_s", 0.2)], &[(0, 0), (300, 70), (500, 70), (799, 99), (123_450, 99)]);
        let ms = |ms: u64| Time(ms * 1_000_000);
        let all = u64::MAX;
        let expected = [(all, 300), (70, 500), (all, 800), (all, 800), (99, 123_500)];
        assert_eq!(seen, expected.map(|(end, due)| Offer { end, due: ms(due) }));
    }

    /// A packet of 1460 bytes at 11.68 Mbit/s takes 1 ms. On for 3.5 ms, off for 2 ms: as cross traffic of the same kind, the fifth
    /// packet is half written when the pause begins and leaves half a millisecond after it.
    #[test]
    fn what_is_left_of_a_period_is_written_in_the_next() {
        let on_off = choice(&SECTION, &[("rate_bps", 11.68e6), ("on_s", 0.0035), ("off_s", 0.002)]);
        let us: Vec<u64> = departures(&on_off, 1460, 0.0141).iter().map(|ns| ns / 1000).collect();
        assert_eq!(us, [0, 1000, 2000, 3000, 6000, 7000, 8000, 11_000, 12_000, 13_000, 14_000]);
    }

    #[test] // full just as the pause begins: it leaves after it, and the mean rate is exact however late it is asked
    fn nothing_is_written_in_a_pause() {
        let rates = [("rate_bps", 11.68e6), ("on_s", 0.003), ("off_s", 0.007)];
        let us: Vec<u64> = departures(&choice(&SECTION, &rates), 1460, 0.022).iter().map(|ns| ns / 1000).collect();
        assert_eq!(us, [0, 1000, 2000, 10_000, 11_000, 12_000, 20_000, 21_000]);
        let late = offers(&rates, &[(1003, 0), (1009, 0), (10_005, 0)]);
        assert_eq!(late.iter().map(|offer| offer.end).collect::<Vec<_>>(), [303, 303, 3003]);
    }

    #[test] // a shorter period ends now, a longer one goes on; the first data of a rate is written at once
    fn settings_change_while_it_runs() {
        let mut kind = OnOff::new(&choice(&SECTION, &[]).values);
        let at = |ms: u64| Moment { now: Time(ms * 1_000_000), acknowledged: 0, sent: 50, mss: 1460 };
        let set = |kind: &mut OnOff, ms: u64, changes: &[(&str, f64)]| {
            kind.configure(&choice(&SECTION, changes).values, &at(ms));
            let Offer { end, due } = kind.offer(&at(ms));
            (end, due.0 / 1_000_000)
        };
        assert_eq!(set(&mut kind, 400, &[("on_s", 3.0)]), (u64::MAX, 3000));
        assert_eq!(set(&mut kind, 500, &[("on_s", 0.25)]), (50, 1500));
        assert_eq!(set(&mut kind, 600, &[("off_s", 2.0)]), (50, 2500));
        assert_eq!(set(&mut kind, 2600, &[("off_s", 2.0)]), (u64::MAX, 3500));
        assert_eq!(set(&mut kind, 2700, &[("off_s", 2.0), ("rate_bps", 1.168e6)]), (51, 2710));
    }
}
