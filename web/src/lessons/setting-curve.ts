/**
 * The rows of a figure as a curve over a setting: what the reader said and what the runs came to, on a scale of the lesson's. The bars
 * and sliders say the same in words. Not here: the values (compared.ts).
 */
import { html, nothing, svg, type TemplateResult } from "lit";
import { num, translate } from "../i18n/catalogue.ts";
import type { Scenario } from "../session/scenario.ts";
import { scenarioOf, settingOf } from "./shown-runs.ts";
import type { Compared } from "./types.ts";

/** A setting's value on a scale (docs/sweeps.md); not finite where the scale has no place for it. */
export const SCALES: Record<NonNullable<Compared["curve"]>["scale"], (value: number) => number> = {
  as_is: (value) => value,
  logarithm: Math.log10,
  inverse: (value) => 1 / value,
  inverse_root: (value) => 1 / Math.sqrt(value),
};

/** A line of the curve: a value for each row, in the screen's unit; null where there is none. */
export interface CurveLine {
  of: "run" | "you" | "you-second" | "theory";
  at(row: string): number | null;
}

/** Drawn so large; the page stretches it. */
const WIDTH = 400;
const HEIGHT = 80;

/** Whether the setting has words, as `algorithm.kind`: they have no places but their order, and nothing lies between two of them. */
const ofWords = ({ bars = [], curve }: Compared, scenarios: Record<string, Scenario>): boolean =>
  curve?.scale === "as_is" &&
  bars.every((row) => typeof settingOf(scenarioOf(scenarios, row), curve.path) === "string");

/** Where rows lie on the axis of their curve, in order, from 0 to 1. A value without a place on the scale is left out. */
export function placesOn(compared: Compared, scenarios: Record<string, Scenario>): { id: string; at: number }[] {
  const { bars = [], curve } = compared;
  if (!curve) return [];
  if (ofWords(compared, scenarios)) return bars.map(({ id }, i) => ({ id, at: (i + 0.5) / bars.length }));
  const all = bars.flatMap((row) => {
    const value = settingOf(scenarioOf(scenarios, row), curve.path);
    const at = typeof value === "number" ? SCALES[curve.scale](value) : Number.NaN;
    return Number.isFinite(at) ? [{ id: row.id, at }] : [];
  });
  const ends = all.map(({ at }) => at);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return all.map(({ id, at }) => ({ id, at: (at - low) / (high - low) })).sort((a, b) => a.at - b.at);
}

/** The path of a line; of words a short line at each. */
function pathOf(places: readonly { id: string; at: number }[], line: CurveLine, max: number, words: boolean): string {
  const points = places.flatMap(({ id, at }) => {
    const value = line.at(id);
    if (value === null || Number.isNaN(value)) return [];
    const y = ((1 - Math.min(1, Math.max(0, value / max))) * HEIGHT).toFixed(1);
    const half = (WIDTH * 0.35) / places.length;
    return [
      words ? `M${(at * WIDTH - half).toFixed(1)} ${y}h${(2 * half).toFixed(1)}` : `${(at * WIDTH).toFixed(1)} ${y}`,
    ];
  });
  return points.length === 0 ? "" : words ? points.join("") : `M${points.join("L")}`;
}

/** The path of what seeds give, from the least to the greatest, as an area; of words one at each. */
function areaOf(
  places: readonly { id: string; at: number }[],
  seeds: (row: string) => readonly [number, number] | null,
  max: number,
  words: boolean,
): string {
  const y = (value: number): string => ((1 - Math.min(1, Math.max(0, value / max))) * HEIGHT).toFixed(1);
  const half = (WIDTH * 0.35) / places.length;
  const all = places.flatMap(({ id, at }) => {
    const [low, high] = seeds(id) ?? [];
    return low === undefined || high === undefined ? [] : [{ x: at * WIDTH, low: y(low), high: y(high) }];
  });
  if (words)
    return all
      .map(
        ({ x, low, high }) =>
          `M${(x - half).toFixed(1)} ${low}h${(2 * half).toFixed(1)}V${high}h${(-2 * half).toFixed(1)}Z`,
      )
      .join("");
  const there = all.map(({ x, low }) => `${x.toFixed(1)} ${low}`);
  const back = all.toReversed().map(({ x, high }) => `${x.toFixed(1)} ${high}`);
  return all.length < 2 ? "" : `M${[...there, ...back].join("L")}Z`;
}

/** The curve of a figure that has one. `max`: top of its axis, in the screen's unit; `seeds`: what others than the run's own give. */
export function settingCurve(
  compared: Compared & { curve: NonNullable<Compared["curve"]> },
  scenarios: Record<string, Scenario>,
  max: number,
  name: (row: string) => unknown,
  lines: readonly CurveLine[],
  seeds: (row: string) => readonly [number, number] | null = () => null,
): TemplateResult {
  const places = placesOn(compared, scenarios);
  const words = ofWords(compared, scenarios);
  const area = areaOf(places, seeds, max, words);
  const named = [
    ...(lines.some(({ of }) => of === "run") ? ["lines"] : []),
    ...(area === "" ? [] : ["seeds"]),
    ...(lines.some(({ of }) => of === "theory") ? [`theory.${compared.curve.theory}`] : []),
  ].map((each) => translate(`lesson.curve.${each}`));
  const ends = words ? places : [places.at(0), places.at(-1)];
  return html`<ul class=${words ? "traces is-curve is-words" : "traces is-curve"}><li><span class="trace-name">${translate(`lesson.curve.${words ? "words" : compared.curve.scale}`)}${named.length > 0 ? ` (${named.join("; ")})` : ""}</span>
    <span class="trace-top" aria-hidden="true">${num(max)}</span>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      ${area === "" ? nothing : svg`<path class="seeds" d=${area} />`}
      ${lines.map((line) => svg`<path class=${line.of} d=${pathOf(places, line, max, words)} vector-effect="non-scaling-stroke" />`)}
    </svg>
    <span class="trace-ends" aria-hidden="true">${ends.map((place) => html`<i>${name(place?.id ?? "")}</i>`)}</span></li></ul>`;
}
