/**
 * The lessons as modules of the page, made when it is built: a card of each for the gallery and the way to each language's
 * file (`virtual:lessons`), one lesson in one language (`virtual:lesson/ID.LANG`), the titles alone (`virtual:lesson-titles`) and every scenario
 * of all lessons by the id of its preset (`virtual:lesson-presets`), each fetched when it is wanted. Only the English file has facts. Not here:
 * how a file is read (web/src/lessons/file/lesson-file.ts), what a lesson is (web/src/lessons/types.ts).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { type LessonFile, type ReadPart, readLesson, templateOf } from "../web/src/lessons/file/lesson-file.ts";
import { type Mistake, mistakesOf } from "../web/src/lessons/file/mistakes.ts";
import { LESSONS, presetId } from "../web/src/lessons/registry.ts";
import { pathsOf } from "../web/src/lessons/sketch-drawing.ts";
import type { Card, Facts } from "../web/src/lessons/types.ts";

const TEXTS = "web/src/lessons/texts";

/** Languages in which lessons are written, as their files say; the first has the facts. */
export const LANGUAGES: readonly string[] = [
  ...new Set([
    "en",
    ...readdirSync(join(import.meta.dirname, "..", TEXTS)).flatMap((name) => /\.(\w+)\.md$/.exec(name)?.[1] ?? []),
  ]),
];

/** Words of the front matter; all else in it is facts. */
const WORDS = ["title", "idea", "able"] as const;

/** The name of the test's files, and of the two forms of each of its questions. */
export const TEST = "test";
export const FORMS = ["a", "b"] as const;

const fileOf = (root: string, id: string, lang: string): string => join(root, TEXTS, `${id}.${lang}.md`);

/** Our own lessons have no mistake. */
function refuse([mistake]: readonly Mistake[], file: string): void {
  if (!mistake) return;
  const { place, found, allowed, line } = mistake;
  throw new Error(`${file}:${line ?? 1}: ${place} is ${found}; allowed: ${allowed}`);
}

/** A lesson's file in a language, read; null if it is not written. */
export function lessonFile(root: string, id: string, lang: string): LessonFile | null {
  const file = fileOf(root, id, lang);
  if (!existsSync(file)) return null;
  const read = readLesson(readFileSync(file, "utf8"));
  refuse(read.mistakes, `${id}.${lang}.md`);
  return read;
}

/** Value of each band's run: with its own seed, minimum and maximum over the seeds 1 to 5; by `LESSON.BAND` (lessons.test.ts). */
export const VALUES = `${TEXTS}/values.csv`;

/** Values of the sketches of the gallery: a row for each line (web/src/lessons/testing/sketches.ts). */
export const SKETCHES = `${TEXTS}/sketches.csv`;

/** The lines of each lesson's sketch, by its id. */
function sketchesOf(root: string): Map<string, number[][]> {
  const file = join(root, SKETCHES);
  const rows = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").slice(1) : [];
  const lines = new Map<string, number[][]>();
  for (const row of rows) {
    const [id = "", ...values] = row.split(",");
    lines.set(id, [...(lines.get(id) ?? []), values.map(Number)]);
  }
  return lines;
}

function valuesOf(root: string): Map<string, [number, number, number]> {
  const file = join(root, VALUES);
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").slice(1) : [];
  return new Map(
    lines.map((line) => {
      const [lesson, band, ...numbers] = line.split(",");
      return [`${lesson}.${band}`, numbers.map(Number) as [number, number, number]];
    }),
  );
}

/** A lesson's facts. */
export function factsOf(root: string, id: string): Facts {
  const file = lessonFile(root, id, "en");
  if (!file) throw new Error(`${id}.en.md is missing`);
  refuse(mistakesOf(file.front, file.lineOf), `${id}.en.md`);
  const front = Object.entries(file.front).filter(([name]) => !(WORDS as readonly string[]).includes(name));
  const facts = { id, ...Object.fromEntries(front) } as unknown as Facts;
  const values = valuesOf(root);
  const bands = facts.bands.map((band) => {
    const seen = values.get(`${id}.${band.id}`);
    return seen ? { ...band, seen } : band;
  });
  return { ...facts, bands };
}

function moduleOf(root: string, id: string, lang: string): string {
  const file = lessonFile(root, id, lang);
  if (!file) throw new Error(`${id}.${lang}.md is missing`);
  const parts = Object.entries(file.parts).map(([name, part]) => `${JSON.stringify(name)}: ${partSource(part)}`);
  const words = Object.fromEntries(WORDS.map((name) => [name, file.front[name]]));
  const facts = { ...factsOf(root, id), ...words, lang };
  return `import { html } from "lit";\nexport default { ...${JSON.stringify(facts)}, parts: { ${parts.join(",\n")} } };`;
}

