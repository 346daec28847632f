/** Effects of the reader's acts on the document: contract 1.5, and streams of contract 1.4. */

import { expect, test } from "vitest";
import { type SourceName, sourceName } from "../engine/protocol.ts";
import { setCount } from "./copies.ts";
import {
  addFlows,
  addTraffic,
  duplicateFlow,
  extended,
  fromStart,
  goesOn,
  type LabDocument,
  moment,
  removeFlow,
  renameFlow,
  setPart,
  setReverse,
  setSetting,
  withNames,
  withSettings,
} from "./document.ts";
import { type Scenario, valueAt } from "./scenario.ts";

const LOSS = "bottleneck.loss.probability";
const start: LabDocument = {
  scenario: {
    schema: 1,
    duration_s: 80,
    bottleneck: { rate_bps: 10e6, queue: { discipline: "drop_tail", limit_packets: 84 } },
    flows: [
      { name: sourceName("cdg"), algorithm: { kind: "cdg" } },
      { name: sourceName("newreno"), algorithm: { kind: "newreno" }, start_s: 12 },
    ],
  },
  view: { charts: ["cwnd"], focus: null },
};

test("a live setting becomes an intervention at the playhead", () => {
  const { document, restart } = setSetting(start, LOSS, 0.01, 30.0000001, true);
  expect(restart).toBe(false);
  expect(document.scenario.interventions).toEqual([{ at_s: 30, path: LOSS, value: 0.01 }]);
  expect(document.scenario.bottleneck).toEqual(start.scenario.bottleneck);
  expect(start.scenario.interventions).toBeUndefined();
});

test("a drag at one moment leaves one entry; later ones of the same setting go, others stay", () => {
  let { document } = setSetting(start, LOSS, 0.01, 50, true);
  ({ document } = setSetting(document, "bottleneck.rate_bps", 5e6, 60, true));
  ({ document } = setSetting(document, LOSS, 0.02, 30, true));
  ({ document } = setSetting(document, LOSS, 0.03, 30, true));
  expect(document.scenario.interventions).toEqual([
    { at_s: 60, path: "bottleneck.rate_bps", value: 5e6 },
    { at_s: 30, path: LOSS, value: 0.03 },
  ]);
});

test("a change of kind takes the later changes of its parameters with it", () => {
  let { document } = setSetting(start, "flows.cdg.algorithm.g_ms", 6, 20, true);
  ({ document } = setSetting(document, "flows.cdg.algorithm.g_ms", 9, 40, true));
  ({ document } = setSetting(document, "flows.cdg.algorithm.kind", "htcp", 30, true));
  expect(document.scenario.interventions).toEqual([
    { at_s: 20, path: "flows.cdg.algorithm.g_ms", value: 6 },
    { at_s: 30, path: "flows.cdg.algorithm.kind", value: "htcp" },
  ]);
});

test("at 0 s, and where a setting is not live, the scenario itself changes", () => {
  const early = setSetting(start, LOSS, 0.01, 0, true);
  expect(early.restart).toBe(false);
  expect(early.document.scenario.interventions).toBeUndefined();
  expect(early.document.scenario.bottleneck).toMatchObject({ loss: { model: "bernoulli", probability: 0.01 } });
  const seed = setSetting(start, "seed", 7, 30, false);
  expect(seed.restart).toBe(true);
  expect(seed.document.scenario.seed).toBe(7);
});

test("at the end the run first goes on, by its own length", () => {
  expect(extended(start).scenario.duration_s).toBe(160);
  const { document } = setSetting(start, LOSS, 0.01, 80, true);
  expect(document.scenario.duration_s).toBe(160);
  expect(addFlows(start, "cubic", 80).scenario.duration_s).toBe(160);
});

