/**
 * What two branches of a split run came to, from the fork to the playhead: goodput, queue, drops, delay of calls, backoffs, and B less A.
 * Measured on views of both runs. Not here: the branches themselves (laboratory/fork-view.ts).
 */
import "../design/differences.css";
import { html, nothing, type TemplateResult } from "lit";
import { BOTTLENECK, type Frame, type Points, type SeriesRequest } from "../engine/protocol.ts";
import { num, say } from "../i18n/catalogue.ts";
import { indexAt } from "../plot/points.ts";
import { quantileOf } from "../plot/ticks.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Engine } from "../session/session.ts";

/** One line of the table; null where a branch has none. */
export interface Difference {
  label: string;
  a: number | null;
  b: number | null;
  unit: string;
  digits: number;
}

/** Levels of the queue are weighed by time on so many columns, extremes kept. */
const COLUMNS = 4000;
const MARKS = 100_000;
/** Percentiles that the papers' figures draw. */
const SHARES = [0.5, 0.8];
/** Of a call: what four of five packets take at most. */
const DELAY_SHARE = 0.8;

/** The share `q` (0 to 1) of a level, weighed by the time that it held within a span; null where nothing is known of it. */
export function timeQuantile(points: Points, t0_s: number, t1_s: number, q: number): number | null {
  const held: [number, number][] = [];
  let whole = 0;
  for (let i = Math.max(0, indexAt(points, t0_s)); 2 * i < points.length; i++) {
    const from = Math.max(t0_s, points[2 * i] as number);
    const to = Math.min(t1_s, points[2 * i + 2] ?? t1_s);
    if (from >= t1_s) break;
    const value = points[2 * i + 1] as number;
    if (!(to > from) || !Number.isFinite(value)) continue;
    held.push([value, to - from]);
    whole += to - from;
  }
  held.sort((a, b) => a[0] - b[0]);
  let sum = 0;
  for (const [value, time] of held) {
    sum += time;
    if (sum >= q * whole * (1 - 1e-12)) return value;
  }
  return null;
}

function wanted(looks: readonly FlowLook[]): SeriesRequest[] {
  const flows = looks.filter((look) => !look.cross);
  return [
    { source: BOTTLENECK, signal: "queue_packets", mode: "line" },
    ...flows.map((look): SeriesRequest => ({ source: look.name, signal: "delivered_bytes", mode: "line" })),
    ...flows.map(
      (look): SeriesRequest => ({ source: look.name, signal: "delay_backoff", mode: "marks", limit: MARKS }),
    ),
    ...looks.map((look): SeriesRequest => ({ source: look.name, signal: "drop_queue", mode: "marks", limit: MARKS })),
    ...looks
      .filter((look) => look.cross)
      .map((look): SeriesRequest => ({ source: look.name, signal: "one_way_delay_ms", mode: "marks", limit: MARKS })),
  ];
}

interface Measured {
  goodput: (number | null)[];
  backoffs: number[];
  queue: (number | null)[];
  drops: number;
  /** Of each call: what its packets take at most, four of five, ms. */
  delays: (number | null)[];
}

/** Mean goodput over a span, Mbit/s, of the line of `delivered_bytes` over it; null where there is none. */
export function meanGoodput(points: Points | undefined, t0_s: number, t1_s: number): number | null {
  const first = points?.[1];
  const last = points?.at(-1);
  return first === undefined || last === undefined ? null : ((last - first) * 8e-6) / (t1_s - t0_s);
}

