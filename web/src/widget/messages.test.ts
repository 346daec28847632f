/** The widget's messages: envelope, one answer each, order, limits. */
import { expect, test } from "vitest";
import { failure, Messages, type Outcome, type Widget } from "./messages.ts";

function fake() {
  const done: string[] = [];
  const act = async (what: string): Promise<Outcome> => {
    await Promise.resolve();
    done.push(what);
    return { ok: true };
  };
  const widget: Widget = {
    load: (what) => act(`load ${JSON.stringify(what)}`),
    play: (on) => act(on ? "play" : "pause"),
    step: (unit) => act(`step ${unit}`),
    seek: (t) => act(`seek ${t}`),
    set: (path, value) => act(`set ${path} ${value}`),
    state: () => ({ ok: true, t: 1 }),
  };
  const sent: Record<string, unknown>[] = [];
  let now = 0;
  const messages = new Messages(
    widget,
    (message) => sent.push(message),
    () => now,
  );
  return {
    messages,
    sent,
    done,
    tick: (ms: number) => (now += ms),
    settled: () => new Promise((resolve) => setTimeout(resolve, 5)),
  };
}
const say = (type: string, more = {}) => ({ sawtooth: 1, type, ...more });

test("anything without the envelope is ignored", async () => {
  const { messages, sent, settled } = fake();
  for (const data of [
    null,
    1,
    "play",
    [],
    {},
    { type: "play" },
    { sawtooth: 2, type: "play" },
    { sawtooth: 1 },
    { sawtooth: 1, type: 5 },
  ])
    messages.receive(data);
  await settled();
  expect(sent).toEqual([]);
});

test("each message has exactly one answer, in order, with its id as it came", async () => {
  const { messages, sent, done, settled } = fake();
  messages.receive(say("play", { id: "a" }));
  messages.receive(say("seek", { id: 7, t: 12 }));
  messages.receive(say("step", { id: {} }));
  messages.receive(say("nonsense", { id: "n" }));
  messages.receive(say("state", { id: "s" }));
  await settled();
  expect(done).toEqual(["play", "seek 12", "step event"]);
  expect(sent.map((each) => [each.type, each.id, each.ok])).toEqual([
    ["reply", "a", true],
    ["reply", 7, true],
    ["reply", null, true],
    ["reply", "n", false],
    ["reply", "s", true],
  ]);
  expect(sent[3]).toMatchObject({
    error: { code: "unknown_type", errors: [{ place: "type", allowed: expect.stringContaining("load|play") }] },
  });
});

test("wrong fields are refused in words", async () => {
  const { messages, sent, done, settled } = fake();
  messages.receive(say("seek", { t: "12" }));
  messages.receive(say("seek", { t: Number.NaN }));
  messages.receive(say("step", { unit: "year" }));
  messages.receive(say("set", { path: "seed", value: { a: 1 } }));
  messages.receive(say("set", { value: 1 }));
  messages.receive(say("load"));
  await settled();
  expect(done).toEqual([]);
  expect(sent.length).toBe(6);
  for (const each of sent)
    expect(each).toMatchObject({ ok: false, error: { message: expect.not.stringContaining("embed.error") } });
});

test("too many and too large have no effect, and are answered", async () => {
  const { messages, sent, done, tick, settled } = fake();
  for (let i = 0; i < 60; i++) messages.receive(say("play", { id: i }));
  await settled();
  expect(done.length).toBe(50);
  expect(sent.filter((each) => !each.ok).length).toBe(10);
  tick(1001);
  messages.receive(say("load", { scenario: "x".repeat(1_000_001), id: "big" }));
  const loop: Record<string, unknown> = say("load", { id: "loop" });
  loop.scenario = loop;
  messages.receive(loop);
  // A few bytes as they are sent, 2^28 numbers when written out.
  let shared: unknown = [1];
  for (let depth = 0; depth < 28; depth++) shared = [shared, shared];
  const begun = performance.now();
  messages.receive(say("load", { scenario: shared, id: "shared" }));
  messages.receive(say("load", { scenario: new Uint8Array(2_000_000), id: "bytes" }));
  expect(performance.now() - begun).toBeLessThan(2000);
  await settled();
  const codes = sent.slice(-4).map((each) => (each.error as { code: string }).code);
  expect(codes).toEqual(["too_large", "too_large", "too_large", "too_large"]);
});

test("what is no plain data is refused, wherever it stands", async () => {
  const { messages, sent, done, settled } = fake();
  const odd = [1n, new Map(), new Set(), new Date(0), /a/, new ArrayBuffer(8), new Uint8Array(8), new Error("a")];
  for (const value of odd)
    for (const scenario of [value, { flows: [value] }]) messages.receive(say("load", { scenario }));
  await settled();
  expect(done).toEqual([]);
  const codes = new Set(sent.map((each) => (each.error as { code: string }).code));
  expect([sent.length, ...codes]).toEqual([16, "too_large"]);
});

test("messages that come early wait for the widget", async () => {
  const { messages, sent, settled } = fake();
  let go = (): void => undefined;
  messages.after(
    new Promise<void>((resolve) => {
      go = resolve;
    }),
  );
  messages.receive(say("state"));
  await settled();
  expect(sent).toEqual([]);
  go();
  await settled();
  expect(sent.length).toBe(1);
});

test("the engine's errors go out with their words", () => {
  const outcome = failure("refused", {}, [
    { code: "out_of_range", place: "duration_s", found: "0", allowed: "0 < x", nearest: "" },
  ]);
  expect(outcome).toMatchObject({
    ok: false,
    error: { code: "refused", errors: [{ place: "duration_s", message: expect.stringContaining("duration_s") }] },
  });
});
