//! Fetching flows from memory ahead of their use: a word to the processor, which changes nothing but the time. Among thousands
//! of flows each packet meets one that has left the caches, and would wait for its lines one after the other; whose turn comes
//! soon stands in the queue, and in the lane of round trips. What every packet looks at stands together therefore, in `Flow`
//! and what it is made of (`repr(C)`), and is asked for as so many lines. Where the target has no such instruction
//! (WebAssembly), nothing happens. Not here: what is done with them (`packets`, `ends`).

use super::Simulation;
use super::agent::{Agent, WindowEnds};
use super::flow::Flow;
use crate::event::Event;
use crate::observe::Source;
use crate::tcp::receiver::Receiver;
use crate::tcp::sender::Sender;
use std::mem::offset_of;

/// From so many flows on they are fetched: fewer stay in the caches by themselves.
const MANY: usize = 2000;
/// So many packets ahead: memory takes that long.
const AHEAD: usize = 8;
/// So many packets ahead a flow that was fetched is here, and says where its segments are.
const HERE: usize = 3;
/// Bytes that caches load at once.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Where a window's sender stands in its agent, behind the word that says which kind of agent it is: asked of the kind itself,
/// the answer would have to be waited for.
const SENDER: usize = size_of::<Agent>() - size_of::<WindowEnds>();

/// Asks for so many cache lines from a byte of something on.
#[cfg_attr(feature = "whole", inline(always))]
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
    /// It pays to fetch.
    #[cfg_attr(feature = "whole", inline(always))]
    fn fetches(&self) -> bool {
        cfg!(target_arch = "x86_64") && self.flows.own.len() >= MANY
    }

    /// A link has sent a packet: what it needs of the flow whose packet it will send soon.
    #[cfg_attr(feature = "whole", inline(always))]
    pub(super) fn fetch_for_link(&self, side: usize) {
        if self.fetches()
            && let Some(packet) = self.bottlenecks[side].waits(AHEAD - 1)
            && let Source::Flow(index) = packet.source
        {
            fetch::<3, _>(&self.flows.own[index as usize].route, 0);
        }
    }

    /// A round trip ends: what the end of one soon needs of its flow.
    #[cfg_attr(feature = "whole", inline(always))]
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

    /// A timer was looked at: what the next one needs.
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

/// What an acknowledgement looks at: the first parts of the flow and of its sender, how its window grows, its receiver and the
/// parts of the flow that follow.
#[cfg_attr(feature = "whole", inline(always))]
fn fetch_ends(flow: &Flow) {
    fetch::<8, _>(&flow.route, 0);
    fetch::<1, _>(&flow.agent, SENDER + Sender::GROWTH);
    fetch::<4, _>(&flow.agent, SENDER + offset_of!(WindowEnds, receiver) + Receiver::EXPECTS);
}

// That so many lines are enough: whoever lays these out anew learns of it here.
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
