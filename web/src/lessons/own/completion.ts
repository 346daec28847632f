/**
 * Completions for a lesson's text at the cursor: results of its runs by their plain names for `of`, panels for `view` and `on`, settings for
 * `path`, fields and words of a curve and of a search. Pure.
 * Not here: the list on the screen (text_editor), which runs there are (opened.ts).
 */
import { PANELS } from "../../address/fields.ts";
import { has, translate, unitWord } from "../../i18n/catalogue.ts";
import type { Measured } from "../../session/measures.ts";
import { isObject } from "../../session/scenario.ts";
import type { Completions } from "../../text_editor/text-editor.ts";
import { curve, smallest } from "../file/facts.ts";
import { faceOf, nameKey } from "../tell.ts";

/** A field whose text is being written, alone or in a list: its name, and what of the text is there. */
const OPEN = /"(of|on|view|path|scale|theory)"\s*:\s*(?:\[(?:\s*"[^"\n]*"\s*,)*\s*)?"([^"\n]*)$/;
/** The result that a search's condition is about. */
const HOLDS = /"(holds)"\s*:\s*\[\s*"([^"\n]*)$/;
/** The name of a field of a curve or of a search. */
const FIELD = /"(curve|smallest)"\s*:\s*\{(?:(?:[^{}[]|\[[^\]]*\])*,)?\s*"([^"\n]*)$/;
/** So much before the cursor is looked at. */
const BEFORE = 400;

/** The paths of all results in a summary: of flows and cross traffic by their names. */
function pathsIn(value: unknown, path: string): string[] {
  const under = (name: string): string => (path === "" ? name : `${path}.${name}`);
  if (Array.isArray(value))
    return value.flatMap((one) => (isObject(one) && typeof one.name === "string" ? pathsIn(one, under(one.name)) : []));
  if (isObject(value)) return Object.entries(value).flatMap(([name, own]) => pathsIn(own, under(name)));
  return typeof value === "number" || value === null ? [path] : [];
}

/** The settings that runs have, with those of a flow the number of its copies. */
function settings(runs: readonly Measured[]): Completions["options"] {
  const paths = runs.flatMap((run) => pathsIn(run.settings, ""));
  const counts = paths.flatMap((path) => {
    const flow = /^flows\.(.+?)(?: \d+)?\.base_rtt_ms$/.exec(path)?.[1];
    return flow === undefined ? [] : [`flows.${flow}.count`];
  });
  return [...new Set([...paths, ...counts])].map((label) => {
    const key = `setting.${label.split(".").at(-1)}`;
    return { label, detail: has(key) ? translate(key) : "", first: label.includes(".") };
  });
}

const plain = (labels: readonly string[], detail: (label: string) => string = () => ""): Completions["options"] =>
  labels.map((label) => ({ label, detail: detail(label), first: false }));

/** A result in plain words, with its unit. */
function detailOf(path: string): string {
  const key = nameKey(path);
  const { unit } = faceOf(path);
  const words = has(key) ? translate(key, { flow: path.split(".")[1] ?? "" }) : "";
  return [words, unit && unitWord(unit, 2)].filter(Boolean).join(", ");
}

/** The results that runs have, those with plain names first. */
function results(runs: readonly Measured[]): Completions["options"] {
  const paths = runs.flatMap(({ summary }) => pathsIn(summary, ""));
  const flows = paths.flatMap((path) => /^flows\.[\w-]+(?=\.goodput_bps$)/.exec(path)?.[0] ?? []);
  const derived = [...flows.map((flow) => `${flow}.share_of_flows`), "bottleneck.queue_delay_ms.p90"];
  return [...new Set([...paths, ...derived])].map((label) => ({
    label,
    detail: detailOf(label),
    first: has(nameKey(label)),
  }));
}

/** Completions at a place of the text; null where nothing is known of it. */
export function completionsAt(text: string, at: number, runs: readonly Measured[]): Completions | null {
  const before = text.slice(Math.max(0, at - BEFORE), at);
  const found = HOLDS.exec(before) ?? OPEN.exec(before) ?? FIELD.exec(before);
  if (!found) return null;
  const [, field = "", written = ""] = found;
  const panels = PANELS.filter((panel) => field === "view" || panel !== "path");
  const offers: Record<string, () => Completions["options"]> = {
    of: () => results(runs),
    holds: () => results(runs),
    path: () => settings(runs),
    curve: () => plain(Object.keys(curve.entries)),
    smallest: () => plain(Object.keys(smallest.entries)),
    scale: () => plain(curve.entries.scale.options, (label) => translate(`lesson.curve.${label}`)),
    theory: () => plain(curve.entries.theory.wrapped.options, (label) => translate(`lesson.curve.theory.${label}`)),
  };
  const options =
    offers[field]?.() ?? plain(panels, (label) => translate(label === "path" ? "lesson.panel.path" : `chart.${label}`));
  return { from: at - written.length, options };
}
