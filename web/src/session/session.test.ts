/** How changes travel to the engine: what is sent, from when, and what a refusal leaves. */
import { expect, test } from "vitest";
import { Aborted } from "../engine/client.ts";
import { type Loaded, type RequestName, type Requests, sourceName } from "../engine/protocol.ts";
import { addFlows, type LabDocument } from "./document.ts";
import type { Scenario } from "./scenario.ts";
import { type Engine, type News, Session } from "./session.ts";

const LOSS = "bottleneck.loss.probability";
const start: LabDocument = {
  scenario: { schema: 1, duration_s: 80, bottleneck: { rate_bps: 1e7 }, flows: [{ name: sourceName("cdg") }] },
  view: { charts: [], focus: null },
};

/** An engine that takes all but a loss of more than one, and answers when the test says so. */
function fake() {
  const asked: { name: RequestName; scenario?: Scenario; at_s?: number }[] = [];
  const engine: Engine = {
    async ask<N extends RequestName>(name: N, argument: Requests[N][0]): Promise<Requests[N][1]> {
      await Promise.resolve();
      if (name === "settings") return { document: {} } as Requests[N][1];
      if (name === "summary") return { summary: { flows: [] } } as Requests[N][1];
      const { scenario: text, at_s } = argument as { scenario: string; at_s?: number };
      const scenario = JSON.parse(text) as Scenario;
      asked.push({ name, scenario, at_s });
      const bad = (scenario.interventions ?? []).some((each) => Number(each.value) > 1) || scenario.duration_s <= 0;
      const answer: Loaded = bad
        ? {
            ok: false,
            errors: [{ code: "range", place: LOSS, found: "2", allowed: "0 <= x <= 1", nearest: "" }],
            more: 0,
          }
        : { ok: true, document: scenario, duration_s: scenario.duration_s, flows: [], cross_traffic: [] };
      return answer as Requests[N][1];
    },
  };
  const news: News[] = [];
  return { asked, engine, news, session: new Session(engine, start, (what) => news.push(what)) };
}

test("a live change is sent from its moment, what was computed before stays", async () => {
  const { session, asked } = fake();
  expect(await session.open(start)).toBe(true);
  session.progress({ stream: "progress", computed_s: 80, duration_s: 80, digest: "d", generation: 1 });
  session.clock.seek(30);
  await session.set(LOSS, 0.01, true);
  expect(asked.map((each) => [each.name, each.at_s])).toEqual([
    ["load", undefined],
    ["change", 30],
  ]);
  expect(session.clock.computed_s).toBe(30);
  expect(session.clock.t_s).toBe(30);
  expect(session.digest).toBeNull();
  await session.undo();
  expect(asked.at(-1)).toMatchObject({ name: "change", at_s: 30, scenario: start.scenario });
});

test("a change keeps the own times of what ended before it, and none of what came after it", async () => {
  const { session } = fake();
  await session.open(start);
  const own = [
    { flow: 0, start_s: 2, end_s: 12 },
    { flow: 1, start_s: 20, end_s: 40 },
    { flow: 2, start_s: 35, end_s: 50 },
  ];
  session.progress({ stream: "progress", computed_s: 80, duration_s: 80, digest: "d", generation: 1, own });
  session.clock.seek(30);
  await session.set(LOSS, 0.01, true);
  expect(session.own).toEqual([own[0], { flow: 1, start_s: 20, end_s: Number.POSITIVE_INFINITY }]);
});

test("while one change is under way only the newest of the others is sent", async () => {
  const { session, asked } = fake();
  await session.open(start);
  session.clock.seek(30);
  const drags = [0.01, 0.02, 0.03, 0.04].map((value) => session.set(LOSS, value, true, "drag"));
  await Promise.all(drags);
  expect(asked.slice(1).map((each) => each.scenario?.interventions)).toEqual([
    [{ at_s: 30, path: LOSS, value: 0.01 }],
    [{ at_s: 30, path: LOSS, value: 0.04 }],
  ]);
  await session.undo();
  expect(session.document).toBe(start);
});

