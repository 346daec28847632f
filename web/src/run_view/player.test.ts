/** Which pictures are asked for, and which of them has its numbers written. */
import { afterEach, expect, test, vi } from "vitest";
import type { Picture } from "../engine/protocol.ts";
import { Clock } from "../session/clock.ts";
import type { Engine, Session } from "../session/session.ts";
import type { FramePart } from "../ui/frame-scheduler.ts";
import { Player } from "./player.ts";

let calm = false;
vi.stubGlobal("matchMedia", () => ({ matches: calm }));
const parts = vi.hoisted(() => new Set<FramePart>());
vi.mock("../ui/frame-scheduler.ts", () => ({
  frames: { request: (part: FramePart) => parts.add(part), cancel: (part: FramePart) => parts.delete(part) },
}));
let started: Player | null = null;
afterEach(() => {
  started?.rest(true);
  calm = false;
});

/** A player whose engine answers when `answer` is called. */
function played(name: string) {
  const waiting: (() => void)[] = [];
  const ask = (_: string, { t_s }: { t_s: number }): Promise<unknown> =>
    new Promise((resolve) => waiting.push(() => resolve({ name, t_s, rate_bps: 1e7, packet_bytes: 1500 })));
  const clock = Object.assign(new Clock(), { duration_s: 80, computed_s: 80, t_s: 20 });
  const session = { run: {}, clock, generation: 1, watch: () => undefined } as unknown as Session;
  const player = new Player({ ask } as unknown as Engine, session, { onDraw: () => undefined, onEnd: () => undefined });
  const answer = async (): Promise<void> => {
    for (const give of waiting.splice(0)) give();
    await new Promise((done) => setTimeout(done));
  };
  return { player, clock, session, answer, waits: () => waiting.length };
}

/** Both branches of a fork, and frames of 16 ms. */
function forked() {
  const [a, b] = [played("a"), played("b")];
  a.player.beside = b.player;
  a.player.start();
  started = a.player;
  let now_ms = performance.now();
  const frame = (ms = 16): void => {
    now_ms += ms;
    const drawn = [...parts];
    parts.clear();
    for (const part of drawn) part.draw({ now_ms, hasTime: () => true });
  };
  const instants = (): (number | undefined)[] => [a, b].map(({ player }) => player.picture?.t_s);
  const said = (): (number | undefined)[] => [a, b].map(({ player }) => player.said?.t_s);
  return { a, b, frame, instants, said };
}

const at = (picture: Picture | null): number | undefined => picture?.t_s;

test("both branches' pictures are of one instant: neither is there before the other", async () => {
  const { a, b, frame, instants } = forked();
  frame();
  await a.answer();
  expect(instants()).toEqual([undefined, undefined]);
  await b.answer();
  expect(instants()).toEqual([20, 20]);
  // The other branch is not computed so far: this one is shown alone.
  b.clock.computed_s = 10;
  a.clock.seek(30);
  frame();
  expect([a.waits(), b.waits()]).toEqual([1, 0]);
  await a.answer();
  expect(instants()).toEqual([30, 20]);
});

test("at rest the numbers are the picture's", async () => {
  const { a, b, frame, said } = forked();
  frame();
  await a.answer();
  await b.answer();
  frame();
  expect(said()).toEqual([20, 20]);
  expect(a.player.words).toEqual({ at_s: 20, next_s: 20 });
});

test("while it plays the numbers go on to an instant of which the charts have theirs, of both branches at once", async () => {
  const { a, b, frame, said } = forked();
  let read = Number.NaN;
  a.player.hasRead = (t_s) => t_s === read;
  frame();
  await a.answer();
  await b.answer();
  frame();
  Object.assign(a.clock, { playing: true, speed: 1 });
  for (let i = 0; i < 30; i++) {
    frame();
    await a.answer();
    await b.answer();
  }
  const { next_s } = a.player.words;
  expect(said()).toEqual([20, 20]);
  expect(next_s).toBeGreaterThan(20);
  expect(at(a.player.picture)).toBeGreaterThan(next_s);
  read = next_s;
  frame();
  expect(said()).toEqual([next_s, next_s]);
  // They can be read: the next ones come later.
  frame();
  expect(a.player.words.next_s).toBe(next_s);
});

test("numbers of charts that do not come are not waited for beyond a second", async () => {
  const { a, b, frame, said } = forked();
  a.player.hasRead = () => false;
  frame();
  await a.answer();
  await b.answer();
  frame();
  Object.assign(a.clock, { playing: true, speed: 1 });
  for (let i = 0; i < 100; i++) {
    frame();
    await a.answer();
    await b.answer();
  }
  expect(said()[0]).toBeGreaterThan(20);
});

test("with reduced motion numbers and packets change four times a second, also where packets are seen one by one", async () => {
  calm = true;
  const { a, b, frame, said } = forked();
  frame();
  await a.answer();
  await b.answer();
  Object.assign(a.clock, { playing: true, speed: 0.05 });
  const seen = new Set<number | undefined>();
  for (let i = 0; i < 125; i++) {
    frame();
    await a.answer();
    await b.answer();
    seen.add(said()[0]);
  }
  // In two seconds.
  expect(seen.size).toBeGreaterThan(6);
  expect(seen.size).toBeLessThan(11);
});
