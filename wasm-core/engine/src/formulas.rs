//! Closed formulas of congestion control as pure functions: charts and checks use the same lines. Each states its
//! units, source and range. Rates are in packets per RTT or per second (sent, not delivered), windows in packets, and
//! `p` is a loss event rate from 0 (excluded) to 1. Not here: an algorithm's own arithmetic, with its rounding and
//! limits (`cc`, `rate`); measurements of a run (crate `measures`).
//!
//! M. Mathis et al., CCR 27(3) 1997; J. Padhye et al., SIGCOMM 1998; D. Bansal et al., "Dynamic behavior of slowly-responsive
//! congestion control algorithms", SIGCOMM 2001 (below: SlowCC), with its appendix A; RFC 5348; RFC 9438;
//! draft-leith-tcp-htcp-06; R. Jain et al., DEC TR-301, 1984; G. Appenzeller et al., "Sizing router buffers", SIGCOMM 2004; M. Alizadeh et
//! al., "Data center TCP", SIGCOMM 2010; N. Cardwell et al., "BBR", ACM Queue 14(5), 2016.

use crate::math;

/// C of `mathis`: √(3/2), or √(3/4) where the receiver acknowledges every second segment and growth counts acknowledgements.
pub fn mathis_constant(delayed_ack: bool) -> f64 {
    (if delayed_ack { 0.75_f64 } else { 1.5 }).sqrt()
}

/// C / √p packets per RTT (Mathis 1997): the law of the inverse root. Without delayed ACKs this is also "pure AIMD" of
/// SlowCC, figure 20, there for p up to about 1/3.
pub fn mathis(p: f64, delayed_ack: bool) -> f64 {
    mathis_constant(delayed_ack) / p.sqrt()
}

/// Packets of this size per RTT, as bit/s.
pub fn bits_per_second(packets_per_rtt: f64, packet_bytes: f64, rtt_s: f64) -> f64 {
    packets_per_rtt * packet_bytes * 8.0 / rtt_s
}

/// The throughput equation of TCP with timeouts (Padhye 1998), as TFRC and SlowCC, figure 20, use it:
/// X = 1 / (R √(2bp/3) + t_RTO min(1, 3 √(3bp/8)) p (1 + 32p²)), at most W_max / R.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Padhye {
    /// R: round-trip time, in seconds.
    pub rtt_s: f64,
    /// t_RTO: retransmission timeout, in seconds. Four times R in RFC 5348 and here in figure 20.
    pub rto_s: f64,
    /// b: packets that one ACK covers; 2 with delayed ACKs.
    pub segments_per_ack: f64,
    /// Whether the factor of the timeouts is at most 1, as in the paper and in ns-2. RFC 5348, 3.1, has no such bound.
    pub bounded: bool,
    /// W_max: the receiver's window, in packets; infinite for no limit.
    pub max_window_packets: f64,
}

impl Padhye {
    /// Equation for a path: b = 1, t_RTO = 4R, bounded, no receiver's window.
    pub fn of(rtt_s: f64) -> Padhye {
        let rto_s = 4.0 * rtt_s;
        Padhye { rtt_s, rto_s, segments_per_ack: 1.0, bounded: true, max_window_packets: f64::INFINITY }
    }

    /// X at a loss event rate, in packets per second.
    pub fn rate(&self, p: f64) -> f64 {
        let b = self.segments_per_ack;
        let factor = 3.0 * (3.0 * b * p / 8.0).sqrt();
        let timeouts = if self.bounded { factor.min(1.0) } else { factor };
        let per_packet = self.rtt_s * (2.0 * b * p / 3.0).sqrt() + self.rto_s * timeouts * p * (1.0 + 32.0 * p * p);
        (1.0 / per_packet).min(self.max_window_packets / self.rtt_s)
    }

    /// The loss event rate at which X is this number of packets per second: the inverse of `rate`, to its last bits.
    /// From 1e-12 to 1; a rate beyond either end gives that end.
    pub fn loss_event_rate(&self, rate: f64) -> f64 {
        let (mut least, mut most) = (1e-12_f64, 1.0_f64);
        // Bisection of the exponent's range, since p spans twelve decades.
        for _ in 0..60 {
            let middle = (least * most).sqrt();
            if self.rate(middle) > rate {
                least = middle;
            } else {
                most = middle;
            }
        }
        most
    }

    /// X at a loss event rate, in packets per RTT.
    pub fn window(&self, p: f64) -> f64 {
        self.rate(p) * self.rtt_s
    }
}

/// Reno's line of SlowCC, figure 20, in packets per RTT: `Padhye` with b = 1 and t_RTO = 4R.
pub fn reno(p: f64) -> f64 {
    Padhye::of(1.0).window(p)
}

/// AIMD whose exponential backoff continues below one packet per RTT (SlowCC, appendix A), in packets per RTT, for p
/// from 1/2: with p = n / (n + 1), n + 1 packets leave in 2^(n + 1) - 1 RTTs.
pub fn aimd_with_timeouts(p: f64) -> f64 {
    let packets = 1.0 / (1.0 - p);
    packets / (math::pow(2.0, packets) - 1.0)
}

