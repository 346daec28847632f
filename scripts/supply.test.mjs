/** The policy on others' packages, on lock files that were doctored as an attacker or a careless hand would. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allows, CARGO_LOCKS, inCargoLock, inCrates, inPackageLock, inPackages } from "./supply.mjs";

const cargo = readFileSync(new URL("../Cargo.lock", import.meta.url), "utf8");
const npm = readFileSync(new URL("../package-lock.json", import.meta.url), "utf8");
/** A package of the page, and its version. */
const path = "node_modules/lit";
const { version } = JSON.parse(npm).packages[path];
const parsed = () => JSON.parse(npm);

/** Findings in package-lock.json with one entry changed. */
function changed(/** @type {string} */ path, /** @type {object} */ change) {
  const lock = parsed();
  lock.packages[path] = { ...lock.packages[path], ...change };
  return inPackageLock(lock);
}

test("the lock files as they are hold to the policy", () => {
  expect(CARGO_LOCKS).toContain("python/Cargo.lock");
  for (const file of CARGO_LOCKS) {
    const lock = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    expect(inCargoLock(lock, file)).toEqual([]);
    expect(inCargoLock(lock.replace(/^checksum = .*\n/m, ""), file), file).toHaveLength(1);
  }
  expect(inPackageLock(parsed())).toEqual([]);
});

test("a licence is allowed if what it leaves to choose holds one that is", () => {
  for (const licence of [
    "MIT",
    "MIT OR GPL-3.0",
    "MIT/Apache-2.0",
    "(MIT OR Apache-2.0) AND Unicode-3.0",
    "ISC AND (GPL-2.0 OR MIT)",
  ]) {
    expect(allows(licence), licence).toBe(true);
  }
  expect(allows("Apache-2.0 WITH LLVM-exception OR GPL-3.0-only")).toBe(true);
  for (const licence of [
    "",
    "GPL-3.0",
    "MIT AND GPL-3.0",
    "(MIT",
    "MIT)",
    "MIT OR",
    "SEE LICENSE IN x",
    "UNLICENSED",
    "mit",
  ]) {
    expect(allows(licence), licence).toBe(false);
  }
});

test("a crate without its checksum, from elsewhere, banned or unknown is found", () => {
  const sum = /name = "serde_json"[\s\S]*?(checksum = ".*"\n)/.exec(cargo)?.[1] ?? "?";
  expect(inCargoLock(cargo.replace(sum, ""))).toEqual([expect.stringMatching(/serde_json .* has no checksum/)]);
  expect(inCargoLock(cargo.replace(sum, 'checksum = "00ff"\n'))).toHaveLength(1);
  const index = "registry+https://github.com/rust-lang/crates.io-index";
  for (const source of ["registry+https://evil.example/index", "git+https://github.com/a/b#c0ffee"]) {
    expect(inCargoLock(cargo.replace(index, source))).toEqual([expect.stringContaining(`comes from ${source}`)]);
  }
  expect(inCargoLock(cargo.replace(`source = "${index}"\n`, ""))).toEqual([expect.stringContaining("has no source")]);
  expect(inCargoLock(cargo.replace('name = "serde_json"', 'name = "reqwest"'))).toEqual([
    expect.stringContaining("is banned: the programs use no network"),
  ]);
});

test("an npm package without its hash, from elsewhere, with a script, banned or under another licence is found", () => {
  expect(changed(path, { integrity: undefined })).toEqual([
    expect.stringContaining(`${path} ${version} has no integrity`),
  ]);
  expect(changed(path, { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" })).toHaveLength(1);
  for (const resolved of [
    "https://evil.example/lit.tgz",
    "http://registry.npmjs.org/lit.tgz",
    "git+ssh://git@github.com/lit/lit.git#1",
  ]) {
    expect(changed(path, { resolved })).toEqual([expect.stringContaining(`comes from ${resolved}`)]);
  }
  expect(changed(path, { resolved: "https://registry.npmjs.org/lit/-/lit-3.3.3.tgz" })).toEqual([]);
  expect(changed(path, { hasInstallScript: true })).toEqual([expect.stringContaining("runs a script")]);
  expect(changed(path, { link: true })).toEqual([expect.stringContaining("is a link")]);
  expect(changed(path, { license: "GPL-3.0" })).toEqual([expect.stringContaining("is under GPL-3.0")]);
  expect(changed(path, { license: undefined })).toEqual([expect.stringContaining("is under no licence")]);
  const entry = parsed().packages[path];
  for (const place of ["node_modules/event-stream", "node_modules/lit/node_modules/event-stream"]) {
    expect(changed(place, entry)).toEqual([expect.stringContaining("is banned")]);
  }
  expect(changed("", { devDependencies: { vite: "^8.3.8" } })).toEqual([
    "package.json: vite is ^8.3.8. Allowed: one exact version",
  ]);
});

test("binaries that npm never recorded are let through at the version at which they lack a hash, no other", () => {
  const path = "node_modules/@biomejs/cli-darwin-x64";
  expect(parsed().packages[path].integrity).toBeUndefined();
  expect(changed(path, { version: "2.6.9" })).toEqual([
    expect.stringContaining("cli-darwin-x64 2.6.9 has no integrity"),
  ]);
  expect(changed(path, { integrity: "sha512-wrong" })).toHaveLength(1);
});

test("what is installed is what the lock says, under a licence that is allowed", () => {
  const lock = parsed();
  const read = (/** @type {object} */ change) => (/** @type {string} */ place) =>
    place === path ? { version, license: "BSD-3-Clause", ...change } : null;
  expect(inPackages(lock, read({}))).toEqual({ findings: [], seen: 1 });
  expect(inPackages(lock, read({ version: "0.0.1" })).findings).toEqual([
    `${path} is 0.0.1; package-lock.json has ${version}`,
  ]);
  expect(inPackages(lock, read({ license: { type: "MIT" } })).findings).toEqual([
    expect.stringContaining("no licence"),
  ]);
});

test("a crate under another licence is found, the project's own are not asked", () => {
  const crate = { name: "a", version: "1.0.0", source: "registry", license: "MIT OR Apache-2.0" };
  const own = { ...crate, source: null, license: "MIT" };
  expect(inCrates({ packages: [crate, own] })).toEqual([]);
  expect(
    inCrates({
      packages: [
        { ...crate, license: "AGPL-3.0" },
        { ...crate, license: null },
      ],
    }),
  ).toHaveLength(2);
});
