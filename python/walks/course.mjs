/**
 * Steps of a laboratory in any notebook: three are shown, and are changed by hand and by Python. Not here: how a notebook is opened and
 * how its kernel is asked (jupyterlab.mjs, marimo.mjs).
 */
import { expect } from "@playwright/test";
import { PATIENCE, Shown, shot } from "./walk.mjs";

/** Code that the notebook has run. */
export const SETUP = `
import sawtooth_lab as sl

preset = sl.Scenario.preset("cdg_beside_newreno")
lab = sl.Lab(preset)
two = sl.Lab(preset.set(seed=2), view="cwnd", controls="loss", time=20)
three = sl.Lab(sl.run(sl.Scenario.preset("codel_and_call").set(duration_s=20)), view=["queue"], controls=[], lang="de")
crowded = preset.document | {"flows": [{"name": f"flow {n}"} for n in range(21)], "interventions": []}

def attempt(act):
    try:
        act()
    except sl.SawtoothError as error:
        return str(error)
`.trim();

const LOSS = "bottleneck.loss.probability";

/**
 * @param {string} name of the notebook
 * @param {import("@playwright/test").Page} page
 * @param {(expression: string) => Promise<any>} python an expression's value, as JSON has it
 * @param {import("@playwright/test").Locator} frames of the three
 */
export async function walk(name, page, python, frames) {
  await expect(frames).toHaveCount(3, PATIENCE);
  const [lab, two, three] = [new Shown(frames.nth(0)), new Shown(frames.nth(1)), new Shown(frames.nth(2))];
  const comes = (/** @type {string} */ expression) => expect.poll(() => python(expression), PATIENCE);
  const isSettled = async () => {
    for (const each of ["lab", "two", "three"]) {
      // Asked at once: the page may take another change between two questions.
      await comes(`${each}.digest is not None and sl.run(${each}.scenario).digest == ${each}.digest`).toBe(true);
    }
  };

  for (const each of [lab, two, three]) {
    await each.isDrawn();
    await each.isWhole();
  }
  await isSettled();
  expect(await python("lab.digest")).not.toBe(await python("two.digest"));
  await lab.element.scrollIntoViewIfNeeded();
  await shot(page, `${name}-light`);

  // The reader's hand: Python has the change, at the playhead, and only where it was made.
  await python("lab.seek(30)");
  await expect.poll(() => lab.time(), PATIENCE).toBe(30);
  const slider = lab.frame.getByRole("slider", { name: "Random loss" });
  const { width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
  await slider.click({ position: { x: 0.6 * width, y: 0.5 * height } });
  await comes("len(lab.scenario.document.get('interventions', []))").toBe(1);
  const [change] = await python("lab.scenario.document['interventions']");
  expect(change).toMatchObject({ at_s: 30, path: LOSS });
  const field = lab.frame.getByRole("textbox", { name: "Random loss" });
  expect(Number(await field.inputValue()) / 100).toBeCloseTo(change.value, 4);
  expect(change.value).toBeGreaterThan(0);
  await isSettled();
  expect(await python("[each.scenario.document.get('interventions', []) for each in (two, three)]")).toEqual([[], []]);

  // Python's: the page has it, in the one that was meant.
  const before = await two.digest();
  await python(`lab.set("${LOSS}", 0.02)`);
  await expect(field).toHaveValue("2");
  await python("lab.set('seed', 5)");
  await comes("(lab.time, lab.scenario.document['seed'])").toEqual([0, 5]);
  await isSettled();
  await expect.poll(async () => (await lab.digest()) === (await python("lab.digest")), PATIENCE).toBe(true);
  expect(await two.digest()).toBe(before);

  // Time, both ways.
  await python("setattr(lab, 'time', 40)");
  await expect.poll(() => lab.time(), PATIENCE).toBe(40);
  await lab.frame.getByRole("slider", { name: "Playhead" }).press("End");
  await comes("lab.time").toBe(80);
  await python("lab.seek(12)");
  await lab.frame.getByRole("button", { name: "Play", exact: true }).click();
  await comes("lab.playing").toBe(true);
  await comes("lab.time").toBeGreaterThan(12.2);
  await python("lab.pause()");
  await expect(lab.frame.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  const stopped = await lab.time();
  await comes("lab.time").toBeCloseTo(stopped, 1);
  expect(await python("(two.time, two.playing)")).toEqual([20, false]);

  // An error: at once where Python can know it, else in words on the page and in `error`.
  expect(await python(`attempt(lambda: lab.set("${LOSS}", 7))`)).toContain("out of range");
  await expect(field).toHaveValue("0");
  await python("setattr(three, 'scenario', crowded)");
  await comes("three.error").toContain("flows");
  await expect(page.getByRole("status").filter({ hasText: await python("three.error") })).toBeVisible();
}
