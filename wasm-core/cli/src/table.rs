//! Tables as text with aligned columns, and the summary as tables. Not here: any measurement.

use sawtooth_scenario::{Document, Json};

/// Alignment of a column.
#[derive(Clone, Copy, PartialEq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Head of a column.
pub struct Column<'a> {
    /// Title, including the unit.
    pub title: &'a str,
    /// Alignment.
    pub align: Align,
}

/// Cells with more characters than this do not widen the column.
const WIDEST: usize = 48;

/// Fields on drops, marks and needless packets, printed in a separate table because lines are limited.
const TROUBLES: [&str; 5] =
    ["dropped_queue", "dropped_random", "lost_after_queue", "marked", "needless_retransmissions"];

/// Rows below their heads, with columns two spaces apart.
pub fn grid(columns: &[Column], rows: &[Vec<String>]) -> String {
    let width = |i: usize| {
        let cells = rows.iter().map(|row| row[i].chars().count());
        cells.chain([columns[i].title.chars().count()]).filter(|letters| *letters <= WIDEST).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let line = |cells: &[&str]| {
        let mut out = String::new();
        for ((cell, column), width) in cells.iter().zip(columns).zip(&widths) {
            let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
            match column.align {
                Align::Left => out.extend([*cell, &pad, "  "]),
                Align::Right => out.extend([&*pad, *cell, "  "]),
            }
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    };
    let mut out = line(&columns.iter().map(|c| c.title).collect::<Vec<_>>());
    for row in rows {
        out.push_str(&line(&row.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    out
}

/// A summary as text.
pub fn text(document: &Document, summary: &Json) -> String {
    let scenario = &document.scenario;
    let mut out = String::new();
    if let Some(title) = &document.title {
        out.push_str(&format!("{}\n", title.replace(char::is_control, " ")));
    }
    let text = |name: &str| summary.get(name).and_then(Json::text).unwrap_or("").to_string();
    out.push_str(&format!(
        "seed {}   {} s simulated   {} events   digest {}\n",
        scenario.seed,
        cell(summary.get("simulated_s"), 1.0, 3),
        cell(summary.get("events"), 1.0, 0),
        text("digest"),
    ));
    let span = summary.get("span_s").and_then(Json::elements).unwrap_or(&[]);
    if let [from, to] = span
        && (from.number() != Some(0.0) || Some(to) != summary.get("simulated_s"))
    {
        out.push_str(&format!(
            "of {} to {} s; digest and events are the whole run's\n",
            cell(Some(from), 1.0, 3),
            cell(Some(to), 1.0, 3)
        ));
    }
    let rows = rows(summary.get("flows"), |_| true, flow_row);
    if !rows.is_empty() {
        let heads = [
            "flow",
            "algorithm",
            "goodput Mbit/s",
            "of capacity",
            "sent",
            "retransmitted",
            "recoveries",
            "timeouts",
            "backoffs",
            "RTT p50 ms",
            "p90",
            "p99",
            "cwnd p50",
            "p90",
            "epoch s",
        ];
        out.push('\n');
        out.push_str(&grid(&columns(&heads, 2), &rows));
    }
    // Most runs of many flows have some of these; a flow without any has no line.
    let troubled = |flow: &Json| TROUBLES.iter().any(|name| flow.get(name).and_then(Json::number).unwrap_or(0.0) > 0.0);
    let rows = self::rows(summary.get("flows"), troubled, trouble_row);
    if !rows.is_empty() {
        out.push('\n');
        out.push_str(&grid(
            &columns(
                &["flow", "dropped: queue", "random loss", "lost after link", "loss rate", "ECN-marked", "needless"],
                1,
            ),
            &rows,
        ));
    }
    let rows = score_rows(summary.get("flows"));
    if !rows.is_empty() {
        let heads = ["flow", "discriminator", "congestion losses", "A_c", "95 %", "random losses", "A_w", "95 %", "J"];
        out.push('\n');
        out.push_str(&grid(&columns(&heads, 2), &rows));
    }
    let finite = |flow: &Json| flow.get("completed_s").is_some();
    let rows = self::rows(summary.get("flows"), finite, |flow| {
        vec![word(flow, "name"), number(flow, "completed_s", 3), number(flow, "duration_s", 3)]
    });
    if !rows.is_empty() {
        out.push('\n');
        out.push_str(&grid(&columns(&["transfer", "completed at s", "took s"], 1), &rows));
    }
    let rows = self::rows(summary.get("cross_traffic"), |_| true, cross_row);
    if !rows.is_empty() {
        let heads = ["cross traffic", "sent", "delivered", "lost", "one-way delay p50 ms", "p90", "p99", "max"];
        out.push('\n');
        out.push_str(&grid(&columns(&heads, 1), &rows));
    }
    let is_of = |cross: &Json, kind: &str| {
        let name = cross.get("name").and_then(Json::text).unwrap_or("");
        scenario.cross_traffic.iter().any(|other| other.name == name && other.traffic.section.kind == kind)
    };
    let crowds = self::rows(
        summary.get("cross_traffic"),
        |cross| is_of(cross, "flash_crowd"),
        |crowd| transfers_row(crowd, &["p50", "p90", "max"]),
    );
    let pings = self::rows(summary.get("cross_traffic"), |cross| is_of(cross, "ping"), ping_row);
    let fetches = self::rows(
        summary.get("cross_traffic"),
        |cross| is_of(cross, "fetch"),
        |client| transfers_row(client, &["mean", "p50", "min", "max"]),
    );
    for (rows, heads) in [
        (crowds, &["flash crowd", "transfers begun", "completed", "in s p50", "p90", "max"][..]),
        (fetches, &["fetch", "fetches begun", "completed", "in s mean", "p50", "min", "max"]),
        (pings, &["ping", "replies", "replies lost", "RTT min ms", "mean", "p50", "max"]),
    ] {
        if !rows.is_empty() {
            out.push('\n');
            out.push_str(&grid(&columns(heads, 1), &rows));
        }
    }
    let sides = [("forward", "bottleneck"), ("reverse", "reverse_bottleneck")];
    let sides = sides.map(|(side, name)| Some((side, summary.get(name).filter(|part| part.fields().is_some())?)));
    let rows: Vec<Vec<String>> = sides.iter().flatten().map(|(side, part)| bottleneck_row(side, part)).collect();
    if !rows.is_empty() {
        let heads = [
            "bottleneck",
            "utilisation",
            "arrived",
            "dropped: queue",
            "random loss",
            "lost after link",
            "ECN-marked",
            "departed",
            "queued at end",
            "queue p50 packets",
            "p90",
            "max",
            "p50 ms",
            "p99",
            "above 3/4",
        ];
        out.push('\n');
        out.push_str(&grid(&columns(&heads, 1), &rows));
    }
    out.push_str(&format!("\nJain's index {}\n", cell(summary.get("jain_index"), 1.0, 3)));
    out
}

fn columns<'a>(heads: &[&'a str], words: usize) -> Vec<Column<'a>> {
    let side = |i| if i < words { Align::Left } else { Align::Right };
    heads.iter().enumerate().map(|(i, title)| Column { title, align: side(i) }).collect()
}

/// A row for each entry that qualifies.
fn rows(list: Option<&Json>, has: impl Fn(&Json) -> bool, row: impl Fn(&Json) -> Vec<String>) -> Vec<Vec<String>> {
    list.and_then(Json::elements).unwrap_or(&[]).iter().filter(|entry| has(entry)).map(row).collect()
}

fn word(of: &Json, name: &str) -> String {
    of.get(name).and_then(Json::text).unwrap_or("").into()
}

/// A number with this many decimals; a dash for a missing value.
fn cell(value: Option<&Json>, factor: f64, decimals: usize) -> String {
    value.and_then(Json::number).map_or("-".into(), |number| format!("{:.decimals$}", number * factor))
}

fn number(of: &Json, name: &str, decimals: usize) -> String {
    cell(of.get(name), 1.0, decimals)
}

fn within<'a>(of: &'a Json, part: &str, name: &str) -> Option<&'a Json> {
    of.get(part)?.get(name)
}

