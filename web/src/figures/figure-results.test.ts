import { expect, test, vi } from "vitest";
import { Pool, type WorkerHandle } from "../ensemble/client.ts";
import type { CallName } from "../ensemble/protocol.ts";
import type { Experiment, Figure, Job } from "../ensemble/types.ts";
import { FigureResults } from "./figure-results.ts";

vi.mock("../ensemble/ensemble.worker.ts?worker", () => ({ default: class {} }));
vi.mock("../../pkg-figures/sawtooth_wasm_figures_bg.wasm?url", () => ({ default: "" }));

const job = (seed: number, beside = false): Job => ({ sweep: "s", at: {}, seed, beside, cost: 1, moment_s: 0 });
const JOBS = [job(1), job(2), job(3), job(1, true)];
const drawn: Figure = { columns: 1, panels: [] };

/** Results whose workers answer at once; `run`: what a run's worker does first. */
function stage(run: () => Promise<void> = async () => undefined) {
  const ended: WorkerHandle[] = [];
  const holding: WorkerHandle[] = [];
  const pool = new Pool(async () => {
    const worker = {
      async ask(name: CallName) {
        if (name === "jobs") return JOBS;
        if (name === "clear") holding.push(worker as unknown as WorkerHandle);
        if (name === "run") await run();
        if (name === "draw") return { figure: drawn, claims: [] };
        return name === "file" ? "a,b\n" : null;
      },
      end: () => ended.push(worker as unknown as WorkerHandle),
    };
    return worker as unknown as WorkerHandle;
  });
  const said: string[] = [];
  const drew: [Figure, Figure | null][] = [];
  const results = new FigureResults(
    { id: "cdg_fig4", runs: 3 } as Experiment,
    {
      changed: () => undefined,
      drew: (figure, floor) => drew.push([figure, floor]),
      listed: () => undefined,
      says: (text) => said.push(text),
    },
    pool,
  );
  return { results, said, drew, ended, holding };
}

test("without stored results, the axes are drawn before anything has run", async () => {
  const { results, drew } = stage();
  await results.read(false);
  expect(results.missing).not.toBe("");
  await results.prepare();
  expect(drew).toEqual([[drawn, null]]);
  expect(results.count).toBe(3);
  expect(results.hasBeside).toBe(true);
  results.chooseBeside(true);
  expect(results.count).toBe(4);
});

test("all runs of the paper are judged, another number of them is not", async () => {
  const { results, said } = stage();
  await results.prepare();
  await results.run();
  expect(results.doing).toMatchObject({ state: "done", runs: 3, whole: true });
  expect([results.judged, results.extent.state, results.extent.done]).toEqual([true, "whole", 3]);
  expect(said).toHaveLength(1);
  expect(await results.rows("csv")).toBe("a,b\n");
  results.chooseRepetitions(10);
  await results.run();
  expect([results.judged, results.extent.state]).toEqual([false, "fewer"]);
  results.toStored();
  expect([results.judged, results.figure, await results.rows("csv")]).toEqual([true, null, null]);
});

test("a cancelled ensemble keeps what was drawn and says how much of it there is", async () => {
  let runs = 0;
  // One run ends, the others never do.
  const { results, said, ended } = stage(async () => {
    if (runs++ > 0) await new Promise(() => undefined);
  });
  const run = results.run();
  await vi.waitFor(() => expect(results.live).not.toBeNull());
  expect([results.busy, results.judged, results.extent]).toEqual([
    true,
    false,
    { state: "running", done: 1, planned: 3 },
  ]);
  if ("cancel" in results.doing) results.doing.cancel.abort();
  await run;
  expect(results.doing).toEqual({ state: "cancelled", done: 1, runs: 3 });
  expect(results.extent).toEqual({ state: "cancelled", done: 1, planned: 3 });
  expect(said).toHaveLength(1);
  // The workers of runs that never end were ended, that of the rows is there.
  expect(ended.length).toBeGreaterThan(0);
  expect(await results.rows("csv")).toBe("a,b\n");
});

test("a failed run ends the worker that held the rows, and the page says why", async () => {
  const { results, ended, holding } = stage(async () => {
    throw new Error("a fault");
  });
  await results.run();
  expect(results.doing).toEqual({ state: "failed", message: "a fault" });
  expect(results.extent.state).toBe("whole");
  expect(holding).toHaveLength(1);
  expect(ended).toContain(holding[0]);
});

test("who has left hears nothing more", async () => {
  const { results, said } = stage(() => new Promise(() => undefined));
  const run = results.run();
  await vi.waitFor(() => expect(results.doing.state).not.toBe("stored"));
  results.end();
  await run;
  expect(said).toEqual([]);
});
