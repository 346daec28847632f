/**
 * The one map between a page and a worker that runs experiments: what may be asked, and what comes back. Types only. Not
 * here: how a message travels (hand.ts, figures.worker.ts).
 */
import type { Figure, Job, Verdict } from "./types.ts";

/** Which experiment, with how many runs of each cell: 0 as many as the paper has, -1 a few. */
export interface Which {
  id: string;
  repetitions: number;
}

/** The course of a run: sums of each quantity, by quantity, then by bin; those of each source, then those of the queue. */
export interface Course {
  sums: Float64Array;
  /** Names of the quantities, in order. */
  source: string[];
  queue: string[];
}

/** By name: the question, the answer. A worker keeps what it was last asked about; a job's number is its place in the list. */
export interface Calls {
  /** All runs, in the order in which the picture fills evenly, what is only shown beside last. */
  jobs: [Which, Job[]];
  /** The scenario of a run, JSON. */
  scenario: [Which & { job: number }, string];
  /** Does a run; its row, JSON. Says on the way how far it is. */
  run: [Which & { job: number }, string];
  /** Forgets all rows. */
  clear: [Which, null];
  /** Takes rows in, and draws what there is. */
  draw: [Which & { rows: { job: number; row: string }[] }, { figure: Figure; claims: Verdict[] }];
  /** A scenario of the reader's own (JSON) under a seed, in so many bins. Says on the way how far it is. */
  course: [{ scenario: string; seed: number; bins: number }, Course];
  /** All rows as a file. */
  file: [Which & { form: "csv" | "json" }, string];
}

export type CallName = keyof Calls;

/** What a worker is sent: first the compiled module, then questions. */
export type ToWorker =
  | { module: WebAssembly.Module }
  | { [N in CallName]: { call: number; name: N; argument: Calls[N][0] } }[CallName];

/** What it says: an answer, a fault, or how far a run is. */
export type FromWorker =
  | { call: number; answer: unknown }
  | { call: number; fault: string }
  | { call: number; share: number };
