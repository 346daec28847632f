/**
 * Laboratory and lessons as files that run from a disk: where they are offered. The files are made by the build
 * (scripts/single-file.ts), which does not offer them within themselves. Not here: the copy that the browser keeps (registration.ts, copy-state.ts).
 */
import "../design/offline.css";
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { addMessages, translate } from "../i18n/catalogue.ts";
import words from "../i18n/en/offline.json" with { type: "json" };
import { copyState } from "./copy-state.ts";

addMessages("en", words);

/** The files, by the page that each holds. */
const FILES = ["laboratory", "lessons"] as const;

/** Whether a copy is kept for use without a network, and the files to take along; `level` of its heading. */
export function downloads(level: 2 | 3): TemplateResult | typeof nothing {
  if (import.meta.env.SINGLE_FILE) return nothing;
  const title = translate("offline.title");
  return html`<section class="downloads">${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
    ${import.meta.env.PROD ? html`<div class="copy-state" ${ref(copyState)}></div>` : nothing}
    <p>${translate("offline.what")}</p>
    <div class="acts">${FILES.map(
      (name) =>
        html`<a class="button is-line" href=${`./sawtooth-${name}.html`} download>${translate(`offline.${name}`)}</a>`,
    )}</div></section>`;
}
