/** Types of a scenario document. Written by `npm run generate` from the engine's tables; never by hand. */

/** drop tail */
export interface QueueDropTail {
  discipline?: "drop_tail";
  /** Most packets that wait, the one in transmission not counted. [packets] */
  limit_packets?: number;
  /** Most bytes that wait, the packet in transmission not counted. [bytes] */
  limit_bytes?: number;
  /** Whether the arriving packet itself counts: dummynet says no, ns-2 yes. */
  counting?: "dummynet" | "ns2";
}

/** RED */
export interface QueueRed {
  discipline: "red";
  /** Most packets that wait, the one in transmission not counted. [packets] */
  limit_packets?: number;
  /** Most bytes that wait, the packet in transmission not counted. [bytes] */
  limit_bytes?: number;
  /** Average length from which on packets are dropped by chance. [packets] */
  min_threshold_packets?: number;
  /** Average length at which the probability is `max_probability`. [packets] */
  max_threshold_packets?: number;
  /** Probability at the upper threshold, before drops are spread (max_p). */
  max_probability?: number;
  /** Weight of one arrival in the average (w). */
  weight?: number;
  /** From `max_probability` at the upper threshold the probability rises to 1 at twice of it, instead of at once. */
  gentle?: boolean;
  /** At least 1 / p_b arrivals lie between two early drops. */
  wait?: boolean;
  /** Size of packet by which idle time is counted. [bytes] */
  mean_packet_bytes?: number;
  /** Marks packets that can carry a mark instead of dropping them. */
  ecn?: boolean;
}

/** CoDel */
export interface QueueCodel {
  discipline: "codel";
  /** Most packets that wait, the one in transmission not counted. [packets] */
  limit_packets?: number;
  /** Most bytes that wait, the packet in transmission not counted. [bytes] */
  limit_bytes?: number;
  /** How long a packet may wait. [ms] */
  target_ms?: number;
  /** For how long all packets wait longer before one is dropped: about the longest usual RTT. [ms] */
  interval_ms?: number;
  /** Marks packets that can carry a mark instead of dropping them. */
  ecn?: boolean;
}

/** PIE */
export interface QueuePie {
  discipline: "pie";
  /** Most packets that wait, the one in transmission not counted. [packets] */
  limit_packets?: number;
  /** Most bytes that wait, the packet in transmission not counted. [bytes] */
  limit_bytes?: number;
  /** The queueing delay that is aimed at (QDELAY_REF). [ms] */
  target_ms?: number;
  /** From one update of the probability to the next (T_UPDATE). [ms] */
  update_ms?: number;
  /** Weight of the delay's distance from the target. [1/s] */
  alpha?: number;
  /** Weight of the delay's change. [1/s] */
  beta?: number;
  /** How long a burst into an empty queue is let in (MAX_BURST). [ms] */
  max_burst_ms?: number;
  /** Nothing is dropped by chance while two of this size or less wait. [bytes] */
  mean_packet_bytes?: number;
  /** Marks packets that can carry a mark instead of dropping them. */
  ecn?: boolean;
  /** Greatest probability at which packets are marked; above, they are dropped. */
  mark_probability?: number;
}

/** FQ-CoDel */
export interface QueueFqCodel {
  discipline: "fq_codel";
  /** Most packets that wait in all queues, the one in transmission not counted. [packets] */
  limit_packets?: number;
  /** Most bytes that wait in all queues, the packet in transmission not counted. [bytes] */
  limit_bytes?: number;
  /** How long a packet may wait. [ms] */
  target_ms?: number;
  /** For how long all packets of a flow wait longer before one is dropped. [ms] */
  interval_ms?: number;
  /** What a queue may send in a round. [bytes] */
  quantum_bytes?: number;
  /** Flows are hashed into so many queues; without, each has its own. */
  queues?: number | null;
  /** Changes which flows share a queue. */
  perturbation?: number;
  /** Marks packets that can carry a mark instead of dropping them. */
  ecn?: boolean;
}

export type Queue = QueueDropTail | QueueRed | QueueCodel | QueuePie | QueueFqCodel;

/** Bernoulli */
export interface LossBernoulli {
  model?: "bernoulli";
  /** Chance that a packet is lost. */
  probability?: number;
}

