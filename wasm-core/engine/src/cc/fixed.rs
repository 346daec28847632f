//! A fixed window: a sender without congestion control. It keeps a given number of packets in flight, resends what is lost, and takes
//! no loss, timeout, delay or mark for a reason to send less. Exercises begin with it, and every network suffers from it.
//!
//! Not here: what is resent (`tcp/recovery/model.rs`).
//!
//! # Equations
//!
//! ```tex
//! % always |
//! w = \text{window\_packets}
//! % rate while the queue is empty and nothing is lost |
//! \text{rate} = \frac{8\, w\, L}{\text{RTT}}
//! ```
//!
//! $L$ is the length of a packet in bytes.
//!
//! # Choices
//!
//! - Losses are found and resent as for BBR: by SACK, whatever `recovery` says. After a timeout everything in flight
//!   counts as lost: the first packet leaves again at once, and the others when an ACK arrives, as many as the window allows.
//! - The window slides as in textbooks: no packet leaves that lies a window or more beyond the first one without an ACK, whatever SACK
//!   reports.
//! - There is no slow start, so nothing that ends one has an effect. The receiver's window limits it like any other sender.
//!
//! # Look for
//!
//! - A window below the BDP leaves the link idle for a part of each RTT. One above the BDP puts the rest into the queue, as long as it has room.
//! - A window larger than BDP and queue together: packets are dropped in every RTT, and senders that share the queue with it yield.
//!
//! ```run
//! flows.0.algorithm.window_packets = 100
//! ```

use super::{Ack, CongestionControl, Context, Loss, Wants};
use crate::params::{Group, Section, Value};
use crate::slow_start::HyStartUse;

crate::params! {
    /// The parameters of a fixed window.
    pub struct Settings {
        /// Window.
        window_packets: f64 = number(20.0, 1.0, 10_000.0).unit("packets").log().live().on_card(), "choice";
    }
}

/// Settings of a fixed window as scenario and screen know them.
pub static SECTION: Section = Section::new("fixed", "Fixed window", Settings::PARAMS)
    .ignores(&[
        "abe",
        "byte_counting",
        "byte_counting_limit_packets",
        "whole_byte_growth",
        "initial_ssthresh_packets",
        "limited_transmit",
        "slow_start_at_ssthresh",
    ])
    .group(Group::Uncontrolled)
    .about("Keeps its window whatever happens: a sender without congestion control.", "textbooks")
    .fills_queue();

/// State of a fixed window.
#[derive(Clone, Debug)]
pub struct Fixed {
    window: f64,
}

impl Fixed {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Fixed {
        Fixed { window: Settings::read(values).window_packets }
    }

    fn keep(&self, cx: &mut Context) {
        (cx.window.cwnd, cx.window.ssthresh) = (self.window, self.window);
    }
}

impl CongestionControl for Fixed {
    fn wants(&self) -> Wants {
        Wants {
            rtt_samples: false,
            exit_rules: HyStartUse::Never,
            path_model: true,
            keeps_window: true,
            own_marks: true,
            ..Wants::STANDARD
        }
    }

    fn on_start(&mut self, cx: &mut Context) {
        self.keep(cx);
    }

    fn on_ack(&mut self, _ack: &Ack, _cx: &mut Context) {}

    fn ssthresh_on_loss(&mut self, _loss: &Loss, _cx: &mut Context) -> f64 {
        self.window
    }

    fn set(&mut self, _row: usize, value: &Value, cx: &mut Context) {
        self.window = Settings::read(std::slice::from_ref(value)).window_packets;
        self.keep(cx);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::Bench;

    #[test]
    fn nothing_moves_the_window() {
        let mut bench = Bench::new(3.0, f64::INFINITY);
        let mut fixed = Fixed::new(&[Value::Number(50.0)]);
        fixed.on_start(&mut bench.cx());
        bench.ack(&mut fixed, 1.0);
        assert_eq!((bench.lose(&mut fixed), bench.window.cwnd), (50.0, 50.0));
        assert_eq!(bench.time_out(&mut fixed), 50.0);
        fixed.set(0, &Value::Number(7.5), &mut bench.cx());
        assert_eq!((bench.window.cwnd, bench.window.ssthresh), (7.5, 7.5));
    }
}
