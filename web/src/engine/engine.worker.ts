/**
 * The engine's worker: loads the WebAssembly that lies within this very script, so that it runs in a sandboxed frame and
 * from a file as well, and hands messages to the service. Not here: what is done with a message (service.ts).
 */

import { Engine, initSync } from "../../pkg/sawtooth_wasm.js";
import address from "../../pkg/sawtooth_wasm_bg.wasm?url&inline";
import type { AbortMessage, ReplyMessage, RequestMessage, Stream } from "./protocol.ts";
import { Service } from "./service.ts";

/** The worker's own scope, as far as it is used: the page's library knows windows only. */
const scope = self as unknown as {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: ReplyMessage | Stream, transfer?: Transferable[]): void;
};

const base64 = address.slice(address.indexOf(",") + 1);
const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
initSync({ module: bytes });

// A message to oneself comes after those that already wait, and at once: a timer would be held back to 4 ms.
const channel = new MessageChannel();
const service = new Service(new Engine(), {
  post: (message, transfer = []) => scope.postMessage(message, transfer),
  now: () => performance.now(),
  soon: () => channel.port1.postMessage(0),
});
channel.port2.onmessage = () => service.turn();
scope.onmessage = (event) => service.receive(event.data as RequestMessage | AbortMessage);
scope.postMessage({ stream: "ready" });
