//! Where every packet is at this moment, for the drawing of the path. Not here: pixels, and packets that are gone.

use crate::observe::Source;
use crate::path::Packet;
use crate::path::queue::QueueDiscipline;
use crate::scenario::Side;
use crate::sim::Simulation;
use crate::units::Time;

/// A packet's place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Still in its sender's jitter.
    Leaving {
        /// When it leaves.
        leaves: Time,
    },
    /// In the queue.
    Queued {
        /// When it arrived.
        entered: Time,
        /// Packets before it, the one in transmission not counted.
        packets_before: u64,
        /// Bytes before it, likewise.
        bytes_before: u64,
    },
    /// Being sent by the link.
    InService {
        /// Since when.
        entered: Time,
        /// Until when.
        ends: Time,
    },
    /// On the delay after the link.
    Link {
        /// When it left the link.
        entered: Time,
        /// When it arrives at its receiver.
        arrives: Time,
    },
    /// An acknowledgement on its way back.
    Ack {
        /// When it left the receiver.
        entered: Time,
        /// When it arrives at the sender.
        arrives: Time,
    },
}

/// A packet and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PacketAt {
    /// Where.
    pub place: Place,
    /// Whose.
    pub source: Source,
    /// Size on the wire.
    pub bytes: u32,
    /// Number of the transmission among all of the run; an acknowledgement has that of the packet which caused it.
    pub serial: u64,
    /// Sent before.
    pub retransmission: bool,
    /// An acknowledgement.
    pub ack: bool,
    /// The direction in which it goes: forward data and acknowledgements of reverse flows go forward.
    pub side: Side,
}

impl Simulation {
    /// Every packet: those about to leave, queued (from the head), in service, on the link's delay, and acknowledgements.
    pub fn packets(&self, mut look: impl FnMut(PacketAt)) {
        let of = |packet: &Packet, place| PacketAt {
            place,
            source: packet.source,
            bytes: packet.bytes,
            serial: packet.serial,
            retransmission: packet.retransmission,
            ack: packet.ack,
            side: self.direction(packet),
        };
        self.each_leaving(|packet, leaves| look(of(packet, Place::Leaving { leaves })));
        for bottleneck in self.bottlenecks() {
            let (mut packets_before, mut bytes_before) = (0, 0);
            bottleneck.queue().each(&mut |packet| {
                look(of(packet, Place::Queued { entered: packet.entered, packets_before, bytes_before }));
                packets_before += 1;
                bytes_before += u64::from(packet.bytes);
            });
            if let Some(service) = bottleneck.service() {
                let (entered, ends) = (service.packet.entered, service.ends);
                look(of(&service.packet, Place::InService { entered, ends }));
            }
        }
        self.each_on_link(|packet, arrives| look(of(packet, Place::Link { entered: packet.entered, arrives })));
        self.each_ack(|source, side, (entered, serial), arrives| {
            look(PacketAt {
                place: Place::Ack { entered, arrives },
                source,
                bytes: crate::scenario::HEADER_BYTES,
                serial,
                retransmission: false,
                ack: true,
                side,
            });
        });
    }
}
