/**
 * A hundred addresses, good, odd and broken, and what each opens: title, headings, language, theme, the run by its digest, its moment,
 * charts and flows, what is said to be wrong, and the address that the page makes of it. Masked: the moment while a run plays.
 */
import { deflateRawSync } from "node:zlib";
import { each, lasting, MASK, newPage, still } from "./page.mjs";

const plain = (/** @type {unknown} */ value) =>
  `0${Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")}`;
const packed = (/** @type {unknown} */ value) => `1${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;

const bottleneck = { rate_bps: 1e7, queue: { discipline: "drop_tail", limit_packets: 84 } };
const RUN = {
  schema: 1,
  duration_s: 9,
  bottleneck,
  flows: [{ name: "a" }, { name: "b", algorithm: { kind: "cubic" }, start_s: 2 }],
};
const CHANGED = { ...RUN, interventions: [{ at_s: 4, path: "bottleneck.loss.probability", value: 0.01 }] };
const FORK = { at_s: 20, interventions: [{ at_s: 21, path: "bottleneck.loss.probability", value: 0.01 }] };
const OURS = "preset=cdg_beside_newreno&autoplay=0";
/** Of the field `s` each time: a scenario with one thing wrong. */
const WRONG = {
  "a negative rate": { ...RUN, bottleneck: { ...bottleneck, rate_bps: -5 } },
  "a wrong type": { ...RUN, duration_s: "long" },
  "an absurd delay": { ...RUN, flows: [{ base_rtt_ms: 1e300 }] },
  "an unknown algorithm": { ...RUN, flows: [{ algorithm: { kind: "cdgg" } }] },
  "two flows of one name": { ...RUN, flows: [{ name: "a" }, { name: "a" }] },
  "neither flows nor traffic": { schema: 1, duration_s: 9, bottleneck },
  "no duration": { ...RUN, duration_s: 0 },
  "an unknown field": { ...RUN, colour: 1 },
  "a change of what is not there": { ...RUN, interventions: [{ at_s: 1, path: "flows.z.base_rtt_ms", value: 9 }] },
  "flows that are no list": { ...RUN, flows: "two" },
  "a flow that is none": { ...RUN, flows: [null] },
  "an unknown discipline": { ...RUN, bottleneck: { ...bottleneck, queue: { discipline: "tea" } } },
  "another schema": { ...RUN, schema: 2 },
  "no JSON": "{nope",
  "a list": [],
};

/** Addresses of which nothing is packed. */
const WRITTEN = `
  / /# /#${OURS} /#${OURS}&t=26 /#${OURS}&t=80 /#${OURS}&t=1e9 /#${OURS}&t=-1 /#${OURS}&t=soon /#${OURS}&t=
  /#preset=cdg_fig4&autoplay=0 /#preset=cdg_fig9&autoplay=0 /#preset=codel_and_call&autoplay=0 /#preset=two_way_red&autoplay=0
  /#preset=flash_crowd&autoplay=0 /#preset=lesson_window&autoplay=0 /#preset=tfrc_beside_tcp&autoplay=0
  /#preset=cdg_beside_newrenno&autoplay=0 /#preset=constructor&autoplay=0 /#preset=&autoplay=0 /#autoplay=0
  /#${OURS}&view=path,queue,rtt /#${OURS}&view=cwnd,nonsense /#${OURS}&view= /#${OURS}&view=path /#${OURS}&view=delay_cdf,state
  /#${OURS}&controls=loss,g /#${OURS}&controls=none /#${OURS}&controls=flows.__proto__.algorithm.kind
  /#${OURS}&speed=0.05 /#${OURS}&speed=0 /#${OURS}&theme=dark /#${OURS}&theme=pink /#${OURS}&profile=projector
  /#${OURS}&lang=de /#${OURS}&lang=tlh /?lang=de#${OURS} /#${OURS}&zoom=3 /#${OURS}&t=5&t=7 /#%E0%A4%A /#=&&=1&autoplay=0
  /#s=1abc&autoplay=0 /#s=9abcd&autoplay=0 /#s=&autoplay=0 /#s=0_w&autoplay=0 /#s=0e30&autoplay=0 /#${OURS}&fork=0bm9uZQ

  /embed.html /embed.html#${OURS}&lang=en /embed.html#${OURS}&t=20&view=path,cwnd&controls=loss,g&lang=en
  /embed.html#${OURS}&lang=de /embed.html#preset=nobody&autoplay=0&lang=en /embed.html#${OURS}&origin=https://a.example&lang=en
  /embed.html#${OURS}&origin=nonsense&lang=en /embed.html#${OURS}&view=nonsense&theme=dark&lang=en

  /lessons.html /lessons.html#lesson=window /lessons.html#lesson=sawtooth&a=1b.c /lessons.html#lesson=nothing
  /lessons.html#lesson=constructor /lessons.html#lesson=random_loss&page=sheet /lessons.html#lesson=window&lang=de
  /lessons.html#lesson=window&d=00000000 /lessons.html#lesson=sawtooth&a=zzz

  /figures.html /figures.html#cdg_fig4 /figures.html#cdg_fig99&theme=dark /figures.html?lang=de#lang=en /figures.html#constructor
  /algorithms.html /algorithms.html#cubic /algorithms.html#cdgg&theme=dark /algorithms.html#tfrc&lang=de /algorithms.html#__proto__
  /own.html /own.html#program=1abc
  /builder.html /builder.html#${OURS}&controls=loss,g&theme=dark&speed=2 /builder.html#preset=nobody&view=nonsense
