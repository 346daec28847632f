/** The calls that both surfaces take, each on a canvas that notes its calls and as SVG. */
import { expect, test, vi } from "vitest";
import { THEME } from "../charts/testing/draw.ts";
import { canvasSurface } from "./canvas-surface.ts";
import type { Surface } from "./surface.ts";
import { svgSurface } from "./svg-surface.ts";

/** A canvas that notes what is called on it, and its colours, widths and alphas whenever something is painted. */
function notingContext(): { context: CanvasRenderingContext2D; calls: string[] } {
  const calls: string[] = [];
  const state: Record<string, unknown> = { globalAlpha: 1, lineCap: "butt" };
  const painted: Record<string, readonly string[]> = {
    fill: ["fillStyle", "globalAlpha"],
    fillRect: ["fillStyle", "globalAlpha"],
    stroke: ["strokeStyle", "lineWidth", "globalAlpha", "lineCap"],
    strokeRect: ["strokeStyle", "lineWidth", "globalAlpha"],
  };
  const context = new Proxy(state, {
    get: (_, name: string) =>
      name in state
        ? state[name]
        : (...all: unknown[]) => {
            const told = (painted[name] ?? []).map((key) => state[key]);
            calls.push(`${name}(${all.join()})${told.length > 0 ? ` ${told.join(" ")}` : ""}`);
          },
  });
  return { context: context as unknown as CanvasRenderingContext2D, calls };
}

/** A drawing on a canvas, and as SVG. */
function drawn(draw: (surface: Surface) => void): { canvas: string[]; svg: string } {
  const { context, calls } = notingContext();
  draw(canvasSurface(context, THEME, 1));
  const surface = svgSurface(THEME);
  draw(surface);
  return { canvas: calls.filter((call) => !/^(beginPath|setLineDash)/.test(call)), svg: surface.body() };
}

test("a polygon is closed, filled and outlined", () => {
  const { canvas, svg } = drawn((surface) =>
    surface.polygon([0, 0, 4, 0, 2, 3.25], { fill: "plate", stroke: "drop", width: 2, alpha: 0.5 }),
  );
  expect(canvas).toEqual([
    "moveTo(0,0)",
    "lineTo(4,0)",
    "lineTo(2,3.25)",
    "closePath()",
    "fill() plate 0.5",
    "stroke() drop 2 0.5 butt",
  ]);
  expect(svg).toBe(
    '<path d="M0,0L4,0L2,3.3Z" fill="plate" stroke="drop" stroke-width="2" fill-opacity="0.5" stroke-opacity="0.5"/>',
  );
});

test("a polygon that is only filled has no outline", () => {
  const { canvas, svg } = drawn((surface) => surface.polygon([0, 0, 4, 0, 2, 3], { fill: "flow-1" }));
  expect(canvas.filter((call) => call.startsWith("stroke"))).toEqual([]);
  expect(svg).toBe('<path d="M0,0L4,0L2,3Z" fill="flow-1"/>');
});

test("round caps are of the line that asks for them, not of the next", () => {
  const { canvas, svg } = drawn((surface) => {
    surface.polyline([0, 0, 5, 6], { color: "drop", width: 2, cap: "round" });
    surface.mark(9, 9, "drop", { color: "drop" });
  });
  const strokes = canvas.filter((call) => call.startsWith("stroke"));
  expect(strokes).toEqual(["stroke() drop 2 1 round", "stroke() drop 2 1 butt"]);
  expect(svg.match(/stroke-linecap="round"/g)).toHaveLength(1);
});

test("the outline of a rounded rectangle lies within it, at the same alpha on both", () => {
  const { canvas, svg } = drawn((surface) => {
    surface.rect(10, 10, 94, 26, { fill: "plate", radius: 4 });
    surface.rect(9, 9, 96, 28, { stroke: "flow-1", width: 2, radius: 5, alpha: 0.45 });
    surface.rect(0, 0, 6, 3, { stroke: "ink" });
  });
  expect(canvas).toEqual([
    "roundRect(10,10,94,26,4)",
    "fill() plate 1",
    "roundRect(10,10,94,26,4)",
    "stroke() flow-1 2 0.45 butt",
    "strokeRect(0.5,0.5,5,2) ink 1 1",
  ]);
  expect(svg.split("\n")).toEqual([
    '<rect x="10" y="10" width="94" height="26" rx="4" fill="plate"/>',
    '<rect x="10" y="10" width="94" height="26" rx="4" stroke-opacity="0.45" fill="none" stroke="flow-1" stroke-width="2"/>',
    '<rect x="0.5" y="0.5" width="5" height="2" fill="none" stroke="ink" stroke-width="1"/>',
  ]);
});

test("a texture has the ink that it is given, a state's texture that of states", () => {
  const { context, calls } = notingContext();
  const tile = notingContext();
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => tile.context }) });
  const draw = (surface: Surface): void => {
    surface.rect(0, 0, 6, 6, { pattern: "crossed", ink: "flow 3" });
    surface.rect(0, 0, 6, 6, { pattern: "barred" });
    surface.rect(6, 0, 6, 6, { pattern: "barred" });
  };
  draw(canvasSurface(context, THEME, 1));
  vi.unstubAllGlobals();
  const strokes = tile.calls.filter((call) => call.startsWith("stroke("));
  expect(strokes).toEqual(["stroke() flow 3 1.3 1 butt", "stroke() state 1.3 1 butt"]);
  expect(calls.filter((call) => call.startsWith("fillRect"))).toHaveLength(3);
  const surface = svgSurface(THEME);
  draw(surface);
  const svg = surface.body();
  expect([...svg.matchAll(/fill="url\(#(.*?)\)"/g)].map((match) => match[1])).toEqual([
    "crossed-flow-3",
    "state-barred",
    "state-barred",
  ]);
  expect(svg.match(/<pattern /g)).toHaveLength(2);
  expect(svg).toMatch(/id="crossed-flow-3"[^>]*><path [^>]*stroke="flow 3"/);
});

/** A zigzag of this number of points, 100 px wide and 6 px high. */
const zigzag = (points: number): Float64Array =>
  Float64Array.from({ length: 2 * points }, (_, i) => (i % 2 === 0 ? (100 * i) / 2 / (points - 1) : 20 + (i % 7)));

test("a line of some points a pixel is a stroke with its dashes, one of many its range in each column", () => {
  const calls = (points: number, alpha?: number): string[] => {
    const { context, calls } = notingContext();
    const style = { color: "red", width: 2, dash: [4, 2], ...(alpha && { alpha }) };
    canvasSurface(context, THEME, 1).polyline(zigzag(points), style);
    return calls.filter((call) => /^(setLineDash|stroke|fillRect)/.test(call));
  };
  expect(calls(150)).toEqual(["setLineDash(4,2)", "stroke() red 2 1 butt", "setLineDash()"]);
  const columns = calls(401);
  expect(columns).toHaveLength(101);
  expect(columns.slice(0, 2)).toEqual(["fillRect(-0.5,19,2,7) red 1", "fillRect(0.5,20,2,7) red 1"]);
  // A line that is not opaque does not cover itself.
  expect(calls(401, 0.5)[1]).toBe("fillRect(1,20,1,7) red 0.5");
});

test("a dense line that goes back is a stroke", () => {
  const { context, calls } = notingContext();
  const line = zigzag(401);
  line[100] = 1;
  canvasSurface(context, THEME, 1).polyline(line, { color: "red", width: 2 });
  expect(calls.filter((call) => /^(stroke|fillRect)/.test(call))).toEqual(["stroke() red 2 1 butt"]);
});
