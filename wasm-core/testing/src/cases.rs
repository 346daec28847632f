//! Tries a property on many random cases: scenarios, texts. One that fails is made smaller as long as it fails, and told with its
//! seed and what it is. Not here: properties.
//!
//! `SAWTOOTH_CASES` sets how many are tried (a test's own number by default), `SAWTOOTH_SEED` tries one alone.

use crate::draw::Draw;
use sawtooth_engine::scenario::{Change, Scenario};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// How many cases, and the first seed: as the environment says.
fn range(usual: u64) -> std::ops::Range<u64> {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    match number("SAWTOOTH_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("SAWTOOTH_CASES").unwrap_or(usual),
    }
}

/// A case on which a property is tried.
pub trait Case: Clone {
    /// The same with one thing less each; none where nothing can be left out.
    fn smaller(&self) -> Vec<Self>;
    /// The text that is printed with a failure.
    fn told(&self) -> String;
}

impl Case for Scenario {
    fn smaller(&self) -> Vec<Self> {
        smaller(self)
    }

    fn told(&self) -> String {
        sawtooth_scenario::document(self).to_string()
    }
}

/// A text without one of its parts: halves, then quarters, down to single characters.
impl Case for String {
    fn smaller(&self) -> Vec<Self> {
        let letters: Vec<char> = self.chars().collect();
        let mut all = Vec::new();
        let mut length = letters.len().div_ceil(2);
        while length > 0 {
            for at in (0..letters.len()).step_by(length) {
                let rest = letters[(at + length).min(letters.len())..].iter();
                all.push(letters[..at].iter().chain(rest).collect());
            }
            length /= 2;
        }
        all
    }

    fn told(&self) -> String {
        format!("{self:?}")
    }
}

/// Tries a property, which panics where it does not hold, on cases that `make` draws. The property's own choices are drawn
/// from a second source, so that they stay as they are when the case is made smaller.
pub fn hold<C: Case>(usual: u64, make: impl Fn(&mut Draw) -> C, property: impl Fn(&C, &mut Draw)) {
    for seed in range(usual) {
        let case = make(&mut Draw::seeded(seed));
        let fails = |case: &C| {
            let run = || property(case, &mut Draw::seeded(seed ^ (1 << 60)));
            catch_unwind(AssertUnwindSafe(run)).err()
        };
        let Some(mut panic) = fails(&case) else { continue };
        let mut least = case;
        while let Some((smaller, other)) = least.smaller().into_iter().find_map(|one| Some((fails(&one)?, one))) {
            (panic, least) = (smaller, other);
        }
        eprintln!("SAWTOOTH_SEED={seed} fails. Its least form:\n{}", least.told());
        resume_unwind(panic);
    }
}

/// Scenarios with one thing less each: the last changes, one entry with all that changes it, a model, a direction.
fn smaller(scenario: &Scenario) -> Vec<Scenario> {
    let mut all = Vec::new();
    let mut with = |less: &dyn Fn(&mut Scenario)| {
        let mut one = scenario.clone();
        less(&mut one);
        if one != *scenario && one.flows.len() + one.cross_traffic.len() > 0 {
            all.push(one);
        }
    };
    let changes = scenario.interventions.len();
    with(&|one| one.interventions.clear());
    with(&|one| one.interventions.truncate(changes / 2));
    with(&|one| one.interventions.truncate(changes.saturating_sub(1)));
    let reverse = |flow: &sawtooth_engine::scenario::Flow| {
        flow.settings.get("direction") == sawtooth_engine::params::Value::Word("reverse")
    };
    if !scenario.flows.iter().any(reverse) {
        with(&|one| {
            one.reverse_bottleneck = None;
            one.interventions.retain(|entry| !of_reverse(&entry.change));
        });
    }
    for index in 0..scenario.flows.len() {
        with(&|one| {
            one.flows.remove(index);
            one.interventions.retain_mut(|entry| without(&mut entry.change, Some(index), None));
        });
    }
    for index in 0..scenario.cross_traffic.len() {
        with(&|one| {
            one.cross_traffic.remove(index);
            one.interventions.retain_mut(|entry| without(&mut entry.change, None, Some(index)));
        });
    }
    all
}

fn of_reverse(change: &Change) -> bool {
    use sawtooth_engine::scenario::Side::Reverse;
    matches!(
        change,
        Change::Bottleneck(Reverse, ..)
            | Change::Queue(Reverse, ..)
            | Change::Discipline(Reverse, _)
            | Change::Loss(Reverse, ..)
            | Change::LossModel(Reverse, _)
            | Change::Policer(Reverse, ..)
            | Change::NewPolicer(Reverse, _)
            | Change::Reordering(Reverse, ..)
            | Change::ReorderingModel(Reverse, _)
            | Change::DelayVariation(Reverse, ..)
    )
}

/// Whether a change is left when a flow or a source of cross traffic is gone; those behind it move up.
fn without(change: &mut Change, flow: Option<usize>, cross: Option<usize>) -> bool {
    let (place, gone) = match change {
        Change::Flow(index, ..)
        | Change::Algorithm(index, ..)
        | Change::Kind(index, _)
        | Change::Application(index, ..)
        | Change::ApplicationKind(index, _) => (index, flow),
        Change::Traffic(index, ..)
        | Change::Transfers(index, ..)
        | Change::TransfersAlgorithm(index, ..)
        | Change::TransfersKind(index, _) => (index, cross),
        _ => return true,
    };
    let Some(gone) = gone else { return true };
    if *place > gone {
        *place -= 1;
        return true;
    }
    *place != gone
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random;

    #[test]
    fn a_failure_is_told_by_its_least_form() {
        // A scenario with a reverse bottleneck and two flows fails.
        let wrong = |scenario: &Scenario| scenario.reverse_bottleneck.is_some() && scenario.flows.len() >= 2;
        let least = std::sync::Mutex::new(None);
        let property = |scenario: &Scenario, _: &mut Draw| {
            if wrong(scenario) {
                *least.lock().unwrap_or_else(|poison| poison.into_inner()) = Some(scenario.clone());
                panic!("wrong");
            }
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| hold(500, random::scenario, property)));
        assert!(outcome.is_err());
        let least = least.into_inner().unwrap_or_else(|poison| poison.into_inner()).expect("one failed");
        assert_eq!((least.flows.len(), least.cross_traffic.len(), least.interventions.len()), (2, 0, 0));
    }

    #[test]
    fn a_text_is_told_by_what_it_fails_on() {
        let least = std::sync::Mutex::new(String::new());
        let make = |draw: &mut Draw| (0..40).map(|_| draw.one_of(&['a', 'b', '\u{e9}'])).collect::<String>();
        let property = |text: &String, _: &mut Draw| {
            if text.contains('\u{e9}') && text.contains('b') {
                least.lock().unwrap_or_else(|poison| poison.into_inner()).clone_from(text);
                panic!("wrong");
            }
        };
        assert!(catch_unwind(AssertUnwindSafe(|| hold(50, make, property))).is_err());
        let least = least.into_inner().unwrap_or_else(|poison| poison.into_inner());
        assert_eq!(least.chars().count(), 2, "{least}");
    }

    #[test]
    fn what_is_made_smaller_stays_legal() {
        for seed in 0..50 {
            let scenario = random::scenario(&mut Draw::seeded(seed));
            for one in smaller(&scenario) {
                let text = sawtooth_scenario::document(&one).to_string();
                let again = sawtooth_scenario::read(&text).unwrap_or_else(|errors| panic!("seed {seed}: {errors:?}"));
                assert!(again.scenario == one);
            }
        }
    }
}
