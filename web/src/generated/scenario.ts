/** Types of a scenario document. Written by `npm run generate` from the engine's tables; never by hand. */

/** drop tail */
export interface QueueDropTail {
  discipline?: "drop_tail";
  /** Maximum number of packets in the queue, without the one in transmission. [packets] */
  limit_packets?: number;
  /** Maximum number of bytes in the queue, without the packet in transmission. [bytes] */
  limit_bytes?: number;
  /** Whether the arriving packet itself counts towards the limit: not in dummynet, but in ns-2. */
  counting?: "dummynet" | "ns2";
  /** Marks an ECN-capable packet that finds more packets in the queue than this (K). If unset, none is marked. [packets] */
  step_mark_packets?: number | null;
}

/** RED */
export interface QueueRed {
  discipline: "red";
  /** Maximum number of packets in the queue, without the one in transmission. [packets] */
  limit_packets?: number;
  /** Maximum number of bytes in the queue, without the packet in transmission. [bytes] */
  limit_bytes?: number;
  /** Average queue length above which packets are dropped at random. [packets] */
  min_threshold_packets?: number;
  /** Average queue length at which the drop probability reaches `max_probability`. [packets] */
  max_threshold_packets?: number;
  /** Drop probability at the upper threshold, before drops are spread (max_p). */
  max_probability?: number;
  /** Weight of the present queue length in the moving average, at each arrival (w_q). */
  weight?: number;
  /** Above the upper threshold, the probability rises linearly from `max_probability` to 1 at twice the threshold, instead of jumping to 1. */
  gentle?: boolean;
  /** Spreads early drops: at least 1 / p_b arrivals lie between two of them. */
  wait?: boolean;
  /** Assumed packet size for the idle-time correction of the average. [bytes] */
  mean_packet_bytes?: number;
  /** Marks ECN-capable packets instead of dropping them. */
  ecn?: boolean;
}

/** CoDel */
export interface QueueCodel {
  discipline: "codel";
  /** Maximum number of packets in the queue, without the one in transmission. [packets] */
  limit_packets?: number;
  /** Maximum number of bytes in the queue, without the packet in transmission. [bytes] */
  limit_bytes?: number;
  /** Acceptable queueing delay (TARGET). [ms] */
  target_ms?: number;
  /** Packets must have waited longer than the target for this long before one is dropped; about the largest usual RTT. [ms] */
  interval_ms?: number;
  /** Marks ECN-capable packets instead of dropping them. */
  ecn?: boolean;
}

/** PIE */
export interface QueuePie {
  discipline: "pie";
  /** Maximum number of packets in the queue, without the one in transmission. [packets] */
  limit_packets?: number;
  /** Maximum number of bytes in the queue, without the packet in transmission. [bytes] */
  limit_bytes?: number;
  /** Target queueing delay (QDELAY_REF). [ms] */
  target_ms?: number;
  /** Time between updates of the drop probability (T_UPDATE). [ms] */
  update_ms?: number;
  /** Gain of the difference between queueing delay and target (alpha). [1/s] */
  alpha?: number;
  /** Gain of the change of the queueing delay (beta). [1/s] */
  beta?: number;
  /** Time for which a burst into an empty queue is admitted without drops (MAX_BURST). [ms] */
  max_burst_ms?: number;
  /** Nothing is dropped at random while at most two packets of this size are in the queue. [bytes] */
  mean_packet_bytes?: number;
  /** Marks ECN-capable packets instead of dropping them. */
  ecn?: boolean;
  /** Maximum drop probability at which packets are ECN-marked instead; above it they are dropped. */
  mark_probability?: number;
}

/** FQ-CoDel */
export interface QueueFqCodel {
  discipline: "fq_codel";
  /** Maximum number of packets in all queues together, without the one in transmission. [packets] */
  limit_packets?: number;
  /** Maximum number of bytes in all queues together, without the packet in transmission. [bytes] */
  limit_bytes?: number;
  /** Acceptable queueing delay (TARGET). [ms] */
  target_ms?: number;
  /** Packets of a flow must have waited longer than the target for this long before one is dropped. [ms] */
  interval_ms?: number;
  /** Number of bytes that each queue may send per round. [bytes] */
  quantum_bytes?: number;
  /** Number of hash buckets. If unset, each flow has its own queue. */
  queues?: number | null;
  /** Changes which flows share a queue. */
  perturbation?: number;
  /** Marks ECN-capable packets instead of dropping them. */
  ecn?: boolean;
}

/** DualPI2 */
export interface QueueDualpi2 {
  discipline: "dualpi2";
  /** Maximum number of packets in both queues together, without the one in transmission. [packets] */
  limit_packets?: number;
  /** Target queueing delay of the classic queue. [ms] */
  target_ms?: number;
  /** Time between updates of the probability (Tupdate). [ms] */
  tupdate_ms?: number;
  /** Gain of the difference between queueing delay and target, at each update (alpha). [1/s] */
  alpha?: number;
  /** Gain of the change of the queueing delay, at each update (beta). [1/s] */
  beta?: number;
  /** Factor by which marks in the low-latency queue are more probable than the square root of the drop probability in the classic one (k). */
  coupling?: number;
  /** A packet that has waited longer than this in the low-latency queue is marked. [ms] */
  step_ms?: number;
  /** Share of the link, in bytes, that the classic queue gets while packets wait in both queues. [%] */
  classic_share_percent?: number;
}

export type Queue = QueueDropTail | QueueRed | QueueCodel | QueuePie | QueueFqCodel | QueueDualpi2;

/** Bernoulli */
export interface LossBernoulli {
  model?: "bernoulli";
  /** Probability that a packet is lost. */
  probability?: number;
  /** Where packets are lost: before the queue, or after the link has sent them. */
  position?: "before_queue" | "after_queue";
}

