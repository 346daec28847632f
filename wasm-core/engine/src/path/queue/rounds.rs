//! Deficit round robin with two lists, new flows before old ones: the scheduler of RFC 8290 (sections 4.1 and 4.2), after
//! M. Shreedhar, G. Varghese, SIGCOMM 1995. Knows queues by number and packets by size only. Not here: the packets.

use crate::ring::Ring;

/// Turns of the queues.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    new: Ring<u32>,
    old: Ring<u32>,
    /// Of each queue: bytes that it may still send in this round.
    deficits: Vec<i64>,
    /// Of each queue: it is in one of the lists.
    listed: Vec<bool>,
}

impl Rounds {
    /// A packet has come into this queue. One that stood in no list is new, and may send a quantum at once.
    pub fn wake(&mut self, queue: u32, quantum: i64) {
        let place = queue as usize;
        if place >= self.listed.len() {
            self.listed.resize(place + 1, false);
            self.deficits.resize(place + 1, 0);
        }
        if !self.listed[place] {
            self.listed[place] = true;
            self.deficits[place] = quantum;
            self.new.push_back(queue);
        }
    }

    /// The next packet. `take` takes one from a queue, with its size; none if the queue is empty.
    pub fn next<T>(&mut self, quantum: i64, mut take: impl FnMut(u32) -> Option<(u32, T)>) -> Option<T> {
        loop {
            let is_new = !self.new.is_empty();
            let list = if is_new { &mut self.new } else { &mut self.old };
            let queue = *list.front()?;
            let deficit = &mut self.deficits[queue as usize];
            if *deficit <= 0 {
                *deficit += quantum;
                list.pop_front();
                self.old.push_back(queue);
                continue;
            }
            if let Some((bytes, packet)) = take(queue) {
                *deficit -= i64::from(bytes);
                return Some(packet);
            }
            list.pop_front();
            if is_new {
                // Through the old ones once, so that a flow of single packets cannot always be new.
                self.old.push_back(queue);
            } else {
                self.listed[queue as usize] = false;
            }
        }
    }
}
