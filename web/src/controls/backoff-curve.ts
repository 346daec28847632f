/**
 * The small curve in CDG's card: the chance of a backoff, 1 - exp(-g/G), over the gradient from 0 to 2 G (CDG paper,
 * eq. 6). Not here: the chart of the same name, which has the axis and the reading.
 */
import { html, nothing, svg, type TemplateResult } from "lit";
import { backoffProbability } from "../engine/formulas.ts";
import { num, translate, withUnit } from "../i18n/catalogue.ts";
import { flowClass } from "./swatch.ts";

const WIDTH = 244;
const HEIGHT = 74;
const LEFT = 26;
const RIGHT = 236;
const TOP = 8;
const BASE = 54;

function x(gradient: number, range: number): number {
  return LEFT + ((RIGHT - LEFT) * gradient) / range;
}

function y(probability: number): number {
  return BASE - (BASE - TOP) * probability;
}

function curve(g_ms: number, range: number): string {
  const points: string[] = [];
  for (let i = 0; i <= 40; i++) {
    const gradient = (range * i) / 40;
    points.push(`${x(gradient, range).toFixed(1)} ${y(backoffProbability(gradient, g_ms)).toFixed(1)}`);
  }
  return `M${points.join("L")}`;
}

/** The curve of a flow. `old_ms` is G before the drag: its curve stays as a hairline and the axis stays as it was. */
export function backoffCurve(sign: number, g_ms: number, old_ms: number | null): TemplateResult {
  // A G of 0, which is refused, is drawn as what it would be: any gradient backs off.
  const range = 2 * (old_ms || g_ms || 1);
  const line = curve(g_ms, range);
  const at = Math.min(x(g_ms, range), RIGHT);
  const top = y(backoffProbability(g_ms, g_ms));
  return html`<svg class="backoff-curve ${flowClass(sign)}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img"
      aria-label=${translate("control.curve.label", { g: num(g_ms, 2) })}>
    <path class="curve-frame" d=${`M${LEFT} ${TOP}H${RIGHT}M${LEFT} ${BASE + 0.5}H${RIGHT}`} />
    <path class="curve-fill" d=${`${line}L${RIGHT} ${BASE}L${LEFT} ${BASE}Z`} />
    ${old_ms === null || old_ms === g_ms ? nothing : svg`<path class="curve-old" d=${curve(old_ms, range)} />`}
    <path class="curve-guide" d=${`M${LEFT} ${top}H${at}V${BASE}`} />
    <path class="curve-line" d=${line} />
    <text x=${LEFT - 6} y=${TOP + 4} text-anchor="end">1</text>
    <text x=${LEFT - 6} y=${BASE + 4} text-anchor="end">0</text>
    <text x=${LEFT} y=${BASE + 15} text-anchor="middle">0</text>
    <text class="curve-own" x=${at} y=${BASE + 15} text-anchor=${at > RIGHT - 20 ? "end" : "middle"}>${translate("control.curve.g", { g: num(g_ms, 2) })}</text>
    ${
      at > RIGHT - 55
        ? nothing
        : svg`<text x=${RIGHT} y=${BASE + 15} text-anchor="end">${withUnit(range, "ms", 1)}</text>`
    }
    <text class="curve-name" x=${RIGHT - 3} y=${BASE - 6} text-anchor="end">${translate("control.curve.name")}</text>
  </svg>`;
}
