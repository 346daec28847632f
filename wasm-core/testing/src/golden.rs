//! Golden traces: each registered algorithm and variant in four short scenarios, as a text that is kept and compared
//! literally; the rules that none of these reach, each in a scenario of its own (`rare.txt`); each application of a flow
//! (`applications.txt`); each model of a link's rate (`links.txt`); cross traffic that measures something (`traffic.txt`); a path whose delay varies, and ACKs that do not all arrive (`varied.txt`). It lists what a reviewer reads: the window at intervals, then each event and each decision with its numbers.
//! Not here: comparing (`engine/tests/it/golden.rs`), showing a difference and accepting it (`cargo xtask golden`), checking
//! the numbers (`engine/tests/it/rules/mod.rs`).
//!
//! A file has a part for each scenario: a table with the last value of each signal at the end of each interval, then a line
//! for each event and decision, at last the digest. Numbers have four significant digits and times are in ms, so that a
//! change that means to change little changes little here; the digest tells that something else has changed.

use sawtooth_engine::host;
use sawtooth_engine::observe::{Kind, Observer, Rule, Signal, Source, signals};
use sawtooth_engine::params::{Choice, Section, Value};
use sawtooth_engine::path::{delay_variation, loss, queue, rate_model, reordering};
use sawtooth_engine::scenario::{
    ALGORITHMS, Bottleneck, Change, CrossTraffic, Flow, Intervention, Scenario, Side, Transfers, row,
};
use sawtooth_engine::sim::Simulation;
use sawtooth_engine::tcp::application;
use sawtooth_engine::telemetry::listen::Listener;
use sawtooth_engine::traffic;
use sawtooth_engine::units::Time;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::ptr;

/// From one row to the next, in nanoseconds.
const STEP: u64 = 500_000_000;

/// One scenario.
struct Setting {
    name: &'static str,
    /// Course of the run, in a line.
    about: &'static str,
    duration_s: f64,
    /// Changes the usual path, on which the flow is alone.
    make: fn(&mut Scenario),
}

/// The path of the CDG paper (10 Mbit/s, 40 ms, 84 packets of drop tail) with one flow, and what is different.
const SETTINGS: &[Setting] = &[
    Setting { name: "slow_start", about: "one flow fills an empty path and its queue", duration_s: 3.0, make: |_| {} },
    Setting {
        name: "random_loss",
        about: "0.5 % of packets are lost, for 0.6 s all",
        duration_s: 10.0,
        make: |scenario| {
            scenario.bottleneck.loss = bernoulli(0.005);
            lose(scenario, &[(6.0, 1.0), (6.6, 0.005)]);
        },
    },
    Setting {
        name: "two_algorithms",
        about: "a flow of another algorithm joins the queue after 3 s",
        duration_s: 9.0,
        make: |scenario| {
            let own = scenario.flows[0].algorithm.section;
            let other = ALGORITHMS.iter().find(|section| section.kind != own.kind).expect("two algorithms");
            let settings = Choice::of(&host::SECTION).with("start_s", Value::Number(3.0));
            scenario.flows.push(Flow::bulk("other".into(), 1, Choice::of(other), settings));
        },
    },
    Setting {
        name: "ecn",
        about: "CoDel marks packets instead of dropping them",
        duration_s: 6.0,
        make: |scenario| {
            scenario.bottleneck.queue = Choice::of(&queue::codel::SECTION).with("ecn", Value::Bool(true));
            set(&mut scenario.flows[0].settings, "ecn", Value::Bool(true));
        },
    },
];

/// The same path with a flow whose application has data at times: NewReno on the default TCP stack.
const APPLICATIONS: &[Setting] = &[
    Setting {
        name: "rate",
        about: "the application writes 1 Mbit/s, from 3 s on 20 Mbit/s",
        duration_s: 6.0,
        make: |scenario| {
            scenario.flows[0].application = Choice::of(&application::rate::SECTION);
            let row = row(application::rate::SECTION.params, "rate_bps");
            let change = Change::Application(0, row, Value::Number(20e6));
            scenario.interventions.push(Intervention { at: Time::from_seconds(3.0), change });
        },
    },
    Setting {
        name: "on_off",
        about: "data for 1 s, none for 1 s, in turns",
        duration_s: 6.0,
        make: |scenario| scenario.flows[0].application = Choice::of(&application::on_off::SECTION),
    },
    Setting {
        name: "segments",
        about: "a video player with segments of 1 MB and 2 s, and a buffer of two",
        duration_s: 9.0,
        make: |scenario| {
            scenario.flows[0].application = Choice::of(&application::segments::SECTION)
                .with("segment_bytes", Value::Number(1e6))
                .with("period_s", Value::Number(2.0))
                .with("buffer_segments", Value::Number(2.0));
        },
    },
];

