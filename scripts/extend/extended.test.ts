/** The additions to a copy of the project are there: it runs only there, within web/src (extend.mjs). */
import { join } from "node:path";
import { expect, test } from "vitest";
import { lessonsData } from "../../scripts/lessons-data.ts";
import { startTexts } from "../../scripts/start-texts.ts";
import type { OwnAxisChart } from "./charts/chart.ts";
import { chartOf, listed, loadCharts } from "./charts/registry.ts";
import { stage, svgOf } from "./charts/testing/draw.ts";
import experiments from "./generated/experiments.json" with { type: "json" };
import pages from "./generated/pages.json" with { type: "json" };
import { ALGORITHMS } from "./generated/settings.ts";
import { RULES } from "./generated/signals.ts";
import windows from "./generated/windows.json" with { type: "json" };
import { has, language, translate } from "./i18n/catalogue.ts";
import "./i18n/charts.ts";
import { PANELS, readFields } from "./address/fields.ts";
import { CHART_IDS } from "./builder/panels.ts";
import { speak } from "./i18n/languages.ts";
import { LESSONS } from "./lessons/registry.ts";
import { languages } from "./shell/language-menu.ts";

const unpack = () => ({ text: "" });

test("the chart: the address accepts it, page and builder list it, its file loads", async () => {
  expect(PANELS).toContain("threshold");
  expect(CHART_IDS).toContain("threshold");
  const { view, problems } = readFields("view=path,threshold", unpack);
  expect([view, problems]).toEqual([["path", "threshold"], []]);
  await loadCharts(["threshold"]);
  expect(chartOf("threshold")?.id).toBe("threshold");
  // Many flows are drawn by algorithm.
  expect(chartOf("threshold")).toHaveProperty("perFlow");
});

test("the chart with an axis of its own: the same, and it may be beside the others", async () => {
  expect(PANELS).toContain("rtt_histogram");
  expect(CHART_IDS).toContain("rtt_histogram");
  expect(["rtt_histogram", "threshold"].map((id) => listed(id)?.axis)).toEqual(["own", "time"]);
  await loadCharts(["rtt_histogram"]);
  const chart = chartOf("rtt_histogram") as OwnAxisChart;
  const { cx } = stage(chart, { reading_s: 12.6 });
  expect(chart.across(cx)).toMatchObject({ min: 0, label: "RTT, ms" });
  // Each sample is in one bin.
  const shares = chart.rows(cx).rows.map((row) => Number(row[1]));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 1);
  expect(svgOf(chart, { reading_s: 12.6 })).toContain("RTT, ms");
});

test("the algorithm: the page has its settings, its rule, its own page and the drawing of its window", () => {
  expect(ALGORITHMS.find((each) => each.kind === "multcp")?.params.map(({ name }) => name)).toEqual(["flows_emulated"]);
  expect([...RULES.keys()]).toContain("multcp.decrease");
  expect(pages.map(({ kind }) => kind)).toContain("multcp");
  expect(windows.windows.map(({ kind }) => kind)).toContain("multcp");
});

test("the experiment: the page has its texts", () => {
  expect(experiments.map(({ id }) => id)).toContain("cdg_buffer");
});

test("the lesson: the gallery has its card and fetches it in both languages", () => {
  expect(LESSONS).toContain("one_more");
  const { load } = lessonsData(join(import.meta.dirname, "../.."));
  const gallery = String(
    (load as (this: unknown, id: string) => string).call({ addWatchFile: () => {} }, "\0virtual:lessons"),
  );
  expect(gallery).toContain('"id":"one_more"');
  for (const lang of ["en", "de"]) expect(gallery).toContain(`import("virtual:lesson/one_more.${lang}")`);
});

test("the language: what it lacks is left out where all languages stand together", () => {
  const { noScript, notStarted } = startTexts(join(import.meta.dirname, "../.."));
  expect(noScript).toMatch(/lang="en".*lang="de"/);
  expect(noScript + notStarted).not.toMatch(/undefined|lang="nl"/);
});

test("the language: the menu lists it, the address accepts it, the page speaks it", async () => {
  expect(languages().map(({ values }) => values[0])).toEqual(["en", "de", "nl"]);
  expect(readFields("lang=nl", unpack)).toMatchObject({ lang: "nl", problems: [] });
  await speak("nl");
  expect([language(), translate("lab.undo"), has("chart.threshold")]).toEqual(["nl", "Rückgängig", true]);
});
