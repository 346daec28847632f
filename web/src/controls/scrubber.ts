/**
 * The whole run in one strip: queue as a grey profile, events as ticks under the line, the reader's changes as flags, and
 * the playhead's thumb. A slider by keyboard. What does not move is drawn once and kept. Not here: what is computed.
 */
import type { Theme } from "../design/theme.ts";
import type { Points } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import type { ScrubberData, ScrubberEvents, ScrubMarks } from "./props.ts";

/** Half of the thumb, in px: the strip's ends stand that far from the field's. */
export const INSET = 6;

/** Place of a moment in px from the left of a field so wide. */
export function scrubX(t_s: number, duration_s: number, width: number): number {
  return INSET + (duration_s > 0 ? Math.min(1, Math.max(0, t_s / duration_s)) : 0) * (width - 2 * INSET);
}

/** Moment at a place. */
export function scrubTime(x: number, duration_s: number, width: number): number {
  const share = (x - INSET) / Math.max(1, width - 2 * INSET);
  return Math.min(1, Math.max(0, share)) * duration_s;
}

/** Columns of px that have a mark, each once, in order. */
export function markColumns(points: Points, duration_s: number, width: number): number[] {
  const columns = new Set<number>();
  for (let i = 0; i < points.length; i += 2) {
    columns.add(Math.round(scrubX(points[i] ?? 0, duration_s, width)));
  }
  return [...columns].sort((a, b) => a - b);
}

/** Moment after a key; null for other keys. A step is a 200th of the run, rounded down to 1, 2 or 5 of a decade. */
export function scrubKey(data: ScrubberData, key: string, shift: boolean): number | null {
  const raw = data.duration_s / 200;
  const decade = 10 ** Math.floor(Math.log10(raw));
  const digit = Math.floor(raw / decade);
  const step = decade * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * (shift ? 10 : 1);
  const to = (t: number): number => Math.min(data.duration_s, Math.max(0, Number(t.toPrecision(12))));
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return to(data.playhead_s + step);
    case "ArrowLeft":
    case "ArrowDown":
      return to(data.playhead_s - step);
    case "PageUp":
      return to(data.playhead_s + data.duration_s / 10);
    case "PageDown":
      return to(data.playhead_s - data.duration_s / 10);
    case "Home":
      return 0;
    case "End":
      return data.duration_s;
    default:
      return null;
  }
}

/** The strip in its host. */
export class Scrubber {
  private readonly canvas = document.createElement("canvas");
  private readonly ground = document.createElement("canvas");
  private readonly host: HTMLElement;
  private readonly events: ScrubberEvents;
  private readonly watch: ResizeObserver;
  private data: ScrubberData | null = null;
  private theme: Theme | null = null;
  private drawn: readonly unknown[] = [];
  private width = 0;
  private height = 0;
  private held = false;

  constructor(host: HTMLElement, events: ScrubberEvents) {
    this.host = host;
    this.events = events;
    host.classList.add("scrubber");
    host.tabIndex = 0;
    host.setAttribute("role", "slider");
    host.setAttribute("aria-label", translate("control.scrubber"));
    host.setAttribute("aria-valuemin", "0");
    this.canvas.setAttribute("aria-hidden", "true");
    host.replaceChildren(this.canvas);
    host.addEventListener("pointerdown", this.down);
    host.addEventListener("pointermove", this.move);
    host.addEventListener("pointerup", this.up);
    host.addEventListener("pointercancel", this.up);
    host.addEventListener("keydown", this.key);
    this.watch = new ResizeObserver(([entry]) => {
      this.width = entry?.contentRect.width ?? 0;
      this.height = entry?.contentRect.height ?? 0;
      this.paint();
    });
    this.watch.observe(host);
  }

  /** Draws the run as it is. Arrays that stay the same object are not drawn again. */
  update(data: ScrubberData, theme: Theme): void {
    this.data = data;
    this.theme = theme;
    const { host } = this;
    setAttribute(host, "aria-valuemax", String(Math.round(data.duration_s * 1000) / 1000));
    setAttribute(host, "aria-valuenow", String(Math.round(data.playhead_s * 100) / 100));
    const args = { time: num(data.playhead_s, 2), duration: num(data.duration_s, 2) };
    setAttribute(host, "aria-valuetext", translate("control.scrubber.text", args));
    this.paint();
  }

  /** Ends all listening. */
  destroy(): void {
    this.watch.disconnect();
    this.host.removeEventListener("pointerdown", this.down);
    this.host.removeEventListener("pointermove", this.move);
    this.host.removeEventListener("pointerup", this.up);
    this.host.removeEventListener("pointercancel", this.up);
    this.host.removeEventListener("keydown", this.key);
    this.host.replaceChildren();
  }

