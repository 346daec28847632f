/** The tables of all settings. Written by `npm run generate` from the engine's tables; never by hand. */

export type Value = number | boolean | string | null;

/** A value of a list: bare numbers, or objects of numbers. */
export type Entries = readonly number[] | readonly Readonly<Record<string, number>>[];

/** What a setting may be. `above`: `min` itself is refused. */
export type Domain =
  | { type: "switch" }
  | { type: "number"; min: number; max: number; above: boolean; integer: boolean }
  | { type: "words"; words: readonly string[] }
  /** One field without a name: the entries are bare numbers. */
  | { type: "list"; most: number; fields: readonly Field[] };

/** A field of a list's entries. */
export interface Field {
  name: string;
  min: number;
  max: number;
  above: boolean;
  integer: boolean;
  unit: string;
  help: string;
}

/** One row: a setting of the scenario. */
export interface Setting {
  name: string;
  domain: Domain;
  nullable: boolean;
  required: boolean;
  default: Value | Entries;
  unit: string;
  scale: "linear" | "log";
  live: boolean;
  help: string;
  source: string;
}

/** A named set of defaults (a CDG variant, a host) and what it lacks. */
export interface Variant {
  name: string;
  defaults: Readonly<Record<string, Value>>;
  lacks: readonly string[];
}

/** Settings of which a document gives one only. */
export interface OneOf {
  fields: readonly string[];
  required: boolean;
}

/** A kind of thing with its settings. */
export interface Section {
  kind: string;
  title: string;
  about: string;
  source: string;
  params: readonly Setting[];
  selector: string;
  variants: readonly Variant[];
  one_of: readonly OneOf[];
  /** An algorithm that sets a rate, no window. */
  rate_based: boolean;
}

