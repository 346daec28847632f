/** The client against a worker that is played by hand: answers, abort, crashes, and at most one wish under way. */
import { describe, expect, it, vi } from "vitest";
import { Aborted, createEngine, latest, Stopped, type WorkerLike } from "./client.ts";
import { type AbortMessage, type Loaded, type RequestMessage, sourceName } from "./protocol.ts";
import { traceFiles } from "./trace-files.ts";

class FakeWorker implements WorkerLike {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  sent: (RequestMessage | AbortMessage)[] = [];
  ended = false;
  postMessage(message: unknown) {
    this.sent.push(message as RequestMessage | AbortMessage);
  }
  terminate() {
    this.ended = true;
  }
  say(data: unknown) {
    this.onmessage?.({ data } as MessageEvent);
  }
  /** Answers the last request. */
  answer(result: unknown) {
    const last = this.sent.filter((message): message is RequestMessage => "name" in message).at(-1);
    this.say({ id: last?.id, ok: true, result });
  }
}

/** A worker that was begun is there. */
const there = (): Promise<void> => Promise.resolve();

/** A client whose first worker is there. */
async function set() {
  const workers: FakeWorker[] = [];
  const client = createEngine(async () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  });
  await there();
  return { client, workers, worker: () => workers.at(-1) as FakeWorker };
}

const loaded: Loaded = { ok: true, document: {}, duration_s: 80, flows: [sourceName("cdg")], cross_traffic: [] };

