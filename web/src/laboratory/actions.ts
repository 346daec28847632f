/**
 * Everything that a person can do in the laboratory with one press: the keys that do it, its button, whether it can be done now, what
 * it does. The keyboard, the bars and the help all read this list. Single letters can be switched off (WCAG 2.1.4); keys with Ctrl,
 * Space and arrows stay. Not here: how it is done (the parts in context.ts), what a slider or a menu changes (controls).
 */
import { FocusOrigin } from "../ui/focus-origin.ts";
import { open } from "../ui/menu.ts";
import { SCREEN, type SignName } from "../ui/theme-icons.ts";
import { THEME_SIGNS } from "../ui/theme-toggle.ts";
import type { Laboratory } from "./context.ts";
import { share } from "./files.ts";
import { openSearch } from "./search-button.ts";

export type ActionName =
  | "play"
  | "back"
  | "on"
  | "next"
  | "why"
  | "start"
  | "end"
  | "hold"
  | "slower"
  | "faster"
  | "focusBefore"
  | "focusNext"
  | "follow"
  | "whole"
  | "charts"
  | "search"
  | "add"
  | "link"
  | "open"
  | "results"
  | "hide"
  | "fork"
  | "repeat"
  | "vary"
  | "present"
  | "theme"
  | "undo"
  | "redo"
  | "help";

/** How an action looks as a button: its sign, and the key of its words. */
interface Face {
  sign: SignName | typeof SCREEN;
  words: string;
}

export interface Action {
  /** `lab.key.<name>` says in the help what it does. */
  name: ActionName;
  /** `KeyboardEvent.key`s; `Ctrl+` stands for Control or Command. */
  keys: readonly string[];
  /** How the keys are shown in the help. */
  shown: readonly string[];
  perform(lab: Laboratory): void;
  /** Whether it can be done now; without it, always. */
  isEnabled?(lab: Laboratory): boolean;
  /** Its button, where it has one. */
  button?(lab: Laboratory): Face;
}

/** The path is held as long as the key is: until it, or any other, is let go. */
function holdWhilePressed({ time }: Laboratory): void {
  const end = new AbortController();
  const release = (): void => {
    end.abort();
    time.hold(false);
  };
  time.hold(true);
  for (const event of ["keyup", "blur"]) addEventListener(event, release, { signal: end.signal });
}

