/**
 * A lecturer's acts become steps: where the run stands when it is to pause, and where it stands when the answer is
 * shown. Pure. Not here: the form on the page (recorder-panel.ts).
 */
import { addMessages, num, translate, withUnit } from "../i18n/catalogue.ts";
import english from "../i18n/en/present.json" with { type: "json" };
import { errorText } from "../i18n/errors.ts";
import type { LabDocument } from "../session/document.ts";
import { withInterventions } from "../session/document.ts";
import { equal, inOrder, type Scenario } from "../session/scenario.ts";
import type { Given, Question, Reveal, Script, Step } from "./script.ts";
import { MOST_OPTIONS, type Refusal, readScript } from "./script-reader.ts";

addMessages("en", english);

/** The laboratory at a moment. */
export interface Seen {
  document: LabDocument;
  t_s: number;
  speed: number;
  /** The preset that the scenario is, unchanged. */
  preset: string | null;
}

/** The words of a step, as they are typed. */
export interface Words {
  say: string;
  question: string;
  /** A line each; the right one has a `*`, or each its place (`1.`, `2.`, …), before or after. One line that is a number or a span: the value. */
  options: string;
  reveal: string;
  /** Of the further reveals, in order. */
  reveals: readonly string[];
  /** Numbers, as they are typed: time to vote, s; pause and answer, s; time planned, minutes. */
  vote_s: string;
  run_to: string;
  reveal_to: string;
  minutes: string;
  second_vote: boolean;
}

export const NO_WORDS: Words = {
  ...{ say: "", question: "", options: "", reveal: "", reveals: [] },
  ...{ vote_s: "", run_to: "", reveal_to: "", minutes: "", second_vote: false },
};

/** A moment to the millisecond, as a lecturer reads it. */
const rounded = (t_s: number): number => Math.round(t_s * 1000) / 1000;
/** The audience sees the charts that the lecturer has open. */
const viewOf = (seen: Seen): string[] => ["path", ...seen.document.view.charts];
const givenOf = ({ preset, document }: Seen): Given => (preset === null ? { scenario: document.scenario } : { preset });

/** The step's beginning: this run, to here. */
export function paused(id: string, seen: Seen): Step {
  const { speed } = seen;
  return { id, set: givenOf(seen), view: viewOf(seen), ...(speed !== 1 && { speed }), run_to: rounded(seen.t_s) };
}

/** The same run up to a moment: only the user's changes from then on differ. */
function goesOn(before: Scenario, after: Scenario, at_s: number): boolean {
  const early = (scenario: Scenario): Scenario =>
    withInterventions(
      scenario,
      inOrder(scenario).filter((each) => each.at_s < at_s),
    );
  return equal(early(before), early(after));
}

/** The step with its answer: what was done since the pause, to here. `before` is what was seen at the pause. */
export function revealed(step: Step, before: Seen, now: Seen): Step {
  const run_to = rounded(now.t_s);
  const view = viewOf(now);
  const reveal: Reveal = { run_to, ...(equal(view, step.view) ? {} : { view }) };
  const { fork, scenario } = now.document;
  if (fork && fork.interventions.length > 0) {
    const moments = new Set(fork.interventions.map((each) => each.at_s));
    const [only] = moments;
    const values = Object.fromEntries(fork.interventions.map((each) => [each.path, each.value]));
    const from_s = moments.size === 1 && only !== undefined ? only : fork.at_s;
    return { ...step, reveal: { ...reveal, branch: { from_s: rounded(from_s), values } } };
  }
  if (equal(scenario, before.document.scenario)) return { ...step, reveal };
  // Changes after the pause are part of the run itself: until the reveal they are not seen.
  if (goesOn(before.document.scenario, scenario, before.t_s)) return { ...step, set: givenOf(now), reveal };
  return { ...step, reveal: { ...reveal, set: givenOf(now) } };
}

/** A value, or its least and largest, and its unit. */
const VALUE = /^(-?\d+(?:[.,]\d+)?)(?:\s*(?:-|–)\s*(-?\d+(?:[.,]\d+)?))?(?:\s*([^\d\s.,*–-].{0,19}))?$/;
/** The right option's mark. */
const STAR = /^(\(?[1-8][.)]\s*)?\*\s*|\s*\*(?=\s+\(?[1-8][.)]$|$)/g;
/** The place of an option in the right order, before it or after it; "1.3 s" has none. */
const BEFORE = /^\(?([1-8])[.)](?:\s+|(?=\p{L}))/u;
const AFTER = /\s+\(?([1-8])[.)]$/;

