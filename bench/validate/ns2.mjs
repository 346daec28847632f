/**
 * Runs the script for ns-2 and counts its trace as it comes, so that nothing of it is stored. Not here: which runs (parts), what is
 * counted (trace.mjs).
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { jain } from "./statistics.mjs";
import { Counter, PAYLOAD_BYTES } from "./trace.mjs";

const script = fileURLToPath(new URL("dumbbell.tcl", import.meta.url));

/**
 * Path that both simulators run. Times are in seconds, the queue in packets.
 * @typedef {object} Path
 * @property {number} rate_bps
 * @property {number} rtt_ms
 * @property {number} queue Limit of the queue, counted as ns-2 does: the arrival and the packet in transmission are among them.
 * @property {{ min: number, max: number, probability: number, weight: number, ecn: boolean }} [red] Drop tail if absent.
 * @property {number} [loss] Probability of random loss.
 * @property {number} jitter_ms Each packet leaves up to so much later.
 * @property {boolean} [delayedAck]
 * @property {number} [tfrcTick_s] The tick in which TFRC counts the timeout of its equation.
 * @property {number} from_s End of the warm-up.
 * @property {number} to_s End of the run.
 * @property {{ kind: Kind, start_s: number, packets?: number }[]} flows
 */

/**
 * A sender of ns-2's own, a module of Linux 2.6.22 in its frame for them, or one of ns-3 by the name of that module (ns3.mjs).
 * @typedef {"newreno" | "reno" | "tahoe" | "sack" | "vegas" | "tfrc" | `linux.${string}` | `ns3.${string}`} Kind
 */

/**
 * Results of a run that are compared. Events are counted in all of it, since slow start's losses are part of what is compared; shares, rates
 * and the queue are over its time without the warm-up.
 * @typedef {object} Result
 * @property {number} timeouts
 * @property {number} retransmissions
 * @property {number} needless Packets that reached the receiver when it had them already.
 * @property {number} cuts Recoveries and timeouts: how often a window was cut.
 * @property {number} drops Packets that the queue dropped.
 * @property {number} loss Share of the packets that came to the queue which it dropped.
 * @property {number} marks Share of them which it marked.
 * @property {number} goodput_bps Payload in order, of all flows.
 * @property {{ mean: number, p10: number, p50: number, p90: number }} queue Packets, the one in transmission not counted.
 * @property {number} jain Of the flows' goodputs.
 * @property {number[]} rates Each flow's rate on the wire after the link, bit/s.
 * @property {(number | null)[]} completions Seconds from each flow's start until its receiver had all of it.
 */

/** Bytes of a data packet on the wire. */
export const WIRE_BYTES = 1500;
/** ns-2's default tick of TFRC's timeout. */
export const TFRC_TICK_S = 0.1;
/** Packets of the initial window. */
export const INITIAL_WINDOW = 3;
/** Longest wait of a delayed acknowledgement: ns-2's default, and our host `ns2`'s. */
export const DELAYED_ACK_S = 0.1;

/** A Tcl list. */
const list = (/** @type {(string | number)[]} */ words) => `{${words.join(" ")}}`;

/**
 * Runs ns-2 once.
 * @param {Path} path
 * @param {number} seed
 * @returns {Promise<Result>}
 */
export async function ns2(path, seed) {
  const { red, flows, from_s, to_s } = path;
  const transfer = flows[0]?.packets ?? 0;
  const options = {
    rate: path.rate_bps,
    rtt: path.rtt_ms / 1000,
    queue: path.queue,
    red: red ? [red.min, red.max, red.probability, red.weight, red.ecn ? 1 : 0].join(" ") : "",
    loss: path.loss ?? 0,
    jitter: path.jitter_ms / 1000,
    window: INITIAL_WINDOW,
    delack: path.delayedAck ? DELAYED_ACK_S : 0,
    tfrctick: path.tfrcTick_s ?? TFRC_TICK_S,
    seed,
    duration: to_s,
    flows: flows.map(({ kind, start_s, packets }) => list([kind, start_s, packets ?? 0])).join(" "),
  };
  const counter = new Counter(flows.length, from_s, to_s, transfer);
  await stream("ns", [script, ...Object.entries(options).flat().map(String)], counter);
  const span_s = to_s - from_s;
  const goodputs = counter.delivered.map((packets) => (packets * PAYLOAD_BYTES * 8) / span_s);
  return {
    timeouts: counter.counted(2),
    retransmissions: counter.counted(1),
    needless: counter.needless,
    cuts: counter.counted(3),
    drops: counter.drops,
    loss: counter.dropped / counter.arrived,
    marks: counter.marked / counter.arrived,
    goodput_bps: goodputs.reduce((sum, each) => sum + each, 0),
    queue: counter.queue(),
    jain: jain(goodputs),
    rates: counter.carried.map((packets) => (packets * WIRE_BYTES * 8) / span_s),
    completions: counter.completions().map((time, i) => (time === null ? null : time - Number(flows[i]?.start_s))),
  };
}

/**
 * A program's standard error, given to a counter as it comes.
 * @param {string} program
 * @param {string[]} args
 * @param {Counter} counter
 */
async function stream(program, args, counter) {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  let rest = new Uint8Array(0);
  for await (const piece of child.stderr) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    rest = bytes.subarray(counter.lines(bytes));
  }
  const code = await ended;
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}
