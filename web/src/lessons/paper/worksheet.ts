/**
 * A lesson on one sheet of paper, two sides: question with an empty chart or boxes, reasons, what the run showed, a table for runs
 * of the reader's own, the challenge, the transfer; overleaf terms and the model's limits. The teacher's has the answers in grey,
 * from the run itself. Not here: the lesson's page, the teacher's page (teacher.ts).
 */

import { html, nothing, render, svg, type TemplateResult } from "lit";
import { createEngine } from "../../engine/client.ts";
import { sourceName } from "../../engine/protocol.ts";
import { num, translate } from "../../i18n/catalogue.ts";
import { type Curve, inMbps, seriesOf } from "../curve.ts";
import { featuresOf } from "../difference.ts";
import { scenarioOf } from "../shown-runs.ts";
import { bandText, endsOf, rangeText } from "../tell.ts";
import type { Ask, AskDraw, Lesson, Telling } from "../types.ts";
import { codeFor, linkTo, meaningOf, plain, type SheetProps, shownLink } from "./plain.ts";

/** Columns in which a curve is read: finer than paper shows. */
const COLUMNS = 600;
/** Digits of a digest that are copied by hand. */
const DIGITS = 8;
/** The empty chart, in its own units: 1 is a point on paper. */
const CHART = { left: 44, top: 8, width: 440, height: 130, bottom: 26 };
/** Ticks at most on an axis. */
const TICKS = 5;
/** Runs of the reader's own that have a row. */
const OWN_RUNS = 3;

/** Results of the run of the first question: its digest, and the curve that is continued. */
interface Given {
  digest: string;
  curves: Map<string, Curve>;
}

/** Runs what is asked to be drawn, for the known part and the answer. */
async function given(lesson: Lesson): Promise<Given> {
  const found: Given = { digest: "", curves: new Map() };
  for (const [i, ask] of lesson.asks.entries()) {
    if (i > 0 && ask.kind !== "draw") continue;
    const engine = createEngine();
    const done = new Promise<void>((resolve) => {
      engine.onProgress(({ digest }) => digest !== null && resolve());
    });
    try {
      await engine.ask("load", { scenario: JSON.stringify(scenarioOf(lesson.scenarios, ask.show)) });
      const { summary } = await engine.ask("summary", {});
      if (i === 0) found.digest = String((summary as { digest?: string }).digest ?? "").slice(0, DIGITS);
      if (ask.kind === "draw") {
        // The recorded run comes after the one that was summed up.
        await done;
        const series = [seriesOf(sourceName(ask.flow), ask.signal, ask.rate_s)];
        const frame = await engine.ask("view", { t0_s: 0, t1_s: ask.to_s, columns: COLUMNS, series });
        const points = frame.series[0] ?? new Float64Array(0);
        found.curves.set(ask.id, ask.rate_s === undefined ? points : inMbps(points));
      }
    } finally {
      engine.close();
    }
  }
  return found;
}

/** The right answer in words. */
export function answerOf(lesson: Lesson, ask: Ask, telling: Telling): TemplateResult | string {
  const words = lesson.parts[`ask ${ask.id}`]?.options ?? {};
  if (ask.kind === "number") {
    const band = lesson.bands.find((one) => one.id === ask.band);
    return band ? bandText(band) : "–";
  }
  if (ask.kind === "choose") return html`${words[ask.right]?.text(telling)}`;
  if (ask.kind === "order")
    return html`<ol>${ask.right.map((card) => html`<li>${words[card]?.text(telling)}</li>`)}</ol>`;
  if (ask.kind === "draw") return featuresOf(ask);
  return html`${lesson.parts[`reveal ${ask.id}`]?.text(telling)}`;
}

/** Round steps from 0 to an end. */
function ticksOf(end: number): number[] {
  const raw = end / TICKS;
  const decade = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((each) => each * decade >= raw) ?? 10) * decade;
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => i * step);
}

/** A chart's axes with the part that is known, from `known_s` on as on the screen, and the whole curve where the answer is shown. */
function chart(ask: AskDraw, known_s: number, curve: Curve | undefined, whole: boolean): TemplateResult {
  const { left, top, width, height, bottom } = CHART;
  const x = (t_s: number): number => left + (t_s / ask.to_s) * width;
  const y = (value: number): number => top + height - (Math.min(value, ask.max) / ask.max) * height;
  const path = (from_s: number, to_s: number): string => {
    const points: string[] = [];
    for (let i = 0; curve && i + 1 < curve.length; i += 2) {
      const [t_s, value] = [curve[i] ?? 0, curve[i + 1] ?? 0];
      if (t_s >= from_s && t_s <= to_s) points.push(`${x(t_s).toFixed(1)} ${y(value).toFixed(1)}`);
    }
    return points.length > 0 ? `M${points.join("L")}` : "";
  };
  return html`<svg class="empty-chart" viewBox=${`0 0 ${left + width + 12} ${top + height + bottom}`} role="img"
      aria-label=${translate("sheet.chart", { chart: translate(`chart.${ask.chart}`), from: num(ask.from_s), to: num(ask.to_s) })}>
    ${ticksOf(ask.max).map(
      (tick) =>
        svg`<path class="grid" d=${`M${left} ${y(tick)}h${width}`} /><text x=${left - 5} y=${y(tick) + 3} text-anchor="end">${num(tick)}</text>`,
    )}
    ${ticksOf(ask.to_s).map(
      (tick) =>
        svg`<path class="grid" d=${`M${x(tick)} ${top}v${height}`} /><text x=${x(tick)} y=${top + height + 12} text-anchor="middle">${num(tick)}</text>`,
    )}
    <path class="axis" d=${`M${left} ${top}v${height}h${width}`} />
    <path class="known-end" d=${`M${x(ask.from_s)} ${top}v${height}`} />
    <path class="known" d=${path(known_s, ask.from_s)} />
    ${whole ? svg`<path class="solution" d=${path(ask.from_s, ask.to_s)} />` : nothing}
    <text x=${left + width} y=${top + height + 24} text-anchor="end">s</text>
    <text x=${left + width - 4} y=${top + 11} text-anchor="end">${translate(`chart.${ask.chart}`)}, ${translate(`sheet.unit.${ask.unit}`)}</text>
  </svg>`;
}

