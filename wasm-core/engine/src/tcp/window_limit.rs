//! Whether the window is what limits a sender: only then it grows. Not here: what an application that is the limit does to the window
//! (`sender/application`).
//!
//! A sender that is not paced is limited by its window while that is full. Linux, and any paced sender, which rarely fills its window at
//! the moment when it is asked, remembers that it was full until all that was sent by then is acknowledged and more is sent
//! (`tcp_cwnd_validate`); in slow start such a sender's window also grows while more than half of it is in flight (`tcp_is_cwnd_limited`).

/// Memory of how far a sender's window was used.
#[derive(Clone, Copy, Debug)]
pub struct WindowLimit {
    /// Whether it counts as full.
    full: bool,
    /// Most packets in flight, while the window was not full.
    most: u64,
    /// The next new segment at that time: its predecessors' acknowledgement ends what is remembered.
    until: u64,
}

impl WindowLimit {
    /// That of a sender that has sent nothing.
    pub const FRESH: WindowLimit = WindowLimit { full: true, most: 0, until: 0 };

    /// The sender stops since its window is full; `max`: the next new segment.
    #[inline(always)]
    pub fn fill(&mut self, max: u64) {
        (self.full, self.until) = (true, max);
    }

    /// The sender stops though its window has room, and nothing is remembered.
    pub fn leave_room(&mut self) {
        self.full = false;
    }

    /// It stops so after it has sent something, and remembers; `una`: the oldest unacknowledged segment.
    pub fn remember(&mut self, una: u64, max: u64) {
        let most = max - una;
        if una >= self.until || (!self.full && most > self.most) {
            *self = WindowLimit { full: false, most, until: max };
        }
    }

    /// Whether a window of this size grows.
    #[inline(always)]
    pub fn lets_grow(&self, cwnd: f64, slow_start: bool) -> bool {
        self.full || (slow_start && cwnd < (2 * self.most) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // tcp_cwnd_validate: ten packets fill a window of ten; eight more leave while one of them is unacknowledged, then three
    fn a_full_window_is_remembered_until_its_packets_are_acknowledged() {
        let mut limit = WindowLimit::FRESH;
        limit.fill(10);
        limit.remember(9, 18);
        assert!(limit.lets_grow(19.0, false));
        limit.remember(18, 21);
        assert!(!limit.lets_grow(19.0, false));
    }

    #[test] // tcp_is_cwnd_limited: cwnd < 2 max_packets_out, of the last window of data
    fn slow_start_goes_on_while_more_than_half_is_used() {
        let mut limit = WindowLimit::FRESH;
        (1..=6).for_each(|max| limit.remember(0, max));
        assert!(limit.lets_grow(11.0, true) && !limit.lets_grow(11.0, false));
        assert!(!limit.lets_grow(12.0, true), "half");
        limit.remember(5, 9);
        assert!(limit.lets_grow(11.0, true), "the six are not acknowledged");
        limit.remember(9, 11);
        assert!(!limit.lets_grow(11.0, true));
    }
}
