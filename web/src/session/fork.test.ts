/** Branches: one past, two futures; what the hand does to each. */

import { expect, test } from "vitest";
import { readAddress, writeAddress } from "../address/link.ts";
import { sourceName } from "../engine/protocol.ts";
import { type Fork, type LabDocument, removeFlow, setSetting } from "./document.ts";
import { branchOf, forked, isOwn, joinedAs, readFork, setInBranch } from "./fork.ts";
import { partAt } from "./scenario.ts";

const LOSS = "bottleneck.loss.probability";
const G = "flows.cdg.algorithm.g_ms";
const DOCUMENT: LabDocument = {
  scenario: {
    schema: 1,
    duration_s: 80,
    bottleneck: { rate_bps: 1e7, queue: { discipline: "drop_tail", limit_packets: 84 } },
    flows: [{ name: sourceName("cdg"), algorithm: { kind: "cdg" } }, { name: sourceName("newreno") }],
    interventions: [
      { at_s: 10, path: LOSS, value: 0.001 },
      { at_s: 30, path: G, value: 6 },
    ],
  },
  view: { charts: ["cwnd"], focus: null },
};

test("B begins as A goes on, and parts from it where it is changed", () => {
  const document = forked(DOCUMENT, 18);
  expect(partAt(document.scenario, branchOf(document) ?? document.scenario)).toBe(Number.POSITIVE_INFINITY);
  const changed = setInBranch(document, LOSS, 0.01, 20);
  expect(changed.scenario).toBe(document.scenario);
  const b = branchOf(changed);
  expect(b?.interventions).toEqual([
    { at_s: 10, path: LOSS, value: 0.001 },
    { at_s: 30, path: G, value: 6 },
    { at_s: 20, path: LOSS, value: 0.01 },
  ]);
  expect(partAt(changed.scenario, b ?? changed.scenario)).toBe(20);
});

test("a change of A after the fork is A's alone, one before it both branches'", () => {
  const document = setInBranch(forked(DOCUMENT, 18), LOSS, 0.01, 20);
  const later = setSetting(document, LOSS, 0.05, 40, true).document;
  expect(branchOf(later)).toEqual(branchOf(document));
  const before = setSetting(document, "bottleneck.rate_bps", 2e7, 5, true).document;
  expect(branchOf(before)?.interventions).toContainEqual({ at_s: 5, path: "bottleneck.rate_bps", value: 2e7 });
  expect(isOwn(document, "B", 17)).toBe(false);
  expect(isOwn(document, "B", 18)).toBe(true);
  expect(isOwn(document, "A", 40)).toBe(false);
});

test("a later change of the same setting in B goes, as in a run by itself", () => {
  const first = setInBranch(forked(DOCUMENT, 18), LOSS, 0.01, 40);
  const second = setInBranch(first, LOSS, 0.02, 20);
  expect(second.fork?.interventions.filter((each) => each.path === LOSS)).toEqual([
    { at_s: 20, path: LOSS, value: 0.02 },
  ]);
});

test("a removed flow leaves no change of it in B", () => {
  const document = setInBranch(forked(DOCUMENT, 18), G, 9, 20);
  expect(branchOf(removeFlow(document, sourceName("cdg"), 19))?.interventions?.map((each) => each.path)).toEqual([
    LOSS,
  ]);
});

test("one of the two stays", () => {
  const document = setInBranch(forked(DOCUMENT, 18), LOSS, 0.01, 20);
  expect(joinedAs(document, "A")).toMatchObject({ scenario: DOCUMENT.scenario, fork: null });
  expect(joinedAs(document, "B").scenario).toEqual(branchOf(document));
});

test("a fork travels in the address; what is none is named, and the run still opens", () => {
  const fork: Fork = { at_s: 18, interventions: [{ at_s: 20, path: LOSS, value: 0.01 }] };
  const read = readAddress(`#${writeAddress({ scenario: DOCUMENT.scenario, fork })}`);
  expect(read.problems).toEqual([]);
  expect(read.fork).toEqual(fork);
  for (const wrong of ["0e30", "nonsense", "9abc"]) {
    const address = readAddress(`#preset=x&fork=${wrong}`);
    expect(address.fork).toBeNull();
    expect(address.problems).toHaveLength(1);
  }
  expect(readFork('{"at_s":5,"interventions":[{"at_s":4,"path":"x","value":1}]}')).toBeNull();
});

test("a fork at the end lets the run go on, and its end gives the length back where nothing was changed there", () => {
  const flows = [{ name: sourceName("cdg"), algorithm: { kind: "cdg" }, stop_s: 80 }, { name: sourceName("newreno") }];
  const whole: LabDocument = { ...DOCUMENT, scenario: { ...DOCUMENT.scenario, flows } };
  const document = forked(whole, 80);
  expect(document.scenario).toMatchObject({ duration_s: 160, flows: [{ stop_s: 160 }, {}] });
  expect(joinedAs(document, "A")).toEqual({ ...whole, fork: null });
  expect(joinedAs(document, "B").scenario).toEqual(whole.scenario);
  const changed = setInBranch(document, LOSS, 0.01, 100);
  expect(joinedAs(changed, "A").scenario).toEqual(whole.scenario);
  expect(joinedAs(changed, "B").scenario.duration_s).toBe(160);
  // A length that the reader chose meanwhile stays, and so does that of a run that was not at its end.
  const chosen = setSetting(document, "duration_s", 200, 90, false).document;
  expect(joinedAs(chosen, "A").scenario.duration_s).toBe(200);
  expect(joinedAs(forked(whole, 40), "A").scenario.duration_s).toBe(80);
  expect(readAddress(writeAddress({ fork: document.fork ?? null })).fork).toEqual({ at_s: 80, interventions: [] });
});
