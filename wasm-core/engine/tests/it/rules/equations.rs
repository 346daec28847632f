//! Right numbers of each rule: by their names, which holds for an algorithm that is added, too; and by the
//! equations of the algorithms that are here, worked out from the papers and from what an observer hears. A rule that is not
//! known here is not checked further.

use super::delay_based;
use super::look::Look;
use super::watch::{Decision, Heard};
use sawtooth_engine::math::{cbrt, clamp, exp, pow};
use sawtooth_engine::observe::Rule;
use sawtooth_engine::units::Time;

/// Checks each number by its name, whatever the rule: `before` is the window that the event's mark has, `ssthresh` is the
/// sender's afterwards (2 at least), `after` its window or, where recovery moves that, its ssthresh.
pub fn by_name(look: &mut Look) {
    if look.flow.algorithm.section.rate_based {
        return;
    }
    let has = |name: &str| look.decision.rule.numbers.contains(&name);
    let (before, after, ssthresh, base) = (has("before"), has("after"), has("ssthresh"), has("base"));
    let Decision { cwnd, ssthresh: then, .. } = *look.decision;
    // No other decision moves the window at the same instant.
    let moves = |rule: &&Rule| ["after", "ssthresh", "restored"].iter().any(|name| rule.numbers.contains(name));
    let last = !look.decision.followed.iter().any(moves);
    if before {
        look.is_window("before");
    }
    if ssthresh && last {
        let told = look.n("ssthresh").max(2.0);
        look.holds(&format!("ssthresh should be {then}"), told == then);
    }
    if after && last {
        let told = look.n("after");
        let late = look.decision.rule.key == "vegas.increase" && look.variant() == "ns2"; // ACK by ACK in the next round
        look.holds("after should be the window or ssthresh", late || told == cwnd || told.max(2.0) == then);
    }
    if base {
        // A TCP stack halves its window. FreeBSD's H-TCP halves what is in flight, if that is less.
        let least = if look.decision.rule.key == "htcp.timeout" { 0.0 } else { look.windows()[0] };
        let most = look.windows()[0];
        look.within("base", least, most);
        let share = if look.decision.rule.key == "newreno.abe" { 0.8 } else { 0.5 }; // RFC 8511, RFC 5681
        let half = look.reduced(look.n("base"), share);
        if !matches!(look.decision.rule.key, "vegas.loss" | "cdg.timeout") {
            look.eq("ssthresh", half);
        }
    }
}

/// The equations, by the key of a rule; false if there is none.
pub fn by_rule(look: &mut Look) -> bool {
    let key = look.decision.rule.key;
    let (algorithm, rule) = key.split_once('.').expect("algorithm.rule");
    match algorithm {
        "cdg" => cdg(look, rule),
        "hystart" => hystart(look, rule),
        "hystart_pp" => hystart_pp(look, rule),
        "search" => search(look),
        "cubic" => cubic(look, rule),
        "htcp" => htcp(look, rule),
        "vegas" => vegas(look, rule),
        "aimd" | "sqrt" | "iiad" => binomial(look, algorithm, rule),
        "card" => delay_based::card(look, rule),
        "dual" => delay_based::dual(look, rule),
        "fast" => delay_based::fast(look, rule),
        "africa" => delay_based::africa(look, rule),
        "compound" => delay_based::compound(look, rule),
        "lp" => delay_based::lp(look, rule),
        "pert" => delay_based::pert(look, rule),
        "hd" => delay_based::hd(look, rule),
        "chd" => delay_based::chd(look, rule),
        "ledbat" => delay_based::ledbat(look, rule),
        "ledbat_pp" => delay_based::ledbat_pp(look, rule),
        "copa" => delay_based::copa(look, rule),
        "nv" => delay_based::nv(look, rule),
        "rap" => rap(look, rule),
        "tfrc" => tfrc(look, rule),
        "tear" => tear(look, rule),
        "undo" => undo(look, rule),
        "newreno" if rule == "abe" => look.eq("share", 0.8),
        "newreno" => {} // all of its numbers are known by their names
        _ => return false,
    }
    true
}