/// The same path with NewReno and a source of cross traffic that measures something.
const TRAFFIC: &[Setting] = &[
    Setting {
        name: "fetch",
        about: "a client fetches 50 kB every second, each time with a handshake",
        duration_s: 6.0,
        make: |scenario| {
            let settings = [("transfer_bytes", 50_000.0), ("interval_s", 1.0)];
            let mut client = crossing(&traffic::fetch::SECTION, &settings);
            let stack = Choice::of(&host::SECTION).with("handshake", Value::Word("simulated"));
            client.transfers = Some(Transfers { algorithm: Choice::of(newreno()), settings: stack });
            scenario.cross_traffic.push(client);
        },
    },
    Setting {
        name: "ping",
        about: "a ping every 200 ms, whose replies share the way back with the ACKs",
        duration_s: 4.0,
        make: |scenario| {
            let queue = Choice::of(&queue::drop_tail::SECTION).with("limit_packets", Value::Number(20.0));
            scenario.reverse_bottleneck = Some(Bottleneck::new(4e5, queue, bernoulli(0.0)));
            scenario.cross_traffic.push(crossing(&traffic::ping::SECTION, &[("interval_ms", 200.0)]));
        },
    },
];

fn crossing(kind: &'static Section, settings: &[(&str, f64)]) -> CrossTraffic {
    let with = |choice: Choice, (name, value): &(&str, f64)| choice.with(name, Value::Number(*value));
    let traffic = settings.iter().fold(Choice::of(kind), with);
    CrossTraffic { name: kind.kind.into(), stream: 0, traffic, transfers: None }
}

/// A scenario for a rule that does not fire in `SETTINGS`, or only with numbers that are 0.
struct Rare {
    rule: &'static str,
    about: &'static str,
    algorithm: &'static str,
    settings: &'static [(&'static str, Value)],
    make: fn(&mut Scenario),
}

