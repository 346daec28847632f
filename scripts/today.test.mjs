/** The page on today's algorithms has the tables of the kept results. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { page } from "../bench/today.mjs";

test("docs/today.md has the kept results: node bench/today.mjs --write", () => {
  const there = readFileSync(join(import.meta.dirname, "../docs/today.md"), "utf8");
  expect(page()).toBe(there);
  expect(there.match(/^## /gm)?.length).toBeGreaterThan(8);
});