/// RFC 4015, 3708, 5682; FreeBSD's window for a bad retransmission.
fn undo(look: &mut Look, rule: &str) {
    let restored = look.n(if rule == "f_rto_halves" { "from" } else { "restored" });
    look.holds("the mark has the window", restored == look.last("window_undo"));
    match rule {
        "eifel" => {
            let tick = |name: &str| (look.n(name) * 1e3 + 1e-9).floor();
            look.holds("an earlier tick", tick("echoed_s") < tick("resent_s"));
        }
        "bad_retransmit" => look.holds("within half an SRTT", look.n("waited_ms") < look.n("half_srtt_ms")),
        _ => {}
    }
}

/// CDG paper, equations 5 to 8.
fn cdg(look: &mut Look, rule: &str) {
    let mss = 1460.0;
    let freebsd = |w: f64, beta: f64| ((w * mss).floor() * beta).floor() / mss;
    let variant = look.variant();
    let has = |name: &str| look.decision.rule.numbers.contains(&name);
    if has("gradient_ms") {
        let [gradient, probability, draw] =
            ["signal_gradient_ms", "backoff_probability", "backoff_draw"].map(|signal| look.last(signal));
        look.eq("gradient_ms", gradient);
        look.eq("probability", probability);
        look.eq("draw", draw);
        look.eq("g_ms", look.setting("g_ms"));
        // The kernels compute it in integers, from rounded gradients.
        let exact = 1.0 - exp(-look.n("gradient_ms") / look.n("g_ms"));
        let tolerance = if variant == "paper" { 1e-9 } else { 0.01 };
        look.within("probability", exact - tolerance, exact + tolerance);
        look.holds("the draw decides", (draw < probability) == (rule != "no_backoff"));
    }
    if has("of_max") {
        let of = |name| look.last(name);
        let (raw, smoothed) = (of("g_min_ms"), of("g_min_smoothed_ms"));
        let of_max = look.n("of_max") == 1.0;
        look.holds("of_max: the smallest RTT does not grow", !of_max || raw <= 0.0 || smoothed <= 0.0);
        look.holds("of_max: the smallest RTT grows", of_max || raw > 0.0 || smoothed > 0.0);
    }
    if has("shadow") {
        look.eq("shadow", look.last("shadow_window_packets"));
    }
    if has("shadow_before") {
        // The ACK may have grown both windows before.
        let w = look.n(if has("before") { "before" } else { "cwnd" });
        let earlier = look.earlier("shadow_window_packets");
        look.among("shadow_before", &[earlier, earlier + w - look.earlier("cwnd_packets")]);
    }
    if has("state") {
        look.eq("state", look.last("queue_state"));
        look.is_window("cwnd");
    }
    match rule {
        "delay_backoff" | "slow_start_exit" => {
            let (w, beta) = (look.n("before"), look.setting("beta_delay"));
            look.eq("beta_delay", beta);
            look.eq(
                "after",
                match variant {
                    "paper" => (beta * w).max(2.0),
                    "freebsd" => freebsd(w, beta),
                    _ => (beta * w.floor()).floor().max(2.0),
                },
            );
            look.within("count", 1.0, look.setting("ineffectual_backoffs"));
            let before = ["cdg.delay_backoff", "cdg.slow_start_exit"].into_iter().max_by_key(|rule| look.when(rule));
            let before = before.and_then(|rule| look.decided(rule, "count")).unwrap_or(0.0);
            let more = look.n("count") - before;
            // FreeBSD counts what it does not act on, too.
            look.holds("count goes on or starts anew", more == 1.0 || look.n("count") == 1.0 || variant == "freebsd");
        }
        "no_backoff" | "suppressed" => look.is_window_of_round("cwnd"),
        "held" => {
            look.is_window_of_round("cwnd");
            let b = look.setting("ineffectual_backoffs");
            look.eq("ignored", look.n("count") - b);
            look.eq("ignored_limit", look.setting("ignored_backoffs"));
            look.within("count", b + 1.0, b + look.setting("ignored_backoffs"));
        }
        "loss_congestion" | "loss_slow_start" => {
            let (w, s, beta) = (look.n("cwnd"), look.n("shadow_before"), look.setting("beta_loss"));
            look.eq("beta_loss", beta);
            let (own, shadow) = match variant {
                "paper" => (beta * w, beta * s),
                "freebsd" => (freebsd(w, beta), s / 2.0),
                _ => ((beta * w.floor()).floor(), (s / 2.0).min(w)),
            };
            look.eq("ssthresh", own.max(shadow).max(2.0));
        }
        "loss_tolerated" | "loss_in_backoff" => {
            let w = look.n("cwnd");
            look.eq("ssthresh", w);
        }
        "timeout" => {
            look.is_window("cwnd");
            let half = look.halved(look.n("base"));
            if variant != "linux" {
                look.eq("ssthresh", half);
            }
        }
        "slow_start_exit_by_train" => train(look, 1.0 / 2.0),
        "slow_start_exit_by_delay" => {
            look.eq("base_rtt_ms", look.decision.heard.least_rtt);
            let (told, base) = (look.n("tau_min_ms"), look.n("base_rtt_ms"));
            look.holds("tau_min exceeds base RTT by an eighth", told > base + base / 8.0);
            let least = look.decision.heard.round.iter().copied().fold(f64::INFINITY, f64::min);
            look.within("tau_min_ms", least - look.setting("rtt_tick_ms"), least + look.setting("rtt_tick_ms"));
        }
        other => look.wrong(&format!("no equation for {other}")),
    }
}

