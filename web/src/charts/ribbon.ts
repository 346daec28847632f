/**
 * The ribbon over the Queue: the state that a flow infers over the true one, and where the two differ (design 5, 2.4).
 * Not here: how either is decided (the engine), nor the queue itself (queue.ts).
 */
import type { Points } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import { indexAt, valueAt } from "../plot/points.ts";
import type { Scales } from "../plot/scale.ts";
import type { Pattern, Surface } from "../plot/surface.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { ChartContext, Slot } from "./chart.ts";
import { atReading } from "./exact.ts";
import { endOf, inferring, labelOf, runsAt } from "./flow-styles.ts";

/** The words of `queue_state` and `true_state` in the engine's order. */
export const STATES: readonly Pattern[] = ["full", "empty", "rising", "falling", "unknown"];
const UNKNOWN = 4;

/** Height of a strip, space between the two, space under them, px. */
const STRIP = 9;
const BETWEEN = 4;
const UNDER = 7;
/** Room that the ribbon takes over the plot. */
export const RIBBON = 2 * STRIP + BETWEEN + UNDER;
/** Columns of the strips, px: shorter states show the majority. */
export const COLUMN = 4;

/** Strength of the strips: what they say matters where it is wrong, and the data are below. */
export const STRENGTH = 0.55;
/** A flow's name with more letters has no room beside its strip. */
const NAME = 5;
/** A letter of the words over a stretch in which the inference is wrong, and the room around them, px. */
const LETTER = 5.6;
const AROUND = 6;

/** The state with the greatest share of the time from `from_s` to `to_s`, or null before the first. */
export function majority(states: Points, from_s: number, to_s: number): number | null {
  const time: number[] = [];
  let best: number | null = null;
  for (let i = Math.max(0, indexAt(states, from_s)); 2 * i < states.length; i++) {
    const start = Math.max(from_s, states[2 * i] as number);
    if (start >= to_s) break;
    const end = 2 * i + 2 < states.length ? Math.min(to_s, states[2 * i + 2] as number) : to_s;
    const state = states[2 * i + 1] as number;
    if (Number.isNaN(state)) continue; // no algorithm that infers is at work
    time[state] = (time[state] ?? 0) + Math.max(0, end - start);
    if (best === null || (time[state] as number) > (time[best] ?? 0)) best = state;
  }
  return best;
}

/**
 * The share of the time between two instants in which the inference names the true state, or null where nothing was
 * inferred: the time in which the flow says "unknown" counts for neither side.
 */
export function agreement(inferred: Points, truth: Points, from_s: number, to_s: number): number | null {
  const instants = new Set<number>([from_s, to_s]);
  for (const states of [inferred, truth]) {
    for (let i = 0; i < states.length; i += 2) {
      const t = states[i] as number;
      if (t > from_s && t < to_s) instants.add(t);
    }
  }
  const sorted = [...instants].sort((a, b) => a - b);
  let known = 0;
  let agreed = 0;
  for (let i = 0; i + 1 < sorted.length; i++) {
    const at = sorted[i] as number;
    const length = (sorted[i + 1] as number) - at;
    const says = valueAt(inferred, at);
    const is = valueAt(truth, at);
    if (says === null || is === null || says === UNKNOWN) continue;
    known += length;
    if (says === is) agreed += length;
  }
  return known > 0 ? agreed / known : null;
}

/** The two series of the flow whose inference is shown. */
function statesOf(cx: ChartContext, flow: FlowLook): [Points, Points] {
  return [cx.series.get(flow.name, "queue_state", "state"), cx.series.get(flow.name, "true_state", "state")];
}

