//! Draws two parts of golden traces (one scenario each) over each other as one SVG: a panel for each signal, old as a broad
//! grey line, new as a thin red one on top, so that where they agree the red has a grey rim; below, events and decisions,
//! old above the line and new below it. Not here: where the traces come from, the decisions' numbers (`diff`).

use std::collections::BTreeSet;
use std::fmt::Write;

const WIDTH: f64 = 960.0;
const LEFT: f64 = 215.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 56.0;
const PANEL: f64 = 84.0;
const GAP: f64 = 18.0;
const ROW: f64 = 22.0;
const OLD: &str = "#a9a9a9";
const NEW: &str = "#c8102e";

/// A column of the table: its cells by time.
type Cells<'t> = Vec<(f64, &'t str)>;

/// A trace, read.
#[derive(Default)]
struct Trace<'t> {
    columns: Vec<(&'t str, Cells<'t>)>,
    marks: Vec<(f64, &'t str)>,
    digest: &'t str,
}

impl<'t> Trace<'t> {
    fn read(text: &'t str) -> Trace<'t> {
        let (rows, marks) = text.split_once("\n\n").unwrap_or((text, ""));
        let mut lines =
            rows.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(',').collect::<Vec<_>>());
        let head = lines.next().unwrap_or_default();
        let mut trace =
            Trace { columns: head.iter().skip(1).map(|name| (*name, Vec::new())).collect(), ..Trace::default() };
        for line in lines {
            let time = number(line.first().unwrap_or(&""));
            for ((_, cells), cell) in
                trace.columns.iter_mut().zip(line.iter().skip(1)).filter(|(_, cell)| !cell.is_empty())
            {
                cells.push((time, cell));
            }
        }
        for line in marks.lines() {
            match line.splitn(3, ' ').collect::<Vec<_>>()[..] {
                [_, "digest", digest] => trace.digest = digest,
                [time, mark, _] => trace.marks.push((number(time), mark)),
                _ => {}
            }
        }
        trace
    }