/** none */
export interface LossNone {
  model: "none";
}

/** Gilbert-Elliott */
export interface LossGilbertElliott {
  model: "gilbert_elliott";
  /** What changes the state: time, every data packet on the link, or each stream's own packets. */
  clock?: "time" | "link_packets" | "flow_packets";
  /** Mean duration of the good state with the clock `time`; none: a packet's transmission time divided by `p_good_bad`. [s] */
  good_s?: number | null;
  /** Mean duration of the bad state with the clock `time`; none: a packet's transmission time divided by `p_bad_good`. [s] */
  bad_s?: number | null;
  /** Probability, at each packet, of a transition from the good to the bad state. */
  p_good_bad?: number;
  /** Probability, at each packet, of a transition from the bad to the good state. */
  p_bad_good?: number;
  /** Loss probability of a packet in the good state. */
  loss_good?: number;
  /** Loss probability of a packet in the bad state. */
  loss_bad?: number;
  /** Where packets are lost: before the queue, or after the link has sent them. */
  position?: "before_queue" | "after_queue";
}

/** bit errors */
export interface LossBitErrors {
  model: "bit_errors";
  /** Probability that a bit is wrong, which loses the packet. */
  bit_error_rate?: number;
  /** Where packets are lost: before the queue, or after the link has sent them. */
  position?: "before_queue" | "after_queue";
}

/** periodic */
export interface LossPeriodic {
  model: "periodic";
  /** Gaps between losses in packets, the lost one included; the list repeats. */
  gaps?: number[];
  /** Where packets are lost: before the queue, or after the link has sent them. */
  position?: "before_queue" | "after_queue";
}

/** schedule */
export interface LossSchedule {
  model: "schedule";
  /** The phases in order; the list repeats. */
  phases?: { duration_s: number; every: number }[];
  /** Where packets are lost: before the queue, or after the link has sent them. */
  position?: "before_queue" | "after_queue";
}

export type Loss = LossBernoulli | LossNone | LossGilbertElliott | LossBitErrors | LossPeriodic | LossSchedule;

/** Bernoulli */
export interface ReorderingBernoulli {
  model?: "bernoulli";
  /** Probability that a packet is delayed and overtaken. */
  probability?: number;
  /** Number of later packets of the flow that overtake it. Three or more trigger a fast retransmit. [packets] */
  depth_packets?: number;
}

export type Reordering = ReorderingBernoulli;

/** cellular */
export interface RateModelCellular {
  model: "cellular";
  /** Brownian motion of the rate: its standard deviation after one second. [packets/s] */
  sigma_packets?: number;
  /** Maximum rate. [packets/s] */
  max_packets?: number;
  /** How often per second an outage would end, which begins when the rate reaches 0. [1/s] */
  outage_escape?: number;
}

/** LEO satellite */
export interface RateModelLeo {
  model: "leo";
  /** Time between handovers. [s] */
  handover_s?: number;
  /** How long the link is silent after a handover. [ms] */
  outage_ms?: number;
  /** How far the rate between two handovers lies from the link's at most, as a share of it; each is drawn evenly. */
  rate_spread?: number;
  /** By how much the RTT between two handovers exceeds the base RTT at most; each is drawn evenly. [ms] */
  delay_spread_ms?: number;
}

/** Wi-Fi */
export interface RateModelWifi {
  model: "wifi";
  /** Probability that a packet of an aggregate fails, each independently. */
  error_probability?: number;
  /** How often a packet that fails is sent again; then it is lost. */
  retries?: number;
  /** How many packets an aggregate has at most, and how far the newest is ahead of the oldest that has not arrived. [packets] */
  aggregate_packets?: number;
  /** How long an aggregate lasts at most; it has at least one packet. [ms] */
  aggregate_ms?: number;
}

export type RateModel = RateModelCellular | RateModelLeo | RateModelWifi;

/** NewReno */
export interface AlgorithmNewreno {
  kind?: "newreno";
  /** Rule that labels each loss; NewReno ignores those that it calls random. */
  discriminator?: "none" | "vegas_rate" | "ntg" | "ndg" | "veno_backlog" | "cdg_queue" | "biaz" | "mbiaz" | "spike" | "zigzag" | "zbs";
}

/** CDG */
export interface AlgorithmCdg {
  kind: "cdg";
  /** Which CDG: that of the paper, of FreeBSD or of Linux. */
  variant?: "paper" | "freebsd" | "linux";
  /** Number of gradients in the moving average (a). [RTTs] */
  smoothing?: number;
  /** Gradient at which the backoff probability is 63 % (G). [ms per RTT] */
  g_ms?: number;
  /** Share of the window that a delay backoff leaves (β). */
  beta_delay?: number;
  /** Share of the window that a congestion loss leaves. */
  beta_loss?: number;
  /** Number of delay backoffs in a row, with no gradient falling, after which CDG treats backoffs as ineffectual (b). */
  ineffectual_backoffs?: number;
  /** Number of indications that are then ignored (b'). */
  ignored_backoffs?: number;
  /** Tick of the clock in which RTTs are measured; 0: exact. [ms] */
  rtt_tick_ms?: number;
  /** When the count of ineffectual backoffs restarts. */
  ineffectual_reset?: "either" | "both";
  /** Backs off at random as the delay grows. */
  delay_backoff?: boolean;
  /** Remembers the window before delay backoffs and uses half of it at a congestion loss, if that is larger. */
  shadow_window?: boolean;
  /** Treats a loss as congestion only while CDG infers a full queue. */
  loss_tolerance?: boolean;
  /** After b ineffectual backoffs, ignores the next b' indications. */
  ineffectual_detection?: boolean;
  /** Treats a loss as congestion while the inferred state of the queue is still unknown. */
  unknown_is_congestion?: boolean;
  /** How a loss in slow start is treated: as congestion, as in NewReno, or by the inferred state of the queue. */
  slow_start_loss?: "newreno" | "by_queue";
  /** Which window the shadow window takes at a delay backoff. */
  shadow_at_backoff?: "before" | "after";
  /** What a congestion loss does to the shadow window: halve it, or leave it. */
  shadow_at_loss?: "halve" | "keep";
  /** Initial value of the shadow window. */
  shadow_initial?: "window" | "zero";
  /** The window grows in rounds whose indication is ignored. */
  grow_while_held?: boolean;
  /** The window grows during a recovery whose loss CDG tolerates. */
  grow_in_recovery?: boolean;
  /** Number of RTTs without a backoff after which growth rises by one packet per RTT; 0: never. [RTTs] */
  alpha_increase_rtts?: number;
  /** How gradients that are missing at the start are treated. */
  window_fill?: "zero" | "extrapolate";
}

