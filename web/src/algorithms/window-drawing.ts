/**
 * The small drawings of the index: each algorithm's window, alone on one path, all on the same scales. Pure; it runs in the
 * build (scripts/algorithms-data.ts). Not here: the runs (wasm-core/measures/src/alone.rs), where a drawing stands (index.ts).
 */
import { pathRound } from "d3-path";
import { scaleOf } from "../plot/scale.ts";
import { traceStraight } from "../plot/straight-lines.ts";
import type { Scales } from "./types.ts";
import { HEIGHT, WIDTH } from "./window-size.ts";

/** The runs as `npm run generate` writes them. */
export interface Windows {
  duration_s: number;
  /** The path that all have to themselves. */
  path: { rate_bps: number; base_rtt_ms: number; limit_packets: number; mark_packets: number };
  /** Values of each algorithm at equal intervals over the run, in packets: two for each column of time. */
  windows: readonly { kind: string; packets: readonly number[] }[];
}

/** From here on the window belongs to the scale, s: slow start overshoots to twice what the path holds, and leaves the drawing. */
const SETTLED_S = 4;
/** The scale's maximum is a multiple of this, packets. */
const STEP = 10;
/** Space for half of the line at the bottom, px. */
const EDGE = 1;

/** The scales that all drawings share. */
export function scalesOf({ duration_s, path, windows }: Windows): Scales {
  const settled = windows.flatMap(({ packets }) => packets.slice(Math.ceil((packets.length * SETTLED_S) / duration_s)));
  const most = settled.reduce((greatest, value) => Math.max(greatest, value), 0);
  return { duration_s, packets: STEP * Math.max(1, Math.ceil(most / STEP)), path };
}

/** The line of a window as the text of an SVG path. */
export function lineOf(packets: readonly number[], scales: Scales): string {
  const x = scaleOf({ min: 0, max: packets.length }, 0, WIDTH);
  const y = scaleOf({ min: 0, max: scales.packets }, HEIGHT - EDGE, EDGE);
  // Each value is in the middle of its interval.
  const points = packets.flatMap((value, i) => [x.place(i + 0.5), y.place(value)]);
  const pen = pathRound(1);
  traceStraight(pen, points, false);
  return pen.toString();
}
