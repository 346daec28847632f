/**
 * Settings of a run that a sweep can vary, and the usual values of each. Ranges and names are the engine's tables. Pure. Not here: what is
 * measured (measures.ts), what the reader chooses of them (choice.ts).
 */
import { nameText } from "../engine/protocol.ts";
import { ALGORITHMS, ENTRY } from "../generated/settings.ts";
import { num, translate, translateSource } from "../i18n/catalogue.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { countOf, isObject, nameOf, type Scenario, valueAt } from "../session/scenario.ts";
import { nameOfSetting, rttPaths } from "../session/setting-names.ts";
import { tableOfKind, tables } from "../session/setting-tables.ts";
import { settingLabel, valueText, wordLabel } from "../settings/labels.ts";
import { type Face, faceOf, toScreen } from "../settings/setting.ts";

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

/** Flows whose settings are listed. */
export const LISTED = 8;
/** Usual range: the present value by so much, both ways; number of values of a curve. */
const REACH = 8;
export const STEPS = 9;
/** From the end of its range a setting without a slider of its own goes so far. */
const FAR = 100;
/** Settings that may move together (docs/sweeps.md). */
const TOGETHER = 16;
/** Names of random draws are no quantities. */
const FIXED = new Set(["stream"]);
/** Of a setting of words. */
const NO_NUMBER = { face: null, whole: false, least: 0, most: 0 };

/** The section that a setting is in. */
const sectionOf = (path: string): string => path.slice(0, path.lastIndexOf("."));

export const flowsOf = (looks: readonly FlowLook[]): FlowLook[] => looks.filter(({ cross }) => !cross);

/** Name of a flow whose algorithm is varied: what it begins with is no name of it. */
export function placeLabel({ label, title = "", index }: FlowLook): string {
  const isKind = label === title || (label.startsWith(`${title} `) && /^\d+$/.test(label.slice(title.length + 1)));
  return isKind ? translate("vary.flow.at", { n: num(index + 1) }) : label;
}

/** All settings of the run that can be varied, in the document's order. `settings`: the engine's document with every default. */
export function variablesOf(settings: unknown, scenario: Scenario, looks: readonly FlowLook[]): Variable[] {
  const found: Variable[] = [];
  const add = (
    paths: Variable["paths"],
    label: string,
    setting = tables.settingAt(paths[0], settings),
    value = valueAt(settings, paths[0]),
  ): void => {
    const section = sectionOf(paths[0]);
    if (setting?.domain.type === "number" && typeof value === "number") {
      const face = faceOf(setting);
      const beside = (name: string | undefined, otherwise: number): number => {
        const other = name === undefined ? null : valueAt(settings, `${section}.${name}`);
        return typeof other === "number" ? toScreen(face, other) : otherwise;
      };
      const least = beside(setting.at_least, face.least);
      const most = beside(setting.at_most, setting.unit === "s" ? scenario.duration_s : face.most);
      const { integer } = setting.domain;
      found.push({ paths, label, face, whole: integer, least, most, words: [], value: toScreen(face, value) });
    } else if (setting?.domain.type === "words" && typeof value === "string") {
      const { name } = setting;
      const given = valueAt(scenario, section);
      const variants =
        name === "variant" && isObject(given) ? (tableOfKind("algorithm", String(given.kind))?.variants ?? []) : [];
      const missed = variants.filter(({ lacks }) => lacks.some((each) => isObject(given) && each in given));
      const words = setting.domain.words.filter((word) => !missed.some((variant) => variant.name === word));
      const named = words.map((word) => ({ value: word, label: wordLabel("", name, word) }));
      found.push({ ...NO_NUMBER, paths, label, words: named, value });
    }
  };
  const addAll = (section: string): void => {
    const values = valueAt(settings, section);
    for (const [name, value] of Object.entries(isObject(values) ? values : {})) {
      const path = `${section}.${name}`;
      if (isObject(value)) addAll(path);
      else if (!FIXED.has(name) && (name !== "direction" || isObject(valueAt(settings, "reverse_bottleneck"))))
        add([path], nameOfSetting(path, looks));
    }
  };
  addAll("bottleneck");
  const [first, ...others] = rttPaths(settings);
  if (first !== undefined && others.length > 0 && others.length < TOGETHER)
    add([first, ...others], translate("lab.control.rtt"));
  // Those with a colour of their own are the well-known ones.
  const kinds = ALGORITHMS.map(({ kind, title, ink }) => ({
    value: kind,
    label: translateSource(title),
    rare: ink === undefined,
  }));
  for (const look of flowsOf(looks).slice(0, LISTED)) {
    const section = `flows.${nameText(look.name)}`;
    const label = translate("lab.control.of", { setting: translate("setting.kind"), flow: placeLabel(look) });
    found.push({ ...NO_NUMBER, paths: [`${section}.algorithm.kind`], label, words: kinds, value: look.kind });
    addAll(section);
  }
  const count = ENTRY.params.find((each) => each.name === "count") ?? null;
  (scenario.flows ?? []).forEach((entry, i) => {
    const name = nameText(nameOf("flows", entry, i));
    const flow = looks.find((look) => nameText(look.name) === name)?.label ?? name;
    const label = translate("lab.control.of", { setting: settingLabel("flow", "count"), flow });
    add([`flows.${name}.count`], label, count, countOf(entry));
  });
  for (const { name } of looks.filter(({ cross }) => cross).slice(0, LISTED)) addAll(`cross_traffic.${nameText(name)}`);
  addAll("reverse_bottleneck");
  return found;
}

