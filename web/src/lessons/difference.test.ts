/** Feedback to an answer: it names a missed feature, and never praises an answer that misses the point. */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { factsOf, LANGUAGES } from "../../../scripts/lessons-data.ts";
import { sourceName } from "../engine/protocol.ts";
import { addMessages, type Catalogue, setLanguage } from "../i18n/catalogue.ts";
import { levelsOf } from "../run_view/drawn-curve.ts";
import { measure } from "../session/measures.ts";
import type { Answer } from "./answers.ts";
import { difference } from "./difference.ts";
import { isRight } from "./judge.ts";
import { LESSONS } from "./registry.ts";
import { scenarioOf } from "./shown-runs.ts";
import { ran } from "./testing/engine.ts";
import type { AskDraw, AskPoints, Row } from "./types.ts";

const root = join(import.meta.dirname, "../../..");
const read = import.meta.glob<Catalogue>("../i18n/*/lessons.json", { eager: true, import: "default" });
for (const lang of LANGUAGES) addMessages(lang, read[`../i18n/${lang}/lessons.json`] ?? {});
beforeAll(() => setLanguage("en"));

describe("points of random_loss", () => {
  const facts = factsOf(root, "random_loss");
  const ask = facts.asks.find((one) => one.kind === "points") as AskPoints;
  const value = (row: Row): number => measure(ran(scenarioOf(facts.scenarios, row)), row.of) ?? Number.NaN;
  const rows = new Map((ask.compared.bars ?? []).map((row) => [row.id, { value: value(row), note: null }]));
  const told = (...values: number[]): string | null =>
    difference(
      { kind: "points", steps: values.map((each) => (each - ask.min) / ask.step) },
      {
        ask,
        run: { summary: null, settings: null },
        curve: undefined,
        bands: facts.bands,
        found: { rows, traces: new Map() },
        words: (id) => id,
      },
    );

  test("a straight line is told to be one, by the order of the rows and by the loss itself", () => {
    for (const line of [
      [98, 78, 58, 38, 18],
      [98, 96, 90, 66, 14],
    ]) {
      expect(told(...line)).toContain("straight line");
      expect(told(...line)).toContain("four times the loss halves the share");
      expect(told(...line)).not.toMatch(/shape is right|close/i);
    }
  });

  test("what follows the law is not told to be straight", () => {
    for (const curve of [
      [100, 94, 52, 22, 12],
      [100, 80, 40, 20, 12],
    ])
      expect(told(...curve)).toMatch(/shape is right|very close/);
  });

  test("the run keeps the law that is named: four times the loss leaves about half", () => {
    const share = (id: string): number => rows.get(id)?.value ?? Number.NaN;
    expect(ask.law).toBe("fourfold");
    expect(share("two") / share("half")).toBeGreaterThan(0.4);
    expect(share("two") / share("half")).toBeLessThan(0.6);
  });
});

