/**
 * Which questions of the test are asked on which path through the lessons, and the test as a device keeps it: what was handed in, as
 * in the address, and what is being answered; the order in which it asks. Pure. Not here: the page (lessons/paper/test.ts).
 */
import { type Answer, readAnswers, writeAnswers } from "./answers.ts";
import { TRACKS } from "./registry.ts";
import type { Question } from "./types.ts";

/** The paths, as in the gallery. */
export type TestPath = keyof typeof TRACKS;

export const PATHS = Object.keys(TRACKS) as TestPath[];

/** The path that a text names; without one, or another: that of beginners. */
export function testPath(name: string): TestPath {
  return Object.hasOwn(TRACKS, name) ? (name as TestPath) : "newcomer";
}

/** Whether a path asks a question: all lessons that teach its answer are on it. */
export function asksOf(path: TestPath, { lessons }: Pick<Question, "lessons">): boolean {
  return lessons.every((id) => (TRACKS[path] as readonly string[]).includes(id));
}

/** Other paths that ask questions of a path, how many of them, and of how many: results of the one are a key to the other. */
export function sharedWith(
  own: TestPath,
  questions: readonly Pick<Question, "lessons">[],
): { path: TestPath; shared: number; all: number }[] {
  return PATHS.flatMap((path) => {
    const asked = questions.filter((question) => asksOf(path, question));
    const shared = asked.filter((question) => asksOf(own, question)).length;
    return path === own || shared === 0 ? [] : [{ path, shared, all: asked.length }];
  });
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

type Asked = Pick<Question, "id" | "options" | "retired">;

/** Which form: before the lessons, or after. */
export type Time = 0 | 1;

/** Chosen so that the right options stand at every place (testing/texts.ts). */
const ORDER = 382;

/** A small number of a text that spreads well (FNV-1a): the order is another each time, and the same for all readers. */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

/** In the order of this time. */
function shuffled<T>(all: readonly T[], name: (one: T) => string, time: Time): T[] {
  return [...all].sort((a, b) => spread(`${time} ${name(a)}`) - spread(`${time} ${name(b)}`));
}

/** The questions as they are asked at a time. */
export function questionsAt<Asked extends Pick<Question, "id">>(questions: readonly Asked[], time: Time): Asked[] {
  return shuffled(questions, ({ id }) => id, time);
}

/** The options that a question offers at a time, in order. */
export function optionsAt({ id, options, retired = [] }: Asked, time: Time): string[] {
  const offered = options.filter((option) => !retired.includes(option));
  return shuffled(offered, (option) => `${id} ${option} ${ORDER}`, time);
}

/** Record that a device keeps. */
export interface Kept {
  /** The hand-in, as in the address. */
  answers: string;
  /** Answers in progress, by the question's id. */
  drafts: Map<string, Answer>;
}

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
    const { id, retired = [] } = questions[i] as Asked;
    // A question whose chosen option is offered no more is to be answered again.
    return first && !(first.kind === "choose" && retired.includes(first.option)) ? [[id, first]] : [];
  });
  return { answers, drafts: new Map(known) };
}