/** CUBIC */
export interface AlgorithmCubic {
  kind: "cubic";
  /** Which CUBIC: that of the standard, of Linux 2.6.25, or of Linux 5. */
  variant?: "rfc9438" | "linux_2_6_25" | "linux";
  /** After a loss at a smaller window than at the previous loss, CUBIC assumes that another flow has joined and lowers W_max. */
  fast_convergence?: boolean;
  /** The window is at least W_est, that of an AIMD flow with the same average rate as Reno (Reno-friendly region). */
  tcp_friendliness?: boolean;
}

/** H-TCP */
export interface AlgorithmHtcp {
  kind: "htcp";
  /** Which H-TCP: that of FreeBSD or of Linux. */
  variant?: "freebsd" | "linux" | "linux_2_6_25" | "linux_2_6_25_disorder_bug";
  /** A loss leaves the ratio of the smallest to the largest RTT (0.5 to 0.8) of the window, instead of half. */
  adaptive_backoff?: boolean;
  /** A loss leaves half of the window if the throughput has changed by more than 20 % since the previous loss. */
  adaptive_reset?: boolean;
  /** Scales growth by the RTT, so that it does not depend on the RTT when measured per second. */
  rtt_scaling?: boolean;
}

/** Vegas */
export interface AlgorithmVegas {
  kind: "vegas";
  /** Which Vegas: that of FreeBSD, Linux, ns-2 or the paper. */
  variant?: "freebsd" | "linux" | "ns2" | "paper";
  /** The window grows while Vegas estimates fewer own packets in the queue than this (α). [packets] */
  alpha?: number;
  /** The window shrinks while Vegas estimates more own packets in the queue than this (β). [packets] */
  beta?: number;
  /** Slow start ends when Vegas estimates more own packets in the queue than this (γ). [packets] */
  gamma?: number;
}

/** AIMD */
export interface AlgorithmAimd {
  kind: "aimd";
  /** Share of the window removed at a loss (b). */
  b?: number;
  /** Which formula derives a from b. "slowcc" matches TCP's rate including timeouts, "deterministic" without them. */
  relation?: "slowcc" | "deterministic";
  /** Additive increase in packets per RTT (a), instead of a relation. [packets per RTT] */
  a?: number;
  /** The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever b is. */
  first_loss_halves?: boolean;
}

/** SQRT */
export interface AlgorithmSqrt {
  kind: "sqrt";
  /** Decrease (β): packets removed at a loss, at a window of 1. */
  beta?: number;
  /** Growth factor (α): increase in packets per RTT at a window of 1. If not given: 1.5 β, which gives TCP's rate. */
  alpha?: number;
  /** The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever β is. */
  first_loss_halves?: boolean;
}

/** IIAD */
export interface AlgorithmIiad {
  kind: "iiad";
  /** Number of packets given up at a loss (β). [packets] */
  beta?: number;
  /** Growth factor (α): increase in packets per RTT at a window of 1. If not given: 1.5 β, which gives TCP's rate. */
  alpha?: number;
  /** The first loss, a loss in slow start, and the first loss after a timeout halve the window, whatever β is. */
  first_loss_halves?: boolean;
}

/** CARD */
export interface AlgorithmCard {
  kind: "card";
  /** Share of the window that a decrease leaves. */
  beta_delay?: number;
  /** Uses the gradient of the delay alone, without the window. */
  normalised_only?: boolean;
}

/** DUAL */
export interface AlgorithmDual {
  kind: "dual";
  /** Share of the window that is left when the delay is above the threshold. */
  beta_delay?: number;
  /** Threshold between minimum (0) and maximum (1) delay. */
  threshold?: number;
  /** Uses the smoothed RTT instead of the latest sample. */
  smoothed_rtt?: boolean;
}

/** FAST */
export interface AlgorithmFast {
  kind: "fast";
  /** Number of own packets to keep in the queue; none: by the prototype's table. [packets] */
  alpha?: number | null;
  /** Step size: share of the difference to the equation's target that one update covers (γ). */
  gamma?: number;
  /** While FAST infers no queue, the window grows by the factor 1 + γ. */
  multiplicative_increase?: boolean;
}

/** TCP-Africa */
export interface AlgorithmAfrica {
  kind: "africa";
  /** Estimated number of own packets in the queue from which on it grows like Reno. [packets] */
  alpha?: number;
  /** Estimates the queue from the mean RTT of a round instead of its minimum. */
  smoothed_rtt?: boolean;
}

/** Compound TCP */
export interface AlgorithmCompound {
  kind: "compound";
  /** Growth factor of the delay window (α). */
  alpha?: number;
  /** Exponent of the delay window's growth (k). */
  k?: number;
  /** Share of the whole window that is removed at a loss (β). */
  beta?: number;
  /** Estimated number of own packets in the queue from which on the delay window shrinks (γ). [packets] */
  gamma_packets?: number;
  /** Decrease of the delay window per packet in the queue (ζ). */
  zeta?: number;
  /** Window below which the delay window is not used. [packets] */
  low_window_packets?: number;
}

