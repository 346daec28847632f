/**
 * A chart over time as a row of a few pixels: its lines and fills on the time axis of the others, and its value in words. Not here: which charts
 * are rows (run_view/chart-area.ts), their elements (panel-frame.ts).
 */
import { translate } from "../i18n/catalogue.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { ChartContext, TimeChart } from "./chart.ts";
import { unitOfY } from "./overlay.ts";
import { FILL } from "./tense.ts";

/** Width of a line, and size of a mark, px. */
const LINE = 1.75;
const MARK = 5;
/** Values of more flows than this are no row. */
const MOST = 2;

/** A surface without words, washes and samples; of a chart that is drawn as it is also without lines that are no flow's. */
function quiet(surface: Surface, unit: number, bare: readonly string[]): Surface {
  return {
    ...surface,
    polyline: (points, style) => {
      if (!bare.includes(style.color))
        surface.polyline(points, { ...style, width: Math.min(style.width, LINE * unit) });
    },
    area(upper, lower, style) {
      if (style.alpha >= FILL) surface.area(upper, lower, style);
    },
    dots: () => undefined,
    text: () => undefined,
    mark: (x, y, shape, style) => {
      if (shape !== "tick") surface.mark(x, y, shape, { ...style, size: MARK * unit });
    },
  };
}

export function drawSpark(chart: TimeChart, surface: Surface, scales: Scales, cx: ChartContext): void {
  const { ink2, ink3, ctl, line } = cx.theme;
  const on = quiet(surface, scales.unit, chart.spark ? [] : [ink2, ink3, ctl, line]);
  surface.clip(0, 0, scales.width, scales.height, () => (chart.spark ?? chart).draw(on, scales, cx));
}

/** The values of a row at the reading: of each flow the first that it has, with the chart's unit. */
export function sparkValue(chart: TimeChart, scales: Scales, cx: ChartContext): string {
  if (chart.spark?.value) return chart.spark.value(cx);
  const slots = chart.slots(scales, cx);
  const flows = new Set<unknown>();
  const values: string[] = [];
  for (const { flow, value, swatch } of slots) {
    if (!swatch || flow === undefined || flows.has(flow)) continue;
    flows.add(flow);
    if (value !== "–") values.push(value);
  }
  const own = [...new Set(values)];
  if (own.length === 0) return slots[0]?.value ?? "";
  if (own.length > MOST) return translate("chart.queue.flows", { n: flows.size });
  const word = unitOfY(chart, cx.facts);
  // Where names and values are narrow, a unit of several words has no room.
  const unit = scales.left || !word.includes(" ") ? word : "";
  return own.join(" : ") + (unit && `\u202f${unit}`);
}
