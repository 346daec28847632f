/**
 * The elements of one chart on the page: figure, title, plot, words. Not here: what is drawn in them (panel.ts), their places (stack.css).
 */
import { translate } from "../i18n/catalogue.ts";
import { element, setAttribute, write } from "../ui/dom.ts";
import type { Chart } from "./chart.ts";
import { xAxisOf } from "./x-axis.ts";

/** Counts charts, so that each has an id of its own. */
let frames = 0;

export class PanelFrame {
  readonly figure = element("figure", "chart");
  readonly plot = element("div", "chart-plot");
  readonly menu = element("button", "button is-icon chart-menu");
  readonly #flex: number;
  readonly #title = element("h2", "chart-title");
  readonly #unit = element("span", "chart-unit");
  /** Says what the computed future looks like. */
  readonly #pale: HTMLElement | null;
  readonly #empty = element("p", "chart-empty");
  readonly #described = element("p", "unseen");

  constructor(chart: Chart, canvases: HTMLCanvasElement[], labels: { row: Node; column: Node }) {
    const { figure, plot, menu } = this;
    this.#described.id = `chart-${chart.id}-${++frames}`;
    figure.dataset.chart = chart.id;
    figure.dataset.axis = chart.axis;
    figure.tabIndex = 0;
    figure.setAttribute("role", "application");
    figure.setAttribute("aria-roledescription", translate("chart.role"));
    figure.setAttribute("aria-describedby", this.#described.id);
    const name = translate(`chart.${chart.id}`);
    menu.type = "button";
    menu.setAttribute("aria-haspopup", "menu");
    menu.textContent = "⋯";
    menu.setAttribute("aria-label", translate("chart.menu", { chart: name }));
    this.#title.append(element("span", "chart-name", name), this.#unit);
    // Shown in the first chart of a stack that explains it (stack.css).
    this.#pale = xAxisOf(chart).shared ? element("span", "chart-pale", translate("chart.pale")) : null;
    if (this.#pale) this.#title.append(this.#pale);
    this.#empty.hidden = true;
    for (const canvas of canvases) canvas.setAttribute("aria-hidden", "true");
    plot.append(...canvases, labels.column, this.#empty);
    figure.append(this.#title, menu, labels.row, plot, this.#described);
    figure.classList.add("due");
    this.#flex = chart.flex;
    this.#grow(true);
  }

  #grow(on: boolean): void {
    this.figure.style.flexGrow = on ? String(this.#flex) : "0";
  }

  fold(on: boolean): void {
    this.figure.classList.toggle("folded", on);
    this.#grow(!on);
  }

  setIdle(on: boolean): void {
    this.figure.classList.toggle("idle", on);
    this.#grow(!on);
  }

  set titled(on: boolean) {
    if (this.#title.hidden === on) this.#title.hidden = !on;
  }

  set unit(text: string) {
    write(this.#unit, text);
  }

  /** Writes name and description for screen readers. */
  tell(name: string, description: string): void {
    setAttribute(this.figure, "aria-label", name);
    write(this.#described, description);
  }

  /** Whether a part of the plot is the future. */
  set future(on: boolean) {
    this.#pale?.classList.toggle("is-off", !on);
  }

  /** Words in the plot, at a place in it; null: there are data. */
  empty(text: string | null, left = 0, top = 0): void {
    if (this.#empty.hidden !== (text === null)) this.#empty.hidden = text === null;
    if (text === null) return;
    write(this.#empty, text);
    this.#empty.style.left = `${left}px`;
    this.#empty.style.top = `${top}px`;
  }
}
