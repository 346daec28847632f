/**
 * Which questions of the test are asked on which path through the lessons, and the test as a device keeps it: what was handed in, as
 * in the address, and what is being answered. Pure. Not here: the page (lessons/paper/test.ts).
 */
import { type Answer, readAnswers, writeAnswers } from "./answers.ts";
import { TRACKS } from "./registry.ts";
import type { Question } from "./types.ts";

/** The paths, as in the gallery. */
export type TestPath = keyof typeof TRACKS;

/** The path that a text names; without one, or another: that of beginners. */
export function testPath(name: string): TestPath {
  return Object.hasOwn(TRACKS, name) ? (name as TestPath) : "newcomer";
}

/** Whether a path asks a question: all lessons that teach its answer are on it. */
export function asksOf(path: TestPath, { lessons }: Pick<Question, "lessons">): boolean {
  return lessons.every((id) => (TRACKS[path] as readonly string[]).includes(id));
}

/** How many questions a path asked before it asked more, which came last: an address of that time answers each twice. */
const EARLIER: ReadonlyMap<TestPath, number> = new Map([["course", 12]]);

/** The questions of a path; those that an address answers, if it is of an earlier time. */
export function questionsOn<Asked extends Pick<Question, "lessons">>(
  path: TestPath,
  questions: readonly Asked[],
  answers: string,
): Asked[] {
  const all = questions.filter((question) => asksOf(path, question));
  const earlier = EARLIER.get(path);
  return answers !== "" && answers.split(".").length / 2 === earlier ? all.slice(0, earlier) : all;
}

/** What a device keeps. */
export interface Kept {
  /** What was handed in, as in the address. */
  answers: string;
  /** What is being answered, by the question's id. */
  drafts: Map<string, Answer>;
}

type Asked = Pick<Question, "id" | "options">;

const asked = (questions: readonly Asked[]) => questions.map(({ options }) => ({ kind: "choose" as const, options }));

/** As text; null if there is nothing to keep. It contains the questions' ids, so a test that has changed since starts again. */
export function writeKept({ answers, drafts }: Kept, questions: readonly Asked[]): string | null {
  if (answers === "" && drafts.size === 0) return null;
  const given = questions.map(({ id }) => ({ first: drafts.get(id) ?? null, second: null }));
  return [questions.map(({ id }) => id).join("."), answers, writeAnswers(given, asked(questions))].join(" ");
}

/** Reads it; null if there is nothing, or nothing that can be read. */
export function readKept(text: string | null, questions: readonly Asked[]): Kept | null {
  const [ids, answers = "", drafts = ""] = (text ?? "").split(" ");
  if (ids !== questions.map(({ id }) => id).join(".")) return null;
  const whole = readAnswers(answers, [...asked(questions), ...asked(questions)]);
  const given = readAnswers(drafts, asked(questions));
  if (whole.wrong || given.wrong) return null;
  const known = given.answers.flatMap(({ first }, i): [string, Answer][] => {
    const id = questions[i]?.id;
    return first && id !== undefined ? [[id, first]] : [];
  });
  return { answers, drafts: new Map(known) };
}
