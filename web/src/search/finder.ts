/**
 * Finds entries by name, place, synonyms and help. An entry whose name or synonym is the query comes first, then those found by name, by
 * place and synonyms, by help. Matching is uFuzzy's; a word may have one wrong letter where nothing matches exactly. Not here: the
 * list on the screen (view.ts).
 */
import uFuzzy from "@leeoniya/ufuzzy";
import { type Entry, GROUPS, type Group } from "./entry.ts";

export interface Hit {
  entry: Entry;
  /** Stretches of the name that match: from, to, from, to ... */
  marks: readonly number[];
}

/** The best entries of a group, and how many match. */
export interface Hits {
  group: Group;
  hits: readonly Hit[];
  total: number;
}

/** Entries of a group that are listed. */
const MOST = 6;
/** Words of a query that are found in any order. */
const REORDERED = 3;

/** Letters of all alphabets: variables are Greek. */
const LETTERS: uFuzzy.Options = {
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: "\\p{Ll}\\p{Lu}",
  intraBound: "\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}",
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
};
const EXACT = new uFuzzy(LETTERS);
const TOLERANT = new uFuzzy({ ...LETTERS, intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 });

/** As it is compared: small letters without accents, as many as before. */
const fold = (text: string): string => uFuzzy.latinize(text).toLowerCase();

export class Finder {
  private readonly texts: string[];
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
      return fold([name, place, also, help].join("\n"));
    });
  }

  /** What matches, the group of the best entry first. */
  find(query: string): Hits[] {
    const wanted = fold(query.trim());
    if (wanted === "") return [];
    const exact = this.search(EXACT, wanted);
    const found = exact.length > 0 ? exact : this.search(TOLERANT, wanted);
    const groups = new Map<Group, { hits: Hit[]; total: number }>();
    for (const { at, marks } of found) {
      const entry = this.entries[at] as Entry;
      const group = groups.get(entry.group) ?? { hits: [], total: 0 };
      groups.set(entry.group, group);
      group.total += 1;
      if (group.hits.length < MOST) group.hits.push({ entry, marks });
    }
    return [...groups].map(([group, hits]) => ({ group, ...hits }));
  }

  private search(by: uFuzzy, wanted: string): { at: number; marks: readonly number[] }[] {
    const [, info, order] = by.search(this.texts, wanted, REORDERED, Number.POSITIVE_INFINITY);
    if (!info || !order) return [];
    const named = new Set(this.named.get(wanted));
    const found = order.map((place) => {
      const at = info.idx[place] as number;
      const ranges = info.ranges[place] ?? [];
      const entry = this.entries[at] as Entry;
      const rank = (named.has(at) ? 0 : 1 + this.part(at, entry, ranges)) * 2 + Number(entry.absent ?? false);
      const end = entry.name.length;
      const marks = ranges.flatMap((from, i) =>
        i % 2 === 0 && from < end ? [from, Math.min(end, ranges[i + 1] ?? end)] : [],
      );
      return { at, marks, rank, group: GROUPS.indexOf(entry.group) };
    });
    return found.sort((a, b) => a.rank - b.rank || (a.rank < 2 ? a.group - b.group : 0));
  }

  /** The furthest part of its text in which an entry matches: 0 its name, 1 place and synonyms, 2 its help. */
  private part(at: number, { name, help = "" }: Entry, ranges: readonly number[]): number {
    const last = ranges.at(-1) ?? 0;
    const text = this.texts[at] as string;
    return last <= name.length ? 0 : last < text.length - help.length ? 1 : 2;
  }
}
