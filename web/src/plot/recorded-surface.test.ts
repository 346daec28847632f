/** A recorded drawing reaches each surface as it was drawn, once. */
import { expect, test } from "vitest";
import { THEME } from "../charts/testing/draw.ts";
import { recorded } from "./recorded-surface.ts";
import type { Surface } from "./surface.ts";
import { svgSurface } from "./svg-surface.ts";

test("a drawing is made once and is the same on each surface, clips and order included", () => {
  let made = 0;
  const draw = (surface: Surface): void => {
    made++;
    surface.polyline([0, 0, 5, 6], { color: "red", width: 2 });
    surface.clip(0, 0, 9, 9, () => {
      surface.area([0, 1, 4, 2], 8, { color: "blue", alpha: 0.5 });
      surface.clip(1, 1, 2, 2, () => surface.dots([1, 1], { color: "ink", size: 2 }));
      surface.polygon([0, 0, 4, 0, 2, 3], { fill: "plate" });
    });
    surface.rect(1, 2, 3, 4, { fill: "plate" });
    surface.mark(4, 4, "drop", { color: "drop" });
    surface.text(2, 2, "limit", { color: "ink" });
  };
  const bodyOf = (on: (surface: Surface) => void): string => {
    const surface = svgSurface(THEME);
    on(surface);
    return surface.body();
  };
  const put = recorded(draw);
  expect(made).toBe(1);
  const twice = [bodyOf(put), bodyOf(put)];
  expect(made).toBe(1);
  expect(twice).toEqual([bodyOf(draw), bodyOf(draw)]);
});
