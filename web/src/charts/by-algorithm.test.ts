/** Charts of many flows: what is drawn of them, and that labels, words, table and picture agree. */
import { expect, test } from "vitest";
import { BOTTLENECK, sourceName } from "../engine/protocol.ts";
import { addMessages } from "../i18n/catalogue.ts";
import says from "../i18n/en/says.json" with { type: "json" };
import { NONE, valueAt } from "../plot/points.ts";
import { svgSurface } from "../plot/svg-surface.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { byAlgorithm } from "./by-algorithm.ts";
import type { Chart, ChartContext, FlowMeasure, SeriesMap, TimeChart } from "./chart.ts";
import { goodputChart } from "./goodput.ts";
import { layoutSlots } from "./label-rows.ts";
import { lossesChart } from "./losses.ts";
import { queueChart } from "./queue.ts";
import { chartOf, loadCharts } from "./registry.ts";
import { rttChart } from "./rtt.ts";
import { context, crowd, facts, flow, SCALES } from "./testing/crowd.ts";
import { THEME } from "./testing/draw.ts";
import { windowChart } from "./window.ts";

addMessages("en", says);
const [windows, rtts, goodputs] = [byAlgorithm(windowChart), byAlgorithm(rttChart), byAlgorithm(goodputChart)];

const drawn = (chart: Chart, cx: ChartContext): string => {
  const surface = svgSurface(THEME, 1);
  chart.draw(surface, SCALES, cx);
  return surface.body();
};

test("a band tells of how many flows it is where some are not recorded", () => {
  const cx = crowd();
  const known = new Set(cx.facts.flows.slice(0, 15).map(({ name }) => name));
  const part: ChartContext = {
    ...cx,
    series: { get: (source, signal, mode) => cx.series.get(known.has(source) ? source : sourceName(""), signal, mode) },
  };
  const labels = windows.slots(SCALES, part).map(({ label, value }) => `${label} ${value}`);
  // NewReno: 11 to 15, positions 0.8, 2, 3.2 of 0 to 4.
  expect(labels.slice(1, 4).map((text) => text.replaceAll("\u202f", " "))).toEqual([
    "20–80\u00a0% 3–8",
    "NewReno × 10 13",
    "5 flows 12–14",
  ]);
  expect(windows.describe(part)).toMatch(/NewReno.×.10, 5 with a value, 13 packets/);
});

test("up to eight flows each has its line; of more, each algorithm has a median, a band, and the focus a thin line", () => {
  const few = drawn(windows, crowd(8));
  expect(few.match(/fill-opacity="0.18"/g)).toBeNull();
  expect(few.match(/stroke-width="(1.5|2)"/g)).toHaveLength(8);
  const cx = crowd(13);
  const many = drawn(windows, cx);
  expect(many.match(/fill="flow-[12]" fill-opacity="0.18"/g)).toEqual([
    'fill="flow-2" fill-opacity="0.18"',
    'fill="flow-1" fill-opacity="0.18"',
  ]);
  expect(many.match(/stroke="flow-\d" stroke-width="\d"/g)).toEqual([
    'stroke="flow-2" stroke-width="2"',
    'stroke="flow-1" stroke-width="2"',
    'stroke="flow-1" stroke-width="1"',
  ]);
  // Another in focus has its line in its algorithm's colour, not in that of its place.
  const other = { ...cx, facts: { ...cx.facts, focus: sourceName("f12") } };
  expect(drawn(windows, other)).toMatch(/stroke="flow-2" stroke-width="1"/);
});

