/** Names on the screen and numbers from the engine's document. */

import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import { factsOf, kindsOf, limitsOf, looksOf, lossOf, namesInFiles } from "./facts.ts";

const settings = {
  packet_bytes: 1500,
  bottleneck: {
    rate_bps: 1e7,
    queue: { discipline: "drop_tail", limit_packets: 84, limit_bytes: null },
    loss: { model: "bernoulli", probability: 0.01 },
  },
  flows: [
    { name: "cdg", algorithm: { kind: "cdg", g_ms: 3 }, base_rtt_ms: 40, start_s: 0, stop_s: null },
    { name: "cdg 2", algorithm: { kind: "cdg", g_ms: 6 }, base_rtt_ms: 80, start_s: 12, stop_s: 30 },
    { name: "My flow", algorithm: { kind: "newreno" }, base_rtt_ms: 40, start_s: 0 },
  ],
  cross_traffic: [{ name: "voip1", kind: "voip", base_rtt_ms: 40 }],
};
const titles: Record<string, string> = { cdg: "CDG", newreno: "NewReno", voip: "Voice" };
const names = {
  titleOf: (_: string, kind: string) => titles[kind] ?? kind,
  isKind: (word: string) => word in titles,
  inkOf: (kind: string) => ({ newreno: 0, cdg: 1 })[kind],
  wordOf: (name: string) => ({ near: "Nah", there: "hin" })[name] ?? null,
};
const looks = looksOf(settings, 80, names);

test("a name that says no more than the kind gives way to its title, and titles that are alike are numbered", () => {
  expect(looks.map((look) => look.label)).toEqual(["CDG 1", "CDG 2", "My flow", "Voice"]);
  expect(looks.map((look) => look.index)).toEqual([0, 1, 2, 3]);
  expect(looks.map((look) => look.stop_s)).toEqual([80.000001, 30, 80.000001, 80.000001]);
  expect(looks.slice(0, 2).map((look) => look.title)).toEqual(["CDG", "CDG"]);
  expect(looks[3]).toMatchObject({ cross: true, kind: "" });
  const pings = looksOf({ ...settings, cross_traffic: [{ name: "a", kind: "ping" }] }, 80, names);
  expect([looks, pings].map((each) => each.map(({ replies = false }) => replies).at(-1))).toEqual([false, true]);
});

test("a flow's own time is the engine's: its start with jitter, the end of a transfer", () => {
  const own = [
    { flow: 0, start_s: 0.3, end_s: Number.POSITIVE_INFINITY },
    { flow: 1, start_s: 12, end_s: 14.5 },
  ];
  const times = looksOf(settings, 80, names, undefined, own).map(({ start_s, stop_s }) => [start_s, stop_s]);
  expect(times.slice(0, 3)).toEqual([
    [0.3, 80.000001],
    [12, 14.5],
    [0, 80.000001],
  ]);
});

test("a flow has the colour of the algorithm that it begins with", () => {
  expect(looks.map((look) => look.sign)).toEqual([0, 5, 1, 7]);
  const kinds = new Map([
    [
      sourceName("My flow"),
      [
        { t_s: 0, kind: "cdg" },
        { t_s: 9, kind: "newreno" },
      ],
    ],
  ]);
  expect(looksOf(settings, 80, names, kinds).map((look) => look.sign)).toEqual([0, 5, 7, 6]);
});

test("a flow named after the kind that it had is called by the kind that it has", () => {
  const changed = {
    flows: [
      { name: "NewReno", algorithm: { kind: "cdg" } },
      { name: "cdg-1", algorithm: { kind: "cdg" } },
    ],
  };
  expect(looksOf(changed, 80, names).map((look) => look.label)).toEqual(["CDG 1", "CDG 2"]);
});

test("our scenarios' names are in the reader's language, a number is none, and the reader's own names stand", () => {
  const flows = ["near", "there 1", "there 2", "Near", "nearby"].map((name) => ({ name, algorithm: { kind: "cdg" } }));
  expect(looksOf({ flows }, 80, names).map((look) => look.label)).toEqual(["Nah", "hin 1", "hin 2", "Near", "nearby"]);
  const pair = ["one", "two"].map((name) => ({ name, algorithm: { kind: "cdg" } }));
  expect(looksOf({ flows: pair }, 80, names).map((look) => look.label)).toEqual(["CDG 1", "CDG 2"]);
});

