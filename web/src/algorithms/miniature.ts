/**
 * The run that a page shows live, in the widget: each family has one, and a page may differ from it in a few settings. Pure. Not
 * here: the widget (embed.html), when it is fetched (algorithm-page.ts).
 */
import { type Written, writeAddress } from "../address/link.ts";
import { isObject, type Json } from "../session/scenario.ts";
import type { Page } from "./types.ts";

/** When the second flow joins, and the run's length, s. */
const JOINS_S = 15;
const LASTS_S = 40;

const flow = (name: string, kind: string, start_s: number): Json => ({
  name,
  algorithm: { kind },
  base_rtt_ms: 40,
  start_s,
});

/** With a value at a path; a number in it is a place in a list. */
function put(target: unknown, path: string, value: unknown): void {
  const [name = "", ...rest] = path.split(".");
  if (!isObject(target) && !Array.isArray(target)) throw new Error(`${path}: there is nothing to set it in`);
  const place = target as Json;
  if (rest.length === 0) place[name] = value;
  else {
    place[name] ??= {};
    put(place[name], rest.join("."), value);
  }
}

/** The paper's test-bed: 10 Mbit/s, 40 ms, a drop-tail queue of 84 packets; NewReno joins, or has the path to itself. */
export function scenarioOf(
  page: Pick<Page, "kind" | "family" | "title">,
  run: Readonly<Record<string, unknown>>,
): Json {
  const { kind, family, title } = page;
  const own = family === "algorithm" ? kind : "newreno";
  const flows = [flow(own === "newreno" ? "newreno" : own, own, 0)];
  if (family !== "model") flows.push(flow(own === "newreno" ? "newreno-2" : "newreno", "newreno", JOINS_S));
  const queue = { discipline: family === "discipline" ? kind : "drop_tail", limit_packets: 84 };
  const loss = family === "model" ? { model: kind } : { model: "bernoulli", probability: 0 };
  const scenario = {
    schema: 1,
    title,
    seed: 1,
    duration_s: LASTS_S,
    bottleneck: { rate_bps: 10_000_000, queue, loss },
    flows,
  };
  for (const [path, value] of Object.entries(run)) put(scenario, path, value);
  return scenario;
}

/** Signals on show, by family. */
const VIEWS = {
  algorithm: ["path", "cwnd", "queue"],
  discipline: ["path", "queue", "cwnd"],
  model: ["path", "cwnd", "queue"],
};

/** The fields of the address, the widget's and the laboratory's; `look`: light or dark, the language and the projector's type, where they are said. */
export function fieldsOf(
  page: Pick<Page, "kind" | "family" | "title" | "text">,
  look: Pick<Written, "theme" | "lang" | "projector">,
): string {
  const scenario = scenarioOf(page, page.text.run);
  // In large type there is room for the path and one chart.
  const view = VIEWS[page.family].slice(0, look.projector ? 2 : undefined);
  return writeAddress({ scenario, view, controls: [], autoplay: true, ...look });
}
