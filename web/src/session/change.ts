/**
 * The reader's change in words: the change by which a run differs from the one before it. Where there is one, the preset's
 * own sentence no longer holds. Pure. Not here: what the change did (effect.ts), when it is shown.
 */

import { nameText, type SourceName } from "../engine/protocol.ts";
import { has, num, translate, withUnit } from "../i18n/catalogue.ts";
import { valueText } from "../settings/labels.ts";
import { faceOf, toScreen } from "../settings/setting.ts";
import type { FlowLook } from "./run-facts.ts";
import {
  type Entry,
  entriesIn,
  equal,
  type Intervention,
  inOrder,
  isObject,
  type Json,
  type ListName,
  nameOf,
  type Scenario,
  valueAt,
} from "./scenario.ts";
import { nameOfSetting } from "./setting-names.ts";
import { tables } from "./setting-tables.ts";

/** Fields that are named rather than those which change with them (a model's parameters, a queue's limit), of several the last one. */
const FIRST: readonly string[] = ["model", "discipline", "kind", "probability"];
/** Settings whose names say too little without their section: the rate of a policer, all of the way back. */
const UNNAMED = /^reverse_|^bottleneck\.(?!queue\.|loss\.)[a-z_]+\./;
/** Parts of a scenario beside settings of its path. */
const NOT_OF_PATH: ReadonlySet<string> = new Set([
  "title",
  "duration_s",
  "seed",
  "flows",
  "cross_traffic",
  "interventions",
]);
/** A flow's times have words of their own; its place and its name are no settings. */
const NOT_OF_FLOW: ReadonlySet<string> = new Set(["name", "stream", "stop_s"]);

/** As many flows are named in a sentence. */
const MOST_NAMED = 4;

const timeOf = (t_s: number): string => withUnit(t_s, "s", 2);

/** A setting's value in the screen's words and unit. */
export function settingText(path: string, value: unknown, settings: unknown): string {
  const setting = tables.settingAt(path, settings);
  const number = setting?.domain.type === "number" && typeof value === "number";
  const face = number ? faceOf(setting) : null;
  if (typeof value === "boolean") return translate(value ? "control.on" : "control.off");
  const chooser = path.endsWith(".application.kind") ? "application" : path.split(".").at(-1);
  const word = `setting.${chooser}.${value}`;
  const title = path.endsWith(".algorithm.kind")
    ? tables.algorithms.find((each) => each.kind === value)?.title
    : undefined;
  const plain = title ?? (has(word) ? translate(word) : String(value ?? 0).replaceAll("_", " "));
  return face && typeof value === "number" ? valueText(face, toScreen(face, value)) : plain;
}

/** One change: from when it holds, which setting it is of (null: a flow as a whole), its name before an effect, and a sentence that is true without one. */
export interface Change {
  t_s: number;
  path: string | null;
  /** "Random loss 1 %" */
  cause: string;
  /** "Random loss: 1 % from 12.1 s on." */
  text: string;
  /** The flows that join by it. */
  joined: readonly SourceName[];
}

interface Found {
  t_s: number;
  path: string | null;
  value?: unknown;
  joined?: readonly SourceName[];
  /** `of`: what the setting is called, where it is not that of one flow. */
  make: (of?: string) => Pick<Change, "cause" | "text">;
}

function setFound(path: string, value: unknown, t_s: number, settings: unknown, looks: readonly FlowLook[]): Found {
  const make: Found["make"] = (of) => {
    const args = {
      setting: of ?? nameOfSetting(path, looks),
      value: settingText(path, value, settings),
      time: timeOf(t_s),
    };
    return {
      cause: translate("lab.effect.set", args),
      text: translate(t_s > 0 ? "lab.change.set" : "lab.change.set.start", args),
    };
  };
  return { t_s, path, value, make };
}

/** A setting's place within its flow; null of a setting of the path. */
const inFlow = (path: string | null): string | null =>
  /^(?:flows|cross_traffic)\..+?\.([a-z].*)$/.exec(path ?? "")?.[1] ?? null;

/** Names as a list: the first ones, and how many more there are. */
function firstOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(", ");
  return names.length > MOST_NAMED ? translate("list.more", { shown, n: num(names.length - MOST_NAMED) }) : shown;
}

