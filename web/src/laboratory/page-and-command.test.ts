/**
 * The page's numbers are the command's: for every preset and for every case (wasm-core/testing/cases) what *Repeat*, the comparison
 * of two runs and the charts show of a whole run is what the summary says of it. Both print the summary of one program.
 */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { binnedSeries, initSync, quantities } from "../../pkg-figures/sawtooth_wasm_figures.js";
import { byAlgorithm } from "../charts/by-algorithm.ts";
import type { ChartContext, TimeChart } from "../charts/chart.ts";
import { seriesOf } from "../charts/feed.ts";
import { goodputChart } from "../charts/goodput.ts";
import { lossesChart } from "../charts/losses.ts";
import { queueChart } from "../charts/queue.ts";
import { THEME } from "../charts/testing/draw.ts";
import { windowChart } from "../charts/window.ts";
import { measure } from "../compare/measures.ts";
import { testEngine } from "../engine/testing/engine.ts";
import { binsFor, type Form, rowsOf } from "../ensemble/percentiles.ts";
import type { BinnedSeries } from "../ensemble/protocol.ts";
import type { Scales } from "../plot/scale.ts";
import { Player } from "../run_view/player.ts";
import courses from "../session/courses.ts";
import { PRESETS } from "../session/presets.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { Scenario } from "../session/scenario.ts";
import { Session } from "../session/session.ts";

vi.mock("../ui/frame-scheduler.ts", () => ({ frames: { request: () => undefined, cancel: () => undefined } }));

const figures = new URL("../../pkg-figures/sawtooth_wasm_figures_bg.wasm", import.meta.url);
initSync({ module: readFileSync(figures) });

const CASES = new URL("../../../wasm-core/testing/cases/", import.meta.url);
const runs: [string, Scenario][] = [
  ...[...PRESETS, ...courses].map(({ id, scenario }): [string, Scenario] => [id, scenario]),
  ...readdirSync(CASES)
    .filter((file) => file.endsWith(".json"))
    .map((file): [string, Scenario] => [file, JSON.parse(readFileSync(new URL(file, CASES), "utf8"))]),
];

/** More flows than have series of their own, the algorithms in turns, the last of the other kind. */
const crowd = (count: number): [string, Scenario] => [
  `${count} flows`,
  {
    schema: 1,
    duration_s: 4,
    bottleneck: {
      rate_bps: 2e7,
      queue: { limit_packets: 84 },
      loss: { model: "bernoulli", probability: 0.01 },
    },
    flows: Array.from({ length: count }, (_, i) => ({
      name: `f${i}`,
      algorithm: { kind: i < 80 ? "cubic" : "cdg" },
      start_s: i % 2 ? 1 : 0,
    })),
    cross_traffic: Array.from({ length: 3 }, (_, i) => ({ name: `call ${i}`, kind: "voip" })),
  } as unknown as Scenario,
];
runs.push(crowd(100), crowd(300));

/** Of what a chart says only the words are read. */
const scales: Scales = {
  x: (t_s) => t_s,
  y: (value) => value,
  at: (x) => x,
  value: (y) => y,
  width: 400,
  height: 200,
  headroom: 0,
  gutter: 150,
  unit: 1,
};

/** Fields that are read of a summary. */
interface Distribution {
  p50: number;
  p80: number;
  max: number;
  mean: number;
}
interface Counts {
  dropped_queue: number;
  dropped_random: number;
  lost_after_queue: number;
}
interface Summary {
  jain_index: number | null;
  flows: (Counts & {
    goodput_bps: number | null;
    packets_sent: number;
    delay_backoffs: number;
    rtt_ms: Distribution | null;
    completed_s?: number | null;
  })[];
  cross_traffic: (Counts & { sent: number; one_way_delay_ms: Distribution | null })[];
  bottleneck: { queue_packets: Distribution; queue_ms: Distribution };
}

