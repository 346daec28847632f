/** The worker's service with an engine that counts: slices, what overtakes, progress, layouts, and a panic. */
import { describe, expect, it } from "vitest";
import {
  type ReplyMessage,
  type RequestMessage,
  type RequestName,
  type Requests,
  type Stream,
  sourceName,
} from "./protocol.ts";
import { type Core, Service, unpackFrame, unpackPicture } from "./service.ts";

/** Computes one second of run in 1000 events; the clock of the test moves with the work. */
class FakeCore implements Core {
  events = 0;
  clock = 0;
  broken = false;
  halt: number[] = [];
  own: number[] = [];
  total = 80_000;
  /** Calls until the playhead is where it was sent to. */
  far = 0;
  /** Events that this machine takes in a millisecond, and how many it was asked for at once. */
  per_ms = 4000;
  asked: number[] = [];
  load(scenario: string) {
    if (scenario === "bad") return JSON.stringify({ ok: false, errors: [], more: 0 });
    this.events = 0;
    return JSON.stringify({ ok: true, document: {}, duration_s: 80, flows: [], cross_traffic: [] });
  }
  change(scenario: string) {
    return this.load(scenario);
  }
  check(scenario: string) {
    return this.load(scenario);
  }
  trace_file(_name: string, bytes: Uint8Array, _begins: boolean, ends: boolean) {
    return JSON.stringify({ ok: true, ...(ends && { entries: bytes.length }) });
  }
  advance(events: number) {
    if (this.broken) throw new Error("panicked at sim.rs:1");
    this.asked.push(events);
    this.events = Math.min(this.events + events, this.total);
    this.clock += events / this.per_ms;
    return this.computed_s();
  }
  halted() {
    return new Float64Array(this.halt);
  }
  busy() {
    return this.events < this.total;
  }
  computed_s() {
    return this.events / 1000;
  }
  duration_s() {
    return this.total / 1000;
  }
  own_times() {
    return Float64Array.from(this.own);
  }
  digest() {
    return this.busy() ? "" : "0123456789abcdef";
  }
  view() {
    return Float64Array.of(this.computed_s(), 0, 2, 4, 1, 10, 2, 20, 3, 30);
  }
  picture(t_s: number) {
    this.clock += 0.5;
    if (this.far-- > 0) return new Float64Array();
    return Float64Array.of(
      t_s,
      1e7,
      84,
      0,
      0.01,
      0,
      1500,
      3,
      4500,
      6,
      0,
      4,
      1,
      ...[1, 0, 1500, 0, 7, 25.9],
      ...[9, 8, 7, 6],
      12,
    );
  }
  step(_unit: string, _flow: string, t_s: number) {
    if (t_s > 79) return this.busy() ? Number.POSITIVE_INFINITY : Number.NaN;
    return this.computed_s() > t_s + 1 ? t_s + 1 : Number.POSITIVE_INFINITY;
  }
  settings() {
    return "{}";
  }
  why(flow: string, t_s: number) {
    this.clock += 0.5;
    if (this.far-- > 0) return "";
    return flow === "cdg"
      ? JSON.stringify({
          t_s,
          rules: [{ rule: "cdg.held", outcome: "no_backoff", infers: "rivals", numbers: { cwnd: 7 } }],
        })
      : "null";
  }
  parts = Number.NaN;
  export() {
    this.parts = 3;
  }
  exported() {
    this.parts--;
    return new TextEncoder().encode(`${this.parts}\n`);
  }
  exported_s() {
    return this.parts === 0 ? Number.POSITIVE_INFINITY : this.parts;
  }
  counters(t_s: number) {
    this.clock += 0.5;
    return this.far-- > 0 ? new Float64Array(0) : Float64Array.of(100 * t_s, 3, 2, 0, 1, 0);
  }
  notices(scenario: string) {
    return JSON.stringify({ notices: scenario === "good" ? [{ code: "c", place: "p", arguments: {} }] : [] });
  }
  summarise(events: number) {
    this.clock += 0.5;
    this.events = Math.min(this.events + events, this.total);
    return this.busy() ? "" : `{"digest":"x"}`;
  }
}

function set() {
  const core = new FakeCore();
  const posted: (ReplyMessage | Stream)[] = [];
  let asked = 0;
  const service = new Service(core, { post: (m) => posted.push(m), now: () => core.clock, soon: () => asked++ });
  let id = 0;
  const ask = <N extends RequestName>(name: N, argument: Requests[N][0]) => {
    service.receive({ id: ++id, name, argument } as RequestMessage);
    return id;
  };
  const answer = (to: number) => posted.find((m): m is ReplyMessage => "id" in m && m.id === to);
  const streams = () => posted.filter((m): m is Stream => "stream" in m);
  /** Turns for as long as the service asks for them. */
  const run = () => {
    let turns = 0;
    for (; asked > 0; turns++) {
      asked = 0;
      service.turn();
    }
    return turns;
  };
  return { core, service, posted, ask, answer, streams, run, asked: () => asked };
}

