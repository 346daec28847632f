/**
 * Facts of the run for charts, path and controls, read from the engine's document as it is at the playhead:
 * names on the screen, rates and limits. Pure. Not here: series, colours, the engine.
 */

import { signsOf } from "../design/signs.ts";
import { nameText, type OwnTime, type SourceName, sourceName } from "../engine/protocol.ts";
import { hasOrigin } from "./link-rate.ts";
import type { FlowLook, KindStep, LimitStep, RunFacts } from "./run-facts.ts";
import { inOrder, isObject, type Json, type Scenario, valueAt } from "./scenario.ts";

/** A flow's algorithm where a document names none (contract 1). */
const DEFAULT_KIND = "newreno";

/** Bytes of a packet that are headers, and of an ACK. */
const HEADERS_BYTES = 40;

/** Parts from which names are made. */
export interface Names {
  /** Title of a kind ("CDG" of `cdg`); the kind itself where it has none. */
  titleOf(list: "flows" | "cross_traffic", kind: string): string;
  /** Whether a word is a kind's name or title, in lower case without spaces and signs. */
  isKind(word: string): boolean;
  /** The ink of an algorithm that has one of its own (design/signs.ts). */
  inkOf(kind: string): number | undefined;
  /** A flow's name in our scenarios ("near"), in the reader's language; null: not one of these names. */
  wordOf(name: string): string | null;
}

/** Reads a number of a filled document; `otherwise` where there is none. */
export function numberIn(section: unknown, field: string, otherwise: number): number {
  const value = isObject(section) ? section[field] : undefined;
  return typeof value === "number" ? value : otherwise;
}

function wordIn(section: unknown, field: string): string {
  const value = isObject(section) ? section[field] : undefined;
  return typeof value === "string" ? value : "";
}

/** Entries of a list of the filled document. */
export function entriesOf(settings: unknown, list: "flows" | "cross_traffic"): Json[] {
  const entries = isObject(settings) ? settings[list] : undefined;
  return Array.isArray(entries) ? entries.filter(isObject) : [];
}

/** A name that says no more than a kind or a number (`cdg`, `NewReno`, `cdg 2`, `flow2`, `one`) gives way to the present kind's title. */
function labelOf(name: string, title: string, names: Names): string {
  const plain = name.toLowerCase().replaceAll(/[\s_-]|\d+$/g, "");
  if (/^(flow|one|two)$/.test(plain) || names.isKind(plain)) return title;
  const [word, number] = name.split(/(?=\s\d+$)/);
  const told = names.wordOf(word ?? "");
  return told === null ? name : told + (number ?? "");
}

/** A flow that does not stop within the run still runs at the run's last moment: it stops a microsecond later. */
function stopOf(stop_s: number, duration_s: number): number {
  return stop_s < duration_s ? stop_s : duration_s + 1e-6;
}

/**
 * All flows, then all cross traffic, as every drawing knows them. Labels that would be alike are numbered. `kinds`: of the flows that
 * change their algorithm over the run (`kindsOf`); their colours do not change with it. `own`: what the engine says of their times.
 */
export function looksOf(
  settings: unknown,
  duration_s: number,
  names: Names,
  kinds: ReadonlyMap<SourceName, readonly KindStep[]> = new Map(),
  own: readonly OwnTime[] = [],
): FlowLook[] {
  const looks: FlowLook[] = [];
  for (const list of ["flows", "cross_traffic"] as const) {
    for (const entry of entriesOf(settings, list)) {
      const cross = list === "cross_traffic";
      const kind = wordIn(cross ? entry : entry.algorithm, "kind");
      looks.push({
        name: sourceName(wordIn(entry, "name")),
        index: looks.length,
        sign: looks.length,
        label: labelOf(wordIn(entry, "name"), names.titleOf(list, kind), names),
        kind: cross ? "" : kind,
        title: names.titleOf(list, kind),
        cross,
        ...(entry.pacing === true && { paced: true }),
        ...(kind === "ping" && { replies: true }),
        ...(typeof entry.packet_bytes === "number" && { packet_bytes: entry.packet_bytes }),
        // In the forward queue are its ACKs.
        ...(entry.direction === "reverse" && { reverse: true, packet_bytes: HEADERS_BYTES }),
        start_s: numberIn(entry, "start_s", 0),
        stop_s: stopOf(numberIn(entry, "stop_s", duration_s), duration_s),
      });
    }
  }
  for (const { flow, start_s, end_s } of own) {
    const look = looks[flow];
    if (look) Object.assign(look, { start_s, stop_s: Math.min(look.stop_s, end_s) });
  }
  const signs = signsOf(looks.map((look) => names.inkOf(kinds.get(look.name)?.[0]?.kind ?? look.kind)));
  for (const [i, look] of looks.entries()) look.sign = signs[i] as number;
  number(looks);
  return looks;
}

/** Numbers labels that are alike, again where a numbered one is another's ("a 1" beside two of "a"). */
function number(looks: readonly FlowLook[]): void {
  const alike = new Map<string, FlowLook[]>();
  for (const look of looks) {
    const group = alike.get(look.label);
    if (group) group.push(look);
    else alike.set(look.label, [look]);
  }
  if (alike.size === looks.length) return;
  for (const group of alike.values())
    if (group.length > 1) for (const [i, each] of group.entries()) each.label = `${each.label} ${i + 1}`;
  number(looks);
}

