/** Each chart drawn as SVG from made-up data, and what it says in words. */
import { expect, test } from "vitest";
import { BOTTLENECK, type SeriesRequest } from "../engine/protocol.ts";
import { has } from "../i18n/catalogue.ts";
import { marksOf } from "./chart.ts";
import { CHARTS, chartOf, listed, loadCharts, OPEN_AT_FIRST } from "./registry.ts";
import { stage, svgOf } from "./testing/draw.ts";
import { xAxisOf } from "./x-axis.ts";

/** Few pixels, so that a snapshot can be read. */
const SMALL = { width: 250, height: 84 };
const WHEN = { t0_s: 11.5, t1_s: 12.9, reading_s: 12.6, playhead_s: 12.6 };

await loadCharts(CHARTS.map((each) => each.id));

for (const each of CHARTS) {
  const chart = chartOf(each.id) as NonNullable<ReturnType<typeof chartOf>>;

  test(`${each.id} is the chart that its line in the list says`, () => {
    expect([chart.id, chart.axis]).toEqual([each.id, each.axis]);
  });

  test(`${chart.id} draws the same picture`, () => {
    expect(svgOf(chart, WHEN, SMALL)).toMatchSnapshot();
  });

  test(`${chart.id} has words, numbers and a range that holds its ticks`, () => {
    const { cx, layout, scales } = stage(chart, WHEN);
    expect(has(`chart.${chart.id}`)).toBe(true);
    expect(chart.describe(cx)).not.toMatch(/chart\.|\{/);
    expect(chart.empty(cx.facts)).toMatch(/\.$/);
    const domain = chart.domain(cx, layout.plotHeight);
    for (const tick of domain.ticks) {
      expect(tick).toBeGreaterThanOrEqual(domain.min);
      expect(tick).toBeLessThanOrEqual(domain.max);
    }
    for (const row of chart.rows(cx).rows) expect(row).toHaveLength(chart.rows(cx).header.length);
    for (const slot of xAxisOf(chart).slots(chart, scales, cx))
      expect(slot.label + slot.value).not.toMatch(/chart\.|NaN|undefined/);
    for (const hit of marksOf(chart)?.hits(cx) ?? []) expect(has(`chart.mark.${hit.signal}`), hit.signal).toBe(true);
  });

  test(`${chart.id} asks for nothing of the queue where that is hidden, unless it is secret`, () => {
    const { facts } = stage(chart, { ...WHEN, hidden: true }).cx;
    const asked = chart.secret ? [] : chart.series({ ...facts, discipline: "codel" }, SMALL.width);
    // Losses and marks are the flows' own events, and so are their totals.
    const isSecret = ({ source, signal }: SeriesRequest): boolean =>
      (source === BOTTLENECK && !/^(dropped|lost|marked)_packets$/.test(signal)) || signal === "one_way_delay_ms";
    expect(asked.filter(isSecret)).toEqual([]);
  });

  test(`${chart.id} draws nothing wrong before the first packet`, () => {
    const text = svgOf(chart, { computed_s: 0, t0_s: 0, t1_s: 10, reading_s: 0, playhead_s: 0 });
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });
}

test("a range once shown holds what it held", () => {
  for (const id of ["rtt", "gradient", "goodput"]) {
    const chart = chartOf(id) as NonNullable<ReturnType<typeof chartOf>>;
    const { cx } = stage(chart, { t0_s: 0, t1_s: 60 });
    const wide = chart.domain(cx, 100);
    const near = stage(chart, { t0_s: 0, t1_s: 3 }).cx;
    const held = chart.domain({ ...near, held: { min: wide.min, max: wide.max } }, 100);
    expect([held.min, held.max], id).toEqual([wide.min, wide.max]);
    expect(chart.domain({ ...near, held: { min: held.min, max: held.max } }, 100).max, id).toBe(held.max);
  }
});

test("the charts open at first exist", () => {
  for (const id of OPEN_AT_FIRST) expect(listed(id)).toBeDefined();
});
