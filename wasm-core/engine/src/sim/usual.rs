//! Fast path of an ACK, which takes nearly all of a run's time: it releases new packets at once, and these find space
//! in a drop-tail queue behind a busy link. It does what the general code does (`packets`), which takes over wherever
//! anything is different.
//!
//! The code that every packet runs, here and in `packets` and `ends`, is functions of just the parts they need instead
//! of the whole simulation: so the compiler knows that these do not overlap, and keeps values in registers.

use super::ends::hear;
use super::flow::Flow;
use super::packets::hand_on;
use super::{Network, TRANSFER, tell_queue};
use crate::observe::{Observer, Tell, signals};
use crate::path::bottleneck::Bottleneck;
use crate::tcp::{Acknowledgement, Transmission};
use crate::units::Time;

/// A sender processes an ACK. Returns whether something is left for the general code.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "apart, they are known not to overlap")]
pub(super) fn answer<O: Observer>(
    now: Time,
    ack: &Acknowledgement,
    flow: &mut Flow,
    bottleneck: &mut Bottleneck,
    net: &mut Network,
    out: &mut Vec<Transmission>,
    tell: &mut Tell,
    observer: &mut O,
) -> bool {
    let Some(mut fresh) = hear(now, flow, ack, out, tell, observer) else { return false };
    if O::LISTENS {
        hand_on(now, flow.id & !TRANSFER, flow, tell, observer);
    }
    while !fresh.is_empty() && bottleneck.has_room(net.packet_bytes) && flow.jitter.is_empty() {
        send(now, fresh.start, flow, bottleneck, net, observer);
        fresh.start += 1;
    }
    out.extend(fresh.map(|sequence| Transmission::fresh(sequence, now)));
    if out.is_empty() {
        flow.arm(&mut net.agenda);
    }
    !out.is_empty()
}

/// A new packet of a flow leaves and is queued.
#[inline(always)]
fn send<O: Observer>(
    now: Time,
    sequence: u64,
    flow: &mut Flow,
    bottleneck: &mut Bottleneck,
    net: &mut Network,
    observer: &mut O,
) {
    debug_assert_eq!(flow.wire_bytes(sequence), net.packet_bytes, "round trips are for endless flows");
    let transmission = Transmission::fresh(sequence, now);
    let packet = flow.packet(flow.id & !TRANSFER, now, net.serial, net.packet_bytes, &transmission);
    net.serial += 1;
    net.load.sent += 1;
    flow.counts.packets_sent += 1;
    flow.fortune.data.arrivals += 1;
    observer.tell_packet(now, packet.source, &signals::ARRIVE, packet.bytes, packet.serial);
    bottleneck.keep(&packet);
    flow.queued += 1;
    tell_queue(now, flow.side, bottleneck, Some((packet.source, flow.queued)), observer);
}
