/**
 * The glossary: what a term means, by its id and language. A lesson's text links the first use of a term (`[words](term:id)`).
 * Not here: the terms' place on a page.
 */
import de from "./texts/glossary.de.json" with { type: "json" };
import en from "./texts/glossary.en.json" with { type: "json" };

/** Meanings by language, then by term. */
export const GLOSSARY: Record<string, Record<string, string>> = { en, de };
