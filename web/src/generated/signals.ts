/** The catalogue of signals, and the numbers of each rule that *Why?* words. Written by `npm run generate` from the engine's tables; never by hand. */

/** How a signal is read between its values. */
export type SignalKind = "level" | "sample" | "mark" | "total" | "state";

export interface Signal {
  name: string;
  unit: string;
  kind: SignalKind;
  /** The words of a state; its values are places in this list. */
  words: readonly string[];
}

/** What the engine tells, whatever the algorithm. */
export const SIGNALS: readonly Signal[] = [
  {"name":"cwnd_packets","unit":"packets","kind":"level","words":[]},
  {"name":"ssthresh_packets","unit":"packets","kind":"level","words":[]},
  {"name":"in_flight_packets","unit":"packets","kind":"level","words":[]},
  {"name":"rate_bps","unit":"bit/s","kind":"level","words":[]},
  {"name":"rtt_ms","unit":"ms","kind":"sample","words":[]},
  {"name":"srtt_ms","unit":"ms","kind":"level","words":[]},
  {"name":"delivered_bytes","unit":"bytes","kind":"total","words":[]},
  {"name":"queue_packets","unit":"packets","kind":"level","words":[]},
  {"name":"queue_bytes","unit":"bytes","kind":"level","words":[]},
  {"name":"queue_delay_ms","unit":"ms","kind":"level","words":[]},
  {"name":"arrive","unit":"bytes","kind":"mark","words":[]},
  {"name":"drop_queue","unit":"bytes","kind":"mark","words":[]},
  {"name":"drop_random","unit":"bytes","kind":"mark","words":[]},
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

/** What each algorithm tells besides, by kind. */
export const ALGORITHM_SIGNALS: Readonly<Record<string, readonly Signal[]>> = {
  cdg: [
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
  ],
  cubic: [
    {"name":"w_max_packets","unit":"packets","kind":"level","words":[]},
  ],
  htcp: [
    {"name":"alpha_packets","unit":"packets per RTT","kind":"level","words":[]},
  ],
  vegas: [
    {"name":"vegas_diff_packets","unit":"packets","kind":"level","words":[]},
    {"name":"vegas_base_rtt_ms","unit":"ms","kind":"level","words":[]},
    {"name":"vegas_rtt_ms","unit":"ms","kind":"level","words":[]},
    {"name":"vegas_expected_bps","unit":"bit/s","kind":"level","words":[]},
    {"name":"vegas_actual_bps","unit":"bit/s","kind":"level","words":[]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
  ],
  aimd: [
    {"name":"alpha_packets","unit":"packets per RTT","kind":"level","words":[]},
  ],
  sqrt: [
    {"name":"alpha_packets","unit":"packets per RTT","kind":"level","words":[]},
  ],
  iiad: [
    {"name":"alpha_packets","unit":"packets per RTT","kind":"level","words":[]},
  ],
  card: [
    {"name":"card_gradient","unit":"","kind":"level","words":[]},
    {"name":"card_delay_gradient","unit":"","kind":"level","words":[]},
    {"name":"card_rtt_ms","unit":"ms","kind":"level","words":[]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
  ],
  dual: [
    {"name":"dual_rtt_ms","unit":"ms","kind":"level","words":[]},
    {"name":"dual_rtt_min_ms","unit":"ms","kind":"level","words":[]},
    {"name":"dual_rtt_max_ms","unit":"ms","kind":"level","words":[]},
    {"name":"dual_threshold_ms","unit":"ms","kind":"level","words":[]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
  ],
  fast: [
    {"name":"fast_queued_packets","unit":"packets","kind":"level","words":[]},
    {"name":"fast_alpha_packets","unit":"packets","kind":"level","words":[]},
    {"name":"fast_rtt_ms","unit":"ms","kind":"level","words":[]},
    {"name":"fast_base_rtt_ms","unit":"ms","kind":"level","words":[]},
  ],
  africa: [
    {"name":"africa_mode","unit":"","kind":"state","words":["fast","slow"]},
    {"name":"africa_diff_packets","unit":"packets","kind":"level","words":[]},
    {"name":"africa_increase_packets","unit":"packets per RTT","kind":"level","words":[]},
    {"name":"africa_base_rtt_ms","unit":"ms","kind":"level","words":[]},
  ],
  compound: [
    {"name":"dwnd_packets","unit":"packets","kind":"level","words":[]},
    {"name":"diff_packets","unit":"packets","kind":"level","words":[]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
  ],
  lp: [
    {"name":"one_way_smoothed_ms","unit":"ms","kind":"level","words":[]},
    {"name":"one_way_threshold_ms","unit":"ms","kind":"level","words":[]},
    {"name":"lp_phase","unit":"","kind":"state","words":["growth","inference"]},
    {"name":"delay_backoff","unit":"packets","kind":"mark","words":[]},
  ],
  rap: [
    {"name":"rate_bps","unit":"bit/s","kind":"level","words":[]},
    {"name":"rap_ipg_ms","unit":"ms","kind":"level","words":[]},
  ],
  tfrc: [
    {"name":"rate_bps","unit":"bit/s","kind":"level","words":[]},
    {"name":"tfrc_loss_event_rate","unit":"","kind":"level","words":[]},
    {"name":"tfrc_loss_interval_packets","unit":"packets","kind":"level","words":[]},
    {"name":"tfrc_receive_rate_bps","unit":"bit/s","kind":"level","words":[]},
    {"name":"tfrc_equation_rate_bps","unit":"bit/s","kind":"level","words":[]},
  ],
  tear: [
    {"name":"rate_bps","unit":"bit/s","kind":"level","words":[]},
    {"name":"tear_window_packets","unit":"packets","kind":"level","words":[]},
    {"name":"tear_epoch_rate_bps","unit":"bit/s","kind":"level","words":[]},
    {"name":"tear_state","unit":"","kind":"state","words":["slow_start","congestion_avoidance","gap","fast_recovery"]},
  ],
};

/** What each queue discipline tells besides, of its bottleneck. */
export const DISCIPLINE_SIGNALS: Readonly<Record<string, readonly Signal[]>> = {
  red: [
    {"name":"red_average_packets","unit":"packets","kind":"level","words":[]},
    {"name":"red_probability","unit":"","kind":"level","words":[]},
  ],
  codel: [
    {"name":"codel_sojourn_ms","unit":"ms","kind":"level","words":[]},
    {"name":"codel_dropping","unit":"","kind":"state","words":["no","yes"]},
  ],
  pie: [
    {"name":"pie_probability","unit":"","kind":"level","words":[]},
    {"name":"pie_delay_ms","unit":"ms","kind":"level","words":[]},
  ],
  fq_codel: [
    {"name":"fq_codel_active_queues","unit":"","kind":"level","words":[]},
  ],
};

/** Names of the numbers of each rule, by its key. */
export const RULES: Readonly<Record<string, readonly string[]>> = {
  "africa.fast": ["cwnd","base_rtt_ms","rtt_ms","diff_packets","alpha","increase"],
  "africa.loss_fast": ["before","b","ssthresh"],
  "africa.loss_slow": ["before","base","ssthresh"],
  "africa.slow": ["cwnd","base_rtt_ms","rtt_ms","diff_packets","alpha","increase"],
  "africa.timeout": ["before","base","ssthresh"],
  "aimd.give_up": ["beta","before","after"],
  "aimd.halve": ["first","slow_start","after_timeout","before","after"],
  "aimd.timeout": ["cwnd","base","ssthresh"],
  "card.decrease": ["rtt_before_ms","rtt_ms","cwnd_before","cwnd","delay_gradient","gradient","after"],
  "card.first": ["rtt_ms","cwnd","after"],
  "card.increase": ["rtt_before_ms","rtt_ms","cwnd_before","cwnd","delay_gradient","gradient","after"],
  "card.loss": ["before","base","ssthresh"],
  "cdg.delay_backoff": ["gradient_ms","g_ms","probability","draw","before","after","shadow_before","shadow","count"],
  "cdg.held": ["gradient_ms","g_ms","probability","draw","cwnd","count","ignored","ignored_limit"],
  "cdg.loss_congestion": ["state","cwnd","shadow_before","beta_loss","ssthresh","shadow"],
  "cdg.loss_in_backoff": ["state","cwnd","ssthresh"],
  "cdg.loss_slow_start": ["state","cwnd","shadow_before","beta_loss","ssthresh","shadow"],
  "cdg.loss_tolerated": ["state","cwnd","ssthresh"],
  "cdg.no_backoff": ["gradient_ms","g_ms","probability","draw","cwnd"],
  "cdg.slow_start_exit": ["gradient_ms","g_ms","probability","draw","before","after","shadow_before","shadow","count"],
  "cdg.slow_start_exit_by_delay": ["tau_min_ms","base_rtt_ms","ssthresh"],
  "cdg.slow_start_exit_by_train": ["train_ms","base_rtt_ms","ssthresh"],
  "cdg.suppressed": ["gradient_ms","g_ms","probability","draw","cwnd"],
  "cdg.timeout": ["cwnd","base","ssthresh","shadow"],
  "compound.give_way": ["diff","gamma","win","zeta","dwnd_before","dwnd"],
  "compound.grow": ["diff","gamma","win","alpha","k","dwnd_before","dwnd"],
  "compound.reduce": ["win","dwnd_before","beta","cwnd","dwnd","ssthresh"],
  "compound.timeout": ["win","base","ssthresh"],
  "cubic.epoch": ["w_epoch","w_max","k_s"],
  "cubic.reduce": ["before","in_flight","beta","w_max_before","w_max","ssthresh"],
  "dual.below": ["rtt_ms","rtt_min_ms","rtt_max_ms","threshold_ms","cwnd"],
  "dual.decrease": ["rtt_ms","rtt_min_ms","rtt_max_ms","threshold_ms","before","after"],
  "dual.loss": ["before","base","ssthresh"],
  "fast.loss": ["before","base","ssthresh"],
  "fast.multiply": ["cwnd","base_rtt_ms","rtt_ms","queued","alpha","gamma","after"],
  "fast.slow_start_exit": ["cwnd","base_rtt_ms","rtt_ms","queued","alpha"],
  "fast.step": ["cwnd","base_rtt_ms","rtt_ms","queued","alpha","gamma","after"],
  "htcp.clock_restarts": ["elapsed_s"],
  "htcp.reduce": ["before","rtt_min_ms","rtt_max_ms","beta","ssthresh"],
  "htcp.reset": ["throughput_before","throughput"],
  "iiad.give_up": ["beta","before","after"],
  "iiad.halve": ["first","slow_start","after_timeout","before","after"],
  "iiad.timeout": ["cwnd","base","ssthresh"],
  "lp.give_up": ["smoothed_ms","min_ms","max_ms","threshold_ms","before","after"],
  "lp.halve": ["smoothed_ms","min_ms","max_ms","threshold_ms","before","after"],
  "lp.loss": ["before","base","ssthresh"],
  "newreno.halve": ["before","base","ssthresh"],
  "rap.give_up": ["b","before_ms","after_ms"],
  "rap.overdue": ["waited_ms","timeout_ms","before_ms","after_ms"],
  "sqrt.give_up": ["beta","before","after"],
  "sqrt.halve": ["first","slow_start","after_timeout","before","after"],
  "sqrt.timeout": ["cwnd","base","ssthresh"],
  "tear.halve": ["before","after","epoch_rate_bps","rate_bps"],
  "tear.no_feedback": ["waited_ms","before_bps","after_bps"],
  "tear.timeout": ["before","ssthresh","epoch_rate_bps","rate_bps"],
  "tfrc.first_loss": ["receive_rate_bps","rtt_ms","interval_packets"],
  "tfrc.loss_event": ["sequence","interval_packets","mean_interval_packets"],
  "tfrc.no_feedback": ["waited_ms","before_bps","after_bps"],
  "tfrc.reduce": ["loss_event_rate","rtt_ms","equation_rate_bps","most_bps","before_bps","after_bps"],
  "vegas.decrease": ["cwnd","sent","base_rtt_ms","rtt_ms","diff_packets","beta","after"],
  "vegas.hold": ["cwnd","sent","base_rtt_ms","rtt_ms","diff_packets","alpha","beta"],
  "vegas.increase": ["cwnd","sent","base_rtt_ms","rtt_ms","diff_packets","alpha","after"],
  "vegas.loss": ["before","base","ssthresh"],
  "vegas.slow_start": ["cwnd","sent","base_rtt_ms","rtt_ms","diff_packets","limit","grows"],
  "vegas.slow_start_exit": ["cwnd","sent","base_rtt_ms","rtt_ms","diff_packets","limit","after","ssthresh"],
  "vegas.too_few_samples": ["samples","cwnd"],
};
