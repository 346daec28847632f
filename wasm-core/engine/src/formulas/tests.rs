//! The formulas' vectors: worked out by hand from the equations, or printed in the papers.

use super::*;

#[track_caller]
fn close(value: f64, expected: f64, relative: f64) {
    assert!((value - expected).abs() <= relative * expected.abs(), "{value} is not {expected}");
}

#[test] // 1500 and 1460 bytes, R = 40 ms
fn mathis_at_one_percent_and_at_one_in_a_thousand() {
    close(mathis_constant(false), 1.224745, 1e-6);
    close(mathis(0.01, false), 12.247, 1e-4);
    close(bits_per_second(mathis(0.01, false), 1500.0, 0.04), 3.674e6, 1e-4);
    close(bits_per_second(mathis(0.01, false), 1460.0, 0.04), 3.576e6, 1e-4);
    close(mathis(0.001, false), 38.730, 1e-4);
    close(bits_per_second(mathis(0.001, false), 1500.0, 0.04), 11.619e6, 1e-4);
    // Delayed ACKs without byte counting: 2.46 Mbit/s of payload at most, at an RTT of 41.2 ms.
    close(bits_per_second(mathis(0.01, true), 1460.0, 0.0412), 2.455e6, 1e-3);
}

#[test] // s = 1500 bytes, R = 0.1 s, b = 1, t_RTO = 0.4 s
fn the_throughput_equation_in_bytes_per_second_and_packets_per_rtt() {
    let path = Padhye::of(0.1);
    let vectors =
        [(0.001, 575765.4, 38.3844), (0.01, 168498.4, 11.2332), (0.05, 55288.3, 3.6859), (0.1, 26551.5, 1.7701)];
    for (p, bytes_per_second, packets_per_rtt) in vectors {
        close(path.rate(p) * 1500.0, bytes_per_second, 2e-6);
        close(path.window(p), packets_per_rtt, 2e-5);
    }
    close(path.window(0.3), 0.19595, 3e-5);
    close(Padhye { bounded: false, ..path }.rate(0.3) * 1500.0, 2922.7, 2e-5);
    // The bound is felt from p = 8/27 on.
    close(Padhye { bounded: false, ..path }.rate(0.29), path.rate(0.29), 1e-12);
}

#[test]
fn the_throughput_equation_can_be_turned_round() {
    for bounded in [false, true] {
        let equation = Padhye { bounded, ..Padhye::of(0.037) };
        for p in [1e-9, 3e-5, 0.0123, 0.29, 0.7] {
            close(equation.loss_event_rate(equation.rate(p)), p, 1e-9);
        }
        close(equation.loss_event_rate(0.0), 1.0, 1e-9);
        close(equation.loss_event_rate(1e30), 1e-12, 1e-9);
    }
}

#[test] // b = 2: √2 less of the first term; W_max / R is the most
fn delayed_acks_slow_and_a_window_bounds_the_equation() {
    let never = Padhye { rto_s: 0.0, ..Padhye::of(0.04) };
    close(never.window(0.01), mathis(0.01, false), 1e-12);
    close(Padhye { segments_per_ack: 2.0, ..never }.window(0.01), mathis(0.01, true), 1e-12);
    let bounded = Padhye { max_window_packets: 20.0, ..Padhye::of(0.04) };
    close(bounded.rate(0.001), 500.0, 1e-12);
    close(bounded.rate(0.1), Padhye::of(0.04).rate(0.1), 1e-12);
}

#[test] // SlowCC, figure 20
fn the_three_lines_of_the_appendix() {
    let pure = [
        (0.001, 38.730),
        (0.01, 12.247),
        (0.02, 8.660),
        (0.05, 5.477),
        (0.1, 3.87298),
        (0.2, 2.739),
        (1.0 / 3.0, 2.121),
    ];
    pure.into_iter().for_each(|(p, rate)| close(mathis(p, false), rate, 2e-4));
    let timeouts = [(0.5, 0.666667), (2.0 / 3.0, 0.428571), (0.75, 0.266667), (0.8, 0.1612903)];
    timeouts.into_iter().for_each(|(p, rate)| close(aimd_with_timeouts(p), rate, 2e-6));
    let lines = [
        (0.001, 38.384),
        (0.01, 11.2332),
        (0.02, 7.325),
        (0.05, 3.686),
        (0.1, 1.7701),
        (0.2, 0.53656),
        (0.3, 0.19595),
        (1.0 / 3.0, 0.1528),
        (0.5, 0.053829),
        (2.0 / 3.0, 0.0242),
        (0.75, 0.0173),
        (0.8, 0.0144),
    ];
    lines.into_iter().for_each(|(p, rate)| close(reno(p), rate, 3e-3));
    close(reno(0.5), 0.053829, 1e-5);
}

