/** A program that paces: the rate that it sets is the rate at which its packets leave, and the example keeps the queue short. */
import { expect, it } from "vitest";
import { programOf } from "../programs/programs.ts";
import { pathOf, scenarioOf } from "./paths.ts";
import { rowOf } from "./rows.ts";
import { host } from "./testing/host.ts";
import type { PathId, Row } from "./types.ts";

/** A run of half a million packets, on a machine with more to do, in ms. */
const PATIENCE_MS = 60_000;

async function rowFor(source: string, id: PathId): Promise<Row> {
  const path = pathOf(id);
  const { measured, fault } = await host().run(source, JSON.stringify(scenarioOf(path, "own")), () => undefined);
  expect(fault).toBeNull();
  if (!measured) throw new Error("not measured");
  return rowOf(path, "own", measured);
}

it("sends at its rate with a window far above the path's", { timeout: PATIENCE_MS }, async () => {
  const row = await rowFor("function onAck(flow) {\n  flow.cwnd = 300;\n  flow.pacing_bps = 6e6;\n}", "one_bdp");
  // 6 Mbit/s on the wire are 5.84 Mbit/s of payload.
  expect(row.goodput_bps / 1e6).toBeGreaterThan(5.75);
  expect(row.goodput_bps / 1e6).toBeLessThan(5.85);
  expect(row.queue_delay_ms.p90).toBeLessThan(2);
  const reads = "function onRound(flow) {\n  flow.pacing_bps = flow.pacing_bps === 0 ? 2e6 : flow.pacing_bps + 1;\n}";
  expect((await rowFor(reads, "one_bdp")).goodput_bps / 1e6).toBeCloseTo(1.95, 1);
});

it("as in the example keeps a deep queue short and the link busy", { timeout: PATIENCE_MS }, async () => {
  const row = await rowFor(programOf("paced"), "deep_queue");
  process.stdout.write(`paced.js on deep_queue: ${row.of_capacity} of the capacity, ${row.queue_delay_ms.p50} ms\n`);
  expect(row.of_capacity).toBeGreaterThan(0.95);
  expect(row.queue_delay_ms.p50).toBeLessThan(5);
});
