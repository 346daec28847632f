/** One moment of the path, drawn from a make-believe run: as SVG, and the same calls on a canvas. */
import { expect, test } from "vitest";
import { THEME } from "../charts/testing/draw.ts";
import { type Toy, toyFacts, toyPicture } from "../components/sample-run.ts";
import { type Picture, Place } from "../engine/protocol.ts";
import { canvasDrawing } from "../plot/canvas-drawing.ts";
import { traceStraight } from "../plot/straight-lines.ts";
import type { Surface } from "../plot/surface.ts";
import { svgSurface } from "../plot/svg-surface.ts";
import { putCaptions } from "./captions.ts";
import { firstRow, layout } from "./geometry.ts";
import { eachPacket, type Packet } from "./packets.ts";
import { setupOf } from "./readings.ts";
import { captionOf, drawScene, type PathInput, type Scene, showsShares, slotsShown } from "./scene.ts";

const TWO: Toy["flows"] = [
  ["CDG", "cdg"],
  ["NewReno", "newreno"],
];
const FEW: Toy = { flows: TWO, limit_packets: 12, queue: () => 4 };
const LOSSY: Toy = { ...FEW, queue: () => 11.2, loss: 0.01 };

interface Look {
  toy: Toy;
  t_s?: number;
  dense?: boolean;
  width?: number;
  over?: Partial<PathInput>;
}

