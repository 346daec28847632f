/**
 * Settings and measures of a run that a sweep can have, and the sweep's document (docs/sweeps.md) that a choice makes. Ranges and names are the
 * engine's tables. Pure. Not here: which values there are in the end and how they are run (crate `sweep`), the form (form.ts).
 */
import { nameText, sourceName } from "../engine/protocol.ts";
import { ALGORITHMS, ENTRY } from "../generated/settings.ts";
import { has, num, translate, translateSource } from "../i18n/catalogue.ts";
import { entriesOf } from "../session/facts.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { countOf, equal, isObject, type Json, nameOf, type Scenario, valueAt } from "../session/scenario.ts";
import { nameOfSetting, rttPaths } from "../session/setting-names.ts";
import { tableOfKind, tables } from "../session/setting-tables.ts";
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
  /** Of a number: the document takes whole ones alone. */
  whole: boolean;
  /** Of a number: its range beside the other settings of this run, in the screen's unit. */
  least: number;
  most: number;
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
  /** Span of the run that is measured, s; null: the usual one (`spanOf`). */
  from_s: number | null;
  to_s: number | null;
  /** null: no search. */
  goal: Goal | null;
}

/** Flows whose settings are listed. */
const LISTED = 8;
/** Measures that a curve shows at first. */
export const USUAL_FIELDS: readonly string[] = ["goodput_bps", "queue_ms.p50"];
/** The search at first, and its number of values. */
const USUAL_GOAL: Goal = { find: "smallest", bound: "at_least", value: 99 };
const FIND_STEPS = 100;
/** Values of each axis of a map. */
const MAP_STEPS = 12;
/** Usual range: the present value by so much, both ways; number of values of a curve. */
const REACH = 8;
const STEPS = 9;
/** From the end of its range a setting without a slider of its own goes so far. */
const FAR = 100;

/** Of a setting of words. */
const WORDS = { face: null, whole: false, least: 0, most: 0 };
/** Place of a setting beside another. */
const within = (path: string, name: string): string => path.slice(0, path.lastIndexOf(".") + 1) + name;
/** Settings that may move together (docs/sweeps.md). */
const TOGETHER = 16;
/** Names of random draws are no quantities. */
const FIXED = new Set(["stream"]);

/** Name of a flow whose algorithm is varied: what it begins with is no name of it. */
function placeLabel({ label, title = "", index }: FlowLook): string {
  const isKind = label === title || (label.startsWith(`${title} `) && /^\d+$/.test(label.slice(title.length + 1)));
  return isKind ? translate("vary.flow.at", { n: num(index + 1) }) : label;
}

