/**
 * Common part of everything that is presented before a room: the whole screen, the keys of a keyboard and of a clicker, the black
 * screen, the question before it ends, the buttons at the foot. Not here: what the keys lead to in the laboratory (presenter/presenter.ts) or on a page
 * (page-presentation.ts).
 */
import "../design/present.css";
import { html, nothing, type TemplateResult } from "lit";
import type { ThemeChoice } from "../design/theme.ts";
import { addMessages, num, translate } from "../i18n/catalogue.ts";
import english from "../i18n/en/present.json" with { type: "json" };
import { showSheet } from "../ui/dialog.ts";
import { drawn, sign } from "../ui/theme-icons.ts";
import { THEME_SIGNS } from "../ui/theme-toggle.ts";

addMessages("en", english);

/** Keys of a clicker and of a keyboard that go on, or back; Page keys also where a control has the focus, which keeps the arrows. */
const FORTH = ["PageDown", "ArrowRight", "ArrowDown"];
const BACK = ["PageUp", "ArrowLeft", "ArrowUp", "Backspace"];
/** Lead to the first step, and to the last. */
const ENDS = ["Home", "End"];
/** Go on too where no control has the focus, which they press. */
const PRESS = [" ", "Enter"];
/** A clicker's black screen. */
const BLACK = ["b", "B", "."];
const CODE = ["q", "Q"];
/** Keys of the browser and of the system, which a black screen leaves alone. */
const OTHERS = /^(F\d+|Shift|Control|Alt|AltGraph|Meta|CapsLock|Dead|Unidentified)$/;
const OF_CONTROLS =
  "input, textarea, select, [contenteditable=true], [role=slider], [role=menu], [popover]:popover-open *, dialog[open] *";
const PRESSED = "button, a, summary, label, [role=button]";
/** Where Escape is the control's own. */
const ESCAPED =
  "input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable=true], [role=menu], [popover]:popover-open *, dialog[open] *";

/** Meaning of a key before a room. */
type Meant = "forth" | "back" | "step_forth" | "step_back" | "first" | "last" | "black" | "code" | "leave";

/** Meaning of a key; null: it is not ours. With Shift whole steps are gone. `letters`: single letters are keys. */
function meant(event: KeyboardEvent, letters: boolean): Meant | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
  if (altKey || ctrlKey || metaKey || defaultPrevented) return null;
  // An editor lies in a shadow, outside of which its host is the target.
  const on = event.composedPath()[0] as Element | undefined;
  const own = on?.closest?.(OF_CONTROLS) ?? null;
  if (BLACK.includes(key) && !own && (letters || key === ".")) return "black";
  if (CODE.includes(key) && !own && letters) return "code";
  if (FORTH.includes(key) && (!own || key === "PageDown")) return shiftKey ? "step_forth" : "forth";
  if (PRESS.includes(key) && !own && !on?.closest?.(PRESSED)) return shiftKey ? null : "forth";
  if (BACK.includes(key) && (!own || key === "PageUp")) return shiftKey ? "step_back" : "back";
  if (ENDS.includes(key) && !own) return key === "Home" ? "first" : "last";
  return key === "Escape" && !on?.closest?.(ESCAPED) ? "leave" : null;
}

export const isBlack = (): boolean => document.body.classList.contains("blank");

/** Black, or what was there; `black` false: what was there. */
export function blacken(black?: boolean): void {
  document.body.classList.toggle("blank", black);
}

/** Sequence that the keys go through. */
export interface Ways {
  forth(): void;
  back(): void;
  /** By whole steps; without it these are gone singly. */
  leap?(by: 1 | -1): void;
  /** To the first step, or to the last; without it the page's own keys lead there. */
  end?(which: "first" | "last"): void;
}

/** Acts of the keys of a room. */
export interface RoomKeys {
  /** Whether single letters are keys. */
  letters(): boolean;
  /** Without ways the arrows are the page's own. */
  ways: Ways | null;
  onCode(): void;
  /** The presenting is to end: it may be asked first. */
  onLeave(): void;
}

