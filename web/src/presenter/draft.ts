/**
 * What the recorder has so far, as a text that outlives a reload: the finished steps, the step being recorded and its words. Pure.
 * Not here: where it is kept (recorder-panel.ts), what becomes of it (recorder.ts).
 */
import { isObject, parsed } from "../session/scenario.ts";
import { NO_WORDS, type Seen, scriptFrom, type Words } from "./recorder.ts";
import type { Step } from "./script.ts";
import { readScript } from "./script-reader.ts";

export interface Draft {
  title: string;
  steps: Step[];
  /** The step being recorded, and the run at its pause; null before it. */
  step: Step | null;
  before: Seen | null;
  words: Words;
  /** It has been saved, or handed on, as it is. */
  saved: boolean;
}

export function writeDraft(draft: Draft): string {
  return JSON.stringify({ schema: 1, kind: "draft", ...draft });
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

/** The draft that a text holds; null where it holds none. */
export function readDraft(text: string): Draft | null {
  const value = parsed(text);
  if (!isObject(value) || value.kind !== "draft" || typeof value.title !== "string") return null;
  const { title, steps, step, before, words, saved } = value;
  if (!isRecorded(steps)) return null;
  const kept = isObject(words) ? words : {};
  const names = Object.keys(NO_WORDS) as (keyof Words)[];
  const typed = Object.fromEntries(names.map((name) => [name, typeof kept[name] === "string" ? kept[name] : ""]));
  const inHand = isRecorded([step]) && isSeen(before);
  return {
    title,
    steps,
    step: inHand ? (step as Step) : null,
    before: inHand ? (before as Seen) : null,
    words: { ...NO_WORDS, ...typed },
    saved: saved === true,
  };
}
