//! `sawtooth claims`: runs the experiments behind the claims and reports for each whether it is reproduced. Exit code 1
//! if a claim is not reproduced and has no explanation, or is reproduced although it has one (contract, section 2). Not
//! here: any claim (crate `experiments`).

use crate::options::Claims;
use crate::table::{Align, Column, grid};
use crate::verdicts::{judge, text};
use crate::{Failure, experiments, pool, print, remark};
use sawtooth_experiments::account::{Filled, LABELS};
use sawtooth_experiments::claim::Verdict;
use sawtooth_experiments::sweep::jobs;
use sawtooth_experiments::{Amount, Experiment, Job, Sweep, registry};
use sawtooth_scenario::Json;

/// Characters per line of text.
const LINE: usize = 96;

/// Runs, evaluates, prints.
pub fn perform(options: &Claims) -> Result<(), Failure> {
    let experiments: Vec<&'static Experiment> = match &options.ids[..] {
        [] => registry::all().collect(),
        ids => ids.iter().map(|id| experiments::find(id)).collect::<Result<_, _>>()?,
    };
    let amount = if options.quick { Amount::Quick } else { Amount::Full };
    let mut tables = experiments::tables(&experiments);
    let sweeps: Vec<&'static Sweep> = tables.iter().map(|table| table.sweep).collect();
    // No claim needs what is shown beside; some explanations do.
    let jobs: Vec<Job> = jobs(&sweeps, amount).into_iter().filter(|job| !job.beside || job.quoted).collect();
    pool::perform(&jobs, &mut tables, options.jobs);
    let verdicts: Vec<(&'static Experiment, Verdict)> = experiments
        .iter()
        .flat_map(|experiment| judge(experiment, &tables).into_iter().map(|verdict| (*experiment, verdict)))
        .collect();
    if options.json {
        let list = verdicts.iter().map(|(experiment, verdict)| verdict.json(experiment.id, options.quick));
        print(&Json::Array(list.collect()).pretty())?;
    } else {
        let verdicts: Vec<Verdict> = verdicts.iter().map(|(_, verdict)| verdict.clone()).collect();
        print(&text(&verdicts))?;
        accounts(&verdicts).lines().for_each(remark);
    }
    let unsettled = verdicts.iter().filter(|(_, verdict)| !verdict.settled()).count();
    let hold = verdicts.iter().filter(|(_, verdict)| verdict.holds).count();
    let all = verdicts.len();
    let differ = all - hold;
    if options.quick {
        remark(format_args!(
            "{all} claims, with fewer runs (--quick): {hold} reproduced, {differ} not; this is not a verdict"
        ));
    } else {
        remark(format_args!(
            "{all} claims: {hold} reproduced, {differ} not reproduced; \
             {unsettled} not reproduced without an explanation, or reproduced although they have one"
        ));
    }
    if unsettled > 0 && !options.quick { Err(Failure::Differs) } else { Ok(()) }
}

/// Each claim that is not reproduced and its explanation.
fn accounts(verdicts: &[Verdict]) -> String {
    let off = verdicts.iter().filter(|verdict| !verdict.holds);
    let explained = off.filter_map(|verdict| verdict.account().map(|account| (verdict.claim, account)));
    explained.fold(String::new(), |all, (claim, account)| {
        format!("{all}\n{}\n{}{}", claim.id, wrapped(claim.text), explanation(&account))
    })
}

/// The parts of an explanation under their labels, with the table.
fn explanation(account: &Filled) -> String {
    let mut out = String::new();
    for (place, (label, part)) in LABELS.iter().zip(&account.parts).enumerate() {
        out += &wrapped(&format!("{label}: {part}"));
        if place == 2
            && let Some((heads, rows)) = account.table.split_first()
        {
            let column = |(place, title)| Column { title, align: if place == 0 { Align::Left } else { Align::Right } };
            let columns: Vec<Column> = heads.iter().map(String::as_str).enumerate().map(column).collect();
            out.extend(grid(&columns, rows).lines().map(|line| format!("      {line}\n")));
        }
    }
    out
}

/// A text in indented lines that fit a terminal.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if line.chars().count() + word.chars().count() > LINE {
            lines += &format!("   {line}\n");
            line.clear();
        }
        line = format!("{line} {word}");
    }
    format!("{lines}   {line}\n")
}
