/**
 * Continuing a curve on its own chart: a pad over the part that is not known yet, drawn on with finger, mouse or pen, and twelve
 * handles for the keyboard, which are seen with the focus or once a curve is there: before that they would look like data. A pencil dot
 * shows where the known part ends. It keeps the levels; the chart draws them. Not here: what is compared (lessons/curve.ts), the chart.
 */
import { amount } from "../i18n/amounts.ts";
import { translate, withUnit } from "../i18n/catalogue.ts";
import { filled, LEVELS, levelsOf, momentOf, POINTS, type Stretch } from "./drawn-curve.ts";
import type { PlotRectangle } from "./plot-rectangle.ts";

/** Handles for the keyboard, one for every other point. */
const HANDLES = POINTS / 2;
const TOP = LEVELS - 1;

export class DrawPad {
  private readonly pad = document.createElement("div");
  private readonly handles: HTMLElement[] = [];
  private readonly pencil = document.createElement("div");
  /** The last known value, in the chart's unit; null: not known. */
  private known: number | null = null;
  private levels: (number | null)[] = Array.from({ length: POINTS }, () => null);
  private plot: PlotRectangle | null = null;
  private last: { point: number; level: number } | null = null;
  private key = "";
  /** Decimals that distinguish one level from the next. */
  private readonly digits: number;

  constructor(
    private readonly ask: Stretch,
    label: string,
    private readonly onDrawn: (levels: number[]) => void,
    /** A curve that was taken before the pad was there. */
    begun: readonly number[] | null = null,
  ) {
    if (begun) this.levels = [...begun];
    this.digits = Math.max(0, Math.ceil(-Math.log10(ask.max / TOP)));
    this.pad.className = "draw-pad";
    this.pad.setAttribute("role", "group");
    this.pad.setAttribute("aria-label", label);
    this.pad.addEventListener("pointerdown", (event) => this.down(event));
    this.pad.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) this.pad.addEventListener(end, () => this.up());
    this.pencil.className = "draw-pencil";
    this.pad.append(this.pencil);
    for (let i = 0; i < HANDLES; i++) {
      const handle = document.createElement("div");
      handle.className = "draw-handle";
      handle.tabIndex = i === 0 ? 0 : -1;
      handle.setAttribute("role", "slider");
      handle.setAttribute("aria-valuemin", "0");
      handle.setAttribute("aria-valuemax", String(ask.max));
      handle.addEventListener("keydown", (event) => this.press(event, i));
      this.handles.push(handle);
      this.pad.append(handle);
    }
  }

  /** Puts the pad over a plot; null takes it away. */
  place(plot: PlotRectangle | null): void {
    this.plot = plot;
    if (!plot) {
      this.pad.remove();
      return;
    }
    if (this.pad.parentElement !== plot.element) plot.element.append(this.pad);
    const from = plot.x(this.ask.from_s);
    const width = plot.x(this.ask.to_s) - from;
    const key = [plot.left, plot.top, from, width, plot.height, plot.y(0), plot.y(1), this.known, this.levels].join(
      " ",
    );
    if (key === this.key) return;
    this.key = key;
    const { style } = this.pad;
    style.left = `${plot.left + from}px`;
    style.top = `${plot.top}px`;
    style.width = `${width}px`;
    style.height = `${plot.height}px`;
    this.pencil.hidden = this.known === null;
    if (this.known !== null) this.pencil.style.top = `${plot.y(this.known)}px`;
    for (const [i, handle] of this.handles.entries()) {
      const level = this.levels[2 * i] ?? null;
      const value = ((level ?? TOP / 2) / TOP) * this.ask.max;
      handle.style.left = `${(width * 2 * i) / (POINTS - 1)}px`;
      handle.style.top = `${plot.y(value)}px`;
      handle.classList.toggle("is-set", level !== null);
      const at = withUnit(momentOf(this.ask, 2 * i), "s", 1);
      handle.setAttribute("aria-label", translate("lesson.draw.at", { at }));
      const shown = value.toFixed(this.digits);
      handle.setAttribute("aria-valuenow", shown);
      const told = level === null ? translate("lesson.answer.none") : amount(Number(shown), this.ask.unit);
      handle.setAttribute("aria-valuetext", translate("lesson.draw.value", { at, value: told }));
    }
  }

  /** The value at which the known part ends, in the chart's unit: a pencil dot is put there. */
  begin(value: number | null): void {
    this.known = value;
    this.place(this.plot);
  }

  /** Takes a whole curve, as from a sketch. */
  take(levels: readonly number[]): void {
    this.levels = [...levels];
    this.tell();
  }

  remove(): void {
    this.pad.remove();
  }

  private tell(): void {
    this.place(this.plot);
    this.onDrawn(filled(this.levels));
  }

  /** Point and level under the pointer. */
  private at(event: PointerEvent): { point: number; level: number } | null {
    const { plot } = this;
    if (!plot) return null;
    const box = this.pad.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const value = (plot.y(0) - (event.clientY - box.top)) / (plot.y(0) - plot.y(1));
    const point = Math.min(POINTS - 1, Math.max(0, Math.round(share * (POINTS - 1))));
    return { point, level: levelsOf(this.ask, [value])[0] ?? 0 };
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.pad.setPointerCapture(event.pointerId);
    this.last = null;
    this.stroke(event);
  }

  private move(event: PointerEvent): void {
    event.stopPropagation();
    if (this.pad.hasPointerCapture(event.pointerId)) this.stroke(event);
  }

  private up(): void {
    this.last = null;
    if (this.levels.some((level) => level !== null)) {
      this.levels = filled(this.levels);
      this.tell();
    }
  }

  private stroke(event: PointerEvent): void {
    const now = this.at(event);
    if (!now) return;
    const from = this.last ?? now;
    const steps = Math.max(1, Math.abs(now.point - from.point));
    for (let i = 0; i <= steps; i++) {
      const point = from.point + Math.round(((now.point - from.point) * i) / steps);
      this.levels[point] = Math.round(from.level + ((now.level - from.level) * i) / steps);
    }
    this.last = now;
    this.tell();
  }

  private press(event: KeyboardEvent, i: number): void {
    const by = { ArrowUp: 0.02, ArrowDown: -0.02, PageUp: 0.1, PageDown: -0.1 }[event.key] ?? 0;
    const side = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0 && side === 0) return;
    event.preventDefault();
    event.stopPropagation();
    if (side !== 0) {
      const next = this.handles[i + side];
      for (const handle of this.handles) handle.tabIndex = handle === (next ?? this.handles[i]) ? 0 : -1;
      next?.focus();
      return;
    }
    const whole = filled(this.levels.every((level) => level === null) ? this.levels.map(() => TOP / 2) : this.levels);
    const step = Math.sign(by) * Math.max(1, Math.round(Math.abs(by) * TOP));
    const set = (point: number, level: number): void => {
      if (point >= 0 && point < POINTS) whole[point] = Math.min(TOP, Math.max(0, Math.round(level)));
    };
    const point = 2 * i;
    set(point, (whole[point] ?? 0) + step);
    // The points between handles lie between them.
    set(point - 1, ((whole[point] ?? 0) + (whole[point - 2] ?? 0)) / 2);
    set(point + 1, ((whole[point] ?? 0) + (whole[point + 2] ?? whole[point] ?? 0)) / 2);
    this.levels = whole;
    this.tell();
  }
}
