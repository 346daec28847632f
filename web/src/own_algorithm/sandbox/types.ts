/**
 * Messages between the page and the reader's own algorithm: programs, faults, the standard paths, rows, and the calls.
 * Types only; plain data, so that it travels between page and worker as it is. Not here: what a program may use (api.d.ts), how
 * it is run (`client.ts`, whose `own(): Own` makes it; sandbox.worker.ts, quickjs.ts), nor words: a fault is a kind with its facts, worded by
 * the catalogue.
 */
import type { EngineClient } from "../../engine/client.ts";
import type { Scenario } from "../../session/scenario.ts";

/** The functions that a program may have, and `program` for what is outside of them. */
export type Place = "onAck" | "onLoss" | "onTimeout" | "onRound" | "program";

/** Kinds of mistake of a program. */
export type FaultKind =
  /** It does not compile; `message` says why. */
  | "syntax"
  /** An error was thrown, by the program or at something wrong in it (`x is not defined`); `message` is the error's text. */
  | "throw"
  /** It reached for what is not there on purpose: `name` is `fetch`, `Date`, `Math.random`, `setTimeout`, `document`, `import`, … */
  | "absent"
  /** One call went on for too long: an endless loop, most likely. The line is one within the loop. */
  | "endless"
  /** All calls of a run together took too long. */
  | "slow"
  /** Too much memory. */
  | "memory"
  /** Functions call one another too deeply. */
  | "stack"
  /** `name` (`cwnd`, `ssthresh`, `pacing_bps`, `state.acked`) was set to what it cannot be: NaN, negative, 0, not a number; `message` is that value. */
  | "number"
  /** `name` is no variable of `initial`, or a name that `flow` and the like do not have; `message` lists those that there are. */
  | "name"
  /** `name` can be read, not set. */
  | "fixed"
  /** `name`, outside of `state`, would be kept between calls (a `let`, a `var` or something in a `const` that is changed). */
  | "kept"
  /** None of the four functions is there. */
  | "missing"
  /** `initial` is no object of at most 64 numbers and booleans; `name` is the variable, if it is one. */
  | "initial"
  /** The program's text is longer than `LONGEST_PROGRAM`. */
  | "long"
  /** The window was so large that far more packets were sent than any link here carries: the run would have taken minutes. */
  | "flood"
  /** It did not answer any more and was ended from outside: within one call of JavaScript's own (sort, indexOf, a pattern). */
  | "stopped";

/** A mistake of a program, and its place. */
export interface Fault {
  kind: FaultKind;
  /** QuickJS's own words, in English, or the value found; may be empty. Show it as it is, beside the sentence for `kind`. */
  message: string;
  /** Its subject: a variable, a missing thing; empty if there is nothing to name. */
  name: string;
  /** From 1; null where there is no one line (`missing`, `long`, `flood`, `slow`, `stopped`). */
  line: number | null;
  /** From 1; null where only the line is known. */
  column: number | null;
  /** The reader's function that was called, or `program`. */
  place: Place;
  /** Simulated time of the call in s; null if no run was under way. */
  at_s: number | null;
  /** The path of the run; null if none was under way. */
  path: PathId | null;
}

/** Longest text of a program, in characters. */
export const LONGEST_PROGRAM = 65_536;

/** The standard paths, in the order of the table. */
export type PathId =
  /** 10 Mbit/s, 40 ms, a queue of one BDP; alone. */
  | "one_bdp"
  /** 100 Mbit/s, 160 ms, a queue of a fifth of the BDP: after a loss the link runs empty; alone. */
  | "long_fat"
  /** 10 Mbit/s, 40 ms, a queue of ten BDP; alone. */
  | "deep_queue"
  /** The first one with 1 % random loss; alone. */
  | "random_loss"
  /** The first one, two flows of the same algorithm, the second from 10 s on. */
  | "two_flows"
  /** The first one, beside a CUBIC flow of the same length. */
  | "beside_cubic";

