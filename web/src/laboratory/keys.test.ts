/** Keys and the switch for single letters. */
import { expect, test } from "vitest";
import { actOf, KEYS } from "./keys.ts";

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

test("keys lead to their acts", () => {
  expect(actOf(press(" "), true)).toBe("play");
  expect(actOf(press("N"), true)).toBe("next");
  expect(actOf(press("z", { ctrlKey: true }), true)).toBe("undo");
  expect(actOf(press("Z", { metaKey: true, shiftKey: true }), true)).toBe("redo");
  expect(actOf(press("n", { ctrlKey: true }), true)).toBeNull();
  expect(actOf(press("n", { altKey: true }), true)).toBeNull();
  expect(actOf(press("q"), true)).toBeNull();
});

test("single letters and signs can be switched off, the rest stays", () => {
  expect(actOf(press("n"), false)).toBeNull();
  expect(actOf(press("?"), false)).toBeNull();
  expect(actOf(press(" "), false)).toBe("play");
  expect(actOf(press("ArrowRight"), false)).toBe("on");
  expect(actOf(press("z", { ctrlKey: true }), false)).toBe("undo");
});

test("no key is given twice", () => {
  const all = KEYS.flatMap((row) => row.keys);
  expect(new Set(all).size).toBe(all.length);
});
