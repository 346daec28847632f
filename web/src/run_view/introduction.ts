/**
 * Introduction before the figure: the sentence, who the flows are, one thing to look at or to drag, the way in for beginners. Words
 * between ** are strong. Not here: which words.
 */
import { html, nothing, type TemplateResult } from "lit";
import { translate } from "../i18n/catalogue.ts";
import { lessonPage } from "../ui/site.ts";

function strong(text: string): (string | TemplateResult)[] {
  return text.split("**").map((part, i) => (i % 2 === 1 ? html`<strong>${part}</strong>` : part));
}

/** The sentence alone, as in the widget. */
export function hook(sentence: string): TemplateResult {
  return html`<p>${strong(sentence)}</p>`;
}

/** The laboratory's words before its figure; null: none in that place. */
export interface Before {
  sentence: string;
  /** One line on the flows' algorithms. */
  who: string | null;
  /** The hint, or the control to drag; unseen, in its place, while the slider that it names is not there (`waits`). */
  point: { text: string; drags: boolean; waits?: boolean } | null;
}

/** The lesson for beginners, and what it takes, min (introduction.test.ts holds both to the lesson). */
export const BEGIN = { lesson: "window", minutes: 6 } as const;

/** All of it. The link to the lesson is there at every size. */
export function before({ sentence, who, point }: Before): TemplateResult {
  return html`${hook(sentence)}<a class="begin" href=${lessonPage(BEGIN.lesson)}>${translate("lab.begin", { minutes: BEGIN.minutes })}</a>
    <div class="aside">${who === null ? nothing : html`<span class="who">${who}</span>`}
      ${point === null ? nothing : html`<div class=${`nudge ${point.drags ? "drags" : ""} ${point.waits ? "waits" : ""}`}><span>${strong(point.text)}</span></div>`}</div>`;
}
