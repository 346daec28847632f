/** Texts on the stored figures are said in each language, with their numbers; nothing of an earlier wording is left. */
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { Figure, Stored } from "../ensemble/types.ts";
import { addMessages, type Catalogue, setLanguage } from "../i18n/catalogue.ts";
import words from "../i18n/en/figures.json" with { type: "json" };
import { LANGUAGES, speak } from "../i18n/languages.ts";
import { label, spoken } from "./labels.ts";
import { panelTitle } from "./names.ts";

addMessages("en", words);
const read = import.meta.glob<Catalogue>("../i18n/*/drawings.json", { eager: true, import: "default" });
const folder = new URL("../../../public/figures/", import.meta.url);
const stored = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Stored);

/** Everything that stands on a figure. */
function wordsOf({ panels }: Figure): string[] {
  return panels.flatMap(({ title, row = "", column = "", plot, table }) => [
    panelTitle(title),
    panelTitle(row),
    panelTitle(column),
    ...(plot
      ? [plot.x, plot.y]
          .flatMap((axis) => [axis.label, axis.unit, ...axis.names])
          .concat(
            plot.series.map((series) => series.name),
            plot.rules.map((rule) => rule.label),
            plot.spans.map((span) => span.label),
            plot.notes.map((note) => note.text),
          )
      : []),
    ...(table
      ? table.heads.concat(table.rows.flat().flatMap((entry) => ("text" in entry ? [panelTitle(entry.text)] : [])))
      : []),
  ]);
}
const said = [
  ...new Set(
    stored
      .flatMap(({ figure, claims }) => [
        ...wordsOf(figure),
        ...claims.flatMap((one) => one.measured.map(({ of }) => of)),
      ])
      .filter((text) => text !== ""),
  ),
];
/** Words that no name of an algorithm and no unit has. */
const ENGLISH =
  /\b(the|of|and|with|without|over|all|each|every|flows?|first|packets?|delay|queue|loss|losses|time|least|largest|mean|runs?|stated|fair|share|full|recovery|window|true|lost|figure|own|like|longest|fewest|most|ignored|steps|from)\b/i;

afterEach(() => setLanguage("en"));

describe.each([...LANGUAGES.keys()].filter((tag) => tag !== "en"))("%s", (tag) => {
  const all = read[`../i18n/${tag}/drawings.json`] ?? {};
  // Without words: still to be translated, shown in English meanwhile.
  const pending = new Set(Object.keys(all).filter((text) => all[text] === ""));
  const own = Object.fromEntries(Object.entries(all).filter(([text]) => !pending.has(text)));
  const begin = async (): Promise<void> => {
    await speak(tag);
    addMessages(tag, own);
  };

  test("no drawing keeps an English word", async () => {
    await begin();
    const wanted = said.filter((text) => !pending.has(text)).map((text) => [text, label(text)]);
    expect(wanted.filter(([, text]) => ENGLISH.test(text ?? ""))).toEqual([]);
  });

  test("keeps every number", async () => {
    await begin();
    const digits = (text: string): string => (text.match(/\d/g) ?? []).sort().join("");
    expect(said.filter((text) => digits(text) !== digits(label(text)))).toEqual([]);
  });

  test("has as many numbers as English in each part", () => {
    const places = (text: string): number => text.split("#").length;
    expect(Object.entries(own).filter(([english, text]) => places(english) !== places(text))).toEqual([]);
  });
});

test("parts, numbers, names", async () => {
  await speak("de");
  addMessages("de", read["../i18n/de/drawings.json"] ?? {});
  expect(label("40 ms, loss 0.01")).toBe("40 ms, Verlust 0,01");
  expect(label("TFRC(6), k = 6")).toBe("TFRC(6), k = 6");
  expect(label("CUBIC, Linux 2.6.25")).toBe("CUBIC, Linux 2.6.25");
  expect(label("p90 (ms)")).toBe("p90 (ms)");
  expect(label("Epoch (s), 10 to 60 s")).toBe("Epoche (s), 10 bis 60 s");
});

test("English stays as the crate has it", () => {
  const [one] = stored;
  if (!one) throw new Error("no stored figure");
  const titles = (figure: Figure): string[] => figure.panels.map(({ title }) => panelTitle(title));
  expect(titles(spoken(one.figure))).toEqual(titles(one.figure));
  expect(spoken(one.figure).panels[0]?.plot?.series).toEqual(one.figure.panels[0]?.plot?.series);
});
