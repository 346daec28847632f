/**
 * What a release relies on: one version everywhere, and workflows that name every action by its commit and grant nothing by default. Not
 * here: what the packages contain (element.test.mjs), whether GitHub accepts the workflows (actionlint and zizmor, see CONTRIBUTING.md).
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(`${root}/${path}`, "utf8");
const all = (/** @type {string} */ text, /** @type {RegExp} */ pattern) =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

test("crates, packages and citation have one version", () => {
  const { version } = JSON.parse(read("package.json"));
  const cargo = read("Cargo.toml");
  const versions = {
    element: [JSON.parse(read("web/element/package.json")).version],
    wheel: all(read("python/Cargo.toml"), /^version = "(.*)"$/gm),
    citation: all(read("CITATION.cff"), /^version: (.*)$/gm),
    workspace: all(cargo, /^version = "(.*)"$/gm),
    crates: [...new Set(all(cargo, /^sawtooth-.* version = "=(.*)" \}$/gm))],
  };
  for (const [what, found] of Object.entries(versions)) expect(found, what).toEqual([version]);
});

test("workflows name actions by commit and grant nothing by default", () => {
  const files = readdirSync(`${root}/.github/workflows`);
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const text = read(`.github/workflows/${file}`);
    expect(text, file).toMatch(/^permissions: \{\}$/m);
    expect(text, file).not.toMatch(/pull_request_target|secrets\./);
    for (const action of all(text, /uses: ([^./].*)$/gm)) {
      expect(action, file).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  }
});
