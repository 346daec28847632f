/**
 * Settings and measures of a run that a sweep can have, and the sweep's document (docs/sweeps.md) that a choice makes. Ranges and names are the
 * engine's tables. Pure. Not here: which values there are in the end and how they are run (crate `sweep`), the form (form.ts).
 */
import { nameText, sourceName } from "../engine/protocol.ts";
import { ALGORITHMS, ENTRY } from "../generated/settings.ts";
import { has, translate, translateSource } from "../i18n/catalogue.ts";
import { entriesOf } from "../session/facts.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { countOf, isObject, type Json, nameOf, type Scenario } from "../session/scenario.ts";
import { nameOfSetting, rttPaths } from "../session/setting-names.ts";
import { tables } from "../session/setting-tables.ts";
import { type Column, FLOW, INDEX, PATH } from "../session/summary-columns.ts";
import { settingLabel, wordLabel } from "../settings/labels.ts";
import { type Face, faceOf, type Setting, toDocument, toScreen } from "../settings/setting.ts";

/** A setting of the run that can be varied, or one that several flows share. */
export interface Variable {
  /** All get the same value; the first one stands for them. */
  paths: readonly [string, ...string[]];
  label: string;
  /** Of a number: how it is shown. */
  face: Face | null;
  /** Of a word: what it may be; where there are many, some are taken at first. */
  words: readonly { value: string; label: string; rare?: boolean }[];
  /** In the screen's unit. */
  value: number | string;
}

/** How a setting is varied. */
export interface Axis {
  /** The first path of its variable. */
  path: string;
  /** Ends in the screen's unit, and number of values, of a number. */
  from: number;
  to: number;
  steps: number;
  logarithmic: boolean;
  /** Of a word. */
  words: readonly string[];
}

/** A measure: a number of the summary, of each flow, of the bottleneck or of the run. */
export interface Field extends Column {
  of: "flow" | "path" | "run";
}

/** A search: for the end of the values with which a measure keeps a bound, in the screen's unit. */
export interface Goal {
  find: "smallest" | "largest";
  bound: "at_least" | "at_most";
  value: number;
}

/** The reader's choice. */
export interface Choice {
  axes: readonly Axis[];
  seeds: number;
  /** Paths of fields. */
  fields: readonly string[];
  /** Of a map or a search: place of the flow whose field it is. */
  flow: number;
  /** null: no search. */
  goal: Goal | null;
}

/** Flows whose settings are listed. */
const LISTED = 8;
/** Measures that a curve shows at first. */
export const USUAL_FIELDS: readonly string[] = ["goodput_bps", "queue_ms.p50"];
/** The search at first, and its number of values. */
export const USUAL_GOAL: Goal = { find: "smallest", bound: "at_least", value: 99 };
export const FIND_STEPS = 100;
/** Values of each axis of a map. */
export const MAP_STEPS = 12;
/** Usual range: the present value by so much, both ways; number of values of a curve. */
const REACH = 8;
const STEPS = 9;