const RARE: &[Rare] = &[
    Rare {
        rule: "cdg.loss_slow_start",
        about: "2 % of packets are lost from the start; without backoffs",
        algorithm: "cdg",
        settings: &[("delay_backoff", Value::Bool(false))],
        make: |scenario| scenario.bottleneck.loss = bernoulli(0.02),
    },
    Rare {
        rule: "cdg.slow_start_exit_by_train",
        about: "100 Mbit/s with a long queue; without backoffs",
        algorithm: "cdg",
        settings: &[("variant", Value::Word("linux")), ("delay_backoff", Value::Bool(false))],
        make: |scenario| scenario.bottleneck = fast_link(),
    },
    Rare {
        rule: "cdg.slow_start_exit_by_delay",
        about: "2 Mbit/s, where ACKs come in no train; without backoffs",
        algorithm: "cdg",
        settings: &[("variant", Value::Word("linux")), ("delay_backoff", Value::Bool(false))],
        make: |scenario| set(&mut scenario.bottleneck.settings, "rate_bps", Value::Number(2e6)),
    },
    Rare {
        rule: "bbr.probe_rtt",
        about: "the minimum RTT is measured again every second",
        algorithm: "bbr",
        settings: &[("min_rtt_window_s", Value::Number(1.0))],
        make: |_| {},
    },
    Rare {
        rule: "bbr.policed",
        about: "25 % of packets are lost, as where a policer limits the flow",
        algorithm: "bbr",
        settings: &[],
        make: |scenario| {
            scenario.bottleneck.loss = bernoulli(0.25);
            scenario.duration = Time::from_seconds(9.0);
        },
    },
    Rare {
        rule: "bbr3.probe_rtt",
        about: "the minimum RTT is measured again every second",
        algorithm: "bbr3",
        settings: &[("probe_rtt_interval_s", Value::Number(1.0))],
        make: |_| {},
    },
    Rare {
        rule: "bbr3.high_loss",
        about: "a queue of 8 packets",
        algorithm: "bbr3",
        settings: &[],
        make: |scenario| {
            let queue = scenario.bottleneck.queue.clone();
            scenario.bottleneck.queue = queue.with("limit_packets", Value::Number(8.0));
        },
    },
    Rare {
        rule: "bbr3.drain_late",
        about: "the link becomes slower while Startup ends",
        algorithm: "bbr3",
        settings: &[],
        make: |scenario| {
            let bottleneck = &scenario.bottleneck.settings;
            let row = bottleneck.section.index("rate_bps").expect("a rate");
            let change = Change::Bottleneck(Side::Forward, row, Value::Number(5e6));
            scenario.interventions.push(Intervention { at: Time::from_seconds(0.5), change });
        },
    },
    Rare {
        rule: "newreno.abe",
        about: "CoDel marks packets of a flow with ABE",
        algorithm: "newreno",
        settings: &[],
        make: |scenario| {
            scenario.bottleneck.queue = Choice::of(&queue::codel::SECTION).with("ecn", Value::Bool(true));
            set(&mut scenario.flows[0].settings, "ecn", Value::Bool(true));
            set(&mut scenario.flows[0].settings, "abe", Value::Bool(true));
        },
    },
    Rare {
        rule: "newreno.ignore_random",
        about: "0.5 % of packets are lost after the queue, and the receiver judges by biaz",
        algorithm: "newreno",
        settings: &[("discriminator", Value::Word("biaz"))],
        make: |scenario| {
            scenario.duration = Time::from_seconds(6.0);
            scenario.bottleneck.loss = bernoulli(0.005).with("position", Value::Word("after_queue"));
        },
    },
    Rare {
        rule: "newreno.halve_judged",
        about: "a queue that fills, and the flow judges by CDG's state of the queue",
        algorithm: "newreno",
        settings: &[("discriminator", Value::Word("cdg_queue"))],
        make: |_| {},
    },
    Rare {
        rule: "yeah.decongest",
        about: "100 Mbit/s with a long queue",
        algorithm: "yeah",
        settings: &[],
        make: |scenario| {
            scenario.bottleneck = fast_link();
            scenario.duration = Time::from_seconds(6.0);
        },
    },
    Rare {
        rule: "hystart.train",
        about: "100 Mbit/s with a long queue",
        algorithm: "cubic",
        settings: &[("variant", Value::Word("linux"))],
        make: |scenario| scenario.bottleneck = fast_link(),
    },
    Rare {
        rule: "hystart_pp.exit",
        about: "HyStart++ and a queue that holds what five rounds of a quarter of the growth add",
        algorithm: "newreno",
        settings: &[],
        make: |scenario| {
            scenario.bottleneck = Bottleneck { settings: scenario.bottleneck.settings.clone(), ..fast_link() };
            set(&mut scenario.flows[0].settings, "slow_start", Value::Word("hystart_pp"));
        },
    },
    Rare {
        rule: "hystart_pp.resume",
        about: "HyStart++ where packets leave up to 20 ms late",
        algorithm: "newreno",
        settings: &[],
        make: |scenario| {
            scenario.bottleneck = fast_link();
            set(&mut scenario.flows[0].settings, "slow_start", Value::Word("hystart_pp"));
            set(&mut scenario.flows[0].settings, "send_jitter_ms", Value::Number(20.0));
        },
    },
    Rare {
        rule: "search.exit",
        about: "SEARCH with a long queue",
        algorithm: "newreno",
        settings: &[],
        make: |scenario| {
            scenario.bottleneck = Bottleneck { settings: scenario.bottleneck.settings.clone(), ..fast_link() };
            set(&mut scenario.flows[0].settings, "slow_start", Value::Word("search"));
        },
    },
    Rare {
        rule: "htcp.clock_restarts",
        about: "1 % of packets are overtaken by two others",
        algorithm: "htcp",
        settings: &[("variant", Value::Word("linux_2_6_25_disorder_bug"))],
        make: |scenario| {
            let model = Choice::of(&reordering::bernoulli::SECTION).with("probability", Value::Number(0.01));
            scenario.bottleneck.reordering = Some(model.with("depth_packets", Value::Number(2.0)));
        },
    },
    Rare {
        rule: "undo.dsack",
        about: "a Linux sender without time stamps; 5 % of packets are overtaken by eight others",
        algorithm: "newreno",
        settings: &[],
        make: |scenario| {
            on_host(scenario, "linux");
            set(&mut scenario.flows[0].settings, "timestamps", Value::Bool(false));
            let model = Choice::of(&reordering::bernoulli::SECTION).with("probability", Value::Number(0.05));
            scenario.bottleneck.reordering = Some(model.with("depth_packets", Value::Number(8.0)));
        },
    },
    Rare {
        rule: "undo.f_rto",
        about: "a Linux sender without time stamps; the link is all but silent for 1.5 s",
        algorithm: "newreno",
        settings: &[],
        make: |scenario| {
            on_host(scenario, "linux");
            set(&mut scenario.flows[0].settings, "timestamps", Value::Bool(false));
            scenario.duration = Time::from_seconds(4.0);
            stall(scenario, 1.5);
        },
    },
    Rare {
        rule: "undo.f_rto_halves",
        about: "a sender of Linux 2.6.25; the link is all but silent for 0.6 s",
        algorithm: "newreno",
        settings: &[],
        make: |scenario| {
            on_host(scenario, "linux_2_6");
            stall(scenario, 0.6);
        },
    },
    Rare {
        rule: "undo.bad_retransmit",
        about: "a FreeBSD sender; the link is all but silent for 0.3 s, a little longer than the timeout",
        algorithm: "newreno",
        settings: &[],
        make: |scenario| stall(scenario, 0.3),
    },
    Rare {
        rule: "chd.timeout",
        about: "all packets are lost in slow start, where there is a shadow window",
        algorithm: "chd",
        settings: &[],
        make: |scenario| lose(scenario, &[(0.25, 1.0), (0.5, 0.0)]),
    },
    Rare {
        rule: "africa.loss_fast",
        about: "100 Mbit/s, 0.1 % of packets are lost: windows beyond 38 packets",
        algorithm: "africa",
        settings: &[],
        make: |scenario| scenario.bottleneck = Bottleneck { loss: bernoulli(0.001), ..fast_link() },
    },
    Rare {
        rule: "compound.give_way",
        about: "100 Mbit/s with a long queue, without slow start",
        algorithm: "compound",
        settings: &[],
        make: |scenario| {
            scenario.bottleneck = fast_link();
            set(&mut scenario.flows[0].settings, "initial_ssthresh_packets", Value::Number(100.0));
        },
    },
    Rare {
        rule: "pert.adapt",
        about: "the adaptive version, with 0.5 % of packets lost",
        algorithm: "pert",
        settings: &[("adaptive", Value::Bool(true))],
        make: |scenario| {
            scenario.duration = Time::from_seconds(9.0);
            scenario.bottleneck.loss = bernoulli(0.005);
        },
    },
    Rare {
        rule: "ledbat.shrink",
        about: "slow start passes a target of 30 ms",
        algorithm: "ledbat",
        settings: &[("target_ms", Value::Number(30.0)), ("begin_in_slow_start", Value::Bool(true))],
        make: |_| {},
    },
    Rare {
        rule: "copa.heavy_loss",
        about: "40 % of packets are lost from 1 s on",
        algorithm: "copa",
        settings: &[],
        make: |scenario| lose(scenario, &[(1.0, 0.4)]),
    },
    Rare {
        rule: "nv.stop",
        about: "500 kbit/s and delayed ACKs, with a pad of 1 packet: too few samples to shrink a window",
        algorithm: "nv",
        settings: &[("pad_packets", Value::Number(1.0))],
        make: |scenario| {
            set(&mut scenario.bottleneck.settings, "rate_bps", Value::Number(5e5));
            set(&mut scenario.flows[0].settings, "initial_ssthresh_packets", Value::Number(2.0));
            set(&mut scenario.flows[0].settings, "delayed_ack", Value::Bool(true));
        },
    },
    Rare {
        rule: "tear.timeout",
        about: "a gap counts as a loss only if 100 packets follow, 0.5 % of packets are lost",
        algorithm: "tear",
        settings: &[("packets_after_gap", Value::Number(100.0))],
        make: |scenario| {
            scenario.duration = Time::from_seconds(9.0);
            scenario.bottleneck.loss = bernoulli(0.005);
        },
    },
];

