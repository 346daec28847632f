/** No word of the path lies on another, at any size, in both languages. Widths of letters are estimates, as in captions.ts. */
import { expect, test } from "vitest";
import { THEME } from "../charts/testing/draw.ts";
import { type Toy, toyFacts, toyPicture } from "../components/sample-run.ts";
import { type Picture, Place } from "../engine/protocol.ts";
import { addMessages } from "../i18n/catalogue.ts";
import { putCaptions } from "./captions.ts";
import { layout } from "./geometry.ts";
import { eachPacket } from "./packets.ts";
import { setupOf } from "./readings.ts";
import { captionOf, type PathInput } from "./scene.ts";
import type { Tracer } from "./tracers.ts";

const LETTER = 5.9;
const READOUT = 9;
/** Half of a line, px. */
const HALF = 6.5;

interface Box {
  key: string;
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

/** Of each source a packet in the queue and, where it has none there, one elsewhere. */
function followed(picture: Picture, moving: boolean): Tracer[] {
  const found = new Map<number, Tracer>();
  eachPacket(picture, (packet) => {
    const { source, serial, place } = packet;
    if (!moving || (found.has(source) && place !== Place.queued)) return;
    found.set(source, {
      packet,
      source,
      row: source,
      serial,
      queued_s: 26,
      waited_ms: 17 * (1 + source),
      seen_s: 26.1,
    });
  });
  return [...found.values()];
}

function boxesOf(width: number, height: number, toy: Toy, dense: boolean, moving: boolean, picture: Picture): Box[] {
  const facts = toyFacts(toy, 26.1);
  const input: PathInput = {
    picture,
    facts,
    theme: THEME,
    screen_second_s: dense ? 2.19 : 0.04,
    playing: dense || moving,
    holds: true,
    reducedMotion: false,
  };
  const setup = setupOf(picture, facts);
  const slots = Math.max(1, toy.limit_bytes ? toy.limit_bytes / 1500 : toy.limit_packets);
  const place = layout({ width, height, sources: facts.flows, slots, ratio: 1 });
  const tracers = followed(picture, moving);
  const caption = captionOf({ input, setup, layout: place, dense, tracers }, (text) => text.length * READOUT);
  const boxes: Box[] = [];
  const counted = dense ? { ...caption, drops: 3.5, losses: 2.5 } : { ...caption, drops: 2, losses: 1 };
  putCaptions((key, kind, text, x, y, anchor) => {
    if (text === "") return;
    const wide = text.length * (kind === "is-readout" ? READOUT : LETTER);
    const x0 = anchor === "left" ? x : anchor === "right" ? x - wide : x - wide / 2;
    boxes.push({ key: `${key} “${text}”`, x0, x1: x0 + wide, y0: y - HALF, y1: y + HALF });
  }, counted);
  return boxes;
}

const TWO: Toy["flows"] = [
  ["CDG", "cdg"],
  ["NewReno", "newreno"],
];
const toys: Toy[] = [
  { flows: TWO, limit_packets: 84, queue: () => 60, loss: 0.01 },
  { flows: TWO, limit_packets: 5, queue: () => 4 },
  { flows: TWO, limit_packets: 4, limit_bytes: 6000, queue: () => 3 },
  { flows: [...TWO, ["CUBIC", "cubic"]], limit_packets: 400, queue: () => 260, loss: 0.001 },
];

const pictures = toys.map((toy) => toyPicture(toy, 26.1, 0.04));

test.each(["en", "de"])("no word of the path lies on another: %s", async (lang) => {
  const words = await import(`../i18n/${lang}/path.json`);
  addMessages("en", words.default);
  const found: string[] = [];
  for (const width of [340, 360, 390, 480, 560, 640, 699, 700, 842, 1060, 1400])
    for (const height of [110, 130, 150, 188, 240])
      for (const [t, toy] of toys.entries())
        for (const [dense, moving] of [
          [true, false],
          [false, false],
          [false, true],
        ] as const)
          for (const loss_after_queue of [0, 1]) {
            const boxes = boxesOf(width, height, toy, dense, moving, { ...(pictures[t] as Picture), loss_after_queue });
            for (const [i, a] of boxes.entries())
              for (const b of boxes.slice(i + 1))
                if (a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1)
                  found.push(
                    `${width}x${height} toy ${t} ${dense ? "dense" : moving ? "moving" : "at rest"} ${loss_after_queue}: ${a.key} on ${b.key}`,
                  );
          }
  expect(found).toEqual([]);
});

test("at a moment that is not computed yet the path has no numbers of its queue and link", () => {
  const toy: Toy = { flows: TWO, limit_packets: 84, queue: () => 60 };
  const picture = toyPicture(toy, 26.1, 2.19);
  const facts = { ...toyFacts(toy, 26.1), playhead_s: 26.1 };
  const wordsAt = (computed_s: number): [string, number | null] => {
    const input: PathInput = {
      picture,
      facts: { ...facts, computed_s },
      theme: THEME,
      screen_second_s: 2.19,
      playing: true,
      holds: true,
      reducedMotion: false,
    };
    const setup = setupOf(picture, facts);
    const place = layout({ width: 960, height: 200, sources: facts.flows, slots: 84, ratio: 1 });
    const { readout, used } = captionOf({ input, setup, layout: place, dense: true, tracers: [] }, () => 90);
    return [readout, used];
  };
  expect(wordsAt(26.1)[0]).toMatch(/^60 /);
  expect(wordsAt(26.1)[1]).not.toBeNull();
  expect(wordsAt(3)).toEqual(["\u2013", null]);
});
