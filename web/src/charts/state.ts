/**
 * State: what the algorithm of one flow keeps beside its window, and what the queue discipline keeps: every signal of its
 * own, those of one unit together in a row with a range of its own. Of one flow: the one in focus if it has any, else the
 * first that has. Not here: what other charts draw already (CDG's gradients and backoffs), axis and gestures.
 */
import "../i18n/rare-charts.ts";
import { BOTTLENECK, type SeriesRequest, type SourceName } from "../engine/protocol.ts";
import { ALGORITHM_SIGNALS, DISCIPLINE_SIGNALS, SIGNALS, type Signal } from "../generated/signals.ts";
import { num, translate, unitWord } from "../i18n/catalogue.ts";
import { extent, toDots, toPixels } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { roundUp } from "../plot/ticks.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { ChartContext, Marked, Slot, TimeChart } from "./chart.ts";
import { atReading } from "./exact.ts";
import { endOf, focusOf, labelOf, lookOf, senders } from "./flow-styles.ts";
import { isRateBased } from "./kinds.ts";
import { collect, drawMarks, markRequest } from "./marks.ts";
import { drawPhases, phaseKey, phaseRoom, phaseSlots } from "./phase-ribbon.ts";
import { columnOf, tableOf } from "./readings.ts";

/** Signals that a chart of their own shows. */
const ELSEWHERE = /^(g_(min|max)|signal_gradient|shadow_window|queue_state)|^backoff_/;
/** Signals of one row are distinguished by their dashes, px. */
const STROKES: readonly (readonly number[])[] = [[], [5, 2.5], [1.5, 2], [9, 2.5, 1.5, 2.5]];
/** The swatches of samples. */
const DOTTED: readonly (readonly number[])[] = [
  [2, 1.5],
  [1.5, 3],
  [1, 4],
  [1, 6],
];
/** Share of a row that stays free above its lines. */
const FREE = 0.16;
/** Room over the rows for the marks, px; they give way under this height of the figure. */
const MARKS = 14;
const LEAST = 90;
/** From this height of a row on, its unit is in it, px; and from this one on, both its ends at the left. */
const WORDED = 18;
const ENDED = 30;
/** Samples (draws, probabilities) asked for over the whole width. */
const SAMPLES = 1200;
/** A range this flat, as a share of its values, begins at 0: what hardly moves is to look so. */
const FLAT = 0.05;
/** Bits per second to Mbit/s. */
const MBPS = 1e-6;

/** One signal, and of whom. */
interface Line {
  source: SourceName;
  signal: Signal;
}

/** Signals of one unit. */
interface Row {
  unit: string;
  lines: Line[];
}

/** The flow whose state is shown: the one in focus if its algorithm emits any, else the first whose does. */
function stateful(facts: RunFacts): FlowLook | null {
  const flows = senders(facts).filter((flow) => signalsOf(flow).length > 0);
  return flows.find((flow) => flow.name === focusOf(facts)?.name) ?? flows[0] ?? null;
}

/** The facts with that flow alone: its phases are the ribbon. */
function shownOf(facts: RunFacts): RunFacts {
  const flow = stateful(facts);
  return { ...facts, flows: flow ? [flow] : [] };
}

function signalsOf(flow: FlowLook): readonly Signal[] {
  const rate = isRateBased(flow.kind) ? SIGNALS.filter((signal) => signal.name === "rate_bps") : [];
  const own = rate.concat(ALGORITHM_SIGNALS.get(flow.kind) ?? []);
  // Early responders draw by chance: their probabilities have no chart of their own.
  return own.filter((signal) => signal.kind !== "mark" && (flow.kind !== "cdg" || !ELSEWHERE.test(signal.name)));
}

/** Every signal that is shown: the flow's, then the discipline's. */
function linesOf(facts: RunFacts): Line[] {
  const flow = stateful(facts);
  const own = flow ? signalsOf(flow).map((signal) => ({ source: flow.name, signal })) : [];
  const queue = facts.hidden ? [] : (DISCIPLINE_SIGNALS.get(facts.discipline ?? "") ?? []);
  return own.concat(queue.map((signal) => ({ source: BOTTLENECK, signal })));
}

/** The signals that have numbers, by unit and source, in the order of the lists. */
function rowsOf(facts: RunFacts): Row[] {
  const rows: Row[] = [];
  for (const line of linesOf(facts)) {
    if (line.signal.kind === "state") continue;
    const { unit } = line.signal;
    const row = rows.find((other) => other.unit === unit && other.lines[0]?.source === line.source);
    if (row) row.lines.push(line);
    else rows.push({ unit, lines: [line] });
  }
  // The largest first, that is solid, as in the RTT and Gradient charts.
  const largest = ({ signal }: Line): number => Number(/(^|_)max(_|$)/.test(signal.name));
  for (const row of rows) row.lines.sort((a, b) => largest(b) - largest(a));
  return rows;
}

