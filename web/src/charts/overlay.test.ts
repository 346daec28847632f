/** What lies over a chart's data: the computed future is weaker, but seen, and no word is dimmed. */
import { expect, test } from "vitest";
import { contrast, parse } from "../design/testing/colour.ts";
import tokens from "../design/tokens.css?raw";
import type { Scales } from "../plot/scale.ts";
import type { Surface } from "../plot/surface.ts";
import { drawOver } from "./overlay.ts";
import { THEME } from "./testing/draw.ts";

const scales = { width: 200, height: 80, headroom: 0, unit: 1, gutter: 150 } as unknown as Scales;
const dark = tokens.slice(tokens.indexOf(':root[data-theme="dark"] {'));
/** A colour of the dark theme, or of another part of the tokens: the light one comes first. */
const colour = (name: string, of = dark): string => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(of)?.[1] ?? "";

/** What is drawn over the plot, in order, while the run plays or rests. */
function drawn(looked: boolean, isDark: boolean): { calls: string[]; veil: number } {
  const calls: string[] = [];
  let veil = 0;
  const surface = {
    rect: (_x: number, _y: number, _w: number, _h: number, { fill, alpha }: { fill?: string; alpha?: number }) => {
      calls.push(`${fill}`);
      if (fill === "plate") veil = alpha ?? 1;
    },
    polyline: () => calls.push("playhead"),
    text: (_x: number, _y: number, text: string) => calls.push(text),
  } as unknown as Surface;
  const words = (on: Surface): void => on.text(0, 0, "words", { color: "ink" });
  const scene = { crosshair: null, rows: [], hit: null, brush: null, ruler: null, unit: "", playing: !looked, words };
  drawOver(surface, scales, { ...THEME, dark: isDark }, { ...scene, playhead: 50, looked });
  return { calls, veil };
}

/** A colour under a share of the ground's. */
function under(hex: string, ground: string, share: number): string {
  const over = parse(ground);
  const mixed = parse(hex).map((c, i) => Math.round(255 * (c * (1 - share) + (over[i] as number) * share)));
  return `#${mixed.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
}

test("words lie over the pale future and the playhead; the future at rest has a strip that is seen", () => {
  expect(drawn(false, false).calls).toEqual(["plate", "playhead", "words"]);
  expect(drawn(true, false).calls).toEqual(["plate", "ctl", "playhead", "words"]);
});

test("on a dark ground the future of the first two flows keeps 3:1, and is weaker than the past", () => {
  const { veil } = drawn(false, true);
  expect(veil).toBeGreaterThan(drawn(true, true).veil);
  for (const flow of ["flow-1", "flow-2"]) {
    const pale = contrast(under(colour(flow), colour("page"), veil), colour("page"));
    expect(pale, flow).toBeGreaterThanOrEqual(3);
    expect(pale, flow).toBeLessThan(0.75 * contrast(colour(flow), colour("page")));
  }
});

test.each([
  ["light", tokens],
  ["dark", dark],
])("in the %s theme the future of every flow keeps 3:1 where the run rests or is forked", (theme, of) => {
  const { veil } = drawn(true, theme === "dark");
  for (let i = 1; i <= 8; i++) {
    const pale = contrast(under(colour(`flow-${i}`, of), colour("plate", of), veil), colour("plate", of));
    expect(pale, `flow ${i}`).toBeGreaterThanOrEqual(3);
  }
});
