/**
 * What a lecturer does once becomes steps: where the run stands when it is to pause, and where it stands when the answer is
 * shown. Pure. Not here: the form on the page (recorder-panel.ts).
 */
import type { LabDocument } from "../session/document.ts";
import { withInterventions } from "../session/document.ts";
import { equal, inOrder, type Scenario } from "../session/scenario.ts";
import type { Given, Question, Reveal, Script, Step } from "./script.ts";

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
}

export const NO_WORDS: Words = { say: "", question: "", options: "", reveal: "" };

const rounded = (t_s: number): number => Math.round(t_s * 1e6) / 1e6;
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
    return { ...step, reveal: { ...reveal, branch: { from_s, values } } };
  }
  if (equal(scenario, before.document.scenario)) return { ...step, reveal };
  // Changes after the pause are part of the run itself: until the reveal they are not seen.
  if (goesOn(before.document.scenario, scenario, before.t_s)) return { ...step, set: givenOf(now), reveal };
  return { ...step, reveal: { ...reveal, set: givenOf(now) } };
}

/** A value, or its least and largest. */
const VALUE = /^(\d+(?:[.,]\d+)?)(?:\s*(?:-|–)\s*(\d+(?:[.,]\d+)?))?$/;
/** The right option's mark. */
const STAR = /^(\(?[1-8][.)]\s*)?\*\s*|\s*\*(?=\s+\(?[1-8][.)]$|$)/g;
/** The place of an option in the right order, before it or after it; "1.3 s" has none. */
const BEFORE = /^\(?([1-8])[.)](?:\s+|(?=\p{L}))/u;
const AFTER = /\s+\(?([1-8])[.)]$/;

/** Options of a question (script-reader.ts). */
const MOST_OPTIONS = 8;

/** What keeps a question from being asked. */
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
    const [, low, high = low] = VALUE.exec(lines[0] ?? "") ?? [];
    if (low === undefined || high === undefined) return { question: null, lack: "options" };
    const ends = [low, high].map((each) => Number(each.replace(",", "."))).sort((a, b) => a - b);
    return { question: { kind: "number", text, answer: low === high ? (ends[0] ?? 0) : ends }, lack: null };
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

/** The step with its words. */
export function worded(step: Step, words: Words): Step {
  const { question } = asked(words);
  const say = words.say.trim();
  const text = words.reveal.trim();
  // An answer is shown, also where nothing else happens.
  const tells = step.reveal !== undefined || text !== "" || question?.answer !== undefined;
  const reveal = tells ? { ...step.reveal, ...(text !== "" && { text }) } : undefined;
  return {
    ...step,
    ...(say !== "" && { say }),
    ...(question && { question }),
    ...(reveal && { reveal }),
  };
}

/** A script of these steps. */
export function scriptFrom(title: string, steps: readonly Step[]): Script {
  return { schema: 1, kind: "script", title, profile: "projector", steps: [...steps] };
}