export const ACTIONS: readonly Action[] = [
  { name: "play", keys: [" "], shown: ["Space"], perform: (lab) => lab.time.play() },
  { name: "back", keys: ["ArrowLeft"], shown: ["←"], perform: (lab) => void lab.time.step(lab.time.unit, true) },
  { name: "on", keys: ["ArrowRight"], shown: ["→"], perform: (lab) => void lab.time.step(lab.time.unit, false) },
  { name: "next", keys: ["n"], shown: ["N"], perform: (lab) => void lab.time.step("congestion", false) },
  { name: "why", keys: ["w"], shown: ["W"], perform: (lab) => void lab.time.askBefore() },
  { name: "start", keys: ["Home"], shown: ["Home"], perform: (lab) => lab.time.seek(0) },
  { name: "end", keys: ["End"], shown: ["End"], perform: (lab) => lab.time.seek(lab.run.session.clock.computed_s) },
  { name: "hold", keys: ["s"], shown: ["S"], perform: (lab) => holdWhilePressed(lab) },
  { name: "slower", keys: ["-"], shown: ["−"], perform: (lab) => lab.time.setSpeed(lab.run.session.clock.speed / 2) },
  {
    name: "faster",
    keys: ["+", "="],
    shown: ["+"],
    perform: (lab) => lab.time.setSpeed(lab.run.session.clock.speed * 2),
  },
  { name: "focusBefore", keys: ["["], shown: ["["], perform: (lab) => lab.focus.by(-1) },
  { name: "focusNext", keys: ["]"], shown: ["]"], perform: (lab) => lab.focus.by(1) },
  {
    name: "follow",
    keys: ["f"],
    shown: ["F"],
    perform: ({ run, beginning }) => {
      run.chartArea.follow();
      beginning.act();
    },
  },
  {
    name: "whole",
    keys: ["0"],
    shown: ["0"],
    perform: ({ run, beginning }) => {
      run.chartArea.show([0, run.session.clock.duration_s]);
      beginning.act();
    },
  },
  { name: "search", keys: ["/", "Ctrl+k"], shown: ["/"], perform: (lab) => void openSearch(lab, ACTIONS) },
  // The rest of the charts; on a phone all, in the menu.
  {
    name: "charts",
    keys: ["c"],
    shown: ["C"],
    perform: () => {
      const rest = document.querySelector<HTMLElement>(".track-more > button");
      if (rest) rest.click();
      else open("more");
    },
  },
  {
    name: "add",
    keys: ["a"],
    shown: ["A"],
    perform: ({ look }) => {
      look.showControls();
      open("add-flow");
    },
  },
  {
    name: "link",
    keys: ["l"],
    shown: ["L"],
    button: () => ({ sign: "link", words: "lab.link" }),
    perform: async (lab) => (await share()).showShare(lab),
  },
  {
    name: "open",
    keys: ["o"],
    shown: ["O"],
    button: () => ({ sign: "folder", words: "lab.open" }),
    perform: async (lab) => (await share()).chooseFile(lab),
  },
  {
    name: "results",
    keys: ["e"],
    shown: ["E"],
    button: () => ({ sign: "table", words: "lab.results" }),
    perform: async (lab) => (await import("./results.ts")).showResults(lab),
  },
  {
    name: "hide",
    keys: ["h"],
    shown: ["H"],
    button: ({ run }) => ({ sign: "eye", words: run.player.hidden ? "lab.blind.end" : "lab.blind" }),
    perform: (lab) => lab.look.setHidden(),
  },
  {
    name: "fork",
    keys: ["y"],
    shown: ["Y"],
    button: (lab) => ({ sign: "fork", words: lab.branches.split ? "lab.fork.end" : "lab.fork.begin" }),
    perform: (lab) => lab.branches.fork(),
  },
  {
    name: "repeat",
    keys: ["m"],
    shown: ["M"],
    button: (lab) => ({ sign: "many", words: lab.branches.repeat ? "lab.repeat.end" : "lab.repeat.begin" }),
    perform: (lab) => void lab.branches.repeatRun(),
  },
  {
    name: "vary",
    keys: ["v"],
    shown: ["V"],
    button: () => ({ sign: "curve", words: "lab.vary.begin" }),
    // The setting that has the focus, if any.
    perform: (lab) =>
      void lab.branches.vary(document.activeElement?.closest<HTMLElement>("[data-setting]")?.dataset.setting ?? null),
  },
  {
    name: "present",
    keys: ["p"],
    shown: ["P"],
    button: () => ({ sign: SCREEN, words: "lab.present" }),
    perform: (lab) => void lab.stage.present(),
  },
  {
    name: "theme",
    keys: ["t"],
    shown: ["T"],
    button: ({ look }) => ({ sign: THEME_SIGNS[look.themeChoice], words: `lab.theme.${look.themeChoice}` }),
    perform: (lab) => lab.look.nextTheme(),
  },
  {
    name: "undo",
    keys: ["Ctrl+z"],
    shown: ["Ctrl", "Z"],
    // Another run was opened by a step in the browser's history.
    isEnabled: ({ run, address }) => run.session.history.canUndo || address.hasBefore,
    button: () => ({ sign: "undo", words: "lab.undo" }),
    perform: ({ run, address, edits }) => {
      if (!run.session.history.canUndo && address.hasBefore) history.back();
      else void edits.undo();
    },
  },
  {
    name: "redo",
    keys: ["Ctrl+Shift+z", "Ctrl+y"],
    shown: ["Ctrl", "Shift", "Z"],
    isEnabled: (lab) => lab.run.session.history.canRedo,
    button: () => ({ sign: "redo", words: "lab.redo" }),
    perform: (lab) => void lab.edits.undo(true),
  },
  {
    name: "help",
    keys: ["?"],
    shown: ["?"],
    button: () => ({ sign: "help", words: "lab.help" }),
    // Read by few: code and words are fetched only then.
    perform: async (lab) => (await import("./help.ts")).showHelp(lab.look, ACTIONS),
  },
];

