/** Comparisons: which runs, from when on, by which settings. */
import { expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import { type LabDocument, setSetting } from "../session/document.ts";
import { branchOf, forked, setInBranch } from "../session/fork.ts";
import type { Scenario } from "../session/scenario.ts";
import { lacking, ownChanges, seedOf, valueBefore, withBranch, withRun, withSeeds } from "./model.ts";

const LOSS = "bottleneck.loss.probability";
const G = "flows.cdg.algorithm.g_ms";
const DOCUMENT: LabDocument = {
  scenario: {
    schema: 1,
    seed: 3,
    duration_s: 80,
    bottleneck: { rate_bps: 1e7, queue: { discipline: "drop_tail", limit_packets: 84 } },
    flows: [{ name: sourceName("cdg"), algorithm: { kind: "cdg" } }],
    interventions: [
      { at_s: 10, path: LOSS, value: 0.001 },
      { at_s: 30, path: G, value: 6 },
    ],
  },
  view: { charts: ["cwnd"], focus: null },
};
const { scenario } = DOCUMENT;

test("two runs part at the first change that one of them lacks", () => {
  const later = { at_s: 40, path: G, value: 9 };
  const other = { ...scenario, interventions: [...(scenario.interventions ?? []), later] };
  expect(withRun(scenario, other, [G])).toEqual({ first: scenario, others: [other], from_s: 40, paths: [G] });
  expect(withRun(other, scenario, [G]).from_s).toBe(40);
  const without = { ...scenario, interventions: [{ at_s: 10, path: LOSS, value: 0.001 }, later] };
  expect(withRun(scenario, without, [G]).from_s).toBe(30);
});

test("two runs without such a change differ from the start", () => {
  expect(withRun(scenario, { ...scenario, seed: 4 }, ["seed"]).from_s).toBe(-1);
});

test("branches part at the fork, whenever the first change comes", () => {
  expect(withBranch(DOCUMENT)).toBeNull();
  // The run's own change of G is ahead in both.
  expect(withBranch(forked(DOCUMENT, 18))?.paths).toEqual([]);
  const document = setInBranch(setInBranch(forked(DOCUMENT, 18), LOSS, 0.01, 20), LOSS, 0.02, 25);
  const comparison = withBranch(document);
  expect(comparison).toMatchObject({ first: scenario, from_s: 18, paths: [LOSS] });
  expect(comparison?.others).toEqual([branchOf(document)]);
});

test("many seeds begin with the run's own, and go on at 0 after the greatest", () => {
  const { others, paths, from_s } = withSeeds(scenario, 3);
  expect(others.map(seedOf)).toEqual([3, 4, 5]);
  expect(others[1]).toEqual({ ...scenario, seed: 4 });
  expect([paths, from_s]).toEqual([["seed"], -1]);
  expect(withSeeds({ ...scenario, seed: 2 ** 53 - 1 }, 2).others.map(seedOf)).toEqual([2 ** 53 - 1, 0]);
  const { seed: _, ...unseeded } = scenario;
  expect(withSeeds(unseeded, 2).others.map(seedOf)).toEqual([1, 2]);
});

test("own changes are in order of time, changes that are lacking in the order given", () => {
  const changes = [
    { at_s: 50, path: LOSS, value: 0 },
    { at_s: 20, path: G, value: 2 },
    { at_s: 10, path: LOSS, value: 0.001 },
  ];
  expect(lacking(changes, scenario).map((each) => each.at_s)).toEqual([50, 20]);
  expect(ownChanges({ ...scenario, interventions: changes }, scenario).map((each) => each.at_s)).toEqual([20, 50]);
});

test("each branch is named by its own changes and by what it keeps where the other has one", () => {
  const both = setInBranch(forked(DOCUMENT, 12), LOSS, 0.01, 12);
  const b = branchOf(both) as Scenario;
  expect(ownChanges(b, both.scenario)).toEqual([{ at_s: 12, path: LOSS, value: 0.01 }]);
  expect(ownChanges(both.scenario, b)).toEqual([]);
  const kept = (document: LabDocument, path: string, settings_s = 0) => {
    const own = ownChanges(document.scenario, branchOf(document) as Scenario);
    return valueBefore(document.scenario, path, 12, own, { bottleneck: { ecn: "default" } }, settings_s);
  };
  expect(kept(both, LOSS)).toBe(0.001);
  // A change before the fork is both's, also where the playhead lies before it.
  expect(kept(setSetting(both, LOSS, 0.2, 5, true).document, LOSS)).toBe(0.2);
  expect(kept(setSetting(both, LOSS, 0.2, 0, true).document, LOSS)).toBe(0.2);
  // One after it is A's own.
  const after = setSetting(both, LOSS, 0.3, 12, true).document;
  expect(ownChanges(after.scenario, b)).toEqual([{ at_s: 12, path: LOSS, value: 0.3 }]);
  expect(kept(after, LOSS)).toBe(0.001);
  // A default is known as long as no change lies between.
  expect(kept(both, "bottleneck.ecn", 80)).toBe("default");
  const changed = setSetting(both, "bottleneck.ecn", "mine", 40, true).document;
  expect(kept(changed, "bottleneck.ecn", 30)).toBe("default");
  expect(kept(changed, "bottleneck.ecn", 50)).toBeUndefined();
});
