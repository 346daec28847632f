//! The equations of the algorithms that respond to delay, but for CDG and Vegas. Not here: which rule is whose (`equations`).

use super::look::Look;
use super::watch::Heard;
use sawtooth_engine::math::{ln, pow};
use sawtooth_engine::params::Value;

/// CCR 1989: NDG.
pub fn card(look: &mut Look, rule: &str) {
    if rule == "loss" {
        return;
    }
    look.eq("rtt_ms", look.last("card_rtt_ms"));
    look.eq("rtt_ms", look.decision.heard.round.iter().copied().fold(f64::INFINITY, f64::min));
    look.is_window_of_round("cwnd");
    let (w, t) = (look.n("cwnd"), look.n("rtt_ms"));
    if rule == "first" {
        look.among("after", &[w, w + 1.0]);
        return;
    }
    let before = ["card.first", "card.increase", "card.decrease"].map(|rule| (look.when(rule), rule));
    let (_, before) = before.into_iter().max().expect("one of three");
    look.eq("rtt_before_ms", look.decided(before, "rtt_ms").unwrap_or(f64::NAN));
    look.eq("cwnd_before", look.decided(before, "cwnd").unwrap_or(f64::NAN));
    let (t_before, w_before) = (look.n("rtt_before_ms"), look.n("cwnd_before"));
    let delay = (t - t_before) / (t + t_before);
    look.eq("delay_gradient", delay);
    look.eq("gradient", if w == w_before { 0.0 } else { delay * (w + w_before) / (w - w_before) });
    look.holds("the sign decides", (look.n("gradient") > 0.0) == (rule == "decrease"));
    if rule == "decrease" {
        look.eq("after", (0.875 * w).max(2.0));
    } else {
        look.among("after", &[w, w + 1.0]);
    }
}

/// CCR 1992.
pub fn dual(look: &mut Look, rule: &str) {
    if rule == "loss" {
        return;
    }
    for (number, signal) in [
        ("rtt_ms", "dual_rtt_ms"),
        ("rtt_min_ms", "dual_rtt_min_ms"),
        ("rtt_max_ms", "dual_rtt_max_ms"),
        ("threshold_ms", "dual_threshold_ms"),
    ] {
        look.eq(number, look.last(signal));
    }
    look.eq("rtt_ms", look.last("srtt_ms"));
    look.eq("threshold_ms", (look.n("rtt_min_ms") + look.n("rtt_max_ms")) / 2.0);
    look.holds("the threshold decides", (look.n("rtt_ms") > look.n("threshold_ms")) == (rule == "decrease"));
    if rule == "decrease" {
        look.eq("after", (0.875 * look.n("before")).max(2.0));
    } else {
        look.is_window_of_round("cwnd");
    }
}

/// ToN 2006.
pub fn fast(look: &mut Look, rule: &str) {
    if rule == "loss" {
        return;
    }
    for (number, signal) in [
        ("base_rtt_ms", "fast_base_rtt_ms"),
        ("rtt_ms", "fast_rtt_ms"),
        ("queued", "fast_queued_packets"),
        ("alpha", "fast_alpha_packets"),
    ] {
        look.eq(number, look.last(signal));
    }
    look.eq("base_rtt_ms", look.decision.heard.least_rtt);
    look.is_window_of_round("cwnd");
    let [w, base, rtt, alpha] = ["cwnd", "base_rtt_ms", "rtt_ms", "alpha"].map(|name| look.n(name));
    look.eq("queued", w * (1.0 - base / rtt));
    look.among("alpha", &[8.0, 20.0]);
    let empty = look.n("queued") < alpha / 8.0;
    if rule == "slow_start_exit" {
        return look.holds("there is a queue", !empty);
    }
    look.eq("gamma", look.setting("gamma"));
    look.holds("whether there is a queue decides", empty == (rule == "multiply"));
    let aim = if empty { alpha.max(w) } else { alpha };
    look.eq("after", (0.5 * w + 0.5 * (base / rtt * w + aim)).min(2.0 * w).max(2.0));
}

