/**
 * How a series looks: colour, dash and marker by its ink, and its sign in a legend; the same on the page and in a picture. Not
 * here: its drawing in a plot (draw.ts).
 */
import { DASHES } from "../design/dashes.ts";
import { signOfInk } from "../design/signs.ts";
import type { Theme } from "../design/theme.ts";
import type { Series } from "../ensemble/types.ts";
import { drawMarker } from "../plot/markers.ts";
import type { Surface } from "../plot/surface.ts";

/** From this many dots on, each is a mere point. */
export const MANY = 150;
export const isSpecks = ({ points, small }: Series): boolean => small === true || points.length > MANY;
/** Dashes of stated lines, the first of a single one. */
const STATED_LINES = [
  [5, 4],
  [14, 4],
  [2, 3],
  [12, 3, 2, 3],
];
/** Dash of a stated line. */
export const statedDash = ({ theory = 0 }: Pick<Series, "theory">, unit: number): number[] =>
  (STATED_LINES[theory % STATED_LINES.length] ?? []).map((part) => part * unit);
/** Width of a sign in a legend, px. */
export const SIGN_WIDTH = 26;

/** Look of a line through a plot in a legend. */
export const RULE: Series = { name: "", ink: 0, form: "line", stated: true, hidden: false, points: [] };

type Inked = Pick<Series, "ink" | "stated" | "sign" | "theory">;

export const signOf = ({ ink, sign }: Pick<Series, "ink" | "sign">): number => sign ?? signOfInk(ink);

export const colourOf = (theme: Theme, series: Inked): string =>
  series.stated ? theme.ink : (theme.flows[signOf(series)] ?? theme.ink);
export const dashOf = (series: Inked, unit: number): number[] =>
  series.stated ? statedDash(series, unit) : (DASHES[signOf(series)] ?? []).map((part) => part * unit);

/** Draws the sign of a series in a legend around a point: line, marker, filled square. `ground`: what is behind it. */
export function drawSign(
  surface: Surface,
  series: Series,
  x: number,
  y: number,
  theme: Theme,
  ground: string,
  unit = 1,
): void {
  const color = colourOf(theme, series);
  const { form, stated } = series;
  const half = (SIGN_WIDTH / 2) * unit;
  if (form === "bars" || form === "ribbon") {
    const alpha = form === "bars" ? 0.75 : 0.3;
    surface.rect(x - 9 * unit, y - 5 * unit, 18 * unit, 10 * unit, { fill: color, alpha });
    return;
  }
  if (form === "dots" && stated) {
    surface.polyline([x - half + 3 * unit, y, x + half - 3 * unit, y], { color, width: 2.5 * unit });
    return;
  }
  if (form !== "dots") {
    surface.polyline([x - half, y, x + half, y], { color, width: 2 * unit, dash: dashOf(series, unit) });
  }
  if (form === "dots" && isSpecks(series)) {
    surface.dots([x - 5, y, x, y - 3, x + 5, y + 2], { color, size: 2.4 * unit });
  } else if ((form === "dots" || form === "medians") && !stated) {
    drawMarker(surface, x, y, Math.max(0, signOf(series)), { r: 4.5 * unit, color, ground, unit });
  }
}
