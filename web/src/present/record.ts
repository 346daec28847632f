/**
 * What a lecturer does once becomes steps: where the run stands when it is to pause, and where it stands when the answer is
 * shown. Pure. Not here: the form on the page (pages/record.ts).
 */
import type { LabDocument } from "../run/document.ts";
import { withInterventions } from "../run/document.ts";
import { equal, inOrder, type Scenario } from "../run/scenario.ts";
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
  /** A line each; the right one begins with `*`, or each with its place (`1.`, `2.`, …). One line that is a number or a span: the value. */
  options: string;
  reveal: string;
}

export const NO_WORDS: Words = { say: "", question: "", options: "", reveal: "" };

const rounded = (t_s: number): number => Math.round(t_s * 1e6) / 1e6;
const viewOf = (seen: Seen): string[] => ["path", ...seen.document.view.charts.slice(0, 2)];
const givenOf = ({ preset, document }: Seen): Given => (preset === null ? { scenario: document.scenario } : { preset });

/** The step's beginning: this run, to here. */
export function paused(id: string, seen: Seen): Step {
  const { speed } = seen;
  return { id, set: givenOf(seen), view: viewOf(seen), ...(speed !== 1 && { speed }), run_to: rounded(seen.t_s) };
}

/** The same run up to a moment: only what the hand did from then on differs. */
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
const VALUE = /^(\d+(?:\.\d+)?)(?:\s*(?:-|–)\s*(\d+(?:\.\d+)?))?$/;
/** The place of an option in the right order. */
const PLACE = /^([1-8])[.)]\s+/;

function questionOf(words: Words): Question | null {
  if (words.question.trim() === "") return null;
  const lines = words.options
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, 8);
  const text = words.question.trim();
  const value = lines.length === 1 ? VALUE.exec(lines[0] ?? "") : null;
  if (value) {
    const [low, high] = [Number(value[1]), Number(value[2] ?? value[1])];
    return { kind: "number", text, answer: low === high ? low : [low, high] };
  }
  // What offers no choice is asked of the room as it is.
  if (lines.length < 2) return { kind: "draw", text };
  const places = lines.map((line) => Number(PLACE.exec(line)?.[1]));
  if (lines.every((_, i) => places.includes(i + 1)))
    return {
      ...{ kind: "order", text, options: lines.map((line) => line.replace(PLACE, "")) },
      answer: lines.map((_, i) => places.indexOf(i + 1)),
    };
  const right = lines.findIndex((line) => line.startsWith("*"));
  return {
    kind: "choose",
    text,
    options: lines.map((line) => line.replace(/^\*\s*/, "")),
    answer: Math.max(0, right),
  };
}

/** The step with its words. */
export function worded(step: Step, words: Words): Step {
  const question = questionOf(words);
  const say = words.say.trim();
  const text = words.reveal.trim();
  const reveal = step.reveal || text !== "" ? { ...step.reveal, ...(text !== "" && { text }) } : undefined;
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
