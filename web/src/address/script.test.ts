/** Scripts in an address: found, numbered from 1, written back before the other fields. */
import { expect, test } from "vitest";
import { scriptIn, withScript } from "./script.ts";

test("an address without a script stays as it is", () => {
  expect(scriptIn("#preset=cdg&t=3")).toEqual({ named: null, hash: "#preset=cdg&t=3" });
});

test("a script is taken out of the address, whatever is beside it", () => {
  expect(scriptIn("#theme=dark&script=lecture&step=4&lang=de")).toEqual({
    named: { script: "lecture", step: 4 },
    hash: "theme=dark&lang=de",
  });
});

test("a step that is no number from 1 is the first", () => {
  for (const step of ["0", "-2", "x", "", "NaN"]) expect(scriptIn(`#script=a&step=${step}`).named?.step).toBe(1);
  expect(scriptIn("#script=a&step=2.9").named?.step).toBe(2);
});

test("what is written is read again", () => {
  const address = withScript({ script: "lecture", step: 3 }, "theme=dark");
  expect(address).toBe("script=lecture&step=3&theme=dark");
  expect(scriptIn(address)).toEqual({ named: { script: "lecture", step: 3 }, hash: "theme=dark" });
  expect(withScript({ script: "a", step: 1 }, "")).toBe("script=a&step=1");
});
