/**
 * The laboratory's keys as one list: what a key does, and its line on the help sheet. Not here: the acts themselves.
 * Single letters can be switched off (WCAG 2.1.4); keys with Ctrl, Space and arrows stay.
 */

/** Everything that has a key of its own. */
export type Act =
  | "play"
  | "back"
  | "on"
  | "next"
  | "start"
  | "end"
  | "slower"
  | "faster"
  | "undo"
  | "redo"
  | "focusBefore"
  | "focusNext"
  | "follow"
  | "whole"
  | "charts"
  | "add"
  | "link"
  | "hide"
  | "fork"
  | "repeat"
  | "present"
  | "theme"
  | "help";

interface Row {
  act: Act;
  /** `KeyboardEvent.key`s; `Ctrl+` stands for Control or Command. */
  keys: readonly string[];
  /** How the keys are shown on the help sheet. */
  shown: readonly string[];
}

export const KEYS: readonly Row[] = [
  { act: "play", keys: [" "], shown: ["Space"] },
  { act: "back", keys: ["ArrowLeft"], shown: ["←"] },
  { act: "on", keys: ["ArrowRight"], shown: ["→"] },
  { act: "next", keys: ["n"], shown: ["N"] },
  { act: "start", keys: ["Home"], shown: ["Home"] },
  { act: "end", keys: ["End"], shown: ["End"] },
  { act: "slower", keys: ["-"], shown: ["−"] },
  { act: "faster", keys: ["+", "="], shown: ["+"] },
  { act: "focusBefore", keys: ["["], shown: ["["] },
  { act: "focusNext", keys: ["]"], shown: ["]"] },
  { act: "follow", keys: ["f"], shown: ["F"] },
  { act: "whole", keys: ["0"], shown: ["0"] },
  { act: "charts", keys: ["c"], shown: ["C"] },
  { act: "add", keys: ["a"], shown: ["A"] },
  { act: "link", keys: ["l"], shown: ["L"] },
  { act: "hide", keys: ["h"], shown: ["H"] },
  { act: "fork", keys: ["y"], shown: ["Y"] },
  { act: "repeat", keys: ["m"], shown: ["M"] },
  { act: "present", keys: ["p"], shown: ["P"] },
  { act: "theme", keys: ["t"], shown: ["T"] },
  { act: "undo", keys: ["Ctrl+z"], shown: ["Ctrl", "Z"] },
  { act: "redo", keys: ["Ctrl+Shift+z", "Ctrl+y"], shown: ["Ctrl", "Shift", "Z"] },
  { act: "help", keys: ["?"], shown: ["?"] },
];

/** What of an event decides. */
export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Whether a key is one printed character: those can be switched off. */
const printed = (key: string): boolean => key.length === 1 && key !== " ";

/** The act of a key press; null if it has none. */
export function actOf(press: Press, letters: boolean): Act | null {
  if (press.altKey) return null;
  const ctrl = press.ctrlKey || press.metaKey;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  if (!ctrl && !letters && printed(key)) return null;
  const name = ctrl ? `Ctrl+${press.shiftKey ? "Shift+" : ""}${key}` : key;
  return KEYS.find((row) => row.keys.includes(name))?.act ?? null;
}

/** Whether the element under the keys uses this one itself: typing in a field, arrows on a slider, Space on a button. */
export function belongsTo(element: Element | null, key: string): boolean {
  if (!element) return false;
  const field = element.closest("input, select, textarea, [contenteditable], dialog");
  if (field) {
    const range = field instanceof HTMLInputElement && (field.type === "range" || field.type === "checkbox");
    return !range || key === " " || key.startsWith("Arrow") || key === "Home" || key === "End";
  }
  if (element.closest("[role=slider], [role=tablist], [role=menu], [data-arrows]"))
    return key.startsWith("Arrow") || key === "Home" || key === "End";
  if (element.closest("button, a, summary")) return key === " " || key === "Enter";
  return false;
}
