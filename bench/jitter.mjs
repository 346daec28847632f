/**
 * `npm run jitter`: what the send jitter decides, in tables as docs/jitter.md has them; `--write` puts them there, between their marks. Some
 * ten minutes on two cores. Not here: the comparison with ns-2 and a kernel (validate).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { command } from "./native.mjs";
import { between } from "./validate/document.mjs";
import { summary } from "./validate/sawtooth.mjs";
import { median } from "./validate/statistics.mjs";

const RATE_BPS = 10e6;
const QUEUE = 84;
const NEWRENO = { recovery: "newreno" };
const SACK = {};
const CUBIC = { algorithm: { kind: "cubic", variant: "rfc9438" } };

/** @typedef {Record<string, unknown>} Part */

const dropTail = (/** @type {number} */ limit) => ({ discipline: "drop_tail", limit_packets: limit });

/**
 * A short and a long flow (or several of each) on one link.
 * @param {object} options
 * @param {number} options.jitter_ms
 * @param {Part} options.flow What all flows have.
 * @param {[number, number]} [options.rtts_ms]
 * @param {number} [options.each] Flows of each kind.
 * @param {number} [options.duration_s]
 * @param {Part} [options.bottleneck]
 * @param {Part[]} [options.cross]
 */
function pair({ jitter_ms, flow, rtts_ms = [20, 100], each = 1, duration_s = 100, bottleneck = {}, cross = [] }) {
  const flows = rtts_ms.flatMap((base_rtt_ms, side) =>
    Array.from({ length: each }, (_, place) => ({
      name: `${side === 0 ? "short" : "long"}${place + 1}`,
      host: "ns2",
      ...flow,
      base_rtt_ms,
      send_jitter_ms: jitter_ms,
      start_jitter_s: 0.1,
    })),
  );
  return {
    schema: 1,
    duration_s,
    bottleneck: { rate_bps: RATE_BPS, queue: dropTail(QUEUE), ...bottleneck },
    flows,
    cross_traffic: cross,
  };
}

const program = command();

