/**
 * The worker of readers' algorithms and its messages: those of `messages.ts` one after another, since QuickJS begins a
 * moment later than it is asked for, and all of the engine's protocol by its own service, with the program of the session behind
 * it. Knows no worker, so that tests bring their own surroundings. Not here: how a program is run (host.ts).
 */
import type { AbortMessage, ReplyMessage, RequestMessage, Stream } from "../../engine/protocol.ts";
import { type Core, Service, type Surroundings } from "../../engine/service.ts";
import type { Host } from "./host.ts";
import type { OwnReply, OwnRequest } from "./messages.ts";

export type Message = OwnRequest | RequestMessage | AbortMessage;

/** As the engine's own, and our replies besides. */
export interface Around extends Surroundings {
  post(message: OwnReply | ReplyMessage | Stream, transfer?: Transferable[]): void;
}

/** Least time between two words on how far a run is, in ms. */
const SHARE_MS = 100;

/** The calls of a worker's surroundings. */
export interface Attending {
  /** A message from the page; settles when it has been dealt with. */
  receive(message: Message): Promise<void>;
  /** One slice of the session's work. */
  turn(): void;
}

/** Attends to a page, with an engine for its session. */
export function attend(host: Host, session: Core, around: Around): Attending {
  const service = new Service(session, around);
  let told = false;
  const tellFault = (): void => {
    const { fault } = host;
    if (fault && !told) around.post({ own: "fault", fault });
    told = fault !== null;
  };

  const answer = async (request: OwnRequest): Promise<void> => {
    if (request.own === "program") {
      await host.take(request.source);
      tellFault();
      return;
    }
    const { id } = request;
    if (request.own === "check") {
      around.post({ own: "checked", id, checked: await host.check(request.source) });
      return;
    }
    let last_ms = Number.NEGATIVE_INFINITY;
    const result = await host.run(request.source, request.scenario, (share) => {
      if (around.now() - last_ms < SHARE_MS) return;
      last_ms = around.now();
      around.post({ own: "share", id, share });
    });
    around.post({ own: "ran", id, result });
  };

  const act = async (message: Message): Promise<void> => {
    if ("own" in message) return answer(message);
    if ("name" in message && (message.name === "load" || message.name === "change")) {
      host.forget();
      told = false;
    }
    service.receive(message);
    tellFault();
  };

  let before: Promise<void> = Promise.resolve();
  return {
    receive(message) {
      before = before
        .then(() => act(message))
        .catch((error: unknown) => {
          const id = "id" in message ? message.id : -1;
          around.post({ own: "broke", id, message: error instanceof Error ? error.message : String(error) });
        });
      return before;
    },
    turn() {
      service.turn();
      tellFault();
    },
  };
}
