/**
 * What all that is presented before a room has in common: the whole screen, the keys of a keyboard and of a clicker, the black
 * screen, the buttons at the foot. Not here: what the keys lead to in the laboratory (presenter.ts) or on a page
 * (present-page.ts).
 */
import "../design/present.css";
import { html, nothing, type TemplateResult } from "lit";
import type { ThemeChoice } from "../run/document.ts";
import english from "../words/en/present.json" with { type: "json" };
import { learn, num, say } from "../words/words.ts";
import { THEME_SIGNS } from "./light.ts";
import { drawn, sign } from "./signs.ts";

learn("en", english);

/** Keys of a clicker and of a keyboard that go on, or back; Page keys also where a control has the focus, which keeps the arrows. */
const FORTH = ["PageDown", "ArrowRight", "ArrowDown"];
const BACK = ["PageUp", "ArrowLeft", "ArrowUp"];
/** Go on too where no control has the focus, which they press. */
const PRESS = [" ", "Enter"];
/** A clicker's black screen. */
const BLACK = ["b", "B", "."];
const OF_CONTROLS =
  "input, textarea, select, [contenteditable=true], [role=slider], [role=menu], [popover]:popover-open *, dialog *";
const PRESSED = "button, a, summary, label, [role=button]";
/** Where Escape is the control's own. */
const ESCAPED =
  "input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable=true], [role=menu], [popover]:popover-open *, dialog *";

/** What a key means before a room. */
type Meant = "forth" | "back" | "step_forth" | "step_back" | "black" | "leave";

/** What a key means; null: it is not ours. With Shift whole steps are gone. `letters`: single letters are keys. */
function meant(event: KeyboardEvent, letters: boolean): Meant | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
  if (altKey || ctrlKey || metaKey || defaultPrevented) return null;
  // An editor lies in a shadow, outside of which its host is the target.
  const on = event.composedPath()[0] as Element | undefined;
  const own = on?.closest?.(OF_CONTROLS) ?? null;
  if (BLACK.includes(key) && !own && (letters || key === ".")) return "black";
  if (FORTH.includes(key) && (!own || key === "PageDown")) return shiftKey ? "step_forth" : "forth";
  if (PRESS.includes(key) && !own && !on?.closest?.(PRESSED)) return shiftKey ? null : "forth";
  if (BACK.includes(key) && (!own || key === "PageUp")) return shiftKey ? "step_back" : "back";
  return key === "Escape" && !on?.closest?.(ESCAPED) ? "leave" : null;
}

/** Black, or what was there; `black` false: what was there. */
function blacken(black?: boolean): void {
  document.body.classList.toggle("blank", black);
}

/** What is gone through by the keys. */
export interface Ways {
  forth(): void;
  back(): void;
  /** By whole steps; without it these are gone singly. */
  leap?(by: 1 | -1): void;
}

/** Listens to the keys of a room until what it returns is called; without ways the arrows are the page's own. */
export function listenInRoom(letters: () => boolean, ways: Ways | null, onLeave: () => void): () => void {
  const key = (event: KeyboardEvent): void => {
    const act = meant(event, letters());
    if (!act || (!ways && /forth|back/.test(act))) return;
    event.preventDefault();
    event.stopPropagation();
    if (act === "black") blacken();
    else if (act === "leave") onLeave();
    else if (ways) {
      const on = act.endsWith("forth");
      // Who goes on wants to see it.
      if (on) blacken(false);
      if (act.startsWith("step") && ways.leap) ways.leap(on ? 1 : -1);
      else if (on) ways.forth();
      else ways.back();
    }
  };
  addEventListener("keydown", key, { capture: true });
  return () => removeEventListener("keydown", key, { capture: true });
}

/** The whole screen, where the browser allows it. Left by Escape it ends the presenting, as in every other program. */
export class WholeScreen {
  /** It is left by the button, for the window. */
  private stays = false;

  constructor(
    private readonly onChange: () => void,
    private readonly onLeft: () => void,
  ) {
    document.addEventListener("fullscreenchange", this.changed);
  }

  /** Fills the screen, or goes back into the window. */
  async fill(): Promise<void> {
    try {
      this.stays = document.fullscreenElement !== null;
      if (this.stays) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      // Not allowed here: it is presented in the window.
    }
  }

  /** Listens no more. */
  end(): void {
    document.removeEventListener("fullscreenchange", this.changed);
  }

  private readonly changed = (): void => {
    // Escape meant for a sheet leaves the whole screen in every browser: the presenting goes on in the window.
    const inSheet = document.querySelector("dialog[open]") !== null;
    if (document.fullscreenElement || this.stays || inSheet) this.onChange();
    else this.onLeft();
    this.stays = false;
  };
}

/** Signs of the foot. */
const SIGNS = {
  before: "M10.500 3 5 8l5.500 5",
  after: "M5.500 3 11 8l-5.500 5",
  code: "M2.500 2.500h4v4h-4zM9.500 2.500h4v4h-4zM2.500 9.500h4v4h-4zM9.500 9.500h1.500v1.500M13.500 9.500v1M9.500 13.500h1M13.500 13.500v-1",
  screen: "M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10",
};

interface Steps {
  n: number;
  all: number;
  /** When it is planned, in words. */
  plan?: string | null;
  first: boolean;
  last: boolean;
  onBack(): void;
  onForth(): void;
}

/** The foot of the screen. */
export interface Foot {
  theme: ThemeChoice;
  onCode(): void;
  onTheme(): void;
  onFill(): void;
  onLeave(): void;
  /** Where one stands, counted from 1, and the ways from there; null: nothing is stepped through. */
  steps: Steps | null;
}

/** The step with the ways on and back, the code for phones, light or dark, the whole screen, the way out. */
export function footOf({ theme, steps, onCode, onTheme, onFill, onLeave }: Foot): TemplateResult {
  const act = (face: TemplateResult, label: string, run: () => void, disabled = false): TemplateResult =>
    html`<button type="button" class="button is-icon" title=${label} aria-label=${label} ?disabled=${disabled} @click=${run}>${face}</button>`;
  return html`${
    steps &&
    html`${act(drawn(SIGNS.before), say("present.back"), steps.onBack, steps.first)}
      <span class="count">${say("present.count", { n: num(steps.n), all: num(steps.all) })}${
        steps.plan ? html`<small>${steps.plan}</small>` : nothing
      }</span>
      ${act(drawn(SIGNS.after), say("present.forth"), steps.onForth, steps.last)}`
  }
    ${act(drawn(SIGNS.code), say("present.code"), onCode)}
    ${act(sign(THEME_SIGNS[theme]), say(`lab.theme.${theme}`), onTheme)}
    ${act(drawn(SIGNS.screen), say(document.fullscreenElement ? "present.window" : "present.screen"), onFill)}
    ${act(sign("close"), say("present.leave"), onLeave)}`;
}