/// INFOCOM 2005, and RFC 3649, section 5.
pub fn africa(look: &mut Look, rule: &str) {
    let (low, high) = (38.0_f64, 83_000.0_f64);
    let b = |w: f64| if w <= low { 0.5 } else { 0.5 - 0.4 * ln(w / low) / ln(high / low) };
    let a = |w: f64| if w <= low { 1.0 } else { pow(w, 0.8) * 0.078 * 2.0 * b(w) / (2.0 - b(w)) };
    match rule {
        "fast" | "slow" => {
            look.eq("base_rtt_ms", look.decision.heard.least_rtt);
            look.is_window_of_round("cwnd");
            let round = &look.decision.heard.round;
            look.eq("rtt_ms", round.iter().sum::<f64>() / round.len() as f64);
            let [w, base, rtt] = ["cwnd", "base_rtt_ms", "rtt_ms"].map(|name| look.n(name));
            look.eq("diff_packets", w * (rtt - base) / rtt);
            look.eq("alpha", 1.641);
            look.holds("alpha decides", (look.n("diff_packets") < look.n("alpha")) == (rule == "fast"));
            look.eq("increase", if rule == "fast" { a(w).max(1.0) } else { 1.0 });
        }
        "loss_fast" => {
            let w = look.n("before");
            look.eq("b", b(w));
            look.eq("ssthresh", ((1.0 - b(w)) * w).max(2.0));
        }
        _ => {}
    }
}

/// INFOCOM 2006.
pub fn compound(look: &mut Look, rule: &str) {
    if rule == "timeout" {
        return look.is_window("win");
    }
    look.eq("dwnd", look.last("dwnd_packets"));
    look.eq("dwnd_before", look.earlier("dwnd_packets"));
    let (win, before) = (look.n("win"), look.n("dwnd_before"));
    if rule == "reduce" {
        look.is_window("win");
        look.eq("beta", 0.5);
        look.eq("cwnd", (win - before) / 2.0);
        look.eq("dwnd", (win / 2.0 - look.n("cwnd")).max(0.0));
        return look.eq("ssthresh", (look.n("cwnd") + look.n("dwnd")).max(2.0));
    }
    look.is_window_of_round("win");
    look.eq("gamma", 30.0);
    let round = &look.decision.heard.round;
    let rtt = round.iter().sum::<f64>() / round.len() as f64;
    look.eq("diff", win * (rtt - look.decision.heard.least_rtt) / rtt);
    look.holds("gamma decides", (look.n("diff") < 30.0) == (rule == "grow"));
    if rule == "grow" {
        look.eq("alpha", 0.125);
        look.eq("k", 0.75);
        look.eq("dwnd", before + (0.125 * pow(win, 0.75) - 1.0).max(0.0));
    } else {
        look.eq("zeta", 1.0);
        look.eq("dwnd", (before - look.n("diff")).max(0.0));
    }
}

/// INFOCOM 2003.
pub fn lp(look: &mut Look, rule: &str) {
    if rule == "loss" {
        return;
    }
    let (smoothed, min, max) = (look.n("smoothed_ms"), look.n("min_ms"), look.n("max_ms"));
    look.eq("smoothed_ms", look.last("one_way_smoothed_ms"));
    look.eq("threshold_ms", min + 0.15 * (max - min));
    look.holds("above the threshold", smoothed > look.n("threshold_ms"));
    let w = look.n("before");
    if look.variant() == "paper" {
        let one_way = look.decision.heard.one_way.iter().copied();
        look.eq("min_ms", one_way.clone().fold(f64::INFINITY, f64::min));
        look.among("max_ms", &one_way.collect::<Vec<_>>());
        look.eq("after", if rule == "halve" { (w / 2.0).max(1.0) } else { 1.0 });
    } else {
        look.eq("after", if rule == "halve" { (w / 2.0).floor().max(1.0) } else { 1.0 });
    }
}

