/** The common part of all charts at a moment: the room beside the plots. By hand. */
import { expect, test, vi } from "vitest";
import type { Overlay } from "./chart.ts";
import { momentOf } from "./moment.ts";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("devicePixelRatio", 1);

const overlay = (more: Partial<Overlay>): Overlay => ({ key: "", draw: () => undefined, top: () => null, ...more });

test("the gutter grows for a second column of values, and for no other line", () => {
  const gutter = (...overlays: Overlay[]): number => {
    const state = {
      facts: { flows: [], base_rtt_ms: new Map(), g_ms: new Map() },
      span: [0, 1],
      playhead: 0,
      overlays,
    };
    const own = { options: { gutter: 134 }, span: [0, 1], width: 900, plotWidth: 700, unit: 1, charts: 1, log: [] };
    return momentOf(
      state as unknown as Parameters<typeof momentOf>[0],
      { ...own, crosshair_s: null } as unknown as Parameters<typeof momentOf>[1],
    ).gutter;
  };
  const run = {} as NonNullable<Overlay["run"]>;
  expect(gutter()).toBe(134);
  expect(gutter(overlay({ run, isFormer: true }))).toBe(134);
  expect(gutter(overlay({ run, slots: (_chart, slots) => [...slots] }))).toBe(190);
});
