/**
 * The lessons' texts: parts, names, length and words, every language whole, with glossary, misconceptions and the test before and after.
 * Not here: numbers that a text states (headings.ts), the runs (../lessons.test.ts).
 */
import { describe, expect, test } from "vitest";
import { FORMS, LANGUAGES, TEST, testQuestions } from "../../../../scripts/lessons-data.ts";
import { GLOSSARY } from "../glossary.ts";
import { MISCONCEPTIONS } from "../misconceptions.ts";
import { PICTURE_IDS } from "../pictures.ts";
import { LESSONS, TRACKS } from "../registry.ts";
import { scenarioOf } from "../shown-runs.ts";
import { asksOf, optionsAt, sharedWith } from "../test-kept.ts";
import type { Facts } from "../types.ts";
import { ran, valueIn } from "./engine.ts";
import { fileOf, lessonOf, root } from "./files.ts";

test("the glossary explains the same terms in every language", () => {
  for (const lang of LANGUAGES) expect(Object.keys(GLOSSARY[lang] ?? {})).toEqual(Object.keys(GLOSSARY.en ?? {}));
});

test("the glossary speaks in whole sentences, not in `term: words`", () => {
  for (const lang of LANGUAGES)
    for (const [term, meaning] of Object.entries(GLOSSARY[lang] ?? {})) {
      expect(meaning, term).toMatch(/^\p{Lu}.*\.$/u);
      expect(meaning, term).not.toMatch(/^(?!\S+ heißt:)\S+( \S+){0,2}: /);
    }
});

test("the ideas that lessons go against are worded in every language", () => {
  for (const lang of LANGUAGES)
    expect(Object.keys(MISCONCEPTIONS[lang] ?? {})).toEqual(Object.keys(MISCONCEPTIONS.en ?? {}));
});

/** Questions with five options: with four, one of them would stand out. */
const FIVE: readonly string[] = ["vegas", "marks"];

/** The right letter and the options of each question in the order of their letters: new ones come last, none goes. */
const LETTERS = [
  "offer c larger sum smaller mean",
  "goodput d link hundred ten window",
  "slow d added times once doubled again each total",
  "duplicate a before arrived missing none alone since",
  "threshold c threshold same flight sum window less",
  "aimd b kept half back one tenth restart",
  "clean d cable receiver user probes timer late test old",
  "wait c one ten full none",
  "cut c tenth both delay worse part neither less",
  "radio c again fill halves acks timeout",
  "near b equal near far turns",
  "vegas c wins equal little forces drops",
  "period c same double four eight",
  "root c same less root quarter",
  "bbr b half smallest mean largest",
  "marks c more equal little rare drops",
  "coupled d square same twice root",
  "chance c rest part draw sure other base",
  "constant a change base queue whole since",
  "full a first swapped both apart still",
  "shadow b own shadow mean whole",
  "equal c window cdg queue shorter red longer",
  "join b half less more none equal first",
  "jitter a packets ten half link",
  "rule a sum product mean drops",
];

