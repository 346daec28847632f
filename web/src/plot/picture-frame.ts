/**
 * Frame of an exported drawing: title, description, caption, all on a white ground. The same for charts
 * and the path. Not here: the drawing itself, nor files.
 */
import type { Theme } from "../design/theme.ts";
import type { SvgSurface } from "./svg-surface.ts";
import { lines } from "./wrap.ts";

/** Texts around the drawing. */
export interface Around {
  /** The run's name. */
  title: string;
  /** Lines under the drawing: parameters, seed, version, address. */
  caption: readonly string[];
}

/** Width of a picture, px: as wide as a page's text. */
const WIDTH = 900;
/** Around everything; the title's lines; a line of the caption. */
const EDGE = 20;
const TITLE = 48;
const LINE = 15;
/** Width that a picture has for its drawing, px. */
export const DRAWING_WIDTH = WIDTH - 2 * EDGE;

/**
 * The whole document. `what`: what the drawing shows; `box`: how far the drawing goes left of the surface's origin and over it, and
 * its whole height.
 */
export function framed(
  surface: SvgSurface,
  theme: Theme,
  what: string,
  around: Around,
  box: { left: number; top: number; height: number },
): string {
  const left = -box.left;
  const head = -box.top - TITLE + 8;
  surface.text(left, head, around.title, { color: theme.ink, size: 16, weight: 600 });
  surface.text(left, head + 24, what, { color: theme.ink2, size: 13 });
  const caption = around.caption.flatMap((line) => lines(line));
  caption.forEach((line, i) => {
    surface.text(left, box.height - box.top + i * LINE, line, { color: theme.ink2, size: 11 });
  });
  const height = TITLE + box.height + caption.length * LINE + 2 * EDGE;
  return surface.document(WIDTH, height, EDGE + box.left, EDGE + TITLE + box.top);
}