`;
/** Others by name. */
const PACKED = {
  "a plain run": `/#s=${plain(RUN)}&autoplay=0`,
  "a packed run": `/#s=${packed(RUN)}&t=3&autoplay=0`,
  "a packed run cut short": `/#s=${packed(RUN).slice(0, -20)}&autoplay=0`,
  "a run with a change": `/#s=${packed(CHANGED)}&t=5&autoplay=0`,
  "a fork": `/#${OURS}&t=22&fork=${packed(FORK)}`,
  "a fork in the widget": `/embed.html#${OURS}&t=22&view=cwnd&lang=en&fork=${packed(FORK)}`,
  "a program": `/own.html#program=${packed("// mine\n")}`,
  ...Object.fromEntries(Object.entries(WRONG).map(([name, run]) => [name, `/#s=${plain(run)}&autoplay=0`])),
};
/** Sign by which each page is known to be whole. */
const READY = {
  "/": '[data-digest]:not([data-digest=""])',
  "/embed.html": "canvas",
  "/builder.html": "iframe",
};

/** Is run in the page: what is open. */
function opened() {
  const shown = (/** @type {Element} */ element) => element.checkVisibility();
  const texts = (/** @type {string} */ selector) =>
    [...document.querySelectorAll(selector)]
      .filter(shown)
      .map((one) => (one.textContent ?? "").trim().replace(/\s+/g, " "));
  const { documentElement: html, body } = document;
  return {
    title: document.title,
    lang: html.lang,
    theme: { ...html.dataset },
    headings: texts("h1, main h2").slice(0, 4),
    scenario: texts('[popovertarget="scenarios"]'),
    hook: texts("#hook"),
    digest: body.dataset.digest ?? document.querySelector("[data-digest]")?.getAttribute("data-digest"),
    digestB: body.dataset.digestB,
    clock: texts("#bar .clock"),
    playing: texts("button")
      .concat([...document.querySelectorAll("button[aria-label]")].map((one) => one.ariaLabel ?? ""))
      .includes("Pause"),
    charts: [...document.querySelectorAll("figure[data-chart]")]
      .filter(shown)
      .map((one) => one.getAttribute("data-chart")),
    flows: texts(".card-name"),
    wrong: texts("#problems, .problems, [role=alert], .failed, .notice"),
    address: location.href,
  };
}

/** @param {import("./page.mjs").Site} site */
export async function addresses(site) {
  const written = WRITTEN.trim().split(/\s+/);
  const wanted = [...written.map((address) => [address, address]), ...Object.entries(PACKED)];
  /** @type {Map<string, string>} */
  const blocks = new Map(wanted.map(([name = ""]) => [name, ""]));
  await each(wanted, async ([name = "", address = ""]) => {
    const page = await newPage(site);
    await page.goto(site.address + address.slice(1));
    const path = /** @type {keyof typeof READY} */ (/^[^?#]*/.exec(address)?.[0]);
    await still(page, READY[path] ?? "main h1, main h2");
    const seen = await page.evaluate(opened);
    if (seen.playing) Object.assign(seen, { clock: MASK });
    const lines = Object.entries(seen).map(([what, value]) => `${what}: ${JSON.stringify(value)}`);
    blocks.set(name, lasting(lines.join("\n")));
    await page.context().close();
  });
  return new Map([["opened", blocks]]);
}