/// A share in %; a dash for a missing value.
fn percent(of: &Json, name: &str) -> String {
    let share = cell(of.get(name), 100.0, 1);
    if share == "-" { share } else { format!("{share} %") }
}

fn flow_row(flow: &Json) -> Vec<String> {
    let count = |name| cell(flow.get(name), 1.0, 0);
    let mut row = vec![word(flow, "name"), word(flow, "algorithm")];
    row.push(cell(flow.get("goodput_bps"), 1e-6, 3));
    row.push(percent(flow, "of_capacity"));
    row.extend(["packets_sent", "packets_retransmitted", "fast_recoveries", "timeouts", "delay_backoffs"].map(count));
    row.extend(["p50", "p90", "p99"].map(|name| cell(within(flow, "rtt_ms", name), 1.0, 2)));
    row.extend(["p50", "p90"].map(|name| cell(within(flow, "cwnd_packets", name), 1.0, 1)));
    row.push(cell(within(flow, "epoch_s", "mean"), 1.0, 3));
    row
}

fn trouble_row(flow: &Json) -> Vec<String> {
    let [lost @ .., marked, needless] = TROUBLES.map(|name| number(flow, name, 0));
    let rate = cell(flow.get("loss_rate"), 100.0, 3);
    let rate = if rate == "-" { rate } else { format!("{rate} %") };
    [vec![word(flow, "name")], lost.to_vec(), vec![rate, marked, needless]].concat()
}

