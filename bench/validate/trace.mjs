/**
 * Contents of a trace of ns-2's shared link, counted while it streams by: the queue, drops, marks, and arrivals at the sinks.
 * Knows nothing of processes (ns2.mjs) and of statistics over seeds (statistics.mjs).
 */

/** Bytes of a data packet's payload: 1500 on the wire less 40 of headers. */
export const PAYLOAD_BYTES = 1460;

const [PLUS, MINUS, DROP, RECEIVE, FLOW] = [..."+-drf"].map((letter) => letter.charCodeAt(0));
const SPACE = 32;
const LINE_END = 10;
/** Places of the fields in a line of the trace: time, type, flags, flow, sequence number (in packets). */
const TIME = 1;
const FLAGS = 6;
const FLOW_ID = 7;
const SEQUENCE = 10;

/** A sink: which packets it has, as ns-2's sink does. */
class Sink {
  next = 0;
  /** @type {Set<number>} Beyond the first hole. */
  beyond = new Set();
  /** @type {number | null} When it first had so many in order as asked for. */
  completed_s = null;

  /**
   * How many packets can be handed on in order now that this one has come; -1 if it has it already.
   * @param {number} sequence
   */
  take(sequence) {
    if (sequence < this.next || this.beyond.has(sequence)) return -1;
    if (sequence > this.next) {
      this.beyond.add(sequence);
      return 0;
    }
    const before = this.next++;
    while (this.beyond.delete(this.next)) this.next++;
    return this.next - before;
  }
}

/**
 * Counts of a trace. Needless packets and drops are counted from its beginning; shares, rates and the queue between two moments.
 */
export class Counter {
  #from;
  #to;
  #time = 0;
  #length = 0;
  /** @type {Sink[]} */
  #sinks = [];
  /** @type {number[]} Seconds that the queue had this many packets. */
  #held = [];
  /** @type {number[][]} Each flow's counters at the end. */
  #counters = [];
  /** Of the whole run. */
  drops = 0;
  needless = 0;
  /** Between the two moments. */
  arrived = 0;
  dropped = 0;
  marked = 0;
  /** @type {number[]} Packets in order, by flow. */
  delivered = [];
  /** @type {number[]} Packets that came, by flow. */
  carried = [];

  /**
   * @param {number} flows
   * @param {number} from_s
   * @param {number} to_s
   * @param {number} [transfer] Packets after which a flow is complete.
   */
  constructor(flows, from_s, to_s, transfer = 0) {
    this.#from = from_s;
    this.#to = to_s;
    this.transfer = transfer;
    for (let i = 0; i < flows; i++) this.#sinks.push(new Sink());
    this.delivered = this.#sinks.map(() => 0);
    this.carried = this.#sinks.map(() => 0);
  }

