/** The index: all families, a line for each entry. Not here: an entry's own page (algorithm-page.ts). */
import { html, nothing, type TemplateResult } from "lit";
import { grouped } from "../controls/families.ts";
import { say, told } from "../i18n/catalogue.ts";
import type { Entry } from "./types.ts";

function group(name: string, members: readonly Entry[]): TemplateResult {
  return html`<section class="family"><h2>${name}</h2>
    <ul>${members.map(
      (each) => html`<li><a href=${`#${each.kind}`}>${told(each.title)}</a><p>${told(each.about)}</p></li>`,
    )}</ul></section>`;
}

/** `unknown`: an address that names no entry. */
export function index(entries: readonly Entry[], unknown: string | null): TemplateResult {
  const of = (family: Entry["family"]): Entry[] => entries.filter((each) => each.family === family);
  return html`<div class="lead"><h1>${say("algorithms.title")}</h1><p>${say("algorithms.lead")}</p>
      <p class="to-own"><a href="own.html">${say("algorithms.own")}</a> ${say("algorithms.own.what")}</p></div>
    ${unknown === null ? nothing : html`<p class="problem" role="alert">${say("algorithms.none", { id: unknown.slice(0, 60) })}</p>`}
    <div class="families">
      ${grouped(of("algorithm")).map(({ name, members }) => group(name, members))}
      ${group(say("algorithms.disciplines"), of("discipline"))}
      ${group(say("algorithms.models"), of("model"))}
    </div>`;
}
