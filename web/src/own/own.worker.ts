/**
 * The worker of readers' algorithms: unpacks an engine and QuickJS, which both lie within this very script, so that nothing is
 * fetched, and hands messages on. Not here: what is done with a message (attend.ts).
 */
import quickjs from "quickjs-wasi/quickjs.wasm?packed";
import { Engine, initSync } from "../../pkg-own/sawtooth_wasm.js";
import packed from "../../pkg-own/sawtooth_wasm_bg.wasm?packed";
import type { Stream } from "../engine/protocol.ts";
import { unpacked } from "../engine/unlzma.ts";
import { type Around, attend, type Message } from "./attend.ts";
import { Host } from "./host.ts";

/** The worker's own scope, as far as it is used: the page's library knows windows only. */
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<Message>) => void) | null;
  postMessage(message: Parameters<Around["post"]>[0] | Stream, transfer?: Transferable[]): void;
};

function start(): void {
  initSync({ module: unpacked(packed) });
  const host = new Host(new WebAssembly.Module(unpacked(quickjs)), () => new Engine());
  // A message to oneself comes after those that already wait, and at once: a timer would be held back to 4 ms.
  const channel = new MessageChannel();
  const attending = attend(host, new Engine(), {
    post: (message, transfer = []) => scope.postMessage(message, transfer),
    now: () => performance.now(),
    soon: () => channel.port1.postMessage(0),
  });
  channel.port2.onmessage = () => attending.turn();
  scope.onmessage = ({ data }) => void attending.receive(data);
  scope.postMessage({ stream: "ready" });
}

try {
  start();
} catch (error) {
  scope.postMessage({ stream: "error", message: String(error) });
}
