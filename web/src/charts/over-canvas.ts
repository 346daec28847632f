/**
 * The canvas of what moves over a chart's data: playhead, crosshair, leaders, brush, ruler, the mark in focus; it is drawn again when any
 * of them has moved by a pixel. Not here: the drawing itself (overlay.ts), the labels (direct-labels.ts).
 */
import { translate } from "../i18n/catalogue.ts";
import { canvasSurface } from "../plot/canvas-surface.ts";
import { show } from "../plot/offscreen-canvas.ts";
import type { Surface } from "../plot/surface.ts";
import { element } from "../ui/dom.ts";
import { type Chart, marksOf, overTime } from "./chart.ts";
import { type Drawn, overPlot, sized } from "./data-canvas.ts";
import type { Row } from "./label-rows.ts";
import type { Moment } from "./moment.ts";
import { isHidden } from "./overlaid.ts";
import { drawOver, type Over, unitOfY } from "./overlay.ts";
import { xAxisOf } from "./x-axis.ts";

/** A letter of the unit's words over the plot, px. */
const LETTER = 6;

export class OverCanvas {
  readonly canvas = element("canvas", "chart-over");
  /** What was brushed or measured, and the mark in focus, in the plot's pixels. */
  over: Over = { brush: null, ruler: null, hit: null };
  readonly #chart: Chart;
  #key = "";

  constructor(chart: Chart) {
    this.#chart = chart;
  }

  /** Whether anything has moved by a pixel since the last drawing. */
  isStale({ key, scales }: Drawn, moment: Moment): boolean {
    const { brush, ruler, hit } = this.over;
    const pixel = (x: number | null): number | null => (x === null ? null : Math.round(x * moment.ratio));
    const [playhead, crosshair] = this.#placesOf(scales, moment).map(pixel);
    const places = [playhead, crosshair, scales.y(1), hit?.t_s, hit?.flow, brush, ruler, moment.playing];
    const before = this.#key;
    this.#key = `${key}|${places.join(" ")}`;
    return this.#key !== before;
  }

  /** The next drawing is another one. */
  expire(): void {
    this.#key = "";
  }

  /** x of playhead and crosshair. */
  #placesOf(
    scales: Drawn["scales"],
    { facts, crosshair_s }: Moment,
  ): [playhead: number | null, crosshair: number | null] {
    const axis = xAxisOf(this.#chart);
    return [axis.xOf(scales, facts.playhead_s), crosshair_s === null ? null : axis.xOf(scales, crosshair_s)];
  }

  /** Draws all of it, with the leaders to `rows`. Whether a part of the plot is the future; null: it was not drawn. */
  draw({ layout, scales, cx, drawWords }: Drawn, moment: Moment, rows: readonly Row[]): boolean | null {
    const { theme, ratio, playing } = moment;
    const chart = this.#chart;
    const { brush, ruler, hit } = this.over;
    const [playhead, crosshair] = this.#placesOf(scales, moment);
    const context = sized(this.canvas, layout, ratio);
    if (!context) return null;
    const surface = canvasSurface(context, theme, layout.unit, ratio);
    const future = playhead !== null && playhead < layout.plotWidth;
    if (future && layout.small && !moment.titled && moment.explains)
      this.#sayPale(surface, layout, cx.facts, theme.ink3);
    drawOver(surface, scales, theme, {
      playhead: playhead ?? Number.NaN,
      crosshair,
      rows,
      hit: (hit && marksOf(chart)?.place(hit, scales, cx)) ?? null,
      brush,
      // What it measures would reveal what is hidden.
      ruler: isHidden(chart, cx.facts) ? null : ruler,
      unit: unitOfY(chart),
      playing,
      // Under a second run they are pale as it is.
      areas: cx.facts.split ? null : (overTime(chart)?.areas?.(scales, cx) ?? null),
      words: drawWords,
    });
    show(this.canvas);
    return future;
  }

  /** Says over a small plot without a title that what is pale is not played yet, where there is room beside its unit. */
  #sayPale(surface: Surface, layout: Drawn["layout"], facts: Drawn["cx"]["facts"], color: string): void {
    const pale = translate("chart.pale.short");
    const letters = this.#chart.unit(facts).length + pale.length;
    if (letters * LETTER * layout.unit < layout.left + layout.plotWidth)
      surface.text(layout.plotWidth, overPlot(layout), pale, { color, align: "right" });
  }
}
