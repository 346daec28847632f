/** A chart's file: the series of every flow. Not here: its form (wide-csv.test.ts). */
import { expect, test } from "vitest";
import type { Chart } from "../charts/chart.ts";
import { chartOf, loadCharts, STAGE } from "../charts/registry.ts";
import { sourceName } from "../engine/protocol.ts";
import { factsOf, looksOf } from "../session/facts.ts";
import { tables } from "../session/setting-tables.ts";
import { seriesInFile } from "./exports.ts";

test("the file of window and queue has the losses of every flow, not of the one in focus alone", async () => {
  await loadCharts([STAGE]);
  const names = ["one", "two", "three", "four"];
  const settings = {
    bottleneck: { rate_bps: 1e6, queue: { discipline: "drop_tail", limit_packets: 10 } },
    flows: names.map((name) => ({ name, algorithm: { kind: "newreno" } })),
  };
  const times = { playhead_s: 0, reading_s: 0, computed_s: 9, duration_s: 9, t0_s: 0, t1_s: 9 };
  const looks = looksOf(settings, 9, tables);
  const facts = factsOf(settings, looks, { ...times, focus: sourceName("two"), old_g_ms: null });
  const series = seriesInFile(chartOf(STAGE) as Chart, facts);
  for (const signal of ["cwnd_packets", "ssthresh_packets", "window_cut", "recovery_start", "timeout"]) {
    const sources = series.filter((each) => each.signal === signal).map(({ source }) => source);
    expect(sources.toSorted(), signal).toEqual(names.toSorted());
  }
});
