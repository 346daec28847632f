/** A lesson's sentences about an answer and a goal: factors that the sentence's own numbers give, and a name for every value. */
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { factsOf, LANGUAGES } from "../../../scripts/lessons-data.ts";
import { addMessages, type Catalogue, setLanguage } from "../i18n/catalogue.ts";
import { LESSONS } from "./registry.ts";
import { bandSaid, nameKey, numberDifference, valueText } from "./tell.ts";
import type { Band } from "./types.ts";

const root = join(import.meta.dirname, "../../..");
const read = import.meta.glob<Catalogue>("../i18n/*/lessons.json", { eager: true, import: "default" });
const wordsOf = (lang: string): Catalogue => read[`../i18n/${lang}/lessons.json`] ?? {};
for (const lang of LANGUAGES) addMessages(lang, wordsOf(lang));

afterEach(() => setLanguage("en"));

describe.each(LANGUAGES)("%s", (lang) => {
  test("names every value that a goal of any lesson speaks of", () => {
    const paths = LESSONS.flatMap((id) => factsOf(root, id).goals.flatMap((goal) => goal.all.map(([path]) => path)));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(wordsOf(lang), path).toHaveProperty([nameKey(path)]);
  });

  test("names every level that is drawn over a chart", () => {
    const words = LESSONS.flatMap((id) => factsOf(root, id).asks.flatMap(({ show }) => show.level?.words ?? []));
    expect(words.length).toBeGreaterThan(0);
    for (const word of words) expect(wordsOf(lang)).toHaveProperty([`lesson.level.${word}`]);
  });

  test("gives as factor the quotient of the numbers as they stand there", () => {
    setLanguage(lang);
    const told = (...args: Parameters<typeof numberDifference>): string =>
      numberDifference(...args).replaceAll(/[\u202f\u00a0]/g, " ");
    const share = { low: 30, high: 41, unit: "%", settled: false };
    const decimal = lang === "de" ? "," : ".";
    // 99 / 32.9 is 3.01; by the middle of the band it would be 2.8.
    expect(told(99, 32.861, share)).toMatch(/99 %\D* 3[ -]\D*32[.,]9 %/);
    // 120 / 5; by the middle of the band it would be 25.
    const drops = { low: 110, high: 135, unit: "", settled: false };
    expect(told(5, 120, drops)).toMatch(/\b5\b\D*120\D* 24[ -]/);
    expect(told(290, 120, drops)).toContain(` 2${decimal}4`);
    // A value that is far from zero by any factor has none.
    expect(told(0, 120, drops)).toMatch(/\b0\b\D*120\D*$/);
  });
});

test("a measure of times is in seconds, whatever its curve is in", () => {
  setLanguage("en");
  for (const of of ["top_s one.rtt_max_ms 3 6", "reach_s one.cwnd_packets 0 1 34", "held_s one.queue_state 0 5 1"])
    expect(valueText(of, 4.15)).toMatch(/^4\.15\ss$/);
  expect(valueText("max one.rtt_ms 3 6", 80.4)).toMatch(/^80\.4\sms$/);
  expect(valueText("flows.one.goodput_bps", 2.25e6)).toMatch(/^2\.25\sMbit\/s$/);
});

test("a band is told as one number, with what other seeds give only where it reads otherwise", () => {
  setLanguage("en");
  const band: Band = { id: "x", scenario: "a", of: "flows.one.of_capacity", band: [0.3, 0.41], from: "checked" };
  expect(bandSaid({ ...band, seen: [0.32886, 0.31269, 0.37026] })).toEqual({
    value: expect.stringMatching(/^32\.9\s%$/),
    seeds: expect.stringMatching(/^31\.3 to 37\s%$/),
  });
  expect(bandSaid({ ...band, seen: [0.32886, 0.3289, 0.3286] }).seeds).toBeNull();
  expect(bandSaid(band)).toEqual({ value: expect.stringMatching(/^30 to 41\s%$/), seeds: null });
});

test("every band that a text of a lesson tells has its value", () => {
  for (const id of LESSONS)
    for (const band of factsOf(root, id).bands) expect(band.seen, `${id} ${band.id}`).toHaveLength(3);
});
