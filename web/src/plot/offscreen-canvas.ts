/**
 * A canvas that is drawn apart and then shown as one picture. A browser without a graphics processor copies each canvas that
 * can be drawn on at every frame of the page, drawn or not: twenty of them took a third of a frame. What only shows a picture
 * is copied once. What was drawn becomes a picture only then, which takes as long as the drawing: so it may be done apart. Not here:
 * what is drawn (charts/data-canvas.ts, panel.ts).
 */

/** Where all sheets are drawn, one after the other: its picture goes away once it is shown. Null: an old browser draws in place. */
const paper = globalThis.OffscreenCanvas ? new OffscreenCanvas(1, 1) : null;

/** Context of a sheet: both kinds have all that charts use. */
type Context = CanvasRenderingContext2D;

/** Where what was drawn last is still to be shown. */
let unshown: HTMLCanvasElement | null = null;

/** An empty sheet of this size in device pixels, to draw on; `show` puts it on its canvas. */
export function begin(canvas: HTMLCanvasElement, width: number, height: number): Context | null {
  develop();
  const target = paper ?? canvas;
  if (target.width !== width || target.height !== height || !paper) {
    target.width = width;
    target.height = height;
  }
  const context = target.getContext("2d") as Context | null;
  context?.reset();
  return context;
}

/** Shows what was drawn since `begin`, with the next `develop` or `begin`. */
export function show(canvas: HTMLCanvasElement): void {
  unshown = canvas;
}

/** Shows what is still to be shown. */
export function develop(): void {
  const canvas = unshown;
  unshown = null;
  if (!paper || !canvas) return;
  if (canvas.width !== paper.width) canvas.width = paper.width;
  if (canvas.height !== paper.height) canvas.height = paper.height;
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(paper.transferToImageBitmap());
}
