/**
 * The figure under a question's run: several runs as bars, with what the reader said on them, and as plots one above the other on the
 * same axis. Not here: which runs (a lesson's facts), how they are computed (web/src/lessons/compared.ts), the bars (bars.ts).
 */
import { html, nothing, svg, type TemplateResult } from "lit";
import { num, translate, withUnit } from "../i18n/catalogue.ts";
import { type Answer, type Answered, valueAtStep } from "./answers.ts";
import { bars, type Said } from "./bars.ts";
import { bandOf, type Found, ownRow } from "./compared.ts";
import { type CurveLine, settingCurve } from "./setting-curve.ts";
import { faceOf, shortName, valueText } from "./tell.ts";
import { textOf } from "./text-values.ts";
import type { Ask, Facts, Option, Row, Telling, Trace } from "./types.ts";

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

/** Result shown beside a run's name. */
function noteOf(of: string, value: number): string {
  // The name of a measure comes before its sources, that of a path at its end.
  const name = of.includes(" ") ? of.split(" ")[0] : of.split(".").at(-1);
  return Number.isNaN(value)
    ? translate(`lesson.note.${name}.never`)
    : translate(`lesson.note.${name}`, { value: valueText(of, value) });
}

/** The plots. */
function traces(all: readonly Trace[], found: Found, words: (trace: string) => unknown): TemplateResult {
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

/** An answer's value for a row, or the span that a choice means; null if it says nothing of it. */
function valueSaid(ask: Ask, answer: Answer, row: string): number | [number, number] | null {
  if (ask.kind === "points" && answer.kind === "points") {
    const step = answer.steps[ask.points.indexOf(row)] ?? null;
    return step === null ? null : valueAtStep(ask, step);
  }
  // A number is said of the question's own run.
  if (ask.kind === "number" && answer.kind === "number") return ownRow(ask)?.id === row ? answer.value : null;
  if (answer.kind !== "choose") return null;
  return ask.compared?.bars?.find((one) => one.id === row)?.said?.[answer.option] ?? null;
}

export function comparedFigure(
  ask: Ask,
  own: Answered,
  found: Found,
  words: Readonly<Record<string, Option>>,
  telling: Telling,
  { scenarios, bands }: Pick<Facts, "scenarios" | "bands">,
): TemplateResult {
  const { bars: rows = [], max = 100, traces: plots = [], curve } = ask.compared ?? {};
  const answers = [own.first, own.second].flatMap((answer, i) =>
    answer ? [{ answer, label: translate(i === 0 ? "lesson.you" : "lesson.you.second") }] : [],
  );
  const name = (id: string): string => shortName(textOf(words[id]?.text(telling)));
  const said = (row: string): Said[] =>
    answers.flatMap(({ answer, label }) => {
      const value = valueSaid(ask, answer, row);
      if (value === null) return [];
      const [from, to] = typeof value === "number" ? [value, value] : value;
      return [{ from, to, label, isNumber: answer.kind !== "choose" }];
    });
  // An order says places, no values.
  const tags = (row: string): string[] =>
    answers.flatMap(({ answer, label }) =>
      answer.kind === "order" && answer.cards.includes(row)
        ? [translate("lesson.order.place", { who: label, n: num(answer.cards.indexOf(row) + 1) })]
        : [],
    );
  const row = (id: string): Row | undefined => rows.find((one) => one.id === id);
  const inUnit = (id: string, value: number | null = null): number | null =>
    value === null ? null : value * faceOf(row(id)?.of ?? "", row(id)?.unit).factor;
  const run = (id: string): number | null => inUnit(id, found.rows.get(id)?.value);
  const drawn = answers.map(({ answer }, i): CurveLine => {
    const at = (row: string): number | null => {
      const value = valueSaid(ask, answer, row);
      // A row that was not asked for is drawn as it was given.
      return typeof value === "number" ? value : ask.kind === "points" && !ask.points.includes(row) ? run(row) : null;
    };
    return { of: i === 0 ? "you" : "you-second", at };
  });
  const theory = (id: string): number | null => inUnit(id, found.rows.get(id)?.theory);
  const seeds = (id: string): [number, number] | null => {
    const own = row(id);
    const [, low, high] = (own && bandOf(bands, own)?.seen) ?? [];
    const ends = [inUnit(id, low), inUnit(id, high)];
    return run(id) === null || ends.includes(null) ? null : (ends as [number, number]);
  };
  const lines: CurveLine[] = [
    ...(curve?.theory ? [{ of: "theory" as const, at: theory }] : []),
    { of: "run", at: run },
    ...drawn,
  ];
  const over = curve && settingCurve({ ...ask.compared, curve }, scenarios, max, name, lines, seeds);
  return html`${rows.length > 0 ? bars(rows, max, found, name, said, tags) : nothing}${over ?? nothing}
    ${plots.length > 0 ? traces(plots, found, name) : nothing}`;
}
