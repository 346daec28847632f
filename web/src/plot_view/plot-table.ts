/** The numbers of a plot as a table. Not here: values at a place (read.ts), when a table is asked for. */
import type { Cell, Plot, Series } from "../ensemble/types.ts";
import { translate } from "../i18n/catalogue.ts";
import { element } from "../ui/dom.ts";
import { axisTitle } from "./axis-ends.ts";
import { middleOf } from "./cells.ts";
import { COLUMNS, reading } from "./read.ts";

/** Points that a table lists at most; the rest is in the file. */
const LISTED = 400;

/** A table of all points of a plot; `name`: the panel's title. */
export function numbersOf(name: string, plot: Plot): HTMLElement {
  const title = name || plot.y.label;
  const table = element("table", "");
  table.append(element("caption", "unseen", title), headOf(plot));
  const body = element("tbody", "");
  const points = plot.series.flatMap((series) => series.points.map((point) => ({ series, point })));
  for (const { series, point } of points.slice(0, LISTED)) body.append(rowOf(plot, series, point));
  for (const cell of plot.cells?.all ?? []) body.append(cellRow(plot, cell));
  table.append(body);
  const place = element("div", "plot-rows");
  place.tabIndex = 0;
  place.setAttribute("role", "region");
  place.setAttribute("aria-label", translate("figures.numbers.of", { title }));
  place.append(table);
  const more = points.length - LISTED;
  if (more > 0) place.append(element("p", "", translate("figures.numbers.more", { n: more })));
  return place;
}

const hasRanges = (plot: Plot): boolean => plot.series.some((series) => series.ranges);

function headOf(plot: Plot): HTMLElement {
  const { cells } = plot;
  const heads = [
    cells ? axisTitle(plot.y) : translate("figures.series"),
    axisTitle(plot.x) || translate("figures.x"),
    translate("figures.quantity"),
    cells ? cells.label : axisTitle(plot.y),
  ];
  if (hasRanges(plot)) heads.push(translate("figures.edge.range"));
  const row = element("tr", "");
  for (const text of heads) {
    const cell = element("th", "", text);
    cell.scope = "col";
    row.append(cell);
  }
  const head = element("thead", "");
  head.append(row);
  return head;
}

function cellRow(plot: Plot, { x, y, value, low, high, ahead }: Cell): HTMLElement {
  const values =
    value === null ? "–" : [low, value, high].map((each) => reading(each)).join(" / ") + (ahead ? `; ${ahead}` : "");
  const kinds = COLUMNS.medians.map((column) => translate(`figures.column.${column}`)).join(" / ");
  const first = element("th", "", reading(middleOf(y, plot.y.log), plot.y));
  first.scope = "row";
  const row = element("tr", "");
  const cells = [reading(middleOf(x, plot.x.log), plot.x), kinds, values];
  row.append(first, ...cells.map((text) => element("td", "", text)));
  return row;
}

function rowOf(plot: Plot, series: Series, point: readonly number[]): HTMLElement {
  const isBar = series.form === "bars";
  const kinds = COLUMNS[series.form].map((column) => (column ? translate(`figures.column.${column}`) : "")).join(" / ");
  const [from = 0, until = 0] = point;
  const x = isBar ? `${reading(from)}–${reading(until)}` : reading(from, plot.x);
  const values = point.slice(isBar ? 2 : 1).map((value) => reading(value, plot.y));
  const cells = [x, kinds, values.join(" / ")];
  if (hasRanges(plot)) {
    const place = isBar ? (from + until) / 2 : from;
    const [, ...range] = series.ranges?.find(([at]) => at === place) ?? [];
    cells.push(range.map((value) => reading(value, plot.y)).join("–"));
  }
  const first = element("th", "", series.name);
  first.scope = "row";
  const row = element("tr", "");
  row.append(first, ...cells.map((text) => element("td", "", text)));
  return row;
}
