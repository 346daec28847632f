/** The limit's line over the whole run is the engine's, wherever the playhead is: of `limit_bdp` in bytes, from the settings at the start. */
import { expect, test, vi } from "vitest";
import { testEngine } from "../engine/testing/engine.ts";
import type { Intervention, Scenario } from "../session/scenario.ts";
import { Session } from "../session/session.ts";
import { Player } from "./player.ts";

vi.mock("../ui/frame-scheduler.ts", () => ({ frames: { request: () => undefined, cancel: () => undefined } }));

const rate = (at_s: number): Intervention => ({ at_s, path: "bottleneck.rate_bps", value: 2e7 });
const limit: Intervention = { at_s: 30, path: "bottleneck.queue.limit_bytes", value: 3000 };
const scenario: Scenario = {
  schema: 1,
  duration_s: 60,
  bottleneck: { rate_bps: 1e7, queue: { discipline: "drop_tail", limit_bdp: 1 } },
  flows: [{ name: "a", algorithm: { kind: "newreno" }, base_rtt_ms: 40 }],
  interventions: [rate(10), { at_s: 20, path: "flows.a.base_rtt_ms", value: 80 }, limit],
} as unknown as Scenario;

test("the line of a limit in BDPs", async () => {
  const engine = testEngine(() => undefined);
  const document = { scenario, view: { charts: [], focus: null } };
  const session: Session = new Session(engine, document, () => player.renew());
  const player: Player = new Player(engine, session, { onDraw: () => undefined, onEnd: () => undefined });
  const lines = (): [number, number | null][] => (player.facts().limits ?? []).map(({ t_s, bytes }) => [t_s, bytes]);
  expect(await session.open(document)).toBe(true);
  const later = [
    [0, 50_000],
    [30, 3000],
  ];
  expect(lines()).toEqual(later);
  // Behind the changes the settings have another rate, RTT and limit; one more change asks anew.
  session.clock.computed_s = 60;
  session.clock.seek(40);
  session.watch();
  await expect
    .poll(() => session.settings)
    .toMatchObject({ bottleneck: { rate_bps: 2e7, queue: { limit_bytes: 3000 } } });
  const changed = [...(scenario.interventions ?? []), { at_s: 50, path: "bottleneck.loss.probability", value: 0.01 }];
  await session.commit({ ...document, scenario: { ...scenario, interventions: changed } });
  expect(lines()).toEqual(later);
  // The rate's change acts from the start now.
  const start = {
    ...scenario,
    bottleneck: { ...(scenario["bottleneck"] as object), rate_bps: 2e7 },
    interventions: [limit],
  };
  await session.commit({ ...document, scenario: start as Scenario });
  expect(lines()).toEqual([
    [0, 100_000],
    [30, 3000],
  ]);
});
