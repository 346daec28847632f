/** The way in for beginners says what the lesson says of itself. */
import { expect, test } from "vitest";
import { setLanguage, translate } from "../i18n/catalogue.ts";
import { speak } from "../i18n/languages.ts";
import { BEGIN } from "./introduction.ts";

const lessons = import.meta.glob<string>("../lessons/texts/*.md", { query: "?raw", import: "default", eager: true });

test.each(["en", "de"])("the link to the lesson has its title and its minutes: %s", async (tag) => {
  await speak(tag);
  const text = lessons[`../lessons/texts/${BEGIN.lesson}.${tag}.md`] ?? "";
  const english = lessons[`../lessons/texts/${BEGIN.lesson}.en.md`] ?? "";
  const title = /"title": "([^"]+)"/.exec(text)?.[1];
  expect(title).toBeDefined();
  expect(Number(/"minutes": (\d+)/.exec(english)?.[1])).toBe(BEGIN.minutes);
  expect(translate("lab.begin", { minutes: BEGIN.minutes })).toContain(`${title}, ${BEGIN.minutes} `);
  setLanguage("en");
});
