//! Prefetching of flows: a hint to the processor that changes nothing but the time. Among thousands of flows each
//! packet needs one that has left the caches, and would wait for its lines one after the other. The flows needed next
//! are known from the queue and from the lane of round trips. The fields that every packet reads are therefore stored
//! together, in `Flow` and its parts (`repr(C)`), and fetched as a number of lines. Without such an instruction
//! (WebAssembly) nothing happens. Not here: what is done with the flows (`packets`, `ends`).

use super::Simulation;
use super::agent::{Agent, WindowEnds};
use super::flow::Flow;
use crate::event::Event;
use crate::observe::Source;
use crate::tcp::receiver::Receiver;
use crate::tcp::sender::Sender;
use std::mem::offset_of;

/// Minimum number of flows for prefetching: fewer stay in the caches anyway.
const MANY: usize = 2000;
/// Distance in packets, to hide the latency of memory.
const AHEAD: usize = 8;
/// Distance in packets at which a prefetched flow has arrived, so that the address of its segments is known.
const HERE: usize = 3;
/// Bytes of a cache line.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Offset of a window's sender in its agent, after the word with the kind of agent: asking the kind itself would have
/// to wait for memory.
const SENDER: usize = size_of::<Agent>() - size_of::<WindowEnds>();

/// Prefetches this number of cache lines from a byte of a value on.
#[inline(always)]
fn fetch<const LINES: usize, T>(thing: &T, byte: usize) {
    #[cfg(target_arch = "x86_64")]
    for line in 0..LINES {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let at = std::ptr::from_ref(thing).cast::<i8>().wrapping_add(byte + line * LINE);
        #[expect(unsafe_code, reason = "a hint, which reads nothing and may be given any address")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(at);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (thing, byte);
}

impl Simulation {
    /// Whether prefetching pays.
    #[inline(always)]
    fn fetches(&self) -> bool {
        cfg!(target_arch = "x86_64") && self.flows.own.len() >= MANY
    }

    /// A link has sent a packet: prefetches the flow whose packet it will send soon.
    #[inline(always)]
    pub(super) fn fetch_for_link(&self, side: usize) {
        if self.fetches()
            && let Some(packet) = self.bottlenecks[side].waits(AHEAD - 1)
            && let Source::Flow(index) = packet.source
        {
            fetch::<3, _>(&self.flows.own[index as usize].route, 0);
        }
    }

    /// A round trip ends: prefetches the flow of one that ends soon.
    #[inline(always)]
    pub(super) fn fetch_for_trip(&self, lane: u32) {
        let flow = |n| self.net.trips.ends_soon(lane, n).map(|index| &self.flows.own[index as usize]);
        if !self.fetches() {
            return;
        }
        if let Some(flow) = flow(AHEAD) {
            fetch_ends(flow);
        }
        if let Some(Agent::Window(ends)) = flow(HERE).map(|flow| &flow.agent) {
            for segment in ends.sender.board().ends().into_iter().flatten() {
                fetch::<1, _>(segment, 0);
            }
        }
    }

    /// A timer has expired or was checked: prefetches the flow of the next one.
    pub(super) fn fetch_for_timer(&self) {
        if self.fetches()
            && let Some(Event::SenderTimer(id)) = self.net.agenda.first_in_heap()
            && let Some(flow) = self.flows.own.get(id as usize)
        {
            fetch::<1, _>(&flow.agent, 0);
            fetch::<1, _>(&flow.sender_timer, 0);
        }
    }
}

/// What an ACK reads: the first parts of the flow and of its sender, the growth of its window, its receiver, and the
/// following parts of the flow.
#[inline(always)]
fn fetch_ends(flow: &Flow) {
    fetch::<8, _>(&flow.route, 0);
    fetch::<1, _>(&flow.agent, SENDER + Sender::GROWTH);
    fetch::<4, _>(&flow.agent, SENDER + offset_of!(WindowEnds, receiver) + Receiver::EXPECTS);
}

// Fails if a new layout needs more lines than these.
#[cfg(target_arch = "x86_64")]
const _: () = {
    const fn line(byte: usize) -> usize {
        byte / LINE
    }
    let agent = offset_of!(Flow, agent) + SENDER;
    assert!(line(agent + Sender::FIRST - 1) < line(offset_of!(Flow, route)) + 8);
    let receiver = agent + offset_of!(WindowEnds, receiver) + Receiver::EXPECTS;
    assert!(line(Flow::LAST - 1) < line(receiver) + 4);
};