/// One NewReno flow where delays vary, or ACKs do not all arrive.
const VARIED: &[Setting] = &[
    Setting {
        name: "overtaking",
        about: "normal delays with a deviation of 2 ms",
        duration_s: 5.0,
        make: |scenario| vary(scenario, &[("deviation_ms", Value::Number(2.0))]),
    },
    Setting {
        name: "order_kept",
        about: "correlated Pareto delays with a deviation of 10 ms, in order",
        duration_s: 5.0,
        make: |scenario| {
            let word = ("distribution", Value::Word("pareto"));
            let numbers = [("deviation_ms", Value::Number(10.0)), ("correlation", Value::Number(0.9))];
            vary(scenario, &[word, numbers[0].clone(), numbers[1].clone(), ("keep_order", Value::Bool(true))]);
        },
    },
    Setting {
        name: "ack_loss",
        about: "30 % of ACKs and 0.2 % of packets are lost",
        duration_s: 5.0,
        make: |scenario| {
            scenario.bottleneck.loss = bernoulli(0.002);
            set(&mut scenario.flows[0].settings, "ack_loss", Value::Number(0.3));
        },
    },
    Setting {
        name: "ack_thinning",
        about: "every eighth ACK, 0.2 % of packets are lost",
        duration_s: 5.0,
        make: |scenario| {
            scenario.bottleneck.loss = bernoulli(0.002);
            set(&mut scenario.flows[0].settings, "ack_thinning", Value::Number(8.0));
        },
    },
    Setting {
        name: "receive_offload",
        about: "a Linux receiver that merges up to 16 segments on 100 Mbit/s",
        duration_s: 5.0,
        make: |scenario| {
            scenario.bottleneck = fast_link();
            on_host(scenario, "linux");
            set(&mut scenario.flows[0].settings, "receive_offload_packets", Value::Number(16.0));
            set(&mut scenario.flows[0].settings, "receive_offload_ms", Value::Number(1.0));
        },
    },
];

