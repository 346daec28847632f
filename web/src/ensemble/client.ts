/**
 * The page's side of the workers: the module is fetched and compiled once, each worker gets it compiled; typed requests;
 * reliable termination. Not here: the requests (protocol.ts), nor the sharing of work (job-pool.ts).
 */
import compile from "../../pkg-figures/sawtooth_wasm_figures_bg.wasm?module";
import FiguresWorker from "./ensemble.worker.ts?worker&inline";
import type { CallName, Calls, FromWorker, ToWorker } from "./protocol.ts";

/** One worker, as the page sees it. */
export interface WorkerHandle {
  ask<N extends CallName>(name: N, argument: Calls[N][0], onShare?: (share: number) => void): Promise<Calls[N][1]>;
  /** Ends it at once; pending requests never get a response. */
  end(): void;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  onShare?: (share: number) => void;
}

/** A worker of one's own. */
async function startWorker(): Promise<WorkerHandle> {
  const module = await compile();
  const worker = new FiguresWorker();
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  const fail = (message: string): void => {
    for (const one of waiting.values()) one.reject(new Error(message));
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    const one = waiting.get(data.call);
    if ("share" in data) return one?.onShare?.(data.share);
    waiting.delete(data.call);
    if ("fault" in data) one?.reject(new Error(data.fault));
    else one?.resolve(data.answer);
  };
  worker.onerror = (event) => fail(event.message || "worker");
  const post = (message: ToWorker): void => worker.postMessage(message);
  post({ module });
  return {
    ask<N extends CallName>(name: N, argument: Calls[N][0], onShare?: (share: number) => void) {
      return new Promise<Calls[N][1]>((resolve, reject) => {
        const call = ++calls;
        waiting.set(call, { resolve: resolve as (answer: unknown) => void, reject, onShare });
        post({ call, name, argument } as ToWorker);
      });
    },
    end() {
      waiting.clear();
      worker.terminate();
    },
  };
}

/** As many workers as the machine has cores, at most 8. */
export const WORKERS = Math.max(1, Math.min(8, globalThis.navigator?.hardwareConcurrency || 2));

/** Workers kept ready, so that a second run begins at once. */
export class Pool {
  #idle: WorkerHandle[] = [];

  constructor(private readonly make: () => Promise<WorkerHandle> = startWorker) {}

  /** Makes workers ready before they are asked for. */
  async warm(count: number): Promise<void> {
    const missing = count - this.#idle.length;
    const made = await Promise.all(Array.from({ length: Math.max(0, missing) }, () => this.make()));
    this.#idle.push(...made);
  }

  take(): Promise<WorkerHandle> {
    const hand = this.#idle.pop();
    return hand ? Promise.resolve(hand) : this.make();
  }

  give(hand: WorkerHandle): void {
    if (this.#idle.length < WORKERS) this.#idle.push(hand);
    else hand.end();
  }
}
