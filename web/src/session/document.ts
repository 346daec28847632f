/**
 * The only state of the page: the scenario as the reader has it, with the reader's changes in it, and what is looked at.
 * Operations are pure: a document goes in, a new one comes out. Not here: undo (undo.ts), the address (link.ts), the
 * passing of time (clock.ts), nor any check of values (the engine's).
 */
import { nameText, type SourceName, sourceName } from "../engine/protocol.ts";
import {
  countOf,
  type Entry,
  entriesIn,
  type Intervention,
  indexOf,
  inOrder,
  isObject,
  type Json,
  LISTS,
  type ListName,
  nameOf,
  overrides,
  type Scalar,
  type Scenario,
  withValue,
} from "./scenario.ts";

/** The view of the run; undo brings back the charts with the run, and leaves theme and speed alone. */
export interface View {
  /** Open charts by panel id, in the reader's order. */
  charts: string[];
  /** Name of the flow in focus. */
  focus: SourceName | null;
}

/** Branch B's own part. */
export interface Fork {
  at_s: number;
  /** Changes at or after `at_s`. */
  interventions: Intervention[];
  /** The run's length before the fork, made at its end, let it go on, s; not in an address. */
  before_s?: number;
}

/** Everything that undo brings back. */
export interface LabDocument {
  scenario: Scenario;
  view: View;
  /** A second branch's own part from its moment on; null or left out: there is none. */
  fork?: Fork | null;
}

/** The result of a change: from when the engine has to compute anew. */
export interface Changed {
  document: LabDocument;
  /** The run starts again at 0 s: the setting cannot change while it goes on. */
  restart: boolean;
}

/**
 * Times of the reader's changes are kept to the microsecond: below every event's distance, and short in an address.
 * Rounded down, so that a change never lies beyond the playhead, where it would not be seen to act.
 */
export function moment(t_s: number): number {
  return Math.max(0, Math.floor(t_s * 1e6 + 1e-3) / 1e6);
}

/** The scenario with a run of another length; what stopped only because the run ended there stops at the new end. */
export function lasting(scenario: Scenario, duration_s: number): Scenario {
  const other: Scenario = { ...scenario, duration_s };
  for (const list of LISTS) {
    const entries = scenario[list];
    if (entries?.some((entry) => entry.stop_s === scenario.duration_s))
      other[list] = entries.map((each) =>
        each.stop_s === scenario.duration_s ? { ...each, stop_s: duration_s } : each,
      );
  }
  return other;
}

/** The document with `duration_s` raised by its own length, as when a run at its end goes on. */
export function extended(document: LabDocument): LabDocument {
  const { scenario } = document;
  return { ...document, scenario: lasting(scenario, scenario.duration_s * 2) };
}

/** At the run's end a change first lets the run go on (contract 1.5). */
function roomAt(document: LabDocument, t_s: number): LabDocument {
  return t_s >= document.scenario.duration_s ? extended(document) : document;
}

/** The scenario with these changes, or none. */
export function withInterventions(scenario: Scenario, interventions: Scenario["interventions"]): Scenario {
  const { interventions: _old, ...rest } = scenario;
  return interventions && interventions.length > 0 ? { ...rest, interventions } : rest;
}

/**
 * Sets one setting, or several to the same value, with the playhead at `t_s`. A live one becomes an intervention at that moment (at 0 s it is written
 * into the scenario itself, which means the same); later changes of the same setting, and those whose field the change
 * removes, go. Any other changes the scenario, and the run starts again. Undefined leaves the field out.
 */
