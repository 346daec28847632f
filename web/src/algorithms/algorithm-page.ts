/**
 * One algorithm, discipline or model as a page: idea, live run, equations, states, settings, choices, source. Not here: the
 * text (the opening comment of its source file), what is known of a setting (generated/settings.ts), the run (miniature.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { num, translate, translateSource, unitWord } from "../i18n/catalogue.ts";
import { listText, settingLabel, wordLabel } from "../settings/labels.ts";
import type { Section, Setting, Value } from "../settings/setting.ts";
import type { Equation, Page, States, Text } from "./types.ts";

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

/** Values of the variants in place of the default. */
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

function parameters(section: Section): TemplateResult {
  if (section.params.length === 0) return html`<p class="quiet">${translate("algorithms.parameters.none")}</p>`;
  const heads = ["setting", "default", "allowed", "from"] as const;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${translate("algorithms.parameters")}><table class="parameters">
    <thead><tr>${heads.map((each) => html`<th scope="col">${translate(`algorithms.head.${each}`)}</th>`)}</tr></thead>
    <tbody>${section.params.map((setting) => row(section, setting))}</tbody></table></div>
    ${section.one_of.map(
      ({ fields }) => html`<p class="quiet">${translate("algorithms.one_of", { names: fields.join(", ") })}</p>`,
    )}`;
}

export interface SheetProps {
  page: Page;
  section: Section;
  /** Address of the widget with the page's run; null until it is seen. */
  frame: string | null;
  /** Address of the laboratory with the same run. */
  laboratory: string;
}

function equations(text: Text): TemplateResult {
  const one = ({ when, source, math }: Equation): TemplateResult => html`<li>
    <p>${when()}</p><div class="math" tabindex="0">${math()}</div>
    ${source === "" ? nothing : html`<small>${/^[\d, ]+$/.test(source) ? `(${source})` : source}</small>`}</li>`;
  return html`<section class="equations"><h2>${translate("algorithms.equations")}</h2>
    <ol>${text.equations.map(one)}</ol>
    ${text.symbols ? html`<div class="prose">${text.symbols()}</div>` : nothing}</section>`;
}

function machine({ drawing, ways }: States): TemplateResult {
  return html`<section class="machine"><h2>${translate("algorithms.states")}</h2>
    <div class="drawing" tabindex="0">${drawing()}</div>
    <details><summary>${translate("algorithms.states.words")}</summary>
      <ul>${ways.map(
        ({ from, to, when }) => html`<li><b>${from}</b> → <b>${to}</b>${when === "" ? nothing : html`: ${when}`}</li>`,
      )}</ul></details></section>`;
}

function prose(name: string, text: TemplateResult): TemplateResult {
  return html`<section class=${name}><h2>${translate(`algorithms.${name}`)}</h2><div class="prose">${text}</div></section>`;
}

export function sheet({ page, section, frame, laboratory }: SheetProps): TemplateResult {
  const { text } = page;
  const title = translateSource(page.title);
  return html`<p class="back"><a href="#">${translate("algorithms.back")}</a></p>
    <header class="title" data-kind=${page.kind}><h1>${title}</h1><p class="idea">${translateSource(page.about)}</p>
      <p class="quiet">${page.source}</p>
      <div class="prose">${text.lead()}</div></header>
    <div class="halves">
      <div class="run-half">
        <section class="miniature"><h2>${translate("algorithms.run")}</h2>
          <div class="frame-place">${
            frame === null
              ? nothing
              : html`<iframe src=${frame} title=${translate("algorithms.run.title", { title })}></iframe>`
          }</div>
          <p><a href=${laboratory}>${translate("algorithms.run.open")}</a></p></section>
        ${prose("look", text.look())} ${prose("choices", text.choices())}
      </div>
      <div class="text-half">${equations(text)}${text.states ? machine(text.states) : nothing}</div>
    </div>
    <section><h2>${translate("algorithms.parameters")}</h2>${parameters(section)}</section>
    <section class="source"><h2>${translate("algorithms.source")}</h2>
      <p><a href=${page.sent}><code>${page.file}</code></a></p><p class="quiet">${translate("algorithms.source.how")}</p>
      <p><a href="own.html">${translate("algorithms.own")}</a> ${translate("algorithms.own.what")}</p></section>`;
}
