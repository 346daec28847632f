/** The first engine against the whole one: whatever the first one takes it computes alike, and what it has not it refuses. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as whole from "../../pkg/sawtooth_wasm.js";
import * as small from "../../pkg-first/sawtooth_wasm.js";
import presets from "../generated/presets.json";
import { ALGORITHMS, DISCIPLINES, MODELS, type Section, TRAFFIC } from "../generated/settings.ts";
import { lacks } from "./lacks.ts";
import type { Core } from "./service.ts";

const module = (folder: string) => readFileSync(join(import.meta.dirname, "../../", folder, "sawtooth_wasm_bg.wasm"));
small.initSync({ module: module("pkg-first") });
whole.initSync({ module: module("pkg") });

const VIEW = JSON.stringify({
  t0_s: 0,
  t1_s: 30,
  columns: 300,
  series: ["cwnd_packets", "rtt_ms", "delivered_bytes"].flatMap((signal) =>
    ["a", "b"].map((source) => ({ source, signal, mode: signal === "rtt_ms" ? "marks" : "line" })),
  ),
});

/** All that a page sees of a run: digest, curves, the path in the middle, the settings at the end. */
function seen(engine: Core, scenario: string) {
  if (!(JSON.parse(engine.load(scenario)) as { ok: boolean }).ok) return "refused";
  while (engine.busy()) engine.advance(1e5);
  let picture = engine.picture(5, 1);
  while (picture.length === 0) picture = engine.picture(5, 1);
  return { digest: engine.digest(), view: engine.view(VIEW), picture, settings: engine.settings(15) };
}

const both = (scenario: string) => [seen(new small.Engine(), scenario), seen(new whole.Engine(), scenario)] as const;

/** Pseudo-random numbers, always the same ones (xorshift). */
function luck(seed: number) {
  let state = seed;
  return (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

function random(seed: number) {
  const draw = luck(seed);
  const one = <T>(...of: T[]): T => of[draw(of.length)] as T;
  const kind = () => one("newreno", "cdg", "cubic");
  const flow = (name: string) => ({
    name,
    start_s: draw(4),
    base_rtt_ms: 10 + draw(150),
    host: one("freebsd", "linux", "ns2"),
    algorithm: { kind: kind() },
  });
  const intervene = () =>
    one(
      { path: "bottleneck.loss.probability", value: draw(30) / 1000 },
      { path: "bottleneck.rate_bps", value: 1e6 * (1 + draw(20)) },
      { path: "bottleneck.queue.limit_packets", value: 5 + draw(200) },
      { path: "flows.a.algorithm.kind", value: kind() },
    );
  return {
    schema: 1,
    seed,
    duration_s: 8,
    bottleneck: {
      rate_bps: 1e6 * (1 + draw(20)),
      queue: { discipline: "drop_tail", limit_packets: 5 + draw(150) },
      loss: one<object>({ model: "none" }, { model: "bernoulli", probability: draw(20) / 1000 }),
    },
    flows: [flow("a"), flow("b")],
    interventions: Array.from({ length: draw(5) }, () => ({ at_s: draw(8), ...intervene() })),
  };
}

describe("the first engine", () => {
  const runs = presets.map(({ id, scenario }) => [id, JSON.stringify(scenario)] as const);
  const mine = runs.filter(([, scenario]) => !lacks(scenario));

  it("has what half of the presets need, the one that opens among them", () => {
    expect(mine.length).toBeGreaterThanOrEqual(runs.length / 2);
    expect(mine[0]).toBe(runs[0]);
  });

  it.each(mine)("computes %s as the whole one does", (_, scenario) => {
    const [first, all] = both(scenario);
    expect(first).not.toBe("refused");
    expect(first).toEqual(all);
  });

  it("computes random runs, changed while they go on, as the whole one does", () => {
    const digests = new Set<string>();
    for (let seed = 1; seed <= 20; seed++) {
      const scenario = JSON.stringify(random(seed));
      expect(lacks(scenario)).toBe(false);
      const [first, all] = both(scenario);
      expect(first, scenario).toEqual(all);
      if (typeof all !== "string") digests.add(all.digest);
    }
    // They are runs, and not all the same one.
    expect(digests.size).toBeGreaterThan(15);
  }, 60_000);

  it("goes on under a changed document as the whole one does", () => {
    const before = JSON.stringify(random(7));
    const after = JSON.stringify({
      ...random(7),
      interventions: [{ at_s: 4, path: "bottleneck.rate_bps", value: 2e6 }],
    });
    const [first, all] = [new small.Engine(), new whole.Engine()].map((engine) => {
      engine.load(before);
      while (engine.computed_s() < 4.5) engine.advance(1000);
      engine.change(after, 4);
      while (engine.busy()) engine.advance(1e5);
      return [engine.digest(), engine.view(VIEW)];
    });
    expect(first).toEqual(all);
    expect(first?.[0]).toBe((both(after)[1] as { digest: string }).digest);
  });

  const refuses = (scenario: unknown) => seen(new small.Engine(), JSON.stringify(scenario)) === "refused";
  const base = random(1);
  const places: [string, readonly Section[], (kind: string) => object][] = [
    ["algorithm", ALGORITHMS, (kind) => ({ flows: [{ algorithm: { kind } }] })],
    [
      "discipline",
      DISCIPLINES,
      (discipline) => ({ bottleneck: { rate_bps: 1e7, queue: { discipline, limit_packets: 9 } } }),
    ],
    [
      "model",
      MODELS,
      (model) => ({
        bottleneck: { rate_bps: 1e7, queue: { discipline: "drop_tail", limit_packets: 9 }, loss: { model } },
      }),
    ],
    ["traffic", TRAFFIC, (kind) => ({ cross_traffic: [{ kind }] })],
  ];
  it.each(places)("refuses each %s that it has not, and the page knows", (_, sections, part) => {
    const document = (section: Section) => ({ ...base, interventions: [], ...part(section.kind) });
    for (const section of sections) {
      const lacking = lacks(JSON.stringify(document(section)));
      // Some need a setting that is not given: then both refuse.
      const wrong = seen(new whole.Engine(), JSON.stringify(document(section))) === "refused";
      expect(refuses(document(section)), section.kind).toBe(lacking || wrong);
    }
    expect(sections.some((section) => lacks(JSON.stringify(document(section))))).toBe(true);
  });

  it("is known to lack what an intervention switches to", () => {
    const switched = { ...base, interventions: [{ at_s: 1, path: "bottleneck.queue.discipline", value: "codel" }] };
    expect([lacks(JSON.stringify(switched)), refuses(switched)]).toEqual([true, true]);
  });

  it("refuses what the whole one refuses", () => {
    for (const wrong of ["", "{", '{"schema":1,"schema":1}', "[]", '{"schema":1,"duration_s":-1}'])
      expect([seen(new small.Engine(), wrong), seen(new whole.Engine(), wrong)]).toEqual(["refused", "refused"]);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`x${i}`, i]));
    expect(refuses({ ...base, ...many })).toBe(true);
  });
});
