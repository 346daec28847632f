/**
 * The changes of a run, in words: what differs from the preset or the lesson's run that it was made from, and the changes while it
 * ran. Not here: how settings are named (session).
 */
import { num, translate, withUnit } from "../../i18n/catalogue.ts";
import "../../i18n/settings.ts";
import { settingText } from "../../session/change.ts";
import { presetBehind } from "../../session/presets.ts";
import { inOrder, isObject, LISTS, nameOf, type Scenario } from "../../session/scenario.ts";
import { nameOfSetting } from "../../session/setting-names.ts";

/** Changes that are listed; of the rest, the number. */
const MOST_LISTED = 12;
/** Letters of a change that are shown: a name or a value may be of any length. */
const LONGEST = 120;
/** Settings that are compared, of a document that may be large. */
const MOST_SETTINGS = 2000;

/** Every setting by its path, as far as it is written out. */
function settingsOf(scenario: Scenario): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const walk = (value: unknown, path: string): void => {
    if (found.size >= MOST_SETTINGS) return;
    if (isObject(value))
      for (const [name, inner] of Object.entries(value)) walk(inner, path === "" ? name : `${path}.${name}`);
    else found.set(path, value);
  };
  const { title: _, schema: _s, interventions: _i, flows: _f, cross_traffic: _c, ...rest } = scenario;
  walk(rest, "");
  for (const list of LISTS)
    for (const [i, entry] of (scenario[list] ?? []).entries()) {
      const { name: _, ...own } = entry;
      walk(own, `${list}.${nameOf(list, entry, i)}`);
    }
  return found;
}

/** Paths of the settings in which two scenarios differ, changes while they run aside. */
export function differing(one: Scenario, other: Scenario): string[] {
  const [a, b] = [settingsOf(one), settingsOf(other)];
  return [...new Set([...a.keys(), ...b.keys()])].filter(
    (path) => JSON.stringify(a.get(path)) !== JSON.stringify(b.get(path)),
  );
}

/** The changes of a run, a line each; `from`: the run that it was made from, by default the preset of its title. */
export function changesOf(scenario: Scenario, from = presetBehind(scenario)?.scenario): string[] {
  const said = (path: string, value: unknown): string => {
    const flow = /^(?:flows|cross_traffic)\.([^.]+)\./.exec(path)?.[1];
    const name = nameOfSetting(path, []);
    return translate("mark.change", {
      name: flow === undefined ? name : translate("lab.control.of", { setting: name, flow }),
      value: value === undefined ? translate("mark.change.none") : settingText(path, value, scenario),
    });
  };
  const own = settingsOf(scenario);
  const set = from ? differing(scenario, from).map((path) => said(path, own.get(path))) : [];
  const then = inOrder(scenario).map(({ at_s, path, value }) =>
    translate("mark.change.at", { change: said(String(path), value), time: withUnit(Number(at_s), "s", 2) }),
  );
  const all = [...set, ...then];
  const shown = all
    .slice(0, MOST_LISTED)
    .map((text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}\u2026` : text));
  const more = all.length - MOST_LISTED;
  return more > 0 ? [...shown, translate("mark.change.more", { n: num(more) })] : shown;
}
