//! Pages of algorithms, queue disciplines and loss models, read from their source files: a page is the opening comment
//! of the file plus the descriptions of its section. `cargo xtask generate` writes the pages for the screen. A comment
//! is part of the file, but neither compiled nor sent. Not here: drawing of TeX and states
//! (`scripts/algorithms-data.ts`), the table of settings (`generate`).
//!
//! Content of an opening comment: paragraphs of Markdown (an indented block, or a paragraph that begins with "Not
//! here:", is for readers of the file only), then these headings in this order:
//!
//! - `# Equations`: blocks ```` ```tex ````, in which `% when | source` begins an equation, followed by its TeX;
//!   paragraphs about them;
//! - `# States`, if there are any: one block ```` ```states ```` with a line `Name: description` for each state and a
//!   line `Name -> Name: when` for each transition (`any -> Name` from all of them);
//! - `# Choices`: where sources differ or do not say, and which one we follow;
//! - `# Look for`: what to look for in a run; a block ```` ```run ```` may change the page's run with lines `path =
//!   value`.
//!
//! Mathematics is between dollars. `{name}` becomes the default of that setting with its unit; every name between
//! backticks must exist in scenarios or traces.

use crate::describe;
use crate::json::Json;
use crate::parse::parse;
use crate::tables;
use sawtooth_engine::host;
use sawtooth_engine::observe::signals;
use sawtooth_engine::params::{Domain, Param, Section};
use sawtooth_engine::scenario::{BOTTLENECK, RUN};
use std::fs;
use std::path::Path;

/// Family of a page, its field in a scenario, and the folders in which its file may be.
type Family = (&'static str, &'static str, &'static [&'static str], fn() -> &'static [&'static Section]);

const FAMILIES: [Family; 3] = [
    ("algorithm", "kind", &["cc", "rate"], tables::algorithms),
    ("discipline", "discipline", &["path/queue"], tables::disciplines),
    ("model", "model", &["path/loss"], tables::models),
];
const SOURCE: &str = "wasm-core/engine/src";
const HEADINGS: [&str; 4] = ["Equations", "States", "Choices", "Look for"];

/// All pages as one file for the screen; `root` is the repository's. All errors are reported at once.
pub fn generated(root: &Path) -> Result<String, Vec<String>> {
    let mut pages = Vec::new();
    let mut wrong = Vec::new();
    for (family, field, folders, sections) in FAMILIES {
        for section in sections() {
            let found = folders.iter().find_map(|folder| file_of(root, folder, section.kind));
            let Some((file, text)) = found else {
                wrong.push(format!("{}: no file of this name in {folders:?}", section.kind));
                continue;
            };
            match Opening::read(&text).and_then(|opening| opening.page(section)) {
                Ok(text) => pages.push(object! {
                    "kind" => section.kind,
                    "title" => section.title,
                    "about" => section.about.trim(),
                    "source" => section.source,
                    "rate_based" => section.rate_based,
                    "group" => section.group.map_or(Json::Null, |group| Json::from(group.name())),
                    "family" => family,
                    "field" => field,
                    "file" => file,
                    "text" => text,
                }),
                Err(reasons) => wrong.extend(reasons.iter().map(|reason| format!("{file}: {reason}"))),
            }
        }
    }
    if wrong.is_empty() { Ok(Json::Array(pages).pretty()) } else { Err(wrong) }
}

/// The file that implements a kind: `<kind>.rs`, or a folder's `mod.rs`.
fn file_of(root: &Path, folder: &str, kind: &str) -> Option<(String, String)> {
    [format!("{SOURCE}/{folder}/{kind}.rs"), format!("{SOURCE}/{folder}/{kind}/mod.rs")]
        .into_iter()
        .find_map(|file| fs::read_to_string(root.join(&file)).ok().map(|text| (file, text)))
}

/// Sections of a file's opening comment: the text before the first heading, and the text under each.
struct Opening {
    lead: String,
    parts: Vec<(String, String)>,
}

