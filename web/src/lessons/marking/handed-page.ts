/**
 * The page of a run that was handed in: whose it is, the sentence, what was changed, the digest, the way to the laboratory. And of a
 * link that cannot be read: why. Nothing is run here. Not here: lessons and tests that were handed in, which have pages of their own.
 */
import { html, nothing, type TemplateResult } from "lit";
import { writeAddress } from "../../address/link.ts";
import { addMessages, translate } from "../../i18n/catalogue.ts";
import handWords from "../../i18n/en/hand-in.json" with { type: "json" };
import words from "../../i18n/en/marking.json" with { type: "json" };
import { presetBehind } from "../../session/presets.ts";
import { titleIn } from "../../session/scenario.ts";
import { LABORATORY } from "../../ui/site.ts";
import type { Handed } from "../handed.ts";
import { changesOf } from "./changes.ts";
import { wrongText } from "./remarks.ts";

addMessages("en", { ...handWords, ...words });

export function handedPage(handed: Handed): TemplateResult {
  const { handIn, wrong } = handed;
  const { run, name, sentences } = handIn;
  const title = (text: string): TemplateResult => html`<h1 tabindex="-1">${text}</h1>`;
  if (!run?.scenario)
    return html`<article class="sheet">${title(translate("mark.handed.unread"))}
      <ul class="problem">${wrong.map((one) => html`<li>${wrongText(one)}</li>`)}</ul></article>`;
  const address = `${LABORATORY}#${writeAddress({ scenario: run.scenario })}`;
  const changes = changesOf(run.scenario);
  const none = presetBehind(run.scenario) ? "mark.changes.none" : "mark.changes.own";
  const sentence = sentences.get("run") ?? "";
  return html`<article class="sheet">${title(titleIn(run.scenario) ?? translate("mark.what.run"))}
    <p class="handed">${name === "" ? translate("mark.handed.run") : translate("mark.handed.run.by", { name })}</p>
    ${sentence === "" ? nothing : html`<blockquote>${sentence}</blockquote>`}
    <h2>${translate("mark.changes")}</h2>
    ${changes.length > 0 ? html`<ul>${changes.map((change) => html`<li>${change}</li>`)}</ul>` : html`<p>${translate(none)}</p>`}
    <p>${translate("mark.handed.digest")} <b class="digest">${run.digest}</b></p>
    <p>${translate("mark.handed.check")}</p>
    <div class="acts"><a class="button is-main" href=${address}>${translate("lesson.way.laboratory")}</a></div></article>`;
}
