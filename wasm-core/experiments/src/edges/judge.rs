//! Which values of an experiment are knife edges: the drawing and the claims of the kept results beside those after a step. Not here:
//! the steps (`step`), the file (`mod`).

use super::{Moved, Outcome};
use sawtooth_engine::math::float;
use sawtooth_scenario::{Json, object};

/// A value moves far if it moves by more than this share of itself.
const FAR: f64 = 1.0 / 3.0;
/// Least movement of a drawn value, as a share of what its axis shows: less is not seen.
const SEEN: f64 = 0.02;
/// Least movement of a number in a table, in units of its last digit.
const UNITS: f64 = 3.0;
/// By how much the range of the samples is widened.
const WIDER: f64 = 1.5;
/// A line, dots or bars of more points than this are one run over time or a histogram, whose points a step shifts.
const SWEPT: usize = 16;

/// The knife edges of an experiment: of claims, of drawn points, of entries of tables.
pub(super) struct Found {
    pub claims: Vec<Json>,
    pub points: Vec<Json>,
    pub entries: Vec<Json>,
}

/// A number of an outcome.
type Value<'v> = &'v dyn Fn(&Outcome) -> Option<f64>;

/// Compares kept results with those after each step.
pub(super) fn edges(kept: &Json, moved: &[Moved]) -> Found {
    let mut found = Found { claims: claims(kept, moved), points: Vec::new(), entries: Vec::new() };
    for (place, panel) in list(kept.get("figure").and_then(|figure| figure.get("panels"))).iter().enumerate() {
        found.points.extend(points(place, panel, moved));
        found.entries.extend(entries(place, panel, moved));
    }
    found
}

fn panel(outcome: &Outcome, place: usize) -> Option<&Json> {
    list(outcome.figure.get("panels")).get(place)
}

/// Whether a step moves a value farther than its seeds scatter it: the kept value lies outside of what the samples of the runs after the
/// step have, by half of its width on each side.
fn is_beyond(moved: &Moved, before: f64, value: Value) -> bool {
    let Some(after) = value(&moved.outcome) else { return true };
    let samples = || moved.samples.iter().filter_map(value).chain([after]);
    let low = samples().fold(after, f64::min);
    let high = samples().fold(after, f64::max);
    let within = after - WIDER * (after - low)..=after + WIDER * (high - after);
    !within.contains(&before)
}

fn list(json: Option<&Json>) -> &[Json] {
    json.and_then(Json::elements).unwrap_or(&[])
}

fn number(json: &Json, name: &str) -> Option<f64> {
    json.get(name).and_then(Json::number)
}

/// Whether a value moves by more than a third of itself. Nothing is a third of 0.
fn is_far(before: f64, after: f64) -> bool {
    before != 0.0 && (after - before).abs() > FAR * before.abs()
}

/// Whether a claim's value also moves by more than a third of the smaller bound of its band: next to it, 0.001 may be nothing.
fn is_far_in_band(measured: &Json, before: f64, after: f64) -> bool {
    let bounds = list(measured.get("band")).iter().filter_map(Json::number).map(f64::abs);
    is_far(before, after) && (after - before).abs() > FAR * bounds.reduce(f64::min).unwrap_or(0.0)
}