/**
 * Names of flows in files, by their own: those of the screen, as soon as a name that says no more than an algorithm is another one's
 * (a flow `CDG` that is NewReno now); empty where none is, so that files have the document's names.
 */
export function namesInFiles(looks: readonly FlowLook[], names: Pick<Names, "isKind">): Map<SourceName, string> {
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]|\d+$/g, "");
  const plain = looks.filter(({ name, cross }) => !cross && names.isKind(bare(nameText(name))));
  const isRight = ({ name, kind, title = "" }: FlowLook): boolean =>
    [kind, title].some((each) => bare(each) === bare(nameText(name)));
  return new Map(plain.every(isRight) ? [] : plain.map(({ name, label }) => [name, label]));
}

/** Facts that change from frame to frame. */
export interface Moment {
  playhead_s: number;
  reading_s: number;
  computed_s: number;
  duration_s: number;
  t0_s: number;
  t1_s: number;
  focus: SourceName | null;
  old_g_ms: number | null;
}

/** The facts at a moment. */
export function factsOf(settings: unknown, looks: FlowLook[], moment: Moment): RunFacts {
  const bottleneck = isObject(settings) ? settings.bottleneck : undefined;
  const queue = isObject(bottleneck) ? bottleneck.queue : undefined;
  const packet_bytes = numberIn(settings, "packet_bytes", 1500);
  const limit = (field: string): number | null => {
    const value = numberIn(queue, field, 0);
    return value > 0 ? value : null;
  };
  const base_rtt_ms = new Map<SourceName, number>();
  const g_ms = new Map<SourceName, number>();
  for (const list of ["flows", "cross_traffic"] as const) {
    for (const entry of entriesOf(settings, list)) {
      const name = sourceName(wordIn(entry, "name"));
      base_rtt_ms.set(name, numberIn(entry, "base_rtt_ms", 40));
      if (isObject(entry.algorithm) && typeof entry.algorithm.g_ms === "number") g_ms.set(name, entry.algorithm.g_ms);
    }
  }
  return {
    flows: looks,
    rate_bps: numberIn(bottleneck, "rate_bps", 0),
    discipline: wordIn(queue, "discipline"),
    loss_model: wordIn(isObject(bottleneck) ? bottleneck.loss : undefined, "model"),
    ...(isObject(bottleneck) && hasOrigin(bottleneck) ? { varies: true } : {}),
    ...(isObject(isObject(bottleneck) ? bottleneck.policer : null) ? { policed: true } : {}),
    limit_packets: limit("limit_packets"),
    limit_bytes: limit("limit_bytes"),
    packet_bytes,
    payload_bytes: packet_bytes - HEADERS_BYTES,
    base_rtt_ms,
    g_ms,
    ...moment,
  };
}

/**
 * The queue's limit over the whole run: that of the settings at the start, as the engine fills them in (a limit in time or BDPs is in bytes
 * there), then each change of it.
 */
export function limitsOf(scenario: Scenario, start: unknown): LimitStep[] {
  const own = (field: string): number | null => {
    const value = valueAt(start, `bottleneck.queue.${field}`);
    return typeof value === "number" ? value : null;
  };
  const bytes = own("limit_bytes");
  const limits: LimitStep[] = [{ t_s: 0, packets: bytes === null ? own("limit_packets") : null, bytes }];
  for (const { at_s, path, value } of inOrder(scenario)) {
    if (typeof value !== "number") continue;
    if (path === "bottleneck.queue.limit_packets") limits.push({ t_s: at_s, packets: value, bytes: null });
    if (path === "bottleneck.queue.limit_bytes") limits.push({ t_s: at_s, packets: null, bytes: value });
  }
  return limits;
}

/** Of the flows that change their algorithm over the run: which they have from when on. */
export function kindsOf(scenario: Scenario): Map<SourceName, KindStep[]> {
  const kinds = new Map<SourceName, KindStep[]>();
  for (const { at_s, path, value } of inOrder(scenario)) {
    const text = /^flows\.(.+)\.algorithm\.kind$/.exec(path)?.[1];
    if (text === undefined) continue;
    const name = sourceName(text);
    const first = valueAt(scenario, path);
    const steps = kinds.get(name) ?? [{ t_s: 0, kind: typeof first === "string" ? first : DEFAULT_KIND }];
    kinds.set(name, [...steps, { t_s: at_s, kind: String(value) }]);
  }
  return kinds;
}

/** Loss probability at the bottleneck, 0 to 1; null where the model has no single one. */
export function lossOf(settings: unknown): number | null {
  const bottleneck = isObject(settings) ? settings.bottleneck : undefined;
  const loss = isObject(bottleneck) ? bottleneck.loss : undefined;
  const model = wordIn(loss, "model");
  if (model === "none" || model === "") return 0;
  return model === "bernoulli" ? numberIn(loss, "probability", 0) : null;
}
