/**
 * The ribbon of phases over a chart: what an algorithm says that it is doing, a strip for each flow whose algorithm has phases
 * (design 2.4: textures, no hue), with the word where there is room for it. Not here: what a phase does (the engine), the ribbon of the
 * queue's states (ribbon.ts).
 */

import "../i18n/rare-charts.ts";
import type { SeriesRequest } from "../engine/protocol.ts";
import { ALGORITHM_SIGNALS, type Signal } from "../generated/signals.ts";
import { translate } from "../i18n/catalogue.ts";
import type { Scales } from "../plot/scale.ts";
import type { Pattern, Surface } from "../plot/surface.ts";
import type { FlowLook, RunFacts } from "../session/run-facts.ts";
import type { ChartContext, Slot } from "./chart.ts";
import { atReading } from "./exact.ts";
import { endOf, focusOf, labelOf, runsAt, senders } from "./flow-styles.ts";
import { COLUMN, majority, runs, STRENGTH } from "./ribbon.ts";

/** Height of a strip, space between two and under them, px: a word fits into a strip. */
const STRIP = 14;
const BETWEEN = 3;
const UNDER = 6;
/** Height of a figure from which on it has one strip, and two, px. */
const ONE = 90;
const TWO = 150;
/** A letter of a phase's word, and the room around it, px. */
const LETTER = 6.2;
const AROUND = 8;
/** A phase of a cycle that fills fewer columns than this is seen in a shorter span: a strip of slivers shows nothing. */
const LEAST_COLUMNS = 2;

/** The textures by the phases' words; each other word has bare ground. */
const TEXTURES: readonly (readonly [RegExp, Pattern])[] = [
  [/startup|slow_start|^fast$|^competing$/, "full"],
  [/drain|gap/, "crossed"],
  [/refill/, "barred"],
  [/probe_rtt/, "unknown"],
  [/up$/, "rising"],
  [/down$|recovery|inference/, "falling"],
];

const textureOf = (word: string): Pattern => TEXTURES.find(([words]) => words.test(word))?.[1] ?? "empty";

/** The signal of an algorithm's phases; CDG's state is about the queue. */
const phaseOf = (kind: string): Signal | undefined =>
  ALGORITHM_SIGNALS.get(kind)?.find((signal) => signal.kind === "state" && signal.name !== "queue_state");

interface Phased {
  flow: FlowLook;
  signal: Signal;
}

/** The flows whose phases are shown: up to two, of more the one in focus, else the first. */
function phased(facts: RunFacts): Phased[] {
  const all = senders(facts).flatMap((flow): Phased[] => {
    const signal = phaseOf(flow.kind);
    return signal ? [{ flow, signal }] : [];
  });
  if (all.length <= 2) return all;
  const focus = focusOf(facts)?.name;
  return [all.find(({ flow }) => flow.name === focus) ?? (all[0] as Phased)];
}

/** As many strips as a figure of this height has room for. */
const shown = (facts: RunFacts, height: number): Phased[] =>
  phased(facts).slice(0, height < ONE ? 0 : height < TWO ? 1 : 2);

const heightOf = (strips: number): number => (strips === 0 ? 0 : strips * STRIP + (strips - 1) * BETWEEN + UNDER);

/** Height that the ribbon takes over the plot of a figure, px. */
export const phaseRoom = (facts: RunFacts, height: number): number => heightOf(shown(facts, height).length);

/** The strips that a plot has room for. */
const within = (facts: RunFacts, { headroom, unit }: Scales): Phased[] =>
  phased(facts).filter((_, i) => heightOf(i + 1) <= headroom / unit + 0.5);

/** Properties of the ribbon. */
export const phaseRequests = (facts: RunFacts): SeriesRequest[] =>
  phased(facts).map(({ flow, signal }) => ({ source: flow.name, signal: signal.name, mode: "state" }));

/** The textures of the phases that the flows here can have, with their words. */
export function phaseKey(facts: RunFacts): { pattern: Pattern; word: string }[] {
  const words = new Set(phased(facts).flatMap(({ signal }) => [...signal.words]));
  return [...words].map((word) => ({ pattern: textureOf(word), word: wordOf(word) }));
}

const wordOf = (word: string): string => translate(`chart.word.${word}`);

