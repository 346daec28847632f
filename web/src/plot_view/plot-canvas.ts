/**
 * The canvas of one plot, and the reader's crosshair on it by pointer and keys. Not here: how anything is drawn (draw.ts), what stands
 * around the plot (plot-view.ts).
 */
import { bisectRight, least, range } from "d3-array";
import { readUnit, type Theme } from "../design/theme.ts";
import type { Cell, Plot, Series } from "../ensemble/types.ts";
import { addMessages, translate } from "../i18n/catalogue.ts";
import words from "../i18n/en/plot-view.json" with { type: "json" };
import { canvasSurface } from "../plot/canvas-surface.ts";
import { scaleOf } from "../plot/scale.ts";
import { element, write } from "../ui/dom.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { axisTitle, type Frame, frameOf } from "./axis-ends.ts";
import { cellAt, cellWords, stepped } from "./cells.ts";
import { drawPlot } from "./draw.ts";
import { hasEnd } from "./end-labels.ts";
import { type Layout, layOut } from "./layout.ts";
import type { PlotLegend } from "./plot-legend.ts";
import { placesOf, reading, valuesAt, wordsOf } from "./read.ts";

addMessages("en", words);

/** Properties that a plot of a grid shares with others. */
export interface Shared {
  frame: () => Frame | null;
  /** Where the plot lies in a canvas of a width, whose height follows. */
  layOut: (plot: Plot, width: number, unit: number) => Layout;
}

/** Steps in which keys go through a plot that has no places of its own. */
const PACES = 40;

export class PlotCanvas {
  readonly root = element("div", "plot-place");
  readonly #canvas = element("canvas", "plot-canvas");
  readonly #said = element("p", "unseen");
  #plot: Plot | null = null;
  #name = "";
  #floor: Plot | null = null;
  #theme: Theme | null = null;
  #frame: Frame | null = null;
  #layout: Layout | null = null;
  #reading: number | null = null;
  /** Of a map, too, where the crosshair is on the upright axis. */
  #height: number | null = null;

