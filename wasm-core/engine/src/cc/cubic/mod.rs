//! CUBIC: the window follows a cubic curve of the time since the last loss, which is flat around the window at that
//! loss. Outside the Reno-friendly region, growth therefore depends on time and not on the RTT. CUBIC is the default
//! of Linux.
//!
//! Not here: the kernels' forms (`linux.rs`), HyStart (`slow_start/hystart.rs`), which ends its slow start on a TCP stack
//! that has it.
//!
//! # Equations
//!
//! ```tex
//! % window at time t after congestion avoidance began | RFC 9438, equation 1
//! W(t) = C\,(t - K)^3 + W_{\max}
//! % K: time until the curve is back at W_max | RFC 9438, equation 2
//! K = \sqrt[3]{\frac{W_{\max} - w_{\text{epoch}}}{C}}
//! % target: the curve one RTT ahead | RFC 9438, section 4.2
//! \text{target} = \min\bigl(\max(W(t + R),\, w),\; 1.5\,w\bigr)
//! % each acknowledged packet | RFC 9438, section 4.4
//! w \leftarrow w + \frac{\text{target} - w}{w}
//! % Reno-friendly estimate: w is at least this | RFC 9438, equation 4
//! W_{\text{est}} \leftarrow W_{\text{est}} + \frac{\alpha}{w}, \qquad \alpha = \frac{3\,(1 - \beta)}{1 + \beta}
//! % loss | RFC 9438, section 4.6
//! \text{ssthresh} \leftarrow \max(\beta F,\; 2)
//! % loss, fast convergence | RFC 9438, section 4.7
//! W_{\max} \leftarrow \begin{cases} w\,\dfrac{1 + \beta}{2} & w < W_{\max} \\ w & \text{otherwise} \end{cases}
//! ```
//!
//! $C$ is 0.4 packets/s³ and $\beta$ 0.7; $F$ is what is in flight. $W_{\text{est}}$ is the window of an AIMD flow
//! that keeps 0.7 of its window at a loss and adds $\alpha$ = 0.53 packets per RTT, which gives Reno's average rate.
//! $\alpha$ is 1 once $W_{\text{est}}$ has reached the window before the last loss.
//!
//! # States
//!
//! ```states
//! Slow start: one more packet per acknowledged packet
//! Concave: below W_max, slower and slower
//! Convex: above W_max, faster and faster
//! Reno-friendly: the curve is below the estimate: w = W_est
//! Fast recovery: resends lost packets, does not grow
//! Slow start -> Convex: w reaches ssthresh
//! Fast recovery -> Concave: all acknowledged, the epoch begins
//! Concave -> Convex: w reaches W_max
//! Concave -> Reno-friendly: W(t) < W_est
//! Convex -> Reno-friendly: W(t) < W_est
//! Reno-friendly -> Concave: W(t) ≥ W_est, w < W_max
//! Reno-friendly -> Convex: W(t) ≥ W_est, w ≥ W_max
//! any -> Fast recovery: loss, ssthresh = β F
//! any -> Slow start: timeout, w = 1
//! ```
//!
//! # Choices
//!
//! - `rfc9438` is followed unless another variant is chosen; on the TCP stack `linux` the default is `linux`.
//!   `linux_2_6_25` is version 2.1, as the VoIP report measured it: a loss leaves 0.8 of the window; ACKs are counted
//!   and corrected by a running mean of packets per ACK; in the convex region the window grows by at most 16 packets
//!   per 100 ms; windows are whole packets throughout.
//! - `linux` is version 2.3, as in Linux 5: a loss leaves 0.7, packets are counted, and the only limit in the convex
//!   region is a factor of 1.5 per RTT.
//! - With `abe`, an ECN mark leaves 0.85 of what is in flight instead of 0.7 (RFC 8511); the kernels do not have it.
//! - Both kernels reduce the window w; the RFC reduces what is in flight, F. Departures: W_est never lowers w, and F
//!   counts for no more than w.
//!
//! # Look for
//!
//! - The plateau: after a loss the window rises steeply, stays near its value at that loss, and then grows faster
//!   and faster.
//! - Two kinds of epoch alternate: after a loss at a slightly smaller window than before, CUBIC assumes that another
//!   flow has joined and lowers W_max (`fast_convergence`); in the next epoch the window passes W_max before it
//!   reaches the limit again.
//! - On short paths the window follows W_est: the curve alone is much slower there. With a base RTT of 5 ms, a queue
//!   limit of 10 packets and `tcp_friendliness` off, there are far fewer losses and longer cycles.