describe("the client", () => {
  it("pairs answers with requests by their number", async () => {
    const { client, worker } = await set();
    const first = client.ask("check", { scenario: "1" });
    const second = client.ask("check", { scenario: "2" });
    const [a, b] = worker().sent as RequestMessage[];
    worker().say({ id: b?.id, ok: true, result: "two" });
    worker().say({ id: a?.id, ok: true, result: "one" });
    expect(await first).toBe("one");
    expect(await second).toBe("two");
  });

  it("rejects what is aborted, and tells the worker", async () => {
    const { client, worker } = await set();
    const control = new AbortController();
    const asked = client.ask("summary", {}, { signal: control.signal });
    control.abort();
    await expect(asked).rejects.toBeInstanceOf(Aborted);
    expect(worker().sent.at(-1)).toEqual({ abort: (worker().sent[0] as RequestMessage).id });
    const late = client.ask("summary", {}, { signal: control.signal });
    await expect(late).rejects.toBeInstanceOf(Aborted);
    expect(worker().sent).toHaveLength(2);
  });

  it("hands progress on until it is told to stop", async () => {
    const { client, worker } = await set();
    const heard = vi.fn();
    const stop = client.onProgress(heard);
    const progress = { computed_s: 1, duration_s: 80, digest: null, generation: 1 };
    worker().say({ stream: "progress", ...progress });
    stop();
    worker().say({ stream: "progress", ...progress, computed_s: 2 });
    expect(heard.mock.calls).toEqual([[progress]]);
  });

  it("gives a fresh worker the files of traces before the document that names one", async () => {
    const { client, worker } = await set();
    const good = client.ask("load", { scenario: "good" });
    worker().answer(loaded);
    await good;
    const file = { name: "a.down", bytes: Uint8Array.of(49) };
    traceFiles.set("digest", file);
    worker().say({ stream: "error", message: "index out of bounds" });
    await there();
    expect(worker().sent.map((message) => "name" in message && message.name)).toEqual(["trace_file", "load"]);
    expect(worker().sent[0]).toMatchObject({ id: 0, argument: { ...file, begins: true, ends: true } });
    traceFiles.clear();
  });

  it("after a crash computes the last good document with a fresh worker; generations go on", async () => {
    const { client, workers, worker } = await set();
    const errors = vi.fn();
    const progress = vi.fn();
    client.onError(errors);
    client.onProgress(progress);
    const good = client.ask("load", { scenario: "good" });
    worker().answer(loaded);
    await good;
    worker().say({ stream: "progress", computed_s: 1, duration_s: 80, digest: null, generation: 1 });
    const refused = client.ask("change", { scenario: "refused", at_s: 1 });
    worker().answer({ ok: false, errors: [], more: 0 });
    await refused;
    const lost = client.ask("summary", {});
    worker().say({ stream: "error", message: "index out of bounds" });
    await expect(lost).rejects.toThrow("index out of bounds");
    expect(errors).toHaveBeenCalledWith({
      message: "index out of bounds",
      loaded: true,
      restarted: true,
      back: "good",
    });
    expect(workers).toHaveLength(2);
    expect(workers[0]?.ended).toBe(true);
    await there();
    expect(worker().sent).toEqual([{ id: 0, name: "load", argument: { scenario: "good" } }]);
    worker().say({ stream: "progress", computed_s: 1, duration_s: 80, digest: null, generation: 1 });
    expect(progress.mock.lastCall?.[0].generation).toBe(2);
  });

  it("goes back to the last document that was computed to its end, not to the one that ended it", async () => {
    const { client, worker } = await set();
    const errors = vi.fn();
    client.onError(errors);
    const take = async (scenario: string, digest: string | null) => {
      const taken = client.ask("load", { scenario });
      worker().answer(loaded);
      await taken;
      worker().say({ stream: "progress", computed_s: 1, duration_s: 80, digest, generation: 1 });
    };
    await take("worked", "0123456789abcdef");
    await take("endless", null);
    worker().say({ stream: "error", message: "it no longer answers" });
    expect(errors).toHaveBeenLastCalledWith(expect.objectContaining({ restarted: true, back: "worked" }));
    await there();
    expect(worker().sent).toEqual([{ id: 0, name: "load", argument: { scenario: "worked" } }]);
    // That one works again: another bad run has its tries.
    worker().say({ stream: "progress", computed_s: 80, duration_s: 80, digest: "0123456789abcdef", generation: 1 });
    await take("endless", null);
    worker().say({ stream: "error", message: "it no longer answers" });
    expect(errors).toHaveBeenLastCalledWith(expect.objectContaining({ restarted: true, back: "worked" }));
  });

  it("asks again for a run that waited behind the one that ended it, and refuses it where it ends the next", async () => {
    const { client, worker, workers } = await set();
    const errors = vi.fn();
    client.onError(errors);
    const worked = client.ask("load", { scenario: "worked" });
    worker().answer(loaded);
    await worked;
    worker().say({ stream: "progress", computed_s: 80, duration_s: 80, digest: "0123456789abcdef", generation: 1 });
    const lost = client.ask("summary", {});
    const waiting = client.ask("load", { scenario: "waiting" });
    worker().say({ stream: "error", message: "it no longer answers" });
    await expect(lost).rejects.toBeInstanceOf(Stopped);
    expect(errors).toHaveBeenLastCalledWith(expect.objectContaining({ restarted: true, back: null }));
    await there();
    expect(worker().sent).toEqual([{ id: 3, name: "load", argument: { scenario: "waiting" } }]);
    worker().say({ stream: "error", message: "unreachable" });
    await expect(waiting).rejects.toThrow("unreachable");
    expect(errors).toHaveBeenLastCalledWith(expect.objectContaining({ restarted: true, back: "worked" }));
    await there();
    expect(worker().sent).toEqual([{ id: 0, name: "load", argument: { scenario: "worked" } }]);
    expect(workers).toHaveLength(3);
  });

  it("gives up when the same document ends the fresh worker too", async () => {
    const { client, worker, workers } = await set();
    const errors = vi.fn();
    client.onError(errors);
    worker().say({ stream: "error", message: "first" });
    await there();
    worker().say({ stream: "error", message: "second" });
    expect(workers).toHaveLength(2);
    expect(errors).toHaveBeenLastCalledWith({ message: "second", loaded: true, restarted: false, back: null });
    await expect(client.ask("summary", {})).rejects.toThrow("the engine has stopped");
  });

  it("begins a fresh worker for another document after it gave up, and none after it was closed", async () => {
    const { client, worker, workers } = await set();
    worker().say({ stream: "progress", computed_s: 1, duration_s: 80, digest: null, generation: 1 });
    worker().say({ stream: "error", message: "first" });
    await there();
    worker().say({ stream: "error", message: "second" });
    const good = client.ask("load", { scenario: "another" });
    expect(workers).toHaveLength(3);
    await there();
    worker().answer(loaded);
    await expect(good).resolves.toEqual(loaded);
    worker().say({ stream: "error", message: "third" });
    expect(workers, "it has its two tries again").toHaveLength(4);
    client.close();
    await expect(client.ask("load", { scenario: "late" })).rejects.toThrow("the engine has stopped");
    expect(workers).toHaveLength(4);
  });

  it("begins a worker again that leaves a request unanswered and says nothing; a sleeping page is no silence", async () => {
    vi.useFakeTimers();
    const { client, worker, workers } = await set();
    const errors = vi.fn();
    client.onError(errors);
    const lost = client.ask("summary", {});
    lost.catch(() => undefined);
    vi.advanceTimersByTime(28_000);
    worker().say({ stream: "progress", computed_s: 1, duration_s: 80, digest: null, generation: 1 });
    vi.advanceTimersByTime(28_000);
    expect(errors).not.toHaveBeenCalled();
    // An hour of sleep is one tick of the timer.
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(900);
    expect(errors).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(errors).toHaveBeenCalledWith({ message: "it no longer answers", loaded: true, restarted: true, back: null });
    expect(workers).toHaveLength(2);
    await expect(lost).rejects.toThrow("no longer answers");
    // Nothing is waited for: nothing is missed.
    vi.advanceTimersByTime(60_000);
    expect(errors).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it("keeps what is asked until its worker is there; meanwhile a slow network is no silence", async () => {
    vi.useFakeTimers();
    const worker = new FakeWorker();
    let arrive = (_: WorkerLike): void => undefined;
    const client = createEngine(() => new Promise<WorkerLike>((resolve) => (arrive = resolve)));
    const errors = vi.fn();
    client.onError(errors);
    const first = client.ask("check", { scenario: "1" });
    const control = new AbortController();
    const given_up = client.ask("check", { scenario: "2" }, { signal: control.signal });
    control.abort();
    await expect(given_up).rejects.toBeInstanceOf(Aborted);
    vi.advanceTimersByTime(600_000);
    expect(errors).not.toHaveBeenCalled();
    arrive(worker);
    await there();
    expect(worker.sent).toEqual([{ id: 1, name: "check", argument: { scenario: "1" } }]);
    worker.answer("one");
    expect(await first).toBe("one");
    vi.useRealTimers();
  });

  it("ends a worker that arrives after it was closed", async () => {
    const worker = new FakeWorker();
    const client = createEngine(async () => worker);
    client.close();
    await there();
    expect([worker.ended, worker.sent]).toEqual([true, []]);
  });

  it("tries once more where no worker comes; what was asked waits for it", async () => {
    const worker = new FakeWorker();
    const spawn = vi.fn<() => Promise<WorkerLike>>().mockRejectedValueOnce(new Error("no network"));
    spawn.mockResolvedValue(worker);
    const client = createEngine(spawn);
    const errors = vi.fn();
    client.onError(errors);
    const loading = client.ask("load", { scenario: "one" });
    await vi.waitFor(() => expect(worker.sent).toHaveLength(1));
    worker.answer(loaded);
    expect(await loading).toEqual(loaded);
    expect(errors).not.toHaveBeenCalled();
  });

  it("then says that nothing loaded, and begins again with the next document", async () => {
    const worker = new FakeWorker();
    const spawn = vi.fn<() => Promise<WorkerLike>>(() => Promise.reject(new Error("engine.wasm: 404")));
    const client = createEngine(spawn);
    const errors = vi.fn();
    client.onError(errors);
    await expect(client.ask("load", { scenario: "one" })).rejects.toThrow("404");
    expect(errors.mock.calls).toEqual([[{ message: "engine.wasm: 404", loaded: false, restarted: false, back: null }]]);
    expect(spawn).toHaveBeenCalledTimes(2);
    spawn.mockResolvedValue(worker);
    const loading = client.ask("load", { scenario: "two" });
    await there();
    worker.answer(loaded);
    expect(await loading).toEqual(loaded);
  });

  it("ends its worker when closed", async () => {
    const { client, worker } = await set();
    const asked = client.ask("summary", {});
    client.close();
    await expect(asked).rejects.toBeInstanceOf(Aborted);
    expect(worker().ended).toBe(true);
  });
});

describe("the latest wish", () => {
  const wish = (t_s: number) => ({ t_s, screen_second_s: 1 });

  it("has at most one request under way, and skips what was overtaken", async () => {
    const { client, worker } = await set();
    const picture = latest(client, "picture");
    const [first, second, third] = [picture(wish(1)), picture(wish(2)), picture(wish(3))];
    expect(worker().sent).toHaveLength(1);
    worker().answer("one");
    expect(await first).toBe("one");
    expect(await second).toBeNull();
    await vi.waitFor(() => expect(worker().sent).toHaveLength(2));
    expect((worker().sent[1] as RequestMessage).argument).toEqual(wish(3));
    worker().answer("three");
    expect(await third).toBe("three");
  });

  it("goes on after a failure, and takes an abort for no answer", async () => {
    const { client, worker } = await set();
    const picture = latest(client, "picture");
    const first = picture(wish(1));
    const id = (worker().sent[0] as RequestMessage).id;
    worker().say({ id, ok: false, error: "nothing is loaded", aborted: false });
    await expect(first).rejects.toThrow("nothing is loaded");
    const second = picture(wish(2));
    const next = (worker().sent[1] as RequestMessage).id;
    worker().say({ id: next, ok: false, error: "the run changed", aborted: true });
    expect(await second).toBeNull();
  });
});
