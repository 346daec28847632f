/**
 * The text on an experiment's drawing (titles, axes, legends, the cells of tables) in the reader's language. The experiments' crate
 * makes these words with the run's own numbers in them, so they are looked up in parts, a number as `#`: "40 ms, loss 0.01" is
 * "# ms" and "loss #". What a language lacks stays as it is: names of algorithms, mostly. Not here: sentences (scripts/long-texts.ts).
 */

import type { Axis, Figure, Panel, Plot, Table } from "../ensemble/types.ts";
import { has, language, num, translateSource } from "../i18n/catalogue.ts";
import { panelTitle } from "./names.ts";

/** A number that counts or measures; none within a name (TFRC(6), p90) or a version (2.6.25). */
const NUMBER = /(?<![\w.]|FreeBSD |Linux )\d+(?:\.\d+)?(?!\w|\.\d)/g;
/** Between parts: a full stop before a capital letter, a comma that stands in no brackets. */
const BETWEEN = /(\. (?=[A-Z])|, (?![^(]*\)))/;

function numberOf(text: string): string {
  const decimals = text.split(".")[1]?.length ?? 0;
  return num(Number(text), decimals, decimals);
}

function part(english: string): string {
  const numbers = english.match(NUMBER) ?? [];
  let at = 0;
  return translateSource(english.replace(NUMBER, "#")).replace(/#/g, () => numberOf(numbers[at++] ?? ""));
}

/** The words of a drawing in the reader's language. */
export function label(english: string): string {
  if (language() === "en" || english === "") return english;
  if (has(english)) return translateSource(english);
  return english
    .split(BETWEEN)
    .map((each, i) => (i % 2 === 1 ? each : part(each)))
    .join("");
}

const axisOf = (axis: Axis): Axis => ({
  ...axis,
  label: label(axis.label),
  unit: label(axis.unit),
  names: axis.names.map(label),
});

const plotOf = (plot: Plot): Plot => ({
  x: axisOf(plot.x),
  y: axisOf(plot.y),
  series: plot.series.map((series) => ({ ...series, name: label(series.name) })),
  rules: plot.rules.map((rule) => ({ ...rule, label: label(rule.label) })),
  spans: plot.spans.map((span) => ({ ...span, label: label(span.label) })),
  notes: plot.notes.map((note) => ({ ...note, text: label(note.text) })),
});

const tableOf = ({ heads, rows }: Table): Table => ({
  heads: heads.map(label),
  rows: rows.map((row) => row.map((entry) => ("text" in entry ? { text: label(panelTitle(entry.text)) } : entry))),
});

function panelOf({ plot, table, ...panel }: Panel): Panel {
  return {
    ...panel,
    title: label(panelTitle(panel.title)),
    ...(panel.row !== undefined && {
      row: label(panelTitle(panel.row)),
      column: label(panelTitle(panel.column ?? "")),
    }),
    ...(plot && { plot: plotOf(plot) }),
    ...(table && { table: tableOf(table) }),
  };
}

/** A figure as it is shown: its words in the reader's language, names without keys of a scenario. */
export const spoken = (figure: Figure): Figure => ({ ...figure, panels: figure.panels.map(panelOf) });