impl Opening {
    fn read(text: &str) -> Result<Opening, Vec<String>> {
        let mut opening = Opening { lead: String::new(), parts: Vec::new() };
        let mut fenced = false;
        for line in text.lines().map_while(|line| line.strip_prefix("//!")) {
            let line = line.strip_prefix(' ').unwrap_or(line);
            fenced ^= line.starts_with("```");
            if let Some(heading) = line.strip_prefix("# ").filter(|_| !fenced) {
                opening.parts.push((heading.trim().into(), String::new()));
                continue;
            }
            let part = opening.parts.last_mut().map_or(&mut opening.lead, |(_, text)| text);
            part.push_str(line);
            part.push('\n');
        }
        let names: Vec<&str> = opening.parts.iter().map(|(name, _)| name.as_str()).collect();
        let wanted: Vec<&str> = HEADINGS.into_iter().filter(|each| *each != "States" || names.contains(each)).collect();
        if names == wanted {
            Ok(opening)
        } else {
            Err(vec![format!("its opening comment has the headings {names:?}, not {wanted:?}")])
        }
    }

    fn part(&self, name: &str) -> &str {
        self.parts.iter().find(|(heading, _)| heading == name).map_or("", |(_, text)| text)
    }

    fn page(&self, section: &Section) -> Result<Json, Vec<String>> {
        let mut wrong = Vec::new();
        let (blocks, symbols) = fences(self.part("Equations"), "tex", &mut wrong);
        let equations = equations(&blocks, &mut wrong);
        if equations.is_empty() {
            wrong.push("no equation".into());
        }
        let (blocks, beside) = fences(self.part("States"), "states", &mut wrong);
        if !paragraphs(&beside).is_empty() {
            wrong.push(format!("the section States contains more than states: {}", beside.trim()));
        }
        let states = states(&blocks, &mut wrong);
        let (blocks, look) = fences(self.part("Look for"), "run", &mut wrong);
        let run = settings(&blocks, &mut wrong);
        let mut prose = |text: &str| {
            let text = paragraphs(text).join("\n\n");
            names(&text, section, &mut wrong);
            filled(&text, section, &mut wrong)
        };
        let page = object! {
            "lead" => prose(&self.lead),
            "equations" => equations,
            "symbols" => prose(&symbols),
            "states" => states,
            "choices" => prose(self.part("Choices")),
            "look" => prose(&look),
            "run" => run,
        };
        for name in ["lead", "choices", "look"] {
            if page.get(name).and_then(Json::text).is_none_or(str::is_empty) {
                wrong.push(format!("this section is empty: {name}"));
            }
        }
        if wrong.is_empty() { Ok(page) } else { Err(wrong) }
    }
}

/// Content of the fenced blocks of a language, and the text around them.
fn fences(text: &str, language: &str, wrong: &mut Vec<String>) -> (String, String) {
    let (mut inside, mut around, mut open) = (String::new(), String::new(), false);
    for line in text.lines() {
        if let Some(named) = line.strip_prefix("```") {
            open = !open;
            if open && named != language {
                wrong.push(format!("a block of {named:?} instead of {language:?}"));
            }
            continue;
        }
        let out = if open { &mut inside } else { &mut around };
        out.push_str(line);
        out.push('\n');
    }
    (inside, around)
}

/// Paragraphs and lists for readers of the page.
fn paragraphs(text: &str) -> Vec<&str> {
    let kept = |part: &&str| !part.is_empty() && !part.starts_with("   ") && !part.starts_with("Not here:");
    text.split("\n\n").map(|part| part.trim_matches('\n')).filter(kept).collect()
}