/** Name of a setting that one act set for several flows (the base RTT of all is one slider); undefined of one flow's. */
function commonName(
  { t_s, path, value }: Found,
  found: readonly Found[],
  looks: readonly FlowLook[],
): string | undefined {
  const own = inFlow(path);
  if (path === null || own === null) return undefined;
  const alike = found.filter((other) => other.t_s === t_s && other.value === value && inFlow(other.path) === own);
  if (alike.length < 2) return undefined;
  const names = new Set(alike.map((other) => other.path?.split(".")[1]));
  const isNamed = ({ name }: FlowLook): boolean => names.has(nameText(name));
  const setting = nameOfSetting(path, []);
  const flow = () => firstOf(looks.filter(isNamed).map(({ label }) => label));
  return looks.every((look) => look.cross || isNamed(look))
    ? setting
    : translate("lab.control.of", { setting, flow: flow() });
}

/** Change of a flow, of several, or of the path. */
function flowFound(
  what: "added" | "joined" | "stopped" | "gone" | "all_gone" | "flow" | "path",
  t_s: number,
  flow: () => string,
): Found {
  const make = () => {
    const args = { flow: flow(), time: timeOf(t_s) };
    return { cause: translate(`lab.effect.${what}`, args), text: translate(`lab.change.${what}`, args) };
  };
  return { t_s, path: null, make };
}

/** The fields, at any depth, in which two sections differ. */
function differing(now: Json, before: Json, left: ReadonlySet<string>): [path: string, value: unknown][] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const found = [...names].flatMap((name): [string, unknown][] => {
    const [value, old] = [now[name], before[name]];
    if (left.has(name) || equal(value, old)) return [];
    if (!isObject(value ?? old) || !isObject(old ?? value)) return [[name, value]];
    return differing((value ?? {}) as Json, (old ?? {}) as Json, new Set()).map(([rest, at]) => [
      `${name}.${rest}`,
      at,
    ]);
  });
  const rank = ([path]: [string, unknown]): number => FIRST.indexOf(path.split(".").at(-1) ?? "");
  return found.sort((a, b) => rank(a) - rank(b));
}

/** Differences as changes from 0 s on: of each setting that has a name and a value, else of the section as a whole. */
function startFound(
  section: string,
  found: readonly [path: string, value: unknown][],
  settings: unknown,
  looks: readonly FlowLook[],
  whole: () => Found,
): Found[] {
  const named = found.flatMap(([name, own]) => {
    const path = section + name;
    const value = own ?? valueAt(settings, path);
    const isScalar = value !== undefined && value !== null && typeof value !== "object";
    return isScalar && has(`setting.${path.split(".").at(-1)}`) && !UNNAMED.test(path)
      ? [setFound(path, value, 0, settings, looks)]
      : [];
  });
  return found.length > 0 && named.length === 0 ? [whole()] : named;
}

type Flow = Entry & { name: SourceName };

const titleOf = (flow: Flow): string | undefined =>
  tables.algorithms.find((each) => each.kind === flow.algorithm?.kind)?.title;

/** Several flows by their number, and the algorithm that they have in common; cross traffic by its names. */
function severalOf(flows: readonly Flow[], labelOf: (name: SourceName) => string): string {
  if (flows.some(({ kind }) => kind !== undefined)) return firstOf(flows.map(({ name }) => labelOf(name)));
  const titles = new Set(flows.map(titleOf));
  const key = titles.size === 1 ? "lab.flows.of" : "lab.flows.some";
  return translate(key, { n: num(flows.length), algorithm: [...titles].join() });
}

/** The flows that join last: one by its name, several by their number. */
function joinFound(added: readonly Flow[], labelOf: (name: SourceName) => string): Found {
  const t_s = added.reduce((last, { start_s = 0 }) => Math.max(last, start_s), 0);
  const flows = added.filter(({ start_s = 0 }) => start_s === t_s);
  const joined = flows.map(({ name }) => name);
  if (flows.length === 1) return { ...flowFound("added", t_s, () => labelOf(joined[0] as SourceName)), joined };
  return { ...flowFound("joined", t_s, () => severalOf(flows, labelOf)), joined };
}

