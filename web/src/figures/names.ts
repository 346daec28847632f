/**
 * Names of an experiment's points and panels for readers: the name of a run in its list, groups and order of such
 * a list. Names of algorithms are those of the legends. Pure. Not here: legends (the experiments' crate), the list itself.
 */

import type { Job } from "../ensemble/types.ts";
import { has, num, translate, translateSource } from "../i18n/catalogue.ts";

/** Words of the experiments' coordinates: names, under which a language has its own (labels.ts). */
const NAMES: Readonly<Record<string, string>> = {
  newreno: "NewReno",
  sack: "SACK",
  freebsd_sack: "FreeBSD SACK",
  cdg: "CDG",
  vegas: "Vegas",
  bbr: "BBR v1",
  bbr3: "BBR v3",
  dctcp: "DCTCP",
  prague: "Prague",
  dualpi2: "DualPI2",
  cubic: "CUBIC",
  compound: "Compound",
  cubic_linux_2_6_25: "CUBIC, Linux 2.6.25",
  cdg_intolerant: "CDG without loss tolerance",
  nr_fbsd: "NewReno, FreeBSD",
  nr_fbsd_own: "NewReno, FreeBSD’s own recovery",
  nr_linux: "NewReno, Linux",
  htcp_fbsd: "H-TCP, FreeBSD",
  htcp_fbsd_own: "H-TCP, FreeBSD’s own recovery",
  htcp_linux: "H-TCP, Linux",
  htcp_linux_fault: "H-TCP, Linux, with the bug",
  cubic_linux: "CUBIC, Linux",
  red: "RED",
};

/** A sentence with the names of recoveries in place of their keys. */
export const settingNames = (text: string): string =>
  text.replaceAll(/\b(?:freebsd_sack|sack|newreno)\b/g, (word) => NAMES[word] ?? word);

/** Keys that are no words of a sentence. */
const KINDS = new Set(["newreno", "sack", "cdg", "vegas", "cubic", "compound"]);

/** Schemes of the SlowCC paper, with their parameter γ. */
const SCHEMES: Readonly<Record<string, (gamma: string, share: string) => string>> = {
  tcp: (_, share) => `TCP(${share})`,
  tcp_deterministic: (_, share) => `TCP(${share}), a = 3b / (2 - b)`,
  rap: (_, share) => `RAP(${share})`,
  sqrt: (_, share) => `SQRT(${share})`,
  iiad: () => "IIAD",
  tfrc: (gamma) => `TFRC(${gamma})`,
  tfrc_sc: (gamma) => `TFRC(${gamma}), ${translate("figures.point.self_clocked")}`,
  tear: () => "TEAR",
};

/** A run's title with the names of its algorithms, which the experiment calls by their keys. */
export const runTitle = (title: string): string =>
  title.replaceAll(/\b[a-z_]+\b/g, (word) => (KINDS.has(word) ? (NAMES[word] ?? word) : word));

/** A panel's title without keys of a scenario. */
export const panelTitle = (title: string): string =>
  title.replaceAll(/(Recovery )([a-z_]+)/g, (_, word: string, key: string) => word + (NAMES[key] ?? key));

function scheme(word: string, at: Job["at"]): string {
  const gamma = typeof at.gamma === "number" ? num(at.gamma, 4) : "γ";
  return SCHEMES[word]?.(gamma, gamma === "1" ? "1" : `1/${gamma}`) ?? word;
}

function value(name: string, value: string | number, at: Job["at"]): string {
  if (typeof value === "number") {
    if (name === "rate_bps") return `${num(value / 1e6)} Mbit/s`;
    if (name === "bdp") return `${num(value, 4)} BDP`;
    const unit = name.endsWith("_ms") ? " ms" : name.endsWith("_s") ? " s" : "";
    return `${num(value, 4)}${unit}`;
  }
  if (name === "scheme" || name === "other") {
    if (Object.hasOwn(SCHEMES, value)) return scheme(value, at);
  }
  if (name === "link") return value.replace(/^(\d+)\/(\d+)$/, "$1 Mbit/s, $2 ms");
  const key = `figures.point.${name}_${value.replaceAll(/\W+/g, "_")}`;
  return has(key) ? translate(key) : translateSource(NAMES[value]) || value.replaceAll("_", " ");
}

/** Coordinates whose value is a name that needs no word before it. */
const PLAIN = new Set(["algorithm", "scheme", "sender", "other", "link", "variant", "kind", "form"]);

/** A point in words: `NewReno, loss 0.01, recovery SACK`. */
export function pointName(at: Job["at"]): string {
  const named = Object.keys(at).some((name) => (name === "scheme" || name === "other") && at[name] !== "none");
  return Object.entries(at)
    .filter(([name]) => !(named && name === "gamma"))
    .map(([name, one]) => {
      const words = value(name, one, at);
      if (PLAIN.has(name) && words !== translate("figures.point.none")) return words;
      const key = `figures.point.${name}`;
      return `${has(key) ? translate(key) : name.replaceAll("_", " ")} ${words}`;
    })
    .join(", ");
}

/** Heading of a point's group: its algorithm, scheme or sender; else none. */
function groupName(at: Job["at"]): string {
  for (const name of ["algorithm", "sender", "scheme", "other"]) {
    const word = at[name];
    if (typeof word === "string" && word !== "none")
      return value(name, word, name === "scheme" || name === "other" ? {} : at);
  }
  return "";
}

/** A group of a list of points. */
export interface Group {
  label: string;
  points: { key: string; text: string }[];
}

/** The key of a job's point. */
export const keyOf = (job: Job): string => JSON.stringify([job.sweep, job.at]);

/** Order of points: coordinate by coordinate, numbers by size. */
function compare(a: Job, b: Job, collator: Intl.Collator): number {
  for (const [name, one] of Object.entries(a.at)) {
    const other = b.at[name] ?? "";
    const by =
      typeof one === "number" && typeof other === "number" ? one - other : collator.compare(String(one), String(other));
    if (by !== 0) return by;
  }
  return collator.compare(a.sweep, b.sweep);
}

/** The points of some jobs, grouped and sorted, evaluated ones first; `sweepName`: the name of another figure's runs. */
export function groupsOf(
  jobs: readonly Job[],
  sweepName: (sweep: string) => string,
  words: { judged: string; beside: string },
): Group[] {
  const collator = new Intl.Collator(undefined, { numeric: true });
  const cells = new Map<string, Job>();
  for (const job of jobs) if (!cells.has(keyOf(job))) cells.set(keyOf(job), job);
  const groups = new Map<string, { job: Job; key: string; text: string }[]>();
  for (const [key, job] of cells) {
    const side = job.beside ? words.beside : "";
    const own = [side, sweepName(job.sweep), groupName(job.at)].filter(Boolean).join(": ") || words.judged;
    const from = sweepName(job.sweep);
    const text = from ? `${from}: ${pointName(job.at)}` : pointName(job.at);
    const group = groups.get(own);
    if (group) group.push({ job, key, text });
    else groups.set(own, [{ job, key, text }]);
  }
  return [...groups]
    .sort(([a, [one]], [b, [two]]) => Number(one?.job.beside) - Number(two?.job.beside) || collator.compare(a, b))
    .map(([label, points]) => ({ label, points: points.sort((a, b) => compare(a.job, b.job, collator)) }));
}
