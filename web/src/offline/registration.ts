/**
 * Registers the service worker, and offers a newer copy of the site when one is there: a line at the foot of the page, which
 * stays until the reader takes it or sends it away. Nothing is loaded anew unasked. Not here: the copy (web/src/offline).
 */
import { html, nothing, render } from "lit";
import { addMessages, plural, translate } from "../i18n/catalogue.ts";
import words from "../i18n/en/offline.json" with { type: "json" };
import { sign } from "../ui/theme-icons.ts";
import type { Asked, Told } from "./messages.ts";
import "../design/offline.css";

addMessages("en", words);

const ASK: Asked = "take-newer";

/** Registers the worker. Fails where none may be (a private window, a browser without); the page is then as it was. */
export async function keepCopy(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("./sw.js", { updateViaCache: "none" });
  // The first copy is no news: there is none before it.
  const heard = (worker: ServiceWorker | null): void => {
    if (worker?.state === "installed" && serviceWorker.controller) offer(worker);
  };
  heard(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => heard(next));
  });
  return registration;
}

/** Offers the newer copy. */
function offer(worker: ServiceWorker): void {
  document.querySelector(".newer")?.remove();
  const place = document.createElement("aside");
  place.className = "newer";
  place.setAttribute("aria-label", translate("offline.label"));
  document.body.append(place);
  let others = 0;
  const draw = (): void => {
    const text = others === 0 ? translate("offline.newer") : plural("offline.others", others);
    render(
      html`<span role="status">${text}</span>
        ${others === 0 ? html`<button type="button" class="button is-line" @click=${take}>${translate("offline.take")}</button>` : nothing}
        <button type="button" class="button is-icon" aria-label=${translate("offline.later")} title=${translate("offline.later")}
          @click=${() => place.remove()}>${sign("close")}</button>`,
      place,
    );
  };
  const take = (): void => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<Told>) => {
      others = data.others;
      if (others > 0) draw();
    };
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage(ASK, [port2]);
  };
  draw();
}
