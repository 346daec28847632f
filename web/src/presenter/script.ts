/**
 * A lecturer's script: steps, each a run with what is looked at, asked and revealed; and the presses of one key by which it
 * goes on. Not here: the reading and refusing of a script (script-reader.ts), what plays it (presenter.ts).
 */
import { PROJECTED } from "../charts/registry.ts";
import type { Scalar, Scenario } from "../session/scenario.ts";

/** A run: a preset or a scenario, with values set in order before it begins (contract 1.5). */
export interface Given {
  preset?: string;
  scenario?: Scenario;
  /** By setting's path. */
  values?: Record<string, Scalar>;
}

/** The question to the audience. */
export interface Question {
  kind: "choose" | "number" | "draw" | "order";
  text: string;
  /** Of `choose` and `order`. */
  options?: string[];
  /** The option's number from 0; the value, or its least and largest; the options' numbers in their right order. */
  answer?: number | number[];
  /** Of `number`: the unit of the answer and of the ends, as it is shown. */
  unit?: string;
  /** Of `number`: ends; of `draw` the largest: the axis is long enough for it. */
  min?: number;
  max?: number;
  /** Of `draw`: which curve, over which span, s. */
  signal?: string;
  flow?: string;
  from_s?: number;
  to_s?: number;
  /** Time to vote, s. */
  vote_s?: number;
  /** The audience votes again after a discussion. */
  second_vote?: boolean;
}

/** Way in which the answer is shown: the run goes on, or splits, or another begins. */
export interface Reveal {
  set?: Given;
  /** A second branch with the same random draws; `from_s`: the moment of the pause unless it says so. */
  branch?: { from_s?: number; values: Record<string, Scalar> };
  run_to?: number;
  view?: string[];
  speed?: number;
  text?: string;
  /** Start of the mean that is shown with rates, s; without it where all flows run, or where the run splits. */
  mean_from_s?: number;
}

export interface Step {
  id: string;
  minutes?: number;
  set: Given;
  /** Panels. */
  view?: string[];
  /** Panels that stay away until the reveal. */
  hide?: string[];
  /** The one control that stays, by a short name or a setting's path (`controls=` of an address). */
  control?: string;
  /** Run seconds per second on screen. */
  speed?: number;
  /** Where the run pauses, s. */
  run_to?: number;
  say?: string;
  question?: Question;
  reveal?: Reveal;
  reveals?: Reveal[];
}

export interface Script {
  schema: 1;
  kind: "script";
  title?: string;
  minutes?: number;
  profile?: "projector";
  steps: Step[];
}

/** Act of one press of the key. */
export type Press =
  | { step: number; act: "set" | "ask" | "again" }
  /** The reveal of this number, from 0. */
  | { step: number; act: "reveal"; reveal: number };

/** The reveals of a step, in order. */
export function revealsOf(step: Step): Reveal[] {
  return [...(step.reveal ? [step.reveal] : []), ...(step.reveals ?? [])];
}

/** All presses of a script, in order. */
export function pressesOf(script: Script): Press[] {
  return script.steps.flatMap((each, step): Press[] => [
    { step, act: "set" },
    ...(each.question ? [{ step, act: "ask" as const }] : []),
    ...(each.question?.second_vote ? [{ step, act: "again" as const }] : []),
    ...revealsOf(each).map((_, reveal) => ({ step, act: "reveal" as const, reveal })),
  ]);
}

/** When a step is planned, in minutes from the beginning, and how many there are; null where the script does not say. */
export function planOf({ steps, minutes }: Script, step: number): { from: number; to: number; all: number } | null {
  const spent = (until: number): number => steps.slice(0, until).reduce((sum, each) => sum + (each.minutes ?? 0), 0);
  if (steps[step]?.minutes === undefined) return null;
  return { from: spent(step), to: spent(step + 1), all: minutes ?? spent(steps.length) };
}

/** The presses that lead from a step's beginning to this one: what must have happened before it. */
export function leadingTo(presses: readonly Press[], at: number): Press[] {
  const last = presses[at];
  return last ? presses.filter((each, i) => i <= at && each.step === last.step) : [];
}

/** Panels that are shown: before the reveal without what would give the answer away. */
export function panelsOf(step: Step, revealed: readonly Reveal[]): string[] | null {
  const view = revealed.findLast((each) => each.view)?.view ?? step.view;
  if (!view) return null;
  return revealed.length > 0 ? view : view.filter((panel) => !step.hide?.includes(panel));
}

/** Charts among panels. */
export const chartsIn = (panels: readonly string[]): string[] => panels.filter((panel) => panel !== "path");

/** Charts among panels for which a projector has no room beside the others: the presenter leaves them out. */
export const leftOut = (panels: readonly string[]): string[] => chartsIn(panels).slice(PROJECTED);

/** Charts that a step leaves out, at its pause or at an answer. */
export function leftOutOf(step: Step): string[] {
  const views = [step.view, ...revealsOf(step).map(({ view }) => view)];
  return [...new Set(views.flatMap((view = []) => leftOut(view)))];
}

/** A stretch takes so long on the screen at most, s, where a script names no speed. */
const LONGEST_S = 12;

/** How fast a stretch is played that names no speed, run seconds per second. */
export function speedFor(length_s: number): number {
  return Math.max(1, length_s / LONGEST_S);
}