/** none */
export interface LossNone {
  model: "none";
}

/** Gilbert-Elliott */
export interface LossGilbertElliott {
  model: "gilbert_elliott";
  /** What moves the state: time, every data packet of the link, or each stream's own packets. */
  clock?: "time" | "link_packets" | "flow_packets";
  /** Mean sojourn in the good state, by the clock `time`; none = a packet's time over `p_good_bad`. [s] */
  good_s?: number | null;
  /** Mean sojourn in the bad state, by the clock `time`; none = a packet's time over `p_bad_good`. [s] */
  bad_s?: number | null;
  /** Chance that the bad state follows the good one, at each packet. */
  p_good_bad?: number;
  /** Chance that the good state follows the bad one, at each packet. */
  p_bad_good?: number;
  /** Chance that a packet is lost in the good state. */
  loss_good?: number;
  /** Chance that a packet is lost in the bad state. */
  loss_bad?: number;
}

/** periodic */
export interface LossPeriodic {
  model: "periodic";
  /** From one loss to the next, in packets, the lost one included; repeated. */
  gaps?: number[];
}

/** schedule */
export interface LossSchedule {
  model: "schedule";
  /** The phases, one after the other; repeated. */
  phases?: { duration_s: number; every: number }[];
}

export type Loss = LossBernoulli | LossNone | LossGilbertElliott | LossPeriodic | LossSchedule;

/** Bernoulli */
export interface ReorderingBernoulli {
  model?: "bernoulli";
  /** Chance that a packet is held. */
  probability?: number;
  /** So many later packets of its flow pass it; three make duplicate acknowledgements enough for a retransmission. [packets] */
  depth_packets?: number;
}

export type Reordering = ReorderingBernoulli;

/** NewReno */
export interface AlgorithmNewreno {
  kind?: "newreno";
}

/** CDG */
export interface AlgorithmCdg {
  kind: "cdg";
  /** Whose CDG: the paper's, FreeBSD's or Linux's. */
  variant?: "paper" | "freebsd" | "linux";
  /** Gradients that are averaged (a). [RTTs] */
  smoothing?: number;
  /** Gradient at which a backoff has 63 chances in 100 (G). [ms per RTT] */
  g_ms?: number;
  /** What a delay backoff leaves of the window. */
  beta_delay?: number;
  /** What a loss from congestion leaves of the window. */
  beta_loss?: number;
  /** Delay backoffs in a row after which further indications are held to be ineffectual (b). */
  ineffectual_backoffs?: number;
  /** Indications that are then ignored (b'). */
  ignored_backoffs?: number;
  /** Tick of the host's clock in which round trips are counted; 0 = exact. [ms] */
  rtt_tick_ms?: number;
  /** The count of backoffs restarts when either smoothed gradient is negative, or only when both are. */
  ineffectual_reset?: "either" | "both";
  /** The window backs off by chance as the delay grows. */
  delay_backoff?: boolean;
  /** A shadow window remembers what delay backoffs gave up. */
  shadow_window?: boolean;
  /** A loss while the queue is not full is not taken as congestion. */
  loss_tolerance?: boolean;
  /** After b backoffs in vain the next b' indications are ignored. */
  ineffectual_detection?: boolean;
  /** A loss while nothing is known of the queue yet is congestion. */
  unknown_is_congestion?: boolean;
  /** A loss in slow start is congestion, or judged by the queue's state. */
  slow_start_loss?: "newreno" | "by_queue";
  /** The shadow window takes the window before the backoff, or after it. */
  shadow_at_backoff?: "before" | "after";
  /** A loss from congestion halves the shadow window, or keeps it. */
  shadow_at_loss?: "halve" | "keep";
  /** The shadow window at the start: the window, or none. */
  shadow_initial?: "window" | "zero";
  /** The window grows in rounds whose indication is ignored. */
  grow_while_held?: boolean;
  /** The window grows during a recovery whose loss is not taken as congestion. */
  grow_in_recovery?: boolean;
  /** RTTs without a backoff after which growth gains one packet per RTT; 0 = never. [RTTs] */
  alpha_increase_rtts?: number;
  /** Gradients missing at the start count as zero, or are extrapolated. */
  window_fill?: "zero" | "extrapolate";
}

