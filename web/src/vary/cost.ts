/** The time that the runs of a sweep take, said before they begin. Pure. Not here: how one run is measured (crate `sweep`), the runs (runs.ts). */
import type { SweepPlan } from "../ensemble/types.ts";

type Planned = Pick<SweepPlan, "runs" | "cells" | "most_runs"> & {
  axes: readonly { tracks: readonly { values: readonly unknown[] }[] }[];
};

/** Runs that are measured: with the first seed, at the corners of the ranges and in their middle. */
export function cornersOf({ axes, runs, cells }: Planned): number[] {
  const seeds = runs / cells;
  const corners = axes.reduce<number[]>(
    (before, { tracks }) => {
      const length = tracks[0]?.values.length ?? 1;
      return before.flatMap((cell) => [cell * length, cell * length + length - 1]);
    },
    [0],
  );
  return [...new Set([...corners, Math.floor(cells / 2)])].map((cell) => cell * seeds);
}

/** Runs at most; `most`: values with those that are added, 0 where none is. */
export const mostRuns = ({ runs, cells, most_runs }: Planned, most: number): number =>
  most_runs ?? Math.max(runs, (most * runs) / cells);

/** All runs on several workers, s, each as dear as `cost_s`. */
export const secondsOf = (cost_s: number, runs: number, workers: number): number =>
  cost_s * Math.ceil(runs / Math.max(1, Math.min(workers, runs)));
