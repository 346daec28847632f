/**
 * A lesson in the address: the field `source`, its whole file packed as scenarios are (address/link.ts). Pure. Not here: how the file is read
 * (../file/lesson-file.ts), which page shows it (../main.ts).
 */
import { pack, unpack } from "../../address/link.ts";
import { parsed } from "../../session/scenario.ts";

/** Longest field that is written: what browsers, mails and chats still carry whole. */
export const LONGEST_FIELD = 16_000;

/** Letters of a lesson's file at most, three times our longest: Markdown made for it takes time by the square of its length. */
export const LONGEST_LESSON = 50_000;

/** A lesson in an address: its text, or the key of the message that says what is wrong. */
export type Linked =
  | { text: string }
  | { problem: "own_lesson.link.damaged" | "own_lesson.long" | "own_lesson.link.version" };

/** Reads the field. */
export function unpackLesson(field: string): Linked {
  const found = unpack(field);
  if ("problem" in found) {
    const { code } = found.problem;
    if (code === "link.version") return { problem: "own_lesson.link.version" };
    return { problem: code === "link.too_large" ? "own_lesson.long" : "own_lesson.link.damaged" };
  }
  const text = parsed(found.text);
  if (typeof text !== "string") return { problem: "own_lesson.link.damaged" };
  return text.length > LONGEST_LESSON ? { problem: "own_lesson.long" } : { text };
}

/** Writes the field; null if the lesson is too long for an address. */
export function packLesson(text: string): string | null {
  const field = pack(text);
  return field.length > LONGEST_FIELD ? null : field;
}
