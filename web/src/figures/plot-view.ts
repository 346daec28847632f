/**
 * A plot on the page: its canvas, its legend that names and hides series and reads their values at the crosshair, the
 * reader's pointer and keys, and the table behind it. Not here: how anything is drawn (draw.ts), nor where the data are from.
 */

import { bisectRight, least, range } from "d3-array";
import { readUnit, type Theme } from "../design/theme.ts";
import type { Plot, Series } from "../ensemble/types.ts";
import { translate } from "../i18n/catalogue.ts";
import { canvasSurface } from "../plot/canvas-surface.ts";
import { scaleOf } from "../plot/scale.ts";
import { element, write } from "../ui/dom.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { type Frame, frameOf } from "./axis-ends.ts";
import { axisTitle, type Box, boxOf, drawPlot } from "./draw.ts";
import { COLUMNS, placesOf, reading, valuesAt, wordsOf } from "./read.ts";
import { drawSign, SIGN_WIDTH } from "./series-style.ts";

/** A row of the legend. */
interface Row {
  series: Series;
  button: HTMLButtonElement;
  swatch: HTMLCanvasElement;
  value: HTMLElement;
}

/** Points that a table lists at most; the rest is in the file. */
const LISTED = 400;
/** Steps in which keys go through a plot that has no places of its own. */
const PACES = 40;

export class PlotView {
  readonly root = element("div", "plot");
  readonly #title = element("h2", "plot-title");
  readonly #place = element("div", "plot-place");
  readonly #canvas = element("canvas", "plot-canvas");
  readonly #legend = element("ul", "plot-legend");
  readonly #at = element("span", "plot-at");
  readonly #table = element("details", "plot-table");
  readonly #said = element("p", "unseen");
  #rows: Row[] = [];
  #plot: Plot | null = null;
  #name = "";
  #box: Box | null = null;
  #frame: Frame | null = null;
  #floor: Frame | null = null;
  #theme: Theme | null = null;
  /** Series that the reader turned on or off, by name. */
  readonly #chosen = new Map<string, boolean>();
  #reading: number | null = null;
  #focus: string | null = null;

