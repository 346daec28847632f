//! Explanations and the numbers in texts: every `{name}` has a value in the kept results, no sentence is a string of numbers,
//! each explanation has its four parts and says how sure it is. Not here: whether what they say is true.

use crate::cheapest_row;
use sawtooth_experiments::account::{LABELS, Number};
use sawtooth_experiments::sweep::jobs;
use sawtooth_experiments::{Account, Amount, Experiment, Results, Sweep, Table, registry};
use sawtooth_scenario::{Json, parse};
use std::collections::BTreeSet;
use std::path::Path;

/// Words after which a number names something and measures nothing.
const NAMING: [&str; 16] = [
    "section",
    "sections",
    "figure",
    "figures",
    "table",
    "tables",
    "equation",
    "equations",
    "RFC",
    "version",
    "Linux",
    "FreeBSD",
    "ns",
    "step",
    "row",
    "page",
];

/// Names between braces.
fn names(text: &str) -> Vec<&str> {
    let all = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
    all.filter(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')).collect()
}

/// Sentences: up to a full stop or a question mark with a space behind it.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split(". ").flat_map(|part| part.split("? "))
}

/// How many numbers a sentence has; those of sections, figures, equations, RFCs and versions do not count.
fn count(sentence: &str) -> usize {
    let mut naming = false;
    let mut count = 0;
    for word in sentence.split([' ', '(', ')']).filter(|word| !word.is_empty()) {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && !"{}".contains(c));
        let number = bare.trim_start_matches(['-', '−']);
        // 1/√p and 1/RTT² are laws.
        let law = number.strip_prefix("1/").is_some_and(|of| !of.starts_with(|c: char| c.is_ascii_digit()));
        let digits = !law && number.starts_with(|c: char| c.is_ascii_digit());
        if word.contains('{') || (digits && !naming) {
            count += 1;
        }
        // "sections 3.2 and 3.3", "figures 4, 6 and 8".
        naming = NAMING.contains(&bare) || (naming && (digits || bare == "and" || bare == "to"));
    }
    count
}

/// Mistakes in an explanation.
fn faults(account: &Account) -> Vec<String> {
    let mut faults = Vec::new();
    let mut add = |fault: String| faults.push(fault);
    for (label, part) in LABELS.iter().zip(account.parts()) {
        // A table may stand for what was tried.
        if part.is_empty() && (*label != "What we tried" || account.table.is_empty()) {
            add(format!("{label}: nothing"));
        }
        sentences(part).filter(|one| count(one) > 3).for_each(|one| add(format!("more than three numbers: {one}")));
    }
    if account.table.is_empty() && count(account.tried) > 2 {
        add("what was tried has more than two numbers and no table".into());
    }
    let width = account.table.first().map_or(0, |heads| heads.len());
    if account.table.len() == 1 || account.table.iter().any(|row| row.len() != width) {
        add("the table has no rows, or rows of another length than its heads".into());
    }
    if !["We think", "we think", "shown by", "We do not know"].iter().any(|sure| account.explanation.contains(sure)) {
        add("does not say how sure we are".into());
    }
    let texts = account.parts().into_iter().chain(account.table.iter().copied().flatten().copied());
    faults.extend(unnamed(texts, account.numbers));
    faults
}

/// Names in texts without a number, and numbers without a place.
fn unnamed<'a>(texts: impl Iterator<Item = &'a str>, numbers: &[Number]) -> Vec<String> {
    let used: BTreeSet<&str> = texts.flat_map(names).collect();
    let there: BTreeSet<&str> = numbers.iter().map(|number| number.name).collect();
    let mut faults: Vec<String> = used.symmetric_difference(&there).map(|name| format!("{{{name}}}")).collect();
    if there.len() != numbers.len() {
        faults.push("a name twice".into());
    }
    faults
}

fn words(one: &Experiment) -> impl Iterator<Item = &'static str> {
    let words = one.words;
    [words.summary, words.caption, words.learn]
        .into_iter()
        .chain(words.states.iter().copied())
        .chain(words.notes.iter().copied())
}

