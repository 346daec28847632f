/**
 * A class of sixty hand-ins, made by a script: right, wrong, forged, copied, empty, old, cut, edited, of an unknown lesson. Each says
 * which remarks it is to get. For tests in Node and in a browser. Not here: how they are marked (marking).
 */
import { test as testFiles } from "virtual:lessons";
import { documentOf, emptyHandIn, type HandIn, packHandIn, type Reached } from "../../hand_in/document.ts";
import { levelsOf, momentOf, POINTS } from "../../run_view/drawn-curve.ts";
import { type Scenario, withValue } from "../../session/scenario.ts";
import { type Answer, type Answered, askedOf, stepsOf, valueAtStep, writeAnswers } from "../answers.ts";
import { valueOn } from "../curve.ts";
import type { Against } from "../judge.ts";
import { pointsOf } from "../judge.ts";
import { firstRun } from "../marking/against.ts";
import { scenarioOf } from "../shown-runs.ts";
import { endsOf } from "../tell.ts";
import { asksOf } from "../test-kept.ts";
import type { Ask, Goal, Lesson } from "../types.ts";

/** One hand-in: as it is pasted, and the codes of the remarks that it is to get, in any order. */
export interface Made {
  is: string;
  text: string;
  remarks: string[];
}

/** A lesson with what it is judged by, and the digest of its first run. */
export interface Known {
  lesson: Lesson;
  against: readonly Against[];
  digestOf(scenario: Scenario): string;
}

const PAGE = "https://example.org/lab/lessons.html";
const linkOf = (handIn: HandIn): string => `${PAGE}#h=${packHandIn(handIn)}`;

/** An answer that is right, or one that is not. */
function answerTo(ask: Ask, beside: Against, isRight: boolean): Answer {
  if (ask.kind === "number") {
    const band = beside.bands.find((one) => one.id === ask.band);
    const { low, high } = band ? endsOf(band) : { low: 0, high: 0 };
    const far = (low + high) / 2 - ask.min > ask.max - (low + high) / 2 ? ask.min : ask.max;
    return { kind: "number", value: isRight ? Number(((low + high) / 2).toFixed(2)) : far };
  }
  if (ask.kind === "choose")
    return { kind: "choose", option: isRight ? ask.right : (ask.options.find((one) => one !== ask.right) ?? "") };
  if (ask.kind === "order") return { kind: "order", cards: isRight ? [...ask.right] : [...ask.right].reverse() };
  if (ask.kind === "draw") {
    const curve = beside.curve ?? [];
    const run = Array.from({ length: POINTS }, (_, i) => valueOn(curve, momentOf(ask, i)));
    return { kind: "draw", levels: levelsOf(ask, isRight ? run : run.map(() => ask.max)) };
  }
  const values = (beside.found && pointsOf(ask, beside.found)) ?? [];
  const steps = values.map((value) => Math.round((value - ask.min) / ask.step));
  const worst = values.map((value) => (value > valueAtStep(ask, stepsOf(ask) / 2) ? 0 : stepsOf(ask)));
  return { kind: "points", steps: isRight ? steps : worst };
}

/** A goal with a run that reaches it. */
function reachedBy(lesson: Lesson, goal: Goal): Reached {
  const { play } = lesson;
  const begun = { scenario: goal.scenario ?? play.scenario, set: { ...(goal.set ?? play.set), ...goal.solution } };
  return { id: goal.id, scenario: scenarioOf(lesson.scenarios, begun) };
}

/** All questions answered, rightly or not, with the run and no name. */
export function lessonHandIn({ lesson, against, digestOf }: Known, isRight: boolean): HandIn {
  const asks = lesson.asks.map((ask, i) => answerTo(ask, against[i] as Against, isRight));
  const { options, right } = lesson.transfer;
  const last = isRight ? right : (options.find((one) => one !== right) ?? "");
  const answered = [...asks, { kind: "choose", option: last } as const].map(
    (first): Answered => ({ first, second: null }),
  );
  const scenario = firstRun(lesson) as Scenario;
  return {
    ...emptyHandIn("lesson", lesson.id),
    questions: lesson.asks.map(({ id }) => id),
    answers: writeAnswers(answered, askedOf(lesson)),
    run: { scenario, digest: digestOf(scenario) },
  };
}

