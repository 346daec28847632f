/**
 * The one map between the page and the engine's worker: what may be asked, and what comes back.
 * Types only. Not here: how a message travels (client.ts, worker.ts), nor any rule of the simulation.
 */
import type { Picture } from "../generated/picture.ts";
import type { REDUCTIONS, STEP_UNITS } from "../generated/rules.ts";
import type { Rule } from "../generated/signals.ts";

export { type Picture, Place, STRIDES } from "../generated/picture.ts";

/** A refusal of the engine's schema: worded by `i18n/errors.ts`, never here. */
export interface SchemaError {
  /** Key of the sentence in the catalogue. */
  code: string;
  /** The setting's path (`flows[1].base_rtt_ms`), or line and column. */
  place: string;
  /** Value that was found, as it stood in the document. */
  found: string;
  /** Values that are allowed, as a short machine-readable form (`0 < x <= 100000`, `newreno|cdg|...`). */
  allowed: string;
  /** The nearest valid name, or an empty string. */
  nearest: string;
}

/** The answer to `load` and `change`. */
export type Loaded =
  | {
      ok: true;
      /** The document with every default written out, without its interventions. */
      document: unknown;
      duration_s: number;
      /** Names in the document's order; series and pictures number sources by these lists. */
      flows: SourceName[];
      cross_traffic: string[];
    }
  | { ok: false; errors: SchemaError[]; more: number };

/** Result of a piece of a trace's file; of the last one also the trace's facts, `rate_bps` being its mean rate. */
export type TraceFileRead =
  | { ok: true; entries?: number; digest?: string; rate_bps?: number; rate_steps?: unknown[] }
  | { ok: false; errors: SchemaError[]; more: number };

/** How a series is reduced to the pixels asked for; `telemetry/view.rs` defines each. */
export type Mode = (typeof REDUCTIONS)[number];

declare const isSource: unique symbol;
/**
 * The name of a flow, of cross traffic, or `bottleneck`. A document may call a flow `constructor` or `__proto__`, which a lookup in a
 * plain object would find. So the type is opaque: it indexes no object, and whatever is kept by name is a `Map`. At run time it is a string.
 */
export interface SourceName {
  readonly [isSource]: true;
}
/** Makes a name of a text: the only place where one does. */
export const sourceName = (text: string): SourceName => text as unknown as SourceName;
/** The text of a name, to print it or to write it into a path. */
export const nameText = (name: SourceName): string => name as unknown as string;
/** Source of the queue's and the link's own signals. */
export const BOTTLENECK = sourceName("bottleneck");

/** One series wanted. */
export interface SeriesRequest {
  source: SourceName;
  /** A signal of `generated/signals.ts`. */
  signal: string;
  mode: Mode;
  window_s?: number;
  limit?: number;
}

/** A stretch of the run, as wide as the screen. */
export interface ViewRequest {
  t0_s: number;
  t1_s: number;
  /** Pixel columns of the plot. */
  columns: number;
  series: SeriesRequest[];
}

/** Points of one series: times and values alternate (t0, v0, t1, v1, ...), in order of time. */
export type Points = Float64Array;

/** Answer to a `ViewRequest`: one `Points` for each series, in the request's order. */
export interface Frame {
  t0_s: number;
  t1_s: number;
  /** How far the run is computed. */
  computed_s: number;
  series: Points[];
  /** The columns held less than the pixels ask for: ask again with the next `progress`, when it is simulated again. */
  coarse: boolean;
  /** More is computed, but not to be seen (session/clip.ts). */
  withheld?: boolean;
}

/** Counters of all sources at an instant, flows first, in the document's order. */
export interface Counters {
  delivered_bytes: Float64Array;
  dropped_queue: Float64Array;
  delay_backoffs: Float64Array;
}

/** Unit of a `step`. */
export type StepUnit = (typeof STEP_UNITS)[number];

/** A rule of an algorithm that fired, with the numbers from which it can be computed again. */
export interface Fired {
  /** Key of the rule (`cdg.delay_backoff`): the catalogue has its sentence under `why.<rule>`. */
  rule: string;
  /** Effect of the rule on congestion: the question that *Why?* asks. */
  outcome: Rule["outcome"];
  /** Its assumption about the path, whose truth the simulator knows. */
  infers: Rule["infers"];
  /** By name; null where a number was not finite. */
  numbers: Record<string, number | null>;
}

/** All rules of one flow that fired at one instant, in order. */
export interface Told {
  t_s: number;
  rules: Fired[];
}

