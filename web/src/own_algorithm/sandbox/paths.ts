/**
 * The standard paths on which a reader's algorithm is tried, and the scenario of each with an algorithm on it. Seed and start are
 * fixed, so that a program has one result; packets leave with a little jitter, since without it two flows in step can keep out
 * of one another's way for ever. Not here: running them (sandbox.worker.ts), their words (the catalogue).
 */
import { sourceName } from "../../engine/protocol.ts";
import type { Entry, Scenario } from "../../session/scenario.ts";
import type { Candidate, PathId, StandardPath } from "./types.ts";

/** Ten megabits, a round trip of 40 ms, and a queue that holds as much as the path: what differs is said with each. */
const PLAIN = {
  rate_bps: 10_000_000,
  base_rtt_ms: 40,
  limit_packets: 33,
  loss_probability: 0,
  duration_s: 60,
  flows: "alone",
} as const;

/** In the order of the table. */
export const PATHS: readonly StandardPath[] = [
  { ...PLAIN, id: "one_bdp" },
  { ...PLAIN, id: "long_fat", rate_bps: 100_000_000, base_rtt_ms: 160, limit_packets: 267 },
  { ...PLAIN, id: "deep_queue", limit_packets: 333 },
  { ...PLAIN, id: "random_loss", loss_probability: 0.01 },
  { ...PLAIN, id: "two_flows", flows: "two" },
  { ...PLAIN, id: "beside_cubic", flows: "beside_cubic" },
];

/** In the order of the table. */
export const CANDIDATES: readonly Candidate[] = ["own", "cubic", "newreno", "cdg"];

/** When the second of two flows begins, in s. */
const SECOND_START_S = 10;
/** Most that a packet waits before it leaves its sender, in ms: one packet's time on the link of the plain path. */
const SEND_JITTER_MS = 1.2;

/** A standard path by its name. */
export function pathOf(id: PathId): StandardPath {
  const path = PATHS.find((each) => each.id === id);
  if (!path) throw new Error(`no path ${id}`);
  return path;
}

/** A path's run with a candidate on it, and another one beside it where it would be alone. The candidate's flows come first. */
export function scenarioOf(path: StandardPath, candidate: Candidate, beside?: Candidate): Scenario {
  const flow = (name: string, kind: Candidate, start_s: number): Entry => ({
    name: sourceName(name),
    algorithm: { kind },
    base_rtt_ms: path.base_rtt_ms,
    send_jitter_ms: SEND_JITTER_MS,
    start_s,
  });
  const flows = [flow(candidate, candidate, 0)];
  if (path.flows === "two") flows.push(flow(`${candidate}2`, candidate, SECOND_START_S));
  const other = path.flows === "beside_cubic" ? "cubic" : path.flows === "alone" ? beside : undefined;
  if (other) flows.push(flow(other === candidate ? `${other}2` : other, other, 0));
  return {
    schema: 1,
    title: path.id,
    seed: 1,
    duration_s: path.duration_s,
    bottleneck: {
      rate_bps: path.rate_bps,
      queue: { discipline: "drop_tail", limit_packets: path.limit_packets },
      ...(path.loss_probability > 0 && { loss: { model: "bernoulli", probability: path.loss_probability } }),
    },
    flows,
  };
}
