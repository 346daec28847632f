/** Tooth by tooth, with cycles worked out by hand: whose they are, marks, words, table, bars, and what a second run changes. */
import { expect, test } from "vitest";
import { type Points, sourceName } from "../engine/protocol.ts";
import "../i18n/charts.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { ChartContext, SeriesMap } from "./chart.ts";
import { distinct } from "./feed.ts";
import { layoutOf, scalesOf } from "./geometry.ts";
import { teethChart } from "./teeth.ts";
import { facts, flow } from "./testing/crowd.ts";
import { THEME } from "./testing/draw.ts";
import { xAxisOf } from "./x-axis.ts";

const A = flow("a", 0, { kind: "newreno" });
const B = flow("b", 1, { kind: "newreno" });

/** Flow a is cut from 20 to 10 packets at 1 s, from 14 to 7 at 2 s, from 9 at 2.5 s; a round trip lasts 0.1 s. Flow b is cut at 1.5 s. */
const SERIES: Record<string, number[]> = {
  "a cwnd_packets": [0, 20, 1, 10, 1.5, 14, 2, 7, 2.2, 9, 2.5, 4],
  "a window_cut": [1, 20, 2, 14, 2.5, 9],
  "a timeout": [2.5, 0],
  "a drop_queue": [0.95, 1500, 1.9, 1500, 1.95, 1500],
  "a drop_random": [2.1, 1500],
  "a round": Array.from({ length: 39 }, (_, i) => [(i + 1) / 10, i + 1]).flat(),
  "b cwnd_packets": [0, 40, 1.5, 30],
  "b window_cut": [1.5, 40],
  "b round": [1, 1, 2, 2, 3, 3],
};

function context(over: Partial<RunFacts> = {}, flows: FlowLook[] = [A, B]): ChartContext {
  const get = (source: unknown, signal: string): Points => Float64Array.from(SERIES[`${source} ${signal}`] ?? []);
  return { facts: facts(flows, { focus: A.name, reading_s: 3, ...over }), series: { get }, theme: THEME };
}

type Call = { name: string; args: unknown[] };

/** A surface that notes what is drawn on it, and the strokes' colours. */
function drawn(act: (surface: Surface) => void): Call[] {
  const calls: Call[] = [];
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void calls.push({ name, args });
  const names = ["polyline", "polygon", "area", "rect", "text", "dots", "mark"];
  const clip = (_x: number, _y: number, _w: number, _h: number, draw: () => void): void => draw();
  act({ ...Object.fromEntries(names.map((name) => [name, note(name)])), clip } as unknown as Surface);
  return calls;
}
const colours = (calls: Call[]): string[] =>
  calls.flatMap(({ name, args }) => (name === "polyline" ? (args[1] as { color: string }).color : []));

const across = (cx: ChartContext, laid: { cx: ChartContext }[] = []) =>
  xAxisOf(teethChart).across(teethChart, cx, laid);

/** The scales of a canvas 900 px wide, or narrower. */
function scalesIn(cx: ChartContext, width = 900, small = false): Scales {
  const layout = layoutOf(teethChart, cx.facts, { width, height: 240 }, { small, gutter: 150, unit: 1, titled: 20 });
  return scalesOf(layout, across(cx), teethChart.domain(cx, layout.plotHeight));
}

test("the table has a row for each cycle: its cut, height, length in round trips and in s, losses, and what ended it", () => {
  const { header, rows } = teethChart.rows(context());
  expect(header).toEqual(["cut, s", "height, packets", "length, round trips", "length, s", "lost packets", "ended by"]);
  expect(rows).toEqual([
    ["1.000", "14.0", "10.0", "1.000", "2", "window cut after a loss signal or an ECN mark"],
    ["2.000", "9.0", "5.0", "0.500", "1", "timeout"],
    ["2.500", "4.0", "5.0", "0.500", "0", "not ended yet"],
  ]);
});

test("nothing of the future is shown: at a reading the last cycle is as long as it is by then", () => {
  const { rows } = teethChart.rows(context({ reading_s: 2.2 }));
  expect(rows.map(([start, height, length]) => [start, height, length])).toEqual([
    ["1.000", "14.0", "10.0"],
    ["2.000", "9.0", "2.0"],
  ]);
  expect(teethChart.rows(context({ reading_s: 0.9 })).rows).toEqual([]);
});

test("complete cycles end with a mark that leads to its decision, where the cycle's line ends", () => {
  const cx = context();
  const hits = teethChart.hits(cx);
  expect(hits.map(({ t_s, value, signal, shape }) => [t_s, value, signal, shape])).toEqual([
    [2, 14, "window_cut", "cut"],
    [2.5, 9, "timeout", "timeout"],
  ]);
  const scales = scalesIn(cx);
  const [place] = hits.map((hit) => teethChart.place(hit, scales, cx));
  expect(place).toEqual({ x: expect.closeTo(scales.x(10)), y: scales.y(14) });
});

