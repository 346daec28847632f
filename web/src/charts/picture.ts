/**
 * A chart as a picture for export: the drawing of the screen on a white ground, what is not played yet as thin as there, with title, axes, values and a caption.
 * Pure: a context goes in, an SVG document comes out. Not here: where the data come from, what is around the drawing
 * (plot/picture-frame.ts), nor files.
 */
import { translate } from "../i18n/catalogue.ts";
import type { DrawWords } from "../plot/labels.ts";
import { type Around, DRAWING_WIDTH, framed } from "../plot/picture-frame.ts";
import { recorded } from "../plot/recorded-surface.ts";
import type { Scales } from "../plot/scale.ts";
import { type SvgSurface, svgSurface } from "../plot/svg-surface.ts";
import { timeTicks } from "../plot/ticks.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { type Chart, type ChartContext, onOwnAxis, overTime, type Slot } from "./chart.ts";
import { type Layout, LEADERS, layoutOf, SECOND, scalesOf } from "./geometry.ts";
import { headOf, layoutSlots, NOW } from "./label-rows.ts";
import { drawPlot, isHidden, type Laid, rangeWith, slotsWith } from "./overlaid.ts";
import { drawRuler, type Ruler, rulerOn, unitOfY } from "./overlay.ts";
import { fillWidth } from "./swatch.ts";
import { played, sayAhead, toCome } from "./tense.ts";
import { MOST_COLUMNS, OWN_COLUMNS, xAxisOf } from "./x-axis.ts";

/** Height of a picture's chart and of its axis, width of its labels, px. */
const HEIGHT = 300;
const AXIS = 30;
const GUTTER = 150;
/** Width of names beside a stage, px. */
const NAMES = 110;

/** The stretch of the run that a picture shows, and its columns: no coarser than the screen. */
export function stretchOf(chart: Chart, facts: RunFacts): [number, number] {
  const own = onOwnAxis(chart);
  if (own) return [Math.max(0, facts.reading_s - (own.memory_s ?? 0)), facts.reading_s];
  return [facts.t0_s, Math.min(facts.t1_s, facts.computed_s)];
}
export const columnsOf = (chart: Chart, width: number, length_s: number): number =>
  onOwnAxis(chart) ? Math.max(width, Math.min(MOST_COLUMNS, Math.ceil(length_s * OWN_COLUMNS))) : width;

/** A plot as it is on the screen, px. */
export type Seen = Pick<Layout, "plotWidth" | "plotHeight">;

/**
 * Where the plot lies: the same for the data that are asked for and for the drawing. A stage keeps the proportions of the screen, and has
 * its names in a gutter; a chart that is a strip there has room in a picture.
 */
export function pictureLayout(chart: Chart, { facts }: Pick<ChartContext, "facts">, seen: Seen | null = null): Layout {
  const box = { width: DRAWING_WIDTH, height: HEIGHT };
  const gutter = GUTTER + (facts.split ? SECOND : 0);
  const staged = overTime(chart)?.parts !== undefined;
  const placing = { small: false, gutter, unit: 1, titled: 20, ...(staged && { names: NAMES }) };
  const layout = layoutOf(chart, facts, box, placing);
  if (!staged || !seen) return layout;
  const height = Math.round((layout.plotWidth * seen.plotHeight) / seen.plotWidth);
  return layoutOf(chart, facts, { ...box, height: box.height - layout.plotHeight + height }, placing);
}

