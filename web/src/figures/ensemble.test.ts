import { expect, test, vi } from "vitest";
import { Pool, type WorkerHandle } from "../ensemble/client.ts";
import { Cancelled, type Progress } from "../ensemble/job-pool.ts";
import type { CallName } from "../ensemble/protocol.ts";
import { type Picture, perform } from "./ensemble.ts";

vi.mock("../ensemble/ensemble.worker.ts?worker", () => ({ default: class {} }));
vi.mock("../../pkg-figures/sawtooth_wasm_figures_bg.wasm?url", () => ({ default: "" }));

const which = { id: "cdg_fig4", repetitions: 0 };
const jobs = Array.from({ length: 20 }, (_, job) => ({ job, cost: 1 + (job % 3) }));

interface Fake extends WorkerHandle {
  asked: [CallName, unknown][];
  ended: boolean;
}

/** Somebody who answers after `wait` turns; `faulty`: a job that fails. */
function fake(wait = 1, faulty = -1): Fake {
  const asked: Fake["asked"] = [];
  const hand = {
    asked,
    ended: false,
    async ask(name: CallName, argument: { job?: number }, onShare?: (share: number) => void) {
      asked.push([name, argument]);
      for (let i = 0; i < wait; i++) await new Promise((resolve) => setTimeout(resolve, 1));
      if (hand.ended) return new Promise(() => undefined);
      if (name === "run" && argument.job === faulty) throw new Error("a fault");
      onShare?.(0.5);
      return name === "run"
        ? `row ${argument.job}`
        : name === "draw"
          ? { figure: { columns: 1, panels: [] }, claims: [] }
          : null;
    },
    end() {
      hand.ended = true;
    },
  };
  return hand as unknown as Fake;
}

function stage(make: () => Fake = fake) {
  const hands: Fake[] = [];
  const pool = new Pool(async () => {
    const hand = make();
    hands.push(hand);
    return hand;
  });
  const desk = fake(0);
  const told: Progress[] = [];
  const seen: Picture[] = [];
  const listener = { onProgress: (one: Progress) => told.push(one), onPicture: (one: Picture) => seen.push(one) };
  return { pool, hands, desk, told, seen, listener };
}

test("every run is done once, every row comes to the desk, and the last picture holds all of them", async () => {
  const { pool, hands, desk, told, seen, listener } = stage();
  const picture = await perform(which, jobs, pool, desk, listener, new AbortController().signal, 2);
  expect(hands).toHaveLength(2);
  const done = hands.flatMap((hand) => hand.asked.map(([, argument]) => (argument as { job: number }).job));
  expect(done.sort((a, b) => a - b)).toEqual(jobs.map((one) => one.job));
  const rows = desk.asked.flatMap(([name, argument]) =>
    name === "draw" ? (argument as { rows: { row: string }[] }).rows : [],
  );
  expect(new Set(rows.map((one) => one.row)).size).toBe(20);
  expect(picture.done).toBe(20);
  expect(seen.length).toBeGreaterThan(1);
  expect(seen[0]?.done).toBeLessThan(20);
  expect(told.at(-1)).toMatchObject({ done: 20, runs: 20, share: 1, workers: 2 });
  const shares = told.map((one) => one.share);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  // Nobody was ended: they stand ready for the next one.
  expect(hands.some((hand) => hand.ended)).toBe(false);
  await perform(which, jobs.slice(0, 2), pool, desk, listener, new AbortController().signal, 2);
  expect(hands).toHaveLength(2);
});

test("cancelled: the workers are ended at once, and no picture comes any more", async () => {
  const { pool, hands, desk, seen, told, listener } = stage(() => fake(30));
  const cancel = new AbortController();
  const running = perform(which, jobs, pool, desk, listener, cancel.signal, 2);
  await vi.waitFor(() => expect(told.at(-1)?.done).toBeGreaterThan(2), { timeout: 5000, interval: 5 });
  cancel.abort();
  await expect(running).rejects.toBeInstanceOf(Cancelled);
  expect(hands.every((hand) => hand.ended)).toBe(true);
  const count = seen.length;
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(seen).toHaveLength(count);
});

test("a fault of one run ends all, with its words", async () => {
  const { pool, hands, desk, listener } = stage(() => fake(1, 7));
  const running = perform(which, jobs, pool, desk, listener, new AbortController().signal, 2);
  await expect(running).rejects.toThrow("a fault");
  expect(hands.every((hand) => hand.ended)).toBe(true);
});