/** Reason why a question cannot be asked. */
export type Lack = "text" | "options" | "many" | "right" | "one_right";

/** The question that the words make; where something is missing it has no answer: no option is taken as right unless it was marked. */
export function asked(words: Words): { question: Question | null; lack: Lack | null } {
  const text = words.question.trim();
  const lines = linesOf(words.options).filter((line) => line !== "");
  if (text === "") return { question: null, lack: lines.length > 0 ? "text" : null };
  // Without options it is an open question to the audience.
  if (lines.length === 0) return { question: { kind: "draw", text }, lack: null };
  if (lines.length > MOST_OPTIONS) return { question: null, lack: "many" };
  if (lines.length === 1) {
    const [, low, high = low, unit] = VALUE.exec(lines[0] ?? "") ?? [];
    if (low === undefined || high === undefined) return { question: null, lack: "options" };
    const ends = [low, high].map((each) => Number(each.replace(",", "."))).sort((a, b) => a - b);
    return { question: { kind: "number", text, answer: low === high ? (ends[0] ?? 0) : ends, unit }, lack: null };
  }
  const bare = lines.map((line) => line.replace(STAR, "$1"));
  const right = lines.flatMap((line, i) => (line === bare[i] ? [] : [i]));
  const places = bare.map((line) => Number((BEFORE.exec(line) ?? AFTER.exec(line))?.[1]));
  const placed = bare.every((_, i) => places.includes(i + 1));
  const options = placed ? bare.map((line) => line.replace(BEFORE.test(line) ? BEFORE : AFTER, "")) : bare;
  if (placed && right.length === 0)
    return {
      question: { kind: "order", text, options, answer: bare.map((_, i) => places.indexOf(i + 1)) },
      lack: null,
    };
  const question: Question = { kind: "choose", text, options };
  const [only] = right;
  if (only === undefined) return { question, lack: "right" };
  return right.length > 1 ? { question, lack: "one_right" } : { question: { ...question, answer: only }, lack: null };
}

const linesOf = (options: string): string[] => options.split("\n").map((line) => line.trim());

/** The options with the star at this one alone. */
export function withRight(options: string, index: number): string {
  return linesOf(options)
    .filter((line) => line !== "")
    .map((line) => line.replace(STAR, "$1"))
    .map((line, i) => (i === index ? `* ${line}` : line))
    .join("\n");
}

/** Whether there is neither sentence, question nor answer: no step. */
export function isEmpty(words: Words): boolean {
  return [words.say, words.question, words.options, words.reveal].every((each) => each.trim() === "");
}

/** The options as they would be typed, with the mark of the right one or the place of each. */
function optionsOf({ options, answer, kind, unit }: Question): string {
  if (!options) return answer === undefined ? "" : [[answer].flat().join("–"), unit].filter(Boolean).join(" ");
  const order = Array.isArray(answer) ? answer : [];
  return options
    .map((each, i) => (kind === "order" ? `${order.indexOf(i) + 1}. ${each}` : i === answer ? `* ${each}` : each))
    .join("\n");
}

/** The words of a step, as they would be typed. */
export function wordsOf({ say = "", question, reveal, reveals = [], run_to, minutes }: Step): Words {
  const typed = (value: number | undefined): string => (value === undefined ? "" : String(value));
  return {
    ...{ say, question: question?.text ?? "", options: question ? optionsOf(question) : "" },
    ...{ reveal: reveal?.text ?? "", reveals: reveals.map(({ text = "" }) => text) },
    ...{ vote_s: typed(question?.vote_s), second_vote: question?.second_vote ?? false },
    ...{ run_to: typed(run_to), reveal_to: typed(reveal?.run_to), minutes: typed(minutes) },
  };
}

/** The number that is typed; what is none stays as it is, for the reader of scripts to reject. */
function numberIn(typed: string): number | undefined {
  const text = typed.trim().replace(",", ".");
  const value = Number(text);
  return text === "" ? undefined : Number.isFinite(value) ? value : (typed as unknown as number);
}

