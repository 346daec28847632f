/**
 * The page's own engine in Node, for tests of lessons: a run's summary and settings, and its curves. Not here: what is
 * expected of them.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Engine, initSync } from "../../../pkg/sawtooth_wasm.js";
import type { SourceName } from "../../engine/protocol.ts";
import type { Measured } from "../../session/measures.ts";
import { inMbps, seriesOf } from "../curve.ts";

const folder = join(import.meta.dirname, "../../../pkg");
initSync({ module: readFileSync(join(folder, "sawtooth_wasm_bg.wasm")) });

/** A run to its end; its curves are recorded when one is asked for. */
export interface Ran extends Measured {
  /** A flow's or the queue's curve over a stretch: times and values alternate, extremes kept; with `rate_s` Mbit/s of bytes. */
  curve(source: SourceName, signal: string, t0_s: number, t1_s: number, rate_s?: number): Float64Array;
}

const COLUMNS = 4000;

/** Runs a scenario; refusals are errors. */
export function ran(scenario: unknown): Ran {
  const engine = new Engine();
  const loaded = JSON.parse(engine.load(JSON.stringify(scenario))) as {
    ok: boolean;
    errors?: unknown;
    document: unknown;
  };
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.errors));
  let summary = "";
  while (summary === "") summary = engine.summarise(1e6);
  const curve: Ran["curve"] = (source, signal, t0_s, t1_s, rate_s) => {
    const request = JSON.stringify({ t0_s, t1_s, columns: COLUMNS, series: [seriesOf(source, signal, rate_s)] });
    while (engine.busy()) engine.advance(100_000);
    let numbers = engine.view(request);
    // What the columns hold too coarsely is simulated again.
    while (numbers[1] === 1 && engine.busy()) {
      engine.advance(100_000);
      numbers = engine.view(request);
    }
    const points = numbers.slice(3);
    return rate_s === undefined ? points : inMbps(points);
  };
  return { summary: JSON.parse(summary), settings: loaded.document, curve };
}
