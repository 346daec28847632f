/** A worker whose script may still be on its way. Not here: what its messages are (protocol.ts), nor which script (client.ts). */
import type { WorkerLike } from "./client.ts";

/** Fetches a worker's script. */
export type Load = () => Promise<{ default: new () => WorkerLike }>;

/** What is posted waits until the script is there. */
export class ArrivingWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  private worker: WorkerLike | null = null;
  private waiting: unknown[] = [];
  private ended = false;

  constructor(load: Load) {
    load().then(
      ({ default: Arrived }) => {
        if (!this.ended) this.begin(new Arrived());
      },
      (error: unknown) => this.onerror?.(new ErrorEvent("error", { message: String(error) })),
    );
  }

  postMessage(message: unknown): void {
    if (this.worker) this.worker.postMessage(message);
    else this.waiting.push(message);
  }

  terminate(): void {
    this.ended = true;
    this.worker?.terminate();
  }

  private begin(worker: WorkerLike): void {
    worker.onmessage = (event) => this.onmessage?.(event);
    worker.onerror = (event) => this.onerror?.(event);
    this.worker = worker;
    for (const message of this.waiting) worker.postMessage(message);
    this.waiting = [];
  }
}
