/**
 * A locked answer on the page: in words, and as a line over the chart that it concerns. Not here: the question itself (ask.ts),
 * what lies between answer and run (difference.ts).
 */
import { html, type TemplateResult } from "lit";
import { amount } from "../i18n/amounts.ts";
import { translate } from "../i18n/catalogue.ts";
import { momentOf, valuesOf } from "../run_view/drawn-curve.ts";
import type { Guess } from "../run_view/guess-line.ts";
import { type Measured, measure } from "../session/measures.ts";
import { isObject, valueAt } from "../session/scenario.ts";
import { type Answer, type Answered, valueAtStep } from "./answers.ts";
import { scenarioOf } from "./shown-runs.ts";
import { endsOf } from "./tell.ts";
import type { Ask, AskDraw, Band, Facts, Option, Telling } from "./types.ts";

/** The unit in which a question is answered. */
export function unitOf(ask: Ask, bands: readonly Band[]): string {
  const band = ask.kind === "number" ? bands.find((one) => one.id === ask.band) : undefined;
  return band ? endsOf(band).unit : "";
}

/** An answer in words. */
export function answerText(
  ask: Ask,
  answer: Answer,
  words: Readonly<Record<string, Option>>,
  bands: readonly Band[],
  telling: Telling,
): TemplateResult | string {
  if (answer.kind === "number" && ask.kind === "number") return amount(answer.value, unitOf(ask, bands));
  if (answer.kind === "draw") return translate("lesson.draw.drawn");
  if (answer.kind === "choose") return html`${words[answer.option]?.text(telling)}`;
  if (answer.kind === "order")
    return html`<ol class="ordered">${answer.cards.map((card) => html`<li>${words[card]?.text(telling)}</li>`)}</ol>`;
  if (answer.kind === "points" && ask.kind === "points")
    return answer.steps.map((step) => amount(valueAtStep(ask, step ?? 0), ask.unit)).join(", ");
  return translate("lesson.locked.unknown");
}

/** A curve as a guess on its chart. */
export function drawing(ask: AskDraw, levels: readonly number[], label: string): Guess {
  const values = valuesOf(ask, levels);
  return { chart: ask.chart, points: values.flatMap((value, i) => [momentOf(ask, i), value]), label };
}

/**
 * A share of two flows as a ray in the phase plot, from the origin to where both fill the link with it: a flow's window is its rate
 * times its round trip. Null while the run is not there. `of` names the flow: `flows.far.share_of_flows`.
 */
function ray(of: string, share: number, { summary, settings }: Measured, label: string): Guess | null {
  const flows = isObject(summary) && Array.isArray(summary.flows) ? summary.flows : [];
  const name = of.split(".")[1];
  const packets_per_s =
    Number(valueAt(settings, "bottleneck.rate_bps")) / (8 * Number(valueAt(settings, "packet_bytes")));
  const ends = flows.map((flow) => {
    const own = isObject(flow) && flow.name === name ? share : 1 - share;
    return own * packets_per_s * (Number(valueAt(flow, "rtt_ms.mean")) / 1000);
  });
  const [x, y] = ends;
  return x !== undefined && y !== undefined && ends.length === 2
    ? { chart: "phase", points: [0, 0, x, y], label }
    : null;
}

/** The reader's expectation, for the chart that it concerns; in the phase plot once the run is there, and beside the run's own. */
export function guessesOf(
  ask: Ask,
  own: Answered | undefined,
  scenarios: Facts["scenarios"],
  bands: readonly Band[],
  run: Measured | null,
): Guess[] {
  const { duration_s } = scenarioOf(scenarios, ask.show);
  const { level } = ask.show;
  const levels = level
    ? [
        {
          chart: level.chart,
          points: [0, level.value, duration_s, level.value],
          label: translate(`lesson.level.${level.words}`),
          level: true,
        },
      ]
    : [];
  if (!own) return levels;
  const { of = "" } = (ask.kind === "number" && bands.find((one) => one.id === ask.band)) || {};
  const guess = (label: string, answer: Answer | null): Guess[] => {
    if (answer?.kind === "draw" && ask.kind === "draw") return [drawing(ask, answer.levels, label)];
    if (answer?.kind !== "number" || ask.kind !== "number" || ask.on === undefined) return [];
    const { value } = answer;
    if (ask.on === "phase") {
      const drawn = run && ray(of, value / 100, run, label);
      return drawn ? [drawn] : [];
    }
    return [{ chart: ask.on, points: [0, value, duration_s, value], label }];
  };
  const said = [...guess(translate("lesson.you"), own.first), ...guess(translate("lesson.you.second"), own.second)];
  const found = run && ask.kind === "number" && ask.on === "phase" ? measure(run, of) : null;
  const real = run && found !== null ? ray(of, found, run, translate("lesson.answer.run")) : null;
  return [...levels, ...said, ...(real ? [real] : [])];
}