/** A run on the page, computed to its end. */
async function opened(scenario: Scenario) {
  let ended: () => void = () => undefined;
  const whole = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const engine = testEngine((message) => {
    if (message.stream !== "progress") return;
    session.progress(message);
    if (message.digest !== null) ended();
  });
  const document = { scenario, view: { charts: [], focus: null } };
  const session = new Session(engine, document, () => player.renew());
  const player = new Player(engine, session, { onDraw: () => undefined, onEnd: () => undefined });
  expect(await session.open(document)).toBe(true);
  await whole;
  const summary = (await session.summary()) as Summary;
  return { engine, session, summary, facts: player.facts() };
}

/** One run of *Repeat*, under the scenario's own seed. */
function repeated(scenario: Scenario, facts: RunFacts): { form: Form; one: BinnedSeries } {
  const rtt_s = Math.max(...facts.base_rtt_ms.values()) / 1000;
  const bins = binsFor(facts.duration_s, rtt_s, facts.flows.length, 20);
  const meter = { tell: () => undefined } as unknown as Parameters<typeof binnedSeries>[4];
  const sums = binnedSeries(JSON.stringify(scenario), new Uint8Array(), Number(scenario.seed ?? 1), bins, meter);
  const names = JSON.parse(quantities()) as { source: string[]; queue: string[] };
  return { form: { bins, duration_s: facts.duration_s, looks: facts.flows }, one: { sums, ...names } };
}

const lost = (counts: Counts): number => counts.dropped_queue + counts.dropped_random + counts.lost_after_queue;
/** Within a share of the summary's number; null where that has none. */
function same(
  value: number | null | undefined,
  right: number | null | undefined,
  share = 1e-9,
  what = "",
  least = 1e-9,
): void {
  if (right === null || right === undefined) expect(value ?? null, what).toBeNull();
  else
    expect(Math.abs((value ?? Number.NaN) - right), `${what} ${value} ${right}`).toBeLessThanOrEqual(
      share * right + least,
    );
}

