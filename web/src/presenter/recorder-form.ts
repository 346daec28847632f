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
import { asked, type Words, type Wrong, withRight, worded } from "./recorder.ts";
import type { Question, Step } from "./script.ts";
import { firstPanels } from "./script-sources.ts";
import { answerOf, drawnText, optionName } from "./view.ts";

/** Words that are typed. */
type Typed = { [name in keyof Words]: Words[name] extends string ? name : never }[keyof Words];
/** Takes one act of the lecturer; all acts of one gesture are one step of undo. */
type Act = (next: Draft, gesture?: string) => void;

const named = (panel: string): string => translate(panel === "path" ? "lab.path" : `chart.${panel}`);
/** Panels by their names. */
export const panelNames = (panels: readonly string[]): string => panels.map(named).join(", ");
export const inputOf = (event: Event): HTMLInputElement => event.target as HTMLInputElement;

/** The form of a draft: what is wrong with it is at its fields. */
interface Form {
  draft: Draft;
  wrong: readonly Wrong[];
  act: Act;
}

/** The place of the sentence that says what the question lacks. */
const LACK = "record-lack";

/** A field as the screen names it. */
export function labelOf(field: string): string {
  const [name = "", n] = field.split(".");
  return translate(`present.record.${name}`, n === undefined ? {} : { n: num(Number(n) + 2) });
}

/** The sentences and the question. */
export function fields(form: Form): TemplateResult {
  const words = (["say", "question", "options", "reveal"] as const).map((name) => field(name, form));
  return html`<div class="fields">${words}${furtherReveals(form)}</div>`;
}

/** The question as the room will see it, its right answer to be chosen. */
export function preview(draft: Draft, act: Act): TemplateResult | typeof nothing {
  const { question: plain, lack } = asked(draft.words);
  // Parts without words, as how it is drawn, are in the step.
  const question = (draft.step && worded(draft.step, draft.words).question) ?? plain;
  if (!question && !lack) return nothing;
  const drawn = question ? drawnText(question) : null;
  const choose = (index: number): void =>
    act({ ...draft, words: { ...draft.words, options: withRight(draft.words.options, index) } });
  const option = ({ kind, answer }: Question, each: string, i: number): TemplateResult =>
    kind === "choose"
      ? html`<li><label><input type="radio" name="right" .checked=${answer === i} @change=${() => choose(i)} /><b>${optionName(i)}.</b> ${each}</label></li>`
      : html`<li><b>${optionName(i)}.</b> ${each}</li>`;
  return html`<fieldset class="as-shown"><legend>${translate("present.record.preview")}</legend>
    ${question && html`<p>${question.text}</p>`}
    ${question?.options && html`<ol>${question.options.map((each, i) => option(question, each, i))}</ol>`}
    ${drawn === null ? nothing : html`<p>${drawn}</p>`}
    <p id=${LACK} class=${lack ? "lack" : "right"} aria-live="polite">${
      lack
        ? translate(`present.record.lack.${lack}`)
        : question && question.answer !== undefined
          ? answerOf(question)
          : translate(drawn === null ? "present.record.open_question" : "present.record.drawn")
    }</p></fieldset>`;
}

/** A field with what is wrong with it. `lack`: the preview says what is. */
function typed(name: string, value: string, type: (event: Event) => void, { wrong, draft }: Form): TemplateResult {
  const said = wrong.find(({ field }) => field === name);
  const { lack } = asked(draft.words);
  const lacks = lack !== null && name === (lack === "text" ? "question" : "options");
  const options = name === "options";
  const about = [options ? "record-hint" : "", said ? `record-${name}` : "", lacks ? LACK : ""]
    .filter(Boolean)
    .join(" ");
  const invalid = said || lacks ? "true" : "false";
  return html`<div class="typed"><label>${labelOf(name)}${
    options
      ? html`<textarea rows="3" placeholder=${translate("present.record.options.hint")} aria-invalid=${invalid} aria-describedby=${about} .value=${live(value)} @input=${type}></textarea>`
      : html`<input type="text" aria-invalid=${invalid} aria-describedby=${about || nothing} .value=${live(value)} @input=${type} />`
  }</label>${options ? html`<small class="unseen" id="record-hint">${translate("present.record.options.hint")}</small>` : nothing}
    ${said ? html`<p class="lack" id=${`record-${name}`}>${said.text}</p>` : nothing}</div>`;
}

function field(name: Typed, form: Form): TemplateResult {
  const { draft, act } = form;
  const type = (event: Event): void =>
    act({ ...draft, words: { ...draft.words, [name]: inputOf(event).value } }, `${draft.at} ${name}`);
  return typed(name, draft.words[name], type, form);
}

/** Sentences of the further answers of a step. */
function furtherReveals(form: Form): TemplateResult[] {
  const { draft, act } = form;
  return draft.words.reveals.map((text, i) => {
    const type = (event: Event): void => {
      const reveals = draft.words.reveals.with(i, inputOf(event).value);
      act({ ...draft, words: { ...draft.words, reveals } }, `${draft.at} reveals ${i}`);
    };
    return typed(`reveals.${i}`, text, type, form);
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
export function details(form: Form): TemplateResult | typeof nothing {
  const { draft, act } = form;
  const { step, words } = draft;
  if (!step) return nothing;
  const { reveal } = step;
  const view = step.view ?? firstPanels(step.set);
  const change = (next: Partial<Step>): void => act({ ...draft, step: { ...step, ...next } });
  const again = (second_vote: boolean): void => act({ ...draft, words: { ...words, second_vote } });
  return html`<div class="details">${field("run_to", form)}${field("reveal_to", form)}
    ${words.question.trim() === "" ? nothing : html`${field("vote_s", form)}${check(translate("present.record.second_vote"), words.second_vote, again)}`}
    ${field("minutes", form)}
    ${panels("present.record.view", view, (view) => change({ view }))}
    ${reveal ? panels("present.record.reveal_view", reveal.view ?? view, (own) => change({ reveal: { ...reveal, view: equal(own, view) ? undefined : own } })) : nothing}</div>`;
}
