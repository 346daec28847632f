//! Draws a figure as one SVG, in the paper's form: black on white, panels as the paper has them, those beside it small
//! below. Text is escaped, nothing is loaded. Not here: how the page draws.

use super::scale::Scale;
use super::{Content, Entry, Figure, Marks, Panel, Plot, Series};
use sawtooth_engine::math::clamp;
use std::fmt::Write;

const WIDTH: f64 = 760.0;
const MARGIN: f64 = 16.0;
/// From a panel's left edge to its legend, and to its axis where the labels are short.
const LEGEND: f64 = 52.0;
/// Colours that differ for every eye (Okabe and Ito), each with a dash and a marker of its own.
const INKS: [&str; 8] = ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#444444", "#000000"];
const DASHES: [&str; 8] = ["", "", "6 3", "2 2", "8 3 2 3", "10 4", "4 4", "1 3"];
/// So many dots are drawn as mere points.
const MANY: usize = 150;
const STATED: &str = "#767676";

/// The whole figure with its title and a line below it.
pub fn svg(figure: &Figure, title: &str, footer: &str) -> String {
    let mut body = String::new();
    let mut top = 50.0;
    let (main, beside): (Vec<&Panel>, Vec<&Panel>) = figure.panels.iter().partition(|panel| !panel.beside);
    // Small panels need no legend of their own where the first panel's serves.
    let first = main.first().map_or(Vec::new(), |panel| names(panel));
    for (panels, columns, height) in [(main, figure.columns.max(1), 330.0_f64), (beside, 3, 210.0)] {
        let columns = columns.min(panels.len().max(1));
        let axis =
            panels.iter().map(|panel| room(panel)).fold(LEGEND, |most, room| if room > most { room } else { most });
        let width = (WIDTH - MARGIN * 2.0) / columns as f64;
        let height = if columns > 1 { height.min(width * 0.85) } else { height };
        for row in rows(&panels, columns) {
            let mut deepest = 0.0;
            let width = if is_table(row[0]) { WIDTH - MARGIN * 2.0 } else { width };
            let mut known: Vec<(&str, u8)> = if row[0].beside { first.clone() } else { Vec::new() };
            for (column, panel) in row.iter().enumerate() {
                let left = MARGIN + width * column as f64;
                let frame = Frame { left, top, width: width - 8.0, height, axis };
                let own = names(panel);
                let used = frame.panel(&mut body, panel, !own.iter().all(|name| known.contains(name)));
                if !panel.beside {
                    known = own;
                }
                deepest = if used > deepest { used } else { deepest };
            }
            top += deepest + 14.0;
        }
    }
    let height = top + 26.0;
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#222\">\n<title>{0}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<text x=\"{MARGIN}\" y=\"26\" font-size=\"15\" \
         font-weight=\"bold\">{0}</text>\n",
        escaped(title)
    );
    out.push_str(&body);
    let _ =
        writeln!(out, "<text x=\"{MARGIN}\" y=\"{}\" fill=\"#666\">{}</text>\n</svg>", height - 12.0, escaped(footer));
    out
}

/// What the labels of a panel's y axis need: numbers are short, names as long as they are. Panels of a column have one axis.
fn room(panel: &Panel) -> f64 {
    let Content::Plot(plot) = &panel.content else { return 0.0 };
    let longest = plot.y.names.iter().map(|name| name.chars().count()).max();
    longest.map_or(0.0, |longest| 6.0 * longest as f64 + 26.0)
}

/// The entries of a panel's legend.
fn names(panel: &Panel) -> Vec<(&str, u8)> {
    let Content::Plot(plot) = &panel.content else { return Vec::new() };
    plot.series.iter().filter(|series| !series.hidden).map(|series| (series.name.as_str(), series.ink)).collect()
}

/// A text as content or attribute of an element.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // No character of XML at all.
            c if c.is_control() && c != '\n' && c != '\t' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Where a panel goes.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// From its left edge to the axis.
    axis: f64,
}

/// Width of a letter, plain and bold.
const PLAIN: f64 = 5.8;
const BOLD: f64 = 6.6;

