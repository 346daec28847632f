/** The charts' rules as numbers: thinning of marks, rows of labels, ranges, agreement, fairness, spans, reading by keys. */

import { expect, test } from "vitest";
import { DASHES, dashAt } from "../design/dashes.ts";
import { BOTTLENECK, type SourceName, sourceName } from "../engine/protocol.ts";
import { ALGORITHM_SIGNALS, DISCIPLINE_SIGNALS } from "../generated/signals.ts";
import { decimals, has, millis, num } from "../i18n/catalogue.ts";
import { bands, nicks, toColumns, toPixels, valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import { following, within, zoomed } from "../plot/span.ts";
import type { Surface } from "../plot/surface.ts";
import { axisTicks, factorTicks, rangeEnd, roundUp, timeTicks } from "../plot/ticks.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { ChartContext, Hit } from "./chart.ts";
import { seriesOf } from "./feed.ts";
import { scalesOf } from "./geometry.ts";
import { burstIn, fairShare, goodputChart, levelsOf, rateNow, rates } from "./goodput.ts";
import { gradientChart } from "./gradient.ts";
import { markWord } from "./kinds.ts";
import { headOf, layoutSlots } from "./label-rows.ts";
import { logChart } from "./log.ts";
import { APART, CROWD, drawMarks, NEAR, thin, thinTogether } from "./marks.ts";
import { rulerText, unitOfY } from "./overlay.ts";
import { queueChart } from "./queue.ts";
import { gradientTick, levelFor, mostOf, windowTop } from "./range.ts";
import { goTo } from "./reader.ts";
import { drawInterventions } from "./readings.ts";
import { agreement, majority } from "./ribbon.ts";
import { medianLine } from "./rtt.ts";
import { drawSpark } from "./spark.ts";
import { stage, svgOf, THEME } from "./testing/draw.ts";
import { DUEL, toyFacts } from "./testing/toy.ts";
import { peaksOver, windowChart } from "./window.ts";

const hit = (t_s: number, flow = "cdg"): Hit => ({
  t_s,
  value: 1,
  flow: sourceName(flow),
  signal: "delay_backoff",
  shape: "backoff",
});
const series = (...values: number[]): Float64Array => Float64Array.from(values);

test("marks of a flow stand at least 8.5 px apart; those between become ticks, none is lost", () => {
  const hits = [0, 5, 8.4, 8.5, 20, 21].map((t) => hit(t));
  const { shown, ticks } = thin(hits, (t) => t);
  expect(shown.map((mark) => mark.x)).toEqual([0, 8.5, 20]);
  expect(shown.length + ticks.length).toBe(hits.length);
});

test("of the ticks of a flow within a pixel one is drawn", () => {
  const at = (...times: number[]): number[] => {
    const drawn: number[] = [];
    const surface = { mark: (x: number, _y: number, shape: string) => shape === "tick" && drawn.push(x) };
    const hits = [...times.map((t) => hit(t)), hit(3.2, "newreno")];
    const crowd = Array.from({ length: CROWD }, (_, i) => hit(50 + i / CROWD));
    const chart = { hits: () => [...hits, ...crowd].sort((a, b) => a.t_s - b.t_s), place: () => ({ x: 0, y: 0 }) };
    const cx = { facts: toyFacts(DUEL), theme: THEME } as unknown as ChartContext;
    drawMarks(
      chart,
      surface as unknown as Surface,
      { x: (t: number) => t, height: 10, unit: 1 } as unknown as Scales,
      cx,
    );
    return drawn.filter((x) => x < 40);
  };
  expect(at(0, 3, 3.2, 3.9, 4.1)).toEqual([3, 4.1]);
});

test("each flow is thinned by itself", () => {
  const { shown } = thin([hit(0), hit(1, "newreno")], (t) => t);
  expect(shown).toHaveLength(2);
});

test("a crowd of more than 18 within 45 px either side becomes ticks altogether", () => {
  const crowd = Array.from({ length: CROWD + 1 }, (_, i) => hit((i * NEAR) / CROWD));
  expect(thin(crowd, (t) => t).shown).toHaveLength(0);
  expect(thin(crowd.slice(1), (t) => t).shown.length).toBeGreaterThan(0);
  const wide = Array.from({ length: 60 }, (_, i) => hit(i * (APART + 1)));
  expect(thin(wide, (t) => t).ticks).toHaveLength(0);
});

test("in one row the flow that lost most within a mark's width has the mark, and a crowd keeps one", () => {
  const burst = [hit(0), ...Array.from({ length: 30 }, (_, i) => hit(1 + i / 5, "newreno"))];
  const { shown, ticks } = thinTogether(burst, (t) => t);
  expect(shown.map((mark) => mark.hit.flow)).toEqual(["newreno"]);
  expect(ticks).toHaveLength(30);
  expect(thinTogether([hit(0), hit(20, "newreno")], (t) => t).shown).toHaveLength(2);
});

const slot = (label: string, y: number | null, at?: number) => ({
  label,
  value: "",
  swatch: null,
  y,
  ...(at === undefined ? {} : { at }),
});

test("labels stand in the chart's order, whatever the lines do, and never overlap", () => {
  const names = ["low", "high", "middle", "none"];
  for (const [low, high] of [
    [90, 3],
    [3, 90],
  ] as const) {
    const rows = layoutSlots(
      [slot("low", low), slot("high", high), slot("middle", 40), slot("none", null)],
      100,
      1,
      String,
    );
    expect(rows.map((row) => row.slot.label)).toEqual(names);
    for (let i = 1; i < rows.length; i++) expect((rows[i]?.y ?? 0) - (rows[i - 1]?.y ?? 0)).toBeGreaterThanOrEqual(12);
  }
});

test("the names of two runs have room over the first row with two values, under what has its own place", () => {
  const two = (label: string) => ({ ...slot(label, 10), other: "" });
  for (const height of [60, 100, 300])
    for (const fixed of [[], [slot("strip", null, -20), slot("limit", null, 8)]]) {
      const rows = layoutSlots([...fixed, two("a"), two("b"), two("c")], height, 1, String);
      const head = headOf(rows, 1) ?? Number.NaN;
      const above = rows.filter(({ slot }) => slot.at !== undefined).at(-1)?.y;
      expect(head).toBeGreaterThanOrEqual(above === undefined ? -1 : above + 12);
      expect((rows[fixed.length]?.y ?? 0) - head).toBe(16);
    }
  expect(headOf(layoutSlots([slot("a", 10)], 100, 1, String), 1)).toBeNull();
});

test("labels with a place of their own keep it, the others stand under them", () => {
  const slots = [slot("limit", null, 12), slot("strip", null, -20), slot("a", 10), slot("b", 80)];
  const rows = layoutSlots(slots, 100, 1, String);
  expect(rows.map((row) => row.slot.label)).toEqual(["strip", "limit", "a", "b"]);
  expect(rows.map((row) => row.y).slice(0, 2)).toEqual([-20, 12]);
  for (let i = 1; i < rows.length; i++) expect((rows[i]?.y ?? 0) - (rows[i - 1]?.y ?? 0)).toBeGreaterThanOrEqual(12);
});

test("what does not fit is counted", () => {
  const slots = Array.from({ length: 9 }, (_, i) => slot(`flow ${i}`, i));
  const rows = layoutSlots(slots, 50, 1, (n) => `${n} more`);
  expect(rows[rows.length - 1]?.slot.label).toBe(`${9 - rows.length + 1} more`);
  for (let i = 1; i < rows.length; i++) expect((rows[i]?.y ?? 0) - (rows[i - 1]?.y ?? 0)).toBeGreaterThanOrEqual(12);
});

test("the Window's range moves in few steps, one of them just above a newcomer's overshoot", () => {
  expect([3, 20, 21, 60, 101, 139, 141, 201, 301, 501, 1300, 1501].map(windowTop)).toEqual([
    20, 20, 25, 60, 120, 150, 150, 250, 400, 600, 1500, 2000,
  ]);
});

test("whatever a range holds fills three quarters of it", () => {
  for (let value = 1; value < 5000; value += 0.37) {
    const end = rangeEnd(value, 0.01);
    expect(end * (1 + 1e-9)).toBeGreaterThanOrEqual(value);
    expect(value / end, `${value}`).toBeGreaterThanOrEqual(0.74);
  }
  expect(rangeEnd(3, 20)).toBe(20);
  expect(rangeEnd(Number.NaN, 20)).toBe(20);
  expect(rangeEnd(Number.POSITIVE_INFINITY, 1)).toBe(Number.POSITIVE_INFINITY);
});

test("ticks are at 1, 2 or 5 times a power of ten, and as many as there is room for", () => {
  expect(axisTicks(0, 300, 100)).toEqual([0, 100, 200, 300]);
  expect(axisTicks(0, 150, 100)).toEqual([0, 50, 100, 150]);
  expect(axisTicks(0, 120, 60)).toEqual([0, 100]);
  expect(axisTicks(0, 0.8, 200)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  for (let end = 0.03; end < 3000; end *= 1.19)
    for (const height of [40, 98, 220]) {
      const ticks = axisTicks(0, end, height);
      expect(ticks.length, `${end} ${height}`).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(height >= 150 ? 5 : height >= 80 ? 4 : 3);
      const step = (ticks[1] as number) - (ticks[0] as number);
      expect([1, 2, 5]).toContain(Math.round(step / 10 ** Math.floor(Math.log10(step) + 1e-9)));
    }
  expect(axisTicks(0, 0, 100)).toEqual([0]);
});

test("a capacity, a limit and the path's own delay have ticks of their own, and the others keep away from them", () => {
  expect(axisTicks(0, 96.6, 100, [84])).toEqual([0, 50, 84]);
  expect(axisTicks(0, 12.7, 100, [10])).toEqual([0, 5, 10]);
  expect(axisTicks(0, 9.733, 100, [9.733])).toEqual([0, 5, 9.733]);
  expect(axisTicks(0, 40, 60, [10])).toEqual([0, 10, 20, 40]);
  expect(axisTicks(34, 140, 100, [40])).toEqual([40, 100]);
  expect(axisTicks(0, 50, 100, [84])).toEqual([0, 20, 40]);
});

test("other ranges are round", () => {
  expect([0.3, 1, 1.1, 4, 99, 100, 101].map((value) => roundUp(value, 0.1))).toEqual([0.5, 1, 2, 5, 100, 100, 200]);
  expect([1, 1.2, 2.5, 3, 4, 5, 6, 10].map(gradientTick)).toEqual([1, 1, 2, 2, 2, 5, 5, 10]);
});

test("instants on the axis are round, with as many digits as the step needs", () => {
  expect(timeTicks(0, 26, 850, 1).map((tick) => tick.text)).toEqual(["0", "5", "10", "15", "20", "25"]);
  expect(timeTicks(12, 12.03, 850, 1)[1]?.text).toBe("12.005");
  // In round trips of 40 ms: at round numbers of them.
  const rounds = timeTicks(2, 6, 850, 1, 0.04);
  expect(rounds.map(({ text }) => text)).toEqual(["60", "80", "100", "120", "140"]);
  expect(rounds[2]?.at).toBeCloseTo(4, 9);
});

test("the ribbon's columns show the state that lasts longest in them", () => {
  const states = series(0, 2, 1, 0, 1.4, 3);
  expect(majority(states, 0.9, 1.5)).toBe(0);
  expect(majority(states, 1.35, 2)).toBe(3);
  expect(majority(states, -2, -1)).toBe(null);
});

test("agreement is a share of the time in which something is inferred", () => {
  const truth = series(0, 2, 10, 0);
  expect(agreement(series(0, 2, 5, 3), truth, 0, 10)).toBeCloseTo(0.5);
  expect(agreement(series(0, 4, 5, 2), truth, 0, 10)).toBeCloseTo(1);
  expect(agreement(series(0, 2), truth, 0, 20)).toBeCloseTo(0.5);
  expect(agreement(series(0, 4), truth, 0, 10)).toBe(null);
});

test("a flow that does not run has no part of the queue, and what no flow holds is not given away", () => {
  const facts = toyFacts(DUEL, { reading_s: 6, t0_s: 0, t1_s: 20 });
  const flows = facts.flows.map((flow, i) => (i === 0 ? { ...flow, stop_s: 5 } : { ...flow, start_s: 0 }));
  const requests = queueChart.series(facts, 100);
  const points = requests.map(({ source, mode }) =>
    mode === "mean" ? series(2, 40, 4, 40, ...(source === flows[0]?.name ? [] : [8, 40])) : series(0, 80),
  );
  const cx = { facts: { ...facts, flows }, series: seriesOf(requests, points), theme: THEME };
  const scales = {
    x: Number,
    y: Number,
    at: Number,
    value: Number,
    width: 100,
    height: 100,
    headroom: 0,
    gutter: 20,
    unit: 1,
  };
  const values = queueChart.slots(scales, cx).filter((one) => one.flow);
  expect(values.map((one) => one.value)).toEqual(["–", "80"]);
});

test("a hundred thousand changes are as many lines as the plot has pixels at most, the first of each among them", () => {
  const interventions = Array.from({ length: 100_000 }, (_, i) => i / 5000);
  const { cx, scales } = stage(windowChart, { interventions, t0_s: 0, t1_s: 20 }, { width: 500, height: 160 });
  const lines: number[] = [];
  const polyline: Surface["polyline"] = ([x]) => void lines.push(x as number);
  drawInterventions(windowChart, { polyline } as Surface, scales, cx);
  expect(lines.length).toBeLessThanOrEqual(Math.ceil(scales.width));
  expect(lines.length).toBeGreaterThan(0.9 * scales.width);
  const few = { ...cx, facts: { ...cx.facts, interventions: [3, 12] } };
  lines.length = 0;
  drawInterventions(windowChart, { polyline } as Surface, scales, few);
  expect(lines).toEqual([scales.x(3), scales.x(12)]);
});

test("the limit steps where it was changed, and drops stand over the limit of their time", () => {
  const limits = [
    { t_s: 0, packets: 84, bytes: null },
    { t_s: 10, packets: 20, bytes: null },
  ];
  const { cx } = stage(queueChart, { limits, t0_s: 0, t1_s: 26, reading_s: 20 });
  expect(queueChart.domain(cx, 100).ticks).toEqual([0, 20, 50]);
  const scales = {
    x: Number,
    y: Number,
    at: Number,
    value: Number,
    width: 26,
    height: 100,
    headroom: 0,
    gutter: 20,
    unit: 1,
  };
  const drop = (t_s: number) => queueChart.place({ ...hit(t_s), signal: "drop_queue", shape: "drop" }, scales, cx).y;
  expect([drop(5), drop(15)]).toEqual([78, 14]);
  expect(queueChart.slots(scales, cx).find((one) => one.at !== undefined)?.at).toBe(20);
});

test("a limit's label stands at its own step, and a limit that was left has no room of its own", () => {
  const limits = [
    { t_s: 0, packets: 84, bytes: null },
    { t_s: 12, packets: 20, bytes: null },
  ];
  const low = { width: 600, height: 70 };
  /** Words on the limit with their place, in px of a plot of 8 to 16 s, and the plot's width. */
  const label = (reading_s: number) => {
    const { cx, scales } = stage(queueChart, { limits, t0_s: 8, t1_s: 16, reading_s, playhead_s: reading_s }, low);
    const said: [string, number][] = [];
    const surface = new Proxy(
      {},
      {
        get:
          (_, name) =>
          (...all: unknown[]) => {
            if (name === "text" && String(all[2]).startsWith("limit")) {
              const { near } = all[3] as { near: { levels: { from: number; to: number; y: number }[] } };
              expect(near.levels).toHaveLength(1);
              expect(all[0]).toBeGreaterThan(near.levels[0]?.from ?? Number.NaN);
              said.push([String(all[2]), (near.levels[0]?.from ?? Number.NaN) / scales.width]);
            }
            if (name === "clip") (all[4] as () => void)();
          },
      },
    ) as Surface;
    queueChart.draw(surface, scales, cx);
    return said;
  };
  expect(label(10)).toEqual([["limit 84 = 101\u202fms", 0]]);
  expect(label(14)).toEqual([["limit 20 = 24\u202fms", 0.5]]);
  // Nothing has waited under the old limit in view: the queue has the room.
  const { cx } = stage(queueChart, { limits, t0_s: 11, t1_s: 16, reading_s: 14 });
  const few = { ...cx, series: { get: () => series(11, 15) } };
  expect(queueChart.domain(few, 100).max).toBeCloseTo(23, 9);
  // Beside the plot stands the limit in which the line ends.
  const { cx: before, scales } = stage(
    queueChart,
    { limits, t0_s: 8, t1_s: 16, reading_s: 10 },
    { width: 600, height: 140 },
  );
  const slot = queueChart.slots(scales, before).find((one) => one.label.startsWith("limit"));
  expect([slot?.label, slot?.at]).toEqual(["limit 20", scales.y(20)]);
});

test("a queue that is limited in bytes is drawn and described in bytes", () => {
  const voice = { ...toyFacts(DUEL).flows[1], kind: "", cross: true, packet_bytes: 200, start_s: 0 } as FlowLook;
  const flows = [toyFacts(DUEL).flows[0] as FlowLook, voice];
  const when = { flows, limit_packets: null, limit_bytes: 30_000, t0_s: 0, t1_s: 10, reading_s: 5, playhead_s: 5 };
  const facts = toyFacts(DUEL, when);
  const requests = queueChart.series(facts, 100);
  // 10 full packets and 15 of 200 bytes.
  const points = requests.map(({ source, signal }) => {
    if (signal === "queue_bytes") return series(0, 18_000);
    return signal === "queue_packets" && source === flows[0]?.name
      ? series(0, 10)
      : signal === "queue_packets"
        ? series(0, 15)
        : series();
  });
  expect(requests.filter(({ source }) => source === BOTTLENECK).map(({ signal }) => signal)).toEqual([
    "queue_bytes",
    "queue_delay_ms",
    "dropped_packets",
    "marked_packets",
  ]);
  const cx = { facts, series: seriesOf(requests, points), theme: THEME };
  expect(queueChart.unit(facts)).toBe("waiting at the bottleneck, kB, by flow");
  expect(queueChart.domain(cx, 100).max).toBeCloseTo(34.5, 9);
  expect(queueChart.describe(cx)).toMatch(/^Queue: 18 of 30\u202fkB; CDG 15, NewReno 3\./);
  const { scales } = stage(queueChart, when, { width: 500, height: 160 });
  expect(queueChart.slots(scales, cx).map(({ label, value }) => `${label} ${value}`)).toEqual(
    expect.arrayContaining(["CDG 15", "NewReno 3"]),
  );
  expect(queueChart.rows(cx).header[1]).toBe("kB");
  expect(queueChart.rows(cx).rows[3]?.slice(1, 2)).toEqual(["18.0"]);
  expect(unitOfY(queueChart, facts)).toBe("kB");
  expect(queueChart.bands?.(facts)[0]?.quantity).toBe("queue_bytes");
});

test("an ECN mark stands where drops stand, is a ring with a dot, and is counted apart from them", () => {
  const facts = toyFacts(DUEL, { reading_s: 6, t0_s: 0, t1_s: 20 });
  const first = facts.flows[0]?.name;
  const requests = queueChart.series(facts, 100);
  const points = requests.map(({ source, signal }) => {
    if (signal === "dropped_packets") return series(4, 1);
    if (signal === "marked_packets") return series(3, 1, 5, 2);
    if (source !== first) return series();
    return signal === "mark" ? series(3, 1500, 5, 1500) : signal === "drop_queue" ? series(4, 1500) : series();
  });
  const cx = { facts, series: seriesOf(requests, points), theme: THEME };
  expect(queueChart.hits(cx).map(({ t_s, shape }) => [t_s, shape])).toEqual([
    [3, "ecn"],
    [4, "drop"],
    [5, "ecn"],
  ]);
  expect(queueChart.describe(cx)).toMatch(/Drops in view: 1\..*ECN marks in view: 2\./);
});

test("one flow has no fair share and no index of fairness; two have", () => {
  const both = toyFacts(DUEL).flows;
  for (const [flows, fair] of [
    [both, true],
    [both.slice(0, 1), false],
  ] as const) {
    const when = { t0_s: 11, t1_s: 20, reading_s: 15, flows };
    const { cx, scales } = stage(goodputChart, when, { width: 400, height: 160 });
    const told = [goodputChart.describe(cx), ...goodputChart.slots(scales, cx).map((one) => one.label)].join();
    expect(told.includes("Jain"), told).toBe(fair);
    expect(svgOf(goodputChart, when, { width: 400, height: 160 }).includes("fair share")).toBe(fair);
  }
});

test("the fair share's word belongs to a level stretch of its line, the longest first, as far as the plot goes", () => {
  expect(levelsOf([-20, 10, 50, 10, 50, 40, 200, 40, 200, 80, 900, 80], 300)).toEqual([
    { y: 40, from: 50, to: 200 },
    { y: 80, from: 200, to: 300 },
    { y: 10, from: 0, to: 50 },
  ]);
  expect(levelsOf([0, Number.NaN, 50, 10], 300)).toEqual([]);
});

test("the RTT's line is the median of the samples in each column of 6 px, and breaks where there are none for four", () => {
  const dots = Float64Array.from([1, 10, 2, 50, 5, 12, 7, 20, 40, 30]);
  expect(medianLine(dots, 1)).toEqual([3, 12, 9, 20, 39, Number.NaN, 39, 30]);
  expect(medianLine(dots, 2)).toEqual([6, 16, 42, 30]);
});

test("the fair share steps where flows come and go", () => {
  const share = fairShare(toyFacts(DUEL));
  expect([...share]).toEqual([0, expect.closeTo(9.733, 3), 12, expect.closeTo(4.867, 3), 80, Number.NaN]);
});

test("the fair share ends where the run as it is shown does, without the step of a flow that joins then", () => {
  /** Corners of its line, of 254 px for 30 s. */
  const corners = (computed_s: number): string[] => {
    const when = { reading_s: 8, playhead_s: 8, t0_s: 0, t1_s: 30, computed_s };
    const text = svgOf(goodputChart, when, { width: 450, height: 160 });
    return /<path d="M([^"]+)" fill="none" stroke="ink-3"/.exec(text)?.[1]?.split("L") ?? [];
  };
  expect(corners(6).map(Number.parseFloat)).toEqual([0, 50.8]);
  expect(corners(12).map(Number.parseFloat)).toEqual([0, 101.6]);
  expect(corners(20).map(Number.parseFloat)).toEqual([0, 101.6, 101.6, 169.3]);
});

