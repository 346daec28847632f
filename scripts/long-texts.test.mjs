/** Long texts in other languages: none is left of an earlier wording, and what must not change has not. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { experimentIn, languagesOf, pageIn, textsOf } from "./long-texts.ts";

const root = join(import.meta.dirname, "..");
/** @param {string} name */
const generated = (name) => JSON.parse(readFileSync(join(root, "web/src/generated", `${name}.json`), "utf8"));

/**
 * Every text that is asked for, once.
 * @param {(tell: import("./long-texts.ts").Tell) => void} ask
 */
const asked = (ask) => {
  /** @type {Set<string>} */
  const texts = new Set();
  ask((text) => {
    texts.add(text);
    return text;
  });
  return [...texts].sort();
};
const AREAS = {
  experiments: asked((tell) => {
    for (const each of generated("experiments")) experimentIn(each, tell);
  }),
  "algorithm-pages": asked((tell) => {
    for (const each of generated("pages")) pageIn(each, tell);
  }),
};

/**
 * Names between backticks, claims' ids, formulas between dollars, names of numbers between braces: the same in every language,
 * each as often.
 * @param {string} text
 */
const kept = (text) =>
  (
    text.match(
      /`[^`]+`|(?<![a-z])\{[a-z0-9_]+\}|\b(?:cdg|voip|slowcc|today)\.[a-z0-9_]+\.[a-z0-9_]*[a-z0-9]|\$[^$]*\$/g,
    ) ?? []
  )
    .map((each) => each.replace(/\\text\{[^}]*\}/g, ""))
    .sort();
/**
 * The digits of a text, without what separates them.
 * @param {string} text
 */
const digits = (text) => (text.match(/\d/g) ?? []).sort().join("");

for (const [area, texts] of Object.entries(AREAS)) {
  describe.each(languagesOf(root, area))(`${area} in %s`, (lang) => {
    const own = textsOf(root, lang, area);
    test("has no text of an earlier wording; lacks what `npm run words` lists", async () => {
      const asked = new Set(texts);
      const kept = Object.fromEntries(Object.entries(own).filter(([text]) => asked.has(text)));
      const file = join(root, "web/src/i18n", lang, `${area}.json`);
      await expect(`${JSON.stringify(kept, null, 2)}\n`).toMatchFileSnapshot(file);
      const lacking = texts.filter((text) => !own[text]);
      if (lacking.length > 0) console.log(`${lang}/${area}.json lacks:\n${lacking.join("\n")}`);
    });
    test.each(["names, ids, formulas", "numbers"])("keeps %s", (what) => {
      /** @param {string} text */
      const names = (text) => kept(text).join("\n");
      const read = what === "numbers" ? digits : names;
      const off = Object.entries(own).filter(([english, text]) => read(english) !== read(text));
      expect(off).toEqual([]);
    });
  });
}

test("there is a second language", () => {
  for (const area of Object.keys(AREAS)) expect(languagesOf(root, area)).toContain("de");
});