fn equations(block: &str, wrong: &mut Vec<String>) -> Vec<Json> {
    let mut all: Vec<(&str, &str, String)> = Vec::new();
    for line in block.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(said) = line.strip_prefix('%') {
            let (when, source) = said.split_once('|').unwrap_or((said, ""));
            all.push((when.trim(), source.trim(), String::new()));
        } else if let Some((_, _, tex)) = all.last_mut() {
            tex.push_str(line.trim());
            tex.push('\n');
        } else {
            wrong.push(format!("TeX without a preceding line that states its condition: {line}"));
        }
    }
    for (when, _, tex) in &all {
        if tex.is_empty() {
            wrong.push(format!("no TeX after: {when}"));
        }
    }
    all.into_iter()
        .map(|(when, source, tex)| object! { "when" => when, "source" => source, "tex" => tex.trim() })
        .collect()
}

/// Settings by path.
fn settings(block: &str, wrong: &mut Vec<String>) -> Json {
    let mut run = Json::Object(Vec::new());
    for line in block.lines().filter(|line| !line.trim().is_empty()) {
        match line.split_once('=').map(|(path, value)| (path.trim(), parse(value.trim()))) {
            Some((path, Ok(value))) => run.set(path, value),
            _ => wrong.push(format!("not a setting of a run: {line}")),
        }
    }
    run
}

/// The state `any`, from which a transition exists from all states.
const ANY: &str = "any";
/// Its name on the page.
const ANY_STATE: &str = "any state";

fn states(block: &str, wrong: &mut Vec<String>) -> Json {
    let mut names: Vec<(&str, &str)> = Vec::new();
    let mut ways: Vec<(&str, &str, &str)> = Vec::new();
    for line in block.lines().filter(|line| !line.trim().is_empty()) {
        match line.split_once(':') {
            None => wrong.push(format!("neither a state nor a transition: {line}")),
            Some((head, said)) => match head.split_once("->") {
                Some((from, to)) => ways.push((from.trim(), to.trim(), said.trim())),
                None => names.push((head.trim(), said.trim())),
            },
        }
    }
    for (from, to, _) in &ways {
        for name in [from, to] {
            if !names.iter().any(|(each, _)| each == name) && *name != ANY {
                wrong.push(format!("a transition to or from {name:?}, which is not a state"));
            }
        }
    }
    // The first state is the start: no transition needs to lead there.
    for (name, _) in names.iter().skip(1) {
        if !ways.iter().any(|(_, to, _)| to == name) {
            wrong.push(format!("no transition leads to {name:?}"));
        }
    }
    let names: Vec<Json> = names.iter().map(|(name, said)| object! { "name" => *name, "is" => *said }).collect();
    let named = |from: &str| if from == ANY { ANY_STATE.to_owned() } else { from.to_owned() };
    let ways: Vec<Json> =
        ways.iter().map(|(from, to, when)| object! { "from" => named(from), "to" => *to, "when" => *when }).collect();
    if names.is_empty() {
        Json::Null
    } else {
        object! { "names" => names, "ways" => ways }
    }
}

/// Reports unknown names between backticks.
fn names(text: &str, section: &Section, wrong: &mut Vec<String>) {
    // Split at its backticks, every second piece of a text is between two of them.
    for name in text.split('`').skip(1).step_by(2) {
        let parts: Vec<&str> = name.split(['.', ' ']).collect();
        if !parts.iter().all(|part| is_known(part, section)) {
            wrong.push(format!("`{name}` is neither a setting nor a word of one, a signal or a kind"));
        }
    }
}

fn is_known(name: &str, section: &Section) -> bool {
    let is_of = |param: &Param| match param.domain {
        Domain::Words(words) => param.name == name || words.contains(&name),
        Domain::List(fields) => param.name == name || fields.iter().any(|field| field.name == name),
        _ => param.name == name,
    };
    let number = name.parse::<f64>().is_ok() || ["true", "false", "null"].contains(&name);
    let kinds = [tables::algorithms(), tables::disciplines(), tables::models()];
    number
        || [section, &host::SECTION, &BOTTLENECK, &RUN].iter().any(|each| each.params.iter().any(is_of))
        || signals::ALL.iter().chain(section.signals).any(|signal| signal.name == name)
        || kinds.iter().any(|list| list.iter().any(|each| each.kind == name))
}