describe("the service", () => {
  it("counts at an instant once the run is simulated to there", () => {
    const { core, ask, answer, run } = set();
    ask("load", { scenario: "good" });
    core.far = 2;
    const id = ask("counters", { t_s: 2 });
    expect(answer(id)).toBeUndefined();
    run();
    expect(answer(id)).toMatchObject({
      result: {
        delivered_bytes: Float64Array.of(200, 0),
        dropped_queue: Float64Array.of(3, 1),
        delay_backoffs: Float64Array.of(2, 0),
      },
    });
  });

  it("computes in slices of 8 ms and tells progress at most 20 times a second, the end always", () => {
    const { ask, run, streams } = set();
    ask("load", { scenario: "good" });
    const turns = run();
    expect(turns).toBeGreaterThanOrEqual(3);
    const progress = streams();
    expect(progress.length).toBeLessThanOrEqual(3);
    expect(progress.at(-1)).toEqual({
      stream: "progress",
      computed_s: 80,
      duration_s: 80,
      digest: "0123456789abcdef",
      generation: 1,
    });
  });

  it("tells when flows ran that a document does not say it of", () => {
    const { core, ask, run, streams } = set();
    core.own = [3, 12.5, 14, 4, 0.1, Number.POSITIVE_INFINITY];
    ask("load", { scenario: "good" });
    run();
    expect(streams().at(-1)).toMatchObject({
      own: [
        { flow: 3, start_s: 12.5, end_s: 14 },
        { flow: 4, start_s: 0.1, end_s: Number.POSITIVE_INFINITY },
      ],
    });
  });

  it("asks for as many events at once as take a moment, on a slow machine and on a quick one", () => {
    const most = (per_ms: number) => {
      const { ask, run, core } = set();
      core.per_ms = per_ms;
      ask("load", { scenario: "good" });
      run();
      return Math.max(...core.asked);
    };
    expect(most(100)).toBe(2000);
    expect(most(4000)).toBe(4000);
    expect(most(20_000)).toBe(32_000);
  });

  it("rests when it is told to", () => {
    const { ask, run, core, service } = set();
    ask("load", { scenario: "good" });
    ask("rest", { resting: true });
    service.turn();
    expect(core.events).toBe(0);
    ask("rest", { resting: false });
    run();
    expect(core.events).toBe(core.total);
  });

  it("refuses what needs a run before there is one, and keeps the run when a document is refused", () => {
    const { ask, answer, run, streams } = set();
    expect(answer(ask("settings", { t_s: 0 }))).toMatchObject({ ok: false, error: "nothing is loaded" });
    ask("load", { scenario: "good" });
    run();
    const before = streams().length;
    expect(answer(ask("load", { scenario: "bad" }))).toMatchObject({ ok: true, result: { ok: false } });
    expect(answer(ask("settings", { t_s: 0 }))).toMatchObject({ ok: true });
    expect(run()).toBe(0);
    expect(streams().length).toBe(before);
  });

  it("answers a short request while a long one goes on", () => {
    const { ask, answer, service, run, core } = set();
    core.total = 1e6;
    ask("load", { scenario: "good" });
    const summary = ask("summary", {});
    service.turn();
    const picture = ask("picture", { t_s: 1, screen_second_s: 1 });
    expect(answer(picture)).toMatchObject({ ok: true });
    expect(answer(summary)).toBeUndefined();
    run();
    expect(answer(summary)).toMatchObject({ ok: true, result: { summary: { digest: "x" } } });
  });

  it("gives up a long request that is aborted, or whose run is gone", () => {
    const { ask, answer, service, core } = set();
    core.total = 1e6;
    ask("load", { scenario: "good" });
    const first = ask("summary", {});
    service.turn();
    service.receive({ abort: first });
    expect(answer(first)).toMatchObject({ ok: false, aborted: true });
    const second = ask("summary", {});
    ask("change", { scenario: "good", at_s: 3 });
    expect(answer(second)).toMatchObject({ ok: false, aborted: true });
  });

  it("goes to a far picture in slices that others overtake, and gives it up when it is aborted", () => {
    const { ask, answer, service, run, core } = set();
    ask("load", { scenario: "good" });
    core.far = 100;
    const first = ask("picture", { t_s: 1, screen_second_s: 1 });
    const second = ask("picture", { t_s: 2, screen_second_s: 1 });
    service.turn();
    expect(answer(ask("settings", { t_s: 0 }))).toMatchObject({ ok: true });
    expect(answer(first)).toBeUndefined();
    service.receive({ abort: first });
    expect(answer(first)).toMatchObject({ ok: false, aborted: true });
    run();
    expect(answer(second)).toMatchObject({ ok: true, result: { t_s: 2 } });
  });

  it("does not let a picture wait for a summary", () => {
    const { ask, answer, service, core } = set();
    core.total = 1e6;
    ask("load", { scenario: "good" });
    const summary = ask("summary", {});
    core.far = 3;
    const picture = ask("picture", { t_s: 1, screen_second_s: 1 });
    service.turn();
    expect(answer(picture)).toMatchObject({ ok: true });
    expect(answer(summary)).toBeUndefined();
  });

  it("computes on until a step is found, or knows that there is none", () => {
    const { ask, answer, run } = set();
    ask("load", { scenario: "good" });
    const found = ask("step", { unit: "congestion", t_s: 30, back: false });
    const none = ask("step", { unit: "congestion", t_s: 79.5, back: false });
    run();
    expect(answer(found)).toMatchObject({ result: { t_s: 31 } });
    expect(answer(none)).toMatchObject({ result: { t_s: null } });
  });

  it("looks for a decision in slices, and knows that there is none", () => {
    const { ask, answer, run, core } = set();
    ask("load", { scenario: "good" });
    core.far = 100;
    const fired = ask("why", { flow: sourceName("cdg"), t_s: 3, toward: 0 });
    expect(answer(fired)).toBeUndefined();
    run();
    expect(answer(fired)).toMatchObject({
      result: { t_s: 3, rules: [{ rule: "cdg.held", outcome: "no_backoff", infers: "rivals", numbers: { cwnd: 7 } }] },
    });
    expect(answer(ask("why", { flow: sourceName("call"), t_s: 3, toward: 1 }))).toMatchObject({
      ok: true,
      result: null,
    });
  });

  it("says what is to be noticed in a document, before anything is loaded, too", () => {
    const { ask, answer } = set();
    expect(answer(ask("notices", { scenario: "bad" }))).toMatchObject({ ok: true, result: { notices: [] } });
    const [notice] = [{ code: "c", place: "p", arguments: {} }];
    expect(answer(ask("notices", { scenario: "good" }))).toMatchObject({ result: { notices: [notice] } });
  });

  it("writes a trace part by part, and none of a run that is gone", () => {
    const { ask, answer } = set();
    ask("load", { scenario: "good" });
    expect(answer(ask("trace", { begin: null }))).toMatchObject({ ok: false, aborted: true });
    expect(answer(ask("trace", { begin: {} }))).toMatchObject({ result: { at_s: 2, whole: false } });
    ask("trace", { begin: null });
    expect(answer(ask("trace", { begin: null }))).toMatchObject({ result: { whole: true } });
  });

  it("tells of a panic once and is silent afterwards", () => {
    const { ask, run, core, streams, asked } = set();
    ask("load", { scenario: "good" });
    core.broken = true;
    run();
    expect(streams()).toEqual([{ stream: "error", message: "panicked at sim.rs:1" }]);
    ask("load", { scenario: "good" });
    expect(asked()).toBe(0);
  });
});

