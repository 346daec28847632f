/** The played part is bold, the part still to come thin: in full colour, without marks, and legible on any ground. */
import { expect, test } from "vitest";
import { contrast } from "../design/testing/colour.ts";
import tokens from "../design/tokens.css?raw";
import type { Surface } from "../plot/surface.ts";
import { played, toCome } from "./tense.ts";
import { THEME } from "./testing/draw.ts";

/** Strokes that reach the surface under one of the two. */
function seen(on: (surface: Surface) => Surface): string[] {
  const calls: string[] = [];
  const surface = on({
    polyline: (_: unknown, { color, width }: { color: string; width: number }) => calls.push(`line ${color} ${width}`),
    area: (_: unknown, __: unknown, { alpha }: { alpha: number }) => calls.push(`area ${alpha.toFixed(2)}`),
    mark: () => calls.push("mark"),
  } as unknown as Surface);
  surface.polyline([], { color: "flow-1", width: 2 });
  surface.polyline([], { color: "flow-1", width: 1 });
  surface.polyline([], { color: "ink", width: 2 });
  surface.area([], 0, { color: "flow-1", alpha: 0.86 });
  surface.area([], 0, { color: "flow-1", alpha: 0.2 });
  surface.mark(0, 0, "drop", { color: "flow-1" });
  return calls;
}

test("the past is bold", () => {
  expect(seen((surface) => played(surface, THEME, 1))).toEqual([
    "line flow-1 2.25",
    "line flow-1 1",
    "line ink 2",
    "area 0.86",
    "area 0.20",
    "mark",
  ]);
});

test("the future is thin, its fills are pale under an edge, and no mark is on it; what is in ink stays", () => {
  expect(seen((surface) => toCome(surface, THEME, 1))).toEqual([
    "line flow-1 1.25",
    "line flow-1 1",
    "line ink 2",
    "area 0.36",
    "line flow-1 1.25",
    "area 0.20",
  ]);
});

const colour = (theme: string, name: string): string =>
  new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(tokens)?.[theme === "dark" ? 2 : 1] ??
  "";

test.each(["light", "dark"])("in the %s theme no line of the future is dimmed: each keeps 3:1", (theme) => {
  for (let flow = 1; flow <= 8; flow++)
    expect(contrast(colour(theme, `flow-${flow}`), colour(theme, "page")), `flow ${flow}`).toBeGreaterThanOrEqual(3);
});
