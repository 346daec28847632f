/**
 * Read-out, tray and charts show one instant: what is drawn and written in each of 600 frames of slow start, of the real engine, at
 * every speed. Charts get their values some frames after they asked for them, as from the worker.
 */
import { expect, test, vi } from "vitest";
import { queueChart } from "../charts/queue.ts";
import { THEME } from "../charts/testing/draw.ts";
import { Place, STRIDES, type Stream } from "../engine/protocol.ts";
import { testEngine } from "../engine/testing/engine.ts";
import { layout } from "../path/geometry.ts";
import { setupOf } from "../path/readings.ts";
import { captionOf, drawScene, type PathInput, showsShares } from "../path/scene.ts";
import type { Scales } from "../plot/scale.ts";
import { svgSurface } from "../plot/svg-surface.ts";
import courses from "../session/courses.ts";
import { PRESETS } from "../session/presets.ts";
import type { Scenario } from "../session/scenario.ts";
import { Session } from "../session/session.ts";
import type { FramePart } from "../ui/frame-scheduler.ts";
import { Player } from "./player.ts";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
const parts = vi.hoisted(() => new Set<FramePart>());
vi.mock("../ui/frame-scheduler.ts", () => ({
  frames: { request: (part: FramePart) => parts.add(part), cancel: (part: FramePart) => parts.delete(part) },
}));

/** Of the chart only the words are read. */
const scales = { x: (t: number) => t, y: (v: number) => v, width: 400, height: 60, gutter: 150, unit: 1 } as Scales;

const scenarioOf = (id: string): Scenario =>
  [...PRESETS, ...courses].find((preset) => preset.id === id)?.scenario as Scenario;

/** Frames until the charts have the values of an instant. */
const READ_FRAMES = 2;
const FRAMES = 600;
const FRAME_MS = 1000 / 60;

async function frames(scenario: Scenario, speed: number, from_s: number): Promise<void> {
  const onStream = (message: Stream): void => {
    if (message.stream === "progress") session.progress(message);
  };
  const engine = testEngine(onStream);
  const document = { scenario, view: { charts: [], focus: null } };
  const session: Session = new Session(engine, document, () => player.renew());
  const player: Player = new Player(engine, session, { onDraw: () => undefined, onEnd: () => undefined });
  await session.open(document);
  const { clock } = session;
  await expect
    .poll(() => clock.computed_s >= Math.min(from_s + (FRAMES * FRAME_MS * speed) / 1000, clock.duration_s))
    .toBe(true);
  let now_ms = performance.now();
  let [asked_s, frame, asked] = [Number.NaN, 0, 0];
  player.hasRead = (t_s) => t_s === asked_s && frame - asked >= READ_FRAMES;
  clock.seek(from_s);
  Object.assign(clock, { playing: true, speed });
  player.start();
  let [dense, changes] = [false, 0];
  let before = "";
  for (; frame < FRAMES; frame++) {
    now_ms += FRAME_MS;
    const due = [...parts];
    parts.clear();
    for (const part of due) part.draw({ now_ms, hasTime: () => true });
    await new Promise((done) => setImmediate(done));
    if (player.words.next_s !== asked_s) [asked_s, asked] = [player.words.next_s, frame];
    const facts = player.facts();
    const { picture, said } = player;
    if (!picture || !said) continue;
    const input: PathInput = { ...player.onPath, facts, theme: THEME, reducedMotion: false };
    const setup = setupOf(input.picture, facts);
    dense = showsShares(input, setup, dense);
    const place = layout({ width: 900, height: 190, sources: facts.flows, slots: 84, ratio: 1 });
    const scene = { input, setup, layout: place, dense, tracers: [] };
    const surface = svgSurface(THEME);
    drawScene(surface, scene);
    const { readout, queued_slots } = captionOf(scene, () => 0);
    // The tray as it is drawn: bricks, or a fill; packets squeezed into its end are too.
    const { packets } = input.picture ?? said;
    const bricks = packets.filter((kind, i) => i % STRIDES.packets === 0 && kind === Place.queued).length;
    const filled = [
      ...surface.body().matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"[^>]*fill-opacity="0.85"/g),
    ];
    const length = Math.max(0, ...filled.map(([, , , width]) => Number(width))) / place.tray.slot;
    const tray = dense ? length : bricks;
    // The chart's labels: total, and each flow.
    const cx = {
      facts: { ...facts, reading_s: player.words.at_s },
      series: { get: () => new Float64Array() },
      theme: THEME,
    };
    const slots = queueChart.slots(scales, cx).filter(({ flow }) => flow !== undefined);
    const total = slots.reduce((sum, slot) => sum + (Number(slot.value) || 0), 0);
    const at = `frame ${frame}, ${clock.t_s} s: ${readout}`;
    expect(Number.parseInt(readout, 10), at).toBe(said.queue_packets);
    expect(tray, at).toBeCloseTo(said.queue_packets, 1);
    expect(queued_slots, at).toBeCloseTo(said.queue_packets, 9);
    expect(total, at).toBe(said.queue_packets);
    expect(queueChart.slots(scales, cx).at(-1)?.value, at).toBe(readout.split("= ")[1]);
    // It lags by no more than what numbers may, and by nothing that is seen where packets are.
    const behind_s = clock.t_s - said.t_s;
    expect(behind_s, at).toBeLessThan((dense ? 0.3 : 0.1) * speed);
    if (readout !== before) changes++;
    before = readout;
  }
  player.rest(true);
  expect(changes).toBeGreaterThan(20);
}

// From the moment on at which NewReno joins CDG: it fills the queue, packet by packet in view, then as a flow.
test.each([0.02, 0.05, 0.3, 1, 4, 10])(
  "in 600 frames of slow start at %f of the run's speed",
  (speed) => frames(scenarioOf("cdg_beside_newreno"), speed, 12.1),
  60_000,
);

test.each([...PRESETS, ...courses].map(({ id }) => id))(
  "the packets that a picture has in the queue are those that it counts: %s",
  async (id) => {
    let computed_s = 0;
    const engine = testEngine((message) => {
      if (message.stream === "progress") ({ computed_s } = message);
    });
    const scenario = scenarioOf(id);
    await engine.ask("load", { scenario: JSON.stringify(scenario) });
    await expect.poll(() => computed_s, { timeout: 10_000 }).toBeGreaterThanOrEqual(Math.min(40, scenario.duration_s));
    for (let k = 1; k < 20; k++) {
      const t_s = (k / 20) * Math.min(40, scenario.duration_s);
      const { packets, queue_packets, queue_bytes } = await engine.ask("picture", { t_s, screen_second_s: 0.05 });
      const bytes = packets.filter((_, i) => i % STRIDES.packets === 2 && packets[i - 2] === Place.queued);
      expect(bytes.length, `${t_s}`).toBe(queue_packets);
      expect(bytes.reduce((sum, one) => sum + one, 0)).toBe(queue_bytes);
    }
  },
);
