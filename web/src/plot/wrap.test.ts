import { expect, test } from "vitest";
import { lines } from "./wrap.ts";

test("a caption breaks at spaces, an address anywhere", () => {
  expect(lines("aaa bbb ccc", 7)).toEqual(["aaa bbb", "ccc"]);
  expect(lines("x".repeat(20), 8)).toEqual(["xxxxxxxx", "xxxxxxxx", "xxxx"]);
});
