//! ACKs that a sender has missed: lost on the reverse path, or overtaken. Only then do the SACK blocks of later ones
//! contain more than the single segments that caused them, and only then are they read; the usual case costs a
//! comparison. A real sender has no ordinals and reads all blocks, with the same result. Not here: the effect of the
//! news (`acks`).

use crate::tcp::Acknowledgement;
use crate::tcp::reassembly::Range;
use crate::tcp::scoreboard::Scoreboard;

/// State about missed ACKs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LostAcks {
    /// Ordinal of the next ACK.
    expected: u32,
    /// Bound of the segments about which news may have been missed.
    until: u64,
    /// The blocks read last, whose content is known.
    read: [Range; 3],
}

impl LostAcks {
    /// Whether the blocks of an ACK may contain news.
    #[inline]
    pub fn note(&mut self, ack: &Acknowledgement, board: &Scoreboard) -> bool {
        if ack.ordinal != self.expected {
            self.until = board.max();
            // Half of all ordinals are ahead; an ACK that is behind was overtaken.
            if ack.ordinal.wrapping_sub(self.expected) < 1 << 31 {
                self.expected = ack.ordinal;
            } else {
                self.expected = self.expected.wrapping_sub(1);
            }
        }
        self.expected = self.expected.wrapping_add(1);
        ack.next.max(board.una()) < self.until
    }

    /// Notes an ACK that advances, if none was missed and its blocks cannot contain news; otherwise does nothing and returns
    /// false.
    #[inline(always)]
    pub fn pass(&mut self, ack: &Acknowledgement) -> bool {
        let usual = ack.ordinal == self.expected && ack.next >= self.until;
        self.expected = self.expected.wrapping_add(u32::from(usual));
        usual
    }

    /// Reads the blocks; returns how many segments are news.
    pub fn read(&mut self, ack: &Acknowledgement, board: &mut Scoreboard) -> u64 {
        let mut news = 0;
        let mut read = [Range::default(); 3];
        for (block, place) in ack.blocks.ranges(ack.next).zip(&mut read) {
            // The common part of the previous and this block is already known.
            let known = self.read.iter().find(|known| known.start < block.end && block.start < known.end);
            let known = known.copied().unwrap_or(Range { start: block.end, end: block.end });
            news += board.sack_range(block.start, known.start) + board.sack_range(known.end, block.end);
            *place = block;
        }
        self.read = read;
        news
    }
}