/** CUBIC */
export interface AlgorithmCubic {
  kind: "cubic";
  /** Which CUBIC: the standard's, that of Linux 2.6.25, or that of Linux 5. */
  variant?: "rfc9438" | "linux_2_6_25" | "linux";
  /** A flow that loses at a smaller window than before leaves room for others. */
  fast_convergence?: boolean;
  /** The window is at least what Reno's would be. */
  tcp_friendliness?: boolean;
}

/** H-TCP */
export interface AlgorithmHtcp {
  kind: "htcp";
  /** Whose H-TCP. */
  variant?: "freebsd" | "linux" | "linux_2_6_25" | "linux_2_6_25_disorder_bug";
  /** The backoff follows the ratio of the smallest to the largest RTT. */
  adaptive_backoff?: boolean;
  /** The backoff is 0.5 after the throughput has changed by more than 20 %. */
  adaptive_reset?: boolean;
  /** Growth is scaled by the RTT, so that it is the same per second. */
  rtt_scaling?: boolean;
}

/** Vegas */
export interface AlgorithmVegas {
  kind: "vegas";
  /** Whose Vegas. */
  variant?: "freebsd" | "linux" | "ns2" | "paper";
  /** The window grows while fewer of its own packets wait in the queue. [packets] */
  alpha?: number;
  /** The window shrinks while more of its own packets wait in the queue. [packets] */
  beta?: number;
  /** Slow start ends when more of its own packets wait in the queue. [packets] */
  gamma?: number;
}

/** AIMD */
export interface AlgorithmAimd {
  kind: "aimd";
  /** Share of the window given up at a loss (b). */
  b?: number;
  /** How the growth a follows from b, so that b changes the manner and not the rate. */
  relation?: "slowcc" | "deterministic";
  /** Packets gained per RTT (a), instead of a relation. [packets per RTT] */
  a?: number;
  /** The first loss, one in slow start and one after a timeout halve the window, whatever b is. */
  first_loss_halves?: boolean;
}

/** SQRT */
export interface AlgorithmSqrt {
  kind: "sqrt";
  /** Scale of the decrease (beta): packets given up at a loss, at a window of 1. */
  beta?: number;
  /** Scale of growth (alpha): packets gained per RTT, at a window of 1; absent = 1.5 beta, TCP's rate. */
  alpha?: number;
  /** The first loss, one in slow start and one after a timeout halve the window, whatever beta is. */
  first_loss_halves?: boolean;
}

/** IIAD */
export interface AlgorithmIiad {
  kind: "iiad";
  /** Packets given up at a loss (beta). [packets] */
  beta?: number;
  /** Scale of growth (alpha): packets gained per RTT, at a window of 1; absent = 1.5 beta, TCP's rate. */
  alpha?: number;
  /** The first loss, one in slow start and one after a timeout halve the window, whatever beta is. */
  first_loss_halves?: boolean;
}

/** CARD */
export interface AlgorithmCard {
  kind: "card";
  /** What a decrease leaves of the window. */
  beta_delay?: number;
  /** The gradient is that of the delay alone, whatever the window did. */
  normalised_only?: boolean;
}

/** DUAL */
export interface AlgorithmDual {
  kind: "dual";
  /** What a delay above the threshold leaves of the window. */
  beta_delay?: number;
  /** Where the threshold lies between the smallest delay (0) and the largest (1). */
  threshold?: number;
  /** Delays are the smoothed RTT, instead of its latest sample. */
  smoothed_rtt?: boolean;
}

/** FAST */
export interface AlgorithmFast {
  kind: "fast";
  /** Its own packets that are to wait in the queue; none = by the prototype's table. [packets] */
  alpha?: number | null;
  /** Share of the way to the equation's target that one step goes. */
  gamma?: number;
  /** While there is no queue the window grows by the share gamma of itself. */
  multiplicative_increase?: boolean;
}

/** TCP-Africa */
export interface AlgorithmAfrica {
  kind: "africa";
  /** Its own packets in the queue from which it is slow. [packets] */
  alpha?: number;
  /** The queue is judged by the mean RTT of a round, instead of its smallest. */
  smoothed_rtt?: boolean;
}

