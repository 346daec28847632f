/**
 * A band in a lesson's text: one number, and small beside it what other seeds give. Not here: the values (values.csv), their words
 * (tell.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { translate } from "../i18n/catalogue.ts";
import { bandSaid } from "./tell.ts";
import type { Band } from "./types.ts";

export function bandTold(band: Band | undefined): TemplateResult {
  if (!band) return html`<span class="num">–</span>`;
  const { value, seeds } = bandSaid(band);
  const others =
    seeds === null ? nothing : html` <small class="seeds">(${translate("lesson.seeds", { range: seeds })})</small>`;
  return html`<span class="num">${value}</span>${others}`;
}
