/**
 * Pointer gestures on a plot, turned into what they mean: one gesture, one meaning (design 5). Knows pixels only. Not
 * here: what a zoom or a crosshair does (charts/stack.ts), nor keys.
 */

/** Pixels that a press may move and still be a tap. */
const SLACK = 4;
/** Time and distance within which two taps are one double tap. */
const DOUBLE_MS = 350;
const DOUBLE_PX = 24;

/** Gestures; x and y in pixels of the plot. */
export interface Meanings {
  /** The pointer is over the plot at x, y; null: it left. */
  point(at: { x: number; y: number } | null): void;
  /** A tap or click. */
  tap(x: number, y: number, touch: boolean): void;
  /** A stretch is being brushed; `done`: zoom to it. Null: given up. */
  brush(range: readonly [number, number] | null, done: boolean): void;
  /** A ruler lies between two points; null: it is gone. */
  rule(line: readonly [number, number, number, number] | null): void;
  /** The plot is dragged by dx pixels since the last call. */
  pan(dx: number): void;
  /** Zoom by a factor about x. */
  zoom(x: number, factor: number): void;
  reset(): void;
}

type Drag = "none" | "brush" | "rule" | "pan";

/** Listens on `element`; `origin` gives the plot's corner within it. */
export function listen(element: HTMLElement, origin: () => { left: number; top: number }, mean: Meanings): void {
  const touches = new Map<number, { x: number; y: number }>();
  let start: { x: number; y: number } | null = null;
  let drag: Drag = "none";
  let last = { x: 0, y: 0 };
  let spread = 0;
  let tapped = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };

  const place = (event: MouseEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    const { left, top } = origin();
    return { x: event.clientX - box.left - left, y: event.clientY - box.top - top };
  };
  const stop = (): void => {
    if (drag === "brush") mean.brush(null, false);
    start = null;
    drag = "none";
  };
  const pinch = (): { middle: number; spread: number } => {
    const [a, b] = [...touches.values()] as [{ x: number; y: number }, { x: number; y: number }];
    return { middle: (a.x + b.x) / 2, spread: Math.max(12, Math.abs(a.x - b.x)) };
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const at = place(event);
    touches.set(event.pointerId, at);
    element.setPointerCapture(event.pointerId);
    if (touches.size === 2) {
      stop();
      const two = pinch();
      last = { x: two.middle, y: 0 };
      spread = two.spread;
      return;
    }
    start = at;
    last = at;
    drag = "none";
  };

  const move = (event: PointerEvent): void => {
    const at = place(event);
    if (touches.has(event.pointerId)) touches.set(event.pointerId, at);
    if (touches.size === 2) {
      const two = pinch();
      mean.pan(two.middle - last.x);
      mean.zoom(two.middle, spread / two.spread);
      last = { x: two.middle, y: 0 };
      spread = two.spread;
      return;
    }
    if (!start) {
      if (event.pointerType !== "touch") mean.point(at);
      return;
    }
    if (drag === "none" && Math.hypot(at.x - start.x, at.y - start.y) > SLACK) {
      drag = event.altKey ? "pan" : event.shiftKey ? "rule" : "brush";
      mean.point(null);
    }
    if (drag === "pan") mean.pan(at.x - last.x);
    if (drag === "rule") mean.rule([start.x, start.y, at.x, at.y]);
    if (drag === "brush") mean.brush([Math.min(start.x, at.x), Math.max(start.x, at.x)], false);
    last = at;
  };

  const up = (event: PointerEvent): void => {
    const at = place(event);
    touches.delete(event.pointerId);
    if (!start) return;
    const from = start;
    const was = drag;
    start = null;
    drag = "none";
    if (was === "brush") {
      const range = [Math.min(from.x, at.x), Math.max(from.x, at.x)] as const;
      mean.brush(range[1] - range[0] > 2 * SLACK ? range : null, range[1] - range[0] > 2 * SLACK);
    } else if (was === "none") {
      const now = event.timeStamp;
      const twice = now - tapped.at < DOUBLE_MS && Math.hypot(at.x - tapped.x, at.y - tapped.y) < DOUBLE_PX;
      tapped = twice ? { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 } : { at: now, x: at.x, y: at.y };
      mean.rule(null);
      if (twice) mean.reset();
      else mean.tap(at.x, at.y, event.pointerType === "touch");
    }
  };

  const cancel = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
    stop();
  };
  const leave = (event: PointerEvent): void => {
    if (event.pointerType !== "touch") mean.point(null);
  };
  const wheel = (event: WheelEvent): void => {
    // A plain wheel belongs to the page.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const step = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 30;
    mean.zoom(place(event).x, Math.exp(Math.max(-120, Math.min(120, step)) / 250));
  };

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("wheel", wheel, { passive: false });
}
