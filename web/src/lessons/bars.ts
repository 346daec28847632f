/**
 * Values of several runs as bars on one axis, with what the reader said as a mark on each; and the sliders by which it is said
 * before the runs are seen. Not here: the values themselves (compared.ts).
 */
import { html, nothing, svg, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { amount } from "../i18n/amounts.ts";
import { num, translate } from "../i18n/catalogue.ts";
import type { Scenario } from "../session/scenario.ts";
import { type Answer, stepsOf, valueAtStep } from "./answers.ts";
import type { AskProps } from "./ask.ts";
import type { Found } from "./compared.ts";
import { settingCurve } from "./setting-curve.ts";
import { faceOf, shortName, valueText } from "./tell.ts";
import { textOf } from "./text-values.ts";
import type { AskPoints, Option, Row, Telling } from "./types.ts";

/** The reader's answer for a row: a value, or the span of a choice. */
export interface Said {
  from: number;
  to: number;
  /** Name of the person who answered: "you". */
  label: string;
  /** The reader gave a number, which is shown beside the bar; the words of a choice are shown at its option. */
  isNumber: boolean;
}

/** Drawn 100 wide: the page stretches it. */
const WIDTH = 100;

/** The bars. `said` and `tags` by row. */
export function bars(
  rows: readonly Row[],
  max: number,
  found: Found,
  words: (row: string) => unknown,
  said: (row: string) => readonly Said[],
  tags: (row: string) => readonly string[],
): TemplateResult {
  return html`<ul class="bars">${rows.map((row) => {
    const { value = null, note = null } = found.rows.get(row.id) ?? {};
    const { factor, unit } = faceOf(row.of, row.unit);
    const at = (of: number): number => Math.min(1, Math.max(0, of / max)) * WIDTH;
    const own = said(row.id);
    return html`<li><span class="bar-name">${words(row.id)}${tags(row.id).map((tag) => html` <b class="tag">${tag}</b>`)}</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class="ground" width="100" height="10" /><rect class="run" y="1" height="8" width=${value === null || Number.isNaN(value) ? 0 : at(value * factor)} />
        ${own.map(({ from, to }) => svg`<path class="you" d=${from === to ? `M${at(from)} 0V10` : `M${at(from)} 0H${at(to)}V10H${at(from)}Z`} vector-effect="non-scaling-stroke" />`)}
      </svg>
      <span class="bar-value"><b>${value === null ? "…" : Number.isNaN(value) ? "–" : valueText(row.of, value, row.unit)}</b>${own.map(
        ({ label, from, isNumber }) =>
          isNumber
            ? html`<small>${label} ${amount(from, unit)}</small>`
            : html`<small class="you" aria-hidden="true">${label}</small>`,
      )}${note === null ? nothing : html`<small>${translate(`lesson.note.${row.note?.split(".").at(-1)}`, { value: valueText(row.note ?? "", note) })}</small>`}</span></li>`;
  })}</ul>`;
}

/** A row whose value is known: what an earlier run came to, and its number; null until it is there. */
export interface Known {
  row: Row;
  run: number;
  value: number | null;
}

/** A slider for each point, without a preset value; between them, in the order of the bars, what is known. */
export function askPoints(
  ask: AskPoints,
  words: Readonly<Record<string, Option>>,
  telling: Telling,
  props: AskProps<Answer & { kind: "points" }> & { known: readonly Known[] },
  scenarios: Record<string, Scenario>,
): TemplateResult {
  const steps = props.draft?.kind === "points" ? props.draft.steps : ask.points.map(() => null);
  const most = stepsOf(ask);
  const rows = ask.compared.bars ?? [];
  const given = ({ row, run, value }: Known): TemplateResult => {
    const { factor } = faceOf(row.of, row.unit);
    const share = value === null ? 0 : Math.min(1, Math.max(0, (value * factor - ask.min) / (ask.max - ask.min)));
    return html`<div class="ask-track is-known"><span>${words[row.id]?.text(telling)}</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="ground" width="100" height="10" /><rect class="run" y="1" height="8" width=${share * WIDTH} /></svg>
      <span><b>${value === null ? "…" : valueText(row.of, value, row.unit)}</b> <small>${translate("lesson.part.reveal", { n: num(run + 1) })}</small></span></div>`;
  };
  const { curve } = ask.compared;
  const at = (id: string): number | null => {
    const step = steps[ask.points.indexOf(id)] ?? null;
    if (step !== null) return valueAtStep(ask, step);
    const known = props.known.find(({ row }) => row.id === id);
    return known && known.value !== null ? known.value * faceOf(known.row.of, known.row.unit).factor : null;
  };
  const name = (id: string): string => shortName(textOf(words[id]?.text(telling)));
  const drawn = curve && settingCurve({ ...ask.compared, curve }, scenarios, ask.max, name, [{ of: "you", at }]);
  return html`${drawn ?? nothing}<div class="ask-points" id=${props.id} role="group" aria-label=${props.label}>${rows.map(
    ({ id: point }) => {
      const known = props.known.find(({ row }) => row.id === point);
      if (known) return given(known);
      const i = ask.points.indexOf(point);
      if (i < 0) return nothing;
      const step = steps[i] ?? null;
      const value = step === null ? null : amount(valueAtStep(ask, step), ask.unit);
      const give = (event: Event): void => {
        const next = Math.round(Number((event.target as HTMLInputElement).value));
        props.onDraft({ kind: "points", steps: steps.map((old, at) => (at === i ? next : old)) });
      };
      const key = (event: KeyboardEvent): void => {
        if (event.key !== "Enter" || step !== null) return;
        event.preventDefault();
        give(event);
      };
      const id = `${props.id}-${point}`;
      return html`<div class="ask-track"><label for=${id}>${words[point]?.text(telling)}</label>
      <input type="range" id=${id} class=${step === null ? "untouched" : ""} min="0" max=${most} step="1"
        .value=${live(String(step ?? Math.round(most / 2)))} aria-valuetext=${value ?? translate("lesson.answer.none")}
        @input=${give} @pointerup=${give} @keydown=${key} /><output for=${id}>${value ?? "?"}</output></div>`;
    },
  )}</div>`;
}