/** Compound TCP */
export interface AlgorithmCompound {
  kind: "compound";
  /** Scale of the delay window's growth (alpha). */
  alpha?: number;
  /** Exponent of its growth (k). */
  k?: number;
  /** Share of the whole window given up at a loss (beta). */
  beta?: number;
  /** Packets of the flow in the queue from which the delay window gives way (gamma). [packets] */
  gamma_packets?: number;
  /** Packets that it gives up for each packet in the queue (zeta). */
  zeta?: number;
  /** Window below which there is no delay window. [packets] */
  low_window_packets?: number;
}

/** TCP-LP */
export interface AlgorithmLp {
  kind: "lp";
  /** Whose TCP-LP: the paper's, or Linux's, which forgets old delays. */
  variant?: "paper" | "linux";
  /** Share of the known span of delays from which on there is congestion. */
  threshold?: number;
  /** Weight of a new sample in the smoothed delay. */
  gain?: number;
  /** Length of the inference phase. [RTTs] */
  inference_rtts?: number;
}

/** PERT */
export interface AlgorithmPert {
  kind: "pert";
  /** Growth, decrease and the curve's end follow what the flow meets. */
  adaptive?: boolean;
  /** Weight of a new sample in the smoothed RTT. */
  weight?: number;
  /** Queueing delay from which on there are responses. [ms] */
  min_threshold_ms?: number;
  /** Queueing delay at which their probability is `max_probability`; it is 1 at twice that. [ms] */
  max_threshold_ms?: number;
  /** Probability at that delay, for each acknowledgement. */
  max_probability?: number;
  /** Share of the window given up by a response (unless `adaptive`). */
  decrease?: number;
}

/** HD */
export interface AlgorithmHd {
  kind: "hd";
  /** Queueing delay above which it may back off. [ms] */
  q_min_ms?: number;
  /** Queueing delay at which backing off is likeliest. [ms] */
  q_threshold_ms?: number;
  /** Probability there, for each acknowledgement. */
  max_probability?: number;
}

/** CHD */
export interface AlgorithmChd {
  kind: "chd";
  /** Queueing delay above which it may back off. [ms] */
  q_min_ms?: number;
  /** Queueing delay at which backing off is likeliest, and above which a loss is congestion. [ms] */
  q_threshold_ms?: number;
  /** Probability there, for each interval. */
  max_probability?: number;
  /** It competes with flows that fill the queue: the shadow window is redeemed at a loss. */
  loss_fair?: boolean;
  /** The interval's greatest RTT is judged, not its latest. */
  use_max?: boolean;
}

/** RAP */
export interface AlgorithmRap {
  kind: "rap";
  /** Share of the rate given up at a loss event (b). */
  b?: number;
  /** How the increase a follows from b: as TCP-compatible with timeouts (slowcc), or by the sawtooth alone (deterministic). */
  relation?: "slowcc" | "deterministic";
  /** Stretches each gap by the short over the long average of the RTT. */
  fine_grain?: boolean;
}

/** TFRC */
export interface AlgorithmTfrc {
  kind: "tfrc";
  /** Set of defaults. */
  variant?: "ns2" | "rfc5348";
  /** Loss intervals that are averaged (k). The default of 8 is the SlowCC paper's TFRC(6), by the sum of the weights. */
  k?: number;
  /** Never sends much faster than packets arrive: in the round after a reported loss not at all. */
  self_clocked?: boolean;
  /** How much faster, self-clocked, in other rounds (C). */
  self_clocking_factor?: number;
  /** Weighs old intervals less while a long one without loss goes on. */
  history_discounting?: boolean;
  /** Least factor of discounting. */
  discounting_floor?: number;
  /** Share of the old value in the smoothed RTT at each report (q). */
  rtt_smoothing?: number;
  /** A packet is lost when so many later ones have arrived. [packets] */
  lost_after_packets?: number;
  /** The rate rises by a packet per RTT in each RTT towards the equation's, instead of at once. */
  gradual_increase?: boolean;
  /** The equation's factor of timeouts is at most 1. */
  bounded_timeouts?: boolean;
  /** The equation's timeout is SRTT + 4 RTTVAR, as TCP measures it, instead of 4 RTTs. */
  measured_timeout?: boolean;
  /** Tick of the clock that measures the equation's timeout, which counts whole ticks; 0: an exact clock. [ms] */
  timeout_tick_ms?: number;
  /** Each gap is stretched or shortened as the latest RTT is above or below the average, by the root of their ratio. */
  damping?: boolean;
  /** The rate is halved after so many RTTs without feedback. [RTTs] */
  no_feedback_rtts?: number;
}

