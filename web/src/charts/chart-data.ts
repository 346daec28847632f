/**
 * What one chart on the page shows at a moment: the run and what is laid over it, with the data that have come of each. Not here: how
 * data are fetched (feed.ts), where they are drawn (data-canvas.ts).
 */
import type { Chart, ChartContext, Overlay, OverlayRun } from "./chart.ts";
import type { Exact, Exacts } from "./exact.ts";
import type { Answer, Part } from "./feed.ts";
import { truly } from "./kinds.ts";
import type { Moment } from "./moment.ts";
import { isOfFacts, type Laid } from "./overlaid.ts";

const NOTHING = { get: (): Float64Array => new Float64Array(0) };

export class ChartData {
  readonly #chart: Chart;
  cx: ChartContext | null = null;
  /** What is laid over the run, as far as its data have come. */
  laid: readonly Laid[] = [];
  /** Not all that the chart draws has come: what is drawn stays until then. */
  waits = true;
  /** Counts answers of exact values. */
  version = 0;
  #answer: Answer | null = null;

  constructor(chart: Chart) {
    this.#chart = chart;
  }

  /** Whether it has what it draws: of charts with series data must have come. */
  get known(): boolean {
    return this.#answer !== null || isOfFacts(this.#chart);
  }

  /** How far the run as it stands is in the data, s; null without any. */
  get until_s(): number | null {
    return this.#answer?.until_s ?? null;
  }

  /** Counts answers; 0 without any. */
  get answered(): number {
    return this.#answer?.version ?? 0;
  }

  /** Takes what has come for a plot of `width` px with the range `held`. */
  take(moment: Moment, answer: Answer | null, exact: Exacts, width: number, held: ChartContext["held"]): void {
    const { facts, theme, overlays } = moment;
    const wanted = this.#chart.series(facts, width);
    this.waits = wanted.length > 0 && !answer?.series.has?.(wanted);
    if (this.waits) return;
    this.#answer = answer;
    this.version = exact.version;
    const shown = answer ? { ...facts, computed_s: Math.min(facts.duration_s, answer.frame.computed_s) } : facts;
    const columns = answer?.series ?? NOTHING;
    const series = truly(exact.first ? { get: columns.get, at: exact.first } : columns, facts);
    const second = answer?.second;
    const { from_s } = overlays.find(({ run }) => run) ?? {};
    const drawn = { ...shown, split: Boolean(second), split_s: second ? from_s : undefined };
    const cx: ChartContext = { facts: drawn, series, theme, held };
    this.cx = cx;
    this.laid = overlays.flatMap((overlay) => {
      if (!overlay.run) return [{ overlay, cx }];
      return second ? [{ overlay, cx: overlayContext(overlay, overlay.run, second, exact.second, cx, moment) }] : [];
    });
  }
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