/// RFC 6817, section 2.4.2.
pub fn ledbat(look: &mut Look, rule: &str) {
    if rule == "loss" {
        return;
    }
    look.eq("queueing_ms", look.last("ledbat_queueing_ms"));
    look.eq("base_ms", look.last("ledbat_base_ms"));
    look.eq("target_ms", look.setting("target_ms"));
    look.eq("gain", look.setting("gain"));
    look.is_window_of_round("cwnd");
    let [queueing, target, gain, acked, w] =
        ["queueing_ms", "target_ms", "gain", "acked", "cwnd"].map(|name| look.n(name));
    look.eq("step", (gain * (target - queueing) / target * acked / w).max(-acked));
    look.holds("the target decides", (queueing > target) == (rule == "shrink"));
}

/// draft-irtf-iccrg-ledbat-plus-plus-01.
pub fn ledbat_pp(look: &mut Look, rule: &str) {
    if rule == "loss" {
        return;
    }
    look.eq("base_ms", look.last("ledbat_base_ms"));
    match rule {
        "slowdown" => {
            look.eq("after", 2.0);
            return look.is_window_of_round("cwnd");
        }
        "resumed" => {
            let began = look.when("ledbat_pp.slowdown").expect("a slowdown");
            look.eq("duration_s", look.decision.at.since(began).seconds());
            return look.eq("pause_s", 9.0 * look.n("duration_s"));
        }
        _ => {}
    }
    look.eq("queueing_ms", look.last("ledbat_queueing_ms"));
    look.eq("target_ms", look.setting("target_ms"));
    let [queueing, target] = ["queueing_ms", "target_ms"].map(|name| look.n(name));
    if rule == "slow_start_exit" {
        look.eq("cwnd", look.decision.ssthresh);
        return look.holds("beyond 3/4 of the target", queueing > 0.75 * target);
    }
    let divisor = (2.0 * target / look.n("base_ms")).ceil().min(16.0);
    look.eq("gain", 1.0 / divisor);
    let (w, gain) = (look.n(if rule == "grow" { "cwnd" } else { "before" }), look.n("gain"));
    let decrease = (gain - w * (queueing / target - 1.0)).max(-w / 2.0);
    look.eq("after", (w + if queueing > target { decrease } else { gain }).max(2.0));
    if rule == "grow" {
        look.is_window_of_round("cwnd");
    }
}

/// NSDI 2018, and the authors' code.
pub fn copa(look: &mut Look, rule: &str) {
    let has = |name: &str| look.decision.rule.numbers.contains(&name);
    let (steps, modes) = (has("standing_rtt_ms"), has("threshold_ms"));
    if steps || modes {
        look.eq("min_rtt_ms", look.last("min_rtt_estimate_ms"));
    }
    if steps {
        look.eq("standing_rtt_ms", look.last("copa_standing_rtt_ms"));
        look.eq("inverse_delta", look.last("copa_inverse_delta_packets"));
        let [standing, least, packets, w] =
            ["standing_rtt_ms", "min_rtt_ms", "inverse_delta", "cwnd"].map(|name| look.n(name));
        let target = if standing > least { 1e3 * packets / (standing - least) } else { f64::INFINITY };
        look.eq("rate", 1e3 * w / standing);
        look.eq("target", target);
        look.holds("the target decides", (look.n("rate") <= look.n("target")) == (rule == "up"));
    }
    if has("step") {
        look.eq("velocity", look.last("copa_velocity"));
        let [packets, velocity, acked, w] = ["inverse_delta", "velocity", "acked", "cwnd"].map(|name| look.n(name));
        let size = velocity.min(w / packets) * packets / w * acked;
        look.eq("step", if rule == "up" { size } else { -size });
    }
    if modes {
        let [recent, most, least] = ["least_rtt_ms", "most_rtt_ms", "min_rtt_ms"].map(|name| look.n(name));
        look.eq("threshold_ms", least + 0.1 * (most - least));
        look.holds("the threshold decides", (recent > look.n("threshold_ms")) == (rule == "compete"));
    }
    match rule {
        "relax" => look.eq("inverse_delta", look.earlier("copa_inverse_delta_packets")),
        "halve" => {
            look.eq("inverse_delta_before", look.earlier("copa_inverse_delta_packets"));
            look.eq("inverse_delta", (look.n("inverse_delta_before") / 2.0).max(2.0));
            look.is_window("cwnd");
        }
        "keep" => look.is_window("cwnd"),
        "heavy_loss" => {
            look.eq("after", (0.7 * look.n("before")).max(2.0));
            let (lost, delivered) = (look.n("lost"), look.n("delivered"));
            look.holds("a large share is lost", lost > 0.3 * (lost + delivered));
        }
        _ => {}
    }
}