  /** `read`: hears where the crosshair is, in words, and writes the values there; empty where there is none. */
  constructor(
    private readonly legend: PlotLegend,
    private readonly read: (at: string) => void,
    private readonly shared: Shared | null = null,
    /** The reader has pressed a place, by pointer, or by Enter at the crosshair: without a height. */
    private readonly pressed: ((x: number, y: number | null) => void) | null = null,
  ) {
    this.root.tabIndex = 0;
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-roledescription", translate("figures.chart"));
    this.#canvas.setAttribute("aria-hidden", "true");
    this.#said.setAttribute("aria-live", "polite");
    this.root.append(this.#canvas, this.#said);
    this.#listen();
    // A grid draws its plots, whose sizes it decides.
    if (!shared) new ResizeObserver(() => this.draw()).observe(this.root);
  }

  /** Another drawing of the same plot; `floor`: one whose axes it fills at least. */
  update(name: string, plot: Plot, floor: Plot | null): void {
    this.#name = name;
    this.#plot = plot;
    this.#floor = floor;
  }

  theme(theme: Theme): void {
    this.#theme = theme;
  }

  readonly #part: FramePart = { priority: "charts", draw: () => this.draw() };

  draw(): void {
    const plot = this.#plot;
    const theme = this.#theme;
    const unit = readUnit();
    const layout = plot && this.#place(plot, unit);
    if (!layout || !theme || !this.#frame) return;
    this.#layout = layout;
    const { box } = layout;
    const { width, height } = box;
    const ratio = Math.max(1, devicePixelRatio || 1);
    const { shown, focus } = this.legend;
    const ends = this.#frame;
    const canvas = this.#canvas;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== w) canvas.width = w;
    if (canvas.height !== h) canvas.height = h;
    const context = canvas.getContext("2d");
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, w, h);
    context.setTransform(ratio, 0, 0, ratio, box.left * ratio, box.top * ratio);
    const surface = canvasSurface(context, theme, unit, ratio);
    const value = ({ name }: { name: string }): string => this.valueOf(name);
    drawPlot(surface, layout, plot, { theme, ends, shown, focus, reading: this.#reading, cell: this.#cell, value });
    if (!plot.cells && !plot.series.some((series) => !series.stated && series.points.length > 0)) {
      surface.text(12 * unit, box.plotHeight / 2, translate("figures.empty"), { color: theme.ink2, halo: theme.plate });
    }
    this.read(this.#at);
    this.#describe(plot);
  }

  /** The axes and where the plot lies; null where there is no room. */
  #place(plot: Plot, unit: number): Layout | null {
    const { shown } = this.legend;
    const width = this.root.clientWidth;
    this.#frame = this.shared ? this.shared.frame() : frameOf(plot, shown, this.#floor && frameOf(this.#floor, shown));
    if (!this.#frame || width < 10) return null;
    if (!this.shared) {
      const height = this.root.clientHeight;
      return height < 10 ? null : layOut(plot, { width, height }, this.#frame, shown, unit, true);
    }
    const layout = this.shared.layOut(plot, width, unit);
    this.root.style.height = `${layout.box.height}px`;
    return layout;
  }

  /** Whether the name of a series is at the end of its line. */
  isNamed(series: Series): boolean {
    return !!this.#plot && !!this.#layout?.labels.length && hasEnd(this.#plot, series);
  }

  /** The cell of a map at the crosshair. */
  get #cell(): Cell | null {
    const [x, y, cells] = [this.#reading, this.#height, this.#plot?.cells];
    return cells && x !== null && y !== null ? cellAt(cells, x, y) : null;
  }

  /** Where the crosshair is, in words; empty without one. */
  get #at(): string {
    const [x, plot, cell] = [this.#reading, this.#plot, this.#cell];
    if (plot?.cells) return cell ? cellWords(plot, cell) : "";
    return x === null || !plot ? "" : `${plot.x.label || translate("figures.x")} ${reading(x, plot.x)}`;
  }

  /** The crosshair and the values there, in words. */
  get words(): string {
    const names = this.#plot?.series.map((series) => series.name) ?? [];
    const values = names.map((name) => [name, this.valueOf(name)]).filter(([, value]) => value !== "");
    return [this.#at, ...values.map((pair) => pair.join(" "))].join("; ");
  }

  /** The value of a series at the crosshair, in words; empty where it has none. */
  valueOf(name: string): string {
    const [x, plot, frame] = [this.#reading, this.#plot, this.#frame];
    const series = plot?.series.find((one) => one.name === name);
    // One speck of several at a place says nothing of the others.
    if (x === null || !plot || !frame || !series || series.small || !this.legend.shown(series)) return "";
    const { min, max, log } = frame.x;
    const values = valuesAt(series, x, log ? 0 : (max - min) * 0.02);
    return values ? wordsOf(values, plot) : "";
  }

  #describe(plot: Plot): void {
    const series = plot.series.filter((one) => this.legend.shown(one) && one.points.length > 0).map((one) => one.name);
    const text = translate(this.#name === "" ? "figures.describe.plain" : "figures.describe", {
      title: this.#name,
      y: axisTitle(plot.y),
      x: axisTitle(plot.x),
      series: series.filter(Boolean).join(", "),
    });
    if (this.root.getAttribute("aria-label") !== text) this.root.setAttribute("aria-label", text);
  }

  #point(x: number | null, y: number | null = null): void {
    if (x === this.#reading && y === this.#height) return;
    this.#reading = x;
    this.#height = y;
    frames.request(this.#part);
  }

  #listen(): void {
    const { root } = this;
    const at = (event: PointerEvent): void => {
      if (!this.#layout || !this.#plot || !this.#frame) return;
      const { left, plotWidth } = this.#layout.box;
      const pixel = event.clientX - root.getBoundingClientRect().left - left;
      if (pixel < -0.03 * plotWidth || pixel > 1.03 * plotWidth) {
        this.#point(null);
        return;
      }
      const scale = scaleOf(this.#frame.x, 0, plotWidth);
      if (this.#plot.cells) {
        const y = this.#heightOf(event);
        this.#point(scale.value(pixel), y);
        return;
      }
      const places = placesOf(this.#plot, this.legend.shown);
      const nearest = least(places, (one) => Math.abs(scale.place(one) - pixel));
      this.#point(nearest ?? scale.value(Math.max(0, Math.min(plotWidth, pixel))));
    };
    root.addEventListener("pointermove", at);
    root.addEventListener("pointerdown", at);
    root.addEventListener("click", (event) => {
      const x = this.#reading;
      if (x === null) return;
      this.pressed?.(x, this.#heightOf(event));
    });
    root.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.#point(null));
    root.addEventListener("blur", () => this.#point(null));
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The value of the upright axis at the pointer. */
  #heightOf(event: MouseEvent): number | null {
    if (!this.#layout || !this.#frame) return null;
    const { top, plotHeight } = this.#layout.box;
    return scaleOf(this.#frame.y, plotHeight, 0).value(event.clientY - this.root.getBoundingClientRect().top - top);
  }

  /** Moves the crosshair of a map by rows and columns; false: by no such key. */
  #walk(plot: Plot, key: string): boolean {
    const by = new Map([
      ["ArrowLeft", [-1, 0]],
      ["ArrowRight", [1, 0]],
      ["ArrowDown", [0, -1]],
      ["ArrowUp", [0, 1]],
    ]).get(key);
    if (!by || !this.#frame) return false;
    const { x, y } = this.#frame;
    const here = this.#cell !== null;
    this.#reading = stepped(plot, "x", this.#reading ?? x.min, here ? (by[0] ?? 0) : 0);
    this.#height = stepped(plot, "y", this.#height ?? y.min, here ? (by[1] ?? 0) : 0);
    return true;
  }

  #key(event: KeyboardEvent): void {
    const plot = this.#plot;
    if (!plot || !this.#frame || event.ctrlKey || event.altKey || event.metaKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY }[
      event.key
    ];
    if (event.key === "Escape") this.#point(null);
    if (event.key === "Enter" && this.#reading !== null) this.pressed?.(this.#reading, this.#height);
    if (plot.cells && this.#walk(plot, event.key)) {
      event.preventDefault();
      this.draw();
      write(this.#said, this.words);
      return;
    }
    if (by === undefined || plot.cells) return;
    event.preventDefault();
    const { min, max } = this.#frame.x;
    const scale = scaleOf(this.#frame.x, 0, PACES);
    const places = placesOf(plot, this.legend.shown).filter((one) => one >= min && one <= max);
    const steps = places.length > 0 ? places : range(PACES + 1).map(scale.value);
    const now = this.#reading;
    const place = now === null ? (by > 0 ? -1 : steps.length) : Math.max(0, bisectRight(steps, now + 1e-12) - 1);
    const next = steps[Math.max(0, Math.min(steps.length - 1, place + by))];
    if (next === undefined) return;
    this.#reading = next;
    this.draw();
    write(this.#said, this.words);
  }
}