/** A standard path: its numbers, for the table's words and to derive BDP and the like. */
export interface StandardPath {
  id: PathId;
  rate_bps: number;
  base_rtt_ms: number;
  limit_packets: number;
  /** Probability of a random loss, 0 to 1. */
  loss_probability: number;
  duration_s: number;
  /** Flows on it: the algorithm alone, two flows of it, or it and CUBIC. */
  flows: "alone" | "two" | "beside_cubic";
}

/** Algorithms under test: the reader's own, and those it is compared with. */
export type Candidate = "own" | "cubic" | "newreno" | "cdg";

/** Result of one candidate on one path; every number is the summary's (contract 3). */
export interface Row {
  path: PathId;
  candidate: Candidate;
  /** Sum over the candidate's flows (not CUBIC's beside it). */
  goodput_bps: number;
  /** That goodput over what the link can carry of payload, 0 to 1 (`of_capacity`). */
  of_capacity: number;
  /** Waiting time of a packet in the queue, over time, ms: median, nine tenths of the time, mean. */
  queue_delay_ms: { p50: number; p90: number; mean: number };
  /** Packets lost (queue and chance) over packets that arrived at the bottleneck, 0 to 1; all flows of the run. */
  loss_rate: number;
  /** Jain's index among the candidate's own two flows, while both run; null unless the path is `two_flows`. */
  jain_index: number | null;
  /** The candidate's part of both goodputs beside CUBIC, 0 to 1 (0.5 is fair); null unless the path is `beside_cubic`. */
  share_of_flows: number | null;
  timeouts: number;
  /** The run's digest: the same program gives the same one, anywhere. */
  digest: string;
}

/** A line that the program wrote. */
export interface LogLine {
  at_s: number;
  text: string;
}

/** Messages of a trial, in order. */
export type TrialEvent =
  /** How far it is: whole runs done of all, and of the one under way the share 0 to 1. */
  | { type: "progress"; path: PathId; candidate: Candidate; done: number; of: number; share: number }
  | { type: "row"; row: Row }
  /** Output of `own` on this path, at most `LONGEST_LOG` lines; `more` were written after these. Comes before its row or fault. */
  | { type: "log"; path: PathId; lines: LogLine[]; more: number };

/** Lines of a log that are kept of each run. */
export const LONGEST_LOG = 200;

/** How a trial ended. A program's fault ends it; the rows so far stay. */
export type Trial = { ok: true; rows: Row[] } | { ok: false; fault: Fault; rows: Row[] };

/** The answer to `check`. */
export type Checked =
  /** Which functions there are, and the names in `initial`. */
  { ok: true; hooks: Exclude<Place, "program">[]; state: string[] } | { ok: false; fault: Fault };

/**
 * A run of the reader's algorithm as an ordinary engine session: `client` answers all that `engine/protocol.ts` says, so that the
 * laboratory's charts draw it. In its documents `{ "kind": "own" }` is an algorithm like any other.
 */
export interface OwnRun {
  client: EngineClient;
  /** The path's scenario: load it with `client.ask("load", { scenario: JSON.stringify(scenario) })`. Flows are called by `Candidate`. */
  scenario: Scenario;
  /** Calls the listener at the program's first fault after a load; from there on the flow goes on as NewReno. Returns how to stop. */
  onFault(listener: (fault: Fault) => void): () => void;
}

/** Runs programs. Each call begins a worker when it needs one; nothing is loaded before. */
export interface Own {
  /** Compiles a program and looks at what is outside of its functions, without any run: for marks while one writes. */
  check(source: string): Promise<Checked>;
  /**
   * Runs a program on every standard path (or on `paths`) and the others beside it, whose rows are kept for the next time: `own`
   * first on each path. With `signal` it ends at once and rejects with `Aborted` (engine/client.ts).
   */
  judge(
    source: string,
    listener: (event: TrialEvent) => void,
    options?: { paths?: readonly PathId[]; signal?: AbortSignal },
  ): Promise<Trial>;
  /** A path's run, to be drawn; `beside` adds a second flow on the paths where the algorithm is alone. Close `client` when it is not shown any more. */
  open(source: string, path: PathId, beside?: Exclude<Candidate, "own">): OwnRun;
  /** Ends all workers. */
  close(): void;
}
