//! Position of every packet at one moment, for the drawing of the path. Not here: pixels, and packets that are gone.

use crate::observe::Source;
use crate::path::Packet;
use crate::path::queue::QueueDiscipline;
use crate::scenario::Side;
use crate::sim::Simulation;
use crate::units::Time;

/// Position of a packet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Still in its sender's jitter.
    Leaving {
        /// When it leaves the sender.
        leaves: Time,
    },
    /// In the queue.
    Queued {
        /// When it arrived.
        entered: Time,
        /// Packets before it, without the one in transmission.
        packets_before: u64,
        /// Bytes before it, likewise.
        bytes_before: u64,
    },
    /// In transmission on the link.
    InService {
        /// Start of the transmission.
        entered: Time,
        /// End of the transmission.
        ends: Time,
    },
    /// On the delay after the link.
    Link {
        /// When it left the link.
        entered: Time,
        /// When it arrives at its receiver.
        arrives: Time,
    },
    /// An ACK, or another reply, on the reverse path.
    Ack {
        /// When it left the receiver.
        entered: Time,
        /// When it arrives at the sender.
        arrives: Time,
    },
}

/// A packet and its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PacketAt {
    /// Position.
    pub place: Place,
    /// Source.
    pub source: Source,
    /// Size on the wire.
    pub bytes: u32,
    /// Number of the transmission in the run; an ACK has that of the packet that caused it.
    pub serial: u64,
    /// Whether it is a retransmission.
    pub retransmission: bool,
    /// Whether it is an ACK.
    pub ack: bool,
    /// Direction: forward data and ACKs of reverse flows go forward.
    pub side: Side,
}

impl Simulation {
    /// Every packet: those about to leave, queued (from the head), in transmission, on the link's delay, and ACKs.
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
            bottleneck.each_in_transmission(&mut |packet, ends| {
                look(of(packet, Place::InService { entered: packet.entered, ends }));
            });
        }
        self.each_on_link(|packet, arrives| look(of(packet, Place::Link { entered: packet.entered, arrives })));
        self.each_ack(|(source, bytes), side, (entered, serial), arrives| {
            look(PacketAt {
                place: Place::Ack { entered, arrives },
                source,
                bytes,
                serial,
                retransmission: false,
                ack: true,
                side,
            });
        });
    }
}
