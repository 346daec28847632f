/**
 * The page's side of the engine: typed requests with abort, the streams, a fresh worker after a crash. Works at an opaque
 * origin and from a file, since the worker's script lies within the page's. Not here: what may be asked (protocol.ts), when (pages),
 * how the module arrives (module.ts).
 */

import engineModule from "../../pkg/sawtooth_wasm_bg.wasm?module";
import type { BeginMessage, Loaded, ReplyMessage, RequestMessage, RequestName, Requests, Stream } from "./protocol.ts";
import { traceFiles } from "./trace-files.ts";
import { Watchdog } from "./watchdog.ts";
import EngineWorker from "./worker.ts?worker&inline";

/** How far the run is computed. */
export type Halted = Extract<Stream, { stream: "halted" }>;
export type Progress = Omit<Extract<Stream, { stream: "progress" }>, "stream">;

/** The engine died. */
export interface Crash {
  /** Its message. */
  message: string;
  /** False where the module or the worker did not load. */
  loaded: boolean;
  /** A fresh engine was begun; otherwise the document itself ends it. */
  restarted: boolean;
  /** The document that the fresh engine computes again; null where it takes one that was asked for meanwhile, or none. */
  back: string | null;
}

/** A request that was given up, by its signal or because the run that it was about is gone. */
export class Aborted extends Error {
  override name = "AbortError";
}

/** A request without an answer, because the engine died. */
export class Stopped extends Error {
  override name = "StoppedError";
}

/** Ask the engine. */
export interface EngineClient {
  ask<N extends RequestName>(
    name: N,
    argument: Requests[N][0],
    options?: { signal?: AbortSignal },
  ): Promise<Requests[N][1]>;
  /** Calls the listener whenever the run was computed further; returns how to stop it. */
  onProgress(listener: (progress: Progress) => void): () => void;
  onError(listener: (crash: Crash) => void): () => void;
  /** Calls the listener when a run ends early because it would hold too many packets at once. */
  onHalted(listener: (halt: Halted) => void): () => void;
  /** Ends the worker; what is asked afterwards is refused. */
  close(): void;
}

/** Part of a worker that is used, so that tests bring their own. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

/** How a worker begins; it gets messages once it is there. */
export type Spawn = () => Promise<WorkerLike>;

interface Pending {
  message: RequestMessage;
  resolve(result: unknown): void;
  reject(reason: Error): void;
  done(): void;
}

/** Crashes in a row, without an answer to `load` or `change` in between that was not our own, after which we give up. */
const MOST_CRASHES = 2;

/** A worker that leaves a request unanswered and says nothing for so long is dead, ms: it works in slices of some milliseconds. */
const SILENCE_MS = 30_000;

/** An error that says nothing more. */
const NOT_STARTED = "the worker did not start";

/** Requests that bring another document: it did not end the engine that was given up, so that a fresh one may take it. */
const BRING_A_DOCUMENT: ReadonlySet<RequestName> = new Set(["load", "check"]);

class Client implements EngineClient {
  private readonly watchdog: Watchdog;
  /** Null once it has ended. */
  private spawned: Promise<WorkerLike> | null = null;
  /** Null while it is on its way, too: what is asked meanwhile waits in `pending`. */
  private worker: WorkerLike | null = null;
  private readonly pending = new Map<number, Pending>();
  private readonly progressListeners = new Set<(progress: Progress) => void>();
  private readonly errorListeners = new Set<(crash: Crash) => void>();
  private readonly haltListeners = new Set<(halt: Halted) => void>();
  private id = 0;
  private crashes = 0;
  private closed = false;
  /** The last document that the engine took. */
  private good: string | null = null;
  /** The last one that it computed to its end. */
  private worked: string | null = null;
  /** The request of another run that was kept over a crash: a second one is its own. */
  private kept: number | null = null;
  /** Generations of earlier workers: numbers only grow, whoever counts. */
  private generations = 0;
  private generation = 0;

