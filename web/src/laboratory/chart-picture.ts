/**
 * A chart of the laboratory as a picture to take away: fetched anew for the picture's own width, with all that the screen lays
 * over it. Not here: how a picture is drawn (charts/picture.ts), files (exports.ts).
 */
import type { Chart, ChartContext, Overlay } from "../charts/chart.ts";
import { exactOf, exactRequest } from "../charts/exact.ts";
import { distinct, seriesOf } from "../charts/feed.ts";
import { truly } from "../charts/kinds.ts";
import type { Laid } from "../charts/overlaid.ts";
import type { Ruler } from "../charts/overlay.ts";
import { columnsOf, pictureLayout, pictureOf, type Seen, stretchOf } from "../charts/picture.ts";
import { chartOf } from "../charts/registry.ts";
import { paperTheme } from "../design/theme.ts";
import type { Frame, ViewRequest } from "../engine/protocol.ts";
import type { Around } from "../plot/picture-frame.ts";
import type { Ends } from "../plot/scale.ts";
import { fine } from "../session/full-resolution.ts";
import type { RunFacts } from "../session/run-facts.ts";

/** Contents of the charts: the run under all, and its overlays. */
export interface Shown {
  request(view: ViewRequest): Promise<Frame>;
  facts: RunFacts;
  overlays: readonly Overlay[];
  /** Of an open chart: its range of y, its ruler and its size. */
  plot(id: string): { range: Ends | null; ruler: Ruler | null; layout: Seen | null } | null;
}

/** A chart as an SVG document. */
export async function chartPicture(shown: Shown, id: string, around: Around): Promise<string> {
  const chart = chartOf(id);
  if (!chart) throw new Error(id);
  const { facts, overlays } = shown;
  const { t0_s, t1_s, playhead_s } = facts;
  // Values are read at the playhead, or at the end of what is shown.
  const reading_s = playhead_s >= t0_s && playhead_s <= t1_s ? playhead_s : Math.min(t1_s, facts.computed_s);
  const own = overlays.find((overlay) => overlay.run);
  const read = { ...facts, reading_s, split: own !== undefined, split_s: own?.from_s };
  const plot = shown.plot(id);
  const context = (run: Pick<Shown, "request" | "facts">): Promise<ChartContext> =>
    contextOf(chart, { request: run.request, facts: run.facts }, plot?.range ?? null, plot?.layout ?? null);
  const cx = await context({ request: shown.request, facts: read });
  const laid: Laid[] = [];
  for (const overlay of overlays) {
    const { run } = overlay;
    const { log, focus } = read;
    const facts = run && { ...run.facts, t0_s, t1_s, reading_s, playhead_s, log, focus, split_s: overlay.from_s };
    laid.push({ overlay, cx: run && facts ? await context({ request: run.request, facts }) : cx });
  }
  return pictureOf(chart, cx, around, laid, plot?.ruler ?? null, plot?.layout ?? null);
}

/** The series of a run as the picture of a chart needs them. */
async function contextOf(
  chart: Chart,
  { request, facts: seen }: Pick<Shown, "request" | "facts">,
  held: Ends | null,
  shape: Seen | null,
): Promise<ChartContext> {
  const { plotWidth } = pictureLayout(chart, { facts: seen }, shape);
  const [from, to] = stretchOf(chart, seen);
  const facts = { ...seen, columns: (plotWidth * (seen.t1_s - seen.t0_s)) / (to - from) };
  const series = distinct(chart.series(facts, plotWidth));
  const frame = await fine(request, { t0_s: from, t1_s: to, columns: columnsOf(chart, plotWidth, to - from), series });
  const instant = exactRequest(seen.reading_s, series);
  const exact = await fine(request, instant);
  const at = exactOf(exact, seriesOf(instant.series, exact.series), 0);
  return {
    facts: { ...facts, computed_s: Math.min(facts.duration_s, frame.computed_s) },
    series: truly({ get: seriesOf(series, frame.series).get, at }, facts),
    theme: paperTheme(),
    held,
    must: held !== null,
  };
}