test("drawing does not depend on where a series was thinned: a peak keeps its column", () => {
  const scales = scalesOf(
    {
      width: 0,
      height: 0,
      left: 0,
      top: 0,
      plotWidth: 10,
      plotHeight: 10,
      headroom: 0,
      gutter: 0,
      aside: 0,
      below: 0,
      keyed: 0,
      small: false,
      names: false,
      row: false,
      unit: 1,
    },
    { min: 0, max: 10 },
    { min: 0, max: 10 },
  );
  const fine = series(...Array.from({ length: 101 }, (_, i) => [i / 10, i === 42 ? 9 : 3]).flat());
  const thinned = series(0, 3, 4.2, 9, 4.3, 3, 10, 3);
  expect(toColumns(fine, scales, 10, "max")).toEqual(toColumns(thinned, scales, 10, "max"));
  expect(toColumns(fine, scales, 5, "max").filter(Number.isFinite)).toHaveLength(5);
  expect([...toPixels(series(2, 4), scales, 8)]).toEqual([2, 6, 8, 6]);
  expect(bands(series(5, Number.NaN, 5), series(1, 1, 1), scales)).toHaveLength(2);
  expect(valueAt(series(1, 7), 0.5)).toBe(null);
});

test("a logarithmic range: factors are steps, nothing falls out of the plot's arithmetic, and heights are read back", () => {
  const { layout } = stage(windowChart);
  const scales = scalesOf({ ...layout, plotHeight: 90 }, { min: 0, max: 1 }, { min: 1, max: 1000, log: true });
  expect([1, 10, 100, 1000].map(scales.y)).toEqual([90, 60, 30, 0].map((y) => expect.closeTo(y, 9)));
  expect(scales.y(3) - scales.y(6)).toBeCloseTo(scales.y(24) - scales.y(48), 9);
  expect(scales.y(0)).toBeGreaterThan(90);
  expect(Number.isFinite(scales.y(0))).toBe(true);
  for (const value of [1, 7, 840]) expect(scales.value(scales.y(value))).toBeCloseTo(value, 9);
  expect(factorTicks(300)).toEqual([1, 10, 100]);
  expect(factorTicks(50)).toEqual([1, 2, 5, 10, 20, 50]);
});