/// A train of ACKs has lasted longer than this share of the base RTT.
fn train(look: &mut Look, share: f64) {
    look.eq("base_rtt_ms", look.decision.heard.least_rtt);
    look.holds("the train is long", look.n("train_ms") > share * look.n("base_rtt_ms"));
    let now = look.decision.at;
    let since = look.decision.heard.acks.iter().map(|ack| now.since(*ack).ms()).collect::<Vec<_>>();
    look.among("train_ms", &since);
}

fn hystart(look: &mut Look, rule: &str) {
    if rule == "train" {
        return train(look, 1.0 / 2.0);
    }
    look.eq("base_rtt_ms", look.decision.heard.least_rtt);
    let base = look.n("base_rtt_ms");
    look.holds("the delay is long", look.n("rtt_ms") > base + clamp(base / 8.0, 4.0, 16.0));
    look.eq("rtt_ms", look.decision.heard.round.iter().copied().fold(f64::INFINITY, f64::min));
}

/// RFC 9406, section 4.2.
fn hystart_pp(look: &mut Look, rule: &str) {
    let least = look.decision.heard.round.iter().copied().fold(f64::INFINITY, f64::min);
    // The rule's own last decision to slow down.
    let baseline = |look: &Look| look.decided("hystart_pp.conservative", "rtt_ms").unwrap_or(f64::NAN);
    match rule {
        "conservative" => {
            look.eq("rtt_ms", least);
            look.eq("last_rtt_ms", look.decision.heard.last_round.iter().copied().fold(f64::INFINITY, f64::min));
            look.eq("threshold_ms", clamp(look.n("last_rtt_ms") / 8.0, 4.0, 16.0));
            look.holds("the delay is long", least >= look.n("last_rtt_ms") + look.n("threshold_ms"));
            look.is_window_of_round("cwnd");
        }
        "resume" => {
            look.eq("rtt_ms", least);
            look.eq("baseline_rtt_ms", baseline(look));
            look.holds("the delay has fallen", least < look.n("baseline_rtt_ms"));
            look.is_window_of_round("cwnd");
        }
        _ => {
            look.eq("rounds", 5.0);
            look.eq("baseline_rtt_ms", baseline(look));
        }
    }
}

/// draft-chung-ccwg-search, version 3.0, but for the bins, which an observer does not see.
fn search(look: &mut Look) {
    let expected = 2.0 * look.n("delivered_before");
    look.eq("shortfall", (expected - look.n("delivered")) / expected);
    look.holds("deliveries fall short", look.n("shortfall") >= 0.35);
    look.eq("ssthresh", look.n("before") - look.n("overshoot"));
}

