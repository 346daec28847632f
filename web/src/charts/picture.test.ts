/** Charts as pictures to take away, drawn from made-up data. */
import { expect, test } from "vitest";
import { lines, pictureOf } from "./picture.ts";
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

test("a caption breaks at spaces, an address anywhere", () => {
  expect(lines("aaa bbb ccc", 7)).toEqual(["aaa bbb", "ccc"]);
  expect(lines("x".repeat(20), 8)).toEqual(["xxxxxxxx", "xxxxxxxx", "xxxx"]);
});