test("the window's y is logarithmic where it is asked for: unit, range and drawing say so", () => {
  const log = ["cwnd"];
  const [flat, steep] = [stage(windowChart), stage(windowChart, { log })];
  expect(windowChart.unit(flat.cx.facts)).toBe("packets allowed in flight (cwnd)");
  expect(windowChart.unit(steep.cx.facts)).toBe("packets allowed in flight (cwnd), logarithmic");
  const [even, factors] = [flat, steep].map(({ cx }) => windowChart.domain(cx, 100));
  expect([even?.min, even?.log ?? false]).toEqual([0, false]);
  expect([factors?.min, factors?.max, factors?.log]).toEqual([1, even?.max, true]);
  // Half of what 40 packets are stands as far under them as half of that.
  expect(steep.scales.y(20) - steep.scales.y(40)).toBeCloseTo(steep.scales.y(10) - steep.scales.y(20), 9);
  const drawn = svgOf(windowChart, { log });
  expect(drawn).not.toMatch(/NaN|Infinity/);
  expect(drawn).not.toBe(svgOf(windowChart));
});

/** A window of 100 packets over 80 s, at a moment of it more. */
const spiked = (from_s: number, length_s: number, value: number): Float64Array =>
  series(12, 100, from_s, value, from_s + length_s, 100, 80, 100);

