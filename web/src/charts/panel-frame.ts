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
  /** Under a stage: opens the chart in its place, or makes it a row again. */
  readonly opener = element("button", "track-name");
  readonly #value = element("span", "track-value");
  readonly #name = element("span", "");
  readonly #measure = element("span", "track-unit");
  readonly #flex: number;
  readonly #title = element("h2", "chart-title");
  readonly #unit = element("span", "chart-unit");
  /** Says what the computed future looks like. */
  readonly #thin: HTMLElement | null;
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
    this.#thin = xAxisOf(chart).shared ? element("span", "chart-thin", translate("chart.thin")) : null;
    if (this.#thin) this.#title.append(this.#thin);
    this.#empty.hidden = true;
    for (const canvas of canvases) canvas.setAttribute("aria-hidden", "true");
    plot.append(...canvases, labels.column, this.#empty);
    this.opener.type = "button";
    this.opener.append(this.#name);
    const heading = element("h2", "track-head");
    heading.append(this.opener, this.#measure);
    figure.append(this.#title, heading, menu, labels.row, plot, this.#value, this.#described);
    figure.classList.add("due");
    this.#flex = chart.flex;
    this.#grow(true);
  }

  #grow(on: boolean): void {
    const { classList, style } = this.figure;
    style.flexGrow = on && !classList.contains("is-track") ? String(this.#flex) : "0";
  }

  fold(on: boolean): void {
    this.figure.classList.toggle("folded", on);
    this.#grow(!on);
  }

  /** Under a stage: a row, or open; null: no track, with its own share of the height. */
  track(role: "row" | "open" | null): void {
    const { figure, opener } = this;
    const row = role === "row";
    figure.classList.toggle("is-track", role !== null);
    figure.classList.toggle("is-row", row);
    this.#grow(true);
    opener.setAttribute("aria-expanded", row ? "false" : "true");
    // A row is no picture to walk through: its button opens one.
    if (row) figure.removeAttribute("tabindex");
    else figure.tabIndex = 0;
    figure.setAttribute("role", row ? "group" : "application");
  }

  /** Of a track: its name, and what it reads at the playhead. */
  set name(text: string) {
    write(this.#name, text);
  }
  set value(text: string) {
    write(this.#value, text);
  }

  setIdle(on: boolean): void {
    this.figure.classList.toggle("idle", on);
    this.#grow(!on);
  }

  set titled(on: boolean) {
    if (this.#title.hidden === on) this.#title.hidden = !on;
  }

  /** Unit of y, beside the name of a track. */
  set measure(text: string) {
    write(this.#measure, text);
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
    this.#thin?.classList.toggle("is-off", !on);
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
