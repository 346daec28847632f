/**
 * The one map between a page and a worker that runs experiments: requests and responses. Types only. Not
 * here: how a message travels (client.ts, ensemble.worker.ts).
 */
import type { Figure, Job, Refusal, SweepPlan, Verdict } from "./types.ts";

/** Which experiment, with how many runs of each cell: 0 as many as the paper has, -1 a few. */
export interface Which {
  id: string;
  repetitions: number;
}

/** A run in equal bins of time: sums of each quantity, by quantity, then by bin; those of each source, then those of the queue. */
export interface BinnedSeries {
  sums: Float64Array;
  /** Names of the quantities, in order. */
  source: string[];
  queue: string[];
}

/** The document of a sweep or of a search (docs/sweeps.md), and the trace's file that its scenario names. */
export interface SweepDocument {
  document: string;
  file: Uint8Array;
}

/** The table of a sweep (CSV), and the run on the page: its scenario (JSON), and the trace's file that this names. */
export interface TableGiven {
  scenario: string;
  file: Uint8Array;
  table: string;
  /** Over which the runs are measured, where that is not all of them. */
  span: { from_s?: number; to_s?: number };
  /** A table of other runs is drawn. */
  drawn: boolean;
}

/** By name: request and response. A worker keeps the experiment of its last request; a job's number is its index in the list. */
export interface Calls {
  /** All runs, in the order in which the picture fills evenly; comparison runs come last. */
  jobs: [Which, Job[]];
  /** The scenario of a run, JSON. */
  scenario: [Which & { job: number }, string];
  /** Does a run and returns its row, JSON. Reports progress. */
  run: [Which & { job: number }, string];
  /** Drops all rows. */
  clear: [Which, null];
  /** Adds rows and draws all rows so far. */
  draw: [Which & { rows: { job: number; row: string }[] }, { figure: Figure; claims: Verdict[] }];
  /** A scenario of the reader's own (JSON) under a seed, in this many bins; `file`: the trace's file that it names. Reports progress. */
  binnedSeries: [{ scenario: string; file: Uint8Array; seed: number; bins: number }, BinnedSeries];
  /** Losses of one run of such a scenario that each loss discriminator judged in a span: counts, by flow, then by discriminator. Reports progress. */
  judgedLosses: [{ scenario: string; file: Uint8Array; seed: number; from_s: number; to_s: number }, Float64Array];
  /** Scores of such counts, or of sums of them, with the discriminators' names. */
  scores: [Float64Array, { rules: string[]; shares: Float64Array }];
  /** Fields of the summary of a scenario (JSON) that can be measured. */
  measurable: [Omit<SweepDocument, "document"> & { scenario: string }, { name: string; unit: string }[]];
  /** Keeps a sweep, in place of the one before. */
  openSweep: [SweepDocument, SweepPlan | Refusal];
  /** Keeps the sweep of a table, if its runs are those of the scenario; `drawn`: else the table alone, and why. Without a plan the one before stays. */
  openTable: [TableGiven, { plan: SweepPlan | Refusal; other: Refusal | null }];
  /** Calls a method of the sweep that is kept (sweep.ts). */
  askSweep: [{ name: string; given: readonly unknown[] }, unknown];
  /** Does a run of a sweep and returns its row, JSON. Reports progress. */
  sweepRow: [SweepDocument & { run: number }, string];
  /** All rows as a file. */
  file: [Which & { form: "csv" | "json" }, string];
}

export type CallName = keyof Calls;

/** Messages to a worker: first the compiled module, then requests. */
export type ToWorker =
  | { module: WebAssembly.Module }
  | { [N in CallName]: { call: number; name: N; argument: Calls[N][0] } }[CallName];

/** Messages from a worker: a response, an error, or the progress of a run. */
export type FromWorker =
  | { call: number; answer: unknown }
  | { call: number; fault: string }
  | { call: number; share: number };
