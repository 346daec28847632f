/**
 * What the figures' page knows when it opens, made when it is built: a card of each experiment with its thumbnail drawn from
 * the stored results (`virtual:figures`), and the words of each in a script of its own (`virtual:figure/ID`), fetched when
 * that figure is opened. Not here: the results themselves (public/figures, by `npm run results`), nor how a card looks.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { thumbnailOf } from "../web/src/figures/thumbnail.ts";
import type { Card, Experiment, Stored } from "../web/src/figures/types.ts";

const LIST = "virtual:figures";
const ONE = "virtual:figure/";

function cardOf(experiment: Experiment, stored: Stored | null): Card {
  const { id, paper, label, title, summary, claims } = experiment;
  const verdicts = stored?.claims ?? [];
  const accounted = (claim: string): boolean => claims.some((one) => one.id === claim && one.account !== null);
  const differing = verdicts.filter((verdict) => !verdict.holds);
  const held = {
    holds: verdicts.length - differing.length,
    accounted: differing.filter((verdict) => accounted(verdict.id)).length,
    differs: differing.filter((verdict) => !accounted(verdict.id)).length,
  };
  return {
    ...{ id, paper, label, title, summary },
    claims: claims.length,
    held: stored ? held : null,
    thumbnail: stored ? thumbnailOf(stored.figure) : [],
  };
}

export function figuresData(root: string): Plugin {
  const source = join(root, "web/src/generated/experiments.json");
  const results = (id: string): string => join(root, "public/figures", `${id}.json`);
  const read = <T>(file: string): T => JSON.parse(readFileSync(file, "utf8")) as T;
  return {
    name: "figures-data",
    resolveId: (id) => (id === LIST || id.startsWith(ONE) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${LIST}`) && !id.startsWith(`\0${ONE}`)) return null;
      this.addWatchFile(source);
      const experiments = read<Experiment[]>(source);
      if (id.startsWith(`\0${ONE}`)) {
        const one = experiments.find((each) => `\0${ONE}${each.id}` === id);
        return one ? `export default ${JSON.stringify(one)};` : null;
      }
      const cards = experiments.map((experiment) => {
        const file = results(experiment.id);
        this.addWatchFile(file);
        return cardOf(experiment, existsSync(file) ? read<Stored>(file) : null);
      });
      const sheets = experiments.map(({ id }) => `${JSON.stringify(id)}: () => import("${ONE}${id}")`);
      return `export const cards = ${JSON.stringify(cards)};\nexport const sheets = { ${sheets.join(", ")} };`;
    },
  };
}