/** The answers of a test, rightly or not, before alone or both; `most`: the questions that it had. */
async function testHandIn(path: "newcomer" | "course", rights: readonly boolean[], most?: number): Promise<HandIn> {
  const file = await testFiles.en?.();
  const questions = (file?.default.questions ?? []).filter((question) => asksOf(path, question)).slice(0, most);
  const asked = questions.map(({ options }) => ({ kind: "choose" as const, options }));
  const given = [0, 1].flatMap((part) =>
    questions.map(({ options, right }): Answered => {
      const isRight = rights[part];
      const option = isRight ? right : (options.find((one) => one !== right) ?? "");
      return { first: isRight === undefined ? null : { kind: "choose", option }, second: null };
    }),
  );
  const answers = writeAnswers(given, [...asked, ...asked]);
  return { ...emptyHandIn("test", path), questions: questions.map(({ id }) => id), answers };
}

/** A link of the time before documents: fields alone. */
function oldLink({ id, answers, run, goals }: HandIn): string {
  const all = goals.map((goal) => goal.id).join(",");
  return `${PAGE}#lesson=${id}&a=${answers}&d=${run?.digest.slice(0, 8)}${all === "" ? "" : `&g=${all}`}`;
}

/** The class. The first lesson is one with a curve to draw, the second one with goals. */
export async function mixedClass(drawn: Known, other: Known): Promise<Made[]> {
  const made: Made[] = [];
  const add = (is: string, text: string | HandIn, ...remarks: string[]): void => {
    made.push({ is, text: typeof text === "string" ? text : linkOf(text), remarks });
  };
  const named = (handIn: HandIn, name: string): HandIn => ({ ...handIn, name });
  const say = (handIn: HandIn, text: string): HandIn => ({
    ...handIn,
    sentences: new Map([[handIn.questions[0] ?? "run", text]]),
  });
  const sketched = (): HandIn => {
    const handIn = lessonHandIn(drawn, true);
    const at = drawn.lesson.asks.findIndex((ask) => ask.kind === "draw");
    const ask = drawn.lesson.asks[at];
    const sketch = ask?.kind === "draw" ? (Object.values(ask.sketches)[0] ?? []) : [];
    const asks = drawn.lesson.asks.map((one, i): Answered => {
      const first: Answer =
        i === at && ask?.kind === "draw"
          ? { kind: "draw", levels: levelsOf(ask, sketch) }
          : answerTo(one, drawn.against[i] as Against, true);
      return { first, second: null };
    });
    const last: Answered = { first: { kind: "choose", option: drawn.lesson.transfer.right }, second: null };
    return { ...handIn, answers: writeAnswers([...asks, last], askedOf(drawn.lesson)) };
  };
  const right = lessonHandIn(other, true);
  const wrong = lessonHandIn(other, false);
  const { scenario, digest } = right.run as { scenario: Scenario; digest: string };
  // 16 right, among them eight that took the same sketch, which is nobody's own.
  for (let i = 0; i < 8; i++)
    add("right", named(say(right, `Reason number ${i}`), `Right ${i}`), ...(i === 0 ? ["again"] : []));
  for (let i = 0; i < 8; i++) add("right, by a sketch", named(sketched(), `Sketch ${i}`), "sketch");
  // 9 wrong.
  for (let i = 0; i < 9; i++) add("wrong", named(wrong, `Wrong ${i}`), ...(i === 0 ? ["twice.first"] : []));
  // Goals: reached, not reached, with settings that the lesson does not offer, claimed, of no such name.
  const [goal] = other.lesson.goals as [Goal];
  const reached = reachedBy(other.lesson, goal);
  const begun = { scenario: goal.scenario ?? other.lesson.play.scenario, set: goal.set ?? other.lesson.play.set ?? {} };
  const unreached = scenarioOf(other.lesson.scenarios, begun);
  add("goal", { ...named(right, "Goal"), goals: [reached] });
  add("goal not reached", { ...named(wrong, "No goal"), goals: [{ ...reached, scenario: unreached }] }, "goal.unmet");
  add(
    "goal with other settings",
    {
      ...named(right, "Foreign"),
      goals: [{ ...reached, scenario: withValue(reached.scenario as Scenario, "packet_bytes", 1499) }],
    },
    "goal.foreign",
  );
  add("goal that there is not", { ...named(right, "Invented"), goals: [{ id: "invented", scenario }] }, "goal.unknown");
  // Forged.
  add("forged digest", { ...named(wrong, "Forger"), run: { scenario, digest: "0123456789abcdef" } }, "digest");
  add(
    "right letters, forged digest",
    { ...named(right, "Letters"), run: { scenario, digest: "fedcba9876543210" } },
    "digest",
    "right_wrong_run",
  );
  const slower = withValue(scenario, "bottleneck.rate_bps", 5_000_000);
  add(
    "right letters, another run",
    { ...named(right, "Slower"), run: { scenario: slower, digest: other.digestOf(slower) } },
    "other_run",
    "right_wrong_run",
  );
  add(
    "another run with the lesson's digest",
    { ...named(wrong, "Mixed"), run: { scenario: slower, digest } },
    "other_run",
    "digest",
    "digest.own",
  );
  add("short digest", { ...named(wrong, "Short"), run: { scenario, digest: digest.slice(0, 3) } }, "digest.short");
  // Copied: a curve that somebody drew, then the same under another seed; a sentence.
  const curve = lessonHandIn(drawn, true);
  const run = curve.run as { scenario: Scenario; digest: string };
  const seeded = withValue(run.scenario, "seed", 77);
  add("drew it", named(curve, "Drew it"), "copied", "copied.seed");
  add("copied it", named(curve, "Copied it"), "copied");
  add(
    "copied it under another seed",
    { ...named(curve, "Other seed"), run: { scenario: seeded, digest: drawn.digestOf(seeded) } },
    "copied.seed",
    "seed",
  );
  add("wrote it", named(say(wrong, "The window is the number of packets in flight."), "Wrote it"), "copied.sentence");
  add(
    "the same sentence",
    named(say(wrong, "The window is the number of packets in flight."), "Wrote it too"),
    "copied.sentence",
  );
  // Empty.
  add("empty", { ...named(right, "Empty"), answers: "", run: null }, "empty");
  add("empty link", `${PAGE}#lesson=${other.lesson.id}`, "empty", "old");
  // Old links.
  add("old", oldLink(right), "old", "same");
  add("old, the same", oldLink(right), "old", "same");
  add("old, with a goal", oldLink({ ...wrong, goals: [reached] }), "old", "goal.no_run");
  add("old, edited", oldLink(wrong).replace(/d=[0-9a-f]{8}/, "d=00000000"), "old", "digest");
  add(
    "old, answers cut",
    oldLink(wrong).replace(/&a=([^&]*)/, (_, a: string) => `&a=${a.slice(0, -2)}`),
    "old",
    "answers",
  );
  // The test.
  add("test, before", named(await testHandIn("newcomer", [false]), "Before"), "before_only");
  add("test, both", named(await testHandIn("newcomer", [false, true]), "Both"));
  const course = await testHandIn("course", [true], 12);
  add("test, old link", `${PAGE}#page=test&path=course&a=${course.answers}`, "old", "before_only");
  // The laboratory.
  const lab = (scenario: Scenario, digest: string): HandIn => ({
    ...emptyHandIn("run", ""),
    run: { scenario, digest },
  });
  const changed: Scenario = { ...scenario, interventions: [{ at_s: 1, path: "bottleneck.rate_bps", value: 4e6 }] };
  add("run", say(named(lab(changed, other.digestOf(changed)), "Lab"), "Half of the rate, twice the time."), "run");
  add(
    "run, refused",
    named(lab(withValue(scenario, "bottleneck.rate_bps", -5), digest), "Impossible"),
    "run",
    "refused",
  );
  add(
    "run, endless",
    named(
      lab(
        {
          ...scenario,
          duration_s: 1e7,
          bottleneck: { rate_bps: 1e12, queue: { discipline: "drop_tail", limit_packets: 9 } },
        },
        digest,
      ),
      "Endless",
    ),
    "run",
    "long",
  );
  // Bad in other ways.
  add("again", named(wrong, "Right 0"), "again");
  add("twice", named(wrong, "Wrong 0"), "twice");
  add("markup", named(right, '<img src=x onerror="alert(1)"><b>Bobby</b>'));
  add("cut", linkOf(named(right, "Cut")).slice(0, -40), "hand_in.link.damaged");
  add("newer version", { ...named(right, "Newer"), version: "99.1.0" }, "newer");
  add("newer schema", JSON.stringify({ ...documentOf(right), schema: 2 }), "bad_schema_version");
  add("unknown lesson", { ...named(right, "Elsewhere"), id: "juggling" }, "unknown");
  add("other questions", { ...named(right, "Old questions"), questions: ["one", "two"] }, "other_version");
  return made;
}