/** The question that the words make of the one that there was: what has no words stays. */
function questionIn(was: Question | undefined, words: Words): Question | undefined {
  const { question } = asked(words);
  if (!question) return undefined;
  const votes = { vote_s: numberIn(words.vote_s), second_vote: words.second_vote || undefined };
  if (was && words.options === optionsOf(was)) return { ...was, text: question.text, ...votes };
  return { ...(was?.kind === question.kind && was), ...question, ...votes };
}

/** The step with its words. */
export function worded(step: Step, words: Words): Step {
  if (equal(words, wordsOf(step))) return step;
  const question = questionIn(step.question, words);
  const text = words.reveal.trim() || undefined;
  const run_to = numberIn(words.reveal_to);
  const answered = question?.answer !== undefined && !step.reveals;
  // An answer is shown, also where nothing else happens.
  const tells = step.reveal !== undefined || text !== undefined || run_to !== undefined || answered;
  return {
    ...step,
    minutes: numberIn(words.minutes),
    run_to: numberIn(words.run_to),
    say: words.say.trim() || undefined,
    question,
    reveal: tells ? { ...step.reveal, run_to, text } : undefined,
    reveals: step.reveals?.map((each, i) => ({ ...each, text: words.reveals[i]?.trim() || undefined })),
  };
}

/** A mistake in a field of the form, by the field's name in `Words` (of a further answer `reveals.` and its number); without one where the form has no such field. */
export interface Wrong {
  field: string | null;
  text: string;
}

/** The form's field in which a part of a step is typed. */
const FIELDS: readonly (readonly [place: RegExp, field: string])[] = [
  [/^(run_to|minutes|say)$/, "$1"],
  [/^question\.(vote_s)$/, "$1"],
  [/^question\.text$/, "question"],
  [/^question\.(?:options|answer|unit).*$/, "options"],
  [/^reveal\.run_to$/, "reveal_to"],
  [/^reveal\.text$/, "reveal"],
  [/^reveals\[(\d+)\]\.text$/, "reveals.$1"],
];

function wrongOf(refusal: Refusal): Wrong {
  const place = refusal.place.replace(/^steps\[0\]\./, "");
  const [pattern, field] = FIELDS.find(([each]) => each.test(place)) ?? [];
  if (!pattern || field === undefined) return { field: null, text: errorText({ ...refusal, place }) };
  const [, least, most] = /^(\S+) <= … <= (\S+)$/.exec(refusal.allowed) ?? [];
  const [, longest] = /<= (\d+)\)$/.exec(refusal.allowed) ?? [];
  const text =
    longest === undefined
      ? translate("present.record.wrong.number", { least: num(Number(least)), most: num(Number(most)) })
      : translate("present.record.wrong.long", { most: num(Number(longest)) });
  return { field: place.replace(pattern, field), text };
}

/** Mistakes in a step: by the reader of scripts; a moment after the end of its run, `end_s`; and an answer that is to be shown before the run has come to its pause. */
export function wrongIn(step: Step, end_s = Number.POSITIVE_INFINITY): Wrong[] {
  const read = readScript(JSON.stringify(scriptFrom("", [step])));
  const wrong = "wrong" in read ? read.wrong.map(wrongOf) : [];
  const { run_to = 0, reveal } = step;
  const from_s = reveal?.branch?.from_s ?? run_to;
  // A typed text that is no number has been said.
  if (wrong.some(({ field }) => field === "run_to" || field === "reveal_to")) return wrong;
  const moments = [["run_to", run_to] as const, ["reveal_to", reveal?.set ? 0 : (reveal?.run_to ?? 0)] as const];
  const late = moments.flatMap(([field, at_s]): Wrong[] =>
    at_s > end_s ? [{ field, text: translate("present.record.wrong.late", { time: withUnit(end_s, "s", 3) }) }] : [],
  );
  if (late.length > 0) return [...late, ...wrong];
  if (reveal?.run_to === undefined || reveal.set || reveal.run_to >= from_s) return wrong;
  const text = translate("present.record.wrong.early", { time: withUnit(from_s, "s", 3) });
  return [{ field: "reveal_to", text }, ...wrong];
}

/** A script of these steps. */
export function scriptFrom(title: string, steps: readonly Step[]): Script {
  return { schema: 1, kind: "script", title, profile: "projector", steps: [...steps] };
}