/** Draws the strips. */
export function drawPhases(surface: Surface, scales: Scales, cx: ChartContext): void {
  within(cx.facts, scales).forEach(({ flow, signal }, i) => {
    drawStrip(surface, scales, cx, { flow, signal, top: topOf(scales, i) });
  });
}

const topOf = ({ headroom, unit }: Scales, i: number): number => -headroom + i * (STRIP + BETWEEN) * unit;

function drawStrip(surface: Surface, scales: Scales, cx: ChartContext, strip: Phased & { top: number }): void {
  const { unit } = scales;
  const { t0_s, t1_s } = cx.facts;
  const { flow, signal, top } = strip;
  const end = endOf(cx.facts, flow);
  if (end <= t0_s) return;
  const states = cx.series.get(flow.name, signal.name, "state");
  // As in the queue's ribbon, columns lie at whole multiples of their width from 0 s.
  const width = (COLUMN * unit * (t1_s - t0_s)) / scales.width;
  const first = Math.floor(t0_s / width);
  const columns: (number | null)[] = [];
  for (let k = first; k * width < Math.min(end, t1_s); k++)
    columns.push(majority(states, k * width, Math.min(end, (k + 1) * width)));
  const xOf = (i: number): number => Math.max(0, Math.min(scales.width, scales.x((first + i) * width)));
  runs(settled(columns, signal), (from, to, state) => {
    const word = state === null ? undefined : signal.words[state];
    if (word === undefined) return;
    const [x, w] = [xOf(from), Math.min(xOf(to), scales.x(end)) - xOf(from)];
    const pattern = textureOf(word);
    if (pattern !== "empty") surface.rect(x, top, w, STRIP * unit, { pattern, alpha: STRENGTH });
    surface.rect(x, top, w, STRIP * unit, { stroke: cx.theme.ctl, width: unit });
    const text = wordOf(word);
    const room = (text.length * LETTER + AROUND) * unit;
    if (w < room) return;
    const middle = top + (STRIP / 2) * unit;
    if (pattern !== "empty")
      surface.rect(x + (w - room) / 2, top + unit, room, (STRIP - 2) * unit, { fill: cx.theme.plate });
    surface.text(x + w / 2, middle, text, { color: cx.theme.ink2, align: "center" });
  });
}

/** Where the phases of a cycle are slivers, the one that lasts longest there is shown throughout; single phases stay. */
function settled(columns: readonly (number | null)[], signal: Signal): (number | null)[] {
  const cyclic = (state: number | null): boolean => /up$|down$|refill|cruise/.test(signal.words[state ?? -1] ?? "");
  const out = [...columns];
  const stretch: { from: number; to: number }[] = [];
  runs(columns, (from, to, state) => {
    const last = stretch.at(-1);
    if (!cyclic(state)) return;
    if (last && last.to === from) last.to = to;
    else stretch.push({ from, to });
  });
  for (const { from, to } of stretch) {
    const part = columns.slice(from, to);
    const lengths: number[] = [];
    const held = new Map<number | null, number>();
    runs(part, (a, b, state) => {
      lengths.push(b - a);
      held.set(state, (held.get(state) ?? 0) + b - a);
    });
    if (lengths.filter((length) => length < LEAST_COLUMNS).length * 2 <= lengths.length) continue;
    const [most] = [...held].sort((a, b) => b[1] - a[1])[0] ?? [null];
    out.fill(most, from, to);
  }
  return out;
}

/** The phase of a flow at the reading as a word; a dash without one. */
function phaseNow(cx: ChartContext, { flow, signal }: Phased): string {
  const value = runsAt(flow, cx.facts.reading_s) ? atReading(cx, flow.name, signal.name, "state") : null;
  const word = value === null ? undefined : signal.words[value];
  return word === undefined ? "–" : wordOf(word);
}

/** A label beside each strip. */
export function phaseSlots(scales: Scales, cx: ChartContext): Slot[] {
  return within(cx.facts, scales).map((one, i) => ({
    label: labelOf(one.flow),
    key: one.signal.name,
    value: phaseNow(cx, one),
    flow: one.flow.name,
    swatch: null,
    y: null,
    at: topOf(scales, i) + (STRIP / 2) * scales.unit,
  }));
}

/** The phases at the reading, in words; nothing without any. */
export function describePhases(cx: ChartContext): string {
  return phased(cx.facts)
    .map((one) => translate("chart.rates.describe.phase", { flow: labelOf(one.flow), phase: phaseNow(cx, one) }))
    .join(" ");
}
