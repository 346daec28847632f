/**
 * A canvas that is drawn apart and then shown as one picture. A browser without a graphics processor copies each canvas that
 * can be drawn on at every frame of the page, drawn or not: twenty of them took a third of a frame. What only shows a picture
 * is copied once. Not here: what is drawn (panel.ts).
 */

/** Where all sheets are drawn, one after the other: its picture goes away with `show`. Null: an old browser draws in place. */
const paper = globalThis.OffscreenCanvas ? new OffscreenCanvas(1, 1) : null;

/** What draws on a sheet: both kinds have all that charts use. */
type Context = CanvasRenderingContext2D;

/** An empty sheet of so many device pixels, to draw on; `show` puts it on its canvas. */
export function begin(canvas: HTMLCanvasElement, width: number, height: number): Context | null {
  const target = paper ?? canvas;
  if (target.width !== width || target.height !== height || !paper) {
    target.width = width;
    target.height = height;
  }
  const context = target.getContext("2d") as Context | null;
  context?.reset();
  return context;
}

/** Shows what was drawn since `begin`. */
export function show(canvas: HTMLCanvasElement): void {
  if (!paper) return;
  if (canvas.width !== paper.width) canvas.width = paper.width;
  if (canvas.height !== paper.height) canvas.height = paper.height;
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(paper.transferToImageBitmap());
}
