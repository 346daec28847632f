/**
 * Mistakes in a lesson's front matter, each with its place, what was found there and what is allowed. Not here: the rules (facts.ts), the file's
 * parts (lesson-file.ts), settings of scenarios (the engine).
 */
import { type BaseIssue, getDotPath, safeParse } from "valibot";
import { facts } from "./facts.ts";

/** One mistake; all three in the file's own names. */
export interface Mistake {
  place: string;
  found: string;
  allowed: string;
}

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

/** All mistakes in the facts of a front matter; none if it can be shown. */
export function mistakesOf(front: Record<string, unknown>): Mistake[] {
  const found = safeParse(facts, Object.fromEntries(Object.entries(front).filter(([name]) => !WORDS.has(name))));
  return (found.issues ?? []).map(inner).map((issue) => ({
    place: getDotPath(issue) ?? "front matter",
    found: issue.received,
    allowed: allowedAt(issue),
  }));
}
