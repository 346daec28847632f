/** The index: all families, a line for each entry. Not here: an entry's own page (algorithm-page.ts). */
import { html, nothing, type TemplateResult } from "lit";
import { grouped } from "../controls/families.ts";
import { translate, translateSource } from "../i18n/catalogue.ts";
import type { Entry } from "./types.ts";

function group(name: string, members: readonly Entry[]): TemplateResult {
  return html`<section class="family"><h2>${name}</h2>
    <ul>${members.map(
      (each) =>
        html`<li><a href=${`#${each.kind}`}>${translateSource(each.title)}</a><p>${translateSource(each.about)}</p></li>`,
    )}</ul></section>`;
}

/** `unknown`: an address that names no entry. */
export function index(entries: readonly Entry[], unknown: string | null): TemplateResult {
  const of = (family: Entry["family"]): Entry[] => entries.filter((each) => each.family === family);
  return html`<div class="lead"><h1>${translate("algorithms.title")}</h1><p>${translate("algorithms.lead")}</p>
      <p class="to-own"><a href="own.html">${translate("algorithms.own")}</a> ${translate("algorithms.own.what")}</p></div>
    ${unknown === null ? nothing : html`<p class="problem" role="alert">${translate("algorithms.none", { id: unknown.slice(0, 60) })}</p>`}
    <div class="families">
      ${grouped(of("algorithm")).map(({ name, members }) => group(name, members))}
      ${group(translate("algorithms.disciplines"), of("discipline"))}
      ${group(translate("algorithms.models"), of("model"))}
    </div>`;
}