  constructor() {
    this.#place.tabIndex = 0;
    this.#place.setAttribute("role", "group");
    this.#place.setAttribute("aria-roledescription", translate("figures.chart"));
    this.#canvas.setAttribute("aria-hidden", "true");
    this.#said.setAttribute("aria-live", "polite");
    this.#place.append(this.#canvas);
    const summary = element("summary", "", translate("figures.numbers"));
    this.#table.append(summary);
    this.#table.addEventListener("toggle", () => this.#list());
    const head = element("div", "plot-head");
    head.append(this.#title, this.#at);
    this.root.append(head, this.#place, this.#legend, this.#table, this.#said);
    this.#listen();
    new ResizeObserver(() => this.draw()).observe(this.#place);
  }

  /** Another drawing of the same plot; `floor`: one whose axes it fills at least. */
  update(title: string, plot: Plot, floor: Plot | null): void {
    this.#plot = plot;
    this.#name = title;
    write(this.#title, title === "" ? axisTitle(plot.y) : title);
    this.#title.replaceChildren(element("b", "", title === "" ? plot.y.label : title));
    const unit = title === "" ? plot.y.unit : axisTitle(plot.y);
    if (unit) this.#title.append(element("span", "", unit));
    this.#floor = floor ? frameOf(floor, (series) => this.#shown(series)) : null;
    this.#legendOf(plot);
    if (this.#table.open) this.#list();
    this.draw();
  }

  theme(theme: Theme): void {
    this.#theme = theme;
    this.draw();
  }

  /** The plot with the series that the reader sees now. */
  asShown(plot: Plot): Plot {
    return { ...plot, series: plot.series.map((series) => ({ ...series, hidden: !this.#shown(series) })) };
  }

  #shown(series: Series): boolean {
    return this.#chosen.get(series.name) ?? !series.hidden;
  }

  #legendOf(plot: Plot): void {
    const known = this.#rows.map((row) => row.series.name).join("|");
    const named = plot.series.filter((series) => series.name !== "");
    if (known === named.map((series) => series.name).join("|")) {
      this.#rows.forEach((row, i) => {
        row.series = named[i] as Series;
      });
      return;
    }
    this.#rows = named.map((series) => {
      const button = element("button", "plot-series");
      button.type = "button";
      const swatch = element("canvas", "");
      swatch.setAttribute("aria-hidden", "true");
      const value = element("b", "");
      button.append(swatch, element("span", "", series.name), value);
      const row: Row = { series, button, swatch, value };
      button.addEventListener("click", () => {
        this.#chosen.set(row.series.name, !this.#shown(row.series));
        this.draw();
      });
      for (const [name, focus] of [
        ["pointerenter", true],
        ["pointerleave", false],
      ] as const) {
        button.addEventListener(name, () => {
          this.#focus = focus && this.#shown(row.series) ? row.series.name : null;
          frames.request(this.#part);
        });
      }
      return row;
    });
    this.#legend.replaceChildren(
      ...this.#rows.map((row) => {
        const item = element("li", "");
        item.append(row.button);
        return item;
      }),
    );
  }

  readonly #part: FramePart = { priority: "charts", draw: () => this.draw() };

  draw(): void {
    const { width, height } = this.#place.getBoundingClientRect();
    const plot = this.#plot;
    const theme = this.#theme;
    if (!plot || !theme || width < 10 || height < 10) return;
    const unit = readUnit();
    const ratio = Math.max(1, devicePixelRatio || 1);
    const shown = (series: Series): boolean => this.#shown(series);
    this.#frame = frameOf(plot, shown, this.#floor);
    const box = boxOf(plot, { width, height }, this.#frame, unit);
    this.#box = box;
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
    drawPlot(surface, box, plot, { theme, ends: this.#frame, shown, focus: this.#focus, reading: this.#reading });
    if (!plot.series.some((series) => !series.stated && series.points.length > 0)) {
      surface.text(12 * unit, box.plotHeight / 2, translate("figures.empty"), { color: theme.ink2, halo: theme.plate });
    }
    for (const row of this.#rows) {
      row.button.setAttribute("aria-pressed", String(this.#shown(row.series)));
      swatch(row.swatch, row.series, theme, unit, ratio);
    }
    this.#read();
    this.#describe();
  }

  /** Values at the crosshair, else at the last place of each series. */
  #read(): void {
    const plot = this.#plot;
    if (!plot || !this.#frame) return;
    const x = this.#reading;
    const { min, max, log } = this.#frame.x;
    const near = log ? 0 : (max - min) * 0.02;
    for (const row of this.#rows) {
      const values = x === null || !this.#shown(row.series) ? null : valuesAt(row.series, x, near);
      write(row.value, values ? wordsOf(values, plot) : "");
    }
    write(this.#at, x === null ? "" : `${plot.x.label || translate("figures.x")} ${reading(x, plot.x)}`);
  }

  #describe(): void {
    const plot = this.#plot;
    if (!plot) return;
    const series = plot.series.filter((one) => this.#shown(one) && one.points.length > 0).map((one) => one.name);
    const text = translate(this.#name === "" ? "figures.describe.plain" : "figures.describe", {
      title: this.#name,
      y: axisTitle(plot.y),
      x: axisTitle(plot.x),
      series: series.filter(Boolean).join(", "),
    });
    if (this.#place.getAttribute("aria-label") !== text) this.#place.setAttribute("aria-label", text);
  }

  #point(x: number | null): void {
    if (x === this.#reading) return;
    this.#reading = x;
    frames.request(this.#part);
  }

  #listen(): void {
    const place = this.#place;
    const at = (event: PointerEvent): void => {
      if (!this.#box || !this.#plot || !this.#frame) return;
      const { left, plotWidth } = this.#box;
      const pixel = event.clientX - place.getBoundingClientRect().left - left;
      if (pixel < -0.03 * plotWidth || pixel > 1.03 * plotWidth) {
        this.#point(null);
        return;
      }
      const scale = scaleOf(this.#frame.x, 0, plotWidth);
      const places = placesOf(this.#plot, (series) => this.#shown(series));
      const nearest = least(places, (one) => Math.abs(scale.place(one) - pixel));
      this.#point(nearest ?? scale.value(Math.max(0, Math.min(plotWidth, pixel))));
    };
    place.addEventListener("pointermove", at);
    place.addEventListener("pointerdown", at);
    place.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.#point(null));
    place.addEventListener("blur", () => this.#point(null));
    place.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event: KeyboardEvent): void {
    const plot = this.#plot;
    if (!plot || !this.#frame || event.ctrlKey || event.altKey || event.metaKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY }[
      event.key
    ];
    if (event.key === "Escape") this.#point(null);
    if (by === undefined) return;
    event.preventDefault();
    const { min, max } = this.#frame.x;
    const scale = scaleOf(this.#frame.x, 0, PACES);
    const places = placesOf(plot, (series) => this.#shown(series)).filter((one) => one >= min && one <= max);
    const steps = places.length > 0 ? places : range(PACES + 1).map(scale.value);
    const now = this.#reading;
    const place = now === null ? (by > 0 ? -1 : steps.length) : Math.max(0, bisectRight(steps, now + 1e-12) - 1);
    const next = steps[Math.max(0, Math.min(steps.length - 1, place + by))];
    if (next === undefined) return;
    this.#reading = next;
    this.draw();
    const values = this.#rows.filter((row) => row.value.textContent !== "");
    write(
      this.#said,
      [this.#at.textContent, ...values.map((row) => `${row.series.name} ${row.value.textContent}`)].join("; "),
    );
  }

  /** The table, once somebody asks for it. */
  #list(): void {
    const plot = this.#plot;
    if (!plot || !this.#table.open) return;
    const table = element("table", "");
    table.append(element("caption", "unseen", this.#name || plot.y.label));
    const head = element("tr", "");
    const heads = ["figures.series", "", "figures.quantity", ""];
    heads[0] = translate("figures.series");
    heads[1] = axisTitle(plot.x) || translate("figures.x");
    heads[2] = translate("figures.quantity");
    heads[3] = axisTitle(plot.y);
    for (const text of heads) {
      const cell = element("th", "", text);
      cell.scope = "col";
      head.append(cell);
    }
    const top = element("thead", "");
    top.append(head);
    const body = element("tbody", "");
    let count = 0;
    for (const series of plot.series) {
      for (const point of series.points) {
        if (count++ >= LISTED) continue;
        const row = element("tr", "");
        const from = series.form === "bars" ? 2 : 1;
        const columns = COLUMNS[series.form];
        const kinds = columns.map((column) => (column ? translate(`figures.column.${column}`) : "")).join(" / ");
        const x =
          series.form === "bars"
            ? `${reading(point[0] ?? 0)}–${reading(point[1] ?? 0)}`
            : reading(point[0] ?? 0, plot.x);
        const values = point.slice(from).map((value) => reading(value, plot.y));
        const first = element("th", "", series.name);
        first.scope = "row";
        row.append(first, ...[x, kinds, values.join(" / ")].map((text) => element("td", "", text)));
        body.append(row);
      }
    }
    table.append(top, body);
    const place = element("div", "plot-rows");
    place.tabIndex = 0;
    place.setAttribute("role", "region");
    place.setAttribute("aria-label", translate("figures.numbers.of", { title: this.#name || plot.y.label }));
    place.append(table);
    if (count > LISTED) place.append(element("p", "", translate("figures.numbers.more", { n: count - LISTED })));
    this.#table.querySelector(".plot-rows")?.remove();
    this.#table.append(place);
  }
}

/** The sign of a series in the legend. */
function swatch(canvas: HTMLCanvasElement, series: Series, theme: Theme, unit: number, ratio: number): void {
  const [width, height] = [SIGN_WIDTH * unit, 14 * unit];
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawSign(canvasSurface(context, theme, unit, ratio), series, width / 2, height / 2, theme, theme.page, unit);
}
