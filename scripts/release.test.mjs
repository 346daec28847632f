/**
 * Conditions of a release: one version everywhere, and workflows that name every action by its commit and grant nothing by default. Not
 * here: what the packages contain (element.test.mjs), whether GitHub accepts the workflows (actionlint and zizmor, see docs/releases.md).
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { CARGO_LOCKS } from "./supply.mjs";
import { example, frozenDigests } from "./wheel.mjs";

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

test("the databases of vulnerabilities are asked about every lock file and all extras, each week and when one changes", () => {
  const text = read(".github/workflows/vulnerabilities.yml");
  expect(all(text, /cargo audit --file (\S+)$/gm)).toEqual(CARGO_LOCKS);
  for (const part of [
    "npm audit",
    "pip_audit --requirement extras.txt",
    "schedule:",
    '"**/Cargo.lock"',
    '"**/package-lock.json"',
  ])
    expect(text).toContain(part);
});

test("the tests keep what they have built, under names that no release publishes", () => {
  const named = (/** @type {string} */ file) => all(read(`.github/workflows/${file}`), /^ {10}name: (.*)$/gm);
  expect(named("tests.yml")).toEqual(["built-site", "built-wheel"]);
  expect(all(read(".github/workflows/release.yml"), /pattern: (.*)$/gm)).toEqual(["wheel-*"]);
  expect(named("release.yml").filter((name) => name.startsWith("built-"))).toEqual([]);
});

test("released wheels have the profile that is for them, and crates that are not for publication are left out", () => {
  const release = read(".github/workflows/release.yml");
  expect(read("python/Cargo.toml")).toMatch(/^\[profile\.dist\]$/m);
  expect(all(release, /args: (--profile dist .*)$/gm)).toHaveLength(1);
  const manifests = readdirSync(`${root}/wasm-core`).map((crate) => read(`wasm-core/${crate}/Cargo.toml`));
  const kept = manifests.filter((text) => /^publish = false$/m.test(text) && !/^\[workspace\]/m.test(text));
  const names = kept.flatMap((text) => all(text, /^name = "(.*)"$/gm).slice(0, 1)).sort();
  const commands = all(release, /run: (cargo (?:package|publish) .*)$/gm);
  expect(commands).toHaveLength(2);
  for (const command of commands) expect(all(command, /--exclude (\S+)/g).sort()).toEqual(names);
});

test("whatever is published waits for all tests and packages", () => {
  const jobs = read(".github/workflows/release.yml").split(/^ {2}(?=\w+:$)/m);
  const published = jobs.filter((job) => /^ {4}environment:/m.test(job));
  expect(published.map((job) => job.split(":")[0]).sort()).toEqual(["crates", "element", "pypi", "site"]);
  for (const job of published) expect(job).toContain("needs: [tests, python, packages, wheels, sources]");
});

test("wheels are built by the maturin that is tested", () => {
  const tested = all(read("scripts/python.mjs"), /"maturin==(.*)"/g);
  const used = all(read(".github/workflows/release.yml"), /maturin-version: v(.*)$/gm);
  expect([...new Set(used)]).toEqual(tested);
  expect(tested).toHaveLength(1);
});

test("a source distribution holds the sources of which the digest is made", () => {
  const crates = all(read("python/Cargo.toml"), /path = "\.\.\/(wasm-core\/\w+)"/g);
  const sources = all(
    /SOURCES: &\[&str\] = &\[([^\]]*)\];/.exec(read("wasm-core/sweep/build.rs"))?.[1] ?? "",
    /"(.+)"/g,
  );
  expect(crates).toHaveLength(5);
  for (const crate of crates) {
    const manifest = read(`${crate}/Cargo.toml`);
    // A target whose file is left out is left out of the manifest, too, which is part of the digest.
    expect(manifest, crate).not.toMatch(/^\[\[/m);
    expect(all(manifest, /^(include) = /gm), crate).toHaveLength(1);
    const packed = all(/^include = \[(.*)\]$/m.exec(manifest)?.[1] ?? "", /"\/(.+?)"/g);
    const left = sources.filter((path) => path.startsWith(`${crate}/`)).map((path) => path.slice(crate.length + 1));
    expect([...packed, "Cargo.toml"], crate).toEqual(expect.arrayContaining(left));
    expect(left, crate).toContain("src");
  }
  expect(sources.filter((path) => !crates.some((crate) => path.startsWith(`${crate}/`)))).toEqual(["Cargo.toml"]);
});

test("the README's example in Python has five lines, and page and command agree on its digest", () => {
  expect(example().trim().split("\n")).toHaveLength(5);
  const { native, page } = frozenDigests();
  expect(native).toMatch(/^[0-9a-f]{16}$/);
  expect(page).toBe(native);
});