/// RFC 9438; version 2.1 and 2.3 of Linux in whole packets.
fn cubic(look: &mut Look, rule: &str) {
    let variant = look.variant();
    let standard = variant == "rfc9438";
    let c = if standard { 0.4 } else { 410.0 / 1024.0 };
    match rule {
        "reduce" => {
            let w = look.n("before");
            let beta = match variant {
                "rfc9438" => 0.7,
                "linux" => 717.0 / 1024.0,
                _ => 819.0 / 1024.0,
            };
            look.eq("beta", beta);
            let last = look.when("cubic.reduce").filter(|at| {
                // A timeout, but for this one, forgets it.
                !look.decision.heard.timeouts.iter().any(|timeout| timeout >= at && *timeout < look.decision.at)
            });
            let before = last.and_then(|_| look.decided("cubic.reduce", "w_max")).unwrap_or(0.0);
            look.eq("w_max_before", before);
            let lower = w * (1.0 + beta) / 2.0;
            let lower = if standard { lower } else { (w * (1024.0 + 1024.0 * beta) / 2048.0).floor() };
            look.eq("w_max", if w < before { lower } else { w });
            let base = look.n("in_flight");
            let kept = base * beta;
            look.eq("ssthresh", (if standard { kept } else { kept.floor() }).max(2.0));
            if standard {
                // Without the two segments of limited transmit.
                let f = look.earlier("in_flight_packets");
                look.among("in_flight", &[f.min(w), (f - 1.0).min(w), (f - 2.0).min(w), f + 1.0, f + 2.0]);
            } else {
                look.eq("in_flight", w); // the kernel's base
            }
        }
        "epoch" => {
            look.is_window_of_round("w_epoch");
            let w = look.n("w_epoch");
            let before = look.decided("cubic.reduce", "w_max").unwrap_or(0.0);
            look.among("w_max", &[w.max(before), w]);
            look.eq("k_s", cbrt((look.n("w_max") - w) / c));
        }
        _ => {
            look.is_window_of_round("cwnd");
            for (number, of) in [("w_max", "w_max"), ("k_s", "k_s")] {
                look.eq(number, look.decided("cubic.epoch", of).unwrap_or(f64::NAN));
            }
            let since = look.decision.at.since(look.when("cubic.epoch").unwrap_or(Time::ZERO)).seconds();
            look.within("since_s", 0.0, since);
            let (t, k, w_max) = (look.n("since_s"), look.n("k_s"), look.n("w_max"));
            let at = |t: f64| c * (t - k) * (t - k) * (t - k);
            if standard {
                look.eq("curve", at(t) + w_max);
            } else {
                // The kernel looks one smallest RTT ahead, and truncates.
                let ahead = look.decision.heard.least_rtt / 1e3;
                let (low, high) = (at(t).trunc(), at(t + 2.0 * ahead).trunc());
                look.within(
                    "curve",
                    (w_max.floor() + low.min(high)).max(0.0),
                    (w_max.floor() + low.max(high)).max(0.0),
                );
            }
            let (curve, estimate, w) = (look.n("curve"), look.n("estimate"), look.n("cwnd"));
            match rule {
                "friendly" => {
                    look.holds("Reno has more", estimate > curve.min(w));
                    let follows = !standard || look.decision.cwnd == w.max(estimate);
                    look.holds("the window follows the estimate", follows);
                }
                "concave" => look.holds("below W_max", w < w_max),
                _ => look.holds("from W_max on", w >= w_max),
            }
            // W_est grows from the window of the epoch's start, by no more than a packet for each of Reno's rounds.
            let start = look.decided("cubic.epoch", "w_epoch").unwrap_or(f64::NAN).floor();
            let rounds = 1.0 + t / (look.decision.heard.least_rtt / 1e3);
            look.within("estimate", start, start + 1.0 + 2.0 * rounds);
        }
    }
}

