//! `sawtooth run`: reads and checks a document, then lets it happen. Nothing is written before all of it is accepted.
//! Not here: what is measured (crate `lab`).

use crate::options::{Origin, RunOptions, unknown};
use crate::table::{self, Align, Column, grid};
use crate::{Failure, print, remark};
use sawtooth_engine::observe::{Observer, Silence, Source, signals};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::truth::{Truth, WithTruth};
use sawtooth_engine::units::{Span, Time};
use sawtooth_lab::summary::Summary;
use sawtooth_lab::trace::{Choice, Trace};
use sawtooth_lab::{notices, presets};
use sawtooth_scenario::parse::{MAX_BYTES, too_large};
use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Document, Errors, Json, check, parse, parse_bytes, tables};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

/// Parts of the run between two looks at progress and disk.
const PARTS: u64 = 200;

/// Which sources the program was built of (`build.rs`).
const BUILD: &str = env!("SAWTOOTH_BUILD");

/// Runs a scenario as the options say.
pub fn run(options: &RunOptions) -> Result<(), Failure> {
    let document = document(options)?;
    if let (Some(trace), Origin::File(file)) = (&options.trace, &options.source)
        && same_file(trace, file)
    {
        let reason = format!("{}: the trace would overwrite the scenario; allowed is another file", trace.display());
        return Err(Failure::refused(reason));
    }
    let notices = worded(&document);
    let scenario = &document.scenario;
    let course = Course { span: span(options, scenario.duration)?, progress: options.progress };
    let choice = choice(options, scenario, course.span)?;
    let mut simulation = Simulation::new(scenario);
    let mut summary = Summary::over(scenario, course.span).of_document(BUILD, &document.raw, notices);
    match &options.trace {
        None => course.go(&mut simulation, &mut summary, |summary, simulation| {
            summary.stand(simulation);
            Ok(())
        })?,
        // Nobody reads a summary beside it.
        Some(path) if to_output(Some(path)) => {
            traced(&mut simulation, (&mut Silence, |_, _| ()), (scenario, &choice), path, &course)?;
        }
        Some(path) => {
            traced(&mut simulation, (&mut summary, Summary::stand), (scenario, &choice), path, &course)?;
        }
    }
    if let Some(halt) = simulation.halted() {
        return Err(Failure::Broken(Words::errors().halt(halt)));
    }
    if to_output(options.trace.as_deref()) {
        return Ok(());
    }
    let summary = summary.finish(&simulation);
    print(&if options.json { summary.pretty() } else { table::text(&document, &summary) })
}

/// The document, overrides applied before it is checked (contract, section 1).
fn document(options: &RunOptions) -> Result<Document, Failure> {
    let refuse = |errors: Errors| Failure::Refused(Words::errors().list(&errors));
    let mut tree = match &options.source {
        Origin::Preset(scenario) => scenario.clone(),
        Origin::File(path) => parse_bytes(&input(path)?).map_err(|error| refuse(error.into()))?,
    };
    for (name, given) in [("seed", &options.seed), ("duration_s", &options.duration)] {
        if let Some(text) = given {
            // What is no JSON is a text, and refused as such at its place.
            tree.set(name, parse(text).unwrap_or_else(|_| Json::from(text.as_str())));
        }
    }
    check(tree).map_err(refuse)
}

/// The span that summary and trace are of, half open: all of the run, if none is given.
fn span(options: &RunOptions, duration: Time) -> Result<(Time, Time), Failure> {
    let seconds = |text: &str| text.parse().ok().filter(|s: &f64| s.is_finite() && *s >= 0.0).map(Time::from_seconds);
    let refuse = |name: &str, given: &str, allowed: String| {
        Failure::refused(format_args!("--{name} is `{}`; allowed is {allowed}", given.escape_debug()))
    };
    let end = duration.seconds();
    let from = match options.from.as_deref() {
        None => Time::ZERO,
        Some(text) => seconds(text)
            .filter(|from| *from < duration)
            .ok_or_else(|| refuse("from", text, format!("0 <= x < {end}, in seconds: the run ends there")))?,
    };
    let to = match options.to.as_deref() {
        None => duration,
        Some(text) => seconds(text)
            .filter(|to| from < *to && *to <= duration)
            .ok_or_else(|| refuse("to", text, format!("{} < x <= {end}, in seconds", from.seconds())))?,
    };
    Ok((from, to))
}

