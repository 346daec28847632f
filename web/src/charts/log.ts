/**
 * Log: what happened, a line for each event, the latest first: time, shape, whose, what. Like events of a flow that follow
 * each other faster than ten a second are one line with their number. A mark leads to its moment and to Why?, as in the
 * other charts. Not here: the words of a rule (web/src/why).
 */
import "../i18n/rare-charts.ts";
import { nameText, type SeriesRequest } from "../engine/protocol.ts";
import { num, translate } from "../i18n/catalogue.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { ChartContext, Hit, Marked, OwnAxisChart } from "./chart.ts";
import { colorOf, labelOf, senders, sourcesOf, unitOfFirst } from "./flow-styles.ts";
import { markWord } from "./kinds.ts";
import { collect, markRequest } from "./marks.ts";

/** Events of so long before the reading are listed, s. */
const MEMORY_S = 30;
/** Like events nearer than this are one line, s. */
const APART_S = 0.1;
/** Lines at most, and the height of one, px. */
const MOST = 40;
const LINE = 18;
/** Where things are in a line, px from the plot: the time ends (it begins in the gutter, which has no ticks here), the shape, the flow's name; the event after the name. */
const AT = { time: 20, mark: 35, flow: 48 };
const LETTER = 7.5;

/** Decisions of senders, and what befell anybody's packets. */
const OF_SENDERS = ["delay_backoff", "window_cut", "window_undo", "loss_tolerated", "timeout"];
const OF_PACKETS = ["drop_queue", "drop_random", "lost_after_queue", "mark"];

/** Like events in a row: the first of them, and how many. */
interface Line {
  hit: Hit;
  n: number;
}

/** Facts that a sender cannot know are left out where they are hidden. */
const packets = (cx: ChartContext): readonly string[] => (cx.facts.hidden ? [] : OF_PACKETS);

/** The lines up to the reading, in order of time. */
export function linesOf(cx: ChartContext): Line[] {
  const { reading_s, flows } = cx.facts;
  // Its own stretch of time, whatever the others show.
  const own = { ...cx, facts: { ...cx.facts, t0_s: reading_s - MEMORY_S, t1_s: reading_s } };
  const sources = sourcesOf(flows);
  const hits = [
    ...collect(
      own,
      sources.filter(({ cross }) => !cross),
      OF_SENDERS,
    ),
    ...collect(own, sources, packets(cx)),
  ];
  const instant = ({ flow, t_s }: Hit): string => `${nameText(flow)} ${t_s}`;
  // A timer that ran out cuts the window, too: that is one decision.
  const timeouts = new Set(hits.filter(({ signal }) => signal === "timeout").map(instant));
  const lines: Line[] = [];
  const open = new Map<string, { line: Line; last_s: number }>();
  for (const hit of hits.sort((a, b) => a.t_s - b.t_s)) {
    if (hit.signal === "window_cut" && timeouts.has(instant(hit))) continue;
    const key = `${hit.signal} ${nameText(hit.flow)}`;
    const before = open.get(key);
    if (before && hit.t_s - before.last_s < APART_S) {
      before.line.n++;
      before.last_s = hit.t_s;
      continue;
    }
    const line = { hit, n: 1 };
    lines.push(line);
    open.set(key, { line, last_s: hit.t_s });
  }
  return lines.slice(-MOST);
}

const flowOf = (cx: ChartContext, hit: Hit): FlowLook | undefined =>
  cx.facts.flows.find(({ name }) => name === hit.flow);

function whatOf(cx: ChartContext, { hit, n }: Line): string {
  const what = markWord(cx.facts, hit);
  return n === 1 ? what : translate("chart.log.many", { what, n: num(n) });
}

/** The middle of a line, counted from the latest; what the plot has no room for stays at its foot. */
function middle(scales: Scales, fromLatest: number): number {
  return Math.min(scales.height, (fromLatest + 0.5) * LINE * scales.unit);
}

