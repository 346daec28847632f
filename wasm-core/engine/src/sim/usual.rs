//! The usual answer to an acknowledgement, where nearly all of a run's time goes: what it lets leave is sent at once, for the
//! first time, to a drop-tail queue that has room behind a busy link. It does what the general way does (`packets`), which
//! takes over wherever anything is different.
//!
//! What every packet meets, here and in `packets` and `ends`, are functions of just the parts that they need, instead of all
//! of the simulation: so the compiler knows that these do not overlap, and keeps at hand what it has looked up.

use super::ends::hear;
use super::flow::Flow;
use super::packets::hand_on;
use super::{Network, TRANSFER, tell_queue};
use crate::observe::{Observer, Tell, signals};
use crate::path::bottleneck::Bottleneck;
use crate::tcp::{Acknowledgement, Transmission};
use crate::units::Time;

/// A sender hears of an acknowledgement and answers it. If not all of what it wants sent has gone the usual way: how much has.
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
) -> Option<usize> {
    if !hear(now, flow, ack, out, tell, observer) {
        return None;
    }
    if O::LISTENS {
        hand_on(now, flow.id & !TRANSFER, flow, tell, observer);
    }
    let sent = send(now, flow, bottleneck, net, out, observer);
    if sent < out.len() {
        return Some(sent);
    }
    out.clear();
    flow.arm(&mut net.agenda);
    None
}

/// Sends what a flow of the scenario's own wants sent, as long as all goes the usual way: at once, for the first time, to a
/// queue that has room behind a busy link. How many have gone.
#[inline(always)]
fn send<O: Observer>(
    now: Time,
    flow: &mut Flow,
    bottleneck: &mut Bottleneck,
    net: &mut Network,
    out: &[Transmission],
    observer: &mut O,
) -> usize {
    let mut sent = 0;
    while let Some(transmission) = out.get(sent) {
        let at_once = transmission.leaves == now && !transmission.retransmission && flow.jitter.is_empty();
        let bytes = flow.wire_bytes(transmission.sequence);
        if !at_once || !bottleneck.has_room(bytes) {
            break;
        }
        let packet = flow.packet(flow.id & !TRANSFER, now, net.serial, bytes, transmission);
        net.serial += 1;
        net.load.sent += 1;
        flow.counts.packets_sent += 1;
        flow.fortune.data.arrivals += 1;
        observer.tell_packet(now, packet.source, &signals::ARRIVE, packet.bytes, packet.serial);
        bottleneck.keep(&packet);
        flow.queued += 1;
        tell_queue(now, flow.side, bottleneck, Some((packet.source, flow.queued)), observer);
        sent += 1;
    }
    sent
}