/** A part as the source of its object. */
function partSource({ title, text, options }: ReadPart): string {
  const each = options.map(
    (option) =>
      `${JSON.stringify(option.id)}: { text: ${templateOf(option.text)}, reply: ${templateOf(option.reply)} }`,
  );
  return `{ title: ${JSON.stringify(title)}, text: ${templateOf(text)}, options: { ${each.join(", ")} } }`;
}

/** A question of the test as the front matter has it. */
interface Asked {
  id: string;
  right: string;
  retired?: string[];
  lessons: string[];
}

/** The test's questions: only the English file has facts. */
export function testQuestions(root: string): Asked[] {
  return (lessonFile(root, TEST, "en")?.front.questions ?? []) as Asked[];
}

/** The test before and after in a language. */
function testModule(root: string, lang: string): string {
  const parts = lessonFile(root, TEST, lang)?.parts ?? {};
  const partOf = (id: string): ReadPart => {
    const part = parts[id];
    if (!part) throw new Error(`${TEST}.${lang}.md: [${id}] is missing`);
    return part;
  };
  const questions = testQuestions(root).map((asked) => {
    const forms = FORMS.map((form) => partOf(`${asked.id} ${form}`));
    const options = JSON.stringify(forms[0]?.options.map((option) => option.id));
    return `{ ...${JSON.stringify(asked)}, options: ${options}, forms: [${forms.map(partSource).join(", ")}] }`;
  });
  return `import { html } from "lit";\nexport default { questions: [${questions.join(",\n")}], seminar: ${partSource(partOf("seminar"))} };`;
}

/** Card of each lesson in the gallery. */
export function cardsOf(root: string): Card[] {
  const sketches = sketchesOf(root);
  return LESSONS.map((lesson) => {
    const { minutes, needs } = factsOf(root, lesson);
    const files = LANGUAGES.flatMap((lang) => [[lang, lessonFile(root, lesson, lang)?.front] as const]);
    const word = (field: "title" | "able"): Record<string, string> =>
      Object.fromEntries(files.flatMap(([lang, front]) => (front ? [[lang, String(front[field])]] : [])));
    const sketch = pathsOf(sketches.get(lesson) ?? []);
    return { id: lesson, minutes, needs, title: word("title"), able: word("able"), sketch };
  });
}

const PREFIX = "virtual:lesson";

export function lessonsData(root: string): Plugin {
  return {
    name: "lessons-data",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = id.slice(1);
      const one = /^virtual:lesson\/(\w+)\.(\w+)$/.exec(name);
      const tested = /^virtual:lesson-test\/(\w+)$/.exec(name);
      const watched = tested ? [TEST] : one ? [one[1] ?? ""] : LESSONS;
      for (const each of watched) for (const lang of LANGUAGES) this.addWatchFile(fileOf(root, each, lang));
      for (const values of [VALUES, SKETCHES]) this.addWatchFile(join(root, values));
      if (tested) return testModule(root, tested[1] ?? "");
      if (one) return moduleOf(root, one[1] ?? "", one[2] ?? "");
      if (name === "virtual:lesson-presets") {
        const presets = LESSONS.flatMap((lesson) => {
          const { scenarios, play } = factsOf(root, lesson);
          return Object.entries(scenarios).map(([key, scenario]) => {
            return { id: presetId(lesson, key), group: "lessons", view: play.view.join(), scenario };
          });
        });
        return `export default ${JSON.stringify(presets)};`;
      }
      if (name === "virtual:lesson-titles")
        return `export default ${JSON.stringify(cardsOf(root).map(({ id, title }) => ({ id, title })))};`;
      const load = LESSONS.map((lesson) => {
        const langs = LANGUAGES.filter((lang) => existsSync(fileOf(root, lesson, lang)));
        return `${lesson}: { ${langs.map((lang) => `${lang}: () => import("virtual:lesson/${lesson}.${lang}")`).join(", ")} }`;
      });
      const test = LANGUAGES.map((lang) => `${lang}: () => import("virtual:lesson-test/${lang}")`).join(", ");
      return `export const cards = ${JSON.stringify(cardsOf(root))};\nexport const lessons = new Map(Object.entries({ ${load.join(", ")} }));\nexport const test = { ${test} };`;
    },
  };
}
