/**
 * Phase: one flow's window against another's over the whole run, the last ten seconds as a trail that grows darker, and where the two would
 * be equal, fill the link, fill the queue. A rate-based flow counts by the packets that its rate amounts to. Two flows: the
 * one in focus and the one after it. Not here: windows over time (window.ts).
 */
import "../i18n/rare-charts.ts";
import type { Points, SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { indexAt, valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { axisTicks } from "../plot/ticks.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { ChartContext, OwnAxisChart } from "./chart.ts";
import { labelOf, senders } from "./flow-styles.ts";
import { windowSignal } from "./kinds.ts";
import { levelRequest } from "./marks.ts";
import { OWN_AXIS, windowTop } from "./range.ts";
import { reading } from "./readings.ts";

/** Age from which on points are drawn alike, s. */
const MEMORY_S = 10;
/** Number of pieces of the trail, each darker than the one before. */
const PIECES = 10;
/** The palest piece. */
const PALE = 0.12;
/** Rows of the table. */
const ROWS = 40;

/** The two flows, or null where there are fewer. */
export function pairOf(facts: RunFacts): [FlowLook, FlowLook] | null {
  const flows = senders(facts);
  if (flows.length < 2) return null;
  const at = flows.findIndex((flow) => flow.name === facts.focus);
  // The one that is first in the document is on the level axis, whichever of two has the focus.
  const first = at < 0 ? 0 : flows.length === 2 ? 0 : at;
  return [flows[first] as FlowLook, flows[(first + 1) % flows.length] as FlowLook];
}

const lineOf = (cx: ChartContext, flow: FlowLook): Points => cx.series.get(flow.name, windowSignal(flow.kind), "line");

/** Where the two were at each change of either while both run: t, x, y. */
export function trailOf(cx: ChartContext): [number, number, number][] {
  const pair = pairOf(cx.facts);
  if (!pair) return [];
  const { reading_s } = cx.facts;
  const [a, b] = pair.map((flow) => lineOf(cx, flow)) as [Points, Points];
  const from = Math.max(pair[0].start_s, pair[1].start_s);
  const to = Math.min(reading_s, pair[0].stop_s, pair[1].stop_s, cx.facts.computed_s);
  const trail: [number, number, number][] = [];
  const put = (t_s: number): void => {
    const x = valueAt(a, t_s);
    const y = valueAt(b, t_s);
    if (x !== null && y !== null) trail.push([t_s, x, y]);
  };
  if (!(from <= to)) return trail;
  put(from);
  let i = indexAt(a, from) + 1;
  let j = indexAt(b, from) + 1;
  for (;;) {
    const next = Math.min(a[2 * i] ?? Number.POSITIVE_INFINITY, b[2 * j] ?? Number.POSITIVE_INFINITY);
    if (!(next <= to)) break;
    while ((a[2 * i] ?? Number.POSITIVE_INFINITY) <= next) i++;
    while ((b[2 * j] ?? Number.POSITIVE_INFINITY) <= next) j++;
    put(next);
  }
  put(to);
  return trail;
}

/**
 * The windows with which two flows alone just fill the link, and the queue too, as the two ends of a line: x alone, y alone.
 * Each sends its window once in its round trip: x / RTT1 + y / RTT2 = rate in packets; a full queue lengthens both trips.
 */
export function fillsOf(
  facts: RunFacts,
  pair: readonly [FlowLook, FlowLook],
): { link: Ends; queue: Ends | null } | null {
  if (senders(facts).length !== 2 || facts.hidden) return null;
  const rate = facts.rate_bps / (8 * facts.packet_bytes);
  const limit = facts.limit_packets ?? (facts.limit_bytes === null ? null : facts.limit_bytes / facts.packet_bytes);
  const ends = (wait_s: number): Ends =>
    pair.map((flow) => rate * ((facts.base_rtt_ms.get(flow.name) ?? 0) / 1000 + wait_s)) as Ends;
  return { link: ends(0), queue: limit === null ? null : ends(limit / rate) };
}
type Ends = [number, number];

function topOf(cx: ChartContext): number {
  let max = 10;
  for (const [, x, y] of trailOf(cx)) max = Math.max(max, x, y);
  const pair = pairOf(cx.facts);
  const fills = pair && fillsOf(cx.facts, pair);
  // The link's line is the measure of everything: it is always in view.
  if (fills) max = Math.max(max, ...fills.link);
  return windowTop(max);
}

export const phaseChart: OwnAxisChart = {
  id: "phase",
  axis: "own",
  flex: 1.3,
  memory_s: Number.POSITIVE_INFINITY,
  unit(facts) {
    const pair = pairOf(facts);
    return pair
      ? translate("chart.phase.unit", { x: labelOf(pair[0]), y: labelOf(pair[1]) })
      : translate("chart.phase.unit.none");
  },
  empty: (facts) => translate(pairOf(facts) ? "chart.phase.empty" : "chart.phase.none"),

  series(facts): SeriesRequest[] {
    const pair = pairOf(facts);
    return (pair ?? []).map((flow) => levelRequest(flow.name, windowSignal(flow.kind)));
  },

  across(cx) {
    const max = topOf(cx);
    const pair = pairOf(cx.facts);
    const label = pair ? translate("chart.phase.axis", { flow: labelOf(pair[0]) }) : "";
    return { min: 0, max, ticks: axisTicks(0, max, OWN_AXIS), format: (value) => num(value), label };
  },

  domain(cx, height) {
    const max = topOf(cx);
    return { min: 0, max, ticks: axisTicks(0, max, height), format: (value) => num(value) };
  },

  draw(surface, scales, cx) {
    const pair = pairOf(cx.facts);
    if (!pair) return;
    surface.clip(0, -1, scales.width + 1, scales.height + 2, () => {
      drawGuides(surface, scales, cx, pair);
      drawTrail(surface, scales, cx);
    });
  },

  describe(cx) {
    const pair = pairOf(cx.facts);
    const last = trailOf(cx).at(-1);
    if (!pair) return translate("chart.phase.none");
    return translate("chart.phase.describe", {
      x: labelOf(pair[0]),
      y: labelOf(pair[1]),
      a: reading(last?.[1] ?? null, 0),
      b: reading(last?.[2] ?? null, 0),
    });
  },

  rows(cx) {
    const pair = pairOf(cx.facts);
    const trail = trailOf(cx);
    const every = Math.max(1, Math.ceil(trail.length / ROWS));
    return {
      header: [translate("chart.time"), ...(pair ?? []).map((flow) => labelOf(flow))],
      rows: pair
        ? trail.filter((_, i) => i % every === 0).map(([t, x, y]) => [num(t, 3, 3), reading(x, 1), reading(y, 1)])
        : [],
    };
  },
};

/** The three lines, each with its name on it. */
function drawGuides(surface: Surface, scales: Scales, cx: ChartContext, pair: readonly [FlowLook, FlowLook]): void {
  const { theme, facts } = cx;
  const { unit } = scales;
  const top = topOf(cx);
  const style = { color: theme.ctl, width: unit } as const;
  const words = { color: theme.ink2, halo: theme.plate } as const;
  surface.polyline([scales.x(0), scales.y(0), scales.x(top), scales.y(top)], { ...style, dash: [2 * unit, 2 * unit] });
  const roomy = scales.width > 180 * unit && scales.height > 70 * unit;
  if (roomy) {
    const near = { x: scales.x(0.93 * top), y: scales.y(0.93 * top) };
    surface.text(near.x, near.y + 14 * unit, translate("chart.phase.equal"), { ...words, near, align: "right" });
  }
  const fills = fillsOf(facts, pair);
  const lines: [Ends | null, string][] = [
    [fills?.link ?? null, "chart.phase.link"],
    [fills?.queue ?? null, "chart.phase.queue"],
  ];
  for (const [ends, key] of lines) {
    if (!ends) continue;
    surface.polyline([scales.x(ends[0]), scales.y(0), scales.x(0), scales.y(ends[1])], style);
    // On the line itself, where it is in view: a tenth of its way from the upright axis.
    const at = [0.1 * ends[0], 0.9 * ends[1]] as const;
    const on = at[1] < top ? at : ([((ends[1] - 0.85 * top) / ends[1]) * ends[0], 0.85 * top] as const);
    if (!roomy || on[0] >= top) continue;
    const near = { x: scales.x(on[0]), y: scales.y(on[1]) };
    surface.text(near.x + 6 * unit, near.y - 9 * unit, translate(key), { ...words, near });
  }
}

/** The trail, darker towards now, and a dot where the two are. */
function drawTrail(surface: Surface, scales: Scales, cx: ChartContext): void {
  const trail = trailOf(cx);
  const { reading_s } = cx.facts;
  let piece: number[] = [];
  let shade = -1;
  const flush = (): void => {
    if (piece.length < 4) return;
    const alpha = PALE + ((1 - PALE) * (shade + 1)) / PIECES;
    surface.polyline(piece, { color: cx.theme.ink, width: 1.5 * scales.unit, alpha });
  };
  for (const [t_s, x, y] of trail) {
    const age = (reading_s - t_s) / MEMORY_S;
    const next = Math.min(PIECES - 1, Math.max(0, Math.floor((1 - age) * PIECES)));
    const point = [scales.x(x), scales.y(y)];
    if (next !== shade) {
      piece.push(...point);
      flush();
      piece = [];
      shade = next;
    }
    piece.push(...point);
  }
  flush();
  const head = trail.at(-1);
  if (head) surface.mark(scales.x(head[1]), scales.y(head[2]), "dot", { color: cx.theme.ink, size: 7 * scales.unit });
}
