/**
 * Every lesson against the engine: each band is a line, over the seeds 1 to 5; each goal fails where it begins and at both
 * ends of every control, and holds at its stated solution. What else rests on the lessons' runs is in `testing` and tested with them, so
 * that a run of several is simulated once: numbers of sentences (headings.ts), sketches, texts, the page's parts (parts.ts).
 * `npm run lessons` prints the lines; `SAWTOOTH_LESSON=window npm run lessons` those of one.
 */

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { VALUES } from "../../../scripts/lessons-data.ts";
import { controlsOf } from "../controls/control-names.ts";
import { sourceName } from "../engine/protocol.ts";
import { POINTS } from "../run_view/drawn-curve.ts";
import { looksOf } from "../session/facts.ts";
import { type Scalar, valueAt } from "../session/scenario.ts";
import { tables } from "../session/setting-tables.ts";
import { bandOf, givenRun, ownRow } from "./compared.ts";
import { featureOf } from "./curve.ts";
import { foundIt, stateAt } from "./find.ts";
import { BUSY } from "./pictures.ts";
import { LESSONS } from "./registry.ts";
import { comparisonOf, scenarioOf, steadyRun, unmet } from "./shown-runs.ts";
import { endsOf, valueText } from "./tell.ts";
import { type Ran, ran, ranOf, valueIn } from "./testing/engine.ts";
import { fileOf, lessonOf, root } from "./testing/files.ts";
import "./testing/headings.ts";
import "./testing/parts.ts";
import "./testing/sketches.ts";
import "./testing/test-answers.ts";
import "./testing/texts.ts";
import type { Ask, Band, Facts, Find, Goal, Row } from "./types.ts";

const SEEDS = [1, 2, 3, 4, 5];

const runOf = (
  facts: Facts,
  what: { scenario: string; set?: Record<string, Scalar> },
  more: Record<string, Scalar>,
): Ran => ran(scenarioOf(facts.scenarios, what, more));

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Whether something holds of three of the five seeds: after three it is asked of no more. */
function mostOf(holds: (seed: number) => boolean): boolean {
  let found = 0;
  return SEEDS.some((seed) => holds(seed) && ++found === 3);
}

function valuesOf(facts: Facts, band: Band): number[] {
  return SEEDS.map((seed) => valueIn(ranOf(facts.scenarios, band, { seed }), band.of) ?? Number.NaN);
}

/** A row's value under a seed. */
function rowValue(facts: Facts, ask: Ask, id: string, seed: number): number {
  const row = ask.compared?.bars?.find((one) => one.id === id);
  return (row && valueIn(ranOf(facts.scenarios, row, { seed }), row.of)) ?? Number.NaN;
}

/** The document with which a goal's run begins. */
function begun(facts: Facts, goal: Goal): { scenario: string; set?: Record<string, Scalar> } {
  return { scenario: goal.scenario ?? facts.play.scenario, set: goal.set ?? facts.play.set };
}

/** For each unlocked control of a goal: the settings at each of its ends, or with each of its words. */
function ends(facts: Facts, goal: Goal): Record<string, Scalar>[] {
  const start = runOf(facts, begun(facts, goal), {});
  const looks = looksOf(start.settings, 1, tables);
  return facts.play.controls
    .filter((control) => !goal.lock?.includes(control.name))
    .flatMap((control) => {
      const { shown } = controlsOf([control.name], start.settings, looks);
      return shown.flatMap((each) => {
        if (each.kind !== "field") return [];
        const domain = tables.settingAt(each.paths[0] ?? "", start.settings)?.domain;
        const own = domain?.type === "number" ? [domain.min, domain.max] : [false, true];
        const paths = [...each.paths, ...(control.also ?? [])];
        return (control.ends ?? own).map((end) => Object.fromEntries(paths.map((path) => [path, end])));
      });
    });
}

/** Settings of the lists of algorithms, one at a time. */
function offered(facts: Facts, settings: unknown): Record<string, Scalar>[] {
  return facts.play.controls.flatMap(({ name, kinds = [] }) => {
    const { shown } = controlsOf([name], settings, looksOf(settings, 1, tables));
    const paths = shown.flatMap((each) => (each.kind === "algorithm" ? each.paths : []));
    return paths.flatMap((path) => kinds.map((kind) => ({ [path]: kind })));
  });
}