/// draft-leith-tcp-htcp-06; the kernels' rounding.
fn htcp(look: &mut Look, rule: &str) {
    let freebsd = look.variant() == "freebsd";
    let unit = if freebsd { 256.0 } else { 128.0 };
    match rule {
        "reduce" => {
            let (w, min, max) = (look.n("before"), look.n("rtt_min_ms"), look.n("rtt_max_ms"));
            if freebsd {
                // The smallest SRTT from the eighth sample on.
                let srtts = look.decision.heard.srtts.iter().skip(7).copied();
                look.eq("rtt_min_ms", srtts.fold(f64::INFINITY, f64::min));
            } else {
                look.eq("rtt_min_ms", look.decision.heard.least_rtt);
            }
            look.within("rtt_max_ms", min, look.decision.heard.most_rtt);
            look.among("beta", &[0.5, clamp((min * unit / max).floor() / unit, 0.5, 102.0 / 128.0)]);
            let kept = look.n("beta") * w;
            look.eq("ssthresh", (if freebsd { kept } else { kept.floor() }).max(2.0));
        }
        "reset" => {
            let (before, now) = (look.n("throughput_before"), look.n("throughput"));
            look.holds("it differs by a fifth", now < 0.8 * before || now > 1.2 * before);
            // Packets per second: at most the link's, give or take what an ACK of many covers.
            look.within("throughput", 1.0, 2.0 * 10e6 / 12e3);
            // That of the epoch before, which was told if that one differed, too.
            if look.when("htcp.reset") == look.when("htcp.reduce") {
                look.eq("throughput_before", look.decided("htcp.reset", "throughput").unwrap_or(0.0));
            }
        }
        "clock_restarts" => {
            // Since the clock's last start: by another such reordering, or by the end of a recovery.
            let Heard { recovered, decided, .. } = &look.decision.heard;
            let starts = recovered.iter().chain(decided.get("htcp.clock_restarts").map(|(at, _)| at));
            // A recovery that is taken back does not start it.
            let undone =
                decided.iter().any(|(rule, (at, _))| rule.starts_with("undo.") && Some(at) == recovered.iter().max());
            if let Some(start) = starts.max().filter(|_| !undone) {
                look.eq("elapsed_s", look.decision.at.since(*start).seconds());
            }
        }
        "high_speed" => {
            let (beta, d) = (look.n("beta"), look.n("elapsed_s") - 1.0);
            look.among("beta", &[0.5, look.decided("htcp.reduce", "beta").unwrap_or(0.5)]);
            let raw = (1.0 + 10.0 * d + d * d / 4.0).floor();
            let scaled = 2.0 * (1.0 - beta) * raw;
            let whole = scaled.floor().max(1.0);
            look.among(
                "alpha",
                &if freebsd {
                    [if look.setting("adaptive_backoff") > 0.0 { whole } else { raw }; 2]
                } else {
                    let scale = clamp(100.0 / look.decision.heard.least_rtt, 0.5, 10.0);
                    [scaled, 2.0 * (1.0 - beta) * (raw / scale).floor().max(1.0)]
                },
            );
            let since =
                look.when("htcp.reduce").map_or(look.decision.at.seconds(), |at| look.decision.at.since(at).seconds());
            look.within("elapsed_s", 1.0, since);
        }
        _ => {}
    }
}

/// JSAC 1995, section III.
fn vegas(look: &mut Look, rule: &str) {
    let variant = look.variant();
    if rule == "loss" {
        let w = look.n("before");
        let timeout = look.decision.heard.present.contains_key("timeout");
        return look.eq(
            "ssthresh",
            match variant {
                "paper" if !timeout => (0.75 * w).max(2.0),
                "ns2" if !timeout => {
                    if w.floor() <= 3.0 {
                        2.0
                    } else {
                        w.floor() - (w.floor() / 4.0).floor()
                    }
                }
                _ => look.halved(w),
            },
        );
    }
    if rule == "too_few_samples" {
        look.eq("samples", look.decision.heard.round.len() as f64);
        look.within("samples", 0.0, 2.0);
        return look.is_window_of_round("cwnd");
    }
    let bits = 1460.0 * 8.0 * 1000.0;
    let [base, rtt, expected, actual, diff] = ["base_rtt_ms", "rtt_ms", "expected_bps", "actual_bps", "diff_packets"]
        .map(|name| look.last(&format!("vegas_{name}")));
    look.eq("base_rtt_ms", base);
    look.eq("rtt_ms", rtt);
    if variant == "linux" {
        look.eq("rtt_ms", look.decision.heard.round.iter().copied().fold(f64::INFINITY, f64::min));
    }
    let (w, sent) = (expected * base / bits, actual * rtt / bits);
    if variant == "ns2" {
        look.eq("in_flight", w - 1.0);
        look.is_window_of_round("cwnd");
    } else {
        look.eq("cwnd", w);
        look.holds("in_flight is ns-2's", look.n("in_flight").is_infinite());
    }
    if variant == "linux" {
        look.holds("sent is no part of it", look.n("sent").is_infinite());
        look.eq("diff_packets", (look.n("cwnd") * (rtt - base) / base).trunc());
    } else {
        look.eq("sent", sent);
        let real = w - look.n("sent") * base / rtt;
        look.eq(
            "diff_packets",
            match variant {
                "freebsd" => diff.trunc(),
                "ns2" => (diff + 0.5).trunc(),
                _ => real,
            },
        );
        look.holds("Diff", (real - diff).abs() < 1e-9);
    }
    for limit in ["alpha", "beta"] {
        if look.decision.rule.numbers.contains(&limit) {
            look.eq(if limit == "alpha" { "alpha" } else { "beta" }, look.setting(limit));
        }
    }
    let (w, diff) = (look.n("cwnd"), look.n("diff_packets"));
    match rule {
        "increase" => {
            look.holds("below alpha", diff < look.n("alpha"));
            look.eq("after", w + 1.0);
        }
        "decrease" => {
            look.holds("above beta", diff > look.n("beta"));
            look.eq("after", (w - 1.0).max(2.0));
        }
        "hold" => look.holds("between", diff >= look.n("alpha") && diff <= look.n("beta")),
        "slow_start" | "slow_start_exit" => {
            look.eq("limit", look.setting(if variant == "freebsd" { "beta" } else { "gamma" }));
            if rule == "slow_start" {
                look.among("grows", if variant == "linux" { &[1.0] } else { &[0.0, 1.0] });
                return;
            }
            look.holds("above the limit", diff > look.n("limit"));
            look.eq(
                "after",
                match variant {
                    "freebsd" => (w - 1.0).max(2.0),
                    "linux" => w.min((w * base / rtt).floor() + 1.0),
                    "ns2" => (7.0 / 8.0 * w).max(2.0),
                    _ => w,
                },
            );
        }
        other => look.wrong(&format!("no equation for {other}")),
    }
}

