/** Curves that appear: the first at once, later ones gradually, none where motion is reduced. */
import { expect, test } from "vitest";
import { Appearances, faded } from "./appearances.ts";
import type { Surface } from "./surface.ts";

test("the first curves are there at once, a later one appears, and stays when others go", () => {
  const curves = new Appearances();
  curves.keep(["a"], 0, false);
  expect(curves.strength("a", 0)).toBe(1);
  expect(curves.moving(0)).toBe(false);
  curves.keep(["a", "b"], 1000, false);
  expect(curves.strength("b", 1000)).toBe(0);
  // A cubic that ends gently: 1 - (1 - 1/2)³ after half the time.
  expect(curves.strength("b", 1150)).toBeCloseTo(0.875);
  expect(curves.moving(1150)).toBe(true);
  expect(curves.strength("a", 1150)).toBe(1);
  curves.keep(["b"], 1200, false);
  expect(curves.strength("b", 1300)).toBe(1);
  expect(curves.moving(1300)).toBe(false);
});

test("a curve that went appears again; nothing moves where motion is reduced, nor after another run", () => {
  const curves = new Appearances();
  curves.keep(["a", "b"], 0, false);
  curves.keep(["a"], 500, false);
  curves.keep(["a", "b"], 1000, false);
  expect(curves.strength("b", 1000)).toBe(0);
  curves.keep(["a", "b", "c"], 2000, true);
  expect(curves.strength("c", 2000)).toBe(1);
  expect(curves.moving(2000)).toBe(false);
  curves.forget();
  curves.keep(["d"], 3000, false);
  expect(curves.strength("d", 3000)).toBe(1);
});

test("a faded surface draws lines and fills fainter, words as they are", () => {
  const drawn: unknown[] = [];
  const note = (...all: unknown[]): number => drawn.push((all.at(-1) as { alpha?: number }).alpha);
  const surface = { polyline: note, area: note, text: note } as unknown as Surface;
  const faint = faded(surface, 0.5);
  faint.polyline([], { color: "c", width: 1 });
  faint.area([], 0, { color: "c", alpha: 0.4 });
  faint.text(0, 0, "word", { color: "c" });
  expect(drawn).toEqual([0.5, 0.2, undefined]);
});
