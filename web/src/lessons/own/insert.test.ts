/** Insertions into a lesson's text: the text is whole afterwards, and its other lines stay. */
import { describe, expect, test } from "vitest";
import { LESSONS } from "../registry.ts";
import { checked } from "../testing/engine.ts";
import first from "./first.en.md?raw";
import { bandsWritten, edited, inserted, KINDS, unreplaced } from "./insert.ts";
import { openText } from "./opened.ts";
import { sourceOf } from "./sources.ts";

const engine = { ask: async (_: string, { scenario }: { scenario: string }) => checked(scenario) } as never;
const say = (key: string): string => `words of ${key}`;

describe.each([...KINDS])("%s", (kind) => {
  test.each(["first", ...LESSONS])("into %s", async (id) => {
    const text = id === "first" ? first : await sourceOf(id, "en");
    const before = (await openText(text, engine)).lesson;
    let after = text;
    // Twice: names are given once.
    for (let time = 0; time < 2; time++) {
      const made = inserted(after, kind, say);
      if (!made) throw new Error("nothing was put in");
      after = edited(after, made.edits);
      const there = after.slice(made.at, made.at + 30);
      expect(there).toMatch(
        kind === "run" ? /^"\w+": \{/ : kind === "goal" ? /^(- `goal_\d`|## \[try\])/ : /^## \[ask question_\d\]/,
      );
    }
    const { lesson, mistakes } = await openText(after, engine);
    expect(mistakes).toEqual([]);
    const counts = (each: typeof lesson): number[] => [
      Object.keys(each?.scenarios ?? {}).length,
      each?.asks.length ?? 0,
      each?.goals.length ?? 0,
    ];
    const more = counts(lesson).map((n, i) => n - (counts(before)[i] ?? 0));
    expect(more).toEqual([kind === "run" ? 2 : 0, kind === "run" || kind === "goal" ? 0 : 2, kind === "goal" ? 2 : 0]);
    if (kind !== "run" && kind !== "goal") expect(lesson?.asks.at(-1)?.kind).toBe(kind);
    // Every line with words is still there.
    const lines = new Set(after.split("\n"));
    const lost = text.split("\n").filter((line) => /^[#\-A-Z<]/.test(line) && !lines.has(line));
    expect(lost).toEqual([]);
  });
});

test("nothing is put into settings that cannot be read", () => {
  expect(inserted(first.replace('"minutes": 5,', '"minutes": 5'), "choose", say)).toBeNull();
  expect(inserted("no lesson", "choose", say)).toBeNull();
  expect(inserted(first.replace('"a": {', '"a": 1, "b": ['), "choose", say)).toBeNull();
});

test("a measured band is written where it stands, with where it comes from", async () => {
  const after = edited(first, bandsWritten(first, [{ place: { band: "goodput" }, suggested: [1, 2] }], "0.1.0"));
  const { lesson, mistakes } = await openText(after, engine);
  expect(mistakes).toEqual([]);
  expect(lesson?.bands).toEqual([
    {
      id: "goodput",
      scenario: "a",
      of: "flows.one.goodput_bps",
      band: [1, 2],
      from: { measured: "0.1.0", because: "seeds 1 to 5" },
    },
  ]);
  expect(after.split("\n").length).toBe(first.split("\n").length);
});

test("a measured feature of a drawing replaces the old one in the text, and each of its lists of numbers takes one line", async () => {
  const text = edited(first, inserted(first, "draw", say)?.edits ?? []);
  expect(text).toMatch(/"flat": \[(20, ){23}20\]/);
  const place = { ask: "question_1", feature: 0 };
  const after = edited(text, bandsWritten(text, [{ place, suggested: [70, 75] }], "0.1.0"));
  const { lesson, mistakes } = await openText(after, engine);
  expect(mistakes).toEqual([]);
  expect(lesson?.asks[1]).toMatchObject({ features: [{ name: "highest", band: [70, 75] }] });
});

test("words to begin with are found until they are replaced", () => {
  expect(unreplaced(first, say)).toEqual([]);
  const made = inserted(first, "choose", say);
  const after = edited(first, made?.edits ?? []);
  const found = unreplaced(after, say);
  expect(found.map(({ words }) => words)).toEqual(["ask.text", "reply", "reply", "reveal.text"].map(say));
  for (const { line, words } of found) expect(after.split("\n")[line - 1]).toContain(words);
  expect(unreplaced(after.replaceAll(say("reply"), "They wait."), say)).toHaveLength(2);
});
