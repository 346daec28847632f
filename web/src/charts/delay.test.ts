/** Delay and its distribution, of packets with known delays; the phase plot of windows with known places. */
import { expect, test } from "vitest";
import { nameText, type Points, type SourceName, sourceName } from "../engine/protocol.ts";
import { svgSurface } from "../plot/svg-surface.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { Chart, ChartContext } from "./chart.ts";
import { bandsOf, delayChart } from "./delay.ts";
import { delayCdfChart, sortedDelays } from "./delay-cdf.ts";
import { layoutOf, scalesOf } from "./geometry.ts";
import { fillsOf, pairOf, phaseChart, trailOf } from "./phase.ts";
import { THEME } from "./testing/draw.ts";
import { DUEL, toyFacts } from "./testing/toy.ts";
import { xAxisOf } from "./x-axis.ts";

const look = (name: string, index: number, cross: boolean): FlowLook => ({
  name: sourceName(name),
  index,
  sign: index,
  label: name,
  kind: cross ? "" : "newreno",
  cross,
  start_s: 0,
  stop_s: 80,
});
const FLOWS = [look("a", 0, false), look("b", 1, false), look("call", 2, true)];

function context(series: Record<string, number[]>, over: Partial<RunFacts> = {}): ChartContext {
  const facts = toyFacts(DUEL, {
    flows: FLOWS,
    base_rtt_ms: new Map([
      [sourceName("a"), 40],
      [sourceName("b"), 80],
    ]),
    ...over,
  });
  const get = (source: SourceName, signal: string): Points =>
    Float64Array.from(series[`${nameText(source)}|${signal}`] ?? []);
  return { facts, series: { get }, theme: THEME, held: null };
}

function drawn(chart: Chart, cx: ChartContext): string {
  const options = { small: false, gutter: 150, unit: 1, titled: 20 };
  const layout = layoutOf(chart, cx.facts, { width: 400, height: 160 }, options);
  const scales = scalesOf(layout, xAxisOf(chart).across(chart, cx, []), chart.domain(cx, layout.plotHeight));
  const surface = svgSurface(THEME, 1);
  chart.draw(surface, scales, cx);
  return surface.body();
}

test("the band of a second is from its 20th to its 80th percentile", () => {
  const first = Array.from({ length: 10 }, (_, i) => [0.05 + i / 10, 20 + 10 * i]).flat();
  const bands = bandsOf(Float64Array.from([...first, 1.5, 7]), 1);
  // One packet alone has no percentiles.
  expect(bands).toEqual([{ from_s: 0, to_s: 1, low: 30, high: 90 }]);
});

test("delays are drawn, with the bound for speech where they reach it", () => {
  const calm = context({ "call|one_way_delay_ms": [1, 20, 2, 40, 25.9, 33] });
  expect(drawn(delayChart, calm)).not.toContain("150");
  const late = context({ "call|one_way_delay_ms": [1, 20, 2, 180, 25.9, 33] });
  expect(drawn(delayChart, late)).toContain("150 ms: speech suffers");
  expect(delayChart.slots({ y: () => 0 } as never, late)[0]?.value).toBe("33");
  expect(delayChart.describe(context({}, { flows: FLOWS.slice(0, 2) }))).toContain("no real-time traffic");
});

test("the distribution counts the last minute only", () => {
  const cx = context({ "call|one_way_delay_ms": [1, 500, 21, 30, 22, 20, 79, 40, 79.5, 90] }, { reading_s: 79.2 });
  expect([...sortedDelays(cx, FLOWS[2] as FlowLook)]).toEqual([20, 30, 40]);
  expect(delayCdfChart.across(cx).max).toBe(40);
  expect(drawn(delayCdfChart, cx)).toContain("call");
});

test("the trail goes from change to change of either window, from when both run", () => {
  const cx = context(
    { "a|cwnd_packets": [0, 10, 12, 20, 14, 30], "b|cwnd_packets": [0, 5, 13, 6, 50, 9] },
    { reading_s: 15, computed_s: 80 },
  );
  expect(trailOf(cx)).toEqual([
    [0, 10, 5],
    [12, 20, 5],
    [13, 20, 6],
    [14, 30, 6],
    [15, 30, 6],
  ]);
  expect(drawn(phaseChart, cx)).toContain("link full");
  expect(phaseChart.describe(cx)).toBe("Phase: a 30 packets, b 6 packets.");
});

test("a link of 833 packets a second is full with 33 of 40 ms, or 67 of 80 ms; a full queue adds its own wait", () => {
  const { facts } = context({});
  const fills = fillsOf(facts, pairOf(facts) as [FlowLook, FlowLook]);
  expect(fills?.link.map((end) => Number(end.toFixed(2)))).toEqual([33.33, 66.67]);
  expect(fills?.queue?.map((end) => Number(end.toFixed(2)))).toEqual([117.33, 150.67]);
});

test("one flow alone has no phase", () => {
  const { facts } = context({}, { flows: FLOWS.slice(0, 1) });
  expect(pairOf(facts)).toBeNull();
  expect(phaseChart.empty(facts)).toContain("two flows");
});
