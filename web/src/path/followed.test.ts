/**
 * A followed packet is one packet of the run, from its sender until its ACK is home: what is drawn of it, of the real engine, is what the
 * trace says. Not here: which packet is followed (tracers.test.ts).
 */
import { expect, test } from "vitest";
import { THEME } from "../charts/testing/draw.ts";
import { toyFacts } from "../components/sample-run.ts";
import type { Picture, Stream } from "../engine/protocol.ts";
import { testEngine } from "../engine/testing/engine.ts";
import { PRESETS } from "../session/presets.ts";
import { layout } from "./geometry.ts";
import { setupOf } from "./readings.ts";
import { captionOf, type PathInput, type Scene } from "./scene.ts";
import { type Home, Tracers } from "./tracers.ts";

const FLOWS: [string, string][] = [
  ["CDG", "cdg"],
  ["NewReno", "newreno"],
];
/** NewReno fills the queue, loses packets and halves its window. */
const [FROM_S, UNTIL_S] = [12.1, 13.9];
const FRAME_S = 0.002;
/** Of the trace, and of a packet's transmission and the base RTT, ms. */
const DIGITS = 5;
const SENT_MS = 1.2;
const BASE_MS = 40;

function sceneOf(picture: Picture, tracers: Scene["tracers"]): Scene {
  const facts = toyFacts({ flows: FLOWS, limit_packets: 84, queue: () => 0 }, picture.t_s);
  const input: PathInput = { picture, facts, theme: THEME, screen_second_s: 0.05, playing: true, reducedMotion: false };
  const place = layout({ width: 1054, height: 122, sources: facts.flows, slots: 84, ratio: 1 });
  return { input, setup: setupOf(picture, facts), layout: place, dense: false, tracers };
}

test("its bar is as long as its wait, and its ACK is home at the instant and after the RTT that its sender notes", async () => {
  let computed_s = 0;
  const engine = testEngine((message: Stream) => {
    if (message.stream === "progress") ({ computed_s } = message);
  });
  const { scenario } = PRESETS.find(({ id }) => id === "cdg_beside_newreno") ?? {};
  await engine.ask("load", { scenario: JSON.stringify(scenario) });
  await expect.poll(() => computed_s, { timeout: 10_000 }).toBeGreaterThan(UNTIL_S);
  const { csv } = await engine.ask("trace", { begin: { t0_s: FROM_S - 1, t1_s: UNTIL_S } });
  const rows = new TextDecoder().decode(csv).split("\n");
  const trace = new Map(rows.map((row) => row.split(",")).map(([t, who, signal, v]) => [`${t} ${who} ${signal}`, v]));
  const happened = (t_s: number, source: number, signal: string): string | undefined =>
    trace.get(`${t_s.toFixed(9).replace(/0+$/, "")} ${FLOWS[source]?.[0]} ${signal}`);

  const tracers = new Tracers();
  let samples = 0;
  /** By source: the wait as the bar under the tray last showed it, ms. */
  const drawn = new Map<number, number>();
  const queued = new Map<number, number>();
  for (let t_s = FROM_S; t_s < UNTIL_S; t_s += FRAME_S) {
    const picture = await engine.ask("picture", { t_s, screen_second_s: 0.05 });
    for (const { source, t_s: home_s, rtt_ms } of tracers.follow(picture, [0, 1]) satisfies Home[]) {
      const at = `source ${source}, ${home_s} s`;
      // A duplicate ACK is no sample of the sender's.
      const sample = happened(home_s, source, "rtt_ms");
      if (sample === undefined) expect(happened(home_s, source, "ack"), at).toBe("1");
      else expect(Number(sample), at).toBeCloseTo(rtt_ms, DIGITS);
      samples += sample === undefined ? 0 : 1;
      expect(happened(queued.get(source) ?? 0, source, "arrive"), at).toBe("1500");
      expect(drawn.get(source), at).toBeCloseTo(rtt_ms - SENT_MS - BASE_MS, DIGITS);
    }
    const scene = sceneOf(picture, tracers.all);
    const { tray } = scene.layout;
    for (const { source, x0, x1, ms } of captionOf(scene, () => 0).waits) {
      expect(((x1 - x0) / tray.slot) * SENT_MS).toBeCloseTo(ms, DIGITS);
      drawn.set(source, ms);
    }
    for (const { source, queued_s } of tracers.all) queued.set(source, queued_s);
  }
  expect(samples).toBeGreaterThan(15);
}, 60_000);
