/**
 * Answers view requests from a toy run as the worker answers them from a real one: the same modes, the same order. For
 * tests and `components.html` only.
 */
import type { Frame, Points, SeriesRequest, ViewRequest } from "../../engine/protocol.ts";
import { indexAt } from "../../plot/points.ts";
import type { ToyRun } from "./toy.ts";

/** A frame of the toy run, computed up to `computed_s`. */
export function toyView(run: ToyRun, request: ViewRequest, computed_s: number, coarse = false): Frame {
  const series = request.series.map((one) =>
    reduce(run.get(`${one.source}|${one.signal}`) ?? [], one, request, computed_s),
  );
  return { t0_s: request.t0_s, t1_s: request.t1_s, computed_s, series, coarse };
}

function reduce(all: number[], one: SeriesRequest, view: ViewRequest, computed_s: number): Points {
  const points = Float64Array.from(all);
  const end = Math.min(view.t1_s, computed_s);
  const from = indexAt(points, view.t0_s);
  const to = indexAt(points, end);
  const part = points.subarray(2 * Math.max(0, from), 2 * (to + 1));
  const width = (view.t1_s - view.t0_s) / view.columns;
  switch (one.mode) {
    case "marks":
      return thinned(part, view.t0_s, one.limit ?? 2000);
    case "state":
      return part;
    case "mean":
      return means(points, view, end, 9 * width);
    case "rate":
      return rates(points, view, end, width, one.window_s ?? 1);
    default:
      return line(part, width);
  }
}

/** First, least, greatest and last of each column. */
function line(points: Points, width: number): Points {
  const out: number[] = [];
  for (let i = 0; i + 1 < points.length; ) {
    const column = Math.floor((points[i] as number) / width);
    let [least, greatest, last] = [i, i, i];
    const first = i;
    for (; i + 1 < points.length && Math.floor((points[i] as number) / width) === column; i += 2) {
      if ((points[i + 1] as number) < (points[least + 1] as number)) least = i;
      if ((points[i + 1] as number) > (points[greatest + 1] as number)) greatest = i;
      last = i;
    }
    for (const at of [...new Set([first, least, greatest, last])].sort((a, b) => a - b)) {
      out.push(points[at] as number, points[at + 1] as number);
    }
  }
  return Float64Array.from(out);
}

function thinned(points: Points, t0: number, limit: number): Points {
  const inside = points.subarray((points[0] ?? t0) < t0 ? 2 : 0);
  const every = Math.max(1, Math.ceil(inside.length / 2 / limit));
  return inside.filter((_, i) => Math.floor(i / 2) % every === 0);
}

function means(points: Points, view: ViewRequest, end: number, width: number): Points {
  const out: number[] = [];
  for (let k = Math.floor(view.t0_s / width); k * width < end; k++) {
    const [from, to] = [indexAt(points, k * width), indexAt(points, (k + 1) * width)];
    let sum = 0;
    for (let i = Math.max(0, from); i <= to; i++) sum += points[2 * i + 1] as number;
    const known = to >= 0 && (points[points.length - 2] as number) + width > k * width;
    out.push((k + 0.5) * width, known ? sum / (to - Math.max(0, from) + 1) : 0);
  }
  return Float64Array.from(out);
}

function rates(points: Points, view: ViewRequest, end: number, width: number, window_s: number): Points {
  const total = (t: number): number => {
    const i = indexAt(points, t);
    return i < 0 ? 0 : (points[2 * i + 1] as number);
  };
  const out: number[] = [];
  if (points.length === 0) return new Float64Array(0);
  for (let t = view.t0_s + width; t <= end; t += width) {
    if (t < (points[0] as number)) continue;
    out.push(t, (total(t) - total(t - window_s)) / window_s);
  }
  return Float64Array.from(out);
}
