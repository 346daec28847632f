//! `sawtooth run`: reads and checks a document, then executes it. Nothing is written before everything is accepted, and
//! only files of completed runs are kept. Not here: measurements (crate `measures`), execution in parts (`execution`).

#[cfg(feature = "parquet")]
use crate::VERSION;
use crate::execution::{Execution, Limits};
use crate::files::{self, Draft};
use crate::input::input;
use crate::job::{Job, finished, summarised};
use crate::options::{Origin, RunOptions, unknown};
use crate::output::{self, Out};
use crate::repeat;
use crate::table::{self, Align, Column, grid};
use crate::traces::{given_trace, named_traces};
use crate::wide::{Looked, Wide};
use crate::{Failure, print, remark};
use sawtooth_engine::observe::{NullObserver, Observer};
use sawtooth_engine::scenario::Scenario;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::telemetry::truth::{Truth, WithTruth};
use sawtooth_engine::units::Time;
use sawtooth_measures::discriminators::observer::Discriminators;
use sawtooth_measures::notices::Setting;
use sawtooth_measures::selection::{self, ALLOWED_INTERVAL, Refused};
use sawtooth_measures::summary::Summary;
use sawtooth_measures::trace::{Choice, Rows, Trace, signals, sources};
use sawtooth_measures::{notices, presets};
use sawtooth_scenario::parse::MAX_BYTES;
use sawtooth_scenario::words::Words;
use sawtooth_scenario::{Document, Errors, Json, check_with, parse, parse_bytes, set_all};
use sawtooth_sweep::Form;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Maximum size of a trace without `--large-trace`, in bytes.
const MOST_BYTES: f64 = 1e9;

/// Runs a scenario with these options.
pub fn run(options: &RunOptions) -> Result<(), Failure> {
    let (document, read) = document(options)?;
    let scenario = &document.scenario;
    let span = span(options, scenario.duration)?;
    let choice = choice(options, scenario, span)?;
    let form = output::summaries(options)?;
    let trace = options.trace.as_deref().map(|path| Ok((path, output::trace(path)?))).transpose()?;
    if let Some((path, Form::Parquet)) = trace.filter(|_| options.wide) {
        let given = path.display().to_string();
        return Err(Failure::refused(format_args!(
            "--wide: --trace is `{}`. Allowed: a name that ends in .csv.",
            given.escape_debug()
        )));
    }
    let read: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
    let trace_file = options.trace.as_deref().filter(|path| !to_output(Some(path)));
    let written = [("--trace", trace_file), ("--out", options.out.as_deref())];
    let written: Vec<_> = written.into_iter().filter_map(|(option, path)| Some((option, path?))).collect();
    files::accept(&read, &written, options.force)?;
    let notices = worded(&document);
    let out = || options.out.as_deref().zip(form).map(|(path, form)| Out::begin(path, form)).transpose();
    if let Some(seeds) = options.seeds {
        return repeat::run(options, &document, span, &notices, seeds, out()?);
    }
    let limits = Limits::new(options.limit_events, options.limit_seconds);
    let trace = match trace {
        None => None,
        Some((path, _)) if options.wide => {
            let mut execution = Execution::new(span, limits.clone(), options.progress);
            Some((path, Layout::Wide(looked(scenario, &choice, options.large_trace, &mut execution)?)))
        }
        Some((path, form)) => {
            if !options.large_trace {
                bounded(scenario, &choice, &limits)?;
            }
            Some((path, Layout::Long(form)))
        }
    };
    let out = out()?;
    let mut execution = Execution::new(span, limits, options.progress);
    let job = Job { document: &document, span, notices, discriminators: options.discriminators };
    let summary = match trace {
        None => summarised(job, &mut execution, &|_| ())?,
        // The summary would not be printed, so it is not gathered.
        Some((path, layout)) if to_output(Some(path)) && options.out.is_none() => {
            let mut simulation = Simulation::new(scenario);
            let nobody = (&mut NullObserver, |_: &mut NullObserver, _: &Simulation| ());
            return traced(&mut simulation, nobody, ((&document, &choice), (path, layout), &mut execution));
        }
        Some(trace) => {
            let mut simulation = Simulation::new(scenario);
            let mut observer = job.observer();
            let about = ((&document, &choice), trace, &mut execution);
            match &mut observer {
                (summary, None) => traced(&mut simulation, (summary, Summary::stand), about)?,
                (summary, Some(scores)) => {
                    let stand = |both: &mut (&mut Summary, &mut Discriminators), now: &Simulation| both.0.stand(now);
                    traced(&mut simulation, (&mut (&mut *summary, scores), stand), about)?;
                }
            }
            finished(observer, &simulation)
        }
    };
    let runs = [(scenario.seed, summary)];
    if let Some(out) = out {
        out.write(&document, &runs)?;
    }
    let [(_, summary)] = runs;
    match to_output(options.trace.as_deref()) {
        true => Ok(()),
        false => print(&if options.json { summary.pretty() } else { table::text(&document, &summary) }),
    }
}

