/** One moment of the path, drawn from a make-believe run: as SVG, and the same calls on a canvas. */
import { expect, test } from "vitest";
import { THEME } from "../charts/testing/draw.ts";
import { type Toy, toyFacts, toyPicture } from "../components/sample-run.ts";
import { canvasDrawing } from "../plot/canvas-drawing.ts";
import { traceStraight } from "../plot/straight-lines.ts";
import type { Surface } from "../plot/surface.ts";
import { svgSurface } from "../plot/svg-surface.ts";
import { binBytes, binsOf } from "./bands.ts";
import { Fills } from "./fills.ts";
import { layout } from "./geometry.ts";
import { setupOf } from "./readings.ts";
import { captionOf, drawScene, type PathInput, type Scene, slotsShown } from "./scene.ts";

const TWO: Toy["flows"] = [
  ["CDG", "cdg"],
  ["NewReno", "newreno"],
];
const FEW: Toy = { flows: TWO, limit_packets: 12, queue: () => 4 };
const LOSSY: Toy = { ...FEW, queue: () => 11.2, loss: 0.01 };

interface Look {
  toy: Toy;
  t_s?: number;
  density?: number;
  width?: number;
  over?: Partial<PathInput>;
}

/** A scene of a toy run. */
function sceneOf({ toy, t_s = 26.1, density = 0, width = 760, over = {} }: Look): Scene {
  const picture = toyPicture(toy, t_s, 0.04);
  const facts = toyFacts(toy, t_s);
  const input: PathInput = { picture, facts, theme: THEME, screen_second_s: 0.04, reducedMotion: false, ...over };
  const setup = setupOf(input.picture, facts);
  const slots = slotsShown(input, setup);
  const place = layout({ width, height: 188, sources: facts.flows, slots, ratio: 1 });
  const fills = new Fills();
  fills.take(
    picture,
    input.said ?? picture,
    place.sourceCount,
    binsOf(place),
    binBytes(place, setup.packet_bytes),
    0,
    true,
  );
  return { input, setup, layout: place, fills, density };
}

function svgOf(look: Look): string {
  const surface = svgSurface(THEME);
  drawScene(surface, sceneOf(look));
  return surface.body();
}

/** A moment at which a packet that was dropped and one that was lost at random are seen. */
function lossyMoment(): number {
  for (let t_s = 26; t_s < 30; t_s += 0.001) {
    const { losses } = toyPicture(LOSSY, t_s, 0.04);
    const kinds = [...losses.filter((_, i) => i % 5 === 0)];
    if (kinds.includes(0) && kinds.includes(1)) return t_s;
  }
  throw new Error("no such moment");
}

test.each<[string, Look]>([
  ["few packets", { toy: FEW }],
  ["so many packets that shares are drawn", { toy: { ...FEW, limit_packets: 84, queue: () => 60 }, density: 1 }],
  ["losses", { toy: LOSSY, t_s: lossyMoment() }],
  ["the strip", { toy: FEW, width: 300 }],
])("%s, as SVG", (_, look) => {
  const svg = svgOf(look);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  expect(svg).toMatchSnapshot();
});

/** A surface that notes the calls on it and hands them on. */
function noting(surface: Surface): { surface: Surface; calls: unknown[] } {
  const calls: unknown[] = [];
  const noted = new Proxy(surface, {
    get:
      (on, name: keyof Surface) =>
      (...all: unknown[]) => {
        calls.push([name, ...structuredClone(all)]);
        (on[name] as (...all: unknown[]) => void)(...all);
      },
  });
  return { surface: noted, calls };
}

test.each<[string, Look]>([
  ["few packets", { toy: FEW }],
  ["fading", { toy: FEW, density: 0.3 }],
  ["shares", { toy: FEW, density: 1 }],
  ["losses", { toy: LOSSY, t_s: lossyMoment() }],
])("%s: canvas and SVG get the same calls", (_, look) => {
  const context = new Proxy({} as Record<string, unknown>, {
    get: (on, name: string) => on[name] ?? (() => undefined),
  });
  const canvas = noting(canvasDrawing(context as unknown as CanvasRenderingContext2D, THEME, 1, 2, traceStraight));
  const svg = noting(svgSurface(THEME));
  drawScene(canvas.surface, sceneOf(look));
  drawScene(svg.surface, sceneOf(look));
  expect(canvas.calls.length).toBeGreaterThan(20);
  expect(canvas.calls).toEqual(svg.calls);
});

test("packets fade out as shares fade in", () => {
  const queued = (density: number): string[] =>
    [...svgOf({ toy: FEW, density }).matchAll(/fill-opacity="([\d.]+)"/g)].map((match) => match[1] ?? "");
  expect(new Set(queued(0))).toEqual(new Set());
  expect(new Set(queued(0.25))).toEqual(new Set(["0.75", "0.2125", "0.25"]));
  expect(new Set(queued(1))).toEqual(new Set(["0.85"]));
});

test("a flow that has not begun is pale, and without a picture the path is empty", () => {
  const eight: Toy["flows"] = Array.from({ length: 8 }, (_, i) => [`flow ${i}`, "cdg"] as [string, string]);
  expect(svgOf({ toy: { ...FEW, flows: eight } }).match(/stroke-opacity="0.45"/g)).toHaveLength(5);
  const empty = svgOf({ toy: FEW, over: { picture: null } });
  expect(empty).not.toMatch(/fill="flow-/);
  expect(empty).toContain('stroke="flow-2"');
});

test("where colours are forced a share is a texture in its flow's colour", () => {
  const four: Toy["flows"] = Array.from({ length: 4 }, (_, i) => [`flow ${i}`, "cdg"] as [string, string]);
  const svg = svgOf({ toy: { ...FEW, flows: four }, density: 1, over: { theme: { ...THEME, forced: true } } });
  expect(svg).toContain('fill="flow-1"');
  expect(new Set([...svg.matchAll(/url\(#(.*?)\)/g)].map((match) => match[1]))).toEqual(
    new Set(["falling-flow-2", "crossed-flow-3", "barred-flow-4"]),
  );
});

test("words are made from what is seen: losses one by one, or a second", () => {
  const width = (text: string): number => 9 * text.length;
  const seen = captionOf(sceneOf({ toy: LOSSY, t_s: lossyMoment() }), width);
  expect(seen.drops).toBe(1);
  expect(seen.losses).toBe(1);
  expect(seen.readout_width).toBe(9 * seen.readout.length);
  const dense = captionOf(sceneOf({ toy: LOSSY, t_s: lossyMoment(), density: 1 }), width);
  expect(dense.dense).toBe(true);
  expect(dense.losses).toBeCloseTo(8.33, 1);
  expect(captionOf(sceneOf({ toy: FEW, over: { unqueued: true } }), width)).toMatchObject({
    readout: "",
    untimed: true,
  });
  // Each of DualPI2's queues has a part of the link: no time belongs to the packets of both.
  const facts = { ...sceneOf({ toy: FEW }).input.facts, discipline: "dualpi2" };
  const two = captionOf(sceneOf({ toy: FEW, over: { facts } }), width);
  expect(two.untimed).toBe(true);
  expect(two.readout).toMatch(/\d packets?$/);
});
