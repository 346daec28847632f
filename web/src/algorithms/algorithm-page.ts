/**
 * One algorithm, discipline or model as a page: idea, live run, equations, states, settings, choices, source. Not here: the
 * text (the opening comment of its source file), the table of settings (parameters.ts), the run (miniature.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { translate, translateSource } from "../i18n/catalogue.ts";
import type { Section } from "../settings/setting.ts";
import { parameters } from "./parameters.ts";
import type { Equation, Page, States, Text } from "./types.ts";

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
