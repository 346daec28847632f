/** The catalogue of signals, and the numbers of each rule in *Why?*. Written by `npm run generate` from the engine's tables; never by hand. */

/** How a signal is read between its values. */
export type SignalKind = "level" | "sample" | "mark" | "total" | "state";

export interface Signal {
  name: string;
  unit: string;
  kind: SignalKind;
  /** The words of a state; its values are places in this list. */
  words: readonly string[];
}

/** Signals of the engine that do not depend on the algorithm. */
export const SIGNALS: readonly Signal[] = [
  {"name":"cwnd_packets","unit":"packets","kind":"level","words":[]},
  {"name":"ssthresh_packets","unit":"packets","kind":"level","words":[]},
  {"name":"in_flight_packets","unit":"packets","kind":"level","words":[]},
  {"name":"rate_bps","unit":"bit/s","kind":"level","words":[]},
  {"name":"rate_packets","unit":"packets","kind":"level","words":[]},
  {"name":"rtt_ms","unit":"ms","kind":"sample","words":[]},
  {"name":"srtt_ms","unit":"ms","kind":"level","words":[]},
  {"name":"delivered_bytes","unit":"bytes","kind":"total","words":[]},
  {"name":"queue_packets","unit":"packets","kind":"level","words":[]},
  {"name":"queue_bytes","unit":"bytes","kind":"level","words":[]},
  {"name":"queue_delay_ms","unit":"ms","kind":"level","words":[]},
  {"name":"arrive","unit":"bytes","kind":"mark","words":[]},
  {"name":"drop_queue","unit":"bytes","kind":"mark","words":[]},
  {"name":"drop_random","unit":"bytes","kind":"mark","words":[]},
  {"name":"mark","unit":"bytes","kind":"mark","words":[]},
  {"name":"marked_packets","unit":"packets","kind":"total","words":[]},
  {"name":"depart","unit":"bytes","kind":"mark","words":[]},
  {"name":"ack_arrive","unit":"bytes","kind":"mark","words":[]},
  {"name":"ack_drop_queue","unit":"bytes","kind":"mark","words":[]},
  {"name":"ack_depart","unit":"bytes","kind":"mark","words":[]},
  {"name":"ack","unit":"","kind":"mark","words":[]},
  {"name":"completed","unit":"s","kind":"mark","words":[]},
  {"name":"retransmit","unit":"","kind":"mark","words":[]},
  {"name":"recovery_start","unit":"packets","kind":"mark","words":[]},
  {"name":"recovery_end","unit":"packets","kind":"mark","words":[]},
  {"name":"window_cut","unit":"packets","kind":"mark","words":[]},
  {"name":"loss_tolerated","unit":"packets","kind":"mark","words":[]},
  {"name":"timeout","unit":"","kind":"mark","words":[]},
  {"name":"round","unit":"","kind":"mark","words":[]},
  {"name":"one_way_delay_ms","unit":"ms","kind":"sample","words":[]},
  {"name":"true_state","unit":"","kind":"state","words":["full","empty","rising","falling","unknown"]},
];

