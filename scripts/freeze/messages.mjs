/**
 * The widget's replies to 300 messages, valid and invalid, and to one for each origin of a link's rate, in one widget: a list that is a function of its seed, sent one after the
 * other, each after the reply to the one before and no faster than the widget's limit allows. A `state` is asked once the run is
 * computed. Masked: `computed_s`, and the moment while the run plays.
 */
import { MASK, newPage } from "./page.mjs";

const COUNT = 300;
const SEED = 24;
/** Ms between two messages: 20 a second, below the limit of 50. */
const PACE_MS = 50;

/** Numbers from 0 to below 1 by Mulberry32. */
let state = SEED;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const oneOf = (/** @type {readonly any[]} */ list) => list[Math.floor(random() * list.length)];

const SCENARIO = {
  schema: 1,
  seed: 3,
  duration_s: 12,
  bottleneck: {
    rate_bps: 1e7,
    queue: { discipline: "drop_tail", limit_packets: 60 },
    loss: { model: "bernoulli", probability: 0.002 },
  },
  flows: [
    { name: "cdg", algorithm: { kind: "cdg", g_ms: 3 }, base_rtt_ms: 40 },
    { name: "cubic", algorithm: { kind: "cubic" }, base_rtt_ms: 60, start_s: 2 },
  ],
};
/** Changes in it: paths, and values that are right and wrong. */
const CHANGES = Object.entries({
  "bottleneck.rate_bps": [5e6, 2e7, -1, "fast"],
  "bottleneck.queue.limit_packets": [20, 200, 0, 1.5],
  "bottleneck.queue.discipline": ["codel", "red", "tea"],
  "bottleneck.loss.probability": [0, 0.01, 1.5, null],
  "bottleneck.reordering.model": ["bernoulli"],
  "flows.cdg.algorithm.kind": ["newreno", "vegas", "cdgg"],
  "flows.cdg.algorithm.g_ms": [2, 6, -3, "x"],
  "flows.cubic.base_rtt_ms": [20, 80, 1e300],
  "flows.nobody.base_rtt_ms": [3],
  "flows.constructor.base_rtt_ms": [1],
  "flows[0].base_rtt_ms": [30],
  "__proto__.x": [1],
  "": [1],
  bottleneck: [null, {}],
  duration_s: [8, 14, 0],
  packet_bytes: [1000, 40],
  seed: [7, 8, -1],
  speed: [0.5, 2, 0, "1"],
  theme: ["dark", "light", "pink"],
  title: ["A title", 5],
});
/** Whole documents: one field of the scenario is replaced. */
const FIELDS = Object.entries({
  bottleneck: [{}, null],
  colour: [1],
  cross_traffic: [[{ kind: "voip" }], [{ kind: "fax" }]],
  duration_s: [9, 0, -1, "long"],
  flows: [[], "two", [null], [{ algorithm: { kind: "vegas" } }], [{ name: "a" }, { name: "a" }], Array(21).fill({})],
  interventions: [[{ at_s: 4, path: "bottleneck.rate_bps", value: 4e6 }], [{ at_s: 1, path: "x", value: 1 }], 5],
  schema: [1, 2],
  seed: [1, 0.5, 2 ** 53],
});
const PRESETS = ["cdg_fig4", "lesson_window", "cdg_beside_newreno", "cdg_beside_newrenno", "constructor"];
const NO_RUN = [{ type: "load" }, { type: "load", scenario: null }, { type: "load", scenario: "{}" }];
const NO_ENVELOPE = [{ sawtooth: 2, type: "state" }, { type: 5 }, { sawtooth: "1", type: "state" }];

/** Messages of one kind, after one another: what plays is stopped and brought to a known moment. */
const KINDS = [
  () => [{ type: "state" }],
  () => [{ type: "state" }],
  () => [{ type: "seek", t: oneOf([0, 1, 2.5, 4.25, 7, 11.9, 1e9, -3, Number.NaN, "3", null]) }],
  () => [{ type: "seek", t: oneOf([3, 5, 6.5]) }, { type: "state" }],
  () => [{ type: "step", unit: oneOf(["event", "ack", "rtt", "congestion", undefined, "year", 5]) }, { type: "state" }],
  () => [{ type: "play" }, { type: "state" }, { type: "pause" }, { type: "seek", t: 4 }],
  ...Array(4).fill(() => {
    const [path, values] = oneOf(CHANGES);
    return [{ type: "set", path, value: oneOf(values) }, ...(random() < 0.5 ? [{ type: "state" }] : [])];
  }),
  ...Array(3).fill(() => {
    const [field, values] = oneOf(FIELDS);
    return [
      { type: "load", scenario: { ...SCENARIO, [field]: oneOf(values) } },
      { type: "seek", t: 3 },
    ];
  }),
  () => [{ type: "load", preset: oneOf(PRESETS) }, { type: "state" }, { type: "load", scenario: SCENARIO }],
  () => [{ type: "load", scenario: SCENARIO }],
  () => [oneOf(NO_RUN)],
  () => [{ type: oneOf(["make_tea", "constructor", "", "LOAD", "reply"]) }],
  () => [oneOf(NO_ENVELOPE)],
  () => [{ type: "set", path: 5, value: 1 }],
];

