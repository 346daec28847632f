/**
 * A plot on the page: its title, its canvas, its legend, and the table behind it. Not here: the canvas with the reader's crosshair
 * (plot-canvas.ts), the legend (plot-legend.ts), nor where the data are from.
 */
import { readUnit, type Theme } from "../design/theme.ts";
import type { Plot } from "../ensemble/types.ts";
import { translate } from "../i18n/catalogue.ts";
import { element, write } from "../ui/dom.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { axisTitle } from "./axis-ends.ts";
import { PlotCanvas } from "./plot-canvas.ts";
import { PlotLegend } from "./plot-legend.ts";
import { numbersOf } from "./plot-table.ts";

export class PlotView {
  readonly root = element("div", "plot");
  readonly #title = element("h2", "plot-title");
  readonly #at = element("span", "plot-at");
  readonly #table = element("details", "plot-table");
  readonly #legend = new PlotLegend((when) => (when === "now" ? this.#canvas.draw() : frames.request(this.#part)));
  readonly #canvas: PlotCanvas;
  #plot: Plot | null = null;
  #name = "";
  #theme: Theme | null = null;

  /** `pressed`: as the canvas has it. */
  constructor(pressed: ((x: number, y: number | null) => void) | null = null) {
    this.#canvas = new PlotCanvas(this.#legend, (at) => this.#drew(at), null, pressed);
    this.#table.append(element("summary", "", translate("figures.numbers")));
    this.#table.addEventListener("toggle", () => this.#list());
    const head = element("div", "plot-head");
    head.append(this.#title, this.#at);
    const foot = element("div", "plot-foot");
    foot.append(this.#legend.more, this.#table);
    this.root.append(head, this.#canvas.root, this.#legend.keys, foot);
  }

  /** Another drawing of the same plot; `floor`: one whose axes it fills at least. */
  update(title: string, plot: Plot, floor: Plot | null): void {
    this.#plot = plot;
    this.#name = title;
    this.#title.replaceChildren(element("b", "", title === "" ? plot.y.label : title));
    const unit = title === "" ? plot.y.unit : `${plot.cells ? "↑ " : ""}${axisTitle(plot.y)}`;
    if (unit) this.#title.append(element("span", "", unit));
    this.#legend.update(plot.series);
    this.#list();
    this.#canvas.update(title, plot, floor);
    this.#canvas.draw();
  }

  theme(theme: Theme): void {
    this.#theme = theme;
    this.#canvas.theme(theme);
    this.#canvas.draw();
  }

  /** The plot with the series that the reader sees now. */
  asShown(plot: Plot): Plot {
    return this.#legend.asShown(plot);
  }

  readonly #part: FramePart = { priority: "charts", draw: () => this.#canvas.draw() };

  /** The plot is drawn, with the crosshair at a place. */
  #drew(at: string): void {
    this.#legend.arrange((series) => this.#canvas.isNamed(series));
    this.#legend.read((name) => this.#canvas.valueOf(name));
    if (this.#theme) this.#legend.draw(this.#theme, readUnit());
    write(this.#at, at);
  }

  /** The table, once somebody asks for it. */
  #list(): void {
    if (!this.#plot || !this.#table.open) return;
    this.#table.querySelector(".plot-rows")?.remove();
    this.#table.append(numbersOf(this.#name, this.#plot));
  }
}