#[test] // n + 1 packets in 2^(n+1) - 1 RTTs
fn the_staged_sender_is_the_middle_line() {
    for n in 1..=4_u32 {
        let staged = f64::from(n + 1) / f64::from((1_u32 << (n + 1)) - 1);
        close(aimd_with_timeouts(f64::from(n) / f64::from(n + 1)), staged, 1e-12);
    }
}

#[test] // SlowCC, section 3; they agree at 1/2 only
fn both_relations_of_a_and_b() {
    let rows = [
        (2.0, 1.0, 1.0),
        (4.0, 0.583333, 0.428571),
        (8.0, 0.3125, 0.2),
        (16.0, 0.161458, 0.096774),
        (64.0, 0.041341, 0.023622),
        (256.0, 0.010396, 0.005871),
        (1.0, 4.0 / 3.0, 3.0),
    ];
    for (gamma, slowcc, deterministic) in rows {
        close(aimd_increase_slowcc(1.0 / gamma), slowcc, 5e-5);
        close(aimd_increase_deterministic(1.0 / gamma), deterministic, 1e-4);
    }
}

#[test] // TCP(1/8) with a = 0.3125 is 1.25 times as fast as TCP without timeouts, with a = 0.2 as fast
fn response_functions() {
    close(aimd_response(1.0, 0.5, 0.01), mathis(0.01, false), 1e-12);
    close(aimd_response(0.3125, 0.125, 0.01), 1.25 * mathis(0.01, false), 1e-12);
    close(aimd_response(0.2, 0.125, 0.01), mathis(0.01, false), 1e-12);
    close(binomial_response(0.75, 0.5, 0.02), mathis(0.02, false), 1e-12);
    close(aimd_smoothness(0.125), 8.0 / 7.0, 1e-12);
}

#[test] // SlowCC, figure 11: p = δ = 0.1
fn acknowledgements_to_fairness() {
    let rows = [
        (2.0, 44.9),
        (4.0, 90.9),
        (5.0, 114.0),
        (8.0, 183.1),
        (10.0, 229.1),
        (16.0, 367.3),
        (32.0, 735.7),
        (64.0, 1472.5),
        (128.0, 2946.2),
        (256.0, 5893.5),
    ];
    for (gamma, acks) in rows {
        let found = fair_after_acks(0.1, 1.0 / gamma, 0.1);
        assert!((found - acks).abs() <= 0.1, "b = 1/{gamma}: {found}");
    }
    // The same shape at every p: n p b is 2.303 at first, 2.245 at bp = 0.05.
    close(fair_after_acks(0.1, 0.5, 1e-6) * 0.5e-6, 2.303, 2e-4);
    close(fair_after_acks(0.1, 0.5, 0.1) * 0.05, 2.245, 3e-4);
}

#[test] // SlowCC, figure 13: λ = 125 packets per second, R = 50 ms
fn use_of_a_doubled_bandwidth() {
    let of = |gamma: f64, k| {
        let a = aimd_increase_slowcc(1.0 / gamma);
        // Capped: λ grows to 2λ within λR/a RTTs and stays there.
        let rounds = 125.0 * 0.05 / a;
        if k <= rounds { use_after_doubling(k, a, 0.05, 125.0) } else { 1.0 - rounds / k / 4.0 }
    };
    close(use_after_doubling(20.0, 0.3125, 0.05, 125.0), 0.75, 1e-12);
    for (gamma, f20, f200) in [(8.0, 0.750, 0.975), (16.0, 0.629, 0.952), (64.0, 0.533, 0.811), (256.0, 0.508, 0.583)] {
        close(of(gamma, 20.0), f20, 1e-3);
        close(of(gamma, 200.0), f200, 1e-3);
    }
    assert_eq!(use_after_doubling(1e6, 1.0, 0.05, 125.0), 1.0);
    // Five windows of 6.25 on 62.5 packets are one half and gain 5a a round: 0.5, 0.6, …, 1, 1 for a = 1.25.
    close(use_from_windows(6, 1.25, &[6.25; 5], 62.5), 0.75, 1e-12);
    close(use_from_windows(8, 1.25, &[6.25; 5], 62.5), (0.75 * 6.0 + 2.0) / 8.0, 1e-12);
}

