/**
 * Drawing on a canvas: lines, areas, marks, textures, words. Sharp at any ratio of device to page pixels. How lines are traced is
 * handed in: the path, which is drawn before the first packet is there, has straight ones only and does not wait for d3-shape. Not
 * here: SVG (svg-surface.ts), geometry (shapes.ts, straight-lines.ts), nor when anything is drawn (charts/panel.ts).
 */
import type { Theme } from "../design/theme.ts";
import { dotsOf, HALO, OUTLINE, polygon, STROKE, strokesOf, TILE, trace } from "./shapes.ts";
import { crisp, eachColumn, goesForward, type Tracer, traceArea } from "./straight-lines.ts";
import type { Pattern, Pixels, Surface } from "./surface.ts";

/** Tiles by colour, texture and scale: made once, since making one costs a canvas. */
const tiles = new Map<string, HTMLCanvasElement>();

/** Points a pixel of width from which on a line that never goes back is drawn as its range in each column: corners and dashes are not seen. */
const DENSE = 2;

function isDense(points: Pixels): boolean {
  const width = (points[points.length - 2] ?? 0) - (points[0] ?? 0);
  return points.length > 4 && points.length / 2 > DENSE * width && goesForward(points);
}

/**
 * A surface on `context`, whose transform is set to page pixels with the plot's corner as origin. `unit` scales words;
 * charts scale their own strokes and marks. `ratio` is the number of device pixels in a page pixel.
 */
export function canvasDrawing(
  context: CanvasRenderingContext2D,
  theme: Theme,
  unit: number,
  ratio: number,
  traceLine: Tracer,
): Surface {
  const begin = (alpha: number | undefined): void => {
    context.globalAlpha = alpha ?? 1;
    context.beginPath();
  };
  return {
    polyline(points, style) {
      begin(style.alpha);
      if (isDense(points)) {
        context.fillStyle = style.color;
        // A line that is not opaque must not cover itself.
        const width = (style.alpha ?? 1) < 1 ? 1 / ratio : style.width;
        eachColumn(points, style.step ?? false, ratio, (column, least, greatest) =>
          context.fillRect(
            (column + 0.5) / ratio - width / 2,
            least - style.width / 2,
            width,
            greatest - least + style.width,
          ),
        );
        return;
      }
      traceLine(context, crisp(points, style.width, ratio), style.step ?? false);
      context.strokeStyle = style.color;
      context.lineWidth = style.width;
      // Data has thousands of corners, and round joins cost most of a stroke.
      context.lineJoin = "bevel";
      context.lineCap = style.cap ?? "butt";
      context.setLineDash((style.dash ?? []) as number[]);
      context.stroke();
      context.setLineDash([]);
      context.lineCap = "butt";
    },
    polygon(points, style) {
      begin(style.alpha);
      polygon(context, points);
      if (style.fill) {
        context.fillStyle = style.fill;
        context.fill();
      }
      if (style.stroke) {
        context.strokeStyle = style.stroke;
        context.lineWidth = style.width ?? 1;
        context.lineJoin = "miter";
        context.stroke();
      }
    },
    area(upper, lower, style) {
      begin(style.alpha);
      traceArea(context, upper, lower);
      context.fillStyle = style.pattern ? texture(context, style.pattern, theme.state, unit, ratio) : style.color;
      context.fill();
    },
    dots(points, style) {
      context.globalAlpha = style.alpha ?? 1;
      context.fillStyle = style.color;
      const half = style.size / 2;
      for (let i = 0; i + 1 < points.length; i += 2) {
        context.fillRect((points[i] as number) - half, (points[i + 1] as number) - half, style.size, style.size);
      }
    },
    rect(x, y, w, h, style) {
      context.globalAlpha = style.alpha ?? 1;
      const { radius = 0 } = style;
      const fill = (paint: string | CanvasPattern): void => {
        context.fillStyle = paint;
        if (radius <= 0) context.fillRect(x, y, w, h);
        else {
          context.beginPath();
          context.roundRect(x, y, w, h, radius);
          context.fill();
        }
      };
      if (style.fill) fill(style.fill);
      if (style.pattern) fill(texture(context, style.pattern, style.ink ?? theme.state, unit, ratio));
      if (style.stroke) {
        const width = style.width ?? 1;
        const inset = width / 2;
        context.strokeStyle = style.stroke;
        context.lineWidth = width;
        context.lineJoin = "miter";
        if (radius <= inset) context.strokeRect(x + inset, y + inset, w - width, h - width);
        else {
          context.beginPath();
          context.roundRect(x + inset, y + inset, w - width, h - width, radius - inset);
          context.stroke();
        }
      }
    },
    mark(x, y, shape, style) {
      const size = style.size ?? 7;
      begin(style.alpha);
      context.lineJoin = "miter";
      context.setLineDash([]);
      const paint = trace(context, shape, x, y, size);
      context.fillStyle = paint === "solid" ? style.color : theme.plate;
      context.strokeStyle = style.color;
      context.lineWidth = ((paint === "stroke" ? 2 : OUTLINE) * size) / 7;
      if (paint !== "stroke") context.fill();
      if (paint !== "solid") context.stroke();
      if (shape === "ecn") {
        begin(style.alpha);
        context.arc(x, y, 0.2 * size, 0, 2 * Math.PI);
        context.fillStyle = style.color;
        context.fill();
      }
    },
    text(x, y, text, style) {
      context.globalAlpha = 1;
      context.font = `${style.weight ?? 400} ${style.size ?? 12 * unit}px ${theme.sans}`;
      context.textAlign = style.align ?? "left";
      context.textBaseline = style.baseline ?? "middle";
      if (style.halo) {
        context.strokeStyle = style.halo;
        context.lineWidth = HALO.width * unit;
        context.lineJoin = "round";
        context.setLineDash([]);
        context.globalAlpha = HALO.alpha;
        context.strokeText(text, x, y);
        context.globalAlpha = 1;
      }
      context.fillStyle = style.color;
      context.fillText(text, x, y);
    },
    clip(x, y, w, h, draw) {
      context.save();
      context.beginPath();
      context.rect(x, y, w, h);
      context.clip();
      draw();
      context.restore();
    },
  };
}

/** A state's texture as a fill. */
function texture(
  context: CanvasRenderingContext2D,
  pattern: Pattern,
  color: string,
  unit: number,
  ratio: number,
): string | CanvasPattern {
  if (pattern === "full") return color;
  if (pattern === "empty") return "transparent";
  const scale = unit * ratio;
  const key = `${pattern}|${color}|${scale}`;
  let tile = tiles.get(key);
  if (!tile) {
    if (tiles.size > 60) tiles.clear();
    tile = paintTile(pattern, color, scale);
    tiles.set(key, tile);
  }
  const fill = context.createPattern(tile, "repeat");
  // A tile is painted in device pixels; the context counts page pixels.
  fill?.setTransform(new DOMMatrix().scale((TILE * unit) / tile.width));
  return fill ?? color;
}

function paintTile(pattern: Pattern, color: string, scale: number): HTMLCanvasElement {
  const tile = document.createElement("canvas");
  tile.width = tile.height = Math.max(1, Math.round(TILE * scale));
  const context = tile.getContext("2d");
  if (!context) return tile;
  context.scale(tile.width / TILE, tile.height / TILE);
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = STROKE;
  context.beginPath();
  for (const [x0, y0, x1, y1] of strokesOf(pattern)) {
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
  }
  context.stroke();
  for (const [x, y] of dotsOf(pattern)) context.fillRect(x, y, STROKE, STROKE);
  return tile;
}
