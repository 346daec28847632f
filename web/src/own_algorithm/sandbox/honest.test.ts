/**
 * An honest AIMD in a reader's JavaScript behaves like ours within 2 % on every standard path, the same program twice gives the
 * same run, and a call costs little. Prints what it measures. Not here: wrong programs (faults.test.ts).
 */
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../session/scenario.ts";
import { PATHS, scenarioOf } from "./paths.ts";
import { rowOf } from "./rows.ts";
import { aimd, host, TCP } from "./testing/host.ts";
import type { Candidate, Row, StandardPath } from "./types.ts";

/** A run of half a million packets, on a machine with more to do, in ms. */
const PATIENCE_MS = 60_000;
/** How far the two may be apart: the measure. */
const APART = 0.02;

async function rowFor(source: string | null, path: StandardPath, scenario: Scenario, kind: string): Promise<Row> {
  const { measured, fault } = await host().run(source, JSON.stringify(scenario), () => undefined);
  expect(fault).toBeNull();
  if (!measured) throw new Error("not measured");
  return rowOf(path, kind as Candidate, measured);
}

/** The path with ours in the place of the reader's. */
function ours(path: StandardPath, algorithm: { kind: string; b?: number }): Scenario {
  const scenario = scenarioOf(path, "own");
  const flows = scenario.flows?.map((flow) => (flow.algorithm?.kind === "own" ? { ...flow, algorithm } : flow));
  return { ...scenario, flows };
}

const PAIRS = [
  { name: "TCP", source: TCP, algorithm: { kind: "newreno" } },
  { name: "AIMD(1/2)", source: aimd(1 / 2), algorithm: { kind: "aimd", b: 1 / 2 } },
  { name: "AIMD(1/8)", source: aimd(1 / 8), algorithm: { kind: "aimd", b: 1 / 8 } },
];
const CASES = PAIRS.flatMap((pair) =>
  PATHS.map((path) => ({ ...pair, path, label: `${pair.name} and ${pair.algorithm.kind} on ${path.id}` })),
);

describe("an honest AIMD", { timeout: PATIENCE_MS }, () => {
  it.each(CASES)("$label", async ({ name, source, algorithm, path }) => {
    const reader = await rowFor(source, path, scenarioOf(path, "own"), "own");
    const engine = await rowFor(null, path, ours(path, algorithm), algorithm.kind);
    const pairs = {
      goodput_mbps: [reader.goodput_bps / 1e6, engine.goodput_bps / 1e6],
      mean_queue_delay_ms: [reader.queue_delay_ms.mean, engine.queue_delay_ms.mean],
      loss_percent: [100 * reader.loss_rate, 100 * engine.loss_rate],
    };
    const text = Object.entries(pairs).map(
      ([of, [a = 0, b = 0]]) => `${of} ${a.toFixed(4)} ${b.toFixed(4)} (${(100 * (a / b - 1)).toFixed(2)} %)`,
    );
    process.stdout.write(
      `${name} against ${algorithm.kind} on ${path.id}: ${text.join(", ")}${reader.digest === engine.digest ? ", same digest" : ""}\n`,
    );
    for (const [a = 0, b = 0] of Object.values(pairs)) expect(Math.abs(a - b)).toBeLessThanOrEqual(APART * b);
    // The same words in another language: nothing less is expected of those that say all that ours do.
    expect(reader.digest).toBe(engine.digest);
  });

  it("goes the same way each time", async () => {
    for (const path of PATHS.filter(({ id }) => id === "random_loss" || id === "two_flows")) {
      const once = () => rowFor(aimd(1 / 8), path, scenarioOf(path, "own"), "own");
      expect(await once()).toEqual(await once());
    }
  });

  it("costs little for each acknowledgement", async () => {
    const path = PATHS[0];
    if (!path) throw new Error("no path");
    const took = async (source: string | null, scenario: Scenario): Promise<number> => {
      const begun = process.cpuUsage();
      await host().run(source, JSON.stringify(scenario), () => undefined);
      const { user, system } = process.cpuUsage(begun);
      return (user + system) / 1000;
    };
    const newreno = ours(path, { kind: "newreno" });
    await took(TCP, scenarioOf(path, "own"));
    const [own_ms, ours_ms] = [await took(TCP, scenarioOf(path, "own")), await took(null, newreno)];
    const acks = (path.duration_s * path.rate_bps) / 12_000;
    const each_us = ((own_ms - ours_ms) / acks) * 1000;
    process.stdout.write(
      `60 s of 10 Mbit/s: ${own_ms.toFixed(0)} ms, ours ${ours_ms.toFixed(0)} ms; ${each_us.toFixed(2)} us a call\n`,
    );
    // Well under a second on a quiet machine; this bound is for a busy one.
    expect(own_ms).toBeLessThan(1500);
  });
});
