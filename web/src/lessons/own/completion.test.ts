/** The completions where a lesson names a result or a panel. */
import { expect, test } from "vitest";
import { addMessages } from "../../i18n/catalogue.ts";
import words from "../../i18n/en/lessons.json" with { type: "json" };
import settings from "../../i18n/en/settings.json" with { type: "json" };
import { isResult } from "../../session/measures.ts";
import { ran } from "../testing/engine.ts";
import { lessonOf } from "../testing/files.ts";
import { completionsAt } from "./completion.ts";

addMessages("en", { ...words, ...settings });
const runs = [ran(lessonOf("window").scenarios.a)];
const offered = (text: string): ReturnType<typeof completionsAt> => completionsAt(text, text.length, runs);

test("results of the run are offered for `of`, each one that it has, with plain name and unit", () => {
  const text = '{ "id": "rate", "of": "flows.on';
  const { from, options = [] } = offered(text) ?? {};
  expect(text.slice(from)).toBe("flows.on");
  expect(options.length).toBeGreaterThan(20);
  for (const { label } of options) expect(isResult(runs[0] ?? null, label), label).toBe(true);
  const goodput = options.find(({ label }) => label === "flows.one.goodput_bps");
  expect(goodput).toEqual({ label: "flows.one.goodput_bps", detail: "the goodput, Mbit/s", first: true });
});

test("panels are offered for `view` and `on`, in a list over several lines, too", () => {
  const labels = (text: string): string[] => offered(text)?.options.map(({ label }) => label) ?? [];
  expect(labels('"view": [\n  "path",\n  "')).toContain("cwnd");
  expect(labels('"on": "')).toContain("goodput");
  expect(labels('"on": "')).not.toContain("path");
});

test("settings are offered for `path`, with their names, and the number of a flow's copies", () => {
  const options = offered('"curve": { "path": "bottleneck.')?.options ?? [];
  const found = (label: string) => options.find((one) => one.label === label);
  expect(found("bottleneck.queue.limit_packets")?.detail).toBe("Queue limit");
  expect(found("flows.one.base_rtt_ms")).toBeDefined();
  expect(found("flows.one.count")).toBeDefined();
  expect(found("flows.one.goodput_bps")).toBeUndefined();
});

test.each([
  ['"curve": { "', ["path", "scale", "theory"]],
  ['"curve": { "path": "flows.f.count",\n  "', ["path", "scale", "theory"]],
  ['"curve": { "scale": "inv', ["as_is", "logarithm", "inverse", "inverse_root"]],
  ['"curve": { "path": "a.b", "scale": "as_is", "theory": "', ["mathis", "small_buffer"]],
  ['"smallest": { "', ["min", "max", "step", "holds"]],
  ['"smallest": { "holds": ["a", ">=", 1], "m', ["min", "max", "step", "holds"]],
])("fields and words of a curve and a search are offered: %s", (text, labels) => {
  expect(offered(text)?.options.map(({ label }) => label)).toEqual(labels);
});

test("results are offered for the condition of a search, and nothing for its operator", () => {
  expect(offered('"smallest": { "holds": ["bottleneck.ut')?.options.map(({ label }) => label)).toContain(
    "bottleneck.utilisation",
  );
  expect(offered('"smallest": { "holds": ["bottleneck.utilisation", "')).toBeNull();
});

test.each(['"title": "', '"view": ["path"], "title": "', '"of"', '"of": "flows.one.goodput_bps", "id": "', ""])(
  "nothing is offered in %s",
  (text) => {
    expect(offered(text)).toBeNull();
  },
);