/** Range of a row: from 0 where its values come near it, else around them; never flat. */
function rangeOf(cx: ChartContext, row: Row): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const line of row.lines) {
    const seen = extent(cx.series.get(line.source, line.signal.name, modeOf(line.signal)));
    if (seen) [low, high] = [Math.min(low, seen[0]), Math.max(high, seen[1])];
  }
  if (!(low <= high)) return [0, 1];
  if (low >= 0 && (low < 0.6 * high || high - low < FLAT * high)) low = 0;
  const most = Math.max(Math.abs(low), Math.abs(high), 1e-9);
  const least = 10 ** Math.floor(Math.log10(most));
  if (low > 0) return [low - 0.1 * (high - low), high + 0.1 * (high - low) + 1e-3 * most];
  const top = high <= 0 ? 0 : roundUp(high, least / 10);
  const bottom = low === 0 ? 0 : -roundUp(-low, least / 10);
  return top > bottom ? [bottom, top] : [0, 1];
}

/** Scales of one of several rows: its part of the plot. */
function within(scales: Scales, index: number, count: number, [low, high]: [number, number]): Scales {
  const height = scales.height / count;
  const [top, used] = [index * height, (1 - FREE) * height - scales.unit];
  return { ...scales, y: (value) => top + FREE * height + used * (1 - (value - low) / (high - low)) };
}

function format(unit: string, value: number | null): string {
  if (value === null) return "–";
  if (unit === "bit/s") return num(value * MBPS, 2);
  if (unit === "") return num(value, Math.abs(value) < 0.01 && value !== 0 ? 4 : 3);
  return num(value, Math.abs(value) < 100 ? 1 : 0);
}

/** The unit on the screen. */
const unitOf = (unit: string): string => (unit === "bit/s" ? "Mbit/s" : unitWord(unit));

export const stateChart: TimeChart & Marked = {
  id: "state",
  axis: "time",
  flex: 1.3,
  unit: (facts) => {
    const flow = stateful(facts);
    return flow ? translate("chart.state.unit", { flow: labelOf(flow) }) : "";
  },
  empty: (facts) => translate(linesOf(facts).length > 0 ? "chart.state.empty" : "chart.state.none"),

  series(facts): SeriesRequest[] {
    const flow = stateful(facts);
    const wanted: SeriesRequest[] = linesOf(facts).map(({ source, signal }) => ({
      source,
      signal: signal.name,
      mode: modeOf(signal),
      ...(signal.kind === "sample" && { limit: SAMPLES }),
    }));
    if (flow) wanted.push(markRequest(flow.name, "delay_backoff"), markRequest(flow.name, "window_cut"));
    return wanted;
  },

  strips: {
    headroom: (facts, height) => (stateful(facts) && height >= LEAST ? MARKS + phaseRoom(shownOf(facts), height) : 0),
    key: (facts) => phaseKey(shownOf(facts)),
  },
  domain: () => ({ min: 0, max: 1, ticks: [], format: () => "" }),

  draw(surface, scales, cx) {
    const { facts, theme } = cx;
    const rows = rowsOf(facts);
    for (const [index, row] of rows.entries()) {
      const range = rangeOf(cx, row);
      const own = within(scales, index, rows.length, range);
      const [top, height] = [(index * scales.height) / rows.length, scales.height / rows.length];
      if (index > 0) surface.polyline([0, top, scales.width, top], { color: theme.line, width: scales.unit });
      surface.clip(0, top, scales.width, height, () => {
        for (const [n, line] of row.lines.entries()) drawLine(surface, own, cx, line, n);
      });
      drawEnds(surface, own, cx, { unit: row.unit, range, top, height });
    }
    drawPhases(surface, scales, { ...cx, facts: shownOf(facts) });
    drawMarks(stateChart, surface, scales, cx);
  },

  slots(scales, cx): Slot[] {
    const { facts, theme } = cx;
    const flow = stateful(facts);
    const rows = rowsOf(facts);
    const slots: Slot[] = [];
    for (const [index, row] of rows.entries()) {
      const own = within(scales, index, rows.length, rangeOf(cx, row));
      for (const [n, line] of row.lines.entries()) {
        const value = valueAtReading(cx, line);
        const ours = flow !== null && line.source === flow.name;
        slots.push({
          label: translate(`chart.signal.${line.signal.name}`),
          value: format(row.unit, value),
          ...(ours ? { flow: flow.name } : {}),
          swatch: {
            color: ours ? lookOf(facts, theme, flow).color : theme.ink,
            dash: (line.signal.kind === "sample" ? DOTTED : STROKES)[n % STROKES.length] ?? [],
            width: n === 0 ? 2 : 1.5,
          },
          y: value === null ? null : own.y(value),
        });
      }
    }
    // An algorithm's state has its label at its strip.
    const strips = phaseSlots(scales, { ...cx, facts: shownOf(facts) });
    slots.push(...strips);
    for (const line of linesOf(facts).filter(({ signal }) => signal.kind === "state")) {
      if (line.source === flow?.name && strips.length > 0) continue;
      const value = valueAtReading(cx, line);
      const word = value === null ? undefined : line.signal.words[value];
      const label = translate(`chart.signal.${line.signal.name}`);
      slots.push({ label, value: word === undefined ? "–" : translate(`chart.word.${word}`), swatch: null, y: null });
    }
    return slots;
  },

  hits(cx) {
    const flow = stateful(cx.facts);
    return flow ? collect(cx, [flow], ["delay_backoff", "window_cut"]) : [];
  },
  place: (hit, scales) => ({
    x: scales.x(hit.t_s),
    y: scales.headroom > 0 ? (-MARKS / 2) * scales.unit : 5 * scales.unit,
  }),

  describe(cx) {
    const flow = stateful(cx.facts);
    const lines = linesOf(cx.facts);
    if (lines.length === 0) return translate("chart.state.none");
    const values = lines.map((line) => {
      const value = valueAtReading(cx, line);
      const word = line.signal.kind === "state" && value !== null ? line.signal.words[value] : undefined;
      const text =
        word === undefined
          ? `${format(line.signal.unit, value)} ${unitOf(line.signal.unit)}`
          : translate(`chart.word.${word}`);
      return `${translate(`chart.signal.${line.signal.name}`)} ${text}`.trim();
    });
    return translate("chart.state.describe", {
      flow: flow ? labelOf(flow) : translate("chart.state.queue"),
      values: values.join(", "),
    });
  },

  rows(cx) {
    const columns = rowsOf(cx.facts).flatMap((row) =>
      row.lines.map(({ source, signal }) => {
        const column = columnOf(cx, nameOf(signal), source, cx.series.get(source, signal.name, modeOf(signal)), 3);
        const factor = signal.unit === "bit/s" ? MBPS : 1;
        const at = (t_s: number): number | null => {
          const value = column.at(t_s);
          return value === null ? null : value * factor;
        };
        return { ...column, at };
      }),
    );
    return tableOf(cx, columns);
  },
};

