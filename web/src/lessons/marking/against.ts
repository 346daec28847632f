/**
 * The runs that the answers to a lesson are judged by, as the student's page has them: each question's own run, with the curve that is
 * drawn, and the runs of its figure. Not here: judging (lessons/judge.ts), computing (mark.ts).
 */
import type { CurveWish, OtherRun } from "../../compare/other-runs.ts";
import { sourceName } from "../../engine/protocol.ts";
import type { Scenario } from "../../session/scenario.ts";
import { stepsOf } from "../answers.ts";
import { type Found, rowOf, valueIn, wishesOf } from "../compared.ts";
import { inMbps, seriesOf } from "../curve.ts";
import type { Against } from "../judge.ts";
import { scenarioOf } from "../shown-runs.ts";
import type { Ask, AskPoints, Facts } from "../types.ts";

/** Asks for a run, with curves of it. */
export type Run = (scenario: Scenario, wishes: readonly CurveWish[]) => Promise<OtherRun>;
type Lesson = Pick<Facts, "asks" | "bands" | "scenarios">;

/** The run of the first question, whose digest is handed in. */
export const firstRun = ({ asks, scenarios }: Lesson): Scenario | null =>
  asks[0] ? scenarioOf(scenarios, asks[0].show) : null;

/** Runs and bands for each question, in the lesson's order. All runs but those of searches are asked for at once. */
export function againstOf(lesson: Lesson, run: Run): Promise<Against[]> {
  const { bands, scenarios } = lesson;
  return Promise.all(
    lesson.asks.map(async (ask): Promise<Against> => {
      const beside: Against = {
        ask,
        run: { summary: null, settings: null },
        curve: undefined,
        bands,
        found: undefined,
      };
      if (ask.kind === "points") return { ...beside, found: await figureOf(ask, scenarios, run) };
      // A choice and an order are judged without.
      if (ask.kind !== "number" && ask.kind !== "draw") return beside;
      const of = bandOf(ask, bands);
      const wishes = ask.kind === "draw" ? [drawnCurve(ask)] : wishesOf(of);
      const own = await run(scenarioOf(scenarios, ask.show), wishes);
      if (ask.kind === "number")
        return {
          ...beside,
          run: wishes.length > 0 ? { ...own, traced: { [of]: valueIn(own, of) ?? Number.NaN } } : own,
        };
      const [points] = own.curves;
      return { ...beside, run: own, curve: ask.rate_s !== undefined && points ? inMbps(points) : points };
    }),
  );
}

/** The most runs of a lesson's searches beside the first of each, by their scenarios: which ones depends on those before. */
export const searchesOf = ({ asks, scenarios }: Lesson): Scenario[] =>
  asks.flatMap(({ kind, compared }) =>
    (kind === "points" ? (compared?.bars ?? []) : []).flatMap((row) => {
      const values = row.smallest ? stepsOf(row.smallest) + 1 : 1;
      return Array.from({ length: Math.floor(Math.log2(values)) }, () => scenarioOf(scenarios, row));
    }),
  );

const bandOf = (ask: Ask, bands: Facts["bands"]): string =>
  (ask.kind === "number" && bands.find((one) => one.id === ask.band)?.of) || "";

const drawnCurve = (ask: Ask & { kind: "draw" }): CurveWish => ({
  series: seriesOf(sourceName(ask.flow), ask.signal, ask.rate_s),
  t0_s: ask.from_s,
  t1_s: ask.to_s,
});

/** Values of the rows of a question's figure. */
async function figureOf({ compared }: AskPoints, scenarios: Facts["scenarios"], run: Run): Promise<Found> {
  const rows = (compared.bars ?? []).map(async (row) => [row.id, await rowOf(row, scenarios, run)] as const);
  return { rows: new Map(await Promise.all(rows)), traces: new Map() };
}