/// The document, with overrides applied before it is checked (contract, section 1), and all files that were read for it.
fn document(options: &RunOptions) -> Result<(Document, Vec<PathBuf>), Failure> {
    let refuse = |errors: Errors| Failure::Refused(Words::errors().list(&errors));
    let mut tree = match &options.source {
        Origin::Preset(scenario) => scenario.clone(),
        Origin::File(path) => parse_bytes(&input(path, MAX_BYTES)?).map_err(|error| refuse(error.into()))?,
    };
    // Anything that is not JSON is passed on as text and rejected with its place.
    let value = |text: &str| parse(text).unwrap_or_else(|_| Json::from(text));
    let set: Vec<(&str, Json)> = options.set.iter().map(|(path, text)| (path.as_str(), value(text))).collect();
    set_all(&mut tree, set.iter().map(|(path, value)| (*path, value))).map_err(|error| refuse(error.into()))?;
    for (name, given) in [("seed", &options.seed), ("duration_s", &options.duration)] {
        if let Some(text) = given {
            tree.set(name, value(text));
        }
    }
    let given = [(&options.rate_trace, "bottleneck"), (&options.reverse_rate_trace, "reverse_bottleneck")];
    let given: Vec<(&PathBuf, &str)> =
        given.into_iter().filter_map(|(path, side)| Some((path.as_ref()?, side))).collect();
    let mut files = Vec::new();
    for (path, side) in &given {
        files.extend(given_trace(path, side, &mut tree)?);
    }
    // Those that no option gives lie beside the document.
    let mut others = tree.clone();
    for (_, side) in &given {
        others.set(side, Json::Null);
    }
    files.extend(named_traces(&others, &options.source)?);
    let mut read: Vec<PathBuf> = given.iter().map(|(path, _)| (*path).clone()).collect();
    let mut folder = Path::new("");
    if let Origin::File(path) = &options.source {
        read.push(path.clone());
        folder = path.parent().unwrap_or(folder);
    }
    read.extend(files.iter().map(|file| folder.join(&file.name)));
    Ok((check_with(tree, &files).map_err(refuse)?, read))
}

/// Span of summary and trace, half open; the whole run if none is given.
fn span(options: &RunOptions, duration: Time) -> Result<(Time, Time), Failure> {
    let [from, to] = [options.from.as_deref(), options.to.as_deref()];
    selection::span(from.map(seconds), to.map(seconds), duration).map_err(|refused| {
        let (name, given, allowed) = match refused {
            Refused::From(allowed) => ("from", from, allowed),
            Refused::To(allowed) => ("to", to, allowed),
        };
        let given = given.unwrap_or_default().escape_debug();
        Failure::refused(format_args!("--{name} is `{given}`. Allowed: {allowed}."))
    })
}