fn vary(scenario: &mut Scenario, settings: &[(&str, Value)]) {
    let all = Choice::of(&delay_variation::SECTION);
    let all = settings.iter().fold(all, |all, (name, value)| all.with(name, value.clone()));
    scenario.bottleneck.delay_variation = Some(all);
}

fn bernoulli(probability: f64) -> Choice {
    Choice::of(&loss::bernoulli::SECTION).with("probability", Value::Number(probability))
}

/// Changes the probability of loss at these seconds.
fn lose(scenario: &mut Scenario, changes: &[(f64, f64)]) {
    let row = row(loss::bernoulli::SECTION.params, "probability");
    scenario.interventions.extend(changes.iter().map(|(at_s, probability)| Intervention {
        at: Time::from_seconds(*at_s),
        change: Change::Loss(Side::Forward, row, Value::Number(*probability)),
    }));
}

/// The link is slow from 1 s on, so that it sends a single packet for this many seconds.
fn stall(scenario: &mut Scenario, seconds: f64) {
    let bottleneck = &scenario.bottleneck.settings;
    let row = bottleneck.section.index("rate_bps").expect("a rate");
    for (at_s, rate) in [(1.0, 12e3 / seconds), (1.0 + seconds, 10e6)] {
        let change = Change::Bottleneck(Side::Forward, row, Value::Number(rate));
        scenario.interventions.push(Intervention { at: Time::from_seconds(at_s), change });
    }
}

fn on_host(scenario: &mut Scenario, host: &'static str) {
    let settings = Choice::of(&host::SECTION).with("host", Value::Word(host));
    scenario.flows[0].settings = settings.with("start_jitter_s", Value::Number(0.1));
}

fn fast_link() -> Bottleneck {
    let queue = Choice::of(&queue::drop_tail::SECTION).with("limit_packets", Value::Number(1000.0));
    Bottleneck::new(100e6, queue, bernoulli(0.0))
}

fn set(choice: &mut Choice, name: &str, value: Value) {
    *choice = choice.clone().with(name, value);
}

/// One file.
pub struct Golden {
    /// Its name: the algorithm, and its variant if it has any.
    pub file: String,
    /// Its content.
    pub text: String,
}

