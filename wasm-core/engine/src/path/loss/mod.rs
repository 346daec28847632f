//! The contract of a loss model, and the list of all of them. Random loss comes before the queue and takes none of its
//! room, or it comes after the link. Not here: drops by the queue, and when a model is asked (`bottleneck`).

#[cfg(test)]
pub mod testing;

use crate::params::{Choice, FromValue, Value};
use crate::random::{Draw, RandomStream};
use crate::units::Time;
use ambassador::delegatable_trait;

crate::choices! {
    /// Where random loss takes effect.
    pub enum Position {
        /// At the arrival at the bottleneck: the packet takes no place in the queue and no time of the link.
        BeforeQueue = "before_queue",
        /// When the packet has left the link, which has spent its time on it.
        AfterQueue = "after_queue",
    }
}

impl Position {
    /// Of any model; one that loses nothing has none.
    pub fn of(choice: &Choice) -> Position {
        let row = choice.section.index("position");
        row.map_or(Position::BeforeQueue, |row| Position::from_value(&choice.values[row]))
    }
}

/// Declares a model's settings: its own first, then the one that all models share. `loses`: without what it loses nothing.
macro_rules! loss_params {
    ($(#[$outer:meta])* pub struct $Settings:ident { $($own:tt)* } loses: $needs:expr) => {
        $crate::params! {
            $(#[$outer])*
            pub struct $Settings {
                $($own)*
                /// Where packets are lost: before the queue, or after the link has sent them.
                position: $crate::path::loss::Position =
                    word("before_queue", $crate::path::loss::Position::WORDS).live().needs($needs),
                    "FreeBSD's dummynet: before the queue";
            }
        }
    };
}

/// The link beside which a model is, as far as the model may know it.
#[derive(Clone, Copy, Debug)]
pub struct LinkView {
    /// The link's own draws: for models with a state that belongs to no stream.
    pub draws: RandomStream,
    /// Time of a full data packet at the present rate, in seconds.
    pub packet_s: f64,
    /// Length of a full data packet on the wire.
    pub packet_bytes: u32,
}

/// A packet about to be lost, or not.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// When it arrives at the bottleneck, or has left its link.
    pub now: Time,
    /// Place of its stream among all sources of the run: for models with a state for each stream.
    pub source: usize,
    /// Its length on the wire.
    pub bytes: u32,
    /// Its random stream: the stream's n-th data packet to arrive, or to leave the link.
    pub draw: Draw,
    /// The link.
    pub link: LinkView,
}

/// A model of random loss.
#[delegatable_trait]
pub trait LossModel {
    /// Whether this packet is lost.
    fn loses(&mut self, arrival: &Arrival) -> bool;
    /// Whether this packet of a handshake is lost: by the model's present state, which only data moves. A model that counts packets loses
    /// none of them.
    fn loses_handshake(&mut self, arrival: &Arrival) -> bool;
    /// Settings change while a run goes on: all values of the section's table. They hold from the last `follow` on.
    fn configure(&mut self, values: &[Value]);
    /// Time goes on to `now` with the link as it is: called when the model is set, before a change of the link, before and
    /// after one of the settings. For models whose state passes with time; at an arrival they follow by themselves.
    fn follow(&mut self, _now: Time, _link: &LinkView) {}
    /// The probability with which a packet is lost now, for display.
    fn probability(&self) -> f64;
}

impl Loss {
    /// It loses nothing, and does not mind not to be asked.
    #[inline(always)]
    pub fn is_off(&self) -> bool {
        match self {
            Loss::None(_) => true,
            Loss::Bernoulli(model) => model.is_off(),
            _ => false,
        }
    }
}

registry! {
    /// A model of random loss.
    #[delegate(LossModel)]
    pub enum Loss in MODELS {
        bernoulli => Bernoulli,
        none => None,
        gilbert_elliott => GilbertElliott,
        bit_errors => BitErrors,
        periodic => Periodic,
        schedule => Schedule,
    }
}