/** The picture as an SVG document, with what is laid over the run and the ruler over both. */
export function pictureOf(
  chart: Chart,
  cx: ChartContext,
  around: Around,
  laid: readonly Laid[] = [],
  ruler: Ruler | null = null,
  seen: Seen | null = null,
): string {
  const { facts, theme } = cx;
  const layout = pictureLayout(chart, cx, seen);
  const surface = svgSurface(theme, 1);
  const range = rangeWith(chart, cx, laid, layout.plotHeight);
  const { own, ...across } = xAxisOf(chart).across(chart, cx, laid);
  const scales = scalesOf(layout, across, range);
  const time = own ? [] : timeTicks(facts.t0_s, facts.t1_s, layout.plotWidth, 1, facts.round_s);
  const head = scales.x(facts.playhead_s);
  const axes = { scales, range, own, times: time.map(({ at }) => at), grid: true };
  let words: DrawWords = () => undefined;
  const put = recorded((on) => {
    words = drawPlot(chart, on, axes, cx, laid);
  });
  // From edge to edge of the picture; of a plot without a playhead in view one of the two is all of it.
  const [from, to] = [-layout.left, DRAWING_WIDTH - layout.left];
  const cut = own || facts.playhead_s >= facts.t1_s ? to : facts.playhead_s > facts.t0_s ? head : from;
  const tall = 2 * HEIGHT;
  if (cut > from) surface.clip(from, -tall, cut - from, 2 * tall, () => put(played(surface, theme, 1)));
  if (cut < to) surface.clip(cut, -tall, to - cut, 2 * tall, () => put(toCome(surface, theme, 1)));
  words(surface, own ? null : head);
  if (cut < to && !laid.some(({ overlay }) => overlay.isFormer)) sayAhead(surface, scales, chart, cx, head);
  if (!own) {
    const y = layout.plotHeight + 18;
    for (const tick of time) surface.text(scales.x(tick.at), y, tick.text, { color: theme.ink3, align: "center" });
    surface.text(
      layout.plotWidth + 14,
      y,
      translate(facts.round_s ? "chart.picture.rounds" : "chart.picture.seconds"),
      { color: theme.ink3 },
    );
    drawValues(surface, layout, scales, cx, slotsWith(chart, scales, cx, laid));
  }
  if (isHidden(chart, facts)) surface.text(12, layout.plotHeight / 2, translate("chart.hidden"), { color: theme.ink2 });
  else if (ruler) drawRuler(surface, scales, theme, rulerOn(scales, ruler), unitOfY(chart, facts));
  const what = translate("chart.picture.title", { chart: translate(`chart.${chart.id}`), unit: chart.unit(facts) });
  const { left, top, height } = layout;
  return framed(surface, theme, what, around, { left, top, height: height + AXIS });
}

/** The labels at the right, as they are beside the chart on the page, under the moment that they are read at. */
function drawValues(
  surface: SvgSurface,
  layout: Layout,
  scales: Scales,
  cx: ChartContext,
  slots: readonly Slot[],
): void {
  const { theme, facts } = cx;
  const x = scales.x(facts.reading_s);
  if (x >= 0 && x <= layout.plotWidth)
    surface.polyline([x, -layout.headroom, x, layout.plotHeight], { color: theme.ink, width: 1 });
  const from = layout.plotWidth + LEADERS;
  const to = layout.plotWidth + layout.gutter;
  const at = translate("chart.picture.at", { t: facts.reading_s.toFixed(3) });
  surface.text(to, -layout.top - 16, at, { color: theme.ink2, align: "right" });
  const two = slots.some((slot) => slot.other !== undefined);
  const first = two ? to - SECOND : to;
  const more = (count: number): string => translate("chart.more", { n: count });
  const shown = slots.filter(({ note, key }) => !note && key !== NOW);
  const rows = layoutSlots(shown, layout.plotHeight, 1, more);
  const strong = { color: theme.ink, align: "right", weight: 600 } as const;
  const head = headOf(rows, 1);
  if (head !== null) {
    surface.text(first, head, translate("chart.fork.a"), strong);
    surface.text(to, head, translate("chart.fork.b"), strong);
  }
  for (const { slot, y } of rows) {
    if (slot.swatch) {
      const { color, dash, width, fill, mark } = slot.swatch;
      const wide = fillWidth(slot.swatch);
      if (fill) surface.rect(from + (15 - wide) / 2, y - 4.5, wide, 9, { fill: color });
      else if (mark) surface.mark(from + 7.5, y, mark, { color, size: width });
      else surface.polyline([from, y, from + 15, y], { color, dash, width });
    }
    if (slot.end !== undefined && slot.swatch) {
      const line = [layout.plotWidth + 1, slot.end, layout.plotWidth + 5, slot.end, from - 5, y, from - 2, y];
      surface.polyline(line, { color: slot.swatch.color, width: 1, alpha: 0.6 });
    }
    const color = slot.wrong ? theme.wrong : theme.ink;
    surface.text(slot.swatch ? from + 21 : from, y, slot.label, { color });
    surface.text(first, y, slot.value, { ...strong, color });
    if (slot.other !== undefined) surface.text(to, y, slot.other, { ...strong, color });
  }
}