  constructor(
    private readonly spawn: Spawn,
    silence_ms: number,
  ) {
    this.watchdog = new Watchdog(silence_ms, () => this.crashed("it no longer answers"));
    this.start();
  }

  ask<N extends RequestName>(
    name: N,
    argument: Requests[N][0],
    options: { signal?: AbortSignal } = {},
  ): Promise<Requests[N][1]> {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      if (!this.spawned && !this.closed && BRING_A_DOCUMENT.has(name)) {
        this.crashes = 0;
        this.generations = this.generation;
        this.start();
      }
      if (signal?.aborted || !this.spawned) {
        reject(signal?.aborted ? new Aborted("aborted") : new Error("the engine has stopped"));
        return;
      }
      const id = ++this.id;
      const abort = () => {
        this.worker?.postMessage({ abort: id });
        this.settle(id)?.reject(new Aborted("aborted"));
      };
      signal?.addEventListener("abort", abort, { once: true });
      const message: RequestMessage = { id, name, argument };
      const done = () => signal?.removeEventListener("abort", abort);
      this.pending.set(id, { message, resolve: resolve as (result: unknown) => void, reject, done });
      this.post(message);
    });
  }

  onProgress(listener: (progress: Progress) => void): () => void {
    this.progressListeners.add(listener);
    return () => this.progressListeners.delete(listener);
  }

  onError(listener: (crash: Crash) => void): () => void {
    this.errorListeners.add(listener);
    return () => this.errorListeners.delete(listener);
  }

  onHalted(listener: (halt: Halted) => void): () => void {
    this.haltListeners.add(listener);
    return () => this.haltListeners.delete(listener);
  }

  close(): void {
    this.closed = true;
    this.stop(new Aborted("closed"));
  }

  /** `first`: what the worker is asked before all else. */
  private start(first: RequestMessage | null = null): void {
    const spawned = this.spawn();
    this.spawned = spawned;
    spawned.then(
      (worker) => {
        if (this.spawned !== spawned) {
          worker.terminate();
          return;
        }
        worker.onmessage = (event) => this.receive(event.data as ReplyMessage | Stream);
        worker.onerror = (event) => this.crashed(event.message || NOT_STARTED);
        this.worker = worker;
        for (const file of traceFiles.values())
          worker.postMessage({ id: 0, name: "trace_file", argument: { ...file, begins: true, ends: true } });
        if (first) worker.postMessage(first);
        for (const { message } of this.pending.values()) this.post(message);
      },
      (error: Error) => {
        if (this.spawned !== spawned) return;
        // The question waits for a second try: a network may fail for a moment.
        if (++this.crashes < MOST_CRASHES) this.start(first);
        else this.crashed(error.message, false);
      },
    );
  }

  /** Asks the worker, once it is there: a slow network is no silence. */
  private post(message: RequestMessage): void {
    if (!this.worker) return;
    this.watchdog.listen();
    this.worker.postMessage(message);
  }

  private stop(reason: Error, kept: number | null = null): void {
    this.watchdog.rest();
    if (this.worker) {
      this.worker.onmessage = null;
      this.worker.onerror = null;
      this.worker.terminate();
      this.worker = null;
    }
    this.spawned = null;
    for (const id of [...this.pending.keys()]) if (id !== kept) this.settle(id)?.reject(reason);
  }

  private settle(id: number): Pending | undefined {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    pending?.done();
    return pending;
  }

  private receive(message: ReplyMessage | Stream): void {
    this.watchdog.hear();
    if ("stream" in message) {
      if (message.stream === "progress") {
        const { stream: _, ...progress } = message;
        this.generation = this.generations + progress.generation;
        if (progress.digest !== null) {
          this.worked = this.good;
          this.crashes = 0;
        }
        for (const listener of this.progressListeners) listener({ ...progress, generation: this.generation });
      } else if (message.stream === "halted") {
        for (const listener of this.haltListeners) listener(message);
      } else if (message.stream === "error") {
        this.crashed(message.message);
      }
      return;
    }
    const pending = this.settle(message.id);
    if (this.pending.size === 0) this.watchdog.rest();
    if (!pending) return;
    const { name, argument } = pending.message;
    const refused = name === "load" && message.ok && !(message.result as Loaded).ok;
    if (name === "picture" || refused) answered();
    if (!message.ok) {
      pending.reject(message.aborted ? new Aborted(message.error) : new Error(message.error));
      return;
    }
    if ((name === "load" || name === "change") && (message.result as Loaded).ok) {
      this.good = (argument as Requests["load"][0]).scenario;
      this.crashes = 0;
    }
    pending.resolve(message.result);
  }

  /**
   * The engine is dead. What was asked has no answer, but another run that was asked for is asked for again: it waited behind the one that
   * ended the engine. Without one the last document that was computed to its end is computed again, the first of all once more. What did
   * not load is not fetched again before the reader opens another run.
   */
  private crashed(text: string, loaded = true): void {
    if (this.closed) return;
    answered();
    // A run that was kept over a crash and ends the next engine, too, is refused; that says nothing of the one before it.
    if (this.kept === null || !this.pending.has(this.kept)) this.crashes++;
    const restarted = loaded && this.crashes < MOST_CRASHES;
    const wish = [...this.pending.values()].filter(({ message }) => message.name === "load").at(-1)?.message.id ?? null;
    this.kept = restarted && wish !== this.kept ? wish : null;
    this.stop(new Stopped(text), this.kept);
    const back = restarted && this.kept === null ? (this.worked ?? this.good) : null;
    if (restarted) {
      this.generations = this.generation;
      this.good = back ?? this.good;
      this.start(back === null ? null : { id: 0, name: "load", argument: { scenario: back } });
    }
    for (const listener of this.errorListeners) listener({ message: text, loaded, restarted, back });
  }
}

