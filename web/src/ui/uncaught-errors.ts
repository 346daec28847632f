/**
 * An error that nobody caught, or an engine that ended on a page that has no place of its own to say so: the reader sees what failed,
 * why, and the ways on that help; a broken page is never silent. Each page's entry imports this first. Not here: what else is expected
 * to go wrong and has words of its own (refusals, a lost network).
 */
import type { Crash } from "../engine/client.ts";
import { translate } from "../i18n/catalogue.ts";
import { crashText, wasmRefused } from "../i18n/errors.ts";

/** A reason longer than this is cut: it may quote whatever the page was working on. */
const MOST_LETTERS = 300;
/** How browsers say that a part of the page, fetched when it was needed, did not arrive. */
const NOT_ARRIVED = /dynamically imported module|importing a module script/i;

// Else the page says that it has not started (design/early.js).
document.documentElement.dataset.started = "";

let shown: HTMLElement | null = null;

/** The shown error is over: it came right by itself. */
export function hideFailure(): void {
  shown?.remove();
}

function button(label: string, act: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button is-line";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}

type Way = "again" | "afresh" | "dismiss";

const ACTS: Readonly<Record<Way, () => void>> = {
  again: () => location.reload(),
  afresh: () => {
    history.pushState(null, "", location.pathname + location.search);
    location.reload();
  },
  dismiss: () => shown?.remove(),
};

/** `what`: the headline; `kept`: what is to be done, where it does not say so; `why`: the error in its own words. */
function show(what: string, kept: string, why: string, ways: readonly Way[]): void {
  // The first error is the cause; what follows from it would only bury it.
  if (shown?.isConnected) return;
  shown = document.createElement("section");
  shown.className = "problems failed";
  shown.setAttribute("role", "alert");
  const text = document.createElement("p");
  const head = document.createElement("strong");
  head.textContent = what;
  text.append(head, kept === "" ? "" : ` ${kept}`);
  const reason = document.createElement("p");
  reason.className = "failed-why";
  reason.textContent = why.slice(0, MOST_LETTERS);
  const acts = document.createElement("div");
  acts.className = "acts";
  // Without an address of its own the page has nothing to begin without.
  for (const way of ways)
    if (way !== "afresh" || location.hash.length > 1) acts.append(button(translate(`page.failed.${way}`), ACTS[way]));
  shown.append(text, ...(why === "" ? [] : [reason]), acts);
  document.body.append(shown);
}

/** Shows what failed; for a page that has no place of its own for it. */
export function showFailure(error: Error): void {
  const why = error.name === "Error" ? error.message : `${error.name}: ${error.message}`;
  const refused = wasmRefused(error.message);
  // Another run, or none, would be refused as well, and would not arrive either.
  if (refused !== null) show(refused, "", why, ["again", "dismiss"]);
  else if (NOT_ARRIVED.test(error.message))
    show(translate("page.missing"), translate("page.failed.kept"), why, ["again", "dismiss"]);
  else show(translate("page.failed"), translate("page.failed.kept"), why, ["again", "afresh", "dismiss"]);
}

/** Shows why the engine ended; `reads`: without it the page can still be read. */
export function showCrash(crash: Crash, reads: boolean): void {
  const { message, loaded, restarted } = crash;
  const refused = wasmRefused(message) !== null;
  const ways: Way[] = refused || restarted || !loaded ? ["again"] : ["again", "afresh"];
  if (reads || (restarted && !refused)) ways.push("dismiss");
  show(crashText(crash), "", refused ? message : "", ways);
}

addEventListener("error", ({ error }) => {
  // Browsers report a resize loop that they cut short in the same way, without an error; nothing failed then.
  if (error instanceof Error) showFailure(error);
});
addEventListener("unhandledrejection", ({ reason }) => {
  if (reason instanceof Error && reason.name !== "AbortError") showFailure(reason);
});