/** TCP-LP */
export interface AlgorithmLp {
  kind: "lp";
  /** Which TCP-LP: that of the paper, or of Linux, which forgets old delays. */
  variant?: "paper" | "linux";
  /** Threshold between minimum (0) and maximum (1) one-way delay above which TCP-LP infers congestion (δ). */
  threshold?: number;
  /** Weight of a new sample in the smoothed delay. */
  gain?: number;
  /** Length of the inference phase, in which the window does not grow. [RTTs] */
  inference_rtts?: number;
}

/** PERT */
export interface AlgorithmPert {
  kind: "pert";
  /** Adapts growth, decrease and the end of the probability curve to the measured delays and losses. */
  adaptive?: boolean;
  /** Weight of a new sample in the smoothed RTT. */
  weight?: number;
  /** Queueing delay above which early responses are possible. [ms] */
  min_threshold_ms?: number;
  /** Queueing delay at which the response probability is `max_probability`; at twice that it is 1. [ms] */
  max_threshold_ms?: number;
  /** Response probability per ACK at the upper threshold (p_max). */
  max_probability?: number;
  /** Share of the window that an early response removes (unless `adaptive`). */
  decrease?: number;
}

/** HD */
export interface AlgorithmHd {
  kind: "hd";
  /** Queueing delay above which it may back off (q_min). [ms] */
  q_min_ms?: number;
  /** Queueing delay with the maximum backoff probability (q_th). [ms] */
  q_threshold_ms?: number;
  /** Maximum backoff probability per ACK (p_max). */
  max_probability?: number;
}

/** CHD */
export interface AlgorithmChd {
  kind: "chd";
  /** Queueing delay above which it may back off (q_min). [ms] */
  q_min_ms?: number;
  /** Queueing delay with the maximum backoff probability; above it a loss is treated as congestion (q_th). [ms] */
  q_threshold_ms?: number;
  /** Maximum backoff probability per interval (p_max). */
  max_probability?: number;
  /** Competes with flows that fill the queue: a loss then leaves half of the shadow window. */
  loss_fair?: boolean;
  /** Uses the maximum RTT of the interval instead of the latest sample. */
  use_max?: boolean;
}

/** BBR */
export interface AlgorithmBbr {
  kind: "bbr";
  /** After this time without a smaller RTT, BBR empties the path to measure its delay again. [s] */
  min_rtt_window_s?: number;
  /** Time for which BBR keeps at most 4 packets in flight to measure the minimum RTT. [ms] */
  probe_rtt_ms?: number;
}

/** BBR v3 */
export interface AlgorithmBbr3 {
  kind: "bbr3";
  /** Loss rate of a round trip above which a probe for bandwidth went too high. */
  loss_threshold?: number;
  /** Of its short-term bounds, a round trip with losses leaves at least this share. */
  beta?: number;
  /** Share of the long-term bound that stays unused between probes, for other flows. */
  headroom?: number;
  /** The minimum RTT is the smallest one of this time. [s] */
  min_rtt_window_s?: number;
  /** After this time without a smaller RTT, BBR halves what is in flight to measure the path's delay. [s] */
  probe_rtt_interval_s?: number;
  /** Time for which BBR keeps little in flight to measure the minimum RTT. [ms] */
  probe_rtt_ms?: number;
}

/** DCTCP */
export interface AlgorithmDctcp {
  kind: "dctcp";
  /** Arithmetic: real numbers, or Linux's integers. */
  variant?: "rfc8257" | "linux";
  /** Weight of the last round trip in the share of marked packets (g). */
  gain?: number;
  /** Share of marked packets that it assumes at the start (α). */
  initial_alpha?: number;
}

/** Prague */
export interface AlgorithmPrague {
  kind: "prague";
  /** Weight of the last round trip in the share of marked packets (g). */
  gain?: number;
  /** Share of marked packets that it assumes at the start (α). */
  initial_alpha?: number;
  /** Flows with an RTT below this behave as if they had it; 0: none do. [ms] */
  rtt_target_ms?: number;
  /** Round trips after slow start from which that holds. [round trips] */
  rtt_target_rounds?: number;
}

/** BIC */
export interface AlgorithmBic {
  kind: "bic";
  /** Most packets that the window gains per RTT (S_max). [packets] */
  max_increment_packets?: number;
  /** Divisor of the distance to the last maximum: 4 covers a quarter of it per RTT, 2 is a binary search. */
  divisor?: number;
  /** RTTs that the window takes per packet at the last maximum, times the divisor. */
  smooth_part?: number;
  /** Window up to which it is Reno. [packets] */
  low_window_packets?: number;
  /** Share of the window that a loss leaves (β). */
  beta?: number;
  /** After a loss below the last maximum BIC assumes that another flow has joined, and lowers it. */
  fast_convergence?: boolean;
  /** ssthresh of the first slow start, unless the flow has its own. [packets] */
  initial_ssthresh_packets?: number;
}

/** Westwood+ */
export interface AlgorithmWestwood {
  kind: "westwood";
  /** Which Westwood+: the paper's, Linux's, or the first one in Linux. */
  variant?: "paper" | "linux" | "linux_first";
  /** Shortest time for which a sample of the bandwidth is measured; at least an RTT. [ms] */
  min_interval_ms?: number;
}

/** LEDBAT */
export interface AlgorithmLedbat {
  kind: "ledbat";
  /** Queueing delay at which LEDBAT holds the queue. [ms] */
  target_ms?: number;
  /** Growth in packets per RTT with an empty queue. */
  gain?: number;
  /** Number of packets by which the window may exceed what was in flight. [packets] */
  allowed_increase?: number;
  /** Number of latest delay samples of which the smallest counts. */
  current_filter?: number;
  /** Number of minutes whose smallest delay counts as that of the empty path. */
  base_history?: number;
  /** Slow start at the beginning and after a timeout. */
  begin_in_slow_start?: boolean;
}

