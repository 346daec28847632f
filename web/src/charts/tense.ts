/**
 * What is played and what is still to come, as two drawings of one chart: past bold, future thin. A chart draws itself once on either
 * surface; the playhead divides them (data-canvas.ts). Pure. Not here: what charts draw.
 */
import type { Theme } from "../design/theme.ts";
import type { Surface } from "../plot/surface.ts";

/** Widths of a line of data that charts draw at `DATA`, px: before and after the playhead. */
const DATA = 2;
const BOLD = 2.25;
const THIN = 1.25;
/** Strength of a filled area that is still to come, as a share of what it was: 36 of 86 %. */
const PALE = 0.42;
/** Areas this strong are fills; weaker ones are washes, which no edge makes clearer. */
const FILL = 0.5;

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
