/**
 * The engine's worker: unpacks the WebAssembly that lies within this very script, so that it runs in a sandboxed frame and
 * from a file as well, and hands messages to the service. Not here: what is done with a message (service.ts).
 */

import { Engine, initSync } from "../../pkg/sawtooth_wasm.js";
import packed from "../../pkg/sawtooth_wasm_bg.wasm?packed";
import type { AbortMessage, ReplyMessage, RequestMessage, Stream } from "./protocol.ts";
import { Service } from "./service.ts";
import { unpacked } from "./unlzma.ts";

type Message = RequestMessage | AbortMessage;

/** The worker's own scope, as far as it is used: the page's library knows windows only. */
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<Message>) => void) | null;
  postMessage(message: ReplyMessage | Stream, transfer?: Transferable[]): void;
};

function start(): void {
  initSync({ module: unpacked(packed) });
  // A message to oneself comes after those that already wait, and at once: a timer would be held back to 4 ms.
  const channel = new MessageChannel();
  const service = new Service(new Engine(), {
    post: (message, transfer = []) => scope.postMessage(message, transfer),
    now: () => performance.now(),
    soon: () => channel.port1.postMessage(0),
  });
  channel.port2.onmessage = () => service.turn();
  scope.onmessage = (event) => service.receive(event.data);
  scope.postMessage({ stream: "ready" });
}

try {
  start();
} catch (error) {
  scope.postMessage({ stream: "error", message: String(error) });
}