describe("the test before and after", () => {
  const asked = testQuestions(root);
  const words = (markup: string): string =>
    markup.replaceAll(/<saw-n is="([^"]*)" unit="([^"]*)"><\/saw-n>/g, "$1 $2").replaceAll(/<[^>]+>/g, "");

  test("asks beginners ten questions, a course and a seminar more, each of lessons on its path", () => {
    const of = (path: "newcomer" | "course" | "seminar"): number =>
      asked.filter((question) => asksOf(path, question)).length;
    expect([of("newcomer"), of("course"), of("seminar")]).toEqual([10, 17, 12]);
    // As the teachers' page says.
    expect(sharedWith("course", asked).map(({ path, shared }) => [path, shared])).toEqual([
      ["newcomer", 10],
      ["seminar", 4],
    ]);
    for (const question of asked) expect(asksOf("course", question) || asksOf("seminar", question)).toBe(true);
    for (const { lessons } of asked) {
      expect(lessons.length).toBeGreaterThan(0);
      for (const id of lessons) expect(LESSONS).toContain(id);
    }
    // Every lesson of the beginners is asked about.
    for (const id of TRACKS.newcomer) expect(asked.flatMap(({ lessons }) => lessons)).toContain(id);
  });

  test("whoever always takes the same place is right in no more than 40 % of a form", () => {
    const questions = asked.map((one) => {
      const options = fileOf(TEST, "en")?.parts[`${one.id} a`]?.options.map((option) => option.id) ?? [];
      return { ...one, options };
    });
    for (const path of ["newcomer", "course", "seminar"] as const)
      for (const time of [0, 1] as const) {
        const on = questions.filter((one) => asksOf(path, one));
        const places = on.map((one) => optionsAt(one, time).indexOf(one.right));
        for (const place of new Set(places))
          expect(places.filter((each) => each === place).length / on.length, `${path} ${time}`).toBeLessThanOrEqual(
            0.4,
          );
      }
  });

  test("answers of earlier times keep their meaning: each option has the letter that it had", () => {
    const letters = asked.map(({ id, right }) => {
      const options = fileOf(TEST, "en")?.parts[`${id} a`]?.options.map((option) => option.id) ?? [];
      return `${id} ${String.fromCharCode(97 + options.indexOf(right))} ${options.join(" ")}`;
    });
    expect(letters).toEqual(LETTERS);
  });

  for (const lang of LANGUAGES)
    test(`${lang}: two forms, four or five options each of like length, the right one with its reason, the others without`, () => {
      const parts = fileOf(TEST, lang)?.parts ?? {};
      const names = asked.flatMap(({ id }) => FORMS.map((form) => `${id} ${form}`));
      expect(Object.keys(parts)).toEqual([...names, "seminar"]);
      for (const { id, right, retired = [] } of asked) {
        expect(retired).not.toContain(right);
        const forms = FORMS.map((form) => parts[`${id} ${form}`]);
        // Another form, not the same question again, nor its answer to be recognised.
        expect(forms[0]?.title).not.toBe(forms[1]?.title);
        const answer = (form: (typeof forms)[number]): string | undefined =>
          form?.options.find((option) => option.id === right)?.text;
        expect(answer(forms[0])).not.toBe(answer(forms[1]));
        for (const form of forms) {
          const all = form?.options ?? [];
          for (const one of retired) expect(all.map((option) => option.id)).toContain(one);
          const options = all.filter((option) => !retired.includes(option.id));
          expect(options.length, id).toBe(FIVE.includes(id) ? 5 : 4);
          // Nothing on the page may give it away.
          expect(options.filter((option) => option.reply !== "").map((option) => option.id)).toEqual([right]);
          const lengths = options.map((option) => words(option.text).length);
          const own = lengths[options.findIndex((option) => option.id === right)] ?? 0;
          const others = lengths.filter((_, i) => options[i]?.id !== right);
          expect(own, `${id}: ${lengths}`).toBeLessThanOrEqual(1.15 * Math.max(...others));
          expect(Math.max(...lengths), `${id}: ${lengths}`).toBeLessThanOrEqual(2 * Math.min(...lengths));
          expect(all.map((option) => option.id)).toEqual(
            fileOf(TEST, "en")?.parts[`${id} a`]?.options.map((option) => option.id),
          );
        }
      }
    });

  test("where options have two parts, each part stands in two of them, so that no part singles an option out", () => {
    for (const lang of LANGUAGES)
      for (const form of FORMS) {
        const { retired = [] } = asked.find(({ id }) => id === "cut") ?? {};
        const options =
          fileOf(TEST, lang)?.parts[`cut ${form}`]?.options.filter(({ id }) => !retired.includes(id)) ?? [];
        const halves = options.flatMap(({ text }) => text.split(", "));
        for (const half of halves) expect(halves.filter((one) => one === half).length, `${lang} ${half}`).toBe(2);
      }
  });

  test("a lesson that a question is credited to says what it asks", () => {
    const says: Readonly<Record<string, RegExp>> = {
      threshold: /\bssthresh\b/,
      period: /four\s+times\s+(as\s+long|the\s+period)|viermal\s+(so\s+lang|die\s+Dauer)/i,
      root: /1\/√p|square root of the loss probability|Wurzel der Verlustwahrscheinlichkeit/,
      constant: /<mi>g<\/mi><mo>=<\/mo><mi>τ<\/mi>/,
    };
    for (const [id, words] of Object.entries(says))
      for (const lesson of asked.find((one) => one.id === id)?.lessons ?? [])
        for (const lang of LANGUAGES)
          expect(JSON.stringify(fileOf(lesson, lang)).replaceAll("\\n", " "), `${lesson} ${lang}`).toMatch(words);
  });

  test("no question says that nothing is known: the page offers it with each", () => {
    for (const lang of LANGUAGES)
      for (const [name, part] of Object.entries(fileOf(TEST, lang)?.parts ?? {}))
        expect(
          part.options.map((option) => option.id),
          name,
        ).not.toContain("unknown");
  });
});

/** Words that a lesson never says (lessons are for those to whom it is not obvious). */
const BANNED: Record<string, RegExp> = {
  en: /\b(simply|just|obviously|clearly|of course|trivial\w*|everybody knows|bandwidth|wrong)\b/i,
  de: /\b(einfach nur|offensichtlich|selbstverständlich|natürlich|trivial\w*|bekanntlich|Bandbreite|falsch)\b/i,
};

