//! The central claims of the CDG paper, with all repetitions, in every test run: one flow against 1 % random loss (section
//! 4.1), on the evaluated TCP stack. All other claims: `sawtooth claims`.

use sawtooth_experiments::{Amount, Table, registry};

#[test]
fn one_flow_against_one_percent_loss() {
    let experiment = registry::find("cdg_fig4").unwrap();
    let mut table = Table::new(experiment.sweeps[0]);
    let wanted = |cell: usize| {
        let at = &table.cells[cell].at;
        at.number("loss") == 0.01 && ["newreno", "cdg"].contains(&at.word("algorithm"))
    };
    let jobs: Vec<_> =
        experiment.jobs(Amount::Full).into_iter().filter(|job| !job.beside && wanted(job.cell)).collect();
    assert_eq!(jobs.len(), 20);
    for job in jobs {
        let row = job.run(&table.cells[job.cell], &|_| ());
        assert!(table.add(row));
    }
    let results = experiment.results(&[&table]);
    for id in ["cdg.fig4.newreno_1pct", "cdg.fig4.cdg_1pct", "cdg.fig4.ratio_1pct"] {
        let claim = experiment.claims.iter().find(|claim| claim.id == id).unwrap();
        let verdict = claim.judge(&results);
        assert!(verdict.holds, "{id}: {:?}", verdict.measured);
    }
}