/// a that makes TCP(b) as fast as TCP by Padhye's equation: a = 4 (2b - b²) / 3 packets per RTT (SlowCC, section 3).
pub fn aimd_increase_slowcc(b: f64) -> f64 {
    4.0 * (2.0 * b - b * b) / 3.0
}

/// a that makes AIMD(b) as fast as TCP by the sawtooth without timeouts: a = 3b / (2 - b) packets per RTT.
pub fn aimd_increase_deterministic(b: f64) -> f64 {
    3.0 * b / (2.0 - b)
}

/// √(a (2 - b) / (2bp)) packets per RTT: the response function of AIMD(a, b), without timeouts. `mathis` at a = 1, b = 1/2.
pub fn aimd_response(a: f64, b: f64, p: f64) -> f64 {
    (a * (2.0 - b) / (2.0 * b * p)).sqrt()
}

/// √(α / (βp)) packets per RTT: the response function of binomial algorithms with k + l = 1 and small decreases
/// (D. Bansal, H. Balakrishnan, INFOCOM 2001). Equal to `mathis` where α = 1.5 β.
pub fn binomial_response(alpha: f64, beta: f64, p: f64) -> f64 {
    (alpha / (beta * p)).sqrt()
}

/// Largest ratio of AIMD(b)'s rates in neighbouring RTTs under periodic loss: 1 / (1 - b) (SlowCC, section 4.3).
pub fn aimd_smoothness(b: f64) -> f64 {
    1.0 / (1.0 - b)
}

/// ln δ / ln(1 - bp): number of ACKs after which the expected difference of two AIMD(b) flows, each packet ECN-marked
/// with probability p, has shrunk to δ of its start (SlowCC, section 4.2.2: each shrinks it by bp). Independent of a.
pub fn fair_after_acks(delta: f64, b: f64, p: f64) -> f64 {
    math::ln(delta) / math::ln(1.0 - b * p)
}

/// f(k) ≈ 1/2 + k a / (4 R λ), at most 1: mean utilisation in the first k RTTs after the bandwidth of each flow has
/// doubled from λ packets per second (SlowCC, section 4.2.3). It ignores the packets in the queue.
pub fn use_after_doubling(k: f64, a: f64, rtt_s: f64, packets_per_second: f64) -> f64 {
    (0.5 + k * a / (4.0 * rtt_s * packets_per_second)).min(1.0)
}

/// The same from the flows' actual windows at that moment, on a path of `bdp_packets`: the mean over j < k of min(1, Σ
/// (w + a j) / BDP). It ignores losses and the time that the queue takes to drain.
pub fn use_from_windows(k: u32, a: f64, windows: &[f64], bdp_packets: f64) -> f64 {
    let (sum, flows) = (windows.iter().sum::<f64>(), windows.len() as f64);
    let round = |j: u32| ((sum + flows * a * f64::from(j)) / bdp_packets).min(1.0);
    (0..k).map(round).sum::<f64>() / f64::from(k)
}

/// One epoch of a lone AIMD flow on a drop-tail path whose queue it fills: calculated, not simulated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// W: the window when the queue is full, in packets.
    pub top_packets: f64,
    /// From (1 - b) W to W, in seconds.
    pub growth_s: f64,
    /// Time until the loss is detected, and again about as long in recovery: a full-queue RTT each, in seconds.
    pub round_s: f64,
}

impl Epoch {
    /// An epoch on a path of `bdp_packets` with a queue of `queue_packets` and a transmission time of `packet_s`:
    /// W = B + q + 1, since one packet is in transmission. The window grows by a per round and rounds last w s, so growth
    /// takes (1 - (1 - b)²) W² s / (2a): for NewReno (1, 1/2) 3/8 W² s, if the queue never drains.
    pub fn of_aimd(a: f64, b: f64, bdp_packets: f64, queue_packets: f64, packet_s: f64) -> Epoch {
        let top_packets = bdp_packets + queue_packets + 1.0;
        let kept = 1.0 - b;
        let growth_s = (1.0 - kept * kept) * top_packets * top_packets * packet_s / (2.0 * a);
        Epoch { top_packets, growth_s, round_s: top_packets * packet_s }
    }

    /// From one reduction to the next, in seconds: growth, a round to detection, a round of recovery.
    pub fn period_s(&self) -> f64 {
        self.growth_s + 2.0 * self.round_s
    }
}

/// CUBIC's W(t) = C (t - K)³ + W_max (RFC 9438, 4.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cubic {
    /// W_max: the window where the curve is flat, in packets.
    pub flat_packets: f64,
    /// β: multiplicative decrease factor at a loss.
    pub beta: f64,
    /// C, in packets per second cubed: 0.4.
    pub c: f64,
}

impl Cubic {
    /// K = ∛(W_max (1 - β) / C), in seconds: time at which the curve is back at W_max.
    pub fn plateau_s(&self) -> f64 {
        math::cbrt(self.flat_packets * (1.0 - self.beta) / self.c)
    }

