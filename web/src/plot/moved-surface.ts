/**
 * A surface whose drawing lies further down: one plot that holds several charts draws each with its own origin. Not here: where a chart
 * lies (charts/stage.ts).
 */
import type { Pixels, Surface } from "./surface.ts";

/** A surface on which all is drawn `dy` px further down. */
export function moved(surface: Surface, dy: number): Surface {
  if (dy === 0) return surface;
  const down = (points: Pixels): Float64Array =>
    Float64Array.from(points, (value, i) => (i % 2 === 1 ? value + dy : value));
  return {
    polyline: (points, style) => surface.polyline(down(points), style),
    polygon: (points, style) => surface.polygon(down(points), style),
    area: (upper, lower, style) =>
      surface.area(down(upper), typeof lower === "number" ? lower + dy : down(lower), style),
    dots: (points, style) => surface.dots(down(points), style),
    rect: (x, y, w, h, style) => surface.rect(x, y + dy, w, h, style),
    mark: (x, y, shape, style) => surface.mark(x, y + dy, shape, style),
    text(x, y, text, { near, ...style }) {
      const there = near && {
        ...near,
        ...(near.y !== undefined && { y: near.y + dy }),
        ...(near.levels && { levels: near.levels.map((level) => ({ ...level, y: level.y + dy })) }),
      };
      surface.text(x, y + dy, text, { ...style, ...(there && { near: there }) });
    },
    clip: (x, y, w, h, draw) => surface.clip(x, y + dy, w, h, draw),
  };
}
