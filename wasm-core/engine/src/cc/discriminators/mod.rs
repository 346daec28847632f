//! Loss discriminators: rules that infer, for each lost packet of a flow, whether congestion or random loss took it, from what its
//! sender or its receiver can measure. Each is a file with its definition and source. Not here: how a run is observed for them and
//! how often they are right (crate `measures`), what a sender does with a label.

pub mod driver;

use super::cdg::envelope::QueueState;
use crate::units::Time;

/// Definition of a discriminator, for lists.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Name, equal to its file's.
    pub name: &'static str,
    /// Definition in a sentence or two.
    pub text: &'static str,
    /// Source of the definition.
    pub source: &'static str,
}

/// Inferred cause of a loss, and the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// A queue or policer dropped the packet.
    Congestion,
    /// It was lost at random.
    Random,
}

impl Label {
    /// Random loss where a condition holds, else congestion.
    pub fn random_if(condition: bool) -> Label {
        if condition { Label::Random } else { Label::Congestion }
    }
}

/// A data packet of the flow, no retransmission, at its receiver; in the order in which the packets were sent.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// One-way delay, in ms.
    pub delay_ms: f64,
    /// Time since the arrival before it, in ms; infinite for the first one.
    pub between_ms: f64,
    /// Packets missing between the two.
    pub missing: u64,
    /// Both are full packets.
    pub full: bool,
}

/// An ACK with an RTT sample, at the sender.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// When the ACK arrived.
    pub at: Time,
    /// Congestion window before that ACK, in packets.
    pub cwnd: f64,
    /// The RTT sample, in ms.
    pub rtt_ms: f64,
    /// The smallest sample so far, in ms.
    pub min_rtt_ms: f64,
}

/// A packet that arrived on the flow's path, of the flow itself or of cross traffic with smaller packets.
#[derive(Clone, Copy, Debug)]
pub struct Sized {
    /// It belongs to the flow.
    pub large: bool,
    /// Its size, in bytes.
    pub bytes: u32,
    /// Packets of its source that are missing before it.
    pub missing: u64,
}

/// How a rule behind the trait is cloned: a simulation is plain data.
pub trait CloneRule {
    /// A copy of it, with what it has learned.
    fn boxed(&self) -> Box<dyn Discriminator>;
}

impl<T: Discriminator + Clone + 'static> CloneRule for T {
    fn boxed(&self) -> Box<dyn Discriminator> {
        Box::new(self.clone())
    }
}

/// A rule that labels losses. It never receives the truth, nor anything of retransmissions.
pub trait Discriminator: CloneRule + Send + Sync {
    /// Processes an arrival at the receiver; labels the packets missing before it, if there are any and the rule is a receiver's.
    fn arrival(&mut self, arrival: &Arrival) -> Option<Label> {
        let _ = arrival;
        None
    }
    /// Processes an arrival with its size.
    fn sized(&mut self, sized: &Sized) {
        let _ = sized;
    }
    /// Processes a sample at the sender.
    fn sample(&mut self, sample: &Sample) {
        let _ = sample;
    }
    /// Processes the end of a round, with its last sample.
    fn round(&mut self, sample: &Sample) {
        let _ = sample;
    }
    /// Processes the state that the flow's own algorithm infers, if that is CDG.
    fn own_state(&mut self, state: QueueState) {
        let _ = state;
    }
    /// Labels a loss that the sender has just detected; `None` for a receiver's rule, or if there is nothing to judge by.
    fn loss(&self) -> Option<Label> {
        None
    }
}

/// Declares the discriminators: modules, the list of their definitions, and `all`. A file has `pub static DEFINITION: Definition`
/// and `pub fn new() -> impl Discriminator`.
macro_rules! discriminators {
    ($($module:ident),+ $(,)?) => {
        $(pub mod $module;)+

        /// Every discriminator's definition, in the order of `all`.
        pub static DEFINITIONS: &[&Definition] = &[$(&$module::DEFINITION),+];

        /// One of each, before a run.
        pub fn all() -> Vec<Box<dyn Discriminator>> {
            vec![$(Box::new($module::new())),+]
        }
    };
}

discriminators! {
    vegas_rate,
    ntg,
    ndg,
    biaz,
    mbiaz,
    spike,
    zigzag,
    zbs,
    wmta,
    veno_backlog,
    cdg_queue,
}

#[cfg(test)]
mod testing {
    use super::*;

    /// An arrival with its delay, right behind another.
    pub fn delayed(delay_ms: f64, missing: u64) -> Arrival {
        Arrival { delay_ms, between_ms: 1.2, missing, full: true }
    }

    /// A sample on a path of 40 ms.
    pub fn sample(cwnd: f64, rtt_ms: f64) -> Sample {
        Sample { at: Time::from_seconds(10.0), cwnd, rtt_ms, min_rtt_ms: 40.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_discriminator_has_its_own_name_and_a_source() {
        let mut names: Vec<&str> = DEFINITIONS.iter().map(|definition| definition.name).collect();
        assert_eq!(names.len(), all().len());
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), DEFINITIONS.len());
        for definition in DEFINITIONS {
            assert!(definition.text.ends_with('.') && !definition.source.is_empty(), "{definition:?}");
        }
    }
}
