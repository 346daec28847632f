/**
 * The page's side of readers' algorithms: checks programs, tries them on the standard paths, opens a run of one as an engine
 * session. A worker begins with the first call; one that no longer answers is ended, and the next call has a fresh one. Not here:
 * the worker (sandbox.worker.ts), the paths (paths.ts), words.
 */
import quickjsModule from "quickjs-wasi/quickjs.wasm?module";
import engineModule from "../../../pkg/sawtooth_wasm_bg.wasm?module";
import { Aborted, createEngine, type Spawn, type WorkerLike } from "../../engine/client.ts";
import type { ReplyMessage, RequestMessage } from "../../engine/protocol.ts";
import { Watchdog } from "../../engine/watchdog.ts";
import type { OwnBegin, OwnReply, OwnRequest, RunResult } from "./messages.ts";
import { CANDIDATES, PATHS, pathOf, scenarioOf } from "./paths.ts";
import { rowOf } from "./rows.ts";
import type { Candidate, Checked, Fault, Own, OwnRun, PathId, Row, Trial, TrialEvent } from "./types.ts";

/** A worker that says nothing for so long is ended: a program is stopped after counted steps long before, on any machine. */
const SILENCE_MS = 20_000;

/** A worker with its modules: the engine that runs programs, and QuickJS. */
const spawnWorker: Spawn = async () => {
  const script = import("./sandbox.worker.ts?worker&inline");
  const [{ default: OwnWorker }, engine, quickjs] = await Promise.all([script, engineModule(), quickjsModule()]);
  const worker = new OwnWorker();
  worker.postMessage({ engine, quickjs } satisfies OwnBegin);
  return worker;
};

type Asked = Extract<OwnRequest, { id: number }>;
/** A request without its number. */
type Asking = Asked extends infer One ? (One extends Asked ? Omit<One, "id"> : never) : never;
type Answer = Extract<OwnReply, { id: number }>;

interface Waiting {
  resolve(answer: Answer): void;
  reject(reason: Error): void;
  share(share: number): void;
}

/** A worker whose script did not arrive: said where it was begun. */
const NOTHING_BEGAN = (): void => undefined;

/** It was ended because it said nothing any more. */
class Silent extends Error {}

/** One worker, asked for one thing at a time. */
class Line {
  private worker: Promise<WorkerLike> | null = null;
  private waiting: Waiting | null = null;
  private readonly watchdog: Watchdog;
  private before: Promise<unknown> = Promise.resolve();
  private id = 0;

  constructor(
    private readonly spawn: Spawn,
    silence_ms: number,
  ) {
    this.watchdog = new Watchdog(silence_ms, () => this.end(new Silent()));
  }

  /** Asks, after all that was asked before. */
  ask(asking: Asking, share: (share: number) => void = () => undefined, signal?: AbortSignal): Promise<Answer> {
    const asked = this.before.then(() => this.send(asking, share, signal));
    this.before = asked.catch(() => undefined);
    return asked;
  }

  /** Ends the worker, and what it was asked. */
  end(reason: Error): void {
    const { worker, waiting } = this;
    this.worker = null;
    this.settled();
    worker?.then((ended) => ended.terminate()).catch(NOTHING_BEGAN);
    waiting?.reject(reason);
  }

