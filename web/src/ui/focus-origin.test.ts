/** How the focus was reached: the last press before it moved decides, not a key that came later. */
import { expect, test } from "vitest";
import { FocusOrigin } from "./focus-origin.ts";

function page() {
  const target = new EventTarget();
  const origin = new FocusOrigin(target);
  return {
    origin,
    click: () => {
      target.dispatchEvent(new Event("pointerdown"));
      target.dispatchEvent(new Event("focusin"));
    },
    key: (key: string) => target.dispatchEvent(Object.assign(new Event("keydown"), { key })),
    focus: () => target.dispatchEvent(new Event("focusin")),
  };
}

test("a click reaches by the pointer, Tab by the keyboard", () => {
  const { origin, click, key, focus } = page();
  click();
  expect(origin.byPointer).toBe(true);
  key("Tab");
  focus();
  expect(origin.byPointer).toBe(false);
});

test("keys that leave the focus where it is change nothing", () => {
  const { origin, click, key } = page();
  click();
  key("ArrowRight");
  key("n");
  expect(origin.byPointer).toBe(true);
});

test("a focus that Escape gives back was reached as what was closed", () => {
  const { origin, click, key, focus } = page();
  click();
  key("Escape");
  focus();
  expect(origin.byPointer).toBe(true);
  key("Tab");
  focus();
  key("Escape");
  focus();
  expect(origin.byPointer).toBe(false);
});