/// w <- w - beta w^l, with l = 1, 1/2 and 0.
fn binomial(look: &mut Look, algorithm: &str, rule: &str) {
    match rule {
        "give_up" => {
            let (power, beta) = match algorithm {
                "aimd" => (1.0, look.setting("b")),
                "sqrt" => (0.5, look.setting("beta")),
                _ => (0.0, look.setting("beta")),
            };
            look.eq("beta", beta);
            let w = look.n("before");
            look.eq("after", (w - beta * pow(w, power)).max(1.0));
        }
        "halve" => {
            let flag = |yes: bool| f64::from(u8::from(yes));
            let own = |rule: &str| look.when(&format!("{algorithm}.{rule}"));
            let cuts = [own("give_up"), own("halve"), own("timeout")];
            let last = cuts.iter().flatten().max().copied();
            let (w, threshold) = (look.n("before"), look.earlier("ssthresh_packets"));
            look.eq("first", flag(last.is_none()));
            look.eq("slow_start", flag(threshold.is_nan() || w < threshold));
            look.eq("after_timeout", flag(last.is_some() && last == cuts[2]));
            look.eq("after", w / 2.0);
        }
        _ => look.is_window("cwnd"),
    }
}

/// INFOCOM 1999.
fn rap(look: &mut Look, rule: &str) {
    let srtt = look.last("srtt_ms");
    let before = look.earlier("rap_ipg_ms");
    look.eq("before_ms", before);
    look.eq("after_ms", look.last("rap_ipg_ms"));
    let b = look.setting("b");
    if rule == "give_up" {
        look.eq("b", b);
        look.within("after_ms", before, before / (1.0 - b));
    } else {
        look.eq("after_ms", if before < srtt { (before / (1.0 - b)).min(srtt) } else { 2.0 * before });
        let sent = look.decision.heard.sent.iter().map(|sent| look.decision.at.since(*sent).ms()).collect::<Vec<_>>();
        look.among("waited_ms", &sent);
        look.holds("longer than the timeout", look.n("waited_ms") > look.n("timeout_ms"));
        look.holds("longer than 1.2 SRTT", look.n("timeout_ms") >= 1.2 * srtt - 1e-5);
    }
}

/// Feedback is missing: half, since the last report.
fn no_feedback(look: &mut Look) {
    let since = look.decision.heard.acks.last().map_or(f64::NAN, |last| look.decision.at.since(*last).ms());
    look.eq("waited_ms", since);
    look.eq("before_bps", look.earlier("rate_bps"));
    let before = look.n("before_bps");
    look.eq("after_bps", (before / 2.0).max(12e3 / 64.0));
    look.eq("after_bps", look.last("rate_bps"));
}