/** LEDBAT++ */
export interface AlgorithmLedbatPp {
  kind: "ledbat_pp";
  /** Queueing delay at which LEDBAT++ holds the queue. [ms] */
  target_ms?: number;
  /** Number of latest RTT samples of which the smallest counts. */
  current_filter?: number;
  /** Number of minutes whose smallest RTT counts as that of the empty path. */
  base_history?: number;
  /** Regular slowdowns, in which the flow measures the empty path. */
  slowdowns?: boolean;
}

/** Copa */
export interface AlgorithmCopa {
  kind: "copa";
  /** Weight of delay against throughput (δ): alone, a flow keeps 1/δ packets in the queue. */
  delta?: number;
  /** The competitive mode, in which δ adapts to senders that fill the queue. */
  competitive?: boolean;
  /** Time within which the queue must empty in the default mode, in SRTTs. [RTTs] */
  empties_within_rtts?: number;
  /** When a change of direction returns the velocity to 1: after an RTT in the other direction, or with the first step in it. */
  velocity_reset?: "rtt" | "step";
  /** After this time without a smaller RTT, Copa forgets its minimum RTT. [s] */
  min_rtt_window_s?: number;
}

/** NV */
export interface AlgorithmNv {
  kind: "nv";
  /** Packets that NV adds to the window which the rate needs on the empty path. [packets] */
  pad_packets?: number;
  /** Mean time after which the minimum RTT is replaced by that of this time. [s] */
  reset_period_s?: number;
}

/** HighSpeed TCP */
export interface AlgorithmHighspeed {
  kind: "highspeed";
  /** Which HighSpeed TCP: the RFC's formulas, or Linux's table. */
  variant?: "rfc3649" | "linux";
}

/** Scalable TCP */
export interface AlgorithmScalable {
  kind: "scalable";
  /** Which Scalable TCP: the paper's, in real numbers, or Linux's. */
  variant?: "paper" | "linux";
  /** Packets gained per acknowledged packet (a). */
  gain?: number;
  /** Share of the window removed at a loss (b). */
  b?: number;
  /** Window below which it is Reno. [packets] */
  low_window_packets?: number;
}

/** Veno */
export interface AlgorithmVeno {
  kind: "veno";
  /** Which Veno: the paper's, in real numbers, or Linux's, in whole ones. */
  variant?: "paper" | "linux";
  /** Backlog below which a loss counts as random, and from which on growth is halved (β). [packets] */
  beta_packets?: number;
  /** Share of the window that a loss leaves that counts as random. */
  random_share?: number;
}

/** Illinois */
export interface AlgorithmIllinois {
  kind: "illinois";
  /** Largest growth in packets per RTT, without delay (α_max). */
  alpha_max?: number;
  /** Smallest growth in packets per RTT, at the largest delay (α_min). */
  alpha_min?: number;
  /** Smallest share of the window that a loss removes (β_min). */
  beta_min?: number;
  /** Largest share of the window that a loss removes (β_max). */
  beta_max?: number;
  /** Window below which it is Reno. [packets] */
  low_window_packets?: number;
  /** Rounds of little delay before α is at its largest again (θ). [RTTs] */
  low_rounds?: number;
}

/** YeAH */
export interface AlgorithmYeah {
  kind: "yeah";
  /** Own packets in the queue above which it drains them. [packets] */
  alpha_packets?: number;
  /** Queueing delay, as a share of the smallest RTT, above which it grows like Reno. */
  delay_share?: number;
  /** Packets gained per acknowledged packet in the fast mode. */
  gain?: number;
  /** Slow rounds in a row from which on a loss halves the window: others fill the queue. [RTTs] */
  rival_rounds?: number;
  /** Fast rounds after which the estimate of a Reno rival's window is reset. [RTTs] */
  reset_rounds?: number;
}

/** RAP */
export interface AlgorithmRap {
  kind: "rap";
  /** Share of the rate removed at a loss event (b). */
  b?: number;
  /** How the increase a follows from b: as TCP-compatible with timeouts (slowcc), or by the sawtooth alone (deterministic). */
  relation?: "slowcc" | "deterministic";
  /** Multiplies each inter-packet gap by the ratio of short-term to long-term average RTT. */
  fine_grain?: boolean;
}

/** TFRC */
export interface AlgorithmTfrc {
  kind: "tfrc";
  /** Which set of defaults is used. */
  variant?: "ns2" | "rfc5348";
  /** Number of loss intervals that are averaged (k). The default of 8 is the SlowCC paper's TFRC(6), named after the sum of the weights. */
  k?: number;
  /** Limits the sending rate to the receive rate in the round after a reported loss, and to C times that in other rounds. */
  self_clocked?: boolean;
  /** With self-clocking: how many times the receive rate may be sent in rounds without a reported loss (C). */
  self_clocking_factor?: number;
  /** Gives old loss intervals less weight while a long interval without loss lasts. */
  history_discounting?: boolean;
  /** Minimum discount factor of old loss intervals. */
  discounting_floor?: number;
  /** Weight of the old value in the smoothed RTT, at each report (q). */
  rtt_smoothing?: number;
  /** Number of later packets that must arrive before a missing packet counts as lost. [packets] */
  lost_after_packets?: number;
  /** The rate rises towards the equation's by one packet per RTT in each RTT, instead of at once. */
  gradual_increase?: boolean;
  /** Limits the timeout factor of the throughput equation to 1. */
  bounded_timeouts?: boolean;
  /** Uses SRTT + 4 RTTVAR, as TCP measures it, as the equation's timeout, instead of 4 RTTs. */
  measured_timeout?: boolean;
  /** Tick of the clock that measures the equation's timeout in whole ticks; 0: exact. [ms] */
  timeout_tick_ms?: number;
  /** Multiplies each gap between packets by the square root of the latest RTT over its average, to damp oscillations. */
  damping?: boolean;
  /** No-feedback timer: number of RTTs without feedback after which the rate is halved. [RTTs] */
  no_feedback_rtts?: number;
}