test("labels, words and table say what is drawn", () => {
  const cx = crowd();
  // 1 to 10: positions 1.8, 4.5, 7.2 of 0 to 9.
  const slots = windows.slots(SCALES, { ...cx, series: { get: cx.series.get } });
  expect(slots.map(({ label, value }) => `${label} ${value}`.replaceAll("\u202f", " "))).toEqual([
    "CDG × 10 6",
    "20–80\u00a0% 3–8",
    "NewReno × 10 16",
    "20–80\u00a0% 13–18",
    "f1 1",
  ]);
  const { header, rows } = windows.rows(cx);
  expect(header.slice(1).map((name) => name.replaceAll("\u202f", " "))).toEqual([
    "CDG × 10, median",
    "CDG × 10, 20\u00a0%",
    "CDG × 10, 80\u00a0%",
    "NewReno × 10, median",
    "NewReno × 10, 20\u00a0%",
    "NewReno × 10, 80\u00a0%",
    "f1",
  ]);
  expect(rows.at(-1)?.slice(1)).toEqual(["5.5", "2.8", "8.2", "15.5", "12.8", "18.2", "1.0"]);
  for (const chart of [windows, rtts, goodputs]) {
    const text = chart.describe(cx);
    expect(text).toMatch(/median of CDG.×.10, 10 with a value, .* 20 to 80\s% of them .*NewReno.×.10, .*; f1 /);
    expect(text).not.toMatch(/f2|chart\.|\{/);
    expect(chart.unit(cx.facts)).toMatch(/median.*20–80\u00a0%/);
    expect(drawn(chart, cx)).not.toMatch(/NaN|Infinity|undefined/);
  }
});

test("the range holds what is drawn: bands, and the flow in focus with its extremes", () => {
  const cx = crowd();
  // The last flow's thousand is NewReno's greatest at 0 s: the 80th percentile is 18.2 all the same.
  expect(windows.domain(cx, 100).max).toBe(20);
  const focused = { ...cx, facts: { ...cx.facts, focus: sourceName("f20") } };
  expect(windows.domain(focused, 100).max).toBe(1000);
});

test("a band's label stays under that of its median", () => {
  const slots = windows.slots(SCALES, crowd());
  const rows = layoutSlots(slots, 200, 1, String);
  expect(rows.map(({ slot }) => slot.label.replaceAll("\u202f", " "))).toEqual([
    "CDG × 10",
    "20–80\u00a0%",
    "NewReno × 10",
    "20–80\u00a0%",
    "f1",
  ]);
});

/** 8 CDG and 8 NewReno take turns, and a call: 1 packet of each CDG in the queue, 2 of each NewReno, 3 of the call. */
function queued(over: Partial<RunFacts> = {}): ChartContext {
  const flows = Array.from({ length: 16 }, (_, i) =>
    flow(`f${i + 1}`, i, i % 2 ? { kind: "newreno", title: "NewReno" } : {}),
  );
  const call = flow("call", 16, { kind: "", cross: true });
  const means = flows.map(({ name }, i) => [name, [0, 1 + (i % 2), 4, 1 + (i % 2)]] as const);
  const points = Object.fromEntries([...means, [call.name, [0, 3, 4, 3]], ["bottleneck", [0, 27, 4, 27]]]);
  const cx = context(facts([...flows, call], over), points);
  return {
    ...cx,
    series: { get: (source, signal, mode) => (signal === "queue_packets" ? cx.series.get(source, "", mode) : NONE) },
  };
}

test("the queue is stacked by algorithm, in picture, labels, words and table", () => {
  const chart = byAlgorithm(queueChart);
  const cx = queued();
  const areas = drawn(chart, cx).match(/<path d="M0,[\d.]+[^>]*fill="flow-\d"/g) ?? [];
  expect(areas.map((area) => /fill="(.*)"/.exec(area)?.[1])).toEqual(["flow-1", "flow-2", "flow-1"]);
  // 3, then 8 × 2 on them, then 8 × 1: the first is on top.
  expect(areas.map((area) => /M0,([\d.]+)/.exec(area)?.[1])).toEqual(["97", "81", "73"]);
  const slots = chart.slots(SCALES, cx).filter(({ swatch }) => swatch?.fill);
  expect(slots.map(({ label, value, y }) => `${label} ${value} ${y}`.replaceAll("\u202f", " "))).toEqual([
    "CDG × 8 8 73",
    "NewReno × 8 16 81",
    "call (17) 3 97",
  ]);
  expect(chart.describe(cx).replaceAll("\u202f", " ")).toContain("CDG × 8 8, NewReno × 8 16, call (17) 3.");
  const { header, rows } = chart.rows(cx);
  expect(header.slice(3).map((name) => name.replaceAll("\u202f", " "))).toEqual([
    "CDG × 8",
    "NewReno × 8",
    "call (17)",
  ]);
  expect(rows[30]?.slice(3)).toEqual(["8.0", "16.0", "3.0"]);
  // From 2 s on half as much is in the queue.
  const get: SeriesMap["get"] = (source, signal, mode) =>
    source === BOTTLENECK ? Float64Array.of(0, 27, 2, 13.5, 4, 13.5) : cx.series.get(source, signal, mode);
  const less = chart.rows({ ...cx, series: { get } }).rows;
  expect([less[15]?.slice(3), less[45]?.slice(3)]).toEqual([
    ["8.0", "16.0", "3.0"],
    ["4.0", "8.0", "1.5"],
  ]);
});

test("a flow is in the stack with the algorithm that it has at the reading", () => {
  const kinds = new Map([
    [
      sourceName("f1"),
      [
        { t_s: 0, kind: "cdg" },
        { t_s: 2, kind: "newreno" },
      ],
    ],
  ]);
  const at = (reading_s: number): string[] =>
    byAlgorithm(queueChart)
      .slots(SCALES, queued({ kinds, reading_s }))
      .filter(({ swatch }) => swatch?.fill)
      .map(({ label, value }) => `${label} ${value}`.replaceAll("\u202f", " "));
  expect(at(1)).toEqual(["CDG × 8 8", "NewReno × 8 16", "call (17) 3"]);
  expect(at(3)).toEqual(["CDG × 7 7", "NewReno × 9 17", "call (17) 3"]);
});

test("what flows without series of their own have in the queue is a part of its own, and what is drawn says of which flows it is", () => {
  const flows = Array.from({ length: 100 }, (_, i) => flow(`f${i + 1}`, i, i < 70 ? {} : { kind: "newreno" }));
  const points = flows.slice(0, 64).map(({ name }) => [name, [0, 0.25, 4, 0.25]] as const);
  const of = facts(flows);
  const cx = context(of, Object.fromEntries([...points, ["bottleneck", [0, 50, 4, 50]]]));
  const get: ChartContext["series"]["get"] = (source, signal, mode) =>
    signal === "queue_packets" ? cx.series.get(source, "", mode) : NONE;
  const chart = byAlgorithm(queueChart);
  const queue = { ...cx, series: { get } };
  const parts = chart.slots(SCALES, queue).filter(({ swatch }) => swatch?.fill);
  expect(parts.map(({ label, value, y }) => `${label} ${value} ${y}`.replaceAll("\u202f", " "))).toEqual([
    "CDG × 64 16 50",
    "36 others 34 66",
  ]);
  expect(chart.describe(queue).replaceAll("\u202f", " ")).toContain("CDG × 64 16, 36 others 34");
  const { header, rows } = chart.rows(queue);
  expect([header.at(-1), rows.at(-1)?.at(-1)]).toEqual(["36 others", "34.0"]);
  expect(
    drawn(chart, queue)
      .match(/<path d="M0,[\d.]+[^>]*fill="(flow|ink)[^"]*"/g)
      ?.map((area) => area.split('fill="')[1]),
  ).toEqual(['ink-3"', 'flow-1"']);
  const slots = goodputs.slots(SCALES, cx);
  expect(slots.at(-1)?.label).toBe("Jain’s index, 64 flows");
  for (const one of [queueChart, lossesChart, windowChart, goodputChart, rttChart].map((each) =>
    byAlgorithm(each as TimeChart),
  )) {
    expect(one.unit(of), one.id).toMatch(/; first 64 flows$/);
    expect(one.unit(facts(flows.slice(0, 64))), one.id).not.toContain("64");
    expect(one.series(of, 400).length, one.id).toBeLessThan(64 * 4);
  }
});

test("bands over many runs are those of the flow in focus, and of what is no sender", () => {
  const of = (chart: TimeChart, over: Partial<RunFacts>) =>
    byAlgorithm(chart)
      .bands?.(queued(over).facts)
      .map(({ source, flow }) => [source, flow?.group?.kind]);
  expect(of(windowChart, { focus: sourceName("f4") })).toEqual([["f4", "newreno"]]);
  expect(of(queueChart, {})).toEqual([[BOTTLENECK, undefined]]);
  expect(byAlgorithm(windowChart).bands?.(crowd(8).facts)).toHaveLength(8);
});

test("a table's columns are of the flows that run with the algorithm at each instant, and a flow in focus that stops ends", () => {
  // 13 flows of 10, 20, … 130 packets; f2 starts at 1 s, f1 stops at 3 s, f13 becomes NewReno's only one at 2 s.
  const flows = Array.from({ length: 13 }, (_, i) => flow(`f${i + 1}`, i));
  Object.assign(flows[0] as object, { stop_s: 3 });
  Object.assign(flows[1] as object, { start_s: 1 });
  const steps = [
    { t_s: 0, kind: "cdg" },
    { t_s: 2, kind: "newreno" },
  ];
  const points = Object.fromEntries(flows.map(({ name, start_s }, i) => [name, [start_s, 10 * (i + 1)]]));
  const cx = context(facts(flows, { kinds: new Map([[sourceName("f13"), steps]]) }), points);
  const { header, rows } = windows.rows(cx);
  expect(header.map((name) => name.replaceAll("\u202f", " "))).toEqual([
    "time, s",
    "CDG × 12, median",
    "CDG × 12, 20\u00a0%",
    "CDG × 12, 80\u00a0%",
    "NewReno × 1, median",
    "NewReno × 1, 20\u00a0%",
    "NewReno × 1, 80\u00a0%",
    "f1",
  ]);
  const at = (t_s: number) => rows[15 * t_s]?.slice(1);
  // 10, 30 … 130: positions 5.5, 2.2, 8.8 of 12. With f2, of 13: 6, 2.4, 9.6.
  expect(at(0)).toEqual(["75.0", "42.0", "108.0", "–", "–", "–", "10.0"]);
  expect(at(1)).toEqual(["70.0", "34.0", "106.0", "–", "–", "–", "10.0"]);
  // Without f13, of 12: 5.5, 2.2, 8.8 of 10 to 120. Without f1, too, of 11: 5, 2, 8 of 20 to 120.
  expect(at(2)).toEqual(["65.0", "32.0", "98.0", "130.0", "130.0", "130.0", "10.0"]);
  expect(at(4)).toEqual(["70.0", "40.0", "100.0", "130.0", "130.0", "130.0", "–"]);
});

test("a chart that says what it draws of each flow has many flows by that alone", () => {
  const perFlow: FlowMeasure = {
    points: (cx, { name }) => cx.series.get(name, "", "line"),
    now: (cx, { name }) => valueAt(cx.series.get(name, "", "line"), cx.facts.reading_s),
    step: false,
    digits: () => 0,
    columnDigits: 1,
    domain: (_cx, _height, top) => ({ min: 0, max: top, ticks: [], format: String }),
    under: (surface) => surface.text(0, 0, "under", { color: "ink" }),
    over: (surface) => surface.text(0, 0, "over", { color: "ink" }),
    slots: () => [{ label: "sum", value: "1", swatch: null, y: null }],
    describe: (_cx, flows) => `Made up: ${flows}`,
  };
  const chart = byAlgorithm({ ...rttChart, perFlow });
  const cx = crowd();
  expect(chart.domain(cx, 100).max).toBeCloseTo(18.2, 9);
  expect(drawn(chart, cx).match(/>(under|over)<|fill-opacity="0.18"|stroke="flow-\d" stroke-width="\d"/g)).toEqual([
    ">under<",
    ...Array(2).fill('fill-opacity="0.18"'),
    ...[2, 1].map((sign) => `stroke="flow-${sign}" stroke-width="2"`),
    'stroke="flow-1" stroke-width="1"',
    ">over<",
  ]);
  expect(
    chart
      .slots(SCALES, cx)
      .map(({ label }) => label)
      .slice(-2),
  ).toEqual(["f1", "sum"]);
  expect(chart.describe(cx)).toMatch(/^Made up: median of CDG/);
  // Few flows are as the chart itself has them.
  const few = crowd(8);
  expect(chart.describe(few)).toBe(rttChart.describe(few));
  expect(chart.domain(few, 100)).toEqual({ ...rttChart.domain(few, 100), format: expect.any(Function) });
});

test("a page decides whether its charts draw many flows by algorithm", async () => {
  await loadCharts(["rtt"]);
  await loadCharts(["cwnd"], byAlgorithm);
  const units = ["rtt", "cwnd"].map((id) => chartOf(id)?.unit(crowd().facts));
  expect(units.map((unit) => unit?.includes("median"))).toEqual([false, true]);
});
