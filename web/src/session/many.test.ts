/**
 * Ten thousand flows and a hundred and fifty thousand changes, which a document may have: what is done for each of them does not look at
 * all others, or a test takes a minute and fails. Not here: what the page draws of them (e2e/many-flows.spec.ts).
 */
import { expect, it } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import { addMessages } from "../i18n/catalogue.ts";
import says from "../i18n/en/says.json" with { type: "json" };
import { changeOf } from "./change.ts";
import { setSetting } from "./document.ts";
import { looksOf } from "./facts.ts";
import { forked, setInBranch } from "./fork.ts";
import { inOrder, partAt, type Scenario, valueAt, withValue } from "./scenario.ts";
import { rttPaths } from "./setting-names.ts";
import { tables } from "./setting-tables.ts";

addMessages("en", says);

const FLOWS = 10_000;
const CHANGES = 150_000;
const flows = Array.from({ length: FLOWS }, (_, i) => ({
  name: sourceName(`f${i}`),
  algorithm: { kind: "cubic" },
  base_rtt_ms: 40,
}));
const scenario = { schema: 1, duration_s: 60, bottleneck: { rate_bps: 1e7 }, flows } as Scenario;
const view = { charts: [], focus: null };
const document = { scenario, view, fork: null } as unknown as Parameters<typeof setSetting>[0];
const paths = rttPaths(scenario);

it("all are found, named and set", () => {
  expect(paths).toHaveLength(FLOWS);
  expect(paths.every((path) => valueAt(scenario, path) === 40)).toBe(true);
  const alike = { ...scenario, flows: flows.map((flow, i) => ({ ...flow, name: sourceName(`flow${i}`) })) };
  const labels = looksOf(alike, 60, tables).map(({ label }) => label);
  expect(new Set(labels).size).toBe(FLOWS);
  expect(labels[FLOWS - 1]).toBe("CUBIC 10000");
  const set = withValue(scenario, paths, 80);
  expect(paths.every((path) => valueAt(set, path) === 80)).toBe(true);
  expect(flows[0]?.base_rtt_ms).toBe(40);
  expect(withValue(scenario, ["flows.nobody.base_rtt_ms"], 80)).toBe(scenario);
});

it("one slider for all of them is one change, at the start and while the run goes on", () => {
  const start = setSetting(document, paths, 80, 0, true).document;
  expect(start.scenario.interventions).toBeUndefined();
  const later = setSetting(document, paths, 80, 12, true).document;
  expect(later.scenario.interventions).toHaveLength(FLOWS);
  const again = setSetting(later, paths, 90, 12, true).document;
  expect(again.scenario.interventions).toHaveLength(FLOWS);
  const branch = setInBranch(forked(document, 12), paths, 80, 13);
  expect(setInBranch(branch, paths, 90, 13).fork?.interventions).toHaveLength(FLOWS);
  const looks = looksOf(scenario, 60, tables);
  for (const { scenario: now } of [start, later])
    expect(changeOf(now, scenario, now, looks)?.cause).toBe("Base RTT 80\u202fms");
  expect(partAt(later.scenario, scenario)).toBe(12);
});

it("flows in a sentence are named up to a few", () => {
  const half = setSetting(document, paths.slice(0, FLOWS / 2), 80, 12, true).document.scenario;
  expect(changeOf(half, scenario, half, looksOf(scenario, 60, tables))?.cause).toBe(
    "Base RTT, f0, f1, f2, f3 and 4996 more 80\u202fms",
  );
});

it("as many changes as a file may have are put in order and compared", () => {
  const interventions = Array.from({ length: CHANGES }, (_, i) => ({
    at_s: (i * 7919) % 60,
    path: "flows.f0.base_rtt_ms",
    value: 10 + (i % 90),
  }));
  const now = { ...scenario, interventions };
  expect(inOrder(now)).toHaveLength(CHANGES);
  const more = { ...now, interventions: [...interventions, { at_s: 59, path: "bottleneck.rate_bps", value: 2e7 }] };
  expect(changeOf(more, now, more, looksOf(now, 60, tables))?.path).toBe("bottleneck.rate_bps");
  expect(
    setSetting({ ...document, scenario: now }, "flows.f0.base_rtt_ms", 5, 30, true).document.scenario,
  ).toBeDefined();
});
