/** The charts of rates, phases, marks and two queues, drawn as SVG from made-up data, and their rules. */
import { beforeAll, expect, test } from "vitest";
import type { Marked, TimeChart } from "./chart.ts";
import { product } from "./in-flight.ts";
import { chartOf, loadCharts } from "./registry.ts";
import { MODEL, stage, svgOf, THEME } from "./testing/draw.ts";

const IDS = ["rates", "in_flight", "marks", "queue_delay"];
beforeAll(() => loadCharts(IDS));
const chart = (id: string) => chartOf(id) as TimeChart & Marked;
/** Few pixels, so that a snapshot can be read; strips have room. */
const SMALL = { width: 420, height: 130 };
const NEAR = { t0_s: 9.6, t1_s: 10.4, reading_s: 10.2, playhead_s: 10.2 };

test.each(IDS)("%s draws the same picture", (id) => {
  expect(svgOf(chart(id), NEAR, SMALL, MODEL)).toMatchSnapshot();
});

test.each(IDS)("%s has words and numbers", (id) => {
  const { cx, scales } = stage(chart(id), NEAR, SMALL, MODEL);
  expect(chart(id).describe(cx)).not.toMatch(/chart\.|\{|–|NaN/);
  for (const slot of chart(id).slots(scales, cx)) expect(slot.label + slot.value).not.toMatch(/chart\.|NaN|–/);
  const { header, rows } = chart(id).rows(cx);
  expect(header.length).toBeGreaterThan(1);
  expect(rows.at(-1)?.every((cell) => /\d/.test(cell))).toBe(true);
});

test("what a real sender cannot know is not drawn where it is hidden", () => {
  for (const [id, word] of [
    ["rates", "link rate"],
    ["in_flight", "BDP: path full"],
  ] as const) {
    expect(svgOf(chart(id), NEAR, SMALL, MODEL).includes(word)).toBe(true);
    expect(svgOf(chart(id), { ...NEAR, hidden: true }, SMALL, MODEL).includes(word)).toBe(false);
  }
  const { cx } = stage(chart("in_flight"), { ...NEAR, hidden: true }, SMALL, MODEL);
  expect(chart("in_flight").describe(cx)).not.toContain("BDP 33");
  expect(chart("queue_delay").secret).toBe(true);
});

test("the ribbon has a strip for each flow with phases, their words where there is room, and a key of them", () => {
  const near = svgOf(chart("rates"), { ...NEAR, t0_s: 9.7, t1_s: 10.1 }, SMALL, MODEL);
  expect(near.includes(">Probe RTT<")).toBe(true);
  const { cx, scales } = stage(chart("rates"), NEAR, SMALL, MODEL);
  const [strip] = chart("rates").slots(scales, cx);
  expect([strip?.label, strip?.value, strip?.at !== undefined]).toEqual(["BBR", "Cruise", true]);
  expect(
    chart("rates")
      .strips?.key?.(cx.facts)
      .map(({ word }) => word),
  ).toEqual(["Startup", "Drain", "Probe up", "Probe down", "Cruise", "Probe RTT"]);
  // In a long span the slivers of a cycle are one phase, the longest; what is no part of a cycle stays.
  const whole = svgOf(chart("rates"), {}, { width: 420, height: 130 }, MODEL);
  expect(whole.includes(">Cruise<")).toBe(true);
  expect(whole.includes("Probe up")).toBe(false);
  // A low figure has no strip.
  expect(stage(chart("rates"), NEAR, { width: 420, height: 60 }, MODEL).layout.headroom).toBe(0);
});

test("the RTT chart has the minimum that a flow that models the path holds on to", async () => {
  await loadCharts(["rtt"]);
  const { cx, scales } = stage(chart("rtt"), NEAR, SMALL, MODEL);
  expect(
    chart("rtt")
      .slots(scales, cx)
      .map(({ label, value }) => `${label} ${value}`),
  ).toContain("minimum RTT 40");
  expect(chart("rtt").rows(cx).header).toContain("BBR, minimum RTT");
});

test("a run without rates says so", () => {
  const { cx } = stage(chart("rates"));
  expect(chart("rates").empty(cx.facts)).toContain("No flow of this run is paced");
  expect(chart("rates").empty(MODEL.facts({}))).toContain("first ACKs");
});

test("few marks have their shape, many are bars", () => {
  const few = stage(chart("marks"), { ...NEAR, t1_s: 9.9 }, SMALL, MODEL).cx;
  expect(chart("marks").hits(few).length).toBeGreaterThan(0);
  const many = stage(chart("marks"), {}, SMALL, MODEL).cx;
  expect(chart("marks").hits({ ...many, facts: { ...many.facts, columns: 200 } })).toEqual([]);
});

test("a brief peak leaves the range, and is named", () => {
  const { cx } = stage(chart("marks"), { reading_s: 5 }, SMALL, MODEL);
  expect(chart("marks").domain(cx, 100).max).toBeLessThan(100);
  expect(/↑.?100/.test(svgOf(chart("marks"), {}, { width: 900, height: 200 }, MODEL))).toBe(true);
});

test("a product changes where either factor does, and begins with the later of the two", () => {
  const of = (a: number[], b: number[]): number[] => [
    ...product(Float64Array.from(a), Float64Array.from(b), (x, y) => x * y),
  ];
  expect(of([0, 2, 3, 4], [1, 5, 3, 10, 6, 1])).toEqual([1, 10, 3, 40, 6, 4]);
  expect(of([0, 2], [])).toEqual([]);
});

test("the two queues are in ink: no flow's colour is meant", () => {
  const text = svgOf(chart("queue_delay"), NEAR, SMALL, MODEL);
  for (const color of THEME.flows) expect(text.includes(color)).toBe(false);
});
