/**
 * Our lessons' files as they are written, to begin one's own with: each fetched when it is wanted. Not here: how a file is read
 * (../file/lesson-file.ts).
 */
import { applyEdits, modify } from "jsonc-parser";
import { readLesson } from "../file/lesson-file.ts";

const files = import.meta.glob<string>(["../texts/*.md", "!../texts/test.*.md"], { query: "?raw", import: "default" });

const FRONT = /^---\n([\s\S]*?)\n---\n/;

/** One file of two: the facts of the English one, the words of another language's. */
function wholeFile(facts: string, words: string): string {
  const { front } = readLesson(words);
  const named = ["title", "idea", "able"].reduce(
    (text, name) => applyEdits(text, modify(text, [name], front[name], {})),
    FRONT.exec(facts)?.[1] ?? "{}",
  );
  return `---\n${named}\n---\n${words.replace(FRONT, "")}`;
}

/** A lesson's file in a language, in English where it is not written. */
export async function sourceOf(id: string, lang: string): Promise<string> {
  const facts = (await files[`../texts/${id}.en.md`]?.()) ?? "";
  const words = lang === "en" ? undefined : await files[`../texts/${id}.${lang}.md`]?.();
  return words === undefined ? facts : wholeFile(facts, words);
}
