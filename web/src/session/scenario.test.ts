/** Paths, and the moment from which two scenarios part. */

import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import { ran } from "../lessons/testing/engine.ts";
import {
  entriesIn,
  equal,
  indexOf,
  inOrder,
  LISTS,
  type ListName,
  nameOf,
  overrides,
  partAt,
  type Scenario,
  titleIn,
  valueAt,
  withValue,
} from "./scenario.ts";

const base: Scenario = {
  schema: 1,
  duration_s: 80,
  bottleneck: { rate_bps: 10e6, queue: { discipline: "drop_tail", limit_packets: 84 } },
  flows: [{ name: sourceName("cdg"), algorithm: { kind: "cdg", g_ms: 3 } }, { start_s: 12 }],
  cross_traffic: [{ kind: "voip" }],
};

test("names default to flow1, flow2 and to kind and number", () => {
  expect(nameOf("flows", {}, 1)).toBe("flow2");
  expect(nameOf("cross_traffic", { kind: "voip" }, 0)).toBe("voip1");
  expect(indexOf(base, "flows", sourceName("flow2"))).toBe(1);
  expect(indexOf(base, "flows", sourceName("nobody"))).toBe(-1);
});

test("a title is shown up to a bounded length", () => {
  expect(titleIn(base)).toBeNull();
  expect(titleIn({ ...base, title: "" })).toBe("");
  expect(titleIn({ ...base, title: "x".repeat(300) })).toHaveLength(300);
  expect(titleIn({ ...base, title: "x".repeat(301) })).toBe(`${"x".repeat(299)}\u2026`);
});

test("a value is read and set by its path", () => {
  expect(valueAt(base, "flows.cdg.algorithm.g_ms")).toBe(3);
  expect(valueAt(base, "flows.nobody.algorithm.g_ms")).toBeUndefined();
  const changed = withValue(base, "flows.flow2.base_rtt_ms", 80);
  expect(valueAt(changed, "flows.flow2.base_rtt_ms")).toBe(80);
  expect(valueAt(base, "flows.flow2.base_rtt_ms")).toBeUndefined();
  expect(withValue(base, "flows.nobody.start_s", 1)).toBe(base);
});

test("a new kind or model takes its own defaults, a new limit replaces the one in the other unit", () => {
  expect(valueAt(withValue(base, "flows.cdg.algorithm.kind", "htcp"), "flows.cdg.algorithm")).toEqual({ kind: "htcp" });
  const limited = withValue(withValue(base, "flows.cdg.application.kind", "on_off"), "flows.cdg.application.on_s", 3);
  expect(valueAt(limited, "flows.cdg.application")).toEqual({ kind: "on_off", on_s: 3 });
  const played = withValue(limited, "flows.cdg.application.kind", "segments");
  expect(valueAt(played, "flows.cdg.application")).toEqual({ kind: "segments" });
  expect(valueAt(withValue(base, "bottleneck.queue.limit_bytes", 9000), "bottleneck.queue")).toEqual({
    discipline: "drop_tail",
    limit_bytes: 9000,
  });
  const counted = withValue(base, "bottleneck.queue.counting", "ns2");
  expect(valueAt(withValue(counted, "bottleneck.queue.discipline", "red"), "bottleneck.queue")).toEqual({
    discipline: "red",
    limit_packets: 84,
  });
  expect(valueAt(withValue(base, "bottleneck.queue.discipline", "dualpi2"), "bottleneck.queue")).toEqual({
    discipline: "dualpi2",
    limit_packets: 84,
  });
  const bytes = withValue(base, "bottleneck.queue.limit_bytes", 9000);
  expect(valueAt(withValue(bytes, "bottleneck.queue.discipline", "dualpi2"), "bottleneck.queue")).toEqual({
    discipline: "dualpi2",
  });
  const lossy = withValue(base, "bottleneck.loss.probability", 0.01);
  expect(valueAt(lossy, "bottleneck.loss")).toEqual({ model: "bernoulli", probability: 0.01 });
  expect(valueAt(withValue(lossy, "bottleneck.loss.model", "none"), "bottleneck.loss")).toEqual({ model: "none" });
});

test("a change replaces others of its setting; one of kind removes the fields beside it, and no others", () => {
  expect(overrides(["bottleneck.rate_bps", "seed"])("bottleneck.rate_bps")).toBe(true);
  expect(overrides(["flows.cdg.algorithm.kind"])("flows.cdg.algorithm.g_ms")).toBe(true);
  expect(overrides(["flows.cdg.algorithm.kind"])("flows.cdg.base_rtt_ms")).toBe(false);
  expect(overrides(["flows.cdg.algorithm.kind"])("flows.cdg2.algorithm.g_ms")).toBe(false);
  expect(overrides(["flows.cdg.application.kind"])("flows.cdg.application.rate_bps")).toBe(true);
  expect(overrides(["flows.cdg.application.kind"])("flows.cdg.algorithm.g_ms")).toBe(false);
  expect(overrides(["bottleneck.loss.model"])("bottleneck.loss.probability")).toBe(true);
  expect(overrides(["bottleneck.rate_bps"])("bottleneck.loss.probability")).toBe(false);
});

