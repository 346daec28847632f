/**
 * A page's settings as a table: name, default, what a variant has instead, what is allowed, and where the default is from. All
 * of it is the engine's own table. Not here: the table (generated/settings.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { num, translate, translateSource, unitWord } from "../i18n/catalogue.ts";
import { listText, settingLabel, wordLabel } from "../settings/labels.ts";
import type { Section, Setting, Value } from "../settings/setting.ts";

/** As many decimals as tell a default apart from its neighbours. */
const DIGITS = 6;

function valueText(section: Section, setting: Setting, value: Value | readonly unknown[]): string {
  if (value === null) return translate("algorithms.unset");
  if (Array.isArray(value)) return listText(setting, value);
  if (typeof value === "boolean") return translate(value ? "control.on" : "control.off");
  if (typeof value === "number") return num(value, DIGITS);
  return wordLabel(section.kind, setting.name, String(value));
}

function allowed(section: Section, setting: Setting): string {
  const { domain } = setting;
  if (domain.type === "switch") return translate("algorithms.switch");
  if (domain.type === "words")
    return domain.words.map((word) => wordLabel(section.kind, setting.name, word)).join(", ");
  if (domain.type === "list") return translate("algorithms.list", { most: num(domain.most) });
  const bounds = { min: num(domain.min, DIGITS), max: num(domain.max, DIGITS) };
  const range = translate(domain.above ? "algorithms.range.above" : "algorithms.range", bounds);
  return domain.integer ? `${range} ${translate("algorithms.whole")}` : range;
}

/** What the variants have instead of the default. */
function variants(section: Section, setting: Setting): TemplateResult[] {
  return section.variants.slice(1).flatMap(({ name, defaults, lacks }) => {
    const value = defaults[setting.name];
    if (!lacks.includes(setting.name) && value === undefined) return [];
    const text = lacks.includes(setting.name)
      ? translate("algorithms.lacks")
      : valueText(section, setting, value ?? null);
    return [html`<small>${wordLabel(section.kind, section.selector, name)}: ${text}</small>`];
  });
}

function row(section: Section, setting: Setting): TemplateResult {
  const { name, unit } = setting;
  return html`<tr data-setting=${name}>
    <th scope="row"><b>${settingLabel(section.kind, name)}</b> <code>${name}</code>
      <p>${translateSource(setting.help)}</p></th>
    <td class="default" data-head=${translate("algorithms.head.default")}><b data-default=${JSON.stringify(setting.default)}>${valueText(section, setting, setting.default)}</b>${unit === "" ? nothing : `\u202f${unitWord(unit, Number(setting.default))}`}
      ${variants(section, setting)}</td>
    <td data-head=${translate("algorithms.head.allowed")}>${allowed(section, setting)}${setting.live ? nothing : html`<small>${translate("algorithms.fixed")}</small>`}</td>
    <td class="from">${translateSource(setting.source)}</td>
  </tr>`;
}

export function parameters(section: Section): TemplateResult {
  if (section.params.length === 0) return html`<p class="quiet">${translate("algorithms.parameters.none")}</p>`;
  const heads = ["setting", "default", "allowed", "from"] as const;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${translate("algorithms.parameters")}><table class="parameters">
    <thead><tr>${heads.map((each) => html`<th scope="col">${translate(`algorithms.head.${each}`)}</th>`)}</tr></thead>
    <tbody>${section.params.map((setting) => row(section, setting))}</tbody></table></div>
    ${section.one_of.map(
      ({ fields }) => html`<p class="quiet">${translate("algorithms.one_of", { names: fields.join(", ") })}</p>`,
    )}`;
}
