import { expect, test } from "vitest";
import * as catalogue from "../../i18n/catalogue.ts";
import words from "../../i18n/en/plot-view.json" with { type: "json" };
import * as english from "./english.ts";

test("numbers are written as the page writes them in English", () => {
  for (const value of [0, -0, 1, -1, 0.5, 1.005, 2.5, 0.045, -0.00001, 999.9996, 9999, 10_000, 1_234_567.891, 1e-7]) {
    for (const [digits, least] of [[0], [1], [3], [3, 1], [3, 3], [6, 2]] as const) {
      expect(english.num(value, digits, least), `${value} ${digits} ${least}`).toBe(
        catalogue.num(value, digits, least),
      );
    }
  }
});

test("words are the catalogue's", () => {
  catalogue.addMessages("en", words);
  expect(english.translate("figures.empty")).toBe(catalogue.translate("figures.empty"));
});
