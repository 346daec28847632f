//! Packets in the order of their arrival, counted in packets and in bytes: what the disciplines keep their packets in. Not
//! here: who may come in and who is dropped.

use crate::path::Packet;
use crate::ring::Ring;

/// A row of packets: first in, first out.
#[derive(Clone, Debug, Default)]
pub struct Fifo {
    packets: Ring<Packet>,
    bytes: u64,
}

impl Fifo {
    /// Puts a packet at the end.
    #[inline]
    pub fn push(&mut self, packet: &Packet) {
        self.bytes += u64::from(packet.bytes);
        self.packets.push_back(*packet);
    }

    /// Takes the first packet.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<Packet> {
        let packet = self.packets.pop_front()?;
        self.bytes -= u64::from(packet.bytes);
        Some(packet)
    }

    /// How many.
    pub fn packets(&self) -> u64 {
        self.packets.len() as u64
    }

    /// All of their bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The n-th from the front, from 0.
    pub fn get(&self, n: usize) -> Option<&Packet> {
        self.packets.get(n)
    }

    /// From the first to the last.
    pub fn iter(&self) -> impl Iterator<Item = &Packet> {
        self.packets.iter()
    }
}
