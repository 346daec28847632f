/**
 * A figure on the page: its panels placed as the paper places them, and apart from these the comparison panels, small; plots, grids of
 * plots, and tables. Not here: one plot (plot-view.ts), a grid (grid-view.ts), what is around and between the two.
 */

import { readUnit, type Theme } from "../design/theme.ts";
import type { Figure, Panel, Plot, Table } from "../ensemble/types.ts";
import { translate } from "../i18n/catalogue.ts";
import { blocksOf, type Cell, isCell, keyedSeries, rulesOf } from "../plot_view/grid.ts";
import { PlotLegend } from "../plot_view/plot-legend.ts";
import { PlotView } from "../plot_view/plot-view.ts";
import { entryText } from "../plot_view/read.ts";
import { element } from "../ui/dom.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";
import { GridView } from "./grid-view.ts";
import { spoken } from "./labels.ts";

export class FigureView {
  /** The paper's panels. */
  readonly main = element("div", "panels-main");
  /** Those for comparison; hidden where there are none. */
  readonly others = element("details", "panels-others");
  readonly #beside = element("div", "panels-beside");
  readonly #plots = new Map<number, PlotView>();
  readonly #tables = new Map<number, HTMLElement>();
  readonly #grids: { view: GridView; places: number[] }[] = [];
  /** Of all grids. */
  readonly #legend = new PlotLegend((when) => (when === "now" ? this.#drawGrids() : frames.request(this.#part)));
  #form = "";
  #theme: Theme | null = null;

  constructor() {
    // On a phone they would come between the figure and its claims.
    this.others.open = matchMedia("(min-width: 700px)").matches;
    this.others.hidden = true;
    this.others.append(element("summary", "", translate("figures.beside")), this.#beside);
  }

  /** Draws a figure; `floor`: an earlier one of the same form, whose axes it keeps at least. */
  update(found: Figure, floor: Figure | null): void {
    const figure = spoken(found);
    const { panels } = figure;
    const form = JSON.stringify(
      panels.map(({ title, beside, low, row, column, plot }) => [title, beside, low, row, column, !!plot]),
    );
    if (form !== this.#form) {
      this.#form = form;
      this.#build(figure);
    }
    const before = (place: number): Plot | null => floor?.panels[place]?.plot ?? null;
    panels.forEach((panel, i) => {
      const { plot, table } = panel;
      if (plot) this.#plots.get(i)?.update(panel.title, plot, before(i));
      const place = this.#tables.get(i);
      if (table) place?.replaceChildren(...tableOf(panel, table, place instanceof HTMLDetailsElement));
    });
    const cells = panels.filter(isCell);
    this.#legend.update(keyedSeries(cells), rulesOf(cells));
    this.#legend.arrange(() => false);
    for (const { view, places } of this.#grids)
      view.update(
        places.map((place) => panels[place] as Cell),
        places.map(before),
      );
    this.#drawLegend();
  }

  /** A figure of this form with the words and the series that the reader sees now: what a picture of it shows. */
  asShown(found: Figure): Figure {
    const figure = spoken(found);
    const panels = figure.panels.map((panel, i) => {
      const view = isCell(panel) ? this.#legend : this.#plots.get(i);
      return panel.plot && view ? { ...panel, plot: view.asShown(panel.plot) } : panel;
    });
    return { ...figure, panels };
  }

  theme(theme: Theme): void {
    this.#theme = theme;
    for (const view of this.#plots.values()) view.theme(theme);
    for (const { view } of this.#grids) view.theme(theme);
    this.#drawLegend();
  }

  readonly #part: FramePart = { priority: "charts", draw: () => this.#drawGrids() };

  #drawGrids(): void {
    for (const { view } of this.#grids) view.draw();
    this.#legend.arrange(() => false);
    this.#drawLegend();
  }

  #drawLegend(): void {
    if (this.#theme) this.#legend.draw(this.#theme, readUnit());
  }

  #build(figure: Figure): void {
    const { panels, columns } = figure;
    this.#plots.clear();
    this.#tables.clear();
    this.#grids.length = 0;
    this.main.replaceChildren();
    this.#beside.replaceChildren();
    const hasPlots = panels.some((panel) => panel.plot);
    for (const places of blocksOf(figure)) {
      const panel = panels[places[0] ?? 0] as Panel;
      (panel.beside ? this.#beside : this.main).append(this.#block(panel, places, hasPlots));
    }
    // Panels beside each other that are no grid.
    const loose = panels.filter((panel) => !panel.beside && !isCell(panel));
    const last = panels.findLastIndex((panel) => !panel.beside);
    // A table that would be alone in its row takes the whole row.
    this.#tables.get(last)?.classList.toggle("is-whole", loose.length % columns === 1);
    this.main.style.setProperty("--columns", String(Math.max(1, Math.min(columns, loose.length))));
    this.main.classList.toggle("is-alone", columns <= 1 || loose.length <= 1);
    this.main.classList.toggle("is-many", columns > 1 && loose.length > 1);
    this.others.hidden = panels.every((panel) => !panel.beside);
  }

  /** A grid of several panels, or what one panel holds. */
  #block(panel: Panel, places: number[], hasPlots: boolean): HTMLElement {
    const [place = 0] = places;
    if (panel.table) {
      // Beside plots a long table is only their numbers, to be opened.
      const isFolded = isLong(panel.table) && hasPlots;
      const table = element(isFolded ? "details" : "div", "figure-table");
      this.#tables.set(place, table);
      return table;
    }
    if (isCell(panel)) {
      const view = new GridView(places.length, this.#legend, this.#grids.length === 0);
      this.#grids.push({ view, places });
      if (this.#theme) view.theme(this.#theme);
      return view.root;
    }
    const view = new PlotView();
    this.#plots.set(place, view);
    if (this.#theme) view.theme(this.#theme);
    view.root.classList.toggle("is-low", panel.low);
    return view.root;
  }
}

/** A text whose words between backticks are names in a scenario. */
function coded(text: string): (string | HTMLElement)[] {
  return text.split("`").map((part, i) => (i % 2 === 1 ? element("code", "", part) : part));
}

/** Rows of a table that stands open under plots. */
const OPEN_ROWS = 8;
const isLong = ({ rows }: Table): boolean => rows.length > OPEN_ROWS;

function tableOf(panel: Panel, { heads, rows }: Table, isFolded: boolean): HTMLElement[] {
  const table = element("table", "");
  const head = element("tr", "");
  heads.forEach((text, i) => {
    const number = rows.some((row) => row[i] && "value" in (row[i] as object));
    const cell = element("th", number ? "is-number" : "", text);
    cell.scope = "col";
    head.append(cell);
  });
  const top = element("thead", "");
  top.append(head);
  const body = element("tbody", "");
  for (const entries of rows) {
    const row = element("tr", "");
    entries.forEach((entry, i) => {
      const cell = element(i === 0 ? "th" : "td", "value" in entry ? "is-number" : "");
      cell.append(...coded(entryText(entry)));
      if (i === 0) (cell as HTMLTableCellElement).scope = "row";
      row.append(cell);
    });
    body.append(row);
  }
  table.append(top, body);
  const place = element("div", "figure-rows");
  place.tabIndex = 0;
  place.setAttribute("role", "region");
  place.setAttribute("aria-label", panel.title || translate("figures.numbers"));
  place.append(table);
  if (isFolded) return [element("summary", "", panel.title || translate("figures.numbers")), place];
  return panel.title ? [element("h2", "plot-title", panel.title), place] : [place];
}