/** TEAR */
export interface AlgorithmTear {
  kind: "tear";
  /** Epochs whose rates are averaged. */
  epochs?: number;
  /** Packets that must follow a gap within two round trips: then it was a loss, else a timeout. [packets] */
  packets_after_gap?: number;
  /** The rate is halved after so many RTTs without a report. [RTTs] */
  no_feedback_rtts?: number;
}

export type Algorithm = AlgorithmNewreno | AlgorithmCdg | AlgorithmCubic | AlgorithmHtcp | AlgorithmVegas | AlgorithmAimd | AlgorithmSqrt | AlgorithmIiad | AlgorithmCard | AlgorithmDual | AlgorithmFast | AlgorithmAfrica | AlgorithmCompound | AlgorithmLp | AlgorithmPert | AlgorithmHd | AlgorithmChd | AlgorithmRap | AlgorithmTfrc | AlgorithmTear;

/** VoIP */
export interface CrossTrafficVoip {
  kind: "voip";
  name?: string;
  /** Number of its stream of luck; its position in the list if absent. Two alike in one list are refused. */
  stream?: number;
  /** A packet on the wire. [bytes] */
  packet_bytes?: number;
  /** From one packet to the next. [ms] */
  interval_ms?: number;
  /** Round-trip time of the empty path; half of it lies after the link. [ms] */
  base_rtt_ms?: number;
  /** When it starts: the first packet leaves then. [s] */
  start_s?: number;
  /** When it stops; the end of the run if absent. [s] */
  stop_s?: number;
  /** A uniform draw up to this is added to the start. [s] */
  start_jitter_s?: number;
}

/** constant bit rate */
export interface CrossTrafficCbr {
  kind: "cbr";
  name?: string;
  /** Number of its stream of luck; its position in the list if absent. Two alike in one list are refused. */
  stream?: number;
  /** A packet on the wire. [bytes] */
  packet_bytes?: number;
  /** Rate in bits on the wire. [bit/s] */
  rate_bps?: number;
  /** From one packet to the next. [ms] */
  interval_ms?: number;
  /** Round-trip time of the empty path; half of it lies after the link. [ms] */
  base_rtt_ms?: number;
  /** When it starts: the first packet leaves then. [s] */
  start_s?: number;
  /** When it stops; the end of the run if absent. [s] */
  stop_s?: number;
  /** A uniform draw up to this is added to the start. [s] */
  start_jitter_s?: number;
}

/** on and off */
export interface CrossTrafficOnOff {
  kind: "on_off";
  name?: string;
  /** Number of its stream of luck; its position in the list if absent. Two alike in one list are refused. */
  stream?: number;
  /** A packet on the wire. [bytes] */
  packet_bytes?: number;
  /** Rate while on, in bits on the wire. [bit/s] */
  rate_bps?: number;
  /** How long it sends. [s] */
  on_s?: number;
  /** How long it is silent then. [s] */
  off_s?: number;
  /** Round-trip time of the empty path; half of it lies after the link. [ms] */
  base_rtt_ms?: number;
  /** When it starts: the first packet leaves then. [s] */
  start_s?: number;
  /** When it stops; the end of the run if absent. [s] */
  stop_s?: number;
  /** A uniform draw up to this is added to the start. [s] */
  start_jitter_s?: number;
}

