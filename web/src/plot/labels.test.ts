/** Words among data: drawn last, and where they lie on nothing. */
import { expect, test } from "vitest";
import { labelsLast, type Plot } from "./labels.ts";
import type { Surface } from "./surface.ts";

const PLOT: Plot = { width: 200, height: 100, headroom: 0, unit: 1 };
const BLACK = { color: "black", width: 2 };
const HALO = { color: "black", halo: "white" };

/** A drawing as text: names of calls, and of words where they are, with an upright line over them if one is named. */
function drawn(draw: (surface: Surface) => void, upright?: number): string[] {
  const calls: string[] = [];
  const note = (name: string) => (): number => calls.push(name);
  const surface: Surface = {
    polyline: note("polyline"),
    polygon: note("polygon"),
    area: note("area"),
    dots: note("dots"),
    rect: note("rect"),
    mark: note("mark"),
    text: (x, y, text, { align = "left" }) => calls.push(`${text} ${x} ${y} ${align}`),
    clip: (_x, _y, _w, _h, inner) => inner(),
  };
  const labels = labelsLast(surface, PLOT);
  draw(labels.surface);
  labels.placeLabels()(surface, upright);
  return calls;
}

test("words among data are drawn after all of it, others at once", () => {
  expect(
    drawn((surface) => {
      surface.text(10, 50, "limit", HALO);
      surface.text(10, 20, "10", { color: "black" });
      surface.polyline([0, 90, 200, 90], BLACK);
    }),
  ).toEqual(["10 10 20 left", "polyline", "limit 10 50 left"]);
});

test("words on a level line change sides, then slide along it", () => {
  const limit = (surface: Surface): void => surface.text(10, 42, "limit", { ...HALO, near: { y: 50 } });
  const over: Parameters<Surface["polyline"]>[0] = [0, 42, 70, 42];
  const under: Parameters<Surface["polyline"]>[0] = [0, 58, 30, 58];
  expect(drawn(limit)).toEqual(["limit 10 42 left"]);
  expect(
    drawn((surface) => {
      limit(surface);
      surface.polyline(over, BLACK);
    }).at(-1),
  ).toBe("limit 10 58 left");
  expect(
    drawn((surface) => {
      limit(surface);
      surface.polyline(over, BLACK);
      surface.polyline(under, BLACK);
    }).at(-1),
  ).toBe("limit 58 58 left");
});

test("words on a level line go to its end where no step leads there", () => {
  expect(
    drawn((surface) => {
      surface.text(4, 42, "speech suffers here", { ...HALO, near: { y: 50 } });
      surface.polyline([45, 0, 101, 100], BLACK);
      surface.polyline([0, 58, 200, 58], BLACK);
    }).at(-1),
  ).toMatch(/^speech suffers here 78\.\d+ 42 left$/);
});

test("words that must be read go to the end of a level further away, too", () => {
  expect(
    drawn((surface) => {
      surface.text(196, 42, "stated: under 80 % ", { ...HALO, align: "right", near: { y: 50 } });
      surface.polyline([75, 0, 75, 100], BLACK);
      for (const y of [28, 42, 58, 72]) surface.polyline([190, y, 200, y], BLACK);
    }).at(-1),
  ).toBe("stated: under 80 %  200 14 right");
});

test("words among data keep clear of words that are fixed", () => {
  const calls = drawn((surface) => {
    surface.text(10, 42, "limit", { ...HALO, near: { y: 50 } });
    surface.text(10, 42, "Queue", { color: "black" });
  });
  expect(calls).toEqual(["Queue 10 42 left", "limit 10 58 left"]);
});

test("words on a level line that lies in data all along are further away, unless they may be left out", () => {
  const band: Parameters<Surface["polygon"]>[0] = [-50, 20, 250, 20, 250, 70, -50, 70];
  const draw =
    (optional: boolean) =>
    (surface: Surface): void => {
      surface.text(10, 42, "limit", { ...HALO, near: { y: 50 }, optional });
      for (let y = 20; y <= 70; y += 4) surface.polyline([-50, y, 250, y], BLACK);
      surface.polygon(band, { stroke: "black" });
    };
  const at = drawn(draw(false)).at(-1) ?? "";
  expect(at).toMatch(/^limit 10 /);
  const y = Number(at.split(" ")[2]);
  expect(y < 13 || y > 77, at).toBe(true);
  expect(drawn(draw(true)).at(-1)).toBe("polygon");
});