/** All settings of the run that can be varied, in the document's order. `settings`: the engine's document with every default. */
export function variablesOf(settings: unknown, scenario: Scenario, looks: readonly FlowLook[]): Variable[] {
  const found: Variable[] = [];
  const add = (paths: Variable["paths"], label: string, setting: Setting | null, value: unknown): void => {
    if (setting?.domain.type === "number" && typeof value === "number") {
      const face = faceOf(setting);
      const beside = (name: string | undefined, otherwise: number): number => {
        const other = name === undefined ? null : valueAt(settings, within(paths[0], name));
        return typeof other === "number" ? toScreen(face, other) : otherwise;
      };
      const least = beside(setting.at_least, face.least);
      const most = beside(setting.at_most, setting.unit === "s" ? scenario.duration_s : face.most);
      const { integer } = setting.domain;
      found.push({ paths, label, face, whole: integer, least, most, words: [], value: toScreen(face, value) });
    } else if (setting?.domain.type === "words" && typeof value === "string") {
      const given = valueAt(scenario, within(paths[0], "").slice(0, -1));
      const { kind } = isObject(given) ? given : {};
      const variants = tableOfKind("algorithm", String(kind))?.variants ?? [];
      const isMissed = (word: string): boolean =>
        setting.name === "variant" &&
        variants.some(({ name, lacks }) => name === word && lacks.some((each) => isObject(given) && each in given));
      const words = setting.domain.words
        .filter((word) => !isMissed(word))
        .map((word) => ({ value: word, label: wordLabel("", setting.name, word) }));
      found.push({ paths, label, ...WORDS, words, value });
    }
  };
  const addAll = (base: string, section: unknown): void => {
    for (const [name, value] of Object.entries(isObject(section) ? section : {})) {
      const path = base + name;
      if (isObject(value)) addAll(`${path}.`, value);
      else if (!FIXED.has(name) && (name !== "direction" || isObject(root.reverse_bottleneck)))
        add([path], nameOfSetting(path, looks), tables.settingAt(path, settings), value);
    }
  };
  const root: Json = isObject(settings) ? settings : {};
  addAll("bottleneck.", root.bottleneck);
  const rtts = rttPaths(settings);
  const [first, ...others] = rtts;
  if (first !== undefined && others.length > 0 && rtts.length <= TOGETHER)
    add(
      [first, ...others],
      translate("lab.control.rtt"),
      tables.settingAt(first, settings),
      entriesOf(settings, "flows")[0]?.base_rtt_ms,
    );
  for (const look of looks.filter(({ cross }) => !cross).slice(0, LISTED)) {
    const base = `flows.${nameText(look.name)}.`;
    const entry = entriesOf(settings, "flows").find(({ name }) => name === look.name);
    const label = translate("lab.control.of", { setting: translate("setting.kind"), flow: placeLabel(look) });
    // Those with a colour of their own are the well-known ones.
    const words = ALGORITHMS.map(({ kind, title, ink }) => ({
      value: kind,
      label: translateSource(title),
      rare: ink === undefined,
    }));
    found.push({ paths: [`${base}algorithm.kind`], label, ...WORDS, words, value: look.kind });
    addAll(base, entry);
  }
  (scenario.flows ?? []).forEach((entry, i) => {
    const name = nameText(nameOf("flows", entry, i));
    const flow = looks.find((look) => nameText(look.name) === name)?.label ?? name;
    const label = translate("lab.control.of", { setting: settingLabel("flow", "count"), flow });
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

/** The usual values of a variable: around the present one; at an end of its range those that its slider has. */
export function axisOf({ paths, face, whole, least, most, words, value }: Variable, steps = STEPS): Axis {
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
  const now = Number(value);
  const isRatio = face.scale === "log" || (face.min > 0 && face.max / face.min >= 50);
  const logarithmic = isRatio && (now > 0 || face.min > 0);
  const round = (end: number): number => Number(whole && face.factor === 1 ? Math.round(end) : end.toPrecision(3));
  const ends = (from: number, to: number): Axis => ({ ...axis, from: round(from), to: round(to), logarithmic });
  if (logarithmic && now > 0) {
    const lowest = whole ? Math.max(least, 1 * face.factor) : least;
    return ends(Math.max(lowest, now / REACH), Math.min(most, now * REACH));
  }
  // As far as the nearer end of its range, which itself may be refused.
  const reach = Math.min(now - least, most - now) * (face.above ? 0.9 : 1);
  if (!logarithmic && reach > 0) return ends(now - reach, now + reach);
  // A time of the run, or one without a slider of its own: not as far as it may be.
  if (logarithmic) return ends(face.min, Math.min(face.max, most));
  return ends(least, most < face.most ? most / 2 : Math.min(face.max, most, least + FAR));
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

/** A picture: a curve over one setting, a map over two, one of the algorithms of two flows; a search. */
export type Kind = "curve" | "map" | "pairs" | "find";

/** The algorithms of the first two flows. */
export const pairOf = (variables: readonly Variable[]): Variable[] =>
  variables.filter(({ paths }) => /^flows\.[^.]+\.algorithm\.kind$/.test(paths[0])).slice(0, 2);

export function kindOf({ axes, goal }: Choice, variables: readonly Variable[]): Kind {
  if (goal) return "find";
  if (axes.length < 2) return "curve";
  const pair = pairOf(variables);
  return axes.every(({ path }, i) => path === pair[i]?.paths[0]) ? "pairs" : "map";
}

/** The setting that is offered where none is named. */
export const usualOf = (variables: readonly Variable[]): Variable | undefined =>
  variables.find(({ paths }) => /queue\.limit_/.test(paths[0])) ?? variables.find(({ face }) => face);

/** The choice of another picture where it has had none: over the setting of the one before. `kept`: those of the other pictures. */
export function choiceOfKind(
  kind: Kind,
  choice: Choice,
  variables: readonly Variable[],
  kept: Partial<Record<Kind, Choice>>,
): Choice {
  const span = { from_s: null, to_s: null };
  const other = { ...choice, ...span, goal: null };
  if (kind === "pairs")
    return { ...other, axes: pairOf(variables).map((each) => axisOf(each)), fields: ["of_capacity"], seeds: 1 };
  // Two flows' algorithms are no setting of another picture.
  const before = kindOf(choice, variables) === "pairs" ? (kept.curve ?? kept.map ?? kept.find) : choice;
  const [axis] = before?.axes ?? [];
  const found = variables.find(({ paths, face }) => paths[0] === axis?.path && (face || kind !== "find"));
  const first = found ?? usualOf(variables);
  if (!first) return other;
  const steps = { curve: STEPS, map: MAP_STEPS, find: FIND_STEPS }[kind];
  const own = found && axis ? { ...axis, steps } : axisOf(first, steps);
  const seeds = before?.seeds ?? choice.seeds;
  if (kind === "curve") return { ...other, axes: [own], seeds, fields: USUAL_FIELDS };
  if (kind === "find") return { ...other, axes: [own], seeds: 10, fields: ["utilisation"], goal: USUAL_GOAL };
  const second = variables.find(({ face, paths }) => face && paths[0] !== first.paths[0]);
  const axes = second ? [own, axisOf(second, MAP_STEPS)] : [own];
  return { ...other, axes, seeds, fields: ["of_capacity"] };
}

/** The span of the run that is measured, s: two settings over each other compare flows, so they are measured while all of them have begun. */
export function spanOf(
  { axes, from_s, to_s }: Choice,
  looks: readonly FlowLook[],
  { duration_s }: Pick<Scenario, "duration_s">,
): { from_s: number; to_s: number } {
  const starts = looks
    .filter(({ cross }) => !cross)
    .map(({ name, start_s }) => {
      const axis = axes.find(({ path }) => path === `flows.${nameText(name)}.start_s`);
      return axis ? Math.max(axis.from, axis.to) : start_s;
    });
  const last = axes.length > 1 ? Math.max(0, ...starts) : 0;
  return { from_s: from_s ?? (last < duration_s ? last : 0), to_s: to_s ?? duration_s };
}

/** A span as the sweep's document has it: without an end that is the run's. */
export const spanFields = (
  span: { from_s: number; to_s: number },
  { duration_s }: Pick<Scenario, "duration_s">,
): { from_s?: number; to_s?: number } => ({
  ...(span.from_s !== 0 && { from_s: span.from_s }),
  ...(span.to_s !== duration_s && { to_s: span.to_s }),
});

/** Flows that have a measure with every value of the axes, by names that stay: more copies of a flow have other names than one. */
export function measuredLooks(looks: readonly FlowLook[], axes: readonly Pick<Axis, "path">[]): readonly FlowLook[] {
  const counted = axes.flatMap(({ path }) => /^flows\.(.+)\.count$/.exec(path)?.[1] ?? []);
  const isCopy = (name: string): boolean =>
    counted.some((each) => name === each || (name.startsWith(`${each} `) && /^\d+$/.test(name.slice(each.length + 1))));
  const isVaried = (name: string): boolean => axes.some(({ path }) => path === `flows.${name}.algorithm.kind`);
  return looks
    .filter(({ name }) => !isCopy(nameText(name)))
    .map((look) => (isVaried(nameText(look.name)) ? { ...look, label: placeLabel(look) } : look));
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
    from_s: Number.isFinite(saved.from_s) ? Number(saved.from_s) : null,
    to_s: Number.isFinite(saved.to_s) ? Number(saved.to_s) : null,
    goal: saved.goal ? { ...USUAL_GOAL, ...saved.goal, value: finite(saved.goal.value, USUAL_GOAL.value) } : null,
  };
}

/** A choice for another run: settings that it has keep their values, those that were the usual ones become the usual ones of this run. */
export function carried(choice: Choice, before: readonly Variable[], variables: readonly Variable[]): Choice {
  const of = (list: readonly Variable[], path: string): Variable | undefined =>
    list.find(({ paths }) => paths[0] === path);
  const axes = choice.axes.flatMap((axis): Axis[] => {
    const [old, now] = [of(before, axis.path), of(variables, axis.path)];
    if (!now) return [];
    if (old && equal(axis, axisOf(old, axis.steps))) return [axisOf(now, axis.steps)];
    return [{ ...axis, words: now.words.map(({ value }) => value).filter((word) => axis.words.includes(word)) }];
  });
  const usual = usualOf(variables);
  return { ...choice, axes: axes.length > 0 || !usual ? axes : [axisOf(usual)] };
}

/** An axis as the sweep's document has it. */
function trackOf({ words, from, to, steps, logarithmic }: Axis, { face, whole, paths }: Variable): Json {
  const track = (path: string): Json =>
    face
      ? {
          path,
          from: toDocument(face, from),
          to: toDocument(face, to),
          steps,
          ...(logarithmic && { scale: "logarithmic" }),
          ...(whole && { whole: true }),
        }
      : { path, values: words };
  return paths.length === 1 ? track(paths[0]) : { together: paths.map(track) };
}

/** Measures that are shown: without one that every value has, those of the bottleneck. */
export function fieldsOf(choice: Choice, looks: readonly FlowLook[]): Field[] {
  const own = measuredLooks(looks, choice.axes);
  const has = (field: Field | undefined): field is Field => field !== undefined && columnsOf(field, own).length > 0;
  const fields = choice.fields.map(fieldOf).filter(has);
  return fields.length > 0 ? fields : ["utilisation"].map(fieldOf).filter(has);
}

/** The document of a sweep. The first seed is the run's own, and the others are those after it, as in *Repeat*. */
export function documentOf(
  choice: Choice,
  variables: readonly Variable[],
  scenario: Scenario,
  looks: readonly FlowLook[],
): Json {
  const { axes, seeds, flow, goal } = choice;
  const first = Number(scenario.seed ?? 1);
  const measured = fieldsOf(choice, looks);
  const own = measuredLooks(looks, axes);
  const tracks = axes.flatMap((axis) => {
    const variable = variables.find(({ paths }) => paths[0] === axis.path);
    return variable ? [trackOf(axis, variable)] : [];
  });
  const both = {
    schema: 1,
    scenario,
    seeds: { from: first, to: first + seeds - 1 },
    ...spanFields(spanOf(choice, looks, scenario), scenario),
  };
  const [field] = measured;
  if (goal && field) {
    const columns = columnsOf(field, own);
    const { find, bound, value } = goal;
    const limit = Number((value / (field.factor ?? 1)).toPrecision(12));
    const measure = columns[Math.min(flow, columns.length - 1)]?.column;
    return { ...both, find, axis: tracks[0], measure, [bound]: limit };
  }
  return {
    ...both,
    axes: tracks,
    measures: measured.flatMap((field) => columnsOf(field, own).map(({ column }) => column)),
  };
}
