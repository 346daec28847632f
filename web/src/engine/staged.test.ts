/** Two engines that are played by hand, seen as one: who answers what, when the whole one takes over, and that nobody sees it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkerLike } from "./client.ts";
import type { AbortMessage, ReplyMessage, RequestMessage, Stream } from "./protocol.ts";
import { StagedWorker } from "./staged.ts";

class Played implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  sent: (RequestMessage | AbortMessage)[] = [];
  ended = false;
  postMessage(message: unknown) {
    this.sent.push(message as RequestMessage);
  }
  terminate() {
    this.ended = true;
  }
  say(data: ReplyMessage | Stream) {
    this.onmessage?.({ data } as MessageEvent);
  }
  computed(computed_s: number, generation: number, digest: string | null = null) {
    this.say({ stream: "progress", computed_s, duration_s: 80, digest, generation });
  }
  /** Names and numbers of what it was asked, in order. */
  asked() {
    return this.sent.map((message) => ("name" in message ? `${message.name} ${message.id}` : `abort ${message.abort}`));
  }
}

const known = JSON.stringify({ flows: [{ algorithm: { kind: "cdg" } }] });
const unknown = JSON.stringify({ flows: [{ algorithm: { kind: "vegas" } }] });
const ok = { ok: true, document: {}, duration_s: 80, flows: [], cross_traffic: [] };
const refused = { ok: false };
const load = (id: number, scenario: string): RequestMessage => ({ id, name: "load", argument: { scenario } });
const change = (id: number, scenario: string): RequestMessage => ({
  id,
  name: "change",
  argument: { scenario, at_s: 3 },
});
const picture = (id: number): RequestMessage => ({
  id,
  name: "picture",
  argument: { t_s: 1, screen_second_s: 1 },
});
const summary = (id: number): RequestMessage => ({ id, name: "summary", argument: {} });

const notices = (id: number): RequestMessage => ({ id, name: "notices", argument: { scenario: known } });

function set() {
  const first = new Played();
  const wholes: Played[] = [];
  const staged = new StagedWorker(first, () => {
    const worker = new Played();
    wholes.push(worker);
    return worker;
  });
  const heard: (ReplyMessage | Stream)[] = [];
  staged.onmessage = (event) => heard.push(event.data);
  const whole = () => wholes.at(-1) as Played;
  /** A run that the first engine has begun. */
  const running = () => {
    staged.postMessage(load(1, known));
    first.say({ id: 1, ok: true, result: ok });
    first.computed(20, 1);
  };
  return { staged, first, wholes, whole, heard, running };
}

