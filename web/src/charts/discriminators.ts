/**
 * Discriminators: each rule that infers the cause of a loss, as a point: the share of the random losses that it calls congestion, which
 * costs the flow, against the share of the congestion losses that it recognizes, of which the rest costs others; with 95 % intervals,
 * against the diagonal of a coin. Where a run has losses of one cause only, the other error has no value: rows show the one there is. The points
 * are those of the flow in focus; while none is, they are the sums over all flows. Not here: judging and intervals (crate `measures`), the
 * request for them (laboratory/judge.ts).
 */
import { addMessages, num, plural, translate, withUnit } from "../i18n/catalogue.ts";
import words from "../i18n/en/discriminators.json" with { type: "json" };
import { labelWidth } from "../plot/labels.ts";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { ChartContext, Hit, Marked, OwnAxisChart } from "./chart.ts";
import { colorOf, labelOf, senders } from "./flow-styles.ts";
import { judgedFlow, type Place, placesOf, type Score, type Share, scoresOf, viewOf } from "./judged.ts";
import { type Named, placeNames } from "./point-labels.ts";

addMessages("en", words);

const word = (key: string, args: Record<string, string | number> = {}): string =>
  translate(`chart.discriminators.${key}`, args);

/** A line under the axis, px; in wider charts what is said there has one line. */
const LINE = 16;
const WIDE = 560;
/** Lower charts have no such lines, px. */
const LOW = 130;
/** A row lower than this has no name, px. */
const NAMED = 10;

const percent = (share: number): string => num(100 * share, 1, 1);

/** "82.5 % (76.4 to 87.3)" */
const shareText = ({ value, low, high }: Share): string =>
  word("share", { value: percent(value), low: percent(low), high: percent(high) });
const jText = ({ value, low, high }: Share): string =>
  word("j", { value: num(value, 2, 2), low: num(low, 2, 2), high: num(high, 2, 2) });

const whose = (facts: RunFacts): string => {
  const flow = judgedFlow(facts);
  return flow ? labelOf(flow) : plural("chart.discriminators.flows", senders(facts).length);
};

/** Flow, span and runs of the scores: "CDG, 0 to 60 s, 20 runs". */
function whichText(facts: RunFacts): string {
  const { done } = facts.judging ?? {};
  if (!done) return "";
  const [from, to] = done.span_s;
  const runs = plural("chart.discriminators.runs", done.runs);
  const which = word("which", { flow: whose(facts), from: num(from, 1), to: withUnit(to, "s", 1), runs });
  return facts.split ? word("first", { which }) : which;
}

/** The number of judged losses; receivers and senders may judge different ones. */
function lossesText(scores: readonly Score[]): string {
  const most = (of: (score: Score) => number): number => Math.max(0, ...scores.map(of));
  const missing = scores.filter((score) => !score.ofCongestion && !score.ofRandom).map(({ rule }) => rule);
  const text = word("losses", {
    congestion: plural(
      "chart.discriminators.congestion",
      most((score) => score.congestion),
    ),
    random: plural(
      "chart.discriminators.random",
      most((score) => score.random),
    ),
  });
  return missing.length > 0 && missing.length < scores.length
    ? `${text}; ${word("unjudged", { rules: missing.join(", ") })}`
    : text;
}

/** The computation in progress, or its error; empty at rest. */
function doingText(facts: RunFacts): string {
  const { share, fault } = facts.judging ?? {};
  if (fault != null) return word("fault", { message: fault });
  return share == null ? "" : word("computing", { share: num(100 * share) });
}

/** Scores that are missing from a run with losses of one cause, or of none. */
function lackText(scores: readonly Score[]): string {
  const view = viewOf(scores);
  return view === "both" ? "" : word(`lack.${view}`);
}

const state = (facts: RunFacts): string => {
  const { done, fault } = facts.judging ?? {};
  if (done || fault != null) return doingText(facts);
  return facts.judging ? word("empty") : word("elsewhere");
};

