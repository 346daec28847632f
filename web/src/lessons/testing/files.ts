/** The lessons' files for tests, each read once. Not here: how a file is read (../file/lesson-file.ts). */
import { join } from "node:path";
import { factsOf, lessonFile } from "../../../../scripts/lessons-data.ts";
import type { Facts } from "../types.ts";

export const root = join(import.meta.dirname, "../../../..");

/** A function that is asked the same several times, and computes it once. */
function once<Key extends string[], Value>(of: (...key: Key) => Value): (...key: Key) => Value {
  const known = new Map<string, Value>();
  return (...key) => {
    const name = key.join(" ");
    if (!known.has(name)) known.set(name, of(...key));
    return known.get(name) as Value;
  };
}

/** A lesson's facts. */
export const lessonOf: (id: string) => Facts = once((id: string) => factsOf(root, id));

/** A lesson's file in a language; null if it is not written. */
export const fileOf = once((id: string, lang: string) => lessonFile(root, id, lang));
