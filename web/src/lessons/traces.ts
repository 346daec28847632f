/**
 * Curves of several runs, each in a plot of its own, one above the other on the same axis, so that they are compared at a glance.
 * Not here: the curves (compared.ts), the charts of the run on show (web/src/charts).
 */
import { html, nothing, svg, type TemplateResult } from "lit";
import { num, translate, withUnit } from "../i18n/catalogue.ts";
import type { Found } from "./compared.ts";
import { valueText } from "./tell.ts";
import type { Trace } from "./types.ts";

/** Drawn so large; the page stretches it. */
const WIDTH = 400;
const HEIGHT = 80;

/** The path of a line: each value holds until the next. */
function pathOf(line: ArrayLike<number>, { t_s: [t0, t1], max }: Trace): string {
  const parts: string[] = [];
  for (let i = 0; i + 1 < line.length; i += 2) {
    const x = (((line[i] as number) - t0) / (t1 - t0)) * WIDTH;
    const y = HEIGHT - (Math.min(max, line[i + 1] as number) / max) * HEIGHT;
    parts.push(`${parts.length === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  return parts.join("");
}

/** What is said of a run beside its name. */
function noteOf(of: string, value: number): string {
  // The name of a measure comes before its sources, that of a path at its end.
  const name = of.includes(" ") ? of.split(" ")[0] : of.split(".").at(-1);
  return Number.isNaN(value)
    ? translate(`lesson.note.${name}.never`)
    : translate(`lesson.note.${name}`, { value: valueText(of, value) });
}

/** The plots. */
export function traces(all: readonly Trace[], found: Found, words: (trace: string) => unknown): TemplateResult {
  return html`<ul class="traces">${all.map((trace) => {
    const { lines = [], note = null } = found.traces.get(trace.id) ?? {};
    const [t0, t1] = trace.t_s;
    const level = trace.level === undefined ? null : HEIGHT - (trace.level / trace.max) * HEIGHT;
    const told = note === null ? nothing : html`<b>${noteOf(trace.note ?? "", note)}</b>`;
    return html`<li><span class="trace-name">${words(trace.id)} ${told}</span>
      <span class="trace-top" aria-hidden="true">${num(trace.max)}</span>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
        ${level === null ? nothing : svg`<path class="level" d="M0 ${level}H${WIDTH}" vector-effect="non-scaling-stroke" />`}
        ${lines.map((line, i) => svg`<path class=${trace.sum ? "sum" : `flow-${i + 1}`} d=${pathOf(line, trace)} vector-effect="non-scaling-stroke" />`)}
      </svg>
      <span class="trace-ends" aria-hidden="true"><i>${withUnit(t0, "s")}</i><i>${withUnit(t1, "s")}</i></span></li>`;
  })}</ul>`;
}
