/** Many flows in a chart: percentiles computed by hand, what is drawn of them, and that words, table and picture agree. */
import { expect, test } from "vitest";
import { type Points, sourceName } from "../engine/protocol.ts";
import { learn } from "../i18n/catalogue.ts";
import says from "../i18n/en/says.json" with { type: "json" };
import { svgSurface } from "../plot/svg-surface.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { Chart, ChartContext } from "./chart.ts";
import { goodputChart } from "./goodput.ts";
import { groupsFor, learnGroups } from "./grouping.ts";
import * as groups from "./groups.ts";
import { bandOf, colorIn, columnOf, groupsOf, instantsOf, signedFlows } from "./groups.ts";
import { layoutSlots, orderOf } from "./label-rows.ts";
import type { Measure } from "./measures.ts";
import { rttChart } from "./rtt.ts";
import { THEME } from "./testing/draw.ts";
import { DUEL, toyFacts } from "./testing/toy.ts";
import { windowChart } from "./window.ts";

learn("en", says);
learnGroups(groups);

const flow = (name: string, index: number, over: Partial<FlowLook> = {}): FlowLook => ({
  name: sourceName(name),
  index,
  label: name,
  kind: "cdg",
  title: "CDG",
  cross: false,
  start_s: 0,
  stop_s: 4,
  ...over,
});
const facts = (flows: FlowLook[], over: Partial<RunFacts> = {}): RunFacts => ({
  ...toyFacts(DUEL),
  flows,
  duration_s: 4,
  computed_s: 4,
  t0_s: 0,
  t1_s: 4,
  columns: 4,
  reading_s: 4,
  playhead_s: 4,
  base_rtt_ms: new Map(flows.map(({ name }) => [name, 1])),
  ...over,
});
const MEASURED = new Set(["", "cwnd_packets", "rtt_ms", "delivered_bytes"]);
/** A context in which each flow has one series, whichever chart measures it. */
const context = (of: RunFacts, points: Record<string, number[]>): ChartContext => {
  const series = new Map(Object.entries(points).map(([name, list]) => [sourceName(name), Float64Array.from(list)]));
  return {
    facts: of,
    series: { get: (source, signal): Points => (MEASURED.has(signal) && series.get(source)) || new Float64Array(0) },
    theme: THEME,
    held: null,
  };
};
const measure: Measure = {
  points: (cx, { name }) => cx.series.get(name, "", "line"),
  now: () => null,
  step: true,
  digits: () => 0,
  columnDigits: 0,
};
const list = (values: Float64Array): number[] => [...values].map((value) => Number(value.toFixed(9)));

test("percentiles are of the flows that run at each instant, interpolated between neighbours", () => {
  const flows = [flow("a", 0, { stop_s: 3 }), flow("b", 1), flow("c", 2), flow("d", 3), flow("e", 4, { start_s: 2 })];
  const cx = context(facts(flows), { a: [0, 10], b: [0, 20, 2.5, 60], c: [0, 30], d: [0, 40], e: [2, 50] });
  const [group] = groupsOf(cx.facts);
  const band = bandOf(cx, group as never, measure, instantsOf(cx.facts));
  expect(list(band.times)).toEqual([0, 1, 2, 3, 4]);
  // 10 20 30 40 | 10 20 30 40 50 | 10 30 40 50 60 | 30 40 50 60
  expect(list(band.low)).toEqual([16, 16, 18, 26, 36]);
  expect(list(band.middle)).toEqual([25, 25, 30, 40, 45]);
  expect(list(band.high)).toEqual([34, 34, 42, 52, 54]);
});

test("nothing stands where no flow runs, where a value is none, or where the last one is too old", () => {
  const flows = [flow("a", 0, { start_s: 1, stop_s: 2 }), flow("b", 1)];
  const cx = context(facts(flows), { a: [1, 7], b: [0, Number.NaN, 2.5, 5] });
  const band = bandOf(cx, groupsOf(cx.facts)[0] as never, { ...measure, quiet_s: () => 1 }, instantsOf(cx.facts));
  expect(list(band.middle)).toEqual([Number.NaN, 7, 7, 5, Number.NaN]);
});

