/** The laboratory in marimo. Not here: what the walks share (walk.mjs, course.mjs). */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { programOf } from "../../scripts/python-environment.mjs";
import { SETUP, walk } from "./course.mjs";
import { open, PATIENCE, serve, shot } from "./walk.mjs";

const indented = (/** @type {string} */ code) => code.replace(/^(?=.)/gm, "    ");
/**
 * The three, what of the first is seen by other cells, and a line in which Python is asked: marimo gives no kernel to those outside. That
 * cell takes the laboratories themselves, not marimo's elements: else it would run again whenever their state changes. It
 * comes first, so that the first laboratory is in sight when it is written in: out of sight a laboratory rests.
 */
const APP = `
import marimo

app = marimo.App(width="full")

@app.cell
def _():
    import json
    import marimo as mo
${indented(SETUP)}
    return attempt, crowded, json, lab, mo, sl, three, two

@app.cell
def _(mo):
    line = mo.ui.text(label="Python", full_width=True)
    line
    return (line,)

@app.cell
def _(attempt, crowded, json, lab, line, mo, sl, three, two):
    number, _, expression = line.value.partition(":")
    names = {"attempt": attempt, "crowded": crowded, "lab": lab, "sl": sl, "three": three, "two": two}
    mo.plain_text(f"{number}={json.dumps(eval(expression, names))}" if expression else "")

@app.cell
def _(lab, mo):
    element = mo.ui.anywidget(lab)
    element
    return (element,)

@app.cell
def _(two):
    two

@app.cell
def _(three):
    three

@app.cell
def _(element, mo):
    mo.md(f"element at {element.value['time']:.0f} s")

if __name__ == "__main__":
    app.run()
`;

/** Walks; throws where something is not as it should be. */
export async function marimo(/** @type {string} */ environment) {
  const folder = mkdtempSync(join(tmpdir(), "sawtooth-marimo-"));
  writeFileSync(join(folder, "walk.py"), APP);
  const args = ["run", "walk.py", "--headless", "--no-token", "--host", "127.0.0.1"];
  // Settings of whoever runs this do not count.
  const server = await serve(programOf(environment, "marimo"), args, { cwd: folder, env: { XDG_CONFIG_HOME: folder } });
  const { browser, page, wrong } = await open();
  try {
    await page.goto(server.address);
    let number = 0;
    const python = async (/** @type {string} */ expression) => {
      number += 1;
      await page.getByLabel("Python").fill(`${number}:${expression}`);
      await page.getByLabel("Python").press("Enter");
      const answer = page.getByText(new RegExp(`^${number}=`));
      await expect(answer).toBeVisible(PATIENCE);
      return JSON.parse(((await answer.textContent()) ?? "").replace(/^\d+=/, ""));
    };
    await walk("marimo", page, python, page.locator("iframe[sandbox]"));
    // A cell that uses marimo's element runs again when the laboratory moves.
    await python("lab.seek(33)");
    await expect(page.getByText("element at 33 s")).toBeVisible(PATIENCE);
    await shot(page, "marimo-end");
    expect(wrong).toEqual([]);
  } finally {
    await browser.close();
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
