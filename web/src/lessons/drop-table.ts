/**
 * A flow's drops at the queue as a table: when, what the flow believed of the queue then, and what held. Not here: which run they
 * are of (questions.ts), what the states are (the engine).
 */

import { html, type TemplateResult } from "lit";
import type { SourceName } from "../engine/protocol.ts";
import { translate, withUnit } from "../i18n/catalogue.ts";
import { stateAt } from "./find.ts";
import type { LessonRunView } from "./lesson-run-view.ts";

export interface Drop {
  t_s: number;
  /** Words of states; null where none was known yet. */
  believed: string | null;
  held: string | null;
}

const STATES = ["queue_state", "true_state"];

/** The drops of a flow in the run on show. */
export async function dropsOf(runView: LessonRunView, flow: SourceName): Promise<Drop[]> {
  const end_s = Number(runView.document?.scenario.duration_s ?? 0);
  const asked = ["drop_queue", ...STATES].map((signal) => runView.curve(flow, signal, 0, end_s));
  const [marks = [], ...curves] = await Promise.all(asked);
  return Array.from(marks)
    .filter((_, i) => i % 2 === 0)
    .map((t_s) => {
      const [believed = null, held = null] = curves.map((curve, i) => stateAt(curve, STATES[i] ?? "", t_s));
      return { t_s, believed, held };
    });
}

/** The table; `flow` is its name on the screen. */
export function dropTable(drops: readonly Drop[], flow: string): TemplateResult {
  const state = (word: string | null): string =>
    word ? translate(`chart.queue.state.${word}`) : translate("lesson.find.none");
  return html`<table class="differences drops"><caption>${translate("lesson.drops", { flow })}</caption>
    <thead><tr><td></td><th scope="col">${translate("lesson.drops.believed", { flow })}</th><th scope="col">${translate("lesson.drops.held")}</th></tr></thead>
    <tbody>${drops.map(
      ({ t_s, believed, held }) =>
        html`<tr><th scope="row">${withUnit(t_s, "s", 3)}</th><td>${state(believed)}</td><td>${state(held)}</td></tr>`,
    )}</tbody></table>`;
}
