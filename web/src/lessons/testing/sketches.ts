/**
 * The sketches of the gallery: every lesson has one, its values are what its runs give (`npm run lessons -- -u` keeps them), and the
 * lines are where the values say.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cardsOf, SKETCHES } from "../../../../scripts/lessons-data.ts";
import { sourceName } from "../../engine/protocol.ts";
import { LESSONS } from "../registry.ts";
import { scenarioOf } from "../shown-runs.ts";
import { COLUMNS, extremesOf, pathsOf } from "../sketch-drawing.ts";
import { HEIGHT, WIDTH } from "../sketch-size.ts";
import { ran } from "./engine.ts";
import { lessonOf, root } from "./files.ts";

/** The values of a lesson's lines, three digits each. */
function linesOf(id: string): number[][] {
  const { scenarios, sketch } = lessonOf(id);
  return sketch.lines.map((line) => {
    const [source = "", signal = ""] = line.of.split(".");
    const [from_s, to_s] = sketch.t_s;
    const curve = ran(scenarioOf(scenarios, line)).curve(sourceName(source), signal, from_s, to_s, line.rate_s);
    expect(curve.length, `${id}: ${line.of}`).toBeGreaterThan(COLUMNS);
    return extremesOf(curve, sketch.t_s).map((value) => Number(value.toPrecision(3)));
  });
}

test("texts/sketches.csv has what the runs give: `npm run lessons -- -u` writes it anew", {
  timeout: 60_000,
}, async () => {
  const lines = LESSONS.flatMap((id) => linesOf(id).map((values) => [id, ...values].join(",")));
  await expect(["lesson,values in packets, ms or Mbit/s", ...lines, ""].join("\n")).toMatchFileSnapshot(
    join(root, SKETCHES),
  );
});

test("every lesson's card has the lines of its sketch", () => {
  const rows = readFileSync(join(root, SKETCHES), "utf8").trim().split("\n").slice(1);
  for (const { id, sketch } of cardsOf(root)) {
    const own = rows.filter((row) => row.startsWith(`${id},`)).map((row) => row.split(",").slice(1).map(Number));
    expect(own.length, id).toBe(lessonOf(id).sketch.lines.length);
    expect(sketch, id).toEqual(pathsOf(own));
  }
});

test("a column keeps its extremes in the order in which they occur, and begins with what held before", () => {
  // A stretch of 48 s has columns of 1 s.
  const columns = (curve: number[]): number[] => extremesOf(curve, [0, COLUMNS]);
  const values = columns([0, 5, 0.2, 9, 0.4, 1, 2.5, 7]);
  expect(values).toHaveLength(2 * COLUMNS);
  expect(values.slice(0, 8)).toEqual([9, 1, 1, 1, 1, 7, 7, 7]);
});

test("lines by hand: 48 px for each of two values, 38 px for the largest of both lines", () => {
  expect([WIDTH, HEIGHT]).toEqual([96, 40]);
  expect(
    pathsOf([
      [0, 20],
      [5, 10],
    ]),
  ).toEqual(["M24,39L72,1", "M24,29.5L72,20"]);
});
