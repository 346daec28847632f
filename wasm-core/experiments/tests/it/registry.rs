//! Requirements on every registered experiment, without running more than one of its runs: ids, texts, documents, claims
//! and drawings of nothing. A new experiment is tested before anyone names it.

use crate::{cheapest, cheapest_row};
use sawtooth_experiments::{Claim, Experiment, Table, fresh, registry, store};
use sawtooth_scenario::{Json, check};
use std::collections::BTreeSet;

#[test]
fn ids_and_texts_are_in_order() {
    let (mut ids, mut claims) = (BTreeSet::new(), BTreeSet::new());
    for one in registry::all() {
        assert!(ids.insert(one.id), "{} twice", one.id);
        let figure = one.id.strip_prefix(&format!("{}_", one.paper.id)).unwrap_or_else(|| panic!("{}", one.id));
        let words = &one.words;
        assert!(!words.summary.is_empty() && !words.caption.is_empty() && !words.learn.is_empty(), "{}", one.id);
        assert!(!words.states.is_empty() && !one.title.is_empty() && !one.label.is_empty(), "{}", one.id);
        for choice in words.choices {
            assert!(!choice.what.is_empty() && !choice.chosen.is_empty() && !choice.why.is_empty(), "{}", one.id);
        }
        for claim in one.claims {
            assert!(claims.insert(claim.id), "{} twice", claim.id);
            let [paper, of, name] = claim.id.split('.').collect::<Vec<_>>()[..] else { panic!("{}", claim.id) };
            // Claims of a figure's halves name them: fig8a, fig8b.
            assert!(paper == one.paper.id && of.starts_with(figure) && !name.is_empty(), "{}", claim.id);
            assert!(claim.text.ends_with('.') && !claim.from.is_empty(), "{}", claim.id);
        }
    }
}

/// A band that no source states is called ours where it is explained, and is marked; the papers' tolerances are explained only.
#[test]
fn bands_of_ours_are_marked() {
    let said = |claim: &Claim| {
        claim.from.contains("our expectation")
            || claim.from.split(|c: char| !c.is_alphabetic()).any(|word| word == "ours")
    };
    for one in registry::all() {
        let today = one.paper.id == "today";
        let off: Vec<&str> =
            one.claims.iter().filter(|claim| claim.ours != (today && said(claim))).map(|c| c.id).collect();
        assert!(off.is_empty(), "{off:?}");
        for claim in one.claims {
            let marked = claim.describe(&one.results(&[])).get("ours").is_some();
            assert_eq!(marked, claim.ours, "{}", claim.id);
        }
    }
}

#[test]
fn every_cell_is_a_sound_scenario_at_a_point_of_its_own() {
    for one in registry::all() {
        for sweep in one.sweeps {
            let mut points = BTreeSet::new();
            for cell in (sweep.cells)() {
                let at = cell.at.json().to_string();
                assert!(points.insert(at.clone()), "{} {at} twice", sweep.id);
                let errors = check(cell.seeded(1)).err().map(|errors| errors.list);
                assert_eq!(errors, None, "{} {at}", sweep.id);
            }
            assert!(sweep.quick >= 1 && sweep.quick <= sweep.repetitions, "{}", sweep.id);
        }
    }
}

/// The papers' sheets state the send jitter: another default changes no experiment.
#[test]
fn every_flow_says_its_send_jitter() {
    for sweep in registry::all().flat_map(|one| one.sweeps) {
        for cell in (sweep.cells)() {
            let flows = cell.document.get("flows").and_then(Json::elements).unwrap_or(&[]);
            let silent = flows.iter().find(|flow| flow.get("send_jitter_ms").is_none());
            assert_eq!(silent, None, "{} {}", sweep.id, cell.at.json());
        }
    }
}

