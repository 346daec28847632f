/** A run's address opens that run in the laboratory which the package carries as one file, without a network. Not here: notebooks. */
import { execFileSync } from "node:child_process";
import { expect } from "@playwright/test";
import { programOf } from "../../scripts/python-environment.mjs";
import { open, PATIENCE, shot } from "./walk.mjs";

const CODE = `
import json
import sawtooth_lab as sl

scenario = sl.Scenario.preset("codel_and_call").set({"bottleneck.loss.probability": 0.003, "duration_s": 25}, seed=11)
run = sl.run(scenario)
print(json.dumps({"address": sl.link(run, sl.laboratory()), "digest": run.digest}))
`;

/** Walks; throws where something is not as it should be. */
export async function link(/** @type {string} */ environment) {
  const said = execFileSync(programOf(environment, "python"), ["-c", CODE], { encoding: "utf8" });
  const { address, digest } = JSON.parse(said);
  const { browser, page, wrong } = await open();
  try {
    await page.context().setOffline(true);
    await page.goto(address);
    await expect(page.locator("[data-digest]").first()).toHaveAttribute("data-digest", digest, PATIENCE);
    await shot(page, "link");
    expect(wrong).toEqual([]);
  } finally {
    await browser.close();
  }
}
