/** The path as a picture to export: its words are those of the screen, in their places. */
import { expect, test } from "vitest";
import { THEME } from "../charts/testing/draw.ts";
import { type Toy, toyFacts, toyPicture } from "../components/sample-run.ts";
import { type Put, putCaptions } from "./captions.ts";
import { nameOf } from "./chips.ts";
import { layout } from "./geometry.ts";
import { pathPicture } from "./picture.ts";
import { setupOf } from "./readings.ts";
import { captionOf, type PathShown, slotsShown } from "./scene.ts";

const TOY: Toy = {
  flows: [
    ["CDG", "cdg"],
    ["NewReno", "newreno"],
  ],
  limit_packets: 84,
  queue: () => 82.9,
  loss: 0.01,
};

function shownOf(toy: Toy, t_s: number, over: Partial<PathShown> = {}): PathShown {
  const picture = toyPicture(toy, t_s, 0.04);
  return {
    picture,
    facts: toyFacts(toy, t_s),
    screen_second_s: 0.04,
    playing: true,
    reducedMotion: false,
    dense: false,
    tracers: [],
    ...over,
  };
}

/** Every word of the screen at the size of a laptop, and where it is. */
function wordsOf(shown: PathShown, size = { width: 860, height: 190 }): { text: string; x: number; y: number }[] {
  const input = { ...shown, theme: THEME };
  const setup = setupOf(input.picture, input.facts);
  const { flows } = input.facts;
  const place = layout({ ...size, sources: flows, slots: slotsShown(input, setup), ratio: 1 });
  const words: { text: string; x: number; y: number }[] = [];
  const put: Put = (_, _kind, text, x, y) => void (text !== "" && words.push({ text, x, y }));
  const scene = { input, setup, layout: place, dense: shown.dense, tracers: shown.tracers };
  putCaptions(
    put,
    captionOf(scene, (text) => 0.56 * 16 * text.length),
  );
  for (const chip of place.chips) {
    const box = { x: chip.sender.x + 27, y: chip.sender.y + 13 };
    words.push({ text: nameOf(chip, flows), ...box });
  }
  return words;
}

function textsOf(svg: string): { text: string; x: number; y: number }[] {
  const plain = (text = ""): string => text.replaceAll("&lt;", "<").replaceAll("&amp;", "&");
  return [...svg.matchAll(/<text x="([-\d.]+)" y="([-\d.]+)"[^>]*>([^<]*)</g)].map(([, x, y, text]) => ({
    text: plain(text),
    x: Number(x),
    y: Number(y),
  }));
}

const AROUND = { title: "A run", caption: ["seed 1"] };
const picture = (shown: PathShown): string => pathPicture([{ name: "", shown }], THEME, "The path at 26.100 s", AROUND);

test.each<[string, PathShown]>([
  ["packets, dropped and lost", shownOf(TOY, 26.2012)],
  ["shares", shownOf(TOY, 26.1, { dense: true })],
  ["no picture yet", shownOf(TOY, 26.1, { picture: null })],
  ["a lesson without delays", shownOf(TOY, 26.1, { untimed: true })],
  ["a queue that is drawn short", shownOf(TOY, 26.1, { unqueued: true })],
  ["a queue that counts bytes", shownOf({ ...TOY, limit_bytes: 126_000 }, 26.1)],
])("%s: every word of the screen is in the picture, in its place", (_, shown) => {
  const svg = picture(shown);
  expect(svg).not.toMatch(/NaN|Infinity|undefined|path\./);
  const texts = textsOf(svg);
  for (const word of wordsOf(shown)) {
    const found = texts.filter(({ text }) => text === word.text);
    expect(found.length, word.text).toBeGreaterThan(0);
    const nearest = Math.min(...found.map((one) => Math.hypot(one.x - word.x, one.y - word.y)));
    expect(nearest, word.text).toBeLessThan(0.1);
  }
});

test("a drop and a random loss are named", () => {
  const moment = [26.2, 26.21, 26.22, 26.23, 26.24, 26.25].map((t_s) => picture(shownOf(TOY, t_s))).join();
  expect(moment).toContain("dropped: queue full");
  expect(picture(shownOf(TOY, 26.1, { dense: true }))).toMatch(/[\d.]+\/s lost at random/);
});

test("title, what is shown and caption are around it, on the ground of the theme", () => {
  const svg = picture(shownOf(TOY, 26.1));
  const all = textsOf(svg).map(({ text }) => text);
  expect(all.slice(-3)).toEqual(["A run", "The path at 26.100 s", "seed 1"]);
  expect(svg).toContain(`fill="${THEME.plate}"`);
  expect(svg).toMatch(/<svg [^>]*width="900" height="317"/);
});

test("the paths of two branches are under each other, with their names", () => {
  const paths = ["A", "B"].map((name, i) => ({ name, shown: shownOf(TOY, 26.1 + i / 10) }));
  const svg = pathPicture(paths, THEME, "The path", AROUND);
  const all = textsOf(svg);
  expect(all.filter(({ text }) => /^[AB]$/.test(text)).map(({ text, y }) => [text, y])).toEqual([
    ["A", 0],
    ["B", 232],
  ]);
  expect(svg.match(/<g transform="translate\(0 (18|250)\)">/g)).toHaveLength(2);
  expect(svg).toMatch(/<svg [^>]*height="567"/);
  const ids = [...svg.matchAll(/<clipPath id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("twenty flows are two groups, by name and number", () => {
  const flows = Array.from({ length: 20 }, (_, i): [string, string] => [
    i % 2 ? "CDG" : "NewReno",
    i % 2 ? "cdg" : "newreno",
  ]);
  const all = textsOf(picture(shownOf({ ...TOY, flows }, 26.1))).map(({ text }) => text);
  expect(all).toContain("CDG × 10");
  expect(all).toContain("NewReno × 10");
});

test("in a small picture the share of random loss is under the boxes, left of the limit's line", () => {
  const size = { width: 374, height: 173 };
  const { chips, tray } = layout({ ...size, sources: toyFacts(TOY, 26.1).flows, slots: 84, ratio: 1 });
  const share = wordsOf(shownOf(TOY, 26.1), size).find(({ text }) => /^1.%$/.test(text));
  expect(share?.y).toBeGreaterThan(Math.max(...chips.map(({ sender }) => sender.y + sender.height)) + 5);
  expect(share?.x).toBeLessThan(tray.x0);
});

test("losses by a schedule are planned: how many are due, or none, and none is called random", () => {
  const facts = { ...toyFacts(TOY, 26.1), loss_model: "schedule" };
  const due = picture(shownOf({ ...TOY, loss: 0.005 }, 26.1, { facts, dense: true }));
  expect(due).toContain("planned loss");
  expect(due).toContain("1 in 200");
  expect(due).toMatch(/[\d.]+\/s lost as planned/);
  expect(due).not.toMatch(/at random|random loss/);
  expect(picture(shownOf({ ...TOY, loss: 0 }, 26.1, { facts }))).toContain("none now");
});
