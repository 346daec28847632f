/**
 * What a comment cites is there: sections of docs/contract.md ("contract 1.5", "contract, section 3", "the contract's order
 * (section 5)") and of docs/design.md ("design 3.4").
 * Not here: names of source files in comments (imports.mjs).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
