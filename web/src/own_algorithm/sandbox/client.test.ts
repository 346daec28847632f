/**
 * The page's calls, with a worker that is none: trials tell their events in order, keep what no program changes, end when asked;
 * sessions rewind and meet the program's fault at the same moment each time. Not here: a real worker (e2e), faults of every kind.
 */
import { describe, expect, it } from "vitest";
import { Engine } from "../../../pkg/sawtooth_wasm.js";
import type { WorkerLike } from "../../engine/client.ts";
import { type Points, sourceName } from "../../engine/protocol.ts";
import { own } from "./client.ts";
import { CANDIDATES } from "./paths.ts";
import { attend, type Message } from "./serve.ts";
import { aimd, host, TCP } from "./testing/host.ts";
import type { Fault, TrialEvent } from "./types.ts";

/** How many workers have begun, and what they were asked. */
const begun = { workers: 0, asked: [] as string[] };

/** A worker within this thread. */
async function near(): Promise<WorkerLike> {
  begun.workers++;
  const worker: WorkerLike = { onmessage: null, onerror: null, postMessage, terminate: () => undefined };
  let ended = false;
  worker.terminate = () => {
    ended = true;
  };
  const attending = attend(host(), new Engine(), {
    post: (data) => queueMicrotask(() => !ended && worker.onmessage?.({ data } as MessageEvent)),
    now: () => performance.now(),
    soon: () => setImmediate(() => !ended && attending.turn()),
  });
  function postMessage(message: unknown): void {
    const asked = message as Message;
    begun.asked.push("own" in asked ? asked.own : "name" in asked ? asked.name : "abort");
    setImmediate(() => !ended && void attending.receive(asked));
  }
  return worker;
}

describe("a trial", () => {
  it("tells its events in order, and asks for the others only once", async () => {
    const runs = own(near);
    const events: TrialEvent[] = [];
    begun.asked = [];
    const source = `${TCP}\nfunction onRound(flow, round) {\n  log(round.number);\n}`;
    const trial = await runs.judge(source, (event) => events.push(event), { paths: ["random_loss"] });
    if (!trial.ok) throw new Error(JSON.stringify(trial.fault));
    expect(trial.rows.map(({ candidate }) => candidate)).toEqual(CANDIDATES);
    expect(trial.rows[0]).toEqual({ ...trial.rows[2], candidate: "own" }); // NewReno's very numbers
    expect(begun.asked).toEqual(["run", "run", "run", "run"]);
    const kinds = events.filter(({ type }) => type !== "progress").map(({ type }) => type);
    expect(kinds).toEqual(["log", "row", "row", "row", "row"]);
    const log = events.find((event) => event.type === "log");
    expect(log?.type === "log" && log.lines[3]).toMatchObject({ text: "3" });
    const far = events.flatMap((event) => (event.type === "progress" ? [event.done + event.share] : []));
    expect(far).toEqual(far.toSorted((a, b) => a - b));
    const again = await runs.judge(source, () => undefined, { paths: ["random_loss"] });
    expect(again).toEqual(trial);
    expect(begun.asked).toHaveLength(5);
    runs.close();
  });

  it("ends with the program's fault, at its path", async () => {
    const runs = own(near);
    const trial = await runs.judge("function onAck(flow) {\n  flow.cwnd = 0;\n}", () => undefined, {
      paths: ["deep_queue"],
    });
    expect(trial).toMatchObject({ ok: false, rows: [], fault: { kind: "number", line: 2, path: "deep_queue" } });
    expect((await runs.check("function onAck( {}")).ok).toBe(false);
    runs.close();
  });

  it("ends when it is told to, and the next one has a fresh worker", async () => {
    const runs = own(near);
    const before = begun.workers;
    const abort = new AbortController();
    const told = runs.judge(aimd(1 / 8), () => abort.abort(), { paths: ["one_bdp"], signal: abort.signal });
    await expect(told).rejects.toMatchObject({ name: "AbortError" });
    expect((await runs.check(TCP)).ok).toBe(true);
    expect(begun.workers).toBeGreaterThan(before);
    runs.close();
  });

  it("says when its worker does not arrive, and tries again", async () => {
    let arrives = false;
    const runs = own(() => (arrives ? near() : Promise.reject(new Error("no network"))));
    await expect(runs.check(TCP)).rejects.toThrow("no network");
    arrives = true;
    expect((await runs.check(TCP)).ok).toBe(true);
    runs.close();
  });

  it("ends a worker that says nothing any more", async () => {
    let ended = 0;
    const silent = async (): Promise<WorkerLike> => ({
      onmessage: null,
      onerror: null,
      postMessage: () => undefined,
      terminate: () => {
        ended++;
      },
    });
    const runs = own(silent, 30);
    const trial = await runs.judge(TCP, () => undefined, { paths: ["one_bdp"] });
    expect(trial).toMatchObject({ ok: false, fault: { kind: "stopped", path: "one_bdp" } });
    expect(await runs.check(TCP)).toMatchObject({ ok: false, fault: { kind: "stopped", path: null } });
    expect(ended).toBe(2);
    runs.close();
  });
});

