/**
 * The future that a change replaced, as one grey line in each chart over time: of the flow that differs most, of the queue its upper edge.
 * Pure. Not here: when it is kept (laboratory/former.ts), a second run that is computed and played (overlay.ts).
 */
import { type Chart, type ChartContext, type Overlay, type OverlayRun, overTime } from "../charts/chart.ts";
import { nameOf } from "../charts/feed.ts";
import { labelOf, senders } from "../charts/flow-styles.ts";
import { isMany } from "../charts/groups.ts";
import { kindAt } from "../charts/kinds.ts";
import type { Frame, Points, SeriesRequest, ViewRequest } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import { labelWidth } from "../plot/labels.ts";
import { indexAt, NONE, toPixels, valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { FlowLook } from "../session/run-facts.ts";

/** Width of the line, px. */
const LINE = 1.5;
/** Instants at which two runs of a flow are compared. */
const SAMPLES = 64;
/** Under this height of the plot the line has no name, px. */
const NAMED = 44;
/** Parts of the line, of equal width, over whose highest points its name may stand, the first one with room; and how far over it, px. */
const PARTS = [2, 1, 3, 0];
const OVER = 9;

/** Results of a run before it was changed. */
export interface Former {
  /** Whatever charts ask of it is found in this. */
  frame: Frame;
  series: readonly SeriesRequest[];
}

/** The answer to a request for the run as it was: nothing where it was not asked for then. */
export function answerOf({ frame, series }: Former, { t0_s, t1_s, series: asked }: ViewRequest): Frame {
  const kept = new Map(series.map((each, i) => [nameOf(each), frame.series[i] ?? NONE]));
  return { ...frame, t0_s, t1_s, series: asked.map((each) => kept.get(nameOf(each)) ?? NONE), coarse: false };
}

/** The line of a chart that is remembered. */
interface Line {
  points: Points;
  flow: FlowLook | null;
  step: boolean;
}

/** How far two lines lie apart over the span, on average. */
function apart(one: Points, other: Points, { t0_s, t1_s }: ChartContext["facts"]): number {
  let sum = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const t_s = t0_s + ((i + 0.5) / SAMPLES) * (t1_s - t0_s);
    const difference = (valueAt(one, t_s) ?? 0) - (valueAt(other, t_s) ?? 0);
    if (Number.isFinite(difference)) sum += Math.abs(difference);
  }
  return sum / SAMPLES;
}

/** The line of the flow that the reader picked, else of the one that differs most from the run as it is now. */
export function lineOf(chart: Chart, cx: ChartContext, first: ChartContext): Line | null {
  const time = overTime(chart);
  if (time?.remembered) return { points: time.remembered(cx), flow: null, step: true };
  const perFlow = time?.perFlow;
  if (!perFlow || isMany(cx.facts)) return null;
  const points = (at: ChartContext, flow: FlowLook): Points =>
    perFlow.points(at, flow, kindAt(at.facts, flow, at.facts.t1_s));
  const now = new Map(senders(first.facts).map((flow) => [flow.name, flow]));
  let found: Line | null = null;
  let most = -1;
  for (const flow of senders(cx.facts)) {
    const same = now.get(flow.name);
    if (cx.facts.picked != null && cx.facts.picked !== flow.name) continue;
    const old = points(cx, flow);
    const difference = apart(old, same ? points(first, same) : NONE, cx.facts);
    if (difference <= most) continue;
    most = difference;
    found = { points: old, flow, step: perFlow.step };
  }
  return found;
}

/** The run as it was from `from_s` on; `key`: another one for each. */
export function formerOverlay(key: number, from_s: number, run: OverlayRun): Overlay {
  return {
    key: `former ${key}`,
    run,
    from_s,
    isFormer: true,
    draw(chart, surface, scales, cx, first) {
      const line = lineOf(chart, cx, first);
      if (line) drawLine(surface, scales, cx, line, from_s);
    },
    top: (chart, cx, height) => (overTime(chart) ? chart.domain(cx, height).max : null),
  };
}

/** The highest point of a line between two pixels; its middle where none is higher. */
function peak(points: Points, scales: Scales, from: number, to: number): { x: number; value: number } {
  const x = (from + to) / 2;
  let found = { x, value: valueAt(points, scales.at(x)) ?? Number.NaN };
  const last = indexAt(points, scales.at(to));
  for (let i = indexAt(points, scales.at(from)) + 1; i <= last; i++) {
    const value = points[2 * i + 1] as number;
    if (Number.isFinite(value) && !(value <= found.value)) found = { x: scales.x(points[2 * i] as number), value };
  }
  return found;
}

function drawLine(
  surface: Surface,
  scales: Scales,
  cx: ChartContext,
  { points, flow, step }: Line,
  from_s: number,
): void {
  const { width, height, unit } = scales;
  const { facts, theme } = cx;
  const x0 = Math.max(0, scales.x(from_s));
  if (x0 >= width || points.length === 0) return;
  surface.clip(x0, 0, width - x0, height, () =>
    surface.polyline(toPixels(points, scales, facts.computed_s), { color: theme.ctl, width: LINE * unit, step }),
  );
  if (height < NAMED * unit) return;
  const text = flow ? translate("chart.former.of", { flow: labelOf(flow) }) : translate("chart.former");
  const half = labelWidth(text, unit) / 2 + 1;
  const wide = (width - x0) / PARTS.length;
  const levels = PARTS.map((part) => {
    const { x, value } = peak(points, scales, x0 + part * wide, x0 + (part + 1) * wide);
    return { from: x - half, to: x + half, y: Math.max(OVER * unit, Math.min(height, scales.y(value))) };
  }).filter(({ y }) => Number.isFinite(y));
  const [first] = levels;
  if (!first) return;
  const near = { levels };
  const y = first.y - OVER * unit;
  surface.text(first.from + half, y, text, {
    color: theme.ink2,
    halo: theme.plate,
    align: "center",
    near,
    optional: true,
  });
}
