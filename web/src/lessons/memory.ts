/**
 * Memory of a lesson on this device: answers that were given on it, so that they are recognised after a reload, answers that
 * are not locked yet, and what was written under the runs. A page whose answers came with a link from elsewhere remembers nothing.
 * Not here: the form in which it is kept (lesson-kept.ts), the storage (ui/storage.ts).
 */

import type { Reached } from "../hand_in/document.ts";
import { keep, recall } from "../ui/storage.ts";
import type { Answer, Asked } from "./answers.ts";
import { type Attempt, attemptOf, readAttempts, withAttempt, writeAttempts } from "./lesson-kept.ts";
import type { Lesson } from "./types.ts";

export class LessonMemory {
  /** The answers that the page begins with: those of the address; without any the last ones that were given on this device. */
  readonly answers: string;
  /** The answers of the address were not given on this device. */
  readonly handed: boolean;
  /** Drafts that were found, by question: what the page began with. */
  readonly found: ReadonlyMap<number, Answer>;
  /** Whether the browser keeps what is written; false where storage is refused or full. */
  stores: boolean;
  private readonly name: string;
  private readonly ids: readonly string[];
  private attempt: Attempt;

  constructor(
    lesson: Lesson,
    private readonly asked: readonly Asked[],
    address: string,
    /** Whether an address without answers is that of the last attempt: not where the lesson is presented. */
    resumes: boolean,
    /** Notes that came with the answers of somebody else, by question. */
    handedNotes: ReadonlyMap<number, string>,
    /** Whether anything is kept: not while the lesson is being written. */
    private readonly keeps: boolean,
  ) {
    this.name = `lesson.${lesson.id}`;
    this.ids = lesson.asks.map(({ id }) => id);
    const text = keeps ? recall(this.name) : null;
    const all = this.all();
    const answers = address === "" && resumes ? (all[0]?.answers ?? "") : address;
    const kept = attemptOf(all, answers);
    this.answers = answers;
    this.handed = keeps && answers !== "" && kept === undefined;
    // A draft belongs to the moment in which it was given.
    this.found = new Map(kept?.answers === answers ? kept.drafts : []);
    const notes = this.handed ? handedNotes : kept?.notes;
    this.attempt = { answers, drafts: new Map(this.found), notes: new Map(notes), goals: kept?.goals ?? [] };
    this.stores = keeps && !this.handed && keep(this.name, text);
  }

  /** Whether what is on the page is kept. */
  get some(): boolean {
    return !this.handed && this.stores && recall(this.name) !== null;
  }

  /** Notes under the runs, by question. */
  get notes(): ReadonlyMap<number, string> {
    return this.attempt.notes;
  }

  /** Goals that were reached, with their runs. */
  get goals(): readonly Reached[] {
    return this.attempt.goals;
  }

  /** Takes the goals that are reached. */
  reach(goals: readonly Reached[]): void {
    this.attempt.goals = goals;
    this.save();
  }

  note(index: number): string {
    return this.attempt.notes.get(index) ?? "";
  }

  /** Takes what is written under a run. */
  write(index: number, text: string): void {
    if (text === "") this.attempt.notes.delete(index);
    else this.attempt.notes.set(index, text);
    this.save();
  }

  /** Takes an answer that is not locked; null: none any more. */
  draft(index: number, answer: Answer | null): void {
    if (answer === null) this.attempt.drafts.delete(index);
    else this.attempt.drafts.set(index, answer);
    this.save();
  }

  /** Takes the locked answers, as the address has them. */
  lock(index: number, answers: string): void {
    this.attempt.drafts.delete(index);
    this.attempt.answers = answers;
    this.save();
  }

  /** Deletes all of this lesson. */
  forget(): void {
    keep(this.name, null);
  }

  /** Other pages of this browser may have kept more since. */
  private all(): Attempt[] {
    return this.keeps ? readAttempts(recall(this.name), this.ids, this.asked) : [];
  }

  private save(): void {
    if (this.handed || !this.keeps) return;
    const attempts = withAttempt(this.all(), this.attempt);
    this.stores = keep(this.name, writeAttempts(attempts, this.ids, this.asked));
  }
}
