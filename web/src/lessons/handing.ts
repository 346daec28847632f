/**
 * The hand-in of a lesson or of the test, made from the page's state. Fetched when it is wanted. Not here: the document and its
 * sheet (hand_in).
 */
import { emptyHandIn, type Reached } from "../hand_in/document.ts";
import { showHandIn } from "../hand_in/sheet.ts";
import { translate } from "../i18n/catalogue.ts";
import { type Answered, askedOf, writeAnswers } from "./answers.ts";
import { scenarioOf } from "./shown-runs.ts";
import type { Lesson } from "./types.ts";

/** A lesson's state on its page. */
interface Given {
  answers: readonly Answered[];
  /** Notes under the runs, by question. */
  notes: ReadonlyMap<number, string>;
  goals: readonly Reached[];
  /** Of the first question's run; empty until it is computed. */
  digest: string;
  /** The name that a link gave. */
  name: string;
}

/** Offers a lesson. */
export function handInLesson(lesson: Lesson, { answers, notes, goals, digest, name }: Given): void {
  const { asks, scenarios } = lesson;
  const first = asks[0];
  const sentences = [...notes].flatMap(([i, note]): [string, string][] => {
    const id = asks[i]?.id;
    return id === undefined ? [] : [[id, note]];
  });
  showHandIn(lesson.title, {
    ...emptyHandIn("lesson", lesson.id),
    questions: asks.map(({ id }) => id),
    name,
    answers: writeAnswers(answers, askedOf(lesson)),
    sentences: new Map(sentences),
    goals: [...goals],
    run: first && digest !== "" ? { scenario: scenarioOf(scenarios, first.show), digest } : null,
  });
}

/** Offers the test of a path; `questions` by their ids. */
export function handInTest(path: string, questions: readonly string[], answers: string, name: string): void {
  showHandIn(translate("test.title"), {
    ...emptyHandIn("test", path),
    ...{ questions: [...questions], answers, name },
  });
}