describe("two engines as one", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("leaves to the first one what it can do, and fetches no other", () => {
    const { staged, first, wholes, heard, running } = set();
    running();
    staged.postMessage(picture(2));
    staged.postMessage(change(3, known));
    expect(first.asked()).toEqual(["load 1", "picture 2", "change 3"]);
    expect(wholes).toHaveLength(0);
    expect(heard).toHaveLength(2);
  });

  it("begins with the whole one where the first document needs it", () => {
    const { staged, first, whole } = set();
    staged.postMessage(load(1, unknown));
    expect(first.ended).toBe(true);
    expect(whole().asked()).toEqual(["load 1"]);
  });

  it("hands over once the whole one has caught up; generations and progress go on", () => {
    const { staged, first, whole, heard, running } = set();
    running();
    staged.postMessage(change(2, known));
    first.say({ id: 2, ok: true, result: ok });
    first.computed(30, 2);
    staged.postMessage(summary(3));
    expect(whole().sent).toEqual([load(-1, known)]);
    whole().say({ id: -1, ok: true, result: ok });
    whole().computed(29, 1);
    staged.postMessage(picture(4));
    expect(first.asked().at(-1)).toBe("picture 4");
    expect(first.ended).toBe(false);
    const before = heard.length;
    whole().computed(31, 1);
    expect(first.ended).toBe(true);
    expect(heard.slice(before)).toEqual([
      { stream: "progress", computed_s: 31, duration_s: 80, digest: null, generation: 2 },
    ]);
    // What the first one had not answered, then what waited.
    expect(whole().asked()).toEqual(["load -1", "picture 4", "summary 3"]);
    whole().computed(80, 1, "00");
    expect(heard.at(-1)).toMatchObject({ computed_s: 80, digest: "00", generation: 2 });
    staged.postMessage(change(5, known));
    whole().say({ id: 5, ok: true, result: ok });
    whole().computed(10, 2);
    expect(heard.at(-1)).toMatchObject({ generation: 3 });
  });

  it("asks the whole one what is refused, and tells nobody of the first one's refusal", () => {
    const { staged, first, whole, heard, running } = set();
    running();
    staged.postMessage(change(2, known));
    const before = heard.length;
    first.say({ id: 2, ok: true, result: refused });
    expect(heard).toHaveLength(before);
    whole().computed(25, 1);
    expect(whole().asked()).toEqual(["load -1", "change 2"]);
  });

  it("lets a question about notices wait until all is quiet, or the whole one comes anyway", () => {
    const { staged, first, wholes, whole, running } = set();
    running();
    staged.postMessage(notices(2));
    vi.advanceTimersByTime(900);
    staged.postMessage(notices(3));
    staged.postMessage({ abort: 2 });
    vi.advanceTimersByTime(900);
    expect(wholes).toHaveLength(0);
    vi.advanceTimersByTime(100);
    expect(whole().asked()).toEqual(["load -1"]);
    whole().computed(25, 1);
    expect(whole().asked()).toEqual(["load -1", "notices 3"]);
    expect(first.asked()).toEqual(["load 1", "abort 2"]);
    staged.postMessage(notices(4));
    expect(whole().asked().at(-1)).toBe("notices 4");
  });

  it("keeps documents in their order while one waits", () => {
    const { staged, first, whole, running } = set();
    running();
    staged.postMessage(change(2, unknown));
    staged.postMessage(change(3, known));
    expect(first.asked()).toEqual(["load 1"]);
    whole().computed(20, 1);
    expect(whole().asked()).toEqual(["load -1", "change 2", "change 3"]);
  });

  it("catches up anew when the run changes meanwhile, and does not hand over in between", () => {
    const { staged, first, whole, running } = set();
    running();
    staged.prepare();
    const changed = JSON.stringify({ flows: [{ algorithm: { kind: "cubic" } }] });
    staged.postMessage(change(2, changed));
    whole().computed(80, 1, "00");
    expect(first.ended).toBe(false);
    first.say({ id: 2, ok: true, result: ok });
    first.computed(3, 2);
    // Not while a hand is at it.
    vi.advanceTimersByTime(900);
    expect(whole().sent).toEqual([load(-1, known)]);
    vi.advanceTimersByTime(200);
    expect(whole().sent.at(-1)).toEqual(load(-1, changed));
    whole().computed(80, 1, "00");
    expect(first.ended).toBe(false);
    whole().computed(4, 2);
    expect(first.ended).toBe(true);
  });

  it("drops what is aborted, and lets the whole one rest where the first one did", () => {
    const { staged, first, whole, running } = set();
    running();
    const rest: RequestMessage = { id: 2, name: "rest", argument: { resting: true } };
    staged.postMessage(rest);
    first.say({ id: 2, ok: true, result: {} });
    staged.postMessage(summary(3));
    staged.postMessage({ abort: 3 });
    whole().computed(20, 1);
    expect(whole().sent.slice(1)).toEqual([{ ...rest, id: -1 }]);
  });

  it("tells those who wait when the whole one does not arrive, goes on, and tries again", () => {
    const { staged, first, wholes, whole, heard, running } = set();
    running();
    staged.postMessage(summary(2));
    whole().onerror?.({ message: "offline" } as ErrorEvent);
    expect(heard.at(-1)).toEqual({ id: 2, ok: false, error: "offline", aborted: false });
    staged.postMessage(picture(3));
    expect(first.asked().at(-1)).toBe("picture 3");
    staged.postMessage(summary(4));
    expect(wholes).toHaveLength(2);
    whole().computed(20, 1);
    expect(whole().asked()).toEqual(["load -1", "picture 3", "summary 4"]);
  });

  it("tells of a halt once, whoever met it", () => {
    const { staged, whole, heard, running } = set();
    running();
    staged.prepare();
    whole().say({ stream: "halted", at_s: 25, most_packets: 9 });
    whole().computed(25, 1);
    expect(heard.filter((data) => "stream" in data && data.stream === "halted")).toHaveLength(1);
  });
});