  private async send(asking: Asking, share: (share: number) => void, signal?: AbortSignal): Promise<Answer> {
    const id = ++this.id;
    const ended = new Promise<Answer>((resolve, reject) => {
      this.waiting = { resolve, reject, share };
    });
    const abort = () => this.end(new Aborted("aborted"));
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
    this.begin().then(
      (worker) => {
        if (this.id !== id || !this.waiting) return;
        this.watchdog.listen();
        worker.postMessage({ ...asking, id });
      },
      (error: unknown) => this.end(error instanceof Error ? error : new Error(String(error))),
    );
    try {
      return await ended;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  private begin(): Promise<WorkerLike> {
    this.worker ??= this.spawn().then((worker) => {
      worker.onmessage = ({ data }) => this.hear(data as OwnReply | { stream: string; message?: string });
      worker.onerror = (event) => this.end(new Error(event.message || "the worker did not start"));
      return worker;
    });
    return this.worker;
  }

  private hear(message: OwnReply | { stream: string; message?: string }): void {
    if ("stream" in message) {
      if (message.stream === "error") this.end(new Error(message.message));
      return;
    }
    if (message.own === "fault" || message.id !== this.id || !this.waiting) return;
    if (message.own === "share") {
      this.watchdog.hear();
      this.waiting.share(message.share);
      return;
    }
    const { waiting } = this;
    this.settled();
    if (message.own === "broke") waiting.reject(new Error(message.message));
    else waiting.resolve(message);
  }

  private settled(): void {
    this.watchdog.rest();
    this.waiting = null;
  }
}

/** A program that was ended from outside. */
const stopped = (path: PathId | null): Fault => ({
  kind: "stopped",
  message: "",
  name: "",
  line: null,
  column: null,
  place: "program",
  at_s: null,
  path,
});

class Runs implements Own {
  private readonly line: Line;
  private readonly open_: Set<OwnRun> = new Set();
  /** Rows of the engine's own algorithms, which no program changes. */
  private readonly kept = new Map<string, Row>();

  constructor(
    private readonly spawn: Spawn,
    private readonly silence_ms: number,
  ) {
    this.line = new Line(spawn, silence_ms);
  }

  async check(source: string): Promise<Checked> {
    try {
      const answer = await this.line.ask({ own: "check", source });
      if (answer.own !== "checked") throw new Error(`not checked but ${answer.own}`);
      return answer.checked;
    } catch (error) {
      if (error instanceof Silent) return { ok: false, fault: stopped(null) };
      throw error;
    }
  }

  async judge(
    source: string,
    listener: (event: TrialEvent) => void,
    { paths = PATHS.map(({ id }) => id), signal }: { paths?: readonly PathId[]; signal?: AbortSignal } = {},
  ): Promise<Trial> {
    const rows: Row[] = [];
    const all = paths.flatMap((path) => CANDIDATES.map((candidate) => ({ path, candidate })));
    for (const [done, { path, candidate }] of all.entries()) {
      if (signal?.aborted) throw new Aborted("aborted");
      const tell = (share: number) => listener({ type: "progress", path, candidate, done, of: all.length, share });
      tell(0);
      const row = await this.row(candidate === "own" ? source : null, path, candidate, tell, listener, signal);
      if ("kind" in row) return { ok: false, fault: row, rows };
      rows.push(row);
      listener({ type: "row", row });
    }
    return { ok: true, rows };
  }

  open(source: string, path: PathId, beside?: Exclude<Candidate, "own">): OwnRun {
    const listeners = new Set<(fault: Fault) => void>();
    const told = (fault: Fault): void => {
      for (const listener of listeners) listener({ ...fault, path });
    };
    const client = createEngine(
      async () => new Session(await this.spawn(), source, told, this.silence_ms),
      // A session that says nothing is its program's fault, and is not begun again.
      Number.POSITIVE_INFINITY,
    );
    const run: OwnRun = {
      client,
      scenario: scenarioOf(pathOf(path), "own", beside),
      onFault: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    this.open_.add(run);
    return run;
  }

  close(): void {
    this.line.end(new Aborted("closed"));
    for (const { client } of this.open_) client.close();
    this.open_.clear();
  }

  /** A row, or the program's fault. */
  private async row(
    source: string | null,
    path: PathId,
    candidate: Candidate,
    tell: (share: number) => void,
    listener: (event: TrialEvent) => void,
    signal?: AbortSignal,
  ): Promise<Row | Fault> {
    const key = `${path} ${candidate}`;
    const kept = source === null ? this.kept.get(key) : undefined;
    if (kept) return kept;
    const scenario = JSON.stringify(scenarioOf(pathOf(path), candidate));
    let result: RunResult;
    try {
      const answer = await this.line.ask({ own: "run", source, scenario }, tell, signal);
      if (answer.own !== "ran") throw new Error(`not run but ${answer.own}`);
      result = answer.result;
    } catch (error) {
      if (error instanceof Silent && source !== null) return stopped(path);
      throw error;
    }
    const { measured, fault, lines, more } = result;
    if (lines.length > 0) listener({ type: "log", path, lines, more });
    if (fault) return { ...fault, path };
    if (!measured) throw new Error("neither measured nor at fault");
    const row = rowOf(pathOf(path), candidate, measured);
    if (source === null) this.kept.set(key, row);
    return row;
  }
}

/**
 * A worker with a program, as the engine's client knows workers. One that leaves a request unanswered and says nothing else is ended,
 * and that is a fault of its program.
 */
class Session implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  private readonly watchdog: Watchdog;
  /** Requests without an answer. */
  private readonly open = new Set<number>();

  constructor(
    private readonly worker: WorkerLike,
    source: string,
    fault: (fault: Fault) => void,
    silence_ms: number,
  ) {
    this.watchdog = new Watchdog(silence_ms, () => {
      this.terminate();
      fault(stopped(null));
    });
    worker.onmessage = (event) => {
      this.heard(event.data as Partial<ReplyMessage>);
      const message = event.data as OwnReply | { own?: undefined };
      if (message.own === "fault") fault(message.fault);
      else if (message.own === "broke") this.onerror?.({ message: message.message } as ErrorEvent);
      else this.onmessage?.(event);
    };
    worker.onerror = (event) => this.onerror?.(event);
    worker.postMessage({ own: "program", source } satisfies OwnRequest);
  }

  postMessage(message: unknown): void {
    this.worker.postMessage(message);
    const { id } = message as Partial<RequestMessage>;
    if (id === undefined) return;
    this.open.add(id);
    this.watchdog.listen();
  }

  terminate(): void {
    this.watchdog.rest();
    this.open.clear();
    this.worker.terminate();
  }

  private heard({ id }: Partial<ReplyMessage>): void {
    if (id !== undefined) this.open.delete(id);
    this.watchdog.hear();
    if (this.open.size === 0) this.watchdog.rest();
  }
}

/** Runs programs; tests bring their own workers, and less patience. */
export function own(spawn: Spawn = spawnWorker, silence_ms = SILENCE_MS): Own {
  return new Runs(spawn, silence_ms);
}