/** Hundreds of runs: a shared machine may stall for a while. */
const PATIENCE_MS = 120_000;

/** The one lesson to run, while it is written: its author does not wait for all. */
const only = process.env.SAWTOOTH_LESSON;
for (const id of LESSONS.filter((each) => each === (only ?? each))) {
  const facts = lessonOf(id);
  describe(id, { timeout: PATIENCE_MS }, () => {
    for (const band of facts.bands) {
      const values = valuesOf(facts, band);
      const { low, high, unit } = endsOf(band);
      const shown = values.map((value) => valueText(band.of, value, band.unit)).join(", ");
      test(`${id} ${band.id}: ${band.of} from ${low} to ${high} ${unit}; seeds 1 to 5: ${shown}`, () => {
        const [least, most] = band.band;
        for (const value of band.median ? [median(values)] : values) {
          expect(value).toBeGreaterThanOrEqual(least ?? Number.NEGATIVE_INFINITY);
          expect(value).toBeLessThanOrEqual(most ?? Number.POSITIVE_INFINITY);
        }
      });
    }

    for (const goal of facts.goals) {
      if (goal.find) {
        const { source, states, at_s } = goal.find;
        const holdsAt = (t_s: number): number =>
          SEEDS.filter((seed) => {
            const run = runOf(facts, begun(facts, goal), { seed });
            const { duration_s } = facts.scenarios[facts.play.scenario] as { duration_s: number };
            const words = states.map((signal) =>
              stateAt(run.curve(sourceName(source), signal, 0, duration_s), signal, t_s),
            );
            return foundIt(goal.find as Find, words);
          }).length;
        test(`${id} goal ${goal.id} is not met at 0 s, but at ${at_s} s`, () => {
          expect(holdsAt(0)).toBe(0);
          expect(holdsAt(at_s)).toBeGreaterThanOrEqual(3);
        });
        continue;
      }
      const holds = (more: Record<string, Scalar>) => (seed: number) =>
        unmet(runOf(facts, begun(facts, goal), { ...more, seed }), goal.all).length === 0;
      test(`${id} goal ${goal.id} fails where it begins`, () => expect(SEEDS.filter(holds({}))).toEqual([]));
      test(`${id} goal ${goal.id} holds at ${JSON.stringify(goal.solution)}`, () =>
        expect(mostOf(holds(goal.solution))).toBe(true));
      if (!goal.more)
        test(`${id} goal ${goal.id} fails at both ends of every control`, () => {
          for (const end of ends(facts, goal)) expect(SEEDS.filter(holds(end)), JSON.stringify(end)).toEqual([]);
        });
    }

    test(`${id}: what is asked has its band, its right option, its run`, () => {
      const explained = fileOf(id, "en")?.parts.explain?.text ?? "";
      const told = [...explained.matchAll(/<saw-num of="([^"]+)"/g)].map((match) => match[1] ?? "");
      for (const [i, ask] of facts.asks.entries()) {
        // The text's numbers are of a run that keeps its settings.
        const steady = steadyRun(facts.asks, i, facts.scenarios, told);
        expect(steady).toBeGreaterThanOrEqual(0);
        if (ask.show.then) expect(steady).toBeLessThan(i);
        scenarioOf(facts.scenarios, ask.show);
        const comparison = comparisonOf(facts.scenarios, ask.show);
        for (const other of comparison?.others ?? []) expect(ran(other).summary).toBeDefined();
        if (ask.kind === "number") {
          const band = facts.bands.find((one) => one.id === ask.band) as Band;
          const { low, high } = endsOf(band);
          expect(low).toBeGreaterThan(ask.min);
          expect(high).toBeLessThan(ask.max);
          // The reader's number is drawn on the bar that it is of.
          if (ask.compared?.bars) expect(bandOf([band], ownRow(ask) as Row), ask.id).toBe(band);
        }
        if (ask.drops !== undefined)
          expect(runOf(facts, ask.show, {}).curve(sourceName(ask.drops), "drop_queue", 0, 1e3).length).toBeGreaterThan(
            0,
          );
        if (ask.kind === "choose") expect(ask.options).toContain(ask.right);
        if (ask.kind === "draw") {
          for (const values of Object.values(ask.sketches)) expect(values.length).toBe(POINTS);
          // The judgement holds of the run itself, read as a drawing is.
          for (const seed of SEEDS) {
            const curve = runOf(facts, ask.show, { seed }).curve(
              sourceName(ask.flow),
              ask.signal,
              ask.from_s,
              ask.to_s,
              ask.rate_s,
            );
            const values = curve.filter((_, i) => i % 2 === 1);
            for (const { name, band } of ask.features) {
              expect(featureOf(name, [...values], ask.max), name).toBeGreaterThanOrEqual(band[0]);
              expect(featureOf(name, [...values], ask.max), name).toBeLessThanOrEqual(band[1]);
            }
          }
        }
        if (ask.kind === "order") {
          expect([...ask.right].sort()).toEqual([...ask.cards].sort());
          expect(ask.right).not.toEqual(ask.cards);
          // The runs themselves are in that order, whether it falls or rises.
          for (const seed of SEEDS) {
            const values = ask.right.map((card) => rowValue(facts, ask, card, seed));
            const rising = (values.at(-1) as number) > (values[0] as number);
            expect([...values].sort((a, b) => (rising ? a - b : b - a))).toEqual(values);
          }
        }
        if (ask.kind === "points") {
          const rows = ask.compared.bars ?? [];
          expect(rows.filter((row) => ask.points.includes(row.id)).map((row) => row.id)).toEqual(ask.points);
          // An answer that an earlier run has given is shown as known (givenRun), not asked for.
          for (const row of rows) expect(ask.points.includes(row.id), row.id).toBe(givenRun(facts, ask, row) === null);
          for (const row of ask.compared.bars ?? []) expect(bandOf(facts.bands, row)).toBeDefined();
        }
        for (const row of ask.compared?.bars ?? []) expect(rowValue(facts, ask, row.id, 1)).not.toBeNaN();
        for (const row of [...(ask.compared?.bars ?? []), ...(ask.compared?.traces ?? [])])
          if (row.note) expect(valueIn(runOf(facts, row, {}), row.note), row.note).not.toBeNull();
      }
      for (const control of facts.play.controls) {
        const known = Object.keys(facts.scenarios).some((scenario) => {
          const names = (settings: unknown): boolean =>
            controlsOf([control.name], settings, looksOf(settings, 1, tables)).unknown.length === 0;
          const { settings } = runOf(facts, { scenario }, {});
          // Some there are only with an algorithm that another one offers.
          return (
            names(settings) ||
            offered(facts, settings).some((set) => names(runOf(facts, { scenario, set }, {}).settings))
          );
        });
        expect(known, control.name).toBe(true);
      }
      expect(facts.asks.length).toBeGreaterThan(0);
      expect(facts.transfer.options).toContain(facts.transfer.right);
      for (const need of facts.needs) expect(LESSONS).toContain(need);
    });
  });
}