test("a run that is opened while another one's engine closes is opened all the same", async () => {
  let close: (reason: Error) => void = () => undefined;
  const opened: string[] = [];
  const engine: Engine = {
    async ask<N extends RequestName>(name: N, argument: Requests[N][0]): Promise<Requests[N][1]> {
      if (name !== "load") return { document: {} } as Requests[N][1];
      const { title, duration_s } = JSON.parse((argument as Requests["load"][0]).scenario) as Scenario;
      opened.push(String(title));
      // The first one's answer never comes: its engine is closed.
      if (title === "first") {
        await new Promise((_, reject) => {
          close = reject;
        });
      }
      return { ok: true, document: {}, duration_s, flows: [title], cross_traffic: [] } as unknown as Requests[N][1];
    },
  };
  const session = new Session(engine, start, () => undefined);
  const titled = (title: string) => ({ ...start, scenario: { ...start.scenario, title } });
  const first = session.open(titled("first"));
  await Promise.resolve();
  const second = session.open(titled("second"));
  close(new Aborted("closed"));
  expect(await second).toBe(true);
  expect(await first).toBe(false);
  expect(opened).toEqual(["first", "second"]);
  expect(session.run?.flows).toEqual(["second"]);
  session.progress({ stream: "progress", computed_s: 5, duration_s: 80, digest: "d", generation: 1 });
  expect(session.digest).toBe("d");
});

test("what the engine still says of a run that is left counts no more", async () => {
  const { session } = fake();
  await session.open(start);
  session.leave();
  session.progress({ stream: "progress", computed_s: 80, duration_s: 80, digest: "d", generation: 1 });
  expect(session.digest).toBeNull();
});

test("a summary is of the run on show: none before its end, none once another run is opened", async () => {
  const { session } = fake();
  await session.open(start);
  expect(await session.summary()).toBeNull();
  const end = { stream: "progress", computed_s: 80, duration_s: 80, digest: "d", generation: 1 } as const;
  session.progress(end);
  expect(await session.summary()).toEqual({ flows: [] });
  session.progress(end);
  const late = session.summary();
  const opened = session.open({ ...start });
  expect(await late).toBeNull();
  await opened;
});

test("a run that was left is left until the settings of the next one are there", async () => {
  const { engine } = fake();
  const left: [News, boolean][] = [];
  const session: Session = new Session(engine, start, (news) => left.push([news, session.isLeft]));
  await session.open(start);
  await expect.poll(() => left.at(-1)).toEqual(["settings", false]);
  expect(left).toEqual([
    ["progress", true],
    ["run", true],
    ["settings", false],
  ]);
  // Neither a change of the same run nor a run that is refused leaves it.
  await session.set(LOSS, 0.01, true);
  expect(session.isLeft).toBe(false);
  await session.open({ ...start, scenario: { ...start.scenario, duration_s: 0 } });
  expect(session.isLeft).toBe(false);
});

test("a run that is taken while the next one waits is never shown as computed", async () => {
  const end = { stream: "progress", computed_s: 80, duration_s: 80, digest: "first", generation: 1 } as const;
  const digests: string[] = [];
  const session: Session = new Session(fake().engine, start, (news) => {
    if (news === "run" && session.generation === 1) session.progress(end);
    if (news === "progress" && session.digest !== null) digests.push(session.digest);
  });
  const other = { ...start, scenario: { ...start.scenario, duration_s: 20 } };
  void session.open(start);
  expect(await session.open(other)).toBe(true);
  expect(digests).toEqual([]);
});