function checkText(facts: Facts, id: string, lang: string): void {
  const file = fileOf(id, lang);
  test(`${id}.${lang}: the text is whole`, () => {
    expect(file, `${id}.${lang}.md`).not.toBeNull();
    if (!file) return;
    const { parts, front } = file;
    const asked = facts.asks.flatMap((ask) => [`ask ${ask.id}`, `reveal ${ask.id}`]);
    expect(Object.keys(parts)).toEqual([
      "hook",
      ...asked,
      "explain",
      "play",
      "try",
      "transfer",
      "discuss",
      "talk",
      "class",
    ]);
    for (const field of ["title", "idea", "able"]) expect(String(front[field] ?? ""), field).not.toBe("");
    const names = (part: string): string[] => parts[part]?.options.map((option) => option.id) ?? [];
    for (const ask of facts.asks) {
      const drawn = ask.kind === "draw" ? Object.keys(ask.sketches) : [];
      const rows = [...(ask.compared?.bars ?? []), ...(ask.compared?.traces ?? [])].map((row) => row.id);
      const asked =
        ask.kind === "choose"
          ? ask.options
          : ask.kind === "order"
            ? ask.cards
            : ask.kind === "points"
              ? ask.points
              : drawn;
      expect(names(`ask ${ask.id}`), ask.id).toEqual(asked);
      // The reveal names what the question does not name of its figure.
      expect(names(`reveal ${ask.id}`), ask.id).toEqual(rows.filter((row) => !asked.includes(row)));
    }
    expect(names("play")).toEqual((facts.play.others ?? []).map((other) => other.id));
    expect(names("try")).toEqual(facts.goals.map((goal) => goal.id));
    expect(names("transfer")).toEqual(facts.transfer.options);
    // Two on the lesson; a seminar's may have two more, on what its authors left open.
    expect(names("discuss").length).toBe(facts.id === "backoff_g" ? 4 : 2);
    // Ideas that a teacher meets, and puts right (lessons/paper/teacher.ts).
    expect(names("class")).toEqual(["common", "hint"]);
    expect(parts.class?.options[0]?.reply).not.toBe("");
    for (const idea of facts.against) expect(MISCONCEPTIONS[lang]).toHaveProperty(idea);

    const markup = Object.values(parts).map((part) =>
      [part.title, part.text, ...part.options.flatMap((option) => [option.text, option.reply])].join(". "),
    );
    for (const [, band] of markup.join().matchAll(/<saw-band id="(\w+)"/g))
      expect(facts.bands.map((one) => one.id)).toContain(band);
    for (const [, picture = ""] of markup.join().matchAll(/<saw-figure id="(\w+)"/g))
      expect(PICTURE_IDS).toContain(picture);
    for (const [, term = ""] of markup.join().matchAll(/href="term:(\w+)"/g))
      expect(GLOSSARY[lang]).toHaveProperty(term);
    const telling = [...markup.join().matchAll(/<saw-num of="([^"]+)"/g)].map((match) => match[1] ?? "");
    const run = ran(scenarioOf(facts.scenarios, facts.play));
    for (const of of telling) expect(valueIn(run, of), of).not.toBeNull();
    // Three to six short paragraphs, each but one or two with a live number.
    const text = markup.join(" ").replaceAll(/<math[\s\S]*?<\/math>|<[^>]+>/g, " ");
    expect(text).not.toMatch(BANNED[lang] ?? /$^/);
    const read = ["hook", ...asked, "explain", "play", "try", "transfer"].map((name) => parts[name]);
    const words = read
      .flatMap((part) => [part?.text ?? "", ...(part?.options.map((option) => option.text) ?? [])])
      .join(" ")
      .replaceAll(/<[^>]+>/g, " ")
      .split(/\s+/)
      .filter((word) => /\p{L}/u.test(word));
    expect(words.length).toBeGreaterThanOrEqual(250);
    expect(words.length).toBeLessThanOrEqual(650);
    const sentences = text
      .split(/(?<=[.!?…:])\s+/)
      .map((one) => one.split(/\s+/).filter((word) => /\p{L}/u.test(word)));
    expect(sentences.filter((one) => one.length > 34).map((one) => one.join(" "))).toEqual([]);
  });
}

for (const id of LESSONS.filter((each) => each === (process.env.SAWTOOTH_LESSON ?? each)))
  for (const lang of LANGUAGES) checkText(lessonOf(id), id, lang);