test("a flow counts with the algorithm that it has at the instant", () => {
  const flows = [flow("a", 0), flow("b", 1), flow("c", 2, { kind: "newreno", title: "NewReno" })];
  const kinds = new Map([
    [
      sourceName("b"),
      [
        { t_s: 0, kind: "cdg" },
        { t_s: 2, kind: "newreno" },
      ],
    ],
  ]);
  const cx = context(facts(flows, { kinds }), { a: [0, 10], b: [0, 20], c: [0, 40] });
  const groups = groupsOf(cx.facts);
  expect(groups.map(({ kind, label }) => [kind, label.replaceAll("\u202f", " ")])).toEqual([
    ["cdg", "CDG × 1"],
    ["newreno", "NewReno × 2"],
  ]);
  const [cdg, newreno] = groups.map((group) => bandOf(cx, group, measure, instantsOf(cx.facts)));
  expect(list((cdg as typeof newreno & object).middle)).toEqual([15, 15, 10, 10, 10]);
  expect(list((newreno as typeof cdg & object).middle)).toEqual([40, 40, 30, 30, 30]);
});

test("instants are the ends of the engine's columns, and both ends of what is shown", () => {
  const seen = facts([], { t0_s: 0.25, t1_s: 1.45, computed_s: 1, columns: 4 });
  expect(list(instantsOf(seen))).toEqual([0.25, 0.3, 0.6, 0.9, 1]);
  expect(list(instantsOf({ ...seen, t0_s: 0.3, t1_s: 1.5 }))).toEqual([0.3, 0.6, 0.9, 1]);
  expect([...instantsOf({ ...seen, computed_s: 0.2 })]).toEqual([]);
  // 1 s in 7 columns: 142,857,142 ns each, as the engine has it.
  expect(columnOf([0, 1], 7)).toBe(0.142857142);
});

test("a band tells of how many flows it is where some are not recorded", () => {
  const cx = crowd();
  const known = new Set(cx.facts.flows.slice(0, 15).map(({ name }) => name));
  const part: ChartContext = {
    ...cx,
    series: { get: (source, signal, mode) => cx.series.get(known.has(source) ? source : sourceName(""), signal, mode) },
  };
  const labels = windowChart.slots(scales, part).map(({ label, value }) => `${label} ${value}`);
  // NewReno: 11 to 15, positions 0.8, 2, 3.2 of 0 to 4.
  expect(labels.slice(1, 4).map((text) => text.replaceAll("\u202f", " "))).toEqual([
    "20–80 % 3–8",
    "NewReno × 10 13",
    "5 flows 12–14",
  ]);
  expect(windowChart.describe(part)).toMatch(/NewReno.×.10, 5 with a value, 13 packets/);
});

/** 10 CDG, then 10 NewReno: windows 1 to 10 and 11 to 20 packets. The last one once had a thousand. */
const crowd = (count = 20): ChartContext => {
  const reno = { kind: "newreno", title: "NewReno" };
  const flows = Array.from({ length: count }, (_, i) => flow(`f${i + 1}`, i, i < 10 ? {} : reno));
  const points = Object.fromEntries(flows.map(({ name }, i) => [name, [0, i + 1, 3.5, i + 1]]));
  points[`f${count}`] = [0, 1000, 0.5, count, 3.5, count];
  return context(facts(flows), points);
};
const scales = {
  x: (t: number) => 50 * t,
  y: (value: number) => 100 - value,
  at: (x: number) => x,
  value: (y: number) => 100 - y,
  width: 200,
  height: 100,
  headroom: 0,
  gutter: 20,
  unit: 1,
};
const drawn = (chart: Chart, cx: ChartContext): string => {
  const surface = svgSurface(THEME, 1);
  chart.draw(surface, scales, cx);
  return surface.body();
};

