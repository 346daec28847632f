/**
 * The form of the step in hand: its words, its times and votes, its panels, and its question as the room will see it. Not here: what
 * becomes of a change (recorder-panel.ts), what a step is (script.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { PANELS } from "../address/fields.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { equal } from "../session/scenario.ts";
import type { Draft } from "./draft.ts";
import { asked, type Words, withRight } from "./recorder.ts";
import type { Question, Step } from "./script.ts";
import { firstPanels } from "./script-sources.ts";
import { answerOf, letter } from "./view.ts";

/** Words that are typed. */
type Typed = { [name in keyof Words]: Words[name] extends string ? name : never }[keyof Words];
/** Takes one act of the lecturer; all acts of one gesture are one step of undo. */
type Act = (next: Draft, gesture?: string) => void;

const named = (panel: string): string => translate(panel === "path" ? "lab.path" : `chart.${panel}`);
/** Panels by their names. */
export const panelNames = (panels: readonly string[]): string => panels.map(named).join(", ");
export const inputOf = (event: Event): HTMLInputElement => event.target as HTMLInputElement;

/** The sentences and the question. */
export function fields(draft: Draft, act: Act): TemplateResult {
  const words = (["say", "question", "options", "reveal"] as const).map((name) => field(name, draft, act));
  return html`<div class="fields">${words}${furtherReveals(draft, act)}</div>`;
}

/** The question as the room will see it, its right answer to be chosen. */
export function preview(draft: Draft, act: Act): TemplateResult | typeof nothing {
  const { question, lack } = asked(draft.words);
  if (!question && !lack) return nothing;
  const choose = (index: number): void =>
    act({ ...draft, words: { ...draft.words, options: withRight(draft.words.options, index) } });
  const option = ({ kind, answer }: Question, each: string, i: number): TemplateResult =>
    kind === "choose"
      ? html`<li><label><input type="radio" name="right" .checked=${answer === i} @change=${() => choose(i)} /><b>${letter(i)}.</b> ${each}</label></li>`
      : html`<li><b>${letter(i)}.</b> ${each}</li>`;
  return html`<fieldset class="as-shown"><legend>${translate("present.record.preview")}</legend>
    ${question && html`<p>${question.text}</p>`}
    ${question?.options && html`<ol>${question.options.map((each, i) => option(question, each, i))}</ol>`}
    <p class=${lack ? "lack" : "right"} aria-live="polite">${
      lack
        ? translate(`present.record.lack.${lack}`)
        : question && question.answer !== undefined
          ? answerOf(question)
          : translate("present.record.open_question")
    }</p></fieldset>`;
}

function field(name: Typed, draft: Draft, act: Act): TemplateResult {
  const type = (event: Event): void =>
    act({ ...draft, words: { ...draft.words, [name]: inputOf(event).value } }, `${draft.at} ${name}`);
  const label = translate(`present.record.${name}`);
  return name === "options"
    ? html`<label>${label}<textarea rows="3" .value=${live(draft.words[name])} @input=${type}></textarea></label>`
    : html`<label>${label}<input type="text" .value=${live(draft.words[name])} @input=${type} /></label>`;
}

/** Sentences of the further answers of a step. */
function furtherReveals(draft: Draft, act: Act): TemplateResult[] {
  return draft.words.reveals.map((text, i) => {
    const type = (event: Event): void => {
      const reveals = draft.words.reveals.with(i, inputOf(event).value);
      act({ ...draft, words: { ...draft.words, reveals } }, `${draft.at} reveals ${i}`);
    };
    const label = translate("present.record.reveals", { n: num(i + 2) });
    return html`<label>${label}<input type="text" .value=${live(text)} @input=${type} /></label>`;
  });
}

function check(label: string, on: boolean, then: (on: boolean) => void): TemplateResult {
  return html`<label class="check"><input type="checkbox" .checked=${live(on)} @change=${(event: Event) => then(inputOf(event).checked)} />${label}</label>`;
}

/** Panels to choose from, in the page's order. */
function panels(key: string, view: readonly string[], then: (view: string[]) => void): TemplateResult {
  const toggle = (panel: string, on: boolean): void =>
    then(on ? [...view, panel] : view.filter((each) => each !== panel));
  return html`<details><summary>${translate(key, { panels: panelNames(view) })}</summary>
    <div class="checks">${PANELS.map((panel) => check(named(panel), view.includes(panel), (on) => toggle(panel, on)))}</div></details>`;
}

/** Times, votes and panels of the step in hand. */
export function details(draft: Draft, act: Act): TemplateResult | typeof nothing {
  const { step, words } = draft;
  if (!step) return nothing;
  const { reveal } = step;
  const view = step.view ?? firstPanels(step.set);
  const change = (next: Partial<Step>): void => act({ ...draft, step: { ...step, ...next } });
  const again = (second_vote: boolean): void => act({ ...draft, words: { ...words, second_vote } });
  return html`<div class="details">${field("run_to", draft, act)}${field("reveal_to", draft, act)}
    ${words.question.trim() === "" ? nothing : html`${field("vote_s", draft, act)}${check(translate("present.record.second_vote"), words.second_vote, again)}`}
    ${field("minutes", draft, act)}
    ${panels("present.record.view", view, (view) => change({ view }))}
    ${reveal ? panels("present.record.reveal_view", reveal.view ?? view, (own) => change({ reveal: { ...reveal, view: equal(own, view) ? undefined : own } })) : nothing}</div>`;
}
