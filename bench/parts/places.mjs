/**
 * The same runs natively, in Node and in Chromium: silent, with the summary, and recorded as the page records; and that all
 * of them are the same run, by its digest.
 */
import { findChromium } from "../../scripts/browser.mjs";
import { timer } from "../native.mjs";
import { cases } from "../scenarios.mjs";
import { millions, table, times } from "../table.mjs";
import { inNode, inPage, run } from "../wasm.mjs";

/** Rounds: one run in each place in turn, so that a machine whose speed wanders is as fast for all; the fastest of each counts. */
const ROUNDS = 12;

/** @param {ReturnType<typeof run>[]} runs */
const fastest = (runs) => ({
  recorded_s: Math.min(...runs.map((one) => one.seconds)),
  summary_s: Math.min(...runs.map((one) => one.summary_s)),
  digest: runs[0]?.digest,
});

/** @param {ReturnType<ReturnType<typeof timer>>[]} runs */
const fastestHere = (runs) => {
  const [first] = runs;
  if (!first) throw new Error("no run");
  return {
    ...first,
    silent_s: Math.min(...runs.map((one) => one.silent_s)),
    summary_s: Math.min(...runs.map((one) => one.summary_s)),
    recorded_s: Math.min(...runs.map((one) => one.recorded_s)),
  };
};

/** A page that runs scenarios, or null where there is no Chromium. */
export async function chromium() {
  const executablePath = findChromium();
  if (executablePath === null) {
    console.error("No Chromium found: its figures are missing.");
    return null;
  }
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({ executablePath: executablePath || undefined });
  return { close: () => browser.close(), run: await inPage(await browser.newPage()) };
}

export async function measure() {
  const native = timer();
  const glue = await inNode();
  const browser = await chromium();
  const rows = [];
  for (const { name, scenario } of cases) {
    const text = JSON.stringify(scenario);
    const runs = {
      here: /** @type {ReturnType<typeof native>[]} */ ([]),
      node: /** @type {ReturnType<typeof run>[]} */ ([]),
      page: /** @type {ReturnType<typeof run>[]} */ ([]),
    };
    for (let round = 0; round < ROUNDS; round++) {
      runs.here.push(native(scenario, 1));
      runs.node.push(run(glue, text));
      if (browser) runs.page.push(...(await browser.run([text])).results);
    }
    const here = fastestHere(runs.here);
    const node = fastest(runs.node);
    const page = browser && fastest(runs.page);
    const same = [node, page].every((other) => !other || other.digest === here.digest);
    rows.push({ name, native: here, node, chromium: page, same });
  }
  await browser?.close();
  return rows;
}

export function print(/** @type {Awaited<ReturnType<typeof measure>>} */ rows) {
  table(
    "Millions of delivered packets a second, natively and in WebAssembly; recorded as the page does it, over silent",
    ["", "silent", "summary", "recorded", "rec./silent", "Node", "Chromium", "Node/native", "Chromium/native"],
    rows.map(({ name, native, node, chromium }) => [
      name,
      ...[native.silent_s, native.summary_s, native.recorded_s].map((seconds) => millions(native.packets, seconds)),
      times(native.silent_s, native.recorded_s),
      millions(native.packets, node.recorded_s),
      chromium ? millions(native.packets, chromium.recorded_s) : "-",
      times(native.recorded_s, node.recorded_s),
      chromium ? times(native.recorded_s, chromium.recorded_s) : "-",
    ]),
  );
  table(
    "With the summary",
    [
      "",
      "native",
      "Node",
      "Chromium",
      "Node/native",
      "Chromium/native",
      "recorded over it, native",
      "in Chromium",
      "digest",
    ],
    rows.map(({ name, native, node, chromium, same }) => [
      name,
      millions(native.packets, native.summary_s),
      millions(native.packets, node.summary_s),
      chromium ? millions(native.packets, chromium.summary_s) : "-",
      times(native.summary_s, node.summary_s),
      chromium ? times(native.summary_s, chromium.summary_s) : "-",
      times(native.summary_s, native.recorded_s),
      chromium ? times(chromium.summary_s, chromium.recorded_s) : "-",
      same ? native.digest : "DIFFERS",
    ]),
  );
}

/** Whether something is wrong with the figures. */
export const failed = (/** @type {Awaited<ReturnType<typeof measure>>} */ rows) => rows.some(({ same }) => !same);
