/**
 * Citations in comments are there: sections of docs/contract.md ("contract 1.5", "contract, section 3", "the contract's order
 * (section 5)") and of docs/design.md ("design 3.4"); so is what a document names: files, links, commands. No document shows a command
 * that would fail.
 * Not here: names of source files in comments (imports.mjs).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const FOLDERS = ["web/src", "web/element", "wasm-core", "scripts", "bench", "e2e", "docs", "examples"];
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|rs|mjs|js|css|html|md)$/.test(name))
    .map((name) => join(folder, name)),
);
/** Numbers of a document's headings. @param {string} name */
const headings = (name) =>
  new Set(
    [...readFileSync(join(root, "docs", name), "utf8").matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)].map(
      ([, number]) => number,
    ),
  );

test.each([
  // A citation may go on in the next line of its comment.
  ["contract.md", 90, /\bcontract(?:'s \w+)?[\s,(/*]+(?:sections? )?(\d+(?:\.\d+)?)(?:(?:,| to| and) (\d\.\d))?/gi],
  ["design.md", 30, /\bdesign[\s,(/*]+(?:sections? )?(\d+(?:\.\d+)?)(?:(?:,| to| and) (\d\.\d))?/gi],
])("every section of %s that a file cites exists", (document, least, citation) => {
  const there = headings(document);
  const cited = sources.flatMap((name) =>
    [...readFileSync(join(root, name), "utf8").matchAll(citation)].flatMap(([text, ...numbers]) =>
      numbers.filter((number) => number !== undefined).map((number) => ({ name, text, number })),
    ),
  );
  expect(cited.length).toBeGreaterThan(least);
  expect(cited.filter(({ number }) => !there.has(number))).toEqual([]);
});

const DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "STYLE.md", "wasm-core/engine/README.md"].concat(
  sources.filter((name) => /^web\/src\/\w+\/README\.md$/.test(name)),
);
/** Folders in which a document's paths begin, beside its own. */
const BASES = [".", "web/src", "wasm-core", "wasm-core/engine", "wasm-core/engine/src", "wasm-core/cli/src"];
/** Files that an example adds (scripts/extend), and what a build makes. */
const MADE = /\b(multcp|buffer)\b|^(dist|target|run)\/|^web\/pkg/;

test.each(DOCUMENTS)("%s names files and commands that are there", (document) => {
  const text = readFileSync(join(root, document), "utf8");
  const prose = text.replace(/^```[\s\S]*?^```/gm, "");
  const paths = [...prose.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)\/?`/g)].map(([, path = ""]) => path);
  const isThere = (/** @type {string} */ path) =>
    [dirname(document), ...BASES].some((base) => existsSync(join(root, base, path)));
  expect(paths.filter((path) => !/[A-Z]{3}/.test(path) && !MADE.test(path) && !isThere(path))).toEqual([]);
  const links = [...prose.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = ""]) => path);
  expect(links.filter((path) => !existsSync(join(root, dirname(document), path)))).toEqual([]);
});

/** Whatever a reader may copy a command from, messages of the package included. */
const READ = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...sources.filter((name) => name.endsWith(".md")),
  "python/README.md",
  ...readdirSync(join(root, "python/sawtooth_lab"))
    .filter((name) => name.endsWith(".py"))
    .map((name) => `python/sawtooth_lab/${name}`),
  ...["dask", "first_run", "sweep"].map((name) => `examples/python/${name}.ipynb`),
];
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const packages = readdirSync(join(root, "wasm-core")).map((folder) => {
  const manifest = readFileSync(join(root, "wasm-core", folder, "Cargo.toml"), "utf8");
  return /^name = "(.*)"/m.exec(manifest)?.[1];
});
const isReleased = /^## \[?\d.*\d{4}-\d\d-\d\d(?!.*not published)/m.test(
  readFileSync(join(root, "CHANGELOG.md"), "utf8"),
);
/** Names that registries do not have before a release; a path has a slash, and an option names one. */
const FROM_REGISTRY =
  /\b(?:pip|pipx|uv|uvx|cargo|npm) (?:install|add|i)\b(?:(?!--path)[^\n`])*?[ "'\\]sawtooth(?:-lab|-widget|-\w+)?(?=[\s`"'\\[=<>@]|$)/gm;

test.each(READ)("%s shows no command that would fail", (document) => {
  const text = readFileSync(join(root, document), "utf8");
  const named = (/** @type {RegExp} */ pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name);
  // A word in capitals stands for any.
  expect(
    named(/\bnpm run (?:--silent )?([\w:]+)/g).filter((name) => !/^[A-Z]+$/.test(name) && !(name in scripts)),
  ).toEqual([]);
  expect(named(/\bnode ((?:scripts|bench|python)\/[\w./-]+)/g).filter((path) => !existsSync(join(root, path)))).toEqual(
    [],
  );
  expect(named(/\bnpm test -- (\w+)/g).filter((name) => !["quick", "python"].includes(name))).toEqual([]);
  const programs = [...named(/\bcargo [^\n`]*?(?:-p|--package) ([\w-]+)/g), ...named(/ -p (sawtooth[\w-]*)/g)];
  expect(programs.filter((name) => !packages.includes(name))).toEqual([]);
  expect(named(/\bcargo xtask (\w+)/g).filter((name) => !["generate", "golden", "scenarios"].includes(name))).toEqual(
    [],
  );
  expect(isReleased ? [] : text.match(FROM_REGISTRY)).toEqual(isReleased ? [] : null);
});

test("a package that no registry has yet is found, one from a path is not", () => {
  const finds = (/** @type {string} */ text) => (text.match(FROM_REGISTRY) ?? []).length;
  for (const command of [
    "pip install sawtooth-lab",
    'pip install "sawtooth-lab[widget]" pandas',
    '"It needs `pip install \\"sawtooth-lab[plot]\\"`."',
    "RUN pip install --no-cache-dir sawtooth-lab",
    "cargo install --locked sawtooth --features parquet",
    "npm install sawtooth-widget",
  ])
    expect(finds(command), command).toBe(1);
  for (const command of [
    "pip install ./python",
    "pip install /tmp/sawtooth_lab-*.whl",
    "cargo install --locked --path wasm-core/cli",
    "cargo run --release -q -p sawtooth -- claims",
    "npm install PATH",
  ])
    expect(finds(command), command).toBe(0);
});
