/**
 * The second branch of a split run in a chart: the same drawing with its lines cased, from the fork on, over the first one;
 * and its values beside the first one's. Pure. Not here: where its data come from (stack.ts), what any chart draws.
 */

import type { Theme } from "../design/theme.ts";
import type { SourceName } from "../engine/protocol.ts";
import { say } from "../i18n/catalogue.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { Chart, ChartContext, Slot } from "./chart.ts";
import { keyOf } from "./label-rows.ts";
import { drawInterventions } from "./readings.ts";

/** The second branch, as a stack receives it. */
export interface Branch {
  /** The moment from which on it is a branch of its own. */
  at_s: number;
  facts: RunFacts;
}

/** Core of a cased line: this share of a line twice as wide (design 5: 4 px with a core of 1.6). */
const WIDER = 2;
const CORE = 0.4;

/** A surface on which lines are cased. Fills are the first branch's; words are written once. */
export function cased(surface: Surface, theme: Theme): Surface {
  return {
    polyline(points, style) {
      if (style.width < 1.5) {
        surface.polyline(points, style);
        return;
      }
      surface.polyline(points, { ...style, width: style.width * WIDER, dash: [] });
      surface.polyline(points, { ...style, width: style.width * WIDER * CORE, color: theme.plate, dash: [], alpha: 1 });
    },
    area: () => undefined,
    rect: () => undefined,
    text: () => undefined,
    dots(points, style) {
      surface.dots(points, { ...style, size: style.size * 2 });
      surface.dots(points, { ...style, size: style.size * 0.9, color: theme.plate, alpha: 1 });
    },
    mark: (x, y, shape, style) => surface.mark(x, y, shape, style),
    clip: (x, y, w, h, draw) => surface.clip(x, y, w, h, draw),
  };
}

/** Draws the second branch over the first; on the time axis from the fork on, with a hairline there. */
export function drawBranch(chart: Chart, surface: Surface, scales: Scales, cx: ChartContext, at_s: number): void {
  const { theme } = cx;
  const { width, height, headroom, unit } = scales;
  const draw = (): void => (chart.drawBranch ?? chart.draw)(cased(surface, theme), scales, cx);
  if (chart.axis === "own") {
    if (cx.facts.reading_s >= at_s) draw();
    return;
  }
  const x = Math.max(0, scales.x(at_s));
  if (x > width) return;
  surface.clip(x, -headroom, width - x + 2, height + headroom + 8 * unit, draw);
  drawInterventions(surface, scales, cx);
  if (scales.x(at_s) < 0) return;
  surface.polyline([x, -headroom, x, height], { color: theme.ink2, width: unit });
  // Where a row of marks or a strip stands, the word would hide some of it.
  if (chart.together || headroom > 0) return;
  const roomy = x > 40 * unit;
  const at = roomy ? x - 5 * unit : x + 5 * unit;
  const style = { color: theme.ink2, halo: theme.plate, align: roomy ? "right" : "left" } as const;
  surface.text(at, 8 * unit, say("chart.fork"), style);
}

/** The first branch's labels, each with the second one's value beside it. */
export function besides(slots: readonly Slot[], others: readonly Slot[]): Slot[] {
  const same = new Map(others.map((slot) => [keyOf(slot), slot]));
  // A flow whose algorithm differs has another name there: its one label is found by the flow, and says both.
  const alone = (list: readonly Slot[], flow: SourceName | undefined): Slot | undefined => {
    const own = list.filter((slot) => slot.flow === flow);
    return flow !== undefined && own.length === 1 ? own[0] : undefined;
  };
  return slots.map((slot) => {
    const like = same.get(keyOf(slot));
    const renamed = !like && alone(slots, slot.flow) ? alone(others, slot.flow) : undefined;
    const label = renamed ? `${slot.label} / ${renamed.label}` : slot.label;
    return { ...slot, label, other: (like ?? renamed)?.value ?? "–" };
  });
}
