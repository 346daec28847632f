//! A drawing as JSON, as the page takes it (`Figure` of its own types). Not here: what is drawn.

use super::{Axis, Content, Entry, Figure, Marks, Panel, Plot, Series};
use sawtooth_scenario::{Json, object};

impl Figure {
    /// For the page and for files.
    pub fn json(&self) -> Json {
        object! { "columns" => self.columns as u64, "panels" => self.panels.iter().map(panel).collect::<Vec<Json>>() }
    }
}

fn panel(panel: &Panel) -> Json {
    let mut out = object! { "title" => panel.title.as_str(), "beside" => panel.beside, "low" => panel.low };
    if let Some((row, column)) = &panel.cell {
        out.set("row", row.as_str());
        out.set("column", column.as_str());
    }
    match &panel.content {
        Content::Plot(content) => out.set("plot", plot(content)),
        Content::Table(heads, rows) => {
            let heads: Vec<Json> = heads.iter().map(|head| Json::from(head.as_str())).collect();
            let rows = rows.iter().map(|row| Json::from(row.iter().map(entry).collect::<Vec<Json>>()));
            out.set("table", object! { "heads" => heads, "rows" => rows.collect::<Vec<Json>>() });
        }
    }
    out
}

fn entry(entry: &Entry) -> Json {
    match entry {
        Entry::Text(text) => object! { "text" => text.as_str() },
        Entry::Number(value, digits) => object! { "value" => *value, "digits" => *digits as u64 },
    }
}

fn plot(plot: &Plot) -> Json {
    let rules = plot.rules.iter().map(|rule| {
        object! { "axis" => if rule.level { "y" } else { "x" }, "at" => rule.at, "label" => rule.label.as_str() }
    });
    let spans = plot.spans.iter().map(|span| {
        object! {
            "from" => span.from,
            "until" => span.until,
            "label" => span.label.as_str(),
            "ink" => u64::from(span.ink),
        }
    });
    let notes = plot.notes.iter().map(|note| object! { "x" => note.x, "y" => note.y, "text" => note.text.as_str() });
    object! {
        "x" => axis(&plot.x),
        "y" => axis(&plot.y),
        "series" => plot.series.iter().map(series).collect::<Vec<Json>>(),
        "rules" => rules.collect::<Vec<Json>>(),
        "spans" => spans.collect::<Vec<Json>>(),
        "notes" => notes.collect::<Vec<Json>>(),
    }
}

fn axis(axis: &Axis) -> Json {
    let range = axis.range.map(|(from, until)| Json::from(vec![Json::from(from), Json::from(until)]));
    object! {
        "label" => axis.label.as_str(),
        "unit" => axis.unit,
        "log" => axis.log,
        "range" => range,
        "names" => axis.names.iter().map(|name| Json::from(name.as_str())).collect::<Vec<Json>>(),
    }
}

fn series(series: &Series) -> Json {
    fn list<const N: usize>(points: &[[f64; N]]) -> Json {
        let point = |point: &[f64; N]| Json::from(point.iter().map(|value| rounded(*value)).collect::<Vec<Json>>());
        points.iter().map(point).collect::<Vec<Json>>().into()
    }
    let (form, points) = match &series.marks {
        Marks::Line(points) => ("line", list(points)),
        Marks::Steps(points) => ("steps", list(points)),
        Marks::Dots(points) => ("dots", list(points)),
        Marks::Medians(points) => ("medians", list(points)),
        Marks::Bars(points) => ("bars", list(points)),
        Marks::Ribbon(points) => ("ribbon", list(points)),
    };
    object! {
        "name" => series.name.as_str(),
        "ink" => u64::from(series.ink),
        "form" => form,
        "stated" => series.stated,
        "hidden" => series.hidden,
        "points" => points,
    }
}

/// Six digits are finer than any screen, and half the bytes. Results keep all of theirs.
fn rounded(value: f64) -> Json {
    if value == 0.0 || !value.is_finite() {
        return value.into();
    }
    format!("{value:.5e}").parse::<f64>().unwrap_or(value).into()
}
