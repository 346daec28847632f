/**
 * The scenario as plain JSON: reading and setting a value by its path, names of flows, what two scenarios have in
 * common. Nothing here knows ranges or defaults (the engine does), nor what is shown on the screen.
 */
import { nameText, type SourceName, sourceName } from "../engine/protocol.ts";
import { LACKED_LIMITS, LIMITS, MODEL_OF_A_PROBABILITY, SELECTORS } from "../generated/rules.ts";

/** Values that a setting may have. */
export type Scalar = number | string | boolean | null;
/** A JSON object. */
export type Json = { [key: string]: unknown };

/** A change while the run goes on (contract 1.5). */
export interface Intervention {
  at_s: number;
  path: string;
  value: Scalar;
}

/** A flow or an entry of cross traffic, as the reader's document has it: defaults are not written out. */
export interface Entry extends Json {
  name?: SourceName;
  kind?: string;
  algorithm?: Json & { kind: string };
  start_s?: number;
  stop_s?: number;
  stream?: number;
  count?: number;
}

/** A scenario document (contract 1). Only what the page itself touches has a type. */
export interface Scenario extends Json {
  duration_s: number;
  flows?: Entry[];
  cross_traffic?: Entry[];
  interventions?: Intervention[];
}

/** Lists whose entries have names and paths. */
export const LISTS = ["flows", "cross_traffic"] as const;
export type ListName = (typeof LISTS)[number];

/** An entry's name, the default one where it gives none: `flow1`, or kind and number for cross traffic. */
export function nameOf(list: ListName, entry: Entry, index: number): SourceName {
  return entry.name ?? sourceName(list === "flows" ? `flow${index + 1}` : `${entry.kind ?? ""}${index + 1}`);
}

/** As many entries are written out: the engine rejects a document with more. */
const MOST_COPIES = 10_000;

/** How many copies an entry of the document stands for (contract 1.2). */
export const countOf = ({ count }: Entry): number => (Number.isInteger(count) && Number(count) > 1 ? Number(count) : 1);

/** The copies of an entry; `first`: the place of the first one among those of the list. */
function copiesOf(list: ListName, entry: Entry, first: number): Entry[] {
  const { count: _, ...own } = entry;
  const name = nameText(nameOf(list, entry, first));
  return Array.from({ length: countOf(entry) }, (_copy, i) => ({
    ...own,
    name: sourceName(`${name} ${i + 1}`),
    stream: (entry.stream ?? first) + i,
  }));
}

/** Lists with all copies written out, by the list as it is given. */
const writtenOut = new WeakMap<readonly Entry[], Entry[]>();

/** The entries of a list as the engine has them: copies (`count`) written out, each with a name and a stream of its own. */
export function entriesIn(scenario: Scenario, list: ListName): Entry[] {
  const given = scenario[list] ?? [];
  const known = writtenOut.get(given);
  if (known) return known;
  const total = given.reduce((sum, entry) => sum + countOf(entry), 0);
  let all = given;
  if (total > given.length && total <= MOST_COPIES) {
    all = [];
    for (const entry of given) all.push(...(countOf(entry) === 1 ? [entry] : copiesOf(list, entry, all.length)));
  }
  writtenOut.set(given, all);
  return all;
}

/** The entry of the document that a flow or cross traffic comes from: its place, the place of its first copy, and how many there are. */
export function entryOf(
  scenario: Scenario,
  list: ListName,
  name: SourceName,
): { place: number; first: number; count: number } | null {
  const index = indexOf(scenario, list, name);
  let first = 0;
  for (const [place, entry] of (scenario[list] ?? []).entries()) {
    const count = countOf(entry);
    if (index >= first && index < first + count) return { place, first, count };
    first += count;
  }
  return null;
}

/** The scenario with the copies of a list written out: before one of them is changed. */
function withCopies(scenario: Scenario, list: ListName): Scenario {
  const entries = entriesIn(scenario, list);
  return entries === (scenario[list] ?? entries) ? scenario : { ...scenario, [list]: entries };
}

