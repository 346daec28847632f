/**
 * Past and future of a run as two drawings of one chart: past bold, future thin. A chart draws itself once on either
 * surface; the playhead divides them (data-canvas.ts, picture.ts). Pure. Not here: what charts draw.
 */
import type { Theme } from "../design/theme.ts";
import { translate } from "../i18n/catalogue.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { type Chart, type ChartContext, overTime } from "./chart.ts";

/** Widths of a line of data that charts draw at `DATA`, px: before and after the playhead. */
const DATA = 2;
const BOLD = 2.25;
const THIN = 1.25;
/** Strength of a filled area that is still to come, as a share of what it was: 36 of 86 %. */
const PALE = 0.42;
/** Areas this strong are fills; weaker ones are washes, which no edge makes clearer. */
export const FILL = 0.5;

/** The surface of what is played. */
export function played(surface: Surface, theme: Theme, unit: number): Surface {
  return {
    ...surface,
    polyline: (points, style) =>
      surface.polyline(
        points,
        style.width === DATA * unit && style.color !== theme.ink ? { ...style, width: BOLD * unit } : style,
      ),
  };
}

/** The surface of what is still to come: lines in full colour but thin, fills pale under an edge, no marks and samples. What is in ink is no data and stays. */
export function toCome(surface: Surface, theme: Theme, unit: number): Surface {
  return {
    ...surface,
    polyline: (points, style) =>
      surface.polyline(
        points,
        style.color === theme.ink ? style : { ...style, width: Math.min(style.width, THIN * unit) },
      ),
    area(upper, lower, style) {
      const fill = style.alpha >= FILL && !theme.forced;
      surface.area(upper, lower, fill ? { ...style, alpha: PALE * style.alpha } : style);
      if (fill) surface.polyline(upper, { color: style.color, width: THIN * unit });
    },
    dots: () => undefined,
    mark: () => undefined,
  };
}

/** From the playhead to the words about what is ahead, and a letter of them, px. */
const AHEAD = 8;
const LETTER = 6;

/** Says between the parts of a stage what is right of the playhead, where there is room. */
export function sayAhead(surface: Surface, scales: Scales, chart: Chart, cx: ChartContext, playhead: number): void {
  const [, lower] = overTime(chart)?.parts?.place(scales, cx) ?? [];
  const text = translate("chart.stage.ahead");
  const room = scales.width - (playhead + AHEAD * scales.unit);
  if (lower && playhead >= 0 && room > text.length * LETTER * scales.unit)
    surface.text(playhead + AHEAD * scales.unit, lower.top - 13 * scales.unit, text, { color: cx.theme.ink2 });
}
