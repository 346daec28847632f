/**
 * Runs the same paths on this engine, through the command line's summary. Not here: which runs (parts), ns-2's side (ns2.mjs).
 */
import { spawn } from "node:child_process";
import { command } from "../native.mjs";
import { DELAYED_ACK_S, INITIAL_WINDOW, TFRC_TICK_S } from "./ns2.mjs";
import { PAYLOAD_BYTES } from "./trace.mjs";

/** @typedef {import("./ns2.mjs").Path} Path */
/** @typedef {import("./ns2.mjs").Result} Result */

/** Algorithms of ours by the names of Linux's modules, where name or variant differ.
 * @type {Record<string, { kind: string, variant?: string }>}
 */
const MODULES = {
  reno: { kind: "newreno" },
  cubic: { kind: "cubic", variant: "linux" },
  highspeed: { kind: "highspeed", variant: "linux" },
  htcp: { kind: "htcp", variant: "linux" },
  lp: { kind: "lp", variant: "linux" },
  scalable: { kind: "scalable", variant: "linux" },
  vegas: { kind: "vegas", variant: "linux" },
  veno: { kind: "veno", variant: "linux" },
  westwood: { kind: "westwood", variant: "linux" },
};

/** The same in 2.6.25.
 * @type {typeof MODULES}
 */
const OLD_MODULES = {
  ...MODULES,
  cubic: { kind: "cubic", variant: "linux_2_6_25" },
  htcp: { kind: "htcp", variant: "linux_2_6_25" },
};

/** Senders by ns-2's names.
 * @type {Record<string, object>}
 */
const KINDS = {
  newreno: { recovery: "newreno" },
  reno: { recovery: "reno" },
  tahoe: { recovery: "tahoe" },
  sack: { recovery: "sack" },
  vegas: { algorithm: { kind: "vegas", variant: "ns2" }, recovery: "newreno" },
  tfrc: {},
};

/**
 * A sender as a flow of ours, but for path and times.
 * @param {import("./ns2.mjs").Kind} kind
 */
function sender(kind) {
  const [, of, module = ""] = /^(linux|ns3)\.(.*)$/.exec(kind) ?? [];
  if (of === undefined) return { ...KINDS[kind], host: "ns2" };
  const [host, modules] = of === "linux" ? ["linux_2_6", OLD_MODULES] : ["linux", MODULES];
  return { host, handshake: "none", delayed_ack: false, algorithm: modules[module] ?? { kind: module } };
}

/** TFRC with this tick of the clock that measures its equation's timeout. */
const tfrc = (/** @type {number} */ tick_s) => ({ kind: "tfrc", variant: "ns2", timeout_tick_ms: 1000 * tick_s });

/**
 * The path as a scenario.
 * @param {Path} path
 * @param {number} seed
 */
export function scenario(path, seed) {
  const { red, loss } = path;
  const queue = red
    ? {
        discipline: "red",
        limit_packets: path.queue,
        min_threshold_packets: red.min,
        max_threshold_packets: red.max,
        max_probability: red.probability,
        weight: red.weight,
        ecn: red.ecn,
      }
    : { discipline: "drop_tail", limit_packets: path.queue, counting: "ns2" };
  return {
    schema: 1,
    seed,
    duration_s: path.to_s,
    bottleneck: {
      rate_bps: path.rate_bps,
      queue,
      loss: loss ? { model: "bernoulli", probability: loss } : { model: "none" },
    },
    flows: path.flows.map(({ kind, start_s, packets }) => ({
      ...sender(kind),
      ...(kind === "tfrc" ? { algorithm: tfrc(path.tfrcTick_s ?? TFRC_TICK_S) } : {}),
      ...(kind.startsWith("ns3.") ? {} : { initial_window_packets: INITIAL_WINDOW }),
      base_rtt_ms: path.rtt_ms,
      send_jitter_ms: path.jitter_ms,
      start_s,
      ...(packets ? { transfer_bytes: packets * PAYLOAD_BYTES } : {}),
      ...(path.delayedAck ? { delayed_ack: true, delayed_ack_ms: DELAYED_ACK_S * 1000 } : {}),
      ...(red?.ecn ? { ecn: true } : {}),
    })),
  };
}

/**
 * Builds the command and gives the function that runs a path on it.
 * @returns {(path: Path, seed: number) => Promise<Result>}
 */
export function sawtooth() {
  const program = command();
  return async (path, seed) => {
    const document = JSON.stringify(scenario(path, seed));
    const whole = await summary(program, [], document);
    const steady = path.from_s > 0 ? await summary(program, ["--from", path.from_s], document) : whole;
    return result(path, whole, steady);
  };
}

/**
 * Results that are compared, of the summary of the whole run and of that after the warm-up.
 * @param {Path} path
 * @param {any} whole
 * @param {any} steady
 * @returns {Result}
 */
export function result(path, whole, steady) {
  const sum = (/** @type {any} */ from, /** @type {string} */ key) =>
    from.flows.reduce((/** @type {number} */ total, /** @type {any} */ flow) => total + (flow[key] ?? 0), 0);
  const { bottleneck } = steady;
  return {
    timeouts: sum(whole, "timeouts"),
    retransmissions: sum(whole, "packets_retransmitted"),
    needless: sum(whole, "needless_retransmissions"),
    cuts: sum(whole, "fast_recoveries") + sum(whole, "timeouts"),
    drops: whole.bottleneck.dropped_queue,
    loss: bottleneck.dropped_queue / (bottleneck.arrived - bottleneck.dropped_random),
    marks: bottleneck.marked / (bottleneck.arrived - bottleneck.dropped_random),
    goodput_bps: sum(steady, "goodput_bps"),
    queue: bottleneck.queue_packets,
    jain: steady.jain_index,
    rates: steady.flows.map((/** @type {any} */ flow) => flow.throughput_bps),
    completions: whole.flows.map((/** @type {any} */ flow, /** @type {number} */ i) =>
      typeof flow.completed_s === "number" ? flow.completed_s - Number(path.flows[i]?.start_s) : null,
    ),
  };
}

/**
 * @param {string} program
 * @param {(string | number)[]} args
 * @param {string} document
 */
export async function summary(program, args, document) {
  const child = spawn(program, ["run", "-", "--summary", "json", ...args.map(String)]);
  const texts = ["", ""];
  [child.stdout, child.stderr].forEach((stream, i) => {
    stream.setEncoding("utf8").on("data", (text) => {
      texts[i] += text;
    });
  });
  child.stdin.end(document);
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new Error(`sawtooth ended with ${code}: ${texts[1]}`);
  return JSON.parse(/** @type {string} */ (texts[0]));
}