/// Replaces each `{name}` by the default of that setting; mathematics between dollars has its own braces.
fn filled(text: &str, section: &Section, wrong: &mut Vec<String>) -> String {
    let parts = text.split('$').enumerate();
    let told = parts.map(|(i, part)| if i % 2 == 1 { part.to_owned() } else { defaults_in(part, section, wrong) });
    told.collect::<Vec<_>>().join("$")
}

fn defaults_in(text: &str, section: &Section, wrong: &mut Vec<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, beyond)) = after.split_once('}') else {
            wrong.push(format!("a brace is not closed: {after}"));
            break;
        };
        out.push_str(before);
        match section.params.iter().find(|param| param.name == name) {
            Some(param) => {
                let default = describe::default_json(section, name, &param.default);
                out.push_str(default.text().map_or_else(|| default.to_string(), str::to_owned).as_str());
                if !param.unit.is_empty() {
                    out.push('\u{202f}');
                    out.push_str(param.unit);
                }
            }
            None => wrong.push(format!("{{{name}}} is not one of its settings")),
        }
        rest = beyond;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "//! Idea: w is `g_ms`.\n//!\n//! Not here: anything.\n//!\n//! # Equations\n//!\n//! ```tex\n//! % each RTT | RFC 1\n\
        //! w \\leftarrow w + 1\n//! ```\n//!\n//! # States\n//!\n//! ```states\n//! Up: grows\n//! Down: shrinks\n//! Up -> Down: loss\n\
        //! ```\n//!\n//! # Choices\n//!\n//! G is {g_ms}.\n//!\n//! # Look for\n//!\n//! Teeth.\n\nuse x;\n";

    fn page(text: &str) -> Result<Json, Vec<String>> {
        let cdg = tables::find(tables::algorithms(), "cdg").unwrap();
        Opening::read(text).and_then(|opening| opening.page(cdg))
    }

    #[test]
    fn an_opening_becomes_a_page_with_defaults_filled_in() {
        let page = page(GOOD).unwrap();
        let text = |name: &str| page.get(name).and_then(Json::text).unwrap().to_owned();
        assert_eq!(text("lead"), "Idea: w is `g_ms`.");
        assert_eq!(text("choices"), "G is 3\u{202f}ms per RTT.");
        let equations = page.get("equations").unwrap().to_string();
        assert!(equations.contains(r#""when":"each RTT","source":"RFC 1","tex":"w \\leftarrow w + 1""#), "{equations}");
        let states = page.get("states").unwrap().to_string();
        assert!(states.contains(r#"{"from":"Up","to":"Down","when":"loss"}"#), "{states}");
    }

    #[test]
    fn what_does_not_exist_is_reported() {
        for (good, bad, told) in [
            ("`g_ms`", "`g_mss`", "`g_mss` is neither"),
            ("{g_ms}", "{g_mss}", "{g_mss} is not one of its settings"),
            ("# Look for", "# Look at", "headings"),
            ("Up -> Down", "Up -> Dawn", "\"Dawn\", which is not a state"),
            ("//! % each RTT | RFC 1\n", "", "TeX without"),
            ("//! Teeth.\n", "", "empty: look"),
        ] {
            assert!(GOOD.contains(good), "{good}");
            let wrong = page(&GOOD.replace(good, bad)).unwrap_err();
            assert!(wrong.iter().any(|each| each.contains(told)), "{told}: {wrong:?}");
        }
    }

    #[test]
    fn a_kind_without_a_file_has_no_page() {
        let wrong = generated(Path::new("/nowhere")).unwrap_err();
        assert!(wrong.contains(&"cdg: no file of this name in [\"cc\", \"rate\"]".to_owned()), "{wrong:?}");
    }
}