/// Where the kept traces lie: beside the crate that Cargo runs.
pub fn folder() -> PathBuf {
    Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs this")).join("../engine/golden")
}

/// The traces of everything registered, as they are now.
pub fn all() -> Vec<Golden> {
    let file = |(name, choice): (String, Choice)| {
        let part = |setting: &Setting| part(setting.name, setting.about, &scenario(setting, &choice));
        Golden { file: name + ".txt", text: SETTINGS.iter().map(part).collect::<Vec<_>>().join("\n") }
    };
    let rare = RARE.iter().map(|rare| part(rare.rule, rare.about, &rare.scenario()));
    let rare = Golden { file: "rare.txt".into(), text: rare.collect::<Vec<_>>().join("\n") };
    let applications = applications().map(|(setting, scenario)| part(setting.name, setting.about, &scenario));
    let applications = Golden { file: "applications.txt".into(), text: applications.collect::<Vec<_>>().join("\n") };
    let links = links().map(|(kind, scenario)| part(kind, "one NewReno flow on such a link", &scenario));
    let links = Golden { file: "links.txt".into(), text: links.collect::<Vec<_>>().join("\n") };
    let traffic = traffic_scenarios().map(|(setting, scenario)| part(setting.name, setting.about, &scenario));
    let traffic = Golden { file: "traffic.txt".into(), text: traffic.collect::<Vec<_>>().join("\n") };
    let varied = VARIED.iter().map(|setting| part(setting.name, setting.about, &newreno_with(setting)));
    let varied = Golden { file: "varied.txt".into(), text: varied.collect::<Vec<_>>().join("\n") };
    choices().map(file).chain([rare, applications, links, traffic, varied]).collect()
}

/// The parts of a file, each with its scenario's name.
pub fn parts(text: &str) -> Vec<(&str, &str)> {
    let mut starts: Vec<usize> = text.match_indices("# ").map(|(at, _)| at).collect();
    starts.push(text.len());
    let part = |pair: &[usize]| {
        let part = &text[pair[0]..pair[1]];
        (part[2..].split(':').next().unwrap_or_default(), part)
    };
    starts.windows(2).map(part).collect()
}

/// Every scenario of every file, with its name.
pub fn scenarios() -> impl Iterator<Item = (String, Scenario)> {
    let usual = choices().flat_map(|(name, choice)| {
        SETTINGS.iter().map(move |setting| (format!("{name} {}", setting.name), scenario(setting, &choice)))
    });
    usual
        .chain(RARE.iter().map(|rare| (format!("rare {}", rare.rule), rare.scenario())))
        .chain(applications().map(|(setting, scenario)| (format!("applications {}", setting.name), scenario)))
        .chain(links().map(|(kind, scenario)| (format!("links {kind}"), scenario)))
        .chain(traffic_scenarios().map(|(setting, scenario)| (format!("traffic {}", setting.name), scenario)))
        .chain(VARIED.iter().map(|setting| (format!("varied {}", setting.name), newreno_with(setting))))
}

/// Each model of a link's rate at its defaults, but with a satellite's handover every 2 s.
fn links() -> impl Iterator<Item = (&'static str, Scenario)> {
    rate_model::MODELS.iter().map(|section| {
        let setting = Setting { name: section.kind, about: "", duration_s: 5.0, make: |_| {} };
        let mut scenario = scenario(&setting, &Choice::of(newreno()));
        let mut model = Choice::of(section);
        if section.index("handover_s").is_some() {
            set(&mut model, "handover_s", Value::Number(2.0));
        }
        scenario.bottleneck.rate_model = Some(model);
        (section.kind, scenario)
    })
}

fn newreno() -> &'static Section {
    ALGORITHMS.iter().find(|section| section.kind == "newreno").expect("registered")
}

fn traffic_scenarios() -> impl Iterator<Item = (&'static Setting, Scenario)> {
    TRAFFIC.iter().map(|setting| (setting, newreno_with(setting)))
}

fn newreno_with(setting: &Setting) -> Scenario {
    scenario(setting, &Choice::of(newreno()))
}

fn applications() -> impl Iterator<Item = (&'static Setting, Scenario)> {
    APPLICATIONS.iter().map(|setting| (setting, scenario(setting, &Choice::of(newreno()))))
}