test("the flow is the one in focus; without a focus the one of two that is cut first, named in the plot", () => {
  expect(teethChart.unit(context().facts)).toBe("window of a, packets");
  expect(teethChart.describe(context({ focus: B.name, reading_s: 2 }))).toMatch(/^No window cut/);
  const cx = context({ focus: null });
  expect(teethChart.unit(cx.facts)).toBe("window of a flow, packets");
  expect(teethChart.describe(cx)).toContain("Tooth by tooth, a: 2 complete");
  const words = drawn((surface) => teethChart.draw(surface, scalesIn(cx), cx)).filter(({ name }) => name === "text");
  expect(words.map(({ args }) => args[2])).toContain("a");
  // Of three the first counts as the one in focus, as everywhere.
  const three = context({ focus: null }, [B, A, flow("c", 2)]);
  expect(teethChart.unit(three.facts)).toBe("window of b, packets");
});

test("lost packets are no sender's to know: where that is hidden, they are in no table, sentence or bar", () => {
  const [open, hidden] = [context(), context({ hidden: true })];
  const bars = (cx: ChartContext): unknown[] =>
    drawn((surface) => teethChart.draw(surface, scalesIn(cx), cx)).flatMap(({ name, args }) =>
      name === "text" ? [args[2]] : [],
    );
  expect(teethChart.describe(open)).toMatch(/Lost packets in it: 1\.$/);
  expect(bars(open)).toContain("lost packets");
  expect(teethChart.rows(hidden).rows.map((row) => row[4])).toEqual(["–", "–", "–"]);
  expect(teethChart.describe(hidden)).not.toMatch(/Lost/);
  expect(bars(hidden)).toEqual(expect.not.arrayContaining(["lost packets"]));
});

test("lengths are in s where no round trips are counted", () => {
  const cx = context();
  const series: SeriesMap = {
    get: (source, signal, mode) => (signal === "round" ? new Float64Array() : cx.series.get(source, signal, mode)),
  };
  expect(teethChart.across({ ...cx, series }).label).toMatch(/^seconds since the cut/);
  expect(teethChart.rows({ ...cx, series }).rows.map((row) => row.length)).toEqual([5, 5, 5]);
  expect(teethChart.across(cx).label).toMatch(/^round trips since the cut/);
});

test("older cycles are paler, and each complete one has bars as strong as it is, where there is room beside the plot", () => {
  const cx = context();
  const alphas = (name: string, width: number, small = false): (number | undefined)[] =>
    drawn((surface) => teethChart.draw(surface, scalesIn(cx, width, small), cx)).flatMap((call) => {
      const style = call.args.at(-1) as { alpha?: number };
      return call.name === name && style.alpha !== undefined ? style.alpha : [];
    });
  const strong = alphas("polyline", 900);
  expect(strong).toHaveLength(3);
  expect(strong).toEqual([...strong].sort());
  expect(strong.at(-1)).toBe(1);
  // Three rows of two bars; the second cycle lost a packet, so did the first.
  expect(alphas("rect", 900)).toHaveLength(6);
  // Where there is none, they are under the axis, side by side.
  for (const [width, small] of [
    [500, false],
    [360, true],
  ] as const) {
    const scales = scalesIn(cx, width, small);
    const bars = drawn((surface) => teethChart.draw(surface, scales, cx)).filter(({ name }) => name === "rect");
    expect(bars).toHaveLength(6);
    const tops = bars.map(({ args }) => args[1] as number);
    expect(Math.min(...tops)).toBeGreaterThan(scales.height + 28);
  }
  const [wide, split] = [scalesIn(cx), scalesIn(context({ split: true, split_s: 1.2 }))];
  expect(wide.aside).toBeGreaterThan(200);
  expect(split.width).toBeGreaterThan(wide.width + 200);
});

test("under a second run the cycles that end after the split are grey, and only such ones are drawn of the second", () => {
  const [first, second] = [context({ split: true, split_s: 2.2 }), context({ split_s: 2.2 })];
  const scales = scalesIn(first);
  expect(colours(drawn((surface) => teethChart.draw(surface, scales, first)))).toEqual(["flow-1", "ink-3", "ink-3"]);
  const over = drawn((surface) => teethChart.drawCompared?.(surface, scales, second));
  expect(colours(over)).toEqual(["flow-1", "flow-1"]);
});

test("the axes hold both runs", () => {
  const [short, long] = [context({ reading_s: 1.5 }), context()];
  expect(across(short).max).toBe(5);
  expect(across(short, [{ cx: long }]).max).toBe(10);
  expect(across(long, [{ cx: short }]).max).toBe(10);
  const held = { ...short, held: { min: 0, max: 60 }, must: true };
  expect([teethChart.domain(short, 100).max, teethChart.domain(held, 100).max]).toEqual([20, 60]);
});

test("a series that two charts ask for is asked for once, with the greater limit", () => {
  const one = { source: sourceName("a"), signal: "drop_queue", mode: "marks" as const };
  const asked = distinct([
    { ...one, limit: 2000 },
    { ...one, limit: 20_000 },
    { ...one, limit: 5 },
  ]);
  expect(asked).toEqual([{ ...one, limit: 20_000 }]);
});

test("the axis names the span of the cycles only where the run is longer than it", () => {
  const cx = context();
  const label = (duration_s: number): string | undefined =>
    teethChart.across({ ...cx, facts: { ...cx.facts, duration_s } }).label;
  expect(label(80)).toBe("round trips since the cut; up to 40 cycles, the newest strongest");
  expect(label(600)).toBe("round trips since the cut; up to 40 cycles of the last 120 s, the newest strongest");
});
