/** Which charts a preset opens with: on a wide screen some more, each of which has something to show. */
import { expect, test } from "vitest";
import { presetOf } from "../session/presets.ts";
import { firstCharts } from "./from-address.ts";

const first = (id: string, wide: boolean): string[] => firstCharts(presetOf(id) ?? null, wide);

test("on a wide screen no chart stands empty: of a call's delay without a call, of CDG's gradient without CDG", () => {
  const all = firstCharts(null, true);
  expect(all).toEqual(expect.arrayContaining(["cwnd", "queue", "delay", "delay_cdf", "gradient", "backoff"]));
  expect(first("tfrc_beside_tcp", true)).not.toContain("gradient");
  expect(first("tfrc_beside_tcp", true)).not.toContain("backoff");
  expect(first("tfrc_beside_tcp", true)).toEqual(expect.arrayContaining(["cwnd", "queue", "rtt", "goodput"]));
  expect(first("cdg_beside_newreno", true)).toEqual(expect.arrayContaining(["gradient", "backoff"]));
  expect(first("cdg_beside_newreno", true)).not.toContain("delay_cdf");
  expect(first("full_home_router", true)).toContain("delay_cdf");
  // Few, so that each is large; what State and Log say is asked for.
  expect(first("cdg_beside_newreno", true)).toEqual(["cwnd", "queue", "gradient", "rtt", "backoff", "phase"]);
});

test("a run of algorithms with rates or marks, or with two queues, opens with their charts", () => {
  const of = (kinds: string[], discipline: string, wide: boolean, preset = null): string[] =>
    firstCharts(preset, wide, {
      duration_s: 10,
      flows: kinds.map((kind) => ({ algorithm: { kind } })),
      bottleneck: { queue: { discipline } },
    });
  expect(of(["bbr", "cubic"], "drop_tail", false)).toEqual(["queue", "rates", "in_flight"]);
  expect(of(["bbr", "cubic"], "drop_tail", true)).toEqual(["cwnd", "queue", "rates", "in_flight", "phase"]);
  expect(of(["dctcp", "dctcp"], "drop_tail", false)).toEqual(["cwnd", "queue", "marks"]);
  expect(of(["prague", "cubic"], "dualpi2", false)).toEqual(["queue", "marks", "queue_delay"]);
  // Any other run opens as before.
  expect(of(["newreno"], "codel", false)).toEqual(firstCharts(null, false));
});

test("elsewhere a preset opens with its own", () => {
  expect(first("tfrc_beside_tcp", false)).toEqual(["goodput", "queue", "rtt"]);
});