test("fields in another order are the same document", () => {
  expect(equal({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
  expect(equal({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(equal({ a: 1 }, { a: 1, b: null })).toBe(false);
});

test("interventions come in order of time, then of the list", () => {
  const list = [
    { at_s: 3, path: "b", value: 1 },
    { at_s: 1, path: "a", value: 1 },
    { at_s: 3, path: "a", value: 1 },
  ];
  expect(inOrder({ duration_s: 1, interventions: list }).map((each) => each.path)).toEqual(["a", "b", "a"]);
});

test("two scenarios part at their first difference", () => {
  expect(partAt(base, structuredClone(base))).toBe(Number.POSITIVE_INFINITY);
  expect(partAt(base, { ...base, title: "another" })).toBe(Number.POSITIVE_INFINITY);
  expect(partAt(base, { ...base, seed: 2 })).toBe(0);
  expect(partAt(base, { ...base, duration_s: 160 })).toBe(80);
  expect(partAt(base, { ...base, flows: [...(base.flows ?? []), { name: sourceName("late"), start_s: 30 }] })).toBe(30);
  expect(
    partAt(base, {
      ...base,
      flows: [{ name: sourceName("cdg"), algorithm: { kind: "cdg", g_ms: 3 }, stop_s: 20 }, { start_s: 12 }],
    }),
  ).toBe(20);
  expect(
    partAt(base, {
      ...base,
      flows: [{ name: sourceName("cdg"), algorithm: { kind: "cdg", g_ms: 4 } }, { start_s: 12 }],
    }),
  ).toBe(0);
  const one = { ...base, interventions: [{ at_s: 5, path: "bottleneck.rate_bps", value: 1e6 }] };
  const two = { ...base, interventions: [...one.interventions, { at_s: 9, path: "bottleneck.rate_bps", value: 2e6 }] };
  expect(partAt(base, one)).toBe(5);
  expect(partAt(one, two)).toBe(9);
});

const copied: Scenario = {
  ...base,
  flows: [{ count: 2 }, { name: sourceName("a"), count: 3, stream: 7 }, {}],
};

test("copies are written out with names and streams of their own, as the engine has them", () => {
  expect(entriesIn(base, "flows")).toBe(base.flows);
  const names = entriesIn(copied, "flows").map((entry, i) => nameOf("flows", entry, i));
  expect(names).toEqual(["flow1 1", "flow1 2", "a 1", "a 2", "a 3", "flow6"]);
  expect(entriesIn(copied, "flows").map(({ stream }, i) => stream ?? i)).toEqual([0, 1, 7, 8, 9, 5]);
  expect(indexOf(copied, "flows", sourceName("a 2"))).toBe(3);
  expect(valueAt(copied, "flows.a 2.stream")).toBe(8);
  // A document that the engine will reject is left as it is.
  for (const count of [10_001, 2.5, -3, "2"]) {
    const wrong = { ...base, flows: [{ count } as never] };
    expect(entriesIn(wrong, "flows")).toBe(wrong.flows);
  }
});

test("the engine has the same names, and the same run of copies written out", () => {
  const scenario: Scenario = {
    schema: 1,
    duration_s: 2,
    bottleneck: { rate_bps: 1e7, queue: { limit_packets: 50 } },
    flows: [{ count: 2 }, { name: sourceName("a"), count: 3, stream: 7 }, { send_jitter_ms: 1 }],
    cross_traffic: [{ kind: "voip" }, { kind: "ping", count: 2 }],
  };
  const written = Object.fromEntries(LISTS.map((list) => [list, entriesIn(scenario, list)]));
  const [own, other] = [scenario, { ...scenario, ...written }].map(
    (document) => ran(document).summary as Record<ListName, { name: string }[]> & { digest: string },
  );
  for (const list of LISTS)
    expect(own?.[list].map(({ name }) => name)).toEqual(written[list]?.map((entry, i) => nameOf(list, entry, i)));
  expect(other?.digest).toBe(own?.digest);
});

test("a change of one copy writes all of them out, any other change keeps the short form", () => {
  const one = withValue(copied, "flows.a 2.base_rtt_ms", 9);
  expect(one.flows).toHaveLength(6);
  expect(one.flows?.map(({ base_rtt_ms }) => base_rtt_ms)).toEqual([
    undefined,
    undefined,
    undefined,
    9,
    undefined,
    undefined,
  ]);
  expect(withValue(copied, "bottleneck.rate_bps", 5e6).flows).toBe(copied.flows);
  expect(withValue(copied, "flows.a 4.base_rtt_ms", 9)).toBe(copied);
});

test("copies and entries written out are the same run", () => {
  const flows = entriesIn(copied, "flows");
  expect(partAt(copied, { ...copied, flows })).toBe(Number.POSITIVE_INFINITY);
  expect(partAt(copied, { ...copied, flows: flows.slice(0, 5) })).toBe(0);
});
