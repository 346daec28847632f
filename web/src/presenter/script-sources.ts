/**
 * Scripts as the page has them: ours by their id, others from an address or a file, each checked whole before it begins, its
 * scenarios by the engine; and the runs that their steps name. Not here: what a script may hold (script-reader.ts).
 */

import { PANELS } from "../address/fields.ts";
import type { Opened } from "../address/from-address.ts";
import { readAddress, unpack } from "../address/link.ts";
import { SHORT_NAMES } from "../controls/control-names.ts";
import { addMessages, language, translate } from "../i18n/catalogue.ts";
import english from "../i18n/en/present.json" with { type: "json" };
import { errorLines, errorText } from "../i18n/errors.ts";
import type { LabDocument } from "../session/document.ts";
import { setSetting } from "../session/document.ts";
import { near } from "../session/nearest.ts";
import { fetchMore, type Preset, presetOf, wantsMore } from "../session/presets.ts";
import { type Scenario, withValue } from "../session/scenario.ts";
import type { Engine } from "../session/session.ts";
import { chartsIn, type Given, revealsOf, type Script } from "./script.ts";
import { readScript } from "./script-reader.ts";

addMessages("en", english);

type Load = () => Promise<unknown>;

/** Loaders of each language's file of a script, by the language in its name. */
const byLanguage = (files: Readonly<Record<string, Load>>): ReadonlyMap<string, Load> =>
  new Map(Object.entries(files).map(([path, load]) => [path.split(".").at(-2) ?? "", load]));

/** Our own scripts, in each language that they are written in. */
const OURS: ReadonlyMap<string, ReadonlyMap<string, Load>> = new Map([
  ["lecture", byLanguage(import.meta.glob("./lecture.*.json", { import: "default" }))],
]);
export const OUR_SCRIPTS = [...OURS.keys()];

export type Read = { script: Script } | { wrong: string[] };

/** Panels that a run opens with, where a step does not say. */
export function firstPanels(given: Given): string[] {
  const view = given.preset === undefined ? [] : (presetOf(given.preset)?.view.split(",") ?? []);
  const known = view.filter((panel) => PANELS.includes(panel));
  return known.length > 0 ? known : ["path", "cwnd"];
}

async function scenarioOf(given: Given): Promise<{ scenario: Scenario; preset: Preset | null } | null> {
  if (given.preset !== undefined && wantsMore(`preset=${given.preset}`)) await fetchMore();
  const preset = given.preset === undefined ? null : (presetOf(given.preset) ?? null);
  const scenario = given.scenario ?? preset?.scenario;
  if (!scenario) return null;
  let document: LabDocument = { scenario, view: { charts: [], focus: null } };
  for (const [path, value] of Object.entries(given.values ?? {}))
    document = setSetting(document, path, value, 0, false).document;
  return { scenario: document.scenario, preset };
}

/** The document of a step's run. */
export async function givenDocument(
  given: Given,
  panels: readonly string[],
): Promise<{ document: LabDocument; preset: Preset | null }> {
  const found = await scenarioOf(given);
  if (!found) throw new Error(`no preset ${given.preset}`);
  return {
    document: { scenario: found.scenario, view: { charts: chartsIn(panels), focus: null } },
    preset: found.preset,
  };
}

/** A run as an address would open it, paused at its beginning unless it says otherwise. */
export function openedAt(
  document: LabDocument,
  preset: Preset | null,
  moment: { t?: number; speed?: number } = {},
): Opened {
  const address = { ...readAddress(""), t: 0, autoplay: false, ...moment };
  return { document, address, preset, isOpening: false, problems: [], unread: null };
}

/** Mistakes in the runs of a script, in words. */
async function runsWrong(engine: Engine, script: Script): Promise<string[]> {
  const wrong: string[] = [];
  const check = async (scenario: Scenario, place: string): Promise<void> => {
    const answer = await engine.ask("check", { scenario: JSON.stringify(scenario) });
    if (!answer.ok)
      wrong.push(
        ...errorLines(answer.errors, answer.more).map((text) => translate("present.wrong.run", { place, text })),
      );
  };
  for (const [i, step] of script.steps.entries()) {
    const given: [Given, string][] = [[step.set, `steps[${i}].set`]];
    const reveals = revealsOf(step).map((reveal, j) => {
      const at = step.reveal ? j - 1 : j;
      return { reveal, place: at < 0 ? `steps[${i}].reveal` : `steps[${i}].reveals[${at}]` };
    });
    for (const { reveal, place } of reveals) if (reveal.set) given.push([reveal.set, `${place}.set`]);
    for (const [one, place] of given) {
      const found = await scenarioOf(one);
      if (!found) {
        wrong.push(translate("lab.address.preset", { found: `${place}.preset: ${one.preset?.slice(0, 60) ?? ""}` }));
        continue;
      }
      const { scenario } = found;
      const leads = (path: string): boolean => withValue(scenario, path, 0) !== scenario;
      for (const path of Object.keys(one.values ?? {}))
        if (!leads(path)) wrong.push(translate("present.wrong.path", { place: `${place}.values`, path }));
      const { control } = step;
      if (one === step.set && control !== undefined && !SHORT_NAMES.includes(control) && !leads(control))
        wrong.push(translate("present.wrong.path", { place: `steps[${i}].control`, path: control }));
      await check(scenario, place);
      for (const { reveal, place } of reveals) {
        const { branch } = reveal;
        if (!branch || one !== step.set) continue;
        const at_s = branch.from_s ?? step.run_to ?? 0;
        const own = Object.entries(branch.values).map(([path, value]) => ({ at_s, path, value }));
        const interventions = [...(scenario.interventions ?? []), ...own];
        await check({ ...scenario, interventions }, `${place}.branch`);
      }
    }
  }
  return wrong;
}

/** Reads a script's text and checks all of it. */
export async function readWhole(engine: Engine, source: string): Promise<Read> {
  const read = readScript(source);
  if ("wrong" in read) return { wrong: read.wrong.slice(0, 20).map(errorText) };
  const wrong = await runsWrong(engine, read.script);
  return wrong.length > 0 ? { wrong } : read;
}

/** The script that an address names: one of ours, or its text packed. */
export async function scriptOf(engine: Engine, name: string): Promise<Read> {
  const ours = OURS.get(name);
  if (ours) return readWhole(engine, JSON.stringify(await (ours.get(language()) ?? ours.get("en"))?.()));
  if (/^[a-z_]+$/.test(name)) {
    const nearest = near(name, OUR_SCRIPTS);
    const wrong = { code: "unknown_name", place: "script", found: name.slice(0, 60), allowed: OUR_SCRIPTS.join(", ") };
    return { wrong: [errorText({ ...wrong, nearest: nearest ?? "" })] };
  }
  const packed = unpack(name);
  if ("problem" in packed)
    return { wrong: [translate(packed.problem.code, packed.problem.args).replaceAll("s=", "script=")] };
  return readWhole(engine, packed.text);
}
