/** An entry of the search: what it is called, where it is, what happens when it is chosen. Not here: which entries a page has. */

/** Kinds of entries, in the order in which equally good ones are listed. */
export const GROUPS = [
  "settings",
  "flows",
  "charts",
  "actions",
  "algorithms",
  "presets",
  "lessons",
  "figures",
] as const;
export type Group = (typeof GROUPS)[number];

export interface Entry {
  group: Group;
  /** Its name in tests, and in the keys of its synonyms: `search.also.limit_packets`. */
  id: string;
  name: string;
  /** Where it is: "Path › Loss model". */
  place: string;
  /** Its present value; read when the entry is listed. */
  value?(): string;
  /** Synonyms with commas between them. */
  also?: string;
  help?: string;
  /** It is set to a number. */
  numeric?: boolean;
  /** The present run has nothing of it: it leads to where that is chosen. */
  absent?: boolean;
  act(): void;
}
