//! Traffic without congestion control: what each kind sends and when, and the list of all kinds. Not here: its way through
//! the bottleneck, and how many of its packets are lost.

mod wave;

use crate::params::{Choice, FromValue, Section, Value};
use crate::random::Draw;
use crate::units::Span;
use ambassador::delegatable_trait;

/// Declares a kind's settings: its own first, then those that all kinds share.
macro_rules! traffic_params {
    ($(#[$outer:meta])* pub struct $Settings:ident { $($own:tt)* }) => {
        $crate::params! {
            $(#[$outer])*
            pub struct $Settings {
                $($own)*
                /// Two-way propagation delay; half of it lies after the link.
                base_rtt_ms: f64 = above(40.0, 0.0, 1e5).unit("ms").log().live(), "CDG paper, section 4";
                /// When the source starts: the first packet leaves then.
                start_s: f64 = number(0.0, 0.0, f64::MAX).unit("s"), "choice";
                /// When the source stops; at the end of the run if not given.
                stop_s: Option<f64> = number(0.0, 0.0, f64::MAX).unit("s").absent(), "choice";
                /// A uniform random delay of up to this is added to the start time.
                start_jitter_s: f64 = number(0.0, 0.0, 1e6).unit("s"), "choice";
            }
        }
    };
}

/// The settings that all kinds share.
#[derive(Clone, Copy, Debug)]
pub struct Common {
    /// Round-trip time of the empty path.
    pub base_rtt_ms: f64,
    /// When it starts.
    pub start_s: f64,
    /// When the source stops; at the end of the run if not given.
    pub stop_s: Option<f64>,
    /// A uniform random delay of up to this is added to the start time.
    pub start_jitter_s: f64,
}

impl Common {
    /// Of any kind of traffic.
    pub fn of(choice: &Choice) -> Common {
        Common {
            base_rtt_ms: FromValue::from_value(&choice.get("base_rtt_ms")),
            start_s: FromValue::from_value(&choice.get("start_s")),
            stop_s: FromValue::from_value(&choice.get("stop_s")),
            start_jitter_s: FromValue::from_value(&choice.get("start_jitter_s")),
        }
    }
}

/// Whether a kind is made of transfers: flows of their own, with an algorithm and the options of a TCP stack.
pub fn has_transfers(kind: &Section) -> bool {
    [&flash_crowd::SECTION, &fetch::SECTION].iter().any(|own| own.kind == kind.kind)
}

/// Whether the packets of a kind are answered, each by one of the same size.
pub fn has_replies(kind: &Section) -> bool {
    kind.kind == ping::SECTION.kind
}

/// Settings of a flow that no transfer has of its own: its source says them, or they mean nothing to it.
pub const NOT_OF_TRANSFERS: &[&str] =
    &["base_rtt_ms", "start_s", "stop_s", "start_jitter_s", "send_jitter_ms", "transfer_bytes", "direction"];

/// A kind of traffic. The first packet leaves at the start.
#[delegatable_trait]
pub trait TrafficKind {
    /// Bytes of the packet that leaves `elapsed` after the start.
    fn packet_bytes(&self, elapsed: Span) -> u32;
    /// Nanoseconds, not rounded, from a packet (or transfer) that began `elapsed` after the start to the next one, whose random draw
    /// this is.
    fn wait(&self, elapsed: Span, draw: Draw) -> f64;
    /// Settings change while a run goes on: all values of the section's table.
    fn configure(&mut self, values: &[Value]);
    /// Whether each transfer is requested by its receiver, once the one before it is complete.
    fn one_by_one(&self) -> bool {
        false
    }
}

registry! {
    /// A kind of traffic.
    #[delegate(TrafficKind)]
    pub enum Traffic in KINDS {
        voip => Voip,
        cbr => Cbr,
        on_off => OnOff,
        sawtooth => Sawtooth,
        flash_crowd => FlashCrowd,
        fetch => Fetch,
        ping => Ping,
    }
}