test("a flow is added from now on, under a free name and with a stream of its own", () => {
  const once = addFlows(start, "cdg", 20.5);
  expect(once.scenario.flows?.[2]).toEqual({ name: "cdg 2", algorithm: { kind: "cdg" }, start_s: 20.5 });
  expect(once.view.focus).toBe("cdg 2");
  expect(addFlows(once, "cdg", 21).scenario.flows?.[3]?.name).toBe("cdg 3");
  // Beside one in other letters it has the number that its label has.
  const [, , third] =
    addFlows(renameFlow(start, sourceName("newreno"), sourceName("NewReno")), "newreno", 20).scenario.flows ?? [];
  expect(third?.name).toBe("newreno 2");
  const many = addFlows(once, "cdg", 21, 3);
  expect(many.scenario.flows?.slice(3).map((flow) => flow.name)).toEqual(["cdg 3", "cdg 4", "cdg 5"]);
  expect(many.view.focus).toBe("cdg 5");
  const gap: LabDocument = { ...start, scenario: { ...start.scenario, flows: [{ name: sourceName("a"), stream: 1 }] } };
  expect(addFlows(gap, "cdg", 0).scenario.flows?.[1]?.stream).toBe(2);
});

test("what is added has the base RTT that flows have at the playhead", () => {
  const paths = ["cdg", "newreno"].map((name) => `flows.${name}.base_rtt_ms`);
  const of = (document: LabDocument) => {
    const { flows, cross_traffic } = addTraffic(addFlows(document, "newreno", 30, 2), "ping", 30).scenario;
    return [...(flows ?? []).slice(-2), ...(cross_traffic ?? [])].map((entry) => entry.base_rtt_ms);
  };
  expect(of(start)).toEqual([undefined, undefined, undefined]);
  expect(of(setSetting(start, paths, 20, 0, true).document)).toEqual([20, 20, 20]);
  const later = setSetting(start, paths, 25, 10, true).document;
  expect(of(later)).toEqual([25, 25, 25]);
  // A change after the playhead is not yet so; of flows with different ones the last one's.
  expect(of(setSetting(later, paths, 60, 40, true).document)).toEqual([25, 25, 25]);
  expect(of(setSetting(later, paths.slice(1), 70, 20, true).document)).toEqual([70, 70, 70]);
  const none = { ...start, scenario: { ...start.scenario, flows: [] } };
  expect(of(none)).toEqual([undefined, undefined, undefined]);
});

test("a duplicate stands as its original stands now", () => {
  const { document } = setSetting(start, "flows.cdg.algorithm.g_ms", 6, 20, true);
  expect(duplicateFlow(document, sourceName("cdg"), 30).scenario.flows?.[2]).toEqual({
    name: "cdg 2",
    algorithm: { kind: "cdg", g_ms: 6 },
    start_s: 30,
  });
  expect(duplicateFlow(document, sourceName("cdg"), 10).scenario.flows?.[2]?.algorithm).toEqual({ kind: "cdg" });
  expect(duplicateFlow(start, sourceName("nobody"), 30)).toBe(start);
});

test("a running flow that is removed stops now and keeps its past", () => {
  const changed = setSetting(
    setSetting(start, "flows.cdg.algorithm.g_ms", 6, 20, true).document,
    "flows.cdg.algorithm.g_ms",
    9,
    40,
    true,
  ).document;
  const removed = removeFlow(changed, sourceName("cdg"), 30);
  expect(removed.scenario.flows?.[0]).toMatchObject({ name: sourceName("cdg"), stop_s: 30 });
  expect(removed.scenario.interventions).toEqual([{ at_s: 20, path: "flows.cdg.algorithm.g_ms", value: 6 }]);
});

test("a flow that has not begun leaves the scenario; the others keep name and luck", () => {
  const three: LabDocument = {
    ...start,
    scenario: { ...start.scenario, flows: [{ name: sourceName("a") }, { start_s: 12 }, {}] },
  };
  const removed = removeFlow(three, sourceName("flow2"), 5);
  expect(removed.scenario.flows).toEqual([{ name: sourceName("a") }, { name: sourceName("flow3"), stream: 2 }]);
});

test("moments are kept to the microsecond, never beyond the playhead and never negative", () => {
  expect(moment(1.23456789)).toBe(1.234567);
  for (const exact of [20.3, 0.1 + 0.2, 12.345678, 79.999999]) expect(moment(exact)).toBeCloseTo(exact, 9);
  expect(moment(-1)).toBe(0);
});

