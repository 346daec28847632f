/**
 * The long texts that stand in Rust, in English (an experiment's, an algorithm's page), in the other languages: each language has
 * them under the English text (`experiments.json`, `algorithm-pages.json` among its words), and they are put in their places when
 * the pages are built, so that no reader carries a language that is not read. A text that nobody has translated yet stays
 * English. Not here: what stands on a drawing (web/src/figures/labels.ts), all shorter words (web/src/i18n).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Way } from "../web/src/algorithms/types.ts";
import type { Experiment } from "../web/src/ensemble/types.ts";

/** A page as `npm run generate` writes it. */
export interface Generated {
  kind: string;
  title: string;
  about: string;
  source: string;
  rate_based: boolean;
  group: string | null;
  family: string;
  field: string;
  file: string;
  text: {
    lead: string;
    equations: { when: string; source: string; tex: string }[];
    symbols: string;
    states: { names: { name: string; is: string }[]; ways: Way[] } | null;
    choices: string;
    look: string;
    run: Record<string, unknown>;
  };
}

/** Texts by the English ones. */
export type Texts = Readonly<Record<string, string>>;
/** Says an English text in a language. */
export type Tell = (english: string) => string;

const fileOf = (root: string, lang: string, area: string): string => join(root, "web/src/i18n", lang, `${area}.json`);

/** Languages besides English that have such an area. */
export function languagesOf(root: string, area: string): string[] {
  const folders = readdirSync(join(root, "web/src/i18n"), { withFileTypes: true });
  return folders.flatMap(({ name }) => (name !== "en" && existsSync(fileOf(root, name, area)) ? [name] : []));
}

/** Texts of an area in a language. */
export function textsOf(root: string, lang: string, area: string): Texts {
  return JSON.parse(readFileSync(fileOf(root, lang, area), "utf8")) as Texts;
}

/** Says what it finds, else the English. */
export const tellerOf =
  (texts: Texts): Tell =>
  (english) =>
    texts[english] ?? english;

/** Whether there is anything to say in another language: words, no number (nor the `{name}` of one) and no sign. */
const isText = (text: string): boolean => /[A-Za-z]{2}/.test(text.replaceAll(/\{\w+\}/g, ""));

/** An experiment's sentences in a language; what its claims measure stands on drawings too and is said with them. */
export function experimentIn(experiment: Experiment, say: Tell): Experiment {
  const tell = (text: string): string => (isText(text) ? say(text) : text);
  const { title, summary, caption, learn, states, choices, notes, claims } = experiment;
  return {
    ...experiment,
    title: tell(title),
    summary: tell(summary),
    caption: tell(caption),
    learn: tell(learn),
    states: states.map(tell),
    choices: choices.map(({ what, chosen, why }) => ({ what: tell(what), chosen: tell(chosen), why: tell(why) })),
    notes: notes.map(tell),
    claims: claims.map((claim) => ({
      ...claim,
      text: tell(claim.text),
      from: tell(claim.from),
      account: claim.account && {
        ...claim.account,
        says: tell(claim.account.says),
        measured: tell(claim.account.measured),
        tried: tell(claim.account.tried),
        table: claim.account.table.map((row) => row.map(tell)),
        explanation: tell(claim.account.explanation),
      },
    })),
  };
}

/** The text of an algorithm's page in a language; its title and its first sentence stand among the settings' words. */
export function pageIn(page: Generated, say: Tell): Generated {
  const tell = (text: string): string => (isText(text) ? say(text) : text);
  const { lead, equations, symbols, states, choices, look } = page.text;
  return {
    ...page,
    source: tell(page.source),
    text: {
      ...page.text,
      lead: tell(lead),
      equations: equations.map(({ when, source, tex }) => ({
        when: tell(when),
        source: tell(source),
        // Letters and signs are the same everywhere.
        tex: tex.includes("\\text{") ? tell(tex) : tex,
      })),
      symbols: tell(symbols),
      states: states && {
        names: states.names.map(({ name, is }) => ({ name: tell(name), is: tell(is) })),
        ways: states.ways.map(({ from, to, when }) => ({ from: tell(from), to: tell(to), when: tell(when) })),
      },
      choices: tell(choices),
      look: tell(look),
    },
  };
}
