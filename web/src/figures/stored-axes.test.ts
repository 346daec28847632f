/** No mark of a precomputed result lies beyond the ends of its axes. An axis of time may show a part of a run's curves. */
import { expect, test } from "vitest";
import type { Plot, Stored } from "../ensemble/types.ts";
import { extentOf, frameOf } from "../plot_view/axis-ends.ts";

const files = Object.entries(
  import.meta.glob<Stored>("../../../public/figures/*.json", { eager: true, import: "default" }),
);

/** The values of a plot that are not within its axis, each with its series. */
function beyond(plot: Plot, axis: "x" | "y"): string[] {
  const { min, max } = frameOf(plot, () => true)[axis];
  return plot.series.flatMap((series) =>
    extentOf(series)
      [axis].filter((value) => value < min || value > max)
      .map((value) => `${series.name}: ${axis} = ${value}`),
  );
}

test.each(files.map(([file, { figure }]) => [file.split("/").at(-1) ?? "", figure] as const))("%s", (_, { panels }) => {
  for (const { title, plot } of panels) {
    if (!plot) continue;
    const axes = plot.x.unit === "s" ? (["y"] as const) : (["x", "y"] as const);
    for (const axis of axes) expect(beyond(plot, axis), title).toEqual([]);
  }
});