test("one brief peak leaves the window's range, in a span that shows it well it does not", () => {
  expect(mostOf(spiked(12.4, 0.2, 205), 0, 80)).toBe(100);
  expect(mostOf(spiked(12.4, 0.15, 205), 8, 13)).toBe(100);
  expect(mostOf(spiked(12.4, 0.2, 205), 12, 13)).toBe(205);
  // Nor where it would gain little, nor what lasts, nor all of a flow that has only begun.
  expect(mostOf(spiked(12.4, 0.2, 130), 0, 80)).toBe(130);
  expect(mostOf(spiked(20, 10, 205), 0, 80)).toBe(205);
  expect(mostOf(series(79, 205, 79.5, 203), 0, 80)).toBe(205);
  expect(mostOf(series(), 0, 80)).toBe(0);
});

test("a level is passed for no longer than it may be", () => {
  const steps = series(0, 10, 1, 30, 2, 20, 4, 10);
  expect([0, 1, 2.9, 3, 9].map((length) => levelFor(steps, 10, length))).toEqual([30, 20, 20, 10, 10]);
});

test("a peak beyond the range is told with its height, at its highest point", () => {
  expect(peaksOver(series(0, 50, 1, 150, 2, 207, 3, 160, 4, 90, 5, 141, 6, 20), 140)).toEqual([
    { from_s: 1, t_s: 2, value: 207 },
    { from_s: 5, t_s: 5, value: 141 },
  ]);
});