/// Linux, tcp_nv.c.
pub fn nv(look: &mut Look, rule: &str) {
    let after_loss = |w: f64| (w.floor() * 819.0 / 1024.0).floor().max(2.0);
    match rule {
        "loss" | "timeout" => return look.eq("ssthresh", after_loss(look.n("before"))),
        "forget" => {
            look.eq("min_rtt_ms", look.last("nv_min_rtt_ms"));
            look.eq("min_rtt_before_ms", look.earlier("nv_min_rtt_ms").min(look.last("nv_rtt_ms")));
            return look.within("next_s", 3.75, 6.25);
        }
        _ => {}
    }
    look.eq("min_rtt_ms", look.last("nv_min_rtt_ms"));
    look.eq("pad", look.setting("pad_packets"));
    look.eq("max_window", (look.n("rate") * look.n("min_rtt_ms") / 1e3 + 1e-6).floor() + look.n("pad"));
    let (max, w) = (look.n("max_window"), look.n(if rule == "shrink" { "before" } else { "cwnd" }));
    if rule == "shrink" {
        let excess = w.floor() - max;
        let less = if excess > 2.0 { (excess * 38.0 / 128.0).floor().max(2.0) } else { excess };
        return look.eq("after", (w.floor() - less).max(2.0));
    }
    look.is_window_of_round("cwnd");
    look.holds("the maximum window decides", if rule == "grow" { w.floor() <= max - 2.0 } else { w.floor() > max });
    if rule == "stop" {
        look.holds("more than ten rounds", look.n("rounds") > 10.0);
    }
}

/// Queueing delays, the probability of a backoff and its draw: PERT, HD and CHD.
fn delays(look: &mut Look, curve: impl Fn(f64, f64) -> f64) {
    let Heard { least_rtt, most_rtt, .. } = look.decision.heard;
    look.eq("max_delay_ms", most_rtt - least_rtt);
    look.eq("delay_ms", look.last("queueing_delay_ms"));
    look.eq("probability", look.last("backoff_probability"));
    look.eq("draw", look.last("backoff_draw"));
    look.eq("probability", curve(look.n("delay_ms"), look.n("max_delay_ms")));
    let fires = look.n("draw") < look.n("probability");
    look.holds("the draw decides", fires == (look.decision.rule.key != "chd.no_backoff"));
}

fn between(x: f64, (x0, y0): (f64, f64), (x1, y1): (f64, f64)) -> f64 {
    y0 + (y1 - y0) * (x - x0) / (x1 - x0)
}