    /// W(t), in packets, this many seconds after the loss.
    pub fn window(&self, since_loss_s: f64) -> f64 {
        let t = since_loss_s - self.plateau_s();
        self.c * t * t * t + self.flat_packets
    }
}

/// (C (3 + β) / (4 (1 - β)))^¼ (RTT / p)^¾ packets: CUBIC's mean window with β = 0.7 and C = 0.4 outside of its Reno-friendly region (RFC
/// 9438, 5.1, equation 5: 1.054 (RTT / p)^¾).
pub fn cubic_response(p: f64, rtt_s: f64) -> f64 {
    let constant = math::pow(0.4 * 3.7 / (4.0 * 0.3), 0.25);
    constant * math::pow(rtt_s / p, 0.75)
}

/// The loss rate from which on CUBIC's mean window is below that of Reno without delayed ACKs, so that CUBIC follows Reno: where
/// `cubic_response` and `mathis` are equal.
pub fn reno_friendly_loss(rtt_s: f64) -> f64 {
    let ratio = cubic_response(1.0, 1.0) / mathis_constant(false);
    ratio * ratio * ratio * ratio * rtt_s * rtt_s * rtt_s
}

/// The RTT, in seconds, below which this loss rate makes CUBIC follow Reno: the inverse of `reno_friendly_loss`.
pub fn reno_friendly_rtt(p: f64) -> f64 {
    math::cbrt(p / reno_friendly_loss(1.0))
}

/// BDP / √n: the queue that many long flows, not synchronised, need to keep a link busy (Appenzeller 2004); of one flow a BDP.
pub fn small_buffer(bdp: f64, flows: f64) -> f64 {
    bdp / flows.sqrt()
}

/// BDP / 7: the marking threshold K above which DCTCP's queue does not run empty (Alizadeh 2010, equation 13: K > C RTT / 7).
pub fn dctcp_threshold(bdp: f64) -> f64 {
    bdp / 7.0
}

/// BDP / 4: what BBR adds to the queue while it probes with a gain of 1.25 (Cardwell 2016).
pub fn bbr_probe(bdp: f64) -> f64 {
    bdp / 4.0
}

/// H-TCP's α before scaling, in packets per RTT: 1 for the first second after a congestion event, then
/// 1 + 10 (Δ - 1) + ((Δ - 1) / 2)² (draft-leith-tcp-htcp-06, 3.2).
pub fn htcp_alpha(since_loss_s: f64) -> f64 {
    let fast = since_loss_s - 1.0;
    if fast <= 0.0 { 1.0 } else { 1.0 + 10.0 * fast + fast * fast / 4.0 }
}

/// H-TCP's decrease factor β: RTT_min / RTT_max, limited to 0.5 to 0.8.
pub fn htcp_beta(min_rtt: f64, max_rtt: f64) -> f64 {
    math::clamp(min_rtt / max_rtt, 0.5, 0.8)
}

/// α with adaptive backoff, so that β does not change the mean rate: 2 (1 - β) α, at least 1.
pub fn htcp_scaled_alpha(since_loss_s: f64, beta: f64) -> f64 {
    (2.0 * (1.0 - beta) * htcp_alpha(since_loss_s)).max(1.0)
}

/// 1 - exp(-gradient / G): the probability of a delay backoff (CDG paper, equation 5); gradient and G in ms per RTT. No backoff
/// without a rising delay.
pub fn backoff_probability(gradient_ms: f64, g_ms: f64) -> f64 {
    if gradient_ms <= 0.0 { 0.0 } else { -math::exp_m1(-gradient_ms / g_ms) }
}

/// One-way delay of a packet that finds this many bytes queued, in ms: their transmission, its own transmission, half
/// of the base RTT. The rest of a packet in transmission is added to it.
pub fn one_way_delay_ms(queue_bytes: f64, packet_bytes: f64, rate_bps: f64, base_rtt_ms: f64) -> f64 {
    (queue_bytes + packet_bytes) * 8e3 / rate_bps + base_rtt_ms / 2.0
}

/// (Σx)² / (n Σx²): Jain's fairness index, from 1/n to 1; `None` if nothing is shared.
pub fn jain_index(shares: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum, squares) =
        shares.fold((0.0, 0.0, 0.0), |(n, sum, squares), x| (n + 1.0, sum + x, squares + x * x));
    (squares > 0.0).then(|| sum * sum / (count * squares))
}

/// (x - y) / x: the harm to a flow's goodput, which is x alone and y beside others (R. Ware et al., "Beyond Jain's fairness index", HotNets
/// 2019). 0 if it loses nothing, 1 if it loses all, negative if it gains.
pub fn goodput_harm(alone: f64, beside: f64) -> f64 {
    (alone - beside) / alone
}

/// (y - x) / y: the harm to a flow's delay, which is x alone and y beside others (Ware 2019): towards 1 the more it grows.
pub fn delay_harm(alone: f64, beside: f64) -> f64 {
    (beside - alone) / beside
}

#[cfg(test)]
mod tests;
