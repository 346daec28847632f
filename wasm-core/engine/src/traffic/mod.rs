//! Traffic without congestion control: what each kind sends and when, and the list of all kinds. Not here: its way through
//! the bottleneck, and how many of its packets are lost.

mod wave;

use crate::params::{Choice, FromValue, Section, Value};
use crate::random::Luck;
use crate::units::Span;

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

/// The kind that is made of transfers: flows of their own, with an algorithm and the options of a TCP stack.
pub const CROWD: &str = "flash_crowd";

/// Settings of a flow that no transfer has of its own: the crowd says them, or they mean nothing to it.
pub const NOT_OF_TRANSFERS: &[&str] =
    &["base_rtt_ms", "start_s", "stop_s", "start_jitter_s", "send_jitter_ms", "transfer_bytes", "direction"];

/// A kind of traffic. The first packet leaves at the start.
pub trait TrafficKind {
    /// Bytes of the packet that leaves `elapsed` after the start.
    fn packet_bytes(&self, elapsed: Span) -> u32;
    /// Nanoseconds, not rounded, from a packet (or transfer) that began `elapsed` after the start to the next one, whose random draw
    /// this is.
    fn wait(&self, elapsed: Span, luck: Luck) -> f64;
    /// Settings change while a run goes on: all values of the section's table.
    fn configure(&mut self, values: &[Value]);
}

/// Declares the kinds: modules, the enum that holds any of them, dispatch and the list. A file has
/// `pub static SECTION: Section` and the named type with `pub fn new(values: &[Value]) -> Self`.
macro_rules! kinds {
    ($($module:ident => $Type:ident),+ $(,)?) => {
        $(pub mod $module;)*

        /// Any kind of traffic; plain data, so that a clone is a fork.
        #[derive(Clone, Debug)]
        #[allow(missing_docs)]
        pub enum Traffic { $($Type($module::$Type)),* }

        /// Every kind that a scenario may name, in the order of lists.
        pub static KINDS: &[&Section] = &[$(&$module::SECTION),*];

        impl Traffic {
            /// The kind of a section with its values (one for each row).
            pub fn new(section: &'static Section, values: &[Value]) -> Traffic {
                $(if section.kind == $module::SECTION.kind {
                    return Traffic::$Type($module::$Type::new(values));
                })*
                unreachable!("the scenario names registered kinds only")
            }
        }

        impl TrafficKind for Traffic {
            fn packet_bytes(&self, elapsed: Span) -> u32 {
                match *self { $(Traffic::$Type(ref t) => t.packet_bytes(elapsed)),* }
            }
            fn wait(&self, elapsed: Span, luck: Luck) -> f64 {
                match *self { $(Traffic::$Type(ref t) => t.wait(elapsed, luck)),* }
            }
            fn configure(&mut self, values: &[Value]) {
                match *self { $(Traffic::$Type(ref mut t) => t.configure(values)),* }
            }
        }
    };
}

kinds! {
    voip => Voip,
    cbr => Cbr,
    on_off => OnOff,
    sawtooth => Sawtooth,
    flash_crowd => FlashCrowd,
}