/// What the trace is to hold.
fn choice(options: &RunOptions, scenario: &Scenario, (from, to): (Time, Time)) -> Result<Choice, Failure> {
    let sources = sources(scenario);
    let names = || sources.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    let find = |name: &String| {
        let found = sources.iter().find(|(other, _)| other == name);
        found.map(|(_, source)| *source).ok_or_else(|| unknown("source", name, "", &names()))
    };
    let known = signals();
    if let Some(name) = options.signals.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(unknown("signal", name, "", &known));
    }
    let every = options.every.as_deref().map(|text| {
        let every = text.parse().ok().filter(|s: &f64| s.is_finite()).map(Span::from_seconds);
        every.filter(|every| *every > Span::ZERO).ok_or_else(|| {
            let given = text.escape_debug();
            Failure::refused(format_args!("--every is `{given}`; allowed is x > 0, in seconds"))
        })
    });
    Ok(Choice {
        from,
        to,
        sources: options.sources.iter().map(find).collect::<Result<_, _>>()?,
        signals: options.signals.clone(),
        every: every.transpose()?,
    })
}

/// Who may tell something in a run, by name.
fn sources(scenario: &Scenario) -> Vec<(&str, Source)> {
    let flows = scenario.flows.iter().zip(0..).map(|(flow, index)| (flow.name.as_str(), Source::Flow(index)));
    let cross = scenario.cross_traffic.iter().zip(0..).map(|(one, index)| (one.name.as_str(), Source::Cross(index)));
    let reverse = scenario.reverse_bottleneck.as_ref().map(|_| ("reverse_bottleneck", Source::ReverseBottleneck));
    flows.chain(cross).chain([("bottleneck", Source::Bottleneck)]).chain(reverse).collect()
}

/// All signals that a run may tell, whatever its algorithms and disciplines.
fn signals() -> Vec<&'static str> {
    let sections = [tables::algorithms(), tables::disciplines()].concat();
    let of_sections = sections.iter().flat_map(|section| section.signals);
    let mut names: Vec<&str> = signals::ALL.iter().chain(of_sections).map(|signal| signal.name).collect();
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    names
}

/// Most notices that standard error lists; the summary has them all.
const MOST_NOTICES: usize = 20;

/// The notices of a document for its summary; each is said on standard error.
fn worded(document: &Document) -> Vec<Json> {
    let words = Words::notices();
    let notices = notices::of(document);
    let texts: Vec<String> = notices.iter().map(|notice| words.notice(notice.code, &notice.arguments)).collect();
    for (notice, text) in notices.iter().zip(&texts).take(MOST_NOTICES) {
        remark(format_args!("sawtooth: notice: {}: {text}", notice.place));
    }
    if notices.len() > MOST_NOTICES {
        let more = (notices.len() - MOST_NOTICES).to_string();
        remark(format_args!("sawtooth: notice: {}", words.say("notice.more", &[("count", &more)])));
    }
    notices.iter().zip(&texts).map(|(notice, text)| notice.worded(text)).collect()
}

/// The list of presets, a line each.
pub fn presets() -> String {
    let rows: Vec<Vec<String>> = presets::ids()
        .map(|id| {
            let scenario = presets::scenario(id).unwrap_or(Json::Null);
            vec![id.into(), scenario.get("title").and_then(Json::text).unwrap_or("").into()]
        })
        .collect();
    let column = |title| Column { title, align: Align::Left };
    grid(&[column("preset"), column("title")], &rows)
}