export function setSetting(
  document: LabDocument,
  paths: string | readonly string[],
  value: Scalar | undefined,
  t_s: number,
  live: boolean,
): Changed {
  const at_s = moment(t_s);
  const all = typeof paths === "string" ? [paths] : paths;
  const isOverridden = overrides(all);
  if (!live || at_s === 0 || value === undefined) {
    const longer = all[0] === "duration_s" && typeof value === "number" && value > document.scenario.duration_s;
    const scenario = longer ? lasting(document.scenario, value) : withValue(document.scenario, all, value);
    const kept = (scenario.interventions ?? []).filter((each) => !isOverridden(each.path));
    return { document: { ...document, scenario: withInterventions(scenario, kept) }, restart: !live };
  }
  const roomy = roomAt(document, at_s);
  const kept = (roomy.scenario.interventions ?? []).filter((each) => each.at_s < at_s || !isOverridden(each.path));
  const added = all.map((path) => ({ at_s, path, value }));
  return {
    document: { ...roomy, scenario: withInterventions(roomy.scenario, [...kept, ...added]) },
    restart: false,
  };
}

/** The document with these settings from 0 s on; later changes of the same settings go. */
export function withSettings(document: LabDocument, settings: readonly { path: string; value: Scalar }[]): LabDocument {
  const scenario = settings.reduce((each, { path, value }) => withValue(each, path, value), document.scenario);
  const isOverridden = overrides(settings.map(({ path }) => path));
  const kept = (scenario.interventions ?? []).filter(({ path }) => !isOverridden(path));
  return { ...document, scenario: withInterventions(scenario, kept) };
}

/** The latest moment at which something changes or starts, s. */
function latest(scenario: Scenario): number {
  const starts = LISTS.flatMap((list) => entriesIn(scenario, list).map(({ start_s = 0 }) => start_s));
  return Math.max(0, ...starts, ...(scenario.interventions ?? []).map(({ at_s }) => at_s));
}

/** Whether the last change of a scenario was made at the end of a run of `duration_s`, which it let go on. */
export function goesOn(scenario: Scenario, duration_s: number): boolean {
  return scenario.duration_s === 2 * duration_s && latest(scenario) === moment(duration_s);
}

/** The document with these settings from 0 s on, and with the length that its run had (null: the same), where nothing happens after that. */
export function fromStart(
  document: LabDocument,
  settings: readonly { path: string; value: Scalar }[],
  duration_s: number | null,
): LabDocument {
  const next = withSettings(document, settings);
  const { scenario } = next;
  const ends = duration_s !== null && latest(scenario) < moment(duration_s);
  return ends ? { ...next, scenario: lasting(scenario, duration_s) } : next;
}

/** A scenario whose flows, or cross traffic, have other names: paths of changes follow. An entry stands for copies until one of them has. */
export function withNames(scenario: Scenario, list: ListName, names: ReadonlyMap<SourceName, SourceName>): Scenario {
  const all = entriesIn(scenario, list);
  const named = all.map((entry, i) => {
    const name = names.get(nameOf(list, entry, i));
    return name === undefined ? entry : { ...entry, name };
  });
  let next = 0;
  const entries = (scenario[list] ?? []).flatMap((entry) => {
    const [first, end] = [next, next + countOf(entry)];
    next = end;
    const own = named.slice(first, end);
    return own.some((each, i) => each !== all[first + i]) ? own : [entry];
  });
  const interventions = (scenario.interventions ?? []).map((each) => moved(each, list, names));
  return withInterventions({ ...scenario, [list]: entries }, interventions);
}

/** A change under the new name of what it changes. */
function moved(change: Intervention, list: ListName, names: ReadonlyMap<SourceName, SourceName>): Intervention {
  const [root, name = "", ...rest] = change.path.split(".");
  const next = root === list ? names.get(sourceName(name)) : undefined;
  return next === undefined ? change : { ...change, path: [root, nameText(next), ...rest].join(".") };
}

/** A flow, or cross traffic, under another name, in both branches; whether it may be called so the engine says. */
export function renameFlow(
  document: LabDocument,
  name: SourceName,
  next: SourceName,
  list: ListName = "flows",
): LabDocument {
  const names = new Map([[name, next]]);
  const { fork, view } = document;
  return {
    scenario: withNames(document.scenario, list, names),
    view: { ...view, focus: view.focus === name ? next : view.focus },
    ...(fork && { fork: { ...fork, interventions: fork.interventions.map((each) => moved(each, list, names)) } }),
  };
}