/** The variable of an axis. */
export const variableOf = (variables: readonly Variable[], path: string | undefined): Variable | undefined =>
  variables.find(({ paths }) => paths[0] === path);

/** The setting that is offered where none is named. */
export const usualOf = (variables: readonly Variable[]): Variable | undefined =>
  variables.find(({ paths }) => /queue\.limit_/.test(paths[0])) ?? variables.find(({ face }) => face);

/** The algorithms of the first two flows. */
export const pairOf = (variables: readonly Variable[]): Variable[] =>
  variables.filter(({ paths }) => /^flows\.[^.]+\.algorithm\.kind$/.test(paths[0])).slice(0, 2);

/** Those of some words that a variable may be, in its order. */
export const wordsIn = ({ words }: Variable, some: readonly string[]): string[] =>
  words.map(({ value }) => value).filter((value) => some.includes(value));

/** A value of the document in words. */
export const textOf = ({ face, words }: Variable, value: unknown): string =>
  face
    ? valueText(face, toScreen(face, Number(value)))
    : (words.find((word) => word.value === value)?.label ?? String(value));

/** The usual values of a variable: around the present one; at an end of its range those that its slider has. */
export function axisOf({ paths, face, whole, least, most, words, value }: Variable, steps = STEPS): Axis {
  const usual = words.filter(({ rare }) => !rare).map((word) => word.value);
  const axis = { path: paths[0], from: 0, to: 0, steps, logarithmic: false, words: usual };
  if (!face) return axis;
  const now = Number(value);
  const isRatio = face.scale === "log" || (face.min > 0 && face.max / face.min >= 50);
  const logarithmic = isRatio && (now > 0 || face.min > 0);
  const round = (end: number): number => Number(whole && face.factor === 1 ? Math.round(end) : end.toPrecision(3));
  const ends = (from: number, to: number): Axis => ({ ...axis, from: round(from), to: round(to), logarithmic });
  if (logarithmic && now > 0) {
    const lowest = whole ? Math.max(least, face.factor) : least;
    return ends(Math.max(lowest, now / REACH), Math.min(most, now * REACH));
  }
  // A time of the run, or one without a slider of its own: not as far as it may be.
  if (logarithmic) return ends(face.min, Math.min(face.max, most));
  // As far as the nearer end of its range, which itself may be refused.
  const reach = Math.min(now - least, most - now) * (face.above ? 0.9 : 1);
  if (reach > 0) return ends(now - reach, now + reach);
  return ends(least, most < face.most ? most / 2 : Math.min(face.max, most, least + FAR));
}