test("a window's range that was another span's is given up, one that must be held is not", () => {
  const { cx } = stage(windowChart, { t0_s: 0, t1_s: 3 });
  const own = windowChart.domain(cx, 100).max;
  const held = (max: number, must = false): number =>
    windowChart.domain({ ...cx, held: { min: 0, max }, must }, 100).max;
  expect(held(1.4 * own)).toBeGreaterThan(own);
  expect(held(3 * own)).toBe(own);
  expect(held(3 * own, true)).toBeGreaterThanOrEqual(3 * own);
});

test("goodput begins once a flow has run for a second, and Jain's index with it", () => {
  const { cx } = stage(goodputChart, { t0_s: 11.5, t1_s: 14, reading_s: 12.6, playhead_s: 12.6 });
  const [first, second] = cx.facts.flows;
  if (!first || !second) throw new Error("two flows");
  expect(second.start_s).toBe(12);
  expect(rates(cx, second)[0]).toBeGreaterThanOrEqual(13);
  expect(rates(cx, first)[0]).toBeLessThan(11.6);
  expect([rateNow(cx, first) === null, rateNow(cx, second)]).toEqual([false, null]);
  expect(goodputChart.describe(cx)).toMatch(/Jain’s index –/);
  const later = stage(goodputChart, { t0_s: 11.5, t1_s: 14, reading_s: 13.2, playhead_s: 13.2 }).cx;
  expect(rateNow(later, second)).toBeGreaterThan(0);
});