/// The page shows bands before anything has run, and partial results at any moment.
#[test]
fn claims_and_drawings_take_nothing_for_an_answer() {
    for one in registry::all() {
        let empty = one.results(&[]);
        for claim in one.claims {
            let verdict = claim.judge(&empty);
            assert!(!verdict.measured.is_empty(), "{} measures nothing", claim.id);
            let mut of: Vec<&str> = verdict.measured.iter().map(|measured| measured.of.as_str()).collect();
            of.sort_unstable();
            of.dedup();
            assert_eq!(of.len(), verdict.measured.len(), "{}: its values have names of their own", claim.id);
        }
        let figure = (one.figure)(&empty);
        assert!(!figure.panels.is_empty(), "{}", one.id);
    }
}

/// Runs of more packets are done once only.
const DEAR: f64 = 100_000.0;

/// One run of the cheapest cell of each sweep: its row reads back, and is the same when run again.
#[test]
fn a_run_is_a_function_of_cell_and_seed() {
    let mut sweeps = BTreeSet::new();
    for (one, sweep) in registry::all().flat_map(|one| one.sweeps.iter().map(move |sweep| (one, *sweep))) {
        if !sweeps.insert(sweep.id) {
            continue;
        }
        let mut table = Table::new(sweep);
        let (job, row) = (cheapest(sweep), cheapest_row(sweep));
        assert_eq!(row.digest.len(), 16, "{}", sweep.id);
        if job.cost <= DEAR {
            assert_eq!(row.json().to_string(), job.run(&table.cells[job.cell], &|_| ()).json().to_string());
        }
        assert!(table.add(row.clone()) && !table.add(row), "{}", sweep.id);
        assert!(store::csv(one, &[table]).lines().count() > 1, "{}", sweep.id);
    }
}

/// Missing results are computed on request; those that are there are this program's.
#[test]
fn results_computed_beforehand_are_fresh() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../public/figures");
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let id = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(registry::find(&id).is_some(), "{} is of no experiment", path.display());
    }
    let fresh = |experiment: &Experiment| {
        let text = std::fs::read_to_string(folder.join(experiment.id).with_extension("json")).ok()?;
        let there = sawtooth_scenario::parse(&text).unwrap();
        let print = there.get("fingerprint")?.text()?.to_owned();
        (print == fresh::fingerprint(experiment)).then_some(())
    };
    let stale: Vec<&str> = registry::all().filter(|one| fresh(one).is_none()).map(|one| one.id).collect();
    assert!(
        stale.is_empty(),
        "public/figures is stale or lacks: {stale:?}; `npm run results` computes all, or `-- experiments run ID --page`"
    );
}

/// In the kept results, which have all repetitions, each claim holds or carries its account, and the README counts them.
#[test]
fn every_kept_claim_holds_or_carries_its_account_and_the_readme_counts_them() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // Of the papers, and of today's algorithms: claims that hold, and claims that differ.
    let (mut papers, mut today) = ([0, 0], [0, 0]);
    for experiment in registry::all() {
        let group = if experiment.paper.id == "today" { &mut today } else { &mut papers };
        let text =
            std::fs::read_to_string(root.join("public/figures").join(experiment.id).with_extension("json")).unwrap();
        let there = sawtooth_scenario::parse(&text).unwrap();
        let kept = there.get("claims").unwrap().elements().unwrap();
        for claim in experiment.claims {
            let of = kept.iter().find(|one| one.get("id").unwrap().text() == Some(claim.id)).expect(claim.id);
            let holds = of.get("holds").unwrap() == &sawtooth_scenario::Json::Bool(true);
            assert_eq!(holds, claim.account.is_none(), "{} differs without an account, or holds with one", claim.id);
            group[usize::from(!holds)] += 1;
        }
    }
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let [hold, differ] = papers;
    let of_papers = format!(
        "We test {} claims from the three papers. {hold} are reproduced within their tolerance; {differ} are not",
        hold + differ
    );
    let [hold, differ] = today;
    let of_today = format!("We test {} claims about today's algorithms, {hold} of which are reproduced", hold + differ);
    for counted in [of_papers, of_today] {
        assert!(readme.contains(&counted), "the README should contain: {counted}");
    }
}