fn is_table(panel: &Panel) -> bool {
    matches!(panel.content, Content::Table(..))
}

/// Panels row by row; a table has one of its own.
fn rows<'a, 'b>(panels: &'b [&'a Panel], columns: usize) -> Vec<&'b [&'a Panel]> {
    let (mut rows, mut from) = (Vec::new(), 0);
    while from < panels.len() {
        let plots = panels[from..].iter().take(columns).take_while(|panel| !is_table(panel)).count();
        let until = from + plots.max(1);
        rows.push(&panels[from..until]);
        from = until;
    }
    rows
}

/// Words in lines of so many letters; a longer word has a line of its own.
fn broken(words: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match lines.last_mut().filter(|line| line.chars().count() + 1 + word.chars().count() <= letters) {
            Some(line) => *line = format!("{line} {word}"),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

impl Frame {
    /// Draws a panel, with a legend if the one before has not the same; how deep it is.
    fn panel(&self, out: &mut String, panel: &Panel, named: bool) -> f64 {
        let _ = writeln!(out, "<g>");
        let titled = if panel.title.is_empty() { 0.0 } else { 16.0 };
        if titled > 0.0 {
            // What is too long for its panel is set closer.
            let width = 6.6 * panel.title.chars().count() as f64;
            let room = self.width - 12.0;
            let close = format!("font-weight=\"bold\" textLength=\"{room:.0}\" lengthAdjust=\"spacingAndGlyphs\"");
            let style = if width > room { close.as_str() } else { "font-weight=\"bold\"" };
            text(out, self.left + 4.0, self.top + 11.0, "start", style, &panel.title);
        }
        let height = if panel.low { self.height * 0.55 } else { self.height };
        let inner = Frame { top: self.top + titled, height, ..*self };
        let depth = match &panel.content {
            Content::Plot(plot) => inner.plot(out, plot, named),
            Content::Table(heads, rows) => inner.table(out, heads, rows),
        };
        let _ = writeln!(out, "</g>");
        depth + titled
    }

    fn table(&self, out: &mut String, heads: &[String], rows: &[Vec<Entry>]) -> f64 {
        let widths = self.columns(heads, rows);
        let x = |column: usize| self.left + widths[..column].iter().sum::<f64>() + 4.0;
        let broken: Vec<Vec<String>> =
            heads.iter().zip(&widths).map(|(head, width)| broken(head, (width / BOLD) as usize)).collect();
        let deep = broken.iter().map(Vec::len).max().unwrap_or(1).max(1) as f64 * 14.0;
        for (column, lines) in broken.iter().enumerate() {
            for (place, words) in lines.iter().rev().enumerate() {
                text(out, x(column), self.top + deep - 14.0 * place as f64, "start", "font-weight=\"bold\"", words);
            }
        }
        let top = self.top + deep + 6.0;
        line(out, [self.left, top], [self.left + self.width, top], "#222", 1.0, "");
        for (place, row) in rows.iter().enumerate() {
            for (column, entry) in row.iter().enumerate() {
                text(out, x(column), top + 16.0 + 17.0 * place as f64, "start", "", &entry.print());
            }
        }
        deep + 22.0 + 17.0 * rows.len() as f64
    }

    /// How wide a table's columns are: what their entries and the longest words of their heads need, and a share of the rest.
    fn columns(&self, heads: &[String], rows: &[Vec<Entry>]) -> Vec<f64> {
        let length = |words: &str| words.chars().count() as f64;
        let needs = heads.iter().enumerate().map(|(column, head)| {
            let entries = rows.iter().filter_map(|row| row.get(column)).map(|entry| length(&entry.print()) * PLAIN);
            let words = head.split(' ').map(|word| length(word) * BOLD);
            entries.chain(words).fold(0.0, |most, width| if width > most { width } else { most }) + 10.0
        });
        let needs: Vec<f64> = needs.collect();
        let all: f64 = needs.iter().sum();
        if all > self.width {
            return needs.iter().map(|need| need * self.width / all).collect();
        }
        let rest = (self.width - all) / needs.len().max(1) as f64;
        needs.iter().map(|need| need + rest).collect()
    }

    fn plot(&self, out: &mut String, plot: &Plot, named: bool) -> f64 {
        let drawn: Vec<&Series> = plot.series.iter().filter(|series| !series.hidden).collect();
        let extents: Vec<(Vec<f64>, Vec<f64>)> = drawn.iter().map(|series| series.marks.extent()).collect();
        let at = |level| plot.rules.iter().filter(move |rule| rule.level == level).map(|rule| rule.at);
        let x = Scale::new(&plot.x, extents.iter().flat_map(|e| e.0.iter().copied()).chain(at(false)));
        let y = Scale::new(&plot.y, extents.iter().flat_map(|e| e.1.iter().copied()).chain(at(true)));
        let legend = if named { self.legend(out, &drawn) } else { 4.0 };
        let area = Area {
            left: self.left + self.axis,
            right: self.left + self.width - 8.0,
            top: self.top + legend + 6.0,
            bottom: self.top + legend + self.height - 38.0,
            x,
            y,
        };
        area.axes(out, plot, self.left);
        for series in drawn {
            area.series(out, series);
        }
        area.words(out, plot);
        legend + self.height
    }

    /// Names with their strokes, in rows; how deep they are.
    fn legend(&self, out: &mut String, series: &[&Series]) -> f64 {
        let (mut x, mut y) = (self.left + LEGEND, self.top + 10.0);
        for one in series.iter().filter(|one| !one.name.is_empty()) {
            let width = 34.0 + 6.2 * one.name.chars().count() as f64;
            if x + width > self.left + self.width && x > self.left + LEGEND {
                (x, y) = (self.left + LEGEND, y + 15.0);
            }
            let (colour, dash) = stroke(one);
            let dots = matches!(one.marks, Marks::Dots(_));
            if !dots {
                line(out, [x, y - 4.0], [x + 20.0, y - 4.0], colour, 1.8, dash);
            }
            if dots && one.stated {
                ring(out, [x + 10.0, y - 4.0], colour);
            } else if dots || matches!(one.marks, Marks::Medians(_)) {
                marker(out, [x + 10.0, y - 4.0], one.ink, colour);
            }
            text(out, x + 25.0, y, "start", "", &one.name);
            x += width;
        }
        y - self.top + 4.0
    }
}

/// The inside of a plot.
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: Scale,
    y: Scale,
}

impl Area {
    fn at(&self, x: f64, y: f64) -> [f64; 2] {
        [
            self.left + (self.right - self.left) * self.x.place(x),
            self.bottom - (self.bottom - self.top) * self.y.place(y),
        ]
    }

    fn axes(&self, out: &mut String, plot: &Plot, frame: f64) {
        for span in &plot.spans {
            let [a, b] =
                [span.from, span.until].map(|at| self.at(clamp(at, self.x.from, self.x.until), self.y.from)[0]);
            let _ = writeln!(
                out,
                "<rect x=\"{a:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"{}\" fill-opacity=\"0.13\"/>",
                self.top,
                b - a,
                self.bottom - self.top,
                INKS[usize::from(span.ink) % 8]
            );
        }
        let width = self.right - self.left;
        let named = |axis: &super::Axis, scale: &Scale, most: f64| -> Vec<(f64, String)> {
            if !axis.names.is_empty() {
                return axis.names.iter().enumerate().map(|(place, name)| (place as f64, name.clone())).collect();
            }
            let ticks = scale.ticks();
            let stride = (ticks.len() as f64 / most).ceil().max(1.0) as usize;
            ticks.into_iter().step_by(stride).map(|tick| (tick, scale.label(tick))).collect()
        };
        for (value, label) in named(&plot.y, &self.y, (self.bottom - self.top) / 18.0) {
            let [_, y] = self.at(self.x.from, value);
            line(out, [self.left, y], [self.right, y], "#e4e4e4", 1.0, "");
            text(out, self.left - 6.0, y + 4.0, "end", "", &label);
        }
        for (value, label) in named(&plot.x, &self.x, width / 42.0) {
            let [x, _] = self.at(value, self.y.from);
            line(out, [x, self.bottom], [x, self.bottom + 4.0], "#222", 1.0, "");
            text(out, x, self.bottom + 16.0, "middle", "", &label);
        }
        let _ = writeln!(
            out,
            "<path d=\"M{:.2} {:.2}V{:.2}H{:.2}\" fill=\"none\" stroke=\"#222\"/>",
            self.left, self.top, self.bottom, self.right
        );
        text(out, (self.left + self.right) / 2.0, self.bottom + 31.0, "middle", "", &plot.x.title());
        let (x, y) = (frame + 12.0, (self.top + self.bottom) / 2.0);
        text(out, x, y, "middle", &format!("transform=\"rotate(-90 {x:.2} {y:.2})\""), &plot.y.title());
    }

    fn series(&self, out: &mut String, series: &Series) {
        let (colour, dash) = stroke(series);
        let place = |point: &[f64; 2]| self.at(point[0], point[1]);
        match &series.marks {
            Marks::Line(points) => self.within(out, |out| path(out, points.iter().map(place), colour, dash)),
            Marks::Steps(points) => {
                let corners = points.windows(2).flat_map(|pair| [pair[0], [pair[1][0], pair[0][1]]]);
                let corners: Vec<[f64; 2]> = corners.chain(points.last().copied()).collect();
                self.within(out, |out| path(out, corners.iter().map(place), colour, dash));
            }
            Marks::Dots(points) => {
                for point in points.iter().filter(|point| self.x.has(point[0]) && self.y.has(point[1])) {
                    if series.stated {
                        ring(out, place(point), colour);
                        continue;
                    }
                    if points.len() > MANY {
                        let [x, y] = place(point);
                        let _ = writeln!(out, "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"1.2\" fill=\"{colour}\"/>");
                    } else {
                        marker(out, place(point), series.ink, colour);
                    }
                }
            }
            Marks::Medians(points) => {
                self.within(out, |out| path(out, points.iter().map(|p| self.at(p[0], p[2])), colour, dash));
                for [x, low, middle, high] in points.iter().filter(|p| self.x.has(p[0])) {
                    let (a, b) = (self.at(*x, *low), self.at(*x, *high));
                    line(out, a, b, colour, 1.2, "");
                    for [x, y] in [a, b] {
                        line(out, [x - 3.0, y], [x + 3.0, y], colour, 1.2, "");
                    }
                    marker(out, self.at(*x, *middle), series.ink, colour);
                }
            }
            Marks::Bars(bars) => self.within(out, |out| {
                let base = if self.y.has(0.0) { 0.0 } else { self.y.from };
                for [from, until, value] in bars {
                    let (a, b) = (self.at(*from, *value), self.at(*until, base));
                    let (top, bottom) = if a[1] < b[1] { (a[1], b[1]) } else { (b[1], a[1]) };
                    let _ = writeln!(
                        out,
                        "<rect x=\"{:.2}\" y=\"{top:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"{colour}\" \
                         fill-opacity=\"0.75\"/>",
                        a[0],
                        b[0] - a[0],
                        bottom - top
                    );
                }
            }),
            Marks::Ribbon(points) => self.within(out, |out| {
                let there = points.iter().map(|p| self.at(p[0], p[2]));
                let back = points.iter().rev().map(|p| self.at(p[0], p[1]));
                let outline: Vec<String> = there.chain(back).map(|[x, y]| format!("{x:.2},{y:.2}")).collect();
                let _ =
                    writeln!(out, "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.2\"/>", outline.join(" "));
            }),
        }
    }

    /// What is drawn inside is cut off at the plot's edges.
    fn within(&self, out: &mut String, draw: impl FnOnce(&mut String)) {
        let (x, y, width, height) = (self.left, self.top, self.right - self.left, self.bottom - self.top);
        let place = format!("x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\"");
        let _ = writeln!(out, "<svg {place} viewBox=\"{x:.2} {y:.2} {width:.2} {height:.2}\">");
        draw(out);
        out.push_str("</svg>\n");
    }

    fn words(&self, out: &mut String, plot: &Plot) {
        for rule in &plot.rules {
            if rule.level && self.y.has(rule.at) {
                let [_, y] = self.at(self.x.from, rule.at);
                line(out, [self.left, y], [self.right, y], STATED, 1.2, "5 4");
                // Above its line, if there is room.
                let at = if y - self.top < 14.0 { y + 12.0 } else { y - 4.0 };
                text(out, self.right - 2.0, at, "end", "fill=\"#666\"", &rule.label);
            } else if !rule.level && self.x.has(rule.at) {
                let [x, _] = self.at(rule.at, self.y.from);
                line(out, [x, self.top], [x, self.bottom], STATED, 1.2, "5 4");
                text(out, x + 4.0, self.top + 10.0, "start", "fill=\"#666\"", &rule.label);
            }
        }
        for span in &plot.spans {
            let x = (self.at(span.from, self.y.from)[0] + self.at(span.until, self.y.from)[0]) / 2.0;
            text(out, x, self.top + 10.0, "middle", "fill=\"#666\"", &span.label);
        }
        for note in &plot.notes {
            let [x, y] = self.at(note.x, note.y);
            text(out, x, y - 5.0, "middle", "font-weight=\"bold\"", &note.text);
        }
    }
}

fn stroke(series: &Series) -> (&'static str, &'static str) {
    let ink = usize::from(series.ink) % 8;
    if series.stated { (STATED, "5 4") } else { (INKS[ink], DASHES[ink]) }
}

fn text(out: &mut String, x: f64, y: f64, anchor: &str, more: &str, words: &str) {
    if !words.is_empty() {
        let words = escaped(words);
        let _ = writeln!(out, "<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{anchor}\" {more}>{words}</text>");
    }
}

fn line(out: &mut String, from: [f64; 2], until: [f64; 2], colour: &str, width: f64, dash: &str) {
    let dash = if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
    let _ = writeln!(
        out,
        "<path d=\"M{:.2} {:.2}L{:.2} {:.2}\" stroke=\"{colour}\" stroke-width=\"{width}\"{dash}/>",
        from[0], from[1], until[0], until[1]
    );
}

fn path(out: &mut String, points: impl Iterator<Item = [f64; 2]>, colour: &str, dash: &str) {
    let points: Vec<String> = points.map(|[x, y]| format!("{x:.2},{y:.2}")).collect();
    let dash = if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
    let _ = writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" stroke-linejoin=\"round\"{dash}/>",
        points.join(" ")
    );
}