test("Jain's index is that of all flows of the forward link while all of them run, and the fair share theirs", () => {
  const index = (over: Partial<FlowLook>, reading_s: number): string | undefined => {
    const { cx, scales } = stage(goodputChart, { t0_s: 10, t1_s: 40, reading_s, playhead_s: reading_s });
    const [first, second] = cx.facts.flows as [FlowLook, FlowLook];
    const facts = { ...cx.facts, flows: [first, { ...second, ...over }] };
    return goodputChart.slots(scales, { ...cx, facts }).find(({ label }) => label.startsWith("Jain"))?.value;
  };
  expect(index({}, 11)).toBe("–");
  expect(index({}, 30)).toMatch(/^0\.\d\d$/);
  expect(index({ stop_s: 25 }, 30)).toBe("–");
  expect(index({ reverse: true }, 30)).toBeUndefined();
  const [first, second] = toyFacts(DUEL).flows as [FlowLook, FlowLook];
  const share = (over: Partial<FlowLook>) => [
    ...fairShare({ ...toyFacts(DUEL), flows: [first, { ...second, ...over }] }),
  ];
  expect(share({ stop_s: 25 })[5]).toBeCloseTo(9.733, 3);
  expect(share({ reverse: true })).toEqual([0, expect.closeTo(9.733, 3), 80, Number.NaN]);
});