/** TEAR */
export interface AlgorithmTear {
  kind: "tear";
  /** Number of epochs whose rates are averaged. */
  epochs?: number;
  /** Number of packets that must follow a gap within two RTTs for it to count as a loss; otherwise it counts as a timeout. [packets] */
  packets_after_gap?: number;
  /** No-feedback timer: number of RTTs without a report after which the rate is halved. [RTTs] */
  no_feedback_rtts?: number;
}

export type Algorithm = AlgorithmNewreno | AlgorithmCdg | AlgorithmCubic | AlgorithmHtcp | AlgorithmVegas | AlgorithmAimd | AlgorithmSqrt | AlgorithmIiad | AlgorithmCard | AlgorithmDual | AlgorithmFast | AlgorithmAfrica | AlgorithmCompound | AlgorithmLp | AlgorithmPert | AlgorithmHd | AlgorithmChd | AlgorithmBbr | AlgorithmBbr3 | AlgorithmDctcp | AlgorithmPrague | AlgorithmBic | AlgorithmWestwood | AlgorithmLedbat | AlgorithmLedbatPp | AlgorithmCopa | AlgorithmNv | AlgorithmHighspeed | AlgorithmScalable | AlgorithmVeno | AlgorithmIllinois | AlgorithmYeah | AlgorithmRap | AlgorithmTfrc | AlgorithmTear;

/** bulk data */
export interface ApplicationBulk {
  kind?: "bulk";
}

/** constant rate */
export interface ApplicationRate {
  kind: "rate";
  /** Rate at which the application writes, in payload bits. [bit/s] */
  rate_bps?: number;
}

/** on and off */
export interface ApplicationOnOff {
  kind: "on_off";
  /** Length of an on period, in which the application writes. [s] */
  on_s?: number;
  /** Length of the off period that follows, in which it writes nothing. [s] */
  off_s?: number;
  /** Rate at which the application writes in an on period, in payload bits; none: as fast as TCP sends. [bit/s] */
  rate_bps?: number | null;
}

/** video segments */
export interface ApplicationSegments {
  kind: "segments";
  /** Size of a segment. [bytes] */
  segment_bytes?: number;
  /** Playing time of a segment: one is fetched per period while the buffer is full. [s] */
  period_s?: number;
  /** Segments that the player's buffer holds, beside the one that is played. [segments] */
  buffer_segments?: number;
}

export type Application = ApplicationBulk | ApplicationRate | ApplicationOnOff | ApplicationSegments;

/** VoIP */
export interface CrossTrafficVoip {
  kind: "voip";
  name?: string;
  /** Index of its random stream; its position in the list if absent. Each entry of a list needs its own. */
  stream?: number;
  /** Packet size on the wire, headers included. [bytes] */
  packet_bytes?: number;
  /** Time from one packet to the next. [ms] */
  interval_ms?: number;
  /** Two-way propagation delay; half of it lies after the link. [ms] */
  base_rtt_ms?: number;
  /** When the source starts: the first packet leaves then. [s] */
  start_s?: number;
  /** When the source stops; at the end of the run if not given. [s] */
  stop_s?: number;
  /** A uniform random delay of up to this is added to the start time. [s] */
  start_jitter_s?: number;
}

/** constant bit rate */
export interface CrossTrafficCbr {
  kind: "cbr";
  name?: string;
  /** Index of its random stream; its position in the list if absent. Each entry of a list needs its own. */
  stream?: number;
  /** Packet size on the wire, headers included. [bytes] */
  packet_bytes?: number;
  /** Rate, in bits on the wire. [bit/s] */
  rate_bps?: number;
  /** Time from one packet to the next. [ms] */
  interval_ms?: number;
  /** Two-way propagation delay; half of it lies after the link. [ms] */
  base_rtt_ms?: number;
  /** When the source starts: the first packet leaves then. [s] */
  start_s?: number;
  /** When the source stops; at the end of the run if not given. [s] */
  stop_s?: number;
  /** A uniform random delay of up to this is added to the start time. [s] */
  start_jitter_s?: number;
}

/** on and off */
export interface CrossTrafficOnOff {
  kind: "on_off";
  name?: string;
  /** Index of its random stream; its position in the list if absent. Each entry of a list needs its own. */
  stream?: number;
  /** Packet size on the wire, headers included. [bytes] */
  packet_bytes?: number;
  /** Rate of the sending part, in bits on the wire. [bit/s] */
  rate_bps?: number;
  /** Length of the sending part. [s] */
  on_s?: number;
  /** Length of the silence that follows. [s] */
  off_s?: number;
  /** Two-way propagation delay; half of it lies after the link. [ms] */
  base_rtt_ms?: number;
  /** When the source starts: the first packet leaves then. [s] */
  start_s?: number;
  /** When the source stops; at the end of the run if not given. [s] */
  stop_s?: number;
  /** A uniform random delay of up to this is added to the start time. [s] */
  start_jitter_s?: number;
}

