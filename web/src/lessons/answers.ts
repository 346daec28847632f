/**
 * A reader's answers and their place in the address (`a=`): a version digit, then a field for each question, dot-separated. A
 * letter (choose), the slider's step in base 36, or `~` and hundredths in base 36 for a value that was typed between two steps
 * (number), letters (order), `~` and characters of 6 bits (draw: 24 levels; points: the step of each slider), `-` (did not
 * know), `_` (not reached); a second answer follows after `!`. Whatever cannot be read counts as not reached. Pure.
 */
import { LEVELS, POINTS } from "../run_view/drawn-curve.ts";
import type { AskChoose, AskDraw, AskNumber, AskOrder, AskPoints, Facts } from "./types.ts";

/** One answer, by the question's kind. A number is in the question's unit; levels are 0 to 63, steps are a slider's. */
export type Answer =
  | { kind: "unknown" }
  | { kind: "choose"; option: string }
  | { kind: "number"; value: number }
  | { kind: "order"; cards: string[] }
  | { kind: "draw"; levels: number[] }
  /** Null: not given yet. */
  | { kind: "points"; steps: (number | null)[] };

/** First and second answer to a question. */
export interface Answered {
  first: Answer | null;
  second: Answer | null;
}

/** Question, as far as an answer's form depends on it. */
export type Asked =
  | Pick<AskChoose, "kind" | "options">
  | Pick<AskNumber, "kind" | "min" | "max" | "step">
  | Pick<AskOrder, "kind" | "cards">
  | Pick<AskDraw, "kind">
  | Pick<AskPoints, "kind" | "points" | "min" | "max" | "step">;

/** The questions of a lesson, and the last one about another setting. */
export function askedOf({ asks, transfer }: Pick<Facts, "asks" | "transfer">): Asked[] {
  return [...asks, { kind: "choose", options: transfer.options }];
}

const VERSION = "1";
/** Parts of a unit in which a typed value is kept: as fine as a value is shown (tell.ts). */
const HUNDREDTHS = 100;
/** The 64 letters of base64url, which need no escape in an address. */
const BITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const letter = (index: number): string => String.fromCharCode(97 + index);

/** Steps of a number's slider. */
export function stepsOf(asked: Pick<AskNumber, "min" | "max" | "step">): number {
  return Math.round((asked.max - asked.min) / asked.step);
}

/** The value of a step, in the question's unit. */
export function valueAtStep(asked: Pick<AskNumber, "min" | "step">, step: number): number {
  return Number((asked.min + step * asked.step).toPrecision(6));
}

/** Whether nothing of an answer is left to give. */
export function isWhole(answer: Answer): boolean {
  return answer.kind !== "points" || answer.steps.every((step) => step !== null);
}

function write(answer: Answer | null, asked: Asked): string {
  if (answer === null) return "_";
  if (answer.kind === "unknown") return "-";
  if (answer.kind === "choose" && asked.kind === "choose") return letter(asked.options.indexOf(answer.option));
  if (answer.kind === "number" && asked.kind === "number") {
    const step = Math.round((answer.value - asked.min) / asked.step);
    if (valueAtStep(asked, step) === answer.value) return step.toString(36);
    return `~${Math.round(answer.value * HUNDREDTHS).toString(36)}`;
  }
  if (answer.kind === "order" && asked.kind === "order")
    return answer.cards.map((card) => letter(asked.cards.indexOf(card))).join("");
  if (answer.kind === "draw") return `~${answer.levels.map((level) => BITS[level] ?? "A").join("")}`;
  if (answer.kind === "points") return `~${answer.steps.map((step) => BITS[step ?? 0] ?? "A").join("")}`;
  return "_";
}

function read(text: string, asked: Asked): Answer | null {
  if (text === "-") return { kind: "unknown" };
  if (asked.kind === "choose") {
    const option = text.length === 1 ? asked.options[text.charCodeAt(0) - 97] : undefined;
    return option === undefined ? null : { kind: "choose", option };
  }
  if (asked.kind === "number") {
    const [, typed, digits = ""] = /^(~?)([0-9a-z]{1,6})$/.exec(text) ?? [];
    const number = Number.parseInt(digits, 36);
    const value = typed === "~" ? number / HUNDREDTHS : valueAtStep(asked, number);
    return value >= asked.min && value <= asked.max ? { kind: "number", value } : null;
  }
  if (asked.kind === "order") {
    const cards = [...text].map((one) => asked.cards[one.charCodeAt(0) - 97]);
    const whole = cards.every((card) => card !== undefined) && new Set(cards).size === asked.cards.length;
    return whole && cards.length === asked.cards.length ? { kind: "order", cards: cards as string[] } : null;
  }
  const levels = [...text.slice(1)].map((one) => BITS.indexOf(one));
  const drawn = asked.kind === "draw";
  const [count, top] = drawn ? [POINTS, LEVELS - 1] : [asked.points.length, stepsOf(asked)];
  const whole = text.startsWith("~") && levels.length === count && levels.every((one) => one >= 0 && one <= top);
  if (!whole) return null;
  return drawn ? { kind: "draw", levels } : { kind: "points", steps: levels };
}

/** The `a=` field; empty while nothing is answered. */
export function writeAnswers(answers: readonly Answered[], asked: readonly Asked[]): string {
  if (answers.every((one) => one.first === null)) return "";
  const fields = asked.map((each, i) => {
    const { first, second } = answers[i] ?? { first: null, second: null };
    return write(first, each) + (second ? `!${write(second, each)}` : "");
  });
  return VERSION + fields.join(".");
}

/** Reads an `a=` field; `wrong`: something in it could not be read. */
export function readAnswers(field: string, asked: readonly Asked[]): { answers: Answered[]; wrong: boolean } {
  const known = field.startsWith(VERSION);
  const fields = known ? field.slice(VERSION.length).split(".") : [];
  let wrong = field !== "" && (!known || fields.length !== asked.length);
  const answers = asked.map((each, i): Answered => {
    const [first = "_", second] = (fields[i] ?? "_").split("!");
    const one = (text: string | undefined): Answer | null => {
      if (text === undefined || text === "_") return null;
      const answer = read(text, each);
      if (!answer) wrong = true;
      return answer;
    };
    const given = one(first);
    return { first: given, second: given ? one(second) : null };
  });
  return { answers, wrong };
}

/** One prediction as a short code that can be read out: what its field says. */
export function shortCode(answer: Answer, asked: Asked): string {
  return write(answer, asked);
}