function measure(frame: Frame, looks: readonly FlowLook[], t0_s: number, t1_s: number): Measured {
  const flows = looks.filter((look) => !look.cross).length;
  const count = (points: Points | undefined): number => (points?.length ?? 0) / 2;
  const of = (i: number): Points => frame.series[i] ?? new Float64Array(0);
  const goodput = Array.from({ length: flows }, (_, i) => meanGoodput(of(1 + i), t0_s, t1_s));
  const backoffs = Array.from({ length: flows }, (_, i) => count(of(1 + flows + i)));
  const drops = looks.reduce((sum, _, i) => sum + count(of(1 + 2 * flows + i)), 0);
  const delays = looks
    .filter((look) => look.cross)
    .map((_, i) => {
      const values = of(1 + 2 * flows + looks.length + i).filter((_, k) => k % 2 === 1);
      return values.length > 0 ? quantileOf([...values], DELAY_SHARE) : null;
    });
  return { goodput, backoffs, drops, delays, queue: SHARES.map((share) => timeQuantile(of(0), t0_s, t1_s, share)) };
}

/** Compares two runs over a span that both are computed to. */
export async function differences(
  a: Engine,
  b: Engine,
  looks: readonly FlowLook[],
  t0_s: number,
  t1_s: number,
): Promise<Difference[]> {
  const request = { t0_s, t1_s, columns: COLUMNS, series: wanted(looks) };
  const [frameA, frameB] = await Promise.all([a.ask("view", request), b.ask("view", request)]);
  const [x, y] = [frameA, frameB].map((frame) => measure(frame, looks, t0_s, t1_s)) as [Measured, Measured];
  const flows = looks.filter((look) => !look.cross);
  const rows: Difference[] = flows.map((look, i) => ({
    label: say("fork.goodput", { flow: look.label }),
    a: x.goodput[i] ?? null,
    b: y.goodput[i] ?? null,
    unit: "Mbit/s",
    digits: 2,
  }));
  SHARES.forEach((share, i) => {
    const label = say(share === 0.5 ? "fork.queue.median" : "fork.queue.share", { share: num(100 * share) });
    rows.push({ label, a: x.queue[i] ?? null, b: y.queue[i] ?? null, unit: say("control.unit.pkt"), digits: 0 });
  });
  rows.push({ label: say("fork.drops"), a: x.drops, b: y.drops, unit: "", digits: 0 });
  const calls = looks.filter((look) => look.cross);
  calls.forEach((look, i) => {
    const [p, q] = [x.delays[i] ?? null, y.delays[i] ?? null];
    const label = say("fork.delay", { flow: look.label, share: num(100 * DELAY_SHARE) });
    if (p !== null || q !== null) rows.push({ label, a: p, b: q, unit: "ms", digits: 1 });
  });
  flows.forEach((look, i) => {
    const [p, q] = [x.backoffs[i] ?? 0, y.backoffs[i] ?? 0];
    if (p + q > 0) rows.push({ label: say("fork.backoffs", { flow: look.label }), a: p, b: q, unit: "", digits: 0 });
  });
  return rows;
}

/** A difference with its sign. */
function signed(row: Difference): string {
  if (row.a === null || row.b === null) return "–";
  // Of the numbers as they are read: who takes one from the other finds it.
  const read = (value: number): number => Number(value.toFixed(row.digits));
  const difference = read(row.b) - read(row.a);
  const text = num(difference, row.digits, row.digits);
  return difference > 0 ? `+${text}` : text;
}

/** The table. */
export function differenceTable(rows: readonly Difference[], caption: string): TemplateResult {
  const value = (row: Difference, of: number | null): string => (of === null ? "–" : num(of, row.digits, row.digits));
  return html`<table class="differences">
    <caption class="unseen">${caption}</caption>
    <thead><tr><td></td><th scope="col">A</th><th scope="col">B</th><th scope="col">B − A</th></tr></thead>
    <tbody>${rows.map(
      (
        row,
      ) => html`<tr><th scope="row">${row.label}${row.unit ? html`, <small>${row.unit}</small>` : nothing}</th><td>${value(row, row.a)}</td><td>${value(row, row.b)}</td>
        <td><b>${signed(row)}</b>${row.unit ? `\u202f${row.unit}` : ""}</td></tr>`,
    )}</tbody>
  </table>`;
}
