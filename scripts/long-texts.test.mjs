/** Every long text has its like in each language, none is left of an earlier wording, and what must not change has not. */
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
    test("has each text and no other, without words where it is to be translated: `npm run words` adds it", async () => {
      const asked = new Set(texts);
      const kept = Object.keys(own).filter((text) => asked.has(text));
      const whole = Object.fromEntries([...new Set([...kept, ...texts])].map((text) => [text, own[text] ?? ""]));
      const file = join(root, "web/src/i18n", lang, `${area}.json`);
      await expect(`${JSON.stringify(whole, null, 2)}\n`).toMatchFileSnapshot(file);
    });
    test.each(["names, ids, formulas", "numbers"])("keeps %s", (what) => {
      /** @param {string} text */
      const names = (text) => kept(text).join("\n");
      const read = what === "numbers" ? digits : names;
      // Without words: still to be translated.
      const off = Object.entries(own).filter(([english, text]) => text !== "" && read(english) !== read(text));
      expect(off).toEqual([]);
    });
  });
}

test("there is a second language", () => {
  for (const area of Object.keys(AREAS)) expect(languagesOf(root, area)).toContain("de");
});
