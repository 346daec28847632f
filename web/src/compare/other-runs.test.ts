/** Other runs: each is computed once, one after the other, and its curves are read when they are there. */
import { expect, test } from "vitest";
import { type Frame, type Loaded, sourceName } from "../engine/protocol.ts";
import type { Scenario } from "../session/scenario.ts";
import { type CurveWish, OtherRuns, type OtherRunsEngine } from "./other-runs.ts";

const scenario = (title: string): Scenario => ({ title, duration_s: 10 });
const wish: CurveWish = {
  series: { source: sourceName("a"), signal: "cwnd_packets", mode: "line" },
  t0_s: 0,
  t1_s: 4,
};

/** An engine that notes what it is asked; it answers as a worker does, later; its views are complete from the second on, and it refuses the title "wrong". */
function engine() {
  const asked: string[] = [];
  let views = 0;
  let engines = 0;
  const ask = (name: string, argument: { scenario?: string; columns?: number }): Promise<unknown> => {
    const title = argument.scenario ? JSON.parse(argument.scenario).title : "";
    asked.push([name, title, argument.columns].filter(Boolean).join(" "));
    if (name === "load") {
      const loaded =
        title === "wrong"
          ? { ok: false, errors: ["no"] }
          : ({ ok: true, duration_s: 10, document: { title } } as unknown as Loaded);
      return new Promise((reply) => setTimeout(() => reply(loaded)));
    }
    if (name === "summary") return Promise.resolve({ summary: { of: asked.length } });
    const computed_s = ++views > 1 ? 4 : 3;
    return Promise.resolve({ computed_s, coarse: false, series: [Float64Array.of(0, computed_s)] } as unknown as Frame);
  };
  const spawn = () => {
    engines++;
    return { ask, close: () => undefined } as unknown as OtherRunsEngine;
  };
  return { asked, spawn, engines: () => engines };
}

test("a run is computed once, the next one after it, all in one engine", async () => {
  const { asked, spawn, engines } = engine();
  const runs = new OtherRuns(spawn);
  const [first, again, second] = await Promise.all([
    runs.run(scenario("one"), []),
    runs.run(scenario("one"), []),
    runs.run(scenario("two"), []),
  ]);
  expect(again).toBe(first);
  expect([first.settings, second.settings]).toEqual([{ title: "one" }, { title: "two" }]);
  expect(asked).toEqual(["load one", "summary", "load two", "summary"]);
  expect(engines()).toBe(1);
});

test("a run that is known already lets no two others be computed at once", async () => {
  const { asked, spawn } = engine();
  const runs = new OtherRuns(spawn);
  await runs.run(scenario("one"), []);
  const [second, , third] = await Promise.all(["two", "one", "three"].map((title) => runs.run(scenario(title), [])));
  expect(asked).toEqual(["load one", "summary", "load two", "summary", "load three", "summary"]);
  expect([second?.summary, third?.summary]).toEqual([{ of: 4 }, { of: 6 }]);
});

test("a curve is read once its stretch is recorded, means more finely", async () => {
  const { asked, spawn } = engine();
  const runs = new OtherRuns(spawn);
  const mean: CurveWish = { ...wish, series: { ...wish.series, mode: "mean" } };
  const { curves } = await runs.run(scenario("one"), [wish, mean]);
  expect(curves.map((curve) => [...curve])).toEqual([
    [0, 4],
    [0, 4],
  ]);
  expect(asked.slice(2)).toEqual(["view 1200", "view 1200", "view 2700"]);
});

test("a refused run does not keep the next from being computed", async () => {
  const { spawn } = engine();
  const runs = new OtherRuns(spawn);
  const refused = runs.run(scenario("wrong"), []);
  const next = runs.run(scenario("two"), []);
  await expect(refused).rejects.toThrow("no");
  expect((await next).settings).toEqual({ title: "two" });
});