/// A row for each flow's discriminator, where they are asked for.
fn score_rows(flows: Option<&Json>) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for flow in flows.and_then(Json::elements).unwrap_or(&[]) {
        for score in flow.get("discriminators").and_then(Json::elements).unwrap_or(&[]) {
            let end = |share: &str, name| cell(within(score, share, name), 1.0, 3);
            let mut row = vec![word(flow, "name"), word(score, "name")];
            for (losses, share) in [("congestion_losses", "a_c"), ("random_losses", "a_w")] {
                row.push(number(score, losses, 0));
                row.push(end(share, "value"));
                let known = within(score, share, "low").is_some();
                row.push(if known {
                    format!("{} to {}", end(share, "low"), end(share, "high"))
                } else {
                    cell(None, 1.0, 3)
                });
            }
            row.push(number(score, "j", 3));
            rows.push(row);
        }
    }
    rows
}

fn cross_row(cross: &Json) -> Vec<String> {
    let mut row = vec![word(cross, "name")];
    row.extend(["sent", "delivered", "lost"].map(|name| cell(cross.get(name), 1.0, 0)));
    row.extend(["p50", "p90", "p99", "max"].map(|name| cell(within(cross, "one_way_delay_ms", name), 1.0, 2)));
    row
}

fn ping_row(ping: &Json) -> Vec<String> {
    let mut row = vec![word(ping, "name")];
    row.extend(["replies_received", "replies_lost"].map(|name| number(ping, name, 0)));
    row.extend(["min", "mean", "p50", "max"].map(|name| cell(within(ping, "rtt_ms", name), 1.0, 2)));
    row
}

fn transfers_row(source: &Json, durations: &[&str]) -> Vec<String> {
    let mut row = vec![word(source, "name")];
    row.extend(["transfers_begun", "transfers_completed"].map(|name| number(source, name, 0)));
    row.extend(durations.iter().map(|name| cell(within(source, "completion_s", name), 1.0, 3)));
    row
}

fn bottleneck_row(side: &str, bottleneck: &Json) -> Vec<String> {
    let share = |name| format!("{} %", cell(bottleneck.get(name), 100.0, 1));
    let mut row = vec![side.to_string(), share("utilisation")];
    let counts =
        ["arrived", "dropped_queue", "dropped_random", "lost_after_queue", "marked", "departed", "queued_at_end"];
    row.extend(counts.map(|name| cell(bottleneck.get(name), 1.0, 0)));
    row.extend(["p50", "p90", "max"].map(|name| cell(within(bottleneck, "queue_packets", name), 1.0, 0)));
    row.extend(["p50", "p99"].map(|name| cell(within(bottleneck, "queue_ms", name), 1.0, 1)));
    row.push(share("time_above_three_quarters"));
    row
}
