//! Acknowledgements that a sender has missed: lost on the way back, or overtaken. Only then do the SACK blocks of later ones
//! tell it more than the single segments that caused them, and only then are they read; the common way costs a comparison.
//! A real sender has no ordinals and reads all blocks: it learns the same. Not here: what the news does (`acks`).

use crate::tcp::Acknowledgement;
use crate::tcp::reassembly::Range;
use crate::tcp::scoreboard::Scoreboard;

/// What may have been missed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Missed {
    /// Ordinal of the next acknowledgement.
    expected: u32,
    /// News of segments below this may have been missed.
    until: u64,
    /// The blocks that were read last: what they hold is known.
    read: [Range; 3],
}

impl Missed {
    /// Whether the blocks of an acknowledgement may hold news.
    #[inline]
    pub fn note(&mut self, ack: &Acknowledgement, board: &Scoreboard) -> bool {
        if ack.ordinal != self.expected {
            self.until = board.max();
            // Half of all ordinals lie ahead; one that lies behind was overtaken.
            if ack.ordinal.wrapping_sub(self.expected) < 1 << 31 {
                self.expected = ack.ordinal;
            } else {
                self.expected = self.expected.wrapping_sub(1);
            }
        }
        self.expected = self.expected.wrapping_add(1);
        ack.next.max(board.una()) < self.until
    }

    /// Reads the blocks; how many segments are news.
    pub fn read(&mut self, ack: &Acknowledgement, board: &mut Scoreboard) -> u64 {
        let mut news = 0;
        let mut read = [Range::default(); 3];
        for (block, place) in ack.blocks.ranges(ack.next).zip(&mut read) {
            // What a block read before and this one share need not be looked at again.
            let known = self.read.iter().find(|known| known.start < block.end && block.start < known.end);
            let known = known.copied().unwrap_or(Range { start: block.end, end: block.end });
            news += board.sack_range(block.start, known.start) + board.sack_range(known.end, block.end);
            *place = block;
        }
        self.read = read;
        news
    }
}
