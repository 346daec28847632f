/**
 * A figure on the page: its panels placed as the paper places them, and apart from these the comparison panels, small; plots and
 * tables. Not here: one plot (plot-view.ts), what is around and between the two.
 */

import type { Theme } from "../design/theme.ts";
import type { Figure, Panel, Table } from "../ensemble/types.ts";
import { translate } from "../i18n/catalogue.ts";
import { element } from "../ui/dom.ts";
import { spoken } from "./labels.ts";
import { PlotView } from "./plot-view.ts";
import { entryText } from "./read.ts";

export class FigureView {
  /** The paper's panels. */
  readonly main = element("div", "panels-main");
  /** Those for comparison; hidden where there are none. */
  readonly others = element("details", "panels-others");
  readonly #beside = element("div", "panels-beside");
  readonly #plots = new Map<number, PlotView>();
  readonly #tables = new Map<number, HTMLElement>();
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
    const form = JSON.stringify(figure.panels.map(({ title, beside, low, plot }) => [title, beside, low, !!plot]));
    if (form !== this.#form) {
      this.#form = form;
      this.#build(figure);
    }
    figure.panels.forEach((panel, i) => {
      const { plot, table } = panel;
      if (plot) this.#plots.get(i)?.update(panel.title, plot, floor?.panels[i]?.plot ?? null);
      if (table) this.#tables.get(i)?.replaceChildren(...tableOf(panel, table));
    });
  }

  /** A figure of this form with the words and the series that the reader sees now: what a picture of it shows. */
  asShown(found: Figure): Figure {
    const figure = spoken(found);
    const panels = figure.panels.map((panel, i) => {
      const view = this.#plots.get(i);
      return panel.plot && view ? { ...panel, plot: view.asShown(panel.plot) } : panel;
    });
    return { ...figure, panels };
  }

  theme(theme: Theme): void {
    this.#theme = theme;
    for (const view of this.#plots.values()) view.theme(theme);
  }

  #build(figure: Figure): void {
    this.#plots.clear();
    this.#tables.clear();
    const cells = figure.panels.map((panel, i) => {
      if (panel.table) {
        const place = element("div", "figure-table");
        this.#tables.set(i, place);
        return place;
      }
      const view = new PlotView();
      this.#plots.set(i, view);
      if (this.#theme) view.theme(this.#theme);
      view.root.classList.toggle("is-low", panel.low);
      return view.root;
    });
    const own = figure.panels.filter((panel) => !panel.beside).length;
    const last = figure.panels.findLastIndex((panel) => !panel.beside);
    // A table that would be alone in its row takes the whole row.
    cells[last]?.classList.toggle("is-whole", !!figure.panels[last]?.table && own % figure.columns === 1);
    this.main.style.setProperty("--columns", String(Math.max(1, Math.min(figure.columns, own))));
    this.main.classList.toggle("is-alone", figure.columns <= 1 || own <= 1);
    this.main.classList.toggle("is-many", figure.columns > 1 && own > 1);
    this.main.replaceChildren(...cells.filter((_, i) => !figure.panels[i]?.beside));
    this.#beside.replaceChildren(...cells.filter((_, i) => figure.panels[i]?.beside));
    this.others.hidden = own === figure.panels.length;
  }
}

/** A text whose words between backticks are names in a scenario. */
function coded(text: string): (string | HTMLElement)[] {
  return text.split("`").map((part, i) => (i % 2 === 1 ? element("code", "", part) : part));
}

function tableOf(panel: Panel, { heads, rows }: Table): HTMLElement[] {
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
  return panel.title ? [element("h2", "plot-title", panel.title), place] : [place];
}
