/** A marked hand-in. Types only. Not here: how it is marked (mark.ts). */
import type { HandIn, Wrong } from "../../hand_in/document.ts";
import type { Answered } from "../answers.ts";
import type { Verdict } from "../judge.ts";
import type { Entry } from "./read.ts";

/** A code with its arguments and the other rows it is about, what is wrong with a document, or the engine's words. */
export type Remark =
  | { code: string; args?: Record<string, string>; rows?: number[] }
  | { wrong: Wrong }
  | { text: string };

/** A question that was asked, with its first verdicts, for the class as a whole. */
export interface Given {
  answered: Answered;
  /** Of the first answer and of the second one; null: none, or not judged. */
  verdicts: [Verdict | null, Verdict | null];
}

/** One row of the table. */
export interface Row {
  entry: Entry;
  handIn: HandIn | null;
  /** Title of the lesson, the test or the run. */
  what: string;
  /** Answers, second ones included, without those that say that nothing is known. */
  tries: number;
  /** The same, and those. */
  reached: number;
  given: Given[];
  /** Of the test's first part; null: it is none. */
  before: number | null;
  right: number;
  /** Questions that `right` is of. */
  questions: number;
  points: number;
  most: number;
  /** Goals whose run reaches them. */
  goals: string[];
  /** Changes in a run of the laboratory. */
  changes: string[];
  remarks: Remark[];
  /** Whether it is part of the class: not if it is unreadable or was handed in twice. */
  counts: boolean;
  /** The digest that its run has; empty: not computed. */
  digest: string;
}
