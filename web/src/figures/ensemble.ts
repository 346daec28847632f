/**
 * One live ensemble: runs shared out among workers, rows gathered at a desk, the picture of what there is so far, how far it
 * is and how long it takes, and an end at any time. Not here: the page (pages/figures.ts), workers as such (hand.ts).
 */
import type { Which } from "./calls.ts";
import type { Hand, Pool } from "./hand.ts";
import type { Figure, Verdict } from "./types.ts";

/** How far an ensemble is. */
export interface Progress {
  done: number;
  runs: number;
  /** Of the work, 0 to 1. */
  share: number;
  workers: number;
  /** Time that it will still take, s; null while nothing is known. */
  left_s: number | null;
}

/** What there is so far. */
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

/** Between two pictures, ms, and at least so many times as long as the last one took: the first comes with the first rows. */
const CALM_MS = 150;
const SPARING = 6;
/** Runs that a worker has before it, so that it never waits for the page. */
const AHEAD = 2;

export class Cancelled extends Error {}

/**
 * Does some jobs of an experiment, given by number and cost; resolves with the last picture, rejects with `Cancelled` if
 * `signal` ended it. The desk keeps the rows.
 */
export async function perform(
  which: Which,
  jobs: readonly { job: number; cost: number }[],
  pool: Pool,
  desk: Hand,
  listener: Listener,
  signal: AbortSignal,
  workers: number,
  now: () => number = () => performance.now(),
): Promise<Picture> {
  await desk.ask("clear", which);
  const count = Math.max(1, Math.min(workers, jobs.length));
  const hands = await Promise.all(Array.from({ length: count }, () => pool.take()));
  const begun = now();
  const whole = jobs.reduce((sum, job) => sum + job.cost, 0);
  let rows: { job: number; row: string }[] = [];
  let [next, done, work] = [0, 0, 0];
  let drawing: Promise<unknown> | null = null;
  let told = 0;
  let cost_ms = 0;
  let drawn = 0;
  let picture: Picture | null = null;
  let stop: (error: Error) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = reject;
  });
  stopped.catch(() => undefined);

  const tell = (): void => {
    const elapsed = (now() - begun) / 1000;
    const share = Math.min(1, work / whole);
    const left_s = work > 0 && elapsed > 0.5 ? (elapsed * (1 - share)) / share : null;
    listener.onProgress({ done, runs: jobs.length, share, workers: count, left_s });
  };
  const draw = async (): Promise<void> => {
    const batch = rows;
    rows = [];
    const at = done;
    const answer = await desk.ask("draw", { ...which, rows: batch });
    if (signal.aborted) return;
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
  const workOn = async (hand: Hand): Promise<void> => {
    for (let one = jobs[next++]; one && !signal.aborted; one = jobs[next++]) {
      const { job, cost } = one;
      let own = 0;
      const row = await hand.ask("run", { ...which, job }, (share) => {
        work += (share - own) * cost;
        own = share;
        tell();
      });
      work += (1 - own) * cost;
      done++;
      rows.push({ job, row });
      tell();
      soon();
    }
  };
  const abort = (): void => stop(new Cancelled(which.id));
  signal.addEventListener("abort", abort);
  try {
    if (signal.aborted) throw new Cancelled(which.id);
    tell();
    const lanes = hands.flatMap((hand) => Array.from({ length: AHEAD }, () => workOn(hand)));
    await Promise.race([Promise.all(lanes), stopped]);
    for (const hand of hands) pool.give(hand);
    if (drawing) await Promise.race([drawing, stopped]);
    await Promise.race([draw(), stopped]);
    tell();
    return picture as unknown as Picture;
  } catch (error) {
    // A run blocks its worker: it is ended, another one is made when it is needed.
    for (const hand of hands) hand.end();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