/// The number of an option; what is none is not a number, and refused as such.
fn seconds(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// Selection of what the trace contains.
fn choice(options: &RunOptions, scenario: &Scenario, (from, to): (Time, Time)) -> Result<Choice, Failure> {
    let sources = sources(scenario);
    let names = || sources.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    let find = |name: &String| {
        let found = sources.iter().find(|(other, _)| other == name);
        found.map(|(_, source)| *source).ok_or_else(|| unknown("source", name, "", &names()))
    };
    let known: Vec<&str> = signals().iter().map(|signal| signal.name).collect();
    if let Some(name) = options.signals.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(unknown("signal", name, "", &known));
    }
    let every = options.every.as_deref().map(|text| {
        selection::interval(seconds(text)).ok_or_else(|| {
            let given = text.escape_debug();
            Failure::refused(format_args!("--every is `{given}`. Allowed: {ALLOWED_INTERVAL}."))
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

/// Maximum number of notices on standard error; the summary has all of them.
const MOST_NOTICES: usize = 20;

/// Maximum number of options that a notice's remedy lists; the summary has all of them.
const MOST_OPTIONS: usize = 4;

/// The remedy of a notice in words, as options of the command; empty without one.
fn remedy(words: &Words, remedy: &[Setting]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '=');
    let option = |(path, value): &Setting| {
        let value = value.text().map_or_else(|| value.to_string(), String::from);
        let setting = format!("{path}={value}");
        if setting.chars().all(plain) { format!("--set {setting}") } else { format!("--set '{setting}'") }
    };
    let options: Vec<String> = remedy.iter().take(MOST_OPTIONS).map(option).collect();
    let (options, count) = (options.join(" "), remedy.len().to_string());
    match remedy.len() {
        0 => String::new(),
        1..=MOST_OPTIONS => format!(" {}", words.say("notice.remedy", &[("options", &options)])),
        _ => format!(" {}", words.say("notice.remedy_more", &[("options", &options), ("count", &count)])),
    }
}

/// Notices of a document for its summary; each is also printed to standard error.
fn worded(document: &Document) -> Vec<Json> {
    let words = Words::notices();
    let notices = notices::of(document);
    let texts: Vec<String> = notices.iter().map(|notice| words.notice(notice.code, &notice.arguments)).collect();
    for (notice, text) in notices.iter().zip(&texts).take(MOST_NOTICES) {
        let remedy = remedy(&words, &notice.remedy);
        remark(format_args!("sawtooth: notice: {}: {text}{remedy}", notice.place));
    }
    if notices.len() > MOST_NOTICES {
        let more = (notices.len() - MOST_NOTICES).to_string();
        remark(format_args!("sawtooth: notice: {}", words.say("notice.more", &[("count", &more)])));
    }
    notices.iter().zip(&texts).map(|(notice, text)| notice.worded(text)).collect()
}

/// List of presets, one per line.
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

/// Whether the trace goes to standard output, which then has no summary.
fn to_output(trace: Option<&Path>) -> bool {
    trace == Some(Path::new("-"))
}

/// Rejects a trace that is larger than expected.
fn bounded(scenario: &Scenario, choice: &Choice, limits: &Limits) -> Result<(), Failure> {
    let bytes = size(scenario, choice, limits, LOOK)?;
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let gigabytes = bytes / 1e9;
    let digits = if gigabytes < 10.0 { 1 } else { 0 };
    Err(Failure::refused(format_args!(
        "--trace: the trace would be about {gigabytes:.digits$} GB. Allowed: up to 1 GB, or any size with --large-trace. \
         --from, --to, --sources, --signals and --every make it smaller."
    )))
}

/// The columns of a wide trace. Rejects one that is larger than allowed.
fn looked(scenario: &Scenario, choice: &Choice, large: bool, execution: &mut Execution) -> Result<Looked, Failure> {
    let nobody = (&mut NullObserver, |_: &mut NullObserver, _: &Simulation| ());
    let looked = written(&mut Simulation::new(scenario), nobody, (scenario, choice), Looked::new(), execution)?;
    let looked = looked.map_err(|error| Failure::Broken(error.to_string()))?;
    let bytes = looked.size();
    if !large && bytes as f64 > MOST_BYTES {
        return Err(Failure::refused(format_args!(
            "--wide: the trace would be {bytes} bytes. Allowed: up to 1000000000 bytes, or any size with --large-trace. \
             --from, --to, --sources, --signals and --every make it smaller."
        )));
    }
    Ok(looked)
}

/// Events used for the estimate: somewhat more than a complete trace of 1 GB has, so that only larger traces and parts
/// of longer runs are extrapolated. They take a second or two.
const LOOK: u64 = 8_000_000;

/// Approximate size of the trace in bytes. A limit that ends the run is reported when it is reached.
fn size(scenario: &Scenario, choice: &Choice, limits: &Limits, look: u64) -> Result<f64, Failure> {
    let bytes = |counted: &Counted| counted.0;
    selection::estimate(scenario, choice, look, bytes, &mut |simulation, until, events, listener| {
        limits.advance(simulation, until, events, listener)
    })
}

/// Writer that only counts bytes.
#[derive(Default)]
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Destination of a trace.
enum Target {
    Output(io::Stdout),
    File(Draft),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Output(out) => out.write(bytes),
            Target::File(draft) => draft.write(bytes),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Output(out) => out.flush(),
            Target::File(draft) => draft.flush(),
        }
    }
}

/// Layout of a trace.
enum Layout {
    /// One row for each value, in this form.
    Long(Form),
    /// A column for each series.
    Wide(Looked),
}

/// Executes the run with its trace written, and with a second observer, which is called at each pause.
fn traced<O: Observer>(
    simulation: &mut Simulation,
    other: (&mut O, impl Fn(&mut O, &Simulation)),
    ((document, choice), (path, layout), execution): ((&Document, &Choice), (&Path, Layout), &mut Execution),
) -> Result<(), Failure> {
    let broken = |error: io::Error| match to_output(Some(path)) {
        true => Failure::on_output(&error),
        false => files::broken(path, &error),
    };
    let target = match to_output(Some(path)) {
        true => Target::Output(io::stdout()),
        false => Target::File(Draft::new(path).map_err(broken)?),
    };
    let out = BufWriter::with_capacity(1 << 16, target);
    let scenario = (&document.scenario, choice);
    let written = match layout {
        Layout::Long(Form::Csv) => written(simulation, other, scenario, out, execution)?,
        Layout::Wide(looked) => {
            written(simulation, other, scenario, looked.writer(out), execution)?.map(Wide::into_inner)
        }
        Layout::Long(Form::Parquet) => as_parquet(simulation, other, (document, choice), out, execution)?,
    };
    let written = written.and_then(|out| out.into_inner().map_err(|error| error.into_error())).map_err(broken)?;
    match written {
        Target::Output(_) => Ok(()),
        Target::File(draft) => draft.keep().map_err(broken),
    }
}

#[cfg(feature = "parquet")]
fn as_parquet<O: Observer>(
    simulation: &mut Simulation,
    other: (&mut O, impl Fn(&mut O, &Simulation)),
    (document, choice): (&Document, &Choice),
    out: BufWriter<Target>,
    execution: &mut Execution,
) -> Result<io::Result<BufWriter<Target>>, Failure> {
    let metadata = [("sawtooth.version", VERSION), ("sawtooth.scenario", &document.raw.to_string())];
    let trace = match sawtooth_sweep::parquet::Trace::new(out, &metadata) {
        Ok(trace) => trace,
        Err(error) => return Ok(Err(error)),
    };
    let written = written(simulation, other, (&document.scenario, choice), trace, execution)?;
    Ok(written.and_then(|trace| trace.into_inner().ok_or_else(|| io::ErrorKind::UnexpectedEof.into())))
}

#[cfg(not(feature = "parquet"))]
fn as_parquet<O: Observer>(
    _: &mut Simulation,
    _: (&mut O, impl Fn(&mut O, &Simulation)),
    _: (&Document, &Choice),
    _: BufWriter<Target>,
    _: &mut Execution,
) -> Result<io::Result<BufWriter<Target>>, Failure> {
    Ok(Err(io::ErrorKind::Unsupported.into())) // such a name is rejected before the run
}

/// The run with its trace as these rows; the disk's error within, any other early end outside.
fn written<O: Observer, R: Rows>(
    simulation: &mut Simulation,
    (other, stand): (&mut O, impl Fn(&mut O, &Simulation)),
    (scenario, choice): (&Scenario, &Choice),
    rows: R,
    execution: &mut Execution,
) -> Result<io::Result<R>, Failure> {
    let mut trace = Trace::new(rows, scenario).choose(choice);
    let mut truth = Truth::new(scenario);
    let listened = {
        let mut both = (other, &mut WithTruth { truth: &mut truth, listener: &mut trace });
        execution.go(simulation, &mut both, |both, simulation| {
            stand(both.0, simulation);
            if both.1.listener.failed() { Err(Failure::Closed) } else { Ok(()) }
        })
    };
    // If the disk rejected the trace, the disk's error is reported; any other early end leaves no file.
    if !trace.failed() {
        listened?;
    }
    Ok(trace.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sawtooth_engine::observe::Source;
    use sawtooth_engine::units::Span;
    use sawtooth_scenario::read;

    const PATH: &str = r#""bottleneck": { "rate_bps": 5e6, "queue": { "limit_packets": 84 } }"#;

    fn scenario(rest: &str) -> Scenario {
        read(&format!(r#"{{ "schema": 1, {PATH}, {rest} }}"#)).unwrap_or_else(|errors| panic!("{errors:?}")).scenario
    }

    /// Bytes of the trace, and events of the run.
    fn whole(scenario: &Scenario, choice: &Choice) -> (f64, u64) {
        let (mut simulation, mut truth) = (Simulation::new(scenario), Truth::new(scenario));
        let mut trace = Trace::new(Counted(0), scenario).choose(choice);
        simulation.run_until(scenario.duration, &mut WithTruth { truth: &mut truth, listener: &mut trace });
        (trace.finish().unwrap().0 as f64, simulation.events())
    }

    /// Of a run that is looked at whole to a hundredth; within a factor of two of one of which half is.
    #[test]
    fn the_size_of_a_trace_is_estimated_well() {
        let all = |scenario: &Scenario| Choice {
            from: Time::ZERO,
            to: scenario.duration,
            sources: Vec::new(),
            signals: Vec::new(),
            every: None,
        };
        let mixed = scenario(
            r#""duration_s": 60, "flows": [{ "name": "a", "algorithm": { "kind": "cdg" } }, { "name": "b", "start_s": 20 }],
               "cross_traffic": [{ "kind": "voip" }]"#,
        );
        let lossy = scenario(
            r#""duration_s": 90, "flows": [{ "algorithm": { "kind": "cubic" } }],
               "interventions": [{ "at_s": 40, "path": "bottleneck.loss.probability", "value": 0.002 }]"#,
        );
        let many = scenario(&format!(r#""duration_s": 60, "flows": [{}]"#, ["{}"; 40].join(", ")));
        let late = scenario(r#""duration_s": 80, "flows": [{ "start_s": 35 }], "cross_traffic": [{ "kind": "voip" }]"#);
        let seconds = Time::from_seconds;
        let cases = [
            ("all", &mixed, all(&mixed)),
            ("with losses from 40 s on", &lossy, all(&lossy)),
            ("many flows", &many, all(&many)),
            ("begins late", &late, all(&late)),
            ("a span", &mixed, Choice { from: seconds(30.0), to: seconds(50.0), ..all(&mixed) }),
            ("the end", &many, Choice { from: seconds(50.0), ..all(&many) }),
            ("one source", &mixed, Choice { sources: vec![Source::Flow(0)], ..all(&mixed) }),
            ("one signal", &many, Choice { signals: vec!["cwnd_packets".into()], ..all(&many) }),
            ("samples", &mixed, Choice { every: Some(Span::from_ms(10.0)), ..all(&mixed) }),
            ("many samples", &mixed, Choice { every: Some(Span::from_ms(1.0)), ..all(&mixed) }),
        ];
        for (name, scenario, choice) in cases {
            let limits = Limits::new(None, None);
            let (exact, events) = whole(scenario, &choice);
            let of = |look| size(scenario, &choice, &limits, look).ok().unwrap() / exact;
            let (whole, begun) = (of(u64::MAX), of(events / 2));
            assert!((0.99..1.01).contains(&whole), "{name}: {whole} of {exact} bytes");
            assert!((0.5..2.0).contains(&begun), "{name}: {begun} of {exact} bytes, from its beginning");
        }
    }
}