  /** Takes one line's fields: its kind, its time, whether it bears a mark, its flow and its packet. */
  #event(
    /** @type {number} */ kind,
    /** @type {number} */ time,
    /** @type {boolean} */ marked,
    /** @type {number} */ flow,
    /** @type {number} */ sequence,
  ) {
    this.#pass(time);
    const counts = time >= this.#from && time < this.#to;
    if (kind === PLUS) {
      this.#length++;
      if (counts) this.arrived++;
    } else if (kind === MINUS) {
      this.#length--;
      if (counts && marked) this.marked++;
    } else if (kind === DROP) {
      this.#length--;
      this.drops++;
      if (counts) this.dropped++;
    } else {
      const sink = /** @type {Sink} */ (this.#sinks[flow]);
      const inOrder = sink.take(sequence);
      if (sink.next === this.transfer) sink.completed_s ??= time;
      if (inOrder < 0) this.needless++;
      if (!counts) return;
      this.carried[flow] = Number(this.carried[flow]) + 1;
      if (inOrder > 0) this.delivered[flow] = Number(this.delivered[flow]) + inOrder;
    }
  }

  /** The queue has had its length until now. */
  #pass(/** @type {number} */ time) {
    const held = Math.min(time, this.#to) - Math.max(this.#time, this.#from);
    if (held > 0) this.#held[this.#length] = (this.#held[this.#length] ?? 0) + held;
    this.#time = time;
  }

  /**
   * Takes whole lines, and gives how many bytes they were: a line that is not whole yet comes again with the next piece.
   * @param {Uint8Array} bytes
   */
  lines(bytes) {
    let begin = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, begin)) {
      this.#line(bytes, begin, end);
      begin = end + 1;
    }
    return begin;
  }

  #line(/** @type {Uint8Array} */ bytes, /** @type {number} */ begin, /** @type {number} */ end) {
    const kind = /** @type {number} */ (bytes[begin]);
    if (kind === FLOW) {
      this.#report(new TextDecoder().decode(bytes.subarray(begin, end)));
      return;
    }
    if (kind !== PLUS && kind !== MINUS && kind !== DROP && kind !== RECEIVE) {
      throw new Error(`not a line of a trace: ${new TextDecoder().decode(bytes.subarray(begin, end))}`);
    }
    let field = 0;
    let time = 0;
    let marked = false;
    let flow = 0;
    let sequence = 0;
    for (let at = begin; at < end; ) {
      let stop = bytes.indexOf(SPACE, at);
      if (stop < 0 || stop > end) stop = end;
      if (field === TIME) time = decimal(bytes, at, stop);
      // ns-2 writes E for the bit that a queue sets (Congestion Experienced), and N for a packet that may be marked.
      else if (field === FLAGS) marked = bytes[at + 4] === 69;
      else if (field === FLOW_ID) flow = decimal(bytes, at, stop);
      else if (field === SEQUENCE) sequence = decimal(bytes, at, stop);
      at = stop + 1;
      field++;
    }
    this.#event(kind, time, marked, flow, sequence);
  }

  /** A line `flow NUMBER COUNTERS` of the script. */
  #report(/** @type {string} */ line) {
    const [flow, ...counters] = line.split(" ").slice(1).map(Number);
    this.#counters[Number(flow)] = counters;
  }

  /**
   * A sender's counter at the end, summed over the flows: 0 sent, 1 retransmitted, 2 timeouts, 3 cuts.
   * @param {number} which
   */
  counted(which) {
    return this.#counters.reduce((sum, counters) => sum + (counters[which] ?? 0), 0);
  }

  /** The queue's mean length and percentiles, weighted by time, up to the trace's end. */
  queue() {
    this.#pass(this.#to);
    const total = this.#held.reduce((sum, held) => sum + (held ?? 0), 0);
    let mean = 0;
    this.#held.forEach((held, length) => {
      mean += (held * length) / total;
    });
    const percentile = (/** @type {number} */ share) => {
      let left = share * total;
      for (let length = 0; length < this.#held.length; length++) {
        left -= this.#held[length] ?? 0;
        if (left <= 0) return length;
      }
      return this.#held.length - 1;
    };
    return { mean, p10: percentile(0.1), p50: percentile(0.5), p90: percentile(0.9) };
  }

  /** When each flow's transfer was whole at its sink, or null. */
  completions() {
    return this.#sinks.map(({ completed_s }) => completed_s);
  }
}

/** A number of the text: digits and a point, or whatever else JavaScript reads as a number. */
function decimal(/** @type {Uint8Array} */ bytes, /** @type {number} */ at, /** @type {number} */ stop) {
  let value = 0;
  let scale = 0;
  for (let i = at; i < stop; i++) {
    const byte = /** @type {number} */ (bytes[i]);
    if (byte >= 48 && byte <= 57) {
      value = value * 10 + (byte - 48);
      scale *= 10;
    } else if (byte === 46 && scale === 0) {
      scale = 1;
    } else {
      return Number(new TextDecoder().decode(bytes.subarray(at, stop)));
    }
  }
  return scale > 1 ? value / scale : value;
}
