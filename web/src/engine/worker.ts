/**
 * The engine's worker: begins with the compiled module, the page's first message, then hands messages to the service. It fetches
 * nothing, so that it runs in a sandboxed frame and from a file as well. Not here: what is done with a message (service.ts).
 */
import { Engine, initSync } from "../../pkg/sawtooth_wasm.js";
import type { AbortMessage, BeginMessage, ReplyMessage, RequestMessage, Stream } from "./protocol.ts";
import { Service } from "./service.ts";

/** The worker's own scope, as far as it is used: the page's library knows windows only. */
const scope = self as unknown as {
  onmessage: ((event: { data: BeginMessage }) => void) | ((event: { data: RequestMessage | AbortMessage }) => void);
  postMessage(message: ReplyMessage | Stream, transfer?: Transferable[]): void;
};

scope.onmessage = ({ data: { module } }: { data: BeginMessage }) => {
  initSync({ module });
  // A message to oneself comes after those that already wait, and at once: a timer would be held back to 4 ms.
  const channel = new MessageChannel();
  const service = new Service(new Engine(), {
    post: (message, transfer = []) => scope.postMessage(message, transfer),
    now: () => performance.now(),
    soon: () => channel.port1.postMessage(0),
  });
  channel.port2.onmessage = () => service.turn();
  scope.onmessage = ({ data }: { data: RequestMessage | AbortMessage }) => service.receive(data);
};