  private readonly down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.held = true;
    this.host.setPointerCapture(event.pointerId);
    this.seek(event, false);
  };
  private readonly move = (event: PointerEvent): void => {
    if (this.held) this.seek(event, false);
  };
  private readonly up = (event: PointerEvent): void => {
    if (!this.held) return;
    this.held = false;
    this.seek(event, true);
  };
  private readonly key = (event: KeyboardEvent): void => {
    if (!this.data || event.ctrlKey || event.metaKey || event.altKey) return;
    const t = scrubKey(this.data, event.key, event.shiftKey);
    if (t === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.events.onSeek(t, true);
  };

  private seek(event: PointerEvent, done: boolean): void {
    if (!this.data) return;
    const x = event.clientX - this.host.getBoundingClientRect().left;
    this.events.onSeek(scrubTime(x, this.data.duration_s, this.width), done);
  }

  private paint(): void {
    const { data, theme, canvas, ground, width, height } = this;
    if (!data || !theme || width < 2 * INSET + 1 || height < 16) return;
    const ratio = devicePixelRatio || 1;
    const keys = [data.profile, data.marks, data.flags, data.duration_s, data.limit, theme, width, height, ratio];
    if (keys.some((key, i) => key !== this.drawn[i])) {
      this.drawn = keys;
      for (const c of [canvas, ground]) {
        c.width = Math.round(width * ratio);
        c.height = Math.round(height * ratio);
      }
      const g = ground.getContext("2d");
      if (g) {
        g.setTransform(ratio, 0, 0, ratio, 0, 0);
        drawGround(g, data, theme, width, height);
      }
    }
    const g = canvas.getContext("2d");
    if (!g) return;
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.clearRect(0, 0, canvas.width, canvas.height);
    g.drawImage(ground, 0, 0);
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawPlayhead(g, data, theme, width, height);
  }
}

function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Height of the line on which the thumb runs. */
function baseOf(height: number): number {
  return height - 10;
}

function drawGround(
  g: CanvasRenderingContext2D,
  data: ScrubberData,
  theme: Theme,
  width: number,
  height: number,
): void {
  const base = baseOf(height);
  g.clearRect(0, 0, width, height);
  g.fillStyle = theme.wash;
  g.fillRect(INSET, 6, width - 2 * INSET, base - 6);
  drawProfile(g, data, theme, width, base);
  g.fillStyle = theme.ctl;
  g.fillRect(INSET, base, width - 2 * INSET, 1);
  for (const marks of data.marks) drawMarks(g, marks, data.duration_s, theme, width, base);
  g.fillStyle = theme.ink2;
  for (const t of data.flags) {
    const x = Math.round(scrubX(t, data.duration_s, width));
    g.fillRect(x - 0.75, 1, 1.5, base - 1);
    g.beginPath();
    g.moveTo(x, 1);
    g.lineTo(x + 8, 4.5);
    g.lineTo(x, 8);
    g.fill();
  }
}

function drawProfile(g: CanvasRenderingContext2D, data: ScrubberData, theme: Theme, width: number, base: number): void {
  const { profile, limit, duration_s } = data;
  const count = profile.length / 2;
  if (count === 0 || limit <= 0) return;
  const tall = base - 8;
  g.globalAlpha = 0.45;
  g.fillStyle = theme.ink3;
  g.beginPath();
  const end = scrubX(data.computed_s, duration_s, width);
  let x = scrubX(profile[0] ?? 0, duration_s, width);
  g.moveTo(x, base);
  for (let i = 0; i < count; i++) {
    const y = base - Math.min(1, Math.max(0, (profile[2 * i + 1] ?? 0) / limit)) * tall;
    g.lineTo(x, y);
    x = i + 1 < count ? scrubX(profile[2 * i + 2] ?? 0, duration_s, width) : Math.max(x, end);
    g.lineTo(x, y);
  }
  g.lineTo(x, base);
  g.fill();
  g.globalAlpha = 1;
}

function drawMarks(
  g: CanvasRenderingContext2D,
  marks: ScrubMarks,
  duration_s: number,
  theme: Theme,
  width: number,
  base: number,
): void {
  const tall = marks.kind === "loss";
  g.fillStyle = theme.flows[marks.flow % theme.flows.length] ?? theme.ink;
  for (const x of markColumns(marks.points, duration_s, width)) {
    g.fillRect(tall ? x - 1 : x - 0.5, base + 2, tall ? 2 : 1, tall ? 7 : 4);
  }
}

function drawPlayhead(
  g: CanvasRenderingContext2D,
  data: ScrubberData,
  theme: Theme,
  width: number,
  height: number,
): void {
  const base = baseOf(height);
  const x = Math.round(scrubX(data.playhead_s, data.duration_s, width));
  const end = scrubX(data.computed_s, data.duration_s, width);
  if (end > x) {
    // What is computed beyond the playhead is pale.
    g.globalAlpha = 0.45;
    g.fillStyle = theme.wash;
    g.fillRect(x, 6, end - x, base - 6);
    g.globalAlpha = 1;
  }
  g.fillStyle = theme.ink;
  g.fillRect(x - 1, 2, 2, base - 2);
  g.beginPath();
  g.arc(x, base + 0.5, INSET - 1.5, 0, 2 * Math.PI);
  g.fillStyle = theme.page;
  g.fill();
  g.lineWidth = 3;
  g.strokeStyle = theme.ink;
  g.stroke();
}