/** Another algorithm from the start on; null: it is the same, or has no title. `name`: the flow's, where it is not the only one. */
function algorithmFound(flow: Flow, old: Flow, name: string | null): Found | null {
  const [now, before] = [flow, old].map(titleOf);
  if (!now || !before || now === before) return null;
  const key = name === null ? "algorithm" : "algorithm.of";
  const args = { now, before, flow: name ?? "" };
  const make = () => ({ cause: translate(`lab.effect.${key}`, args), text: translate(`lab.change.${key}`, args) });
  return { t_s: 0, path: null, make };
}

/** Differences in the flows, or in the cross traffic. */
function entriesFound(
  list: ListName,
  [now, before]: readonly [Scenario, Scenario],
  settings: unknown,
  looks: readonly FlowLook[],
): Found[] {
  const found: Found[] = [];
  const named = (scenario: Scenario): Flow[] =>
    entriesIn(scenario, list).map((flow, i) => ({ ...flow, name: nameOf(list, flow, i) }));
  const olds = named(before);
  const news = named(now);
  const oldBy = new Map(olds.map((old) => [old.name, old]));
  const kept = new Set(news.map(({ name }) => name));
  const labelOf = (name: SourceName): string => looks.find((look) => look.name === name)?.label ?? nameText(name);
  const gone = new Set(olds.filter((old) => !kept.has(old.name)));
  const added: Flow[] = [];
  for (const [i, flow] of news.entries()) {
    const placed = olds[i];
    // At the place of one that is gone it is the same flow under another name.
    const renamed = placed && gone.delete(placed) ? { ...placed, name: flow.name } : undefined;
    const old = oldBy.get(flow.name) ?? renamed;
    const stop_s = flow.stop_s ?? now.duration_s;
    const label = () => labelOf(flow.name);
    if (!old) added.push(flow);
    else if (stop_s < now.duration_s && stop_s !== old.stop_s) found.push(flowFound("stopped", stop_s, label));
    else {
      const other = algorithmFound(flow, old, news.length > 1 ? label() : null);
      const fields = differing({ start_s: 0, ...flow }, { start_s: 0, ...old }, NOT_OF_FLOW);
      const section = `${list}.${nameText(flow.name)}.`;
      if (other) found.push(other);
      else found.push(...startFound(section, fields, settings, looks, () => flowFound("flow", 0, label)));
    }
  }
  if (added.length > 0) {
    const last = joinFound(added, labelOf);
    // Of cross traffic no share is measured.
    found.push(list === "flows" ? last : { ...last, joined: [] });
  }
  const [first] = gone;
  if (first && gone.size === 1) found.push(flowFound("gone", 0, () => nameText(first.name)));
  else if (first) found.push(flowFound("all_gone", 0, () => severalOf([...gone], labelOf)));
  return found;
}

/** The latest change of the run by which one scenario differs from another; null where it is only longer or of another seed. */
export function changeOf(
  now: Scenario,
  before: Scenario,
  settings: unknown,
  looks: readonly FlowLook[],
): Change | null {
  const path = differing(now, before, NOT_OF_PATH);
  const found: Found[] = [
    ...startFound("", path, settings, looks, () => flowFound("path", 0, () => "")),
    ...entriesFound("flows", [now, before], settings, looks),
    ...entriesFound("cross_traffic", [now, before], settings, looks),
  ];
  const told = ({ at_s, path, value }: Intervention): string => JSON.stringify([at_s, path, value]);
  const own = new Set(before.interventions?.map(told));
  const changes = inOrder(now).filter((each) => own.size === 0 || !own.has(told(each)));
  // The sentence names the latest changes only.
  for (const each of changes)
    if (each.at_s === changes.at(-1)?.at_s) found.push(setFound(each.path, each.value, each.at_s, settings, looks));
  const newest = found.reduce<Found | null>((a, b) => (a && a.t_s > b.t_s ? a : b), null);
  if (!newest) return null;
  const { t_s, joined = [], make } = newest;
  return { t_s, path: newest.path, joined, ...make(commonName(newest, found, looks)) };
}