/** An action by its name. */
export const actionOf = (name: ActionName): Action => ACTIONS.find((each) => each.name === name) as Action;

/** Does an action, whether its button is enabled or not. */
export function perform(lab: Laboratory, name: ActionName): void {
  actionOf(name).perform(lab);
}

/** Parts of an event that decide. */
export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Whether a key is one printed character: those can be switched off. */
const printed = (key: string): boolean => key.length === 1 && key !== " ";

/** The action of a key press; null if it has none. */
export function actionOfKey(press: Press, letters: boolean): ActionName | null {
  if (press.altKey) return null;
  const ctrl = press.ctrlKey || press.metaKey;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (!ctrl && !letters && printed(key)) return null;
  const name = ctrl ? `Ctrl+${press.shiftKey ? "Shift+" : ""}${key}` : key;
  return ACTIONS.find((action) => action.keys.includes(name))?.name ?? null;
}

/**
 * Whether the element under the keys uses this one itself: typing in a field, arrows on a slider, Space on a checkbox, and on a button that
 * the keyboard reached. On one that was clicked (`byPointer`) Space plays, as in any player.
 */
export function belongsTo(element: Element | null, key: string, byPointer: boolean): boolean {
  if (!element) return false;
  // A dialog that has just closed may still have the focus.
  const field = element.closest("input, select, textarea, [contenteditable], dialog[open]");
  if (field) {
    const type = field instanceof HTMLInputElement ? field.type : "";
    if (type !== "range" && type !== "checkbox") return true;
    return (key === " " && type === "checkbox") || key.startsWith("Arrow") || key === "Home" || key === "End";
  }
  if (element.closest("[role=slider], [role=tablist], [role=menu], [data-arrows]"))
    return key.startsWith("Arrow") || key === "Home" || key === "End";
  if (element.closest("button, a, summary")) return key === "Enter" || (key === " " && !byPointer);
  return false;
}

/** Fields and lists of settings, whose value is the run's unless it was refused. */
const SETTINGS = ":is(#sidebar, #bottom-bar) :is(input, select):not([aria-invalid=true])";

/** Performs the action of a key, unless the element under the keys uses it itself. */
export function keyListener(lab: Laboratory): (event: KeyboardEvent) => void {
  const focusOrigin = new FocusOrigin(document);
  /** The field in which something is typed that is not committed: its undo is the browser's. */
  let typing: EventTarget | null = null;
  document.addEventListener("input", ({ target }) => {
    typing = target;
  });
  for (const end of ["change", "focusin"])
    document.addEventListener(end, () => {
      typing = null;
    });
  return (event) => {
    const { look, stage } = lab;
    // The field has its value back.
    if (event.key === "Escape") typing = null;
    // A menu in the sheet closes before the sheet does.
    const menu = document.querySelector(":popover-open") !== null;
    if (event.key === "Escape" && look.all && !menu && !event.defaultPrevented) look.update({ all: false });
    const action = actionOfKey(event, look.letters);
    const target = event.target as Element | null;
    // Ctrl+K types nothing: in a field it is the page's, in a dialog it is not.
    const undoes = (action === "undo" || action === "redo") && target !== typing && target?.matches(SETTINGS);
    const anywhere = undoes || (action === "search" && event.key !== "/" && !target?.closest("dialog[open]"));
    if (event.defaultPrevented || (!anywhere && belongsTo(target, event.key, focusOrigin.byPointer))) return;
    // A script has its own keys: whatever else is pressed by mistake changes nothing before the room.
    if (!action || stage.presenter?.script) return;
    event.preventDefault();
    // Firefox presses a button when Space is let go.
    if (event.key === " ") addEventListener("keyup", (up) => up.preventDefault(), { once: true, capture: true });
    perform(lab, action);
  };
}
