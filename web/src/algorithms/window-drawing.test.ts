/** The drawings of windows: every algorithm of the index has one, all share their scales, and a line is where its values say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { algorithmsData } from "../../../scripts/algorithms-data.ts";
import { ALGORITHMS } from "../generated/settings.ts";
import type { Entry, Scales } from "./types.ts";
import { lineOf, scalesOf, type Windows } from "./window-drawing.ts";
import { HEIGHT, WIDTH } from "./window-size.ts";

const root = join(import.meta.dirname, "../../..");
const runs = JSON.parse(readFileSync(join(root, "web/src/generated/windows.json"), "utf8")) as Windows;
const path = { rate_bps: 1e6, base_rtt_ms: 10, limit_packets: 5, mark_packets: 2 };

/** Data that the index gets from the build. */
async function built(): Promise<{ entries: Entry[]; scales: Scales }> {
  const { load } = algorithmsData(root, false);
  const own = { addWatchFile: () => {} };
  const module = await (load as (this: unknown, id: string) => Promise<string>).call(own, "\0virtual:algorithms");
  const value = (name: string): string => new RegExp(`^export const ${name} = (.*);$`, "m").exec(module)?.[1] ?? "";
  return { entries: JSON.parse(value("entries")), scales: JSON.parse(value("scales")) };
}

test("the generated file has every algorithm, each with as many values as the others", () => {
  expect(runs.windows.map(({ kind }) => kind)).toEqual(ALGORITHMS.map(({ kind }) => kind));
  for (const { kind, packets } of runs.windows) {
    expect(packets.length, kind).toBe(runs.windows[0]?.packets.length);
    expect(
      packets.every((value) => Number.isInteger(value) && value >= 0),
      kind,
    ).toBe(true);
  }
});

test("the index has a drawing of every algorithm, and of nothing else, on the common scales", async () => {
  const { entries, scales } = await built();
  expect(scales).toEqual(scalesOf(runs));
  for (const { kind, family, window } of entries) {
    const packets = runs.windows.find((run) => run.kind === kind)?.packets;
    expect(window, kind).toBe(family === "algorithm" && packets ? lineOf(packets, scales) : undefined);
  }
});

test("no window leaves the scale once slow start is over", () => {
  const { packets: most, duration_s } = scalesOf(runs);
  for (const { kind, packets } of runs.windows)
    expect(Math.max(...packets.slice((4 * packets.length) / duration_s)), kind).toBeLessThanOrEqual(most);
});

test("the scale ends at the next ten above the greatest window after 4 s", () => {
  // Ten values of 2 s: the first two, up to 4 s, are slow start.
  const windows = [
    { kind: "a", packets: [10, 90, 41, 8, 8, 8, 8, 8, 8, 8] },
    { kind: "b", packets: [10, 20, 30, 40, 30, 20, 10, 20, 30, 40] },
  ];
  expect(scalesOf({ duration_s: 20, path, windows })).toEqual({ duration_s: 20, packets: 50, path });
});

test("a line by hand: four values, 30 px apart, on 46 px for 100 packets", () => {
  expect([WIDTH, HEIGHT]).toEqual([120, 48]);
  // In the middle of each quarter; 0 packets at 47 px, 100 at 1 px, 150 above the drawing.
  expect(lineOf([0, 100, 50, 150], { duration_s: 20, packets: 100, path })).toBe("M15,47L45,1L75,24L105,-22");
});
