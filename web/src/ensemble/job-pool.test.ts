/** A worker that dies loses its run alone, where the work says so. Cancellation and progress: figures/ensemble.test.ts. */
import { expect, test, vi } from "vitest";
import { Pool, type WorkerHandle } from "./client.ts";
import { type Labour, runJobs } from "./job-pool.ts";

vi.mock("./ensemble.worker.ts?worker&inline", () => ({ default: class {} }));
vi.mock("../../pkg-figures/sawtooth_wasm_figures_bg.wasm?module", () => ({ default: () => null }));

test("a worker that dies is replaced, and all other runs are done", async () => {
  const made: { ended: boolean }[] = [];
  const pool = new Pool(async () => {
    const hand = { ended: false, ask: () => Promise.resolve(), end: () => undefined };
    hand.end = (): undefined => {
      hand.ended = true;
    };
    made.push(hand);
    return hand as unknown as WorkerHandle;
  });
  const jobs = Array.from({ length: 9 }, (_, run) => ({ run, cost: 1 }));
  const [done, lost]: [number[], number[]] = [[], []];
  const labour: Labour<(typeof jobs)[number]> = {
    jobs,
    async work(hand, { run }) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      expect((hand as unknown as { ended: boolean }).ended).toBe(false);
      if (run === 4) throw new Error("a trap");
      done.push(run);
    },
    onProgress: () => undefined,
  };
  await runJobs({ ...labour, onLost: ({ run }) => lost.push(run) }, pool, 2, new AbortController().signal);
  expect(done.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
  expect(lost).toEqual([4]);
  expect(made).toHaveLength(3);
  expect(made.filter(({ ended }) => ended)).toHaveLength(1);
  await expect(runJobs(labour, pool, 2, new AbortController().signal)).rejects.toThrow("a trap");
});
