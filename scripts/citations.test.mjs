/**
 * What a comment cites is there: sections of docs/contract.md ("contract 1.5", "contract, section 3"), and documents by their names. Not here:
 * names of source files in comments (imports.mjs), links of Markdown (style.test.mjs).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const FOLDERS = ["web/src", "wasm-core", "scripts", "bench", "e2e", "docs", "public"];
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|rs|mjs|css|md)$/.test(name))
    .map((name) => join(folder, name)),
);
const headings = new Set(
  [...readFileSync(join(root, "docs/contract.md"), "utf8").matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)].map(
    ([, number]) => number,
  ),
);

test("every section of the contract that a file cites exists", () => {
  const cited = sources.flatMap((name) =>
    [
      ...readFileSync(join(root, name), "utf8").matchAll(/contract(?:,? sections?)? (\d+(?:\.\d+)?)(?:, (\d\.\d))?/g),
    ].flatMap(([text, ...numbers]) =>
      numbers.filter((number) => number !== undefined).map((number) => ({ name, text, number })),
    ),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ number }) => !headings.has(number))).toEqual([]);
});