/** sawtooth */
export interface CrossTrafficSawtooth {
  kind: "sawtooth";
  name?: string;
  /** Number of its stream of luck; its position in the list if absent. Two alike in one list are refused. */
  stream?: number;
  /** A packet on the wire. [bytes] */
  packet_bytes?: number;
  /** Greatest rate, in bits on the wire. [bit/s] */
  peak_bps?: number;
  /** From one jump to the next. [s] */
  period_s?: number;
  /** The silent part of it. [s] */
  off_s?: number;
  /** Rises to the peak, then falls silent; otherwise starts at the peak and falls. */
  rising?: boolean;
  /** Round-trip time of the empty path; half of it lies after the link. [ms] */
  base_rtt_ms?: number;
  /** When it starts: the first packet leaves then. [s] */
  start_s?: number;
  /** When it stops; the end of the run if absent. [s] */
  stop_s?: number;
  /** A uniform draw up to this is added to the start. [s] */
  start_jitter_s?: number;
}

/** flash crowd */
export interface CrossTrafficFlashCrowd {
  kind: "flash_crowd";
  name?: string;
  /** Number of its stream of luck; its position in the list if absent. Two alike in one list are refused. */
  stream?: number;
  algorithm?: Algorithm;
  /** Its data packets may be marked instead of dropped, where the queue's discipline does so. */
  ecn?: boolean;
  /** Set of TCP options. */
  host?: "freebsd" | "linux_2_6" | "linux" | "ns2";
  /** Loss recovery engine. */
  recovery?: "sack" | "newreno" | "freebsd_sack" | "rate_halving" | "prr";
  /** The receiver acknowledges every second segment, or after `delayed_ack_ms`. */
  delayed_ack?: boolean;
  /** Longest wait of a delayed acknowledgement. [ms] */
  delayed_ack_ms?: number;
  /** Growth counts acknowledged bytes instead of acknowledgements. */
  byte_counting?: boolean;
  /** Most packets that one acknowledgement counts for in slow start; 0 = no bound. [packets] */
  byte_counting_limit_packets?: number;
  /** Increments are truncated to whole bytes, as FreeBSD 7 does. */
  whole_byte_growth?: boolean;
  /** Initial congestion window. [packets] */
  initial_window_packets?: number;
  /** Initial slow-start threshold; none = unlimited. [packets] */
  initial_ssthresh_packets?: number | null;
  /** Retransmission timeout before the first RTT sample. [ms] */
  initial_rto_ms?: number;
  /** Least retransmission timeout. Linux adds it to the smoothed RTT; FreeBSD's holds 200 ms that are added to every timeout. [ms] */
  min_rto_ms?: number;
  /** Each segment carries the time when it left, and its acknowledgement echoes it: one of retransmitted data gives the retransmission timer a sample, too, and ends its backoff. The 12 bytes of the option are not counted. */
  timestamps?: boolean;
  /** When the retransmission timer is restarted while losses are repaired; absent: as the host's system does. */
  rto_restart?: "ack" | "first_partial" | "each_partial" | "head_retransmission" | "each_retransmission";
  /** A segment is lost when one that left later was delivered and a reordering window has passed; a lost retransmission is found this way, too. No effect without SACK (`recovery`: `newreno`). */
  rack?: boolean;
  /** The first two duplicate acknowledgements each send a new segment. */
  limited_transmit?: boolean;
  /** Slow start while cwnd <= ssthresh (true) or < (false). */
  slow_start_at_ssthresh?: boolean;
  /** How slow start may end before a loss; `hystart_for_cubic`: for CUBIC only, as Linux has it. */
  slow_start?: "standard" | "hystart" | "hystart_for_cubic";
  /** Receiver's window; none = no limit but TCP's own of 2^30 bytes. [packets] */
  receive_window_packets?: number | null;
  /** Length of each transfer. [packets] */
  transfer_packets?: number;
  /** Transfers that begin in a second, on average; they come by chance, independently of each other. [1/s] */
  arrivals_per_s?: number;
  /** Round-trip time of the empty path; half of it lies after the link. [ms] */
  base_rtt_ms?: number;
  /** When it starts: the first packet leaves then. [s] */
  start_s?: number;
  /** When it stops; the end of the run if absent. [s] */
  stop_s?: number;
  /** A uniform draw up to this is added to the start. [s] */
  start_jitter_s?: number;
}

export type CrossTraffic = CrossTrafficVoip | CrossTrafficCbr | CrossTrafficOnOff | CrossTrafficSawtooth | CrossTrafficFlashCrowd;

