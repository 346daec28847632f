/**
 * Draws a chart of the toy run as SVG, without a browser: for tests. Not here: the toy (toy.ts).
 */
import type { Theme } from "../../design/theme.ts";
import "../../i18n/charts.ts";
import type { Scales } from "../../plot/scale.ts";
import { svgSurface } from "../../plot/svg-surface.ts";
import type { RunFacts } from "../../session/run-facts.ts";
import type { Chart, ChartContext } from "../chart.ts";
import { distinct, seriesOf } from "../feed.ts";
import { type Layout, layoutOf, scalesOf } from "../geometry.ts";
import { drawPlot } from "../overlaid.ts";
import { xAxisOf } from "../x-axis.ts";
import { toyView } from "./reduce.ts";
import { DUEL, type ToyRun, toyFacts, toyRun } from "./toy.ts";
import { modelFacts, modelRun } from "./toy-model.ts";

/** Names in place of colours, so that a snapshot says which role was used. */
export const THEME: Theme = {
  page: "page",
  plate: "plate",
  sidebar: "sidebar",
  wash: "wash",
  ink: "ink",
  ink2: "ink-2",
  ink3: "ink-3",
  ctl: "ctl",
  line: "line",
  line2: "line-2",
  focus: "focus",
  wrong: "wrong",
  ok: "ok",
  state: "state",
  flows: ["flow-1", "flow-2", "flow-3", "flow-4", "flow-5", "flow-6", "flow-7", "flow-8"],
  drop: "drop",
  random: "random",
  backoff: "backoff",
  recovery: "recovery",
  timeout: "timeout",
  ecn: "ecn",
  dark: false,
  forced: false,
  sans: "sans-serif",
};

/** A made-up run to draw: its facts, and its series. */
interface Toy {
  facts(over: Partial<RunFacts>): RunFacts;
  run(): ToyRun;
}

const once = (make: () => ToyRun): (() => ToyRun) => {
  let made: ToyRun | null = null;
  return () => {
    made ??= make();
    return made;
  };
};
const TOY: Toy = { facts: (over) => toyFacts(DUEL, over), run: once(() => toyRun(DUEL)) };
/** Rates, phases and marks. */
export const MODEL: Toy = { facts: modelFacts, run: once(modelRun) };

/** Context, layout and scales of a chart of a toy run. */
export function stage(
  chart: Chart,
  over: Partial<RunFacts> = {},
  box = { width: 300, height: 110 },
  toy = TOY,
): { cx: ChartContext; layout: Layout; scales: Scales } {
  const facts = toy.facts(over);
  const layout = layoutOf(chart, facts, box, { small: false, gutter: 150, unit: 1, titled: 20 });
  const requests = distinct(chart.series(facts, layout.plotWidth));
  const span = chart.axis === "own" ? { t0_s: facts.reading_s - 12, t1_s: facts.reading_s } : facts;
  const view = { t0_s: span.t0_s, t1_s: span.t1_s, columns: layout.plotWidth, series: requests };
  const cx: ChartContext = {
    facts,
    series: seriesOf(requests, toyView(toy.run(), view, facts.computed_s).series),
    theme: THEME,
    held: null,
  };
  const scales = scalesOf(layout, xAxisOf(chart).across(chart, cx, []), chart.domain(cx, layout.plotHeight));
  return { cx, layout, scales };
}

/** The drawing of a chart as SVG. */
export function svgOf(
  chart: Chart,
  over: Partial<RunFacts> = {},
  box?: { width: number; height: number },
  toy = TOY,
): string {
  const { cx, layout, scales } = stage(chart, over, box, toy);
  const surface = svgSurface(THEME, 1);
  const { own } = xAxisOf(chart).across(chart, cx, []);
  drawPlot(
    chart,
    surface,
    { scales, range: chart.domain(cx, layout.plotHeight), own, times: [], grid: true },
    cx,
    [],
  )(surface);
  return surface.document(layout.width, layout.height, layout.left, layout.top);
}