/// SIGCOMM 2007.
pub fn pert(look: &mut Look, rule: &str) {
    let adaptive = look.setting("adaptive") > 0.0;
    let q_end = |q_max: f64| if adaptive { (0.65 * q_max).max(20.0) } else { 20.0 };
    match rule {
        "respond" => {
            delays(look, |q, q_max| match q {
                ..5.0 => 0.0,
                ..10.0 => between(q, (5.0, 0.0), (10.0, 0.05)),
                _ if q < q_end(q_max) => between(q, (10.0, 0.05), (q_end(q_max), 1.0)),
                _ => 1.0,
            });
            let (q, q_max, w) = (look.n("delay_ms"), look.n("max_delay_ms"), look.n("before"));
            look.eq("decrease", if adaptive { q / (q + q_max) } else { 0.35 });
            look.eq("after", ((1.0 - look.n("decrease")) * w).max(2.0));
        }
        "adapt" => {
            let Heard { least_rtt, most_rtt, .. } = look.decision.heard;
            let rtts = look.decision.heard.rtts.iter().copied();
            let smoothed = rtts.reduce(|smoothed, rtt| smoothed + 0.01 * (rtt - smoothed)).unwrap_or(f64::NAN);
            look.eq("delay_ms", smoothed - least_rtt);
            look.eq("max_delay_ms", most_rtt - least_rtt);
            look.eq("alpha_before", look.earlier("alpha_packets"));
            look.eq("alpha", look.last("alpha_packets"));
            let [q, q_max, early, losses, before] =
                ["delay_ms", "max_delay_ms", "early_rate", "loss_rate", "alpha_before"].map(|name| look.n(name));
            for (rate, rule) in [("early_rate", "pert.respond"), ("loss_rate", "pert.loss")] {
                let never = look.when(rule).is_none();
                look.holds(&format!("{rate} is 0 before the first"), never == (look.n(rate) == 0.0));
            }
            let bound = if losses > 0.0 { 1.0 + early / losses } else { 1.0 };
            look.eq(
                "alpha",
                if q <= 5.0 {
                    (before + 0.5).min(32.0)
                } else if q < q_max / 2.0 {
                    (0.9 * before).max(1.0)
                } else if before < bound {
                    (before + 0.1).min(bound)
                } else {
                    (0.9 * before).max(bound)
                },
            );
        }
        _ => {}
    }
}

/// HD's curve, and CHD's with another maximum.
fn curve(q: f64, greatest: f64, p_max: f64) -> f64 {
    if q < 20.0 { between(q, (5.0, 0.0), (20.0, p_max)) } else { between(q, (20.0, p_max), (greatest, 0.0)) }
}

pub fn hd(look: &mut Look, rule: &str) {
    match rule {
        "delay_backoff" => {
            delays(look, |q, greatest| curve(q, greatest, 0.05));
            look.eq("after", look.halved(look.n("before")));
        }
        "loss_in_backoff" => look.is_window("cwnd"),
        _ => {}
    }
}

/// LCN 2010.
pub fn chd(look: &mut Look, rule: &str) {
    let has = |name: &str| look.decision.rule.numbers.contains(&name);
    if has("shadow") {
        look.eq("shadow", look.last("shadow_window_packets"));
    }
    if has("competes") {
        look.eq("competes", look.last("chd_competition"));
    }
    let shadow_before = look.earlier("shadow_window_packets");
    match rule {
        "delay_backoff" => {
            delays(look, |q, greatest| curve(q, greatest, 0.5));
            let w = look.n("before");
            look.eq("after", look.halved(w));
            look.among("shadow", &[0.0, w, shadow_before, shadow_before + 1.0]);
        }
        "no_backoff" => {
            delays(look, |q, greatest| curve(q, greatest, 0.5));
            look.is_window_of_round("cwnd");
        }
        "timeout" => look.is_window("cwnd"),
        _ => {
            look.is_window("cwnd");
            // An ECN mark is acted on before the sample of its ACK.
            let least = look.decision.heard.least_rtt;
            let most = look.decision.heard.round.iter().copied().fold(0.0, f64::max);
            let delay = |rtt: f64| (rtt - least).max(0.0);
            let round = look.decision.heard.round.iter().rev().skip(1).copied();
            let before = round.fold(look.earlier("rtt_ms"), f64::max);
            look.among("delay_ms", &[most, before, look.last("rtt_ms"), look.earlier("rtt_ms")].map(delay));
            look.eq("shadow", if shadow_before > 0.0 { look.halved(shadow_before) } else { 0.0 });
            if rule == "loss_tolerated" {
                look.eq("threshold_ms", 20.0);
                look.holds("a short queue", look.n("delay_ms") <= 20.0);
            }
            if rule == "loss_congestion" {
                look.eq("shadow_before", shadow_before);
                let w = look.n("cwnd");
                let ecn = look.flow.settings.get("ecn") == Value::Bool(true);
                let base = if look.n("competes") > 0.0 && !ecn { w.max(shadow_before) } else { w };
                look.eq("ssthresh", look.halved(base));
            }
        }
    }
}
