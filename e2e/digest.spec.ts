/**
 * One scenario, one run: the same digest from the command line, from the module in Node and from the page in a browser, for the
 * documentation's example, every preset and some hundreds of random scenarios; and another digest for another seed. Not here:
 * speed (bench/), how scenarios are drawn (wasm-core/testing).
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { example, presets } from "../bench/scenarios.mjs";
import { inNode, inPage, run } from "../bench/wasm.mjs";
import { digestOf, expect, test } from "./sandbox.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** As the tests of Rust have built it: with a package named Cargo would build all of it once more. */
function native(scenario: string): string {
  const args = ["run", "--quiet", "--locked", "--bin", "sawtooth", "--", "run", "-", "--summary", "json"];
  return JSON.parse(execFileSync("cargo", args, { cwd: root, input: scenario, encoding: "utf8" })).digest;
}

const all = [{ id: "the documentation's example", scenario: example }, ...presets];

test("natively, in Node and in the laboratory: the documentation's example and every preset", async ({ page }) => {
  test.setTimeout(300_000);
  const node = await inNode();
  const texts = all.map(({ scenario }) => JSON.stringify(scenario));
  // Before the page: what keeps this process busy keeps the page's requests waiting, which pass through it.
  const digests = texts.map((text) => native(text));
  for (const [i, { id }] of all.entries()) {
    const text = texts[i] ?? "";
    const digest = digests[i] ?? "";
    expect(digest, id).toMatch(/^[0-9a-f]{16}$/);
    expect(run(node, text).digest, id).toBe(digest);
    await page.goto(`/#autoplay=0&s=0${Buffer.from(text).toString("base64url")}`);
    // Another run than the one before, once it is computed.
    await expect.poll(() => digestOf(page), { message: id, timeout: 60_000 }).toBe(digest);
  }
});

/** Random scenarios that are compared. */
const COUNT = 300;

test(`natively, in Node and in the browser: ${COUNT} random scenarios`, async ({ page }) => {
  test.setTimeout(300_000);
  const args = ["xtask", "scenarios", String(COUNT)];
  const lines = execFileSync("cargo", args, { cwd: root, encoding: "utf8", maxBuffer: 1e9 }).trim().split("\n");
  expect(lines).toHaveLength(COUNT);
  const [node, inBrowser] = [await inNode(), await inPage(page)];
  const drawn: { digest: string; text: string }[] = lines.map((line) => {
    const { digest, scenario } = JSON.parse(line);
    return { digest, text: JSON.stringify(scenario) };
  });
  const { results } = await inBrowser(drawn.map(({ text }) => text));
  for (const [i, { digest, text }] of drawn.entries()) {
    expect(run(node, text).digest, text).toBe(digest);
    expect(results[i]?.digest, text).toBe(digest);
  }
});

test("another seed gives another run where there is luck", async () => {
  const glue = await inNode();
  const other = JSON.stringify({ ...example, seed: 2 });
  expect(run(glue, other).digest).not.toBe(run(glue, JSON.stringify(example)).digest);
});