#[test]
fn every_explanation_has_its_parts_and_short_sentences() {
    let mut all = Vec::new();
    for claim in registry::all().flat_map(|one| one.claims) {
        let Some(account) = claim.account else { continue };
        all.extend(faults(&account).into_iter().map(|fault| format!("{}: {fault}", claim.id)));
    }
    for one in registry::all() {
        all.extend(unnamed(words(one), one.words.numbers).into_iter().map(|fault| format!("{}: {fault}", one.id)));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// A value for each name, and none besides.
#[test]
fn every_number_has_a_value_in_the_kept_results() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../public/figures");
    let mut missing = Vec::new();
    for one in registry::all() {
        let text = std::fs::read_to_string(folder.join(one.id).with_extension("json")).unwrap();
        let kept = parse(&text).unwrap();
        missing.extend(lacks(&kept, one.words.numbers).map(|name| format!("{}: {name}", one.id)));
        for claim in one.claims {
            let all = kept.get("claims").and_then(Json::elements).unwrap();
            let own = all.iter().find(|json| json.get("id").and_then(Json::text) == Some(claim.id)).unwrap();
            let numbers = claim.account.map_or(&[][..], |account| account.numbers);
            missing.extend(lacks(own, numbers).map(|name| format!("{}: {name}", claim.id)));
        }
    }
    assert!(
        missing.is_empty(),
        "run the experiment again (`experiments run ID --page public/figures`):\n{}",
        missing.join("\n")
    );
}

fn lacks<'a>(kept: &'a Json, numbers: &'a [Number]) -> impl Iterator<Item = &'a str> {
    let there = kept.get("numbers");
    let known = move |name: &str| there.and_then(|all| all.get(name)).is_some_and(|value| value.number().is_some());
    numbers.iter().map(|number| number.name).filter(move |name| !known(name))
}

/// `sawtooth claims` runs what is evaluated and what is marked as quoted: explanations need no other rows. One run of each sweep
/// stands for all of its runs.
#[test]
fn explanations_quote_only_what_the_command_runs() {
    let mut off = Vec::new();
    for one in registry::all().filter(|one| one.claims.iter().any(|claim| claim.account.is_some())) {
        let [all, few] = [true, false].map(|beside| {
            let tables: Vec<Table> = one.sweeps.iter().map(|sweep| pretended(sweep, beside)).collect();
            values(one, &one.results(&tables.iter().collect::<Vec<_>>()))
        });
        off.extend(all.into_iter().zip(few).filter(|(all, few)| all != few).map(|((name, _), _)| name));
    }
    assert!(off.is_empty(), "cells of these should be `.quoted()`:\n{}", off.join("\n"));
}

/// A sweep with the values of its cheapest run in all evaluated and quoted cells, or in those that are comparisons, too.
fn pretended(sweep: &'static Sweep, beside: bool) -> Table {
    let mut table = Table::new(sweep);
    let row = cheapest_row(sweep);
    for job in jobs(&[sweep], Amount::Full).iter().filter(|job| beside || !job.beside || job.quoted) {
        let mut row = row.clone();
        (row.cell, row.repetition) = (job.cell, job.repetition);
        table.add(row);
    }
    table
}

fn values(one: &Experiment, results: &Results) -> Vec<(String, Option<f64>)> {
    let numbers = one.claims.iter().flat_map(|claim| {
        let measured = (claim.measure)(results);
        let numbers = claim.account.map_or(&[][..], |account| account.numbers);
        numbers.iter().map(|n| (format!("{}: {}", claim.id, n.name), n.value(results, &measured))).collect::<Vec<_>>()
    });
    numbers.collect()
}

#[test]
fn what_is_wrong_with_an_explanation_is_found() {
    static GOOD: Account = Account {
        says: "NewReno has 0.35 at 1 % (section 4.1, figures 4 and 6).",
        measured: "NewReno has {at_1}.",
        tried: "We changed the host.",
        table: &[&["host", "at 1 %"], &["FreeBSD 8.2", "{other}"]],
        explanation: "We think that the host matters.",
        numbers: &[Number::new("at_1", 2, |_| None), Number::new("other", 2, |_| None)],
    };
    let good = GOOD;
    assert_eq!(faults(&good), Vec::<String>::new());
    assert_eq!(faults(&Account { numbers: &good.numbers[..1], ..good }), ["{other}"]);
    assert_eq!(faults(&Account { measured: "It has more.", ..good }), ["{at_1}"]);
    let four = Account { says: "It has 0.35, {at_1}, 0.7 and 0.8 of it. It has 2.", ..good };
    assert_eq!(faults(&four), ["more than three numbers: It has 0.35, {at_1}, 0.7 and 0.8 of it"]);
    let found =
        |account: Account, fault: &str| assert!(faults(&account).iter().any(|one| one.contains(fault)), "{fault}");
    found(Account { explanation: "The host matters.", ..good }, "how sure");
    found(Account { tried: "", table: &[], ..good }, "nothing");
    found(Account { tried: "0.1 and 0.2 and 0.3.", table: &[], ..good }, "no table");
    found(Account { table: &[&["host", "at 1 %"], &["FreeBSD"]], ..good }, "other length");
}
