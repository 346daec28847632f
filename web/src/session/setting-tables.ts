/**
 * The engine's generated tables, found by a setting's path; their words come later, with `loadWords`. Not here: the tables.
 */

import {
  ALGORITHMS,
  APPLICATIONS,
  BOTTLENECK,
  DELAY_VARIATION,
  DISCIPLINES,
  ENTRY,
  FLOW,
  MODELS,
  OF_TRANSFERS,
  POLICER,
  RATE_MODELS,
  REORDERINGS,
  RUN,
  TRAFFIC,
  TRANSFER_OPTIONS,
} from "../generated/settings.ts";
import { has, translate, translateSource } from "../i18n/catalogue.ts";
import type { Section, Setting } from "../settings/setting.ts";
import type { Names } from "./facts.ts";
import { isObject, valueAt } from "./scenario.ts";

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, "");
const KINDS: ReadonlySet<string> = new Set(
  [...ALGORITHMS, ...TRAFFIC].flatMap((section) => [plain(section.kind), plain(section.title)]),
);

export interface Tables extends Names {
  algorithms: readonly Section[];
  /** Rows of a flow's own table. */
  flow: readonly Setting[];
  /** The row of the setting at a path, as the document stands; null if there is none. */
  settingAt(path: string, settings: unknown): Setting | null;
  /** Whether the setting at a path may change while the run goes on. */
  isLive(path: string, settings: unknown): boolean;
  /** Whether a document says "none" of it by leaving it out: null is refused there. */
  isLeftOut(path: string, settings: unknown): boolean;
}

const named = (params: readonly Setting[] | undefined, name: string): Setting | null =>
  params?.find((each) => each.name === name) ?? null;
const sectionOf = (sections: readonly Section[], kind: unknown): Section | undefined =>
  sections.find((each) => each.kind === kind);

/** Rows of a flow's entry. */
const OF_FLOW = [...FLOW.params, ...ENTRY.params];

/** Settings of a flow that the transfers of cross traffic have. */
const OPTIONS = FLOW.params.filter((each) => TRANSFER_OPTIONS.includes(each.name));

/** The table of an algorithm, a queue discipline or a loss model. */
export function tableOfKind(family: "algorithm" | "discipline" | "model", kind: string): Section | undefined {
  return sectionOf({ algorithm: ALGORITHMS, discipline: DISCIPLINES, model: MODELS }[family], kind);
}

/** The table in which a section of the document is described, by the section's path. */
function tableOf(section: string, settings: unknown): readonly Setting[] | undefined {
  const at = (path: string): unknown => valueAt(settings, path);
  const [list, name, inner] = section.split(".");
  if (section === "") return RUN.params;
  if (list === "bottleneck" || (list === "reverse_bottleneck" && isObject(at(list)))) {
    if (name === undefined) return BOTTLENECK.params;
    if (inner !== undefined) return undefined;
    if (name === "queue") return sectionOf(DISCIPLINES, at(`${list}.queue.discipline`) ?? "drop_tail")?.params;
    if (name === "loss") {
      const model = at(`${list}.loss.model`) ?? "none";
      return sectionOf(MODELS, model === "none" ? "bernoulli" : model)?.params;
    }
    if (name === "policer") return POLICER.params;
    if (name === "delay_variation") return DELAY_VARIATION.params;
    if (name === "rate_model") return sectionOf(RATE_MODELS, at(`${list}.rate_model.model`))?.params;
    if (name === "reordering") return sectionOf(REORDERINGS, at(`${list}.reordering.model`) ?? "bernoulli")?.params;
  }
  if (list === "flows" && name !== undefined && isObject(at(`flows.${name}`))) {
    if (inner === undefined) return OF_FLOW;
    if (inner === "algorithm") return sectionOf(ALGORITHMS, at(`flows.${name}.algorithm.kind`))?.params;
    if (inner === "application") return sectionOf(APPLICATIONS, at(`flows.${name}.application.kind`) ?? "bulk")?.params;
  }
  if (list === "cross_traffic" && name !== undefined) {
    const kind = at(`cross_traffic.${name}.kind`);
    const own = sectionOf(TRAFFIC, kind)?.params;
    if (!OF_TRANSFERS.includes(String(kind))) return inner === undefined ? own : undefined;
    if (inner === "algorithm")
      return sectionOf(ALGORITHMS, at(`cross_traffic.${name}.algorithm.kind`) ?? "newreno")?.params;
    if (inner === undefined && own) return [...own, ...OPTIONS];
  }
  return undefined;
}

/** Words that choose a section; all of them may change while the run goes on (contract 1.5). */
const CHOOSERS =
  /^((flows|cross_traffic)\.[^.]+\.algorithm\.kind|flows\.[^.]+\.application\.kind|(reverse_)?bottleneck\.(queue\.discipline|(loss|reordering)\.model))$/;

function settingAt(path: string, settings: unknown): Setting | null {
  const cut = path.lastIndexOf(".");
  return named(tableOf(path.slice(0, Math.max(0, cut)), settings), path.slice(cut + 1));
}

/** A section in `settings-words.json`: what it is, and help and source of each of its settings. */
interface SectionWords {
  about: string;
  params: Readonly<Record<string, readonly string[]>>;
}

/** Tables of one section, and tables by kind, as `settings-words.json` calls them. */
const SINGLE = { RUN, BOTTLENECK, POLICER, DELAY_VARIATION, FLOW, ENTRY };
const LISTED = { ALGORITHMS, DISCIPLINES, MODELS, REORDERINGS, RATE_MODELS, TRAFFIC, APPLICATIONS };

function tell(section: Section, words: SectionWords | undefined): void {
  if (!words) return;
  section.about = words.about;
  for (const param of section.params) {
    const [help, source] = words.params[param.name] ?? [];
    Object.assign(param, { help, source });
  }
}

/** Fetches what the settings are and where their defaults come from, and writes it into the tables. */
export async function loadWords(): Promise<void> {
  const { default: file } = await import("../generated/settings-words.json");
  for (const [name, section] of Object.entries(SINGLE)) tell(section, file[name as keyof typeof SINGLE]);
  for (const [name, sections] of Object.entries(LISTED)) {
    const words: Readonly<Record<string, SectionWords>> = file[name as keyof typeof LISTED];
    for (const section of sections) tell(section, words[section.kind]);
  }
}

export const tables: Tables = {
  algorithms: ALGORITHMS,
  flow: OF_FLOW,
  settingAt,
  titleOf: (list, kind) => translateSource(sectionOf(list === "flows" ? ALGORITHMS : TRAFFIC, kind)?.title ?? kind),
  isKind: (word) => KINDS.has(plain(word)),
  inkOf: (kind) => sectionOf(ALGORITHMS, kind)?.ink,
  wordOf: (name) => (has(`flow.${name}`) ? translate(`flow.${name}`) : null),
  isLeftOut: (path, settings) => {
    const setting = settingAt(path, settings);
    return setting?.default === null && !setting.nullable;
  },
  isLive: (path, settings) => CHOOSERS.test(path) || (settingAt(path, settings)?.live ?? false),
};