/** An engine was begun: there will be an answer. */
let begun = false;

let answered: () => void = () => undefined;
const answer = new Promise<void>((resolve) => {
  answered = resolve;
});

/**
 * Once the engine has given its first picture, or will not: what the page fetches and does afterwards delays that no more. At once
 * where no engine was ever begun.
 */
export function engineAnswered(): Promise<void> {
  return begun ? answer : Promise.resolve();
}

/** A worker with the engine. It is there before the module has arrived, and waits for it. */
async function engineWorker(): Promise<WorkerLike> {
  const worker: WorkerLike = new EngineWorker();
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = (event) => reject(new Error(event.message || NOT_STARTED));
  });
  try {
    const module = await Promise.race([engineModule(), failed]);
    worker.postMessage({ module } satisfies BeginMessage);
    return worker;
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

/** Starts the engine in its worker; one that is silent for `silence_ms` while it is asked something is begun again. */
export function createEngine(spawn: Spawn = engineWorker, silence_ms = SILENCE_MS): EngineClient {
  begun = true;
  return new Client(spawn, silence_ms);
}

/**
 * Asks again and again for the latest wish only: at most one request is under way, and of those that wait the last one
 * counts. The promise of a wish that was overtaken, or whose run is gone, resolves to null.
 */
export function latest<N extends RequestName>(
  client: EngineClient,
  name: N,
): (argument: Requests[N][0]) => Promise<Requests[N][1] | null> {
  type Result = Requests[N][1] | null;
  interface Wish {
    argument: Requests[N][0];
    resolve(result: Result): void;
    reject(reason: unknown): void;
  }
  let waiting: Wish | null = null;
  let underWay = false;
  const go = async ({ argument, resolve, reject }: Wish) => {
    underWay = true;
    try {
      resolve(await client.ask(name, argument));
    } catch (error) {
      if (error instanceof Aborted) resolve(null);
      else reject(error);
    } finally {
      underWay = false;
      const next = waiting;
      waiting = null;
      if (next) void go(next);
    }
  };
  return (argument) =>
    new Promise<Result>((resolve, reject) => {
      const wish = { argument, resolve, reject };
      if (underWay) {
        waiting?.resolve(null);
        waiting = wish;
      } else {
        void go(wish);
      }
    });
}
