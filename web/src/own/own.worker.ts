/**
 * The worker of readers' algorithms: it has an engine and QuickJS of its own, both within this very script, so nothing is
 * fetched. It answers what `messages.ts` says and, for the charts, all of the engine's protocol. Not here: how a program is run
 * (host.ts), what is done with the engine's requests (`engine/service.ts`).
 */
import quickjs from "quickjs-wasi/quickjs.wasm?packed";
import { Engine, initSync } from "../../pkg-own/sawtooth_wasm.js";
import packed from "../../pkg-own/sawtooth_wasm_bg.wasm?packed";
import type { AbortMessage, ReplyMessage, RequestMessage, Stream } from "../engine/protocol.ts";
import { Service } from "../engine/service.ts";
import { unpacked } from "../engine/unlzma.ts";
import { Host } from "./host.ts";
import type { OwnReply, OwnRequest } from "./messages.ts";

type Message = OwnRequest | RequestMessage | AbortMessage;

/** The worker's own scope, as far as it is used: the page's library knows windows only. */
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<Message>) => void) | null;
  postMessage(message: OwnReply | ReplyMessage | Stream, transfer?: Transferable[]): void;
};

/** Least time between two words on how far a run is, in ms. */
const SHARE_MS = 100;

function start(): void {
  initSync({ module: unpacked(packed) });
  const host = new Host(new WebAssembly.Module(unpacked(quickjs)), () => new Engine());
  let told = false;
  const channel = new MessageChannel();
  const service = new Service(new Engine(), {
    post: (message, transfer = []) => scope.postMessage(message, transfer),
    now: () => performance.now(),
    soon: () => channel.port1.postMessage(0),
  });
  const tellFault = (): void => {
    const { fault } = host;
    if (fault && !told) scope.postMessage({ own: "fault", fault });
    told = fault !== null;
  };
  channel.port2.onmessage = () => {
    service.turn();
    tellFault();
  };

  const answer = async (request: OwnRequest): Promise<void> => {
    if (request.own === "program") {
      await host.take(request.source);
      tellFault();
      return;
    }
    const { id } = request;
    if (request.own === "check") {
      scope.postMessage({ own: "checked", id, checked: await host.check(request.source) });
      return;
    }
    let last_ms = Number.NEGATIVE_INFINITY;
    const result = await host.run(request.source, request.scenario, (share) => {
      if (performance.now() - last_ms < SHARE_MS) return;
      last_ms = performance.now();
      scope.postMessage({ own: "share", id, share });
    });
    scope.postMessage({ own: "ran", id, result });
  };

  // In order, whatever must be waited for: QuickJS begins a moment later than it is asked for.
  let before: Promise<void> = Promise.resolve();
  scope.onmessage = ({ data }) => {
    before = before.then(async () => {
      try {
        if ("own" in data) await answer(data);
        else {
          if ("name" in data && (data.name === "load" || data.name === "change")) {
            host.forget();
            told = false;
          }
          service.receive(data);
          tellFault();
        }
      } catch (error) {
        const id = "id" in data ? data.id : -1;
        scope.postMessage({ own: "broke", id, message: error instanceof Error ? error.message : String(error) });
      }
    });
  };
  scope.postMessage({ stream: "ready" });
}

try {
  start();
} catch (error) {
  scope.postMessage({ stream: "error", message: String(error) });
}
