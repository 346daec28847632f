/**
 * A lesson as a device keeps it: the last attempts, each with its locked answers as in the address, the answers not locked yet,
 * what was written under the runs, and the goals with the runs that reached them. By it a page recognises answers that were given on
 * this device. Pure. Not here: the storage and the page (memory.ts), how an answer is written (answers.ts).
 */
import type { Reached } from "../hand_in/document.ts";
import { isScenario } from "../session/scenario.ts";
import { type Answer, type Asked, readAnswers, shortCode } from "./answers.ts";

/** One attempt at a lesson. */
export interface Attempt {
  /** Locked answers, as in the address; empty before the first one. */
  answers: string;
  /** Answers that are not locked yet, by question. */
  drafts: Map<number, Answer>;
  /** Texts written under the runs, by question. */
  notes: Map<number, string>;
  goals: readonly Reached[];
}

/** Attempts that are kept: the address of an older one is somebody's link again. */
export const MOST_ATTEMPTS = 5;

/** A slider of a draft that was not moved yet: none of the letters of an answer. */
const UNMOVED = ".";

/** Whether an attempt contains all answers of an address, so that the address is of an earlier moment of it, or of its last. */
export function contains(attempt: string, answers: string): boolean {
  const whole = attempt.split(".");
  const parts = answers.split(".");
  if (answers === "" || attempt === "") return answers === "";
  return (
    parts.length === whole.length &&
    parts.every((part, i) => {
      const [own = "", first] = [whole[i], whole[i]?.split("!")[0]];
      // The first field follows the version.
      return part === own || part === first || part === "_" || (i === 0 && part === `${own[0]}_`);
    })
  );
}

/** The attempt that an address is of: the same answers, else one that went on from them. Undefined if they are not of this device. */
export function attemptOf(attempts: readonly Attempt[], answers: string): Attempt | undefined {
  const same = attempts.find((attempt) => attempt.answers === answers);
  return same ?? (answers === "" ? undefined : attempts.find((attempt) => contains(attempt.answers, answers)));
}

/** The attempts after one of them went on: it comes first and replaces what it contains. */
export function withAttempt(attempts: readonly Attempt[], newest: Attempt): Attempt[] {
  const others = attempts.filter((attempt) => !contains(newest.answers, attempt.answers));
  const { answers, drafts, notes, goals } = newest;
  const isEmpty = answers === "" && drafts.size + notes.size + goals.length === 0;
  return (isEmpty ? others : [newest, ...others]).slice(0, MOST_ATTEMPTS);
}

function writeDraft(answer: Answer, asked: Asked): string {
  const code = shortCode(answer, asked);
  if (answer.kind !== "points") return code;
  return code[0] + answer.steps.map((step, i) => (step === null ? UNMOVED : code[i + 1])).join("");
}

function readDraft(code: string, asked: Asked): Answer | null {
  // An answer's code is one field of an address.
  if (asked.kind !== "points" && code.includes(UNMOVED)) return null;
  const { answers, wrong } = readAnswers(`1${code.replaceAll(UNMOVED, "A")}`, [asked]);
  const answer = wrong ? null : (answers[0]?.first ?? null);
  if (answer?.kind !== "points") return answer;
  return { kind: "points", steps: answer.steps.map((step, i) => (code[i + 1] === UNMOVED ? null : step)) };
}

/** As text; null if there is nothing to keep. It contains the questions' ids, so a lesson that has changed since starts again. */
export function writeAttempts(
  attempts: readonly Attempt[],
  ids: readonly string[],
  asked: readonly Asked[],
): string | null {
  if (attempts.length === 0) return null;
  const each = attempts.map(({ answers, drafts, notes, goals }) => ({
    answers,
    drafts: [...drafts].flatMap(([i, answer]) => {
      const one = asked[i];
      return one ? [[i, writeDraft(answer, one)]] : [];
    }),
    notes: [...notes],
    ...(goals.length > 0 && { goals }),
  }));
  return JSON.stringify({ ids, attempts: each });
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

/** Pairs of a question's number and a text; others are left out. */
function pairsOf(value: unknown, asked: readonly Asked[]): [number, string][] {
  return listOf(value).flatMap((pair): [number, string][] => {
    const [index, text] = listOf(pair);
    return typeof index === "number" && asked[index] && typeof text === "string" ? [[index, text]] : [];
  });
}

/** Reads it; empty if there is nothing, or nothing that can be read. */
export function readAttempts(text: string | null, ids: readonly string[], asked: readonly Asked[]): Attempt[] {
  let found: Record<string, unknown>;
  try {
    found = fieldsOf(JSON.parse(text ?? "{}"));
  } catch {
    return [];
  }
  if (listOf(found.ids).join() !== ids.join()) return [];
  return listOf(found.attempts).flatMap((one): Attempt[] => {
    const { answers, drafts, notes, goals } = fieldsOf(one);
    if (typeof answers !== "string" || readAnswers(answers, asked).wrong) return [];
    const given = pairsOf(drafts, asked).flatMap(([i, code]): [number, Answer][] => {
      const answer = readDraft(code, asked[i] as Asked);
      return answer ? [[i, answer]] : [];
    });
    const reached = listOf(goals).flatMap((goal): Reached[] => {
      const { id, scenario = null, at_s } = fieldsOf(goal);
      if (typeof id !== "string" || !(scenario === null || isScenario(scenario))) return [];
      return [{ id, scenario, ...(typeof at_s === "number" && { at_s }) }];
    });
    return [{ answers, drafts: new Map(given), notes: new Map(pairsOf(notes, asked)), goals: reached }];
  });
}
