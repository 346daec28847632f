//! The CDG paper: its list of experiments, and the test-bed that all of them have in common. Everything that the paper leaves
//! unstated about it is chosen here, once (`CHOICES`). Not here: any one figure.

use crate::experiment::{Choice, Paper};
use crate::figure::Marks;
use crate::results::Rows;
use sawtooth_scenario::{Json, object};

mod counts;
mod like;
mod mixed;
mod watch;

crate::experiments! {
    fig1,
    fig2,
    fig3,
    fig4,
    fig5,
    fig6,
    fig7,
    fig8,
    fig9,
    further_recovery,
    further_growth,
    further_flows,
}

/// The paper.
pub static PAPER: Paper = Paper {
    id: "cdg",
    name: "CDG paper",
    citation: "D. A. Hayes, G. Armitage, Revisiting TCP Congestion Control using Delay Gradients, IFIP Networking 2011",
};

/// Rate of the bottleneck, in bit/s (section 4).
pub const RATE_BPS: f64 = 10e6;
/// Part of it that payload can reach: 1460 of 1500 bytes.
pub const CAPACITY_BPS: f64 = RATE_BPS * 1460.0 / 1500.0;

/// Sender's TCP stack where the paper does not specify it: which engine repairs losses, and whether FreeBSD's delayed
/// acknowledgements and byte counting are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Host {
    /// `sack`, `freebsd_sack`, `newreno`.
    pub recovery: &'static str,
    /// Delayed acknowledgements and byte counting, both or neither.
    pub delayed: bool,
}

/// The TCP stack on which claims are evaluated.
pub const JUDGED: Host = Host { recovery: "sack", delayed: true };
/// Hosts that every figure publishes, the evaluated one first.
pub const HOSTS: [Host; 3] = [JUDGED, JUDGED.engine("freebsd_sack"), JUDGED.engine("newreno")];

impl Host {
    /// With another engine.
    pub const fn engine(self, recovery: &'static str) -> Host {
        Host { recovery, ..self }
    }
    /// Without delayed ACKs and byte counting.
    pub const fn plain(self) -> Host {
        Host { delayed: false, ..self }
    }
    /// Whether a receiver delays acknowledgements: a coordinate's word.
    pub fn acks(self) -> &'static str {
        if self.delayed { "delayed" } else { "each" }
    }
    /// The engine, for titles.
    pub fn engine_title(&self) -> String {
        format!("Recovery {}", self.recovery)
    }
    /// For titles.
    pub fn title(&self) -> String {
        let acks = if self.delayed { "" } else { ", every packet acknowledged" };
        format!("{}{acks}", self.engine_title())
    }
}

/// CDG as the paper configures it (sections 3.5, 3.7, 4); a tick of 1 ms is FreeBSD's clock.
pub fn cdg() -> Json {
    object! {
        "kind" => "cdg", "variant" => "paper", "smoothing" => 8.0, "g_ms" => 3.0, "beta_delay" => 0.7,
        "beta_loss" => 0.5, "ineffectual_backoffs" => 5.0, "ignored_backoffs" => 5.0, "rtt_tick_ms" => 1.0,
    }
}

/// An object with one more field, or with another value of one.
pub fn with(mut object: Json, field: &str, value: impl Into<Json>) -> Json {
    object.set(field, value);
    object
}

/// An algorithm at its defaults.
pub fn kind(name: &str) -> Json {
    object! { "kind" => name }
}

/// A flow of the test-bed: 40 ms, from one moment to another, on a TCP stack.
pub fn flow(name: &str, algorithm: Json, from_s: f64, until_s: f64, host: Host) -> Json {
    object! {
        "name" => name, "algorithm" => algorithm, "base_rtt_ms" => 40.0, "start_s" => from_s, "stop_s" => until_s,
        "start_jitter_s" => 0.1, "send_jitter_ms" => 0.1, "host" => "freebsd", "recovery" => host.recovery,
        "delayed_ack" => host.delayed, "byte_counting" => host.delayed, "initial_window_packets" => 3.0,
        "min_rto_ms" => 230.0, "receive_window_packets" => 1000.0,
    }
}

/// The test-bed: 10 Mbps, 84 packets of drop tail, random loss of data packets only (section 4).
pub fn test_bed(title: &str, duration_s: f64, loss: f64, flows: Vec<Json>) -> Json {
    let model = if loss > 0.0 {
        object! { "model" => "bernoulli", "probability" => loss }
    } else {
        object! { "model" => "none" }
    };
    object! {
        "schema" => 1.0, "title" => title, "duration_s" => duration_s, "packet_bytes" => 1500.0,
        "bottleneck" => object! {
            "rate_bps" => RATE_BPS,
            "queue" => object! { "discipline" => "drop_tail", "limit_packets" => 84.0 },
            "loss" => model,
        },
        "flows" => flows,
    }
}

/// Medians with bars of a list of each row, in Mbit/s, drawn at the middles of bins.
pub fn bars_of_bins(rows: &Rows, list: &str, width_s: f64, between_s: (f64, f64)) -> Marks {
    let points = rows.columns(list).into_iter().enumerate().filter_map(|(bin, values)| {
        let middle = (bin as f64 + 0.5) * width_s;
        let [low, median, high] = values.bar()?;
        let inside = middle > between_s.0 && middle < between_s.1;
        inside.then_some([middle, low / 1e6, median / 1e6, high / 1e6])
    });
    Marks::Medians(points.collect())
}

/// Choices where the paper does not specify the test-bed, common to all figures.
pub const CHOICES: &[Choice] = &[
    Choice {
        what: "Delayed ACKs and byte counting",
        chosen: "both on; the delayed-ACK timer is 100 ms",
        why: "These are FreeBSD's defaults, and the paper used unmodified receivers. Without byte counting, delayed \
              ACKs would leave NewReno at most a quarter of the link at 1 % loss, where the paper has 35 %.",
    },
    Choice {
        what: "Recovery engine",
        chosen: "RFC 6675 (sack); for comparison also freebsd_sack and newreno",
        why: "FreeBSD 9.0 had SACK on, with an engine of its own of which only descriptions are known. We evaluate \
              claims with the engine that is completely specified. With losses, the results depend strongly on this.",
    },
    Choice {
        what: "Clock tick, and with it the unit of G",
        chosen: "1 ms; G = 3 ms",
        why: "FreeBSD's default is 1000 ticks per second.",
    },
    Choice {
        what: "Socket buffers",
        chosen: "1000 packets, which never limits the window",
        why: "A full queue needs a window of 118 packets, and the paper reports a full queue.",
    },
    Choice {
        what: "Initial window, minimum RTO, limited transmit, slow-start test",
        chosen: "3 packets, 230 ms, on, cwnd <= ssthresh (CDG: <)",
        why: "These are defaults of that kernel; the effect is small.",
    },
    Choice {
        what: "Random delays of hosts and timers",
        chosen: "start times drawn from 0.1 s; each data packet up to 0.1 ms later",
        why: "A test-bed has such random delays. Without them, all repetitions of a loss-free run would be the same.",
    },
    Choice {
        what: "Seeds and percentiles",
        chosen: "seeds 1 to 10, the same for algorithms that are compared; percentiles by interpolation over the runs",
        why: "The comparison is paired; the percentiles follow the usual rule.",
    },
];
