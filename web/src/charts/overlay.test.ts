/** What lies over a chart's data: the computed future is weaker, but seen, and no word is dimmed. */
import { expect, test } from "vitest";
import { contrast, parse } from "../design/testing/colour.ts";
import tokens from "../design/tokens.css?raw";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { drawOver, VEIL, VEIL_AREAS } from "./overlay.ts";
import { THEME } from "./testing/draw.ts";

const scales = { width: 200, height: 80, headroom: 0, unit: 1, gutter: 150 } as unknown as Scales;
const colour = (theme: "light" | "dark", name: string): string =>
  new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(tokens)?.[theme === "dark" ? 2 : 1] ??
  "";

/** What is drawn over the plot, in order, with the place and the share of each veil. */
function drawn(
  areas: number | null,
  playing = true,
): { calls: string[]; veils: { top: number; bottom: number; alpha: number }[] } {
  const calls: string[] = [];
  const veils: { top: number; bottom: number; alpha: number }[] = [];
  const surface = {
    rect: (_x: number, y: number, _w: number, h: number, { fill, alpha }: { fill?: string; alpha?: number }) => {
      calls.push(`${fill}`);
      if (fill === "plate") veils.push({ top: y, bottom: y + h, alpha: alpha ?? 1 });
    },
    polyline: () => calls.push("playhead"),
    text: (_x: number, _y: number, text: string) => calls.push(text),
  } as unknown as Surface;
  const words = (on: Surface): void => on.text(0, 0, "words", { color: "ink" });
  const scene = { crosshair: null, rows: [], hit: null, brush: null, ruler: null, unit: "", playing, words };
  drawOver(surface, { ...scales, headroom: 20 } as Scales, THEME, { ...scene, playhead: 50, areas });
  return { calls, veils };
}

/** A colour under a share of the ground's. */
function under(hex: string, ground: string, share: number): string {
  const over = parse(ground);
  const mixed = parse(hex).map((c, i) => Math.round(255 * (c * (1 - share) + (over[i] as number) * share)));
  return `#${mixed.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
}

test("words lie over the future and the playhead; the future has a strip that is seen; areas are paler than what is over them", () => {
  expect(drawn(null).calls).toEqual(["plate", "ctl", "playhead", "words"]);
  expect(drawn(10).calls).toEqual(["plate", "plate", "ctl", "playhead", "words"]);
  expect(drawn(null).veils).toEqual([{ top: -24, bottom: 85, alpha: VEIL }]);
  expect(drawn(10).veils).toEqual([
    { top: -24, bottom: 10, alpha: VEIL },
    { top: 10, bottom: 85, alpha: VEIL_AREAS },
  ]);
});

test.each(["light", "dark"] as const)(
  "in the %s theme every line of the future keeps 3:1, and so does ink over areas",
  (theme) => {
    const page = colour(theme, "page");
    const future = (name: string, veil: number): number => contrast(under(colour(theme, name), page, veil), page);
    for (let flow = 1; flow <= 8; flow++)
      expect(future(`flow-${flow}`, VEIL), `flow ${flow}`).toBeGreaterThanOrEqual(3);
    for (const name of ["ink", "ink-3", "ctl"]) expect(future(name, VEIL), name).toBeGreaterThanOrEqual(3);
    expect(future("ink", VEIL_AREAS)).toBeGreaterThanOrEqual(3);
    expect(contrast(colour(theme, "ctl"), page), "the strip").toBeGreaterThanOrEqual(3);
  },
);
