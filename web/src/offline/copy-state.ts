/**
 * Whether a copy of the site is kept on this device for use without a network, in words, with the way to keep it now. Not here: the
 * keeping (web/src/offline), and when a page begins with it by itself (schedule.ts).
 */
import { html, nothing, render } from "lit";
import { num, translate } from "../i18n/catalogue.ts";
import type { Progress } from "./messages.ts";

type State = "none" | "keeping" | "kept" | "unable" | "failed";

class CopyState {
  private state: State = "none";
  private progress: Progress | null = null;

  constructor(private readonly place: HTMLElement) {}

  /** Looks how it is, and follows it while the place is on the page. */
  async begin(): Promise<void> {
    try {
      // Of a browser without such workers an error, as of a window that may have none.
      navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<Progress | undefined>) => {
        if (typeof data?.kept !== "number" || this.state === "kept") return;
        this.progress = data;
        if (this.state === "keeping") this.become("keeping");
        else void this.heard();
      });
      const registration = await navigator.serviceWorker.getRegistration();
      if (registration) this.follow(registration);
      else this.become("none");
    } catch {
      this.become("unable");
    }
  }

  /** Another attempt, which the page has begun by itself; or a late word of one that has failed, which changes nothing. */
  private async heard(): Promise<void> {
    const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
    if (registration?.installing || registration?.waiting || registration?.active) this.follow(registration);
  }

  private follow(registration: ServiceWorkerRegistration): void {
    const worker = registration.installing ?? registration.waiting;
    this.become(registration.active ? "kept" : worker ? "keeping" : "none");
    if (registration.active) return;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "activated") this.become("kept");
      else if (worker.state === "redundant") this.become("failed");
    });
  }

  private async keep(): Promise<void> {
    this.become("keeping");
    try {
      const { keepCopy } = await import("./registration.ts");
      this.follow(await keepCopy());
    } catch {
      this.become("failed");
    }
  }

  private become(state: State): void {
    this.state = state;
    const { kept = 0, of = 0 } = this.progress ?? {};
    const words = state === "keeping" && of > 0 ? "offline.state.progress" : `offline.state.${state}`;
    render(
      html`<p role="status">${translate(words, { kept: num(kept), of: num(of) })}</p>
        ${state === "keeping" && of > 0 ? html`<progress max=${of} .value=${kept} aria-label=${translate("offline.title")}></progress>` : nothing}
        ${
          state === "none" || state === "failed"
            ? html`<button type="button" class="button is-line" @click=${() => void this.keep()}>${translate("offline.keep")}</button>`
            : nothing
        }`,
      this.place,
    );
  }
}

const begun = new WeakSet<HTMLElement>();

/** Says it in this place from now on. */
export function copyState(place: Element | undefined): void {
  if (!(place instanceof HTMLElement) || begun.has(place)) return;
  begun.add(place);
  void new CopyState(place).begin();
}
