/**
 * Knife edges: values that depend on a setting which the paper leaves open. Their ranges become part of a figure, and each has a sentence
 * that names the setting. Pure. Not here: how they are found (wasm-core/experiments/src/edges), how a range is drawn (draw.ts).
 */
import type { Entry, Figure, KnifeEdge, KnifeEdges, Panel, Plot, Series } from "../ensemble/types.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { entryText, reading } from "../plot_view/read.ts";
import { spoken } from "./labels.ts";

/** The lowest and the highest value of an edge, the drawn one included. */
function rangeOf({ value, moved }: KnifeEdge): [number, number] {
  const all = [value, ...Object.values(moved)].filter((one) => one !== null);
  return [Math.min(...all), Math.max(...all)];
}

/** Where the value of a point is, by the form of its series. */
const valueAt = ({ form }: Series): number => (form === "medians" || form === "bars" ? 2 : 1);

/** A figure with the range of each edge whose value it shows: an edge of other results is left out. */
export function withRanges(figure: Figure, edges: KnifeEdges | undefined): Figure {
  if (!edges || edges.points.length + edges.entries.length === 0) return figure;
  const panels = figure.panels.map(({ plot, table, ...panel }, place): Panel => {
    const points = edges.points.filter((edge) => edge.panel === place);
    const entries = edges.entries.filter((edge) => edge.panel === place);
    const series = plot?.series.map((one, i) =>
      withPointRanges(
        one,
        points.filter((edge) => edge.series === i),
      ),
    );
    const rows = table?.rows.map((row, i) =>
      row.map((entry, column) =>
        withEntryRange(
          entry,
          entries.find((edge) => edge.row === i && edge.column === column),
        ),
      ),
    );
    return {
      ...panel,
      ...(plot && series && { plot: { ...plot, series } }),
      ...(table && rows && { table: { ...table, rows } }),
    };
  });
  return { ...figure, panels };
}

function withPointRanges(series: Series, edges: readonly KnifeEdges["points"][number][]): Series {
  const ranges: number[][] = [];
  for (const point of series.points) {
    const [from = 0, until = 0] = point;
    const edge = edges.find(({ x, value }) => x === from && value === point[valueAt(series)]);
    if (edge) ranges.push([series.form === "bars" ? (from + until) / 2 : from, ...rangeOf(edge)]);
  }
  return ranges.length > 0 ? { ...series, ranges } : series;
}

const withEntryRange = (entry: Entry, edge: KnifeEdge | undefined): Entry =>
  edge && "value" in entry && entry.value === edge.value ? { ...entry, range: rangeOf(edge) } : entry;

/** An edge in words. */
export interface EdgeWords {
  /** Which value it is; empty where a claim has only this one. */
  name: string;
  /** A sentence for each setting. */
  sentences: string[];
}

/** The step with one packet less or more, and what is added to the initial window. */
const WINDOWS: ReadonlyMap<string, number> = new Map([
  ["initial_window_less", -1],
  ["initial_window_more", 1],
]);

/** Steps of one setting, under its name. */
const SETTINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ["initial_window", [...WINDOWS.keys()]],
  ["start", ["start_earlier", "start_later"]],
  ["send_jitter", ["send_jitter"]],
]);

/** A sentence for each setting that an edge depends on; `show` writes a value, `unit` follows the first. */
export function sentencesOf(
  { value, moved }: KnifeEdge,
  { initial_window_packets: window }: Pick<KnifeEdges, "initial_window_packets">,
  show: (value: number | null) => string,
  unit = "",
): string[] {
  const drawn = unit === "" ? show(value) : `${show(value)} ${unit}`;
  const sentences: string[] = [];
  for (const [setting, steps] of SETTINGS) {
    const isCounted = setting === "initial_window" && window !== null;
    const ways = new Map<string, string[]>();
    for (const step of steps) {
      const after = moved[step];
      if (after === undefined) continue;
      const way = isCounted ? num(window + (WINDOWS.get(step) ?? 0)) : translate(`figures.edge.step.${step}`);
      ways.set(show(after), [...(ways.get(show(after)) ?? []), way]);
    }
    if (ways.size === 0) continue;
    const first = isCounted
      ? translate("figures.edge.packets", { value: drawn, n: num(window) })
      : translate("figures.edge.drawn", { value: drawn });
    const others = [...ways].map(([shown, names]) => {
      const way = names.reduce((one, other) => translate("figures.edge.or", { one, other }));
      return translate(isCounted ? "figures.edge.with" : "figures.edge.moved", { value: shown, way });
    });
    sentences.push(translate(`figures.edge.${setting}`, { values: [first, ...others].join(", ") }));
  }
  return sentences;
}

/** A place on the x axis in words. */
function placeText(plot: Plot, x: number): string {
  if (plot.x.names.length > 0) return reading(x, plot.x);
  const value = plot.x.unit === "" ? reading(x) : `${reading(x)} ${plot.x.unit}`;
  return `${plot.x.label} ${value}`;
}

/** The edges that a figure with its ranges shows: those of its plots, then those of its tables. */
export function edgeWords(figure: Figure, edges: KnifeEdges | undefined): EdgeWords[] {
  if (!edges) return [];
  const { panels } = spoken(figure);
  const words: EdgeWords[] = [];
  for (const edge of edges.points) {
    const panel = panels[edge.panel];
    const plot = panel?.plot;
    const series = plot?.series[edge.series];
    // Two links may have the same place on the axis.
    const point = series?.points.find((one) => one[0] === edge.x && one[valueAt(series)] === edge.value);
    if (!panel || !plot || !series?.ranges || !point) continue;
    const parts = [panel.title, series.name, placeText(plot, edge.x)].filter((part) => part !== "");
    const show = (value: number | null): string => reading(value ?? Number.NaN, plot.y);
    words.push({ name: parts.join(", "), sentences: sentencesOf(edge, edges, show, plot.y.unit) });
  }
  for (const edge of edges.entries) {
    const { title = "", table } = panels[edge.panel] ?? {};
    const row = table?.rows[edge.row];
    const entry = row?.[edge.column];
    if (!table || !row || !entry || !("range" in entry)) continue;
    const [head = "", heading] = [table.heads[0], row[0]];
    const first =
      heading && "text" in heading ? heading.text.replaceAll("`", "") : `${head} ${heading ? entryText(heading) : ""}`;
    const parts = [title, first, table.heads[edge.column] ?? ""].filter((part) => part !== "");
    const show = (value: number | null): string => entryText({ value, digits: entry.digits });
    words.push({ name: parts.join(", "), sentences: sentencesOf(edge, edges, show) });
  }
  return words;
}