test("a change at the end that is moved to the start leaves the run its old length, unless something happens later", () => {
  const late = setSetting(start, LOSS, 0.01, 80, true).document;
  expect(late.scenario.duration_s).toBe(160);
  expect(goesOn(late.scenario, 80)).toBe(true);
  const loss = late.scenario.interventions ?? [];
  const moved = fromStart(late, loss, 80).scenario;
  expect([moved.duration_s, valueAt(moved, LOSS), moved.interventions]).toEqual([80, 0.01, undefined]);
  expect(fromStart(late, loss, null).scenario.duration_s).toBe(160);
  // A flow that joins there, a change later, a run that is only longer.
  const joined = addFlows(late, "cubic", 80);
  expect(fromStart(joined, loss, 80).scenario.duration_s).toBe(160);
  const later = setSetting(late, "bottleneck.rate_bps", 5e6, 120, true).document;
  expect(goesOn(later.scenario, 80)).toBe(false);
  expect(goesOn(extended(start).scenario, 80)).toBe(false);
});

test("what stops at the run's end goes on with the run; what stops before it does not", () => {
  const scenario = {
    ...start.scenario,
    flows: [
      { name: sourceName("cdg"), algorithm: { kind: "cdg" }, stop_s: 80 },
      { name: sourceName("newreno"), algorithm: { kind: "newreno" }, stop_s: 40 },
    ],
    cross_traffic: [{ name: sourceName("poisson"), kind: "poisson", stop_s: 80 }],
  };
  const stops = ({ scenario: { flows = [], cross_traffic = [] } }: LabDocument) =>
    [...flows, ...cross_traffic].map((entry) => entry.stop_s);
  expect(stops(extended({ ...start, scenario }))).toEqual([160, 40, 160]);
  expect(stops(setSetting({ ...start, scenario }, "duration_s", 100, 10, false).document)).toEqual([100, 40, 100]);
  expect(stops(setSetting({ ...start, scenario }, "duration_s", 60, 10, false).document)).toEqual([80, 40, 80]);
});

test("cross traffic joins at the playhead with a stream of its own, and goes like a flow", () => {
  const once = addTraffic(start, "voip", 20);
  const twice = addTraffic(once, "voip", 30);
  expect(twice.scenario.cross_traffic).toEqual([
    { kind: "voip", name: sourceName("voip"), start_s: 20 },
    { kind: "voip", name: "voip 2", start_s: 30 },
  ]);
  const stopped = removeFlow(twice, sourceName("voip"), 40, "cross_traffic");
  expect(stopped.scenario.cross_traffic?.[0]).toEqual({
    kind: "voip",
    name: sourceName("voip"),
    start_s: 20,
    stop_s: 40,
  });
  const gone = removeFlow(twice, sourceName("voip"), 10, "cross_traffic");
  expect(gone.scenario.cross_traffic).toEqual([{ kind: "voip", name: "voip 2", start_s: 30, stream: 1 }]);
  expect(gone.scenario.flows).toEqual(start.scenario.flows);
});

test("the way back gets a bottleneck like the forward one, and loses it with all changes of it", () => {
  const on = setReverse(start, true);
  expect(on.scenario.reverse_bottleneck).toEqual(start.scenario.bottleneck);
  const { document } = setSetting(on, "reverse_bottleneck.rate_bps", 1e6, 20, true);
  expect(setReverse(document, false).scenario).toEqual(start.scenario);
});

test("a path gets a delay that varies, and loses it", () => {
  const on = setPart(start, "bottleneck", "delay_variation", true);
  expect(valueAt(on.scenario, "bottleneck.delay_variation")).toEqual({});
  expect(setPart(on, "bottleneck", "delay_variation", false).scenario).toEqual(start.scenario);
});

test("a queue gets a policer of half the link's rate, and loses it with all changes of it", () => {
  const on = setPart(start, "bottleneck", "policer", true);
  expect(valueAt(on.scenario, "bottleneck.policer")).toEqual({
    rate_bps: (valueAt(start.scenario, "bottleneck.rate_bps") as number) / 2,
  });
  const { document } = setSetting(on, "bottleneck.policer.burst_bytes", 3000, 20, true);
  expect(document.scenario.interventions?.length).toBe(1);
  expect(setPart(document, "bottleneck", "policer", false).scenario).toEqual(start.scenario);
  expect(setPart(start, "reverse_bottleneck", "policer", true)).toBe(start);
});