/// Everything registered at its defaults, each variant by itself.
fn choices() -> impl Iterator<Item = (String, Choice)> {
    ALGORITHMS.iter().flat_map(|&section| {
        let named = section.variants.iter().map(|variant| Some(variant.name));
        let variants = if section.variants.is_empty() { vec![None] } else { named.collect() };
        variants.into_iter().map(move |variant| {
            let name = [Some(section.kind), variant].into_iter().flatten().collect::<Vec<_>>().join("_");
            (name, Choice { section, values: section.defaults(variant) })
        })
    })
}

impl Rare {
    fn scenario(&self) -> Scenario {
        let section = ALGORITHMS.iter().find(|section| section.kind == self.algorithm).expect("registered");
        let default = Choice::of(section);
        let with = |choice: Choice, (name, value): &(&str, Value)| choice.with(name, value.clone());
        let setting = Setting { name: self.rule, about: self.about, duration_s: 3.0, make: self.make };
        scenario(&setting, &self.settings.iter().fold(default, with))
    }
}

fn scenario(setting: &Setting, algorithm: &Choice) -> Scenario {
    let settings = Choice::of(&host::SECTION)
        .with("host", Value::Word(stack(algorithm)))
        .with("start_jitter_s", Value::Number(0.1));
    let drop_tail = Choice::of(&queue::drop_tail::SECTION);
    let mut scenario = Scenario {
        seed: 1,
        duration: Time::from_seconds(setting.duration_s),
        packet_bytes: 1500,
        bottleneck: Bottleneck::new(10e6, drop_tail, Choice::of(&loss::bernoulli::SECTION)),
        reverse_bottleneck: None,
        flows: vec![Flow::bulk("flow1".into(), 0, algorithm.clone(), settings)],
        cross_traffic: vec![],
        interventions: vec![],
    };
    (setting.make)(&mut scenario);
    scenario
}

/// The TCP stack with whose name the variant's begins, the default one if there is none.
fn stack(algorithm: &Choice) -> &'static str {
    let Value::Word(variant) = algorithm.get(algorithm.section.selector) else { return host::SECTION.variants[0].name };
    let stacks = host::SECTION.variants.iter().map(|stack| stack.name).filter(|name| variant.starts_with(name));
    stacks.max_by_key(|name| name.len()).unwrap_or(host::SECTION.variants[0].name)
}

fn part(name: &str, about: &str, scenario: &Scenario) -> String {
    let mut table = Table::of(scenario.flows[0].algorithm.section);
    let mut simulation = Simulation::new(scenario);
    simulation.run_until(scenario.duration, &mut Listener::of_decisions(&mut table));
    format!("# {name}: {about}\n{}", table.finish(&simulation))
}

/// A number with four significant digits.
pub fn rounded(value: f64) -> String {
    let short: f64 = format!("{value:.3e}").parse().expect("a number");
    (short + 0.0).to_string()
}

/// An instant in seconds, to the millisecond.
fn moment(at: Time) -> String {
    format!("{:.3}", at.seconds())
}

/// A decision as a reviewer reads it.
fn decided(rule: &Rule, numbers: &[f64]) -> String {
    let each = rule.numbers.iter().zip(numbers).map(|(name, number)| format!("{name}: {}", rounded(*number)));
    format!("{} {{ {} }}", rule.key, each.collect::<Vec<_>>().join(", "))
}

/// Listens to what cross traffic measures, to the flow's window or rate, to the algorithm's own signals, and to the decisions.
struct Table {
    levels: Vec<&'static Signal>,
    marks: Vec<&'static Signal>,
    present: Vec<Option<f64>>,
    /// The end of each row's interval, and the values there.
    rows: Vec<(Time, Vec<Option<f64>>)>,
    /// Events and decisions, a line each.
    events: String,
}

impl Table {
    fn of(section: &Section) -> Table {
        let engine = [&signals::CWND, &signals::RATE, &signals::SSTHRESH];
        let mut marks = vec![&signals::WINDOW_CUT, &signals::LOSS_TOLERATED, &signals::TIMEOUT];
        let own = || section.signals.iter().copied();
        marks.extend(own().filter(|signal| signal.kind == Kind::Mark));
        let levels: Vec<&'static Signal> =
            engine.into_iter().chain(own().filter(|signal| signal.kind != Kind::Mark)).collect();
        Table { present: vec![None; levels.len()], levels, marks, rows: Vec::new(), events: String::new() }
    }

