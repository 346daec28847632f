/** Overlay of a run with which it is compared: worked out by hand. */
import { expect, test } from "vitest";
import type { Band } from "../charts/bands.ts";
import type { Chart, ChartContext, Slot } from "../charts/chart.ts";
import { drawWith } from "../charts/overlaid.ts";
import { type SourceName, sourceName } from "../engine/protocol.ts";
import { addMessages, setLanguage } from "../i18n/catalogue.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { percentilesOverlay, secondRunOverlay, slotsBeside } from "./overlay.ts";

addMessages("en", { "chart.fork": "fork", "chart.fork.of_a": "A: {label}" });
setLanguage("en");

type Call = [name: string, ...args: unknown[]];

/** A surface that notes what is drawn on it. */
function noting(): { calls: Call[]; surface: Surface } {
  const calls: Call[] = [];
  const note =
    (name: string) =>
    (...args: unknown[]): void => {
      calls.push([name, ...args]);
    };
  const clip = (x: number, y: number, w: number, h: number, draw: () => void): void => {
    calls.push(["clip", x, y, w, h]);
    draw();
  };
  const surface = {
    ...Object.fromEntries(["polyline", "area", "rect", "text", "dots", "mark"].map((name) => [name, note(name)])),
    clip,
  } as unknown as Surface;
  return { calls, surface };
}

const A = sourceName("a");
const slot = (label: string, value: string, flow: SourceName | null = A): Slot => ({
  label,
  value,
  ...(flow && { flow }),
  swatch: null,
  y: null,
});
/** Ten pixels a second, two a unit: 0 is at the bottom of 50. */
const scales = {
  x: (t: number) => 10 * t,
  y: (v: number) => 50 - 2 * v,
  width: 100,
  height: 50,
  headroom: 0,
  unit: 1,
} as unknown as Scales;
const theme = { flows: ["red"], ink: "black", ink2: "grey", ink3: "pale grey", plate: "white" };
const contextAt = (reading_s: number): ChartContext =>
  ({ facts: { flows: [], focus: null, reading_s, t0_s: 0, t1_s: 10 }, theme }) as unknown as ChartContext;
const cx = contextAt(6);
/** Two lines, a thick one and a hairline, with a fill and a word; its range ends at 12. */
const chart = {
  axis: "time",
  domain: () => ({ min: 0, max: 12 }),
  draw(surface: Surface) {
    surface.area([0, 0], [0, 50], { color: "red", alpha: 1 });
    surface.polyline([0, 0, 9, 9], { color: "red", width: 2, dash: [4, 2] });
    surface.polyline([0, 9, 9, 9], { color: "red", width: 1 });
    surface.text(0, 0, "word", { color: "red" });
  },
  slots: () => [slot("CDG", "8")],
} as unknown as Chart;
const second = (from_s: number) =>
  secondRunOverlay(from_s, { facts: cx.facts, request: () => Promise.reject(new Error("none")) });

test("a second run is drawn strong from where it parts, with a line and a word there", () => {
  const { calls, surface } = noting();
  second(6).draw(chart, surface, scales, cx, cx);
  expect(calls).toEqual([
    ["clip", 60, -0, 42, 58],
    ["polyline", [0, 0, 9, 9], { color: "red", width: 3.5, dash: [4, 2], alpha: 1 }],
    ["polyline", [0, 9, 9, 9], { color: "red", width: 1.75, alpha: 1 }],
    ["polyline", [60, -0, 60, 50], { color: "grey", width: 1, gaps: true }],
    ["text", 55, 8, "fork", { color: "grey", halo: "white", align: "right", near: { x: 60 }, optional: true }],
  ]);
});

test("one that parts at the begin has no line there, one that parts later than is shown is not drawn", () => {
  const { calls, surface } = noting();
  second(-1).draw(chart, surface, scales, cx, cx);
  expect(calls.map(([name]) => name)).toEqual(["clip", "polyline", "polyline"]);
  expect(calls[0]).toEqual(["clip", 0, -0, 102, 58]);
  const later = noting();
  second(11).draw(chart, later.surface, scales, cx, cx);
  expect(later.calls).toEqual([]);
});

test("the first run is itself until there, and a grey memory from there on", () => {
  const { calls, surface } = noting();
  second(6).under?.(chart, surface, scales, cx)?.polyline([0, 0, 99, 9], { color: "red", width: 2 });
  expect(calls).toEqual([
    ["clip", -8, -8, 68, 66],
    ["polyline", [0, 0, 99, 9], { color: "red", width: 2 }],
    ["clip", 60, -8, 48, 66],
    ["polyline", [0, 0, 99, 9], { color: "pale grey", width: 2 }],
  ]);
  expect(second(11).under?.(chart, surface, scales, cx)).toBe(surface);
  expect(second(6).under?.({ ...chart, axis: "own" } as Chart, surface, scales, cx)).toBe(surface);
});

test("on an axis of the chart's own it is drawn whole once the reading is past the moment, by the chart's own hand if it has one", () => {
  const own = { ...chart, axis: "own", drawCompared: (on: Surface) => on.polyline([], { color: "red", width: 1 }) };
  const at = (reading_s: number): unknown[] => {
    const { calls, surface } = noting();
    second(6).draw(own as Chart, surface, scales, contextAt(reading_s), contextAt(reading_s));
    return calls;
  };
  expect(at(5.9)).toEqual([]);
  expect(at(6)).toEqual([["polyline", [], { color: "red", width: 1.75, alpha: 1 }]]);
});

