/**
 * Overlay of a run with which it is compared in a chart: a second run, its lines strong over the first one's, which turn grey, with its values beside theirs; or
 * the percentiles of many runs, the band from the 20th to the 80th with the median in it. Pure. Not here: where their data come
 * from (second-run.ts, ensemble/percentiles.ts), what any chart draws.
 */
import { type Band, drawArea, drawMedian, type Find, topIn } from "../charts/bands.ts";
import {
  type Chart,
  type ChartContext,
  marksOf,
  type Overlay,
  type OverlayRun,
  overTime,
  type Slot,
  type Wish,
} from "../charts/chart.ts";
import { colorOf, endOf, inPlot, lookOf, senders } from "../charts/flow-styles.ts";
import { isMany } from "../charts/groups.ts";
import { kindAt } from "../charts/kinds.ts";
import { keyOf } from "../charts/label-rows.ts";
import { drawInterventions } from "../charts/readings.ts";
import { xAxisOf } from "../charts/x-axis.ts";
import type { Theme } from "../design/theme.ts";
import type { SourceName } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import { bands, toColumns } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { FlowLook } from "../session/run-facts.ts";

/** Width of the second run's lines, as a multiple of the first run's. */
const WIDER = 1.75;
/** Least width of the second run's lines, px. */
const THINNEST = 1.5;

/** A surface on which lines are strong. Fills are the first run's; words are written once. */
function strong(surface: Surface, unit: number): Surface {
  return {
    polyline: (points, style) =>
      surface.polyline(points, { ...style, width: Math.max(THINNEST * unit, style.width * WIDER), alpha: 1 }),
    polygon: () => undefined,
    area: () => undefined,
    rect: () => undefined,
    text: () => undefined,
    dots: (points, style) => surface.dots(points, { ...style, size: style.size * 1.5, alpha: 0.8 }),
    mark: (x, y, shape, style) => surface.mark(x, y, shape, style),
    clip: (x, y, w, h, draw) => surface.clip(x, y, w, h, draw),
  };
}

/** Strength of the first run's fills where the second one lies over it. */
const REMEMBERED = 0.45;

/** A surface on which the first run is a memory from where the second one parts: its lines and marks in grey, its fills weaker. */
function remembered(surface: Surface, scales: Scales, theme: Theme, parts: number): Surface {
  const { width, height, headroom, unit } = scales;
  const [top, tall] = [-headroom - 8 * unit, height + headroom + 16 * unit];
  const before = (draw: () => void): void => surface.clip(-8 * unit, top, parts + 8 * unit, tall, draw);
  const after = (draw: () => void): void => surface.clip(parts, top, width - parts + 8 * unit, tall, draw);
  const both = (as: () => void, grey: () => void): void => {
    if (parts > 0) before(as);
    after(grey);
  };
  const color = theme.ink3;
  return {
    ...surface,
    polyline: (points, style) =>
      both(
        () => surface.polyline(points, style),
        () => surface.polyline(points, { ...style, color }),
      ),
    area: (upper, lower, style) =>
      both(
        () => surface.area(upper, lower, style),
        () => surface.area(upper, lower, { ...style, alpha: REMEMBERED * style.alpha }),
      ),
    dots: (points, style) =>
      both(
        () => surface.dots(points, style),
        () => surface.dots(points, { ...style, color }),
      ),
    mark: (x, y, shape, style) => surface.mark(x, y, shape, x < parts ? style : { ...style, color }),
  };
}

/** Strength of the area between the two runs' lines of a flow. */
const BETWEEN = 0.1;

/** Fills what lies between a flow's two lines, in the flow's colour, where a chart draws one value of each flow. */
function drawBetween(chart: Chart, surface: Surface, scales: Scales, first: ChartContext, second: ChartContext): void {
  const perFlow = overTime(chart)?.perFlow;
  if (!perFlow || isMany(second.facts)) return;
  const columns = (cx: ChartContext, flow: FlowLook): Float64Array => {
    const points = perFlow.points(cx, flow, kindAt(cx.facts, flow, cx.facts.t1_s));
    return toColumns(points, scales, endOf(cx.facts, flow), "last");
  };
  for (const flow of senders(second.facts)) {
    const other = senders(first.facts).find(({ name }) => name === flow.name);
    if (!other) continue;
    const style = { color: colorOf(second.theme, flow), alpha: BETWEEN };
    for (const { upper, lower } of bands(columns(second, flow), columns(first, other), scales))
      surface.area(upper, lower, style);
  }
}

/** Draws the second run over the first; on the time axis from where they part, with a hairline there. */
function drawSecond(
  chart: Chart,
  surface: Surface,
  scales: Scales,
  cx: ChartContext,
  first: ChartContext,
  from_s: number,
): void {
  const { theme } = cx;
  const { width, height, headroom, unit } = scales;
  const draw = (): void => {
    drawBetween(chart, surface, scales, first, cx);
    (chart.drawCompared ?? chart.draw)(strong(surface, unit), scales, cx);
  };
  const parts = xAxisOf(chart).xOf(scales, from_s);
  if (parts === null) {
    if (cx.facts.reading_s >= from_s) draw();
    return;
  }
  const x = Math.max(0, parts);
  if (x > width) return;
  surface.clip(x, -headroom, width - x + 2, height + headroom + 8 * unit, draw);
  drawInterventions(chart, surface, scales, cx);
  if (parts < 0) return;
  surface.polyline([x, -headroom, x, height], { color: theme.ink2, width: unit, gaps: true });
  // Where a row of marks or a strip stands, the word would hide some of it.
  if (marksOf(chart)?.together || headroom > 0) return;
  const roomy = x > 40 * unit;
  const at = roomy ? x - 5 * unit : x + 5 * unit;
  const style = {
    color: theme.ink2,
    halo: theme.plate,
    align: roomy ? "right" : "left",
    near: { x },
    optional: true,
  } as const;
  surface.text(at, 8 * unit, translate("chart.fork"), style);
}