/** Letters of a title that are shown: a browser takes minutes to lay out hundreds of thousands of some scripts. */
const LONGEST_TITLE = 300;

/** A scenario's own title, as it is shown; null if it has none. */
export function titleIn({ title }: Scenario): string | null {
  if (typeof title !== "string") return null;
  return title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}\u2026` : title;
}

/** Indices by name in the lists that were asked about: of ten thousand flows each has paths. Lists are replaced, never changed. */
const indices = new WeakMap<readonly Entry[], ReadonlyMap<SourceName, number>>();

/** Index of an entry by its name, copies written out, of the first one where several have it; -1 if there is none. */
export function indexOf(scenario: Scenario, list: ListName, name: SourceName): number {
  const entries = entriesIn(scenario, list);
  const known =
    indices.get(entries) ?? new Map(entries.map((entry, i) => [nameOf(list, entry, i), i] as const).reverse());
  indices.set(entries, known);
  return known.get(name) ?? -1;
}

/** The value of a JSON text; null if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value has the form that the page relies on before the engine has judged it: an object whose lists are lists of objects. */
export function isScenario(value: unknown): value is Scenario {
  const isList = (list: unknown): boolean => list === undefined || (Array.isArray(list) && list.every(isObject));
  return isObject(value) && [value.flows, value.cross_traffic, value.interventions].every(isList);
}

/** Steps from the document's root to the place of a setting's path; null if the path names an entry that is not there. */
function steps(scenario: Scenario, path: string): (string | number)[] | null {
  const parts = path.split(".");
  const list = parts[0] as ListName;
  if (!LISTS.includes(list)) return parts;
  const index = indexOf(scenario, list, sourceName(parts[1] ?? ""));
  return index < 0 ? null : [list, index, ...parts.slice(2)];
}

/** The value at a setting's path (`bottleneck.loss.probability`, `flows.cdg.algorithm.g_ms`); undefined if there is none. */
export function valueAt(scenario: unknown, path: string): unknown {
  if (!isObject(scenario)) return undefined;
  let at: unknown = scenario;
  const places = steps(scenario as Scenario, path) ?? ["\0"];
  if (typeof places[1] === "number") at = withCopies(scenario as Scenario, places[0] as ListName);
  for (const step of places) {
    if (Array.isArray(at)) at = at[step as number];
    else if (isObject(at) && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

/** The fields of a section that a change of `field` to `value` leaves. */
function survivors(field: string, section: Json, value: Scalar | readonly unknown[]): Json {
  const kept = SELECTORS.get(field);
  const lacked = field === "discipline" ? LACKED_LIMITS.get(value as Scalar) : undefined;
  const stays = (name: string): boolean =>
    !lacked?.includes(name) && (kept?.includes(name) ?? !(LIMITS.includes(field) && LIMITS.includes(name)));
  return Object.fromEntries(Object.entries(section).filter(([name]) => stays(name)));
}

/** Whether a later change at `other` is replaced by one at these paths, or is left without its field. */
export function overrides(changed: readonly string[]): (other: string) => boolean {
  const same = new Set(changed);
  const choosers = changed.filter((path) => SELECTORS.has(path.slice(path.lastIndexOf(".") + 1)));
  return (other) => same.has(other) || choosers.some((path) => removesField(path, other));
}

/** Whether a change at `changed` leaves a later change at `other` without its field. */
function removesField(changed: string, other: string): boolean {
  const cut = changed.lastIndexOf(".");
  const field = changed.slice(cut + 1);
  const section = changed.slice(0, cut + 1);
  return (
    SELECTORS.has(field) &&
    other !== changed &&
    other.startsWith(section) &&
    !(field === "kind" && !/\.(algorithm|application)\.$/.test(section))
  );
}

function replaced(
  at: unknown,
  path: readonly (string | number)[],
  value: Scalar | undefined | readonly unknown[],
): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(at)) return at.map((item, i) => (i === step ? replaced(item, rest, value) : item));
  const section = isObject(at) ? at : {};
  const field = String(step);
  if (rest.length > 0) return { ...section, [field]: replaced(section[field], rest, value) };
  if (value === undefined) {
    const { [field]: _gone, ...others } = section;
    return others;
  }
  const kept = survivors(field, section, value);
  const { absent, added } = MODEL_OF_A_PROBABILITY;
  if (field === "probability" && (section.model ?? absent) === absent)
    return { ...kept, model: added, probability: value };
  return { ...kept, [field]: value };
}

/**
 * The scenario with the field at a path, or at several, set, or left out where the value is undefined; the same object if no path names
 * an entry that is there.
 */
export function withValue(
  scenario: Scenario,
  paths: string | readonly string[],
  value: Scalar | undefined | readonly unknown[],
): Scenario {
  let next = scenario;
  // Each list is copied once, however many of its entries change.
  const lists = new Map<ListName, unknown[]>();
  for (const path of typeof paths === "string" ? [paths] : paths) {
    const places = steps(scenario, path);
    if (!places) continue;
    const [list, index, ...rest] = places;
    if (typeof index === "number") {
      const entries = lists.get(list as ListName) ?? [...entriesIn(scenario, list as ListName)];
      entries[index] = replaced(entries[index], rest, value);
      lists.set(list as ListName, entries);
    } else next = replaced(next, places, value) as Scenario;
  }
  return lists.size > 0 ? { ...next, ...Object.fromEntries(lists) } : next;
}

/** Deep equality of JSON values, whatever the order of fields. */
export function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => equal(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a).filter((key) => a[key] !== undefined);
  return (
    keys.length === Object.keys(b).filter((key) => b[key] !== undefined).length &&
    keys.every((key) => equal(a[key], b[key]))
  );
}

/** Interventions in order of effect: by time, then by their order in the list. */
export function inOrder(scenario: Scenario): Intervention[] {
  return [...(scenario.interventions ?? [])].sort((a, b) => a.at_s - b.at_s);
}

/** First time at which two entries of one place differ; infinity if never. */
function entriesPart(a: Entry, b: Entry): number {
  const { start_s: startA = 0, stop_s: stopA = Number.POSITIVE_INFINITY, ...restA } = a;
  const { start_s: startB = 0, stop_s: stopB = Number.POSITIVE_INFINITY, ...restB } = b;
  if (!equal(restA, restB)) return 0;
  const starts = startA === startB ? Number.POSITIVE_INFINITY : Math.min(startA, startB);
  // Where the first lets it stop it may have stopped already at that very instant: what goes on is taken up just before.
  const stops = stopA < stopB ? Math.max(0, stopA - 1e-6) : stopB;
  return Math.min(starts, stopA === stopB ? Number.POSITIVE_INFINITY : stops);
}

/**
 * The first moment in seconds from which two scenarios may give different runs: what was computed before it holds for
 * both. 0 if they differ from the start, infinity if they give the same run.
 */
export function partAt(a: Scenario, b: Scenario): number {
  const { interventions: _a, duration_s: endA, title: _ta, flows: _fa, cross_traffic: _ca, ...restA } = a;
  const { interventions: _b, duration_s: endB, title: _tb, flows: _fb, cross_traffic: _cb, ...restB } = b;
  if (!equal(restA, restB)) return 0;
  let at = endA === endB ? Number.POSITIVE_INFINITY : Math.min(endA, endB);
  for (const list of LISTS) {
    const entriesA = entriesIn(a, list);
    const entriesB = entriesIn(b, list);
    for (let i = 0; i < Math.max(entriesA.length, entriesB.length); i++) {
      const left = entriesA[i];
      const right = entriesB[i];
      at = Math.min(at, left && right ? entriesPart(left, right) : ((left ?? right)?.start_s ?? 0));
    }
  }
  const handA = inOrder(a);
  const handB = inOrder(b);
  for (let i = 0; i < Math.max(handA.length, handB.length); i++) {
    const left = handA[i];
    const right = handB[i];
    if (left && right && equal(left, right)) continue;
    at = Math.min(at, left?.at_s ?? Number.POSITIVE_INFINITY, right?.at_s ?? Number.POSITIVE_INFINITY);
    break;
  }
  return at;
}
