/**
 * The rows of a figure as a curve over a setting: what the reader said and what the runs came to, on a scale of the lesson's. The bars
 * and sliders say the same in words. Not here: the values (compared.ts).
 */
import { html, svg, type TemplateResult } from "lit";
import { num, translate } from "../i18n/catalogue.ts";
import { type Scenario, valueAt } from "../session/scenario.ts";
import { scenarioOf } from "./shown-runs.ts";
import type { Compared } from "./types.ts";

/** A setting's value on a scale (docs/sweeps.md); not finite where the scale has no place for it. */
const SCALES: Record<NonNullable<Compared["curve"]>["scale"], (value: number) => number> = {
  as_is: (value) => value,
  logarithm: Math.log10,
  inverse: (value) => 1 / value,
  inverse_root: (value) => 1 / Math.sqrt(value),
};

/** A line of the curve: a value for each row, in the screen's unit; null where there is none. */
export interface CurveLine {
  of: "run" | "you" | "you-second";
  at(row: string): number | null;
}

/** Drawn so large; the page stretches it. */
const WIDTH = 400;
const HEIGHT = 80;

/** Where rows lie on the axis of their curve, in order, from 0 to 1. A value without a place on the scale is left out. */
export function placesOn(
  { bars = [], curve }: Compared,
  scenarios: Record<string, Scenario>,
): { id: string; at: number }[] {
  if (!curve) return [];
  const all = bars.flatMap((row) => {
    const value = valueAt(scenarioOf(scenarios, row), curve.path);
    const at = typeof value === "number" ? SCALES[curve.scale](value) : Number.NaN;
    return Number.isFinite(at) ? [{ id: row.id, at }] : [];
  });
  const ends = all.map(({ at }) => at);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return all.map(({ id, at }) => ({ id, at: (at - low) / (high - low) })).sort((a, b) => a.at - b.at);
}

/** The path of a line. */
function pathOf(places: readonly { id: string; at: number }[], line: CurveLine, max: number): string {
  const points = places.flatMap(({ id, at }) => {
    const value = line.at(id);
    if (value === null) return [];
    return [`${(at * WIDTH).toFixed(1)} ${((1 - Math.min(1, Math.max(0, value / max))) * HEIGHT).toFixed(1)}`];
  });
  return points.length === 0 ? "" : `M${points.join("L")}`;
}

/** The curve of a figure that has one. `max`: top of its axis, in the screen's unit. */
export function settingCurve(
  compared: Compared & { curve: NonNullable<Compared["curve"]> },
  scenarios: Record<string, Scenario>,
  max: number,
  name: (row: string) => unknown,
  lines: readonly CurveLine[],
): TemplateResult {
  const places = placesOn(compared, scenarios);
  const both = lines.some(({ of }) => of === "run");
  const end = (at: number): unknown => name(places.at(at)?.id ?? "");
  return html`<ul class="traces is-curve"><li><span class="trace-name">${translate(`lesson.curve.${compared.curve.scale}`)}${both ? ` ${translate("lesson.curve.lines")}` : ""}</span>
    <span class="trace-top" aria-hidden="true">${num(max)}</span>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      ${lines.map((line) => svg`<path class=${line.of} d=${pathOf(places, line, max)} vector-effect="non-scaling-stroke" />`)}
    </svg>
    <span class="trace-ends" aria-hidden="true"><i>${end(0)}</i><i>${end(-1)}</i></span></li></ul>`;
}
