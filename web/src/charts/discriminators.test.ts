/** The discriminators' scores as places, words and rows; and names that lie on no other. The vectors are those of docs/measurements.md's formulas, by hand. */
import { afterEach, expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import { setLanguage } from "../i18n/catalogue.ts";
import type { Box } from "../plot/ink.ts";
import type { JudgedRuns, RunFacts } from "../session/run-facts.ts";
import { discriminatorsChart as chart } from "./discriminators.ts";
import { placesOf, scoresOf, viewOf } from "./judged.ts";
import { type Named, placeNames } from "./point-labels.ts";
import { stage, svgOf } from "./testing/draw.ts";

afterEach(() => setLanguage("en"));

const NONE = Number.NaN;
/** 151 of 183 congestion losses right, 41 of 97 random ones. */
const SPIKE = {
  counts: [183, 151, 97, 41],
  shares: [0.82514, 0.76358, 0.87333, 0.42268, 0.32916, 0.52209, 0.24782, 0.13586, 0.3583],
};
/** 90 of 100 and 10 of 100: a coin. */
const COIN = { counts: [100, 90, 100, 10], shares: [0.9, 0.82563, 0.9447, 0.1, 0.0553, 0.17437, 0, -0.08694, 0.08694] };
const NOTHING = { counts: [0, 0, 0, 0], shares: Array.from({ length: 9 }, () => NONE) };
const RANDOM = { counts: [0, 0, 97, 41], shares: [NONE, NONE, NONE, 0.42268, 0.32916, 0.52209, NONE, NONE, NONE] };
const CONGESTION = {
  counts: [183, 151, 0, 0],
  shares: [0.82514, 0.76358, 0.87333, NONE, NONE, NONE, NONE, NONE, NONE],
};

type Made = typeof SPIKE;
/** Scores of the toy's two flows, then of both together; of each flow those of three rules. */
const judged = (...each: Made[][]): JudgedRuns => ({
  rules: ["spike", "biaz", "wmta"],
  counts: Float64Array.from(each.flat().flatMap(({ counts }) => counts)),
  shares: Float64Array.from(each.flat().flatMap(({ shares }) => shares)),
  span_s: [0, 60],
  runs: 1,
});
const of = (done: JudgedRuns | null, more: Partial<RunFacts> = {}): Partial<RunFacts> => ({
  judging: { key: "1", done, share: null, fault: null },
  ...more,
});
const TWO = judged([SPIKE, COIN, NOTHING], [COIN, COIN, COIN], [CONGESTION, CONGESTION, NOTHING]);
const at = (facts: Partial<RunFacts>) => stage(chart, facts, { width: 420, height: 300 });
const focused = (name: string) => ({
  focus: stage(chart).cx.facts.flows.find((flow) => flow.name === sourceName(name))?.name ?? null,
});

test("a flow's rules lie at the share of random losses called congestion and of congestion losses recognized", () => {
  const { cx } = at(of(TWO, focused("cdg")));
  expect(viewOf(scoresOf(cx.facts))).toBe("both");
  const [first, second, ...others] = placesOf(scoresOf(cx.facts));
  // 1 - 0.42268, ends 1 - 0.52209 and 1 - 0.32916.
  expect(first?.score.rule).toBe("spike");
  expect([first?.x.value, first?.x.low, first?.x.high].map((x) => x?.toFixed(5))).toEqual([
    "0.57732",
    "0.47791",
    "0.67084",
  ]);
  expect([first?.y.value, first?.y.low, first?.y.high]).toEqual([0.82514, 0.76358, 0.87333]);
  expect([second?.score.rule, second?.x.value, second?.y.value]).toEqual(["biaz", 0.9, 0.9]);
  // wmta judged nothing.
  expect(others).toHaveLength(0);
});

test("without a flow in focus all together are shown; of a flow that joined since, nothing", () => {
  const { cx } = at(of(TWO));
  expect(scoresOf(cx.facts).map(({ congestion }) => congestion)).toEqual([183, 183, 0]);
  expect(chart.describe(cx)).toContain(
    "all 2 flows, 0 to 60\u202fs, this run: 183 congestion losses, 0 random losses; not judged by wmta.",
  );
  const before = judged([SPIKE, COIN, NOTHING], [SPIKE, COIN, NOTHING]);
  expect(scoresOf(at(of(before, focused("newreno"))).cx.facts)).toEqual([]);
});

test("a lone flow needs no focus", () => {
  const { facts } = at(of(judged([SPIKE, COIN, NOTHING], [CONGESTION, CONGESTION, NOTHING]))).cx;
  const alone = { ...facts, flows: facts.flows.slice(0, 1) };
  expect(scoresOf(alone)[0]?.random).toBe(97);
});

test("words, table and keys have the exact numbers with their intervals", () => {
  const { cx, scales } = at(of(TWO, focused("cdg")));
  const hits = chart.hits(cx);
  expect(hits).toHaveLength(2);
  expect(chart.read?.(hits[0] as (typeof hits)[0], cx)).toBe(
    "spike: of 183 congestion losses 151 called so, A_c 82.5\u00a0% (76.4 to 87.3); of 97 random losses 41 called so, A_w 42.3\u00a0% (32.9 to 52.2); J 0.25 (0.14 to 0.36).",
  );
  expect(chart.place(hits[1] as (typeof hits)[0], scales, cx)).toEqual({ x: scales.x(0.9), y: scales.y(0.9) });
  expect(chart.describe(cx)).toContain(
    "Highest J: spike, 0.25 (0.14 to 0.36). The intervals of 1 of 2 contain 0, a coin.",
  );
  const { header, rows } = chart.rows(cx);
  expect(rows[0]).toEqual([
    "spike",
    "82.5",
    "76.4 to 87.3",
    "183",
    "42.3",
    "32.9 to 52.2",
    "97",
    "0.25",
    "0.14 to 0.36",
  ]);
  expect(rows[2]).toEqual(["wmta", "–", "–", "0", "–", "–", "0", "–", "–"]);
  expect(rows.every((row) => row.length === header.length)).toBe(true);
});

test("a run with losses of one cause has the other error alone, in rows, and says what it lacks", () => {
  const random = at(of(judged([RANDOM, RANDOM, NOTHING], [RANDOM, RANDOM, NOTHING], [RANDOM, RANDOM, NOTHING])));
  expect(placesOf(scoresOf(random.cx.facts)).map(({ x, y }) => [x.value.toFixed(5), y.value])).toEqual([
    ["0.57732", 0.75],
    ["0.57732", 0.25],
  ]);
  expect(svgOf(chart, random.cx.facts)).toContain("No congestion loss in this span.");
  expect(chart.across(random.cx).label).toContain("random losses called congestion");
  expect(chart.domain(random.cx, 200).ticks).toEqual([]);
  const congestion = at(of(TWO));
  const svg = svgOf(chart, congestion.cx.facts);
  expect(svg).toContain("No random loss in this span.");
  expect(svg).not.toContain("a coin");
  expect(placesOf(scoresOf(congestion.cx.facts))[0]?.x.value).toBeCloseTo(1 - 0.82514);
  expect(chart.across(congestion.cx).label).toContain("congestion losses called random");
  const none = at(of(judged([NOTHING, NOTHING, NOTHING], [NOTHING, NOTHING, NOTHING], [NOTHING, NOTHING, NOTHING])));
  expect([chart.full?.(none.cx.facts), chart.empty(none.cx.facts)]).toEqual([
    false,
    "No loss was judged in this span.",
  ]);
});

test("before there are scores it says what is going on", () => {
  const { cx } = at({ judging: { key: "1", done: null, share: 0.4, fault: null } });
  expect([chart.full?.(cx.facts), chart.empty(cx.facts)]).toEqual([
    false,
    "The run is computed once more, to judge its losses.",
  ]);
  const failed = at({ judging: { key: "1", done: null, share: null, fault: "refused" } });
  expect(chart.empty(failed.cx.facts)).toBe("The scores could not be computed: refused.");
  expect(chart.empty(at({}).cx.facts)).toBe("The laboratory computes the scores of loss discriminators.");
  const again = at({ judging: { key: "1", done: TWO, share: 0.4, fault: null } });
  expect(chart.describe(again.cx)).toContain("computing, 40\u00a0%");
});

const meet = (a: Box, b: Box): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

/** Places names and holds them to the plot, clear of each other and of the points. */
function expectPlaced(points: Named[], plot: { width: number; height: number; unit: number }): void {
  const names = placeNames(points, plot);
  expect(names.flatMap(({ lines }) => lines)).toHaveLength(points.length);
  for (const [i, { box }] of names.entries()) {
    expect(box.x0).toBeGreaterThanOrEqual(0);
    expect(box.x1).toBeLessThanOrEqual(plot.width);
    expect(box.y0).toBeGreaterThanOrEqual(0);
    expect(box.y1).toBeLessThanOrEqual(plot.height);
    for (const other of names.slice(i + 1)) expect(meet(box, other.box)).toBe(false);
    for (const { x, y } of points) expect(x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1).toBe(false);
  }
}

test.each([
  ["in a heap", (i: number) => ({ x: 150 + (i % 3), y: 90 + (i % 2) })],
  ["in a corner", (i: number) => ({ x: 300 - i, y: i })],
  ["along the diagonal", (i: number) => ({ x: 20 + 25 * i, y: 180 - 15 * i })],
])("names of eleven points %s lie in the plot and on no other name or point", (_, place) => {
  const points = Array.from({ length: 11 }, (_, i) => ({ ...place(i), name: i % 2 ? "veno_backlog" : "spike" }));
  expectPlaced(points, { width: 300, height: 200, unit: 1 });
});

test.each([
  [336, 124],
  [978, 150],
  [320, 220],
])("a lone flow's points, most of them at the upper edge, are all named on %i by %i px", (width, height) => {
  const shares = {
    cdg_queue: 0.023,
    spike: 0.279,
    veno_backlog: 0.511,
    vegas_rate: 0.558,
    ntg: 0.581,
    zigzag: 0.628,
    zbs: 0.628,
    ndg: 0.744,
    biaz: 0.884,
    mbiaz: 0.884,
  };
  const points = Object.entries(shares).map(([name, x]) => ({
    name,
    x: x * width,
    y: name === "cdg_queue" ? height : 0,
  }));
  expectPlaced(points, { width, height, unit: 1 });
});
