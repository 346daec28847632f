/**
 * Whether flows are drawn by algorithm, and by what: the laboratory brings it along (groups.ts); the widget, whose size is
 * bounded and which takes twenty flows at most, draws each. Not here: any drawing.
 */
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { MOST_FLOWS, type RunFacts } from "../session/run-facts.ts";
import type { Chart, ChartContext, Slot } from "./chart.ts";
import { senders } from "./flow-styles.ts";

/** How flows are drawn by algorithm; `id` is the chart's. */
export interface Grouping {
  /** The chart's unit, with what bands and lines are. */
  groupUnit(unit: string): string;
  /** The greatest value that is drawn. */
  groupTop(cx: ChartContext, id: string): number;
  drawGroups(surface: Surface, scales: Scales, cx: ChartContext, id: string): void;
  groupSlots(scales: Scales, cx: ChartContext, id: string): Slot[];
  describeGroups(cx: ChartContext, id: string): string;
  groupRows(cx: ChartContext, id: string): ReturnType<Chart["rows"]>;
  /** Of each algorithm the median, one value for each pixel column. */
  mediansOf(cx: ChartContext, id: string, scales: Scales): Float64Array[];
}

let known: Grouping | null = null;

/** Learns to draw flows by algorithm. */
export function learnGroups(groups: Grouping): void {
  known = groups;
}

/** How flows are drawn by algorithm; null where each is drawn. */
export const groupsFor = (facts: RunFacts): Grouping | null => (senders(facts).length > MOST_FLOWS ? known : null);
