//! Limit of what a run may hold at once, so that a legal scenario cannot exhaust a machine's memory: packets and ACKs
//! in the queue or in flight. Beyond it the run is halted, which is a state, not a failure, and the same on every
//! machine. Not here: the message.

use super::Simulation;
use super::reorder_buffer::MaybeReorderBuffer;
use crate::path::bottleneck::Bottleneck;
use crate::path::queue::QueueDiscipline;
use crate::units::Time;

/// Maximum number of packets and ACKs in flight: about 300 MB of them.
const MOST_UNDER_WAY: u64 = 4_000_000;
/// Minimum number of packets between two counts: a count visits each flow.
const LEAST_BETWEEN: u64 = 4096;

/// Halt of a run, after which nothing happens in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halt {
    /// Time of the halt.
    pub at: Time,
    /// Limit of packets in flight.
    pub most_packets: u64,
}

/// Time of the next count. It depends on packets alone, so that any computation of a run halts it alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    /// Packets and ACKs ever sent.
    pub sent: u64,
    /// Below this value of `sent` the limit cannot have been exceeded by much.
    count_at: u64,
    pub halt: Option<Halt>,
}

impl Default for Load {
    fn default() -> Load {
        Load { sent: 0, count_at: MOST_UNDER_WAY, halt: None }
    }
}

impl Simulation {
    /// Halts the run if the limit is exceeded; returns whether it did. The number in flight grows only by what is sent,
    /// so no count is needed until the margin of the last count may be used up.
    #[inline]
    pub(super) fn check_limits(&mut self) -> bool {
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

    /// Packets and ACKs that wait or are in flight now.
    pub fn under_way(&self) -> u64 {
        let held = |reorder_buffer: &MaybeReorderBuffer| {
            reorder_buffer.as_ref().map_or(0, |reorder_buffer| reorder_buffer.len().0 + reorder_buffer.len().1)
        };
        let flows: usize = self.flows.all().map(|flow| flow.jitter.len() + held(&flow.reorder_buffer)).sum();
        let cross: usize = self.cross.iter().map(|cross| held(&cross.reorder_buffer)).sum();
        let lanes = flows + cross + self.net.data.len() + self.net.acks.len() + self.net.trips.len();
        let waiting = |b: &Bottleneck| b.queue().packets() + b.in_transmission();
        lanes as u64 + self.bottlenecks.iter().map(waiting).sum::<u64>()
    }
}