/// Whether the trace goes to standard output, where the summary would stand otherwise.
fn to_output(trace: Option<&Path>) -> bool {
    trace == Some(Path::new("-"))
}

/// Whether two paths lead to one file, by whatever way.
fn same_file(one: &Path, other: &Path) -> bool {
    let places = (one.canonicalize(), other.canonicalize());
    if let (Ok(one), Ok(other)) = &places
        && one == other
    {
        return true;
    }
    #[cfg(unix)]
    if let (Ok(one), Ok(other)) = (std::fs::metadata(one), std::fs::metadata(other)) {
        use std::os::unix::fs::MetadataExt;
        return one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino());
    }
    false
}

/// All of a file, but not more than is needed to see that it is too large.
fn input(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let most = MAX_BYTES as u64 + 1;
    let read = if path == Path::new("-") {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    read.map_err(|error| Failure::refused(format_args!("{}: {error}", path.display())))?;
    if bytes.len() > MAX_BYTES {
        // A file knows its size; a stream may have no end.
        let size = std::fs::metadata(path).ok().filter(|file| file.is_file()).map(|file| file.len());
        let size = size.map_or(format!("> {MAX_BYTES} bytes"), |size| format!("{size} bytes"));
        let errors = Errors::from(too_large(size));
        return Err(Failure::Refused(Words::errors().list(&errors)));
    }
    Ok(bytes)
}

/// Lets the run happen with its trace written, and told to another listener, who has a look wherever it stands still.
fn traced<O: Observer>(
    simulation: &mut Simulation,
    (other, stand): (&mut O, impl Fn(&mut O, &Simulation)),
    (scenario, choice): (&Scenario, &Choice),
    path: &Path,
    course: &Course,
) -> Result<(), Failure> {
    let broken = |error: io::Error| match to_output(Some(path)) {
        true => Failure::on_output(&error),
        false => Failure::Broken(format!("{}: {error}", path.display())),
    };
    let file: Box<dyn Write> =
        if to_output(Some(path)) { Box::new(io::stdout()) } else { Box::new(File::create(path).map_err(broken)?) };
    let mut trace = Trace::new(BufWriter::with_capacity(1 << 16, file), scenario).choose(choice);
    let mut truth = Truth::new(scenario);
    let listened = {
        let mut both = (other, &mut WithTruth { truth: &mut truth, listener: &mut trace });
        course.go(simulation, &mut both, |both, simulation| {
            stand(both.0, simulation);
            if both.1.listener.failed() { Err(Failure::Closed) } else { Ok(()) }
        })
    };
    trace.reach(simulation.halted().map_or(simulation.now(), |halt| halt.at));
    // A run that was given up because the disk refused it tells the disk's reason.
    trace.finish().map_err(broken)?;
    listened
}

/// How a run is let happen.
struct Course {
    /// What summary and trace are of, half open.
    span: (Time, Time),
    /// Tells how far it is.
    progress: bool,
}

impl Course {
    /// Lets the run happen to its end, part by part; it stands still at both ends of the span, too. `look` may give it up.
    fn go<O: Observer>(
        &self,
        simulation: &mut Simulation,
        observer: &mut O,
        mut look: impl FnMut(&mut O, &Simulation) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let end = simulation.duration();
        for part in 1..=PARTS {
            let until = if part == PARTS { end } else { Time(end.0 / PARTS * part) };
            let begun = simulation.now();
            let edges = [self.span.0, self.span.1].into_iter().filter(|edge| begun < *edge && *edge < until);
            for stop in edges.chain([until]) {
                simulation.run_until(stop, observer);
                look(observer, simulation)?;
            }
            if simulation.halted().is_some() {
                break;
            }
            if self.progress && part % (PARTS / 20) == 0 {
                let (percent, now) = (part * 100 / PARTS, simulation.now().seconds());
                remark(format_args!("{percent:3} %  {now:.3} s  {} events", simulation.events()));
            }
        }
        Ok(())
    }
}