test("a field that takes no null is left out again", () => {
  const { document } = setSetting(start, "flows.cdg.transfer_bytes", 1e6, 20, false);
  expect(document.scenario.flows?.[0]?.transfer_bytes).toBe(1e6);
  expect(setSetting(document, "flows.cdg.transfer_bytes", undefined, 20, false).document.scenario).toEqual(
    start.scenario,
  );
});

test("settings from the start on are one document, without later changes of the same settings", () => {
  const path = "flows.a.send_jitter_ms";
  const other = { at_s: 3, path: "bottleneck.rate_bps", value: 1e6 };
  const scenario = {
    flows: [{ name: "a" }],
    interventions: [{ at_s: 2, path, value: 0 }, other],
  } as unknown as Scenario;
  const changed = withSettings({ scenario } as LabDocument, [{ path, value: 1.2 }]);
  expect(changed.scenario).toEqual({ flows: [{ name: "a", send_jitter_ms: 1.2 }], interventions: [other] });
});

test("a flow becomes copies and one again; changes of copies that are no more go, and later flows keep their names", () => {
  const two: LabDocument = { ...start, scenario: { ...start.scenario, flows: [...(start.scenario.flows ?? []), {}] } };
  const many = setCount(two, sourceName("cdg"), 3);
  expect(many.scenario.flows?.map(({ name, count }) => [name, count])).toEqual([
    ["cdg", 3],
    ["newreno", undefined],
    ["flow3", undefined],
  ]);
  expect(many.view.focus).toBe("cdg 1");
  const changed = setSetting(many, ["flows.cdg 3.base_rtt_ms", "flows.flow3.base_rtt_ms"], 90, 30, true).document;
  // By any of the copies.
  const fewer = setCount(changed, sourceName("cdg 2"), 2);
  expect(fewer.scenario.flows?.[0]?.count).toBe(2);
  expect(fewer.scenario.interventions?.map(({ path }) => path)).toEqual(["flows.flow3.base_rtt_ms"]);
  const one = setCount(fewer, sourceName("cdg 1"), 1);
  expect(one.scenario.flows?.[0]).toEqual(start.scenario.flows?.[0]);
  expect(setCount(start, sourceName("nobody"), 3)).toBe(start);
});

test("flows and cross traffic that have a copy's name take the next free one, with their changes", () => {
  const cdg = sourceName("cdg");
  let document = duplicateFlow(duplicateFlow(start, cdg, 0), cdg, 0);
  document = addTraffic(document, "ping", 0);
  document = renameFlow(document, sourceName("ping"), sourceName("cdg 4"), "cross_traffic");
  ({ document } = setSetting(document, "flows.cdg 2.base_rtt_ms", 90, 30, true));
  const names = ({ scenario }: LabDocument) => [
    ...(scenario.flows ?? []).map(({ name, count }) => [name, count]),
    ...(scenario.cross_traffic ?? []).map(({ name }) => name),
  ];
  const many = setCount(document, cdg, 4);
  expect(names(many)).toEqual([
    ["cdg", 4],
    ["newreno", undefined],
    ["cdg 5", undefined],
    ["cdg 6", undefined],
    "cdg 7",
  ]);
  expect(many.scenario.interventions?.map(({ path }) => path)).toEqual(["flows.cdg 5.base_rtt_ms"]);
  // A change that is out of the way stays.
  expect(names(setCount(many, sourceName("cdg 1"), 3)).slice(2)).toEqual(names(many).slice(2));
  expect(names(setCount(document, cdg, 1))).toEqual(names(document));
});

