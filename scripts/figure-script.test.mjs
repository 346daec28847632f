/** The script with which the command line draws figures is the page's drawing as it is now, and needs nothing of a page. */
import { readdirSync, readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { lightTheme } from "../web/src/design/theme.ts";
import { spoken } from "../web/src/figures/labels.ts";
import { pictureOf } from "../web/src/plot_view/picture.ts";
import { FIGURE_SCRIPT, figureScript } from "./figure-script.mjs";

const text = (/** @type {string | URL} */ file) => readFileSync(file, "utf8");
const kept = text(FIGURE_SCRIPT);

test("it is up to date (npm run generate)", async () => {
  // Its text would fill the screen.
  expect((await figureScript()) === kept).toBe(true);
});

test("it draws every stored figure as the page does", () => {
  const own = /** @type {{ drawFigure?: (...words: string[]) => string }} */ (createContext({}));
  runInContext("delete globalThis.Intl", own);
  runInContext(kept, own);
  const theme = lightTheme(text(new URL("../web/src/design/tokens.css", import.meta.url)));
  expect(Object.values(theme)).not.toContain("");
  const folder = new URL("../public/figures/", import.meta.url);
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const { figure } = JSON.parse(text(new URL(name, folder)));
    const page = pictureOf(spoken(figure), theme, "A title", ["A caption"]);
    expect(own.drawFigure?.(JSON.stringify(figure), "A title", "A caption"), name).toBe(page);
  }
});
