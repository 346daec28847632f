//! The contract of a loss model, and the list of all of them. Random loss comes before the queue and takes none of its
//! room. Not here: drops by the queue.

#[cfg(test)]
pub mod testing;

use crate::params::Value;
use crate::random::{Draw, RandomStream};
use crate::units::Time;
use ambassador::delegatable_trait;

/// What a model may know of the link before which it is.
#[derive(Clone, Copy, Debug)]
pub struct LinkView {
    /// The link's own draws: for models with a state that belongs to no stream.
    pub draws: RandomStream,
    /// Time of a full data packet at the present rate, in seconds.
    pub packet_s: f64,
}

/// A packet about to be lost, or not.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// When it arrives at the bottleneck.
    pub now: Time,
    /// Place of its stream among all sources of the run: for models with a state for each stream.
    pub source: usize,
    /// Its random stream: the stream's n-th data packet to arrive.
    pub draw: Draw,
    /// The link.
    pub link: LinkView,
}

/// A model of random loss.
#[delegatable_trait]
pub trait LossModel {
    /// Whether this packet is lost.
    fn loses(&mut self, arrival: &Arrival) -> bool;
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
        periodic => Periodic,
        schedule => Schedule,
    }
}