test("a flow is added beside copies, duplicated from one and removed among them", () => {
  const many = setCount(start, sourceName("cdg"), 3);
  const added = addFlows(many, "cubic", 0);
  expect(added.scenario.flows?.at(-1)).toEqual({ name: "cubic", algorithm: { kind: "cubic" }, start_s: 0 });
  expect(added.scenario.flows?.[0]?.count).toBe(3);
  expect(duplicateFlow(many, sourceName("cdg 2"), 10).scenario.flows?.at(-1)?.name).toBe("cdg 4");
  const removed = removeFlow(many, sourceName("cdg 2"), 0);
  expect(removed.scenario.flows?.map(({ name, stream }) => [name, stream])).toEqual([
    ["cdg 1", 0],
    ["cdg 3", 2],
    ["newreno", 3],
  ]);
});

test("a flow that is renamed keeps its changes, in both branches, and its place in front", () => {
  let { document } = setSetting(start, "flows.cdg.algorithm.g_ms", 6, 20, true);
  ({ document } = setSetting(document, LOSS, 0.01, 30, true));
  const fork = { at_s: 40, interventions: [{ at_s: 41, path: "flows.cdg.base_rtt_ms", value: 80 }] };
  const renamed = renameFlow(
    { ...document, fork, view: { charts: [], focus: sourceName("cdg") } },
    sourceName("cdg"),
    sourceName("near"),
  );
  expect(renamed.scenario.flows?.map(({ name }) => name)).toEqual(["near", "newreno"]);
  expect(renamed.scenario.interventions?.map(({ path }) => path)).toEqual(["flows.near.algorithm.g_ms", LOSS]);
  expect(renamed.fork?.interventions.map(({ path }) => path)).toEqual(["flows.near.base_rtt_ms"]);
  expect(renamed.view.focus).toBe("near");
});

test("cross traffic is renamed as a flow is, and a flow of its old name is not", () => {
  const one = addTraffic(start, "ping", 0);
  const [entry] = one.scenario.cross_traffic ?? [];
  const { document } = setSetting(one, `cross_traffic.${entry?.name}.interval_ms`, 500, 20, true);
  const renamed = renameFlow(document, entry?.name as SourceName, sourceName("probe"), "cross_traffic");
  expect(renamed.scenario.cross_traffic?.map(({ name }) => name)).toEqual(["probe"]);
  expect(renamed.scenario.interventions?.map(({ path }) => path)).toEqual(["cross_traffic.probe.interval_ms"]);
  expect(renameFlow(document, sourceName("cdg"), sourceName("x"), "cross_traffic").scenario).toEqual(document.scenario);
});

test("one of several copies is renamed, and a flow after them that has no name of its own", () => {
  const two: LabDocument = { ...start, scenario: { ...start.scenario, flows: [...(start.scenario.flows ?? []), {}] } };
  const many = setCount(two, sourceName("cdg"), 3);
  const after = renameFlow(many, sourceName("newreno"), sourceName("last"));
  expect(after.scenario.flows?.map(({ name, count }) => [name, count])).toEqual([
    ["cdg", 3],
    ["last", undefined],
    ["flow3", undefined],
  ]);
  const one = renameFlow(many, sourceName("cdg 2"), sourceName("near"));
  expect(one.scenario.flows?.map(({ name, stream, count }) => [name, stream, count])).toEqual([
    ["cdg 1", 0, undefined],
    ["near", 1, undefined],
    ["cdg 3", 2, undefined],
    ["newreno", undefined, undefined],
    ["flow3", undefined, undefined],
  ]);
});

test("flows may exchange their names, and one without a name gets one", () => {
  const [a, b] = [sourceName("cdg"), sourceName("newreno")];
  const { document } = setSetting(start, "flows.cdg.algorithm.g_ms", 6, 20, true);
  const swapped = withNames(
    document.scenario,
    "flows",
    new Map([
      [a, b],
      [b, a],
    ]),
  );
  expect(swapped.flows?.map(({ name }) => name)).toEqual(["newreno", "cdg"]);
  expect(swapped.interventions?.[0]?.path).toBe("flows.newreno.algorithm.g_ms");
  const bare: Scenario = { ...start.scenario, flows: [{ algorithm: { kind: "cdg" } }] };
  expect(withNames(bare, "flows", new Map([[sourceName("flow1"), a]])).flows?.[0]?.name).toBe("cdg");
});