/** A scene of a toy run. */
function sceneOf({ toy, t_s = 26.1, dense = false, width = 760, over = {} }: Look): Scene {
  const picture = toyPicture(toy, t_s, 0.04);
  const facts = toyFacts(toy, t_s);
  const input: PathInput = {
    picture,
    facts,
    theme: THEME,
    screen_second_s: 0.04,
    playing: true,
    reducedMotion: false,
    ...over,
  };
  const setup = setupOf(input.picture, facts);
  const slots = slotsShown(input, setup);
  const place = layout({ width, height: 188, sources: facts.flows, slots, ratio: 1 });
  return { input, setup, layout: place, dense, tracers: [] };
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
  ["shares instead of packets", { toy: { ...FEW, limit_packets: 84, queue: () => 60 }, dense: true }],
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

test.each([390, 520, 760, 1040])("%i px wide, a dropped packet comes to rest over the scale's words", (width) => {
  const scene = sceneOf({ toy: { ...LOSSY, limit_packets: 84, queue: () => 83.5 }, width });
  const losses = Float64Array.of(0, 0, 0, 0.7 * 0.04, 0);
  const { surface, calls } = noting(svgSurface(THEME));
  drawScene(surface, { ...scene, input: { ...scene.input, picture: { ...(scene.input.picture as Picture), losses } } });
  const dropped = calls.filter((call) => JSON.stringify(call).includes(JSON.stringify(THEME.drop))) as [
    string,
    number[],
  ][];
  expect(dropped).toHaveLength(1);
  const bottoms = dropped.flatMap(([, points]) => points.filter((y, i) => i % 2 === 1 && Number.isFinite(y)));
  // Half of a line over the middle of the words.
  expect(Math.max(...bottoms)).toBeLessThan(firstRow(scene.layout) + 3 - 6.5);
});

test.each<[string, Look]>([
  ["few packets", { toy: FEW }],
  ["shares", { toy: FEW, dense: true }],
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

test("nothing pretends to move: shares replace packets, the tint of the link is as strong as its use", () => {
  const fills = (dense: boolean, used = 1): Set<string> => {
    const picture = toyPicture(FEW, 26.1, 0.04);
    const flow_rates = picture.flow_rates.map((rate, i) => (i % 4 === 0 ? rate * used : rate));
    const svg = svgOf({ toy: FEW, dense, over: { picture: { ...picture, flow_rates } } });
    return new Set([...svg.matchAll(/fill-opacity="([\d.]+)"/g)].map((match) => match[1] ?? ""));
  };
  expect(fills(false)).toEqual(new Set());
  expect(fills(true)).toEqual(new Set(["0.85", "0.62"]));
  expect(fills(true, 0.5)).toEqual(new Set(["0.85", "0.31"]));
});

test("up to 60 packets a second move; above, and only while it plays, shares are drawn", () => {
  const { input, setup } = sceneOf({ toy: FEW });
  const shows = (screen_second_s: number, playing = true): boolean =>
    showsShares({ ...input, screen_second_s, playing }, setup, false);
  expect([0.05, 0.0719, 0.0721, 1, 10].map((speed) => shows(speed))).toEqual([false, false, true, true, true]);
  expect(shows(1, false)).toBe(false);
});

test("paused, packets of two pixels are drawn; narrower ones are filled to the exact length", () => {
  const queued = (limit_packets: number): { bricks: number; length: number } => {
    const scene = sceneOf({ toy: { ...FEW, limit_packets, queue: () => 100.2 }, over: { playing: false } });
    const { tray } = scene.layout;
    const surface = svgSurface(THEME);
    drawScene(surface, scene);
    const rects = [...surface.body().matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"[^>]*fill="flow/g)];
    const inside = rects
      .map((m) => m.slice(1).map(Number))
      .filter(([x = 0, y = 0]) => x < tray.x1 - 3 && y >= tray.top && y < tray.bottom);
    const left = Math.min(...inside.map(([x = 0]) => x));
    return { bricks: inside.filter(([, , width = 0]) => width < 4).length, length: (tray.x1 - left) / tray.slot };
  };
  expect(queued(110).bricks).toBeGreaterThan(90);
  const narrow = queued(1000);
  expect(narrow.bricks).toBe(0);
  expect(narrow.length).toBeCloseTo(toyPicture({ ...FEW, queue: () => 100.2 }, 26.1, 0.04).queue_packets, 0);
});

test("how to see packets is offered where they are not seen to move, and the slow time is written while it is held", () => {
  const words = (look: Look): Record<string, string> => {
    const out: Record<string, string> = {};
    const caption = captionOf(sceneOf({ ...look, over: { ...look.over, holds: true } }), (text) => 9 * text.length);
    putCaptions((key, _, text) => {
      out[key] = text.replaceAll("\u202f", " ");
    }, caption);
    return out;
  };
  const wide = { toy: { ...FEW, limit_packets: 84, queue: () => 60 }, width: 1054 };
  const dense = words({ ...wide, dense: true, over: { screen_second_s: 1 } });
  expect(dense).toMatchObject({ hold: "hold to see packets (0.05×)", link: "10 Mbit/s, 20 ms, 100 % in use" });
  expect(dense.time).toBeUndefined();
  const held = words({ ...wide, over: { screen_second_s: 0.05, held: true } });
  expect(held).toMatchObject({ time: "1 s on screen = 50 ms", link: "10 Mbit/s, 20 ms" });
  expect(held.hold).toBeUndefined();
  const paused = words({ ...wide, over: { playing: false } });
  expect(paused.hold).toBe("hold to see packets move (0.05×)");
  expect(paused.time).toBeUndefined();
  // A link on which packets cannot be seen to move promises nothing.
  expect(
    words({ ...wide, toy: { ...wide.toy, rate_bps: 1e10 }, dense: true, over: { screen_second_s: 1 } }).hold,
  ).toBeUndefined();
});

test("a followed packet has its waiting time on the tray's own scale, ending under it", () => {
  const toy: Toy = { ...FEW, limit_packets: 84, queue: () => 60 };
  const scene = sceneOf({ toy, width: 1054 });
  const { picture } = scene.input;
  const packets: Packet[] = [];
  if (picture) eachPacket(picture, (packet) => packets.push(packet));
  const packet = packets.find(({ place }, i) => place === Place.queued && i > 20) as Packet;
  const tracers = [
    { packet, source: packet.source, row: 0, serial: packet.serial, queued_s: 26, waited_ms: 51, seen_s: 26.1 },
  ];
  const { waits, moving } = captionOf({ ...scene, tracers }, () => 0);
  const { tray } = scene.layout;
  expect(moving).toBe(true);
  expect(waits).toHaveLength(1);
  const [wait] = waits;
  expect((wait?.x1 ?? 0) - (wait?.x0 ?? 0)).toBeCloseTo((51 / (84 * 1.2)) * (tray.x1 - tray.x0), 6);
  const tail = tray.x1 - ((packet.fraction + packet.bytes / 2) / 1500) * tray.slot;
  expect(Math.abs((wait?.x1 ?? 0) - tail)).toBeLessThan(tray.slot + 1);
  const svg = (held: typeof tracers): string => {
    const surface = svgSurface(THEME);
    drawScene(surface, { ...scene, tracers: held });
    return surface.body();
  };
  expect(svg(tracers).match(/rx="3"[^>]*stroke="ink"/g)?.length ?? 0).toBe(
    (svg([]).match(/rx="3"[^>]*stroke="ink"/g)?.length ?? 0) + 1,
  );
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
  const svg = svgOf({ toy: { ...FEW, flows: four }, dense: true, over: { theme: { ...THEME, forced: true } } });
  expect(svg).toContain('fill="flow-1"');
  expect(new Set([...svg.matchAll(/url\(#(.*?)\)/g)].map((match) => match[1]))).toEqual(
    new Set(["falling-flow-2", "crossed-flow-3", "barred-flow-4"]),
  );
});

test("of many flows those of one algorithm are one share, as in the boxes", () => {
  const many: Toy["flows"] = Array.from({ length: 9 }, (_, i) => [`flow ${i}`, i % 2 ? "cdg" : "newreno"]);
  const toy: Toy = { flows: many, limit_packets: 84, queue: () => 60 };
  const { facts } = sceneOf({ toy }).input;
  const signed = facts.flows.map((flow) => ({ ...flow, sign: flow.kind === "cdg" ? 1 : 0 }));
  const shares = (over: Partial<PathInput>): number =>
    svgOf({ toy, dense: true, over }).match(/fill-opacity="0.85"/g)?.length ?? 0;
  expect(shares({})).toBeGreaterThan(2);
  expect(shares({ signed })).toBe(2);
});

test("words are made from what is seen: losses one by one, or a second", () => {
  const width = (text: string): number => 9 * text.length;
  const seen = captionOf(sceneOf({ toy: LOSSY, t_s: lossyMoment() }), width);
  expect(seen.drops).toBe(1);
  expect(seen.losses).toBe(1);
  expect(seen.readout_width).toBe(9 * seen.readout.length);
  const dense = captionOf(sceneOf({ toy: LOSSY, t_s: lossyMoment(), dense: true }), width);
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