test("words on a stretch of a line stay within it, else go to the next one, or are left out", () => {
  const levels = [
    { y: 50, from: 40, to: 130 },
    { y: 90, from: 130, to: 200 },
  ];
  const share = (surface: Surface): void =>
    surface.text(60, 42, "share", { ...HALO, near: { levels }, optional: true });
  expect(drawn(share)).toEqual(["share 60 42 left"]);
  const crossed = (surface: Surface): void => {
    share(surface);
    for (let x = 40; x < 130; x += 20) surface.polyline([x, 0, x, 100], BLACK);
  };
  expect(drawn(crossed).at(-1)).toMatch(/^share 145\.5\d* 82 left$/);
  expect(
    drawn((surface) => {
      crossed(surface);
      surface.polyline([160, 0, 160, 100], BLACK);
    }).at(-1),
  ).toBe("polyline");
});

test("words keep off an upright line that is drawn over them, and move no others", () => {
  const both = (surface: Surface): void => {
    surface.text(10, 42, "limit", { ...HALO, near: { y: 50 } });
    surface.text(10, 80, "share", { ...HALO, near: { y: 88 } });
    surface.text(150, 20, "peak", HALO);
  };
  expect(drawn(both, 100)).toEqual(["limit 10 42 left", "share 10 80 left", "peak 150 20 left"]);
  expect(drawn(both, 30)).toEqual(["limit 58 42 left", "share 58 80 left", "peak 150 20 left"]);
  expect(drawn(both, 160).at(-1)).toMatch(/^peak (102|198) /);
});

test("words at an upright line change sides, then slide down", () => {
  const fork = (surface: Surface): void => surface.text(95, 8, "fork", { ...HALO, align: "right", near: { x: 100 } });
  const left: Parameters<Surface["polyline"]>[0] = [60, 8, 95, 8];
  expect(
    drawn((surface) => {
      fork(surface);
      surface.polyline(left, BLACK);
    }).at(-1),
  ).toBe("fork 105 8 left");
  expect(
    drawn((surface) => {
      fork(surface);
      surface.polyline([0, 8, 200, 8], BLACK);
    }).at(-1),
  ).toBe("fork 95 22 right");
});

test("words avoid words, and where all is full they lie on least or are left out", () => {
  const two = drawn((surface) => {
    for (const name of ["one", "two"]) surface.text(10, 50, name, HALO);
  });
  expect(two).toEqual(["one 10 50 left", "two 10 64 left"]);
  const full = (optional: boolean) =>
    drawn((surface) => {
      surface.rect(0, 0, 200, 100, { fill: "black" });
      surface.polyline([0, 50, 200, 50], BLACK);
      surface.text(10, 50, "word", { ...HALO, optional });
    });
  expect(full(false).at(-1)).toBe("word 10 64 left");
  expect(full(true)).toEqual(["rect", "polyline"]);
});

test.each<[string, (surface: Surface) => void, boolean]>([
  ["a step that passes over it", (s) => s.polyline([0, 20, 100, 90], { ...BLACK, step: true }), false],
  ["the straight line between the same points", (s) => s.polyline([0, 20, 100, 90], BLACK), true],
  ["a gap in a line", (s) => s.polyline([0, 50, 5, Number.NaN, 100, 50, 150, 50], BLACK), false],
  ["an area around it", (s) => s.area([0, 40, 200, 40], 60, { color: "red", alpha: 0.8 }), true],
  ["a pale area around it", (s) => s.area([0, 20, 200, 20], 100, { color: "red", alpha: 0.1 }), false],
  ["an area under it", (s) => s.area([0, 70, 200, 70], 100, { color: "red", alpha: 0.8 }), false],
  ["a dot", (s) => s.dots([20, 50], { color: "red", size: 2 }), true],
  ["a mark beside it", (s) => s.mark(80, 50, "drop", { color: "red" }), false],
  ["a line that is clipped away", (s) => s.clip(100, 0, 50, 100, () => s.polyline([0, 50, 200, 50], BLACK)), false],
])("words move from data only: %s", (_, draw, moves) => {
  const [last] = drawn((surface) => {
    draw(surface);
    surface.text(10, 50, "word", HALO);
  }).slice(-1);
  expect(last !== "word 10 50 left").toBe(moves);
});

test("an upright line with gaps passes fixed words over, under and between them", () => {
  const pieces: number[][] = [];
  const surface = { text: () => undefined, polyline: (points: number[]) => pieces.push(points) } as unknown as Surface;
  const labels = labelsLast(surface, PLOT).surface;
  const draw = (gaps: boolean): number[][] => {
    pieces.length = 0;
    labels.polyline([50, -20, 50, 100], { ...BLACK, gaps });
    return [...pieces];
  };
  labels.text(50, 60, "is empty", { color: "black", align: "center" });
  labels.text(50, -13, "infers full", { color: "black", align: "center" });
  labels.text(150, 20, "elsewhere", { color: "black" });
  expect(draw(true)).toEqual([
    [50, -6, 50, 53],
    [50, 67, 50, 100],
  ]);
  expect(draw(false)).toEqual([[50, -20, 50, 100]]);
});
