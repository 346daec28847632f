/**
 * The page's own engine in Node, for tests of lessons: a run's summary and settings, and its curves. Not here: what is
 * expected of them.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Engine, initSync } from "../../../pkg/sawtooth_wasm.js";
import type { OtherRunsEngine } from "../../compare/other-runs.ts";
import type { SourceName, ViewRequest } from "../../engine/protocol.ts";
import { type Measured, measure } from "../../session/measures.ts";
import type { Scalar, Scenario } from "../../session/scenario.ts";
import { curveMeasure, inMbps, seriesOf } from "../curve.ts";
import { runsOf } from "../shown-runs.ts";
import type { Row } from "../types.ts";

const folder = join(import.meta.dirname, "../../../pkg");
initSync({ module: readFileSync(join(folder, "sawtooth_wasm_bg.wasm")) });

/** A run to its end: summed up when its summary is asked for, recorded when a curve is. */
export interface Ran extends Measured {
  /** A stretch as the page is given it: the moment up to which it is recorded, whether it is coarse, then the series. */
  view(request: ViewRequest): Float64Array;
  /** A flow's or the queue's curve over a stretch: times and values alternate, extremes kept; with `rate_s` Mbit/s of bytes. */
  curve(source: SourceName, signal: string, t0_s: number, t1_s: number, rate_s?: number): Float64Array;
}

const COLUMNS = 4000;

/** The runs of a test file, by their documents: each is simulated once. */
const known = new Map<string, Ran>();

/** Runs a scenario; refusals are errors. */
export function ran(scenario: unknown): Ran {
  const document = JSON.stringify(scenario);
  const found = known.get(document) ?? begun(document);
  known.set(document, found);
  return found;
}

/** The run of a row or band, or the one that its search ends with. */
export function ranOf(
  scenarios: Record<string, Scenario>,
  what: Pick<Row, "scenario" | "set" | "of" | "smallest">,
  more: Record<string, Scalar>,
): Ran {
  const runs = runsOf<Ran>(scenarios, what, more);
  let next = runs.next();
  while (!next.done) next = runs.next(ran(next.value));
  if (!next.value) throw new Error(`${what.of}: no value at which ${what.smallest?.holds.join(" ")}`);
  return next.value;
}

function begun(scenario: string): Ran {
  const engine = new Engine();
  const loaded = JSON.parse(engine.load(scenario)) as { ok: boolean; errors?: unknown; document: unknown };
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.errors));
  let summary: unknown;
  const view: Ran["view"] = (request) => {
    const text = JSON.stringify(request);
    while (engine.busy()) engine.advance(100_000);
    let numbers = engine.view(text);
    // A stretch that the columns hold too coarsely is simulated again.
    while (numbers[1] === 1 && engine.busy()) {
      engine.advance(100_000);
      numbers = engine.view(text);
    }
    return numbers;
  };
  return {
    get summary() {
      let text = "";
      while (summary === undefined && text === "") text = engine.summarise(1e6);
      summary ??= JSON.parse(text);
      return summary;
    },
    settings: loaded.document,
    view,
    curve(source, signal, t0_s, t1_s, rate_s) {
      const points = view({ t0_s, t1_s, columns: COLUMNS, series: [seriesOf(source, signal, rate_s)] }).slice(3);
      return rate_s === undefined ? points : inMbps(points);
    },
  };
}

/** The engine's answer about a text as a document. */
export const checked = (text: string): unknown => JSON.parse(new Engine().check(text));

/** A value of a run or of its trace; null if it has none. */
export function valueIn(run: Ran, of: string): number | null {
  const curve = curveMeasure(of);
  if (!curve) return measure(run, of);
  return curve.of(curve.sources.map((source) => run.curve(source, curve.signal, curve.t0_s, curve.t1_s)));
}

/** An engine as a page's other runs have one. */
export function engineOfOthers(): OtherRunsEngine {
  let run: Ran | null = null;
  const answers: Record<string, (argument: never) => unknown> = {
    load({ scenario }: { scenario: string }) {
      const said = checked(scenario) as { ok: boolean };
      if (!said.ok) return said;
      run = ran(JSON.parse(scenario));
      return { ok: true, document: run.settings, duration_s: JSON.parse(scenario).duration_s };
    },
    summary: () => ({ summary: run?.summary }),
    view(request: ViewRequest) {
      const [computed_s, coarse, , ...points] = run?.view(request) ?? [];
      return { computed_s, coarse: coarse === 1, series: [points] };
    },
  };
  return {
    ask: async (name: string, argument: unknown) => answers[name]?.(argument as never),
    close: () => undefined,
  } as OtherRunsEngine;
}