/** The run's own settings. */
export const RUN: Section = {
  kind: "run",
  title: "Run",
  about: "",
  source: "",
  selector: "",
  variants: [],
  one_of: [],
  rate_based: false,
  params: [
    {"name":"seed","domain":{"type":"number","min":0,"max":9007199254740991,"above":false,"integer":true},"nullable":false,"required":false,"default":1,"unit":"","scale":"linear","live":false,"help":"Seed of every random draw of the run.","source":"choice"},
    {"name":"duration_s","domain":{"type":"number","min":0,"max":10000000,"above":true,"integer":false},"nullable":false,"required":true,"default":80,"unit":"s","scale":"linear","live":false,"help":"Length of the run.","source":"choice"},
    {"name":"packet_bytes","domain":{"type":"number","min":41,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":1500,"unit":"bytes","scale":"linear","live":false,"help":"A full data packet on the wire; 40 bytes of it are headers.","source":"Ethernet's MTU"},
  ],
};

/** The bottleneck's own settings. */
export const BOTTLENECK: Section = {
  kind: "bottleneck",
  title: "Bottleneck",
  about: "",
  source: "",
  selector: "",
  variants: [],
  one_of: [],
  rate_based: false,
  params: [
    {"name":"rate_bps","domain":{"type":"number","min":1000,"max":1000000000000,"above":false,"integer":false},"nullable":false,"required":true,"default":10000000,"unit":"bit/s","scale":"log","live":true,"help":"Rate of the link; wire bits.","source":"CDG paper, section 4: 10 Mbps"},
    {"name":"tick_ms","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"ms","scale":"linear","live":false,"help":"The link serves in ticks of this length, as dummynet does: a packet leaves at the tick that follows; 0 = at once.","source":"FreeBSD's dummynet: 1 ms at hz = 1000"},
  ],
};

/** A flow's settings; hosts are its variants. */
export const FLOW: Section = {
  kind: "flow",
  title: "Flow",
  about: "",
  source: "",
  selector: "host",
  variants: [{"name":"freebsd","defaults":{},"lacks":[]},{"name":"linux_2_6","defaults":{"delayed_ack":true,"delayed_ack_ms":40,"recovery":"rate_halving","min_rto_ms":200},"lacks":[]},{"name":"linux","defaults":{"recovery":"prr","delayed_ack":true,"delayed_ack_ms":40,"byte_counting":true,"byte_counting_limit_packets":0,"initial_window_packets":10,"initial_rto_ms":1000,"min_rto_ms":200,"slow_start_at_ssthresh":false,"slow_start":"hystart_for_cubic"},"lacks":[]},{"name":"ns2","defaults":{"initial_window_packets":2,"min_rto_ms":200,"slow_start_at_ssthresh":false},"lacks":[]}],
  one_of: [],
  rate_based: false,
  params: [
    {"name":"base_rtt_ms","domain":{"type":"number","min":0,"max":100000,"above":true,"integer":false},"nullable":false,"required":false,"default":40,"unit":"ms","scale":"log","live":true,"help":"Round-trip time of the empty path, transmission not counted; half of it after the link, half on the way back.","source":"CDG paper, section 4"},
    {"name":"start_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false,"help":"When the flow starts.","source":"choice"},
    {"name":"stop_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":null,"unit":"s","scale":"linear","live":false,"help":"When the flow stops sending; the end of the run if absent.","source":"choice"},
    {"name":"start_jitter_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false,"help":"A uniform draw up to this is added to the start.","source":"choice"},
    {"name":"send_jitter_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":0.1,"unit":"ms","scale":"linear","live":true,"help":"Each data packet leaves up to this much later, order kept.","source":"noise of a test-bed's hosts; 0 lets phase effects appear"},
    {"name":"direction","domain":{"type":"words","words":["forward","reverse"]},"nullable":false,"required":false,"default":"forward","unit":"","scale":"linear","live":false,"help":"Which way its data goes; the acknowledgements go the other way.","source":"choice"},
    {"name":"transfer_bytes","domain":{"type":"number","min":1,"max":9007199254740991,"above":false,"integer":true},"nullable":false,"required":false,"default":null,"unit":"bytes","scale":"log","live":false,"help":"Payload that it has to send; endless if absent.","source":"choice"},
    {"name":"ecn","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":false,"help":"Its data packets may be marked instead of dropped, where the queue's discipline does so.","source":"RFC 3168; off on the papers' hosts"},
    {"name":"host","domain":{"type":"words","words":["freebsd","linux_2_6","linux","ns2"]},"nullable":false,"required":false,"default":"freebsd","unit":"","scale":"linear","live":false,"help":"Set of TCP options.","source":"the CDG and VoIP papers' hosts"},
    {"name":"recovery","domain":{"type":"words","words":["sack","newreno","freebsd_sack","rate_halving","prr"]},"nullable":false,"required":false,"default":"sack","unit":"","scale":"linear","live":false,"help":"Loss recovery engine.","source":"RFC 6675; RFC 6582"},
    {"name":"delayed_ack","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":false,"help":"The receiver acknowledges every second segment, or after `delayed_ack_ms`.","source":"VoIP report: off on its FreeBSD hosts"},
    {"name":"delayed_ack_ms","domain":{"type":"number","min":1e-6,"max":10000,"above":false,"integer":false},"nullable":false,"required":false,"default":100,"unit":"ms","scale":"linear","live":false,"help":"Longest wait of a delayed acknowledgement.","source":"FreeBSD"},
    {"name":"byte_counting","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":false,"help":"Growth counts acknowledged bytes instead of acknowledgements.","source":"RFC 3465"},
    {"name":"byte_counting_limit_packets","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":2,"unit":"packets","scale":"linear","live":false,"help":"Most packets that one acknowledgement counts for in slow start; 0 = no bound.","source":"RFC 3465: L = 2"},
    {"name":"whole_byte_growth","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":false,"help":"Increments are truncated to whole bytes, as FreeBSD 7 does.","source":"FreeBSD 7"},
    {"name":"initial_window_packets","domain":{"type":"number","min":1,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":3,"unit":"packets","scale":"linear","live":false,"help":"Initial congestion window.","source":"RFC 3390"},
    {"name":"initial_ssthresh_packets","domain":{"type":"number","min":2,"max":10000000,"above":false,"integer":false},"nullable":true,"required":false,"default":null,"unit":"packets","scale":"linear","live":false,"help":"Initial slow-start threshold; none = unlimited.","source":"RFC 5681: arbitrarily high"},
    {"name":"initial_rto_ms","domain":{"type":"number","min":1e-6,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":3000,"unit":"ms","scale":"linear","live":false,"help":"Retransmission timeout before the first RTT sample.","source":"RFC 2988"},
    {"name":"min_rto_ms","domain":{"type":"number","min":1e-6,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":230,"unit":"ms","scale":"linear","live":false,"help":"Least retransmission timeout. Linux adds it to the smoothed RTT; FreeBSD's holds 200 ms that are added to every timeout.","source":"FreeBSD: 30 ms and 200 ms of slop"},
    {"name":"limited_transmit","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":false,"help":"The first two duplicate acknowledgements each send a new segment.","source":"RFC 3042"},
    {"name":"slow_start_at_ssthresh","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":false,"help":"Slow start while cwnd <= ssthresh (true) or < (false).","source":"FreeBSD: <="},
    {"name":"slow_start","domain":{"type":"words","words":["standard","hystart","hystart_for_cubic"]},"nullable":false,"required":false,"default":"standard","unit":"","scale":"linear","live":false,"help":"How slow start may end before a loss; `hystart_for_cubic`: for CUBIC only, as Linux has it.","source":"RFC 5681, section 3.1"},
    {"name":"receive_window_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":true,"required":false,"default":null,"unit":"packets","scale":"linear","live":true,"help":"Receiver's window; none = no limit but TCP's own of 2^30 bytes.","source":"choice"},
  ],
};

/** Congestion controls, by `kind`. */
export const ALGORITHMS: readonly Section[] = [
  {
    kind: "newreno",
    title: "NewReno",
    about: "Adds one packet per round trip and halves its window at each loss.",
    source: "RFC 5681, RFC 6582",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
    ],
  },
  {
    kind: "cdg",
    title: "CDG",
    about: "Backs off by chance when the round-trip time grows, and tells random losses from a full queue.",
    source: "D. A. Hayes, G. Armitage, Revisiting TCP Congestion Control using Delay Gradients, NETWORKING 2011",
    selector: "variant",
    variants: [{"name":"paper","defaults":{},"lacks":[]},{"name":"freebsd","defaults":{"slow_start_loss":"by_queue","shadow_at_backoff":"after"},"lacks":[]},{"name":"linux","defaults":{"g_ms":2.9761904761904763,"beta_delay":0.70703125,"rtt_tick_ms":0,"loss_tolerance":false,"slow_start_loss":"by_queue","grow_while_held":true,"window_fill":"extrapolate"},"lacks":["ignored_backoffs","alpha_increase_rtts"]}],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"variant","domain":{"type":"words","words":["paper","freebsd","linux"]},"nullable":false,"required":false,"default":"paper","unit":"","scale":"linear","live":true,"help":"Whose CDG: the paper's, FreeBSD's or Linux's.","source":"choice"},
      {"name":"smoothing","domain":{"type":"number","min":1,"max":256,"above":false,"integer":true},"nullable":false,"required":false,"default":8,"unit":"RTTs","scale":"log","live":true,"help":"Gradients that are averaged (a).","source":"CDG paper, section 4"},
      {"name":"g_ms","domain":{"type":"number","min":0,"max":1000000,"above":true,"integer":false},"nullable":false,"required":false,"default":3,"unit":"ms per RTT","scale":"log","live":true,"help":"Gradient at which a backoff has 63 chances in 100 (G).","source":"CDG paper, section 4; its unit is FreeBSD's tick of 1 ms"},
      {"name":"beta_delay","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.7,"unit":"","scale":"linear","live":true,"help":"What a delay backoff leaves of the window.","source":"CDG paper, section 4"},
      {"name":"beta_loss","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"linear","live":true,"help":"What a loss from congestion leaves of the window.","source":"CDG paper, equation 8"},
      {"name":"ineffectual_backoffs","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":5,"unit":"","scale":"linear","live":true,"help":"Delay backoffs in a row after which further indications are held to be ineffectual (b).","source":"CDG paper, section 4"},
      {"name":"ignored_backoffs","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":5,"unit":"","scale":"linear","live":true,"help":"Indications that are then ignored (b').","source":"CDG paper, section 4"},
      {"name":"rtt_tick_ms","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"ms","scale":"log","live":true,"help":"Tick of the host's clock in which round trips are counted; 0 = exact.","source":"FreeBSD: kern.hz 1000"},
      {"name":"ineffectual_reset","domain":{"type":"words","words":["either","both"]},"nullable":false,"required":false,"default":"either","unit":"","scale":"linear","live":true,"help":"The count of backoffs restarts when either smoothed gradient is negative, or only when both are.","source":"CDG paper, section 3.6; FreeBSD"},
      {"name":"delay_backoff","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"The window backs off by chance as the delay grows.","source":"CDG paper, equation 6"},
      {"name":"shadow_window","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"A shadow window remembers what delay backoffs gave up.","source":"CDG paper, equation 7"},
      {"name":"loss_tolerance","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"A loss while the queue is not full is not taken as congestion.","source":"CDG paper, equation 8"},
      {"name":"ineffectual_detection","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"After b backoffs in vain the next b' indications are ignored.","source":"CDG paper, section 3.6"},
      {"name":"unknown_is_congestion","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"A loss while nothing is known of the queue yet is congestion.","source":"FreeBSD"},
      {"name":"slow_start_loss","domain":{"type":"words","words":["newreno","by_queue"]},"nullable":false,"required":false,"default":"newreno","unit":"","scale":"linear","live":true,"help":"A loss in slow start is congestion, or judged by the queue's state.","source":"CDG paper, section 3.5"},
      {"name":"shadow_at_backoff","domain":{"type":"words","words":["before","after"]},"nullable":false,"required":false,"default":"before","unit":"","scale":"linear","live":true,"help":"The shadow window takes the window before the backoff, or after it.","source":"CDG paper, equation 7"},
      {"name":"shadow_at_loss","domain":{"type":"words","words":["halve","keep"]},"nullable":false,"required":false,"default":"halve","unit":"","scale":"linear","live":true,"help":"A loss from congestion halves the shadow window, or keeps it.","source":"FreeBSD, Linux"},
      {"name":"shadow_initial","domain":{"type":"words","words":["window","zero"]},"nullable":false,"required":false,"default":"window","unit":"","scale":"linear","live":false,"help":"The shadow window at the start: the window, or none.","source":"FreeBSD, Linux"},
      {"name":"grow_while_held","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"The window grows in rounds whose indication is ignored.","source":"FreeBSD"},
      {"name":"grow_in_recovery","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"The window grows during a recovery whose loss is not taken as congestion.","source":"CDG paper, section 5: further work"},
      {"name":"alpha_increase_rtts","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":true},"nullable":false,"required":false,"default":0,"unit":"RTTs","scale":"linear","live":true,"help":"RTTs without a backoff after which growth gains one packet per RTT; 0 = never.","source":"FreeBSD: alpha_inc"},
      {"name":"window_fill","domain":{"type":"words","words":["zero","extrapolate"]},"nullable":false,"required":false,"default":"zero","unit":"","scale":"linear","live":true,"help":"Gradients missing at the start count as zero, or are extrapolated.","source":"FreeBSD: zero; Linux: extrapolate"},
    ],
  },
  {
    kind: "cubic",
    title: "CUBIC",
    about: "Grows along a cubic curve of time around the window of the last loss.",
    source: "S. Ha, I. Rhee, L. Xu, CUBIC, ACM SIGOPS Operating Systems Review 42(5), 2008; RFC 9438",
    selector: "variant",
    variants: [{"name":"rfc9438","defaults":{},"lacks":[]},{"name":"linux_2_6_25","defaults":{},"lacks":[]},{"name":"linux","defaults":{},"lacks":[]}],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"variant","domain":{"type":"words","words":["rfc9438","linux_2_6_25","linux"]},"nullable":false,"required":false,"default":"rfc9438","unit":"","scale":"linear","live":true,"help":"Which CUBIC: the standard's, that of Linux 2.6.25, or that of Linux 5.","source":"choice"},
      {"name":"fast_convergence","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"A flow that loses at a smaller window than before leaves room for others.","source":"RFC 9438, section 4.7"},
      {"name":"tcp_friendliness","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"The window is at least what Reno's would be.","source":"RFC 9438, section 4.3"},
    ],
  },
  {
    kind: "htcp",
    title: "H-TCP",
    about: "Grows faster the longer there was no loss, and backs off just enough to empty the queue.",
    source: "D. Leith, R. Shorten, H-TCP: TCP Congestion Control for High Bandwidth-Delay Product Paths, draft-leith-tcp-htcp-06, 2008",
    selector: "variant",
    variants: [{"name":"freebsd","defaults":{},"lacks":["adaptive_reset"]},{"name":"linux","defaults":{"rtt_scaling":true},"lacks":["adaptive_backoff"]},{"name":"linux_2_6_25","defaults":{"rtt_scaling":true},"lacks":["adaptive_backoff"]},{"name":"linux_2_6_25_disorder_bug","defaults":{"rtt_scaling":true},"lacks":["adaptive_backoff"]}],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"variant","domain":{"type":"words","words":["freebsd","linux","linux_2_6_25","linux_2_6_25_disorder_bug"]},"nullable":false,"required":false,"default":"freebsd","unit":"","scale":"linear","live":true,"help":"Whose H-TCP.","source":"choice"},
      {"name":"adaptive_backoff","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"The backoff follows the ratio of the smallest to the largest RTT.","source":"FreeBSD: off; Linux: always"},
      {"name":"adaptive_reset","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"The backoff is 0.5 after the throughput has changed by more than 20 %.","source":"Linux: use_bandwidth_switch; FreeBSD has none"},
      {"name":"rtt_scaling","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"Growth is scaled by the RTT, so that it is the same per second.","source":"FreeBSD: off; Linux: on"},
    ],
  },
  {
    kind: "vegas",
    title: "Vegas",
    about: "Keeps a few packets in the queue, by comparing its rate with that of an empty path.",
    source: "L. Brakmo, L. Peterson, TCP Vegas: End to End Congestion Avoidance on a Global Internet, IEEE JSAC 13(8), 1995",
    selector: "variant",
    variants: [{"name":"freebsd","defaults":{},"lacks":["gamma"]},{"name":"linux","defaults":{"alpha":2,"beta":4},"lacks":[]},{"name":"ns2","defaults":{},"lacks":[]},{"name":"paper","defaults":{"alpha":2,"beta":4},"lacks":[]}],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"variant","domain":{"type":"words","words":["freebsd","linux","ns2","paper"]},"nullable":false,"required":false,"default":"freebsd","unit":"","scale":"linear","live":true,"help":"Whose Vegas.","source":"CDG paper, section 4: FreeBSD's"},
      {"name":"alpha","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"packets","scale":"log","live":true,"help":"The window grows while fewer of its own packets wait in the queue.","source":"FreeBSD, ns-2: 1; paper, Linux: 2"},
      {"name":"beta","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":3,"unit":"packets","scale":"log","live":true,"help":"The window shrinks while more of its own packets wait in the queue.","source":"FreeBSD, ns-2: 3; paper, Linux: 4"},
      {"name":"gamma","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"packets","scale":"log","live":true,"help":"Slow start ends when more of its own packets wait in the queue.","source":"paper, Linux, ns-2; FreeBSD takes beta"},
    ],
  },
  {
    kind: "aimd",
    title: "AIMD",
    about: "Gives up a chosen share of its window at a loss, and grows more slowly in return.",
    source: "D. Bansal, H. Balakrishnan, S. Floyd, S. Shenker, Dynamic Behavior of Slowly-Responsive Congestion Control Algorithms, SIGCOMM 2001",
    selector: "",
    variants: [],
    one_of: [{"fields":["relation","a"],"required":false}],
    rate_based: false,
    params: [
      {"name":"b","domain":{"type":"number","min":0.001,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"log","live":true,"help":"Share of the window given up at a loss (b).","source":"SIGCOMM 2001, section 3: 1/2 is standard TCP"},
      {"name":"relation","domain":{"type":"words","words":["slowcc","deterministic"]},"nullable":false,"required":false,"default":"slowcc","unit":"","scale":"linear","live":true,"help":"How the growth a follows from b, so that b changes the manner and not the rate.","source":"SIGCOMM 2001, section 3"},
      {"name":"a","domain":{"type":"number","min":0,"max":100,"above":true,"integer":false},"nullable":false,"required":false,"default":1,"unit":"packets per RTT","scale":"log","live":true,"help":"Packets gained per RTT (a), instead of a relation.","source":"RFC 5681: 1"},
      {"name":"first_loss_halves","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"The first loss, one in slow start and one after a timeout halve the window, whatever b is.","source":"ns-2, tcp.cc"},
    ],
  },
  {
    kind: "sqrt",
    title: "SQRT",
    about: "Grows and backs off with the square root of its window.",
    source: "D. Bansal, H. Balakrishnan, Binomial Congestion Control Algorithms, INFOCOM 2001",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"beta","domain":{"type":"number","min":0,"max":100,"above":true,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"log","live":true,"help":"Scale of the decrease (beta): packets given up at a loss, at a window of 1.","source":"SIGCOMM 2001, section 3: 1/gamma"},
      {"name":"alpha","domain":{"type":"number","min":0,"max":100,"above":true,"integer":false},"nullable":false,"required":false,"default":null,"unit":"","scale":"log","live":true,"help":"Scale of growth (alpha): packets gained per RTT, at a window of 1; absent = 1.5 beta, TCP's rate.","source":"equal response functions: alpha = 1.5 beta"},
      {"name":"first_loss_halves","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"The first loss, one in slow start and one after a timeout halve the window, whatever beta is.","source":"ns-2, tcp.cc"},
    ],
  },
  {
    kind: "iiad",
    title: "IIAD",
    about: "Grows inversely to its window and gives up the same few packets at each loss.",
    source: "D. Bansal, H. Balakrishnan, Binomial Congestion Control Algorithms, INFOCOM 2001",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"beta","domain":{"type":"number","min":0,"max":100,"above":true,"integer":false},"nullable":false,"required":false,"default":0.6666666666666666,"unit":"packets","scale":"log","live":true,"help":"Packets given up at a loss (beta).","source":"ns-2's test suite: 0.67"},
      {"name":"alpha","domain":{"type":"number","min":0,"max":100,"above":true,"integer":false},"nullable":false,"required":false,"default":null,"unit":"","scale":"log","live":true,"help":"Scale of growth (alpha): packets gained per RTT, at a window of 1; absent = 1.5 beta, TCP's rate.","source":"equal response functions: alpha = 1.5 beta"},
      {"name":"first_loss_halves","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"The first loss, one in slow start and one after a timeout halve the window, whatever beta is.","source":"ns-2, tcp.cc"},
    ],
  },
  {
    kind: "card",
    title: "CARD",
    about: "Grows while the delay does not grow with the window, and gives up an eighth where it does.",
    source: "R. Jain, A Delay-Based Approach for Congestion Avoidance, ACM CCR 19(5), 1989",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"beta_delay","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.875,"unit":"","scale":"linear","live":true,"help":"What a decrease leaves of the window.","source":"CCR 1989: 7/8"},
      {"name":"normalised_only","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"The gradient is that of the delay alone, whatever the window did.","source":"CCR 1989: both; CDG paper, section 2: the delay alone"},
    ],
  },
  {
    kind: "dual",
    title: "DUAL",
    about: "NewReno that gives up an eighth whenever the delay is in the upper half of its range.",
    source: "Z. Wang, J. Crowcroft, Eliminating Periodic Packet Losses in the 4.3-Tahoe BSD TCP, ACM CCR 22(2), 1992",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"beta_delay","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.875,"unit":"","scale":"linear","live":true,"help":"What a delay above the threshold leaves of the window.","source":"CCR 1992: 7/8"},
      {"name":"threshold","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"linear","live":true,"help":"Where the threshold lies between the smallest delay (0) and the largest (1).","source":"CCR 1992: the middle"},
      {"name":"smoothed_rtt","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"Delays are the smoothed RTT, instead of its latest sample.","source":"CCR 1992"},
    ],
  },
  {
    kind: "fast",
    title: "FAST",
    about: "Moves its window by an equation that rests when alpha of its packets wait in the queue.",
    source: "D. Wei, C. Jin, S. Low, S. Hegde, FAST TCP: Motivation, Architecture, Algorithms, Performance, IEEE/ACM ToN 14(6), 2006",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"alpha","domain":{"type":"number","min":0,"max":1000000,"above":true,"integer":false},"nullable":true,"required":false,"default":null,"unit":"packets","scale":"log","live":true,"help":"Its own packets that are to wait in the queue; none = by the prototype's table.","source":"prototype: 8 below 10 Mbps, 20 below 100 Mbps, 200 above"},
      {"name":"gamma","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"linear","live":true,"help":"Share of the way to the equation's target that one step goes.","source":"ToN 2006: 0.5"},
      {"name":"multiplicative_increase","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"While there is no queue the window grows by the share gamma of itself.","source":"ToN 2006"},
    ],
  },
  {
    kind: "africa",
    title: "TCP-Africa",
    about: "Grows as HighSpeed TCP while the queue is empty, as Reno once it is not.",
    source: "R. King, R. Baraniuk, R. Riedi, TCP-Africa: An Adaptive and Fair Rapid Increase Rule for Scalable TCP, INFOCOM 2005",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"alpha","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1.641,"unit":"packets","scale":"log","live":true,"help":"Its own packets in the queue from which it is slow.","source":"INFOCOM 2005: a constant above 1; 1.641 used"},
      {"name":"smoothed_rtt","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"The queue is judged by the mean RTT of a round, instead of its smallest.","source":"INFOCOM 2005"},
    ],
  },
  {
    kind: "compound",
    title: "Compound TCP",
    about: "Adds to Reno's window one that grows fast on an empty path and shrinks as a queue builds up.",
    source: "K. Tan, J. Song, Q. Zhang, M. Sridharan, A Compound TCP Approach for High-Speed and Long Distance Networks, INFOCOM 2006",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"alpha","domain":{"type":"number","min":0,"max":10,"above":false,"integer":false},"nullable":false,"required":false,"default":0.125,"unit":"","scale":"linear","live":true,"help":"Scale of the delay window's growth (alpha).","source":"INFOCOM 2006: 1/8"},
      {"name":"k","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.75,"unit":"","scale":"linear","live":true,"help":"Exponent of its growth (k).","source":"INFOCOM 2006: 3/4"},
      {"name":"beta","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"linear","live":true,"help":"Share of the whole window given up at a loss (beta).","source":"INFOCOM 2006: 1/2"},
      {"name":"gamma_packets","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":30,"unit":"packets","scale":"log","live":true,"help":"Packets of the flow in the queue from which the delay window gives way (gamma).","source":"INFOCOM 2006: 30"},
      {"name":"zeta","domain":{"type":"number","min":0,"max":100,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"","scale":"linear","live":true,"help":"Packets that it gives up for each packet in the queue (zeta).","source":"INFOCOM 2006: 1"},
      {"name":"low_window_packets","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":41,"unit":"packets","scale":"log","live":true,"help":"Window below which there is no delay window.","source":"draft-sridharan-tcpm-ctcp-02: 41"},
    ],
  },
  {
    kind: "lp",
    title: "TCP-LP",
    about: "Uses what others leave: gives way at the first sign of a queue.",
    source: "A. Kuzmanovic, E. W. Knightly, TCP-LP: A Distributed Algorithm for Low Priority Data Transfer, INFOCOM 2003",
    selector: "variant",
    variants: [{"name":"paper","defaults":{},"lacks":[]},{"name":"linux","defaults":{},"lacks":[]}],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"variant","domain":{"type":"words","words":["paper","linux"]},"nullable":false,"required":false,"default":"paper","unit":"","scale":"linear","live":true,"help":"Whose TCP-LP: the paper's, or Linux's, which forgets old delays.","source":"choice"},
      {"name":"threshold","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.15,"unit":"","scale":"linear","live":true,"help":"Share of the known span of delays from which on there is congestion.","source":"INFOCOM 2003: 0.15; Linux: 15 %"},
      {"name":"gain","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.125,"unit":"","scale":"linear","live":true,"help":"Weight of a new sample in the smoothed delay.","source":"INFOCOM 2003: 1/8"},
      {"name":"inference_rtts","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":3,"unit":"RTTs","scale":"linear","live":true,"help":"Length of the inference phase.","source":"INFOCOM 2003: 3"},
    ],
  },
  {
    kind: "pert",
    title: "PERT",
    about: "Backs off early by chance, the likelier the longer its packets wait, as if the router ran RED.",
    source: "S. Bhandarkar, A. L. N. Reddy, Y. Zhang, D. Loguinov, Emulating AQM from End Hosts, SIGCOMM 2007",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"adaptive","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"Growth, decrease and the curve's end follow what the flow meets.","source":"the later version, as the CDG paper describes it"},
      {"name":"weight","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.01,"unit":"","scale":"log","live":true,"help":"Weight of a new sample in the smoothed RTT.","source":"SIGCOMM 2007: 0.99 of the old"},
      {"name":"min_threshold_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"ms","scale":"log","live":true,"help":"Queueing delay from which on there are responses.","source":"SIGCOMM 2007: 5 ms"},
      {"name":"max_threshold_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":10,"unit":"ms","scale":"log","live":true,"help":"Queueing delay at which their probability is `max_probability`; it is 1 at twice that.","source":"SIGCOMM 2007: 10 ms"},
      {"name":"max_probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.05,"unit":"","scale":"log","live":true,"help":"Probability at that delay, for each acknowledgement.","source":"SIGCOMM 2007: 0.05"},
      {"name":"decrease","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.35,"unit":"","scale":"linear","live":true,"help":"Share of the window given up by a response (unless `adaptive`).","source":"SIGCOMM 2007: 35 %"},
    ],
  },
  {
    kind: "hd",
    title: "HD",
    about: "Backs off by chance at short queues and less at long ones, which are not its own.",
    source: "L. Budzisz, R. Stanojevic, R. Shorten, F. Baker, A Strategy for Fair Coexistence of Loss and Delay-Based Congestion Control Algorithms, IEEE Communications Letters 13(7), 2009",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"q_min_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"ms","scale":"log","live":true,"help":"Queueing delay above which it may back off.","source":"FreeBSD, cc_hd.c: 5 ticks of 1 ms"},
      {"name":"q_threshold_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":20,"unit":"ms","scale":"log","live":true,"help":"Queueing delay at which backing off is likeliest.","source":"FreeBSD, cc_hd.c: 20 ticks"},
      {"name":"max_probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.05,"unit":"","scale":"log","live":true,"help":"Probability there, for each acknowledgement.","source":"FreeBSD, cc_hd.c: 5 %"},
    ],
  },
  {
    kind: "chd",
    title: "CHD",
    about: "Backs off by chance at short queues, tolerates losses there, and competes at long ones.",
    source: "D. A. Hayes, G. Armitage, Improved Coexistence and Loss Tolerance for Delay Based TCP Congestion Control, LCN 2010",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"q_min_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"ms","scale":"log","live":true,"help":"Queueing delay above which it may back off.","source":"FreeBSD, cc_chd.c: 5 ticks of 1 ms"},
      {"name":"q_threshold_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":20,"unit":"ms","scale":"log","live":true,"help":"Queueing delay at which backing off is likeliest, and above which a loss is congestion.","source":"FreeBSD, cc_chd.c: 20 ticks"},
      {"name":"max_probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"linear","live":true,"help":"Probability there, for each interval.","source":"FreeBSD, cc_chd.c: 50 %"},
      {"name":"loss_fair","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"It competes with flows that fill the queue: the shadow window is redeemed at a loss.","source":"FreeBSD, cc_chd.c: on"},
      {"name":"use_max","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"The interval's greatest RTT is judged, not its latest.","source":"FreeBSD, cc_chd.c: on"},
    ],
  },
  {
    kind: "rap",
    title: "RAP",
    about: "Paces by a rate that grows and shrinks as TCP's window does, without its self-clocking.",
    source: "Rejaie et al., INFOCOM 1999",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: true,
    params: [
      {"name":"b","domain":{"type":"number","min":0.001,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"log","live":true,"help":"Share of the rate given up at a loss event (b).","source":"RAP, INFOCOM 1999: 1/2"},
      {"name":"relation","domain":{"type":"words","words":["slowcc","deterministic"]},"nullable":false,"required":false,"default":"slowcc","unit":"","scale":"linear","live":true,"help":"How the increase a follows from b: as TCP-compatible with timeouts (slowcc), or by the sawtooth alone (deterministic).","source":"SlowCC, SIGCOMM 2001, section 3"},
      {"name":"fine_grain","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"Stretches each gap by the short over the long average of the RTT.","source":"RAP, INFOCOM 1999; off in ns-2 and in the SlowCC paper"},
    ],
  },
  {
    kind: "tfrc",
    title: "TFRC",
    about: "Sends at the rate that TCP's equation gives for the measured loss event rate.",
    source: "SIGCOMM 2000; RFC 5348",
    selector: "variant",
    variants: [{"name":"ns2","defaults":{},"lacks":[]},{"name":"rfc5348","defaults":{"history_discounting":true,"discounting_floor":0.25,"rtt_smoothing":0.9,"lost_after_packets":3,"gradual_increase":false,"bounded_timeouts":false,"damping":false,"no_feedback_rtts":4},"lacks":[]}],
    one_of: [],
    rate_based: true,
    params: [
      {"name":"variant","domain":{"type":"words","words":["ns2","rfc5348"]},"nullable":false,"required":false,"default":"ns2","unit":"","scale":"linear","live":false,"help":"Set of defaults.","source":"what the SlowCC paper ran"},
      {"name":"k","domain":{"type":"number","min":1,"max":1024,"above":false,"integer":true},"nullable":false,"required":false,"default":8,"unit":"","scale":"log","live":true,"help":"Loss intervals that are averaged (k). The default of 8 is the SlowCC paper's TFRC(6), by the sum of the weights.","source":"RFC 5348, section 5.4: 8"},
      {"name":"self_clocked","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"Never sends much faster than packets arrive: in the round after a reported loss not at all.","source":"SlowCC, SIGCOMM 2001, section 4.1.1: an option"},
      {"name":"self_clocking_factor","domain":{"type":"number","min":1,"max":10,"above":false,"integer":false},"nullable":false,"required":false,"default":1.1,"unit":"","scale":"linear","live":true,"help":"How much faster, self-clocked, in other rounds (C).","source":"SlowCC, SIGCOMM 2001, section 4.1.1: 1.1; ns-2: 1.5"},
      {"name":"history_discounting","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"Weighs old intervals less while a long one without loss goes on.","source":"SlowCC, SIGCOMM 2001: off; RFC 5348, section 5.5: on"},
      {"name":"discounting_floor","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"linear","live":true,"help":"Least factor of discounting.","source":"ns-2: 0.5; RFC 5348, section 5.5: 0.25"},
      {"name":"rtt_smoothing","domain":{"type":"number","min":0,"max":0.999,"above":false,"integer":false},"nullable":false,"required":false,"default":0.95,"unit":"","scale":"linear","live":true,"help":"Share of the old value in the smoothed RTT at each report (q).","source":"ns-2: 0.95; RFC 5348, section 4.3: 0.9"},
      {"name":"lost_after_packets","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":1,"unit":"packets","scale":"linear","live":true,"help":"A packet is lost when so many later ones have arrived.","source":"ns-2: 1; RFC 5348, section 5.1: 3"},
      {"name":"gradual_increase","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"The rate rises by a packet per RTT in each RTT towards the equation's, instead of at once.","source":"ns-2; RFC 5348, section 4.3: at once"},
      {"name":"bounded_timeouts","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"The equation's factor of timeouts is at most 1.","source":"ns-2, and Padhye et al. 1998; RFC 5348, section 3.1, leaves it out"},
      {"name":"measured_timeout","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"The equation's timeout is SRTT + 4 RTTVAR, as TCP measures it, instead of 4 RTTs.","source":"RFC 5348, section 3.1: 4 RTTs; ns-2 measures"},
      {"name":"damping","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"Each gap is stretched or shortened as the latest RTT is above or below the average, by the root of their ratio.","source":"ns-2: on; RFC 5348, section 4.5: optional"},
      {"name":"no_feedback_rtts","domain":{"type":"number","min":1,"max":100,"above":false,"integer":false},"nullable":false,"required":false,"default":2,"unit":"RTTs","scale":"linear","live":true,"help":"The rate is halved after so many RTTs without feedback.","source":"ns-2: 2; RFC 5348, section 4.3: 4"},
    ],
  },
  {
    kind: "tear",
    title: "TEAR",
    about: "Lets the receiver emulate TCP's window and sends at the mean rate of its last epochs (an approximation).",
    source: "Rhee, Ozdemir, Yi, NCSU 2000",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: true,
    params: [
      {"name":"epochs","domain":{"type":"number","min":1,"max":1024,"above":false,"integer":true},"nullable":false,"required":false,"default":8,"unit":"","scale":"log","live":true,"help":"Epochs whose rates are averaged.","source":"Rhee et al. 2000: 8"},
      {"name":"packets_after_gap","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":3,"unit":"packets","scale":"linear","live":true,"help":"Packets that must follow a gap within two round trips: then it was a loss, else a timeout.","source":"RFC 5681: 3 duplicate acknowledgements"},
      {"name":"no_feedback_rtts","domain":{"type":"number","min":1,"max":100,"above":false,"integer":false},"nullable":false,"required":false,"default":4,"unit":"RTTs","scale":"linear","live":true,"help":"The rate is halved after so many RTTs without a report.","source":"choice, as RFC 5348, section 4.3"},
    ],
  },
];

/** Queue disciplines, by `discipline`. */
export const DISCIPLINES: readonly Section[] = [
  {
    kind: "drop_tail",
    title: "drop tail",
    about: "First in, first out; what arrives at a full queue is dropped.",
    source: "FreeBSD's dummynet",
    selector: "",
    variants: [],
    one_of: [{"fields":["limit_packets","limit_bytes"],"required":true}],
    rate_based: false,
    params: [
      {"name":"limit_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":84,"unit":"packets","scale":"log","live":true,"help":"Most packets that wait, the one in transmission not counted.","source":"CDG paper, section 4: 84 packets"},
      {"name":"limit_bytes","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":126000,"unit":"bytes","scale":"log","live":true,"help":"Most bytes that wait, the packet in transmission not counted.","source":"CDG paper, section 4, in bytes"},
      {"name":"counting","domain":{"type":"words","words":["dummynet","ns2"]},"nullable":false,"required":false,"default":"dummynet","unit":"","scale":"linear","live":true,"help":"Whether the arriving packet itself counts: dummynet says no, ns-2 yes.","source":"FreeBSD, ip_dn_io.c; ns-2, drop-tail.cc"},
    ],
  },
  {
    kind: "red",
    title: "RED",
    about: "Drops early, with a probability that grows with the average queue.",
    source: "S. Floyd, V. Jacobson, IEEE/ACM Transactions on Networking 1(4), 1993; ns-2",
    selector: "",
    variants: [],
    one_of: [{"fields":["limit_packets","limit_bytes"],"required":false}],
    rate_based: false,
    params: [
      {"name":"limit_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":50,"unit":"packets","scale":"log","live":true,"help":"Most packets that wait, the one in transmission not counted.","source":"ns-2: 50 packets"},
      {"name":"limit_bytes","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":75000,"unit":"bytes","scale":"log","live":true,"help":"Most bytes that wait, the packet in transmission not counted.","source":"ns-2: 50 packets, in bytes"},
      {"name":"min_threshold_packets","domain":{"type":"number","min":0,"max":10000000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"packets","scale":"log","live":true,"help":"Average length from which on packets are dropped by chance.","source":"ns-2: 5"},
      {"name":"max_threshold_packets","domain":{"type":"number","min":0,"max":10000000,"above":false,"integer":false},"nullable":false,"required":false,"default":15,"unit":"packets","scale":"log","live":true,"help":"Average length at which the probability is `max_probability`.","source":"ns-2: 15"},
      {"name":"max_probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.1,"unit":"","scale":"linear","live":true,"help":"Probability at the upper threshold, before drops are spread (max_p).","source":"ns-2: 0.1"},
      {"name":"weight","domain":{"type":"number","min":1e-6,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.002,"unit":"","scale":"log","live":true,"help":"Weight of one arrival in the average (w).","source":"Floyd, Jacobson 1993, section 6; ns-2 until 2001"},
      {"name":"gentle","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"From `max_probability` at the upper threshold the probability rises to 1 at twice of it, instead of at once.","source":"ns-2 since April 2001"},
      {"name":"wait","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"At least 1 / p_b arrivals lie between two early drops.","source":"ns-2"},
      {"name":"mean_packet_bytes","domain":{"type":"number","min":1,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":500,"unit":"bytes","scale":"linear","live":true,"help":"Size of packet by which idle time is counted.","source":"ns-2: 500 bytes"},
      {"name":"ecn","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"Marks packets that can carry a mark instead of dropping them.","source":"RFC 3168, section 7"},
    ],
  },
  {
    kind: "codel",
    title: "CoDel",
    about: "Drops when packets have waited longer than a target for a whole interval.",
    source: "K. Nichols, V. Jacobson, ACM Queue 10(5), 2012; RFC 8289",
    selector: "",
    variants: [],
    one_of: [{"fields":["limit_packets","limit_bytes"],"required":false}],
    rate_based: false,
    params: [
      {"name":"limit_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":1000,"unit":"packets","scale":"log","live":true,"help":"Most packets that wait, the one in transmission not counted.","source":"Linux: 1000 packets"},
      {"name":"limit_bytes","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":1500000,"unit":"bytes","scale":"log","live":true,"help":"Most bytes that wait, the packet in transmission not counted.","source":"Linux: 1000 packets, in bytes"},
      {"name":"target_ms","domain":{"type":"number","min":0.001,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"ms","scale":"log","live":true,"help":"How long a packet may wait.","source":"RFC 8289: TARGET, 5 ms"},
      {"name":"interval_ms","domain":{"type":"number","min":0.001,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":100,"unit":"ms","scale":"log","live":true,"help":"For how long all packets wait longer before one is dropped: about the longest usual RTT.","source":"RFC 8289: INTERVAL, 100 ms"},
      {"name":"ecn","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"Marks packets that can carry a mark instead of dropping them.","source":"RFC 3168"},
    ],
  },
  {
    kind: "pie",
    title: "PIE",
    about: "Drops with a probability that a controller of the queueing delay sets.",
    source: "R. Pan et al., IEEE HPSR 2013; RFC 8033",
    selector: "",
    variants: [],
    one_of: [{"fields":["limit_packets","limit_bytes"],"required":false}],
    rate_based: false,
    params: [
      {"name":"limit_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":1000,"unit":"packets","scale":"log","live":true,"help":"Most packets that wait, the one in transmission not counted.","source":"Linux: 1000 packets"},
      {"name":"limit_bytes","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":1500000,"unit":"bytes","scale":"log","live":true,"help":"Most bytes that wait, the packet in transmission not counted.","source":"Linux: 1000 packets, in bytes"},
      {"name":"target_ms","domain":{"type":"number","min":0.001,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":15,"unit":"ms","scale":"log","live":true,"help":"The queueing delay that is aimed at (QDELAY_REF).","source":"RFC 8033, section 4.2: 15 ms"},
      {"name":"update_ms","domain":{"type":"number","min":0.1,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":15,"unit":"ms","scale":"log","live":true,"help":"From one update of the probability to the next (T_UPDATE).","source":"RFC 8033, section 4.2: 15 ms"},
      {"name":"alpha","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":0.125,"unit":"1/s","scale":"linear","live":true,"help":"Weight of the delay's distance from the target.","source":"RFC 8033, section 4.2: 1/8"},
      {"name":"beta","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":1.25,"unit":"1/s","scale":"linear","live":true,"help":"Weight of the delay's change.","source":"RFC 8033, section 4.2: 1 1/4"},
      {"name":"max_burst_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":150,"unit":"ms","scale":"linear","live":true,"help":"How long a burst into an empty queue is let in (MAX_BURST).","source":"RFC 8033, section 4.4: 150 ms"},
      {"name":"mean_packet_bytes","domain":{"type":"number","min":1,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":1500,"unit":"bytes","scale":"linear","live":true,"help":"Nothing is dropped by chance while two of this size or less wait.","source":"choice: a full packet"},
      {"name":"ecn","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"Marks packets that can carry a mark instead of dropping them.","source":"RFC 8033, section 5.1"},
      {"name":"mark_probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.1,"unit":"","scale":"linear","live":true,"help":"Greatest probability at which packets are marked; above, they are dropped.","source":"RFC 8033, section 5.1: 10 %"},
    ],
  },
  {
    kind: "fq_codel",
    title: "FQ-CoDel",
    about: "A queue for each flow, served in turn, each with CoDel.",
    source: "T. Høiland-Jørgensen et al., RFC 8290",
    selector: "",
    variants: [],
    one_of: [{"fields":["limit_packets","limit_bytes"],"required":false}],
    rate_based: false,
    params: [
      {"name":"limit_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":10240,"unit":"packets","scale":"log","live":true,"help":"Most packets that wait in all queues, the one in transmission not counted.","source":"RFC 8290, section 5.2.3"},
      {"name":"limit_bytes","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":10000000,"unit":"bytes","scale":"log","live":true,"help":"Most bytes that wait in all queues, the packet in transmission not counted.","source":"choice; RFC 8290: 32 MB"},
      {"name":"target_ms","domain":{"type":"number","min":0.001,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"ms","scale":"log","live":true,"help":"How long a packet may wait.","source":"RFC 8290, section 5.2.2: 5 ms"},
      {"name":"interval_ms","domain":{"type":"number","min":0.001,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":100,"unit":"ms","scale":"log","live":true,"help":"For how long all packets of a flow wait longer before one is dropped.","source":"RFC 8290, section 5.2.1: 100 ms"},
      {"name":"quantum_bytes","domain":{"type":"number","min":256,"max":1000000,"above":false,"integer":true},"nullable":false,"required":false,"default":1514,"unit":"bytes","scale":"log","live":true,"help":"What a queue may send in a round.","source":"RFC 8290, section 5.2.4: Ethernet"},
      {"name":"queues","domain":{"type":"number","min":1,"max":65536,"above":false,"integer":true},"nullable":true,"required":false,"default":null,"unit":"","scale":"log","live":true,"help":"Flows are hashed into so many queues; without, each has its own.","source":"choice; RFC 8290, section 5.2.5: 1024"},
      {"name":"perturbation","domain":{"type":"number","min":0,"max":9007199254740991,"above":false,"integer":true},"nullable":false,"required":false,"default":0,"unit":"","scale":"linear","live":true,"help":"Changes which flows share a queue.","source":"RFC 8290, section 4.1"},
      {"name":"ecn","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true,"help":"Marks packets that can carry a mark instead of dropping them.","source":"RFC 8290, section 5.2.6"},
    ],
  },
];

/** Models of random loss, by `model`. */
export const MODELS: readonly Section[] = [
  {
    kind: "bernoulli",
    title: "Bernoulli",
    about: "Each packet is lost by chance, independently of all others.",
    source: "FreeBSD's dummynet",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"","scale":"log","live":true,"help":"Chance that a packet is lost.","source":"CDG paper, section 4: 0 to 5 %"},
    ],
  },
  {
    kind: "none",
    title: "none",
    about: "No packet is lost by chance.",
    source: "choice",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
    ],
  },
  {
    kind: "gilbert_elliott",
    title: "Gilbert-Elliott",
    about: "Losses in bursts: a good and a bad state, each with its own chance of loss.",
    source: "E. N. Gilbert 1960; E. O. Elliott 1963",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"p_good_bad","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.004,"unit":"","scale":"log","live":true,"help":"Chance that the bad state follows the good one, at each packet.","source":"choice: one burst in 250 packets"},
      {"name":"p_bad_good","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.31,"unit":"","scale":"log","live":true,"help":"Chance that the good state follows the bad one, at each packet.","source":"choice: bursts of 3.2 packets"},
      {"name":"loss_good","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"","scale":"log","live":true,"help":"Chance that a packet is lost in the good state.","source":"E. N. Gilbert 1960"},
      {"name":"loss_bad","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"","scale":"linear","live":true,"help":"Chance that a packet is lost in the bad state.","source":"E. N. Gilbert 1960, in its simplest form"},
    ],
  },
  {
    kind: "periodic",
    title: "periodic",
    about: "Each gap n of a repeating list loses the n-th packet.",
    source: "D. Bansal et al., SIGCOMM 2001, section 4.3",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"gaps","domain":{"type":"list","most":1000,"fields":[{"name":"","min":1,"max":1000000000,"above":false,"integer":true,"unit":"packets","help":""}]},"nullable":false,"required":false,"default":[50,50,50,400,400,400],"unit":"","scale":"linear","live":false,"help":"From one loss to the next, in packets, the lost one included; repeated.","source":"SIGCOMM 2001, section 4.3"},
    ],
  },
  {
    kind: "schedule",
    title: "schedule",
    about: "Every n-th packet is lost, with an n for each phase of time.",
    source: "D. Bansal et al., SIGCOMM 2001, section 4.3",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"phases","domain":{"type":"list","most":1000,"fields":[{"name":"duration_s","min":1e-6,"max":10000000,"above":false,"integer":false,"unit":"s","help":"How long it lasts."},{"name":"every","min":0,"max":1000000000,"above":false,"integer":true,"unit":"packets","help":"Every so many packets one is lost; 0 loses nothing."}]},"nullable":false,"required":false,"default":[{"duration_s":6,"every":200},{"duration_s":1,"every":4}],"unit":"","scale":"linear","live":false,"help":"The phases, one after the other; repeated.","source":"SIGCOMM 2001, section 4.3: 6 s of 1/200, 1 s of 1/4"},
    ],
  },
];

/** Models of reordering, by `model`. */
export const REORDERINGS: readonly Section[] = [
  {
    kind: "bernoulli",
    title: "Bernoulli",
    about: "By chance a packet is held until some of its followers have passed.",
    source: "choice",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"","scale":"log","live":true,"help":"Chance that a packet is held.","source":"choice"},
      {"name":"depth_packets","domain":{"type":"number","min":1,"max":1000000,"above":false,"integer":true},"nullable":false,"required":false,"default":3,"unit":"packets","scale":"linear","live":true,"help":"So many later packets of its flow pass it; three make duplicate acknowledgements enough for a retransmission.","source":"RFC 5681, section 3.2: three duplicates"},
    ],
  },
];

/** Kinds of cross traffic, by `kind`. */
export const TRAFFIC: readonly Section[] = [
  {
    kind: "voip",
    title: "VoIP",
    about: "A voice call: small packets at a fixed interval.",
    source: "CAIA technical report 080818A",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"packet_bytes","domain":{"type":"number","min":41,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":200,"unit":"bytes","scale":"linear","live":true,"help":"A packet on the wire.","source":"CAIA TR 080818A: G.711, 20 ms"},
      {"name":"interval_ms","domain":{"type":"number","min":0.001,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":20,"unit":"ms","scale":"log","live":true,"help":"From one packet to the next.","source":"CAIA TR 080818A: 20 ms"},
      {"name":"base_rtt_ms","domain":{"type":"number","min":0,"max":100000,"above":true,"integer":false},"nullable":false,"required":false,"default":40,"unit":"ms","scale":"log","live":true,"help":"Round-trip time of the empty path; half of it lies after the link.","source":"CDG paper, section 4"},
      {"name":"start_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false,"help":"When it starts: the first packet leaves then.","source":"choice"},
      {"name":"stop_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":null,"unit":"s","scale":"linear","live":false,"help":"When it stops; the end of the run if absent.","source":"choice"},
      {"name":"start_jitter_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false,"help":"A uniform draw up to this is added to the start.","source":"choice"},
    ],
  },
  {
    kind: "cbr",
    title: "constant bit rate",
    about: "Equal packets at equal intervals.",
    source: "choice",
    selector: "",
    variants: [],
    one_of: [{"fields":["rate_bps","interval_ms"],"required":false}],
    rate_based: false,
    params: [
      {"name":"packet_bytes","domain":{"type":"number","min":41,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":1500,"unit":"bytes","scale":"linear","live":true,"help":"A packet on the wire.","source":"Ethernet's MTU"},
      {"name":"rate_bps","domain":{"type":"number","min":1000,"max":1000000000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1000000,"unit":"bit/s","scale":"log","live":true,"help":"Rate in bits on the wire.","source":"choice"},
      {"name":"interval_ms","domain":{"type":"number","min":0.001,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":12,"unit":"ms","scale":"log","live":true,"help":"From one packet to the next.","source":"choice"},
      {"name":"base_rtt_ms","domain":{"type":"number","min":0,"max":100000,"above":true,"integer":false},"nullable":false,"required":false,"default":40,"unit":"ms","scale":"log","live":true,"help":"Round-trip time of the empty path; half of it lies after the link.","source":"CDG paper, section 4"},
      {"name":"start_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false,"help":"When it starts: the first packet leaves then.","source":"choice"},
      {"name":"stop_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":null,"unit":"s","scale":"linear","live":false,"help":"When it stops; the end of the run if absent.","source":"choice"},
      {"name":"start_jitter_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false,"help":"A uniform draw up to this is added to the start.","source":"choice"},
    ],
  },
  {
    kind: "on_off",
    title: "on and off",
    about: "A square wave: constant rate and silence in turns.",
    source: "D. Bansal et al., SIGCOMM 2001, section 4.2",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"packet_bytes","domain":{"type":"number","min":41,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":1500,"unit":"bytes","scale":"linear","live":true,"help":"A packet on the wire.","source":"Ethernet's MTU"},
      {"name":"rate_bps","domain":{"type":"number","min":1000,"max":1000000000000,"above":false,"integer":false},"nullable":false,"required":false,"default":5000000,"unit":"bit/s","scale":"log","live":true,"help":"Rate while on, in bits on the wire.","source":"choice: half of the default link"},
      {"name":"on_s","domain":{"type":"number","min":1e-6,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"s","scale":"log","live":true,"help":"How long it sends.","source":"SIGCOMM 2001, section 4.2: 0.025 to 25.6 s"},
      {"name":"off_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"s","scale":"log","live":true,"help":"How long it is silent then.","source":"SIGCOMM 2001, section 4.2: as long as it sends"},
      {"name":"base_rtt_ms","domain":{"type":"number","min":0,"max":100000,"above":true,"integer":false},"nullable":false,"required":false,"default":40,"unit":"ms","scale":"log","live":true,"help":"Round-trip time of the empty path; half of it lies after the link.","source":"CDG paper, section 4"},
      {"name":"start_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false,"help":"When it starts: the first packet leaves then.","source":"choice"},
      {"name":"stop_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":null,"unit":"s","scale":"linear","live":false,"help":"When it stops; the end of the run if absent.","source":"choice"},
      {"name":"start_jitter_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false,"help":"A uniform draw up to this is added to the start.","source":"choice"},
    ],
  },
  {
    kind: "sawtooth",
    title: "sawtooth",
    about: "A rate that rises evenly and drops, or jumps up and falls evenly.",
    source: "D. Bansal et al., SIGCOMM 2001, section 4.2.1",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"packet_bytes","domain":{"type":"number","min":41,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":1500,"unit":"bytes","scale":"linear","live":true,"help":"A packet on the wire.","source":"Ethernet's MTU"},
      {"name":"peak_bps","domain":{"type":"number","min":1000,"max":1000000000000,"above":false,"integer":false},"nullable":false,"required":false,"default":5000000,"unit":"bit/s","scale":"log","live":true,"help":"Greatest rate, in bits on the wire.","source":"choice: half of the default link"},
      {"name":"period_s","domain":{"type":"number","min":1e-6,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1.6,"unit":"s","scale":"log","live":true,"help":"From one jump to the next.","source":"SIGCOMM 2001, section 4.2.1: as the square wave's"},
      {"name":"off_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"log","live":true,"help":"The silent part of it.","source":"choice"},
      {"name":"rising","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true,"help":"Rises to the peak, then falls silent; otherwise starts at the peak and falls.","source":"SIGCOMM 2001, section 4.2.1"},
      {"name":"base_rtt_ms","domain":{"type":"number","min":0,"max":100000,"above":true,"integer":false},"nullable":false,"required":false,"default":40,"unit":"ms","scale":"log","live":true,"help":"Round-trip time of the empty path; half of it lies after the link.","source":"CDG paper, section 4"},
      {"name":"start_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false,"help":"When it starts: the first packet leaves then.","source":"choice"},
      {"name":"stop_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":null,"unit":"s","scale":"linear","live":false,"help":"When it stops; the end of the run if absent.","source":"choice"},
      {"name":"start_jitter_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false,"help":"A uniform draw up to this is added to the start.","source":"choice"},
    ],
  },
  {
    kind: "flash_crowd",
    title: "flash crowd",
    about: "Many short TCP transfers that begin at random.",
    source: "SlowCC 2001, section 4.1.2",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"transfer_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":10,"unit":"packets","scale":"log","live":true,"help":"Length of each transfer.","source":"SlowCC 2001, section 4.1.2: 10 packets"},
      {"name":"arrivals_per_s","domain":{"type":"number","min":0,"max":1000000,"above":true,"integer":false},"nullable":false,"required":false,"default":200,"unit":"1/s","scale":"log","live":true,"help":"Transfers that begin in a second, on average; they come by chance, independently of each other.","source":"SlowCC 2001, section 4.1.2: 200 a second"},
      {"name":"base_rtt_ms","domain":{"type":"number","min":0,"max":100000,"above":true,"integer":false},"nullable":false,"required":false,"default":40,"unit":"ms","scale":"log","live":true,"help":"Round-trip time of the empty path; half of it lies after the link.","source":"CDG paper, section 4"},
      {"name":"start_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false,"help":"When it starts: the first packet leaves then.","source":"choice"},
      {"name":"stop_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":null,"unit":"s","scale":"linear","live":false,"help":"When it stops; the end of the run if absent.","source":"choice"},
      {"name":"start_jitter_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false,"help":"A uniform draw up to this is added to the start.","source":"choice"},
    ],
  },
];

/** A flow's settings that the transfers of a flash crowd have, too. */
export const TRANSFER_OPTIONS: readonly string[] = ["ecn","host","recovery","delayed_ack","delayed_ack_ms","byte_counting","byte_counting_limit_packets","whole_byte_growth","initial_window_packets","initial_ssthresh_packets","initial_rto_ms","min_rto_ms","limited_transmit","slow_start_at_ssthresh","slow_start","receive_window_packets"];
