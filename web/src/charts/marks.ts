/**
 * The rule by which marks are thinned (design 5): never at random, never silently. Whatever is not drawn in its shape
 * is as a tick under the axis. Not here: the shapes (plot/shapes.ts).
 */
import { BOTTLENECK, type Points, type SeriesRequest, type SourceName } from "../engine/protocol.ts";
import { valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Shape, Surface } from "../plot/surface.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { ChartContext, Hit, Marked } from "./chart.ts";
import { colorOf, sourcesOf } from "./flow-styles.ts";

/** Minimum distance of two marks of a flow, px. */
export const APART = 8.5;
/** Where more than this many marks of a flow fall within `NEAR` px either side, all of them become ticks. */
export const CROWD = 18;
export const NEAR = 45;
/** Marks asked for at most: enough that a crowd is still seen as one after the engine has thinned it. */
const MARK_LIMIT = 2000;

/** A mark with its place along the axis. */
export interface Placed {
  x: number;
  hit: Hit;
}

/** Splits marks, in order of time, into those drawn in their shape and those drawn as ticks. */
export function thin(hits: readonly Hit[], x: (t_s: number) => number, unit = 1): { shown: Placed[]; ticks: Placed[] } {
  const byFlow = new Map<SourceName, Placed[]>();
  for (const hit of hits) {
    const placed = { x: x(hit.t_s), hit };
    const list = byFlow.get(hit.flow);
    if (list) list.push(placed);
    else byFlow.set(hit.flow, [placed]);
  }
  const shown: Placed[] = [];
  const ticks: Placed[] = [];
  for (const list of byFlow.values()) {
    let from = 0;
    let to = 0;
    let last = Number.NEGATIVE_INFINITY;
    for (const placed of list) {
      while ((list[from] as Placed).x < placed.x - NEAR * unit) from++;
      while (to < list.length && (list[to] as Placed).x <= placed.x + NEAR * unit) to++;
      if (to - from > CROWD || placed.x - last < APART * unit) {
        ticks.push(placed);
      } else {
        last = placed.x;
        shown.push(placed);
      }
    }
  }
  return { shown, ticks };
}

/**
 * Splits marks that are in one row, whoever's they are: within a mark's width there is one, of the flow that has most
 * there. In a crowd there is still one every `NEAR` px, so that no burst is seen as ticks alone.
 */
export function thinTogether(
  hits: readonly Hit[],
  x: (t_s: number) => number,
  unit = 1,
): { shown: Placed[]; ticks: Placed[] } {
  const list = hits.map((hit) => ({ x: x(hit.t_s), hit }));
  const shown: Placed[] = [];
  const ticks: Placed[] = [];
  let [from, to, last] = [0, 0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < list.length; ) {
    const start = (list[i] as Placed).x;
    let end = i;
    while (end < list.length && (list[end] as Placed).x < start + APART * unit) end++;
    const group = list.slice(i, end);
    i = end;
    const flow = most(group);
    while ((list[from] as Placed).x < start - NEAR * unit) from++;
    while (to < list.length && (list[to] as Placed).x <= start + NEAR * unit) to++;
    const apart = (to - from > CROWD ? NEAR : APART) * unit;
    const chosen = group.find((placed) => placed.hit.flow === flow && placed.x - last >= apart);
    if (chosen) {
      last = chosen.x;
      shown.push(chosen);
    }
    for (const placed of group) if (placed !== chosen) ticks.push(placed);
  }
  return { shown, ticks };
}

/** The flow with most marks; of equals, the first. */
function most(group: readonly Placed[]): SourceName | undefined {
  const counts = new Map<SourceName, number>();
  for (const { hit } of group) counts.set(hit.flow, (counts.get(hit.flow) ?? 0) + 1);
  const top = Math.max(...counts.values());
  return [...counts].find(([, n]) => n === top)?.[0];
}

/** Splits a chart's marks by its rule. */
export function thinOf(
  chart: Marked | undefined,
  hits: readonly Hit[],
  x: (t_s: number) => number,
  unit: number,
): { shown: Placed[]; ticks: Placed[] } {
  return (chart?.together ? thinTogether : thin)(hits, x, unit);
}

/** Which signals are marks of which shape. */
export const SHAPES: Record<string, Shape> = {
  delay_backoff: "backoff",
  window_cut: "cut",
  window_undo: "undo",
  loss_tolerated: "tolerated",
  timeout: "timeout",
  drop_queue: "drop",
  drop_random: "random",
  lost_after_queue: "random",
  mark: "ecn",
};

/** Asks for a level. */
export const levelRequest = (source: SourceName, signal: string): SeriesRequest => ({ source, signal, mode: "line" });

/** Asks for the marks of a flow. */
export function markRequest(source: SourceName, signal: string): SeriesRequest {
  return { source, signal, mode: "marks", limit: MARK_LIMIT };
}

/** Marks of several signals of several flows within the span, in order of time. */
export function collect(cx: ChartContext, flows: readonly FlowLook[], signals: readonly string[]): Hit[] {
  const hits: Hit[] = [];
  for (const { name: flow } of flows) {
    for (const signal of signals) {
      const points: Points = cx.series.get(flow, signal, "marks");
      const shape = SHAPES[signal] ?? "dot";
      for (let i = 0; i + 1 < points.length; i += 2) {
        const t_s = points[i] as number;
        if (t_s < cx.facts.t0_s || t_s > cx.facts.t1_s) continue;
        hits.push({ t_s, value: points[i + 1] as number, flow, signal, shape });
      }
    }
  }
  return hits.sort((a, b) => a.t_s - b.t_s);
}

/** Packets of all flows in view until an instant, by a total of the bottleneck; `now`: the total there, where it is known exactly. */
export function countTo({ facts, series }: ChartContext, total: string, t_s: number, now?: number | null): number {
  const at = (t: number): number => valueAt(series.get(BOTTLENECK, total, "line"), t) ?? 0;
  return (now ?? at(t_s)) - (facts.t0_s > 0 ? at(facts.t0_s) : 0);
}

/** Draws a chart's marks by the rule, in the colour of their flow: shape says what, colour says whose. */
export function drawMarks(chart: Marked, surface: Surface, scales: Scales, cx: ChartContext): void {
  const { shown, ticks } = thinOf(chart, chart.hits(cx), scales.x, scales.unit);
  const flows = sourcesOf(cx.facts.flows);
  const colors = new Map(flows.map((flow) => [flow.name, colorOf(cx.theme, flow)]));
  const rows = new Map(flows.map((flow) => [flow.name, flow.index % 2]));
  const colored = (hit: Hit): string => colors.get(hit.flow) ?? cx.theme.ink;
  // Of a flow's ticks within a pixel one is seen.
  const last = new Map<SourceName, number>();
  for (const { x, hit } of ticks) {
    if (x - (last.get(hit.flow) ?? Number.NEGATIVE_INFINITY) < 1) continue;
    last.set(hit.flow, x);
    const y = scales.height + (1 + 3 * (rows.get(hit.flow) ?? 0)) * scales.unit;
    surface.mark(x, y, "tick", { color: colored(hit), size: 2.5 * scales.unit });
  }
  for (const { hit } of shown) {
    const { x, y } = chart.place(hit, scales, cx);
    surface.mark(x, y, hit.shape, { color: colored(hit), size: 7 * scales.unit });
  }
}
