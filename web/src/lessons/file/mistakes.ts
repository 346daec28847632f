/**
 * Mistakes in a lesson's file, each with its place, what was found there and what is allowed; and those in its front matter. Not here: the
 * rules (facts.ts), the file's parts (lesson-file.ts), what else would leave a lesson without what it names (settled.ts), settings of
 * scenarios (the engine), words on the screen (../own/mistake-list.ts).
 */
import { type BaseIssue, getDotPath, safeParse } from "valibot";
import type { SchemaError } from "../../engine/protocol.ts";
import { facts } from "./facts.ts";

/** One mistake; all three in the file's own names. */
export interface Mistake {
  place: string;
  found: string;
  allowed: string;
  /** Line of the file, from 1; null where it is not known. */
  line: number | null;
  /** The engine's answer about a run. */
  refused?: SchemaError;
}

/** The place of a mistake in the settings as a whole. */
export const FRONT = "front matter";

/** Longest text that is quoted of a file. */
const QUOTED = 80;

/** The beginning of what was found, for a message. */
export const quoted = (text: string): string => (text.length > QUOTED ? `${text.slice(0, QUOTED - 1)}\u2026` : text);

/** Fields that are words of one language, not facts. */
const WORDS = new Set(["title", "idea", "able"]);

/** A union's issue lies where the closest of its forms is wrong. */
const inner = (issue: BaseIssue<unknown>): BaseIssue<unknown> => {
  const [only] = issue.issues?.length === 1 ? issue.issues : [];
  return only ? inner(only) : issue;
};

/** Allowed there, in words. */
function allowedAt(issue: BaseIssue<unknown>): string {
  if (issue.type === "custom") return issue.message;
  return issue.expected === "never" ? "no field of this name" : (issue.expected ?? "");
}

/** The options of a question whose right answer is missing. */
function offered({ path, received }: BaseIssue<unknown>): string | null {
  const last = path?.at(-1);
  if (received !== "undefined" || last?.key !== "right") return null;
  const { options } = last.input as { options?: unknown };
  return Array.isArray(options) ? options.join("|") : null;
}

/** All mistakes in the facts of a front matter, whose lines `lineOf` knows; none if it can be shown. */
export function mistakesOf(
  front: Record<string, unknown>,
  lineOf: (place: string) => number | null = () => null,
): Mistake[] {
  const found = safeParse(facts, Object.fromEntries(Object.entries(front).filter(([name]) => !WORDS.has(name))));
  return (found.issues ?? []).map(inner).map((issue) => {
    const place = getDotPath(issue) ?? FRONT;
    return { place, found: quoted(issue.received), allowed: offered(issue) ?? allowedAt(issue), line: lineOf(place) };
  });
}
