/**
 * The glossary: what a term means, by its id and language. A lesson's text links the first use of a term (`[words](term:id)`).
 * Not here: the terms' place on a page.
 */
const files = import.meta.glob<Record<string, string>>("./texts/glossary.*.json", { eager: true, import: "default" });

/** Meanings by language, then by term. */
export const GLOSSARY: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.entries(files).map(([path, words]) => [path.split(".").at(-2) ?? "", words]),
);