/// The entry of a value: where it is, the value, and its values after those steps that move it far; none if no step does.
fn edge(mut place: Json, before: Option<f64>, after: Vec<(&'static str, Option<f64>)>) -> Option<Json> {
    if after.is_empty() {
        return None;
    }
    place.set("value", before);
    place.set("moved", Json::Object(after.into_iter().map(|(id, value)| (id.to_owned(), value.into())).collect()));
    Some(place)
}

/// Values of claims that enter or leave their band, or move far.
fn claims(kept: &Json, moved: &[Moved]) -> Vec<Json> {
    let mut found = Vec::new();
    for claim in list(kept.get("claims")) {
        let id = claim.get("id").and_then(Json::text).unwrap_or("");
        for (place, before) in list(claim.get("measured")).iter().enumerate() {
            let value = number(before, "value");
            let now = |outcome: &Outcome| -> Option<Json> {
                let claim = outcome.claims.iter().find(|claim| claim.get("id") == Some(&Json::from(id)))?;
                list(claim.get("measured")).get(place).cloned()
            };
            let now_value = |outcome: &Outcome| number(&now(outcome)?, "value");
            let after = moved.iter().filter_map(|one| {
                let (after, to) = (now(&one.outcome)?, now_value(&one.outcome));
                let far = value.zip(to).is_some_and(|(value, to)| is_far_in_band(before, value, to));
                let is_edge = far || before.get("holds") != after.get("holds");
                let beyond = value.is_none_or(|value| is_beyond(one, value, &now_value));
                (is_edge && beyond).then_some((one.step.id, to))
            });
            let of = before.get("of").and_then(Json::text).unwrap_or("");
            found.extend(edge(object! { "id" => id, "of" => of }, value, after.collect()));
        }
    }
    found
}

/// A drawn point: its places on the x axis, its value, and the interval of its seeds, if it is drawn.
struct Point {
    x: Vec<f64>,
    y: f64,
    seeds: Option<(f64, f64)>,
}

/// The points of a series that are one value each.
fn of_series(series: &Json) -> Vec<Point> {
    let all = list(series.get("points"));
    let form = series.get("form").and_then(Json::text).unwrap_or("");
    let is_swept = ["line", "dots", "bars"].contains(&form) && all.len() <= SWEPT;
    if series.get("stated") == Some(&Json::Bool(true)) || !(is_swept || form == "medians") {
        return Vec::new();
    }
    let point = |point: &Json| {
        let numbers: Option<Vec<f64>> = list(Some(point)).iter().map(Json::number).collect();
        match numbers?[..] {
            [x, low, y, high] => Some(Point { x: vec![x], y, seeds: Some((low, high)) }),
            [from, until, y] => Some(Point { x: vec![from, until], y, seeds: None }),
            [x, y] => Some(Point { x: vec![x], y, seeds: None }),
            _ => None,
        }
    };
    all.iter().filter_map(point).collect()
}

/// Span that the y axis of a plot shows at least: its range and all values.
fn shown(plot: &Json) -> f64 {
    let y = plot.get("y");
    let range = list(y.and_then(|y| y.get("range"))).iter().filter_map(Json::number);
    let values = list(plot.get("series")).iter().flat_map(of_series).map(|point| point.y);
    let all: Vec<f64> = range.chain(values).collect();
    let [least, most] = [f64::min, f64::max].map(|of| all.iter().copied().reduce(of).unwrap_or(0.0));
    most - least
}

/// Drawn points that a step moves far, out of the interval of their seeds, and by as much as can be seen.
fn points(place: usize, before: &Json, moved: &[Moved]) -> Vec<Json> {
    let Some(plot) = before.get("plot") else { return Vec::new() };
    let is_log = plot.get("y").and_then(|y| y.get("log")) == Some(&Json::Bool(true));
    let least = if is_log { 0.0 } else { SEEN * shown(plot) };
    let mut found = Vec::new();
    for (number, series) in list(plot.get("series")).iter().enumerate() {
        for point in of_series(series) {
            let now = |outcome: &Outcome| {
                let series = list(panel(outcome, place)?.get("plot")?.get("series")).get(number)?;
                of_series(series).into_iter().find(|other| other.x == point.x).map(|other| other.y)
            };
            let moves = moved.iter().filter_map(|one| {
                let y = now(&one.outcome)?;
                let within = point.seeds.is_some_and(|(low, high)| low <= y && y <= high);
                let far = is_far(point.y, y) && (y - point.y).abs() >= least && !within;
                (far && is_beyond(one, point.y, &now)).then_some((one.step.id, Some(y)))
            });
            let at = object! { "panel" => place as u64, "series" => number as u64, "x" => point.x[0] };
            found.extend(edge(at, Some(point.y), moves.collect()));
        }
    }
    found
}

/// Rows of a panel's table.
fn rows(panel: &Json) -> &[Json] {
    list(panel.get("table").and_then(|table| table.get("rows")))
}

/// Numbers of tables that a step moves far, and by some units of their last digit.
fn entries(place: usize, before: &Json, moved: &[Moved]) -> Vec<Json> {
    let mut found = Vec::new();
    for (row, entries) in rows(before).iter().enumerate() {
        for (column, entry) in list(Some(entries)).iter().enumerate() {
            let Some((value, digits)) = number(entry, "value").zip(number(entry, "digits")) else { continue };
            let unit = float((0..digits as u64).fold(1, |all, _| all * 10)).recip();
            let now = |outcome: &Outcome| number(list(rows(panel(outcome, place)?).get(row)).get(column)?, "value");
            let moves = moved.iter().filter_map(|one| {
                let to = now(&one.outcome)?;
                let far = is_far(value, to) && (to - value).abs() >= UNITS * unit;
                (far && is_beyond(one, value, &now)).then_some((one.step.id, Some(to)))
            });
            let at = object! { "panel" => place as u64, "row" => row as u64, "column" => column as u64 };
            found.extend(edge(at, Some(value), moves.collect()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edges::STEPS;
    use sawtooth_scenario::parse;

    fn outcome(results: &str) -> Outcome {
        let json = parse(results).unwrap();
        let figure = json.get("figure").cloned().unwrap_or(Json::Null);
        Outcome { figure, claims: list(json.get("claims")).to_vec() }
    }

    fn moved(step: usize, results: &str) -> Moved {
        Moved { step: &STEPS[step], outcome: outcome(results), samples: Vec::new() }
    }

    #[test]
    fn what_its_seeds_scatter_as_far_is_no_edge() {
        let kept = claim("1", true);
        let judge = |samples: &[&str]| {
            let samples = samples.iter().map(|value| outcome(&claim(value, true))).collect();
            let moved = Moved { samples, ..moved(1, &claim("1.4", true)) };
            edges(&parse(&kept).unwrap(), &[moved]).claims.len()
        };
        // From 1.4 down to 1.4 - 1.5 · 0.26 = 1.01, and no further.
        assert_eq!((judge(&["1.14", "1.5"]), judge(&["1.13", "1.4"]), judge(&["1.9", "1.3"])), (1, 0, 1));
        let points = |samples: &[&str]| {
            let plot = |y: &str| plot("medians", false, &format!("[[0,{y},{y},{y}]]"));
            let samples = samples.iter().map(|y| outcome(&plot(y))).collect();
            let moved = Moved { samples, ..moved(0, &plot("9")) };
            edges(&parse(&plot("1")).unwrap(), &[moved]).points.len()
        };
        assert_eq!((points(&["8", "9.5"]), points(&["3", "9"])), (1, 0));
    }

    fn texts(found: &[Json]) -> Vec<String> {
        found.iter().map(Json::to_string).collect()
    }

    fn claim(value: &str, holds: bool) -> String {
        format!(
            r#"{{"claims":[{{"id":"a.b.c","measured":[{{"of":"p","value":{value},"band":[0.3,1.5],"holds":{holds}}}]}}]}}"#
        )
    }

    #[test]
    fn a_claim_is_an_edge_if_its_band_is_left_or_it_moves_by_more_than_a_third() {
        let judge = |before: (&str, bool), after: (&str, bool)| {
            let kept = parse(&claim(before.0, before.1)).unwrap();
            texts(&edges(&kept, &[moved(1, &claim(after.0, after.1))]).claims)
        };
        let expected = |value: &str, after: &str| {
            [format!(r#"{{"id":"a.b.c","of":"p","value":{value},"moved":{{"initial_window_more":{after}}}}}"#)]
        };
        assert_eq!(judge(("0.9", true), ("1.19", true)), [""; 0]);
        assert_eq!(judge(("0.9", true), ("1.21", true)), expected("0.9", "1.21"));
        assert_eq!(judge(("-0.9", true), ("-0.59", true)), expected("-0.9", "-0.59"));
        assert_eq!(judge(("0.9", true), ("0.91", false)), expected("0.9", "0.91"), "its band is left");
        assert_eq!(judge(("0.9", false), ("0.91", true)), expected("0.9", "0.91"), "its band is entered");
        assert_eq!(judge(("0", true), ("5", true)), [""; 0], "nothing is a third of 0");
        assert_eq!(judge(("0.01", false), ("0.1", false)), [""; 0], "less than a third of the bound 0.3");
        assert_eq!(judge(("0.01", false), ("0.12", false)), expected("0.01", "0.12"));
        assert_eq!(judge(("0.9", true), ("null", false)), expected("0.9", "null"));
        assert_eq!(judge(("null", false), ("0.9", false)), [""; 0]);
    }

    /// A plot of one series.
    fn plot(form: &str, log: bool, points: &str) -> String {
        format!(
            r#"{{"figure":{{"panels":[{{"plot":{{"y":{{"log":{log},"range":[0,10]}},"series":[
            {{"form":"line","stated":true,"points":[[0,1]]}},{{"form":"{form}","stated":false,"points":{points}}}]}}}}]}}}}"#
        )
    }

    fn drawn(form: &str, log: bool, before: &str, after: &str) -> Vec<String> {
        let kept = parse(&plot(form, log, before)).unwrap();
        texts(&edges(&kept, &[moved(0, &plot(form, log, after)), moved(4, &plot(form, log, before))]).points)
    }

    #[test]
    fn a_drawn_point_is_an_edge_if_it_moves_by_a_third_out_of_the_interval_of_its_seeds() {
        let medians = |after: &str| drawn("medians", false, "[[0.5,1,1.2,1.7]]", after);
        assert_eq!(
            medians("[[0,1,1,1],[0.5,9.6,9.7,9.8]]"),
            [r#"{"panel":0,"series":1,"x":0.5,"value":1.2,"moved":{"initial_window_less":9.7}}"#]
        );
        assert_eq!(medians("[[0.5,1,1.61,1.7]]"), [""; 0], "more than a third, and within the interval");
        assert_eq!(medians("[[0.5,1,1.55,1.6]]"), [""; 0], "less than a third");
        assert_eq!(medians("[[0.6,9.6,9.7,9.8]]"), [""; 0], "at another place");
    }

    #[test]
    fn what_cannot_be_seen_is_no_edge_and_a_line_over_time_or_a_histogram_has_none() {
        assert_eq!(drawn("bars", false, "[[0,1,0.1]]", "[[0,1,0.29]]"), [""; 0], "2 % of the axis are 0.2");
        assert_eq!(drawn("bars", true, "[[0,1,0.1]]", "[[0,1,0.29]]").len(), 1, "an axis of equal ratios");
        assert_eq!(drawn("bars", false, "[[0,1,0.1]]", "[[0,1,0.31]]").len(), 1);
        assert_eq!(drawn("line", false, "[[0,2]]", "[[0,4]]").len(), 1);
        assert_eq!(drawn("steps", false, "[[0,2]]", "[[0,4]]"), [""; 0]);
        let many = |y: u32| format!("[{}]", (0..17).map(|x| format!("[{x},{y}]")).collect::<Vec<_>>().join(","));
        let bins = |y: u32| many(y).replace(&format!(",{y}]"), &format!(",99,{y}]"));
        assert_eq!(drawn("dots", false, &many(2), &many(4)), [""; 0]);
        assert_eq!(drawn("bars", false, &bins(2), &bins(4)), [""; 0], "a histogram");
    }

    #[test]
    fn a_number_of_a_table_is_an_edge_if_it_moves_by_a_third_and_some_units() {
        let table = |value: &str| {
            format!(
                r#"{{"figure":{{"panels":[{{"table":{{"rows":[[{{"text":"a"}},{{"value":{value},"digits":2}}]]}}}}]}}}}"#
            )
        };
        let judge = |before: &str, after: &str| {
            texts(&edges(&parse(&table(before)).unwrap(), &[moved(2, &table(after))]).entries)
        };
        assert_eq!(
            judge("0.28", "0.4"),
            [r#"{"panel":0,"row":0,"column":1,"value":0.28,"moved":{"start_later":0.4}}"#]
        );
        assert_eq!(judge("0.28", "0.37"), [""; 0]);
        assert_eq!(judge("0.02", "0.04"), [""; 0], "two units of the last digit");
        assert_eq!(judge("null", "0.04"), [""; 0]);
    }
}