test("a drag while the run plays is one change, where it began, and one step of undo", async () => {
  const { session } = fake();
  await session.open(start);
  for (let ms = 0; ms < 1000; ms += 16) {
    session.clock.seek(10 + ms / 1000);
    await session.set(LOSS, ms / 1e5, true, "drag");
  }
  expect(session.document.scenario.interventions).toEqual([{ at_s: 10, path: LOSS, value: 0.00992 }]);
  session.settle();
  // The next drag is a change of its own, after the first.
  for (const value of [0.02, 0.03]) await session.set(LOSS, value, true, "again");
  expect(session.document.scenario.interventions?.map((each) => each.value)).toEqual([0.00992, 0.03]);
  await session.undo();
  expect(session.document.scenario.interventions?.map((each) => each.value)).toEqual([0.00992]);
  await session.undo();
  expect(session.document).toBe(start);
  await session.redo();
  expect(session.document.scenario.interventions).toEqual([{ at_s: 10, path: LOSS, value: 0.00992 }]);
});

test("a drag keeps what else was changed while it went on", async () => {
  const { session } = fake();
  await session.open(start);
  session.clock.seek(10);
  await session.set(LOSS, 0.01, true, "drag");
  await session.commit({ ...session.document, view: { charts: ["rtt"], focus: null } });
  await session.set(LOSS, 0.02, true, "drag");
  expect(session.document.view.charts).toEqual(["rtt"]);
  expect(session.document.scenario.interventions).toEqual([{ at_s: 10, path: LOSS, value: 0.02 }]);
});

test("a refused change leaves the last good run, and no step", async () => {
  const { session, news } = fake();
  await session.open(start);
  session.clock.seek(30);
  await session.set(LOSS, 2, true);
  expect(session.refusal).toMatchObject({ path: LOSS, more: 0 });
  expect(session.document).toBe(start);
  expect(session.history.canUndo).toBe(false);
  expect(session.clock.t_s).toBe(30);
  expect(news).toContain("refusal");
  await session.set("duration_s", -1, false);
  expect(session.clock.t_s).toBe(30);
  await session.set(LOSS, 0.5, true);
  expect(session.refusal).toBeNull();
});

test("a first scenario that is refused opens nothing", async () => {
  const { session } = fake();
  expect(await session.open({ ...start, scenario: { ...start.scenario, duration_s: 0 } })).toBe(false);
  expect(session.run).toBeNull();
  expect(await session.open(start)).toBe(true);
});

test("another seed restarts at 0; a flow goes on from now; what is only looked at is not sent", async () => {
  const { session, asked } = fake();
  await session.open(start);
  session.clock.seek(30);
  await session.commit(addFlows(session.document, "cdg", 30));
  expect(asked.at(-1)).toMatchObject({ name: "change", at_s: 30 });
  await session.commit({ ...session.document, view: { charts: ["rtt"], focus: null } });
  expect(asked.length).toBe(2);
  await session.set("seed", 7, false);
  expect(asked.at(-1)).toMatchObject({ name: "load" });
  expect(session.clock.t_s).toBe(0);
});

test("at its end the run goes on by its own length", async () => {
  const { session, asked } = fake();
  await session.open(start);
  session.clock.seek(80);
  await session.goOn();
  expect(asked.at(-1)).toMatchObject({ name: "change", at_s: 80, scenario: { duration_s: 160 } });
  expect(session.clock.playing).toBe(true);
});

test("from the start means the scenario itself, wherever the playhead is; in a fork, and in another run, from the playhead", async () => {
  const { session, asked } = fake();
  await session.open(start);
  session.clock.duration_s = 80;
  session.clock.computed_s = 80;
  session.clock.seek(30);
  session.fromStart = true;
  await session.set("bottleneck.rate_bps", 5e6, true);
  expect(session.document.scenario).toMatchObject({ bottleneck: { rate_bps: 5e6 } });
  expect(session.document.scenario.interventions).toBeUndefined();
  expect(asked.at(-1)?.name).toBe("load");
  expect(session.clock.t_s).toBe(30);
  expect(session.acts_s).toBe(0);
  await session.commit({ ...session.document, fork: { at_s: 20, interventions: [] } });
  expect(session.acts_s).toBe(30);
  await session.open(start);
  expect(session.fromStart).toBe(false);
});
