//! An experiment. Texts are for readers; they are dropped where the feature `docs` is off. Not here: any one of them.

use crate::account::{Number, Values};
use crate::claim::Claim;
use crate::figure::Figure;
use crate::results::{Results, Table};
use crate::sweep::{Amount, Job, Sweep, jobs};
use sawtooth_scenario::{Json, object};

/// One of the three papers, or a group of experiments of our own with the sources of one of them.
#[derive(Debug)]
pub struct Paper {
    /// Begins the ids of its experiments.
    pub id: &'static str,
    /// How it is called in a sentence.
    pub name: &'static str,
    /// Authors, title, place, year.
    pub citation: &'static str,
}

/// A matter that a paper leaves unstated, and the choice made here.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The unstated matter.
    pub what: &'static str,
    /// The choice.
    pub chosen: &'static str,
    /// Why, and how strongly the results depend on it.
    pub why: &'static str,
}

/// An experiment's texts, all in our own words: papers are cited, not quoted.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// One sentence for the card.
    pub summary: &'static str,
    /// Under the drawing: what it shows, how it was made.
    pub caption: &'static str,
    /// Statements of the paper, an entry each, with its section.
    pub states: &'static [&'static str],
    /// Lesson for a learner.
    pub learn: &'static str,
    /// Choices where the paper leaves something open.
    pub choices: &'static [Choice],
    /// Whatever else a reader should know: what was tried where a claim differs, what can mislead.
    pub notes: &'static [&'static str],
    /// Numbers of ours that these texts have as `{name}`, filled in from the results.
    pub numbers: &'static [Number],
}

impl Words {
    /// These, or none of them where texts are not carried.
    pub const fn kept(self) -> Words {
        if cfg!(feature = "docs") {
            return self;
        }
        Words { summary: "", caption: "", states: &[], learn: "", choices: &[], notes: &[], numbers: &[] }
    }
}

/// A figure or table of a paper.
#[derive(Debug)]
pub struct Experiment {
    /// `cdg_fig4`: paper and number.
    pub id: &'static str,
    /// Paper from which it comes.
    pub paper: &'static Paper,
    /// `Figure 4`, `Table II`.
    pub label: &'static str,
    /// Its subject, in a few words.
    pub title: &'static str,
    /// Its texts.
    pub words: Words,
    /// Runs of which it is made, its own first; several experiments may share a sweep.
    pub sweeps: &'static [&'static Sweep],
    /// The drawing of what there is so far.
    pub figure: fn(&Results) -> Figure,
    /// Claims that are checked.
    pub claims: &'static [Claim],
    /// Panels of the laboratory in which a single run of it is best seen.
    pub view: &'static str,
}

impl Experiment {
    /// All runs, in the order in which a picture fills evenly: by repetition, then by cell; comparison runs comes last.
    pub fn jobs(&self, amount: Amount) -> Vec<Job> {
        jobs(self.sweeps, amount)
    }

    /// Its results, from those of the tables that it uses.
    pub fn results<'a>(&self, tables: &[&'a Table]) -> Results<'a> {
        Results::new(self.id, self.sweeps, tables)
    }

    /// Values of the numbers that its texts have.
    pub fn numbers(&self, results: &Results) -> Values {
        Values::of(self.words.numbers, results, &[])
    }

    /// Description without any result: for lists and for the page.
    pub fn describe(&self) -> Json {
        let texts = |list: &[&'static str]| list.iter().map(|text| Json::from(*text)).collect::<Vec<Json>>();
        let choices = self.words.choices.iter().map(|choice| {
            object! { "what" => choice.what, "chosen" => choice.chosen, "why" => choice.why }
        });
        let empty = self.results(&[]);
        let sweeps = self.sweeps.iter().map(|sweep| {
            let count = |amount| jobs(&[sweep], amount).len() as u64;
            object! { "id" => sweep.id, "runs" => count(Amount::Full), "quick_runs" => count(Amount::Quick) }
        });
        object! {
            "id" => self.id,
            "paper" => self.paper.id,
            "citation" => self.paper.citation,
            "label" => self.label,
            "title" => self.title,
            "summary" => self.words.summary,
            "caption" => self.words.caption,
            "states" => texts(self.words.states),
            "learn" => self.words.learn,
            "choices" => choices.collect::<Vec<Json>>(),
            "notes" => texts(self.words.notes),
            "numbers" => Number::describe(self.words.numbers),
            "view" => self.view,
            "runs" => self.jobs(Amount::Full).len() as u64,
            "quick_runs" => self.jobs(Amount::Quick).len() as u64,
            "sweeps" => sweeps.collect::<Vec<Json>>(),
            "claims" => self.claims.iter().map(|claim| claim.describe(&empty)).collect::<Vec<Json>>(),
        }
    }
}