/// RFC 5348.
fn tfrc(look: &mut Look, rule: &str) {
    match rule {
        "loss_event" => {
            if !look.decision.followed.iter().any(|rule| rule.key == "tfrc.loss_event") {
                look.eq("mean_interval_packets", look.last("tfrc_loss_interval_packets"));
            }
            let (sequence, interval) = (look.n("sequence"), look.n("interval_packets"));
            match look.decided("tfrc.loss_event", "sequence") {
                Some(last) => {
                    look.eq("interval_packets", sequence - last);
                    look.eq("sequence", last + interval);
                }
                None => {
                    look.eq("interval_packets", look.decided("tfrc.first_loss", "interval_packets").unwrap_or(f64::NAN))
                }
            }
        }
        "first_loss" => {
            look.within("rtt_ms", look.decision.heard.least_rtt, look.decision.heard.most_rtt);
            let srtts = look.decision.heard.srtts.clone();
            look.among("rtt_ms", &srtts);
            // The equation of 3.1 at the inverse of the interval, with t_RTO = 4 R.
            let (p, r) = (1.0 / look.n("interval_packets"), look.n("rtt_ms") / 1e3);
            let factor = 3.0 * (3.0 * p / 8.0).sqrt();
            let timeouts = if look.setting("bounded_timeouts") > 0.0 { factor.min(1.0) } else { factor };
            let x = 1.0 / (r * (2.0 * p / 3.0).sqrt() + 4.0 * r * timeouts * p * (1.0 + 32.0 * p * p));
            look.eq("receive_rate_bps", x * 12e3);
        }
        "reduce" => {
            look.eq("loss_event_rate", look.last("tfrc_loss_event_rate"));
            // The signal is in whole nanoseconds.
            let srtt = look.last("srtt_ms");
            look.within("rtt_ms", srtt - 1e-6, srtt + 1e-6);
            look.eq("equation_rate_bps", look.last("tfrc_equation_rate_bps"));
            let receive = look.last("tfrc_receive_rate_bps");
            look.among("most_bps", &[2.0 * receive, 12e3 / look.n("rtt_ms") * 1e3, f64::INFINITY]);
            look.eq("before_bps", look.earlier("rate_bps"));
            look.eq("after_bps", look.last("rate_bps"));
            look.eq("after_bps", look.n("equation_rate_bps").min(look.n("most_bps")));
        }
        _ => no_feedback(look),
    }
}

/// TEAR, section 3: its receiver's window, emulated.
fn tear(look: &mut Look, rule: &str) {
    if rule == "no_feedback" {
        return no_feedback(look);
    }
    let before = look.earlier("tear_window_packets");
    look.among("before", &[before, look.last("window_cut")]);
    look.eq("before", look.last("window_cut"));
    look.eq("epoch_rate_bps", look.last("tear_epoch_rate_bps"));
    let first = look.when("tear.halve").is_none() && look.when("tear.timeout").is_none();
    let (w, ssthresh) = (look.n("before"), look.n("ssthresh"));
    if first {
        look.within("ssthresh", 2.0, w / 2.0);
    } else {
        look.eq("ssthresh", (w / 2.0).max(2.0));
    }
    let half = if first { ssthresh } else { (w / 2.0).max(1.0) };
    look.eq("after", if rule == "halve" { half } else { 1.0 });
    // The mean of eight epochs, newest first, with TFRC's weights; or with the new one, which is still empty.
    let weight = |i: usize| if i < 4 { 1.0 } else { 1.0 - (i as f64 - 3.0) / 5.0 };
    let epochs: Vec<f64> = look.decision.heard.epochs.iter().rev().take(8).copied().collect();
    let mean = |epochs: &[f64]| {
        let weighted = epochs.iter().enumerate().map(|(i, epoch)| weight(i) * epoch).sum::<f64>();
        weighted / (0..epochs.len()).map(weight).sum::<f64>()
    };
    let open: Vec<f64> = std::iter::once(0.0).chain(epochs.iter().copied()).take(epochs.len()).collect();
    look.eq("rate_bps", mean(&epochs).max(mean(&open)));
}
