//! The table of accuracies in the lesson `loss_cause` is what its own runs give, in each language. Not here: the lesson's other numbers
//! (`web/src/lessons/*.test.ts`), which need no scores.

use sawtooth_engine::cc::discriminators::DEFINITIONS;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::units::Time;
use sawtooth_measures::discriminators::observer::Discriminators;
use sawtooth_scenario::read;

const ENGLISH: &str = include_str!("../../../../web/src/lessons/texts/loss_cause.en.md");
const GERMAN: &str = include_str!("../../../../web/src/lessons/texts/loss_cause.de.md");

/// The table's rows: a scenario of the lesson, and whether its random losses are after the queue.
const ROWS: [(&str, bool); 5] = [("a", false), ("a", true), ("b", false), ("b", true), ("c", false)];
/// The table's columns.
const RULES: [&str; 4] = ["vegas_rate", "spike", "biaz", "cdg_queue"];

/// The text of a scenario in the front matter of the English file, which has the facts.
fn scenario(id: &str, after: bool) -> String {
    let begin = ENGLISH.find(&format!("\"{id}\": {{")).expect("a scenario") + id.len() + 4;
    let mut depth = 0;
    let end = ENGLISH[begin..].find(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    });
    let text = &ENGLISH[begin..=begin + end.expect("its end")];
    if after { text.replace("before_queue", "after_queue") } else { text.to_owned() }
}

/// `A_c / A_w` of the first flow for each rule, in %.
fn accuracies(text: &str) -> Vec<String> {
    let scenario = read(text).unwrap_or_else(|errors| panic!("{errors:?}")).scenario;
    let mut discriminators = Discriminators::new(&scenario, (Time::ZERO, scenario.duration));
    Simulation::new(&scenario).run_until(scenario.duration, &mut Listener::of_decisions(&mut discriminators));
    let scores = discriminators.scores(0);
    let percent = |right: u64, all: u64| (100.0 * right as f64 / all as f64).round();
    let cell = |rule: &&str| {
        let score = scores[DEFINITIONS.iter().position(|one| one.name == *rule).expect("a discriminator")];
        let [a_c, a_w] = [(score.congestion_right, score.congestion), (score.random_right, score.random)]
            .map(|(right, all)| percent(right, all));
        format!("{a_c} / {a_w}")
    };
    RULES.iter().map(cell).collect()
}

#[test]
fn the_lessons_table_is_what_its_runs_give() {
    let runs = ROWS.map(|(id, after)| accuracies(&scenario(id, after)));
    for text in [ENGLISH, GERMAN] {
        let table: Vec<Vec<&str>> = text
            .lines()
            .filter(|line| line.starts_with("| ") && line.contains(" / "))
            .map(|line| line.split('|').map(str::trim).filter(|cell| cell.contains(" / ")).collect())
            .collect();
        assert_eq!(table, runs);
    }
}
