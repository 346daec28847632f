/** Which packet a loss was, who shares the link and who has joined, read from series of a run. */

import { describe, expect, test } from "vitest";
import { sourceName, type Told, type ViewRequest } from "../engine/protocol.ts";
import { RULES } from "../generated/signals.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Engine } from "../session/session.ts";
import { factsAt } from "./facts.ts";

type Series = Record<string, [number, number][]>;
const CDG = sourceName("cdg");

/** An engine that has these series, by source and signal, and a document with this queue discipline. */
function engineOf(series: Series, discipline = "drop_tail", direction = "forward"): Engine {
  const document = {
    packet_bytes: 1500,
    bottleneck: { rate_bps: 10e6, queue: { discipline } },
    flows: [{ name: "cdg", base_rtt_ms: 40, direction }],
  };
  const pointsOf = ({ t0_s, t1_s, series: wanted }: ViewRequest): Float64Array[] =>
    wanted.map(({ source, signal, mode }) => {
      const points = series[`${String(source)} ${signal}`] ?? [];
      const before = points.filter(([t]) => t <= t1_s);
      const shown = mode === "marks" ? before.filter(([t]) => t >= t0_s) : before.slice(-1).map(([, v]) => [t0_s, v]);
      return Float64Array.from(shown.flat());
    });
  const ask = async (name: string, request: unknown): Promise<unknown> =>
    name === "settings"
      ? { document }
      : { ...(request as object), computed_s: 100, coarse: false, series: pointsOf(request as ViewRequest) };
  return { ask } as unknown as Engine;
}
const look = (name: string, kind: string, start_s: number, stop_s = 100): FlowLook => ({
  name: sourceName(name),
  index: 0,
  sign: 0,
  label: name,
  kind,
  cross: false,
  start_s,
  stop_s,
});
const told = (t_s: number, rule: string, numbers: Record<string, number> = {}): Told => ({
  t_s,
  rules: [{ rule, outcome: "cut", infers: RULES.get(rule)?.infers ?? "nothing", numbers }],
});
const LOOKS = [
  look("cdg", "cdg", 0),
  look("new", "newreno", 12),
  look("old", "cubic", 0, 5),
  look("vegas", "vegas", 0),
];

describe("the lost packet", () => {
  // The ACK that reveals the loss at 10 s is of a packet that arrived at 9.9 s.
  const series: Series = {
    "cdg rtt_ms": [[10, 100]],
    "cdg drop_random": [[9.8, 1500]],
    "cdg drop_queue": [[9.89, 1500]],
    "bottleneck queue_packets": [[0, 84]],
    "cdg queue_packets": [[0, 7]],
    "cdg true_state": [[9, 0]],
  };
  const tolerated = told(10, "cdg.loss_tolerated", { state: 2 });

  test("is the last one that had arrived before the packet whose ACK revealed it", async () => {
    const facts = await factsAt(engineOf(series), CDG, tolerated, LOOKS);
    expect(facts).toMatchObject({
      lost: { how: "queue", queue: { value: 84, inBytes: false } },
      state: 0,
      own_packets: 7,
    });
    expect(facts.min_rtt_ms).toBeCloseTo(41.2, 9);
    const later = { ...series, "cdg drop_queue": [[9.95, 1500]] as [number, number][] };
    expect((await factsAt(engineOf(later), CDG, tolerated, LOOKS)).lost?.how).toBe("random");
  });

  test("finds the queue as full as other packets of its instant have made it", async () => {
    const filled = {
      ...series,
      "bottleneck queue_packets": [
        [0, 83],
        [9.89, 84],
      ] as [number, number][],
    };
    expect((await factsAt(engineOf(filled), CDG, tolerated, LOOKS)).lost?.queue.value).toBe(84);
    const emptied = {
      ...series,
      "bottleneck queue_packets": [
        [0, 84],
        [9.89, 83],
      ] as [number, number][],
    };
    expect((await factsAt(engineOf(emptied), CDG, tolerated, LOOKS)).lost?.queue.value).toBe(84);
  });

  test("is dropped later where the discipline drops at the head", async () => {
    const later = { ...series, "cdg drop_queue": [[9.95, 1500]] as [number, number][] };
    expect((await factsAt(engineOf(later, "codel"), CDG, tolerated, LOOKS)).lost?.how).toBe("queue");
  });

  test("is not named for a timeout, another decision, or the other direction", async () => {
    const timedOut = { ...series, "cdg timeout": [[10, 0]] as [number, number][] };
    expect((await factsAt(engineOf(timedOut), CDG, tolerated, LOOKS)).lost).toBeUndefined();
    expect((await factsAt(engineOf(series), CDG, told(10, "cdg.no_backoff"), LOOKS)).lost).toBeUndefined();
    expect(await factsAt(engineOf(series, "drop_tail", "reverse"), CDG, tolerated, LOOKS)).toEqual({});
  });
});

test("loss-based flows that run at the moment are rivals", async () => {
  const at = async (t_s: number) => (await factsAt(engineOf({}), CDG, told(t_s, "cdg.held"), LOOKS)).rivals;
  expect([await at(3), await at(8), await at(20)]).toEqual([["old"], [], ["new"]]);
});

test("flows that have started since the previous cut have joined", async () => {
  const cut = (t_s: number): Told => told(t_s, "cubic.reduce", { before: 95, w_max: 80.75 });
  const cuts: Series = {
    "cdg window_cut": [
      [2, 90],
      [11, 95],
      [20, 95],
      [200, 95],
    ],
  };
  const joined = async (t_s: number) => (await factsAt(engineOf(cuts), CDG, cut(t_s), LOOKS)).joined;
  expect(await joined(20)).toEqual(["new"]);
  expect(await joined(11)).toEqual([]);
  // The previous cut may be long ago; before the first there is none to compare with.
  expect(await joined(200)).toEqual([]);
  expect(await joined(2)).toBeUndefined();
});