#[test] // 10 Mbit/s, 80 ms, a queue of one BDP: 66.7 + 66.7 packets of 1.2 ms
fn newreno_takes_8_4_seconds() {
    let epoch = Epoch::of_aimd(1.0, 0.5, 200.0 / 3.0, 200.0 / 3.0, 0.0012);
    close(epoch.top_packets, 134.33, 1e-4);
    close(epoch.growth_s, 8.12, 1e-3);
    close(epoch.round_s, 0.161, 3e-3);
    assert!((8.3..8.5).contains(&epoch.period_s()), "{epoch:?}");
    // The test-bed of the CDG paper: 33.3 + 84 packets, W = 118.3: 6.30 s of growth, and two rounds of 142 ms.
    close(Epoch::of_aimd(1.0, 0.5, 100.0 / 3.0, 84.0, 0.0012).period_s(), 6.58, 2e-3);
    // Half the gain takes twice as long.
    close(Epoch::of_aimd(0.5, 0.5, 200.0 / 3.0, 200.0 / 3.0, 0.0012).growth_s, 2.0 * epoch.growth_s, 1e-12);
}

#[test]
fn cubics_curve() {
    let rfc = Cubic { flat_packets: 100.0, beta: 0.7, c: 0.4 };
    close(rfc.plateau_s(), 4.217163, 1e-6);
    for (t, w) in [(0.0, 70.0), (1.0, 86.680764), (2.0, 95.640336), (6.0, 102.266703)] {
        close(rfc.window(t), w, 1e-8);
    }
    close(rfc.window(rfc.plateau_s()), 100.0, 1e-12);
    close(rfc.window(2.0 * rfc.plateau_s()), 130.0, 1e-12);
    let linux = Cubic { beta: 0.8, ..rfc };
    close(linux.plateau_s(), 3.684031, 1e-6);
    for (t, w) in [(0.0, 80.0), (1.0, 92.265668), (2.0, 98.089661), (6.0, 104.968873)] {
        close(linux.window(t), w, 1e-8);
    }
}

#[test]
fn htcps_gain() {
    for (since, alpha) in
        [(0.5, 1.0), (1.0, 1.0), (1.5, 6.0625), (2.0, 11.25), (3.0, 22.0), (4.0, 33.25), (10.0, 111.25)]
    {
        close(htcp_alpha(since), alpha, 1e-12);
    }
    for (min, max, beta) in [(80.0, 160.0, 0.5), (80.0, 100.0, 0.8), (80.0, 120.0, 2.0 / 3.0), (20.0, 100.0, 0.5)] {
        close(htcp_beta(min, max), beta, 1e-12);
    }
    close(htcp_scaled_alpha(2.0, 0.5), 11.25, 1e-12);
    close(htcp_scaled_alpha(2.0, 0.8), 4.5, 1e-12);
    assert_eq!(htcp_scaled_alpha(0.5, 0.8), 1.0);
}

#[test] // 200 bytes at 10 Mbit/s, 80 ms: 40.16 ms, and 0.8 ms for each 1000 bytes queued
fn a_calls_delay() {
    close(one_way_delay_ms(0.0, 200.0, 10e6, 80.0), 40.16, 1e-12);
    close(one_way_delay_ms(100e3, 200.0, 10e6, 80.0), 120.16, 1e-12);
}

#[test] // (43, 33, 24) % is 0.949, (50, 30, 20) % 0.877
fn jain() {
    close(jain_index([43.0, 33.0, 24.0].into_iter()).unwrap(), 0.949, 1e-3);
    close(jain_index([50.0, 30.0, 20.0].into_iter()).unwrap(), 0.877, 1e-3);
    assert_eq!(jain_index([5.0; 4].into_iter()), Some(1.0));
    assert_eq!(jain_index([7.0, 0.0].into_iter()), Some(0.5));
    assert_eq!(jain_index([0.0, 0.0].into_iter()), None);
}

#[test]
fn the_round_trip_of_renos_region_is_the_inverse_of_its_loss() {
    for rtt_s in [0.001, 0.04, 2.0] {
        close(reno_friendly_rtt(reno_friendly_loss(rtt_s)) / rtt_s, 1.0, 1e-12);
    }
}

/// Both by hand: of 8 Mbit/s alone 3 are left; 50 ms alone are 80 beside others.
#[test]
fn harm() {
    assert_eq!(goodput_harm(8.0, 3.0), 0.625);
    assert_eq!(delay_harm(50.0, 80.0), 0.375);
    assert_eq!(goodput_harm(5.0, 5.0), 0.0);
    assert_eq!(goodput_harm(4.0, 5.0), -0.25);
}
