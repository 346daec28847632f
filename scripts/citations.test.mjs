/**
 * What a comment cites is there: sections of docs/contract.md ("contract 1.5", "contract, section 3", "the contract's order
 * (section 5)") and of docs/design.md ("design 3.4"); so is what a document names: files, links, commands.
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
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const commands = [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = ""]) => name);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});