function drawLine(surface: Surface, scales: Scales, cx: ChartContext, line: Line, y: number): void {
  const { theme } = cx;
  const { unit } = scales;
  const flow = flowOf(cx, line.hit);
  const name = flow ? labelOf(flow) : nameText(line.hit.flow);
  const longest = Math.max(4, ...sourcesOf(cx.facts.flows).map((each) => labelOf(each).length));
  surface.text(AT.time * unit, y, num(line.hit.t_s, 3, 3), { color: theme.ink2, align: "right" });
  surface.mark(AT.mark * unit, y, line.hit.shape, { color: flow ? colorOf(theme, flow) : theme.ink, size: 7 * unit });
  surface.text(AT.flow * unit, y, name, { color: theme.ink, weight: 600 });
  surface.text((AT.flow + longest * LETTER + 8) * unit, y, whatOf(cx, line), { color: theme.ink });
}

export const logChart: OwnAxisChart & Marked = {
  id: "log",
  axis: "own",
  flex: 1.3,
  memory_s: MEMORY_S,
  unit: (facts) =>
    unitOfFirst(translate(facts.split ? "chart.log.unit.split" : "chart.log.unit", { s: num(MEMORY_S) }), facts.flows),
  empty: () => translate("chart.log.empty"),

  series: (facts): SeriesRequest[] => [
    ...senders(facts).flatMap((flow) => OF_SENDERS.map((signal) => markRequest(flow.name, signal))),
    ...facts.flows.flatMap((flow) => OF_PACKETS.map((signal) => markRequest(flow.name, signal))),
  ],

  // Lines of text have no axes.
  across: () => ({ min: 0, max: 1, ticks: [], format: (value) => num(value), label: "" }),
  domain: () => ({ min: 0, max: 1, ticks: [], format: (value) => num(value) }),

  draw(surface, scales, cx) {
    surface.clip(-scales.width, 0, 3 * scales.width, scales.height, () => {
      for (const [i, line] of linesOf(cx).reverse().entries()) {
        const y = (i + 0.5) * LINE * scales.unit;
        if (y + (LINE / 2) * scales.unit > scales.height) break;
        drawLine(surface, scales, cx, line, y);
      }
    });
  },

  // Its lines are the first run's: marks of a second would be beside words that are not theirs.
  drawCompared: () => undefined,

  hits: (cx) => linesOf(cx).map(({ hit }) => hit),
  place(hit, scales, cx) {
    const lines = linesOf(cx).reverse();
    const at = lines.findIndex(
      (line) => line.hit.t_s === hit.t_s && line.hit.signal === hit.signal && line.hit.flow === hit.flow,
    );
    return { x: AT.mark * scales.unit, y: middle(scales, Math.max(0, at)) };
  },

  hitAt(x, y, scales, cx) {
    const row = Math.floor(y / (LINE * scales.unit));
    if (x < 0 || x > scales.width || row < 0 || (row + 1) * LINE * scales.unit > scales.height) return null;
    return linesOf(cx).at(-1 - row)?.hit ?? null;
  },

  describe(cx) {
    const lines = linesOf(cx);
    const last = lines.at(-1);
    if (!last) return translate("chart.log.empty");
    const flow = flowOf(cx, last.hit);
    const n = lines.reduce((sum, line) => sum + line.n, 0);
    const args = {
      flow: flow ? labelOf(flow) : nameText(last.hit.flow),
      time: num(last.hit.t_s, 3, 3),
      what: whatOf(cx, last),
    };
    return translate("chart.log.describe", { ...args, n: num(n), s: num(MEMORY_S) });
  },

  rows(cx) {
    return {
      header: [
        translate("chart.time"),
        translate("chart.log.flow"),
        translate("chart.log.event"),
        translate("chart.log.number"),
      ],
      rows: linesOf(cx)
        .reverse()
        .map((line) => {
          const flow = flowOf(cx, line.hit);
          const what = markWord(cx.facts, line.hit);
          return [num(line.hit.t_s, 3, 3), flow ? labelOf(flow) : nameText(line.hit.flow), what, num(line.n)];
        }),
    };
  },
};