/** Random loss, queue, link and reordering. */
export interface Bottleneck {
  /** Rate of the link; wire bits. [bit/s] */
  rate_bps: number;
  /** The link serves in ticks of this length, as dummynet does: a packet leaves at the tick that follows; 0 = at once. [ms] */
  tick_ms?: number;
  queue: Queue;
  loss?: Loss;
  reordering?: Reordering;
}

/** One TCP flow. */
export interface Flow {
  name?: string;
  /** Number of its stream of luck; its position in the list if absent. Two alike in one list are refused. */
  stream?: number;
  algorithm?: Algorithm;
  /** Round-trip time of the empty path, transmission not counted; half of it after the link, half on the way back. [ms] */
  base_rtt_ms?: number;
  /** When the flow starts. [s] */
  start_s?: number;
  /** When the flow stops sending; the end of the run if absent. [s] */
  stop_s?: number;
  /** A uniform draw up to this is added to the start. [s] */
  start_jitter_s?: number;
  /** Each data packet leaves up to this much later, order kept. [ms] */
  send_jitter_ms?: number;
  /** Which way its data goes; the acknowledgements go the other way. */
  direction?: "forward" | "reverse";
  /** Payload that it has to send; endless if absent. [bytes] */
  transfer_bytes?: number;
  /** Its data packets may be marked instead of dropped, where the queue's discipline does so. */
  ecn?: boolean;
  /** Set of TCP options. */
  host?: "freebsd" | "linux_2_6" | "linux" | "ns2";
  /** Loss recovery engine. */
  recovery?: "sack" | "newreno" | "freebsd_sack" | "rate_halving" | "prr";
  /** The receiver acknowledges every second segment, or after `delayed_ack_ms`. */
  delayed_ack?: boolean;
  /** Longest wait of a delayed acknowledgement. [ms] */
  delayed_ack_ms?: number;
  /** Growth counts acknowledged bytes instead of acknowledgements. */
  byte_counting?: boolean;
  /** Most packets that one acknowledgement counts for in slow start; 0 = no bound. [packets] */
  byte_counting_limit_packets?: number;
  /** Increments are truncated to whole bytes, as FreeBSD 7 does. */
  whole_byte_growth?: boolean;
  /** Initial congestion window. [packets] */
  initial_window_packets?: number;
  /** Initial slow-start threshold; none = unlimited. [packets] */
  initial_ssthresh_packets?: number | null;
  /** Retransmission timeout before the first RTT sample. [ms] */
  initial_rto_ms?: number;
  /** Least retransmission timeout. Linux adds it to the smoothed RTT; FreeBSD's holds 200 ms that are added to every timeout. [ms] */
  min_rto_ms?: number;
  /** Each segment carries the time when it left, and its acknowledgement echoes it: one of retransmitted data gives the retransmission timer a sample, too, and ends its backoff. The 12 bytes of the option are not counted. */
  timestamps?: boolean;
  /** When the retransmission timer is restarted while losses are repaired; absent: as the host's system does. */
  rto_restart?: "ack" | "first_partial" | "each_partial" | "head_retransmission" | "each_retransmission";
  /** A segment is lost when one that left later was delivered and a reordering window has passed; a lost retransmission is found this way, too. No effect without SACK (`recovery`: `newreno`). */
  rack?: boolean;
  /** The first two duplicate acknowledgements each send a new segment. */
  limited_transmit?: boolean;
  /** Slow start while cwnd <= ssthresh (true) or < (false). */
  slow_start_at_ssthresh?: boolean;
  /** How slow start may end before a loss; `hystart_for_cubic`: for CUBIC only, as Linux has it. */
  slow_start?: "standard" | "hystart" | "hystart_for_cubic";
  /** Receiver's window; none = no limit but TCP's own of 2^30 bytes. [packets] */
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
  /** Seed of every random draw of the run. */
  seed?: number;
  /** Length of the run. [s] */
  duration_s: number;
  /** A full data packet on the wire; 40 bytes of it are headers. [bytes] */
  packet_bytes?: number;
  bottleneck: Bottleneck;
  reverse_bottleneck?: Bottleneck;
  flows?: Flow[];
  cross_traffic?: CrossTraffic[];
  interventions?: Intervention[];
}
