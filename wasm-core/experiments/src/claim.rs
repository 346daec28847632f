//! A claim: what is measured of the results, the band in which the paper (or arithmetic on its set-up) puts it, and what
//! was found out where it is not there. Bands stand before any measurement; none is ever widened. Not here: any one of them.

use crate::account::{Account, Filled, Values};
pub use crate::measured::{Band, Measured};
use crate::results::Results;
use sawtooth_scenario::{Json, object};

/// A claim of an experiment.
#[derive(Debug)]
pub struct Claim {
    /// `cdg.fig4.ratio_1pct`.
    pub id: &'static str,
    /// Statement of the claim, in a sentence.
    pub text: &'static str,
    /// Where the band comes from.
    pub from: &'static str,
    /// Its values. Which ones, and their bands, must not depend on the results, of which any part may be missing.
    pub measure: fn(&Results) -> Vec<Measured>,
    /// The explanation where it is not reproduced.
    pub account: Option<Account>,
    /// No source states its band: it, or a part of it, is our choice.
    pub ours: bool,
}

impl Claim {
    /// A claim with one value.
    pub const fn new(
        id: &'static str,
        text: &'static str,
        from: &'static str,
        measure: fn(&Results) -> Vec<Measured>,
    ) -> Claim {
        let (text, from) = if cfg!(feature = "docs") { (text, from) } else { ("", "") };
        Claim { id, text, from, measure, account: None, ours: false }
    }

    /// With the explanation of why it is not reproduced.
    pub const fn account(mut self, account: Account) -> Claim {
        self.account = Some(account.kept());
        self
    }

    /// With a band, or a part of it, that no source states.
    pub const fn ours(mut self) -> Claim {
        self.ours = true;
        self
    }

    /// Judges it by the results.
    pub fn judge(&self, results: &Results) -> Verdict<'_> {
        let measured = (self.measure)(results);
        let holds = !measured.is_empty() && measured.iter().all(Measured::holds);
        let numbers = self.account.map_or(&[][..], |account| account.numbers);
        let numbers = Values::of(numbers, results, &measured);
        Verdict { claim: self, measured, holds, numbers }
    }

    /// Expectation, without any result.
    pub fn describe(&self, empty: &Results) -> Json {
        let expected = (self.measure)(empty).into_iter().map(|measured| {
            object! { "of" => measured.of.as_str(), "band" => band(&measured.band), "strict" => measured.band.strict }
        });
        let mut out = object! {
            "id" => self.id,
            "text" => self.text,
            "from" => self.from,
            "expected" => expected.collect::<Vec<Json>>(),
            "account" => self.account.map_or(Json::Null, |account| account.describe()),
        };
        if self.ours {
            out.set("ours", true);
        }
        out
    }
}

/// A claim with its measured values.
#[derive(Clone, Debug)]
pub struct Verdict<'a> {
    /// Which.
    pub claim: &'a Claim,
    /// Its values.
    pub measured: Vec<Measured>,
    /// All of them lie in their bands.
    pub holds: bool,
    /// Of its explanation.
    pub numbers: Values,
}

impl Verdict<'_> {
    /// Its explanation, with its numbers.
    pub fn account(&self) -> Option<Filled> {
        self.claim.account.map(|account| account.filled(&self.numbers))
    }

    /// As it should be: holds without an account, or differs with one.
    pub fn settled(&self) -> bool {
        self.holds == self.claim.account.is_none()
    }

    /// As `sawtooth claims --json` has it (contract, section 2).
    pub fn json(&self, experiment: &str, quick: bool) -> Json {
        let measured = self.measured.iter().map(|one| {
            object! {
                "of" => one.of.as_str(),
                "value" => one.value,
                "band" => band(&one.band),
                "strict" => one.band.strict,
                "holds" => one.holds(),
            }
        });
        let mut out = object! {
            "id" => self.claim.id,
            "experiment" => experiment,
            "text" => self.claim.text,
            "measured" => measured.collect::<Vec<Json>>(),
            "holds" => self.holds,
            "account" => self.account().map(|account| account.joined()),
        };
        // Nothing where texts are not carried.
        if let Some(account) = self.account().filter(|account| !account.joined().is_empty()) {
            out.set("account_parts", account.json());
        }
        if let Some(numbers) = self.numbers.json() {
            out.set("numbers", numbers);
        }
        if quick {
            out.set("quick", true);
        }
        out
    }
}

fn band(band: &Band) -> Json {
    vec![Json::from(band.least), Json::from(band.most)].into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_belong_to_a_band_unless_it_is_strict() {
        assert!(Band::within(1.7, 2.07).holds(Some(1.7)) && Band::at_most(3.0).holds(Some(3.0)));
        assert!(!Band::above(0.0).holds(Some(0.0)) && Band::above(0.0).holds(Some(1e-9)));
        assert!(!Band::at_least(1.0).holds(None) && !Band::below(1.0).holds(Some(1.0)));
        assert!(Measured::yes("", Some(true)).holds() && !Measured::yes("", Some(false)).holds());
        assert!(!Measured::new("", Some(f64::INFINITY), Band::at_least(1.0)).holds());
    }

    #[test]
    fn the_smallest_step_down_decides() {
        let of = |values: &[f64]| Measured::decreasing("", &values.iter().copied().map(Some).collect::<Vec<_>>());
        assert_eq!(of(&[5.0, 3.0, 2.5]).value, Some(0.5));
        assert!(!of(&[5.0, 3.0, 3.0]).holds() && !of(&[5.0]).holds());
        assert!(!Measured::decreasing("", &[Some(5.0), None]).holds());
        assert!(Measured::increasing("", &[Some(1.0), Some(2.0)]).holds());
    }
}