/** Draws both strips and the bar between them. */
export function drawRibbon(surface: Surface, scales: Scales, cx: ChartContext): void {
  const flow = inferring(cx.facts);
  if (!flow || scales.headroom < RIBBON) return;
  const { unit } = scales;
  const [inferred, truth] = statesOf(cx, flow);
  const { t0_s, t1_s } = cx.facts;
  const perPixel = (t1_s - t0_s) / scales.width;
  const end = endOf(cx.facts, flow);
  const tops = [-scales.headroom, -scales.headroom + (STRIP + BETWEEN) * unit] as const;
  const columns: [number | null, number | null][] = [];
  // Columns lie at whole multiples of their width from 0 s, so that a span that moves along does not shimmer.
  const width = COLUMN * unit * perPixel;
  const first = Math.floor(t0_s / width);
  for (let k = first; k * width < Math.min(end, t1_s); k++) {
    const from = k * width;
    const to = Math.min(end, from + width);
    columns.push([majority(inferred, from, to), majority(truth, from, to)]);
  }
  const xOf = (i: number): number => Math.max(0, Math.min(scales.width, scales.x((first + i) * width)));
  tops.forEach((top, strip) => {
    runs(
      columns.map((column) => column[strip] as number | null),
      (from, to, state) => {
        const pattern = state === null ? "empty" : (STATES[state] ?? "unknown");
        if (pattern === "empty") return;
        surface.rect(xOf(from), top, xOf(to) - xOf(from), STRIP * unit, { pattern, alpha: STRENGTH });
      },
    );
    const outline = Math.max(1, Math.min(scales.width, scales.x(end)));
    if (scales.x(end) > 0) surface.rect(0, top, outline, STRIP * unit, { stroke: cx.theme.ctl, width: unit });
  });
  const { theme } = cx;
  nameStrips(surface, scales, theme, labelOf(flow), tops);
  const differ = columns.map(([says, is]) =>
    says !== null && is !== null && says !== UNKNOWN && says !== is ? spot(says, is) : "",
  );
  const tall = 2 * STRIP + BETWEEN;
  runs(differ, (from, to, words) => {
    if (words === "") return;
    const [x, w] = [xOf(from), xOf(to) - xOf(from)];
    if (w < (words.length * LETTER + AROUND) * unit) {
      surface.rect(x, tops[0] + (STRIP + BETWEEN / 2 - 1) * unit, w, 2 * unit, { fill: theme.wrong });
      return;
    }
    surface.rect(x, tops[0], w, tall * unit, { fill: theme.plate });
    surface.rect(x, tops[0], w, tall * unit, { stroke: theme.wrong, width: unit });
    surface.text(x + w / 2, tops[0] + (tall / 2) * unit, words, { color: theme.wrong, align: "center" });
  });
}

/** Each strip has its name at its left: whose inference, and the truth. */
function nameStrips(
  surface: Surface,
  scales: Scales,
  theme: ChartContext["theme"],
  label: string,
  tops: readonly number[],
): void {
  const own = label.length <= NAME ? label : translate("chart.queue.strip.infers");
  const style = { color: theme.ink3, align: "right" } as const;
  [own, translate("chart.queue.strip.true")].forEach((name, i) => {
    surface.text(-3 * scales.unit, (tops[i] as number) + (STRIP / 2) * scales.unit, name, style);
  });
}

/** "infers full, is empty". */
const spot = (says: number, is: number): string =>
  translate("chart.queue.spot", { says: wordOf(says), is: wordOf(is) });

const wordOf = (state: number): string => translate(`chart.queue.state.${STATES[state] ?? "unknown"}`);

/** Both words at the right, with a sign where they differ. */
export function ribbonSlots(scales: Scales, cx: ChartContext): Slot[] {
  const flow = inferring(cx.facts);
  if (!flow || scales.headroom < RIBBON) return [];
  const runs = runsAt(flow, cx.facts.reading_s);
  const [says, is] = (["queue_state", "true_state"] as const).map((signal) =>
    runs ? atReading(cx, flow.name, signal, "state") : null,
  );
  const wrong = says !== null && is !== null && says !== UNKNOWN && says !== is;
  const word = (state: number | null | undefined): string =>
    state === null || state === undefined ? "–" : wordOf(state);
  const first = -scales.headroom + (STRIP / 2) * scales.unit;
  const base = { flow: flow.name, swatch: null, y: null };
  return [
    { ...base, label: translate("chart.queue.infers", { flow: labelOf(flow) }), value: word(says), at: first },
    {
      ...base,
      label: translate("chart.queue.truth"),
      hint: translate("chart.queue.truth.hint"),
      value: word(is),
      at: first + (STRIP + BETWEEN + 2) * scales.unit,
      wrong,
    },
  ];
}

/** The line of the summary that says how often both agreed, or nothing. */
export function describeRibbon(cx: ChartContext): string {
  const flow = inferring(cx.facts);
  if (!flow) return "";
  const [inferred, truth] = statesOf(cx, flow);
  const share = agreement(inferred, truth, cx.facts.t0_s, Math.min(cx.facts.t1_s, endOf(cx.facts, flow)));
  return share === null ? "" : translate("chart.queue.agreed", { flow: labelOf(flow), n: Math.round(100 * share) });
}

/** Calls back with each run of equal values: from, to (excluded), value. */
export function runs<T>(values: readonly T[], found: (from: number, to: number, value: T) => void): void {
  let from = 0;
  for (let i = 1; i <= values.length; i++) {
    if (i < values.length && values[i] === values[from]) continue;
    found(from, i, values[from] as T);
    from = i;
  }
}
