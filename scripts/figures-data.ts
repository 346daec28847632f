/**
 * The figures' page as it opens, made when it is built: a card of each experiment with its thumbnail drawn from
 * the stored results (`virtual:figures`), and the words of each, with their numbers from these results, in a script of its own
 * (`virtual:figure/ID.LANG`), with its knife edges, fetched when that figure is opened; the thumbnails of the last group, which no first screen shows
 * (`virtual:figures-further`); titles alone (`virtual:figures-titles`); what the cards and drawings say in another language (`virtual:figures.LANG`). Not here: the texts of
 * other languages (long-texts.ts), the results themselves (public/figures, by `npm run results`), nor how a card looks.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import type { Card, ClaimDot, DotClaim, Experiment, KnifeEdges, Stored } from "../web/src/ensemble/types.ts";
import { furthest } from "../web/src/figures/band.ts";
import { filled } from "../web/src/figures/fill.ts";
import { thumbnailOf } from "../web/src/figures/thumbnail.ts";
import { experimentIn, languagesOf, tellerOf, textsOf } from "./long-texts.ts";

const LIST = "virtual:figures";
const ONE = "virtual:figure/";
const DOTS = "virtual:figures-dots";
const FURTHER = "virtual:figures-further";
const TITLES = "virtual:figures-titles";
/** The group whose thumbnails come after the first view. */
const LAST_GROUP = "today";
/** Sentences of the experiments, and what stands on their drawings: areas of a language's words. */
const [TEXTS, LABELS] = ["experiments", "drawings"];

function cardOf(experiment: Experiment, stored: Stored | null): Card {
  const { id, paper, label, title, summary, claims } = experiment;
  const verdicts = stored?.claims ?? [];
  const accounted = (claim: string): boolean => claims.some((one) => one.id === claim && one.account !== null);
  const dots = verdicts.map(({ id, holds, measured }): ClaimDot => {
    const far = furthest(measured);
    const state = holds ? "holds" : accounted(id) ? "accounted" : "differs";
    return { distance: far === null ? null : Number(far.distance.toFixed(2)), state };
  });
  const count = (state: ClaimDot["state"]): number => dots.filter((dot) => dot.state === state).length;
  const held = { holds: count("holds"), accounted: count("accounted"), differs: count("differs"), dots };
  return {
    ...{ id, paper, label, title, summary },
    claims: claims.length,
    held: stored ? held : null,
    thumbnail: stored && paper !== LAST_GROUP ? thumbnailOf(stored.figure) : [],
  };
}

/** Which claim each dot of a card is of: fetched when one is pointed at. */
const claimsOf = (stored: Stored | null): DotClaim[] =>
  (stored?.claims ?? []).map(({ id, measured }) => {
    const at = furthest(measured)?.at ?? 0;
    return { id, at, value: measured[at]?.value ?? null };
  });

export function figuresData(root: string): Plugin {
  const source = join(root, "web/src/generated/experiments.json");
  const results = (id: string): string => join(root, "public/figures", `${id}.json`);
  const read = <T>(file: string): T => JSON.parse(readFileSync(file, "utf8")) as T;
  /** Those of an experiment, without what only tests need. */
  const knifeEdges = (id: string): KnifeEdges | null => {
    const file = join(root, "docs/results/knife-edges", `${id}.json`);
    if (!existsSync(file)) return null;
    const { initial_window_packets, steps, claims, points, entries } = read<KnifeEdges>(file);
    return { initial_window_packets, steps, claims, points, entries };
  };
  return {
    name: "figures-data",
    resolveId: (id) => (id.startsWith(LIST) || id.startsWith(ONE) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${LIST}`) && !id.startsWith(`\0${ONE}`)) return null;
      this.addWatchFile(source);
      const languages = languagesOf(root, TEXTS);
      const lang = /\.([a-z]+)$/.exec(id)?.[1] ?? "en";
      const texts = languages.includes(lang) ? textsOf(root, lang, TEXTS) : {};
      const kept = (id: string): Stored | null => (existsSync(results(id)) ? read<Stored>(results(id)) : null);
      const all = read<Experiment[]>(source);
      if (id === `\0${TITLES}`) {
        const tell = languages.map((lang) => [lang, tellerOf(textsOf(root, lang, TEXTS))] as const);
        const titles = all.map(({ id, paper, label, title }) => {
          const own = Object.fromEntries(tell.map(([lang, say]) => [lang, say(title)]));
          return { id, paper, label, title: { en: title, ...own } };
        });
        return `export default ${JSON.stringify(titles)};`;
      }
      const one = id.startsWith(`\0${ONE}`);
      const wanted = one ? all.filter((each) => id === `\0${ONE}${each.id}.${lang}`) : all;
      const experiments = wanted.map((each) => {
        this.addWatchFile(results(each.id));
        const experiment = filled(experimentIn(each, tellerOf(texts)), kept(each.id), lang);
        const edges = one && knifeEdges(each.id);
        return edges ? { ...experiment, edges } : experiment;
      });
      if (one) return experiments[0] ? `export default ${JSON.stringify(experiments[0])};` : null;
      if (id === `\0${DOTS}`)
        return `export default ${JSON.stringify(Object.fromEntries(experiments.map((each) => [each.id, claimsOf(kept(each.id))])))};`;
      if (id === `\0${FURTHER}`) {
        const last = experiments.filter(({ paper }) => paper === LAST_GROUP);
        const strokes = last.map(({ id }) => [id, thumbnailOf((kept(id) as Stored).figure)]);
        return `export default ${JSON.stringify(Object.fromEntries(strokes))};`;
      }
      if (lang !== "en") {
        const told = Object.fromEntries(experiments.map(({ id, title, summary }) => [id, { title, summary }]));
        const labels = Object.entries(textsOf(root, lang, LABELS)).filter(([, own]) => own !== "");
        return `export default ${JSON.stringify({ cards: told, labels: Object.fromEntries(labels) })};`;
      }
      const cards = experiments.map((experiment) => cardOf(experiment, kept(experiment.id)));
      const way = (from: string, lang: string): string => `${lang}: () => import("${from}.${lang}")`;
      const sheets = experiments.map(
        ({ id }) =>
          `${JSON.stringify(id)}: { ${["en", ...languages].map((lang) => way(`${ONE}${id}`, lang)).join(", ")} }`,
      );
      const told = languages.map((lang) => way(LIST, lang));
      return `export const cards = ${JSON.stringify(cards)};
export const sheets = new Map(Object.entries({ ${sheets.join(", ")} }));
export const told = { ${told.join(", ")} };`;
    },
  };
}
