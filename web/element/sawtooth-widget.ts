/**
 * `<sawtooth-widget>`: the widget's frame as a tag, for pages that would rather not write one. It sets the frame's address,
 * lets it grow with its content, and turns the contract's messages (section 5) into methods and events. It imports nothing.
 *
 *   <script src="https://lab.example/element/sawtooth-widget.classic.js" defer></script>
 *   <sawtooth-widget preset="cdg_beside_newreno" view="path,queue" controls="loss"></sawtooth-widget>
 *
 * Attributes: `address` (all fields as after `#`), or one for each field: `preset`, `s`, `fork`, `view`, `controls`,
 * `autoplay`, `t`, `speed`, `theme`, `profile`, `lang`; `title` (for screen readers), `height` (px at first, 400), `src` (the site's `embed.html`; by default beside
 * this script's folder), `sandbox` (`allow-scripts`). Events: `ready`, `progress`, `change`, `event`, `problem`, each with the message as `detail`.
 * Not here: what the widget shows.
 */

/** An answer of the widget: `ok`, and what the contract adds for the question's type. */
export interface Reply {
  ok: boolean;
  error?: { code: string; message: string; errors?: unknown[] };
  [key: string]: unknown;
}

const FIELDS = [
  "preset",
  "s",
  "fork",
  "view",
  "controls",
  "autoplay",
  "t",
  "speed",
  "theme",
  "profile",
  "lang",
] as const;
/** Messages that the widget sends unasked; anything else is no event of this tag. */
const EVENTS = new Map([
  ["ready", "ready"],
  ["progress", "progress"],
  ["change", "change"],
  ["event", "event"],
  ["error", "problem"],
]);
/** The frame grows no further than this, px. */
const TALLEST = 10_000;
/** Where this script lies: a classic script says so itself, while it runs. */
const HERE = (document.currentScript as HTMLScriptElement | null)?.src ?? import.meta.url;
/** A question without an answer for so long has none, in ms. */
const PATIENCE_MS = 30_000;

/** The fields of an address from the element's attributes. */
function addressOf(element: Element): string {
  const whole = element.getAttribute("address");
  const parts = whole ? [whole.replace(/^#/, "")] : [];
  for (const name of FIELDS) {
    const value = element.getAttribute(name);
    if (value !== null) parts.push(`${name}=${encodeURIComponent(value)}`);
  }
  return parts.join("&");
}

/** The tag. */
export class SawtoothWidget extends HTMLElement {
  static readonly observedAttributes = ["address", "height", "sandbox", "src", "title", ...FIELDS];

  private frame: HTMLIFrameElement | null = null;
  private asked = 0;
  private readonly waiting = new Map<string, (reply: Reply) => void>();
  /** Settled once the widget says that it is ready: a frame that loads late keeps no message. */
  private opened: () => void = () => {};
  private readonly isOpen = new Promise<void>((resolve) => {
    this.opened = resolve;
  });
  private readonly listen = (event: MessageEvent): void => this.hear(event);

  connectedCallback(): void {
    addEventListener("message", this.listen);
    if (!this.frame) this.frame = this.makeFrame();
    this.point();
  }

  disconnectedCallback(): void {
    removeEventListener("message", this.listen);
  }

  attributeChangedCallback(name: string): void {
    if (!this.frame) return;
    if (name === "height") this.frame.style.height = `${this.least()}px`;
    else if (name === "title") this.frame.title = this.getAttribute("title") ?? "Sawtooth";
    else this.point();
  }

  /** Opens another run: a scenario, or a preset's id. */
  load(run: { scenario: unknown } | { preset: string }): Promise<Reply> {
    return this.ask("load", run);
  }
  /** Plays. */
  play(): Promise<Reply> {
    return this.ask("play");
  }
  /** Pauses. */
  pause(): Promise<Reply> {
    return this.ask("pause");
  }
  /** One step on: an event of the simulator, an acknowledgement, an RTT, a congestion event. */
  step(unit: "event" | "ack" | "rtt" | "congestion" = "event"): Promise<Reply> {
    return this.ask("step", { unit });
  }
  /** Goes to a moment, in seconds of the run. */
  seek(t: number): Promise<Reply> {
    return this.ask("seek", { t });
  }
  /** Changes a setting by its path (`bottleneck.loss.probability`), or `speed`, or `theme`. */
  set(path: string, value: unknown): Promise<Reply> {
    return this.ask("set", { path, value });
  }
  /** Where the run stands, its scenario with all changes, and its digest. */
  state(): Promise<Reply> {
    return this.ask("state");
  }

  /** Asks the widget, once it is ready; the promise holds its answer, also where that is a refusal. Rejects if none comes. */
  async ask(type: string, fields: object = {}): Promise<Reply> {
    await this.isOpen;
    const target = this.frame?.contentWindow;
    if (!target) throw new Error("the widget is not in a page");
    this.asked += 1;
    const id = `sawtooth-widget ${this.asked}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new Error(`the widget gave no answer to "${type}"`));
      }, PATIENCE_MS);
      this.waiting.set(id, (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      // A sandboxed frame has no origin that could be named.
      target.postMessage({ ...fields, sawtooth: 1, type, id }, "*");
    });
  }

  private makeFrame(): HTMLIFrameElement {
    const root = this.attachShadow({ mode: "open" });
    const frame = document.createElement("iframe");
    const sandbox = this.getAttribute("sandbox") ?? "allow-scripts";
    frame.setAttribute("sandbox", sandbox);
    frame.loading = "lazy";
    frame.title = this.getAttribute("title") ?? "Sawtooth";
    Object.assign(frame.style, { display: "block", width: "100%", border: "0", height: `${this.least()}px` });
    this.style.display ||= "block";
    root.append(frame);
    return frame;
  }

  private least(): number {
    const height = Number(this.getAttribute("height"));
    return Number.isFinite(height) && height > 0 ? height : 400;
  }

  /** Gives the frame its address; where only fields changed, the widget hears of it and is not loaded anew. */
  private point(): void {
    const page = new URL(this.getAttribute("src") ?? "../embed.html", this.hasAttribute("src") ? location.href : HERE);
    page.hash = addressOf(this);
    if (this.frame && this.frame.src !== page.href) this.frame.src = page.href;
  }

  private hear(event: MessageEvent): void {
    const message: unknown = event.data;
    if (!this.frame || event.source !== this.frame.contentWindow || typeof message !== "object" || message === null)
      return;
    const { sawtooth, type, id, height, ...rest } = message as Record<string, unknown>;
    if (sawtooth !== 1 || typeof type !== "string") return;
    if (type === "reply") {
      const answer = typeof id === "string" ? this.waiting.get(id) : undefined;
      if (typeof id === "string") this.waiting.delete(id);
      answer?.(rest as unknown as Reply);
    } else if (type === "resize") {
      if (typeof height === "number" && Number.isFinite(height))
        this.frame.style.height = `${Math.min(TALLEST, Math.max(this.least(), Math.ceil(height)))}px`;
    } else {
      if (type === "ready") this.opened();
      const name = EVENTS.get(type);
      if (name !== undefined) this.dispatchEvent(new CustomEvent(name, { detail: rest }));
    }
  }
}

if (!customElements.get("sawtooth-widget")) customElements.define("sawtooth-widget", SawtoothWidget);

declare global {
  interface HTMLElementTagNameMap {
    "sawtooth-widget": SawtoothWidget;
  }
}