test("facts are those of the document", () => {
  const moment = {
    playhead_s: 1,
    reading_s: 1,
    computed_s: 80,
    duration_s: 80,
    t0_s: 0,
    t1_s: 80,
    focus: null,
    old_g_ms: null,
  };
  expect(factsOf(settings, looks, moment)).toMatchObject({
    rate_bps: 1e7,
    limit_packets: 84,
    limit_bytes: null,
    payload_bytes: 1460,
    g_ms: new Map([
      ["cdg", 3],
      ["cdg 2", 6],
    ]),
    base_rtt_ms: new Map([
      ["cdg", 40],
      ["cdg 2", 80],
      ["My flow", 40],
      ["voip1", 40],
    ]),
    playhead_s: 1,
  });
  expect(lossOf(settings)).toBe(0.01);
  expect(factsOf(null, [], moment).rate_bps).toBe(0);
  // Of a link with a trace or a model nobody divides by its rate.
  const varies = (bottleneck: object) => factsOf({ bottleneck }, [], moment).varies ?? false;
  expect(varies({ rate_bps: 1e7, rate_trace_repeat: true, rate_model: null })).toBe(false);
  expect(varies({ rate_bps: 1e7, rate_trace_ms: [3] })).toBe(true);
  expect(varies({ rate_bps: 1e7, rate_model: { model: "cellular" } })).toBe(true);
});

test("the queue's limit over the run: the scenario's, then each change in order", () => {
  const bottleneck = { queue: { limit_packets: 84 } };
  const interventions = [
    { at_s: 30, path: "bottleneck.queue.limit_bytes", value: 3000 },
    { at_s: 10, path: "bottleneck.queue.limit_packets", value: 20 },
    { at_s: 20, path: "bottleneck.rate_bps", value: 1e6 },
  ];
  expect(limitsOf({ duration_s: 60, interventions }, { bottleneck })).toEqual([
    { t_s: 0, packets: 84, bytes: null },
    { t_s: 10, packets: 20, bytes: null },
    { t_s: 30, packets: null, bytes: 3000 },
  ]);
  const inTime = { bottleneck: { queue: { limit_ms: 100, limit_packets: 100, limit_bytes: 125_000 } } };
  expect(limitsOf({ duration_s: 60 }, inTime)).toEqual([{ t_s: 0, packets: null, bytes: 125_000 }]);
  expect(limitsOf({ duration_s: 60 }, null)).toEqual([{ t_s: 0, packets: null, bytes: null }]);
});

test("a flow's algorithms over the run are its own, then each that the reader chose", () => {
  const flows = [{ name: sourceName("a") }, { name: sourceName("b"), algorithm: { kind: "cdg" } }];
  const path = "flows.a.algorithm.kind";
  const interventions = [
    { at_s: 20, path, value: "cubic" },
    { at_s: 10, path, value: "rap" },
  ];
  expect(kindsOf({ duration_s: 60, flows, interventions })).toEqual(
    new Map([
      [
        "a",
        [
          { t_s: 0, kind: "newreno" },
          { t_s: 10, kind: "rap" },
          { t_s: 20, kind: "cubic" },
        ],
      ],
    ]),
  );
});

test("in files flows have the document's names, but for those that are another algorithm's", () => {
  expect(namesInFiles(looks, names).size).toBe(0);
  const changed = looksOf(
    {
      flows: [
        { name: "CDG", algorithm: { kind: "newreno" } },
        { name: "NewReno", algorithm: { kind: "newreno" } },
        { name: "near", algorithm: { kind: "cdg" } },
      ],
    },
    80,
    names,
  );
  expect([...namesInFiles(changed, names)]).toEqual([
    ["CDG", "NewReno 1"],
    ["NewReno", "NewReno 2"],
  ]);
});