/** All settings of the run that can be varied, in the document's order. `settings`: the engine's document with every default. */
export function variablesOf(settings: unknown, scenario: Scenario, looks: readonly FlowLook[]): Variable[] {
  const found: Variable[] = [];
  const add = (paths: Variable["paths"], label: string, setting: Setting | null, value: unknown): void => {
    if (setting?.domain.type === "number" && typeof value === "number") {
      const face = faceOf(setting);
      found.push({ paths, label, face, words: [], value: toScreen(face, value) });
    } else if (setting?.domain.type === "words" && typeof value === "string") {
      const words = setting.domain.words.map((word) => ({ value: word, label: wordLabel("", setting.name, word) }));
      found.push({ paths, label, face: null, words, value });
    }
  };
  const addAll = (base: string, section: unknown): void => {
    for (const [name, value] of Object.entries(isObject(section) ? section : {})) {
      const path = base + name;
      if (isObject(value)) addAll(`${path}.`, value);
      else add([path], nameOfSetting(path, looks), tables.settingAt(path, settings), value);
    }
  };
  const root: Json = isObject(settings) ? settings : {};
  addAll("bottleneck.", root.bottleneck);
  const rtts = rttPaths(settings);
  const [first, ...others] = rtts;
  if (first !== undefined && others.length > 0)
    add(
      [first, ...others],
      translate("lab.control.rtt"),
      tables.settingAt(first, settings),
      entriesOf(settings, "flows")[0]?.base_rtt_ms,
    );
  for (const look of looks.filter(({ cross }) => !cross).slice(0, LISTED)) {
    const base = `flows.${nameText(look.name)}.`;
    const entry = entriesOf(settings, "flows").find(({ name }) => name === look.name);
    const label = translate("lab.control.of", { setting: translate("setting.kind"), flow: look.label });
    // Those with a colour of their own are the well-known ones.
    const words = ALGORITHMS.map(({ kind, title, ink }) => ({
      value: kind,
      label: translateSource(title),
      rare: ink === undefined,
    }));
    found.push({ paths: [`${base}algorithm.kind`], label, face: null, words, value: look.kind });
    addAll(base, entry);
  }
  (scenario.flows ?? []).forEach((entry, i) => {
    const name = nameText(nameOf("flows", entry, i));
    const label = translate("lab.control.of", { setting: settingLabel("flow", "count"), flow: name });
    const count = ENTRY.params.find((each) => each.name === "count") ?? null;
    add([`flows.${name}.count`], label, count, countOf(entry));
  });
  for (const look of looks.filter(({ cross }) => cross).slice(0, LISTED))
    addAll(
      `cross_traffic.${nameText(look.name)}.`,
      entriesOf(settings, "cross_traffic").find(({ name }) => name === sourceName(nameText(look.name))),
    );
  addAll("reverse_bottleneck.", root.reverse_bottleneck);
  return found;
}

/** The usual values of a variable: around the present one, or all that its slider has. */
export function axisOf({ paths, face, words, value }: Variable, steps = STEPS): Axis {
  const [path] = paths;
  const axis = {
    path,
    from: 0,
    to: 0,
    steps,
    logarithmic: false,
    words: words.filter(({ rare }) => !rare).map(({ value }) => value),
  };
  if (!face) return axis;
  const [least, most] = [face.zero && face.scale !== "log" ? 0 : face.min, face.max];
  const logarithmic = face.scale === "log" || (least > 0 && most / least >= 50);
  if (!logarithmic || !(Number(value) > 0)) return { ...axis, from: least, to: most, logarithmic };
  const round = (end: number): number => Number(face.integer ? Math.round(end) : end.toPrecision(2));
  const from = round(Math.max(least, Number(value) / REACH));
  return { ...axis, from, to: Math.max(from * 2, round(Math.min(most, Number(value) * REACH))), logarithmic };
}

const MORE_OF_FLOW: readonly Column[] = [
  { path: "throughput_bps", unit: "Mbit/s", factor: 1e-6, digits: 3 },
  { path: "fast_recoveries", digits: 0 },
];
/** Harm that the other flows do to each flow (crate `sweep`). */
const HARM: readonly Column[] = [
  { path: "goodput_harm", unit: "%", factor: 100, digits: 1 },
  { path: "rtt_harm", unit: "%", factor: 100, digits: 1 },
];
const MORE_OF_PATH: readonly Column[] = [
  { path: "queue_ms.mean", unit: "ms", digits: 1 },
  { path: "queue_packets.mean", digits: 1 },
];

/** Measures to choose from. */
export const FIELDS: readonly Field[] = [
  ...[...FLOW, ...MORE_OF_FLOW, ...HARM].map((column) => ({ ...column, of: "flow" as const })),
  ...[...PATH, ...MORE_OF_PATH].map((column) => ({ ...column, of: "path" as const })),
  { path: INDEX, digits: 3, of: "run" },
];

