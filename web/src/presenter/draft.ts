/**
 * The recorder's draft: the steps, the one in hand and its words; what moves, copies and deletes them; and the draft as a
 * text that outlives a reload. Pure. Not here: where it is kept (recorder-panel.ts), what becomes of a step (recorder.ts).
 */
import { isObject, parsed } from "../session/scenario.ts";
import { isEmpty, NO_WORDS, type Seen, scriptFrom, type Words, worded, wordsOf } from "./recorder.ts";
import type { Script, Step } from "./script.ts";
import { readScript } from "./script-reader.ts";

export interface Draft {
  title: string;
  steps: readonly Step[];
  /** Place of the step in hand: one of the steps, which is being edited, or after them. */
  at: number;
  /** The step in hand, and the run at its pause; null before it. */
  step: Step | null;
  before: Seen | null;
  words: Words;
}

const NOTHING_IN_HAND = { step: null, before: null, words: NO_WORDS };

/** A draft of these steps, none of them in hand. */
export function draftOf(title: string, steps: readonly Step[]): Draft {
  return { title, steps, at: steps.length, ...NOTHING_IN_HAND };
}

/** A draft of a script: a copy. The time planned is that of its steps. */
export function copyOf({ title = "", steps }: Script): Draft {
  return draftOf(title, steps);
}

/** Whether there is nothing to lose. */
export function isBlank({ steps, step, words }: Draft): boolean {
  return steps.length === 0 && step === null && isEmpty(words);
}

/** Whether the step in hand is one of the steps. */
export function isEdited({ at, steps }: Draft): boolean {
  return at < steps.length;
}

/** An id that no step has. */
export function freeId(steps: readonly Step[]): string {
  const taken = new Set(steps.map(({ id }) => id));
  let n = steps.length + 1;
  while (taken.has(`step_${n}`)) n++;
  return `step_${n}`;
}

/** The step in hand among the others; a new one without words is none. */
export function laidDown(draft: Draft): Draft {
  const { title, steps, at, step, words } = draft;
  if (!step || (isEmpty(words) && !isEdited(draft))) return draftOf(title, steps);
  return draftOf(title, [...steps.slice(0, at), worded(step, words), ...steps.slice(at + 1)]);
}

/** A step is in hand, after the one that was has been laid down. */
export function opened(draft: Draft, index: number): Draft {
  const next = laidDown(draft);
  const step = next.steps[index];
  return step ? { ...next, at: index, step, words: wordsOf(step) } : next;
}

/** The steps in another order, by the places that they had; the one in hand stays in hand. */
function rearranged(draft: Draft, places: readonly number[]): Draft {
  const steps = places.flatMap((place) => draft.steps[place] ?? []);
  if (!isEdited(draft)) return { ...draft, steps, at: steps.length };
  const at = places.indexOf(draft.at);
  return at < 0 ? draftOf(draft.title, steps) : { ...draft, steps, at };
}

const placesOf = ({ steps }: Draft): number[] => steps.map((_, i) => i);

/** A step at another place; the same draft where there is none. */
export function moved(draft: Draft, from: number, to: number): Draft {
  if (from === to || !draft.steps[from] || !draft.steps[to]) return draft;
  const places = placesOf(draft).filter((place) => place !== from);
  return rearranged(draft, places.toSpliced(to, 0, from));
}

/** A step twice: the copy, after it, is in hand. */
export function copied(draft: Draft, index: number): Draft {
  const next = laidDown(draft);
  const step = next.steps[index];
  if (!step) return draft;
  const copy = { ...step, id: freeId(next.steps) };
  return opened(draftOf(next.title, next.steps.toSpliced(index + 1, 0, copy)), index + 1);
}

export function removed(draft: Draft, index: number): Draft {
  return rearranged(
    draft,
    placesOf(draft).filter((place) => place !== index),
  );
}

/** `saved`: it has been saved, or handed on, as it is. */
export function writeDraft(draft: Draft, saved: boolean): string {
  return JSON.stringify({ schema: 1, kind: "draft", ...draft, saved });
}

/** Whether these steps make a script; none are none yet. */
const isRecorded = (steps: unknown): steps is Step[] =>
  Array.isArray(steps) && (steps.length === 0 || !("wrong" in readScript(JSON.stringify(scriptFrom("", steps)))));

function isSeen(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.document)) return false;
  const { scenario, view } = value.document;
  const isDocument = isObject(scenario) && isObject(view) && Array.isArray(view.charts);
  return isDocument && typeof value.t_s === "number" && typeof value.speed === "number";
}

const isLike = (value: unknown, like: unknown): boolean =>
  Array.isArray(like)
    ? Array.isArray(value) && value.every((each) => typeof each === "string")
    : typeof value === typeof like;

/** The draft that a text holds; null where it holds none. */
export function readDraft(text: string): { draft: Draft; saved: boolean } | null {
  const value = parsed(text);
  if (!isObject(value) || value.kind !== "draft" || typeof value.title !== "string") return null;
  const { title, steps, at, step, before, words, saved } = value;
  if (!isRecorded(steps)) return null;
  const inHand = isRecorded([step]) ? (step as Step) : null;
  const edited = inHand && Number.isInteger(at) && steps[Number(at)] ? Number(at) : steps.length;
  const kept = isObject(words) ? words : {};
  const own = Object.entries(inHand ? wordsOf(inHand) : NO_WORDS).map(([name, like]) => {
    const typed = kept[name];
    return [name, isLike(typed, like) ? typed : like];
  });
  return {
    draft: {
      ...{ title, steps, at: edited, step: inHand, words: Object.fromEntries(own) },
      before: inHand && isSeen(before) ? (before as Seen) : null,
    },
    saved: saved === true,
  };
}
