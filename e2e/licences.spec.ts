/**
 * The licences of what is sent along: led to from the laboratory's help (from the pages: column.spec.ts), complete, and within the files that
 * run from a disk. Not here: how the file is made (scripts/licences.test.mjs).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./sandbox.ts";

const root = join(import.meta.dirname, "..");
/** Packages of pages, of workers, of the service worker; and of the engine. */
const SOME = ["lit ", "@codemirror/view ", "quickjs-wasi ", "QuickJS ", "workbox-precaching ", "libm (crate) "];

test("the help leads to the licences, which name what was bundled, workers included", async ({ page }) => {
  await page.goto("/index.html#show=all");
  await page.locator("#top").getByRole("button", { name: "Help" }).first().click();
  const way = page.getByRole("dialog").getByRole("link", { name: "Licences" });
  const answer = await page.request.get((await way.getAttribute("href")) ?? "");
  expect(answer.headers()["content-type"]).toContain("text/plain");
  const text = await answer.text();
  for (const name of SOME) expect(text).toContain(`\n${"=".repeat(80)}\n${name}`);
  // Each part has a text of its own under its head.
  for (const part of text.split(`\n${"=".repeat(80)}\n`).slice(1)) expect(part.length).toBeGreaterThan(500);
});

test("the files that run from a disk hold the licences of what is in them", () => {
  const files = readdirSync(join(root, "dist")).filter((name) => /^sawtooth-.+\.html$/.test(name));
  expect(files).toHaveLength(2);
  for (const name of files) {
    const text = readFileSync(join(root, "dist", name), "utf8");
    const comment = text.slice(text.lastIndexOf("<!--"));
    for (const each of ["lit ", "fflate ", "libm (crate) "]) expect(comment).toContain(`\n${"=".repeat(80)}\n${each}`);
    expect(comment.trim().endsWith("-->")).toBe(true);
  }
});
