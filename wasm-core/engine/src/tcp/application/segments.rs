//! A video player that fetches segments. The server sends each one as fast as TCP allows; the player requests the next one when it has
//! the whole of the one before and space in its buffer. A segment leaves the buffer when its playback begins. Playback begins
//! with the first segment; it stops when the buffer is empty and continues with the next segment.
//!
//! The sender is the server: it takes the ACK of a segment's last packet as the player's next request, which would travel
//! with it. A segment is rounded up to whole packets. Not here: what the player shows, adaptation of the segments' size.

use super::{ApplicationKind, Moment, Offer};
use crate::params::{Section, Value};
use crate::units::{Span, Time};

crate::params! {
    /// Settings of a video player.
    pub struct Settings {
        /// Size of a segment.
        segment_bytes: u64 = whole(2e6, 1.0, 1e9).unit("bytes").log().live(), "choice: 4 s of video at 4 Mbit/s";
        /// Playing time of a segment: one is fetched per period while the buffer is full.
        period_s: f64 = number(4.0, 1e-3, 1e6).unit("s").log().live(), "choice: common segments take 2 to 6 s";
        /// Segments that the player's buffer holds, beside the one that is played.
        buffer_segments: u64 = whole(5.0, 1.0, 1000.0).unit("segments").live(), "choice: 20 s of video";
    }
}

/// Section of this kind in scenarios and on the screen.
pub static SECTION: Section = Section::new("segments", "video segments", Settings::PARAMS).about(
    "A video player: fetches segments as fast as TCP allows, at first to fill its buffer, then one per period.",
    "choice",
);

/// A video player.
#[derive(Clone, Debug)]
pub struct Segments {
    settings: Settings,
    /// The packet after the last one of the segments requested so far.
    end: u64,
    /// Whether the last of them has not arrived completely.
    fetches: bool,
    /// Segments in the buffer.
    buffered: u64,
    /// When the playback of the present segment ends; in the past: it has stopped, or not begun.
    plays_until: Time,
}

impl Segments {
    /// With its settings.
    pub fn new(values: &[Value]) -> Segments {
        let settings = Settings::read(values);
        Segments { settings, end: 0, fetches: false, buffered: 0, plays_until: Time::ZERO }
    }

    fn period(&self) -> Span {
        Span::from_seconds(self.settings.period_s)
    }

    /// Plays what is buffered, one segment after the other.
    fn play(&mut self, now: Time) {
        while self.buffered > 0 && self.plays_until <= now {
            self.buffered -= 1;
            self.plays_until += self.period();
        }
    }

    /// The whole segment has arrived.
    fn arrive(&mut self, now: Time) {
        self.fetches = false;
        if self.plays_until <= now {
            self.plays_until = now + self.period();
        } else {
            self.buffered += 1;
        }
    }
}

impl ApplicationKind for Segments {
    fn start(&mut self, at: &Moment) {
        (self.end, self.fetches, self.buffered, self.plays_until) = (at.sent, false, 0, at.now);
    }

    fn offer(&mut self, at: &Moment) -> Offer {
        self.play(at.now);
        if self.fetches && at.acknowledged >= self.end {
            self.arrive(at.now);
        }
        if !self.fetches && self.buffered < self.settings.buffer_segments {
            self.end += self.settings.segment_bytes.div_ceil(u64::from(at.mss));
            self.fetches = true;
        }
        Offer { end: self.end, due: if self.fetches { Time::NEVER } else { self.plays_until } }
    }

    fn configure(&mut self, values: &[Value], _at: &Moment) {
        self.settings = Settings::read(values);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::choice;
    use super::*;

    fn at(ms: u64, acknowledged: u64, sent: u64) -> Moment {
        Moment { now: Time(ms * 1_000_000), acknowledged, sent, mss: 1460 }
    }

    /// Segments of 3000 bytes, 3 packets, of 1 s; 2 in the buffer. Each takes 100 ms at first: the first is played from 100 ms on, the
    /// second and third fill the buffer at 300 ms. From then on one is fetched as the playback of another begins: at 1100, 2100 ms.
    #[test]
    fn it_fills_its_buffer_and_then_fetches_one_per_period() {
        let mut player = Segments::new(
            &choice(&SECTION, &[("segment_bytes", 3000.0), ("period_s", 1.0), ("buffer_segments", 2.0)]).values,
        );
        let never = Time::NEVER;
        player.start(&at(0, 10, 10));
        let due = |ms: u64| Time(ms * 1_000_000);
        for (ms, acknowledged, expected) in [
            (0, 10, (13, never)),
            (90, 12, (13, never)),
            (100, 13, (16, never)),
            (200, 16, (19, never)),
            (300, 19, (19, due(1100))),
            (700, 19, (19, due(1100))),
            (1100, 19, (22, never)),
            (1200, 22, (22, due(2100))),
            (2100, 22, (25, never)),
        ] {
            let Offer { end, due } = player.offer(&at(ms, acknowledged, acknowledged));
            assert_eq!((end, due), expected, "{ms} ms");
        }
    }

    /// The third segment takes until 5 s. Playback has stopped at 2.1 s, when two segments were played, and goes on at 5 s.
    #[test]
    fn playback_stops_and_goes_on_with_the_next_segment() {
        let mut player = Segments::new(&choice(&SECTION, &[("segment_bytes", 1460.0), ("period_s", 1.0)]).values);
        player.start(&at(0, 0, 0));
        for (ms, n) in [(0, 0), (100, 1), (200, 2)] {
            player.offer(&at(ms, n, n));
        }
        assert_eq!(player.buffered, 1);
        player.offer(&at(5000, 3, 3));
        assert_eq!((player.plays_until, player.buffered), (Time(6_000_000_000), 0));
        // Without another arrival it plays nothing: the next one is played when it comes.
        player.offer(&at(9000, 3, 4));
        player.offer(&at(9500, 4, 4));
        assert_eq!((player.plays_until, player.buffered), (Time(10_500_000_000), 0));
    }

    #[test] // a larger segment is the next one; a larger buffer is filled at once
    fn settings_change_while_it_runs() {
        let values = |changes: &[(&str, f64)]| choice(&SECTION, changes).values;
        let mut player = Segments::new(&values(&[("segment_bytes", 1460.0), ("buffer_segments", 1.0)]));
        player.start(&at(0, 0, 0));
        assert_eq!(player.offer(&at(0, 0, 0)).end, 1);
        player.configure(&values(&[("segment_bytes", 2920.0), ("buffer_segments", 1.0)]), &at(10, 0, 1));
        assert_eq!(player.offer(&at(10, 0, 1)).end, 1);
        assert_eq!(player.offer(&at(20, 1, 1)).end, 3);
        assert_eq!(player.offer(&at(30, 3, 3)), Offer { end: 3, due: Time(4_020_000_000) });
        player.configure(&values(&[("segment_bytes", 2920.0), ("buffer_segments", 3.0)]), &at(40, 3, 3));
        assert_eq!(player.offer(&at(40, 3, 3)).end, 5);
    }
}
