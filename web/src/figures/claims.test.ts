import { expect, test } from "vitest";
import type { Account, Claim } from "../ensemble/types.ts";
import { addMessages } from "../i18n/catalogue.ts";
import words from "../i18n/en/figures.json" with { type: "json" };
import { bandText, stateFor, valueText } from "./claims.ts";

addMessages("en", words);

const band = (least: number | null, most: number | null, strict = false): string =>
  bandText({ of: "", band: [least, most], strict });

test("bands in words", () => {
  expect(band(1.7, 2.07)).toBe("1.7 to 2.07");
  expect(band(0, null, true)).toBe("above 0");
  expect(band(1.6, null)).toBe("at least 1.6");
  expect(band(null, 1, true)).toBe("below 1");
  expect(band(1, 1)).toBe("yes");
  expect(band(8, 8)).toBe("8");
});

test("what is so or not, what could not be measured", () => {
  const one = (value: number | null) => valueText({ of: "", band: [1, 1], strict: false, value, holds: value === 1 });
  expect([one(1), one(0), one(null)]).toEqual(["yes", "no", "not measured"]);
});

test("a verdict needs all runs; a difference without an account is another one than with it", () => {
  const tried: Account = { says: "", measured: "", tried: "", table: [], explanation: "", numbers: [] };
  const claim = (account: Account | null): Claim => ({ id: "a", text: "", from: "", expected: [], account });
  const verdict = (holds: boolean) => ({ id: "a", measured: [], holds });
  expect(stateFor(claim(null), verdict(true), false)).toBe("open");
  expect(stateFor(claim(null), undefined, true)).toBe("open");
  expect(stateFor(claim(null), verdict(true), true)).toBe("holds");
  expect(stateFor(claim(null), verdict(false), true)).toBe("differs");
  expect(stateFor(claim(tried), verdict(false), true)).toBe("accounted");
});