describe("a session", () => {
  it("whose worker leaves a request unanswered is ended, and that is the program's fault", async () => {
    let ended = 0;
    const silent = async (): Promise<WorkerLike> => ({
      onmessage: null,
      onerror: null,
      postMessage: () => undefined,
      terminate: () => {
        ended++;
      },
    });
    const runs = own(silent, 30);
    const run = runs.open(TCP, "one_bdp");
    const fault = new Promise<Fault>((resolve) => run.onFault(resolve));
    run.client.ask("load", { scenario: JSON.stringify(run.scenario) }).catch(() => undefined);
    expect(await fault).toMatchObject({ kind: "stopped", path: "one_bdp" });
    expect(ended).toBe(1);
    runs.close();
  });

  it("is an engine like any other, and rewinds", async () => {
    const runs = own(near);
    const { client, scenario } = runs.open(aimd(1 / 8), "two_flows");
    const loaded = await client.ask("load", { scenario: JSON.stringify(scenario) });
    expect(loaded).toMatchObject({ ok: true, flows: ["own", "own2"] });
    const { summary } = await client.ask("summary", {});
    const digest = new Promise((resolve) =>
      client.onProgress((progress) => progress.digest && resolve(progress.digest)),
    );
    const whole = (summary as { digest: string }).digest;
    expect(await digest).toBe(whole);
    // Backwards, from clones: the path at moments in the past has the windows that were recorded going forwards.
    for (const t_s of [50, 12, 31]) {
      const picture = await client.ask("picture", { t_s, screen_second_s: 0.05 });
      const series = [{ source: sourceName("own"), signal: "cwnd_packets", mode: "line" as const }];
      const frame = await client.ask("view", { t0_s: 0, t1_s: t_s, columns: 4000, series });
      expect(last(frame.series[0])).toBeCloseTo(picture.cwnd[0] ?? 0, 9);
    }
    // Changed in the middle, and back: the same run.
    const changed = { ...scenario, interventions: [{ at_s: 30, path: "bottleneck.rate_bps", value: 5e6 }] };
    await client.ask("change", { scenario: JSON.stringify(changed), at_s: 30 });
    const other = await client.ask("summary", {});
    expect((other.summary as { digest: string }).digest).not.toBe(whole);
    await client.ask("change", { scenario: JSON.stringify(scenario), at_s: 30 });
    const back = new Promise((resolve) => client.onProgress((progress) => progress.digest && resolve(progress.digest)));
    expect(await back).toBe(whole);
    runs.close();
  });

  it("tells the program's fault with every load", async () => {
    const runs = own(near);
    const source = `${TCP}\nfunction onRound(flow) {\n  if (flow.now_s > 5) throw new Error("late");\n}`;
    const run = runs.open(source, "one_bdp");
    const faults: Fault[] = [];
    for (let loads = 1; loads <= 2; loads++) {
      const heard = new Promise<Fault>((resolve) => run.onFault(resolve));
      await run.client.ask("load", { scenario: JSON.stringify(run.scenario) });
      faults.push(await heard);
    }
    expect(faults[0]).toMatchObject({ kind: "throw", message: "late", place: "onRound", path: "one_bdp" });
    expect(faults[1]).toEqual(faults[0]);
    runs.close();
  });
});

const last = (points: Points | undefined): number => points?.at(-1) ?? Number.NaN;
