/**
 * What a worker's script does with its engine: it unpacks the WebAssembly that lies within it, so that it runs in a sandboxed frame
 * and from a file as well, and hands messages to the service. Not here: what is done with a message (service.ts).
 */
import type { AbortMessage, ReplyMessage, RequestMessage, Stream } from "./protocol.ts";
import { type Core, Service } from "./service.ts";

type Message = RequestMessage | AbortMessage;

/** The worker's own scope, as far as it is used: the page's library knows windows only. */
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<Message>) => void) | null;
  postMessage(message: ReplyMessage | Stream, transfer?: Transferable[]): void;
};

/** Serves the engine that `begin` makes. */
export function serve(begin: () => Core): void {
  try {
    // A message to oneself comes after those that already wait, and at once: a timer would be held back to 4 ms.
    const channel = new MessageChannel();
    const service = new Service(begin(), {
      post: (message, transfer = []) => scope.postMessage(message, transfer),
      now: () => performance.now(),
      soon: () => channel.port1.postMessage(0),
    });
    channel.port2.onmessage = () => service.turn();
    scope.onmessage = (event) => service.receive(event.data);
    scope.postMessage({ stream: "ready" });
  } catch (error) {
    scope.postMessage({ stream: "error", message: String(error) });
  }
}
