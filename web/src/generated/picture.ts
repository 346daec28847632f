/** Written by `npm run generate` from the engine's tables; never by hand. */

/** The path at one instant. Colour and drawing are the page's. */
export interface Picture {
  /** The instant, in seconds. */
  t_s: number;
  /** Rate of the link, in bit/s. */
  rate_bps: number;
  /** Limit of the queue in packets, or 0. */
  limit_packets: number;
  /** Limit of the queue in bytes, or 0. */
  limit_bytes: number;
  /** Probability of random loss. */
  loss_probability: number;
  /** 1 if random loss comes after the link, else 0. */
  loss_after_queue: number;
  /** A full packet, in bytes. */
  packet_bytes: number;
  /** Occupancy of the queue in packets. */
  queue_packets: number;
  /** Occupancy of the queue in bytes. */
  queue_bytes: number;
  /** Each packet: its place (`Place`), its source (flows first, then cross traffic), bytes, fraction of the place, serial number. Numbers of a record: 5. */
  packets: Float64Array;
  /** Each loss: its kind (0 queue drop, 1 random loss, 2 random loss after the link), source, bytes, age in seconds of run time, serial number. Numbers of a record: 5. */
  losses: Float64Array;
  /** For each source over the last half second of screen time: departures, ACKs, queue drops and random losses per second of run time. Numbers of a record: 4. */
  flow_rates: Float64Array;
  /** Window of each flow, in packets; 0 before its start. Numbers of a record: 1. */
  cwnd: Float64Array;
}

/** Its numbers in their order: the values, then the length of each list, then the lists. */
export const PICTURE_VALUES = ["t_s","rate_bps","limit_packets","limit_bytes","loss_probability","loss_after_queue","packet_bytes","queue_packets","queue_bytes"] as const;
export const PICTURE_LISTS = ["packets","losses","flow_rates","cwnd"] as const;

/** Length of a record of each list. */
export const STRIDES = {
  packets: 5,
  losses: 5,
  flow_rates: 4,
  cwnd: 1,
} as const;

/** Place of a packet. */
export const Place = {
  /** On its way to the queue; it arrives when the fraction is 1 (the access link takes no run time: this is drawn ahead). */
  approaching: 0,
  /** In the queue; the fraction is the number of bytes before it, the packet in service not counted. */
  queued: 1,
  /** Being sent; the fraction that is sent. */
  in_service: 2,
  /** On the link's delay; the fraction of it. */
  link: 3,
  /** An ACK on the reverse path; the fraction of it. */
  ack: 4,
  /** Approaching, and lost at random when it arrives: it is drawn as far as the gate, not to the queue. */
  doomed: 5,
} as const;

/** What a view's numbers begin with; the length of each series follows, then the series. */
export const VIEW_HEAD = ["computed_s","coarse"] as const;
