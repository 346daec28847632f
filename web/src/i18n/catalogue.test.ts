/** Every language says all that English says: the same keys, the same arguments, its own plurals; and no page speaks two. */
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { factsOf } from "../../../scripts/lessons-data.ts";
import { ownLanguage } from "../address/language.ts";
import * as settings from "../generated/settings.ts";
import { ownWords } from "../lessons/own/words.ts";
import { LESSONS } from "../lessons/registry.ts";
import { loadWords } from "../session/setting-tables.ts";
import { addMessages, type Catalogue, language, num, plural, setLanguage, translate, withUnit } from "./catalogue.ts";
import { isSpoken, LANGUAGES, speak } from "./languages.ts";

const read = import.meta.glob<Catalogue>("./*/*.json", { eager: true, import: "default" });
/** Areas of a language with their words. */
const OF_TABLES = ["help", "tables"];
/** Areas under other texts in English, with tests of their own (figures/labels.test.ts, own_algorithm/api-words.test.ts, scripts/long-texts.test.mjs). */
const ELSEWHERE = ["algorithm-pages", "drawings", "experiments", "own-api"];
const areas = (tag: string): Record<string, Catalogue> =>
  Object.fromEntries(
    Object.entries(read).flatMap(([path, words]) => {
      const [, language, area] = /^\.\/(\w+)\/(.+)\.json$/.exec(path) ?? [];
      return language === tag && area && ![...OF_TABLES, ...ELSEWHERE].includes(area) ? [[area, words]] : [];
    }),
  );
const all = (tag: string): Catalogue => Object.assign({}, ...Object.values(areas(tag)));
const english = all("en");
const others = [...LANGUAGES.keys()].filter((tag) => tag !== "en");

/** Keys whose sentence hangs on a number, without its form. */
const plurals = Object.keys(english)
  .filter((key) => key.endsWith(".one"))
  .map((key) => key.slice(0, -".one".length));
/** Texts of the engine's tables that reach the screen: sentences, and titles and sources. */
await loadWords();
const sections = Object.values(settings)
  .flat()
  .filter((each) => typeof each === "object");
const fields = sections.flatMap(({ params }) =>
  params.flatMap((each) => (each.domain.type === "list" ? [...each.domain.fields] : [])),
);
const rows = sections.flatMap(({ params }) => [...params]);
const sentences = [
  ...new Set([...rows, ...fields].map(({ help = "" }) => help).concat(sections.map(({ about = "" }) => about))),
];
/** Names of the lessons' scenarios. */
const root = join(import.meta.dirname, "../../..");
const titles = LESSONS.flatMap((id) => Object.values(factsOf(root, id).scenarios)).map((each) => String(each.title));
const names = [...new Set(sections.map(({ title }) => title).concat(rows.map(({ source = "" }) => source)))];
const isEnglish = (text: string): boolean =>
  /\b(section|equation|paper|choice|packets|bytes|the|and|on|off|as|of|at|to)\b/.test(text);
const isPlural = (key: string): boolean => plurals.includes(key.replace(/\.\w+$/, ""));
const argumentsOf = (text: string | undefined): string[] =>
  [...(text ?? "").matchAll(/\{(\w+)\}/g)].map((m) => m[0]).sort();

afterEach(() => setLanguage("en"));