describe("the curve of sawtooth", () => {
  const facts = factsOf(root, "sawtooth");
  const ask = facts.asks.find((one) => one.kind === "draw") as AskDraw;
  const run = ran(scenarioOf(facts.scenarios, ask.show));
  const curve = run.curve(sourceName(ask.flow), ask.signal, ask.from_s, ask.to_s);
  const told = (values: readonly number[] | null): string | null =>
    difference(values === null ? { kind: "unknown" } : { kind: "draw", levels: levelsOf(ask, values) }, {
      ask,
      run,
      curve,
      bands: facts.bands,
      found: undefined,
      words: (id) => id,
    });

  test("the right sketch is right, each other one is told what it misses", () => {
    expect(told(ask.sketches.saw ?? [])).toMatch(/The shape is right\.$|very close\.$/);
    expect(told(ask.sketches.tenth ?? [])).toMatch(/does not fall far enough/);
    expect(told(ask.sketches.slow ?? [])).toMatch(/too few cycles/);
    expect(told(ask.sketches.ground ?? [])).toMatch(/falls too far/);
  });

  test("the sketches are straight segments, not the run's own curve", () => {
    for (const [name, values] of Object.entries(ask.sketches)) {
      const steps = values.slice(1).map((value, i) => value - (values[i] ?? 0));
      for (const [i, step] of steps.entries()) {
        const before = steps[i - 1] ?? 0;
        if (step > 0 && before > 0) expect(Math.abs(step - before), name).toBeLessThanOrEqual(1);
      }
    }
  });

  test("a saw with a minimum or a number of teeth of its own is not told to be right", () => {
    const saw = (low: number, count: number): number[] =>
      Array.from({ length: 24 }, (_, i) => {
        const place = ((i * count) / 23) % 1;
        return i === 0 ? 68 : low + (68 - low) * place;
      });
    expect(told(saw(49, 6))).toContain("does not fall far enough");
    expect(told(saw(34, 3))).toContain("too few cycles");
    for (const values of [saw(49, 6), saw(34, 3)]) expect(told(values)).not.toMatch(/shape is right|very close/);
  });

  test("each number of the run is one number, not a band", () => {
    for (const values of [ask.sketches.saw ?? [], null]) {
      expect(told(values)).toMatch(/minimum (34|\d+\D*34)/i);
      expect(told(values)).not.toMatch(/\d to \d/);
    }
  });

  test("what is shown before the question rises only: all four sketches go on from it", () => {
    const { until_s = 0, span = [0, 0] } = facts.hook;
    expect(until_s).toBe(ask.from_s);
    const known = run.curve(sourceName(ask.flow), ask.signal, span[0], until_s).filter((_, i) => i % 2 === 1);
    expect([...known].sort((a, b) => a - b)).toEqual([...known]);
    for (const [name, values] of Object.entries(ask.sketches))
      expect(Math.abs((values[0] ?? 0) - (known.at(-1) ?? 0)), name).toBeLessThan(3);
  });
});

describe("sketches that may be taken instead of drawing", () => {
  const drawn = LESSONS.flatMap((id) => {
    const facts = factsOf(root, id);
    return facts.asks.flatMap((ask) => (ask.kind === "draw" ? [{ id, facts, ask }] : []));
  });

  test.each(drawn)("$id: the first misses nothing, each other one something", ({ facts, ask }) => {
    const run = ran(scenarioOf(facts.scenarios, ask.show));
    const curve = run.curve(sourceName(ask.flow), ask.signal, ask.from_s, ask.to_s, ask.rate_s);
    const against = { ask, run, curve, bands: facts.bands, found: undefined, words: (id: string) => id };
    const right = Object.values(ask.sketches).map((values) =>
      isRight({ kind: "draw", levels: levelsOf(ask, values) }, against),
    );
    expect(right).toEqual([true, false, false, false]);
  });
});

test("an answer is right within its band's tolerance, as the right option, or in the right order", () => {
  const right = (lesson: string, id: string, answer: Answer): boolean => {
    const facts = factsOf(root, lesson);
    const ask = facts.asks.find((one) => one.id === id);
    if (!ask) throw new Error(`${lesson}: ${id}`);
    const run = ran(scenarioOf(facts.scenarios, ask.show));
    return isRight(answer, { ask, run, curve: undefined, bands: facts.bands, found: undefined });
  };
  expect([2.25, 5].map((value) => right("window", "speed", { kind: "number", value }))).toEqual([true, false]);
  const taken = ["same", "double"].map((option) => right("window", "larger", { kind: "choose", option }));
  expect(taken).toEqual([true, false]);
  const cards = ["v6", "v4", "v2", "v1"];
  expect(right("delay_signal", "six", { kind: "order", cards })).toBe(true);
  expect(right("delay_signal", "six", { kind: "order", cards: cards.toReversed() })).toBe(false);
  expect(right("window", "speed", { kind: "unknown" })).toBe(false);
});