/** Listens to the keys of a room until what it returns is called. */
export function listenInRoom({ letters, ways, onCode, onLeave }: RoomKeys): () => void {
  const key = (event: KeyboardEvent): void => {
    if (isBlack()) {
      if (event.ctrlKey || event.metaKey || event.altKey || OTHERS.test(event.key)) return;
      // A black screen hides what a key would do: any key only brings the picture back.
      taken(event);
      blacken(false);
      return;
    }
    const act = meant(event, letters());
    const end = act === "first" || act === "last" ? act : null;
    if (!act || (!ways && /forth|back/.test(act)) || (end && !ways?.end)) return;
    taken(event);
    const sheet = document.querySelector<HTMLDialogElement>("dialog[open]");
    // Nothing goes on under a sheet: a clicker puts it away.
    if (sheet) sheet.close();
    else if (act === "black") blacken();
    else if (act === "code") onCode();
    else if (act === "leave") onLeave();
    else if (end) ways?.end?.(end);
    else if (ways) {
      const on = act.endsWith("forth");
      if (act.startsWith("step") && ways.leap) ways.leap(on ? 1 : -1);
      else if (on) ways.forth();
      else ways.back();
    }
  };
  const press = (event: PointerEvent): void => {
    if (!isBlack()) return;
    taken(event);
    blacken(false);
  };
  // A button that the pointer has pressed does not keep Space and Enter, which are a clicker's; `detail` is 0 of a key's press.
  const click = ({ detail, target }: MouseEvent): void => {
    const pressed = (target as Element).closest<HTMLElement>(PRESSED);
    if (detail > 0 && !pressed?.closest(OF_CONTROLS)) pressed?.blur();
  };
  addEventListener("click", click, { capture: true });
  addEventListener("keydown", key, { capture: true });
  addEventListener("pointerdown", press, { capture: true });
  return () => {
    removeEventListener("click", click, { capture: true });
    removeEventListener("keydown", key, { capture: true });
    removeEventListener("pointerdown", press, { capture: true });
  };
}

function taken(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Asks whether the presenting is to end; to go on is the first answer, and Escape's. */
export function askToLeave(onLeave: () => void, onStay: () => void = () => undefined): void {
  showSheet(translate("present.leave.ask"), (_, close) => {
    const button = (key: string, run: () => void, first: boolean): TemplateResult =>
      html`<button type="button" class="button is-line" ?autofocus=${first} @click=${() => {
        close();
        run();
      }}>${translate(key)}</button>`;
    return html`<div class="acts">${button("present.stay", onStay, true)}${button("present.leave", onLeave, false)}</div>`;
  });
}

/** The whole screen, where the browser allows it. Escape leaves it in every browser: whether the presenting ends is then asked. */
export class WholeScreen {
  /** It is left by the button, for the window. */
  private stays = false;
  /** Escape has left it. */
  private escaped = false;

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

  /** Fills the screen again if Escape has left it. */
  async refill(): Promise<void> {
    if (this.escaped && !document.fullscreenElement) await this.fill();
  }

  /** Listens no more. */
  end(): void {
    document.removeEventListener("fullscreenchange", this.changed);
  }

  private readonly changed = (): void => {
    // Escape meant for a sheet leaves the whole screen in every browser: the presenting goes on in the window.
    const inSheet = document.querySelector("dialog[open]") !== null;
    const byEscape = !document.fullscreenElement && !this.stays && !inSheet;
    this.stays = false;
    this.escaped = byEscape;
    this.onChange();
    if (byEscape) this.onLeft();
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
  /** How long it has lasted, "12:05". */
  elapsed?: string;
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
    html`${steps.elapsed === undefined ? nothing : html`<span class="elapsed" role="timer" title=${translate("present.elapsed")} aria-label=${translate("present.elapsed")}>${steps.elapsed}</span>`}
      ${act(drawn(SIGNS.before), translate("present.back"), steps.onBack, steps.first)}
      <span class="count">${translate("present.count", { n: num(steps.n), all: num(steps.all) })}${
        steps.plan ? html`<small>${steps.plan}</small>` : nothing
      }</span>

      ${act(drawn(SIGNS.after), translate("present.forth"), steps.onForth, steps.last)}`
  }
    ${act(drawn(SIGNS.code), translate("present.code.key"), onCode)}
    ${act(sign(THEME_SIGNS[theme]), translate(`lab.theme.${theme}`), onTheme)}
    ${act(drawn(SIGNS.screen), translate(document.fullscreenElement ? "present.window" : "present.screen"), onFill)}
    ${act(sign("close"), translate("present.leave"), onLeave)}`;
}
