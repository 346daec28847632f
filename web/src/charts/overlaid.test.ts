/** A chart with overlays: the range, the order of drawing, the labels. */
import { expect, test } from "vitest";
import type { Theme } from "../design/theme.ts";
import type { Ends, Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { Chart, ChartContext, Overlay, Slot } from "./chart.ts";
import { drawPlot, drawWith, isHidden, rangeWith, slotsWith } from "./overlaid.ts";
import { drawOver } from "./overlay.ts";

const slot = (label: string, value: string): Slot => ({ label, value, swatch: null, y: null });

/** A chart of values up to 10, whose range goes by tens; it draws one line. */
const chart = {
  id: "toy",
  axis: "time",
  domain: ({ held, must }: ChartContext): Ends => ({
    min: -5,
    max: held && must ? 10 * Math.ceil(held.max / 10) : 10,
  }),
  draw: (surface: Surface) => surface.polyline([], { color: "chart", width: 1 }),
  slots: () => [slot("A", "1")],
} as unknown as Chart;
const cx = { facts: { interventions: [2] }, theme: { ink2: "change" } } as unknown as ChartContext;
const own = { facts: {}, theme: {} } as unknown as ChartContext;
const scales = { x: (t: number) => t, width: 4, height: 50, headroom: 0, unit: 1 } as unknown as Scales;

/** An overlay that draws one line in a colour. */
const overlay = (color: string, more: Partial<Overlay> = {}): Overlay => ({
  key: color,
  draw: (_chart, surface) => surface.polyline([], { color, width: 1 }),
  top: () => null,
  ...more,
});

function drawn(of: Chart, laid: Parameters<typeof drawWith>[4]): string[] {
  const colors: string[] = [];
  const surface = {
    polyline: (_points: unknown, { color, alpha = 1 }: { color: string; alpha?: number }) =>
      colors.push(alpha < 1 ? `${color} ${alpha}` : color),
  } as unknown as Surface;
  drawWith(of, surface, scales, cx, laid);
  return colors;
}

test("the range grows to what an overlay draws, by the chart's own steps, and not for less than it has", () => {
  const upTo = (...tops: (number | null)[]): number =>
    rangeWith(
      chart,
      cx,
      tops.map((top) => ({ overlay: overlay("a", { top: () => top }), cx })),
      100,
    ).max;
  expect(upTo()).toBe(10);
  expect(upTo(null, 7)).toBe(10);
  expect(upTo(12, 31, 8)).toBe(40);
});

test("the data come first, then the overlays in their order, the reader's changes over all of it", () => {
  const laid = [overlay("first"), overlay("second")].map((each) => ({ overlay: each, cx }));
  expect(drawn(chart, laid)).toEqual(["chart", "first", "second", "change"]);
  expect(drawn({ ...chart, axis: "own" } as Chart, laid)).toEqual(["chart", "first", "second"]);
});

test("an overlay may change how the run under it is drawn, but not itself or others", () => {
  const pale: Overlay["under"] = (_chart, surface) => ({
    ...surface,
    polyline: (points, style) => surface.polyline(points, { ...style, color: `pale ${style.color}` }),
  });
  const laid = [overlay("first", { under: pale }), overlay("second")].map((each) => ({ overlay: each, cx }));
  expect(drawn(chart, laid)).toEqual(["pale chart", "first", "second", "change"]);
});

test("an overlay with a run of its own is given that run's context", () => {
  const given: unknown[] = [];
  const asked = overlay("a", {
    draw: (_chart, _surface, _scales, its) => given.push(its),
    top: (_chart, its) => given.push(its),
    slots: (_chart, slots, _scales, its) => {
      given.push(its);
      return slots.map((each) => ({ ...each, other: "2" }));
    },
  });
  const laid = [{ overlay: asked, cx: own }];
  rangeWith(chart, cx, laid, 100);
  drawn(chart, laid);
  expect(slotsWith(chart, scales, cx, laid)).toEqual([{ ...slot("A", "1"), other: "2" }]);
  expect(given).toHaveLength(3);
  for (const each of given) expect(each).toBe(own);
  expect(slotsWith(chart, scales, cx, [])).toEqual([slot("A", "1")]);
});

test("an overlay that appears is faint, the run under it is not", () => {
  const laid = [{ overlay: overlay("second"), cx, strength: 0.25 }];
  expect(drawn(chart, laid)).toEqual(["chart", "second 0.25", "change"]);
});

test("a chart of what is hidden has no data, no values, no overlay and no ticks, but the reader's changes", () => {
  const secret = { ...chart, secret: true } as Chart;
  const context = (hidden: boolean): ChartContext =>
    ({ facts: { interventions: [2], hidden }, theme: { ink2: "change", ctl: "axis" } }) as unknown as ChartContext;
  const laid = [{ overlay: overlay("over"), cx }];
  const seen = (of: Chart, hidden: boolean): string[] => {
    const drawn: string[] = [];
    const surface = {
      polyline: (_points: unknown, { color }: { color: string }) => drawn.push(color),
      text: (_x: number, _y: number, text: string) => drawn.push(text),
    } as unknown as Surface;
    const range = { min: 0, max: 10, ticks: [0, 10], format: (value: number) => `tick ${value}` };
    const plot = { ...scales, y: (value: number) => 50 - 5 * value } as Scales;
    drawPlot(of, surface, { scales: plot, range, own: null, times: [], grid: false }, context(hidden), laid);
    return drawn;
  };
  const all = ["tick 0", "tick 10", "axis", "chart", "over", "change"];
  expect(seen(secret, false)).toEqual(all);
  expect(seen(chart, true)).toEqual(all);
  expect(seen(secret, true)).toEqual(["axis", "change"]);
  expect(slotsWith(secret, scales, context(true), laid)).toEqual([]);
  expect([isHidden(secret, context(true).facts), isHidden(chart, context(true).facts)]).toEqual([true, false]);
});

test("the playhead passes words that are as fixed as data", () => {
  const lines: number[][] = [];
  const surface = { polyline: (points: number[]) => lines.push(points) } as unknown as Surface;
  drawOver(surface, { ...scales, gutter: 0 }, { ink: "ink" } as Theme, {
    ...{ playhead: 2, crosshair: null, rows: [], hit: null, brush: null, ruler: null, unit: "", playing: true },
    ends: [-30, 50],
    fixed: [
      { x0: -20, y0: -25, x1: 40, y1: -11 },
      { x0: 60, y0: 10, x1: 90, y1: 24 },
    ],
    words: () => undefined,
  });
  expect(lines).toEqual([
    [2, -30, 2, -25],
    [2, -11, 2, 50],
  ]);
});
