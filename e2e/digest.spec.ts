/**
 * One scenario, one run: the same digest from the command line, from the module in Node and from the page in a browser, for the
 * documentation's example, every preset and some hundreds of random scenarios; and another digest for another seed. Not here:
 * speed (bench/), how scenarios are drawn (wasm-core/testing).
 */
import { execFileSync } from "node:child_process";
import { example, presets } from "../bench/scenarios.mjs";
import { inNode, inPage, run } from "../bench/wasm.mjs";
import { cargo, command } from "./command.ts";
import { digestOf, expect, test } from "./sandbox.ts";

/** The digest of a scenario by the command. */
function digestBy(): (scenario: string) => string {
  const executable = command();
  return (input) =>
    JSON.parse(execFileSync(executable, ["run", "-", "--summary", "json"], { input, encoding: "utf8" })).digest;
}

const all = [{ id: "the documentation's example", scenario: example }, ...presets];

test("natively, in Node and in the browser: every preset; in the laboratory: the documentation's example", async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const [native, node] = [digestBy(), await inNode()];
  const texts = all.map(({ scenario }) => JSON.stringify(scenario));
  const { results } = await (await inPage(page))(texts);
  for (const [i, { id }] of all.entries()) {
    const digest = native(texts[i] ?? "");
    expect(digest, id).toMatch(/^[0-9a-f]{16}$/);
    expect(run(node, texts[i] ?? "").digest, id).toBe(digest);
    expect(results[i]?.digest, id).toBe(digest);
  }
  const laboratory = await context.newPage();
  await laboratory.goto(`/#autoplay=0&s=0${Buffer.from(texts[0] ?? "").toString("base64url")}`);
  expect(await digestOf(laboratory)).toBe(results[0]?.digest);
});

/** Number of random scenarios compared natively and in Node, and of those that the browser, which runs the same module, computes, too. */
const COUNT = 300;
const IN_BROWSER = 60;

test(`natively, in Node and in the browser: ${COUNT} random scenarios`, async ({ page }) => {
  test.setTimeout(120_000);
  // As the step `tools` has built it.
  const lines = cargo("run", "--profile", "tools", "-p", "xtask", "--", "scenarios", String(COUNT)).trim().split("\n");
  expect(lines).toHaveLength(COUNT);
  const node = await inNode();
  const drawn: { digest: string; text: string }[] = lines.map((line) => {
    const { digest, scenario } = JSON.parse(line);
    return { digest, text: JSON.stringify(scenario) };
  });
  for (const { digest, text } of drawn) expect(run(node, text).digest, text).toBe(digest);
  const some = drawn.slice(0, IN_BROWSER);
  const { results } = await (await inPage(page))(some.map(({ text }) => text));
  for (const [i, { digest, text }] of some.entries()) expect(results[i]?.digest, text).toBe(digest);
});

test("another seed gives another run where there is luck", async () => {
  const glue = await inNode();
  const other = JSON.stringify({ ...example, seed: 2 });
  expect(run(glue, other).digest).not.toBe(run(glue, JSON.stringify(example)).digest);
});