export const fieldOf = (path: string): Field | undefined => FIELDS.find((each) => each.path === path);

/** Name of a measure; that of a table's own is its column's. */
export const labelOf = ({ path }: Field): string => (has(`results.${path}`) ? translate(`results.${path}`) : path);

/** Columns of the table in which a field is, each with the flow that it is of. */
export function columnsOf(field: Field, looks: readonly FlowLook[]): { column: string; look: FlowLook | null }[] {
  if (field.of === "flow")
    return looks
      .filter(({ cross }) => !cross)
      .slice(0, LISTED)
      .map((look) => ({ column: `flows.${nameText(look.name)}.${field.path}`, look }));
  return [{ column: field.of === "path" ? `bottleneck.${field.path}` : field.path, look: null }];
}

/** A choice as a link has it, as far as it fits the run; else that of the form. */
export function restored(saved: Partial<Choice>, usual: Choice, variables: readonly Variable[]): Choice {
  const list = <T>(value: readonly T[] | undefined): readonly T[] => (Array.isArray(value) ? value : []);
  const finite = (value: unknown, otherwise: number): number => (Number.isFinite(value) ? Number(value) : otherwise);
  const axes = list(saved.axes).flatMap((axis): Axis[] => {
    const variable = variables.find(({ paths }) => paths[0] === axis?.path);
    if (!variable) return [];
    const own = axisOf(variable);
    return [
      {
        ...own,
        from: finite(axis.from, own.from),
        to: finite(axis.to, own.to),
        steps: finite(axis.steps, own.steps),
        logarithmic: axis.logarithmic === true,
        words: variable.words.map((word) => word.value).filter((word) => list(axis.words).includes(word)),
      },
    ];
  });
  const fields = list(saved.fields).filter((path) => fieldOf(path));
  return {
    axes: axes.length > 0 ? axes.slice(0, 2) : usual.axes,
    seeds: finite(saved.seeds, usual.seeds),
    fields: fields.length > 0 ? fields.slice(0, 3) : usual.fields,
    flow: finite(saved.flow, usual.flow),
    goal: saved.goal ? { ...USUAL_GOAL, ...saved.goal, value: finite(saved.goal.value, USUAL_GOAL.value) } : null,
  };
}

/** An axis as the sweep's document has it. */
function trackOf({ words, from, to, steps, logarithmic }: Axis, { face, paths }: Variable): Json {
  const track = (path: string): Json =>
    face
      ? {
          path,
          from: toDocument(face, from),
          to: toDocument(face, to),
          steps,
          ...(logarithmic && { scale: "logarithmic" }),
          ...(face.integer && { whole: true }),
        }
      : { path, values: words };
  return paths.length === 1 ? track(paths[0]) : { together: paths.map(track) };
}

/** The document of a sweep. The first seed is the run's own, and the others are those after it, as in *Repeat*. */
export function documentOf(
  { axes, seeds, fields, flow, goal }: Choice,
  variables: readonly Variable[],
  scenario: Scenario,
  looks: readonly FlowLook[],
): Json {
  const first = Number(scenario.seed ?? 1);
  const measured = fields.map(fieldOf).filter((field) => field !== undefined);
  const tracks = axes.flatMap((axis) => {
    const variable = variables.find(({ paths }) => paths[0] === axis.path);
    return variable ? [trackOf(axis, variable)] : [];
  });
  const both = { schema: 1, scenario, seeds: { from: first, to: first + seeds - 1 } };
  const [field] = measured;
  if (goal && field) {
    const columns = columnsOf(field, looks);
    const { find, bound, value } = goal;
    const limit = Number((value / (field.factor ?? 1)).toPrecision(12));
    const measure = columns[Math.min(flow, columns.length - 1)]?.column;
    return { ...both, find, axis: tracks[0], measure, [bound]: limit };
  }
  return {
    ...both,
    axes: tracks,
    measures: measured.flatMap((field) => columnsOf(field, looks).map(({ column }) => column)),
  };
}
