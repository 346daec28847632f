/**
 * The whole run in one strip: queue as a grey profile, events as ticks under the line, the reader's changes as flags, and
 * the playhead's thumb. A slider by keyboard. What does not move is drawn once and kept. Not here: what is computed.
 */
import type { Theme } from "../design/theme.ts";
import type { Points } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { canvasDrawing } from "../plot/canvas-drawing.ts";
import { scaleOf } from "../plot/scale.ts";
import { traceStraight } from "../plot/straight-lines.ts";
import type { Surface } from "../plot/surface.ts";
import { setAttribute } from "../ui/dom.ts";
import type { ScrubberData, ScrubberEvents, ScrubMarks } from "./props.ts";

/** Half of the thumb, in px: the strip's ends stand that far from the field's. */
const INSET = 6;
/** Strength of the queue's profile, and of what covers it beyond the playhead. */
const PALE = 0.45;

/** Places of a run's moments in a field, px from its left, and back; what lies outside the run is at its ends. */
export interface ScrubAxis {
  x(t_s: number): number;
  time(x: number): number;
}

/** The axis of a run in a field of `width` px. */
export function scrubAxis(duration_s: number, width: number): ScrubAxis {
  const { place, value } = scaleOf({ min: 0, max: duration_s }, INSET, width - INSET);
  const inRun = (t_s: number): number => Math.min(duration_s, Math.max(0, t_s));
  return { x: (t_s) => place(inRun(t_s)), time: (x) => inRun(duration_s > 0 ? value(x) : 0) };
}

/** Columns of px that have a mark, each once, in order. */
export function markColumns(points: Points, axis: ScrubAxis): number[] {
  const columns = new Set<number>();
  for (let i = 0; i < points.length; i += 2) columns.add(Math.round(axis.x(points[i] ?? 0)));
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
  private data: ScrubberData | null = null;
  private theme: Theme | null = null;
  private drawn: readonly unknown[] = [];
  private width = 0;
  private height = 0;
  private held = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly events: ScrubberEvents,
  ) {
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
    new ResizeObserver(([entry]) => {
      this.width = entry?.contentRect.width ?? 0;
      this.height = entry?.contentRect.height ?? 0;
      this.paint();
    }).observe(host);
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
    this.events.onSeek(scrubAxis(this.data.duration_s, this.width).time(x), done);
  }

  private paint(): void {
    const { data, theme, canvas, ground, width, height } = this;
    if (!data || !theme || width < 2 * INSET + 1 || height < 16) return;
    const ratio = devicePixelRatio || 1;
    const field = { data, theme, width, height, axis: scrubAxis(data.duration_s, width) };
    const keys = [data.profile, data.marks, data.flags, data.duration_s, data.limit, theme, width, height, ratio];
    if (keys.some((key, i) => key !== this.drawn[i])) {
      this.drawn = keys;
      for (const c of [canvas, ground]) {
        c.width = Math.round(width * ratio);
        c.height = Math.round(height * ratio);
      }
      const context = ground.getContext("2d");
      context?.scale(ratio, ratio);
      if (context) drawGround(canvasDrawing(context, theme, 1, ratio, traceStraight), field);
    }
    const context = canvas.getContext("2d");
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(ground, 0, 0);
    context.scale(ratio, ratio);
    drawPlayhead(canvasDrawing(context, theme, 1, ratio, traceStraight), field);
  }
}

/** The drawing and its place. */
interface Field {
  data: ScrubberData;
  theme: Theme;
  width: number;
  height: number;
  axis: ScrubAxis;
}

/** Height of the line on which the thumb runs. */
function baseOf(height: number): number {
  return height - 10;
}

/** Draws what stays: profile, line, marks, flags. */
function drawGround(surface: Surface, field: Field): void {
  const { data, theme, width, height, axis } = field;
  const base = baseOf(height);
  surface.rect(INSET, 6, width - 2 * INSET, base - 6, { fill: theme.wash });
  if (data.limit > 0) surface.area(profileOf(data, axis, base), base, { color: theme.ink3, alpha: PALE });
  surface.rect(INSET, base, width - 2 * INSET, 1, { fill: theme.ctl });
  for (const marks of data.marks) drawMarks(surface, marks, field);
  for (const t_s of data.flags) {
    const x = Math.round(axis.x(t_s));
    surface.rect(x - 0.75, 1, 1.5, base - 1, { fill: theme.ink2 });
    surface.polygon([x, 1, x + 8, 4.5, x, 8], { fill: theme.ink2 });
  }
}

/** The upper edge of the queue's profile, in steps, to the end of what is computed. */
function profileOf({ profile, limit, computed_s }: ScrubberData, axis: ScrubAxis, base: number): number[] {
  const edge: number[] = [];
  const end = axis.x(computed_s);
  for (let i = 0; i < profile.length; i += 2) {
    const x = axis.x(profile[i] ?? 0);
    const y = base - Math.min(1, Math.max(0, (profile[i + 1] ?? 0) / limit)) * (base - 8);
    edge.push(x, y, i + 2 < profile.length ? axis.x(profile[i + 2] ?? 0) : Math.max(x, end), y);
  }
  return edge;
}

/** Marks nearer than this to each other, on average over the whole strip, are drawn as bars of their rate, px. */
const DENSE = 3;
/** Width of such a bar, px, and its strength. */
const BAR = 6;
const RATE = 0.4;

/** Bars of dense marks on a strip: where they begin, px, and the share of their columns that have a mark; null: not dense. */
export function rateBars(columns: readonly number[], width: number): Map<number, number> | null {
  if (columns.length * DENSE <= width) return null;
  const bars = new Map<number, number>();
  for (const x of columns) {
    const at = BAR * Math.floor(x / BAR);
    bars.set(at, (bars.get(at) ?? 0) + 1 / BAR);
  }
  return bars;
}

function drawMarks(surface: Surface, marks: ScrubMarks, { theme, axis, width: strip, height: tall }: Field): void {
  const base = baseOf(tall);
  const fill = theme.flows[marks.sign % theme.flows.length] ?? theme.ink;
  const [width, height] = marks.kind === "loss" ? [2, 7] : [1, 4];
  const columns = markColumns(marks.points, axis);
  const bars = rateBars(columns, strip - 2 * INSET);
  if (!bars) for (const x of columns) surface.rect(x - width / 2, base + 2, width, height, { fill });
  else for (const [x, share] of bars) surface.rect(x, base + 2, BAR, height * share, { fill, alpha: RATE });
}

/** Draws what moves: the cover of what is computed beyond the playhead, the playhead, its thumb. */
function drawPlayhead(surface: Surface, { data, theme, height, axis }: Field): void {
  const base = baseOf(height);
  const x = Math.round(axis.x(data.playhead_s));
  const end = axis.x(data.computed_s);
  if (end > x) surface.rect(x, 6, end - x, base - 6, { fill: theme.wash, alpha: PALE });
  surface.rect(x - 1, 2, 2, base - 2, { fill: theme.ink });
  const thumb = { fill: theme.page, stroke: theme.ink, width: 3, radius: INSET };
  surface.rect(x - INSET, base + 0.5 - INSET, 2 * INSET, 2 * INSET, thumb);
}
