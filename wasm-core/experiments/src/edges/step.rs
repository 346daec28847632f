//! The settings that a paper rarely states, and the smallest step of each: how a cell's scenario is moved by it. One list (`STEPS`). A
//! cell whose paper states a setting, or whose subject it is, says so (`Cell::stated`). Not here: what a step does to results (`judge`).

use crate::cell::{Cell, Setting, set};
use crate::run::checked;
use sawtooth_engine::params::FromValue;
use sawtooth_scenario::Json;

/// A setting's field in a flow.
fn field_of(setting: Setting) -> &'static str {
    match setting {
        Setting::InitialWindow => "initial_window_packets",
        Setting::Start => "start_s",
        Setting::SendJitter => "send_jitter_ms",
    }
}

/// A flow before the step.
struct Before {
    /// Value of the setting, in its field's unit.
    value: f64,
    /// Index of the flow.
    place: usize,
    /// Number of flows.
    flows: usize,
    /// Transmission time of a packet at the bottleneck, in seconds.
    packet_s: f64,
}

/// The smallest step of a setting in one direction.
#[derive(Debug)]
pub struct Step {
    /// Its name in the tables.
    pub id: &'static str,
    /// Which setting it moves.
    pub setting: Setting,
    /// Its effect, in a sentence.
    pub about: &'static str,
    /// The flow's new value; none where the step does not move this flow.
    after: fn(&Before) -> Option<f64>,
}

/// All steps, in the order in which they are tried.
pub static STEPS: [Step; 5] = [
    Step {
        id: "initial_window_less",
        setting: Setting::InitialWindow,
        about: "The initial window of each flow is one packet smaller.",
        after: |flow| (flow.value >= 2.0).then_some(flow.value - 1.0),
    },
    Step {
        id: "initial_window_more",
        setting: Setting::InitialWindow,
        about: "The initial window of each flow is one packet larger.",
        after: |flow| Some(flow.value + 1.0),
    },
    Step {
        id: "start_later",
        setting: Setting::Start,
        about: "All flows but the first start later by half of a packet's transmission time; a flow that is alone does, too.",
        after: |flow| (flow.place > 0 || flow.flows == 1).then_some(flow.value + flow.packet_s / 2.0),
    },
    Step {
        id: "start_earlier",
        setting: Setting::Start,
        about: "The first of several flows starts later by half of a packet's transmission time, so the others start \
                earlier, relative to it.",
        after: |flow| (flow.place == 0 && flow.flows > 1).then_some(flow.value + flow.packet_s / 2.0),
    },
    Step {
        id: "send_jitter",
        setting: Setting::SendJitter,
        about: "The send jitter of each flow is one packet's transmission time, unless it is that long already.",
        after: |flow| (flow.value < flow.packet_s * 1e3).then_some(flow.packet_s * 1e3),
    },
];

impl Step {
    /// A cell's scenario after the step; none where it changes nothing.
    ///
    /// # Panics
    /// If the cell's document is rejected: a bug of the experiment.
    pub fn moved(&self, cell: &Cell) -> Option<Json> {
        if cell.stated.contains(&self.setting) {
            return None;
        }
        let scenario = checked(cell.document.clone(), cell);
        let packet_s = f64::from(scenario.packet_bytes) * 8.0 / scenario.bottleneck.rate_bps();
        let field = field_of(self.setting);
        let mut document = cell.document.clone();
        for (place, flow) in scenario.flows.iter().enumerate() {
            let value = f64::from_value(&flow.settings.get(field));
            let before = Before { value, place, flows: scenario.flows.len(), packet_s };
            if let Some(after) = (self.after)(&before) {
                set(&mut document, &format!("flows.{place}.{field}"), after);
            }
        }
        (document != cell.document).then_some(document)
    }
}

