/** The tables of all settings. Written by `npm run generate` from the engine's tables; never by hand. */

export type Value = number | boolean | string | null;

/** A value of a list: bare numbers, or objects of numbers. */
export type Entries = readonly number[] | readonly Readonly<Record<string, number>>[];

/** Values of a setting. `above`: `min` itself is rejected. */
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

/** Ends and ticks of a slider. */
export interface Span {
  min: number;
  max: number;
  ticks: readonly number[];
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
  /** Ends and labelled places of its slider, in its unit, where they are not the domain's. */
  slider?: Span;
  /** Its slider is on the flow's card. */
  on_card?: true;
  /** What it is, and where its default comes from: once `settings-words.json` has come (`session/setting-tables.ts`). */
  help?: string;
  source?: string;
}

/** A named set of defaults (a CDG variant, a host) and what it lacks. */
export interface Variant {
  name: string;
  defaults: Readonly<Record<string, Value>>;
  lacks: readonly string[];
  /** The host whose flows take it where they name none. */
  default_on?: string;
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
  /** What it is: from `settings-words.json`, too. */
  about?: string;
  params: readonly Setting[];
  selector: string;
  variants: readonly Variant[];
  one_of: readonly OneOf[];
  /** An algorithm that sets a rate, no window. */
  rate_based: boolean;
  /** An algorithm that fills the queue until a packet is lost. */
  fills_queue?: true;
  /** Defaults of a flow's own settings that an algorithm brings along. */
  flow_defaults?: Readonly<Record<string, Value>>;
  /** Group of a window-based algorithm in lists. */
  group?: "loss" | "delay" | "model" | "mark" | "slow";
  /** The ink of an algorithm that has one of its own (design/signs.ts). */
  ink?: number;
}