    /// Ends the rows that end before or at an instant.
    fn advance(&mut self, at: Time) {
        while STEP * (self.rows.len() as u64 + 1) <= at.0 {
            let end = Time(STEP * (self.rows.len() as u64 + 1));
            self.rows.push((end, self.present.clone()));
        }
    }

    fn event(&mut self, at: Time, what: &str) {
        writeln!(self.events, "{} {what}", moment(at)).expect("a string takes all");
    }

    fn finish(mut self, simulation: &Simulation) -> String {
        self.advance(simulation.now());
        self.event(simulation.now(), &format!("digest {}", simulation.digest_hex()));
        let told: Vec<usize> = (0..self.levels.len()).filter(|column| self.present[*column].is_some()).collect();
        let mut text = String::from("time_s");
        told.iter().for_each(|column| text.extend([",", self.levels[*column].name]));
        for (end, values) in &self.rows {
            write!(text, "\n{}", end.seconds()).expect("a string takes all");
            for column in &told {
                let words = self.levels[*column].words;
                let cell = |v: f64| words.get(v as usize).map_or(rounded(v), |word| word.to_string());
                text.extend([",", &values[*column].map(cell).unwrap_or_default()]);
            }
        }
        text + "\n\n" + &self.events
    }
}

impl Observer for Table {
    fn signal(&mut self, at: Time, source: Source, signal: &'static Signal, value: f64) {
        let measured = [&signals::COMPLETED, &signals::RTT].iter().any(|own| ptr::eq(*own, signal));
        if source == Source::Cross(0) && measured {
            self.advance(at);
            self.event(at, &format!("{} {}", signal.name, rounded(value)));
        }
        if source != Source::Flow(0) {
            return;
        }
        self.advance(at);
        if let Some(column) = self.levels.iter().position(|level| ptr::eq(*level, signal)) {
            self.present[column] = Some(value);
        } else if self.marks.iter().any(|mark| ptr::eq(*mark, signal)) {
            self.event(at, &format!("{} {}", signal.name, rounded(value)));
        }
    }

    fn decision(&mut self, at: Time, source: Source, rule: &'static Rule, numbers: &[f64]) {
        if source == Source::Flow(0) {
            self.event(at, &decided(rule, numbers));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_a_row_each_half_second_then_events_then_the_digest() {
        let choice = Choice::of(ALGORITHMS[0]);
        let text = part(SETTINGS[0].name, SETTINGS[0].about, &scenario(&SETTINGS[0], &choice));
        let (rows, events) = text.split_once("\n\n").expect("two parts");
        let mut rows = rows.lines();
        assert_eq!(rows.next(), Some("# slow_start: one flow fills an empty path and its queue"));
        assert!(rows.next().is_some_and(|head| head.starts_with("time_s,cwnd_packets,ssthresh_packets")));
        let columns = rows.map(|line| line.split(',').count()).collect::<Vec<_>>();
        assert_eq!(columns, vec![columns[0]; (SETTINGS[0].duration_s / 0.5) as usize]);
        assert!(events.lines().last().is_some_and(|last| last.starts_with("3.000 digest ")));
        assert!(events.contains(" newreno.halve { before: "));
    }

    #[test]
    fn numbers_have_four_digits() {
        let shown = [20.802_269_327_572_702, 9_999_600.0, 0.000_123_456, -0.0, f64::INFINITY, 84.0].map(rounded);
        assert_eq!(shown, ["20.8", "10000000", "0.0001235", "0", "inf", "84"]);
    }

    #[test]
    fn a_variant_runs_on_the_stack_that_it_names() {
        let of = |kind: &str, variant| {
            let section = ALGORITHMS.iter().find(|section| section.kind == kind).expect("registered");
            stack(&Choice::of(section).with("variant", Value::Word(variant)))
        };
        let stacks = [of("cubic", "linux_2_6_25"), of("cubic", "linux"), of("vegas", "ns2"), of("cubic", "rfc9438")];
        assert_eq!(stacks, ["linux_2_6", "linux", "ns2", "freebsd"]);
    }
}
