/**
 * The legend of a plot, or of several that share their series: a key of what has no name at its line, and apart from it a list to choose
 * from, with the series that nobody has asked for yet. Values at the crosshair stand beside the names. Not here: names at the ends of
 * lines (end-labels.ts), the signs (series-style.ts).
 */
import type { Theme } from "../design/theme.ts";
import type { Plot, Series } from "../ensemble/types.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { canvasSurface } from "../plot/canvas-surface.ts";
import { element, write } from "../ui/dom.ts";
import { colourOf, drawSign, RULE, SIGN_WIDTH } from "./series-style.ts";

/** Series of one name: one, or one in each of several plots, which may differ in colour. */
interface Row {
  name: string;
  looks: Series[];
  item: HTMLElement;
  button: HTMLButtonElement;
  swatch: HTMLCanvasElement;
  value: HTMLElement;
}

export class PlotLegend {
  /** Legend under the plot. */
  readonly keys = element("ul", "plot-legend");
  /** All else, to be opened. */
  readonly more = element("details", "plot-more");
  /** Name of the series that the reader points at. */
  focus: string | null = null;
  readonly #summary = element("summary", "");
  readonly #others = element("ul", "plot-legend");
  /** Lines through the plots, by their words. */
  readonly #rules: { item: HTMLElement; swatch: HTMLCanvasElement }[] = [];
  #rows: Row[] = [];
  /** Series that the reader turned on or off, by name. */
  readonly #chosen = new Map<string, boolean>();

  /** `changed`: other series are to be drawn, at once or with the next frame. */
  constructor(private readonly changed: (when: "now" | "soon") => void) {
    this.more.append(this.#summary, this.#others);
  }

  /** Whether a series is drawn. */
  readonly shown = (series: Series): boolean => this.#chosen.get(series.name) ?? !series.hidden;

  /** A plot with the series that the reader sees now. */
  asShown(plot: Plot): Plot {
    return { ...plot, series: plot.series.map((series) => ({ ...series, hidden: !this.shown(series) })) };
  }

  /** The series of all plots; `rules`: words of lines through them, which the legend explains. */
  update(all: readonly Series[], rules: readonly string[] = []): void {
    const names = [...new Set(all.map((series) => series.name))].filter((name) => name !== "");
    if (this.#rows.map((row) => row.name).join("|") !== names.join("|"))
      this.#rows = names.map((name) => this.#row(name));
    for (const row of this.#rows) {
      const same = all.filter((series) => series.name === row.name);
      const looks = new Map(same.map((series) => [`${series.form} ${series.ink} ${series.stated}`, series]));
      row.looks = [...looks.values()];
    }
    if (rules.join("|") !== this.#rules.map(({ item }) => item.textContent).join("|"))
      this.#rules.splice(0, this.#rules.length, ...rules.map((words) => this.#rule(words)));
  }

  #rule(words: string): { item: HTMLElement; swatch: HTMLCanvasElement } {
    const item = element("li", "plot-rule");
    const swatch = element("canvas", "");
    swatch.setAttribute("aria-hidden", "true");
    item.append(swatch, element("span", "", words));
    return { item, swatch };
  }

  #row(name: string): Row {
    const button = element("button", "plot-series");
    button.type = "button";
    const swatch = element("canvas", "");
    swatch.setAttribute("aria-hidden", "true");
    const value = element("b", "");
    button.append(swatch, element("span", "", name), value);
    const item = element("li", "");
    item.append(button);
    const row: Row = { name, looks: [], item, button, swatch, value };
    const isShown = (): boolean => row.looks.some(this.shown);
    button.addEventListener("click", () => {
      this.#chosen.set(name, !isShown());
      this.changed("now");
    });
    const point = (focus: string | null): void => {
      this.focus = focus;
      this.changed("soon");
    };
    button.addEventListener("pointerenter", () => point(isShown() ? name : null));
    button.addEventListener("pointerleave", () => point(null));
    return row;
  }

  /** Lists under the plot what has no name at its line and was not left out from the beginning, the rest apart. */
  arrange(isNamed: (series: Series) => boolean): void {
    // The only line of a plot is what its title and axis say.
    const only = this.#rows.length < 2 && this.#rows[0]?.looks.every(({ form }) => form === "line" || form === "steps");
    const isKey = ({ looks }: Row): boolean => !only && looks.some((series) => !series.hidden && !isNamed(series));
    const keys = this.#rows.filter(isKey);
    const others = only ? [] : this.#rows.filter((row) => !isKey(row));
    const held = document.activeElement;
    fill(this.keys, [...keys, ...this.#rules]);
    fill(this.#others, others);
    // A button that changes its list keeps the focus.
    if (held instanceof HTMLElement && held !== document.activeElement) held.focus({ preventScroll: true });
    this.keys.hidden = keys.length + this.#rules.length === 0;
    this.more.hidden = others.length === 0;
    const shown = num(this.#rows.filter((row) => row.looks.some(this.shown)).length);
    write(this.#summary, translate("figures.series.shown", { n: shown, all: num(this.#rows.length) }));
  }

  draw(theme: Theme, unit: number): void {
    for (const { button, looks, swatch } of this.#rows) {
      button.setAttribute("aria-pressed", String(looks.some(this.shown)));
      const signs = [...new Map(looks.map((series) => [colourOf(theme, series), series])).values()];
      drawSwatch(swatch, signs, theme, unit);
    }
    for (const { swatch } of this.#rules) drawSwatch(swatch, [RULE], theme, unit);
  }

  /** Writes the value of each series at the crosshair; empty where there is none. */
  read(value: (name: string) => string): void {
    for (const row of this.#rows) write(row.value, value(row.name));
  }
}

function fill(list: HTMLElement, rows: readonly { item: HTMLElement }[]): void {
  const items = rows.map((row) => row.item);
  const same = list.children.length === items.length && items.every((item, i) => list.children[i] === item);
  if (!same) list.replaceChildren(...items);
}

/** Signs beside each other: of a series that plots show in several colours. */
function drawSwatch(canvas: HTMLCanvasElement, signs: readonly Series[], theme: Theme, unit: number): void {
  const ratio = Math.max(1, devicePixelRatio || 1);
  const step = (SIGN_WIDTH + 4) * unit;
  const [width, height] = [step * signs.length - 4 * unit, 14 * unit];
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const surface = canvasSurface(context, theme, unit, ratio);
  signs.forEach((series, i) => {
    drawSign(surface, series, (SIGN_WIDTH / 2) * unit + i * step, height / 2, theme, theme.page, unit);
  });
}
