/**
 * Finds entries by name, place, synonyms and help. An entry whose name or synonym is the query comes first, then those found by name, by
 * place and synonyms, by help; of all that is not in the run, later. A number at the end may be the value of a setting of that name. Matching is uFuzzy's; a word may have one wrong letter where nothing matches exactly. Not here: the
 * list on the screen (view.ts).
 */
import uFuzzy from "@leeoniya/ufuzzy";
import { type Entry, GROUPS, type Group } from "./entry.ts";

/** A text with the stretches that match: from, to, from, to ... */
export interface Marked {
  text: string;
  marks: readonly number[];
}

export interface Hit {
  entry: Entry;
  name: Marked;
  place: Marked;
  /** The synonym that matches where nothing of the name does. */
  synonym: Marked | null;
}

/** The best entries of a group, and how many match. */
export interface Hits {
  group: Group;
  hits: readonly Hit[];
  total: number;
}

/** A value at the end of a query, with its unit or without. */
const VALUE = /\s+[\d.,]+(\s*[^\s\d]+)?$/u;
/** Entries of a group that are listed. */
const MOST = 6;
/** As many words of a query are found in any order. */
const REORDERED = 4;
/** Between the parts of a text. */
const GAP = " | ";

/** Letters are those of all alphabets: variables are Greek. */
const LETTERS: uFuzzy.Options = {
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: "\\p{Ll}\\p{Lu}",
  intraBound: "\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}",
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  // Equally good ones stay in their order.
  compare: () => 0,
};
const EXACT = new uFuzzy(LETTERS);
const TOLERANT = new uFuzzy({ ...LETTERS, intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 });

/** As it is compared: small letters without accents and plain spaces, as many as before. */
const fold = (text: string): string => uFuzzy.latinize(text).toLowerCase().replaceAll(/\s/g, " ");

/** Matching part of an entry's text that begins at `start`. */
function markedAt(text: string, start: number, ranges: readonly number[]): Marked {
  const marks: number[] = [];
  for (let i = 0; i < ranges.length; i += 2) {
    const [from = 0, to = 0] = ranges.slice(i, i + 2).map((at) => Math.max(0, Math.min(text.length, at - start)));
    if (from < to) marks.push(from, to);
  }
  return { text, marks };
}

/** An entry with what of it matches. */
function hitOf(entry: Entry, ranges: readonly number[]): Hit {
  const name = markedAt(entry.name, 0, ranges);
  const place = markedAt(entry.place, entry.name.length + GAP.length, ranges);
  let start = entry.name.length + entry.place.length + 2 * GAP.length;
  const synonyms = (entry.also ?? "").split(",").map((text) => {
    const blanks = text.length - text.trimStart().length;
    const synonym = markedAt(text.trim(), start + blanks, ranges);
    start += text.length + 1;
    return synonym;
  });
  const synonym = name.marks.length > 0 ? null : (synonyms.find(({ marks }) => marks.length > 0) ?? null);
  return { entry, name, place, synonym };
}

/** An entry that matches: the stretches of its text, and its place among the others, the best first. */
interface Found {
  entry: Entry;
  ranges: readonly number[];
  rank: number;
  tie: number;
}

/** By as much what the run has nothing of is listed later: after names and synonyms of what it has. */
const later = ({ absent }: Entry): number => (absent ? 1.5 : 0);

/** Texts that match, the best first: their places, the stretches that match, and how many words begin there. */
function matches(
  by: uFuzzy,
  texts: string[],
  wanted: string,
  words: number,
): { at: number; ranges: readonly number[]; begun: number }[] {
  const [, info, order] = by.search(texts, wanted, words > REORDERED ? 0 : REORDERED, Number.POSITIVE_INFINITY);
  if (!info || !order) return [];
  return order.map((place) => ({
    at: info.idx[place] as number,
    ranges: info.ranges[place] ?? [],
    begun: info.interLft2[place] ?? 0,
  }));
}

export class Finder {
  /** Names, places and synonyms of all entries. */
  private readonly texts: string[];
  /** The same and the help, of those that have some, and which these are. */
  private readonly helped: number[] = [];
  private readonly helps: string[] = [];
  /** Places of the entries of a name or synonym. */
  private readonly named = new Map<string, number[]>();

  constructor(private readonly entries: readonly Entry[]) {
    this.texts = entries.map(({ name, place, also = "", help = "" }, i) => {
      for (const word of [name, ...(also === "" ? [] : also.split(","))]) {
        const key = fold(word.trim());
        const known = this.named.get(key);
        if (known) known.push(i);
        else this.named.set(key, [i]);
      }
      const text = fold([name, place, also].join(GAP));
      if (help !== "") {
        this.helped.push(i);
        this.helps.push(text + GAP + fold(help));
      }
      return text;
    });
  }

  /** Hits by group, the group of the best entry first. */
  find(query: string): Hits[] {
    const wanted = fold(query.trim());
    if (wanted === "") return [];
    const plain = this.search(EXACT, wanted);
    const named = plain.some(({ rank }) => rank < 1);
    const set = named || !VALUE.test(wanted) ? [] : this.settings(wanted.replace(VALUE, ""));
    const exact = [...set, ...plain.filter(({ entry }) => !set.some((each) => each.entry === entry))];
    const found = exact.length > 0 ? exact : this.search(TOLERANT, wanted);
    const groups = new Map<Group, { hits: Hit[]; total: number }>();
    for (const { entry, ranges } of found) {
      const group = groups.get(entry.group) ?? { hits: [], total: 0 };
      groups.set(entry.group, group);
      group.total += 1;
      if (group.hits.length < MOST) group.hits.push(hitOf(entry, ranges));
    }
    return [...groups].map(([group, hits]) => ({ group, ...hits }));
  }

  /** Settings of the run that have this name and a number. */
  private settings(name: string): Found[] {
    return this.search(EXACT, name).filter(({ entry, rank }) => entry.numeric && rank < 2);
  }

  private search(by: uFuzzy, wanted: string): Found[] {
    const words = by.split(wanted).length;
    const named = new Set(this.named.get(wanted));
    const plain = matches(by, this.texts, wanted, words);
    const found = plain.map(({ at, ranges, begun }): Found => {
      const entry = this.entries[at] as Entry;
      const inName = (ranges.at(-1) ?? 0) <= entry.name.length;
      return named.has(at)
        ? { entry, ranges, rank: later(entry) / 2, tie: GROUPS.indexOf(entry.group) + at / this.entries.length }
        : { entry, ranges, rank: (inName ? 1 : 2) + later(entry), tie: -begun };
    });
    const known = new Set(plain.map(({ at }) => at));
    for (const { at, ranges, begun } of matches(by, this.helps, wanted, words)) {
      const own = this.helped[at] as number;
      // Words that begin there: a help has too many letters for any other match to mean something.
      if (known.has(own) || begun < words) continue;
      const entry = this.entries[own] as Entry;
      found.push({ entry, ranges, rank: 3 + later(entry), tie: 0 });
    }
    return found.sort((a, b) => a.rank - b.rank || a.tie - b.tie);
  }
}
