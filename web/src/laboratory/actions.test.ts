/** The list of actions: keys, the switch for single letters, and what is said of each. */
import { expect, test, vi } from "vitest";
import { addMessages, has } from "../i18n/catalogue.ts";
import help from "../i18n/en/help-sheet.json" with { type: "json" };
import keys from "../i18n/en/keys.json" with { type: "json" };
import { ACTIONS, actionOf, actionOfKey, belongsTo, perform } from "./actions.ts";
import type { Laboratory } from "./context.ts";

addMessages("en", { ...help, ...keys });

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

test("keys lead to their actions", () => {
  expect(actionOfKey(press(" "), true)).toBe("play");
  expect(actionOfKey(press("N"), true)).toBe("next");
  expect(actionOfKey(press("z", { ctrlKey: true }), true)).toBe("undo");
  expect(actionOfKey(press("Z", { metaKey: true, shiftKey: true }), true)).toBe("redo");
  expect(actionOfKey(press("n", { ctrlKey: true }), true)).toBeNull();
  expect(actionOfKey(press("n", { altKey: true }), true)).toBeNull();
  expect(actionOfKey(press("q"), true)).toBeNull();
});

test("single letters and signs can be switched off, the rest stays", () => {
  expect(actionOfKey(press("n"), false)).toBeNull();
  expect(actionOfKey(press("?"), false)).toBeNull();
  expect(actionOfKey(press(" "), false)).toBe("play");
  expect(actionOfKey(press("ArrowRight"), false)).toBe("on");
  expect(actionOfKey(press("z", { ctrlKey: true }), false)).toBe("undo");
});

class Input {
  constructor(readonly type: string) {}
}

/** An element that only answers whether a selector names it, as the page's own does. */
const under = (name: string, type = ""): Element =>
  Object.assign(new Input(type), {
    closest: (selector: string) => (selector.split(", ").includes(name) ? new Input(type) : null),
  }) as unknown as Element;

test("Space is the page's on a slider and on a button that was clicked; a checkbox, and a button of the keyboard's, keep it", () => {
  vi.stubGlobal("HTMLInputElement", Input);
  for (const byPointer of [true, false]) {
    expect(belongsTo(under("input", "range"), " ", byPointer)).toBe(false);
    expect(belongsTo(under("input", "range"), "ArrowLeft", byPointer)).toBe(true);
    expect(belongsTo(under("input", "checkbox"), " ", byPointer)).toBe(true);
    expect(belongsTo(under("input", "text"), " ", byPointer)).toBe(true);
    expect(belongsTo(under("button"), " ", byPointer)).toBe(!byPointer);
    expect(belongsTo(under("button"), "Enter", byPointer)).toBe(true);
  }
  vi.unstubAllGlobals();
});

test("the search opens by its keys, but not over what is presented", async () => {
  expect([actionOfKey(press("/"), true), actionOfKey(press("/"), false)]).toEqual(["search", null]);
  expect(actionOfKey(press("k", { ctrlKey: true }), false)).toBe("search");
  const listen = vi.fn();
  vi.stubGlobal("addEventListener", listen);
  perform({ stage: { presenter: {} } } as unknown as Laboratory, "search");
  expect(listen).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test("no key is given twice", () => {
  const all = ACTIONS.flatMap((action) => action.keys);
  expect(new Set(all).size).toBe(all.length);
});

test("each action has its words in the help, and each button its own", () => {
  for (const { name, button } of ACTIONS) {
    expect(has(`lab.key.${name}`), name).toBe(true);
    for (const other of [null, {}])
      if (button) {
        const branches = { split: other, repeat: other };
        const lab = {
          branches,
          look: { themeChoice: "dark" },
          run: { player: { hidden: other } },
        } as unknown as Laboratory;
        expect(has(button(lab).words), name).toBe(true);
      }
  }
});

test("undo and redo are enabled while there is a step", () => {
  const lab = (canUndo: boolean, canRedo: boolean, hasBefore = false) =>
    ({ address: { hasBefore }, run: { session: { history: { canUndo, canRedo } } } }) as unknown as Laboratory;
  // Another run was opened: the one before it is a step of the browser's history.
  expect(actionOf("undo").isEnabled?.(lab(false, false, true))).toBe(true);
  expect(actionOf("undo").isEnabled?.(lab(true, false))).toBe(true);
  expect(actionOf("undo").isEnabled?.(lab(false, true))).toBe(false);
  expect(actionOf("redo").isEnabled?.(lab(false, true))).toBe(true);
  expect(actionOf("redo").isEnabled?.(lab(true, false))).toBe(false);
});

test("what undo takes back is a step of this run, else the opening of it", () => {
  const back = vi.fn();
  vi.stubGlobal("history", { back });
  const lab = (canUndo: boolean, hasBefore: boolean) => ({
    address: { hasBefore },
    run: { session: { history: { canUndo } } },
    edits: { undo: vi.fn() },
  });
  const [step, opened] = [lab(true, true), lab(false, true)];
  for (const each of [step, opened]) perform(each as unknown as Laboratory, "undo");
  expect(step.edits.undo).toHaveBeenCalledOnce();
  expect(opened.edits.undo).not.toHaveBeenCalled();
  expect(back).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test("an action does what it says", () => {
  const lab = {
    time: { step: vi.fn(), unit: "rtt", setSpeed: vi.fn() },
    run: { session: { clock: { speed: 4 } } },
    branches: { fork: vi.fn() },
  };
  const page = lab as unknown as Laboratory;
  perform(page, "back");
  expect(lab.time.step).toHaveBeenLastCalledWith("rtt", true);
  perform(page, "next");
  expect(lab.time.step).toHaveBeenLastCalledWith("congestion", false);
  perform(page, "slower");
  expect(lab.time.setSpeed).toHaveBeenLastCalledWith(2);
  perform(page, "fork");
  expect(lab.branches.fork).toHaveBeenCalledOnce();
});
