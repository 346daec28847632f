/**
 * Where a lecture stands, kept in this tab: so that one that was left by mistake, or by a reload, can go on. Not here: the
 * presenting (presenter.ts), the choice that offers it (choose-dialog.ts).
 */
import { isObject, parsed } from "../session/scenario.ts";
import { IN_TAB, keep, recall } from "../ui/storage.ts";

/** A lecture and where it is. */
export interface Lecture {
  /** As an address names it. */
  script: string;
  title: string;
  /** The press at which it stands, from 0, and its step, from 1. */
  at: number;
  step: number;
  /** When it began, ms since 1970; null: not yet. */
  began_ms: number | null;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

export function keepLecture(lecture: Lecture): void {
  keep("lecture", JSON.stringify(lecture), IN_TAB);
}

/** The lecture that this tab has presented last; null if there was none. */
export function recallLecture(): Lecture | null {
  const kept = parsed(recall("lecture", IN_TAB) ?? "null");
  if (!isObject(kept)) return null;
  const { script, title, at, step, began_ms } = kept;
  if (typeof script !== "string" || typeof title !== "string" || !isCount(at) || !isCount(step)) return null;
  return { script, title, at, step, began_ms: typeof began_ms === "number" ? began_ms : null };
}