mod linux;

use super::growth::RenoGrowth;
use super::{Ack, CongestionControl, Context, Loss, PacketEvents, RttSample, Wants};
use crate::math::cbrt;
use crate::observe::{Inference, Kind, Outcome, Rule, Signal};
use crate::params::{Group, Section, Value, Variant as Preset};
use crate::slow_start::HyStartUse;
use crate::units::{Span, Time};

crate::choices! {
    /// Which CUBIC.
    pub enum Variant {
        /// RFC 9438.
        Rfc9438 = "rfc9438",
        /// Version 2.1, in the kernel's integers.
        Linux2625 = "linux_2_6_25",
        /// Version 2.3, likewise.
        Linux = "linux",
    }
}

crate::params! {
    /// CUBIC's parameters.
    pub struct Settings {
        /// Which CUBIC: that of the standard, of Linux 2.6.25, or of Linux 5.
        variant: Variant = word("rfc9438", Variant::WORDS).live(), "choice; linux on the TCP stack linux";
        /// After a loss at a smaller window than at the previous loss, CUBIC assumes that another flow has joined and
        /// lowers W_max.
        fast_convergence: bool = switch(true).live(), "RFC 9438, section 4.7";
        /// The window is at least W_est, that of an AIMD flow with the same average rate as Reno (Reno-friendly
        /// region).
        tcp_friendliness: bool = switch(true).live(), "RFC 9438, section 4.3";
    }
}

/// Settings of CUBIC as scenario and screen know them.
pub static SECTION: Section = Section::new("cubic", "CUBIC", Settings::PARAMS)
    .ignores(&["whole_byte_growth"])
    .group(Group::LossBased)
    .about(
        "Grows along a cubic curve of time, flat around the window at the last loss.",
        "S. Ha, I. Rhee, L. Xu, CUBIC, ACM SIGOPS Operating Systems Review 42(5), 2008; RFC 9438",
    )
    .variants(
        "variant",
        &[
            Preset::new(
                "rfc9438",
                "real numbers; C 0.4 packets/s^3; a loss leaves 0.7 of what is in flight; at most half a window more per round trip",
            ),
            Preset::new(
                "linux_2_6_25",
                "version 2.1, in whole packets; C 410/1024 packets/s^3; a loss leaves 819/1024 (0.8) of the window; counts \
                 acknowledgements; past the plateau at most 16 packets per 100 ms; until the first loss a packet per 50",
            )
            .ignores(&["abe"]),
            Preset::new(
                "linux",
                "version 2.3, in whole packets; C 410/1024 packets/s^3; a loss leaves 717/1024 (0.7) of the window; counts \
                 packets; at most a packet per 2 of them, until the first loss at least one per 20",
            )
            .ignores(&["abe"])
            .default_on("linux"),
        ],
    )
    .signals(&[&W_MAX])
    .fills_queue()
    .rules(&[&REDUCE, &EPOCH, &FRIENDLY, &CONCAVE, &CONVEX]);

/// Window around which the curve is flat.
pub static W_MAX: Signal = Signal::new("w_max_packets", "packets", Kind::Level);
/// A loss or timeout: the window is cut, its place remembered. `in_flight`: what beta multiplies, in Linux the window.
pub static REDUCE: Rule = Rule {
    key: "cubic.reduce",
    outcome: Outcome::Cut,
    infers: Inference::Congestion,
    numbers: &["before", "in_flight", "beta", "w_max_before", "w_max", "ssthresh"],
};
/// Congestion avoidance begins: the curve's origin is fixed.
pub static EPOCH: Rule = Rule {
    key: "cubic.epoch",
    outcome: Outcome::Change,
    infers: Inference::Nothing,
    numbers: &["w_epoch", "w_max", "k_s"],
};
/// Numbers of a region: the window, W_max, seconds since the epoch's start, K, W(t), Reno's estimate W_est (0: not asked).
const REGION: &[&str] = &["cwnd", "w_max", "since_s", "k_s", "curve", "estimate"];
/// Growth enters the Reno-friendly region: the curve is under what Reno would have (RFC 9438, section 4.3).
pub static FRIENDLY: Rule =
    Rule { key: "cubic.friendly", outcome: Outcome::Change, infers: Inference::Nothing, numbers: REGION };
