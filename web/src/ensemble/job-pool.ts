/**
 * Work shared out among the workers of a pool: progress, time left, and cancellation at any time. Not here: what
 * the work is (figures/ensemble.ts, laboratory/repeat.ts), workers as such (client.ts).
 */
import { begin } from "../offline/busy.ts";
import type { Pool, WorkerHandle } from "./client.ts";

/** How far it is. */
export interface Progress {
  done: number;
  runs: number;
  /** Of the work, 0 to 1. */
  share: number;
  workers: number;
  /** Time that it will still take, s; null while nothing is known. */
  left_s: number | null;
}

/** Runs that a worker has before it, so that it never waits for the page. */
const AHEAD = 2;

/** Minimum time between two progress reports, in ms: drawing them takes CPU time from the workers. */
const TOLD_MS = 100;

/** The reader has cancelled it. */
export class Cancelled extends Error {}

/** The work, and its listener. */
export interface Labour<J extends { cost: number }> {
  jobs: readonly J[];
  /** Does one job and reports its progress, from 0 to 1. */
  work(hand: WorkerHandle, job: J, onShare: (share: number) => void): Promise<void>;
  onProgress(progress: Progress): void;
  /** A job has failed and is left out: its worker is replaced. Without it, the first one that fails ends all. */
  onLost?(job: J, error: unknown): void;
}

/** Does all jobs with at most this many workers; rejects with `Cancelled` if `signal` ended it, or with the first error. */
export async function runJobs<J extends { cost: number }>(
  { jobs, work, onProgress, onLost }: Labour<J>,
  pool: Pool,
  workers: number,
  signal: AbortSignal,
  now: () => number = () => performance.now(),
): Promise<void> {
  const count = Math.max(1, Math.min(workers, jobs.length));
  const hands = await Promise.all(Array.from({ length: count }, () => pool.take()));
  const begun = now();
  const whole = jobs.reduce((sum, job) => sum + job.cost, 0);
  let [next, done, worked] = [0, 0, 0];
  let told = Number.NEGATIVE_INFINITY;
  const tell = (): void => {
    if (done < jobs.length && now() - told < TOLD_MS) return;
    told = now();
    const elapsed = (now() - begun) / 1000;
    const share = Math.min(1, worked / whole);
    const left_s = worked > 0 && elapsed > 0.5 ? (elapsed * (1 - share)) / share : null;
    onProgress({ done, runs: jobs.length, share, workers: count, left_s });
  };
  const workOn = async (place: number): Promise<void> => {
    for (let job = jobs[next++]; job && !signal.aborted; job = jobs[next++]) {
      const { cost } = job;
      const hand = hands[place] as WorkerHandle;
      let own = 0;
      try {
        await work(hand, job, (share) => {
          worked += (share - own) * cost;
          own = share;
          tell();
        });
      } catch (error) {
        if (!onLost) throw error;
        hand.end();
        const next = await pool.take();
        hands[place] = next;
        if (signal.aborted) next.end();
        onLost(job, error);
      }
      worked += (1 - own) * cost;
      done++;
      tell();
    }
  };
  let abort: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    abort = () => reject(new Cancelled());
  });
  stopped.catch(() => undefined);
  signal.addEventListener("abort", abort);
  const ended = begin();
  try {
    if (signal.aborted) throw new Cancelled();
    tell();
    // Whoever may be replaced has one run before it: no other is lost with it.
    const ahead = onLost ? 1 : AHEAD;
    const lanes = hands.flatMap((_, place) => Array.from({ length: ahead }, () => workOn(place)));
    await Promise.race([Promise.all(lanes), stopped]);
    for (const hand of hands) pool.give(hand);
  } catch (error) {
    // A run blocks its worker: it is ended, another one is made when it is needed.
    for (const hand of hands) hand.end();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
    ended();
  }
}