/** Wanted part of the trace (contract 4): without times the whole run, without series all of them. */
export interface TraceRequest {
  t0_s?: number;
  t1_s?: number;
  series?: { source: SourceName; signal: string }[];
}

/** A notice: legal in a document, but perhaps not meant; worded by `i18n/notices.ts`, never here. */
export interface Notice {
  /** Key of the sentence in the catalogue, `notice.<code>`. */
  code: string;
  /** The setting's path (`flows[0].stop_s`). */
  place: string;
  /** Names and numbers in the sentence: numbers, names of flows and settings as they are in the document, and a setting's value. */
  arguments: Record<string, string | number | boolean | null>;
  /** Changes of the document that end it, where there is one way only. */
  remedy?: readonly Remedy[];
}

/** A change of a notice's remedy: path and value of a setting. */
export interface Remedy {
  path: string;
  value: string | number | boolean;
}

/** Request name -> [argument, result]. */
export interface Requests {
  /** Takes a scenario (JSON text) and computes it from 0 s. Refused ones leave the present run as it is. */
  load: [{ scenario: string }, Loaded];
  /** The document as changed with the playhead at `at_s`: what was computed before stays. */
  change: [{ scenario: string; at_s: number }, Loaded];
  /** Only checks a document. */
  check: [{ scenario: string }, Loaded];
  /** Reads a piece of a trace's file, which documents may name once its last piece is read. */
  trace_file: [{ name: string; bytes: Uint8Array; begins: boolean; ends: boolean }, TraceFileRead];
  /** Notices about a document; none about a refused one. */
  notices: [{ scenario: string }, { notices: Notice[] }];
  view: [ViewRequest, Frame];
  /** The path at `t_s`; `screen_second_s` = run seconds that pass in one second on screen (sets how long losses stay and approaches last). */
  picture: [{ t_s: number; screen_second_s: number }, Picture];
  /** Counters at an instant to which the run is computed. */
  counters: [{ t_s: number }, Counters];
  /** The first instant after `t_s` (before it, if `back`) at which the unit's event happens, for `flow` or for any; null if there is none. */
  step: [{ unit: StepUnit; t_s: number; back: boolean; flow?: SourceName }, { t_s: number | null }];
  /** The document with every default written out, as it is at `t_s`: interventions are applied, and left out. */
  settings: [{ t_s: number }, { document: unknown }];
  /** Summary of the run, or of a span of it (contract 3), its `notices` without words; null with the errors of a span that is not in the run. Computes to the end first. */
  summary: [{ from_s?: number; to_s?: number }, { summary: unknown; errors?: SchemaError[] }];
  /** Which rules of a flow fired at `t_s`, or at the first instant after it (`toward` 1), the last one before it (-1). */
  why: [{ flow: SourceName; t_s: number; toward: -1 | 0 | 1 }, Told | null];
  /** A part of the trace as CSV in UTF-8, simulated again: `begin` a new one, then null for each further part. `at_s`: how far it is written. */
  trace: [{ begin: TraceRequest | null }, { csv: Uint8Array; at_s: number; whole: boolean }];
  /** Computing rests (off screen) or goes on. */
  rest: [{ resting: boolean }, Record<string, never>];
}
export type RequestName = keyof Requests;

/** Page -> worker, first of all: the engine's module, compiled. */
export interface BeginMessage {
  module: WebAssembly.Module;
}
/** Page -> worker. */
export interface RequestMessage<N extends RequestName = RequestName> {
  id: number;
  name: N;
  argument: Requests[N][0];
}
/** Page -> worker: request `abort` is no longer wanted. */
export interface AbortMessage {
  abort: number;
}

/** When a flow (its place in the document) ran: its start with its jitter, and its end if it is a transfer that is complete, else infinite. */
export interface OwnTime {
  flow: number;
  start_s: number;
  end_s: number;
}

/** Worker -> page, unasked. */
export type Stream =
  /** The run was computed further; `digest` once it is computed to its end. `generation` counts loads and changes. */
  | {
      stream: "progress";
      computed_s: number;
      duration_s: number;
      digest: string | null;
      generation: number;
      /** Own times that are not the document's. */
      own?: readonly OwnTime[];
    }
  /** The run would hold more packets than a machine's memory: nothing happens in it after `at_s`. */
  | { stream: "halted"; at_s: number; most_packets: number }
  /** The engine died: its text. A fresh worker is started by the client. */
  | { stream: "error"; message: string };
/** Worker -> page, an answer. */
export type ReplyMessage =
  | { id: number; ok: true; result: unknown }
  | { id: number; ok: false; error: string; aborted: boolean };
