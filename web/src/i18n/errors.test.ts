/** Forms of what is allowed become words, as in the native program (scenario/src/words.rs). */
import { expect, test } from "vitest";
import { allowedWords, errorText } from "./errors.ts";

test.each([
  ["0 < x <= 100000", "more than 0, up to 100000"],
  ["0 <= x <= 64, whole", "0 to 64, a whole number"],
  ["0 <= … <= 5", "0 to 5"],
  ["0 < x|null", "more than 0 or null"],
  ["newreno|cdg|cubic", "newreno, cdg or cubic"],
  ["x <= 5 (max_packets)", "at most 5, the value of `max_packets`"],
  ["<= 8000000 bytes", "at most 8000000 bytes"],
  ["variant ≠ paper", "another `variant` than `paper`"],
  ["[ … ]", "a list in brackets"],
  [
    "[ 1 … 64 ]: { at_s: 0 <= x; gap: 1 <= x, whole }",
    "a list of 1 to 64 entries, each an object with `at_s` (0 or more), `gap` (1 or more, a whole number)",
  ],
  ['x|"…"|true|false|null', "a number, text in double quotation marks, true, false or null"],
  ["JSON", "JSON"],
])("%s", (form, words) => {
  expect(allowedWords(form)).toBe(words);
});

test("an error states what is wrong, where, and what to enter", () => {
  const error = { code: "out_of_range", place: "duration_s", found: "0", allowed: "0 < x <= 10000000", nearest: "" };
  expect(errorText(error)).toBe("`duration_s` is 0, which is out of range. Allowed: more than 0, up to 10000000.");
});