    fn column(&self, name: &str) -> &[(f64, &'t str)] {
        self.columns.iter().find(|(column, _)| *column == name).map_or(&[], |(_, cells)| cells)
    }

    fn end(&self) -> f64 {
        let rows = self.columns.iter().filter_map(|(_, cells)| cells.last()).map(|(time, _)| *time);
        rows.fold(1.0, f64::max)
    }
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or(0.0)
}

/// The drawing.
pub fn svg(title: &str, old: &str, new: &str) -> String {
    let (old, new) = (Trace::read(old), Trace::read(new));
    let end = old.end().max(new.end());
    let mut names: Vec<&str> = new.columns.iter().map(|(name, _)| *name).collect();
    names.extend(old.columns.iter().map(|(name, _)| *name).filter(|name| new.column(name).is_empty()));
    let marks: BTreeSet<&str> = old.marks.iter().chain(&new.marks).map(|(_, mark)| *mark).collect();
    let height = TOP + names.len() as f64 * (PANEL + GAP) + marks.len() as f64 * ROW + 40.0;
    let mut out = String::new();
    let _ = write!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="11" fill="#222">
<rect width="100%" height="100%" fill="#fff"/>
<text x="20" y="22" font-size="15" font-weight="bold">{title}</text>
<text x="20" y="42"><tspan fill="{OLD}" font-weight="bold">kept</tspan> {}   <tspan fill="{NEW}" font-weight="bold">now</tspan> {}</text>
"##,
        old.digest, new.digest
    );
    let x = |time: f64| LEFT + (WIDTH - LEFT - RIGHT) * time / end;
    let mut y = TOP;
    for name in names {
        panel(&mut out, name, old.column(name), new.column(name), y, &x);
        y += PANEL + GAP;
    }
    for mark in marks {
        let _ = writeln!(out, r##"<text x="20" y="{:.1}">{mark}</text>"##, y + 4.0);
        let _ = writeln!(out, r##"<path d="M{LEFT} {y}H{:.1}" stroke="#ddd"/>"##, x(end));
        for (trace, colour, rise) in [(&old, OLD, -8.0), (&new, NEW, 8.0)] {
            for (time, _) in trace.marks.iter().filter(|(_, other)| *other == mark) {
                let _ =
                    writeln!(out, r##"<path d="M{:.2} {y}v{rise}" stroke="{colour}" stroke-width="1.5"/>"##, x(*time));
            }
        }
        y += ROW;
    }
    for second in (0..=end as u32).step_by(2) {
        let at = x(f64::from(second));
        let _ = writeln!(out, r##"<text x="{at:.1}" y="{:.1}" text-anchor="middle">{second} s</text>"##, height - 12.0);
    }
    out.push_str("</svg>\n");
    out
}

/// One signal, old and new.
fn panel(out: &mut String, name: &str, old: &[(f64, &str)], new: &[(f64, &str)], top: f64, x: &impl Fn(f64) -> f64) {
    // Words stand in the order of the alphabet.
    let words: BTreeSet<&str> =
        old.iter().chain(new).map(|(_, cell)| *cell).filter(|cell| cell.parse::<f64>().is_err()).collect();
    let words: Vec<&str> = words.into_iter().collect();
    let value =
        |cell: &str| words.iter().position(|word| *word == cell).map_or_else(|| number(cell), |place| place as f64);
    let values = || old.iter().chain(new).map(|(_, cell)| value(cell)).filter(|value| value.is_finite());
    let (least, most) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
    let span = if most > least { most - least } else { 1.0 };
    let y = |cell: &str| top + PANEL - PANEL * ((value(cell) - least) / span);
    let first = new.iter().zip(old).find(|(a, b)| a != b).map(|((time, _), _)| *time);
    let differs = match first {
        Some(time) => format!("differs at {time} s"),
        None if old.len() != new.len() => "differs in length".to_owned(),
        None => String::new(),
    };
    let weight = if differs.is_empty() { "normal" } else { "bold" };
    let _ = writeln!(out, r##"<text x="20" y="{:.1}" font-weight="{weight}">{name}</text>"##, top + 14.0);
    let _ = writeln!(out, r##"<text x="20" y="{:.1}" fill="{NEW}">{differs}</text>"##, top + 30.0);
    let _ = writeln!(out, r##"<path d="M{LEFT} {top}v{PANEL}H{:.1}" stroke="#ccc" fill="none"/>"##, WIDTH - RIGHT);
    let labels: Vec<(f64, String)> = match words[..] {
        [] => vec![(top + 8.0, short(most)), (top + PANEL, short(least))],
        _ => words.iter().map(|word| (y(word) + 4.0, (*word).to_owned())).collect(),
    };
    for (at, label) in labels {
        let _ =
            writeln!(out, r##"<text x="{:.1}" y="{at:.1}" text-anchor="end" fill="#777">{label}</text>"##, LEFT - 6.0);
    }
    for (cells, colour, width) in [(old, OLD, 4.5), (new, NEW, 1.5)] {
        let points: Vec<String> = cells.iter().map(|(time, cell)| format!("{:.2},{:.2}", x(*time), y(cell))).collect();
        let _ = writeln!(
            out,
            r##"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>"##,
            points.join(" ")
        );
    }
}

fn short(value: f64) -> String {
    if value.abs() >= 1000.0 { format!("{value:.0}") } else { format!("{value:.3}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD_TRACE: &str = "# ecn: marks\ntime_s,cwnd_packets,queue_state\n0.5,3,\n1,4,full\n\n0.700 timeout 1\n0.700 a.halve { before: 3 }\n1.000 digest aa\n";

    #[test]
    fn a_drawing_says_where_two_traces_part() {
        let drawing = svg("newreno.csv", OLD_TRACE, &OLD_TRACE.replace("1,4,full", "1,5,full"));
        assert!(drawing.contains("differs at 1 s") && drawing.matches("differs").count() == 1);
        assert_eq!(drawing.matches("<polyline").count(), 4);
        assert!(drawing.contains(">full<") && drawing.contains(">timeout<") && drawing.contains(">a.halve<"));
    }

    #[test]
    fn a_new_trace_is_drawn_alone() {
        let drawing = svg("new.csv", "", OLD_TRACE);
        assert!(drawing.contains("differs in length"));
    }
}
