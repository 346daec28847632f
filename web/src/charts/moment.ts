/**
 * Common part of all charts of a stack at a moment: the facts with the reading put in, size and form, ticks. Pure but for the
 * reader's wish for less motion. Not here: drawing.
 */

import type { Theme } from "../design/theme.ts";
import { reducedMotion } from "../design/theme.ts";
import type { Span } from "../plot/span.ts";
import { timeTicks } from "../plot/ticks.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { Overlay } from "./chart.ts";
import { focusOf, senders } from "./flow-styles.ts";
import { SECOND } from "./geometry.ts";

/** The form in which all panels of a stack are drawn. */
export interface Form {
  /** Values are over the plot, not beside it. */
  small: boolean;
  titled: boolean;
}

/** Common part of all panels of a stack at a moment. */
export interface Moment extends Form {
  facts: RunFacts;
  /** The span that was asked for: another one is drawn until its data have come. */
  asked: Span;
  /** The instant of the values beside the charts; and the one whose values are asked for. */
  words_s: number;
  asks_s: number;
  /** Text that changes whenever facts that are drawn change. */
  factsKey: string;
  theme: Theme;
  themeVersion: number;
  unit: number;
  ratio: number;
  gutter: number;
  /** Width of the left gutter where names are in it, else 0. */
  names: number;
  still: boolean;
  /** A note says that pale parts are not played yet. */
  explains: boolean;
  playing: boolean;
  crosshair_s: number | null;
  ticks: readonly number[];
  /** In the order in which they are drawn. */
  overlays: readonly Overlay[];
}

/** How a stack is to look; all may be left out. */
export interface StackOptions {
  /** Width of the labels' gutter, px: 150, in the widget 128. */
  gutter?: number;
  /** Width of a gutter at the left with the names; without it they are over the charts. */
  names?: number;
  /** Under this width, px, the small form is drawn. */
  small?: number;
  /** The first chart says what its pale half is, while it has one. */
  explains?: (() => boolean) | undefined;
  /** A click on a mark asks for its reason. */
  asks?: boolean;
}

/** The stack's input in each frame. */
export interface StackState {
  facts: RunFacts;
  theme: Theme;
  span: Span;
  playhead: number;
  /** Overlays of the run, in the order in which they are drawn. */
  overlays?: readonly Overlay[];
  /** Labels keep their order, and values are written only as `words` has them. */
  playing?: boolean;
  /** While playing: the instant of the values, and the next one, which is to be asked for; without it, the playhead. */
  words?: { at_s: number; next_s: number };
}

/** Facts that the stack itself knows. */
interface Own {
  crosshair_s: number | null;
  themeVersion: number;
  unit: number;
  width: number;
  plotWidth: number;
  /** The span that is drawn. */
  span: Span;
  /** Some chart has the time axis. */
  timed: boolean;
  /** How many charts are open. */
  charts: number;
  /** Those whose y grows by factors. */
  log: readonly string[];
  /** Time is read in round trips. */
  rounds: boolean;
  options: StackOptions;
}

/** Under this width, px, the small form is drawn (design 5). */
const SMALL = 460;
/** Width of the labels' gutter, px (design 5). */
const GUTTER = 150;

/** Whether charts are drawn in the small form, and have titles. */
export function formOf({ width, unit, charts, options }: Pick<Own, "width" | "unit" | "charts" | "options">): Form {
  const small = width < (options.small ?? SMALL) * unit;
  return { small, titled: !options.names && !(small && charts === 1) };
}

/** A round trip of the focused flow, or of the first, on its empty path, s; undefined where there is no flow. */
export function roundOf(facts: RunFacts): number | undefined {
  const flow = focusOf(facts) ?? senders(facts)[0];
  const base_ms = flow && facts.base_rtt_ms.get(flow.name);
  return base_ms ? base_ms / 1000 : undefined;
}

/** Puts a moment together. */
export function momentOf(state: StackState, own: Own): Moment {
  const facts: RunFacts = {
    ...state.facts,
    log: own.log,
    round_s: own.rounds ? roundOf(state.facts) : undefined,
    columns: own.plotWidth,
    t0_s: own.span[0],
    t1_s: own.span[1],
    playhead_s: state.playhead,
    // A column without a time axis reads where the crosshair of another one stands.
    points: own.crosshair_s !== null,
    reading_s: own.crosshair_s ?? (own.timed ? state.playhead : state.facts.reading_s),
  };
  const overlays = state.overlays ?? [];
  const words = state.playing && own.timed && own.crosshair_s === null ? state.words : undefined;
  return {
    facts,
    asked: state.span,
    words_s: words?.at_s ?? facts.reading_s,
    asks_s: words?.next_s ?? facts.reading_s,
    factsKey: factsKey(facts),
    theme: state.theme,
    themeVersion: own.themeVersion,
    unit: own.unit,
    ratio: devicePixelRatio || 1,
    ...formOf(own),
    gutter: (own.options.gutter ?? GUTTER) + (overlays.some(({ slots }) => slots) ? SECOND : 0),
    names: own.options.names ?? 0,
    still: reducedMotion(),
    explains: own.options.explains?.() ?? false,
    playing: state.playing ?? false,
    crosshair_s: own.crosshair_s,
    overlays,
    ticks: timeTicks(own.span[0], own.span[1], own.plotWidth, own.unit, facts.round_s).map((tick) => tick.at),
  };
}

/** Times of changes as text, by lists that were asked for. */
const texts = new WeakMap<readonly number[], string>();

function textOf(times: readonly number[]): string {
  const text = texts.get(times) ?? times.join();
  texts.set(times, text);
  return text;
}

/** Changes whenever facts change that are drawn with the data. */
function factsKey(facts: RunFacts): string {
  const flows = facts.flows.map((f) => `${f.name},${f.label},${f.sign},${f.kind},${f.start_s},${f.stop_s}`);
  const numbers = [facts.rate_bps, facts.limit_packets, facts.limit_bytes, facts.packet_bytes, facts.old_g_ms];
  const maps = [facts.base_rtt_ms, facts.g_ms].map((map) => [...map.values()].join(","));
  const limits = (facts.limits ?? []).map((step) => `${step.t_s},${step.packets},${step.bytes}`);
  const kinds = [...(facts.kinds?.values() ?? [])].map((steps) => steps.map((step) => step.t_s + step.kind).join());
  const changes = textOf(facts.interventions ?? []);
  return [
    facts.hidden ?? false,
    facts.log,
    facts.round_s,
    facts.judging?.key,
    facts.focus,
    facts.picked,
    ...flows,
    ...numbers,
    ...maps,
    ...limits,
    ...kinds,
    facts.discipline,
    changes,
  ].join("|");
}
