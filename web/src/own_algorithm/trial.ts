/**
 * The trials of the reader's program: one is under way or ended, the last good one stands while a program is at fault from its start;
 * and the check that only compiles. Not here: how a program is run (web/src/own_algorithm/sandbox), what is shown of it (main.ts).
 */
import { Aborted } from "../engine/client.ts";
import { begin as beginWork } from "../offline/busy.ts";
import type { Log } from "./parts.ts";
import type { Fault, Own, PathId, Row, TrialEvent } from "./sandbox/types.ts";

/** How far a trial is. */
export type Progress = Extract<TrialEvent, { type: "progress" }>;

/** A trial, under way or ended. */
export interface Trial {
  source: string;
  rows: Row[];
  logs: Map<PathId, Log>;
  now: Progress | null;
  /** Ends it; null once it has ended. */
  stop: AbortController | null;
}

/** Consequences of a trial. */
export interface TrialHost {
  /** There is something new to draw. */
  schedule(): void;
  /** It was on every path, or at fault. */
  judged(source: string, fault: Fault | null): void;
  /** It has ended, however. */
  settled(source: string): void;
}

export const isOwn = (row: Row): boolean => row.candidate === "own";

export class Trials {
  now: Trial | null = null;
  /** Trials begun: one may be over before it is seen. */
  count = 0;
  /** An error that is not the program's. */
  broken: string | null = null;
  /** The last one that gave the reader's own numbers. */
  private last: Trial | null = null;
  private engine: Promise<Own> | null = null;
  private checks = 0;

  constructor(private readonly host: TrialHost) {}

  /** Trial of the numbers on show: this one, or the last one's where this one has none and will have none. */
  get shown(): Trial | null {
    const { now, last } = this;
    return now && !now.stop && !now.rows.some(isOwn) ? (last ?? now) : now;
  }

  own(): Promise<Own> {
    this.engine ??= import("./sandbox/client.ts").then((file) => file.own());
    this.engine.catch(() => {
      this.engine = null;
    });
    return this.engine;
  }

  stop(): void {
    this.now?.stop?.abort();
    if (this.now) this.now.stop = null;
  }

  /** Another program is opened: nothing of the ones before is shown. */
  forget(): void {
    this.stop();
    this.now = null;
    this.last = null;
    this.broken = null;
  }

  /** Compiles a program; what is wrong with it, or undefined where something came between. */
  async check(source: string): Promise<Fault | null | undefined> {
    const turn = ++this.checks;
    const answer = await this.own()
      .then((own) => own.check(source))
      .catch(() => null);
    if (turn !== this.checks || !answer) return undefined;
    return answer.ok ? null : answer.fault;
  }

  /** Runs a program on every path. */
  async run(source: string): Promise<void> {
    const { host } = this;
    this.stop();
    this.checks++;
    const stop = new AbortController();
    const trial: Trial = { source, rows: [], logs: new Map(), now: null, stop };
    this.now = trial;
    this.count++;
    this.broken = null;
    host.schedule();
    const done = beginWork();
    try {
      const own = await this.own();
      const answer = await own.judge(source, (event) => this.heard(trial, event), { signal: stop.signal });
      if (this.now !== trial) return;
      trial.rows = answer.rows;
      trial.stop = null;
      if (trial.rows.some(isOwn)) this.last = trial;
      host.judged(source, answer.ok ? null : answer.fault);
    } catch (error) {
      if (!(error instanceof Aborted)) this.broken = error instanceof Error ? error.message : String(error);
      if (this.now === trial) trial.stop = null;
    } finally {
      done();
      if (this.now === trial) {
        trial.now = null;
        host.settled(source);
      }
    }
  }

  private heard(trial: Trial, event: TrialEvent): void {
    if (this.now !== trial) return;
    if (event.type === "progress") trial.now = event;
    else if (event.type === "row") trial.rows.push(event.row);
    else trial.logs.set(event.path, { lines: event.lines, more: event.more });
    this.host.schedule();
  }
}