export const discriminatorsChart: OwnAxisChart & Marked = {
  id: "discriminators",
  axis: "own",
  flex: 1.6,
  secret: true,
  unit: (facts) => word(viewOf(scoresOf(facts)) === "both" ? "unit" : "unit.rows"),
  empty: (facts) => {
    const scores = scoresOf(facts);
    return scores.length > 0 ? lackText(scores) : state(facts) || word("empty");
  },
  full: (facts) => viewOf(scoresOf(facts)) !== "none",
  series: () => [],
  below: (_, width, height) => (height < LOW ? 0 : width < WIDE ? 2 * LINE : LINE),

  across(cx) {
    const view = viewOf(scoresOf(cx.facts));
    const label = word(view === "congestion" ? "axis.congestion" : "axis");
    return { min: 0, max: 1, ticks: [0, 0.25, 0.5, 0.75, 1], format: (value) => num(100 * value), label };
  },

  domain(cx) {
    const ticks = viewOf(scoresOf(cx.facts)) === "both" ? [0, 0.25, 0.5, 0.75, 1] : [];
    return { min: 0, max: 1, ticks, format: (value) => num(100 * value) };
  },

  draw(surface, scales, cx) {
    const scores = scoresOf(cx.facts);
    const view = viewOf(scores);
    const places = placesOf(scores);
    if (view === "both") {
      drawCoin(surface, scales, cx);
      drawIntervals(surface, scales, cx, places);
      drawNames(surface, scales, cx, places);
    } else if (view !== "none") {
      drawIntervals(surface, scales, cx, places);
      drawRowNames(surface, scales, cx, places);
      const style = { color: cx.theme.ink2, halo: cx.theme.plate, align: "right" } as const;
      surface.text(scales.width - 6 * scales.unit, 9 * scales.unit, lackText(scores), style);
    }
    drawDots(surface, scales, cx, places);
    drawNotes(surface, scales, cx, scores);
  },

  // In the order of their places, which takes the place of time.
  hits: (cx) =>
    placesOf(scoresOf(cx.facts)).map(({ x }, i) => ({
      t_s: i,
      value: x.value,
      flow: (judgedFlow(cx.facts) ?? senders(cx.facts)[0])?.name as Hit["flow"],
      signal: "discriminator",
      shape: "ring",
    })),

  place(hit, scales, cx) {
    const place = placesOf(scoresOf(cx.facts))[hit.t_s];
    return { x: scales.x(place?.x.value ?? 0), y: scales.y(place?.y.value ?? 0) };
  },

  read(hit, cx) {
    const place = placesOf(scoresOf(cx.facts))[hit.t_s];
    return place ? scoreText(place.score) : "";
  },

  describe(cx) {
    const scores = scoresOf(cx.facts);
    if (scores.length === 0) return state(cx.facts);
    const judged = scores.filter(({ j }) => j).sort((a, b) => (b.j?.value ?? 0) - (a.j?.value ?? 0));
    const best = judged[0];
    const coins = judged.filter(({ j }) => j && j.low <= 0 && j.high >= 0).length;
    const parts = [
      word("describe", { which: whichText(cx.facts), losses: lossesText(scores) }),
      lackText(scores),
      best?.j ? word("describe.best", { rule: best.rule, j: jText(best.j), coins, rules: judged.length }) : "",
      doingText(cx.facts),
    ];
    return parts.filter((part) => part !== "").join(" ");
  },

  rows(cx) {
    const column = (key: string): string => word(`column.${key}`);
    const shares = (share: Share | null, of = percent): string[] =>
      share ? [of(share.value), word("interval", { low: of(share.low), high: of(share.high) })] : ["–", "–"];
    return {
      header: ["rule", "a_c", "interval", "congestion", "a_w", "interval", "random", "j", "interval"].map(column),
      rows: scoresOf(cx.facts).map((score) => [
        score.rule,
        ...shares(score.ofCongestion),
        num(score.congestion),
        ...shares(score.ofRandom),
        num(score.random),
        ...shares(score.j, (value) => num(value, 2, 2)),
      ]),
    };
  },
};