/// The initial window of all flows of some cells, in packets; none if they differ, or a cell states it.
pub fn initial_window<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Option<f64> {
    let mut found = None;
    for cell in cells {
        if cell.stated.contains(&Setting::InitialWindow) {
            return None;
        }
        for flow in checked(cell.document.clone(), cell).flows {
            let own = f64::from_value(&flow.settings.get(field_of(Setting::InitialWindow)));
            if *found.get_or_insert(own) != own {
                return None;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use sawtooth_scenario::parse;

    /// 1000 bytes at 10 Mbit/s take 0.8 ms.
    const TWO: &str = r#"{"schema":1,"duration_s":9,"packet_bytes":1000,"bottleneck":{"rate_bps":1e7,"queue":{"discipline":"drop_tail","limit_packets":20}},
        "flows":[{"name":"a","host":"linux","start_s":1},{"name":"b","host":"ns2","start_s":2,"send_jitter_ms":0.1}]}"#;
    const ONE: &str = r#"{"schema":1,"duration_s":9,"packet_bytes":1000,"bottleneck":{"rate_bps":1e7,"queue":{"discipline":"drop_tail","limit_packets":20}},
        "flows":[{"name":"a","initial_window_packets":1,"send_jitter_ms":2}]}"#;

    fn cell(text: &str) -> Cell {
        Cell::new(point!(), parse(text).unwrap())
    }

    /// The fields that a step changes, with their new values: `flows.0.start_s 1.0004`.
    fn changes(id: &str, cell: &Cell) -> Vec<String> {
        let step = STEPS.iter().find(|step| step.id == id).unwrap();
        let Some(moved) = step.moved(cell) else { return Vec::new() };
        let flows = |document: &Json| document.get("flows").unwrap().elements().unwrap().to_vec();
        let mut found = Vec::new();
        for (place, (before, after)) in flows(&cell.document).iter().zip(flows(&moved)).enumerate() {
            for (name, value) in after.fields().unwrap() {
                if before.get(name) != Some(value) {
                    found.push(format!("flows.{place}.{name} {value}"));
                }
            }
        }
        // Nothing but the flows.
        let rest = |document: &Json| {
            let mut document = document.clone();
            document.set("flows", Vec::new());
            document.to_string()
        };
        assert_eq!(rest(&moved), rest(&cell.document));
        found
    }

    #[test]
    fn a_step_moves_its_setting_and_nothing_else() {
        let two = cell(TWO);
        assert_eq!(
            changes("initial_window_less", &two),
            ["flows.0.initial_window_packets 9", "flows.1.initial_window_packets 1"]
        );
        assert_eq!(
            changes("initial_window_more", &two),
            ["flows.0.initial_window_packets 11", "flows.1.initial_window_packets 3"]
        );
        assert_eq!(changes("start_later", &two), ["flows.1.start_s 2.0004"]);
        assert_eq!(changes("start_earlier", &two), ["flows.0.start_s 1.0004"]);
        assert_eq!(changes("send_jitter", &two), ["flows.0.send_jitter_ms 0.8", "flows.1.send_jitter_ms 0.8"]);
    }

    #[test]
    fn a_flow_alone_starts_later_only_and_bounds_are_kept() {
        let one = cell(ONE);
        assert_eq!(changes("start_later", &one), ["flows.0.start_s 0.0004"]);
        for id in ["initial_window_less", "start_earlier", "send_jitter"] {
            assert_eq!(changes(id, &one), [""; 0], "{id}");
        }
    }

    #[test]
    fn what_a_cell_states_is_not_moved() {
        let stated = cell(TWO).stated(&[Setting::SendJitter, Setting::Start]);
        for id in ["start_later", "start_earlier", "send_jitter"] {
            assert_eq!(changes(id, &stated), [""; 0], "{id}");
        }
        assert_eq!(changes("initial_window_more", &stated).len(), 2);
    }

    #[test]
    fn an_initial_window_is_named_where_all_flows_have_it() {
        assert_eq!(initial_window(&[cell(ONE)]), Some(1.0));
        assert_eq!(initial_window(&[cell(TWO)]), None);
        assert_eq!(initial_window(&[cell(ONE), cell(ONE).stated(&[Setting::InitialWindow])]), None);
    }
}
