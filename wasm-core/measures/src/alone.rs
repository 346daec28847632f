//! Congestion window of every algorithm, alone on one path, for the small drawings of the page's index. A time series of
//! few whole numbers: the minimum and the maximum of each of equal columns of time, so that every peak stays. Not here: how
//! it is drawn (the page's `algorithms` folder), the run that an algorithm's own page shows (there, too).

use sawtooth_engine::observe::{Interests, Observer, Signal, Source, signals};
use sawtooth_engine::params::Section;
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::units::Time;
use sawtooth_scenario::{Json, object, read, tables};

/// Columns of time of a run. Two values of each are kept.
const COLUMNS: u64 = 100;

/// Length of a run, in s.
const DURATION_S: u64 = 20;
/// The path of the CDG paper's test-bed: the link rate in bit/s, the base RTT in ms, the queue limit in packets.
const RATE_BPS: u64 = 10_000_000;
const BASE_RTT_MS: u64 = 40;
const LIMIT_PACKETS: u64 = 84;
/// Algorithms that wait for marks, and the queue length above which their path marks, in packets: a seventh of the BDP
/// (RFC 8257, K).
const MARKED: [&str; 2] = ["dctcp", "prague"];
const MARK_PACKETS: u64 = 5;

/// The scenario of an algorithm: no random loss, and the defaults of everything that is not named.
fn scenario(kind: &str) -> Json {
    let mark = MARKED.contains(&kind).then_some(MARK_PACKETS);
    object! {
        "schema" => 1_u64,
        "seed" => 1_u64,
        "duration_s" => DURATION_S,
        "bottleneck" => object! {
            "rate_bps" => RATE_BPS,
            "queue" => object! {
                "discipline" => "drop_tail",
                "limit_packets" => LIMIT_PACKETS,
                "step_mark_packets" => mark.map_or(Json::Null, Json::from),
            },
        },
        "flows" => vec![object! {
            "name" => kind,
            "algorithm" => object! { "kind" => kind },
            "base_rtt_ms" => BASE_RTT_MS,
        }],
    }
}

/// Minimum and maximum of a level in each of equal columns, in the order in which they occur.
#[derive(Clone, Debug)]
struct Extremes {
    /// Length of a column, in nanoseconds.
    width: u64,
    /// The level now.
    level: Option<f64>,
    /// Of each column begun so far: the two values, and whether the maximum came last.
    columns: Vec<(f64, f64, bool)>,
}

impl Extremes {
    fn new(duration: Time) -> Extremes {
        Extremes { width: duration.0 / COLUMNS, level: None, columns: Vec::new() }
    }

    /// Begins the columns up to the one of this instant, each with the level that holds at its start.
    fn until(&mut self, column: u64) {
        let Some(level) = self.level else { return };
        while self.columns.len() as u64 <= column.min(COLUMNS - 1) {
            self.columns.push((level, level, true));
        }
    }

    /// Receives the level's new value. The columns before the first value have that value.
    fn put(&mut self, at: Time, value: f64) {
        self.level.get_or_insert(value);
        self.until(at.0 / self.width);
        self.level = Some(value);
        let Some((least, greatest, rising)) = self.columns.last_mut() else { return };
        if value < *least {
            (*least, *rising) = (value, false);
        } else if value > *greatest {
            (*greatest, *rising) = (value, true);
        }
    }

    /// Two values of each column, rounded to whole packets.
    fn values(mut self) -> Vec<u64> {
        self.until(COLUMNS - 1);
        let pair =
            |&(least, greatest, rising): &(f64, f64, bool)| if rising { [least, greatest] } else { [greatest, least] };
        self.columns.iter().flat_map(pair).map(|value| value.round() as u64).collect()
    }
}

impl Observer for Extremes {
    const INTERESTS: Interests = Interests::these(&[&signals::CWND, &signals::RATE_PACKETS]);
    fn signal(&mut self, at: Time, _source: Source, _signal: &'static Signal, value: f64) {
        self.put(at, value);
    }
}

/// The values of an algorithm: of its window, or of what its rate amounts to.
fn values(section: &Section) -> Vec<u64> {
    let document = read(&scenario(section.kind).to_string()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let scenario = &document.scenario;
    let mut extremes = Extremes::new(scenario.duration);
    Simulation::new(scenario).run_until(scenario.duration, &mut extremes);
    extremes.values()
}

/// The series of all algorithms as one file of the page, a line for each, after the path that they share.
pub fn generated() -> String {
    let all: Vec<String> = tables::algorithms()
        .iter()
        .map(|section| {
            let packets: Vec<Json> = values(section).into_iter().map(Json::from).collect();
            object! { "kind" => section.kind, "packets" => packets }.to_string()
        })
        .collect();
    let path = object! { "rate_bps" => RATE_BPS, "base_rtt_ms" => BASE_RTT_MS, "limit_packets" => LIMIT_PACKETS, "mark_packets" => MARK_PACKETS };
    format!("{{\"duration_s\":{DURATION_S},\"path\":{path},\"windows\":[\n{}\n]}}\n", all.join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns of 1 s: the level rises from 2 to 3.4, holds for a column, peaks at 9, falls from 6 to 1 and stays there.
    #[test]
    fn a_column_has_its_extremes_in_order() {
        let mut extremes = Extremes::new(Time::from_seconds(COLUMNS as f64));
        for (at_s, value) in [(0.5, 2.0), (0.9, 3.4), (2.2, 9.0), (2.6, 4.0), (2.8, 6.0), (3.5, 1.0)] {
            extremes.put(Time::from_seconds(at_s), value);
        }
        let values = extremes.values();
        assert_eq!(values[..10], [2, 3, 3, 3, 3, 9, 6, 1, 1, 1]);
        assert_eq!(values.len() as u64, 2 * COLUMNS);
    }

    /// Above the BDP of 33 packets and the threshold, the window is reduced by a small part, never by half.
    #[test]
    fn a_mark_based_algorithm_is_marked() {
        for kind in MARKED {
            let section = tables::algorithms().iter().find(|section| section.kind == kind).expect("it is registered");
            let values = values(section);
            let later = &values[values.len() / 2..];
            assert!(later.iter().all(|value| (28..=60).contains(value)), "{kind}: {later:?}");
        }
    }

    /// NewReno's window peaks at the BDP and the full queue, 33 + 84 packets and a few in the links, and is halved there.
    #[test]
    fn newreno_is_a_sawtooth() {
        let section = tables::algorithms().iter().find(|section| section.kind == "newreno").expect("it is registered");
        let values = values(section);
        let later = &values[values.len() / 4..];
        let (least, greatest) = (later.iter().min().unwrap(), later.iter().max().unwrap());
        assert!((115..=121).contains(greatest), "{greatest}");
        assert!((greatest / 2 - 1..=greatest / 2 + 1).contains(least), "{least}");
    }
}
