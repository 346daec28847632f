/** Controls by name. Not here: a widget's address (e2e). */
import { expect, test } from "vitest";
import { ran } from "../lessons/testing/engine.ts";
import { looksOf } from "../session/facts.ts";
import { tables } from "../session/setting-tables.ts";
import { controlsOf, hasPart } from "./control-names.ts";

test("a run has the parts that are in its document, with or without their settings", () => {
  const bottleneck = { rate_bps: 1e6, queue: { discipline: "drop_tail", limit_packets: 9 } };
  const flows = [{ name: "one", algorithm: { kind: "newreno" } }];
  const names = ["seed", "speed", "rate", "queue", "algorithm", "flows.one.dsack"];
  const reordering = "bottleneck.reordering.depth_packets";
  const own = (more: object): boolean[] => {
    const { settings } = ran({ schema: 1, duration_s: 1, bottleneck: { ...bottleneck, ...more }, flows });
    const { shown } = controlsOf([...names, reordering], settings, looksOf(settings, 1, tables));
    return shown.map((each) => hasPart(settings, each));
  };
  expect(own({})).toEqual([...names.map(() => true), false]);
  expect(own({ reordering: { model: "bernoulli", probability: 0.1 } })).toEqual([...names, reordering].map(() => true));
});
