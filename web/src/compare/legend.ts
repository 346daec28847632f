/**
 * Which line is whose, in words: what each run of a comparison has that the other has not. Not here: the comparison itself
 * (model.ts), the words over the laboratory's two paths (laboratory/fork-view.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { addMessages, translate, withUnit } from "../i18n/catalogue.ts";
import words from "../i18n/en/compare.json" with { type: "json" };
import { settingText } from "../session/change.ts";
import type { FlowLook } from "../session/run-facts.ts";
import { type Scenario, valueAt } from "../session/scenario.ts";
import type { Session } from "../session/session.ts";
import { nameOfSetting } from "../session/setting-names.ts";
import { ownChanges, valueBefore } from "./model.ts";
import type { SecondRun } from "./second-run.ts";

addMessages("en", words);

/** A setting's value, from when on; null: from where the runs part. */
interface Told {
  path: string;
  value: unknown;
  at_s: number | null;
}

/** A setting and its value: "Random loss 1 %". */
export function changeText(path: string, value: unknown, looks: readonly FlowLook[], settings: unknown): string {
  return translate("compare.change", {
    setting: nameOfSetting(path, looks),
    value: settingText(path, value, settings),
  });
}

/** "Random loss 1 %, G 3 ms from 12 s on": changes with their moments, those of one moment together. */
function textOf(changes: readonly Told[], looks: readonly FlowLook[], settings: unknown): string {
  return changes
    .map(({ path, value, at_s }, i) => {
      const text = changeText(path, value, looks, settings);
      const ends = at_s !== null && changes[i + 1]?.at_s !== at_s;
      return ends ? `${text} ${translate("compare.from", { time: withUnit(at_s, "s", 2) })}` : text;
    })
    .join(", ");
}

/** A run's own settings; its values where the other run has settings of its own, if these are asked for or all there is to say. */
function runText(
  { document: { scenario }, settings, clock }: Session,
  other: Scenario,
  keeps: boolean,
  from_s: number,
  looks: readonly FlowLook[],
): string {
  const own = ownChanges(scenario, other);
  const paths = keeps || own.length === 0 ? new Set(ownChanges(other, scenario).map((each) => each.path)) : [];
  const kept: Told[] = [];
  for (const path of paths) {
    const value = valueBefore(scenario, path, from_s, own, settings, clock.t_s);
    if (value === undefined) {
      const text = textOf(own, looks, settings);
      return [translate("compare.as_it_was"), ...(text === "" ? [] : [text])].join(", ");
    }
    kept.push({ path, value, at_s: null });
  }
  return textOf([...kept, ...own], looks, settings);
}

/** Both runs: "grey line: G 3 ms; strong line: G 10 ms". */
export function legend({ first, session, player, comparison }: SecondRun): TemplateResult | typeof nothing {
  const { from_s, paths } = comparison;
  if (!session.settings || !first.session.settings) return nothing;
  const of = (run: Session, other: Session, keeps: boolean): string => {
    if (from_s > 0) return runText(run, other.document.scenario, keeps, from_s, player.looks);
    const told = paths.map((path) => ({ path, value: valueAt(run.settings, path), at_s: null }));
    return textOf(told, player.looks, run.settings);
  };
  return html`<p class="compared"><span><b>A</b> ${translate("compare.grey", { what: of(first.session, session, true) })}</span>
      <span><b>B</b> ${translate("compare.strong", { what: of(session, first.session, false) })}</span></p>`;
}