describe.each(runs)("%s", (_, scenario) => {
  let run: ReturnType<typeof opened>;
  beforeAll(() => {
    run = opened(scenario);
  });

  test("Repeat shows the summary's numbers", async () => {
    const { summary, facts } = await run;
    const { form, one } = repeated(scenario, facts);
    const rows = rowsOf(form, [one], 0, facts.duration_s);
    const of = (total: string, index: number | null): number | null =>
      rows.find((row) => row.total === total && (row.look?.index ?? null) === index)?.values?.[1] ?? null;
    same(of("queue_delay", null), summary.bottleneck.queue_ms.mean, 1e-3, "queueing delay");
    for (const [i, flow] of summary.flows.entries()) {
      same(of("goodput", i), flow.goodput_bps === null ? null : flow.goodput_bps / 1e6, 1e-9, `goodput ${i}`);
      same(of("delay", i), flow.rtt_ms?.mean, 1e-3, `RTT ${i}`);
      if (flow.packets_sent > 0) same(of("loss", i), (100 * lost(flow)) / flow.packets_sent, 1e-2, `loss ${i}`);
    }
    for (const [i, cross] of summary.cross_traffic.entries())
      same(of("delay", summary.flows.length + i), cross.one_way_delay_ms?.mean, 1e-3, `delay ${i}`);
  });

  test("two runs side by side are compared by the summary's numbers", async () => {
    const { engine, summary, facts } = await run;
    const measured = await measure(engine, facts.flows, 0, facts.duration_s);
    for (const [i, flow] of summary.flows.entries()) {
      same(measured.goodput[i], flow.goodput_bps === null ? null : flow.goodput_bps / 1e6, 1e-9, `goodput ${i}`);
      expect(measured.backoffs[i]).toBe(flow.delay_backoffs);
    }
    const dropped = [...summary.flows, ...summary.cross_traffic].reduce((sum, each) => sum + each.dropped_queue, 0);
    expect(measured.drops).toBe(dropped);
    for (const [i, cross] of summary.cross_traffic.entries())
      same(measured.delays[i], cross.one_way_delay_ms?.p80, 1e-3, `delay ${i}`);
    // Within one of 4000 columns it is not known for how long each length lasted.
    const { p50, p80, max } = summary.bottleneck.queue_packets;
    for (const [i, right] of [p50, p80].entries())
      expect(Math.abs((measured.queue[i] ?? Number.NaN) - right)).toBeLessThanOrEqual(Math.max(1, 0.01 * max));
  });

  test("the queue's chart and the losses count what the summary counts, and the stack's parts are the queue", async () => {
    const { engine, summary, facts } = await run;
    const whole = { ...facts, t0_s: 0, t1_s: facts.duration_s, reading_s: facts.duration_s };
    const charts = [queueChart, lossesChart].map((chart) => byAlgorithm(chart as TimeChart));
    const series = charts.flatMap((chart) => chart.series(whole, 400));
    const frame = await engine.ask("view", { t0_s: 0, t1_s: facts.duration_s, columns: 400, series });
    const cx = (reading_s: number): ChartContext => ({
      facts: { ...whole, reading_s },
      series: seriesOf(series, frame.series),
      theme: THEME,
    });
    const all = [...summary.flows, ...summary.cross_traffic];
    const of = (field: "dropped_queue" | "dropped_random" | "lost_after_queue"): number =>
      all.reduce((sum, each) => sum + each[field], 0);
    const [queue, losses] = charts as [TimeChart, TimeChart];
    const values = losses.slots(scales, cx(facts.duration_s)).map(({ value }) => Number(value.replaceAll(/\D/g, "")));
    expect(values).toEqual([of("dropped_random") + of("lost_after_queue"), of("dropped_queue")]);
    const said = /in view: ([\d\s,.]+)\./.exec(queue.describe(cx(facts.duration_s)))?.[1] ?? "";
    expect(Number(said.replaceAll(/\D/g, ""))).toBe(of("dropped_queue"));
    for (const row of queue.rows(cx(facts.duration_s)).rows) {
      const numbers = row.slice(1).map(Number);
      const parts = numbers.slice(2).filter(Number.isFinite);
      // Each part has a digit.
      if (parts.length > 0)
        same(
          parts.reduce((sum, part) => sum + part, 0),
          numbers[0] ?? 0,
          0,
          `${row[0]} s`,
          0.06 * parts.length,
        );
    }
  });

  test("charts end a transfer when it is complete, and have Jain's index when the summary has one", async () => {
    const { engine, summary, facts } = await run;
    const series = [...goodputChart.series(facts, 400), ...windowChart.series(facts, 400)];
    const frame = await engine.ask("view", { t0_s: 0, t1_s: facts.duration_s, columns: 400, series });
    const at = (reading_s: number): ChartContext => ({
      facts: { ...facts, reading_s, t0_s: 0, t1_s: facts.duration_s },
      series: seriesOf(series, frame.series),
      theme: THEME,
    });
    const flows = facts.flows.filter((flow) => !flow.cross);
    for (const [i, { completed_s }] of summary.flows.entries()) {
      if (completed_s == null) continue;
      expect(flows[i]?.stop_s).toBe(completed_s);
      const after = at(completed_s + 1e-3);
      for (const chart of [windowChart, goodputChart]) {
        const label = chart.slots(scales, after).find((slot) => slot.flow === flows[i]?.name);
        expect(label?.value ?? "–").toBe("–");
        const { rows } = chart.rows(after);
        for (const row of rows)
          if (Number(row[0]) > completed_s + 1e-3) expect(row[i + 1], `${chart.id} ${row[0]}`).toBe("–");
      }
    }
    const forward = flows.filter((flow) => !flow.reverse);
    if (forward.length < 2) return;
    const [from, to] = [
      Math.max(...forward.map((flow) => flow.start_s)),
      Math.min(...forward.map((flow) => flow.stop_s)),
    ];
    expect(summary.jain_index === null).toBe(to <= from);
    for (let k = 0; k <= 50; k++) {
      const t_s = (k / 50) * facts.duration_s;
      const index = goodputChart.slots(scales, at(t_s)).at(-1)?.value;
      if (t_s < from + 1 || t_s > to) expect(index, `${t_s} s`).toBe("–");
      else expect(index, `${t_s} s`).toMatch(/\d/);
    }
  });
});