test("up to twelve flows each has its line; of more, each algorithm has a median, a band, and the focus a thin line", () => {
  const few = drawn(windowChart, crowd(12));
  expect(few.match(/fill-opacity="0.18"/g)).toBeNull();
  expect(few.match(/stroke-width="(1.5|2)"/g)).toHaveLength(12);
  const cx = crowd(13);
  expect([groupsFor(crowd(12).facts), groupsFor(cx.facts)]).toEqual([null, groups]);
  const many = drawn(windowChart, cx);
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
  expect(drawn(windowChart, other)).toMatch(/stroke="flow-2" stroke-width="1"/);
  expect(colorIn(other.facts, THEME, other.facts.flows[11] as FlowLook)).toBe("flow-2");
});

test("labels, words and table say what is drawn", () => {
  const cx = crowd();
  // 1 to 10: positions 1.8, 4.5, 7.2 of 0 to 9.
  const slots = windowChart.slots(scales, { ...cx, series: { get: cx.series.get } });
  expect(slots.map(({ label, value }) => `${label} ${value}`.replaceAll("\u202f", " "))).toEqual([
    "CDG × 10 6",
    "20–80 % 3–8",
    "NewReno × 10 16",
    "20–80 % 13–18",
    "f1 1",
  ]);
  const { header, rows } = windowChart.rows(cx);
  expect(header.slice(1).map((name) => name.replaceAll("\u202f", " "))).toEqual([
    "CDG × 10, median",
    "CDG × 10, 20 %",
    "CDG × 10, 80 %",
    "NewReno × 10, median",
    "NewReno × 10, 20 %",
    "NewReno × 10, 80 %",
    "f1",
  ]);
  expect(rows.at(-1)?.slice(1)).toEqual(["5.5", "2.8", "8.2", "15.5", "12.8", "18.2", "1.0"]);
  for (const chart of [windowChart, rttChart, goodputChart]) {
    const text = chart.describe(cx);
    expect(text).toMatch(/median of CDG.×.10, 10 with a value, .* 20 to 80 % of them .*NewReno.×.10, .*; f1 /);
    expect(text).not.toMatch(/f2|chart\.|\{/);
    expect(chart.unit(cx.facts)).toMatch(/median.*20–80 %/);
    expect(drawn(chart, cx)).not.toMatch(/NaN|Infinity|undefined/);
  }
});

test("the range holds what is drawn: bands, and the flow in focus with its extremes", () => {
  const cx = crowd();
  // The last flow's thousand is NewReno's greatest at 0 s: the 80th percentile is 18.2 all the same.
  expect(windowChart.domain(cx, 100).max).toBe(20);
  const focused = { ...cx, facts: { ...cx.facts, focus: sourceName("f20") } };
  expect(windowChart.domain(focused, 100).max).toBe(1000);
});

test("a band's label stays under that of its median, in whatever order the lines are", () => {
  const slots = windowChart.slots(scales, crowd());
  const rows = layoutSlots(slots, orderOf(slots), 200, 1, String);
  expect(rows.map(({ slot }) => slot.label.replaceAll("\u202f", " "))).toEqual([
    "NewReno × 10",
    "20–80 %",
    "CDG × 10",
    "20–80 %",
    "f1",
  ]);
});

test("the path's colours are those of the algorithms, cross traffic keeps its own", () => {
  const flows = [
    flow("a", 0, { kind: "cdg" }),
    flow("b", 1, { kind: "newreno" }),
    flow("c", 2, { kind: "cdg" }),
    flow("d", 3, { kind: "newreno" }),
    flow("call", 4, { kind: "", cross: true }),
  ];
  const of = facts(flows);
  expect(signedFlows(of).map(({ index }) => index)).toEqual([0, 1, 0, 1, 4]);
  expect(signedFlows(of)).toBe(signedFlows({ ...of, playhead_s: 2 }));
});
