//! The contract of a loss model, and the list of all of them. Random loss comes before the queue and takes none of its
//! room. Not here: drops by the queue.

#[cfg(test)]
pub mod testing;

use crate::params::{Section, Value};
use crate::random::{Draws, Luck};
use crate::units::Time;

/// What a model may know of the link before which it is.
#[derive(Clone, Copy, Debug)]
pub struct LinkView {
    /// The link's own draws: for models with a state that belongs to no stream.
    pub draws: Draws,
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
    pub luck: Luck,
    /// The link.
    pub link: LinkView,
}

/// A model of random loss.
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

/// Declares the models: modules, the enum that holds any of them, dispatch and the list. A file has
/// `pub static SECTION: Section` and the named type with `pub fn new(values: &[Value]) -> Self`.
macro_rules! models {
    ($($module:ident => $Type:ident),+ $(,)?) => {
        $(pub mod $module;)+

        /// Any model of loss; plain data, so that a clone is a fork.
        #[derive(Clone, Debug)]
        #[allow(missing_docs)]
        pub enum Loss { $($Type($module::$Type)),+ }

        /// Every model that a scenario may name, the default first.
        pub static MODELS: &[&Section] = &[$(&$module::SECTION),+];

        impl Loss {
            /// The model of a section with its values (one for each row).
            pub fn new(section: &'static Section, values: &[Value]) -> Loss {
                $(if section.kind == $module::SECTION.kind {
                    return Loss::$Type($module::$Type::new(values));
                })+
                unreachable!("the scenario names registered models only")
            }
        }

        impl LossModel for Loss {
            #[inline]
            fn loses(&mut self, arrival: &Arrival) -> bool {
                match self { $(Loss::$Type(m) => m.loses(arrival)),+ }
            }
            fn configure(&mut self, values: &[Value]) {
                match self { $(Loss::$Type(m) => m.configure(values)),+ }
            }
            fn follow(&mut self, now: Time, link: &LinkView) {
                match self { $(Loss::$Type(m) => m.follow(now, link)),+ }
            }
            fn probability(&self) -> f64 {
                match self { $(Loss::$Type(m) => m.probability()),+ }
            }
        }
    };
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

models! {
    bernoulli => Bernoulli,
    none => None,
    gilbert_elliott => GilbertElliott,
    periodic => Periodic,
    schedule => Schedule,
}