test("texts/values.csv has what the runs give: `npm run lessons -- -u` writes it anew", {
  timeout: PATIENCE_MS,
}, async () => {
  const lines = LESSONS.flatMap((id) => {
    const facts = lessonOf(id);
    return facts.bands.map((band) => {
      const own = valueIn(ranOf(facts.scenarios, band, {}), band.of) ?? Number.NaN;
      const values = valuesOf(facts, band);
      const numbers = [own, Math.min(...values), Math.max(...values)].map((value) => Number(value.toPrecision(6)));
      return [id, band.id, ...numbers].join(",");
    });
  });
  const text = ["lesson,band,own seed,seeds 1 to 5 minimum,maximum", ...lines, ""].join("\n");
  await expect(text).toMatchFileSnapshot(join(root, VALUES));
});

test("the picture of the busy link shows the lesson's own link and window", () => {
  const { a } = lessonOf("window").scenarios;
  const run = runOf(lessonOf("window"), { scenario: "a" }, {});
  expect(BUSY.packets).toBe(valueAt(a, "flows.one.receive_window_packets"));
  expect(BUSY.rtt_ms).toBeCloseTo(valueIn(run, "flows.one.rtt_ms.p50") ?? 0, 1);
  // The link is busy for the window's packets, headers included.
  expect((BUSY.packets * BUSY.packet_ms) / BUSY.rtt_ms).toBeCloseTo(valueIn(run, "bottleneck.utilisation") ?? 0, 2);
});