/** All numbers of a discriminator in words. */
function scoreText(score: Score): string {
  const part = (cause: "congestion" | "random", share: Share | null, right: number, n: number): string =>
    share
      ? word(`read.${cause}`, { share: shareText(share), right: num(right), n: num(n) })
      : word(`read.${cause}.none`);
  const parts = [
    part("congestion", score.ofCongestion, score.congestionRight, score.congestion),
    part("random", score.ofRandom, score.randomRight, score.random),
    ...(score.j ? [word("read.j", { j: jText(score.j) })] : []),
  ];
  return `${score.rule}: ${parts.join("; ")}.`;
}

/** The diagonal of a coin, whatever its sides, and the corner of the truth. */
function drawCoin(surface: Surface, scales: Scales, { theme }: ChartContext): void {
  const { unit, width, height } = scales;
  const dash = [5 * unit, 4 * unit];
  surface.polyline([0, height, width, 0], { color: theme.ink2, width: unit, dash });
  const style = { color: theme.ink2, halo: theme.plate } as const;
  const [x, y] = [0.72 * width, 0.28 * height];
  surface.text(x + 10 * unit, y + 12 * unit, word("coin"), { ...style, near: { x, y } });
  surface.text(8 * unit, 10 * unit, word("truth"), style);
  surface.text(width - 6 * unit, height - 10 * unit, word("down"), { ...style, align: "right" });
}

function drawIntervals(surface: Surface, scales: Scales, { theme }: ChartContext, places: readonly Place[]): void {
  const style = { color: theme.ink3, width: scales.unit, alpha: 0.75 };
  for (const { x, y } of places) {
    const [at, up] = [scales.x(x.value), scales.y(y.value)];
    surface.polyline([scales.x(x.low), up, scales.x(x.high), up], style);
    if (y.high > y.low) surface.polyline([at, scales.y(y.low), at, scales.y(y.high)], style);
  }
}

function drawDots(surface: Surface, scales: Scales, { theme, facts }: ChartContext, places: readonly Place[]): void {
  const flow = judgedFlow(facts);
  const color = flow ? colorOf(theme, flow) : theme.ink;
  for (const { x, y } of places)
    surface.mark(scales.x(x.value), scales.y(y.value), "dot", { color, size: 8 * scales.unit });
}

/** Names beside their points, on a piece of ground each, which keeps them legible over intervals. */
function drawNames(surface: Surface, scales: Scales, { theme }: ChartContext, places: readonly Place[]): void {
  const points = places.map(
    ({ score, x, y }): Named => ({ x: scales.x(x.value), y: scales.y(y.value), name: score.rule }),
  );
  const names = placeNames(points, scales);
  for (const { leader } of names) if (leader) surface.polyline([...leader], { color: theme.ctl, width: scales.unit });
  for (const { lines, box } of names) {
    surface.rect(box.x0 - 1, box.y0, box.x1 - box.x0 + 2, box.y1 - box.y0, { fill: theme.plate, alpha: 0.85 });
    for (const { x, y, name } of lines) surface.text(x, y, name, { color: theme.ink });
  }
}

/** Names of rows: behind the interval, or before it where there is no room. */
function drawRowNames(surface: Surface, scales: Scales, { theme }: ChartContext, places: readonly Place[]): void {
  const { unit, width, height } = scales;
  if (height / places.length < NAMED * unit) return;
  for (const { score, x, y } of places) {
    const [low, high] = [scales.x(x.low) - 8 * unit, scales.x(x.high) + 8 * unit];
    const behind = high + labelWidth(score.rule, unit) <= width;
    const style = { color: theme.ink, align: behind ? "left" : "right" } as const;
    surface.text(behind ? high : low, scales.y(y.value), score.rule, style);
  }
}

/** Under the axis: whose scores, of which runs, and how many losses; or how far it is with new ones. */
function drawNotes(surface: Surface, scales: Scales, { theme, facts }: ChartContext, scores: readonly Score[]): void {
  if (!scales.below || scores.length === 0) return;
  const { unit } = scales;
  const left = -26 * unit;
  const [first, second] = [whichText(facts), doingText(facts) || lossesText(scores)];
  const lines = scales.below.height > LINE * unit ? [first, second] : [`${first}: ${second}`];
  for (const [i, line] of lines.entries())
    surface.text(left, scales.below.top + (LINE * i + 6) * unit, line, { color: theme.ink2 });
}