/** All summaries, as many at a time as there are processors. @param {object[]} documents */
async function summaries(documents) {
  /** @type {any[]} */
  const found = new Array(documents.length);
  let next = 0;
  const lane = async () => {
    for (let place = next++; place < documents.length; place = next++)
      found[place] = await summary(program, [], JSON.stringify(documents[place]));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return found;
}

const seeds = (/** @type {number} */ count) => Array.from({ length: count }, (_, place) => place + 1);

/** Goodput of the short flows over that of the long ones, of each seed. @param {object} document @param {number} count */
async function ratios(document, count) {
  const all = await summaries(seeds(count).map((seed) => ({ ...document, seed })));
  const sum = (/** @type {any} */ run, /** @type {string} */ side) =>
    run.flows
      .filter((/** @type {any} */ flow) => flow.name.startsWith(side))
      .reduce((/** @type {number} */ total, /** @type {any} */ flow) => total + flow.goodput_bps, 0);
  return all.map((run) => sum(run, "short") / sum(run, "long"));
}

/** A table in Markdown. @param {string[]} head @param {string[][]} rows */
const table = (head, rows) => [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

const JITTERS_MS = [0.05, 0.1, 0.3, 0.6, 1, 1.2, 2.4, 5];
/** @type {[string, Part][]} */
const SENDERS = [
  ["NewReno, RFC 6582", NEWRENO],
  ["NewReno, SACK", SACK],
  ["CUBIC `rfc9438`", CUBIC],
  ["CUBIC `linux_2_6_25`", { algorithm: { kind: "cubic", variant: "linux_2_6_25" } }],
  ["H-TCP", { algorithm: { kind: "htcp" } }],
  ["SACK, delayed ACKs", { delayed_ack: true }],
  ["SACK, host `linux`", { host: "linux" }],
];

/** Two flows of 20 and 100 ms over the jitter. */
async function two() {
  const rows = [];
  for (const [name, flow] of SENDERS) {
    const row = [name];
    for (const jitter_ms of JITTERS_MS) {
      const found = await ratios(pair({ jitter_ms, flow, duration_s: 120 }), 11);
      row.push(`${median(found).toFixed(2)} (${Math.min(...found).toFixed(2)}-${Math.max(...found).toFixed(2)})`);
    }
    rows.push(row);
  }
  return table(["jitter, ms", ...JITTERS_MS.map(String)], rows);
}

const bernoulli = (/** @type {number} */ probability) => ({ loss: { model: "bernoulli", probability } });
const discipline = (/** @type {string} */ name) => ({ queue: { discipline: name } });
/** @type {[string, Partial<Parameters<typeof pair>[0]>, number?][]} */
const PATHS = [
  ["40/80 ms", { rtts_ms: [40, 80] }],
  ["40/44 ms", { rtts_ms: [40, 44] }],
  ["40/40 ms", { rtts_ms: [40, 40] }],
  ["20/100 ms, 2 + 2 flows", { each: 2 }],
  ["4 + 4", { each: 4 }],
  ["8 + 8", { each: 8 }],
  ["16 + 16", { each: 16 }],
  ["64 + 64 (60 s, three seeds)", { each: 64, duration_s: 60 }, 3],
  ["queue 20", { bottleneck: { queue: dropTail(20) } }],
  ["queue 300", { bottleneck: { queue: dropTail(300) } }],
  ["beside a voice call", { cross: [{ kind: "voip", name: "call" }] }],
  [
    "beside a flash crowd of 5 transfers per second",
    { cross: [{ kind: "flash_crowd", name: "crowd", arrivals_per_s: 5 }] },
  ],
  ["random loss 0.03 %", { bottleneck: bernoulli(0.0003) }],
  ["0.1 %", { bottleneck: bernoulli(0.001) }],
  ["0.3 %", { bottleneck: bernoulli(0.003) }],
  ["RED", { bottleneck: discipline("red") }],
  ["CoDel", { bottleneck: discipline("codel") }],
  ["PIE", { bottleneck: discipline("pie") }],
  ["FQ-CoDel", { bottleneck: discipline("fq_codel") }],
];

/** Where the jitter decides, and where not. */
async function paths() {
  const rows = [];
  for (const [name, path, count = 7] of PATHS) {
    const row = [name];
    for (const flow of [SACK, CUBIC])
      for (const jitter_ms of [0.1, 1.2])
        row.push(median(await ratios(pair({ jitter_ms, flow, ...path }), count)).toFixed(2));
    rows.push(row);
  }
  return table(["", "SACK 0.1 ms", "SACK 1.2 ms", "CUBIC 0.1 ms", "CUBIC 1.2 ms"], rows);
}

const ALONE = ["newreno", "cubic", "cdg", "vegas", "fast", "dual", "pert", "hd", "chd", "tfrc"];
const NAMES = new Map([
  ["newreno", "NewReno"],
  ["fast", "FAST"],
  ["vegas", "Vegas"],
]);
const STEPS_MS = [0.1, 0.3, 0.6, 1, 1.2];

/** One flow alone on two links: how much of the link it uses, and its median RTT. */
async function alone() {
  const links = [
    { rate_bps: 10e6, queue: QUEUE, duration_s: 100 },
    { rate_bps: 100e6, queue: 10 * QUEUE, duration_s: 60 },
  ];
  const rows = [];
  for (const kind of ALONE) {
    const row = [NAMES.get(kind) ?? kind.toUpperCase()];
    for (const { rate_bps, queue, duration_s } of links)
      for (const jitter_ms of STEPS_MS) {
        const flow = { host: "freebsd", algorithm: { kind }, base_rtt_ms: 40, send_jitter_ms: jitter_ms };
        const document = {
          schema: 1,
          duration_s,
          bottleneck: { rate_bps, queue: dropTail(queue) },
          flows: [flow],
        };
        const found = await summaries(seeds(3).map((seed) => ({ ...document, seed })));
        const share = median(found.map((run) => 100 * run.bottleneck.utilisation));
        const rtt = median(found.map((run) => run.flows[0].rtt_ms.p50));
        row.push(`${share.toFixed(1)}, ${rtt.toPrecision(3)}`);
      }
    rows.push(row);
  }
  const of = (/** @type {string} */ rate) =>
    STEPS_MS.map((step, place) => (place === 0 ? `${rate}, ${step} ms` : `${step}`));
  return table(["", ...of("10 Mbit/s"), ...of("100 Mbit/s")], rows);
}

const page = fileURLToPath(new URL("../docs/jitter.md", import.meta.url));
const write = process.argv.includes("--write");
for (const [name, measure] of /** @type {const} */ ([
  ["two", two],
  ["paths", paths],
  ["alone", alone],
])) {
  const text = await measure();
  console.log(`${text}\n`);
  if (write) writeFileSync(page, between(readFileSync(page, "utf8"), name, text));
}