/// Growth enters the concave region: the window is under W_max (section 4.4).
pub static CONCAVE: Rule =
    Rule { key: "cubic.concave", outcome: Outcome::Change, infers: Inference::Nothing, numbers: REGION };
/// Growth enters the convex region: it has passed W_max and probes (section 4.5).
pub static CONVEX: Rule =
    Rule { key: "cubic.convex", outcome: Outcome::Change, infers: Inference::Nothing, numbers: REGION };

/// A curve, from the first ACK of congestion avoidance after a cut.
#[derive(Clone, Copy, Debug)]
struct Curve {
    start: Time,
    k: f64,
    w_max: f64,
    c: f64,
}

impl Curve {
    /// The curve that starts at `w` and is flat at `w_max`; above it from the start if there is no more to regain.
    fn new(start: Time, w: f64, w_max: f64, c: f64) -> Curve {
        if w >= w_max {
            return Curve { start, k: 0.0, w_max: w, c };
        }
        Curve { start, k: cbrt((w_max - w) / c), w_max, c }
    }

    /// W(t), `t` in seconds since the start.
    fn at(&self, t: f64) -> f64 {
        let x = t - self.k;
        self.c * x * x * x + self.w_max
    }
}

const C: f64 = 0.4;
const BETA: f64 = 0.7;
/// The same for an ECN mark with ABE (RFC 8511, section 3.1).
const ABE_BETA: f64 = 0.85;
const ALPHA: f64 = 3.0 * (1.0 - BETA) / (1.0 + BETA);

/// Where growth stands.
#[derive(Clone, Copy, Debug, Default)]
struct Epoch {
    /// Window of the last cut, lowered by fast convergence; 0 = none yet.
    w_max: f64,
    /// Window just before the last cut.
    cwnd_prior: f64,
    curve: Option<Curve>,
    /// Window that Reno would have.
    w_est: f64,
    /// The region of growth that was emitted last; none before an epoch's first ACK.
    region: Option<&'static str>,
}

/// State of CUBIC.
#[derive(Clone, Debug)]
pub struct Cubic {
    settings: Settings,
    epoch: Epoch,
    /// The one before the last cut (RFC 9438, section 4.9).
    epoch_before: Epoch,
    /// The last ACK: time in which the window is not the limit does not count.
    last_ack: Time,
    linux: linux::State,
}

impl Cubic {
    /// With the values of its parameters.
    pub fn new(values: &[Value]) -> Cubic {
        Cubic {
            settings: Settings::read(values),
            epoch: Epoch::default(),
            epoch_before: Epoch::default(),
            last_ack: Time::ZERO,
            linux: linux::State::default(),
        }
    }

    fn begin(&mut self, c: f64, cx: &mut Context) -> Curve {
        let w = cx.window.cwnd;
        let curve = Curve::new(cx.now, w, self.epoch.w_max, c);
        self.epoch.w_est = w;
        self.epoch.region = None;
        cx.signal(&W_MAX, curve.w_max);
        cx.decide(&EPOCH, &[w, curve.w_max, curve.k]);
        curve
    }

    /// Tells in which region the window grows, where that is another one than before. `at`: W at this moment.
    fn emit_region(&mut self, friendly: bool, curve: &Curve, at: f64, estimate: f64, cx: &mut Context) {
        let w = cx.window.cwnd;
        let region = if friendly {
            &FRIENDLY
        } else if w < curve.w_max {
            &CONCAVE
        } else {
            &CONVEX
        };
        if self.epoch.region.replace(region.key) != Some(region.key) {
            let since = cx.now.since(curve.start).seconds();
            cx.decide(region, &[w, curve.w_max, since, curve.k, at, estimate]);
        }
    }