/** The run's own settings. */
export const RUN: Section = {
  kind: "run",
  title: "Run",
  selector: "",
  variants: [],
  one_of: [],
  rate_based: false,
  params: [
    {"name":"seed","domain":{"type":"number","min":0,"max":9007199254740991,"above":false,"integer":true},"nullable":false,"required":false,"default":1,"unit":"","scale":"linear","live":false},
    {"name":"duration_s","domain":{"type":"number","min":0,"max":10000000,"above":true,"integer":false},"nullable":false,"required":true,"default":80,"unit":"s","scale":"linear","live":false},
    {"name":"packet_bytes","domain":{"type":"number","min":41,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":1500,"unit":"bytes","scale":"linear","live":false},
  ],
};

/** The bottleneck's own settings. */
export const BOTTLENECK: Section = {
  kind: "bottleneck",
  title: "Bottleneck",
  selector: "",
  variants: [],
  one_of: [],
  rate_based: false,
  params: [
    {"name":"rate_bps","domain":{"type":"number","min":1000,"max":1000000000000,"above":false,"integer":false},"nullable":false,"required":true,"default":10000000,"unit":"bit/s","scale":"log","live":true},
    {"name":"tick_ms","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"ms","scale":"linear","live":false},
    {"name":"rate_trace_ms","domain":{"type":"list","most":1000000,"fields":[{"name":"","min":0,"max":10000000000,"above":false,"integer":true,"unit":"ms","help":""}]},"nullable":false,"required":false,"default":null,"unit":"ms","scale":"linear","live":false},
    {"name":"rate_trace_repeat","domain":{"type":"switch"},"nullable":false,"required":false,"default":null,"unit":"","scale":"linear","live":false},
  ],
};

/** Settings of the policer before a queue. */
export const POLICER: Section = {
  kind: "policer",
  title: "Policer",
  selector: "",
  variants: [],
  one_of: [],
  rate_based: false,
  params: [
    {"name":"rate_bps","domain":{"type":"number","min":1000,"max":1000000000000,"above":false,"integer":true},"nullable":false,"required":true,"default":10000000,"unit":"bit/s","scale":"log","live":true},
    {"name":"burst_bytes","domain":{"type":"number","min":1,"max":1000000000,"above":false,"integer":true},"nullable":false,"required":false,"default":150000,"unit":"bytes","scale":"log","live":true},
  ],
};

/** A flow's settings; hosts are its variants. */
export const FLOW: Section = {
  kind: "flow",
  title: "Flow",
  selector: "host",
  variants: [{"name":"freebsd","defaults":{},"lacks":[]},{"name":"linux_2_6","defaults":{"delayed_ack":true,"delayed_ack_ms":40,"recovery":"rate_halving","min_rto_ms":200},"lacks":[]},{"name":"linux","defaults":{"recovery":"prr","rack":true,"delayed_ack":true,"delayed_ack_ms":40,"byte_counting":true,"byte_counting_limit_packets":0,"initial_window_packets":10,"initial_rto_ms":1000,"min_rto_ms":200,"slow_start_at_ssthresh":false,"slow_start":"hystart_for_cubic"},"lacks":[]},{"name":"ns2","defaults":{"timestamps":false,"initial_window_packets":2,"min_rto_ms":200,"slow_start_at_ssthresh":false},"lacks":[]}],
  one_of: [],
  rate_based: false,
  params: [
    {"name":"base_rtt_ms","domain":{"type":"number","min":0,"max":100000,"above":true,"integer":false},"nullable":false,"required":false,"default":40,"unit":"ms","scale":"log","live":true},
    {"name":"start_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false},
    {"name":"stop_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":null,"unit":"s","scale":"linear","live":false},
    {"name":"start_jitter_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false},
    {"name":"send_jitter_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":0.1,"unit":"ms","scale":"linear","live":true},
    {"name":"direction","domain":{"type":"words","words":["forward","reverse"]},"nullable":false,"required":false,"default":"forward","unit":"","scale":"linear","live":false},
    {"name":"transfer_bytes","domain":{"type":"number","min":1,"max":9007199254740991,"above":false,"integer":true},"nullable":false,"required":false,"default":null,"unit":"bytes","scale":"log","live":false},
    {"name":"ecn","domain":{"type":"switch"},"nullable":false,"required":false,"default":null,"unit":"","scale":"linear","live":false},
    {"name":"ecn_codepoint","domain":{"type":"words","words":["ect0","ect1"]},"nullable":false,"required":false,"default":null,"unit":"","scale":"linear","live":false},
    {"name":"ecn_feedback","domain":{"type":"words","words":["classic","accurate"]},"nullable":false,"required":false,"default":null,"unit":"","scale":"linear","live":false},
    {"name":"abe","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":false},
    {"name":"pacing","domain":{"type":"switch"},"nullable":false,"required":false,"default":null,"unit":"","scale":"linear","live":false},
    {"name":"host","domain":{"type":"words","words":["freebsd","linux_2_6","linux","ns2"]},"nullable":false,"required":false,"default":"freebsd","unit":"","scale":"linear","live":false},
    {"name":"recovery","domain":{"type":"words","words":["sack","newreno","freebsd_sack","rate_halving","prr"]},"nullable":false,"required":false,"default":"sack","unit":"","scale":"linear","live":false},
    {"name":"delayed_ack","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":false},
    {"name":"delayed_ack_ms","domain":{"type":"number","min":1e-6,"max":10000,"above":false,"integer":false},"nullable":false,"required":false,"default":100,"unit":"ms","scale":"linear","live":false},
    {"name":"byte_counting","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":false},
    {"name":"byte_counting_limit_packets","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":2,"unit":"packets","scale":"linear","live":false},
    {"name":"whole_byte_growth","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":false},
    {"name":"initial_window_packets","domain":{"type":"number","min":1,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":3,"unit":"packets","scale":"linear","live":false},
    {"name":"initial_ssthresh_packets","domain":{"type":"number","min":2,"max":10000000,"above":false,"integer":false},"nullable":true,"required":false,"default":null,"unit":"packets","scale":"linear","live":false},
    {"name":"initial_rto_ms","domain":{"type":"number","min":1e-6,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":3000,"unit":"ms","scale":"linear","live":false},
    {"name":"min_rto_ms","domain":{"type":"number","min":1e-6,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":230,"unit":"ms","scale":"linear","live":false},
    {"name":"timestamps","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":false},
    {"name":"rto_restart","domain":{"type":"words","words":["ack","first_partial","each_partial","head_retransmission","each_retransmission"]},"nullable":false,"required":false,"default":null,"unit":"","scale":"linear","live":false},
    {"name":"rack","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":false},
    {"name":"limited_transmit","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":false},
    {"name":"slow_start_at_ssthresh","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":false},
    {"name":"slow_start","domain":{"type":"words","words":["standard","hystart","hystart_pp","search","hystart_for_cubic"]},"nullable":false,"required":false,"default":"standard","unit":"","scale":"linear","live":false},
    {"name":"receive_window_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":true,"required":false,"default":null,"unit":"packets","scale":"linear","live":true},
  ],
};

/** Congestion controls, by `kind`. */
export const ALGORITHMS: readonly Section[] = [
  {
    kind: "newreno",
    title: "NewReno",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    fills_queue: true,
    group: "loss",
    ink: 0,
    params: [
      {"name":"discriminator","domain":{"type":"words","words":["none","vegas_rate","ntg","ndg","veno_backlog","cdg_queue","biaz","mbiaz","spike","zigzag","zbs"]},"nullable":false,"required":false,"default":"none","unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "cdg",
    title: "CDG",
    selector: "variant",
    variants: [{"name":"paper","defaults":{},"lacks":[]},{"name":"freebsd","defaults":{"slow_start_loss":"by_queue","shadow_at_backoff":"after"},"lacks":[]},{"name":"linux","defaults":{"g_ms":2.9761904761904763,"beta_delay":0.70703125,"rtt_tick_ms":0,"loss_tolerance":false,"slow_start_loss":"by_queue","grow_while_held":true,"window_fill":"extrapolate"},"lacks":["ignored_backoffs","alpha_increase_rtts"]}],
    one_of: [],
    rate_based: false,
    group: "delay",
    ink: 1,
    params: [
      {"name":"variant","domain":{"type":"words","words":["paper","freebsd","linux"]},"nullable":false,"required":false,"default":"paper","unit":"","scale":"linear","live":true},
      {"name":"smoothing","domain":{"type":"number","min":1,"max":256,"above":false,"integer":true},"nullable":false,"required":false,"default":8,"unit":"RTTs","scale":"log","live":true},
      {"name":"g_ms","domain":{"type":"number","min":0,"max":1000000,"above":true,"integer":false},"nullable":false,"required":false,"default":3,"unit":"ms per RTT","scale":"log","live":true,"slider":{"min":0.5,"max":50,"ticks":[0.5,10,50]},"on_card":true},
      {"name":"beta_delay","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.7,"unit":"","scale":"linear","live":true},
      {"name":"beta_loss","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"linear","live":true},
      {"name":"ineffectual_backoffs","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":5,"unit":"","scale":"linear","live":true},
      {"name":"ignored_backoffs","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":5,"unit":"","scale":"linear","live":true},
      {"name":"rtt_tick_ms","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"ms","scale":"log","live":true},
      {"name":"ineffectual_reset","domain":{"type":"words","words":["either","both"]},"nullable":false,"required":false,"default":"either","unit":"","scale":"linear","live":true},
      {"name":"delay_backoff","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"shadow_window","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"loss_tolerance","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"ineffectual_detection","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"unknown_is_congestion","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"slow_start_loss","domain":{"type":"words","words":["newreno","by_queue"]},"nullable":false,"required":false,"default":"newreno","unit":"","scale":"linear","live":true},
      {"name":"shadow_at_backoff","domain":{"type":"words","words":["before","after"]},"nullable":false,"required":false,"default":"before","unit":"","scale":"linear","live":true},
      {"name":"shadow_at_loss","domain":{"type":"words","words":["halve","keep"]},"nullable":false,"required":false,"default":"halve","unit":"","scale":"linear","live":true},
      {"name":"shadow_initial","domain":{"type":"words","words":["window","zero"]},"nullable":false,"required":false,"default":"window","unit":"","scale":"linear","live":false},
      {"name":"grow_while_held","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true},
      {"name":"grow_in_recovery","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true},
      {"name":"alpha_increase_rtts","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":true},"nullable":false,"required":false,"default":0,"unit":"RTTs","scale":"linear","live":true},
      {"name":"window_fill","domain":{"type":"words","words":["zero","extrapolate"]},"nullable":false,"required":false,"default":"zero","unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "cubic",
    title: "CUBIC",
    selector: "variant",
    variants: [{"name":"rfc9438","defaults":{},"lacks":[]},{"name":"linux_2_6_25","defaults":{},"lacks":[]},{"name":"linux","defaults":{},"lacks":[],"default_on":"linux"}],
    one_of: [],
    rate_based: false,
    fills_queue: true,
    group: "loss",
    ink: 3,
    params: [
      {"name":"variant","domain":{"type":"words","words":["rfc9438","linux_2_6_25","linux"]},"nullable":false,"required":false,"default":"rfc9438","unit":"","scale":"linear","live":true},
      {"name":"fast_convergence","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"tcp_friendliness","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "htcp",
    title: "H-TCP",
    selector: "variant",
    variants: [{"name":"freebsd","defaults":{},"lacks":["adaptive_reset"]},{"name":"linux","defaults":{"rtt_scaling":true},"lacks":["adaptive_backoff"]},{"name":"linux_2_6_25","defaults":{"rtt_scaling":true},"lacks":["adaptive_backoff"]},{"name":"linux_2_6_25_disorder_bug","defaults":{"rtt_scaling":true},"lacks":["adaptive_backoff"]}],
    one_of: [],
    rate_based: false,
    fills_queue: true,
    group: "loss",
    ink: 4,
    params: [
      {"name":"variant","domain":{"type":"words","words":["freebsd","linux","linux_2_6_25","linux_2_6_25_disorder_bug"]},"nullable":false,"required":false,"default":"freebsd","unit":"","scale":"linear","live":true},
      {"name":"adaptive_backoff","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true},
      {"name":"adaptive_reset","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"rtt_scaling","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "vegas",
    title: "Vegas",
    selector: "variant",
    variants: [{"name":"freebsd","defaults":{},"lacks":["gamma"]},{"name":"linux","defaults":{"alpha":2,"beta":4},"lacks":[]},{"name":"ns2","defaults":{},"lacks":[]},{"name":"paper","defaults":{"alpha":2,"beta":4},"lacks":[]}],
    one_of: [],
    rate_based: false,
    group: "delay",
    ink: 2,
    params: [
      {"name":"variant","domain":{"type":"words","words":["freebsd","linux","ns2","paper"]},"nullable":false,"required":false,"default":"freebsd","unit":"","scale":"linear","live":true},
      {"name":"alpha","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"packets","scale":"log","live":true,"slider":{"min":0.5,"max":50,"ticks":[0.5,10,50]},"on_card":true},
      {"name":"beta","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":3,"unit":"packets","scale":"log","live":true,"slider":{"min":0.5,"max":50,"ticks":[0.5,10,50]},"on_card":true},
      {"name":"gamma","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"packets","scale":"log","live":true},
    ],
  },
  {
    kind: "aimd",
    title: "AIMD",
    selector: "",
    variants: [],
    one_of: [{"fields":["relation","a"],"required":false}],
    rate_based: false,
    fills_queue: true,
    group: "slow",
    ink: 0,
    params: [
      {"name":"b","domain":{"type":"number","min":0.001,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"log","live":true,"on_card":true},
      {"name":"relation","domain":{"type":"words","words":["slowcc","deterministic"]},"nullable":false,"required":false,"default":"slowcc","unit":"","scale":"linear","live":true},
      {"name":"a","domain":{"type":"number","min":0,"max":100,"above":true,"integer":false},"nullable":false,"required":false,"default":1,"unit":"packets per RTT","scale":"log","live":true},
      {"name":"first_loss_halves","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "sqrt",
    title: "SQRT",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    fills_queue: true,
    group: "slow",
    ink: 3,
    params: [
      {"name":"beta","domain":{"type":"number","min":0,"max":100,"above":true,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"log","live":true},
      {"name":"alpha","domain":{"type":"number","min":0,"max":100,"above":true,"integer":false},"nullable":false,"required":false,"default":null,"unit":"","scale":"log","live":true},
      {"name":"first_loss_halves","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "iiad",
    title: "IIAD",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    fills_queue: true,
    group: "slow",
    ink: 4,
    params: [
      {"name":"beta","domain":{"type":"number","min":0,"max":100,"above":true,"integer":false},"nullable":false,"required":false,"default":0.6666666666666666,"unit":"packets","scale":"log","live":true},
      {"name":"alpha","domain":{"type":"number","min":0,"max":100,"above":true,"integer":false},"nullable":false,"required":false,"default":null,"unit":"","scale":"log","live":true},
      {"name":"first_loss_halves","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "card",
    title: "CARD",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    group: "delay",
    params: [
      {"name":"beta_delay","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.875,"unit":"","scale":"linear","live":true,"on_card":true},
      {"name":"normalised_only","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "dual",
    title: "DUAL",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    group: "delay",
    params: [
      {"name":"beta_delay","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.875,"unit":"","scale":"linear","live":true},
      {"name":"threshold","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"linear","live":true,"on_card":true},
      {"name":"smoothed_rtt","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "fast",
    title: "FAST",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    group: "delay",
    params: [
      {"name":"alpha","domain":{"type":"number","min":0,"max":1000000,"above":true,"integer":false},"nullable":true,"required":false,"default":null,"unit":"packets","scale":"log","live":true},
      {"name":"gamma","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"linear","live":true,"on_card":true},
      {"name":"multiplicative_increase","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "africa",
    title: "TCP-Africa",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    fills_queue: true,
    group: "delay",
    params: [
      {"name":"alpha","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1.641,"unit":"packets","scale":"log","live":true,"slider":{"min":0.5,"max":50,"ticks":[0.5,10,50]},"on_card":true},
      {"name":"smoothed_rtt","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "compound",
    title: "Compound TCP",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    fills_queue: true,
    group: "delay",
    ink: 5,
    params: [
      {"name":"alpha","domain":{"type":"number","min":0,"max":10,"above":false,"integer":false},"nullable":false,"required":false,"default":0.125,"unit":"","scale":"linear","live":true},
      {"name":"k","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.75,"unit":"","scale":"linear","live":true},
      {"name":"beta","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"linear","live":true},
      {"name":"gamma_packets","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":30,"unit":"packets","scale":"log","live":true,"slider":{"min":1,"max":100,"ticks":[1,10,100]},"on_card":true},
      {"name":"zeta","domain":{"type":"number","min":0,"max":100,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"","scale":"linear","live":true},
      {"name":"low_window_packets","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":41,"unit":"packets","scale":"log","live":true},
    ],
  },
  {
    kind: "lp",
    title: "TCP-LP",
    selector: "variant",
    variants: [{"name":"paper","defaults":{},"lacks":[]},{"name":"linux","defaults":{},"lacks":[]}],
    one_of: [],
    rate_based: false,
    group: "delay",
    params: [
      {"name":"variant","domain":{"type":"words","words":["paper","linux"]},"nullable":false,"required":false,"default":"paper","unit":"","scale":"linear","live":true},
      {"name":"threshold","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.15,"unit":"","scale":"linear","live":true,"on_card":true},
      {"name":"gain","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.125,"unit":"","scale":"linear","live":true},
      {"name":"inference_rtts","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":3,"unit":"RTTs","scale":"linear","live":true},
    ],
  },
  {
    kind: "pert",
    title: "PERT",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    group: "delay",
    params: [
      {"name":"adaptive","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true},
      {"name":"weight","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.01,"unit":"","scale":"log","live":true},
      {"name":"min_threshold_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"ms","scale":"log","live":true},
      {"name":"max_threshold_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":10,"unit":"ms","scale":"log","live":true,"slider":{"min":1,"max":200,"ticks":[1,10,100,200]},"on_card":true},
      {"name":"max_probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.05,"unit":"","scale":"log","live":true},
      {"name":"decrease","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.35,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "hd",
    title: "HD",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    group: "delay",
    params: [
      {"name":"q_min_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"ms","scale":"log","live":true},
      {"name":"q_threshold_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":20,"unit":"ms","scale":"log","live":true,"slider":{"min":1,"max":200,"ticks":[1,10,100,200]},"on_card":true},
      {"name":"max_probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.05,"unit":"","scale":"log","live":true},
    ],
  },
  {
    kind: "chd",
    title: "CHD",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    group: "delay",
    params: [
      {"name":"q_min_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"ms","scale":"log","live":true},
      {"name":"q_threshold_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":20,"unit":"ms","scale":"log","live":true,"slider":{"min":1,"max":200,"ticks":[1,10,100,200]},"on_card":true},
      {"name":"max_probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"linear","live":true},
      {"name":"loss_fair","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"use_max","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "bbr",
    title: "BBR",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    flow_defaults: {"pacing":true},
    group: "model",
    ink: 7,
    params: [
      {"name":"min_rtt_window_s","domain":{"type":"number","min":0.1,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":10,"unit":"s","scale":"log","live":true,"slider":{"min":1,"max":100,"ticks":[1,10,100]},"on_card":true},
      {"name":"probe_rtt_ms","domain":{"type":"number","min":0,"max":10000,"above":false,"integer":false},"nullable":false,"required":false,"default":200,"unit":"ms","scale":"linear","live":true},
    ],
  },
  {
    kind: "bbr3",
    title: "BBR v3",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    flow_defaults: {"pacing":true},
    group: "model",
    ink: 6,
    params: [
      {"name":"loss_threshold","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.02,"unit":"","scale":"linear","live":true,"slider":{"min":0,"max":0.2,"ticks":[0,0.02,0.1,0.2]},"on_card":true},
      {"name":"beta","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.7,"unit":"","scale":"linear","live":true},
      {"name":"headroom","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.15,"unit":"","scale":"linear","live":true},
      {"name":"min_rtt_window_s","domain":{"type":"number","min":0.1,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":10,"unit":"s","scale":"log","live":true},
      {"name":"probe_rtt_interval_s","domain":{"type":"number","min":0.1,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"s","scale":"log","live":true,"slider":{"min":1,"max":100,"ticks":[1,5,10,100]}},
      {"name":"probe_rtt_ms","domain":{"type":"number","min":0,"max":10000,"above":false,"integer":false},"nullable":false,"required":false,"default":200,"unit":"ms","scale":"linear","live":true},
    ],
  },
  {
    kind: "dctcp",
    title: "DCTCP",
    selector: "variant",
    variants: [{"name":"rfc8257","defaults":{},"lacks":[]},{"name":"linux","defaults":{},"lacks":[],"default_on":"linux"}],
    one_of: [],
    rate_based: false,
    flow_defaults: {"ecn":true,"ecn_feedback":"accurate"},
    group: "mark",
    params: [
      {"name":"variant","domain":{"type":"words","words":["rfc8257","linux"]},"nullable":false,"required":false,"default":"rfc8257","unit":"","scale":"linear","live":true},
      {"name":"gain","domain":{"type":"number","min":0.001,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.0625,"unit":"","scale":"log","live":true,"slider":{"min":0.01,"max":1,"ticks":[0.01,0.1,1]},"on_card":true},
      {"name":"initial_alpha","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"","scale":"linear","live":false},
    ],
  },
  {
    kind: "prague",
    title: "Prague",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    flow_defaults: {"pacing":true,"ecn":true,"ecn_codepoint":"ect1","ecn_feedback":"accurate"},
    group: "mark",
    params: [
      {"name":"gain","domain":{"type":"number","min":0.001,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.0625,"unit":"","scale":"log","live":true,"slider":{"min":0.01,"max":1,"ticks":[0.01,0.1,1]},"on_card":true},
      {"name":"initial_alpha","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"","scale":"linear","live":false},
      {"name":"rtt_target_ms","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":25,"unit":"ms","scale":"linear","live":true},
      {"name":"rtt_target_rounds","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":true},"nullable":false,"required":false,"default":500,"unit":"round trips","scale":"linear","live":true},
    ],
  },
  {
    kind: "bic",
    title: "BIC",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    fills_queue: true,
    group: "loss",
    params: [
      {"name":"max_increment_packets","domain":{"type":"number","min":1,"max":100000,"above":false,"integer":true},"nullable":false,"required":false,"default":16,"unit":"packets","scale":"log","live":true,"slider":{"min":1,"max":64,"ticks":[1,16,64]},"on_card":true},
      {"name":"divisor","domain":{"type":"number","min":2,"max":64,"above":false,"integer":true},"nullable":false,"required":false,"default":4,"unit":"","scale":"linear","live":true},
      {"name":"smooth_part","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":20,"unit":"","scale":"linear","live":true},
      {"name":"low_window_packets","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":true},"nullable":false,"required":false,"default":14,"unit":"packets","scale":"log","live":true},
      {"name":"beta","domain":{"type":"number","min":0.1,"max":0.99,"above":false,"integer":false},"nullable":false,"required":false,"default":0.7998046875,"unit":"","scale":"linear","live":true},
      {"name":"fast_convergence","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"initial_ssthresh_packets","domain":{"type":"number","min":2,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":100,"unit":"packets","scale":"log","live":false},
    ],
  },
  {
    kind: "westwood",
    title: "Westwood+",
    selector: "variant",
    variants: [{"name":"paper","defaults":{},"lacks":[]},{"name":"linux","defaults":{"min_interval_ms":50},"lacks":[],"default_on":"linux"},{"name":"linux_first","defaults":{"min_interval_ms":50},"lacks":[]}],
    one_of: [],
    rate_based: false,
    fills_queue: true,
    group: "loss",
    params: [
      {"name":"variant","domain":{"type":"words","words":["paper","linux","linux_first"]},"nullable":false,"required":false,"default":"paper","unit":"","scale":"linear","live":true},
      {"name":"min_interval_ms","domain":{"type":"number","min":0,"max":10000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"ms","scale":"linear","live":true},
    ],
  },
  {
    kind: "ledbat",
    title: "LEDBAT",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    group: "delay",
    params: [
      {"name":"target_ms","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":100,"unit":"ms","scale":"log","live":true,"slider":{"min":10,"max":1000,"ticks":[10,100,1000]},"on_card":true},
      {"name":"gain","domain":{"type":"number","min":0,"max":10,"above":true,"integer":false},"nullable":false,"required":false,"default":1,"unit":"","scale":"linear","live":true},
      {"name":"allowed_increase","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"packets","scale":"linear","live":true},
      {"name":"current_filter","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":4,"unit":"","scale":"linear","live":true},
      {"name":"base_history","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":10,"unit":"","scale":"linear","live":true},
      {"name":"begin_in_slow_start","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":false},
    ],
  },
  {
    kind: "ledbat_pp",
    title: "LEDBAT++",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    group: "delay",
    params: [
      {"name":"target_ms","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":60,"unit":"ms","scale":"log","live":true,"slider":{"min":10,"max":1000,"ticks":[10,100,1000]},"on_card":true},
      {"name":"current_filter","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":4,"unit":"","scale":"linear","live":true},
      {"name":"base_history","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":10,"unit":"","scale":"linear","live":true},
      {"name":"slowdowns","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "copa",
    title: "Copa",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    flow_defaults: {"pacing":true},
    group: "delay",
    params: [
      {"name":"delta","domain":{"type":"number","min":0.004,"max":10,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"log","live":true,"slider":{"min":0.01,"max":1,"ticks":[0.01,0.1,1]},"on_card":true},
      {"name":"competitive","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"empties_within_rtts","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"RTTs","scale":"linear","live":true},
      {"name":"velocity_reset","domain":{"type":"words","words":["rtt","step"]},"nullable":false,"required":false,"default":"step","unit":"","scale":"linear","live":true},
      {"name":"min_rtt_window_s","domain":{"type":"number","min":0.1,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":10,"unit":"s","scale":"log","live":true,"slider":{"min":1,"max":100,"ticks":[1,10,100]}},
    ],
  },
  {
    kind: "nv",
    title: "NV",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    group: "delay",
    params: [
      {"name":"pad_packets","domain":{"type":"number","min":0,"max":10000,"above":false,"integer":true},"nullable":false,"required":false,"default":10,"unit":"packets","scale":"linear","live":true,"on_card":true},
      {"name":"reset_period_s","domain":{"type":"number","min":0.1,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"s","scale":"log","live":true,"slider":{"min":1,"max":100,"ticks":[1,10,100]}},
    ],
  },
  {
    kind: "highspeed",
    title: "HighSpeed TCP",
    selector: "variant",
    variants: [{"name":"rfc3649","defaults":{},"lacks":[]},{"name":"linux","defaults":{},"lacks":[],"default_on":"linux"}],
    one_of: [],
    rate_based: false,
    fills_queue: true,
    group: "loss",
    params: [
      {"name":"variant","domain":{"type":"words","words":["rfc3649","linux"]},"nullable":false,"required":false,"default":"rfc3649","unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "scalable",
    title: "Scalable TCP",
    selector: "variant",
    variants: [{"name":"paper","defaults":{},"lacks":[]},{"name":"linux","defaults":{"gain":0.02},"lacks":["low_window_packets"],"default_on":"linux"}],
    one_of: [],
    rate_based: false,
    fills_queue: true,
    group: "loss",
    params: [
      {"name":"variant","domain":{"type":"words","words":["paper","linux"]},"nullable":false,"required":false,"default":"paper","unit":"","scale":"linear","live":true},
      {"name":"gain","domain":{"type":"number","min":0,"max":1,"above":true,"integer":false},"nullable":false,"required":false,"default":0.01,"unit":"","scale":"linear","live":true,"slider":{"min":0.001,"max":0.1,"ticks":[0.001,0.01,0.1]},"on_card":true},
      {"name":"b","domain":{"type":"number","min":0.001,"max":0.9,"above":false,"integer":false},"nullable":false,"required":false,"default":0.125,"unit":"","scale":"linear","live":true},
      {"name":"low_window_packets","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":16,"unit":"packets","scale":"log","live":true},
    ],
  },
  {
    kind: "veno",
    title: "Veno",
    selector: "variant",
    variants: [{"name":"paper","defaults":{},"lacks":[]},{"name":"linux","defaults":{},"lacks":[],"default_on":"linux"}],
    one_of: [],
    rate_based: false,
    fills_queue: true,
    group: "delay",
    params: [
      {"name":"variant","domain":{"type":"words","words":["paper","linux"]},"nullable":false,"required":false,"default":"paper","unit":"","scale":"linear","live":true},
      {"name":"beta_packets","domain":{"type":"number","min":0,"max":10000,"above":false,"integer":false},"nullable":false,"required":false,"default":3,"unit":"packets","scale":"log","live":true,"slider":{"min":1,"max":50,"ticks":[1,3,50]},"on_card":true},
      {"name":"random_share","domain":{"type":"number","min":0.1,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.8,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "illinois",
    title: "Illinois",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    fills_queue: true,
    group: "delay",
    params: [
      {"name":"alpha_max","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":10,"unit":"","scale":"linear","live":true,"slider":{"min":1,"max":50,"ticks":[1,10,50]},"on_card":true},
      {"name":"alpha_min","domain":{"type":"number","min":0.01,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.3,"unit":"","scale":"linear","live":true},
      {"name":"beta_min","domain":{"type":"number","min":0.01,"max":0.5,"above":false,"integer":false},"nullable":false,"required":false,"default":0.125,"unit":"","scale":"linear","live":true},
      {"name":"beta_max","domain":{"type":"number","min":0.5,"max":0.9,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"linear","live":true},
      {"name":"low_window_packets","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":15,"unit":"packets","scale":"log","live":true},
      {"name":"low_rounds","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":5,"unit":"RTTs","scale":"linear","live":true},
    ],
  },
  {
    kind: "yeah",
    title: "YeAH",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    group: "delay",
    params: [
      {"name":"alpha_packets","domain":{"type":"number","min":1,"max":100000,"above":false,"integer":true},"nullable":false,"required":false,"default":80,"unit":"packets","scale":"log","live":true,"slider":{"min":1,"max":1000,"ticks":[1,80,1000]},"on_card":true},
      {"name":"delay_share","domain":{"type":"number","min":0,"max":10,"above":false,"integer":false},"nullable":false,"required":false,"default":0.125,"unit":"","scale":"linear","live":true},
      {"name":"gain","domain":{"type":"number","min":0.001,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.01,"unit":"","scale":"linear","live":true},
      {"name":"rival_rounds","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":true},"nullable":false,"required":false,"default":16,"unit":"RTTs","scale":"linear","live":true},
      {"name":"reset_rounds","domain":{"type":"number","min":1,"max":100000,"above":false,"integer":true},"nullable":false,"required":false,"default":50,"unit":"RTTs","scale":"linear","live":true},
    ],
  },
  {
    kind: "rap",
    title: "RAP",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: true,
    fills_queue: true,
    ink: 2,
    params: [
      {"name":"b","domain":{"type":"number","min":0.001,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"log","live":true,"on_card":true},
      {"name":"relation","domain":{"type":"words","words":["slowcc","deterministic"]},"nullable":false,"required":false,"default":"slowcc","unit":"","scale":"linear","live":true},
      {"name":"fine_grain","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "tfrc",
    title: "TFRC",
    selector: "variant",
    variants: [{"name":"ns2","defaults":{},"lacks":[]},{"name":"rfc5348","defaults":{"measured_timeout":false,"discounting_floor":0.25,"rtt_smoothing":0.9,"lost_after_packets":3,"gradual_increase":false,"bounded_timeouts":false,"damping":false,"no_feedback_rtts":4},"lacks":[]}],
    one_of: [],
    rate_based: true,
    fills_queue: true,
    ink: 1,
    params: [
      {"name":"variant","domain":{"type":"words","words":["ns2","rfc5348"]},"nullable":false,"required":false,"default":"ns2","unit":"","scale":"linear","live":false},
      {"name":"k","domain":{"type":"number","min":1,"max":1024,"above":false,"integer":true},"nullable":false,"required":false,"default":8,"unit":"","scale":"log","live":true,"slider":{"min":1,"max":32,"ticks":[1,8,16,32]},"on_card":true},
      {"name":"self_clocked","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true},
      {"name":"self_clocking_factor","domain":{"type":"number","min":1,"max":10,"above":false,"integer":false},"nullable":false,"required":false,"default":1.1,"unit":"","scale":"linear","live":true},
      {"name":"history_discounting","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"discounting_floor","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.5,"unit":"","scale":"linear","live":true},
      {"name":"rtt_smoothing","domain":{"type":"number","min":0,"max":0.999,"above":false,"integer":false},"nullable":false,"required":false,"default":0.95,"unit":"","scale":"linear","live":true},
      {"name":"lost_after_packets","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":1,"unit":"packets","scale":"linear","live":true},
      {"name":"gradual_increase","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"bounded_timeouts","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"measured_timeout","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"timeout_tick_ms","domain":{"type":"number","min":0,"max":10000,"above":false,"integer":false},"nullable":false,"required":false,"default":100,"unit":"ms","scale":"linear","live":false},
      {"name":"damping","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"no_feedback_rtts","domain":{"type":"number","min":1,"max":100,"above":false,"integer":false},"nullable":false,"required":false,"default":2,"unit":"RTTs","scale":"linear","live":true},
    ],
  },
  {
    kind: "tear",
    title: "TEAR",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: true,
    fills_queue: true,
    params: [
      {"name":"epochs","domain":{"type":"number","min":1,"max":1024,"above":false,"integer":true},"nullable":false,"required":false,"default":8,"unit":"","scale":"log","live":true,"slider":{"min":1,"max":32,"ticks":[1,8,16,32]},"on_card":true},
      {"name":"packets_after_gap","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":3,"unit":"packets","scale":"linear","live":true},
      {"name":"no_feedback_rtts","domain":{"type":"number","min":1,"max":100,"above":false,"integer":false},"nullable":false,"required":false,"default":4,"unit":"RTTs","scale":"linear","live":true},
    ],
  },
];

/** Queue disciplines, by `discipline`. */
export const DISCIPLINES: readonly Section[] = [
  {
    kind: "drop_tail",
    title: "drop tail",
    selector: "",
    variants: [],
    one_of: [{"fields":["limit_packets","limit_bytes"],"required":true}],
    rate_based: false,
    params: [
      {"name":"limit_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":84,"unit":"packets","scale":"log","live":true},
      {"name":"limit_bytes","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":126000,"unit":"bytes","scale":"log","live":true},
      {"name":"counting","domain":{"type":"words","words":["dummynet","ns2"]},"nullable":false,"required":false,"default":"dummynet","unit":"","scale":"linear","live":true},
      {"name":"step_mark_packets","domain":{"type":"number","min":0,"max":10000000,"above":false,"integer":true},"nullable":true,"required":false,"default":null,"unit":"packets","scale":"log","live":true},
    ],
  },
  {
    kind: "red",
    title: "RED",
    selector: "",
    variants: [],
    one_of: [{"fields":["limit_packets","limit_bytes"],"required":false}],
    rate_based: false,
    params: [
      {"name":"limit_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":50,"unit":"packets","scale":"log","live":true},
      {"name":"limit_bytes","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":75000,"unit":"bytes","scale":"log","live":true},
      {"name":"min_threshold_packets","domain":{"type":"number","min":0,"max":10000000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"packets","scale":"log","live":true},
      {"name":"max_threshold_packets","domain":{"type":"number","min":0,"max":10000000,"above":false,"integer":false},"nullable":false,"required":false,"default":15,"unit":"packets","scale":"log","live":true},
      {"name":"max_probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.1,"unit":"","scale":"linear","live":true},
      {"name":"weight","domain":{"type":"number","min":1e-6,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.002,"unit":"","scale":"log","live":true},
      {"name":"gentle","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"wait","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"mean_packet_bytes","domain":{"type":"number","min":1,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":500,"unit":"bytes","scale":"linear","live":true},
      {"name":"ecn","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "codel",
    title: "CoDel",
    selector: "",
    variants: [],
    one_of: [{"fields":["limit_packets","limit_bytes"],"required":false}],
    rate_based: false,
    params: [
      {"name":"limit_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":1000,"unit":"packets","scale":"log","live":true},
      {"name":"limit_bytes","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":1500000,"unit":"bytes","scale":"log","live":true},
      {"name":"target_ms","domain":{"type":"number","min":0.001,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"ms","scale":"log","live":true},
      {"name":"interval_ms","domain":{"type":"number","min":0.001,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":100,"unit":"ms","scale":"log","live":true},
      {"name":"ecn","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "pie",
    title: "PIE",
    selector: "",
    variants: [],
    one_of: [{"fields":["limit_packets","limit_bytes"],"required":false}],
    rate_based: false,
    params: [
      {"name":"limit_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":1000,"unit":"packets","scale":"log","live":true},
      {"name":"limit_bytes","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":1500000,"unit":"bytes","scale":"log","live":true},
      {"name":"target_ms","domain":{"type":"number","min":0.001,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":15,"unit":"ms","scale":"log","live":true},
      {"name":"update_ms","domain":{"type":"number","min":0.1,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":15,"unit":"ms","scale":"log","live":true},
      {"name":"alpha","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":0.125,"unit":"1/s","scale":"linear","live":true},
      {"name":"beta","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":1.25,"unit":"1/s","scale":"linear","live":true},
      {"name":"max_burst_ms","domain":{"type":"number","min":0,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":150,"unit":"ms","scale":"linear","live":true},
      {"name":"mean_packet_bytes","domain":{"type":"number","min":1,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":1500,"unit":"bytes","scale":"linear","live":true},
      {"name":"ecn","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true},
      {"name":"mark_probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.1,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "fq_codel",
    title: "FQ-CoDel",
    selector: "",
    variants: [],
    one_of: [{"fields":["limit_packets","limit_bytes"],"required":false}],
    rate_based: false,
    params: [
      {"name":"limit_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":10240,"unit":"packets","scale":"log","live":true},
      {"name":"limit_bytes","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":10000000,"unit":"bytes","scale":"log","live":true},
      {"name":"target_ms","domain":{"type":"number","min":0.001,"max":100000,"above":false,"integer":false},"nullable":false,"required":false,"default":5,"unit":"ms","scale":"log","live":true},
      {"name":"interval_ms","domain":{"type":"number","min":0.001,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":100,"unit":"ms","scale":"log","live":true},
      {"name":"quantum_bytes","domain":{"type":"number","min":256,"max":1000000,"above":false,"integer":true},"nullable":false,"required":false,"default":1514,"unit":"bytes","scale":"log","live":true},
      {"name":"queues","domain":{"type":"number","min":1,"max":65536,"above":false,"integer":true},"nullable":true,"required":false,"default":null,"unit":"","scale":"log","live":true},
      {"name":"perturbation","domain":{"type":"number","min":0,"max":9007199254740991,"above":false,"integer":true},"nullable":false,"required":false,"default":0,"unit":"","scale":"linear","live":true},
      {"name":"ecn","domain":{"type":"switch"},"nullable":false,"required":false,"default":false,"unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "dualpi2",
    title: "DualPI2",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"limit_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":10000,"unit":"packets","scale":"log","live":true},
      {"name":"target_ms","domain":{"type":"number","min":0.1,"max":10000,"above":false,"integer":false},"nullable":false,"required":false,"default":15,"unit":"ms","scale":"log","live":true},
      {"name":"tupdate_ms","domain":{"type":"number","min":1,"max":10000,"above":false,"integer":false},"nullable":false,"required":false,"default":16,"unit":"ms","scale":"log","live":true},
      {"name":"alpha","domain":{"type":"number","min":0.001,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":0.16,"unit":"1/s","scale":"log","live":true},
      {"name":"beta","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":3.2,"unit":"1/s","scale":"linear","live":true},
      {"name":"coupling","domain":{"type":"number","min":0,"max":100,"above":false,"integer":false},"nullable":false,"required":false,"default":2,"unit":"","scale":"linear","live":true},
      {"name":"step_ms","domain":{"type":"number","min":0,"max":10000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"ms","scale":"log","live":true},
      {"name":"classic_share_percent","domain":{"type":"number","min":0,"max":100,"above":false,"integer":true},"nullable":false,"required":false,"default":10,"unit":"%","scale":"linear","live":true},
    ],
  },
];

/** Models of random loss, by `model`. */
export const MODELS: readonly Section[] = [
  {
    kind: "bernoulli",
    title: "Bernoulli",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"","scale":"log","live":true},
      {"name":"position","domain":{"type":"words","words":["before_queue","after_queue"]},"nullable":false,"required":false,"default":"before_queue","unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "none",
    title: "none",
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
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"clock","domain":{"type":"words","words":["time","link_packets","flow_packets"]},"nullable":false,"required":false,"default":"time","unit":"","scale":"linear","live":true},
      {"name":"good_s","domain":{"type":"number","min":1e-6,"max":10000000,"above":false,"integer":false},"nullable":true,"required":false,"default":null,"unit":"s","scale":"log","live":true},
      {"name":"bad_s","domain":{"type":"number","min":1e-6,"max":10000000,"above":false,"integer":false},"nullable":true,"required":false,"default":null,"unit":"s","scale":"log","live":true},
      {"name":"p_good_bad","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.004,"unit":"","scale":"log","live":true},
      {"name":"p_bad_good","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.31,"unit":"","scale":"log","live":true},
      {"name":"loss_good","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"","scale":"log","live":true},
      {"name":"loss_bad","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"","scale":"linear","live":true},
      {"name":"position","domain":{"type":"words","words":["before_queue","after_queue"]},"nullable":false,"required":false,"default":"before_queue","unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "bit_errors",
    title: "bit errors",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"bit_error_rate","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"","scale":"log","live":true},
      {"name":"position","domain":{"type":"words","words":["before_queue","after_queue"]},"nullable":false,"required":false,"default":"before_queue","unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "periodic",
    title: "periodic",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"gaps","domain":{"type":"list","most":1000,"fields":[{"name":"","min":1,"max":1000000000,"above":false,"integer":true,"unit":"packets","help":""}]},"nullable":false,"required":false,"default":[50,50,50,400,400,400],"unit":"","scale":"linear","live":false},
      {"name":"position","domain":{"type":"words","words":["before_queue","after_queue"]},"nullable":false,"required":false,"default":"before_queue","unit":"","scale":"linear","live":true},
    ],
  },
  {
    kind: "schedule",
    title: "schedule",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"phases","domain":{"type":"list","most":1000,"fields":[{"name":"duration_s","min":1e-6,"max":10000000,"above":false,"integer":false,"unit":"s","help":"Length of the phase."},{"name":"every","min":0,"max":1000000000,"above":false,"integer":true,"unit":"packets","help":"Every n-th arriving packet is lost; 0: none."}]},"nullable":false,"required":false,"default":[{"duration_s":6,"every":200},{"duration_s":1,"every":4}],"unit":"","scale":"linear","live":false},
      {"name":"position","domain":{"type":"words","words":["before_queue","after_queue"]},"nullable":false,"required":false,"default":"before_queue","unit":"","scale":"linear","live":true},
    ],
  },
];

/** Models of reordering, by `model`. */
export const REORDERINGS: readonly Section[] = [
  {
    kind: "bernoulli",
    title: "Bernoulli",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"","scale":"log","live":true},
      {"name":"depth_packets","domain":{"type":"number","min":1,"max":1000000,"above":false,"integer":true},"nullable":false,"required":false,"default":3,"unit":"packets","scale":"linear","live":true},
    ],
  },
];

/** Models of a link's rate, by `model`. */
export const RATE_MODELS: readonly Section[] = [
  {
    kind: "cellular",
    title: "cellular",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"sigma_packets","domain":{"type":"number","min":0,"max":10000,"above":false,"integer":false},"nullable":false,"required":false,"default":200,"unit":"packets/s","scale":"linear","live":false},
      {"name":"max_packets","domain":{"type":"number","min":1,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1000,"unit":"packets/s","scale":"linear","live":false},
      {"name":"outage_escape","domain":{"type":"number","min":0.01,"max":100,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"1/s","scale":"linear","live":false},
    ],
  },
  {
    kind: "leo",
    title: "LEO satellite",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"handover_s","domain":{"type":"number","min":2,"max":10000,"above":false,"integer":false},"nullable":false,"required":false,"default":15,"unit":"s","scale":"linear","live":false},
      {"name":"outage_ms","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":100,"unit":"ms","scale":"linear","live":false},
      {"name":"rate_spread","domain":{"type":"number","min":0,"max":0.9,"above":false,"integer":false},"nullable":false,"required":false,"default":0.4,"unit":"","scale":"linear","live":false},
      {"name":"delay_spread_ms","domain":{"type":"number","min":0,"max":1000,"above":false,"integer":false},"nullable":false,"required":false,"default":7.6,"unit":"ms","scale":"linear","live":false},
    ],
  },
  {
    kind: "wifi",
    title: "Wi-Fi",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"error_probability","domain":{"type":"number","min":0,"max":1,"above":false,"integer":false},"nullable":false,"required":false,"default":0.05,"unit":"","scale":"linear","live":false},
      {"name":"retries","domain":{"type":"number","min":0,"max":7,"above":false,"integer":true},"nullable":false,"required":false,"default":7,"unit":"","scale":"linear","live":false},
      {"name":"aggregate_packets","domain":{"type":"number","min":1,"max":64,"above":false,"integer":true},"nullable":false,"required":false,"default":64,"unit":"packets","scale":"linear","live":false},
      {"name":"aggregate_ms","domain":{"type":"number","min":0.1,"max":5.484,"above":false,"integer":false},"nullable":false,"required":false,"default":5.484,"unit":"ms","scale":"linear","live":false},
    ],
  },
];

/** Kinds of cross traffic, by `kind`. */
export const TRAFFIC: readonly Section[] = [
  {
    kind: "voip",
    title: "VoIP",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"packet_bytes","domain":{"type":"number","min":41,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":200,"unit":"bytes","scale":"linear","live":true},
      {"name":"interval_ms","domain":{"type":"number","min":0.001,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":20,"unit":"ms","scale":"log","live":true},
      {"name":"base_rtt_ms","domain":{"type":"number","min":0,"max":100000,"above":true,"integer":false},"nullable":false,"required":false,"default":40,"unit":"ms","scale":"log","live":true},
      {"name":"start_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false},
      {"name":"stop_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":null,"unit":"s","scale":"linear","live":false},
      {"name":"start_jitter_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false},
    ],
  },
  {
    kind: "cbr",
    title: "constant bit rate",
    selector: "",
    variants: [],
    one_of: [{"fields":["rate_bps","interval_ms"],"required":false}],
    rate_based: false,
    params: [
      {"name":"packet_bytes","domain":{"type":"number","min":41,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":1500,"unit":"bytes","scale":"linear","live":true},
      {"name":"rate_bps","domain":{"type":"number","min":1000,"max":1000000000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1000000,"unit":"bit/s","scale":"log","live":true},
      {"name":"interval_ms","domain":{"type":"number","min":0.001,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":12,"unit":"ms","scale":"log","live":true},
      {"name":"base_rtt_ms","domain":{"type":"number","min":0,"max":100000,"above":true,"integer":false},"nullable":false,"required":false,"default":40,"unit":"ms","scale":"log","live":true},
      {"name":"start_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false},
      {"name":"stop_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":null,"unit":"s","scale":"linear","live":false},
      {"name":"start_jitter_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false},
    ],
  },
  {
    kind: "on_off",
    title: "on and off",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"packet_bytes","domain":{"type":"number","min":41,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":1500,"unit":"bytes","scale":"linear","live":true},
      {"name":"rate_bps","domain":{"type":"number","min":1000,"max":1000000000000,"above":false,"integer":false},"nullable":false,"required":false,"default":5000000,"unit":"bit/s","scale":"log","live":true},
      {"name":"on_s","domain":{"type":"number","min":1e-6,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"s","scale":"log","live":true},
      {"name":"off_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"s","scale":"log","live":true},
      {"name":"base_rtt_ms","domain":{"type":"number","min":0,"max":100000,"above":true,"integer":false},"nullable":false,"required":false,"default":40,"unit":"ms","scale":"log","live":true},
      {"name":"start_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false},
      {"name":"stop_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":null,"unit":"s","scale":"linear","live":false},
      {"name":"start_jitter_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false},
    ],
  },
  {
    kind: "sawtooth",
    title: "sawtooth",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"packet_bytes","domain":{"type":"number","min":41,"max":65535,"above":false,"integer":true},"nullable":false,"required":false,"default":1500,"unit":"bytes","scale":"linear","live":true},
      {"name":"peak_bps","domain":{"type":"number","min":1000,"max":1000000000000,"above":false,"integer":false},"nullable":false,"required":false,"default":5000000,"unit":"bit/s","scale":"log","live":true},
      {"name":"period_s","domain":{"type":"number","min":1e-6,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1.6,"unit":"s","scale":"log","live":true},
      {"name":"off_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"log","live":true},
      {"name":"rising","domain":{"type":"switch"},"nullable":false,"required":false,"default":true,"unit":"","scale":"linear","live":true},
      {"name":"base_rtt_ms","domain":{"type":"number","min":0,"max":100000,"above":true,"integer":false},"nullable":false,"required":false,"default":40,"unit":"ms","scale":"log","live":true},
      {"name":"start_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false},
      {"name":"stop_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":null,"unit":"s","scale":"linear","live":false},
      {"name":"start_jitter_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false},
    ],
  },
  {
    kind: "flash_crowd",
    title: "flash crowd",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"transfer_packets","domain":{"type":"number","min":1,"max":10000000,"above":false,"integer":true},"nullable":false,"required":false,"default":10,"unit":"packets","scale":"log","live":true},
      {"name":"arrivals_per_s","domain":{"type":"number","min":0,"max":1000000,"above":true,"integer":false},"nullable":false,"required":false,"default":200,"unit":"1/s","scale":"log","live":true},
      {"name":"base_rtt_ms","domain":{"type":"number","min":0,"max":100000,"above":true,"integer":false},"nullable":false,"required":false,"default":40,"unit":"ms","scale":"log","live":true},
      {"name":"start_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false},
      {"name":"stop_s","domain":{"type":"number","min":0,"max":1.7976931348623157e308,"above":false,"integer":false},"nullable":false,"required":false,"default":null,"unit":"s","scale":"linear","live":false},
      {"name":"start_jitter_s","domain":{"type":"number","min":0,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":0,"unit":"s","scale":"linear","live":false},
    ],
  },
];

/** Applications of flows, by `kind`. */
export const APPLICATIONS: readonly Section[] = [
  {
    kind: "bulk",
    title: "bulk data",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
    ],
  },
  {
    kind: "rate",
    title: "constant rate",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"rate_bps","domain":{"type":"number","min":1000,"max":1000000000000,"above":false,"integer":true},"nullable":false,"required":false,"default":1000000,"unit":"bit/s","scale":"log","live":true},
    ],
  },
  {
    kind: "on_off",
    title: "on and off",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"on_s","domain":{"type":"number","min":0.001,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"s","scale":"log","live":true},
      {"name":"off_s","domain":{"type":"number","min":0.001,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":1,"unit":"s","scale":"log","live":true},
      {"name":"rate_bps","domain":{"type":"number","min":1000,"max":1000000000000,"above":false,"integer":true},"nullable":true,"required":false,"default":null,"unit":"bit/s","scale":"log","live":true},
    ],
  },
  {
    kind: "segments",
    title: "video segments",
    selector: "",
    variants: [],
    one_of: [],
    rate_based: false,
    params: [
      {"name":"segment_bytes","domain":{"type":"number","min":1,"max":1000000000,"above":false,"integer":true},"nullable":false,"required":false,"default":2000000,"unit":"bytes","scale":"log","live":true},
      {"name":"period_s","domain":{"type":"number","min":0.001,"max":1000000,"above":false,"integer":false},"nullable":false,"required":false,"default":4,"unit":"s","scale":"log","live":true},
      {"name":"buffer_segments","domain":{"type":"number","min":1,"max":1000,"above":false,"integer":true},"nullable":false,"required":false,"default":5,"unit":"segments","scale":"linear","live":true},
    ],
  },
];

/** A flow's settings that the transfers of a flash crowd have, too. */
export const TRANSFER_OPTIONS: readonly string[] = ["ecn","ecn_codepoint","ecn_feedback","abe","pacing","host","recovery","delayed_ack","delayed_ack_ms","byte_counting","byte_counting_limit_packets","whole_byte_growth","initial_window_packets","initial_ssthresh_packets","initial_rto_ms","min_rto_ms","timestamps","rto_restart","rack","limited_transmit","slow_start_at_ssthresh","slow_start","receive_window_packets"];
