/**
 * The worker of readers' algorithms: begins with the modules of an engine and of QuickJS, the page's first message, then hands messages
 * on. It fetches nothing. Not here: what is done with a message (serve.ts).
 */
import { Engine, initSync } from "../../../pkg/sawtooth_wasm.js";
import type { Stream } from "../../engine/protocol.ts";
import { Host } from "./host.ts";
import type { OwnBegin } from "./messages.ts";
import { type Around, attend, type Message } from "./serve.ts";

/** The worker's own scope, as far as it is used: the page's library knows windows only. */
const scope = self as unknown as {
  onmessage: ((event: { data: OwnBegin }) => void) | ((event: { data: Message }) => void);
  postMessage(message: Parameters<Around["post"]>[0] | Stream, transfer?: Transferable[]): void;
};

scope.onmessage = ({ data: { engine, quickjs } }: { data: OwnBegin }) => {
  initSync({ module: engine });
  const host = new Host(quickjs, () => new Engine());
  // A message to oneself comes after those that already wait, and at once: a timer would be held back to 4 ms.
  const channel = new MessageChannel();
  const attending = attend(host, new Engine(), {
    post: (message, transfer = []) => scope.postMessage(message, transfer),
    now: () => performance.now(),
    soon: () => channel.port1.postMessage(0),
  });
  channel.port2.onmessage = () => attending.turn();
  scope.onmessage = ({ data }: { data: Message }) => void attending.receive(data);
};