/** A signal's value at the reading; none of a flow that does not run. */
function valueAtReading(cx: ChartContext, { source, signal }: Line): number | null {
  const mode = modeOf(signal);
  if (mode === "marks")
    return columnOf(cx, "", source, cx.series.get(source, signal.name, mode), 0).at(cx.facts.reading_s);
  return atReading(cx, source, signal.name, mode);
}

/** How a signal is asked for: a sample is of its instant only. */
function modeOf(signal: Signal): "line" | "state" | "marks" {
  return signal.kind === "state" ? "state" : signal.kind === "sample" ? "marks" : "line";
}

/** A signal in the screen's words, with its unit where a column needs it. */
function nameOf({ name, unit }: Signal): string {
  const word = translate(`chart.signal.${name}`);
  return unit === "" ? word : translate("chart.state.column", { name: word, unit: unitOf(unit) });
}

/** One signal of a row, the n-th: a level as a stepped line, a sample as dots. */
function drawLine(surface: Surface, scales: Scales, cx: ChartContext, { source, signal }: Line, n: number): void {
  const { facts, theme } = cx;
  const flow = senders(facts).find((other) => other.name === source);
  const color = flow ? lookOf(facts, theme, flow).color : theme.ink;
  const points = cx.series.get(source, signal.name, modeOf(signal));
  if (signal.kind === "sample") {
    surface.dots(toDots(points, scales), {
      color,
      size: (n === 0 ? 2 : 1.4) * scales.unit,
      alpha: n === 0 ? 0.9 : 0.5,
    });
    return;
  }
  const until = flow ? endOf(facts, flow) : Math.min(facts.computed_s, facts.t1_s);
  const dash = (STROKES[n % STROKES.length] ?? []).map((length) => length * scales.unit);
  const width = (n === 0 ? 1.75 : 1.25) * scales.unit;
  surface.polyline(toPixels(points, scales, until), { color, width, dash, step: true });
}

/** Axis of a row: its ends at the left of the plot, its unit within. */
function drawEnds(
  surface: Surface,
  scales: Scales,
  cx: ChartContext,
  row: { unit: string; range: readonly [number, number]; top: number; height: number },
): void {
  const { unit, theme } = { unit: scales.unit, theme: cx.theme };
  const [low, high] = row.range;
  const style = { color: theme.ink3, align: "right", baseline: "middle" } as const;
  const least = row.top + 6 * unit;
  surface.text(-7 * unit, Math.max(least, scales.y(high)), format(row.unit, high), style);
  const bottom = row.top + row.height;
  if (row.height >= ENDED * unit) surface.text(-7 * unit, bottom - 6 * unit, format(row.unit, low), style);
  if (row.height < WORDED * unit || row.unit === "") return;
  const words = { color: theme.ink2, halo: theme.plate, baseline: "middle" } as const;
  surface.text(4 * unit, row.top + 8 * unit, unitOf(row.unit), words);
}
