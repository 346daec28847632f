/**
 * The scenario as text in a dialog, to read, to copy, and to run as it was changed; fetched when that is first wanted. Not here: the check,
 * which is the engine's.
 */
import { html, type TemplateResult } from "lit";
import { refusalOf } from "../address/from-address.ts";
import { addMessages, translate } from "../i18n/catalogue.ts";
import errors from "../i18n/en/parse.json" with { type: "json" };
import words from "../i18n/en/share.json" with { type: "json" };
import { tooLong } from "../session/link-rate.ts";
import type { Scenario } from "../session/scenario.ts";
import { showSheet } from "../ui/dialog.ts";
import type { Laboratory } from "./context.ts";

addMessages("en", { ...words, ...errors });

type Parts = Pick<Laboratory, "run" | "beginning" | "edits">;

/** Runs a scenario that the reader wrote. Returns what is wrong with it. */
async function runText(lab: Parts, text: string): Promise<string[]> {
  const wrong = await refusalOf(lab.run.engine, text);
  return wrong.length > 0 ? wrong : runScenario(lab, JSON.parse(text));
}

/** Runs a scenario that the engine would take, from its start; what was is one step of undo away. Returns what is wrong with it on this page. */
export async function runScenario({ run, beginning, edits }: Parts, scenario: Scenario): Promise<string[]> {
  const long = tooLong(scenario);
  if (long) return (await import("./trace-file.ts")).longText(long.times_ms.length);
  beginning.update({ nudge: null });
  edits.former.forget();
  await run.session.commit({ ...run.session.document, scenario, fork: null }, { restart: true });
  beginning.act();
  return [];
}

/** The scenario as text; `onApply` says whether it was run, and the sheet closes. */
function scenarioText(
  text: string,
  wrong: readonly string[],
  onApply: (text: string) => Promise<boolean>,
): TemplateResult {
  const apply = async (event: Event): Promise<void> => {
    const dialog = (event.target as HTMLElement).closest("dialog");
    const area = dialog?.querySelector("textarea");
    if (area && (await onApply(area.value))) dialog?.close();
  };
  return html`<p>${translate("lab.text.what")}</p>
    <textarea class="document" spellcheck="false" aria-label=${translate("lab.text.label")} .defaultValue=${text}></textarea>
    <div class="acts">
      <button type="button" class="button is-line" @click=${apply}>${translate("lab.text.apply")}</button>
    </div>
    <ul class="wrong" role="alert">${wrong.map((line) => html`<li>${line}</li>`)}</ul>`;
}

export function showText(lab: Parts): void {
  let wrong: readonly string[] = [];
  showSheet(translate("lab.text.open"), (again) =>
    scenarioText(JSON.stringify(lab.run.session.document.scenario, null, 2), wrong, async (text) => {
      wrong = await runText(lab, text);
      if (wrong.length > 0) again();
      return wrong.length === 0;
    }),
  );
}