test("goodput over the capacity for a moment is explained, for longer it is not", () => {
  const { cx } = stage(goodputChart, { t0_s: 20, t1_s: 40 });
  const [flow] = cx.facts.flows;
  // Bytes per second: 9.73 Mbit/s is what the link carries of payload.
  const over = (length_s: number, value: number) => ({
    ...cx,
    series: {
      get: (source: SourceName) =>
        source === flow?.name ? series(21, 1.2e6, 25, value, 25 + length_s, 1.2e6, 40, 1.2e6) : series(),
    },
  });
  expect(burstIn(over(1, 1.35e6))).toEqual({ t_s: 25, value: expect.closeTo(10.8, 9) });
  expect(goodputChart.describe(over(1, 1.35e6))).toMatch(/exceeds the capacity.*at once/);
  expect(burstIn(over(1, 1.21e6))).toBeNull();
  expect(burstIn(over(3, 1.35e6))).toBeNull();
});

test("what leaves the range is cut with a nick on both sides", () => {
  const plot = { height: 50, unit: 1 } as Scales;
  expect(nicks(series(0, 5, 10, -30, 20, 5), plot)).toHaveLength(2);
  expect(nicks(series(0, 5, 10, 6), plot)).toHaveLength(0);
});

test("spans stay within the run, zoom about a point, follow in steps", () => {
  expect(within([-5, 5], 80)).toEqual([0, 10]);
  expect(within([75, 95], 80)).toEqual([60, 80]);
  expect(zoomed([0, 80], 20, 0.5, 80)).toEqual([10, 50]);
  expect(following([0, 10], 5, 80)).toBe(null);
  expect(following([0, 10], 9.6, 80)).toEqual([4.6, 14.6]);
  expect(following([70, 80], 79.9, 80)).toBe(null);
});

test("keys go from mark to mark of a flow, and to the nearest of the next", () => {
  const hits = [hit(1), hit(2, "newreno"), hit(3), hit(6, "newreno")];
  expect(goTo(hits, null, "next", 1.5)?.t_s).toBe(2);
  expect(goTo(hits, hit(1), "next", 0)?.t_s).toBe(3);
  expect(goTo(hits, hit(3), "next", 0)?.t_s).toBe(3);
  expect(goTo(hits, hit(3), "down", 0)?.t_s).toBe(2);
  expect(goTo(hits, hit(6, "newreno"), "first", 0)?.t_s).toBe(2);
  expect(goTo([], null, "next", 0)).toBe(null);
});

test("every signal of an algorithm or a discipline has words, and so has every state", () => {
  for (const signals of [...ALGORITHM_SIGNALS.values(), ...DISCIPLINE_SIGNALS.values()]) {
    for (const { name, kind, words } of signals.filter((signal) => signal.kind !== "mark")) {
      if (name === "queue_state" || /^g_|^signal_gradient/.test(name)) continue; // drawn and worded by Queue and Gradient
      expect(has(`chart.signal.${name}`), name).toBe(true);
      if (kind === "state") for (const word of words) expect(has(`chart.word.${word}`), word).toBe(true);
    }
  }
});

test("what is small keeps three significant digits, what is not the usual ones", () => {
  // 84 packets of 1500 bytes at 10 Gbit/s.
  expect(millis(0.1008)).toBe("0.101\u202fms");
  expect([7.25, 100.8, 0].map(millis)).toEqual(["7.3\u202fms", "101\u202fms", "0\u202fms"]);
  expect(num(0.00252, decimals(0.00252, 2))).toBe("0.00252");
  expect(decimals(-0.05, 1)).toBe(4);
});

test("a ruler tells the unit of what it measures", () => {
  const { scales, cx } = stage(queueChart);
  const line = [0, scales.y(10), 10, scales.y(30)] as const;
  expect(rulerText(scales, line, unitOfY(queueChart, cx.facts))).toMatch(/Δy 20\u202fpackets$/);
});

test("a flow that sets a rate cuts its rate, one with a window its window", () => {
  const cut = { t_s: 20, flow: sourceName("cdg"), signal: "window_cut" };
  const facts = toyFacts(DUEL);
  const rated = { ...facts, flows: facts.flows.map((flow) => ({ ...flow, kind: "tfrc" })) };
  expect(markWord(facts, cut)).toBe("window cut after a loss signal or an ECN mark");
  expect(markWord(rated, cut)).toBe("rate cut after a loss signal or an ECN mark");
  const lost = { ...cut, signal: "drop_random" as const };
  expect(markWord(facts, lost)).toBe("lost at random");
  expect(markWord({ ...facts, loss_model: "periodic" }, lost)).toBe("lost as planned");
});

test("the whole line of the log leads to its event, and what is no line to none", () => {
  const { cx, scales } = stage(logChart, {}, { width: 400, height: 300 });
  const latest = logChart.hits(cx).at(-1);
  expect(latest).toBeDefined();
  expect(logChart.hitAt?.(scales.width - 5, 9, scales, cx)).toEqual(latest);
  expect(logChart.hitAt?.(20, scales.height + 9, scales, cx)).toBeNull();
  expect(logChart.unit({ ...cx.facts, split: true })).toMatch(/^branch A/);
});

