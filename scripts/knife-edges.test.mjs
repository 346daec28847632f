/** The document on knife edges is that of the kept tables. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { page } from "../bench/knife-edges.mjs";

test("docs/results/knife-edges.md has the kept tables: node bench/knife-edges.mjs --write", () => {
  const there = readFileSync(join(import.meta.dirname, "../docs/results/knife-edges.md"), "utf8");
  expect(page()).toBe(there);
  expect(there.match(/^## /gm)?.length).toBeGreaterThan(1);
});
