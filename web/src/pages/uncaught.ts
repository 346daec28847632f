/**
 * An error that nobody caught: the reader sees that the page failed, why, and ways on; a broken page is never silent. Each page's
 * entry imports this first. Not here: what is expected to go wrong and has words of its own (refusals, a lost engine, a lost network).
 */
import { say } from "../words/words.ts";

/** A reason longer than this is cut: it may quote whatever the page was working on. */
const MOST_LETTERS = 300;
/** How browsers say that a part of the page, fetched when it was needed, did not arrive. */
const NOT_ARRIVED = /dynamically imported module|importing a module script/i;

// Else the page says that it has not started (design/early.js).
document.documentElement.dataset.started = "";

let shown: HTMLElement | null = null;

/** What was shown is over: it came right by itself. */
export function hideFailure(): void {
  shown?.remove();
}

function button(label: string, act: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}

/** Shows what failed; for a page that has no place of its own for it. */
export function showFailure(error: Error): void {
  // The first error is the cause; what follows from it would only bury it.
  if (shown?.isConnected) return;
  const arrived = !NOT_ARRIVED.test(error.message);
  shown = document.createElement("section");
  shown.className = "problems failed";
  shown.setAttribute("role", "alert");
  const text = document.createElement("p");
  const what = document.createElement("strong");
  what.textContent = say(arrived ? "page.failed" : "page.missing");
  text.append(what, ` ${say("page.failed.kept")}`);
  const why = document.createElement("p");
  why.className = "failed-why";
  const reason = error.name === "Error" ? error.message : `${error.name}: ${error.message}`;
  why.textContent = reason.slice(0, MOST_LETTERS);
  const acts = document.createElement("div");
  acts.className = "acts";
  acts.append(button(say("page.failed.again"), () => location.reload()));
  if (location.hash.length > 1)
    acts.append(
      button(say("page.failed.afresh"), () => {
        history.pushState(null, "", location.pathname + location.search);
        location.reload();
      }),
    );
  acts.append(button(say("page.failed.dismiss"), () => shown?.remove()));
  shown.append(text, why, acts);
  document.body.append(shown);
}

addEventListener("error", ({ error }) => {
  // Browsers report a resize loop that they cut short in the same way, without an error; nothing failed then.
  if (error instanceof Error) showFailure(error);
});
addEventListener("unhandledrejection", ({ reason }) => {
  if (reason instanceof Error && reason.name !== "AbortError") showFailure(reason);
});
