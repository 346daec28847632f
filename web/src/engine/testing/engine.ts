/**
 * The page's own engine in Node, for tests: what the worker's service answers, without a worker. Not here: an engine for lessons'
 * tests, which asks for whole runs (lessons/testing/engine.ts).
 */
import { readFileSync } from "node:fs";
import { Engine as Core, initSync } from "../../../pkg/sawtooth_wasm.js";
import type { RequestName, Requests, Stream } from "../protocol.ts";
import { Service } from "../service.ts";

initSync({ module: readFileSync(new URL("../../../pkg/sawtooth_wasm_bg.wasm", import.meta.url)) });

/** An engine; `onStream` hears what it says unasked. */
export function testEngine(onStream: (message: Stream) => void) {
  const pending = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let id = 0;
  const service = new Service(new Core(), {
    post(message) {
      if ("stream" in message) return onStream(message);
      const { resolve, reject } = pending.get(message.id) ?? {};
      pending.delete(message.id);
      if (message.ok) resolve?.(message.result);
      else reject?.(new Error(message.error));
    },
    now: () => performance.now(),
    soon: () => setImmediate(() => service.turn()),
  });
  return {
    ask: <N extends RequestName>(name: N, argument: Requests[N][0]): Promise<Requests[N][1]> =>
      new Promise((resolve, reject) => {
        pending.set(++id, { resolve: resolve as (result: unknown) => void, reject });
        service.receive({ id, name, argument });
      }),
  };
}