    /// Congestion avoidance on an ACK of `n` packets (RFC 9438, sections 4.2 to 4.5).
    fn follow_curve(&mut self, n: f64, cx: &mut Context) {
        let curve = match self.epoch.curve {
            Some(curve) => curve,
            None => self.begin(C, cx),
        };
        self.epoch.curve = Some(curve);
        let (w, t) = (cx.window.cwnd, cx.now.since(curve.start).seconds());
        let alpha = if self.epoch.w_est < self.epoch.cwnd_prior { ALPHA } else { 1.0 };
        self.epoch.w_est += alpha * n / w;
        let friendly = self.settings.tcp_friendliness && curve.at(t) < self.epoch.w_est;
        self.emit_region(friendly, &curve, curve.at(t), self.epoch.w_est, cx);
        if friendly {
            cx.window.cwnd = w.max(self.epoch.w_est);
            return;
        }
        let ahead = cx.srtt.unwrap_or(Span::ZERO).seconds();
        let target = crate::math::clamp(curve.at(t + ahead), w, 1.5 * w);
        cx.window.cwnd += n * (target - w) / w;
    }

    /// Remembers the window of a cut and returns the new ssthresh (sections 4.6 and 4.7).
    fn reduce(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        if let Some(kernel) = self.settings.variant.kernel() {
            return self.reduce_as_linux(kernel, cx);
        }
        self.epoch_before = self.epoch;
        let (w, before) = (cx.window.cwnd, self.epoch.w_max);
        let converges = self.settings.fast_convergence && w < before;
        self.epoch.w_max = if converges { w * (1.0 + BETA) / 2.0 } else { w };
        self.epoch.cwnd_prior = w;
        self.epoch.curve = None;
        // In and after a recovery F may exceed the window by what is SACKed; a cut must never raise ssthresh above w.
        let in_flight = loss.in_flight.min(w);
        let beta = if cx.is_alternative_backoff(loss) { ABE_BETA } else { BETA };
        let ssthresh = (in_flight * beta).max(2.0);
        cx.decide(&REDUCE, &[w, in_flight, beta, before, self.epoch.w_max, ssthresh]);
        ssthresh
    }
}

impl CongestionControl for Cubic {
    fn wants(&self) -> Wants {
        let exit_rules = match self.settings.variant {
            Variant::Rfc9438 | Variant::Linux => HyStartUse::ByDefault,
            Variant::Linux2625 => HyStartUse::OnRequest, // HyStart came with 2.6.29
        };
        Wants { exit_rules, ..Wants::STANDARD }
    }

    fn on_rtt_sample(&mut self, sample: &RttSample, cx: &mut Context) {
        if self.settings.variant.kernel().is_some() {
            self.sample_as_linux(sample, cx);
        }
    }

    fn on_ack(&mut self, ack: &Ack, cx: &mut Context) {
        let since = cx.now.since(self.last_ack);
        self.last_ack = cx.now;
        let kernel = self.settings.variant.kernel();
        if kernel.is_some() {
            self.count_acks_as_linux(ack);
        }
        if !ack.cwnd_limited {
            // Linux 2.6.25 lets this time count.
            if let (true, Some(curve)) = (self.settings.variant != Variant::Linux2625, &mut self.epoch.curve) {
                curve.start += since;
            }
        } else if cx.in_slow_start() {
            cx.window.cwnd += RenoGrowth::slow_start(ack, cx);
        } else if let Some(kernel) = kernel {
            self.follow_curve_as_linux(kernel, ack.newly_acked as u64, cx);
        } else {
            self.follow_curve(ack.newly_acked, cx);
        }
    }

    fn ssthresh_on_loss(&mut self, loss: &Loss, cx: &mut Context) -> f64 {
        self.reduce(loss, cx)
    }

    fn on_timeout(&mut self, first: bool, loss: &Loss, cx: &mut Context) -> f64 {
        let ssthresh = if first { self.reduce(loss, cx) } else { cx.window.ssthresh };
        // Section 4.8: the curve that follows starts flat, from the window at which slow start ends.
        self.epoch.w_max = 0.0;
        self.linux = linux::State::default();
        ssthresh
    }

