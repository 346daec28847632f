/** Measurements of cross traffic: the durations of fetches, and the RTTs of a ping beside a flow's. */
import { expect, test } from "vitest";
import { nameText, type Points, type SourceName, sourceName } from "../engine/protocol.ts";
import { svgSurface } from "../plot/svg-surface.ts";
import type { ChartContext, TimeChart } from "./chart.ts";
import { layoutOf, scalesOf } from "./geometry.ts";
import { rttChart } from "./rtt.ts";
import { facts, flow } from "./testing/crowd.ts";
import { THEME } from "./testing/draw.ts";
import { transfersChart } from "./transfers.ts";
import { xAxisOf } from "./x-axis.ts";

const FLOWS = [flow("a", 0), flow("page", 1, { cross: true, kind: "" }), flow("call", 2, { cross: true, kind: "" })];

function context(series: Record<string, number[]>): ChartContext {
  const get = (source: SourceName, signal: string): Points =>
    Float64Array.from(series[`${nameText(source)}|${signal}`] ?? []);
  const of = facts(FLOWS, { base_rtt_ms: new Map([[sourceName("a"), 40]]) });
  return { facts: of, series: { get }, theme: THEME, held: null };
}

function drawn(chart: TimeChart, cx: ChartContext): string {
  const layout = layoutOf(
    chart,
    cx.facts,
    { width: 400, height: 160 },
    { small: false, gutter: 150, unit: 1, titled: 20 },
  );
  const scales = scalesOf(layout, xAxisOf(chart).across(chart, cx, []), chart.domain(cx, layout.plotHeight));
  const surface = svgSurface(THEME, 1);
  chart.draw(surface, scales, cx);
  return surface.body();
}

/** Names and values beside the plot. */
const slots = (chart: TimeChart, cx: ChartContext): string[][] =>
  chart.slots({ y: () => 0 } as never, cx).map(({ label, value }) => [label, value]);

test("each complete transfer is a dot at its duration", () => {
  const cx = context({ "page|completed": [1, 0.4, 2, 1.6, 3.5, 0.8] });
  expect(transfersChart.series(cx.facts, 400).map(({ source, signal, mode }) => [source, signal, mode])).toEqual(
    FLOWS.map(({ name }) => [name, "completed", "marks"]),
  );
  expect(transfersChart.domain(cx, 160)).toMatchObject({ min: 0, max: 2 });
  expect(drawn(transfersChart, cx)).not.toBe(drawn(transfersChart, context({})));
  // Only what has completed something is listed.
  expect(slots(transfersChart, cx)).toEqual([["page", "0.80"]]);
  expect(transfersChart.describe(cx)).toBe("Transfer times: page: 3 complete in view, median 0.80 s.");
  expect(transfersChart.rows(cx).header).toHaveLength(2);
  expect(transfersChart.domain(context({}), 160).max).toBe(1);
  expect(transfersChart.describe(context({}))).toContain("A dot appears");
});

test("a ping's RTTs are in the RTT chart, other cross traffic is not", () => {
  const cx = context({ "a|rtt_ms": [3.9, 55], "page|rtt_ms": [3.2, 90] });
  expect(slots(rttChart, cx).map(([label, value]) => `${label} ${value}`)).toContain("page 90");
  expect(slots(rttChart, cx).some(([label]) => label === "call")).toBe(false);
  expect(rttChart.describe(cx)).toContain("page 90 ms");
  // A ping is answered by no ACK.
  const units = [false, true].map((replies) =>
    rttChart.unit({
      ...cx.facts,
      flows: FLOWS.map((each) => ({ ...each, ...(each.cross && replies && { replies }) })),
    }),
  );
  expect(units).toEqual([
    "from sending a packet to its ACK, ms; τmin to τmax of each interval, a",
    "from a packet to its ACK, from a ping to its reply, ms; τmin to τmax of each interval, a",
  ]);
  expect(rttChart.domain(cx, 160).max).toBeGreaterThanOrEqual(90);
  expect(drawn(rttChart, cx)).not.toBe(drawn(rttChart, context({ "a|rtt_ms": [3.9, 55] })));
});
