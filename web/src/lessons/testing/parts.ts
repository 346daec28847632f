/**
 * Every lesson's parts as the page draws them, in each language, after right answers and after others: each answer has its sentence, each
 * figure its runs, each number of the explanation its value, and a link brings back what was answered. Not here: how a kind of question
 * is answered, focus, motion and sizes (e2e/lessons.spec.ts, e2e/lesson-answers.spec.ts).
 */
import { nothing } from "lit";
import { describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "../../../../scripts/lessons-data.ts";
import { OtherRuns } from "../../compare/other-runs.ts";
import { addMessages, type Catalogue, setLanguage } from "../../i18n/catalogue.ts";
import { levelsOf, POINTS } from "../../run_view/drawn-curve.ts";
import { looksOf } from "../../session/facts.ts";
import { tables } from "../../session/setting-tables.ts";
import { markupOf, wordsOf } from "../../ui/testing/template.ts";
import { type Answer, readAnswers, stepsOf, valueAtStep, writeAnswers } from "../answers.ts";
import { GLOSSARY } from "../glossary.ts";
import type { LessonRunView } from "../lesson-run-view.ts";
import { pictureOf } from "../pictures.ts";
import { Questions, type QuestionsHost } from "../questions.ts";
import { LESSONS } from "../registry.ts";
import { scenarioOf, steadyRun } from "../shown-runs.ts";
import { endsOf } from "../tell.ts";
import { LessonTelling, namesIn } from "../text-values.ts";
import type { Ask, Lesson } from "../types.ts";
import { engineOfOthers, type Ran, ran } from "./engine.ts";
import { lessonOf } from "./files.ts";

// The page reads a template's words off a document.
vi.mock("../text-values.ts", async (original) => ({ ...(await original<object>()), textOf: wordsOf }));

const words = import.meta.glob<Catalogue>("../../i18n/*/*.json", { eager: true, import: "default" });
for (const [file, catalogue] of Object.entries(words)) addMessages(/i18n\/(\w+)\//.exec(file)?.[1] ?? "", catalogue);

/** Signs that no part may have: a value that is none or not there yet, a word that is not in the catalogue. */
const BROKEN = /undefined|NaN|\[object|<(?:span|b)\b[^>]*>…<|>\s*[a-z_]+(?:\.\w+)+\s*</;

/** A right answer, or another one. */
function answerTo(ask: Ask, lesson: Lesson, right: boolean): Answer {
  if (ask.kind === "choose")
    return { kind: "choose", option: right ? ask.right : (ask.options.find((one) => one !== ask.right) ?? "") };
  if (ask.kind === "order") return { kind: "order", cards: [...(right ? ask.right : ask.cards)] };
  if (ask.kind === "points") return { kind: "points", steps: ask.points.map(() => (right ? stepsOf(ask) : 0)) };
  if (ask.kind === "draw") {
    const values = Object.values(ask.sketches)[right ? 0 : 1] ?? [];
    expect(values).toHaveLength(POINTS);
    return { kind: "draw", levels: levelsOf(ask, values) };
  }
  const band = lesson.bands.find((one) => one.id === ask.band);
  if (!band) throw new Error(`${ask.id}: no band ${ask.band}`);
  const { low, high } = endsOf(band);
  return { kind: "number", value: right ? Number(((low + high) / 2).toFixed(2)) : ask.max };
}

/** The questions of a page whose address has these answers, each run seen to its end. */
async function seen(lesson: Lesson, field: string, others: OtherRuns): Promise<{ questions: Questions; told: string }> {
  const runs = lesson.asks.map((ask) => ran(scenarioOf(lesson.scenarios, ask.show)));
  let shown = 0;
  const runView = {
    curve: async (...asked: Parameters<Ran["curve"]>) => (runs[shown] as Ran).curve(...asked),
    get document() {
      return { scenario: scenarioOf(lesson.scenarios, (lesson.asks[shown] as Ask).show) };
    },
    get looks() {
      return looksOf((runs[shown] as Ran).settings, 1, tables);
    },
    differences: nothing,
  } as unknown as LessonRunView;
  const names = namesIn(lesson.parts.explain?.text);
  const steady = runs[steadyRun(lesson.asks, lesson.asks.length - 1, lesson.scenarios, names)] ?? null;
  const telling = new LessonTelling(lesson.bands, (term) => GLOSSARY[lesson.lang]?.[term] ?? null, pictureOf, {
    told: () => steady,
    isOnShow: () => true,
    curve: async (...asked) => (steady as Ran).curve(...asked),
    onNew: () => undefined,
  });
  const idle = (): void => undefined;
  const host: QuestionsHost = {
    ...{
      telling,
      others,
      runView: () => runView,
      shown: () => shown,
      isDrawnOn: () => false,
      toDrawing: () => undefined,
    },
    ...{
      draw: idle,
      keep: idle,
      finished: idle,
      says: idle,
      toPart: idle,
      revealed: idle,
      show: async () => undefined,
    },
  };
  const none = { digest: "", goals: "", resumes: false, keeps: true, name: "", notes: new Map(), reached: [] };
  const questions = new Questions(lesson, host, { ...none, answers: field });
  for (const [index, run] of runs.entries()) {
    shown = index;
    questions.computed(index, run);
    const figure = lesson.asks[index]?.compared;
    const last = figure?.traces?.at(-1)?.id ?? figure?.bars?.at(-1)?.id;
    await vi.waitFor(() => last && expect(markupOf(questions.reveal(index))).not.toContain(">…<"), { interval: 1 });
    await settled();
  }
  lesson.parts.explain?.text(telling);
  await settled();
  return { questions, told: markupOf(lesson.parts.explain?.text(telling)) };
}

/** The part that was asked for has come. */
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

const only = process.env.SAWTOOTH_LESSON;
for (const id of LESSONS.filter((each) => each === (only ?? each)))
  describe(id, { timeout: 120_000 }, () => {
    const others = new OtherRuns(engineOfOthers);
    for (const lang of LANGUAGES)
      test(`${id}.${lang}: its parts are whole after right answers and after others, and its link restores them`, async () => {
        setLanguage(lang);
        const { default: lesson } = (await import(`virtual:lesson/${id}.${lang}`)) as { default: Lesson };
        const sentences: string[][] = [];
        for (const right of [true, false]) {
          const { options, right: best } = lesson.transfer;
          const last = right ? best : (options.find((one) => one !== best) ?? "");
          const answers = [...lesson.asks.map((ask) => answerTo(ask, lesson, right)), choice(last)];
          const asked = [...lesson.asks, { kind: "choose" as const, options }];
          const field = writeAnswers(
            answers.map((first) => ({ first, second: null })),
            asked,
          );
          const { questions, told } = await seen(lesson, field, others);
          expect(questions.wrong, field).toBe(false);
          expect(questions.answers.map(({ first }) => first)).toEqual(answers);
          // Numbers of the trace are asked for when they are drawn first.
          for (const index of lesson.asks.keys()) questions.reveal(index);
          await settled();
          sentences.push(lesson.asks.map((ask, index) => revealed(questions, ask, index)));
          for (const [, value] of told.matchAll(/<span class="num"[^>]*>([^<]*)</g)) expect(value).toMatch(/\d/);
          expect(told).not.toMatch(BROKEN);
          const transfer = markupOf(questions.transfer());
          expect(transfer).not.toMatch(BROKEN);
          expect(transfer.match(/<div class="reply">\s*\S/g)?.length).toBe(right ? 1 : 2);
        }
        // Another answer gets another sentence.
        for (const [i, sentence] of (sentences[0] ?? []).entries()) expect(sentence).not.toBe(sentences[1]?.[i]);
      });
  });

test("what any question's slider stops at is kept by the address", () => {
  for (const id of LESSONS)
    for (const ask of lessonOf(id).asks) {
      if (ask.kind !== "number") continue;
      for (let step = 0; step <= stepsOf(ask); step++) {
        const answers = [{ first: { kind: "number" as const, value: valueAtStep(ask, step) }, second: null }];
        expect(readAnswers(writeAnswers(answers, [ask]), [ask]), `${id} ${ask.id}`).toEqual({ answers, wrong: false });
      }
    }
});

test.each([
  ["en", "ack", /^Sender on the left.*ACK/],
  ["en", "duplicate", /packet 3 is lost/],
  ["de", "ack", /^Links der Sender.*ACK/],
  ["de", "duplicate", /Paket 3 geht unterwegs verloren/],
])("%s: the picture %s has words for those who do not see it", (lang, id, words) => {
  setLanguage(lang);
  expect(/role="img" aria-label=([^>]*)>/.exec(markupOf(pictureOf(id)))?.[1]).toMatch(words);
});

const choice = (option: string): Answer => ({ kind: "choose", option });

/** The sentence of a question's part that reveals, whose figure and drops are there. */
function revealed(questions: Questions, ask: Ask, index: number): string {
  const [given, part] = [markupOf(questions.ask(index)), markupOf(questions.reveal(index))];
  for (const each of [given, part]) expect(each, ask.id).not.toMatch(BROKEN);
  expect(given, ask.id).toMatch(/<div class="given">/);
  expect(part.match(/<span class="bar-value"><b>[^<]*\d/g)?.length ?? 0, ask.id).toBe(ask.compared?.bars?.length ?? 0);
  const plots = [...part.matchAll(/<span class="trace-name">[\s\S]*?<\/svg>/g)];
  const curve = ask.compared?.curve ? 1 : 0;
  expect(plots.length, ask.id).toBe((ask.compared?.traces?.length ?? 0) + curve);
  for (const [i, [plot]] of plots.entries())
    expect(plot, ask.id).toMatch(i < curve ? /class=run d=M[\d.]+ [\d.]+[Lh]/ : /d=M[\d.]+ [\d.]+L/);
  if (ask.drops !== undefined) expect(part, ask.id).toMatch(/<tbody><tr><th scope="row">\d[\d.,]*\s?s</u);
  const sentences = [...part.matchAll(/<p class="difference">([^<]+)</g)].map(([, sentence = ""]) => sentence);
  expect(sentences, ask.id).toHaveLength(1);
  return sentences[0] ?? "";
}