const TRACED = { rate_bps: 6e6, queue: { limit_packets: 60 } };
/** Where a link's rate comes from: at the end, so that what is drawn at random stays as it was. */
const ORIGINS = [
  { rate_trace_ms: [3, 3, 7, 10] },
  { rate_trace_ms: [3, 7, 5] },
  { rate_trace_ms: [0, 0] },
  { rate_trace_ms: [1.5] },
  { rate_trace_ms: [] },
  { rate_trace_ms: [3], rate_trace_repeat: 1 },
  { rate_model: { model: "cellular", sigma_packets: 100 } },
  { rate_model: { model: "leo", outage_ms: -1 } },
  { rate_model: { model: "geo" } },
  { rate_model: { model: "leo", sigma_packets: 100 } },
  { rate_model: { model: "leo" }, rate_trace_ms: [3] },
  { rate_trace_file: { name: "a.down", entries: 30_000 } },
  { rate_trace_file: { name: "../a.down" } },
  { rate_trace_file: { entries: 0, digest: "no" } },
].map((origin) => ({ type: "load", scenario: { ...SCENARIO, bottleneck: { ...TRACED, ...origin } } }));
const OF_A_MODEL = { type: "set", path: "bottleneck.rate_model.outage_ms", value: 50 };

function list() {
  /** @type {Record<string, unknown>[]} */
  const messages = [];
  while (messages.length < COUNT) messages.push(...oneOf(KINDS)());
  return [...messages.slice(0, COUNT), ...ORIGINS, OF_A_MODEL].map((message, i) => {
    const id = oneOf([`message ${i}`, i, undefined, null, { i }]);
    return { sawtooth: 1, ...(id === undefined ? {} : { id }), ...message };
  });
}

/** A reply without what wanders, a line for each of its fields. */
const told = (/** @type {Record<string, unknown>} */ reply, /** @type {boolean} */ playing) =>
  Object.entries(reply)
    .map(
      ([name, value]) =>
        `${name}: ${name === "computed_s" || (playing && name === "t") ? MASK : JSON.stringify(value)}`,
    )
    .join("\n");

/** @param {import("./page.mjs").Site} site */
export async function messages(site) {
  const page = await newPage(site);
  await page.goto(`${site.address}licences.txt`);
  await page.setContent('<iframe sandbox="allow-scripts" width="640" height="400"></iframe>');
  await page.evaluate((address) => {
    /** @type {any[]} */
    const said = [];
    addEventListener("message", ({ data }) => said.push(data));
    const frame = document.querySelector("iframe");
    const until = async (/** @type {() => any} */ found) => {
      for (;;) {
        const one = found();
        if (one) return one;
        await new Promise((done) => addEventListener("message", done, { once: true }));
      }
    };
    const ready = until(() => said.find((one) => one.type === "ready"));
    /** Sends a message; the reply is the next one. */
    const ask = async (/** @type {any} */ message, /** @type {boolean} */ answered) => {
      await ready;
      said.length = 0;
      frame?.contentWindow?.postMessage(message, "*");
      return answered ? until(() => said.find((one) => one.type === "reply")) : null;
    };
    Object.assign(window, { ask });
    if (frame) frame.src = address;
  }, `${site.address}embed.html#preset=cdg_fig4&view=cwnd&controls=loss&autoplay=0&lang=en`);
  let next_ms = 0;
  const ask = async (/** @type {any} */ message, answered = true) => {
    await new Promise((done) => setTimeout(done, next_ms - performance.now()));
    next_ms = performance.now() + PACE_MS;
    return page.evaluate(
      ([message, answered]) => /** @type {any} */ (window).ask(message, answered),
      [message, answered],
    );
  };
  /** @type {Map<string, string>} */
  const blocks = new Map();
  let playing = false;
  for (const [i, message] of list().entries()) {
    const { sawtooth, type } = /** @type {Record<string, unknown>} */ (message);
    const enveloped = sawtooth === 1 && typeof type === "string";
    if (type === "play") playing = true;
    if (type === "pause") playing = false;
    // A reply tells the digest once the run is computed to its end.
    if (type === "state" && enveloped) while ((await ask({ sawtooth: 1, type: "state" })).digest === null);
    const reply = await ask(message, enveloped);
    blocks.set(
      `${String(i + 1).padStart(3, "0")} ${JSON.stringify(message)}`,
      reply ? told(reply, playing) : "no reply",
    );
  }
  await page.context().close();
  return new Map([["replies", blocks]]);
}