    /// Section 4.9: the curve goes on as if there had been no cut. The kernels' do not.
    fn on_spurious_recovery(&mut self, _cx: &mut Context) {
        if self.settings.variant.kernel().is_none() {
            self.epoch = self.epoch_before;
        }
    }

    fn packet_events(&mut self) -> Option<&mut dyn PacketEvents> {
        Some(self)
    }

    fn set(&mut self, row: usize, value: &Value, _cx: &mut Context) {
        if let ("variant", Value::Word(variant)) = (SECTION.params[row].name, value) {
            *self = Cubic::new(&SECTION.defaults(Some(variant)));
            return;
        }
        self.settings.set(row, value);
    }
}

impl PacketEvents for Cubic {
    /// The curve continues where it was when the last ACK arrived (RFC 9438, section 5.8). Linux 2.6.25 lets this time count.
    fn on_idle_end(&mut self, now: Time) {
        if let (true, Some(curve)) = (self.settings.variant != Variant::Linux2625, &mut self.epoch.curve) {
            curve.start += now.since(self.last_ack);
        }
        self.last_ack = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::{Bench, assert_close};

    fn cubic(variant: &'static str) -> Cubic {
        Cubic::new(&SECTION.defaults(Some(variant)))
    }

    #[test] // W_max = 100
    fn the_curve() {
        let curve = Curve::new(Time::ZERO, 70.0, 100.0, C);
        assert_close(curve.k, 4.217163, 1e-6);
        for (t, w) in [(0.0, 70.0), (1.0, 86.680764), (2.0, 95.640336), (curve.k, 100.0), (6.0, 102.266703)] {
            assert_close(curve.at(t), w, 1e-6);
        }
        assert_close(curve.at(2.0 * curve.k), 130.0, 1e-9);
        let curve = Curve::new(Time::ZERO, 80.0, 100.0, C);
        assert_close(curve.k, 3.684031, 1e-6);
        for (t, w) in [(0.0, 80.0), (1.0, 92.265668), (2.0, 98.089661), (6.0, 104.968873)] {
            assert_close(curve.at(t), w, 1e-6);
        }
        let convex = Curve::new(Time::ZERO, 110.0, 100.0, C);
        assert_eq!((convex.k, convex.w_max), (0.0, 110.0));
    }

    #[test] // loss at 100, then at 95
    fn cuts_and_fast_convergence() {
        let mut cubic = cubic("rfc9438");
        let mut bench = Bench::new(100.0, 2.0);
        assert_close(bench.lose(&mut cubic), 70.0, 1e-12);
        assert_close(cubic.epoch.w_max, 100.0, 0.0);
        (bench.window.cwnd, bench.in_flight) = (95.0, 95.0);
        assert_close(bench.lose(&mut cubic), 66.5, 1e-12);
        assert_close(cubic.epoch.w_max, 80.75, 1e-12);
        cubic.settings.fast_convergence = false;
        (bench.window.cwnd, bench.in_flight) = (60.0, 50.0);
        assert_close(bench.lose(&mut cubic), 35.0, 1e-12); // F, not w
        assert_close(cubic.epoch.w_max, 60.0, 0.0);
        (bench.window.cwnd, bench.in_flight) = (60.0, 200.0);
        assert_close(bench.lose(&mut cubic), 42.0, 1e-12); // but no more than w
    }

    #[test] // section 4.9: cuts at 100 and at 95, and the second one is taken back; the kernel's curve starts again
    fn a_needless_cut_leaves_the_curve_as_it_was() {
        for (variant, w_max) in [("rfc9438", 100.0), ("linux", 0.0)] {
            let mut cubic = cubic(variant);
            let mut bench = Bench::new(100.0, 2.0);
            bench.lose(&mut cubic);
            bench.window.cwnd = 80.0;
            cubic.begin(C, &mut bench.cx());
            cubic.epoch.w_est = 81.0;
            bench.window.cwnd = 95.0;
            bench.time_out(&mut cubic);
            cubic.on_spurious_recovery(&mut bench.cx());
            let w_est = if variant == "rfc9438" { 81.0 } else { 0.0 };
            assert_eq!(cubic.epoch.w_max, w_max, "{variant}");
            assert!(variant == "linux" || cubic.epoch.w_est == w_est, "{variant}");
        }
    }

    #[test] // W_max = 100, w = 70: W(0) = 70 is under Reno's estimate, W(1) = 86.68 over it
    fn each_region_is_told_as_it_is_entered() {
        let mut cubic = cubic("rfc9438");
        let mut bench = Bench::new(70.0, 2.0);
        (cubic.epoch.w_max, cubic.epoch.cwnd_prior) = (100.0, 100.0);
        let mut told = Vec::new();
        for (later, w) in [(0.0, 70.0), (0.0, 70.0), (1.0, 70.0), (0.1, 90.0), (5.0, 101.0)] {
            bench.now += Span::from_seconds(later);
            bench.window.cwnd = w;
            bench.emitter.decisions.clear();
            bench.emitter.numbers.clear();
            cubic.follow_curve(1.0, &mut bench.cx());
            told.push(bench.decided().map(|(rule, _)| rule));
        }
        let [friendly, concave, convex] = ["cubic.friendly", "cubic.concave", "cubic.convex"].map(Some);
        assert_eq!(told, [friendly, None, concave, None, convex]);
    }

    #[test] // w = 50 held constant, 50 ACKs of one packet
    fn the_estimate_of_reno() {
        let mut cubic = cubic("rfc9438");
        let mut bench = Bench::new(50.0, 2.0);
        cubic.epoch.cwnd_prior = 100.0;
        cubic.epoch.w_max = 100.0;
        for _ in 0..50 {
            bench.window.cwnd = 50.0;
            bench.ack(&mut cubic, 1.0);
        }
        assert_close(cubic.epoch.w_est - 50.0, 0.5294, 5e-5);
        cubic.epoch.w_est = 100.0; // the window before the cut is reached: one packet per RTT from here
        bench.window.cwnd = 50.0;
        bench.ack(&mut cubic, 1.0);
        assert_close(cubic.epoch.w_est, 100.0 + 1.0 / 50.0, 1e-12);
        assert_close(bench.window.cwnd, cubic.epoch.w_est, 0.0); // Reno-friendly region
    }

    #[test] // at w = 70, 50 ms ahead of the epoch's start
    fn growth_towards_the_target() {
        let mut cubic = cubic("rfc9438");
        cubic.settings.tcp_friendliness = false;
        let mut bench = Bench::new(100.0, 2.0);
        bench.lose(&mut cubic);
        bench.window.ssthresh = 60.0;
        bench.ack(&mut cubic, 2.0);
        let target = Curve::new(Time::ZERO, 70.0, 100.0, C).at(0.05);
        assert_close(bench.window.cwnd, 70.0 + 2.0 * (target - 70.0) / 70.0, 1e-9);
        // Never more than half as much again in an RTT.
        bench.now += Span::from_ms(60_000.0);
        let w = bench.window.cwnd;
        bench.ack(&mut cubic, 1.0);
        assert_close(bench.window.cwnd, w + 0.5, 1e-9);
    }

    #[test]
    fn time_that_another_limits_does_not_count() {
        for (variant, left_out) in [("rfc9438", 700.0), ("linux", 700.0), ("linux_2_6_25", 0.0)] {
            let mut cubic = cubic(variant);
            let mut bench = Bench::new(70.0, 2.0);
            bench.ack(&mut cubic, 1.0);
            let start = cubic.epoch.curve.unwrap().start;
            bench.now += Span::from_ms(700.0);
            cubic.on_ack(&Ack { newly_acked: 1.0, cwnd_limited: false, after_timeout: false }, &mut bench.cx());
            assert_eq!(cubic.epoch.curve.unwrap().start, start + Span::from_ms(left_out));
        }
    }

    #[test]
    fn a_timeout_forgets_the_curve() {
        let mut cubic = cubic("rfc9438");
        let mut bench = Bench::new(100.0, 2.0);
        assert_close(bench.time_out(&mut cubic), 70.0, 1e-12);
        bench.window.cwnd = 70.5;
        bench.ack(&mut cubic, 1.0);
        let curve = cubic.epoch.curve.unwrap();
        assert_eq!((curve.k, curve.w_max), (0.0, 70.5));
    }
}
