/**
 * A program's interface, listed from the same declarations that the editor completes (own_algorithm/sandbox/api.d.ts), in the
 * reader's language: each language has the comments of that file under their English words, in `own-api.json` among its words,
 * fetched with this page alone. Not here: their text.
 */
import { html, nothing, type TemplateResult } from "lit";
import { addMessages, type Catalogue, language, translate, translateSource } from "../i18n/catalogue.ts";
import { docParts } from "./editor/doc.ts";
import type { Api, Type } from "./editor/editor.ts";

const files = import.meta.glob<Catalogue>("../i18n/*/own-api.json", { import: "default" });

/** Fetches them; returns what says a comment. What does not arrive stays English. */
export async function apiWords(): Promise<(doc: string) => string> {
  try {
    const words = await files[`../i18n/${language()}/own-api.json`]?.();
    if (words) addMessages(language(), words);
  } catch {
    // Said in English.
  }
  return translateSource;
}

/** Omissions of the list: the functions are first, and a program's variables are its own. */
const APART = ["Hooks", "State"];

const docOf = (doc: string): TemplateResult[] =>
  docParts(doc).map(({ code, text }) => (code ? html`<code>${text}</code>` : html`${text}`));

function members({ members }: Type): TemplateResult {
  return html`<dl>${members.map(
    ({ name, text, doc }) =>
      html`<dt><code lang="en">${name}</code>${text.startsWith("readonly") ? nothing : html` <small>${translate("own.given.set")}</small>`}</dt><dd>${docOf(doc)}</dd>`,
  )}</dl>`;
}

export function given(api: Api): TemplateResult {
  const types = [...api.types].filter(([name]) => !APART.includes(name));
  const code = (text: string): TemplateResult => html`<code>${text}</code>`;
  const [before = "", between = "", after = ""] = translate("own.given.lead", { state: "\0", initial: "\0" }).split(
    "\0",
  );
  const example = `const initial = { acked: 0, probing: false };

function onAck(flow, ack) {
  flow.state.acked += ack.newly_acked;
}`;
  const functions = [...api.hooks, ...api.globals];
  return html`<p>${before}${code("flow.state")}${between}${code("initial")}${after}</p>
    <pre><code lang="en">${example}</code></pre>
    <div class="parts"><dl>${functions.map(({ name, parameters, doc }) => {
      const names = (parameters ?? []).map((each) => each.name).join(", ");
      return html`<dt><code lang="en">${name}(${names === "values" ? "…" : names})</code></dt><dd>${docOf(doc)}</dd>`;
    })}</dl>
    ${types.map(([name, type]) => html`<div class="type"><h3 lang="en"><code>${name.toLowerCase()}</code></h3><p>${docOf(type.doc)}</p>${members(type)}</div>`)}</div>`;
}