describe.each(others)("%s", (tag) => {
  const words = all(tag);
  const [help, tables] = OF_TABLES.map((area) => read[`./${tag}/${area}.json`] ?? {}) as [Catalogue, Catalogue];
  const isThere = (plural: string): boolean => Object.keys(words).some((key) => key.replace(/\.\w+$/, "") === plural);
  /** Texts that the language still lacks, by key or sentence: shown in English meanwhile. */
  const pending = new Set([
    ...Object.keys(english).filter((key) => !isPlural(key) && !(key in words)),
    ...plurals.filter((key) => !isThere(key)),
    ...sentences.filter((text) => text !== "" && !(text in help)),
    ...names.filter((text) => isEnglish(text) && !(text in tables)),
    ...titles.filter((text) => !(text in tables)),
  ]);
  const isWanted = (key: string): boolean => !pending.has(key);

  test("lacks what `npm run words` lists", () => {
    // biome-ignore lint/suspicious/noConsole: a list for whoever translates.
    if (pending.size > 0) console.log(`${tag} lacks:\n${[...pending].join("\n")}`);
  });

  test("has each file of English, and in it each key", () => {
    const keys = (catalogue: Catalogue): string[] =>
      Object.keys(catalogue)
        .filter((key) => !isPlural(key))
        .sort();
    expect(Object.keys(areas(tag))).toEqual(Object.keys(areas("en")));
    for (const [area, words] of Object.entries(areas("en")))
      expect(keys(areas(tag)[area] ?? {}), area).toEqual(keys(words).filter(isWanted));
  });

  test("has the plural forms of its own grammar", () => {
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    for (const key of plurals.filter(isWanted))
      for (const form of forms) expect(words, `${key}.${form}`).toHaveProperty([`${key}.${form}`]);
  });

  test("has the arguments of each sentence", () => {
    for (const [key, text] of Object.entries(english))
      if (!isPlural(key) && isWanted(key)) expect(argumentsOf(words[key]), key).toEqual(argumentsOf(text));
  });

  test("has the equations of English, but for the words in them", () => {
    const bare = (text: string | undefined): string => (text ?? "").replace(/"[^"]*"/g, '""');
    for (const key of Object.keys(english).filter((each) => each.endsWith(".math") && isWanted(each)))
      expect(bare(words[key]), key).toBe(bare(english[key]));
  });

  test("has what the tables say, and nothing that they do not say", () => {
    expect(Object.keys(help).sort()).toEqual(sentences.filter((text) => text !== "" && isWanted(text)).sort());
    expect(Object.keys(tables).filter((text) => ![...names, ...titles].includes(text))).toEqual([]);
  });

  test("leaves no sentence of English as it is", () => {
    const same = Object.keys(english).filter(
      (key) => words[key] === english[key] && /[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(words[key] ?? ""),
    );
    expect(same).toEqual([]);
  });

  test("is gathered whole in what is fetched", async () => {
    // The words for lessons of a reader's own come with their pages.
    const first = (await LANGUAGES.get(tag)?.fetch?.())?.default ?? {};
    addMessages(tag, first);
    setLanguage(tag);
    const before = translate("own_lesson.title");
    await ownWords();
    const fetched = { ...first, ...read[`./${tag}/own-lesson.json`] };
    expect([before, translate("own_lesson.title")]).toEqual([english["own_lesson.title"], words["own_lesson.title"]]);
    expect(Object.keys(fetched).sort()).toEqual(
      Object.keys(Object.assign({}, words, ...OF_TABLES.map((area) => read[`./${tag}/${area}.json`]))).sort(),
    );
  });
});

/** "Ctrl runs the program": a key's name before a verb. */
const NO_NUMBER = ["own.keys"];

test.each([...LANGUAGES.keys()])("%s has no noun in the plural after 1", (tag) => {
  const words = all(tag);
  addMessages(tag, words);
  setLanguage(tag);
  const nouns = (text = ""): string[] => text.match(tag === "de" ? /\p{Lu}\p{L}+/gu : /\p{Ll}+s\b/gu) ?? [];
  // Nouns that differ between one and several.
  const several = new Set(
    Object.keys(words)
      .filter((key) => key.endsWith(".other") && isPlural(key))
      .flatMap((key) => {
        const one = nouns(words[key.replace(/other$/, "one")]);
        return nouns(words[key]).filter((noun) => !one.includes(noun));
      }),
  );
  const wrong = Object.keys(words).flatMap((key) => {
    if (key.endsWith(".math") || isPlural(key) || NO_NUMBER.includes(key)) return [];
    const args = Object.fromEntries(argumentsOf(words[key]).map((name) => [name.slice(1, -1), 1]));
    const said = translate(key, args).matchAll(/(?<![\d.,])1 (?:(?:more|slow|congestion|random|weitere) )?(\p{L}+)/gu);
    return [...said].filter(([, noun = ""]) => several.has(noun)).map(([text]) => `${key}: ${text}`);
  });
  // A language that has just been added has no sentences yet.
  const known = new Map([
    ["en", "packets"],
    ["de", "Pakete"],
  ]).get(tag);
  if (known) expect(several).toContain(known);
  expect(wrong).toEqual([]);
});

test("a noun and its verb after 1 are in the singular, after a number that ends in 1 in the plural", async () => {
  addMessages("en", { toy: "Of {n} packets, {few} packets are left." });
  expect(translate("toy", { n: 21, few: 1 })).toBe("Of 21 packets, 1 packet is left.");
  expect(translate("toy", { n: "1", few: "0.1" })).toBe("Of 1 packet, 0.1 packets are left.");
});

test("numbers and plurals are the language's", async () => {
  expect([num(1234.5, 1), num(12345.6, 1), withUnit(0.25, "ms", 2), num(-1)]).toEqual([
    "1234.5",
    "12,345.6",
    "0.25\u202fms",
    "−1",
  ]);
  expect([plural("lab.says.drops", 1), plural("lab.says.drops", 2)]).toEqual([
    "1 packet dropped by the queue.",
    "2 packets dropped by the queue.",
  ]);
  // French has no plural for 0; an English sentence within it has.
  addMessages("fr", { "lab.undo": "Annuler" });
  setLanguage("fr");
  expect([translate("lab.undo"), plural("lab.says.drops", 0)]).toEqual(["Annuler", "0 packets dropped by the queue."]);
  await speak("de-AT");
  expect(language()).toBe("de");
  expect([num(1234.5, 1), withUnit(0.25, "ms", 2), translate("lab.undo")]).toEqual([
    "1234,5",
    "0,25\u202fms",
    "Rückgängig",
  ]);
  expect(plural("lab.says.drops", 1)).toBe("1 Paket von der Warteschlange verworfen.");
  await speak("xx");
  expect(language()).toBe("de");
});

test("the reader's own choice goes before the browser's languages, and what is not here is passed over", () => {
  expect(ownLanguage(null, ["xx-XX", "de-CH", "en"])).toBe("de-CH");
  expect(ownLanguage("en", ["de"])).toBe("en");
  expect(ownLanguage("tlh", ["xx"])).toBe("en");
  expect(ownLanguage(null, [])).toBe("en");
  expect(["de", "DE-at", "en-GB", "__proto__", "xx", ""].map(isSpoken)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("no line breaks before a percent sign, nor between a figure and its number", () => {
  addMessages("en", { "test.joined": "At {n} % loss (figure 6, section 4): 5 packets, 40 figures" });
  expect(translate("test.joined", { n: 1 })).toBe(
    "At 1\u00a0% loss (figure\u00a06, section\u00a04): 5 packets, 40 figures",
  );
});