/**
 * A label with a place of its own: of a strip, with the state of both runs; of what only the first run has on the plot, under its
 * name where the second run's differs.
 */
function fixedBeside(slot: Slot, others: readonly Slot[]): Slot {
  const like = others.find(({ flow, at }) => flow === slot.flow && at === slot.at);
  if (slot.flow !== undefined && like) return { ...slot, other: like.value };
  if (like?.value === slot.value && like.label === slot.label) return slot;
  return { ...slot, label: translate("chart.fork.of_a", { label: slot.label }) };
}

/** The first run's labels, each with the second one's value beside it. */
export function slotsBeside(slots: readonly Slot[], others: readonly Slot[]): Slot[] {
  const same = new Map(others.map((slot) => [keyOf(slot), slot]));
  // A flow whose algorithm differs has another name there: its one label is found by the flow, and says both.
  const alone = (list: readonly Slot[], flow: SourceName | undefined): Slot | undefined => {
    const own = list.filter((slot) => slot.flow === flow);
    return flow !== undefined && own.length === 1 ? own[0] : undefined;
  };
  return slots.map((slot) => {
    if (slot.at !== undefined) return fixedBeside(slot, others);
    const like = same.get(keyOf(slot));
    const renamed = !like && alone(slots, slot.flow) ? alone(others, slot.flow) : undefined;
    const label = renamed ? `${slot.label} / ${renamed.label}` : slot.label;
    return { ...slot, label, other: (like ?? renamed)?.value ?? "–" };
  });
}

/** A second run, another one from `from_s` on. */
export function secondRunOverlay(from_s: number, run: OverlayRun): Overlay {
  return {
    key: `second ${from_s}`,
    run,
    from_s,
    under: (chart, surface, scales, cx) => {
      const parts = xAxisOf(chart).xOf(scales, from_s);
      return parts === null || parts > scales.width
        ? surface
        : remembered(surface, scales, cx.theme, Math.max(0, parts));
    },
    draw: (chart, surface, scales, cx, first) => drawSecond(chart, surface, scales, cx, first, from_s),
    top: (chart, cx, height) => chart.domain(cx, height).max,
    slots: (chart, slots, scales, cx) =>
      cx.facts.reading_s < from_s ? [...slots] : slotsBeside(slots, xAxisOf(chart).slots(chart, scales, cx)),
  };
}

/** Strength of what the single run's fills keep under percentiles, and of its lines (design 5). */
const FILLS = 0.4;
const LINES = 0.75;

/** A surface on which the single run's lines are thin, so that the median stands out. */
function thinned(surface: Surface, unit: number): Surface {
  return {
    ...surface,
    polyline: (points, style) =>
      surface.polyline(
        points,
        style.width > unit ? { ...style, width: unit, alpha: LINES * (style.alpha ?? 1), dash: [] } : style,
      ),
    area: (upper, lower, style) => surface.area(upper, lower, { ...style, alpha: FILLS * style.alpha }),
    dots: (points, style) => surface.dots(points, { ...style, alpha: FILLS * (style.alpha ?? 1) }),
  };
}

/** The bands that a chart draws, with what there is of each. */
function found(chart: Chart, cx: ChartContext, find: Find): { wish: Wish; band: Band }[] {
  return (overTime(chart)?.bands?.(cx.facts) ?? []).flatMap((wish) => {
    const band = find(wish.source, wish.quantity);
    return band ? [{ wish, band }] : [];
  });
}

function drawPercentiles(chart: Chart, surface: Surface, scales: Scales, cx: ChartContext, find: Find): void {
  const { facts, theme } = cx;
  const looks = found(chart, cx, find).map(({ wish, band }) => {
    const look = wish.flow ? lookOf(facts, theme, wish.flow) : { color: theme.ink, dash: [], alpha: 1 };
    return { band, look };
  });
  inPlot(surface, scales, () => {
    for (const { band, look } of [...looks].reverse()) drawArea(surface, scales, band, look);
    for (const { band, look } of [...looks].reverse()) drawMedian(surface, scales, band, look);
  });
}

function topOf(chart: Chart, cx: ChartContext, find: Find): number | null {
  const tops = found(chart, cx, find).flatMap(({ band }) => topIn(band, cx.facts.t0_s, cx.facts.t1_s) ?? []);
  return tops.length > 0 ? Math.max(...tops) : null;
}

/** Percentiles of many runs; `version`: another one for each state of them. */
export function percentilesOverlay(version: number, find: Find): Overlay {
  return {
    key: `percentiles ${version}`,
    name: "percentiles",
    under: (chart, surface, scales, cx) =>
      found(chart, cx, find).length > 0 ? thinned(surface, scales.unit) : surface,
    draw: (chart, surface, scales, cx) => drawPercentiles(chart, surface, scales, cx, find),
    top: (chart, cx) => topOf(chart, cx, find),
  };
}