/** So many empty lines to write on. */
const lines = (count: number): TemplateResult[] => Array.from({ length: count }, () => html`<p class="line"></p>`);

/** Where the answer is put. */
function box(lesson: Lesson, ask: Ask, telling: Telling, made: Given | null, whole: boolean): TemplateResult {
  const words = lesson.parts[`ask ${ask.id}`]?.options ?? {};
  if (ask.kind === "draw") return chart(ask, lesson.hook.span?.[0] ?? 0, made?.curves.get(ask.id), whole);
  if (ask.kind === "choose")
    return html`<ul class="boxes">${ask.options.map((option) => html`<li>${words[option]?.text(telling)}</li>`)}</ul>`;
  if (ask.kind === "order")
    return html`<ul class="boxes is-order">${ask.cards.map((card) => html`<li>${words[card]?.text(telling)}</li>`)}</ul>`;
  if (ask.kind === "points")
    return html`<ul class="points">${ask.points.map((row) => html`<li>${words[row]?.text(telling)} <span class="blank"></span> ${ask.unit}</li>`)}</ul>`;
  const band = lesson.bands.find((one) => one.id === ask.band);
  const unit = band ? endsOf(band).unit : "";
  return html`<p class="number-box"><span></span> ${unit} <small>${translate("sheet.between", { range: rangeText(ask.min, ask.max, unit) })}</small></p>`;
}

function sheet(lesson: Lesson, made: Given | null, whole: boolean): TemplateResult {
  const { telling, terms } = plain(lesson);
  const href = linkTo("lessons.html", `lesson=${lesson.id}`);
  const grey = (inside: unknown): TemplateResult | typeof nothing =>
    whole ? html`<div class="solution">${inside}</div>` : nothing;
  const part = (name: string) => lesson.parts[name];
  const asks = lesson.asks.map((ask, i) => {
    const shown = part(`ask ${ask.id}`);
    return html`<section><h2>${num(i + 1)}. ${shown?.title}</h2>${shown?.text(telling)}
      ${box(lesson, ask, telling, made, whole)}${grey(answerOf(lesson, ask, telling))}
      <p>${translate("sheet.because")}</p>${lines(2)}</section>`;
  });
  // The terms of all that is told, also of what is on the screen alone.
  for (const each of Object.values(lesson.parts)) each.text(telling);
  const rows = Array.from({ length: OWN_RUNS }, () => html`<tr><td></td><td></td><td></td></tr>`);
  const challenge = Object.values(part("try")?.options ?? {});
  const options = Object.entries(part("transfer")?.options ?? {});
  return html`<article class="sheet is-worksheet">
    <header>${codeFor(href)}<h1>${lesson.title}</h1><p>${shownLink(href)}</p><p class="name">${translate("sheet.name")}</p></header>
    ${asks}
    <section><h2>${translate("sheet.showed")}</h2>${lines(2)}
      <p>${translate("sheet.digest")} ${whole ? html`<b class="solution">${made?.digest ?? ""}</b>` : html`<span class="digits"></span>`}</p>
      <p>${translate("sheet.comes_from")}</p>${lines(3)}
      ${grey(lesson.asks.map((ask) => part(`reveal ${ask.id}`)?.text(telling)))}</section>
    <section><h2>${translate("sheet.own")}</h2>
      <table class="own-runs"><thead><tr><th scope="col">${translate("sheet.changed")}</th><th scope="col">${translate("sheet.expected")}</th>
        <th scope="col">${translate("sheet.seen")}</th></tr></thead><tbody>${rows}</tbody></table></section>
    <section><h2>${part("try")?.title}</h2>
      ${challenge.map((goal) => html`<div>${goal.text(telling)}</div>${lines(1)}${grey(goal.reply(telling))}`)}</section>
    <section><h2>${part("transfer")?.title}</h2>${part("transfer")?.text(telling)}
      <ul class="boxes">${options.map(
        ([id, option]) =>
          html`<li>${option.text(telling)}${id === lesson.transfer.right ? grey(option.reply(telling)) : nothing}</li>`,
      )}</ul></section>
    <section class="overleaf"><h2>${translate("sheet.terms")}</h2>
      <ul class="terms">${[...terms].sort().map((term) => html`<li>${meaningOf(term)}</li>`)}</ul>
      <p>${translate("lesson.way.model")}</p></section>
  </article>`;
}

/** Shows the sheet; what needs a run follows when it is there. */
export function worksheet(
  host: HTMLElement,
  { lesson }: SheetProps,
  whole: boolean,
  frame: (inside: TemplateResult) => TemplateResult,
): void {
  if (!lesson) return;
  render(frame(sheet(lesson, null, whole)), host);
  delete host.dataset.made;
  void given(lesson).then((made) => {
    render(frame(sheet(lesson, made, whole)), host);
    host.dataset.made = lesson.id;
  });
}