/** sawtooth */
export interface CrossTrafficSawtooth {
  kind: "sawtooth";
  name?: string;
  /** Index of its random stream; its position in the list if absent. Each entry of a list needs its own. */
  stream?: number;
  /** Packet size on the wire, headers included. [bytes] */
  packet_bytes?: number;
  /** Maximum rate, in bits on the wire. [bit/s] */
  peak_bps?: number;
  /** Time from one jump to the next. [s] */
  period_s?: number;
  /** Length of the silent part of the period. [s] */
  off_s?: number;
  /** On: the rate rises to the peak and then stops. Off: it starts at the peak and falls. */
  rising?: boolean;
  /** Two-way propagation delay; half of it lies after the link. [ms] */
  base_rtt_ms?: number;
  /** When the source starts: the first packet leaves then. [s] */
  start_s?: number;
  /** When the source stops; at the end of the run if not given. [s] */
  stop_s?: number;
  /** A uniform random delay of up to this is added to the start time. [s] */
  start_jitter_s?: number;
}

/** flash crowd */
export interface CrossTrafficFlashCrowd {
  kind: "flash_crowd";
  name?: string;
  /** Index of its random stream; its position in the list if absent. Each entry of a list needs its own. */
  stream?: number;
  algorithm?: Algorithm;
  /** Its data packets can carry an ECN mark; queue disciplines that support ECN then mark them instead of dropping them. If not given, as its algorithm needs it. */
  ecn?: boolean;
  /** Codepoint of its ECN-capable packets: `ect1` asks an L4S queue for the queue of short delay. If not given, as its algorithm has it. */
  ecn_codepoint?: "ect0" | "ect1";
  /** How the receiver reports marks: `classic` repeats one bit until the sender has reduced its window, `accurate` counts marked packets. If not given, as its algorithm needs it. */
  ecn_feedback?: "classic" | "accurate";
  /** Reduces the window less for an ECN mark than for a loss: NewReno to 80 %, CUBIC to 85 %. */
  abe?: boolean;
  /** Spreads packets over the round trip instead of sending them as ACKs arrive. If not given, as its algorithm needs it. */
  pacing?: boolean;
  /** Operating system whose TCP behaviour and default options are used. */
  host?: "freebsd" | "linux_2_6" | "linux" | "ns2";
  /** Loss recovery algorithm. */
  recovery?: "sack" | "newreno" | "freebsd_sack" | "rate_halving" | "prr";
  /** The receiver sends an ACK for every second segment, or after `delayed_ack_ms`. */
  delayed_ack?: boolean;
  /** Maximum time for which the receiver delays an ACK. [ms] */
  delayed_ack_ms?: number;
  /** Growth counts acknowledged bytes instead of ACKs. */
  byte_counting?: boolean;
  /** Maximum number of packets that one ACK counts for in slow start (L); 0: no limit. [packets] */
  byte_counting_limit_packets?: number;
  /** Truncates window increments to whole bytes, as FreeBSD 7 does. */
  whole_byte_growth?: boolean;
  /** Initial congestion window (IW). [packets] */
  initial_window_packets?: number;
  /** Initial slow-start threshold; none: unlimited. [packets] */
  initial_ssthresh_packets?: number | null;
  /** Retransmission timeout before the first RTT sample. [ms] */
  initial_rto_ms?: number;
  /** Minimum RTO. Linux adds it to the smoothed RTT; FreeBSD's value includes 200 ms of slop. [ms] */
  min_rto_ms?: number;
  /** Each segment carries its sending time, and its ACK echoes it. Retransmitted data then also gives the retransmission timer an RTT sample, which ends its backoff. The 12 bytes of the option are not counted. */
  timestamps?: boolean;
  /** When the retransmission timer restarts during loss recovery; if not given, as in the TCP stack. */
  rto_restart?: "ack" | "first_partial" | "each_partial" | "head_retransmission" | "each_retransmission";
  /** Treats a segment as lost when one sent later was delivered and a reordering window has passed; this also detects a lost retransmission. No effect without SACK (`recovery`: `newreno`). */
  rack?: boolean;
  /** The first two duplicate ACKs each allow one new segment to be sent. */
  limited_transmit?: boolean;
  /** Slow start lasts while cwnd <= ssthresh (on) or cwnd < ssthresh (off). */
  slow_start_at_ssthresh?: boolean;
  /** How slow start may end before a loss: by delay and trains of ACKs (`hystart`; `hystart_for_cubic`: for CUBIC only, as in Linux), by delay after a slower phase (`hystart_pp`), or when deliveries stop doubling (`search`). */
  slow_start?: "standard" | "hystart" | "hystart_pp" | "search" | "hystart_for_cubic";
  /** Receive window; none: only TCP's own limit of 2^30 bytes. [packets] */
  receive_window_packets?: number | null;
  /** Length of each transfer. [packets] */
  transfer_packets?: number;
  /** Mean number of transfers that start per second; they start at random, independently of each other. [1/s] */
  arrivals_per_s?: number;
  /** Two-way propagation delay; half of it lies after the link. [ms] */
  base_rtt_ms?: number;
  /** When the source starts: the first packet leaves then. [s] */
  start_s?: number;
  /** When the source stops; at the end of the run if not given. [s] */
  stop_s?: number;
  /** A uniform random delay of up to this is added to the start time. [s] */
  start_jitter_s?: number;
}

export type CrossTraffic = CrossTrafficVoip | CrossTrafficCbr | CrossTrafficOnOff | CrossTrafficSawtooth | CrossTrafficFlashCrowd;

/** A token bucket before the queue. */
export interface Policer {
  /** Rate at which tokens are added, in bits on the wire. [bit/s] */
  rate_bps: number;
  /** Size of the token bucket: a burst of this length passes at the rate of its arrival after an idle time. [bytes] */
  burst_bytes?: number;
}

/** The file of a trace of opportunities. */
export interface TraceFile {
  name: string;
  /** Number of its entries. */
  entries?: number;
  digest?: string;
}

