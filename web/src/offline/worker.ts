/**
 * The service worker: keeps a copy of every page with all that it fetches, so that each works without a network after the
 * first visit, and answers from that copy. Workbox does the copying (revisions, only what changed, all or nothing); the list
 * of files is made when the site is built (scripts/kept-files.ts). A newer copy waits until a page asks for it, and is not
 * taken while another page of ours is open. Not here: when it is registered and what the reader sees of it (registration.ts).
 */
import files from "virtual:kept-files";
import { addPlugins, cleanupOutdatedCaches, getCacheKeyForURL, precacheAndRoute } from "workbox-precaching";
import type { Asked, Progress, Told } from "./messages.ts";

/** The worker's own scope, as far as it is used: the page's library knows windows only. */
const scope = self as unknown as {
  addEventListener(type: "activate" | "message", listener: (event: ScopeEvent) => void): void;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<Client[]>;
  };
  registration: { scope: string; active: object | null };
  skipWaiting(): Promise<void>;
};

interface Client {
  frameType: string;
  url: string;
  postMessage(message: Progress): void;
}

interface ScopeEvent {
  data?: Asked;
  ports?: readonly MessagePort[];
  waitUntil(work: Promise<unknown>): void;
}

/** Number of files after which the pages get the copy's progress. */
const STEP = 10;
let kept = 0;

/** Tells the pages how far the first copy is; a newer one is no news until it is whole. */
async function count(): Promise<void> {
  if (scope.registration.active || ++kept % STEP > 0) return;
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ kept, of: files.length });
}

addPlugins([
  {
    handlerDidComplete: count,
    /** Serves a kept file only as it was built; for one that was replaced since, Workbox fetches and keeps it again. */
    async cachedResponseWillBeUsed({ request, cachedResponse }) {
      if (!cachedResponse) return null;
      const hash = await crypto.subtle.digest("SHA-256", await cachedResponse.clone().arrayBuffer());
      const integrity = `sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`;
      return integrities.get(request.url) === integrity ? cachedResponse : null;
    },
  },
]);

/** Text behind `?` chooses no other file: a page reads it itself. */
precacheAndRoute(files, { ignoreURLParametersMatching: [/./], directoryIndex: "index.html", cleanURLs: true });
/** The hash of each file, by the address under which it is kept. */
const integrities = new Map(files.map(({ url, integrity }) => [getCacheKeyForURL(url), integrity]));
cleanupOutdatedCaches();

// The page of the first visit has what it has not fetched yet, too.
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));

/** An open page still fetches parts of the copy that it began with: with two of them the newer copy goes on waiting. */
async function take(port: MessagePort | undefined): Promise<void> {
  // A worker that waits controls no page yet.
  const all = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = all.filter(
    ({ frameType, url }) => frameType === "top-level" && url.startsWith(scope.registration.scope),
  );
  const others = Math.max(0, open.length - 1);
  port?.postMessage({ others } satisfies Told);
  if (others === 0) await scope.skipWaiting();
}

scope.addEventListener("message", (event) => {
  if (event.data === "take-newer") event.waitUntil(take(event.ports?.[0]));
});
