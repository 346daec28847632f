/**
 * Contents of one chart on the page at a moment: the run and what is laid over it, with the data that have come of each. Not here: how
 * data are fetched (feed.ts), where they are drawn (data-canvas.ts).
 */
import type { Ends } from "../plot/scale.ts";
import type { ChartContext, Overlay, OverlayRun } from "./chart.ts";
import type { Exact, Exacts } from "./exact.ts";
import type { Answer, Part } from "./feed.ts";
import { truly } from "./kinds.ts";
import type { Moment } from "./moment.ts";
import type { Laid } from "./overlaid.ts";

const NOTHING = { get: (): Float64Array => new Float64Array(0) };

export interface ChartData {
  cx: ChartContext;
  /** Overlays of the run, as far as their data have come. */
  laid: readonly Laid[];
  answer: Answer | null;
  /** Counts answers of exact values. */
  version: number;
}

/** Puts together what has come; `held`: the range that is shown. */
export function dataOf(
  moment: Moment,
  answer: Answer | null,
  { first, second: at, version }: Exacts,
  held: Ends | null,
): ChartData {
  const { facts, theme, overlays } = moment;
  const shown = answer ? { ...facts, computed_s: Math.min(facts.duration_s, answer.frame.computed_s) } : facts;
  const { get } = answer?.series ?? NOTHING;
  const second = answer?.second;
  const split_s = second ? overlays.find(({ run }) => run)?.from_s : undefined;
  const drawn = { ...shown, split: Boolean(second), split_s };
  const cx: ChartContext = { facts: drawn, series: truly(first ? { get, at: first } : { get }, facts), theme, held };
  const laid = overlays.flatMap((overlay) => {
    if (!overlay.run) return [{ overlay, cx }];
    return second ? [{ overlay, cx: overlayContext(overlay, overlay.run, second, at, cx, moment) }] : [];
  });
  return { cx, laid, answer, version };
}

/** The context of an overlay's own run, at the moment of the run under it. */
function overlayContext(
  { from_s }: Overlay,
  run: OverlayRun,
  part: Part,
  at: Exact | null,
  { theme, held }: ChartContext,
  moment: Moment,
): ChartContext {
  const { t0_s, t1_s, columns, reading_s, playhead_s } = moment.facts;
  const facts = { ...run.facts, t0_s, t1_s, columns, reading_s, playhead_s, split_s: from_s };
  const shown = { ...facts, computed_s: Math.min(facts.duration_s, part.frame.computed_s) };
  return { facts: shown, series: truly(at ? { get: part.series.get, at } : part.series, facts), theme, held };
}
