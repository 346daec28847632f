/** The future that a change replaced: found among what was kept, and the line of it that each chart remembers. By hand. */
import { expect, test } from "vitest";
import type { Chart, ChartContext } from "../charts/chart.ts";
import { type Frame, sourceName } from "../engine/protocol.ts";
import { addMessages, setLanguage } from "../i18n/catalogue.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { answerOf, formerOverlay, lineOf } from "./former.ts";

addMessages("en", { "chart.former": "before", "chart.former.of": "{flow} before" });
setLanguage("en");

type Style = Parameters<Surface["text"]>[3];

const [A, B] = [sourceName("a"), sourceName("b")];
const series = [
  { source: A, signal: "cwnd_packets", mode: "line" },
  { source: B, signal: "cwnd_packets", mode: "line" },
] as const;
const frame: Frame = {
  t0_s: 4,
  t1_s: 10,
  computed_s: 10,
  coarse: false,
  series: [Float64Array.of(4, 8), Float64Array.of(4, 2, 6, 3)],
};

test("charts get what was kept of a series, for any span, and nothing of one that was not", () => {
  const unknown = { source: A, signal: "rtt_ms", mode: "line" } as const;
  const asked = { t0_s: 5, t1_s: 7, columns: 90, series: [series[1], unknown] };
  const answer = answerOf({ frame, series }, asked);
  expect([answer.t0_s, answer.t1_s]).toEqual([5, 7]);
  expect(answer.series).toEqual([frame.series[1], new Float64Array(0)]);
});

const flow = (name: typeof A) => ({
  name,
  label: name === A ? "CDG" : "NewReno",
  kind: "newreno",
  cross: false,
  strength: 1,
  start_s: 0,
  stop_s: 10,
  index: 0,
  sign: 0,
});
const theme = { ctl: "grey", ink2: "dark", plate: "white" };
/** A run in which both flows hold one value from 0 s to 10 s. */
const context = (a: number, b: number, picked: typeof A | null = null): ChartContext =>
  ({
    facts: { flows: [flow(A), flow(B)], picked, t0_s: 0, t1_s: 10, computed_s: 10 },
    theme,
    series: new Map([
      [A, Float64Array.of(0, a)],
      [B, Float64Array.of(0, b)],
    ]),
  }) as unknown as ChartContext;
const chart = {
  axis: "time",
  domain: () => ({ min: 0, max: 30 }),
  perFlow: {
    step: true,
    points: (cx: { series: Map<typeof A, Float64Array> }, of: { name: typeof A }) => cx.series.get(of.name),
  },
} as unknown as Chart;

test("the flow that differs most is remembered, or the one that the reader picked", () => {
  expect(lineOf(chart, context(10, 20), context(11, 5))?.flow?.name).toBe(B);
  expect(lineOf(chart, context(10, 20), context(30, 21))?.flow?.name).toBe(A);
  expect(lineOf(chart, context(10, 20, A), context(11, 5))?.flow?.name).toBe(A);
  // Of the queue there is one line, of a chart on its own axis none.
  const points = Float64Array.of(0, 3);
  expect(lineOf({ ...chart, remembered: () => points } as Chart, context(1, 1), context(2, 2))).toEqual({
    points,
    flow: null,
    step: true,
  });
  expect(lineOf({ ...chart, axis: "own" } as Chart, context(1, 1), context(2, 2))).toBeNull();
});

test("its line is grey, from the change on, with the flow's name", () => {
  const calls: unknown[][] = [];
  const surface = {
    clip: (x: number, _y: number, w: number, _h: number, draw: () => void) => {
      calls.push(["clip", x, w]);
      draw();
    },
    polyline: (points: Float64Array, style: object) => calls.push(["polyline", [...points], style]),
    text: (x: number, _y: number, text: string, { near }: Style) =>
      calls.push(["text", x, text, near?.levels?.map(({ from, to, y }) => [(from + to) / 2, y])]),
  } as unknown as Surface;
  const scales = {
    x: (t: number) => 10 * t,
    at: (x: number) => x / 10,
    y: (v: number) => 60 - 2 * v,
    width: 100,
    height: 60,
    unit: 1,
  } as unknown as Scales;
  const run = { facts: context(0, 0).facts, request: () => Promise.reject(new Error("none")) };
  const overlay = formerOverlay(1, 4, run);
  overlay.draw(chart, surface, scales, context(10, 20), context(10, 5));
  expect(calls).toEqual([
    ["clip", 40, 60],
    ["polyline", [0, 20, 100, 20], { color: "grey", width: 1.5, step: true }],
    // Over the first of four parts with room.
    ["text", 77.5, "NewReno before", [77.5, 62.5, 92.5, 47.5].map((x) => [x, 20])],
  ]);
  expect(overlay.top(chart, context(10, 20), 60)).toBe(30);

  // Over the highest point of each part: where it is level, in the middle.
  const lines = new Map([
    [A, Float64Array.of(0, 10)],
    [B, Float64Array.of(0, 8, 6, 20, 8, 24, 9, 4)],
  ]);
  const before = { ...context(10, 20), series: lines } as unknown as ChartContext;
  overlay.draw(chart, surface, scales, before, context(10, 5));
  expect(calls.at(-1)).toEqual([
    "text",
    80,
    "NewReno before",
    [
      [80, 12],
      [62.5, 20],
      [92.5, 52],
      [47.5, 44],
    ],
  ]);
});
