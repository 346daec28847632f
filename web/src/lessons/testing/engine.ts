/**
 * The page's own engine in Node, for tests of lessons: a run's summary and settings, and its curves. Not here: what is
 * expected of them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Engine, initSync } from "../../../pkg/sawtooth_wasm.js";
import { readingOf } from "../curve.ts";
import type { Measured } from "../measures.ts";

const folder = join(import.meta.dirname, "../../../pkg");
initSync({ module: readFileSync(join(folder, "sawtooth_wasm_bg.wasm")) });

/** A run to its end; its curves are recorded when one is asked for. */
export interface Ran extends Measured {
  /** A flow's or the queue's curve over a stretch: times and values alternate, extremes kept. */
  curve(source: string, signal: string, t0_s: number, t1_s: number): Float64Array;
}

const COLUMNS = 4000;
const MARKS = 100_000;

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
  const curve = (source: string, signal: string, t0_s: number, t1_s: number): Float64Array => {
    const series = [{ source, signal, mode: readingOf(signal), limit: MARKS }];
    const request = JSON.stringify({ t0_s, t1_s, columns: COLUMNS, series });
    while (engine.busy()) engine.advance(100_000);
    let numbers = engine.view(request);
    // What the columns hold too coarsely is simulated again.
    while (numbers[1] === 1 && engine.busy()) {
      engine.advance(100_000);
      numbers = engine.view(request);
    }
    return numbers.slice(3);
  };
  return { summary: JSON.parse(summary), settings: loaded.document, curve };
}
