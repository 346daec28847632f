//! `cargo xtask golden [NAME…]` compares the golden traces (all, or those whose name begins so) with the stored ones,
//! shows differing decisions as text, and draws differing signals, old against new, into `target/golden`. With `--accept`
//! the new traces are stored. Not here: the content of a trace (`sawtooth_testing::golden`), drawing
//! (`sawtooth_testing::plot`).

use crate::root;
use sawtooth_testing::golden::{all, folder, parts};
use sawtooth_testing::{diff, plot};
use std::fs;
use std::path::Path;

/// Lines of a difference that are printed; the file has all of them.
const PRINTED: usize = 24;

/// Compares, draws, and accepts if requested.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let accept = arguments.iter().any(|argument| argument == "--accept");
    let names: Vec<&String> = arguments.iter().filter(|argument| *argument != "--accept").collect();
    if let Some(option) = names.iter().find(|name| name.starts_with('-')) {
        return Err(format!("unknown option `{option}`. Allowed: --accept."));
    }
    let wanted = |file: &str| names.is_empty() || names.iter().any(|name| file.starts_with(name.as_str()));
    let drawings = root().join("target/golden");
    fs::create_dir_all(&drawings).map_err(|error| format!("{}: {error}", drawings.display()))?;
    let now = all();
    let mut open = 0;
    for trace in now.iter().filter(|trace| wanted(&trace.file)) {
        let kept = folder().join(&trace.file);
        let then = fs::read_to_string(&kept).unwrap_or_default().replace("\r\n", "\n");
        if then == trace.text {
            continue;
        }
        println!("{}: {}", trace.file, if then.is_empty() { "new" } else { "differs" });
        show(&drawings, &trace.file, &then, &trace.text)?;
        if accept {
            write(&kept, &trace.text)?;
        } else {
            open += 1;
        }
    }
    open += strangers(&now.iter().map(|trace| trace.file.as_str()).collect::<Vec<_>>(), wanted, accept)?;
    match open {
        0 => {
            println!("golden traces: as kept");
            Ok(())
        }
        _ => {
            Err(format!("{open} traces differ; look at the drawings, then take them by `cargo xtask golden --accept`"))
        }
    }
}

/// Draws each scenario that differs, and writes and prints the difference of its events and decisions.
fn show(drawings: &Path, file: &str, then: &str, now: &str) -> Result<(), String> {
    let (name, kept) = (file.trim_end_matches(".txt"), parts(then));
    for (scenario, now) in parts(now) {
        let then = kept.iter().find(|(name, _)| *name == scenario).map_or("", |(_, part)| *part);
        if then == now {
            continue;
        }
        let drawing = drawings.join(format!("{name}.{scenario}.svg"));
        write(&drawing, &plot::svg(&format!("{name}, {scenario}"), then, now))?;
        let events = |part: &str| part.split_once("\n\n").map_or(String::new(), |(_, events)| events.to_owned());
        let lines = diff::lines(&events(then), &events(now));
        let text = drawing.with_extension("diff");
        write(&text, &(lines.join("\n") + "\n"))?;
        println!("  {scenario}: drawn in {}, decisions in {}", drawing.display(), text.display());
        if !then.is_empty() {
            lines.iter().take(PRINTED).for_each(|line| println!("    {line}"));
            if lines.len() > PRINTED {
                println!("    and {} lines more", lines.len() - PRINTED);
            }
        }
    }
    Ok(())
}

/// Number of stored traces without a registered algorithm, or none once they are removed.
fn strangers(known: &[&str], wanted: impl Fn(&str) -> bool, accept: bool) -> Result<usize, String> {
    let broken = |error: std::io::Error| format!("{}: {error}", folder().display());
    let mut open = 0;
    for entry in fs::read_dir(folder()).map_err(broken)? {
        let entry = entry.map_err(broken)?;
        let file = entry.file_name().to_string_lossy().into_owned();
        if known.contains(&file.as_str()) || !wanted(&file) {
            continue;
        }
        println!("{file}: belongs to nothing registered");
        if accept {
            fs::remove_file(entry.path()).map_err(broken)?;
        } else {
            open += 1;
        }
    }
    Ok(open)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
