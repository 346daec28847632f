/**
 * A page's work once it stands and has nothing else to fetch: it lets a copy of the site be kept for use without a network.
 * Not here: the keeping (registration.ts, fetched then), nor the widget, which is a guest in other people's pages and keeps nothing.
 */

import { isBusy, isMoving } from "./busy.ts";

/** So long after the page stands, ms: its first pictures are drawn, and what they ask for is on its way. */
const QUIET_MS = 3000;

/** While the page is busy for the reader it is asked again so often, ms. */
const BUSY_MS = 1000;

/**
 * For what merely moves it waits no longer than this, ms: a run may play for an hour, and its page is to be kept all the same. Copying
 * takes a third of a processor for some seconds (some 340 files), which a slow machine's hand and pictures would feel.
 */
const PATIENCE_MS = 30_000;

/** Keeps a copy, some time after `first`: what the page fetches for its first picture. */
export function keepForOffline(first: Promise<unknown> = Promise.resolve()): void {
  if (!import.meta.env.PROD || import.meta.env.SINGLE_FILE) return;
  let patient = true;
  const begin = (): void => {
    if (isBusy() || (patient && isMoving())) setTimeout(begin, BUSY_MS);
    else void import("./registration.ts").then((file) => file.keepCopy()).catch(() => undefined);
  };
  // Safari has no idle callback.
  const idle = (): void => void (globalThis.requestIdleCallback ?? setTimeout)(begin);
  const quiet = (): void => {
    setTimeout(idle, QUIET_MS);
    setTimeout(() => {
      patient = false;
    }, PATIENCE_MS);
  };
  const stands = (): void => {
    if (document.readyState === "complete") quiet();
    else addEventListener("load", quiet, { once: true });
  };
  void first.then(stands, stands);
}
