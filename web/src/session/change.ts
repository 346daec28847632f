/**
 * What the reader has changed, in words: the change by which a run differs from the one before it. Where there is one, the preset's
 * own sentence no longer holds. Pure. Not here: what the change did (effect.ts), when it is shown.
 */

import { nameText, type SourceName } from "../engine/protocol.ts";
import { has, num, translate, withUnit } from "../i18n/catalogue.ts";
import { valueText } from "../settings/labels.ts";
import { faceOf, toScreen } from "../settings/setting.ts";
import type { FlowLook } from "./run-facts.ts";
import {
  entriesIn,
  equal,
  type Intervention,
  inOrder,
  type Json,
  nameOf,
  type Scalar,
  type Scenario,
  valueAt,
} from "./scenario.ts";
import { nameOfSetting } from "./setting-names.ts";
import { tables } from "./setting-tables.ts";

/** Settings of the path whose change at 0 s is in the scenario itself. */
const PATH = [
  "bottleneck.loss.probability",
  "bottleneck.rate_bps",
  "bottleneck.queue.limit_packets",
  "bottleneck.queue.limit_bytes",
];

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

/** What a setting is called that one act set for several flows (the base RTT of all is one slider); undefined of one flow's. */
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

/** What became of a flow. */
function flowFound(what: "added" | "joined" | "stopped" | "gone" | "flow", t_s: number, flow: () => string): Found {
  const make = () => {
    const args = { flow: flow(), time: timeOf(t_s) };
    return { cause: translate(`lab.effect.${what}`, args), text: translate(`lab.change.${what}`, args) };
  };
  return { t_s, path: null, make };
}

type Flow = { algorithm?: { kind: string } };

const titleOf = ({ algorithm }: Flow): string | undefined =>
  tables.algorithms.find((each) => each.kind === algorithm?.kind)?.title;

/** The flows that join last: one by its name, several by their number and the algorithm that they have in common. */
function joinFound(
  added: readonly (Flow & { name: SourceName; start_s?: number })[],
  labelOf: (name: SourceName) => string,
): Found {
  const t_s = added.reduce((last, { start_s = 0 }) => Math.max(last, start_s), 0);
  const flows = added.filter(({ start_s = 0 }) => start_s === t_s);
  const joined = flows.map(({ name }) => name);
  if (flows.length === 1) return { ...flowFound("added", t_s, () => labelOf(joined[0] as SourceName)), joined };
  const titles = new Set(flows.map(titleOf));
  const key = titles.size === 1 ? "lab.flows.of" : "lab.flows.some";
  const several = () => translate(key, { n: num(flows.length), algorithm: [...titles].join() });
  return { ...flowFound("joined", t_s, several), joined };
}

/** What a flow has else from its start on: its algorithm, or something less. */
function otherwise(flow: Flow, old: Flow, label: () => string): Found {
  const [now, before] = [flow, old].map(titleOf);
  if (!now || !before || now === before) return flowFound("flow", 0, label);
  const make = () => ({
    cause: translate("lab.effect.algorithm", { now, before }),
    text: translate("lab.change.algorithm", { now, before }),
  });
  return { t_s: 0, path: null, make };
}

/** The latest change of the run by which one scenario differs from another; null where it is only longer or of another seed. */
export function changeOf(
  now: Scenario,
  before: Scenario,
  settings: unknown,
  looks: readonly FlowLook[],
): Change | null {
  const found: Found[] = [];
  for (const path of PATH) {
    const value = valueAt(now, path) as Scalar | undefined;
    if (!equal(value ?? null, valueAt(before, path) ?? null)) found.push(setFound(path, value, 0, settings, looks));
  }
  const named = (scenario: Scenario) =>
    entriesIn(scenario, "flows").map((flow, i) => ({ ...flow, name: nameOf("flows", flow, i) }));
  const olds = named(before);
  const news = named(now);
  const oldBy = new Map(olds.map((old) => [old.name, old]));
  const kept = new Set(news.map(({ name }) => name));
  const labelOf = (name: SourceName): string => looks.find((look) => look.name === name)?.label ?? nameText(name);
  const gone = new Set(olds.filter((old) => !kept.has(old.name)));
  const added: typeof news = [];
  for (const [i, flow] of news.entries()) {
    const t_s = flow.start_s ?? 0;
    const placed = olds[i];
    // At the place of one that is gone it is the same flow under another name.
    const renamed = placed && gone.delete(placed) ? { ...placed, name: flow.name } : undefined;
    const old = oldBy.get(flow.name) ?? renamed;
    const stop_s = flow.stop_s ?? now.duration_s;
    const label = () => labelOf(flow.name);
    if (!old) added.push(flow);
    else if (stop_s < now.duration_s && stop_s !== old.stop_s) found.push(flowFound("stopped", stop_s, label));
    else if (equal({ ...flow, base_rtt_ms: null }, { ...old, base_rtt_ms: null }) && !equal(flow, old))
      found.push(setFound(`flows.${nameText(flow.name)}.base_rtt_ms`, (flow as Json).base_rtt_ms, 0, settings, looks));
    else if (!equal({ ...flow, start_s: t_s, stop_s: null }, { ...old, start_s: old.start_s ?? 0, stop_s: null }))
      found.push(otherwise(flow, old, label));
  }
  if (added.length > 0) found.push(joinFound(added, labelOf));
  for (const old of gone) found.push(flowFound("gone", 0, () => nameText(old.name)));
  const told = ({ at_s, path, value }: Intervention): string => JSON.stringify([at_s, path, value]);
  const own = new Set(before.interventions?.map(told));
  const changes = inOrder(now).filter((each) => own.size === 0 || !own.has(told(each)));
  // The sentence names the latest changes only.
  for (const each of changes)
    if (each.at_s === changes.at(-1)?.at_s) found.push(setFound(each.path, each.value, each.at_s, settings, looks));
  const newest = found.reduce<Found | null>((a, b) => (a && a.t_s > b.t_s ? a : b), null);
  if (!newest) return null;
  const { t_s, path, joined = [], make } = newest;
  return { t_s, path, joined, ...make(commonName(newest, found, looks)) };
}