/// What the paper states of a point.
fn ring(out: &mut String, [x, y]: [f64; 2], colour: &str) {
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"5\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"/>"
    );
}

/// A series' marker: a shape of its own, so that colour is not needed to tell them apart.
fn marker(out: &mut String, at: [f64; 2], ink: u8, colour: &str) {
    let [x, y] = at;
    let shape = match ink % 8 {
        0 => format!("M{:.2} {:.2}h6v6h-6z", x - 3.0, y - 3.0),
        1 => format!("M{:.2} {y:.2}a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0z", x - 3.4),
        2 => format!("M{x:.2} {:.2}l3.8 6.6h-7.6z", y - 4.2),
        3 => format!("M{x:.2} {:.2}l4.2 4.2l-4.2 4.2l-4.2 -4.2z", y - 4.2),
        4 => format!("M{x:.2} {:.2}l3.8 -6.6h-7.6z", y + 4.2),
        5 => format!("M{:.2} {:.2}h5v2.6h-5z", x - 2.5, y - 1.3),
        6 => format!("M{:.2} {:.2}h2.6v7h-2.6z", x - 1.3, y - 3.5),
        _ => format!("M{:.2} {y:.2}a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0z", x - 2.4),
    };
    let _ = writeln!(out, "<path d=\"{shape}\" fill=\"{colour}\"/>");
}