/** Random loss, policer, queue, link and reordering. */
export interface Bottleneck {
  /** Link rate, in bits on the wire. [bit/s] */
  rate_bps: number;
  /** Tick of the link's clock, as in dummynet: a packet leaves at the next tick; 0: at once. [ms] */
  tick_ms?: number;
  /** Opportunities of the link in ms, in order: at each it may send 1500 bytes, and at no other time. The rate and the tick then do not count. [ms] */
  rate_trace_ms?: number[];
  /** Whether the trace begins again at its last entry; true if absent. Otherwise the link is silent after it. */
  rate_trace_repeat?: boolean;
  queue: Queue;
  loss?: Loss;
  policer?: Policer;
  reordering?: Reordering;
  rate_model?: RateModel;
  rate_trace_file?: TraceFile;
}

/** One TCP flow. */
export interface Flow {
  name?: string;
  /** Index of its random stream; its position in the list if absent. Each entry of a list needs its own. */
  stream?: number;
  algorithm?: Algorithm;
  application?: Application;
  /** Two-way propagation delay, without transmission times: half of it after the link, half on the reverse path. The minimum RTT is longer by one packet's transmission time. [ms] */
  base_rtt_ms?: number;
  /** When the flow starts. [s] */
  start_s?: number;
  /** When the flow stops sending; at the end of the run if not given. [s] */
  stop_s?: number;
  /** A uniform random delay of up to this is added to the start time. [s] */
  start_jitter_s?: number;
  /** Each data packet leaves up to this much later, uniformly at random; the order is kept. [ms] */
  send_jitter_ms?: number;
  /** Direction of its data; the ACKs go the other way. */
  direction?: "forward" | "reverse";
  /** Number of payload bytes to send; unlimited if not given. [bytes] */
  transfer_bytes?: number;
  /** Its data packets can carry an ECN mark; queue disciplines that support ECN then mark them instead of dropping them. If not given, as its algorithm needs it. */
  ecn?: boolean;
  /** Codepoint of its ECN-capable packets: `ect1` asks an L4S queue for the queue of short delay. If not given, as its algorithm has it. */
  ecn_codepoint?: "ect0" | "ect1";
  /** How the receiver reports marks: `classic` repeats one bit until the sender has reduced its window, `accurate` counts marked packets. If not given, as its algorithm needs it. */
  ecn_feedback?: "classic" | "accurate";
  /** Reduces the window less for an ECN mark than for a loss: NewReno to 80 %, CUBIC to 85 %. */
  abe?: boolean;
  /** Spreads packets over the round trip instead of sending them as ACKs arrive. If not given, as its algorithm needs it. */
  pacing?: boolean;
  /** Operating system whose TCP behaviour and default options are used. */
  host?: "freebsd" | "linux_2_6" | "linux" | "ns2";
  /** Loss recovery algorithm. */
  recovery?: "sack" | "newreno" | "freebsd_sack" | "rate_halving" | "prr";
  /** The receiver sends an ACK for every second segment, or after `delayed_ack_ms`. */
  delayed_ack?: boolean;
  /** Maximum time for which the receiver delays an ACK. [ms] */
  delayed_ack_ms?: number;
  /** Growth counts acknowledged bytes instead of ACKs. */
  byte_counting?: boolean;
  /** Maximum number of packets that one ACK counts for in slow start (L); 0: no limit. [packets] */
  byte_counting_limit_packets?: number;
  /** Truncates window increments to whole bytes, as FreeBSD 7 does. */
  whole_byte_growth?: boolean;
  /** Initial congestion window (IW). [packets] */
  initial_window_packets?: number;
  /** Initial slow-start threshold; none: unlimited. [packets] */
  initial_ssthresh_packets?: number | null;
  /** Retransmission timeout before the first RTT sample. [ms] */
  initial_rto_ms?: number;
  /** Minimum RTO. Linux adds it to the smoothed RTT; FreeBSD's value includes 200 ms of slop. [ms] */
  min_rto_ms?: number;
  /** Each segment carries its sending time, and its ACK echoes it. Retransmitted data then also gives the retransmission timer an RTT sample, which ends its backoff. The 12 bytes of the option are not counted. */
  timestamps?: boolean;
  /** When the retransmission timer restarts during loss recovery; if not given, as in the TCP stack. */
  rto_restart?: "ack" | "first_partial" | "each_partial" | "head_retransmission" | "each_retransmission";
  /** Treats a segment as lost when one sent later was delivered and a reordering window has passed; this also detects a lost retransmission. No effect without SACK (`recovery`: `newreno`). */
  rack?: boolean;
  /** The first two duplicate ACKs each allow one new segment to be sent. */
  limited_transmit?: boolean;
  /** Slow start lasts while cwnd <= ssthresh (on) or cwnd < ssthresh (off). */
  slow_start_at_ssthresh?: boolean;
  /** How slow start may end before a loss: by delay and trains of ACKs (`hystart`; `hystart_for_cubic`: for CUBIC only, as in Linux), by delay after a slower phase (`hystart_pp`), or when deliveries stop doubling (`search`). */
  slow_start?: "standard" | "hystart" | "hystart_pp" | "search" | "hystart_for_cubic";
  /** Receive window; none: only TCP's own limit of 2^30 bytes. [packets] */
  receive_window_packets?: number | null;
}

/** A change during the run. */
export interface Intervention {
  /** When it happens, before all other events of that instant. [s] */
  at_s: number;
  path: string;
  value: number | boolean | string | null;
}

/** Everything about a run. */
export interface Scenario {
  schema: 1;
  title?: string;
  /** Seed of all random draws of the run. */
  seed?: number;
  /** Length of the run. [s] */
  duration_s: number;
  /** Size of a full data packet on the wire, including 40 bytes of headers. [bytes] */
  packet_bytes?: number;
  bottleneck: Bottleneck;
  reverse_bottleneck?: Bottleneck;
  flows?: Flow[];
  cross_traffic?: CrossTraffic[];
  interventions?: Intervention[];
}
