/** A canvas as charts see it: with lines and steps by d3-shape. Not here: the drawing itself (canvas-drawing.ts). */
import type { Theme } from "../design/theme.ts";
import { canvasDrawing } from "./canvas-drawing.ts";
import { traceLine } from "./lines.ts";
import type { Surface } from "./surface.ts";

/**
 * A surface on `context`, whose transform is set to page pixels with the plot's corner as origin. `unit` scales words;
 * charts scale their own strokes and marks. `ratio` is the number of device pixels in a page pixel.
 */
export const canvasSurface = (context: CanvasRenderingContext2D, theme: Theme, unit: number, ratio = 1): Surface =>
  canvasDrawing(context, theme, unit, ratio, traceLine);