/** Signals of each algorithm, by kind. */
export const ALGORITHM_SIGNALS: ReadonlyMap<string, readonly Signal[]> = new Map<string, Signal[]>([
  ["cdg", [
    {"name":"shadow_window_packets","unit":"packets","kind":"level","words":[]},
    {"name":"tau_min_ms","unit":"ms","kind":"level","words":[]},
    {"name":"tau_max_ms","unit":"ms","kind":"level","words":[]},
    {"name":"g_min_ms","unit":"ms per RTT","kind":"level","words":[]},
    {"name":"g_max_ms","unit":"ms per RTT","kind":"level","words":[]},
    {"name":"g_min_smoothed_ms","unit":"ms per RTT","kind":"level","words":[]},
    {"name":"g_max_smoothed_ms","unit":"ms per RTT","kind":"level","words":[]},
    {"name":"signal_gradient_ms","unit":"ms per RTT","kind":"sample","words":[]},
    {"name":"backoff_probability","unit":"","kind":"sample","words":[]},
    {"name":"backoff_draw","unit":"","kind":"sample","words":[]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
    {"name":"held_indication","unit":"packets","kind":"mark","words":[]},
    {"name":"queue_state","unit":"","kind":"state","words":["full","empty","rising","falling","unknown"]},
  ]],
  ["cubic", [
    {"name":"w_max_packets","unit":"packets","kind":"level","words":[]},
  ]],
  ["htcp", [
    {"name":"alpha_packets","unit":"packets per RTT","kind":"level","words":[]},
  ]],
  ["vegas", [
    {"name":"vegas_diff_packets","unit":"packets","kind":"level","words":[]},
    {"name":"vegas_base_rtt_ms","unit":"ms","kind":"level","words":[]},
    {"name":"vegas_rtt_ms","unit":"ms","kind":"level","words":[]},
    {"name":"vegas_expected_bps","unit":"bit/s","kind":"level","words":[]},
    {"name":"vegas_actual_bps","unit":"bit/s","kind":"level","words":[]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
  ]],
  ["aimd", [
    {"name":"alpha_packets","unit":"packets per RTT","kind":"level","words":[]},
  ]],
  ["sqrt", [
    {"name":"alpha_packets","unit":"packets per RTT","kind":"level","words":[]},
  ]],
  ["iiad", [
    {"name":"alpha_packets","unit":"packets per RTT","kind":"level","words":[]},
  ]],
  ["card", [
    {"name":"card_gradient","unit":"","kind":"level","words":[]},
    {"name":"card_delay_gradient","unit":"","kind":"level","words":[]},
    {"name":"card_rtt_ms","unit":"ms","kind":"level","words":[]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
  ]],
  ["dual", [
    {"name":"dual_rtt_ms","unit":"ms","kind":"level","words":[]},
    {"name":"dual_rtt_min_ms","unit":"ms","kind":"level","words":[]},
    {"name":"dual_rtt_max_ms","unit":"ms","kind":"level","words":[]},
    {"name":"dual_threshold_ms","unit":"ms","kind":"level","words":[]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
  ]],
  ["fast", [
    {"name":"fast_queued_packets","unit":"packets","kind":"level","words":[]},
    {"name":"fast_alpha_packets","unit":"packets","kind":"level","words":[]},
    {"name":"fast_rtt_ms","unit":"ms","kind":"level","words":[]},
    {"name":"fast_base_rtt_ms","unit":"ms","kind":"level","words":[]},
  ]],
  ["africa", [
    {"name":"africa_mode","unit":"","kind":"state","words":["fast","slow"]},
    {"name":"africa_diff_packets","unit":"packets","kind":"level","words":[]},
    {"name":"africa_increase_packets","unit":"packets per RTT","kind":"level","words":[]},
    {"name":"africa_base_rtt_ms","unit":"ms","kind":"level","words":[]},
  ]],
  ["compound", [
    {"name":"dwnd_packets","unit":"packets","kind":"level","words":[]},
    {"name":"diff_packets","unit":"packets","kind":"level","words":[]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
  ]],
  ["lp", [
    {"name":"one_way_smoothed_ms","unit":"ms","kind":"level","words":[]},
    {"name":"one_way_threshold_ms","unit":"ms","kind":"level","words":[]},
    {"name":"lp_phase","unit":"","kind":"state","words":["growth","inference"]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
  ]],
  ["pert", [
    {"name":"queueing_delay_ms","unit":"ms","kind":"level","words":[]},
    {"name":"backoff_probability","unit":"","kind":"sample","words":[]},
    {"name":"backoff_draw","unit":"","kind":"sample","words":[]},
    {"name":"alpha_packets","unit":"packets per RTT","kind":"level","words":[]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
  ]],
  ["hd", [
    {"name":"queueing_delay_ms","unit":"ms","kind":"level","words":[]},
    {"name":"backoff_probability","unit":"","kind":"sample","words":[]},
    {"name":"backoff_draw","unit":"","kind":"sample","words":[]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
  ]],
  ["chd", [
    {"name":"shadow_window_packets","unit":"packets","kind":"level","words":[]},
    {"name":"queueing_delay_ms","unit":"ms","kind":"level","words":[]},
    {"name":"backoff_probability","unit":"","kind":"sample","words":[]},
    {"name":"backoff_draw","unit":"","kind":"sample","words":[]},
    {"name":"chd_competition","unit":"","kind":"state","words":["alone","competing"]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
  ]],
  ["bbr", [
    {"name":"bandwidth_estimate_bps","unit":"bit/s","kind":"level","words":[]},
    {"name":"delivery_rate_bps","unit":"bit/s","kind":"sample","words":[]},
    {"name":"pacing_rate_bps","unit":"bit/s","kind":"level","words":[]},
    {"name":"min_rtt_estimate_ms","unit":"ms","kind":"level","words":[]},
    {"name":"bbr_phase","unit":"","kind":"state","words":["startup","drain","probe_up","probe_down","cruise","probe_rtt"]},
  ]],
  ["dctcp", [
    {"name":"marked_share","unit":"","kind":"level","words":[]},
  ]],
  ["prague", [
    {"name":"marked_share","unit":"","kind":"level","words":[]},
    {"name":"pacing_rate_bps","unit":"bit/s","kind":"level","words":[]},
  ]],
  ["rap", [
    {"name":"rap_ipg_ms","unit":"ms","kind":"level","words":[]},
  ]],
  ["tfrc", [
    {"name":"tfrc_loss_event_rate","unit":"","kind":"level","words":[]},
    {"name":"tfrc_loss_interval_packets","unit":"packets","kind":"level","words":[]},
    {"name":"tfrc_receive_rate_bps","unit":"bit/s","kind":"level","words":[]},
    {"name":"tfrc_equation_rate_bps","unit":"bit/s","kind":"level","words":[]},
  ]],
  ["tear", [
    {"name":"tear_window_packets","unit":"packets","kind":"level","words":[]},
    {"name":"tear_epoch_rate_bps","unit":"bit/s","kind":"level","words":[]},
    {"name":"tear_state","unit":"","kind":"state","words":["slow_start","congestion_avoidance","gap","fast_recovery"]},
  ]],
]);

/** Signals of each queue discipline, emitted for its bottleneck. */
export const DISCIPLINE_SIGNALS: ReadonlyMap<string, readonly Signal[]> = new Map<string, Signal[]>([
  ["red", [
    {"name":"red_average_packets","unit":"packets","kind":"level","words":[]},
    {"name":"red_probability","unit":"","kind":"level","words":[]},
  ]],
  ["codel", [
    {"name":"codel_sojourn_ms","unit":"ms","kind":"level","words":[]},
    {"name":"codel_dropping","unit":"","kind":"state","words":["no","yes"]},
  ]],
  ["pie", [
    {"name":"pie_probability","unit":"","kind":"level","words":[]},
    {"name":"pie_delay_ms","unit":"ms","kind":"level","words":[]},
  ]],
  ["fq_codel", [
    {"name":"fq_codel_active_queues","unit":"","kind":"level","words":[]},
  ]],
  ["dualpi2", [
    {"name":"dualpi2_probability","unit":"","kind":"level","words":[]},
    {"name":"dualpi2_low_latency_delay_ms","unit":"ms","kind":"level","words":[]},
    {"name":"dualpi2_classic_delay_ms","unit":"ms","kind":"level","words":[]},
  ]],
]);

/** What a rule did about congestion, what it took to be true of the path, and the names of the numbers that it shows. */
export interface Rule {
  outcome: "backoff" | "no_backoff" | "cut" | "kept" | "timeout" | "change";
  infers: "nothing" | "congestion" | "random_loss" | "queue" | "rivals";
  numbers: readonly string[];
}

/** Every rule, by its key. */
export const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["africa.fast", {"outcome":"change","infers":"queue","numbers":["cwnd","base_rtt_ms","rtt_ms","diff_packets","alpha","increase"]}],
  ["africa.loss_fast", {"outcome":"cut","infers":"congestion","numbers":["before","b","ssthresh"]}],
  ["africa.loss_slow", {"outcome":"cut","infers":"congestion","numbers":["before","base","ssthresh"]}],
  ["africa.slow", {"outcome":"change","infers":"queue","numbers":["cwnd","base_rtt_ms","rtt_ms","diff_packets","alpha","increase"]}],
  ["africa.timeout", {"outcome":"timeout","infers":"nothing","numbers":["before","base","ssthresh"]}],
  ["aimd.give_up", {"outcome":"cut","infers":"congestion","numbers":["beta","before","after"]}],
  ["aimd.halve", {"outcome":"cut","infers":"congestion","numbers":["first","slow_start","after_timeout","before","after"]}],
  ["aimd.timeout", {"outcome":"timeout","infers":"nothing","numbers":["cwnd","base","ssthresh"]}],
  ["bbr.drained", {"outcome":"change","infers":"nothing","numbers":["packets_in_flight","target"]}],
  ["bbr.full_pipe", {"outcome":"change","infers":"queue","numbers":["bandwidth_mbps","baseline_mbps","rounds"]}],
  ["bbr.keep_after_loss", {"outcome":"kept","infers":"random_loss","numbers":["before","bandwidth_mbps"]}],
  ["bbr.policed", {"outcome":"change","infers":"nothing","numbers":["policed_mbps","bandwidth_mbps"]}],
  ["bbr.probe_rtt", {"outcome":"change","infers":"nothing","numbers":["min_rtt_ms","age_s","before"]}],
  ["bbr.probe_rtt_done", {"outcome":"change","infers":"nothing","numbers":["min_rtt_ms","restored"]}],
  ["bbr.timeout", {"outcome":"timeout","infers":"nothing","numbers":["before","restored"]}],
  ["bbr.unpoliced", {"outcome":"change","infers":"nothing","numbers":["policed_mbps"]}],
  ["card.decrease", {"outcome":"backoff","infers":"queue","numbers":["rtt_before_ms","rtt_ms","cwnd_before","cwnd","delay_gradient","gradient","after"]}],
  ["card.first", {"outcome":"change","infers":"nothing","numbers":["rtt_ms","cwnd","after"]}],
  ["card.increase", {"outcome":"change","infers":"queue","numbers":["rtt_before_ms","rtt_ms","cwnd_before","cwnd","delay_gradient","gradient","after"]}],
  ["card.loss", {"outcome":"cut","infers":"congestion","numbers":["before","base","ssthresh"]}],
  ["cdg.delay_backoff", {"outcome":"backoff","infers":"queue","numbers":["gradient_ms","g_ms","probability","draw","before","after","shadow_before","shadow","count","beta_delay","of_max"]}],
  ["cdg.held", {"outcome":"no_backoff","infers":"rivals","numbers":["gradient_ms","g_ms","probability","draw","cwnd","count","ignored","ignored_limit"]}],
  ["cdg.loss_congestion", {"outcome":"cut","infers":"congestion","numbers":["state","cwnd","shadow_before","beta_loss","ssthresh","shadow"]}],
  ["cdg.loss_in_backoff", {"outcome":"kept","infers":"nothing","numbers":["state","cwnd","ssthresh"]}],
  ["cdg.loss_slow_start", {"outcome":"cut","infers":"congestion","numbers":["state","cwnd","shadow_before","beta_loss","ssthresh","shadow"]}],
  ["cdg.loss_tolerated", {"outcome":"kept","infers":"random_loss","numbers":["state","cwnd","ssthresh"]}],
  ["cdg.no_backoff", {"outcome":"no_backoff","infers":"queue","numbers":["gradient_ms","g_ms","probability","draw","cwnd","of_max"]}],
  ["cdg.slow_start_exit", {"outcome":"change","infers":"queue","numbers":["gradient_ms","g_ms","probability","draw","before","after","shadow_before","shadow","count","beta_delay","of_max"]}],
  ["cdg.slow_start_exit_by_delay", {"outcome":"change","infers":"queue","numbers":["tau_min_ms","base_rtt_ms","ssthresh"]}],
  ["cdg.slow_start_exit_by_train", {"outcome":"change","infers":"queue","numbers":["train_ms","base_rtt_ms","ssthresh"]}],
  ["cdg.suppressed", {"outcome":"no_backoff","infers":"nothing","numbers":["gradient_ms","g_ms","probability","draw","cwnd"]}],
  ["cdg.timeout", {"outcome":"timeout","infers":"nothing","numbers":["cwnd","base","ssthresh","shadow"]}],
  ["chd.delay_backoff", {"outcome":"backoff","infers":"queue","numbers":["delay_ms","max_delay_ms","probability","draw","competes","before","after","shadow"]}],
  ["chd.loss_congestion", {"outcome":"cut","infers":"congestion","numbers":["delay_ms","competes","cwnd","shadow_before","ssthresh","shadow"]}],
  ["chd.loss_in_backoff", {"outcome":"kept","infers":"nothing","numbers":["delay_ms","cwnd","shadow"]}],
  ["chd.loss_tolerated", {"outcome":"kept","infers":"random_loss","numbers":["delay_ms","threshold_ms","cwnd","shadow"]}],
  ["chd.no_backoff", {"outcome":"no_backoff","infers":"queue","numbers":["delay_ms","max_delay_ms","probability","draw","cwnd"]}],
  ["chd.timeout", {"outcome":"timeout","infers":"nothing","numbers":["cwnd","base","ssthresh","shadow"]}],
  ["compound.give_way", {"outcome":"backoff","infers":"queue","numbers":["diff","gamma","win","zeta","dwnd_before","dwnd"]}],
  ["compound.grow", {"outcome":"change","infers":"queue","numbers":["diff","gamma","win","alpha","k","dwnd_before","dwnd"]}],
  ["compound.reduce", {"outcome":"cut","infers":"congestion","numbers":["win","dwnd_before","beta","cwnd","dwnd","ssthresh"]}],
  ["compound.timeout", {"outcome":"timeout","infers":"nothing","numbers":["win","base","ssthresh"]}],
  ["cubic.concave", {"outcome":"change","infers":"nothing","numbers":["cwnd","w_max","since_s","k_s","curve","estimate"]}],
  ["cubic.convex", {"outcome":"change","infers":"nothing","numbers":["cwnd","w_max","since_s","k_s","curve","estimate"]}],
  ["cubic.epoch", {"outcome":"change","infers":"nothing","numbers":["w_epoch","w_max","k_s"]}],
  ["cubic.friendly", {"outcome":"change","infers":"nothing","numbers":["cwnd","w_max","since_s","k_s","curve","estimate"]}],
  ["cubic.reduce", {"outcome":"cut","infers":"congestion","numbers":["before","in_flight","beta","w_max_before","w_max","ssthresh"]}],
  ["dctcp.halve", {"outcome":"cut","infers":"congestion","numbers":["before","base","ssthresh"]}],
  ["dctcp.mark", {"outcome":"cut","infers":"congestion","numbers":["alpha","before","ssthresh"]}],
  ["dual.below", {"outcome":"change","infers":"queue","numbers":["rtt_ms","rtt_min_ms","rtt_max_ms","threshold_ms","cwnd"]}],
  ["dual.decrease", {"outcome":"backoff","infers":"queue","numbers":["rtt_ms","rtt_min_ms","rtt_max_ms","threshold_ms","before","after"]}],
  ["dual.loss", {"outcome":"cut","infers":"congestion","numbers":["before","base","ssthresh"]}],
  ["fast.loss", {"outcome":"cut","infers":"congestion","numbers":["before","base","ssthresh"]}],
  ["fast.multiply", {"outcome":"change","infers":"queue","numbers":["cwnd","base_rtt_ms","rtt_ms","queued","alpha","gamma","after"]}],
  ["fast.slow_start_exit", {"outcome":"change","infers":"queue","numbers":["cwnd","base_rtt_ms","rtt_ms","queued","alpha"]}],
  ["fast.step", {"outcome":"change","infers":"queue","numbers":["cwnd","base_rtt_ms","rtt_ms","queued","alpha","gamma","after"]}],
  ["hd.delay_backoff", {"outcome":"backoff","infers":"queue","numbers":["delay_ms","max_delay_ms","probability","draw","before","after"]}],
  ["hd.loss", {"outcome":"cut","infers":"congestion","numbers":["before","base","ssthresh"]}],
  ["hd.loss_in_backoff", {"outcome":"kept","infers":"nothing","numbers":["cwnd"]}],
  ["htcp.clock_restarts", {"outcome":"change","infers":"nothing","numbers":["elapsed_s"]}],
  ["htcp.high_speed", {"outcome":"change","infers":"nothing","numbers":["elapsed_s","beta","alpha"]}],
  ["htcp.reduce", {"outcome":"cut","infers":"congestion","numbers":["before","rtt_min_ms","rtt_max_ms","beta","ssthresh"]}],
  ["htcp.reset", {"outcome":"change","infers":"nothing","numbers":["throughput_before","throughput"]}],
  ["htcp.timeout", {"outcome":"timeout","infers":"nothing","numbers":["before","base","ssthresh"]}],
  ["hystart.delay", {"outcome":"change","infers":"queue","numbers":["rtt_ms","base_rtt_ms","ssthresh"]}],
  ["hystart.train", {"outcome":"change","infers":"queue","numbers":["train_ms","base_rtt_ms","ssthresh"]}],
  ["hystart_pp.conservative", {"outcome":"change","infers":"queue","numbers":["rtt_ms","last_rtt_ms","threshold_ms","cwnd"]}],
  ["hystart_pp.exit", {"outcome":"change","infers":"queue","numbers":["rounds","baseline_rtt_ms","ssthresh"]}],
  ["hystart_pp.resume", {"outcome":"change","infers":"nothing","numbers":["rtt_ms","baseline_rtt_ms","cwnd"]}],
  ["iiad.give_up", {"outcome":"cut","infers":"congestion","numbers":["beta","before","after"]}],
  ["iiad.halve", {"outcome":"cut","infers":"congestion","numbers":["first","slow_start","after_timeout","before","after"]}],
  ["iiad.timeout", {"outcome":"timeout","infers":"nothing","numbers":["cwnd","base","ssthresh"]}],
  ["lp.give_up", {"outcome":"backoff","infers":"queue","numbers":["smoothed_ms","min_ms","max_ms","threshold_ms","before","after"]}],
  ["lp.halve", {"outcome":"backoff","infers":"queue","numbers":["smoothed_ms","min_ms","max_ms","threshold_ms","before","after"]}],
  ["lp.loss", {"outcome":"cut","infers":"congestion","numbers":["before","base","ssthresh"]}],
  ["newreno.abe", {"outcome":"cut","infers":"congestion","numbers":["before","base","share","ssthresh"]}],
  ["newreno.halve", {"outcome":"cut","infers":"congestion","numbers":["before","base","ssthresh"]}],
  ["pert.adapt", {"outcome":"change","infers":"nothing","numbers":["delay_ms","max_delay_ms","early_rate","loss_rate","alpha_before","alpha"]}],
  ["pert.loss", {"outcome":"cut","infers":"congestion","numbers":["before","base","ssthresh"]}],
  ["pert.respond", {"outcome":"backoff","infers":"queue","numbers":["delay_ms","max_delay_ms","probability","draw","decrease","before","after"]}],
  ["prague.halve", {"outcome":"cut","infers":"congestion","numbers":["before","base","ssthresh"]}],
  ["prague.mark", {"outcome":"cut","infers":"congestion","numbers":["alpha","before","after"]}],
  ["rap.give_up", {"outcome":"cut","infers":"nothing","numbers":["b","before_ms","after_ms"]}],
  ["rap.overdue", {"outcome":"cut","infers":"nothing","numbers":["waited_ms","timeout_ms","before_ms","after_ms"]}],
  ["search.exit", {"outcome":"change","infers":"queue","numbers":["delivered","delivered_before","shortfall","overshoot","before","ssthresh"]}],
  ["sqrt.give_up", {"outcome":"cut","infers":"congestion","numbers":["beta","before","after"]}],
  ["sqrt.halve", {"outcome":"cut","infers":"congestion","numbers":["first","slow_start","after_timeout","before","after"]}],
  ["sqrt.timeout", {"outcome":"timeout","infers":"nothing","numbers":["cwnd","base","ssthresh"]}],
  ["tear.halve", {"outcome":"cut","infers":"nothing","numbers":["before","after","ssthresh","epoch_rate_bps","rate_bps"]}],
  ["tear.no_feedback", {"outcome":"change","infers":"nothing","numbers":["waited_ms","before_bps","after_bps"]}],
  ["tear.timeout", {"outcome":"timeout","infers":"nothing","numbers":["before","after","ssthresh","epoch_rate_bps","rate_bps"]}],
  ["tfrc.first_loss", {"outcome":"change","infers":"nothing","numbers":["receive_rate_bps","rtt_ms","interval_packets"]}],
  ["tfrc.loss_event", {"outcome":"change","infers":"nothing","numbers":["sequence","interval_packets","mean_interval_packets"]}],
  ["tfrc.no_feedback", {"outcome":"change","infers":"nothing","numbers":["waited_ms","before_bps","after_bps"]}],
  ["tfrc.reduce", {"outcome":"cut","infers":"nothing","numbers":["loss_event_rate","rtt_ms","equation_rate_bps","most_bps","before_bps","after_bps"]}],
  ["vegas.decrease", {"outcome":"backoff","infers":"queue","numbers":["cwnd","in_flight","sent","base_rtt_ms","rtt_ms","diff_packets","beta","after"]}],
  ["vegas.hold", {"outcome":"change","infers":"queue","numbers":["cwnd","in_flight","sent","base_rtt_ms","rtt_ms","diff_packets","alpha","beta"]}],
  ["vegas.increase", {"outcome":"change","infers":"queue","numbers":["cwnd","in_flight","sent","base_rtt_ms","rtt_ms","diff_packets","alpha","after"]}],
  ["vegas.loss", {"outcome":"cut","infers":"congestion","numbers":["before","base","ssthresh"]}],
  ["vegas.slow_start", {"outcome":"change","infers":"queue","numbers":["cwnd","in_flight","sent","base_rtt_ms","rtt_ms","diff_packets","limit","grows"]}],
  ["vegas.slow_start_exit", {"outcome":"change","infers":"queue","numbers":["cwnd","in_flight","sent","base_rtt_ms","rtt_ms","diff_packets","limit","after","ssthresh"]}],
  ["vegas.too_few_samples", {"outcome":"change","infers":"nothing","numbers":["samples","cwnd"]}],
]);
