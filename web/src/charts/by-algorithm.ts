/**
 * Many flows as a transform of a chart: above twelve (design 3.6) it is drawn with each flow in the group of its algorithm, so
 * that colours, and parts of a stack, are algorithms'. Pure. Not here: which flows are in a group (groups.ts).
 */
import type { RunFacts } from "../session/run-facts.ts";
import type { Chart, ChartContext, Wish } from "./chart.ts";
import { focusOf } from "./flow-styles.ts";
import { grouped, isMany } from "./groups.ts";

/** A chart that draws many flows by algorithm, and others as it does by itself. */
export function byAlgorithm(chart: Chart): Chart {
  const seen = (cx: ChartContext): ChartContext => ({ ...cx, facts: grouped(cx.facts) });
  const { bands, drawCompared } = chart;
  return {
    ...chart,
    draw: (surface, scales, cx) => chart.draw(surface, scales, seen(cx)),
    ...(drawCompared && { drawCompared: (surface, scales, cx) => drawCompared(surface, scales, seen(cx)) }),
    ...(bands && { bands: (facts) => ofFocus(facts, bands(grouped(facts))) }),
    slots: (scales, cx) => chart.slots(scales, seen(cx)),
    describe: (cx) => chart.describe(seen(cx)),
    rows: (cx) => chart.rows(seen(cx)),
  };
}

/** The bands over many runs that are drawn: where there are many flows, of senders only that of the one in focus. */
function ofFocus(facts: RunFacts, wishes: Wish[]): Wish[] {
  const focus = focusOf(facts);
  return isMany(facts) ? wishes.filter(({ flow }) => !flow || flow.cross || flow.name === focus?.name) : wishes;
}
