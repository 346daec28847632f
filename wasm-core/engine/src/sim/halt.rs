//! The bound on what a run may hold at once, so that a legal scenario cannot use up a machine's memory: packets that wait in
//! the queue or are under way, acknowledgements among them. Beyond it the run is halted: a state, not a failure, and
//! the same wherever it is computed. Not here: how a front end words it.

use super::Simulation;
use super::holds::MaybeHolds;
use crate::path::bottleneck::Bottleneck;
use crate::path::queue::QueueDiscipline;
use crate::units::Time;

/// Most packets and acknowledgements under way at once: some 300 MB of them.
const MOST_UNDER_WAY: u64 = 4_000_000;
/// Least number of packets between two counts: counting costs a look at each flow.
const LEAST_BETWEEN: u64 = 4096;

/// A run was halted: nothing happens in it any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halt {
    /// When.
    pub at: Time,
    /// The bound: so many packets under way at once.
    pub most_packets: u64,
}

/// When what is under way is counted next. It hangs on packets alone, so that any computation of a run halts it alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    /// Packets and acknowledgements that were ever sent.
    pub sent: u64,
    /// Below this number of `sent` the bound cannot have been passed by much.
    count_at: u64,
    pub halt: Option<Halt>,
}

impl Default for Load {
    fn default() -> Load {
        Load { sent: 0, count_at: MOST_UNDER_WAY, halt: None }
    }
}

impl Simulation {
    /// Halts the run if more is under way than may be; whether it did. What is under way grows by what is sent, hence no need to count
    /// until the room that was left at the last count may be used up.
    #[inline]
    pub(super) fn weigh(&mut self) -> bool {
        self.net.load.sent >= self.net.load.count_at && self.count()
    }

    #[cold]
    fn count(&mut self) -> bool {
        let under_way = self.under_way();
        self.net.load.count_at = self.net.load.sent + MOST_UNDER_WAY.saturating_sub(under_way).max(LEAST_BETWEEN);
        if under_way > MOST_UNDER_WAY {
            self.net.load.halt = Some(Halt { at: self.now, most_packets: MOST_UNDER_WAY });
        }
        self.net.load.halt.is_some()
    }

    /// Packets and acknowledgements that wait or are under way now.
    pub fn under_way(&self) -> u64 {
        let held = |holds: &MaybeHolds| holds.as_ref().map_or(0, |holds| holds.len().0 + holds.len().1);
        let flows: usize = self.flows.all().map(|flow| flow.jitter.len() + held(&flow.holds)).sum();
        let cross: usize = self.cross.iter().map(|cross| held(&cross.holds)).sum();
        let lanes = flows + cross + self.net.data.len() + self.net.acks.len() + self.net.trips.len();
        let waiting = |b: &Bottleneck| b.queue().packets() + u64::from(b.service().is_some());
        lanes as u64 + self.bottlenecks.iter().map(waiting).sum::<u64>()
    }
}
