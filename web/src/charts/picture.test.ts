/** Charts as pictures to take away, drawn from made-up data. */
import { expect, test } from "vitest";
import { num } from "../i18n/catalogue.ts";
import type { Chart, Overlay, TimeChart } from "./chart.ts";
import { pictureOf } from "./picture.ts";
import { CHARTS } from "./registry.ts";
import { stage } from "./testing/draw.ts";

for (const chart of await Promise.all(CHARTS.map((each) => each.load()))) {
  test(`${chart.id} as a picture has title, axis, values and caption, and nothing wrong in it`, () => {
    const { cx } = stage(chart, { t0_s: 8, t1_s: 20, reading_s: 13, playhead_s: 13 });
    const svg = pictureOf(chart, cx, { title: "A run & <more>", caption: ["10 Mbit/s, seed 1", "x".repeat(400)] });
    expect(svg).not.toMatch(/NaN|Infinity|undefined|chart\./);
    expect(svg).toContain("A run &amp; &lt;more&gt;");
    expect(svg).toContain("10 Mbit/s, seed 1");
    const [, width, height] = /<svg [^>]*width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    expect(Number(width)).toBe(900);
    expect(Number(height)).toBeGreaterThan(300);
    if (chart.axis === "time")
      for (const slot of chart.slots({ ...stage(chart).scales }, cx))
        expect(svg).toContain(slot.label.replace("&", "&amp;"));
  });
}

test("a picture has what lies over the run: its drawing, its values beside the others, and the ruler", async () => {
  const chart = (await CHARTS.find((each) => each.id === "cwnd")?.load()) as TimeChart;
  const { cx } = stage(chart, { t0_s: 8, t1_s: 20, reading_s: 13, playhead_s: 13 });
  const own = { ...cx, facts: { ...cx.facts, split: true } };
  const overlay: Overlay = {
    key: "test",
    draw: (_, surface, scales) => surface.text(scales.x(10), 5, "laid over it", { color: "red" }),
    // Higher than all that the chart draws itself.
    top: () => 450,
    slots: (_, slots) => slots.map((slot) => ({ ...slot, other: "77" })),
  };
  const around = { title: "A run", caption: [] };
  const svg = pictureOf(chart, own, around, [{ overlay, cx: own }], [9, 10, 11.5, 40]);
  expect(svg).toContain("laid over it");
  expect(svg.match(/>77</g)?.length).toBe(chart.slots({ ...stage(chart).scales }, cx).length);
  expect(svg).toContain(">A<");
  expect(svg).toContain(">B<");
  expect(svg).toContain(">400<");
  expect(svg).toMatch(/Δt 2\.5\u202fs, Δy 30/);
  expect(pictureOf(chart, cx, around)).not.toMatch(/>77<|Δt|>B</);
});

test("what is not played yet is as thin in a picture as on the screen", async () => {
  const chart = (await CHARTS.find((each) => each.id === "cwnd")?.load()) as TimeChart;
  /** How many lines are bold, and how many thin. */
  const at = (playhead_s: number): [number, number] => {
    const { cx } = stage(chart, { t0_s: 8, t1_s: 20, reading_s: 13, playhead_s });
    const svg = pictureOf(chart, cx, { title: "A run", caption: [] });
    const count = (width: number): number => svg.split(`stroke-width="${width}"`).length - 1;
    return [count(2.3), count(1.3)];
  };
  const [[past, few], [none, all]] = [at(20), at(8)];
  expect(past).toBeGreaterThan(0);
  expect(all).toBeGreaterThan(few);
  expect(none).toBe(0);
  // Both are drawn, each up to the playhead or from it on.
  expect(at(13)).toEqual([past, few + all]);
});

test("a picture keeps the range of the screen", async () => {
  const chart = (await CHARTS.find((each) => each.id === "cwnd")?.load()) as Chart;
  const { cx } = stage(chart, { t0_s: 8, t1_s: 20 });
  const around = { title: "A run", caption: [] };
  expect(pictureOf(chart, { ...cx, held: { min: 0, max: 1000 }, must: true }, around)).toContain(`>${num(1000)}<`);
});

test.each(["queue", "delay_cdf"])("a picture of %s reveals nothing of what is hidden", async (id) => {
  const chart = (await CHARTS.find((each) => each.id === id)?.load()) as Chart;
  const { cx } = stage(chart, { t0_s: 8, t1_s: 20, reading_s: 13 });
  const around = { title: "A run", caption: [] };
  const hidden = pictureOf(chart, { ...cx, facts: { ...cx.facts, hidden: true } }, around, [], [9, 10, 11.5, 40]);
  expect(hidden).toContain("Hidden: a real sender cannot know this.");
  expect(hidden).not.toMatch(/Δ/);
  const numbers = (svg: string): string[] => [...svg.matchAll(/>(\d[^<]*)</g)].map((match) => match[1] ?? "");
  const times = chart.axis === "time" ? ["8", "10", "12", "14", "16", "18", "20"] : [];
  expect(numbers(hidden)).toEqual(times);
  expect(numbers(pictureOf(chart, cx, around)).length).toBeGreaterThan(times.length + 2);
});