describe("layouts", () => {
  it("of a view: one buffer, a view on it for each series", () => {
    const series = ["a", "b"].map((name) => ({
      source: sourceName(name),
      signal: "cwnd_packets",
      mode: "line" as const,
    }));
    const numbers = new FakeCore().view();
    const frame = unpackFrame({ t0_s: 0, t1_s: 9, columns: 10, series }, numbers);
    expect(frame.series.map((points) => [...points])).toEqual([
      [1, 10],
      [2, 20, 3, 30],
    ]);
    expect(frame.series[1]?.buffer).toBe(numbers.buffer);
    expect(frame.coarse).toBe(false);
  });

  it("of a picture", () => {
    const picture = unpackPicture(new FakeCore().picture(26));
    expect(picture).toMatchObject({ t_s: 26, rate_bps: 1e7, limit_packets: 84, queue_packets: 3, queue_bytes: 4500 });
    expect([...picture.packets]).toEqual([1, 0, 1500, 0, 7, 25.9]);
    expect([...picture.losses]).toEqual([]);
    expect([...picture.flow_rates]).toEqual([9, 8, 7, 6]);
    expect([...picture.cwnd]).toEqual([12]);
  });

  it("tells once of a run that was halted, and lives on", () => {
    const { ask, run, core, streams } = set();
    ask("load", { scenario: "good" });
    core.halt = [1.5, 4_000_000];
    run();
    const told = streams().filter((stream) => stream.stream !== "progress");
    expect(told).toEqual([{ stream: "halted", at_s: 1.5, most_packets: 4_000_000 }]);
    expect(core.busy()).toBe(false);
  });
});
