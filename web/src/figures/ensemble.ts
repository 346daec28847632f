/**
 * One live ensemble of an experiment: rows gathered in one worker, and the picture of what there is so far. Not here: how the runs
 * are shared out (ensemble/job-pool.ts), the page (main.ts), workers as such (ensemble/client.ts).
 */

import type { Pool, WorkerHandle } from "../ensemble/client.ts";
import { Cancelled, type Progress, runJobs } from "../ensemble/job-pool.ts";
import type { Which } from "../ensemble/protocol.ts";
import type { Figure, Verdict } from "../ensemble/types.ts";

/** Results so far. */
export interface Picture {
  figure: Figure;
  claims: Verdict[];
  /** Rows of which it is made. */
  done: number;
}

export interface Listener {
  onProgress(progress: Progress): void;
  onPicture(picture: Picture): void;
}

/** Minimum time between two pictures, in ms, and in multiples of the time that the last one took; the first comes with the first rows. */
const CALM_MS = 150;
const SPARING = 6;

/**
 * Does some jobs of an experiment, given by number and cost; resolves with the last picture, rejects with `Cancelled` if
 * `signal` ended it. The desk keeps the rows.
 */
export async function perform(
  which: Which,
  jobs: readonly { job: number; cost: number }[],
  pool: Pool,
  desk: WorkerHandle,
  listener: Listener,
  signal: AbortSignal,
  workers: number,
  now: () => number = () => performance.now(),
): Promise<Picture> {
  await desk.ask("clear", which);
  let rows: { job: number; row: string }[] = [];
  let done = 0;
  let drawing: Promise<unknown> | null = null;
  let told = 0;
  let cost_ms = 0;
  let drawn = 0;
  let picture: Picture | null = null;
  // A drawing may fail as well: that ends the work.
  const end = new AbortController();
  let stop: (error: Error) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = (error) => {
      reject(error);
      end.abort();
    };
  });
  stopped.catch(() => undefined);

  const draw = async (): Promise<void> => {
    const batch = rows;
    rows = [];
    const at = done;
    const answer = await desk.ask("draw", { ...which, rows: batch });
    picture = { ...answer, done: at };
    listener.onPicture(picture);
  };
  const soon = (): void => {
    if (drawing || (drawn > 0 && now() - told < Math.max(CALM_MS, SPARING * cost_ms))) return;
    told = now();
    drawn++;
    drawing = draw()
      .catch(stop)
      .finally(() => {
        cost_ms = now() - told;
        drawing = null;
      });
  };
  const abort = (): void => stop(new Cancelled(which.id));
  signal.addEventListener("abort", abort);
  try {
    if (signal.aborted) throw new Cancelled(which.id);
    const shared = runJobs(
      {
        jobs,
        async work(hand, { job }, onShare) {
          const row = await hand.ask("run", { ...which, job }, onShare);
          done++;
          rows.push({ job, row });
          soon();
        },
        onProgress: (progress) => listener.onProgress(progress),
      },
      pool,
      workers,
      end.signal,
      now,
    );
    shared.catch(() => undefined);
    await Promise.race([stopped, shared]);
    if (drawing) await Promise.race([drawing, stopped]);
    await Promise.race([draw(), stopped]);
    return picture as unknown as Picture;
  } catch (error) {
    // Rows that the desk was given are drawn, so that picture, count and files are of the same ones.
    if (error instanceof Cancelled) await drawing;
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
