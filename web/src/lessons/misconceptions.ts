/**
 * Learners' misconceptions, by the ids that a lesson's front matter names (`against`). Not here: who found it where.
 */
const files = import.meta.glob<Record<string, string>>("./texts/misconceptions.*.json", {
  eager: true,
  import: "default",
});

/** Ideas by language, then by id. */
export const MISCONCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.entries(files).map(([path, words]) => [path.split(".").at(-2) ?? "", words]),
);