test("a table leaves out the shadow window where there is none", () => {
  const { cx } = stage(windowChart, { t0_s: 0, t1_s: 40 });
  const { header, rows } = windowChart.rows(cx);
  const shadow = header.findIndex((name) => name.startsWith("shadow"));
  const seen = rows.map((row) => row[shadow]);
  expect(seen).toContain("–");
  expect(seen).not.toContain("0.0");
});

test("each flow has its slow-start threshold in data and table, finite or none; of many flows the one in focus", () => {
  const facts = toyFacts(DUEL);
  const asked = (of: typeof facts) =>
    windowChart.series(of, 400).flatMap(({ source, signal }) => (signal === "ssthresh_packets" ? [source] : []));
  expect(asked(facts)).toEqual(facts.flows.filter(({ cross }) => !cross).map(({ name }) => name));
  // BBR keeps one and decides nothing by it.
  const model = facts.flows.map((flow, i) => (i === 0 ? { ...flow, kind: "bbr" } : flow));
  expect(asked({ ...facts, flows: model })).toEqual(asked(facts).slice(1));
  const [one] = facts.flows;
  const many = Array.from({ length: 9 }, (_, i) => ({ ...(one as FlowLook), name: sourceName(`f${i}`), index: i }));
  expect(asked({ ...facts, flows: many, focus: sourceName("f3") })).toEqual(["f3"]);
  const { cx } = stage(windowChart, { t0_s: 0, t1_s: 40 });
  const { header, rows } = windowChart.rows(cx);
  const columns = header.flatMap((name, i) => (name.startsWith("ssthresh") ? [i] : []));
  expect(columns).toHaveLength(2);
  for (const column of columns) expect(rows.map((row) => row[column]).join()).toMatch(/\d/);
  expect(rows.flat().join()).not.toMatch(/∞|Infinity|NaN/);
});

test("at the end of a run the probability of a backoff is still that of the last interval", () => {
  const { cx, scales } = stage(gradientChart, { t1_s: 80, reading_s: 80, playhead_s: 80, computed_s: 80 });
  const told: Record<string, Float64Array> = {
    backoff_probability: series(79.5, 0.25, 79.8, 0.37),
    // An interval that ends without a draw; the last level once more at the end.
    g_max_smoothed_ms: series(79.5, 1, 79.8, 1.1, 80, 1.1),
  };
  const own = { ...cx, series: { get: (_: SourceName, signal: string) => told[signal] ?? series() } };
  const value = (): string | undefined =>
    gradientChart.slots(scales, own).find((each) => each.label === "P(backoff)")?.value;
  expect(value()).toBe("0.37");
  told.g_max_smoothed_ms = series(79.5, 1, 79.8, 1.1, 79.9, 1.2, 80, 1.2);
  expect(value()).toBe("0");
});

test("as a row the gradient says both of its values", () => {
  const { cx } = stage(gradientChart, { t1_s: 80, reading_s: 80, playhead_s: 80, computed_s: 80 });
  const told: Record<string, Float64Array> = {
    g_max_smoothed_ms: series(79.5, 0.5),
    g_min_smoothed_ms: series(79.5, -0.62),
  };
  const own = { ...cx, series: { get: (_: SourceName, signal: string) => told[signal] ?? series() } };
  expect(gradientChart.spark?.value?.(own)).toBe("+0.50 : −0.62");
});

test("as a row the queue is seen to fill, without words and washes", () => {
  const { cx, scales } = stage(queueChart);
  const drawn: string[] = [];
  const note = (name: string) => (): void => void drawn.push(name);
  const clip: Surface["clip"] = (_x, _y, _w, _h, inner) => inner();
  const all = ["polyline", "polygon", "area", "dots", "rect", "mark", "text"].map((name) => [name, note(name)]);
  drawSpark(queueChart, { ...Object.fromEntries(all), clip } as Surface, { ...scales, headroom: 0 }, cx);
  expect(drawn.filter((name) => name === "area")).toHaveLength(2);
  expect(drawn).not.toContain("text");
});

test("flows whose colours are alike have different dashes", () => {
  const signs = Array.from({ length: 32 }, (_, index) => `${index % DASHES.length} ${dashAt(index).join(" ")}`);
  expect(new Set(signs).size).toBe(32);
});

test("a shadow window is a line, and beyond the range it is named where it leaves", () => {
  const { cx, layout } = stage(windowChart);
  const draw = (max: number): { areas: number; words: string[] } => {
    const seen = { areas: 0, words: [] as string[] };
    const surface = {
      polyline: () => undefined,
      rect: () => undefined,
      mark: () => undefined,
      area: () => seen.areas++,
      text: (_x: number, _y: number, text: string) => seen.words.push(text),
      clip: (_x: number, _y: number, _w: number, _h: number, inner: () => void) => inner(),
    } as unknown as Surface;
    const time = { min: cx.facts.t0_s, max: cx.facts.t1_s };
    windowChart.draw(surface, scalesOf(layout, time, { min: 0, max }), cx);
    return seen;
  };
  expect(draw(500).areas).toBe(0);
  expect(draw(500).words).toEqual([]);
  expect(draw(5).words).toContainEqual(expect.stringMatching(/^shadow ↑.\d+$/));
});