test("its values are beside the first one's once the reading is past the moment, and the range holds it", () => {
  const slots = [slot("CDG", "5"), slot("Limit", "84", null)];
  expect(second(6).slots?.(chart, slots, scales, contextAt(5.9))).toEqual(slots);
  expect(second(6).slots?.(chart, slots, scales, cx)).toEqual([
    { ...slots[0], other: "8" },
    { ...slots[1], other: "–" },
  ]);
  expect(second(6).top(chart, cx, 100)).toBe(12);
});

test("a flow with another algorithm there has both names; with several labels each is for itself", () => {
  expect(slotsBeside([slot("CDG", "5")], [slot("CUBIC", "8")])).toEqual([
    { ...slot("CDG", "5"), label: "CDG / CUBIC", other: "8" },
  ]);
  const two = slotsBeside([slot("CDG", "5"), slot("ssthresh", "3")], [slot("CUBIC", "8"), slot("ssthresh", "4")]);
  expect(two.map(({ label, other }) => `${label} ${other}`)).toEqual(["CDG –", "ssthresh 4"]);
});

test("a limit is the first run's and has its name where they differ; a strip has the state of both, whatever its label", () => {
  const at = (label: string, value: string, more = {}): Slot => ({
    ...slot(label, value),
    flow: undefined,
    at: 3,
    ...more,
  });
  const strip = (label: string, value: string, place: number): Slot => at(label, value, { flow: A, at: place });
  const both = (limit: Slot, other: Slot): Slot[] =>
    slotsBeside(
      [limit, strip("CDG infers", "full", 1), strip("but it was", "empty", 2)],
      [other, strip("CDG infers", "full", 1), strip("it was", "full", 2)],
    );
  expect(both(at("limit 84", "101"), at("limit 84", "101"))[0]?.label).toBe("limit 84");
  const slots = both(at("limit 20", "24"), at("limit 40", "48"));
  expect(slots.map(({ label, value, other }) => [label, value, other])).toEqual([
    ["A: limit 20", "24", undefined],
    ["CDG infers", "full", "full"],
    ["but it was", "empty", "full"],
  ]);
  // A run whose flow infers nothing has no strips.
  expect(slotsBeside([strip("CDG infers", "full", 1)], [])[0]?.label).toBe("A: CDG infers");
});

const flow = { name: A, index: 0, sign: 0, label: "CDG", kind: "cdg", cross: false, start_s: 0, stop_s: 10 };
const banded = { ...chart, bands: () => [{ source: A, quantity: "window", flow }] } as unknown as Chart;
/** 20th percentile 4, median 6, 80th 9 at 2 s; then 5, 10, 20 at 12 s, which is not in the span. */
const band: Band = {
  times: Float64Array.of(2, 12),
  low: Float64Array.of(4, 5),
  middle: Float64Array.of(6, 10),
  high: Float64Array.of(9, 20),
};
const look = { ...cx, facts: { ...cx.facts, flows: [flow] } };

test("between the two lines of a flow its colour fills, where the chart draws one value of each", () => {
  const measured = { ...chart, draw: () => undefined, perFlow: { points: ({ series }: ChartContext) => series } };
  const of = (value: number): ChartContext =>
    ({
      ...look,
      facts: { ...look.facts, computed_s: 10 },
      series: Float64Array.of(0, value),
    }) as unknown as ChartContext;
  const { calls, surface } = noting();
  second(6).draw(measured as unknown as Chart, surface, scales, of(20), of(5));
  const [name, upper, lower, style] = calls[1] as [string, number[], number[], object];
  expect([name, style]).toEqual(["area", { color: "red", alpha: 0.1 }]);
  // 20 is at 10 px, 5 at 40 px.
  expect([upper[1], lower[1], upper.at(-1), lower.at(-1)]).toEqual([10, 40, 10, 40]);
});

test("over a thin run lie the band and the median, and the range holds what of them is in the span", () => {
  const overlay = percentilesOverlay(1, (source) => (source === A ? band : null));
  const { calls, surface } = noting();
  drawWith(banded, surface, scales, look, [{ overlay, cx: look }]);
  expect(calls.map(([name]) => name)).toEqual(["area", "polyline", "polyline", "text", "clip", "area", "polyline"]);
  // The run's own: fills at 0.4, thick lines thin and at 0.75, thin ones as they are.
  expect(calls[0]?.[3]).toEqual({ color: "red", alpha: 0.4 });
  expect(calls[1]?.[2]).toEqual({ color: "red", width: 1, alpha: 0.75, dash: [] });
  expect(calls[2]?.[2]).toEqual({ color: "red", width: 1 });
  expect(calls[5]?.slice(1, 3)).toEqual([
    [20, 32, 120, 10],
    [20, 42, 120, 40],
  ]);
  expect(calls[6]).toMatchObject(["polyline", [20, 38, 120, 30], { width: 2 }]);
  expect(overlay.top(banded, look, 100)).toBe(9);
});

test("without percentiles of what a chart draws, its run is drawn as ever", () => {
  const overlay = percentilesOverlay(1, () => null);
  const { calls, surface } = noting();
  drawWith(banded, surface, scales, look, [{ overlay, cx: look }]);
  expect(calls[1]?.[2]).toEqual({ color: "red", width: 2, dash: [4, 2] });
  expect(overlay.top(banded, look, 100)).toBeNull();
  expect(percentilesOverlay(2, () => band).top(chart, look, 100)).toBeNull();
});

test("a second run appears at once: while it came in gradually, the run under it would be grey alone", () => {
  expect(second(18).name).toBeUndefined();
});
