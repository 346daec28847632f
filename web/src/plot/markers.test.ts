import { expect, test } from "vitest";
import type { Theme } from "../design/theme.ts";
import { drawMarker } from "./markers.ts";
import { svgSurface } from "./svg-surface.ts";

const drawn = (sign: number): string => {
  const surface = svgSurface({ sans: "sans", plate: "#fff" } as Theme);
  drawMarker(surface, 10, 20, sign, { r: 5, color: "#123456", ground: "#fedcba" });
  return surface.body();
};

test("each of the eight colours has a marker of its own, in its colour", () => {
  const all = Array.from({ length: 8 }, (_, sign) => drawn(sign));
  expect(new Set(all).size).toBe(8);
  for (const one of all) expect(one).toContain("#123456");
});

test("outlined markers cover what is behind them", () => {
  const covering = [1, 2, 3, 5, 6].map(drawn);
  for (const one of covering) expect(one).toContain('fill="#fedcba"');
  for (const sign of [4, 7]) expect(drawn(sign)).not.toContain("#fedcba");
});

test("the square lies around its point", () => {
  expect(drawn(1)).toContain("M5.5,15.5L14.5,15.5L14.5,24.5L5.5,24.5");
});