/** Names in use, cross traffic's too: they are unique over both. */
function names(scenario: Scenario): Set<SourceName> {
  const own = LISTS.flatMap((list) => entriesIn(scenario, list).map((entry, i) => nameOf(list, entry, i)));
  // An entry that stands for copies has its name, too.
  const given = LISTS.flatMap((list) => (scenario[list] ?? []).map(({ name }) => name ?? null));
  return new Set([...own, ...given.filter((name) => name !== null)]);
}

/** A name that is still free, in any case of its letters: `cdg`, then `cdg 2`, `cdg 3` ..., as their labels are numbered. */
function freeName(scenario: Scenario, wanted: string): SourceName {
  const taken = new Set([...names(scenario)].map((name) => nameText(name).toLowerCase()));
  const base = wanted.replace(/ \d+$/, "").slice(0, 56);
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base} ${n}`;
    if (!taken.has(name.toLowerCase())) return sourceName(name);
  }
}

/** Puts an entry at the end of its list, with a stream number that no other there has (contract 1.4). */
function appended(document: LabDocument, list: ListName, entry: Entry): LabDocument {
  const entries = entriesIn(document.scenario, list);
  const streams = new Set(entries.map((each, i) => each.stream ?? i));
  let stream = entries.length;
  while (streams.has(stream)) stream++;
  const placed = stream === entries.length ? entry : { ...entry, stream };
  const given = document.scenario[list] ?? [];
  return { ...document, scenario: { ...document.scenario, [list]: [...given, placed] } };
}

/** The same, with the new flow in focus. */
function joined(document: LabDocument, entry: Entry): LabDocument {
  const next = appended(document, "flows", entry);
  return { ...next, view: { ...next.view, focus: entry.name ?? null } };
}

/** The base RTT of the last flow at a moment, which new ones have, too: where all flows have one it is theirs. */
function baseRtt(scenario: Scenario, t_s: number): Entry {
  const flows = entriesIn(scenario, "flows");
  const last = flows.at(-1);
  if (!last) return {};
  const path = `flows.${nameText(nameOf("flows", last, flows.length - 1))}.base_rtt_ms`;
  const change = inOrder(scenario).findLast((each) => each.at_s <= t_s && each.path === path);
  const base_rtt_ms = change?.value ?? last.base_rtt_ms;
  return base_rtt_ms === undefined ? {} : { base_rtt_ms };
}

/** New flows of an algorithm, from the playhead on; the last one is in focus. */
export function addFlows(document: LabDocument, kind: string, t_s: number, count = 1): LabDocument {
  let next = roomAt(document, t_s);
  const like = { algorithm: { kind }, ...baseRtt(document.scenario, t_s), start_s: moment(t_s) };
  for (let i = 0; i < count; i++) next = joined(next, { name: freeName(next.scenario, kind), ...like });
  return next;
}

/** New cross traffic of a kind, from the playhead on. */
export function addTraffic(document: LabDocument, kind: string, t_s: number): LabDocument {
  const roomy = roomAt(document, t_s);
  const name = freeName(roomy.scenario, kind);
  return appended(roomy, "cross_traffic", { kind, name, ...baseRtt(roomy.scenario, t_s), start_s: moment(t_s) });
}

/**
 * Gives the way back a bottleneck like the forward one, without its losses; or takes it away, with all changes of it. The
 * run is another from its start.
 */
export function setReverse(document: LabDocument, on: boolean): LabDocument {
  const { reverse_bottleneck: _old, ...scenario } = document.scenario;
  const kept = (scenario.interventions ?? []).filter((each) => !each.path.startsWith("reverse_bottleneck."));
  const { rate_bps, queue } = scenario.bottleneck as Json;
  const next = withInterventions(scenario as Scenario, kept);
  return { ...document, scenario: on ? { ...next, reverse_bottleneck: { rate_bps, queue } } : next };
}

/** A part of the path that a document has or has not. */
export type PathPart = "policer" | "delay_variation";

/** Adds a part to the path (a policer has half the link's rate), or takes it away, with all changes of it. The run is another from its start. */
export function setPart(
  document: LabDocument,
  side: "bottleneck" | "reverse_bottleneck",
  part: PathPart,
  on: boolean,
): LabDocument {
  const { scenario } = document;
  if (!isObject(scenario[side])) return document;
  const { [part]: _old, ...bottleneck } = scenario[side] as Json;
  const kept = (scenario.interventions ?? []).filter((each) => !each.path.startsWith(`${side}.${part}.`));
  const added = part === "policer" ? { rate_bps: Math.round(Number(bottleneck.rate_bps) / 2) } : {};
  const next = withInterventions(scenario, kept);
  return { ...document, scenario: { ...next, [side]: on ? { ...bottleneck, [part]: added } : bottleneck } };
}

/** A flow like another as that is at the playhead, from the playhead on. */
export function duplicateFlow(document: LabDocument, name: SourceName, t_s: number): LabDocument {
  const roomy = roomAt(document, t_s);
  let standing = roomy.scenario;
  for (const each of inOrder(roomy.scenario)) {
    if (each.at_s <= t_s && each.path.startsWith(`flows.${nameText(name)}.`))
      standing = withValue(standing, each.path, each.value);
  }
  const original = entriesIn(standing, "flows")[indexOf(standing, "flows", name)];
  if (!original) return document;
  const { stream: _stream, stop_s: _stop, ...like } = original;
  return joined(roomy, { ...like, name: freeName(roomy.scenario, nameText(name)), start_s: moment(t_s) });
}

/** Takes an entry out of its list. The others keep their names and stream numbers, which default to their places. */
function withoutEntry(scenario: Scenario, list: ListName, index: number): Scenario {
  const entries = entriesIn(scenario, list);
  const gone = entries[index];
  if (!gone) return scenario;
  const path = `${list}.${nameText(nameOf(list, gone, index))}.`;
  const rest = entries
    .map((entry, i) => (i <= index ? entry : { ...entry, name: nameOf(list, entry, i), stream: entry.stream ?? i }))
    .filter((_, i) => i !== index);
  return withInterventions(
    { ...scenario, [list]: rest },
    (scenario.interventions ?? []).filter((each) => !each.path.startsWith(path)),
  );
}

/**
 * Removes a flow, or cross traffic, at the playhead: what runs or has run stops now and its past stays; what has not begun,
 * or has already stopped, leaves the scenario.
 */
export function removeFlow(
  document: LabDocument,
  name: SourceName,
  t_s: number,
  list: ListName = "flows",
): LabDocument {
  const { scenario } = document;
  const index = indexOf(scenario, list, name);
  const entry = entriesIn(scenario, list)[index];
  if (!entry) return document;
  const at_s = moment(t_s);
  const focus = document.view.focus === name ? null : document.view.focus;
  const begun = (entry.start_s ?? 0) < at_s;
  const runs = begun && (entry.stop_s ?? Number.POSITIVE_INFINITY) > at_s && at_s < scenario.duration_s;
  const view = { ...document.view, focus };
  const { fork } = document;
  const own = fork && {
    ...fork,
    interventions: fork.interventions.filter((each) => !each.path.startsWith(`${list}.${nameText(name)}.`)),
  };
  if (!runs) return { scenario: withoutEntry(scenario, list, index), view, ...(own && { fork: own }) };
  const entries = entriesIn(scenario, list).map((each, i) => (i === index ? { ...each, stop_s: at_s } : each));
  const kept = (scenario.interventions ?? []).filter(
    (each) => each.at_s < at_s || !each.path.startsWith(`${list}.${nameText(name)}.`),
  );
  return { scenario: withInterventions({ ...scenario, [list]: entries }, kept), view, ...(own && { fork: own }) };
}
