/** A lesson in an address: whole, cut, too long, of another version. */
import { expect, test } from "vitest";
import { pack } from "../../address/link.ts";
import { LESSONS } from "../registry.ts";
import first from "./first.en.md?raw";
import { LONGEST_FIELD, LONGEST_LESSON, packLesson, unpackLesson } from "./link.ts";
import { sourceOf } from "./sources.ts";

test("every lesson of ours fits into a link, and comes out of it as it was", async () => {
  for (const lang of ["en", "de"])
    for (const id of LESSONS) {
      const text = await sourceOf(id, lang);
      const field = packLesson(text);
      expect(field?.length, id).toBeLessThanOrEqual(LONGEST_FIELD);
      expect(unpackLesson(field ?? "")).toEqual({ text });
    }
});

test("a link that was cut anywhere says so", () => {
  const field = packLesson(first) ?? "";
  for (let length = 1; length < field.length; length += 7)
    expect(unpackLesson(field.slice(0, length)), `${length}`).toEqual({ problem: "own_lesson.link.damaged" });
});

test("what no link can carry gets none", () => {
  // Text that does not become shorter.
  const noise = Array.from({ length: 30_000 }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919) % 20_000))).join("");
  expect(packLesson(first + noise)).toBeNull();
});

test("what is longer than a lesson, of another version or no text is refused in words", () => {
  expect(unpackLesson(pack("x".repeat(LONGEST_LESSON + 1)))).toEqual({ problem: "own_lesson.long" });
  expect(unpackLesson(pack("x".repeat(2_000_000)))).toEqual({ problem: "own_lesson.long" });
  expect(unpackLesson("9abc")).toEqual({ problem: "own_lesson.link.version" });
  expect(unpackLesson(pack({ a: 1 }))).toEqual({ problem: "own_lesson.link.damaged" });
  expect(unpackLesson("")).toEqual({ problem: "own_lesson.link.version" });
});
