/** The log's lines: like events in a row are one, and so is a timer that ran out with the cut that it brings. */

import { expect, test } from "vitest";
import type { SourceName } from "../engine/protocol.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { ChartContext } from "./chart.ts";
import { linesOf } from "./log.ts";
import { DUEL, toyFacts } from "./testing/toy.ts";

/** A context with marks at these moments, s, by signal, all of the first flow. */
function context(marks: Record<string, number[]>): ChartContext {
  const facts: RunFacts = toyFacts(DUEL, { reading_s: 20, computed_s: 20 });
  const first = facts.flows[0]?.name;
  const get = (source: SourceName, signal: string) =>
    Float64Array.from(source === first ? (marks[signal] ?? []).flatMap((t_s) => [t_s, 1]) : []);
  return { facts, series: { get }, theme: {} as ChartContext["theme"], held: null };
}

const told = (marks: Record<string, number[]>) => linesOf(context(marks)).map(({ hit, n }) => [hit.t_s, hit.signal, n]);

test("a timeout and the cut at its instant are one line; a cut at another instant is its own", () => {
  expect(told({ timeout: [5], window_cut: [5, 9] })).toEqual([
    [5, "timeout", 1],
    [9, "window_cut", 1],
  ]);
});

test("like events faster than ten a second are one line", () => {
  expect(told({ window_cut: [5, 5.05, 5.14, 6] })).toEqual([
    [5, "window_cut", 3],
    [6, "window_cut", 1],
  ]);
});

test("an ECN mark is a line with a shape of its own, and no drop", () => {
  expect(told({ mark: [5], drop_queue: [6] })).toEqual([
    [5, "mark", 1],
    [6, "drop_queue", 1],
  ]);
  expect(linesOf(context({ mark: [5], drop_queue: [6] })).map(({ hit }) => hit.shape)).toEqual(["ecn", "drop"]);
});
