/**
 * The panels that the builder offers: those of the contract that exist, in the page's order, and their names. Not here: what
 * they draw.
 */
import { CHARTS } from "../charts/registry.ts";
import "../i18n/charts.ts";
import { translate } from "../i18n/catalogue.ts";

/** All panels that a widget may show, by their ids, the path first. */
export const CHART_IDS: readonly string[] = [
  "path",
  ...CHARTS.filter(({ inWidget }) => inWidget !== false).map(({ id }) => id),
];

/** Name of a panel for the reader. */
export function panelName(id: string): string {
  return translate(id === "path" ? "lab.path" : `chart.${id}`);
}
