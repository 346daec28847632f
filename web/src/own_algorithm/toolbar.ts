/**
 * The row over the program: run or cancel, the examples, the link, how far the trial is. Not here: what they do (main.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { num, translate } from "../i18n/catalogue.ts";
import { menu } from "../ui/menu.ts";
import { sign } from "../ui/theme-icons.ts";
import { PROGRAM_IDS, programOf } from "./programs/programs.ts";
import type { Progress } from "./trial.ts";
import { nameOf, pathName } from "./trial-table.ts";

export interface ActsProps {
  /** The program as it is written. */
  text: string;
  /** The one that it took the place of; null: none. */
  before: string | null;
  agreed: boolean;
  /** The editor is there. */
  ready: boolean;
  running: boolean;
  now: Progress | null;
  /** Result of the link, as a key of words. */
  said: string | null;
  /** The program as it is has been on every path. */
  ended: boolean;
  onRun: () => void;
  onCancel: () => void;
  onChoose: (text: string, title: string) => void;
  onLink: () => void;
  onResults: (event: Event) => void;
}

function examples({ text, before, onChoose }: ActsProps): TemplateResult {
  const item = (title: string, program: string): TemplateResult =>
    html`<button type="button" class="button" @click=${() => onChoose(program, title)}>${title}</button>`;
  const list = [
    ...PROGRAM_IDS.map((id) => item(translate(`own.example.${id}`), programOf(id))),
    html`<hr />`,
    item(translate("own.new"), ""),
    ...(before === null || before === text ? [] : [item(translate("own.before"), before)]),
  ];
  return menu("examples", "is-line", html`${translate("own.examples")}${sign("down")}`, list);
}

function progress(now: Progress | null): TemplateResult {
  return html`<progress max="1" .value=${now ? (now.done + now.share) / now.of : 0} aria-label=${translate("own.run")}></progress>
    <span>${now ? translate("own.progress", { done: num(now.done), of: num(now.of), path: pathName(now.path), who: nameOf(now.candidate) }) : translate("own.begins")}</span>`;
}

export function acts(props: ActsProps): TemplateResult {
  const { agreed, running, said, ended } = props;
  const run = running
    ? html`<button type="button" class="button is-line run" @click=${props.onCancel}>${sign("close")}${translate("own.cancel")}</button>`
    : html`<button type="button" class="button is-solid run" ?disabled=${!props.ready} @click=${props.onRun}>${sign("play")}${translate("own.run")}</button>`;
  const told = said !== null ? translate(said) : agreed ? nothing : translate("own.consent.waiting");
  return html`<div class="acts">
      ${agreed ? run : nothing}
      ${agreed ? examples(props) : nothing}
      <button type="button" class="button is-line" @click=${props.onLink}>${sign("link")}${translate("own.link.copy")}</button>
      <div class="progress">${
        running
          ? progress(props.now)
          : html`<span role="status">${told}</span>
          ${said === null && ended ? html`<a href="#results" @click=${props.onResults}>${translate("own.results.way")}</a>` : nothing}`
      }</div></div>`;
}
